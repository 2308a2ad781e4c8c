// Reprinted with permission from IEEE 1516.1(TM)-2010
//
// Calls of the federate: every service of the RTI.

#ifndef RTI_RTIambassador_h
#define RTI_RTIambassador_h

namespace rti1516e
{
   class FederateAmbassador;
   class LogicalTime;
   class LogicalTimeFactory;
   class LogicalTimeInterval;
   class RangeBounds;
}

#include <RTI/SpecificConfig.h>
#include <memory>
#include <string>
#include <RTI/Typedefs.h>
#include <RTI/Exception.h>

namespace rti1516e
{
   class RTI_EXPORT RTIambassador
   {
   protected:
      RTIambassador() RTI_NOEXCEPT;

   public:
      virtual ~RTIambassador();

      /// Connects to the RTI; callbacks go to `federateAmbassador`, which must outlive the connection (clause 4.2).
      virtual void connect(
         FederateAmbassador &federateAmbassador,
         CallbackModel theCallbackModel,
         const std::wstring &localSettingsDesignator = L"")
         RTI_THROW(ConnectionFailed, InvalidLocalSettingsDesignator, UnsupportedCallbackModel,
                   AlreadyConnected, CallNotAllowedFromWithinCallback, RTIinternalError) = 0;

      /// Ends the connection; no callback comes after it has returned (clause 4.3).
      virtual void disconnect()
         RTI_THROW(FederateIsExecutionMember, CallNotAllowedFromWithinCallback, RTIinternalError) = 0;

      /// Creates a federation execution from FOM modules; an empty time name means HLAfloat64Time (clause 4.5).
      virtual void createFederationExecution(
         const std::wstring &federationExecutionName,
         const std::wstring &fomModule,
         const std::wstring &logicalTimeImplementationName = L"")
         RTI_THROW(CouldNotCreateLogicalTimeFactory, InconsistentFDD, ErrorReadingFDD,
                   CouldNotOpenFDD, FederationExecutionAlreadyExists, NotConnected,
                   RTIinternalError) = 0;

      virtual void createFederationExecution(
         const std::wstring &federationExecutionName,
         const std::vector<std::wstring> &fomModules,
         const std::wstring &logicalTimeImplementationName = L"")
         RTI_THROW(CouldNotCreateLogicalTimeFactory, InconsistentFDD, ErrorReadingFDD,
                   CouldNotOpenFDD, FederationExecutionAlreadyExists, NotConnected,
                   RTIinternalError) = 0;

      /// As createFederationExecution, with a MIM of the federate's own instead of the standard's (clause 4.5).
      virtual void createFederationExecutionWithMIM(
         const std::wstring &federationExecutionName,
         const std::vector<std::wstring> &fomModules,
         const std::wstring &mimModule,
         const std::wstring &logicalTimeImplementationName = L"")
         RTI_THROW(CouldNotCreateLogicalTimeFactory, InconsistentFDD, ErrorReadingFDD,
                   CouldNotOpenFDD, DesignatorIsHLAstandardMIM, ErrorReadingMIM, CouldNotOpenMIM,
                   FederationExecutionAlreadyExists, NotConnected, RTIinternalError) = 0;

      /// Removes a federation execution that nobody is joined to (clause 4.6).
      virtual void destroyFederationExecution(
         const std::wstring &federationExecutionName)
         RTI_THROW(FederatesCurrentlyJoined, FederationExecutionDoesNotExist, NotConnected,
                   RTIinternalError) = 0;

      /// Asks for the list of federation executions; the answer is reportFederationExecutions (clause 4.7).
      virtual void listFederationExecutions() RTI_THROW(NotConnected, RTIinternalError) = 0;

      /// Joins a federation execution; without a name the RTI gives one. Modules are added to the FOM (clause 4.9).
      virtual FederateHandle joinFederationExecution(
         const std::wstring &federateType,
         const std::wstring &federationExecutionName,
         const std::vector<std::wstring> &additionalFomModules = std::vector<std::wstring>())
         RTI_THROW(CouldNotCreateLogicalTimeFactory, FederationExecutionDoesNotExist,
                   InconsistentFDD, ErrorReadingFDD, CouldNotOpenFDD, SaveInProgress,
                   RestoreInProgress, FederateAlreadyExecutionMember, NotConnected,
                   CallNotAllowedFromWithinCallback, RTIinternalError) = 0;

      virtual FederateHandle joinFederationExecution(
         const std::wstring &federateName,
         const std::wstring &federateType,
         const std::wstring &federationExecutionName,
         const std::vector<std::wstring> &additionalFomModules = std::vector<std::wstring>())
         RTI_THROW(CouldNotCreateLogicalTimeFactory, FederateNameAlreadyInUse,
                   FederationExecutionDoesNotExist, InconsistentFDD, ErrorReadingFDD,
                   CouldNotOpenFDD, SaveInProgress, RestoreInProgress,
                   FederateAlreadyExecutionMember, NotConnected, CallNotAllowedFromWithinCallback,
                   RTIinternalError) = 0;

      /// Leaves the federation execution; `resignAction` says what becomes of owned attributes and objects (clause 4.10).
      virtual void resignFederationExecution(
         ResignAction resignAction)
         RTI_THROW(InvalidResignAction, OwnershipAcquisitionPending, FederateOwnsAttributes,
                   FederateNotExecutionMember, NotConnected, CallNotAllowedFromWithinCallback,
                   RTIinternalError) = 0;

      /// Registers a synchronization point, for all joined federates or for the set given (clause 4.11).
      virtual void registerFederationSynchronizationPoint(
         const std::wstring &label,
         const VariableLengthData &theUserSuppliedTag)
         RTI_THROW(SaveInProgress, RestoreInProgress, FederateNotExecutionMember, NotConnected,
                   RTIinternalError) = 0;

      virtual void registerFederationSynchronizationPoint(
         const std::wstring &label,
         const VariableLengthData &theUserSuppliedTag,
         const FederateHandleSet &synchronizationSet)
         RTI_THROW(InvalidFederateHandle, SaveInProgress, RestoreInProgress,
                   FederateNotExecutionMember, NotConnected, RTIinternalError) = 0;

      /// This federate has reached the point, or gives up on it (clause 4.14).
      virtual void synchronizationPointAchieved(
         const std::wstring &label,
         bool successfully = true)
         RTI_THROW(SynchronizationPointLabelNotAnnounced, SaveInProgress, RestoreInProgress,
                   FederateNotExecutionMember, NotConnected, RTIinternalError) = 0;

      /// Asks for a save, at once or when all constrained federates have reached the time given (clause 4.16).
      virtual void requestFederationSave(
         const std::wstring &label)
         RTI_THROW(SaveInProgress, RestoreInProgress, FederateNotExecutionMember, NotConnected,
                   RTIinternalError) = 0;

      virtual void requestFederationSave(
         const std::wstring &label,
         const LogicalTime &theTime)
         RTI_THROW(LogicalTimeAlreadyPassed, InvalidLogicalTime, FederateUnableToUseTime,
                   SaveInProgress, RestoreInProgress, FederateNotExecutionMember, NotConnected,
                   RTIinternalError) = 0;

      /// The federate has begun to save (clause 4.18).
      virtual void federateSaveBegun()
         RTI_THROW(SaveNotInitiated, RestoreInProgress, FederateNotExecutionMember, NotConnected,
                   RTIinternalError) = 0;

