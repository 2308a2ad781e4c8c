//! Requests of sessions to the RTI (create, destroy, join, list), and of members to their executive.

use std::sync::Arc;

use hyla_omt::Finding;
use hyla_types::{Exception, ExceptionKind, TimeName};

use super::Executive;
use super::applicant::Applicant;
use super::notice::{NoticeLevel, RtiNotice, object_model_notices};
use super::quota::Usage;
use super::reading::Prepared;
use super::rti::Rti;
use super::session::{Cut, SessionId};
use crate::Result;
use crate::federation::{Models, merged};
use crate::message::{FromRti, MemberRequest, Reply, ToRti};
use crate::time::{Gathered, TimeReport, TimeRequest};

impl Rti {
    /// A message of a session.
    ///
    /// # Errors
    /// A text for the log if the message breaks the protocol; the session should be closed then.
    pub fn handle_message(
        &mut self,
        session: SessionId,
        message: ToRti,
    ) -> std::result::Result<(), String> {
        if let ToRti::Member(MemberRequest::Time(TimeRequest::Report(report))) = &message
            && self.takes_in(session, report)
        {
            return Ok(());
        }
        self.audit.arrived(session, &message);
        if let Some((request, refusal)) = message.overlong()? {
            self.answer(session, request, Err(refusal));
            return Ok(());
        }
        if let Err((request, refusal)) = self.check_arrival(session, &message) {
            self.answer(session, request, Err(refusal));
            return Ok(());
        }
        let message = self.at_its_turn(session, message);
        match message.and_then(|message| self.unless_it_waits(session, message)) {
            Some(message) => self.carry_out(session, message),
            None => Ok(()),
        }
    }

    /// Takes in what a member says of its time if that is all there is to do for now, as nearly always: in a lock step, what
    /// the RTI does for each federate lies between two steps of all.
    fn takes_in(&mut self, session: SessionId, report: &TimeReport) -> bool {
        let joined = self.sessions.get(&session).and_then(|s| s.joined.as_ref());
        let Some((federation, federate)) = joined else {
            return false;
        };
        let execution = self.executions.get_mut(&**federation);
        let taken = execution.is_some_and(|execution| execution.takes_in(*federate, report));
        self.unsettled |= taken;
        taken
    }

    /// Does what a message asks for, or has its modules read first; its sender may do it.
    pub(super) fn carry_out(
        &mut self,
        session: SessionId,
        message: ToRti,
    ) -> std::result::Result<(), String> {
        match self.unless_it_waits_for_models(session, message) {
            Ok(Some(message)) => self.carry_out_with(session, message, None),
            Ok(None) => Ok(()),
            Err((request, text)) => {
                let refusal = Exception::new(ExceptionKind::RTIinternalError, text);
                self.answer(session, request, Err(refusal));
                Ok(())
            }
        }
    }

