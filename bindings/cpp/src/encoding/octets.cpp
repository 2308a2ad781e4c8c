#include "octets.h"

#include <limits>

namespace hyla
{

using HYLA_RTI::EncoderException;
using HYLA_RTI::Integer64;

void refuse(const wchar_t * why)
{
   throw EncoderException(why);
}

size_t startOf(const Buffer & buffer, size_t index, size_t boundary)
{
   if (index > buffer.size()) {
      refuse(L"The index is behind the end of the buffer");
   }
   const size_t start = aligned(index, boundary);
   if (start > buffer.size()) {
      refuse(L"The encoding ends too early");
   }
   return start;
}

uint32_t countOf(size_t elements)
{
   if (elements > static_cast<size_t>(std::numeric_limits<int32_t>::max())) {
      refuse(L"Too many elements for a count of 32 bits");
   }
   return static_cast<uint32_t>(elements);
}

void appendCount(Buffer & buffer, size_t elements)
{
   const uint32_t count = countOf(elements);
   const size_t at = buffer.size();
   buffer.resize(at + countLength);
   writeBig(&buffer[at], count);
}

size_t takeCount(const Octet * from, size_t left)
{
   need(countLength, left);
   const uint32_t count = readBig<uint32_t>(from);
   if (count > static_cast<uint32_t>(std::numeric_limits<int32_t>::max())) {
      refuse(L"A negative count");
   }
   return count;
}

Integer64 hashOf(const void * octets, size_t count)
{
   const unsigned char * at = static_cast<const unsigned char *>(octets);
   uint64_t hash = 0xcbf29ce484222325u;
   for (size_t i = 0; i < count; ++i) {
      hash = (hash ^ at[i]) * 0x100000001b3u;
   }
   return static_cast<Integer64>(hash);
}

}
