// Every callback of this edition.
#include "../listener.h"

namespace over
{
namespace
{
class Listener final : public FederateAmbassador
{
public:
   explicit Listener(const hyla_federate_ambassador &table)
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

   void objectInstanceNameReservationSucceeded(const std::wstring &objectInstanceName) override
   {
      table_.tell(
         &hyla_federate_ambassador::object_instance_name_reservation_succeeded,
         Text(objectInstanceName).lend());
   }

   void objectInstanceNameReservationFailed(const std::wstring &objectInstanceName) override
   {
      table_.tell(&hyla_federate_ambassador::object_instance_name_reservation_failed, Text(objectInstanceName).lend());
   }

   void multipleObjectInstanceNameReservationSucceeded(const std::set<std::wstring> &objectInstanceNames) override
   {
      table_.tell(
         &hyla_federate_ambassador::multiple_object_instance_name_reservation_succeeded,
         Texts(objectInstanceNames).lend());
   }

   void multipleObjectInstanceNameReservationFailed(const std::set<std::wstring> &objectInstanceNames) override
   {
      table_.tell(
         &hyla_federate_ambassador::multiple_object_instance_name_reservation_failed,
         Texts(objectInstanceNames).lend());
   }

   void discoverObjectInstance(
      const ObjectInstanceHandle &objectInstance,
      const ObjectClassHandle &objectClass,
      const std::wstring &objectInstanceName,
      const FederateHandle &producingFederate) override
   {
      table_.tell(
         &hyla_federate_ambassador::discover_object_instance,
         number(objectInstance),
         number(objectClass),
         Text(objectInstanceName).lend(),
         number(producingFederate));
   }

   void reflectAttributeValues(
      const ObjectInstanceHandle &objectInstance,
      const AttributeHandleValueMap &attributeValues,
      const VariableLengthData &userSuppliedTag,
      const TransportationTypeHandle &transportationType,
      const FederateHandle &producingFederate,
      const RegionHandleSet *optionalSentRegions) override
   {
      Delivered delivered(userSuppliedTag, transportation_number(transportationType), producingFederate);
      if (optionalSentRegions != nullptr)
      {
         delivered.with(*optionalSentRegions);
      }
      table_.tell(
         &hyla_federate_ambassador::reflect_attribute_values,
         number(objectInstance),
         Values(attributeValues).lend(),
         delivered.lend());
   }

   void reflectAttributeValues(
      const ObjectInstanceHandle &objectInstance,
      const AttributeHandleValueMap &attributeValues,
      const VariableLengthData &userSuppliedTag,
      const TransportationTypeHandle &transportationType,
      const FederateHandle &producingFederate,
      const RegionHandleSet *optionalSentRegions,
      const LogicalTime &time,
      OrderType sentOrderType,
      OrderType receivedOrderType,
      const MessageRetractionHandle *optionalRetraction) override
   {
      Delivered delivered(userSuppliedTag, transportation_number(transportationType), producingFederate);
      if (optionalSentRegions != nullptr)
      {
         delivered.with(*optionalSentRegions);
      }
      delivered.at(time, sentOrderType, receivedOrderType);
      if (optionalRetraction != nullptr)
      {
         delivered.retractable(*optionalRetraction);
      }
      table_.tell(
         &hyla_federate_ambassador::reflect_attribute_values,
         number(objectInstance),
         Values(attributeValues).lend(),
         delivered.lend());
   }

   void receiveInteraction(
      const InteractionClassHandle &interactionClass,
      const ParameterHandleValueMap &parameterValues,
      const VariableLengthData &userSuppliedTag,
      const TransportationTypeHandle &transportationType,
      const FederateHandle &producingFederate,
      const RegionHandleSet *optionalSentRegions) override
   {
      Delivered delivered(userSuppliedTag, transportation_number(transportationType), producingFederate);
      if (optionalSentRegions != nullptr)
      {
         delivered.with(*optionalSentRegions);
      }
      table_.tell(
         &hyla_federate_ambassador::receive_interaction,
         number(interactionClass),
         Values(parameterValues).lend(),
         delivered.lend());
   }

