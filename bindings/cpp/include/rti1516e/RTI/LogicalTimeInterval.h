// Reprinted with permission from IEEE 1516.1(TM)-2010
//
// A distance between logical times.

#ifndef RTI_LogicalTimeInterval_h
#define RTI_LogicalTimeInterval_h

namespace rti1516e
{
   class LogicalTime;
}

#include <RTI/SpecificConfig.h>
#include <RTI/Exception.h>
#include <string>
#include <RTI/VariableLengthData.h>

namespace rti1516e
{
   /// Never negative. Operands of another implementation are refused.
   class RTI_EXPORT LogicalTimeInterval
   {
   public:
      virtual ~LogicalTimeInterval() RTI_NOEXCEPT = 0;
      virtual void setZero() = 0;
      virtual bool isZero() const = 0;

      /// The smallest distance there is.
      virtual void setEpsilon() = 0;
      virtual bool isEpsilon() const = 0;
      virtual LogicalTimeInterval &operator=(
         const LogicalTimeInterval &value)
         RTI_THROW(InvalidLogicalTimeInterval) = 0;
      virtual LogicalTimeInterval &operator+=(
         const LogicalTimeInterval &addend)
         RTI_THROW(IllegalTimeArithmetic, InvalidLogicalTimeInterval) = 0;
      virtual LogicalTimeInterval &operator-=(
         const LogicalTimeInterval &subtrahend)
         RTI_THROW(IllegalTimeArithmetic, InvalidLogicalTimeInterval) = 0;
      virtual bool operator>(
         const LogicalTimeInterval &value) const
         RTI_THROW(InvalidLogicalTimeInterval) = 0;
      virtual bool operator<(
         const LogicalTimeInterval &value) const
         RTI_THROW(InvalidLogicalTimeInterval) = 0;
      virtual bool operator==(
         const LogicalTimeInterval &value) const
         RTI_THROW(InvalidLogicalTimeInterval) = 0;
      virtual bool operator>=(
         const LogicalTimeInterval &value) const
         RTI_THROW(InvalidLogicalTimeInterval) = 0;
      virtual bool operator<=(
         const LogicalTimeInterval &value) const
         RTI_THROW(InvalidLogicalTimeInterval) = 0;

      /// The distance between the two times, whichever is later.
      virtual void setToDifference(
         const LogicalTime &minuend,
         const LogicalTime &subtrahend)
         RTI_THROW(IllegalTimeArithmetic, InvalidLogicalTime) = 0;
      virtual VariableLengthData encode() const = 0;
      virtual size_t encode(void *buffer, size_t bufferSize) const RTI_THROW(CouldNotEncode) = 0;
      virtual size_t encodedLength() const = 0;
      virtual void decode(
         const VariableLengthData &encodedValue)
         RTI_THROW(InternalError, CouldNotDecode) = 0;
      virtual void decode(void *buffer, size_t bufferSize) RTI_THROW(InternalError, CouldNotDecode) = 0;
      virtual std::wstring toString() const = 0;
      virtual std::wstring implementationName() const = 0;
   };

   RTI_EXPORT std::wostream &operator<<(std::wostream &, const LogicalTimeInterval &);
}

#endif // RTI_LogicalTimeInterval_h
