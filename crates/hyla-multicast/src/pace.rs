//! The rate of a sender.
//!
//! The rate follows what is delivered: each report shows how fast the slowest covered member received. Losses alone do
//! not slow it. One report of eight is preceded by a higher rate ([`Tuning::probe`]), so that it finds new room; the one after
//! it by a lower one, so that queues drain.

use std::time::{Duration, Instant};

use crate::config::Config;
use crate::tuning::Tuning;

/// Rates of delivery that are remembered.
const REMEMBERED: usize = 8;

/// Packets that may leave at once at any rate, if a train has as many.
const BURST_LEAST: u64 = 10;

/// While the rate still finds room at each report.
const START_GAIN: f64 = 2.0;

#[derive(Debug)]
pub(crate) struct Pace {
    rate: f64,
    least: f64,
    most: f64,
    tuning: Tuning,
    datagram_bytes: usize,
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
            tuning: config.tuning.clone(),
            datagram_bytes: config.datagram_bytes,
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

    pub(crate) fn tune(&mut self, config: &Config) {
        self.tuning = config.tuning.clone();
    }

    pub(crate) fn rate(&self) -> f64 {
        self.rate
    }

    fn bytes_of(&self, packets: u64) -> f64 {
        packets as f64 * self.datagram_bytes as f64
    }

    /// Bytes that may leave at once.
    fn burst(&self) -> f64 {
        let least = self.bytes_of(self.tuning.train.min(BURST_LEAST));
        (self.rate * self.tuning.burst.as_secs_f64()).max(least)
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
        let train = self.bytes_of(self.tuning.train);
        (self.rate * self.tuning.rest.as_secs_f64()).min(train)
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
            self.gain()
        };
        self.rate = (self.best() * gain).clamp(self.least, self.most);
    }

    /// Gain of this round, after the start.
    fn gain(&self) -> f64 {
        match self.round {
            0 => 1.0 + self.tuning.probe,
            1 => 1.0 - self.tuning.probe,
            _ => 1.0,
        }
    }

    fn best(&self) -> f64 {
        self.deliveries.iter().copied().fold(0.0, f64::max)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Reports over a path that carries so much and loses a share; the last sixteen rates, with a tuning that holds from then on.
    fn rates_over(takes: f64, arrives: f64, tuning: Tuning) -> Vec<f64> {
        let mut config = Config {
            rate_start: 1_000_000,
            rate_max: 100_000_000,
            ..Config::default()
        };
        let mut pace = Pace::new(&config);
        config.tuning = tuning;
        let report = |pace: &mut Pace| {
            pace.limited = true;
            let delivered = (pace.rate() * arrives).min(takes);
            pace.delivered(delivered);
            pace.rate()
        };
        for _ in 0..200 {
            report(&mut pace);
        }
        pace.tune(&config);
        for _ in 0..200 {
            report(&mut pace);
        }
        (0..16).map(|_| report(&mut pace)).collect()
    }

    fn mean(rates: &[f64]) -> f64 {
        rates.iter().sum::<f64>() / rates.len() as f64
    }

    fn with_probe(probe: f64) -> Tuning {
        Tuning {
            probe,
            ..Tuning::default()
        }
    }

    #[test]
    fn the_rate_finds_what_the_path_carries() {
        let rate = mean(&rates_over(20e6, 1.0, Tuning::default()));
        assert!((19e6..22e6).contains(&rate), "{rate}");
    }

    #[test]
    fn losses_of_a_tenth_do_not_slow_it() {
        for probe in [Tuning::default().probe, 0.125] {
            let rate = mean(&rates_over(f64::INFINITY, 0.9, with_probe(probe)));
            assert!(rate > 85e6, "{rate}");
        }
    }

    #[test]
    fn the_rate_varies_as_much_as_it_probes() {
        for probe in [Tuning::default().probe, 0.125] {
            let rates = rates_over(20e6, 1.0, with_probe(probe));
            let most = rates.iter().copied().fold(0.0, f64::max);
            let least = rates.iter().copied().fold(f64::INFINITY, f64::min);
            let spread = (most - least) / 20e6;
            assert!((spread - 2.0 * probe).abs() < 1e-6, "{spread}");
            assert!((mean(&rates) / 20e6 - 1.0).abs() < 1e-6);
        }
    }

    #[test]
    fn a_pause_and_the_pace_itself_allow_bursts_as_long_as_they_are_tuned_to() {
        // Bytes that leave at once after a pause, and after the pace held up packets.
        let bursts = |tuning: Tuning| {
            let config = Config {
                rate_start: 100_000_000,
                tuning,
                ..Config::default()
            };
            let mut pace = Pace::new(&config);
            let mut now = Instant::now();
            let mut burst = |pace: &mut Pace| {
                let mut sent = 0;
                while pace.may_send(now) {
                    pace.sent(1400);
                    sent += 1400;
                }
                now = pace.free_at().unwrap();
                sent
            };
            [burst(&mut pace), burst(&mut pace)]
        };
        let us = Duration::from_micros;

        let usual = bursts(Tuning::default());
        assert_eq!(usual, [100_800, 57_400]);
        let few = bursts(Tuning {
            rest: us(100),
            burst: us(300),
            ..Tuning::default()
        });
        assert_eq!(few, [30_800, 11_200]);
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
