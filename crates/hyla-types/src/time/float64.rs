//! `HLAfloat64Time`: finite doubles from 0 upwards.

use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};

use serde::{Deserialize, Serialize};

use super::{
    CouldNotDecodeTime, ENCODED_LENGTH, IllegalTimeArithmetic, InvalidLogicalTime,
    InvalidLogicalTimeInterval, TimeImplementation, TimeOperation,
};

/// A point on the axis of `HLAfloat64Time`. Compared exactly, with no tolerance.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[serde(try_from = "f64", into = "f64")]
pub struct Float64Time(f64);

/// A distance on that axis (`HLAfloat64Interval`), finite and never negative.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[serde(try_from = "f64", into = "f64")]
pub struct Float64Interval(f64);

impl Float64Time {
    /// The earliest time, 0.
    pub const INITIAL: Self = Self(0.0);
    /// The latest time, the largest finite double.
    pub const FINAL: Self = Self(f64::MAX);

    /// The time of this value. Infinity is taken as [`Self::FINAL`], because some RTIs put it there.
    ///
    /// # Errors
    /// [`InvalidLogicalTime`] if `value` is negative or not a number.
    pub const fn new(value: f64) -> Result<Self, InvalidLogicalTime> {
        if value == f64::INFINITY {
            Ok(Self::FINAL)
        } else if value >= 0.0 {
            Ok(Self(without_sign(value)))
        } else {
            Err(InvalidLogicalTime::Float64(value))
        }
    }

    /// The number.
    #[must_use]
    pub const fn value(self) -> f64 {
        self.0
    }

    /// This time plus the interval, rounded to the nearest double.
    ///
    /// A positive interval always moves it, at least to the next double: an advance by lookahead is
    /// never lost to rounding. Keeps the order of two times that are moved alike.
    ///
    /// # Errors
    /// [`IllegalTimeArithmetic`] beyond the final time.
    pub fn checked_add(self, interval: Float64Interval) -> Result<Self, IllegalTimeArithmetic> {
        let mut sum = self.0 + interval.0;
        if sum == self.0 && interval.0 > 0.0 {
            sum = self.0.next_up();
        }
        if sum.is_finite() {
            Ok(Self(sum))
        } else {
            Err(self.illegal(TimeOperation::Add, interval))
        }
    }

    /// This time minus the interval, rounded to the nearest double.
    ///
    /// A positive interval always moves it, at least to the double before.
    ///
    /// # Errors
    /// [`IllegalTimeArithmetic`] before the initial time.
    pub fn checked_sub(self, interval: Float64Interval) -> Result<Self, IllegalTimeArithmetic> {
        let mut difference = self.0 - interval.0;
        if difference == self.0 && interval.0 > 0.0 {
            difference = self.0.next_down();
        }
        Self::new(difference).map_err(|_| self.illegal(TimeOperation::Subtract, interval))
    }

    /// How far apart two times are, whichever is the later. Zero only for equal times.
    #[must_use]
    pub const fn distance(self, other: Self) -> Float64Interval {
        Float64Interval((self.0 - other.0).abs())
    }

    /// Eight bytes, big endian (HLAfloat64BE).
    #[must_use]
    pub const fn encode(self) -> [u8; ENCODED_LENGTH] {
        self.0.to_be_bytes()
    }

    /// The time that [`Self::encode`] wrote.
    ///
    /// # Errors
    /// [`CouldNotDecodeTime`] for another length, a negative number or none.
    pub fn decode(bytes: &[u8]) -> Result<Self, CouldNotDecodeTime> {
        Ok(Self::new(number(bytes)?)?)
    }

    fn illegal(self, operation: TimeOperation, interval: Float64Interval) -> IllegalTimeArithmetic {
        IllegalTimeArithmetic {
            time: self.into(),
            operation,
            interval: interval.into(),
        }
    }
}

impl Float64Interval {
    /// No distance.
    pub const ZERO: Self = Self(0.0);
    /// The least distance there is, 2^-1074. Added to a time it gives the next double.
    pub const EPSILON: Self = Self(f64::from_bits(1));

    /// # Errors
    /// [`InvalidLogicalTimeInterval`] if `value` is negative, infinite or not a number.
    pub const fn new(value: f64) -> Result<Self, InvalidLogicalTimeInterval> {
        if value >= 0.0 && value.is_finite() {
            Ok(Self(without_sign(value)))
        } else {
            Err(InvalidLogicalTimeInterval::Float64(value))
        }
    }

    /// The number.
    #[must_use]
    pub const fn value(self) -> f64 {
        self.0
    }

    /// Eight bytes, big endian (HLAfloat64BE).
    #[must_use]
    pub const fn encode(self) -> [u8; ENCODED_LENGTH] {
        self.0.to_be_bytes()
    }

    /// The interval that [`Self::encode`] wrote.
    ///
    /// # Errors
    /// [`CouldNotDecodeTime`] for another length, a negative or infinite number, or none.
    pub fn decode(bytes: &[u8]) -> Result<Self, CouldNotDecodeTime> {
        Ok(Self::new(number(bytes)?)?)
    }
}

/// Turns -0 into 0, so that equal values have equal bits; order and hash then work on the bits.
const fn without_sign(value: f64) -> f64 {
    value.abs()
}

fn number(bytes: &[u8]) -> Result<f64, CouldNotDecodeTime> {
    let bytes = bytes.try_into().map_err(|_| CouldNotDecodeTime::Length {
        implementation: TimeImplementation::Float64,
        length: bytes.len(),
    })?;
    Ok(f64::from_be_bytes(bytes))
}