   void receiveInteraction(
      const InteractionClassHandle &interactionClass,
      const ParameterHandleValueMap &parameterValues,
      const VariableLengthData &userSuppliedTag,
      const TransportationTypeHandle &transportationType,
      const FederateHandle &producingFederate,
      const RegionHandleSet *optionalSentRegions,
      const LogicalTime &time,
      OrderType sentOrderType,
      OrderType receivedOrderType,
      const MessageRetractionHandle *optionalRetraction) override
   {
      Delivered delivered(userSuppliedTag, transportation_number(transportationType), producingFederate);
      if (optionalSentRegions != nullptr)
      {
         delivered.with(*optionalSentRegions);
      }
      delivered.at(time, sentOrderType, receivedOrderType);
      if (optionalRetraction != nullptr)
      {
         delivered.retractable(*optionalRetraction);
      }
      table_.tell(
         &hyla_federate_ambassador::receive_interaction,
         number(interactionClass),
         Values(parameterValues).lend(),
         delivered.lend());
   }

   void receiveDirectedInteraction(
      const InteractionClassHandle &interactionClass,
      const ObjectInstanceHandle &objectInstance,
      const ParameterHandleValueMap &parameterValues,
      const VariableLengthData &userSuppliedTag,
      const TransportationTypeHandle &transportationType,
      const FederateHandle &producingFederate) override
   {
      Delivered delivered(userSuppliedTag, transportation_number(transportationType), producingFederate);
      table_.tell(
         &hyla_federate_ambassador::receive_directed_interaction,
         number(interactionClass),
         number(objectInstance),
         Values(parameterValues).lend(),
         delivered.lend());
   }

   void receiveDirectedInteraction(
      const InteractionClassHandle &interactionClass,
      const ObjectInstanceHandle &objectInstance,
      const ParameterHandleValueMap &parameterValues,
      const VariableLengthData &userSuppliedTag,
      const TransportationTypeHandle &transportationType,
      const FederateHandle &producingFederate,
      const LogicalTime &time,
      OrderType sentOrderType,
      OrderType receivedOrderType,
      const MessageRetractionHandle *optionalRetraction) override
   {
      Delivered delivered(userSuppliedTag, transportation_number(transportationType), producingFederate);
      delivered.at(time, sentOrderType, receivedOrderType);
      if (optionalRetraction != nullptr)
      {
         delivered.retractable(*optionalRetraction);
      }
      table_.tell(
         &hyla_federate_ambassador::receive_directed_interaction,
         number(interactionClass),
         number(objectInstance),
         Values(parameterValues).lend(),
         delivered.lend());
   }

   void removeObjectInstance(
      const ObjectInstanceHandle &objectInstance,
      const VariableLengthData &userSuppliedTag,
      const FederateHandle &producingFederate) override
   {
      Delivered delivered(userSuppliedTag, 0, producingFederate);
      table_.tell(&hyla_federate_ambassador::remove_object_instance, number(objectInstance), delivered.lend());
   }

   void removeObjectInstance(
      const ObjectInstanceHandle &objectInstance,
      const VariableLengthData &userSuppliedTag,
      const FederateHandle &producingFederate,
      const LogicalTime &time,
      OrderType sentOrderType,
      OrderType receivedOrderType,
      const MessageRetractionHandle *optionalRetraction) override
   {
      Delivered delivered(userSuppliedTag, 0, producingFederate);
      delivered.at(time, sentOrderType, receivedOrderType);
      if (optionalRetraction != nullptr)
      {
         delivered.retractable(*optionalRetraction);
      }
      table_.tell(&hyla_federate_ambassador::remove_object_instance, number(objectInstance), delivered.lend());
   }

