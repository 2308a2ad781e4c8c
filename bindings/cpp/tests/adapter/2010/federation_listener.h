// The callbacks of clauses 4 and 5.
#pragma once

#include "../listener.h"

namespace over
{
class FederationListener : public FederateAmbassador
{
public:
   explicit FederationListener(const hyla_federate_ambassador &table)
      : table_(table)
   {
   }

   void connectionLost(const std::wstring &faultDescription) override
   {
      table_.tell(&hyla_federate_ambassador::connection_lost, Text(faultDescription).lend());
   }

   void reportFederationExecutions(
      const FederationExecutionInformationVector &theFederationExecutionInformationList) override
   {
      std::vector<Text> texts;
      texts.reserve(2 * theFederationExecutionInformationList.size());
      std::vector<hyla_federation_execution> executions;
      for (const FederationExecutionInformation &execution : theFederationExecutionInformationList)
      {
         const hyla_text name = texts.emplace_back(execution.federationExecutionName).lend();
         const hyla_text time = texts.emplace_back(execution.logicalTimeImplementationName).lend();
         executions.push_back({name, time});
      }
      table_.tell(
         &hyla_federate_ambassador::report_federation_executions,
         hyla_federation_executions{executions.data(), executions.size()});
   }

   void synchronizationPointRegistrationSucceeded(const std::wstring &label) override
   {
      table_.tell(&hyla_federate_ambassador::synchronization_point_registration_succeeded, Text(label).lend());
   }

   void synchronizationPointRegistrationFailed(
      const std::wstring &label,
      SynchronizationPointFailureReason reason) override
   {
      table_.tell(
         &hyla_federate_ambassador::synchronization_point_registration_failed,
         Text(label).lend(),
         static_cast<hyla_synchronization_point_failure_reason>(reason));
   }

   void announceSynchronizationPoint(const std::wstring &label, const VariableLengthData &theUserSuppliedTag) override
   {
      table_.tell(
         &hyla_federate_ambassador::announce_synchronization_point,
         Text(label).lend(),
         bytes(theUserSuppliedTag));
   }

   void federationSynchronized(const std::wstring &label, const FederateHandleSet &failedToSyncSet) override
   {
      table_.tell(
         &hyla_federate_ambassador::federation_synchronized,
         Text(label).lend(),
         Numbers(failedToSyncSet).lend());
   }

   void initiateFederateSave(const std::wstring &label) override
   {
      table_.tell(&hyla_federate_ambassador::initiate_federate_save, Text(label).lend(), nullptr);
   }

   void initiateFederateSave(const std::wstring &label, const LogicalTime &theTime) override
   {
      const hyla_time stamp = over::time(theTime);
      table_.tell(&hyla_federate_ambassador::initiate_federate_save, Text(label).lend(), &stamp);
   }

   void federationSaved() override
   {
      table_.tell(&hyla_federate_ambassador::federation_saved);
   }

   void federationNotSaved(SaveFailureReason theSaveFailureReason) override
   {
      table_.tell(
         &hyla_federate_ambassador::federation_not_saved,
         static_cast<hyla_save_failure_reason>(theSaveFailureReason));
   }

   void federationSaveStatusResponse(const FederateHandleSaveStatusPairVector &theFederateStatusVector) override
   {
      std::vector<hyla_federate_save_status> statuses;
      for (const FederateHandleSaveStatusPair &status : theFederateStatusVector)
      {
         statuses.push_back({number(status.first), static_cast<hyla_save_status>(status.second)});
      }
      table_.tell(
         &hyla_federate_ambassador::federation_save_status_response,
         hyla_federate_save_statuses{statuses.data(), statuses.size()});
   }

   void requestFederationRestoreSucceeded(const std::wstring &label) override
   {
      table_.tell(&hyla_federate_ambassador::request_federation_restore_succeeded, Text(label).lend());
   }

   void requestFederationRestoreFailed(const std::wstring &label) override
   {
      table_.tell(&hyla_federate_ambassador::request_federation_restore_failed, Text(label).lend());
   }

   void federationRestoreBegun() override
   {
      table_.tell(&hyla_federate_ambassador::federation_restore_begun);
   }

   void initiateFederateRestore(
      const std::wstring &label,
      const std::wstring &federateName,
      FederateHandle handle) override
   {
      table_.tell(
         &hyla_federate_ambassador::initiate_federate_restore,
         Text(label).lend(),
         Text(federateName).lend(),
         number(handle));
   }

   void federationRestored() override
   {
      table_.tell(&hyla_federate_ambassador::federation_restored);
   }

   void federationNotRestored(RestoreFailureReason theRestoreFailureReason) override
   {
      table_.tell(
         &hyla_federate_ambassador::federation_not_restored,
         static_cast<hyla_restore_failure_reason>(theRestoreFailureReason));
   }

   void federationRestoreStatusResponse(const FederateRestoreStatusVector &theFederateRestoreStatusVector) override
   {
      std::vector<hyla_federate_restore_status> statuses;
      for (const FederateRestoreStatus &status : theFederateRestoreStatusVector)
      {
         statuses.push_back(
            {number(status.preRestoreHandle), number(status.postRestoreHandle),
             static_cast<hyla_restore_status>(status.status)});
      }
      table_.tell(
         &hyla_federate_ambassador::federation_restore_status_response,
         hyla_federate_restore_statuses{statuses.data(), statuses.size()});
   }

   void startRegistrationForObjectClass(ObjectClassHandle theClass) override
   {
      table_.tell(&hyla_federate_ambassador::start_registration_for_object_class, number(theClass));
   }

   void stopRegistrationForObjectClass(ObjectClassHandle theClass) override
   {
      table_.tell(&hyla_federate_ambassador::stop_registration_for_object_class, number(theClass));
   }

   void turnInteractionsOn(InteractionClassHandle theHandle) override
   {
      table_.tell(&hyla_federate_ambassador::turn_interactions_on, number(theHandle));
   }

   void turnInteractionsOff(InteractionClassHandle theHandle) override
   {
      table_.tell(&hyla_federate_ambassador::turn_interactions_off, number(theHandle));
   }

protected:
   Table table_;
};
}
