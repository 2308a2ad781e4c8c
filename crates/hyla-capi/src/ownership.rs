//! Ownership management (clause 7).
#![expect(unsafe_code, reason = "C finds functions by their names")]

use std::mem::MaybeUninit;

use crate::borrowed::{hyla_bytes, hyla_handles};
use crate::call::{call, get};
use crate::exception::hyla_exception;
use crate::handle::{Handle, hyla_attribute_handle, hyla_object_instance_handle};
use crate::owned::hyla_owned_handles;
use crate::rti::hyla_rti;

/// `unconditionalAttributeOwnershipDivestiture` (7.2): the attributes are not owned from now on. An
/// ambassador of 2010 has no tag and passes an empty one.
///
/// Errors: `HYLA_OBJECT_INSTANCE_NOT_KNOWN`, `HYLA_ATTRIBUTE_NOT_DEFINED`, `HYLA_ATTRIBUTE_NOT_OWNED`.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_unconditional_attribute_ownership_divestiture(
    rti: hyla_rti,
    object: hyla_object_instance_handle,
    attributes: hyla_handles<'_>,
    tag: hyla_bytes<'_>,
) -> hyla_exception {
    call(rti, |rti| {
        rti.unconditional_attribute_ownership_divestiture(
            Handle::of(object),
            &attributes.set("attributes")?,
            tag.read("tag")?,
        )
    })
}

/// `negotiatedAttributeOwnershipDivestiture` (7.3): the attributes are offered, and owned until the
/// divestiture is confirmed.
///
/// Errors: `HYLA_OBJECT_INSTANCE_NOT_KNOWN`, `HYLA_ATTRIBUTE_NOT_DEFINED`, `HYLA_ATTRIBUTE_NOT_OWNED`,
/// `HYLA_ATTRIBUTE_ALREADY_BEING_DIVESTED`.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_negotiated_attribute_ownership_divestiture(
    rti: hyla_rti,
    object: hyla_object_instance_handle,
    attributes: hyla_handles<'_>,
    tag: hyla_bytes<'_>,
) -> hyla_exception {
    call(rti, |rti| {
        rti.negotiated_attribute_ownership_divestiture(
            Handle::of(object),
            &attributes.set("attributes")?,
            tag.read("tag")?,
        )
    })
}

/// `confirmDivestiture` (7.6): the attributes go to their taker.
///
/// Errors: `HYLA_OBJECT_INSTANCE_NOT_KNOWN`, `HYLA_ATTRIBUTE_NOT_DEFINED`, `HYLA_ATTRIBUTE_NOT_OWNED`,
/// `HYLA_ATTRIBUTE_DIVESTITURE_WAS_NOT_REQUESTED`, `HYLA_NO_ACQUISITION_PENDING`.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_confirm_divestiture(
    rti: hyla_rti,
    object: hyla_object_instance_handle,
    attributes: hyla_handles<'_>,
    tag: hyla_bytes<'_>,
) -> hyla_exception {
    call(rti, |rti| {
        rti.confirm_divestiture(
            Handle::of(object),
            &attributes.set("attributes")?,
            tag.read("tag")?,
        )
    })
}

/// `attributeOwnershipAcquisition` (7.8): an owner is asked; a callback says when the attributes are owned
/// here.
///
/// Errors: `HYLA_OBJECT_INSTANCE_NOT_KNOWN`, `HYLA_ATTRIBUTE_NOT_DEFINED`,
/// `HYLA_OBJECT_CLASS_NOT_PUBLISHED`, `HYLA_ATTRIBUTE_NOT_PUBLISHED`, `HYLA_FEDERATE_OWNS_ATTRIBUTES`.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_attribute_ownership_acquisition(
    rti: hyla_rti,
    object: hyla_object_instance_handle,
    attributes: hyla_handles<'_>,
    tag: hyla_bytes<'_>,
) -> hyla_exception {
    call(rti, |rti| {
        rti.attribute_ownership_acquisition(
            Handle::of(object),
            &attributes.set("attributes")?,
            tag.read("tag")?,
        )
    })
}

/// `attributeOwnershipAcquisitionIfAvailable` (7.9): what is unowned or being divested. An ambassador of
/// 2010 has no tag and passes an empty one.
///
/// Errors: `HYLA_OBJECT_INSTANCE_NOT_KNOWN`, `HYLA_ATTRIBUTE_NOT_DEFINED`,
/// `HYLA_OBJECT_CLASS_NOT_PUBLISHED`, `HYLA_ATTRIBUTE_NOT_PUBLISHED`, `HYLA_FEDERATE_OWNS_ATTRIBUTES`,
/// `HYLA_ATTRIBUTE_ALREADY_BEING_ACQUIRED`.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_attribute_ownership_acquisition_if_available(
    rti: hyla_rti,
    object: hyla_object_instance_handle,
    attributes: hyla_handles<'_>,
    tag: hyla_bytes<'_>,
) -> hyla_exception {
    call(rti, |rti| {
        rti.attribute_ownership_acquisition_if_available(
            Handle::of(object),
            &attributes.set("attributes")?,
            tag.read("tag")?,
        )
    })
}

