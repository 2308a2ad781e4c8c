//! `HLAinteger64Time`: whole numbers from 0 to 2^63 - 1.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::{
    CouldNotDecodeTime, ENCODED_LENGTH, IllegalTimeArithmetic, InvalidLogicalTime,
    InvalidLogicalTimeInterval, TimeImplementation, TimeOperation,
};

/// A point on the axis of `HLAinteger64Time`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "i64", into = "i64")]
pub struct Integer64Time(i64);

/// A distance on that axis (`HLAinteger64Interval`), never negative.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "i64", into = "i64")]
pub struct Integer64Interval(i64);

impl Integer64Time {
    /// The earliest time, 0.
    pub const INITIAL: Self = Self(0);
    /// The latest time, 2^63 - 1.
    pub const FINAL: Self = Self(i64::MAX);

    /// # Errors
    /// [`InvalidLogicalTime`] if `value` is negative.
    pub const fn new(value: i64) -> Result<Self, InvalidLogicalTime> {
        if value < 0 {
            Err(InvalidLogicalTime::Integer64(value))
        } else {
            Ok(Self(value))
        }
    }

    /// The number.
    #[must_use]
    pub const fn value(self) -> i64 {
        self.0
    }

    /// This time plus the interval.
    ///
    /// # Errors
    /// [`IllegalTimeArithmetic`] beyond the final time.
    pub fn checked_add(self, interval: Integer64Interval) -> Result<Self, IllegalTimeArithmetic> {
        let illegal = || self.illegal(TimeOperation::Add, interval);
        self.0.checked_add(interval.0).map(Self).ok_or_else(illegal)
    }

    /// This time minus the interval.
    ///
    /// # Errors
    /// [`IllegalTimeArithmetic`] before the initial time.
    pub fn checked_sub(self, interval: Integer64Interval) -> Result<Self, IllegalTimeArithmetic> {
        // Both are at least zero, so the subtraction itself cannot overflow.
        let difference = self.0 - interval.0;
        Self::new(difference).map_err(|_| self.illegal(TimeOperation::Subtract, interval))
    }

    /// How far apart two times are, whichever is the later.
    #[must_use]
    pub const fn distance(self, other: Self) -> Integer64Interval {
        Integer64Interval((self.0 - other.0).abs())
    }

    /// Eight bytes, big endian (HLAinteger64BE).
    #[must_use]
    pub const fn encode(self) -> [u8; ENCODED_LENGTH] {
        self.0.to_be_bytes()
    }

    /// The time that [`Self::encode`] wrote.
    ///
    /// # Errors
    /// [`CouldNotDecodeTime`] for another length or a negative number.
    pub fn decode(bytes: &[u8]) -> Result<Self, CouldNotDecodeTime> {
        Ok(Self::new(number(bytes)?)?)
    }

    fn illegal(
        self,
        operation: TimeOperation,
        interval: Integer64Interval,
    ) -> IllegalTimeArithmetic {
        IllegalTimeArithmetic {
            time: self.into(),
            operation,
            interval: interval.into(),
        }
    }
}

impl Integer64Interval {
    /// No distance.
    pub const ZERO: Self = Self(0);
    /// The least distance of two different times, 1.
    pub const EPSILON: Self = Self(1);

    /// # Errors
    /// [`InvalidLogicalTimeInterval`] if `value` is negative.
    pub const fn new(value: i64) -> Result<Self, InvalidLogicalTimeInterval> {
        if value < 0 {
            Err(InvalidLogicalTimeInterval::Integer64(value))
        } else {
            Ok(Self(value))
        }
    }

    /// The number.
    #[must_use]
    pub const fn value(self) -> i64 {
        self.0
    }

    /// Eight bytes, big endian (HLAinteger64BE).
    #[must_use]
    pub const fn encode(self) -> [u8; ENCODED_LENGTH] {
        self.0.to_be_bytes()
    }

    /// The interval that [`Self::encode`] wrote.
    ///
    /// # Errors
    /// [`CouldNotDecodeTime`] for another length or a negative number.
    pub fn decode(bytes: &[u8]) -> Result<Self, CouldNotDecodeTime> {
        Ok(Self::new(number(bytes)?)?)
    }
}

fn number(bytes: &[u8]) -> Result<i64, CouldNotDecodeTime> {
    let bytes = bytes.try_into().map_err(|_| CouldNotDecodeTime::Length {
        implementation: TimeImplementation::Integer64,
        length: bytes.len(),
    })?;
    Ok(i64::from_be_bytes(bytes))
}

impl TryFrom<i64> for Integer64Time {
    type Error = InvalidLogicalTime;

    fn try_from(value: i64) -> Result<Self, InvalidLogicalTime> {
        Self::new(value)
    }
}

impl TryFrom<i64> for Integer64Interval {
    type Error = InvalidLogicalTimeInterval;

    fn try_from(value: i64) -> Result<Self, InvalidLogicalTimeInterval> {
        Self::new(value)
    }
}

impl From<Integer64Time> for i64 {
    fn from(time: Integer64Time) -> Self {
        time.0
    }
}

impl From<Integer64Interval> for i64 {
    fn from(interval: Integer64Interval) -> Self {
        interval.0
    }
}

impl fmt::Display for Integer64Time {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

impl fmt::Display for Integer64Interval {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn nothing_lies_before_the_initial_or_after_the_final_time() {
        let (initial, last) = (Integer64Time::INITIAL, Integer64Time::FINAL);

        assert!(Integer64Time::new(-1).is_err());
        assert!(Integer64Interval::new(-1).is_err());
        assert!(initial.checked_sub(Integer64Interval::EPSILON).is_err());
        assert!(last.checked_add(Integer64Interval::EPSILON).is_err());
        assert_eq!(last.checked_add(Integer64Interval::ZERO), Ok(last));
        assert_eq!(last.distance(initial).value(), i64::MAX);
    }

    #[test]
    fn negative_numbers_do_not_slip_in_through_decoding_or_serde() {
        let minus_one = (-1_i64).to_be_bytes();
        let on_the_wire = postcard::to_stdvec(&-1_i64).unwrap();

        assert!(matches!(
            Integer64Time::decode(&minus_one),
            Err(CouldNotDecodeTime::Time(_))
        ));
        assert!(Integer64Interval::decode(&minus_one).is_err());
        assert!(Integer64Time::decode(&[0; 7]).is_err());
        assert!(postcard::from_bytes::<Integer64Time>(&on_the_wire).is_err());
    }

    fn time() -> impl Strategy<Value = Integer64Time> {
        (0..=i64::MAX).prop_map(Integer64Time)
    }

    fn interval() -> impl Strategy<Value = Integer64Interval> {
        prop_oneof![0..100_i64, 0..=i64::MAX].prop_map(Integer64Interval)
    }

    proptest! {
        #[test]
        fn adding_keeps_the_order_and_subtracting_undoes_it(
            a in time(), b in time(), by in interval(),
        ) {
            if let (Ok(later_a), Ok(later_b)) = (a.checked_add(by), b.checked_add(by)) {
                prop_assert_eq!(a.cmp(&b), later_a.cmp(&later_b));
                prop_assert_eq!(later_a.checked_sub(by), Ok(a));
                prop_assert_eq!(later_a.distance(a), by);
            }
        }

        #[test]
        fn encoding_returns_the_same_value_and_keeps_the_order(a in time(), b in time()) {
            prop_assert_eq!(Integer64Time::decode(&a.encode()), Ok(a));
            prop_assert_eq!(a.cmp(&b), a.encode().cmp(&b.encode()));
        }
    }
}
