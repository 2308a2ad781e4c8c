//! Times and intervals of either representation, as the services pass them.

use std::cmp::Ordering;
use std::fmt;

use serde::{Deserialize, Serialize};

use super::{
    ENCODED_LENGTH, Float64Interval, Float64Time, IllegalTimeArithmetic, Integer64Interval,
    Integer64Time, InvalidLogicalTime, InvalidLogicalTimeInterval, TimeImplementation,
    TimeOperation,
};

/// A point of logical time.
///
/// Two times compare only within one representation: across, `partial_cmp` is `None` and `==` is
/// false. Where a time comes from a federate, ask [`Self::compare`] or [`Self::expect`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum LogicalTime {
    /// `HLAinteger64Time`.
    Integer64(Integer64Time),
    /// `HLAfloat64Time`.
    Float64(Float64Time),
}

/// A distance of logical time, never negative.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum LogicalTimeInterval {
    /// `HLAinteger64Interval`.
    Integer64(Integer64Interval),
    /// `HLAfloat64Interval`.
    Float64(Float64Interval),
}

impl LogicalTime {
    /// Its representation.
    #[must_use]
    pub const fn implementation(self) -> TimeImplementation {
        match self {
            Self::Integer64(_) => TimeImplementation::Integer64,
            Self::Float64(_) => TimeImplementation::Float64,
        }
    }

    /// This time, if it has the representation of the federation.
    ///
    /// # Errors
    /// [`InvalidLogicalTime::WrongImplementation`] otherwise.
    pub fn expect(self, expected: TimeImplementation) -> Result<Self, InvalidLogicalTime> {
        let found = self.implementation();
        if found == expected {
            Ok(self)
        } else {
            Err(InvalidLogicalTime::WrongImplementation { expected, found })
        }
    }

    /// Order of two times.
    ///
    /// # Errors
    /// [`InvalidLogicalTime::WrongImplementation`] if `other` has another representation.
    pub fn compare(&self, other: &Self) -> Result<Ordering, InvalidLogicalTime> {
        self.partial_cmp(other)
            .ok_or(InvalidLogicalTime::WrongImplementation {
                expected: self.implementation(),
                found: other.implementation(),
            })
    }

    /// This time plus the interval; a positive interval always moves it.
    ///
    /// # Errors
    /// [`IllegalTimeArithmetic`] beyond the final time or with an interval of another representation.
    pub fn checked_add(self, interval: LogicalTimeInterval) -> Result<Self, IllegalTimeArithmetic> {
        match (self, interval) {
            (Self::Integer64(time), LogicalTimeInterval::Integer64(by)) => {
                time.checked_add(by).map(Self::Integer64)
            }
            (Self::Float64(time), LogicalTimeInterval::Float64(by)) => {
                time.checked_add(by).map(Self::Float64)
            }
            (time, interval) => Err(IllegalTimeArithmetic {
                time,
                operation: TimeOperation::Add,
                interval,
            }),
        }
    }

    /// This time minus the interval; a positive interval always moves it.
    ///
    /// # Errors
    /// [`IllegalTimeArithmetic`] before the initial time or with an interval of another
    /// representation.
    pub fn checked_sub(self, interval: LogicalTimeInterval) -> Result<Self, IllegalTimeArithmetic> {
        match (self, interval) {
            (Self::Integer64(time), LogicalTimeInterval::Integer64(by)) => {
                time.checked_sub(by).map(Self::Integer64)
            }
            (Self::Float64(time), LogicalTimeInterval::Float64(by)) => {
                time.checked_sub(by).map(Self::Float64)
            }
            (time, interval) => Err(IllegalTimeArithmetic {
                time,
                operation: TimeOperation::Subtract,
                interval,
            }),
        }
    }

    /// How far apart two times are, whichever is the later.
    ///
    /// # Errors
    /// [`InvalidLogicalTime::WrongImplementation`] if `other` has another representation.
    pub fn distance(self, other: Self) -> Result<LogicalTimeInterval, InvalidLogicalTime> {
        match (self, other) {
            (Self::Integer64(a), Self::Integer64(b)) => {
                Ok(LogicalTimeInterval::Integer64(a.distance(b)))
            }
            (Self::Float64(a), Self::Float64(b)) => Ok(LogicalTimeInterval::Float64(a.distance(b))),
            (expected, found) => Err(InvalidLogicalTime::WrongImplementation {
                expected: expected.implementation(),
                found: found.implementation(),
            }),
        }
    }

    /// Eight bytes, big endian, without a count before them.
    #[must_use]
    pub const fn encode(self) -> [u8; ENCODED_LENGTH] {
        match self {
            Self::Integer64(time) => time.encode(),
            Self::Float64(time) => time.encode(),
        }
    }
}

