//! Bounds from the samples of running channels, which hold under changing load (QoS 5).
//!
//! `docs/studies/live-bounds.md` compares the methods.

mod window;

use crate::statistics::{Estimate, ranks};
use window::Window;

/// Total change of the bound's logarithm over a miss and its hits.
const RATE: f64 = 0.001;
/// The same of the tracker.
const TRACKER_RATE: f64 = 0.4;
/// Least value of the tracker in microseconds: a factor does not leave zero.
const TRACKER_LEAST: f64 = 1e-3;
/// Limit of the correction, as a logarithm.
const CORRECTION: f64 = 2.0;
/// Samples within which a bound recovers from a step.
const RECOVERS: f64 = 200.0;
/// Fewest samples for a bound.
const LEAST: u64 = 20;
/// Messages of [`Coverage::recent`]: half of its weight lies on the last 700.
const RECENT: f64 = 1000.0;

/// A bound for the next message, from earlier ones.
///
/// The bound is the percentile of a window of samples, whose length follows from the percentile, or a
/// tracker that each miss raises and each hit lowers, whichever is less: a few slow messages in a row keep the window's
/// percentile high until they have left it, and the tracker high for as long as more follow. A factor that misses and hits move in
/// the same way, but slowly, corrects the result: the coverage tends to the
/// percentile, for every distribution. Memory: 8 bytes for each sample of the window; 203 samples
/// for the median, 399 for 99 %, 1 999 for 99.9 % and 19 999 for 99.99 %. Cost of a sample: some
/// hundred nanoseconds.
#[derive(Clone, Debug)]
pub struct LiveBound {
    p: f64,
    window: Window,
    /// In microseconds; `None` until there is a bound.
    tracker: Option<f64>,
    /// Logarithm of the factor.
    correction: f64,
    coverage: Coverage,
    /// Ranks of bound and interval for the samples in the window.
    ranks: Ranks,
}

#[derive(Clone, Copy, Debug, Default)]
struct Ranks {
    n: usize,
    bound: usize,
    low: Option<usize>,
    high: Option<usize>,
}

/// Whether a number of microseconds can be a latency: 0 to 10^12.
#[must_use]
pub fn is_latency(us: f64) -> bool {
    (0.0..1e12).contains(&us)
}

/// Coverage of a bound so far.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Coverage {
    /// Promised share of messages.
    pub promised: f64,
    /// Messages within the bound.
    pub held: u64,
    /// Messages with a bound.
    pub messages: u64,
    /// Share of recent messages within the bound; the latest count most.
    pub recent: f64,
}

impl Coverage {
    /// Share of all messages within the bound; `None` before the first.
    #[must_use]
    pub fn share(&self) -> Option<f64> {
        (self.messages > 0).then(|| self.held as f64 / self.messages as f64)
    }

    /// Whether its recent coverage is as promised, within 1 % and chance.
    #[must_use]
    pub fn holds(&self) -> bool {
        let p = self.promised;
        let chance = 3.0 * (p * (1.0 - p) / RECENT).sqrt();
        self.recent >= p - 0.01 - chance
    }
}

impl LiveBound {
    /// A bound for a share `p` of the messages, from 0.5 to 0.9999.
    #[must_use]
    pub fn new(p: f64) -> Self {
        let p = p.clamp(0.5, 0.9999);
        Self {
            p,
            window: Window::new(length(p)),
            tracker: None,
            correction: 0.0,
            coverage: Coverage {
                promised: p,
                held: 0,
                messages: 0,
                recent: p,
            },
            ranks: Ranks::default(),
        }
    }

    /// Adds the latency of the next message, in microseconds; `false` if it is invalid.
    pub fn push(&mut self, us: f64) -> bool {
        if !is_latency(us) {
            return false;
        }
        if let Some(bound) = self.value() {
            let is_held = us <= bound;
            let miss = f64::from(u8::from(!is_held));
            let moved = self.correction + RATE * (miss - (1.0 - self.p));
            self.correction = moved.clamp(-CORRECTION, CORRECTION);
            self.coverage.messages += 1;
            self.coverage.held += u64::from(is_held);
            self.coverage.recent += (1.0 - miss - self.coverage.recent) / RECENT;
        }
        self.window.push(us as f32);
        self.update_ranks();
        self.track(us);
        true
    }

    fn track(&mut self, us: f64) {
        let moved = match self.tracker {
            Some(tracker) if us > tracker => tracker * (TRACKER_RATE * self.p).exp(),
            Some(tracker) => tracker * (-TRACKER_RATE * (1.0 - self.p)).exp(),
            None if self.needs() == 0 => self.of_window(self.ranks.bound),
            None => return,
        };
        self.tracker = Some(moved.max(TRACKER_LEAST));
    }

    fn update_ranks(&mut self) {
        let n = self.window.len();
        if self.ranks.n == n {
            return;
        }
        let (low, high) = ranks(n as u64, self.p);
        // One more with the next message: this makes the window's percentile hold for it.
        let bound = (self.p * (n + 1) as f64 - 1e-6).ceil() as usize;
        self.ranks = Ranks {
            n,
            bound: bound.clamp(1, n),
            low: low.map(|rank| rank as usize),
            high: high.map(|rank| rank as usize),
        };
    }

    fn value(&self) -> Option<f64> {
        (self.needs() == 0).then(|| self.of_window(self.ranks.bound) * self.factor())
    }

    fn of_window(&self, rank: usize) -> f64 {
        f64::from(self.window.at(rank))
    }

