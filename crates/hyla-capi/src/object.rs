//! Object management (clause 6).
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

/// `reserveObjectInstanceName` (6.2); the result comes as callback.
///
/// Errors: `HYLA_ILLEGAL_NAME`.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_reserve_object_instance_name(
    rti: hyla_rti,
    name: hyla_text<'_>,
) -> hyla_exception {
    call(rti, |rti| {
        rti.reserve_object_instance_name(name.read("name")?)
    })
}

/// `releaseObjectInstanceName` (6.4).
///
/// Errors: `HYLA_OBJECT_INSTANCE_NAME_NOT_RESERVED`.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_release_object_instance_name(
    rti: hyla_rti,
    name: hyla_text<'_>,
) -> hyla_exception {
    call(rti, |rti| {
        rti.release_object_instance_name(name.read("name")?)
    })
}

/// `reserveMultipleObjectInstanceNames` (6.5); the result comes as callback.
///
/// Errors: `HYLA_NAME_SET_WAS_EMPTY`, `HYLA_ILLEGAL_NAME`.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_reserve_multiple_object_instance_names(
    rti: hyla_rti,
    names: hyla_texts<'_>,
) -> hyla_exception {
    call(rti, |rti| {
        rti.reserve_multiple_object_instance_names(&names.set("names")?)
    })
}

/// `releaseMultipleObjectInstanceNames` (6.7): all of them or none.
///
/// Errors: `HYLA_OBJECT_INSTANCE_NAME_NOT_RESERVED`.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_release_multiple_object_instance_names(
    rti: hyla_rti,
    names: hyla_texts<'_>,
) -> hyla_exception {
    call(rti, |rti| {
        rti.release_multiple_object_instance_names(&names.set("names")?)
    })
}

/// `registerObjectInstance` (6.8), with a name reserved before or one that the RTI makes. No round trip.
///
/// Errors: `HYLA_OBJECT_CLASS_NOT_DEFINED`, `HYLA_OBJECT_CLASS_NOT_PUBLISHED`,
/// `HYLA_OBJECT_INSTANCE_NAME_NOT_RESERVED`, `HYLA_OBJECT_INSTANCE_NAME_IN_USE`.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_register_object_instance(
    rti: hyla_rti,
    object_class: hyla_object_class_handle,
    name: Option<&hyla_text<'_>>,
    out: Option<&mut MaybeUninit<hyla_object_instance_handle>>,
) -> hyla_exception {
    get(rti, out, |rti| {
        rti.register_object_instance(Handle::of(object_class), optional(name, "name")?)
    })
}

/// `updateAttributeValues` (6.10). Goes straight to the subscribers; one message for each transportation
/// type among the attributes. Allocates nothing in steady state.
///
/// Errors: `HYLA_OBJECT_INSTANCE_NOT_KNOWN`, `HYLA_ATTRIBUTE_NOT_DEFINED`, `HYLA_ATTRIBUTE_NOT_OWNED`,
/// `HYLA_INVALID_LOGICAL_TIME`.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_update_attribute_values(
    rti: hyla_rti,
    object: hyla_object_instance_handle,
    values: hyla_values<'_>,
    tag: hyla_bytes<'_>,
    time: Option<&hyla_time>,
    retraction: Option<&mut MaybeUninit<hyla_message_retraction_handle>>,
    present: Option<&mut MaybeUninit<bool>>,
) -> hyla_exception {
    get_optional(rti, retraction, present, |rti| {
        values.lend("values", |values| {
            rti.update_attribute_values(
                Handle::of(object),
                values,
                tag.read("tag")?,
                hyla_time::optional(time)?,
            )
        })
    })
}

