//! A chain over a stream: the senders' part.

use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::state::{ChainState, End};
use crate::bundle::FollowUp;
use crate::channel::{Closed, NoRoom, Pressure, Shared};
use crate::modules::{
    Chain, ChainCarrier, ChainError, Driver, DriverOptions, Facts, FrameQueue, ModuleSpec, Outlet,
    To,
};
use crate::stream::tell;
use crate::{ChannelCounters, CloseReason, EndpointConfig, Reliability, Unattended};

/// The chain of a channel over a stream.
#[derive(Debug)]
pub(crate) struct ChainedCarrier {
    pub(crate) name: String,
    reliability: Reliability,
    /// Senders wait while the chain holds too much; otherwise it may drop the excess.
    holds: bool,
    /// Packets that it holds count as delivered only on the peer's acknowledgement.
    pub(super) asks_peer: bool,
    limits: Limits,
    pub(super) state: Mutex<ChainState>,
    /// There may be room, or the channel is over.
    changed: Condvar,
}

#[derive(Debug)]
struct Limits {
    high: usize,
    low: usize,
    frame: usize,
    bundle: usize,
}

impl ChainedCarrier {
    /// # Errors
    /// [`ChainError`] if the chain cannot work over a stream.
    pub(crate) fn new(
        name: &str,
        specs: &[ModuleSpec],
        reliability: Reliability,
        config: &EndpointConfig,
    ) -> Result<Self, ChainError> {
        let facts = Facts {
            max_packet_bytes: config.max_frame_bytes,
            lossy: false,
            reliability,
        };
        let chain = Chain::new(specs, facts)?;
        let asks_peer = specs.iter().any(|spec| spec.name() == "retransmit");
        let limits = Limits {
            high: config.send_queue_bytes,
            low: config.send_queue_bytes / 2,
            frame: config.max_frame_bytes.min(chain.max_frame_bytes()),
            bundle: config.bundle_bytes,
        };
        let holds = asks_peer || reliability == Reliability::Reliable;
        let plan = DriverOptions {
            holds,
            most_held: Some(limits.high),
            turns: true,
        };
        Ok(Self {
            name: name.to_owned(),
            reliability,
            holds,
            asks_peer,
            limits,
            state: Mutex::new(ChainState::new(Driver::new(chain, plan))),
            changed: Condvar::new(),
        })
    }

    /// All its modules, for the other end.
    pub(super) fn specs(&self) -> Vec<ModuleSpec> {
        let state = self.lock();
        let driver = state.driver.as_ref();
        driver.map_or_else(Vec::new, |driver| driver.specs().to_vec())
    }

    pub(crate) fn append(
        &self,
        channel: &Arc<Shared>,
        write: impl FnOnce(&mut Vec<u8>),
    ) -> Result<Pressure, Closed> {
        let mut state = self.lock();
        if state.end != End::Open {
            return Err(Closed);
        }
        match state.gathering.append(self.limits.frame, write) {
            Ok(0) => {}
            Ok(_) => state.frames_sent += 1,
            Err(reason) => {
                state.fail(reason);
                self.notify(&state);
                drop(state);
                tell(channel, FollowUp::NotifyEnded);
                return Err(Closed);
            }
        }
        let pressure = self.pressure_of(&state);
        if pressure == Pressure::High {
            state.pressed_back += 1;
        }
        Ok(pressure)
    }

    /// As [`Self::append`], for a best-effort frame: drops and counts it if too much waits. Gives
    /// whether it was appended.
    pub(crate) fn append_lossy(
        &self,
        channel: &Arc<Shared>,
        write: impl FnOnce(&mut Vec<u8>),
    ) -> Result<bool, Closed> {
        {
            let mut state = self.lock();
            if state.end == End::Open && self.pressure_of(&state) == Pressure::High {
                state.frames_sent += 1;
                state.queue_full += 1;
                return Ok(false);
            }
        }
        self.append(channel, write).map(|_| true)
    }