impl LogicalTimeInterval {
    /// Its representation.
    #[must_use]
    pub const fn implementation(self) -> TimeImplementation {
        match self {
            Self::Integer64(_) => TimeImplementation::Integer64,
            Self::Float64(_) => TimeImplementation::Float64,
        }
    }

    /// This interval, if it has the representation of the federation.
    ///
    /// # Errors
    /// [`InvalidLogicalTimeInterval::WrongImplementation`] otherwise.
    pub fn expect(self, expected: TimeImplementation) -> Result<Self, InvalidLogicalTimeInterval> {
        let found = self.implementation();
        if found == expected {
            Ok(self)
        } else {
            Err(InvalidLogicalTimeInterval::WrongImplementation { expected, found })
        }
    }

    /// Order of two intervals.
    ///
    /// # Errors
    /// [`InvalidLogicalTimeInterval::WrongImplementation`] if `other` has another representation.
    pub fn compare(&self, other: &Self) -> Result<Ordering, InvalidLogicalTimeInterval> {
        self.partial_cmp(other)
            .ok_or(InvalidLogicalTimeInterval::WrongImplementation {
                expected: self.implementation(),
                found: other.implementation(),
            })
    }

    /// Whether it is the empty interval.
    #[must_use]
    pub fn is_zero(self) -> bool {
        self == self.implementation().zero()
    }

    /// Eight bytes, big endian, without a count before them.
    #[must_use]
    pub const fn encode(self) -> [u8; ENCODED_LENGTH] {
        match self {
            Self::Integer64(interval) => interval.encode(),
            Self::Float64(interval) => interval.encode(),
        }
    }
}

macro_rules! either_representation {
    ($either:ident, $integer:ident, $float:ident) => {
        impl PartialOrd for $either {
            fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
                match (self, other) {
                    (Self::Integer64(a), Self::Integer64(b)) => Some(a.cmp(b)),
                    (Self::Float64(a), Self::Float64(b)) => Some(a.cmp(b)),
                    _ => None,
                }
            }
        }

        impl From<$integer> for $either {
            fn from(value: $integer) -> Self {
                Self::Integer64(value)
            }
        }

        impl From<$float> for $either {
            fn from(value: $float) -> Self {
                Self::Float64(value)
            }
        }

        impl fmt::Display for $either {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                match self {
                    Self::Integer64(value) => fmt::Display::fmt(value, f),
                    Self::Float64(value) => fmt::Display::fmt(value, f),
                }
            }
        }
    };
}

either_representation!(LogicalTime, Integer64Time, Float64Time);
either_representation!(LogicalTimeInterval, Integer64Interval, Float64Interval);

#[cfg(test)]
mod tests {
    use super::*;

    fn integer(value: i64) -> LogicalTime {
        Integer64Time::new(value).unwrap().into()
    }

    fn float(value: f64) -> LogicalTime {
        Float64Time::new(value).unwrap().into()
    }

    #[test]
    fn times_of_two_representations_have_no_order() {
        assert_eq!(integer(1).partial_cmp(&float(2.0)), None);
        assert_ne!(integer(1), float(1.0));
        assert!(integer(1).compare(&float(2.0)).is_err());
        assert!(integer(1).distance(float(2.0)).is_err());
        assert!(integer(1).expect(TimeImplementation::Float64).is_err());
        assert!(
            integer(1)
                .checked_add(TimeImplementation::Float64.epsilon())
                .is_err()
        );
        assert!(
            float(1.0)
                .checked_sub(TimeImplementation::Integer64.zero())
                .is_err()
        );
    }

    #[test]
    fn times_of_one_representation_are_ordered() {
        assert_eq!(float(1.5).compare(&float(2.0)), Ok(Ordering::Less));
        assert!(integer(3) > integer(2));
        assert_eq!(integer(3).distance(integer(7)).unwrap().to_string(), "4");
        assert!(integer(3).distance(integer(3)).unwrap().is_zero());
    }

    #[test]
    fn an_illegal_sum_says_what_was_asked() {
        let error = float(2.5)
            .checked_sub(Float64Interval::new(7.0).unwrap().into())
            .unwrap_err();

        assert_eq!(error.to_string(), "2.5 - 7 is no time of HLAfloat64Time");
    }

    #[test]
    fn a_time_survives_a_message() {
        for time in [integer(i64::MAX), float(0.1)] {
            let bytes = postcard::to_stdvec(&time).unwrap();
            assert_eq!(postcard::from_bytes::<LogicalTime>(&bytes).unwrap(), time);
        }
    }
}
