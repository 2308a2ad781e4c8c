// Save and restore (clause 4).
//
// Written by `make faces` from the table of services.

#include "callback/groups.h"
#include "callback/lists.h"
#include "callback/shown_time.h"
#include "callback/tell.h"

namespace HYLA_RTI
{
void put_saving(hyla_federate_ambassador &table)
{
   table.initiate_federate_save = [](void *context, hyla_text label, const hyla_time *time) {
      tell(context, "initiateFederateSave", [&](Connection &connection) {
         if (time == nullptr)
         {
            connection.federate.initiateFederateSave(wide(label));
         }
         else
         {
            connection.federate.initiateFederateSave(wide(label), ShownTime(connection, *time));
         }
      });
   };

   table.federation_saved = [](void *context) {
      tell(context, "federationSaved", [&](Connection &connection) {
         connection.federate.federationSaved();
      });
   };

   table.federation_not_saved = [](void *context, hyla_save_failure_reason reason) {
      tell(context, "federationNotSaved", [&](Connection &connection) {
         connection.federate.federationNotSaved(static_cast<SaveFailureReason>(reason));
      });
   };

   table.federation_save_status_response = [](void *context, hyla_federate_save_statuses response) {
      tell(context, "federationSaveStatusResponse", [&](Connection &connection) {
         connection.federate.federationSaveStatusResponse(list_of(response));
      });
   };

   table.request_federation_restore_succeeded = [](void *context, hyla_text label) {
      tell(context, "requestFederationRestoreSucceeded", [&](Connection &connection) {
         connection.federate.requestFederationRestoreSucceeded(wide(label));
      });
   };

   table.request_federation_restore_failed = [](void *context, hyla_text label) {
      tell(context, "requestFederationRestoreFailed", [&](Connection &connection) {
         connection.federate.requestFederationRestoreFailed(wide(label));
      });
   };

   table.federation_restore_begun = [](void *context) {
      tell(context, "federationRestoreBegun", [&](Connection &connection) {
         connection.federate.federationRestoreBegun();
      });
   };

   table.initiate_federate_restore =
      [](void *context, hyla_text label, hyla_text federateName, hyla_federate_handle postRestoreFederateHandle) {
         tell(context, "initiateFederateRestore", [&](Connection &connection) {
            connection.federate.initiateFederateRestore(
               wide(label), wide(federateName), make_handle<FederateHandle>(postRestoreFederateHandle));
         });
      };

   table.federation_restored = [](void *context) {
      tell(context, "federationRestored", [&](Connection &connection) {
         connection.federate.federationRestored();
      });
   };

   table.federation_not_restored = [](void *context, hyla_restore_failure_reason reason) {
      tell(context, "federationNotRestored", [&](Connection &connection) {
         connection.federate.federationNotRestored(static_cast<RestoreFailureReason>(reason));
      });
   };

   table.federation_restore_status_response = [](void *context, hyla_federate_restore_statuses response) {
      tell(context, "federationRestoreStatusResponse", [&](Connection &connection) {
         connection.federate.federationRestoreStatusResponse(list_of(response));
      });
   };
}
}
