// Callbacks of federation management.

#include "callback/groups.h"
#include "callback/tell.h"

namespace HYLA_RTI
{
void put_federation(hyla_federate_ambassador &table)
{
   table.connection_lost = [](void *context, hyla_text fault) {
      tell(context, "connectionLost", [&](Connection &connection) {
         connection.federate.connectionLost(wide(fault));
      });
   };

   table.report_federation_executions = [](void *context, hyla_federation_executions executions) {
      tell(context, "reportFederationExecutions", [&](Connection &connection) {
         FederationExecutionInformationVector report;
         report.reserve(executions.length);
         for (std::size_t i = 0; i < executions.length; ++i)
         {
            const hyla_federation_execution &execution = executions.data[i];
            report.emplace_back(
               wide(execution.federation_execution_name), wide(execution.logical_time_implementation_name));
         }
         connection.federate.reportFederationExecutions(report);
      });
   };

   table.synchronization_point_registration_succeeded = [](void *context, hyla_text label) {
      tell(context, "synchronizationPointRegistrationSucceeded", [&](Connection &connection) {
         connection.federate.synchronizationPointRegistrationSucceeded(wide(label));
      });
   };

   table.synchronization_point_registration_failed =
      [](void *context, hyla_text label, hyla_synchronization_point_failure_reason reason) {
         tell(context, "synchronizationPointRegistrationFailed", [&](Connection &connection) {
            connection.federate.synchronizationPointRegistrationFailed(
               wide(label), static_cast<SynchronizationPointFailureReason>(reason));
         });
      };

   table.announce_synchronization_point = [](void *context, hyla_text label, hyla_bytes tag) {
      tell(context, "announceSynchronizationPoint", [&](Connection &connection) {
         connection.federate.announceSynchronizationPoint(wide(label), LentData(tag));
      });
   };

   table.federation_synchronized = [](void *context, hyla_text label, hyla_handles failed) {
      tell(context, "federationSynchronized", [&](Connection &connection) {
         connection.federate.federationSynchronized(wide(label), handle_set<FederateHandle>(failed));
      });
   };
}
}
