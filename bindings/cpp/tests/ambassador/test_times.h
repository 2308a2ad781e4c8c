// Logical times that a federation could bring itself.
#pragma once

#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <string>

#include "edition.h"
#include "time/edition_times.h"
#include "types/big_endian.h"

namespace HYLA_RTI
{
// Counts in whole ticks.
struct Ticks
{
   using Value = std::int64_t;
   static constexpr const wchar_t *NAME = L"TestTicks";
   static constexpr std::size_t LENGTH = 8;
   static constexpr Value INITIAL = 0;
   static constexpr Value EPSILON = 1;
   static constexpr Value FINAL = 1000000;

   static std::uint64_t bits(Value value)
   {
      return static_cast<std::uint64_t>(value);
   }

   static Value value(std::uint64_t bits)
   {
      return static_cast<Value>(bits);
   }
};

// Counts in seconds.
struct Seconds
{
   using Value = double;
   static constexpr const wchar_t *NAME = L"TestSeconds";
   static constexpr std::size_t LENGTH = 8;
   static constexpr Value INITIAL = 0.0;
   static constexpr Value EPSILON = std::numeric_limits<double>::denorm_min();
   static constexpr Value FINAL = 1e12;

   static std::uint64_t bits(Value value)
   {
      std::uint64_t bits;
      std::memcpy(&bits, &value, sizeof(bits));
      return bits;
   }

   static Value value(std::uint64_t bits)
   {
      Value value;
      std::memcpy(&value, &bits, sizeof(value));
      return value;
   }
};

// Cannot be counted with: its encoding grows as the time falls.
struct Backwards : Ticks
{
   static constexpr const wchar_t *NAME = L"TestBackwards";

   static std::uint64_t bits(Value value)
   {
      return static_cast<std::uint64_t>(1000000 - value);
   }

   static Value value(std::uint64_t bits)
   {
      return 1000000 - static_cast<Value>(bits);
   }
};

// Cannot be counted with: it takes 9 bytes.
struct Wide : Ticks
{
   static constexpr const wchar_t *NAME = L"TestWide";
   static constexpr std::size_t LENGTH = 9;
};

template <typename Rules>
class TestInterval : public LogicalTimeInterval
{
public:
   using Value = typename Rules::Value;

   explicit TestInterval(Value value = Value()) : value(value)
   {}

   ~TestInterval() noexcept override = default;

   void setZero() override
   {
      value = Value();
   }

   bool isZero() const override
   {
      return value == Value();
   }

   void setEpsilon() override
   {
      value = Rules::EPSILON;
   }

   bool isEpsilon() const override
   {
      return value == Rules::EPSILON;
   }

   LogicalTimeInterval &operator=(const LogicalTimeInterval &other) override
   {
      value = of(other);
      return *this;
   }

   LogicalTimeInterval &operator+=(const LogicalTimeInterval &addend) override
   {
      value += of(addend);
      return *this;
   }

   LogicalTimeInterval &operator-=(const LogicalTimeInterval &subtrahend) override
   {
      value -= of(subtrahend);
      return *this;
   }

   bool operator>(const LogicalTimeInterval &other) const override
   {
      return value > of(other);
   }

   bool operator<(const LogicalTimeInterval &other) const override
   {
      return value < of(other);
   }

   bool operator==(const LogicalTimeInterval &other) const override
   {
      return value == of(other);
   }

   bool operator>=(const LogicalTimeInterval &other) const override
   {
      return value >= of(other);
   }

   bool operator<=(const LogicalTimeInterval &other) const override
   {
      return value <= of(other);
   }

   void setToDifference(const LogicalTime &minuend, const LogicalTime &subtrahend) override;

   VariableLengthData encode() const override
   {
      unsigned char bytes[Rules::LENGTH] = {};
      write_big_endian_64(Rules::bits(value), bytes);
      return VariableLengthData(bytes, sizeof(bytes));
   }

   size_t encode(void *buffer, size_t) const override
   {
      write_big_endian_64(Rules::bits(value), static_cast<unsigned char *>(buffer));
      return Rules::LENGTH;
   }

   size_t encodedLength() const override
   {
      return Rules::LENGTH;
   }

   void decode(const VariableLengthData &encoded) override
   {
      value = Rules::value(read_big_endian_64(static_cast<const unsigned char *>(encoded.data())));
   }

   void decode(EncodedBytes buffer, size_t) override
   {
      value = Rules::value(read_big_endian_64(static_cast<const unsigned char *>(buffer)));
   }

   std::wstring toString() const override
   {
      return std::to_wstring(value);
   }

   std::wstring implementationName() const override
   {
      return Rules::NAME;
   }

   static Value of(const LogicalTimeInterval &interval)
   {
      return dynamic_cast<const TestInterval &>(interval).value;
   }