/// `sendInteraction` (6.12).
///
/// Errors: `HYLA_INTERACTION_CLASS_NOT_DEFINED`, `HYLA_INTERACTION_CLASS_NOT_PUBLISHED`,
/// `HYLA_INTERACTION_PARAMETER_NOT_DEFINED`, `HYLA_INVALID_LOGICAL_TIME`.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_send_interaction(
    rti: hyla_rti,
    interaction_class: hyla_interaction_class_handle,
    values: hyla_values<'_>,
    tag: hyla_bytes<'_>,
    time: Option<&hyla_time>,
    retraction: Option<&mut MaybeUninit<hyla_message_retraction_handle>>,
    present: Option<&mut MaybeUninit<bool>>,
) -> hyla_exception {
    get_optional(rti, retraction, present, |rti| {
        values.lend("values", |values| {
            rti.send_interaction(
                Handle::of(interaction_class),
                values,
                tag.read("tag")?,
                hyla_time::optional(time)?,
            )
        })
    })
}

/// `sendDirectedInteraction` (6.14, 2025).
///
/// Errors: `HYLA_OBJECT_INSTANCE_NOT_KNOWN`, `HYLA_INTERACTION_CLASS_NOT_DEFINED`,
/// `HYLA_INTERACTION_CLASS_NOT_PUBLISHED`, `HYLA_INTERACTION_PARAMETER_NOT_DEFINED`,
/// `HYLA_INVALID_LOGICAL_TIME`.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_send_directed_interaction(
    rti: hyla_rti,
    interaction_class: hyla_interaction_class_handle,
    object: hyla_object_instance_handle,
    values: hyla_values<'_>,
    tag: hyla_bytes<'_>,
    time: Option<&hyla_time>,
    retraction: Option<&mut MaybeUninit<hyla_message_retraction_handle>>,
    present: Option<&mut MaybeUninit<bool>>,
) -> hyla_exception {
    get_optional(rti, retraction, present, |rti| {
        values.lend("values", |values| {
            rti.send_directed_interaction(
                Handle::of(interaction_class),
                Handle::of(object),
                values,
                tag.read("tag")?,
                hyla_time::optional(time)?,
            )
        })
    })
}

/// `deleteObjectInstance` (6.14 in 2010, 6.16 in 2025).
///
/// Errors: `HYLA_OBJECT_INSTANCE_NOT_KNOWN`, `HYLA_DELETE_PRIVILEGE_NOT_HELD`, `HYLA_INVALID_LOGICAL_TIME`.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_delete_object_instance(
    rti: hyla_rti,
    object: hyla_object_instance_handle,
    tag: hyla_bytes<'_>,
    time: Option<&hyla_time>,
    retraction: Option<&mut MaybeUninit<hyla_message_retraction_handle>>,
    present: Option<&mut MaybeUninit<bool>>,
) -> hyla_exception {
    get_optional(rti, retraction, present, |rti| {
        rti.delete_object_instance(
            Handle::of(object),
            tag.read("tag")?,
            hyla_time::optional(time)?,
        )
    })
}

/// `localDeleteObjectInstance` (6.16 in 2010, 6.18 in 2025).
///
/// Errors: `HYLA_OBJECT_INSTANCE_NOT_KNOWN`, `HYLA_FEDERATE_OWNS_ATTRIBUTES`,
/// `HYLA_OWNERSHIP_ACQUISITION_PENDING`.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_local_delete_object_instance(
    rti: hyla_rti,
    object: hyla_object_instance_handle,
) -> hyla_exception {
    call(rti, |rti| {
        rti.local_delete_object_instance(Handle::of(object))
    })
}

/// `requestAttributeValueUpdate` for one instance (6.19 in 2010, 6.21 in 2025).
///
/// Errors: `HYLA_OBJECT_INSTANCE_NOT_KNOWN`, `HYLA_ATTRIBUTE_NOT_DEFINED`.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_request_attribute_value_update(
    rti: hyla_rti,
    object: hyla_object_instance_handle,
    attributes: hyla_handles<'_>,
    tag: hyla_bytes<'_>,
) -> hyla_exception {
    call(rti, |rti| {
        rti.request_attribute_value_update(
            Handle::of(object),
            &attributes.set("attributes")?,
            tag.read("tag")?,
        )
    })
}

