// Reprinted with permission from IEEE 1516.1(TM)-2025
//
// Calls of the federate: every service of the RTI.

#pragma once

namespace rti1516_2025
{
   class RtiConfiguration;
   class FederateAmbassador;
   class LogicalTime;
   class LogicalTimeFactory;
   class LogicalTimeInterval;
   class RangeBounds;
}

#include <RTI/SpecificConfig.h>
#include <memory>
#include <string>
#include <vector>
#include <RTI/Typedefs.h>
#include <RTI/Exception.h>
#include <RTI/auth/Credentials.h>

namespace rti1516_2025
{
   class RTI_EXPORT RTIambassador
   {
   protected:
      RTIambassador() noexcept;

   public:
      virtual ~RTIambassador();

      /// Connects to the RTI; callbacks go to `federateAmbassador`, which must outlive the connection (clause 4.2).
      /// Throws Unauthorized, ConnectionFailed, UnsupportedCallbackModel, AlreadyConnected,
      /// CallNotAllowedFromWithinCallback, RTIinternalError.
      virtual ConfigurationResult connect(
         FederateAmbassador &federateAmbassador,
         CallbackModel callbackModel) = 0;

      /// Throws Unauthorized, ConnectionFailed, UnsupportedCallbackModel, AlreadyConnected,
      /// CallNotAllowedFromWithinCallback, RTIinternalError.
      virtual ConfigurationResult connect(
         FederateAmbassador &federateAmbassador,
         CallbackModel callbackModel,
         const RtiConfiguration &configuration) = 0;

      /// Throws Unauthorized, InvalidCredentials, ConnectionFailed, UnsupportedCallbackModel,
      /// AlreadyConnected, CallNotAllowedFromWithinCallback, RTIinternalError.
      virtual ConfigurationResult connect(
         FederateAmbassador &federateAmbassador,
         CallbackModel callbackModel,
         const Credentials &credentials) = 0;

      /// Throws Unauthorized, InvalidCredentials, ConnectionFailed, UnsupportedCallbackModel,
      /// AlreadyConnected, CallNotAllowedFromWithinCallback, RTIinternalError.
      virtual ConfigurationResult connect(
         FederateAmbassador &federateAmbassador,
         CallbackModel callbackModel,
         const RtiConfiguration &configuration,
         const Credentials &credentials) = 0;

      /// Ends the connection; no callback comes after it has returned (clause 4.3).
      /// Throws FederateIsExecutionMember, CallNotAllowedFromWithinCallback, RTIinternalError.
      virtual void disconnect() = 0;

      /// Creates a federation execution from FOM modules; an empty time name means HLAfloat64Time (clause 4.5).
      /// Throws CouldNotCreateLogicalTimeFactory, InconsistentFOM, InvalidFOM, ErrorReadingFOM,
      /// CouldNotOpenFOM, InvalidMIM, ErrorReadingMIM, CouldNotOpenMIM, DesignatorIsHLAstandardMIM,
      /// FederationExecutionAlreadyExists, Unauthorized, NotConnected, RTIinternalError.
      virtual void createFederationExecution(
         const std::wstring &federationName,
         const std::wstring &fomModule,
         const std::wstring &logicalTimeImplementationName = L"") = 0;

      /// Throws CouldNotCreateLogicalTimeFactory, InconsistentFOM, InvalidFOM, ErrorReadingFOM,
      /// CouldNotOpenFOM, FederationExecutionAlreadyExists, Unauthorized, NotConnected,
      /// RTIinternalError.
      virtual void createFederationExecution(
         const std::wstring &federationName,
         const std::vector<std::wstring> &fomModules,
         const std::wstring &logicalTimeImplementationName = L"") = 0;

      /// As createFederationExecution, with a MIM of the federate's own instead of the standard's (clause 4.5).
      /// Throws InconsistentFOM, InvalidFOM, ErrorReadingFOM, CouldNotOpenFOM, InvalidMIM,
      /// ErrorReadingMIM, CouldNotOpenMIM, DesignatorIsHLAstandardMIM,
      /// FederationExecutionAlreadyExists, Unauthorized, NotConnected, RTIinternalError.
      virtual void createFederationExecutionWithMIM(
         const std::wstring &federationName,
         const std::vector<std::wstring> &fomModules,
         const std::wstring &mimModule,
         const std::wstring &logicalTimeImplementationName = L"") = 0;

      /// Removes a federation execution that nobody is joined to (clause 4.6).
      /// Throws FederatesCurrentlyJoined, FederationExecutionDoesNotExist, Unauthorized,
      /// NotConnected, RTIinternalError.
      virtual void destroyFederationExecution(const std::wstring &federationName) = 0;

      /// Asks for the list of federation executions; the answer is reportFederationExecutions (clause 4.7).
      /// Throws NotConnected, RTIinternalError.
      virtual void listFederationExecutions() = 0;

      /// Asks who is joined to a federation execution (clause 4.9).
      /// Throws NotConnected, RTIinternalError.
      virtual void listFederationExecutionMembers(const std::wstring &federationName) = 0;

      /// Joins a federation execution; without a name the RTI gives one. Modules are added to the FOM (clause 4.11).
      /// Throws CouldNotCreateLogicalTimeFactory, FederationExecutionDoesNotExist, InconsistentFOM,
      /// InvalidFOM, ErrorReadingFOM, CouldNotOpenFOM, SaveInProgress, RestoreInProgress,
      /// FederateAlreadyExecutionMember, Unauthorized, NotConnected,
      /// CallNotAllowedFromWithinCallback, RTIinternalError.
      virtual FederateHandle joinFederationExecution(
         const std::wstring &federateType,
         const std::wstring &federationName,
         const std::vector<std::wstring> &additionalFomModules = std::vector<std::wstring>()) = 0;

      /// Throws CouldNotCreateLogicalTimeFactory, FederateNameAlreadyInUse,
      /// FederationExecutionDoesNotExist, InconsistentFOM, InvalidFOM, ErrorReadingFOM,
      /// CouldNotOpenFOM, SaveInProgress, RestoreInProgress, FederateAlreadyExecutionMember,
      /// Unauthorized, NotConnected, CallNotAllowedFromWithinCallback, RTIinternalError.
      virtual FederateHandle joinFederationExecution(
         const std::wstring &federateName,
         const std::wstring &federateType,
         const std::wstring &federationName,
         const std::vector<std::wstring> &additionalFomModules = std::vector<std::wstring>()) = 0;

      /// Leaves the federation execution; `resignAction` says what becomes of owned attributes and objects (clause 4.12).
      /// Throws InvalidResignAction, OwnershipAcquisitionPending, FederateOwnsAttributes,
      /// FederateNotExecutionMember, NotConnected, CallNotAllowedFromWithinCallback,
      /// RTIinternalError.
      virtual void resignFederationExecution(ResignAction resignAction) = 0;

      /// Registers a synchronization point, for all joined federates or for the set given (clause 4.14).
      /// Throws SaveInProgress, RestoreInProgress, FederateNotExecutionMember, NotConnected,
      /// RTIinternalError.
      virtual void registerFederationSynchronizationPoint(
         const std::wstring &synchronizationPointLabel,
         const VariableLengthData &userSuppliedTag) = 0;

      /// Throws InvalidFederateHandle, SaveInProgress, RestoreInProgress,
      /// FederateNotExecutionMember, NotConnected, RTIinternalError.
      virtual void registerFederationSynchronizationPoint(
         const std::wstring &synchronizationPointLabel,
         const VariableLengthData &userSuppliedTag,
         const FederateHandleSet &synchronizationSet) = 0;

      /// This federate has reached the point, or gives up on it (clause 4.17).
      /// Throws SynchronizationPointLabelNotAnnounced, SaveInProgress, RestoreInProgress,
      /// FederateNotExecutionMember, NotConnected, RTIinternalError.
      virtual void synchronizationPointAchieved(
         const std::wstring &synchronizationPointLabel,
         bool successfully = true) = 0;

      /// Asks for a save, at once or when all constrained federates have reached the time given (clause 4.19).
      /// Throws SaveInProgress, RestoreInProgress, FederateNotExecutionMember, NotConnected,
      /// RTIinternalError.
      virtual void requestFederationSave(const std::wstring &label) = 0;

      /// Throws LogicalTimeAlreadyPassed, InvalidLogicalTime, FederateUnableToUseTime,
      /// SaveInProgress, RestoreInProgress, FederateNotExecutionMember, NotConnected,
      /// RTIinternalError.
      virtual void requestFederationSave(const std::wstring &label, const LogicalTime &time) = 0;

