//! Object management (clause 6).
//!
//! Written by `make faces` from the table of services.

#![expect(unsafe_code, reason = "C finds functions by their names")]

use std::mem::MaybeUninit;

use crate::borrowed::{hyla_bytes, hyla_handles, hyla_text, hyla_texts, hyla_values, optional};
use crate::call::{call, get, get_optional};
use crate::exception::hyla_exception;
use crate::handle::{
    Handle, hyla_attribute_handle, hyla_federate_handle, hyla_interaction_class_handle,
    hyla_message_retraction_handle, hyla_object_class_handle, hyla_object_instance_handle,
    hyla_transportation_type_handle,
};
use crate::rti::hyla_rti;
use crate::value::hyla_time;

/// `reserveObjectInstanceName` (6.2). The answer comes as a callback.
///
/// Any thread, also in callbacks. Sends messages and does not wait for an answer.
///
/// Errors: `HYLA_ILLEGAL_NAME`; and those of every service.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_reserve_object_instance_name(
    rti: hyla_rti,
    object_instance_name: hyla_text<'_>,
) -> hyla_exception {
    call(rti, |rti| {
        rti.reserve_object_instance_name(object_instance_name.read("object_instance_name")?)
    })
}

/// `releaseObjectInstanceName` (6.4).
///
/// Any thread, also in callbacks. Sends messages and does not wait for an answer.
///
/// Errors: `HYLA_OBJECT_INSTANCE_NAME_NOT_RESERVED`; and those of every service.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_release_object_instance_name(
    rti: hyla_rti,
    object_instance_name: hyla_text<'_>,
) -> hyla_exception {
    call(rti, |rti| {
        rti.release_object_instance_name(object_instance_name.read("object_instance_name")?)
    })
}

/// `reserveMultipleObjectInstanceNames` (6.5). The answer comes as a callback.
///
/// Any thread, also in callbacks. Sends messages and does not wait for an answer.
///
/// Errors: `HYLA_ILLEGAL_NAME`, `HYLA_NAME_SET_WAS_EMPTY`; and those of every service.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_reserve_multiple_object_instance_names(
    rti: hyla_rti,
    object_instance_names: hyla_texts<'_>,
) -> hyla_exception {
    call(rti, |rti| {
        rti.reserve_multiple_object_instance_names(
            &object_instance_names.set("object_instance_names")?,
        )
    })
}

/// `releaseMultipleObjectInstanceNames` (6.7). Releases all of the names or none.
///
/// Any thread, also in callbacks. Sends messages and does not wait for an answer.
///
/// Errors: `HYLA_OBJECT_INSTANCE_NAME_NOT_RESERVED`; and those of every service.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_release_multiple_object_instance_names(
    rti: hyla_rti,
    object_instance_names: hyla_texts<'_>,
) -> hyla_exception {
    call(rti, |rti| {
        rti.release_multiple_object_instance_names(
            &object_instance_names.set("object_instance_names")?,
        )
    })
}

/// `registerObjectInstance` (6.8). Takes a name that was reserved before, or makes one. No round trip.
///
/// Any thread, also in callbacks. Sends straight to the receivers without a round trip; waits while one of
/// them cannot keep up.
///
/// `object_instance_name` may be null.
///
/// Errors: `HYLA_OBJECT_CLASS_NOT_PUBLISHED`, `HYLA_OBJECT_CLASS_NOT_DEFINED`,
/// `HYLA_OBJECT_INSTANCE_NAME_IN_USE`, `HYLA_OBJECT_INSTANCE_NAME_NOT_RESERVED`; and those of every service.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_register_object_instance(
    rti: hyla_rti,
    object_class: hyla_object_class_handle,
    object_instance_name: Option<&hyla_text<'_>>,
    out: Option<&mut MaybeUninit<hyla_object_instance_handle>>,
) -> hyla_exception {
    get(rti, out, |rti| {
        rti.register_object_instance(
            Handle::of(object_class),
            optional(object_instance_name, "object_instance_name")?,
        )
    })
}

