//! The table in other hands, and back: a pair that coordinates for itself, and what it then tells.

use std::time::Duration;

use hyla_types::FederateHandle;

use super::entry::{Constraint, Entry};
use super::{Coordinator, News};
use crate::time::{Bound, TimeReport};

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
}
