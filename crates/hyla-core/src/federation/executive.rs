//! The executive's side: requests of members, sorted to the service groups.

use hyla_types::FederateHandle;
use std::collections::VecDeque;
use std::sync::Arc;

use crate::declaration::is_consistent;
use crate::executive::{Executive, RtiNotice, Transmit};
use crate::message::{
    DeclarationChange, FederationRequest, FromRti, LogEvent, MemberRequest, control_frame,
};
use crate::object::{NamesReserved, Registered, all_or_nothing};
use crate::time::TimeRequest;

impl Executive {
    /// Takes what a member asks for; what it says of before a restore that is in force is dropped. The result is that of
    /// [`Self::handle_request`].
    ///
    /// # Errors
    /// As [`Self::handle_request`].
    pub(crate) fn take_request(
        &mut self,
        federate: FederateHandle,
        request: MemberRequest,
        out: &mut Vec<Transmit>,
        notices: &mut VecDeque<RtiNotice>,
    ) -> Result<bool, String> {
        if self.coordination.is_outdated(federate, &request) {
            return Ok(false);
        }
        // Before the request may wait for the end of a save: what waits is saved, what is expected is not.
        if let MemberRequest::MomModifyAttribute {
            object,
            attribute,
            owned,
            agreed,
        } = &request
        {
            self.take_expected(federate, (*object, *attribute, *owned))?;
            if !agreed {
                return Ok(false);
            }
        }
        self.handle_request(federate, request, out, notices)
    }

    /// Carries out what a member asks for. The result says whether it has left the execution.
    ///
    /// # Errors
    /// A text for the log if no member of ours would ask for that; its session should be closed.
    pub(crate) fn handle_request(
        &mut self,
        federate: FederateHandle,
        request: MemberRequest,
        out: &mut Vec<Transmit>,
        notices: &mut VecDeque<RtiNotice>,
    ) -> Result<bool, String> {
        let Some(request) = self.defer_if_flushing(federate, request) else {
            return Ok(false);
        };
        if !matches!(request, MemberRequest::Time(TimeRequest::Report(_))) {
            self.settle_time(out);
        }
        let Some(member) = self.members.get_mut(&federate) else {
            return Ok(true);
        };
        match request {
            MemberRequest::Resign { request, action } => {
                self.settle_before_leaving(federate, out, notices);
                self.resign(federate, request, action, out, notices);
                return Ok(true);
            }
            MemberRequest::Time(request) => self.handle_time(federate, request, out)?,
            MemberRequest::ResignDirective(action) => member.resign_directive = action,
            MemberRequest::Declare(change) => {
                if !is_consistent(&self.models.fdd, federate, &change) {
                    return Err(format!(
                        "a declaration with handles that do not exist: {change:?}"
                    ));
                }
                member.declarations.apply(&change);
                let subscribed = match change {
                    DeclarationChange::SubscribeObjectClass { class, .. }
                    | DeclarationChange::SubscribeObjectClassWithRegions { class, .. } => {
                        Some(class)
                    }
                    _ => None,
                };
                self.append(LogEvent::Declared { federate, change }, out);
                self.note_declaration(federate);
                if let Some(class) = subscribed {
                    self.announce_home_below(class, federate, out);
                    self.mom_subscribed(federate, class, out);
                }
            }
            MemberRequest::Settle { request } => self.settle(federate, request, out),
            MemberRequest::Confirmed { next } => self.confirmed(federate, next, out),
            MemberRequest::ReserveNames {
                number,
                names,
                multiple,
            } => self.reserve(federate, number, names, multiple, out),
            MemberRequest::ReleaseNames { names } => self.registry.release_names(federate, names),
            MemberRequest::Registered {
                object,
                class,
                name,
                owned,
            } => {
                let known = self.models.fdd.object_class(class);
                let sound = known.is_some_and(|c| owned.iter().all(|a| c.attributes.contains(a)))
                    && object.registrant() == federate
                    && object.index() > member.registered_up_to
                    && self.registry.may_use(federate, &name, object);
                if !sound {
                    return Err(format!(
                        "an impossible registration of {object:?} ({name:?})"
                    ));
                }
                member.registered_up_to = object.index();
                member.objects += 1;
                let initial = owned;
                let registered = Registered {
                    class,
                    name,
                    initial,
                    deleter: None,
                };
                self.registry.insert(object, registered);
                self.handle_early_ownership(object, out);
            }
            MemberRequest::Deleted { object } => {
                self.handle_deleted(federate, object, out)?;
            }
            MemberRequest::DeletionScheduled { object, stands } => {
                self.schedule_deletion(federate, object, stands)?;
            }
            MemberRequest::Ownership(request) => {
                self.handle_ownership(federate, request, out)?;
            }
            MemberRequest::MomUpdate { values } => self.mom_update(federate, values, out)?,
            MemberRequest::MomRequest { object, attributes } => {
                self.mom_requested(federate, object, &attributes, out);
            }
            MemberRequest::MomClassRequest { class, attributes } => {
                self.mom_class_requested(federate, class, &attributes, out);
            }
            MemberRequest::MomModifyAttribute {
                object,
                attribute,
                owned,
                agreed: _,
            } => self.force_ownership(federate, object, attribute, owned, out, notices)?,
            MemberRequest::MomInteraction { class, parameters } => {
                self.mom_interaction(federate, class, parameters, out, notices);
                return Ok(!self.members.contains_key(&federate));
            }
            MemberRequest::MomReport {
                class,
                parameters,
                group,
            } => self.mom_report(federate, class, &parameters, group, out)?,
            MemberRequest::Metrics(metrics) => self.handle_metrics(federate, metrics, out),
            MemberRequest::Latency { number, answer } => {
                self.handle_latency(federate, number, answer, out);
            }
            MemberRequest::Federation(request) => {
                self.handle_federation_request(federate, request, out, notices)?;
            }
            MemberRequest::RelayOpened { with } => {
                if let Some(other) = self.members.get(&with) {
                    let mut frame = Vec::new();
                    control_frame(&FromRti::RelayOpened { with: federate }, &mut frame);
                    out.push(Transmit {
                        to: other.session,
                        frame: frame.into(),
                    });
                }
            }
        }
        Ok(false)
    }

