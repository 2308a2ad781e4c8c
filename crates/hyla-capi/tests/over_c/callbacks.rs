//! The callbacks, each by the function that the table has for it.
//!
//! Written by `make faces` from the table of services.

#![expect(unsafe_code, reason = "calls the functions as C does")]

use std::ffi::c_void;

use hyla_capi::*;
use hyla_types::Service;

use super::arguments::Handle;
use super::results::time as point;
use super::telling::*;

callbacks! {
    ConnectionLost: fn connection_lost(fault_description: hyla_text<'_>) {
        text(fault_description)
    }
    ReportFederationExecutions: fn report_federation_executions(
        report: hyla_federation_executions<'_>
    ) {
        &read_executions(report)
    }
    ReportFederationExecutionMembers: fn report_federation_execution_members(
        federation_name: hyla_text<'_>,
        report: hyla_federation_execution_members<'_>
    ) {
        text(federation_name), &read_members(report)
    }
    ReportFederationExecutionDoesNotExist: fn report_federation_execution_does_not_exist(
        federation_name: hyla_text<'_>
    ) {
        text(federation_name)
    }
    FederateResigned: fn federate_resigned(reason_for_resign_description: hyla_text<'_>) {
        text(reason_for_resign_description)
    }
    SynchronizationPointRegistrationSucceeded: fn synchronization_point_registration_succeeded(
        synchronization_point_label: hyla_text<'_>
    ) {
        text(synchronization_point_label)
    }
    SynchronizationPointRegistrationFailed: fn synchronization_point_registration_failed(
        synchronization_point_label: hyla_text<'_>,
        reason: hyla_synchronization_point_failure_reason
    ) {
        text(synchronization_point_label), (reason as i32).try_into().unwrap()
    }
    AnnounceSynchronizationPoint: fn announce_synchronization_point(
        synchronization_point_label: hyla_text<'_>,
        user_supplied_tag: hyla_bytes<'_>
    ) {
        text(synchronization_point_label), bytes(user_supplied_tag)
    }
    FederationSynchronized: fn federation_synchronized(
        synchronization_point_label: hyla_text<'_>,
        failed_to_sync_set: hyla_handles<'_>
    ) {
        text(synchronization_point_label), &set(failed_to_sync_set)
    }
    InitiateFederateSave: fn initiate_federate_save(
        label: hyla_text<'_>,
        time: Option<&hyla_time>
    ) {
        text(label), time.copied().map(point)
    }
    FederationSaved: fn federation_saved() {
    }
    FederationNotSaved: fn federation_not_saved(reason: hyla_save_failure_reason) {
        (reason as i32).try_into().unwrap()
    }
    FederationSaveStatusResponse: fn federation_save_status_response(
        response: hyla_federate_save_statuses<'_>
    ) {
        &save_statuses(response)
    }
    RequestFederationRestoreSucceeded: fn request_federation_restore_succeeded(
        label: hyla_text<'_>
    ) {
        text(label)
    }
    RequestFederationRestoreFailed: fn request_federation_restore_failed(label: hyla_text<'_>) {
        text(label)
    }
    FederationRestoreBegun: fn federation_restore_begun() {
    }
    InitiateFederateRestore: fn initiate_federate_restore(
        label: hyla_text<'_>,
        federate_name: hyla_text<'_>,
        post_restore_federate_handle: hyla_federate_handle
    ) {
        text(label), text(federate_name), Handle::of(post_restore_federate_handle)
    }
    FederationRestored: fn federation_restored() {
    }
    FederationNotRestored: fn federation_not_restored(reason: hyla_restore_failure_reason) {
        (reason as i32).try_into().unwrap()
    }
    FederationRestoreStatusResponse: fn federation_restore_status_response(
        response: hyla_federate_restore_statuses<'_>
    ) {
        &restore_statuses(response)
    }
    StartRegistrationForObjectClass: fn start_registration_for_object_class(
        object_class: hyla_object_class_handle
    ) {
        Handle::of(object_class)
    }
    StopRegistrationForObjectClass: fn stop_registration_for_object_class(
        object_class: hyla_object_class_handle
    ) {
        Handle::of(object_class)
    }
    TurnInteractionsOn: fn turn_interactions_on(interaction_class: hyla_interaction_class_handle) {
        Handle::of(interaction_class)
    }
    TurnInteractionsOff: fn turn_interactions_off(
        interaction_class: hyla_interaction_class_handle
    ) {
        Handle::of(interaction_class)
    }
    ObjectInstanceNameReservationSucceeded: fn object_instance_name_reservation_succeeded(
        object_instance_name: hyla_text<'_>
    ) {
        text(object_instance_name)
    }
    ObjectInstanceNameReservationFailed: fn object_instance_name_reservation_failed(
        object_instance_name: hyla_text<'_>
    ) {
        text(object_instance_name)
    }
    MultipleObjectInstanceNameReservationSucceeded: fn multiple_object_instance_name_reservation_succeeded(
        object_instance_names: hyla_texts<'_>
    ) {
        &texts(object_instance_names)
    }
    MultipleObjectInstanceNameReservationFailed: fn multiple_object_instance_name_reservation_failed(
        object_instance_names: hyla_texts<'_>
    ) {
        &texts(object_instance_names)
    }
    DiscoverObjectInstance: fn discover_object_instance(
        object_instance: hyla_object_instance_handle,
        object_class: hyla_object_class_handle,
        object_instance_name: hyla_text<'_>,
        producing_federate: hyla_federate_handle
    ) {
        Handle::of(object_instance),
        Handle::of(object_class),
        &text(object_instance_name).into(),
        (producing_federate != 0).then(|| Handle::of(producing_federate))
    }
    ReflectAttributeValues: fn reflect_attribute_values(
        object_instance: hyla_object_instance_handle,
        attribute_values: hyla_values<'_>,
        delivery: &hyla_delivery<'_>
    ) {
        Handle::of(object_instance),
        &read_attribute_values(attribute_values),
        &read_delivery(delivery)
    }
    ReceiveInteraction: fn receive_interaction(
        interaction_class: hyla_interaction_class_handle,
        parameter_values: hyla_values<'_>,
        delivery: &hyla_delivery<'_>
    ) {
        Handle::of(interaction_class),
        &read_parameter_values(parameter_values),
        &read_delivery(delivery)
    }
    ReceiveDirectedInteraction: fn receive_directed_interaction(
        interaction_class: hyla_interaction_class_handle,
        object_instance: hyla_object_instance_handle,
        parameter_values: hyla_values<'_>,
        delivery: &hyla_delivery<'_>
    ) {
        Handle::of(interaction_class),
        Handle::of(object_instance),
        &read_parameter_values(parameter_values),
        &read_delivery(delivery)
    }
    RemoveObjectInstance: fn remove_object_instance(
        object_instance: hyla_object_instance_handle,
        delivery: &hyla_delivery<'_>
    ) {
        Handle::of(object_instance), &read_delivery(delivery)
    }
    AttributesInScope: fn attributes_in_scope(
        object_instance: hyla_object_instance_handle,
        attributes: hyla_handles<'_>
    ) {
        Handle::of(object_instance), &set(attributes)
    }
    AttributesOutOfScope: fn attributes_out_of_scope(
        object_instance: hyla_object_instance_handle,
        attributes: hyla_handles<'_>
    ) {
        Handle::of(object_instance), &set(attributes)
    }
    ProvideAttributeValueUpdate: fn provide_attribute_value_update(
        object_instance: hyla_object_instance_handle,
        attributes: hyla_handles<'_>,
        user_supplied_tag: hyla_bytes<'_>
    ) {
        Handle::of(object_instance), &set(attributes), bytes(user_supplied_tag)
    }
    TurnUpdatesOnForObjectInstance: fn turn_updates_on_for_object_instance(
        object_instance: hyla_object_instance_handle,
        attributes: hyla_handles<'_>,
        update_rate_designator: Option<&hyla_text<'_>>
    ) {
        Handle::of(object_instance), &set(attributes), update_rate_designator.copied().map(text)
    }
    TurnUpdatesOffForObjectInstance: fn turn_updates_off_for_object_instance(
        object_instance: hyla_object_instance_handle,
        attributes: hyla_handles<'_>
    ) {
        Handle::of(object_instance), &set(attributes)
    }
    ConfirmAttributeTransportationTypeChange: fn confirm_attribute_transportation_type_change(
        object_instance: hyla_object_instance_handle,
        attributes: hyla_handles<'_>,
        transportation_type: hyla_transportation_type_handle
    ) {
        Handle::of(object_instance), &set(attributes), Handle::of(transportation_type)
    }
    ReportAttributeTransportationType: fn report_attribute_transportation_type(
        object_instance: hyla_object_instance_handle,
        attribute: hyla_attribute_handle,
        transportation_type: hyla_transportation_type_handle
    ) {
        Handle::of(object_instance), Handle::of(attribute), Handle::of(transportation_type)
    }
    ConfirmInteractionTransportationTypeChange: fn confirm_interaction_transportation_type_change(
        interaction_class: hyla_interaction_class_handle,
        transportation_type: hyla_transportation_type_handle
    ) {
        Handle::of(interaction_class), Handle::of(transportation_type)
    }
    ReportInteractionTransportationType: fn report_interaction_transportation_type(
        federate: hyla_federate_handle,
        interaction_class: hyla_interaction_class_handle,
        transportation_type: hyla_transportation_type_handle
    ) {
        Handle::of(federate), Handle::of(interaction_class), Handle::of(transportation_type)
    }
    RequestAttributeOwnershipAssumption: fn request_attribute_ownership_assumption(
        object_instance: hyla_object_instance_handle,
        offered_attributes: hyla_handles<'_>,
        user_supplied_tag: hyla_bytes<'_>
    ) {
        Handle::of(object_instance), &set(offered_attributes), bytes(user_supplied_tag)
    }
    RequestDivestitureConfirmation: fn request_divestiture_confirmation(
        object_instance: hyla_object_instance_handle,
        released_attributes: hyla_handles<'_>,
        user_supplied_tag: hyla_bytes<'_>
    ) {
        Handle::of(object_instance), &set(released_attributes), bytes(user_supplied_tag)
    }
    AttributeOwnershipAcquisitionNotification: fn attribute_ownership_acquisition_notification(
        object_instance: hyla_object_instance_handle,
        secured_attributes: hyla_handles<'_>,
        user_supplied_tag: hyla_bytes<'_>
    ) {
        Handle::of(object_instance), &set(secured_attributes), bytes(user_supplied_tag)
    }
    AttributeOwnershipUnavailable: fn attribute_ownership_unavailable(
        object_instance: hyla_object_instance_handle,
        attributes: hyla_handles<'_>,
        user_supplied_tag: hyla_bytes<'_>
    ) {
        Handle::of(object_instance), &set(attributes), bytes(user_supplied_tag)
    }
    RequestAttributeOwnershipRelease: fn request_attribute_ownership_release(
        object_instance: hyla_object_instance_handle,
        candidate_attributes: hyla_handles<'_>,
        user_supplied_tag: hyla_bytes<'_>
    ) {
        Handle::of(object_instance), &set(candidate_attributes), bytes(user_supplied_tag)
    }
    ConfirmAttributeOwnershipAcquisitionCancellation: fn confirm_attribute_ownership_acquisition_cancellation(
        object_instance: hyla_object_instance_handle,
        attributes: hyla_handles<'_>
    ) {
        Handle::of(object_instance), &set(attributes)
    }
    InformAttributeOwnership: fn inform_attribute_ownership(
        object_instance: hyla_object_instance_handle,
        attributes: hyla_handles<'_>,
        owner: hyla_federate_handle
    ) {
        Handle::of(object_instance), &set(attributes), Handle::of(owner)
    }
    AttributeIsNotOwned: fn attribute_is_not_owned(
        object_instance: hyla_object_instance_handle,
        attributes: hyla_handles<'_>
    ) {
        Handle::of(object_instance), &set(attributes)
    }
    AttributeIsOwnedByRti: fn attribute_is_owned_by_rti(
        object_instance: hyla_object_instance_handle,
        attributes: hyla_handles<'_>
    ) {
        Handle::of(object_instance), &set(attributes)
    }
    TimeRegulationEnabled: fn time_regulation_enabled(time: hyla_time) {
        point(time)
    }
    TimeConstrainedEnabled: fn time_constrained_enabled(time: hyla_time) {
        point(time)
    }
    FlushQueueGrant: fn flush_queue_grant(time: hyla_time, optimistic_time: hyla_time) {
        point(time), point(optimistic_time)
    }
    TimeAdvanceGrant: fn time_advance_grant(time: hyla_time) {
        point(time)
    }
    RequestRetraction: fn request_retraction(retraction: hyla_message_retraction_handle) {
        Handle::of(retraction)
    }
}