      /// The federate has begun to save (clause 4.21).
      /// Throws SaveNotInitiated, RestoreInProgress, FederateNotExecutionMember, NotConnected,
      /// RTIinternalError.
      virtual void federateSaveBegun() = 0;

      /// The federate's own save is complete (clause 4.22).
      /// Throws FederateHasNotBegunSave, RestoreInProgress, FederateNotExecutionMember,
      /// NotConnected, RTIinternalError.
      virtual void federateSaveComplete() = 0;

      /// The federate could not save (clause 4.22).
      /// Throws FederateHasNotBegunSave, RestoreInProgress, FederateNotExecutionMember,
      /// NotConnected, RTIinternalError.
      virtual void federateSaveNotComplete() = 0;

      /// Calls the save in progress off (clause 4.24).
      /// Throws SaveNotInProgress, FederateNotExecutionMember, NotConnected, RTIinternalError.
      virtual void abortFederationSave() = 0;

      /// Asks how far each federate is with the save (clause 4.25).
      /// Throws RestoreInProgress, FederateNotExecutionMember, NotConnected, RTIinternalError.
      virtual void queryFederationSaveStatus() = 0;

      /// Asks for the restore of a saved federation execution (clause 4.27).
      /// Throws SaveInProgress, RestoreInProgress, FederateNotExecutionMember, NotConnected,
      /// RTIinternalError.
      virtual void requestFederationRestore(const std::wstring &label) = 0;

      /// The federate has restored its state (clause 4.31).
      /// Throws RestoreNotRequested, SaveInProgress, FederateNotExecutionMember, NotConnected,
      /// RTIinternalError.
      virtual void federateRestoreComplete() = 0;

      /// The federate could not restore its state (clause 4.31).
      /// Throws RestoreNotRequested, SaveInProgress, FederateNotExecutionMember, NotConnected,
      /// RTIinternalError.
      virtual void federateRestoreNotComplete() = 0;

      /// Calls the restore in progress off (clause 4.33).
      /// Throws RestoreNotInProgress, FederateNotExecutionMember, NotConnected, RTIinternalError.
      virtual void abortFederationRestore() = 0;

      /// Asks how far each federate is with the restore (clause 4.34).
      /// Throws SaveInProgress, FederateNotExecutionMember, NotConnected, RTIinternalError.
      virtual void queryFederationRestoreStatus() = 0;

      /// Adds to the attributes that this federate may own and update (clause 5.2).
      /// Throws AttributeNotDefined, ObjectClassNotDefined, SaveInProgress, RestoreInProgress,
      /// FederateNotExecutionMember, NotConnected, RTIinternalError.
      virtual void publishObjectClassAttributes(
         const ObjectClassHandle &objectClass,
         const AttributeHandleSet &attributes) = 0;

      /// Ends the publication of all attributes of the class (clause 5.3).
      /// Throws OwnershipAcquisitionPending, ObjectClassNotDefined, SaveInProgress,
      /// RestoreInProgress, FederateNotExecutionMember, NotConnected, RTIinternalError.
      virtual void unpublishObjectClass(const ObjectClassHandle &objectClass) = 0;

      /// Ends the publication of the attributes given (clause 5.3).
      /// Throws OwnershipAcquisitionPending, AttributeNotDefined, ObjectClassNotDefined,
      /// SaveInProgress, RestoreInProgress, FederateNotExecutionMember, NotConnected,
      /// RTIinternalError.
      virtual void unpublishObjectClassAttributes(
         const ObjectClassHandle &objectClass,
         const AttributeHandleSet &attributes) = 0;

      /// Lets this federate send interactions of the class (clause 5.4).
      /// Throws InteractionClassNotDefined, SaveInProgress, RestoreInProgress,
      /// FederateNotExecutionMember, NotConnected, RTIinternalError.
      virtual void publishInteractionClass(const InteractionClassHandle &interactionClass) = 0;

      /// Ends the publication of the interaction class (clause 5.5).
      /// Throws InteractionClassNotDefined, SaveInProgress, RestoreInProgress,
      /// FederateNotExecutionMember, NotConnected, RTIinternalError.
      virtual void unpublishInteractionClass(const InteractionClassHandle &interactionClass) = 0;

      /// Lets this federate send these interactions to instances of the object class (clause 5.6).
      /// Throws InteractionClassNotDefined, ObjectClassNotDefined, SaveInProgress,
      /// RestoreInProgress, FederateNotExecutionMember, NotConnected, RTIinternalError.
      virtual void publishObjectClassDirectedInteractions(
         const ObjectClassHandle &objectClass,
         const InteractionClassHandleSet &interactionClasses) = 0;

      /// Ends that publication, for all interaction classes or for those given (clause 5.7).
      /// Throws ObjectClassNotDefined, SaveInProgress, RestoreInProgress,
      /// FederateNotExecutionMember, NotConnected, RTIinternalError.
      virtual void unpublishObjectClassDirectedInteractions(const ObjectClassHandle &objectClass) = 0;

      /// Throws InteractionClassNotDefined, ObjectClassNotDefined, SaveInProgress,
      /// RestoreInProgress, FederateNotExecutionMember, NotConnected, RTIinternalError.
      virtual void unpublishObjectClassDirectedInteractions(
         const ObjectClassHandle &objectClass,
         const InteractionClassHandleSet &interactionClasses) = 0;

      /// Adds to the attributes that this federate receives; the rate designator reduces how often (clause 5.8).
      /// Throws AttributeNotDefined, ObjectClassNotDefined, SaveInProgress, RestoreInProgress,
      /// FederateNotExecutionMember, NotConnected, RTIinternalError.
      virtual void subscribeObjectClassAttributes(
         const ObjectClassHandle &objectClass,
         const AttributeHandleSet &attributes,
         bool active = true,
         const std::wstring &updateRateDesignator = L"") = 0;

      /// Ends the subscription of all attributes of the class (clause 5.9).
      /// Throws ObjectClassNotDefined, SaveInProgress, RestoreInProgress,
      /// FederateNotExecutionMember, NotConnected, RTIinternalError.
      virtual void unsubscribeObjectClass(const ObjectClassHandle &objectClass) = 0;

      /// Ends the subscription of the attributes given (clause 5.9).
      /// Throws AttributeNotDefined, ObjectClassNotDefined, SaveInProgress, RestoreInProgress,
      /// FederateNotExecutionMember, NotConnected, RTIinternalError.
      virtual void unsubscribeObjectClassAttributes(
         const ObjectClassHandle &objectClass,
         const AttributeHandleSet &attributes) = 0;

      /// Lets interactions of the class arrive (clause 5.10).
      /// Throws FederateServiceInvocationsAreBeingReportedViaMOM, InteractionClassNotDefined,
      /// SaveInProgress, RestoreInProgress, FederateNotExecutionMember, NotConnected,
      /// RTIinternalError.
      virtual void subscribeInteractionClass(
         const InteractionClassHandle &interactionClass,
         bool active = true) = 0;

      /// Ends the subscription of the interaction class (clause 5.11).
      /// Throws InteractionClassNotDefined, SaveInProgress, RestoreInProgress,
      /// FederateNotExecutionMember, NotConnected, RTIinternalError.
      virtual void unsubscribeInteractionClass(const InteractionClassHandle &interactionClass) = 0;

      /// Lets interactions directed at instances of the object class arrive (clause 5.12).
      /// Throws InteractionClassNotDefined, ObjectClassNotDefined, SaveInProgress,
      /// RestoreInProgress, FederateNotExecutionMember, NotConnected, RTIinternalError.
      virtual void subscribeObjectClassDirectedInteractions(
         const ObjectClassHandle &objectClass,
         const InteractionClassHandleSet &interactionClasses,
         bool universally = false) = 0;

      /// Ends that subscription, for all interaction classes or for those given (clause 5.13).
      /// Throws ObjectClassNotDefined, SaveInProgress, RestoreInProgress,
      /// FederateNotExecutionMember, NotConnected, RTIinternalError.
      virtual void unsubscribeObjectClassDirectedInteractions(const ObjectClassHandle &objectClass) = 0;

      /// Throws InteractionClassNotDefined, ObjectClassNotDefined, SaveInProgress,
      /// RestoreInProgress, FederateNotExecutionMember, NotConnected, RTIinternalError.
      virtual void unsubscribeObjectClassDirectedInteractions(
         const ObjectClassHandle &objectClass,
         const InteractionClassHandleSet &interactionClasses) = 0;

