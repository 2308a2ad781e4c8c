//! Authorization of callers (2025, clause 4): the RTI asks, an authorizer elsewhere judges, and requests that
//! depend on its verdict wait meanwhile. Without an authorizer nothing is asked and nothing waits.

use std::collections::{BTreeMap, VecDeque};
use std::time::Duration;

use hyla_types::{AuthorizationResultCode, Credentials, Edition};
use rustc_hash::FxHashMap;

use super::quota::User;
use super::session::SessionId;
use crate::message::ToRti;

/// Says to which request a verdict belongs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct AuthorizationTicket(pub(super) u64);

/// A question of the driver to its authorizer; the answer goes to [`Rti::handle_verdict`](super::Rti::handle_verdict).
#[derive(Clone, Debug)]
pub struct AuthorizationRequest {
    /// For the answer.
    pub ticket: AuthorizationTicket,
    /// Session that asks for the operation.
    pub session: SessionId,
    /// Credentials of its connect.
    pub credentials: Credentials,
    /// The operation.
    pub operation: Operation,
}

/// An operation that needs an authorizer's consent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Operation {
    /// `connect` (4.2).
    Connect,
    /// `createFederationExecution` in all its forms (4.5).
    Create {
        /// Name of the execution.
        federation: String,
    },
    /// `destroyFederationExecution` (4.6).
    Destroy {
        /// Name of the execution.
        federation: String,
    },
    /// Removing a federate by a tool, which is no service of the standard.
    Remove {
        /// Name of the execution.
        federation: String,
        /// Name of the federate.
        federate: String,
    },
    /// To see what tools show of executions beyond their names and those of their federates. Who may do so for some of them sees these:
    /// [`Verdict::permitted`].
    Watch {
        /// Names of the executions.
        federations: Vec<String>,
    },
    /// `joinFederationExecution` in all its forms (4.11).
    Join {
        /// Name of the execution.
        federation: String,
        /// Name that the federate wants; empty if the RTI is to make one.
        federate: String,
        /// Type of the federate.
        federate_type: String,
    },
}

/// An authorizer's answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// Yes or why not.
    pub code: AuthorizationResultCode,
    /// More about it, for a person to read.
    pub message: String,
    /// Name of the user, if the authorizer knows one.
    pub user: Option<String>,
    /// For [`Operation::Watch`]: the executions that the caller may watch.
    pub permitted: Vec<String>,
}

/// Outcome of a greeting, see [`Rti::handle_greeting`](super::Rti::handle_greeting).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Greeted {
    /// The session is open.
    Welcome,
    /// The authorizer is asked; the outcome comes with [`Rti::poll_admission`](super::Rti::poll_admission).
    Waits,
}

/// Consequence of a verdict for the connection of a session.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Admission {
    /// The session is open.
    Welcome,
    /// The driver closes it, for this reason. A refused caller has got the reason already.
    Close(String),
}

/// Requests that wait for verdicts.
#[derive(Debug, Default)]
pub(super) struct Authorization {
    pub(super) asked: bool,
    pub(super) tickets: u64,
    pub(super) requests: VecDeque<AuthorizationRequest>,
    /// By ticket, and so by deadline too.
    pub(super) open: BTreeMap<AuthorizationTicket, Open>,
    /// Of each session with an open request: what it asked after that.
    pub(super) behind: FxHashMap<SessionId, VecDeque<ToRti>>,
    pub(super) admissions: VecDeque<(SessionId, Admission)>,
}

#[derive(Debug)]
pub(super) struct Open {
    pub(super) session: SessionId,
    pub(super) until: Duration,
    pub(super) what: Waiting,
}

#[derive(Debug)]
pub(super) enum Waiting {
    /// With the caller's origin.
    Greeting(Edition, Credentials, User),
    Message(ToRti),
}

impl Authorization {
    /// When a verdict is overdue, if one is awaited.
    pub(super) fn deadline(&self) -> Option<Duration> {
        self.open.values().next().map(|open| open.until)
    }

    /// The session is gone; what it asked for matters no more.
    pub(super) fn forget(&mut self, session: SessionId) {
        self.open.retain(|_, open| open.session != session);
        self.requests.retain(|request| request.session != session);
        self.behind.remove(&session);
    }
}
