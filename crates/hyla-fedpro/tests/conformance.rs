//! The conformance scenarios by clients of the Federate Protocol over TCP and WebSocket, with evoked and immediate
//! callbacks, in both editions.
#![allow(clippy::unwrap_used, reason = "test code")]

use std::process::ExitCode;
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;

use hyla_conformance::{Face, Rti, Run, Server, Wiring, implement_ambassador, test_all};
use hyla_fedpro::{FedProServer, TransportKind};
use hyla_fedpro_client::FedProAmbassador;
use hyla_rti::{RtiServer, RtiStop};
use hyla_settings::Sources;
use hyla_types::{CallbackModel, Edition, Service};

struct FederateProtocol;

struct Client(FedProAmbassador);

implement_ambassador!(Client, self => self.0, finish_callback);

/// TCP, evoked callbacks.
const TCP: Wiring = Wiring {
    name: "tcp",
    callbacks: CallbackModel::Evoked,
    is_immediate: false,
    is_single_threaded: false,
};
/// TCP, immediate callbacks, on a thread of the client.
const TCP_IMMEDIATE: Wiring = Wiring {
    name: "tcp_immediate",
    callbacks: CallbackModel::Immediate,
    is_immediate: true,
    is_single_threaded: false,
};
/// WebSocket, evoked callbacks.
const WEBSOCKET: Wiring = Wiring {
    name: "websocket",
    ..TCP
};

impl Face for FederateProtocol {
    fn runs(&self) -> Vec<Run> {
        let run = |name, edition, wiring| Run {
            name,
            edition,
            wiring,
        };
        vec![
            run("tcp_2010", Edition::Hla2010, TCP),
            run("tcp_immediate_2025", Edition::Hla2025, TCP_IMMEDIATE),
            run("websocket_2025", Edition::Hla2025, WEBSOCKET),
        ]
    }

    fn measured(&self) -> Option<Wiring> {
        None
    }

    fn ambassador(&self, edition: Edition) -> Rti {
        Arc::new(Client(FedProAmbassador::of_edition(edition)))
    }

    fn start(&self, wiring: Wiring, settings: &str) -> (Box<dyn Server>, String) {
        let (server, settings) = FedProRti::start(wiring, settings);
        (Box::new(server), settings)
    }

    fn has_hyla_settings(&self) -> bool {
        false
    }

    /// Times are eight bytes on the wire: the federation's representation gives them their meaning.
    fn times_have_types(&self) -> bool {
        false
    }

    /// Conveyed regions travel as their bounds; clients give them handles of their own.
    fn regions_keep_their_handles(&self) -> bool {
        false
    }

    /// Messages are those of 2025, which knows the dimensions of classes only: clients of 2010 leave the attribute out.
    fn has_dimensions_of_attributes(&self) -> bool {
        false
    }

    /// Requests of 2010 have no place for credentials, and settings of Hyla's, files of the client's host least of all,
    /// mean nothing here.
    fn has_credentials(&self, edition: Edition) -> bool {
        edition == Edition::Hla2025
    }

    /// Clients decode handles, make times and hold back callbacks by themselves.
    fn asks_the_rti(&self, service: Service) -> bool {
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

    /// Clients refuse such calls by themselves.
    fn tells_the_rti_what_a_callback_may_not_call(&self) -> bool {
        false
    }

    /// Clients know the two standard types alone, so the server sends them the one that another type builds on.
    fn other_transportation_type(&self, _: Edition) -> &'static str {
        "HLAbestEffort"
    }
}

fn main() -> ExitCode {
    test_all(&FederateProtocol)
}

/// The RTI of one world and its Federate Protocol server.
struct FedProRti {
    running: Mutex<Option<Running>>,
    address: String,
}

struct Running {
    fedpro: FedProServer,
    stop: RtiStop,
    thread: JoinHandle<()>,
}

impl FedProRti {
    /// Starts one; with it come the settings that federates connect with.
    fn start(wiring: Wiring, settings: &str) -> (Self, String) {
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
        let (kind, protocol) = if wiring == WEBSOCKET {
            (TransportKind::WebSocket, "websocket")
        } else {
            (TransportKind::Tcp, "tcp")
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
}

impl Server for FedProRti {
    fn address(&self) -> &str {
        &self.address
    }

    fn stop(&self) -> bool {
        let Some(running) = self.running.lock().unwrap().take() else {
            return true;
        };
        running.fedpro.stop();
        running.stop.stop();
        running.thread.join().unwrap();
        true
    }
}
