// Reprinted with permission from IEEE 1516.1(TM)-2025
//
// The factory of HLAfloat64Time.

#pragma once

#include <RTI/time/LogicalTimeFactory.h>

namespace rti1516_2025
{
   const std::wstring HLAfloat64TimeName(L"HLAfloat64Time");
   class HLAfloat64Time;
   class HLAfloat64Interval;

   class RTI_EXPORT HLAfloat64TimeFactory : public LogicalTimeFactory
   {
   public:
      HLAfloat64TimeFactory();
      ~HLAfloat64TimeFactory() noexcept override;
      virtual std::unique_ptr<HLAfloat64Time> makeLogicalTime(double value);
      std::unique_ptr<LogicalTime> makeInitial() override;
      std::unique_ptr<LogicalTime> makeFinal() override;
      virtual std::unique_ptr<HLAfloat64Interval> makeLogicalTimeInterval(double value);
      std::unique_ptr<LogicalTimeInterval> makeZero() override;
      std::unique_ptr<LogicalTimeInterval> makeEpsilon() override;
      std::unique_ptr<LogicalTime> decodeLogicalTime(
         const VariableLengthData &encodedLogicalTime) override;
      std::unique_ptr<LogicalTime> decodeLogicalTime(const void *buffer, size_t bufferSize) override;
      std::unique_ptr<LogicalTimeInterval> decodeLogicalTimeInterval(
         const VariableLengthData &encodedValue) override;
      std::unique_ptr<LogicalTimeInterval> decodeLogicalTimeInterval(
         const void *buffer,
         size_t bufferSize) override;
      std::wstring getName() const override;
   };
}
