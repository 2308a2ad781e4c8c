//! Who may advance how far: the calculation, free of members and messages.
//!
//! Each federate reports a promise (its bound), what it waits for, the least stamp that it has queued,
//! and how many time-stamped messages it sent and received. From that follows the GALT of each: the
//! least promise among the others that regulate.
//!
//! A federate that waits in a next-message or flush-queue request may be granted earlier than it asked,
//! so its promise depends on the others' as theirs may depend on it. That is a shortest-path problem
//! with one unique solution ([`Coordinator::promises`]): all jump at once, however small the lookaheads.
//!
//! What was sent and has not been reported as received may lower what the receiver has queued. Until it
//! is accounted for, the promise that its sender had then stands in for its stamp.

use std::collections::{BTreeMap, VecDeque};
use std::time::Duration;

use hyla_types::{FederateHandle, LogicalTime, LogicalTimeInterval};
use serde::{Deserialize, Serialize};

use super::bound::{earlier, later};
use super::{AdvanceKind, Asked, Bound, MessageCount, TimeNews, TimeReport};

/// Most steps kept of what one federate sent to another and that is not accounted for.
const MOST_STEPS: usize = 16;

/// The table of all federates of an execution and what follows from it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Coordinator {
    federates: BTreeMap<FederateHandle, Entry>,
}

/// Whether time-stamped messages are delivered in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
enum Constraint {
    Off,
    /// Asked for; waits until GALT has reached the federate's time.
    Pending,
    On,
}

/// What counts for an advance when nobody else regulates (2025: switch `nonRegulatedGrant`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum WithoutRegulation {
    /// Everything is granted.
    Grant,
    /// Requests wait until somebody regulates.
    Wait,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Entry {
    without_regulation: WithoutRegulation,
    now: LogicalTime,
    /// What it promises whatever happens; `None` if it does not regulate.
    bound: Option<Bound>,
    lookahead: LogicalTimeInterval,
    /// Regulation that counts already but waits for the federate's own GALT, because it is constrained.
    regulation_at: Option<LogicalTime>,
    constraint: Constraint,
    asked: Option<Asked>,
    since: Duration,
    queued: Option<LogicalTime>,
    sent: BTreeMap<FederateHandle, u64>,
    received: BTreeMap<FederateHandle, u64>,
    /// What was sent to it and not reported as received: up to which count, and what the sender
    /// promised before.
    missing: BTreeMap<FederateHandle, VecDeque<(u64, Bound)>>,
    /// The greatest promise that it was given.
    promised: Option<Bound>,
    recount_asked: bool,
}

/// The least promise of the others and whose it is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Galt {
    pub(crate) bound: Bound,
    pub(crate) holder: FederateHandle,
}

/// What the coordinator wants told.
pub(crate) type News = Vec<(FederateHandle, TimeNews)>;

/// What a federate can be told.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Due {
    regulation: Option<LogicalTime>,
    constraint: bool,
    /// The promise that releases it, and whether anybody regulates.
    release: Option<(Bound, bool)>,
    recount: bool,
}

/// The two least promises: enough to know for each federate the least of the others.
#[derive(Clone, Copy, Debug, Default)]
struct Least {
    first: Option<Galt>,
    second: Option<Galt>,
}

impl Least {
    fn of(promises: &[(FederateHandle, Bound)]) -> Self {
        let mut least = Self::default();
        for &(holder, bound) in promises {
            let this = Some(Galt { bound, holder });
            if least.first.is_none_or(|first| bound < first.bound) {
                least.second = least.first;
                least.first = this;
            } else if least.second.is_none_or(|second| bound < second.bound) {
                least.second = this;
            }
        }
        least
    }

    fn galt(&self, federate: FederateHandle) -> Option<Galt> {
        self.first
            .filter(|first| first.holder != federate)
            .or(self.second)
    }

    fn without(&self, federate: FederateHandle) -> Option<Bound> {
        self.galt(federate).map(|galt| galt.bound)
    }
}

impl Entry {
    /// Whether it is granted to a time that follows from the others' promises. A flush is granted at
    /// once, wherever that is: what it promises then, it reports.
    fn waits_conditionally(&self) -> bool {
        let asked = self.asked.filter(|a| a.kind != AdvanceKind::FlushQueue);
        self.constraint == Constraint::On && asked.is_some_and(|a| a.kind.is_conditional())
    }

