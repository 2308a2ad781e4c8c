use std::time::Duration;

use bytes::Bytes;

#[cfg(doc)]
use super::ClientSession;
use crate::wire::SequenceNumber;

/// A message from the client.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReceivedMessage {
    /// A call: execute it after those before it and answer it once with [`ClientSession::answer`].
    Call {
        /// Its number.
        number: SequenceNumber,
        /// A `CallRequest`.
        payload: Bytes,
    },
    /// The answer to a callback. Some callbacks never get one.
    CallbackAnswer {
        /// The number of the callback, not verified.
        call_back: SequenceNumber,
        /// A `CallbackResponse`.
        payload: Bytes,
    },
    /// Termination request: disconnect the federate if it is connected, then [`ClientSession::terminated`].
    Terminate,
    /// Nothing to do.
    Nothing,
}

/// Room in the output queue.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Room {
    /// Room for everything.
    Free,
    /// No room for best effort: drop it.
    Tight,
    /// No room: take no callback from the member, execute no call.
    Full,
}

/// Whether to read from the client.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reading {
    /// At once.
    Now,
    /// Not before this time: the client exceeds its call rate.
    NotBefore(Duration),
    /// After answers: too many calls wait.
    WhenAnswered,
}

/// How a connection ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cut {
    /// Closed by the client, or by the server with the client able to notice: a client that resumes does so at once.
    Closed,
    /// The client may not have noticed.
    Silent,
}

/// A timeout of a session.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Expiry {
    /// The client was silent for too long: close its connection, it may resume.
    Silent,
    /// The client did not read for too long: close its connection, it may resume.
    Stalled,
    /// The client did not resume in time: the session is over, the federate is lost.
    Abandoned,
    /// The client is disconnected, and its output queue has exerted back-pressure for as long as a stalled client may:
    /// the session is over, the federate is lost.
    InTheWay,
}

/// Counters of a session.
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
