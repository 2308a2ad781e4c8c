//! The random time before a request (RFC 5401): most members wait long, a few ask early.

use std::time::Duration;

/// Estimate of the members that miss the same packet. Too low by ten costs a factor below two in requests, and a
/// single loser asks three times earlier.
const LOSERS: f64 = 10.0;

/// Longest time in round trips.
const ROUND_TRIPS: f64 = 2.0;

/// A truncated exponential time; `random` is uniform in 0 to 1.
pub(crate) fn backoff(round_trip: Duration, random: f64) -> Duration {
    let scale = LOSERS.ln() + 1.0;
    let longest = round_trip.as_secs_f64() * ROUND_TRIPS;
    let time = longest / scale * (1.0 + random * (scale.exp() - 1.0)).ln();
    Duration::from_secs_f64(time.max(0.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_lie_between_none_and_two_round_trips_with_the_mean_of_the_formula() {
        let ms = Duration::from_millis(1);
        assert_eq!(backoff(ms, 0.0), Duration::ZERO);
        assert_eq!(backoff(ms, 1.0).as_micros(), 2000);

        let mean = (0..1000).map(|i| backoff(ms, f64::from(i) / 1000.0).as_secs_f64());
        let mean = mean.sum::<f64>() / 1000.0;
        // 2 ms (1 / (1 - e^-L) - 1 / L), L = ln 10 + 1.
        assert!((mean - 1.47e-3).abs() < 0.02e-3, "{mean}");
    }
}
