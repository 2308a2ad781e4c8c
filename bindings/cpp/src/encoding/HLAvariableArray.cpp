#include "slot.h"

#include <RTI/encoding/HLAvariableArray.h>

#include <algorithm>
#include <utility>

namespace HYLA_RTI
{

namespace
{

/// How many elements without octets (an HLAtoken, a record without fields) a count may announce. Their number is bounded
/// by nothing in the data, and each of them takes memory here.
constexpr size_t mostEmptyElements = 4096;

}

class HYLA_HIDDEN HLAvariableArrayImplementation
{
public:
   explicit HLAvariableArrayImplementation(const DataElement & element)
      : prototype(hyla::cloneOf(element))
   {
   }

   HLAvariableArrayImplementation(const HLAvariableArrayImplementation & other)
      : prototype(hyla::cloneOf(*other.prototype))
      , elements(other.elements)
   {
   }

   /// Decodes that many elements from the index on. Elements that are there take the first values, clones of the prototype
   /// the others; the number of elements changes at the end alone.
   size_t take(size_t count, const hyla::Buffer & buffer, size_t index);

   hyla::Owned prototype;
   hyla::Slots elements;
};

size_t HLAvariableArrayImplementation::take(size_t count, const hyla::Buffer & buffer, size_t index)
{
   const size_t left = buffer.size() - index;
   if (count > left && (count > mostEmptyElements || prototype->getEncodedLength() > 0)) {
      hyla::refuse(L"The count of elements is greater than the octets left");
   }
   const size_t old = std::min(count, elements.size());
   for (size_t i = 0; i < old; ++i) {
      index = hyla::takeOne(*elements[i], buffer, index);
   }
   // One by one: the memory that a wrong count can take is that of the elements that are really there.
   hyla::Slots more;
   for (size_t i = old; i < count; ++i) {
      hyla::Slot slot(*prototype);
      index = hyla::takeOne(*slot, buffer, index);
      more.push_back(std::move(slot));
   }
   elements.reserve(count);
   while (elements.size() > count) {
      elements.pop_back();
   }
   for (hyla::Slot & slot : more) {
      elements.push_back(std::move(slot));
   }
   return index;
}

HLAvariableArray::HLAvariableArray(const DataElement & prototype)
   : _impl(new HLAvariableArrayImplementation(prototype))
{
}

HLAvariableArray::HLAvariableArray(const HLAvariableArray & rhs)
   : DataElement(rhs)
   , _impl(new HLAvariableArrayImplementation(*rhs._impl))
{
}

HYLA_CONSTRUCTED_ELEMENT(HLAvariableArray)

void HLAvariableArray::encodeInto(std::vector<Octet> & buffer) const
{
   hyla::Appending appending(buffer);
   hyla::pad(buffer, getOctetBoundary());
   hyla::appendCount(buffer, size());
   hyla::appendAll(_impl->elements, buffer);
   appending.done();
}

size_t HLAvariableArray::decodeFrom(const std::vector<Octet> & buffer, size_t index)
{
   index = hyla::startOf(buffer, index, getOctetBoundary());
   const size_t count = hyla::takeCount(buffer.data() + index, buffer.size() - index);
   return _impl->take(count, buffer, index + hyla::countLength);
}

size_t HLAvariableArray::getEncodedLength() const
{
   hyla::countOf(size());
   return hyla::lengthOf(_impl->elements, hyla::countLength);
}

unsigned int HLAvariableArray::getOctetBoundary() const
{
   return std::max(static_cast<unsigned int>(hyla::countLength), _impl->prototype->getOctetBoundary());
}

size_t HLAvariableArray::size() const
{
   return _impl->elements.size();
}

bool HLAvariableArray::isSameTypeAs(const DataElement & inData) const
{
   const HLAvariableArray * other = dynamic_cast<const HLAvariableArray *>(&inData);
   return other != nullptr && hasPrototypeSameTypeAs(*other->_impl->prototype);
}

bool HLAvariableArray::hasPrototypeSameTypeAs(const DataElement & dataElement) const
{
   return _impl->prototype->isSameTypeAs(dataElement);
}

HYLA_SELF(HLAvariableArray) HLAvariableArray::addElement(const DataElement & dataElement)
{
   hyla::checkType(*_impl->prototype, dataElement);
   hyla::Slot slot(dataElement);
   _impl->elements.push_back(std::move(slot));
   HYLA_RETURN_SELF;
}

HYLA_SELF(HLAvariableArray) HLAvariableArray::addElementPointer(DataElement * dataElement)
{
   hyla::Slot slot(dataElement);
   hyla::checkType(*_impl->prototype, *slot);
   _impl->elements.push_back(std::move(slot));
   HYLA_RETURN_SELF;
}

HYLA_SELF(HLAvariableArray) HLAvariableArray::set(size_t index, const DataElement & dataElement)
{
   hyla::checkIndex(_impl->elements, index);
   hyla::checkType(*_impl->prototype, dataElement);
   _impl->elements[index].assign(dataElement);
   HYLA_RETURN_SELF;
}

HYLA_SELF(HLAvariableArray) HLAvariableArray::setElementPointer(size_t index, DataElement * dataElement)
{
   hyla::Slot slot(dataElement);
   hyla::checkIndex(_impl->elements, index);
   hyla::checkType(*_impl->prototype, *slot);
   _impl->elements[index] = std::move(slot);
   HYLA_RETURN_SELF;
}

const DataElement & HLAvariableArray::get(size_t index) const
{
   hyla::checkIndex(_impl->elements, index);
   return *_impl->elements[index];
}

const DataElement & HLAvariableArray::operator[](size_t index) const
{
   return HLAvariableArray::get(index);
}

}
