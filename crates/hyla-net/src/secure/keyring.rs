//! The keys of a federation: handed out by its RTI, used by the channels between its members.

use std::fmt;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use ring::hmac;

/// Bytes of a key, and of its number.
pub(super) const KEY_BYTES: usize = 32;
pub(super) const KEY_ID_BYTES: usize = 8;

/// Keys that are kept. A receiver that was slow opens records sealed long ago.
const KEPT: usize = 1024;

/// How long a sender of datagrams keeps the key before a new one, so that receivers have the new one, too.
pub(super) const KEY_LEAD: Duration = Duration::from_millis(150);

/// How long a receiver accepts datagrams and calls with the key before a new one. A user who is removed from a federation is noticed
/// within half a second: together less than a second.
pub(super) const KEY_GRACE: Duration = Duration::from_millis(400);

/// Number of a key. It says nothing about the key.
pub(super) type KeyId = [u8; KEY_ID_BYTES];

/// A key and its number.
pub(super) type NumberedKey = (KeyId, [u8; KEY_BYTES]);

/// Why a datagram, or a record of a channel, was refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Refusal {
    /// A datagram in clear.
    Clear,
    /// A datagram under a key that this member has not, or not yet.
    UnknownKey,
    /// A datagram under a key that was replaced.
    OldKey,
    /// A datagram that its sender did not seal like that.
    Forged,
    /// A datagram that arrived before, or too late to know.
    Replayed,
    /// A record of a channel that its sender did not seal like that, or not at that place.
    Record,
}

/// Datagrams and records of members that were refused since the endpoint was made.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RefusedSeals {
    /// Datagrams in clear.
    pub clear: u64,
    /// Datagrams under a key that this member has not, or not yet.
    pub unknown_key: u64,
    /// Datagrams under a key that was replaced.
    pub old_key: u64,
    /// Datagrams that were forged, altered or cut.
    pub forged: u64,
    /// Datagrams that arrived before, or too late to know.
    pub replayed: u64,
    /// Records of TCP channels that were forged, altered or moved; each closed its channel.
    pub records: u64,
}

impl RefusedSeals {
    /// The counts by name, as the metrics show them.
    #[must_use]
    pub fn by_reason(&self) -> [(&'static str, u64); 6] {
        [
            ("clear", self.clear),
            ("unknown-key", self.unknown_key),
            ("old-key", self.old_key),
            ("forged", self.forged),
            ("replayed", self.replayed),
            ("record", self.records),
        ]
    }
}

/// Keys for the channels to other members. Clones share them.
#[derive(Clone, Default)]
pub struct Keyring(Arc<Shared>);

#[derive(Default)]
struct Shared {
    /// The newest is the last.
    keys: Mutex<Vec<Kept>>,
    /// Rises with each key, and when all are forgotten.
    generation: AtomicU64,
    demanded: AtomicBool,
    /// By [`Refusal`].
    refused: [AtomicU64; 6],
}

#[derive(Clone, Copy)]
struct Kept {
    id: KeyId,
    key: [u8; KEY_BYTES],
    since: Instant,
}

impl Keyring {
    /// Adds a key: from now on it is the one that channels are sealed with. The keys before it
    /// still open what was sealed with them; with the last of them others may call for a short time.
    pub fn install(&self, key: [u8; 32]) {
        self.install_at(key, Instant::now());
    }

    pub(super) fn install_at(&self, key: [u8; 32], since: Instant) {
        let id = id_of(&key);
        let mut keys = self.lock();
        if keys.last().is_some_and(|newest| newest.id == id) {
            return;
        }
        keys.push(Kept { id, key, since });
        let surplus = keys.len().saturating_sub(KEPT);
        keys.drain(..surplus);
        self.0.generation.fetch_add(1, Relaxed);
    }

    /// Forgets all keys, since the member has left its federation execution: nobody of that one is accepted any more. Channels
    /// have to be sealed as before; until the next key comes there are no new ones.
    pub fn forget(&self) {
        let mut keys = self.lock();
        if !keys.is_empty() {
            keys.clear();
            self.0.generation.fetch_add(1, Relaxed);
        }
    }

