//! Objects by key.

use std::collections::HashMap;
use std::fmt;
use std::hash::{BuildHasher, RandomState};
use std::net::SocketAddr;
use std::sync::atomic::{AtomicU64, Ordering::Acquire, Ordering::Relaxed, Ordering::Release};
use std::sync::{Arc, PoisonError, RwLock};
use std::time::Duration;

use crate::cdr::{Limits, Order, Version};
use crate::qos::Qos;
use crate::reference::{CodeSets, Component, FlowProfile, IiopProfile, Reference, component};
use crate::server::{Servant, ThreadPolicy};

/// Settings of a server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ServerSettings {
    /// Limits for messages of clients.
    pub limits: Limits,
    /// Threads for calls.
    pub threads: ThreadPolicy,
    /// Host in references; default: the listening address.
    pub published_host: Option<String>,
    /// Most connections of an entrance; a further one is closed. Default 1000; each takes a thread
    /// and its buffers.
    pub connections: usize,
    /// Buffers for calls that wait for a thread of a pool; beyond that, their connections are not
    /// read. Default 100.
    pub waiting_calls: usize,
    /// Highest version of GIOP in references.
    pub version: Version,
    /// Byte order of sent messages; this machine's except in tests.
    pub order: Order,
    /// Resources of the server: wait strategy, buffers, scheduling of its threads. Default: as
    /// [`Qos::default`].
    pub qos: Qos,
    /// Longest time from the first octet of a message to its last, and for a client to read a
    /// reply. Default 60 s; `None`: any. A client that needs more is disconnected, and counted.
    /// Channels of Hyla check it eight times in it.
    pub message_time: Option<Duration>,
    /// A connection without a message for this long is closed in order. Default: none is.
    pub idle_time: Option<Duration>,
    /// Whether the thread of a connection takes the priority that calls carry, as real-time
    /// priority of the system. Default `false`: a client could take a processor. Needs the feature
    /// `flow`.
    pub follow_priority: bool,
    /// Channels of Hyla beside IIOP. Default: in shared memory. Needs the feature `flow`.
    pub flow: Flow,
}

/// Channels of Hyla that a server offers beside IIOP.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Flow {
    /// None.
    Off,
    /// Shared memory, for processes of this host and user; a listener at a loopback address belongs
    /// to it.
    #[default]
    Local,
    /// Also TCP and UDP, at ports of the system's choice beside that of IIOP.
    Network,
    /// As `Network`; it also joins that multicast group, for oneway calls to all of its members.
    Group(SocketAddr),
}

impl Default for ServerSettings {
    fn default() -> Self {
        Self {
            limits: Limits::default(),
            threads: ThreadPolicy::default(),
            published_host: None,
            connections: 1000,
            waiting_calls: 100,
            version: Version::V1_2,
            order: Order::NATIVE,
            qos: Qos::default(),
            message_time: Some(Duration::from_secs(60)),
            idle_time: None,
            follow_priority: false,
            flow: Flow::default(),
        }
    }
}

/// Counters of a server.
#[derive(Debug, Default)]
pub(super) struct Counters {
    pub(super) followed: AtomicU64,
    pub(super) not_followed: AtomicU64,
    pub(super) refused: AtomicU64,
    pub(super) slow: AtomicU64,
    pub(super) idle: AtomicU64,
    pub(super) cancelled: AtomicU64,
}

/// Counters of a server, from its start.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ServerCounters {
    /// Priorities of calls that a thread took.
    pub priorities_followed: u64,
    /// Priorities that the system refused to a thread: this user has no real-time priorities, or
    /// the feature `flow` is off.
    pub priorities_not_followed: u64,
    /// Connections beyond the limit, which were closed.
    pub connections_refused: u64,
    /// Connections closed because a message did not end within [`ServerSettings::message_time`], or
    /// because the client did not read a reply within it.
    pub connections_slow: u64,
    /// Connections closed because they were silent for [`ServerSettings::idle_time`].
    pub connections_idle: u64,
    /// Calls that waited for a thread of a pool and were not carried out: their clients cancelled
    /// them, since a deadline had passed.
    pub calls_cancelled: u64,
}

/// Entry of a key.
#[derive(Clone)]
pub(super) enum Entry {
    Object(Arc<dyn Servant>),
    Moved(Reference),
}

/// First octet of transient keys, which end with their process.
const TRANSIENT: u8 = 0xFE;

pub(super) struct Adapter {
    entries: RwLock<HashMap<Vec<u8>, Entry>>,
    /// For keys without an entry.
    default: RwLock<Option<Arc<dyn Servant>>>,
    /// Secret in each transient key.
    secret: u64,
    next: AtomicU64,
    /// Counts changes, so that a found entry can be kept until the next one.
    generation: AtomicU64,
    pub(super) counters: Counters,
}

impl Adapter {
    pub(super) fn new() -> Self {
        Self {
            entries: RwLock::default(),
            default: RwLock::default(),
            // Seeded by the system.
            secret: RandomState::new().hash_one(std::process::id()),
            next: AtomicU64::new(0),
            generation: AtomicU64::new(0),
            counters: Counters::default(),
        }
    }

