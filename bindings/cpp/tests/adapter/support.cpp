// Support services (clause 10).
#include "call.h"

using namespace over;

hyla_exception hyla_get_federate_handle(hyla_rti rti, hyla_text name, hyla_federate_handle *out)
{
   return get(rti, out, [&](Ambassador &ambassador) { return ambassador->getFederateHandle(text(name)); });
}

hyla_exception hyla_get_federate_name(hyla_rti rti, hyla_federate_handle federate, hyla_owned_text *out)
{
   return get(rti, out, [&](Ambassador &ambassador) {
      return ambassador->getFederateName(ambassador.federate(federate));
   });
}

hyla_exception hyla_get_object_class_handle(hyla_rti rti, hyla_text name, hyla_object_class_handle *out)
{
   return get(rti, out, [&](Ambassador &ambassador) { return ambassador->getObjectClassHandle(text(name)); });
}

hyla_exception hyla_get_object_class_name(hyla_rti rti, hyla_object_class_handle object_class, hyla_owned_text *out)
{
   return get(rti, out, [&](Ambassador &ambassador) {
      return ambassador->getObjectClassName(ambassador.object_class(object_class));
   });
}

hyla_exception hyla_get_known_object_class_handle(
   hyla_rti rti,
   hyla_object_instance_handle object,
   hyla_object_class_handle *out)
{
   return get(rti, out, [&](Ambassador &ambassador) {
      return ambassador->getKnownObjectClassHandle(ambassador.object(object));
   });
}

hyla_exception hyla_get_object_instance_handle(hyla_rti rti, hyla_text name, hyla_object_instance_handle *out)
{
   return get(rti, out, [&](Ambassador &ambassador) { return ambassador->getObjectInstanceHandle(text(name)); });
}

hyla_exception hyla_get_object_instance_name(hyla_rti rti, hyla_object_instance_handle object, hyla_owned_text *out)
{
   return get(rti, out, [&](Ambassador &ambassador) {
      return ambassador->getObjectInstanceName(ambassador.object(object));
   });
}

hyla_exception hyla_get_attribute_handle(
   hyla_rti rti,
   hyla_object_class_handle object_class,
   hyla_text name,
   hyla_attribute_handle *out)
{
   return get(rti, out, [&](Ambassador &ambassador) {
      return ambassador->getAttributeHandle(ambassador.object_class(object_class), text(name));
   });
}

hyla_exception hyla_get_attribute_name(
   hyla_rti rti,
   hyla_object_class_handle object_class,
   hyla_attribute_handle attribute,
   hyla_owned_text *out)
{
   return get(rti, out, [&](Ambassador &ambassador) {
      return ambassador->getAttributeName(ambassador.object_class(object_class), ambassador.attribute(attribute));
   });
}

hyla_exception hyla_get_update_rate_value(hyla_rti rti, hyla_text designator, double *out)
{
   return get(rti, out, [&](Ambassador &ambassador) { return ambassador->getUpdateRateValue(text(designator)); });
}

hyla_exception hyla_get_update_rate_value_for_attribute(
   hyla_rti rti,
   hyla_object_instance_handle object,
   hyla_attribute_handle attribute,
   double *out)
{
   return get(rti, out, [&](Ambassador &ambassador) {
      return ambassador->getUpdateRateValueForAttribute(ambassador.object(object), ambassador.attribute(attribute));
   });
}

hyla_exception hyla_get_interaction_class_handle(hyla_rti rti, hyla_text name, hyla_interaction_class_handle *out)
{
   return get(rti, out, [&](Ambassador &ambassador) { return ambassador->getInteractionClassHandle(text(name)); });
}

hyla_exception hyla_get_interaction_class_name(
   hyla_rti rti,
   hyla_interaction_class_handle interaction_class,
   hyla_owned_text *out)
{
   return get(rti, out, [&](Ambassador &ambassador) {
      return ambassador->getInteractionClassName(ambassador.interaction_class(interaction_class));
   });
}

