//! A sealed connection between two members.
//!
//! ```text
//!  caller                                         called
//!    HYLA 1 2 0 0 | number of a key | salt ------->
//!    <------------------------------ HYLA 1 2 0 0 | salt
//!    records <=================================> records
//! ```
//!
//! Both salts and the named key determine the keys of both directions, so a recorded connection opens nothing. Each side proves
//! with its first record that it knows the key.

use std::io;
use std::time::Instant;

use super::keyring::{KEY_BYTES, KEY_ID_BYTES, KeyId, Keyring};
use super::record::{CONTENT_BYTES, DirectionKey, Opener, SALT_BYTES, Sealer, Side};
use super::sealed_stream::{Bytes, COPIED_BYTES, Incoming, Outgoing};
use super::session_read::SessionRead;
use crate::CloseReason;
use crate::handshake::{HANDSHAKE_BYTES, NEEDS_ENCRYPTION, SEALED_HANDSHAKE};

const CALL_BYTES: usize = HANDSHAKE_BYTES + KEY_ID_BYTES + SALT_BYTES;
const ANSWER_BYTES: usize = HANDSHAKE_BYTES + SALT_BYTES;

/// Bytes of a bundle that are sealed before they are written.
const CHUNK_BYTES: usize = CHUNK_RECORDS * CONTENT_BYTES;
const CHUNK_RECORDS: usize = 4;

/// Bytes of one read during the handshake.
const EARLY_BYTES: usize = 1 << 10;

/// A connection between members.
pub(super) struct RecordSession {
    side: Side,
    keyring: Keyring,
    own_salt: [u8; SALT_BYTES],
    /// The key that the caller has named.
    key: Option<(KeyId, [u8; KEY_BYTES])>,
    established: Option<(Sealer, Opener)>,
    incoming: Incoming,
    outgoing: Outgoing,
}

impl RecordSession {
    /// The calling side.
    ///
    /// # Errors
    /// No key has come, or the system has no random bytes.
    pub(super) fn calling(keyring: &Keyring) -> Result<Self, CloseReason> {
        let (id, secret) = keyring.newest().ok_or_else(|| {
            CloseReason::NotSecured(
                "channels to other members have to be sealed (rti.security = tls), and the RTI has sent no key".to_owned(),
            )
        })?;
        let mut session = Self::new(Side::Caller, keyring)?;
        session.key = Some((id, secret));
        session.outgoing.sealed.extend_from_slice(&SEALED_HANDSHAKE);
        session.outgoing.sealed.extend_from_slice(&id);
        session.outgoing.sealed.extend_from_slice(&session.own_salt);
        Ok(session)
    }

    /// The called side, with the bytes that have arrived.
    ///
    /// # Errors
    /// The system has no random bytes.
    pub(super) fn called(keyring: &Keyring, bytes: &[u8]) -> Result<Self, CloseReason> {
        let mut session = Self::new(Side::Called, keyring)?;
        session.incoming.raw.extend_from_slice(bytes);
        Ok(session)
    }

    fn new(side: Side, keyring: &Keyring) -> Result<Self, CloseReason> {
        let mut own_salt = [0; SALT_BYTES];
        ring::rand::SecureRandom::fill(&ring::rand::SystemRandom::new(), &mut own_salt)
            .map_err(|_| CloseReason::NotSecured("the system gives no random bytes".to_owned()))?;
        Ok(Self {
            side,
            keyring: keyring.clone(),
            own_salt,
            key: None,
            established: None,
            incoming: Incoming::default(),
            outgoing: Outgoing::default(),
        })
    }

    pub(super) fn is_handshaking(&self) -> bool {
        self.established.is_none()
    }

    /// Whether reading goes on when a key comes.
    pub(super) fn awaits_key(&self) -> bool {
        self.incoming.awaits_key
    }

    /// Whether the socket may have more, or content is left.
    pub(super) fn has_more(&self) -> bool {
        self.incoming.has_more
    }