    /// Does what a message asks for, with its modules if they were read before.
    pub(super) fn carry_out_with(
        &mut self,
        session: SessionId,
        message: ToRti,
        prepared: Option<Prepared>,
    ) -> std::result::Result<(), String> {
        let Some(state) = self.sessions.get(&session) else {
            return Err("a message came before the greeting".into());
        };
        let (edition, cut, user) = (state.edition, state.cut, Arc::clone(&state.user));
        // A federate that was resigned by others has not joined any more.
        let joined = state.joined.clone().filter(|(federation, handle)| {
            let execution = self.executions.get(&**federation);
            execution.is_some_and(|e| e.members.contains_key(handle))
        });
        match message {
            ToRti::Create {
                request,
                federation,
                modules,
                mim,
                time,
            } => {
                let models = match (self.check_creation(&federation, &time), prepared) {
                    (Err(refusal), _) => Err(refusal),
                    (Ok(_), Some(Prepared::Merged(models))) => models,
                    (Ok(_), _) if self.reading.is_aside() => {
                        let message = ToRti::Create {
                            request,
                            federation,
                            modules,
                            mim,
                            time,
                        };
                        self.set_aside(session, edition, None, message);
                        return Ok(());
                    }
                    (Ok(_), _) => merged(edition, &modules, mim.as_ref(), self.config.strictness),
                };
                let outcome =
                    models.and_then(|models| self.create(session, &federation, models, &time));
                self.answer(session, request, outcome.map(|()| Reply::Done));
            }
            ToRti::Destroy {
                request,
                federation,
            } => {
                let outcome = self.destroy(&federation);
                self.answer(session, request, outcome.map(|()| Reply::Done));
            }
            ToRti::ListExecutions => {
                let executions = self
                    .executions
                    .values()
                    .map(Executive::information)
                    .collect();
                self.send(session, &FromRti::Executions(executions));
                self.charge_last_answer(session);
            }
            ToRti::ListMembers { federation } => {
                let members = self
                    .executions
                    .get(&federation)
                    .map(Executive::member_information);
                self.send(
                    session,
                    &FromRti::Members {
                        federation,
                        members,
                    },
                );
                self.charge_last_answer(session);
            }
            ToRti::Status { request } => self.answer_status(session, request, &[]),
            ToRti::TimeStatus {
                request,
                federation,
            } => {
                if !self.executions.contains_key(&federation) {
                    self.answer(session, request, Err(no_such_execution(&federation)));
                    return Ok(());
                }
                // Federates that coordinate for themselves report to each other alone: only they know how far they are, so this
                // takes time back from them. A grant to watch and the rate of questions limit how often strangers do that.
                self.with_execution(&federation, |execution, batch, _| {
                    execution.when_central(Gathered::Status { session, request }, batch);
                });
            }
            ToRti::Metrics {
                request,
                federation,
            } => {
                if !self.executions.contains_key(&federation) {
                    self.answer(session, request, Err(no_such_execution(&federation)));
                    return Ok(());
                }
                self.with_execution(&federation, |execution, batch, _| {
                    execution.inquire(Some((session, request)), batch);
                });
            }
            ToRti::Latency {
                request,
                federation,
                sender,
                receiver,
                question,
            } => {
                if !self.executions.contains_key(&federation) {
                    self.answer(session, request, Err(no_such_execution(&federation)));
                    return Ok(());
                }
                self.with_execution(&federation, |execution, batch, _| {
                    let ends = (&*sender, receiver.as_deref());
                    execution.ask_latency((session, request), ends, question, batch);
                });
            }
            ToRti::RemoveFederate {
                request,
                federation,
                federate,
                reason,
            } => {
                let outcome = self.remove_federate(&federation, &federate, &reason);
                self.answer(session, request, outcome.map(|()| Reply::Done));
            }
            ToRti::ClientCut { kept } => {
                let cut = kept.map(|kept| Cut {
                    since: cut.map_or(self.now, |cut| cut.since),
                    until: self.now.saturating_add(kept),
                });
                if let Some(state) = self.sessions.get_mut(&session) {
                    state.cut = cut;
                }
                if let Some((federation, handle)) = joined
                    && let Some(execution) = self.executions.get_mut(&*federation)
                    && let Some(member) = execution.members.get_mut(&handle)
                {
                    member.cut = cut;
                }
            }
            ToRti::Join {
                request,
                name,
                federate_type,
                federation,
                modules,
                addresses,
                host,
            } => {
                if joined.is_some() {
                    return Err("a joined federate asked to join".into());
                }
                self.settle();
                let strictness = self.config.strictness;
                let Some(execution) = self.executions.get(&federation) else {
                    self.answer(session, request, Err(no_such_execution(&federation)));
                    return Ok(());
                };
                let before = Arc::clone(&execution.models);
                let applicant = Applicant {
                    session,
                    user: Arc::clone(&user),
                    name,
                    federate_type,
                    edition,
                    addresses,
                    host,
                    cut,
                };
                let extension = match (execution.check_applicant(&applicant), prepared) {
                    (Err(refusal), _) => Err(refusal),
                    // Unless another federate has extended the models meanwhile.
                    (Ok(()), Some(Prepared::Extended(base, extension)))
                        if Arc::ptr_eq(&base, &before) =>
                    {
                        extension
                    }
                    (Ok(()), _) if self.reading.is_aside() && !modules.is_empty() => {
                        let message = ToRti::Join {
                            request,
                            name: applicant.name,
                            federate_type: applicant.federate_type,
                            federation,
                            modules,
                            addresses: applicant.addresses,
                            host: applicant.host,
                        };
                        self.set_aside(session, edition, Some(before), message);
                        return Ok(());
                    }
                    (Ok(()), _) => before.extended(&modules, strictness),
                };
                let extension = extension.and_then(|extension| {
                    let models = extension.models.as_ref();
                    let usage = models
                        .map(|models| Usage::of_models(models, Some(&before)))
                        .unwrap_or_default();
                    let more = usage.plus(applicant.usage());
                    self.check_quota(session, more)?;
                    Ok((extension, usage))
                });
                let mut batch = std::mem::take(&mut self.batch);
                let outcome = extension.and_then(|(extension, usage)| {
                    let Some(execution) = self.executions.get_mut(&federation) else {
                        return Err(no_such_execution(&federation));
                    };
                    execution.charge(&user, usage);
                    Ok(execution.join(applicant, extension, &mut batch, &mut self.notices))
                });
                if let (
                    Ok(Reply::Joined {
                        handle, snapshot, ..
                    }),
                    Some(state),
                ) = (&outcome, self.sessions.get_mut(&session))
                {
                    state.joined = Some((federation.into(), *handle));
                    // Before others hear of the newcomer, and call it.
                    self.send_channel_key(session, snapshot.execution);
                }
                // The newcomer's snapshot precedes what the log brings next.
                self.answer(session, request, outcome);
                self.transmits.extend(batch.drain(..));
                self.batch = batch;
            }
            ToRti::Member(wish) => {
                let Some((federation, handle)) = joined else {
                    // Sent before the notice of its removal reached the federate.
                    return Ok(());
                };
                if !self.has_room_for(session, &federation, handle, &wish) {
                    return Ok(());
                }
                let mut outcome = Ok(false);
                self.in_execution(&federation, |execution, batch, notices| {
                    outcome = execution.take_request(handle, wish, batch, notices);
                });
                let left = outcome?;
                if left && let Some(state) = self.sessions.get_mut(&session) {
                    state.joined = None;
                }
            }
        }
        Ok(())
    }

