//! Callbacks, from the function pointers of `hyla.h` to the federate ambassador of the Rust API.
#![expect(unsafe_code, reason = "calls the functions as C does")]

use std::ffi::c_void;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use hyla_capi::*;
use hyla_lrc::{AttributeValues, Delivery, FederateAmbassador, ParameterValues};
use hyla_types::{
    FederateRestoreStatus, FederateSaveStatus, FederationExecutionInformation,
    FederationExecutionMemberInformation, HandleSet, OrderType, Service,
};

use super::arguments::Handle;
use super::results::time as point;
use super::usage::Usage;

/// Who is told.
pub(super) struct Told {
    federate: Box<dyn FederateAmbassador>,
    usage: Arc<Usage>,
}

impl Told {
    /// The table of function pointers, which owns the federate until `dropped` is called.
    pub(super) fn table(
        federate: Box<dyn FederateAmbassador>,
        usage: Arc<Usage>,
    ) -> hyla_federate_ambassador {
        table(Box::into_raw(Box::new(Self { federate, usage })).cast())
    }
}

unsafe extern "C" fn dropped(context: *mut c_void) {
    // SAFETY: made by `Told::table`; nothing comes any more.
    drop(unsafe { Box::from_raw(context.cast::<Told>()) });
}

/// # Safety
/// `context` is of `Told::table`, and not dropped.
unsafe fn tell(
    context: *mut c_void,
    service: Service,
    what: impl FnOnce(&mut dyn FederateAmbassador),
) {
    // SAFETY: the caller's promise; callbacks of one ambassador never run at the same time.
    let told = unsafe { &mut *context.cast::<Told>() };
    told.usage.count(service);
    // A scenario that fails inside a callback fails by what it waits for.
    let _ = catch_unwind(AssertUnwindSafe(|| what(&mut *told.federate)));
}

fn text(given: hyla_text<'_>) -> &str {
    given.read("text").unwrap()
}

fn bytes(given: hyla_bytes<'_>) -> &[u8] {
    given.read("bytes").unwrap()
}

fn set<H: Handle>(given: hyla_handles<'_>) -> HandleSet<H> {
    let numbers = given.read("set").unwrap();
    numbers.iter().map(|&number| H::of(number)).collect()
}

fn texts(given: hyla_texts<'_>) -> Vec<String> {
    let texts = given.read("texts").unwrap();
    texts.into_iter().map(str::to_owned).collect()
}

/// The elements of a list that has no reader: a pointer and a length, as all lists of the header.
fn elements<L, E: Copy>(list: L) -> Vec<E> {
    assert_eq!(size_of::<L>(), size_of::<(*const E, usize)>());
    #[repr(C)]
    struct Parts<E> {
        data: *const E,
        length: usize,
    }
    // SAFETY: lists of the header are laid out like this, and lent for the time of the callback.
    unsafe {
        let parts: Parts<E> = std::mem::transmute_copy(&list);
        if parts.length == 0 {
            return Vec::new();
        }
        std::slice::from_raw_parts(parts.data, parts.length).to_vec()
    }
}

fn read_executions(given: hyla_federation_executions<'_>) -> Vec<FederationExecutionInformation> {
    let executions = elements::<_, hyla_federation_execution<'_>>(given).into_iter();
    let execution = |given: hyla_federation_execution<'_>| FederationExecutionInformation {
        federation_execution_name: text(given.federation_execution_name).to_owned(),
        logical_time_implementation_name: text(given.logical_time_implementation_name).to_owned(),
    };
    executions.map(execution).collect()
}

fn read_members(
    given: hyla_federation_execution_members<'_>,
) -> Vec<FederationExecutionMemberInformation> {
    let members = elements::<_, hyla_federation_execution_member<'_>>(given).into_iter();
    let member =
        |given: hyla_federation_execution_member<'_>| FederationExecutionMemberInformation {
            federate_name: text(given.federate_name).to_owned(),
            federate_type: text(given.federate_type).to_owned(),
        };
    members.map(member).collect()
}

fn save_statuses(given: hyla_federate_save_statuses<'_>) -> Vec<FederateSaveStatus> {
    let statuses = elements::<_, hyla_federate_save_status>(given).into_iter();
    let status = |given: hyla_federate_save_status| FederateSaveStatus {
        federate: Handle::of(given.federate),
        status: (given.status as i32).try_into().unwrap(),
    };
    statuses.map(status).collect()
}

