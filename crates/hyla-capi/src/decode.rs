//! Handles from the bytes that they are encoded in (clause 10): eight, big endian.
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
/// Errors: `HYLA_COULD_NOT_DECODE`.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_decode_federate_handle(
    rti: hyla_rti,
    bytes: hyla_bytes<'_>,
    out: Option<&mut MaybeUninit<hyla_federate_handle>>,
) -> hyla_exception {
    get(rti, out, |rti| {
        rti.decode_federate_handle(bytes.read("bytes")?)
    })
}

/// `decodeObjectClassHandle`.
///
/// Errors: `HYLA_COULD_NOT_DECODE`.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_decode_object_class_handle(
    rti: hyla_rti,
    bytes: hyla_bytes<'_>,
    out: Option<&mut MaybeUninit<hyla_object_class_handle>>,
) -> hyla_exception {
    get(rti, out, |rti| {
        rti.decode_object_class_handle(bytes.read("bytes")?)
    })
}

/// `decodeInteractionClassHandle`.
///
/// Errors: `HYLA_COULD_NOT_DECODE`.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_decode_interaction_class_handle(
    rti: hyla_rti,
    bytes: hyla_bytes<'_>,
    out: Option<&mut MaybeUninit<hyla_interaction_class_handle>>,
) -> hyla_exception {
    get(rti, out, |rti| {
        rti.decode_interaction_class_handle(bytes.read("bytes")?)
    })
}

/// `decodeObjectInstanceHandle`.
///
/// Errors: `HYLA_COULD_NOT_DECODE`.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_decode_object_instance_handle(
    rti: hyla_rti,
    bytes: hyla_bytes<'_>,
    out: Option<&mut MaybeUninit<hyla_object_instance_handle>>,
) -> hyla_exception {
    get(rti, out, |rti| {
        rti.decode_object_instance_handle(bytes.read("bytes")?)
    })
}

/// `decodeAttributeHandle`.
///
/// Errors: `HYLA_COULD_NOT_DECODE`.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_decode_attribute_handle(
    rti: hyla_rti,
    bytes: hyla_bytes<'_>,
    out: Option<&mut MaybeUninit<hyla_attribute_handle>>,
) -> hyla_exception {
    get(rti, out, |rti| {
        rti.decode_attribute_handle(bytes.read("bytes")?)
    })
}

/// `decodeParameterHandle`.
///
/// Errors: `HYLA_COULD_NOT_DECODE`.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_decode_parameter_handle(
    rti: hyla_rti,
    bytes: hyla_bytes<'_>,
    out: Option<&mut MaybeUninit<hyla_parameter_handle>>,
) -> hyla_exception {
    get(rti, out, |rti| {
        rti.decode_parameter_handle(bytes.read("bytes")?)
    })
}

/// `decodeDimensionHandle`.
///
/// Errors: `HYLA_COULD_NOT_DECODE`.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_decode_dimension_handle(
    rti: hyla_rti,
    bytes: hyla_bytes<'_>,
    out: Option<&mut MaybeUninit<hyla_dimension_handle>>,
) -> hyla_exception {
    get(rti, out, |rti| {
        rti.decode_dimension_handle(bytes.read("bytes")?)
    })
}

/// `decodeMessageRetractionHandle`.
///
/// Errors: `HYLA_COULD_NOT_DECODE`.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_decode_message_retraction_handle(
    rti: hyla_rti,
    bytes: hyla_bytes<'_>,
    out: Option<&mut MaybeUninit<hyla_message_retraction_handle>>,
) -> hyla_exception {
    get(rti, out, |rti| {
        rti.decode_message_retraction_handle(bytes.read("bytes")?)
    })
}

/// `decodeRegionHandle`.
///
/// Errors: `HYLA_COULD_NOT_DECODE`.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_decode_region_handle(
    rti: hyla_rti,
    bytes: hyla_bytes<'_>,
    out: Option<&mut MaybeUninit<hyla_region_handle>>,
) -> hyla_exception {
    get(rti, out, |rti| {
        rti.decode_region_handle(bytes.read("bytes")?)
    })
}
