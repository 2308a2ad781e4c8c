//! A face of the RTI: how the federates of a scenario reach it.

use hyla_types::{CallbackModel, Edition, Service};

use crate::rti::Rti;

/// A language or protocol. What scenarios may expect of it beside the services has a method here, which says what the
/// Rust API does.
pub trait Face: Sync {
    /// How every scenario is run.
    fn runs(&self) -> Vec<Run>;

    /// The wiring in which the successes and exceptions of services are counted, if this face does so.
    fn measured(&self) -> Option<Wiring>;

    /// An ambassador that is not connected.
    fn ambassador(&self, edition: Edition) -> Rti;

    /// Starts the RTI of a world; with it come the settings that federates connect with.
    fn start(&self, wiring: Wiring, settings: &str) -> (Box<dyn Server>, String);

    /// The nearest wiring whose RTI is a server.
    fn with_a_server(&self, wiring: Wiring) -> Wiring {
        wiring
    }

    /// Whether the settings of connect are Hyla's own.
    fn has_hyla_settings(&self) -> bool {
        true
    }

    /// Whether a logical time says which representation it is of.
    fn times_have_types(&self) -> bool {
        true
    }

    /// Whether a conveyed region has the handle that its creator knows it by.
    fn regions_keep_their_handles(&self) -> bool {
        true
    }

    /// Whether the dimensions of single attributes can be asked for in 2010.
    fn has_dimensions_of_attributes(&self) -> bool {
        true
    }

    /// Whether federates of that edition can say who they are.
    fn has_credentials(&self, _: Edition) -> bool {
        true
    }

    /// Whether it is the RTI that carries out the service, and not the library of the client alone.
    fn asks_the_rti(&self, _: Service) -> bool {
        true
    }

    /// Whether the RTI gets to know of a call that is refused since a callback makes it.
    fn tells_the_rti_what_a_callback_may_not_call(&self) -> bool {
        true
    }

    /// A transportation type besides `HLAreliable` that callbacks of that edition can name.
    fn other_transportation_type(&self, _: Edition) -> &'static str {
        "Telemetry"
    }

    /// Whether `connect` fails for settings that cannot be read.
    fn refuses_wrong_settings(&self, _: Edition) -> bool {
        true
    }

    /// Whether tools of this process reach the RTI.
    fn has_tools(&self, _: Wiring) -> bool {
        true
    }
}

/// One way in which each scenario is run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Run {
    /// The last part of the test's name.
    pub name: &'static str,
    /// The edition of its federates.
    pub edition: Edition,
    /// How they are run.
    pub wiring: Wiring,
}

/// How federates of a scenario are run and reach each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wiring {
    /// Its name within the face.
    pub name: &'static str,
    /// How callbacks come.
    pub callbacks: CallbackModel,
    /// Whether callbacks run as soon as they come, on a thread of the face, while a server runs the RTI.
    pub is_immediate: bool,
    /// Whether nothing is read while the federate calls no service.
    pub is_single_threaded: bool,
}

/// The RTI of one world.
pub trait Server: Send + Sync {
    /// The setting that leads to the RTI by its own protocol.
    fn address(&self) -> &str;

    /// Stops it; `false` if it is embedded and lives as long as its federates.
    fn stop(&self) -> bool;
}
