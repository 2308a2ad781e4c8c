//! Ownership management (clause 7).
//!
//! Written by `make faces` from the table of services.

#![expect(unsafe_code, reason = "C finds functions by their names")]

use std::mem::MaybeUninit;

use crate::borrowed::{hyla_bytes, hyla_handles};
use crate::call::{call, get};
use crate::exception::hyla_exception;
use crate::handle::{Handle, hyla_attribute_handle, hyla_object_instance_handle};
use crate::owned::hyla_owned_handles;
use crate::rti::hyla_rti;

/// `unconditionalAttributeOwnershipDivestiture` (7.2). This federate no longer owns the attributes. A
/// federate of 2010 has no tag and passes an empty one.
///
/// Any thread, also in callbacks. Sends messages and does not wait for an answer.
///
/// Errors: `HYLA_ATTRIBUTE_NOT_OWNED`, `HYLA_ATTRIBUTE_NOT_DEFINED`, `HYLA_OBJECT_INSTANCE_NOT_KNOWN`; and
/// those of every service.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_unconditional_attribute_ownership_divestiture(
    rti: hyla_rti,
    object_instance: hyla_object_instance_handle,
    attributes: hyla_handles<'_>,
    user_supplied_tag: hyla_bytes<'_>,
) -> hyla_exception {
    call(rti, |rti| {
        rti.unconditional_attribute_ownership_divestiture(
            Handle::of(object_instance),
            &attributes.set("attributes")?,
            user_supplied_tag.read("user_supplied_tag")?,
        )
    })
}

/// `negotiatedAttributeOwnershipDivestiture` (7.3). Offers the attributes, and owns them until the
/// divestiture is confirmed.
///
/// Any thread, also in callbacks. Sends messages and does not wait for an answer.
///
/// Errors: `HYLA_ATTRIBUTE_ALREADY_BEING_DIVESTED`, `HYLA_ATTRIBUTE_NOT_OWNED`, `HYLA_ATTRIBUTE_NOT_DEFINED`,
/// `HYLA_OBJECT_INSTANCE_NOT_KNOWN`; and those of every service.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_negotiated_attribute_ownership_divestiture(
    rti: hyla_rti,
    object_instance: hyla_object_instance_handle,
    attributes: hyla_handles<'_>,
    user_supplied_tag: hyla_bytes<'_>,
) -> hyla_exception {
    call(rti, |rti| {
        rti.negotiated_attribute_ownership_divestiture(
            Handle::of(object_instance),
            &attributes.set("attributes")?,
            user_supplied_tag.read("user_supplied_tag")?,
        )
    })
}

/// `confirmDivestiture` (7.6). The attributes go to the federate that acquires them.
///
/// Any thread, also in callbacks. Sends messages and does not wait for an answer.
///
/// Errors: `HYLA_NO_ACQUISITION_PENDING`, `HYLA_ATTRIBUTE_DIVESTITURE_WAS_NOT_REQUESTED`,
/// `HYLA_ATTRIBUTE_NOT_OWNED`, `HYLA_ATTRIBUTE_NOT_DEFINED`, `HYLA_OBJECT_INSTANCE_NOT_KNOWN`; and those of
/// every service.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_confirm_divestiture(
    rti: hyla_rti,
    object_instance: hyla_object_instance_handle,
    confirmed_attributes: hyla_handles<'_>,
    user_supplied_tag: hyla_bytes<'_>,
) -> hyla_exception {
    call(rti, |rti| {
        rti.confirm_divestiture(
            Handle::of(object_instance),
            &confirmed_attributes.set("confirmed_attributes")?,
            user_supplied_tag.read("user_supplied_tag")?,
        )
    })
}

/// `attributeOwnershipAcquisition` (7.8). Asks the owner; a callback says when the attributes are owned here.
///
/// Any thread, also in callbacks. Sends messages and does not wait for an answer.
///
/// Errors: `HYLA_ATTRIBUTE_NOT_PUBLISHED`, `HYLA_OBJECT_CLASS_NOT_PUBLISHED`,
/// `HYLA_FEDERATE_OWNS_ATTRIBUTES`, `HYLA_ATTRIBUTE_NOT_DEFINED`, `HYLA_OBJECT_INSTANCE_NOT_KNOWN`; and those
/// of every service.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_attribute_ownership_acquisition(
    rti: hyla_rti,
    object_instance: hyla_object_instance_handle,
    desired_attributes: hyla_handles<'_>,
    user_supplied_tag: hyla_bytes<'_>,
) -> hyla_exception {
    call(rti, |rti| {
        rti.attribute_ownership_acquisition(
            Handle::of(object_instance),
            &desired_attributes.set("desired_attributes")?,
            user_supplied_tag.read("user_supplied_tag")?,
        )
    })
}

/// `attributeOwnershipAcquisitionIfAvailable` (7.9). Takes attributes that are unowned or being divested. A
/// federate of 2010 has no tag and passes an empty one.
///
/// Any thread, also in callbacks. Sends messages and does not wait for an answer.
///
/// Errors: `HYLA_ATTRIBUTE_ALREADY_BEING_ACQUIRED`, `HYLA_ATTRIBUTE_NOT_PUBLISHED`,
/// `HYLA_OBJECT_CLASS_NOT_PUBLISHED`, `HYLA_FEDERATE_OWNS_ATTRIBUTES`, `HYLA_ATTRIBUTE_NOT_DEFINED`,
/// `HYLA_OBJECT_INSTANCE_NOT_KNOWN`; and those of every service.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_attribute_ownership_acquisition_if_available(
    rti: hyla_rti,
    object_instance: hyla_object_instance_handle,
    desired_attributes: hyla_handles<'_>,
    user_supplied_tag: hyla_bytes<'_>,
) -> hyla_exception {
    call(rti, |rti| {
        rti.attribute_ownership_acquisition_if_available(
            Handle::of(object_instance),
            &desired_attributes.set("desired_attributes")?,
            user_supplied_tag.read("user_supplied_tag")?,
        )
    })
}