      /// The federate's own save is complete (clause 4.19).
      virtual void federateSaveComplete()
         RTI_THROW(FederateHasNotBegunSave, RestoreInProgress, FederateNotExecutionMember,
                   NotConnected, RTIinternalError) = 0;

      /// The federate could not save (clause 4.19).
      virtual void federateSaveNotComplete()
         RTI_THROW(FederateHasNotBegunSave, RestoreInProgress, FederateNotExecutionMember,
                   NotConnected, RTIinternalError) = 0;

      /// Calls the save in progress off (clause 4.21).
      virtual void abortFederationSave()
         RTI_THROW(SaveNotInProgress, FederateNotExecutionMember, NotConnected, RTIinternalError) = 0;

      /// Asks how far each federate is with the save (clause 4.22).
      virtual void queryFederationSaveStatus()
         RTI_THROW(RestoreInProgress, FederateNotExecutionMember, NotConnected, RTIinternalError) = 0;

      /// Asks for the restore of a saved federation execution (clause 4.24).
      virtual void requestFederationRestore(
         const std::wstring &label)
         RTI_THROW(SaveInProgress, RestoreInProgress, FederateNotExecutionMember, NotConnected,
                   RTIinternalError) = 0;

      /// The federate has restored its state (clause 4.28).
      virtual void federateRestoreComplete()
         RTI_THROW(RestoreNotRequested, SaveInProgress, FederateNotExecutionMember, NotConnected,
                   RTIinternalError) = 0;

      /// The federate could not restore its state (clause 4.28).
      virtual void federateRestoreNotComplete()
         RTI_THROW(RestoreNotRequested, SaveInProgress, FederateNotExecutionMember, NotConnected,
                   RTIinternalError) = 0;

      /// Calls the restore in progress off (clause 4.30).
      virtual void abortFederationRestore()
         RTI_THROW(RestoreNotInProgress, FederateNotExecutionMember, NotConnected,
                   RTIinternalError) = 0;

      /// Asks how far each federate is with the restore (clause 4.31).
      virtual void queryFederationRestoreStatus()
         RTI_THROW(SaveInProgress, FederateNotExecutionMember, NotConnected, RTIinternalError) = 0;

      /// Adds to the attributes that this federate may own and update (clause 5.2).
      virtual void publishObjectClassAttributes(
         ObjectClassHandle theClass,
         const AttributeHandleSet &attributeList)
         RTI_THROW(AttributeNotDefined, ObjectClassNotDefined, SaveInProgress, RestoreInProgress,
                   FederateNotExecutionMember, NotConnected, RTIinternalError) = 0;

      /// Ends the publication of all attributes of the class (clause 5.3).
      virtual void unpublishObjectClass(
         ObjectClassHandle theClass)
         RTI_THROW(OwnershipAcquisitionPending, ObjectClassNotDefined, SaveInProgress,
                   RestoreInProgress, FederateNotExecutionMember, NotConnected, RTIinternalError) = 0;

      /// Ends the publication of the attributes given (clause 5.3).
      virtual void unpublishObjectClassAttributes(
         ObjectClassHandle theClass,
         const AttributeHandleSet &attributeList)
         RTI_THROW(OwnershipAcquisitionPending, AttributeNotDefined, ObjectClassNotDefined,
                   SaveInProgress, RestoreInProgress, FederateNotExecutionMember, NotConnected,
                   RTIinternalError) = 0;

      /// Lets this federate send interactions of the class (clause 5.4).
      virtual void publishInteractionClass(
         InteractionClassHandle theInteraction)
         RTI_THROW(InteractionClassNotDefined, SaveInProgress, RestoreInProgress,
                   FederateNotExecutionMember, NotConnected, RTIinternalError) = 0;

      /// Ends the publication of the interaction class (clause 5.5).
      virtual void unpublishInteractionClass(
         InteractionClassHandle theInteraction)
         RTI_THROW(InteractionClassNotDefined, SaveInProgress, RestoreInProgress,
                   FederateNotExecutionMember, NotConnected, RTIinternalError) = 0;

      /// Adds to the attributes that this federate receives; the rate designator reduces how often (clause 5.6).
      virtual void subscribeObjectClassAttributes(
         ObjectClassHandle theClass,
         const AttributeHandleSet &attributeList,
         bool active = true,
         const std::wstring &updateRateDesignator = L"")
         RTI_THROW(AttributeNotDefined, ObjectClassNotDefined, InvalidUpdateRateDesignator,
                   SaveInProgress, RestoreInProgress, FederateNotExecutionMember, NotConnected,
                   RTIinternalError) = 0;

      /// Ends the subscription of all attributes of the class (clause 5.7).
      virtual void unsubscribeObjectClass(
         ObjectClassHandle theClass)
         RTI_THROW(ObjectClassNotDefined, SaveInProgress, RestoreInProgress,
                   FederateNotExecutionMember, NotConnected, RTIinternalError) = 0;

      /// Ends the subscription of the attributes given (clause 5.7).
      virtual void unsubscribeObjectClassAttributes(
         ObjectClassHandle theClass,
         const AttributeHandleSet &attributeList)
         RTI_THROW(AttributeNotDefined, ObjectClassNotDefined, SaveInProgress, RestoreInProgress,
                   FederateNotExecutionMember, NotConnected, RTIinternalError) = 0;

      /// Lets interactions of the class arrive (clause 5.8).
      virtual void subscribeInteractionClass(
         InteractionClassHandle theClass,
         bool active = true)
         RTI_THROW(FederateServiceInvocationsAreBeingReportedViaMOM, InteractionClassNotDefined,
                   SaveInProgress, RestoreInProgress, FederateNotExecutionMember, NotConnected,
                   RTIinternalError) = 0;

      /// Ends the subscription of the interaction class (clause 5.9).
      virtual void unsubscribeInteractionClass(
         InteractionClassHandle theClass)
         RTI_THROW(InteractionClassNotDefined, SaveInProgress, RestoreInProgress,
                   FederateNotExecutionMember, NotConnected, RTIinternalError) = 0;

      /// Asks for an object instance name of one's own (clause 6.2).
      virtual void reserveObjectInstanceName(
         const std::wstring &theObjectInstanceName)
         RTI_THROW(IllegalName, SaveInProgress, RestoreInProgress, FederateNotExecutionMember,
                   NotConnected, RTIinternalError) = 0;

      /// Gives a reserved name back (clause 6.4).
      virtual void releaseObjectInstanceName(
         const std::wstring &theObjectInstanceName)
         RTI_THROW(ObjectInstanceNameNotReserved, SaveInProgress, RestoreInProgress,
                   FederateNotExecutionMember, NotConnected, RTIinternalError) = 0;

      /// Asks for several names, all or none (clause 6.5).
      virtual void reserveMultipleObjectInstanceName(
         const std::set<std::wstring> &theObjectInstanceNames)
         RTI_THROW(IllegalName, NameSetWasEmpty, SaveInProgress, RestoreInProgress,
                   FederateNotExecutionMember, NotConnected, RTIinternalError) = 0;

