//! Times of datagrams at a steady rate.

use std::time::Duration;

/// A token bucket, with one token for each datagram.
///
/// The bucket has no clock: the caller passes the time since the start. Missed tokens are made up for only
/// up to the capacity of the bucket; the rest is dropped and counted, since a burst is another
/// load.
///
/// ```
/// use std::time::Duration;
/// use hyla_bench::load::pace::Bucket;
///
/// let mut bucket = Bucket::new(1000.0, 20);
/// assert_eq!(bucket.take(Duration::from_millis(3)), 3);
/// assert_eq!(bucket.take(Duration::from_millis(3)), 0);
/// ```
#[derive(Clone, Debug)]
pub struct Bucket {
    rate_per_s: f64,
    depth: u64,
    /// Tokens taken or dropped.
    spent: u64,
    given_up: u64,
}

impl Bucket {
    /// A bucket with that many tokens per second, and a capacity of `depth`, at least one.
    #[must_use]
    pub fn new(rate_per_s: f64, depth: u64) -> Self {
        Self {
            rate_per_s: rate_per_s.max(0.0),
            depth: depth.max(1),
            spent: 0,
            given_up: 0,
        }
    }

    /// Takes all tokens available after `passed`.
    pub fn take(&mut self, passed: Duration) -> u64 {
        // The small addition makes a token available exactly at the time given by `next`.
        let flowed = (passed.as_secs_f64() * self.rate_per_s + 1e-6).floor() as u64;
        let there = flowed.saturating_sub(self.spent);
        let taken = there.min(self.depth);
        self.given_up += there - taken;
        self.spent += there;
        taken
    }

    /// Time of the next token since the start; `None` if none ever comes.
    #[must_use]
    pub fn next(&self) -> Option<Duration> {
        let seconds = (self.spent as f64 + 1.0) / self.rate_per_s;
        Duration::try_from_secs_f64(seconds).ok()
    }

    /// Dropped tokens.
    #[must_use]
    pub fn given_up(&self) -> u64 {
        self.given_up
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn tokens_come_one_by_one_at_the_times_that_are_named() {
        let mut bucket = Bucket::new(400.0, 10);

        for number in 1..=1000 {
            let at = bucket.next().unwrap();
            assert_eq!(at, Duration::from_micros(2500 * number));
            assert_eq!(bucket.take(at - Duration::from_micros(1)), 0);
            assert_eq!(bucket.take(at), 1);
        }
    }

    #[test]
    fn who_comes_late_finds_what_the_bucket_holds_and_the_rest_is_counted() {
        let mut bucket = Bucket::new(1000.0, 20);

        assert_eq!(bucket.take(Duration::from_secs(1)), 20);
        assert_eq!(bucket.given_up(), 980);
        assert_eq!(bucket.take(Duration::from_millis(1005)), 5);
    }

    #[test]
    fn without_a_rate_no_token_ever_comes() {
        let mut bucket = Bucket::new(0.0, 20);

        assert_eq!(bucket.take(Duration::from_secs(1000)), 0);
        assert_eq!(bucket.next(), None);
    }

    proptest! {
        #[test]
        fn the_rate_is_held_by_whoever_comes_often_enough(
            rate in 1.0f64..200_000.0,
            every_us in 50u64..1000,
        ) {
            let mut bucket = Bucket::new(rate, 1 + (rate / 500.0) as u64);
            let (mut sent, mut passed) = (0, Duration::ZERO);
            for _ in 0..2000 {
                passed += Duration::from_micros(every_us);
                sent += bucket.take(passed);
            }

            let wanted = passed.as_secs_f64() * rate;
            prop_assert!((sent as f64 - wanted).abs() <= 1.0, "{sent} beside {wanted}");
            prop_assert_eq!(bucket.given_up(), 0);
        }
    }
}
