// Reprinted with permission from IEEE 1516.1(TM)-2025
//
// A distance between HLAfloat64Times.

#pragma once

#include <RTI/time/LogicalTimeInterval.h>

namespace rti1516_2025
{
   class HLAfloat64IntervalImpl;

   class RTI_EXPORT HLAfloat64Interval : public LogicalTimeInterval
   {
   public:
      HLAfloat64Interval();
      HLAfloat64Interval(double);
      HLAfloat64Interval(const rti1516_2025::LogicalTimeInterval &);
      HLAfloat64Interval(const HLAfloat64Interval &);
      ~HLAfloat64Interval() noexcept override;
      void setZero() override;
      bool isZero() const override;
      void setEpsilon() override;
      bool isEpsilon() const override;
      rti1516_2025::HLAfloat64Interval &operator=(
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
      virtual double getInterval() const;
      virtual void setInterval(double value);
      virtual HLAfloat64Interval &operator=(const HLAfloat64Interval &value);
      operator double() const;

   private:
      HLAfloat64IntervalImpl *_impl;
   };
}