      /// Gives several reserved names back (clause 6.7).
      virtual void releaseMultipleObjectInstanceName(
         const std::set<std::wstring> &theObjectInstanceNames)
         RTI_THROW(ObjectInstanceNameNotReserved, SaveInProgress, RestoreInProgress,
                   FederateNotExecutionMember, NotConnected, RTIinternalError) = 0;

      /// Creates an object instance; this federate owns the attributes that it publishes (clause 6.8).
      virtual ObjectInstanceHandle registerObjectInstance(
         ObjectClassHandle theClass)
         RTI_THROW(ObjectClassNotPublished, ObjectClassNotDefined, SaveInProgress,
                   RestoreInProgress, FederateNotExecutionMember, NotConnected, RTIinternalError) = 0;

      virtual ObjectInstanceHandle registerObjectInstance(
         ObjectClassHandle theClass,
         const std::wstring &theObjectInstanceName)
         RTI_THROW(ObjectInstanceNameInUse, ObjectInstanceNameNotReserved, ObjectClassNotPublished,
                   ObjectClassNotDefined, SaveInProgress, RestoreInProgress,
                   FederateNotExecutionMember, NotConnected, RTIinternalError) = 0;

      /// Sends values of owned attributes, as seen from the time given if there is one (clause 6.10).
      virtual void updateAttributeValues(
         ObjectInstanceHandle theObject,
         const AttributeHandleValueMap &theAttributeValues,
         const VariableLengthData &theUserSuppliedTag)
         RTI_THROW(AttributeNotOwned, AttributeNotDefined, ObjectInstanceNotKnown, SaveInProgress,
                   RestoreInProgress, FederateNotExecutionMember, NotConnected, RTIinternalError) = 0;

      virtual MessageRetractionHandle updateAttributeValues(
         ObjectInstanceHandle theObject,
         const AttributeHandleValueMap &theAttributeValues,
         const VariableLengthData &theUserSuppliedTag,
         const LogicalTime &theTime)
         RTI_THROW(InvalidLogicalTime, AttributeNotOwned, AttributeNotDefined,
                   ObjectInstanceNotKnown, SaveInProgress, RestoreInProgress,
                   FederateNotExecutionMember, NotConnected, RTIinternalError) = 0;

      /// Sends an interaction, as seen from the time given if there is one (clause 6.12).
      virtual void sendInteraction(
         InteractionClassHandle theInteraction,
         const ParameterHandleValueMap &theParameterValues,
         const VariableLengthData &theUserSuppliedTag)
         RTI_THROW(InteractionClassNotPublished, InteractionParameterNotDefined,
                   InteractionClassNotDefined, SaveInProgress, RestoreInProgress,
                   FederateNotExecutionMember, NotConnected, RTIinternalError) = 0;

      virtual MessageRetractionHandle sendInteraction(
         InteractionClassHandle theInteraction,
         const ParameterHandleValueMap &theParameterValues,
         const VariableLengthData &theUserSuppliedTag,
         const LogicalTime &theTime)
         RTI_THROW(InvalidLogicalTime, InteractionClassNotPublished,
                   InteractionParameterNotDefined, InteractionClassNotDefined, SaveInProgress,
                   RestoreInProgress, FederateNotExecutionMember, NotConnected, RTIinternalError) = 0;

      /// Deletes an object instance, for which the privilege to delete is needed (clause 6.14).
      virtual void deleteObjectInstance(
         ObjectInstanceHandle theObject,
         const VariableLengthData &theUserSuppliedTag)
         RTI_THROW(DeletePrivilegeNotHeld, ObjectInstanceNotKnown, SaveInProgress,
                   RestoreInProgress, FederateNotExecutionMember, NotConnected, RTIinternalError) = 0;

      virtual MessageRetractionHandle deleteObjectInstance(
         ObjectInstanceHandle theObject,
         const VariableLengthData &theUserSuppliedTag,
         const LogicalTime &theTime)
         RTI_THROW(InvalidLogicalTime, DeletePrivilegeNotHeld, ObjectInstanceNotKnown,
                   SaveInProgress, RestoreInProgress, FederateNotExecutionMember, NotConnected,
                   RTIinternalError) = 0;

      /// Forgets an object instance; it may be discovered anew (clause 6.16).
      virtual void localDeleteObjectInstance(
         ObjectInstanceHandle theObject)
         RTI_THROW(OwnershipAcquisitionPending, FederateOwnsAttributes, ObjectInstanceNotKnown,
                   SaveInProgress, RestoreInProgress, FederateNotExecutionMember, NotConnected,
                   RTIinternalError) = 0;

      /// Asks the owners for values, of one instance or of all of a class (clause 6.19).
      virtual void requestAttributeValueUpdate(
         ObjectInstanceHandle theObject,
         const AttributeHandleSet &theAttributes,
         const VariableLengthData &theUserSuppliedTag)
         RTI_THROW(AttributeNotDefined, ObjectInstanceNotKnown, SaveInProgress, RestoreInProgress,
                   FederateNotExecutionMember, NotConnected, RTIinternalError) = 0;

      virtual void requestAttributeValueUpdate(
         ObjectClassHandle theClass,
         const AttributeHandleSet &theAttributes,
         const VariableLengthData &theUserSuppliedTag)
         RTI_THROW(AttributeNotDefined, ObjectClassNotDefined, SaveInProgress, RestoreInProgress,
                   FederateNotExecutionMember, NotConnected, RTIinternalError) = 0;

      /// Changes how values of these attributes travel (clause 6.23).
      virtual void requestAttributeTransportationTypeChange(
         ObjectInstanceHandle theObject,
         const AttributeHandleSet &theAttributes,
         TransportationType theType)
         RTI_THROW(AttributeAlreadyBeingChanged, AttributeNotOwned, AttributeNotDefined,
                   ObjectInstanceNotKnown, InvalidTransportationType, SaveInProgress,
                   RestoreInProgress, FederateNotExecutionMember, NotConnected, RTIinternalError) = 0;

      /// Asks how values of the attribute travel (clause 6.25).
      virtual void queryAttributeTransportationType(
         ObjectInstanceHandle theObject,
         AttributeHandle theAttribute)
         RTI_THROW(AttributeNotDefined, ObjectInstanceNotKnown, SaveInProgress, RestoreInProgress,
                   FederateNotExecutionMember, NotConnected, RTIinternalError) = 0;

      /// Changes how this federate's interactions of the class travel (clause 6.27).
      virtual void requestInteractionTransportationTypeChange(
         InteractionClassHandle theClass,
         TransportationType theType)
         RTI_THROW(InteractionClassAlreadyBeingChanged, InteractionClassNotPublished,
                   InteractionClassNotDefined, InvalidTransportationType, SaveInProgress,
                   RestoreInProgress, FederateNotExecutionMember, NotConnected, RTIinternalError) = 0;

      /// Asks how a federate's interactions of the class travel (clause 6.29).
      virtual void queryInteractionTransportationType(
         FederateHandle theFederate,
         InteractionClassHandle theInteraction)
         RTI_THROW(InteractionClassNotDefined, SaveInProgress, RestoreInProgress,
                   FederateNotExecutionMember, NotConnected, RTIinternalError) = 0;

      /// Gives attributes up, whoever takes them (clause 7.2).
      virtual void unconditionalAttributeOwnershipDivestiture(
         ObjectInstanceHandle theObject,
         const AttributeHandleSet &theAttributes)
         RTI_THROW(AttributeNotOwned, AttributeNotDefined, ObjectInstanceNotKnown, SaveInProgress,
                   RestoreInProgress, FederateNotExecutionMember, NotConnected, RTIinternalError) = 0;

