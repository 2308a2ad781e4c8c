// Callbacks that are new in 2025, but for directed interactions.

#include "callback/groups.h"
#include "callback/shown_time.h"
#include "callback/tell.h"

namespace HYLA_RTI
{
void put_edition(hyla_federate_ambassador &table)
{
   table.report_federation_execution_members =
      [](void *context, hyla_text federation, hyla_federation_execution_members members) {
         tell(context, "reportFederationExecutionMembers", [&](Connection &connection) {
            FederationExecutionMemberInformationVector report;
            report.reserve(members.length);
            for (std::size_t i = 0; i < members.length; ++i)
            {
               report.emplace_back(wide(members.data[i].federate_name), wide(members.data[i].federate_type));
            }
            connection.federate.reportFederationExecutionMembers(wide(federation), report);
         });
      };

   table.report_federation_execution_does_not_exist = [](void *context, hyla_text federation) {
      tell(context, "reportFederationExecutionDoesNotExist", [&](Connection &connection) {
         connection.federate.reportFederationExecutionDoesNotExist(wide(federation));
      });
   };

   table.federate_resigned = [](void *context, hyla_text reason) {
      tell(context, "federateResigned", [&](Connection &connection) {
         connection.federate.federateResigned(wide(reason));
      });
   };

   table.flush_queue_grant = [](void *context, hyla_time time, hyla_time optimistic) {
      tell(context, "flushQueueGrant", [&](Connection &connection) {
         connection.federate.flushQueueGrant(
            ShownTime(connection, time), ShownTime(connection, optimistic));
      });
   };
}
}
