//! Sealed datagrams: each carries what opens it, so that any may be lost.
//!
//! ```text
//!  0      1     4           16         24
//!  | kind | key | sender    | number   | datagram, sealed or in clear | tag, 16 bytes |
//! ```
//!
//! `kind` says whether the datagram is encrypted, or authenticated only. `key` is the beginning of the number of a key of the
//! federation, `sender` are random bytes of the socket or channel that sends: from both follows the key of that sender, a new
//! one for each 2^22 datagrams. `number` rises by one with each datagram; with `place` it is the nonce. Everything before the
//! tag is authenticated. See `docs/decisions/0054-sealed-datagrams.md`.

use std::io;
use std::net::{IpAddr, SocketAddr};
use std::time::Instant;

use ring::aead::{AES_128_GCM, Aad, LessSafeKey, NONCE_LEN, Nonce, UnboundKey};
use ring::digest;
use ring::hkdf::{HKDF_SHA256, Salt};
use ring::rand::{SecureRandom, SystemRandom};

use super::Security;
use super::keyring::{KeyId, Keyring, NumberedKey};

/// First byte of a datagram that is encrypted, and of one that is authenticated only. No other datagram of Hyla begins so.
pub(super) const ENCRYPTED: u8 = 0xc5;
pub(super) const AUTHENTICATED: u8 = 0xc6;

/// Bytes of the number of a key in a datagram.
pub(super) const KEY_MARK: usize = 3;

pub(super) const SENDER_BYTES: usize = 12;
pub(super) const HEADER_BYTES: usize = 1 + KEY_MARK + SENDER_BYTES + 8;
pub(super) const TAG_BYTES: usize = 16;

/// Bytes that sealing adds to a datagram.
pub(crate) const DATAGRAM_SEAL_BYTES: usize = HEADER_BYTES + TAG_BYTES;

/// Datagrams under one key of a sender: 2^22, less than the 2^23 to which QUIC limits AES-GCM.
const NUMBERS_PER_KEY: u32 = 22;

/// Random bytes of a sender.
pub(super) type SenderId = [u8; SENDER_BYTES];

/// Protection of the datagrams that an endpoint sends to other members, once its federation has a key.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum DatagramProtection {
    /// Encrypted and authenticated.
    #[default]
    Encrypted,
    /// Authenticated only: others can read them, but neither forge nor change nor repeat them.
    Authenticated,
}

/// Where a datagram belongs: one to a group does not open in another group, nor at a socket of a single member.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Place([u8; 4]);

impl Place {
    /// To one member. The id in the datagram says to which.
    pub(crate) const MEMBER: Self = Self([0; 4]);

    /// To the members of a group.
    pub(crate) fn group(at: SocketAddr) -> Self {
        let mut hash = digest::Context::new(&digest::SHA256);
        match at.ip() {
            IpAddr::V4(ip) => hash.update(&ip.octets()),
            IpAddr::V6(ip) => hash.update(&ip.octets()),
        }
        hash.update(&at.port().to_be_bytes());
        let mut place = [0; 4];
        place.copy_from_slice(&hash.finish().as_ref()[..4]);
        // Never that of a member.
        place[0] |= 0x80;
        Self(place)
    }

    pub(super) fn nonce(self, number: u64) -> Nonce {
        let mut nonce = [0; NONCE_LEN];
        nonce[..4].copy_from_slice(&self.0);
        nonce[4..].copy_from_slice(&number.to_be_bytes());
        Nonce::assume_unique_for_key(nonce)
    }
}

/// The key of a sender for some of its datagrams.
#[derive(Debug)]
pub(super) struct SenderKey {
    pub(super) id: KeyId,
    part: u64,
    pub(super) key: LessSafeKey,
}

impl SenderKey {
    pub(super) fn new((id, secret): &NumberedKey, sender: &SenderId, number: u64) -> Self {
        let part = number >> NUMBERS_PER_KEY;
        let part_bytes = part.to_be_bytes();
        let info = [&b"hyla datagrams"[..], id, &part_bytes];
        let key = Salt::new(HKDF_SHA256, sender)
            .extract(secret)
            .expand(&info, &AES_128_GCM)
            .map(UnboundKey::from)
            .expect("16 bytes are less than the hash allows");
        Self {
            id: *id,
            part,
            key: LessSafeKey::new(key),
        }
    }

    pub(super) fn is_for(&self, id: &KeyId, number: u64) -> bool {
        self.id == *id && self.part == number >> NUMBERS_PER_KEY
    }
}

