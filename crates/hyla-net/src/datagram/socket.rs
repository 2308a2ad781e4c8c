//! A UDP socket: many datagrams in one system call, in both directions.
//!
//! For sending, the system cuts one large piece into datagrams (segmentation offload); for
//! receiving, it joins those of one sender. Datagrams of different lengths use `sendmmsg`. Without
//! kernel support each datagram is a call.

use std::io::{self, IoSliceMut};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, UdpSocket};
use std::sync::atomic::AtomicU16;
#[cfg(target_os = "linux")]
use std::sync::atomic::Ordering::Relaxed;

use quinn_udp::{RecvMeta, Transmit, UdpSockRef, UdpSocketState};
#[cfg(target_os = "linux")]
use socket2::SockRef;
use socket2::{Domain, Protocol, Socket, Type};

use super::batch::Batch;
use super::options;
use crate::sys::{self, Descriptor};

/// Reads per call, of single or joined datagrams.
const READS: usize = 16;

/// Buffer for the largest.
const READ_BYTES: usize = 64 << 10;

/// Datagrams of different lengths per call.
#[cfg(target_os = "linux")]
const SINGLES: usize = 32;

/// A UDP socket that never blocks: connected to one peer, or listening to all.
#[derive(Debug)]
pub(crate) struct UdpWire {
    socket: UdpSocket,
    state: UdpSocketState,
    #[cfg_attr(
        not(target_os = "linux"),
        expect(dead_code, reason = "each send says where it goes")
    )]
    peer: Option<SocketAddr>,
    /// Current segment size, where the socket has one user at a time.
    #[cfg_attr(
        not(target_os = "linux"),
        expect(dead_code, reason = "each send says how it is cut")
    )]
    segment: AtomicU16,
}

/// Result of sending a batch.
#[derive(Debug, Default)]
pub(crate) struct SendResult {
    pub(crate) datagrams: u64,
    pub(crate) bytes: u64,
    pub(crate) calls: u64,
    /// Not sent: the socket was full.
    pub(crate) full: u64,
    /// Not sent: rejected by the system, for example as too large for the path.
    pub(crate) refused: u64,
    /// The peer's host reports that nobody listens.
    pub(crate) nobody: bool,
}

impl SendResult {
    pub(super) fn add(&mut self, other: &Self) {
        self.datagrams += other.datagrams;
        self.bytes += other.bytes;
        self.calls += other.calls;
        self.full += other.full;
        self.refused += other.refused;
        self.nobody |= other.nobody;
    }
}

impl UdpWire {
    /// A socket connected to one peer.
    ///
    /// # Errors
    /// Those of the system; a refused priority mark is not an error.
    pub(crate) fn connect(to: SocketAddr, priority: u8) -> io::Result<Self> {
        let from: IpAddr = match to {
            SocketAddr::V4(_) => Ipv4Addr::UNSPECIFIED.into(),
            SocketAddr::V6(_) => Ipv6Addr::UNSPECIFIED.into(),
        };
        let socket = UdpSocket::bind((from, 0))?;
        socket.connect(to)?;
        if let Err(error) = options::mark(&socket, priority) {
            tracing::warn!(%to, priority, %error, "cannot mark datagrams with their priority");
        }
        Self::new(socket, Some(to))
    }

    /// A socket that receives from all.
    ///
    /// # Errors
    /// Those of binding.
    pub(crate) fn listen(at: SocketAddr) -> io::Result<Self> {
        Self::new(UdpSocket::bind(at)?, None)
    }

    /// A socket beside this listening one, at the same port, that receives from `peer` alone: the system gives it what `peer`
    /// sends to `at`. What others send may come before it is connected.
    ///
    /// # Errors
    /// Those of the system; `Unsupported` where it does not sort by source.
    #[cfg(target_os = "linux")]
    pub(crate) fn beside(&self, at: SocketAddr, peer: SocketAddr) -> io::Result<Self> {
        SockRef::from(&self.socket).set_reuse_port(true)?;
        let socket = Socket::new(Domain::for_address(at), Type::DGRAM, Some(Protocol::UDP))?;
        socket.set_reuse_port(true)?;
        socket.bind(&at.into())?;
        socket.connect(&peer.into())?;
        Self::new(socket.into(), Some(peer))
    }

    /// As on Linux, which alone sorts datagrams by their source.
    #[cfg(not(target_os = "linux"))]
    pub(crate) fn beside(&self, _at: SocketAddr, _peer: SocketAddr) -> io::Result<Self> {
        Err(io::ErrorKind::Unsupported.into())
    }

