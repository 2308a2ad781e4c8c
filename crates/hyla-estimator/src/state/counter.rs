//! Rates from counters of agents and kernels, some of which wrap, reset, stall or are wrong.

use std::time::Duration;

/// Width of a counter before it wraps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Width {
    /// `Counter32` of SNMP.
    Bits32,
    /// `Counter64` of SNMP, and counters of the kernel.
    Bits64,
}

/// How much later than its time a counter may have been read.
const LATE_S: f64 = 0.1;

/// A counter with its last reading.
#[derive(Clone, Copy, Debug)]
pub struct Counter {
    width: Width,
    /// Highest plausible rate per second.
    most_per_s: f64,
    last: Option<(Duration, u64)>,
}

/// Result of two readings of a counter.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Rate {
    /// Rate per second.
    PerSecond(f64),
    /// Only one reading.
    First,
    /// The counter decreased or increased implausibly: it was reset, or the value is wrong. The
    /// time between the readings is unknown.
    Reset,
    /// No time passed between the readings, or time went back.
    NoTime,
}

impl Counter {
    /// A counter without a reading. More than `most_per_s` counts as a reset.
    #[must_use]
    pub fn new(width: Width, most_per_s: f64) -> Self {
        Self {
            width,
            most_per_s,
            last: None,
        }
    }

    /// Adds a reading at time `at` since any fixed moment, and gives the rate since the previous
    /// one.
    pub fn read(&mut self, at: Duration, value: u64) -> Rate {
        let Some((before, from)) = self.last.replace((at, value)) else {
            return Rate::First;
        };
        let seconds = match at.checked_sub(before) {
            Some(time) if !time.is_zero() => time.as_secs_f64(),
            _ => return Rate::NoTime,
        };
        let difference = match self.width {
            // Past 2^32 the counter wraps; the rate distinguishes that from a reset.
            Width::Bits32 => (value as u32).wrapping_sub(from as u32).into(),
            Width::Bits64 => match value.checked_sub(from) {
                Some(difference) => difference,
                None => return Rate::Reset,
            },
        };
        if difference as f64 <= self.most_per_s * (seconds + LATE_S) {
            Rate::PerSecond(difference as f64 / seconds)
        } else {
            Rate::Reset
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const S: fn(u64) -> Duration = Duration::from_secs;

    #[test]
    fn a_rate_is_the_difference_over_time() {
        let mut counter = Counter::new(Width::Bits64, 1e9);

        assert_eq!(counter.read(S(10), 1000), Rate::First);
        assert_eq!(counter.read(S(12), 3000), Rate::PerSecond(1000.0));
        assert_eq!(counter.read(S(13), 3000), Rate::PerSecond(0.0));
    }

    #[test]
    fn a_short_counter_that_wraps_goes_on() {
        let mut counter = Counter::new(Width::Bits32, 1000.0);
        counter.read(S(0), u64::from(u32::MAX) - 99);

        assert_eq!(counter.read(S(1), 100), Rate::PerSecond(200.0));
    }

    #[test]
    fn a_reset_gives_no_rate_and_the_next_reading_does() {
        for width in [Width::Bits32, Width::Bits64] {
            let mut counter = Counter::new(width, 1000.0);
            counter.read(S(0), 500_000);

            assert_eq!(counter.read(S(1), 10), Rate::Reset, "{width:?}");
            assert_eq!(counter.read(S(2), 60), Rate::PerSecond(50.0), "{width:?}");
        }
    }

    #[test]
    fn a_leap_and_a_clock_that_goes_back_give_no_rate() {
        let mut counter = Counter::new(Width::Bits64, 1000.0);
        counter.read(S(5), 0);

        assert_eq!(counter.read(S(6), 1 << 40), Rate::Reset);
        assert_eq!(counter.read(S(3), (1 << 40) + 10), Rate::NoTime);
        assert_eq!(counter.read(S(4), (1 << 40) + 20), Rate::PerSecond(10.0));
    }
}
