//! What is known of a chain over a stream, under its lock.

use std::time::{Duration, Instant};

use crate::CloseReason;
use crate::bundle::Then;
use crate::modules::{Driver, Held, ModuleSpec, Totals, Waiting};

/// How soon to look again whether the carrier has room; longer while it has none.
const LOOK_AGAIN: Duration = Duration::from_millis(1);
const LOOK_AGAIN_AT_MOST: Duration = Duration::from_millis(8);

/// Room kept by a channel that has been quiet.
const KEEP_BYTES: usize = 64 << 10;

#[derive(Debug)]
pub(super) struct ChainState {
    /// `None` when the channel is over.
    pub(super) driver: Option<Driver>,
    /// Frames that have not gone through the chain.
    pub(super) gathering: Waiting,
    /// Frames that came out of the chain and are not delivered yet.
    pub(super) arrived: Waiting,
    /// What the chain held after it was driven last.
    pub(super) held: Held,
    /// The carrier takes no more for now, and when it is looked at again.
    pub(super) pressed: bool,
    look_again: Duration,
    pub(super) due: Option<Instant>,
    /// When the endpoint comes by itself.
    pub(super) alarm: Option<Instant>,
    pub(super) listed: bool,
    /// When something last left.
    pub(super) last_run: Option<Instant>,
    made: Instant,
    /// Bundles do not wait for a time of their own: frames share them that leave together, within that gap.
    pub(super) adaptive: bool,
    pub(super) gap: Duration,
    pub(super) end: End,
    pub(super) waiters: u32,
    pub(super) frames_sent: u64,
    pub(super) pressed_back: u64,
    /// Frames that might be lost and found too much waiting.
    pub(super) queue_full: u64,
    /// By the modules, at the end.
    pub(super) counted: Totals,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum End {
    Open,
    /// Closed here: what is held still leaves, then the carrier closes.
    Closing(CloseReason),
    /// Closed here, and the carrier, too.
    Closed(CloseReason),
}

impl ChainState {
    pub(super) fn new(driver: Driver) -> Self {
        let mut state = Self {
            driver: None,
            gathering: Waiting::default(),
            arrived: Waiting::default(),
            held: Held::default(),
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
            counted: Totals::default(),
        };
        state.learn(driver.specs());
        state.driver = Some(driver);
        state
    }

    /// How frames gather before the chain.
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

    /// Whether nothing would be lost if the carrier closed now.
    pub(super) fn is_finished(&self) -> bool {
        self.gathering.is_empty() && self.held.unfinished == 0
    }

    /// The chain was run at that time, and passed something to the carrier or not.
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

    /// When the endpoint has to come, if sooner than it will: something is due, or waits to be delivered.
    pub(super) fn sooner(&self) -> Option<Instant> {
        let due = if self.arrived.is_empty() {
            self.due?
        } else {
            self.made
        };
        self.alarm.is_none_or(|alarm| due < alarm).then_some(due)
    }

    pub(super) fn then(&mut self) -> Then {
        match self.sooner() {
            Some(_) => self.list(),
            None => Then::Nothing,
        }
    }

    pub(super) fn list(&mut self) -> Then {
        if std::mem::replace(&mut self.listed, true) {
            Then::Nothing
        } else {
            Then::TellDirty
        }
    }

    /// Everything is over: gives how many packets had not left.
    pub(super) fn fail(&mut self, reason: CloseReason) -> usize {
        if !matches!(self.end, End::Closed(_)) {
            self.end = End::Closed(reason);
        }
        let lost = self.held.unfinished + usize::from(!self.gathering.is_empty());
        if let Some(driver) = self.driver.take() {
            self.counted = driver.totals();
        }
        self.gathering = Waiting::default();
        self.arrived = Waiting::default();
        self.held = Held::default();
        self.due = None;
        lost
    }
}
