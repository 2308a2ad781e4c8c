//! How the time of a federation execution is coordinated: by the RTI, or by its members directly.

use std::collections::{BTreeSet, VecDeque};
use std::time::Duration;

use hyla_types::FederateHandle;
use serde::{Deserialize, Serialize};

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

/// How long questions wait for a federate that does not answer.
pub(crate) const TIMEOUT: Duration = Duration::from_millis(250);
