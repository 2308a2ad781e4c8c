//! Logical time, and other small values.

use std::mem::MaybeUninit;
use std::time::Duration;

use hyla_types::{
    Exception, ExceptionKind, Float64Interval, Float64Time, Integer64Interval, Integer64Time,
    LogicalTime, LogicalTimeInterval, RangeBounds, TimeImplementation,
};

use crate::enums::{given_or, hyla_time_representation};
use crate::fault::Result;
use crate::to_c::ToC;

macro_rules! as_they_are {
    ($($type:ty,)*) => {
        $(impl ToC for $type {
            type C = $type;

            fn to_c(self) -> $type {
                self
            }
        })*
    };
}

as_they_are!(bool, u32, u64, f64,);

/// A point of logical time: a signed number, or the bits of a double, by its representation.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct hyla_time {
    /// How to read the bits.
    pub representation: MaybeUninit<hyla_time_representation>,
    /// The value.
    pub bits: u64,
}

/// A distance of logical time, written as `hyla_time` is.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct hyla_interval {
    /// How to read the bits.
    pub representation: MaybeUninit<hyla_time_representation>,
    /// The value.
    pub bits: u64,
}

/// A range along a dimension: from `lower` up to, but without, `upper`.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct hyla_range_bounds {
    /// The first number of the range.
    pub lower: u32,
    /// The first number after the range.
    pub upper: u32,
}

impl hyla_time {
    pub(crate) fn read(self) -> Result<LogicalTime> {
        match given_or(self.representation, ExceptionKind::InvalidLogicalTime)? {
            TimeImplementation::Integer64 => Ok(Integer64Time::new(self.bits as i64)?.into()),
            TimeImplementation::Float64 => Ok(Float64Time::new(f64::from_bits(self.bits))?.into()),
        }
    }

    pub(crate) fn optional(time: Option<&Self>) -> Result<Option<LogicalTime>> {
        time.map(|time| time.read()).transpose()
    }
}

impl ToC for LogicalTime {
    type C = hyla_time;

    fn to_c(self) -> hyla_time {
        let bits = match self {
            Self::Integer64(time) => time.value() as u64,
            Self::Float64(time) => time.value().to_bits(),
        };
        hyla_time {
            representation: MaybeUninit::new(self.implementation().into()),
            bits,
        }
    }
}

impl hyla_interval {
    /// The services that take an interval take it as lookahead.
    pub(crate) fn read(self) -> Result<LogicalTimeInterval> {
        let refused = ExceptionKind::InvalidLookahead;
        let interval = match given_or(self.representation, refused)? {
            TimeImplementation::Integer64 => {
                Integer64Interval::new(self.bits as i64).map(LogicalTimeInterval::from)
            }
            TimeImplementation::Float64 => {
                Float64Interval::new(f64::from_bits(self.bits)).map(LogicalTimeInterval::from)
            }
        };
        interval.map_err(|error| Exception::new(refused, error.to_string()))
    }
}

impl ToC for LogicalTimeInterval {
    type C = hyla_interval;

    fn to_c(self) -> hyla_interval {
        let bits = match self {
            Self::Integer64(interval) => interval.value() as u64,
            Self::Float64(interval) => interval.value().to_bits(),
        };
        hyla_interval {
            representation: MaybeUninit::new(self.implementation().into()),
            bits,
        }
    }
}

impl hyla_range_bounds {
    pub(crate) fn read(self) -> Result<RangeBounds> {
        Ok(RangeBounds::new(self.lower, self.upper)?)
    }
}

impl ToC for RangeBounds {
    type C = hyla_range_bounds;

    fn to_c(self) -> hyla_range_bounds {
        hyla_range_bounds {
            lower: self.lower(),
            upper: self.upper(),
        }
    }
}

/// A waiting time given in seconds. What is less than nothing, or not a number, is nothing; nobody waits
/// longer than thirty years.
pub(crate) fn duration(seconds: f64) -> Duration {
    const LONGEST: f64 = 1e9;
    if seconds.is_nan() {
        return Duration::ZERO;
    }
    Duration::from_secs_f64(seconds.clamp(0.0, LONGEST))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn time(representation: hyla_time_representation, bits: u64) -> hyla_time {
        hyla_time {
            representation: MaybeUninit::new(representation),
            bits,
        }
    }

    #[test]
    fn times_keep_their_bits_in_both_representations() {
        let double = 0.1_f64.to_bits();
        for (representation, bits) in [
            (hyla_time_representation::HYLA_INTEGER64, i64::MAX as u64),
            (hyla_time_representation::HYLA_FLOAT64, double),
        ] {
            let read = time(representation, bits).read().unwrap();
            assert_eq!(read.to_c().bits, bits);
        }
    }

    #[test]
    fn a_time_before_the_first_one_is_no_logical_time() {
        for wrong in [
            time(hyla_time_representation::HYLA_INTEGER64, u64::MAX),
            time(hyla_time_representation::HYLA_FLOAT64, (-1.0_f64).to_bits()),
            time(hyla_time_representation::HYLA_FLOAT64, f64::NAN.to_bits()),
        ] {
            let error = wrong.read().unwrap_err();
            assert_eq!(error.kind, ExceptionKind::InvalidLogicalTime);
        }
    }

    #[test]
    fn an_interval_that_is_none_is_no_lookahead() {
        let negative = hyla_interval {
            representation: MaybeUninit::new(hyla_time_representation::HYLA_INTEGER64),
            bits: u64::MAX,
        };
        let error = negative.read().unwrap_err();
        assert_eq!(error.kind, ExceptionKind::InvalidLookahead);
    }

    #[test]
    fn every_number_of_seconds_is_a_time_to_wait() {
        assert_eq!(duration(-1.0), Duration::ZERO);
        assert_eq!(duration(f64::NAN), Duration::ZERO);
        assert_eq!(duration(0.25), Duration::from_millis(250));
        assert_eq!(duration(f64::INFINITY), Duration::from_secs(1_000_000_000));
    }
}
