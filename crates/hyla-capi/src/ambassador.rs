//! Making and freeing ambassadors.
#![expect(unsafe_code, reason = "C finds functions by their names")]

use std::mem::MaybeUninit;

use hyla_lrc::RtiAmbassador;

use crate::ambassadors;
use crate::call::{get, give, guarded, no_ambassador};
use crate::enums::{given, hyla_edition};
use crate::exception::hyla_exception;
use crate::rti::hyla_rti;

/// Makes an ambassador for a federate that uses this edition; it is not connected.
///
/// Services may be called from any thread, and from inside callbacks but for connect, disconnect, join, resign
/// and evoke. What a service refuses it refuses as a whole: on an exception nothing has changed. Every service
/// may give `HYLA_RTI_INTERNAL_ERROR`; services of a joined federate `HYLA_FEDERATE_NOT_EXECUTION_MEMBER`,
/// `HYLA_NOT_CONNECTED`, `HYLA_SAVE_IN_PROGRESS` and `HYLA_RESTORE_IN_PROGRESS`.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_rti_new(
    edition: MaybeUninit<hyla_edition>,
    out: Option<&mut MaybeUninit<hyla_rti>>,
) -> hyla_exception {
    give(out, || {
        guarded(|| {
            let ambassador = RtiAmbassador::of_edition(given(edition)?);
            let id = ambassadors::insert(ambassador);
            Ok(hyla_rti { id })
        })
    })
}

/// Frees an ambassador; its number means nothing from now on. A connection ends as if it were lost: a
/// federate that is still joined is resigned by its automatic directive. Calls in progress on other threads
/// end well or are refused, as when another thread disconnects.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_rti_free(rti: hyla_rti) -> hyla_exception {
    let freed = guarded(|| match ambassadors::remove(rti.id) {
        true => Ok(()),
        false => Err(no_ambassador(rti)),
    });
    freed.err().unwrap_or(hyla_exception::HYLA_OK)
}

/// The edition that the ambassador was made for.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_rti_edition(
    rti: hyla_rti,
    out: Option<&mut MaybeUninit<hyla_edition>>,
) -> hyla_exception {
    get(rti, out, |rti| Ok(rti.edition()))
}
