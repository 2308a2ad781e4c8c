//! Time management (clause 8).
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

/// `enableTimeRegulation` (8.2); `timeRegulationEnabled` says from which time on.
///
/// Errors: `HYLA_INVALID_LOOKAHEAD`, `HYLA_IN_TIME_ADVANCING_STATE`,
/// `HYLA_REQUEST_FOR_TIME_REGULATION_PENDING`, `HYLA_TIME_REGULATION_ALREADY_ENABLED`.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_enable_time_regulation(
    rti: hyla_rti,
    lookahead: hyla_interval,
) -> hyla_exception {
    call(rti, |rti| rti.enable_time_regulation(lookahead.read()?))
}

/// `disableTimeRegulation` (8.4), at once.
///
/// Errors: `HYLA_TIME_REGULATION_IS_NOT_ENABLED`.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_disable_time_regulation(rti: hyla_rti) -> hyla_exception {
    call(rti, RtiAmbassador::disable_time_regulation)
}

/// `enableTimeConstrained` (8.5); `timeConstrainedEnabled` says when it holds.
///
/// Errors: `HYLA_IN_TIME_ADVANCING_STATE`, `HYLA_REQUEST_FOR_TIME_CONSTRAINED_PENDING`,
/// `HYLA_TIME_CONSTRAINED_ALREADY_ENABLED`.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_enable_time_constrained(rti: hyla_rti) -> hyla_exception {
    call(rti, RtiAmbassador::enable_time_constrained)
}

/// `disableTimeConstrained` (8.7), at once: what waited for its time is delivered in receive order.
///
/// Errors: `HYLA_TIME_CONSTRAINED_IS_NOT_ENABLED`.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_disable_time_constrained(rti: hyla_rti) -> hyla_exception {
    call(rti, RtiAmbassador::disable_time_constrained)
}

/// `timeAdvanceRequest` (8.8): granted once no message of that time or an earlier one can come, after all of
/// them.
///
/// The grant comes as callback, never from inside this call. Cost: one message to the RTI.
///
/// Errors: `HYLA_LOGICAL_TIME_ALREADY_PASSED`, `HYLA_INVALID_LOGICAL_TIME`, `HYLA_IN_TIME_ADVANCING_STATE`,
/// `HYLA_REQUEST_FOR_TIME_REGULATION_PENDING`, `HYLA_REQUEST_FOR_TIME_CONSTRAINED_PENDING`.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_time_advance_request(rti: hyla_rti, time: hyla_time) -> hyla_exception {
    call(rti, |rti| rti.time_advance_request(time.read()?))
}

/// `timeAdvanceRequestAvailable` (8.9): as `hyla_time_advance_request`, but messages of the granted time may
/// still come.
///
/// Errors: `HYLA_LOGICAL_TIME_ALREADY_PASSED`, `HYLA_INVALID_LOGICAL_TIME`, `HYLA_IN_TIME_ADVANCING_STATE`,
/// `HYLA_REQUEST_FOR_TIME_REGULATION_PENDING`, `HYLA_REQUEST_FOR_TIME_CONSTRAINED_PENDING`.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_time_advance_request_available(
    rti: hyla_rti,
    time: hyla_time,
) -> hyla_exception {
    call(rti, |rti| rti.time_advance_request_available(time.read()?))
}

/// `nextMessageRequest` (8.10): granted to the time of the next message, or to `time` if there is none until
/// then.
///
/// Errors: `HYLA_LOGICAL_TIME_ALREADY_PASSED`, `HYLA_INVALID_LOGICAL_TIME`, `HYLA_IN_TIME_ADVANCING_STATE`,
/// `HYLA_REQUEST_FOR_TIME_REGULATION_PENDING`, `HYLA_REQUEST_FOR_TIME_CONSTRAINED_PENDING`.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_next_message_request(rti: hyla_rti, time: hyla_time) -> hyla_exception {
    call(rti, |rti| rti.next_message_request(time.read()?))
}

/// `nextMessageRequestAvailable` (8.11): as `hyla_next_message_request`, but messages of the granted time
/// may still come.
///
/// Errors: `HYLA_LOGICAL_TIME_ALREADY_PASSED`, `HYLA_INVALID_LOGICAL_TIME`, `HYLA_IN_TIME_ADVANCING_STATE`,
/// `HYLA_REQUEST_FOR_TIME_REGULATION_PENDING`, `HYLA_REQUEST_FOR_TIME_CONSTRAINED_PENDING`.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_next_message_request_available(
    rti: hyla_rti,
    time: hyla_time,
) -> hyla_exception {
    call(rti, |rti| rti.next_message_request_available(time.read()?))
}

/// `flushQueueRequest` (8.12): delivers all that is queued, and grants as far as is safe now.
///
/// Errors: `HYLA_LOGICAL_TIME_ALREADY_PASSED`, `HYLA_INVALID_LOGICAL_TIME`, `HYLA_IN_TIME_ADVANCING_STATE`,
/// `HYLA_REQUEST_FOR_TIME_REGULATION_PENDING`, `HYLA_REQUEST_FOR_TIME_CONSTRAINED_PENDING`.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_flush_queue_request(rti: hyla_rti, time: hyla_time) -> hyla_exception {
    call(rti, |rti| rti.flush_queue_request(time.read()?))
}

