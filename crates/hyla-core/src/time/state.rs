//! One federate's time: what it may send, what it waits for, what it was promised.

use std::collections::{BTreeMap, VecDeque};
use std::time::Duration;

use hyla_types::{
    AttributeHandleSet, FederateHandle, LogicalTime, LogicalTimeInterval, ObjectInstanceHandle,
    OrderType, TimeImplementation,
};
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

use super::bound::later;
use super::{Asked, Bound, TimeQueue};

/// Whether a federate regulates.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Regulation {
    Off,
    /// `enableTimeRegulation` is not answered yet.
    Pending(LogicalTimeInterval),
    /// With this lookahead.
    On(LogicalTimeInterval),
}

/// Whether a federate is constrained.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Constraint {
    Off,
    /// `enableTimeConstrained` is not answered yet.
    Pending,
    On,
}

/// A request that is not granted yet as far as the federate knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Advance {
    pub(crate) asked: Asked,
    /// The time of the grant, if it waits among the callbacks.
    pub(crate) granted: Option<LogicalTime>,
    /// When it was asked for, by the clock of the driver.
    pub(crate) since: Duration,
    /// Whether the coordinator did not know all messages when it released the request.
    pub(crate) uncertain: bool,
}

/// A release by the coordinator, in force once the messages that it counted have arrived.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Released {
    pub(crate) bound: Bound,
    pub(crate) regulated: bool,
}

/// Time-stamped messages between this federate and another one, since their link began.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Traffic {
    pub(crate) sent: u64,
    pub(crate) sent_reported: u64,
    pub(crate) received: u64,
    pub(crate) received_reported: u64,
}

/// The federate's time.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct TimeState {
    pub(super) now: LogicalTime,
    pub(super) regulation: Regulation,
    /// Least that may be sent in time-stamp order in the granted state. Never moves back.
    pub(super) floor: Bound,
    pub(super) constraint: Constraint,
    pub(super) advance: Option<Advance>,
    pub(super) asynchronous_delivery: bool,
    pub(super) queue: TimeQueue,
    pub(super) released: Option<Released>,
    /// Regulation is granted from this time with this floor.
    pub(super) regulating_from: Option<(LogicalTime, Bound)>,
    /// Constraint is granted at this time.
    pub(super) constrained_at: Option<LogicalTime>,
    /// Least stamp queued, as last reported to the coordinator.
    pub(super) reported_queue: Option<LogicalTime>,
    /// The coordinator wants to know what is queued.
    pub(super) recount: bool,
    /// Messages that have to arrive before what the coordinator said last is in force.
    pub(super) expected: FxHashMap<FederateHandle, u64>,
    /// Departed federates whose streams have ended, until the executive has the report.
    pub(super) drained: Vec<FederateHandle>,
    /// How many of them were reported to the other one of a pair.
    pub(super) drained_reported: usize,
    /// Number of the last time-stamped message.
    pub(super) last_serial: u32,
    /// Messages that can perhaps still be retracted, in the order of their numbers.
    pub(super) retractable: VecDeque<(u32, LogicalTime)>,
    /// Time-stamped messages delivered last, oldest first.
    pub(super) delivered: VecDeque<(FederateHandle, u32)>,
    /// Attributes that this federate owned of instances when one of these deleted them.
    pub(super) lost: BTreeMap<(FederateHandle, u32), (ObjectInstanceHandle, AttributeHandleSet)>,
    /// Received order of the message in delivery.
    pub(super) delivering: OrderType,
    /// GALT as last received, for reports about this federate; `None` if no other federate regulates.
    pub(super) last_galt: Option<Bound>,
}

/// So many departed federates are reported, also if there is nothing else to say.
pub(super) const MOST_DRAINED: usize = 64;

impl TimeState {
    pub(crate) fn new(time: TimeImplementation) -> Self {
        let now = time.initial();
        Self {
            now,
            regulation: Regulation::Off,
            floor: Bound::at(now),
            constraint: Constraint::Off,
            advance: None,
            asynchronous_delivery: false,
            queue: TimeQueue::default(),
            released: None,
            regulating_from: None,
            constrained_at: None,
            reported_queue: None,
            recount: false,
            expected: FxHashMap::default(),
            drained: Vec::new(),
            drained_reported: 0,
            last_serial: 0,
            retractable: VecDeque::new(),
            delivered: VecDeque::new(),
            lost: BTreeMap::new(),
            delivering: OrderType::Receive,
            last_galt: None,
        }
    }

    /// The lookahead asked for, while regulating.
    pub(crate) fn lookahead(&self) -> Option<LogicalTimeInterval> {
        match self.regulation {
            Regulation::On(lookahead) => Some(lookahead),
            Regulation::Off | Regulation::Pending(_) => None,
        }
    }

    pub(crate) fn is_constrained(&self) -> bool {
        self.constraint == Constraint::On
    }

    /// Whether messages in receive order have to wait for an advance (8.14 in 2010, 8.15 in 2025). To wait
    /// for regulation is like an advance: it may move the federate's time, and comes after all messages
    /// up to there.
    pub(crate) fn is_gating(&self) -> bool {
        self.is_constrained()
            && !self.asynchronous_delivery
            && self.advance.is_none()
            && !matches!(self.regulation, Regulation::Pending(_))
    }

    /// The federate's promise when it is at `time`; `is_final` if messages of that time are over.
    pub(crate) fn promise_at(&self, time: LogicalTime, is_final: bool) -> Option<Bound> {
        let lookahead = self.lookahead()?;
        let bound = Bound {
            time,
            exclusive: is_final && lookahead.is_zero(),
        };
        Some(bound.plus(lookahead))
    }

    pub(crate) fn raise_floor(&mut self, time: LogicalTime, is_final: bool) {
        if let Some(promise) = self.promise_at(time, is_final) {
            self.floor = later(self.floor, promise);
        }
    }

    /// Least that may be sent in time-stamp order now: while advancing, as if it were granted already.
    pub(crate) fn send_bound(&self) -> Bound {
        let ahead = self
            .advance
            .and_then(|a| self.promise_at(a.asked.to, a.asked.kind.is_final()));
        ahead.map_or(self.floor, |ahead| later(self.floor, ahead))
    }

    /// Whether messages with a stamp are sent in time-stamp order if their kind prefers it.
    pub(crate) fn stamps(&self, time: Option<LogicalTime>) -> bool {
        time.is_some() && self.lookahead().is_some()
    }

    /// Number of a new time-stamped message.
    pub(crate) fn new_serial(&mut self, time: LogicalTime) -> u32 {
        self.last_serial = self.last_serial.wrapping_add(1);
        self.retractable.push_back((self.last_serial, time));
        self.last_serial
    }
}
