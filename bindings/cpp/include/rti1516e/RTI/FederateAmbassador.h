// Reprinted with permission from IEEE 1516.1(TM)-2010
//
// Callbacks from the RTI: the federate derives from FederateAmbassador.
// An exception that leaves a callback ends there: the RTI logs it and goes on.

#ifndef RTI_FederateAmbassador_h
#define RTI_FederateAmbassador_h

namespace rti1516e
{
   class LogicalTime;
}

#include <RTI/SpecificConfig.h>
#include <RTI/Exception.h>
#include <RTI/Typedefs.h>
#include <RTI/Enums.h>

namespace rti1516e
{
   class RTI_EXPORT FederateAmbassador
   {
   protected:
      FederateAmbassador() RTI_THROW(FederateInternalError);

   public:
      virtual ~FederateAmbassador() RTI_NOEXCEPT = 0;

      /// The connection is gone; the federate has been resigned and is no longer connected (clause 4.4).
      virtual void connectionLost(
         const std::wstring &faultDescription)
         RTI_THROW(FederateInternalError) = 0;

      /// The answer to listFederationExecutions (clause 4.8).
      virtual void reportFederationExecutions(
         const FederationExecutionInformationVector &theFederationExecutionInformationList)
         RTI_THROW(FederateInternalError) = 0;

      /// The label is registered; its announcement follows (clause 4.12).
      virtual void synchronizationPointRegistrationSucceeded(
         const std::wstring &label)
         RTI_THROW(FederateInternalError) = 0;

      /// The label could not be registered (clause 4.12).
      virtual void synchronizationPointRegistrationFailed(
         const std::wstring &label,
         SynchronizationPointFailureReason reason)
         RTI_THROW(FederateInternalError) = 0;

      /// A synchronization point to be reached by this federate, among others (clause 4.13).
      virtual void announceSynchronizationPoint(
         const std::wstring &label,
         const VariableLengthData &theUserSuppliedTag)
         RTI_THROW(FederateInternalError) = 0;

      /// All that were to reach the point have answered; the set names the federates that failed (clause 4.15).
      virtual void federationSynchronized(
         const std::wstring &label,
         const FederateHandleSet &failedToSyncSet)
         RTI_THROW(FederateInternalError) = 0;

      /// The federate shall save its state under the label (clause 4.17).
      virtual void initiateFederateSave(const std::wstring &label) RTI_THROW(FederateInternalError) = 0;

      virtual void initiateFederateSave(
         const std::wstring &label,
         const LogicalTime &theTime)
         RTI_THROW(FederateInternalError) = 0;

      /// Every federate has saved (clause 4.20).
      virtual void federationSaved() RTI_THROW(FederateInternalError) = 0;

      /// The save failed as a whole (clause 4.20).
      virtual void federationNotSaved(
         SaveFailureReason theSaveFailureReason)
         RTI_THROW(FederateInternalError) = 0;

      /// The answer to queryFederationSaveStatus (clause 4.23).
      virtual void federationSaveStatusResponse(
         const FederateHandleSaveStatusPairVector &theFederateStatusVector)
         RTI_THROW(FederateInternalError) = 0;

      /// The RTI takes the request; the restore follows (clause 4.25).
      virtual void requestFederationRestoreSucceeded(
         const std::wstring &label)
         RTI_THROW(FederateInternalError) = 0;

      /// The RTI cannot restore that label (clause 4.25).
      virtual void requestFederationRestoreFailed(
         const std::wstring &label)
         RTI_THROW(FederateInternalError) = 0;

      /// A restore is in progress: the federate stops what it does (clause 4.26).
      virtual void federationRestoreBegun() RTI_THROW(FederateInternalError) = 0;

      /// The federate shall restore its state; it may carry another handle afterwards (clause 4.27).
      virtual void initiateFederateRestore(
         const std::wstring &label,
         const std::wstring &federateName,
         FederateHandle handle)
         RTI_THROW(FederateInternalError) = 0;

      /// Every federate is restored; the federation execution goes on (clause 4.29).
      virtual void federationRestored() RTI_THROW(FederateInternalError) = 0;

