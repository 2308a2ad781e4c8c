//! The sending half of a channel over a stream: frames gather in a bundle and leave by policy.
//!
//! There is no sending thread. A thread that finds the wire idle writes, outside the lock; frames
//! appended meanwhile gather, and leave together when the write is done. After a write the wire
//! counts as busy for `bundle_gap`, so that a burst shares system calls; for longer, if the endpoint
//! has been busy with other wires meanwhile ([`WriteTime`]).
//!
//! Two buffers alternate: `gathering` is appended to under the lock, `taken` belongs to the writing
//! thread. Both are reused, so that nothing is allocated in steady state.
//!
//! Shared memory has no system calls to share: a frame is appended directly to the peer's ring, and
//! `depart` only wakes a sleeping peer.

mod append;
mod state;
#[cfg(test)]
mod tests;

use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Arc, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use state::{End, Limits, SendState};

use crate::channel::{NoRoom, Pressure};
use crate::framing::Frames;
use crate::heartbeat::Beat;
use crate::sync::{AtomicBool, Condvar, Mutex, MutexGuard};
use crate::wire::Wire;
use crate::write_time::WriteTime;
use crate::{ChannelCounters, CloseReason, EndpointConfig};

/// Capacity that a quiet channel keeps.
const KEEP_BYTES: usize = 64 << 10;

/// Bundles that one caller writes before it leaves the rest to the endpoint.
const ROUNDS: u32 = 2;

/// Bytes that may wait beside a ring, however small the ring is.
const LEAST_BESIDE_RING: usize = 64 << 10;

/// Action of the caller after it has released the lock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[must_use]
pub(crate) enum FollowUp {
    Nothing,
    /// Notify the endpoint that frames wait here.
    NotifyDirty,
    /// Notify the endpoint that the channel is broken.
    NotifyEnded,
}

/// Fate of frames that gather while a thread writes its last bundle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Rest {
    /// The endpoint is notified, and sends them.
    IsListed,
    /// This thread sends them, or another one that is about to.
    IsOurs,
}

/// The sending half.
#[derive(Debug)]
pub(crate) struct SendHalf<W> {
    frames: Frames,
    limits: Limits,
    state: Mutex<SendState<W>>,
    room: Condvar,
    /// The wire is memory: frames are written at once.
    is_memory: bool,
    /// [`Self::depart`] has work: frames did not fit, or the peer sleeps; or, where the wire is not
    /// memory, no other thread is going to write.
    rest: AtomicBool,
    /// Of its endpoint.
    write_time: OnceLock<Arc<WriteTime>>,
}

impl<W: Wire> SendHalf<W> {
    /// `opening` is sent before any frame.
    pub(crate) fn new(
        config: &EndpointConfig,
        wire: Arc<W>,
        frames: Frames,
        opening: &[u8],
    ) -> Self {
        let is_memory = wire.is_memory();
        let most = config.send_queue_bytes;
        let high = match is_memory {
            // The ring holds much more, and bytes that wait here are copied once more.
            true => most.min((config.ring_bytes / 16).max(LEAST_BESIDE_RING)),
            false => most,
        };
        let limits = Limits {
            high,
            most,
            low: high / 2,
            frame: config.max_frame_bytes,
        };
        let state = SendState {
            bundle: config.bundle_bytes,
            gap: config.bundle_gap,
            wire: Some(wire),
            gathering: opening.to_vec(),
            taken: Vec::new(),
            taken_at: 0,
            in_flight: 0,
            long: 0,
            writing: false,
            writable: false,
            edges: 0,
            listed: false,
            forsaken: false,
            last_write: None,
            endpoint_write_time: Duration::ZERO,
            put: false,
            pressed: false,
            sleeps: false,
            end: End::Open,
            waiters: 0,
            counters: ChannelCounters::default(),
        };
        Self {
            frames,
            limits,
            state: Mutex::new(state),
            room: Condvar::new(),
            is_memory,
            rest: AtomicBool::new(false),
            write_time: OnceLock::new(),
        }
    }

    /// It belongs to the endpoint whose writes take this time.
    pub(crate) fn share_write_time(&self, time: &Arc<WriteTime>) {
        if !self.is_memory {
            let _once = self.write_time.set(Arc::clone(time));
        }
    }

