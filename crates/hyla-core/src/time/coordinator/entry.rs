//! One federate in the coordinator's table: its promise, its wait, and its due news.

use std::collections::{BTreeMap, VecDeque};
use std::time::Duration;

use hyla_types::{FederateHandle, LogicalTime, LogicalTimeInterval};
use serde::{Deserialize, Serialize};

use crate::time::bound::{earlier, later};
use crate::time::{AdvanceKind, Asked, Bound};

/// Whether time-stamped messages are delivered in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum Constraint {
    Off,
    /// Asked for; waits until GALT has reached the federate's time.
    Pending,
    On,
}

/// Limit of an advance without other regulating federates (2025: switch `nonRegulatedGrant`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum WithoutRegulation {
    /// Everything is granted.
    Grant,
    /// Requests wait for a regulating federate.
    Wait,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Entry {
    pub(super) without_regulation: WithoutRegulation,
    /// Its logical time, at least: what it reported, and the grants that follow from releases.
    pub(super) now: LogicalTime,
    /// Its unconditional promise; `None` if it does not regulate.
    pub(super) bound: Option<Bound>,
    pub(super) lookahead: LogicalTimeInterval,
    /// Regulation that counts already but waits for the federate's own GALT, because it is constrained.
    pub(super) regulation_at: Option<LogicalTime>,
    pub(super) constraint: Constraint,
    pub(super) asked: Option<Asked>,
    pub(super) since: Duration,
    pub(super) queued: Option<LogicalTime>,
    /// How many messages others have sent to it, as far as they have reported.
    pub(super) addressed: BTreeMap<FederateHandle, u64>,
    pub(super) received: BTreeMap<FederateHandle, u64>,
    /// Messages sent to it and not reported as received: up to which count, and the promise that the
    /// sender had before.
    pub(super) missing: BTreeMap<FederateHandle, VecDeque<(u64, Bound)>>,
    /// The greatest promise that it was given.
    pub(super) promised: Option<Bound>,
    pub(super) recount_asked: bool,
}

/// News that are due for a federate.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Due {
    pub(super) regulation: Option<LogicalTime>,
    pub(super) constraint: bool,
    /// The promise that releases it, and whether anybody regulates.
    pub(super) release: Option<(Bound, bool)>,
    pub(super) recount: bool,
}

impl Entry {
    /// Whether it is granted to a time that follows from the others' promises. A flush is granted at
    /// once, wherever that is: what it promises then, it reports.
    pub(super) fn waits_conditionally(&self) -> bool {
        let asked = self.asked.filter(|a| a.kind != AdvanceKind::FlushQueue);
        self.constraint == Constraint::On && asked.is_some_and(|a| a.kind.is_conditional())
    }

    /// The least stamp that it can have queued, as far as is known.
    pub(super) fn least_queued(&self) -> Option<Bound> {
        let known = self.queued.map(Bound::at);
        let on_the_way = self.missing.values().filter_map(|steps| steps.front());
        on_the_way
            .map(|(_, bound)| *bound)
            .chain(known)
            .reduce(earlier)
    }

    /// The least time of the next grant of its request, if the others promise `galt`.
    pub(super) fn next_grant(&self, galt: Option<Bound>) -> Option<Bound> {
        let asked = Bound::at(self.asked?.to);
        let limits = self.least_queued().into_iter().chain(galt);
        Some(later(limits.fold(asked, earlier), Bound::at(self.now)))
    }

    /// The time to which a release with this promise grants its request at least. A flush is reported.
    pub(super) fn sure_grant(&self, released: Bound) -> Option<LogicalTime> {
        let asked = self.asked.filter(|a| a.kind != AdvanceKind::FlushQueue)?;
        if self.waits_conditionally() {
            return self.next_grant(Some(released)).map(|grant| grant.time);
        }
        Some(asked.to)
    }

    /// Its promise after a grant at `grant`.
    pub(super) fn promise_after(&self, grant: Bound) -> Bound {
        let exclusive = match self.asked.map(|asked| asked.kind) {
            Some(AdvanceKind::NextMessage) => grant.exclusive || self.lookahead.is_zero(),
            _ => grant.exclusive,
        };
        let promise = Bound { exclusive, ..grant }.plus(self.lookahead);
        self.bound.map_or(promise, |bound| later(bound, promise))
    }

    /// The promise of others that its request needs, as far as is known.
    pub(super) fn needed(&self, asked: Asked) -> Bound {
        let until = match (asked.kind, self.queued) {
            (AdvanceKind::NextMessage | AdvanceKind::NextMessageAvailable, Some(queued)) => {
                earlier(asked.to, queued)
            }
            _ => asked.to,
        };
        asked.kind.needed(until)
    }

    /// News that are due for it if the others promise `galt`.
    pub(super) fn due(&self, galt: Option<Bound>) -> Due {
        let reached = |bound: Bound| galt.is_none_or(|galt| galt >= bound);
        let mut due = Due {
            regulation: self
                .regulation_at
                .filter(|time| self.constraint != Constraint::On || reached(Bound::at(*time))),
            constraint: self.constraint == Constraint::Pending && reached(Bound::at(self.now)),
            ..Due::default()
        };
        let Some(asked) = self.asked else { return due };
        let regulated = galt.is_some();
        if asked.kind == AdvanceKind::FlushQueue {
            let limit = Bound::at(asked.to);
            let bound = galt.map_or(limit, |galt| earlier(galt, limit));
            due.release = Some((bound, regulated));
            return due;
        }
        let needed = self.needed(asked);
        if reached(needed) && (regulated || self.without_regulation == WithoutRegulation::Grant) {
            due.release = Some((needed, regulated));
        } else {
            due.recount =
                asked.kind.is_conditional() && !self.missing.is_empty() && !self.recount_asked;
        }
        due
    }

    /// Another has sent it so many messages, or more.
    pub(super) fn is_sent(&mut self, sender: FederateHandle, count: u64) {
        if count > 0 {
            let so_far = self.addressed.entry(sender).or_default();
            *so_far = count.max(*so_far);
        }
    }

    pub(super) fn promise(&mut self, bound: Bound) {
        self.promised = Some(self.promised.map_or(bound, |before| later(before, bound)));
    }
}
