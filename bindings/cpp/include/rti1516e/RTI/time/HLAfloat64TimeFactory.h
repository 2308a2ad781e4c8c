// Reprinted with permission from IEEE 1516.1(TM)-2010
//
// The factory of HLAfloat64Time.

#ifndef RTI_HLAfloat64TimeFactory_H_
#define RTI_HLAfloat64TimeFactory_H_

#include <RTI/LogicalTimeFactory.h>

namespace rti1516e
{
   class HLAfloat64Time;
   class HLAfloat64Interval;

   const std::wstring HLAfloat64TimeName(L"HLAfloat64Time");

   class RTI_EXPORT HLAfloat64TimeFactory : public LogicalTimeFactory
   {
   public:
      HLAfloat64TimeFactory();
      virtual ~HLAfloat64TimeFactory() RTI_NOEXCEPT;
      virtual std::auto_ptr<HLAfloat64Time> makeLogicalTime(
         double value)
         RTI_THROW(rti1516e::InternalError);
      virtual std::auto_ptr<LogicalTime> makeInitial() RTI_THROW(InternalError);
      virtual std::auto_ptr<LogicalTime> makeFinal() RTI_THROW(InternalError);
      virtual std::auto_ptr<HLAfloat64Interval> makeLogicalTimeInterval(
         double value)
         RTI_THROW(rti1516e::InternalError);
      virtual std::auto_ptr<LogicalTimeInterval> makeZero() RTI_THROW(InternalError);
      virtual std::auto_ptr<LogicalTimeInterval> makeEpsilon() RTI_THROW(InternalError);
      virtual std::auto_ptr<LogicalTime> decodeLogicalTime(
         const VariableLengthData &encodedLogicalTime)
         RTI_THROW(InternalError, CouldNotDecode);
      virtual std::auto_ptr<LogicalTime> decodeLogicalTime(
         void *buffer,
         size_t bufferSize)
         RTI_THROW(InternalError, CouldNotDecode);
      virtual std::auto_ptr<LogicalTimeInterval> decodeLogicalTimeInterval(
         const VariableLengthData &encodedValue)
         RTI_THROW(InternalError, CouldNotDecode);
      virtual std::auto_ptr<LogicalTimeInterval> decodeLogicalTimeInterval(
         void *buffer,
         size_t bufferSize)
         RTI_THROW(InternalError, CouldNotDecode);
      virtual std::wstring getName() const;
   };
}

#endif // RTI_HLAfloat64TimeFactory_H_
