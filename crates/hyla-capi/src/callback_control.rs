//! Evoking callbacks (clauses 10.41 and 10.42 in 2010, 10.57 and 10.58 in 2025).
#![expect(unsafe_code, reason = "C finds functions by their names")]

use std::mem::MaybeUninit;

use crate::call::get;
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
