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
use hyla_types::{AuthorizationResultCode, Credentials};

use super::{Authorization, Authorizer, Caller, FederationAction};
use crate::refused_lines::RefusedLines;

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
            connected: Vec::new(),
            is_undecided: false,
            refused: RefusedLines::default(),
        };
        std::thread::Builder::new()
            .name("hyla-authorizer".into())
            .spawn(move || {
                let mut next_check = Instant::now() + CHECK_INTERVAL;
                loop {
                    let left = next_check.saturating_duration_since(Instant::now());
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
                            judge.connected.retain(|(known, ..)| *known != session);
                        }
                        Err(RecvTimeoutError::Timeout) => {}
                        Err(RecvTimeoutError::Disconnected) => return,
                    }
                    if Instant::now() < next_check {
                        continue;
                    }
                    for session in judge.revoked() {
                        if answer.send(Outcome::Revoked(session)).is_err() {
                            return;
                        }
                        remote.wake();
                    }
                    judge.refused.write_left_out(&judge.name, Instant::now());
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
    connected: Vec<(SessionId, Credentials, Option<SocketAddr>)>,
    /// The last check did not decide about all of them: they are asked about again.
    is_undecided: bool,
    refused: RefusedLines,
}

impl Judge {
    /// Sessions whose callers may not be connected any more.
    fn revoked(&mut self) -> Vec<SessionId> {
        let Some(authorizer) = &mut self.authorizer else {
            return Vec::new();
        };
        let (connected, name) = (&mut self.connected, &self.name);
        let was_undecided = std::mem::take(&mut self.is_undecided);
        let is_undecided = &mut self.is_undecided;
        let checked = catch_unwind(AssertUnwindSafe(|| {
            let mut revoked = Vec::new();
            if !authorizer.has_changed() && !was_undecided {
                return revoked;
            }
            // Callers often share credentials, and a rejected password is slow.
            let mut known: Vec<(Credentials, bool)> = Vec::new();
            connected.retain(|(session, credentials, peer)| {
                let before = known.iter().find(|(other, _)| other == credentials);
                let may_stay = before.map(|found| found.1).unwrap_or_else(|| {
                    let caller = Caller::new(credentials, *peer);
                    let said = authorizer.authorize_to_stay(&caller);
                    let may_stay = match said.code {
                        AuthorizationResultCode::Authorized => true,
                        AuthorizationResultCode::AuthorizationError => {
                            if !was_undecided {
                                tracing::warn!(
                                    %name,
                                    "a connected caller stays until it can be decided: {}",
                                    said.message
                                );
                            }
                            *is_undecided = true;
                            true
                        }
                        _ => false,
                    };
                    known.push((credentials.clone(), may_stay));
                    may_stay
                });
                if !may_stay {
                    revoked.push(*session);
                }
                may_stay
            });
            revoked
        }));
        checked.unwrap_or_else(|_| {
            tracing::error!(
                name = self.name,
                "the authorizer failed: nobody is let in any more, and nobody is cut"
            );
            self.authorizer = None;
            Vec::new()
        })
    }

    fn judge(&mut self, question: Question) -> Verdict {
        let said = match &mut self.authorizer {
            Some(authorizer) => {
                catch_unwind(AssertUnwindSafe(|| ask(&mut **authorizer, &question)))
            }
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
            self.connected
                .push((request.session, request.credentials, question.peer));
        }
        Verdict {
            code: said.code,
            message: said.message,
            user: said.user,
        }
    }

    /// A line for each decision, but for the refusals of a caller who has had too many; whether there was one.
    fn audit(&mut self, question: &Question, said: &Authorization) -> bool {
        let suppressed = match said.code {
            AuthorizationResultCode::Authorized => Some(0),
            _ => self.refused.take(&question.origin, Instant::now()),
        };
        if let Some(suppressed) = suppressed {
            audit(&self.name, question, said, suppressed);
        }
        suppressed.is_some()
    }
}

fn ask(authorizer: &mut dyn Authorizer, question: &Question) -> Authorization {
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
        Operation::Join {
            federation,
            federate,
            federate_type,
        } => authorizer.authorize_federate_operation(&caller, federation, federate, federate_type),
    }
}

/// The line of a decision. Names come from outside: as text fields they are quoted, so that
/// lines cannot be forged.
fn audit(authorizer: &str, question: &Question, said: &Authorization, suppressed: u64) {
    let (action, federation, federate, federate_type) = match &question.request.operation {
        Operation::Connect => ("connect", "-", "-", "-"),
        Operation::Create { federation } => ("create", federation.as_str(), "-", "-"),
        Operation::Destroy { federation } => ("destroy", federation.as_str(), "-", "-"),
        Operation::Remove {
            federation,
            federate,
        } => ("remove", federation.as_str(), federate.as_str(), "-"),
        Operation::Join {
            federation,
            federate,
            federate_type,
        } => (
            "join",
            federation.as_str(),
            federate.as_str(),
            federate_type.as_str(),
        ),
    };
    let user = said.user.as_deref().unwrap_or("-");
    let peer = question.name.as_str();
    let credentials = question.request.credentials.type_name.as_str();
    let (verdict, reason) = (said.code.name(), said.message.as_str());
    if said.code == AuthorizationResultCode::Authorized {
        tracing::info!(
            target: "audit", federation, federate, federate_type, action, verdict, user, peer,
            credentials, authorizer, "audit"
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
    use super::*;

    /// Says the same about everyone.
    struct Same {
        has_changed: bool,
        says: std::sync::Arc<std::sync::Mutex<Authorization>>,
    }

    impl Authorizer for Same {
        fn name(&self) -> String {
            "same".to_owned()
        }

        fn has_changed(&mut self) -> bool {
            std::mem::take(&mut self.has_changed)
        }

        fn authorize_rti_operation(&mut self, _: &Caller<'_>) -> Authorization {
            self.says.lock().unwrap().clone()
        }

        fn authorize_federation_operation(
            &mut self,
            _: &Caller<'_>,
            _: FederationAction,
            _: &str,
        ) -> Authorization {
            Authorization::authorized()
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
    fn a_caller_stays_until_it_is_decided_and_is_asked_about_until_then() {
        let says = std::sync::Arc::new(std::sync::Mutex::new(Authorization::error("no file")));
        let authorizer = Same {
            has_changed: true,
            says: says.clone(),
        };
        let session = SessionId(7);
        let mut judge = Judge {
            name: authorizer.name(),
            authorizer: Some(Box::new(authorizer)),
            connected: vec![(session, Credentials::plain_text_password("a:b"), None)],
            is_undecided: false,
            refused: RefusedLines::default(),
        };

        assert_eq!(judge.revoked(), []);
        assert_eq!(judge.revoked(), []);
        *says.lock().unwrap() = Authorization::invalid_credentials("removed");
        assert_eq!(judge.revoked(), [session]);
        assert_eq!(judge.revoked(), [], "it is cut once");
    }
}
