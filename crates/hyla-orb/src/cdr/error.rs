//! Errors of encoding and decoding.

use crate::cdr::Version;

/// Why a value cannot be written, or octets are not a value.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum MarshalError {
    /// The octets end before the value does.
    #[error("{wanted} more octets expected, {left} are left")]
    End {
        /// Octets needed.
        wanted: usize,
        /// Octets available.
        left: usize,
    },
    /// A sequence announces more elements than its octets can hold.
    #[error("a sequence of {count} elements does not fit into {left} octets")]
    Count {
        /// The announced number.
        count: u32,
        /// Octets available.
        left: usize,
    },
    /// A value is longer than its bound in IDL.
    #[error("{length} elements or characters are more than the bound of {bound}")]
    Bound {
        /// Length of the value.
        length: usize,
        /// The bound.
        bound: usize,
    },
    /// More than a 32-bit length can express.
    #[error("{0} elements do not fit into a message")]
    TooLong(usize),
    /// A limit of [`crate::cdr::Limits`] would be exceeded.
    #[error("{what} of {asked} passes the limit of {limit}")]
    Limit {
        /// Name of the limit.
        what: &'static str,
        /// Amount needed.
        asked: usize,
        /// The setting.
        limit: usize,
    },
    /// A string without the 0 that ends it, or with length 0.
    #[error("a string does not end in one 0")]
    Unterminated,
    /// A string with a 0 inside.
    #[error("a string contains the character 0")]
    Nul,
    /// Octets that are not characters of the agreed code set, or a character that it lacks.
    #[error("{0} in the agreed code set")]
    CharSet(&'static str),
    /// Wide characters where they are not possible.
    #[error("wide characters are not possible: {why} (GIOP {version:?})")]
    Wide {
        /// The reason.
        why: &'static str,
        /// Version of the message.
        version: Version,
    },
    /// An ordinal that the enum does not have.
    #[error("{value} is no value of an enum with {count}")]
    Enum {
        /// The value read.
        value: u32,
        /// Number of values of the enum.
        count: u32,
    },
    /// A member of a union and its discriminator contradict each other.
    #[error("the discriminator does not select this member of the union")]
    Discriminator,
    /// A fixed-point number with invalid or too many digits.
    #[error("no fixed-point number of {digits} digits")]
    Fixed {
        /// Digits of the type.
        digits: u16,
    },
    /// A TypeCode that is unknown or not supported.
    #[error("TypeCode of kind {0} is not supported")]
    Kind(u32),
    /// An indirection that leads nowhere.
    #[error("an indirection of {0} octets leads to no TypeCode")]
    Indirection(i32),
    /// A value that does not match its TypeCode.
    #[error("the value does not belong to its TypeCode")]
    Mismatch,
    /// An invalid header field.
    #[error("{0}")]
    Header(&'static str),
}
