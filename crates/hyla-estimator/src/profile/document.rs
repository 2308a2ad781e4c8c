//! The document of a profile.

use serde::{Deserialize, Serialize};

use super::Machine;
use crate::state::Band;
use crate::statistics::{Bin, Distribution, InvalidBins};

/// Logarithmic bins in an octave.
const PER_OCTAVE: f64 = 32.0;

/// Greatest number of a bin, against overflow.
const MOST: u64 = 1 << 40;

/// Supported version of the document.
const SCHEMA: u32 = 1;

/// A latency profile as stored in its file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Document {
    /// Version of the document.
    pub schema: u32,
    /// Time of the measurement: RFC 3339, UTC.
    pub measured: String,
    /// Name and version of the measured RTI.
    pub rti: String,
    /// Machines of the measurement.
    pub machines: Vec<Machine>,
    /// Width of the bins of all entries, in microseconds.
    pub bin_us: u64,
    /// One for each combination of loads, size and quantity.
    pub entries: Vec<Entry>,
}

/// The part of a document that each version has.
#[derive(Deserialize)]
struct Version {
    schema: u32,
}

/// Latency at one combination of loads and size.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Entry {
    /// Band of the sender's processor load, in per cent.
    pub sender_load: (u32, u32),
    /// Band of the receiver's processor load, in per cent.
    pub receiver_load: (u32, u32),
    /// Bytes of a message.
    pub bytes: u64,
    /// Level of the messages: `hla` for updates through an RTI, `tcp` for bare TCP.
    #[serde(default = "hla")]
    pub via: String,
    /// Real-time priority (`SCHED_FIFO`) of the measuring processes; 0: none.
    #[serde(default)]
    pub priority: u32,
    /// The measured quantity.
    pub quantity: Quantity,
    /// Number of messages.
    pub samples: u64,
    /// Mean in microseconds.
    pub mean_us: f64,
    /// 99th percentile in microseconds.
    pub p99_us: f64,
    /// Maximum in microseconds.
    pub max_us: f64,
    /// Non-empty bins: number from 0, and number of messages.
    pub bins: Vec<(u64, u64)>,
    /// The same messages in logarithmic bins: number n, for latencies from 2^(n/32) to 2^((n+1)/32)
    /// ns, and number of messages. Empty in documents without them.
    #[serde(default)]
    pub log_bins: Vec<(u64, u64)>,
}

fn hla() -> String {
    "hla".to_owned()
}

/// Measured quantity.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Quantity {
    /// From sender to receiver.
    OneWay,
    /// From sender to receiver and back.
    RoundTrip,
}

impl std::fmt::Display for Quantity {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::OneWay => "one way",
            Self::RoundTrip => "round trip",
        })
    }
}

/// Why a document is not a profile.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ReadError {
    /// It is not JSON with the fields of a profile.
    #[error("not a latency profile: {0}")]
    Syntax(#[from] serde_json::Error),
    /// An unsupported version.
    #[error("schema {found} of latency profiles is not known, only {SCHEMA}")]
    Schema {
        /// Version found.
        found: u32,
    },
    /// The width of bins is 0.
    #[error("bin_us is 0")]
    BinWidth,
    /// It has no entries.
    #[error("the profile has no entries")]
    Empty,
    /// An inconsistent entry.
    #[error("entry {index} ({bytes} bytes): {problem}")]
    Entry {
        /// Position, from 0.
        index: usize,
        /// Its size.
        bytes: u64,
        /// The inconsistency.
        problem: String,
    },
}

impl Document {
    /// Parses and checks a document.
    ///
    /// # Errors
    /// [`ReadError`] if it is not a profile of a supported version, or an entry is inconsistent.
    pub fn read(json: &str) -> Result<Self, ReadError> {
        // First: a later version may have other fields.
        let Version { schema: found } = serde_json::from_str(json)?;
        if found != SCHEMA {
            return Err(ReadError::Schema { found });
        }
        let document: Self = serde_json::from_str(json)?;
        document.check()?;
        Ok(document)
    }

    /// The document as JSON, with a final newline.
    #[must_use]
    pub fn to_json(&self) -> String {
        let mut json = serde_json::to_string(self).expect("names are strings, numbers are finite");
        json.push('\n');
        json
    }

    fn check(&self) -> Result<(), ReadError> {
        if self.bin_us == 0 {
            return Err(ReadError::BinWidth);
        }
        if self.entries.is_empty() {
            return Err(ReadError::Empty);
        }
        let mut seen = std::collections::BTreeSet::new();
        for (index, entry) in self.entries.iter().enumerate() {
            let problem = entry.check(self.bin_us).err().or_else(|| {
                let is_new = seen.insert(entry.key());
                (!is_new).then(|| {
                    "another entry has the same loads, size, quantity, level and priority"
                        .to_owned()
                })
            });
            if let Some(problem) = problem {
                return Err(ReadError::Entry {
                    index,
                    bytes: entry.bytes,
                    problem,
                });
            }
        }
        Ok(())
    }
}

