// Numbers in values, little endian, and what values are filled with.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace bench
{
   using Bytes = std::vector<unsigned char>;

   template <typename Number>
   void put(unsigned char *at, Number number, std::size_t length = sizeof(Number))
   {
      for (std::size_t n = 0; n < length; ++n)
      {
         at[n] = static_cast<unsigned char>(number >> (8 * n));
      }
   }

   template <typename Number>
   Number take(const unsigned char *at, std::size_t length = sizeof(Number))
   {
      Number number = 0;
      for (std::size_t n = 0; n < length; ++n)
      {
         number |= static_cast<Number>(at[n]) << (8 * n);
      }
      return number;
   }

   // Bytes that look random and cannot be compressed; the same seed gives the same bytes (SplitMix64).
   inline void fill(Bytes &bytes, std::uint64_t seed)
   {
      std::uint64_t state = seed;
      for (std::size_t at = 0; at < bytes.size(); at += 8)
      {
         state += 0x9E3779B97F4A7C15U;
         std::uint64_t mixed = state;
         mixed = (mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9U;
         mixed = (mixed ^ (mixed >> 27)) * 0x94D049BB133111EBU;
         mixed ^= mixed >> 31;
         put(bytes.data() + at, mixed, bytes.size() - at < 8 ? bytes.size() - at : 8);
      }
   }
}
