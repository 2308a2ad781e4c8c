//! Histograms of durations.

use hdrhistogram::Histogram;

use crate::job;

/// Longest recorded duration: an hour.
const LONGEST_NS: u64 = 3_600 * 1_000_000_000;

/// Durations in total, and since the last report.
#[derive(Debug)]
pub(super) struct Durations {
    all: Histogram<u64>,
    lately: Histogram<u64>,
}

impl Durations {
    pub(super) fn new() -> Self {
        Self {
            all: empty(),
            lately: empty(),
        }
    }

    /// Adds one. Allocates nothing.
    pub(super) fn record(&mut self, nanoseconds: u64) {
        self.all.saturating_record(nanoseconds);
        self.lately.saturating_record(nanoseconds);
    }

    pub(super) fn len(&self) -> u64 {
        self.all.len()
    }

    /// Median and 99th percentile since the last call, in microseconds; `None` without data.
    pub(super) fn lately(&mut self) -> Option<(f64, f64)> {
        if self.lately.is_empty() {
            return None;
        }
        let at = |share| self.lately.value_at_quantile(share) as f64 / 1e3;
        let found = (at(0.5), at(0.99));
        self.lately.reset();
        Some(found)
    }

    /// All of them, in the form of reports.
    pub(super) fn reported(&self) -> job::Histogram {
        let buckets = self
            .all
            .iter_recorded()
            .map(|bucket| {
                let highest = self.all.highest_equivalent(bucket.value_iterated_to());
                (highest, bucket.count_at_value())
            })
            .collect();
        job::Histogram { buckets }
    }
}

/// Three significant digits: buckets are at most 0.1 % wide.
fn empty() -> Histogram<u64> {
    Histogram::new_with_bounds(1, LONGEST_NS, 3).expect("bounds and digits are sound")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn buckets_rise_hold_every_duration_and_are_narrow() {
        let mut durations = Durations::new();
        let recorded = [
            1_u64,
            900,
            901,
            5_000,
            5_000,
            1_234_567,
            987_654_321,
            u64::MAX,
        ];
        for duration in recorded {
            durations.record(duration);
        }

        let buckets = durations.reported().buckets;

        assert_eq!(buckets.iter().map(|bucket| bucket.1).sum::<u64>(), 8);
        assert!(buckets.is_sorted_by(|a, b| a.0 < b.0));
        for duration in recorded {
            let duration = duration.min(LONGEST_NS);
            let (highest, _) = buckets
                .iter()
                .find(|bucket| bucket.0 >= duration)
                .expect("a bucket for each");
            let width = (highest - duration) as f64;
            assert!(
                width <= duration as f64 * 0.002 || width <= 1.0,
                "{duration}: {highest}"
            );
        }
    }

    #[test]
    fn what_was_looked_at_is_not_told_again() {
        let mut durations = Durations::new();
        durations.record(2_000);

        assert!(
            durations
                .lately()
                .is_some_and(|(p50, _)| (p50 - 2.0).abs() < 0.01)
        );
        assert_eq!(durations.lately(), None);
        assert_eq!(durations.len(), 1);
    }
}
