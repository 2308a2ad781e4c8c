//! Writes source files that the signatures of services determine, from the table in
//! [`hyla_types::ServiceInfo`].
//!
//! The files are in the repository, so that nothing has to run before a build and everybody can read and search
//! them. `make faces` writes them; a test says which are not as the table wants them.
//!
//! | module | writes |
//! |---|---|
//! | [`lrc`] | the services of `hyla_lrc::RtiAmbassador` |
//! | [`callback`] | `FederateAmbassador` and `Callback` of `hyla_core` |
//! | [`conformance`] | the services as a trait, for the conformance scenarios |
//! | [`capi`] | the services of the C API |
//! | [`capi_callbacks`] | its table of callbacks, and their calls |
//! | [`over_c`] | the ambassador of its tests |
//! | [`cpp`] | the services of the C++ ambassadors |
//! | [`cpp_callbacks`] | their callbacks |
//! | [`fedpro`] | requests and callbacks of the Federate Protocol, at the server and at the test client |
//!
//! Common parts: [`method`] (services by the names of their methods), [`notes`] (a sentence on each), [`documentation`]
//! (clauses, exceptions, cost), [`source`] (the text of a file),
//! [`uses`] (`use` lines).
#![forbid(unsafe_code)]

pub mod callback;
pub mod capi;
pub mod capi_callbacks;
pub mod conformance;
pub mod cpp;
pub mod cpp_callbacks;
pub mod documentation;
pub mod fedpro;
pub mod lrc;
pub mod method;
pub mod notes;
pub mod over_c;
pub mod rust;
pub mod source;
pub mod uses;

use std::path::{Path, PathBuf};

use source::Source;

/// All files, formatted.
///
/// # Errors
/// If `rustfmt` cannot be run, or refuses a file.
pub fn files() -> std::io::Result<Vec<Source>> {
    let files = [
        lrc::files(),
        callback::files(),
        conformance::files(),
        capi::files(),
        capi_callbacks::files(),
        over_c::files(),
        cpp::files(),
        cpp_callbacks::files(),
        fedpro::files(),
    ];
    files.into_iter().flatten().map(Source::formatted).collect()
}

/// The root of the repository.
#[must_use]
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}
