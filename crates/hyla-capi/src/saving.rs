//! Save and restore (clauses 4.16 to 4.32 in 2010, 4.19 to 4.35 in 2025).
#![expect(unsafe_code, reason = "C finds functions by their names")]

use hyla_lrc::RtiAmbassador;

use crate::borrowed::hyla_text;
use crate::call::call;
use crate::exception::hyla_exception;
use crate::rti::hyla_rti;
use crate::value::hyla_time;

/// `requestFederationSave` (4.16 in 2010, 4.19 in 2025), at once or at a time. Every member is told to save,
/// the caller too. A request that has not led to a save yet is replaced by a later one.
///
/// Errors: `HYLA_SAVE_IN_PROGRESS`, `HYLA_RESTORE_IN_PROGRESS`; with a time also
/// `HYLA_INVALID_LOGICAL_TIME`, `HYLA_FEDERATE_UNABLE_TO_USE_TIME`, `HYLA_LOGICAL_TIME_ALREADY_PASSED`.
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
/// Errors: `HYLA_SAVE_NOT_INITIATED`, `HYLA_RESTORE_IN_PROGRESS`.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_federate_save_begun(rti: hyla_rti) -> hyla_exception {
    call(rti, RtiAmbassador::federate_save_begun)
}

/// `federateSaveComplete` (4.19 in 2010, 4.22 in 2025).
///
/// Errors: `HYLA_FEDERATE_HAS_NOT_BEGUN_SAVE`, `HYLA_RESTORE_IN_PROGRESS`.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_federate_save_complete(rti: hyla_rti) -> hyla_exception {
    call(rti, RtiAmbassador::federate_save_complete)
}

/// `federateSaveNotComplete` (4.19 in 2010, 4.22 in 2025).
///
/// Errors: `HYLA_FEDERATE_HAS_NOT_BEGUN_SAVE`, `HYLA_RESTORE_IN_PROGRESS`.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_federate_save_not_complete(rti: hyla_rti) -> hyla_exception {
    call(rti, RtiAmbassador::federate_save_not_complete)
}

/// `abortFederationSave` (4.21 in 2010, 4.24 in 2025). A save that the RTI is storing already is not given
/// up any more.
///
/// Errors: `HYLA_SAVE_NOT_IN_PROGRESS`.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_abort_federation_save(rti: hyla_rti) -> hyla_exception {
    call(rti, RtiAmbassador::abort_federation_save)
}

/// `queryFederationSaveStatus` (4.22 in 2010, 4.25 in 2025); the answer comes as callback.
///
/// Errors: `HYLA_RESTORE_IN_PROGRESS`.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_query_federation_save_status(rti: hyla_rti) -> hyla_exception {
    call(rti, RtiAmbassador::query_federation_save_status)
}

/// `requestFederationRestore` (4.24 in 2010, 4.27 in 2025); whether it is granted comes as callback. It is
/// if there is such a save of this federation and as many federates of each type are joined as were saved.
///
/// Errors: `HYLA_SAVE_IN_PROGRESS`, `HYLA_RESTORE_IN_PROGRESS`.
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
/// Errors: `HYLA_RESTORE_NOT_REQUESTED`, `HYLA_SAVE_IN_PROGRESS`.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_federate_restore_complete(rti: hyla_rti) -> hyla_exception {
    call(rti, RtiAmbassador::federate_restore_complete)
}

/// `federateRestoreNotComplete` (4.28 in 2010, 4.31 in 2025).
///
/// Errors: `HYLA_RESTORE_NOT_REQUESTED`, `HYLA_SAVE_IN_PROGRESS`.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_federate_restore_not_complete(rti: hyla_rti) -> hyla_exception {
    call(rti, RtiAmbassador::federate_restore_not_complete)
}

/// `abortFederationRestore` (4.30 in 2010, 4.33 in 2025): the federation goes on as it was before.
///
/// Errors: `HYLA_RESTORE_NOT_IN_PROGRESS`.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_abort_federation_restore(rti: hyla_rti) -> hyla_exception {
    call(rti, RtiAmbassador::abort_federation_restore)
}

/// `queryFederationRestoreStatus` (4.31 in 2010, 4.34 in 2025); the answer comes as callback.
///
/// Errors: `HYLA_SAVE_IN_PROGRESS`.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_query_federation_restore_status(rti: hyla_rti) -> hyla_exception {
    call(rti, RtiAmbassador::query_federation_restore_status)
}