/// `enableAsynchronousDelivery` (8.14 in 2010, 8.15 in 2025).
///
/// Errors: `HYLA_ASYNCHRONOUS_DELIVERY_ALREADY_ENABLED`.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_enable_asynchronous_delivery(rti: hyla_rti) -> hyla_exception {
    call(rti, RtiAmbassador::enable_asynchronous_delivery)
}

/// `disableAsynchronousDelivery` (8.15 in 2010, 8.16 in 2025).
///
/// Errors: `HYLA_ASYNCHRONOUS_DELIVERY_ALREADY_DISABLED`.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_disable_asynchronous_delivery(rti: hyla_rti) -> hyla_exception {
    call(rti, RtiAmbassador::disable_asynchronous_delivery)
}

/// `queryGALT` (8.16 in 2010, 8.17 in 2025): the time up to which this federate could be granted now; null
/// if nobody else regulates. A round trip to the RTI; inside a callback of the immediate model, what was
/// heard last.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_query_galt(
    rti: hyla_rti,
    out: Option<&mut MaybeUninit<hyla_time>>,
    present: Option<&mut MaybeUninit<bool>>,
) -> hyla_exception {
    get_optional(rti, out, present, RtiAmbassador::query_galt)
}

/// `queryLogicalTime` (8.17 in 2010, 8.18 in 2025): while advancing, the time before.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_query_logical_time(
    rti: hyla_rti,
    out: Option<&mut MaybeUninit<hyla_time>>,
) -> hyla_exception {
    get(rti, out, RtiAmbassador::query_logical_time)
}

/// `queryLITS` (8.18 in 2010, 8.19 in 2025): the least time at which a message can still be delivered; null
/// if there is neither a GALT nor a message. Cost as `hyla_query_galt`.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_query_lits(
    rti: hyla_rti,
    out: Option<&mut MaybeUninit<hyla_time>>,
    present: Option<&mut MaybeUninit<bool>>,
) -> hyla_exception {
    get_optional(rti, out, present, RtiAmbassador::query_lits)
}

/// `modifyLookahead` (8.19 in 2010, 8.20 in 2025). A lesser one is reached as the federate advances.
///
/// Errors: `HYLA_INVALID_LOOKAHEAD`, `HYLA_IN_TIME_ADVANCING_STATE`, `HYLA_TIME_REGULATION_IS_NOT_ENABLED`.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_modify_lookahead(rti: hyla_rti, lookahead: hyla_interval) -> hyla_exception {
    call(rti, |rti| rti.modify_lookahead(lookahead.read()?))
}

/// `queryLookahead` (8.20 in 2010, 8.21 in 2025): the one in force now.
///
/// Errors: `HYLA_TIME_REGULATION_IS_NOT_ENABLED`.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_query_lookahead(
    rti: hyla_rti,
    out: Option<&mut MaybeUninit<hyla_interval>>,
) -> hyla_exception {
    get(rti, out, RtiAmbassador::query_lookahead)
}

/// `retract` (8.21 in 2010, 8.22 in 2025).
///
/// Errors: `HYLA_TIME_REGULATION_IS_NOT_ENABLED`, `HYLA_INVALID_MESSAGE_RETRACTION_HANDLE`,
/// `HYLA_MESSAGE_CAN_NO_LONGER_BE_RETRACTED`.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_retract(
    rti: hyla_rti,
    retraction: hyla_message_retraction_handle,
) -> hyla_exception {
    call(rti, |rti| rti.retract(Handle::of(retraction)))
}

/// `changeAttributeOrderType` (8.23 in 2010, 8.24 in 2025): for later updates by this owner.
///
/// Errors: `HYLA_OBJECT_INSTANCE_NOT_KNOWN`, `HYLA_ATTRIBUTE_NOT_DEFINED`, `HYLA_ATTRIBUTE_NOT_OWNED`.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_change_attribute_order_type(
    rti: hyla_rti,
    object: hyla_object_instance_handle,
    attributes: hyla_handles<'_>,
    order: MaybeUninit<hyla_order_type>,
) -> hyla_exception {
    call(rti, |rti| {
        rti.change_attribute_order_type(
            Handle::of(object),
            &attributes.set("attributes")?,
            given_or(order, ExceptionKind::RTIinternalError)?,
        )
    })
}

/// `changeDefaultAttributeOrderType` (8.25, 2025): for instances registered from now on.
///
/// Errors: `HYLA_OBJECT_CLASS_NOT_DEFINED`, `HYLA_ATTRIBUTE_NOT_DEFINED`.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_change_default_attribute_order_type(
    rti: hyla_rti,
    object_class: hyla_object_class_handle,
    attributes: hyla_handles<'_>,
    order: MaybeUninit<hyla_order_type>,
) -> hyla_exception {
    call(rti, |rti| {
        rti.change_default_attribute_order_type(
            Handle::of(object_class),
            &attributes.set("attributes")?,
            given_or(order, ExceptionKind::RTIinternalError)?,
        )
    })
}

/// `changeInteractionOrderType` (8.24 in 2010, 8.26 in 2025).
///
/// Errors: `HYLA_INTERACTION_CLASS_NOT_DEFINED`, `HYLA_INTERACTION_CLASS_NOT_PUBLISHED`.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_change_interaction_order_type(
    rti: hyla_rti,
    interaction_class: hyla_interaction_class_handle,
    order: MaybeUninit<hyla_order_type>,
) -> hyla_exception {
    call(rti, |rti| {
        rti.change_interaction_order_type(
            Handle::of(interaction_class),
            given_or(order, ExceptionKind::RTIinternalError)?,
        )
    })
}
