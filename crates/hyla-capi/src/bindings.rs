//! What bindings to other languages need beside the services. None of it is a service of the standard, so none is
//! reported, and a binding may call it in callbacks.
#![expect(unsafe_code, reason = "C finds functions by their names")]

use std::mem::MaybeUninit;

use crate::borrowed::hyla_text;
use crate::call::{get, guarded};
use crate::exception::hyla_exception;
use crate::handle::{Handle, hyla_region_handle, hyla_transportation_type_handle};
use crate::owned::{hyla_owned_ranges, hyla_owned_text};
use crate::rti::hyla_rti;

/// The ranges of a region, own or conveyed, to be freed: for callers that pass conveyed regions on by value. No
/// service of the standard, so it is not reported. Of conveyed regions the last 4096 are remembered.
///
/// Errors: `HYLA_INVALID_REGION`.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_region_ranges(
    rti: hyla_rti,
    region: hyla_region_handle,
    out: Option<&mut MaybeUninit<hyla_owned_ranges>>,
) -> hyla_exception {
    get(rti, out, |rti| rti.region(Handle::of(region)))
}

/// Whether what is sent with this transportation type always arrives: for bindings whose callers know the
/// two types of the standard alone. No service of the standard, so it is not reported, and a binding may
/// call it inside callbacks.
///
/// Errors: `HYLA_INVALID_TRANSPORTATION_TYPE_HANDLE`; `HYLA_FEDERATE_NOT_EXECUTION_MEMBER`.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_transportation_is_reliable(
    rti: hyla_rti,
    transportation: hyla_transportation_type_handle,
    out: Option<&mut MaybeUninit<bool>>,
) -> hyla_exception {
    get(rti, out, |rti| {
        rti.transportation_is_reliable(Handle::of(transportation))
    })
}

/// What the federation calls its logical time implementation: a name of the standard, or that of one which
/// its federates bring. A federation gets such a name when it is created with the text
/// `NAME`, U+001F, `HLAinteger64Time` (or `HLAfloat64Time`): the second says how the RTI counts. No service
/// of the standard; may be called inside callbacks.
///
/// Errors: `HYLA_NOT_CONNECTED`, `HYLA_FEDERATE_NOT_EXECUTION_MEMBER`.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_get_time_implementation_name(
    rti: hyla_rti,
    out: Option<&mut MaybeUninit<hyla_owned_text>>,
) -> hyla_exception {
    get(rti, out, |rti| Ok(rti.time_name()?.name().to_owned()))
}

/// Says that the callback in progress on this thread fails, and why: for bindings whose federates throw exceptions, which
/// cannot pass through the C interface. Reports of services (MOM) show the callback as failed, with `FederateInternalError`. To be
/// called at the end of the callback; outside of callbacks it does nothing.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_callback_failed(reason: hyla_text<'_>) -> hyla_exception {
    let noted = guarded(|| {
        let reason = reason.read("reason");
        // It has failed in any case.
        let words = reason.as_ref().copied().unwrap_or("for no readable reason");
        hyla_lrc::callback_failed(words);
        reason.map(drop)
    });
    noted.err().unwrap_or(hyla_exception::HYLA_OK)
}
