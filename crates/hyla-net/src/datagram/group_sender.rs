//! Sending to multicast groups without being in them: one socket for all groups of a sender.

use std::io;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError, TryLockError};

use super::batch::Batch;
use super::group::NUMBER_BYTES;
use super::packet::{self, HEAD_BYTES, Id};
use super::{Destination, GroupOptions, MAX_DATAGRAM_BYTES, UdpWire};

/// Longest frame that [`GroupSender::append`] takes: what is in one datagram, beside its head.
pub const MAX_GROUP_FRAME_BYTES: usize = MAX_DATAGRAM_BYTES - HEAD_BYTES - NUMBER_BYTES;

/// Most bytes that wait for a thread that sends.
const QUEUE_BYTES: usize = 4 << 20;

/// Sends to multicast groups. What others have joined with [`join_group`](crate::Endpoint::join_group) they get
/// as events, each frame under [`Self::token`].
///
/// A cheap handle, used from any thread. Frames to one group arrive in the order appended, or not at all.
#[derive(Clone, Debug)]
pub struct GroupSender(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    wire: UdpWire,
    token: Id,
    queue: Mutex<Queue>,
    /// Held by the thread that sends.
    sending: Mutex<Queue>,
    /// Something was appended since the queue was last taken.
    more: AtomicBool,
    datagrams: AtomicU64,
    bytes: AtomicU64,
    queue_full: AtomicU64,
    socket_full: AtomicU64,
    refused: AtomicU64,
}

#[derive(Debug, Default)]
struct Queue {
    next: u32,
    /// Frames to groups, each group with as many as follow one another.
    runs: Vec<(SocketAddr, Batch)>,
    bytes: usize,
    /// Room to be used again.
    spare: Vec<Batch>,
}

/// What a [`GroupSender`] has done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GroupCounters {
    /// Datagrams that left.
    pub datagrams: u64,
    /// Their bytes.
    pub bytes: u64,
    /// Not sent since too much waited.
    pub queue_full: u64,
    /// Not sent since the socket was full.
    pub socket_full: u64,
    /// Not sent since the system would not: most often it has no route to groups.
    pub refused: u64,
}

impl GroupSender {
    /// A socket that sends to groups of that family.
    ///
    /// # Errors
    /// Those of the system, for example that it has no such interface.
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
            queue: Mutex::default(),
            sending: Mutex::default(),
            more: AtomicBool::new(false),
            datagrams: AtomicU64::new(0),
            bytes: AtomicU64::new(0),
            queue_full: AtomicU64::new(0),
            socket_full: AtomicU64::new(0),
            refused: AtomicU64::new(0),
        })))
    }

    /// Names this sender in the events of others.
    pub fn token(&self) -> u64 {
        self.0.token.raw()
    }

    /// Queues a frame of at most [`MAX_GROUP_FRAME_BYTES`] for a group: it leaves with [`Self::depart`]. No
    /// system call. Gives `false` if it was dropped, which is counted.
    pub fn append(&self, to: SocketAddr, frame: &[u8]) -> bool {
        let mut queue = self.0.queue.lock().unwrap_or_else(PoisonError::into_inner);
        if queue.bytes + frame.len() > QUEUE_BYTES || frame.len() > MAX_GROUP_FRAME_BYTES {
            self.0.queue_full.fetch_add(1, Ordering::Relaxed);
            return false;
        }
        queue.next = queue.next.wrapping_add(1);
        let number = queue.next.to_le_bytes();
        queue.bytes += frame.len();
        if queue.runs.last().is_none_or(|(group, _)| *group != to) {
            let batch = queue.spare.pop().unwrap_or_default();
            queue.runs.push((to, batch));
        }
        if let Some((_, batch)) = queue.runs.last_mut() {
            let [a, b, c, d, e, f, g, h] = packet::group_head(self.0.token);
            let [i, j, k, l] = number;
            batch.push(&[a, b, c, d, e, f, g, h, i, j, k, l], frame);
        }
        self.0.more.store(true, Ordering::SeqCst);
        true
    }

    /// Sends what was queued. If another thread is sending, that one sends this, too.
    pub fn depart(&self) {
        // Whoever sends looks again after it has let go.
        while self.0.more.load(Ordering::SeqCst) {
            let mut taken = match self.0.sending.try_lock() {
                Ok(taken) => taken,
                Err(TryLockError::Poisoned(poisoned)) => poisoned.into_inner(),
                Err(TryLockError::WouldBlock) => return,
            };
            self.0.more.store(false, Ordering::SeqCst);
            {
                let mut queue = self.0.queue.lock().unwrap_or_else(PoisonError::into_inner);
                std::mem::swap(&mut queue.runs, &mut taken.runs);
                queue.bytes = 0;
            }
            for (to, batch) in &taken.runs {
                self.send(*to, batch);
            }
            let mut queue = self.0.queue.lock().unwrap_or_else(PoisonError::into_inner);
            for (_, mut batch) in taken.runs.drain(..) {
                batch.clear();
                batch.shrink_to(QUEUE_BYTES / 64);
                if queue.spare.len() < 16 {
                    queue.spare.push(batch);
                }
            }
        }
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

    /// What it has done so far.
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
