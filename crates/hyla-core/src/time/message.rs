//! What members and the executive say to each other about time.

use std::time::Duration;

use hyla_types::{FederateHandle, LogicalTime, LogicalTimeInterval};
use serde::{Deserialize, Serialize};

use super::{Bound, Coordinator};
use crate::message::RequestId;

/// Which advance is asked for (8.8 to 8.12).
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
    /// Which service.
    pub kind: AdvanceKind,
    /// To which time.
    pub to: LogicalTime,
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

/// What a member tells the coordinator: its promise, its request, and its messages.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TimeReport {
    /// Its logical time.
    pub now: LogicalTime,
    /// Promise about what it sends from here on; `None` if it does not regulate.
    pub bound: Option<Bound>,
    /// Its lookahead; of no meaning if it does not regulate.
    pub lookahead: LogicalTimeInterval,
    /// What it waits for, if the coordinator has to release it.
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
        for gone in before.drained {
            if !self.drained.contains(&gone) {
                self.drained.push(gone);
            }
        }
    }
}

fn add_counts(counts: &mut Vec<MessageCount>, before: Vec<MessageCount>) {
    for count in before {
        if counts.iter().all(|newer| newer.federate != count.federate) {
            counts.push(count);
        }
    }
}

/// From a member to the coordinator.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum TimeRequest {
    /// `enableTimeRegulation`.
    Regulate {
        /// The lookahead wanted.
        lookahead: LogicalTimeInterval,
        /// What else it has to say.
        report: Option<TimeReport>,
    },
    /// `disableTimeRegulation`.
    StopRegulating(Option<TimeReport>),
    /// `enableTimeConstrained`.
    Constrain(Option<TimeReport>),
    /// `disableTimeConstrained`.
    StopConstraining,
    /// An advance, another lookahead, or news about messages.
    Report(TimeReport),
    /// The member has heard that the executive coordinates again: everything that it has to say.
    Gathered {
        /// All counts, not only those that have changed.
        report: TimeReport,
        /// The greatest promise that it was given.
        promised: Option<Bound>,
        /// What it knows of the other.
        known: Box<Coordinator>,
    },
    /// `queryGALT`, `queryLITS`: answered with [`crate::message::Reply::Galt`].
    QueryGalt {
        /// The answer bears this number.
        request: RequestId,
    },
}

impl TimeRequest {
    /// Takes out what a request says besides: reports may overtake requests that have to wait.
    pub(crate) fn take_report(&mut self) -> Option<TimeReport> {
        match self {
            Self::Regulate { report, .. }
            | Self::StopRegulating(report)
            | Self::Constrain(report) => report.take(),
            Self::StopConstraining
            | Self::Report(_)
            | Self::Gathered { .. }
            | Self::QueryGalt { .. } => None,
        }
    }
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

/// One federate's time, for tools.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TimeStanding {
    /// The federate.
    pub federate: FederateHandle,
    /// Its name.
    pub name: String,
    /// Its logical time, as far as reported.
    pub now: LogicalTime,
    /// Its promise, if it regulates.
    pub bound: Option<Bound>,
    /// Its lookahead, if it regulates.
    pub lookahead: Option<LogicalTimeInterval>,
    /// Whether it is constrained.
    pub constrained: bool,
    /// What it waits for.
    pub waiting: Option<Waiting>,
}

/// A federate that waits, and for whom.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Waiting {
    /// The service called, in words of the standard.
    pub service: String,
    /// The time asked for.
    pub to: LogicalTime,
    /// For how long.
    pub since: Duration,
    /// Greatest time that it could be granted now, if anybody holds it back.
    pub galt: Option<Bound>,
    /// Who holds it back: name and promise of the regulating federate with the least one.
    pub held_by: Option<(String, Bound)>,
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
                now: time.initial(),
                bound: None,
                lookahead: time.zero(),
                asked: None,
                waiting: Duration::ZERO,
                queued: None,
                sent: counts.clone(),
                received: counts,
                drained: drained.to_vec(),
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
