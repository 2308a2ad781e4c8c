//! The random time before a request (RFC 5401): most members wait long, a few ask early.

use std::time::Duration;

/// Estimate of the members that miss the same packet. Too low by ten costs a factor below two in requests, and a
/// single loser asks three times earlier.
const LOSERS: f64 = 10.0;

/// Members that wait no longer than a quarter of a round trip. Most losses are those of one member, which would wait for
/// nothing; if all miss a packet, its keeper takes that many requests, and answers the third one by multicast.
const MEMBERS: u32 = 64;

/// Most quarters of a round trip that a member waits.
pub(crate) const LONGEST_WAIT: f64 = 8.0;

/// Quarters of a round trip that members of such a group wait at most: the more the larger it is.
pub(crate) fn quarters(members: usize) -> f64 {
    (members as f64 / f64::from(MEMBERS)).clamp(1.0, LONGEST_WAIT)
}

/// A truncated exponential time of at most that many quarters of a round trip; `random` is uniform in 0 to 1.
pub(crate) fn backoff(round_trip: Duration, quarters: f64, random: f64) -> Duration {
    let scale = LOSERS.ln() + 1.0;
    let longest = round_trip.as_secs_f64() / 4.0 * quarters;
    let time = longest / scale * (1.0 + random * (scale.exp() - 1.0)).ln();
    Duration::from_secs_f64(time.max(0.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_grow_with_the_group_and_have_the_mean_of_the_formula() {
        let ms = Duration::from_millis(1);
        for (members, longest) in [(2, 250), (64, 250), (128, 500), (512, 2000), (9999, 2000)] {
            let backoff = |random| backoff(ms, quarters(members), random);
            assert_eq!(backoff(0.0), Duration::ZERO);
            assert_eq!(backoff(1.0).as_micros(), longest);

            let mean = (0..1000).map(|i| backoff(f64::from(i) / 1000.0));
            let mean = mean.map(|time| time.as_secs_f64()).sum::<f64>() / 1000.0;
            // The longest time (1 / (1 - e^-L) - 1 / L), L = ln 10 + 1.
            let expected = 0.735e-6 * f64::from(longest as u32);
            assert!((mean / expected - 1.0).abs() < 0.02, "{mean}");
        }
    }
}