    /// Changes with every change of entries.
    pub(super) fn generation(&self) -> u64 {
        self.generation.load(Acquire)
    }

    fn changed(&self) {
        self.generation.fetch_add(1, Release);
    }

    pub(super) fn transient_key(&self) -> Vec<u8> {
        let number = self.next.fetch_add(1, Relaxed);
        let mut key = vec![TRANSIENT];
        key.extend_from_slice(&self.secret.to_be_bytes());
        key.extend_from_slice(&number.to_be_bytes());
        key
    }

    pub(super) fn insert(&self, key: Vec<u8>, entry: Entry) {
        let mut entries = self.entries.write().unwrap_or_else(PoisonError::into_inner);
        entries.insert(key, entry);
        self.changed();
    }

    pub(super) fn remove(&self, key: &[u8]) -> bool {
        let mut entries = self.entries.write().unwrap_or_else(PoisonError::into_inner);
        self.changed();
        entries.remove(key).is_some()
    }

    pub(super) fn clear(&self) {
        let mut entries = self.entries.write().unwrap_or_else(PoisonError::into_inner);
        let last = std::mem::take(&mut *entries);
        self.changed();
        drop(entries);
        drop(last);
        self.set_default(None);
    }

    pub(super) fn set_default(&self, servant: Option<Arc<dyn Servant>>) {
        let mut default = self.default.write().unwrap_or_else(PoisonError::into_inner);
        *default = servant;
        self.changed();
    }

    /// Entry of that key. The key of a removed transient object has none, not even the default
    /// servant.
    pub(super) fn find(&self, key: &[u8]) -> Option<Entry> {
        let entries = self.entries.read().unwrap_or_else(PoisonError::into_inner);
        if let Some(entry) = entries.get(key) {
            return Some(entry.clone());
        }
        if key.first() == Some(&TRANSIENT) {
            return None;
        }
        let default = self.default.read().unwrap_or_else(PoisonError::into_inner);
        default.clone().map(Entry::Object)
    }
}

/// The objects of a server, at one of its entrances. Cheap to clone; clones share the objects.
#[derive(Clone)]
pub struct Objects {
    pub(super) adapter: Arc<Adapter>,
    pub(super) place: Arc<Place>,
}

/// Addresses of an entrance.
#[derive(Debug)]
pub(super) struct Place {
    pub(super) version: Version,
    pub(super) host: String,
    pub(super) port: u16,
    /// Channels of Hyla.
    pub(super) channels: Vec<String>,
}

impl fmt::Debug for Objects {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Objects")
            .field("place", &self.place)
            .finish_non_exhaustive()
    }
}

impl Objects {
    /// Activates an object under a key that stays the same from run to run. Replaces an object with
    /// the same key.
    pub fn activate(&self, key: &[u8], servant: Arc<dyn Servant>) -> Reference {
        let reference = self.reference(key, servant.repository_id());
        self.adapter.insert(key.to_vec(), Entry::Object(servant));
        reference
    }

    /// Activates an object under an unguessable key that ends with this process.
    pub fn activate_transient(&self, servant: Arc<dyn Servant>) -> Reference {
        let key = self.adapter.transient_key();
        self.activate(&key, servant)
    }

    /// Deactivates an object; gives whether it existed. A running call continues.
    pub fn deactivate(&self, key: &[u8]) -> bool {
        self.adapter.remove(key)
    }

    /// A reference to the object with that key.
    pub fn reference(&self, key: &[u8], type_id: &str) -> Reference {
        self.place.reference(key, type_id)
    }

    /// The key of a reference to this entrance; `None` for another one.
    pub fn own_key(&self, reference: &Reference) -> Option<Vec<u8>> {
        let mut profiles = reference.iiop();
        let own = profiles
            .find(|profile| *profile.host == *self.place.host && profile.port == self.place.port);
        own.map(|profile| profile.key)
    }
}

/// Number of this ORB: "HYLA" in octets.
const ORB_TYPE: u32 = 0x4859_4C41;

impl Place {
    /// A reference to the object with that key.
    fn reference(&self, key: &[u8], type_id: &str) -> Reference {
        let order = Order::NATIVE.flag();
        let mut orb_type = vec![order, 0, 0, 0];
        orb_type.extend_from_slice(&ORB_TYPE.to_ne_bytes());
        let components = match self.version {
            Version::V1_0 => Vec::new(),
            _ => vec![
                Component {
                    tag: component::ORB_TYPE,
                    data: orb_type,
                },
                CodeSets::own().component(),
            ],
        };
        let profile = IiopProfile {
            version: self.version,
            host: self.host.clone(),
            port: self.port,
            key: key.to_vec(),
            components,
        };
        let mut profiles = vec![profile.tagged().expect("a host has no character 0")];
        if !self.channels.is_empty() {
            let flow = FlowProfile {
                key: key.to_vec(),
                addresses: self.channels.clone(),
            };
            profiles.push(flow.tagged());
        }
        Reference::new(type_id, profiles)
    }
}
