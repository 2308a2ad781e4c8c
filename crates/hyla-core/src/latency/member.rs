//! A member asks another one for the latency of its messages, and answers for its own.

use super::LatencyQuestion;
use crate::Result;
use crate::member::Member;
use crate::message::{MemberRequest, RequestId, ToRti};
use crate::outbox::Outbox;

impl Member {
    /// Asks a member of an execution for the latency of its messages, for tools: to the receiver of that name, or to the RTI.
    /// `peer` of the question is ignored. The answer comes with the number.
    ///
    /// # Errors
    /// `NotConnected`.
    pub fn latency_of(
        &mut self,
        federation: &str,
        (sender, receiver): (&str, Option<&str>),
        question: &LatencyQuestion,
        out: &mut dyn Outbox,
    ) -> Result<RequestId> {
        self.connection()?;
        let request = self.new_request();
        out.control(&ToRti::Latency {
            request,
            federation: federation.to_owned(),
            sender: sender.to_owned(),
            receiver: receiver.map(str::to_owned),
            question: question.clone(),
        });
        Ok(request)
    }

    /// The RTI passes a question of a tool.
    pub(crate) fn report_latency_of(
        &self,
        number: u64,
        question: &LatencyQuestion,
        out: &mut dyn Outbox,
    ) {
        if self.joined.is_some() {
            let answer = out.latency(question);
            out.control(&ToRti::Member(MemberRequest::Latency { number, answer }));
        }
    }
}
