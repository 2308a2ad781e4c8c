//! Federation management, clause 4.

use crate::service::ServiceInfo;

pub(super) const FEDERATION: [ServiceInfo; 42] = table! { Federation
    Connect ToRti (federateAmbassador: FederateAmbassador, callbackModel: CallbackModel,
        configuration: [RtiConfiguration], credentials: [Credentials]) -> ConfigurationResult {
        2010 "4.2" connect [ConnectionFailed, InvalidLocalSettingsDesignator,
            UnsupportedCallbackModel, AlreadyConnected, CallNotAllowedFromWithinCallback | internal]
        2025 "4.2" connect [Unauthorized, ConnectionFailed, UnsupportedCallbackModel,
            AlreadyConnected, CallNotAllowedFromWithinCallback, InvalidCredentials | internal]
    }
    Disconnect ToRti () {
        both "4.3" "4.3" disconnect [FederateIsExecutionMember, CallNotAllowedFromWithinCallback |
            internal]
    }
    ConnectionLost ToFederate (faultDescription: Text) {
        both "4.4" "4.4" connectionLost [| callback]
    }
    CreateFederationExecution ToRti (federationName: Text, fomModules: FomModules,
        logicalTimeImplementationName: [Text]) {
        2010 "4.5" createFederationExecution [CouldNotCreateLogicalTimeFactory, InconsistentFDD,
            ErrorReadingFDD, CouldNotOpenFDD, FederationExecutionAlreadyExists | connected]
        2025 "4.5" createFederationExecution [CouldNotCreateLogicalTimeFactory, InconsistentFOM,
            InvalidFOM, ErrorReadingFOM, CouldNotOpenFOM, FederationExecutionAlreadyExists,
            Unauthorized, InvalidMIM, ErrorReadingMIM, CouldNotOpenMIM, DesignatorIsHLAstandardMIM |
            connected]
    }
    CreateFederationExecutionWithMim ToRti (federationName: Text, fomModules: FomModules,
        mimModule: MimModule, logicalTimeImplementationName: [Text]) {
        2010 "4.5" createFederationExecutionWithMIM [CouldNotCreateLogicalTimeFactory,
            InconsistentFDD, ErrorReadingFDD, CouldNotOpenFDD, DesignatorIsHLAstandardMIM,
            ErrorReadingMIM, CouldNotOpenMIM, FederationExecutionAlreadyExists | connected]
        2025 "4.5" createFederationExecutionWithMIM [InconsistentFOM, InvalidFOM, ErrorReadingFOM,
            CouldNotOpenFOM, InvalidMIM, ErrorReadingMIM, CouldNotOpenMIM,
            DesignatorIsHLAstandardMIM, FederationExecutionAlreadyExists, Unauthorized | connected]
    }
    DestroyFederationExecution ToRti (federationName: Text) {
        2010 "4.6" destroyFederationExecution [FederatesCurrentlyJoined,
            FederationExecutionDoesNotExist | connected]
        2025 "4.6" destroyFederationExecution [FederatesCurrentlyJoined,
            FederationExecutionDoesNotExist, Unauthorized | connected]
    }
    ListFederationExecutions ToRti () { both "4.7" "4.7" listFederationExecutions [| connected] }
    ReportFederationExecutions ToFederate (report: FederationExecutions) {
        both "4.8" "4.8" reportFederationExecutions [| callback]
    }
    ListFederationExecutionMembers ToRti (federationName: Text) {
        2025 "4.9" listFederationExecutionMembers [| connected]
    }
    ReportFederationExecutionMembers ToFederate (federationName: Text,
        report: FederationExecutionMembers) {
        2025 "4.10" reportFederationExecutionMembers [| callback]
    }
    ReportFederationExecutionDoesNotExist ToFederate (federationName: Text) {
        2025 "4.10" reportFederationExecutionDoesNotExist [| callback]
    }
    JoinFederationExecution ToRti (federateName: [Text], federateType: Text, federationName: Text,
        additionalFomModules: [FomModules]) -> FederateHandle {
        2010 "4.9" joinFederationExecution [CouldNotCreateLogicalTimeFactory,
            FederationExecutionDoesNotExist, InconsistentFDD, ErrorReadingFDD, CouldNotOpenFDD,
            SaveInProgress, RestoreInProgress, FederateAlreadyExecutionMember,
            CallNotAllowedFromWithinCallback, FederateNameAlreadyInUse | connected]
        2025 "4.11" joinFederationExecution [CouldNotCreateLogicalTimeFactory,
            FederationExecutionDoesNotExist, InconsistentFOM, InvalidFOM, ErrorReadingFOM,
            CouldNotOpenFOM, SaveInProgress, RestoreInProgress, FederateAlreadyExecutionMember,
            Unauthorized, CallNotAllowedFromWithinCallback, FederateNameAlreadyInUse | connected]
    }
    ResignFederationExecution ToRti (resignAction: ResignAction) {
        both "4.10" "4.12" resignFederationExecution [InvalidResignAction,
            OwnershipAcquisitionPending, FederateOwnsAttributes, CallNotAllowedFromWithinCallback |
            member]
    }
    FederateResigned ToFederate (reasonForResignDescription: Text) {
        2025 "4.13" federateResigned [| callback]
    }
    RegisterFederationSynchronizationPoint ToRti (synchronizationPointLabel: Text,
        userSuppliedTag: Tag, synchronizationSet: [FederateHandleSet]) {
        both "4.11" "4.14" registerFederationSynchronizationPoint [InvalidFederateHandle | joined]
    }
    SynchronizationPointRegistrationSucceeded ToFederate (synchronizationPointLabel: Text) {
        both "4.12" "4.15" synchronizationPointRegistrationSucceeded [| callback]
    }
    SynchronizationPointRegistrationFailed ToFederate (synchronizationPointLabel: Text,
        reason: SynchronizationPointFailureReason) {
        both "4.12" "4.15" synchronizationPointRegistrationFailed [| callback]
    }
    AnnounceSynchronizationPoint ToFederate (synchronizationPointLabel: Text, userSuppliedTag: Tag) {
        both "4.13" "4.16" announceSynchronizationPoint [| callback]
    }
    SynchronizationPointAchieved ToRti (synchronizationPointLabel: Text, successfully: Bool) {
        both "4.14" "4.17" synchronizationPointAchieved [SynchronizationPointLabelNotAnnounced |
            joined]
    }
    FederationSynchronized ToFederate (synchronizationPointLabel: Text,
        failedToSyncSet: FederateHandleSet) {
        both "4.15" "4.18" federationSynchronized [| callback]
    }
    RequestFederationSave ToRti (label: Text, time: [LogicalTime]) {
        both "4.16" "4.19" requestFederationSave [LogicalTimeAlreadyPassed, InvalidLogicalTime,
            FederateUnableToUseTime | joined]
    }
    InitiateFederateSave ToFederate (label: Text, time: [LogicalTime]) {
        both "4.17" "4.20" initiateFederateSave [| callback]
    }
    FederateSaveBegun ToRti () {
        both "4.18" "4.21" federateSaveBegun [SaveNotInitiated, RestoreInProgress | member]
    }
    FederateSaveComplete ToRti () {
        both "4.19" "4.22" federateSaveComplete [FederateHasNotBegunSave, RestoreInProgress |
            member]
    }
    FederateSaveNotComplete ToRti () {
        both "4.19" "4.22" federateSaveNotComplete [FederateHasNotBegunSave, RestoreInProgress |
            member]
    }
    FederationSaved ToFederate () { both "4.20" "4.23" federationSaved [| callback] }
    FederationNotSaved ToFederate (reason: SaveFailureReason) {
        both "4.20" "4.23" federationNotSaved [| callback]
    }
    AbortFederationSave ToRti () {
        both "4.21" "4.24" abortFederationSave [SaveNotInProgress | member]
    }
    QueryFederationSaveStatus ToRti () {
        both "4.22" "4.25" queryFederationSaveStatus [RestoreInProgress | member]
    }
    FederationSaveStatusResponse ToFederate (response: FederateSaveStatuses) {
        both "4.23" "4.26" federationSaveStatusResponse [| callback]
    }
    RequestFederationRestore ToRti (label: Text) {
        both "4.24" "4.27" requestFederationRestore [| joined]
    }
    RequestFederationRestoreSucceeded ToFederate (label: Text) {
        both "4.25" "4.28" requestFederationRestoreSucceeded [| callback]
    }
    RequestFederationRestoreFailed ToFederate (label: Text) {
        both "4.25" "4.28" requestFederationRestoreFailed [| callback]
    }
    FederationRestoreBegun ToFederate () { both "4.26" "4.29" federationRestoreBegun [| callback] }
    InitiateFederateRestore ToFederate (label: Text, federateName: Text,
        postRestoreFederateHandle: FederateHandle) {
        both "4.27" "4.30" initiateFederateRestore [| callback]
    }
    FederateRestoreComplete ToRti () {
        both "4.28" "4.31" federateRestoreComplete [RestoreNotRequested, SaveInProgress | member]
    }
    FederateRestoreNotComplete ToRti () {
        both "4.28" "4.31" federateRestoreNotComplete [RestoreNotRequested, SaveInProgress | member]
    }
    FederationRestored ToFederate () { both "4.29" "4.32" federationRestored [| callback] }
    FederationNotRestored ToFederate (reason: RestoreFailureReason) {
        both "4.29" "4.32" federationNotRestored [| callback]
    }
    AbortFederationRestore ToRti () {
        both "4.30" "4.33" abortFederationRestore [RestoreNotInProgress | member]
    }
    QueryFederationRestoreStatus ToRti () {
        both "4.31" "4.34" queryFederationRestoreStatus [SaveInProgress | member]
    }
    FederationRestoreStatusResponse ToFederate (response: FederateRestoreStatuses) {
        both "4.32" "4.35" federationRestoreStatusResponse [| callback]
    }
};
