//! The authorizer's thread, and audit lines.

use std::io;
use std::net::SocketAddr;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};

use hyla_core::executive::{
    AuthorizationRequest, AuthorizationTicket, Operation, SessionId, Verdict,
};
use hyla_net::Remote;
use hyla_types::AuthorizationResultCode;

use super::staying::Staying;
use super::{Authorization, Authorizer, Caller, FederationAction};
use crate::limited_lines::LimitedLines;

/// The RTI has given up requests older than this.
const STALE: Duration = Duration::from_secs(20);

/// Interval of checks whether connected callers may stay.
const CHECK_INTERVAL: Duration = Duration::from_millis(500);

/// A request for the authorizer.
pub(in super::super) struct Question {
    pub(in super::super) request: AuthorizationRequest,
    /// Address of the caller; `None` for this process.
    pub(in super::super) peer: Option<SocketAddr>,
    /// The caller, for the audit log.
    pub(in super::super) name: String,
    /// The user or address that its refusals count for.
    pub(in super::super) origin: String,
}

/// Queries an authorizer, one request after the other.
pub(in super::super) struct AuthorizerThread {
    questions: Sender<Task>,
    verdicts: Receiver<Outcome>,
}

/// Work for the thread.
enum Task {
    Ask(Box<Question>, Instant),
    /// The session has ended.
    Forget(SessionId),
}

/// Result of the thread's work.
pub(in super::super) enum Outcome {
    /// The decision about a request.
    Verdict(AuthorizationTicket, Verdict),
    /// The caller of that session may not be connected any more.
    Revoked(SessionId),
}

impl AuthorizerThread {
    /// The thread ends with this handle, after the authorizer's current request.
    pub(in super::super) fn start(
        authorizer: Box<dyn Authorizer>,
        remote: Remote,
    ) -> io::Result<Self> {
        let (questions, asked) = channel::<Task>();
        let (answer, verdicts) = channel();
        let mut judge = Judge {
            name: authorizer.name(),
            authorizer: Some(authorizer),
            staying: Staying::default(),
            refused: LimitedLines::refused(),
            permitted: LimitedLines::permitted(),
        };
        std::thread::Builder::new()
            .name("hyla-authorizer".into())
            .spawn(move || {
                let mut next_check = Instant::now() + CHECK_INTERVAL;
                let mut revoke = {
                    let (answer, remote) = (answer.clone(), remote.clone());
                    move |session| {
                        // Without a receiver, the next question ends this thread.
                        let _ = answer.send(Outcome::Revoked(session));
                        remote.wake();
                    }
                };
                loop {
                    let left = match judge.staying.has_waiting() {
                        true => Duration::ZERO,
                        false => next_check.saturating_duration_since(Instant::now()),
                    };
                    match asked.recv_timeout(left) {
                        Ok(Task::Ask(_, since)) if since.elapsed() > STALE => {}
                        Ok(Task::Ask(question, _)) => {
                            let ticket = question.request.ticket;
                            let verdict = judge.judge(*question);
                            if answer.send(Outcome::Verdict(ticket, verdict)).is_err() {
                                return;
                            }
                            remote.wake();
                        }
                        Ok(Task::Forget(session)) => {
                            judge.staying.forget(session);
                        }
                        Err(RecvTimeoutError::Timeout) => {}
                        Err(RecvTimeoutError::Disconnected) => return,
                    }
                    judge.revoke_by(&mut revoke, Staying::check_next);
                    if Instant::now() < next_check {
                        continue;
                    }
                    judge.revoke_by(&mut revoke, Staying::begin);
                    let now = Instant::now();
                    judge.refused.write_left_out(&judge.name, now);
                    judge.permitted.write_left_out(&judge.name, now);
                    next_check = Instant::now() + CHECK_INTERVAL;
                }
            })?;
        Ok(Self {
            questions,
            verdicts,
        })
    }

    /// A session has ended.
    pub(in super::super) fn forget(&self, session: SessionId) {
        let _ = self.questions.send(Task::Forget(session));
    }

    /// Queues a request; [`Self::next_outcome`] gives the decision.
    pub(in super::super) fn ask(&self, question: Question) {
        // The thread lives as long as this handle; otherwise the RTI would time out.
        let _ = self
            .questions
            .send(Task::Ask(Box::new(question), Instant::now()));
    }

