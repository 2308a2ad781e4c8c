//! The member's side of saves and restores.

use hyla_types::{Edition, Exception, ExceptionKind, FederateHandle, LogicalTime, Service};

use super::ask::ask;
use super::coordination::PART;
use super::image::{encode_member, prepare};
use super::member_image::Prepared;
use super::participation::{Barrier, Phase, RestorePhase, SavePhase};
use crate::Result;
use crate::callback::Callback;
use crate::declaration::Position;
use crate::member::{CallbackQueue, Joined, Member, Protocol};
use crate::message::{FederationNotice, FederationRequest, FlushPurpose, Round};
use crate::outbox::{Control, Outbox};

/// The equivalent of a service in 2010: there, a caller that asks for the switch of an advisory and sets it is a client
/// that carries out the services of 2010 by these of 2025.
fn service_of_2010(service: Service) -> Service {
    match service {
        Service::GetObjectClassRelevanceAdvisorySwitch
        | Service::SetObjectClassRelevanceAdvisorySwitch => {
            Service::EnableObjectClassRelevanceAdvisorySwitch
        }
        Service::GetAttributeRelevanceAdvisorySwitch
        | Service::SetAttributeRelevanceAdvisorySwitch => {
            Service::EnableAttributeRelevanceAdvisorySwitch
        }
        Service::GetAttributeScopeAdvisorySwitch | Service::SetAttributeScopeAdvisorySwitch => {
            Service::EnableAttributeScopeAdvisorySwitch
        }
        Service::GetInteractionRelevanceAdvisorySwitch
        | Service::SetInteractionRelevanceAdvisorySwitch => {
            Service::EnableInteractionRelevanceAdvisorySwitch
        }
        other => other,
    }
}

impl Member {
    /// Whether a save or restore in progress at this federate forbids a service; to be asked before
    /// each call of one (4.16, 4.24 in 2010, 4.19, 4.27 in 2025).
    ///
    /// # Errors
    /// `SaveInProgress` or `RestoreInProgress`, if the service lists it.
    pub fn admit(&self, service: Service) -> Result<()> {
        let service = match self.edition {
            Edition::Hla2010 => service_of_2010(service),
            Edition::Hla2025 => service,
        };
        let (kind, what) = match self.phase() {
            Phase::Active => return Ok(()),
            Phase::Saving(_) => (ExceptionKind::SaveInProgress, "a save"),
            Phase::Restoring(_) => (ExceptionKind::RestoreInProgress, "a restore"),
        };
        if service.may_raise(self.edition, kind) {
            return Err(Exception::new(
                kind,
                format!("{service} has to wait until {what} of the federation is over"),
            ));
        }
        Ok(())
    }

    pub(crate) fn phase(&self) -> Phase {
        let joined = self.joined.as_deref();
        joined.map_or(Phase::Active, |joined| joined.participation.phase)
    }

    /// A callback that the RTI decided on. What belongs to saves and restores is delivered first and
    /// also while everything else waits; only the order to save takes its place among the messages.
    ///
    /// # Errors
    /// [`Protocol`] if what another member has sent meanwhile makes no sense.
    pub(crate) fn handle_callback(
        &mut self,
        callback: Callback<'static>,
        out: &mut dyn Outbox,
    ) -> std::result::Result<(), Protocol> {
        let Some(joined) = self.joined.as_deref_mut() else {
            return Ok(());
        };
        let participation = &mut joined.participation;
        match callback {
            Callback::FederationSaved | Callback::FederationNotSaved { .. } => {
                participation.save_requested = false;
                participation.quiet_about_time = false;
                participation.barrier = None;
                participation
                    .flush
                    .take_if(|flush| flush.purpose == FlushPurpose::Save);
                self.queue
                    .withdraw(|waiting| matches!(waiting, Callback::InitiateFederateSave { .. }));
                self.move_time(out);
            }
            Callback::FederationNotRestored { .. } => {
                let flush = participation.flush.take();
                participation.end_restore();
                for peer in flush.map(|flush| flush.detoured).unwrap_or_default() {
                    self.handle_way_changed(peer, out);
                }
                let Some(joined) = self.joined.as_deref_mut() else {
                    return Ok(());
                };
                // Sent after the markers, by members that resumed before this one.
                for (from, frame) in std::mem::take(&mut joined.participation.held) {
                    self.handle_data(from, &frame, out)?;
                }
            }
            Callback::FederationSaveStatusResponse { .. }
            | Callback::RequestFederationRestoreSucceeded { .. }
            | Callback::RequestFederationRestoreFailed { .. }
            | Callback::FederationRestoreBegun
            | Callback::InitiateFederateRestore { .. }
            | Callback::FederationRestored
            | Callback::FederationRestoreStatusResponse { .. } => {}
            Callback::InitiateFederateSave { .. } => {
                self.queue.push_gated(callback);
                return Ok(());
            }
            other => {
                self.queue.push(other);
                return Ok(());
            }
        }
        self.queue.push_urgent(callback);
        Ok(())
    }

