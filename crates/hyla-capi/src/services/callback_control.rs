//! Control of callbacks (clause 10).
//!
//! Written by `make faces` from the table of services.

#![expect(unsafe_code, reason = "C finds functions by their names")]

use hyla_lrc::RtiAmbassador;

use crate::call::call;
use crate::exception::hyla_exception;
use crate::rti::hyla_rti;

/// `enableCallbacks` (10.43 in 2010, 10.59 in 2025).
///
/// Any thread, also in callbacks. Local: sends nothing and waits for nothing.
///
/// Errors: only those of every service.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_enable_callbacks(rti: hyla_rti) -> hyla_exception {
    call(rti, RtiAmbassador::enable_callbacks)
}

/// `disableCallbacks` (10.44 in 2010, 10.60 in 2025). Callbacks wait until they are enabled again. In the
/// immediate model a callback in progress on another thread is finished first: hold no lock that callbacks
/// take.
///
/// Any thread, also in callbacks, where it waits for nothing. Local: sends nothing.
///
/// Errors: only those of every service.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_disable_callbacks(rti: hyla_rti) -> hyla_exception {
    call(rti, RtiAmbassador::disable_callbacks)
}
