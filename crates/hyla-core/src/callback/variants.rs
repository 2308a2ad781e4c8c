//! One variant for each callback of the standard.
//!
//! Written by `make faces` from the table of services.

use std::sync::Arc;

use hyla_types::{
    AttributeHandle, AttributeHandleSet, FederateHandle, FederateHandleSet, FederateRestoreStatus,
    FederateSaveStatus, FederationExecutionInformation, FederationExecutionMemberInformation,
    InteractionClassHandle, LogicalTime, MessageRetractionHandle, ObjectClassHandle,
    ObjectInstanceHandle, RestoreFailureReason, SaveFailureReason, Service,
    SynchronizationPointFailureReason, TransportationTypeHandle,
};
use serde::{Deserialize, Serialize};

use super::{AttributeValues, Delivery, FederateAmbassador, ParameterValues};

/// A callback. `'a` is the buffer that values are read from. Values are left out when a callback is
/// encoded: one that waits or travels borrows nothing. Saves have the variants by their position.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[allow(missing_docs)] // fields bear the names of the standard's arguments in short
#[non_exhaustive]
pub enum Callback<'a> {
    /// `connectionLost` (4.4). The connection is gone; connect again to go on.
    ConnectionLost { fault_description: String },
    /// `reportFederationExecutions` (4.8).
    ReportFederationExecutions {
        executions: Vec<FederationExecutionInformation>,
    },
    /// `reportFederationExecutionMembers` (4.10, 2025).
    ReportFederationExecutionMembers {
        federation: String,
        members: Vec<FederationExecutionMemberInformation>,
    },
    /// `reportFederationExecutionDoesNotExist` (4.10, 2025).
    ReportFederationExecutionDoesNotExist { federation: String },
    /// `federateResigned` (4.13, 2025). The RTI or another federate removed this one.
    FederateResigned { reason: String },
    /// `synchronizationPointRegistrationSucceeded` (4.12 in 2010, 4.15 in 2025).
    SynchronizationPointRegistrationSucceeded { label: String },
    /// `synchronizationPointRegistrationFailed` (4.12 in 2010, 4.15 in 2025).
    SynchronizationPointRegistrationFailed {
        label: String,
        reason: SynchronizationPointFailureReason,
    },
    /// `announceSynchronizationPoint` (4.13 in 2010, 4.16 in 2025).
    AnnounceSynchronizationPoint { label: String, tag: Vec<u8> },
    /// `federationSynchronized` (4.15 in 2010, 4.18 in 2025). The set holds the federates that
    /// reported no success.
    FederationSynchronized {
        label: String,
        failed: FederateHandleSet,
    },
    /// `initiateFederateSave` (4.17 in 2010, 4.20 in 2025). With a time if the save was requested
    /// with one.
    InitiateFederateSave {
        label: String,
        time: Option<LogicalTime>,
    },
    /// `federationSaved` (4.20 in 2010, 4.23 in 2025).
    FederationSaved,
    /// `federationNotSaved` (4.20 in 2010, 4.23 in 2025).
    FederationNotSaved { reason: SaveFailureReason },
    /// `federationSaveStatusResponse` (4.23 in 2010, 4.26 in 2025).
    FederationSaveStatusResponse { statuses: Vec<FederateSaveStatus> },
    /// `requestFederationRestoreSucceeded` (4.25 in 2010, 4.28 in 2025).
    RequestFederationRestoreSucceeded { label: String },
    /// `requestFederationRestoreFailed` (4.25 in 2010, 4.28 in 2025).
    RequestFederationRestoreFailed { label: String },
    /// `federationRestoreBegun` (4.26 in 2010, 4.29 in 2025).
    FederationRestoreBegun,
    /// `initiateFederateRestore` (4.27 in 2010, 4.30 in 2025). Name and handle are those after the
    /// restore.
    InitiateFederateRestore {
        label: String,
        name: String,
        handle: FederateHandle,
    },
    /// `federationRestored` (4.29 in 2010, 4.32 in 2025).
    FederationRestored,
    /// `federationNotRestored` (4.29 in 2010, 4.32 in 2025).
    FederationNotRestored { reason: RestoreFailureReason },
    /// `federationRestoreStatusResponse` (4.32 in 2010, 4.35 in 2025).
    FederationRestoreStatusResponse {
        statuses: Vec<FederateRestoreStatus>,
    },
    /// `startRegistrationForObjectClass` (5.10 in 2010, 5.14 in 2025).
    StartRegistrationForObjectClass { class: ObjectClassHandle },
    /// `stopRegistrationForObjectClass` (5.11 in 2010, 5.15 in 2025).
    StopRegistrationForObjectClass { class: ObjectClassHandle },
    /// `turnInteractionsOn` (5.12 in 2010, 5.16 in 2025).
    TurnInteractionsOn { class: InteractionClassHandle },
    /// `turnInteractionsOff` (5.13 in 2010, 5.17 in 2025).
    TurnInteractionsOff { class: InteractionClassHandle },
    /// `objectInstanceNameReservationSucceeded` (6.3).
    ObjectInstanceNameReservationSucceeded { name: String },
    /// `objectInstanceNameReservationFailed` (6.3).
    ObjectInstanceNameReservationFailed { name: String },
    /// `multipleObjectInstanceNameReservationSucceeded` (6.6).
    MultipleObjectInstanceNameReservationSucceeded { names: Vec<String> },
    /// `multipleObjectInstanceNameReservationFailed` (6.6).
    MultipleObjectInstanceNameReservationFailed { names: Vec<String> },
    /// `discoverObjectInstance` (6.9). The producing federate is absent for a federate of 2010 that
    /// does not convey it.
    DiscoverObjectInstance {
        object: ObjectInstanceHandle,
        class: ObjectClassHandle,
        #[serde(with = "crate::message::shared_text")]
        name: Arc<str>,
        producer: Option<FederateHandle>,
    },
    /// `reflectAttributeValues` (6.11).
    ReflectAttributeValues {
        object: ObjectInstanceHandle,
        #[serde(skip)]
        values: AttributeValues<'a>,
        delivery: Delivery<'a>,
    },
    /// `receiveInteraction` (6.13).
    ReceiveInteraction {
        class: InteractionClassHandle,
        #[serde(skip)]
        values: ParameterValues<'a>,
        delivery: Delivery<'a>,
    },
    /// `receiveDirectedInteraction` (6.15, 2025).
    ReceiveDirectedInteraction {
        class: InteractionClassHandle,
        object: ObjectInstanceHandle,
        #[serde(skip)]
        values: ParameterValues<'a>,
        delivery: Delivery<'a>,
    },
    /// `removeObjectInstance` (6.15 in 2010, 6.17 in 2025). Its name and class can be asked until
    /// the callback returns.
    RemoveObjectInstance {
        object: ObjectInstanceHandle,
        delivery: Delivery<'a>,
    },
    /// `attributesInScope` (6.17 in 2010, 6.19 in 2025).
    AttributesInScope {
        object: ObjectInstanceHandle,
        attributes: AttributeHandleSet,
    },
    /// `attributesOutOfScope` (6.18 in 2010, 6.20 in 2025).
    AttributesOutOfScope {
        object: ObjectInstanceHandle,
        attributes: AttributeHandleSet,
    },
    /// `provideAttributeValueUpdate` (6.20 in 2010, 6.22 in 2025).
    ProvideAttributeValueUpdate {
        object: ObjectInstanceHandle,
        attributes: AttributeHandleSet,
        tag: Vec<u8>,
    },
    /// `turnUpdatesOnForObjectInstance` (6.21 in 2010, 6.23 in 2025). Without a designator every
    /// update is wanted.
    TurnUpdatesOnForObjectInstance {
        object: ObjectInstanceHandle,
        attributes: AttributeHandleSet,
        update_rate_designator: Option<String>,
    },
    /// `turnUpdatesOffForObjectInstance` (6.22 in 2010, 6.24 in 2025).
    TurnUpdatesOffForObjectInstance {
        object: ObjectInstanceHandle,
        attributes: AttributeHandleSet,
    },
    /// `confirmAttributeTransportationTypeChange` (6.24 in 2010, 6.26 in 2025).
    ConfirmAttributeTransportationTypeChange {
        object: ObjectInstanceHandle,
        attributes: AttributeHandleSet,
        transportation: TransportationTypeHandle,
    },
    /// `reportAttributeTransportationType` (6.26 in 2010, 6.29 in 2025).
    ReportAttributeTransportationType {
        object: ObjectInstanceHandle,
        attribute: AttributeHandle,
        transportation: TransportationTypeHandle,
    },
    /// `confirmInteractionTransportationTypeChange` (6.28 in 2010, 6.31 in 2025).
    ConfirmInteractionTransportationTypeChange {
        class: InteractionClassHandle,
        transportation: TransportationTypeHandle,
    },
    /// `reportInteractionTransportationType` (6.30 in 2010, 6.33 in 2025).
    ReportInteractionTransportationType {
        federate: FederateHandle,
        class: InteractionClassHandle,
        transportation: TransportationTypeHandle,
    },
    /// `requestAttributeOwnershipAssumption` (7.4).
    RequestAttributeOwnershipAssumption {
        object: ObjectInstanceHandle,
        attributes: AttributeHandleSet,
        tag: Vec<u8>,
    },
    /// `requestDivestitureConfirmation` (7.5). The tag is that of the federate that acquires the
    /// attributes (2025), empty in 2010.
    RequestDivestitureConfirmation {
        object: ObjectInstanceHandle,
        attributes: AttributeHandleSet,
        tag: Vec<u8>,
    },
    /// `attributeOwnershipAcquisitionNotification` (7.7). The federate owns the attributes from
    /// this callback on.
    AttributeOwnershipAcquisitionNotification {
        object: ObjectInstanceHandle,
        attributes: AttributeHandleSet,
        tag: Vec<u8>,
    },
    /// `attributeOwnershipUnavailable` (7.10). The tag is empty in 2010.
    AttributeOwnershipUnavailable {
        object: ObjectInstanceHandle,
        attributes: AttributeHandleSet,
        tag: Vec<u8>,
    },
    /// `requestAttributeOwnershipRelease` (7.11).
    RequestAttributeOwnershipRelease {
        object: ObjectInstanceHandle,
        attributes: AttributeHandleSet,
        tag: Vec<u8>,
    },
    /// `confirmAttributeOwnershipAcquisitionCancellation` (7.16).
    ConfirmAttributeOwnershipAcquisitionCancellation {
        object: ObjectInstanceHandle,
        attributes: AttributeHandleSet,
    },
    /// `informAttributeOwnership` (7.18). In 2010 one callback for each attribute.
    InformAttributeOwnership {
        object: ObjectInstanceHandle,
        attributes: AttributeHandleSet,
        owner: FederateHandle,
    },
    /// `attributeIsNotOwned` (7.18). In 2010 one callback for each attribute.
    AttributeIsNotOwned {
        object: ObjectInstanceHandle,
        attributes: AttributeHandleSet,
    },
    /// `attributeIsOwnedByRTI` (7.18). In 2010 one callback for each attribute.
    AttributeIsOwnedByRti {
        object: ObjectInstanceHandle,
        attributes: AttributeHandleSet,
    },
    /// `timeRegulationEnabled` (8.3).
    TimeRegulationEnabled { time: LogicalTime },
    /// `timeConstrainedEnabled` (8.6).
    TimeConstrainedEnabled { time: LogicalTime },
    /// `flushQueueGrant` (8.13, 2025).
    FlushQueueGrant {
        time: LogicalTime,
        optimistic_time: LogicalTime,
    },
    /// `timeAdvanceGrant` (8.13 in 2010, 8.14 in 2025).
    TimeAdvanceGrant { time: LogicalTime },
    /// `requestRetraction` (8.22 in 2010, 8.23 in 2025). The message of this handle, which was
    /// delivered, no longer counts.
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
            Self::FederationSaved { .. } => Service::FederationSaved,
            Self::FederationNotSaved { .. } => Service::FederationNotSaved,
            Self::FederationSaveStatusResponse { .. } => Service::FederationSaveStatusResponse,
            Self::RequestFederationRestoreSucceeded { .. } => {
                Service::RequestFederationRestoreSucceeded
            }
            Self::RequestFederationRestoreFailed { .. } => Service::RequestFederationRestoreFailed,
            Self::FederationRestoreBegun { .. } => Service::FederationRestoreBegun,
            Self::InitiateFederateRestore { .. } => Service::InitiateFederateRestore,
            Self::FederationRestored { .. } => Service::FederationRestored,
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

    /// Calls the method of the ambassador that belongs to the callback.
    pub fn deliver(&self, ambassador: &mut dyn FederateAmbassador) {
        match self {
            Self::ConnectionLost { fault_description } => {
                ambassador.connection_lost(fault_description);
            }
            Self::ReportFederationExecutions { executions } => {
                ambassador.report_federation_executions(executions);
            }
            Self::ReportFederationExecutionMembers {
                federation,
                members,
            } => {
                ambassador.report_federation_execution_members(federation, members);
            }
            Self::ReportFederationExecutionDoesNotExist { federation } => {
                ambassador.report_federation_execution_does_not_exist(federation);
            }
            Self::FederateResigned { reason } => {
                ambassador.federate_resigned(reason);
            }
            Self::SynchronizationPointRegistrationSucceeded { label } => {
                ambassador.synchronization_point_registration_succeeded(label);
            }
            Self::SynchronizationPointRegistrationFailed { label, reason } => {
                ambassador.synchronization_point_registration_failed(label, *reason);
            }
            Self::AnnounceSynchronizationPoint { label, tag } => {
                ambassador.announce_synchronization_point(label, tag);
            }
            Self::FederationSynchronized { label, failed } => {
                ambassador.federation_synchronized(label, failed);
            }
            Self::InitiateFederateSave { label, time } => {
                ambassador.initiate_federate_save(label, *time);
            }
            Self::FederationSaved => {
                ambassador.federation_saved();
            }
            Self::FederationNotSaved { reason } => {
                ambassador.federation_not_saved(*reason);
            }
            Self::FederationSaveStatusResponse { statuses } => {
                ambassador.federation_save_status_response(statuses);
            }
            Self::RequestFederationRestoreSucceeded { label } => {
                ambassador.request_federation_restore_succeeded(label);
            }
            Self::RequestFederationRestoreFailed { label } => {
                ambassador.request_federation_restore_failed(label);
            }
            Self::FederationRestoreBegun => {
                ambassador.federation_restore_begun();
            }
            Self::InitiateFederateRestore {
                label,
                name,
                handle,
            } => {
                ambassador.initiate_federate_restore(label, name, *handle);
            }
            Self::FederationRestored => {
                ambassador.federation_restored();
            }
            Self::FederationNotRestored { reason } => {
                ambassador.federation_not_restored(*reason);
            }
            Self::FederationRestoreStatusResponse { statuses } => {
                ambassador.federation_restore_status_response(statuses);
            }
            Self::StartRegistrationForObjectClass { class } => {
                ambassador.start_registration_for_object_class(*class);
            }
            Self::StopRegistrationForObjectClass { class } => {
                ambassador.stop_registration_for_object_class(*class);
            }
            Self::TurnInteractionsOn { class } => {
                ambassador.turn_interactions_on(*class);
            }
            Self::TurnInteractionsOff { class } => {
                ambassador.turn_interactions_off(*class);
            }
            Self::ObjectInstanceNameReservationSucceeded { name } => {
                ambassador.object_instance_name_reservation_succeeded(name);
            }
            Self::ObjectInstanceNameReservationFailed { name } => {
                ambassador.object_instance_name_reservation_failed(name);
            }
            Self::MultipleObjectInstanceNameReservationSucceeded { names } => {
                ambassador.multiple_object_instance_name_reservation_succeeded(names);
            }
            Self::MultipleObjectInstanceNameReservationFailed { names } => {
                ambassador.multiple_object_instance_name_reservation_failed(names);
            }
            Self::DiscoverObjectInstance {
                object,
                class,
                name,
                producer,
            } => {
                ambassador.discover_object_instance(*object, *class, name, *producer);
            }
            Self::ReflectAttributeValues {
                object,
                values,
                delivery,
            } => {
                ambassador.reflect_attribute_values(*object, values, delivery);
            }
            Self::ReceiveInteraction {
                class,
                values,
                delivery,
            } => {
                ambassador.receive_interaction(*class, values, delivery);
            }
            Self::ReceiveDirectedInteraction {
                class,
                object,
                values,
                delivery,
            } => {
                ambassador.receive_directed_interaction(*class, *object, values, delivery);
            }
            Self::RemoveObjectInstance { object, delivery } => {
                ambassador.remove_object_instance(*object, delivery);
            }
            Self::AttributesInScope { object, attributes } => {
                ambassador.attributes_in_scope(*object, attributes);
            }
            Self::AttributesOutOfScope { object, attributes } => {
                ambassador.attributes_out_of_scope(*object, attributes);
            }
            Self::ProvideAttributeValueUpdate {
                object,
                attributes,
                tag,
            } => {
                ambassador.provide_attribute_value_update(*object, attributes, tag);
            }
            Self::TurnUpdatesOnForObjectInstance {
                object,
                attributes,
                update_rate_designator,
            } => {
                ambassador.turn_updates_on_for_object_instance(
                    *object,
                    attributes,
                    update_rate_designator.as_deref(),
                );
            }
            Self::TurnUpdatesOffForObjectInstance { object, attributes } => {
                ambassador.turn_updates_off_for_object_instance(*object, attributes);
            }
            Self::ConfirmAttributeTransportationTypeChange {
                object,
                attributes,
                transportation,
            } => {
                ambassador.confirm_attribute_transportation_type_change(
                    *object,
                    attributes,
                    *transportation,
                );
            }
            Self::ReportAttributeTransportationType {
                object,
                attribute,
                transportation,
            } => {
                ambassador.report_attribute_transportation_type(
                    *object,
                    *attribute,
                    *transportation,
                );
            }
            Self::ConfirmInteractionTransportationTypeChange {
                class,
                transportation,
            } => {
                ambassador.confirm_interaction_transportation_type_change(*class, *transportation);
            }
            Self::ReportInteractionTransportationType {
                federate,
                class,
                transportation,
            } => {
                ambassador.report_interaction_transportation_type(
                    *federate,
                    *class,
                    *transportation,
                );
            }
            Self::RequestAttributeOwnershipAssumption {
                object,
                attributes,
                tag,
            } => {
                ambassador.request_attribute_ownership_assumption(*object, attributes, tag);
            }
            Self::RequestDivestitureConfirmation {
                object,
                attributes,
                tag,
            } => {
                ambassador.request_divestiture_confirmation(*object, attributes, tag);
            }
            Self::AttributeOwnershipAcquisitionNotification {
                object,
                attributes,
                tag,
            } => {
                ambassador.attribute_ownership_acquisition_notification(*object, attributes, tag);
            }
            Self::AttributeOwnershipUnavailable {
                object,
                attributes,
                tag,
            } => {
                ambassador.attribute_ownership_unavailable(*object, attributes, tag);
            }
            Self::RequestAttributeOwnershipRelease {
                object,
                attributes,
                tag,
            } => {
                ambassador.request_attribute_ownership_release(*object, attributes, tag);
            }
            Self::ConfirmAttributeOwnershipAcquisitionCancellation { object, attributes } => {
                ambassador
                    .confirm_attribute_ownership_acquisition_cancellation(*object, attributes);
            }
            Self::InformAttributeOwnership {
                object,
                attributes,
                owner,
            } => {
                ambassador.inform_attribute_ownership(*object, attributes, *owner);
            }
            Self::AttributeIsNotOwned { object, attributes } => {
                ambassador.attribute_is_not_owned(*object, attributes);
            }
            Self::AttributeIsOwnedByRti { object, attributes } => {
                ambassador.attribute_is_owned_by_rti(*object, attributes);
            }
            Self::TimeRegulationEnabled { time } => {
                ambassador.time_regulation_enabled(*time);
            }
            Self::TimeConstrainedEnabled { time } => {
                ambassador.time_constrained_enabled(*time);
            }
            Self::FlushQueueGrant {
                time,
                optimistic_time,
            } => {
                ambassador.flush_queue_grant(*time, *optimistic_time);
            }
            Self::TimeAdvanceGrant { time } => {
                ambassador.time_advance_grant(*time);
            }
            Self::RequestRetraction { retraction } => {
                ambassador.request_retraction(*retraction);
            }
        }
    }
}
