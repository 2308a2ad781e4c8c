//! The executive's side of a restore.

use std::collections::{BTreeMap, VecDeque};
use std::time::Duration;

use hyla_types::{FederateHandle, FederateRestoreStatus, RestoreFailureReason, RestoreStatus};

use super::coordination::{Activity, PART, TIMEOUT};
use super::executive_image::FederationImage;
use super::restore_progress::{Load, Part, Restore, Stage};
use super::{SaveFile, StorageOutcome, StorageRequest, StorageTicket};
use crate::callback::Callback;
use crate::executive::{Enrolled, Executive, RtiNotice, Transmit};
use crate::message::{FederationNotice, FlushPurpose, FromRti, Round};

impl Executive {
    /// A federate requests a restore: the file is read first.
    pub(crate) fn request_restore(
        &mut self,
        by: FederateHandle,
        label: String,
        out: &mut Vec<Transmit>,
    ) {
        if !matches!(self.coordination.activity, Activity::Nothing) {
            let refused = Callback::RequestFederationRestoreFailed { label };
            return self.call_back(by, refused, out);
        }
        let round = self.coordination.next_round();
        let ticket = self.ticket(label.clone(), round);
        self.coordination
            .storage
            .push_back(StorageRequest::Load { ticket });
        self.coordination.activity = Activity::Loading(Load { round, label, by });
    }

    /// The driver of the RTI is done with a request.
    pub(crate) fn handle_storage(
        &mut self,
        ticket: &StorageTicket,
        outcome: StorageOutcome,
        out: &mut Vec<Transmit>,
        notices: &mut VecDeque<RtiNotice>,
    ) {
        if ticket.execution != self.identity.execution() {
            return;
        }
        match outcome {
            StorageOutcome::Stored => self.stored(ticket.round, Ok(()), out, notices),
            StorageOutcome::Loaded(bytes) => {
                self.loaded(ticket.round, Ok(&bytes), out, notices);
            }
            StorageOutcome::Failed(problem) => {
                self.stored(ticket.round, Err(problem.clone()), out, notices);
                self.loaded(ticket.round, Err(problem), out, notices);
            }
        }
    }

    /// The file of a restore has been read, or could not be.
    fn loaded(
        &mut self,
        round: Round,
        file: Result<&[u8], String>,
        out: &mut Vec<Transmit>,
        notices: &mut VecDeque<RtiNotice>,
    ) {
        let load = match std::mem::take(&mut self.coordination.activity) {
            Activity::Loading(load) if load.round == round => load,
            other => {
                self.coordination.activity = other;
                return;
            }
        };
        let Load { label, by, .. } = load;
        let fitting = file.and_then(|bytes| self.fitting(&label, bytes));
        let (saved, assigned) = match fitting {
            Ok(fitting) => fitting,
            Err(problem) => {
                let text = format!("{label:?} is not restored: {problem}");
                notices.push_back(self.warning(None, text));
                let refused = Callback::RequestFederationRestoreFailed { label };
                self.call_back(by, refused, out);
                self.announce_wanted_save(out);
                return self.go_direct_if_it_pays(out);
            }
        };
        notices.push_back(self.notice(None, format!("restores {label:?}")));
        self.go_central(out);
        self.give_up_announced_save(out);
        let granted = Callback::RequestFederationRestoreSucceeded {
            label: label.clone(),
        };
        self.call_back(by, granted, out);
        self.broadcast(
            &FromRti::Federation(FederationNotice::RestoreBegun { round }),
            out,
        );
        let part = |becomes| Part {
            becomes,
            done: false,
            installation: Vec::new(),
        };
        self.coordination.activity = Activity::Restoring(Box::new(Restore {
            round,
            label,
            saved: saved.executive,
            states: saved.members,
            federates: assigned.into_iter().map(|(f, s)| (f, part(s))).collect(),
            failure: None,
            stage: Stage::Telling,
            deadline: None,
        }));
    }

