//! Objects by key.

use std::collections::HashMap;
use std::fmt;
use std::hash::{BuildHasher, RandomState};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, PoisonError, RwLock};

use crate::cdr::{Limits, Order, Version};
use crate::reference::{CodeSets, Component, IiopProfile, Reference, component};
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
    /// Most connections; a further one is closed. Default 1000; each takes a thread and its
    /// buffers.
    pub connections: usize,
    /// Most calls that wait for a thread of a pool; beyond that, their connections are not read.
    /// Default 100.
    pub waiting_calls: usize,
    /// Highest version of GIOP in references.
    pub version: Version,
    /// Byte order of sent messages; this machine's except in tests.
    pub order: Order,
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
        }
    }
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
}

impl Adapter {
    pub(super) fn new() -> Self {
        Self {
            entries: RwLock::default(),
            default: RwLock::default(),
            // Seeded by the system.
            secret: RandomState::new().hash_one(std::process::id()),
            next: AtomicU64::new(0),
        }
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
    }

    pub(super) fn remove(&self, key: &[u8]) -> bool {
        let mut entries = self.entries.write().unwrap_or_else(PoisonError::into_inner);
        entries.remove(key).is_some()
    }

    pub(super) fn clear(&self) {
        let mut entries = self.entries.write().unwrap_or_else(PoisonError::into_inner);
        let last = std::mem::take(&mut *entries);
        drop(entries);
        drop(last);
        self.set_default(None);
    }

    pub(super) fn set_default(&self, servant: Option<Arc<dyn Servant>>) {
        let mut default = self.default.write().unwrap_or_else(PoisonError::into_inner);
        *default = servant;
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

/// The objects of a server. Cheap to clone; clones share the objects.
#[derive(Clone)]
pub struct Objects {
    pub(super) adapter: Arc<Adapter>,
    pub(super) settings: Arc<ServerSettings>,
    pub(super) host: Arc<str>,
    pub(super) port: u16,
}

impl fmt::Debug for Objects {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Objects")
            .field("port", &self.port)
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
        reference(&self.settings, &self.host, self.port, key, type_id)
    }

    /// The key of a reference to this server; `None` for another server.
    pub fn own_key(&self, reference: &Reference) -> Option<Vec<u8>> {
        let mut profiles = reference.iiop();
        let own = profiles.find(|profile| *profile.host == *self.host && profile.port == self.port);
        own.map(|profile| profile.key)
    }
}

/// Number of this ORB: "HYLA" in octets.
const ORB_TYPE: u32 = 0x4859_4C41;

/// A reference to the object with that key.
fn reference(
    settings: &ServerSettings,
    host: &str,
    port: u16,
    key: &[u8],
    type_id: &str,
) -> Reference {
    let order = Order::NATIVE.flag();
    let mut orb_type = vec![order, 0, 0, 0];
    orb_type.extend_from_slice(&ORB_TYPE.to_ne_bytes());
    let components = match settings.version {
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
        version: settings.version,
        host: host.to_owned(),
        port,
        key: key.to_vec(),
        components,
    };
    let tagged = profile.tagged().expect("a host has no character 0");
    Reference::new(type_id, vec![tagged])
}
