//! Limits of each federate's advance: the calculation, free of members and messages.
//!
//! Each federate reports a promise (its bound), its request, the least stamp that it has queued,
//! and how many time-stamped messages it sent and received. From that follows the GALT of each: the
//! least promise among the others that regulate.
//!
//! A federate that waits in a next-message or flush-queue request may be granted earlier than it asked,
//! so its promise depends on the others' as theirs may depend on it. That is a shortest-path problem
//! with one unique solution ([`Coordinator::promises`]): all jump at once, however small the lookaheads.
//!
//! Messages that were sent and have not been reported as received may lower the least queued stamp of their receiver. Until they
//! are reported, the promise that the sender had then replaces their stamps.

mod entry;
mod gather;
mod least;
mod standing;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::time::Duration;

use hyla_types::{FederateHandle, LogicalTime, LogicalTimeInterval};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use super::bound::{earlier, later};
use super::{Asked, Bound, MessageCount, TimeNews, TimeReport};

use entry::{Constraint, Due, Entry};
use least::Least;

pub(crate) use entry::WithoutRegulation;
pub(crate) use gather::Statement;
pub(crate) use least::Galt;

/// News that the coordinator sends to federates.
pub(crate) type News = Vec<(FederateHandle, TimeNews)>;

/// Most steps kept of what one federate sent to another and that is not accounted for.
const MOST_STEPS: usize = 16;

/// The table of all federates of an execution and what follows from it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Coordinator {
    federates: BTreeMap<FederateHandle, Entry>,
}

impl Coordinator {
    /// Removes a federate while reports of others are gathered: without news of it yet.
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
            addressed: BTreeMap::new(),
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

    /// A federate is promised that nothing comes below that bound: who begins to regulate keeps to it.
    pub(crate) fn promise(&mut self, federate: FederateHandle, bound: Bound) {
        if let Some(entry) = self.federates.get_mut(&federate) {
            entry.promise(bound);
        }
    }

    /// Removes a federate from the waits. Its frames may still be in transit.
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
            entry.addressed.remove(&federate);
            entry.received.remove(&federate);
            if let Some(bound) = gone.bound {
                entry.recount_asked = false;
                let steps = entry.missing.entry(federate).or_default();
                steps.push_back((u64::MAX, bound));
            }
        }
        true
    }

    /// Whether anybody regulates or is constrained.
    pub(crate) fn is_in_use(&self) -> bool {
        let mut entries = self.federates.values();
        entries.any(|e| e.bound.is_some() || e.constraint != Constraint::Off)
    }

    /// A member reports.
    pub(crate) fn report(
        &mut self,
        federate: FederateHandle,
        report: &TimeReport,
        now: Duration,
        news: &mut News,
    ) {
        self.take_in(federate, report, now);
        self.settle(news);
    }

    /// Takes a report in; [`Self::resume`] says what follows.
    pub(crate) fn take_in(&mut self, federate: FederateHandle, report: &TimeReport, now: Duration) {
        // Numbers count of federates that there are: a member may invent any others.
        let is_known = |count: &&MessageCount| self.federates.contains_key(&count.federate);
        let received = report.received.iter().filter(is_known).copied();
        let received: SmallVec<[MessageCount; 8]> = received.collect();
        let Some(entry) = self.federates.get_mut(&federate) else {
            return;
        };
        let promised_before = entry.bound;
        // The report may precede the time from which the federate regulates.
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
        for MessageCount { federate, count } in received {
            entry.received.insert(federate, count);
        }
        for MessageCount { federate, count } in &report.received {
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
        for &MessageCount {
            federate: to,
            count,
        } in &report.sent
        {
            let Some(receiver) = self.federates.get_mut(&to) else {
                continue;
            };
            receiver.is_sent(federate, count);
            let received = receiver.received.get(&federate).copied().unwrap_or(0);
            if let Some(bound) = promised_before
                && received < count
            {
                receiver.recount_asked = false;
                let steps = receiver.missing.entry(federate).or_default();
                // Instead of one step too many the last one goes further: fewer steps say less, and nothing wrong.
                let last = if steps.len() == MOST_STEPS {
                    steps.pop_back()
                } else {
                    None
                };
                let bound_of_step = last.map_or(bound, |(_, bound_of_last)| bound_of_last);
                steps.push_back((count, bound_of_step));
            }
        }
    }

    /// `enableTimeRegulation`: counts from now on, from a time at which no constrained federate can receive
    /// a message in its past.
    pub(crate) fn regulate(
        &mut self,
        federate: FederateHandle,
        lookahead: LogicalTimeInterval,
        report: Option<TimeReport>,
        now: Duration,
        news: &mut News,
    ) {
        if let Some(report) = &report {
            self.take_in(federate, report, now);
        }
        let others = self.federates.iter().filter(|(f, _)| **f != federate);
        let given = others.filter_map(|(_, entry)| entry.promised).reduce(later);
        let Some(entry) = self.federates.get_mut(&federate) else {
            return;
        };
        let time = given.map_or(entry.now, |given| {
            later(entry.now, given.least_time(lookahead))
        });
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
        if let Some(report) = &report {
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
        if let Some(report) = &report {
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

    /// Promises of the regulating federates; those that depend on each other are solved together.
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

    /// GALT of a federate; `None` if no other federate regulates.
    pub(crate) fn galt(&self, federate: FederateHandle) -> Option<Galt> {
        self.least().galt(federate)
    }

    /// How many messages were sent to a federate that it has not reported as received.
    pub(crate) fn expected(&self, federate: FederateHandle) -> Vec<MessageCount> {
        let Some(entry) = self.federates.get(&federate) else {
            return Vec::new();
        };
        let senders = entry.addressed.iter().filter_map(|(sender, count)| {
            let received = entry.received.get(sender).copied().unwrap_or(0);
            (*count > received).then_some(MessageCount {
                federate: *sender,
                count: *count,
            })
        });
        senders.collect()
    }

    /// Notifies all federates whose wait is over. A release may raise a promise, and so release others.
    fn settle(&mut self, news: &mut News) {
        let mut due: Vec<(FederateHandle, Due)> = Vec::new();
        loop {
            let least = self.least();
            due.extend(
                self.federates
                    .iter()
                    .map(|(federate, entry)| (*federate, entry.due(least.without(*federate))))
                    .filter(|(_, due)| *due != Due::default()),
            );
            let mut raised = false;
            for (federate, due) in due.drain(..) {
                raised |= self.tell(federate, due, news);
            }
            if !raised {
                return;
            }
        }
    }

    /// The least promises. Without a list of all as long as none depends on another.
    fn least(&self) -> Least {
        let mut least = Least::default();
        for (federate, entry) in &self.federates {
            let Some(bound) = entry.bound else { continue };
            if entry.waits_conditionally() {
                return Least::of(&self.promises());
            }
            least.add(*federate, bound);
        }
        least
    }

    /// `true` if the federate's own promise has risen by the news.
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
        if let Some(grant) = entry.sure_grant(bound) {
            // Nothing reports a grant that follows from the release.
            entry.now = later(entry.now, grant);
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

    /// Logical time of a federate, as far as it was reported or granted here. A next-message grant may go further: then its
    /// federate reports.
    pub(crate) fn time_of(&self, federate: FederateHandle) -> Option<LogicalTime> {
        Some(self.federates.get(&federate)?.now)
    }
}