    /// The least stamp that it can have queued, as far as is known.
    fn least_queued(&self) -> Option<Bound> {
        let known = self.queued.map(Bound::at);
        let on_the_way = self.missing.values().filter_map(|steps| steps.front());
        on_the_way
            .map(|(_, bound)| *bound)
            .chain(known)
            .reduce(earlier)
    }

    /// The least time of the next grant of its request, if the others promise `galt`.
    fn next_grant(&self, galt: Option<Bound>) -> Option<Bound> {
        let asked = Bound::at(self.asked?.to);
        let limits = self.least_queued().into_iter().chain(galt);
        Some(later(limits.fold(asked, earlier), Bound::at(self.now)))
    }

    /// What it promises once granted at `grant`.
    fn promise_after(&self, grant: Bound) -> Bound {
        let exclusive = match self.asked.map(|asked| asked.kind) {
            Some(AdvanceKind::NextMessage) => grant.exclusive || self.lookahead.is_zero(),
            _ => grant.exclusive,
        };
        let promise = Bound { exclusive, ..grant }.plus(self.lookahead);
        self.bound.map_or(promise, |bound| later(bound, promise))
    }

    /// The promise of others that its request needs, as far as is known.
    fn needed(&self, asked: Asked) -> Bound {
        let until = match (asked.kind, self.queued) {
            (AdvanceKind::NextMessage | AdvanceKind::NextMessageAvailable, Some(queued)) => {
                earlier(asked.to, queued)
            }
            _ => asked.to,
        };
        if asked.kind.is_final() {
            Bound::after(until)
        } else {
            Bound::at(until)
        }
    }

    /// What it can be told if the others promise `galt`.
    fn due(&self, galt: Option<Bound>) -> Due {
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

    fn promise(&mut self, bound: Bound) {
        self.promised = Some(self.promised.map_or(bound, |before| later(before, bound)));
    }
}

impl Coordinator {
    /// A federate is gone while others are asked what they know: nobody is told of it yet.
    pub(crate) fn forget(&mut self, federate: FederateHandle) {
        self.drop_out(federate);
    }

    /// A federate has joined.
    pub(crate) fn join(
        &mut self,
        federate: FederateHandle,
        now: LogicalTime,
        without_regulation: WithoutRegulation,
    ) {
        let entry = Entry {
            without_regulation,
            now,
            bound: None,
            lookahead: now.implementation().zero(),
            regulation_at: None,
            constraint: Constraint::Off,
            asked: None,
            since: Duration::ZERO,
            queued: None,
            sent: BTreeMap::new(),
            received: BTreeMap::new(),
            missing: BTreeMap::new(),
            promised: None,
            recount_asked: false,
        };
        self.federates.insert(federate, entry);
    }

    /// Whether time-stamped messages are delivered to the federate in order.
    pub(crate) fn is_constrained(&self, federate: FederateHandle) -> bool {
        let entry = self.federates.get(&federate);
        entry.is_some_and(|entry| entry.constraint == Constraint::On)
    }

    /// If a constrained federate waits for a grant and no message up to that time can come any more but
    /// those sent: what it waits for, and those.
    pub(crate) fn waits_beyond(
        &self,
        federate: FederateHandle,
        time: LogicalTime,
    ) -> Option<(Asked, Vec<MessageCount>)> {
        let entry = self.federates.get(&federate)?;
        let asked = entry.asked.filter(|_| entry.constraint == Constraint::On)?;
        let over = |galt: Galt| galt.bound >= Bound::after(time);
        let all_said = self.galt(federate).is_none_or(over);
        all_said.then(|| (asked, self.expected(federate)))
    }

    /// A federate is gone: nobody waits for it any more. What it sent may still be on the way.
    pub(crate) fn leave(&mut self, federate: FederateHandle, news: &mut News) {
        if self.drop_out(federate) {
            self.settle(news);
        }
    }

    fn drop_out(&mut self, federate: FederateHandle) -> bool {
        let Some(gone) = self.federates.remove(&federate) else {
            return false;
        };
        for entry in self.federates.values_mut() {
            entry.sent.remove(&federate);
            entry.received.remove(&federate);
            if let Some(bound) = gone.bound {
                entry.recount_asked = false;
                let steps = entry.missing.entry(federate).or_default();
                steps.push_back((u64::MAX, bound));
            }
        }
        true
    }

