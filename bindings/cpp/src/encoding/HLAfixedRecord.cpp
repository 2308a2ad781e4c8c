#include "slot.h"

#include <RTI/encoding/HLAfixedRecord.h>

#include <algorithm>
#include <utility>

namespace HYLA_RTI
{

class HYLA_HIDDEN HLAfixedRecordImplementation
{
public:
   hyla::Slots fields;
};

HLAfixedRecord::HLAfixedRecord()
   : _impl(new HLAfixedRecordImplementation())
{
}

HLAfixedRecord::HLAfixedRecord(const HLAfixedRecord & rhs)
   : DataElement(rhs)
   , _impl(new HLAfixedRecordImplementation(*rhs._impl))
{
}

HYLA_CONSTRUCTED_ELEMENT(HLAfixedRecord)

void HLAfixedRecord::encodeInto(std::vector<Octet> & buffer) const
{
   hyla::Appending appending(buffer);
   hyla::pad(buffer, getOctetBoundary());
   hyla::appendAll(_impl->fields, buffer);
   appending.done();
}

size_t HLAfixedRecord::decodeFrom(const std::vector<Octet> & buffer, size_t index)
{
   index = hyla::startOf(buffer, index, getOctetBoundary());
   return hyla::takeAll(_impl->fields, buffer, index);
}

size_t HLAfixedRecord::getEncodedLength() const
{
   return hyla::lengthOf(_impl->fields, 0);
}

unsigned int HLAfixedRecord::getOctetBoundary() const
{
   unsigned int boundary = 1;
   for (const hyla::Slot & field : _impl->fields) {
      boundary = std::max(boundary, field->getOctetBoundary());
   }
   return boundary;
}

bool HLAfixedRecord::isSameTypeAs(const DataElement & inData) const
{
   const HLAfixedRecord * other = dynamic_cast<const HLAfixedRecord *>(&inData);
   if (other == nullptr || size() != other->size()) {
      return false;
   }
   for (size_t i = 0; i < size(); ++i) {
      if (!_impl->fields[i]->isSameTypeAs(*other->_impl->fields[i])) {
         return false;
      }
   }
   return true;
}

bool HLAfixedRecord::hasElementSameTypeAs(size_t index, const DataElement & inData) const
{
   return index < size() && _impl->fields[index]->isSameTypeAs(inData);
}

size_t HLAfixedRecord::size() const
{
   return _impl->fields.size();
}

HYLA_SELF(HLAfixedRecord) HLAfixedRecord::appendElement(const DataElement & dataElement)
{
   hyla::Slot slot(dataElement);
   _impl->fields.push_back(std::move(slot));
   HYLA_RETURN_SELF;
}

HYLA_SELF(HLAfixedRecord) HLAfixedRecord::appendElementPointer(DataElement * dataElement)
{
   hyla::Slot slot(dataElement);
   _impl->fields.push_back(std::move(slot));
   HYLA_RETURN_SELF;
}

HYLA_SELF(HLAfixedRecord) HLAfixedRecord::set(size_t index, const DataElement & dataElement)
{
   hyla::checkIndex(_impl->fields, index);
   hyla::checkType(*_impl->fields[index], dataElement);
   _impl->fields[index].assign(dataElement);
   HYLA_RETURN_SELF;
}

HYLA_SELF(HLAfixedRecord) HLAfixedRecord::setElementPointer(size_t index, DataElement * dataElement)
{
   hyla::Slot slot(dataElement);
   hyla::checkIndex(_impl->fields, index);
   hyla::checkType(*_impl->fields[index], *slot);
   _impl->fields[index] = std::move(slot);
   HYLA_RETURN_SELF;
}

const DataElement & HLAfixedRecord::get(size_t index) const
{
   hyla::checkIndex(_impl->fields, index);
   return *_impl->fields[index];
}

const DataElement & HLAfixedRecord::operator[](size_t index) const
{
   return get(index);
}

}
