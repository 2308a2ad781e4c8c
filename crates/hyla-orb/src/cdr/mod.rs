//! Common data representation (CDR): encoding of values as octets. Every primitive of n octets
//! starts at a multiple of n, counted from the start of the message or encapsulation; the sender
//! chooses the byte order.

mod block;
mod decode;
mod encode;
mod error;
pub(crate) mod fixed;
mod sequence;
mod text;
mod value;

pub use block::{Block, put, take};
pub use decode::Decoder;
pub(crate) use encode::{Bulk, MessageSize};
pub use encode::{Encoder, LengthMark};
pub use error::MarshalError;
pub use fixed::Fixed;
pub use sequence::{BoundedSequence, BoundedString, TooLong};
pub use text::{Text, WString};
pub use value::Cdr;

/// Byte order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Order {
    /// Most significant octet first.
    Big,
    /// Least significant octet first.
    Little,
}

impl Order {
    /// The order of this machine.
    pub const NATIVE: Self = if cfg!(target_endian = "little") {
        Self::Little
    } else {
        Self::Big
    };

    /// The first octet of an encapsulation, and bit 0 of the flags of a message.
    pub const fn flag(self) -> u8 {
        match self {
            Self::Big => 0,
            Self::Little => 1,
        }
    }

    /// The order from bit 0.
    pub fn of_flag(flag: u8) -> Self {
        if flag & 1 == 1 {
            Self::Little
        } else {
            Self::Big
        }
    }
}

/// Version of GIOP; wide characters and headers differ between versions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Version {
    /// 1.0.
    V1_0,
    /// 1.1.
    V1_1,
    /// 1.2.
    #[default]
    V1_2,
}

impl Version {
    /// The version with that major and minor number.
    pub fn of(major: u8, minor: u8) -> Option<Self> {
        match (major, minor) {
            (1, 0) => Some(Self::V1_0),
            (1, 1) => Some(Self::V1_1),
            (1, 2) => Some(Self::V1_2),
            _ => None,
        }
    }

    /// Its minor number.
    pub fn minor(self) -> u8 {
        match self {
            Self::V1_0 => 0,
            Self::V1_1 => 1,
            Self::V1_2 => 2,
        }
    }
}

/// Code set of strings.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum CharSet {
    /// UTF-8.
    #[default]
    Utf8,
    /// ISO 8859-1: the default without an agreement.
    Latin1,
}

/// Agreements of both sides about encoding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Format {
    /// Byte order.
    pub order: Order,
    /// Version of the enclosing message.
    pub version: Version,
    /// Code set of strings.
    pub chars: CharSet,
    /// Whether wide characters were agreed (always UTF-16).
    pub wide: bool,
}

impl Default for Format {
    /// This machine's order, GIOP 1.2, UTF-8 and UTF-16.
    fn default() -> Self {
        Self {
            order: Order::NATIVE,
            version: Version::V1_2,
            chars: CharSet::Utf8,
            wide: true,
        }
    }
}

/// Limits of a decoder. Every limit is checked before memory is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Octets of a message with its fragments, received or sent. Default 2 MiB, as omniORB's; a
    /// larger value costs up to that memory for each connection.
    pub message_bytes: usize,
    /// Octets of memory for the values of one message. Default 16 MiB: elements take more memory
    /// than octets on the wire.
    pub decoded_bytes: usize,
    /// Nesting of sequences, anys and TypeCodes. Default 32; each level takes stack.
    pub depth: u32,
    /// Messages of one connection that arrive in fragments at the same time. Default 8.
    pub fragmented_messages: usize,
    /// Octets of an object key, an operation name or a repository identifier. Default 1024.
    pub name_bytes: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            message_bytes: 2 << 20,
            decoded_bytes: 16 << 20,
            depth: 32,
            fragmented_messages: 8,
            name_bytes: 1024,
        }
    }
}