/// `attributeOwnershipReleaseDenied` (7.12). The attributes stay owned. A federate of 2010 has no tag and
/// passes an empty one.
///
/// Any thread, also in callbacks. Sends messages and does not wait for an answer.
///
/// Errors: `HYLA_ATTRIBUTE_NOT_OWNED`, `HYLA_ATTRIBUTE_NOT_DEFINED`, `HYLA_OBJECT_INSTANCE_NOT_KNOWN`; and
/// those of every service.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_attribute_ownership_release_denied(
    rti: hyla_rti,
    object_instance: hyla_object_instance_handle,
    attributes: hyla_handles<'_>,
    user_supplied_tag: hyla_bytes<'_>,
) -> hyla_exception {
    call(rti, |rti| {
        rti.attribute_ownership_release_denied(
            Handle::of(object_instance),
            &attributes.set("attributes")?,
            user_supplied_tag.read("user_supplied_tag")?,
        )
    })
}

/// `attributeOwnershipDivestitureIfWanted` (7.13). Gives the attributes to federates that acquire them, and
/// returns which were given. A federate of 2010 has no tag and passes an empty one.
///
/// Any thread, also in callbacks. Sends messages and does not wait for an answer.
///
/// Errors: `HYLA_ATTRIBUTE_NOT_OWNED`, `HYLA_ATTRIBUTE_NOT_DEFINED`, `HYLA_OBJECT_INSTANCE_NOT_KNOWN`; and
/// those of every service.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_attribute_ownership_divestiture_if_wanted(
    rti: hyla_rti,
    object_instance: hyla_object_instance_handle,
    attributes: hyla_handles<'_>,
    user_supplied_tag: hyla_bytes<'_>,
    out: Option<&mut MaybeUninit<hyla_owned_handles>>,
) -> hyla_exception {
    get(rti, out, |rti| {
        rti.attribute_ownership_divestiture_if_wanted(
            Handle::of(object_instance),
            &attributes.set("attributes")?,
            user_supplied_tag.read("user_supplied_tag")?,
        )
    })
}

/// `cancelNegotiatedAttributeOwnershipDivestiture` (7.14). The attributes stay owned.
///
/// Any thread, also in callbacks. Sends messages and does not wait for an answer.
///
/// Errors: `HYLA_ATTRIBUTE_DIVESTITURE_WAS_NOT_REQUESTED`, `HYLA_ATTRIBUTE_NOT_OWNED`,
/// `HYLA_ATTRIBUTE_NOT_DEFINED`, `HYLA_OBJECT_INSTANCE_NOT_KNOWN`; and those of every service.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_cancel_negotiated_attribute_ownership_divestiture(
    rti: hyla_rti,
    object_instance: hyla_object_instance_handle,
    attributes: hyla_handles<'_>,
) -> hyla_exception {
    call(rti, |rti| {
        rti.cancel_negotiated_attribute_ownership_divestiture(
            Handle::of(object_instance),
            &attributes.set("attributes")?,
        )
    })
}

/// `cancelAttributeOwnershipAcquisition` (7.15). A callback confirms it, unless the attributes have come
/// meanwhile.
///
/// Any thread, also in callbacks. Sends messages and does not wait for an answer.
///
/// Errors: `HYLA_ATTRIBUTE_ACQUISITION_WAS_NOT_REQUESTED`, `HYLA_ATTRIBUTE_ALREADY_OWNED`,
/// `HYLA_ATTRIBUTE_NOT_DEFINED`, `HYLA_OBJECT_INSTANCE_NOT_KNOWN`; and those of every service.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_cancel_attribute_ownership_acquisition(
    rti: hyla_rti,
    object_instance: hyla_object_instance_handle,
    attributes: hyla_handles<'_>,
) -> hyla_exception {
    call(rti, |rti| {
        rti.cancel_attribute_ownership_acquisition(
            Handle::of(object_instance),
            &attributes.set("attributes")?,
        )
    })
}

/// `queryAttributeOwnership` (7.17). The answers come as callbacks. In 2010 the service is for one attribute,
/// with one callback for each.
///
/// Any thread, also in callbacks. Local: sends nothing and waits for nothing.
///
/// Errors: `HYLA_ATTRIBUTE_NOT_DEFINED`, `HYLA_OBJECT_INSTANCE_NOT_KNOWN`; and those of every service.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_query_attribute_ownership(
    rti: hyla_rti,
    object_instance: hyla_object_instance_handle,
    attributes: hyla_handles<'_>,
) -> hyla_exception {
    call(rti, |rti| {
        rti.query_attribute_ownership(Handle::of(object_instance), &attributes.set("attributes")?)
    })
}

/// `isAttributeOwnedByFederate` (7.19).
///
/// Any thread, also in callbacks. Local: sends nothing and waits for nothing.
///
/// Errors: `HYLA_ATTRIBUTE_NOT_DEFINED`, `HYLA_OBJECT_INSTANCE_NOT_KNOWN`; and those of every service.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_is_attribute_owned_by_federate(
    rti: hyla_rti,
    object_instance: hyla_object_instance_handle,
    attribute: hyla_attribute_handle,
    out: Option<&mut MaybeUninit<bool>>,
) -> hyla_exception {
    get(rti, out, |rti| {
        rti.is_attribute_owned_by_federate(Handle::of(object_instance), Handle::of(attribute))
    })
}
