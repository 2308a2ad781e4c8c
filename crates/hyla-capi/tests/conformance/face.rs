//! The face through which the scenarios' federates reach the RTI: the functions of `hyla.h`.

use hyla_types::{Edition, Service};

use crate::over_c::Library;
pub(crate) use crate::over_c::Rti;
pub(crate) use crate::wiring::{Server, Wiring, played};

/// The functions for federates of an edition.
pub(crate) fn library(_: Edition) -> Library {
    Library::LINKED
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

    /// A transportation type besides `HLAreliable` that federates of that edition can be told of.
    pub(crate) fn other_transportation_type(_: Edition) -> &'static str {
        "Telemetry"
    }

    /// Whether `connect` fails for settings that cannot be read.
    pub(crate) fn refuses_wrong_settings(_: Edition) -> bool {
        true
    }

    /// Whether tools of this process reach the RTI.
    pub(crate) fn has_tools(self) -> bool {
        true
    }
}
