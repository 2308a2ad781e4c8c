//! An encrypted TCP connection as a wire of byte streams.

use std::fmt;
use std::io;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use mio::Interest;
use mio::net::TcpStream;

use super::tls_session::{TlsRead, TlsSession};
use super::{TlsClient, TlsServer};
use crate::decoder::Decoder;
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
}

#[derive(Debug)]
enum Phase {
    /// Accepted; nothing has arrived.
    Undecided(TlsServer),
    /// The caller does not encrypt.
    Clear {
        is_allowed: bool,
    },
    Tls(Box<TlsSession>),
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

    /// The called side.
    pub(crate) fn called(stream: TcpStream, server: &TlsServer) -> Self {
        Self::new(stream, Phase::Undecided(server.clone()))
    }

    fn new(stream: TcpStream, phase: Phase) -> Self {
        Self {
            tcp: TcpWire::new(stream),
            phase: Mutex::new(phase),
            has_more: AtomicBool::new(false),
            unblocked: AtomicBool::new(false),
        }
    }

    /// Whether the caller does not encrypt although it has to.
    pub(crate) fn refuses_clear(&self) -> bool {
        matches!(*self.lock(), Phase::Clear { is_allowed: false })
    }

    /// Whether bytes on the wire are encrypted, and the other side is the right one.
    pub(crate) fn is_sealed(&self) -> bool {
        matches!(&*self.lock(), Phase::Tls(session) if !session.is_handshaking())
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
        phase: &mut Phase,
        server: &TlsServer,
        buffer: &'b mut [u8],
        hung_up: bool,
    ) -> Read<'b> {
        let read = PolledWire::read(&self.tcp, None, buffer, hung_up);
        let Read::Bytes { bytes, full, .. } = &read else {
            return read;
        };
        if bytes.first() != Some(&TLS_HANDSHAKE) {
            let is_allowed = server.allows_clear;
            *phase = Phase::Clear { is_allowed };
            self.has_more.store(*full, Relaxed);
            return read;
        }
        match TlsSession::server(server) {
            Ok(mut session) => {
                session.feed(bytes);
                *phase = Phase::Tls(Box::new(session));
                Read::Again
            }
            Err(reason) => Read::Rejected(reason),
        }
    }

    fn read_tls<'b>(&self, session: &mut TlsSession, buffer: &'b mut [u8]) -> Read<'b> {
        let was_handshaking = session.is_handshaking();
        let read = session.read(&mut self.tcp.socket_io(), buffer);
        if was_handshaking && !session.is_handshaking() {
            self.unblocked.store(true, Relaxed);
        }
        self.has_more.store(session.has_more, Relaxed);
        match read {
            TlsRead::Bytes(count) => Read::Bytes {
                count,
                bytes: &buffer[..count],
                full: session.has_more,
            },
            TlsRead::Nothing if session.has_more => Read::Again,
            TlsRead::Nothing => Read::Nothing,
            TlsRead::End => Read::End,
            TlsRead::Failed(kind) => Read::Failed(kind),
            TlsRead::Rejected(reason) => Read::Rejected(reason),
        }
    }

    fn lock(&self) -> MutexGuard<'_, Phase> {
        self.phase.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Wire for SealedWire {
    fn write(&self, bytes: &[u8]) -> io::Result<usize> {
        match &mut *self.lock() {
            Phase::Undecided(_) => Err(io::ErrorKind::WouldBlock.into()),
            Phase::Clear { .. } => self.tcp.write(bytes),
            Phase::Tls(session) => match session.write(&mut self.tcp.socket_io(), bytes) {
                // Still connecting, on some systems.
                Err(error) if error.kind() == io::ErrorKind::NotConnected => {
                    Err(io::ErrorKind::WouldBlock.into())
                }
                written => written,
            },
            Phase::Unusable(_) => Err(io::ErrorKind::InvalidData.into()),
        }
    }

    fn finish(&self) {
        if let Phase::Tls(session) = &mut *self.lock() {
            session.finish(&mut self.tcp.socket_io());
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
            Phase::Undecided(server) => {
                let server = server.clone();
                self.decide(phase, &server, buffer, hung_up)
            }
            Phase::Clear { .. } => {
                let read = PolledWire::read(&self.tcp, decoder, buffer, hung_up);
                if let Read::Bytes { full, .. } = &read {
                    self.has_more.store(*full, Relaxed);
                }
                read
            }
            Phase::Tls(session) => self.read_tls(session, buffer),
            Phase::Unusable(reason) => Read::Rejected(reason.clone()),
        }
    }

    fn has_more(&self, was_full: bool) -> bool {
        was_full || self.has_more.load(Relaxed)
    }

    fn wait_for_room(&self, timeout: Duration) {
        let waits_for_peer = match &*self.lock() {
            Phase::Undecided(_) => true,
            Phase::Tls(session) => session.is_handshaking(),
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

/// Shows no key.
impl fmt::Debug for SealedWire {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SealedWire")
            .field("tcp", &self.tcp)
            .finish_non_exhaustive()
    }
}
