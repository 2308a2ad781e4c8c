//! The table of function pointers.
//!
//! Written by `make faces` from the table of services.

use std::ffi::c_void;

use crate::{
    hyla_attribute_handle, hyla_bytes, hyla_delivery, hyla_federate_handle,
    hyla_federate_restore_statuses, hyla_federate_save_statuses, hyla_federation_execution_members,
    hyla_federation_executions, hyla_handles, hyla_interaction_class_handle,
    hyla_message_retraction_handle, hyla_object_class_handle, hyla_object_instance_handle,
    hyla_restore_failure_reason, hyla_save_failure_reason,
    hyla_synchronization_point_failure_reason, hyla_text, hyla_texts, hyla_time,
    hyla_transportation_type_handle, hyla_values,
};

/// Callbacks of a federate: one function for each callback of the standard. Null stands for callbacks that are
/// not wanted.
///
/// Callbacks of one ambassador never run at the same time. With `HLA_EVOKED` they run on the thread that
/// evokes, with `HLA_IMMEDIATE` on a thread of Hyla. Services may be called from inside but for connect,
/// disconnect, join, resign and evoke. Borrowed arguments are valid until the callback returns: copy data that outlives
/// it. A callback must return: no C++ exception and no longjmp may leave it.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct hyla_federate_ambassador {
    /// `sizeof(hyla_federate_ambassador)` where the program was compiled: later versions may have further
    /// callbacks at the end.
    pub size: usize,
    /// The first argument of each callback.
    pub context: *mut c_void,
    /// No callback comes any more: `context` may be freed. Called once for each connect, also for one that
    /// fails; then before it returns.
    pub dropped: Option<unsafe extern "C" fn(context: *mut c_void)>,
    /// `connectionLost` (4.4). The connection is gone; connect again to go on.
    pub connection_lost:
        Option<unsafe extern "C" fn(context: *mut c_void, fault_description: hyla_text<'_>)>,
    /// `reportFederationExecutions` (4.8).
    pub report_federation_executions:
        Option<unsafe extern "C" fn(context: *mut c_void, report: hyla_federation_executions<'_>)>,
    /// `reportFederationExecutionMembers` (4.10, 2025).
    pub report_federation_execution_members: Option<
        unsafe extern "C" fn(
            context: *mut c_void,
            federation_name: hyla_text<'_>,
            report: hyla_federation_execution_members<'_>,
        ),
    >,
    /// `reportFederationExecutionDoesNotExist` (4.10, 2025).
    pub report_federation_execution_does_not_exist:
        Option<unsafe extern "C" fn(context: *mut c_void, federation_name: hyla_text<'_>)>,
    /// `federateResigned` (4.13, 2025). The RTI or another federate removed this one.
    pub federate_resigned: Option<
        unsafe extern "C" fn(context: *mut c_void, reason_for_resign_description: hyla_text<'_>),
    >,
    /// `synchronizationPointRegistrationSucceeded` (4.12 in 2010, 4.15 in 2025).
    pub synchronization_point_registration_succeeded: Option<
        unsafe extern "C" fn(context: *mut c_void, synchronization_point_label: hyla_text<'_>),
    >,
    /// `synchronizationPointRegistrationFailed` (4.12 in 2010, 4.15 in 2025).
    pub synchronization_point_registration_failed: Option<
        unsafe extern "C" fn(
            context: *mut c_void,
            synchronization_point_label: hyla_text<'_>,
            reason: hyla_synchronization_point_failure_reason,
        ),
    >,
    /// `announceSynchronizationPoint` (4.13 in 2010, 4.16 in 2025).
    pub announce_synchronization_point: Option<
        unsafe extern "C" fn(
            context: *mut c_void,
            synchronization_point_label: hyla_text<'_>,
            user_supplied_tag: hyla_bytes<'_>,
        ),
    >,
    /// `federationSynchronized` (4.15 in 2010, 4.18 in 2025). The set holds the federates that reported no
    /// success.
    pub federation_synchronized: Option<
        unsafe extern "C" fn(
            context: *mut c_void,
            synchronization_point_label: hyla_text<'_>,
            failed_to_sync_set: hyla_handles<'_>,
        ),
    >,
    /// `initiateFederateSave` (4.17 in 2010, 4.20 in 2025). With a time if the save was requested with one.
    pub initiate_federate_save: Option<
        unsafe extern "C" fn(context: *mut c_void, label: hyla_text<'_>, time: Option<&hyla_time>),
    >,
    /// `federationSaved` (4.20 in 2010, 4.23 in 2025).
    pub federation_saved: Option<unsafe extern "C" fn(context: *mut c_void)>,
    /// `federationNotSaved` (4.20 in 2010, 4.23 in 2025).
    pub federation_not_saved:
        Option<unsafe extern "C" fn(context: *mut c_void, reason: hyla_save_failure_reason)>,
    /// `federationSaveStatusResponse` (4.23 in 2010, 4.26 in 2025).
    pub federation_save_status_response: Option<
        unsafe extern "C" fn(context: *mut c_void, response: hyla_federate_save_statuses<'_>),
    >,
    /// `requestFederationRestoreSucceeded` (4.25 in 2010, 4.28 in 2025).
    pub request_federation_restore_succeeded:
        Option<unsafe extern "C" fn(context: *mut c_void, label: hyla_text<'_>)>,
    /// `requestFederationRestoreFailed` (4.25 in 2010, 4.28 in 2025).
    pub request_federation_restore_failed:
        Option<unsafe extern "C" fn(context: *mut c_void, label: hyla_text<'_>)>,
    /// `federationRestoreBegun` (4.26 in 2010, 4.29 in 2025).
    pub federation_restore_begun: Option<unsafe extern "C" fn(context: *mut c_void)>,
    /// `initiateFederateRestore` (4.27 in 2010, 4.30 in 2025). Name and handle are those after the restore.
    pub initiate_federate_restore: Option<
        unsafe extern "C" fn(
            context: *mut c_void,
            label: hyla_text<'_>,
            federate_name: hyla_text<'_>,
            post_restore_federate_handle: hyla_federate_handle,
        ),
    >,
    /// `federationRestored` (4.29 in 2010, 4.32 in 2025).
    pub federation_restored: Option<unsafe extern "C" fn(context: *mut c_void)>,
    /// `federationNotRestored` (4.29 in 2010, 4.32 in 2025).
    pub federation_not_restored:
        Option<unsafe extern "C" fn(context: *mut c_void, reason: hyla_restore_failure_reason)>,
    /// `federationRestoreStatusResponse` (4.32 in 2010, 4.35 in 2025).
    pub federation_restore_status_response: Option<
        unsafe extern "C" fn(context: *mut c_void, response: hyla_federate_restore_statuses<'_>),
    >,
    /// `startRegistrationForObjectClass` (5.10 in 2010, 5.14 in 2025).
    pub start_registration_for_object_class:
        Option<unsafe extern "C" fn(context: *mut c_void, object_class: hyla_object_class_handle)>,
    /// `stopRegistrationForObjectClass` (5.11 in 2010, 5.15 in 2025).
    pub stop_registration_for_object_class:
        Option<unsafe extern "C" fn(context: *mut c_void, object_class: hyla_object_class_handle)>,
    /// `turnInteractionsOn` (5.12 in 2010, 5.16 in 2025).
    pub turn_interactions_on: Option<
        unsafe extern "C" fn(
            context: *mut c_void,
            interaction_class: hyla_interaction_class_handle,
        ),
    >,
    /// `turnInteractionsOff` (5.13 in 2010, 5.17 in 2025).
    pub turn_interactions_off: Option<
        unsafe extern "C" fn(
            context: *mut c_void,
            interaction_class: hyla_interaction_class_handle,
        ),
    >,
    /// `objectInstanceNameReservationSucceeded` (6.3).
    pub object_instance_name_reservation_succeeded:
        Option<unsafe extern "C" fn(context: *mut c_void, object_instance_name: hyla_text<'_>)>,
    /// `objectInstanceNameReservationFailed` (6.3).
    pub object_instance_name_reservation_failed:
        Option<unsafe extern "C" fn(context: *mut c_void, object_instance_name: hyla_text<'_>)>,
    /// `multipleObjectInstanceNameReservationSucceeded` (6.6).
    pub multiple_object_instance_name_reservation_succeeded:
        Option<unsafe extern "C" fn(context: *mut c_void, object_instance_names: hyla_texts<'_>)>,
    /// `multipleObjectInstanceNameReservationFailed` (6.6).
    pub multiple_object_instance_name_reservation_failed:
        Option<unsafe extern "C" fn(context: *mut c_void, object_instance_names: hyla_texts<'_>)>,
    /// `discoverObjectInstance` (6.9). The producing federate is absent for a federate of 2010 that does not
    /// convey it. `producing_federate` is 0 then.
    pub discover_object_instance: Option<
        unsafe extern "C" fn(
            context: *mut c_void,
            object_instance: hyla_object_instance_handle,
            object_class: hyla_object_class_handle,
            object_instance_name: hyla_text<'_>,
            producing_federate: hyla_federate_handle,
        ),
    >,
    /// `reflectAttributeValues` (6.11).
    pub reflect_attribute_values: Option<
        unsafe extern "C" fn(
            context: *mut c_void,
            object_instance: hyla_object_instance_handle,
            attribute_values: hyla_values<'_>,
            delivery: &hyla_delivery<'_>,
        ),
    >,
    /// `receiveInteraction` (6.13).
    pub receive_interaction: Option<
        unsafe extern "C" fn(
            context: *mut c_void,
            interaction_class: hyla_interaction_class_handle,
            parameter_values: hyla_values<'_>,
            delivery: &hyla_delivery<'_>,
        ),
    >,
    /// `receiveDirectedInteraction` (6.15, 2025).
    pub receive_directed_interaction: Option<
        unsafe extern "C" fn(
            context: *mut c_void,
            interaction_class: hyla_interaction_class_handle,
            object_instance: hyla_object_instance_handle,
            parameter_values: hyla_values<'_>,
            delivery: &hyla_delivery<'_>,
        ),
    >,
    /// `removeObjectInstance` (6.15 in 2010, 6.17 in 2025). Its name and class can be asked until the
    /// callback returns.
    pub remove_object_instance: Option<
        unsafe extern "C" fn(
            context: *mut c_void,
            object_instance: hyla_object_instance_handle,
            delivery: &hyla_delivery<'_>,
        ),
    >,
    /// `attributesInScope` (6.17 in 2010, 6.19 in 2025).
    pub attributes_in_scope: Option<
        unsafe extern "C" fn(
            context: *mut c_void,
            object_instance: hyla_object_instance_handle,
            attributes: hyla_handles<'_>,
        ),
    >,
    /// `attributesOutOfScope` (6.18 in 2010, 6.20 in 2025).
    pub attributes_out_of_scope: Option<
        unsafe extern "C" fn(
            context: *mut c_void,
            object_instance: hyla_object_instance_handle,
            attributes: hyla_handles<'_>,
        ),
    >,
    /// `provideAttributeValueUpdate` (6.20 in 2010, 6.22 in 2025).
    pub provide_attribute_value_update: Option<
        unsafe extern "C" fn(
            context: *mut c_void,
            object_instance: hyla_object_instance_handle,
            attributes: hyla_handles<'_>,
            user_supplied_tag: hyla_bytes<'_>,
        ),
    >,
    /// `turnUpdatesOnForObjectInstance` (6.21 in 2010, 6.23 in 2025). Without a designator every update is
    /// wanted.
    pub turn_updates_on_for_object_instance: Option<
        unsafe extern "C" fn(
            context: *mut c_void,
            object_instance: hyla_object_instance_handle,
            attributes: hyla_handles<'_>,
            update_rate_designator: Option<&hyla_text<'_>>,
        ),
    >,
    /// `turnUpdatesOffForObjectInstance` (6.22 in 2010, 6.24 in 2025).
    pub turn_updates_off_for_object_instance: Option<
        unsafe extern "C" fn(
            context: *mut c_void,
            object_instance: hyla_object_instance_handle,
            attributes: hyla_handles<'_>,
        ),
    >,
    /// `confirmAttributeTransportationTypeChange` (6.24 in 2010, 6.26 in 2025).
    pub confirm_attribute_transportation_type_change: Option<
        unsafe extern "C" fn(
            context: *mut c_void,
            object_instance: hyla_object_instance_handle,
            attributes: hyla_handles<'_>,
            transportation_type: hyla_transportation_type_handle,
        ),
    >,
    /// `reportAttributeTransportationType` (6.26 in 2010, 6.29 in 2025).
    pub report_attribute_transportation_type: Option<
        unsafe extern "C" fn(
            context: *mut c_void,
            object_instance: hyla_object_instance_handle,
            attribute: hyla_attribute_handle,
            transportation_type: hyla_transportation_type_handle,
        ),
    >,
    /// `confirmInteractionTransportationTypeChange` (6.28 in 2010, 6.31 in 2025).
    pub confirm_interaction_transportation_type_change: Option<
        unsafe extern "C" fn(
            context: *mut c_void,
            interaction_class: hyla_interaction_class_handle,
            transportation_type: hyla_transportation_type_handle,
        ),
    >,
    /// `reportInteractionTransportationType` (6.30 in 2010, 6.33 in 2025).
    pub report_interaction_transportation_type: Option<
        unsafe extern "C" fn(
            context: *mut c_void,
            federate: hyla_federate_handle,
            interaction_class: hyla_interaction_class_handle,
            transportation_type: hyla_transportation_type_handle,
        ),
    >,
    /// `requestAttributeOwnershipAssumption` (7.4).
    pub request_attribute_ownership_assumption: Option<
        unsafe extern "C" fn(
            context: *mut c_void,
            object_instance: hyla_object_instance_handle,
            offered_attributes: hyla_handles<'_>,
            user_supplied_tag: hyla_bytes<'_>,
        ),
    >,
    /// `requestDivestitureConfirmation` (7.5). The tag is that of the federate that acquires the attributes
    /// (2025), empty in 2010.
    pub request_divestiture_confirmation: Option<
        unsafe extern "C" fn(
            context: *mut c_void,
            object_instance: hyla_object_instance_handle,
            released_attributes: hyla_handles<'_>,
            user_supplied_tag: hyla_bytes<'_>,
        ),
    >,
    /// `attributeOwnershipAcquisitionNotification` (7.7). The federate owns the attributes from this callback
    /// on.
    pub attribute_ownership_acquisition_notification: Option<
        unsafe extern "C" fn(
            context: *mut c_void,
            object_instance: hyla_object_instance_handle,
            secured_attributes: hyla_handles<'_>,
            user_supplied_tag: hyla_bytes<'_>,
        ),
    >,
    /// `attributeOwnershipUnavailable` (7.10). The tag is empty in 2010.
    pub attribute_ownership_unavailable: Option<
        unsafe extern "C" fn(
            context: *mut c_void,
            object_instance: hyla_object_instance_handle,
            attributes: hyla_handles<'_>,
            user_supplied_tag: hyla_bytes<'_>,
        ),
    >,
    /// `requestAttributeOwnershipRelease` (7.11).
    pub request_attribute_ownership_release: Option<
        unsafe extern "C" fn(
            context: *mut c_void,
            object_instance: hyla_object_instance_handle,
            candidate_attributes: hyla_handles<'_>,
            user_supplied_tag: hyla_bytes<'_>,
        ),
    >,
    /// `confirmAttributeOwnershipAcquisitionCancellation` (7.16).
    pub confirm_attribute_ownership_acquisition_cancellation: Option<
        unsafe extern "C" fn(
            context: *mut c_void,
            object_instance: hyla_object_instance_handle,
            attributes: hyla_handles<'_>,
        ),
    >,
    /// `informAttributeOwnership` (7.18). In 2010 one callback for each attribute.
    pub inform_attribute_ownership: Option<
        unsafe extern "C" fn(
            context: *mut c_void,
            object_instance: hyla_object_instance_handle,
            attributes: hyla_handles<'_>,
            owner: hyla_federate_handle,
        ),
    >,
    /// `attributeIsNotOwned` (7.18). In 2010 one callback for each attribute.
    pub attribute_is_not_owned: Option<
        unsafe extern "C" fn(
            context: *mut c_void,
            object_instance: hyla_object_instance_handle,
            attributes: hyla_handles<'_>,
        ),
    >,
    /// `attributeIsOwnedByRTI` (7.18). In 2010 one callback for each attribute.
    pub attribute_is_owned_by_rti: Option<
        unsafe extern "C" fn(
            context: *mut c_void,
            object_instance: hyla_object_instance_handle,
            attributes: hyla_handles<'_>,
        ),
    >,
    /// `timeRegulationEnabled` (8.3).
    pub time_regulation_enabled:
        Option<unsafe extern "C" fn(context: *mut c_void, time: hyla_time)>,
    /// `timeConstrainedEnabled` (8.6).
    pub time_constrained_enabled:
        Option<unsafe extern "C" fn(context: *mut c_void, time: hyla_time)>,
    /// `flushQueueGrant` (8.13, 2025).
    pub flush_queue_grant: Option<
        unsafe extern "C" fn(context: *mut c_void, time: hyla_time, optimistic_time: hyla_time),
    >,
    /// `timeAdvanceGrant` (8.13 in 2010, 8.14 in 2025).
    pub time_advance_grant: Option<unsafe extern "C" fn(context: *mut c_void, time: hyla_time)>,
    /// `requestRetraction` (8.22 in 2010, 8.23 in 2025). The message of this handle, which was delivered, no
    /// longer counts.
    pub request_retraction: Option<
        unsafe extern "C" fn(context: *mut c_void, retraction: hyla_message_retraction_handle),
    >,

    /// Not of the standard: a message of the federate came so many seconds later than the deadline of its
    /// transportation type's profile allows. The message itself follows.
    pub late_message: Option<
        unsafe extern "C" fn(
            context: *mut c_void,
            federate: hyla_federate_handle,
            profile: hyla_text<'_>,
            late_by: f64,
        ),
    >,
}