      /// Offers attributes; they stay until somebody takes them (clause 7.3).
      virtual void negotiatedAttributeOwnershipDivestiture(
         ObjectInstanceHandle theObject,
         const AttributeHandleSet &theAttributes,
         const VariableLengthData &theUserSuppliedTag)
         RTI_THROW(AttributeAlreadyBeingDivested, AttributeNotOwned, AttributeNotDefined,
                   ObjectInstanceNotKnown, SaveInProgress, RestoreInProgress,
                   FederateNotExecutionMember, NotConnected, RTIinternalError) = 0;

      /// Hands the attributes over (clause 7.6).
      virtual void confirmDivestiture(
         ObjectInstanceHandle theObject,
         const AttributeHandleSet &confirmedAttributes,
         const VariableLengthData &theUserSuppliedTag)
         RTI_THROW(NoAcquisitionPending, AttributeDivestitureWasNotRequested, AttributeNotOwned,
                   AttributeNotDefined, ObjectInstanceNotKnown, SaveInProgress, RestoreInProgress,
                   FederateNotExecutionMember, NotConnected, RTIinternalError) = 0;

      /// Asks for attributes, from their owners too (clause 7.8).
      virtual void attributeOwnershipAcquisition(
         ObjectInstanceHandle theObject,
         const AttributeHandleSet &desiredAttributes,
         const VariableLengthData &theUserSuppliedTag)
         RTI_THROW(AttributeNotPublished, ObjectClassNotPublished, FederateOwnsAttributes,
                   AttributeNotDefined, ObjectInstanceNotKnown, SaveInProgress, RestoreInProgress,
                   FederateNotExecutionMember, NotConnected, RTIinternalError) = 0;

      /// Asks for attributes that nobody owns (clause 7.9).
      virtual void attributeOwnershipAcquisitionIfAvailable(
         ObjectInstanceHandle theObject,
         const AttributeHandleSet &desiredAttributes)
         RTI_THROW(AttributeAlreadyBeingAcquired, AttributeNotPublished, ObjectClassNotPublished,
                   FederateOwnsAttributes, AttributeNotDefined, ObjectInstanceNotKnown,
                   SaveInProgress, RestoreInProgress, FederateNotExecutionMember, NotConnected,
                   RTIinternalError) = 0;

      /// Keeps the attributes asked for (clause 7.12).
      virtual void attributeOwnershipReleaseDenied(
         ObjectInstanceHandle theObject,
         const AttributeHandleSet &theAttributes)
         RTI_THROW(AttributeNotOwned, AttributeNotDefined, ObjectInstanceNotKnown, SaveInProgress,
                   RestoreInProgress, FederateNotExecutionMember, NotConnected, RTIinternalError) = 0;

      /// Gives up those attributes that somebody waits for (clause 7.13).
      virtual void attributeOwnershipDivestitureIfWanted(
         ObjectInstanceHandle theObject,
         const AttributeHandleSet &theAttributes,
         AttributeHandleSet &theDivestedAttributes)
         RTI_THROW(AttributeNotOwned, AttributeNotDefined, ObjectInstanceNotKnown, SaveInProgress,
                   RestoreInProgress, FederateNotExecutionMember, NotConnected, RTIinternalError) = 0;

      /// Withdraws the offer (clause 7.14).
      virtual void cancelNegotiatedAttributeOwnershipDivestiture(
         ObjectInstanceHandle theObject,
         const AttributeHandleSet &theAttributes)
         RTI_THROW(AttributeDivestitureWasNotRequested, AttributeNotOwned, AttributeNotDefined,
                   ObjectInstanceNotKnown, SaveInProgress, RestoreInProgress,
                   FederateNotExecutionMember, NotConnected, RTIinternalError) = 0;

      /// Withdraws the request for attributes (clause 7.15).
      virtual void cancelAttributeOwnershipAcquisition(
         ObjectInstanceHandle theObject,
         const AttributeHandleSet &theAttributes)
         RTI_THROW(AttributeAcquisitionWasNotRequested, AttributeAlreadyOwned, AttributeNotDefined,
                   ObjectInstanceNotKnown, SaveInProgress, RestoreInProgress,
                   FederateNotExecutionMember, NotConnected, RTIinternalError) = 0;

      /// Asks who owns the attributes (clause 7.17).
      virtual void queryAttributeOwnership(
         ObjectInstanceHandle theObject,
         AttributeHandle theAttribute)
         RTI_THROW(AttributeNotDefined, ObjectInstanceNotKnown, SaveInProgress, RestoreInProgress,
                   FederateNotExecutionMember, NotConnected, RTIinternalError) = 0;

      /// Whether this federate owns the attribute (clause 7.19).
      virtual bool isAttributeOwnedByFederate(
         ObjectInstanceHandle theObject,
         AttributeHandle theAttribute)
         RTI_THROW(AttributeNotDefined, ObjectInstanceNotKnown, SaveInProgress, RestoreInProgress,
                   FederateNotExecutionMember, NotConnected, RTIinternalError) = 0;

      /// Lets this federate send time-stamped messages, no nearer than the lookahead (clause 8.2).
      virtual void enableTimeRegulation(
         const LogicalTimeInterval &theLookahead)
         RTI_THROW(InvalidLookahead, InTimeAdvancingState, RequestForTimeRegulationPending,
                   TimeRegulationAlreadyEnabled, SaveInProgress, RestoreInProgress,
                   FederateNotExecutionMember, NotConnected, RTIinternalError) = 0;

      /// Ends time regulation (clause 8.4).
      virtual void disableTimeRegulation()
         RTI_THROW(TimeRegulationIsNotEnabled, SaveInProgress, RestoreInProgress,
                   FederateNotExecutionMember, NotConnected, RTIinternalError) = 0;

      /// Has time-stamped messages delivered in the order of their time (clause 8.5).
      virtual void enableTimeConstrained()
         RTI_THROW(InTimeAdvancingState, RequestForTimeConstrainedPending,
                   TimeConstrainedAlreadyEnabled, SaveInProgress, RestoreInProgress,
                   FederateNotExecutionMember, NotConnected, RTIinternalError) = 0;

      /// Ends time constraint (clause 8.7).
      virtual void disableTimeConstrained()
         RTI_THROW(TimeConstrainedIsNotEnabled, SaveInProgress, RestoreInProgress,
                   FederateNotExecutionMember, NotConnected, RTIinternalError) = 0;

      /// Asks to advance to a time; every message up to and at it comes before the grant (clause 8.8).
      virtual void timeAdvanceRequest(
         const LogicalTime &theTime)
         RTI_THROW(LogicalTimeAlreadyPassed, InvalidLogicalTime, InTimeAdvancingState,
                   RequestForTimeRegulationPending, RequestForTimeConstrainedPending,
                   SaveInProgress, RestoreInProgress, FederateNotExecutionMember, NotConnected,
                   RTIinternalError) = 0;

