//! A member's part in saves and restores.

use hyla_types::{FederateHandle, LogicalTime};
use rustc_hash::FxHashMap;

use super::member_image::Prepared;
use crate::message::{FlushPurpose, Round, data};

/// A member's part in saves and restores.
#[derive(Debug, Default)]
pub(crate) struct Participation {
    pub(super) phase: Phase,
    /// A save was asked for, here or elsewhere, and is not over.
    pub(super) save_requested: bool,
    /// The last save that the RTI has announced, and the one that the federate was asked to make.
    pub(super) announced: Round,
    pub(super) saving: Round,
    /// This federate requested a save at a time, and the RTI has not announced it yet: until then it sends
    /// no report about time directly to another, which could pass that time before the announcement.
    pub(super) quiet_about_time: bool,
    /// The time beyond which a constrained federate does not go without having saved.
    pub(super) barrier: Option<Barrier>,
    /// The restore that has begun and is not over.
    pub(super) restore: Option<Round>,
    pub(super) flush: Option<Flush>,
    /// The last marker of each other member.
    pub(super) marks: FxHashMap<FederateHandle, Round>,
    /// Messages behind the markers of a restore: they were sent after the restore.
    pub(super) held: Vec<(FederateHandle, Vec<u8>)>,
    /// The saved state as far as it has come.
    pub(super) parts: Vec<u8>,
    pub(super) prepared: Option<Box<Prepared>>,
}

/// A save at a time that was asked for.
#[derive(Debug)]
pub(super) struct Barrier {
    pub(super) round: Round,
    pub(super) label: String,
    pub(super) time: LogicalTime,
    /// Whether no message up to that time can come any more.
    pub(super) over: bool,
    /// Whether the federate has reached the save: it has been asked to save, and later callbacks wait.
    pub(super) reached: bool,
}

/// How far the federate is, by the callbacks that were delivered to it and its answers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Phase {
    /// Neither saving nor restoring.
    #[default]
    Active,
    /// `initiateFederateSave` was delivered.
    Saving(SavePhase),
    /// `federationRestoreBegun` was delivered, or the federate's own request was granted.
    Restoring(RestorePhase),
}

/// How far a federate is in a save.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SavePhase {
    Told,
    Begun,
    Answered,
}

/// How far a federate is in a restore.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RestorePhase {
    Begun,
    Told,
    Answered,
    /// The saved state is in force; the federate has not got the callback.
    Installed,
}

impl Participation {
    /// Whether this federate says nothing about time straight to another one.
    pub(crate) fn is_quiet_about_time(&self) -> bool {
        self.quiet_about_time
    }

    /// Whether a restore has begun that is not in force and has not failed.
    pub(crate) fn is_in_restore(&self) -> bool {
        self.restore.is_some()
    }

    /// Whether a frame has to wait for the end of a restore, because its sender knows that end already.
    /// It is kept then.
    pub(crate) fn hold_for_restore(&mut self, from: FederateHandle, frame: &[u8]) -> bool {
        let after = self.restore.is_some() && self.marks.get(&from).copied() == self.restore;
        if after {
            self.held.push((from, frame.to_vec()));
        }
        after
    }

    /// Whether the member's goodbye is among what waits.
    pub(crate) fn holds_goodbye(&self, from: FederateHandle) -> bool {
        let mut held = self.held.iter();
        held.any(|(sender, frame)| *sender == from && data::is_leaving(frame))
    }

    pub(super) fn end_restore(&mut self) {
        self.restore = None;
        self.flush = None;
        self.parts = Vec::new();
        self.prepared = None;
    }
}

/// A flush at a member, until the save or restore that it belongs to is over.
#[derive(Clone, Debug)]
pub(crate) struct Flush {
    pub(super) round: Round,
    pub(super) purpose: FlushPurpose,
    /// Whether no frame to this member is in transit any more.
    pub(super) quiet: bool,
    /// Members whose route has changed since the marker for a restore went out.
    pub(super) detoured: Vec<FederateHandle>,
}
