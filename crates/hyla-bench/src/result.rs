//! The document that a run is stored in. `docs/bench-results.md` describes it for readers of other languages.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::job::Histogram;
use crate::statistics;

mod file;

pub use file::{ResultError, parse, read, replace, write};

/// Version of the document. Fields are added without a new one; what changes its meaning gets one.
pub const SCHEMA: u32 = 1;

/// Everything about one run of one experiment.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RunResult {
    /// [`SCHEMA`].
    pub schema: u32,
    /// Version of the program that wrote it.
    pub hyla: String,
    /// When it began: RFC 3339, UTC.
    pub began: String,
    /// How long it took, in seconds.
    pub seconds: f64,
    /// The exact command.
    pub command: Vec<String>,
    /// Name of the experiment.
    pub experiment: String,
    /// A name to show beside others, such as the RTI's.
    pub label: String,
    /// Name and version of the RTI that was measured.
    pub rti: String,
    /// What is the same at every point.
    pub parameters: BTreeMap<String, Value>,
    /// The machines that took part.
    pub machines: Vec<Machine>,
    /// What was measured.
    pub points: Vec<Point>,
    /// What went wrong or is worth knowing, in the order in which it happened.
    pub notes: Vec<Note>,
}

/// A machine, as far as it matters to figures.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Machine {
    /// Its agent's name.
    pub agent: String,
    /// Its host name.
    pub host: String,
    /// Model of its processor.
    pub cpu: String,
    /// Processors that its processes may use.
    pub cpus: u32,
    /// Memory in bytes.
    pub memory_bytes: u64,
    /// Kernel and its release.
    pub kernel: String,
    /// How the frequency is governed, `unknown` where the system does not say.
    pub governor: String,
    /// Where the kernel's clock comes from.
    pub clock_source: String,
    /// Whether it is virtual, and by what; empty if not known.
    pub virtualization: String,
    /// Load average of the last minute when the run began.
    pub load: f64,
    /// Processors that were busy just before the run began, with whatever; 0 in documents that do not say.
    #[serde(default)]
    pub busy: f64,
    /// Differs with every start of every host: clocks are common where this is the same.
    pub boot: String,
}

/// One combination of parameters.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Point {
    /// Its parameters beside those of the run, by name, such as `bytes` or `receivers`.
    pub parameters: BTreeMap<String, Value>,
    /// Repetitions, in the order measured.
    pub samples: Vec<Sample>,
    /// The same of the bare machine, measured between the repetitions; empty if there is nothing to compare with.
    pub baselines: Vec<Baseline>,
    /// By metric, over the repetitions.
    pub summary: BTreeMap<String, Summary>,
    /// By metric: median of the samples over the median of the first baseline that has the metric.
    pub ratios: BTreeMap<String, f64>,
}

/// One repetition.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Sample {
    /// Figures of the whole federation, by the names of [`crate::metric`]: sums of what federates count, medians over
    /// receivers of what each has a rate of.
    pub metrics: BTreeMap<String, f64>,
    /// Histograms of all federates together, in nanoseconds.
    pub histograms: BTreeMap<String, Histogram>,
    /// Figures of each federate, by its index.
    pub federates: BTreeMap<u32, BTreeMap<String, f64>>,
    /// How many messages of the work were called back after they came by which carrier, those of the warm-up among
    /// them: `udp lane` for a channel of their transportation type, `shared-memory stream` for the one that two
    /// federates have in any case, `tcp by way of the RTI`. Works without messages count everything that came by streams.
    /// Empty if the federates do not know.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub carriers: BTreeMap<String, u64>,
    /// What its federates say against its figures.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<String>,
    /// Why it has no figures; empty if it has.
    pub failed: String,
}

impl Sample {
    /// Its figures, the parts of its histograms included. What the document states goes before what could be computed.
    #[must_use]
    pub fn figures(&self) -> BTreeMap<String, f64> {
        let histograms = self.histograms.iter();
        let mut figures: BTreeMap<String, f64> = histograms
            .flat_map(|(name, histogram)| statistics::figures(name, histogram))
            .collect();
        figures.extend(self.metrics.clone());
        figures
    }

    /// Its figures instead of its histograms, and nothing of single federates.
    fn shorten(&mut self) {
        self.metrics = self.figures();
        self.histograms.clear();
        self.federates.clear();
    }
}

impl RunResult {
    /// Whether both tell of one and the same run, be it at length or in short.
    ///
    /// The time of the beginning alone, told in seconds, does not tell two short runs apart.
    #[must_use]
    pub fn is_same_run(&self, other: &Self) -> bool {
        let as_long = (self.seconds - other.seconds).abs() < 1e-6;
        self.began == other.began && self.command == other.command && as_long
    }

    /// What carried the messages of its samples, the most used first.
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

    /// The result with figures in the place of histograms, for keeping: everything can still be compared and reported, but no
    /// histogram drawn. It takes a small part of the bytes.
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

/// The bare counterpart of a point.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Baseline {
    /// What it is, such as `tcp-yielding`; of another engine its name.
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
