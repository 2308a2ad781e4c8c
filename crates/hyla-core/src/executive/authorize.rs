//! The RTI asks for the consent of an authorizer, and carries out what waited for its verdict.

use std::collections::VecDeque;
use std::time::Duration;

use hyla_types::{AuthorizationResultCode, Credentials, Edition, Exception, ExceptionKind};

use super::authorization::{
    Admission, AuthorizationRequest, AuthorizationTicket, Greeted, Open, Operation, Verdict,
    Waiting,
};
use super::quota::{NAMED, User};
use super::rti::{Rti, Session};
use super::session::SessionId;
use crate::Result;
use crate::message::{FromRti, RequestId, ToRti};

/// How long a verdict may take. Less than a federate waits for an answer by default, so that a call
/// that its federate has given up is not carried out afterwards.
const TIMEOUT: Duration = Duration::from_secs(20);

/// Requests of one session that may wait for verdicts; a federate has one for each of its threads.
const MOST_WAITING: usize = 64;

impl Rti {
    /// There is an authorizer: from now on it is asked by [`Self::poll_authorization`]. To be called
    /// before the first greeting.
    pub fn ask_authorizer(&mut self) {
        self.authorization.asked = true;
    }

    /// The next thing to ask the authorizer.
    pub fn poll_authorization(&mut self) -> Option<AuthorizationRequest> {
        self.authorization.requests.pop_front()
    }

    /// The next session whose connection a verdict concerns.
    pub fn poll_admission(&mut self) -> Option<(SessionId, Admission)> {
        self.authorization.admissions.pop_front()
    }

    /// Handles the authorizer's verdict on a request of [`Self::poll_authorization`]. A verdict for a
    /// session that is gone, or too late, has no effect.
    pub fn handle_verdict(&mut self, ticket: AuthorizationTicket, verdict: Verdict) {
        let Some(open) = self.authorization.open.remove(&ticket) else {
            return;
        };
        match open.what {
            Waiting::Greeting(edition, credentials, origin) => {
                let named = verdict.user.as_ref();
                let user = named.map_or(origin, |name| format!("{NAMED}{name}").into());
                let outcome = consent_to_connect(edition, verdict);
                self.admit(open.session, edition, (credentials, user), outcome);
            }
            Waiting::Message(message) => {
                let permitted = verdict.permitted.clone();
                let outcome = consent(verdict, ExceptionKind::Unauthorized);
                let is_refused = |refusal: &Exception| refusal.kind != ExceptionKind::Unauthorized;
                match (&message, outcome) {
                    // Whoever is connected may ask what runs. The answer has what it may see, which can be nothing.
                    (ToRti::Status { request }, outcome)
                        if !outcome.as_ref().is_err_and(is_refused) =>
                    {
                        self.answer_status(open.session, *request, &permitted);
                    }
                    (_, Ok(())) => self.carry_out_late(open.session, message),
                    (message, Err(refusal)) => {
                        if let Some(request) = message.request() {
                            self.answer(open.session, request, Err(refusal));
                        }
                    }
                }
                self.ask_next(open.session);
            }
        }
    }

    /// A greeting waits for the authorizer's consent, if there is one.
    pub(super) fn greet(
        &mut self,
        session: SessionId,
        edition: Edition,
        credentials: Option<&Credentials>,
        origin: &str,
    ) -> Result<Greeted> {
        if self.authorization.asked {
            let credentials = credentials.cloned().unwrap_or_default();
            let what = Waiting::Greeting(edition, credentials.clone(), origin.into());
            self.ask(session, credentials, Operation::Connect, what);
            return Ok(Greeted::Waits);
        }
        let verdict = judge_without_authorizer(credentials);
        let outcome = consent_to_connect(edition, verdict);
        if let Err(refusal) = &outcome {
            self.send(session, &FromRti::Refused(refusal.clone()));
        } else {
            self.welcome(session, edition, (Credentials::none(), origin.into()));
        }
        outcome.map(|()| Greeted::Welcome)
    }

    /// The message, unless it has to wait for the authorizer's consent. What needs no consent overtakes
    /// what waits; what needs it keeps its order within the session.
    pub(super) fn unless_it_waits(&mut self, session: SessionId, message: ToRti) -> Option<ToRti> {
        if !self.authorization.asked || !self.sessions.contains_key(&session) {
            return Some(message);
        }
        let Some((request, operation)) = self.authorized(session, &message) else {
            return Some(message);
        };
        let Some(behind) = self.authorization.behind.get_mut(&session) else {
            self.authorization.behind.insert(session, VecDeque::new());
            self.ask_for(session, operation, message);
            return None;
        };
        if behind.len() < MOST_WAITING {
            behind.push_back(message);
        } else {
            let text = format!("{MOST_WAITING} requests wait for the authorizer already");
            let refusal = Exception::new(ExceptionKind::RTIinternalError, text);
            self.answer(session, request, Err(refusal));
        }
        None
    }

    /// Answers requests whose verdict is overdue, without the authorizer.
    pub(super) fn give_up_overdue_verdicts(&mut self) {
        while let Some(first) = self.authorization.open.first_entry()
            && first.get().until <= self.now
        {
            let ticket = *first.key();
            let message = format!("the authorizer said nothing for {} s", TIMEOUT.as_secs());
            let code = AuthorizationResultCode::AuthorizationError;
            let verdict = Verdict {
                code,
                message,
                user: None,
                permitted: Vec::new(),
            };
            self.handle_verdict(ticket, verdict);
        }
    }

