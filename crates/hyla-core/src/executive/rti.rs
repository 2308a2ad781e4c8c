//! The RTI: sessions, the directory of federation executions, and which message belongs to which.

use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;
use std::time::Duration;

use hyla_omt::Strictness;
use hyla_types::{Credentials, Edition, Exception, ExceptionKind, FederateHandle};
use rustc_hash::FxHashMap;

use super::Executive;
use super::audit::Audit;
use super::authorization::{Authorization, Greeted};
use super::inspection::Pacing;
use super::name_turns::NameTurns;
use super::notice::RtiNotice;
use super::quota::{Quotas, User};
use super::reading::Reading;
use super::session::{Cut, SessionId, Transmit, transmit};
use crate::Result;
use crate::federation::{StorageOutcome, StorageRequest, StorageTicket};
use crate::message::{FromRti, Greeting, Reply, RequestId};
use crate::secrets::Seed;

/// Configuration of an RTI, fixed at its start.
#[derive(Clone, Debug)]
pub struct RtiConfig {
    /// Text of `Welcome`.
    pub version: String,
    /// How object models are read.
    pub strictness: Strictness,
    /// Numbers of executions and tokens of members follow from it: random bytes of the system, or anybody can guess them.
    pub seed: Seed,
}

#[derive(Debug)]
pub(super) struct Session {
    pub(super) edition: Edition,
    /// For the authorizer; [`Credentials::none`] if there is none.
    pub(super) credentials: Credentials,
    /// Whose quota its requests count against.
    pub(super) user: User,
    /// Its requests that were refused over a quota.
    pub(super) over_quota: u64,
    pub(super) joined: Option<(Arc<str>, FederateHandle)>,
    /// Its client has no connection.
    pub(super) cut: Option<Cut>,
}

/// All federation executions of one RTI, and the sessions that talk to it.
#[derive(Debug)]
pub struct Rti {
    pub(super) config: RtiConfig,
    pub(super) sessions: FxHashMap<SessionId, Session>,
    /// Transports of sessions, for reports.
    pub(super) transports: FxHashMap<SessionId, &'static str>,
    /// Number of the key for channels between members; `None`: these are in clear.
    pub(super) channel_keys: Option<u64>,
    pub(super) authorization: Authorization,
    pub(super) pacing: Pacing,
    pub(super) name_turns: NameTurns,
    pub(super) reading: Reading,
    pub(super) quotas: Quotas,
    pub(super) executions: BTreeMap<String, Executive>,
    pub(super) created: u64,
    /// As the driver set it last.
    pub(super) now: Duration,
    pub(super) stall_warning: Option<Duration>,
    pub(super) declaration_timeout: Option<Duration>,
    pub(super) transmits: VecDeque<Transmit>,
    /// How many of these are counted in [`Self::waiting_bytes`], and their bytes.
    weighed: (usize, usize),
    pub(super) notices: VecDeque<RtiNotice>,
    pub(super) audit: Audit,
    /// Some execution has taken in reports about time and not said yet what follows.
    pub(super) unsettled: bool,
    /// Reused between messages.
    pub(super) batch: Vec<Transmit>,
}

impl Rti {
    /// An RTI without executions.
    #[must_use]
    pub fn new(config: RtiConfig) -> Self {
        Self {
            config,
            sessions: FxHashMap::default(),
            transports: FxHashMap::default(),
            channel_keys: None,
            authorization: Authorization::default(),
            pacing: Pacing::default(),
            name_turns: NameTurns::default(),
            reading: Reading::default(),
            quotas: Quotas::default(),
            executions: BTreeMap::new(),
            created: 0,
            now: Duration::ZERO,
            stall_warning: None,
            declaration_timeout: None,
            transmits: VecDeque::new(),
            weighed: (0, 0),
            notices: VecDeque::new(),
            audit: Audit::default(),
            unsettled: false,
            batch: Vec::new(),
        }
    }

