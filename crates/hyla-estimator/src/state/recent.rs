//! Load of the recent time, from amounts that counters add up.

use std::collections::VecDeque;
use std::time::Duration;

/// Longest time that a load is the average of.
const LONGEST: Duration = Duration::from_millis(500);
/// Shortest time that can show a change.
const SHORTEST: Duration = Duration::from_millis(60);
/// Steps of the counters in the shortest time: fewer say too little.
const LEAST_STEPS: f64 = 8.0;
/// How far a load must leave its range to be a change, besides the resolution of the counters.
const BEYOND: f64 = 0.1;
/// How long the range of a load is remembered.
const MEMORY: Duration = Duration::from_secs(1);

/// Busy share of a resource that is read every few milliseconds.
///
/// The share is the average of 500 ms, renewed as often: the noise of short readings does not move it. When the last 60 ms
/// lie outside of everything that 60 ms have had within a second, the load has changed: the average begins anew with them,
/// and is renewed whenever its time has doubled. So a change is known after less than 100 ms, and a load that swings within
/// its range is not taken for changes. Readings that are rarer than this give the share between the last two.
///
/// Memory: 32 bytes for each reading of a second. Cost: linear in them, some hundred nanoseconds.
#[derive(Clone, Debug, Default)]
pub struct RecentLoad {
    readings: VecDeque<Amounts>,
    /// Start of the average.
    since: Duration,
    held: Option<Held>,
}

/// The share that is given until it is renewed.
#[derive(Clone, Copy, Debug)]
struct Held {
    share: f64,
    /// When it is renewed.
    until: Duration,
}

/// Amounts since any fixed moment.
#[derive(Clone, Copy, Debug)]
struct Amounts {
    at: Duration,
    busy: f64,
    all: f64,
}

impl Amounts {
    /// Busy share since `before`; `None` if nothing was counted in between.
    fn share_since(self, before: Self) -> Option<f64> {
        let all = self.all - before.all;
        (all > 0.0).then(|| ((self.busy - before.busy) / all).clamp(0.0, 1.0))
    }
}

impl RecentLoad {
    /// Adds a reading at time `at` since any fixed moment: busy and all amounts so far (ticks or bytes), which never decrease, and the step
    /// in which they are counted (0 if they are exact). Gives the busy share; `None` before there is one.
    pub fn read(&mut self, at: Duration, busy: f64, all: f64, step: f64) -> Option<f64> {
        let reading = Amounts { at, busy, all };
        if self.readings.back().is_some_and(|last| last.at >= at) {
            self.readings.clear();
            self.since = at;
            self.held = None;
        }
        self.readings.push_back(reading);
        // One older reading is kept: the memory begins with it.
        while self.readings.len() > 2 && self.readings.get(1).is_some_and(|r| r.at + MEMORY < at) {
            self.readings.pop_front();
        }
        let begin = self.begin_of_last(self.readings.len() - 1, step)?;
        if self.is_change(begin, step) {
            self.since = self.readings[begin].at;
        } else if let Some(held) = self.held.filter(|held| at < held.until) {
            return Some(held.share);
        }
        let least = self.since.max(at.saturating_sub(LONGEST));
        // At least as long as what can show a change.
        let from = self.readings.partition_point(|r| r.at < least).min(begin);
        let from = self.readings[from];
        let share = reading.share_since(from)?;
        let until = at + (at - from.at).min(LONGEST);
        self.held = Some(Held { share, until });
        Some(share)
    }

    /// Index of the reading that the shortest time up to the one at `end` begins with; `None` if the readings are too few.
    fn begin_of_last(&self, end: usize, step: f64) -> Option<usize> {
        let last = self.readings[end];
        let is_enough =
            |r: &Amounts| last.at - r.at >= SHORTEST && last.all - r.all >= step * LEAST_STEPS;
        // Backwards: nearly always the third or fourth.
        (0..end)
            .rev()
            .find(|index| is_enough(&self.readings[*index]))
    }

