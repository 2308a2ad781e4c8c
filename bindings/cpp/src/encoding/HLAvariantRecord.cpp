#include "alternatives.h"

#include <RTI/encoding/HLAvariantRecord.h>

#include <algorithm>
#include <limits>

namespace HYLA_RTI
{

class HYLA_HIDDEN HLAvariantRecordImplementation
{
public:
   explicit HLAvariantRecordImplementation(const DataElement & discriminant)
      : alternatives(discriminant, std::numeric_limits<unsigned int>::max())
   {
   }

   hyla::Alternatives alternatives;
};

HLAvariantRecord::HLAvariantRecord(const DataElement & discriminantPrototype)
   : _impl(new HLAvariantRecordImplementation(discriminantPrototype))
{
}

HLAvariantRecord::HLAvariantRecord(const HLAvariantRecord & rhs)
   : DataElement(rhs)
   , _impl(new HLAvariantRecordImplementation(*rhs._impl))
{
}

HYLA_VARIANT_ELEMENT(HLAvariantRecord)

void HLAvariantRecord::encodeInto(std::vector<Octet> & buffer) const
{
   hyla::Appending appending(buffer);
   hyla::pad(buffer, getOctetBoundary());
   _impl->alternatives.discriminant().encodeInto(buffer);
   if (const DataElement * selected = _impl->alternatives.selected()) {
      // To the boundary of all alternatives: where the alternative starts does not depend on which one it is.
      hyla::pad(buffer, _impl->alternatives.boundary());
      selected->encodeInto(buffer);
   }
   appending.done();
}

size_t HLAvariantRecord::decodeFrom(const std::vector<Octet> & buffer, size_t index)
{
   index = hyla::startOf(buffer, index, getOctetBoundary());
   index = _impl->alternatives.takeDiscriminant(buffer, index);
   if (DataElement * selected = _impl->alternatives.selected()) {
      index = hyla::startOf(buffer, index, _impl->alternatives.boundary());
      index = selected->decodeFrom(buffer, index);
   }
   return index;
}

size_t HLAvariantRecord::getEncodedLength() const
{
   size_t length = _impl->alternatives.discriminant().getEncodedLength();
   if (const DataElement * selected = _impl->alternatives.selected()) {
      length = hyla::aligned(length, _impl->alternatives.boundary()) + selected->getEncodedLength();
   }
   return length;
}

unsigned int HLAvariantRecord::getOctetBoundary() const
{
   return std::max(_impl->alternatives.discriminant().getOctetBoundary(), _impl->alternatives.boundary());
}

}
