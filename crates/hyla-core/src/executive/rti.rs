//! The RTI: sessions, the directory of federation executions, and which message belongs to which.

use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;
use std::time::Duration;

use hyla_omt::{Finding, Strictness};
use hyla_types::{Credentials, Edition, Exception, ExceptionKind, FederateHandle, TimeName};
use rustc_hash::FxHashMap;

use super::authorization::{Authorization, Greeted};
use super::notice::{NoticeLevel, RtiNotice, object_model_notices};
use super::reading::{Prepared, Reading};
use super::session::{SessionId, Transmit, transmit};
use super::{Cut, Executive};
use crate::Result;
use crate::federation::{Models, StorageOutcome, StorageRequest, StorageTicket, merged};
use crate::message::{FromRti, Greeting, MemberRequest, Reply, RequestId, ToRti};
use crate::time::{Gathered, TimeReport, TimeRequest};

/// What an RTI can be told at its start.
#[derive(Clone, Debug)]
pub struct RtiConfig {
    /// Text of `Welcome`.
    pub version: String,
    /// How object models are read.
    pub strictness: Strictness,
    /// Mixed into the numbers that tell executions of the same name apart.
    pub seed: u64,
}

#[derive(Debug)]
pub(super) struct Session {
    pub(super) edition: Edition,
    /// For the authorizer; [`Credentials::none`] if there is none.
    pub(super) credentials: Credentials,
    pub(super) joined: Option<(Arc<str>, FederateHandle)>,
    /// Its client has no connection.
    pub(super) cut: Option<Cut>,
}

/// All federation executions of one RTI, and the sessions that talk to it.
#[derive(Debug)]
pub struct Rti {
    pub(super) config: RtiConfig,
    pub(super) sessions: FxHashMap<SessionId, Session>,
    /// What sessions run over, for whoever asks.
    transports: FxHashMap<SessionId, &'static str>,
    pub(super) authorization: Authorization,
    pub(super) reading: Reading,
    executions: BTreeMap<String, Executive>,
    created: u64,
    /// As the driver told it last.
    pub(super) now: Duration,
    stall_warning: Option<Duration>,
    declaration_patience: Option<Duration>,
    transmits: VecDeque<Transmit>,
    notices: VecDeque<RtiNotice>,
    /// Some execution has taken in reports about time and not said yet what follows.
    unsettled: bool,
    /// Reused between messages.
    batch: Vec<Transmit>,
}

impl Rti {
    /// An RTI without executions.
    #[must_use]
    pub fn new(config: RtiConfig) -> Self {
        Self {
            config,
            sessions: FxHashMap::default(),
            transports: FxHashMap::default(),
            authorization: Authorization::default(),
            reading: Reading::default(),
            executions: BTreeMap::new(),
            created: 0,
            now: Duration::ZERO,
            stall_warning: None,
            declaration_patience: None,
            transmits: VecDeque::new(),
            notices: VecDeque::new(),
            unsettled: false,
            batch: Vec::new(),
        }
    }

    /// Tells the time: `now` is any steady clock. Everything that happens from here on happened now.
    /// What waits for time is done when [`Self::next_deadline`] has come.
    pub fn handle_time(&mut self, now: Duration) {
        self.settle();
        self.now = now;
        self.give_up_overdue_verdicts();
        let mut batch = std::mem::take(&mut self.batch);
        for execution in self.executions.values_mut() {
            execution.now = now;
            execution.answer_without_the_missing(&mut batch);
            execution.expire_inquiry(&mut batch);
            execution.expire_settlements(&mut batch, &mut self.notices);
            execution.look_for_stalls(&mut batch);
            self.notices.extend(execution.time.take_notices());
            if execution
                .coordination_deadline()
                .is_some_and(|at| at <= now)
            {
                execution.expire_coordination(&mut batch);
                execution.move_coordination(&mut batch, &mut self.notices);
            }
        }
        self.transmits.extend(batch.drain(..));
        self.batch = batch;
    }

    /// A federate that waits for longer than this to advance in time is warned of, with who holds it
    /// back; `None` for never.
    pub fn set_stall_warning(&mut self, after: Option<Duration>) {
        self.stall_warning = after;
        for execution in self.executions.values_mut() {
            execution.watch_stalls(after);
        }
    }

    /// How long a declaration waits for members that do not confirm it; 1 s at first.
    pub fn set_declaration_patience(&mut self, patience: Duration) {
        self.declaration_patience = Some(patience);
        for execution in self.executions.values_mut() {
            execution.settlements.set_patience(patience);
        }
    }

