//! The judge of saves and restores: callbacks, and a reason for the end of each.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use hyla_core::callback::Callback;
use hyla_core::message::{FederationRequest, Round};
use hyla_types::FederateHandle;

use crate::clock::number;
use crate::invariants::Judge;
use crate::model::{Member, Membership};
use crate::receiving::{Verdict, ensure};

/// Progress of a federate, by its callbacks and answers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum SavePhase {
    #[default]
    Active,
    ToldToSave,
    Saves,
    HasSaved,
    /// A restore has begun.
    Stopped,
    ToldToRestore,
    HasRestored,
}

/// How a save or restore ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SaveOutcome {
    Saved,
    NotSaved,
    Restored,
    NotRestored,
}

/// Saves and restores of one execution, as the RTI must see them.
#[derive(Debug, Default)]
pub(crate) struct Coordination {
    /// A requested save that has not begun, with its time.
    pub(crate) wanted: Option<Option<i64>>,
    /// Number under which it was announced, if it was.
    wanted_as: Option<Round>,
    /// The file of a restore has been read: the RTI's next messages follow from that.
    loaded: bool,
    /// A save has begun.
    pub(crate) begun: bool,
    /// Time of the save.
    time: Option<i64>,
    /// Federates that have saved successfully.
    saved: BTreeSet<FederateHandle>,
    stored: bool,
    /// There is a reason for the save to fail.
    spoilt: bool,
    /// Requested restores that are neither refused nor over.
    restoring: u32,
    /// A restore is in progress: its file was read, and everyone is informed.
    granted: bool,
    /// Newest announced save, and newest save whose end everyone was informed of.
    announced: Round,
    over: Round,
}

impl Coordination {
    /// State without a save or restore in progress.
    fn idle(&self) -> Self {
        Self {
            announced: self.announced,
            over: self.over,
            ..Self::default()
        }
    }

    fn begin(&mut self) {
        // Another save may have been requested meanwhile.
        if !self.begun
            && let Some(time) = self.wanted.take()
        {
            self.time = time;
        }
        self.begun = true;
    }

    /// A restore was completed: a save requested before cannot take place.
    pub(crate) fn give_up_wanted(&mut self) {
        let spoilt = self.wanted.is_some();
        *self = Self {
            spoilt,
            ..self.idle()
        };
    }
}

impl SavePhase {
    pub(crate) fn saves(self) -> bool {
        matches!(self, Self::ToldToSave | Self::Saves | Self::HasSaved)
    }
}

/// Outcomes that each federate must be informed of.
pub(crate) type ExpectedOutcomes = BTreeMap<Membership, VecDeque<SaveOutcome>>;

impl Judge {
    pub(crate) fn part(&self, membership: Membership) -> SavePhase {
        self.members
            .get(&membership)
            .map_or(SavePhase::Active, |m| m.part)
    }

    pub(crate) fn set_part(&mut self, membership: Membership, part: SavePhase) {
        if let Some(member) = self.members.get_mut(&membership) {
            member.part = part;
        }
    }

    pub(crate) fn coordination(&mut self, execution: u64) -> &mut Coordination {
        self.coordinations.entry(execution).or_default()
    }

    /// The RTI is about to handle a request of clauses 4.16 to 4.35.
    pub(crate) fn asked_of_saves(&mut self, membership: Membership, request: &FederationRequest) {
        let at = self.coordination(membership.execution);
        match request {
            FederationRequest::RequestSave { time, .. } => {
                // The request replaces a save that has not begun, and may be at a time that has come.
                at.spoilt = at.begun || at.wanted.is_some();
                at.wanted = Some(time.map(number));
                at.wanted_as = None;
            }
            FederationRequest::RequestRestore { .. } => at.restoring += 1,
            // Sent before its federate knew that the save is over.
            FederationRequest::SaveReached { round }
            | FederationRequest::SaveBegun { round }
            | FederationRequest::SaveEnded { round, .. }
                if *round <= at.over => {}
            FederationRequest::SaveReached { round } => {
                // A save and a restore exclude each other.
                at.spoilt |= at.restoring > 0;
                if at.begun || at.wanted_as == Some(*round) {
                    at.begin();
                }
            }
            FederationRequest::SaveEnded {
                successfully: true, ..
            } => {
                at.saved.insert(membership.federate);
            }
            FederationRequest::SaveEnded { .. } => at.spoilt = true,
            FederationRequest::AbortSave => {
                at.spoilt = true;
                at.wanted = None;
            }
            _ => {}
        }
    }

    /// A federate left: a save in progress may fail.
    pub(crate) fn spoil_save(&mut self, execution: u64) {
        let empty = self
            .executions
            .get(&execution)
            .is_some_and(|e| e.members.is_empty());
        let at = self.coordination(execution);
        at.spoilt = true;
        if empty {
            *at = at.idle();
        }
    }

