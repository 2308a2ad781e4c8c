//! The federate's side of the callbacks: a method for each.

use std::sync::Arc;
use std::time::Duration;

use hyla_types::{
    AttributeHandle, AttributeHandleSet, FederateHandle, FederateHandleSet, FederateRestoreStatus,
    FederateSaveStatus, FederationExecutionInformation, FederationExecutionMemberInformation,
    InteractionClassHandle, LogicalTime, MessageRetractionHandle, ObjectClassHandle,
    ObjectInstanceHandle, RestoreFailureReason, SaveFailureReason,
    SynchronizationPointFailureReason, TransportationTypeHandle,
};

use super::{AttributeValues, Callback, Delivery, ParameterValues};

/// What a federate is told: one method for each callback of the standard, each with a body that does
/// nothing. Clauses are given for 2010 and, where it differs, 2025.
///
/// Callbacks of one ambassador never run at the same time. With `HLA_EVOKED` they run on the thread
/// that evokes, with `HLA_IMMEDIATE` on a thread of Hyla. Services may be called from inside, through
/// a clone of the RTI ambassador, but for connect, disconnect, join, resign and evoke. A
/// panic is logged and counts as an ordinary return.
///
/// Values and tags are borrowed from the receive buffer: copy them to keep them after the call.
#[allow(unused_variables)]
pub trait FederateAmbassador: Send {
    /// Not of the standard: a message of `federate` has come later than the deadline of its transportation
    /// type's profile (`[qos.NAME]`, `deadline_us`) allows, by that much. The message itself follows.
    fn late_message(&mut self, federate: FederateHandle, profile: &str, late_by: Duration) {}
    /// 4.4: the connection is gone; connect again to go on.
    fn connection_lost(&mut self, fault_description: &str) {}
    /// 4.8.
    fn report_federation_executions(&mut self, executions: &[FederationExecutionInformation]) {}
    /// 4.10 (2025).
    fn report_federation_execution_members(
        &mut self,
        federation: &str,
        members: &[FederationExecutionMemberInformation],
    ) {
    }
    /// 4.10 (2025).
    fn report_federation_execution_does_not_exist(&mut self, federation: &str) {}
    /// 4.13 (2025): the RTI or another federate removed this one.
    fn federate_resigned(&mut self, reason: &str) {}
    /// 4.12, 4.15.
    fn synchronization_point_registration_succeeded(&mut self, label: &str) {}
    /// 4.12, 4.15.
    fn synchronization_point_registration_failed(
        &mut self,
        label: &str,
        reason: SynchronizationPointFailureReason,
    ) {
    }
    /// 4.13, 4.16.
    fn announce_synchronization_point(&mut self, label: &str, tag: &[u8]) {}
    /// 4.15, 4.18. `failed` holds those that reported no success.
    fn federation_synchronized(&mut self, label: &str, failed: &FederateHandleSet) {}
    /// 4.17, 4.20. With a time if the save was requested with one.
    fn initiate_federate_save(&mut self, label: &str, time: Option<LogicalTime>) {}
    /// 4.20, 4.23.
    fn federation_saved(&mut self) {}
    /// 4.20, 4.23.
    fn federation_not_saved(&mut self, reason: SaveFailureReason) {}
    /// 4.23, 4.26.
    fn federation_save_status_response(&mut self, statuses: &[FederateSaveStatus]) {}
    /// 4.25, 4.28.
    fn request_federation_restore_succeeded(&mut self, label: &str) {}
    /// 4.25, 4.28.
    fn request_federation_restore_failed(&mut self, label: &str) {}
    /// 4.26, 4.29.
    fn federation_restore_begun(&mut self) {}
    /// 4.27, 4.30. Name and handle that the federate has after the restore.
    fn initiate_federate_restore(&mut self, label: &str, name: &str, handle: FederateHandle) {}
    /// 4.29, 4.32.
    fn federation_restored(&mut self) {}
    /// 4.29, 4.32.
    fn federation_not_restored(&mut self, reason: RestoreFailureReason) {}
    /// 4.32, 4.35.
    fn federation_restore_status_response(&mut self, statuses: &[FederateRestoreStatus]) {}

    /// 5.10, 5.14.
    fn start_registration_for_object_class(&mut self, class: ObjectClassHandle) {}
    /// 5.11, 5.15.
    fn stop_registration_for_object_class(&mut self, class: ObjectClassHandle) {}
    /// 5.12, 5.16.
    fn turn_interactions_on(&mut self, class: InteractionClassHandle) {}
    /// 5.13, 5.17.
    fn turn_interactions_off(&mut self, class: InteractionClassHandle) {}

