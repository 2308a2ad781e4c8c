//! Federation management, clause 4.

use crate::service::ServiceInfo;

pub(super) const FEDERATION: [ServiceInfo; 42] = table! { Federation
    Connect ToRti {
        2010 "4.2" connect [ConnectionFailed, InvalidLocalSettingsDesignator,
            UnsupportedCallbackModel, AlreadyConnected, CallNotAllowedFromWithinCallback | internal]
        2025 "4.2" connect [Unauthorized, ConnectionFailed, UnsupportedCallbackModel,
            AlreadyConnected, CallNotAllowedFromWithinCallback, InvalidCredentials | internal]
    }
    Disconnect ToRti {
        both "4.3" "4.3" disconnect [FederateIsExecutionMember, CallNotAllowedFromWithinCallback |
            internal]
    }
    ConnectionLost ToFederate { both "4.4" "4.4" connectionLost [| callback] }
    CreateFederationExecution ToRti {
        2010 "4.5" createFederationExecution [CouldNotCreateLogicalTimeFactory, InconsistentFDD,
            ErrorReadingFDD, CouldNotOpenFDD, FederationExecutionAlreadyExists | connected]
        2025 "4.5" createFederationExecution [CouldNotCreateLogicalTimeFactory, InconsistentFOM,
            InvalidFOM, ErrorReadingFOM, CouldNotOpenFOM, FederationExecutionAlreadyExists,
            Unauthorized, InvalidMIM, ErrorReadingMIM, CouldNotOpenMIM, DesignatorIsHLAstandardMIM |
            connected]
    }
    CreateFederationExecutionWithMim ToRti {
        2010 "4.5" createFederationExecutionWithMIM [CouldNotCreateLogicalTimeFactory,
            InconsistentFDD, ErrorReadingFDD, CouldNotOpenFDD, DesignatorIsHLAstandardMIM,
            ErrorReadingMIM, CouldNotOpenMIM, FederationExecutionAlreadyExists | connected]
        2025 "4.5" createFederationExecutionWithMIM [InconsistentFOM, InvalidFOM, ErrorReadingFOM,
            CouldNotOpenFOM, InvalidMIM, ErrorReadingMIM, CouldNotOpenMIM,
            DesignatorIsHLAstandardMIM, FederationExecutionAlreadyExists, Unauthorized | connected]
    }
    DestroyFederationExecution ToRti {
        2010 "4.6" destroyFederationExecution [FederatesCurrentlyJoined,
            FederationExecutionDoesNotExist | connected]
        2025 "4.6" destroyFederationExecution [FederatesCurrentlyJoined,
            FederationExecutionDoesNotExist, Unauthorized | connected]
    }
    ListFederationExecutions ToRti { both "4.7" "4.7" listFederationExecutions [| connected] }
    ReportFederationExecutions ToFederate {
        both "4.8" "4.8" reportFederationExecutions [| callback]
    }
    ListFederationExecutionMembers ToRti {
        2025 "4.9" listFederationExecutionMembers [| connected]
    }
    ReportFederationExecutionMembers ToFederate {
        2025 "4.10" reportFederationExecutionMembers [| callback]
    }
    ReportFederationExecutionDoesNotExist ToFederate {
        2025 "4.10" reportFederationExecutionDoesNotExist [| callback]
    }
    JoinFederationExecution ToRti {
        2010 "4.9" joinFederationExecution [CouldNotCreateLogicalTimeFactory,
            FederationExecutionDoesNotExist, InconsistentFDD, ErrorReadingFDD, CouldNotOpenFDD,
            SaveInProgress, RestoreInProgress, FederateAlreadyExecutionMember,
            CallNotAllowedFromWithinCallback, FederateNameAlreadyInUse | connected]
        2025 "4.11" joinFederationExecution [CouldNotCreateLogicalTimeFactory,
            FederationExecutionDoesNotExist, InconsistentFOM, InvalidFOM, ErrorReadingFOM,
            CouldNotOpenFOM, SaveInProgress, RestoreInProgress, FederateAlreadyExecutionMember,
            Unauthorized, CallNotAllowedFromWithinCallback, FederateNameAlreadyInUse | connected]
    }
    ResignFederationExecution ToRti {
        both "4.10" "4.12" resignFederationExecution [InvalidResignAction,
            OwnershipAcquisitionPending, FederateOwnsAttributes, CallNotAllowedFromWithinCallback |
            member]
    }
    FederateResigned ToFederate {
        2025 "4.13" federateResigned [| callback]
    }
    RegisterFederationSynchronizationPoint ToRti {
        both "4.11" "4.14" registerFederationSynchronizationPoint [InvalidFederateHandle | joined]
    }
    SynchronizationPointRegistrationSucceeded ToFederate {
        both "4.12" "4.15" synchronizationPointRegistrationSucceeded [| callback]
    }
    SynchronizationPointRegistrationFailed ToFederate {
        both "4.12" "4.15" synchronizationPointRegistrationFailed [| callback]
    }
    AnnounceSynchronizationPoint ToFederate {
        both "4.13" "4.16" announceSynchronizationPoint [| callback]
    }
    SynchronizationPointAchieved ToRti {
        both "4.14" "4.17" synchronizationPointAchieved [SynchronizationPointLabelNotAnnounced |
            joined]
    }
    FederationSynchronized ToFederate { both "4.15" "4.18" federationSynchronized [| callback] }
    RequestFederationSave ToRti {
        both "4.16" "4.19" requestFederationSave [LogicalTimeAlreadyPassed, InvalidLogicalTime,
            FederateUnableToUseTime | joined]
    }
    InitiateFederateSave ToFederate { both "4.17" "4.20" initiateFederateSave [| callback] }
    FederateSaveBegun ToRti {
        both "4.18" "4.21" federateSaveBegun [SaveNotInitiated, RestoreInProgress | member]
    }
    FederateSaveComplete ToRti {
        both "4.19" "4.22" federateSaveComplete [FederateHasNotBegunSave, RestoreInProgress |
            member]
    }
    FederateSaveNotComplete ToRti {
        both "4.19" "4.22" federateSaveNotComplete [FederateHasNotBegunSave, RestoreInProgress |
            member]
    }
    FederationSaved ToFederate { both "4.20" "4.23" federationSaved [| callback] }
    FederationNotSaved ToFederate { both "4.20" "4.23" federationNotSaved [| callback] }
    AbortFederationSave ToRti {
        both "4.21" "4.24" abortFederationSave [SaveNotInProgress | member]
    }
    QueryFederationSaveStatus ToRti {
        both "4.22" "4.25" queryFederationSaveStatus [RestoreInProgress | member]
    }
    FederationSaveStatusResponse ToFederate {
        both "4.23" "4.26" federationSaveStatusResponse [| callback]
    }
    RequestFederationRestore ToRti { both "4.24" "4.27" requestFederationRestore [| joined] }
    RequestFederationRestoreSucceeded ToFederate {
        both "4.25" "4.28" requestFederationRestoreSucceeded [| callback]
    }
    RequestFederationRestoreFailed ToFederate {
        both "4.25" "4.28" requestFederationRestoreFailed [| callback]
    }
    FederationRestoreBegun ToFederate { both "4.26" "4.29" federationRestoreBegun [| callback] }
    InitiateFederateRestore ToFederate { both "4.27" "4.30" initiateFederateRestore [| callback] }
    FederateRestoreComplete ToRti {
        both "4.28" "4.31" federateRestoreComplete [RestoreNotRequested, SaveInProgress | member]
    }
    FederateRestoreNotComplete ToRti {
        both "4.28" "4.31" federateRestoreNotComplete [RestoreNotRequested, SaveInProgress | member]
    }
    FederationRestored ToFederate { both "4.29" "4.32" federationRestored [| callback] }
    FederationNotRestored ToFederate { both "4.29" "4.32" federationNotRestored [| callback] }
    AbortFederationRestore ToRti {
        both "4.30" "4.33" abortFederationRestore [RestoreNotInProgress | member]
    }
    QueryFederationRestoreStatus ToRti {
        both "4.31" "4.34" queryFederationRestoreStatus [SaveInProgress | member]
    }
    FederationRestoreStatusResponse ToFederate {
        both "4.32" "4.35" federationRestoreStatusResponse [| callback]
    }
};