    fn handle_federation_request(
        &mut self,
        federate: FederateHandle,
        request: FederationRequest,
        out: &mut Vec<Transmit>,
        notices: &mut VecDeque<RtiNotice>,
    ) -> Result<(), String> {
        use FederationRequest as Request;
        match request {
            Request::RegisterPoint { label, tag, set } => {
                self.register_point(federate, label, tag, &set, out);
            }
            Request::PointAchieved {
                label,
                successfully,
            } => self.point_achieved(federate, &label, successfully, out),
            Request::RequestSave { label, time } => {
                if time.is_some_and(|time| time.implementation() != self.identity.time()) {
                    return Err(format!(
                        "a save at a time that is not {}",
                        self.identity.time().name()
                    ));
                }
                self.request_save(federate, label, time, out, notices);
            }
            Request::SaveReached { round } => self.save_reached(federate, round, out),
            Request::SaveBegun { round } => self.save_begun(federate, round),
            Request::SaveEnded {
                round,
                successfully,
            } => self.save_ended(federate, round, successfully, out),
            Request::AbortSave => self.abort_save(out),
            Request::QuerySaveStatus => self.answer_save_status(federate, out),
            Request::StatePart { round, last, bytes } => {
                self.state_part(federate, round, last, &bytes);
            }
            Request::RequestRestore { label } => self.request_restore(federate, label, out),
            Request::RestoreBegun { round } => self.restore_begun(federate, round, out),
            Request::Flushed { round } => self.flushed(federate, round, out),
            Request::RestoreEnded { successfully } => {
                self.restore_ended(federate, successfully, out);
            }
            Request::AbortRestore => self.abort_restore(out),
            Request::QueryRestoreStatus => self.answer_restore_status(federate, out),
            Request::StateWanted { round, from } => self.state_wanted(federate, round, from, out),
            Request::Installed { round } => self.coordination.installed(federate, round),
            Request::Prepared { round, problem } => {
                self.prepared(federate, round, problem, out, notices);
            }
        }
        Ok(())
    }

    fn reserve(
        &mut self,
        federate: FederateHandle,
        number: u32,
        names: Vec<Arc<str>>,
        multiple: bool,
        out: &mut Vec<Transmit>,
    ) {
        let Some(member) = self.members.get(&federate) else {
            return;
        };
        let all = multiple && all_or_nothing(member.info.edition);
        let answer = self.registry.reserve_names(federate, number, names, all);
        self.answer_names(answer, out);
    }

    /// Whether a request about names is not done.
    pub(crate) fn has_name_changes(&self) -> bool {
        self.registry.has_name_changes()
    }

    /// Carries out a piece of what members ask for names.
    pub(crate) fn change_names(&mut self, out: &mut Vec<Transmit>) {
        let answer = self.registry.change_names();
        self.answer_names(answer, out);
    }

    /// Before all state is saved.
    pub(crate) fn finish_name_changes(&mut self, out: &mut Vec<Transmit>) {
        while self.has_name_changes() {
            self.change_names(out);
        }
    }

    fn answer_names(&self, answer: Option<NamesReserved>, out: &mut Vec<Transmit>) {
        let Some(NamesReserved {
            by,
            number,
            refused,
        }) = answer
        else {
            return;
        };
        let Some(member) = self.members.get(&by) else {
            return;
        };
        let mut frame = Vec::new();
        control_frame(&FromRti::NamesReserved { number, refused }, &mut frame);
        out.push(Transmit {
            to: member.session,
            frame: frame.into(),
        });
    }
}