      /// Asks for an object instance name of one's own (clause 6.2).
      /// Throws IllegalName, SaveInProgress, RestoreInProgress, FederateNotExecutionMember,
      /// NotConnected, RTIinternalError.
      virtual void reserveObjectInstanceName(const std::wstring &objectInstanceName) = 0;

      /// Gives a reserved name back (clause 6.4).
      /// Throws ObjectInstanceNameNotReserved, SaveInProgress, RestoreInProgress,
      /// FederateNotExecutionMember, NotConnected, RTIinternalError.
      virtual void releaseObjectInstanceName(const std::wstring &objectInstanceName) = 0;

      /// Asks for several names, all or none (clause 6.5).
      /// Throws IllegalName, NameSetWasEmpty, SaveInProgress, RestoreInProgress,
      /// FederateNotExecutionMember, NotConnected, RTIinternalError.
      virtual void reserveMultipleObjectInstanceNames(
         const std::set<std::wstring> &objectInstanceNames) = 0;

      /// Gives several reserved names back (clause 6.7).
      /// Throws ObjectInstanceNameNotReserved, SaveInProgress, RestoreInProgress,
      /// FederateNotExecutionMember, NotConnected, RTIinternalError.
      virtual void releaseMultipleObjectInstanceNames(
         const std::set<std::wstring> &objectInstanceNames) = 0;

      /// Creates an object instance; this federate owns the attributes that it publishes (clause 6.8).
      /// Throws ObjectClassNotPublished, ObjectClassNotDefined, SaveInProgress, RestoreInProgress,
      /// FederateNotExecutionMember, NotConnected, RTIinternalError.
      virtual ObjectInstanceHandle registerObjectInstance(const ObjectClassHandle &objectClass) = 0;

      /// Throws ObjectInstanceNameInUse, ObjectInstanceNameNotReserved, ObjectClassNotPublished,
      /// ObjectClassNotDefined, SaveInProgress, RestoreInProgress, FederateNotExecutionMember,
      /// NotConnected, RTIinternalError.
      virtual ObjectInstanceHandle registerObjectInstance(
         const ObjectClassHandle &objectClass,
         const std::wstring &objectInstanceName) = 0;

      /// Sends values of owned attributes, as seen from the time given if there is one (clause 6.10).
      /// Throws AttributeNotOwned, AttributeNotDefined, ObjectInstanceNotKnown, SaveInProgress,
      /// RestoreInProgress, FederateNotExecutionMember, NotConnected, RTIinternalError.
      virtual void updateAttributeValues(
         const ObjectInstanceHandle &objectInstance,
         const AttributeHandleValueMap &attributeValues,
         const VariableLengthData &userSuppliedTag) = 0;

      /// Throws InvalidLogicalTime, AttributeNotOwned, AttributeNotDefined, ObjectInstanceNotKnown,
      /// SaveInProgress, RestoreInProgress, FederateNotExecutionMember, NotConnected,
      /// RTIinternalError.
      virtual MessageRetractionHandle updateAttributeValues(
         const ObjectInstanceHandle &objectInstance,
         const AttributeHandleValueMap &attributeValues,
         const VariableLengthData &userSuppliedTag,
         const LogicalTime &time) = 0;

      /// Sends an interaction, as seen from the time given if there is one (clause 6.12).
      /// Throws InteractionClassNotPublished, InteractionParameterNotDefined,
      /// InteractionClassNotDefined, SaveInProgress, RestoreInProgress, FederateNotExecutionMember,
      /// NotConnected, RTIinternalError.
      virtual void sendInteraction(
         const InteractionClassHandle &interactionClass,
         const ParameterHandleValueMap &parameterValues,
         const VariableLengthData &userSuppliedTag) = 0;

      /// Throws InvalidLogicalTime, InteractionClassNotPublished, InteractionParameterNotDefined,
      /// InteractionClassNotDefined, SaveInProgress, RestoreInProgress, FederateNotExecutionMember,
      /// NotConnected, RTIinternalError.
      virtual MessageRetractionHandle sendInteraction(
         const InteractionClassHandle &interactionClass,
         const ParameterHandleValueMap &parameterValues,
         const VariableLengthData &userSuppliedTag,
         const LogicalTime &time) = 0;

      /// Sends an interaction to one object instance (clause 6.14).
      /// Throws ObjectInstanceNotKnown, InteractionClassNotPublished,
      /// InteractionParameterNotDefined, InteractionClassNotDefined, SaveInProgress,
      /// RestoreInProgress, FederateNotExecutionMember, NotConnected, RTIinternalError.
      virtual void sendDirectedInteraction(
         const InteractionClassHandle &interactionClass,
         const ObjectInstanceHandle &objectInstance,
         const ParameterHandleValueMap &parameterValues,
         const VariableLengthData &userSuppliedTag) = 0;

      /// Throws InvalidLogicalTime, ObjectInstanceNotKnown, InteractionClassNotPublished,
      /// InteractionParameterNotDefined, InteractionClassNotDefined, SaveInProgress,
      /// RestoreInProgress, FederateNotExecutionMember, NotConnected, RTIinternalError.
      virtual MessageRetractionHandle sendDirectedInteraction(
         const InteractionClassHandle &interactionClass,
         const ObjectInstanceHandle &objectInstance,
         const ParameterHandleValueMap &parameterValues,
         const VariableLengthData &userSuppliedTag,
         const LogicalTime &time) = 0;

      /// Deletes an object instance, for which the privilege to delete is needed (clause 6.16).
      /// Throws DeletePrivilegeNotHeld, ObjectInstanceNotKnown, SaveInProgress, RestoreInProgress,
      /// FederateNotExecutionMember, NotConnected, RTIinternalError.
      virtual void deleteObjectInstance(
         const ObjectInstanceHandle &objectInstance,
         const VariableLengthData &userSuppliedTag) = 0;

      /// Throws InvalidLogicalTime, DeletePrivilegeNotHeld, ObjectInstanceNotKnown, SaveInProgress,
      /// RestoreInProgress, FederateNotExecutionMember, NotConnected, RTIinternalError.
      virtual MessageRetractionHandle deleteObjectInstance(
         const ObjectInstanceHandle &objectInstance,
         const VariableLengthData &userSuppliedTag,
         const LogicalTime &time) = 0;

      /// Forgets an object instance; it may be discovered anew (clause 6.18).
      /// Throws OwnershipAcquisitionPending, FederateOwnsAttributes, ObjectInstanceNotKnown,
      /// SaveInProgress, RestoreInProgress, FederateNotExecutionMember, NotConnected,
      /// RTIinternalError.
      virtual void localDeleteObjectInstance(const ObjectInstanceHandle &objectInstance) = 0;

      /// Asks the owners for values, of one instance or of all of a class (clause 6.21).
      /// Throws AttributeNotDefined, ObjectInstanceNotKnown, SaveInProgress, RestoreInProgress,
      /// FederateNotExecutionMember, NotConnected, RTIinternalError.
      virtual void requestAttributeValueUpdate(
         const ObjectInstanceHandle &objectInstance,
         const AttributeHandleSet &attributes,
         const VariableLengthData &userSuppliedTag) = 0;

      /// Throws AttributeNotDefined, ObjectClassNotDefined, SaveInProgress, RestoreInProgress,
      /// FederateNotExecutionMember, NotConnected, RTIinternalError.
      virtual void requestAttributeValueUpdate(
         const ObjectClassHandle &objectClass,
         const AttributeHandleSet &attributes,
         const VariableLengthData &userSuppliedTag) = 0;

      /// Changes how values of these attributes travel (clause 6.25).
      /// Throws AttributeAlreadyBeingChanged, AttributeNotOwned, AttributeNotDefined,
      /// ObjectInstanceNotKnown, InvalidTransportationTypeHandle, SaveInProgress,
      /// RestoreInProgress, FederateNotExecutionMember, NotConnected, RTIinternalError.
      virtual void requestAttributeTransportationTypeChange(
         const ObjectInstanceHandle &objectInstance,
         const AttributeHandleSet &attributes,
         const TransportationTypeHandle &transportationType) = 0;