/// Key of an entry in a profile.
pub(super) type Key = (Quantity, Option<Band>, Option<Band>, u64, Level);

/// Level of messages and real-time priority of the measuring processes.
pub type Level = (String, u32);

impl Entry {
    /// Level of the messages, and priority of the measuring processes.
    #[must_use]
    pub fn level(&self) -> Level {
        (self.via.clone(), self.priority)
    }

    pub(super) fn key(&self) -> Key {
        let (sender, receiver) = (
            Band::named(self.sender_load),
            Band::named(self.receiver_load),
        );
        (self.quantity, sender, receiver, self.bytes, self.level())
    }

    /// Its messages, in logarithmic bins if available, otherwise in bins of `bin_us`.
    ///
    /// # Errors
    /// [`InvalidBins`] if the bins are not in ascending order, or empty.
    pub fn distribution(&self, bin_us: u64) -> Result<Distribution, InvalidBins> {
        let width = bin_us as f64;
        let even = |number: u64| (number as f64 * width, (number + 1) as f64 * width);
        let log_us = |number: u64| (number as f64 / PER_OCTAVE).exp2() / 1000.0;
        let logarithmic = |number: u64| (log_us(number), log_us(number + 1));
        if self.log_bins.is_empty() {
            self.in_bins(&self.bins, even)
        } else {
            self.in_bins(&self.log_bins, logarithmic)
        }
    }

    fn in_bins(
        &self,
        bins: &[(u64, u64)],
        edges: impl Fn(u64) -> (f64, f64),
    ) -> Result<Distribution, InvalidBins> {
        Distribution::of_bins(bins.iter().map(|(number, count)| {
            let (low_us, high_us) = edges(*number);
            Bin {
                low_us,
                // No message exceeds the maximum.
                high_us: high_us.min(self.max_us.max(low_us)),
                count: *count,
            }
        }))
    }

