//! What becomes of the calls and callbacks of a session, in which order, and when it is over.
//!
//! A [`Course`] owns the [`Session`] and the calls that wait. Whoever runs it gives it the frames that have come, carries
//! out the calls that [`Course::next_call`] gives, has the member's callbacks sent, and does what
//! [`Course::overdue`] says. `hyla-fedpro` runs it over sockets, `hyla-sim` over simulated wires.
//!
//! ```
//! use std::time::Duration;
//!
//! use bytes::Bytes;
//! use hyla_fedpro_session::course::{Begin, Course, Taken};
//! use hyla_fedpro_session::session::{Limits, Session};
//! use hyla_fedpro_session::wire::{Frame, Header, MessageType, SequenceNumber};
//!
//! let now = Duration::ZERO;
//! let mut course = Course::new(Session::new(7, Limits::default(), now), true);
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
//! assert_eq!(course.take(call, now), Ok(Taken::Call));
//! let (number, call) = course.next_call().expect("a call");
//! assert_eq!(call, Ok(Bytes::from_static(b"a call")));
//! assert_eq!(course.begin(None, now), Begin::Now);
//! course.session.answer(number, b"its answer".as_slice()).expect("it is due");
//! ```
mod answers;

use std::collections::VecDeque;
use std::time::Duration;

use bytes::Bytes;

use crate::Written;
use crate::session::{Expiry, Incoming, Room, SendError, Session, SessionError};
use crate::wire::{Frame, SequenceNumber, WireError};
use answers::Answers;

/// How a call depends on a callback that changes what the federate may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dependence {
    /// It is refused, or answered otherwise, before the federate has had the callback.
    State,
    /// A message with a time: what may be sent before the callback may be sent after it, too.
    Stamp,
}

/// When a call is carried out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[must_use]
pub enum Begin {
    /// At once.
    Now,
    /// At once, after the callback that waits for its answer has taken effect.
    InEffect,
    /// When an answer has come, or its time is over ([`Course::answer_deadline`]).
    Later,
}

/// What a frame was.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Taken {
    /// A call, which waits for its turn.
    Call,
    /// The farewell: nothing more comes, and the calls that wait are the last.
    Farewell,
    /// Nothing to be carried out.
    Nothing,
}

/// Whether a callback has to reach the client.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Urgency {
    /// It has to.
    Needed,
    /// It was sent with best effort and is received in the order of arrival: where the client cannot
    /// keep up, it may be dropped.
    Droppable,
}

/// What has lasted too long, and what is due.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Overdue {
    /// Close the connection and call [`Session::dropped`], since the client may not know of it: it may come back.
    Cut(Expiry),
    /// The client is lost: its federate leaves.
    Lost(Expiry),
}

/// A call with its number; of one that was too large only what is wrong with it.
pub type Call = (SequenceNumber, Result<Bytes, WireError>);

/// The calls and callbacks of a session.
#[derive(Debug)]
pub struct Course {
    /// The session: what is written, read and kept.
    pub session: Session,
    calls: VecDeque<Call>,
    answers: Answers,
    /// The client has said farewell.
    leaving: bool,
    /// The client was disconnected because it took nothing, and has not taken everything since.
    has_stalled: bool,
    calls_in_callbacks: bool,
}

impl Course {
    /// The course of a session that has just begun. `calls_in_callbacks`: clients may call from inside callbacks
    /// (decision 29).
    #[must_use]
    pub fn new(session: Session, calls_in_callbacks: bool) -> Self {
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
    /// [`SessionError`]: close the connection and call [`Session::dropped`]. The frame changed nothing.
    pub fn take(&mut self, frame: Frame, now: Duration) -> Result<Taken, SessionError> {
        self.take_with(frame, now, Ok)
    }

    /// The same; `keep` says what is kept of the payload of a call until its turn.
    ///
    /// # Errors
    /// As [`Self::take`].
    pub fn take_with(
        &mut self,
        frame: Frame,
        now: Duration,
        keep: impl FnOnce(Bytes) -> Result<Bytes, WireError>,
    ) -> Result<Taken, SessionError> {
        Ok(match self.session.receive(frame, now)? {
            Incoming::Call { number, payload } => {
                self.calls.push_back((number, keep(payload)));
                Taken::Call
            }
            Incoming::Terminate => {
                self.leaving = true;
                Taken::Farewell
            }
            // Nothing waits for it without limit: some callbacks never get an answer.
            Incoming::CallbackAnswer { call_back, .. } => {
                self.answers.answered(call_back);
                Taken::Nothing
            }
            Incoming::Nothing => Taken::Nothing,
        })
    }

    /// Calls that wait for their turn.
    #[must_use]
    pub fn waiting_calls(&self) -> usize {
        self.calls.len()
    }

    /// Whether the client has said farewell.
    #[must_use]
    pub fn is_leaving(&self) -> bool {
        self.leaving
    }

    /// The next call, if one may be carried out: none while there is no room for what comes of it. A farewell waits for
    /// the calls before it, whatever else.
    pub fn next_call(&mut self) -> Option<Call> {
        if !self.leaving && self.session.room() == Room::Full {
            return None;
        }
        self.calls.pop_front()
    }

    /// The call that was taken last has to wait: it is the next one again.
    pub fn put_back(&mut self, call: Call) {
        self.calls.push_front(call);
    }

    /// When a call may be carried out that depends so on the callback awaited ([`Self::turned`]).
    pub fn begin(&mut self, depends: Option<Dependence>, now: Duration) -> Begin {
        if self.leaving {
            return Begin::Now;
        }
        self.answers.begin(depends, self.calls_in_callbacks, now)
    }

    /// Calls the federate back; `Ok(None)` if the callback is left out, since there is little room.
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

    /// The member has had a turn. `unanswered`: the last callback of it takes effect when it is answered. `sent`: that
    /// callback went to the client. `true` if it takes effect now, as nobody will answer it.
    #[must_use]
    pub fn turned(&mut self, unanswered: bool, sent: bool, now: Duration) -> bool {
        match (unanswered, sent) {
            (false, _) => self.answers.await_none(),
            (true, true) => self.answers.await_last(now),
            (true, false) => return true,
        }
        false
    }

    /// Whether the callback awaited has been answered: it takes effect.
    #[must_use]
    pub fn take_answers(&mut self) -> bool {
        self.answers.take()
    }

    /// Whether the callback awaited takes effect without an answer, since so many others have waited `behind` it for
    /// long enough.
    #[must_use]
    pub fn give_up_answer(&mut self, behind: usize, now: Duration) -> bool {
        self.answers.give_up(behind, now)
    }

    /// How long others wait behind a callback without an answer.
    pub const BEHIND: Duration = answers::BEHIND;

    /// When something is to be done though no answer has come; `behind` as for [`Self::give_up_answer`].
    #[must_use]
    pub fn answer_deadline(&self, behind: usize) -> Option<Duration> {
        self.answers.deadline(behind)
    }

    /// The connection has taken so many bytes of the output.
    pub fn written(&mut self, bytes: usize, now: Duration) {
        self.session.written(bytes, now);
        self.has_stalled &= self.session.waiting().bytes > 0;
    }

    /// What has lasted too long ([`Session::expired`]): a client that stalls is disconnected once, and lost when it
    /// stalls again.
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
