//! Channels bound explicitly: an extension of Hyla.
#![expect(unsafe_code, reason = "C finds functions by their names")]

use std::mem::MaybeUninit;

use crate::borrowed::hyla_text;
use crate::call::get;
use crate::exception::hyla_exception;
use crate::handle::{Handle, hyla_federate_handle};
use crate::owned::hyla_owned_text;
use crate::rti::hyla_rti;

/// Not of the standard: sets up the channel by which messages of the transportation type `profile` go to `peer`
/// before the first one is sent, and waits until it stands. `out` is one line on what was granted: what
/// carries it, priority, protocol modules, and how the peer reads it.
///
/// Errors: `HYLA_FEDERATE_HANDLE_NOT_KNOWN`, `HYLA_INVALID_TRANSPORTATION_NAME`,
/// `HYLA_CALL_NOT_ALLOWED_FROM_WITHIN_CALLBACK`; `HYLA_RTI_INTERNAL_ERROR` if the profile cannot be honoured, with
/// the reason in `hyla_last_message`.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_bind_channel(
    rti: hyla_rti,
    peer: hyla_federate_handle,
    profile: hyla_text<'_>,
    out: Option<&mut MaybeUninit<hyla_owned_text>>,
) -> hyla_exception {
    get(rti, out, |rti| {
        let granted = rti.bind_channel(Handle::of(peer), profile.read("profile")?)?;
        Ok(granted.to_string())
    })
}
