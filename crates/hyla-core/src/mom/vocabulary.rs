//! Names of the MOM, and what of it is in an object model.

use hyla_types::{AttributeHandle, Edition, InteractionClassHandle, ObjectClassHandle, Service};

use crate::fdd::Fdd;

/// Object class of the instances that stand for federates.
pub(crate) const FEDERATE: &str = "HLAobjectRoot.HLAmanager.HLAfederate";
/// Object class of the instance that stands for the federation execution.
pub(crate) const FEDERATION: &str = "HLAobjectRoot.HLAmanager.HLAfederation";
/// Interaction class above all of the MOM.
pub(crate) const MANAGER: &str = "HLAinteractionRoot.HLAmanager";

/// Attributes of a federate that only its member knows at any moment: sent every report period and on
/// request. Among them the state of time advances, which may change too often for reports of each change.
pub(crate) const LIVE: &[&str] = &[
    "HLAtimeManagerState",
    "HLAlogicalTime",
    "HLAlookahead",
    "HLAGALT",
    "HLALITS",
    "HLAROlength",
    "HLATSOlength",
    "HLAreflectionsReceived",
    "HLAupdatesSent",
    "HLAinteractionsReceived",
    "HLAinteractionsSent",
    "HLAdirectedInteractionsReceived",
    "HLAdirectedInteractionsSent",
    "HLAobjectInstancesThatCanBeDeleted",
    "HLAobjectInstancesUpdated",
    "HLAobjectInstancesReflected",
    "HLAobjectInstancesDeleted",
    "HLAobjectInstancesRemoved",
    "HLAobjectInstancesRegistered",
    "HLAobjectInstancesDiscovered",
    "HLAtimeGrantedTime",
    "HLAtimeAdvancingTime",
];

/// Attributes of a federate whose changes its member reports.
pub(crate) const CONDITIONAL: &[&str] = &[
    "HLAtimeConstrained",
    "HLAtimeRegulating",
    "HLAasynchronousDelivery",
    "HLAobjectClassRelevanceAdvisory",
    "HLAattributeRelevanceAdvisory",
    "HLAattributeScopeAdvisory",
    "HLAinteractionRelevanceAdvisory",
    "HLAconveyRegionDesignatorSets",
    "HLAconveyProducingFederate",
    "HLAautomaticResignAction",
    "HLAserviceReporting",
    "HLAexceptionReporting",
    "HLAsendServiceReportsToFile",
    "HLAreportServiceFile",
];

/// Attributes of a federate that the executive knows.
pub(crate) const ENROLLED: &[&str] = &[
    "HLAfederateHandle",
    "HLAfederateName",
    "HLAfederateType",
    "HLAfederateHost",
    "HLARTIversion",
    "HLAFOMmoduleDesignatorList",
    "HLAfederateState",
];

/// Attributes of the federation.
pub(crate) const OF_FEDERATION: &[&str] = &[
    "HLAfederationName",
    "HLAfederatesInFederation",
    "HLARTIversion",
    "HLAMIMdesignator",
    "HLAFOMmoduleDesignatorList",
    "HLAcurrentFDD",
    "HLAtimeImplementationName",
    "HLAlastSaveName",
    "HLAlastSaveTime",
    "HLAnextSaveName",
    "HLAnextSaveTime",
    "HLAautoProvide",
    "HLAadvisoriesUseKnownClass",
    "HLAdelaySubscriptionEvaluation",
    "HLAnonRegulatedGrant",
    "HLAallowRelaxedDDM",
];

/// Reports below `HLAfederate.HLAreport` that a member makes of itself and that the RTI sends in its place. The RTI makes
/// the others: `HLAreportFederateLost`, `HLAreportFOMmoduleData` and all of the federation.
pub(crate) const REPORTS_OF_MEMBERS: &[&str] = &[
    "HLAreportObjectClassPublication",
    "HLAreportInteractionPublication",
    "HLAreportDirectedInteractionPublication",
    "HLAreportObjectClassSubscription",
    "HLAreportInteractionSubscription",
    "HLAreportDirectedInteractionSubscription",
    "HLAreportObjectInstancesThatCanBeDeleted",
    "HLAreportObjectInstancesUpdated",
    "HLAreportObjectInstancesReflected",
    "HLAreportUpdatesSent",
    "HLAreportReflectionsReceived",
    "HLAreportInteractionsSent",
    "HLAreportInteractionsReceived",
    "HLAreportDirectedInteractionsSent",
    "HLAreportDirectedInteractionsReceived",
    "HLAreportObjectInstanceInformation",
    "HLAreportException",
    "HLAreportServiceInvocation",
    "HLAreportMOMexception",
    "HylaReportChannelMetrics",
    "HylaReportGroupMetrics",
    "HylaReportLatency",
];

