// Declaration management.

#include "ambassador/ambassador.h"

#include "ambassador/check.h"
#include "ambassador/lend.h"

namespace HYLA_RTI
{
void Ambassador::publishObjectClassAttributes(In<ObjectClassHandle> objectClass, const Attributes &attributes)
{
   check(hyla_publish_object_class_attributes(_rti, handle_number(objectClass), LentHandles(attributes)));
}

void Ambassador::unpublishObjectClass(In<ObjectClassHandle> objectClass)
{
   check(hyla_unpublish_object_class(_rti, handle_number(objectClass)));
}

void Ambassador::unpublishObjectClassAttributes(In<ObjectClassHandle> objectClass, const Attributes &attributes)
{
   check(hyla_unpublish_object_class_attributes(_rti, handle_number(objectClass), LentHandles(attributes)));
}

void Ambassador::publishInteractionClass(In<InteractionClassHandle> interactionClass)
{
   check(hyla_publish_interaction_class(_rti, handle_number(interactionClass)));
}

void Ambassador::unpublishInteractionClass(In<InteractionClassHandle> interactionClass)
{
   check(hyla_unpublish_interaction_class(_rti, handle_number(interactionClass)));
}

void Ambassador::subscribeObjectClassAttributes(
   In<ObjectClassHandle> objectClass,
   const Attributes &attributes,
   bool active,
   const std::wstring &updateRateDesignator)
{
   check(hyla_subscribe_object_class_attributes(
      _rti,
      handle_number(objectClass),
      LentHandles(attributes),
      activity(active),
      LentText(updateRateDesignator)));
}

void Ambassador::unsubscribeObjectClass(In<ObjectClassHandle> objectClass)
{
   check(hyla_unsubscribe_object_class(_rti, handle_number(objectClass)));
}

void Ambassador::unsubscribeObjectClassAttributes(In<ObjectClassHandle> objectClass, const Attributes &attributes)
{
   check(hyla_unsubscribe_object_class_attributes(_rti, handle_number(objectClass), LentHandles(attributes)));
}

void Ambassador::subscribeInteractionClass(In<InteractionClassHandle> interactionClass, bool active)
{
   check(hyla_subscribe_interaction_class(_rti, handle_number(interactionClass), activity(active)));
}

void Ambassador::unsubscribeInteractionClass(In<InteractionClassHandle> interactionClass)
{
   check(hyla_unsubscribe_interaction_class(_rti, handle_number(interactionClass)));
}
}
