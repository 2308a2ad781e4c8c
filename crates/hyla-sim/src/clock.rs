//! Logical time seen from outside: clocks, promises, and due grants.
//!
//! Nothing here asks the core. Where delivery of a message is uncertain, promises are calculated
//! twice: an upper and a lower estimate.

use std::collections::BTreeMap;

use hyla_core::time::AdvanceKind;
use hyla_types::{
    Float64Interval, Float64Time, Integer64Interval, Integer64Time, InteractionClassHandle,
    LogicalTime, LogicalTimeInterval, MessageRetractionHandle,
};

use crate::invariants::Judge;
use crate::model::Membership;

/// A time, and whether messages of exactly that time are ruled out.
pub(crate) type Bound = (i64, bool);

/// No promise limits this.
const NEVER: Bound = (i64::MAX, true);

/// Time of one federate.
#[derive(Clone, Debug, Default)]
pub(crate) struct Clock {
    pub(crate) now: i64,
    /// Lookahead, while the federate regulates.
    pub(crate) lookahead: Option<i64>,
    /// Lookahead of a request for regulation without an answer.
    pub(crate) regulating: Option<i64>,
    /// Least time stamp that it may send.
    pub(crate) floor: Bound,
    pub(crate) constrained: bool,
    /// A request for constraint without an answer.
    pub(crate) constraining: bool,
    /// Its time when constraint began: order does not apply to older messages.
    pub(crate) since: i64,
    pub(crate) asynchronous: bool,
    pub(crate) asked: Option<(AdvanceKind, i64)>,
    /// The federate gave constraint up during an advance.
    pub(crate) freed: bool,
    /// Bound below which no message may arrive in order.
    pub(crate) past: Option<Bound>,
    /// Stamps of messages that may be queued or in flight to it.
    pub(crate) inbox: BTreeMap<u64, i64>,
    /// Interaction classes with a changed order type; `true`: time-stamp order.
    pub(crate) orders: BTreeMap<InteractionClassHandle, bool>,
    /// Order types of attributes for instances that it registers.
    pub(crate) defaults:
        BTreeMap<(hyla_types::ObjectClassHandle, hyla_types::AttributeHandle), bool>,
    /// Messages that it can retract: number and time.
    pub(crate) sent: BTreeMap<MessageRetractionHandle, (RetractionTarget, i64)>,
}

/// Target of a retraction handle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum RetractionTarget {
    /// The message with that number.
    Message(u64),
    /// The deletion of an instance: its former owners, and the class by which the deleter knew it.
    Deletion(
        hyla_types::ObjectInstanceHandle,
        BTreeMap<hyla_types::AttributeHandle, hyla_types::FederateHandle>,
        Option<crate::model::Known>,
    ),
}

/// Promise of a federate at a time.
pub(crate) fn promise(time: i64, lookahead: i64, is_final: bool) -> Bound {
    (time + lookahead, is_final && lookahead == 0)
}

/// A double that is so many least steps from 0: sums are exact, and the next double is one step
/// more. The judge counts both representations in integers.
fn double(steps: i64) -> Option<f64> {
    u64::try_from(steps).ok().map(f64::from_bits)
}

/// Converts to a time of the federation's representation.
pub(crate) fn time_of(integer: bool, time: i64) -> Option<LogicalTime> {
    if integer {
        Integer64Time::new(time).ok().map(LogicalTime::Integer64)
    } else {
        let time = double(time)?;
        Float64Time::new(time).ok().map(LogicalTime::Float64)
    }
}

/// Converts to an interval.
pub(crate) fn interval_of(integer: bool, length: i64) -> Option<LogicalTimeInterval> {
    if integer {
        let interval = Integer64Interval::new(length).ok();
        interval.map(LogicalTimeInterval::Integer64)
    } else {
        let interval = double(length).and_then(|length| Float64Interval::new(length).ok());
        interval.map(LogicalTimeInterval::Float64)
    }
}

/// Converts back from a time.
pub(crate) fn number(time: LogicalTime) -> i64 {
    match time {
        LogicalTime::Integer64(time) => time.value(),
        LogicalTime::Float64(time) => time.value().to_bits().cast_signed(),
    }
}

/// Converts back from an interval.
pub(crate) fn length(interval: LogicalTimeInterval) -> i64 {
    match interval {
        LogicalTimeInterval::Integer64(interval) => interval.value(),
        LogicalTimeInterval::Float64(interval) => interval.value().to_bits().cast_signed(),
    }
}

