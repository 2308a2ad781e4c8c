//! The judge at saves and restores: who is told what, and that each comes to an end that has a reason.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use hyla_core::callback::Callback;
use hyla_core::message::{FederationRequest, Round};
use hyla_types::FederateHandle;

use crate::clock::number;
use crate::invariants::Judge;
use crate::model::{Member, Seat};
use crate::receiving::{Verdict, ensure};

/// How far a federate is, by what it was told and what it answered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Part {
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
pub(crate) enum End {
    Saved,
    NotSaved,
    Restored,
    NotRestored,
}

/// Saves and restores of one execution, as the RTI has to see them.
#[derive(Debug, Default)]
pub(crate) struct Coordination {
    /// A save that was asked for and has not begun, with its time.
    pub(crate) wanted: Option<Option<i64>>,
    /// By which number it was announced, if it was.
    wanted_as: Option<Round>,
    /// The file of a restore has been read: what the RTI says now follows from that.
    loaded: bool,
    /// A save has begun.
    pub(crate) begun: bool,
    /// Its time.
    time: Option<i64>,
    /// Who has saved successfully.
    saved: BTreeSet<FederateHandle>,
    stored: bool,
    /// There is a reason for a save to fail.
    spoilt: bool,
    /// Restores that were asked for and are neither refused nor over.
    restoring: u32,
    /// A restore goes on: its file was read, and everyone is told of it.
    granted: bool,
    /// The last save that was announced, and the last of which everyone was told that it is over.
    announced: Round,
    over: Round,
}

impl Coordination {
    /// Nothing is going on.
    fn idle(&self) -> Self {
        Self {
            announced: self.announced,
            over: self.over,
            ..Self::default()
        }
    }

    fn begin(&mut self) {
        // Another one may have been asked for meanwhile.
        if !self.begun
            && let Some(time) = self.wanted.take()
        {
            self.time = time;
        }
        self.begun = true;
    }

    /// A restore was put in force: a save that was asked for before cannot take place.
    pub(crate) fn give_up_wanted(&mut self) {
        let spoilt = self.wanted.is_some();
        *self = Self {
            spoilt,
            ..self.idle()
        };
    }
}

impl Part {
    pub(crate) fn saves(self) -> bool {
        matches!(self, Self::ToldToSave | Self::Saves | Self::HasSaved)
    }
}

/// Ends that each federate has to be told.
pub(crate) type Owed = BTreeMap<Seat, VecDeque<End>>;

impl Judge {
    pub(crate) fn part(&self, seat: Seat) -> Part {
        self.members.get(&seat).map_or(Part::Active, |m| m.part)
    }

    pub(crate) fn set_part(&mut self, seat: Seat, part: Part) {
        if let Some(member) = self.members.get_mut(&seat) {
            member.part = part;
        }
    }

    pub(crate) fn coordination(&mut self, execution: u64) -> &mut Coordination {
        self.coordinations.entry(execution).or_default()
    }

    /// The RTI is about to handle a request about saves or restores.
    pub(crate) fn asked_of_saves(&mut self, seat: Seat, request: &FederationRequest) {
        let at = self.coordination(seat.execution);
        match request {
            FederationRequest::RequestSave { time, .. } => {
                // It takes the place of one that has not begun, and may find one at its time.
                at.spoilt = at.begun || at.wanted.is_some();
                at.wanted = Some(time.map(number));
                at.wanted_as = None;
            }
            FederationRequest::RequestRestore { .. } => at.restoring += 1,
            // Said before its federate heard that the save is over.
            FederationRequest::SaveReached { round }
            | FederationRequest::SaveBegun { round }
            | FederationRequest::SaveEnded { round, .. }
                if *round <= at.over => {}
            FederationRequest::SaveReached { round } => {
                // A save and a restore cannot go on together.
                at.spoilt |= at.restoring > 0;
                if at.begun || at.wanted_as == Some(*round) {
                    at.begin();
                }
            }
            FederationRequest::SaveEnded {
                successfully: true, ..
            } => {
                at.saved.insert(seat.federate);
            }
            FederationRequest::SaveEnded { .. } => at.spoilt = true,
            FederationRequest::AbortSave => {
                at.spoilt = true;
                at.wanted = None;
            }
            _ => {}
        }
    }

    /// Somebody left: a save in progress may fail.
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

    /// The RTI tells everyone of a save that was asked for.
    pub(crate) fn announced(&mut self, execution: u64, round: Round) {
        let at = self.coordination(execution);
        at.announced = round;
        at.wanted_as = Some(round);
    }

    /// The file of a restore has been read, or could not be; with `false`, and all that follows is said. A restore that is
    /// not granted then is over, even if its asker has left and nobody is told so.
    pub(crate) fn loaded(&mut self, execution: u64, loaded: bool) {
        let at = self.coordination(execution);
        at.loaded = loaded;
        if !loaded && !at.granted {
            at.restoring = 0;
        }
    }

    /// The RTI tells everyone that a restore has begun.
    pub(crate) fn restore_begun(&mut self, execution: u64) {
        self.coordination(execution).granted = true;
    }