      /// As timeAdvanceRequest; messages at the time itself may still come after the grant (clause 8.9).
      virtual void timeAdvanceRequestAvailable(
         const LogicalTime &theTime)
         RTI_THROW(LogicalTimeAlreadyPassed, InvalidLogicalTime, InTimeAdvancingState,
                   RequestForTimeRegulationPending, RequestForTimeConstrainedPending,
                   SaveInProgress, RestoreInProgress, FederateNotExecutionMember, NotConnected,
                   RTIinternalError) = 0;

      /// Asks to advance to the next message or to the time given, whichever comes first (clause 8.10).
      virtual void nextMessageRequest(
         const LogicalTime &theTime)
         RTI_THROW(LogicalTimeAlreadyPassed, InvalidLogicalTime, InTimeAdvancingState,
                   RequestForTimeRegulationPending, RequestForTimeConstrainedPending,
                   SaveInProgress, RestoreInProgress, FederateNotExecutionMember, NotConnected,
                   RTIinternalError) = 0;

      /// As nextMessageRequest; messages at the granted time may still come after the grant (clause 8.11).
      virtual void nextMessageRequestAvailable(
         const LogicalTime &theTime)
         RTI_THROW(LogicalTimeAlreadyPassed, InvalidLogicalTime, InTimeAdvancingState,
                   RequestForTimeRegulationPending, RequestForTimeConstrainedPending,
                   SaveInProgress, RestoreInProgress, FederateNotExecutionMember, NotConnected,
                   RTIinternalError) = 0;

      /// Asks for every message that is there, then for an advance as far as it is safe (clause 8.12).
      virtual void flushQueueRequest(
         const LogicalTime &theTime)
         RTI_THROW(LogicalTimeAlreadyPassed, InvalidLogicalTime, InTimeAdvancingState,
                   RequestForTimeRegulationPending, RequestForTimeConstrainedPending,
                   SaveInProgress, RestoreInProgress, FederateNotExecutionMember, NotConnected,
                   RTIinternalError) = 0;

      /// Lets receive-order messages arrive outside of time advances (clause 8.14).
      virtual void enableAsynchronousDelivery()
         RTI_THROW(AsynchronousDeliveryAlreadyEnabled, SaveInProgress, RestoreInProgress,
                   FederateNotExecutionMember, NotConnected, RTIinternalError) = 0;

      /// Ends asynchronous delivery (clause 8.15).
      virtual void disableAsynchronousDelivery()
         RTI_THROW(AsynchronousDeliveryAlreadyDisabled, SaveInProgress, RestoreInProgress,
                   FederateNotExecutionMember, NotConnected, RTIinternalError) = 0;

      /// The greatest available logical time; false if it is without bound (clause 8.16).
      virtual bool queryGALT(
         LogicalTime &theTime)
         RTI_THROW(SaveInProgress, RestoreInProgress, FederateNotExecutionMember, NotConnected,
                   RTIinternalError) = 0;

      /// The logical time of this federate (clause 8.17).
      virtual void queryLogicalTime(
         LogicalTime &theTime)
         RTI_THROW(SaveInProgress, RestoreInProgress, FederateNotExecutionMember, NotConnected,
                   RTIinternalError) = 0;

      /// The least incoming time stamp; false if it is without bound (clause 8.18).
      virtual bool queryLITS(
         LogicalTime &theTime)
         RTI_THROW(SaveInProgress, RestoreInProgress, FederateNotExecutionMember, NotConnected,
                   RTIinternalError) = 0;

      /// Changes the lookahead; a smaller one takes effect as time advances (clause 8.19).
      virtual void modifyLookahead(
         const LogicalTimeInterval &theLookahead)
         RTI_THROW(InvalidLookahead, InTimeAdvancingState, TimeRegulationIsNotEnabled,
                   SaveInProgress, RestoreInProgress, FederateNotExecutionMember, NotConnected,
                   RTIinternalError) = 0;

      /// The lookahead in effect (clause 8.20).
      virtual void queryLookahead(
         LogicalTimeInterval &interval)
         RTI_THROW(TimeRegulationIsNotEnabled, SaveInProgress, RestoreInProgress,
                   FederateNotExecutionMember, NotConnected, RTIinternalError) = 0;

      /// Takes a time-stamped message back (clause 8.21).
      virtual void retract(
         MessageRetractionHandle theHandle)
         RTI_THROW(MessageCanNoLongerBeRetracted, InvalidMessageRetractionHandle,
                   TimeRegulationIsNotEnabled, SaveInProgress, RestoreInProgress,
                   FederateNotExecutionMember, NotConnected, RTIinternalError) = 0;

      /// Changes the order in which values of these attributes are sent (clause 8.23).
      virtual void changeAttributeOrderType(
         ObjectInstanceHandle theObject,
         const AttributeHandleSet &theAttributes,
         OrderType theType)
         RTI_THROW(AttributeNotOwned, AttributeNotDefined, ObjectInstanceNotKnown, SaveInProgress,
                   RestoreInProgress, FederateNotExecutionMember, NotConnected, RTIinternalError) = 0;

      /// Changes the order in which this federate's interactions of the class are sent (clause 8.24).
      virtual void changeInteractionOrderType(
         InteractionClassHandle theClass,
         OrderType theType)
         RTI_THROW(InteractionClassNotPublished, InteractionClassNotDefined, SaveInProgress,
                   RestoreInProgress, FederateNotExecutionMember, NotConnected, RTIinternalError) = 0;

      /// Makes a region over the dimensions, as wide as they are (clause 9.2).
      virtual RegionHandle createRegion(
         const DimensionHandleSet &theDimensions)
         RTI_THROW(InvalidDimensionHandle, SaveInProgress, RestoreInProgress,
                   FederateNotExecutionMember, NotConnected, RTIinternalError) = 0;

      /// Makes changes of range bounds count (clause 9.3).
      virtual void commitRegionModifications(
         const RegionHandleSet &theRegionHandleSet)
         RTI_THROW(RegionNotCreatedByThisFederate, InvalidRegion, SaveInProgress,
                   RestoreInProgress, FederateNotExecutionMember, NotConnected, RTIinternalError) = 0;

      /// Deletes a region that is not in use (clause 9.4).
      virtual void deleteRegion(
         const RegionHandle &theRegion)
         RTI_THROW(RegionInUseForUpdateOrSubscription, RegionNotCreatedByThisFederate,
                   InvalidRegion, SaveInProgress, RestoreInProgress, FederateNotExecutionMember,
                   NotConnected, RTIinternalError) = 0;

      /// As registerObjectInstance, with regions for updates (clause 9.5).
      virtual ObjectInstanceHandle registerObjectInstanceWithRegions(
         ObjectClassHandle theClass,
         const AttributeHandleSetRegionHandleSetPairVector &theAttributeHandleSetRegionHandleSetPairVector)
         RTI_THROW(InvalidRegionContext, RegionNotCreatedByThisFederate, InvalidRegion,
                   AttributeNotPublished, ObjectClassNotPublished, AttributeNotDefined,
                   ObjectClassNotDefined, SaveInProgress, RestoreInProgress,
                   FederateNotExecutionMember, NotConnected, RTIinternalError) = 0;