/// `updateAttributeValues` (6.10). One message for each transportation type among the attributes. Allocates
/// nothing in steady state.
///
/// Any thread, also in callbacks. Sends straight to the receivers without a round trip; waits while one of
/// them cannot keep up.
///
/// `time`, `retraction` and `present` may be null.
///
/// Errors: `HYLA_ATTRIBUTE_NOT_OWNED`, `HYLA_ATTRIBUTE_NOT_DEFINED`, `HYLA_OBJECT_INSTANCE_NOT_KNOWN`,
/// `HYLA_INVALID_LOGICAL_TIME`; and those of every service.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_update_attribute_values(
    rti: hyla_rti,
    object_instance: hyla_object_instance_handle,
    attribute_values: hyla_values<'_>,
    user_supplied_tag: hyla_bytes<'_>,
    time: Option<&hyla_time>,
    retraction: Option<&mut MaybeUninit<hyla_message_retraction_handle>>,
    present: Option<&mut MaybeUninit<bool>>,
) -> hyla_exception {
    get_optional(rti, retraction, present, |rti| {
        attribute_values.lend("attribute_values", |attribute_values| {
            rti.update_attribute_values(
                Handle::of(object_instance),
                attribute_values,
                user_supplied_tag.read("user_supplied_tag")?,
                hyla_time::optional(time)?,
            )
        })
    })
}

/// `sendInteraction` (6.12).
///
/// Any thread, also in callbacks. Sends straight to the receivers without a round trip; waits while one of
/// them cannot keep up.
///
/// `time`, `retraction` and `present` may be null.
///
/// Errors: `HYLA_INTERACTION_CLASS_NOT_PUBLISHED`, `HYLA_INTERACTION_PARAMETER_NOT_DEFINED`,
/// `HYLA_INTERACTION_CLASS_NOT_DEFINED`, `HYLA_INVALID_LOGICAL_TIME`; and those of every service.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_send_interaction(
    rti: hyla_rti,
    interaction_class: hyla_interaction_class_handle,
    parameter_values: hyla_values<'_>,
    user_supplied_tag: hyla_bytes<'_>,
    time: Option<&hyla_time>,
    retraction: Option<&mut MaybeUninit<hyla_message_retraction_handle>>,
    present: Option<&mut MaybeUninit<bool>>,
) -> hyla_exception {
    get_optional(rti, retraction, present, |rti| {
        parameter_values.lend("parameter_values", |parameter_values| {
            rti.send_interaction(
                Handle::of(interaction_class),
                parameter_values,
                user_supplied_tag.read("user_supplied_tag")?,
                hyla_time::optional(time)?,
            )
        })
    })
}

/// `sendDirectedInteraction` (6.14, 2025).
///
/// Any thread, also in callbacks. Sends straight to the receivers without a round trip; waits while one of
/// them cannot keep up.
///
/// `time`, `retraction` and `present` may be null.
///
/// Errors: `HYLA_OBJECT_INSTANCE_NOT_KNOWN`, `HYLA_INTERACTION_CLASS_NOT_PUBLISHED`,
/// `HYLA_INTERACTION_PARAMETER_NOT_DEFINED`, `HYLA_INTERACTION_CLASS_NOT_DEFINED`,
/// `HYLA_INVALID_LOGICAL_TIME`; and those of every service.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_send_directed_interaction(
    rti: hyla_rti,
    interaction_class: hyla_interaction_class_handle,
    object_instance: hyla_object_instance_handle,
    parameter_values: hyla_values<'_>,
    user_supplied_tag: hyla_bytes<'_>,
    time: Option<&hyla_time>,
    retraction: Option<&mut MaybeUninit<hyla_message_retraction_handle>>,
    present: Option<&mut MaybeUninit<bool>>,
) -> hyla_exception {
    get_optional(rti, retraction, present, |rti| {
        parameter_values.lend("parameter_values", |parameter_values| {
            rti.send_directed_interaction(
                Handle::of(interaction_class),
                Handle::of(object_instance),
                parameter_values,
                user_supplied_tag.read("user_supplied_tag")?,
                hyla_time::optional(time)?,
            )
        })
    })
}

