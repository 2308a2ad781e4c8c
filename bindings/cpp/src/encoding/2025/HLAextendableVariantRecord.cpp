#include "../alternatives.h"

#include <RTI/encoding/HLAextendableVariantRecord.h>

#include <algorithm>

namespace HYLA_RTI
{

namespace
{

/// The boundary of the record and of its alternatives, whatever they are: a receiver that does not know the alternative
/// has to find its start and end.
constexpr unsigned int recordBoundary = 8;

}

class HYLA_HIDDEN HLAextendableVariantRecordImplementation
{
public:
   explicit HLAextendableVariantRecordImplementation(const DataElement & discriminant)
      : alternatives(discriminant, recordBoundary)
   {
   }

   hyla::Alternatives alternatives;
};

HLAextendableVariantRecord::HLAextendableVariantRecord(const DataElement & discriminantPrototype)
   : _impl(new HLAextendableVariantRecordImplementation(discriminantPrototype))
{
}

HLAextendableVariantRecord::HLAextendableVariantRecord(const HLAextendableVariantRecord & rhs)
   : DataElement(rhs)
   , _impl(new HLAextendableVariantRecordImplementation(*rhs._impl))
{
}

HYLA_VARIANT_ELEMENT(HLAextendableVariantRecord)

void HLAextendableVariantRecord::encodeInto(std::vector<Octet> & buffer) const
{
   hyla::Appending appending(buffer);
   hyla::pad(buffer, recordBoundary);
   _impl->alternatives.discriminant().encodeInto(buffer);
   hyla::pad(buffer, hyla::countLength);
   const size_t lengthAt = buffer.size();
   hyla::appendCount(buffer, 0);
   hyla::pad(buffer, recordBoundary);
   if (const DataElement * selected = _impl->alternatives.selected()) {
      const size_t start = buffer.size();
      selected->encodeInto(buffer);
      hyla::writeBig(&buffer[lengthAt], hyla::countOf(buffer.size() - start));
   }
   appending.done();
}

size_t HLAextendableVariantRecord::decodeFrom(const std::vector<Octet> & buffer, size_t index)
{
   hyla::Alternatives & alternatives = _impl->alternatives;
   index = hyla::startOf(buffer, index, recordBoundary);
   index = alternatives.takeDiscriminant(buffer, index);
   index = hyla::startOf(buffer, index, hyla::countLength);
   const size_t length = hyla::takeCount(buffer.data() + index, buffer.size() - index);
   index += hyla::countLength;
   if (length == 0) {
      if (DataElement * selected = alternatives.selected()) {
         if (selected->getEncodedLength() > 0) {
            // The sender has the discriminant without an alternative.
            alternatives.selectNothing();
         }
      }
      // Not every sender writes the padding when nothing follows it.
      return std::min(hyla::aligned(index, recordBoundary), buffer.size());
   }
   index = hyla::startOf(buffer, index, recordBoundary);
   hyla::need(length, buffer.size() - index);
   const size_t end = index + length;
   if (DataElement * selected = alternatives.selected()) {
      if (selected->decodeFrom(buffer, index) > end) {
         hyla::refuse(L"The alternative is longer than the record says");
      }
   }
   return end;
}

size_t HLAextendableVariantRecord::getEncodedLength() const
{
   size_t length = _impl->alternatives.discriminant().getEncodedLength();
   length = hyla::aligned(length, hyla::countLength) + hyla::countLength;
   length = hyla::aligned(length, recordBoundary);
   if (const DataElement * selected = _impl->alternatives.selected()) {
      length += selected->getEncodedLength();
   }
   return length;
}

unsigned int HLAextendableVariantRecord::getOctetBoundary() const
{
   return recordBoundary;
}

}
