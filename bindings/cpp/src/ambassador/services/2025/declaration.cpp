// Declaration management (clause 5).
//
// Written by `make faces` from the table of services.

#include "ambassador/services/services.h"

#include "ambassador/check.h"
#include "ambassador/lend.h"

namespace HYLA_RTI
{
void Services::publishObjectClassDirectedInteractions(
   In<ObjectClassHandle> objectClass, const InteractionClassHandleSet &interactionClasses)
{
   check(hyla_publish_object_class_directed_interactions(
      _rti, handle_number(objectClass), LentHandles(interactionClasses)));
}

void Services::unpublishObjectClassDirectedInteractions(In<ObjectClassHandle> objectClass)
{
   check(hyla_unpublish_object_class_directed_interactions(_rti, handle_number(objectClass), nullptr));
}

void Services::unpublishObjectClassDirectedInteractions(
   In<ObjectClassHandle> objectClass, const InteractionClassHandleSet &interactionClasses)
{
   check(hyla_unpublish_object_class_directed_interactions(
      _rti, handle_number(objectClass), LentHandles(interactionClasses)));
}

void Services::subscribeObjectClassDirectedInteractions(
   In<ObjectClassHandle> objectClass, const InteractionClassHandleSet &interactionClasses, bool universally)
{
   check(hyla_subscribe_object_class_directed_interactions(
      _rti, handle_number(objectClass), LentHandles(interactionClasses), directed_scope(universally)));
}

void Services::unsubscribeObjectClassDirectedInteractions(In<ObjectClassHandle> objectClass)
{
   check(hyla_unsubscribe_object_class_directed_interactions(_rti, handle_number(objectClass), nullptr));
}

void Services::unsubscribeObjectClassDirectedInteractions(
   In<ObjectClassHandle> objectClass, const InteractionClassHandleSet &interactionClasses)
{
   check(hyla_unsubscribe_object_class_directed_interactions(
      _rti, handle_number(objectClass), LentHandles(interactionClasses)));
}
}