    /// Seals and writes. `WouldBlock` leaves all of `bytes` to the caller, who passes them again; they may have changed by then.
    pub(super) fn write(
        &mut self,
        socket: &mut impl io::Write,
        bytes: Bytes<'_>,
    ) -> io::Result<usize> {
        let (outgoing, length) = (&mut self.outgoing, bytes.as_slice().len());
        if let Some(count) = outgoing.begin(socket, length)? {
            return Ok(count);
        }
        let Some((sealer, _)) = &mut self.established else {
            return Err(io::ErrorKind::WouldBlock.into());
        };
        let count = length.min(CHUNK_BYTES);
        match bytes {
            Bytes::Ours(bytes) if count > COPIED_BYTES => {
                let mut parts = [const { None }; CHUNK_RECORDS];
                let sealed = sealer.seal_in_place(&mut bytes[..count], &mut outgoing.sealed);
                parts
                    .iter_mut()
                    .zip(sealed)
                    .for_each(|(to, part)| *to = Some(part));
                let parts = parts.iter().flatten();
                let parts = parts.map(|part| [&part.header[..], part.content, &part.tag]);
                outgoing.write_parts(socket, parts)?;
            }
            bytes => sealer.seal(&bytes.as_slice()[..count], &mut outgoing.sealed),
        }
        outgoing.send(socket, count)
    }

    /// Says that no more follows.
    pub(super) fn finish(&mut self, socket: &mut impl io::Write) {
        if let Some((sealer, _)) = &mut self.established {
            sealer.end(&mut self.outgoing.sealed);
            // The socket is full or gone: the peer then sees a truncated stream.
            let _unsent = self.outgoing.flush(socket);
        }
    }

    /// Reads the socket once at most, and gives content.
    pub(super) fn read<S: io::Read + io::Write>(
        &mut self,
        socket: &mut S,
        buffer: &mut [u8],
    ) -> SessionRead {
        self.incoming.has_more = false;
        self.incoming.awaits_key = false;
        let mut asked = false;
        while self.is_handshaking() {
            match self.shake_hands() {
                Step::Incomplete if asked => return SessionRead::Nothing,
                Step::Incomplete => {
                    asked = true;
                    match self.incoming.read_early(socket, EARLY_BYTES) {
                        Ok(0) => return SessionRead::End,
                        Ok(_) => {}
                        Err(end) => return end,
                    }
                }
                Step::Further => {
                    // The socket is empty.
                    let _full = self.outgoing.flush(socket);
                }
                Step::AwaitsKey => {
                    self.incoming.awaits_key = true;
                    return SessionRead::Nothing;
                }
                Step::Rejected(text) => {
                    return SessionRead::Rejected(CloseReason::NotSecured(text.to_owned()));
                }
            }
        }
        let Some((_, opener)) = &mut self.established else {
            return SessionRead::Nothing;
        };
        self.incoming.read_records(socket, buffer, opener, asked)
    }

    fn shake_hands(&mut self) -> Step {
        let arrived = &self.incoming.raw[..];
        let magic = &arrived[..arrived.len().min(HANDSHAKE_BYTES)];
        if self.side == Side::Caller && !SEALED_HANDSHAKE.starts_with(magic) {
            return Step::Rejected(if NEEDS_ENCRYPTION.starts_with(magic) {
                "the other member rejects sealed connections"
            } else {
                "the other member does not encrypt"
            });
        }
        let needed = match self.side {
            Side::Caller => ANSWER_BYTES,
            Side::Called => CALL_BYTES,
        };
        let Some(message) = arrived.get(..needed) else {
            return Step::Incomplete;
        };
        let mut their_salt = [0; SALT_BYTES];
        their_salt.copy_from_slice(&message[needed - SALT_BYTES..]);
        if self.side == Side::Called {
            let mut id = KeyId::default();
            id.copy_from_slice(&message[HANDSHAKE_BYTES..][..KEY_ID_BYTES]);
            let Some(secret) = self.keyring.find_for_call(&id, Instant::now()) else {
                return Step::AwaitsKey;
            };
            self.key = Some((id, secret));
            self.outgoing.sealed.extend_from_slice(&SEALED_HANDSHAKE);
            self.outgoing.sealed.extend_from_slice(&self.own_salt);
        }
        self.incoming.raw.drain(..needed);
        let Some(key) = self.key else {
            return Step::AwaitsKey;
        };
        let (of_caller, of_called, other) = match self.side {
            Side::Caller => (self.own_salt, their_salt, Side::Called),
            Side::Called => (their_salt, self.own_salt, Side::Caller),
        };
        let mut salts = [0; 2 * SALT_BYTES];
        salts[..SALT_BYTES].copy_from_slice(&of_caller);
        salts[SALT_BYTES..].copy_from_slice(&of_called);
        let key_of = |side| DirectionKey::new(salts, side, 0, key);
        let sealer = Sealer::new(key_of(self.side), &self.keyring);
        let opener = Opener::new(key_of(other), &self.keyring);
        self.established = Some((sealer, opener));
        Step::Further
    }
}

