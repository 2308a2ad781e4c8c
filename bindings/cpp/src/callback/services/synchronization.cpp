// Synchronization points (clause 4).
//
// Written by `make faces` from the table of services.

#include "callback/groups.h"
#include "callback/tell.h"

namespace HYLA_RTI
{
void put_synchronization(hyla_federate_ambassador &table)
{
   table.synchronization_point_registration_succeeded = [](void *context, hyla_text synchronizationPointLabel) {
      tell(context, "synchronizationPointRegistrationSucceeded", [&](Connection &connection) {
         connection.federate.synchronizationPointRegistrationSucceeded(wide(synchronizationPointLabel));
      });
   };

   table.synchronization_point_registration_failed =
      [](void *context, hyla_text synchronizationPointLabel, hyla_synchronization_point_failure_reason reason) {
         tell(context, "synchronizationPointRegistrationFailed", [&](Connection &connection) {
            connection.federate.synchronizationPointRegistrationFailed(
               wide(synchronizationPointLabel), static_cast<SynchronizationPointFailureReason>(reason));
         });
      };

   table.announce_synchronization_point =
      [](void *context, hyla_text synchronizationPointLabel, hyla_bytes userSuppliedTag) {
         tell(context, "announceSynchronizationPoint", [&](Connection &connection) {
            connection.federate.announceSynchronizationPoint(
               wide(synchronizationPointLabel), LentData(userSuppliedTag));
         });
      };

   table.federation_synchronized =
      [](void *context, hyla_text synchronizationPointLabel, hyla_handles failedToSyncSet) {
         tell(context, "federationSynchronized", [&](Connection &connection) {
            connection.federate.federationSynchronized(
               wide(synchronizationPointLabel), handle_set<FederateHandle>(failedToSyncSet));
         });
      };
}
}