      /// Changes how values travel for instances that are registered from now on (clause 6.27).
      /// Throws AttributeNotDefined, ObjectClassNotDefined, InvalidTransportationTypeHandle,
      /// SaveInProgress, RestoreInProgress, FederateNotExecutionMember, NotConnected,
      /// RTIinternalError.
      virtual void changeDefaultAttributeTransportationType(
         const ObjectClassHandle &objectClass,
         const AttributeHandleSet &attributes,
         const TransportationTypeHandle &transportationType) = 0;

      /// Asks how values of the attribute travel (clause 6.28).
      /// Throws AttributeNotDefined, ObjectInstanceNotKnown, SaveInProgress, RestoreInProgress,
      /// FederateNotExecutionMember, NotConnected, RTIinternalError.
      virtual void queryAttributeTransportationType(
         const ObjectInstanceHandle &objectInstance,
         const AttributeHandle &attribute) = 0;

      /// Changes how this federate's interactions of the class travel (clause 6.30).
      /// Throws InteractionClassAlreadyBeingChanged, InteractionClassNotPublished,
      /// InteractionClassNotDefined, InvalidTransportationTypeHandle, SaveInProgress,
      /// RestoreInProgress, FederateNotExecutionMember, NotConnected, RTIinternalError.
      virtual void requestInteractionTransportationTypeChange(
         const InteractionClassHandle &interactionClass,
         const TransportationTypeHandle &transportationType) = 0;

      /// Asks how a federate's interactions of the class travel (clause 6.32).
      /// Throws InteractionClassNotDefined, SaveInProgress, RestoreInProgress,
      /// FederateNotExecutionMember, NotConnected, RTIinternalError.
      virtual void queryInteractionTransportationType(
         const FederateHandle &federate,
         const InteractionClassHandle &interactionClass) = 0;

      /// Gives attributes up, whoever takes them (clause 7.2).
      /// Throws AttributeNotOwned, AttributeNotDefined, ObjectInstanceNotKnown, SaveInProgress,
      /// RestoreInProgress, FederateNotExecutionMember, NotConnected, RTIinternalError.
      virtual void unconditionalAttributeOwnershipDivestiture(
         const ObjectInstanceHandle &objectInstance,
         const AttributeHandleSet &attributes,
         const VariableLengthData &userSuppliedTag) = 0;

      /// Offers attributes; they stay until somebody takes them (clause 7.3).
      /// Throws AttributeAlreadyBeingDivested, AttributeNotOwned, AttributeNotDefined,
      /// ObjectInstanceNotKnown, SaveInProgress, RestoreInProgress, FederateNotExecutionMember,
      /// NotConnected, RTIinternalError.
      virtual void negotiatedAttributeOwnershipDivestiture(
         const ObjectInstanceHandle &objectInstance,
         const AttributeHandleSet &attributes,
         const VariableLengthData &userSuppliedTag) = 0;

      /// Hands the attributes over (clause 7.6).
      /// Throws NoAcquisitionPending, AttributeDivestitureWasNotRequested, AttributeNotOwned,
      /// AttributeNotDefined, ObjectInstanceNotKnown, SaveInProgress, RestoreInProgress,
      /// FederateNotExecutionMember, NotConnected, RTIinternalError.
      virtual void confirmDivestiture(
         const ObjectInstanceHandle &objectInstance,
         const AttributeHandleSet &confirmedAttributes,
         const VariableLengthData &userSuppliedTag) = 0;

      /// Asks for attributes, from their owners too (clause 7.8).
      /// Throws AttributeNotPublished, ObjectClassNotPublished, FederateOwnsAttributes,
      /// AttributeNotDefined, ObjectInstanceNotKnown, SaveInProgress, RestoreInProgress,
      /// FederateNotExecutionMember, NotConnected, RTIinternalError.
      virtual void attributeOwnershipAcquisition(
         const ObjectInstanceHandle &objectInstance,
         const AttributeHandleSet &desiredAttributes,
         const VariableLengthData &userSuppliedTag) = 0;

      /// Asks for attributes that nobody owns (clause 7.9).
      /// Throws AttributeAlreadyBeingAcquired, AttributeNotPublished, ObjectClassNotPublished,
      /// FederateOwnsAttributes, AttributeNotDefined, ObjectInstanceNotKnown, SaveInProgress,
      /// RestoreInProgress, FederateNotExecutionMember, NotConnected, RTIinternalError.
      virtual void attributeOwnershipAcquisitionIfAvailable(
         const ObjectInstanceHandle &objectInstance,
         const AttributeHandleSet &desiredAttributes,
         const VariableLengthData &userSuppliedTag) = 0;

      /// Keeps the attributes asked for (clause 7.12).
      /// Throws AttributeNotOwned, AttributeNotDefined, ObjectInstanceNotKnown, SaveInProgress,
      /// RestoreInProgress, FederateNotExecutionMember, NotConnected, RTIinternalError.
      virtual void attributeOwnershipReleaseDenied(
         const ObjectInstanceHandle &objectInstance,
         const AttributeHandleSet &attributes,
         const VariableLengthData &userSuppliedTag) = 0;

      /// Gives up those attributes that somebody waits for (clause 7.13).
      /// Throws AttributeNotOwned, AttributeNotDefined, ObjectInstanceNotKnown, SaveInProgress,
      /// RestoreInProgress, FederateNotExecutionMember, NotConnected, RTIinternalError.
      virtual void attributeOwnershipDivestitureIfWanted(
         const ObjectInstanceHandle &objectInstance,
         const AttributeHandleSet &attributes,
         const VariableLengthData &userSuppliedTag,
         AttributeHandleSet &divestedAttributes) = 0;

      /// Withdraws the offer (clause 7.14).
      /// Throws AttributeDivestitureWasNotRequested, AttributeNotOwned, AttributeNotDefined,
      /// ObjectInstanceNotKnown, SaveInProgress, RestoreInProgress, FederateNotExecutionMember,
      /// NotConnected, RTIinternalError.
      virtual void cancelNegotiatedAttributeOwnershipDivestiture(
         const ObjectInstanceHandle &objectInstance,
         const AttributeHandleSet &attributes) = 0;

      /// Withdraws the request for attributes (clause 7.15).
      /// Throws AttributeAcquisitionWasNotRequested, AttributeAlreadyOwned, AttributeNotDefined,
      /// ObjectInstanceNotKnown, SaveInProgress, RestoreInProgress, FederateNotExecutionMember,
      /// NotConnected, RTIinternalError.
      virtual void cancelAttributeOwnershipAcquisition(
         const ObjectInstanceHandle &objectInstance,
         const AttributeHandleSet &attributes) = 0;

      /// Asks who owns the attributes (clause 7.17).
      /// Throws AttributeNotDefined, ObjectInstanceNotKnown, SaveInProgress, RestoreInProgress,
      /// FederateNotExecutionMember, NotConnected, RTIinternalError.
      virtual void queryAttributeOwnership(
         const ObjectInstanceHandle &objectInstance,
         const AttributeHandleSet &attributes) = 0;

      /// Whether this federate owns the attribute (clause 7.19).
      /// Throws AttributeNotDefined, ObjectInstanceNotKnown, SaveInProgress, RestoreInProgress,
      /// FederateNotExecutionMember, NotConnected, RTIinternalError.
      virtual bool isAttributeOwnedByFederate(
         const ObjectInstanceHandle &objectInstance,
         const AttributeHandle &attribute) = 0;

      /// Lets this federate send time-stamped messages, no nearer than the lookahead (clause 8.2).
      /// Throws InvalidLookahead, InTimeAdvancingState, RequestForTimeRegulationPending,
      /// TimeRegulationAlreadyEnabled, SaveInProgress, RestoreInProgress,
      /// FederateNotExecutionMember, NotConnected, RTIinternalError.
      virtual void enableTimeRegulation(const LogicalTimeInterval &lookahead) = 0;

      /// Ends time regulation (clause 8.4).
      /// Throws TimeRegulationIsNotEnabled, SaveInProgress, RestoreInProgress,
      /// FederateNotExecutionMember, NotConnected, RTIinternalError.
      virtual void disableTimeRegulation() = 0;

      /// Has time-stamped messages delivered in the order of their time (clause 8.5).
      /// Throws InTimeAdvancingState, RequestForTimeConstrainedPending,
      /// TimeConstrainedAlreadyEnabled, SaveInProgress, RestoreInProgress,
      /// FederateNotExecutionMember, NotConnected, RTIinternalError.
      virtual void enableTimeConstrained() = 0;

