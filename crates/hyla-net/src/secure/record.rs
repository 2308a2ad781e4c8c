//! Records: bundles sealed with AES-128-GCM, one key for each direction of a connection.
//!
//! ```text
//!  0           2
//!  | C, length | sealed, with its tag of 16 bytes |
//! ```
//!
//! The upper bit C marks a record of control: without content it is the end, otherwise it names the key of the records that
//! follow. The header is authenticated with the record, and the number of the record is its nonce: a record that was altered,
//! repeated, left out or moved does not open.

use ring::aead::{AES_128_GCM, Aad, LessSafeKey, NONCE_LEN, Nonce, UnboundKey};
use ring::hkdf::{HKDF_SHA256, Salt};

use super::keyring::{KEY_BYTES, KEY_ID_BYTES, KeyId, Keyring, Refusal};
use super::sealed_stream::{Open, Opened};
use crate::CloseReason;

pub(super) const HEADER_BYTES: usize = 2;
pub(super) const TAG_BYTES: usize = 16;

/// Most bytes of content.
pub(super) const CONTENT_BYTES: usize = 16 << 10;

const CONTROL: u16 = 1 << 15;

/// Records under one key. Far below the limit of AES-GCM.
const RECORDS_PER_KEY: u64 = 1 << 24;

/// Random bytes of both sides.
pub(super) const SALT_BYTES: usize = 32;

/// The side of a connection that seals.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Side {
    Caller,
    Called,
}

/// The key of one direction, and the number of the next record.
pub(super) struct DirectionKey {
    /// Salts of caller and called.
    salts: [u8; 2 * SALT_BYTES],
    side: Side,
    /// Number of keys before this one.
    switches: u64,
    id: KeyId,
    key: LessSafeKey,
    records: u64,
}

impl DirectionKey {
    pub(super) fn new(
        salts: [u8; 2 * SALT_BYTES],
        side: Side,
        switches: u64,
        (id, secret): (KeyId, [u8; KEY_BYTES]),
    ) -> Self {
        let side_byte = [match side {
            Side::Caller => 0,
            Side::Called => 1,
        }];
        let switches_bytes = switches.to_be_bytes();
        let info = [&b"hyla records"[..], &side_byte, &switches_bytes, &id];
        let key = Salt::new(HKDF_SHA256, &salts)
            .extract(&secret)
            .expand(&info, &AES_128_GCM)
            .map(UnboundKey::from)
            .expect("16 bytes are less than the hash allows");
        Self {
            salts,
            side,
            switches,
            id,
            key: LessSafeKey::new(key),
            records: 0,
        }
    }

    fn next(&self, key: (KeyId, [u8; KEY_BYTES])) -> Self {
        Self::new(self.salts, self.side, self.switches + 1, key)
    }

    fn nonce(&mut self) -> Nonce {
        let mut nonce = [0; NONCE_LEN];
        nonce[NONCE_LEN - 8..].copy_from_slice(&self.records.to_be_bytes());
        self.records += 1;
        Nonce::assume_unique_for_key(nonce)
    }
}

/// Seals what is sent.
pub(super) struct Sealer {
    key: DirectionKey,
    keyring: Keyring,
    generation: u64,
}

impl Sealer {
    pub(super) fn new(key: DirectionKey, keyring: &Keyring) -> Self {
        Self {
            key,
            keyring: keyring.clone(),
            generation: 0,
        }
    }

    /// Appends records with that content to `out`. Changes the key before, if there is a newer one or this was used enough.
    pub(super) fn seal(&mut self, content: &[u8], out: &mut Vec<u8>) {
        self.change_key_if_needed(out);
        for part in content.chunks(CONTENT_BYTES) {
            self.record(0, part, out);
        }
    }