    /// Content of the file and the new federate of each saved one, if the file fits this federation.
    #[allow(clippy::type_complexity)] // used once
    fn fitting(
        &self,
        label: &str,
        bytes: &[u8],
    ) -> Result<(FederationImage, BTreeMap<FederateHandle, FederateHandle>), String> {
        let image = FederationImage::decode(SaveFile::body_of(bytes)?)?;
        if image.federation != self.identity.name() || image.label != label {
            return Err(format!(
                "the file holds {:?} of the federation {:?}",
                image.label, image.federation
            ));
        }
        if (image.executive.time, image.executive.time_name.as_str())
            != (self.identity.time(), self.identity.time_name())
        {
            return Err(format!(
                "it was saved with {}, this federation uses {}",
                image.executive.time_name,
                self.identity.time_name()
            ));
        }
        let assigned = image.executive.assign(&self.members).ok_or(
            "the joined federates are not those that were saved: there have to be as many of each type",
        )?;
        Ok((image, assigned))
    }

    /// A federate has done what the present stage asks of it. With the last of them comes the next.
    fn part_done(
        &mut self,
        federate: FederateHandle,
        stage: Stage,
        round: Option<Round>,
        out: &mut Vec<Transmit>,
    ) {
        if let Activity::Restoring(restore) = &mut self.coordination.activity
            && restore.stage == stage
            && round.is_none_or(|round| restore.round == round)
            && let Some(part) = restore.federates.get_mut(&federate)
        {
            part.done = true;
            self.next_stage_if_all_done(out);
        }
    }

    pub(crate) fn restore_begun(
        &mut self,
        federate: FederateHandle,
        round: Round,
        out: &mut Vec<Transmit>,
    ) {
        self.part_done(federate, Stage::Telling, Some(round), out);
    }

    pub(crate) fn flushed(
        &mut self,
        federate: FederateHandle,
        round: Round,
        out: &mut Vec<Transmit>,
    ) {
        self.part_done(federate, Stage::Flushing, Some(round), out);
    }

    pub(crate) fn restore_ended(
        &mut self,
        federate: FederateHandle,
        successfully: bool,
        out: &mut Vec<Transmit>,
    ) {
        if let Activity::Restoring(restore) = &mut self.coordination.activity
            && !successfully
            && restore.stage == Stage::Answers
        {
            restore
                .failure
                .get_or_insert(RestoreFailureReason::FederateReportedFailureDuringRestore);
        }
        self.part_done(federate, Stage::Answers, None, out);
    }

    pub(crate) fn prepared(
        &mut self,
        federate: FederateHandle,
        round: Round,
        problem: Option<String>,
        out: &mut Vec<Transmit>,
        notices: &mut VecDeque<RtiNotice>,
    ) {
        if let Some(problem) = problem {
            let Activity::Restoring(restore) = &self.coordination.activity else {
                return;
            };
            if restore.round == round {
                let name = self.members.get(&federate).map(|m| m.info.name.as_str());
                notices.push_back(self.warning(name, format!("cannot be restored: {problem}")));
                self.fail_restore(RestoreFailureReason::RtiUnableToRestore, out);
            }
            return;
        }
        self.part_done(federate, Stage::Preparing, Some(round), out);
    }