      virtual ObjectInstanceHandle registerObjectInstanceWithRegions(
         ObjectClassHandle theClass,
         const AttributeHandleSetRegionHandleSetPairVector &theAttributeHandleSetRegionHandleSetPairVector,
         const std::wstring &theObjectInstanceName)
         RTI_THROW(ObjectInstanceNameInUse, ObjectInstanceNameNotReserved, InvalidRegionContext,
                   RegionNotCreatedByThisFederate, InvalidRegion, AttributeNotPublished,
                   ObjectClassNotPublished, AttributeNotDefined, ObjectClassNotDefined,
                   SaveInProgress, RestoreInProgress, FederateNotExecutionMember, NotConnected,
                   RTIinternalError) = 0;

      /// Adds regions for updates of the attributes (clause 9.6).
      virtual void associateRegionsForUpdates(
         ObjectInstanceHandle theObject,
         const AttributeHandleSetRegionHandleSetPairVector &theAttributeHandleSetRegionHandleSetPairVector)
         RTI_THROW(InvalidRegionContext, RegionNotCreatedByThisFederate, InvalidRegion,
                   AttributeNotDefined, ObjectInstanceNotKnown, SaveInProgress, RestoreInProgress,
                   FederateNotExecutionMember, NotConnected, RTIinternalError) = 0;

      /// Removes regions for updates of the attributes (clause 9.7).
      virtual void unassociateRegionsForUpdates(
         ObjectInstanceHandle theObject,
         const AttributeHandleSetRegionHandleSetPairVector &theAttributeHandleSetRegionHandleSetPairVector)
         RTI_THROW(RegionNotCreatedByThisFederate, InvalidRegion, AttributeNotDefined,
                   ObjectInstanceNotKnown, SaveInProgress, RestoreInProgress,
                   FederateNotExecutionMember, NotConnected, RTIinternalError) = 0;

      /// As subscribeObjectClassAttributes, only where the regions overlap (clause 9.8).
      virtual void subscribeObjectClassAttributesWithRegions(
         ObjectClassHandle theClass,
         const AttributeHandleSetRegionHandleSetPairVector &theAttributeHandleSetRegionHandleSetPairVector,
         bool active = true,
         const std::wstring &updateRateDesignator = L"")
         RTI_THROW(InvalidRegionContext, RegionNotCreatedByThisFederate, InvalidRegion,
                   AttributeNotDefined, ObjectClassNotDefined, InvalidUpdateRateDesignator,
                   SaveInProgress, RestoreInProgress, FederateNotExecutionMember, NotConnected,
                   RTIinternalError) = 0;

      /// Ends subscriptions with these regions (clause 9.9).
      virtual void unsubscribeObjectClassAttributesWithRegions(
         ObjectClassHandle theClass,
         const AttributeHandleSetRegionHandleSetPairVector &theAttributeHandleSetRegionHandleSetPairVector)
         RTI_THROW(RegionNotCreatedByThisFederate, InvalidRegion, AttributeNotDefined,
                   ObjectClassNotDefined, SaveInProgress, RestoreInProgress,
                   FederateNotExecutionMember, NotConnected, RTIinternalError) = 0;

      /// As subscribeInteractionClass, only where the regions overlap (clause 9.10).
      virtual void subscribeInteractionClassWithRegions(
         InteractionClassHandle theClass,
         const RegionHandleSet &theRegionHandleSet,
         bool active = true)
         RTI_THROW(FederateServiceInvocationsAreBeingReportedViaMOM, InvalidRegionContext,
                   RegionNotCreatedByThisFederate, InvalidRegion, InteractionClassNotDefined,
                   SaveInProgress, RestoreInProgress, FederateNotExecutionMember, NotConnected,
                   RTIinternalError) = 0;

      /// Ends the subscription with these regions (clause 9.11).
      virtual void unsubscribeInteractionClassWithRegions(
         InteractionClassHandle theClass,
         const RegionHandleSet &theRegionHandleSet)
         RTI_THROW(RegionNotCreatedByThisFederate, InvalidRegion, InteractionClassNotDefined,
                   SaveInProgress, RestoreInProgress, FederateNotExecutionMember, NotConnected,
                   RTIinternalError) = 0;

      /// As sendInteraction, to those whose regions overlap (clause 9.12).
      virtual void sendInteractionWithRegions(
         InteractionClassHandle theInteraction,
         const ParameterHandleValueMap &theParameterValues,
         const RegionHandleSet &theRegionHandleSet,
         const VariableLengthData &theUserSuppliedTag)
         RTI_THROW(InvalidRegionContext, RegionNotCreatedByThisFederate, InvalidRegion,
                   InteractionClassNotPublished, InteractionParameterNotDefined,
                   InteractionClassNotDefined, SaveInProgress, RestoreInProgress,
                   FederateNotExecutionMember, NotConnected, RTIinternalError) = 0;

      virtual MessageRetractionHandle sendInteractionWithRegions(
         InteractionClassHandle theInteraction,
         const ParameterHandleValueMap &theParameterValues,
         const RegionHandleSet &theRegionHandleSet,
         const VariableLengthData &theUserSuppliedTag,
         const LogicalTime &theTime)
         RTI_THROW(InvalidLogicalTime, InvalidRegionContext, RegionNotCreatedByThisFederate,
                   InvalidRegion, InteractionClassNotPublished, InteractionParameterNotDefined,
                   InteractionClassNotDefined, SaveInProgress, RestoreInProgress,
                   FederateNotExecutionMember, NotConnected, RTIinternalError) = 0;

      /// As requestAttributeValueUpdate, to owners whose regions overlap (clause 9.13).
      virtual void requestAttributeValueUpdateWithRegions(
         ObjectClassHandle theClass,
         const AttributeHandleSetRegionHandleSetPairVector &theSet,
         const VariableLengthData &theUserSuppliedTag)
         RTI_THROW(InvalidRegionContext, RegionNotCreatedByThisFederate, InvalidRegion,
                   AttributeNotDefined, ObjectClassNotDefined, SaveInProgress, RestoreInProgress,
                   FederateNotExecutionMember, NotConnected, RTIinternalError) = 0;

      /// The RTI's resign action when it resigns this federate itself (clause 10.2).
      virtual ResignAction getAutomaticResignDirective()
         RTI_THROW(FederateNotExecutionMember, NotConnected, RTIinternalError) = 0;

      /// Says what the RTI shall do when it resigns this federate itself (clause 10.3).
      virtual void setAutomaticResignDirective(
         ResignAction resignAction)
         RTI_THROW(InvalidResignAction, FederateNotExecutionMember, NotConnected, RTIinternalError) = 0;

      /// The handle of a federate (clause 10.4).
      virtual FederateHandle getFederateHandle(
         const std::wstring &theName)
         RTI_THROW(NameNotFound, FederateNotExecutionMember, NotConnected, RTIinternalError) = 0;

      /// The name of a federate (clause 10.5).
      virtual std::wstring getFederateName(
         FederateHandle theHandle)
         RTI_THROW(InvalidFederateHandle, FederateHandleNotKnown, FederateNotExecutionMember,
                   NotConnected, RTIinternalError) = 0;

      /// The handle of an object class (clause 10.6).
      virtual ObjectClassHandle getObjectClassHandle(
         const std::wstring &theName)
         RTI_THROW(NameNotFound, FederateNotExecutionMember, NotConnected, RTIinternalError) = 0;

      /// The full name of an object class (clause 10.7).
      virtual std::wstring getObjectClassName(
         ObjectClassHandle theHandle)
         RTI_THROW(InvalidObjectClassHandle, FederateNotExecutionMember, NotConnected,
                   RTIinternalError) = 0;

