//! The face through which the scenarios' federates reach the RTI: the C++ API of the federate's edition.

use std::path::PathBuf;
use std::sync::OnceLock;

use hyla_types::{Edition, Service};

use crate::over_c::Library;
pub(crate) use crate::over_c::Rti;
pub(crate) use crate::wiring::{Server, Wiring, played};

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

#[test]
fn the_libraries_implement_every_function_of_the_header() {
    for edition in Edition::ALL {
        library(edition).is_complete();
    }
}

impl Wiring {
    /// Whether the settings of connect are Hyla's own.
    pub(crate) const HYLA_SETTINGS: bool = true;

    /// Whether a logical time says which representation it is of.
    pub(crate) const TIMES_HAVE_TYPES: bool = true;

    /// Whether a conveyed region has the handle that its creator knows it by.
    pub(crate) const REGIONS_KEEP_THEIR_HANDLES: bool = true;

    /// Whether the dimensions of single attributes can be asked for in 2010.
    pub(crate) const DIMENSIONS_OF_ATTRIBUTES: bool = true;

    /// Whether federates of that edition can say who they are.
    pub(crate) fn has_credentials(_: Edition) -> bool {
        true
    }

    /// Whether it is the RTI that carries out the service, and not the library of the client alone.
    pub(crate) fn asks_the_rti(_: Service) -> bool {
        true
    }

    /// A transportation type besides `HLAreliable` that federates of that edition can be told of. The C++ API
    /// of 2010 has names for the two standard ones only: they are values of an enumerated type.
    pub(crate) fn other_transportation_type(edition: Edition) -> &'static str {
        match edition {
            Edition::Hla2010 => "HLAbestEffort",
            Edition::Hla2025 => "Telemetry",
        }
    }

    /// Whether `connect` fails for settings that cannot be read. In 2025 they are additional settings of a
    /// configuration: the result of connecting tells of them.
    pub(crate) fn refuses_wrong_settings(edition: Edition) -> bool {
        edition == Edition::Hla2010
    }

    /// Whether tools of this process reach the RTI: not if it is embedded, since that is inside the library
    /// which the C++ libraries brought along.
    pub(crate) fn has_tools(self) -> bool {
        self != Self::Embedded
    }
}