    fn next_stage_if_all_done(&mut self, out: &mut Vec<Transmit>) {
        let activity = std::mem::take(&mut self.coordination.activity);
        let mut restore = match activity {
            Activity::Restoring(restore) if restore.federates.values().all(|p| p.done) => restore,
            other => {
                self.coordination.activity = other;
                return;
            }
        };
        if let Some(reason) = restore.failure {
            self.coordination.activity = Activity::Restoring(restore);
            return self.fail_restore(reason, out);
        }
        for part in restore.federates.values_mut() {
            part.done = false;
        }
        let next = match restore.stage {
            Stage::Telling => {
                let flush = FederationNotice::Flush {
                    round: restore.round,
                    purpose: FlushPurpose::Restore,
                };
                self.broadcast(&FromRti::Federation(flush), out);
                Stage::Flushing
            }
            Stage::Flushing => {
                for (federate, part) in &restore.federates {
                    let initiate = Callback::InitiateFederateRestore {
                        label: restore.label.clone(),
                        name: restore.saved.member_name(part.becomes).to_owned(),
                        handle: part.becomes,
                    };
                    self.call_back(*federate, initiate, out);
                }
                Stage::Answers
            }
            Stage::Answers => {
                let members = restore.enrolled(&self.members);
                let round = restore.round;
                for (federate, part) in &mut restore.federates {
                    let state = restore.states.remove(&part.becomes).unwrap_or_default();
                    part.installation = restore.saved.installation(part.becomes, &members, state);
                    self.send_state(*federate, round, part, 0, out);
                }
                Stage::Preparing
            }
            Stage::Preparing => return self.put_in_force(*restore, out),
        };
        let by_hosts = matches!(next, Stage::Flushing | Stage::Preparing);
        restore.deadline = by_hosts.then_some(self.now + TIMEOUT);
        restore.stage = next;
        self.coordination.activity = Activity::Restoring(restore);
    }

    /// A member wants the part of its state that starts there.
    pub(crate) fn state_wanted(
        &self,
        federate: FederateHandle,
        round: Round,
        from: u64,
        out: &mut Vec<Transmit>,
    ) {
        if let Activity::Restoring(restore) = &self.coordination.activity
            && restore.round == round
            && let Some(part) = restore.federates.get(&federate)
        {
            self.send_state(federate, round, part, from, out);
        }
    }

    fn send_state(
        &self,
        federate: FederateHandle,
        round: Round,
        part: &Part,
        from: u64,
        out: &mut Vec<Transmit>,
    ) {
        let from = usize::try_from(from).unwrap_or(usize::MAX);
        let Some(rest) = part.installation.get(from..) else {
            return;
        };
        let notice = FederationNotice::StatePart {
            round,
            last: rest.len() <= PART,
            bytes: rest[..rest.len().min(PART)].to_vec(),
        };
        self.tell(federate, &FromRti::Federation(notice), out);
    }

    /// All members have their part: from here on the federation is the saved one.
    fn put_in_force(&mut self, restore: Restore, out: &mut Vec<Transmit>) {
        let handles = restore
            .federates
            .iter()
            .map(|(before, part)| (*before, part.becomes))
            .collect();
        let restored = FederationNotice::Restored {
            round: restore.round,
            next: self.log_length(),
            handles,
        };
        self.broadcast(&FromRti::Federation(restored), out);
        let restore_round = restore.round;
        self.members = restore.enrolled(&self.members);
        let users = self.members.iter();
        self.users = users
            .map(|(handle, member)| (*handle, member.user.clone()))
            .collect();
        let sessions = self.members.values();
        self.coordination
            .renamed
            .extend(sessions.map(|m| (m.session, m.info.handle)));
        restore.saved.put(self);
        self.coordination.behind = self.members.keys().copied().collect();
        self.coordination.behind_round = restore_round;
        self.forget_declarations(out);
        // Earlier requests are void after the restore.
        self.give_up_waiting_save(out);
        self.mom_restored(out);
        self.go_direct_if_it_pays(out);
    }

    fn fail_restore(&mut self, reason: RestoreFailureReason, out: &mut Vec<Transmit>) {
        self.coordination.activity = Activity::Nothing;
        let notice = match reason {
            RestoreFailureReason::RestoreAborted => self.notice(None, "the restore was aborted"),
            _ => self.warning(None, format!("not restored: {reason}")),
        };
        self.time.push_notice(notice);
        self.call_everyone_back(Callback::FederationNotRestored { reason }, out);
        self.announce_wanted_save(out);
        self.go_direct_if_it_pays(out);
    }

    /// A federate wants no restore.
    pub(crate) fn abort_restore(&mut self, out: &mut Vec<Transmit>) {
        if matches!(self.coordination.activity, Activity::Restoring(_)) {
            self.fail_restore(RestoreFailureReason::RestoreAborted, out);
        }
    }