    /// As [`Self::listen`], where others on this host may listen, too: for groups.
    ///
    /// # Errors
    /// Those of binding.
    pub(super) fn share(at: SocketAddr) -> io::Result<Self> {
        let socket = Socket::new(Domain::for_address(at), Type::DGRAM, Some(Protocol::UDP))?;
        socket.set_reuse_address(true)?;
        socket.bind(&at.into())?;
        Self::new(socket.into(), None)
    }

    fn new(socket: UdpSocket, peer: Option<SocketAddr>) -> io::Result<Self> {
        options::enlarge(&socket);
        let state = UdpSocketState::new(UdpSockRef::from(&socket))?;
        #[cfg(target_os = "linux")]
        {
            options::without_extras(&socket);
            options::may_fragment(&socket);
        }
        Ok(Self {
            socket,
            state,
            peer,
            segment: AtomicU16::new(0),
        })
    }

    pub(crate) fn descriptor(&self) -> Descriptor {
        sys::descriptor(&self.socket)
    }

    pub(super) fn socket(&self) -> &UdpSocket {
        &self.socket
    }

    pub(crate) fn local_address(&self) -> io::Result<SocketAddr> {
        self.socket.local_addr()
    }

    /// Datagrams that the system dropped because they were not read in time.
    pub(crate) fn overflows(&self) -> u64 {
        options::overflows(&self.socket)
    }

    /// Sends as much of a batch as the system takes, in as few calls as possible; drops the rest.
    /// On a connected socket, only one thread at a time may call this.
    pub(crate) fn send(&self, to: &Destination, batch: &Batch) -> SendResult {
        let mut sent = SendResult::default();
        let mut first = 0;
        while first < batch.len() {
            let (taken, result) = self.send_some(to, batch, first, &mut sent);
            first += taken;
            let Err(error) = result else { continue };
            match error.kind() {
                io::ErrorKind::WouldBlock | io::ErrorKind::OutOfMemory => {
                    sent.full += (batch.len() - first) as u64;
                    break;
                }
                io::ErrorKind::ConnectionRefused => {
                    // The error concerns an earlier datagram; this one was not sent.
                    let heard_before = std::mem::replace(&mut sent.nobody, true);
                    if heard_before {
                        break;
                    }
                }
                _ if is_full(&error) => {
                    sent.full += (batch.len() - first) as u64;
                    break;
                }
                _ => {
                    tracing::debug!(to = %to.to, %error, "cannot send a datagram");
                    sent.refused += 1;
                    first += 1;
                }
            }
        }
        sent
    }

    /// Sends the datagrams from `first` that fit into one call. Gives their number.
    fn send_some(
        &self,
        to: &Destination,
        batch: &Batch,
        first: usize,
        sent: &mut SendResult,
    ) -> (usize, io::Result<()>) {
        let at_most = self.state.max_gso_segments();
        let Some(piece) = batch.piece(first, at_most) else {
            return (0, Ok(()));
        };
        sent.calls += 1;
        #[cfg(target_os = "linux")]
        if self.peer.is_some() && piece.count == 1 {
            let (count, bytes, result) = self.send_singles(batch, first, at_most);
            sent.datagrams += count as u64;
            sent.bytes += bytes as u64;
            return (count, result);
        }
        let contents = batch.bytes(piece.bytes.clone());
        match self.send_piece(to, contents, piece.segment) {
            Ok(()) => {
                sent.datagrams += piece.count as u64;
                sent.bytes += contents.len() as u64;
                (piece.count, Ok(()))
            }
            // The device has no segmentation, or the datagrams are too large for the path: sending
            // one by one shows which.
            Err(error) if piece.count > 1 && is_odd(&error) => {
                let mut count = 0;
                for datagram in contents.chunks(piece.segment) {
                    sent.calls += 1;
                    if let Err(error) = self.send_piece(to, datagram, datagram.len()) {
                        return (count, Err(error));
                    }
                    sent.datagrams += 1;
                    sent.bytes += datagram.len() as u64;
                    count += 1;
                }
                (count, Ok(()))
            }
            Err(error) => (0, Err(error)),
        }
    }

    /// One call for bytes that are cut into datagrams of `segment` bytes.
    fn send_piece(&self, to: &Destination, contents: &[u8], segment: usize) -> io::Result<()> {
        #[cfg(target_os = "linux")]
        if self.peer.is_some() {
            let cut = if contents.len() > segment { segment } else { 0 };
            self.cut_into(cut, contents.len())?;
            return self.socket.send(contents).map(|_| ());
        }
        let transmit = Transmit {
            destination: to.to,
            ecn: None,
            contents,
            segment_size: (contents.len() > segment).then_some(segment),
            src_ip: to.from,
        };
        self.state
            .try_send(UdpSockRef::from(&self.socket), &transmit)
    }

