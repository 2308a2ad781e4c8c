//! Errors of times, intervals and sums of them.

use std::fmt;

use super::{ENCODED_LENGTH, LogicalTime, LogicalTimeInterval, TimeImplementation};

/// A value that is no point of a logical time axis, or lies on another one.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum InvalidLogicalTime {
    /// `HLAinteger64Time` starts at zero.
    #[error("{0} lies before the initial time 0 of HLAinteger64Time")]
    Integer64(i64),
    /// `HLAfloat64Time` starts at zero and has no place for NaN.
    #[error("{0} is not within 0 and the final time of HLAfloat64Time")]
    Float64(f64),
    /// The time belongs to another representation than the federation's.
    #[error("the time is an {found}, where {expected} is needed")]
    WrongImplementation {
        /// Implementation of the federation, or of the other operand.
        expected: TimeImplementation,
        /// The given implementation.
        found: TimeImplementation,
    },
}

/// A value that is no interval of logical time, or one of another representation.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum InvalidLogicalTimeInterval {
    /// Intervals are not negative.
    #[error("{0} is negative, and no HLAinteger64Interval")]
    Integer64(i64),
    /// Intervals are not negative and finite.
    #[error("{0} is negative, infinite or not a number, and no HLAfloat64Interval")]
    Float64(f64),
    /// The interval belongs to another representation than the federation's.
    #[error("the interval belongs to {found}, where {expected} is needed")]
    WrongImplementation {
        /// Implementation of the federation, or of the other operand.
        expected: TimeImplementation,
        /// The given implementation.
        found: TimeImplementation,
    },
}

/// The operation that failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TimeOperation {
    /// Time plus interval.
    Add,
    /// Time minus interval.
    Subtract,
}

impl fmt::Display for TimeOperation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Add => "+",
            Self::Subtract => "-",
        })
    }
}

/// A sum or difference that leaves the range from initial to final time, or mixes representations.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{time} {operation} {interval} is no time of {}", time.implementation())]
pub struct IllegalTimeArithmetic {
    /// The time given.
    pub time: LogicalTime,
    /// The failed operation.
    pub operation: TimeOperation,
    /// The interval given.
    pub interval: LogicalTimeInterval,
}

/// Bytes that are no encoded time or interval.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum CouldNotDecodeTime {
    /// Not eight bytes.
    #[error("{implementation} is encoded in {ENCODED_LENGTH} bytes; got {length}")]
    Length {
        /// The representation asked for.
        implementation: TimeImplementation,
        /// How many bytes came.
        length: usize,
    },
    /// Eight bytes, but no time.
    #[error(transparent)]
    Time(#[from] InvalidLogicalTime),
    /// Eight bytes, but no interval.
    #[error(transparent)]
    Interval(#[from] InvalidLogicalTimeInterval),
}

/// A name for which there is no time representation.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no logical time named \"{0}\"; there are HLAinteger64Time and HLAfloat64Time")]
pub struct CouldNotCreateLogicalTimeFactory(pub String);
