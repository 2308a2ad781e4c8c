//! How a session ends.

use std::future::poll_fn;
use std::sync::Arc;
use std::time::Duration;

use hyla_fedpro_messages::callback_request::CallbackRequest as Callback;
use hyla_fedpro_messages::{CallbackRequest, ConnectionLost};
use hyla_net::Endpoint;
use tokio::time::timeout;

use super::{Ending, NextThread, Task};
use crate::server::federate::{Federate, Maker};
use crate::server::threads::ThreadUse;
use crate::server::welcome::refuse_return;
use crate::session::ResumeRefusal;

/// Time for a client to take the last of what is for it.
const FAREWELL: Duration = Duration::from_secs(2);
/// The same while the server ends, and others wait.
const HURRIED_FAREWELL: Duration = Duration::from_secs(1);

impl<M: Maker> Task<M> {
    /// The last of a session. Nobody can resume it any more.
    pub(super) async fn finish(&mut self, ending: Ending) {
        for back in self.registration.leave() {
            // Sessions take their time to close; this one ends meanwhile.
            let shared = Arc::clone(&self.shared);
            let refusal = ResumeRefusal::InvalidSession;
            tokio::spawn(async move { refuse_return(&shared, back, refusal).await });
        }
        self.log(ending);
        match ending {
            Ending::Stopped => {
                self.tell_that_the_connection_is_lost();
                self.part(HURRIED_FAREWELL).await;
                self.leave().await;
            }
            Ending::Lost(_) => {
                self.shared.counters.sessions_lost.add(1);
                // A client that is still there gets nothing more: it can only be refused from now on.
                self.link = None;
                self.leave().await;
            }
            Ending::Terminated => {
                self.leave().await;
                self.call_order.session.terminated();
                self.part(FAREWELL).await;
            }
        }
        self.count();
    }

    /// Notifies the client of the end by a callback: an unexpected farewell would make it deaf.
    fn tell_that_the_connection_is_lost(&mut self) {
        if self.federate.as_ref().is_some_and(Federate::is_connected) {
            let lost = ConnectionLost {
                fault_description: "the RTI was stopped".into(),
            };
            let lost = CallbackRequest {
                callback_request: Some(Callback::ConnectionLost(lost)),
            };
            // Without a connection no client gets it.
            let _ = self.call_order.session.call_back(&lost);
        }
    }

    /// Writes what is left and closes the connection.
    async fn part(&mut self, limit: Duration) {
        let (Some(link), session) = (&mut self.link, &mut self.call_order.session) else {
            return;
        };
        let parted = timeout(limit, async {
            if poll_fn(|cx| link.poll_finish(cx, session)).await.is_ok() {
                link.close().await;
            }
        });
        // A client that reads nothing notices it by the end of the connection.
        let _ = parted.await;
        self.link = None;
    }

    /// The federate resigns, as its automatic resign directive has it, and disconnects.
    async fn leave(&mut self) {
        self.io = None;
        self.thread = NextThread::None;
        if let Some(federate) = self.federate.take() {
            let network = self.registration.network();
            let permit = self.shared.threads.request(ThreadUse::Leave, network).await;
            let left = tokio::task::spawn_blocking(move || {
                federate.leave();
                drop(permit);
            });
            // The federate logs its errors; a panic there is one of its own.
            let _ = left.await;
        }
    }

    fn log(&self, ending: Ending) {
        let (federation, federate) = (&self.label.federation, &self.label.federate);
        match ending {
            Ending::Terminated if self.has_connected => {
                tracing::info!(federation, federate, "the client has ended its session");
            }
            Ending::Terminated => {}
            Ending::Stopped => {
                tracing::info!(
                    federation,
                    federate,
                    "the session ends because the RTI ends"
                );
            }
            Ending::Lost(why) if !self.has_connected => {
                if let Some(suppressed) = Endpoint::stranger_line() {
                    tracing::warn!(
                        federation,
                        federate,
                        suppressed,
                        "the session ends, no federate was joined: {why}"
                    );
                }
            }
            Ending::Lost(why) => {
                let of_federate = if self.label.is_joined() {
                    " and its federate is lost"
                } else {
                    ", no federate was joined"
                };
                tracing::warn!(federation, federate, "the session ends{of_federate}: {why}");
            }
        }
    }
}
