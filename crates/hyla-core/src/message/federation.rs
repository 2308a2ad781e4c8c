//! Messages between members and the RTI about synchronization points, saves and restores.

use hyla_types::{FederateHandle, FederateHandleSet, LogicalTime, TimeImplementation};
use serde::{Deserialize, Serialize};

use super::MemberInfo;
use crate::fdd::Fdd;
use crate::time::MessageCount;

/// Number of a save or restore in its execution; distinguishes messages of an earlier one from those of the
/// present one.
pub type Round = u32;

/// A member's request in federation management. None is answered by number: results come
/// as callbacks.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum FederationRequest {
    /// `registerFederationSynchronizationPoint`.
    RegisterPoint {
        /// The label.
        label: String,
        /// The federate's tag.
        tag: Vec<u8>,
        /// Participants; empty for all members.
        set: FederateHandleSet,
    },
    /// `synchronizationPointAchieved`.
    PointAchieved {
        /// The label.
        label: String,
        /// Whether the federate did what the point stands for.
        successfully: bool,
    },
    /// `requestFederationSave`.
    RequestSave {
        /// The label.
        label: String,
        /// When; at once if absent.
        time: Option<LogicalTime>,
    },
    /// A constrained federate has got all messages up to the time of the save: it was asked to save.
    SaveReached {
        /// Number of the request for a save.
        round: Round,
    },
    /// `federateSaveBegun`.
    SaveBegun {
        /// Number of the save.
        round: Round,
    },
    /// `federateSaveComplete` and `federateSaveNotComplete`.
    SaveEnded {
        /// Number of the save.
        round: Round,
        /// Whether it succeeded.
        successfully: bool,
    },
    /// `abortFederationSave`.
    AbortSave,
    /// `queryFederationSaveStatus`.
    QuerySaveStatus,
    /// `requestFederationRestore`.
    RequestRestore {
        /// The label.
        label: String,
    },
    /// The restore was announced to the federate, which requests nothing any more.
    RestoreBegun {
        /// Number of the restore.
        round: Round,
    },
    /// `federateRestoreComplete` and `federateRestoreNotComplete`.
    RestoreEnded {
        /// Whether it succeeded.
        successfully: bool,
    },
    /// `abortFederationRestore`.
    AbortRestore,
    /// `queryFederationRestoreStatus`.
    QueryRestoreStatus,
    /// Restoring: all frames in transit to this member have arrived.
    Flushed {
        /// Number of the restore.
        round: Round,
    },
    /// Saving: all frames in transit to this member have arrived, and this is a part of its
    /// state.
    StatePart {
        /// Number of the save.
        round: Round,
        /// Whether this is the last part.
        last: bool,
        /// The bytes.
        bytes: Vec<u8>,
    },
    /// Restoring: this member wants the part of its state that starts there.
    StateWanted {
        /// Number of the restore.
        round: Round,
        /// Bytes that have arrived.
        from: u64,
    },
    /// Restoring: the state is complete and can be put in force.
    Prepared {
        /// Number of the restore.
        round: Round,
        /// Why it cannot, if so.
        problem: Option<String>,
    },
    /// This member is the restored one: what it says from here on it says as that.
    Installed {
        /// Number of the restore.
        round: Round,
    },
}

/// Message of the RTI to one member about a save or restore, besides callbacks.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum FederationNotice {
    /// A save was asked for: it can be aborted, and constrained federates begin it at its time.
    SaveRequested {
        /// Number of the request.
        round: Round,
        /// The label.
        label: String,
        /// When; at once, with a further word of the RTI, if absent.
        time: Option<LogicalTime>,
    },
    /// Besides these, no message up to the time of the save can come to this member any more: if its
    /// grant would pass that time, it saves now.
    SaveTimeOver {
        /// Number of the request for a save.
        round: Round,
        /// Messages sent to it so far.
        expected: Vec<MessageCount>,
    },
    /// A restore has begun.
    RestoreBegun {
        /// Its number.
        round: Round,
    },
    /// All members are silent: frames in transit are to be flushed out.
    Flush {
        /// Number of the save or restore.
        round: Round,
        /// Purpose of the flush.
        purpose: FlushPurpose,
    },
    /// A part of the member's saved state, an encoded [`Installation`].
    StatePart {
        /// Number of the restore.
        round: Round,
        /// Whether this is the last part.
        last: bool,
        /// The bytes.
        bytes: Vec<u8>,
    },
    /// All members are prepared: the saved state is in force.
    Restored {
        /// Number of the restore.
        round: Round,
        /// Number of the next entry of the control log.
        next: u64,
        /// Handles of all members, before and after.
        handles: Vec<(FederateHandle, FederateHandle)>,
    },
}

/// Next step once nothing is in transit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum FlushPurpose {
    /// The member's state is saved.
    Save,
    /// The member's state is replaced.
    Restore,
}

/// Everything that turns a member into the saved one.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Installation {
    /// Its handle from then on.
    pub handle: FederateHandle,
    /// Its name from then on.
    pub name: String,
    /// The saved object model.
    pub fdd: Fdd,
    /// The logical time implementation.
    pub time: TimeImplementation,
    /// All members with their saved handles and names, and the addresses of now.
    pub members: Vec<MemberInfo>,
    /// The member's own saved state.
    pub state: Vec<u8>,
}
