//! Compares methods for bounds that hold under changing load: coverage, width and recovery of each.
//!
//! `cargo run --release -p hyla-latency --example live-bounds`
#![allow(missing_docs)]

mod methods;
mod traces;

use methods::{
    Adaptive, Decay, Fitted, Last, Method, Scaled, Sketch, Tracker, Tuned, Window, length,
};
use traces::Trace;

const PERCENTILES: [f64; 4] = [0.5, 0.9, 0.99, 0.999];
/// Messages before statistics begin.
const WARM_UP: usize = 2000;

/// The chosen method.
struct Chosen(hyla_latency::live::LiveBound);

impl Method for Chosen {
    fn bound(&mut self, _: Option<usize>) -> f64 {
        self.0.bound().map_or(1e9, |bound| bound.value_us)
    }
    fn push(&mut self, us: f64, _: Option<usize>) {
        self.0.push(us);
    }
}

type Make = Box<dyn Fn(f64) -> Box<dyn Method>>;

fn methods() -> Vec<(String, Make)> {
    let mut all: Vec<(String, Make)> = Vec::new();
    let mut add = |name: String, make: Make| all.push((name, make));
    for n in [200, 1000, 5000] {
        add(
            format!("window {n}"),
            Box::new(move |p| {
                Box::new(Window {
                    p,
                    last: Last::new(n),
                })
            }),
        );
    }
    for h in [200.0, 1000.0, 5000.0] {
        add(
            format!("decay {h}"),
            Box::new(move |p| {
                Box::new(Decay {
                    p,
                    sketch: Sketch::new(h),
                })
            }),
        );
    }
    for rate in [0.05, 0.2] {
        add(
            format!("tracker {rate}"),
            Box::new(move |p| {
                Box::new(Tracker {
                    p,
                    rate,
                    bound: 100.0,
                })
            }),
        );
    }
    for rate in [0.001, 0.01, 0.05] {
        add(
            format!("ACI {rate}, window 1000"),
            Box::new(move |p| Box::new(Adaptive::new(p, rate, 1000))),
        );
    }
    add(
        "DtACI, window 1000".into(),
        Box::new(|p| Box::new(Tuned::new(p, 1000))),
    );
    for speed in [0.03] {
        for rate in [0.0, 0.02] {
            add(
                format!("scaled {speed}, rate {rate}"),
                Box::new(move |p| Box::new(Scaled::new(p, speed, 20_000.0, rate, false))),
            );
            add(
                format!("scaled {speed}, rate {rate}, by state"),
                Box::new(move |p| Box::new(Scaled::new(p, speed, 20_000.0, rate, true))),
            );
        }
    }
    for rate in [0.0, 0.001] {
        for rescale in [false, true] {
            let name = format!(
                "fitted{}, rate {rate}",
                if rescale { ", scaled" } else { "" }
            );
            add(
                name,
                Box::new(move |p| Box::new(Fitted::new(p, rate, rescale))),
            );
        }
    }
    for rate in [0.001, 0.005] {
        add(
            format!("fitted ACI {rate}"),
            Box::new(move |p| Box::new(Adaptive::new(p, rate, length(p)))),
        );
    }
    add(
        "LiveBound".into(),
        Box::new(|p| Box::new(Chosen(hyla_latency::live::LiveBound::new(p)))),
    );
    all
}

/// Samples after a step until bounds hold for p - 1 % of all later messages, over many trials.
fn recovery(p: f64, factor: f64, make: &Make) -> String {
    const TRIALS: u64 = 200;
    const BLOCK: usize = 20;
    const AFTER: usize = 2000;
    let before = 6000;
    let mut held = [0u64; AFTER / BLOCK];
    let mut wide = [0.0; AFTER / BLOCK];
    for seed in 0..TRIALS {
        let trace = traces::step(seed, factor, before, AFTER);
        let quantiles = trace.quantiles(p);
        let mut method = make(p);
        for (at, message) in trace.messages.iter().enumerate() {
            let bound = method.bound(None);
            if at >= before {
                let block = (at - before) / BLOCK;
                held[block] += u64::from(message.us <= bound);
                wide[block] += bound / trace.oracle(&quantiles, at);
            }
            method.push(message.us, None);
        }
    }
    let n = (TRIALS as usize * BLOCK) as f64;
    // Two standard errors of a block: chance alone must not delay the recovery.
    let error = 2.5 * (p * (1.0 - p) / n).sqrt();
    let good = |(held, wide): (u64, f64)| {
        let covered = held as f64 / n;
        if factor > 1.0 {
            covered >= p - 0.01 - error
        } else {
            covered <= p + 0.01 + error || wide / n <= 1.3
        }
    };
    let blocks: Vec<bool> = held.into_iter().zip(wide).map(good).collect();
    let last_bad = blocks.iter().rposition(|good| !good);
    match last_bad.map_or(0, |at| at + 1) * BLOCK {
        AFTER => format!("{:>9}", ">2000"),
        samples => format!("{samples:>9}"),
    }
}

/// Share of messages within the bound, and the bound's mean relative to the oracle's.
fn run(trace: &Trace, p: f64, method: &mut dyn Method) -> (f64, f64) {
    let quantiles = trace.quantiles(p);
    let (mut held, mut width, mut oracle, mut count) = (0u64, 0.0, 0.0, 0u64);
    for (at, message) in trace.messages.iter().enumerate() {
        let bound = method.bound(message.state);
        if at >= WARM_UP {
            held += u64::from(message.us <= bound);
            width += bound.min(1e9);
            oracle += trace.oracle(&quantiles, at);
            count += 1;
        }
        method.push(message.us, message.state);
    }
    (held as f64 / count as f64, width / oracle)
}

fn main() {
    let only = std::env::args().nth(1);
    let traces = [
        traces::bands("bands, shown", 1, 0.0, true),
        traces::bands("bands, shown, alike", 2, 0.7, true),
        traces::bands("bands, hidden", 3, 0.0, false),
        traces::drift("drift", 4, 0.0),
        traces::drift("drift, alike", 5, 0.7),
        traces::hour("recorded hour"),
    ];
    for trace in &traces {
        println!(
            "\n{}\n{:38} {}",
            trace.name,
            "",
            PERCENTILES.map(|p| format!("{:>16}", p * 100.0)).join("")
        );
        for (name, make) in methods() {
            if only
                .as_ref()
                .is_some_and(|only| !name.contains(only.as_str()))
            {
                continue;
            }
            let cells = PERCENTILES.map(|p| {
                let (covered, width) = run(trace, p, make(p).as_mut());
                format!("  {:6.2} {:7.2}", covered * 100.0, width)
            });
            println!("{name:38} {}", cells.join(""));
        }
    }
    println!("\nsamples to recover after a step: by 4 up, by 4 down");
    for (name, make) in methods() {
        if only
            .as_ref()
            .is_some_and(|only| !name.contains(only.as_str()))
            || name.contains("by state")
        {
            continue;
        }
        let cells = PERCENTILES.map(|p| recovery(p, 4.0, &make) + &recovery(p, 0.25, &make));
        println!("{name:38} {}", cells.join(""));
    }
}
