//! What a member hands to its federate: one variant for each callback of the standard.

mod federate;
mod values;

use std::sync::Arc;

use hyla_types::{
    AttributeHandle, AttributeHandleSet, FederateHandle, FederateHandleSet, FederateRestoreStatus,
    FederateSaveStatus, FederationExecutionInformation, FederationExecutionMemberInformation,
    InteractionClassHandle, LogicalTime, MessageRetractionHandle, ObjectClassHandle,
    ObjectInstanceHandle, OrderType, ParameterHandle, RegionHandleSet, RestoreFailureReason,
    SaveFailureReason, Service, SynchronizationPointFailureReason, TransportationTypeHandle,
};
use serde::{Deserialize, Serialize};

pub use federate::{FederateAmbassador, NullFederateAmbassador};
pub use values::{ValueHandle, ValueList};

/// Attribute values of a reflection.
pub type AttributeValues<'a> = ValueList<'a, AttributeHandle>;
/// Parameter values of an interaction.
pub type ParameterValues<'a> = ValueList<'a, ParameterHandle>;

/// What comes with reflections, interactions and removals besides the values.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Delivery<'a> {
    /// Tag of the sender. Callbacks that wait or travel have none.
    #[serde(skip)]
    pub tag: &'a [u8],
    /// Transportation type it was sent with.
    pub transportation: TransportationTypeHandle,
    /// Who sent it. `None` if the RTI did or if the federate (2010) does not want to know.
    pub producer: Option<FederateHandle>,
    /// Time that the sender gave.
    pub time: Option<LogicalTime>,
    /// Order in which it was sent.
    pub sent_order: OrderType,
    /// Order in which it is received.
    pub received_order: OrderType,
    /// Regions that it was sent with, if the federate wants to know.
    pub sent_regions: Option<RegionHandleSet>,
    /// Handle for a later retraction, if it was sent in time-stamp order.
    pub retraction: Option<MessageRetractionHandle>,
}

