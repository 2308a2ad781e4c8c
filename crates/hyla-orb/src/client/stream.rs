//! IIOP: messages over a TCP connection.

use std::io;
use std::net::{TcpStream, ToSocketAddrs};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crate::cdr::{Bulk, Limits};
use crate::client::carrier::{Carrier, Encode, ReceiveError, SendError, Urgency};
use crate::client::flush::{Bundled, Flusher, Member};
use crate::giop::{self, Assembler};
use crate::qos::{Qos, class_of};
use crate::socket;
use crate::wait::Waiter;

/// A bundle above this leaves memory when it was sent.
const KEEP_BYTES: usize = 256 << 10;

/// A TCP connection of a client.
pub(crate) struct Stream {
    sending: Arc<Sending>,
    assembler: Assembler,
    waiter: Waiter,
    flusher: Member,
    class: Option<u8>,
    /// Longest time that the socket waits for room.
    write_limit: Option<Duration>,
}

/// The half that the flusher uses, too.
struct Sending {
    socket: TcpStream,
    bundle: Mutex<Bundle>,
    /// Oneway calls that could not be sent.
    lost: Arc<AtomicU64>,
}

struct Bundle {
    octets: Vec<u8>,
    /// Fragments of a message.
    pieces: Vec<u8>,
    calls: u64,
    sent: Instant,
    /// Whether the flusher will come.
    is_listed: bool,
    failure: Option<io::ErrorKind>,
}

impl Stream {
    /// Connects to the first address of the host that answers.
    pub(crate) fn connect(
        (host, port): (&str, u16),
        timeout: Duration,
        limits: Limits,
        qos: &Qos,
        (flusher, lost): (&Arc<Flusher>, &Arc<AtomicU64>),
    ) -> io::Result<Self> {
        let socket = connect(host, port, timeout)?;
        let class = qos.priority.and_then(|priority| {
            socket::mark(&socket, priority)
                .ok()
                .map(|()| class_of(priority))
        });
        let mut assembler = Assembler::new(limits);
        assembler.reserve(qos.buffer_bytes);
        let bundle = Bundle {
            octets: Vec::with_capacity(qos.bundle_bytes()),
            pieces: Vec::new(),
            calls: 0,
            sent: Instant::now(),
            is_listed: false,
            failure: None,
        };
        Ok(Self {
            sending: Arc::new(Sending {
                socket,
                bundle: Mutex::new(bundle),
                lost: Arc::clone(lost),
            }),
            assembler,
            waiter: Waiter::new(qos.wait),
            flusher: flusher.member(),
            class,
            write_limit: None,
        })
    }
}

fn connect(host: &str, port: u16, timeout: Duration) -> io::Result<TcpStream> {
    let mut failed = io::Error::from(io::ErrorKind::AddrNotAvailable);
    for address in (host, port).to_socket_addrs()? {
        match TcpStream::connect_timeout(&address, timeout) {
            Ok(stream) => {
                stream.set_nodelay(true)?;
                return Ok(stream);
            }
            Err(error) => failed = error,
        }
    }
    Err(failed)
}

impl Sending {
    fn lock(&self) -> MutexGuard<'_, Bundle> {
        self.bundle.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Writes the bundle.
    fn write(&self, bundle: &mut Bundle) -> io::Result<()> {
        let written = match bundle.failure {
            Some(kind) => Err(kind.into()),
            None => socket::write(&self.socket, &bundle.octets),
        };
        if let Err(error) = &written {
            self.lost.fetch_add(bundle.calls, Relaxed);
            bundle.failure = Some(error.kind());
        }
        bundle.calls = 0;
        bundle.octets.clear();
        if bundle.octets.capacity() > KEEP_BYTES {
            bundle.octets.shrink_to(KEEP_BYTES);
        }
        written
    }
}

impl Bundled for Sending {
    fn flush(&self) {
        let mut bundle = self.lock();
        bundle.is_listed = false;
        if !bundle.octets.is_empty() {
            let _ = self.write(&mut bundle);
            bundle.sent = Instant::now();
        }
    }
}

impl Drop for Stream {
    fn drop(&mut self) {
        self.sending.flush();
    }
}