hyla_exception hyla_get_parameter_handle(
   hyla_rti rti,
   hyla_interaction_class_handle interaction_class,
   hyla_text name,
   hyla_parameter_handle *out)
{
   return get(rti, out, [&](Ambassador &ambassador) {
      return ambassador->getParameterHandle(ambassador.interaction_class(interaction_class), text(name));
   });
}

hyla_exception hyla_get_parameter_name(
   hyla_rti rti,
   hyla_interaction_class_handle interaction_class,
   hyla_parameter_handle parameter,
   hyla_owned_text *out)
{
   return get(rti, out, [&](Ambassador &ambassador) {
      return ambassador->getParameterName(
         ambassador.interaction_class(interaction_class),
         ambassador.parameter(parameter));
   });
}

hyla_exception hyla_get_order_type(hyla_rti rti, hyla_text name, hyla_order_type *out)
{
   return get(rti, out, [&](Ambassador &ambassador) { return ambassador->getOrderType(text(name)); });
}

hyla_exception hyla_get_order_name(hyla_rti rti, hyla_order_type order, hyla_owned_text *out)
{
   return get(rti, out, [&](Ambassador &ambassador) {
      return ambassador->getOrderName(static_cast<OrderType>(order));
   });
}

hyla_exception hyla_get_available_dimensions_for_interaction_class(
   hyla_rti rti,
   hyla_interaction_class_handle interaction_class,
   hyla_owned_handles *out)
{
   return get(rti, out, [&](Ambassador &ambassador) {
      return ambassador->getAvailableDimensionsForInteractionClass(ambassador.interaction_class(interaction_class));
   });
}

hyla_exception hyla_get_dimension_handle(hyla_rti rti, hyla_text name, hyla_dimension_handle *out)
{
   return get(rti, out, [&](Ambassador &ambassador) { return ambassador->getDimensionHandle(text(name)); });
}

hyla_exception hyla_get_dimension_name(hyla_rti rti, hyla_dimension_handle dimension, hyla_owned_text *out)
{
   return get(rti, out, [&](Ambassador &ambassador) {
      return ambassador->getDimensionName(ambassador.dimension(dimension));
   });
}

hyla_exception hyla_get_dimension_upper_bound(hyla_rti rti, hyla_dimension_handle dimension, uint32_t *out)
{
   return get(rti, out, [&](Ambassador &ambassador) {
      return ambassador->getDimensionUpperBound(ambassador.dimension(dimension));
   });
}

hyla_exception hyla_normalize_service_group(hyla_rti rti, hyla_service_group group, uint32_t *out)
{
   return get(rti, out, [&](Ambassador &ambassador) {
      return ambassador->normalizeServiceGroup(static_cast<ServiceGroup>(group));
   });
}

hyla_exception hyla_normalize_federate_handle(hyla_rti rti, hyla_federate_handle federate, uint32_t *out)
{
   return get(rti, out, [&](Ambassador &ambassador) {
      return ambassador->normalizeFederateHandle(ambassador.federate(federate));
   });
}

hyla_exception hyla_get_automatic_resign_directive(hyla_rti rti, hyla_resign_action *out)
{
   return get(rti, out, [&](Ambassador &ambassador) { return ambassador->getAutomaticResignDirective(); });
}

hyla_exception hyla_set_automatic_resign_directive(hyla_rti rti, hyla_resign_action action)
{
   return call(rti, [&](Ambassador &ambassador) {
      ambassador->setAutomaticResignDirective(static_cast<ResignAction>(action));
   });
}

hyla_exception hyla_get_time_factory(hyla_rti rti, hyla_time_representation *out)
{
   return get(rti, out, [&](Ambassador &ambassador) {
      return representation(*ambassador->getTimeFactory());
   });
}

hyla_exception hyla_decode_federate_handle(hyla_rti rti, hyla_bytes bytes, hyla_federate_handle *out)
{
   return get(rti, out, [&](Ambassador &ambassador) { return ambassador->decodeFederateHandle(data(bytes)); });
}

