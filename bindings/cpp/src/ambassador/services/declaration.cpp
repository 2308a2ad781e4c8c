// Declaration management (clause 5).
//
// Written by `make faces` from the table of services.

#include "ambassador/services/services.h"

#include "ambassador/check.h"
#include "ambassador/lend.h"

namespace HYLA_RTI
{
void Services::publishObjectClassAttributes(In<ObjectClassHandle> objectClass, const AttributeHandleSet &attributes)
{
   check(hyla_publish_object_class_attributes(_rti, handle_number(objectClass), LentHandles(attributes)));
}

void Services::unpublishObjectClass(In<ObjectClassHandle> objectClass)
{
   check(hyla_unpublish_object_class(_rti, handle_number(objectClass)));
}

void Services::unpublishObjectClassAttributes(In<ObjectClassHandle> objectClass, const AttributeHandleSet &attributes)
{
   check(hyla_unpublish_object_class_attributes(_rti, handle_number(objectClass), LentHandles(attributes)));
}

void Services::publishInteractionClass(In<InteractionClassHandle> interactionClass)
{
   check(hyla_publish_interaction_class(_rti, handle_number(interactionClass)));
}

void Services::unpublishInteractionClass(In<InteractionClassHandle> interactionClass)
{
   check(hyla_unpublish_interaction_class(_rti, handle_number(interactionClass)));
}

void Services::subscribeObjectClassAttributes(
   In<ObjectClassHandle> objectClass,
   const AttributeHandleSet &attributes,
   bool active,
   const std::wstring &updateRateDesignator)
{
   check(hyla_subscribe_object_class_attributes(
      _rti, handle_number(objectClass), LentHandles(attributes), activity(active), LentText(updateRateDesignator)));
}

void Services::unsubscribeObjectClass(In<ObjectClassHandle> objectClass)
{
   check(hyla_unsubscribe_object_class(_rti, handle_number(objectClass)));
}

void Services::unsubscribeObjectClassAttributes(
   In<ObjectClassHandle> objectClass, const AttributeHandleSet &attributes)
{
   check(hyla_unsubscribe_object_class_attributes(_rti, handle_number(objectClass), LentHandles(attributes)));
}

void Services::subscribeInteractionClass(In<InteractionClassHandle> interactionClass, bool active)
{
   check(hyla_subscribe_interaction_class(_rti, handle_number(interactionClass), activity(active)));
}

void Services::unsubscribeInteractionClass(In<InteractionClassHandle> interactionClass)
{
   check(hyla_unsubscribe_interaction_class(_rti, handle_number(interactionClass)));
}
}