    pub(in super::super) fn next_outcome(&self) -> Option<Outcome> {
        self.verdicts.try_recv().ok()
    }
}

struct Judge {
    name: String,
    /// `None` after a panic: its state is unknown.
    authorizer: Option<Box<dyn Authorizer>>,
    /// Sessions that may be connected.
    staying: Staying,
    refused: LimitedLines,
    permitted: LimitedLines,
}

impl Judge {
    /// Carries out a step of the checks who may stay connected.
    fn revoke_by(
        &mut self,
        revoke: &mut dyn FnMut(SessionId),
        step: fn(&mut Staying, &mut dyn Authorizer, &mut dyn FnMut(SessionId)),
    ) {
        let Some(authorizer) = &mut self.authorizer else {
            return;
        };
        let staying = &mut self.staying;
        let carried_out = catch_unwind(AssertUnwindSafe(|| {
            step(staying, &mut **authorizer, revoke);
        }));
        if carried_out.is_err() {
            tracing::error!(
                name = self.name,
                "the authorizer failed: nobody is let in any more, and nobody is cut"
            );
            self.authorizer = None;
        }
    }

    fn judge(&mut self, question: Question) -> Verdict {
        let mut permitted = Vec::new();
        let said = match &mut self.authorizer {
            Some(authorizer) => catch_unwind(AssertUnwindSafe(|| {
                ask(&mut **authorizer, &question, &mut permitted)
            })),
            None => Ok(Authorization::error("the authorizer has failed before")),
        };
        let said = said.unwrap_or_else(|_| {
            self.authorizer = None;
            Authorization::error("the authorizer failed")
        });
        self.audit(&question, &said);
        let request = question.request;
        if request.operation == Operation::Connect
            && said.code == AuthorizationResultCode::Authorized
        {
            self.staying
                .admit(request.session, request.credentials, question.peer);
        }
        Verdict {
            code: said.code,
            message: said.message,
            user: said.user,
            permitted,
        }
    }

    /// A line for each decision, but for those about a caller who has had too many, and for permission to watch, which tools ask for
    /// again and again.
    fn audit(&mut self, question: &Question, said: &Authorization) {
        let now = Instant::now();
        let watches = matches!(question.request.operation, Operation::Watch { .. });
        let suppressed = match said.code {
            AuthorizationResultCode::Authorized if watches => None,
            AuthorizationResultCode::Authorized => {
                let named = said.user.as_ref().map(|name| format!("user {name}"));
                let caller = named.as_deref().unwrap_or(&question.origin);
                let action = name_of(&question.request.operation);
                self.permitted.take(caller, action, now)
            }
            // A name that is not proven is not the caller's.
            _ => self.refused.take(&question.origin, "", now),
        };
        if let Some(suppressed) = suppressed {
            audit(&self.name, question, said, suppressed);
        }
    }
}

fn name_of(operation: &Operation) -> &'static str {
    match operation {
        Operation::Connect => "connect",
        Operation::Create { .. } => "create",
        Operation::Destroy { .. } => "destroy",
        Operation::Remove { .. } => "remove",
        Operation::Join { .. } => "join",
        Operation::Watch { .. } => "watch",
    }
}

fn ask(
    authorizer: &mut dyn Authorizer,
    question: &Question,
    permitted: &mut Vec<String>,
) -> Authorization {
    let caller = Caller::new(&question.request.credentials, question.peer);
    match &question.request.operation {
        Operation::Connect => authorizer.authorize_rti_operation(&caller),
        Operation::Create { federation } => {
            let action = FederationAction::Create;
            authorizer.authorize_federation_operation(&caller, action, federation)
        }
        Operation::Destroy { federation } => {
            let action = FederationAction::Destroy;
            authorizer.authorize_federation_operation(&caller, action, federation)
        }
        Operation::Remove { federation, .. } => {
            let action = FederationAction::RemoveFederate;
            authorizer.authorize_federation_operation(&caller, action, federation)
        }
        Operation::Watch { federations } => {
            ask_to_watch(authorizer, &caller, federations, permitted)
        }
        Operation::Join {
            federation,
            federate,
            federate_type,
        } => authorizer.authorize_federate_operation(&caller, federation, federate, federate_type),
    }
}

