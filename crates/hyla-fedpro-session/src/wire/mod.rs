//! Frames of the session layer: 24 bytes of header and a payload.
//!
//! Everything here is about bytes; what a frame means to a session is in [`crate::session`].
mod decoder;
mod frame;
mod number;

pub use decoder::{FrameDecoder, WireError};
pub use frame::{Frame, HEADER_BYTES, Header, MAX_PACKET_BYTES, MessageType};
pub use number::SequenceNumber;