    pub(crate) fn depart(&self, channel: &Arc<Shared>) {
        let endpoint = &channel.endpoint;
        let attended =
            || endpoint.config.unattended == Unattended::Gather || endpoint.is_attended();
        let now = Instant::now();
        let mut state = self.lock();
        if state.gathering.is_empty() {
            return;
        }
        if state.gathering.len() < self.limits.bundle
            && !state.gap.is_zero()
            && !state.is_idle(now)
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
        self.run(&mut state, channel, now);
        self.leave(state, channel);
    }

    /// Passes gathered frames through the chain.
    pub(crate) fn flush(&self, channel: &Arc<Shared>) {
        let mut state = self.lock();
        self.run(&mut state, channel, Instant::now());
        self.leave(state, channel);
        channel.link.flush(channel);
    }

    pub(crate) fn pressure(&self) -> Pressure {
        self.pressure_of(&self.lock())
    }

    fn pressure_of(&self, state: &ChainState) -> Pressure {
        let held = if self.holds {
            state.queued()
        } else {
            state.gathering.len()
        };
        if state.pressed || state.held.full || held > self.limits.high {
            Pressure::High
        } else {
            Pressure::Open
        }
    }

    /// Waits for the carrier, and for a chain that makes senders wait. Runs due timers meanwhile,
    /// so that no poller is needed, except to receive from the peer.
    pub(crate) fn wait_for_room(
        &self,
        channel: &Arc<Shared>,
        timeout: Option<Duration>,
    ) -> Result<(), NoRoom> {
        /// Time to rely on other threads before checking again.
        const RECHECK: Duration = Duration::from_millis(5);
        const SHORTEST: Duration = Duration::from_micros(50);

        let deadline = timeout.and_then(|timeout| Instant::now().checked_add(timeout));
        loop {
            let now = Instant::now();
            let mut state = self.lock();
            self.run(&mut state, channel, now);
            let over = state.end != End::Open;
            let pressed = state.pressed;
            let held = if self.holds {
                state.queued()
            } else {
                state.gathering.len()
            };
            let has_room = !pressed && !state.held.full && held <= self.limits.low;
            let due = state.due;
            self.leave(state, channel);
            if over {
                return Err(NoRoom::Closed);
            }
            // Only an owner that polls receives acknowledgements.
            let deaf = self.asks_peer && !channel.endpoint.is_attended_by_another();
            if has_room || deaf {
                return Ok(());
            }
            let left = deadline.map_or(RECHECK, |deadline| {
                deadline.saturating_duration_since(now).min(RECHECK)
            });
            if left.is_zero() {
                return Err(NoRoom::TimedOut);
            }
            if pressed {
                match channel.link.wait_for_room(channel, Some(left)) {
                    Ok(()) | Err(NoRoom::TimedOut) => continue,
                    Err(NoRoom::Closed) => return Err(NoRoom::Closed),
                }
            }
            let left = due.map_or(left, |due| {
                left.min(due.saturating_duration_since(now)).max(SHORTEST)
            });
            let mut state = self.lock();
            state.waiters += 1;
            let (mut state, _) = self
                .changed
                .wait_timeout(state, left)
                .unwrap_or_else(PoisonError::into_inner);
            state.waiters -= 1;
        }
    }

    /// Accepts no more frames; the carrier closes when held packets have left.
    pub(crate) fn close(&self, channel: &Arc<Shared>, reason: CloseReason) {
        let mut state = self.lock();
        if state.end == End::Open {
            state.end = End::Closing(reason);
            self.notify(&state);
        }
        self.run(&mut state, channel, Instant::now());
        self.leave(state, channel);
    }

    /// Merges the chain's counters into those of its carrier.
    pub(crate) fn fill(&self, counters: &mut ChannelCounters) {
        let state = self.lock();
        counters.frames_sent = state.frames_sent;
        counters.pressed_back = state.pressed_back;
        counters.queue_bytes += state.queued() as u64;
        let counted = state.driver.as_ref().map(Driver::totals);
        counted.unwrap_or(state.counted).fill(counters);
        counters.dropped.queue_full += state.queue_full;
    }