/// Seals the datagrams of one sender.
#[derive(Debug)]
pub(super) struct DatagramSealer {
    keyring: Keyring,
    protection: DatagramProtection,
    sender: SenderId,
    /// Number of the last datagram.
    pub(super) number: u64,
    secret: NumberedKey,
    key: SenderKey,
    generation: u64,
    /// When a newer key takes the place of `secret`.
    changes: Option<Instant>,
}

impl DatagramSealer {
    /// `None` while there is no key.
    ///
    /// # Errors
    /// The system has no random bytes.
    pub(super) fn new(
        keyring: &Keyring,
        protection: DatagramProtection,
        now: Instant,
    ) -> io::Result<Option<Self>> {
        let generation = keyring.generation();
        let Some((secret, changes)) = keyring.for_datagrams(now) else {
            return Ok(None);
        };
        let mut sender = SenderId::default();
        SystemRandom::new()
            .fill(&mut sender)
            .map_err(|_| io::Error::other("the system gives no random bytes"))?;
        Ok(Some(Self {
            keyring: keyring.clone(),
            protection,
            sender,
            number: 0,
            key: SenderKey::new(&secret, &sender, 1),
            secret,
            generation,
            changes,
        }))
    }

    /// Appends a datagram of two parts to `out`, sealed.
    pub(super) fn seal(
        &mut self,
        place: Place,
        parts: [&[u8]; 2],
        now: impl FnOnce() -> Instant,
        out: &mut Vec<u8>,
    ) {
        self.number += 1;
        self.choose_key(now);
        let from = out.len();
        out.push(match self.protection {
            DatagramProtection::Encrypted => ENCRYPTED,
            DatagramProtection::Authenticated => AUTHENTICATED,
        });
        out.extend_from_slice(&self.key.id[..KEY_MARK]);
        out.extend_from_slice(&self.sender);
        out.extend_from_slice(&self.number.to_be_bytes());
        let content = out.len();
        for part in parts {
            out.extend_from_slice(part);
        }
        let nonce = place.nonce(self.number);
        let sealed = match self.protection {
            DatagramProtection::Encrypted => {
                let (head, content) = out[from..].split_at_mut(content - from);
                let head = Aad::from(&*head);
                self.key
                    .key
                    .seal_in_place_separate_tag(nonce, head, content)
            }
            DatagramProtection::Authenticated => {
                let all = Aad::from(&out[from..]);
                self.key.key.seal_in_place_separate_tag(nonce, all, &mut [])
            }
        };
        let tag = sealed.expect("shorter than a cipher allows");
        out.extend_from_slice(tag.as_ref());
    }

    fn choose_key(&mut self, now: impl FnOnce() -> Instant) {
        let generation = self.keyring.generation();
        if self.generation != generation || self.changes.is_some() {
            self.generation = generation;
            if let Some((secret, changes)) = self.keyring.for_datagrams(now()) {
                (self.secret, self.changes) = (secret, changes);
            }
        }
        if !self.key.is_for(&self.secret.0, self.number) {
            self.key = SenderKey::new(&self.secret, &self.sender, self.number);
        }
    }
}

/// What a channel, or an endpoint, does with the datagrams that it sends.
#[derive(Debug)]
pub(crate) struct Sealing {
    keyring: Option<Keyring>,
    protection: DatagramProtection,
    sealer: Option<DatagramSealer>,
}

/// There is no key yet, or no randomness: the datagram must not leave.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct NotSealed;

impl Sealing {
    pub(crate) fn new(security: &Security) -> Self {
        Self {
            keyring: security.keyring.clone(),
            protection: security.datagrams,
            sealer: None,
        }
    }

    /// Whether datagrams have to be sealed.
    #[inline]
    pub(crate) fn is_demanded(&self) -> bool {
        self.keyring.as_ref().is_some_and(Keyring::is_demanded)
    }

    /// Appends a datagram of two parts to `out`: sealed, if that is demanded.
    ///
    /// # Errors
    /// [`NotSealed`]; nothing was appended.
    #[inline]
    pub(crate) fn append(
        &mut self,
        place: Place,
        parts: [&[u8]; 2],
        out: &mut Vec<u8>,
    ) -> Result<(), NotSealed> {
        match &self.keyring {
            Some(keyring) if keyring.is_demanded() => {
                if self.sealer.is_none() {
                    let made = DatagramSealer::new(keyring, self.protection, Instant::now());
                    self.sealer = made.map_err(|_| NotSealed)?;
                }
                let sealer = self.sealer.as_mut().ok_or(NotSealed)?;
                sealer.seal(place, parts, Instant::now, out);
            }
            _ => parts.iter().for_each(|part| out.extend_from_slice(part)),
        }
        Ok(())
    }
}
