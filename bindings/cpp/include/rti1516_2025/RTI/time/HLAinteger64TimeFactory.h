// Reprinted with permission from IEEE 1516.1(TM)-2025
//
// The factory of HLAinteger64Time.

#pragma once

#include <RTI/time/LogicalTimeFactory.h>
#include <RTI/encoding/EncodingConfig.h>

namespace rti1516_2025
{
   const std::wstring HLAinteger64TimeName(L"HLAinteger64Time");
   class HLAinteger64Time;
   class HLAinteger64Interval;

   class RTI_EXPORT HLAinteger64TimeFactory : public LogicalTimeFactory
   {
   public:
      HLAinteger64TimeFactory();
      ~HLAinteger64TimeFactory() noexcept override;
      virtual std::unique_ptr<HLAinteger64Time> makeLogicalTime(Integer64 value);
      std::unique_ptr<LogicalTime> makeInitial() override;
      std::unique_ptr<LogicalTime> makeFinal() override;
      virtual std::unique_ptr<HLAinteger64Interval> makeLogicalTimeInterval(Integer64 value);
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
