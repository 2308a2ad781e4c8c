//! The keys of a federation: handed out by its RTI, used by the channels between its members.

use std::fmt;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use ring::hmac;

/// Bytes of a key, and of its number.
pub(super) const KEY_BYTES: usize = 32;
pub(super) const KEY_ID_BYTES: usize = 8;

/// Keys that are kept. A receiver that was slow opens records sealed long ago.
const KEPT: usize = 1024;

/// Keys with which others may call: the one in use, and the one before for a caller that has not got it yet.
const FOR_CALLS: usize = 2;

/// Number of a key. It says nothing about the key.
pub(super) type KeyId = [u8; KEY_ID_BYTES];

/// Keys for the channels to other members. Clones share them.
#[derive(Clone, Default)]
pub struct Keyring(Arc<Shared>);

#[derive(Default)]
struct Shared {
    /// The newest is the last.
    keys: Mutex<Vec<(KeyId, [u8; KEY_BYTES])>>,
    /// Rises with each key.
    generation: AtomicU64,
    demanded: AtomicBool,
}

impl Keyring {
    /// Adds a key: from now on it is the one that channels are sealed with. The keys before it
    /// still open what was sealed with them; with the last of them others may still call.
    pub fn install(&self, key: [u8; 32]) {
        let id = id_of(&key);
        let mut keys = self.lock();
        if keys.last().is_some_and(|newest| newest.0 == id) {
            return;
        }
        keys.push((id, key));
        let surplus = keys.len().saturating_sub(KEPT);
        keys.drain(..surplus);
        self.0.generation.fetch_add(1, Relaxed);
    }

    /// Refuses callers that do not encrypt from now on, although there is no key yet: one is about to come.
    pub fn demand(&self) {
        self.0.demanded.store(true, Relaxed);
    }

    /// Whether channels have to be sealed.
    pub fn is_demanded(&self) -> bool {
        self.0.demanded.load(Relaxed) || self.generation() > 0
    }

    /// Number of keys so far.
    pub(crate) fn generation(&self) -> u64 {
        self.0.generation.load(Relaxed)
    }

    pub(super) fn newest(&self) -> Option<(KeyId, [u8; KEY_BYTES])> {
        self.lock().last().copied()
    }

    /// The key of that number, if a caller may use it.
    pub(super) fn find_for_call(&self, id: &KeyId) -> Option<[u8; KEY_BYTES]> {
        let keys = self.lock();
        let recent = keys.iter().rev().take(FOR_CALLS);
        recent
            .filter(|(known, _)| known == id)
            .map(|found| found.1)
            .next()
    }

    pub(super) fn find(&self, id: &KeyId) -> Option<[u8; KEY_BYTES]> {
        let keys = self.lock();
        keys.iter()
            .find(|(known, _)| known == id)
            .map(|found| found.1)
    }

    fn lock(&self) -> MutexGuard<'_, Vec<(KeyId, [u8; KEY_BYTES])>> {
        self.0.keys.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn id_of(key: &[u8; KEY_BYTES]) -> KeyId {
    let key = hmac::Key::new(hmac::HMAC_SHA256, key);
    let tag = hmac::sign(&key, b"hyla key id");
    let mut id = KeyId::default();
    id.copy_from_slice(&tag.as_ref()[..KEY_ID_BYTES]);
    id
}

/// Two are the same if one is a clone of the other.
impl PartialEq for Keyring {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl Eq for Keyring {}

/// Shows no key.
impl fmt::Debug for Keyring {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Keyring")
            .field("generation", &self.generation())
            .finish_non_exhaustive()
    }
}
