//! A federation's representation of time, one of two.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::{
    CouldNotCreateLogicalTimeFactory, CouldNotDecodeTime, Float64Interval, Float64Time,
    Integer64Interval, Integer64Time, LogicalTime, LogicalTimeInterval,
};

/// A logical time representation: the standard's "logical time implementation" and its factory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum TimeImplementation {
    /// `HLAinteger64Time`.
    Integer64,
    /// `HLAfloat64Time`, used where a federation names none.
    Float64,
}

impl TimeImplementation {
    /// The representation of this name; the empty name stands for `HLAfloat64Time`.
    ///
    /// # Errors
    /// [`CouldNotCreateLogicalTimeFactory`] for any other name.
    pub fn from_name(name: &str) -> Result<Self, CouldNotCreateLogicalTimeFactory> {
        match name {
            "HLAinteger64Time" => Ok(Self::Integer64),
            "HLAfloat64Time" | "" => Ok(Self::Float64),
            other => Err(CouldNotCreateLogicalTimeFactory(other.to_owned())),
        }
    }

    /// The standard's name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Integer64 => "HLAinteger64Time",
            Self::Float64 => "HLAfloat64Time",
        }
    }

    /// The earliest time, where every federate starts (`makeInitial`).
    #[must_use]
    pub const fn initial(self) -> LogicalTime {
        match self {
            Self::Integer64 => LogicalTime::Integer64(Integer64Time::INITIAL),
            Self::Float64 => LogicalTime::Float64(Float64Time::INITIAL),
        }
    }

    /// The latest time (`makeFinal`).
    #[must_use]
    pub const fn final_(self) -> LogicalTime {
        match self {
            Self::Integer64 => LogicalTime::Integer64(Integer64Time::FINAL),
            Self::Float64 => LogicalTime::Float64(Float64Time::FINAL),
        }
    }

    /// The empty interval (`makeZero`).
    #[must_use]
    pub const fn zero(self) -> LogicalTimeInterval {
        match self {
            Self::Integer64 => LogicalTimeInterval::Integer64(Integer64Interval::ZERO),
            Self::Float64 => LogicalTimeInterval::Float64(Float64Interval::ZERO),
        }
    }

    /// The smallest positive interval (`makeEpsilon`).
    #[must_use]
    pub const fn epsilon(self) -> LogicalTimeInterval {
        match self {
            Self::Integer64 => LogicalTimeInterval::Integer64(Integer64Interval::EPSILON),
            Self::Float64 => LogicalTimeInterval::Float64(Float64Interval::EPSILON),
        }
    }

    /// The time in these bytes (`decodeLogicalTime`, `decodeTime`).
    ///
    /// # Errors
    /// [`CouldNotDecodeTime`] unless they are eight and hold a valid time.
    pub fn decode_time(self, bytes: &[u8]) -> Result<LogicalTime, CouldNotDecodeTime> {
        match self {
            Self::Integer64 => Integer64Time::decode(bytes).map(LogicalTime::Integer64),
            Self::Float64 => Float64Time::decode(bytes).map(LogicalTime::Float64),
        }
    }

    /// The interval in these bytes (`decodeLogicalTimeInterval`, `decodeInterval`).
    ///
    /// # Errors
    /// [`CouldNotDecodeTime`] unless they are eight and hold a valid interval.
    pub fn decode_interval(self, bytes: &[u8]) -> Result<LogicalTimeInterval, CouldNotDecodeTime> {
        match self {
            Self::Integer64 => Integer64Interval::decode(bytes).map(LogicalTimeInterval::Integer64),
            Self::Float64 => Float64Interval::decode(bytes).map(LogicalTimeInterval::Float64),
        }
    }
}

impl fmt::Display for TimeImplementation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_empty_name_means_float() {
        assert_eq!(
            TimeImplementation::from_name(""),
            Ok(TimeImplementation::Float64)
        );
        assert!(TimeImplementation::from_name("hlafloat64time").is_err());
        for implementation in [TimeImplementation::Integer64, TimeImplementation::Float64] {
            assert_eq!(
                TimeImplementation::from_name(implementation.name()),
                Ok(implementation)
            );
        }
    }

    #[test]
    fn each_implementation_makes_its_own_values() {
        for implementation in [TimeImplementation::Integer64, TimeImplementation::Float64] {
            let (first, last) = (implementation.initial(), implementation.final_());
            let step = implementation.epsilon();

            assert!(first < last && implementation.zero() < step);
            assert!(last.checked_add(step).is_err());
            assert!(first.checked_add(step).unwrap() > first);
            assert_eq!(implementation.decode_time(&last.encode()), Ok(last));
            assert_eq!(implementation.decode_interval(&step.encode()), Ok(step));
            assert!(implementation.decode_time(&[0; 12]).is_err());
        }
    }
}
