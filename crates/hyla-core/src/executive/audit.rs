//! Requests that change which federation executions and members there are, with what became of them: for an audit log.

use std::collections::VecDeque;

use rustc_hash::FxHashMap;

use super::rti::Rti;
use super::session::SessionId;
use crate::Result;
use crate::message::{Reply, RequestId, ToRti};

/// A request to create or destroy a federation execution, to join one or to remove a federate, after it has been answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AnsweredRequest {
    /// Who asked.
    pub session: SessionId,
    /// `create`, `destroy`, `join` or `remove`.
    pub action: &'static str,
    /// The federation execution.
    pub federation: String,
    /// The federate that joined, wanted to join, or was to be removed; empty if it has not said a name, and for other actions.
    pub federate: String,
    /// Its type, for `join`.
    pub federate_type: String,
    /// Why it was refused; `None` if it was carried out.
    pub refusal: Option<String>,
}

impl AnsweredRequest {
    /// A request before its answer, if it is of these kinds.
    fn of(session: SessionId, message: &ToRti) -> Option<(RequestId, Self)> {
        let (request, action, federation, federate, federate_type) = match message {
            ToRti::Create {
                request,
                federation,
                ..
            } => (request, "create", federation, "", ""),
            ToRti::Destroy {
                request,
                federation,
            } => (request, "destroy", federation, "", ""),
            ToRti::RemoveFederate {
                request,
                federation,
                federate,
                ..
            } => (request, "remove", federation, federate.as_str(), ""),
            ToRti::Join {
                request,
                federation,
                name,
                federate_type,
                ..
            } => {
                let name = name.as_deref().unwrap_or_default();
                (request, "join", federation, name, federate_type.as_str())
            }
            _ => return None,
        };
        let asked = Self {
            session,
            action,
            federation: federation.clone(),
            federate: federate.to_owned(),
            federate_type: federate_type.to_owned(),
            refusal: None,
        };
        Some((*request, asked))
    }
}

/// Requests for the audit log.
#[derive(Debug, Default)]
pub(super) struct Audit {
    /// Somebody reads them.
    is_on: bool,
    waiting: FxHashMap<(SessionId, RequestId), AnsweredRequest>,
    answered: VecDeque<AnsweredRequest>,
}

impl Audit {
    /// A message has come.
    pub(super) fn arrived(&mut self, session: SessionId, message: &ToRti) {
        if self.is_on
            && let Some((request, asked)) = AnsweredRequest::of(session, message)
        {
            self.waiting.insert((session, request), asked);
        }
    }

    /// A request is being answered.
    pub(super) fn answered(
        &mut self,
        (session, request): (SessionId, RequestId),
        outcome: &Result<Reply>,
    ) {
        if self.waiting.is_empty() {
            return;
        }
        let Some(mut asked) = self.waiting.remove(&(session, request)) else {
            return;
        };
        match outcome {
            Ok(Reply::Joined { name, .. }) => asked.federate.clone_from(name),
            Ok(_) => {}
            Err(refusal) => asked.refusal = Some(refusal.to_string()),
        }
        self.answered.push_back(asked);
    }

    /// A session has ended: what waits of it is not carried out.
    pub(super) fn forget(&mut self, ended: SessionId) {
        self.waiting.retain(|(session, _), _| *session != ended);
    }
}

impl Rti {
    /// Whether [`Self::poll_answered_request`] gives requests; at first it does not.
    pub fn audit_requests(&mut self, is_on: bool) {
        self.audit.is_on = is_on;
    }

    /// The next request to create or destroy a federation execution, to join one, or to remove a federate, in the order of their answers.
    pub fn poll_answered_request(&mut self) -> Option<AnsweredRequest> {
        self.audit.answered.pop_front()
    }
}
