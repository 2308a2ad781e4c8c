// Support services.

#include "ambassador/ambassador.h"

#include "ambassador/check.h"
#include "ambassador/lend.h"
#include "ambassador/take.h"

namespace HYLA_RTI
{
double Ambassador::getUpdateRateValue(const std::wstring &designator)
{
   double rate;
   check(hyla_get_update_rate_value(_rti, LentText(designator), &rate));
   return rate;
}

double Ambassador::getUpdateRateValueForAttribute(In<ObjectInstanceHandle> object, In<AttributeHandle> attribute)
{
   double rate;
   check(hyla_get_update_rate_value_for_attribute(_rti, handle_number(object), handle_number(attribute), &rate));
   return rate;
}

DimensionHandleSet Ambassador::getAvailableDimensionsForInteractionClass(
   In<InteractionClassHandle> interactionClass)
{
   OwnedHandles dimensions;
   check(hyla_get_available_dimensions_for_interaction_class(
      _rti, handle_number(interactionClass), dimensions.out()));
   return dimensions.set<DimensionHandle>();
}

unsigned long Ambassador::getDimensionUpperBound(In<DimensionHandle> dimension)
{
   std::uint32_t bound;
   check(hyla_get_dimension_upper_bound(_rti, handle_number(dimension), &bound));
   return bound;
}

unsigned long Ambassador::normalizeServiceGroup(ServiceGroup group)
{
   std::uint32_t coordinate;
   check(hyla_normalize_service_group(_rti, static_cast<hyla_service_group>(group), &coordinate));
   return coordinate;
}

unsigned long Ambassador::normalizeFederateHandle(In<FederateHandle> federate)
{
   std::uint32_t coordinate;
   check(hyla_normalize_federate_handle(_rti, handle_number(federate), &coordinate));
   return coordinate;
}

ResignAction Ambassador::getAutomaticResignDirective()
{
   hyla_resign_action action;
   check(hyla_get_automatic_resign_directive(_rti, &action));
   return static_cast<ResignAction>(action);
}

void Ambassador::setAutomaticResignDirective(ResignAction action)
{
   check(hyla_set_automatic_resign_directive(_rti, static_cast<hyla_resign_action>(action)));
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