    /// The RTI announces a requested save to everyone.
    pub(crate) fn announced(&mut self, execution: u64, round: Round) {
        let at = self.coordination(execution);
        at.announced = round;
        at.wanted_as = Some(round);
    }

    /// The file of a restore has been read; `false`: it failed, and all messages about it are sent.
    /// A restore that is not granted is over, even if its requester has left without a callback.
    pub(crate) fn loaded(&mut self, execution: u64, loaded: bool) {
        let at = self.coordination(execution);
        at.loaded = loaded;
        if !loaded && !at.granted {
            at.restoring = 0;
        }
    }

    /// The RTI informs everyone that a restore has begun.
    pub(crate) fn restore_begun(&mut self, execution: u64) {
        self.coordination(execution).granted = true;
    }

    /// The storage has answered.
    pub(crate) fn stored(&mut self, execution: u64, successfully: bool) {
        let at = self.coordination(execution);
        at.stored = successfully;
        at.spoilt |= !successfully;
    }

    /// The RTI sends the outcome to all, or asks one federate to save.
    pub(crate) fn decided(&mut self, execution: u64, callback: &Callback<'_>) {
        let there: BTreeSet<_> = match self.executions.get(&execution) {
            Some(e) => e.members.keys().copied().collect(),
            None => return,
        };
        let at = self.coordination(execution);
        let end = match callback {
            Callback::InitiateFederateSave { .. } => {
                at.begin();
                return;
            }
            Callback::FederationSaved => {
                let right = at.stored && there.is_subset(&at.saved);
                let text = format!(
                    "saved, stored {}, by {:?} of {there:?}",
                    at.stored, at.saved
                );
                if !right {
                    self.violated(text);
                }
                SaveOutcome::Saved
            }
            Callback::FederationNotSaved { reason } => {
                if at.loaded && at.wanted_as.is_some() {
                    // A restore is granted, and a save cannot take place beside it.
                    at.spoilt = true;
                    at.wanted = None;
                }
                if !at.spoilt {
                    self.violated(format!("not saved without a reason: {reason:?}"));
                }
                SaveOutcome::NotSaved
            }
            Callback::FederationNotRestored { .. } => {
                at.restoring = at.restoring.saturating_sub(1);
                at.granted = false;
                SaveOutcome::NotRestored
            }
            Callback::RequestFederationRestoreFailed { .. } => {
                at.restoring = at.restoring.saturating_sub(1);
                return;
            }
            _ => return,
        };
        if end != SaveOutcome::NotRestored {
            let at = self.coordination(execution);
            let wanted = at.wanted.take();
            *at = Coordination {
                wanted,
                restoring: at.restoring,
                granted: at.granted,
                over: at.announced,
                ..at.idle()
            };
        }
        for federate in there {
            let membership = Membership {
                execution,
                federate,
            };
            if self.members.contains_key(&membership) {
                self.owed.entry(membership).or_default().push_back(end);
            }
        }
    }

    /// A federate that saves or restores receives no other callbacks.
    pub(crate) fn must_be_still(&self, membership: Membership, callback: &Callback<'_>) -> Verdict {
        let part = self.part(membership);
        let about_it = matches!(
            callback,
            Callback::FederationSaved
                | Callback::FederationNotSaved { .. }
                | Callback::FederationSaveStatusResponse { .. }
                | Callback::RequestFederationRestoreSucceeded { .. }
                | Callback::RequestFederationRestoreFailed { .. }
                | Callback::FederationRestoreBegun
                | Callback::InitiateFederateRestore { .. }
                | Callback::FederationRestored
                | Callback::FederationNotRestored { .. }
                | Callback::FederationRestoreStatusResponse { .. }
        );
        ensure(part == SavePhase::Active || about_it, || {
            format!("the federate is {part:?} and must get no other callback")
        })
    }

