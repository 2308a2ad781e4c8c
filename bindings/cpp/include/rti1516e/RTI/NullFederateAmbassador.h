// Reprinted with permission from IEEE 1516.1(TM)-2010
//
// A federate ambassador that ignores every callback: derive from it and override what matters.

#ifdef _WIN32
#pragma warning(disable : 4100)
#endif

#ifndef RTI_NullFederateAmbassador_h
#define RTI_NullFederateAmbassador_h

#include <RTI/Exception.h>
#include <RTI/FederateAmbassador.h>

namespace rti1516e
{
   class RTI_EXPORT NullFederateAmbassador : public FederateAmbassador
   {
   public:
      NullFederateAmbassador() RTI_THROW(FederateInternalError) {}

      virtual ~NullFederateAmbassador() RTI_NOEXCEPT {}

      virtual void connectionLost(
         const std::wstring &/*faultDescription*/)
         RTI_THROW(FederateInternalError) {}

      virtual void reportFederationExecutions(
         const FederationExecutionInformationVector &/*theFederationExecutionInformationList*/)
         RTI_THROW(FederateInternalError) {}

      virtual void synchronizationPointRegistrationSucceeded(
         const std::wstring &/*label*/)
         RTI_THROW(FederateInternalError) {}

      virtual void synchronizationPointRegistrationFailed(
         const std::wstring &/*label*/,
         SynchronizationPointFailureReason /*reason*/)
         RTI_THROW(FederateInternalError) {}

      virtual void announceSynchronizationPoint(
         const std::wstring &/*label*/,
         const VariableLengthData &/*theUserSuppliedTag*/)
         RTI_THROW(FederateInternalError) {}

      virtual void federationSynchronized(
         const std::wstring &/*label*/,
         const FederateHandleSet &/*failedToSyncSet*/)
         RTI_THROW(FederateInternalError) {}

      virtual void initiateFederateSave(const std::wstring &/*label*/) RTI_THROW(FederateInternalError) {}

      virtual void initiateFederateSave(
         const std::wstring &/*label*/,
         const LogicalTime &/*theTime*/)
         RTI_THROW(FederateInternalError) {}

      virtual void federationSaved() RTI_THROW(FederateInternalError) {}

      virtual void federationNotSaved(
         SaveFailureReason /*theSaveFailureReason*/)
         RTI_THROW(FederateInternalError) {}

      virtual void federationSaveStatusResponse(
         const FederateHandleSaveStatusPairVector &/*theFederateStatusVector*/)
         RTI_THROW(FederateInternalError) {}

      virtual void requestFederationRestoreSucceeded(
         const std::wstring &/*label*/)
         RTI_THROW(FederateInternalError) {}

      virtual void requestFederationRestoreFailed(
         const std::wstring &/*label*/)
         RTI_THROW(FederateInternalError) {}

      virtual void federationRestoreBegun() RTI_THROW(FederateInternalError) {}

      virtual void initiateFederateRestore(
         const std::wstring &/*label*/,
         const std::wstring &/*federateName*/,
         FederateHandle /*handle*/)
         RTI_THROW(FederateInternalError) {}

      virtual void federationRestored() RTI_THROW(FederateInternalError) {}

      virtual void federationNotRestored(
         RestoreFailureReason /*theRestoreFailureReason*/)
         RTI_THROW(FederateInternalError) {}

      virtual void federationRestoreStatusResponse(
         const FederateRestoreStatusVector &/*theFederateRestoreStatusVector*/)
         RTI_THROW(FederateInternalError) {}

      virtual void startRegistrationForObjectClass(
         ObjectClassHandle /*theClass*/)
         RTI_THROW(FederateInternalError) {}

      virtual void stopRegistrationForObjectClass(
         ObjectClassHandle /*theClass*/)
         RTI_THROW(FederateInternalError) {}

      virtual void turnInteractionsOn(
         InteractionClassHandle /*theHandle*/)
         RTI_THROW(FederateInternalError) {}

      virtual void turnInteractionsOff(
         InteractionClassHandle /*theHandle*/)
         RTI_THROW(FederateInternalError) {}

      virtual void objectInstanceNameReservationSucceeded(
         const std::wstring &/*theObjectInstanceName*/)
         RTI_THROW(FederateInternalError) {}

      virtual void objectInstanceNameReservationFailed(
         const std::wstring &/*theObjectInstanceName*/)
         RTI_THROW(FederateInternalError) {}

      virtual void multipleObjectInstanceNameReservationSucceeded(
         const std::set<std::wstring> &/*theObjectInstanceNames*/)
         RTI_THROW(FederateInternalError) {}

      virtual void multipleObjectInstanceNameReservationFailed(
         const std::set<std::wstring> &/*theObjectInstanceNames*/)
         RTI_THROW(FederateInternalError) {}

