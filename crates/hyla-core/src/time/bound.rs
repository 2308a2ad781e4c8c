//! Lower bounds on time stamps.

use std::cmp::Ordering;

use hyla_types::{LogicalTime, LogicalTimeInterval};
use serde::{Deserialize, Serialize};

/// A promise: no message with a stamp below `time` will come, and with `exclusive` none of that time
/// itself either.
///
/// Bounds of one federation are ordered: the later promises more, and of two at the same time the
/// exclusive one does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Bound {
    /// The least time that may still come, or its limit.
    pub time: LogicalTime,
    /// Whether that time itself is ruled out.
    pub exclusive: bool,
}

impl Bound {
    /// Messages of this time may come.
    #[must_use]
    pub const fn at(time: LogicalTime) -> Self {
        Self {
            time,
            exclusive: false,
        }
    }

    /// Messages of this time cannot come any more.
    #[must_use]
    pub const fn after(time: LogicalTime) -> Self {
        Self {
            time,
            exclusive: true,
        }
    }

    /// Whether a message with this stamp keeps the promise.
    #[must_use]
    pub fn allows(self, stamp: LogicalTime) -> bool {
        match stamp.partial_cmp(&self.time) {
            Some(Ordering::Greater) => true,
            Some(Ordering::Equal) => !self.exclusive,
            _ => false,
        }
    }

    /// The promise of a federate that has this promise for itself and sends only what lies `lookahead`
    /// beyond. Beyond the final time nothing can be sent at all.
    #[must_use]
    pub fn plus(self, lookahead: LogicalTimeInterval) -> Self {
        match self.time.checked_add(lookahead) {
            Ok(time) => Self { time, ..self },
            Err(_) => Self::after(self.time.implementation().final_()),
        }
    }
}

impl PartialOrd for Bound {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        let by_time = self.time.partial_cmp(&other.time)?;
        Some(by_time.then(self.exclusive.cmp(&other.exclusive)))
    }
}

/// The later of two; of different representations, which do not meet in one federation, the first.
pub(crate) fn later<T: PartialOrd>(a: T, b: T) -> T {
    if b > a { b } else { a }
}

/// The earlier of two.
pub(crate) fn earlier<T: PartialOrd>(a: T, b: T) -> T {
    if b < a { b } else { a }
}

/// A number that orders times of one representation as they are ordered.
pub(crate) fn order_key(time: LogicalTime) -> u64 {
    let bits = u64::from_be_bytes(time.encode());
    match time {
        LogicalTime::Float64(_) if bits >> 63 == 1 => !bits,
        _ => bits ^ (1 << 63),
    }
}

#[cfg(test)]
mod tests {
    use hyla_types::{Float64Time, Integer64Time};

    use super::*;

    fn float(value: f64) -> LogicalTime {
        LogicalTime::Float64(Float64Time::new(value).expect("a valid time"))
    }

    fn integer(value: i64) -> LogicalTime {
        LogicalTime::Integer64(Integer64Time::new(value).expect("a valid time"))
    }

    #[test]
    fn an_exclusive_bound_promises_more_than_an_inclusive_one() {
        assert!(Bound::after(float(2.0)) > Bound::at(float(2.0)));
        assert!(Bound::at(float(2.5)) > Bound::after(float(2.0)));
        assert!(Bound::at(float(2.0)).allows(float(2.0)));
        assert!(!Bound::after(float(2.0)).allows(float(2.0)));
    }

    #[test]
    fn order_keys_are_ordered_as_the_times() {
        let floats = [0.0, 5e-324, 1e-9, 1.0, 1.5, 1e300]
            .map(float)
            .map(order_key);
        assert!(floats.is_sorted());
        let integers = [0, 1, 255, 1 << 40, i64::MAX].map(integer).map(order_key);
        assert!(integers.is_sorted());
    }

    #[test]
    fn beyond_the_final_time_nothing_is_promised_to_come() {
        let epsilon = integer(0).implementation().epsilon();
        assert_eq!(
            Bound::at(integer(i64::MAX)).plus(epsilon),
            Bound::after(integer(i64::MAX))
        );
    }
}
