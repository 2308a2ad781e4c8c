//! Sending to multicast groups without joining them: one socket for all groups of a sender.

use std::io;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use super::batch::Batch;
use super::group::NUMBER_BYTES;
use super::group_queue::GroupQueue;
use super::packet::{self, HEAD_BYTES, Id};
use super::{Destination, GroupOptions, MAX_DATAGRAM_BYTES, UdpWire};

/// Longest frame of [`GroupSender::append`]: one datagram without its head.
pub const MAX_GROUP_FRAME_BYTES: usize = MAX_DATAGRAM_BYTES - HEAD_BYTES - NUMBER_BYTES;

/// Sends to multicast groups. Members (see [`join_group`](crate::Endpoint::join_group)) get frames
/// as events, under [`Self::token`].
///
/// A cheap handle, used from any thread. Frames to one group arrive in the order appended, or not
/// at all.
#[derive(Clone, Debug)]
pub struct GroupSender(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    wire: UdpWire,
    token: Id,
    queue: GroupQueue,
    datagrams: AtomicU64,
    bytes: AtomicU64,
    queue_full: AtomicU64,
    socket_full: AtomicU64,
    refused: AtomicU64,
}

/// Counters of a [`GroupSender`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GroupCounters {
    /// Datagrams that left.
    pub datagrams: u64,
    /// Their bytes.
    pub bytes: u64,
    /// Not sent because too much waited.
    pub queue_full: u64,
    /// Not sent because the socket was full.
    pub socket_full: u64,
    /// Rejected by the system, mostly without a route to groups.
    pub refused: u64,
}

impl GroupSender {
    /// Opens a socket that sends to groups of that address family.
    ///
    /// # Errors
    /// Those of the system, for example an unknown interface.
    pub fn open(ipv4: bool, options: GroupOptions) -> io::Result<Self> {
        let from: IpAddr = if ipv4 {
            Ipv4Addr::UNSPECIFIED.into()
        } else {
            Ipv6Addr::UNSPECIFIED.into()
        };
        let wire = UdpWire::listen(SocketAddr::new(from, 0))?;
        options.send_by(&wire, ipv4)?;
        Ok(Self(Arc::new(Inner {
            wire,
            token: Id::of_token(packet::new_token()),
            queue: GroupQueue::new(),
            datagrams: AtomicU64::new(0),
            bytes: AtomicU64::new(0),
            queue_full: AtomicU64::new(0),
            socket_full: AtomicU64::new(0),
            refused: AtomicU64::new(0),
        })))
    }

    /// Id of this sender in the events of others.
    pub fn token(&self) -> u64 {
        self.0.token.raw()
    }

    /// Queues a frame of at most [`MAX_GROUP_FRAME_BYTES`] for a group: it leaves with
    /// [`Self::depart`]. No system call. Gives `false` if it was dropped, which is counted.
    pub fn append(&self, to: SocketAddr, frame: &[u8]) -> bool {
        let head = packet::group_head(self.0.token);
        let queued = frame.len() <= MAX_GROUP_FRAME_BYTES && self.0.queue.append(to, head, frame);
        if !queued {
            self.0.queue_full.fetch_add(1, Ordering::Relaxed);
        }
        queued
    }

    /// Sends queued frames. If another thread is sending, that one sends these, too.
    pub fn depart(&self) {
        self.0.queue.depart(|to, batch| self.send(to, batch));
    }

    fn send(&self, to: SocketAddr, batch: &Batch) {
        let to = Destination { to, from: None };
        let sent = self.0.wire.send(&to, batch);
        let counted = [
            (&self.0.datagrams, sent.datagrams),
            (&self.0.bytes, sent.bytes),
            (&self.0.socket_full, sent.full),
            (&self.0.refused, sent.refused),
        ];
        for (counter, count) in counted {
            counter.fetch_add(count, Ordering::Relaxed);
        }
    }

    /// Counters so far.
    pub fn counters(&self) -> GroupCounters {
        let of = |counter: &AtomicU64| counter.load(Ordering::Relaxed);
        GroupCounters {
            datagrams: of(&self.0.datagrams),
            bytes: of(&self.0.bytes),
            queue_full: of(&self.0.queue_full),
            socket_full: of(&self.0.socket_full),
            refused: of(&self.0.refused),
        }
    }
}
