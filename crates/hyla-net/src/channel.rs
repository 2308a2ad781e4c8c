//! The handle of a channel, used from any thread.

use std::fmt;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use crate::attention::Attention;
use crate::carrier::Link;
use crate::chained::ChainLink;
use crate::counters::Received;
use crate::modules::{ChainError, ModuleSpec};
use crate::{Address, ChannelCounters, CloseReason, PeerAddress};

/// Names a channel; unique within the process, never used again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ChannelId(u64);

impl ChannelId {
    /// Also numbers listeners, so that both can be told apart in readiness events.
    pub(crate) fn next() -> Self {
        static NEXT: AtomicU64 = AtomicU64::new(1);
        Self(NEXT.fetch_add(1, Relaxed))
    }

    pub(crate) fn token(self) -> mio::Token {
        // 64-bit targets only lose nothing; on others the count would have to pass 2^32 first.
        mio::Token(self.0 as usize)
    }

    pub(crate) fn of_token(token: mio::Token) -> Self {
        Self(token.0 as u64)
    }
}

impl fmt::Display for ChannelId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

/// One end of a channel: ordered frames to one peer, none lost while it is open. By a
/// best-effort profile over datagrams, or through modules that lose, they may be lost, and are still ordered and
/// never doubled.
///
/// A cheap handle; all clones are the same channel, which stays open when they are dropped. What
/// arrives comes as [`Event`](crate::Event)s from the endpoint it belongs to.
#[derive(Clone, Debug)]
pub struct Channel(pub(crate) Arc<Shared>);

/// What the handles and the endpoint share.
#[derive(Debug)]
pub(crate) struct Shared {
    pub(crate) id: ChannelId,
    pub(crate) endpoint: Arc<Attention>,
    pub(crate) link: Link,
    /// Protocol modules between the channel and its link, where that is a stream or within a process.
    pub(crate) chain: OnceLock<Box<ChainLink>>,
    pub(crate) trusted: AtomicBool,
    /// Closed on this side: nothing more is delivered.
    pub(crate) shut: AtomicBool,
    /// Not read for now.
    paused: AtomicBool,
    pub(crate) received: Received,
    /// 0 to 7.
    pub(crate) priority: AtomicU8,
}

impl Shared {
    pub(crate) fn new(endpoint: &Arc<Attention>, id: ChannelId, link: Link) -> Arc<Self> {
        Arc::new(Self {
            id,
            endpoint: Arc::clone(endpoint),
            link,
            chain: OnceLock::new(),
            trusted: AtomicBool::new(false),
            shut: AtomicBool::new(false),
            paused: AtomicBool::new(false),
            received: Received::new(Instant::now()),
            priority: AtomicU8::new(0),
        })
    }

    /// Whether its owner does not want to read from it for now. A closed channel is read: its end has to be seen.
    #[inline]
    pub(crate) fn is_paused(&self) -> bool {
        self.paused.load(Relaxed) && !self.shut.load(Relaxed)
    }

    /// Whether it was closed here, and protocol modules still hold something that is to leave.
    pub(crate) fn is_leaving(&self) -> bool {
        self.chain.get().is_some_and(|chain| chain.is_leaving())
    }
}

/// Whether the sender should hold back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pressure {
    /// Go on.
    Open,
    /// More than `send_queue_bytes` wait: call [`Channel::wait_for_room`] before the next send.
    /// What was sent is kept all the same.
    High,
}

/// The channel is closed; the frame was not taken. [`Event::Closed`](crate::Event) says why.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the channel is closed")]
pub struct Closed;

/// Why waiting for room ended without room.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoRoom {
    /// The channel is closed.
    #[error("the channel is closed")]
    Closed,
    /// The time given has passed.
    #[error("the peer did not make room in the time given")]
    TimedOut,
}

/// Why a protocol module keeps its parameters.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum NotAdjusted {
    /// It was made without any.
    #[error("the channel has no protocol modules")]
    NoModules,
    /// What the chain says.
    #[error(transparent)]
    Chain(ChainError),
    /// The channel is in use all the time.
    #[error("the channel is in use just now")]
    Busy,
}

impl ChannelId {
    /// Its number, unique within the process.
    pub fn raw(self) -> u64 {
        self.0
    }

    /// The id with that number.
    pub fn from_raw(number: u64) -> Self {
        Self(number)
    }
}

impl Channel {
    /// Names this channel in events.
    pub fn id(&self) -> ChannelId {
        self.0.id
    }