/// Result of a step of the handshake.
enum Step {
    Further,
    Incomplete,
    AwaitsKey,
    Rejected(&'static str),
}

#[cfg(test)]
mod tests {
    use fastrand::Rng;

    use super::super::pipe::{Pipe, Socket};
    use super::super::sealed_stream::READ_BYTES;
    use super::*;

    /// Bytes of a run, at least.
    const ALL: usize = 300_000;

    /// Bundles of any length, through a socket that takes any part of them, and keys that change.
    #[test]
    fn bundles_arrive_whole_through_a_socket_that_takes_parts() {
        for seed in 0..60 {
            let mut rng = Rng::with_seed(seed);
            let keyring = Keyring::default();
            keyring.install([1; 32]);
            let mut caller = RecordSession::calling(&keyring).unwrap();
            let mut called = RecordSession::called(&keyring, &[]).unwrap();
            let mut there = Pipe::with_room(rng.usize(100..100_000));
            let mut back = Pipe::with_room(rng.usize(100..1000));
            let (mut sent, mut arrived) = (Vec::new(), Vec::new());
            let mut buffer = vec![0; 2 * READ_BYTES];
            let mut bundle: Vec<u8> = Vec::new();
            let mut rounds = 0;
            while arrived.len() < ALL || arrived.len() < sent.len() {
                rounds += 1;
                assert!(
                    rounds < 100_000,
                    "{seed}: {} of {} bytes arrived",
                    arrived.len(),
                    sent.len()
                );
                if bundle.is_empty() && sent.len() < ALL {
                    let most = [40, 5_000, 40_000, 100_000][rng.usize(..4)];
                    let length = rng.usize(1..most);
                    bundle.extend(std::iter::repeat_with(|| rng.u8(..)).take(length));
                    sent.extend_from_slice(&bundle);
                }
                if !arrived.is_empty() && rng.u8(..50) == 0 {
                    keyring.install([rng.u8(..); 32]);
                }
                let ours = rng.bool();
                let mut end = Socket {
                    from: &mut back,
                    to: &mut there,
                };
                let bytes = match ours {
                    true => Bytes::Ours(&mut bundle),
                    false => Bytes::Theirs(&bundle),
                };
                match caller.write(&mut end, bytes) {
                    Ok(count) => drop(bundle.drain(..count)),
                    Err(error) => assert_eq!(error.kind(), io::ErrorKind::WouldBlock),
                }
                // Reads what comes back: the answer of the handshake.
                assert!(matches!(
                    caller.read(&mut end, &mut buffer),
                    SessionRead::Nothing
                ));
                let mut end = Socket {
                    from: &mut there,
                    to: &mut back,
                };
                match called.read(&mut end, &mut buffer) {
                    SessionRead::Bytes(count) => arrived.extend_from_slice(&buffer[..count]),
                    SessionRead::Nothing => {}
                    other => panic!("{seed}: {other:?}"),
                }
            }
            assert!(arrived == sent, "{seed}");
        }
    }
}
