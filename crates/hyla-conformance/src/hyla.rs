//! The process models and transports of Hyla, and its RTI: for faces of ambassadors that run in the test's process.

use std::sync::Mutex;
use std::thread::JoinHandle;

use hyla_rti::{RtiServer, RtiStop};
use hyla_settings::Sources;
use hyla_types::{CallbackModel, Edition};

use crate::face::{Run, Server, Wiring};

const fn wiring(name: &'static str, callbacks: CallbackModel) -> Wiring {
    Wiring {
        name,
        callbacks,
        is_immediate: false,
        is_single_threaded: false,
    }
}

/// Single-threaded, TCP.
pub const SINGLE_THREADED: Wiring = Wiring {
    is_single_threaded: true,
    ..wiring("single_threaded", CallbackModel::Evoked)
};
/// Asynchronous I/O, TCP. The one in which everything is measured.
pub const ASYNCHRONOUS: Wiring = wiring("asynchronous", CallbackModel::Evoked);
/// Immediate callbacks, TCP.
pub const IMMEDIATE: Wiring = Wiring {
    is_immediate: true,
    ..wiring("immediate", CallbackModel::Immediate)
};
/// Immediate callbacks, embedded RTI, in-process channels.
pub const EMBEDDED: Wiring = wiring("embedded", CallbackModel::Immediate);
/// Asynchronous I/O, shared memory.
pub const SHARED_MEMORY: Wiring = wiring("shared_memory", CallbackModel::Evoked);
/// Asynchronous I/O, TCP, a lane for each transportation type.
pub const LANED: Wiring = wiring("laned", CallbackModel::Evoked);
/// Immediate callbacks, shared memory, a lane for each transportation type.
pub const LANED_MEMORY: Wiring = Wiring {
    is_immediate: true,
    ..wiring("laned_memory", CallbackModel::Immediate)
};
/// Asynchronous I/O, members cannot reach each other: data goes through the RTI.
pub const RELAYED: Wiring = wiring("relayed", CallbackModel::Evoked);

/// Every wiring in one edition.
#[must_use]
pub fn runs() -> Vec<Run> {
    let run = |name, edition, wiring| Run {
        name,
        edition,
        wiring,
    };
    vec![
        run("single_threaded_2010", Edition::Hla2010, SINGLE_THREADED),
        run("asynchronous_2025", Edition::Hla2025, ASYNCHRONOUS),
        run("immediate_2025", Edition::Hla2025, IMMEDIATE),
        run("embedded_2025", Edition::Hla2025, EMBEDDED),
        run("shared_memory_2025", Edition::Hla2025, SHARED_MEMORY),
        run("laned_2025", Edition::Hla2025, LANED),
        run("laned_memory_2010", Edition::Hla2010, LANED_MEMORY),
        run("relayed_2010", Edition::Hla2010, RELAYED),
    ]
}

/// The same wiring with an RTI that several processes could share.
#[must_use]
pub fn with_a_server(wiring: Wiring) -> Wiring {
    if wiring == EMBEDDED {
        IMMEDIATE
    } else {
        wiring
    }
}

/// Starts the RTI of a world, unless it is embedded; with it come the settings that federates connect with.
#[must_use]
pub fn start(wiring: Wiring, settings: &str) -> (Box<dyn Server>, String) {
    let is_embedded = wiring == EMBEDDED;
    let (server, address) = if is_embedded {
        (None, "embedded".to_owned())
    } else {
        let settings = Sources::none().connect(settings).load().unwrap();
        let mut server = RtiServer::new(&settings).unwrap();
        let at = server.listen("127.0.0.1:0".parse().unwrap()).unwrap();
        let stop = server.stopper();
        let thread = std::thread::spawn(move || server.run().unwrap());
        (Some((stop, thread)), at.to_string())
    };
    let model = match wiring.callbacks {
        _ if wiring.is_single_threaded => "single-threaded",
        CallbackModel::Evoked => "asynchronous-io",
        CallbackModel::Immediate => "immediate",
    };
    let direct = wiring != RELAYED;
    let shared_memory = wiring == SHARED_MEMORY || wiring == LANED_MEMORY;
    let lanes = if wiring == LANED {
        "qos.HLAreliable.transport = tcp; qos.HLAbestEffort.transport = tcp; "
    } else if wiring == LANED_MEMORY {
        "qos.HLAreliable.priority = 1; qos.HLAbestEffort.priority = 2; "
    } else {
        ""
    };
    let address = format!("rti.address = {address}");
    let settings = format!(
        "{address}; process.model = {model}; peer.direct = {direct}; \
         peer.in_process = {is_embedded}; peer.shared_memory = {shared_memory}; \
         {lanes}{settings}"
    );
    let running = Mutex::new(server);
    (Box::new(HylaServer { running, address }), settings)
}

/// The RTI of one world.
struct HylaServer {
    running: Mutex<Option<(RtiStop, JoinHandle<()>)>>,
    address: String,
}

impl Server for HylaServer {
    fn address(&self) -> &str {
        &self.address
    }

    fn stop(&self) -> bool {
        let Some((stop, thread)) = self.running.lock().unwrap().take() else {
            return false;
        };
        stop.stop();
        thread.join().unwrap();
        true
    }
}
