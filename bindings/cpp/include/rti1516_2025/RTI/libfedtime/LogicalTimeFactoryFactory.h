// Reprinted with permission from IEEE 1516.1(TM)-2025
//
// The factories of all times: a federation may bring its own libfedtime.

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
   /// Knows what HLAlogicalTimeFactoryFactory knows, unless the federation brings another libfedtime.
   class RTI_EXPORT_FEDTIME LogicalTimeFactoryFactory
   {
   public:
      static std::unique_ptr<LogicalTimeFactory> makeLogicalTimeFactory(
         const std::wstring &implementationName);
   };
}
