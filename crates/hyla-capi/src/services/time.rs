//! Time management (clause 8).
//!
//! Written by `make faces` from the table of services.

#![expect(unsafe_code, reason = "C finds functions by their names")]

use std::mem::MaybeUninit;

use hyla_lrc::RtiAmbassador;
use hyla_types::ExceptionKind;

use crate::borrowed::hyla_handles;
use crate::call::{call, get, get_optional};
use crate::enums::{given_or, hyla_order_type};
use crate::exception::hyla_exception;
use crate::handle::{
    Handle, hyla_interaction_class_handle, hyla_message_retraction_handle,
    hyla_object_class_handle, hyla_object_instance_handle,
};
use crate::rti::hyla_rti;
use crate::value::{hyla_interval, hyla_time};

/// `enableTimeRegulation` (8.2). The callback `timeRegulationEnabled` says from which time on.
///
/// Any thread, also in callbacks. Sends messages and does not wait for an answer.
///
/// Errors: `HYLA_INVALID_LOOKAHEAD`, `HYLA_IN_TIME_ADVANCING_STATE`,
/// `HYLA_REQUEST_FOR_TIME_REGULATION_PENDING`, `HYLA_TIME_REGULATION_ALREADY_ENABLED`; and those of every
/// service.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_enable_time_regulation(
    rti: hyla_rti,
    lookahead: hyla_interval,
) -> hyla_exception {
    call(rti, |rti| rti.enable_time_regulation(lookahead.read()?))
}

/// `disableTimeRegulation` (8.4). In force at once.
///
/// Any thread, also in callbacks. Sends messages and does not wait for an answer.
///
/// Errors: `HYLA_TIME_REGULATION_IS_NOT_ENABLED`; and those of every service.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_disable_time_regulation(rti: hyla_rti) -> hyla_exception {
    call(rti, RtiAmbassador::disable_time_regulation)
}

/// `enableTimeConstrained` (8.5). The callback `timeConstrainedEnabled` says from which time on.
///
/// Any thread, also in callbacks. Sends messages and does not wait for an answer.
///
/// Errors: `HYLA_IN_TIME_ADVANCING_STATE`, `HYLA_REQUEST_FOR_TIME_CONSTRAINED_PENDING`,
/// `HYLA_TIME_CONSTRAINED_ALREADY_ENABLED`; and those of every service.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_enable_time_constrained(rti: hyla_rti) -> hyla_exception {
    call(rti, RtiAmbassador::enable_time_constrained)
}

/// `disableTimeConstrained` (8.7). In force at once: messages that waited for their time are delivered in
/// receive order.
///
/// Any thread, also in callbacks. Sends messages and does not wait for an answer.
///
/// Errors: `HYLA_TIME_CONSTRAINED_IS_NOT_ENABLED`; and those of every service.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_disable_time_constrained(rti: hyla_rti) -> hyla_exception {
    call(rti, RtiAmbassador::disable_time_constrained)
}

/// `timeAdvanceRequest` (8.8). Granted after all messages of that time and earlier ones, once no more can
/// come. The grant comes as a callback, never from inside this call.
///
/// Any thread, also in callbacks. Sends messages and does not wait for an answer.
///
/// Errors: `HYLA_LOGICAL_TIME_ALREADY_PASSED`, `HYLA_INVALID_LOGICAL_TIME`, `HYLA_IN_TIME_ADVANCING_STATE`,
/// `HYLA_REQUEST_FOR_TIME_REGULATION_PENDING`, `HYLA_REQUEST_FOR_TIME_CONSTRAINED_PENDING`; and those of
/// every service.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_time_advance_request(rti: hyla_rti, time: hyla_time) -> hyla_exception {
    call(rti, |rti| rti.time_advance_request(time.read()?))
}

/// `timeAdvanceRequestAvailable` (8.9). As `timeAdvanceRequest`, but messages of the granted time may still
/// come.
///
/// Any thread, also in callbacks. Sends messages and does not wait for an answer.
///
/// Errors: `HYLA_LOGICAL_TIME_ALREADY_PASSED`, `HYLA_INVALID_LOGICAL_TIME`, `HYLA_IN_TIME_ADVANCING_STATE`,
/// `HYLA_REQUEST_FOR_TIME_REGULATION_PENDING`, `HYLA_REQUEST_FOR_TIME_CONSTRAINED_PENDING`; and those of
/// every service.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_time_advance_request_available(
    rti: hyla_rti,
    time: hyla_time,
) -> hyla_exception {
    call(rti, |rti| rti.time_advance_request_available(time.read()?))
}

