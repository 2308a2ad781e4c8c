//! State of a chain over a stream, under its lock.

use std::time::{Duration, Instant};

use crate::CloseReason;
use crate::bundle::FollowUp;
use crate::modules::{ChainBacklog, ChainTotals, Driver, FrameQueue, ModuleSpec};

/// Interval of checks whether the carrier has room; it grows while there is none.
const LOOK_AGAIN: Duration = Duration::from_millis(1);
const LOOK_AGAIN_AT_MOST: Duration = Duration::from_millis(8);

/// Capacity that a quiet channel keeps.
const KEEP_BYTES: usize = 64 << 10;

#[derive(Debug)]
pub(super) struct ChainState {
    /// `None` when the channel is over.
    pub(super) driver: Option<Driver>,
    /// Frames that have not entered the chain.
    pub(super) gathering: FrameQueue,
    /// Frames that left the chain and are not delivered yet.
    pub(super) arrived: FrameQueue,
    /// Packets that the chain held after its last run.
    pub(super) held: ChainBacklog,
    /// The carrier has no room for now, and when to check again.
    pub(super) pressed: bool,
    look_again: Duration,
    pub(super) due: Option<Instant>,
    /// Next timer of the endpoint for this chain.
    pub(super) alarm: Option<Instant>,
    pub(super) listed: bool,
    /// When packets last left.
    pub(super) last_run: Option<Instant>,
    made: Instant,
    /// Bundles have no gap of their own: frames that leave together share them, within this gap.
    pub(super) adaptive: bool,
    pub(super) gap: Duration,
    pub(super) end: End,
    pub(super) waiters: u32,
    pub(super) frames_sent: u64,
    pub(super) pressed_back: u64,
    /// Best-effort frames dropped because too much waited.
    pub(super) queue_full: u64,
    /// Counters of the modules, at the end.
    pub(super) counted: ChainTotals,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum End {
    Open,
    /// Closed here: held packets still leave, then the carrier closes.
    Closing(CloseReason),
    /// Closed here, carrier included.
    Closed(CloseReason),
}

impl ChainState {
    pub(super) fn new(driver: Driver) -> Self {
        let mut state = Self {
            driver: None,
            gathering: FrameQueue::default(),
            arrived: FrameQueue::default(),
            held: ChainBacklog::default(),
            pressed: false,
            look_again: LOOK_AGAIN,
            due: None,
            alarm: None,
            listed: false,
            last_run: None,
            made: Instant::now(),
            adaptive: true,
            gap: Duration::ZERO,
            end: End::Open,
            waiters: 0,
            frames_sent: 0,
            pressed_back: 0,
            queue_full: 0,
            counted: ChainTotals::default(),
        };
        state.learn(driver.specs());
        state.driver = Some(driver);
        state
    }

    /// Takes over the bundling policy in front of the chain.
    pub(super) fn learn(&mut self, specs: &[ModuleSpec]) {
        let bundle = specs.iter().find_map(|spec| match spec {
            ModuleSpec::Bundle(bundle) => Some(bundle),
            _ => None,
        });
        self.adaptive = bundle.is_none_or(|bundle| bundle.adaptive);
        self.gap = match bundle {
            Some(bundle) if bundle.adaptive => bundle.gap,
            _ => Duration::ZERO,
        };
    }

    pub(super) fn queued(&self) -> usize {
        self.gathering.len() + self.held.bytes
    }

    pub(super) fn is_idle(&self, now: Instant) -> bool {
        self.last_run
            .is_none_or(|last| now.saturating_duration_since(last) >= self.gap)
    }

    /// Whether closing the carrier now would lose nothing.
    pub(super) fn is_finished(&self) -> bool {
        self.gathering.is_empty() && self.held.unfinished == 0
    }

    /// Records a run of the chain, and whether it passed something to the carrier.
    pub(super) fn note_run(&mut self, now: Instant, pressed: bool, carried: bool) {
        if carried {
            self.last_run = Some(now);
        }
        self.gathering.tidy(KEEP_BYTES);
        self.pressed = pressed;
        let Some(driver) = &self.driver else { return };
        self.held = driver.held();
        self.due = self.held.due;
        if pressed {
            self.look_again = if carried {
                LOOK_AGAIN
            } else {
                (2 * self.look_again).min(LOOK_AGAIN_AT_MOST)
            };
            self.due = Some(now + self.look_again);
        } else {
            self.look_again = LOOK_AGAIN;
        }
    }

    /// When the endpoint must come, if earlier than planned: for a timer, or to deliver frames.
    pub(super) fn sooner(&self) -> Option<Instant> {
        let due = if self.arrived.is_empty() {
            self.due?
        } else {
            self.made
        };
        self.alarm.is_none_or(|alarm| due < alarm).then_some(due)
    }

    pub(super) fn then(&mut self) -> FollowUp {
        match self.sooner() {
            Some(_) => self.list(),
            None => FollowUp::Nothing,
        }
    }

    pub(super) fn list(&mut self) -> FollowUp {
        if std::mem::replace(&mut self.listed, true) {
            FollowUp::Nothing
        } else {
            FollowUp::NotifyDirty
        }
    }

    /// The channel is over: gives the number of packets that had not left.
    pub(super) fn fail(&mut self, reason: CloseReason) -> usize {
        if !matches!(self.end, End::Closed(_)) {
            self.end = End::Closed(reason);
        }
        let lost = self.held.unfinished + usize::from(!self.gathering.is_empty());
        if let Some(driver) = self.driver.take() {
            self.counted = driver.totals();
        }
        self.gathering = FrameQueue::default();
        self.arrived = FrameQueue::default();
        self.held = ChainBacklog::default();
        self.due = None;
        lost
    }
}