fn ask_to_watch(
    authorizer: &mut dyn Authorizer,
    caller: &Caller<'_>,
    federations: &[String],
    permitted: &mut Vec<String>,
) -> Authorization {
    let mut refusal = None;
    let each = authorizer.authorize_to_watch(caller, federations);
    for (federation, said) in federations.iter().zip(each) {
        if said.code == AuthorizationResultCode::Authorized {
            permitted.push(federation.clone());
        } else {
            refusal = refusal.or(Some(said));
        }
    }
    // Some of them are enough to see these.
    refusal
        .filter(|_| permitted.is_empty())
        .unwrap_or_else(Authorization::authorized)
}

/// The line of a decision. Names come from outside: as text fields they are quoted, so that
/// lines cannot be forged.
fn audit(authorizer: &str, question: &Question, said: &Authorization, suppressed: u64) {
    let watched;
    let (federation, federate, federate_type) = match &question.request.operation {
        Operation::Connect => ("-", "-", "-"),
        Operation::Create { federation } | Operation::Destroy { federation } => {
            (federation.as_str(), "-", "-")
        }
        Operation::Remove {
            federation,
            federate,
        } => (federation.as_str(), federate.as_str(), "-"),
        Operation::Watch { federations } => {
            watched = federations.join(", ");
            (watched.as_str(), "-", "-")
        }
        Operation::Join {
            federation,
            federate,
            federate_type,
        } => (
            federation.as_str(),
            federate.as_str(),
            federate_type.as_str(),
        ),
    };
    let action = name_of(&question.request.operation);
    let user = said.user.as_deref().unwrap_or("-");
    let peer = question.name.as_str();
    let credentials = question.request.credentials.type_name.as_str();
    let (verdict, reason) = (said.code.name(), said.message.as_str());
    if said.code == AuthorizationResultCode::Authorized {
        let suppressed = (suppressed > 0).then_some(suppressed);
        tracing::info!(
            target: "audit", federation, federate, federate_type, action, verdict, user, peer,
            credentials, authorizer, suppressed, "audit"
        );
    } else {
        tracing::warn!(
            target: "audit", federation, federate, federate_type, action, verdict, user, peer,
            credentials, authorizer, reason, suppressed, "audit"
        );
    }
}

#[cfg(test)]
mod tests {
    use hyla_types::Credentials;

    use super::*;

    /// Lets everybody watch federations with names that begin with `Air`.
    #[derive(Default)]
    struct Watchman {
        asked: usize,
    }

    impl Authorizer for Watchman {
        fn name(&self) -> String {
            "watchman".to_owned()
        }

        fn authorize_rti_operation(&mut self, _: &Caller<'_>) -> Authorization {
            Authorization::authorized()
        }

        fn authorize_federation_operation(
            &mut self,
            _: &Caller<'_>,
            _: FederationAction,
            federation: &str,
        ) -> Authorization {
            panic!("asked about {federation:?} alone");
        }

        fn authorize_to_watch(
            &mut self,
            _: &Caller<'_>,
            federations: &[String],
        ) -> Vec<Authorization> {
            self.asked += 1;
            let judge = |federation: &String| match federation.starts_with("Air") {
                true => Authorization::authorized(),
                false => Authorization::unauthorized(federation),
            };
            federations.iter().map(judge).collect()
        }

        fn authorize_federate_operation(
            &mut self,
            _: &Caller<'_>,
            _: &str,
            _: &str,
            _: &str,
        ) -> Authorization {
            Authorization::authorized()
        }
    }

    #[test]
    fn an_authorizer_is_asked_once_which_federations_a_caller_may_watch() {
        let credentials = Credentials::none();
        let caller = Caller::new(&credentials, None);
        let air = (0..300).map(|n| format!("Air-{n}")).collect::<Vec<_>>();
        let others = ["Sea", "Land"].map(str::to_owned);
        let mut watchman = Watchman::default();
        let mut ask = |federations: &[String]| {
            let mut permitted = Vec::new();
            let said = ask_to_watch(&mut watchman, &caller, federations, &mut permitted);
            (said.message, permitted, watchman.asked)
        };

        let all = [&others[..], &air].concat();
        assert_eq!(ask(&all), (String::new(), air, 1));
        assert_eq!(ask(&others), ("Sea".to_owned(), Vec::new(), 2));
    }
}
