// The rules of HLAfloat64Time: finite doubles from 0 upwards, compared exactly. Other numbers can be held, so that the
// service to which one is given can refuse it.
#pragma once

#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <optional>
#include <string>

#include "edition.h"

namespace HYLA_RTI
{
struct Float64Rules
{
   using Value = double;

   static constexpr Value INITIAL = 0.0;
   static constexpr Value FINAL = std::numeric_limits<Value>::max();
   // Added to a time it gives the next double.
   static constexpr Value EPSILON = std::numeric_limits<Value>::denorm_min();

   static const wchar_t *name()
   {
      return L"HLAfloat64Time";
   }

   static std::uint64_t to_bits(Value value)
   {
      std::uint64_t bits;
      std::memcpy(&bits, &value, sizeof(bits));
      return bits;
   }

   static Value from_bits(std::uint64_t bits)
   {
      Value value;
      std::memcpy(&value, &bits, sizeof(value));
      return value;
   }

   // Infinity is taken as the final time, because some RTIs put it there; minus zero as zero, so that equal times have
   // equal bits.
   static Value held(Value value)
   {
      return value == std::numeric_limits<Value>::infinity() ? FINAL : held_interval(value);
   }

   static Value held_interval(Value value)
   {
      return value == 0.0 ? 0.0 : value;
   }

   static bool is_time(Value value)
   {
      return value >= INITIAL;
   }

   static bool is_interval(Value value)
   {
      return value >= 0.0 && value <= FINAL;
   }

   // The nearest double. A positive interval always moves a time, at least to the next double: an advance by
   // lookahead is never lost to rounding.
   static std::optional<Value> add(Value time, Value interval)
   {
      Value sum = time + interval;
      if (sum == time && interval > 0.0)
      {
         sum = std::nextafter(time, std::numeric_limits<Value>::infinity());
      }
      return is_interval(sum) ? std::optional<Value>(held(sum)) : std::nullopt;
   }

   static std::optional<Value> subtract(Value time, Value interval)
   {
      Value difference = time - interval;
      if (difference == time && interval > 0.0)
      {
         difference = std::nextafter(time, -std::numeric_limits<Value>::infinity());
      }
      return is_interval(difference) ? std::optional<Value>(held(difference)) : std::nullopt;
   }

   static std::optional<Value> distance(Value a, Value b)
   {
      const Value apart = std::fabs(a - b);
      return is_interval(apart) ? std::optional<Value>(apart) : std::nullopt;
   }

   // The shortest text that is read as the same double: plain digits where they stay short, an exponent elsewhere.
   static std::wstring show(Value value);
};
}
