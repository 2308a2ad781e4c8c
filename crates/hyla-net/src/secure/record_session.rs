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

use super::keyring::{KEY_BYTES, KEY_ID_BYTES, KeyId, Keyring, Refusal};
use super::record::{DirectionKey, Opened, Opener, SALT_BYTES, Sealer, Side};
use super::session_read::{SessionRead, read_once};
use crate::CloseReason;
use crate::handshake::{HANDSHAKE_BYTES, NEEDS_ENCRYPTION, SEALED_HANDSHAKE};

const CALL_BYTES: usize = HANDSHAKE_BYTES + KEY_ID_BYTES + SALT_BYTES;
const ANSWER_BYTES: usize = HANDSHAKE_BYTES + SALT_BYTES;

/// Bytes of a bundle that are sealed before they are written.
const CHUNK_BYTES: usize = 64 << 10;

/// Bytes of one read of the socket, and fewest.
const READ_BYTES: usize = 64 << 10;
const LEAST_READ_BYTES: usize = 24 << 10;

/// A connection between members.
pub(super) struct RecordSession {
    side: Side,
    keyring: Keyring,
    own_salt: [u8; SALT_BYTES],
    /// The key that the caller has named.
    key: Option<(KeyId, [u8; KEY_BYTES])>,
    established: Option<(Sealer, Opener)>,
    /// Bytes of the socket up to `arrived`, from `taken` on not opened yet. Longer than that, so that no read clears it.
    raw: Vec<u8>,
    arrived: usize,
    taken: usize,
    /// Content of the last record that did not fit.
    left: std::ops::Range<usize>,
    /// Sealed bytes to be written, from `written` on.
    sealed: Vec<u8>,
    written: usize,
    /// Bytes of the coming writes that were sealed before the socket was full.
    owed: usize,
    /// A key has to come before more is read.
    awaits_key: bool,
    ended: bool,
    /// The socket may have more, or content is left.
    pub(super) has_more: bool,
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
        session.sealed.extend_from_slice(&SEALED_HANDSHAKE);
        session.sealed.extend_from_slice(&id);
        session.sealed.extend_from_slice(&session.own_salt);
        Ok(session)
    }

    /// The called side, with the bytes that have arrived.
    ///
    /// # Errors
    /// The system has no random bytes.
    pub(super) fn called(keyring: &Keyring, bytes: &[u8]) -> Result<Self, CloseReason> {
        let mut session = Self::new(Side::Called, keyring)?;
        session.raw.extend_from_slice(bytes);
        session.arrived = bytes.len();
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
            raw: Vec::new(),
            arrived: 0,
            taken: 0,
            left: 0..0,
            sealed: Vec::new(),
            written: 0,
            owed: 0,
            awaits_key: false,
            ended: false,
            has_more: false,
        })
    }

    pub(super) fn is_handshaking(&self) -> bool {
        self.established.is_none()
    }

    /// Whether reading goes on when a key comes.
    pub(super) fn awaits_key(&self) -> bool {
        self.awaits_key
    }

    /// Seals and writes. `WouldBlock` leaves all of `bytes` to the caller, who passes them again.
    pub(super) fn write(&mut self, socket: &mut impl io::Write, bytes: &[u8]) -> io::Result<usize> {
        self.flush(socket)?;
        let Some((sealer, _)) = &mut self.established else {
            return Err(io::ErrorKind::WouldBlock.into());
        };
        if self.owed > 0 {
            let count = self.owed.min(bytes.len());
            self.owed -= count;
            return Ok(count);
        }
        let count = bytes.len().min(CHUNK_BYTES);
        sealer.seal(&bytes[..count], &mut self.sealed);
        match self.flush(socket) {
            Ok(()) => Ok(count),
            Err(error) => {
                self.owed = count;
                Err(error)
            }
        }
    }

    fn flush(&mut self, socket: &mut impl io::Write) -> io::Result<()> {
        while self.written < self.sealed.len() {
            match socket.write(&self.sealed[self.written..]) {
                Ok(0) => return Err(io::ErrorKind::WriteZero.into()),
                Ok(count) => self.written += count,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        self.sealed.clear();
        self.written = 0;
        Ok(())
    }

    /// Says that no more follows.
    pub(super) fn finish(&mut self, socket: &mut impl io::Write) {
        if let Some((sealer, _)) = &mut self.established {
            sealer.end(&mut self.sealed);
            // The socket is full or gone: the peer then sees a truncated stream.
            let _unsent = self.flush(socket);
        }
    }

    /// Reads the socket once at most, and gives content.
    pub(super) fn read<S: io::Read + io::Write>(
        &mut self,
        socket: &mut S,
        buffer: &mut [u8],
    ) -> SessionRead {
        self.has_more = false;
        self.awaits_key = false;
        let mut filled = 0;
        let mut asked = false;
        loop {
            filled += self.move_left(&mut buffer[filled..]);
            if filled == buffer.len() {
                self.has_more = true;
                return SessionRead::Bytes(filled);
            }
            match self.step() {
                Step::Further => {}
                Step::Incomplete if asked => break,
                Step::Incomplete => {
                    asked = true;
                    match self.read_socket(socket) {
                        Ok(full) => self.has_more = full,
                        Err(SessionRead::Nothing) => break,
                        Err(_) if filled > 0 => {
                            // The next read finds it again.
                            self.has_more = true;
                            break;
                        }
                        Err(end) => return end,
                    }
                }
                Step::AwaitsKey => {
                    self.awaits_key = true;
                    self.has_more = false;
                    break;
                }
                Step::End if filled > 0 => {
                    self.has_more = true;
                    break;
                }
                Step::End => return SessionRead::End,
                Step::Rejected(text) => {
                    return SessionRead::Rejected(CloseReason::NotSecured(text.to_owned()));
                }
            }
            // Answers of a handshake find the socket empty.
            let _full = self.flush(socket);
        }
        match filled {
            0 => SessionRead::Nothing,
            filled => SessionRead::Bytes(filled),
        }
    }

    fn move_left(&mut self, buffer: &mut [u8]) -> usize {
        let count = self.left.len().min(buffer.len());
        let from = self.left.start;
        buffer[..count].copy_from_slice(&self.raw[from..from + count]);
        self.left.start += count;
        count
    }

    /// Takes the next part of what has arrived.
    fn step(&mut self) -> Step {
        if self.ended {
            return Step::End;
        }
        let Some((_, opener)) = &mut self.established else {
            return self.shake_hands();
        };
        match opener.open(&mut self.raw[self.taken..self.arrived]) {
            Opened::Content { record, content } => {
                self.left = self.taken + content.start..self.taken + content.end;
                self.taken += record;
                Step::Further
            }
            Opened::Incomplete => Step::Incomplete,
            Opened::UnknownKey => Step::AwaitsKey,
            Opened::End => {
                self.ended = true;
                Step::End
            }
            Opened::Forged => {
                self.keyring.count(Refusal::Record);
                Step::Rejected(
                    "bytes arrived that the other member has not sealed: altered, repeated, out of order, or sealed with \
                     another key",
                )
            }
        }
    }

    fn shake_hands(&mut self) -> Step {
        let arrived = &self.raw[self.taken..self.arrived];
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
            self.sealed.extend_from_slice(&SEALED_HANDSHAKE);
            self.sealed.extend_from_slice(&self.own_salt);
        }
        self.taken += needed;
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

    /// Reads the socket once; gives whether the read was full.
    fn read_socket<S: io::Read>(&mut self, socket: &mut S) -> Result<bool, SessionRead> {
        self.raw.copy_within(self.taken..self.arrived, 0);
        self.arrived -= self.taken;
        self.taken = 0;
        self.left = 0..0;
        if self.raw.len() < self.arrived + LEAST_READ_BYTES {
            self.raw
                .resize(READ_BYTES.max(self.arrived + LEAST_READ_BYTES), 0);
        }
        let room = self.raw.len() - self.arrived;
        let count = read_once(socket, &mut self.raw[self.arrived..])?;
        self.arrived += count;
        match count {
            0 if self.is_handshaking() => Err(SessionRead::End),
            0 => Err(SessionRead::Failed(io::ErrorKind::UnexpectedEof)),
            count => Ok(count == room),
        }
    }
}

/// Result of one step.
enum Step {
    Further,
    Incomplete,
    AwaitsKey,
    End,
    Rejected(&'static str),
}