    /// Whether what has gathered may leave: little was written to this wire and others shortly before.
    fn is_idle(&self, state: &SendState<W>, now: Instant) -> bool {
        let gap = match self.write_time.get() {
            Some(time) if !state.gap.is_zero() => {
                time.busy_for(state.gap, state.endpoint_write_time)
            }
            _ => state.gap,
        };
        state.is_idle(gap, now)
    }

    /// Sends the bytes that precede all frames.
    pub(crate) fn send_handshake(&self, opening: &[u8]) -> FollowUp {
        let mut state = self.lock();
        state.gathering.extend_from_slice(opening);
        // Otherwise the coming edge sends it.
        if state.writing || !state.writable {
            return FollowUp::Nothing;
        }
        self.drive(state).1
    }

    /// Sends appended frames now if the wire is idle. `attended` is asked whether a poller would
    /// send gathered frames.
    #[inline]
    pub(crate) fn depart(&self, attended: impl FnOnce() -> bool) -> FollowUp {
        // Frames left by another thread are that thread's to send.
        if !self.has_to_depart() {
            return FollowUp::Nothing;
        }
        self.send_on(attended)
    }

    /// Whether [`Self::depart`] has something to do.
    #[inline]
    pub(crate) fn has_to_depart(&self) -> bool {
        self.rest.load(Relaxed)
    }

    fn send_on(&self, attended: impl FnOnce() -> bool) -> FollowUp {
        let mut state = self.lock_awake();
        // The writing thread, or the writable edge, sends these frames. Frames that did not fit are
        // no longer in `gathering` and have no edge to come: only a write without any room requests
        // one.
        if state.writing || !state.writable || state.queued() == 0 {
            return FollowUp::Nothing;
        }
        if state.gathering.len() < state.bundle
            && !state.gap.is_zero()
            && !self.is_idle(&state, Instant::now())
            && attended()
        {
            let then = if state.listed {
                FollowUp::Nothing
            } else {
                FollowUp::NotifyDirty
            };
            state.listed = true;
            return then;
        }
        self.drive(state).1
    }

    /// Writes gathered frames, unless another thread does. Tries a full wire again: without a
    /// poller, nobody is notified of room. Leaves nothing to the endpoint, whose owner may be away.
    pub(crate) fn flush(&self) -> FollowUp {
        let mut state = self.lock_awake();
        state.forsaken = state.listed;
        // Before the first edge the channel is not established.
        if state.writing || (!state.writable && state.edges == 0) {
            return FollowUp::Nothing;
        }
        state.writable = true;
        self.drive_on(state, Rest::IsOurs).1
    }

    /// The endpoint took the channel off its list: writes if `force` or the gap has passed. `false`
    /// if it must be listed again.
    pub(crate) fn flush_listed(&self, force: bool, now: Instant) -> bool {
        let mut state = self.lock();
        let busy = state.writing || !state.writable;
        // The owner has what others write meanwhile behind it: only the gap counts.
        if !busy && !force && !state.is_idle(state.gap, now) {
            return false;
        }
        state.listed = false;
        state.forsaken = false;
        if busy {
            return true;
        }
        let (mut state, then) = self.drive(state);
        match then {
            FollowUp::NotifyDirty => {
                state.listed = true;
                false
            }
            // The endpoint's own read detects a broken wire.
            FollowUp::Nothing | FollowUp::NotifyEnded => true,
        }
    }

    /// The wire can be written again.
    pub(crate) fn writable(&self) -> FollowUp {
        let mut state = self.lock();
        state.edges += 1;
        state.writable = true;
        if state.writing {
            FollowUp::Nothing
        } else {
            self.drive(state).1
        }
    }

