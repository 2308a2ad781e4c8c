// Declaration management (clause 5).
//
// Written by `make faces` from the table of services.

#include "callback/groups.h"
#include "callback/tell.h"

namespace HYLA_RTI
{
void put_declaration(hyla_federate_ambassador &table)
{
   table.start_registration_for_object_class = [](void *context, hyla_object_class_handle objectClass) {
      tell(context, "startRegistrationForObjectClass", [&](Connection &connection) {
         connection.federate.startRegistrationForObjectClass(make_handle<ObjectClassHandle>(objectClass));
      });
   };

   table.stop_registration_for_object_class = [](void *context, hyla_object_class_handle objectClass) {
      tell(context, "stopRegistrationForObjectClass", [&](Connection &connection) {
         connection.federate.stopRegistrationForObjectClass(make_handle<ObjectClassHandle>(objectClass));
      });
   };

   table.turn_interactions_on = [](void *context, hyla_interaction_class_handle interactionClass) {
      tell(context, "turnInteractionsOn", [&](Connection &connection) {
         connection.federate.turnInteractionsOn(make_handle<InteractionClassHandle>(interactionClass));
      });
   };

   table.turn_interactions_off = [](void *context, hyla_interaction_class_handle interactionClass) {
      tell(context, "turnInteractionsOff", [&](Connection &connection) {
         connection.federate.turnInteractionsOff(make_handle<InteractionClassHandle>(interactionClass));
      });
   };
}
}
