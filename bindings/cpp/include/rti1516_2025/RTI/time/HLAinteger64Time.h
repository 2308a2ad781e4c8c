// Reprinted with permission from IEEE 1516.1(TM)-2025
//
// Logical time as a 64-bit integer.

#pragma once

#include <RTI/time/LogicalTime.h>
#include <RTI/time/HLAinteger64Interval.h>

namespace rti1516_2025
{
   class HLAinteger64TimeImpl;

   class RTI_EXPORT HLAinteger64Time : public LogicalTime
   {
   public:
      HLAinteger64Time();
      HLAinteger64Time(Integer64 value);
      HLAinteger64Time(const rti1516_2025::LogicalTime &value);
      HLAinteger64Time(const HLAinteger64Time &value);
      ~HLAinteger64Time() noexcept override;
      void setInitial() override;
      bool isInitial() const override;
      void setFinal() override;
      bool isFinal() const override;
      rti1516_2025::HLAinteger64Time &operator=(const rti1516_2025::LogicalTime &value) override;
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
      virtual Integer64 getTime() const;
      virtual void setTime(Integer64 value);
      virtual HLAinteger64Time &operator=(const HLAinteger64Time &);
      operator Integer64() const;

      friend class HLAinteger64Interval;

   private:
      HLAinteger64TimeImpl *_impl;
   };
}
