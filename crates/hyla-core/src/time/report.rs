//! A member's report about its time, and the coordinator's news to it.

use std::time::Duration;

use hyla_types::{FederateHandle, LogicalTime, LogicalTimeInterval};
use rustc_hash::FxHashSet;
use serde::{Deserialize, Serialize};

use super::Bound;

/// Kind of the requested advance (8.8 to 8.12).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum AdvanceKind {
    /// `timeAdvanceRequest`.
    TimeAdvance,
    /// `timeAdvanceRequestAvailable`.
    TimeAdvanceAvailable,
    /// `nextMessageRequest`.
    NextMessage,
    /// `nextMessageRequestAvailable`.
    NextMessageAvailable,
    /// `flushQueueRequest`.
    FlushQueue,
}

impl AdvanceKind {
    /// Whether the grant may come earlier than asked for.
    #[must_use]
    pub const fn is_conditional(self) -> bool {
        matches!(
            self,
            Self::NextMessage | Self::NextMessageAvailable | Self::FlushQueue
        )
    }

    /// Whether messages of the granted time itself are over with the grant.
    #[must_use]
    pub const fn is_final(self) -> bool {
        matches!(self, Self::TimeAdvance | Self::NextMessage)
    }

    /// The promise of others that a grant to that time needs.
    pub(crate) const fn needed(self, to: LogicalTime) -> Bound {
        Bound {
            time: to,
            exclusive: self.is_final(),
        }
    }

    /// The service's name.
    #[must_use]
    pub const fn service(self) -> &'static str {
        match self {
            Self::TimeAdvance => "timeAdvanceRequest",
            Self::TimeAdvanceAvailable => "timeAdvanceRequestAvailable",
            Self::NextMessage => "nextMessageRequest",
            Self::NextMessageAvailable => "nextMessageRequestAvailable",
            Self::FlushQueue => "flushQueueRequest",
        }
    }
}

/// A pending advance request.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Asked {
    /// The service.
    pub kind: AdvanceKind,
    /// To which time.
    pub to: LogicalTime,
}

impl Asked {
    /// The promise of others that the grant needs, if it comes for the time asked.
    pub(crate) const fn needed(self) -> Bound {
        self.kind.needed(self.to)
    }
}

/// How many time-stamped messages went to, or came from, a federate since the link between the two
/// began.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MessageCount {
    /// The other federate.
    pub federate: FederateHandle,
    /// Messages so far.
    pub count: u64,
}

/// A member's report to the coordinator: its promise, its request, and its messages.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TimeReport {
    /// Its logical time.
    pub now: LogicalTime,
    /// Promise about what it sends from here on; `None` if it does not regulate.
    pub bound: Option<Bound>,
    /// Its lookahead; of no meaning if it does not regulate.
    pub lookahead: LogicalTimeInterval,
    /// Its request, if the coordinator has to release it.
    pub asked: Option<Asked>,
    /// For how long, by its own clock.
    pub waiting: Duration,
    /// Least stamp among the messages that it has queued.
    pub queued: Option<LogicalTime>,
    /// Messages sent, where the number has changed since the last report.
    pub sent: Vec<MessageCount>,
    /// Messages received, likewise.
    pub received: Vec<MessageCount>,
    /// Departed federates from which nothing more can come.
    pub drained: Vec<FederateHandle>,
}

impl TimeReport {
    /// Adds what the same federate reported next. What was sent in between counts from the earlier promise, which
    /// says less and nothing wrong.
    pub(crate) fn continue_with(&mut self, next: Self) {
        let before = std::mem::replace(self, next);
        add_counts(&mut self.sent, before.sent);
        add_counts(&mut self.received, before.received);
        let known: FxHashSet<_> = self.drained.iter().copied().collect();
        let earlier = before.drained.into_iter();
        self.drained
            .extend(earlier.filter(|it| !known.contains(it)));
    }

    /// A report at the initial time, without regulation, requests and messages.
    #[cfg(test)]
    pub(crate) fn of_nothing(time: hyla_types::TimeImplementation) -> Self {
        Self {
            now: time.initial(),
            bound: None,
            lookahead: time.zero(),
            asked: None,
            waiting: Duration::ZERO,
            queued: None,
            sent: Vec::new(),
            received: Vec::new(),
            drained: Vec::new(),
        }
    }

    /// Federates that it names, some more than once.
    pub(crate) fn named(&self) -> usize {
        self.sent.len() + self.received.len() + self.drained.len()
    }
}

fn add_counts(counts: &mut Vec<MessageCount>, before: Vec<MessageCount>) {
    let newer: FxHashSet<_> = counts.iter().map(|count| count.federate).collect();
    let before = before.into_iter();
    counts.extend(before.filter(|count| !newer.contains(&count.federate)));
}

/// From the coordinator to a member. It holds once the counted messages have arrived.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum TimeNews {
    /// Regulation is on from this time.
    Regulating {
        /// The federate's time from now on.
        time: LogicalTime,
        /// Nothing may be sent below this.
        floor: Bound,
        /// Messages sent to it so far.
        expected: Vec<MessageCount>,
    },
    /// Constraint is on.
    Constrained {
        /// The federate's time, from which regulation may have moved it.
        time: LogicalTime,
        /// Messages sent to it so far.
        expected: Vec<MessageCount>,
    },
    /// Nothing below the bound comes any more but the messages counted. Suffices for the request as the
    /// coordinator knows it; a member for which it does not suffice reports again.
    Released {
        /// The promise.
        bound: Bound,
        /// Whether there is a GALT at all: whether anybody else regulates.
        regulated: bool,
        /// Messages sent to it so far.
        expected: Vec<MessageCount>,
    },
    /// The coordinator needs to know what the member has queued once these have arrived.
    Recount {
        /// Messages sent to it so far.
        expected: Vec<MessageCount>,
    },
}

#[cfg(test)]
mod tests {
    use hyla_types::TimeImplementation;

    use super::*;

    #[test]
    fn a_report_that_continues_another_says_what_both_said() {
        let [a, b, c] = [1, 2, 3].map(FederateHandle::new);
        let time = TimeImplementation::Integer64;
        let report = |counts: &[(FederateHandle, u64)], drained: &[FederateHandle]| {
            let counts = counts.iter().copied();
            let counts: Vec<_> = counts
                .map(|(federate, count)| MessageCount { federate, count })
                .collect();
            TimeReport {
                sent: counts.clone(),
                received: counts,
                drained: drained.to_vec(),
                ..TimeReport::of_nothing(time)
            }
        };
        let mut all = report(&[(a, 1), (b, 5)], &[a, c]);
        let next = TimeReport {
            bound: Some(Bound::at(time.initial())),
            queued: Some(time.initial()),
            ..report(&[(a, 3)], &[c])
        };

        all.continue_with(next.clone());

        let expected = TimeReport {
            bound: next.bound,
            queued: next.queued,
            ..report(&[(a, 3), (b, 5)], &[c, a])
        };
        assert_eq!(all, expected);
    }
}