    /// Sends one frame, which `write` appends to the buffer it is given (whatever else is in the
    /// buffer belongs to other frames). Writing nothing sends nothing.
    ///
    /// Never blocks on the network and, unless it is a best-effort channel over datagrams, never loses. If the wire is idle the calling thread writes
    /// it; else the frame leaves with others when the wire is free again, at most about
    /// `bundle_gap` later while the endpoint is polled (see
    /// [`Unattended`](crate::Unattended) for when it is not).
    ///
    /// `write` runs under the channel's lock: it must be short and not use this channel. A frame
    /// over `max_frame_bytes` closes the channel, since leaving one out would be a loss.
    ///
    /// # Errors
    /// [`Closed`] if the channel is closed, on this side or because it broke.
    pub fn send(&self, write: impl FnOnce(&mut Vec<u8>)) -> Result<Pressure, Closed> {
        let pressure = self.append(write)?;
        self.depart();
        Ok(pressure)
    }

    /// The first half of [`Self::send`]: the frame waits in the bundle until [`Self::depart`]. For
    /// callers that hold a lock and must not make system calls under it.
    ///
    /// # Errors
    /// As [`Self::send`].
    pub fn append(&self, write: impl FnOnce(&mut Vec<u8>)) -> Result<Pressure, Closed> {
        match self.0.chain.get() {
            None => self.0.link.append(&self.0, write),
            Some(chain) => chain.append(&self.0, write),
        }
    }

    /// As [`Self::append`], of a frame that ends with `tail`: in shared memory a long one is copied once, to
    /// where the receiver reads it, as far as there is room.
    ///
    /// # Errors
    /// As [`Self::send`].
    pub fn append_with(
        &self,
        write: impl FnOnce(&mut Vec<u8>),
        tail: &[u8],
    ) -> Result<Pressure, Closed> {
        match self.0.chain.get() {
            None => self.0.link.append_with(&self.0, write, tail),
            Some(chain) => chain.append(&self.0, |frame| {
                write(frame);
                frame.extend_from_slice(tail);
            }),
        }
    }

    /// As [`Self::append_with`], of a frame that may be lost: while more than `send_queue_bytes` wait, or a frame that may not be
    /// lost waits for room, it is dropped and counted ([`Dropped::queue_full`](crate::Dropped)) instead of reporting
    /// pressure. Gives whether the frame was appended.
    ///
    /// # Errors
    /// As [`Self::send`].
    pub fn append_lossy(
        &self,
        write: impl FnOnce(&mut Vec<u8>),
        tail: &[u8],
    ) -> Result<bool, Closed> {
        match self.0.chain.get() {
            None => self.0.link.append_lossy(&self.0, write, tail),
            Some(chain) => chain.append_lossy(&self.0, |frame| {
                write(frame);
                frame.extend_from_slice(tail);
            }),
        }
    }

    /// Pauses or resumes reading. What the peer sends meanwhile waits in the transport, and when that is full at the peer,
    /// whose senders see [`Pressure::High`]. A peer that has closed the channel, or is gone, is read to the end. Without
    /// effect on datagrams.
    pub fn set_paused(&self, paused: bool) {
        if self.0.paused.swap(paused, Relaxed) != paused {
            self.0
                .endpoint
                .put(|lists| lists.paused.push(Arc::clone(&self.0)));
        }
    }

    /// The second half of [`Self::send`]: what was appended leaves at once if the wire is idle, else
    /// soon. May write the socket.
    pub fn depart(&self) {
        match self.0.chain.get() {
            None => self.0.link.depart(&self.0),
            Some(chain) => chain.depart(&self.0),
        }
    }

    /// Whether [`Self::depart`] has something to do. In shared memory, what was appended is with the peer by then,
    /// unless that sleeps or has no room; over TCP, the endpoint may be going to write in any case.
    #[inline]
    pub fn has_to_depart(&self) -> bool {
        self.0.chain.get().is_some() || self.0.link.has_to_depart()
    }

    /// Sends one frame made of `parts`, one after the other. As [`Self::send`].
    ///
    /// # Errors
    /// As [`Self::send`].
    pub fn send_parts(&self, parts: &[&[u8]]) -> Result<Pressure, Closed> {
        let Some((tail, parts)) = parts.split_last() else {
            return Ok(self.pressure());
        };
        let write = |frame: &mut Vec<u8>| {
            for part in parts {
                frame.extend_from_slice(part);
            }
        };
        let pressure = self.append_with(write, tail)?;
        self.depart();
        Ok(pressure)
    }

    /// What has gathered leaves now, as far as the wire has room. Needs nobody who polls.
    pub fn flush(&self) {
        match self.0.chain.get() {
            None => self.0.link.flush(&self.0),
            Some(chain) => chain.flush(&self.0),
        }
    }

