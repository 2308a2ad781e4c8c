//! The handle of a channel, for use from any thread.

use std::fmt;
use std::num::NonZeroU64;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use crate::board::ChannelBoards;
use crate::carrier::AnyCarrier;
use crate::chained::ChainedCarrier;
use crate::counters::Received;
use crate::mailbox::EndpointMailbox;
use crate::memory::SharedFrame;
use crate::modules::{ChainError, ModuleSpec};
use crate::{Address, ChannelCounters, CloseReason, PeerAddress, SharedTable};

/// Identifies a channel; unique within the process, never used again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ChannelId(u64);

impl ChannelId {
    /// Also numbers listeners, so that readiness events distinguish both.
    pub(crate) fn next() -> Self {
        static NEXT: AtomicU64 = AtomicU64::new(1);
        Self(NEXT.fetch_add(1, Relaxed))
    }

    pub(crate) fn token(self) -> mio::Token {
        // Loses nothing on 64-bit targets; on others the count would have to pass 2^32 first.
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

/// One end of a channel: ordered frames to one peer, without loss while it is open. With a
/// best-effort profile over datagrams, or with lossy protocol modules, frames may be lost, but stay
/// in order and are never duplicated.
///
/// A cheap handle; all clones are the same channel, which stays open when they are dropped.
/// Received frames are [`Event`](crate::Event)s of its endpoint.
#[derive(Clone, Debug)]
pub struct Channel(pub(crate) Arc<Shared>);

/// How far the owner of an endpoint trusts a peer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum Trust {
    None,
    /// [`Channel::admit`].
    Admitted,
    /// [`Channel::trust`].
    Full,
}

/// State shared by the handles and the endpoint.
#[derive(Debug)]
pub(crate) struct Shared {
    pub(crate) id: ChannelId,
    pub(crate) endpoint: Arc<EndpointMailbox>,
    pub(crate) link: AnyCarrier,
    /// Protocol modules between the channel and its carrier, for byte streams and within a process.
    pub(crate) chain: OnceLock<Box<ChainedCarrier>>,
    trust: AtomicU8,
    /// Number of the user whose unfinished frames are limited together; 0 for none.
    user: AtomicU64,
    /// Closed on this side: nothing more is delivered.
    pub(crate) shut: AtomicBool,
    /// Closed on this side, and what is queued is dropped.
    pub(crate) dropped: AtomicBool,
    /// Reading is paused.
    paused: AtomicBool,
    pub(crate) received: Received,
    /// 0 to 7.
    pub(crate) priority: AtomicU8,
}

impl Shared {
    pub(crate) fn new(
        endpoint: &Arc<EndpointMailbox>,
        id: ChannelId,
        link: AnyCarrier,
    ) -> Arc<Self> {
        link.share_write_time(&endpoint.write_time);
        Arc::new(Self {
            id,
            endpoint: Arc::clone(endpoint),
            link,
            chain: OnceLock::new(),
            trust: AtomicU8::new(Trust::None as u8),
            user: AtomicU64::new(0),
            shut: AtomicBool::new(false),
            dropped: AtomicBool::new(false),
            paused: AtomicBool::new(false),
            received: Received::new(Instant::now()),
            priority: AtomicU8::new(0),
        })
    }

    /// The user that [`Channel::trust_user`] has named.
    pub(crate) fn user(&self) -> Option<NonZeroU64> {
        NonZeroU64::new(self.user.load(Relaxed))
    }

    fn raise_trust(&self, trust: Trust) {
        self.trust.fetch_max(trust as u8, Relaxed);
    }

    /// How far the owner of the endpoint trusts the peer.
    #[inline]
    pub(crate) fn trust(&self) -> Trust {
        match self.trust.load(Relaxed) {
            0 => Trust::None,
            1 => Trust::Admitted,
            _ => Trust::Full,
        }
    }

    /// Whether reading is paused. A closed channel is read to its end.
    #[inline]
    pub(crate) fn is_paused(&self) -> bool {
        self.paused.load(Relaxed) && !self.shut.load(Relaxed)
    }