impl Carrier for Stream {
    fn send(&mut self, qos: &Qos, urgency: Urgency, encode: Encode<'_>) -> Result<(), SendError> {
        let sending = &self.sending;
        // A system call; bindings that share the connection mostly have the same deadline.
        if qos.deadline != self.write_limit {
            let limit = socket::timeout(qos.deadline);
            let limited = sending.socket.set_write_timeout(limit);
            limited.map_err(SendError::Carrier)?;
            self.write_limit = qos.deadline;
        }
        let mut guard = sending.lock();
        let bundle = &mut *guard;
        if let Some(kind) = bundle.failure {
            return Err(SendError::Carrier(kind.into()));
        }
        if !qos.pooled {
            let waiting = std::mem::take(&mut bundle.octets);
            bundle.octets.extend_from_slice(&waiting);
        }
        let start = bundle.octets.len();
        let bulk = match qos.fragment_bytes {
            None => Bulk::Count,
            Some(_) => Bulk::Copy,
        };
        let size = match encode(&mut bundle.octets, bulk) {
            Ok(size) => size,
            Err(error) => {
                bundle.octets.truncate(start);
                return Err(SendError::Marshal(error));
            }
        };
        if size.is_partial {
            bundle.octets.truncate(start);
            let mut written = Ok(());
            let mut sink = |head: &[u8], bulk: &[u8], _: bool| {
                if written.is_ok() {
                    written = socket::write_both(&sending.socket, head, bulk);
                }
                true
            };
            let pass = Bulk::Pass {
                size: size.whole,
                sink: &mut sink,
            };
            let again = encode(&mut bundle.octets, pass);
            if let Err(error) = again {
                // Part of the message has left.
                bundle.failure = Some(io::ErrorKind::InvalidData);
                bundle.octets.clear();
                return Err(SendError::Marshal(error));
            }
            if let Err(error) = written {
                bundle.failure = Some(error.kind());
                return Err(SendError::Carrier(error));
            }
        }
        if let Some(most) = qos.fragment_bytes {
            bundle.pieces.clear();
            if giop::fragments(&bundle.octets[start..], most, &mut bundle.pieces) {
                bundle.octets.truncate(start);
                let pieces = std::mem::take(&mut bundle.pieces);
                bundle.octets.extend_from_slice(&pieces);
                bundle.pieces = pieces;
            }
        }
        if urgency == Urgency::Now {
            return sending.write(bundle).map_err(SendError::Carrier);
        }
        bundle.calls += 1;
        let gap = qos.bundle_gap;
        if !gap.is_zero() && bundle.octets.len() < qos.bundle_bytes() {
            if bundle.is_listed {
                return Ok(());
            }
            if bundle.sent.elapsed() < gap {
                let bundled: Arc<dyn Bundled> = Arc::clone(&self.sending) as _;
                if self.flusher.add(bundled, gap) {
                    bundle.is_listed = true;
                    return Ok(());
                }
            }
        }
        let written = sending.write(bundle);
        bundle.sent = Instant::now();
        written.map_err(SendError::Carrier)
    }

    fn receive(
        &mut self,
        qos: &Qos,
        until: Option<Instant>,
        on: &mut dyn FnMut(&[u8]) -> bool,
    ) -> Result<(), ReceiveError> {
        let ended = |why: String| ReceiveError::Ended(why);
        self.waiter.set(qos.wait);
        if !qos.pooled {
            self.assembler.release();
        }
        loop {
            while let Some(octets) = self
                .assembler
                .next_message()
                .map_err(|error| ended(error.to_string()))?
            {
                if on(octets) {
                    return Ok(());
                }
            }
            let space = if qos.read_ahead {
                self.assembler.space()
            } else {
                self.assembler.space_of_message()
            };
            match socket::read(&self.sending.socket, space, &mut self.waiter, until) {
                Ok(0) => return Err(ended("the server closed the connection".to_owned())),
                Ok(octets) => self.assembler.filled(octets),
                Err(error) if error.kind() == io::ErrorKind::TimedOut => {
                    return Err(ReceiveError::TimedOut);
                }
                Err(error) => return Err(ended(format!("receiving: {error}"))),
            }
        }
    }

    fn look(&mut self, on: &mut dyn FnMut(&[u8])) -> bool {
        loop {
            match self.assembler.next_message() {
                Ok(Some(octets)) => on(octets),
                Ok(None) => {
                    let space = self.assembler.space();
                    match socket::read_now(&self.sending.socket, space) {
                        Err(error) if error.kind() == io::ErrorKind::WouldBlock => return true,
                        Err(_) | Ok(0) => return false,
                        Ok(octets) => self.assembler.filled(octets),
                    }
                }
                Err(_) => return false,
            }
        }
    }

    fn name(&self) -> (&'static str, String) {
        let address = self.sending.socket.peer_addr();
        let server = address.map_or_else(|error| error.to_string(), |at| at.to_string());
        ("iiop", server)
    }

    fn class(&self) -> Option<u8> {
        self.class
    }
}