/// A callback. `'a` is the buffer that values are read from. Values are left out when a callback is
/// encoded: one that waits or travels borrows nothing.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[allow(missing_docs)] // fields bear the names of the standard's arguments
#[non_exhaustive]
pub enum Callback<'a> {
    /// 4.4: the connection to the RTI is gone.
    ConnectionLost { fault_description: String },
    /// 4.8.
    ReportFederationExecutions {
        executions: Vec<FederationExecutionInformation>,
    },
    /// 4.10 (2025).
    ReportFederationExecutionMembers {
        federation: String,
        members: Vec<FederationExecutionMemberInformation>,
    },
    /// 4.10 (2025).
    ReportFederationExecutionDoesNotExist { federation: String },
    /// 4.13 (2025).
    FederateResigned { reason: String },
    /// 4.12 in 2010, 4.15 in 2025.
    SynchronizationPointRegistrationSucceeded { label: String },
    /// 4.12 in 2010, 4.15 in 2025.
    SynchronizationPointRegistrationFailed {
        label: String,
        reason: SynchronizationPointFailureReason,
    },
    /// 4.13 in 2010, 4.16 in 2025.
    AnnounceSynchronizationPoint { label: String, tag: Vec<u8> },
    /// 4.15 in 2010, 4.18 in 2025. `failed` holds those that reported no success.
    FederationSynchronized {
        label: String,
        failed: FederateHandleSet,
    },
    /// 4.17 in 2010, 4.20 in 2025. With a time if the save was requested with one.
    InitiateFederateSave {
        label: String,
        time: Option<LogicalTime>,
    },
    /// 4.20 in 2010, 4.23 in 2025.
    FederationSaved,
    /// 4.20 in 2010, 4.23 in 2025.
    FederationNotSaved { reason: SaveFailureReason },
    /// 4.23 in 2010, 4.26 in 2025.
    FederationSaveStatusResponse { statuses: Vec<FederateSaveStatus> },
    /// 4.25 in 2010, 4.28 in 2025.
    RequestFederationRestoreSucceeded { label: String },
    /// 4.25 in 2010, 4.28 in 2025.
    RequestFederationRestoreFailed { label: String },
    /// 4.26 in 2010, 4.29 in 2025.
    FederationRestoreBegun,
    /// 4.27 in 2010, 4.30 in 2025. Name and handle that the federate has after the restore.
    InitiateFederateRestore {
        label: String,
        name: String,
        handle: FederateHandle,
    },
    /// 4.29 in 2010, 4.32 in 2025.
    FederationRestored,
    /// 4.29 in 2010, 4.32 in 2025.
    FederationNotRestored { reason: RestoreFailureReason },
    /// 4.32 in 2010, 4.35 in 2025.
    FederationRestoreStatusResponse {
        statuses: Vec<FederateRestoreStatus>,
    },
    /// 5.10 in 2010, 5.14 in 2025.
    StartRegistrationForObjectClass { class: ObjectClassHandle },
    /// 5.11 in 2010, 5.15 in 2025.
    StopRegistrationForObjectClass { class: ObjectClassHandle },
    /// 5.12 in 2010, 5.16 in 2025.
    TurnInteractionsOn { class: InteractionClassHandle },
    /// 5.13 in 2010, 5.17 in 2025.
    TurnInteractionsOff { class: InteractionClassHandle },
    /// 6.3.
    ObjectInstanceNameReservationSucceeded { name: String },
    /// 6.3.
    ObjectInstanceNameReservationFailed { name: String },
    /// 6.6.
    MultipleObjectInstanceNameReservationSucceeded { names: Vec<String> },
    /// 6.6.
    MultipleObjectInstanceNameReservationFailed { names: Vec<String> },
    /// 6.9.
    DiscoverObjectInstance {
        object: ObjectInstanceHandle,
        class: ObjectClassHandle,
        #[serde(with = "crate::message::shared_text")]
        name: Arc<str>,
        producer: Option<FederateHandle>,
    },
    /// 6.11.
    ReflectAttributeValues {
        object: ObjectInstanceHandle,
        #[serde(skip)]
        values: AttributeValues<'a>,
        delivery: Delivery<'a>,
    },
    /// 6.13.
    ReceiveInteraction {
        class: InteractionClassHandle,
        #[serde(skip)]
        values: ParameterValues<'a>,
        delivery: Delivery<'a>,
    },
    /// 6.15 (2025).
    ReceiveDirectedInteraction {
        class: InteractionClassHandle,
        object: ObjectInstanceHandle,
        #[serde(skip)]
        values: ParameterValues<'a>,
        delivery: Delivery<'a>,
    },
    /// 6.15 in 2010, 6.17 in 2025.
    RemoveObjectInstance {
        object: ObjectInstanceHandle,
        delivery: Delivery<'a>,
    },
    /// 6.17 in 2010, 6.19 in 2025.
    AttributesInScope {
        object: ObjectInstanceHandle,
        attributes: AttributeHandleSet,
    },
    /// 6.18 in 2010, 6.20 in 2025.
    AttributesOutOfScope {
        object: ObjectInstanceHandle,
        attributes: AttributeHandleSet,
    },
    /// 6.20 in 2010, 6.22 in 2025.
    ProvideAttributeValueUpdate {
        object: ObjectInstanceHandle,
        attributes: AttributeHandleSet,
        tag: Vec<u8>,
    },
    /// 6.21 in 2010, 6.23 in 2025. Without a rate: every update is wanted.
    TurnUpdatesOnForObjectInstance {
        object: ObjectInstanceHandle,
        attributes: AttributeHandleSet,
        update_rate_designator: Option<String>,
    },
    /// 6.22 in 2010, 6.24 in 2025.
    TurnUpdatesOffForObjectInstance {
        object: ObjectInstanceHandle,
        attributes: AttributeHandleSet,
    },
    /// 6.24 in 2010, 6.26 in 2025.
    ConfirmAttributeTransportationTypeChange {
        object: ObjectInstanceHandle,
        attributes: AttributeHandleSet,
        transportation: TransportationTypeHandle,
    },
    /// 6.26 in 2010, 6.29 in 2025.
    ReportAttributeTransportationType {
        object: ObjectInstanceHandle,
        attribute: AttributeHandle,
        transportation: TransportationTypeHandle,
    },
    /// 6.28 in 2010, 6.31 in 2025.
    ConfirmInteractionTransportationTypeChange {
        class: InteractionClassHandle,
        transportation: TransportationTypeHandle,
    },
    /// 6.30 in 2010, 6.33 in 2025.
    ReportInteractionTransportationType {
        federate: FederateHandle,
        class: InteractionClassHandle,
        transportation: TransportationTypeHandle,
    },
    /// 7.4.
    RequestAttributeOwnershipAssumption {
        object: ObjectInstanceHandle,
        attributes: AttributeHandleSet,
        tag: Vec<u8>,
    },
    /// 7.5. The tag is that of the taker (2025); empty in 2010.
    RequestDivestitureConfirmation {
        object: ObjectInstanceHandle,
        attributes: AttributeHandleSet,
        tag: Vec<u8>,
    },
    /// 7.7. The federate owns the attributes from this callback on.
    AttributeOwnershipAcquisitionNotification {
        object: ObjectInstanceHandle,
        attributes: AttributeHandleSet,
        tag: Vec<u8>,
    },
    /// 7.10. The tag is empty in 2010.
    AttributeOwnershipUnavailable {
        object: ObjectInstanceHandle,
        attributes: AttributeHandleSet,
        tag: Vec<u8>,
    },
    /// 7.11.
    RequestAttributeOwnershipRelease {
        object: ObjectInstanceHandle,
        attributes: AttributeHandleSet,
        tag: Vec<u8>,
    },
    /// 7.16.
    ConfirmAttributeOwnershipAcquisitionCancellation {
        object: ObjectInstanceHandle,
        attributes: AttributeHandleSet,
    },
    /// 7.18. In 2010 one callback for each attribute.
    InformAttributeOwnership {
        object: ObjectInstanceHandle,
        attributes: AttributeHandleSet,
        owner: FederateHandle,
    },
    /// 7.18. In 2010 one callback for each attribute.
    AttributeIsNotOwned {
        object: ObjectInstanceHandle,
        attributes: AttributeHandleSet,
    },
    /// 7.18. In 2010 one callback for each attribute.
    AttributeIsOwnedByRti {
        object: ObjectInstanceHandle,
        attributes: AttributeHandleSet,
    },
    /// 8.3.
    TimeRegulationEnabled { time: LogicalTime },
    /// 8.6.
    TimeConstrainedEnabled { time: LogicalTime },
    /// 8.13 (2025).
    FlushQueueGrant {
        time: LogicalTime,
        optimistic_time: LogicalTime,
    },
    /// 8.13 in 2010, 8.14 in 2025.
    TimeAdvanceGrant { time: LogicalTime },
    /// 8.22 in 2010, 8.23 in 2025. The message that bore this handle has been delivered and does not count any more.
    RequestRetraction { retraction: MessageRetractionHandle },
}

