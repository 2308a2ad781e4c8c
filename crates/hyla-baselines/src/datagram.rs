//! UDP sockets. A batching side uses the segmentation offloads of the kernel, as Hyla does: many datagrams of one length
//! in one call.

use std::io::{self, IoSliceMut};
use std::net::{Ipv4Addr, SocketAddr, SocketAddrV4, UdpSocket};
use std::sync::Arc;
use std::time::{Duration, Instant};

use quinn_udp::{BATCH_SIZE, RecvMeta, Transmit, UdpSocketState};
use rustix::event::{PollFd, PollFlags, Timespec};
use rustix::io::Errno;
use rustix::net::{MMsgHdr, RecvFlags, SendAncillaryBuffer, SendFlags};
use serde::{Deserialize, Serialize};
use socket2::{Domain, Protocol, Socket, Type};

use crate::Wait;
use crate::wait::{Look, Waiter};

/// Largest message.
pub const LARGEST: usize = 65_507;
/// Datagrams in one call at most: what the kernel takes.
pub const DATAGRAMS: usize = 64;
/// Largest datagram of several messages: fits into a frame of Ethernet.
pub const BUNDLE: usize = 1_400;
/// Room for datagrams that arrive; what does not fit is lost. As much as Hyla asks for.
const RECEIVE_BYTES: usize = 8 << 20;

/// Both halves of a socket. Only one that is connected can send.
///
/// # Errors
/// If the socket has no options.
pub fn halves(socket: UdpSocket, wait: Wait) -> io::Result<(Sender, Receiver)> {
    let to = socket.peer_addr().ok();
    halves_to(socket, wait, to, 0)
}

/// As [`halves`], for multicast: a batching side puts several messages into one datagram of at most [`BUNDLE`] bytes.
///
/// # Errors
/// As [`halves`].
pub fn bundled_halves(socket: UdpSocket, wait: Wait) -> io::Result<(Sender, Receiver)> {
    let to = socket.peer_addr().ok();
    halves_to(socket, wait, to, BUNDLE)
}

/// A multicast group, and the address of the interface by which it is joined and sent to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Group {
    /// The group and its port.
    pub at: SocketAddrV4,
    /// The interface.
    pub interface: Ipv4Addr,
}

/// A group of this host alone that nobody uses.
///
/// # Errors
/// Those of the system.
pub fn free_group() -> io::Result<Group> {
    // Who has the port chooses the group: two that exist at the same time differ.
    let port = UdpSocket::bind((Ipv4Addr::LOCALHOST, 0))?
        .local_addr()?
        .port();
    let [high, low] = port.to_be_bytes();
    Ok(Group {
        at: SocketAddrV4::new(Ipv4Addr::new(239, 255, high, low), port),
        interface: Ipv4Addr::LOCALHOST,
    })
}

/// A socket that sends to the group.
///
/// # Errors
/// Those of the system.
pub fn to_group(group: Group) -> io::Result<UdpSocket> {
    let socket = UdpSocket::bind((group.interface, 0))?;
    socket2::SockRef::from(&socket).set_multicast_if_v4(&group.interface)?;
    socket.connect(group.at)?;
    Ok(socket)
}

/// A socket that receives the group; there may be several in one host.
///
/// # Errors
/// Those of the system.
pub fn member(group: Group) -> io::Result<UdpSocket> {
    let socket = Socket::new(Domain::IPV4, Type::DGRAM, Some(Protocol::UDP))?;
    socket.set_reuse_address(true)?;
    socket.bind(&SocketAddr::from(group.at).into())?;
    socket.join_multicast_v4(group.at.ip(), &group.interface)?;
    socket.set_multicast_all_v4(false)?;
    Ok(socket.into())
}

fn halves_to(
    socket: UdpSocket,
    wait: Wait,
    to: Option<SocketAddr>,
    bundle: usize,
) -> io::Result<(Sender, Receiver)> {
    let options = socket2::SockRef::from(&socket);
    // As large as the system lets it be.
    let _as_far_as_allowed = options.set_recv_buffer_size(RECEIVE_BYTES);
    if rustix::net::sockopt::set_socket_recv_buffer_size_force(&socket, RECEIVE_BYTES).is_err() {
        tracing::debug!("the receive buffer is no larger than the system allows");
    }
    let (out, back) = match wait {
        Wait::Batch => {
            // From here on the socket does not block.
            let state = Arc::new(UdpSocketState::new((&socket).into())?);
            (
                Outward::Batch(Segments::new(to, Arc::clone(&state), bundle)),
                Inward::Batch(Box::new(Batch::new(state, bundle > 0))),
            )
        }
        Wait::Block | Wait::Yield => (Outward::Each, Inward::Each),
    };
    let socket = Arc::new(socket);
    let sender = Sender {
        socket: Arc::clone(&socket),
        out,
    };
    let receiver = Receiver {
        socket,
        waiter: Waiter::new(wait, Look::Dear),
        back,
        in_time: None,
    };
    Ok((sender, receiver))
}

