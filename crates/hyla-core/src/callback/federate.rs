//! The federate's side of the callbacks: a method for each.
//!
//! Written by `make faces` from the table of services.

use std::sync::Arc;
use std::time::Duration;

use hyla_types::{
    AttributeHandle, AttributeHandleSet, FederateHandle, FederateHandleSet, FederateRestoreStatus,
    FederateSaveStatus, FederationExecutionInformation, FederationExecutionMemberInformation,
    InteractionClassHandle, LogicalTime, MessageRetractionHandle, ObjectClassHandle,
    ObjectInstanceHandle, RestoreFailureReason, SaveFailureReason,
    SynchronizationPointFailureReason, TransportationTypeHandle,
};

use super::{AttributeValues, Delivery, ParameterValues};

/// Callbacks of a federate: one method for each callback of the standard, each with an empty default body.
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
    /// `connectionLost` (4.4). The connection is gone; connect again to go on.
    fn connection_lost(&mut self, fault_description: &str) {}
    /// `reportFederationExecutions` (4.8).
    fn report_federation_executions(&mut self, report: &[FederationExecutionInformation]) {}
    /// `reportFederationExecutionMembers` (4.10, 2025).
    fn report_federation_execution_members(
        &mut self,
        federation_name: &str,
        report: &[FederationExecutionMemberInformation],
    ) {
    }
    /// `reportFederationExecutionDoesNotExist` (4.10, 2025).
    fn report_federation_execution_does_not_exist(&mut self, federation_name: &str) {}
    /// `federateResigned` (4.13, 2025). The RTI or another federate removed this one.
    fn federate_resigned(&mut self, reason_for_resign_description: &str) {}
    /// `synchronizationPointRegistrationSucceeded` (4.12 in 2010, 4.15 in 2025).
    fn synchronization_point_registration_succeeded(&mut self, synchronization_point_label: &str) {}
    /// `synchronizationPointRegistrationFailed` (4.12 in 2010, 4.15 in 2025).
    fn synchronization_point_registration_failed(
        &mut self,
        synchronization_point_label: &str,
        reason: SynchronizationPointFailureReason,
    ) {
    }
    /// `announceSynchronizationPoint` (4.13 in 2010, 4.16 in 2025).
    fn announce_synchronization_point(
        &mut self,
        synchronization_point_label: &str,
        user_supplied_tag: &[u8],
    ) {
    }
    /// `federationSynchronized` (4.15 in 2010, 4.18 in 2025). The set holds the federates that
    /// reported no success.
    fn federation_synchronized(
        &mut self,
        synchronization_point_label: &str,
        failed_to_sync_set: &FederateHandleSet,
    ) {
    }
    /// `initiateFederateSave` (4.17 in 2010, 4.20 in 2025). With a time if the save was requested
    /// with one.
    fn initiate_federate_save(&mut self, label: &str, time: Option<LogicalTime>) {}
    /// `federationSaved` (4.20 in 2010, 4.23 in 2025).
    fn federation_saved(&mut self) {}
    /// `federationNotSaved` (4.20 in 2010, 4.23 in 2025).
    fn federation_not_saved(&mut self, reason: SaveFailureReason) {}
    /// `federationSaveStatusResponse` (4.23 in 2010, 4.26 in 2025).
    fn federation_save_status_response(&mut self, response: &[FederateSaveStatus]) {}
    /// `requestFederationRestoreSucceeded` (4.25 in 2010, 4.28 in 2025).
    fn request_federation_restore_succeeded(&mut self, label: &str) {}
    /// `requestFederationRestoreFailed` (4.25 in 2010, 4.28 in 2025).
    fn request_federation_restore_failed(&mut self, label: &str) {}
    /// `federationRestoreBegun` (4.26 in 2010, 4.29 in 2025).
    fn federation_restore_begun(&mut self) {}
    /// `initiateFederateRestore` (4.27 in 2010, 4.30 in 2025). Name and handle are those after the
    /// restore.
    fn initiate_federate_restore(
        &mut self,
        label: &str,
        federate_name: &str,
        post_restore_federate_handle: FederateHandle,
    ) {
    }
    /// `federationRestored` (4.29 in 2010, 4.32 in 2025).
    fn federation_restored(&mut self) {}
    /// `federationNotRestored` (4.29 in 2010, 4.32 in 2025).
    fn federation_not_restored(&mut self, reason: RestoreFailureReason) {}
    /// `federationRestoreStatusResponse` (4.32 in 2010, 4.35 in 2025).
    fn federation_restore_status_response(&mut self, response: &[FederateRestoreStatus]) {}
    /// `startRegistrationForObjectClass` (5.10 in 2010, 5.14 in 2025).
    fn start_registration_for_object_class(&mut self, object_class: ObjectClassHandle) {}
    /// `stopRegistrationForObjectClass` (5.11 in 2010, 5.15 in 2025).
    fn stop_registration_for_object_class(&mut self, object_class: ObjectClassHandle) {}
    /// `turnInteractionsOn` (5.12 in 2010, 5.16 in 2025).
    fn turn_interactions_on(&mut self, interaction_class: InteractionClassHandle) {}
    /// `turnInteractionsOff` (5.13 in 2010, 5.17 in 2025).
    fn turn_interactions_off(&mut self, interaction_class: InteractionClassHandle) {}
    /// `objectInstanceNameReservationSucceeded` (6.3).
    fn object_instance_name_reservation_succeeded(&mut self, object_instance_name: &str) {}
    /// `objectInstanceNameReservationFailed` (6.3).
    fn object_instance_name_reservation_failed(&mut self, object_instance_name: &str) {}
    /// `multipleObjectInstanceNameReservationSucceeded` (6.6).
    fn multiple_object_instance_name_reservation_succeeded(
        &mut self,
        object_instance_names: &[String],
    ) {
    }
    /// `multipleObjectInstanceNameReservationFailed` (6.6).
    fn multiple_object_instance_name_reservation_failed(
        &mut self,
        object_instance_names: &[String],
    ) {
    }
    /// `discoverObjectInstance` (6.9). The producing federate is absent for a federate of 2010 that
    /// does not convey it.
    fn discover_object_instance(
        &mut self,
        object_instance: ObjectInstanceHandle,
        object_class: ObjectClassHandle,
        object_instance_name: &Arc<str>,
        producing_federate: Option<FederateHandle>,
    ) {
    }
    /// `reflectAttributeValues` (6.11).
    fn reflect_attribute_values(
        &mut self,
        object_instance: ObjectInstanceHandle,
        attribute_values: &AttributeValues<'_>,
        delivery: &Delivery<'_>,
    ) {
    }
    /// `receiveInteraction` (6.13).
    fn receive_interaction(
        &mut self,
        interaction_class: InteractionClassHandle,
        parameter_values: &ParameterValues<'_>,
        delivery: &Delivery<'_>,
    ) {
    }
    /// `receiveDirectedInteraction` (6.15, 2025).
    fn receive_directed_interaction(
        &mut self,
        interaction_class: InteractionClassHandle,
        object_instance: ObjectInstanceHandle,
        parameter_values: &ParameterValues<'_>,
        delivery: &Delivery<'_>,
    ) {
    }
    /// `removeObjectInstance` (6.15 in 2010, 6.17 in 2025). Its name and class can be asked until
    /// the callback returns.
    fn remove_object_instance(
        &mut self,
        object_instance: ObjectInstanceHandle,
        delivery: &Delivery<'_>,
    ) {
    }
    /// `attributesInScope` (6.17 in 2010, 6.19 in 2025).
    fn attributes_in_scope(
        &mut self,
        object_instance: ObjectInstanceHandle,
        attributes: &AttributeHandleSet,
    ) {
    }
    /// `attributesOutOfScope` (6.18 in 2010, 6.20 in 2025).
    fn attributes_out_of_scope(
        &mut self,
        object_instance: ObjectInstanceHandle,
        attributes: &AttributeHandleSet,
    ) {
    }
    /// `provideAttributeValueUpdate` (6.20 in 2010, 6.22 in 2025).
    fn provide_attribute_value_update(
        &mut self,
        object_instance: ObjectInstanceHandle,
        attributes: &AttributeHandleSet,
        user_supplied_tag: &[u8],
    ) {
    }
    /// `turnUpdatesOnForObjectInstance` (6.21 in 2010, 6.23 in 2025). Without a designator every
    /// update is wanted.
    fn turn_updates_on_for_object_instance(
        &mut self,
        object_instance: ObjectInstanceHandle,
        attributes: &AttributeHandleSet,
        update_rate_designator: Option<&str>,
    ) {
    }
    /// `turnUpdatesOffForObjectInstance` (6.22 in 2010, 6.24 in 2025).
    fn turn_updates_off_for_object_instance(
        &mut self,
        object_instance: ObjectInstanceHandle,
        attributes: &AttributeHandleSet,
    ) {
    }
    /// `confirmAttributeTransportationTypeChange` (6.24 in 2010, 6.26 in 2025).
    fn confirm_attribute_transportation_type_change(
        &mut self,
        object_instance: ObjectInstanceHandle,
        attributes: &AttributeHandleSet,
        transportation_type: TransportationTypeHandle,
    ) {
    }
    /// `reportAttributeTransportationType` (6.26 in 2010, 6.29 in 2025).
    fn report_attribute_transportation_type(
        &mut self,
        object_instance: ObjectInstanceHandle,
        attribute: AttributeHandle,
        transportation_type: TransportationTypeHandle,
    ) {
    }
    /// `confirmInteractionTransportationTypeChange` (6.28 in 2010, 6.31 in 2025).
    fn confirm_interaction_transportation_type_change(
        &mut self,
        interaction_class: InteractionClassHandle,
        transportation_type: TransportationTypeHandle,
    ) {
    }
    /// `reportInteractionTransportationType` (6.30 in 2010, 6.33 in 2025).
    fn report_interaction_transportation_type(
        &mut self,
        federate: FederateHandle,
        interaction_class: InteractionClassHandle,
        transportation_type: TransportationTypeHandle,
    ) {
    }
    /// `requestAttributeOwnershipAssumption` (7.4).
    fn request_attribute_ownership_assumption(
        &mut self,
        object_instance: ObjectInstanceHandle,
        offered_attributes: &AttributeHandleSet,
        user_supplied_tag: &[u8],
    ) {
    }
    /// `requestDivestitureConfirmation` (7.5). The tag is that of the federate that acquires the
    /// attributes (2025), empty in 2010.
    fn request_divestiture_confirmation(
        &mut self,
        object_instance: ObjectInstanceHandle,
        released_attributes: &AttributeHandleSet,
        user_supplied_tag: &[u8],
    ) {
    }
    /// `attributeOwnershipAcquisitionNotification` (7.7). The federate owns the attributes from
    /// this callback on.
    fn attribute_ownership_acquisition_notification(
        &mut self,
        object_instance: ObjectInstanceHandle,
        secured_attributes: &AttributeHandleSet,
        user_supplied_tag: &[u8],
    ) {
    }
    /// `attributeOwnershipUnavailable` (7.10). The tag is empty in 2010.
    fn attribute_ownership_unavailable(
        &mut self,
        object_instance: ObjectInstanceHandle,
        attributes: &AttributeHandleSet,
        user_supplied_tag: &[u8],
    ) {
    }
    /// `requestAttributeOwnershipRelease` (7.11).
    fn request_attribute_ownership_release(
        &mut self,
        object_instance: ObjectInstanceHandle,
        candidate_attributes: &AttributeHandleSet,
        user_supplied_tag: &[u8],
    ) {
    }
    /// `confirmAttributeOwnershipAcquisitionCancellation` (7.16).
    fn confirm_attribute_ownership_acquisition_cancellation(
        &mut self,
        object_instance: ObjectInstanceHandle,
        attributes: &AttributeHandleSet,
    ) {
    }
    /// `informAttributeOwnership` (7.18). In 2010 one callback for each attribute.
    fn inform_attribute_ownership(
        &mut self,
        object_instance: ObjectInstanceHandle,
        attributes: &AttributeHandleSet,
        owner: FederateHandle,
    ) {
    }
    /// `attributeIsNotOwned` (7.18). In 2010 one callback for each attribute.
    fn attribute_is_not_owned(
        &mut self,
        object_instance: ObjectInstanceHandle,
        attributes: &AttributeHandleSet,
    ) {
    }
    /// `attributeIsOwnedByRTI` (7.18). In 2010 one callback for each attribute.
    fn attribute_is_owned_by_rti(
        &mut self,
        object_instance: ObjectInstanceHandle,
        attributes: &AttributeHandleSet,
    ) {
    }
    /// `timeRegulationEnabled` (8.3).
    fn time_regulation_enabled(&mut self, time: LogicalTime) {}
    /// `timeConstrainedEnabled` (8.6).
    fn time_constrained_enabled(&mut self, time: LogicalTime) {}
    /// `flushQueueGrant` (8.13, 2025).
    fn flush_queue_grant(&mut self, time: LogicalTime, optimistic_time: LogicalTime) {}
    /// `timeAdvanceGrant` (8.13 in 2010, 8.14 in 2025).
    fn time_advance_grant(&mut self, time: LogicalTime) {}
    /// `requestRetraction` (8.22 in 2010, 8.23 in 2025). The message of this handle, which was
    /// delivered, no longer counts.
    fn request_retraction(&mut self, retraction: MessageRetractionHandle) {}
}
