//! Time as one who sees everything knows it: clocks, promises, and which grant is due.
//!
//! Nothing here asks the core. Where something is uncertain, for example whether a message will be
//! delivered once its time has come, promises are calculated twice: at most and at least.

use std::collections::BTreeMap;

use hyla_core::time::AdvanceKind;
use hyla_types::{
    Float64Interval, Float64Time, Integer64Interval, Integer64Time, InteractionClassHandle,
    LogicalTime, LogicalTimeInterval, MessageRetractionHandle,
};

use crate::invariants::Judge;
use crate::model::Seat;

/// A time, and whether messages of that time itself are ruled out.
pub(crate) type Bound = (i64, bool);

/// No promise limits this.
const NEVER: Bound = (i64::MAX, true);

/// Time of one federate.
#[derive(Clone, Debug, Default)]
pub(crate) struct Clock {
    pub(crate) now: i64,
    /// While it regulates.
    pub(crate) lookahead: Option<i64>,
    /// Asked for regulation with that lookahead and not answered.
    pub(crate) regulating: Option<i64>,
    /// Least that it may send.
    pub(crate) floor: Bound,
    pub(crate) constrained: bool,
    /// Asked for constraint and not answered.
    pub(crate) constraining: bool,
    /// Its time when constraint began: older messages are of no order.
    pub(crate) since: i64,
    pub(crate) asynchronous: bool,
    pub(crate) asked: Option<(AdvanceKind, i64)>,
    /// It gave constraint up while it advanced.
    pub(crate) freed: bool,
    /// What may not come in order any more.
    pub(crate) past: Option<Bound>,
    /// Stamps of messages that may be queued at it or on their way.
    pub(crate) inbox: BTreeMap<u64, i64>,
    /// Classes whose order type it has changed, and whether to time-stamp order.
    pub(crate) orders: BTreeMap<InteractionClassHandle, bool>,
    /// Order types of attributes for instances that it registers.
    pub(crate) defaults:
        BTreeMap<(hyla_types::ObjectClassHandle, hyla_types::AttributeHandle), bool>,
    /// Messages that it can name: number and time.
    pub(crate) sent: BTreeMap<MessageRetractionHandle, (Subject, i64)>,
}

/// What a retraction handle stands for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Subject {
    /// The message with that number.
    Message(u64),
    /// The deletion of an instance, with its owners before, and as what the deleter knew it.
    Deletion(
        hyla_types::ObjectInstanceHandle,
        BTreeMap<hyla_types::AttributeHandle, hyla_types::FederateHandle>,
        Option<crate::model::Known>,
    ),
}

/// What a federate promises at a time.
pub(crate) fn promise(time: i64, lookahead: i64, is_final: bool) -> Bound {
    (time + lookahead, is_final && lookahead == 0)
}

/// A double that is so many least steps from 0: sums are exact, and the next double is one more. So the
/// judge counts both representations in integers.
fn double(steps: i64) -> Option<f64> {
    u64::try_from(steps).ok().map(f64::from_bits)
}

/// A time of the representation that a federation has.
pub(crate) fn time_of(integer: bool, time: i64) -> Option<LogicalTime> {
    if integer {
        Integer64Time::new(time).ok().map(LogicalTime::Integer64)
    } else {
        let time = double(time)?;
        Float64Time::new(time).ok().map(LogicalTime::Float64)
    }
}

/// An interval likewise.
pub(crate) fn interval_of(integer: bool, length: i64) -> Option<LogicalTimeInterval> {
    if integer {
        let interval = Integer64Interval::new(length).ok();
        interval.map(LogicalTimeInterval::Integer64)
    } else {
        let interval = double(length).and_then(|length| Float64Interval::new(length).ok());
        interval.map(LogicalTimeInterval::Float64)
    }
}

/// The number that a time was made of.
pub(crate) fn number(time: LogicalTime) -> i64 {
    match time {
        LogicalTime::Integer64(time) => time.value(),
        LogicalTime::Float64(time) => time.value().to_bits().cast_signed(),
    }
}

/// The number that an interval was made of.
pub(crate) fn length(interval: LogicalTimeInterval) -> i64 {
    match interval {
        LogicalTimeInterval::Integer64(interval) => interval.value(),
        LogicalTimeInterval::Float64(interval) => interval.value().to_bits().cast_signed(),
    }
}

impl Clock {
    /// Least that it may send now.
    pub(crate) fn send_bound(&self) -> Option<Bound> {
        let lookahead = self.lookahead?;
        let ahead = self
            .asked
            .map(|(kind, to)| promise(to, lookahead, kind.is_final()));
        Some(ahead.map_or(self.floor, |ahead| ahead.max(self.floor)))
    }

    /// What others must not send any more to this federate, which is constrained.
    pub(crate) fn reached(&self) -> Bound {
        match (self.asked, self.past) {
            // What a flush delivers may lie beyond what others have promised.
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

/// Which of two estimates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Estimate {
    /// Only messages that must be delivered count.
    AtMost,
    /// Every message that may be queued counts.
    AtLeast,
}

/// What regulating federates promise.
pub(crate) type Promises = BTreeMap<Seat, Bound>;

impl Judge {
    pub(crate) fn clock(&self, seat: Seat) -> Option<&Clock> {
        self.members.get(&seat).map(|member| &member.clock)
    }

    pub(crate) fn clock_mut(&mut self, seat: Seat) -> Option<&mut Clock> {
        self.members.get_mut(&seat).map(|member| &mut member.clock)
    }

    /// Least stamp of a message that must still be delivered to each member.
    pub(crate) fn definite(&self, execution: u64) -> BTreeMap<Seat, i64> {
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

    /// The greatest promises that are consistent: lowered from infinity until nothing changes.
    pub(crate) fn promises(&self, execution: u64, estimate: Estimate) -> Promises {
        let definite = match estimate {
            Estimate::AtMost => self.definite(execution),
            Estimate::AtLeast => BTreeMap::new(),
        };
        let regulating: Vec<_> = self
            .members
            .iter()
            .filter(|(seat, member)| {
                seat.execution == execution
                    && member.clock.lookahead.is_some()
                    && !member.resigning
                    && self.is_enrolled(**seat)
            })
            .map(|(seat, member)| (*seat, &member.clock, member.clock.floor))
            .collect();
        let mut promises: Promises = regulating.iter().map(|(seat, ..)| (*seat, NEVER)).collect();
        loop {
            let next: Promises = regulating
                .iter()
                .map(|(seat, clock, floor)| {
                    let lookahead = clock.lookahead.unwrap_or(0);
                    let bound = match clock.asked {
                        None => *floor,
                        Some((kind, to)) if !clock.constrained || !kind.is_conditional() => {
                            promise(to, lookahead, kind.is_final()).max(*floor)
                        }
                        Some((kind, to)) => {
                            let queued = match estimate {
                                Estimate::AtMost => definite.get(seat).copied(),
                                Estimate::AtLeast => clock.inbox.values().min().copied(),
                            };
                            let queued = queued.map(|stamp| (stamp, false));
                            let limits = [Some((to, false)), queued, galt(&promises, *seat)];
                            let least = limits.into_iter().flatten().min().unwrap_or(NEVER);
                            let shut = lookahead == 0 && kind == AdvanceKind::NextMessage;
                            let ahead = least.0.saturating_add(lookahead);
                            (*floor).max((ahead, least.1 || shut))
                        }
                    };
                    (*seat, bound)
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
pub(crate) fn galt(promises: &Promises, seat: Seat) -> Option<Bound> {
    let others = promises.iter().filter(|(other, _)| **other != seat);
    others.map(|(_, bound)| *bound).min()
}
