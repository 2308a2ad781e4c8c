// Support services that do more than to call libhyla.

#include <cstdint>
#include <string>

#include "ambassador/ambassador.h"

#include "ambassador/check.h"
#include "ambassador/lend.h"

namespace HYLA_RTI
{
void Ambassador::setRangeBounds(In<RegionHandle> region, In<DimensionHandle> dimension, const RangeBounds &bounds)
{
   const unsigned long lower = bounds.getLowerBound();
   const unsigned long upper = bounds.getUpperBound();
   if (lower > UINT32_MAX || upper > UINT32_MAX)
   {
      throw InvalidRangeBound(
         L"a range from " + std::to_wstring(lower) + L" to " + std::to_wstring(upper) +
         L": no dimension reaches beyond 32 bits");
   }
   const hyla_range_bounds range = {static_cast<std::uint32_t>(lower), static_cast<std::uint32_t>(upper)};
   check(hyla_set_range_bounds(_rti, handle_number(region), handle_number(dimension), range));
}

OwnedTime<LogicalTimeFactory> Ambassador::getTimeFactory() const
{
   hyla_time_representation representation;
   check(hyla_get_time_factory(_rti, &representation));
   const std::wstring name = federation_time_name(_rti);
   OwnedTime<LogicalTimeFactory> factory = make_time_factory(name);
   if (factory.get() == nullptr)
   {
      throw RTIinternalError(L"no library of logical times knows " + name + L" any more");
   }
   return factory;
}
}
