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
use super::callbacks::table;
use super::results::time as point;
use super::usage::Usage;

/// Receiver of callbacks.
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

pub(super) unsafe extern "C" fn dropped(context: *mut c_void) {
    // SAFETY: made by `Told::table`; nothing comes any more.
    drop(unsafe { Box::from_raw(context.cast::<Told>()) });
}

/// # Safety
/// `context` is of `Told::table`, and not dropped.
pub(super) unsafe fn tell(
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

pub(super) fn text(given: hyla_text<'_>) -> &str {
    given.read("text").unwrap()
}

pub(super) fn bytes(given: hyla_bytes<'_>) -> &[u8] {
    given.read("bytes").unwrap()
}

pub(super) fn set<H: Handle>(given: hyla_handles<'_>) -> HandleSet<H> {
    let numbers = given.read("set").unwrap();
    numbers.iter().map(|&number| H::of(number)).collect()
}

pub(super) fn texts(given: hyla_texts<'_>) -> Vec<String> {
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

pub(super) fn read_executions(
    given: hyla_federation_executions<'_>,
) -> Vec<FederationExecutionInformation> {
    let executions = elements::<_, hyla_federation_execution<'_>>(given).into_iter();
    let execution = |given: hyla_federation_execution<'_>| FederationExecutionInformation {
        federation_execution_name: text(given.federation_execution_name).to_owned(),
        logical_time_implementation_name: text(given.logical_time_implementation_name).to_owned(),
    };
    executions.map(execution).collect()
}

pub(super) fn read_members(
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

pub(super) fn save_statuses(given: hyla_federate_save_statuses<'_>) -> Vec<FederateSaveStatus> {
    let statuses = elements::<_, hyla_federate_save_status>(given).into_iter();
    let status = |given: hyla_federate_save_status| FederateSaveStatus {
        federate: Handle::of(given.federate),
        status: (given.status as i32).try_into().unwrap(),
    };
    statuses.map(status).collect()
}

pub(super) fn restore_statuses(
    given: hyla_federate_restore_statuses<'_>,
) -> Vec<FederateRestoreStatus> {
    let statuses = elements::<_, hyla_federate_restore_status>(given).into_iter();
    let status = |given: hyla_federate_restore_status| FederateRestoreStatus {
        pre_restore_handle: Handle::of(given.pre_restore_handle),
        post_restore_handle: Handle::of(given.post_restore_handle),
        status: (given.status as i32).try_into().unwrap(),
    };
    statuses.map(status).collect()
}

pub(super) fn read_attribute_values(given: hyla_values<'_>) -> AttributeValues<'_> {
    let values = given.read("values").unwrap().iter();
    values
        .map(|value| (Handle::of(value.handle), bytes(value.bytes)))
        .collect()
}

pub(super) fn read_parameter_values(given: hyla_values<'_>) -> ParameterValues<'_> {
    let values = given.read("values").unwrap().iter();
    values
        .map(|value| (Handle::of(value.handle), bytes(value.bytes)))
        .collect()
}

fn order(given: hyla_order_type) -> OrderType {
    (given as i32).try_into().unwrap()
}

pub(super) fn read_delivery<'a>(given: &hyla_delivery<'a>) -> Delivery<'a> {
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

        /// The table of the functions.
        pub(super) fn table(context: *mut c_void) -> hyla_federate_ambassador {
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
pub(super) use callbacks;
