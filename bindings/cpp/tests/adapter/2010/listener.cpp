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

   void objectInstanceNameReservationSucceeded(const std::wstring &theObjectInstanceName) override
   {
      table_.tell(
         &hyla_federate_ambassador::object_instance_name_reservation_succeeded,
         Text(theObjectInstanceName).lend());
   }

   void objectInstanceNameReservationFailed(const std::wstring &theObjectInstanceName) override
   {
      table_.tell(
         &hyla_federate_ambassador::object_instance_name_reservation_failed,
         Text(theObjectInstanceName).lend());
   }

   void multipleObjectInstanceNameReservationSucceeded(const std::set<std::wstring> &theObjectInstanceNames) override
   {
      table_.tell(
         &hyla_federate_ambassador::multiple_object_instance_name_reservation_succeeded,
         Texts(theObjectInstanceNames).lend());
   }

   void multipleObjectInstanceNameReservationFailed(const std::set<std::wstring> &theObjectInstanceNames) override
   {
      table_.tell(
         &hyla_federate_ambassador::multiple_object_instance_name_reservation_failed,
         Texts(theObjectInstanceNames).lend());
   }

   void discoverObjectInstance(
      ObjectInstanceHandle theObject,
      ObjectClassHandle theObjectClass,
      const std::wstring &theObjectInstanceName) override
   {
      table_.tell(
         &hyla_federate_ambassador::discover_object_instance,
         number(theObject),
         number(theObjectClass),
         Text(theObjectInstanceName).lend(),
         0);
   }

   void discoverObjectInstance(
      ObjectInstanceHandle theObject,
      ObjectClassHandle theObjectClass,
      const std::wstring &theObjectInstanceName,
      FederateHandle producingFederate) override
   {
      table_.tell(
         &hyla_federate_ambassador::discover_object_instance,
         number(theObject),
         number(theObjectClass),
         Text(theObjectInstanceName).lend(),
         number(producingFederate));
   }

   void reflectAttributeValues(
      ObjectInstanceHandle theObject,
      const AttributeHandleValueMap &theAttributeValues,
      const VariableLengthData &theUserSuppliedTag,
      OrderType sentOrder,
      TransportationType theType,
      SupplementalReflectInfo theReflectInfo) override
   {
      Delivered delivered(theUserSuppliedTag, transportation_number(theType), theReflectInfo.hasProducingFederate ? theReflectInfo.producingFederate : FederateHandle());
      if (theReflectInfo.hasSentRegions)
      {
         delivered.with(theReflectInfo.sentRegions);
      }
      delivered.in(sentOrder, RECEIVE);
      table_.tell(
         &hyla_federate_ambassador::reflect_attribute_values,
         number(theObject),
         Values(theAttributeValues).lend(),
         delivered.lend());
   }

   void reflectAttributeValues(
      ObjectInstanceHandle theObject,
      const AttributeHandleValueMap &theAttributeValues,
      const VariableLengthData &theUserSuppliedTag,
      OrderType sentOrder,
      TransportationType theType,
      const LogicalTime &theTime,
      OrderType receivedOrder,
      SupplementalReflectInfo theReflectInfo) override
   {
      Delivered delivered(theUserSuppliedTag, transportation_number(theType), theReflectInfo.hasProducingFederate ? theReflectInfo.producingFederate : FederateHandle());
      if (theReflectInfo.hasSentRegions)
      {
         delivered.with(theReflectInfo.sentRegions);
      }
      delivered.at(theTime, sentOrder, receivedOrder);
      table_.tell(
         &hyla_federate_ambassador::reflect_attribute_values,
         number(theObject),
         Values(theAttributeValues).lend(),
         delivered.lend());
   }

   void reflectAttributeValues(
      ObjectInstanceHandle theObject,
      const AttributeHandleValueMap &theAttributeValues,
      const VariableLengthData &theUserSuppliedTag,
      OrderType sentOrder,
      TransportationType theType,
      const LogicalTime &theTime,
      OrderType receivedOrder,
      MessageRetractionHandle theHandle,
      SupplementalReflectInfo theReflectInfo) override
   {
      Delivered delivered(theUserSuppliedTag, transportation_number(theType), theReflectInfo.hasProducingFederate ? theReflectInfo.producingFederate : FederateHandle());
      if (theReflectInfo.hasSentRegions)
      {
         delivered.with(theReflectInfo.sentRegions);
      }
      delivered.at(theTime, sentOrder, receivedOrder);
      delivered.retractable(theHandle);
      table_.tell(
         &hyla_federate_ambassador::reflect_attribute_values,
         number(theObject),
         Values(theAttributeValues).lend(),
         delivered.lend());
   }

   void receiveInteraction(
      InteractionClassHandle theInteraction,
      const ParameterHandleValueMap &theParameterValues,
      const VariableLengthData &theUserSuppliedTag,
      OrderType sentOrder,
      TransportationType theType,
      SupplementalReceiveInfo theReceiveInfo) override
   {
      Delivered delivered(theUserSuppliedTag, transportation_number(theType), theReceiveInfo.hasProducingFederate ? theReceiveInfo.producingFederate : FederateHandle());
      if (theReceiveInfo.hasSentRegions)
      {
         delivered.with(theReceiveInfo.sentRegions);
      }
      delivered.in(sentOrder, RECEIVE);
      table_.tell(
         &hyla_federate_ambassador::receive_interaction,
         number(theInteraction),
         Values(theParameterValues).lend(),
         delivered.lend());
   }

   void receiveInteraction(
      InteractionClassHandle theInteraction,
      const ParameterHandleValueMap &theParameterValues,
      const VariableLengthData &theUserSuppliedTag,
      OrderType sentOrder,
      TransportationType theType,
      const LogicalTime &theTime,
      OrderType receivedOrder,
      SupplementalReceiveInfo theReceiveInfo) override
   {
      Delivered delivered(theUserSuppliedTag, transportation_number(theType), theReceiveInfo.hasProducingFederate ? theReceiveInfo.producingFederate : FederateHandle());
      if (theReceiveInfo.hasSentRegions)
      {
         delivered.with(theReceiveInfo.sentRegions);
      }
      delivered.at(theTime, sentOrder, receivedOrder);
      table_.tell(
         &hyla_federate_ambassador::receive_interaction,
         number(theInteraction),
         Values(theParameterValues).lend(),
         delivered.lend());
   }

   void receiveInteraction(
      InteractionClassHandle theInteraction,
      const ParameterHandleValueMap &theParameterValues,
      const VariableLengthData &theUserSuppliedTag,
      OrderType sentOrder,
      TransportationType theType,
      const LogicalTime &theTime,
      OrderType receivedOrder,
      MessageRetractionHandle theHandle,
      SupplementalReceiveInfo theReceiveInfo) override
   {
      Delivered delivered(theUserSuppliedTag, transportation_number(theType), theReceiveInfo.hasProducingFederate ? theReceiveInfo.producingFederate : FederateHandle());
      if (theReceiveInfo.hasSentRegions)
      {
         delivered.with(theReceiveInfo.sentRegions);
      }
      delivered.at(theTime, sentOrder, receivedOrder);
      delivered.retractable(theHandle);
      table_.tell(
         &hyla_federate_ambassador::receive_interaction,
         number(theInteraction),
         Values(theParameterValues).lend(),
         delivered.lend());
   }

   void removeObjectInstance(
      ObjectInstanceHandle theObject,
      const VariableLengthData &theUserSuppliedTag,
      OrderType sentOrder,
      SupplementalRemoveInfo theRemoveInfo) override
   {
      Delivered delivered(theUserSuppliedTag, 0, theRemoveInfo.hasProducingFederate ? theRemoveInfo.producingFederate : FederateHandle());
      delivered.in(sentOrder, RECEIVE);
      table_.tell(&hyla_federate_ambassador::remove_object_instance, number(theObject), delivered.lend());
   }

   void removeObjectInstance(
      ObjectInstanceHandle theObject,
      const VariableLengthData &theUserSuppliedTag,
      OrderType sentOrder,
      const LogicalTime &theTime,
      OrderType receivedOrder,
      SupplementalRemoveInfo theRemoveInfo) override
   {
      Delivered delivered(theUserSuppliedTag, 0, theRemoveInfo.hasProducingFederate ? theRemoveInfo.producingFederate : FederateHandle());
      delivered.at(theTime, sentOrder, receivedOrder);
      table_.tell(&hyla_federate_ambassador::remove_object_instance, number(theObject), delivered.lend());
   }

   void removeObjectInstance(
      ObjectInstanceHandle theObject,
      const VariableLengthData &theUserSuppliedTag,
      OrderType sentOrder,
      const LogicalTime &theTime,
      OrderType receivedOrder,
      MessageRetractionHandle theHandle,
      SupplementalRemoveInfo theRemoveInfo) override
   {
      Delivered delivered(theUserSuppliedTag, 0, theRemoveInfo.hasProducingFederate ? theRemoveInfo.producingFederate : FederateHandle());
      delivered.at(theTime, sentOrder, receivedOrder);
      delivered.retractable(theHandle);
      table_.tell(&hyla_federate_ambassador::remove_object_instance, number(theObject), delivered.lend());
   }

   void attributesInScope(ObjectInstanceHandle theObject, const AttributeHandleSet &theAttributes) override
   {
      table_.tell(&hyla_federate_ambassador::attributes_in_scope, number(theObject), Numbers(theAttributes).lend());
   }

   void attributesOutOfScope(ObjectInstanceHandle theObject, const AttributeHandleSet &theAttributes) override
   {
      table_.tell(&hyla_federate_ambassador::attributes_out_of_scope, number(theObject), Numbers(theAttributes).lend());
   }

   void provideAttributeValueUpdate(
      ObjectInstanceHandle theObject,
      const AttributeHandleSet &theAttributes,
      const VariableLengthData &theUserSuppliedTag) override
   {
      table_.tell(
         &hyla_federate_ambassador::provide_attribute_value_update,
         number(theObject),
         Numbers(theAttributes).lend(),
         bytes(theUserSuppliedTag));
   }

   void turnUpdatesOnForObjectInstance(ObjectInstanceHandle theObject, const AttributeHandleSet &theAttributes) override
   {
      table_.tell(
         &hyla_federate_ambassador::turn_updates_on_for_object_instance,
         number(theObject),
         Numbers(theAttributes).lend(),
         nullptr);
   }

   void turnUpdatesOnForObjectInstance(
      ObjectInstanceHandle theObject,
      const AttributeHandleSet &theAttributes,
      const std::wstring &updateRateDesignator) override
   {
      const Text designator(updateRateDesignator);
      const hyla_text lent = designator.lend();
      table_.tell(
         &hyla_federate_ambassador::turn_updates_on_for_object_instance,
         number(theObject),
         Numbers(theAttributes).lend(),
         &lent);
   }

   void turnUpdatesOffForObjectInstance(
      ObjectInstanceHandle theObject,
      const AttributeHandleSet &theAttributes) override
   {
      table_.tell(
         &hyla_federate_ambassador::turn_updates_off_for_object_instance,
         number(theObject),
         Numbers(theAttributes).lend());
   }

   void confirmAttributeTransportationTypeChange(
      ObjectInstanceHandle theObject,
      AttributeHandleSet theAttributes,
      TransportationType theTransportation) override
   {
      table_.tell(
         &hyla_federate_ambassador::confirm_attribute_transportation_type_change,
         number(theObject),
         Numbers(theAttributes).lend(),
         transportation_number(theTransportation));
   }

   void reportAttributeTransportationType(
      ObjectInstanceHandle theObject,
      AttributeHandle theAttribute,
      TransportationType theTransportation) override
   {
      table_.tell(
         &hyla_federate_ambassador::report_attribute_transportation_type,
         number(theObject),
         number(theAttribute),
         transportation_number(theTransportation));
   }

   void confirmInteractionTransportationTypeChange(
      InteractionClassHandle theInteraction,
      TransportationType theTransportation) override
   {
      table_.tell(
         &hyla_federate_ambassador::confirm_interaction_transportation_type_change,
         number(theInteraction),
         transportation_number(theTransportation));
   }

   void reportInteractionTransportationType(
      FederateHandle federateHandle,
      InteractionClassHandle theInteraction,
      TransportationType theTransportation) override
   {
      table_.tell(
         &hyla_federate_ambassador::report_interaction_transportation_type,
         number(federateHandle),
         number(theInteraction),
         transportation_number(theTransportation));
   }

   void requestAttributeOwnershipAssumption(
      ObjectInstanceHandle theObject,
      const AttributeHandleSet &offeredAttributes,
      const VariableLengthData &theUserSuppliedTag) override
   {
      table_.tell(
         &hyla_federate_ambassador::request_attribute_ownership_assumption,
         number(theObject),
         Numbers(offeredAttributes).lend(),
         bytes(theUserSuppliedTag));
   }

   void requestDivestitureConfirmation(
      ObjectInstanceHandle theObject,
      const AttributeHandleSet &releasedAttributes) override
   {
      table_.tell(
         &hyla_federate_ambassador::request_divestiture_confirmation,
         number(theObject),
         Numbers(releasedAttributes).lend(),
         hyla_bytes());
   }

   void attributeOwnershipAcquisitionNotification(
      ObjectInstanceHandle theObject,
      const AttributeHandleSet &securedAttributes,
      const VariableLengthData &theUserSuppliedTag) override
   {
      table_.tell(
         &hyla_federate_ambassador::attribute_ownership_acquisition_notification,
         number(theObject),
         Numbers(securedAttributes).lend(),
         bytes(theUserSuppliedTag));
   }

   void attributeOwnershipUnavailable(ObjectInstanceHandle theObject, const AttributeHandleSet &theAttributes) override
   {
      table_.tell(
         &hyla_federate_ambassador::attribute_ownership_unavailable,
         number(theObject),
         Numbers(theAttributes).lend(),
         hyla_bytes());
   }

   void requestAttributeOwnershipRelease(
      ObjectInstanceHandle theObject,
      const AttributeHandleSet &candidateAttributes,
      const VariableLengthData &theUserSuppliedTag) override
   {
      table_.tell(
         &hyla_federate_ambassador::request_attribute_ownership_release,
         number(theObject),
         Numbers(candidateAttributes).lend(),
         bytes(theUserSuppliedTag));
   }

   void confirmAttributeOwnershipAcquisitionCancellation(
      ObjectInstanceHandle theObject,
      const AttributeHandleSet &theAttributes) override
   {
      table_.tell(
         &hyla_federate_ambassador::confirm_attribute_ownership_acquisition_cancellation,
         number(theObject),
         Numbers(theAttributes).lend());
   }

   void informAttributeOwnership(
      ObjectInstanceHandle theObject,
      AttributeHandle theAttribute,
      FederateHandle theOwner) override
   {
      table_.tell(
         &hyla_federate_ambassador::inform_attribute_ownership,
         number(theObject),
         Numbers(theAttribute).lend(),
         number(theOwner));
   }

   void attributeIsNotOwned(ObjectInstanceHandle theObject, AttributeHandle theAttribute) override
   {
      table_.tell(&hyla_federate_ambassador::attribute_is_not_owned, number(theObject), Numbers(theAttribute).lend());
   }

   void attributeIsOwnedByRTI(ObjectInstanceHandle theObject, AttributeHandle theAttribute) override
   {
      table_.tell(
         &hyla_federate_ambassador::attribute_is_owned_by_rti,
         number(theObject),
         Numbers(theAttribute).lend());
   }

   void timeRegulationEnabled(const LogicalTime &theFederateTime) override
   {
      table_.tell(&hyla_federate_ambassador::time_regulation_enabled, over::time(theFederateTime));
   }

   void timeConstrainedEnabled(const LogicalTime &theFederateTime) override
   {
      table_.tell(&hyla_federate_ambassador::time_constrained_enabled, over::time(theFederateTime));
   }

   void timeAdvanceGrant(const LogicalTime &theTime) override
   {
      table_.tell(&hyla_federate_ambassador::time_advance_grant, over::time(theTime));
   }

   void requestRetraction(MessageRetractionHandle theHandle) override
   {
      table_.tell(&hyla_federate_ambassador::request_retraction, number(theHandle));
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