      virtual void discoverObjectInstance(
         ObjectInstanceHandle /*theObject*/,
         ObjectClassHandle /*theObjectClass*/,
         const std::wstring &/*theObjectInstanceName*/)
         RTI_THROW(FederateInternalError) {}

      virtual void discoverObjectInstance(
         ObjectInstanceHandle /*theObject*/,
         ObjectClassHandle /*theObjectClass*/,
         const std::wstring &/*theObjectInstanceName*/,
         FederateHandle /*producingFederate*/)
         RTI_THROW(FederateInternalError) {}

      virtual void reflectAttributeValues(
         ObjectInstanceHandle /*theObject*/,
         const AttributeHandleValueMap &/*theAttributeValues*/,
         const VariableLengthData &/*theUserSuppliedTag*/,
         OrderType /*sentOrder*/,
         TransportationType /*theType*/,
         SupplementalReflectInfo /*theReflectInfo*/)
         RTI_THROW(FederateInternalError) {}

      virtual void reflectAttributeValues(
         ObjectInstanceHandle /*theObject*/,
         const AttributeHandleValueMap &/*theAttributeValues*/,
         const VariableLengthData &/*theUserSuppliedTag*/,
         OrderType /*sentOrder*/,
         TransportationType /*theType*/,
         const LogicalTime &/*theTime*/,
         OrderType /*receivedOrder*/,
         SupplementalReflectInfo /*theReflectInfo*/)
         RTI_THROW(FederateInternalError) {}

      virtual void reflectAttributeValues(
         ObjectInstanceHandle /*theObject*/,
         const AttributeHandleValueMap &/*theAttributeValues*/,
         const VariableLengthData &/*theUserSuppliedTag*/,
         OrderType /*sentOrder*/,
         TransportationType /*theType*/,
         const LogicalTime &/*theTime*/,
         OrderType /*receivedOrder*/,
         MessageRetractionHandle /*theHandle*/,
         SupplementalReflectInfo /*theReflectInfo*/)
         RTI_THROW(FederateInternalError) {}

      virtual void receiveInteraction(
         InteractionClassHandle /*theInteraction*/,
         const ParameterHandleValueMap &/*theParameterValues*/,
         const VariableLengthData &/*theUserSuppliedTag*/,
         OrderType /*sentOrder*/,
         TransportationType /*theType*/,
         SupplementalReceiveInfo /*theReceiveInfo*/)
         RTI_THROW(FederateInternalError) {}

      virtual void receiveInteraction(
         InteractionClassHandle /*theInteraction*/,
         const ParameterHandleValueMap &/*theParameterValues*/,
         const VariableLengthData &/*theUserSuppliedTag*/,
         OrderType /*sentOrder*/,
         TransportationType /*theType*/,
         const LogicalTime &/*theTime*/,
         OrderType /*receivedOrder*/,
         SupplementalReceiveInfo /*theReceiveInfo*/)
         RTI_THROW(FederateInternalError) {}

      virtual void receiveInteraction(
         InteractionClassHandle /*theInteraction*/,
         const ParameterHandleValueMap &/*theParameterValues*/,
         const VariableLengthData &/*theUserSuppliedTag*/,
         OrderType /*sentOrder*/,
         TransportationType /*theType*/,
         const LogicalTime &/*theTime*/,
         OrderType /*receivedOrder*/,
         MessageRetractionHandle /*theHandle*/,
         SupplementalReceiveInfo /*theReceiveInfo*/)
         RTI_THROW(FederateInternalError) {}

      virtual void removeObjectInstance(
         ObjectInstanceHandle /*theObject*/,
         const VariableLengthData &/*theUserSuppliedTag*/,
         OrderType /*sentOrder*/,
         SupplementalRemoveInfo /*theRemoveInfo*/)
         RTI_THROW(FederateInternalError) {}

      virtual void removeObjectInstance(
         ObjectInstanceHandle /*theObject*/,
         const VariableLengthData &/*theUserSuppliedTag*/,
         OrderType /*sentOrder*/,
         const LogicalTime &/*theTime*/,
         OrderType /*receivedOrder*/,
         SupplementalRemoveInfo /*theRemoveInfo*/)
         RTI_THROW(FederateInternalError) {}

      virtual void removeObjectInstance(
         ObjectInstanceHandle /*theObject*/,
         const VariableLengthData &/*theUserSuppliedTag*/,
         OrderType /*sentOrder*/,
         const LogicalTime &/*theTime*/,
         OrderType /*receivedOrder*/,
         MessageRetractionHandle /*theHandle*/,
         SupplementalRemoveInfo /*theRemoveInfo*/)
         RTI_THROW(FederateInternalError) {}

      virtual void attributesInScope(
         ObjectInstanceHandle /*theObject*/,
         const AttributeHandleSet &/*theAttributes*/)
         RTI_THROW(FederateInternalError) {}

