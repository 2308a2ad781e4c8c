// Reprinted with permission from IEEE 1516.1(TM)-2010
//
// Logical time as a 64-bit integer.

#ifndef RTI_HLAinteger64Time_H_
#define RTI_HLAinteger64Time_H_

#include <RTI/LogicalTime.h>
#include <RTI/time/HLAinteger64Interval.h>

namespace rti1516e
{
   class HLAinteger64TimeImpl;

   class RTI_EXPORT HLAinteger64Time : public LogicalTime
   {
   public:
      HLAinteger64Time();
      HLAinteger64Time(Integer64 value);
      HLAinteger64Time(const rti1516e::LogicalTime &value);
      HLAinteger64Time(const HLAinteger64Time &value);
      virtual ~HLAinteger64Time() RTI_NOEXCEPT;
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
      virtual Integer64 getTime() const;
      virtual void setTime(Integer64 value);
      virtual HLAinteger64Time &operator=(
         const HLAinteger64Time &)
         RTI_THROW(rti1516e::InvalidLogicalTime);
      operator Integer64() const;

      friend class HLAinteger64Interval;

   private:
      HLAinteger64TimeImpl *_impl;
   };
}

#endif // RTI_HLAinteger64Time_H_