      /// The class under which this federate knows the object instance (clause 10.8).
      virtual ObjectClassHandle getKnownObjectClassHandle(
         ObjectInstanceHandle theObject)
         RTI_THROW(ObjectInstanceNotKnown, FederateNotExecutionMember, NotConnected,
                   RTIinternalError) = 0;

      /// The handle of an object instance (clause 10.9).
      virtual ObjectInstanceHandle getObjectInstanceHandle(
         const std::wstring &theName)
         RTI_THROW(ObjectInstanceNotKnown, FederateNotExecutionMember, NotConnected,
                   RTIinternalError) = 0;

      /// The name of an object instance (clause 10.10).
      virtual std::wstring getObjectInstanceName(
         ObjectInstanceHandle theHandle)
         RTI_THROW(ObjectInstanceNotKnown, FederateNotExecutionMember, NotConnected,
                   RTIinternalError) = 0;

      /// The handle of an attribute of the class (clause 10.11).
      virtual AttributeHandle getAttributeHandle(
         ObjectClassHandle whichClass,
         const std::wstring &theAttributeName)
         RTI_THROW(NameNotFound, InvalidObjectClassHandle, FederateNotExecutionMember,
                   NotConnected, RTIinternalError) = 0;

      /// The name of an attribute of the class (clause 10.12).
      virtual std::wstring getAttributeName(
         ObjectClassHandle whichClass,
         AttributeHandle theHandle)
         RTI_THROW(AttributeNotDefined, InvalidAttributeHandle, InvalidObjectClassHandle,
                   FederateNotExecutionMember, NotConnected, RTIinternalError) = 0;

      /// The rate, in updates a second, behind a designator (clause 10.13).
      virtual double getUpdateRateValue(
         const std::wstring &updateRateDesignator)
         RTI_THROW(InvalidUpdateRateDesignator, FederateNotExecutionMember, NotConnected,
                   RTIinternalError) = 0;

      /// The rate, in updates a second, at which the attribute reaches this federate (clause 10.14).
      virtual double getUpdateRateValueForAttribute(
         ObjectInstanceHandle theObject,
         AttributeHandle theAttribute)
         RTI_THROW(ObjectInstanceNotKnown, AttributeNotDefined, FederateNotExecutionMember,
                   NotConnected, RTIinternalError) = 0;

      /// The handle of an interaction class (clause 10.15).
      virtual InteractionClassHandle getInteractionClassHandle(
         const std::wstring &theName)
         RTI_THROW(NameNotFound, FederateNotExecutionMember, NotConnected, RTIinternalError) = 0;

      /// The full name of an interaction class (clause 10.16).
      virtual std::wstring getInteractionClassName(
         InteractionClassHandle theHandle)
         RTI_THROW(InvalidInteractionClassHandle, FederateNotExecutionMember, NotConnected,
                   RTIinternalError) = 0;

      /// The handle of a parameter of the class (clause 10.17).
      virtual ParameterHandle getParameterHandle(
         InteractionClassHandle whichClass,
         const std::wstring &theName)
         RTI_THROW(NameNotFound, InvalidInteractionClassHandle, FederateNotExecutionMember,
                   NotConnected, RTIinternalError) = 0;

      /// The name of a parameter of the class (clause 10.18).
      virtual std::wstring getParameterName(
         InteractionClassHandle whichClass,
         ParameterHandle theHandle)
         RTI_THROW(InteractionParameterNotDefined, InvalidParameterHandle,
                   InvalidInteractionClassHandle, FederateNotExecutionMember, NotConnected,
                   RTIinternalError) = 0;

      /// The order type behind a name (clause 10.19).
      virtual OrderType getOrderType(
         const std::wstring &orderName)
         RTI_THROW(InvalidOrderName, FederateNotExecutionMember, NotConnected, RTIinternalError) = 0;

      /// The name of an order type (clause 10.20).
      virtual std::wstring getOrderName(
         OrderType orderType)
         RTI_THROW(InvalidOrderType, FederateNotExecutionMember, NotConnected, RTIinternalError) = 0;

      /// The transportation type behind a name (clause 10.21).
      virtual TransportationType getTransportationType(
         const std::wstring &transportationName)
         RTI_THROW(InvalidTransportationName, FederateNotExecutionMember, NotConnected,
                   RTIinternalError) = 0;

      /// The name of a transportation type (clause 10.22).
      virtual std::wstring getTransportationName(
         TransportationType transportationType)
         RTI_THROW(InvalidTransportationType, FederateNotExecutionMember, NotConnected,
                   RTIinternalError) = 0;

      /// The dimensions of the attribute (clause 10.23).
      virtual DimensionHandleSet getAvailableDimensionsForClassAttribute(
         ObjectClassHandle theClass,
         AttributeHandle theHandle)
         RTI_THROW(AttributeNotDefined, InvalidAttributeHandle, InvalidObjectClassHandle,
                   FederateNotExecutionMember, NotConnected, RTIinternalError) = 0;

      /// The dimensions of the interaction class (clause 10.24).
      virtual DimensionHandleSet getAvailableDimensionsForInteractionClass(
         InteractionClassHandle theClass)
         RTI_THROW(InvalidInteractionClassHandle, FederateNotExecutionMember, NotConnected,
                   RTIinternalError) = 0;

      /// The handle of a dimension (clause 10.25).
      virtual DimensionHandle getDimensionHandle(
         const std::wstring &theName)
         RTI_THROW(NameNotFound, FederateNotExecutionMember, NotConnected, RTIinternalError) = 0;

      /// The name of a dimension (clause 10.26).
      virtual std::wstring getDimensionName(
         DimensionHandle theHandle)
         RTI_THROW(InvalidDimensionHandle, FederateNotExecutionMember, NotConnected,
                   RTIinternalError) = 0;

      /// The upper bound of a dimension (clause 10.27).
      virtual unsigned long getDimensionUpperBound(
         DimensionHandle theHandle)
         RTI_THROW(InvalidDimensionHandle, FederateNotExecutionMember, NotConnected,
                   RTIinternalError) = 0;

      /// The dimensions of a region (clause 10.28).
      virtual DimensionHandleSet getDimensionHandleSet(
         RegionHandle theRegionHandle)
         RTI_THROW(InvalidRegion, SaveInProgress, RestoreInProgress, FederateNotExecutionMember,
                   NotConnected, RTIinternalError) = 0;

      /// The range of a region in a dimension (clause 10.29).
      virtual RangeBounds getRangeBounds(
         RegionHandle theRegionHandle,
         DimensionHandle theDimensionHandle)
         RTI_THROW(RegionDoesNotContainSpecifiedDimension, InvalidRegion, SaveInProgress,
                   RestoreInProgress, FederateNotExecutionMember, NotConnected, RTIinternalError) = 0;

      /// Changes a range; it counts after commitRegionModifications (clause 10.30).
      virtual void setRangeBounds(
         RegionHandle theRegionHandle,
         DimensionHandle theDimensionHandle,
         const RangeBounds &theRangeBounds)
         RTI_THROW(InvalidRangeBound, RegionDoesNotContainSpecifiedDimension,
                   RegionNotCreatedByThisFederate, InvalidRegion, SaveInProgress,
                   RestoreInProgress, FederateNotExecutionMember, NotConnected, RTIinternalError) = 0;

