// Members of the base classes of all times.

#include <ostream>

#include "time/edition_times.h"

namespace HYLA_RTI
{
LogicalTimeFactory::~LogicalTimeFactory() noexcept = default;

#if HYLA_EDITION == 2010
LogicalTime::~LogicalTime() noexcept = default;

LogicalTimeInterval::~LogicalTimeInterval() noexcept = default;
#endif

std::wostream &operator<<(std::wostream &stream, const LogicalTime &time)
{
   return stream << time.toString();
}

std::wostream &operator<<(std::wostream &stream, const LogicalTimeInterval &interval)
{
   return stream << interval.toString();
}
}
