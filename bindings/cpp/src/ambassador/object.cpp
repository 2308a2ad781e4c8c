// Object management.

#include "ambassador/ambassador.h"

#include "ambassador/check.h"
#include "ambassador/lend.h"

namespace HYLA_RTI
{
void Ambassador::reserveObjectInstanceName(const std::wstring &name)
{
   check(hyla_reserve_object_instance_name(_rti, LentText(name)));
}

void Ambassador::releaseObjectInstanceName(const std::wstring &name)
{
   check(hyla_release_object_instance_name(_rti, LentText(name)));
}

ObjectInstanceHandle Ambassador::registerObjectInstance(In<ObjectClassHandle> objectClass)
{
   hyla_object_instance_handle object;
   check(hyla_register_object_instance(_rti, handle_number(objectClass), nullptr, &object));
   return make_handle<ObjectInstanceHandle>(object);
}

ObjectInstanceHandle Ambassador::registerObjectInstance(In<ObjectClassHandle> objectClass, const std::wstring &name)
{
   hyla_object_instance_handle object;
   check(hyla_register_object_instance(_rti, handle_number(objectClass), LentText(name), &object));
   return make_handle<ObjectInstanceHandle>(object);
}

void Ambassador::updateAttributeValues(
   In<ObjectInstanceHandle> object, const AttributeHandleValueMap &values, const Tag &tag)
{
   check(hyla_update_attribute_values(
      _rti, handle_number(object), LentValues(values), lend(tag), nullptr, nullptr, nullptr));
}

// A retraction handle that libhyla does not give is 0, the invalid one.
Retraction Ambassador::updateAttributeValues(
   In<ObjectInstanceHandle> object,
   const AttributeHandleValueMap &values,
   const Tag &tag,
   const LogicalTime &time)
{
   const hyla_time at = times().lend(time);
   hyla_message_retraction_handle retraction;
   check(hyla_update_attribute_values(
      _rti, handle_number(object), LentValues(values), lend(tag), &at, &retraction, nullptr));
   return make_handle<Retraction>(retraction);
}

void Ambassador::sendInteraction(
   In<InteractionClassHandle> interactionClass, const ParameterHandleValueMap &values, const Tag &tag)
{
   check(hyla_send_interaction(
      _rti, handle_number(interactionClass), LentValues(values), lend(tag), nullptr, nullptr, nullptr));
}

Retraction Ambassador::sendInteraction(
   In<InteractionClassHandle> interactionClass,
   const ParameterHandleValueMap &values,
   const Tag &tag,
   const LogicalTime &time)
{
   const hyla_time at = times().lend(time);
   hyla_message_retraction_handle retraction;
   check(hyla_send_interaction(
      _rti, handle_number(interactionClass), LentValues(values), lend(tag), &at, &retraction, nullptr));
   return make_handle<Retraction>(retraction);
}

void Ambassador::deleteObjectInstance(In<ObjectInstanceHandle> object, const Tag &tag)
{
   check(hyla_delete_object_instance(_rti, handle_number(object), lend(tag), nullptr, nullptr, nullptr));
}

Retraction Ambassador::deleteObjectInstance(
   In<ObjectInstanceHandle> object, const Tag &tag, const LogicalTime &time)
{
   const hyla_time at = times().lend(time);
   hyla_message_retraction_handle retraction;
   check(hyla_delete_object_instance(_rti, handle_number(object), lend(tag), &at, &retraction, nullptr));
   return make_handle<Retraction>(retraction);
}

void Ambassador::localDeleteObjectInstance(In<ObjectInstanceHandle> object)
{
   check(hyla_local_delete_object_instance(_rti, handle_number(object)));
}

void Ambassador::requestAttributeValueUpdate(
   In<ObjectInstanceHandle> object, const Attributes &attributes, const Tag &tag)
{
   check(hyla_request_attribute_value_update(_rti, handle_number(object), LentHandles(attributes), lend(tag)));
}

void Ambassador::requestAttributeValueUpdate(
   In<ObjectClassHandle> objectClass, const Attributes &attributes, const Tag &tag)
{
   check(hyla_request_class_attribute_value_update(
      _rti, handle_number(objectClass), LentHandles(attributes), lend(tag)));
}

void Ambassador::queryAttributeTransportationType(In<ObjectInstanceHandle> object, In<AttributeHandle> attribute)
{
   check(hyla_query_attribute_transportation_type(_rti, handle_number(object), handle_number(attribute)));
}

void Ambassador::queryInteractionTransportationType(
   In<FederateHandle> federate, In<InteractionClassHandle> interactionClass)
{
   check(hyla_query_interaction_transportation_type(_rti, handle_number(federate), handle_number(interactionClass)));
}
}
