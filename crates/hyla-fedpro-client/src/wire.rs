//! Frames: 24 bytes of header, all numbers big-endian, and a payload.

/// Marks the absence of a sequence number.
pub const NO_NUMBER: i32 = i32::MIN;

/// Bytes of a header.
const HEADER: usize = 24;

/// Types of messages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the protocol's names")]
pub enum Kind {
    NewSession = 1,
    NewSessionStatus = 2,
    Heartbeat = 3,
    HeartbeatResponse = 4,
    TerminateSession = 5,
    SessionTerminated = 6,
    ResumeRequest = 10,
    ResumeStatus = 11,
    CallRequest = 20,
    CallResponse = 21,
    CallbackRequest = 22,
    CallbackResponse = 23,
}

impl Kind {
    fn of(number: u32) -> Option<Self> {
        let all = [
            Self::NewSession,
            Self::NewSessionStatus,
            Self::Heartbeat,
            Self::HeartbeatResponse,
            Self::TerminateSession,
            Self::SessionTerminated,
            Self::ResumeRequest,
            Self::ResumeStatus,
            Self::CallRequest,
            Self::CallResponse,
            Self::CallbackRequest,
            Self::CallbackResponse,
        ];
        all.into_iter().find(|kind| *kind as u32 == number)
    }
}

/// A message as it came.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frame {
    /// Its type.
    pub kind: Kind,
    /// Its sequence number.
    pub number: i32,
    /// The session's.
    pub session: u64,
    /// The newest message of calls and callbacks that the other end had taken.
    pub last_received: i32,
    /// The bytes behind the header.
    pub payload: Vec<u8>,
}

/// A message as it travels.
#[must_use]
pub fn frame(kind: Kind, number: i32, session: u64, last_received: i32, payload: &[u8]) -> Vec<u8> {
    let size = u32::try_from(HEADER + payload.len()).unwrap_or(u32::MAX);
    let mut bytes = Vec::with_capacity(HEADER + payload.len());
    bytes.extend(size.to_be_bytes());
    bytes.extend(number.to_be_bytes());
    bytes.extend(session.to_be_bytes());
    bytes.extend(last_received.to_be_bytes());
    bytes.extend((kind as u32).to_be_bytes());
    bytes.extend(payload);
    bytes
}

/// The first message of `bytes` and its length, if it is all there.
///
/// # Errors
/// The defect, in words.
pub fn split(bytes: &[u8]) -> Result<Option<(Frame, usize)>, String> {
    let Some(header) = bytes.get(..HEADER) else {
        return Ok(None);
    };
    let word = |at: usize| {
        let mut word = [0; 4];
        word.copy_from_slice(&header[at..at + 4]);
        u32::from_be_bytes(word)
    };
    let size = word(0) as usize;
    if size < HEADER {
        return Err(format!("a message of {size} bytes"));
    }
    let Some(payload) = bytes.get(HEADER..size) else {
        return Ok(None);
    };
    let kind = Kind::of(word(20)).ok_or_else(|| format!("unknown message type {}", word(20)))?;
    let frame = Frame {
        kind,
        number: word(4).cast_signed(),
        session: (u64::from(word(8)) << 32) | u64::from(word(12)),
        last_received: word(16).cast_signed(),
        payload: payload.to_vec(),
    };
    Ok(Some((frame, size)))
}
