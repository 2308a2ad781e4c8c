//! Sending to multicast groups without joining them: one socket for all groups of a sender.

use std::io;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use super::batch::Batch;
use super::group::NUMBER_BYTES;
use super::group_queue::GroupQueue;
use super::packet::{self, HEAD_BYTES, Id};
use super::{Destination, GroupOptions, MAX_DATAGRAM_BYTES, UdpWire};
use crate::secure::{DATAGRAM_SEAL_BYTES, Place, Sealing, Security};

/// Longest frame of [`GroupSender::append`]: one datagram without its head and its seal.
pub const MAX_GROUP_FRAME_BYTES: usize =
    MAX_DATAGRAM_BYTES - HEAD_BYTES - NUMBER_BYTES - DATAGRAM_SEAL_BYTES;

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
    /// Used by the sending thread.
    sealed: Mutex<(Sealing, Batch)>,
    datagrams: AtomicU64,
    bytes: AtomicU64,
    queue_full: AtomicU64,
    socket_full: AtomicU64,
    refused: AtomicU64,
    /// Mean time of a call that sends, in nanoseconds.
    cost: AtomicU64,
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
        Self::open_sealed(ipv4, options, &Security::default())
    }

    /// As [`Self::open`]; datagrams are sealed with the keys of `security`, if it has any or demands them.
    ///
    /// # Errors
    /// As [`Self::open`].
    pub fn open_sealed(ipv4: bool, options: GroupOptions, security: &Security) -> io::Result<Self> {
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
            sealed: Mutex::new((Sealing::new(security), Batch::default())),
            datagrams: AtomicU64::new(0),
            bytes: AtomicU64::new(0),
            queue_full: AtomicU64::new(0),
            socket_full: AtomicU64::new(0),
            refused: AtomicU64::new(0),
            cost: AtomicU64::new(0),
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
        let destination = Destination { to, from: None };
        let began = Instant::now();
        let mut sealed = self.0.sealed.lock().unwrap_or_else(PoisonError::into_inner);
        let (sealing, buffer) = &mut *sealed;
        let sent = if sealing.is_demanded() {
            let place = Place::group(to);
            buffer.clear();
            let mut refused = 0;
            for datagram in batch.datagrams() {
                let put = buffer.push_sealed(sealing, place, [datagram, &[]]);
                refused += u64::from(put.is_err());
            }
            let mut sent = self.0.wire.send(&destination, buffer);
            sent.refused += refused;
            sent
        } else {
            self.0.wire.send(&destination, batch)
        };
        drop(sealed);
        // One thread sends at a time.
        let took = began.elapsed().as_nanos() as u64;
        let before = self.0.cost.load(Ordering::Relaxed);
        let mean = (before * 7 + took) / 8;
        self.0.cost.store(mean, Ordering::Relaxed);
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

    /// How long it takes, of late, to send what waits: with the time for which receivers take the processor from the sender.
    pub fn send_cost(&self) -> Duration {
        Duration::from_nanos(self.0.cost.load(Ordering::Relaxed))
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