    /// Sends a heartbeat if `beat` says so (`every`: its interval), and what waits on a quiet channel. Frees unused capacity.
    pub(crate) fn beat(&self, beat: Beat, every: Duration, now: Instant) -> FollowUp {
        let mut state = self.lock();
        if let Some(wire) = &state.wire {
            wire.look(!state.writing);
        }
        if std::mem::take(&mut state.put) {
            state.last_write = Some(now);
        }
        let quiet = state
            .last_write
            .is_none_or(|last| now.saturating_duration_since(last) >= every);
        if state.end != End::Open {
            return FollowUp::Nothing;
        }
        if beat == Beat::Now {
            state.gathering.extend_from_slice(self.frames.heartbeat());
        }
        if !(quiet || beat == Beat::Now) || state.writing || !state.writable {
            return FollowUp::Nothing;
        }
        if beat == Beat::IfQuiet && state.queued() == 0 {
            state.gathering.extend_from_slice(self.frames.heartbeat());
        }
        let (mut state, then) = self.drive(state);
        if state.queued() == 0 {
            state.gathering.shrink_to(KEEP_BYTES);
            state.taken.shrink_to(KEEP_BYTES);
        }
        then
    }

    /// Accepts no more frames; writes queued bytes as far as possible without blocking.
    pub(crate) fn close(&self, reason: CloseReason) {
        let mut state = self.lock();
        if state.end == End::Open {
            state.end = End::Closing(reason);
            self.room.notify_all();
        }
        if !state.writing {
            let _told_by_caller = self.drive(state);
        }
    }

    /// Accepts no more frames, and drops queued bytes now.
    pub(crate) fn drop_queue(&self, reason: CloseReason) {
        let mut state = self.lock();
        if state.end == End::Open {
            state.end = End::Closing(reason);
            self.room.notify_all();
        }
        if !state.writing {
            state.gathering = Vec::new();
            state.taken = Vec::new();
            state.taken_at = 0;
        }
    }

    /// The channel is over: drops queued bytes and the wire. Gives the queued bytes of a locally
    /// closed channel that were not written.
    pub(crate) fn abandon(&self, reason: CloseReason) -> usize {
        let mut state = self.lock();
        let left = match state.end {
            End::Closing(_) => state.queued(),
            End::Open | End::Closed(_) => 0,
        };
        state.fail(reason);
        if let Some(wire) = state.wire.take() {
            wire.finish();
        }
        self.room.notify_all();
        left
    }

    /// Why it was closed here or broke during a write.
    pub(crate) fn ended(&self) -> Option<CloseReason> {
        match &self.lock().end {
            End::Open => None,
            End::Closing(reason) | End::Closed(reason) => Some(reason.clone()),
        }
    }

    /// Whether nothing waits to be written.
    pub(crate) fn is_empty(&self) -> bool {
        self.lock().queued() == 0
    }

    pub(crate) fn pressure(&self) -> Pressure {
        self.lock().pressure(&self.limits)
    }

    pub(crate) fn counters(&self) -> ChannelCounters {
        let state = self.lock();
        ChannelCounters {
            queue_bytes: state.queued() as u64,
            ..state.counters
        }
    }

    /// Changes the bundling policy.
    pub(crate) fn set_bundling(&self, bundle: Option<usize>, gap: Option<Duration>) {
        let mut state = self.lock();
        state.bundle = bundle.unwrap_or(state.bundle);
        state.gap = gap.unwrap_or(state.gap);
    }

    /// Largest frame that is sent.
    pub(crate) fn frame_limit(&self) -> usize {
        self.limits.frame
    }

    /// Framing of the stream.
    pub(crate) fn frames(&self) -> Frames {
        self.frames
    }

    pub(crate) fn wire(&self) -> Option<Arc<W>> {
        self.lock().wire.clone()
    }

