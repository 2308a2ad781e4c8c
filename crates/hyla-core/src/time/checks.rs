//! Checks of a member before it sends, and its reports about time.

use std::time::Duration;

use hyla_types::{Exception, ExceptionKind, FederateHandle, LogicalTime};

use super::bound::later;
use super::state::{Advance, Constraint, MOST_DRAINED};
use super::{DirectTime, MessageCount, TimeReport};
use crate::Result;
use crate::member::Joined;

impl Joined {
    /// The time given with a message: of the federation's implementation, and not below what a
    /// regulating federate has promised.
    pub(crate) fn check_stamp(&self, time: Option<LogicalTime>) -> Result<()> {
        let Some(time) = time else { return Ok(()) };
        self.check_time(time)?;
        if self.time.state.lookahead().is_none() {
            return Ok(());
        }
        let bound = self.time.state.send_bound();
        if bound.allows(time) {
            return Ok(());
        }
        let least = if bound.exclusive {
            "later than"
        } else {
            "at least"
        };
        Err(Exception::new(
            ExceptionKind::InvalidLogicalTime,
            format!(
                "{} regulates: a time stamp has to be {least} {}, not {time}",
                self.identity.name(),
                bound.time
            ),
        ))
    }

    /// `InvalidLogicalTime` unless the time is of the federation's implementation.
    pub(crate) fn check_time(&self, time: LogicalTime) -> Result<()> {
        time.expect(self.identity.time())
            .map(drop)
            .map_err(Exception::from)
    }

    /// Whether all messages that the coordinator counted have arrived, and nothing more can come from
    /// members that have left.
    pub(crate) fn is_settled(&mut self) -> bool {
        let roster = &self.roster;
        self.time.state.expected.retain(|federate, count| {
            roster
                .peer(*federate)
                .is_some_and(|peer| peer.traffic.received < *count)
        });
        self.time.state.expected.is_empty() && !self.streams.is_draining()
    }

    pub(crate) fn expect_messages(&mut self, expected: &[MessageCount]) {
        for MessageCount { federate, count } in expected {
            self.time.state.expected.insert(*federate, *count);
        }
    }

    /// Report for the coordinator, with the counts that have changed.
    pub(crate) fn time_report(&mut self) -> TimeReport {
        let (sent, received) = self.roster.take_counts();
        let clock = self.managed.clock();
        let state = &mut self.time.state;
        let waits = |advance: &Advance| advance.granted.is_none();
        let asked = state
            .advance
            .filter(|advance| state.constraint == Constraint::On && waits(advance));
        // No report follows the grant of a request that is granted as asked.
        let granted = state.advance.and_then(|advance| advance.granted);
        state.reported_queue = state.queue.first();
        TimeReport {
            now: granted.map_or(state.now, |time| later(state.now, time)),
            bound: state.lookahead().map(|_| state.floor),
            lookahead: state.lookahead().unwrap_or(self.identity.time().zero()),
            asked: asked.map(|advance| advance.asked),
            waiting: asked.map_or(Duration::ZERO, |advance| {
                clock.saturating_sub(advance.since)
            }),
            queued: state.reported_queue,
            sent,
            received,
            drained: if self.time.direct.is_none() {
                state.drained_reported = 0;
                std::mem::take(&mut state.drained)
            } else {
                let new = state.drained.get(state.drained_reported..);
                state.drained_reported = state.drained.len();
                new.unwrap_or_default().to_vec()
            },
        }
    }

    /// Nothing comes any more from a federate that has left. Of a pair's time that is kept only if a coordinator's
    /// table can say that messages of it are missing here.
    pub(crate) fn note_drained(&mut self, federate: FederateHandle) {
        let matters = |direct: &DirectTime| direct.is_unaccounted(federate);
        if self.time.direct.as_deref().is_none_or(matters) {
            self.time.state.drained.push(federate);
        }
    }

    /// Whether the executive needs a report about departed federates though there is no other news.
    pub(crate) fn has_many_drained(&self) -> bool {
        self.time.direct.is_none() && self.time.state.drained.len() >= MOST_DRAINED
    }
}