    /// Of the bound over the window's percentile.
    fn factor(&self) -> f64 {
        let window = self.of_window(self.ranks.bound);
        let tracker = self.tracker.filter(|tracker| *tracker < window);
        self.correction.exp() * tracker.map_or(1.0, |tracker| tracker / window)
    }

    /// Number of samples missing for a bound.
    #[must_use]
    pub fn needs(&self) -> u64 {
        let least = (self.p / (1.0 - self.p)).ceil() as u64;
        least.max(LEAST).saturating_sub(self.window.len() as u64)
    }

    /// The bound and its 95 % interval, from the order of the samples in the window.
    #[must_use]
    pub fn bound(&self) -> Option<Estimate> {
        let value_us = self.value()?;
        // With the correction and without: what it makes up for is not known.
        let factor = self.correction.exp();
        let low = |rank| self.of_window(rank) * factor.min(1.0);
        let high = |rank| self.of_window(rank) * factor.max(1.0);
        Some(Estimate {
            value_us,
            low_us: self.ranks.low.map_or(0.0, low).min(value_us),
            high_us: self.ranks.high.map(|rank| high(rank).max(value_us)),
        })
    }

    /// Samples in the window.
    #[must_use]
    pub fn samples(&self) -> u64 {
        self.window.len() as u64
    }

    /// Coverage of the bound so far.
    #[must_use]
    pub fn coverage(&self) -> Coverage {
        self.coverage
    }
}

/// Length of the window for percentile `p`.
///
/// After a step up, a window of N samples bounds a share p - 1 % of later messages as soon as
/// N (1 - p)/(1.01 - p) of its samples are new. The window is as long as this permits: long for high
/// percentiles, which need many samples. With one more message, a whole number of samples lies
/// above the bound: otherwise it would hold for more messages than required.
fn length(p: f64) -> usize {
    let most = RECOVERS * (1.01 - p) / (1.0 - p);
    // 1 - p is not exact.
    let above = (most * (1.0 - p) + 1e-6).floor().max(1.0);
    (above / (1.0 - p)).round() as usize - 1
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Latencies of at least 100 us, mostly little more.
    fn latency(random: &mut fastrand::Rng) -> f64 {
        100.0 - 50.0 * (1.0 - random.f64()).ln()
    }

    #[test]
    fn a_bound_needs_samples_and_says_how_many() {
        for (p, needs) in [(0.5, 20), (0.99, 99), (0.999, 999)] {
            let mut live = LiveBound::new(p);
            assert_eq!((live.needs(), live.bound()), (needs, None));

            for left in (0..needs).rev() {
                assert!(live.push(100.0));
                assert_eq!(live.needs(), left);
            }

            assert!(live.bound().is_some(), "{p}");
        }
    }

    #[test]
    fn a_window_holds_as_many_samples_as_documented() {
        let lengths = [0.5, 0.9, 0.99, 0.999, 0.9999].map(length);

        assert_eq!(lengths, [203, 219, 399, 1999, 19_999]);
    }

    #[test]
    fn what_is_no_time_is_not_taken() {
        let mut live = LiveBound::new(0.5);

        for wrong in [-1.0, f64::NAN, f64::INFINITY] {
            assert!(!live.push(wrong));
        }

        assert_eq!(live.samples(), 0);
    }

    #[test]
    fn bounds_hold_for_as_many_messages_as_promised_while_the_load_changes() {
        for p in [0.5, 0.9, 0.99, 0.999] {
            let mut random = fastrand::Rng::with_seed(7);
            let mut live = LiveBound::new(p);

            for turn in 0..60_000 {
                let factor = [1.0, 3.0, 0.5][turn / 2500 % 3];
                live.push(latency(&mut random) * factor);
            }

            let share = live.coverage().share().unwrap();
            assert!((share - p).abs() < 0.002, "{p}: {share}");
            assert!(live.coverage().holds());
        }
    }

    #[test]
    fn a_step_is_followed_within_200_samples() {
        for p in [0.5, 0.9, 0.99, 0.999] {
            let (mut held, mut count) = (0, 0);
            for seed in 0..60 {
                let mut random = fastrand::Rng::with_seed(seed);
                let mut live = LiveBound::new(p);
                for _ in 0..3000 {
                    live.push(latency(&mut random));
                }
                for after in 0..400 {
                    let us = latency(&mut random) * 4.0;
                    if after >= 200 {
                        held += u32::from(live.bound().is_some_and(|bound| us <= bound.value_us));
                        count += 1;
                    }
                    live.push(us);
                }
            }
            let share = f64::from(held) / f64::from(count);
            assert!(share >= p - 0.01, "{p}: {share}");
        }
    }

    #[test]
    fn a_bound_that_does_not_hold_says_so() {
        let mut live = LiveBound::new(0.9);
        for _ in 0..1000 {
            live.push(100.0);
        }
        assert!(live.coverage().holds());

        // Faster than any window follows.
        let mut us = 100.0;
        for _ in 0..300 {
            us *= 1.05;
            live.push(us);
        }

        assert!(!live.coverage().holds(), "{:?}", live.coverage());
    }

    #[test]
    fn the_interval_contains_the_bound() {
        let mut random = fastrand::Rng::with_seed(3);
        let mut live = LiveBound::new(0.9);
        for _ in 0..1000 {
            live.push(latency(&mut random));
        }

        let bound = live.bound().unwrap();

        assert!(bound.contains(bound.value_us));
        // The true percentile.
        assert!(bound.contains(100.0 + 50.0 * 10f64.ln()), "{bound:?}");
    }
}
