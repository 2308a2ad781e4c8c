#include "slot.h"

#include <RTI/encoding/HLAopaqueData.h>

#include <cstring>

namespace HYLA_RTI
{

class HYLA_HIDDEN HLAopaqueDataImplementation
{
public:
   HLAopaqueDataImplementation() = default;

   HLAopaqueDataImplementation(const HLAopaqueDataImplementation & other)
      : own(other.data(), other.data() + other.size)
      , size(other.size)
   {
   }

   HLAopaqueDataImplementation & operator=(const HLAopaqueDataImplementation &) = delete;

   const Octet * data() const
   {
      return memory != nullptr ? memory : own.data();
   }

   size_t capacity() const
   {
      return memory != nullptr ? memoryLength : own.size();
   }

   void set(const Octet * octets, size_t count)
   {
      if (octets == nullptr && count > 0) {
         hyla::refuse(L"A null pointer in place of data");
      }
      if (memory == nullptr) {
         hyla::Buffer copy(octets, octets + count);
         own.swap(copy);
      } else {
         if (count > memoryLength) {
            hyla::refuse(L"The data is longer than the memory for it");
         }
         if (count > 0) {
            // The data may come from the very memory.
            std::memmove(memory, octets, count);
         }
      }
      size = count;
   }

   void use(Octet ** buffer, size_t bufferLength, size_t count)
   {
      if (buffer == nullptr || *buffer == nullptr || bufferLength == 0) {
         hyla::refuse(L"No memory for the data");
      }
      if (count > bufferLength) {
         hyla::refuse(L"The data is longer than the memory for it");
      }
      memory = *buffer;
      memoryLength = bufferLength;
      size = count;
      hyla::Buffer().swap(own);
   }

   hyla::Buffer own;
   /// Memory of the federate, or null.
   Octet * memory = nullptr;
   size_t memoryLength = 0;
   size_t size = 0;
};

namespace
{

/// The constructors of HLAopaqueData may refuse, and then nobody else would delete this.
template <class Fill>
HLAopaqueDataImplementation * filled(Fill fill)
{
   std::unique_ptr<HLAopaqueDataImplementation> made(new HLAopaqueDataImplementation());
   fill(*made);
   return made.release();
}

}

HLAopaqueData::HLAopaqueData()
   : _impl(new HLAopaqueDataImplementation())
{
}

HLAopaqueData::HLAopaqueData(const Octet * inData, size_t dataSize)
   : _impl(filled([=](HLAopaqueDataImplementation & impl) { impl.set(inData, dataSize); }))
{
}

HLAopaqueData::HLAopaqueData(Octet ** inData, size_t bufferSize, size_t dataSize)
   : _impl(filled([=](HLAopaqueDataImplementation & impl) { impl.use(inData, bufferSize, dataSize); }))
{
}

HLAopaqueData::HLAopaqueData(const HLAopaqueData & rhs)
   : DataElement(rhs)
   , _impl(new HLAopaqueDataImplementation(*rhs._impl))
{
}

HYLA_CONSTRUCTED_ELEMENT(HLAopaqueData)

void HLAopaqueData::encodeInto(std::vector<Octet> & buffer) const
{
   hyla::Appending appending(buffer);
   hyla::pad(buffer, hyla::countLength);
   hyla::appendCount(buffer, _impl->size);
   buffer.insert(buffer.end(), _impl->data(), _impl->data() + _impl->size);
   appending.done();
}

size_t HLAopaqueData::decodeFrom(const std::vector<Octet> & buffer, size_t index)
{
   index = hyla::startOf(buffer, index, hyla::countLength);
   const size_t count = hyla::takeCount(buffer.data() + index, buffer.size() - index);
   index += hyla::countLength;
   hyla::need(count, buffer.size() - index);
   _impl->set(buffer.data() + index, count);
   return index + count;
}

size_t HLAopaqueData::getEncodedLength() const
{
   return hyla::countLength + hyla::countOf(_impl->size);
}

unsigned int HLAopaqueData::getOctetBoundary() const
{
   return hyla::countLength;
}

size_t HLAopaqueData::bufferLength() const
{
   return _impl->capacity();
}

size_t HLAopaqueData::dataLength() const
{
   return _impl->size;
}

HYLA_SELF(HLAopaqueData) HLAopaqueData::setDataPointer(Octet ** inData, size_t bufferSize, size_t dataSize)
{
   _impl->use(inData, bufferSize, dataSize);
   HYLA_RETURN_SELF;
}

HYLA_SELF(HLAopaqueData) HLAopaqueData::set(const Octet * inData, size_t dataSize)
{
   _impl->set(inData, dataSize);
   HYLA_RETURN_SELF;
}

const Octet * HLAopaqueData::get() const
{
   return _impl->data();
}

#if HYLA_EDITION == 2010
HLAopaqueData::operator const Octet *() const
{
   return _impl->data();
}
#endif

}
