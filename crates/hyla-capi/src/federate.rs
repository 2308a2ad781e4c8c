//! The callbacks: a table of function pointers, and the federate that calls them.

use std::ffi::c_void;

use crate::borrowed::{hyla_bytes, hyla_handles, hyla_text, hyla_texts, hyla_values};
use crate::enums::{
    hyla_order_type, hyla_restore_failure_reason, hyla_save_failure_reason,
    hyla_synchronization_point_failure_reason,
};
use crate::handle::*;
use crate::lists::*;
use crate::value::hyla_time;

/// What comes with reflections, interactions and removals besides the values.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct hyla_delivery<'a> {
    /// Tag of the sender.
    pub tag: hyla_bytes<'a>,
    /// Transportation type it was sent with.
    pub transportation: hyla_transportation_type_handle,
    /// Who sent it; 0 if the RTI did or if the federate (2010) does not want to know.
    pub producer: hyla_federate_handle,
    /// Time that the sender gave; null if none.
    pub time: Option<&'a hyla_time>,
    /// Order in which it was sent.
    pub sent_order: hyla_order_type,
    /// Order in which it is received.
    pub received_order: hyla_order_type,
    /// Regions that it was sent with; null if the federate does not want to know. `hyla_region_ranges` has their
    /// ranges.
    pub sent_regions: Option<&'a hyla_handles<'a>>,
    /// Handle for a later retraction; null unless it was sent in time-stamp order.
    pub retraction: Option<&'a hyla_message_retraction_handle>,
}

