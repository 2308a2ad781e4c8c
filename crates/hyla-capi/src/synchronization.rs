//! Synchronization points (clauses 4.11 to 4.15 in 2010, 4.14 to 4.18 in 2025).
#![expect(unsafe_code, reason = "C finds functions by their names")]

use crate::borrowed::{hyla_bytes, hyla_handles, hyla_text, optional_set};
use crate::call::call;
use crate::exception::hyla_exception;
use crate::rti::hyla_rti;

/// `registerFederationSynchronizationPoint` (4.11 in 2010, 4.14 in 2025). Without a set, or with an empty
/// one, all joined federates take part and those that join before the point is complete. The outcome comes
/// as callback.
///
/// Errors: `HYLA_INVALID_FEDERATE_HANDLE` if the set holds zero.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_register_federation_synchronization_point(
    rti: hyla_rti,
    label: hyla_text<'_>,
    tag: hyla_bytes<'_>,
    set: Option<&hyla_handles<'_>>,
) -> hyla_exception {
    call(rti, |rti| {
        rti.register_federation_synchronization_point(
            label.read("label")?,
            tag.read("tag")?,
            optional_set(set, "set")?.as_ref(),
        )
    })
}

/// `synchronizationPointAchieved` (4.14 in 2010, 4.17 in 2025).
///
/// Errors: `HYLA_SYNCHRONIZATION_POINT_LABEL_NOT_ANNOUNCED` if this federate was not told of the label, or
/// has achieved it already.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_synchronization_point_achieved(
    rti: hyla_rti,
    label: hyla_text<'_>,
    successfully: bool,
) -> hyla_exception {
    call(rti, |rti| {
        rti.synchronization_point_achieved(label.read("label")?, successfully)
    })
}