/// `nextMessageRequest` (8.10). Granted to the time of the next message, or to `time` if none comes until
/// then.
///
/// Any thread, also in callbacks. Sends messages and does not wait for an answer.
///
/// Errors: `HYLA_LOGICAL_TIME_ALREADY_PASSED`, `HYLA_INVALID_LOGICAL_TIME`, `HYLA_IN_TIME_ADVANCING_STATE`,
/// `HYLA_REQUEST_FOR_TIME_REGULATION_PENDING`, `HYLA_REQUEST_FOR_TIME_CONSTRAINED_PENDING`; and those of
/// every service.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_next_message_request(rti: hyla_rti, time: hyla_time) -> hyla_exception {
    call(rti, |rti| rti.next_message_request(time.read()?))
}

/// `nextMessageRequestAvailable` (8.11). As `nextMessageRequest`, but messages of the granted time may still
/// come.
///
/// Any thread, also in callbacks. Sends messages and does not wait for an answer.
///
/// Errors: `HYLA_LOGICAL_TIME_ALREADY_PASSED`, `HYLA_INVALID_LOGICAL_TIME`, `HYLA_IN_TIME_ADVANCING_STATE`,
/// `HYLA_REQUEST_FOR_TIME_REGULATION_PENDING`, `HYLA_REQUEST_FOR_TIME_CONSTRAINED_PENDING`; and those of
/// every service.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_next_message_request_available(
    rti: hyla_rti,
    time: hyla_time,
) -> hyla_exception {
    call(rti, |rti| rti.next_message_request_available(time.read()?))
}

/// `flushQueueRequest` (8.12). Delivers all queued messages, and grants as far as is safe now.
///
/// Any thread, also in callbacks. Sends messages and does not wait for an answer.
///
/// Errors: `HYLA_LOGICAL_TIME_ALREADY_PASSED`, `HYLA_INVALID_LOGICAL_TIME`, `HYLA_IN_TIME_ADVANCING_STATE`,
/// `HYLA_REQUEST_FOR_TIME_REGULATION_PENDING`, `HYLA_REQUEST_FOR_TIME_CONSTRAINED_PENDING`; and those of
/// every service.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_flush_queue_request(rti: hyla_rti, time: hyla_time) -> hyla_exception {
    call(rti, |rti| rti.flush_queue_request(time.read()?))
}

/// `enableAsynchronousDelivery` (8.14 in 2010, 8.15 in 2025).
///
/// Any thread, also in callbacks. Local: sends nothing and waits for nothing.
///
/// Errors: `HYLA_ASYNCHRONOUS_DELIVERY_ALREADY_ENABLED`; and those of every service.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_enable_asynchronous_delivery(rti: hyla_rti) -> hyla_exception {
    call(rti, RtiAmbassador::enable_asynchronous_delivery)
}

/// `disableAsynchronousDelivery` (8.15 in 2010, 8.16 in 2025).
///
/// Any thread, also in callbacks. Local: sends nothing and waits for nothing.
///
/// Errors: `HYLA_ASYNCHRONOUS_DELIVERY_ALREADY_DISABLED`; and those of every service.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_disable_asynchronous_delivery(rti: hyla_rti) -> hyla_exception {
    call(rti, RtiAmbassador::disable_asynchronous_delivery)
}

/// `queryGALT` (8.16 in 2010, 8.17 in 2025). The time up to which this federate could be granted now; none if
/// no other federate regulates.
///
/// Any thread. A round trip to the RTI; in a callback of the immediate model it takes effect later, or
/// answers with the last known value.
///
/// `out` and `present` may be null.
///
/// Errors: only those of every service.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_query_galt(
    rti: hyla_rti,
    out: Option<&mut MaybeUninit<hyla_time>>,
    present: Option<&mut MaybeUninit<bool>>,
) -> hyla_exception {
    get_optional(rti, out, present, RtiAmbassador::query_galt)
}

/// `queryLogicalTime` (8.17 in 2010, 8.18 in 2025). While the federate advances, the time before.
///
/// Any thread, also in callbacks. Local: sends nothing and waits for nothing.
///
/// Errors: only those of every service.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_query_logical_time(
    rti: hyla_rti,
    out: Option<&mut MaybeUninit<hyla_time>>,
) -> hyla_exception {
    get(rti, out, RtiAmbassador::query_logical_time)
}

