// Names and handles (support services).

#include "ambassador/ambassador.h"

#include "ambassador/check.h"
#include "ambassador/lend.h"
#include "ambassador/take.h"

namespace HYLA_RTI
{
FederateHandle Ambassador::getFederateHandle(const std::wstring &name)
{
   std::uint64_t handle;
   check(hyla_get_federate_handle(_rti, LentText(name), &handle));
   return make_handle<FederateHandle>(handle);
}

std::wstring Ambassador::getFederateName(In<FederateHandle> federate)
{
   OwnedText name;
   check(hyla_get_federate_name(_rti, handle_number(federate), name.out()));
   return name.text();
}

ObjectClassHandle Ambassador::getObjectClassHandle(const std::wstring &name)
{
   std::uint64_t handle;
   check(hyla_get_object_class_handle(_rti, LentText(name), &handle));
   return make_handle<ObjectClassHandle>(handle);
}

std::wstring Ambassador::getObjectClassName(In<ObjectClassHandle> objectClass)
{
   OwnedText name;
   check(hyla_get_object_class_name(_rti, handle_number(objectClass), name.out()));
   return name.text();
}

ObjectClassHandle Ambassador::getKnownObjectClassHandle(In<ObjectInstanceHandle> object)
{
   std::uint64_t handle;
   check(hyla_get_known_object_class_handle(_rti, handle_number(object), &handle));
   return make_handle<ObjectClassHandle>(handle);
}

ObjectInstanceHandle Ambassador::getObjectInstanceHandle(const std::wstring &name)
{
   std::uint64_t handle;
   check(hyla_get_object_instance_handle(_rti, LentText(name), &handle));
   return make_handle<ObjectInstanceHandle>(handle);
}

std::wstring Ambassador::getObjectInstanceName(In<ObjectInstanceHandle> object)
{
   OwnedText name;
   check(hyla_get_object_instance_name(_rti, handle_number(object), name.out()));
   return name.text();
}

AttributeHandle Ambassador::getAttributeHandle(In<ObjectClassHandle> objectClass, const std::wstring &name)
{
   std::uint64_t handle;
   check(hyla_get_attribute_handle(_rti, handle_number(objectClass), LentText(name), &handle));
   return make_handle<AttributeHandle>(handle);
}

std::wstring Ambassador::getAttributeName(In<ObjectClassHandle> objectClass, In<AttributeHandle> attribute)
{
   OwnedText name;
   check(hyla_get_attribute_name(_rti, handle_number(objectClass), handle_number(attribute), name.out()));
   return name.text();
}

InteractionClassHandle Ambassador::getInteractionClassHandle(const std::wstring &name)
{
   std::uint64_t handle;
   check(hyla_get_interaction_class_handle(_rti, LentText(name), &handle));
   return make_handle<InteractionClassHandle>(handle);
}

std::wstring Ambassador::getInteractionClassName(In<InteractionClassHandle> interactionClass)
{
   OwnedText name;
   check(hyla_get_interaction_class_name(_rti, handle_number(interactionClass), name.out()));
   return name.text();
}

ParameterHandle Ambassador::getParameterHandle(In<InteractionClassHandle> interactionClass, const std::wstring &name)
{
   std::uint64_t handle;
   check(hyla_get_parameter_handle(_rti, handle_number(interactionClass), LentText(name), &handle));
   return make_handle<ParameterHandle>(handle);
}

std::wstring Ambassador::getParameterName(In<InteractionClassHandle> interactionClass, In<ParameterHandle> parameter)
{
   OwnedText name;
   check(hyla_get_parameter_name(_rti, handle_number(interactionClass), handle_number(parameter), name.out()));
   return name.text();
}

OrderType Ambassador::getOrderType(const std::wstring &name)
{
   hyla_order_type type;
   check(hyla_get_order_type(_rti, LentText(name), &type));
   return static_cast<OrderType>(type);
}

std::wstring Ambassador::getOrderName(OrderType type)
{
   OwnedText name;
   check(hyla_get_order_name(_rti, static_cast<hyla_order_type>(type), name.out()));
   return name.text();
}

DimensionHandle Ambassador::getDimensionHandle(const std::wstring &name)
{
   std::uint64_t handle;
   check(hyla_get_dimension_handle(_rti, LentText(name), &handle));
   return make_handle<DimensionHandle>(handle);
}

std::wstring Ambassador::getDimensionName(In<DimensionHandle> dimension)
{
   OwnedText name;
   check(hyla_get_dimension_name(_rti, handle_number(dimension), name.out()));
   return name.text();
}
}