   void attributesInScope(const ObjectInstanceHandle &objectInstance, const AttributeHandleSet &attributes) override
   {
      table_.tell(&hyla_federate_ambassador::attributes_in_scope, number(objectInstance), Numbers(attributes).lend());
   }

   void attributesOutOfScope(const ObjectInstanceHandle &objectInstance, const AttributeHandleSet &attributes) override
   {
      table_.tell(
         &hyla_federate_ambassador::attributes_out_of_scope,
         number(objectInstance),
         Numbers(attributes).lend());
   }

   void provideAttributeValueUpdate(
      const ObjectInstanceHandle &objectInstance,
      const AttributeHandleSet &attributes,
      const VariableLengthData &userSuppliedTag) override
   {
      table_.tell(
         &hyla_federate_ambassador::provide_attribute_value_update,
         number(objectInstance),
         Numbers(attributes).lend(),
         bytes(userSuppliedTag));
   }

   void turnUpdatesOnForObjectInstance(
      const ObjectInstanceHandle &objectInstance,
      const AttributeHandleSet &attributes) override
   {
      table_.tell(
         &hyla_federate_ambassador::turn_updates_on_for_object_instance,
         number(objectInstance),
         Numbers(attributes).lend(),
         nullptr);
   }

   void turnUpdatesOnForObjectInstance(
      const ObjectInstanceHandle &objectInstance,
      const AttributeHandleSet &attributes,
      const std::wstring &updateRateDesignator) override
   {
      const Text designator(updateRateDesignator);
      const hyla_text lent = designator.lend();
      table_.tell(
         &hyla_federate_ambassador::turn_updates_on_for_object_instance,
         number(objectInstance),
         Numbers(attributes).lend(),
         &lent);
   }

   void turnUpdatesOffForObjectInstance(
      const ObjectInstanceHandle &objectInstance,
      const AttributeHandleSet &attributes) override
   {
      table_.tell(
         &hyla_federate_ambassador::turn_updates_off_for_object_instance,
         number(objectInstance),
         Numbers(attributes).lend());
   }

   void confirmAttributeTransportationTypeChange(
      const ObjectInstanceHandle &objectInstance,
      const AttributeHandleSet &attributes,
      const TransportationTypeHandle &transportationType) override
   {
      table_.tell(
         &hyla_federate_ambassador::confirm_attribute_transportation_type_change,
         number(objectInstance),
         Numbers(attributes).lend(),
         transportation_number(transportationType));
   }

   void reportAttributeTransportationType(
      const ObjectInstanceHandle &objectInstance,
      const AttributeHandle &attribute,
      const TransportationTypeHandle &transportationType) override
   {
      table_.tell(
         &hyla_federate_ambassador::report_attribute_transportation_type,
         number(objectInstance),
         number(attribute),
         transportation_number(transportationType));
   }

   void confirmInteractionTransportationTypeChange(
      const InteractionClassHandle &interactionClass,
      const TransportationTypeHandle &transportationType) override
   {
      table_.tell(
         &hyla_federate_ambassador::confirm_interaction_transportation_type_change,
         number(interactionClass),
         transportation_number(transportationType));
   }

   void reportInteractionTransportationType(
      const FederateHandle &federate,
      const InteractionClassHandle &interactionClass,
      const TransportationTypeHandle &transportationType) override
   {
      table_.tell(
         &hyla_federate_ambassador::report_interaction_transportation_type,
         number(federate),
         number(interactionClass),
         transportation_number(transportationType));
   }

   void requestAttributeOwnershipAssumption(
      const ObjectInstanceHandle &objectInstance,
      const AttributeHandleSet &offeredAttributes,
      const VariableLengthData &userSuppliedTag) override
   {
      table_.tell(
         &hyla_federate_ambassador::request_attribute_ownership_assumption,
         number(objectInstance),
         Numbers(offeredAttributes).lend(),
         bytes(userSuppliedTag));
   }