    /// A federate is gone. While federates restore, the others finish what they have begun.
    pub(crate) fn leave_restore(&mut self, federate: FederateHandle, out: &mut Vec<Transmit>) {
        let reason = RestoreFailureReason::FederateResignedDuringRestore;
        match &mut self.coordination.activity {
            Activity::Loading(load) if load.by == federate => {
                self.coordination.activity = Activity::Nothing;
                self.announce_wanted_save(out);
            }
            Activity::Restoring(restore) => {
                restore.federates.remove(&federate);
                if restore.stage == Stage::Answers && !restore.federates.is_empty() {
                    restore.failure.get_or_insert(reason);
                    self.next_stage_if_all_done(out);
                } else {
                    self.fail_restore(reason, out);
                }
            }
            _ => {}
        }
    }

    /// When [`Self::expire_coordination`] has something to do.
    pub(crate) fn coordination_deadline(&self) -> Option<Duration> {
        match &self.coordination.activity {
            Activity::Restoring(restore) => restore.deadline,
            _ => self.save_deadline(),
        }
    }

    /// Gives up what the hosts of members did not do in time.
    pub(crate) fn expire_coordination(&mut self, out: &mut Vec<Transmit>) {
        self.expire_save(out);
        if let Activity::Restoring(restore) = &self.coordination.activity
            && restore.deadline.is_some_and(|at| at <= self.now)
        {
            self.fail_restore(RestoreFailureReason::RtiDetectedFailureDuringRestore, out);
        }
    }

    pub(crate) fn answer_restore_status(&self, federate: FederateHandle, out: &mut Vec<Transmit>) {
        let statuses = self
            .members
            .keys()
            .map(|member| {
                let (post_restore_handle, status) = self.restore_status(*member);
                FederateRestoreStatus {
                    pre_restore_handle: *member,
                    post_restore_handle,
                    status,
                }
            })
            .collect();
        let response = Callback::FederationRestoreStatusResponse { statuses };
        self.call_back(federate, response, out);
    }

    fn restore_status(&self, federate: FederateHandle) -> (FederateHandle, RestoreStatus) {
        match &self.coordination.activity {
            Activity::Loading(load) if load.by == federate => {
                (federate, RestoreStatus::FederateRestoreRequestPending)
            }
            Activity::Restoring(restore) => {
                let Some(part) = restore.federates.get(&federate) else {
                    return (federate, RestoreStatus::NoRestoreInProgress);
                };
                let status = match (restore.stage, part.done) {
                    (Stage::Telling, false) => RestoreStatus::FederateWaitingForRestoreToBegin,
                    (Stage::Telling, true) | (Stage::Flushing, _) => {
                        RestoreStatus::FederatePreparedToRestore
                    }
                    (Stage::Answers, false) => RestoreStatus::FederateRestoring,
                    (Stage::Answers, true) | (Stage::Preparing, _) => {
                        RestoreStatus::FederateWaitingForFederationToRestore
                    }
                };
                (part.becomes, status)
            }
            _ => (federate, RestoreStatus::NoRestoreInProgress),
        }
    }

    /// Whether the members flush their streams or have done so: nothing else moves then.
    pub(super) fn is_flushing_to_restore(&self) -> bool {
        match &self.coordination.activity {
            Activity::Restoring(restore) => restore.stage != Stage::Telling,
            _ => false,
        }
    }

    /// Whether a restore is in progress, for joins and the MOM.
    pub(crate) fn is_restoring(&self) -> bool {
        matches!(self.coordination.activity, Activity::Restoring(_))
    }
}

impl Restore {
    /// The members as saved, in the processes of the joined ones.
    fn enrolled(
        &self,
        joined: &BTreeMap<FederateHandle, Enrolled>,
    ) -> BTreeMap<FederateHandle, Enrolled> {
        let becoming = self.federates.iter().map(|(f, part)| (*f, part.becomes));
        self.saved.enrolled(joined, &becoming.collect())
    }
}
