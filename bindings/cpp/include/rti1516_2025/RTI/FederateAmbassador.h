// Reprinted with permission from IEEE 1516.1(TM)-2025
//
// Callbacks from the RTI: the federate derives from FederateAmbassador.
// An exception that leaves a callback ends there: the RTI logs it and goes on.

#pragma once

namespace rti1516_2025
{
   class LogicalTime;
}

#include <RTI/SpecificConfig.h>
#include <RTI/Exception.h>
#include <RTI/Typedefs.h>
#include <RTI/Enums.h>

namespace rti1516_2025
{
   class RTI_EXPORT FederateAmbassador
   {
   protected:
      FederateAmbassador();

   public:
      virtual ~FederateAmbassador() noexcept = 0;

      /// The connection is gone; the federate has been resigned and is no longer connected (clause 4.4).
      virtual void connectionLost(const std::wstring &faultDescription) = 0;

      /// The answer to listFederationExecutions (clause 4.8).
      virtual void reportFederationExecutions(const FederationExecutionInformationVector &report) = 0;

      /// The answer to listFederationExecutionMembers (clause 4.10).
      virtual void reportFederationExecutionMembers(
         const std::wstring &federationName,
         const FederationExecutionMemberInformationVector &report) = 0;

      /// The answer to listFederationExecutionMembers when there is no such federation execution (clause 4.10).
      virtual void reportFederationExecutionDoesNotExist(const std::wstring &federationName) = 0;

      /// The RTI has resigned this federate (clause 4.13).
      virtual void federateResigned(const std::wstring &reasonForResignDescription) = 0;

      /// The label is registered; its announcement follows (clause 4.15).
      virtual void synchronizationPointRegistrationSucceeded(
         const std::wstring &synchronizationPointLabel) = 0;

      /// The label could not be registered (clause 4.15).
      virtual void synchronizationPointRegistrationFailed(
         const std::wstring &synchronizationPointLabel,
         SynchronizationPointFailureReason reason) = 0;

      /// A synchronization point to be reached by this federate, among others (clause 4.16).
      virtual void announceSynchronizationPoint(
         const std::wstring &synchronizationPointLabel,
         const VariableLengthData &userSuppliedTag) = 0;

      /// All that were to reach the point have answered; the set names the federates that failed (clause 4.18).
      virtual void federationSynchronized(
         const std::wstring &synchronizationPointLabel,
         const FederateHandleSet &failedToSyncSet) = 0;

      /// The federate shall save its state under the label (clause 4.20).
      virtual void initiateFederateSave(const std::wstring &label) = 0;

      virtual void initiateFederateSave(const std::wstring &label, const LogicalTime &time) = 0;

      /// Every federate has saved (clause 4.23).
      virtual void federationSaved() = 0;

      /// The save failed as a whole (clause 4.23).
      virtual void federationNotSaved(SaveFailureReason reason) = 0;

      /// The answer to queryFederationSaveStatus (clause 4.26).
      virtual void federationSaveStatusResponse(const FederateHandleSaveStatusPairVector &response) = 0;

      /// The RTI takes the request; the restore follows (clause 4.28).
      virtual void requestFederationRestoreSucceeded(const std::wstring &label) = 0;

      /// The RTI cannot restore that label (clause 4.28).
      virtual void requestFederationRestoreFailed(const std::wstring &label) = 0;

      /// A restore is in progress: the federate stops what it does (clause 4.29).
      virtual void federationRestoreBegun() = 0;

      /// The federate shall restore its state; it may carry another handle afterwards (clause 4.30).
      virtual void initiateFederateRestore(
         const std::wstring &label,
         const std::wstring &federateName,
         const FederateHandle &postRestoreFederateHandle) = 0;

      /// Every federate is restored; the federation execution goes on (clause 4.32).
      virtual void federationRestored() = 0;

      /// The restore failed as a whole (clause 4.32).
      virtual void federationNotRestored(RestoreFailureReason reason) = 0;

      /// The answer to queryFederationRestoreStatus (clause 4.35).
      virtual void federationRestoreStatusResponse(const FederateRestoreStatusVector &response) = 0;

      /// Somebody subscribes to what this federate publishes of the class (clause 5.14).
      virtual void startRegistrationForObjectClass(const ObjectClassHandle &objectClass) = 0;

      /// Nobody subscribes to the class any more (clause 5.15).
      virtual void stopRegistrationForObjectClass(const ObjectClassHandle &objectClass) = 0;

      /// Somebody subscribes to the interaction class that this federate publishes (clause 5.16).
      virtual void turnInteractionsOn(const InteractionClassHandle &interactionClass) = 0;

      /// Nobody subscribes to the interaction class any more (clause 5.17).
      virtual void turnInteractionsOff(const InteractionClassHandle &interactionClass) = 0;

