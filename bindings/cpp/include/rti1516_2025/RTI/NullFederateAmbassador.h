// Reprinted with permission from IEEE 1516.1(TM)-2025
//
// A federate ambassador that ignores every callback: derive from it and override what matters.

#pragma once

#ifdef _WIN32
#pragma warning(disable : 4100)
#endif

#include <RTI/Exception.h>
#include <RTI/FederateAmbassador.h>

namespace rti1516_2025
{
   class RTI_EXPORT NullFederateAmbassador : public FederateAmbassador
   {
   public:
      NullFederateAmbassador() = default;

      ~NullFederateAmbassador() noexcept override = default;

      void connectionLost(const std::wstring &/*faultDescription*/) override {}

      void reportFederationExecutions(const FederationExecutionInformationVector &/*report*/) override {}

      void reportFederationExecutionMembers(
         const std::wstring &/*federationName*/,
         const FederationExecutionMemberInformationVector &/*report*/) override {}

      void reportFederationExecutionDoesNotExist(const std::wstring &/*federationName*/) override {}

      void federateResigned(const std::wstring &/*reasonForResignDescription*/) override {}

      void synchronizationPointRegistrationSucceeded(
         const std::wstring &/*synchronizationPointLabel*/) override {}

      void synchronizationPointRegistrationFailed(
         const std::wstring &/*synchronizationPointLabel*/,
         SynchronizationPointFailureReason /*reason*/) override {}

      void announceSynchronizationPoint(
         const std::wstring &/*synchronizationPointLabel*/,
         const VariableLengthData &/*userSuppliedTag*/) override {}

      void federationSynchronized(
         const std::wstring &/*synchronizationPointLabel*/,
         const FederateHandleSet &/*failedToSyncSet*/) override {}

      void initiateFederateSave(const std::wstring &/*label*/) override {}

      void initiateFederateSave(const std::wstring &/*label*/, const LogicalTime &/*time*/) override {}

      void federationSaved() override {}

      void federationNotSaved(SaveFailureReason /*reason*/) override {}

      void federationSaveStatusResponse(
         const FederateHandleSaveStatusPairVector &/*response*/) override {}

      void requestFederationRestoreSucceeded(const std::wstring &/*label*/) override {}

      void requestFederationRestoreFailed(const std::wstring &/*label*/) override {}

      void federationRestoreBegun() override {}

      void initiateFederateRestore(
         const std::wstring &/*label*/,
         const std::wstring &/*federateName*/,
         const FederateHandle &/*postRestoreFederateHandle*/) override {}

      void federationRestored() override {}

      void federationNotRestored(RestoreFailureReason /*reason*/) override {}

      void federationRestoreStatusResponse(const FederateRestoreStatusVector &/*response*/) override {}

      void startRegistrationForObjectClass(const ObjectClassHandle &/*objectClass*/) override {}

      void stopRegistrationForObjectClass(const ObjectClassHandle &/*objectClass*/) override {}

      void turnInteractionsOn(const InteractionClassHandle &/*interactionClass*/) override {}

      void turnInteractionsOff(const InteractionClassHandle &/*interactionClass*/) override {}

      void objectInstanceNameReservationSucceeded(const std::wstring &/*objectInstanceName*/) override {}

      void objectInstanceNameReservationFailed(const std::wstring &/*objectInstanceName*/) override {}

      void multipleObjectInstanceNameReservationSucceeded(
         const std::set<std::wstring> &/*objectInstanceNames*/) override {}

      void multipleObjectInstanceNameReservationFailed(
         const std::set<std::wstring> &/*objectInstanceNames*/) override {}

      void discoverObjectInstance(
         const ObjectInstanceHandle &/*objectInstance*/,
         const ObjectClassHandle &/*objectClass*/,
         const std::wstring &/*objectInstanceName*/,
         const FederateHandle &/*producingFederate*/) override {}

