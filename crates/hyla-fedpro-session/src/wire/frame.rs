use bytes::{Buf, BufMut, Bytes, BytesMut};

use super::{SequenceNumber, WireError};

/// Bytes of a [`Header`] on the wire.
pub const HEADER_BYTES: usize = 24;
/// The largest message that clients can take: they count its bytes in 31 bits.
pub const MAX_PACKET_BYTES: usize = i32::MAX as usize;

/// Kind of the message in a frame; numbers below 20 are control messages.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u32)]
pub enum MessageType {
    /// The client starts a session; payload: version of the protocol.
    NewSession = 1,
    /// The server's answer to it; payload: reason, 0 for success.
    NewSessionStatus = 2,
    /// The client is alive and has nothing to say.
    Heartbeat = 3,
    /// The server's answer to it; payload: number of the heartbeat.
    HeartbeatResponse = 4,
    /// The client ends its session.
    TerminateSession = 5,
    /// The server's answer to it, and the last message of a session.
    SessionTerminated = 6,
    /// The client goes on with its session on a new connection; payload: the newest message that
    /// it received, the oldest one that it can still send again.
    ResumeRequest = 10,
    /// The server's answer to it; payload: status, newest message that the server received.
    ResumeStatus = 11,
    /// The client calls a service; payload: `CallRequest`.
    CallRequest = 20,
    /// The server's answer to it; payload: number of the call, `CallResponse`.
    CallResponse = 21,
    /// The server calls the federate back; payload: `CallbackRequest`.
    CallbackRequest = 22,
    /// The client's answer to it; payload: number of the callback, `CallbackResponse`.
    CallbackResponse = 23,
}

impl MessageType {
    /// The type with this number on the wire, if there is one.
    #[must_use]
    pub const fn from_wire(value: u32) -> Option<Self> {
        Some(match value {
            1 => Self::NewSession,
            2 => Self::NewSessionStatus,
            3 => Self::Heartbeat,
            4 => Self::HeartbeatResponse,
            5 => Self::TerminateSession,
            6 => Self::SessionTerminated,
            10 => Self::ResumeRequest,
            11 => Self::ResumeStatus,
            20 => Self::CallRequest,
            21 => Self::CallResponse,
            22 => Self::CallbackRequest,
            23 => Self::CallbackResponse,
            _ => return None,
        })
    }

    /// Whether this is a message of HLA: these are kept for a resume and count as received;
    /// control messages neither.
    #[must_use]
    pub const fn is_hla(self) -> bool {
        self as u32 >= 20
    }
}

/// Header before the payload of each message, all of it big-endian:
///
/// ```text
///  0        4        8                 16              20       24
///  +--------+--------+-----------------+---------------+--------+---------
///  | packet | number |   session id    | last received |  type  | payload
///  |  size  |        |                 |               |        |
///  +--------+--------+-----------------+---------------+--------+---------
/// ```
///
/// The packet size counts header and payload.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Header {
    /// Number of the message.
    pub sequence: SequenceNumber,
    /// The session that the message belongs to; 0 before there is one.
    pub session: u64,
    /// Newest message of HLA that the sender has received.
    pub last_received: SequenceNumber,
    /// Kind of the payload.
    pub kind: MessageType,
}

impl Header {
    /// Writes the header of a message with `payload` bytes of payload, which are to follow.
    pub fn put(&self, payload: usize, out: &mut BytesMut) {
        debug_assert!(payload <= MAX_PACKET_BYTES - HEADER_BYTES);
        out.put_u32((HEADER_BYTES + payload) as u32);
        out.put_i32(self.sequence.to_wire());
        out.put_u64(self.session);
        out.put_i32(self.last_received.to_wire());
        out.put_u32(self.kind as u32);
    }

    /// The packet size and the header in these bytes.
    ///
    /// # Errors
    /// [`WireError::UnknownType`].
    pub(super) fn parse(bytes: &[u8; HEADER_BYTES]) -> Result<Self, WireError> {
        let mut bytes = &bytes[..];
        bytes.advance(4);
        let sequence = SequenceNumber::from_wire(bytes.get_i32());
        let session = bytes.get_u64();
        let last_received = SequenceNumber::from_wire(bytes.get_i32());
        let kind = bytes.get_u32();
        Ok(Self {
            sequence,
            session,
            last_received,
            kind: MessageType::from_wire(kind).ok_or(WireError::UnknownType(kind))?,
        })
    }
}

/// One message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frame {
    /// Header before the payload.
    pub header: Header,
    /// Content of the message. It shares the buffer that it was read into: a small part kept for long
    /// keeps all of that buffer.
    pub payload: Bytes,
}

impl Frame {
    /// The frame as it goes over the wire. For what goes out often, encode the payload behind
    /// [`Header::put`] instead: that saves a copy.
    #[must_use]
    pub fn encode(&self) -> Bytes {
        let mut out = BytesMut::with_capacity(HEADER_BYTES + self.payload.len());
        self.header.put(self.payload.len(), &mut out);
        out.put_slice(&self.payload);
        out.freeze()
    }

    /// A number with which the payload begins, as the answers' payloads do; the rest remains.
    #[must_use]
    pub fn take_number(&mut self) -> Option<SequenceNumber> {
        let value = self.payload.try_get_i32().ok()?;
        Some(SequenceNumber::from_wire(value))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_frame_is_laid_out_as_the_protocol_says() {
        let frame = Frame {
            header: Header {
                sequence: SequenceNumber::from_wire(0x0102_0304),
                session: 0x1112_1314_1516_1718,
                last_received: SequenceNumber::NONE,
                kind: MessageType::CallResponse,
            },
            payload: Bytes::from_static(b"\0\0\0\x07abc"),
        };

        let mut expected = vec![0, 0, 0, 31, 1, 2, 3, 4];
        expected.extend([0x11, 0x12, 0x13, 0x14, 0x15, 0x16, 0x17, 0x18]);
        expected.extend([0x80, 0, 0, 0, 0, 0, 0, 21]);
        expected.extend(b"\0\0\0\x07abc");
        assert_eq!(frame.encode(), expected);
    }

    #[test]
    fn types_are_those_of_the_protocol_and_no_other() {
        let known: Vec<u32> = (0..1000)
            .filter(|value| MessageType::from_wire(*value).is_some())
            .collect();
        assert_eq!(known, [1, 2, 3, 4, 5, 6, 10, 11, 20, 21, 22, 23]);
        for value in known {
            let kind = MessageType::from_wire(value).unwrap();
            assert_eq!(kind as u32, value);
            assert_eq!(kind.is_hla(), value >= 20);
        }
    }

    #[test]
    fn an_answer_too_short_for_a_number_has_none() {
        let header = Header {
            sequence: SequenceNumber::FIRST,
            session: 1,
            last_received: SequenceNumber::NONE,
            kind: MessageType::CallbackResponse,
        };
        let mut frame = Frame {
            header,
            payload: Bytes::from_static(&[0, 0, 1]),
        };
        assert_eq!(frame.take_number(), None);
        frame.payload = Bytes::from_static(&[0, 0, 1, 0, 9]);
        assert_eq!(frame.take_number(), Some(SequenceNumber::from_wire(256)));
        assert_eq!(frame.payload, [9][..]);
    }
}