/// `deleteObjectInstance` (6.14 in 2010, 6.16 in 2025).
///
/// Any thread, also in callbacks. Sends straight to the receivers without a round trip; waits while one of
/// them cannot keep up.
///
/// `time`, `retraction` and `present` may be null.
///
/// Errors: `HYLA_DELETE_PRIVILEGE_NOT_HELD`, `HYLA_OBJECT_INSTANCE_NOT_KNOWN`, `HYLA_INVALID_LOGICAL_TIME`;
/// and those of every service.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_delete_object_instance(
    rti: hyla_rti,
    object_instance: hyla_object_instance_handle,
    user_supplied_tag: hyla_bytes<'_>,
    time: Option<&hyla_time>,
    retraction: Option<&mut MaybeUninit<hyla_message_retraction_handle>>,
    present: Option<&mut MaybeUninit<bool>>,
) -> hyla_exception {
    get_optional(rti, retraction, present, |rti| {
        rti.delete_object_instance(
            Handle::of(object_instance),
            user_supplied_tag.read("user_supplied_tag")?,
            hyla_time::optional(time)?,
        )
    })
}

/// `localDeleteObjectInstance` (6.16 in 2010, 6.18 in 2025).
///
/// Any thread, also in callbacks. Local: sends nothing and waits for nothing.
///
/// Errors: `HYLA_OWNERSHIP_ACQUISITION_PENDING`, `HYLA_FEDERATE_OWNS_ATTRIBUTES`,
/// `HYLA_OBJECT_INSTANCE_NOT_KNOWN`; and those of every service.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_local_delete_object_instance(
    rti: hyla_rti,
    object_instance: hyla_object_instance_handle,
) -> hyla_exception {
    call(rti, |rti| {
        rti.local_delete_object_instance(Handle::of(object_instance))
    })
}

/// `requestAttributeValueUpdate` (6.19 in 2010, 6.21 in 2025). For one instance.
///
/// Any thread, also in callbacks. Sends messages and does not wait for an answer.
///
/// Errors: `HYLA_ATTRIBUTE_NOT_DEFINED`, `HYLA_OBJECT_INSTANCE_NOT_KNOWN`, `HYLA_OBJECT_CLASS_NOT_DEFINED`;
/// and those of every service.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_request_attribute_value_update(
    rti: hyla_rti,
    object_instance: hyla_object_instance_handle,
    attributes: hyla_handles<'_>,
    user_supplied_tag: hyla_bytes<'_>,
) -> hyla_exception {
    call(rti, |rti| {
        rti.request_attribute_value_update(
            Handle::of(object_instance),
            &attributes.set("attributes")?,
            user_supplied_tag.read("user_supplied_tag")?,
        )
    })
}

/// `requestAttributeValueUpdate` (6.19 in 2010, 6.21 in 2025). For all instances at or below a class.
///
/// Any thread, also in callbacks. Sends messages and does not wait for an answer.
///
/// Errors: `HYLA_ATTRIBUTE_NOT_DEFINED`, `HYLA_OBJECT_INSTANCE_NOT_KNOWN`, `HYLA_OBJECT_CLASS_NOT_DEFINED`;
/// and those of every service.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_request_class_attribute_value_update(
    rti: hyla_rti,
    object_class: hyla_object_class_handle,
    attributes: hyla_handles<'_>,
    user_supplied_tag: hyla_bytes<'_>,
) -> hyla_exception {
    call(rti, |rti| {
        rti.request_class_attribute_value_update(
            Handle::of(object_class),
            &attributes.set("attributes")?,
            user_supplied_tag.read("user_supplied_tag")?,
        )
    })
}

