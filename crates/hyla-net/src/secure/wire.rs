//! An encrypted TCP connection as a wire of byte streams.

use std::fmt;
use std::io;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use mio::Interest;
use mio::net::TcpStream;

use super::record_session::RecordSession;
use super::sealed_stream::Bytes;
use super::session_read::SessionRead;
use super::tls_session::TlsSession;
use super::{Keyring, Security, TlsClient};
use crate::decoder::Decoder;
use crate::handshake::{HANDSHAKE_BYTES, SEALED_HANDSHAKE};
use crate::sys::Descriptor;
use crate::tcp::TcpWire;
use crate::tcp_health::HostWatch;
use crate::wire::{PolledWire, Read, Wire};
use crate::{Address, CloseReason};

/// First byte of a TLS connection.
const TLS_HANDSHAKE: u8 = 0x16;

/// How long a sender without a poller relies on the handshake before it checks again.
const HANDSHAKE_RECHECK: Duration = Duration::from_millis(1);

/// A TCP connection with TLS, or one whose first bytes decide about it.
pub(crate) struct SealedWire {
    tcp: TcpWire,
    phase: Mutex<Phase>,
    /// Bytes are left to be read.
    has_more: AtomicBool,
    /// A write that had to wait for the handshake can be repeated.
    unblocked: AtomicBool,
    /// Reading goes on when a key comes.
    awaits_key: AtomicBool,
}

enum Phase {
    /// Accepted; too little has arrived to decide.
    Undecided(Security, Vec<u8>),
    /// The caller does not encrypt.
    Clear {
        is_allowed: bool,
    },
    Tls(Box<TlsSession>),
    Records(Box<RecordSession>),
    /// Cannot be used.
    Unusable(CloseReason),
}

impl SealedWire {
    /// The calling side.
    pub(crate) fn calling(stream: TcpStream, client: &TlsClient) -> Self {
        let phase = match TlsSession::client(client) {
            Ok(session) => Phase::Tls(Box::new(session)),
            Err(reason) => Phase::Unusable(reason),
        };
        Self::new(stream, phase)
    }

    /// The calling side of a connection to another member. Without a key it carries nothing.
    pub(crate) fn calling_member(stream: TcpStream, keyring: &Keyring) -> Self {
        let phase = match RecordSession::calling(keyring) {
            Ok(session) => Phase::Records(Box::new(session)),
            Err(reason) => Phase::Unusable(reason),
        };
        Self::new(stream, phase)
    }

    /// The called side.
    pub(crate) fn called(stream: TcpStream, security: &Security) -> Self {
        Self::new(stream, Phase::Undecided(security.clone(), Vec::new()))
    }

    fn new(stream: TcpStream, phase: Phase) -> Self {
        Self {
            tcp: TcpWire::new(stream),
            phase: Mutex::new(phase),
            has_more: AtomicBool::new(false),
            unblocked: AtomicBool::new(false),
            awaits_key: AtomicBool::new(false),
        }
    }

    /// Whether the caller does not encrypt although it has to.
    pub(crate) fn refuses_clear(&self) -> bool {
        matches!(*self.lock(), Phase::Clear { is_allowed: false })
    }

    /// Whether bytes on the wire are encrypted. Over TLS the other side is the right one; another member proves that with its
    /// first record.
    pub(crate) fn is_sealed(&self) -> bool {
        match &*self.lock() {
            Phase::Tls(session) => !session.is_handshaking(),
            Phase::Records(session) => !session.is_handshaking(),
            Phase::Undecided(..) | Phase::Clear { .. } | Phase::Unusable(_) => false,
        }
    }

    /// Whether reading has to go on when a key comes.
    pub(crate) fn awaits_key(&self) -> bool {
        self.awaits_key.load(Relaxed)
    }

    /// Whether a write that had to wait can be repeated. Says so once.
    pub(crate) fn take_unblocked(&self) -> bool {
        self.unblocked.load(Relaxed) && self.unblocked.swap(false, Relaxed)
    }

