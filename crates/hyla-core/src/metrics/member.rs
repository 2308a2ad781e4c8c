//! A member gives its metrics.

use crate::Result;
use crate::member::Member;
use crate::message::{MemberRequest, RequestId, ToRti};
use crate::outbox::Outbox;

impl Member {
    /// The metrics of an execution, for tools; the answer comes with the number.
    ///
    /// # Errors
    /// `NotConnected`.
    pub fn metrics(&mut self, federation: &str, out: &mut dyn Outbox) -> Result<RequestId> {
        self.connection()?;
        let request = self.new_request();
        let federation = federation.to_owned();
        out.control(&ToRti::Metrics {
            request,
            federation,
        });
        Ok(request)
    }

    /// The RTI wants to know what the channels have done.
    pub(crate) fn report_metrics(&self, out: &mut dyn Outbox) {
        if self.joined.is_some() {
            let mut metrics = out.metrics();
            metrics.refused += self.refused_messages();
            out.control(&ToRti::Member(MemberRequest::Metrics(metrics)));
        }
    }
}
