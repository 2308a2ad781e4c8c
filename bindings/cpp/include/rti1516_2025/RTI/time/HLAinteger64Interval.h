// Reprinted with permission from IEEE 1516.1(TM)-2025
//
// A distance between HLAinteger64Times.

#pragma once

#include <RTI/time/LogicalTimeInterval.h>
#include <RTI/encoding/EncodingConfig.h>

namespace rti1516_2025
{
   class HLAinteger64IntervalImpl;

   class RTI_EXPORT HLAinteger64Interval : public LogicalTimeInterval
   {
   public:
      HLAinteger64Interval();
      HLAinteger64Interval(const HLAinteger64Interval &rhs);
      HLAinteger64Interval(const rti1516_2025::LogicalTimeInterval &rhs);
      HLAinteger64Interval(Integer64);
      ~HLAinteger64Interval() noexcept override;
      void setZero() override;
      bool isZero() const override;
      void setEpsilon() override;
      bool isEpsilon() const override;
      rti1516_2025::HLAinteger64Interval &operator=(
         const rti1516_2025::LogicalTimeInterval &value) override;
      rti1516_2025::LogicalTimeInterval &operator+=(
         const rti1516_2025::LogicalTimeInterval &addend) override;
      rti1516_2025::LogicalTimeInterval &operator-=(
         const rti1516_2025::LogicalTimeInterval &subtrahend) override;
      bool operator>(const rti1516_2025::LogicalTimeInterval &value) const override;
      bool operator<(const rti1516_2025::LogicalTimeInterval &value) const override;
      bool operator==(const rti1516_2025::LogicalTimeInterval &value) const override;
      bool operator>=(const rti1516_2025::LogicalTimeInterval &value) const override;
      bool operator<=(const rti1516_2025::LogicalTimeInterval &value) const override;
      void setToDifference(
         const rti1516_2025::LogicalTime &minuend,
         const rti1516_2025::LogicalTime &subtrahend) override;
      rti1516_2025::VariableLengthData encode() const override;
      size_t encode(void *buffer, size_t bufferSize) const override;
      size_t encodedLength() const override;
      void decode(const rti1516_2025::VariableLengthData &encodedValue) override;
      void decode(const void *buffer, size_t bufferSize) override;
      std::wstring toString() const override;
      std::wstring implementationName() const override;
      virtual Integer64 getInterval() const;
      virtual void setInterval(Integer64 value);
      virtual HLAinteger64Interval &operator=(const HLAinteger64Interval &value);
      operator Integer64() const;

   private:
      HLAinteger64IntervalImpl *_impl;
   };
}
