// Declaration management (clause 5).
#include "call.h"

using namespace over;

hyla_exception hyla_publish_object_class_attributes(
   hyla_rti rti,
   hyla_object_class_handle object_class,
   hyla_handles attributes)
{
   return call(rti, [&](Ambassador &ambassador) {
      ambassador->publishObjectClassAttributes(
         ambassador.object_class(object_class),
         ambassador.attributes(attributes));
   });
}

hyla_exception hyla_unpublish_object_class(hyla_rti rti, hyla_object_class_handle object_class)
{
   return call(rti, [&](Ambassador &ambassador) {
      ambassador->unpublishObjectClass(ambassador.object_class(object_class));
   });
}

hyla_exception hyla_unpublish_object_class_attributes(
   hyla_rti rti,
   hyla_object_class_handle object_class,
   hyla_handles attributes)
{
   return call(rti, [&](Ambassador &ambassador) {
      ambassador->unpublishObjectClassAttributes(
         ambassador.object_class(object_class),
         ambassador.attributes(attributes));
   });
}

hyla_exception hyla_publish_interaction_class(hyla_rti rti, hyla_interaction_class_handle interaction_class)
{
   return call(rti, [&](Ambassador &ambassador) {
      ambassador->publishInteractionClass(ambassador.interaction_class(interaction_class));
   });
}

hyla_exception hyla_unpublish_interaction_class(hyla_rti rti, hyla_interaction_class_handle interaction_class)
{
   return call(rti, [&](Ambassador &ambassador) {
      ambassador->unpublishInteractionClass(ambassador.interaction_class(interaction_class));
   });
}

hyla_exception hyla_subscribe_object_class_attributes(
   hyla_rti rti,
   hyla_object_class_handle object_class,
   hyla_handles attributes,
   hyla_activity activity,
   hyla_text update_rate_designator)
{
   return call(rti, [&](Ambassador &ambassador) {
      ambassador->subscribeObjectClassAttributes(
         ambassador.object_class(object_class),
         ambassador.attributes(attributes),
         activity == HYLA_ACTIVITY_ACTIVE,
         text(update_rate_designator));
   });
}

hyla_exception hyla_unsubscribe_object_class(hyla_rti rti, hyla_object_class_handle object_class)
{
   return call(rti, [&](Ambassador &ambassador) {
      ambassador->unsubscribeObjectClass(ambassador.object_class(object_class));
   });
}

hyla_exception hyla_unsubscribe_object_class_attributes(
   hyla_rti rti,
   hyla_object_class_handle object_class,
   hyla_handles attributes)
{
   return call(rti, [&](Ambassador &ambassador) {
      ambassador->unsubscribeObjectClassAttributes(
         ambassador.object_class(object_class),
         ambassador.attributes(attributes));
   });
}

hyla_exception hyla_subscribe_interaction_class(
   hyla_rti rti,
   hyla_interaction_class_handle interaction_class,
   hyla_activity activity)
{
   return call(rti, [&](Ambassador &ambassador) {
      ambassador->subscribeInteractionClass(
         ambassador.interaction_class(interaction_class),
         activity == HYLA_ACTIVITY_ACTIVE);
   });
}

hyla_exception hyla_unsubscribe_interaction_class(hyla_rti rti, hyla_interaction_class_handle interaction_class)
{
   return call(rti, [&](Ambassador &ambassador) {
      ambassador->unsubscribeInteractionClass(ambassador.interaction_class(interaction_class));
   });
}
