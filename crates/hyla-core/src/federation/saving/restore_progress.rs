//! A restore in progress, at the executive.

use std::collections::BTreeMap;
use std::time::Duration;

use hyla_types::{FederateHandle, RestoreFailureReason};

use super::executive_image::ExecutiveImage;
use crate::message::Round;

/// A restore whose file is being read.
#[derive(Debug)]
pub(super) struct Load {
    pub(super) round: Round,
    pub(super) label: String,
    pub(super) by: FederateHandle,
}

/// A restore in progress.
#[derive(Debug)]
pub(super) struct Restore {
    pub(super) round: Round,
    pub(super) label: String,
    pub(super) saved: ExecutiveImage,
    /// Saved states of the members, by their saved handles; each is taken at its member's turn.
    pub(super) states: BTreeMap<FederateHandle, Vec<u8>>,
    /// Participants, by their present handles.
    pub(super) federates: BTreeMap<FederateHandle, Part>,
    pub(super) failure: Option<RestoreFailureReason>,
    pub(super) stage: Stage,
    pub(super) deadline: Option<Duration>,
}

/// One federate's part.
#[derive(Debug)]
pub(super) struct Part {
    pub(super) becomes: FederateHandle,
    /// Whether it is done with what the stage asks of it.
    pub(super) done: bool,
    /// Messages to it in the last stage.
    pub(super) installation: Vec<u8>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stage {
    /// The RTI announces the restore to the federates.
    Telling,
    /// The streams are flushed.
    Flushing,
    /// The federates restore.
    Answers,
    /// The members get their states.
    Preparing,
}
