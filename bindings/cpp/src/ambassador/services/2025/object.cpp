// Object management (clause 6).
//
// Written by `make faces` from the table of services.

#include "ambassador/services/services.h"

#include "ambassador/check.h"
#include "ambassador/lend.h"

namespace HYLA_RTI
{
void Services::reserveMultipleObjectInstanceNames(const std::set<std::wstring> &objectInstanceNames)
{
   check(hyla_reserve_multiple_object_instance_names(_rti, LentTexts(objectInstanceNames)));
}

void Services::releaseMultipleObjectInstanceNames(const std::set<std::wstring> &objectInstanceNames)
{
   check(hyla_release_multiple_object_instance_names(_rti, LentTexts(objectInstanceNames)));
}

void Services::sendDirectedInteraction(
   In<InteractionClassHandle> interactionClass,
   In<ObjectInstanceHandle> objectInstance,
   const ParameterHandleValueMap &parameterValues,
   const VariableLengthData &userSuppliedTag)
{
   check(hyla_send_directed_interaction(
      _rti,
      handle_number(interactionClass),
      handle_number(objectInstance),
      LentValues(parameterValues),
      lend(userSuppliedTag),
      nullptr,
      nullptr,
      nullptr));
}

MessageRetractionHandle Services::sendDirectedInteraction(
   In<InteractionClassHandle> interactionClass,
   In<ObjectInstanceHandle> objectInstance,
   const ParameterHandleValueMap &parameterValues,
   const VariableLengthData &userSuppliedTag,
   const LogicalTime &time)
{
   const hyla_time at = times().lend(time);
   hyla_message_retraction_handle out;
   check(hyla_send_directed_interaction(
      _rti,
      handle_number(interactionClass),
      handle_number(objectInstance),
      LentValues(parameterValues),
      lend(userSuppliedTag),
      &at,
      &out,
      nullptr));
   return make_handle<MessageRetractionHandle>(out);
}

void Services::requestAttributeTransportationTypeChange(
   In<ObjectInstanceHandle> objectInstance,
   const AttributeHandleSet &attributes,
   In<TransportationTypeHandle> transportationType)
{
   check(hyla_request_attribute_transportation_type_change(
      _rti, handle_number(objectInstance), LentHandles(attributes), handle_number(transportationType)));
}

void Services::changeDefaultAttributeTransportationType(
   In<ObjectClassHandle> objectClass,
   const AttributeHandleSet &attributes,
   In<TransportationTypeHandle> transportationType)
{
   check(hyla_change_default_attribute_transportation_type(
      _rti, handle_number(objectClass), LentHandles(attributes), handle_number(transportationType)));
}

void Services::requestInteractionTransportationTypeChange(
   In<InteractionClassHandle> interactionClass, In<TransportationTypeHandle> transportationType)
{
   check(hyla_request_interaction_transportation_type_change(
      _rti, handle_number(interactionClass), handle_number(transportationType)));
}
}
