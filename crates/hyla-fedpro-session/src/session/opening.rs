//! The first frame of a connection, and answers for which there is no session.

use bytes::{Buf, BufMut, Bytes, BytesMut};

use super::SessionError;
use crate::wire::{Frame, HEADER_BYTES, Header, MessageType, SequenceNumber};

/// The version of the protocol that is spoken here.
pub const PROTOCOL_VERSION: i32 = 1;

/// Bytes of the longest first frame of a connection, which is a resume request.
pub const MAX_OPENING_BYTES: usize = HEADER_BYTES + 8;

/// Purpose of a connection, from its first frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Opening {
    /// A new session.
    New,
    /// A new session in a version of the protocol that is not spoken here: to be answered with
    /// [`NewSessionRefusal::UnsupportedVersion`].
    UnsupportedVersion(i32),
    /// One more connection for a session.
    Resume(ResumeRequest),
}

impl Opening {
    /// Reads the first frame of a connection.
    ///
    /// # Errors
    /// [`SessionError`] if a connection cannot begin so: it is to be closed without an answer.
    pub fn parse(frame: &Frame) -> Result<Self, SessionError> {
        let (kind, mut payload) = (frame.header.kind, &frame.payload[..]);
        let wanted = match kind {
            MessageType::NewSession => 4,
            MessageType::ResumeRequest => 8,
            _ => return Err(SessionError::Misplaced(kind)),
        };
        if payload.len() != wanted {
            return Err(SessionError::PayloadLength {
                kind,
                actual: payload.len(),
            });
        }
        if kind == MessageType::ResumeRequest {
            // Its own number means nothing: clients send none, since it takes none.
            return Ok(Self::Resume(ResumeRequest {
                session: frame.header.session,
                last_received: SequenceNumber::from_wire(payload.get_i32()),
                oldest_kept: SequenceNumber::from_wire(payload.get_i32()),
            }));
        }
        if !frame.header.sequence.is_valid() {
            return Err(SessionError::NoNumber(kind));
        }
        if frame.header.session != 0 {
            return Err(SessionError::OtherSession);
        }
        Ok(match payload.get_i32() {
            PROTOCOL_VERSION => Self::New,
            version => Self::UnsupportedVersion(version),
        })
    }
}

/// A client asks to go on with its session.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ResumeRequest {
    /// Number of the session, which suffices to resume it.
    pub session: u64,
    /// The newest message of HLA that the client has received.
    pub last_received: SequenceNumber,
    /// The oldest message of HLA that the client can send again.
    pub oldest_kept: SequenceNumber,
}

/// Why a session is not started; the numbers are the protocol's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[repr(i32)]
pub enum NewSessionRefusal {
    /// The client speaks another version of the protocol.
    #[error("unsupported version of the protocol")]
    UnsupportedVersion = 1,
    /// The server can serve no more sessions.
    #[error("out of resources")]
    OutOfResources = 2,
    /// Anything else.
    #[error("refused")]
    Other = 99,
}

/// Why a session is not resumed; the numbers are the protocol's. The client then gives it up and
/// notifies its federate that the connection is lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[repr(i32)]
pub enum ResumeRefusal {
    /// There is no such session, or no longer.
    #[error("no such session")]
    InvalidSession = 1,
    /// One of the two sides no longer has a message that the other has not received.
    #[error("not enough buffered messages")]
    NotEnoughMessages = 2,
    /// Anything else.
    #[error("refused")]
    Other = 99,
}

/// The frame that refuses a new session; the connection is to be closed behind it.
#[must_use]
pub fn new_session_refused(reason: NewSessionRefusal) -> Bytes {
    let header = Header {
        sequence: SequenceNumber::FIRST,
        session: 0,
        last_received: SequenceNumber::NONE,
        kind: MessageType::NewSessionStatus,
    };
    control(header, &[reason as i32])
}

/// The frame that refuses to resume this session; the connection is to be closed behind it.
#[must_use]
pub fn resume_refused(session: u64, reason: ResumeRefusal) -> Bytes {
    let header = Header {
        sequence: SequenceNumber::FIRST,
        session,
        last_received: SequenceNumber::NONE,
        kind: MessageType::ResumeStatus,
    };
    control(header, &[reason as i32, SequenceNumber::NONE.to_wire()])
}

/// A control message with these numbers for payload: clients read exactly as many as they expect.
pub(super) fn control(header: Header, payload: &[i32]) -> Bytes {
    let length = 4 * payload.len();
    let mut out = BytesMut::with_capacity(HEADER_BYTES + length);
    header.put(length, &mut out);
    for value in payload {
        out.put_i32(*value);
    }
    out.freeze()
}
