// 64 bits as eight bytes, most significant first: how times and long handles are encoded.
#pragma once

#include <cstddef>
#include <cstdint>

#include "edition.h"

namespace HYLA_RTI
{
constexpr std::size_t BIG_ENDIAN_64_LENGTH = 8;

inline void write_big_endian_64(std::uint64_t value, unsigned char *bytes)
{
   for (std::size_t i = 0; i < BIG_ENDIAN_64_LENGTH; ++i)
   {
      bytes[i] = static_cast<unsigned char>(value >> (56 - 8 * i));
   }
}

inline std::uint64_t read_big_endian_64(const unsigned char *bytes)
{
   std::uint64_t value = 0;
   for (std::size_t i = 0; i < BIG_ENDIAN_64_LENGTH; ++i)
   {
      value = value << 8 | bytes[i];
   }
   return value;
}
}
