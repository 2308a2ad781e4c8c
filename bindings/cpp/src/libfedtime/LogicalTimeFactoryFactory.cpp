// The one function of libfedtime: a federation with a time of its own replaces this library, or brings the
// function itself.

#include "time/edition_times.h"

namespace HYLA_RTI
{
OwnedTime<LogicalTimeFactory> LogicalTimeFactoryFactory::makeLogicalTimeFactory(
   const std::wstring &implementationName)
{
   return HLAlogicalTimeFactoryFactory::makeLogicalTimeFactory(implementationName);
}
}
