// Services that 2010 has not.
#include "../call.h"

using namespace over;

hyla_exception hyla_list_federation_execution_members(hyla_rti rti, hyla_text federation)
{
   return call(rti, [&](Ambassador &ambassador) { ambassador->listFederationExecutionMembers(text(federation)); });
}

hyla_exception hyla_publish_object_class_directed_interactions(
   hyla_rti rti,
   hyla_object_class_handle object_class,
   hyla_handles interactions)
{
   return call(rti, [&](Ambassador &ambassador) {
      ambassador->publishObjectClassDirectedInteractions(
         ambassador.object_class(object_class),
         ambassador.interaction_classes(interactions));
   });
}

hyla_exception hyla_unpublish_object_class_directed_interactions(
   hyla_rti rti,
   hyla_object_class_handle object_class,
   const hyla_handles *interactions)
{
   return call(rti, [&](Ambassador &ambassador) {
      if (interactions == nullptr)
      {
         ambassador->unpublishObjectClassDirectedInteractions(ambassador.object_class(object_class));
         return;
      }
      ambassador->unpublishObjectClassDirectedInteractions(
         ambassador.object_class(object_class),
         ambassador.interaction_classes(*interactions));
   });
}

hyla_exception hyla_subscribe_object_class_directed_interactions(
   hyla_rti rti,
   hyla_object_class_handle object_class,
   hyla_handles interactions,
   hyla_directed_scope scope)
{
   return call(rti, [&](Ambassador &ambassador) {
      ambassador->subscribeObjectClassDirectedInteractions(
         ambassador.object_class(object_class),
         ambassador.interaction_classes(interactions),
         scope == HYLA_DIRECTED_SCOPE_UNIVERSAL);
   });
}

hyla_exception hyla_unsubscribe_object_class_directed_interactions(
   hyla_rti rti,
   hyla_object_class_handle object_class,
   const hyla_handles *interactions)
{
   return call(rti, [&](Ambassador &ambassador) {
      if (interactions == nullptr)
      {
         ambassador->unsubscribeObjectClassDirectedInteractions(ambassador.object_class(object_class));
         return;
      }
      ambassador->unsubscribeObjectClassDirectedInteractions(
         ambassador.object_class(object_class),
         ambassador.interaction_classes(*interactions));
   });
}

hyla_exception hyla_send_directed_interaction(
   hyla_rti rti,
   hyla_interaction_class_handle interaction_class,
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
         ambassador->sendDirectedInteraction(
            ambassador.interaction_class(interaction_class),
            ambassador.object(object),
            ambassador.parameter_values(values),
            data(tag));
      },
      [&](Ambassador &ambassador, const LogicalTime &stamp) {
         return ambassador->sendDirectedInteraction(
            ambassador.interaction_class(interaction_class),
            ambassador.object(object),
            ambassador.parameter_values(values),
            data(tag),
            stamp);
      });
}

hyla_exception hyla_change_default_attribute_transportation_type(
   hyla_rti rti,
   hyla_object_class_handle object_class,
   hyla_handles attributes,
   hyla_transportation_type_handle transportation)
{
   return call(rti, [&](Ambassador &ambassador) {
      ambassador->changeDefaultAttributeTransportationType(
         ambassador.object_class(object_class),
         ambassador.attributes(attributes),
         ambassador.transportation(transportation));
   });
}

hyla_exception hyla_change_default_attribute_order_type(
   hyla_rti rti,
   hyla_object_class_handle object_class,
   hyla_handles attributes,
   hyla_order_type order)
{
   return call(rti, [&](Ambassador &ambassador) {
      ambassador->changeDefaultAttributeOrderType(
         ambassador.object_class(object_class),
         ambassador.attributes(attributes),
         static_cast<OrderType>(order));
   });
}

hyla_exception hyla_get_available_dimensions_for_object_class(
   hyla_rti rti,
   hyla_object_class_handle object_class,
   hyla_owned_handles *out)
{
   return get(rti, out, [&](Ambassador &ambassador) {
      return ambassador->getAvailableDimensionsForObjectClass(ambassador.object_class(object_class));
   });
}

hyla_exception hyla_normalize_object_class_handle(hyla_rti rti, hyla_object_class_handle object_class, uint32_t *out)
{
   return get(rti, out, [&](Ambassador &ambassador) {
      return ambassador->normalizeObjectClassHandle(ambassador.object_class(object_class));
   });
}

hyla_exception hyla_normalize_interaction_class_handle(
   hyla_rti rti,
   hyla_interaction_class_handle interaction_class,
   uint32_t *out)
{
   return get(rti, out, [&](Ambassador &ambassador) {
      return ambassador->normalizeInteractionClassHandle(ambassador.interaction_class(interaction_class));
   });
}

hyla_exception hyla_normalize_object_instance_handle(hyla_rti rti, hyla_object_instance_handle object, uint32_t *out)
{
   return get(rti, out, [&](Ambassador &ambassador) {
      return ambassador->normalizeObjectInstanceHandle(ambassador.object(object));
   });
}
