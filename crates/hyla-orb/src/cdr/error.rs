//! Why values could not be written or read.

use crate::cdr::Version;

/// Why a value cannot be written, or octets are no value.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum MarshalError {
    /// The octets end before the value does.
    #[error("{wanted} more octets expected, {left} are left")]
    End {
        /// How many were needed.
        wanted: usize,
        /// How many there are.
        left: usize,
    },
    /// A sequence announces more elements than its octets can hold.
    #[error("a sequence of {count} elements does not fit into {left} octets")]
    Count {
        /// What was announced.
        count: u32,
        /// How many octets are left.
        left: usize,
    },
    /// A value is longer than its bound in IDL.
    #[error("{length} elements or characters are more than the bound of {bound}")]
    Bound {
        /// How many there are.
        length: usize,
        /// How many there may be.
        bound: usize,
    },
    /// More than a length of 32 bits can say.
    #[error("{0} elements do not fit into a message")]
    TooLong(usize),
    /// A limit of [`crate::cdr::Limits`] would be passed.
    #[error("{what} of {asked} passes the limit of {limit}")]
    Limit {
        /// Which one.
        what: &'static str,
        /// What would be needed.
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
    /// Octets that are no characters in the agreed code set, or a character that it does not have.
    #[error("{0} in the agreed code set")]
    CharSet(&'static str),
    /// Wide characters where they are not possible.
    #[error("wide characters are not possible: {why} (GIOP {version:?})")]
    Wide {
        /// Why.
        why: &'static str,
        /// Version of the message.
        version: Version,
    },
    /// An ordinal that the enum does not have.
    #[error("{value} is no value of an enum with {count}")]
    Enum {
        /// What was read.
        value: u32,
        /// How many values there are.
        count: u32,
    },
    /// A member of a union and its discriminator contradict each other.
    #[error("the discriminator does not select this member of the union")]
    Discriminator,
    /// A fixed-point number whose digits are none, or that has too many.
    #[error("no fixed-point number of {digits} digits")]
    Fixed {
        /// What the type has.
        digits: u16,
    },
    /// A TypeCode that does not exist, or that is not supported.
    #[error("TypeCode of kind {0} is not supported")]
    Kind(u32),
    /// An indirection that leads nowhere.
    #[error("an indirection of {0} octets leads to no TypeCode")]
    Indirection(i32),
    /// A value that does not belong to its TypeCode.
    #[error("the value does not belong to its TypeCode")]
    Mismatch,
    /// Something in a header that may not be there.
    #[error("{0}")]
    Header(&'static str),
}