    /// The federates with a part in time, if there are exactly two and neither waits to be enabled: they
    /// can do without the executive.
    pub(crate) fn pair(&self) -> Option<[FederateHandle; 2]> {
        let mut concerned = self
            .federates
            .iter()
            .filter(|(_, e)| e.bound.is_some() || e.constraint != Constraint::Off);
        let (a, b) = (concerned.next()?, concerned.next()?);
        let settled = |e: &Entry| e.constraint != Constraint::Pending && e.regulation_at.is_none();
        let enabled = settled(a.1) && settled(b.1) && concerned.next().is_none();
        enabled.then_some([*a.0, *b.0])
    }

    /// Whether anybody regulates or is constrained.
    pub(crate) fn is_in_use(&self) -> bool {
        let mut entries = self.federates.values();
        entries.any(|e| e.bound.is_some() || e.constraint != Constraint::Off)
    }

    /// The greatest promise that the federate was given.
    pub(crate) fn promised(&self, federate: FederateHandle) -> Option<Bound> {
        self.federates.get(&federate)?.promised
    }

    /// A federate that coordinated for itself tells everything; nobody is released yet.
    pub(crate) fn gather(
        &mut self,
        federate: FederateHandle,
        report: TimeReport,
        promised: Option<Bound>,
        now: Duration,
    ) {
        self.take_in(federate, report, now);
        if let (Some(entry), Some(promised)) = (self.federates.get_mut(&federate), promised) {
            entry.promise(promised);
        }
    }

    /// Whether all times are of one implementation.
    pub(crate) fn is_of(&self, time: hyla_types::TimeImplementation) -> bool {
        self.federates.values().all(|entry| {
            let times = [
                Some(entry.now),
                entry.bound.map(|bound| bound.time),
                entry.regulation_at,
                entry.asked.map(|asked| asked.to),
                entry.queued,
                entry.promised.map(|bound| bound.time),
            ];
            let steps = entry.missing.values().flatten();
            entry.lookahead.implementation() == time
                && times.iter().flatten().all(|t| t.implementation() == time)
                && steps
                    .map(|(_, b)| b.time)
                    .all(|t| t.implementation() == time)
        })
    }

    /// Takes over what another knows of a federate that has not answered: it reported to that one later
    /// than to the executive.
    pub(crate) fn adopt(&mut self, federate: FederateHandle, known: &Self) {
        if let Some(entry) = known.federates.get(&federate)
            && self.federates.contains_key(&federate)
        {
            let since = self.federates.get(&federate).map(|entry| entry.since);
            let adopted = Entry {
                since: since.unwrap_or_default(),
                ..entry.clone()
            };
            self.federates.insert(federate, adopted);
        }
    }

    /// Tells what follows from what was gathered.
    pub(crate) fn resume(&mut self, news: &mut News) {
        self.settle(news);
    }

    /// A member reports.
    pub(crate) fn report(
        &mut self,
        federate: FederateHandle,
        report: TimeReport,
        now: Duration,
        news: &mut News,
    ) {
        self.take_in(federate, report, now);
        self.settle(news);
    }

    fn take_in(&mut self, federate: FederateHandle, report: TimeReport, now: Duration) {
        let Some(entry) = self.federates.get_mut(&federate) else {
            return;
        };
        let promised_before = entry.bound;
        // It may not have heard of the time from which it regulates.
        entry.now = later(entry.now, report.now);
        entry.queued = report.queued;
        if let (Some(before), Some(bound)) = (entry.bound, report.bound) {
            entry.bound = Some(later(before, bound));
            entry.lookahead = report.lookahead;
        }
        if entry.constraint == Constraint::On {
            entry.since = now.saturating_sub(report.waiting);
            entry.asked = report.asked;
        }
        for MessageCount { federate, count } in &report.received {
            entry.received.insert(*federate, *count);
            if let Some(steps) = entry.missing.get_mut(federate) {
                while steps.front().is_some_and(|(upto, _)| upto <= count) {
                    steps.pop_front();
                    entry.recount_asked = false;
                }
                if steps.is_empty() {
                    entry.missing.remove(federate);
                }
            }
        }
        for gone in &report.drained {
            if entry.missing.remove(gone).is_some() {
                entry.recount_asked = false;
            }
        }
        for MessageCount {
            federate: to,
            count,
        } in report.sent
        {
            if let Some(entry) = self.federates.get_mut(&federate) {
                entry.sent.insert(to, count);
            }
            let Some(receiver) = self.federates.get_mut(&to) else {
                continue;
            };
            let received = receiver.received.get(&federate).copied().unwrap_or(0);
            if let Some(bound) = promised_before
                && received < count
            {
                receiver.recount_asked = false;
                let steps = receiver.missing.entry(federate).or_default();
                if steps.len() == MOST_STEPS
                    && let Some((_, bound)) = steps.pop_back()
                {
                    // Fewer steps say less, and nothing wrong.
                    steps.push_back((count, bound));
                } else {
                    steps.push_back((count, bound));
                }
            }
        }
    }