      virtual void attributesOutOfScope(
         ObjectInstanceHandle /*theObject*/,
         const AttributeHandleSet &/*theAttributes*/)
         RTI_THROW(FederateInternalError) {}

      virtual void provideAttributeValueUpdate(
         ObjectInstanceHandle /*theObject*/,
         const AttributeHandleSet &/*theAttributes*/,
         const VariableLengthData &/*theUserSuppliedTag*/)
         RTI_THROW(FederateInternalError) {}

      virtual void turnUpdatesOnForObjectInstance(
         ObjectInstanceHandle /*theObject*/,
         const AttributeHandleSet &/*theAttributes*/)
         RTI_THROW(FederateInternalError) {}

      virtual void turnUpdatesOnForObjectInstance(
         ObjectInstanceHandle /*theObject*/,
         const AttributeHandleSet &/*theAttributes*/,
         const std::wstring &/*updateRateDesignator*/)
         RTI_THROW(FederateInternalError) {}

      virtual void turnUpdatesOffForObjectInstance(
         ObjectInstanceHandle /*theObject*/,
         const AttributeHandleSet &/*theAttributes*/)
         RTI_THROW(FederateInternalError) {}

      virtual void confirmAttributeTransportationTypeChange(
         ObjectInstanceHandle /*theObject*/,
         AttributeHandleSet /*theAttributes*/,
         TransportationType /*theTransportation*/)
         RTI_THROW(FederateInternalError) {}

      virtual void reportAttributeTransportationType(
         ObjectInstanceHandle /*theObject*/,
         AttributeHandle /*theAttribute*/,
         TransportationType /*theTransportation*/)
         RTI_THROW(FederateInternalError) {}

      virtual void confirmInteractionTransportationTypeChange(
         InteractionClassHandle /*theInteraction*/,
         TransportationType /*theTransportation*/)
         RTI_THROW(FederateInternalError) {}

      virtual void reportInteractionTransportationType(
         FederateHandle /*federateHandle*/,
         InteractionClassHandle /*theInteraction*/,
         TransportationType /*theTransportation*/)
         RTI_THROW(FederateInternalError) {}

      virtual void requestAttributeOwnershipAssumption(
         ObjectInstanceHandle /*theObject*/,
         const AttributeHandleSet &/*offeredAttributes*/,
         const VariableLengthData &/*theUserSuppliedTag*/)
         RTI_THROW(FederateInternalError) {}

      virtual void requestDivestitureConfirmation(
         ObjectInstanceHandle /*theObject*/,
         const AttributeHandleSet &/*releasedAttributes*/)
         RTI_THROW(FederateInternalError) {}

      virtual void attributeOwnershipAcquisitionNotification(
         ObjectInstanceHandle /*theObject*/,
         const AttributeHandleSet &/*securedAttributes*/,
         const VariableLengthData &/*theUserSuppliedTag*/)
         RTI_THROW(FederateInternalError) {}

      virtual void attributeOwnershipUnavailable(
         ObjectInstanceHandle /*theObject*/,
         const AttributeHandleSet &/*theAttributes*/)
         RTI_THROW(FederateInternalError) {}

      virtual void requestAttributeOwnershipRelease(
         ObjectInstanceHandle /*theObject*/,
         const AttributeHandleSet &/*candidateAttributes*/,
         const VariableLengthData &/*theUserSuppliedTag*/)
         RTI_THROW(FederateInternalError) {}

      virtual void confirmAttributeOwnershipAcquisitionCancellation(
         ObjectInstanceHandle /*theObject*/,
         const AttributeHandleSet &/*theAttributes*/)
         RTI_THROW(FederateInternalError) {}

      virtual void informAttributeOwnership(
         ObjectInstanceHandle /*theObject*/,
         AttributeHandle /*theAttribute*/,
         FederateHandle /*theOwner*/)
         RTI_THROW(FederateInternalError) {}

      virtual void attributeIsNotOwned(
         ObjectInstanceHandle /*theObject*/,
         AttributeHandle /*theAttribute*/)
         RTI_THROW(FederateInternalError) {}

      virtual void attributeIsOwnedByRTI(
         ObjectInstanceHandle /*theObject*/,
         AttributeHandle /*theAttribute*/)
         RTI_THROW(FederateInternalError) {}

      virtual void timeRegulationEnabled(
         const LogicalTime &/*theFederateTime*/)
         RTI_THROW(FederateInternalError) {}

      virtual void timeConstrainedEnabled(
         const LogicalTime &/*theFederateTime*/)
         RTI_THROW(FederateInternalError) {}

      virtual void timeAdvanceGrant(const LogicalTime &/*theTime*/) RTI_THROW(FederateInternalError) {}

      virtual void requestRetraction(
         MessageRetractionHandle /*theHandle*/)
         RTI_THROW(FederateInternalError) {}
   };
}

#endif // RTI_NullFederateAmbassador_h
