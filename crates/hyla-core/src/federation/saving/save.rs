//! The executive's side of a save.

use std::collections::{BTreeMap, VecDeque};
use std::time::Duration;

use hyla_types::{FederateHandle, FederateSaveStatus, LogicalTime, SaveFailureReason, SaveStatus};

use super::coordination::{Activity, TIMEOUT};
use super::executive_image::FederationImage;
use super::save_progress::{Save, Stage, WantedSave};
use super::{SaveFile, StorageRequest, StorageTicket};
use crate::callback::Callback;
use crate::executive::{Executive, RtiNotice, Transmit};
use crate::message::{FederationNotice, FlushPurpose, FromRti, Round};
use crate::time::Bound;

impl Executive {
    /// A federate asks for a save. While another one is going on, which it cannot have known, it
    /// waits.
    pub(crate) fn request_save(
        &mut self,
        by: FederateHandle,
        label: String,
        time: Option<LogicalTime>,
        out: &mut Vec<Transmit>,
        notices: &mut VecDeque<RtiNotice>,
    ) {
        let name = self.members.get(&by).map(|m| m.info.name.as_str());
        let when = time.map_or(String::new(), |time| format!(" at {time}"));
        notices.push_back(self.notice(name, format!("asked to save as {label:?}{when}")));
        self.go_central(out);
        let round = self.coordination.next_round();
        self.coordination.wanted = Some(WantedSave { round, label, time });
        self.announce_wanted_save(out);
    }

    /// Announces the requested save, once, and unless another save or restore comes first:
    /// a second announcement would make a federate save twice.
    pub(super) fn announce_wanted_save(&mut self, out: &mut Vec<Transmit>) {
        let coordination = &mut self.coordination;
        if let (Activity::Nothing, Some(wanted)) = (&coordination.activity, &coordination.wanted)
            && coordination.announced < wanted.round
        {
            coordination.announced = wanted.round;
            let notice = wanted.notice();
            self.broadcast(&FromRti::Federation(notice), out);
        }
    }

    /// Sends a newcomer the announcements that the others have.
    pub(crate) fn tell_of_wanted_save(&self, newcomer: FederateHandle, out: &mut Vec<Transmit>) {
        if let Some(wanted) = &self.coordination.wanted
            && wanted.round <= self.coordination.announced
        {
            self.tell(newcomer, &FromRti::Federation(wanted.notice()), out);
        }
    }

    /// Begins the requested save if it can begin, and asks members that wait for constrained
    /// federates to save once these were asked. To be called after each change that matters for it.
    pub(super) fn move_save(&mut self, out: &mut Vec<Transmit>) {
        let idle = matches!(self.coordination.activity, Activity::Nothing);
        // A save at a time begins when a constrained federate has reached it; without any, no federate
        // can be held at a time.
        let due = self.coordination.wanted.as_ref().is_some_and(|wanted| {
            wanted.time.is_none() || !self.members.keys().any(|f| self.time.is_constrained(*f))
        });
        if idle
            && due
            && let Some(wanted) = self.coordination.wanted.take()
        {
            self.begin_save(wanted);
        }
        if idle
            && let Some((round, Some(time))) =
                self.coordination.wanted.as_ref().map(|w| (w.round, w.time))
        {
            let everyone: Vec<FederateHandle> = self.members.keys().copied().collect();
            return self.tell_who_waits_beyond(round, time, &everyone, out);
        }
        let Activity::Saving(save) = &mut self.coordination.activity else {
            return;
        };
        let untold = SaveStatus::NoSaveInProgress;
        let waiting: Vec<FederateHandle> = save
            .federates
            .iter()
            .filter(|(_, status)| **status == untold)
            .map(|(federate, _)| *federate)
            .collect();
        let constrained = |f: &FederateHandle| self.time.is_constrained(*f);
        if let Some(time) = save.wanted.time
            && waiting.iter().any(constrained)
        {
            let round = save.round;
            return self.tell_who_waits_beyond(round, time, &waiting, out);
        }
        let initiate = Callback::InitiateFederateSave {
            label: save.wanted.label.clone(),
            time: save.wanted.time,
        };
        for federate in &waiting {
            save.federates
                .insert(*federate, SaveStatus::FederateInstructedToSave);
        }
        for federate in waiting {
            self.call_back(federate, initiate.clone(), out);
        }
    }