    /// As [`Self::seal`], with the content where it is: gives what stands around it, record by record. What changes the key is
    /// appended to `before`.
    pub(super) fn seal_in_place<'c>(
        &mut self,
        content: &'c mut [u8],
        before: &mut Vec<u8>,
    ) -> impl Iterator<Item = SealedPart<'c>> {
        self.change_key_if_needed(before);
        let parts = content.chunks_mut(CONTENT_BYTES);
        parts.map(|content| {
            let header = header(0, content);
            let tag = self.seal_part(header, content);
            SealedPart {
                header,
                content,
                tag,
            }
        })
    }

    /// Appends the record that says that no more follows.
    pub(super) fn end(&mut self, out: &mut Vec<u8>) {
        self.record(CONTROL, &[], out);
    }

    fn change_key_if_needed(&mut self, out: &mut Vec<u8>) {
        let generation = self.keyring.generation();
        if self.generation != generation || self.key.records >= RECORDS_PER_KEY {
            self.generation = generation;
            self.change_key(out);
        }
    }

    fn change_key(&mut self, out: &mut Vec<u8>) {
        let Some(newest) = self.keyring.newest() else {
            return;
        };
        if newest.0 == self.key.id && self.key.records < RECORDS_PER_KEY {
            return;
        }
        self.record(CONTROL, &newest.0, out);
        self.key = self.key.next(newest);
    }

    fn record(&mut self, kind: u16, content: &[u8], out: &mut Vec<u8>) {
        let header = header(kind, content);
        out.extend_from_slice(&header);
        let from = out.len();
        out.extend_from_slice(content);
        let tag = self.seal_part(header, &mut out[from..]);
        out.extend_from_slice(&tag);
    }

    fn seal_part(&mut self, header: Header, content: &mut [u8]) -> [u8; TAG_BYTES] {
        let nonce = self.key.nonce();
        let key = &self.key.key;
        let tag = key
            .seal_in_place_separate_tag(nonce, Aad::from(header), content)
            .expect("shorter than a cipher allows");
        let mut bytes = [0; TAG_BYTES];
        bytes.copy_from_slice(tag.as_ref());
        bytes
    }
}

type Header = [u8; HEADER_BYTES];

fn header(kind: u16, content: &[u8]) -> Header {
    (kind | (content.len() + TAG_BYTES) as u16).to_be_bytes()
}

/// A record whose content is where it was before it was sealed.
pub(super) struct SealedPart<'c> {
    pub(super) header: Header,
    pub(super) content: &'c [u8],
    pub(super) tag: [u8; TAG_BYTES],
}

/// Opens what arrives.
pub(super) struct Opener {
    key: DirectionKey,
    keyring: Keyring,
    /// The next key, as the peer named it.
    awaited: Option<KeyId>,
}

impl Opener {
    pub(super) fn new(key: DirectionKey, keyring: &Keyring) -> Self {
        Self {
            key,
            keyring: keyring.clone(),
            awaited: None,
        }
    }
}

impl Open for Opener {
    fn open(&mut self, bytes: &mut [u8], at: usize) -> Opened {
        if let Some(id) = self.awaited {
            let Some(secret) = self.keyring.find(&id) else {
                return Opened::UnknownKey;
            };
            self.awaited = None;
            self.key = self.key.next((id, secret));
        }
        let Some(&[high, low]) = bytes.get(at..at + HEADER_BYTES) else {
            return Opened::Incomplete;
        };
        let header = u16::from_be_bytes([high, low]);
        let length = usize::from(header & !CONTROL);
        if !(TAG_BYTES..=CONTENT_BYTES + TAG_BYTES).contains(&length) {
            return Opened::Forged;
        }
        let record = HEADER_BYTES + length;
        let Some(part) = bytes.get_mut(..at + record) else {
            return Opened::Incomplete;
        };
        let (nonce, header_bytes) = (self.key.nonce(), Aad::from([high, low]));
        let key = &self.key.key;
        let opened = key.open_within(nonce, header_bytes, part, at + HEADER_BYTES..);
        let Ok(content) = opened else {
            return Opened::Forged;
        };
        if header & CONTROL == 0 {
            let content = content.len();
            return Opened::Content { record, content };
        }
        match content.len() {
            0 => Opened::End,
            KEY_ID_BYTES => {
                let mut id = KeyId::default();
                id.copy_from_slice(content);
                self.awaited = Some(id);
                Opened::Content { record, content: 0 }
            }
            _ => Opened::Forged,
        }
    }

