//! The latency profile that `load-matrix` writes: latency by load of sender and receiver and by size.
//! `docs/latency-profile.md` describes the document.

use serde::{Deserialize, Serialize};

use crate::job::Histogram;
use crate::result::{Machine, Point, RunResult};
use crate::statistics::{bins, max_us, mean_us, merge, percentile_us, total};

/// Version of the document.
pub const SCHEMA: u32 = 1;

/// Width of the bins of its histograms, in microseconds; finer than the 1 ms that tables of loads have.
pub const BIN_US: u64 = 100;

/// The bands of processor load, in per cent.
pub const BANDS: [(u32, u32); 3] = [(0, 33), (34, 66), (67, 100)];

/// A latency profile.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LatencyProfile {
    /// [`SCHEMA`].
    pub schema: u32,
    /// When it was measured: RFC 3339, UTC.
    pub measured: String,
    /// What RTI it is of.
    pub rti: String,
    /// The machines.
    pub machines: Vec<Machine>,
    /// Width of the bins, in microseconds.
    pub bin_us: u64,
    /// One for each combination that was measured.
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
    /// What was measured: `one_way`, or `round_trip` where the clocks of the hosts are not the same.
    pub quantity: String,
    /// How many messages.
    pub samples: u64,
    /// Mean in microseconds.
    pub mean_us: f64,
    /// 99th percentile in microseconds.
    pub p99_us: f64,
    /// Greatest in microseconds.
    pub max_us: f64,
    /// Bins that are not empty: number from 0, and how many messages fell into it.
    pub bins: Vec<(u64, u64)>,
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
            entries: run.points.iter().filter_map(entry).collect(),
        }
    }
}

fn entry(point: &Point) -> Option<Entry> {
    let parameter = |name: &str| point.parameters.get(name);
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
    let (quantity, histogram) = ["one_way", "round_trip"]
        .iter()
        .find_map(|name| Some((*name, of(name)?)))?;
    let width_ns = BIN_US * 1000;
    Some(Entry {
        sender_load: load("sender-load")?,
        receiver_load: load("receiver-load")?,
        bytes: parameter("bytes")?.as_u64()?,
        quantity: quantity.to_owned(),
        samples: total(&histogram),
        mean_us: mean_us(&histogram),
        p99_us: percentile_us(&histogram, 0.99),
        max_us: max_us(&histogram),
        bins: bins(&histogram, width_ns)
            .into_iter()
            .map(|bin| ((bin.from_us / BIN_US as f64).round() as u64, bin.count))
            .collect(),
    })
}

/// The band that a share of load lies in.
fn band(share: f64) -> (u32, u32) {
    let percent = share * 100.0;
    let within = |(_, high): &&(u32, u32)| percent < f64::from(*high) + 0.5;
    *BANDS.iter().find(within).unwrap_or(&BANDS[2])
}
