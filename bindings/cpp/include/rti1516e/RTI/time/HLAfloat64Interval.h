// Reprinted with permission from IEEE 1516.1(TM)-2010
//
// A distance between HLAfloat64Times.

#ifndef RTI_HLAfloat64Interval_H_
#define RTI_HLAfloat64Interval_H_

#include <RTI/LogicalTimeInterval.h>

namespace rti1516e
{
   class HLAfloat64IntervalImpl;

   class RTI_EXPORT HLAfloat64Interval : public LogicalTimeInterval
   {
   public:
      HLAfloat64Interval();
      HLAfloat64Interval(double);
      HLAfloat64Interval(const rti1516e::LogicalTimeInterval &);
      HLAfloat64Interval(const HLAfloat64Interval &);
      virtual ~HLAfloat64Interval() RTI_NOEXCEPT;
      virtual void setZero();
      virtual bool isZero() const;
      virtual void setEpsilon();
      virtual bool isEpsilon() const;
      virtual rti1516e::LogicalTimeInterval &operator=(
         const rti1516e::LogicalTimeInterval &value)
         RTI_THROW(rti1516e::InvalidLogicalTimeInterval);
      virtual rti1516e::LogicalTimeInterval &operator+=(
         const rti1516e::LogicalTimeInterval &addend)
         RTI_THROW(rti1516e::IllegalTimeArithmetic, rti1516e::InvalidLogicalTimeInterval);
      virtual rti1516e::LogicalTimeInterval &operator-=(
         const rti1516e::LogicalTimeInterval &subtrahend)
         RTI_THROW(rti1516e::IllegalTimeArithmetic, rti1516e::InvalidLogicalTimeInterval);
      virtual bool operator>(
         const rti1516e::LogicalTimeInterval &value) const
         RTI_THROW(rti1516e::InvalidLogicalTimeInterval);
      virtual bool operator<(
         const rti1516e::LogicalTimeInterval &value) const
         RTI_THROW(rti1516e::InvalidLogicalTimeInterval);
      virtual bool operator==(
         const rti1516e::LogicalTimeInterval &value) const
         RTI_THROW(rti1516e::InvalidLogicalTimeInterval);
      virtual bool operator>=(
         const rti1516e::LogicalTimeInterval &value) const
         RTI_THROW(rti1516e::InvalidLogicalTimeInterval);
      virtual bool operator<=(
         const rti1516e::LogicalTimeInterval &value) const
         RTI_THROW(rti1516e::InvalidLogicalTimeInterval);
      virtual void setToDifference(
         const rti1516e::LogicalTime &minuend,
         const rti1516e::LogicalTime &subtrahend)
         RTI_THROW(rti1516e::IllegalTimeArithmetic, rti1516e::InvalidLogicalTime);
      virtual rti1516e::VariableLengthData encode() const;
      virtual size_t encode(void *buffer, size_t bufferSize) const RTI_THROW(rti1516e::CouldNotEncode);
      virtual size_t encodedLength() const;
      virtual void decode(
         const rti1516e::VariableLengthData &encodedValue)
         RTI_THROW(rti1516e::InternalError, rti1516e::CouldNotDecode);
      virtual void decode(
         void *buffer,
         size_t bufferSize)
         RTI_THROW(rti1516e::InternalError, rti1516e::CouldNotDecode);
      virtual std::wstring toString() const;
      virtual std::wstring implementationName() const;
      virtual double getInterval() const;
      virtual void setInterval(double value);
      virtual HLAfloat64Interval &operator=(
         const HLAfloat64Interval &value)
         RTI_THROW(rti1516e::InvalidLogicalTimeInterval);
      operator double() const;

   private:
      HLAfloat64IntervalImpl *_impl;
   };
}

#endif // RTI_HLAfloat64Interval_H_