      void reflectAttributeValues(
         const ObjectInstanceHandle &/*objectInstance*/,
         const AttributeHandleValueMap &/*attributeValues*/,
         const VariableLengthData &/*userSuppliedTag*/,
         const TransportationTypeHandle &/*transportationType*/,
         const FederateHandle &/*producingFederate*/,
         const RegionHandleSet */*optionalSentRegions*/) override {}

      void reflectAttributeValues(
         const ObjectInstanceHandle &objectInstance,
         const AttributeHandleValueMap &attributeValues,
         const VariableLengthData &userSuppliedTag,
         const TransportationTypeHandle &transportationType,
         const FederateHandle &producingFederate,
         const RegionHandleSet *optionalSentRegions,
         const LogicalTime &/*time*/,
         OrderType /*sentOrderType*/,
         OrderType /*receivedOrderType*/,
         const MessageRetractionHandle */*optionalRetraction*/) override
      {
         reflectAttributeValues(
            objectInstance,
            attributeValues,
            userSuppliedTag,
            transportationType,
            producingFederate,
            optionalSentRegions);
      }

      void receiveInteraction(
         const InteractionClassHandle &/*interactionClass*/,
         const ParameterHandleValueMap &/*parameterValues*/,
         const VariableLengthData &/*userSuppliedTag*/,
         const TransportationTypeHandle &/*transportationType*/,
         const FederateHandle &/*producingFederate*/,
         const RegionHandleSet */*optionalSentRegions*/) override {}

      void receiveInteraction(
         const InteractionClassHandle &interactionClass,
         const ParameterHandleValueMap &parameterValues,
         const VariableLengthData &userSuppliedTag,
         const TransportationTypeHandle &transportationType,
         const FederateHandle &producingFederate,
         const RegionHandleSet *optionalSentRegions,
         const LogicalTime &/*time*/,
         OrderType /*sentOrderType*/,
         OrderType /*receivedOrderType*/,
         const MessageRetractionHandle */*optionalRetraction*/) override
      {
         receiveInteraction(
            interactionClass,
            parameterValues,
            userSuppliedTag,
            transportationType,
            producingFederate,
            optionalSentRegions);
      }

      void receiveDirectedInteraction(
         const InteractionClassHandle &/*interactionClass*/,
         const ObjectInstanceHandle &/*objectInstance*/,
         const ParameterHandleValueMap &/*parameterValues*/,
         const VariableLengthData &/*userSuppliedTag*/,
         const TransportationTypeHandle &/*transportationType*/,
         const FederateHandle &/*producingFederate*/) override {}

      void receiveDirectedInteraction(
         const InteractionClassHandle &interactionClass,
         const ObjectInstanceHandle &objectInstance,
         const ParameterHandleValueMap &parameterValues,
         const VariableLengthData &userSuppliedTag,
         const TransportationTypeHandle &transportationType,
         const FederateHandle &producingFederate,
         const LogicalTime &/*time*/,
         OrderType /*sentOrderType*/,
         OrderType /*receivedOrderType*/,
         const MessageRetractionHandle */*optionalRetraction*/) override
      {
         receiveDirectedInteraction(
            interactionClass,
            objectInstance,
            parameterValues,
            userSuppliedTag,
            transportationType,
            producingFederate);
      }

      void removeObjectInstance(
         const ObjectInstanceHandle &/*objectInstance*/,
         const VariableLengthData &/*userSuppliedTag*/,
         const FederateHandle &/*producingFederate*/) override {}

      void removeObjectInstance(
         const ObjectInstanceHandle &objectInstance,
         const VariableLengthData &userSuppliedTag,
         const FederateHandle &producingFederate,
         const LogicalTime &/*time*/,
         OrderType /*sentOrderType*/,
         OrderType /*receivedOrderType*/,
         const MessageRetractionHandle */*optionalRetraction*/) override
      {
         removeObjectInstance(
            objectInstance,
            userSuppliedTag,
            producingFederate);
      }

      void attributesInScope(
         const ObjectInstanceHandle &/*objectInstance*/,
         const AttributeHandleSet &/*attributes*/) override {}

      void attributesOutOfScope(
         const ObjectInstanceHandle &/*objectInstance*/,
         const AttributeHandleSet &/*attributes*/) override {}

