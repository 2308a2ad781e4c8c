//! Threads that read the lanes of one profile and nothing else: dedicated resources.
//!
//! Each has an endpoint, with sockets, rings and buffers of its own, at which other members establish the lanes
//! of the profile. Its frames are handled like all others; to keep callbacks in the order in
//! which messages became due, one thread at a time handles an event ([`Connection::turn`]).

use std::net::{IpAddr, SocketAddr};
use std::sync::atomic::Ordering;
use std::sync::{Arc, MutexGuard, mpsc};
use std::thread::JoinHandle;

use hyla_core::Result;
use hyla_net::{Endpoint, EndpointConfig, Keyring, Profile, Remote, Resources, ThreadPlan};
use hyla_types::{Exception, ExceptionKind};

use super::connect::{listen_at, listen_for_datagrams, with_keyring};
use super::work::LONGEST_SLEEP;
use super::{Connection, Engine, Process, locked};
use crate::settings::{PeerAddress, Settings};

/// An endpoint for the lanes of a profile, before it has its thread.
pub(crate) struct Reader {
    profile: Profile,
    endpoint: Endpoint,
    /// Its addresses, best first.
    pub(crate) addresses: Vec<String>,
}

/// A thread that reads.
pub(super) struct ReaderThread {
    remote: Remote,
    thread: JoinHandle<()>,
}

impl ReaderThread {
    /// Waits for its end, which the connection has announced.
    pub(super) fn join(self) {
        self.remote.wake();
        let _ = self.thread.join();
    }
}

fn failed(profile: &str, text: impl std::fmt::Display) -> Exception {
    let text = format!("qos.{profile}: no resources of its own: {text}");
    Exception::new(ExceptionKind::ConnectionFailed, text)
}

/// Makes an endpoint for each profile that has resources of its own.
pub(super) fn open(settings: &Settings, own: IpAddr, keyring: &Keyring) -> Result<Vec<Reader>> {
    let dedicated = settings
        .qos
        .iter()
        .filter(|profile| profile.resources == Resources::Dedicated);
    dedicated
        .map(|profile| {
            if let PeerAddress::At(at) = &settings.peer.advertise
                && at.port() != 0
            {
                let text =
                    "peer.advertise names one port, but this profile needs another: use port 0";
                return Err(failed(&profile.name, text));
            }
            let mut endpoint = Endpoint::new(EndpointConfig {
                wait: profile.wait,
                locked_bytes: profile.locked_bytes,
                ..with_keyring(settings, keyring)
            })
            .map_err(|error| failed(&profile.name, error))?;
            let mut addresses = Vec::new();
            if settings.peer.in_process {
                addresses.push(endpoint.in_process_address().to_string());
            }
            let tcp = listen_at(&mut endpoint, SocketAddr::new(own, 0), own, settings)?;
            let datagrams = listen_for_datagrams(&mut endpoint, own, settings);
            addresses.extend(endpoint.shared_memory_addresses().map(|a| a.to_string()));
            addresses.push(tcp);
            addresses.extend(datagrams);
            Ok(Reader {
                profile: profile.clone(),
                endpoint,
                addresses,
            })
        })
        .collect()
}

impl Reader {
    pub(crate) fn profile(&self) -> &str {
        &self.profile.name
    }

    /// How it reads, in words.
    pub(crate) fn reading(&self) -> String {
        let mut words = format!("read by a thread of its own, {}", self.profile.scheduling);
        if !self.profile.cpus.is_empty() {
            words += &format!(", on processors {:?}", self.profile.cpus);
        }
        words
    }
}

impl Engine {
    /// Starts the thread of a reader, which runs as the profile says.
    pub(super) fn start_reader(
        self: &Arc<Self>,
        connection: &Arc<Connection>,
        reader: Reader,
    ) -> Result<ReaderThread> {
        let Reader {
            profile, endpoint, ..
        } = reader;
        let plan = ThreadPlan::of(&profile);
        let remote = endpoint.remote();
        let (tell, told) = mpsc::sync_channel(1);
        let (engine, shared) = (self.clone(), connection.clone());
        let name = profile.name;
        let thread = std::thread::Builder::new()
            // The system shows fifteen bytes of it.
            .name(format!("hyla-{name}"))
            .spawn(move || {
                let applied = plan.apply();
                let go_on = applied.is_ok();
                let _ = tell.send(applied);
                if go_on {
                    engine.read(&shared, endpoint);
                }
            })
            .map_err(|error| failed(&name, error))?;
        match told.recv() {
            Ok(Ok(())) => Ok(ReaderThread { remote, thread }),
            Ok(Err(error)) => {
                let _ = thread.join();
                Err(failed(&name, error))
            }
            Err(_) => Err(failed(&name, "the dedicated reader thread ended")),
        }
    }

    /// Body of a reader's thread.
    fn read(&self, connection: &Connection, mut endpoint: Endpoint) {
        let remote = endpoint.remote();
        while !connection.stop.load(Ordering::SeqCst) {
            remote.hurry(self.core().member.waits_for_time());
            let polled = endpoint.poll(Some(LONGEST_SLEEP), &mut |event| {
                let _turn = connection.turn();
                self.handle_event(connection, event);
            });
            match polled {
                // A federate that does its own I/O waits at another endpoint.
                Ok(events) if events > 0 && connection.process.pumps() => connection.remote.wake(),
                Ok(_) => {}
                Err(error) => self.fail(&format!("waiting for the network failed: {error}")),
            }
            self.depart();
            if connection.process == Process::Immediate {
                let _turn = connection.turn();
                self.deliver_due(connection);
            }
        }
    }
}

impl Connection {
    /// Held while an event is handled, if several threads do so and call back themselves.
    pub(super) fn turn(&self) -> Option<MutexGuard<'_, ()>> {
        self.turns.as_ref().map(locked)
    }
}
