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

    /// The least time at which a federate with this lookahead keeps the promise with everything that it may
    /// send, so that time + lookahead itself may be sent. At the final time if nothing may be sent any more.
    pub(crate) fn least_time(self, lookahead: LogicalTimeInterval) -> LogicalTime {
        let epsilon = self.time.implementation().epsilon();
        let next = |time: LogicalTime| time.checked_add(epsilon).ok();
        let stamp = if self.exclusive {
            next(self.time).unwrap_or(self.time)
        } else {
            self.time
        };
        let initial = self.time.implementation().initial();
        let mut least = stamp.checked_sub(lookahead).unwrap_or(initial);
        // The difference is rounded: the sum may fall short of the stamp.
        while Self::at(least).plus(lookahead) < self
            && let Some(later) = next(least)
        {
            least = later;
        }
        least
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
    use hyla_types::{Float64Interval, Float64Time, Integer64Interval, Integer64Time};
    use proptest::prelude::*;

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
    fn the_least_time_to_keep_a_promise_is_lookahead_before_the_first_stamp_allowed() {
        let span = |length| LogicalTimeInterval::Integer64(Integer64Interval::new(length).unwrap());
        for (lookahead, after, from) in [(0, 11, 10), (1, 10, 9), (2, 9, 8), (30, 0, 0)] {
            let (lookahead, ten) = (span(lookahead), integer(10));
            assert_eq!(Bound::after(ten).least_time(lookahead), integer(after));
            assert_eq!(Bound::at(ten).least_time(lookahead), integer(from));
        }
        let last = integer(i64::MAX);
        assert_eq!(Bound::after(last).least_time(span(0)), last);
    }

    proptest! {
        /// next_up(15) + 5 is rounded back to 20: the reported time has to be the double after that.
        #[test]
        fn time_plus_lookahead_is_the_first_stamp_allowed_but_for_rounding(
            promised in prop_oneof![0.0..1e6_f64, Just(20.0), Just(0.0), 0.0..1e300_f64],
            lookahead in prop_oneof![0.0..1e6_f64, Just(5.0), Just(0.0), Just(1e-9)],
            exclusive: bool,
        ) {
            let promised = Bound { time: float(promised), exclusive };
            let lookahead = LogicalTimeInterval::Float64(Float64Interval::new(lookahead).unwrap());
            let next = |time: LogicalTime| time.checked_add(time.implementation().epsilon()).unwrap();
            let first = if exclusive { next(promised.time) } else { promised.time };

            let least = promised.least_time(lookahead);

            let stamp = least.checked_add(lookahead).unwrap();
            prop_assert!(promised.allows(stamp), "{least} leads to {stamp}");
            prop_assert!(stamp <= next(first) || least == float(0.0), "{least} leads to {stamp}");
        }
    }

    #[test]
    fn order_keys_are_ordered_as_the_times() {
        let rises = |keys: &[u64]| keys.is_sorted_by(|a, b| a < b);
        let floats = [0.0, 5e-324, 1e-9, 1.0, 1.5, 1e300]
            .map(float)
            .map(order_key);
        assert!(rises(&floats), "{floats:?}");
        let integers = [0, 1, 255, 1 << 40, i64::MAX].map(integer).map(order_key);
        assert!(rises(&integers), "{integers:?}");
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
