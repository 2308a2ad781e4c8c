//! When callbacks take effect: decision 29, as [`CallOrder`] has it.

use std::time::{Duration, Instant};

use hyla_fedpro_messages::CallRequest;

use super::Task;
use crate::call_order::{CallOrder, CallStart};
use crate::server::federate::{Federate, Maker};

impl<M: Maker> Task<M> {
    /// Whether a callback of the turn that has just ended takes effect later. `sent`: it went to the client.
    pub(super) fn note_unanswered(&mut self, sent: bool) {
        let now = self.now();
        let Some(federate) = &mut self.federate else {
            return;
        };
        let unanswered = federate.unanswered().map(|callback| callback.number);
        if self.call_order.turned(unanswered, sent, now) {
            self.end_wait();
        }
    }

    /// Has the callback take effect that the client has answered.
    pub(super) fn take_answers(&mut self) {
        // A member at hand, or it takes effect when it is back.
        if self.federate.is_some() && self.call_order.take_answers() {
            self.end_wait();
        }
    }

    fn end_wait(&mut self) {
        if let Some(federate) = &mut self.federate {
            federate.answered();
            self.turn_due = true;
        }
    }

    /// Whether a call has to wait, since it depends on a callback that may have been answered or not.
    pub(super) fn waits_for_answer(&mut self, call: &CallRequest) -> bool {
        let depends = self.federate.as_ref().and_then(|federate| {
            let callback = federate.unanswered()?;
            federate.dependency(call, callback.service)
        });
        match self.call_order.begin(depends, self.now()) {
            CallStart::Now => false,
            CallStart::InEffect => {
                self.end_wait();
                false
            }
            CallStart::Later => true,
        }
    }

    /// Callbacks that wait behind the one without an answer.
    fn behind(&self) -> usize {
        let waiting = self.federate.as_ref().and_then(Federate::unanswered);
        waiting.map_or(0, |callback| callback.waiting)
    }

    /// When something is to be done though no answer has come. `can_call`: a call that waits for it could be carried out.
    pub(super) fn answer_deadline(&self, can_call: bool) -> Option<Instant> {
        let deadline = self.call_order.answer_deadline(self.behind(), can_call)?;
        Some(self.started + deadline)
    }

    /// Callbacks wait behind one without an answer, and have waited long enough.
    pub(super) fn give_up_answer(&mut self, now: Duration) {
        let Some(callback) = self.federate.as_ref().and_then(Federate::unanswered) else {
            return;
        };
        if self.call_order.give_up_answer(callback.waiting, now) {
            tracing::debug!(
                federation = self.label.federation,
                federate = self.label.federate,
                "{} has no answer after {:?} and {} callbacks wait behind it: it takes effect",
                callback.service,
                CallOrder::BEHIND,
                callback.waiting
            );
            self.end_wait();
        }
    }
}