/// `queryLITS` (8.18 in 2010, 8.19 in 2025). The least time at which a message can still be delivered; none
/// without a GALT and without a message.
///
/// Any thread. A round trip to the RTI; in a callback of the immediate model it takes effect later, or
/// answers with the last known value.
///
/// `out` and `present` may be null.
///
/// Errors: only those of every service.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_query_lits(
    rti: hyla_rti,
    out: Option<&mut MaybeUninit<hyla_time>>,
    present: Option<&mut MaybeUninit<bool>>,
) -> hyla_exception {
    get_optional(rti, out, present, RtiAmbassador::query_lits)
}

/// `modifyLookahead` (8.19 in 2010, 8.20 in 2025). A smaller lookahead is reached as the federate advances.
///
/// Any thread, also in callbacks. Sends messages and does not wait for an answer.
///
/// Errors: `HYLA_INVALID_LOOKAHEAD`, `HYLA_IN_TIME_ADVANCING_STATE`, `HYLA_TIME_REGULATION_IS_NOT_ENABLED`;
/// and those of every service.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_modify_lookahead(rti: hyla_rti, lookahead: hyla_interval) -> hyla_exception {
    call(rti, |rti| rti.modify_lookahead(lookahead.read()?))
}

/// `queryLookahead` (8.20 in 2010, 8.21 in 2025). The lookahead in force now.
///
/// Any thread, also in callbacks. Local: sends nothing and waits for nothing.
///
/// Errors: `HYLA_TIME_REGULATION_IS_NOT_ENABLED`; and those of every service.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_query_lookahead(
    rti: hyla_rti,
    out: Option<&mut MaybeUninit<hyla_interval>>,
) -> hyla_exception {
    get(rti, out, RtiAmbassador::query_lookahead)
}

/// `retract` (8.21 in 2010, 8.22 in 2025).
///
/// Any thread, also in callbacks. Sends messages and does not wait for an answer.
///
/// Errors: `HYLA_MESSAGE_CAN_NO_LONGER_BE_RETRACTED`, `HYLA_INVALID_MESSAGE_RETRACTION_HANDLE`,
/// `HYLA_TIME_REGULATION_IS_NOT_ENABLED`; and those of every service.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_retract(
    rti: hyla_rti,
    retraction: hyla_message_retraction_handle,
) -> hyla_exception {
    call(rti, |rti| rti.retract(Handle::of(retraction)))
}

/// `changeAttributeOrderType` (8.23 in 2010, 8.24 in 2025). For later updates by this owner.
///
/// Any thread, also in callbacks. Local: sends nothing and waits for nothing.
///
/// Errors: `HYLA_ATTRIBUTE_NOT_OWNED`, `HYLA_ATTRIBUTE_NOT_DEFINED`, `HYLA_OBJECT_INSTANCE_NOT_KNOWN`; and
/// those of every service.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_change_attribute_order_type(
    rti: hyla_rti,
    object_instance: hyla_object_instance_handle,
    attributes: hyla_handles<'_>,
    order_type: MaybeUninit<hyla_order_type>,
) -> hyla_exception {
    call(rti, |rti| {
        rti.change_attribute_order_type(
            Handle::of(object_instance),
            &attributes.set("attributes")?,
            given_or(order_type, ExceptionKind::RTIinternalError)?,
        )
    })
}

/// `changeDefaultAttributeOrderType` (8.25, 2025). For instances registered from now on.
///
/// Any thread, also in callbacks. Local: sends nothing and waits for nothing.
///
/// Errors: `HYLA_ATTRIBUTE_NOT_DEFINED`, `HYLA_OBJECT_CLASS_NOT_DEFINED`; and those of every service.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_change_default_attribute_order_type(
    rti: hyla_rti,
    object_class: hyla_object_class_handle,
    attributes: hyla_handles<'_>,
    order_type: MaybeUninit<hyla_order_type>,
) -> hyla_exception {
    call(rti, |rti| {
        rti.change_default_attribute_order_type(
            Handle::of(object_class),
            &attributes.set("attributes")?,
            given_or(order_type, ExceptionKind::RTIinternalError)?,
        )
    })
}

/// `changeInteractionOrderType` (8.24 in 2010, 8.26 in 2025).
///
/// Any thread, also in callbacks. Local: sends nothing and waits for nothing.
///
/// Errors: `HYLA_INTERACTION_CLASS_NOT_PUBLISHED`, `HYLA_INTERACTION_CLASS_NOT_DEFINED`; and those of every
/// service.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_change_interaction_order_type(
    rti: hyla_rti,
    interaction_class: hyla_interaction_class_handle,
    order_type: MaybeUninit<hyla_order_type>,
) -> hyla_exception {
    call(rti, |rti| {
        rti.change_interaction_order_type(
            Handle::of(interaction_class),
            given_or(order_type, ExceptionKind::RTIinternalError)?,
        )
    })
}
