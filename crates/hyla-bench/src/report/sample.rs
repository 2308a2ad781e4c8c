//! Synthetic results for tests: one of each experiment, realistic in shape, from a seed.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::job::Histogram;
use crate::result::{Baseline, Machine, Note, NoteLevel, Point, RunResult, SCHEMA, Sample};
use crate::statistics;

/// All experiments.
pub(crate) const EXPERIMENTS: [&str; 13] = [
    "latency",
    "send",
    "receive",
    "loopback",
    "time-advance",
    "roundtrip-sizes",
    "bundling",
    "load-matrix",
    "mixed",
    "scale",
    "interests",
    "wan",
    "register",
];

/// A result of `experiment`.
pub(crate) fn result(experiment: &str) -> RunResult {
    slower(experiment, 1.0, 1)
}

/// A result of an RTI that takes `factor` times as long, on the same machine.
pub(crate) fn slower(experiment: &str, factor: f64, seed: u64) -> RunResult {
    let mut maker = Maker {
        random: fastrand::Rng::with_seed(seed),
        factor,
    };
    RunResult {
        schema: SCHEMA,
        hyla: "0.1.0".to_owned(),
        began: "2026-01-02T03:04:05Z".to_owned(),
        seconds: 61.5,
        command: [
            "hyla",
            "bench",
            "run",
            experiment,
            "--label",
            "a <b> & \"c\"",
        ]
        .map(str::to_owned)
        .to_vec(),
        experiment: experiment.to_owned(),
        label: if factor == 1.0 {
            "Hyla"
        } else {
            "<other> & co"
        }
        .to_owned(),
        rti: "Hyla 0.1.0".to_owned(),
        parameters: parameters(&[
            ("transport", json!("shm")),
            ("callbacks", json!("immediate")),
        ]),
        machines: vec![machine()],
        points: maker.points(experiment),
        notes: vec![Note {
            level: NoteLevel::Warning,
            text: "2 processors for 3 busy threads <script>alert(1)</script>".to_owned(),
        }],
    }
}

fn machine() -> Machine {
    Machine {
        agent: "local".to_owned(),
        host: "bench-host".to_owned(),
        cpu: "Example CPU @ 3 GHz".to_owned(),
        cpus: 2,
        memory_bytes: 24 << 30,
        kernel: "Linux 6.18.0".to_owned(),
        governor: "unknown".to_owned(),
        clock_source: "tsc".to_owned(),
        virtualization: "kvm".to_owned(),
        load: 0.25,
        busy: 0.1,
        boot: "b1".to_owned(),
    }
}

fn parameters(of: &[(&str, Value)]) -> BTreeMap<String, Value> {
    of.iter()
        .map(|(name, value)| ((*name).to_owned(), value.clone()))
        .collect()
}

struct Maker {
    random: fastrand::Rng,
    factor: f64,
}