      /// Ends time constraint (clause 8.7).
      /// Throws TimeConstrainedIsNotEnabled, SaveInProgress, RestoreInProgress,
      /// FederateNotExecutionMember, NotConnected, RTIinternalError.
      virtual void disableTimeConstrained() = 0;

      /// Asks to advance to a time; every message up to and at it comes before the grant (clause 8.8).
      /// Throws LogicalTimeAlreadyPassed, InvalidLogicalTime, InTimeAdvancingState,
      /// RequestForTimeRegulationPending, RequestForTimeConstrainedPending, SaveInProgress,
      /// RestoreInProgress, FederateNotExecutionMember, NotConnected, RTIinternalError.
      virtual void timeAdvanceRequest(const LogicalTime &time) = 0;

      /// As timeAdvanceRequest; messages at the time itself may still come after the grant (clause 8.9).
      /// Throws LogicalTimeAlreadyPassed, InvalidLogicalTime, InTimeAdvancingState,
      /// RequestForTimeRegulationPending, RequestForTimeConstrainedPending, SaveInProgress,
      /// RestoreInProgress, FederateNotExecutionMember, NotConnected, RTIinternalError.
      virtual void timeAdvanceRequestAvailable(const LogicalTime &time) = 0;

      /// Asks to advance to the next message or to the time given, whichever comes first (clause 8.10).
      /// Throws LogicalTimeAlreadyPassed, InvalidLogicalTime, InTimeAdvancingState,
      /// RequestForTimeRegulationPending, RequestForTimeConstrainedPending, SaveInProgress,
      /// RestoreInProgress, FederateNotExecutionMember, NotConnected, RTIinternalError.
      virtual void nextMessageRequest(const LogicalTime &time) = 0;

      /// As nextMessageRequest; messages at the granted time may still come after the grant (clause 8.11).
      /// Throws LogicalTimeAlreadyPassed, InvalidLogicalTime, InTimeAdvancingState,
      /// RequestForTimeRegulationPending, RequestForTimeConstrainedPending, SaveInProgress,
      /// RestoreInProgress, FederateNotExecutionMember, NotConnected, RTIinternalError.
      virtual void nextMessageRequestAvailable(const LogicalTime &time) = 0;

      /// Asks for every message that is there, then for an advance as far as it is safe (clause 8.12).
      /// Throws LogicalTimeAlreadyPassed, InvalidLogicalTime, InTimeAdvancingState,
      /// RequestForTimeRegulationPending, RequestForTimeConstrainedPending, SaveInProgress,
      /// RestoreInProgress, FederateNotExecutionMember, NotConnected, RTIinternalError.
      virtual void flushQueueRequest(const LogicalTime &time) = 0;

      /// Lets receive-order messages arrive outside of time advances (clause 8.15).
      /// Throws AsynchronousDeliveryAlreadyEnabled, SaveInProgress, RestoreInProgress,
      /// FederateNotExecutionMember, NotConnected, RTIinternalError.
      virtual void enableAsynchronousDelivery() = 0;

      /// Ends asynchronous delivery (clause 8.16).
      /// Throws AsynchronousDeliveryAlreadyDisabled, SaveInProgress, RestoreInProgress,
      /// FederateNotExecutionMember, NotConnected, RTIinternalError.
      virtual void disableAsynchronousDelivery() = 0;

      /// The greatest available logical time; false if it is without bound (clause 8.17).
      /// Throws SaveInProgress, RestoreInProgress, FederateNotExecutionMember, NotConnected,
      /// RTIinternalError.
      virtual bool queryGALT(LogicalTime &time) = 0;

      /// The logical time of this federate (clause 8.18).
      /// Throws SaveInProgress, RestoreInProgress, FederateNotExecutionMember, NotConnected,
      /// RTIinternalError.
      virtual void queryLogicalTime(LogicalTime &time) = 0;

      /// The least incoming time stamp; false if it is without bound (clause 8.19).
      /// Throws SaveInProgress, RestoreInProgress, FederateNotExecutionMember, NotConnected,
      /// RTIinternalError.
      virtual bool queryLITS(LogicalTime &time) = 0;

      /// Changes the lookahead; a smaller one takes effect as time advances (clause 8.20).
      /// Throws InvalidLookahead, InTimeAdvancingState, TimeRegulationIsNotEnabled, SaveInProgress,
      /// RestoreInProgress, FederateNotExecutionMember, NotConnected, RTIinternalError.
      virtual void modifyLookahead(const LogicalTimeInterval &lookahead) = 0;

      /// The lookahead in effect (clause 8.21).
      /// Throws TimeRegulationIsNotEnabled, SaveInProgress, RestoreInProgress,
      /// FederateNotExecutionMember, NotConnected, RTIinternalError.
      virtual void queryLookahead(LogicalTimeInterval &interval) = 0;

      /// Takes a time-stamped message back (clause 8.22).
      /// Throws MessageCanNoLongerBeRetracted, InvalidMessageRetractionHandle,
      /// TimeRegulationIsNotEnabled, SaveInProgress, RestoreInProgress, FederateNotExecutionMember,
      /// NotConnected, RTIinternalError.
      virtual void retract(const MessageRetractionHandle &retraction) = 0;

      /// Changes the order in which values of these attributes are sent (clause 8.24).
      /// Throws AttributeNotOwned, AttributeNotDefined, ObjectInstanceNotKnown, SaveInProgress,
      /// RestoreInProgress, FederateNotExecutionMember, NotConnected, RTIinternalError.
      virtual void changeAttributeOrderType(
         const ObjectInstanceHandle &objectInstance,
         const AttributeHandleSet &attributes,
         OrderType orderType) = 0;

      /// Changes the order for instances that are registered from now on (clause 8.25).
      /// Throws AttributeNotDefined, ObjectClassNotDefined, SaveInProgress, RestoreInProgress,
      /// FederateNotExecutionMember, NotConnected, RTIinternalError.
      virtual void changeDefaultAttributeOrderType(
         const ObjectClassHandle &objectClass,
         const AttributeHandleSet &attributes,
         OrderType orderType) = 0;

      /// Changes the order in which this federate's interactions of the class are sent (clause 8.26).
      /// Throws InteractionClassNotPublished, InteractionClassNotDefined, SaveInProgress,
      /// RestoreInProgress, FederateNotExecutionMember, NotConnected, RTIinternalError.
      virtual void changeInteractionOrderType(
         const InteractionClassHandle &interactionClass,
         OrderType orderType) = 0;

      /// Makes a region over the dimensions, as wide as they are (clause 9.2).
      /// Throws InvalidDimensionHandle, SaveInProgress, RestoreInProgress,
      /// FederateNotExecutionMember, NotConnected, RTIinternalError.
      virtual RegionHandle createRegion(const DimensionHandleSet &dimensions) = 0;

      /// Makes changes of range bounds count (clause 9.3).
      /// Throws RegionNotCreatedByThisFederate, InvalidRegion, SaveInProgress, RestoreInProgress,
      /// FederateNotExecutionMember, NotConnected, RTIinternalError.
      virtual void commitRegionModifications(const RegionHandleSet &regions) = 0;

      /// Deletes a region that is not in use (clause 9.4).
      /// Throws RegionInUseForUpdateOrSubscription, RegionNotCreatedByThisFederate, InvalidRegion,
      /// SaveInProgress, RestoreInProgress, FederateNotExecutionMember, NotConnected,
      /// RTIinternalError.
      virtual void deleteRegion(const RegionHandle &region) = 0;

      /// As registerObjectInstance, with regions for updates (clause 9.5).
      /// Throws InvalidRegionContext, RegionNotCreatedByThisFederate, InvalidRegion,
      /// AttributeNotPublished, ObjectClassNotPublished, AttributeNotDefined,
      /// ObjectClassNotDefined, SaveInProgress, RestoreInProgress, FederateNotExecutionMember,
      /// NotConnected, RTIinternalError.
      virtual ObjectInstanceHandle registerObjectInstanceWithRegions(
         const ObjectClassHandle &objectClass,
         const AttributeHandleSetRegionHandleSetPairVector &attributesAndRegions) = 0;

      /// Throws ObjectInstanceNameInUse, ObjectInstanceNameNotReserved, InvalidRegionContext,
      /// RegionNotCreatedByThisFederate, InvalidRegion, AttributeNotPublished,
      /// ObjectClassNotPublished, AttributeNotDefined, ObjectClassNotDefined, SaveInProgress,
      /// RestoreInProgress, FederateNotExecutionMember, NotConnected, RTIinternalError.
      virtual ObjectInstanceHandle registerObjectInstanceWithRegions(
         const ObjectClassHandle &objectClass,
         const AttributeHandleSetRegionHandleSetPairVector &attributesAndRegions,
         const std::wstring &objectInstanceName) = 0;