    /// Notifies constrained federates that wait for a grant when no message up to the time of the save can
    /// come to them any more: their grant may depend on others that hold at that time.
    fn tell_who_waits_beyond(
        &mut self,
        round: Round,
        time: LogicalTime,
        federates: &[FederateHandle],
        out: &mut Vec<Transmit>,
    ) {
        if !self.time.is_central() {
            return;
        }
        for federate in federates {
            let Some((asked, expected)) = self.time.waits_beyond(*federate, time) else {
                self.coordination.told_over.remove(federate);
                continue;
            };
            let told = self
                .coordination
                .told_over
                .insert(*federate, (round, asked));
            if told != Some((round, asked)) {
                if asked.to > time {
                    // The federate gets all messages up to there before it saves, whether it is granted or not.
                    self.time.promise(*federate, Bound::after(time));
                }
                let over = FederationNotice::SaveTimeOver { round, expected };
                self.tell(*federate, &FromRti::Federation(over), out);
            }
        }
    }

    fn begin_save(&mut self, wanted: WantedSave) {
        let everyone = self.members.keys();
        self.coordination.activity = Activity::Saving(Box::new(Save {
            round: wanted.round,
            wanted,
            federates: everyone
                .map(|f| (*f, SaveStatus::NoSaveInProgress))
                .collect(),
            failure: None,
            stage: Stage::Answers,
            deadline: None,
        }));
    }

    /// A constrained federate has reached the time of a save and was asked to save. If another save was
    /// requested meanwhile, the announced one cannot take place any more.
    pub(crate) fn save_reached(
        &mut self,
        federate: FederateHandle,
        round: Round,
        out: &mut Vec<Transmit>,
    ) {
        if round <= self.coordination.over {
            // Sent before the end of this save was announced to it.
            return;
        }
        let wanted = self.coordination.wanted.take_if(|w| w.round == round);
        if let (Activity::Nothing, Some(wanted)) = (&self.coordination.activity, wanted) {
            self.begin_save(wanted);
        }
        match &mut self.coordination.activity {
            Activity::Saving(save) if save.round == round => {
                save.federates
                    .insert(federate, SaveStatus::FederateInstructedToSave);
            }
            _ => self.end_save(Err(SaveFailureReason::SaveTimeCannotBeHonored), out),
        }
    }

    pub(crate) fn save_begun(&mut self, federate: FederateHandle, round: Round) {
        if let Activity::Saving(save) = &mut self.coordination.activity
            && save.round == round
            && let Some(status) = save.federates.get_mut(&federate)
        {
            *status = SaveStatus::FederateSaving;
        }
    }

    pub(crate) fn save_ended(
        &mut self,
        federate: FederateHandle,
        round: Round,
        successfully: bool,
        out: &mut Vec<Transmit>,
    ) {
        if let Activity::Saving(save) = &mut self.coordination.activity
            && save.round == round
            && let Some(status) = save.federates.get_mut(&federate)
        {
            *status = SaveStatus::FederateWaitingForFederationToSave;
            if !successfully {
                save.failure
                    .get_or_insert(SaveFailureReason::FederateReportedFailureDuringSave);
            }
            self.flush_if_all_saved(out);
        }
    }

    /// When every federate has answered, the save goes on without them, or has failed.
    fn flush_if_all_saved(&mut self, out: &mut Vec<Transmit>) {
        let Activity::Saving(save) = &mut self.coordination.activity else {
            return;
        };
        let done = SaveStatus::FederateWaitingForFederationToSave;
        if !matches!(save.stage, Stage::Answers) || save.federates.values().any(|s| *s != done) {
            return;
        }
        if let Some(reason) = save.failure {
            return self.end_save(Err(reason), out);
        }
        save.stage = Stage::States(BTreeMap::new());
        save.deadline = Some(self.now + TIMEOUT);
        let flush = FederationNotice::Flush {
            round: save.round,
            purpose: FlushPurpose::Save,
        };
        // Their answers are part of the members' states.
        self.finish_name_changes(out);
        self.broadcast(&FromRti::Federation(flush), out);
    }

