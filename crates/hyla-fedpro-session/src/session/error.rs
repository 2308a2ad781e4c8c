use crate::wire::{MessageType, SequenceNumber};

/// A client's violation of the protocol.
///
/// The answer to each is to close the connection: every message that the protocol has for a server
/// to send would be misunderstood. The session stays and may be resumed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SessionError {
    /// A message of a type that only servers send, or that has no place here.
    #[error("unexpected message {0:?}")]
    Misplaced(MessageType),
    /// A message of another session.
    #[error("a message of another session")]
    OtherSession,
    /// A message without a number.
    #[error("a message {0:?} without a sequence number")]
    NoNumber(MessageType),
    /// A payload that is shorter or longer than messages of its type have.
    #[error("{actual} bytes of payload in a message {kind:?}")]
    PayloadLength {
        /// Type of the message.
        kind: MessageType,
        /// Length of its payload.
        actual: usize,
    },
    /// The client acknowledges what it cannot have received.
    #[error("message {acknowledged} is acknowledged, but the newest message sent is {newest}")]
    NotSent {
        /// The acknowledged number.
        acknowledged: SequenceNumber,
        /// The newest message that has been handed out.
        newest: SequenceNumber,
    },
    /// A message while the session has no connection, or after its end.
    #[error("a message for a session that is not connected")]
    NotConnected,
}

/// Why an answer or a callback was not sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SendError {
    /// The call was never made, or has its answer: another one would deafen the client.
    #[error("call {0} is not waiting for an answer")]
    NotDue(SequenceNumber),
    /// More than clients can take in one message. A call still waits for its answer.
    #[error("a message of {0} bytes is larger than clients accept")]
    TooLarge(usize),
    /// The session is over.
    #[error("the session is over")]
    Over,
}
