// Reprinted with permission from IEEE 1516.1(TM)-2010
//
// The factory of HLAinteger64Time.

#ifndef RTI_HLAinteger64TimeFactory_H_
#define RTI_HLAinteger64TimeFactory_H_

#include <RTI/LogicalTimeFactory.h>
#include <RTI/encoding/EncodingConfig.h>

namespace rti1516e
{
   const std::wstring HLAinteger64TimeName(L"HLAinteger64Time");
   class HLAinteger64Time;
   class HLAinteger64Interval;

   class RTI_EXPORT HLAinteger64TimeFactory : public LogicalTimeFactory
   {
   public:
      HLAinteger64TimeFactory();
      virtual ~HLAinteger64TimeFactory() RTI_NOEXCEPT;
      virtual std::auto_ptr<LogicalTime> makeInitial() RTI_THROW(InternalError);
      virtual std::auto_ptr<LogicalTime> makeFinal() RTI_THROW(InternalError);
      virtual std::auto_ptr<LogicalTimeInterval> makeZero() RTI_THROW(InternalError);
      virtual std::auto_ptr<LogicalTimeInterval> makeEpsilon() RTI_THROW(InternalError);
      virtual std::auto_ptr<HLAinteger64Time> makeLogicalTime(
         Integer64 value)
         RTI_THROW(rti1516e::InternalError);
      virtual std::auto_ptr<HLAinteger64Interval> makeLogicalTimeInterval(
         Integer64 value)
         RTI_THROW(rti1516e::InternalError);
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

#endif // RTI_HLAinteger64TimeFactory_H_