    /// The storage has answered.
    pub(crate) fn stored(&mut self, execution: u64, successfully: bool) {
        let at = self.coordination(execution);
        at.stored = successfully;
        at.spoilt |= !successfully;
    }

    /// The RTI sends a callback that ends something, to all, or tells one to save.
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
                End::Saved
            }
            Callback::FederationNotSaved { reason } => {
                if at.loaded && at.wanted_as.is_some() {
                    // A restore is granted, and everyone knows of a save that cannot take place beside it.
                    at.spoilt = true;
                    at.wanted = None;
                }
                if !at.spoilt {
                    self.violated(format!("not saved without a reason: {reason:?}"));
                }
                End::NotSaved
            }
            Callback::FederationNotRestored { .. } => {
                at.restoring = at.restoring.saturating_sub(1);
                at.granted = false;
                End::NotRestored
            }
            Callback::RequestFederationRestoreFailed { .. } => {
                at.restoring = at.restoring.saturating_sub(1);
                return;
            }
            _ => return,
        };
        if end != End::NotRestored {
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
            let seat = Seat {
                execution,
                federate,
            };
            if self.members.contains_key(&seat) {
                self.owed.entry(seat).or_default().push_back(end);
            }
        }
    }

    /// While a federate saves or restores, it is told of nothing else.
    pub(crate) fn must_be_still(&self, seat: Seat, callback: &Callback<'_>) -> Verdict {
        let part = self.part(seat);
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
        ensure(part == Part::Active || about_it, || {
            format!("it is {part:?} and must be told nothing else")
        })
    }

    /// Callbacks about saves and restores.
    pub(crate) fn about_saves(&mut self, seat: Seat, callback: &Callback<'_>) -> Verdict {
        let part = self.part(seat);
        let next = match callback {
            Callback::InitiateFederateSave { .. } => {
                ensure(part == Part::Active, || format!("it was {part:?}"))?;
                Part::ToldToSave
            }
            Callback::FederationSaved => {
                ensure(part == Part::HasSaved, || format!("it was {part:?}"))?;
                return self.ended(seat, End::Saved);
            }
            Callback::FederationNotSaved { .. } => {
                self.owes(seat, End::NotSaved)?;
                match part {
                    Part::ToldToSave | Part::Saves | Part::HasSaved => Part::Active,
                    other => other,
                }
            }
            Callback::RequestFederationRestoreSucceeded { .. }
            | Callback::FederationRestoreBegun => {
                let may = matches!(part, Part::Active | Part::Stopped);
                ensure(may, || format!("it was {part:?}"))?;
                Part::Stopped
            }
            Callback::InitiateFederateRestore { .. } => {
                ensure(part == Part::Stopped, || format!("it was {part:?}"))?;
                Part::ToldToRestore
            }
            Callback::FederationRestored => {
                ensure(part == Part::HasRestored, || format!("it was {part:?}"))?;
                return self.ended(seat, End::Restored);
            }
            Callback::FederationNotRestored { .. } => return self.ended(seat, End::NotRestored),
            _ => return Ok(()),
        };
        self.set_part(seat, next);
        Ok(())
    }

    fn ended(&mut self, seat: Seat, end: End) -> Verdict {
        self.set_part(seat, Part::Active);
        self.owes(seat, end)
    }

    fn owes(&mut self, seat: Seat, end: End) -> Verdict {
        let due = self.owed.get_mut(&seat).and_then(VecDeque::pop_front);
        ensure(due == Some(end), || format!("due was {due:?}"))
    }

    /// Everything has arrived and every federate has answered: what still waits and must not.
    pub(crate) fn save_problem(&mut self) -> Option<String> {
        let owed = self
            .owed
            .iter()
            .find(|(seat, ends)| self.members.contains_key(seat) && !ends.is_empty());
        if let Some((seat, ends)) = owed {
            return Some(format!("{seat:?} was not told of {ends:?}"));
        }
        for (execution, at) in &self.coordinations {
            let members: Vec<_> = self
                .members
                .iter()
                .filter(|(seat, _)| seat.execution == *execution)
                .collect();
            let untold = |member: &&Member| member.part == Part::Active;
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
                && let Some((seat, member)) = forgotten
            {
                let clock = &member.clock;
                return Some(format!("{seat:?} was not told to save: {clock:?}"));
            }
            let all_answered = members.iter().all(|(_, m)| m.part == Part::HasSaved);
            if at.begun && all_answered && !members.is_empty() {
                return Some(format!(
                    "all of {execution} have saved, but the save goes on"
                ));
            }
            let constrained = members.iter().any(|(_, m)| m.clock.constrained);
            if let Some(time) = at.wanted
                && !at.begun
                && (time.is_none() || !constrained)
            {
                return Some(format!("the save at {time:?} in {execution} never began"));
            }
            let stuck = self.members.iter().find(|(seat, member)| {
                let idle = !at.begun && at.wanted.is_none();
                seat.execution == *execution && idle && member.part != Part::Active
            });
            if let Some((seat, member)) = stuck {
                return Some(format!("{seat:?} stays {:?} for ever", member.part));
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SEAT: Seat = Seat {
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
