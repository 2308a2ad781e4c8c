//! A world with known latencies: two or more hosts, loads, and messages drawn from a seed.
// Each test program uses a part of it.
#![allow(dead_code, unreachable_pub, clippy::unwrap_used)]

use std::time::Duration;

use hyla_latency::estimator::{
    Action, Answer, Connection, ConnectionId, End, Estimator, Hardness, Qos, Report, Settings,
};
use hyla_latency::profile::{Document, Entry, Machine, Quantity, Table};
use hyla_latency::state::{BANDS, Band, Load, PortLoad};
use statrs::distribution::{ContinuousCDF, Normal};

/// Sizes of the profile.
pub const SIZES: [u64; 8] = [64, 128, 256, 512, 1024, 2048, 4096, 8192];
/// Load in the middle of each band.
pub const LOADS: [f64; 3] = [0.17, 0.5, 0.83];
/// Spread of latencies: standard deviation of their logarithm.
const SPREAD: f64 = 0.5;

/// All nine combinations of bands.
pub fn combinations() -> impl Iterator<Item = (Band, Band)> {
    BANDS
        .into_iter()
        .flat_map(|sender| BANDS.map(|receiver| (sender, receiver)))
}

pub fn load_of(band: Band) -> f64 {
    LOADS[band.index()]
}

/// Median of the round trips of a size at these loads.
fn median_us((sender, receiver): (Band, Band), bytes: u64) -> f64 {
    let sending = [1.0, 1.8, 4.0][sender.index()];
    let receiving = [1.0, 1.5, 3.0][receiver.index()];
    (200.0 + bytes as f64 / 16.0) * sending * receiving
}

pub fn true_mean(bands: (Band, Band), bytes: u64) -> f64 {
    median_us(bands, bytes) * (SPREAD * SPREAD / 2.0).exp()
}

pub fn true_percentile(bands: (Band, Band), bytes: u64, p: f64) -> f64 {
    let z = Normal::new(0.0, 1.0).unwrap().inverse_cdf(p);
    median_us(bands, bytes) * (SPREAD * z).exp()
}

/// Consecutive round trips; `alike`: their correlation.
pub struct Wire {
    random: fastrand::Rng,
    last: f64,
    alike: f64,
}

impl Wire {
    pub fn new(seed: u64, alike: f64) -> Self {
        let mut wire = Self {
            random: fastrand::Rng::with_seed(seed),
            last: 0.0,
            alike,
        };
        wire.last = wire.normal();
        wire
    }

    fn normal(&mut self) -> f64 {
        let radius = (-2.0 * (1.0 - self.random.f64()).ln()).sqrt();
        radius * (std::f64::consts::TAU * self.random.f64()).cos()
    }

    pub fn round_trip_us(&mut self, bands: (Band, Band), bytes: u64) -> f64 {
        let fresh = (1.0 - self.alike * self.alike).sqrt() * self.normal();
        self.last = self.alike * self.last + fresh;
        median_us(bands, bytes) * (SPREAD * self.last).exp()
    }

    pub fn round_trips_us(&mut self, bands: (Band, Band), bytes: u64, count: u32) -> Vec<f64> {
        (0..count)
            .map(|_| self.round_trip_us(bands, bytes))
            .collect()
    }
}

/// A profile of `count` round trips for each of these combinations and sizes.
pub fn profile(
    wire: &mut Wire,
    combinations: impl IntoIterator<Item = (Band, Band)>,
    sizes: &[u64],
    count: u32,
) -> Document {
    let mut entries = Vec::new();
    for bands in combinations {
        for bytes in sizes {
            entries.push(entry(
                bands,
                *bytes,
                &wire.round_trips_us(bands, *bytes, count),
            ));
        }
    }
    Document {
        schema: 1,
        measured: "2026-11-23T00:00:00Z".to_owned(),
        rti: "simulated".to_owned(),
        machines: vec![Machine::default()],
        bin_us: 1,
        entries,
    }
}