   Value value;
};

template <typename Rules>
class TestTime : public LogicalTime
{
public:
   using Value = typename Rules::Value;

   explicit TestTime(Value value = Rules::INITIAL) : value(value)
   {}

   ~TestTime() noexcept override = default;

   void setInitial() override
   {
      value = Rules::INITIAL;
   }

   bool isInitial() const override
   {
      return value == Rules::INITIAL;
   }

   void setFinal() override
   {
      value = Rules::FINAL;
   }

   bool isFinal() const override
   {
      return value == Rules::FINAL;
   }

   LogicalTime &operator=(const LogicalTime &other) override
   {
      value = of(other);
      return *this;
   }

   LogicalTime &operator+=(const LogicalTimeInterval &addend) override
   {
      const Value sum = value + TestInterval<Rules>::of(addend);
      if (sum > Rules::FINAL)
      {
         throw IllegalTimeArithmetic(L"beyond the final time");
      }
      value = sum;
      return *this;
   }

   LogicalTime &operator-=(const LogicalTimeInterval &subtrahend) override
   {
      value -= TestInterval<Rules>::of(subtrahend);
      return *this;
   }

   bool operator>(const LogicalTime &other) const override
   {
      return value > of(other);
   }

   bool operator<(const LogicalTime &other) const override
   {
      return value < of(other);
   }

   bool operator==(const LogicalTime &other) const override
   {
      return value == of(other);
   }

   bool operator>=(const LogicalTime &other) const override
   {
      return value >= of(other);
   }

   bool operator<=(const LogicalTime &other) const override
   {
      return value <= of(other);
   }

   VariableLengthData encode() const override
   {
      unsigned char bytes[Rules::LENGTH] = {};
      write_big_endian_64(Rules::bits(value), bytes);
      return VariableLengthData(bytes, sizeof(bytes));
   }

   size_t encode(void *buffer, size_t) const override
   {
      write_big_endian_64(Rules::bits(value), static_cast<unsigned char *>(buffer));
      return Rules::LENGTH;
   }

   size_t encodedLength() const override
   {
      return Rules::LENGTH;
   }

   void decode(const VariableLengthData &encoded) override
   {
      value = Rules::value(read_big_endian_64(static_cast<const unsigned char *>(encoded.data())));
   }

   void decode(EncodedBytes buffer, size_t) override
   {
      value = Rules::value(read_big_endian_64(static_cast<const unsigned char *>(buffer)));
   }

   std::wstring toString() const override
   {
      return std::wstring(Rules::NAME) + L" " + std::to_wstring(value);
   }

   std::wstring implementationName() const override
   {
      return Rules::NAME;
   }

   static Value of(const LogicalTime &time)
   {
      return dynamic_cast<const TestTime &>(time).value;
   }

   Value value;
};

template <typename Rules>
void TestInterval<Rules>::setToDifference(const LogicalTime &minuend, const LogicalTime &subtrahend)
{
   value = TestTime<Rules>::of(minuend) - TestTime<Rules>::of(subtrahend);
}

template <typename Rules>
class TestFactory : public LogicalTimeFactory
{
public:
   using Time = TestTime<Rules>;
   using Interval = TestInterval<Rules>;

   ~TestFactory() noexcept override = default;

   OwnedTime<LogicalTime> makeInitial() override
   {
      return OwnedTime<LogicalTime>(new Time());
   }

   OwnedTime<LogicalTime> makeFinal() override
   {
      return OwnedTime<LogicalTime>(new Time(Rules::FINAL));
   }

   OwnedTime<LogicalTimeInterval> makeZero() override
   {
      return OwnedTime<LogicalTimeInterval>(new Interval());
   }

   OwnedTime<LogicalTimeInterval> makeEpsilon() override
   {
      return OwnedTime<LogicalTimeInterval>(new Interval(Rules::EPSILON));
   }

   OwnedTime<LogicalTime> decodeLogicalTime(const VariableLengthData &encoded) override
   {
      OwnedTime<LogicalTime> time(new Time());
      time->decode(encoded);
      return time;
   }

   OwnedTime<LogicalTime> decodeLogicalTime(EncodedBytes buffer, size_t size) override
   {
      OwnedTime<LogicalTime> time(new Time());
      time->decode(buffer, size);
      return time;
   }

   OwnedTime<LogicalTimeInterval> decodeLogicalTimeInterval(const VariableLengthData &encoded) override
   {
      OwnedTime<LogicalTimeInterval> interval(new Interval());
      interval->decode(encoded);
      return interval;
   }

   OwnedTime<LogicalTimeInterval> decodeLogicalTimeInterval(EncodedBytes buffer, size_t size) override
   {
      OwnedTime<LogicalTimeInterval> interval(new Interval());
      interval->decode(buffer, size);
      return interval;
   }

   std::wstring getName() const override
   {
      return Rules::NAME;
   }
};
}
