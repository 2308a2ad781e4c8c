// The factories of the standard times, by name.

#include <RTI/time/HLAfloat64TimeFactory.h>
#include <RTI/time/HLAinteger64TimeFactory.h>

#include "time/edition_times.h"

namespace HYLA_RTI
{
OwnedTime<LogicalTimeFactory> HLAlogicalTimeFactoryFactory::makeLogicalTimeFactory(
   const std::wstring &implementationName)
{
   if (implementationName == L"HLAinteger64Time")
   {
      return OwnedTime<LogicalTimeFactory>(new HLAinteger64TimeFactory());
   }
   if (implementationName == L"HLAfloat64Time" || implementationName.empty())
   {
      return OwnedTime<LogicalTimeFactory>(new HLAfloat64TimeFactory());
   }
   return OwnedTime<LogicalTimeFactory>();
}
}
