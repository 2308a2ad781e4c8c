//! Callback control (clauses 10.41 to 10.44 in 2010, 10.57 to 10.60 in 2025).
#![expect(unsafe_code, reason = "C finds functions by their names")]

use std::mem::MaybeUninit;

use hyla_lrc::RtiAmbassador;

use crate::call::{call, get};
use crate::exception::hyla_exception;
use crate::rti::hyla_rti;
use crate::value::duration;

/// `evokeCallback` (10.41 in 2010, 10.57 in 2025): delivers one callback, waiting up to `minimum` seconds
/// for it. True if more are pending. With `HLA_IMMEDIATE` it does nothing.
///
/// Errors: `HYLA_CALL_NOT_ALLOWED_FROM_WITHIN_CALLBACK`.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_evoke_callback(
    rti: hyla_rti,
    minimum: f64,
    out: Option<&mut MaybeUninit<bool>>,
) -> hyla_exception {
    get(rti, out, |rti| rti.evoke_callback(duration(minimum)))
}

/// `evokeMultipleCallbacks` (10.42 in 2010, 10.58 in 2025): delivers callbacks for at least `minimum`
/// seconds, longer while more are pending, but starts none after `maximum` seconds. True if more are pending.
/// With `HLA_IMMEDIATE` it does nothing.
///
/// Errors: `HYLA_CALL_NOT_ALLOWED_FROM_WITHIN_CALLBACK`.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_evoke_multiple_callbacks(
    rti: hyla_rti,
    minimum: f64,
    maximum: f64,
    out: Option<&mut MaybeUninit<bool>>,
) -> hyla_exception {
    get(rti, out, |rti| {
        rti.evoke_multiple_callbacks(duration(minimum), duration(maximum))
    })
}

/// `enableCallbacks` (10.43 in 2010, 10.59 in 2025).
#[unsafe(no_mangle)]
pub extern "C" fn hyla_enable_callbacks(rti: hyla_rti) -> hyla_exception {
    call(rti, RtiAmbassador::enable_callbacks)
}

/// `disableCallbacks` (10.44 in 2010, 10.60 in 2025): callbacks wait until enabled again. A callback in
/// progress on another thread is finished first.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_disable_callbacks(rti: hyla_rti) -> hyla_exception {
    call(rti, RtiAmbassador::disable_callbacks)
}