    /// Refuses callers that do not encrypt from now on, although there is no key yet: one is about to come.
    pub fn demand(&self) {
        self.0.demanded.store(true, Relaxed);
    }

    /// Whether channels have to be sealed.
    pub fn is_demanded(&self) -> bool {
        self.0.demanded.load(Relaxed) || self.generation() > 0
    }

    /// What was refused so far.
    pub fn refused(&self) -> RefusedSeals {
        let of = |refusal: Refusal| self.0.refused[refusal as usize].load(Relaxed);
        RefusedSeals {
            clear: of(Refusal::Clear),
            unknown_key: of(Refusal::UnknownKey),
            old_key: of(Refusal::OldKey),
            forged: of(Refusal::Forged),
            replayed: of(Refusal::Replayed),
            records: of(Refusal::Record),
        }
    }

    pub(crate) fn count(&self, refusal: Refusal) {
        self.0.refused[refusal as usize].fetch_add(1, Relaxed);
    }

    /// Rises with each change of the keys.
    pub(crate) fn generation(&self) -> u64 {
        self.0.generation.load(Relaxed)
    }

    pub(super) fn newest(&self) -> Option<NumberedKey> {
        self.lock().last().map(|kept| (kept.id, kept.key))
    }

    /// The key to seal datagrams with, and when the one after it takes its place.
    pub(super) fn for_datagrams(&self, now: Instant) -> Option<(NumberedKey, Option<Instant>)> {
        let keys = self.lock();
        let (newest, before) = keys.split_last()?;
        let takes_over = newest.since + KEY_LEAD;
        match before.last().filter(|_| now < takes_over) {
            Some(before) => Some(((before.id, before.key), Some(takes_over))),
            None => Some(((newest.id, newest.key), None)),
        }
    }

    /// The keys that open datagrams, each with the time at which that ends; the newest first.
    pub(super) fn of_datagrams(&self) -> [Option<(NumberedKey, Option<Instant>)>; 2] {
        let keys = self.lock();
        let mut recent = keys.iter().rev();
        let (newest, before) = (recent.next(), recent.next());
        let ends = newest.map(|newest| newest.since + KEY_GRACE);
        [
            newest.map(|kept| ((kept.id, kept.key), None)),
            before.map(|kept| ((kept.id, kept.key), ends)),
        ]
    }

    /// Whether a key whose number begins like that has come.
    pub(super) fn has_known(&self, beginning: &[u8]) -> bool {
        self.lock()
            .iter()
            .any(|kept| kept.id.starts_with(beginning))
    }

    /// The key of that number, if a caller may use it.
    ///
    /// That is the newest; for a caller that has not got it yet also the one before, but not for long: a user who was cut
    /// knows that one.
    pub(super) fn find_for_call(&self, id: &KeyId, now: Instant) -> Option<[u8; KEY_BYTES]> {
        let keys = self.lock();
        let (newest, before) = keys.split_last()?;
        let before = before.last().filter(|_| now < newest.since + KEY_GRACE);
        let mut recent = [Some(newest), before].into_iter().flatten();
        recent.find(|kept| kept.id == *id).map(|found| found.key)
    }

    pub(super) fn find(&self, id: &KeyId) -> Option<[u8; KEY_BYTES]> {
        let keys = self.lock();
        keys.iter()
            .find(|kept| kept.id == *id)
            .map(|found| found.key)
    }

    fn lock(&self) -> MutexGuard<'_, Vec<Kept>> {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn others_call_with_the_newest_key_and_for_a_short_time_with_the_one_before() {
        let (keyring, start) = (Keyring::default(), Instant::now());
        let calls = |key: u8, now| keyring.find_for_call(&id_of(&[key; 32]), now).is_some();
        assert!(!calls(1, start));
        for key in [1, 2, 3] {
            keyring.install_at([key; 32], start);
        }

        assert_eq!([1, 2, 3].map(|key| calls(key, start)), [false, true, true]);
        let later = start + KEY_GRACE;
        assert_eq!([1, 2, 3].map(|key| calls(key, later)), [false, false, true]);
        keyring.forget();
        assert!(!calls(3, later));
    }
}