impl Callback<'_> {
    /// The callback's row in the table of services.
    #[must_use]
    pub fn service(&self) -> Service {
        match self {
            Self::ConnectionLost { .. } => Service::ConnectionLost,
            Self::ReportFederationExecutions { .. } => Service::ReportFederationExecutions,
            Self::ReportFederationExecutionMembers { .. } => {
                Service::ReportFederationExecutionMembers
            }
            Self::ReportFederationExecutionDoesNotExist { .. } => {
                Service::ReportFederationExecutionDoesNotExist
            }
            Self::FederateResigned { .. } => Service::FederateResigned,
            Self::SynchronizationPointRegistrationSucceeded { .. } => {
                Service::SynchronizationPointRegistrationSucceeded
            }
            Self::SynchronizationPointRegistrationFailed { .. } => {
                Service::SynchronizationPointRegistrationFailed
            }
            Self::AnnounceSynchronizationPoint { .. } => Service::AnnounceSynchronizationPoint,
            Self::FederationSynchronized { .. } => Service::FederationSynchronized,
            Self::InitiateFederateSave { .. } => Service::InitiateFederateSave,
            Self::FederationSaved => Service::FederationSaved,
            Self::FederationNotSaved { .. } => Service::FederationNotSaved,
            Self::FederationSaveStatusResponse { .. } => Service::FederationSaveStatusResponse,
            Self::RequestFederationRestoreSucceeded { .. } => {
                Service::RequestFederationRestoreSucceeded
            }
            Self::RequestFederationRestoreFailed { .. } => Service::RequestFederationRestoreFailed,
            Self::FederationRestoreBegun => Service::FederationRestoreBegun,
            Self::InitiateFederateRestore { .. } => Service::InitiateFederateRestore,
            Self::FederationRestored => Service::FederationRestored,
            Self::FederationNotRestored { .. } => Service::FederationNotRestored,
            Self::FederationRestoreStatusResponse { .. } => {
                Service::FederationRestoreStatusResponse
            }
            Self::StartRegistrationForObjectClass { .. } => {
                Service::StartRegistrationForObjectClass
            }
            Self::StopRegistrationForObjectClass { .. } => Service::StopRegistrationForObjectClass,
            Self::TurnInteractionsOn { .. } => Service::TurnInteractionsOn,
            Self::TurnInteractionsOff { .. } => Service::TurnInteractionsOff,
            Self::ObjectInstanceNameReservationSucceeded { .. } => {
                Service::ObjectInstanceNameReservationSucceeded
            }
            Self::ObjectInstanceNameReservationFailed { .. } => {
                Service::ObjectInstanceNameReservationFailed
            }
            Self::MultipleObjectInstanceNameReservationSucceeded { .. } => {
                Service::MultipleObjectInstanceNameReservationSucceeded
            }
            Self::MultipleObjectInstanceNameReservationFailed { .. } => {
                Service::MultipleObjectInstanceNameReservationFailed
            }
            Self::DiscoverObjectInstance { .. } => Service::DiscoverObjectInstance,
            Self::ReflectAttributeValues { .. } => Service::ReflectAttributeValues,
            Self::ReceiveInteraction { .. } => Service::ReceiveInteraction,
            Self::ReceiveDirectedInteraction { .. } => Service::ReceiveDirectedInteraction,
            Self::RemoveObjectInstance { .. } => Service::RemoveObjectInstance,
            Self::AttributesInScope { .. } => Service::AttributesInScope,
            Self::AttributesOutOfScope { .. } => Service::AttributesOutOfScope,
            Self::ProvideAttributeValueUpdate { .. } => Service::ProvideAttributeValueUpdate,
            Self::TurnUpdatesOnForObjectInstance { .. } => Service::TurnUpdatesOnForObjectInstance,
            Self::TurnUpdatesOffForObjectInstance { .. } => {
                Service::TurnUpdatesOffForObjectInstance
            }
            Self::ConfirmAttributeTransportationTypeChange { .. } => {
                Service::ConfirmAttributeTransportationTypeChange
            }
            Self::ReportAttributeTransportationType { .. } => {
                Service::ReportAttributeTransportationType
            }
            Self::ConfirmInteractionTransportationTypeChange { .. } => {
                Service::ConfirmInteractionTransportationTypeChange
            }
            Self::ReportInteractionTransportationType { .. } => {
                Service::ReportInteractionTransportationType
            }
            Self::RequestAttributeOwnershipAssumption { .. } => {
                Service::RequestAttributeOwnershipAssumption
            }
            Self::RequestDivestitureConfirmation { .. } => Service::RequestDivestitureConfirmation,
            Self::AttributeOwnershipAcquisitionNotification { .. } => {
                Service::AttributeOwnershipAcquisitionNotification
            }
            Self::AttributeOwnershipUnavailable { .. } => Service::AttributeOwnershipUnavailable,
            Self::RequestAttributeOwnershipRelease { .. } => {
                Service::RequestAttributeOwnershipRelease
            }
            Self::ConfirmAttributeOwnershipAcquisitionCancellation { .. } => {
                Service::ConfirmAttributeOwnershipAcquisitionCancellation
            }
            Self::InformAttributeOwnership { .. } => Service::InformAttributeOwnership,
            Self::AttributeIsNotOwned { .. } => Service::AttributeIsNotOwned,
            Self::AttributeIsOwnedByRti { .. } => Service::AttributeIsOwnedByRti,
            Self::TimeRegulationEnabled { .. } => Service::TimeRegulationEnabled,
            Self::TimeConstrainedEnabled { .. } => Service::TimeConstrainedEnabled,
            Self::FlushQueueGrant { .. } => Service::FlushQueueGrant,
            Self::TimeAdvanceGrant { .. } => Service::TimeAdvanceGrant,
            Self::RequestRetraction { .. } => Service::RequestRetraction,
        }
    }
}
