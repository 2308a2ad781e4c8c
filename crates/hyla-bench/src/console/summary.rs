//! Figures of a point over its repetitions, and ratios to the bare machine.

use std::collections::BTreeMap;

use crate::result::{Baseline, Point, Sample, Summary};
use crate::statistics::{figures, summarize};

/// Every figure of a sample: its metrics and the percentiles of its histograms; empty after a
/// failure.
pub fn figures_of(sample: &Sample) -> BTreeMap<String, f64> {
    if !sample.failed.is_empty() {
        return BTreeMap::new();
    }
    let mut all = sample.metrics.clone();
    for (name, histogram) in &sample.histograms {
        all.extend(figures(name, histogram));
    }
    all
}

/// Every figure over these repetitions.
pub(super) fn summary_of(samples: &[Sample]) -> BTreeMap<String, Summary> {
    let mut values: BTreeMap<String, Vec<f64>> = BTreeMap::new();
    for sample in samples {
        for (name, value) in figures_of(sample) {
            values.entry(name).or_default().push(value);
        }
    }
    let summaries = values.into_iter();
    summaries
        .filter_map(|(name, values)| Some((name, summarize(&values)?)))
        .collect()
}

/// Fills in summaries and ratios of a point whose samples are complete.
pub(super) fn complete(point: &mut Point) {
    point.summary = summary_of(&point.samples);
    for baseline in &mut point.baselines {
        baseline.summary = summary_of(&baseline.samples);
    }
    let of = |name: &String, baselines: &[Baseline]| {
        let mut medians = baselines.iter().filter_map(|b| b.summary.get(name));
        medians.next().map(|summary| summary.median)
    };
    for (name, summary) in &point.summary {
        if let Some(bare) = of(name, &point.baselines).filter(|bare| *bare != 0.0) {
            point.ratios.insert(name.clone(), summary.median / bare);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::job::Histogram;

    fn sample(rate: f64, trip_ns: u64) -> Sample {
        Sample {
            metrics: [("delivered_per_s".to_owned(), rate)].into(),
            histograms: [(
                "round_trip".to_owned(),
                Histogram {
                    buckets: vec![(trip_ns, 1)],
                },
            )]
            .into(),
            ..Sample::default()
        }
    }

    #[test]
    fn ratios_are_of_medians_and_of_the_first_baseline_that_has_the_figure() {
        let baseline = |name: &str, samples: Vec<Sample>| Baseline {
            name: name.into(),
            samples,
            summary: BTreeMap::new(),
        };
        let failed = Sample {
            failed: "it did not run".into(),
            ..sample(1e9, 1)
        };
        let mut point = Point {
            parameters: BTreeMap::new(),
            samples: vec![
                sample(10.0, 2000),
                sample(30.0, 6000),
                sample(20.0, 4000),
                failed,
            ],
            baselines: vec![
                baseline("broken", vec![]),
                baseline("tcp", vec![sample(40.0, 1000)]),
                baseline("ring", vec![sample(1.0, 1)]),
            ],
            summary: BTreeMap::new(),
            ratios: BTreeMap::new(),
        };

        complete(&mut point);

        assert_eq!(point.summary["delivered_per_s"].count, 3);
        assert_eq!(point.summary["round_trip_p50_us"].median, 4.0);
        assert_eq!(point.ratios["delivered_per_s"], 0.5);
        assert_eq!(point.ratios["round_trip_p50_us"], 4.0);
    }
}
