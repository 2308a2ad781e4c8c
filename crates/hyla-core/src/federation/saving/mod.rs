//! Save and restore (clauses 4.16 to 4.32 in 2010, 4.19 to 4.35 in 2025).
//!
//! The executive runs the protocol. In a save every member tells its federate to save; from that
//! callback on the federate can send nothing. When all have answered, nobody sends anything any more:
//! each member puts a marker into each of its streams, and whoever has the markers of all others has
//! everything that was on the way. Then each member gives its state to the executive, which adds its
//! own and has the host store both in one file. A restore goes the same way: told, flushed, restored by the
//! federates; then each member gets its state, and once all have it, all of it is put in force at one
//! place in the stream of messages from the RTI.
//!
//! | module | what is there |
//! |---|---|
//! | `services` | the services |
//! | `member` | what a member does in between |
//! | `flush` | markers |
//! | `save`, `restore` | the executive's side |
//! | `deferral` | what reaches the executive meanwhile |
//! | `image` | what is saved of a member and of an executive |
//! | `file` | how it is written |

mod deferral;
mod file;
mod flush;
mod image;
mod member;
mod restore;
mod save;
mod services;
mod storage;

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::time::Duration;

use hyla_types::{FederateHandle, LogicalTime};

pub use file::SaveFile;
pub(crate) use flush::Flush;
pub(crate) use member::{Participation, Phase};
pub use storage::{StorageOutcome, StorageRequest, StorageTicket, WriteStep};

use crate::executive::SessionId;
use crate::message::{MemberRequest, Round};
use crate::time::Asked;

/// Bytes of state in one message.
const PART: usize = 256 << 10;

/// How long the members' hosts may take for what needs no federate: flushing, giving and taking state.
const PATIENCE: Duration = Duration::from_secs(300);

/// What an executive keeps of saves and restores.
#[derive(Debug, Default)]
pub(crate) struct Coordination {
    /// Number of the last save or restore that was begun.
    round: Round,
    /// The last save that everyone was told of.
    announced: Round,
    /// Of the saves up to this number everyone was told that they are over.
    over: Round,
    /// A save that was asked for and has not begun.
    wanted: Option<WantedSave>,
    /// Members that have not said yet that they are the restored ones, and the restore: until then they speak of what has not
    /// happened.
    behind: BTreeSet<FederateHandle>,
    behind_round: Round,
    activity: Activity,
    /// The last save that succeeded.
    last_save: Option<WantedSave>,
    /// Requests for an advance of which their federates know that they wait beyond the time of a save.
    told_over: BTreeMap<FederateHandle, (Round, Asked)>,
    /// What members asked for since their streams are being flushed: it waits for the end.
    deferred: Vec<(FederateHandle, MemberRequest)>,
    /// What the driver is to store or load.
    storage: VecDeque<StorageRequest>,
    /// Sessions whose federates got other handles by a restore, to be told to the directory.
    renamed: Vec<(SessionId, FederateHandle)>,
}

/// Label and time of a save.
#[derive(Clone, Debug)]
struct WantedSave {
    round: Round,
    label: String,
    time: Option<LogicalTime>,
}

/// What is going on.
#[derive(Debug, Default)]
enum Activity {
    #[default]
    Nothing,
    Saving(Box<save::Save>),
    /// A restore was asked for and its file is being read.
    Loading(restore::Load),
    Restoring(Box<restore::Restore>),
}

impl Coordination {
    /// Whether no save or restore is asked for or going on.
    pub(crate) fn is_idle(&self) -> bool {
        self.wanted.is_none() && matches!(self.activity, Activity::Nothing)
    }

    /// Whether a request is to be dropped, since the member does not know yet of a restore that was put in force: it is about
    /// handles, owners and times that are others now. What a member says of its membership, its channels and the log counts.
    pub(crate) fn is_outdated(&self, federate: FederateHandle, request: &MemberRequest) -> bool {
        let is_about_state = !matches!(
            request,
            MemberRequest::Federation(_)
                | MemberRequest::Resign { .. }
                | MemberRequest::Metrics(_)
                | MemberRequest::Settle { .. }
                | MemberRequest::Confirmed { .. }
                | MemberRequest::RelayOpened { .. }
        );
        is_about_state && self.behind.contains(&federate)
    }

    /// What the driver is to store or load next.
    pub(crate) fn next_storage(&mut self) -> Option<StorageRequest> {
        self.storage.pop_front()
    }

    /// Sessions whose federates got other handles by a restore since the last call.
    pub(crate) fn take_renamed(&mut self) -> Vec<(SessionId, FederateHandle)> {
        std::mem::take(&mut self.renamed)
    }

    /// A member is the restored one.
    pub(crate) fn installed(&mut self, federate: FederateHandle, round: Round) {
        if self.behind_round == round {
            self.behind.remove(&federate);
        }
    }

    /// A member has left.
    pub(crate) fn forget_member(&mut self, federate: FederateHandle) {
        self.behind.remove(&federate);
    }

    fn next_round(&mut self) -> Round {
        self.round = self.round.wrapping_add(1);
        self.round
    }
}