   void requestDivestitureConfirmation(
      const ObjectInstanceHandle &objectInstance,
      const AttributeHandleSet &releasedAttributes,
      const VariableLengthData &userSuppliedTag) override
   {
      table_.tell(
         &hyla_federate_ambassador::request_divestiture_confirmation,
         number(objectInstance),
         Numbers(releasedAttributes).lend(),
         bytes(userSuppliedTag));
   }

   void attributeOwnershipAcquisitionNotification(
      const ObjectInstanceHandle &objectInstance,
      const AttributeHandleSet &securedAttributes,
      const VariableLengthData &userSuppliedTag) override
   {
      table_.tell(
         &hyla_federate_ambassador::attribute_ownership_acquisition_notification,
         number(objectInstance),
         Numbers(securedAttributes).lend(),
         bytes(userSuppliedTag));
   }

   void attributeOwnershipUnavailable(
      const ObjectInstanceHandle &objectInstance,
      const AttributeHandleSet &attributes,
      const VariableLengthData &userSuppliedTag) override
   {
      table_.tell(
         &hyla_federate_ambassador::attribute_ownership_unavailable,
         number(objectInstance),
         Numbers(attributes).lend(),
         bytes(userSuppliedTag));
   }

   void requestAttributeOwnershipRelease(
      const ObjectInstanceHandle &objectInstance,
      const AttributeHandleSet &candidateAttributes,
      const VariableLengthData &userSuppliedTag) override
   {
      table_.tell(
         &hyla_federate_ambassador::request_attribute_ownership_release,
         number(objectInstance),
         Numbers(candidateAttributes).lend(),
         bytes(userSuppliedTag));
   }

   void confirmAttributeOwnershipAcquisitionCancellation(
      const ObjectInstanceHandle &objectInstance,
      const AttributeHandleSet &attributes) override
   {
      table_.tell(
         &hyla_federate_ambassador::confirm_attribute_ownership_acquisition_cancellation,
         number(objectInstance),
         Numbers(attributes).lend());
   }

   void informAttributeOwnership(
      const ObjectInstanceHandle &objectInstance,
      const AttributeHandleSet &attributes,
      const FederateHandle &owner) override
   {
      table_.tell(
         &hyla_federate_ambassador::inform_attribute_ownership,
         number(objectInstance),
         Numbers(attributes).lend(),
         number(owner));
   }

   void attributeIsNotOwned(const ObjectInstanceHandle &objectInstance, const AttributeHandleSet &attributes) override
   {
      table_.tell(
         &hyla_federate_ambassador::attribute_is_not_owned,
         number(objectInstance),
         Numbers(attributes).lend());
   }

   void attributeIsOwnedByRTI(const ObjectInstanceHandle &objectInstance, const AttributeHandleSet &attributes) override
   {
      table_.tell(
         &hyla_federate_ambassador::attribute_is_owned_by_rti,
         number(objectInstance),
         Numbers(attributes).lend());
   }

   void timeRegulationEnabled(const LogicalTime &time) override
   {
      table_.tell(&hyla_federate_ambassador::time_regulation_enabled, over::time(time));
   }

   void timeConstrainedEnabled(const LogicalTime &time) override
   {
      table_.tell(&hyla_federate_ambassador::time_constrained_enabled, over::time(time));
   }

   void flushQueueGrant(const LogicalTime &time, const LogicalTime &optimisticTime) override
   {
      table_.tell(&hyla_federate_ambassador::flush_queue_grant, over::time(time), over::time(optimisticTime));
   }

   void timeAdvanceGrant(const LogicalTime &time) override
   {
      table_.tell(&hyla_federate_ambassador::time_advance_grant, over::time(time));
   }

   void requestRetraction(const MessageRetractionHandle &retraction) override
   {
      table_.tell(&hyla_federate_ambassador::request_retraction, number(retraction));
   }

private:
   Table table_;
};
}

std::unique_ptr<FederateAmbassador> listen(const hyla_federate_ambassador &table)
{
   return std::make_unique<Listener>(table);
}
}