    /// A part of a member's state. With the last of all, the whole is stored.
    pub(crate) fn state_part(
        &mut self,
        federate: FederateHandle,
        round: Round,
        last: bool,
        bytes: &[u8],
    ) {
        let Activity::Saving(save) = &mut self.coordination.activity else {
            return;
        };
        let Stage::States(states) = &mut save.stage else {
            return;
        };
        if save.round != round || !save.federates.contains_key(&federate) {
            return;
        }
        let state = states.entry(federate).or_default();
        state.bytes.extend_from_slice(bytes);
        state.complete |= last;
        if states.len() < save.federates.len() || states.values().any(|s| !s.complete) {
            return;
        }
        let states = std::mem::take(states);
        let sizes = states.iter().map(|(f, state)| (*f, state.bytes.len()));
        save.stage = Stage::Storing(sizes.collect());
        save.deadline = None;
        let wanted = save.wanted.clone();
        let states = states.into_iter().map(|(f, state)| (f, state.bytes));
        let body = FederationImage::encode(self, &wanted.label, states.collect());
        let file = SaveFile {
            federation: self.identity.name().to_owned(),
            label: wanted.label.clone(),
            time_implementation: self.identity.time_name().to_owned(),
            time: wanted.time.map(|time| time.to_string()),
            federates: self.members.values().map(|m| m.info.clone()).collect(),
            body,
        };
        let ticket = self.ticket(wanted.label, round);
        self.coordination
            .storage
            .push_back(StorageRequest::Store { ticket, file });
    }

    /// There is no room for the state of a member.
    pub(crate) fn give_up_save(&mut self, out: &mut Vec<Transmit>) {
        if let Activity::Saving(save) = &self.coordination.activity
            && matches!(save.stage, Stage::States(_))
        {
            self.end_save(Err(SaveFailureReason::RtiUnableToSave), out);
        }
    }

    pub(super) fn ticket(&self, label: String, round: Round) -> StorageTicket {
        StorageTicket {
            federation: self.identity.name().to_owned(),
            label,
            execution: self.identity.execution(),
            round,
        }
    }

    /// The driver has stored the file, or could not.
    pub(super) fn stored(
        &mut self,
        round: Round,
        outcome: Result<(), String>,
        out: &mut Vec<Transmit>,
        notices: &mut VecDeque<RtiNotice>,
    ) {
        let Activity::Saving(save) = &self.coordination.activity else {
            return;
        };
        if save.round != round || !matches!(save.stage, Stage::Storing(_)) {
            return;
        }
        let label = &save.wanted.label;
        notices.push_back(match &outcome {
            Ok(()) => self.notice(None, format!("saved as {label:?}")),
            Err(problem) => {
                self.warning(None, format!("could not be saved as {label:?}: {problem}"))
            }
        });
        self.end_save(outcome.map_err(|_| SaveFailureReason::RtiUnableToSave), out);
    }

    fn end_save(&mut self, outcome: Result<(), SaveFailureReason>, out: &mut Vec<Transmit>) {
        match std::mem::take(&mut self.coordination.activity) {
            Activity::Saving(save) if outcome.is_ok() => {
                self.coordination.last_save = Some(save.wanted);
            }
            Activity::Saving(_) | Activity::Nothing => {}
            other => self.coordination.activity = other,
        }
        self.tell_save_is_over(outcome, out);
        self.coordination.told_over.clear();
        self.go_direct_if_it_pays(out);
        // Asked for by a federate that did not know of this one.
        self.announce_wanted_save(out);
    }

    /// A federate wants no save. One that is being stored is complete and is not given up.
    pub(crate) fn abort_save(&mut self, out: &mut Vec<Transmit>) {
        let waiting = self.coordination.wanted.take().is_some();
        match &self.coordination.activity {
            Activity::Saving(save) if matches!(save.stage, Stage::Storing(_)) => {}
            Activity::Saving(_) => self.end_save(Err(SaveFailureReason::SaveAborted), out),
            _ if waiting => self.end_save(Err(SaveFailureReason::SaveAborted), out),
            _ => {}
        }
    }

    /// A restore is granted: a federate with an announced save could reach its time before the restore is
    /// announced, and save in the midst of it. A save without an announcement goes on waiting.
    pub(super) fn give_up_announced_save(&mut self, out: &mut Vec<Transmit>) {
        let announced = self.coordination.announced;
        if announced > self.coordination.over {
            self.coordination.wanted.take_if(|w| w.round <= announced);
            self.tell_save_is_over(Err(SaveFailureReason::SaveTimeCannotBeHonored), out);
        }
    }

    /// A save that waits for its time cannot take place any more.
    pub(super) fn give_up_waiting_save(&mut self, out: &mut Vec<Transmit>) {
        if self.coordination.wanted.take().is_some() {
            self.tell_save_is_over(Err(SaveFailureReason::SaveTimeCannotBeHonored), out);
        }
    }

