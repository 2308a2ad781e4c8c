//! The twelve octets at the start of every message.

use crate::cdr::{Limits, Order, Version};

/// Octets of a [`Header`].
pub const HEADER_BYTES: usize = 12;

/// Type of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// A call.
    Request,
    /// Its result.
    Reply,
    /// The caller no longer waits.
    CancelRequest,
    /// Asks where an object is.
    LocateRequest,
    /// Answer to that.
    LocateReply,
    /// No more messages; unanswered calls were not executed.
    CloseConnection,
    /// The peer could not read a message.
    MessageError,
    /// Continues an earlier message.
    Fragment,
}

impl Kind {
    fn of(number: u8) -> Option<Self> {
        Some(match number {
            0 => Self::Request,
            1 => Self::Reply,
            2 => Self::CancelRequest,
            3 => Self::LocateRequest,
            4 => Self::LocateReply,
            5 => Self::CloseConnection,
            6 => Self::MessageError,
            7 => Self::Fragment,
            _ => return None,
        })
    }

    pub(crate) fn number(self) -> u8 {
        match self {
            Self::Request => 0,
            Self::Reply => 1,
            Self::CancelRequest => 2,
            Self::LocateRequest => 3,
            Self::LocateReply => 4,
            Self::CloseConnection => 5,
            Self::MessageError => 6,
            Self::Fragment => 7,
        }
    }
}

/// Start of every message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Header {
    /// Version.
    pub version: Version,
    /// Byte order of everything behind the flags.
    pub order: Order,
    /// Whether fragments follow.
    pub has_more: bool,
    /// Its type.
    pub kind: Kind,
    /// Octets behind the header.
    pub size: usize,
}

/// Invalid header.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum HeaderError {
    /// They do not begin with GIOP.
    #[error("a message begins with {0:02x?} instead of GIOP")]
    Magic([u8; 4]),
    /// A version that is unknown or not supported.
    #[error("GIOP {0}.{1} is not spoken here")]
    Version(u8, u8),
    /// A type that the version does not have.
    #[error("message type {0} does not exist")]
    Kind(u8),
    /// Larger than [`Limits::message_bytes`].
    #[error("a message of {size} octets passes the limit of {limit}")]
    Size {
        /// Announced size, header included.
        size: usize,
        /// The setting.
        limit: usize,
    },
}

impl Header {
    /// Reads a header and checks its size against the limits.
    ///
    /// # Errors
    /// Why it is invalid.
    pub fn read(octets: &[u8; HEADER_BYTES], limits: &Limits) -> Result<Self, HeaderError> {
        let [a, b, c, d, major, minor, flags, kind, size @ ..] = *octets;
        let magic = [a, b, c, d];
        if magic != *b"GIOP" {
            return Err(HeaderError::Magic(magic));
        }
        let version = Version::of(major, minor).ok_or(HeaderError::Version(major, minor))?;
        let known = Kind::of(kind).ok_or(HeaderError::Kind(kind))?;
        if known == Kind::Fragment && version == Version::V1_0 {
            return Err(HeaderError::Kind(kind));
        }
        let order = Order::of_flag(flags);
        let size = match order {
            Order::Big => u32::from_be_bytes(size),
            Order::Little => u32::from_le_bytes(size),
        };
        let size = usize::try_from(size).unwrap_or(usize::MAX);
        let whole = size.saturating_add(HEADER_BYTES);
        let limit = limits.message_bytes;
        if whole > limit {
            return Err(HeaderError::Size { size: whole, limit });
        }
        Ok(Self {
            version,
            order,
            has_more: version > Version::V1_0 && flags & 2 != 0,
            kind: known,
            size,
        })
    }

    /// The header as sent.
    pub fn octets(&self) -> [u8; HEADER_BYTES] {
        let mut octets = *b"GIOP\x01\x00\x00\x00\x00\x00\x00\x00";
        octets[5] = self.version.minor();
        octets[6] = self.order.flag() | u8::from(self.has_more) << 1;
        octets[7] = self.kind.number();
        let size = u32::try_from(self.size).unwrap_or(u32::MAX);
        octets[8..].copy_from_slice(&match self.order {
            Order::Big => size.to_be_bytes(),
            Order::Little => size.to_le_bytes(),
        });
        octets
    }
}
