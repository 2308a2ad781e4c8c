// Object management (clause 6).
#include "call.h"

using namespace over;

hyla_exception hyla_reserve_object_instance_name(hyla_rti rti, hyla_text name)
{
   return call(rti, [&](Ambassador &ambassador) { ambassador->reserveObjectInstanceName(text(name)); });
}

hyla_exception hyla_release_object_instance_name(hyla_rti rti, hyla_text name)
{
   return call(rti, [&](Ambassador &ambassador) { ambassador->releaseObjectInstanceName(text(name)); });
}

hyla_exception hyla_register_object_instance(
   hyla_rti rti,
   hyla_object_class_handle object_class,
   const hyla_text *name,
   hyla_object_instance_handle *out)
{
   return get(rti, out, [&](Ambassador &ambassador) {
      if (name == nullptr)
      {
         return ambassador->registerObjectInstance(ambassador.object_class(object_class));
      }
      return ambassador->registerObjectInstance(ambassador.object_class(object_class), text(*name));
   });
}

hyla_exception hyla_update_attribute_values(
   hyla_rti rti,
   hyla_object_instance_handle object,
   hyla_values values,
   hyla_bytes tag,
   const hyla_time *time,
   hyla_message_retraction_handle *retraction,
   bool *present)
{
   return send(
      rti, time, retraction, present,
      [&](Ambassador &ambassador) {
         ambassador->updateAttributeValues(ambassador.object(object), ambassador.attribute_values(values), data(tag));
      },
      [&](Ambassador &ambassador, const LogicalTime &stamp) {
         return ambassador->updateAttributeValues(
            ambassador.object(object),
            ambassador.attribute_values(values),
            data(tag),
            stamp);
      });
}

hyla_exception hyla_send_interaction(
   hyla_rti rti,
   hyla_interaction_class_handle interaction_class,
   hyla_values values,
   hyla_bytes tag,
   const hyla_time *time,
   hyla_message_retraction_handle *retraction,
   bool *present)
{
   return send(
      rti, time, retraction, present,
      [&](Ambassador &ambassador) {
         ambassador->sendInteraction(
            ambassador.interaction_class(interaction_class),
            ambassador.parameter_values(values),
            data(tag));
      },
      [&](Ambassador &ambassador, const LogicalTime &stamp) {
         return ambassador->sendInteraction(
            ambassador.interaction_class(interaction_class),
            ambassador.parameter_values(values),
            data(tag),
            stamp);
      });
}

hyla_exception hyla_delete_object_instance(
   hyla_rti rti,
   hyla_object_instance_handle object,
   hyla_bytes tag,
   const hyla_time *time,
   hyla_message_retraction_handle *retraction,
   bool *present)
{
   return send(
      rti, time, retraction, present,
      [&](Ambassador &ambassador) {
         ambassador->deleteObjectInstance(ambassador.object(object), data(tag));
      },
      [&](Ambassador &ambassador, const LogicalTime &stamp) {
         return ambassador->deleteObjectInstance(ambassador.object(object), data(tag), stamp);
      });
}

hyla_exception hyla_local_delete_object_instance(hyla_rti rti, hyla_object_instance_handle object)
{
   return call(rti, [&](Ambassador &ambassador) { ambassador->localDeleteObjectInstance(ambassador.object(object)); });
}

hyla_exception hyla_request_attribute_value_update(
   hyla_rti rti,
   hyla_object_instance_handle object,
   hyla_handles attributes,
   hyla_bytes tag)
{
   return call(rti, [&](Ambassador &ambassador) {
      ambassador->requestAttributeValueUpdate(ambassador.object(object), ambassador.attributes(attributes), data(tag));
   });
}

hyla_exception hyla_request_class_attribute_value_update(
   hyla_rti rti,
   hyla_object_class_handle object_class,
   hyla_handles attributes,
   hyla_bytes tag)
{
   return call(rti, [&](Ambassador &ambassador) {
      ambassador->requestAttributeValueUpdate(
         ambassador.object_class(object_class),
         ambassador.attributes(attributes),
         data(tag));
   });
}

hyla_exception hyla_request_attribute_transportation_type_change(
   hyla_rti rti,
   hyla_object_instance_handle object,
   hyla_handles attributes,
   hyla_transportation_type_handle transportation)
{
   return call(rti, [&](Ambassador &ambassador) {
      ambassador->requestAttributeTransportationTypeChange(
         ambassador.object(object),
         ambassador.attributes(attributes),
         ambassador.transportation(transportation));
   });
}

hyla_exception hyla_query_attribute_transportation_type(
   hyla_rti rti,
   hyla_object_instance_handle object,
   hyla_attribute_handle attribute)
{
   return call(rti, [&](Ambassador &ambassador) {
      ambassador->queryAttributeTransportationType(ambassador.object(object), ambassador.attribute(attribute));
   });
}

hyla_exception hyla_request_interaction_transportation_type_change(
   hyla_rti rti,
   hyla_interaction_class_handle interaction_class,
   hyla_transportation_type_handle transportation)
{
   return call(rti, [&](Ambassador &ambassador) {
      ambassador->requestInteractionTransportationTypeChange(
         ambassador.interaction_class(interaction_class),
         ambassador.transportation(transportation));
   });
}

hyla_exception hyla_query_interaction_transportation_type(
   hyla_rti rti,
   hyla_federate_handle federate,
   hyla_interaction_class_handle interaction_class)
{
   return call(rti, [&](Ambassador &ambassador) {
      ambassador->queryInteractionTransportationType(
         ambassador.federate(federate),
         ambassador.interaction_class(interaction_class));
   });
}
