//! A channel over datagrams: state that senders and the endpoint share.
//!
//! As with streams, there is no sending thread. Frames gather under a short lock; a thread that
//! finds the *engine* (the chain, and buffers to assemble datagrams) free takes it, passes gathered
//! frames through the chain and sends, without the lock. Frames that come meanwhile go along, or
//! are left to the endpoint.

use std::net::SocketAddr;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use super::engine::Engine;
use super::packet::Id;
use super::socket::{Destination, UdpWire};
use super::state::{End, SendState};
use crate::bundle::FollowUp;
use crate::carrier::Carrier;
use crate::channel::{Closed, NoRoom, NotAdjusted, Pressure, Shared};
use crate::modules::ModuleSpec;
use crate::stream::tell;
use crate::{Address, ChannelCounters, CloseReason, Reliability, Unattended};

/// Rounds in which one caller sends frames that others gathered meanwhile.
const ROUNDS: u32 = 2;

/// Carrier of a channel over datagrams.
#[derive(Debug)]
pub(crate) struct DatagramCarrier {
    pub(super) wire: Arc<UdpWire>,
    /// The socket it receives on alone, if it has one, and what the shared one had dropped before.
    pub(super) own_wire: OnceLock<(Arc<UdpWire>, u64)>,
    pub(super) peer: Destination,
    /// Id in the peer's datagrams.
    pub(crate) own: Id,
    pub(crate) name: String,
    pub(super) reliability: Reliability,
    /// Token of the call.
    pub(super) token: u64,
    /// The caller's description of the channel; empty at the other end.
    pub(super) terms: Vec<u8>,
    pub(super) limits: Limits,
    pub(super) state: Mutex<SendState>,
    /// The engine was returned, or there is room.
    pub(super) returned: Condvar,
}

#[derive(Debug)]
pub(super) struct Limits {
    pub(super) high: usize,
    pub(super) low: usize,
    pub(super) frame: usize,
    pub(super) bundle: usize,
    pub(super) gap: Duration,
}

impl DatagramCarrier {
    pub(super) fn is_reliable(&self) -> bool {
        self.reliability == Reliability::Reliable
    }

    fn pressure_of(&self, state: &SendState) -> Pressure {
        if self.is_reliable() && state.queued() > self.limits.high {
            Pressure::High
        } else {
            Pressure::Open
        }
    }

    /// Accesses the engine when it is free. `None` while an event of this channel is handled.
    fn with_engine<T>(&self, channel: &Arc<Shared>, look: impl FnOnce(&Engine) -> T) -> Option<T> {
        let mut state = self.lock();
        if state.engine.is_none() && channel.endpoint.is_handled_here() {
            return None;
        }
        state = self.claim(state);
        let seen = state.engine.as_deref().map(look);
        let then = if state.gathering.is_empty() {
            FollowUp::Nothing
        } else {
            // A sender left it to the threads that wait for the engine.
            self.drive(state).1
        };
        tell(channel, then);
        seen
    }

