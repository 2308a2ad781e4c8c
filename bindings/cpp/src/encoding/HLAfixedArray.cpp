#include "slot.h"

#include <RTI/encoding/HLAfixedArray.h>

#include <utility>

namespace HYLA_RTI
{

class HYLA_HIDDEN HLAfixedArrayImplementation
{
public:
   HLAfixedArrayImplementation(const DataElement & element, size_t length)
      : prototype(hyla::cloneOf(element))
   {
      elements.reserve(length);
      for (size_t i = 0; i < length; ++i) {
         elements.emplace_back(element);
      }
   }

   HLAfixedArrayImplementation(const HLAfixedArrayImplementation & other)
      : prototype(hyla::cloneOf(*other.prototype))
      , elements(other.elements)
   {
   }

   /// Kept apart from the elements: an array of length 0 has a boundary too.
   hyla::Owned prototype;
   hyla::Slots elements;
};

HLAfixedArray::HLAfixedArray(const DataElement & protoType, size_t length)
   : _impl(new HLAfixedArrayImplementation(protoType, length))
{
}

HLAfixedArray::HLAfixedArray(const HLAfixedArray & rhs)
   : DataElement(rhs)
   , _impl(new HLAfixedArrayImplementation(*rhs._impl))
{
}

HYLA_CONSTRUCTED_ELEMENT(HLAfixedArray)

void HLAfixedArray::encodeInto(std::vector<Octet> & buffer) const
{
   hyla::Appending appending(buffer);
   hyla::pad(buffer, getOctetBoundary());
   hyla::appendAll(_impl->elements, buffer);
   appending.done();
}

size_t HLAfixedArray::decodeFrom(const std::vector<Octet> & buffer, size_t index)
{
   index = hyla::startOf(buffer, index, getOctetBoundary());
   return hyla::takeAll(_impl->elements, buffer, index);
}

size_t HLAfixedArray::getEncodedLength() const
{
   return hyla::lengthOf(_impl->elements, 0);
}

unsigned int HLAfixedArray::getOctetBoundary() const
{
   return _impl->prototype->getOctetBoundary();
}

bool HLAfixedArray::isSameTypeAs(const DataElement & inData) const
{
   const HLAfixedArray * other = dynamic_cast<const HLAfixedArray *>(&inData);
   return other != nullptr && size() == other->size() && hasPrototypeSameTypeAs(*other->_impl->prototype);
}

bool HLAfixedArray::hasPrototypeSameTypeAs(const DataElement & dataElement) const
{
   return _impl->prototype->isSameTypeAs(dataElement);
}

size_t HLAfixedArray::size() const
{
   return _impl->elements.size();
}

HYLA_SELF(HLAfixedArray) HLAfixedArray::set(size_t index, const DataElement & dataElement)
{
   hyla::checkIndex(_impl->elements, index);
   hyla::checkType(*_impl->prototype, dataElement);
   _impl->elements[index].assign(dataElement);
   HYLA_RETURN_SELF;
}

HYLA_SELF(HLAfixedArray) HLAfixedArray::setElementPointer(size_t index, DataElement * dataElement)
{
   hyla::Slot slot(dataElement);
   hyla::checkIndex(_impl->elements, index);
   hyla::checkType(*_impl->prototype, *slot);
   _impl->elements[index] = std::move(slot);
   HYLA_RETURN_SELF;
}

const DataElement & HLAfixedArray::get(size_t index) const
{
   hyla::checkIndex(_impl->elements, index);
   return *_impl->elements[index];
}

const DataElement & HLAfixedArray::operator[](size_t index) const
{
   return HLAfixedArray::get(index);
}

}