    fn admit(
        &mut self,
        session: SessionId,
        edition: Edition,
        caller: (Credentials, User),
        outcome: Result<()>,
    ) {
        let admission = match outcome {
            Ok(()) => {
                self.welcome(session, edition, caller);
                Admission::Welcome
            }
            Err(refusal) => {
                let reason = refusal.to_string();
                self.send(session, &FromRti::Refused(refusal));
                Admission::Close(reason)
            }
        };
        self.authorization
            .admissions
            .push_back((session, admission));
    }

    fn welcome(
        &mut self,
        session: SessionId,
        edition: Edition,
        (credentials, user): (Credentials, User),
    ) {
        let state = Session {
            edition,
            credentials,
            user,
            over_quota: 0,
            joined: None,
            cut: None,
        };
        self.sessions.insert(session, state);
        let version = self.config.version.clone();
        self.send(session, &FromRti::Welcome { version });
    }

    /// The protocol may be broken only now: two requests to join were both in order when they came.
    fn carry_out_late(&mut self, session: SessionId, message: ToRti) {
        if let Err(problem) = self.carry_out(session, message) {
            let admission = Admission::Close(problem);
            self.authorization
                .admissions
                .push_back((session, admission));
        }
    }

    /// Goes on with what the session asked after a request that is settled.
    fn ask_next(&mut self, session: SessionId) {
        loop {
            let Some(behind) = self.authorization.behind.get_mut(&session) else {
                return;
            };
            let Some(message) = behind.pop_front() else {
                self.authorization.behind.remove(&session);
                return;
            };
            match self.authorized(session, &message) {
                Some((_, operation)) => return self.ask_for(session, operation, message),
                // It is about the execution that the caller has joined meanwhile.
                None => self.carry_out_late(session, message),
            }
        }
    }

    /// Question for the authorizer about a message, if it needs consent, and the request that gets the answer.
    fn authorized(&self, session: SessionId, message: &ToRti) -> Option<(RequestId, Operation)> {
        let request = message.request()?;
        let operation = match self.watched(session, message) {
            Some(federations) => Operation::Watch { federations },
            None => operation_of(message)?,
        };
        Some((request, operation))
    }

    fn ask_for(&mut self, session: SessionId, operation: Operation, message: ToRti) {
        let state = self.sessions.get(&session);
        let credentials = state.map(|s| s.credentials.clone()).unwrap_or_default();
        self.ask(session, credentials, operation, Waiting::Message(message));
    }

    fn ask(
        &mut self,
        session: SessionId,
        credentials: Credentials,
        operation: Operation,
        what: Waiting,
    ) {
        let all = &mut self.authorization;
        all.tickets += 1;
        let ticket = AuthorizationTicket(all.tickets);
        all.requests.push_back(AuthorizationRequest {
            ticket,
            session,
            credentials,
            operation,
        });
        let open = Open {
            session,
            until: self.now + TIMEOUT,
            what,
        };
        all.open.insert(ticket, open);
    }
}

/// Question for the authorizer about a message that always needs consent.
fn operation_of(message: &ToRti) -> Option<Operation> {
    Some(match message {
        ToRti::Create { federation, .. } => Operation::Create {
            federation: federation.clone(),
        },
        ToRti::Destroy { federation, .. } => Operation::Destroy {
            federation: federation.clone(),
        },
        ToRti::RemoveFederate {
            federation,
            federate,
            ..
        } => Operation::Remove {
            federation: federation.clone(),
            federate: federate.clone(),
        },
        ToRti::Join {
            name,
            federate_type,
            federation,
            ..
        } => Operation::Join {
            federation: federation.clone(),
            federate: name.clone().unwrap_or_default(),
            federate_type: federate_type.clone(),
        },
        _ => return None,
    })
}

/// Without an authorizer, only callers without credentials are known.
fn judge_without_authorizer(credentials: Option<&Credentials>) -> Verdict {
    match credentials {
        Some(credentials) if !credentials.is_none() => Verdict {
            code: AuthorizationResultCode::Unauthorized,
            message: format!(
                "this RTI has no authorizer for credentials of type {}",
                credentials.type_name
            ),
            user: None,
            permitted: Vec::new(),
        },
        _ => Verdict {
            code: AuthorizationResultCode::Authorized,
            message: String::new(),
            user: None,
            permitted: Vec::new(),
        },
    }
}

/// The 2010 edition knows neither refusal; there the connection has failed.
fn consent_to_connect(edition: Edition, verdict: Verdict) -> Result<()> {
    consent(verdict, ExceptionKind::InvalidCredentials).map_err(|refusal| match edition {
        Edition::Hla2010 if refusal.kind != ExceptionKind::RTIinternalError => {
            Exception::new(ExceptionKind::ConnectionFailed, refusal.to_string())
        }
        _ => refusal,
    })
}

/// `invalid` is the exception for credentials that prove nothing.
fn consent(verdict: Verdict, invalid: ExceptionKind) -> Result<()> {
    use AuthorizationResultCode as Code;
    let kind = match verdict.code {
        Code::Authorized => return Ok(()),
        Code::Unauthorized => ExceptionKind::Unauthorized,
        Code::InvalidCredentials => invalid,
        Code::AuthorizationError => ExceptionKind::RTIinternalError,
    };
    Err(Exception::new(kind, verdict.message))
}