    /// Waits for the engine.
    pub(super) fn claim<'a>(
        &'a self,
        mut state: MutexGuard<'a, SendState>,
    ) -> MutexGuard<'a, SendState> {
        while state.engine.is_none() {
            state.claimed = true;
            state = self.wait(state, Duration::from_millis(20));
        }
        state.claimed = false;
        state
    }

    /// Passes gathered frames through the chain and sends them.
    pub(super) fn drive<'a>(
        &'a self,
        mut state: MutexGuard<'a, SendState>,
    ) -> (MutexGuard<'a, SendState>, FollowUp) {
        let Some(peer) = state.peer else {
            return (state, FollowUp::Nothing);
        };
        for _ in 0..ROUNDS {
            let Some(mut engine) = state.engine.take() else {
                return (state, FollowUp::Nothing);
            };
            state.held = engine.take_up(&mut state.gathering);
            let control = std::mem::take(&mut state.control);
            drop(state);
            engine.run(self, peer, &control);
            state = self.lock();
            let too_large = engine.refused_frame(self.reliability);
            let nobody = engine.note(&mut state);
            state.engine = Some(engine);
            self.notify(&state);
            if let Some(reason) = too_large {
                state.fail(reason);
                return (state, FollowUp::NotifyEnded);
            }
            if nobody {
                let then = state.broken();
                return (state, then);
            }
            if state.claimed || state.full || state.gathering.is_empty() {
                break;
            }
        }
        let then = state.then();
        (state, then)
    }

    fn wait<'a>(
        &'a self,
        mut state: MutexGuard<'a, SendState>,
        at_most: Duration,
    ) -> MutexGuard<'a, SendState> {
        state.waiters += 1;
        let (mut state, _) = self
            .returned
            .wait_timeout(state, at_most)
            .unwrap_or_else(PoisonError::into_inner);
        state.waiters -= 1;
        state
    }

    /// Wakes waiting threads; a system call only if there are any.
    pub(super) fn notify(&self, state: &SendState) {
        if state.waiters > 0 {
            self.returned.notify_all();
        }
    }

    pub(super) fn lock(&self) -> MutexGuard<'_, SendState> {
        // A frame's writer may panic; then the frame is removed.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Carrier for DatagramCarrier {
    #[inline]
    fn append(
        &self,
        channel: &Arc<Shared>,
        write: impl FnOnce(&mut Vec<u8>),
    ) -> Result<Pressure, Closed> {
        let mut state = self.lock();
        if state.end != End::Open {
            return Err(Closed);
        }
        if self.reliability == Reliability::BestEffort && state.queued() > self.limits.high {
            state.counters.frames_sent += 1;
            state.counters.dropped.queue_full += 1;
            return Ok(Pressure::Open);
        }
        match state.gathering.append(self.limits.frame, write) {
            Ok(0) => {}
            Ok(_) => state.counters.frames_sent += 1,
            Err(reason) => {
                state.fail(reason);
                drop(state);
                tell(channel, FollowUp::NotifyEnded);
                return Err(Closed);
            }
        }
        let pressure = self.pressure_of(&state);
        if pressure == Pressure::High {
            state.counters.pressed_back += 1;
        }
        Ok(pressure)
    }

    fn depart(&self, channel: &Arc<Shared>) {
        let endpoint = &channel.endpoint;
        let attended =
            || endpoint.config.unattended == Unattended::Gather || endpoint.is_attended();
        let mut state = self.lock();
        // The holder of the engine, or the owner when there is room, sends this.
        if !state.is_ready() || state.full || state.gathering.is_empty() {
            return;
        }
        if state.gathering.len() < self.limits.bundle
            && !self.limits.gap.is_zero()
            && !state.is_idle(self.limits.gap, Instant::now())
            && endpoint.gathers()
        {
            let then = state.list();
            drop(state);
            tell(channel, then);
            if then == FollowUp::NotifyDirty && !attended() {
                // The owner left meanwhile.
                self.flush(channel);
            }
            return;
        }
        let then = self.drive(state).1;
        tell(channel, then);
    }

    fn flush(&self, channel: &Arc<Shared>) {
        let state = self.lock();
        if state.is_ready() {
            let then = self.drive(state).1;
            tell(channel, then);
        }
    }

    /// Only reliable channels wait, for the peer's acknowledgements.
    fn wait_for_room(
        &self,
        channel: &Arc<Shared>,
        timeout: Option<Duration>,
    ) -> Result<(), NoRoom> {
        /// Time to rely on other threads before checking again.
        const RECHECK: Duration = Duration::from_millis(5);

        let deadline = timeout.and_then(|timeout| Instant::now().checked_add(timeout));
        let mut state = self.lock();
        loop {
            if state.end != End::Open {
                return Err(NoRoom::Closed);
            }
            let has_room = state.queued() <= self.limits.low && !state.full;
            // Only an owner that polls receives acknowledgements.
            if has_room
                || self.reliability == Reliability::BestEffort
                || !channel.endpoint.is_attended_by_another()
            {
                return Ok(());
            }
            let left = deadline.map_or(RECHECK, |deadline| {
                let left = deadline.saturating_duration_since(Instant::now());
                left.min(RECHECK)
            });
            if left.is_zero() {
                return Err(NoRoom::TimedOut);
            }
            state = self.wait(state, left);
        }
    }

    fn pressure(&self) -> Pressure {
        self.pressure_of(&self.lock())
    }

    fn close(&self, channel: &Arc<Shared>, reason: CloseReason) {
        let mut state = self.lock();
        if state.end == End::Open {
            state.end = End::Closing(reason);
            self.notify(&state);
        }
        if state.is_ready() {
            let then = self.drive(state).1;
            tell(channel, then);
        }
    }

    fn counters(&self) -> ChannelCounters {
        let mut state = self.lock();
        // The caller may hold something that the engine's holder waits for: use the last known
        // counters.
        let engine = state.engine.as_deref();
        let counted = engine.map(|engine| engine.driver.totals());
        if let Some(counted) = counted {
            state.counted = counted;
        }
        let mut counters = ChannelCounters {
            queue_bytes: state.queued() as u64,
            ..state.counters
        };
        state.counted.fill(&mut counters);
        drop(state);
        counters.dropped.overflow = self.overflows();
        counters
    }

    fn module_counters(
        &self,
        channel: &Arc<Shared>,
        each: &mut dyn FnMut(&'static str, &'static str, u64),
    ) {
        self.with_engine(channel, |engine| engine.driver.counters(each));
    }

    /// Waits for a thread that uses the engine.
    fn adjust(&self, spec: &ModuleSpec) -> Result<(), NotAdjusted> {
        /// Checks for the engine, once a millisecond.
        const LOOKS: u32 = 100;
        for _ in 0..LOOKS {
            if let Some(engine) = self.lock().engine.as_deref_mut() {
                let adjusted = engine.driver.adjust(spec, Instant::now());
                return adjusted.map_err(NotAdjusted::Chain);
            }
            std::thread::sleep(Duration::from_millis(1));
        }
        Err(NotAdjusted::Busy)
    }

    fn profile_name(&self) -> Option<&str> {
        Some(&self.name)
    }

    fn local_address(&self) -> Address {
        let unspecified = SocketAddr::from(([0, 0, 0, 0], 0));
        let mut local = self.wire.local_address().unwrap_or(unspecified);
        if let Some(own) = self.peer.from {
            local.set_ip(own);
        }
        Address::Udp(local)
    }

    fn peer_address(&self) -> Address {
        Address::Udp(self.peer.to)
    }
}