      /// The restore failed as a whole (clause 4.29).
      virtual void federationNotRestored(
         RestoreFailureReason theRestoreFailureReason)
         RTI_THROW(FederateInternalError) = 0;

      /// The answer to queryFederationRestoreStatus (clause 4.32).
      virtual void federationRestoreStatusResponse(
         const FederateRestoreStatusVector &theFederateRestoreStatusVector)
         RTI_THROW(FederateInternalError) = 0;

      /// Somebody subscribes to what this federate publishes of the class (clause 5.10).
      virtual void startRegistrationForObjectClass(
         ObjectClassHandle theClass)
         RTI_THROW(FederateInternalError) = 0;

      /// Nobody subscribes to the class any more (clause 5.11).
      virtual void stopRegistrationForObjectClass(
         ObjectClassHandle theClass)
         RTI_THROW(FederateInternalError) = 0;

      /// Somebody subscribes to the interaction class that this federate publishes (clause 5.12).
      virtual void turnInteractionsOn(
         InteractionClassHandle theHandle)
         RTI_THROW(FederateInternalError) = 0;

      /// Nobody subscribes to the interaction class any more (clause 5.13).
      virtual void turnInteractionsOff(
         InteractionClassHandle theHandle)
         RTI_THROW(FederateInternalError) = 0;

      /// The name is reserved for this federate (clause 6.3).
      virtual void objectInstanceNameReservationSucceeded(
         const std::wstring &theObjectInstanceName)
         RTI_THROW(FederateInternalError) = 0;

      /// The name is taken (clause 6.3).
      virtual void objectInstanceNameReservationFailed(
         const std::wstring &theObjectInstanceName)
         RTI_THROW(FederateInternalError) = 0;

      /// All names are reserved for this federate (clause 6.6).
      virtual void multipleObjectInstanceNameReservationSucceeded(
         const std::set<std::wstring> &theObjectInstanceNames)
         RTI_THROW(FederateInternalError) = 0;

      /// At least one name is taken: none is reserved (clause 6.6).
      virtual void multipleObjectInstanceNameReservationFailed(
         const std::set<std::wstring> &theObjectInstanceNames)
         RTI_THROW(FederateInternalError) = 0;

      /// An object instance has come into being for this federate (clause 6.9).
      virtual void discoverObjectInstance(
         ObjectInstanceHandle theObject,
         ObjectClassHandle theObjectClass,
         const std::wstring &theObjectInstanceName)
         RTI_THROW(FederateInternalError) = 0;

      virtual void discoverObjectInstance(
         ObjectInstanceHandle theObject,
         ObjectClassHandle theObjectClass,
         const std::wstring &theObjectInstanceName,
         FederateHandle producingFederate)
         RTI_THROW(FederateInternalError) = 0;

      /// Values of an object instance; maps and data are valid until the callback returns (clause 6.11).
      virtual void reflectAttributeValues(
         ObjectInstanceHandle theObject,
         const AttributeHandleValueMap &theAttributeValues,
         const VariableLengthData &theUserSuppliedTag,
         OrderType sentOrder,
         TransportationType theType,
         SupplementalReflectInfo theReflectInfo)
         RTI_THROW(FederateInternalError) = 0;

      virtual void reflectAttributeValues(
         ObjectInstanceHandle theObject,
         const AttributeHandleValueMap &theAttributeValues,
         const VariableLengthData &theUserSuppliedTag,
         OrderType sentOrder,
         TransportationType theType,
         const LogicalTime &theTime,
         OrderType receivedOrder,
         SupplementalReflectInfo theReflectInfo)
         RTI_THROW(FederateInternalError) = 0;

      virtual void reflectAttributeValues(
         ObjectInstanceHandle theObject,
         const AttributeHandleValueMap &theAttributeValues,
         const VariableLengthData &theUserSuppliedTag,
         OrderType sentOrder,
         TransportationType theType,
         const LogicalTime &theTime,
         OrderType receivedOrder,
         MessageRetractionHandle theHandle,
         SupplementalReflectInfo theReflectInfo)
         RTI_THROW(FederateInternalError) = 0;

