//! Round-trip time, and the timeout that follows from it (after RFC 6298).

use std::time::Duration;

#[derive(Debug)]
pub(super) struct RoundTrip {
    smooth: Option<Duration>,
    variation: Duration,
    min_timeout: Duration,
    max_timeout: Duration,
    /// Number of consecutive doublings.
    doublings: u32,
}

/// Timeout before the first measurement.
const FIRST_TIMEOUT: Duration = Duration::from_millis(100);

impl RoundTrip {
    pub(super) fn new(min_timeout: Duration, max_timeout: Duration) -> Self {
        Self {
            smooth: None,
            variation: Duration::ZERO,
            min_timeout,
            max_timeout,
            doublings: 0,
        }
    }

    pub(super) fn measured(&mut self, took: Duration) {
        let Some(smooth) = self.smooth else {
            self.smooth = Some(took);
            self.variation = took / 2;
            return;
        };
        self.variation = self.variation * 3 / 4 + smooth.abs_diff(took) / 4;
        self.smooth = Some(smooth * 7 / 8 + took / 8);
    }

    pub(super) fn smooth(&self) -> Option<Duration> {
        self.smooth
    }

    pub(super) fn timeout(&self) -> Duration {
        let once = self
            .smooth
            .map_or(FIRST_TIMEOUT, |smooth| smooth + 4 * self.variation);
        let once = once.max(self.min_timeout);
        (once * (1 << self.doublings)).min(self.max_timeout)
    }

    pub(super) fn timed_out(&mut self) {
        self.doublings = (self.doublings + 1).min(10);
    }

    pub(super) fn heard(&mut self) {
        self.doublings = 0;
    }

    pub(super) fn doublings(&self) -> u32 {
        self.doublings
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_timeout_follows_the_round_trip_and_doubles_within_its_bounds() {
        let ms = Duration::from_millis;
        let mut trip = RoundTrip::new(ms(5), ms(500));
        assert_eq!(trip.timeout(), FIRST_TIMEOUT);

        for _ in 0..100 {
            trip.measured(ms(20));
        }
        assert!(trip.timeout() < ms(21), "{trip:?}");
        for _ in 0..20 {
            trip.timed_out();
        }
        assert_eq!(trip.timeout(), ms(500));

        trip.heard();
        assert!(trip.timeout() < ms(21), "{trip:?}");
    }

    #[test]
    fn each_timeout_in_a_row_doubles_the_next_until_something_is_heard() {
        let ms = Duration::from_millis;
        let mut trip = RoundTrip::new(ms(5), ms(60_000));
        for doublings in 0..=12_u32 {
            assert_eq!(trip.doublings(), doublings.min(10));
            assert_eq!(
                trip.timeout(),
                (FIRST_TIMEOUT * (1 << doublings.min(10))).min(ms(60_000))
            );
            trip.timed_out();
        }
        trip.heard();
        assert_eq!((trip.doublings(), trip.timeout()), (0, FIRST_TIMEOUT));
    }

    #[test]
    fn round_trips_are_smoothed_as_rfc_6298_says() {
        let ms = Duration::from_millis;
        let mut trip = RoundTrip::new(ms(1), ms(60_000));
        trip.measured(ms(80));
        assert_eq!(
            (trip.smooth(), trip.timeout()),
            (Some(ms(80)), ms(80 + 4 * 40))
        );

        // Variation: 3/4 of 40 and 1/4 of 80; the mean: 7/8 of 80 and 1/8 of 160.
        trip.measured(ms(160));
        assert_eq!(
            (trip.smooth(), trip.timeout()),
            (Some(ms(90)), ms(90 + 4 * 50))
        );
    }
}