      /// Adds regions for updates of the attributes (clause 9.6).
      /// Throws InvalidRegionContext, RegionNotCreatedByThisFederate, InvalidRegion,
      /// AttributeNotDefined, ObjectInstanceNotKnown, SaveInProgress, RestoreInProgress,
      /// FederateNotExecutionMember, NotConnected, RTIinternalError.
      virtual void associateRegionsForUpdates(
         const ObjectInstanceHandle &objectInstance,
         const AttributeHandleSetRegionHandleSetPairVector &attributesAndRegions) = 0;

      /// Removes regions for updates of the attributes (clause 9.7).
      /// Throws RegionNotCreatedByThisFederate, InvalidRegion, AttributeNotDefined,
      /// ObjectInstanceNotKnown, SaveInProgress, RestoreInProgress, FederateNotExecutionMember,
      /// NotConnected, RTIinternalError.
      virtual void unassociateRegionsForUpdates(
         const ObjectInstanceHandle &objectInstance,
         const AttributeHandleSetRegionHandleSetPairVector &attributesAndRegions) = 0;

      /// As subscribeObjectClassAttributes, only where the regions overlap (clause 9.8).
      /// Throws InvalidRegionContext, RegionNotCreatedByThisFederate, InvalidRegion,
      /// AttributeNotDefined, ObjectClassNotDefined, SaveInProgress, RestoreInProgress,
      /// FederateNotExecutionMember, NotConnected, RTIinternalError.
      virtual void subscribeObjectClassAttributesWithRegions(
         const ObjectClassHandle &objectClass,
         const AttributeHandleSetRegionHandleSetPairVector &attributesAndRegions,
         bool active = true,
         const std::wstring &updateRateDesignator = L"") = 0;

      /// Ends subscriptions with these regions (clause 9.9).
      /// Throws RegionNotCreatedByThisFederate, InvalidRegion, AttributeNotDefined,
      /// ObjectClassNotDefined, SaveInProgress, RestoreInProgress, FederateNotExecutionMember,
      /// NotConnected, RTIinternalError.
      virtual void unsubscribeObjectClassAttributesWithRegions(
         const ObjectClassHandle &objectClass,
         const AttributeHandleSetRegionHandleSetPairVector &attributesAndRegions) = 0;

      /// As subscribeInteractionClass, only where the regions overlap (clause 9.10).
      /// Throws FederateServiceInvocationsAreBeingReportedViaMOM, InvalidRegionContext,
      /// RegionNotCreatedByThisFederate, InvalidRegion, InteractionClassNotDefined, SaveInProgress,
      /// RestoreInProgress, FederateNotExecutionMember, NotConnected, RTIinternalError.
      virtual void subscribeInteractionClassWithRegions(
         const InteractionClassHandle &interactionClass,
         const RegionHandleSet &regions,
         bool active = true) = 0;

      /// Ends the subscription with these regions (clause 9.11).
      /// Throws FederateServiceInvocationsAreBeingReportedViaMOM, InvalidRegionContext,
      /// RegionNotCreatedByThisFederate, InvalidRegion, InteractionClassNotDefined, SaveInProgress,
      /// RestoreInProgress, FederateNotExecutionMember, NotConnected, RTIinternalError.
      virtual void unsubscribeInteractionClassWithRegions(
         const InteractionClassHandle &interactionClass,
         const RegionHandleSet &regions) = 0;

      /// As sendInteraction, to those whose regions overlap (clause 9.12).
      /// Throws InvalidRegionContext, RegionNotCreatedByThisFederate, InvalidRegion,
      /// InteractionClassNotPublished, InteractionParameterNotDefined, InteractionClassNotDefined,
      /// SaveInProgress, RestoreInProgress, FederateNotExecutionMember, NotConnected,
      /// RTIinternalError.
      virtual void sendInteractionWithRegions(
         const InteractionClassHandle &interactionClass,
         const ParameterHandleValueMap &parameterValues,
         const RegionHandleSet &regions,
         const VariableLengthData &userSuppliedTag) = 0;

      /// Throws InvalidLogicalTime, InvalidRegionContext, RegionNotCreatedByThisFederate,
      /// InvalidRegion, InteractionClassNotPublished, InteractionParameterNotDefined,
      /// InteractionClassNotDefined, SaveInProgress, RestoreInProgress, FederateNotExecutionMember,
      /// NotConnected, RTIinternalError.
      virtual MessageRetractionHandle sendInteractionWithRegions(
         const InteractionClassHandle &interactionClass,
         const ParameterHandleValueMap &parameterValues,
         const RegionHandleSet &regions,
         const VariableLengthData &userSuppliedTag,
         const LogicalTime &time) = 0;

      /// As requestAttributeValueUpdate, to owners whose regions overlap (clause 9.13).
      /// Throws InvalidRegionContext, RegionNotCreatedByThisFederate, InvalidRegion,
      /// AttributeNotDefined, ObjectClassNotDefined, SaveInProgress, RestoreInProgress,
      /// FederateNotExecutionMember, NotConnected, RTIinternalError.
      virtual void requestAttributeValueUpdateWithRegions(
         const ObjectClassHandle &objectClass,
         const AttributeHandleSetRegionHandleSetPairVector &attributesAndRegions,
         const VariableLengthData &userSuppliedTag) = 0;

      /// The handle of a federate (clause 10.2).
      /// Throws NameNotFound, FederateNotExecutionMember, NotConnected, RTIinternalError.
      virtual FederateHandle getFederateHandle(const std::wstring &federateName) = 0;

      /// The name of a federate (clause 10.3).
      /// Throws InvalidFederateHandle, FederateHandleNotKnown, FederateNotExecutionMember,
      /// NotConnected, RTIinternalError.
      virtual std::wstring getFederateName(const FederateHandle &federate) = 0;

      /// The handle of an object class (clause 10.4).
      /// Throws NameNotFound, FederateNotExecutionMember, NotConnected, RTIinternalError.
      virtual ObjectClassHandle getObjectClassHandle(const std::wstring &objectClassName) = 0;

      /// The full name of an object class (clause 10.5).
      /// Throws InvalidObjectClassHandle, FederateNotExecutionMember, NotConnected,
      /// RTIinternalError.
      virtual std::wstring getObjectClassName(const ObjectClassHandle &objectClass) = 0;

      /// The class under which this federate knows the object instance (clause 10.6).
      /// Throws ObjectInstanceNotKnown, FederateNotExecutionMember, NotConnected, RTIinternalError.
      virtual ObjectClassHandle getKnownObjectClassHandle(
         const ObjectInstanceHandle &objectInstance) = 0;

      /// The handle of an object instance (clause 10.7).
      /// Throws ObjectInstanceNotKnown, FederateNotExecutionMember, NotConnected, RTIinternalError.
      virtual ObjectInstanceHandle getObjectInstanceHandle(const std::wstring &objectInstanceName) = 0;

      /// The name of an object instance (clause 10.8).
      /// Throws ObjectInstanceNotKnown, FederateNotExecutionMember, NotConnected, RTIinternalError.
      virtual std::wstring getObjectInstanceName(const ObjectInstanceHandle &objectInstance) = 0;

      /// The handle of an attribute of the class (clause 10.9).
      /// Throws NameNotFound, InvalidObjectClassHandle, FederateNotExecutionMember, NotConnected,
      /// RTIinternalError.
      virtual AttributeHandle getAttributeHandle(
         const ObjectClassHandle &objectClass,
         const std::wstring &attributeName) = 0;

      /// The name of an attribute of the class (clause 10.10).
      /// Throws AttributeNotDefined, InvalidAttributeHandle, InvalidObjectClassHandle,
      /// FederateNotExecutionMember, NotConnected, RTIinternalError.
      virtual std::wstring getAttributeName(
         const ObjectClassHandle &objectClass,
         const AttributeHandle &attribute) = 0;

      /// The rate, in updates a second, behind a designator (clause 10.11).
      /// Throws InvalidUpdateRateDesignator, FederateNotExecutionMember, NotConnected,
      /// RTIinternalError.
      virtual double getUpdateRateValue(const std::wstring &updateRateDesignator) = 0;

