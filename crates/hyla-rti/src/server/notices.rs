//! What the RTI reports for the log and the audit log.

use hyla_core::executive::{NoticeLevel, SessionId};

use super::{ServerLoop, channel_of};
use crate::audit::Who;

impl ServerLoop {
    /// Writes what there is.
    pub(super) fn log_notices(&mut self) {
        self.audit_requests();
        while let Some(notice) = self.rti.poll_notice() {
            let federation = notice.federation.as_deref().unwrap_or("-");
            let federate = notice.federate.as_deref().unwrap_or("-");
            match notice.level {
                NoticeLevel::Information => {
                    if let Some(suppressed) = self.notices.information() {
                        tracing::info!(federation, federate, suppressed, "{}", notice.text);
                    }
                }
                NoticeLevel::Warning => {
                    if let Some(suppressed) = self.notices.warning() {
                        tracing::warn!(federation, federate, suppressed, "{}", notice.text);
                    }
                }
                NoticeLevel::Audit(audited, session) => {
                    let who = self.who(session);
                    let place = (federation, federate);
                    self.requests.happened(audited, place, &who, &notice.text);
                }
            }
        }
    }

    /// Who is at the other end of a session, also of the one that is being closed.
    fn who(&self, session: SessionId) -> Who {
        match &self.closing {
            Some((closing, who)) if *closing == session => who.clone(),
            _ => {
                let known = self.channels.get(&channel_of(session));
                let user = self.rti.user_name(session);
                Who::new(user, known.and_then(|known| known.peer.as_ref()))
            }
        }
    }

    /// Writes audit lines of requests that have been answered, where no authorizer decides.
    fn audit_requests(&mut self) {
        while let Some(request) = self.rti.poll_answered_request() {
            let who = self.who(request.session);
            self.requests.write(&request, &who);
        }
    }
}