macro_rules! interactions {
    ($($(#[$about:meta])* $variant:ident = $path:literal,)*) => {
        /// The interactions that the RTI acts upon.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(crate) enum Act {
            $($(#[$about])* $variant,)*
        }

        impl Act {
            /// The interaction of that path below `HLAmanager`.
            fn of_path(path: &str) -> Option<Self> {
                match path {
                    $($path => Some(Self::$variant),)*
                    _ => None,
                }
            }

            /// Its path below `HLAmanager`.
            fn path(self) -> &'static str {
                match self {
                    $(Self::$variant => $path,)*
                }
            }
        }
    };
}

interactions! {
    SetTiming = "HLAfederate.HLAadjust.HLAsetTiming",
    ModifyAttributeState = "HLAfederate.HLAadjust.HLAmodifyAttributeState",
    SetServiceReporting = "HLAfederate.HLAadjust.HLAsetServiceReporting",
    SetExceptionReporting = "HLAfederate.HLAadjust.HLAsetExceptionReporting",
    SetSwitches = "HLAfederate.HLAadjust.HLAsetSwitches",
    SetProfileParameter = "HLAfederate.HLAadjust.HylaSetProfileParameter",
    BindChannel = "HLAfederate.HLAadjust.HylaBindChannel",
    RequestPublications = "HLAfederate.HLArequest.HLArequestPublications",
    RequestSubscriptions = "HLAfederate.HLArequest.HLArequestSubscriptions",
    RequestInstancesThatCanBeDeleted =
        "HLAfederate.HLArequest.HLArequestObjectInstancesThatCanBeDeleted",
    RequestInstancesUpdated = "HLAfederate.HLArequest.HLArequestObjectInstancesUpdated",
    RequestInstancesReflected = "HLAfederate.HLArequest.HLArequestObjectInstancesReflected",
    RequestUpdatesSent = "HLAfederate.HLArequest.HLArequestUpdatesSent",
    RequestInteractionsSent = "HLAfederate.HLArequest.HLArequestInteractionsSent",
    RequestDirectedInteractionsSent = "HLAfederate.HLArequest.HLArequestDirectedInteractionsSent",
    RequestReflectionsReceived = "HLAfederate.HLArequest.HLArequestReflectionsReceived",
    RequestInteractionsReceived = "HLAfederate.HLArequest.HLArequestInteractionsReceived",
    RequestDirectedInteractionsReceived =
        "HLAfederate.HLArequest.HLArequestDirectedInteractionsReceived",
    RequestInstanceInformation = "HLAfederate.HLArequest.HLArequestObjectInstanceInformation",
    RequestChannelMetrics = "HLAfederate.HLArequest.HylaRequestChannelMetrics",
    RequestLatency = "HLAfederate.HLArequest.HylaRequestLatency",
    RequestFederateModule = "HLAfederate.HLArequest.HLArequestFOMmoduleData",
    Resign = "HLAfederate.HLAservice.HLAresignFederationExecution",
    SynchronizationPointAchieved = "HLAfederate.HLAservice.HLAsynchronizationPointAchieved",
    SaveBegun = "HLAfederate.HLAservice.HLAfederateSaveBegun",
    SaveComplete = "HLAfederate.HLAservice.HLAfederateSaveComplete",
    RestoreComplete = "HLAfederate.HLAservice.HLAfederateRestoreComplete",
    PublishObjectClass = "HLAfederate.HLAservice.HLApublishObjectClassAttributes",
    UnpublishObjectClass = "HLAfederate.HLAservice.HLAunpublishObjectClassAttributes",
    PublishInteractionClass = "HLAfederate.HLAservice.HLApublishInteractionClass",
    UnpublishInteractionClass = "HLAfederate.HLAservice.HLAunpublishInteractionClass",
    PublishDirected = "HLAfederate.HLAservice.HLApublishObjectClassDirectedInteractions",
    UnpublishDirected = "HLAfederate.HLAservice.HLAunpublishObjectClassDirectedInteractions",
    SubscribeObjectClass = "HLAfederate.HLAservice.HLAsubscribeObjectClassAttributes",
    UnsubscribeObjectClass = "HLAfederate.HLAservice.HLAunsubscribeObjectClassAttributes",
    SubscribeInteractionClass = "HLAfederate.HLAservice.HLAsubscribeInteractionClass",
    UnsubscribeInteractionClass = "HLAfederate.HLAservice.HLAunsubscribeInteractionClass",
    SubscribeDirected = "HLAfederate.HLAservice.HLAsubscribeObjectClassDirectedInteractions",
    UnsubscribeDirected = "HLAfederate.HLAservice.HLAunsubscribeObjectClassDirectedInteractions",
    DeleteObjectInstance = "HLAfederate.HLAservice.HLAdeleteObjectInstance",
    LocalDeleteObjectInstance = "HLAfederate.HLAservice.HLAlocalDeleteObjectInstance",
    ChangeAttributeTransportation =
        "HLAfederate.HLAservice.HLArequestAttributeTransportationTypeChange",
    ChangeInteractionTransportation =
        "HLAfederate.HLAservice.HLArequestInteractionTransportationTypeChange",
    UnconditionalDivestiture =
        "HLAfederate.HLAservice.HLAunconditionalAttributeOwnershipDivestiture",
    EnableTimeRegulation = "HLAfederate.HLAservice.HLAenableTimeRegulation",
    DisableTimeRegulation = "HLAfederate.HLAservice.HLAdisableTimeRegulation",
    EnableTimeConstrained = "HLAfederate.HLAservice.HLAenableTimeConstrained",
    DisableTimeConstrained = "HLAfederate.HLAservice.HLAdisableTimeConstrained",
    TimeAdvanceRequest = "HLAfederate.HLAservice.HLAtimeAdvanceRequest",
    TimeAdvanceRequestAvailable = "HLAfederate.HLAservice.HLAtimeAdvanceRequestAvailable",
    NextMessageRequest = "HLAfederate.HLAservice.HLAnextMessageRequest",
    NextMessageRequestAvailable = "HLAfederate.HLAservice.HLAnextMessageRequestAvailable",
    FlushQueueRequest = "HLAfederate.HLAservice.HLAflushQueueRequest",
    EnableAsynchronousDelivery = "HLAfederate.HLAservice.HLAenableAsynchronousDelivery",
    DisableAsynchronousDelivery = "HLAfederate.HLAservice.HLAdisableAsynchronousDelivery",
    ModifyLookahead = "HLAfederate.HLAservice.HLAmodifyLookahead",
    ChangeAttributeOrder = "HLAfederate.HLAservice.HLAchangeAttributeOrderType",
    ChangeInteractionOrder = "HLAfederate.HLAservice.HLAchangeInteractionOrderType",
    SetFederationSwitches = "HLAfederation.HLAadjust.HLAsetSwitches",
    RequestSynchronizationPoints = "HLAfederation.HLArequest.HLArequestSynchronizationPoints",
    RequestSynchronizationPointStatus =
        "HLAfederation.HLArequest.HLArequestSynchronizationPointStatus",
    RequestFederationModule = "HLAfederation.HLArequest.HLArequestFOMmoduleData",
    RequestMim = "HLAfederation.HLArequest.HLArequestMIMdata",
    RequestWaiting = "HLAfederation.HLArequest.HylaRequestWaitingFederates",
}

impl Act {
    /// The request that an interaction of the class makes to the RTI: a subclass counts as its nearest ancestor
    /// that the standard knows.
    pub(crate) fn of(fdd: &Fdd, class: InteractionClassHandle) -> Option<Self> {
        let lineage = &fdd.interaction_class(class)?.lineage;
        lineage.iter().find_map(|c| {
            let path = fdd.interaction_class(*c)?.name.strip_prefix(MANAGER)?;
            Self::of_path(path.strip_prefix('.')?)
        })
    }

    /// The service that it stands for, if it stands for one that a federate could call.
    pub(crate) fn service(self, successfully: bool) -> Option<Service> {
        Some(match self {
            Self::Resign => Service::ResignFederationExecution,
            Self::SynchronizationPointAchieved => Service::SynchronizationPointAchieved,
            Self::SaveBegun => Service::FederateSaveBegun,
            Self::SaveComplete if successfully => Service::FederateSaveComplete,
            Self::SaveComplete => Service::FederateSaveNotComplete,
            Self::RestoreComplete if successfully => Service::FederateRestoreComplete,
            Self::RestoreComplete => Service::FederateRestoreNotComplete,
            Self::PublishObjectClass => Service::PublishObjectClassAttributes,
            Self::UnpublishObjectClass => Service::UnpublishObjectClassAttributes,
            Self::PublishInteractionClass => Service::PublishInteractionClass,
            Self::UnpublishInteractionClass => Service::UnpublishInteractionClass,
            Self::PublishDirected => Service::PublishObjectClassDirectedInteractions,
            Self::UnpublishDirected => Service::UnpublishObjectClassDirectedInteractions,
            Self::SubscribeObjectClass => Service::SubscribeObjectClassAttributes,
            Self::UnsubscribeObjectClass => Service::UnsubscribeObjectClassAttributes,
            Self::SubscribeInteractionClass => Service::SubscribeInteractionClass,
            Self::UnsubscribeInteractionClass => Service::UnsubscribeInteractionClass,
            Self::SubscribeDirected => Service::SubscribeObjectClassDirectedInteractions,
            Self::UnsubscribeDirected => Service::UnsubscribeObjectClassDirectedInteractions,
            Self::DeleteObjectInstance => Service::DeleteObjectInstance,
            Self::LocalDeleteObjectInstance => Service::LocalDeleteObjectInstance,
            Self::ChangeAttributeTransportation => {
                Service::RequestAttributeTransportationTypeChange
            }
            Self::ChangeInteractionTransportation => {
                Service::RequestInteractionTransportationTypeChange
            }
            Self::UnconditionalDivestiture => Service::UnconditionalAttributeOwnershipDivestiture,
            Self::EnableTimeRegulation => Service::EnableTimeRegulation,
            Self::DisableTimeRegulation => Service::DisableTimeRegulation,
            Self::EnableTimeConstrained => Service::EnableTimeConstrained,
            Self::DisableTimeConstrained => Service::DisableTimeConstrained,
            Self::TimeAdvanceRequest => Service::TimeAdvanceRequest,
            Self::TimeAdvanceRequestAvailable => Service::TimeAdvanceRequestAvailable,
            Self::NextMessageRequest => Service::NextMessageRequest,
            Self::NextMessageRequestAvailable => Service::NextMessageRequestAvailable,
            Self::FlushQueueRequest => Service::FlushQueueRequest,
            Self::EnableAsynchronousDelivery => Service::EnableAsynchronousDelivery,
            Self::DisableAsynchronousDelivery => Service::DisableAsynchronousDelivery,
            Self::ModifyLookahead => Service::ModifyLookahead,
            Self::ChangeAttributeOrder => Service::ChangeAttributeOrderType,
            Self::ChangeInteractionOrder => Service::ChangeInteractionOrderType,
            _ => return None,
        })
    }

    /// Whether it asks for a report and changes nothing.
    pub(crate) fn is_request(self) -> bool {
        self.path().split('.').nth(1) == Some("HLArequest")
    }

    /// Whether it concerns the federation as a whole and names no federate.
    pub(crate) fn is_of_federation(self) -> bool {
        matches!(
            self,
            Self::SetFederationSwitches
                | Self::RequestSynchronizationPoints
                | Self::RequestSynchronizationPointStatus
                | Self::RequestFederationModule
                | Self::RequestMim
                | Self::RequestWaiting
        )
    }
}

/// Whether an interaction of the class resigns a federate.
pub(crate) fn resigns(fdd: &Fdd, class: InteractionClassHandle) -> bool {
    Act::of(fdd, class) == Some(Act::Resign)
}

/// The edition of the MIM, which says how values of the MOM are encoded.
pub(crate) fn edition_of(fdd: &Fdd) -> Edition {
    let newer = format!("{MANAGER}.HLAfederate.HLArequest.HLArequestDirectedInteractionsSent");
    if fdd.interaction_class_named(&newer).is_some() {
        Edition::Hla2025
    } else {
        Edition::Hla2010
    }
}

/// The attribute of that name at a MOM class, if this MIM has it.
pub(crate) fn attribute(
    fdd: &Fdd,
    class: ObjectClassHandle,
    name: &str,
) -> Option<AttributeHandle> {
    fdd.attribute_named(fdd.object_class(class)?, name)
}

/// The report of that name below `HLAmanager.HLAfederate.HLAreport`.
pub(crate) fn federate_report(fdd: &Fdd, name: &str) -> Option<InteractionClassHandle> {
    fdd.interaction_class_named(&format!("{MANAGER}.HLAfederate.HLAreport.{name}"))
}

/// The report of that name below `HLAmanager.HLAfederation.HLAreport`.
pub(crate) fn federation_report(fdd: &Fdd, name: &str) -> Option<InteractionClassHandle> {
    fdd.interaction_class_named(&format!("{MANAGER}.HLAfederation.HLAreport.{name}"))
}
