// Reprinted with permission from IEEE 1516.1(TM)-2010
//
// Logical time, whatever it is made of.

#ifndef RTI_LogicalTime_h
#define RTI_LogicalTime_h

namespace rti1516e
{
   class LogicalTimeInterval;
}

#include <RTI/SpecificConfig.h>
#include <RTI/Exception.h>
#include <string>
#include <RTI/VariableLengthData.h>

namespace rti1516e
{
   /// Arithmetic and comparisons throw InvalidLogicalTime when the other operand is of another implementation.
   class RTI_EXPORT LogicalTime
   {
   public:
      virtual ~LogicalTime() RTI_NOEXCEPT = 0;

      /// The first time of all.
      virtual void setInitial() = 0;
      virtual bool isInitial() const = 0;

      /// The last time of all.
      virtual void setFinal() = 0;
      virtual bool isFinal() const = 0;
      virtual LogicalTime &operator=(const LogicalTime &value) RTI_THROW(InvalidLogicalTime) = 0;
      virtual LogicalTime &operator+=(
         const LogicalTimeInterval &addend)
         RTI_THROW(IllegalTimeArithmetic, InvalidLogicalTimeInterval) = 0;
      virtual LogicalTime &operator-=(
         const LogicalTimeInterval &subtrahend)
         RTI_THROW(IllegalTimeArithmetic, InvalidLogicalTimeInterval) = 0;
      virtual bool operator>(const LogicalTime &value) const RTI_THROW(InvalidLogicalTime) = 0;
      virtual bool operator<(const LogicalTime &value) const RTI_THROW(InvalidLogicalTime) = 0;
      virtual bool operator==(const LogicalTime &value) const RTI_THROW(InvalidLogicalTime) = 0;
      virtual bool operator>=(const LogicalTime &value) const RTI_THROW(InvalidLogicalTime) = 0;
      virtual bool operator<=(const LogicalTime &value) const RTI_THROW(InvalidLogicalTime) = 0;
      virtual VariableLengthData encode() const = 0;
      virtual size_t encode(void *buffer, size_t bufferSize) const RTI_THROW(CouldNotEncode) = 0;
      virtual size_t encodedLength() const = 0;
      virtual void decode(
         const VariableLengthData &encodedLogicalTime)
         RTI_THROW(InternalError, CouldNotDecode) = 0;
      virtual void decode(void *buffer, size_t bufferSize) RTI_THROW(InternalError, CouldNotDecode) = 0;
      virtual std::wstring toString() const = 0;
      virtual std::wstring implementationName() const = 0;
   };

   RTI_EXPORT std::wostream &operator<<(std::wostream &, const LogicalTime &);
}

#endif // RTI_LogicalTime_h
