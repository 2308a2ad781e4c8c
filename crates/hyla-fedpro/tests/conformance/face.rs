//! The face through which the scenarios' federates reach the RTI: a client of the Federate Protocol.

use std::sync::Mutex;
use std::thread::JoinHandle;

use hyla_fedpro::{FedProServer, TransportKind};
use hyla_rti::{RtiServer, RtiStop};
use hyla_settings::Sources;
use hyla_types::{CallbackModel, Edition, Service};

/// The ambassador of this face.
pub(crate) type Rti = hyla_fedpro_client::FedProAmbassador;

/// How federates of a scenario are run and reach the server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wiring {
    /// TCP, evoked callbacks.
    Tcp,
    /// TCP, immediate callbacks.
    TcpImmediate,
    /// WebSocket, evoked callbacks.
    WebSocket,
}

/// Makes a test of a scenario for each wiring.
macro_rules! played {
    ($name:ident) => {
        use hyla_types::Edition;

        use crate::face::Wiring;
        use crate::world::play;

        #[test]
        fn tcp_2010() {
            play(Edition::Hla2010, Wiring::Tcp, super::super::$name);
        }

        #[test]
        fn tcp_immediate_2025() {
            play(Edition::Hla2025, Wiring::TcpImmediate, super::super::$name);
        }

        #[test]
        fn websocket_2025() {
            play(Edition::Hla2025, Wiring::WebSocket, super::super::$name);
        }
    };
}
pub(crate) use played;

impl Wiring {
    /// Whether the settings of connect are Hyla's own.
    pub(crate) const HYLA_SETTINGS: bool = false;

    /// Whether a logical time says which representation it is of. Times are eight bytes on the wire: the
    /// federation's representation gives them their meaning.
    pub(crate) const TIMES_HAVE_TYPES: bool = false;

    /// Whether a conveyed region has the handle that its creator knows it by. Conveyed regions travel as
    /// their bounds; clients give them handles of their own.
    pub(crate) const REGIONS_KEEP_THEIR_HANDLES: bool = false;

    /// Whether the dimensions of single attributes can be asked for in 2010. Messages are those of 2025,
    /// which knows the dimensions of classes only: clients of 2010 leave the attribute out.
    pub(crate) const DIMENSIONS_OF_ATTRIBUTES: bool = false;

    /// Whether federates of that edition can say who they are. Requests of 2010 have no place for
    /// credentials, and settings of Hyla's, files of the client's host least of all, mean nothing here.
    pub(crate) fn has_credentials(edition: Edition) -> bool {
        edition == Edition::Hla2025
    }

    /// Whether it is the RTI that carries out the service, and not the library of the client alone:
    /// clients decode handles, make times and hold back callbacks by themselves.
    pub(crate) fn asks_the_rti(service: Service) -> bool {
        !matches!(
            service,
            Service::EnableCallbacks
                | Service::DisableCallbacks
                | Service::GetTimeFactory
                | Service::DecodeFederateHandle
                | Service::DecodeObjectClassHandle
                | Service::DecodeInteractionClassHandle
                | Service::DecodeObjectInstanceHandle
                | Service::DecodeAttributeHandle
                | Service::DecodeParameterHandle
                | Service::DecodeDimensionHandle
                | Service::DecodeMessageRetractionHandle
                | Service::DecodeRegionHandle
        )
    }

    /// A transportation type besides `HLAreliable` that federates can be told of. Clients know the two standard ones
    /// alone, so the server tells them of the one that another type builds on.
    pub(crate) fn other_transportation_type(_: Edition) -> &'static str {
        "HLAbestEffort"
    }

    /// Whether `connect` fails for settings that cannot be read.
    pub(crate) fn refuses_wrong_settings(_: Edition) -> bool {
        true
    }

    /// Whether tools of this process reach the RTI.
    pub(crate) fn has_tools(self) -> bool {
        true
    }

    pub(crate) fn callbacks(self) -> CallbackModel {
        match self {
            Self::TcpImmediate => CallbackModel::Immediate,
            Self::Tcp | Self::WebSocket => CallbackModel::Evoked,
        }
    }

    /// The nearest one whose RTI is a server.
    pub(crate) fn with_a_server(self) -> Self {
        self
    }

    /// Whether callbacks run as soon as they come, on a thread of the client.
    pub(crate) fn is_immediate(self) -> bool {
        self == Self::TcpImmediate
    }

    /// Whether nothing is read while the federate calls no service.
    pub(crate) fn is_single_threaded(self) -> bool {
        false
    }
}

/// The RTI of one world and its Federate Protocol server.
pub(crate) struct Server {
    running: Mutex<Option<Running>>,
    address: String,
}

struct Running {
    fedpro: FedProServer,
    stop: RtiStop,
    thread: JoinHandle<()>,
}

impl Server {
    /// Starts one; with it come the settings that federates connect with.
    pub(crate) fn start(wiring: Wiring, settings: &str) -> (Self, String) {
        let served = format!(
            "{settings}; fedpro.tcp = 127.0.0.1:0; fedpro.websocket = 127.0.0.1:0; fedpro.threads = 2; \
             fedpro.calls_in_callbacks = false"
        );
        let parsed = Sources::none().connect(&*served).load().unwrap();
        let mut server = RtiServer::new(&parsed).unwrap();
        let at = server.listen("127.0.0.1:0".parse().unwrap()).unwrap();
        let fedpro = FedProServer::start(&parsed, server.in_process_address()).unwrap();
        let stop = server.stopper();
        let thread = std::thread::spawn(move || server.run().unwrap());
        let (kind, protocol) = match wiring {
            Wiring::Tcp | Wiring::TcpImmediate => (TransportKind::Tcp, "tcp"),
            Wiring::WebSocket => (TransportKind::WebSocket, "websocket"),
        };
        let addresses = fedpro.addresses().iter();
        let (_, client_at) = *addresses
            .clone()
            .find(|(served, _)| *served == kind)
            .unwrap();
        let running = Running {
            fedpro,
            stop,
            thread,
        };
        let client =
            format!("crcAddress = {client_at}; FedPro.connect.protocol = {protocol}; {settings}");
        let server = Self {
            running: Mutex::new(Some(running)),
            address: format!("rti.address = {at}"),
        };
        (server, client)
    }

    /// The setting that leads to the RTI by its own protocol.
    pub(crate) fn address(&self) -> &str {
        &self.address
    }

    /// Stops both.
    pub(crate) fn stop(&self) -> bool {
        let Some(running) = self.running.lock().unwrap().take() else {
            return true;
        };
        running.fedpro.stop();
        running.stop.stop();
        running.thread.join().unwrap();
        true
    }
}