    /// Blocks until the queue is below the low-water mark. `until_writable` waits for the wire, up
    /// to the given time; used when nobody polls the endpoint. `then` is the caller's action in any
    /// case.
    pub(crate) fn wait_for_room(
        &self,
        timeout: Option<Duration>,
        until_writable: impl Fn(&W, Duration),
        then: &mut FollowUp,
    ) -> Result<(), NoRoom> {
        /// Time to rely on other threads before checking again.
        const RECHECK: Duration = Duration::from_millis(20);

        let deadline = timeout.and_then(|timeout| Instant::now().checked_add(timeout));
        let mut state = self.lock();
        loop {
            if state.end != End::Open {
                return Err(NoRoom::Closed);
            }
            if state.queued() <= self.limits.low {
                return Ok(());
            }
            let left = match deadline {
                None => RECHECK,
                Some(deadline) => deadline
                    .saturating_duration_since(Instant::now())
                    .min(RECHECK),
            };
            if left.is_zero() {
                return Err(NoRoom::TimedOut);
            }
            if state.writing {
                state.waiters += 1;
                state = self
                    .room
                    .wait_timeout(state, left)
                    .unwrap_or_else(PoisonError::into_inner)
                    .0;
                state.waiters -= 1;
                continue;
            }
            if !state.writable {
                let Some(wire) = state.wire.clone() else {
                    return Err(NoRoom::Closed);
                };
                drop(state);
                until_writable(&wire, left);
                state = self.lock();
                if state.writing {
                    continue;
                }
                // If it is still full, the write says so, at the cost of one system call.
                state.writable = true;
            }
            let driven = self.drive(state);
            state = driven.0;
            if driven.1 != FollowUp::Nothing {
                *then = driven.1;
            }
        }
    }

    /// Writes bundles until none is left, the wire is full or `ROUNDS` are done. Called by one
    /// thread at a time: `writing` is false before and after.
    fn drive<'a>(
        &'a self,
        state: MutexGuard<'a, SendState<W>>,
    ) -> (MutexGuard<'a, SendState<W>>, FollowUp) {
        self.drive_on(state, Rest::IsListed)
    }

    fn drive_on<'a>(
        &'a self,
        mut state: MutexGuard<'a, SendState<W>>,
        rest: Rest,
    ) -> (MutexGuard<'a, SendState<W>>, FollowUp) {
        debug_assert!(!state.writing);
        let mut then = FollowUp::Nothing;
        let mut rounds = ROUNDS;
        while state.writable
            && let Some(wire) = state.wire.clone()
        {
            if state.taken.is_empty() {
                if state.gathering.is_empty() {
                    break;
                }
                if rounds == 0 {
                    if rest == Rest::IsListed && !state.forsaken {
                        if !state.listed {
                            state.listed = true;
                            then = FollowUp::NotifyDirty;
                        }
                        break;
                    }
                    // A thread that has appended and not departed yet takes over. Without one,
                    // nobody would continue.
                    if self.has_to_depart() {
                        break;
                    }
                }
                rounds = rounds.saturating_sub(1);
                let SendState {
                    gathering,
                    taken,
                    counters,
                    ..
                } = &mut *state;
                std::mem::swap(gathering, taken);
                counters.bundles += 1;
            }
            let mut bytes = std::mem::take(&mut state.taken);
            let at = state.taken_at;
            let edges = state.edges;
            state.in_flight = bytes.len() - at;
            state.writing = true;
            drop(state);

            let timed = self.write_time.get().map(|time| (time, Instant::now()));
            let written = wire.write_bundle(&mut bytes[at..]);
            let now = Instant::now();

            state = self.lock();
            state.writing = false;
            state.in_flight = 0;
            state.counters.writes += 1;
            state.last_write = Some(now);
            if let Some((time, begun)) = timed {
                state.endpoint_write_time = time.add(now - begun);
            }
            let failed = state.written(bytes, at, edges, written);
            if let Some(kind) = failed {
                state.fail(CloseReason::Broken(kind));
                self.room.notify_all();
                return (state, FollowUp::NotifyEnded);
            }
            if state.waiters > 0 && state.queued() <= self.limits.low {
                self.room.notify_all();
            }
        }
        if matches!(state.end, End::Closing(_))
            && state.queued() == 0
            && let Some(wire) = &state.wire
        {
            wire.finish();
        }
        (state, then)
    }

    /// Wakes a peer that slept during a `put` first.
    fn lock_awake(&self) -> MutexGuard<'_, SendState<W>> {
        let mut state = self.lock();
        self.rest.store(false, Relaxed);
        if std::mem::take(&mut state.sleeps)
            && let Some(wire) = state.wire.clone()
        {
            drop(state);
            wire.wake();
            state = self.lock();
        }
        state
    }

    #[inline]
    fn lock(&self) -> MutexGuard<'_, SendState<W>> {
        // A frame's writer may panic under the lock; `Frames::append` then undoes its bytes.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
