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

   void reportFederationExecutions(const FederationExecutionInformationVector &report) override
   {
      std::vector<Text> texts;
      texts.reserve(2 * report.size());
      std::vector<hyla_federation_execution> executions;
      for (const FederationExecutionInformation &execution : report)
      {
         const hyla_text name = texts.emplace_back(execution.federationExecutionName).lend();
         const hyla_text time = texts.emplace_back(execution.logicalTimeImplementationName).lend();
         executions.push_back({name, time});
      }
      table_.tell(
         &hyla_federate_ambassador::report_federation_executions,
         hyla_federation_executions{executions.data(), executions.size()});
   }

   void reportFederationExecutionMembers(
      const std::wstring &federationName,
      const FederationExecutionMemberInformationVector &report) override
   {
      std::vector<Text> texts;
      texts.reserve(2 * report.size());
      std::vector<hyla_federation_execution_member> members;
      for (const FederationExecutionMemberInformation &member : report)
      {
         const hyla_text name = texts.emplace_back(member.federateName).lend();
         const hyla_text type = texts.emplace_back(member.federateType).lend();
         members.push_back({name, type});
      }
      table_.tell(
         &hyla_federate_ambassador::report_federation_execution_members,
         Text(federationName).lend(),
         hyla_federation_execution_members{members.data(), members.size()});
   }

   void reportFederationExecutionDoesNotExist(const std::wstring &federationName) override
   {
      table_.tell(&hyla_federate_ambassador::report_federation_execution_does_not_exist, Text(federationName).lend());
   }

   void federateResigned(const std::wstring &reasonForResignDescription) override
   {
      table_.tell(&hyla_federate_ambassador::federate_resigned, Text(reasonForResignDescription).lend());
   }

   void synchronizationPointRegistrationSucceeded(const std::wstring &synchronizationPointLabel) override
   {
      table_.tell(
         &hyla_federate_ambassador::synchronization_point_registration_succeeded,
         Text(synchronizationPointLabel).lend());
   }

   void synchronizationPointRegistrationFailed(
      const std::wstring &synchronizationPointLabel,
      SynchronizationPointFailureReason reason) override
   {
      table_.tell(
         &hyla_federate_ambassador::synchronization_point_registration_failed,
         Text(synchronizationPointLabel).lend(),
         static_cast<hyla_synchronization_point_failure_reason>(reason));
   }

   void announceSynchronizationPoint(
      const std::wstring &synchronizationPointLabel,
      const VariableLengthData &userSuppliedTag) override
   {
      table_.tell(
         &hyla_federate_ambassador::announce_synchronization_point,
         Text(synchronizationPointLabel).lend(),
         bytes(userSuppliedTag));
   }

   void federationSynchronized(
      const std::wstring &synchronizationPointLabel,
      const FederateHandleSet &failedToSyncSet) override
   {
      table_.tell(
         &hyla_federate_ambassador::federation_synchronized,
         Text(synchronizationPointLabel).lend(),
         Numbers(failedToSyncSet).lend());
   }

   void initiateFederateSave(const std::wstring &label) override
   {
      table_.tell(&hyla_federate_ambassador::initiate_federate_save, Text(label).lend(), nullptr);
   }

   void initiateFederateSave(const std::wstring &label, const LogicalTime &time) override
   {
      const hyla_time stamp = over::time(time);
      table_.tell(&hyla_federate_ambassador::initiate_federate_save, Text(label).lend(), &stamp);
   }

   void federationSaved() override
   {
      table_.tell(&hyla_federate_ambassador::federation_saved);
   }

   void federationNotSaved(SaveFailureReason reason) override
   {
      table_.tell(&hyla_federate_ambassador::federation_not_saved, static_cast<hyla_save_failure_reason>(reason));
   }

   void federationSaveStatusResponse(const FederateHandleSaveStatusPairVector &response) override
   {
      std::vector<hyla_federate_save_status> statuses;
      for (const FederateHandleSaveStatusPair &status : response)
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
      const FederateHandle &postRestoreFederateHandle) override
   {
      table_.tell(
         &hyla_federate_ambassador::initiate_federate_restore,
         Text(label).lend(),
         Text(federateName).lend(),
         number(postRestoreFederateHandle));
   }

   void federationRestored() override
   {
      table_.tell(&hyla_federate_ambassador::federation_restored);
   }

   void federationNotRestored(RestoreFailureReason reason) override
   {
      table_.tell(&hyla_federate_ambassador::federation_not_restored, static_cast<hyla_restore_failure_reason>(reason));
   }

   void federationRestoreStatusResponse(const FederateRestoreStatusVector &response) override
   {
      std::vector<hyla_federate_restore_status> statuses;
      for (const FederateRestoreStatus &status : response)
      {
         statuses.push_back(
            {number(status.preRestoreHandle), number(status.postRestoreHandle),
             static_cast<hyla_restore_status>(status.status)});
      }
      table_.tell(
         &hyla_federate_ambassador::federation_restore_status_response,
         hyla_federate_restore_statuses{statuses.data(), statuses.size()});
   }

   void startRegistrationForObjectClass(const ObjectClassHandle &objectClass) override
   {
      table_.tell(&hyla_federate_ambassador::start_registration_for_object_class, number(objectClass));
   }

   void stopRegistrationForObjectClass(const ObjectClassHandle &objectClass) override
   {
      table_.tell(&hyla_federate_ambassador::stop_registration_for_object_class, number(objectClass));
   }

   void turnInteractionsOn(const InteractionClassHandle &interactionClass) override
   {
      table_.tell(&hyla_federate_ambassador::turn_interactions_on, number(interactionClass));
   }

   void turnInteractionsOff(const InteractionClassHandle &interactionClass) override
   {
      table_.tell(&hyla_federate_ambassador::turn_interactions_off, number(interactionClass));
   }

protected:
   Table table_;
};
}
