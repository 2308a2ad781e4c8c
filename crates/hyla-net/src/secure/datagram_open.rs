//! Opening of sealed datagrams, each once.

use std::time::Instant;

use ring::aead::Aad;
use rustc_hash::FxHashMap;

use super::datagram_seal::{
    AUTHENTICATED, ENCRYPTED, HEADER_BYTES, KEY_MARK, Place, SenderId, SenderKey, TAG_BYTES,
};
use super::keyring::{Keyring, NumberedKey, Refusal};

/// Most senders that are remembered.
const MAX_SENDERS: usize = 16_384;

/// Datagrams of a sender that are told apart: one that comes later than this many others is refused.
const WINDOW: u64 = 1024;
const WORDS: usize = (WINDOW / 64) as usize;

/// Opens the datagrams of all senders of a federation.
#[derive(Debug, Default)]
pub(crate) struct DatagramOpener {
    /// Keys that open datagrams, of that generation.
    keys: [Option<(NumberedKey, Option<Instant>)>; 2],
    generation: u64,
    /// Senders of which a datagram was opened.
    senders: FxHashMap<SenderId, Sender>,
    /// Datagrams opened so far.
    opened: u64,
}

#[derive(Debug)]
struct Sender {
    /// The key of its last datagram, and the one before.
    keys: [Option<SenderKey>; 2],
    window: Window,
    /// [`DatagramOpener::opened`] at its last datagram.
    last: u64,
}

impl DatagramOpener {
    /// Opens a datagram in its place.
    ///
    /// # Errors
    /// Why it is refused; it is to be dropped.
    pub(crate) fn open<'b>(
        &mut self,
        keyring: &Keyring,
        place: Place,
        bytes: &'b mut [u8],
        now: Instant,
    ) -> Result<&'b mut [u8], Refusal> {
        let kind = bytes.first().copied();
        if !matches!(kind, Some(ENCRYPTED | AUTHENTICATED)) {
            return Err(Refusal::Clear);
        }
        let length = bytes.len();
        if length < HEADER_BYTES + TAG_BYTES {
            return Err(Refusal::Forged);
        }
        let (header, sealed) = bytes.split_at_mut(HEADER_BYTES);
        let mark = &header[1..=KEY_MARK];
        let mut sender = SenderId::default();
        sender.copy_from_slice(&header[1 + KEY_MARK..HEADER_BYTES - 8]);
        let mut number = [0; 8];
        number.copy_from_slice(&header[HEADER_BYTES - 8..]);
        let number = u64::from_be_bytes(number);

        let secret = self.key(keyring, mark, now)?;
        let known = self.senders.get_mut(&sender);
        if known
            .as_ref()
            .is_some_and(|known| !known.window.is_new(number))
        {
            return Err(Refusal::Replayed);
        }
        let kept = known.as_deref().and_then(|known| {
            let mut keys = known.keys.iter().flatten();
            keys.find(|key| key.is_for(&secret.0, number))
        });
        let made = kept
            .is_none()
            .then(|| SenderKey::new(&secret, &sender, number));
        let key = kept.or(made.as_ref()).ok_or(Refusal::Forged)?;
        let content = sealed.len() - TAG_BYTES;
        let is_right = if kind == Some(ENCRYPTED) {
            key.key
                .open_in_place(place.nonce(number), Aad::from(&*header), sealed)
                .is_ok()
        } else {
            let (signed, tag) = bytes.split_at_mut(length - TAG_BYTES);
            key.key
                .open_in_place(place.nonce(number), Aad::from(&*signed), tag)
                .is_ok()
        };
        if !is_right {
            return Err(Refusal::Forged);
        }
        self.note(sender, number, made);
        Ok(&mut bytes[HEADER_BYTES..HEADER_BYTES + content])
    }

    #[cfg(test)]
    pub(super) fn len(&self) -> usize {
        self.senders.len()
    }

    /// The key that a datagram names.
    fn key(
        &mut self,
        keyring: &Keyring,
        mark: &[u8],
        now: Instant,
    ) -> Result<NumberedKey, Refusal> {
        let generation = keyring.generation();
        if self.generation != generation {
            self.generation = generation;
            self.keys = keyring.of_datagrams();
        }
        let mut named = self.keys.iter().flatten();
        match named.find(|((id, _), _)| id.starts_with(mark)) {
            Some((_, Some(end))) if *end <= now => Err(Refusal::OldKey),
            Some((key, _)) => Ok(*key),
            None if keyring.has_known(mark) => Err(Refusal::OldKey),
            None => Err(Refusal::UnknownKey),
        }
    }

    /// A datagram was opened, with a new key if `made`.
    fn note(&mut self, sender: SenderId, number: u64, made: Option<SenderKey>) {
        self.opened += 1;
        if self.senders.len() >= MAX_SENDERS && !self.senders.contains_key(&sender) {
            self.forget_half();
        }
        let known = self.senders.entry(sender).or_insert_with(|| Sender {
            keys: [None, None],
            window: Window::starting_at(number),
            last: 0,
        });
        known.last = self.opened;
        known.window.note(number);
        if made.is_some() {
            known.keys.swap(0, 1);
            known.keys[0] = made;
        }
    }

    /// Forgets the half of the senders that have been silent longest. Only members fill the table.
    fn forget_half(&mut self) {
        let mut all: Vec<_> = self.senders.values().map(|sender| sender.last).collect();
        let middle = all.len() / 2;
        let (_, median, _) = all.select_nth_unstable(middle);
        let median = *median;
        self.senders.retain(|_, sender| sender.last >= median);
    }
}

/// The numbers of a sender that have come.
#[derive(Debug)]
struct Window {
    highest: u64,
    /// A bit for each of the last [`WINDOW`] numbers, at its remainder.
    seen: [u64; WORDS],
}

impl Window {
    fn starting_at(number: u64) -> Self {
        Self {
            highest: number,
            seen: [0; WORDS],
        }
    }

    fn place(number: u64) -> (usize, u64) {
        let at = number % WINDOW;
        ((at / 64) as usize, 1 << (at % 64))
    }

    fn is_new(&self, number: u64) -> bool {
        let (word, bit) = Self::place(number);
        number > self.highest || (self.highest - number < WINDOW && self.seen[word] & bit == 0)
    }

    fn note(&mut self, number: u64) {
        if number > self.highest {
            if number - self.highest >= WINDOW {
                self.seen = [0; WORDS];
            } else {
                for passed in self.highest + 1..number {
                    let (word, bit) = Self::place(passed);
                    self.seen[word] &= !bit;
                }
            }
            self.highest = number;
        }
        let (word, bit) = Self::place(number);
        self.seen[word] |= bit;
    }
}
