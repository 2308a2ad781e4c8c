//! Save and restore (clause 4).
//!
//! Written by `make faces` from the table of services.

#![expect(unsafe_code, reason = "C finds functions by their names")]

use hyla_lrc::RtiAmbassador;

use crate::borrowed::hyla_text;
use crate::call::call;
use crate::exception::hyla_exception;
use crate::rti::hyla_rti;
use crate::value::hyla_time;

/// `requestFederationSave` (4.16 in 2010, 4.19 in 2025). At once or at a time. Every federate gets the
/// callback to save, the caller too. A later request replaces one that has not led to a save yet.
///
/// Any thread, also in callbacks. Sends messages and does not wait for an answer.
///
/// `time` may be null.
///
/// Errors: `HYLA_LOGICAL_TIME_ALREADY_PASSED`, `HYLA_INVALID_LOGICAL_TIME`,
/// `HYLA_FEDERATE_UNABLE_TO_USE_TIME`; and those of every service.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_request_federation_save(
    rti: hyla_rti,
    label: hyla_text<'_>,
    time: Option<&hyla_time>,
) -> hyla_exception {
    call(rti, |rti| {
        rti.request_federation_save(label.read("label")?, hyla_time::optional(time)?)
    })
}

/// `federateSaveBegun` (4.18 in 2010, 4.21 in 2025).
///
/// Any thread, also in callbacks. Sends messages and does not wait for an answer.
///
/// Errors: `HYLA_SAVE_NOT_INITIATED`; and those of every service.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_federate_save_begun(rti: hyla_rti) -> hyla_exception {
    call(rti, RtiAmbassador::federate_save_begun)
}

/// `federateSaveComplete` (4.19 in 2010, 4.22 in 2025).
///
/// Any thread, also in callbacks. Sends messages and does not wait for an answer.
///
/// Errors: `HYLA_FEDERATE_HAS_NOT_BEGUN_SAVE`; and those of every service.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_federate_save_complete(rti: hyla_rti) -> hyla_exception {
    call(rti, RtiAmbassador::federate_save_complete)
}

/// `federateSaveNotComplete` (4.19 in 2010, 4.22 in 2025).
///
/// Any thread, also in callbacks. Sends messages and does not wait for an answer.
///
/// Errors: `HYLA_FEDERATE_HAS_NOT_BEGUN_SAVE`; and those of every service.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_federate_save_not_complete(rti: hyla_rti) -> hyla_exception {
    call(rti, RtiAmbassador::federate_save_not_complete)
}

/// `abortFederationSave` (4.21 in 2010, 4.24 in 2025). The RTI does not give up a save that it is storing
/// already.
///
/// Any thread, also in callbacks. Sends messages and does not wait for an answer.
///
/// Errors: `HYLA_SAVE_NOT_IN_PROGRESS`; and those of every service.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_abort_federation_save(rti: hyla_rti) -> hyla_exception {
    call(rti, RtiAmbassador::abort_federation_save)
}

/// `queryFederationSaveStatus` (4.22 in 2010, 4.25 in 2025). The answer comes as a callback.
///
/// Any thread, also in callbacks. Sends messages and does not wait for an answer.
///
/// Errors: only those of every service.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_query_federation_save_status(rti: hyla_rti) -> hyla_exception {
    call(rti, RtiAmbassador::query_federation_save_status)
}

/// `requestFederationRestore` (4.24 in 2010, 4.27 in 2025). A callback says whether it is granted: if there
/// is such a save of this federation, and as many federates of each type are joined as were saved.
///
/// Any thread, also in callbacks. Sends messages and does not wait for an answer.
///
/// Errors: only those of every service.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_request_federation_restore(
    rti: hyla_rti,
    label: hyla_text<'_>,
) -> hyla_exception {
    call(rti, |rti| {
        rti.request_federation_restore(label.read("label")?)
    })
}

/// `federateRestoreComplete` (4.28 in 2010, 4.31 in 2025).
///
/// Any thread, also in callbacks. Sends messages and does not wait for an answer.
///
/// Errors: `HYLA_RESTORE_NOT_REQUESTED`; and those of every service.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_federate_restore_complete(rti: hyla_rti) -> hyla_exception {
    call(rti, RtiAmbassador::federate_restore_complete)
}

/// `federateRestoreNotComplete` (4.28 in 2010, 4.31 in 2025).
///
/// Any thread, also in callbacks. Sends messages and does not wait for an answer.
///
/// Errors: `HYLA_RESTORE_NOT_REQUESTED`; and those of every service.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_federate_restore_not_complete(rti: hyla_rti) -> hyla_exception {
    call(rti, RtiAmbassador::federate_restore_not_complete)
}

/// `abortFederationRestore` (4.30 in 2010, 4.33 in 2025). The federation goes on as it was before.
///
/// Any thread, also in callbacks. Sends messages and does not wait for an answer.
///
/// Errors: `HYLA_RESTORE_NOT_IN_PROGRESS`; and those of every service.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_abort_federation_restore(rti: hyla_rti) -> hyla_exception {
    call(rti, RtiAmbassador::abort_federation_restore)
}

/// `queryFederationRestoreStatus` (4.31 in 2010, 4.34 in 2025). The answer comes as a callback.
///
/// Any thread, also in callbacks. Sends messages and does not wait for an answer.
///
/// Errors: only those of every service.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_query_federation_restore_status(rti: hyla_rti) -> hyla_exception {
    call(rti, RtiAmbassador::query_federation_restore_status)
}
