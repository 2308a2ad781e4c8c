//! The document of a run. `docs/bench-results.md` describes it for readers in other languages.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::job::Histogram;
use crate::statistics;

mod file;

pub use file::{ResultError, parse, read, replace, write};
pub use hyla_estimator::profile::Machine;

/// Version of the document. Added fields keep it; changed meanings do not.
pub const SCHEMA: u32 = 1;

/// One run of one experiment.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RunResult {
    /// [`SCHEMA`].
    pub schema: u32,
    /// Version of the writing program.
    pub hyla: String,
    /// Its start: RFC 3339, UTC.
    pub began: String,
    /// Its duration in seconds.
    pub seconds: f64,
    /// The exact command.
    pub command: Vec<String>,
    /// Name of the experiment.
    pub experiment: String,
    /// Label for comparisons, such as the RTI's name.
    pub label: String,
    /// Name and version of the measured RTI.
    pub rti: String,
    /// Parameters with the same value at every point.
    pub parameters: BTreeMap<String, Value>,
    /// The participating machines.
    pub machines: Vec<Machine>,
    /// The measurements.
    pub points: Vec<Point>,
    /// Errors and notes, in order.
    pub notes: Vec<Note>,
}

/// One combination of parameters.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Point {
    /// Its own parameters, by name, such as `bytes` or `receivers`.
    pub parameters: BTreeMap<String, Value>,
    /// Repetitions, in the order measured.
    pub samples: Vec<Sample>,
    /// The same for the bare machine, measured between the repetitions; empty without a
    /// counterpart.
    pub baselines: Vec<Baseline>,
    /// By metric, over the repetitions.
    pub summary: BTreeMap<String, Summary>,
    /// By metric: median of the samples over the median of the first baseline that has the metric.
    pub ratios: BTreeMap<String, f64>,
}

/// One repetition.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Sample {
    /// Figures of the whole federation, by the names of [`crate::metric`]: sums of counts, medians
    /// of rates over receivers.
    pub metrics: BTreeMap<String, f64>,
    /// Histograms of all federates together, in nanoseconds.
    pub histograms: BTreeMap<String, Histogram>,
    /// Figures of each federate, by its index.
    pub federates: BTreeMap<u32, BTreeMap<String, f64>>,
    /// Number of received messages of the work by carrier, including the warm-up: `udp lane` for a
    /// channel of their transportation type, `shared-memory stream` for the stream between two
    /// federates, `tcp by way of the RTI`. Works without messages count all frames of streams.
    /// Empty if unknown.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub carriers: BTreeMap<String, u64>,
    /// Warnings of its federates about its figures.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<String>,
    /// Why it has no figures; empty if it has.
    pub failed: String,
}

impl Sample {
    /// Its figures, those of its histograms included. Values in the document take precedence over
    /// computed ones.
    #[must_use]
    pub fn figures(&self) -> BTreeMap<String, f64> {
        let histograms = self.histograms.iter();
        let mut figures: BTreeMap<String, f64> = histograms
            .flat_map(|(name, histogram)| statistics::figures(name, histogram))
            .collect();
        figures.extend(self.metrics.clone());
        figures
    }

    /// Replaces its histograms by figures, and removes those of single federates.
    fn shorten(&mut self) {
        self.metrics = self.figures();
        self.histograms.clear();
        self.federates.clear();
    }
}

impl RunResult {
    /// Whether both are of the same run, in full or shortened.
    ///
    /// The start alone, in seconds, does not distinguish two short runs.
    #[must_use]
    pub fn is_same_run(&self, other: &Self) -> bool {
        let as_long = (self.seconds - other.seconds).abs() < 1e-6;
        self.began == other.began && self.command == other.command && as_long
    }

    /// Carriers of its samples' messages, the most used first.
    #[must_use]
    pub fn carriers(&self) -> Vec<&str> {
        let mut counts: BTreeMap<&str, u64> = BTreeMap::new();
        for sample in self.points.iter().flat_map(|point| &point.samples) {
            for (name, count) in &sample.carriers {
                *counts.entry(name).or_default() += count;
            }
        }
        let mut names: Vec<_> = counts.into_iter().collect();
        names.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
        names.into_iter().map(|(name, _)| name).collect()
    }

    /// The result with figures in place of histograms, for storage: comparisons and reports stay
    /// possible, but no histograms. It takes a small part of the bytes.
    #[must_use]
    pub fn shortened(mut self) -> Self {
        for point in &mut self.points {
            let baselines = point.baselines.iter_mut().flat_map(|b| &mut b.samples);
            point
                .samples
                .iter_mut()
                .chain(baselines)
                .for_each(Sample::shorten);
        }
        self
    }
}

/// Baseline of a point.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Baseline {
    /// Its name, such as `tcp-yielding`, or another engine's.
    pub name: String,
    /// Its repetitions.
    pub samples: Vec<Sample>,
    /// By metric, over the repetitions.
    pub summary: BTreeMap<String, Summary>,
}

/// A figure over repetitions.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Summary {
    /// How many repetitions have it.
    pub count: u32,
    /// Least.
    pub min: f64,
    /// Lower quartile.
    pub low: f64,
    /// Median.
    pub median: f64,
    /// Upper quartile.
    pub high: f64,
    /// Greatest.
    pub max: f64,
}

/// Something to know about a run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Note {
    /// Whether figures suffer.
    pub level: NoteLevel,
    /// For a person to read.
    pub text: String,
}

/// Whether figures suffer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum NoteLevel {
    /// Good to know.
    Info,
    /// Figures may be worse than they would be.
    Warning,
    /// Something is missing.
    Error,
}

#[cfg(test)]
mod tests {
    use crate::report::{Rules, compare, points_csv, sample};

    #[test]
    fn a_shortened_result_says_the_same_in_a_fraction_of_the_bytes() {
        let whole = sample::result("latency");
        let short = whole.clone().shortened();

        let tables = [&whole, &short].map(|result| {
            let mut text = Vec::new();
            points_csv(std::slice::from_ref(result), &mut text).unwrap();
            String::from_utf8(text).unwrap()
        });
        assert_eq!(tables[0], tables[1]);
        let sizes = [&whole, &short].map(|r| serde_json::to_string(r).unwrap().len());
        assert!(sizes[1] * 3 < sizes[0], "{sizes:?}");
        let compared = compare(&whole, &short, Rules::default());
        assert!(compared.is_ok_and(|c| !c.differences.is_empty()));
    }
}