    /// 6.3.
    fn object_instance_name_reservation_succeeded(&mut self, name: &str) {}
    /// 6.3.
    fn object_instance_name_reservation_failed(&mut self, name: &str) {}
    /// 6.6.
    fn multiple_object_instance_name_reservation_succeeded(&mut self, names: &[String]) {}
    /// 6.6.
    fn multiple_object_instance_name_reservation_failed(&mut self, names: &[String]) {}
    /// 6.9. `producer` is absent for a federate of 2010 that does not convey it.
    fn discover_object_instance(
        &mut self,
        object: ObjectInstanceHandle,
        class: ObjectClassHandle,
        name: &Arc<str>,
        producer: Option<FederateHandle>,
    ) {
    }
    /// 6.11.
    fn reflect_attribute_values(
        &mut self,
        object: ObjectInstanceHandle,
        values: &AttributeValues<'_>,
        delivery: &Delivery<'_>,
    ) {
    }
    /// 6.13.
    fn receive_interaction(
        &mut self,
        class: InteractionClassHandle,
        values: &ParameterValues<'_>,
        delivery: &Delivery<'_>,
    ) {
    }
    /// 6.15 (2025).
    fn receive_directed_interaction(
        &mut self,
        class: InteractionClassHandle,
        object: ObjectInstanceHandle,
        values: &ParameterValues<'_>,
        delivery: &Delivery<'_>,
    ) {
    }
    /// 6.15, 6.17. Its name and class can be asked until the callback returns.
    fn remove_object_instance(&mut self, object: ObjectInstanceHandle, delivery: &Delivery<'_>) {}
    /// 6.17, 6.19.
    fn attributes_in_scope(
        &mut self,
        object: ObjectInstanceHandle,
        attributes: &AttributeHandleSet,
    ) {
    }
    /// 6.18, 6.20.
    fn attributes_out_of_scope(
        &mut self,
        object: ObjectInstanceHandle,
        attributes: &AttributeHandleSet,
    ) {
    }
    /// 6.20, 6.22.
    fn provide_attribute_value_update(
        &mut self,
        object: ObjectInstanceHandle,
        attributes: &AttributeHandleSet,
        tag: &[u8],
    ) {
    }
    /// 6.21, 6.23. Without a designator every update is wanted.
    fn turn_updates_on_for_object_instance(
        &mut self,
        object: ObjectInstanceHandle,
        attributes: &AttributeHandleSet,
        update_rate_designator: Option<&str>,
    ) {
    }
    /// 6.22, 6.24.
    fn turn_updates_off_for_object_instance(
        &mut self,
        object: ObjectInstanceHandle,
        attributes: &AttributeHandleSet,
    ) {
    }
    /// 6.24, 6.26.
    fn confirm_attribute_transportation_type_change(
        &mut self,
        object: ObjectInstanceHandle,
        attributes: &AttributeHandleSet,
        transportation: TransportationTypeHandle,
    ) {
    }
    /// 6.26, 6.29.
    fn report_attribute_transportation_type(
        &mut self,
        object: ObjectInstanceHandle,
        attribute: AttributeHandle,
        transportation: TransportationTypeHandle,
    ) {
    }
    /// 6.28, 6.31.
    fn confirm_interaction_transportation_type_change(
        &mut self,
        class: InteractionClassHandle,
        transportation: TransportationTypeHandle,
    ) {
    }
    /// 6.30, 6.33.
    fn report_interaction_transportation_type(
        &mut self,
        federate: FederateHandle,
        class: InteractionClassHandle,
        transportation: TransportationTypeHandle,
    ) {
    }

    /// 7.4.
    fn request_attribute_ownership_assumption(
        &mut self,
        object: ObjectInstanceHandle,
        attributes: &AttributeHandleSet,
        tag: &[u8],
    ) {
    }
    /// 7.5. The tag is that of the taker (2025); empty in 2010.
    fn request_divestiture_confirmation(
        &mut self,
        object: ObjectInstanceHandle,
        attributes: &AttributeHandleSet,
        tag: &[u8],
    ) {
    }
    /// 7.7. The federate owns the attributes from this callback on.
    fn attribute_ownership_acquisition_notification(
        &mut self,
        object: ObjectInstanceHandle,
        attributes: &AttributeHandleSet,
        tag: &[u8],
    ) {
    }
    /// 7.10. The tag is empty in 2010.
    fn attribute_ownership_unavailable(
        &mut self,
        object: ObjectInstanceHandle,
        attributes: &AttributeHandleSet,
        tag: &[u8],
    ) {
    }
    /// 7.11.
    fn request_attribute_ownership_release(
        &mut self,
        object: ObjectInstanceHandle,
        attributes: &AttributeHandleSet,
        tag: &[u8],
    ) {
    }
    /// 7.16.
    fn confirm_attribute_ownership_acquisition_cancellation(
        &mut self,
        object: ObjectInstanceHandle,
        attributes: &AttributeHandleSet,
    ) {
    }
    /// 7.18. In 2010 one callback for each attribute.
    fn inform_attribute_ownership(
        &mut self,
        object: ObjectInstanceHandle,
        attributes: &AttributeHandleSet,
        owner: FederateHandle,
    ) {
    }
    /// 7.18. In 2010 one callback for each attribute.
    fn attribute_is_not_owned(
        &mut self,
        object: ObjectInstanceHandle,
        attributes: &AttributeHandleSet,
    ) {
    }
    /// 7.18. In 2010 one callback for each attribute.
    fn attribute_is_owned_by_rti(
        &mut self,
        object: ObjectInstanceHandle,
        attributes: &AttributeHandleSet,
    ) {
    }
    /// 8.3.
    fn time_regulation_enabled(&mut self, time: LogicalTime) {}
    /// 8.6.
    fn time_constrained_enabled(&mut self, time: LogicalTime) {}
    /// 8.13 (2025).
    fn flush_queue_grant(&mut self, time: LogicalTime, optimistic_time: LogicalTime) {}
    /// 8.13, 8.14.
    fn time_advance_grant(&mut self, time: LogicalTime) {}
    /// 8.22, 8.23. The message that bore this handle has been delivered and does not count any more.
    fn request_retraction(&mut self, retraction: MessageRetractionHandle) {}
}

/// A federate that ignores all callbacks.
#[derive(Clone, Copy, Debug, Default)]
pub struct NullFederateAmbassador;

impl FederateAmbassador for NullFederateAmbassador {}

impl Callback<'_> {
    /// Calls the method of `federate` that belongs to the callback.
    pub fn deliver(&self, federate: &mut dyn FederateAmbassador) {
        match self {
            Callback::ConnectionLost { fault_description } => {
                federate.connection_lost(fault_description);
            }
            Callback::ReportFederationExecutions { executions } => {
                federate.report_federation_executions(executions);
            }
            Callback::ReportFederationExecutionMembers {
                federation,
                members,
            } => {
                federate.report_federation_execution_members(federation, members);
            }
            Callback::ReportFederationExecutionDoesNotExist { federation } => {
                federate.report_federation_execution_does_not_exist(federation);
            }
            Callback::FederateResigned { reason } => federate.federate_resigned(reason),
            Callback::SynchronizationPointRegistrationSucceeded { label } => {
                federate.synchronization_point_registration_succeeded(label);
            }
            Callback::SynchronizationPointRegistrationFailed { label, reason } => {
                federate.synchronization_point_registration_failed(label, *reason);
            }
            Callback::AnnounceSynchronizationPoint { label, tag } => {
                federate.announce_synchronization_point(label, tag);
            }
            Callback::FederationSynchronized { label, failed } => {
                federate.federation_synchronized(label, failed);
            }
            Callback::InitiateFederateSave { label, time } => {
                federate.initiate_federate_save(label, *time);
            }
            Callback::FederationSaved => federate.federation_saved(),
            Callback::FederationNotSaved { reason } => federate.federation_not_saved(*reason),
            Callback::FederationSaveStatusResponse { statuses } => {
                federate.federation_save_status_response(statuses);
            }
            Callback::RequestFederationRestoreSucceeded { label } => {
                federate.request_federation_restore_succeeded(label);
            }
            Callback::RequestFederationRestoreFailed { label } => {
                federate.request_federation_restore_failed(label);
            }
            Callback::FederationRestoreBegun => federate.federation_restore_begun(),
            Callback::InitiateFederateRestore {
                label,
                name,
                handle,
            } => federate.initiate_federate_restore(label, name, *handle),
            Callback::FederationRestored => federate.federation_restored(),
            Callback::FederationNotRestored { reason } => federate.federation_not_restored(*reason),
            Callback::FederationRestoreStatusResponse { statuses } => {
                federate.federation_restore_status_response(statuses);
            }
            Callback::StartRegistrationForObjectClass { class } => {
                federate.start_registration_for_object_class(*class);
            }
            Callback::StopRegistrationForObjectClass { class } => {
                federate.stop_registration_for_object_class(*class);
            }
            Callback::TurnInteractionsOn { class } => federate.turn_interactions_on(*class),
            Callback::TurnInteractionsOff { class } => federate.turn_interactions_off(*class),
            Callback::ObjectInstanceNameReservationSucceeded { name } => {
                federate.object_instance_name_reservation_succeeded(name);
            }
            Callback::ObjectInstanceNameReservationFailed { name } => {
                federate.object_instance_name_reservation_failed(name);
            }
            Callback::MultipleObjectInstanceNameReservationSucceeded { names } => {
                federate.multiple_object_instance_name_reservation_succeeded(names);
            }
            Callback::MultipleObjectInstanceNameReservationFailed { names } => {
                federate.multiple_object_instance_name_reservation_failed(names);
            }
            Callback::DiscoverObjectInstance {
                object,
                class,
                name,
                producer,
            } => {
                federate.discover_object_instance(*object, *class, name, *producer);
            }
            Callback::ReflectAttributeValues {
                object,
                values,
                delivery,
            } => {
                federate.reflect_attribute_values(*object, values, delivery);
            }
            Callback::ReceiveInteraction {
                class,
                values,
                delivery,
            } => {
                federate.receive_interaction(*class, values, delivery);
            }
            Callback::ReceiveDirectedInteraction {
                class,
                object,
                values,
                delivery,
            } => {
                federate.receive_directed_interaction(*class, *object, values, delivery);
            }
            Callback::RemoveObjectInstance { object, delivery } => {
                federate.remove_object_instance(*object, delivery);
            }
            Callback::AttributesInScope { object, attributes } => {
                federate.attributes_in_scope(*object, attributes);
            }
            Callback::AttributesOutOfScope { object, attributes } => {
                federate.attributes_out_of_scope(*object, attributes);
            }
            Callback::ProvideAttributeValueUpdate {
                object,
                attributes,
                tag,
            } => {
                federate.provide_attribute_value_update(*object, attributes, tag);
            }
            Callback::TurnUpdatesOnForObjectInstance {
                object,
                attributes,
                update_rate_designator: rate,
            } => federate.turn_updates_on_for_object_instance(*object, attributes, rate.as_deref()),
            Callback::TurnUpdatesOffForObjectInstance { object, attributes } => {
                federate.turn_updates_off_for_object_instance(*object, attributes);
            }
            Callback::ConfirmAttributeTransportationTypeChange {
                object,
                attributes,
                transportation,
            } => federate.confirm_attribute_transportation_type_change(
                *object,
                attributes,
                *transportation,
            ),
            Callback::ReportAttributeTransportationType {
                object,
                attribute,
                transportation,
            } => {
                federate.report_attribute_transportation_type(*object, *attribute, *transportation);
            }
            Callback::ConfirmInteractionTransportationTypeChange {
                class,
                transportation,
            } => {
                federate.confirm_interaction_transportation_type_change(*class, *transportation);
            }
            Callback::ReportInteractionTransportationType {
                federate: owner,
                class,
                transportation,
            } => {
                federate.report_interaction_transportation_type(*owner, *class, *transportation);
            }
            Callback::RequestAttributeOwnershipAssumption {
                object,
                attributes,
                tag,
            } => federate.request_attribute_ownership_assumption(*object, attributes, tag),
            Callback::RequestDivestitureConfirmation {
                object,
                attributes,
                tag,
            } => federate.request_divestiture_confirmation(*object, attributes, tag),
            Callback::AttributeOwnershipAcquisitionNotification {
                object,
                attributes,
                tag,
            } => federate.attribute_ownership_acquisition_notification(*object, attributes, tag),
            Callback::AttributeOwnershipUnavailable {
                object,
                attributes,
                tag,
            } => federate.attribute_ownership_unavailable(*object, attributes, tag),
            Callback::RequestAttributeOwnershipRelease {
                object,
                attributes,
                tag,
            } => federate.request_attribute_ownership_release(*object, attributes, tag),
            Callback::ConfirmAttributeOwnershipAcquisitionCancellation { object, attributes } => {
                federate.confirm_attribute_ownership_acquisition_cancellation(*object, attributes);
            }
            Callback::InformAttributeOwnership {
                object,
                attributes,
                owner,
            } => federate.inform_attribute_ownership(*object, attributes, *owner),
            Callback::AttributeIsNotOwned { object, attributes } => {
                federate.attribute_is_not_owned(*object, attributes);
            }
            Callback::AttributeIsOwnedByRti { object, attributes } => {
                federate.attribute_is_owned_by_rti(*object, attributes);
            }
            Callback::TimeRegulationEnabled { time } => federate.time_regulation_enabled(*time),
            Callback::TimeConstrainedEnabled { time } => federate.time_constrained_enabled(*time),
            Callback::FlushQueueGrant {
                time,
                optimistic_time,
            } => federate.flush_queue_grant(*time, *optimistic_time),
            Callback::TimeAdvanceGrant { time } => federate.time_advance_grant(*time),
            Callback::RequestRetraction { retraction } => federate.request_retraction(*retraction),
        }
    }
}
