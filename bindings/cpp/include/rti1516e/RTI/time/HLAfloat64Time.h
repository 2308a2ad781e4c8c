// Reprinted with permission from IEEE 1516.1(TM)-2010
//
// Logical time as a double.

#ifndef RTI_HLAfloat64Time_H_
#define RTI_HLAfloat64Time_H_

#include <RTI/LogicalTime.h>
#include <RTI/time/HLAfloat64Interval.h>

namespace rti1516e
{
   class HLAfloat64TimeImpl;

   class RTI_EXPORT HLAfloat64Time : public LogicalTime
   {
   public:
      HLAfloat64Time();
      HLAfloat64Time(const double &value);
      HLAfloat64Time(const rti1516e::LogicalTime &value);
      HLAfloat64Time(const HLAfloat64Time &value);
      virtual ~HLAfloat64Time() RTI_NOEXCEPT;
      virtual void setInitial();
      virtual bool isInitial() const;
      virtual void setFinal();
      virtual bool isFinal() const;
      virtual rti1516e::LogicalTime &operator=(
         const rti1516e::LogicalTime &value)
         RTI_THROW(rti1516e::InvalidLogicalTime);
      virtual rti1516e::LogicalTime &operator+=(
         const rti1516e::LogicalTimeInterval &addend)
         RTI_THROW(rti1516e::IllegalTimeArithmetic, rti1516e::InvalidLogicalTimeInterval);
      virtual rti1516e::LogicalTime &operator-=(
         const rti1516e::LogicalTimeInterval &subtrahend)
         RTI_THROW(rti1516e::IllegalTimeArithmetic, rti1516e::InvalidLogicalTimeInterval);
      virtual bool operator>(
         const rti1516e::LogicalTime &value) const
         RTI_THROW(rti1516e::InvalidLogicalTime);
      virtual bool operator<(
         const rti1516e::LogicalTime &value) const
         RTI_THROW(rti1516e::InvalidLogicalTime);
      virtual bool operator==(
         const rti1516e::LogicalTime &value) const
         RTI_THROW(rti1516e::InvalidLogicalTime);
      virtual bool operator>=(
         const rti1516e::LogicalTime &value) const
         RTI_THROW(rti1516e::InvalidLogicalTime);
      virtual bool operator<=(
         const rti1516e::LogicalTime &value) const
         RTI_THROW(rti1516e::InvalidLogicalTime);
      virtual rti1516e::VariableLengthData encode() const;
      virtual size_t encode(void *buffer, size_t bufferSize) const RTI_THROW(rti1516e::CouldNotEncode);
      virtual size_t encodedLength() const;
      virtual void decode(
         const rti1516e::VariableLengthData &VariableLengthData)
         RTI_THROW(rti1516e::InternalError, rti1516e::CouldNotDecode);
      virtual void decode(
         void *buffer,
         size_t bufferSize)
         RTI_THROW(rti1516e::InternalError, rti1516e::CouldNotDecode);
      virtual std::wstring toString() const;
      virtual std::wstring implementationName() const;
      virtual double getTime() const;
      virtual void setTime(double value);
      virtual HLAfloat64Time &operator=(const HLAfloat64Time &) RTI_THROW(rti1516e::InvalidLogicalTime);
      operator double() const;

      friend class HLAfloat64Interval;

   private:
      HLAfloat64TimeImpl *_impl;
   };
}

#endif // RTI_HLAfloat64Time_H_