    /// Sets the time: `now` is any steady clock. Later events happen at this time.
    /// Work that waits for time is done when [`Self::next_deadline`] has come.
    pub fn handle_time(&mut self, now: Duration) {
        self.settle();
        self.now = now;
        self.give_up_overdue_verdicts();
        self.ask_what_has_waited();
        let mut batch = std::mem::take(&mut self.batch);
        for execution in self.executions.values_mut() {
            execution.now = now;
            execution.answer_without_the_missing(&mut batch);
            execution.expire_inquiry(&mut batch);
            execution.expire_latency(&mut batch);
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
        self.change_names();
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
    pub fn set_declaration_timeout(&mut self, timeout: Duration) {
        self.declaration_timeout = Some(timeout);
        for execution in self.executions.values_mut() {
            execution.settlements.set_timeout(timeout);
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
                e.latency_deadline(),
                e.settlement_deadline(),
            ]
        });
        let verdict = self.authorization.deadline();
        let question = self.pacing.deadline();
        let names = self.names_deadline();
        deadlines
            .flatten()
            .chain(verdict)
            .chain(question)
            .chain(names)
            .min()
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
    /// The consequences of reports about time are computed here, once for all that were handed in: a
    /// driver does well to hand in everything that has arrived before it asks.
    pub fn poll_transmit(&mut self) -> Option<Transmit> {
        if self.transmits.is_empty() {
            self.settle();
        }
        let next = self.transmits.pop_front()?;
        if self.weighed.0 > 0 {
            self.weighed.0 -= 1;
            self.weighed.1 -= next.frame.len();
        }
        Some(next)
    }

    /// How many frames [`Self::poll_transmit`] has to give, less what follows from reports about time.
    #[must_use]
    pub fn waiting_transmits(&self) -> usize {
        self.transmits.len()
    }

    /// Bytes of these frames; of those that several sessions share, once for each.
    #[must_use]
    pub fn waiting_bytes(&mut self) -> usize {
        let new = self.transmits.range(self.weighed.0..);
        self.weighed.1 += new.map(|transmit| transmit.frame.len()).sum::<usize>();
        self.weighed.0 = self.transmits.len();
        self.weighed.1
    }

    /// Says what follows from the reports about time that came.
    pub(super) fn settle(&mut self) {
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

    /// Whether the federate of a session has joined an execution.
    #[must_use]
    pub fn has_joined(&self, session: SessionId) -> bool {
        let session = self.sessions.get(&session);
        session.is_some_and(|session| session.joined.is_some())
    }

    /// Bytes that come with a join, about; 0 if there is no such execution. Cost: linear in members, synchronization points and
    /// attributes that are not where their registration put them.
    #[must_use]
    pub fn join_bytes_of(&self, federation: &str) -> usize {
        let execution = self.executions.get(federation);
        execution.map_or(0, Executive::join_bytes)
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

    /// Members of the execution of a session's federate.
    #[must_use]
    pub fn member_count(&self, session: SessionId) -> usize {
        let joined = self
            .sessions
            .get(&session)
            .and_then(|it| it.joined.as_ref());
        let execution = joined.and_then(|(federation, _)| self.executions.get(&**federation));
        execution.map_or(0, |execution| execution.members.len())
    }

    /// A connection greets: it is welcomed or refused, or waits until the authorizer has been asked.
    ///
    /// # Errors
    /// The exception that was sent to the caller; the connection should be closed then.
    pub fn handle_greeting(&mut self, session: SessionId, greeting: &Greeting) -> Result<Greeted> {
        self.handle_greeting_from(session, greeting, &format!("session {}", session.0))
    }

    /// The same, for a caller whose origin is known, such as `address 10.0.0.7`: that is the user of callers without a name,
    /// see [`Self::limit_users`].
    ///
    /// # Errors
    /// As [`Self::handle_greeting`].
    pub fn handle_greeting_from(
        &mut self,
        session: SessionId,
        greeting: &Greeting,
        origin: &str,
    ) -> Result<Greeted> {
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
        self.greet(session, *edition, credentials.as_ref(), origin)
    }

    /// Records the transport of a session that has greeted, for [`crate::message::MemberStatus::transport`].
    pub fn handle_transport(&mut self, session: SessionId, transport: &'static str) {
        self.transports.insert(session, transport);
    }

    /// The connection is gone. Its federate, if joined, is resigned by its automatic directive.
    pub fn handle_closed(&mut self, session: SessionId, reason: &str) {
        self.authorization.forget(session);
        self.pacing.forget(session);
        self.reading.forget(session);
        self.audit.forget(session);
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
    pub(super) fn in_execution(
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
        self.audit.answered((session, request), &outcome);
        self.send(session, &FromRti::Answer { request, outcome });
    }

    pub(super) fn send(&mut self, to: SessionId, message: &FromRti) {
        self.transmits.push_back(transmit(to, message));
    }
}
