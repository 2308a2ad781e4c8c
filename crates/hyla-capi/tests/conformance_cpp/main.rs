//! The conformance scenarios through the C++ libraries of both editions: libraries that implement `hyla.h` over the
//! standard's C++ API are loaded from where `FACE_LIBRARY_2010` and `FACE_LIBRARY_2025` say. `make cpptest` builds them
//! and runs this.
#![allow(clippy::unwrap_used, reason = "test code")]
#![allow(
    dead_code,
    reason = "the ambassador has every service, also those that no scenario asks for"
)]

#[path = "../over_c/mod.rs"]
mod over_c;

use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::{Arc, OnceLock};

use hyla_conformance::{Face, Rti, Run, Server, Wiring, hyla, implement_ambassador, test_all};
use hyla_types::Edition;

use over_c::Library;

struct Cpp;

struct Ambassador(over_c::Rti);

implement_ambassador!(Ambassador, self => self.0);

/// The library that stands for the C++ API of an edition.
pub(crate) fn library(edition: Edition) -> Library {
    static LOADED: [OnceLock<Library>; 2] = [const { OnceLock::new() }; 2];
    let (at, variable) = match edition {
        Edition::Hla2010 => (0, "FACE_LIBRARY_2010"),
        Edition::Hla2025 => (1, "FACE_LIBRARY_2025"),
    };
    *LOADED[at].get_or_init(|| {
        let Some(path) = std::env::var_os(variable) else {
            panic!("{variable} does not say where the library is; `make cpptest` does");
        };
        Library::load(&PathBuf::from(path), "over_")
    })
}

impl Face for Cpp {
    fn runs(&self) -> Vec<Run> {
        hyla::runs()
    }

    fn measured(&self) -> Option<Wiring> {
        Some(hyla::ASYNCHRONOUS)
    }

    fn ambassador(&self, edition: Edition) -> Rti {
        Arc::new(Ambassador(over_c::Rti::of_edition(edition)))
    }

    fn start(&self, wiring: Wiring, settings: &str) -> (Box<dyn Server>, String) {
        hyla::start(wiring, settings)
    }

    fn with_a_server(&self, wiring: Wiring) -> Wiring {
        hyla::with_a_server(wiring)
    }

    /// The C++ API of 2010 has names for the two standard types only: they are values of an enumerated type.
    fn other_transportation_type(&self, edition: Edition) -> &'static str {
        match edition {
            Edition::Hla2010 => "HLAbestEffort",
            Edition::Hla2025 => "Telemetry",
        }
    }

    /// In 2025 they are additional settings of a configuration: the result of connecting tells of them.
    fn refuses_wrong_settings(&self, edition: Edition) -> bool {
        edition == Edition::Hla2010
    }

    /// Not if the RTI is embedded, since that is inside the library which the C++ libraries brought along.
    fn has_tools(&self, wiring: Wiring) -> bool {
        wiring != hyla::EMBEDDED
    }
}

fn main() -> ExitCode {
    for edition in Edition::ALL {
        library(edition).is_complete();
    }
    test_all(&Cpp)
}
