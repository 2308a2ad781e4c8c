//! Computing time in each short period for a given share of a processor.

use std::time::Duration;

/// Length of a period: short, so that other threads on the processor always meet the same load.
pub const PERIOD: Duration = Duration::from_millis(10);

/// Periods of missed computing that are made up for. More, missed because others had the processor,
/// is dropped: catching up on seconds would be another load.
const MADE_UP: f64 = 2.0;

/// Work of a period.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slice {
    /// Processor time to take.
    pub compute: Duration,
    /// End of the period, since the start.
    pub until: Duration,
}

/// A share that is not above 0 and at most 1.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[error("{0} is not a share of a processor: it has to be above 0 and at most 1")]
pub struct InvalidShare(pub f64);

/// The control law: each period owes the share of the time since the start, less the time used.
///
/// The share has no clock: the caller passes the time since the start and the processor time used.
///
/// ```
/// use std::time::Duration;
/// use hyla_bench::load::share::Regulator;
///
/// let mut half = Regulator::new(0.5)?;
/// let slice = half.next(Duration::ZERO, Duration::ZERO);
/// assert_eq!(slice.compute, Duration::from_millis(5));
/// # Ok::<(), hyla_bench::load::share::InvalidShare>(())
/// ```
#[derive(Clone, Debug)]
pub struct Regulator {
    share: f64,
    /// Dropped seconds.
    given_up: f64,
}

impl Regulator {
    /// # Errors
    /// [`InvalidShare`] if the share is not above 0 and at most 1.
    pub fn new(share: f64) -> Result<Self, InvalidShare> {
        if share > 0.0 && share <= 1.0 {
            let given_up = 0.0;
            Ok(Self { share, given_up })
        } else {
            Err(InvalidShare(share))
        }
    }

    /// Work of the period that begins at `passed`, after `used` of processor time.
    pub fn next(&mut self, passed: Duration, used: Duration) -> Slice {
        let period = PERIOD.as_secs_f64();
        let of_period = self.share * period;
        let wanted = self.share * passed.as_secs_f64() + of_period;
        let due = wanted - self.given_up - used.as_secs_f64();
        let most = of_period + MADE_UP * of_period;
        if due > most {
            self.given_up += due - most;
        }
        let compute = due.min(most).clamp(0.0, period);
        Slice {
            compute: Duration::from_secs_f64(compute),
            until: passed + PERIOD,
        }
    }

    /// Computing dropped because the processor was not available.
    #[must_use]
    pub fn given_up(&self) -> Duration {
        Duration::from_secs_f64(self.given_up)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const MS: Duration = Duration::from_millis(1);

    #[test]
    fn what_is_not_a_share_is_refused() {
        for share in [0.0, -0.1, 1.01, f64::NAN, f64::INFINITY] {
            assert!(Regulator::new(share).is_err(), "{share}");
        }
    }

    #[test]
    fn a_chunk_too_much_is_taken_off_the_next_period() {
        let mut regulator = Regulator::new(0.3).unwrap();

        let first = regulator.next(Duration::ZERO, Duration::ZERO);
        assert_eq!(first.compute, 3 * MS);
        let second = regulator.next(first.until, 5 * MS);

        assert_eq!(second.compute, MS);
    }

    #[test]
    fn a_short_wait_for_the_processor_is_made_up_for() {
        let mut regulator = Regulator::new(0.3).unwrap();

        // A period was lost to others.
        let slice = regulator.next(10 * MS, Duration::ZERO);

        assert_eq!(slice.compute, 6 * MS);
        assert_eq!(regulator.given_up(), Duration::ZERO);
    }

    #[test]
    fn a_long_wait_for_the_processor_is_given_up_and_not_turned_into_a_burst() {
        let mut regulator = Regulator::new(0.3).unwrap();

        let after = regulator.next(10_000 * MS, Duration::ZERO);

        assert_eq!(after.compute, 9 * MS);
        assert!(regulator.given_up() > 2900 * MS);
        // The debt is limited to two periods.
        let next = regulator.next(after.until, 9 * MS);
        assert!(next.compute < 4 * MS, "{next:?}");
    }

    #[test]
    fn a_whole_processor_leaves_no_time_to_sleep() {
        let mut regulator = Regulator::new(1.0).unwrap();

        let slice = regulator.next(Duration::ZERO, Duration::ZERO);

        assert_eq!(slice.compute, PERIOD);
    }

    proptest! {
        /// A machine where each period computes a chunk too long and begins a little late.
        #[test]
        fn the_share_is_held_within_a_period(
            share in 0.01f64..=0.95,
            chunk_us in 1u64..400,
            late_us in 0u64..200,
        ) {
            let mut regulator = Regulator::new(share).unwrap();
            let chunk = Duration::from_micros(chunk_us);
            let (mut passed, mut used) = (Duration::ZERO, Duration::ZERO);
            for _ in 0..1000 {
                let slice = regulator.next(passed, used);
                let chunks = slice.compute.as_nanos().div_ceil(chunk.as_nanos());
                let computed = chunk * u32::try_from(chunks).unwrap();
                used += computed;
                passed = (passed + computed).max(slice.until) + Duration::from_micros(late_us);
            }

            let wanted = passed.as_secs_f64() * share;
            let error = (used.as_secs_f64() - wanted).abs();
            prop_assert!(error <= PERIOD.as_secs_f64(), "{error} s beside {wanted} s");
        }
    }
}