      /// An interaction; maps and data are valid until the callback returns (clause 6.13).
      virtual void receiveInteraction(
         InteractionClassHandle theInteraction,
         const ParameterHandleValueMap &theParameterValues,
         const VariableLengthData &theUserSuppliedTag,
         OrderType sentOrder,
         TransportationType theType,
         SupplementalReceiveInfo theReceiveInfo)
         RTI_THROW(FederateInternalError) = 0;

      virtual void receiveInteraction(
         InteractionClassHandle theInteraction,
         const ParameterHandleValueMap &theParameterValues,
         const VariableLengthData &theUserSuppliedTag,
         OrderType sentOrder,
         TransportationType theType,
         const LogicalTime &theTime,
         OrderType receivedOrder,
         SupplementalReceiveInfo theReceiveInfo)
         RTI_THROW(FederateInternalError) = 0;

      virtual void receiveInteraction(
         InteractionClassHandle theInteraction,
         const ParameterHandleValueMap &theParameterValues,
         const VariableLengthData &theUserSuppliedTag,
         OrderType sentOrder,
         TransportationType theType,
         const LogicalTime &theTime,
         OrderType receivedOrder,
         MessageRetractionHandle theHandle,
         SupplementalReceiveInfo theReceiveInfo)
         RTI_THROW(FederateInternalError) = 0;

      /// An object instance has been deleted (clause 6.15).
      virtual void removeObjectInstance(
         ObjectInstanceHandle theObject,
         const VariableLengthData &theUserSuppliedTag,
         OrderType sentOrder,
         SupplementalRemoveInfo theRemoveInfo)
         RTI_THROW(FederateInternalError) = 0;

      virtual void removeObjectInstance(
         ObjectInstanceHandle theObject,
         const VariableLengthData &theUserSuppliedTag,
         OrderType sentOrder,
         const LogicalTime &theTime,
         OrderType receivedOrder,
         SupplementalRemoveInfo theRemoveInfo)
         RTI_THROW(FederateInternalError) = 0;

      virtual void removeObjectInstance(
         ObjectInstanceHandle theObject,
         const VariableLengthData &theUserSuppliedTag,
         OrderType sentOrder,
         const LogicalTime &theTime,
         OrderType receivedOrder,
         MessageRetractionHandle theHandle,
         SupplementalRemoveInfo theRemoveInfo)
         RTI_THROW(FederateInternalError) = 0;

      /// Values of these attributes can reach this federate now (clause 6.17).
      virtual void attributesInScope(
         ObjectInstanceHandle theObject,
         const AttributeHandleSet &theAttributes)
         RTI_THROW(FederateInternalError) = 0;

      /// Values of these attributes can no longer reach this federate (clause 6.18).
      virtual void attributesOutOfScope(
         ObjectInstanceHandle theObject,
         const AttributeHandleSet &theAttributes)
         RTI_THROW(FederateInternalError) = 0;

      /// Somebody asks for the values of attributes that this federate owns (clause 6.20).
      virtual void provideAttributeValueUpdate(
         ObjectInstanceHandle theObject,
         const AttributeHandleSet &theAttributes,
         const VariableLengthData &theUserSuppliedTag)
         RTI_THROW(FederateInternalError) = 0;

      /// Somebody is interested in values of these attributes (clause 6.21).
      virtual void turnUpdatesOnForObjectInstance(
         ObjectInstanceHandle theObject,
         const AttributeHandleSet &theAttributes)
         RTI_THROW(FederateInternalError) = 0;

      virtual void turnUpdatesOnForObjectInstance(
         ObjectInstanceHandle theObject,
         const AttributeHandleSet &theAttributes,
         const std::wstring &updateRateDesignator)
         RTI_THROW(FederateInternalError) = 0;

      /// Nobody is interested in values of these attributes any more (clause 6.22).
      virtual void turnUpdatesOffForObjectInstance(
         ObjectInstanceHandle theObject,
         const AttributeHandleSet &theAttributes)
         RTI_THROW(FederateInternalError) = 0;

      /// The transportation type has changed (clause 6.24).
      virtual void confirmAttributeTransportationTypeChange(
         ObjectInstanceHandle theObject,
         AttributeHandleSet theAttributes,
         TransportationType theTransportation)
         RTI_THROW(FederateInternalError) = 0;