      /// The name is reserved for this federate (clause 6.3).
      virtual void objectInstanceNameReservationSucceeded(const std::wstring &objectInstanceName) = 0;

      /// The name is taken (clause 6.3).
      virtual void objectInstanceNameReservationFailed(const std::wstring &objectInstanceName) = 0;

      /// All names are reserved for this federate (clause 6.6).
      virtual void multipleObjectInstanceNameReservationSucceeded(
         const std::set<std::wstring> &objectInstanceNames) = 0;

      /// At least one name is taken: none is reserved (clause 6.6).
      virtual void multipleObjectInstanceNameReservationFailed(
         const std::set<std::wstring> &objectInstanceNames) = 0;

      /// An object instance has come into being for this federate (clause 6.9).
      virtual void discoverObjectInstance(
         const ObjectInstanceHandle &objectInstance,
         const ObjectClassHandle &objectClass,
         const std::wstring &objectInstanceName,
         const FederateHandle &producingFederate) = 0;

      /// Values of an object instance; maps and data are valid until the callback returns (clause 6.11).
      virtual void reflectAttributeValues(
         const ObjectInstanceHandle &objectInstance,
         const AttributeHandleValueMap &attributeValues,
         const VariableLengthData &userSuppliedTag,
         const TransportationTypeHandle &transportationType,
         const FederateHandle &producingFederate,
         const RegionHandleSet *optionalSentRegions) = 0;

      virtual void reflectAttributeValues(
         const ObjectInstanceHandle &objectInstance,
         const AttributeHandleValueMap &attributeValues,
         const VariableLengthData &userSuppliedTag,
         const TransportationTypeHandle &transportationType,
         const FederateHandle &producingFederate,
         const RegionHandleSet *optionalSentRegions,
         const LogicalTime &time,
         OrderType sentOrderType,
         OrderType receivedOrderType,
         const MessageRetractionHandle *optionalRetraction) = 0;

      /// An interaction; maps and data are valid until the callback returns (clause 6.13).
      virtual void receiveInteraction(
         const InteractionClassHandle &interactionClass,
         const ParameterHandleValueMap &parameterValues,
         const VariableLengthData &userSuppliedTag,
         const TransportationTypeHandle &transportationType,
         const FederateHandle &producingFederate,
         const RegionHandleSet *optionalSentRegions) = 0;

      virtual void receiveInteraction(
         const InteractionClassHandle &interactionClass,
         const ParameterHandleValueMap &parameterValues,
         const VariableLengthData &userSuppliedTag,
         const TransportationTypeHandle &transportationType,
         const FederateHandle &producingFederate,
         const RegionHandleSet *optionalSentRegions,
         const LogicalTime &time,
         OrderType sentOrderType,
         OrderType receivedOrderType,
         const MessageRetractionHandle *optionalRetraction) = 0;

      /// An interaction directed at an object instance (clause 6.15).
      virtual void receiveDirectedInteraction(
         const InteractionClassHandle &interactionClass,
         const ObjectInstanceHandle &objectInstance,
         const ParameterHandleValueMap &parameterValues,
         const VariableLengthData &userSuppliedTag,
         const TransportationTypeHandle &transportationType,
         const FederateHandle &producingFederate) = 0;

      virtual void receiveDirectedInteraction(
         const InteractionClassHandle &interactionClass,
         const ObjectInstanceHandle &objectInstance,
         const ParameterHandleValueMap &parameterValues,
         const VariableLengthData &userSuppliedTag,
         const TransportationTypeHandle &transportationType,
         const FederateHandle &producingFederate,
         const LogicalTime &time,
         OrderType sentOrderType,
         OrderType receivedOrderType,
         const MessageRetractionHandle *optionalRetraction) = 0;

      /// An object instance has been deleted (clause 6.17).
      virtual void removeObjectInstance(
         const ObjectInstanceHandle &objectInstance,
         const VariableLengthData &userSuppliedTag,
         const FederateHandle &producingFederate) = 0;

      virtual void removeObjectInstance(
         const ObjectInstanceHandle &objectInstance,
         const VariableLengthData &userSuppliedTag,
         const FederateHandle &producingFederate,
         const LogicalTime &time,
         OrderType sentOrderType,
         OrderType receivedOrderType,
         const MessageRetractionHandle *optionalRetraction) = 0;

      /// Values of these attributes can reach this federate now (clause 6.19).
      virtual void attributesInScope(
         const ObjectInstanceHandle &objectInstance,
         const AttributeHandleSet &attributes) = 0;

      /// Values of these attributes can no longer reach this federate (clause 6.20).
      virtual void attributesOutOfScope(
         const ObjectInstanceHandle &objectInstance,
         const AttributeHandleSet &attributes) = 0;

      /// Somebody asks for the values of attributes that this federate owns (clause 6.22).
      virtual void provideAttributeValueUpdate(
         const ObjectInstanceHandle &objectInstance,
         const AttributeHandleSet &attributes,
         const VariableLengthData &userSuppliedTag) = 0;

