// Support services (clause 10).
//
// Written by `make faces` from the table of services.

#include "ambassador/services/services.h"

#include "ambassador/check.h"
#include "ambassador/lend.h"
#include "ambassador/take.h"

namespace HYLA_RTI
{
FederateHandle Services::getFederateHandle(const std::wstring &federateName)
{
   hyla_federate_handle out;
   check(hyla_get_federate_handle(_rti, LentText(federateName), &out));
   return make_handle<FederateHandle>(out);
}

std::wstring Services::getFederateName(In<FederateHandle> federate)
{
   OwnedText out;
   check(hyla_get_federate_name(_rti, handle_number(federate), out.out()));
   return out.text();
}

ObjectClassHandle Services::getObjectClassHandle(const std::wstring &objectClassName)
{
   hyla_object_class_handle out;
   check(hyla_get_object_class_handle(_rti, LentText(objectClassName), &out));
   return make_handle<ObjectClassHandle>(out);
}

std::wstring Services::getObjectClassName(In<ObjectClassHandle> objectClass)
{
   OwnedText out;
   check(hyla_get_object_class_name(_rti, handle_number(objectClass), out.out()));
   return out.text();
}

ObjectClassHandle Services::getKnownObjectClassHandle(In<ObjectInstanceHandle> objectInstance)
{
   hyla_object_class_handle out;
   check(hyla_get_known_object_class_handle(_rti, handle_number(objectInstance), &out));
   return make_handle<ObjectClassHandle>(out);
}

ObjectInstanceHandle Services::getObjectInstanceHandle(const std::wstring &objectInstanceName)
{
   hyla_object_instance_handle out;
   check(hyla_get_object_instance_handle(_rti, LentText(objectInstanceName), &out));
   return make_handle<ObjectInstanceHandle>(out);
}

std::wstring Services::getObjectInstanceName(In<ObjectInstanceHandle> objectInstance)
{
   OwnedText out;
   check(hyla_get_object_instance_name(_rti, handle_number(objectInstance), out.out()));
   return out.text();
}

AttributeHandle Services::getAttributeHandle(In<ObjectClassHandle> objectClass, const std::wstring &attributeName)
{
   hyla_attribute_handle out;
   check(hyla_get_attribute_handle(_rti, handle_number(objectClass), LentText(attributeName), &out));
   return make_handle<AttributeHandle>(out);
}

std::wstring Services::getAttributeName(In<ObjectClassHandle> objectClass, In<AttributeHandle> attribute)
{
   OwnedText out;
   check(hyla_get_attribute_name(_rti, handle_number(objectClass), handle_number(attribute), out.out()));
   return out.text();
}

double Services::getUpdateRateValue(const std::wstring &updateRateDesignator)
{
   double out;
   check(hyla_get_update_rate_value(_rti, LentText(updateRateDesignator), &out));
   return out;
}

double Services::getUpdateRateValueForAttribute(
   In<ObjectInstanceHandle> objectInstance, In<AttributeHandle> attribute)
{
   double out;
   check(hyla_get_update_rate_value_for_attribute(
      _rti, handle_number(objectInstance), handle_number(attribute), &out));
   return out;
}

InteractionClassHandle Services::getInteractionClassHandle(const std::wstring &interactionClassName)
{
   hyla_interaction_class_handle out;
   check(hyla_get_interaction_class_handle(_rti, LentText(interactionClassName), &out));
   return make_handle<InteractionClassHandle>(out);
}

std::wstring Services::getInteractionClassName(In<InteractionClassHandle> interactionClass)
{
   OwnedText out;
   check(hyla_get_interaction_class_name(_rti, handle_number(interactionClass), out.out()));
   return out.text();
}

ParameterHandle Services::getParameterHandle(
   In<InteractionClassHandle> interactionClass, const std::wstring &parameterName)
{
   hyla_parameter_handle out;
   check(hyla_get_parameter_handle(_rti, handle_number(interactionClass), LentText(parameterName), &out));
   return make_handle<ParameterHandle>(out);
}

std::wstring Services::getParameterName(In<InteractionClassHandle> interactionClass, In<ParameterHandle> parameter)
{
   OwnedText out;
   check(hyla_get_parameter_name(_rti, handle_number(interactionClass), handle_number(parameter), out.out()));
   return out.text();
}

OrderType Services::getOrderType(const std::wstring &orderTypeName)
{
   hyla_order_type out;
   check(hyla_get_order_type(_rti, LentText(orderTypeName), &out));
   return static_cast<OrderType>(out);
}

std::wstring Services::getOrderName(OrderType orderType)
{
   OwnedText out;
   check(hyla_get_order_name(_rti, static_cast<hyla_order_type>(orderType), out.out()));
   return out.text();
}

DimensionHandleSet Services::getAvailableDimensionsForInteractionClass(In<InteractionClassHandle> interactionClass)
{
   OwnedHandles out;
   check(hyla_get_available_dimensions_for_interaction_class(_rti, handle_number(interactionClass), out.out()));
   return out.set<DimensionHandle>();
}

DimensionHandle Services::getDimensionHandle(const std::wstring &dimensionName)
{
   hyla_dimension_handle out;
   check(hyla_get_dimension_handle(_rti, LentText(dimensionName), &out));
   return make_handle<DimensionHandle>(out);
}

std::wstring Services::getDimensionName(In<DimensionHandle> dimension)
{
   OwnedText out;
   check(hyla_get_dimension_name(_rti, handle_number(dimension), out.out()));
   return out.text();
}

unsigned long Services::getDimensionUpperBound(In<DimensionHandle> dimension)
{
   std::uint32_t out;
   check(hyla_get_dimension_upper_bound(_rti, handle_number(dimension), &out));
   return out;
}

DimensionHandleSet Services::getDimensionHandleSet(In<RegionHandle> region)
{
   OwnedHandles out;
   check(hyla_get_dimension_handle_set(_rti, handle_number(region), out.out()));
   return out.set<DimensionHandle>();
}

RangeBounds Services::getRangeBounds(In<RegionHandle> region, In<DimensionHandle> dimension)
{
   hyla_range_bounds out;
   check(hyla_get_range_bounds(_rti, handle_number(region), handle_number(dimension), &out));
   return RangeBounds(out.lower, out.upper);
}

unsigned long Services::normalizeServiceGroup(ServiceGroup serviceGroup)
{
   std::uint32_t out;
   check(hyla_normalize_service_group(_rti, static_cast<hyla_service_group>(serviceGroup), &out));
   return out;
}

unsigned long Services::normalizeFederateHandle(In<FederateHandle> federate)
{
   std::uint32_t out;
   check(hyla_normalize_federate_handle(_rti, handle_number(federate), &out));
   return out;
}

ResignAction Services::getAutomaticResignDirective()
{
   hyla_resign_action out;
   check(hyla_get_automatic_resign_directive(_rti, &out));
   return static_cast<ResignAction>(out);
}

void Services::setAutomaticResignDirective(ResignAction resignAction)
{
   check(hyla_set_automatic_resign_directive(_rti, static_cast<hyla_resign_action>(resignAction)));
}
}