    fn check(&self, bin_us: u64) -> Result<(), String> {
        for (end, load) in [
            ("sender", self.sender_load),
            ("receiver", self.receiver_load),
        ] {
            if Band::named(load).is_none() {
                return Err(format!(
                    "{} to {} % is no band of {end} load",
                    load.0, load.1
                ));
            }
        }
        let mut all = self.bins.iter().chain(&self.log_bins);
        if all.any(|(number, _)| *number > MOST) {
            return Err("a bin has an impossible number".to_owned());
        }
        let of = self
            .distribution(bin_us)
            .map_err(|error| error.to_string())?;
        if of.count() != self.samples {
            return Err(format!(
                "{} samples, but its bins have {}",
                self.samples,
                of.count()
            ));
        }
        let counts = self.bins.iter().map(|(_, count)| u128::from(*count));
        let even: u128 = counts.sum();
        if even != u128::from(self.samples) {
            return Err(format!(
                "{} samples, but its bins have {even}",
                self.samples
            ));
        }
        let last = of.at_rank(of.count());
        // The mean is exact and the bins are not: it must lie within a bin of theirs. Logarithmic
        // ones are 2.2 % wide.
        let off = (self.mean_us - of.mean_us()).abs();
        let is_near = off <= (bin_us as f64).max(0.03 * self.mean_us);
        // Edges of logarithmic bins are rounded.
        let reaches = self.max_us.is_finite() && self.max_us >= last.low_us * (1.0 - 1e-9);
        let is_possible = is_near && reaches;
        if is_possible && self.p99_us >= 0.0 {
            Ok(())
        } else {
            Err("mean, 99th percentile or greatest do not fit its bins".to_owned())
        }
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    pub(in crate::profile) fn entry(bytes: u64, bins: &[(u64, u64)]) -> Entry {
        let samples: u64 = bins.iter().map(|(_, count)| count).sum();
        let sum: f64 = bins
            .iter()
            .map(|(bin, count)| (*bin as f64 + 0.5) * 100.0 * *count as f64)
            .sum();
        Entry {
            sender_load: (0, 33),
            receiver_load: (0, 33),
            bytes,
            via: hla(),
            priority: 0,
            quantity: Quantity::OneWay,
            samples,
            mean_us: sum / samples as f64,
            p99_us: 1.0,
            max_us: bins
                .last()
                .map_or(0.0, |(bin, _)| (*bin + 1) as f64 * 100.0),
            bins: bins.to_vec(),
            log_bins: Vec::new(),
        }
    }

    pub(in crate::profile) fn document(entries: Vec<Entry>) -> Document {
        Document {
            schema: 1,
            measured: "2026-11-22T09:04:20Z".to_owned(),
            rti: "Hyla 0.1.0".to_owned(),
            machines: vec![Machine::default()],
            bin_us: 100,
            entries,
        }
    }

    #[test]
    fn a_profile_is_read_as_it_was_written() {
        let written = document(vec![entry(64, &[(0, 3), (7, 1)])]);

        let read = Document::read(&written.to_json()).unwrap();

        assert_eq!(read, written);
    }

    #[test]
    fn a_later_version_is_named_whatever_its_fields_are() {
        let error =
            Document::read(r#"{"schema": 2, "levels": [{"loads": [17, 83]}]}"#).unwrap_err();

        assert!(matches!(error, ReadError::Schema { found: 2 }), "{error}");
    }

    #[test]
    fn a_document_that_was_cut_off_is_none_wherever_it_ends() {
        let whole = document(vec![entry(64, &[(0, 3), (7, 1)])]).to_json();

        for length in 0..whole.trim_end().len() {
            assert!(Document::read(&whole[..length]).is_err(), "{length}");
        }
    }

    #[test]
    fn counts_of_bins_that_overflow_are_refused() {
        let mut entry = entry(64, &[(0, 4)]);
        entry.log_bins = vec![(415, 4)];
        entry.bins = vec![(0, u64::MAX), (1, 5)];

        let error = Document::read(&document(vec![entry]).to_json()).unwrap_err();

        assert!(error.to_string().contains("its bins have"), "{error}");
    }

    #[test]
    fn logarithmic_bins_tell_short_latencies_apart() {
        let mut entry = entry(64, &[(0, 4)]);
        // From 7.9 to 8.1 us and from 49.5 to 50.6 us.
        entry.log_bins = vec![(415, 3), (499, 1)];
        entry.mean_us = 18.5;
        entry.max_us = 50.0;

        let of = entry.distribution(100).unwrap();

        assert!(
            (8.0..8.2).contains(&of.quantile_us(0.5)),
            "{}",
            of.quantile_us(0.5)
        );
        assert_eq!(of.at_rank(4).high_us, 50.0);
        let read = Document::read(&document(vec![entry.clone()]).to_json()).unwrap();
        assert_eq!(read.entries, [entry.clone()]);
        // All messages at the lower edge of a bin 2 ms wide.
        let late = Entry {
            bins: vec![(965, 4)],
            log_bins: vec![(848, 4)],
            mean_us: 94_906.3,
            max_us: 94_906.3,
            ..entry.clone()
        };
        assert!(Document::read(&document(vec![late]).to_json()).is_ok());
        entry.log_bins[1].1 = 7;
        let refused = Document::read(&document(vec![entry]).to_json()).unwrap_err();
        assert!(
            refused
                .to_string()
                .contains("4 samples, but its bins have 10"),
            "{refused}"
        );
    }

    #[test]
    fn profiles_that_the_benchmark_suite_wrote_are_read() {
        let folder = concat!(
            env!("CARGO_MANIFEST_DIR"),
            "/../../docs/studies/results/load-matrix"
        );
        for (name, entries) in [("01", 72), ("02", 18)] {
            let text = std::fs::read_to_string(format!("{folder}/{name}-load-matrix.profile.json"))
                .unwrap();

            let profile = Document::read(&text).unwrap();

            assert_eq!(profile.entries.len(), entries);
            assert_eq!(profile.machines[0].cpus, 2);
        }
    }

    #[test]
    fn what_contradicts_itself_is_refused_with_its_place() {
        let refused = |change: fn(&mut Document)| {
            let mut document = document(vec![entry(64, &[(0, 3)]), entry(128, &[(0, 3), (7, 1)])]);
            change(&mut document);
            Document::read(&document.to_json()).unwrap_err().to_string()
        };

        assert!(refused(|d| d.schema = 2).contains("schema 2"));
        assert!(refused(|d| d.bin_us = 0).contains("bin_us"));
        assert!(refused(|d| d.entries.clear()).contains("no entries"));
        for (change, problem) in [
            (
                (|d| d.entries[1].samples = 9) as fn(&mut Document),
                "9 samples, but its bins have 4",
            ),
            (
                |d| d.entries[1].sender_load = (0, 50),
                "0 to 50 % is no band",
            ),
            (|d| d.entries[1].bins.reverse(), "overlaps another"),
            (|d| d.entries[1].bytes = 64, "another entry"),
            (|d| d.entries[1].mean_us = 5000.0, "do not fit"),
            (|d| d.entries[1].max_us = 5.0, "do not fit"),
            (|d| d.entries[1].bins[1].0 = u64::MAX, "impossible"),
        ] {
            let told = refused(change);
            assert!(told.starts_with("entry 1"), "{told}");
            assert!(told.contains(problem), "{told}");
        }
        assert!(
            Document::read("{}")
                .unwrap_err()
                .to_string()
                .contains("not a latency profile")
        );
    }
}