      /// Somebody is interested in values of these attributes (clause 6.23).
      virtual void turnUpdatesOnForObjectInstance(
         const ObjectInstanceHandle &objectInstance,
         const AttributeHandleSet &attributes) = 0;

      virtual void turnUpdatesOnForObjectInstance(
         const ObjectInstanceHandle &objectInstance,
         const AttributeHandleSet &attributes,
         const std::wstring &updateRateDesignator) = 0;

      /// Nobody is interested in values of these attributes any more (clause 6.24).
      virtual void turnUpdatesOffForObjectInstance(
         const ObjectInstanceHandle &objectInstance,
         const AttributeHandleSet &attributes) = 0;

      /// The transportation type has changed (clause 6.26).
      virtual void confirmAttributeTransportationTypeChange(
         const ObjectInstanceHandle &objectInstance,
         const AttributeHandleSet &attributes,
         const TransportationTypeHandle &transportationType) = 0;

      /// The answer to queryAttributeTransportationType (clause 6.29).
      virtual void reportAttributeTransportationType(
         const ObjectInstanceHandle &objectInstance,
         const AttributeHandle &attribute,
         const TransportationTypeHandle &transportationType) = 0;

      /// The transportation type has changed (clause 6.31).
      virtual void confirmInteractionTransportationTypeChange(
         const InteractionClassHandle &interactionClass,
         const TransportationTypeHandle &transportationType) = 0;

      /// The answer to queryInteractionTransportationType (clause 6.33).
      virtual void reportInteractionTransportationType(
         const FederateHandle &federate,
         const InteractionClassHandle &interactionClass,
         const TransportationTypeHandle &transportationType) = 0;

      /// Attributes without an owner are offered to this federate (clause 7.4).
      virtual void requestAttributeOwnershipAssumption(
         const ObjectInstanceHandle &objectInstance,
         const AttributeHandleSet &offeredAttributes,
         const VariableLengthData &userSuppliedTag) = 0;

      /// Somebody takes the attributes offered: confirm, or withdraw the offer (clause 7.5).
      virtual void requestDivestitureConfirmation(
         const ObjectInstanceHandle &objectInstance,
         const AttributeHandleSet &releasedAttributes,
         const VariableLengthData &userSuppliedTag) = 0;

      /// This federate owns the attributes now (clause 7.7).
      virtual void attributeOwnershipAcquisitionNotification(
         const ObjectInstanceHandle &objectInstance,
         const AttributeHandleSet &securedAttributes,
         const VariableLengthData &userSuppliedTag) = 0;

      /// These attributes have an owner (clause 7.10).
      virtual void attributeOwnershipUnavailable(
         const ObjectInstanceHandle &objectInstance,
         const AttributeHandleSet &attributes,
         const VariableLengthData &userSuppliedTag) = 0;

      /// Somebody asks for attributes that this federate owns (clause 7.11).
      virtual void requestAttributeOwnershipRelease(
         const ObjectInstanceHandle &objectInstance,
         const AttributeHandleSet &candidateAttributes,
         const VariableLengthData &userSuppliedTag) = 0;

      /// The request for attributes is withdrawn (clause 7.16).
      virtual void confirmAttributeOwnershipAcquisitionCancellation(
         const ObjectInstanceHandle &objectInstance,
         const AttributeHandleSet &attributes) = 0;

      /// The answer: a federate owns the attributes (clause 7.18).
      virtual void informAttributeOwnership(
         const ObjectInstanceHandle &objectInstance,
         const AttributeHandleSet &attributes,
         const FederateHandle &owner) = 0;

      /// The answer: nobody owns the attribute (clause 7.18).
      virtual void attributeIsNotOwned(
         const ObjectInstanceHandle &objectInstance,
         const AttributeHandleSet &attributes) = 0;

      /// The answer: the RTI owns the attribute (clause 7.18).
      virtual void attributeIsOwnedByRTI(
         const ObjectInstanceHandle &objectInstance,
         const AttributeHandleSet &attributes) = 0;

      /// Time regulation is on; `time` is the logical time of the federate (clause 8.3).
      virtual void timeRegulationEnabled(const LogicalTime &time) = 0;

      /// Time constraint is on; `time` is the logical time of the federate (clause 8.6).
      virtual void timeConstrainedEnabled(const LogicalTime &time) = 0;

      /// The advance after flushQueueRequest (clause 8.13).
      virtual void flushQueueGrant(const LogicalTime &time, const LogicalTime &optimisticTime) = 0;

      /// Grants an advance; `time` is the new logical time of the federate (clause 8.14).
      virtual void timeAdvanceGrant(const LogicalTime &time) = 0;

      /// A message that was delivered has been taken back by its sender (clause 8.23).
      virtual void requestRetraction(const MessageRetractionHandle &retraction) = 0;
   };
}
