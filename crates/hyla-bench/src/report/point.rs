//! The figures of a point, those of its histograms included.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::job::Histogram;
use crate::result::{Point, RunResult, Sample, Summary};
use crate::statistics;

/// Parameters by name.
pub(crate) type Parameters = BTreeMap<String, Value>;

/// Values of each metric over the successful repetitions, in order.
pub(crate) type Figures = BTreeMap<String, Vec<f64>>;

/// A point in reports.
#[derive(Clone, Debug)]
pub(crate) struct PointFigures {
    /// Parameters of the point and of its run.
    pub(crate) parameters: Parameters,
    /// Of the measurements.
    pub(crate) figures: Figures,
    /// Name and figures of each baseline.
    pub(crate) baselines: Vec<(String, Figures)>,
    /// Summaries of the document, for metrics without repetitions.
    stored: BTreeMap<String, Summary>,
    /// Ratios of the document, for metrics without repetitions.
    stored_ratios: BTreeMap<String, f64>,
    /// All repetitions together.
    pub(crate) histograms: BTreeMap<String, Histogram>,
    /// Why repetitions failed.
    pub(crate) failures: Vec<String>,
}

impl PointFigures {
    pub(crate) fn of_run(run: &RunResult) -> Vec<Self> {
        let points = run.points.iter();
        points.map(|point| Self::new(run, point)).collect()
    }

    fn new(run: &RunResult, point: &Point) -> Self {
        let mut parameters = run.parameters.clone();
        parameters.extend(point.parameters.clone());
        let failures = point.samples.iter().map(|sample| sample.failed.clone());
        let baselines = point.baselines.iter();
        Self {
            parameters,
            figures: figures_of(&point.samples),
            baselines: baselines
                .map(|baseline| (baseline.name.clone(), figures_of(&baseline.samples)))
                .collect(),
            stored: point.summary.clone(),
            stored_ratios: point.ratios.clone(),
            histograms: histograms_of(&point.samples),
            failures: failures.filter(|reason| !reason.is_empty()).collect(),
        }
    }

    /// Summary over the repetitions.
    pub(crate) fn summary(&self, metric: &str) -> Option<Summary> {
        let values = self.figures.get(metric);
        let computed = values.and_then(|values| statistics::summarize(values));
        computed.or_else(|| self.stored.get(metric).copied())
    }

    /// Name and summary of the first baseline that has the metric.
    pub(crate) fn baseline(&self, metric: &str) -> Option<(&str, Summary)> {
        self.baselines.iter().find_map(|(name, figures)| {
            let summary = statistics::summarize(figures.get(metric)?)?;
            Some((name.as_str(), summary))
        })
    }

    /// Median over the median of that baseline.
    pub(crate) fn ratio(&self, metric: &str) -> Option<f64> {
        let computed = || {
            let (_, bare) = self.baseline(metric)?;
            let ratio = self.summary(metric)?.median / bare.median;
            ratio.is_finite().then_some(ratio)
        };
        computed().or_else(|| self.stored_ratios.get(metric).copied())
    }

    /// Names of the other baselines that have the metric, and the ratios to them.
    pub(crate) fn others(&self, metric: &str) -> Vec<(&str, f64)> {
        let Some(own) = self.summary(metric) else {
            return Vec::new();
        };
        let named = self.baseline(metric).map(|(name, _)| name);
        let others = self.baselines.iter();
        others
            .filter(|(name, _)| Some(name.as_str()) != named)
            .filter_map(|(name, figures)| {
                let bare = statistics::summarize(figures.get(metric)?)?;
                let ratio = own.median / bare.median;
                ratio.is_finite().then_some((name.as_str(), ratio))
            })
            .collect()
    }

    /// Names of all metrics that it has.
    pub(crate) fn metrics(&self) -> impl Iterator<Item = &str> {
        let stored = self.stored.keys();
        let stored = stored.filter(|name| !self.figures.contains_key(*name));
        self.figures.keys().chain(stored).map(String::as_str)
    }
}