/// `attributeOwnershipReleaseDenied` (7.12): the attributes stay owned. An ambassador of 2010 has no tag and
/// passes an empty one.
///
/// Errors: `HYLA_OBJECT_INSTANCE_NOT_KNOWN`, `HYLA_ATTRIBUTE_NOT_DEFINED`, `HYLA_ATTRIBUTE_NOT_OWNED`.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_attribute_ownership_release_denied(
    rti: hyla_rti,
    object: hyla_object_instance_handle,
    attributes: hyla_handles<'_>,
    tag: hyla_bytes<'_>,
) -> hyla_exception {
    call(rti, |rti| {
        rti.attribute_ownership_release_denied(
            Handle::of(object),
            &attributes.set("attributes")?,
            tag.read("tag")?,
        )
    })
}

/// `attributeOwnershipDivestitureIfWanted` (7.13): attributes that somebody acquires go to it; the result
/// says which. May be called inside callbacks. An ambassador of 2010 has no tag and passes an empty one.
///
/// Errors: `HYLA_OBJECT_INSTANCE_NOT_KNOWN`, `HYLA_ATTRIBUTE_NOT_DEFINED`, `HYLA_ATTRIBUTE_NOT_OWNED`.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_attribute_ownership_divestiture_if_wanted(
    rti: hyla_rti,
    object: hyla_object_instance_handle,
    attributes: hyla_handles<'_>,
    tag: hyla_bytes<'_>,
    out: Option<&mut MaybeUninit<hyla_owned_handles>>,
) -> hyla_exception {
    get(rti, out, |rti| {
        rti.attribute_ownership_divestiture_if_wanted(
            Handle::of(object),
            &attributes.set("attributes")?,
            tag.read("tag")?,
        )
    })
}

/// `cancelNegotiatedAttributeOwnershipDivestiture` (7.14): the attributes stay owned.
///
/// Errors: `HYLA_OBJECT_INSTANCE_NOT_KNOWN`, `HYLA_ATTRIBUTE_NOT_DEFINED`, `HYLA_ATTRIBUTE_NOT_OWNED`,
/// `HYLA_ATTRIBUTE_DIVESTITURE_WAS_NOT_REQUESTED`.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_cancel_negotiated_attribute_ownership_divestiture(
    rti: hyla_rti,
    object: hyla_object_instance_handle,
    attributes: hyla_handles<'_>,
) -> hyla_exception {
    call(rti, |rti| {
        rti.cancel_negotiated_attribute_ownership_divestiture(
            Handle::of(object),
            &attributes.set("attributes")?,
        )
    })
}

/// `cancelAttributeOwnershipAcquisition` (7.15): a callback confirms it, unless the attributes have come
/// meanwhile.
///
/// Errors: `HYLA_OBJECT_INSTANCE_NOT_KNOWN`, `HYLA_ATTRIBUTE_NOT_DEFINED`, `HYLA_ATTRIBUTE_ALREADY_OWNED`,
/// `HYLA_ATTRIBUTE_ACQUISITION_WAS_NOT_REQUESTED`.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_cancel_attribute_ownership_acquisition(
    rti: hyla_rti,
    object: hyla_object_instance_handle,
    attributes: hyla_handles<'_>,
) -> hyla_exception {
    call(rti, |rti| {
        rti.cancel_attribute_ownership_acquisition(
            Handle::of(object),
            &attributes.set("attributes")?,
        )
    })
}

/// `queryAttributeOwnership` (7.17): the answers come as callbacks. In 2010 the service is for one
/// attribute, and there is one callback for each.
///
/// Errors: `HYLA_OBJECT_INSTANCE_NOT_KNOWN`, `HYLA_ATTRIBUTE_NOT_DEFINED`.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_query_attribute_ownership(
    rti: hyla_rti,
    object: hyla_object_instance_handle,
    attributes: hyla_handles<'_>,
) -> hyla_exception {
    call(rti, |rti| {
        rti.query_attribute_ownership(Handle::of(object), &attributes.set("attributes")?)
    })
}

/// `isAttributeOwnedByFederate` (7.19).
///
/// Errors: `HYLA_OBJECT_INSTANCE_NOT_KNOWN`, `HYLA_ATTRIBUTE_NOT_DEFINED`.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_is_attribute_owned_by_federate(
    rti: hyla_rti,
    object: hyla_object_instance_handle,
    attribute: hyla_attribute_handle,
    out: Option<&mut MaybeUninit<bool>>,
) -> hyla_exception {
    get(rti, out, |rti| {
        rti.is_attribute_owned_by_federate(Handle::of(object), Handle::of(attribute))
    })
}
