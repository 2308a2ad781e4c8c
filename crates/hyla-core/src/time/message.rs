//! Messages between members and the executive about time.

use std::time::Duration;

use hyla_types::{FederateHandle, LogicalTime, LogicalTimeInterval};
use serde::{Deserialize, Serialize};

use super::report::TimeReport;
use super::{Bound, Coordinator};
use crate::message::RequestId;

/// From a member to the coordinator.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum TimeRequest {
    /// `enableTimeRegulation`.
    Regulate {
        /// The lookahead wanted.
        lookahead: LogicalTimeInterval,
        /// Further news.
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
    /// The member knows that the executive coordinates again: its full report.
    Gathered {
        /// All counts, not only those that have changed.
        report: TimeReport,
        /// The greatest promise that it was given.
        promised: Option<Bound>,
        /// Its knowledge of the other member of a pair.
        known: Option<Box<Coordinator>>,
    },
    /// `queryGALT`, `queryLITS`: answered with [`crate::message::Reply::Galt`].
    QueryGalt {
        /// The answer bears this number.
        request: RequestId,
    },
    /// A member that coordinates by boards cannot go on so: it asks conditionally, or has no board to one of the others.
    GiveBack,
    /// A member of a pair has asked unconditionally for some time, and has a board to the other one.
    Share,
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
            | Self::QueryGalt { .. }
            | Self::GiveBack
            | Self::Share => None,
        }
    }
}

/// One federate's time, for tools.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TimeStanding {
    /// The federate.
    pub federate: FederateHandle,
    /// Its name.
    pub name: String,
    /// Its logical time, as far as reported, or granted: it may not have had the callback yet.
    pub now: LogicalTime,
    /// Its promise, if it regulates.
    pub bound: Option<Bound>,
    /// Its lookahead, if it regulates.
    pub lookahead: Option<LogicalTimeInterval>,
    /// Whether it is constrained.
    pub constrained: bool,
    /// Its wait.
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
    /// The regulating federate with the least promise: name and promise.
    pub held_by: Option<(String, Bound)>,
}

/// The wait in words: `timeAdvanceRequest to 7: 'slow' holds it back, which promises ...`.
impl std::fmt::Display for Waiting {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(
            f,
            "{} {} for {:.1} s: ",
            self.service,
            self.to,
            self.since.as_secs_f64()
        )?;
        match &self.held_by {
            Some((name, bound)) => {
                let reach = if bound.exclusive {
                    "after"
                } else {
                    "at or after"
                };
                write!(
                    f,
                    "{name:?} holds it back, which may still send messages {reach} {}",
                    bound.time
                )
            }
            None => f.write_str("no other federate regulates, and nonRegulatedGrant is off"),
        }
    }
}
