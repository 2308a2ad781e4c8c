//! When callbacks take effect: most when sent, those that change the federate's state when answered.
//!
//! A client answers a callback after its federate's method has returned. Answers may arrive behind later calls, since
//! clients write from two queues in turn. A call from inside a callback is not marked as such, and its callback is not
//! answered meanwhile; see decision 29.

use std::time::Duration;

use super::{CallDependency, CallStart};
use crate::wire::SequenceNumber;

/// How long a call waits for answers that may be in flight behind it.
const ANSWERS: Duration = Duration::from_secs(1);
/// How long callbacks wait behind one without an answer. Some callbacks never get one: their methods threw.
pub(super) const BEHIND: Duration = Duration::from_secs(1);

/// A callback that takes effect with its answer.
#[derive(Clone, Copy, Debug)]
struct AwaitedCallback {
    /// Its number at the member.
    id: u64,
    number: SequenceNumber,
    /// The callback before it.
    before: SequenceNumber,
    since: Duration,
}

/// Answered callbacks.
#[derive(Debug)]
pub(super) struct Answers {
    /// The newest callback sent.
    sent: SequenceNumber,
    /// The one before that.
    sent_before: SequenceNumber,
    /// The newest callback answered. Clients answer in order, so that all before it are over.
    answered: SequenceNumber,
    awaited: Option<AwaitedCallback>,
    /// A call waits for an answer until then.
    call_until: Option<Duration>,
    /// A call has waited without success: no other waits until an answer arrives.
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

    /// Whether this callback is the one awaited.
    pub(super) fn awaits(&self, id: u64) -> bool {
        self.awaited.is_some_and(|awaited| awaited.id == id)
    }

    /// The callback sent last takes effect when it is answered. One awaited before has taken effect.
    pub(super) fn await_last(&mut self, id: u64, now: Duration) {
        self.awaited = Some(AwaitedCallback {
            id,
            number: self.sent,
            before: self.sent_before,
            since: now,
        });
        self.call_until = None;
        self.in_vain = false;
    }

    /// No callback waits for its answer.
    pub(super) fn await_none(&mut self) {
        self.awaited = None;
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

    /// The wait is over, if the client has answered the callback that is awaited; whether it is.
    pub(super) fn take(&mut self) -> bool {
        let over = self.awaited.is_some_and(|a| self.reached(a.number));
        if over {
            self.end();
        }
        over
    }

    fn end(&mut self) {
        self.awaited = None;
        self.call_until = None;
    }

    /// When a call may be carried out that depends so on the callback awaited.
    pub(super) fn begin(
        &mut self,
        depends: Option<CallDependency>,
        calls_in_callbacks: bool,
        now: Duration,
    ) -> CallStart {
        let (Some(awaited), Some(depends)) = (self.awaited, depends) else {
            return CallStart::Now;
        };
        // All before it are over: the call can come from inside it. To be wrong about a message does not matter.
        let begun = match depends {
            CallDependency::State => self.reached(awaited.before),
            CallDependency::Stamp => true,
            CallDependency::Before => false,
        };
        if begun && calls_in_callbacks {
            self.end();
            return CallStart::InEffect;
        }
        // A federate may well do these again and again before it evokes anything.
        let often = calls_in_callbacks || depends != CallDependency::State;
        match self.call_until {
            None if self.in_vain && often => CallStart::Now,
            None => {
                self.call_until = Some(now.saturating_add(ANSWERS));
                CallStart::Later
            }
            Some(until) if now < until => CallStart::Later,
            Some(_) => {
                self.call_until = None;
                self.in_vain = true;
                CallStart::Now
            }
        }
    }

    /// When something is to be done though no answer has come. `behind`: callbacks that wait behind the one awaited.
    /// `can_call`: calls are carried out at the moment.
    pub(super) fn deadline(&self, behind: usize, can_call: bool) -> Option<Duration> {
        let awaited = self.awaited?;
        let others = (behind > 0).then(|| awaited.since.saturating_add(BEHIND));
        let of_call = self.call_until.filter(|_| can_call);
        of_call.into_iter().chain(others).min()
    }

    /// The wait is over, if callbacks have waited behind the one awaited for long enough; whether it is.
    pub(super) fn give_up(&mut self, behind: usize, now: Duration) -> bool {
        let over = behind > 0
            && self
                .awaited
                .is_some_and(|awaited| awaited.since.saturating_add(BEHIND) <= now);
        if over {
            self.end();
        }
        over
    }
}
