// Reprinted with permission from IEEE 1516.1(TM)-2025
//
// A distance between logical times.

#pragma once

namespace rti1516_2025
{
   class LogicalTime;
}

#include <RTI/SpecificConfig.h>
#include <RTI/Exception.h>
#include <string>
#include <ostream>
#include <RTI/VariableLengthData.h>

namespace rti1516_2025
{
   /// Never negative. Operands of another implementation are refused.
   class RTI_EXPORT LogicalTimeInterval
   {
   public:
      virtual ~LogicalTimeInterval() noexcept = default;
      virtual void setZero() = 0;
      virtual bool isZero() const = 0;

      /// The smallest distance there is.
      virtual void setEpsilon() = 0;
      virtual bool isEpsilon() const = 0;
      virtual LogicalTimeInterval &operator=(const LogicalTimeInterval &value) = 0;
      virtual LogicalTimeInterval &operator+=(const LogicalTimeInterval &addend) = 0;
      virtual LogicalTimeInterval &operator-=(const LogicalTimeInterval &subtrahend) = 0;
      virtual bool operator>(const LogicalTimeInterval &value) const = 0;
      virtual bool operator<(const LogicalTimeInterval &value) const = 0;
      virtual bool operator==(const LogicalTimeInterval &value) const = 0;
      virtual bool operator>=(const LogicalTimeInterval &value) const = 0;
      virtual bool operator<=(const LogicalTimeInterval &value) const = 0;

      /// The distance between the two times, whichever is later.
      virtual void setToDifference(const LogicalTime &minuend, const LogicalTime &subtrahend) = 0;
      virtual VariableLengthData encode() const = 0;
      virtual size_t encode(void *buffer, size_t bufferSize) const = 0;
      virtual size_t encodedLength() const = 0;
      virtual void decode(const VariableLengthData &encodedValue) = 0;
      virtual void decode(const void *buffer, size_t bufferSize) = 0;
      virtual std::wstring toString() const = 0;
      virtual std::wstring implementationName() const = 0;
   };

   RTI_EXPORT std::wostream &operator<<(std::wostream &, const LogicalTimeInterval &);
}
