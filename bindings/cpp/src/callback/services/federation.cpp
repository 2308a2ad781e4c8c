// Federation management (clause 4).
//
// Written by `make faces` from the table of services.

#include "callback/groups.h"
#include "callback/lists.h"
#include "callback/tell.h"

namespace HYLA_RTI
{
void put_federation(hyla_federate_ambassador &table)
{
   table.connection_lost = [](void *context, hyla_text faultDescription) {
      tell(context, "connectionLost", [&](Connection &connection) {
         connection.federate.connectionLost(wide(faultDescription));
      });
   };

   table.report_federation_executions = [](void *context, hyla_federation_executions report) {
      tell(context, "reportFederationExecutions", [&](Connection &connection) {
         connection.federate.reportFederationExecutions(list_of(report));
      });
   };
}
}