    /// `enableTimeRegulation`: counts from now on, from a time at which nobody constrained can receive
    /// a message in its past.
    pub(crate) fn regulate(
        &mut self,
        federate: FederateHandle,
        lookahead: LogicalTimeInterval,
        report: Option<TimeReport>,
        now: Duration,
        news: &mut News,
    ) {
        if let Some(report) = report {
            self.take_in(federate, report, now);
        }
        let others = self.federates.iter().filter(|(f, _)| **f != federate);
        let given = others.filter_map(|(_, entry)| entry.promised).reduce(later);
        let Some(entry) = self.federates.get_mut(&federate) else {
            return;
        };
        let least = given.and_then(|given| given.time.checked_sub(lookahead).ok());
        let time = least.map_or(entry.now, |least| later(entry.now, least));
        let floor = Bound::at(time).plus(lookahead);
        entry.bound = Some(given.map_or(floor, |given| later(floor, given)));
        entry.lookahead = lookahead;
        entry.regulation_at = Some(time);
        self.settle(news);
    }

    /// `disableTimeRegulation`.
    pub(crate) fn stop_regulating(
        &mut self,
        federate: FederateHandle,
        report: Option<TimeReport>,
        now: Duration,
        news: &mut News,
    ) {
        if let Some(report) = report {
            self.take_in(federate, report, now);
        }
        if let Some(entry) = self.federates.get_mut(&federate) {
            entry.bound = None;
            entry.regulation_at = None;
        }
        self.settle(news);
    }

    /// `enableTimeConstrained`: holds as soon as GALT has reached the federate's time.
    pub(crate) fn constrain(
        &mut self,
        federate: FederateHandle,
        report: Option<TimeReport>,
        now: Duration,
        news: &mut News,
    ) {
        if let Some(report) = report {
            self.take_in(federate, report, now);
        }
        if let Some(entry) = self.federates.get_mut(&federate) {
            entry.constraint = Constraint::Pending;
            entry.asked = None;
            entry.promised = None;
        }
        self.settle(news);
    }

    /// `disableTimeConstrained`.
    pub(crate) fn stop_constraining(&mut self, federate: FederateHandle, news: &mut News) {
        if let Some(entry) = self.federates.get_mut(&federate) {
            entry.constraint = Constraint::Off;
            entry.asked = None;
            entry.promised = None;
        }
        self.settle(news);
    }

    /// What each regulating federate promises, those that depend on each other solved together.
    fn promises(&self) -> Vec<(FederateHandle, Bound)> {
        let mut settled: Vec<(FederateHandle, Bound)> = Vec::with_capacity(self.federates.len());
        let mut open: Vec<(FederateHandle, &Entry, Bound)> = Vec::new();
        for (federate, entry) in &self.federates {
            let Some(bound) = entry.bound else { continue };
            if entry.waits_conditionally() {
                open.push((*federate, entry, bound));
            } else {
                settled.push((*federate, bound));
            }
        }
        if open.is_empty() {
            return settled;
        }
        let least = settled.iter().map(|(_, bound)| *bound).reduce(earlier);
        for (_, entry, promise) in &mut open {
            let grant = entry.next_grant(least).expect("it waits");
            *promise = entry.promise_after(grant);
        }
        // A promise is never less than what it follows from, so the least of those left is right.
        while let Some(at) =
            (0..open.len()).reduce(|a, b| if open[b].2 < open[a].2 { b } else { a })
        {
            let (federate, _, promise) = open.swap_remove(at);
            settled.push((federate, promise));
            for (_, entry, open_promise) in &mut open {
                let grant = entry.next_grant(Some(promise)).expect("it waits");
                *open_promise = earlier(*open_promise, entry.promise_after(grant));
            }
        }
        settled
    }

    /// GALT of a federate; `None` if nobody else regulates.
    pub(crate) fn galt(&self, federate: FederateHandle) -> Option<Galt> {
        Least::of(&self.promises()).galt(federate)
    }

