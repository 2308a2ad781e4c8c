// The rules of HLAinteger64Time: whole numbers from 0 to 2^63 - 1. Other numbers can be held, so that the
// service to which one is given can refuse it.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>

#include <RTI/encoding/EncodingConfig.h>

#include "edition.h"

namespace HYLA_RTI
{
struct Integer64Rules
{
   using Value = Integer64;

   static constexpr Value INITIAL = 0;
   static constexpr Value FINAL = std::numeric_limits<Value>::max();
   static constexpr Value EPSILON = 1;

   static const wchar_t *name()
   {
      return L"HLAinteger64Time";
   }

   static std::uint64_t to_bits(Value value)
   {
      return static_cast<std::uint64_t>(value);
   }

   static Value from_bits(std::uint64_t bits)
   {
      return static_cast<Value>(bits);
   }

   // The number that is held for this one.
   static Value held(Value value)
   {
      return value;
   }

   static Value held_interval(Value value)
   {
      return value;
   }

   static bool is_time(Value value)
   {
      return value >= INITIAL;
   }

   static bool is_interval(Value value)
   {
      return value >= 0;
   }

   // A time plus an interval, or an interval plus another; nothing beyond the final time.
   static std::optional<Value> add(Value time, Value interval)
   {
      Value sum;
      if (__builtin_add_overflow(time, interval, &sum) || sum < 0)
      {
         return std::nullopt;
      }
      return sum;
   }

   // Nothing before the initial time.
   static std::optional<Value> subtract(Value time, Value interval)
   {
      Value difference;
      if (__builtin_sub_overflow(time, interval, &difference) || difference < 0)
      {
         return std::nullopt;
      }
      return difference;
   }

   // How far apart two times are, whichever is the later.
   static std::optional<Value> distance(Value a, Value b)
   {
      return a < b ? subtract(b, a) : subtract(a, b);
   }

   static std::wstring show(Value value)
   {
      return std::to_wstring(value);
   }
};
}
