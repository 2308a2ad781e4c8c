//! The latency profile of `load-matrix`: latency by load of sender and receiver and by size.
//! `docs/latency-profile.md` describes the document.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::job::Histogram;
use crate::result::{Machine, Point, RunResult};
use crate::statistics::{bins, max_us, mean_us, merge, percentile_us, total};

/// Version of the document.
pub const SCHEMA: u32 = 1;

/// Width of the bins of its histograms, in microseconds; finer than the 1 ms of load tables.
pub const BIN_US: u64 = 100;

/// Logarithmic bins in an octave: each is 2.2 % wide.
pub const PER_OCTAVE: f64 = 32.0;

/// The bands of processor load, in per cent.
pub const BANDS: [(u32, u32); 3] = [(0, 33), (34, 66), (67, 100)];

/// A latency profile.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LatencyProfile {
    /// [`SCHEMA`].
    pub schema: u32,
    /// Time of the measurement: RFC 3339, UTC.
    pub measured: String,
    /// The measured RTI.
    pub rti: String,
    /// The machines.
    pub machines: Vec<Machine>,
    /// Width of the bins, in microseconds.
    pub bin_us: u64,
    /// One for each measured combination.
    pub entries: Vec<Entry>,
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
    /// Level of the messages: `hla`, `orb`, `tcp` or `tcp-yielding`.
    pub via: String,
    /// Real-time priority of the measuring processes; 0: none.
    pub priority: u32,
    /// Quantity: `one_way`, or `round_trip` where the clocks of the hosts differ.
    pub quantity: String,
    /// How many messages.
    pub samples: u64,
    /// Mean in microseconds.
    pub mean_us: f64,
    /// 99th percentile in microseconds.
    pub p99_us: f64,
    /// Maximum in microseconds.
    pub max_us: f64,
    /// Non-empty bins: number from 0, and number of messages.
    pub bins: Vec<(u64, u64)>,
    /// The same messages in logarithmic bins, which resolve short latencies: bin n has latencies
    /// from 2^(n/32) to 2^((n+1)/32) ns. Empty in documents without them.
    #[serde(default)]
    pub log_bins: Vec<(u64, u64)>,
}

impl LatencyProfile {
    /// The profile of a run of `load-matrix`; points without figures are left out.
    pub fn of(run: &RunResult) -> Self {
        Self {
            schema: SCHEMA,
            measured: run.began.clone(),
            rti: run.rti.clone(),
            machines: run.machines.clone(),
            bin_us: BIN_US,
            entries: run
                .points
                .iter()
                .flat_map(|point| entries(point, &run.parameters))
                .collect(),
        }
    }
}

/// The entries of a point, one for each measured quantity.
fn entries(point: &Point, common: &BTreeMap<String, Value>) -> Vec<Entry> {
    let quantities = ["one_way", "round_trip"].iter();
    quantities
        .filter_map(|quantity| entry(point, common, quantity))
        .collect()
}

fn entry(point: &Point, common: &BTreeMap<String, Value>, quantity: &str) -> Option<Entry> {
    let parameter = |name: &str| point.parameters.get(name).or_else(|| common.get(name));
    let load = |name| parameter(name)?.as_f64().map(band);
    let of = |name: &str| -> Option<Histogram> {
        let all: Vec<_> = point
            .samples
            .iter()
            .filter_map(|sample| sample.histograms.get(name))
            .collect();
        let merged = merge(&all);
        (total(&merged) > 0).then_some(merged)
    };
    let histogram = of(quantity)?;
    let width_ns = BIN_US * 1000;
    Some(Entry {
        sender_load: load("sender-load")?,
        receiver_load: load("receiver-load")?,
        bytes: parameter("bytes")?.as_u64()?,
        via: parameter("via")
            .and_then(Value::as_str)
            .unwrap_or("hla")
            .to_owned(),
        priority: parameter("rt-priority")
            .and_then(Value::as_u64)
            .and_then(|priority| u32::try_from(priority).ok())
            .unwrap_or_default(),
        quantity: quantity.to_owned(),
        samples: total(&histogram),
        mean_us: mean_us(&histogram),
        p99_us: percentile_us(&histogram, 0.99),
        max_us: max_us(&histogram),
        bins: bins(&histogram, width_ns)
            .into_iter()
            .map(|bin| ((bin.from_us / BIN_US as f64).round() as u64, bin.count))
            .collect(),
        log_bins: log_bins(&histogram),
    })
}