/// `requestAttributeValueUpdate` for all instances at or below a class (6.19 in 2010, 6.21 in 2025).
///
/// Errors: `HYLA_OBJECT_CLASS_NOT_DEFINED`, `HYLA_ATTRIBUTE_NOT_DEFINED`.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_request_class_attribute_value_update(
    rti: hyla_rti,
    object_class: hyla_object_class_handle,
    attributes: hyla_handles<'_>,
    tag: hyla_bytes<'_>,
) -> hyla_exception {
    call(rti, |rti| {
        rti.request_class_attribute_value_update(
            Handle::of(object_class),
            &attributes.set("attributes")?,
            tag.read("tag")?,
        )
    })
}

/// `requestAttributeTransportationTypeChange` (6.23 in 2010, 6.25 in 2025); in force from the confirming
/// callback on.
///
/// Errors: `HYLA_OBJECT_INSTANCE_NOT_KNOWN`, `HYLA_ATTRIBUTE_NOT_DEFINED`, `HYLA_ATTRIBUTE_NOT_OWNED`,
/// `HYLA_ATTRIBUTE_ALREADY_BEING_CHANGED`, `HYLA_INVALID_TRANSPORTATION_TYPE_HANDLE` (2010:
/// `HYLA_INVALID_TRANSPORTATION_TYPE`).
#[unsafe(no_mangle)]
pub extern "C" fn hyla_request_attribute_transportation_type_change(
    rti: hyla_rti,
    object: hyla_object_instance_handle,
    attributes: hyla_handles<'_>,
    transportation: hyla_transportation_type_handle,
) -> hyla_exception {
    call(rti, |rti| {
        rti.request_attribute_transportation_type_change(
            Handle::of(object),
            &attributes.set("attributes")?,
            Handle::of(transportation),
        )
    })
}

/// `changeDefaultAttributeTransportationType` (6.27, 2025): for instances registered from now on.
///
/// Errors: `HYLA_OBJECT_CLASS_NOT_DEFINED`, `HYLA_ATTRIBUTE_NOT_DEFINED`,
/// `HYLA_INVALID_TRANSPORTATION_TYPE_HANDLE`.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_change_default_attribute_transportation_type(
    rti: hyla_rti,
    object_class: hyla_object_class_handle,
    attributes: hyla_handles<'_>,
    transportation: hyla_transportation_type_handle,
) -> hyla_exception {
    call(rti, |rti| {
        rti.change_default_attribute_transportation_type(
            Handle::of(object_class),
            &attributes.set("attributes")?,
            Handle::of(transportation),
        )
    })
}

/// `queryAttributeTransportationType` (6.25 in 2010, 6.28 in 2025); the answer comes as callback.
///
/// Errors: `HYLA_OBJECT_INSTANCE_NOT_KNOWN`, `HYLA_ATTRIBUTE_NOT_DEFINED`.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_query_attribute_transportation_type(
    rti: hyla_rti,
    object: hyla_object_instance_handle,
    attribute: hyla_attribute_handle,
) -> hyla_exception {
    call(rti, |rti| {
        rti.query_attribute_transportation_type(Handle::of(object), Handle::of(attribute))
    })
}

/// `requestInteractionTransportationTypeChange` (6.27 in 2010, 6.30 in 2025); in force from the confirming
/// callback on.
///
/// Errors: `HYLA_INTERACTION_CLASS_NOT_DEFINED`, `HYLA_INTERACTION_CLASS_NOT_PUBLISHED`,
/// `HYLA_INTERACTION_CLASS_ALREADY_BEING_CHANGED`, `HYLA_INVALID_TRANSPORTATION_TYPE_HANDLE` (2010:
/// `HYLA_INVALID_TRANSPORTATION_TYPE`).
#[unsafe(no_mangle)]
pub extern "C" fn hyla_request_interaction_transportation_type_change(
    rti: hyla_rti,
    interaction_class: hyla_interaction_class_handle,
    transportation: hyla_transportation_type_handle,
) -> hyla_exception {
    call(rti, |rti| {
        rti.request_interaction_transportation_type_change(
            Handle::of(interaction_class),
            Handle::of(transportation),
        )
    })
}

/// `queryInteractionTransportationType` (6.29 in 2010, 6.32 in 2025); the answer comes as callback.
///
/// Errors: `HYLA_INTERACTION_CLASS_NOT_DEFINED`; `HYLA_RTI_INTERNAL_ERROR` for a federate that is not
/// joined.
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