    /// When [`Self::handle_time`] has something to do, if ever.
    #[must_use]
    pub fn next_deadline(&self) -> Option<Duration> {
        let executions = self.executions.values();
        let deadlines = executions.flat_map(|e| {
            [
                e.coordination_deadline(),
                e.time_deadline(),
                e.inquiry_deadline(),
                e.settlement_deadline(),
            ]
        });
        let verdict = self.authorization.deadline();
        deadlines.flatten().chain(verdict).min()
    }

    /// The next thing to store or load.
    pub fn poll_storage(&mut self) -> Option<StorageRequest> {
        let mut executions = self.executions.values_mut();
        executions.find_map(|execution| execution.coordination.next_storage())
    }

    /// How a request of [`Self::poll_storage`] went.
    pub fn handle_storage(&mut self, ticket: &StorageTicket, outcome: StorageOutcome) {
        self.with_execution(&ticket.federation, |execution, batch, notices| {
            execution.handle_storage(ticket, outcome, batch, notices);
        });
    }

    /// The next frame to send.
    ///
    /// What follows from reports about time is worked out here, once for all that were handed in: a
    /// driver does well to hand in everything that has arrived before it asks.
    pub fn poll_transmit(&mut self) -> Option<Transmit> {
        if self.transmits.is_empty() {
            self.settle();
        }
        self.transmits.pop_front()
    }

    /// How many frames [`Self::poll_transmit`] has to give, less what follows from reports about time.
    #[must_use]
    pub fn waiting_transmits(&self) -> usize {
        self.transmits.len()
    }

    /// Says what follows from the reports about time that came.
    fn settle(&mut self) {
        if !std::mem::take(&mut self.unsettled) {
            return;
        }
        for execution in self.executions.values_mut() {
            execution.settle_time(&mut self.batch);
        }
        self.transmits.extend(self.batch.drain(..));
    }

    /// The next thing to log.
    pub fn poll_notice(&mut self) -> Option<RtiNotice> {
        self.notices.pop_front()
    }

    /// Sessions that have greeted.
    #[must_use]
    pub fn session_count(&self) -> usize {
        self.sessions.len()
    }

    /// Session of a member of the same execution as the member of `session`.
    #[must_use]
    pub fn relay_target(
        &self,
        session: SessionId,
        to: FederateHandle,
    ) -> Option<(FederateHandle, SessionId)> {
        let (federation, from) = self.sessions.get(&session)?.joined.as_ref()?;
        let member = self.executions.get(&**federation)?.members.get(&to)?;
        Some((*from, member.session))
    }

    /// A connection greets: it is welcomed or refused, or waits until the authorizer has been asked.
    ///
    /// # Errors
    /// The exception that the caller was told; the connection should be closed then.
    pub fn handle_greeting(&mut self, session: SessionId, greeting: &Greeting) -> Result<Greeted> {
        let Greeting::ToRti {
            edition,
            credentials,
        } = greeting
        else {
            return Err(Exception::new(
                ExceptionKind::ConnectionFailed,
                "this is an RTI, not a member of a federation",
            ));
        };
        self.greet(session, *edition, credentials.as_ref())
    }

    /// What a session that has greeted runs over, for [`crate::message::MemberStatus::transport`].
    pub fn handle_transport(&mut self, session: SessionId, transport: &'static str) {
        self.transports.insert(session, transport);
    }

