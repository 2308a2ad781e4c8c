//! Synchronization points (clause 4).
//!
//! Written by `make faces` from the table of services.

#![expect(unsafe_code, reason = "C finds functions by their names")]

use crate::borrowed::{hyla_bytes, hyla_handles, hyla_text, optional_set};
use crate::call::call;
use crate::exception::hyla_exception;
use crate::rti::hyla_rti;

/// `registerFederationSynchronizationPoint` (4.11 in 2010, 4.14 in 2025). Without a set, or with an empty
/// one, all joined federates take part, and those that join before the point is complete. The outcome comes
/// as a callback.
///
/// Any thread, also in callbacks. Sends messages and does not wait for an answer.
///
/// `synchronization_set` may be null.
///
/// Errors: `HYLA_INVALID_FEDERATE_HANDLE`; and those of every service.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_register_federation_synchronization_point(
    rti: hyla_rti,
    synchronization_point_label: hyla_text<'_>,
    user_supplied_tag: hyla_bytes<'_>,
    synchronization_set: Option<&hyla_handles<'_>>,
) -> hyla_exception {
    call(rti, |rti| {
        rti.register_federation_synchronization_point(
            synchronization_point_label.read("synchronization_point_label")?,
            user_supplied_tag.read("user_supplied_tag")?,
            optional_set(synchronization_set, "synchronization_set")?.as_ref(),
        )
    })
}

/// `synchronizationPointAchieved` (4.14 in 2010, 4.17 in 2025). A label that was not announced to this
/// federate, or that it has achieved already, is refused.
///
/// Any thread, also in callbacks. Sends messages and does not wait for an answer.
///
/// Errors: `HYLA_SYNCHRONIZATION_POINT_LABEL_NOT_ANNOUNCED`; and those of every service.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_synchronization_point_achieved(
    rti: hyla_rti,
    synchronization_point_label: hyla_text<'_>,
    successfully: bool,
) -> hyla_exception {
    call(rti, |rti| {
        rti.synchronization_point_achieved(
            synchronization_point_label.read("synchronization_point_label")?,
            successfully,
        )
    })
}
