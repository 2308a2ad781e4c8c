//! State of a channel over datagrams, under its lock.

use std::time::{Duration, Instant};

use super::engine::Engine;
use super::packet::Id;
use crate::bundle::FollowUp;
use crate::modules::{ChainTotals, FrameQueue};
use crate::{ChannelCounters, CloseReason};

#[derive(Debug)]
pub(super) struct SendState {
    /// Frames not yet taken for sending.
    pub(super) gathering: FrameQueue,
    /// Datagrams outside of the chain.
    pub(super) control: Vec<Vec<u8>>,
    /// `None` while a thread holds it.
    pub(super) engine: Option<Box<Engine>>,
    /// The endpoint waits for it.
    pub(super) claimed: bool,
    /// Number of waiting threads.
    pub(super) waiters: u32,
    /// The peer's id; unknown until the channel is open.
    pub(super) peer: Option<Id>,
    /// The chain has no room for now.
    pub(super) full: bool,
    /// Bytes of frames held by the engine.
    pub(super) held: usize,
    /// Packets that may have to be sent again.
    pub(super) unfinished: usize,
    pub(super) due: Option<Instant>,
    /// Next timer of the endpoint for this channel.
    pub(super) alarm: Option<Instant>,
    pub(super) listed: bool,
    pub(super) last_write: Option<Instant>,
    pub(super) end: End,
    pub(super) counters: ChannelCounters,
    /// Last known counters of the modules.
    pub(super) counted: ChainTotals,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum End {
    Open,
    /// Closed here: queued frames still leave.
    Closing(CloseReason),
    Closed(CloseReason),
}

impl SendState {
    pub(super) fn new(engine: Engine) -> Self {
        Self {
            gathering: FrameQueue::default(),
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
            counted: ChainTotals::default(),
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

    pub(super) fn list(&mut self) -> FollowUp {
        if std::mem::replace(&mut self.listed, true) {
            FollowUp::Nothing
        } else {
            FollowUp::NotifyDirty
        }
    }

    /// Follow-up of the endpoint after the engine was returned.
    pub(super) fn then(&mut self) -> FollowUp {
        let more = !self.gathering.is_empty() && !self.full;
        let sooner = self
            .due
            .is_some_and(|due| self.alarm.is_none_or(|alarm| due < alarm));
        if more || sooner {
            self.list()
        } else {
            FollowUp::Nothing
        }
    }

    pub(super) fn fail(&mut self, reason: CloseReason) {
        if !matches!(self.end, End::Closed(_)) {
            self.end = End::Closed(reason);
        }
        self.gathering = FrameQueue::default();
        self.held = 0;
        self.unfinished = 0;
        self.due = None;
    }

    pub(super) fn broken(&mut self) -> FollowUp {
        self.fail(CloseReason::Broken(std::io::ErrorKind::ConnectionRefused));
        FollowUp::NotifyEnded
    }
}