      void provideAttributeValueUpdate(
         const ObjectInstanceHandle &/*objectInstance*/,
         const AttributeHandleSet &/*attributes*/,
         const VariableLengthData &/*userSuppliedTag*/) override {}

      void turnUpdatesOnForObjectInstance(
         const ObjectInstanceHandle &/*objectInstance*/,
         const AttributeHandleSet &/*attributes*/) override {}

      void turnUpdatesOnForObjectInstance(
         const ObjectInstanceHandle &/*objectInstance*/,
         const AttributeHandleSet &/*attributes*/,
         const std::wstring &/*updateRateDesignator*/) override {}

      void turnUpdatesOffForObjectInstance(
         const ObjectInstanceHandle &/*objectInstance*/,
         const AttributeHandleSet &/*attributes*/) override {}

      void confirmAttributeTransportationTypeChange(
         const ObjectInstanceHandle &/*objectInstance*/,
         const AttributeHandleSet &/*attributes*/,
         const TransportationTypeHandle &/*transportationType*/) override {}

      void reportAttributeTransportationType(
         const ObjectInstanceHandle &/*objectInstance*/,
         const AttributeHandle &/*attribute*/,
         const TransportationTypeHandle &/*transportationType*/) override {}

      void confirmInteractionTransportationTypeChange(
         const InteractionClassHandle &/*interactionClass*/,
         const TransportationTypeHandle &/*transportationType*/) override {}

      void reportInteractionTransportationType(
         const FederateHandle &/*federate*/,
         const InteractionClassHandle &/*interactionClass*/,
         const TransportationTypeHandle &/*transportationType*/) override {}

      void requestAttributeOwnershipAssumption(
         const ObjectInstanceHandle &/*objectInstance*/,
         const AttributeHandleSet &/*offeredAttributes*/,
         const VariableLengthData &/*userSuppliedTag*/) override {}

      void requestDivestitureConfirmation(
         const ObjectInstanceHandle &/*objectInstance*/,
         const AttributeHandleSet &/*releasedAttributes*/,
         const VariableLengthData &/*userSuppliedTag*/) override {}

      void attributeOwnershipAcquisitionNotification(
         const ObjectInstanceHandle &/*objectInstance*/,
         const AttributeHandleSet &/*securedAttributes*/,
         const VariableLengthData &/*userSuppliedTag*/) override {}

      void attributeOwnershipUnavailable(
         const ObjectInstanceHandle &/*objectInstance*/,
         const AttributeHandleSet &/*attributes*/,
         const VariableLengthData &/*userSuppliedTag*/) override {}

      void requestAttributeOwnershipRelease(
         const ObjectInstanceHandle &/*objectInstance*/,
         const AttributeHandleSet &/*candidateAttributes*/,
         const VariableLengthData &/*userSuppliedTag*/) override {}

      void confirmAttributeOwnershipAcquisitionCancellation(
         const ObjectInstanceHandle &/*objectInstance*/,
         const AttributeHandleSet &/*attributes*/) override {}

      void informAttributeOwnership(
         const ObjectInstanceHandle &/*objectInstance*/,
         const AttributeHandleSet &/*attributes*/,
         const FederateHandle &/*owner*/) override {}

      void attributeIsNotOwned(
         const ObjectInstanceHandle &/*objectInstance*/,
         const AttributeHandleSet &/*attributes*/) override {}

      void attributeIsOwnedByRTI(
         const ObjectInstanceHandle &/*objectInstance*/,
         const AttributeHandleSet &/*attributes*/) override {}

      void timeRegulationEnabled(const LogicalTime &/*time*/) override {}

      void timeConstrainedEnabled(const LogicalTime &/*time*/) override {}

      void flushQueueGrant(const LogicalTime &/*time*/, const LogicalTime &/*optimisticTime*/) override {}

      void timeAdvanceGrant(const LogicalTime &/*time*/) override {}

      void requestRetraction(const MessageRetractionHandle &/*retraction*/) override {}
   };
}
