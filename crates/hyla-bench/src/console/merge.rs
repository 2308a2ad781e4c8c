//! Combines the reports of all federates of a sample.

use std::collections::{BTreeMap, BTreeSet};

use crate::job::{Histogram, Report};
use crate::metric::METRICS;
use crate::result::Sample;
use crate::statistics::{figures, merge, quantile, spread};

/// Figures that are summed over federates. For others the median is taken over the federates that
/// have them, except [`GREATEST`] and figures derived from others.
fn is_count(name: &str) -> bool {
    let unit = METRICS.iter().find(|metric| metric.name == name);
    unit.is_some_and(|metric| matches!(metric.unit, "messages" | "round trips" | "grants"))
}

/// Figures of which the maximum is taken.
const GREATEST: &[&str] = &["peak_memory_bytes"];

/// The sample of a federation from the last reports of its federates; `failed` if one of them is
/// missing or failed, with the figures of the others.
pub(super) fn sample_of(outcomes: &BTreeMap<u32, Report>, names: &BTreeMap<u32, String>) -> Sample {
    let mut sample = Sample::default();
    let mut failures: Vec<(String, String)> = Vec::new();
    let mut histograms: BTreeMap<&str, Vec<(u32, &Histogram)>> = BTreeMap::new();
    for (index, report) in outcomes {
        let name = || match names.get(index) {
            Some(agent) => format!("federate {index} at agent {agent}"),
            None => format!("federate {index}"),
        };
        match report {
            Report::Done {
                metrics,
                histograms: own,
                carriers,
                warnings,
            } => {
                sample.federates.insert(*index, metrics.clone());
                for (carrier, count) in carriers {
                    *sample.carriers.entry(carrier.clone()).or_default() += count;
                }
                for warning in warnings {
                    if !sample.warnings.contains(warning) {
                        sample.warnings.push(warning.clone());
                    }
                }
                for (name, histogram) in own {
                    histograms
                        .entry(name)
                        .or_default()
                        .push((*index, histogram));
                }
            }
            Report::Failed { reason } => failures.push((name(), reason.clone())),
            _ => failures.push((name(), "it has not ended".to_owned())),
        }
    }
    sample.metrics = metrics_of(&sample.federates);
    for (name, parts) in histograms {
        for (index, histogram) in &parts {
            let own = sample.federates.entry(*index).or_default();
            own.extend(figures(name, histogram));
        }
        let parts: Vec<_> = parts.iter().map(|(_, part)| *part).collect();
        sample.histograms.insert(name.to_owned(), merge(&parts));
    }
    sample.failed = in_words(&failures);
    sample
}

/// Figures of a federation from those of its federates.
fn metrics_of(federates: &BTreeMap<u32, BTreeMap<String, f64>>) -> BTreeMap<String, f64> {
    let names: BTreeSet<&String> = federates.values().flat_map(BTreeMap::keys).collect();
    let mut metrics = BTreeMap::new();
    for name in names {
        let values = federates.values().filter_map(|figures| figures.get(name));
        let values: Vec<f64> = values.copied().collect();
        let figure = if is_count(name) {
            Some(values.iter().sum())
        } else if GREATEST.contains(&name.as_str()) {
            values.iter().copied().reduce(f64::max)
        } else {
            quantile(&values, 0.5)
        };
        if let Some(figure) = figure {
            metrics.insert(name.clone(), figure);
        }
    }
    let rates = federates
        .values()
        .filter_map(|figures| figures.get("delivered_per_s"));
    if let Some(spread) = spread(&rates.copied().collect::<Vec<_>>()) {
        metrics.insert("delivered_spread".to_owned(), spread);
    }
    // The share of all messages, not the median of shares: receivers with few messages count
    // little.
    if let (Some(lost), Some(delivered)) = (metrics.get("lost"), metrics.get("delivered")) {
        let all = lost + delivered;
        if all > 0.0 {
            metrics.insert("lost_share".to_owned(), lost / all);
        }
    }
    metrics
}

/// Failures, grouped by reason.
fn in_words(failures: &[(String, String)]) -> String {
    let mut reasons: Vec<(&str, Vec<&str>)> = Vec::new();
    for (name, reason) in failures {
        match reasons.iter_mut().find(|(known, _)| known == reason) {
            Some((_, names)) => names.push(name),
            None => reasons.push((reason, vec![name])),
        }
    }
    let reasons = reasons.into_iter();
    let reasons = reasons.map(|(reason, names)| format!("{}: {reason}", names.join(", ")));
    reasons.collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn done(metrics: &[(&str, f64)], trips: &[(u64, u64)]) -> Report {
        let metrics = metrics
            .iter()
            .map(|(name, value)| ((*name).to_owned(), *value));
        let histogram = Histogram {
            buckets: trips.to_vec(),
        };
        Report::done(
            metrics.collect(),
            [("round_trip".to_owned(), histogram)].into(),
        )
    }

    #[test]
    fn counts_are_summed_and_of_rates_there_is_the_median() {
        let outcomes = [
            (0, done(&[("sent", 100.0), ("sent_per_s", 50.0)], &[(1, 2)])),
            (
                1,
                done(
                    &[
                        ("delivered", 90.0),
                        ("delivered_per_s", 10.0),
                        ("lost", 10.0),
                    ],
                    &[(1, 1), (5, 1)],
                ),
            ),
            (
                2,
                done(
                    &[
                        ("delivered", 10.0),
                        ("delivered_per_s", 30.0),
                        ("lost", 90.0),
                        ("peak_memory_bytes", 7.0),
                    ],
                    &[],
                ),
            ),
        ];

        let sample = sample_of(&outcomes.into(), &BTreeMap::new());

        assert_eq!(sample.failed, "");
        assert_eq!(sample.metrics["sent"], 100.0);
        assert_eq!(sample.metrics["delivered"], 100.0);
        assert_eq!(sample.metrics["delivered_per_s"], 20.0);
        assert_eq!(sample.metrics["lost_share"], 0.5);
        assert_eq!(sample.metrics["peak_memory_bytes"], 7.0);
        assert_eq!(sample.histograms["round_trip"].buckets, [(1, 3), (5, 1)]);
        assert_eq!(sample.federates[&1]["delivered"], 90.0);
        assert_eq!(sample.federates[&1]["round_trip_max_us"], 0.005);
        assert!(!sample.metrics.contains_key("round_trip_max_us"));
    }

    #[test]
    fn a_failed_federate_fails_the_sample_with_its_reason_and_agent() {
        let failed = |reason: &str| Report::Failed {
            reason: reason.to_owned(),
        };
        let outcomes = [
            (0, done(&[], &[])),
            (1, failed("no RTI")),
            (2, failed("no RTI")),
        ];
        let names = [(1, "north".to_owned()), (2, "south".to_owned())];

        let sample = sample_of(&outcomes.into(), &names.into());

        let expected = "federate 1 at agent north, federate 2 at agent south: no RTI";
        assert_eq!(sample.failed, expected);
    }
}
