// Reprinted with permission from IEEE 1516.1(TM)-2025
//
// The factories of the standard times.

#pragma once

namespace rti1516_2025
{
   class LogicalTime;
   class LogicalTimeInterval;
   class VariableLengthData;
}

#include <RTI/SpecificConfig.h>
#include <RTI/Exception.h>
#include <RTI/time/LogicalTimeFactory.h>
#include <memory>
#include <string>

namespace rti1516_2025
{
   /// Knows HLAinteger64Time and HLAfloat64Time (an empty name too); null for any other name.
   class RTI_EXPORT HLAlogicalTimeFactoryFactory
   {
   public:
      static std::unique_ptr<LogicalTimeFactory> makeLogicalTimeFactory(
         const std::wstring &implementationName);
   };
}
