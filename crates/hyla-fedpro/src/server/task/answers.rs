//! When callbacks take effect: most as they are sent, those that change what the federate may do when it has had them.
//!
//! A client answers a callback after its federate's method has returned. Its answers may be behind its calls on the way,
//! since clients write from both queues in turn. A call that comes from inside a callback is not marked as such, and no
//! answer comes while it lasts; decision 29 says what follows from that.

use std::time::{Duration, Instant};

use hyla_fedpro_messages::CallRequest;

use super::Task;
use crate::server::federate::{Federate, Maker};
use crate::service::{Dependence, dependence};
use crate::wire::SequenceNumber;

/// How long a call waits for answers that may be on the way behind it.
const ANSWERS: Duration = Duration::from_secs(1);
/// How long callbacks wait behind one without an answer. Some callbacks never get one: their methods threw.
const BEHIND: Duration = Duration::from_secs(1);

/// A callback that takes effect when the client has answered it.
#[derive(Clone, Copy)]
struct Awaited {
    number: SequenceNumber,
    /// The callback before it.
    before: SequenceNumber,
    since: Instant,
}

/// Which callbacks have been answered.
pub(super) struct Answers {
    /// The newest callback sent.
    sent: SequenceNumber,
    /// The one before that.
    sent_before: SequenceNumber,
    /// The newest callback answered. Clients answer in order, so that all before it are over.
    answered: SequenceNumber,
    awaited: Option<Awaited>,
    /// A call waits for an answer until then.
    call_until: Option<Instant>,
    /// A call has waited in vain: no other does until an answer comes.
    in_vain: bool,
}

impl Default for Answers {
    fn default() -> Self {
        Self {
            sent: SequenceNumber::NONE,
            sent_before: SequenceNumber::NONE,
            answered: SequenceNumber::NONE,
            awaited: None,
            call_until: None,
            in_vain: false,
        }
    }
}

impl Answers {
    /// A callback was sent.
    pub(super) fn sent(&mut self, number: SequenceNumber) {
        self.sent_before = std::mem::replace(&mut self.sent, number);
    }

    /// The callback sent last takes effect when it is answered.
    fn await_last(&mut self) {
        self.awaited = Some(Awaited {
            number: self.sent,
            before: self.sent_before,
            since: Instant::now(),
        });
        self.call_until = None;
        self.in_vain = false;
    }

    /// The client has answered a callback.
    pub(super) fn answered(&mut self, number: SequenceNumber) {
        self.in_vain = false;
        if number.is_after(self.answered) {
            self.answered = number;
        }
    }

    fn reached(&self, number: SequenceNumber) -> bool {
        !number.is_after(self.answered)
    }
}

impl<M: Maker> Task<M> {
    /// Whether a callback of the turn that has just ended takes effect later. `sent`: it went to the client.
    pub(super) fn note_unanswered(&mut self, sent: bool) {
        let Some(federate) = &mut self.federate else {
            return;
        };
        if federate.unanswered().is_none() {
            self.answers.awaited = None;
        } else if sent {
            if self.answers.awaited.is_none() {
                self.answers.await_last();
            }
        } else {
            federate.answered();
            self.turn_due = true;
        }
    }

    /// Has the callback take effect that the client has answered.
    pub(super) fn take_answers(&mut self) {
        if let Some(awaited) = self.answers.awaited
            && self.answers.reached(awaited.number)
        {
            self.end_wait();
        }
    }

    fn end_wait(&mut self) {
        if let Some(federate) = &mut self.federate {
            federate.answered();
            self.answers.awaited = None;
            self.answers.call_until = None;
            self.turn_due = true;
        }
    }

    /// Whether a call has to wait, since it depends on a callback that may have been answered or not.
    pub(super) fn waits_for_answer(&mut self, call: &CallRequest) -> bool {
        let Some(awaited) = self.answers.awaited else {
            return false;
        };
        let callback = self.federate.as_ref().and_then(Federate::unanswered);
        let depends = callback.and_then(|callback| dependence(call, callback.service));
        let Some(depends) = depends else {
            return false;
        };
        // All before it are over: the call can come from inside it. To be wrong about a message does not matter.
        let begun = self.answers.reached(awaited.before) || depends == Dependence::Stamp;
        if begun && self.shared.settings.calls_in_callbacks {
            self.end_wait();
            return false;
        }
        // A federate may well do these again and again before it evokes anything.
        let often = self.shared.settings.calls_in_callbacks || depends == Dependence::Stamp;
        let now = Instant::now();
        match self.answers.call_until {
            None if self.answers.in_vain && often => false,
            None => {
                self.answers.call_until = Some(now + ANSWERS);
                true
            }
            Some(until) if now < until => true,
            Some(_) => {
                self.answers.call_until = None;
                self.answers.in_vain = true;
                false
            }
        }
    }

    /// When something is to be done though no answer has come.
    pub(super) fn answer_deadline(&self) -> Option<Instant> {
        let awaited = self.answers.awaited?;
        let waiting = self.federate.as_ref().and_then(Federate::unanswered);
        let others = waiting.is_some_and(|callback| callback.waiting > 0);
        let behind = others.then_some(awaited.since + BEHIND);
        self.answers.call_until.into_iter().chain(behind).min()
    }

    /// Callbacks wait behind one without an answer, and have waited long enough.
    pub(super) fn give_up_answer(&mut self, now: Instant) {
        if let Some(awaited) = self.answers.awaited
            && awaited.since + BEHIND <= now
            && self.answer_deadline().is_some_and(|at| at <= now)
            && let Some(callback) = self.federate.as_ref().and_then(Federate::unanswered)
            && callback.waiting > 0
        {
            tracing::debug!(
                federation = self.label.federation,
                federate = self.label.federate,
                "{} has no answer after {BEHIND:?} and {} callbacks wait behind it: it takes effect",
                callback.service,
                callback.waiting
            );
            self.end_wait();
        }
    }
}
