// Reprinted with permission from IEEE 1516.1(TM)-2025
//
// Logical time as a double.

#pragma once

#include <RTI/time/LogicalTime.h>
#include <RTI/time/HLAfloat64Interval.h>

namespace rti1516_2025
{
   class HLAfloat64TimeImpl;

   class RTI_EXPORT HLAfloat64Time : public LogicalTime
   {
   public:
      HLAfloat64Time();
      HLAfloat64Time(const double &value);
      HLAfloat64Time(const rti1516_2025::LogicalTime &value);
      HLAfloat64Time(const HLAfloat64Time &value);
      ~HLAfloat64Time() noexcept override;
      void setInitial() override;
      bool isInitial() const override;
      void setFinal() override;
      bool isFinal() const override;
      rti1516_2025::HLAfloat64Time &operator=(const rti1516_2025::LogicalTime &rhs) override;
      rti1516_2025::LogicalTime &operator+=(const rti1516_2025::LogicalTimeInterval &addend) override;
      rti1516_2025::LogicalTime &operator-=(
         const rti1516_2025::LogicalTimeInterval &subtrahend) override;
      bool operator>(const rti1516_2025::LogicalTime &value) const override;
      bool operator<(const rti1516_2025::LogicalTime &value) const override;
      bool operator==(const rti1516_2025::LogicalTime &value) const override;
      bool operator>=(const rti1516_2025::LogicalTime &value) const override;
      bool operator<=(const rti1516_2025::LogicalTime &value) const override;
      rti1516_2025::VariableLengthData encode() const override;
      size_t encode(void *buffer, size_t bufferSize) const override;
      size_t encodedLength() const override;
      void decode(const rti1516_2025::VariableLengthData &VariableLengthData) override;
      void decode(const void *buffer, size_t bufferSize) override;
      std::wstring toString() const override;
      std::wstring implementationName() const override;
      virtual double getTime() const;
      virtual void setTime(double value);
      virtual HLAfloat64Time &operator=(const HLAfloat64Time &);
      operator double() const;

      friend class HLAfloat64Interval;

   private:
      HLAfloat64TimeImpl *_impl;
   };
}