    /// Checks a new execution without its modules; returns its time, or the reason against it.
    fn check_creation(&self, federation: &str, time: &str) -> Result<TimeName> {
        if self.executions.contains_key(federation) {
            return Err(Exception::new(
                ExceptionKind::FederationExecutionAlreadyExists,
                format!("{federation:?} exists"),
            ));
        }
        Ok(time.parse()?)
    }

    fn create(
        &mut self,
        session: SessionId,
        federation: &str,
        (models, warnings): (Models, Vec<Finding>),
        time: &str,
    ) -> Result<()> {
        let time = self.check_creation(federation, time)?;
        let usage = Usage::of_models(&models, None);
        let more = Usage {
            federations: 1,
            ..usage
        };
        self.check_quota(session, more)?;
        let creator = self.user_of(session);
        let notices = object_model_notices(federation, &warnings);
        self.notices.extend(notices);
        self.created += 1;
        let execution = self.config.seed.execution(self.created);
        self.notices.push_back(RtiNotice {
            federation: Some(federation.to_owned()),
            federate: None,
            level: NoticeLevel::Information,
            text: format!(
                "created with {} and {}",
                models.designators.join(", "),
                time.name()
            ),
        });
        let mut executive = Executive::new(
            federation.to_owned(),
            (self.config.seed, execution),
            models,
            &time,
            Arc::clone(&creator),
        );
        executive.charge(&creator, usage);
        executive.now = self.now;
        executive.watch_stalls(self.stall_warning);
        if let Some(timeout) = self.declaration_timeout {
            executive.settlements.set_timeout(timeout);
        }
        executive.open_mom(&self.config.version);
        self.executions.insert(federation.to_owned(), executive);
        Ok(())
    }

    fn destroy(&mut self, federation: &str) -> Result<()> {
        let execution = self
            .executions
            .get(federation)
            .ok_or_else(|| no_such_execution(federation))?;
        if !execution.members.is_empty() {
            let names = execution.names_of_joined();
            return Err(Exception::new(
                ExceptionKind::FederatesCurrentlyJoined,
                format!(
                    "still joined: {names}; `hyla remove` removes federates that will not leave"
                ),
            ));
        }
        self.executions.remove(federation);
        self.notices.push_back(RtiNotice {
            federation: Some(federation.to_owned()),
            federate: None,
            level: NoticeLevel::Information,
            text: "destroyed".into(),
        });
        Ok(())
    }

    pub(super) fn remove_federate(
        &mut self,
        federation: &str,
        federate: &str,
        reason: &str,
    ) -> Result<()> {
        let execution = self
            .executions
            .get(federation)
            .ok_or_else(|| no_such_execution(federation))?;
        let member = execution.members.values().find(|m| m.info.name == federate);
        let Some((handle, session)) = member.map(|m| (m.info.handle, m.session)) else {
            return Err(Exception::new(
                ExceptionKind::RTIinternalError,
                format!("no federate named {federate:?} has joined {federation:?}"),
            ));
        };
        self.with_execution(federation, |execution, batch, notices| {
            execution.remove(handle, reason, batch, notices);
        });
        if let Some(state) = self.sessions.get_mut(&session) {
            state.joined = None;
        }
        Ok(())
    }
}

fn no_such_execution(federation: &str) -> Exception {
    Exception::new(
        ExceptionKind::FederationExecutionDoesNotExist,
        format!("there is no federation execution {federation:?}"),
    )
}
