// Time management (clause 8).
//
// Written by `make faces` from the table of services.

#include "callback/groups.h"
#include "callback/shown_time.h"
#include "callback/tell.h"

namespace HYLA_RTI
{
void put_time(hyla_federate_ambassador &table)
{
   table.time_regulation_enabled = [](void *context, hyla_time time) {
      tell(context, "timeRegulationEnabled", [&](Connection &connection) {
         connection.federate.timeRegulationEnabled(ShownTime(connection, time));
      });
   };

   table.time_constrained_enabled = [](void *context, hyla_time time) {
      tell(context, "timeConstrainedEnabled", [&](Connection &connection) {
         connection.federate.timeConstrainedEnabled(ShownTime(connection, time));
      });
   };

   table.time_advance_grant = [](void *context, hyla_time time) {
      tell(context, "timeAdvanceGrant", [&](Connection &connection) {
         connection.federate.timeAdvanceGrant(ShownTime(connection, time));
      });
   };

   table.request_retraction = [](void *context, hyla_message_retraction_handle retraction) {
      tell(context, "requestRetraction", [&](Connection &connection) {
         connection.federate.requestRetraction(make_handle<MessageRetractionHandle>(retraction));
      });
   };
}
}