    /// Callbacks about saves and restores.
    pub(crate) fn about_saves(
        &mut self,
        membership: Membership,
        callback: &Callback<'_>,
    ) -> Verdict {
        let part = self.part(membership);
        let next = match callback {
            Callback::InitiateFederateSave { .. } => {
                ensure(part == SavePhase::Active, || {
                    format!("the federate was {part:?}")
                })?;
                SavePhase::ToldToSave
            }
            Callback::FederationSaved => {
                ensure(part == SavePhase::HasSaved, || {
                    format!("the federate was {part:?}")
                })?;
                return self.ended(membership, SaveOutcome::Saved);
            }
            Callback::FederationNotSaved { .. } => {
                self.owes(membership, SaveOutcome::NotSaved)?;
                match part {
                    SavePhase::ToldToSave | SavePhase::Saves | SavePhase::HasSaved => {
                        SavePhase::Active
                    }
                    other => other,
                }
            }
            Callback::RequestFederationRestoreSucceeded { .. }
            | Callback::FederationRestoreBegun => {
                let may = matches!(part, SavePhase::Active | SavePhase::Stopped);
                ensure(may, || format!("the federate was {part:?}"))?;
                SavePhase::Stopped
            }
            Callback::InitiateFederateRestore { .. } => {
                ensure(part == SavePhase::Stopped, || {
                    format!("the federate was {part:?}")
                })?;
                SavePhase::ToldToRestore
            }
            Callback::FederationRestored => {
                ensure(part == SavePhase::HasRestored, || {
                    format!("the federate was {part:?}")
                })?;
                return self.ended(membership, SaveOutcome::Restored);
            }
            Callback::FederationNotRestored { .. } => {
                return self.ended(membership, SaveOutcome::NotRestored);
            }
            _ => return Ok(()),
        };
        self.set_part(membership, next);
        Ok(())
    }

    fn ended(&mut self, membership: Membership, end: SaveOutcome) -> Verdict {
        self.set_part(membership, SavePhase::Active);
        self.owes(membership, end)
    }

    fn owes(&mut self, membership: Membership, end: SaveOutcome) -> Verdict {
        let due = self.owed.get_mut(&membership).and_then(VecDeque::pop_front);
        ensure(due == Some(end), || format!("expected {due:?}"))
    }

    /// All messages have arrived and every federate has answered: nothing must wait without a
    /// reason.
    pub(crate) fn save_problem(&mut self) -> Option<String> {
        let owed = self
            .owed
            .iter()
            .find(|(membership, ends)| self.members.contains_key(membership) && !ends.is_empty());
        if let Some((membership, ends)) = owed {
            return Some(format!("{membership:?} was not informed of {ends:?}"));
        }
        for (execution, at) in &self.coordinations {
            let members: Vec<_> = self
                .members
                .iter()
                .filter(|(membership, _)| membership.execution == *execution)
                .collect();
            let untold = |member: &&Member| member.part == SavePhase::Active;
            let held = members
                .iter()
                .map(|(_, member)| *member)
                .filter(untold)
                .any(|member| member.clock.constrained);
            let forgotten = members.iter().find(|(_, member)| {
                let clock = &member.clock;
                let gated = clock.constrained && !clock.asynchronous && clock.asked.is_none();
                untold(member) && !gated && (at.time.is_none() || !held)
            });
            if at.begun
                && let Some((membership, member)) = forgotten
            {
                let clock = &member.clock;
                return Some(format!("{membership:?} was not told to save: {clock:?}"));
            }
            let all_answered = members.iter().all(|(_, m)| m.part == SavePhase::HasSaved);
            if at.begun && all_answered && !members.is_empty() {
                return Some(format!(
                    "all of {execution} have saved, but the save does not end"
                ));
            }
            let constrained = members.iter().any(|(_, m)| m.clock.constrained);
            if let Some(time) = at.wanted
                && !at.begun
                && (time.is_none() || !constrained)
            {
                return Some(format!("the save at {time:?} in {execution} never began"));
            }
            let stuck = self.members.iter().find(|(membership, member)| {
                let idle = !at.begun && at.wanted.is_none();
                membership.execution == *execution && idle && member.part != SavePhase::Active
            });
            if let Some((membership, member)) = stuck {
                return Some(format!("{membership:?} stays in phase {:?}", member.part));
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SEAT: Membership = Membership {
        execution: 1,
        federate: FederateHandle::new(1),
    };

    fn with_a_restore() -> Judge {
        let mut judge = Judge::default();
        let label = "S".to_owned();
        judge.asked_of_saves(SEAT, &FederationRequest::RequestRestore { label });
        judge
    }

    fn spoils_a_save(judge: &mut Judge) -> bool {
        judge.asked_of_saves(SEAT, &FederationRequest::SaveReached { round: 1 });
        judge.coordination(SEAT.execution).spoilt
    }

    #[test]
    fn a_restore_that_is_not_granted_is_over_although_nobody_is_left_to_be_told() {
        let mut judge = with_a_restore();

        judge.loaded(SEAT.execution, false);

        assert!(!spoils_a_save(&mut judge));
    }

    #[test]
    fn a_restore_that_is_granted_goes_on_when_its_file_has_been_read() {
        let mut judge = with_a_restore();

        judge.loaded(SEAT.execution, true);
        judge.restore_begun(SEAT.execution);
        judge.loaded(SEAT.execution, false);

        assert!(spoils_a_save(&mut judge));
    }
}