impl Clock {
    /// Least time stamp that it may send now.
    pub(crate) fn send_bound(&self) -> Option<Bound> {
        let lookahead = self.lookahead?;
        let ahead = self
            .asked
            .map(|(kind, to)| promise(to, lookahead, kind.is_final()));
        Some(ahead.map_or(self.floor, |ahead| ahead.max(self.floor)))
    }

    /// Lower bound of messages that others may still send to this constrained federate.
    pub(crate) fn reached(&self) -> Bound {
        match (self.asked, self.past) {
            // A flush may deliver messages beyond others' promises.
            (Some((AdvanceKind::FlushQueue, _)), _) | (_, None) => (self.now, false),
            (_, Some(past)) => past,
        }
    }

    pub(crate) fn raise_floor(&mut self, time: i64, is_final: bool) {
        if let Some(lookahead) = self.lookahead {
            self.floor = self.floor.max(promise(time, lookahead, is_final));
        }
    }
}

/// Upper or lower estimate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Estimate {
    /// Counts only messages that must be delivered.
    AtMost,
    /// Counts every message that may be queued.
    AtLeast,
}

/// Promises of regulating federates.
pub(crate) type Promises = BTreeMap<Membership, Bound>;

impl Judge {
    pub(crate) fn clock(&self, membership: Membership) -> Option<&Clock> {
        self.members.get(&membership).map(|member| &member.clock)
    }

    pub(crate) fn clock_mut(&mut self, membership: Membership) -> Option<&mut Clock> {
        self.members
            .get_mut(&membership)
            .map(|member| &mut member.clock)
    }

    /// Least stamp among the messages that must still be delivered, by member.
    pub(crate) fn definite(&self, execution: u64) -> BTreeMap<Membership, i64> {
        let mut least = BTreeMap::new();
        for (stream, queue) in &self.due {
            let (to, from, _, ordered) = *stream;
            let sure = ordered && !self.lost.contains(&from) && !self.are_apart(to, from);
            if to.execution != execution || !sure {
                continue;
            }
            for due in queue.iter().filter(|due| !due.got) {
                if let Some(time) = self.messages[due.message as usize].time
                    && self.still_due(*stream, due)
                {
                    let at = least.entry(to).or_insert(time);
                    *at = time.min(*at);
                }
            }
        }
        least
    }

    /// The greatest consistent promises: lowered from infinity to a fixed point.
    pub(crate) fn promises(&self, execution: u64, estimate: Estimate) -> Promises {
        let definite = match estimate {
            Estimate::AtMost => self.definite(execution),
            Estimate::AtLeast => BTreeMap::new(),
        };
        let regulating: Vec<_> = self
            .members
            .iter()
            .filter(|(membership, member)| {
                membership.execution == execution
                    && member.clock.lookahead.is_some()
                    && !member.resigning
                    && !self.untimely.contains(*membership)
                    && self.is_enrolled(**membership)
            })
            .map(|(membership, member)| (*membership, &member.clock, member.clock.floor))
            .collect();
        let mut promises: Promises = regulating
            .iter()
            .map(|(membership, ..)| (*membership, NEVER))
            .collect();
        loop {
            let next: Promises = regulating
                .iter()
                .map(|(membership, clock, floor)| {
                    let lookahead = clock.lookahead.unwrap_or(0);
                    let bound = match clock.asked {
                        None => *floor,
                        Some((kind, to)) if !clock.constrained || !kind.is_conditional() => {
                            promise(to, lookahead, kind.is_final()).max(*floor)
                        }
                        Some((kind, to)) => {
                            let queued = match estimate {
                                Estimate::AtMost => definite.get(membership).copied(),
                                Estimate::AtLeast => clock.inbox.values().min().copied(),
                            };
                            let queued = queued.map(|stamp| (stamp, false));
                            let limits = [Some((to, false)), queued, galt(&promises, *membership)];
                            let least = limits.into_iter().flatten().min().unwrap_or(NEVER);
                            let shut = lookahead == 0 && kind == AdvanceKind::NextMessage;
                            let ahead = least.0.saturating_add(lookahead);
                            (*floor).max((ahead, least.1 || shut))
                        }
                    };
                    (*membership, bound)
                })
                .collect();
            if next == promises {
                return promises;
            }
            promises = next;
        }
    }
}

/// Least promise of the others.
pub(crate) fn galt(promises: &Promises, membership: Membership) -> Option<Bound> {
    let others = promises.iter().filter(|(other, _)| **other != membership);
    others.map(|(_, bound)| *bound).min()
}
