// Directed interactions (2025).

#include "ambassador/ambassador.h"

#include "ambassador/check.h"
#include "ambassador/lend.h"

namespace HYLA_RTI
{
void Ambassador::publishObjectClassDirectedInteractions(
   const ObjectClassHandle &objectClass, const InteractionClassHandleSet &interactionClasses)
{
   check(hyla_publish_object_class_directed_interactions(
      _rti, handle_number(objectClass), LentHandles(interactionClasses)));
}

void Ambassador::unpublishObjectClassDirectedInteractions(const ObjectClassHandle &objectClass)
{
   check(hyla_unpublish_object_class_directed_interactions(_rti, handle_number(objectClass), nullptr));
}

void Ambassador::unpublishObjectClassDirectedInteractions(
   const ObjectClassHandle &objectClass, const InteractionClassHandleSet &interactionClasses)
{
   check(hyla_unpublish_object_class_directed_interactions(
      _rti, handle_number(objectClass), LentHandles(interactionClasses)));
}

void Ambassador::subscribeObjectClassDirectedInteractions(
   const ObjectClassHandle &objectClass, const InteractionClassHandleSet &interactionClasses, bool universally)
{
   check(hyla_subscribe_object_class_directed_interactions(
      _rti,
      handle_number(objectClass),
      LentHandles(interactionClasses),
      universally ? HYLA_DIRECTED_SCOPE_UNIVERSAL : HYLA_DIRECTED_SCOPE_OWNED));
}

void Ambassador::unsubscribeObjectClassDirectedInteractions(const ObjectClassHandle &objectClass)
{
   check(hyla_unsubscribe_object_class_directed_interactions(_rti, handle_number(objectClass), nullptr));
}

void Ambassador::unsubscribeObjectClassDirectedInteractions(
   const ObjectClassHandle &objectClass, const InteractionClassHandleSet &interactionClasses)
{
   check(hyla_unsubscribe_object_class_directed_interactions(
      _rti, handle_number(objectClass), LentHandles(interactionClasses)));
}

void Ambassador::sendDirectedInteraction(
   const InteractionClassHandle &interactionClass,
   const ObjectInstanceHandle &object,
   const ParameterHandleValueMap &values,
   const Tag &tag)
{
   check(hyla_send_directed_interaction(
      _rti,
      handle_number(interactionClass),
      handle_number(object),
      LentValues(values),
      lend(tag),
      nullptr,
      nullptr,
      nullptr));
}

Retraction Ambassador::sendDirectedInteraction(
   const InteractionClassHandle &interactionClass,
   const ObjectInstanceHandle &object,
   const ParameterHandleValueMap &values,
   const Tag &tag,
   const LogicalTime &time)
{
   const hyla_time at = times().lend(time);
   hyla_message_retraction_handle retraction;
   check(hyla_send_directed_interaction(
      _rti,
      handle_number(interactionClass),
      handle_number(object),
      LentValues(values),
      lend(tag),
      &at,
      &retraction,
      nullptr));
   return make_handle<Retraction>(retraction);
}
}
