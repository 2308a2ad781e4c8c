//! An executive's state of saves and restores.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::time::Duration;

use hyla_types::FederateHandle;

use super::restore_progress::{Load, Restore};
use super::save_progress::{Save, Stage, WantedSave};
use super::storage::StorageRequest;
use crate::executive::{SessionId, Tally};
use crate::message::{MemberRequest, Round};
use crate::time::Asked;

/// Bytes of state in one message.
pub(super) const PART: usize = 256 << 10;

/// How long the members' hosts may take for what needs no federate: flushing, giving and taking state.
pub(super) const TIMEOUT: Duration = Duration::from_secs(300);

/// An executive's state of saves and restores.
#[derive(Debug, Default)]
pub(crate) struct Coordination {
    /// Number of the last save or restore that was begun.
    pub(super) round: Round,
    /// The last save that was announced to all members.
    pub(super) announced: Round,
    /// All members know that saves up to this number are over.
    pub(super) over: Round,
    /// A save that was asked for and has not begun.
    pub(super) wanted: Option<WantedSave>,
    /// Members that have not said yet that they are the restored ones, and the restore: until then they speak of what has not
    /// happened.
    pub(super) behind: BTreeSet<FederateHandle>,
    pub(super) behind_round: Round,
    pub(super) activity: Activity,
    /// The last save that succeeded.
    pub(super) last_save: Option<WantedSave>,
    /// Requests for an advance of which their federates know that they wait beyond the time of a save.
    pub(super) told_over: BTreeMap<FederateHandle, (Round, Asked)>,
    /// Requests of members since their streams are being flushed; they wait for the end of the flush.
    pub(super) deferred: Vec<(FederateHandle, MemberRequest)>,
    /// Orders to the driver to store or load.
    pub(super) storage: VecDeque<StorageRequest>,
    /// Sessions whose federates got other handles by a restore, for the directory.
    pub(super) renamed: Vec<(SessionId, FederateHandle)>,
}

/// The save or restore in progress.
#[derive(Debug, Default)]
pub(super) enum Activity {
    #[default]
    Nothing,
    Saving(Box<Save>),
    /// A restore was asked for and its file is being read.
    Loading(Load),
    Restoring(Box<Restore>),
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
                | MemberRequest::Latency { .. }
                | MemberRequest::Settle { .. }
                | MemberRequest::Confirmed { .. }
                | MemberRequest::RelayOpened { .. }
        );
        is_about_state && self.behind.contains(&federate)
    }

    /// Next order to the driver to store or load.
    pub(crate) fn next_storage(&mut self) -> Option<StorageRequest> {
        self.storage.pop_front()
    }

    /// Sessions whose federates got other handles by a restore since the last call.
    pub(crate) fn take_renamed(&mut self) -> Vec<(SessionId, FederateHandle)> {
        std::mem::take(&mut self.renamed)
    }

    /// Memory of requests that wait for a flush, and of states that are being saved or restored.
    pub(crate) fn tally(&self, members: usize, add: Tally<'_>) {
        for (by, request) in &self.deferred {
            add(*by, request.kept_bytes(members));
        }
        self.activity.tally(add);
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
        self.told_over.remove(&federate);
    }

    /// The request for an advance of a federate is released: its next one may be equal, and is another.
    pub(crate) fn request_released(&mut self, federate: FederateHandle) {
        self.told_over.remove(&federate);
    }

    pub(super) fn next_round(&mut self) -> Round {
        self.round = self.round.wrapping_add(1);
        self.round
    }
}

impl Activity {
    fn tally(&self, add: Tally<'_>) {
        match self {
            Self::Nothing | Self::Loading(_) => {}
            Self::Saving(save) => match &save.stage {
                Stage::Answers => {}
                Stage::States(states) => states
                    .iter()
                    .for_each(|(of, state)| add(*of, state.bytes.len())),
                Stage::Storing(sizes) => sizes.iter().for_each(|(of, size)| add(*of, *size)),
            },
            Self::Restoring(restore) => {
                for (of, part) in &restore.federates {
                    let saved = restore.states.get(&part.becomes).map_or(0, Vec::len);
                    add(*of, part.installation.len() + saved);
                }
            }
        }
    }
}