fn restore_statuses(given: hyla_federate_restore_statuses<'_>) -> Vec<FederateRestoreStatus> {
    let statuses = elements::<_, hyla_federate_restore_status>(given).into_iter();
    let status = |given: hyla_federate_restore_status| FederateRestoreStatus {
        pre_restore_handle: Handle::of(given.pre_restore_handle),
        post_restore_handle: Handle::of(given.post_restore_handle),
        status: (given.status as i32).try_into().unwrap(),
    };
    statuses.map(status).collect()
}

fn attribute_values(given: hyla_values<'_>) -> AttributeValues<'_> {
    let values = given.read("values").unwrap().iter();
    values
        .map(|value| (Handle::of(value.handle), bytes(value.bytes)))
        .collect()
}

fn parameter_values(given: hyla_values<'_>) -> ParameterValues<'_> {
    let values = given.read("values").unwrap().iter();
    values
        .map(|value| (Handle::of(value.handle), bytes(value.bytes)))
        .collect()
}

fn order(given: hyla_order_type) -> OrderType {
    (given as i32).try_into().unwrap()
}

fn read_delivery<'a>(given: &hyla_delivery<'a>) -> Delivery<'a> {
    Delivery {
        tag: bytes(given.tag),
        transportation: Handle::of(given.transportation),
        producer: (given.producer != 0).then(|| Handle::of(given.producer)),
        time: given.time.map(|&given| point(given)),
        sent_order: order(given.sent_order),
        received_order: order(given.received_order),
        sent_regions: given.sent_regions.map(|&regions| set(regions)),
        retraction: given.retraction.map(|&retraction| Handle::of(retraction)),
    }
}

macro_rules! callbacks {
    ($(
        $service:ident: fn $name:ident($($argument:ident: $type:ty),*) { $($given:expr),* }
    )*) => {
        $(unsafe extern "C" fn $name(context: *mut c_void, $($argument: $type),*) {
            // SAFETY: called as the header says.
            unsafe { tell(context, Service::$service, |federate| federate.$name($($given),*)) }
        })*

        fn table(context: *mut c_void) -> hyla_federate_ambassador {
            hyla_federate_ambassador {
                size: size_of::<hyla_federate_ambassador>(),
                context,
                dropped: Some(dropped),
                $($name: Some($name),)*
                late_message: None,
            }
        }
    };
}

