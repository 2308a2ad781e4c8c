//! Frames of control messages. Data frames are in [`super::data`].

use hyla_types::FederateHandle;
use postcard::ser_flavors::Flavor;
use serde::Serialize;
use serde::de::DeserializeOwned;

const CONTROL: u8 = 0x00;
const LAST_DATA: u8 = 0x3f;
const KEY: u8 = 0x78;
pub(super) const RELAYED_TOGETHER: u8 = 0x79;
const MARKED: u8 = 0x7a;
pub(super) const ECHO: u8 = 0x7b;
const STAMPED: u8 = 0x7c;
const LINK: u8 = 0x7d;
const RELAYED: u8 = 0x7e;
const GREETING: u8 = 0x7f;

/// Bytes before the data frame inside a relayed frame.
pub const RELAY_HEADER: usize = 5;

/// Kind of a frame, by its first byte.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FrameKind {
    /// A control message.
    Control,
    /// A message from member to member.
    Data,
    /// A sample of the latency of a channel; see [`Echo`](super::Echo).
    Echo,
    /// A data frame on a lane, behind its stamp.
    Stamped,
    /// A data frame that may go to several members at once, behind a stamp for each.
    Marked,
    /// Said between the links of two members.
    Link,
    /// A data frame that passes through the RTI's host.
    Relayed,
    /// All data frames that one call of a member relays.
    RelayedTogether,
    /// The first frame of a connection.
    Greeting,
    /// A key for the channels between members, from the RTI.
    Key,
}

/// The bytes are not a message of this protocol.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct DecodeError(pub String);

/// Kind of the frame that starts with these bytes.
///
/// # Errors
/// [`DecodeError`] for an empty frame or an unknown first byte.
pub fn kind_of(frame: &[u8]) -> Result<FrameKind, DecodeError> {
    match frame.first() {
        Some(&CONTROL) => Ok(FrameKind::Control),
        Some(1..=LAST_DATA) => Ok(FrameKind::Data),
        Some(&ECHO) => Ok(FrameKind::Echo),
        Some(&STAMPED) => Ok(FrameKind::Stamped),
        Some(&MARKED) => Ok(FrameKind::Marked),
        Some(&LINK) => Ok(FrameKind::Link),
        Some(&RELAYED) => Ok(FrameKind::Relayed),
        Some(&RELAYED_TOGETHER) => Ok(FrameKind::RelayedTogether),
        Some(&GREETING) => Ok(FrameKind::Greeting),
        Some(&KEY) => Ok(FrameKind::Key),
        Some(other) => Err(DecodeError(format!(
            "a frame cannot start with byte {other:#04x}"
        ))),
        None => Err(DecodeError("empty frame".into())),
    }
}

fn encode(first: u8, message: &impl Serialize, out: &mut Vec<u8>) {
    out.push(first);
    postcard::serialize_with_flavor(message, Appending(out))
        .expect("our message types always serialize");
}

/// Writes behind what a buffer holds: a bundle that is used again has room already.
struct Appending<'a>(&'a mut Vec<u8>);

impl Flavor for Appending<'_> {
    type Output = ();

    fn try_push(&mut self, byte: u8) -> postcard::Result<()> {
        self.0.push(byte);
        Ok(())
    }

    fn try_extend(&mut self, bytes: &[u8]) -> postcard::Result<()> {
        self.0.extend_from_slice(bytes);
        Ok(())
    }

    fn finalize(self) -> postcard::Result<()> {
        Ok(())
    }
}

/// Appends a control frame.
pub fn control_frame(message: &impl Serialize, out: &mut Vec<u8>) {
    encode(CONTROL, message, out);
}

/// Appends a key for the channels between the members of an execution.
pub fn key_frame(key: &[u8; 32], out: &mut Vec<u8>) {
    out.push(KEY);
    out.extend_from_slice(key);
}

/// The key in a frame of [`key_frame`].
///
/// # Errors
/// [`DecodeError`] for a frame of another length.
pub fn key_of(frame: &[u8]) -> Result<[u8; 32], DecodeError> {
    let key = frame.get(1..).and_then(|key| key.try_into().ok());
    key.ok_or_else(|| DecodeError(format!("a key in a frame of {} bytes", frame.len())))
}

/// Appends what links say to each other.
pub fn put_link(message: &impl Serialize, out: &mut Vec<u8>) {
    encode(LINK, message, out);
}

/// Appends the byte before a stamp.
pub fn put_stamp_kind(out: &mut Vec<u8>) {
    out.push(STAMPED);
}

/// The byte before stamps for several members.
pub fn put_marked_kind(out: &mut Vec<u8>) {
    out.push(MARKED);
}

/// Appends a greeting frame.
pub fn greeting_frame(message: &impl Serialize, out: &mut Vec<u8>) {
    encode(GREETING, message, out);
}

/// Reads the message of a control or greeting frame.
///
/// # Errors
/// [`DecodeError`] for anything but exactly one message of the type asked for.
pub fn decode_control<M: DeserializeOwned>(frame: &[u8]) -> Result<M, DecodeError> {
    let body = frame.get(1..).unwrap_or_default();
    match postcard::take_from_bytes(body) {
        Ok((message, [])) => Ok(message),
        Ok((_, rest)) => Err(DecodeError(format!(
            "{} bytes too many after a message",
            rest.len()
        ))),
        Err(error) => Err(DecodeError(format!(
            "not a {}: {error}",
            std::any::type_name::<M>()
                .rsplit("::")
                .next()
                .unwrap_or("message")
        ))),
    }
}

/// Appends the header of a relayed frame; the data frame follows it.
pub fn relay_frame(federate: FederateHandle, out: &mut Vec<u8>) {
    out.push(RELAYED);
    out.extend_from_slice(&federate.raw().to_le_bytes());
}

/// The other federate of a relayed frame (receiver on the way in, sender on the way out) and the
/// frame inside, of data or between links.
///
/// # Errors
/// [`DecodeError`] if there is no such frame inside.
pub fn relayed(frame: &[u8]) -> Result<(FederateHandle, &[u8]), DecodeError> {
    let bad = || DecodeError("a relayed frame is too short or holds no frame for a member".into());
    let (header, inner) = frame.split_at_checked(RELAY_HEADER).ok_or_else(bad)?;
    let passes = matches!(
        kind_of(inner),
        Ok(FrameKind::Data | FrameKind::Link | FrameKind::Echo)
    );
    if header[0] != RELAYED || !passes {
        return Err(bad());
    }
    let number = u32::from_le_bytes([header[1], header[2], header[3], header[4]]);
    Ok((FederateHandle::new(number), inner))
}