    /// The connection is gone. Its federate, if joined, is resigned by its automatic directive.
    pub fn handle_closed(&mut self, session: SessionId, reason: &str) {
        self.authorization.forget(session);
        self.reading.forget(session);
        self.transports.remove(&session);
        let Some(Session {
            joined: Some((federation, handle)),
            ..
        }) = self.sessions.remove(&session)
        else {
            return;
        };
        self.with_execution(&federation, |execution, batch, notices| {
            execution.lose(handle, reason, batch, notices);
        });
    }

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
        match self.unless_it_waits(session, message) {
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
        let (edition, cut) = (state.edition, state.cut);
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
                let outcome = models.and_then(|models| self.create(&federation, models, &time));
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
            }
            ToRti::Status { request } => {
                let executions = self.executions.values();
                let status = executions.map(|e| e.status(&self.transports)).collect();
                self.answer(session, request, Ok(Reply::Status(status)));
            }
            ToRti::TimeStatus {
                request,
                federation,
            } => {
                if !self.executions.contains_key(&federation) {
                    self.answer(session, request, Err(no_such_execution(&federation)));
                    return Ok(());
                }
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
                let Some(execution) = self.executions.get_mut(&federation) else {
                    self.answer(session, request, Err(no_such_execution(&federation)));
                    return Ok(());
                };
                let applicant = super::members::Applicant {
                    session,
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
                        if Arc::ptr_eq(&base, &execution.models) =>
                    {
                        extension
                    }
                    (Ok(()), _) if self.reading.is_aside() && !modules.is_empty() => {
                        let base = Arc::clone(&execution.models);
                        let message = ToRti::Join {
                            request,
                            name: applicant.name,
                            federate_type: applicant.federate_type,
                            federation,
                            modules,
                            addresses: applicant.addresses,
                            host: applicant.host,
                        };
                        self.set_aside(session, edition, Some(base), message);
                        return Ok(());
                    }
                    (Ok(()), _) => execution.models.extended(&modules, strictness),
                };
                let mut batch = std::mem::take(&mut self.batch);
                let outcome = extension.map(|extension| {
                    execution.join(applicant, extension, &mut batch, &mut self.notices)
                });
                if let (Ok(Reply::Joined { handle, .. }), Some(state)) =
                    (&outcome, self.sessions.get_mut(&session))
                {
                    state.joined = Some((federation.into(), *handle));
                }
                // The newcomer's snapshot precedes what the log brings next.
                self.answer(session, request, outcome);
                self.transmits.extend(batch.drain(..));
                self.batch = batch;
            }
            ToRti::Member(wish) => {
                let Some((federation, handle)) = joined else {
                    // Sent before the federate heard that it was removed.
                    return Ok(());
                };
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

    /// What speaks against a new execution, whatever its modules; its time.
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
        federation: &str,
        (models, warnings): (Models, Vec<Finding>),
        time: &str,
    ) -> Result<()> {
        let time = self.check_creation(federation, time)?;
        let notices = object_model_notices(federation, &warnings);
        self.notices.extend(notices);
        self.created += 1;
        let execution = self
            .config
            .seed
            .wrapping_add(self.created.wrapping_mul(0x9e37_79b9_7f4a_7c15));
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
        let mut executive = Executive::new(federation.to_owned(), execution, models, &time);
        executive.now = self.now;
        executive.watch_stalls(self.stall_warning);
        if let Some(patience) = self.declaration_patience {
            executive.settlements.set_patience(patience);
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

    fn remove_federate(&mut self, federation: &str, federate: &str, reason: &str) -> Result<()> {
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

    /// Names of all executions.
    pub(crate) fn execution_names(&self) -> impl Iterator<Item = &str> {
        self.executions.keys().map(String::as_str)
    }

    /// All executions.
    pub(crate) fn executions_mut(&mut self) -> impl Iterator<Item = &mut Executive> {
        self.executions.values_mut()
    }

    pub(crate) fn with_execution(
        &mut self,
        federation: &str,
        act: impl FnOnce(&mut Executive, &mut Vec<Transmit>, &mut VecDeque<RtiNotice>),
    ) {
        self.in_execution(federation, |execution, batch, notices| {
            execution.settle_time(batch);
            act(execution, batch, notices);
        });
    }

    /// As [`Self::with_execution`], for what does not need to know where everyone is in time, or sees
    /// to that itself.
    fn in_execution(
        &mut self,
        federation: &str,
        act: impl FnOnce(&mut Executive, &mut Vec<Transmit>, &mut VecDeque<RtiNotice>),
    ) {
        let Some(execution) = self.executions.get_mut(federation) else {
            return;
        };
        let mut batch = std::mem::take(&mut self.batch);
        act(execution, &mut batch, &mut self.notices);
        self.notices.extend(execution.time.take_notices());
        execution.move_coordination(&mut batch, &mut self.notices);
        for (session, handle) in execution.coordination.take_renamed() {
            if let Some(state) = self.sessions.get_mut(&session) {
                state.joined = Some((federation.into(), handle));
            }
        }
        self.unsettled |= execution.time.is_unsettled();
        self.transmits.extend(batch.drain(..));
        self.batch = batch;
    }

    pub(super) fn answer(
        &mut self,
        session: SessionId,
        request: RequestId,
        outcome: Result<Reply>,
    ) {
        self.send(session, &FromRti::Answer { request, outcome });
    }

    pub(super) fn send(&mut self, to: SessionId, message: &FromRti) {
        self.transmits.push_back(transmit(to, message));
    }
}

fn no_such_execution(federation: &str) -> Exception {
    Exception::new(
        ExceptionKind::FederationExecutionDoesNotExist,
        format!("there is no federation execution {federation:?}"),
    )
}
