// Reprinted with permission from IEEE 1516.1(TM)-2010
//
// How logical times come into being.

#ifndef RTI_LogicalTimeFactory_h
#define RTI_LogicalTimeFactory_h

namespace rti1516e
{
   class LogicalTime;
   class LogicalTimeInterval;
   class VariableLengthData;
}

#include <memory>
#include <RTI/SpecificConfig.h>
#include <RTI/Exception.h>
#include <string>

namespace rti1516e
{
   /// Makes times and intervals of one implementation; the caller owns them.
   class RTI_EXPORT LogicalTimeFactory
   {
   public:
      virtual ~LogicalTimeFactory() RTI_NOEXCEPT = 0;
      virtual std::auto_ptr<LogicalTime> makeInitial() RTI_THROW(InternalError) = 0;
      virtual std::auto_ptr<LogicalTime> makeFinal() RTI_THROW(InternalError) = 0;
      virtual std::auto_ptr<LogicalTimeInterval> makeZero() RTI_THROW(InternalError) = 0;
      virtual std::auto_ptr<LogicalTimeInterval> makeEpsilon() RTI_THROW(InternalError) = 0;
      virtual std::auto_ptr<LogicalTime> decodeLogicalTime(
         const VariableLengthData &encodedLogicalTime)
         RTI_THROW(InternalError, CouldNotDecode) = 0;
      virtual std::auto_ptr<LogicalTime> decodeLogicalTime(
         void *buffer,
         size_t bufferSize)
         RTI_THROW(InternalError, CouldNotDecode) = 0;
      virtual std::auto_ptr<LogicalTimeInterval> decodeLogicalTimeInterval(
         const VariableLengthData &encodedValue)
         RTI_THROW(InternalError, CouldNotDecode) = 0;
      virtual std::auto_ptr<LogicalTimeInterval> decodeLogicalTimeInterval(
         void *buffer,
         size_t bufferSize)
         RTI_THROW(InternalError, CouldNotDecode) = 0;
      virtual std::wstring getName() const = 0;
   };

   /// Knows HLAinteger64Time and HLAfloat64Time (an empty name too); null for any other name.
   class RTI_EXPORT HLAlogicalTimeFactoryFactory
   {
   public:
      static std::auto_ptr<LogicalTimeFactory> makeLogicalTimeFactory(
         const std::wstring &implementationName);
   };

   /// Knows what HLAlogicalTimeFactoryFactory knows, unless the federation brings another libfedtime.
   class RTI_EXPORT_FEDTIME LogicalTimeFactoryFactory
   {
   public:
      static std::auto_ptr<LogicalTimeFactory> makeLogicalTimeFactory(
         const std::wstring &implementationName);
   };
}

#endif // RTI_LogicalTimeFactory_h