    /// Sets the segment size if it differs. Priority marks stay, unlike with a size given in each
    /// call.
    #[cfg(target_os = "linux")]
    fn cut_into(&self, segment: usize, longest: usize) -> io::Result<()> {
        let now = self.segment.load(Relaxed);
        // Data no longer than a segment is not cut.
        if usize::from(now) == segment || (segment == 0 && longest <= usize::from(now)) {
            return Ok(());
        }
        let wanted = u16::try_from(segment).map_err(|_| io::ErrorKind::InvalidInput)?;
        options::set_segment(&self.socket, wanted)?;
        self.segment.store(wanted, Relaxed);
        Ok(())
    }

    /// Sends datagrams of different lengths to one peer in one call.
    #[cfg(target_os = "linux")]
    fn send_singles(
        &self,
        batch: &Batch,
        first: usize,
        at_most: usize,
    ) -> (usize, usize, io::Result<()>) {
        use rustix::net::{MMsgHdr, SendAncillaryBuffer, SendFlags};
        use std::io::IoSlice;

        let mut slices = [[IoSlice::new(&[])]; SINGLES];
        let (mut count, mut longest) = (0, 0);
        while count < SINGLES
            && let Some(piece) = batch.piece(first + count, at_most)
            && piece.count == 1
        {
            longest = longest.max(piece.segment);
            slices[count] = [IoSlice::new(batch.bytes(piece.bytes))];
            count += 1;
        }
        if let Err(error) = self.cut_into(0, longest) {
            return (0, 0, Err(error));
        }
        if count == 1 {
            return match self.socket.send(&slices[0][0]) {
                Ok(bytes) => (1, bytes, Ok(())),
                Err(error) => (0, 0, Err(error)),
            };
        }
        let mut controls: [_; SINGLES] = std::array::from_fn(|_| SendAncillaryBuffer::default());
        let mut parts = slices.iter().zip(&mut controls);
        let mut messages: [_; SINGLES] = std::array::from_fn(|_| {
            let part = parts.next();
            let (slice, control) = part.expect("the arrays are equally long");
            MMsgHdr::new(slice, control)
        });
        match rustix::net::sendmmsg(&self.socket, &mut messages[..count], SendFlags::empty()) {
            Ok(count) => {
                let bytes = slices[..count].iter().map(|slice| slice[0].len()).sum();
                (count, bytes, Ok(()))
            }
            Err(error) => (0, 0, Err(error.into())),
        }
    }

    /// Reads available datagrams, as far as there is room.
    ///
    /// # Errors
    /// `WouldBlock` if there are none.
    pub(crate) fn receive(&self, into: &mut ReceiveBatch) -> io::Result<()> {
        into.count = 0;
        if into.bytes.is_empty() {
            into.bytes = vec![0; READS * READ_BYTES].into_boxed_slice();
        }
        let mut rest = into.bytes.chunks_exact_mut(READ_BYTES);
        let mut buffers: [_; READS] =
            std::array::from_fn(|_| IoSliceMut::new(rest.next().unwrap_or_default()));
        let socket = UdpSockRef::from(&self.socket);
        into.count = self.state.recv(socket, &mut buffers, &mut into.metas)?;
        Ok(())
    }
}

/// Destination of datagrams.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Destination {
    pub(crate) to: SocketAddr,
    /// Source address, if the socket has several.
    pub(crate) from: Option<IpAddr>,
}

/// Received datagrams; the buffers are reused.
#[derive(Debug, Default)]
pub(crate) struct ReceiveBatch {
    bytes: Box<[u8]>,
    metas: [RecvMeta; READS],
    count: usize,
}

impl ReceiveBatch {
    /// The datagrams, each with its source and the local address that it was sent to.
    pub(crate) fn datagrams(&mut self) -> impl Iterator<Item = (Destination, &mut [u8])> {
        let metas = &self.metas[..self.count];
        metas
            .iter()
            .zip(self.bytes.chunks_exact_mut(READ_BYTES))
            .flat_map(|(meta, bytes)| {
                let origin = Destination {
                    to: meta.addr,
                    from: meta.dst_ip,
                };
                let joined = &mut bytes[..meta.len.min(READ_BYTES)];
                joined
                    .chunks_mut(meta.stride.max(1))
                    .map(move |datagram| (origin, datagram))
            })
    }

    /// Whether there may be more to read.
    pub(crate) fn was_filled(&self) -> bool {
        self.count == READS
    }
}

/// Errors of an unavailable segmentation offload.
fn is_odd(error: &io::Error) -> bool {
    let odd = [libc::EIO, libc::EINVAL, libc::EMSGSIZE];
    error.raw_os_error().is_some_and(|code| odd.contains(&code))
}

fn is_full(error: &io::Error) -> bool {
    error.raw_os_error() == Some(libc::ENOBUFS)
}