      /// The rate, in updates a second, at which the attribute reaches this federate (clause 10.12).
      /// Throws ObjectInstanceNotKnown, AttributeNotDefined, FederateNotExecutionMember,
      /// NotConnected, RTIinternalError.
      virtual double getUpdateRateValueForAttribute(
         const ObjectInstanceHandle &objectInstance,
         const AttributeHandle &attribute) = 0;

      /// The handle of an interaction class (clause 10.13).
      /// Throws NameNotFound, FederateNotExecutionMember, NotConnected, RTIinternalError.
      virtual InteractionClassHandle getInteractionClassHandle(
         const std::wstring &interactionClassName) = 0;

      /// The full name of an interaction class (clause 10.14).
      /// Throws InvalidInteractionClassHandle, FederateNotExecutionMember, NotConnected,
      /// RTIinternalError.
      virtual std::wstring getInteractionClassName(const InteractionClassHandle &interactionClass) = 0;

      /// The handle of a parameter of the class (clause 10.15).
      /// Throws NameNotFound, InvalidInteractionClassHandle, FederateNotExecutionMember,
      /// NotConnected, RTIinternalError.
      virtual ParameterHandle getParameterHandle(
         const InteractionClassHandle &interactionClass,
         const std::wstring &parameterName) = 0;

      /// The name of a parameter of the class (clause 10.16).
      /// Throws InteractionParameterNotDefined, InvalidParameterHandle,
      /// InvalidInteractionClassHandle, FederateNotExecutionMember, NotConnected, RTIinternalError.
      virtual std::wstring getParameterName(
         const InteractionClassHandle &interactionClass,
         const ParameterHandle &parameter) = 0;

      /// The order type behind a name (clause 10.17).
      /// Throws InvalidOrderName, FederateNotExecutionMember, NotConnected, RTIinternalError.
      virtual OrderType getOrderType(const std::wstring &orderTypeName) = 0;

      /// The name of an order type (clause 10.18).
      /// Throws InvalidOrderType, FederateNotExecutionMember, NotConnected, RTIinternalError.
      virtual std::wstring getOrderName(OrderType orderType) = 0;

      /// The handle of a transportation type (clause 10.19).
      /// Throws InvalidTransportationName, FederateNotExecutionMember, NotConnected,
      /// RTIinternalError.
      virtual TransportationTypeHandle getTransportationTypeHandle(
         const std::wstring &transportationTypeName) = 0;

      /// The name of a transportation type (clause 10.20).
      /// Throws InvalidTransportationTypeHandle, FederateNotExecutionMember, NotConnected,
      /// RTIinternalError.
      virtual std::wstring getTransportationTypeName(
         const TransportationTypeHandle &transportationType) = 0;

      /// The dimensions of all attributes of the class (clause 10.21).
      /// Throws InvalidObjectClassHandle, FederateNotExecutionMember, NotConnected,
      /// RTIinternalError.
      virtual DimensionHandleSet getAvailableDimensionsForObjectClass(
         const ObjectClassHandle &objectClass) = 0;

      /// The dimensions of the interaction class (clause 10.22).
      /// Throws InvalidInteractionClassHandle, FederateNotExecutionMember, NotConnected,
      /// RTIinternalError.
      virtual DimensionHandleSet getAvailableDimensionsForInteractionClass(
         const InteractionClassHandle &interactionClass) = 0;

      /// The handle of a dimension (clause 10.23).
      /// Throws NameNotFound, FederateNotExecutionMember, NotConnected, RTIinternalError.
      virtual DimensionHandle getDimensionHandle(const std::wstring &dimensionName) = 0;

      /// The name of a dimension (clause 10.24).
      /// Throws InvalidDimensionHandle, FederateNotExecutionMember, NotConnected, RTIinternalError.
      virtual std::wstring getDimensionName(const DimensionHandle &dimension) = 0;

      /// The upper bound of a dimension (clause 10.25).
      /// Throws InvalidDimensionHandle, FederateNotExecutionMember, NotConnected, RTIinternalError.
      virtual unsigned long getDimensionUpperBound(const DimensionHandle &dimension) = 0;

      /// The dimensions of a region (clause 10.26).
      /// Throws InvalidRegion, SaveInProgress, RestoreInProgress, FederateNotExecutionMember,
      /// NotConnected, RTIinternalError.
      virtual DimensionHandleSet getDimensionHandleSet(const RegionHandle &region) = 0;

      /// The range of a region in a dimension (clause 10.27).
      /// Throws RegionDoesNotContainSpecifiedDimension, InvalidRegion, SaveInProgress,
      /// RestoreInProgress, FederateNotExecutionMember, NotConnected, RTIinternalError.
      virtual RangeBounds getRangeBounds(
         const RegionHandle &region,
         const DimensionHandle &dimension) = 0;

      /// Changes a range; it counts after commitRegionModifications (clause 10.28).
      /// Throws InvalidRangeBound, RegionDoesNotContainSpecifiedDimension,
      /// RegionNotCreatedByThisFederate, InvalidRegion, SaveInProgress, RestoreInProgress,
      /// FederateNotExecutionMember, NotConnected, RTIinternalError.
      virtual void setRangeBounds(
         const RegionHandle &region,
         const DimensionHandle &dimension,
         const RangeBounds &rangeBounds) = 0;

      /// A service group as a coordinate of the dimension HLAserviceGroup (clause 10.29).
      /// Throws InvalidServiceGroup, FederateNotExecutionMember, NotConnected, RTIinternalError.
      virtual unsigned long normalizeServiceGroup(ServiceGroup serviceGroup) = 0;

      /// A federate as a coordinate of the dimension HLAfederate (clause 10.30).
      /// Throws InvalidFederateHandle, FederateNotExecutionMember, NotConnected, RTIinternalError.
      virtual unsigned long normalizeFederateHandle(const FederateHandle &federate) = 0;

      /// An object class as a coordinate of a dimension (clause 10.31).
      /// Throws InvalidObjectClassHandle, FederateNotExecutionMember, NotConnected,
      /// RTIinternalError.
      virtual unsigned long normalizeObjectClassHandle(const ObjectClassHandle &objectClass) = 0;

      /// An interaction class as a coordinate of a dimension (clause 10.32).
      /// Throws InvalidInteractionClassHandle, FederateNotExecutionMember, NotConnected,
      /// RTIinternalError.
      virtual unsigned long normalizeInteractionClassHandle(
         const InteractionClassHandle &interactionClass) = 0;

      /// An object instance as a coordinate of a dimension (clause 10.33).
      /// Throws InvalidObjectInstanceHandle, FederateNotExecutionMember, NotConnected,
      /// RTIinternalError.
      virtual unsigned long normalizeObjectInstanceHandle(
         const ObjectInstanceHandle &objectInstance) = 0;

      /// Whether startRegistrationForObjectClass and its opposite are called (clause 10.34).
      /// Throws SaveInProgress, RestoreInProgress, FederateNotExecutionMember, NotConnected,
      /// RTIinternalError.
      virtual bool getObjectClassRelevanceAdvisorySwitch() const = 0;

      /// Turns startRegistrationForObjectClass and its opposite on or off (clause 10.35).
      /// Throws SaveInProgress, RestoreInProgress, FederateNotExecutionMember, NotConnected,
      /// RTIinternalError.
      virtual void setObjectClassRelevanceAdvisorySwitch(bool switchValue) = 0;

      /// Whether turnUpdatesOnForObjectInstance and its opposite are called (clause 10.36).
      /// Throws SaveInProgress, RestoreInProgress, FederateNotExecutionMember, NotConnected,
      /// RTIinternalError.
      virtual bool getAttributeRelevanceAdvisorySwitch() const = 0;

      /// Turns turnUpdatesOnForObjectInstance and its opposite on or off (clause 10.37).
      /// Throws SaveInProgress, RestoreInProgress, FederateNotExecutionMember, NotConnected,
      /// RTIinternalError.
      virtual void setAttributeRelevanceAdvisorySwitch(bool switchValue) = 0;

      /// Whether attributesInScope and its opposite are called (clause 10.38).
      /// Throws SaveInProgress, RestoreInProgress, FederateNotExecutionMember, NotConnected,
      /// RTIinternalError.
      virtual bool getAttributeScopeAdvisorySwitch() const = 0;

      /// Turns attributesInScope and its opposite on or off (clause 10.39).
      /// Throws SaveInProgress, RestoreInProgress, FederateNotExecutionMember, NotConnected,
      /// RTIinternalError.
      virtual void setAttributeScopeAdvisorySwitch(bool switchValue) = 0;

