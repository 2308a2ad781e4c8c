use std::time::Duration;

use bytes::Bytes;

#[cfg(doc)]
use super::Session;
use crate::wire::SequenceNumber;

/// What a frame of the client asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Incoming {
    /// A call, to be carried out after those before it and answered once with [`Session::answer`].
    Call {
        /// Its number.
        number: SequenceNumber,
        /// A `CallRequest`.
        payload: Bytes,
    },
    /// The answer to a callback. Nothing may depend on it: some callbacks never get one.
    CallbackAnswer {
        /// The number of the callback, as far as the client is to be believed.
        call_back: SequenceNumber,
        /// A `CallbackResponse`.
        payload: Bytes,
    },
    /// The end: disconnect the federate if it is connected, then [`Session::terminated`].
    Terminate,
    /// Nothing more.
    Nothing,
}

/// Whether more may be made for the client.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Room {
    /// Anything.
    Free,
    /// No best-effort update or interaction: drop them.
    Tight,
    /// Nothing: take no callback from the member, carry out no call.
    Full,
}

/// Whether more may be read from the client.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reading {
    /// At once.
    Now,
    /// Not before this moment: the client calls faster than it may.
    NotBefore(Duration),
    /// When calls have been answered: those that wait are too many.
    WhenAnswered,
}

/// How a connection ended, as far as the server can tell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cut {
    /// The client's side closed it, or the server did and the client is there to notice: a client that wants to
    /// come back tries at once.
    Closed,
    /// The client may not know of it yet.
    Silent,
}

/// What is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Expiry {
    /// Nothing came from the client for too long: close its connection, it may resume.
    Silent,
    /// The client took nothing of what waits for it for too long: close its connection, it may
    /// resume.
    Stalled,
    /// The client did not come back: the session is over, the federate is lost.
    Abandoned,
    /// The client is away, and what waits for it has held up others for as long as a client that
    /// stalls may: the session is over, the federate is lost.
    InTheWay,
}

/// What a session has done so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Counts {
    /// Calls received.
    pub calls: u64,
    /// Callbacks sent.
    pub callbacks: u64,
    /// Heartbeats answered.
    pub heartbeats: u64,
    /// Messages dropped because they had been received before.
    pub duplicates: u64,
    /// Messages forgotten before the client acknowledged them.
    pub forgotten: u64,
    /// Connections after the first.
    pub resumes: u64,
}