/// Number of the bin of a latency in nanoseconds.
fn log_bin(ns: u64) -> u64 {
    ((ns.max(1) as f64).log2() * PER_OCTAVE).floor() as u64
}

fn log_bins(histogram: &Histogram) -> Vec<(u64, u64)> {
    let mut bins = std::collections::BTreeMap::new();
    for (ns, count) in &histogram.buckets {
        *bins.entry(log_bin(*ns)).or_insert(0) += count;
    }
    bins.into_iter().filter(|(_, count)| *count > 0).collect()
}

/// The band that a share of load lies in.
fn band(share: f64) -> (u32, u32) {
    let percent = share * 100.0;
    let within = |(_, high): &&(u32, u32)| percent < f64::from(*high) + 0.5;
    *BANDS.iter().find(within).unwrap_or(&BANDS[2])
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use serde_json::json;

    use super::*;
    use crate::result::Sample;

    fn point(sender: f64, receiver: f64, histograms: &[(&str, &[(u64, u64)])]) -> Point {
        let of = |buckets: &[(u64, u64)]| Histogram {
            buckets: buckets.to_vec(),
        };
        let sample = Sample {
            histograms: histograms
                .iter()
                .map(|(name, buckets)| ((*name).to_owned(), of(buckets)))
                .collect(),
            ..Sample::default()
        };
        let parameters = [
            ("sender-load", json!(sender)),
            ("receiver-load", json!(receiver)),
            ("bytes", json!(64)),
        ];
        Point {
            parameters: parameters
                .map(|(name, value)| (name.to_owned(), value))
                .into(),
            samples: vec![sample.clone(), sample],
            baselines: Vec::new(),
            summary: BTreeMap::new(),
            ratios: BTreeMap::new(),
        }
    }

    #[test]
    fn each_quantity_has_an_entry_of_all_repetitions() {
        let trips: (&str, &[(u64, u64)]) = ("round_trip", &[(900_000, 5)]);
        let ways: (&str, &[(u64, u64)]) = ("one_way", &[(50_000, 1), (250_000, 1)]);

        let of = |point: &Point| entries(point, &BTreeMap::new());
        let found = of(&point(0.17, 0.83, &[trips, ways]));
        let [both, back] = found.as_slice() else {
            panic!("{found:?}");
        };
        let trip = of(&point(0.5, 0.5, &[trips]));

        assert_eq!(both.quantity, "one_way");
        assert_eq!((both.sender_load, both.receiver_load), ((0, 33), (67, 100)));
        assert_eq!(both.samples, 4);
        assert_eq!(both.mean_us, 150.0);
        assert_eq!(both.max_us, 250.0);
        assert_eq!(both.bins, [(0, 2), (2, 2)]);
        // 2^(499/32) ns is 49.5 us, 2^(573/32) ns is 245.6 us.
        assert_eq!(both.log_bins, [(499, 2), (573, 2)]);
        assert_eq!((&*back.quantity, back.samples), ("round_trip", 10));
        assert_eq!((trip.len(), &*trip[0].quantity), (1, "round_trip"));
        assert_eq!((&*trip[0].via, trip[0].priority), ("hla", 0));
        assert_eq!(of(&point(0.5, 0.5, &[])), []);

        let common = [("via", json!("tcp")), ("rt-priority", json!(50))];
        let common = common.map(|(name, value)| (name.to_owned(), value)).into();
        let tcp = entries(&point(0.5, 0.5, &[trips]), &common);
        assert_eq!((&*tcp[0].via, tcp[0].priority), ("tcp", 50));
    }

    #[test]
    fn every_share_lies_in_a_band() {
        let bands = [0.0, 0.33, 0.34, 0.5, 0.66, 0.67, 1.0].map(band);

        assert_eq!(bands.map(|(low, _)| low), [0, 0, 34, 34, 34, 67, 67]);
    }
}