    /// An urgent callback is about to be delivered.
    pub(crate) fn take_urgent_effect(&mut self, callback: &Callback<'_>, out: &mut dyn Outbox) {
        let Some(joined) = self.joined.as_deref_mut() else {
            return;
        };
        let participation = &mut joined.participation;
        match callback {
            Callback::RequestFederationRestoreSucceeded { .. } => {
                participation.phase = Phase::Restoring(RestorePhase::Begun);
            }
            Callback::FederationRestoreBegun => {
                participation.phase = Phase::Restoring(RestorePhase::Begun);
                if let Some(round) = participation.restore {
                    ask(FederationRequest::RestoreBegun { round }, out);
                }
            }
            Callback::InitiateFederateRestore { .. } => {
                participation.phase = Phase::Restoring(RestorePhase::Told);
            }
            Callback::FederationSaved | Callback::FederationNotSaved { .. }
                if matches!(participation.phase, Phase::Saving(_)) =>
            {
                participation.phase = Phase::Active;
            }
            Callback::FederationRestored | Callback::FederationNotRestored { .. } => {
                participation.phase = Phase::Active;
                self.move_time(out);
            }
            _ => {}
        }
    }

    /// Asks the federate to save: from here on it sends nothing and gets no other callback.
    pub(crate) fn begin_saving(&mut self) {
        if let Some(joined) = self.joined.as_deref_mut() {
            joined.participation.phase = Phase::Saving(SavePhase::Told);
            joined.participation.saving = joined.participation.announced;
        }
    }

    /// Another member says that nothing of before a save or restore follows.
    pub(crate) fn handle_marker(
        &mut self,
        from: FederateHandle,
        round: Round,
        out: &mut dyn Control,
    ) {
        if let Some(joined) = self.joined.as_deref_mut() {
            joined.participation.marks.insert(from, round);
        }
        self.end_flush_if_quiet(out);
    }

    /// Applies a message of the RTI about a save or restore.
    ///
    /// # Errors
    /// [`Protocol`] if it puts a state in force that this member does not have.
    pub(crate) fn handle_federation_notice(
        &mut self,
        notice: FederationNotice,
        out: &mut dyn Outbox,
    ) -> std::result::Result<(), Protocol> {
        let Some(joined) = self.joined.as_deref_mut() else {
            return Ok(());
        };
        let participation = &mut joined.participation;
        match notice {
            FederationNotice::SaveRequested { round, label, time } => {
                participation.save_requested = true;
                participation.announced = round;
                participation.quiet_about_time = false;
                participation.barrier = time.map(|time| Barrier {
                    round,
                    label,
                    time,
                    over: false,
                    reached: false,
                });
            }
            FederationNotice::SaveTimeOver { round, expected } => {
                if let Some(barrier) = participation.barrier.as_mut().filter(|b| b.round == round) {
                    barrier.over = true;
                    joined.expect_messages(&expected);
                    self.move_time(out);
                }
            }
            FederationNotice::RestoreBegun { round } => {
                participation.restore = Some(round);
                self.queue.push_urgent(Callback::FederationRestoreBegun);
            }
            FederationNotice::Flush { round, purpose } => {
                self.begin_flush(round, purpose, out);
            }
            FederationNotice::StatePart { round, last, bytes } => {
                if participation.restore != Some(round) {
                    return Ok(());
                }
                participation.parts.extend_from_slice(&bytes);
                if !last {
                    let from = participation.parts.len() as u64;
                    ask(FederationRequest::StateWanted { round, from }, out);
                    return Ok(());
                }
                let parts = std::mem::take(&mut participation.parts);
                let problem = match prepare(&parts) {
                    Ok(prepared) => {
                        participation.prepared = Some(Box::new(prepared));
                        None
                    }
                    Err(problem) => Some(problem),
                };
                ask(FederationRequest::Prepared { round, problem }, out);
            }
            FederationNotice::Restored {
                round,
                next,
                handles,
            } => {
                let prepared = participation.prepared.take();
                let (Some(prepared), true) = (prepared, participation.restore == Some(round))
                else {
                    return Err(Protocol(
                        "a state was put in force that has not come here".into(),
                    ));
                };
                self.put_in_force(*prepared, round, next, &handles, out)?;
            }
        }
        Ok(())
    }

