//! Federation management (clause 4).
//!
//! Written by `make faces` from the table of services.

#![expect(unsafe_code, reason = "C finds functions by their names")]

use hyla_lrc::RtiAmbassador;

use crate::borrowed::hyla_text;
use crate::call::call;
use crate::exception::hyla_exception;
use crate::rti::hyla_rti;

/// `destroyFederationExecution` (4.6).
///
/// Any thread. A round trip to the RTI; in a callback of the immediate model it takes effect later, or
/// answers with the last known value.
///
/// Errors: `HYLA_FEDERATES_CURRENTLY_JOINED`, `HYLA_FEDERATION_EXECUTION_DOES_NOT_EXIST`, `HYLA_UNAUTHORIZED`
/// (2025); and those of every service.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_destroy_federation_execution(
    rti: hyla_rti,
    federation_name: hyla_text<'_>,
) -> hyla_exception {
    call(rti, |rti| {
        rti.destroy_federation_execution(federation_name.read("federation_name")?)
    })
}

/// `listFederationExecutions` (4.7). The answer comes as a callback.
///
/// Any thread, also in callbacks. Sends messages and does not wait for an answer.
///
/// Errors: only those of every service.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_list_federation_executions(rti: hyla_rti) -> hyla_exception {
    call(rti, RtiAmbassador::list_federation_executions)
}

/// `listFederationExecutionMembers` (4.9, 2025). The answer comes as a callback.
///
/// Any thread, also in callbacks. Sends messages and does not wait for an answer.
///
/// Errors: only those of every service.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_list_federation_execution_members(
    rti: hyla_rti,
    federation_name: hyla_text<'_>,
) -> hyla_exception {
    call(rti, |rti| {
        rti.list_federation_execution_members(federation_name.read("federation_name")?)
    })
}
