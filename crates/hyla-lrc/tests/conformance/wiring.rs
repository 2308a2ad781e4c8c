//! The process models and transports of Hyla, and the RTI of a scenario.

use std::sync::Mutex;
use std::thread::JoinHandle;

use hyla_lrc::settings::Sources;
use hyla_rti::{RtiServer, RtiStop};
use hyla_types::CallbackModel;

/// How federates of a scenario are run and reach each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wiring {
    /// Single-threaded, TCP.
    SingleThreaded,
    /// Asynchronous I/O, TCP.
    Asynchronous,
    /// Immediate callbacks, TCP.
    Immediate,
    /// Immediate callbacks, embedded RTI, in-process channels.
    Embedded,
    /// Asynchronous I/O, shared memory.
    SharedMemory,
    /// Asynchronous I/O, TCP, a lane for each transportation type.
    Laned,
    /// Immediate callbacks, shared memory, a lane for each transportation type.
    LanedMemory,
    /// Asynchronous I/O, members cannot reach each other: data goes through the RTI.
    Relayed,
}

/// Makes a test of a scenario for each wiring.
macro_rules! played {
    ($name:ident) => {
        use hyla_types::Edition;

        use crate::wiring::Wiring;
        use crate::world::play;

        #[test]
        fn single_threaded_2010() {
            play(
                Edition::Hla2010,
                Wiring::SingleThreaded,
                super::super::$name,
            );
        }

        #[test]
        fn asynchronous_2025() {
            play(Edition::Hla2025, Wiring::Asynchronous, super::super::$name);
        }

        #[test]
        fn immediate_2025() {
            play(Edition::Hla2025, Wiring::Immediate, super::super::$name);
        }

        #[test]
        fn embedded_2025() {
            play(Edition::Hla2025, Wiring::Embedded, super::super::$name);
        }

        #[test]
        fn shared_memory_2025() {
            play(Edition::Hla2025, Wiring::SharedMemory, super::super::$name);
        }

        #[test]
        fn laned_2025() {
            play(Edition::Hla2025, Wiring::Laned, super::super::$name);
        }

        #[test]
        fn laned_memory_2010() {
            play(Edition::Hla2010, Wiring::LanedMemory, super::super::$name);
        }

        #[test]
        fn relayed_2010() {
            play(Edition::Hla2010, Wiring::Relayed, super::super::$name);
        }
    };
}
pub(crate) use played;

impl Wiring {
    /// The one in which everything is measured.
    pub(crate) const MEASURED: Self = Self::Asynchronous;

    pub(crate) fn callbacks(self) -> CallbackModel {
        match self {
            Self::Immediate | Self::Embedded | Self::LanedMemory => CallbackModel::Immediate,
            _ => CallbackModel::Evoked,
        }
    }

    /// Whether callbacks run as soon as they come, on a thread of the RTI.
    pub(crate) fn is_immediate(self) -> bool {
        matches!(self, Self::Immediate | Self::LanedMemory)
    }

    /// The same with an RTI that nobody shares.
    pub(crate) fn with_a_server(self) -> Self {
        match self {
            Self::Embedded => Self::Immediate,
            other => other,
        }
    }

    /// Whether nothing is read while the federate calls no service.
    pub(crate) fn is_single_threaded(self) -> bool {
        self == Self::SingleThreaded
    }
}

/// The RTI of one world.
pub(crate) struct Server {
    running: Mutex<Option<(RtiStop, JoinHandle<()>)>>,
    address: String,
}

impl Server {
    /// Starts one, unless it is embedded; with it come the settings that federates connect with.
    pub(crate) fn start(wiring: Wiring, settings: &str) -> (Self, String) {
        let (server, address) = if wiring == Wiring::Embedded {
            (None, "embedded".to_owned())
        } else {
            let settings = Sources::none().connect(settings).load().unwrap();
            let mut server = RtiServer::new(&settings).unwrap();
            let at = server.listen("127.0.0.1:0".parse().unwrap()).unwrap();
            let stop = server.stopper();
            let thread = std::thread::spawn(move || server.run().unwrap());
            (Some((stop, thread)), at.to_string())
        };
        let model = match wiring {
            Wiring::SingleThreaded => "single-threaded",
            Wiring::Asynchronous | Wiring::SharedMemory | Wiring::Relayed | Wiring::Laned => {
                "asynchronous-io"
            }
            Wiring::Immediate | Wiring::Embedded | Wiring::LanedMemory => "immediate",
        };
        let direct = wiring != Wiring::Relayed;
        let in_process = wiring == Wiring::Embedded;
        let shared_memory = matches!(wiring, Wiring::SharedMemory | Wiring::LanedMemory);
        let laned = matches!(wiring, Wiring::Laned | Wiring::LanedMemory);
        let lanes = match shared_memory {
            _ if !laned => "",
            false => "qos.HLAreliable.transport = tcp; qos.HLAbestEffort.transport = tcp; ",
            true => "qos.HLAreliable.priority = 1; qos.HLAbestEffort.priority = 2; ",
        };
        let address = format!("rti.address = {address}");
        let settings = format!(
            "{address}; process.model = {model}; peer.direct = {direct}; \
             peer.in_process = {in_process}; peer.shared_memory = {shared_memory}; \
             {lanes}{settings}"
        );
        let running = Mutex::new(server);
        (Self { running, address }, settings)
    }

    /// The setting that leads to it.
    pub(crate) fn address(&self) -> &str {
        &self.address
    }

    /// Stops it; `false` if it is embedded and lives as long as its federates.
    pub(crate) fn stop(&self) -> bool {
        let Some((stop, thread)) = self.running.lock().unwrap().take() else {
            return false;
        };
        stop.stop();
        thread.join().unwrap();
        true
    }
}
