//! What is known of a channel over datagrams, under its lock.

use std::time::{Duration, Instant};

use super::engine::Engine;
use super::packet::Id;
use crate::bundle::Then;
use crate::modules::{Totals, Waiting};
use crate::{ChannelCounters, CloseReason};

#[derive(Debug)]
pub(super) struct SendState {
    /// Frames that nobody has taken to be sent.
    pub(super) gathering: Waiting,
    /// Datagrams that are not the chain's.
    pub(super) control: Vec<Vec<u8>>,
    /// `None` while somebody has it.
    pub(super) engine: Option<Box<Engine>>,
    /// The endpoint waits for it.
    pub(super) claimed: bool,
    /// How many threads wait for anything here.
    pub(super) waiters: u32,
    /// What the peer reads; not known until the channel is open.
    pub(super) peer: Option<Id>,
    /// The chain takes no more for now.
    pub(super) full: bool,
    /// What the engine holds of frames.
    pub(super) held: usize,
    /// Packets that may have to be sent again.
    pub(super) unfinished: usize,
    pub(super) due: Option<Instant>,
    /// When the endpoint comes by itself.
    pub(super) alarm: Option<Instant>,
    pub(super) listed: bool,
    pub(super) last_write: Option<Instant>,
    pub(super) end: End,
    pub(super) counters: ChannelCounters,
    /// By the modules, when last asked.
    pub(super) counted: Totals,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum End {
    Open,
    /// Closed here: what is queued still leaves.
    Closing(CloseReason),
    Closed(CloseReason),
}

impl SendState {
    pub(super) fn new(engine: Engine) -> Self {
        Self {
            gathering: Waiting::default(),
            control: Vec::new(),
            engine: Some(Box::new(engine)),
            claimed: false,
            waiters: 0,
            peer: None,
            full: false,
            held: 0,
            unfinished: 0,
            due: None,
            alarm: None,
            listed: false,
            last_write: None,
            end: End::Open,
            counters: ChannelCounters::default(),
            counted: Totals::default(),
        }
    }

    pub(super) fn is_ready(&self) -> bool {
        self.engine.is_some() && self.peer.is_some() && !self.claimed
    }

    pub(super) fn is_idle(&self, gap: Duration, now: Instant) -> bool {
        self.last_write
            .is_none_or(|last| now.saturating_duration_since(last) >= gap)
    }

    pub(super) fn queued(&self) -> usize {
        self.gathering.len() + self.held
    }

    pub(super) fn list(&mut self) -> Then {
        if std::mem::replace(&mut self.listed, true) {
            Then::Nothing
        } else {
            Then::TellDirty
        }
    }

    /// What the endpoint has to do after the engine came back.
    pub(super) fn then(&mut self) -> Then {
        let more = !self.gathering.is_empty() && !self.full;
        let sooner = self
            .due
            .is_some_and(|due| self.alarm.is_none_or(|alarm| due < alarm));
        if more || sooner {
            self.list()
        } else {
            Then::Nothing
        }
    }

    pub(super) fn fail(&mut self, reason: CloseReason) {
        if !matches!(self.end, End::Closed(_)) {
            self.end = End::Closed(reason);
        }
        self.gathering = Waiting::default();
        self.held = 0;
        self.unfinished = 0;
        self.due = None;
    }

    pub(super) fn broken(&mut self) -> Then {
        self.fail(CloseReason::Broken(std::io::ErrorKind::ConnectionRefused));
        Then::TellEnded
    }
}
