// Reprinted with permission from IEEE 1516.1(TM)-2025
//
// Logical time, whatever it is made of.

#pragma once

namespace rti1516_2025
{
   class LogicalTimeInterval;
}

#include <RTI/SpecificConfig.h>
#include <RTI/Exception.h>
#include <string>
#include <ostream>
#include <RTI/VariableLengthData.h>

namespace rti1516_2025
{
   /// Arithmetic and comparisons throw InvalidLogicalTime when the other operand is of another implementation.
   class RTI_EXPORT LogicalTime
   {
   public:
      virtual ~LogicalTime() noexcept = default;

      /// The first time of all.
      virtual void setInitial() = 0;
      virtual bool isInitial() const = 0;

      /// The last time of all.
      virtual void setFinal() = 0;
      virtual bool isFinal() const = 0;
      virtual LogicalTime &operator=(const LogicalTime &value) = 0;
      virtual LogicalTime &operator+=(const LogicalTimeInterval &addend) = 0;
      virtual LogicalTime &operator-=(const LogicalTimeInterval &subtrahend) = 0;
      virtual bool operator>(const LogicalTime &value) const = 0;
      virtual bool operator<(const LogicalTime &value) const = 0;
      virtual bool operator==(const LogicalTime &value) const = 0;
      virtual bool operator>=(const LogicalTime &value) const = 0;
      virtual bool operator<=(const LogicalTime &value) const = 0;
      virtual VariableLengthData encode() const = 0;
      virtual size_t encode(void *buffer, size_t bufferSize) const = 0;
      virtual size_t encodedLength() const = 0;
      virtual void decode(const VariableLengthData &encodedLogicalTime) = 0;
      virtual void decode(const void *buffer, size_t bufferSize) = 0;
      virtual std::wstring toString() const = 0;
      virtual std::wstring implementationName() const = 0;
   };

   RTI_EXPORT std::wostream &operator<<(std::wostream &, const LogicalTime &);
}
