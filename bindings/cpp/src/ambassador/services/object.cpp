// Object management (clause 6).
//
// Written by `make faces` from the table of services.

#include "ambassador/services/services.h"

#include "ambassador/check.h"
#include "ambassador/lend.h"

namespace HYLA_RTI
{
void Services::reserveObjectInstanceName(const std::wstring &objectInstanceName)
{
   check(hyla_reserve_object_instance_name(_rti, LentText(objectInstanceName)));
}

void Services::releaseObjectInstanceName(const std::wstring &objectInstanceName)
{
   check(hyla_release_object_instance_name(_rti, LentText(objectInstanceName)));
}

ObjectInstanceHandle Services::registerObjectInstance(In<ObjectClassHandle> objectClass)
{
   hyla_object_instance_handle out;
   check(hyla_register_object_instance(_rti, handle_number(objectClass), nullptr, &out));
   return make_handle<ObjectInstanceHandle>(out);
}

ObjectInstanceHandle Services::registerObjectInstance(
   In<ObjectClassHandle> objectClass, const std::wstring &objectInstanceName)
{
   hyla_object_instance_handle out;
   check(hyla_register_object_instance(_rti, handle_number(objectClass), LentText(objectInstanceName), &out));
   return make_handle<ObjectInstanceHandle>(out);
}

void Services::updateAttributeValues(
   In<ObjectInstanceHandle> objectInstance,
   const AttributeHandleValueMap &attributeValues,
   const VariableLengthData &userSuppliedTag)
{
   check(hyla_update_attribute_values(
      _rti,
      handle_number(objectInstance),
      LentValues(attributeValues),
      lend(userSuppliedTag),
      nullptr,
      nullptr,
      nullptr));
}

MessageRetractionHandle Services::updateAttributeValues(
   In<ObjectInstanceHandle> objectInstance,
   const AttributeHandleValueMap &attributeValues,
   const VariableLengthData &userSuppliedTag,
   const LogicalTime &time)
{
   const hyla_time at = times().lend(time);
   hyla_message_retraction_handle out;
   check(hyla_update_attribute_values(
      _rti, handle_number(objectInstance), LentValues(attributeValues), lend(userSuppliedTag), &at, &out, nullptr));
   return make_handle<MessageRetractionHandle>(out);
}

void Services::sendInteraction(
   In<InteractionClassHandle> interactionClass,
   const ParameterHandleValueMap &parameterValues,
   const VariableLengthData &userSuppliedTag)
{
   check(hyla_send_interaction(
      _rti,
      handle_number(interactionClass),
      LentValues(parameterValues),
      lend(userSuppliedTag),
      nullptr,
      nullptr,
      nullptr));
}

MessageRetractionHandle Services::sendInteraction(
   In<InteractionClassHandle> interactionClass,
   const ParameterHandleValueMap &parameterValues,
   const VariableLengthData &userSuppliedTag,
   const LogicalTime &time)
{
   const hyla_time at = times().lend(time);
   hyla_message_retraction_handle out;
   check(hyla_send_interaction(
      _rti, handle_number(interactionClass), LentValues(parameterValues), lend(userSuppliedTag), &at, &out, nullptr));
   return make_handle<MessageRetractionHandle>(out);
}

void Services::deleteObjectInstance(
   In<ObjectInstanceHandle> objectInstance, const VariableLengthData &userSuppliedTag)
{
   check(hyla_delete_object_instance(
      _rti, handle_number(objectInstance), lend(userSuppliedTag), nullptr, nullptr, nullptr));
}

MessageRetractionHandle Services::deleteObjectInstance(
   In<ObjectInstanceHandle> objectInstance, const VariableLengthData &userSuppliedTag, const LogicalTime &time)
{
   const hyla_time at = times().lend(time);
   hyla_message_retraction_handle out;
   check(hyla_delete_object_instance(_rti, handle_number(objectInstance), lend(userSuppliedTag), &at, &out, nullptr));
   return make_handle<MessageRetractionHandle>(out);
}

void Services::localDeleteObjectInstance(In<ObjectInstanceHandle> objectInstance)
{
   check(hyla_local_delete_object_instance(_rti, handle_number(objectInstance)));
}

void Services::requestAttributeValueUpdate(
   In<ObjectInstanceHandle> objectInstance,
   const AttributeHandleSet &attributes,
   const VariableLengthData &userSuppliedTag)
{
   check(hyla_request_attribute_value_update(
      _rti, handle_number(objectInstance), LentHandles(attributes), lend(userSuppliedTag)));
}

void Services::requestAttributeValueUpdate(
   In<ObjectClassHandle> objectClass, const AttributeHandleSet &attributes, const VariableLengthData &userSuppliedTag)
{
   check(hyla_request_class_attribute_value_update(
      _rti, handle_number(objectClass), LentHandles(attributes), lend(userSuppliedTag)));
}

void Services::queryAttributeTransportationType(
   In<ObjectInstanceHandle> objectInstance, In<AttributeHandle> attribute)
{
   check(hyla_query_attribute_transportation_type(_rti, handle_number(objectInstance), handle_number(attribute)));
}

void Services::queryInteractionTransportationType(
   In<FederateHandle> federate, In<InteractionClassHandle> interactionClass)
{
   check(hyla_query_interaction_transportation_type(_rti, handle_number(federate), handle_number(interactionClass)));
}
}