    /// Whether it was closed here while protocol modules still have packets to send.
    pub(crate) fn is_leaving(&self) -> bool {
        self.chain.get().is_some_and(|chain| chain.is_leaving())
    }
}

/// Back-pressure on the sender.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pressure {
    /// Room for more.
    Open,
    /// More than `send_queue_bytes` wait: call [`Channel::wait_for_room`] before the next send. The frame was accepted.
    High,
}

/// The channel is closed; the frame was not accepted. [`Event::Closed`](crate::Event) has the reason.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the channel is closed")]
pub struct Closed;

/// Why waiting for room ended without room.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoRoom {
    /// The channel is closed.
    #[error("the channel is closed")]
    Closed,
    /// The timeout has passed.
    #[error("the peer did not make room in the time given")]
    TimedOut,
}

/// Why an adjustment was rejected; the old parameters stay in force.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum NotAdjusted {
    /// The channel has no protocol modules.
    #[error("the channel has no protocol modules")]
    NoModules,
    /// Rejected by the chain.
    #[error(transparent)]
    Chain(ChainError),
    /// Another thread was using the channel the whole time.
    #[error("another thread is using the channel")]
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
    /// The id of this channel in events.
    pub fn id(&self) -> ChannelId {
        self.0.id
    }

    /// Sends one frame, which `write` appends to the given buffer (its earlier content belongs to other frames). An
    /// empty frame is not sent.
    ///
    /// Never blocks on the network and, except for best effort over datagrams, never loses the frame. If the wire is
    /// idle, the calling thread writes it; otherwise the frame leaves with others when the wire is free again, at most
    /// about `bundle_gap` later while the endpoint is polled (otherwise see [`Unattended`](crate::Unattended)).
    ///
    /// `write` runs under the channel's lock: it must be short and not use this channel. A frame over `max_frame_bytes`
    /// closes the channel, since dropping one would break the guarantee.
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

    /// As [`Self::append`] for a frame that ends with `tail`: in shared memory, a long tail is copied once, directly to
    /// the reader's ring, as far as there is room.
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

    /// Writes a frame that ends with the long `tail` to memory that the peer of this channel reads, so that
    /// [`append_shared`](Self::append_shared) can pass it to this and other channels of the endpoint.
    ///
    /// `None` if the frame has to be copied, by [`append_with`](Self::append_with): the peer is no process of this host and user;
    /// it has not got the memory yet, which the first call passes to it; the frame is too short or too long
    /// ([`EndpointConfig::shared_frame_bytes`](crate::EndpointConfig::shared_frame_bytes)); or there is no room.
    pub fn share(&self, write: impl FnOnce(&mut Vec<u8>), tail: &[u8]) -> Option<SharedFrame> {
        match self.0.chain.get() {
            None => self.0.link.share(&self.0, write, tail),
            Some(_) => None,
        }
    }

    /// As [`Self::append`] for a frame that [`share`](Self::share) of a channel of this endpoint has written; the peer reads it where
    /// it lies. `None` if that is not possible here, or the peer has so much of it already that others would get none: then nothing
    /// was done.
    pub fn append_shared(&self, frame: &SharedFrame) -> Option<Result<Pressure, Closed>> {
        match self.0.chain.get() {
            None if frame.is_of(&self.0.endpoint.frames) => {
                self.0.link.append_shared(&self.0, frame)
            }
            _ => None,
        }
    }

    /// As [`Self::append_with`] for best effort: while more than `send_queue_bytes` wait, or a reliable frame waits for
    /// room, the frame is dropped and counted ([`Dropped::queue_full`](crate::Dropped)) without back-pressure. Returns
    /// whether the frame was appended.
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

    /// Pauses or resumes reading. Frames of the peer wait in the transport; when that is full, its senders get
    /// [`Pressure::High`]. A channel that the peer has closed is read to the end. No effect on datagrams.
    pub fn set_paused(&self, paused: bool) {
        if self.0.paused.swap(paused, Relaxed) != paused {
            self.0
                .endpoint
                .put(|lists| lists.paused.push(Arc::clone(&self.0)));
        }
    }

    /// The second half of [`Self::send`]: appended frames leave at once if the wire is idle, else soon. May write to
    /// the socket.
    pub fn depart(&self) {
        match self.0.chain.get() {
            None => self.0.link.depart(&self.0),
            Some(chain) => chain.depart(&self.0),
        }
    }

    /// Whether [`Self::depart`] has work. In shared memory, appended frames have reached the peer already, unless it
    /// sleeps or has no room; over TCP, the endpoint may be about to write anyway.
    #[inline]
    pub fn has_to_depart(&self) -> bool {
        self.0.chain.get().is_some() || self.0.link.has_to_depart()
    }

    /// Sends one frame made of `parts`, in order. As [`Self::send`].
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

    /// Writes the bundle now, as far as the wire has room. Needs no polling thread.
    pub fn flush(&self) {
        match self.0.chain.get() {
            None => self.0.link.flush(&self.0),
            Some(chain) => chain.flush(&self.0),
        }
    }

    /// Blocks the calling thread until less than half of `send_queue_bytes` waits.
    ///
    /// Between processes it also works on the endpoint's own thread and without polling: it writes by itself. Within a
    /// process only the receiver makes room: two endpoints of one thread must not wait for each other. A best-effort
    /// channel over datagrams always has room. A reliable channel over datagrams, or with `retransmit` in its chain,
    /// learns of room only while its endpoint is polled: otherwise this returns at once.
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

    /// Accepts frames up to `max_frame_bytes` from now on, instead of `max_first_frame_bytes`, from a peer that has not proven yet
    /// who it is: what has arrived of unfinished ones counts against `max_unfinished_bytes`. The channel does not count among
    /// strangers any more, but gives up its descriptor for `reserved_descriptors` when there are no strangers.
    pub fn admit(&self) {
        self.0.raise_trust(Trust::Admitted);
    }

    /// The same without that limit. Call it when the peer is known.
    pub fn trust(&self) {
        self.0.raise_trust(Trust::Full);
    }

    /// As [`Self::trust`], for one of several channels of a user: what has arrived of their unfinished frames counts together against
    /// [`max_unfinished_bytes_of_user`](crate::EndpointConfig::max_unfinished_bytes_of_user).
    pub fn trust_user(&self, user: NonZeroU64) {
        self.0.user.store(user.get(), Relaxed);
        self.trust();
    }

    /// Sets the read priority of this end: channels of higher priority are read first, also between frames. From 0, the
    /// default, to 7, the highest. For channels over TCP and in shared memory.
    pub fn set_priority(&self, priority: u8) {
        if self.0.priority.swap(priority.min(7), Relaxed) != priority {
            self.0
                .endpoint
                .put(|lists| lists.priorities.push(Arc::clone(&self.0)));
        }
    }

    /// Closes the channel: no more frames are accepted or delivered. Queued frames, also those in protocol modules, are
    /// still written without blocking, by this call and for up to `linger` by `poll`; then the peer sees the end.
    /// [`Event::Closed`](crate::Event) with `reason` follows on the next poll. Closing twice has no effect.
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

    /// As [`Self::close`], but what is queued is dropped: the peer does not read it.
    pub fn drop_queue_and_close(&self, reason: &str) {
        self.0.dropped.store(true, Relaxed);
        self.close(reason);
    }

    /// Changes `bundle_bytes` and `bundle_gap` at run time. No effect in shared memory and within a process, which have
    /// no bundles.
    pub fn set_bundling(&self, bytes: Option<usize>, gap: Option<Duration>) {
        self.0.link.set_bundling(bytes, gap);
    }

    /// Changes parameters of a protocol module at this end at run time: `bundle`, `rate-limit`, `impair` and
    /// `compress`. Over datagrams it may wait some milliseconds for a thread that uses the channel.
    ///
    /// # Errors
    /// [`NotAdjusted`]; then nothing has changed.
    pub fn adjust(&self, spec: &ModuleSpec) -> Result<(), NotAdjusted> {
        match self.0.chain.get() {
            None => self.0.link.adjust(spec),
            Some(chain) => chain.adjust(&self.0, spec).map_err(NotAdjusted::Chain),
        }
    }

    /// Counters of the channel.
    pub fn counters(&self) -> ChannelCounters {
        let mut counters = self.0.link.counters();
        self.0.received.fill(&mut counters);
        if let Some(chain) = self.0.chain.get() {
            chain.fill(&mut counters);
        }
        counters
    }

    /// Counters of its protocol modules: name of the module, name of the counter, value.
    pub fn module_counters(&self, each: &mut dyn FnMut(&'static str, &'static str, u64)) {
        match self.0.chain.get() {
            None => self.0.link.module_counters(&self.0, each),
            Some(chain) => chain.module_counters(each),
        }
    }

    /// Name of the profile that the caller chose, for channels over datagrams or with protocol modules.
    pub fn profile_name(&self) -> Option<&str> {
        match self.0.chain.get() {
            None => self.0.link.profile_name(),
            Some(chain) => Some(&chain.name),
        }
    }

    /// Address of this end. Over TCP that of the connection, unspecified before it is established; over shared memory
    /// the listener's.
    pub fn local_address(&self) -> Address {
        self.0.link.local_address()
    }

    /// The process at the other end, as the kernel reports it; `None` unless the channel is in shared memory.
    pub fn peer_process(&self) -> Option<crate::PeerProcess> {
        self.0.link.peer_process()
    }

    /// Checks that the process at the other end of an established TCP channel within this host is of this user, of root, or of the
    /// user with the number `also`: anybody can listen at a free port.
    ///
    /// # Errors
    /// Who is there, or that the system does not say so.
    pub fn check_server_user(&self, also: Option<u32>) -> Result<(), String> {
        #[cfg(target_os = "linux")]
        if let (Some(local), Some(peer)) = (self.local_address().tcp(), self.peer_address().tcp()) {
            return crate::same_host::check_server(local, peer, also);
        }
        #[cfg(not(target_os = "linux"))]
        let _ = also;
        Err("the system does not say which user the other process has".to_owned())
    }

    /// The boards of both ends, on which each shows the other a few words without a message; `None` unless both are on one host, and
    /// their memory is connected. Takes a lock.
    pub fn boards(&self) -> Option<ChannelBoards> {
        let place = self.0.link.boards()?;
        Some(ChannelBoards::new(place, self.clone()))
    }

    /// Passes a table to the other end, where it comes as [`Event::Table`](crate::Event::Table) with that number; whether that is possible: not
    /// unless the two ends are processes of one host that share memory, and the table was made here. Takes a system call, and
    /// never waits. One thread at a time.
    pub fn pass_table(&self, table: &SharedTable, number: u64) -> bool {
        self.0.link.pass_table(table, number)
    }

    /// [`ChannelBoards::rouse`].
    pub(crate) fn rouse(&self) {
        self.0.link.rouse();
    }

    /// Frames that departed over sockets of its endpoint so shortly after another one that a bundle of both would have been better,
    /// since [`Remote::take_dense_frames`](crate::Remote::take_dense_frames). Without somebody who polls the endpoint, each was a
    /// system call.
    #[inline]
    pub fn dense_frames(&self) -> u32 {
        self.0.endpoint.dense_frames.load(Relaxed)
    }

    /// Whether nobody else can read or change what it carries: memory, or an encrypted connection whose handshake is over.
    pub fn is_private(&self) -> bool {
        self.0.link.is_private()
    }

    /// Changes the keys of an encrypted connection; others are left as they are. Both directions get new keys with the next
    /// bundle, and nothing is lost.
    pub fn change_keys(&self) {
        self.0.link.change_keys();
    }

    /// Address of the peer.
    pub fn peer_address(&self) -> PeerAddress {
        self.0.link.peer_address()
    }
}