impl Maker {
    fn points(&mut self, experiment: &str) -> Vec<Point> {
        let f = self.factor;
        let sizes = [64u32, 256, 1024, 4096, 16_384, 65_536];
        match experiment {
            "latency" => self.trips(&sizes, "bytes", |bytes| (12.0 + bytes / 4000.0) * f),
            "roundtrip-sizes" => {
                let mut points = Vec::new();
                for qos in ["reliable", "best-effort"] {
                    let slow = if qos == "reliable" { 1.0 } else { 1.6 };
                    let sizes = [8192, 65_536, 262_144, 1_048_576];
                    let mut part =
                        self.trips(&sizes, "bytes", |bytes| (20.0 + bytes / 3000.0) * slow * f);
                    for point in &mut part {
                        point.parameters.insert("qos".to_owned(), json!(qos));
                    }
                    points.extend(part);
                }
                points
            }
            "send" => self.streams(&[1, 2, 4, 8], "receivers", |n| 5e6 / n / f),
            "receive" => self.streams(&[1, 2, 4, 8], "senders", |n| 3e6 / n.sqrt() / f),
            "loopback" => self.streams(&[1, 2, 4, 8], "repeaters", |n| 2e6 / n / f),
            "mixed" => self.streams(&[1000, 10_000, 100_000, 1_000_000], "rate", |n| n),
            "scale" => self.streams(&[2, 4, 8, 16, 32, 64], "federates", |n| 4e6 / n / f),
            "bundling" => {
                let mut points = Vec::new();
                for adaptive in ["yes", "no"] {
                    for rate in [10_000, 50_000, 0] {
                        let part = self.streams(&[20, 100, 500, 1000], "bundle-gap-us", |us| {
                            let most = if adaptive == "yes" {
                                3e6
                            } else {
                                4e5 + 3e6 * us / (us + 80.0)
                            };
                            let wanted = if rate == 0 { most } else { f64::from(rate) };
                            wanted / f
                        });
                        for mut point in part {
                            let parameters = &mut point.parameters;
                            parameters.insert("adaptive".to_owned(), json!(adaptive));
                            parameters.insert("rate".to_owned(), json!(rate));
                            parameters.insert("bundle-bytes".to_owned(), json!("auto"));
                            points.push(point);
                        }
                    }
                }
                points
            }
            "time-advance" => {
                let mut points = Vec::new();
                for service in ["lock-step", "next-message"] {
                    for federates in [2, 4, 8, 16, 32] {
                        let rate = 3e5 / f64::from(federates) / f;
                        let mut point = self
                            .point(&[("federates", json!(federates)), ("service", json!(service))]);
                        self.fill(&mut point, rate, 1e6 / rate, "grant", "grants_per_s");
                        points.push(point);
                    }
                }
                points
            }
            "load-matrix" => {
                let mut points = Vec::new();
                let bands = [0.17, 0.5, 0.83];
                for (s, sender) in bands.iter().enumerate() {
                    for (r, receiver) in bands.iter().enumerate() {
                        for bytes in [64, 128, 256, 512, 1024, 2048, 4096, 8192] {
                            let us = 15.0 * 3f64.powi((s + r) as i32) + f64::from(bytes) / 300.0;
                            let mut point = self.point(&[
                                ("bytes", json!(bytes)),
                                ("sender-load", json!(sender)),
                                ("receiver-load", json!(receiver)),
                            ]);
                            self.fill(&mut point, 0.0, us * f, "round_trip", "");
                            points.push(point);
                        }
                    }
                }
                points
            }
            "interests" => {
                let mut points = Vec::new();
                for changes in [100, 1000] {
                    let mut point = self.point(&[("changes", json!(changes))]);
                    self.fill(
                        &mut point,
                        4e3 / f,
                        9e3 * f,
                        "first_delivery",
                        "delivered_per_s",
                    );
                    points.push(point);
                }
                points
            }
            "wan" => {
                let mut points = Vec::new();
                for (qos, us) in [("reliable", 80_000.0), ("best-effort", 60_000.0)] {
                    for bytes in [64, 1024] {
                        let mut point = self.point(&[("bytes", json!(bytes)), ("qos", json!(qos))]);
                        self.fill(&mut point, 0.0, us * f, "round_trip", "");
                        for sample in &mut point.samples {
                            sample.metrics.insert("lost_share".to_owned(), 0.01 * f);
                        }
                        points.push(point);
                    }
                }
                points
            }
            "register" => {
                let mut points = Vec::new();
                for objects in [1000, 10_000, 100_000] {
                    let mut point = self.point(&[("objects", json!(objects))]);
                    self.fill(&mut point, 4e5 / f, 0.0, "", "registered_per_s");
                    for sample in &mut point.samples {
                        let rate = sample.metrics["registered_per_s"] * 0.8;
                        sample.metrics.insert("discovered_per_s".to_owned(), rate);
                    }
                    points.push(point);
                }
                points
            }
            other => panic!("no experiment {other}"),
        }
    }

    fn trips(&mut self, x: &[u32], name: &str, us: impl Fn(f64) -> f64) -> Vec<Point> {
        let mut points = Vec::new();
        for value in x {
            let mut point = self.point(&[(name, json!(value))]);
            self.fill(&mut point, 0.0, us(f64::from(*value)), "round_trip", "");
            points.push(point);
        }
        points
    }

    fn streams(&mut self, x: &[u32], name: &str, rate: impl Fn(f64) -> f64) -> Vec<Point> {
        let mut points = Vec::new();
        for value in x {
            let rate = rate(f64::from(*value));
            let mut point = self.point(&[(name, json!(value))]);
            let us = 20.0 + rate / 2e4;
            self.fill(&mut point, rate, us, "one_way", "delivered_per_s");
            for sample in &mut point.samples {
                sample.metrics.insert("lost".to_owned(), 0.0);
            }
            points.push(point);
        }
        points
    }

    fn point(&mut self, of: &[(&str, Value)]) -> Point {
        Point {
            parameters: parameters(of),
            samples: Vec::new(),
            baselines: Vec::new(),
            summary: BTreeMap::new(),
            ratios: BTreeMap::new(),
        }
    }

    fn fill(&mut self, point: &mut Point, rate: f64, us: f64, histogram: &str, metric: &str) {
        point.samples = (0..5)
            .map(|_| self.sample(rate, us, histogram, metric))
            .collect();
        let bare = (0..5).map(|_| {
            let factor = self.factor;
            self.sample(rate * 1.3 * factor, us / 1.4 / factor, histogram, metric)
        });
        point.baselines = vec![Baseline {
            name: "ring-yielding".to_owned(),
            samples: bare.collect(),
            summary: BTreeMap::new(),
        }];
    }

    fn sample(&mut self, rate: f64, us: f64, histogram: &str, metric: &str) -> Sample {
        let mut sample = Sample::default();
        let noise = 0.97 + 0.06 * self.random.f64();
        if !metric.is_empty() {
            sample.metrics.insert(metric.to_owned(), rate * noise);
        }
        if !histogram.is_empty() {
            let values = (0..400).map(|_| {
                let exponential = -self.random.f64().max(1e-9).ln();
                let stall = if self.random.u32(..200) == 0 {
                    8.0
                } else {
                    1.0
                };
                us * noise * 1000.0 * (0.85 + 0.15 * exponential) * stall
            });
            let singles: Vec<Histogram> = values
                .map(|ns| Histogram {
                    buckets: vec![(ns as u64, 1)],
                })
                .collect();
            let all = statistics::merge(&singles.iter().collect::<Vec<_>>());
            sample.histograms.insert(histogram.to_owned(), all);
        }
        sample
    }
}