    /// Whether the load since the reading at `begin` lies outside of what was before.
    fn is_change(&self, begin: usize, step: f64) -> bool {
        let Some(last) = self.readings.back() else {
            return false;
        };
        let Some(now) = last.share_since(self.readings[begin]) else {
            return false;
        };
        let beyond = BEYOND + step / (last.all - self.readings[begin].all);
        let mut range: Option<(f64, f64)> = None;
        for end in (1..=begin).rev() {
            let Some(from) = self.begin_of_last(end, step) else {
                break;
            };
            if let Some(share) = self.readings[end].share_since(self.readings[from]) {
                let (low, high) = range.unwrap_or((share, share));
                range = Some((low.min(share), high.max(share)));
            }
        }
        range.is_some_and(|(low, high)| now > high + beyond || now < low - beyond)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::{Band, Hysteresis, Load};

    const EVERY: Duration = Duration::from_millis(20);
    const TICK: f64 = 0.01;

    /// Processors whose kernel counts whole ticks of 10 ms, of all together.
    struct Processors {
        count: f64,
        at: Duration,
        busy_s: f64,
        recent: RecentLoad,
        band: Option<Band>,
        changes: u32,
    }

    impl Processors {
        fn new(count: u32, phase: f64) -> Self {
            Self {
                count: f64::from(count),
                at: Duration::from_secs(5),
                busy_s: phase,
                recent: RecentLoad::default(),
                band: None,
                changes: 0,
            }
        }

        /// Lets time pass under a load, and reads.
        fn turn(&mut self, load: f64, every: Duration) {
            self.at += every;
            self.busy_s += load * self.count * every.as_secs_f64();
            let all_s = self.at.as_secs_f64() * self.count;
            let busy = (self.busy_s / TICK).floor();
            let idle = ((all_s - self.busy_s) / TICK).floor();
            if let Some(share) = self.recent.read(self.at, busy, busy + idle, 1.0) {
                let next = Hysteresis::default().next(self.band, Load::new(share).unwrap());
                self.changes += u32::from(self.band.is_some_and(|band| band != next));
                self.band = Some(next);
            }
        }
    }

    #[test]
    fn a_change_from_any_band_to_any_other_is_known_within_100_ms() {
        let middle = [(Band::Low, 0.17), (Band::Middle, 0.5), (Band::High, 0.83)];
        for count in [1, 2, 4, 64] {
            for phase in 0..5 {
                let phase = f64::from(phase) * TICK / 5.0;
                for (_, before) in middle {
                    for (band, after) in middle {
                        let mut of = Processors::new(count, phase);
                        for _ in 0..100 {
                            of.turn(before, EVERY);
                        }
                        // Right after a reading, so that it is seen one interval late.
                        for _ in 0..5 {
                            of.turn(after, EVERY);
                        }
                        assert_eq!(
                            of.band,
                            Some(band),
                            "{count} processors from {before} to {after}"
                        );
                        of.changes = 0;
                        for _ in 0..100 {
                            of.turn(after, EVERY);
                        }
                        assert_eq!((of.band, of.changes), (Some(band), 0));
                    }
                }
            }
        }
    }

    #[test]
    fn noise_at_an_edge_does_not_change_the_band_with_each_reading() {
        for (seed, mean) in [0.1, 0.3, 0.335, 0.4, 0.5, 0.665, 0.7, 0.9]
            .into_iter()
            .enumerate()
        {
            let mut random = fastrand::Rng::with_seed(seed as u64);
            let mut often = Processors::new(2, 0.0);
            let mut rarely = Processors::new(2, 0.0);
            for _ in 0..60 * 2 {
                let mut sum = 0.0;
                for _ in 0..25 {
                    // Each processor is busy or idle for the whole interval: the strongest noise.
                    let busy = (0..2).filter(|_| random.f64() < mean).count();
                    sum += busy as f64 / 2.0;
                    often.turn(busy as f64 / 2.0, EVERY);
                }
                rarely.turn(sum / 25.0, LONGEST);
            }
            // Some of the strongest noise is beyond what a second of it has had.
            assert!(
                often.changes <= rarely.changes + 30,
                "{mean}: {} and {} changes in a minute",
                often.changes,
                rarely.changes
            );
        }
    }

    #[test]
    fn bursts_within_half_a_second_are_not_changes() {
        for half in [1, 2, 3, 5, 8, 12] {
            let mut of = Processors::new(2, 0.0);
            let burst = |turn: u32| f64::from(turn / half % 2);
            for turn in 0..100 {
                of.turn(burst(turn), EVERY);
            }
            of.changes = 0;
            for turn in 100..3100 {
                of.turn(burst(turn), EVERY);
            }
            assert_eq!(of.changes, 0, "{half} intervals busy, {half} idle");
        }
    }

    #[test]
    fn rare_readings_give_the_share_between_the_last_two() {
        let mut recent = RecentLoad::default();
        let at = Duration::from_secs;

        assert_eq!(recent.read(at(1), 100.0, 200.0, 1.0), None);
        assert_eq!(recent.read(at(6), 130.0, 240.0, 1.0), Some(0.75));
        assert_eq!(recent.read(at(11), 130.0, 280.0, 1.0), Some(0.0));
        // A clock that goes back begins anew.
        assert_eq!(recent.read(at(2), 140.0, 300.0, 1.0), None);
        assert_eq!(recent.read(at(3), 150.0, 320.0, 1.0), Some(0.5));
    }
}