    /// Notifies a federate that every save it knows of is over. A save that is still to come is announced
    /// again, under another number.
    fn tell_save_is_over(
        &mut self,
        outcome: Result<(), SaveFailureReason>,
        out: &mut Vec<Transmit>,
    ) {
        if let Err(reason) = outcome {
            let notice = match reason {
                SaveFailureReason::SaveAborted => self.notice(None, "the save was aborted"),
                _ => self.warning(None, format!("not saved: {reason}")),
            };
            self.time.push_notice(notice);
        }
        self.call_everyone_back(
            match outcome {
                Ok(()) => Callback::FederationSaved,
                Err(reason) => Callback::FederationNotSaved { reason },
            },
            out,
        );
        self.coordination.over = self.coordination.round;
        if let Some(mut wanted) = self.coordination.wanted.take() {
            wanted.round = self.coordination.next_round();
            self.coordination.wanted = Some(wanted);
        }
    }

    /// A federate is gone. The others finish what they have begun; what is being stored is complete.
    pub(crate) fn leave_save(&mut self, federate: FederateHandle, out: &mut Vec<Transmit>) {
        if self.members.is_empty() {
            // All federates that had the request are gone.
            self.coordination.wanted = None;
            self.coordination.over = self.coordination.round;
        }
        let Activity::Saving(save) = &mut self.coordination.activity else {
            return;
        };
        if save.federates.remove(&federate).is_none() {
            return;
        }
        let reason = SaveFailureReason::FederateResignedDuringSave;
        let mut statuses = save.federates.values();
        let all_told = statuses.all(|s| *s != SaveStatus::NoSaveInProgress);
        match save.stage {
            Stage::Answers if all_told => {
                save.failure.get_or_insert(reason);
                self.flush_if_all_saved(out);
            }
            Stage::Answers | Stage::States(_) => self.end_save(Err(reason), out),
            Stage::Storing(_) => {}
        }
    }

    /// Whether the members flush their streams or have done so: nothing else moves then.
    pub(super) fn is_flushing_to_save(&self) -> bool {
        match &self.coordination.activity {
            Activity::Saving(save) => !matches!(save.stage, Stage::Answers),
            _ => false,
        }
    }

    pub(super) fn save_deadline(&self) -> Option<Duration> {
        match &self.coordination.activity {
            Activity::Saving(save) => save.deadline,
            _ => None,
        }
    }

    /// Members did not flush their streams or give their states in time.
    pub(super) fn expire_save(&mut self, out: &mut Vec<Transmit>) {
        if self.save_deadline().is_some_and(|at| at <= self.now) {
            self.end_save(Err(SaveFailureReason::RtiDetectedFailureDuringSave), out);
        }
    }

    pub(crate) fn answer_save_status(&self, federate: FederateHandle, out: &mut Vec<Transmit>) {
        let saving = match &self.coordination.activity {
            Activity::Saving(save) => Some(save),
            _ => None,
        };
        let status = |f: &FederateHandle| {
            let status = saving.and_then(|save| save.federates.get(f));
            status.copied().unwrap_or(SaveStatus::NoSaveInProgress)
        };
        let statuses = self
            .members
            .keys()
            .map(|f| FederateSaveStatus {
                federate: *f,
                status: status(f),
            })
            .collect();
        self.call_back(
            federate,
            Callback::FederationSaveStatusResponse { statuses },
            out,
        );
    }

    /// Queues a callback at every member.
    pub(super) fn call_everyone_back(&self, callback: Callback<'static>, out: &mut Vec<Transmit>) {
        self.broadcast(&FromRti::Callback(Box::new(callback)), out);
    }

    /// Label and time of the save that was asked for and has not begun, for the MOM.
    pub(crate) fn next_save(&self) -> Option<(&str, Option<LogicalTime>)> {
        let wanted = self.coordination.wanted.as_ref()?;
        Some((&wanted.label, wanted.time))
    }

    /// Label and time of the last save that succeeded, for the MOM.
    pub(crate) fn last_save(&self) -> Option<(&str, Option<LogicalTime>)> {
        let last = self.coordination.last_save.as_ref()?;
        Some((&last.label, last.time))
    }

    /// Federates that were asked to save, until the save is over; for the MOM.
    pub(crate) fn saving_federates(&self) -> impl Iterator<Item = FederateHandle> + '_ {
        let save = match &self.coordination.activity {
            Activity::Saving(save) => Some(save),
            _ => None,
        };
        let federates = save.into_iter().flat_map(|save| &save.federates);
        federates
            .filter(|(_, status)| **status != SaveStatus::NoSaveInProgress)
            .map(|(federate, _)| *federate)
    }

    /// Whether a save is in progress, for joins.
    pub(crate) fn is_saving(&self) -> bool {
        matches!(self.coordination.activity, Activity::Saving(_))
    }
}