/// `requestAttributeTransportationTypeChange` (6.23 in 2010, 6.25 in 2025). In force from the confirming
/// callback on.
///
/// Any thread, also in callbacks. Local: sends nothing and waits for nothing.
///
/// Errors: `HYLA_ATTRIBUTE_ALREADY_BEING_CHANGED`, `HYLA_ATTRIBUTE_NOT_OWNED`, `HYLA_ATTRIBUTE_NOT_DEFINED`,
/// `HYLA_OBJECT_INSTANCE_NOT_KNOWN`, `HYLA_INVALID_TRANSPORTATION_TYPE_HANDLE` (2010:
/// `HYLA_INVALID_TRANSPORTATION_TYPE`); and those of every service.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_request_attribute_transportation_type_change(
    rti: hyla_rti,
    object_instance: hyla_object_instance_handle,
    attributes: hyla_handles<'_>,
    transportation_type: hyla_transportation_type_handle,
) -> hyla_exception {
    call(rti, |rti| {
        rti.request_attribute_transportation_type_change(
            Handle::of(object_instance),
            &attributes.set("attributes")?,
            Handle::of(transportation_type),
        )
    })
}

/// `changeDefaultAttributeTransportationType` (6.27, 2025). For instances registered from now on.
///
/// Any thread, also in callbacks. Local: sends nothing and waits for nothing.
///
/// Errors: `HYLA_ATTRIBUTE_NOT_DEFINED`, `HYLA_OBJECT_CLASS_NOT_DEFINED`,
/// `HYLA_INVALID_TRANSPORTATION_TYPE_HANDLE`; and those of every service.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_change_default_attribute_transportation_type(
    rti: hyla_rti,
    object_class: hyla_object_class_handle,
    attributes: hyla_handles<'_>,
    transportation_type: hyla_transportation_type_handle,
) -> hyla_exception {
    call(rti, |rti| {
        rti.change_default_attribute_transportation_type(
            Handle::of(object_class),
            &attributes.set("attributes")?,
            Handle::of(transportation_type),
        )
    })
}

/// `queryAttributeTransportationType` (6.25 in 2010, 6.28 in 2025). The answer comes as a callback.
///
/// Any thread, also in callbacks. Sends messages and does not wait for an answer.
///
/// Errors: `HYLA_ATTRIBUTE_NOT_DEFINED`, `HYLA_OBJECT_INSTANCE_NOT_KNOWN`; and those of every service.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_query_attribute_transportation_type(
    rti: hyla_rti,
    object_instance: hyla_object_instance_handle,
    attribute: hyla_attribute_handle,
) -> hyla_exception {
    call(rti, |rti| {
        rti.query_attribute_transportation_type(Handle::of(object_instance), Handle::of(attribute))
    })
}

/// `requestInteractionTransportationTypeChange` (6.27 in 2010, 6.30 in 2025). In force from the confirming
/// callback on.
///
/// Any thread, also in callbacks. Local: sends nothing and waits for nothing.
///
/// Errors: `HYLA_INTERACTION_CLASS_ALREADY_BEING_CHANGED`, `HYLA_INTERACTION_CLASS_NOT_PUBLISHED`,
/// `HYLA_INTERACTION_CLASS_NOT_DEFINED`, `HYLA_INVALID_TRANSPORTATION_TYPE_HANDLE` (2010:
/// `HYLA_INVALID_TRANSPORTATION_TYPE`); and those of every service.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_request_interaction_transportation_type_change(
    rti: hyla_rti,
    interaction_class: hyla_interaction_class_handle,
    transportation_type: hyla_transportation_type_handle,
) -> hyla_exception {
    call(rti, |rti| {
        rti.request_interaction_transportation_type_change(
            Handle::of(interaction_class),
            Handle::of(transportation_type),
        )
    })
}

/// `queryInteractionTransportationType` (6.29 in 2010, 6.32 in 2025). The answer comes as a callback.
///
/// Any thread, also in callbacks. Sends messages and does not wait for an answer.
///
/// Errors: `HYLA_INTERACTION_CLASS_NOT_DEFINED`; and those of every service.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_query_interaction_transportation_type(
    rti: hyla_rti,
    federate: hyla_federate_handle,
    interaction_class: hyla_interaction_class_handle,
) -> hyla_exception {
    call(rti, |rti| {
        rti.query_interaction_transportation_type(
            Handle::of(federate),
            Handle::of(interaction_class),
        )
    })
}
