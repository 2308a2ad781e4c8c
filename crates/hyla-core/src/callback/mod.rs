//! What a member hands to its federate: one variant for each callback of the standard.

mod values;

use std::sync::Arc;

use hyla_types::{
    AttributeHandle, AttributeHandleSet, FederateHandle, FederationExecutionInformation,
    FederationExecutionMemberInformation, InteractionClassHandle, LogicalTime,
    MessageRetractionHandle, ObjectClassHandle, ObjectInstanceHandle, OrderType, ParameterHandle,
    RegionHandleSet, Service, TransportationTypeHandle,
};

pub use values::{ValueHandle, ValueList};

/// Attribute values of a reflection.
pub type AttributeValues<'a> = ValueList<'a, AttributeHandle>;
/// Parameter values of an interaction.
pub type ParameterValues<'a> = ValueList<'a, ParameterHandle>;

/// What comes with reflections, interactions and removals besides the values.
#[derive(Clone, Debug, PartialEq)]
pub struct Delivery<'a> {
    /// Tag of the sender.
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

/// A callback. `'a` is the buffer that values are read from.
#[derive(Clone, Debug, PartialEq)]
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
        name: Arc<str>,
        producer: Option<FederateHandle>,
    },
    /// 6.11.
    ReflectAttributeValues {
        object: ObjectInstanceHandle,
        values: AttributeValues<'a>,
        delivery: Delivery<'a>,
    },
    /// 6.13.
    ReceiveInteraction {
        class: InteractionClassHandle,
        values: ParameterValues<'a>,
        delivery: Delivery<'a>,
    },
    /// 6.15 (2025).
    ReceiveDirectedInteraction {
        class: InteractionClassHandle,
        object: ObjectInstanceHandle,
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
        }
    }
}
