//! The table in other hands, and back: a pair that coordinates for itself, and its report afterwards.

use std::collections::BTreeSet;
use std::time::Duration;

use hyla_types::{FederateHandle, LogicalTime, LogicalTimeInterval};

use super::entry::{Constraint, Entry};
use super::{Coordinator, News};
use crate::time::boards::{MOST_SHARERS, Sharer};
use crate::time::bound::later;
use crate::time::{Asked, Bound, TimeReport};

/// The own words of a federate about its time, kept while those of another one count in their place.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Statement {
    now: LogicalTime,
    bound: Option<Bound>,
    lookahead: LogicalTimeInterval,
    asked: Option<Asked>,
    queued: Option<LogicalTime>,
}

impl Coordinator {
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

    /// The federates with a part in time, if there are several, none waits to be enabled or conditionally, and each has another
    /// that regulates.
    pub(crate) fn sharers(&self) -> Option<Vec<Sharer>> {
        let concerned = || {
            let all = self.federates.iter();
            all.filter(|(_, e)| e.bound.is_some() || e.constraint != Constraint::Off)
        };
        let suits = |e: &Entry| {
            e.constraint != Constraint::Pending
                && e.regulation_at.is_none()
                && e.asked.is_none_or(|asked| !asked.kind.is_conditional())
        };
        let regulating = || concerned().filter(|(_, e)| e.bound.is_some());
        let possible = (2..=MOST_SHARERS).contains(&concerned().count())
            && regulating().count() >= 2
            && concerned().all(|(_, e)| suits(e));
        possible.then(|| {
            let sharers = concerned().map(|(federate, entry)| Sharer {
                federate: *federate,
                bound: entry.bound,
                promised: entry.promised,
                unaccounted: entry.missing.keys().copied().collect(),
            });
            sharers.collect()
        })
    }

    /// Of whom messages to a federate are missing.
    pub(crate) fn unaccounted(&self, federate: FederateHandle) -> BTreeSet<FederateHandle> {
        let entry = self.federates.get(&federate);
        entry.map_or_else(BTreeSet::new, |it| it.missing.keys().copied().collect())
    }

    /// The greatest promise that the federate was given.
    pub(crate) fn promised(&self, federate: FederateHandle) -> Option<Bound> {
        self.federates.get(&federate)?.promised
    }

