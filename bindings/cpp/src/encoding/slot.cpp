#include "slot.h"

#include <utility>

namespace hyla
{

Owned cloneOf(const DataElement & element)
{
   Owned clone(element.clone().release());
   if (!clone) {
      refuse(L"An element whose clone is a null pointer");
   }
   return clone;
}

Slot::Slot(DataElement * element)
   : at_(element)
{
   if (element == nullptr) {
      refuse(L"A null pointer in place of an element");
   }
}

void Slot::assign(const DataElement & value)
{
   if (own_) {
      *this = Slot(value);
   } else if (at_ != &value) {
      Buffer buffer;
      value.encodeInto(buffer);
      at_->decodeFrom(buffer, 0);
   }
}

void checkIndex(const Slots & slots, size_t index)
{
   if (index >= slots.size()) {
      refuse(L"The index is out of range");
   }
}

void checkType(const DataElement & expected, const DataElement & element)
{
   if (!expected.isSameTypeAs(element)) {
      refuse(L"The element is of another type");
   }
}

size_t lengthOf(const Slots & slots, size_t offset)
{
   for (const Slot & slot : slots) {
      offset = aligned(offset, slot->getOctetBoundary()) + slot->getEncodedLength();
   }
   return offset;
}

void appendAll(const Slots & slots, Buffer & buffer)
{
   for (const Slot & slot : slots) {
      pad(buffer, slot->getOctetBoundary());
      slot->encodeInto(buffer);
   }
}

size_t takeAll(const Slots & slots, const Buffer & buffer, size_t index)
{
   for (const Slot & slot : slots) {
      index = takeOne(*slot, buffer, index);
   }
   return index;
}

void encodeWhole(const DataElement & element, VariableLengthData & data)
{
   Buffer buffer;
   element.encodeInto(buffer);
   data.setData(buffer.data(), buffer.size());
}

void decodeWhole(DataElement & element, const VariableLengthData & data)
{
   const Octet * octets = static_cast<const Octet *>(data.data());
   const Buffer buffer(octets, octets + data.size());
   element.decodeFrom(buffer, 0);
}

}