callbacks! {
    ConnectionLost: fn connection_lost(fault_description: hyla_text<'_>) { text(fault_description) }
    ReportFederationExecutions: fn report_federation_executions(
        executions: hyla_federation_executions<'_>
    ) { &read_executions(executions) }
    ReportFederationExecutionMembers: fn report_federation_execution_members(
        federation: hyla_text<'_>, members: hyla_federation_execution_members<'_>
    ) { text(federation), &read_members(members) }
    ReportFederationExecutionDoesNotExist: fn report_federation_execution_does_not_exist(
        federation: hyla_text<'_>
    ) { text(federation) }
    FederateResigned: fn federate_resigned(reason: hyla_text<'_>) { text(reason) }
    SynchronizationPointRegistrationSucceeded: fn synchronization_point_registration_succeeded(
        label: hyla_text<'_>
    ) { text(label) }
    SynchronizationPointRegistrationFailed: fn synchronization_point_registration_failed(
        label: hyla_text<'_>, reason: hyla_synchronization_point_failure_reason
    ) { text(label), (reason as i32).try_into().unwrap() }
    AnnounceSynchronizationPoint: fn announce_synchronization_point(
        label: hyla_text<'_>, tag: hyla_bytes<'_>
    ) { text(label), bytes(tag) }
    FederationSynchronized: fn federation_synchronized(
        label: hyla_text<'_>, failed: hyla_handles<'_>
    ) { text(label), &set(failed) }
    InitiateFederateSave: fn initiate_federate_save(
        label: hyla_text<'_>, time: Option<&hyla_time>
    ) { text(label), time.copied().map(point) }
    FederationSaved: fn federation_saved() {}
    FederationNotSaved: fn federation_not_saved(reason: hyla_save_failure_reason) {
        (reason as i32).try_into().unwrap()
    }
    FederationSaveStatusResponse: fn federation_save_status_response(
        statuses: hyla_federate_save_statuses<'_>
    ) { &save_statuses(statuses) }
    RequestFederationRestoreSucceeded: fn request_federation_restore_succeeded(
        label: hyla_text<'_>
    ) { text(label) }
    RequestFederationRestoreFailed: fn request_federation_restore_failed(label: hyla_text<'_>) {
        text(label)
    }
    FederationRestoreBegun: fn federation_restore_begun() {}
    InitiateFederateRestore: fn initiate_federate_restore(
        label: hyla_text<'_>, name: hyla_text<'_>, handle: hyla_federate_handle
    ) { text(label), text(name), Handle::of(handle) }
    FederationRestored: fn federation_restored() {}
    FederationNotRestored: fn federation_not_restored(reason: hyla_restore_failure_reason) {
        (reason as i32).try_into().unwrap()
    }
    FederationRestoreStatusResponse: fn federation_restore_status_response(
        statuses: hyla_federate_restore_statuses<'_>
    ) { &restore_statuses(statuses) }
    StartRegistrationForObjectClass: fn start_registration_for_object_class(
        object_class: hyla_object_class_handle
    ) { Handle::of(object_class) }
    StopRegistrationForObjectClass: fn stop_registration_for_object_class(
        object_class: hyla_object_class_handle
    ) { Handle::of(object_class) }
    TurnInteractionsOn: fn turn_interactions_on(interaction_class: hyla_interaction_class_handle) {
        Handle::of(interaction_class)
    }
    TurnInteractionsOff: fn turn_interactions_off(
        interaction_class: hyla_interaction_class_handle
    ) { Handle::of(interaction_class) }
    ObjectInstanceNameReservationSucceeded: fn object_instance_name_reservation_succeeded(
        name: hyla_text<'_>
    ) { text(name) }
    ObjectInstanceNameReservationFailed: fn object_instance_name_reservation_failed(
        name: hyla_text<'_>
    ) { text(name) }
    MultipleObjectInstanceNameReservationSucceeded: fn multiple_object_instance_name_reservation_succeeded(
        names: hyla_texts<'_>
    ) { &texts(names) }
    MultipleObjectInstanceNameReservationFailed: fn multiple_object_instance_name_reservation_failed(
        names: hyla_texts<'_>
    ) { &texts(names) }
    DiscoverObjectInstance: fn discover_object_instance(
        object: hyla_object_instance_handle,
        object_class: hyla_object_class_handle,
        name: hyla_text<'_>,
        producer: hyla_federate_handle
    ) {
        Handle::of(object), Handle::of(object_class), &text(name).into(), (producer != 0).then(|| Handle::of(producer))
    }
    ReflectAttributeValues: fn reflect_attribute_values(
        object: hyla_object_instance_handle, values: hyla_values<'_>, delivery: &hyla_delivery<'_>
    ) { Handle::of(object), &attribute_values(values), &read_delivery(delivery) }
    ReceiveInteraction: fn receive_interaction(
        interaction_class: hyla_interaction_class_handle,
        values: hyla_values<'_>,
        delivery: &hyla_delivery<'_>
    ) { Handle::of(interaction_class), &parameter_values(values), &read_delivery(delivery) }
    ReceiveDirectedInteraction: fn receive_directed_interaction(
        interaction_class: hyla_interaction_class_handle,
        object: hyla_object_instance_handle,
        values: hyla_values<'_>,
        delivery: &hyla_delivery<'_>
    ) {
        Handle::of(interaction_class), Handle::of(object), &parameter_values(values), &read_delivery(delivery)
    }
    RemoveObjectInstance: fn remove_object_instance(
        object: hyla_object_instance_handle, delivery: &hyla_delivery<'_>
    ) { Handle::of(object), &read_delivery(delivery) }
    AttributesInScope: fn attributes_in_scope(
        object: hyla_object_instance_handle, attributes: hyla_handles<'_>
    ) { Handle::of(object), &set(attributes) }
    AttributesOutOfScope: fn attributes_out_of_scope(
        object: hyla_object_instance_handle, attributes: hyla_handles<'_>
    ) { Handle::of(object), &set(attributes) }
    ProvideAttributeValueUpdate: fn provide_attribute_value_update(
        object: hyla_object_instance_handle, attributes: hyla_handles<'_>, tag: hyla_bytes<'_>
    ) { Handle::of(object), &set(attributes), bytes(tag) }
    TurnUpdatesOnForObjectInstance: fn turn_updates_on_for_object_instance(
        object: hyla_object_instance_handle,
        attributes: hyla_handles<'_>,
        update_rate_designator: Option<&hyla_text<'_>>
    ) { Handle::of(object), &set(attributes), update_rate_designator.copied().map(text) }
    TurnUpdatesOffForObjectInstance: fn turn_updates_off_for_object_instance(
        object: hyla_object_instance_handle, attributes: hyla_handles<'_>
    ) { Handle::of(object), &set(attributes) }
    ConfirmAttributeTransportationTypeChange: fn confirm_attribute_transportation_type_change(
        object: hyla_object_instance_handle,
        attributes: hyla_handles<'_>,
        transportation: hyla_transportation_type_handle
    ) { Handle::of(object), &set(attributes), Handle::of(transportation) }
    ReportAttributeTransportationType: fn report_attribute_transportation_type(
        object: hyla_object_instance_handle,
        attribute: hyla_attribute_handle,
        transportation: hyla_transportation_type_handle
    ) { Handle::of(object), Handle::of(attribute), Handle::of(transportation) }
    ConfirmInteractionTransportationTypeChange: fn confirm_interaction_transportation_type_change(
        interaction_class: hyla_interaction_class_handle,
        transportation: hyla_transportation_type_handle
    ) { Handle::of(interaction_class), Handle::of(transportation) }
    ReportInteractionTransportationType: fn report_interaction_transportation_type(
        federate: hyla_federate_handle,
        interaction_class: hyla_interaction_class_handle,
        transportation: hyla_transportation_type_handle
    ) { Handle::of(federate), Handle::of(interaction_class), Handle::of(transportation) }
    RequestAttributeOwnershipAssumption: fn request_attribute_ownership_assumption(
        object: hyla_object_instance_handle, attributes: hyla_handles<'_>, tag: hyla_bytes<'_>
    ) { Handle::of(object), &set(attributes), bytes(tag) }
    RequestDivestitureConfirmation: fn request_divestiture_confirmation(
        object: hyla_object_instance_handle, attributes: hyla_handles<'_>, tag: hyla_bytes<'_>
    ) { Handle::of(object), &set(attributes), bytes(tag) }
    AttributeOwnershipAcquisitionNotification: fn attribute_ownership_acquisition_notification(
        object: hyla_object_instance_handle, attributes: hyla_handles<'_>, tag: hyla_bytes<'_>
    ) { Handle::of(object), &set(attributes), bytes(tag) }
    AttributeOwnershipUnavailable: fn attribute_ownership_unavailable(
        object: hyla_object_instance_handle, attributes: hyla_handles<'_>, tag: hyla_bytes<'_>
    ) { Handle::of(object), &set(attributes), bytes(tag) }
    RequestAttributeOwnershipRelease: fn request_attribute_ownership_release(
        object: hyla_object_instance_handle, attributes: hyla_handles<'_>, tag: hyla_bytes<'_>
    ) { Handle::of(object), &set(attributes), bytes(tag) }
    ConfirmAttributeOwnershipAcquisitionCancellation: fn confirm_attribute_ownership_acquisition_cancellation(
        object: hyla_object_instance_handle, attributes: hyla_handles<'_>
    ) { Handle::of(object), &set(attributes) }
    InformAttributeOwnership: fn inform_attribute_ownership(
        object: hyla_object_instance_handle,
        attributes: hyla_handles<'_>,
        owner: hyla_federate_handle
    ) { Handle::of(object), &set(attributes), Handle::of(owner) }
    AttributeIsNotOwned: fn attribute_is_not_owned(
        object: hyla_object_instance_handle, attributes: hyla_handles<'_>
    ) { Handle::of(object), &set(attributes) }
    AttributeIsOwnedByRti: fn attribute_is_owned_by_rti(
        object: hyla_object_instance_handle, attributes: hyla_handles<'_>
    ) { Handle::of(object), &set(attributes) }
    TimeRegulationEnabled: fn time_regulation_enabled(time: hyla_time) { point(time) }
    TimeConstrainedEnabled: fn time_constrained_enabled(time: hyla_time) { point(time) }
    FlushQueueGrant: fn flush_queue_grant(time: hyla_time, optimistic_time: hyla_time) {
        point(time), point(optimistic_time)
    }
    TimeAdvanceGrant: fn time_advance_grant(time: hyla_time) { point(time) }
    RequestRetraction: fn request_retraction(retraction: hyla_message_retraction_handle) {
        Handle::of(retraction)
    }
}