    /// Changes the keys of a connection in use.
    pub(crate) fn change_keys(&self) {
        if let Phase::Tls(session) = &mut *self.lock() {
            session.change_keys();
        }
    }

    /// The first bytes of an accepted connection.
    fn decide<'b>(
        &self,
        security: &Security,
        early: &mut Vec<u8>,
        buffer: &'b mut [u8],
        hung_up: bool,
    ) -> (Read<'b>, Option<Phase>) {
        let kept = early.len();
        buffer[..kept].copy_from_slice(early);
        let read = PolledWire::read(&self.tcp, None, &mut buffer[kept..], hung_up);
        let Read::Bytes { count, full, .. } = read else {
            return match read {
                Read::Nothing => (Read::Nothing, None),
                Read::Again => (Read::Again, None),
                Read::Failed(kind) => (Read::Failed(kind), None),
                _ => (Read::End, None),
            };
        };
        let bytes = &buffer[..kept + count];
        if let Some(server) = &security.server
            && bytes.first() == Some(&TLS_HANDSHAKE)
        {
            return match TlsSession::server(server, bytes) {
                Ok(session) => (Read::Again, Some(Phase::Tls(Box::new(session)))),
                Err(reason) => (Read::Rejected(reason), None),
            };
        }
        if let Some(keyring) = &security.keyring {
            let magic = &bytes[..bytes.len().min(HANDSHAKE_BYTES)];
            if magic == SEALED_HANDSHAKE {
                return match RecordSession::called(keyring, bytes) {
                    Ok(session) => (Read::Again, Some(Phase::Records(Box::new(session)))),
                    Err(reason) => (Read::Rejected(reason), None),
                };
            }
            if SEALED_HANDSHAKE.starts_with(magic) {
                early.extend_from_slice(&bytes[kept..]);
                return (Read::Again, None);
            }
        }
        self.has_more.store(full, Relaxed);
        let is_allowed = match &security.server {
            Some(server) => server.allows_clear,
            None => false,
        };
        let count = bytes.len();
        let read = Read::Bytes { count, bytes, full };
        (read, Some(Phase::Clear { is_allowed }))
    }

    fn read_tls<'b>(&self, session: &mut TlsSession, buffer: &'b mut [u8]) -> Read<'b> {
        let was_handshaking = session.is_handshaking();
        let read = session.read(&mut self.tcp.socket_io(), buffer);
        self.note(
            was_handshaking,
            session.is_handshaking(),
            session.has_more(),
        );
        self.outcome(read, buffer)
    }

    fn read_records<'b>(&self, session: &mut RecordSession, buffer: &'b mut [u8]) -> Read<'b> {
        let was_handshaking = session.is_handshaking();
        let read = session.read(&mut self.tcp.socket_io(), buffer);
        self.awaits_key.store(session.awaits_key(), Relaxed);
        self.note(
            was_handshaking,
            session.is_handshaking(),
            session.has_more(),
        );
        self.outcome(read, buffer)
    }

    fn note(&self, was_handshaking: bool, is_handshaking: bool, has_more: bool) {
        if was_handshaking && !is_handshaking {
            self.unblocked.store(true, Relaxed);
        }
        self.has_more.store(has_more, Relaxed);
    }

    fn outcome<'b>(&self, read: SessionRead, buffer: &'b [u8]) -> Read<'b> {
        let has_more = self.has_more.load(Relaxed);
        match read {
            SessionRead::Bytes(count) => Read::Bytes {
                count,
                bytes: &buffer[..count],
                full: has_more,
            },
            SessionRead::Nothing if has_more => Read::Again,
            SessionRead::Nothing => Read::Nothing,
            SessionRead::End => Read::End,
            SessionRead::Failed(kind) => Read::Failed(kind),
            SessionRead::Rejected(reason) => Read::Rejected(reason),
        }
    }

    fn write_bytes(&self, bytes: Bytes<'_>) -> io::Result<usize> {
        match &mut *self.lock() {
            Phase::Undecided(..) => Err(io::ErrorKind::WouldBlock.into()),
            Phase::Clear { .. } => self.tcp.write(bytes.as_slice()),
            Phase::Tls(session) => connecting(session.write(&mut self.tcp.socket_io(), bytes)),
            Phase::Records(session) => connecting(session.write(&mut self.tcp.socket_io(), bytes)),
            Phase::Unusable(_) => Err(io::ErrorKind::InvalidData.into()),
        }
    }

    fn lock(&self) -> MutexGuard<'_, Phase> {
        self.phase.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Wire for SealedWire {
    fn write(&self, bytes: &[u8]) -> io::Result<usize> {
        self.write_bytes(Bytes::Theirs(bytes))
    }

    fn write_bundle(&self, bytes: &mut [u8]) -> io::Result<usize> {
        self.write_bytes(Bytes::Ours(bytes))
    }

    fn finish(&self) {
        match &mut *self.lock() {
            Phase::Tls(session) => session.finish(&mut self.tcp.socket_io()),
            Phase::Records(session) => session.finish(&mut self.tcp.socket_io()),
            Phase::Undecided(..) | Phase::Clear { .. } | Phase::Unusable(_) => {}
        }
        self.tcp.finish();
    }
}