/// What a federate is told: one function for each callback of the standard. Null stands for callbacks that are
/// not wanted. Clauses are given for 2010 and, where it differs, 2025.
///
/// Callbacks of one ambassador never run at the same time. With `HLA_EVOKED` they run on the thread that
/// evokes, with `HLA_IMMEDIATE` on a thread of Hyla. Services may be called from inside but for connect,
/// disconnect, join, resign and evoke. What is lent is valid until the callback returns: copy what outlives
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
    /// 4.4: the connection is gone; connect again to go on.
    pub connection_lost:
        Option<unsafe extern "C" fn(context: *mut c_void, fault_description: hyla_text<'_>)>,
    /// 4.8.
    pub report_federation_executions: Option<
        unsafe extern "C" fn(context: *mut c_void, executions: hyla_federation_executions<'_>),
    >,
    /// 4.10 (2025).
    pub report_federation_execution_members: Option<
        unsafe extern "C" fn(
            context: *mut c_void,
            federation: hyla_text<'_>,
            members: hyla_federation_execution_members<'_>,
        ),
    >,
    /// 4.10 (2025).
    pub report_federation_execution_does_not_exist:
        Option<unsafe extern "C" fn(context: *mut c_void, federation: hyla_text<'_>)>,
    /// 4.13 (2025): the RTI or another federate removed this one.
    pub federate_resigned:
        Option<unsafe extern "C" fn(context: *mut c_void, reason: hyla_text<'_>)>,
    /// 4.12, 4.15.
    pub synchronization_point_registration_succeeded:
        Option<unsafe extern "C" fn(context: *mut c_void, label: hyla_text<'_>)>,
    /// 4.12, 4.15.
    pub synchronization_point_registration_failed: Option<
        unsafe extern "C" fn(
            context: *mut c_void,
            label: hyla_text<'_>,
            reason: hyla_synchronization_point_failure_reason,
        ),
    >,
    /// 4.13, 4.16.
    pub announce_synchronization_point: Option<
        unsafe extern "C" fn(context: *mut c_void, label: hyla_text<'_>, tag: hyla_bytes<'_>),
    >,
    /// 4.15, 4.18. `failed` holds those that reported no success.
    pub federation_synchronized: Option<
        unsafe extern "C" fn(context: *mut c_void, label: hyla_text<'_>, failed: hyla_handles<'_>),
    >,
    /// 4.17, 4.20. `time` is null unless the save was requested with one.
    pub initiate_federate_save: Option<
        unsafe extern "C" fn(context: *mut c_void, label: hyla_text<'_>, time: Option<&hyla_time>),
    >,
    /// 4.20, 4.23.
    pub federation_saved: Option<unsafe extern "C" fn(context: *mut c_void)>,
    /// 4.20, 4.23.
    pub federation_not_saved:
        Option<unsafe extern "C" fn(context: *mut c_void, reason: hyla_save_failure_reason)>,
    /// 4.23, 4.26.
    pub federation_save_status_response: Option<
        unsafe extern "C" fn(context: *mut c_void, statuses: hyla_federate_save_statuses<'_>),
    >,
    /// 4.25, 4.28.
    pub request_federation_restore_succeeded:
        Option<unsafe extern "C" fn(context: *mut c_void, label: hyla_text<'_>)>,
    /// 4.25, 4.28.
    pub request_federation_restore_failed:
        Option<unsafe extern "C" fn(context: *mut c_void, label: hyla_text<'_>)>,
    /// 4.26, 4.29.
    pub federation_restore_begun: Option<unsafe extern "C" fn(context: *mut c_void)>,
    /// 4.27, 4.30. Name and handle that the federate has after the restore.
    pub initiate_federate_restore: Option<
        unsafe extern "C" fn(
            context: *mut c_void,
            label: hyla_text<'_>,
            name: hyla_text<'_>,
            handle: hyla_federate_handle,
        ),
    >,
    /// 4.29, 4.32.
    pub federation_restored: Option<unsafe extern "C" fn(context: *mut c_void)>,
    /// 4.29, 4.32.
    pub federation_not_restored:
        Option<unsafe extern "C" fn(context: *mut c_void, reason: hyla_restore_failure_reason)>,
    /// 4.32, 4.35.
    pub federation_restore_status_response: Option<
        unsafe extern "C" fn(context: *mut c_void, statuses: hyla_federate_restore_statuses<'_>),
    >,
    /// 5.10, 5.14.
    pub start_registration_for_object_class:
        Option<unsafe extern "C" fn(context: *mut c_void, object_class: hyla_object_class_handle)>,
    /// 5.11, 5.15.
    pub stop_registration_for_object_class:
        Option<unsafe extern "C" fn(context: *mut c_void, object_class: hyla_object_class_handle)>,
    /// 5.12, 5.16.
    pub turn_interactions_on: Option<
        unsafe extern "C" fn(
            context: *mut c_void,
            interaction_class: hyla_interaction_class_handle,
        ),
    >,
    /// 5.13, 5.17.
    pub turn_interactions_off: Option<
        unsafe extern "C" fn(
            context: *mut c_void,
            interaction_class: hyla_interaction_class_handle,
        ),
    >,
    /// 6.3.
    pub object_instance_name_reservation_succeeded:
        Option<unsafe extern "C" fn(context: *mut c_void, name: hyla_text<'_>)>,
    /// 6.3.
    pub object_instance_name_reservation_failed:
        Option<unsafe extern "C" fn(context: *mut c_void, name: hyla_text<'_>)>,
    /// 6.6.
    pub multiple_object_instance_name_reservation_succeeded:
        Option<unsafe extern "C" fn(context: *mut c_void, names: hyla_texts<'_>)>,
    /// 6.6.
    pub multiple_object_instance_name_reservation_failed:
        Option<unsafe extern "C" fn(context: *mut c_void, names: hyla_texts<'_>)>,
    /// 6.9. `producer` is 0 for a federate of 2010 that does not convey it.
    pub discover_object_instance: Option<
        unsafe extern "C" fn(
            context: *mut c_void,
            object: hyla_object_instance_handle,
            object_class: hyla_object_class_handle,
            name: hyla_text<'_>,
            producer: hyla_federate_handle,
        ),
    >,
    /// 6.11.
    pub reflect_attribute_values: Option<
        unsafe extern "C" fn(
            context: *mut c_void,
            object: hyla_object_instance_handle,
            values: hyla_values<'_>,
            delivery: &hyla_delivery<'_>,
        ),
    >,
    /// 6.13.
    pub receive_interaction: Option<
        unsafe extern "C" fn(
            context: *mut c_void,
            interaction_class: hyla_interaction_class_handle,
            values: hyla_values<'_>,
            delivery: &hyla_delivery<'_>,
        ),
    >,
    /// 6.15 (2025).
    pub receive_directed_interaction: Option<
        unsafe extern "C" fn(
            context: *mut c_void,
            interaction_class: hyla_interaction_class_handle,
            object: hyla_object_instance_handle,
            values: hyla_values<'_>,
            delivery: &hyla_delivery<'_>,
        ),
    >,
    /// 6.15, 6.17. Its name and class can be asked until the callback returns.
    pub remove_object_instance: Option<
        unsafe extern "C" fn(
            context: *mut c_void,
            object: hyla_object_instance_handle,
            delivery: &hyla_delivery<'_>,
        ),
    >,
    /// 6.17, 6.19.
    pub attributes_in_scope: Option<
        unsafe extern "C" fn(
            context: *mut c_void,
            object: hyla_object_instance_handle,
            attributes: hyla_handles<'_>,
        ),
    >,
    /// 6.18, 6.20.
    pub attributes_out_of_scope: Option<
        unsafe extern "C" fn(
            context: *mut c_void,
            object: hyla_object_instance_handle,
            attributes: hyla_handles<'_>,
        ),
    >,
    /// 6.20, 6.22.
    pub provide_attribute_value_update: Option<
        unsafe extern "C" fn(
            context: *mut c_void,
            object: hyla_object_instance_handle,
            attributes: hyla_handles<'_>,
            tag: hyla_bytes<'_>,
        ),
    >,
    /// 6.21, 6.23. Without a designator (null) every update is wanted.
    pub turn_updates_on_for_object_instance: Option<
        unsafe extern "C" fn(
            context: *mut c_void,
            object: hyla_object_instance_handle,
            attributes: hyla_handles<'_>,
            update_rate_designator: Option<&hyla_text<'_>>,
        ),
    >,
    /// 6.22, 6.24.
    pub turn_updates_off_for_object_instance: Option<
        unsafe extern "C" fn(
            context: *mut c_void,
            object: hyla_object_instance_handle,
            attributes: hyla_handles<'_>,
        ),
    >,
    /// 6.24, 6.26.
    pub confirm_attribute_transportation_type_change: Option<
        unsafe extern "C" fn(
            context: *mut c_void,
            object: hyla_object_instance_handle,
            attributes: hyla_handles<'_>,
            transportation: hyla_transportation_type_handle,
        ),
    >,
    /// 6.26, 6.29.
    pub report_attribute_transportation_type: Option<
        unsafe extern "C" fn(
            context: *mut c_void,
            object: hyla_object_instance_handle,
            attribute: hyla_attribute_handle,
            transportation: hyla_transportation_type_handle,
        ),
    >,
    /// 6.28, 6.31.
    pub confirm_interaction_transportation_type_change: Option<
        unsafe extern "C" fn(
            context: *mut c_void,
            interaction_class: hyla_interaction_class_handle,
            transportation: hyla_transportation_type_handle,
        ),
    >,
    /// 6.30, 6.33.
    pub report_interaction_transportation_type: Option<
        unsafe extern "C" fn(
            context: *mut c_void,
            federate: hyla_federate_handle,
            interaction_class: hyla_interaction_class_handle,
            transportation: hyla_transportation_type_handle,
        ),
    >,
    /// 7.4.
    pub request_attribute_ownership_assumption: Option<
        unsafe extern "C" fn(
            context: *mut c_void,
            object: hyla_object_instance_handle,
            attributes: hyla_handles<'_>,
            tag: hyla_bytes<'_>,
        ),
    >,
    /// 7.5. The tag is that of the taker (2025); empty in 2010.
    pub request_divestiture_confirmation: Option<
        unsafe extern "C" fn(
            context: *mut c_void,
            object: hyla_object_instance_handle,
            attributes: hyla_handles<'_>,
            tag: hyla_bytes<'_>,
        ),
    >,
    /// 7.7. The federate owns the attributes from this callback on.
    pub attribute_ownership_acquisition_notification: Option<
        unsafe extern "C" fn(
            context: *mut c_void,
            object: hyla_object_instance_handle,
            attributes: hyla_handles<'_>,
            tag: hyla_bytes<'_>,
        ),
    >,
    /// 7.10. The tag is empty in 2010.
    pub attribute_ownership_unavailable: Option<
        unsafe extern "C" fn(
            context: *mut c_void,
            object: hyla_object_instance_handle,
            attributes: hyla_handles<'_>,
            tag: hyla_bytes<'_>,
        ),
    >,
    /// 7.11.
    pub request_attribute_ownership_release: Option<
        unsafe extern "C" fn(
            context: *mut c_void,
            object: hyla_object_instance_handle,
            attributes: hyla_handles<'_>,
            tag: hyla_bytes<'_>,
        ),
    >,
    /// 7.16.
    pub confirm_attribute_ownership_acquisition_cancellation: Option<
        unsafe extern "C" fn(
            context: *mut c_void,
            object: hyla_object_instance_handle,
            attributes: hyla_handles<'_>,
        ),
    >,
    /// 7.18. In 2010 one callback for each attribute.
    pub inform_attribute_ownership: Option<
        unsafe extern "C" fn(
            context: *mut c_void,
            object: hyla_object_instance_handle,
            attributes: hyla_handles<'_>,
            owner: hyla_federate_handle,
        ),
    >,
    /// 7.18. In 2010 one callback for each attribute.
    pub attribute_is_not_owned: Option<
        unsafe extern "C" fn(
            context: *mut c_void,
            object: hyla_object_instance_handle,
            attributes: hyla_handles<'_>,
        ),
    >,
    /// 7.18. In 2010 one callback for each attribute.
    pub attribute_is_owned_by_rti: Option<
        unsafe extern "C" fn(
            context: *mut c_void,
            object: hyla_object_instance_handle,
            attributes: hyla_handles<'_>,
        ),
    >,
    /// 8.3.
    pub time_regulation_enabled:
        Option<unsafe extern "C" fn(context: *mut c_void, time: hyla_time)>,
    /// 8.6.
    pub time_constrained_enabled:
        Option<unsafe extern "C" fn(context: *mut c_void, time: hyla_time)>,
    /// 8.13 (2025).
    pub flush_queue_grant: Option<
        unsafe extern "C" fn(context: *mut c_void, time: hyla_time, optimistic_time: hyla_time),
    >,
    /// 8.13, 8.14.
    pub time_advance_grant: Option<unsafe extern "C" fn(context: *mut c_void, time: hyla_time)>,
    /// 8.22, 8.23. The message that bore this handle has been delivered and does not count any more.
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