    /// A federate that coordinated for itself reports everything; no federate is released yet.
    pub(crate) fn gather(
        &mut self,
        federate: FederateHandle,
        report: TimeReport,
        promised: Option<Bound>,
        now: Duration,
    ) {
        self.take_in(federate, &report, now);
        if let Some(promised) = promised {
            self.promise(federate, promised);
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

    /// Takes over what one of a pair knows of the other one, which has not answered: it reported to that one later than to the
    /// executive. What is released meanwhile concerns the pair alone. Gives what [`Self::take_back`] needs: nobody speaks for
    /// another for good.
    pub(crate) fn adopt(
        &mut self,
        federate: FederateHandle,
        by: FederateHandle,
        known: &Self,
    ) -> Option<Statement> {
        let adopted = known.federates.get(&federate)?;
        let entry = self.federates.get_mut(&federate)?;
        let before = Statement {
            now: entry.now,
            bound: entry.bound,
            lookahead: entry.lookahead,
            asked: entry.asked,
            queued: entry.queued,
        };
        entry.now = later(entry.now, adopted.now);
        entry.queued = adopted.queued;
        if let (Some(before), Some(bound)) = (entry.bound, adopted.bound) {
            entry.bound = Some(later(before, bound));
            entry.lookahead = adopted.lookahead;
        }
        if entry.constraint == Constraint::On {
            entry.asked = adopted.asked;
        }
        // Numbers of what others have sent each other are theirs to state.
        let sent = known.count_sent(federate, by);
        if let Some(entry) = self.federates.get_mut(&by) {
            entry.is_sent(federate, sent);
        }
        Some(before)
    }

    /// The federate answers after all, or has left: what another said of it does not count any more.
    pub(crate) fn take_back(&mut self, federate: FederateHandle, before: Statement) {
        let Some(entry) = self.federates.get_mut(&federate) else {
            return;
        };
        let Statement {
            now,
            bound,
            lookahead,
            asked,
            queued,
        } = before;
        entry.now = now;
        entry.bound = bound;
        entry.lookahead = lookahead;
        entry.asked = asked;
        entry.queued = queued;
    }

    /// How many messages one has sent to another, as far as is known.
    fn count_sent(&self, sender: FederateHandle, receiver: FederateHandle) -> u64 {
        let receiver = self.federates.get(&receiver);
        let count = receiver.and_then(|entry| entry.addressed.get(&sender));
        count.copied().unwrap_or(0)
    }

    /// Sends the news that follow from the gathered reports.
    pub(crate) fn resume(&mut self, news: &mut News) {
        self.settle(news);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::time::coordinator::WithoutRegulation;
    use crate::time::{MessageCount, TimeReport};
    use hyla_types::TimeImplementation;

    fn federate(number: u32) -> FederateHandle {
        FederateHandle::new(number)
    }

    fn report(sent: &[(FederateHandle, u64)]) -> TimeReport {
        let time = TimeImplementation::Float64;
        let counts = sent.iter().copied();
        TimeReport {
            now: time.initial(),
            bound: Some(Bound::at(time.initial())),
            lookahead: time.zero(),
            asked: None,
            waiting: Duration::ZERO,
            queued: None,
            sent: counts
                .map(|(federate, count)| MessageCount { federate, count })
                .collect(),
            received: Vec::new(),
            drained: Vec::new(),
        }
    }

    fn table(of: &[FederateHandle]) -> Coordinator {
        let mut table = Coordinator::default();
        let initial = TimeImplementation::Float64.initial();
        for federate in of {
            table.join(*federate, initial, WithoutRegulation::Grant);
        }
        table
    }

    fn expected(table: &Coordinator, of: FederateHandle) -> Vec<(FederateHandle, u64)> {
        let counts = table.expected(of).into_iter();
        counts.map(|c| (c.federate, c.count)).collect()
    }

    #[test]
    fn what_was_sent_to_a_federate_that_does_not_answer_stays_expected() {
        let [a, b, gone] = [1, 2, 3].map(federate);
        let mut known = table(&[a, b, gone]);
        known.take_in(gone, &report(&[(b, 7)]), Duration::ZERO);
        known.take_in(b, &report(&[(a, 4)]), Duration::ZERO);
        known.take_in(a, &report(&[(b, 2)]), Duration::ZERO);

        // By now it has sent more, as it reports when it is asked; and one of them has left.
        let mut table = table(&[a, b]);
        table.take_in(b, &report(&[(a, 1)]), Duration::ZERO);
        table.gather(a, report(&[(b, 3)]), None, Duration::ZERO);
        table.adopt(b, a, &known);

        assert_eq!(expected(&table, b), [(a, 3)]);
        assert_eq!(expected(&table, a), [(b, 4)]);
    }

    #[test]
    fn the_wait_of_a_federate_that_does_not_answer_began_when_the_executive_heard_of_it() {
        let [a, b] = [1, 2].map(federate);
        let mut table = table(&[a, b]);
        let known = table.clone();
        let began = Duration::from_secs(7);
        table.federates.get_mut(&b).expect("it has joined").since = began;

        // A pair has no clock of the executive.
        table.adopt(b, a, &known);

        assert_eq!(table.federates[&b].since, began);
    }

    #[test]
    fn one_time_of_another_implementation_is_found_wherever_it_stands() {
        let own = TimeImplementation::Float64;
        let foreign = TimeImplementation::Integer64.initial();
        let [a, b] = [1, 2].map(federate);
        let mut sound = table(&[a, b]);
        sound.take_in(b, &report(&[]), Duration::ZERO);
        let entry = sound.federates.get_mut(&b).expect("it has joined");
        let steps = [(1, Bound::at(own.initial()))];
        entry.missing.insert(a, steps.into_iter().collect());
        assert!(sound.is_of(own));
        assert!(!sound.is_of(TimeImplementation::Integer64));

        let faults: [fn(&mut Entry, hyla_types::LogicalTime, FederateHandle); 7] = [
            |entry, foreign, _| entry.now = foreign,
            |entry, foreign, _| entry.bound = Some(Bound::at(foreign)),
            |entry, foreign, _| entry.regulation_at = Some(foreign),
            |entry, foreign, _| entry.queued = Some(foreign),
            |entry, foreign, _| entry.promised = Some(Bound::at(foreign)),
            |entry, foreign, _| entry.lookahead = foreign.implementation().zero(),
            |entry, foreign, from| {
                let steps = entry.missing.get_mut(&from).expect("something is missing");
                steps.push_back((2, Bound::at(foreign)));
            },
        ];
        for (number, fault) in faults.into_iter().enumerate() {
            let mut table = sound.clone();
            let entry = table.federates.get_mut(&b).expect("it has joined");
            fault(entry, foreign, a);
            assert!(!table.is_of(own), "{number}");
        }
    }
}