/// The half that datagrams go into.
#[derive(Debug)]
pub struct Sender {
    socket: Arc<UdpSocket>,
    out: Outward,
}

#[derive(Debug)]
enum Outward {
    Each,
    Batch(Segments),
}

impl Sender {
    /// Sends a datagram, or gathers it with others of its length.
    ///
    /// # Errors
    /// Those of the socket, without the refusal by a missing receiver: the waiting side notices that.
    pub fn send(&mut self, message: &[u8]) -> io::Result<()> {
        match &mut self.out {
            Outward::Each => is_sent(self.socket.send(message).map(drop)),
            Outward::Batch(segments) => segments.add(&self.socket, message),
        }
    }

    /// Sends what was gathered.
    ///
    /// # Errors
    /// As of [`Self::send`].
    pub fn flush(&mut self) -> io::Result<()> {
        match &mut self.out {
            Outward::Each => Ok(()),
            Outward::Batch(segments) => segments.flush(&self.socket),
        }
    }
}

fn is_sent(sent: io::Result<()>) -> io::Result<()> {
    match sent {
        Err(error) if error.kind() == io::ErrorKind::ConnectionRefused => Ok(()),
        other => other,
    }
}

/// Datagrams of one length, behind each other.
#[derive(Debug)]
struct Segments {
    to: Option<SocketAddr>,
    state: Arc<UdpSocketState>,
    bytes: Vec<u8>,
    /// Length of a message.
    length: usize,
    /// Most bytes of a datagram with several messages; 0: each has its own.
    bundle: usize,
}

impl Segments {
    fn new(to: Option<SocketAddr>, state: Arc<UdpSocketState>, bundle: usize) -> Self {
        Self {
            to,
            state,
            bytes: Vec::with_capacity(LARGEST),
            length: 0,
            bundle,
        }
    }

    /// Bytes of a datagram: as many messages as it takes.
    fn segment(&self) -> usize {
        self.length * (self.bundle / self.length.max(1)).max(1)
    }

    fn add(&mut self, socket: &UdpSocket, message: &[u8]) -> io::Result<()> {
        if message.len() != self.length || self.bytes.len() + message.len() > LARGEST {
            self.flush(socket)?;
        }
        self.length = message.len();
        self.bytes.extend_from_slice(message);
        let most = DATAGRAMS.min(self.state.max_gso_segments());
        if self.bytes.len() >= most * self.segment() {
            self.flush(socket)?;
        }
        Ok(())
    }

    fn flush(&mut self, socket: &UdpSocket) -> io::Result<()> {
        if self.bytes.is_empty() {
            return Ok(());
        }
        let transmit = Transmit {
            destination: self.to.ok_or(io::ErrorKind::NotConnected)?,
            ecn: None,
            contents: &self.bytes,
            segment_size: (self.bytes.len() > self.segment()).then_some(self.segment()),
            src_ip: None,
        };
        let sent = loop {
            match self.state.try_send(socket.into(), &transmit) {
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {
                    let mut wait = [PollFd::new(socket, PollFlags::OUT)];
                    poll(&mut wait, None)?;
                }
                other => break other,
            }
        };
        self.bytes.clear();
        is_sent(sent)
    }
}

/// The half that datagrams come out of.
#[derive(Debug)]
pub struct Receiver {
    socket: Arc<UdpSocket>,
    waiter: Waiter,
    back: Inward,
    in_time: Option<Duration>,
}

#[derive(Debug)]
enum Inward {
    Each,
    Batch(Box<Batch>),
}

impl Receiver {
    /// Takes a datagram of that length; others are passed over. `false` if none came in time.
    ///
    /// # Errors
    /// Those of the socket.
    pub fn receive(&mut self, message: &mut [u8], in_time: Duration) -> io::Result<bool> {
        let in_time = in_time.max(Duration::from_millis(1));
        match &mut self.back {
            Inward::Batch(batch) => batch.receive(&self.socket, &mut self.waiter, message, in_time),
            Inward::Each => {
                if self.in_time != Some(in_time) {
                    self.socket.set_read_timeout(Some(in_time))?;
                    self.in_time = Some(in_time);
                }
                receive_each(&self.socket, &mut self.waiter, message)
            }
        }
    }

