//! Logical time: the two representations every RTI offers, and the choice between them.
//!
//! A federation picks one [`TimeImplementation`] when it is created and keeps it. The services take
//! [`LogicalTime`] and [`LogicalTimeInterval`], which carry either representation by value; what
//! computes with only one of them uses [`Integer64Time`] or [`Float64Time`].
//!
//! No value of these types is negative, infinite or not a number, so their users need not check.
//!
//! ```
//! use hyla_types::{Float64Interval, TimeImplementation};
//!
//! let implementation = TimeImplementation::from_name("")?; // HLAfloat64Time
//! let lookahead = Float64Interval::new(0.5)?.into();
//! let earliest = implementation.initial().checked_add(lookahead)?;
//!
//! assert_eq!(earliest.to_string(), "0.5");
//! assert_eq!(implementation.decode_time(&earliest.encode())?, earliest);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod errors;
mod float64;
mod implementation;
mod integer64;
mod logical;
mod name;

pub use errors::{
    CouldNotCreateLogicalTimeFactory, CouldNotDecodeTime, IllegalTimeArithmetic,
    InvalidLogicalTime, InvalidLogicalTimeInterval, TimeOperation,
};
pub use float64::{Float64Interval, Float64Time};
pub use implementation::TimeImplementation;
pub use integer64::{Integer64Interval, Integer64Time};
pub use logical::{LogicalTime, LogicalTimeInterval};
pub use name::TimeName;

/// Bytes of an encoded time or interval, in both representations.
pub const ENCODED_LENGTH: usize = 8;