/// Plain digits where they stay short, an exponent elsewhere.
fn show(value: f64, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    if value == 0.0 || (1e-6..1e16).contains(&value) {
        fmt::Display::fmt(&value, f)
    } else {
        fmt::LowerExp::fmt(&value, f)
    }
}

macro_rules! ordered_double {
    ($name:ident, $invalid:ident) => {
        impl PartialEq for $name {
            fn eq(&self, other: &Self) -> bool {
                self.0.to_bits() == other.0.to_bits()
            }
        }

        impl Eq for $name {}

        impl PartialOrd for $name {
            fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
                Some(self.cmp(other))
            }
        }

        impl Ord for $name {
            // Doubles without sign, infinity and NaN are ordered as their bits are.
            fn cmp(&self, other: &Self) -> Ordering {
                self.0.to_bits().cmp(&other.0.to_bits())
            }
        }

        impl Hash for $name {
            fn hash<H: Hasher>(&self, state: &mut H) {
                self.0.to_bits().hash(state);
            }
        }

        impl TryFrom<f64> for $name {
            type Error = $invalid;

            fn try_from(value: f64) -> Result<Self, $invalid> {
                Self::new(value)
            }
        }

        impl From<$name> for f64 {
            fn from(value: $name) -> Self {
                value.0
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                show(self.0, f)
            }
        }
    };
}

ordered_double!(Float64Time, InvalidLogicalTime);
ordered_double!(Float64Interval, InvalidLogicalTimeInterval);

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn what_is_no_time_cannot_be_made() {
        for value in [
            -1.0,
            -f64::MIN_POSITIVE,
            f64::NAN,
            -f64::NAN,
            f64::NEG_INFINITY,
        ] {
            assert!(Float64Time::new(value).is_err(), "{value}");
            assert!(
                Float64Time::decode(&value.to_be_bytes()).is_err(),
                "{value}"
            );
            assert!(Float64Interval::new(value).is_err(), "{value}");
            let on_the_wire = postcard::to_stdvec(&value).unwrap();
            assert!(
                postcard::from_bytes::<Float64Time>(&on_the_wire).is_err(),
                "{value}"
            );
        }
        assert!(Float64Interval::new(f64::INFINITY).is_err());
    }

    #[test]
    fn infinity_is_read_as_the_final_time_and_minus_zero_as_zero() {
        assert_eq!(Float64Time::new(f64::INFINITY), Ok(Float64Time::FINAL));
        assert_eq!(Float64Time::new(-0.0), Ok(Float64Time::INITIAL));
        assert_eq!(Float64Time::new(-0.0).unwrap().encode(), [0; 8]);
    }

    #[test]
    fn nothing_lies_beyond_either_end() {
        assert!(
            Float64Time::FINAL
                .checked_add(Float64Interval::EPSILON)
                .is_err()
        );
        assert!(
            Float64Time::INITIAL
                .checked_sub(Float64Interval::EPSILON)
                .is_err()
        );
        let final_again = Float64Time::FINAL.checked_add(Float64Interval::ZERO);
        assert_eq!(final_again, Ok(Float64Time::FINAL));
    }

    #[test]
    fn a_lookahead_too_small_for_the_mantissa_still_moves_the_time() {
        let late = Float64Time(1e17);
        let moved = late.checked_add(Float64Interval(1.0)).unwrap();

        assert_eq!(moved.value(), 1e17_f64.next_up());
        assert!(late.checked_sub(Float64Interval(1.0)).unwrap() < late);
    }

    #[test]
    fn times_are_printed_short() {
        assert_eq!(Float64Time(2.5).to_string(), "2.5");
        assert_eq!(Float64Time(7.0).to_string(), "7");
        assert_eq!(Float64Time::FINAL.to_string(), "1.7976931348623157e308");
        assert_eq!(Float64Interval::EPSILON.to_string(), "5e-324");
    }

    fn value() -> impl Strategy<Value = f64> {
        let any = (0..=f64::MAX.to_bits()).prop_map(f64::from_bits);
        prop_oneof![0.0..1000.0_f64, any, Just(0.0), Just(f64::MAX)]
    }

    proptest! {
        #[test]
        fn adding_keeps_the_order_and_always_moves(a in value(), b in value(), by in value()) {
            let (a, b, by) = (Float64Time(a.min(b)), Float64Time(a.max(b)), Float64Interval(by));
            if let (Ok(later_a), Ok(later_b)) = (a.checked_add(by), b.checked_add(by)) {
                prop_assert!(later_a <= later_b);
                prop_assert_eq!(later_a > a, by > Float64Interval::ZERO);
            }
        }

        #[test]
        fn subtracting_keeps_the_order_and_always_moves(a in value(), b in value(), by in value()) {
            let (a, b, by) = (Float64Time(a.min(b)), Float64Time(a.max(b)), Float64Interval(by));
            if let (Ok(earlier_a), Ok(earlier_b)) = (a.checked_sub(by), b.checked_sub(by)) {
                prop_assert!(earlier_a <= earlier_b);
                prop_assert_eq!(earlier_a < a, by > Float64Interval::ZERO);
            }
        }

        #[test]
        fn the_order_is_that_of_the_numbers(a in value(), b in value()) {
            prop_assert_eq!(Some(Float64Time(a).cmp(&Float64Time(b))), a.partial_cmp(&b));
            let apart = Float64Time(a).distance(Float64Time(b));
            prop_assert_eq!(apart == Float64Interval::ZERO, a == b);
        }

        #[test]
        fn encoding_returns_the_same_value(a in value()) {
            prop_assert_eq!(Float64Time::decode(&Float64Time(a).encode()), Ok(Float64Time(a)));
        }
    }
}