      /// The answer to queryAttributeTransportationType (clause 6.26).
      virtual void reportAttributeTransportationType(
         ObjectInstanceHandle theObject,
         AttributeHandle theAttribute,
         TransportationType theTransportation)
         RTI_THROW(FederateInternalError) = 0;

      /// The transportation type has changed (clause 6.28).
      virtual void confirmInteractionTransportationTypeChange(
         InteractionClassHandle theInteraction,
         TransportationType theTransportation)
         RTI_THROW(FederateInternalError) = 0;

      /// The answer to queryInteractionTransportationType (clause 6.30).
      virtual void reportInteractionTransportationType(
         FederateHandle federateHandle,
         InteractionClassHandle theInteraction,
         TransportationType theTransportation)
         RTI_THROW(FederateInternalError) = 0;

      /// Attributes without an owner are offered to this federate (clause 7.4).
      virtual void requestAttributeOwnershipAssumption(
         ObjectInstanceHandle theObject,
         const AttributeHandleSet &offeredAttributes,
         const VariableLengthData &theUserSuppliedTag)
         RTI_THROW(FederateInternalError) = 0;

      /// Somebody takes the attributes offered: confirm, or withdraw the offer (clause 7.5).
      virtual void requestDivestitureConfirmation(
         ObjectInstanceHandle theObject,
         const AttributeHandleSet &releasedAttributes)
         RTI_THROW(FederateInternalError) = 0;

      /// This federate owns the attributes now (clause 7.7).
      virtual void attributeOwnershipAcquisitionNotification(
         ObjectInstanceHandle theObject,
         const AttributeHandleSet &securedAttributes,
         const VariableLengthData &theUserSuppliedTag)
         RTI_THROW(FederateInternalError) = 0;

      /// These attributes have an owner (clause 7.10).
      virtual void attributeOwnershipUnavailable(
         ObjectInstanceHandle theObject,
         const AttributeHandleSet &theAttributes)
         RTI_THROW(FederateInternalError) = 0;

      /// Somebody asks for attributes that this federate owns (clause 7.11).
      virtual void requestAttributeOwnershipRelease(
         ObjectInstanceHandle theObject,
         const AttributeHandleSet &candidateAttributes,
         const VariableLengthData &theUserSuppliedTag)
         RTI_THROW(FederateInternalError) = 0;

      /// The request for attributes is withdrawn (clause 7.16).
      virtual void confirmAttributeOwnershipAcquisitionCancellation(
         ObjectInstanceHandle theObject,
         const AttributeHandleSet &theAttributes)
         RTI_THROW(FederateInternalError) = 0;

      /// The answer: a federate owns the attributes (clause 7.18).
      virtual void informAttributeOwnership(
         ObjectInstanceHandle theObject,
         AttributeHandle theAttribute,
         FederateHandle theOwner)
         RTI_THROW(FederateInternalError) = 0;

      /// The answer: nobody owns the attribute (clause 7.18).
      virtual void attributeIsNotOwned(
         ObjectInstanceHandle theObject,
         AttributeHandle theAttribute)
         RTI_THROW(FederateInternalError) = 0;

      /// The answer: the RTI owns the attribute (clause 7.18).
      virtual void attributeIsOwnedByRTI(
         ObjectInstanceHandle theObject,
         AttributeHandle theAttribute)
         RTI_THROW(FederateInternalError) = 0;

      /// Time regulation is on; `theFederateTime` is the logical time of the federate (clause 8.3).
      virtual void timeRegulationEnabled(
         const LogicalTime &theFederateTime)
         RTI_THROW(FederateInternalError) = 0;

      /// Time constraint is on; `theFederateTime` is the logical time of the federate (clause 8.6).
      virtual void timeConstrainedEnabled(
         const LogicalTime &theFederateTime)
         RTI_THROW(FederateInternalError) = 0;

      /// Grants an advance; `theTime` is the new logical time of the federate (clause 8.13).
      virtual void timeAdvanceGrant(const LogicalTime &theTime) RTI_THROW(FederateInternalError) = 0;

      /// A message that was delivered has been taken back by its sender (clause 8.22).
      virtual void requestRetraction(
         MessageRetractionHandle theHandle)
         RTI_THROW(FederateInternalError) = 0;
   };
}

#endif // RTI_FederateAmbassador_h
