//! How the time of a federation execution is coordinated: by the RTI, or by its members directly.

use std::collections::{BTreeSet, VecDeque};
use std::time::Duration;

use hyla_types::FederateHandle;
use serde::{Deserialize, Serialize};

use super::coordinator::Statement;
use super::{BoardCoordination, Coordinator, TimeReport, TimeRequest};
use crate::executive::SessionId;
use crate::message::RequestId;

/// Coordinator of time in a federation execution, as its executive knows it.
#[derive(Debug, Default)]
pub(crate) enum TimeMode {
    /// The executive.
    #[default]
    Central,
    /// These members, directly with each other.
    Direct(Vec<FederateHandle>),
    /// The executive, as soon as the reports of the former coordinators are there.
    Gathering(Gathering),
}

/// Members whose report the executive lacks, and requests that wait for the reports.
#[derive(Debug)]
pub(crate) struct Gathering {
    pub(crate) missing: BTreeSet<FederateHandle>,
    /// The former coordinators are a pair: each knows what the other one reported.
    pub(crate) is_pair: bool,
    /// The own words of one of them, while those of the other one count in their place.
    pub(crate) before_adoption: Option<(FederateHandle, Statement)>,
    /// Until then questions wait for the truth; after it, lower bounds have to do.
    pub(crate) until: Option<Duration>,
    pub(crate) waiting: VecDeque<Gathered>,
}

/// Request that needs the executive's full knowledge.
#[derive(Debug)]
pub(crate) enum Gathered {
    /// A member's request.
    Request(FederateHandle, Box<TimeRequest>),
    /// Whether anybody waits for too long.
    StallCheck,
    /// Waiting federates and their reasons, for the MOM.
    Report,
    /// Times of federates, for a tool.
    Status {
        session: SessionId,
        request: RequestId,
    },
}

impl Gathering {
    /// Whether so many requests of a federate wait that a correct member sends no more.
    pub(crate) fn is_full_for(&self, federate: FederateHandle) -> bool {
        let waits = |it: &&Gathered| matches!(it, Gathered::Request(by, _) if *by == federate);
        self.waiting.iter().filter(waits).count() >= MOST_REQUESTS
    }

    /// The own words of the federate, if those of another one count in their place.
    pub(crate) fn take_adopted(&mut self, federate: FederateHandle) -> Option<Statement> {
        let adopted = self.before_adoption.take_if(|(of, _)| *of == federate);
        adopted.map(|(_, before)| before)
    }
}

impl Gathered {
    /// Whether a lower bound is an answer.
    pub(crate) fn is_question(&self) -> bool {
        match self {
            Self::Request(_, request) => matches!(**request, TimeRequest::QueryGalt { .. }),
            Self::Status { .. } | Self::StallCheck | Self::Report => true,
        }
    }
}

/// Coordination by a member itself.
#[derive(Debug)]
pub(crate) enum DirectTime {
    /// With the only other one, by reports.
    Pair(PairCoordination),
    /// With several others, by boards.
    Boards(BoardCoordination),
}

impl DirectTime {
    /// Whether messages of that federate can be missing here by any coordinator's table.
    pub(crate) fn is_unaccounted(&self, federate: FederateHandle) -> bool {
        match self {
            Self::Pair(pair) => pair.is_unaccounted(federate),
            Self::Boards(boards) => boards.is_unaccounted(federate),
        }
    }

    /// The pair, if it is one.
    pub(super) fn pair(&self) -> Option<&PairCoordination> {
        match self {
            Self::Pair(pair) => Some(pair),
            Self::Boards(_) => None,
        }
    }

    /// The pair, if it is one.
    pub(super) fn pair_mut(&mut self) -> Option<&mut PairCoordination> {
        match self {
            Self::Pair(pair) => Some(pair),
            Self::Boards(_) => None,
        }
    }
}

/// Coordination by a member itself, while exactly two use time management.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct PairCoordination {
    pub(crate) coordinator: Coordinator,
    /// The other member of the pair.
    pub(super) other: FederateHandle,
    /// Number of the log entry with which it began; reports of other times do not count.
    pub(super) epoch: u64,
    /// Of whom messages were missing here when it began, as the executive knew it.
    pub(super) unaccounted: BTreeSet<FederateHandle>,
}

impl PairCoordination {
    /// Whether messages of that federate can be missing here by any coordinator's table: the other one of the pair is the only
    /// federate that can have sent any since it began.
    pub(crate) fn is_unaccounted(&self, federate: FederateHandle) -> bool {
        federate == self.other || self.unaccounted.contains(&federate)
    }
}

/// Reports of a federate before the log entry that announces them: all its reports of that time as one.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct EarlyReport {
    pub(super) from: FederateHandle,
    pub(super) epoch: u64,
    pub(super) report: TimeReport,
}

/// Most federates that the early reports of one member name: each is a member, or was one a short time ago.
const MOST_NAMED: usize = 1 << 16;

impl EarlyReport {
    /// Keeps one for each federate, of the newest time: older times are over by now. `false` if no correct member reports so much:
    /// then nothing of that member is kept.
    pub(super) fn keep_among(self, reports: &mut Vec<Self>) -> bool {
        let from = self.from;
        match reports.iter_mut().find(|kept| kept.from == from) {
            None => reports.push(self),
            Some(kept) if kept.epoch == self.epoch => kept.report.continue_with(self.report),
            Some(kept) if kept.epoch < self.epoch => *kept = self,
            Some(_) => {}
        }
        let before = reports.len();
        reports.retain(|kept| kept.from != from || kept.report.named() <= MOST_NAMED);
        reports.len() == before
    }
}

/// Most requests of one federate that wait for the reports of others. A federate waits for the outcome of each, so that it has few
/// of them.
const MOST_REQUESTS: usize = 1024;

/// How long questions wait for a federate that does not answer.
pub(crate) const TIMEOUT: Duration = Duration::from_millis(250);

#[cfg(test)]
mod tests {
    use hyla_types::TimeImplementation;

    use super::*;
    use crate::time::MessageCount;

    /// Messages received from federates of which each exists in one report alone.
    fn early(from: u32, epoch: u64, first: u32) -> EarlyReport {
        let handles = (first..first + 10_000).map(FederateHandle::new);
        let received = handles.map(|federate| MessageCount { federate, count: 1 });
        let report = TimeReport {
            received: received.collect(),
            ..TimeReport::of_nothing(TimeImplementation::Float64)
        };
        EarlyReport {
            from: FederateHandle::new(from),
            epoch,
            report,
        }
    }

    #[test]
    fn early_reports_that_name_more_federates_than_there_can_be_are_not_kept() {
        let mut reports = Vec::new();
        assert!(early(1, 7, 0).keep_among(&mut reports));
        assert!(early(2, 7, 0).keep_among(&mut reports));
        let refused = (1..100).find(|round| !early(2, 7, round * 10_000).keep_among(&mut reports));

        assert_eq!(refused, Some(6));
        let kept: Vec<_> = reports.iter().map(|kept| kept.from).collect();
        assert_eq!(kept, [FederateHandle::new(1)]);
    }

    #[test]
    fn one_early_report_of_each_member_is_kept_that_of_the_newest_time() {
        let mut reports = Vec::new();
        for epoch in [7, 9, 8] {
            assert!(early(1, epoch, 0).keep_among(&mut reports));
        }
        assert_eq!(reports.len(), 1);
        assert_eq!(reports[0].epoch, 9);
    }
}