    /// Blocks the calling thread until less than half of `send_queue_bytes` waits.
    ///
    /// Between processes it also works on the thread that owns the endpoint and when nobody polls: it then
    /// writes by itself. In process only the receiver can make room, so that two endpoints of one
    /// thread must not wait for each other. A best-effort channel over datagrams always has room; a reliable
    /// one hears of room only while its endpoint is polled: if it is not, this returns at once. So does any channel
    /// with `retransmit` in its chain.
    ///
    /// # Errors
    /// [`NoRoom::Closed`] when the channel is or becomes closed, [`NoRoom::TimedOut`] after
    /// `timeout` (`None`: never).
    pub fn wait_for_room(&self, timeout: Option<Duration>) -> Result<(), NoRoom> {
        match self.0.chain.get() {
            None => self.0.link.wait_for_room(&self.0, timeout),
            Some(chain) => chain.wait_for_room(&self.0, timeout),
        }
    }

    /// Whether more than `send_queue_bytes` wait to be sent.
    pub fn pressure(&self) -> Pressure {
        match self.0.chain.get() {
            None => self.0.link.pressure(),
            Some(chain) => chain.pressure(),
        }
    }

    /// Accepts frames up to `max_frame_bytes` from now on, instead of `max_first_frame_bytes`.
    /// To be called when the first frame has shown who the peer is.
    pub fn trust(&self) {
        self.0.trusted.store(true, Relaxed);
    }

    /// What arrives on the channel is read before what arrives on those of lower priority, also between
    /// their frames. 0, which every channel has at first, is the least; 7 the highest. It concerns this side,
    /// and channels over TCP and in shared memory.
    pub fn set_priority(&self, priority: u8) {
        if self.0.priority.swap(priority.min(7), Relaxed) != priority {
            self.0
                .endpoint
                .put(|lists| lists.priorities.push(Arc::clone(&self.0)));
        }
    }

    /// Closes the channel: nothing more is sent or delivered. What is queued is still written as
    /// far as that goes without blocking, by this call and for up to `linger` by `poll`, also what
    /// protocol modules hold back; then the peer sees the end of the stream. [`Event::Closed`](crate::Event) with `reason` follows on
    /// the next poll. Closing twice does nothing.
    pub fn close(&self, reason: &str) {
        if self.0.shut.swap(true, Relaxed) {
            return;
        }
        let reason = CloseReason::Local(reason.to_owned());
        if self.0.link.has_failed() {
            return;
        }
        match self.0.chain.get() {
            None => self.0.link.close(&self.0, reason),
            Some(chain) => chain.close(&self.0, reason),
        }
        self.0
            .endpoint
            .put(|lists| lists.ended.push(Arc::clone(&self.0)));
    }

    /// Changes `bundle_bytes` and `bundle_gap` of a channel that runs. Without effect where frames do not
    /// gather to share system calls: in shared memory and within a process.
    pub fn set_bundling(&self, bytes: Option<usize>, gap: Option<Duration>) {
        self.0.link.set_bundling(bytes, gap);
    }

    /// Gives a protocol module of the channel other parameters while it runs, at this end: `bundle`,
    /// `rate-limit`, `impair` and `compress` can be changed. Over datagrams it may wait some milliseconds for a thread that is
    /// using the channel just now.
    ///
    /// # Errors
    /// [`NotAdjusted`] says why; then all is as before.
    pub fn adjust(&self, spec: &ModuleSpec) -> Result<(), NotAdjusted> {
        match self.0.chain.get() {
            None => self.0.link.adjust(spec),
            Some(chain) => chain.adjust(&self.0, spec).map_err(NotAdjusted::Chain),
        }
    }

    /// What the channel has done so far.
    pub fn counters(&self) -> ChannelCounters {
        let mut counters = self.0.link.counters();
        self.0.received.fill(&mut counters);
        if let Some(chain) = self.0.chain.get() {
            chain.fill(&mut counters);
        }
        counters
    }

    /// What the protocol modules of the channel have counted: name of the module, name of the
    /// counter, value.
    pub fn module_counters(&self, each: &mut dyn FnMut(&'static str, &'static str, u64)) {
        match self.0.chain.get() {
            None => self.0.link.module_counters(&self.0, each),
            Some(chain) => chain.module_counters(each),
        }
    }

    /// Name of the profile that the caller of a channel chose for it, if it runs over datagrams or has protocol
    /// modules.
    pub fn profile_name(&self) -> Option<&str> {
        match self.0.chain.get() {
            None => self.0.link.profile_name(),
            Some(chain) => Some(&chain.name),
        }
    }

    /// This end's address. Over TCP the one of the connection, unspecified until it is made; over
    /// shared memory the door between the two.
    pub fn local_address(&self) -> Address {
        self.0.link.local_address()
    }

    /// The other end's address: what was connected to, or where the peer called from.
    pub fn peer_address(&self) -> PeerAddress {
        self.0.link.peer_address()
    }
}
