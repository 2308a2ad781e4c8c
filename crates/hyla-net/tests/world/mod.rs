//! Shared test code: an endpoint that records its events.
#![allow(unreachable_pub, reason = "shared by several test programs")]
#![allow(dead_code, reason = "each test file uses a part")]
#![allow(clippy::unwrap_used, reason = "test code")]

pub mod numbered;

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use std::thread::JoinHandle;
use std::time::Duration;

use hyla_net::{
    Address, Channel, ChannelId, CloseReason, Endpoint, EndpointConfig, Event, KeptFrame,
    PeerAddress, Profile, Remote, SharedTable,
};

/// How long a test waits for anything before it counts as hung.
pub const WATCHDOG: Duration = Duration::from_secs(60);

/// Answer to callers with another protocol.
pub const ANSWER: &[u8] = b"nobody here speaks that\n";

/// Events of an endpoint.
#[derive(Default)]
pub struct Told {
    pub accepted: Vec<(Channel, PeerAddress)>,
    pub opened: Vec<ChannelId>,
    pub frames: Vec<(ChannelId, Vec<u8>)>,
    /// Keep frames that can be kept, too.
    pub keeps: bool,
    pub kept: Vec<KeptFrame>,
    /// First bytes of callers with another protocol, and their default answers.
    pub strangers: Vec<([u8; 8], Vec<u8>)>,
    pub closed: Vec<(ChannelId, CloseReason)>,
    /// With their senders.
    pub group_frames: Vec<(u64, Vec<u8>)>,
    pub tables: Vec<(ChannelId, u64, SharedTable)>,
}

impl Told {
    pub fn bodies(&self) -> Vec<&[u8]> {
        self.frames.iter().map(|(_, bytes)| &bytes[..]).collect()
    }
}

/// An endpoint and its events.
pub struct World {
    pub endpoint: Endpoint,
    pub told: Told,
}

impl World {
    pub fn new(config: EndpointConfig) -> Self {
        Self {
            endpoint: Endpoint::new(config).unwrap(),
            told: Told::default(),
        }
    }

    pub fn listening(config: EndpointConfig) -> (Self, SocketAddr) {
        let mut world = Self::new(config);
        let at = world
            .endpoint
            .listen("127.0.0.1:0".parse().unwrap())
            .unwrap();
        (world, at)
    }

    /// Its address for that transport, if it listens at `at`.
    pub fn address(&self, transport: Transport, at: SocketAddr) -> Address {
        match transport {
            Transport::Tcp => Address::Tcp(at),
            Transport::InProcess => self.endpoint.in_process_address(),
            #[cfg(target_os = "linux")]
            Transport::SharedMemory => self.endpoint.shared_memory_addresses().next().unwrap(),
        }
    }

    /// Polls once.
    pub fn poll(&mut self, wait: Duration) {
        let told = &mut self.told;
        self.endpoint
            .poll(Some(wait), &mut |event| match event {
                Event::Accepted { channel, peer } => {
                    channel.trust();
                    told.accepted.push((channel, peer));
                }
                Event::ForeignCaller { found, answer, .. } => {
                    told.strangers.push((found, answer.get().to_vec()));
                    if answer.get().is_empty() {
                        answer.set(ANSWER);
                    }
                }
                Event::Opened { channel } => told.opened.push(channel),
                Event::Frame {
                    channel,
                    bytes,
                    following,
                } => {
                    told.frames.push((channel, bytes.to_vec()));
                    if told.keeps {
                        told.kept.extend(following.keep());
                    }
                }
                Event::GroupFrame { sender, bytes, .. } => {
                    told.group_frames.push((sender, bytes.to_vec()));
                }
                Event::Table {
                    channel,
                    number,
                    table,
                } => told.tables.push((channel, number, table)),
                Event::Closed { channel, reason } => told.closed.push((channel, reason)),
            })
            .unwrap();
    }

    /// Polls until `done`.
    pub fn until(&mut self, done: impl Fn(&Told) -> bool) {
        let deadline = std::time::Instant::now() + WATCHDOG;
        while !done(&self.told) {
            assert!(std::time::Instant::now() < deadline, "hangs");
            self.poll(Duration::from_millis(5));
        }
    }
}

/// Polls both in turn until `done`.
pub fn until(a: &mut World, b: &mut World, done: impl Fn(&Told, &Told) -> bool) {
    let deadline = std::time::Instant::now() + WATCHDOG;
    while !done(&a.told, &b.told) {
        assert!(std::time::Instant::now() < deadline, "hangs");
        a.poll(Duration::ZERO);
        b.poll(Duration::from_millis(1));
    }
}

/// Transport between two endpoints.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Transport {
    Tcp,
    InProcess,
    #[cfg(target_os = "linux")]
    SharedMemory,
}

/// All of them.
pub const ALL: &[Transport] = &[
    Transport::Tcp,
    Transport::InProcess,
    #[cfg(target_os = "linux")]
    Transport::SharedMemory,
];

/// Transports between processes.
pub const STREAMS: &[Transport] = &[
    Transport::Tcp,
    #[cfg(target_os = "linux")]
    Transport::SharedMemory,
];

/// Two endpoints with an open channel: `a` connected to `b`.
pub struct Pair {
    pub a: World,
    pub b: World,
    pub a_to_b: Channel,
    pub b_to_a: Channel,
}

pub fn pair(transport: Transport, config: &EndpointConfig) -> Pair {
    let connect = |a: &mut World, to: &Address| a.endpoint.connect(to);
    pair_by(transport, config, connect)
}

/// The same, with the modules of a profile.
pub fn pair_with(transport: Transport, profile: &Profile, config: &EndpointConfig) -> Pair {
    pair_by(transport, config, |a, to| {
        a.endpoint.remote().connect_with(to, profile)
    })
}

fn pair_by(
    transport: Transport,
    config: &EndpointConfig,
    connect: impl FnOnce(&mut World, &Address) -> Channel,
) -> Pair {
    let mut a = World::new(config.clone());
    let (mut b, at) = World::listening(config.clone());
    let to = b.address(transport, at);
    let a_to_b = connect(&mut a, &to);
    a_to_b.trust();
    until(&mut a, &mut b, |a, b| {
        a.opened.len() == 1 && b.accepted.len() == 1
    });
    let b_to_a = b.told.accepted[0].0.clone();
    Pair {
        a,
        b,
        a_to_b,
        b_to_a,
    }
}

/// Runs an endpoint on a thread of its own until it is stopped.
pub struct Driven {
    remote: Remote,
    stop: Arc<AtomicBool>,
    thread: Option<JoinHandle<World>>,
}

impl Driven {
    pub fn new(mut world: World) -> Self {
        let stop = Arc::new(AtomicBool::new(false));
        let remote = world.endpoint.remote();
        let thread = {
            let stop = Arc::clone(&stop);
            std::thread::spawn(move || {
                while !stop.load(SeqCst) {
                    world.poll(Duration::from_secs(1));
                }
                world
            })
        };
        Self {
            remote,
            stop,
            thread: Some(thread),
        }
    }

    pub fn stop(mut self) -> World {
        self.stop.store(true, SeqCst);
        self.remote.wake();
        self.thread.take().unwrap().join().unwrap()
    }
}
