//! The rate of calls, as arithmetic.

use std::time::Duration;

use super::CallRate;

/// Says when the next call may be read: a bucket that holds `burst` calls and fills at the rate.
///
/// The bucket stores one moment only, at which it is full again.
#[derive(Clone, Debug)]
pub(super) struct Meter {
    /// Time that one call takes out of the bucket; zero without a rate.
    interval: Duration,
    /// Time that a whole bucket stands for.
    depth: Duration,
    full_at: Duration,
}

impl Meter {
    pub(super) fn new(rate: CallRate) -> Self {
        let interval = match rate.per_second {
            0 => Duration::ZERO,
            per_second => Duration::from_secs(1) / per_second,
        };
        Self {
            interval,
            depth: interval.saturating_mul(rate.burst.max(1)),
            full_at: Duration::ZERO,
        }
    }

    /// Counts a call. Calls that were read together all count, so there may be less than nothing
    /// in the bucket afterwards.
    pub(super) fn count(&mut self, now: Duration) {
        self.full_at = self.full_at.max(now).saturating_add(self.interval);
    }

    /// When the next call may be read, if it may not be read now.
    pub(super) fn not_before(&self, now: Duration) -> Option<Duration> {
        let next = self
            .full_at
            .saturating_add(self.interval)
            .saturating_sub(self.depth);
        (next > now).then_some(next)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn meter(per_second: u32, burst: u32) -> Meter {
        Meter::new(CallRate { per_second, burst })
    }

    #[test]
    fn a_burst_passes_and_then_one_call_each_interval() {
        let mut meter = meter(10, 3);
        let now = Duration::from_secs(100);
        for _ in 0..3 {
            assert_eq!(meter.not_before(now), None);
            meter.count(now);
        }

        let next = now + Duration::from_millis(100);
        assert_eq!(meter.not_before(now), Some(next));
        assert_eq!(meter.not_before(next), None);
        meter.count(next);
        assert_eq!(
            meter.not_before(next),
            Some(next + Duration::from_millis(100))
        );
    }

    #[test]
    fn silence_fills_the_bucket_but_not_over_its_brim() {
        let mut meter = meter(10, 3);
        for _ in 0..3 {
            meter.count(Duration::ZERO);
        }

        let now = Duration::from_secs(1000);
        for _ in 0..3 {
            assert_eq!(meter.not_before(now), None);
            meter.count(now);
        }
        assert!(meter.not_before(now).is_some());
    }

    #[test]
    fn without_a_rate_nothing_waits() {
        let mut meter = meter(0, 0);
        for _ in 0..1000 {
            meter.count(Duration::ZERO);
            assert_eq!(meter.not_before(Duration::ZERO), None);
        }
    }

    proptest! {
        #[test]
        fn whoever_waits_as_told_makes_the_calls_of_the_rate_and_one_burst(
            per_second in 1_u32..100_000,
            burst in 0_u32..1000,
            pauses in prop::collection::vec(0_u64..1_000_000, 1..500),
        ) {
            let mut meter = meter(per_second, burst);
            let start = Duration::from_secs(1);
            let mut now = start;
            for (made, pause) in pauses.into_iter().enumerate() {
                now += Duration::from_nanos(pause);
                now = meter.not_before(now).unwrap_or(now);
                prop_assert_eq!(meter.not_before(now), None);
                meter.count(now);

                let allowed = (now - start).as_nanos() * u128::from(per_second) / 1_000_000_000
                    + u128::from(burst.max(1));
                // An interval is rounded down to whole nanoseconds.
                prop_assert!((made as u128 + 1) * 1000 <= (allowed + 1) * 1001);
            }
        }
    }
}