impl PolledWire for SealedWire {
    fn socket(&self) -> Descriptor {
        self.tcp.socket()
    }

    fn interest(&self) -> Interest {
        self.tcp.interest()
    }

    fn read<'b>(
        &self,
        decoder: Option<&mut Decoder>,
        buffer: &'b mut [u8],
        hung_up: bool,
    ) -> Read<'b> {
        let phase = &mut *self.lock();
        match phase {
            Phase::Undecided(security, early) => {
                let (read, next) = self.decide(security, early, buffer, hung_up);
                if let Some(next) = next {
                    *phase = next;
                }
                read
            }
            Phase::Clear { .. } => {
                let read = PolledWire::read(&self.tcp, decoder, buffer, hung_up);
                if let Read::Bytes { full, .. } = &read {
                    self.has_more.store(*full, Relaxed);
                }
                read
            }
            Phase::Tls(session) => self.read_tls(session, buffer),
            Phase::Records(session) => self.read_records(session, buffer),
            Phase::Unusable(reason) => Read::Rejected(reason.clone()),
        }
    }

    fn has_more(&self, was_full: bool) -> bool {
        was_full || self.has_more.load(Relaxed)
    }

    fn wait_for_room(&self, timeout: Duration) {
        let waits_for_peer = match &*self.lock() {
            Phase::Undecided(..) => true,
            Phase::Tls(session) => session.is_handshaking(),
            Phase::Records(session) => session.is_handshaking(),
            Phase::Clear { .. } | Phase::Unusable(_) => false,
        };
        if waits_for_peer {
            // The socket has room, but nothing may be sent yet.
            std::thread::sleep(timeout.min(HANDSHAKE_RECHECK));
        } else {
            self.tcp.wait_for_room(timeout);
        }
    }

    fn local_address(&self) -> Option<Address> {
        self.tcp.local_address()
    }

    fn is_host_lost(&self, watch: &mut HostWatch, timeout: Duration, now: Instant) -> bool {
        self.tcp.is_host_lost(watch, timeout, now)
    }
}

/// A write while the system still connects has to be repeated.
fn connecting(written: io::Result<usize>) -> io::Result<usize> {
    match written {
        Err(error) if error.kind() == io::ErrorKind::NotConnected => {
            Err(io::ErrorKind::WouldBlock.into())
        }
        written => written,
    }
}

/// Shows no key.
impl fmt::Debug for SealedWire {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SealedWire")
            .field("tcp", &self.tcp)
            .finish_non_exhaustive()
    }
}
