//! Order of the calls and callbacks of a client session, and its end.
//!
//! A [`CallOrder`] owns the [`ClientSession`] and the waiting calls. Its driver passes received frames to it, executes
//! the calls from [`CallOrder::next_call`], sends the member's callbacks, and acts on [`CallOrder::overdue`].
//! `hyla-fedpro` drives it over sockets, `hyla-sim` over simulated connections.
//!
//! ```
//! use std::time::Duration;
//!
//! use bytes::Bytes;
//! use hyla_fedpro_session::call_order::{CallStart, CallOrder, ReceivedFrame};
//! use hyla_fedpro_session::session::{Limits, ClientSession};
//! use hyla_fedpro_session::wire::{Frame, Header, MessageType, SequenceNumber};
//!
//! let now = Duration::ZERO;
//! let mut call_order = CallOrder::new(ClientSession::new(7, Limits::default(), now), true);
//! let call = Frame {
//!     header: Header {
//!         sequence: SequenceNumber::FIRST,
//!         session: 7,
//!         last_received: SequenceNumber::NONE,
//!         kind: MessageType::CallRequest,
//!     },
//!     payload: Bytes::from_static(b"a call"),
//! };
//!
//! assert_eq!(call_order.take(call, now), Ok(ReceivedFrame::Call));
//! let (number, call) = call_order.next_call().expect("a call");
//! assert_eq!(call, Ok(Bytes::from_static(b"a call")));
//! assert_eq!(call_order.begin(None, now), CallStart::Now);
//! call_order.session.answer(number, b"its answer".as_slice()).expect("it is due");
//! ```
mod answers;

use std::collections::VecDeque;
use std::time::Duration;

use bytes::Bytes;

use crate::Written;
use crate::session::{ClientSession, Expiry, ReceivedMessage, Room, SendError, SessionError};
use crate::wire::{Frame, SequenceNumber, WireError};
use answers::Answers;

/// How a call depends on a callback that changes the federate's state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CallDependency {
    /// Before the callback takes effect, the call is refused or has another result than after it.
    State,
    /// The call sends a message with a time stamp. If it is allowed before the callback, it is allowed after it.
    Stamp,
    /// The call is refused once the callback has taken effect. It is therefore not taken for a call from inside the
    /// callback: a correct federate makes it before.
    Before,
}

/// When a call is executed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[must_use]
pub enum CallStart {
    /// At once.
    Now,
    /// At once, after the awaited callback has taken effect.
    InEffect,
    /// After an answer, or at [`CallOrder::answer_deadline`].
    Later,
}

/// Kind of a received frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReceivedFrame {
    /// A call; it is queued.
    Call,
    /// The termination request: queued calls are the last.
    Farewell,
    /// Nothing to execute.
    Nothing,
}

/// Whether a callback may be dropped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Urgency {
    /// The callback must reach the client.
    Needed,
    /// Best effort in receive order: dropped if the client does not keep up.
    Droppable,
}

/// A timeout, and its consequence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Overdue {
    /// Close the connection and call [`ClientSession::dropped`], since the client may not know of it: it may come back.
    Cut(Expiry),
    /// The client is lost: its federate leaves.
    Lost(Expiry),
}

/// A call with its number; for a too large call, the error.
pub type Call = (SequenceNumber, Result<Bytes, WireError>);

/// Queued calls and awaited callbacks of a client session.
#[derive(Debug)]
pub struct CallOrder {
    /// The session: input, output and history.
    pub session: ClientSession,
    calls: VecDeque<Call>,
    answers: Answers,
    /// The client has requested termination.
    leaving: bool,
    /// The client was disconnected for not reading, and has not caught up since.
    has_stalled: bool,
    calls_in_callbacks: bool,
}

impl CallOrder {
    /// Order of calls of a new session. `calls_in_callbacks`: clients may call from inside callbacks (decision 29).
    #[must_use]
    pub fn new(session: ClientSession, calls_in_callbacks: bool) -> Self {
        Self {
            session,
            calls: VecDeque::new(),
            answers: Answers::default(),
            leaving: false,
            has_stalled: false,
            calls_in_callbacks,
        }
    }

    /// Takes a frame of the client.
    ///
    /// # Errors
    /// [`SessionError`]: close the connection and call [`ClientSession::dropped`]. The frame changed nothing.
    pub fn take(&mut self, frame: Frame, now: Duration) -> Result<ReceivedFrame, SessionError> {
        self.take_with(frame, now, Ok)
    }