    /// Whether a datagram is there that needs no system call.
    #[must_use]
    pub fn has_more(&self) -> bool {
        matches!(&self.back, Inward::Batch(batch) if batch.has_more())
    }
}

fn receive_each(socket: &UdpSocket, waiter: &mut Waiter, message: &mut [u8]) -> io::Result<bool> {
    loop {
        // With the whole length of what is cut, too.
        let mut look = |flags: RecvFlags| {
            let came = rustix::net::recv(socket, &mut *message, flags | RecvFlags::TRUNC);
            Some(came).filter(|came| flags.is_empty() || *came != Err(Errno::AGAIN))
        };
        let found = waiter.look(|| look(RecvFlags::DONTWAIT));
        match found.or_else(|| look(RecvFlags::empty())) {
            Some(Ok((_, count))) if count == message.len() => return Ok(true),
            None | Some(Ok(_) | Err(Errno::INTR)) => {}
            Some(Err(Errno::AGAIN | Errno::CONNREFUSED)) => return Ok(false),
            Some(Err(error)) => return Err(error.into()),
        }
    }
}

/// Datagrams that arrived together.
#[derive(Debug)]
struct Batch {
    state: Arc<UdpSocketState>,
    /// Datagrams have several messages.
    bundles: bool,
    room: Vec<u8>,
    metas: [RecvMeta; BATCH_SIZE],
    /// Buffers that are filled, the one that is read, and how far.
    filled: usize,
    at: usize,
    offset: usize,
}

/// Room of one buffer.
const BUFFER: usize = 64 << 10;

impl Batch {
    fn new(state: Arc<UdpSocketState>, bundles: bool) -> Self {
        Self {
            state,
            bundles,
            room: vec![0; BATCH_SIZE * BUFFER],
            metas: [RecvMeta::default(); BATCH_SIZE],
            filled: 0,
            at: 0,
            offset: 0,
        }
    }

    fn has_more(&self) -> bool {
        let rest = self.metas[..self.filled].iter().skip(self.at);
        let bytes: usize = rest.map(|meta| meta.len).sum();
        bytes > self.offset
    }

