//! The authorizer's thread, and audit lines.

use std::io;
use std::net::SocketAddr;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::{Duration, Instant};

use hyla_core::executive::{AuthorizationRequest, AuthorizationTicket, Operation, Verdict};
use hyla_net::Remote;
use hyla_types::AuthorizationResultCode;

use super::{Authorization, Authorizer, Caller, FederationAction};

/// The RTI has given up requests older than this.
const STALE: Duration = Duration::from_secs(20);

/// A request for the authorizer.
pub(in super::super) struct Question {
    pub(in super::super) request: AuthorizationRequest,
    /// Address of the caller; `None` for this process.
    pub(in super::super) peer: Option<SocketAddr>,
    /// User and process of a caller in shared memory, for the audit log.
    pub(in super::super) process: Option<String>,
}

/// Queries an authorizer, one request after the other.
pub(in super::super) struct AuthorizerThread {
    questions: Sender<(Question, Instant)>,
    verdicts: Receiver<(AuthorizationTicket, Verdict)>,
}

impl AuthorizerThread {
    /// The thread ends with this handle, after the authorizer's current request.
    pub(in super::super) fn start(
        authorizer: Box<dyn Authorizer>,
        remote: Remote,
    ) -> io::Result<Self> {
        let (questions, asked) = channel::<(Question, Instant)>();
        let (answer, verdicts) = channel();
        let mut judge = Judge {
            name: authorizer.name(),
            authorizer: Some(authorizer),
        };
        std::thread::Builder::new()
            .name("hyla-authorizer".into())
            .spawn(move || {
                for (question, since) in asked {
                    if since.elapsed() > STALE {
                        continue;
                    }
                    let verdict = judge.judge(&question);
                    if answer.send((question.request.ticket, verdict)).is_err() {
                        return;
                    }
                    remote.wake();
                }
            })?;
        Ok(Self {
            questions,
            verdicts,
        })
    }

    /// Queues a request; [`Self::next_verdict`] gives the decision.
    pub(in super::super) fn ask(&self, question: Question) {
        // The thread lives as long as this handle; otherwise the RTI would time out.
        let _ = self.questions.send((question, Instant::now()));
    }

    pub(in super::super) fn next_verdict(&self) -> Option<(AuthorizationTicket, Verdict)> {
        self.verdicts.try_recv().ok()
    }
}

struct Judge {
    name: String,
    /// `None` after a panic: its state is unknown.
    authorizer: Option<Box<dyn Authorizer>>,
}

impl Judge {
    fn judge(&mut self, question: &Question) -> Verdict {
        let said = match &mut self.authorizer {
            Some(authorizer) => catch_unwind(AssertUnwindSafe(|| ask(&mut **authorizer, question))),
            None => Ok(Authorization::error("the authorizer has failed before")),
        };
        let said = said.unwrap_or_else(|_| {
            self.authorizer = None;
            Authorization::error("the authorizer failed")
        });
        audit(&self.name, question, &said);
        Verdict {
            code: said.code,
            message: said.message,
        }
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

/// One line for each decision. Names come from outside: as text fields they are quoted, so that
/// lines cannot be forged.
fn audit(authorizer: &str, question: &Question, said: &Authorization) {
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
    let peer = match (&question.process, question.peer) {
        (Some(process), _) => process.clone(),
        (None, Some(peer)) => peer.to_string(),
        (None, None) => "this process".to_owned(),
    };
    let credentials = question.request.credentials.type_name.as_str();
    let (peer, verdict, reason) = (peer.as_str(), said.code.name(), said.message.as_str());
    if said.code == AuthorizationResultCode::Authorized {
        tracing::info!(
            target: "audit", federation, federate, federate_type, action, verdict, user, peer,
            credentials, authorizer, "audit"
        );
    } else {
        tracing::warn!(
            target: "audit", federation, federate, federate_type, action, verdict, user, peer,
            credentials, authorizer, reason, "audit"
        );
    }
}