hyla_exception hyla_decode_object_class_handle(hyla_rti rti, hyla_bytes bytes, hyla_object_class_handle *out)
{
   return get(rti, out, [&](Ambassador &ambassador) { return ambassador->decodeObjectClassHandle(data(bytes)); });
}

hyla_exception hyla_decode_interaction_class_handle(hyla_rti rti, hyla_bytes bytes, hyla_interaction_class_handle *out)
{
   return get(rti, out, [&](Ambassador &ambassador) { return ambassador->decodeInteractionClassHandle(data(bytes)); });
}

hyla_exception hyla_decode_object_instance_handle(hyla_rti rti, hyla_bytes bytes, hyla_object_instance_handle *out)
{
   return get(rti, out, [&](Ambassador &ambassador) { return ambassador->decodeObjectInstanceHandle(data(bytes)); });
}

hyla_exception hyla_decode_attribute_handle(hyla_rti rti, hyla_bytes bytes, hyla_attribute_handle *out)
{
   return get(rti, out, [&](Ambassador &ambassador) { return ambassador->decodeAttributeHandle(data(bytes)); });
}

hyla_exception hyla_decode_parameter_handle(hyla_rti rti, hyla_bytes bytes, hyla_parameter_handle *out)
{
   return get(rti, out, [&](Ambassador &ambassador) { return ambassador->decodeParameterHandle(data(bytes)); });
}

hyla_exception hyla_decode_dimension_handle(hyla_rti rti, hyla_bytes bytes, hyla_dimension_handle *out)
{
   return get(rti, out, [&](Ambassador &ambassador) { return ambassador->decodeDimensionHandle(data(bytes)); });
}

hyla_exception hyla_decode_message_retraction_handle(
   hyla_rti rti,
   hyla_bytes bytes,
   hyla_message_retraction_handle *out)
{
   return get(rti, out, [&](Ambassador &ambassador) { return ambassador->decodeMessageRetractionHandle(data(bytes)); });
}

hyla_exception hyla_decode_region_handle(hyla_rti rti, hyla_bytes bytes, hyla_region_handle *out)
{
   return get(rti, out, [&](Ambassador &ambassador) { return ambassador->decodeRegionHandle(data(bytes)); });
}

hyla_exception hyla_evoke_callback(hyla_rti rti, double minimum, bool *out)
{
   return get(rti, out, [&](Ambassador &ambassador) { return ambassador->evokeCallback(minimum); });
}

hyla_exception hyla_evoke_multiple_callbacks(hyla_rti rti, double minimum, double maximum, bool *out)
{
   return get(rti, out, [&](Ambassador &ambassador) { return ambassador->evokeMultipleCallbacks(minimum, maximum); });
}

hyla_exception hyla_enable_callbacks(hyla_rti rti)
{
   return call(rti, [&](Ambassador &ambassador) { ambassador->enableCallbacks(); });
}

hyla_exception hyla_disable_callbacks(hyla_rti rti)
{
   return call(rti, [&](Ambassador &ambassador) { ambassador->disableCallbacks(); });
}

hyla_exception hyla_status(hyla_rti rti, hyla_owned_text *out)
{
   // A round trip to the RTI is what callers want of it. Of the standard's services only those make one that change
   // something or fail: to destroy what does not exist changes nothing.
   *out = hyla_owned_text();
   const hyla_exception outcome = call(rti, [](Ambassador &ambassador) {
      ambassador->destroyFederationExecution(L"an execution that does not exist");
   });
   return outcome == HYLA_FEDERATION_EXECUTION_DOES_NOT_EXIST ? HYLA_OK : outcome;
}

hyla_exception hyla_get_time_implementation_name(hyla_rti rti, hyla_owned_text *out)
{
   return get(rti, out, [](Ambassador &ambassador) { return ambassador->getTimeFactory()->getName(); });
}
