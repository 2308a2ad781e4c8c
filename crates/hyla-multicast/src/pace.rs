//! The rate of a sender.
//!
//! The rate follows what is delivered: each report shows how fast the slowest covered member received. Losses alone do
//! not slow it. One report of eight is preceded by a quarter more, so that the rate finds new room; the one after it
//! by less, so that queues drain.

use std::time::{Duration, Instant};

use crate::config::Config;

/// Rates of delivery that are remembered.
const REMEMBERED: usize = 8;

/// Gains of the rounds, after the start.
const GAINS: [f64; REMEMBERED] = [1.25, 0.75, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0];

/// How long packets gather after the pace held them up: each train wakes all receivers, and few large ones cost them less.
const REST: Duration = Duration::from_micros(800);

/// Most credit that is waited for: that of the packets that leave in one call.
const LONGEST_REST: f64 = 56_000.0;

/// While the rate still finds room at each report.
const START_GAIN: f64 = 2.0;

#[derive(Debug)]
pub(crate) struct Pace {
    rate: f64,
    least: f64,
    most: f64,
    /// Bytes that may be sent; below zero after more was sent.
    credit: f64,
    credit_at: Option<Instant>,
    deliveries: [f64; REMEMBERED],
    round: usize,
    /// Rounds without a better delivery; from three on the start is over.
    same: u32,
    /// The pace kept packets waiting since the last report.
    limited: bool,
    /// The credit was used up, and is not back to [`Self::resumes_at`] yet.
    rests: bool,
}

impl Pace {
    pub(crate) fn new(config: &Config) -> Self {
        Self {
            // The highest rate may have changed since the parameters were checked.
            rate: config.rate_start.min(config.rate_max) as f64,
            least: config.rate_min as f64,
            most: config.rate_max as f64,
            credit: 0.0,
            credit_at: None,
            deliveries: [0.0; REMEMBERED],
            round: 0,
            same: 0,
            limited: false,
            rests: false,
        }
    }

    pub(crate) fn set_most(&mut self, bytes_per_s: u64) {
        self.most = (bytes_per_s as f64).max(self.least);
        self.rate = self.rate.min(self.most);
    }

    pub(crate) fn rate(&self) -> f64 {
        self.rate
    }

    /// Bytes that may leave at once: a millisecond's worth, ten datagrams at least.
    fn burst(&self) -> f64 {
        (self.rate / 1000.0).max(14_000.0)
    }

    fn refill(&mut self, now: Instant) {
        let burst = self.burst();
        self.credit = match self.credit_at {
            Some(at) => {
                let time = now.saturating_duration_since(at).as_secs_f64();
                (self.credit + time * self.rate).min(burst)
            }
            None => burst,
        };
        self.credit_at = Some(now);
    }

    /// Credit from which on packets leave again after it was used up: so they leave in trains, and not one by one.
    fn resumes_at(&self) -> f64 {
        (self.rate * REST.as_secs_f64()).min(LONGEST_REST)
    }

    /// Whether a packet may leave now.
    pub(crate) fn may_send(&mut self, now: Instant) -> bool {
        self.refill(now);
        let least = if self.rests { self.resumes_at() } else { 0.0 };
        let may = self.credit > least;
        self.rests = !may;
        self.limited |= !may;
        may
    }

    /// When the next packet may leave, if not now.
    pub(crate) fn free_at(&self) -> Option<Instant> {
        let at = self.credit_at?;
        let wanted = if self.rests { self.resumes_at() } else { 0.0 } + 1.0;
        let missing = (wanted - self.credit).max(0.0);
        // Not more often than timers can do.
        let wait = (missing / self.rate).clamp(50e-6, 1.0);
        Some(at + Duration::from_secs_f64(wait))
    }

    pub(crate) fn sent(&mut self, bytes: usize) {
        self.credit -= bytes as f64;
    }

    /// A packet was sent again. Repairs, which are for few members, hold up new packets no longer than a burst does.
    pub(crate) fn repaired(&mut self, bytes: usize) {
        let least = self.credit.min(-self.burst());
        self.credit = (self.credit - bytes as f64).max(least);
    }

    /// A report shows that so many bytes a second were delivered.
    pub(crate) fn delivered(&mut self, bytes_per_s: f64) {
        let best = self.best();
        // A rate of delivery that the pace did not limit shows nothing, unless it is better.
        if !std::mem::take(&mut self.limited) && bytes_per_s <= best {
            return;
        }
        self.round = (self.round + 1) % REMEMBERED;
        self.deliveries[self.round] = bytes_per_s;
        self.same = if bytes_per_s > best * 1.1 {
            0
        } else {
            self.same + 1
        };
        let gain = if self.same < 3 {
            START_GAIN
        } else {
            GAINS[self.round]
        };
        self.rate = (self.best() * gain).clamp(self.least, self.most);
    }

    fn best(&self) -> f64 {
        self.deliveries.iter().copied().fold(0.0, f64::max)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Reports over a path that carries so much and loses a share; the mean rate of the last sixteen.
    fn rate_over(takes: f64, arrives: f64) -> f64 {
        let config = Config {
            rate_start: 1_000_000,
            rate_max: 100_000_000,
            ..Config::default()
        };
        let mut pace = Pace::new(&config);
        let mut sum = 0.0;
        for round in 0..200 {
            pace.limited = true;
            let delivered = (pace.rate() * arrives).min(takes);
            pace.delivered(delivered);
            if round >= 184 {
                sum += pace.rate() / 16.0;
            }
        }
        sum
    }

    #[test]
    fn the_rate_finds_what_the_path_carries() {
        let rate = rate_over(20e6, 1.0);
        assert!((19e6..22e6).contains(&rate), "{rate}");
    }

    #[test]
    fn losses_of_a_tenth_do_not_slow_it() {
        let rate = rate_over(f64::INFINITY, 0.9);
        assert!(rate > 85e6, "{rate}");
    }

    #[test]
    fn packets_leave_in_bursts_of_a_millisecond_at_that_rate() {
        let mut now = Instant::now();
        let start = now;
        let mut pace = Pace::new(&Config::default());
        let mut sent = 0;
        while now - start < Duration::from_secs(1) {
            if pace.may_send(now) {
                pace.sent(1400);
                sent += 1400;
            } else {
                now = pace.free_at().unwrap();
            }
        }
        assert!((24_900_000..25_200_000).contains(&sent), "{sent}");
    }

    #[test]
    fn a_report_that_did_not_try_the_pace_does_not_lower_it() {
        let mut pace = Pace::new(&Config::default());
        pace.limited = true;
        pace.delivered(25e6);
        let rate = pace.rate();
        (0..100).for_each(|_| pace.delivered(1e6));
        assert_eq!(pace.rate().to_bits(), rate.to_bits());
    }
}