      /// Whether turnInteractionsOn and its opposite are called (clause 10.40).
      /// Throws SaveInProgress, RestoreInProgress, FederateNotExecutionMember, NotConnected,
      /// RTIinternalError.
      virtual bool getInteractionRelevanceAdvisorySwitch() const = 0;

      /// Turns turnInteractionsOn and its opposite on or off (clause 10.41).
      /// Throws SaveInProgress, RestoreInProgress, FederateNotExecutionMember, NotConnected,
      /// RTIinternalError.
      virtual void setInteractionRelevanceAdvisorySwitch(bool switchValue) = 0;

      /// Whether the sender's regions come with what arrives (clause 10.42).
      /// Throws SaveInProgress, RestoreInProgress, FederateNotExecutionMember, NotConnected,
      /// RTIinternalError.
      virtual bool getConveyRegionDesignatorSetsSwitch() const = 0;

      /// Has the sender's regions come with what arrives, or not (clause 10.43).
      /// Throws SaveInProgress, RestoreInProgress, FederateNotExecutionMember, NotConnected,
      /// RTIinternalError.
      virtual void setConveyRegionDesignatorSetsSwitch(bool switchValue) = 0;

      /// The RTI's resign action when it resigns this federate itself (clause 10.44).
      /// Throws SaveInProgress, RestoreInProgress, FederateNotExecutionMember, NotConnected,
      /// RTIinternalError.
      virtual ResignAction getAutomaticResignDirective() = 0;

      /// Says what the RTI shall do when it resigns this federate itself (clause 10.45).
      /// Throws SaveInProgress, RestoreInProgress, InvalidResignAction, FederateNotExecutionMember,
      /// NotConnected, RTIinternalError.
      virtual void setAutomaticResignDirective(ResignAction resignAction) = 0;

      /// Whether this federate's service invocations are reported (clause 10.46).
      /// Throws SaveInProgress, RestoreInProgress, FederateNotExecutionMember, NotConnected,
      /// RTIinternalError.
      virtual bool getServiceReportingSwitch() const = 0;

      /// Has this federate's service invocations reported, or not (clause 10.47).
      /// Throws ReportServiceInvocationsAreSubscribed, SaveInProgress, RestoreInProgress,
      /// FederateNotExecutionMember, NotConnected, RTIinternalError.
      virtual void setServiceReportingSwitch(bool switchValue) = 0;

      /// Whether exceptions of this federate's calls are reported (clause 10.48).
      /// Throws SaveInProgress, RestoreInProgress, FederateNotExecutionMember, NotConnected,
      /// RTIinternalError.
      virtual bool getExceptionReportingSwitch() const = 0;

      /// Has exceptions of this federate's calls reported, or not (clause 10.49).
      /// Throws SaveInProgress, RestoreInProgress, FederateNotExecutionMember, NotConnected,
      /// RTIinternalError.
      virtual void setExceptionReportingSwitch(bool switchValue) = 0;

      /// Whether service reports go to a file (clause 10.50).
      /// Throws SaveInProgress, RestoreInProgress, FederateNotExecutionMember, NotConnected,
      /// RTIinternalError.
      virtual bool getSendServiceReportsToFileSwitch() const = 0;

      /// Has service reports go to a file, or not (clause 10.51).
      /// Throws SaveInProgress, RestoreInProgress, FederateNotExecutionMember, NotConnected,
      /// RTIinternalError.
      virtual void setSendServiceReportsToFileSwitch(bool switchValue) = 0;

      /// Whether owners are asked for values when an instance is discovered (clause 10.52).
      /// Throws SaveInProgress, RestoreInProgress, FederateNotExecutionMember, NotConnected,
      /// RTIinternalError.
      virtual bool getAutoProvideSwitch() const = 0;

      /// Whether subscriptions are weighed at delivery (clause 10.53).
      /// Throws SaveInProgress, RestoreInProgress, FederateNotExecutionMember, NotConnected,
      /// RTIinternalError.
      virtual bool getDelaySubscriptionEvaluationSwitch() const = 0;

      /// Whether advisories go by the known class (clause 10.54).
      /// Throws SaveInProgress, RestoreInProgress, FederateNotExecutionMember, NotConnected,
      /// RTIinternalError.
      virtual bool getAdvisoriesUseKnownClassSwitch() const = 0;

      /// Whether regions may be matched loosely (clause 10.55).
      /// Throws SaveInProgress, RestoreInProgress, FederateNotExecutionMember, NotConnected,
      /// RTIinternalError.
      virtual bool getAllowRelaxedDDMSwitch() const = 0;

      /// Whether grants without regulating federates reach as far as was asked for (clause 10.56).
      /// Throws SaveInProgress, RestoreInProgress, FederateNotExecutionMember, NotConnected,
      /// RTIinternalError.
      virtual bool getNonRegulatedGrantSwitch() const = 0;

      /// Makes one callback, waiting for it up to the time given; true if more wait. For HLA_EVOKED (clause 10.57).
      /// Throws CallNotAllowedFromWithinCallback, RTIinternalError.
      virtual bool evokeCallback(double approximateMinimumTimeInSeconds) = 0;

      /// Makes callbacks between the least and the greatest time given; true if more wait. For HLA_EVOKED (clause 10.58).
      /// Throws CallNotAllowedFromWithinCallback, RTIinternalError.
      virtual bool evokeMultipleCallbacks(
         double approximateMinimumTimeInSeconds,
         double approximateMaximumTimeInSeconds) = 0;

      /// Lets callbacks come again (clause 10.59).
      /// Throws SaveInProgress, RestoreInProgress, RTIinternalError.
      virtual void enableCallbacks() = 0;

      /// Holds callbacks back (clause 10.60).
      /// Throws SaveInProgress, RestoreInProgress, RTIinternalError.
      virtual void disableCallbacks() = 0;

      /// The factory of the federation execution's time.
      /// Throws FederateNotExecutionMember, NotConnected.
      virtual std::unique_ptr<LogicalTimeFactory> getTimeFactory() const = 0;

      /// The handle that encode() of the handle wrote.
      /// Throws CouldNotDecode, FederateNotExecutionMember, NotConnected, RTIinternalError.
      virtual FederateHandle decodeFederateHandle(const VariableLengthData &encodedValue) const = 0;

      /// The handle that encode() of the handle wrote.
      /// Throws CouldNotDecode, FederateNotExecutionMember, NotConnected, RTIinternalError.
      virtual ObjectClassHandle decodeObjectClassHandle(
         const VariableLengthData &encodedValue) const = 0;

      /// The handle that encode() of the handle wrote.
      /// Throws CouldNotDecode, FederateNotExecutionMember, NotConnected, RTIinternalError.
      virtual InteractionClassHandle decodeInteractionClassHandle(
         const VariableLengthData &encodedValue) const = 0;

      /// The handle that encode() of the handle wrote.
      /// Throws CouldNotDecode, FederateNotExecutionMember, NotConnected, RTIinternalError.
      virtual ObjectInstanceHandle decodeObjectInstanceHandle(
         const VariableLengthData &encodedValue) const = 0;

      /// The handle that encode() of the handle wrote.
      /// Throws CouldNotDecode, FederateNotExecutionMember, NotConnected, RTIinternalError.
      virtual AttributeHandle decodeAttributeHandle(const VariableLengthData &encodedValue) const = 0;

      /// The handle that encode() of the handle wrote.
      /// Throws CouldNotDecode, FederateNotExecutionMember, NotConnected, RTIinternalError.
      virtual ParameterHandle decodeParameterHandle(const VariableLengthData &encodedValue) const = 0;

      /// The handle that encode() of the handle wrote.
      /// Throws CouldNotDecode, FederateNotExecutionMember, NotConnected, RTIinternalError.
      virtual DimensionHandle decodeDimensionHandle(const VariableLengthData &encodedValue) const = 0;

      /// The handle that encode() of the handle wrote.
      /// Throws CouldNotDecode, FederateNotExecutionMember, NotConnected, RTIinternalError.
      virtual MessageRetractionHandle decodeMessageRetractionHandle(
         const VariableLengthData &encodedValue) const = 0;

      /// The handle that encode() of the handle wrote.
      /// Throws CouldNotDecode, FederateNotExecutionMember, NotConnected, RTIinternalError.
      virtual RegionHandle decodeRegionHandle(const VariableLengthData &encodedValue) const = 0;
   };
}
