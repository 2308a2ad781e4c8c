//! Handles from the bytes that `encode` wrote.
//!
//! Written by `make faces` from the table of services.

#![expect(unsafe_code, reason = "C finds functions by their names")]

use std::mem::MaybeUninit;

use crate::borrowed::hyla_bytes;
use crate::call::get;
use crate::exception::hyla_exception;
use crate::handle::{
    hyla_attribute_handle, hyla_dimension_handle, hyla_federate_handle,
    hyla_interaction_class_handle, hyla_message_retraction_handle, hyla_object_class_handle,
    hyla_object_instance_handle, hyla_parameter_handle, hyla_region_handle,
};
use crate::rti::hyla_rti;

/// `decodeFederateHandle`.
///
/// Any thread, also in callbacks. Local: sends nothing and waits for nothing.
///
/// Errors: `HYLA_COULD_NOT_DECODE`; and those of every service.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_decode_federate_handle(
    rti: hyla_rti,
    encoded_value: hyla_bytes<'_>,
    out: Option<&mut MaybeUninit<hyla_federate_handle>>,
) -> hyla_exception {
    get(rti, out, |rti| {
        rti.decode_federate_handle(encoded_value.read("encoded_value")?)
    })
}

/// `decodeObjectClassHandle`.
///
/// Any thread, also in callbacks. Local: sends nothing and waits for nothing.
///
/// Errors: `HYLA_COULD_NOT_DECODE`; and those of every service.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_decode_object_class_handle(
    rti: hyla_rti,
    encoded_value: hyla_bytes<'_>,
    out: Option<&mut MaybeUninit<hyla_object_class_handle>>,
) -> hyla_exception {
    get(rti, out, |rti| {
        rti.decode_object_class_handle(encoded_value.read("encoded_value")?)
    })
}

/// `decodeInteractionClassHandle`.
///
/// Any thread, also in callbacks. Local: sends nothing and waits for nothing.
///
/// Errors: `HYLA_COULD_NOT_DECODE`; and those of every service.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_decode_interaction_class_handle(
    rti: hyla_rti,
    encoded_value: hyla_bytes<'_>,
    out: Option<&mut MaybeUninit<hyla_interaction_class_handle>>,
) -> hyla_exception {
    get(rti, out, |rti| {
        rti.decode_interaction_class_handle(encoded_value.read("encoded_value")?)
    })
}

/// `decodeObjectInstanceHandle`.
///
/// Any thread, also in callbacks. Local: sends nothing and waits for nothing.
///
/// Errors: `HYLA_COULD_NOT_DECODE`; and those of every service.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_decode_object_instance_handle(
    rti: hyla_rti,
    encoded_value: hyla_bytes<'_>,
    out: Option<&mut MaybeUninit<hyla_object_instance_handle>>,
) -> hyla_exception {
    get(rti, out, |rti| {
        rti.decode_object_instance_handle(encoded_value.read("encoded_value")?)
    })
}

/// `decodeAttributeHandle`.
///
/// Any thread, also in callbacks. Local: sends nothing and waits for nothing.
///
/// Errors: `HYLA_COULD_NOT_DECODE`; and those of every service.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_decode_attribute_handle(
    rti: hyla_rti,
    encoded_value: hyla_bytes<'_>,
    out: Option<&mut MaybeUninit<hyla_attribute_handle>>,
) -> hyla_exception {
    get(rti, out, |rti| {
        rti.decode_attribute_handle(encoded_value.read("encoded_value")?)
    })
}

/// `decodeParameterHandle`.
///
/// Any thread, also in callbacks. Local: sends nothing and waits for nothing.
///
/// Errors: `HYLA_COULD_NOT_DECODE`; and those of every service.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_decode_parameter_handle(
    rti: hyla_rti,
    encoded_value: hyla_bytes<'_>,
    out: Option<&mut MaybeUninit<hyla_parameter_handle>>,
) -> hyla_exception {
    get(rti, out, |rti| {
        rti.decode_parameter_handle(encoded_value.read("encoded_value")?)
    })
}

/// `decodeDimensionHandle`.
///
/// Any thread, also in callbacks. Local: sends nothing and waits for nothing.
///
/// Errors: `HYLA_COULD_NOT_DECODE`; and those of every service.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_decode_dimension_handle(
    rti: hyla_rti,
    encoded_value: hyla_bytes<'_>,
    out: Option<&mut MaybeUninit<hyla_dimension_handle>>,
) -> hyla_exception {
    get(rti, out, |rti| {
        rti.decode_dimension_handle(encoded_value.read("encoded_value")?)
    })
}

/// `decodeMessageRetractionHandle`.
///
/// Any thread, also in callbacks. Local: sends nothing and waits for nothing.
///
/// Errors: `HYLA_COULD_NOT_DECODE`; and those of every service.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_decode_message_retraction_handle(
    rti: hyla_rti,
    encoded_value: hyla_bytes<'_>,
    out: Option<&mut MaybeUninit<hyla_message_retraction_handle>>,
) -> hyla_exception {
    get(rti, out, |rti| {
        rti.decode_message_retraction_handle(encoded_value.read("encoded_value")?)
    })
}

/// `decodeRegionHandle`.
///
/// Any thread, also in callbacks. Local: sends nothing and waits for nothing.
///
/// Errors: `HYLA_COULD_NOT_DECODE`; and those of every service.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_decode_region_handle(
    rti: hyla_rti,
    encoded_value: hyla_bytes<'_>,
    out: Option<&mut MaybeUninit<hyla_region_handle>>,
) -> hyla_exception {
    get(rti, out, |rti| {
        rti.decode_region_handle(encoded_value.read("encoded_value")?)
    })
}