    /// The same; `keep` transforms the payload of a queued call.
    ///
    /// # Errors
    /// As [`Self::take`].
    pub fn take_with(
        &mut self,
        frame: Frame,
        now: Duration,
        keep: impl FnOnce(Bytes) -> Result<Bytes, WireError>,
    ) -> Result<ReceivedFrame, SessionError> {
        Ok(match self.session.receive(frame, now)? {
            ReceivedMessage::Call { number, payload } => {
                self.calls.push_back((number, keep(payload)));
                ReceivedFrame::Call
            }
            ReceivedMessage::Terminate => {
                self.leaving = true;
                ReceivedFrame::Farewell
            }
            // No wait for it is unlimited: some callbacks never get an answer.
            ReceivedMessage::CallbackAnswer { call_back, .. } => {
                self.answers.answered(call_back);
                ReceivedFrame::Nothing
            }
            ReceivedMessage::Nothing => ReceivedFrame::Nothing,
        })
    }

    /// Number of queued calls.
    #[must_use]
    pub fn waiting_calls(&self) -> usize {
        self.calls.len()
    }

    /// Whether the client has requested termination.
    #[must_use]
    pub fn is_leaving(&self) -> bool {
        self.leaving
    }

    /// The next call; `None` while there is no room for its output. After a termination request, all queued calls are
    /// returned.
    pub fn next_call(&mut self) -> Option<Call> {
        if !self.leaving && self.session.room() == Room::Full {
            return None;
        }
        self.calls.pop_front()
    }

    /// Puts the last call back to the front of the queue.
    pub fn put_back(&mut self, call: Call) {
        self.calls.push_front(call);
    }

    /// When a call may be executed that depends so on the awaited callback ([`Self::turned`]).
    pub fn begin(&mut self, depends: Option<CallDependency>, now: Duration) -> CallStart {
        if self.leaving {
            return CallStart::Now;
        }
        self.answers.begin(depends, self.calls_in_callbacks, now)
    }

    /// Sends a callback; `Ok(None)` if it is dropped for lack of room.
    ///
    /// # Errors
    /// [`SendError`]; nothing was sent.
    pub fn call_back(
        &mut self,
        callback: &(impl Written + ?Sized),
        urgency: Urgency,
    ) -> Result<Option<SequenceNumber>, SendError> {
        if urgency == Urgency::Droppable && self.session.room() != Room::Free {
            return Ok(None);
        }
        let number = self.session.call_back(callback)?;
        self.answers.sent(number);
        Ok(Some(number))
    }

    /// Call this after a turn of the member. `unanswered`: the member's number of the callback that takes effect with its
    /// answer, either that of an earlier turn or the last one of this turn. `sent`: the last callback was sent. `true` if it
    /// takes effect now, since it will not be answered.
    #[must_use]
    pub fn turned(&mut self, unanswered: Option<u64>, sent: bool, now: Duration) -> bool {
        match unanswered {
            None => self.answers.await_none(),
            Some(id) if self.answers.awaits(id) => {}
            Some(id) if sent => self.answers.await_last(id, now),
            Some(_) => return true,
        }
        false
    }

    /// Whether the awaited callback has been answered, so that it takes effect.
    #[must_use]
    pub fn take_answers(&mut self) -> bool {
        self.answers.take()
    }

    /// Whether the awaited callback takes effect without an answer: `behind` others have waited for [`Self::BEHIND`].
    #[must_use]
    pub fn give_up_answer(&mut self, behind: usize, now: Duration) -> bool {
        self.answers.give_up(behind, now)
    }

    /// How long callbacks wait behind one without an answer.
    pub const BEHIND: Duration = answers::BEHIND;

    /// Deadline without an answer; `behind` as for [`Self::give_up_answer`]. `can_call`: nothing else keeps calls from
    /// being carried out. Otherwise the deadline of a call that waits for an answer does not count: nothing could be done then.
    #[must_use]
    pub fn answer_deadline(&self, behind: usize, can_call: bool) -> Option<Duration> {
        self.answers.deadline(behind, can_call)
    }

    /// Records bytes written to the connection.
    pub fn written(&mut self, bytes: usize, now: Duration) {
        self.session.written(bytes, now);
        self.has_stalled &= self.session.waiting().bytes > 0;
    }

    /// Checks timeouts ([`ClientSession::expired`]): a client that stalls is disconnected once, and lost when it stalls
    /// again.
    pub fn overdue(&mut self, now: Duration) -> Option<Overdue> {
        let expiry = self.session.expired(now)?;
        Some(match expiry {
            Expiry::Silent => Overdue::Cut(expiry),
            Expiry::Stalled if !self.has_stalled => {
                self.has_stalled = true;
                Overdue::Cut(expiry)
            }
            Expiry::Stalled | Expiry::InTheWay | Expiry::Abandoned => Overdue::Lost(expiry),
        })
    }
}

#[cfg(test)]
mod tests;