    /// How many messages were sent to a federate that it has not reported as received.
    pub(crate) fn expected(&self, federate: FederateHandle) -> Vec<MessageCount> {
        let Some(entry) = self.federates.get(&federate) else {
            return Vec::new();
        };
        let senders = self.federates.iter().filter_map(|(sender, other)| {
            let count = *other.sent.get(&federate)?;
            let received = entry.received.get(sender).copied().unwrap_or(0);
            (count > received).then_some(MessageCount {
                federate: *sender,
                count,
            })
        });
        senders.collect()
    }

    /// Tells everybody whose wait is over. A release may raise a promise, and so release others.
    fn settle(&mut self, news: &mut News) {
        loop {
            let least = Least::of(&self.promises());
            let due: Vec<(FederateHandle, Due)> = self
                .federates
                .iter()
                .map(|(federate, entry)| (*federate, entry.due(least.without(*federate))))
                .filter(|(_, due)| *due != Due::default())
                .collect();
            let mut raised = false;
            for (federate, due) in due {
                raised |= self.tell(federate, due, news);
            }
            if !raised {
                return;
            }
        }
    }

    /// `true` if the federate's own promise has risen by what it was told.
    fn tell(&mut self, federate: FederateHandle, due: Due, news: &mut News) -> bool {
        let expected = self.expected(federate);
        let Some(entry) = self.federates.get_mut(&federate) else {
            return false;
        };
        if let Some(time) = due.regulation {
            entry.regulation_at = None;
            entry.now = time;
            if entry.constraint == Constraint::On {
                entry.promise(Bound::at(time));
            }
            let floor = entry.bound.unwrap_or(Bound::at(time));
            let expected = expected.clone();
            let enabled = TimeNews::Regulating {
                time,
                floor,
                expected,
            };
            news.push((federate, enabled));
        }
        if due.constraint {
            entry.constraint = Constraint::On;
            entry.promise(Bound::at(entry.now));
            let expected = expected.clone();
            let time = entry.now;
            news.push((federate, TimeNews::Constrained { time, expected }));
        }
        if due.recount {
            entry.recount_asked = true;
            let expected = expected.clone();
            news.push((federate, TimeNews::Recount { expected }));
        }
        let Some((bound, regulated)) = due.release else {
            return false;
        };
        let mut raised = false;
        if entry.waits_conditionally()
            && let Some(before) = entry.bound
            && let Some(grant) = entry.next_grant(Some(bound))
        {
            let promise = entry.promise_after(grant);
            entry.bound = Some(promise);
            raised = promise > before;
        }
        entry.asked = None;
        entry.promise(bound);
        let released = TimeNews::Released {
            bound,
            regulated,
            expected,
        };
        news.push((federate, released));
        raised
    }

    /// Logical time of a federate, as far as it was reported.
    pub(crate) fn time_of(&self, federate: FederateHandle) -> Option<LogicalTime> {
        Some(self.federates.get(&federate)?.now)
    }

    /// What each federate that has to do with time waits for, and for whom.
    pub(crate) fn standings(&self) -> Vec<Standing> {
        let least = Least::of(&self.promises());
        let concerned = self
            .federates
            .iter()
            .filter(|(_, e)| e.bound.is_some() || e.constraint != Constraint::Off);
        concerned
            .map(|(federate, entry)| {
                let service = match (entry.asked, entry.constraint, entry.regulation_at) {
                    (Some(asked), ..) => Some((asked.kind.service(), asked.to)),
                    (None, Constraint::Pending, _) => Some(("enableTimeConstrained", entry.now)),
                    (None, _, Some(time)) => Some(("enableTimeRegulation", time)),
                    _ => None,
                };
                Standing {
                    federate: *federate,
                    now: entry.now,
                    bound: entry.bound,
                    lookahead: entry.bound.map(|_| entry.lookahead),
                    constrained: entry.constraint == Constraint::On,
                    waits: service.map(|(service, to)| Waits {
                        service,
                        to,
                        since: entry.since,
                        galt: least.galt(*federate),
                    }),
                }
            })
            .collect()
    }
}

/// A federate's time, as the coordinator knows it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Standing {
    pub(crate) federate: FederateHandle,
    pub(crate) now: LogicalTime,
    pub(crate) bound: Option<Bound>,
    pub(crate) lookahead: Option<LogicalTimeInterval>,
    pub(crate) constrained: bool,
    pub(crate) waits: Option<Waits>,
}

/// What a federate waits for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Waits {
    pub(crate) service: &'static str,
    pub(crate) to: LogicalTime,
    /// When it began to wait, by the executive's clock.
    pub(crate) since: Duration,
    pub(crate) galt: Option<Galt>,
}