      /// A federate as a coordinate of the dimension HLAfederate (clause 10.31).
      virtual unsigned long normalizeFederateHandle(
         FederateHandle theFederateHandle)
         RTI_THROW(InvalidFederateHandle, FederateNotExecutionMember, NotConnected,
                   RTIinternalError) = 0;

      /// A service group as a coordinate of the dimension HLAserviceGroup (clause 10.32).
      virtual unsigned long normalizeServiceGroup(
         ServiceGroup theServiceGroup)
         RTI_THROW(InvalidServiceGroup, FederateNotExecutionMember, NotConnected, RTIinternalError) = 0;

      /// Turns startRegistrationForObjectClass and its opposite on (clause 10.33).
      virtual void enableObjectClassRelevanceAdvisorySwitch()
         RTI_THROW(ObjectClassRelevanceAdvisorySwitchIsOn, SaveInProgress, RestoreInProgress,
                   FederateNotExecutionMember, NotConnected, RTIinternalError) = 0;

      /// Turns startRegistrationForObjectClass and its opposite off (clause 10.34).
      virtual void disableObjectClassRelevanceAdvisorySwitch()
         RTI_THROW(ObjectClassRelevanceAdvisorySwitchIsOff, SaveInProgress, RestoreInProgress,
                   FederateNotExecutionMember, NotConnected, RTIinternalError) = 0;

      /// Turns turnUpdatesOnForObjectInstance and its opposite on (clause 10.35).
      virtual void enableAttributeRelevanceAdvisorySwitch()
         RTI_THROW(AttributeRelevanceAdvisorySwitchIsOn, SaveInProgress, RestoreInProgress,
                   FederateNotExecutionMember, NotConnected, RTIinternalError) = 0;

      /// Turns turnUpdatesOnForObjectInstance and its opposite off (clause 10.36).
      virtual void disableAttributeRelevanceAdvisorySwitch()
         RTI_THROW(AttributeRelevanceAdvisorySwitchIsOff, SaveInProgress, RestoreInProgress,
                   FederateNotExecutionMember, NotConnected, RTIinternalError) = 0;

      /// Turns attributesInScope and its opposite on (clause 10.37).
      virtual void enableAttributeScopeAdvisorySwitch()
         RTI_THROW(AttributeScopeAdvisorySwitchIsOn, SaveInProgress, RestoreInProgress,
                   FederateNotExecutionMember, NotConnected, RTIinternalError) = 0;

      /// Turns attributesInScope and its opposite off (clause 10.38).
      virtual void disableAttributeScopeAdvisorySwitch()
         RTI_THROW(AttributeScopeAdvisorySwitchIsOff, SaveInProgress, RestoreInProgress,
                   FederateNotExecutionMember, NotConnected, RTIinternalError) = 0;

      /// Turns turnInteractionsOn and its opposite on (clause 10.39).
      virtual void enableInteractionRelevanceAdvisorySwitch()
         RTI_THROW(InteractionRelevanceAdvisorySwitchIsOn, SaveInProgress, RestoreInProgress,
                   FederateNotExecutionMember, NotConnected, RTIinternalError) = 0;

      /// Turns turnInteractionsOn and its opposite off (clause 10.40).
      virtual void disableInteractionRelevanceAdvisorySwitch()
         RTI_THROW(InteractionRelevanceAdvisorySwitchIsOff, SaveInProgress, RestoreInProgress,
                   FederateNotExecutionMember, NotConnected, RTIinternalError) = 0;

      /// Makes one callback, waiting for it up to the time given; true if more wait. For HLA_EVOKED (clause 10.41).
      virtual bool evokeCallback(
         double approximateMinimumTimeInSeconds)
         RTI_THROW(CallNotAllowedFromWithinCallback, RTIinternalError) = 0;

      /// Makes callbacks between the least and the greatest time given; true if more wait. For HLA_EVOKED (clause 10.42).
      virtual bool evokeMultipleCallbacks(
         double approximateMinimumTimeInSeconds,
         double approximateMaximumTimeInSeconds)
         RTI_THROW(CallNotAllowedFromWithinCallback, RTIinternalError) = 0;

      /// Lets callbacks come again (clause 10.43).
      virtual void enableCallbacks() RTI_THROW(SaveInProgress, RestoreInProgress, RTIinternalError) = 0;

      /// Holds callbacks back (clause 10.44).
      virtual void disableCallbacks()
         RTI_THROW(SaveInProgress, RestoreInProgress, RTIinternalError) = 0;

      /// The factory of the federation execution's time.
      virtual std::auto_ptr<LogicalTimeFactory> getTimeFactory() const
         RTI_THROW(FederateNotExecutionMember, NotConnected, RTIinternalError) = 0;

      /// The handle that encode() of the handle wrote.
      virtual FederateHandle decodeFederateHandle(
         const VariableLengthData &encodedValue) const
         RTI_THROW(CouldNotDecode, FederateNotExecutionMember, NotConnected, RTIinternalError) = 0;

      /// The handle that encode() of the handle wrote.
      virtual ObjectClassHandle decodeObjectClassHandle(
         const VariableLengthData &encodedValue) const
         RTI_THROW(CouldNotDecode, FederateNotExecutionMember, NotConnected, RTIinternalError) = 0;

      /// The handle that encode() of the handle wrote.
      virtual InteractionClassHandle decodeInteractionClassHandle(
         const VariableLengthData &encodedValue) const
         RTI_THROW(CouldNotDecode, FederateNotExecutionMember, NotConnected, RTIinternalError) = 0;

      /// The handle that encode() of the handle wrote.
      virtual ObjectInstanceHandle decodeObjectInstanceHandle(
         const VariableLengthData &encodedValue) const
         RTI_THROW(CouldNotDecode, FederateNotExecutionMember, NotConnected, RTIinternalError) = 0;

      /// The handle that encode() of the handle wrote.
      virtual AttributeHandle decodeAttributeHandle(
         const VariableLengthData &encodedValue) const
         RTI_THROW(CouldNotDecode, FederateNotExecutionMember, NotConnected, RTIinternalError) = 0;

      /// The handle that encode() of the handle wrote.
      virtual ParameterHandle decodeParameterHandle(
         const VariableLengthData &encodedValue) const
         RTI_THROW(CouldNotDecode, FederateNotExecutionMember, NotConnected, RTIinternalError) = 0;

      /// The handle that encode() of the handle wrote.
      virtual DimensionHandle decodeDimensionHandle(
         const VariableLengthData &encodedValue) const
         RTI_THROW(CouldNotDecode, FederateNotExecutionMember, NotConnected, RTIinternalError) = 0;

      /// The handle that encode() of the handle wrote.
      virtual MessageRetractionHandle decodeMessageRetractionHandle(
         const VariableLengthData &encodedValue) const
         RTI_THROW(CouldNotDecode, FederateNotExecutionMember, NotConnected, RTIinternalError) = 0;

      /// The handle that encode() of the handle wrote.
      virtual RegionHandle decodeRegionHandle(
         const VariableLengthData &encodedValue) const
         RTI_THROW(CouldNotDecode, FederateNotExecutionMember, NotConnected, RTIinternalError) = 0;
   };
}

#endif // RTI_RTIambassador_h