fn entry((sender, receiver): (Band, Band), bytes: u64, samples: &[f64]) -> Entry {
    let mut bins = std::collections::BTreeMap::new();
    for us in samples {
        *bins.entry(*us as u64).or_insert(0u64) += 1;
    }
    let mut sorted = samples.to_vec();
    sorted.sort_unstable_by(f64::total_cmp);
    Entry {
        via: "hla".to_owned(),
        priority: 0,
        sender_load: sender.per_cent(),
        receiver_load: receiver.per_cent(),
        bytes,
        quantity: Quantity::RoundTrip,
        samples: samples.len() as u64,
        mean_us: samples.iter().sum::<f64>() / samples.len() as f64,
        p99_us: sorted[samples.len() * 99 / 100],
        max_us: sorted[samples.len() - 1],
        bins: bins.into_iter().collect(),
        log_bins: Vec::new(),
    }
}

pub fn table(document: &Document) -> Table {
    Table::new(document).unwrap()
}

pub fn hardness(per_cent: f64) -> Hardness {
    Hardness::per_cent(per_cent).unwrap()
}

pub fn connection(bytes: u64, qos: Qos) -> Connection {
    Connection {
        from: End::host("alpha"),
        to: End::host("beta"),
        bytes,
        qos,
        quantity: None,
    }
}

pub fn port(load: f64) -> PortLoad {
    PortLoad {
        load: Load::new(load).unwrap(),
        bits_per_s: 1e9,
    }
}

/// An estimator with a wire that answers its measurements, in simulated time.
pub struct World {
    pub estimator: Estimator,
    pub wire: Wire,
    pub now: Duration,
    /// Load of `alpha` and `beta`.
    pub loads: (f64, f64),
    pub port: Option<f64>,
    /// Number of round trips.
    pub round_trips: u64,
    /// Whether peers reflect.
    pub reflects: bool,
}

impl World {
    pub fn new(seed: u64) -> Self {
        Self::with(seed, 0.0, Settings::default())
    }

    pub fn with(seed: u64, alike: f64, settings: Settings) -> Self {
        Self {
            estimator: Estimator::new(settings),
            wire: Wire::new(seed, alike),
            now: Duration::from_secs(1),
            loads: (LOADS[0], LOADS[0]),
            port: Some(0.1),
            round_trips: 0,
            reflects: true,
        }
    }

    pub fn bands(&self) -> (Band, Band) {
        let band = |load| Band::of(Load::new(load).unwrap());
        (band(self.loads.0), band(self.loads.1))
    }

    pub fn connect(&mut self, bytes: u64, qos: Qos) -> ConnectionId {
        self.estimator
            .connect(self.now, connection(bytes, qos))
            .unwrap()
    }

    pub fn ask(&mut self, id: ConnectionId) -> Answer {
        self.estimator.ask(self.now, id).unwrap()
    }

    /// Both hosts report their state.
    pub fn report(&mut self) {
        for (host, processor) in [("alpha", self.loads.0), ("beta", self.loads.1)] {
            let report = Report {
                processor,
                port: self.port.map(|load| (load, 1e9)),
                valid_for: Duration::from_secs(3),
            };
            self.estimator.handle_report(self.now, host, report);
        }
    }

    /// Sets the loads of both ends and reports them.
    pub fn set(&mut self, bands: (Band, Band)) {
        self.loads = (load_of(bands.0), load_of(bands.1));
        self.report();
    }

    /// Advances the time with reports each second; answers measurements.
    pub fn run(&mut self, seconds: f64) {
        let end = self.now + Duration::from_secs_f64(seconds);
        let mut report = self.now;
        loop {
            while self.now >= report {
                self.report();
                report += Duration::from_secs(1);
            }
            self.work();
            let next = self
                .estimator
                .next_deadline()
                .map_or(report, |due| due.min(report));
            if next > end {
                self.now = self.now.max(end);
                return;
            }
            self.now = self.now.max(next);
        }
    }

    /// Answers all measurements that may start now.
    pub fn work(&mut self) {
        while let Some(Action::Measure {
            measurement,
            bytes,
            round_trips,
            ..
        }) = self.estimator.poll_action(self.now)
        {
            if !self.reflects {
                continue;
            }
            let times = self.wire.round_trips_us(self.bands(), bytes, round_trips);
            self.round_trips += u64::from(round_trips);
            self.now += Duration::from_secs_f64(times.iter().sum::<f64>() / 1e6);
            self.estimator
                .handle_measured(self.now, measurement, &times);
        }
    }
}
