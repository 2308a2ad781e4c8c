//! Servers on real sockets whose federates do as a test says.

mod calls;
mod hostile;
mod lasting;
mod puppet;
mod slow;
mod waiting;

#[allow(dead_code, reason = "tests of the crate from outside share it")]
#[path = "../../../tests/server/raw.rs"]
mod raw;

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Instant;

use hyla_settings::Settings;

use super::run::WAITING_THREADS;
use super::{FedProCounters, FedProServer};
use crate::transport::TransportKind;
use puppet::{Puppets, Strings};
use raw::{Raw, TIMEOUT, Target};

/// A server of puppets over TCP.
struct Stage {
    server: FedProServer,
    strings: Arc<Strings>,
    way: Target,
}

impl Stage {
    fn new() -> Self {
        Self::with(|_| {})
    }

    fn with(change: impl FnOnce(&mut Settings)) -> Self {
        Self::with_threads(WAITING_THREADS, change)
    }

    /// With so many threads on which calls wait.
    fn with_threads(threads: usize, change: impl FnOnce(&mut Settings)) -> Self {
        let mut settings = Settings::default();
        settings.rti.listen = vec!["127.0.0.1:0".parse().unwrap()];
        change(&mut settings);
        let strings = Arc::new(Strings::default());
        let puppets = Puppets(Arc::clone(&strings));
        let server = FedProServer::start_with(&settings, puppets, threads).unwrap();
        let at: SocketAddr = server
            .addresses()
            .iter()
            .find(|(kind, _)| *kind == TransportKind::Tcp)
            .unwrap()
            .1;
        Self {
            server,
            strings,
            way: Target::tcp(at),
        }
    }

    fn client(&self) -> Raw {
        Raw::start(&self.way)
    }

    /// The way to the same server over another transport.
    fn way_over(&self, kind: TransportKind) -> Target {
        let served = self.server.addresses().iter();
        let (_, at) = *served.clone().find(|(served, _)| *served == kind).unwrap();
        Target {
            kind,
            at,
            ..self.way.clone()
        }
    }

    fn until(&self, what: &str, holds: impl Fn(&FedProCounters) -> bool) {
        let end = Instant::now() + TIMEOUT;
        while !holds(&self.server.counters()) {
            assert!(
                Instant::now() < end,
                "waited in vain for {what}: {:?}",
                self.server.counters()
            );
            std::thread::yield_now();
        }
    }
}
