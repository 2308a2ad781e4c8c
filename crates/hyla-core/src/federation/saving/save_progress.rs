//! A save in progress, at the executive.

use std::collections::BTreeMap;
use std::time::Duration;

use hyla_types::{FederateHandle, LogicalTime, SaveFailureReason, SaveStatus};

use crate::message::{FederationNotice, Round};

/// A save in progress.
#[derive(Debug)]
pub(super) struct Save {
    pub(super) round: Round,
    pub(super) wanted: WantedSave,
    /// Participants, and their progress.
    pub(super) federates: BTreeMap<FederateHandle, SaveStatus>,
    pub(super) failure: Option<SaveFailureReason>,
    pub(super) stage: Stage,
    /// When the hosts of the members have to be done with what needs no federate.
    pub(super) deadline: Option<Duration>,
}

#[derive(Debug)]
pub(super) enum Stage {
    /// The federates save.
    Answers,
    /// The members give their states, of which these have come so far.
    States(BTreeMap<FederateHandle, PartialState>),
    /// The driver stores it: so many bytes of each member.
    Storing(BTreeMap<FederateHandle, usize>),
}

impl WantedSave {
    pub(super) fn notice(&self) -> FederationNotice {
        FederationNotice::SaveRequested {
            round: self.round,
            label: self.label.clone(),
            time: self.time,
        }
    }
}

/// Received part of the state of a member.
#[derive(Debug, Default)]
pub(super) struct PartialState {
    pub(super) bytes: Vec<u8>,
    pub(super) complete: bool,
}

/// Label and time of a save.
#[derive(Clone, Debug)]
pub(super) struct WantedSave {
    pub(super) round: Round,
    pub(super) label: String,
    pub(super) time: Option<LogicalTime>,
}