    fn receive(
        &mut self,
        socket: &UdpSocket,
        waiter: &mut Waiter,
        message: &mut [u8],
        in_time: Duration,
    ) -> io::Result<bool> {
        let mut late = None;
        loop {
            while let Some(datagram) = self.next(message.len()) {
                if datagram.len() == message.len() {
                    message.copy_from_slice(datagram);
                    return Ok(true);
                }
            }
            match waiter.look(|| self.fill(socket).transpose()) {
                Some(Ok(())) => continue,
                Some(Err(error)) if error.kind() == io::ErrorKind::ConnectionRefused => {
                    return Ok(false);
                }
                Some(Err(error)) => return Err(error),
                None => {}
            }
            let late = *late.get_or_insert_with(|| Instant::now() + in_time);
            let left = late.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Ok(false);
            }
            let mut wait = [PollFd::new(socket, PollFlags::IN)];
            poll(&mut wait, Some(left))?;
        }
    }

    /// Reads what has come; `None` if there is nothing.
    fn fill(&mut self, socket: &UdpSocket) -> io::Result<Option<()>> {
        let mut chunks = self.room.chunks_mut(BUFFER);
        let mut buffers: [IoSliceMut<'_>; BATCH_SIZE] =
            std::array::from_fn(|_| IoSliceMut::new(chunks.next().unwrap_or_default()));
        match self
            .state
            .recv(socket.into(), &mut buffers, &mut self.metas)
        {
            Ok(count) => {
                (self.filled, self.at, self.offset) = (count, 0, 0);
                Ok(Some(()))
            }
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// The next datagram, or message in it.
    fn next(&mut self, message: usize) -> Option<&[u8]> {
        while self.at < self.filled {
            let meta = &self.metas[self.at];
            let begin = self.offset;
            if begin < meta.len {
                let stride = if self.bundles { message } else { meta.stride };
                let end = (begin + stride.max(1)).min(meta.len);
                self.offset = end;
                let base = self.at * BUFFER;
                return self.room.get(base + begin..base + end);
            }
            (self.at, self.offset) = (self.at + 1, 0);
        }
        None
    }
}

fn poll(wait: &mut [PollFd<'_>], at_most: Option<Duration>) -> io::Result<()> {
    let at_most = at_most.and_then(|time| Timespec::try_from(time).ok());
    match rustix::event::poll(wait, at_most.as_ref()) {
        Ok(_) | Err(Errno::INTR) => Ok(()),
        Err(error) => Err(error.into()),
    }
}

/// Sends that many copies of a datagram over a connected socket with `sendmmsg`, each a packet of its own.
///
/// # Errors
/// Those of the socket.
pub fn send_copies(socket: &UdpSocket, message: &[u8], copies: usize) -> io::Result<()> {
    let slice = [io::IoSlice::new(message)];
    let mut controls: Vec<_> = (0..copies)
        .map(|_| SendAncillaryBuffer::default())
        .collect();
    let mut left: Vec<_> = controls
        .iter_mut()
        .map(|control| MMsgHdr::new(&slice, control))
        .collect();
    while !left.is_empty() {
        let sent = rustix::net::sendmmsg(socket, &mut left, SendFlags::empty())?;
        left.drain(..sent);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    const WITHIN: Duration = Duration::from_secs(10);

    #[test]
    fn several_messages_share_a_datagram_of_a_bundle() {
        let group = free_group().unwrap();
        let (plain, other) = (member(group).unwrap(), member(group).unwrap());
        let (mut sender, _) = bundled_halves(to_group(group).unwrap(), Wait::Batch).unwrap();
        let (_, mut receiver) = bundled_halves(other, Wait::Batch).unwrap();

        for number in 0..25 {
            sender.send(&[number; 128]).unwrap();
        }
        sender.flush().unwrap();

        plain.set_read_timeout(Some(WITHIN)).unwrap();
        let mut room = [0; 4_000];
        let lengths = [(); 3].map(|()| plain.recv(&mut room).unwrap());
        assert_eq!(lengths, [1_280, 1_280, 640]);
        let mut message = [0; 128];
        for number in 0..25 {
            assert!(receiver.receive(&mut message, WITHIN).unwrap());
            assert_eq!(message, [number; 128]);
        }
    }

    fn pair(wait: Wait) -> (Sender, Receiver, UdpSocket) {
        let [one, other] = [(); 2].map(|()| UdpSocket::bind("127.0.0.1:0").unwrap());
        one.connect(other.local_addr().unwrap()).unwrap();
        other.connect(one.local_addr().unwrap()).unwrap();
        let raw = one.try_clone().unwrap();
        let (sender, _) = halves(one, wait).unwrap();
        let (_, receiver) = halves(other, wait).unwrap();
        (sender, receiver, raw)
    }

    #[test]
    fn datagrams_come_as_they_were_sent() {
        // More than go in one call, and fewer than the least room that a system gives: the receiver reads afterwards.
        const COUNT: u8 = 80;
        for wait in Wait::ALL {
            let (mut sender, mut receiver, _) = pair(wait);
            let mut message = [0; 700];

            for number in 0..COUNT {
                message.fill(number);
                sender.send(&message).unwrap();
            }
            sender.flush().unwrap();

            for number in 0..COUNT {
                assert!(receiver.receive(&mut message, WITHIN).unwrap(), "{wait:?}");
                assert_eq!(message, [number; 700], "{wait:?}");
            }
            assert!(!receiver.has_more(), "{wait:?}");
            let soon = Duration::from_millis(1);
            assert!(!receiver.receive(&mut message, soon).unwrap(), "{wait:?}");
        }
    }

    #[test]
    fn datagrams_of_another_length_are_passed_over() {
        for wait in Wait::ALL {
            let (mut sender, mut receiver, _) = pair(wait);
            let mut message = [0; 4];

            sender.send(b"longer than four").unwrap();
            sender.send(b"four").unwrap();
            sender.flush().unwrap();

            // A datagram that is too long is cut, and seen by its length.
            assert!(receiver.receive(&mut message, WITHIN).unwrap(), "{wait:?}");
            assert_eq!(&message, b"four", "{wait:?}");
        }
    }

    #[test]
    fn the_largest_message_arrives() {
        for wait in Wait::ALL {
            let (mut sender, mut receiver, _) = pair(wait);
            let mut came = vec![0; LARGEST];

            sender.send(&vec![7; LARGEST]).unwrap();
            sender.flush().unwrap();

            assert!(receiver.receive(&mut came, WITHIN).unwrap(), "{wait:?}");
            assert_eq!(came, vec![7; LARGEST]);
        }
    }

    #[test]
    fn copies_are_datagrams_of_their_own() {
        let (_sender, mut receiver, raw) = pair(Wait::Block);

        send_copies(&raw, b"copy", 5).unwrap();

        let mut message = [0; 4];
        for _ in 0..5 {
            assert!(receiver.receive(&mut message, WITHIN).unwrap());
            assert_eq!(&message, b"copy");
        }
    }
}