    fn reason(&mut self) -> CloseReason {
        self.keyring.count(Refusal::Record);
        CloseReason::NotSecured(
            "bytes arrived that the other member has not sealed: altered, repeated, out of order, or sealed with another key"
                .to_owned(),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pair() -> (Sealer, Opener, Keyring, Keyring) {
        let (sending, receiving) = (Keyring::default(), Keyring::default());
        for keyring in [&sending, &receiving] {
            keyring.install([1; 32]);
        }
        let key = sending.newest().unwrap();
        let key = || DirectionKey::new([7; 64], Side::Caller, 0, key);
        let sealer = Sealer::new(key(), &sending);
        let opener = Opener::new(key(), &receiving);
        (sealer, opener, sending, receiving)
    }

    /// Opens one record at the front of `bytes`.
    fn open(opener: &mut Opener, bytes: &mut Vec<u8>) -> Result<Vec<u8>, Opened> {
        match opener.open(bytes, 0) {
            Opened::Content { record, content } => {
                let found = bytes[..content].to_vec();
                bytes.drain(..record);
                Ok(found)
            }
            other => Err(other),
        }
    }

    #[test]
    fn records_open_in_order_and_show_nothing() {
        let (mut sealer, mut opener, ..) = pair();
        let mut bytes = Vec::new();
        sealer.seal(b"the value", &mut bytes);
        sealer.seal(&[3; CONTENT_BYTES + 1], &mut bytes);
        sealer.end(&mut bytes);
        assert!(!bytes.windows(9).any(|part| part == b"the value"));

        assert_eq!(open(&mut opener, &mut bytes).unwrap(), b"the value");
        assert_eq!(open(&mut opener, &mut bytes).unwrap(), [3; CONTENT_BYTES]);
        assert_eq!(open(&mut opener, &mut bytes).unwrap(), [3]);
        assert_eq!(open(&mut opener, &mut bytes), Err(Opened::End));
    }

    #[test]
    fn what_was_altered_repeated_left_out_moved_or_cut_does_not_open() {
        let sealed = || {
            let (mut sealer, opener, ..) = pair();
            let mut records = [Vec::new(), Vec::new()];
            sealer.seal(b"one", &mut records[0]);
            sealer.seal(b"two", &mut records[1]);
            (records, opener)
        };
        let length = sealed().0[0].len();
        for place in 0..length {
            let ([mut one, _], mut opener) = sealed();
            one[place] ^= 1;
            let outcome = opener.open(&mut one, 0);
            // A longer record waits for bytes that then do not fit.
            assert!(
                outcome == Opened::Forged || (place < 2 && outcome == Opened::Incomplete),
                "{place}: {outcome:?}"
            );
        }
        let ([mut one, _], mut opener) = sealed();
        let mut again = one.clone();
        assert!(open(&mut opener, &mut one).is_ok());
        assert_eq!(opener.open(&mut again, 0), Opened::Forged);

        let ([_, mut two], mut opener) = sealed();
        assert_eq!(opener.open(&mut two, 0), Opened::Forged);

        let ([mut one, _], mut opener) = sealed();
        one.pop();
        assert_eq!(opener.open(&mut one, 0), Opened::Incomplete);
    }

    #[test]
    fn a_direction_does_not_open_records_of_the_other() {
        let (mut sealer, ..) = pair();
        let keyring = Keyring::default();
        keyring.install([1; 32]);
        let key = keyring.newest().unwrap();
        let of_called = DirectionKey::new([7; 64], Side::Called, 0, key);
        let mut opener = Opener::new(of_called, &keyring);
        let mut bytes = Vec::new();
        sealer.seal(b"reflected", &mut bytes);

        assert_eq!(opener.open(&mut bytes, 0), Opened::Forged);
    }

    #[test]
    fn a_new_key_is_used_at_once_and_awaited_by_the_receiver() {
        let (mut sealer, mut opener, sending, receiving) = pair();
        let mut bytes = Vec::new();
        sealer.seal(b"old", &mut bytes);
        sending.install([2; 32]);
        sealer.seal(b"new", &mut bytes);

        assert_eq!(open(&mut opener, &mut bytes).unwrap(), b"old");
        assert_eq!(open(&mut opener, &mut bytes).unwrap(), b"");
        assert_eq!(open(&mut opener, &mut bytes), Err(Opened::UnknownKey));
        receiving.install([2; 32]);
        assert_eq!(open(&mut opener, &mut bytes).unwrap(), b"new");
    }

    #[test]
    fn a_receiver_without_the_new_key_reads_nothing_more() {
        let (mut sealer, mut opener, sending, receiving) = pair();
        let mut bytes = Vec::new();
        sending.install([2; 32]);
        sealer.seal(b"new", &mut bytes);
        receiving.install([3; 32]);

        assert_eq!(open(&mut opener, &mut bytes).unwrap(), b"");
        assert_eq!(open(&mut opener, &mut bytes), Err(Opened::UnknownKey));
    }
}