    pub(crate) fn module_counters(&self, each: &mut dyn FnMut(&'static str, &'static str, u64)) {
        if let Some(driver) = &self.lock().driver {
            driver.counters(each);
        }
    }

    /// Changes parameters of one module.
    pub(crate) fn adjust(
        &self,
        channel: &Arc<Shared>,
        spec: &ModuleSpec,
    ) -> Result<(), ChainError> {
        let now = Instant::now();
        let mut state = self.lock();
        let Some(driver) = &mut state.driver else {
            return Err(ChainError::Absent(spec.name()));
        };
        driver.adjust(spec, now)?;
        let specs = driver.specs().to_vec();
        state.learn(&specs);
        self.run(&mut state, channel, now);
        self.leave(state, channel);
        Ok(())
    }

    /// Whether a received packet was lost although the chain is reliable.
    pub(super) fn has_lost(&self, driver: &Driver) -> bool {
        self.reliability == Reliability::Reliable && driver.has_lost()
    }

    /// Does due work, and passes waiting frames on, as far as chain and carrier have room.
    pub(super) fn run(&self, state: &mut ChainState, channel: &Arc<Shared>, now: Instant) {
        let flush = state.adaptive || state.end != End::Open;
        let ChainState {
            driver,
            gathering,
            arrived,
            ..
        } = state;
        let Some(driver) = driver else { return };
        let mut out = ToCarrier::new(channel, arrived);
        // Never too large for the chain: checked by `append`.
        driver.pass(gathering, flush, now, &mut out);
        let (pressed, carried, broken) = (out.pressed, out.carried, out.broken);
        state.note_run(now, pressed, carried);
        if broken {
            // The carrier knows why.
            state.fail(CloseReason::Peer);
        }
        self.notify(state);
    }

    /// Makes the carrier send, and notifies the endpoint of remaining work.
    pub(super) fn leave(&self, mut state: MutexGuard<'_, ChainState>, channel: &Arc<Shared>) {
        let then = state.then();
        let over = match &state.end {
            End::Closing(reason) if state.is_finished() => Some(reason.clone()),
            _ => None,
        };
        if let Some(reason) = &over {
            state.end = End::Closed(reason.clone());
        }
        drop(state);
        channel.link.depart(channel);
        if let Some(reason) = over {
            channel.link.close(channel, reason);
            tell(channel, FollowUp::NotifyEnded);
        }
        tell(channel, then);
    }

    fn notify(&self, state: &ChainState) {
        if state.waiters > 0 {
            self.changed.notify_all();
        }
    }

    /// Wakes all waiting threads: the channel is over.
    pub(super) fn notify_all(&self) {
        self.changed.notify_all();
    }

    pub(super) fn lock(&self) -> MutexGuard<'_, ChainState> {
        // A frame's writer may panic under the lock; `frame::append` then undoes its bytes.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Destination of the chain's packets and frames.
pub(super) struct ToCarrier<'a> {
    channel: &'a Arc<Shared>,
    arrived: &'a mut FrameQueue,
    /// The carrier has no room for now.
    pressed: bool,
    carried: bool,
    /// The carrier is over.
    broken: bool,
}

impl<'a> ToCarrier<'a> {
    pub(super) fn new(channel: &'a Arc<Shared>, arrived: &'a mut FrameQueue) -> Self {
        Self {
            pressed: channel.link.pressure() == Pressure::High,
            channel,
            arrived,
            carried: false,
            broken: false,
        }
    }
}

impl ChainCarrier for ToCarrier<'_> {
    fn is_pressed(&self) -> bool {
        self.pressed
    }
}

impl Outlet for ToCarrier<'_> {
    fn to_wire(&mut self, _to: To, packet: &[u8]) {
        self.carried = true;
        let write = |to: &mut Vec<u8>| to.extend_from_slice(packet);
        match self.channel.link.append(self.channel, write) {
            Ok(pressure) => self.pressed |= pressure == Pressure::High,
            Err(Closed) => self.broken = true,
        }
    }

    fn to_federate(&mut self, frame: &[u8]) {
        self.arrived.push(frame);
    }
}