    /// Gives the RTI what it has to save of this member.
    pub(super) fn give_state(&mut self, round: Round, out: &mut dyn Control) {
        let Some(joined) = self.joined.as_deref_mut() else {
            return;
        };
        let state = encode_member(joined, &mut self.queue);
        let mut parts = state.chunks(PART).peekable();
        while let Some(part) = parts.next() {
            let request = FederationRequest::StatePart {
                round,
                last: parts.peek().is_none(),
                bytes: part.to_vec(),
            };
            ask(request, out);
        }
    }

    /// This member becomes the saved one.
    fn put_in_force(
        &mut self,
        prepared: Prepared,
        round: Round,
        next: u64,
        handles: &[(FederateHandle, FederateHandle)],
        out: &mut dyn Outbox,
    ) -> std::result::Result<(), Protocol> {
        let Some(joined) = self.joined.as_deref_mut() else {
            return Ok(());
        };
        ask(FederationRequest::Installed { round }, out);
        out.links_renamed(handles);
        out.transportation_types(&mut prepared.transportations());
        let mut held = std::mem::take(&mut joined.participation.held);
        held.extend(joined.streams.held_mut().take_all());
        joined.objects.forget_questions();
        out.position_moved(Position::default());
        joined.participation.end_restore();
        joined.participation.save_requested = false;
        joined.participation.quiet_about_time = false;
        joined.participation.barrier = None;
        joined.participation.marks.clear();
        joined.participation.phase = Phase::Restoring(RestorePhase::Installed);
        self.parting = None;
        prepared.install(joined, &mut self.queue);
        joined.declarations.restart_at(next);
        for (from, frame) in held {
            let renamed = handles.iter().find(|(before, _)| *before == from);
            let from = renamed.map_or(from, |(_, after)| *after);
            self.handle_data(from, &frame, out)?;
        }
        self.queue.push_urgent(Callback::FederationRestored);
        Ok(())
    }
}

impl Joined {
    /// Whether the RTI has said that no message up to the time of a save comes any more, and the member
    /// has not handled it yet.
    pub(crate) fn is_save_time_over(&self) -> bool {
        let barrier = self.participation.barrier.as_ref();
        barrier.is_some_and(|barrier| barrier.over)
    }

    /// Begins the save if the grant that the federate waits for passes the time of the save.
    pub(crate) fn begin_save_before(
        &mut self,
        grant: LogicalTime,
        queue: &mut CallbackQueue,
        out: &mut dyn Control,
    ) {
        if let Some(barrier) = &mut self.participation.barrier
            && std::mem::take(&mut barrier.over)
        {
            self.is_held_by_save(grant, queue, out);
        }
    }

    /// Whether a grant at this time has to wait because the federate saves before. All messages up to
    /// the time of the save have arrived, as they have for the grant; the last of them triggers the request
    /// to save.
    pub(crate) fn is_held_by_save(
        &mut self,
        grant: LogicalTime,
        queue: &mut CallbackQueue,
        out: &mut dyn Control,
    ) -> bool {
        let Some(barrier) = &mut self.participation.barrier else {
            return false;
        };
        let (round, time) = (barrier.round, barrier.time);
        if grant <= time {
            return false;
        }
        if !std::mem::replace(&mut barrier.reached, true) {
            let label = barrier.label.clone();
            self.release_messages(|stamp| stamp <= time, queue);
            queue.push_gated(Callback::InitiateFederateSave {
                label,
                time: Some(time),
            });
            ask(FederationRequest::SaveReached { round }, out);
        }
        true
    }
}