fn figures_of(samples: &[Sample]) -> Figures {
    let mut figures = Figures::new();
    for sample in samples.iter().filter(|sample| sample.failed.is_empty()) {
        for (name, value) in sample.figures() {
            figures.entry(name).or_default().push(value);
        }
    }
    figures
}

fn histograms_of(samples: &[Sample]) -> BTreeMap<String, Histogram> {
    let mut parts: BTreeMap<String, Vec<&Histogram>> = BTreeMap::new();
    for sample in samples.iter().filter(|sample| sample.failed.is_empty()) {
        for (name, histogram) in &sample.histograms {
            parts.entry(name.clone()).or_default().push(histogram);
        }
    }
    let merged = parts.into_iter();
    merged
        .map(|(name, parts)| (name, statistics::merge(&parts)))
        .filter(|(_, histogram)| !histogram.buckets.is_empty())
        .collect()
}

/// A readable parameter.
pub(crate) fn value_text(name: &str, value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Number(number) if name == "bytes" => {
            super::figure::bytes(number.as_f64().unwrap_or_default())
        }
        Value::Number(number) if name.ends_with("-load") => {
            let share = number.as_f64().unwrap_or_default();
            format!("{} %", super::figure::number(share * 100.0))
        }
        Value::Number(number) if name == "rate" && number.as_f64() == Some(0.0) => {
            "as many as it can".to_owned()
        }
        Value::Array(values) => {
            let texts = values.iter().map(|value| value_text(name, value));
            texts.collect::<Vec<_>>().join(", ")
        }
        other => other.to_string(),
    }
}

/// Readable parameters, in one line.
pub(crate) fn parameters_text(parameters: &Parameters) -> String {
    let texts = parameters.iter();
    let texts = texts.map(|(name, value)| format!("{name} {}", value_text(name, value)));
    texts.collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::sample;

    #[test]
    fn a_repetition_that_failed_has_no_part_in_the_figures() {
        let mut run = sample::result("latency");
        let repetitions = run.points[0].samples.len();
        run.points[0].samples[0].failed = "federate 1 was killed".to_owned();

        let points = PointFigures::of_run(&run);

        let p50 = &points[0].figures["round_trip_p50_us"];
        assert_eq!(p50.len(), repetitions - 1);
        assert_eq!(points[0].failures, ["federate 1 was killed"]);
    }

    #[test]
    fn the_ratio_is_to_the_first_baseline_and_the_others_have_their_own() {
        let mut run = sample::result("latency");
        let point = &mut run.points[0];
        point.baselines[0].name = "ring-yielding".to_owned();
        let mut blocking = point.baselines[0].clone();
        blocking.name = "ring-blocking".to_owned();
        blocking.samples = point.samples.clone();
        point.baselines.push(blocking);

        let points = PointFigures::of_run(&run);

        let (name, _) = points[0].baseline("round_trip_p50_us").expect("a baseline");
        assert_eq!(name, "ring-yielding");
        assert!(points[0].ratio("round_trip_p50_us").expect("a ratio") > 1.1);
        let others = points[0].others("round_trip_p50_us");
        assert_eq!(others, [("ring-blocking", 1.0)]);
    }

    #[test]
    fn a_document_without_repetitions_is_shown_by_its_summaries() {
        let mut run = sample::result("send");
        let whole = PointFigures::of_run(&run);
        run.points[0].samples.clear();
        run.points[0].summary.insert(
            "delivered_per_s".to_owned(),
            whole[0].summary("delivered_per_s").expect("a figure"),
        );
        run.points[0]
            .ratios
            .insert("delivered_per_s".to_owned(), 0.5);
        run.points[0].baselines.clear();

        let points = PointFigures::of_run(&run);

        assert_eq!(
            points[0].summary("delivered_per_s"),
            whole[0].summary("delivered_per_s")
        );
        assert_eq!(points[0].ratio("delivered_per_s"), Some(0.5));
        assert!(points[0].metrics().any(|name| name == "delivered_per_s"));
    }
}
