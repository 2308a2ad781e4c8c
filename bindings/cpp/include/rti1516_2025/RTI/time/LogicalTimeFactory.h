// Reprinted with permission from IEEE 1516.1(TM)-2025
//
// How logical times come into being.

#pragma once

namespace rti1516_2025
{
   class LogicalTime;
   class LogicalTimeInterval;
   class VariableLengthData;
}

#include <RTI/SpecificConfig.h>
#include <RTI/Exception.h>
#include <memory>
#include <string>

namespace rti1516_2025
{
   /// Makes times and intervals of one implementation; the caller owns them.
   class RTI_EXPORT LogicalTimeFactory
   {
   public:
      virtual ~LogicalTimeFactory() noexcept = 0;
      virtual std::unique_ptr<LogicalTime> makeInitial() = 0;
      virtual std::unique_ptr<LogicalTime> makeFinal() = 0;
      virtual std::unique_ptr<LogicalTimeInterval> makeZero() = 0;
      virtual std::unique_ptr<LogicalTimeInterval> makeEpsilon() = 0;
      virtual std::unique_ptr<LogicalTime> decodeLogicalTime(
         const VariableLengthData &encodedLogicalTime) = 0;
      virtual std::unique_ptr<LogicalTime> decodeLogicalTime(const void *buffer, size_t bufferSize) = 0;
      virtual std::unique_ptr<LogicalTimeInterval> decodeLogicalTimeInterval(
         const VariableLengthData &encodedValue) = 0;
      virtual std::unique_ptr<LogicalTimeInterval> decodeLogicalTimeInterval(
         const void *buffer,
         size_t bufferSize) = 0;
      virtual std::wstring getName() const = 0;
   };
}
