//! Results of one baseline process, and of all together.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use hdrhistogram::Histogram as Recorded;
use rustix::time::{ClockId, clock_gettime};

use crate::job::{Histogram, Report};
use crate::statistics;

/// Figures by name.
pub(super) type Metrics = BTreeMap<String, f64>;

/// Figures and histograms of one process, or of all.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Figures {
    pub(super) metrics: Metrics,
    pub(super) histograms: BTreeMap<String, Histogram>,
}

impl Figures {
    pub(super) fn report(self) -> Report {
        Report::done(self.metrics, self.histograms)
    }

    /// Combined figures: medians of rates, sums of counts.
    pub(super) fn together(all: &[Self]) -> Self {
        let mut values: BTreeMap<&str, Vec<f64>> = BTreeMap::new();
        let mut histograms: BTreeMap<&str, Vec<&Histogram>> = BTreeMap::new();
        for one in all {
            for (name, value) in &one.metrics {
                values.entry(name).or_default().push(*value);
            }
            for (name, histogram) in &one.histograms {
                histograms.entry(name).or_default().push(histogram);
            }
        }
        let metrics = values.into_iter().map(|(name, values)| {
            let is_rate = name.ends_with("_per_s") || name.ends_with("_per_message");
            let value = if is_rate {
                statistics::summarize(&values).map_or(0.0, |summary| summary.median)
            } else {
                values.iter().sum()
            };
            (name.to_owned(), value)
        });
        let mut metrics: Metrics = metrics.collect();
        // A share is not the sum of shares.
        if let (Some(lost), Some(delivered)) = (metrics.get("lost"), metrics.get("delivered")) {
            let all = lost + delivered;
            let share = if all > 0.0 { lost / all } else { 0.0 };
            metrics.insert("lost_share".into(), share);
        }
        let rates = all
            .iter()
            .filter_map(|one| one.metrics.get("delivered_per_s"));
        if let Some(spread) = statistics::spread(&rates.copied().collect::<Vec<_>>()) {
            metrics.insert("delivered_spread".into(), spread);
        }
        let histograms = histograms.into_iter();
        Self {
            metrics,
            histograms: histograms
                .map(|(name, parts)| (name.to_owned(), statistics::merge(&parts)))
                .collect(),
        }
    }
}

/// An empty histogram of nanoseconds.
pub(super) fn recorder() -> Recorded<u64> {
    Recorded::new_with_bounds(1, 3_600_000_000_000, 3).expect("bounds and digits are valid")
}

/// Measures the resources of this process from its creation.
#[derive(Clone, Debug)]
pub(super) struct Scales {
    from: Instant,
    used: Duration,
}

impl Scales {
    pub(super) fn new() -> Self {
        Self {
            from: Instant::now(),
            used: processor_time(),
        }
    }

    /// Processor time since then.
    pub(super) fn used(&self) -> Duration {
        processor_time().saturating_sub(self.used)
    }

    /// Adds the resources used since then.
    pub(super) fn weigh(&self, metrics: &mut Metrics) {
        let used = self.used().as_secs_f64();
        let seconds = self.from.elapsed().as_secs_f64().max(1e-9);
        metrics.insert("cpu_share".into(), used / seconds);
        let status = std::fs::read_to_string("/proc/self/status");
        if let Some(bytes) = status.ok().and_then(|status| peak(&status)) {
            metrics.insert("peak_memory_bytes".into(), bytes);
        }
    }
}

fn processor_time() -> Duration {
    Duration::try_from(clock_gettime(ClockId::ProcessCPUTime)).unwrap_or_default()
}

fn peak(status: &str) -> Option<f64> {
    let row = status.lines().find_map(|row| row.strip_prefix("VmHWM:"))?;
    let kib: f64 = row.split_whitespace().next()?.parse().ok()?;
    Some(kib * 1024.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn figures(metrics: &[(&str, f64)], value: u64) -> Figures {
        let metrics = metrics.iter().map(|(name, value)| ((*name).into(), *value));
        let histogram = Histogram {
            buckets: vec![(value, 2)],
        };
        Figures {
            metrics: metrics.collect(),
            histograms: BTreeMap::from([("one_way".into(), histogram)]),
        }
    }

    #[test]
    fn counts_are_summed_rates_have_a_median_and_the_share_of_losses_is_that_of_all() {
        let all = [
            figures(
                &[
                    ("delivered", 90.0),
                    ("lost", 10.0),
                    ("delivered_per_s", 9.0),
                ],
                5,
            ),
            figures(
                &[
                    ("delivered", 60.0),
                    ("lost", 40.0),
                    ("delivered_per_s", 6.0),
                ],
                7,
            ),
            figures(
                &[
                    ("delivered", 100.0),
                    ("lost", 0.0),
                    ("delivered_per_s", 10.0),
                ],
                5,
            ),
        ];

        let together = Figures::together(&all);

        assert_eq!(together.metrics["delivered"], 250.0);
        assert_eq!(together.metrics["delivered_per_s"], 9.0);
        // From 6 to 10, of 9.
        assert!((together.metrics["delivered_spread"] - 4.0 / 9.0).abs() < 1e-12);
        assert!((together.metrics["lost_share"] - 50.0 / 300.0).abs() < 1e-12);
        assert_eq!(together.histograms["one_way"].buckets, [(5, 4), (7, 2)]);
    }

    #[test]
    fn the_peak_of_memory_is_in_bytes() {
        assert_eq!(peak("Name: x\nVmHWM:\t    2 kB\n"), Some(2048.0));
        assert_eq!(peak("Name: x\n"), None);
    }
}
