// The value of a time or an interval, kept in the pointer that the standard's class has: no time ever allocates.
#pragma once

#include <cstdint>

#include <RTI/VariableLengthData.h>

#include "time/edition_times.h"
#include "types/big_endian.h"

namespace HYLA_RTI
{
template <typename Rules, typename Pointer>
typename Rules::Value value_in(Pointer pointer)
{
   static_assert(sizeof(Pointer) == sizeof(std::uint64_t), "a time has to fit into a pointer");
   return Rules::from_bits(reinterpret_cast<std::uint64_t>(pointer));
}

template <typename Rules, typename Pointer>
void put_value(Pointer &pointer, typename Rules::Value value)
{
   pointer = reinterpret_cast<Pointer>(Rules::to_bits(value));
}

// Eight bytes, big endian.
template <typename Rules>
VariableLengthData encode_value(typename Rules::Value value)
{
   unsigned char bytes[BIG_ENDIAN_64_LENGTH];
   write_big_endian_64(Rules::to_bits(value), bytes);
   return VariableLengthData(bytes, sizeof(bytes));
}

template <typename Rules>
size_t encode_value(typename Rules::Value value, void *buffer, size_t size)
{
   if (size < BIG_ENDIAN_64_LENGTH)
   {
      throw CouldNotEncode(std::wstring(Rules::name()) + L" takes 8 bytes; there is room for " + std::to_wstring(size));
   }
   write_big_endian_64(Rules::to_bits(value), static_cast<unsigned char *>(buffer));
   return BIG_ENDIAN_64_LENGTH;
}

template <typename Rules>
typename Rules::Value decode_value(const void *buffer, size_t size)
{
   if (size != BIG_ENDIAN_64_LENGTH)
   {
      throw CouldNotDecode(
         std::wstring(Rules::name()) + L" is encoded in 8 bytes; got " + std::to_wstring(size));
   }
   return Rules::from_bits(read_big_endian_64(static_cast<const unsigned char *>(buffer)));
}
}
