//! Live bounds (QoS 5) on simulated hours of changing load: coverage, width beside an oracle that knows the state, and recovery
//! from steps. Traces and seeds are those of the study, so that each run gives the same figures.
// The study uses more of the traces.
#![allow(dead_code)]

#[path = "../examples/live-bounds/traces.rs"]
mod traces;

use hyla_latency::live::LiveBound;
use traces::Trace;

const PERCENTILES: [f64; 4] = [0.5, 0.9, 0.99, 0.999];
/// Messages before statistics begin.
const WARM_UP: usize = 2000;

/// Share of the messages that the bound held for, and its mean relative to that of the oracle.
fn run(trace: &Trace, p: f64) -> (f64, f64) {
    let quantiles = trace.quantiles(p);
    let mut live = LiveBound::new(p);
    let (mut held, mut width, mut oracle, mut count) = (0u32, 0.0, 0.0, 0u32);
    for (at, message) in trace.messages.iter().enumerate() {
        if at >= WARM_UP {
            let bound = live.bound().map_or(f64::INFINITY, |bound| bound.value_us);
            held += u32::from(message.us <= bound);
            width += bound;
            oracle += trace.oracle(&quantiles, at);
            count += 1;
        }
        live.push(message.us);
    }
    (f64::from(held) / f64::from(count), width / oracle)
}

fn holds_and_is_narrow(trace: &Trace) {
    for p in PERCENTILES {
        let (covered, width) = run(trace, p);
        assert!(
            (covered - p).abs() <= 0.01,
            "{} at {p}: covers {covered}",
            trace.name
        );
        assert!(
            width <= 1.3,
            "{} at {p}: {width} times as wide as the oracle's",
            trace.name
        );
    }
}

#[test]
fn an_hour_of_bands_of_load() {
    holds_and_is_narrow(&traces::bands("bands", 1, 0.0, true));
}

#[test]
fn an_hour_of_bands_whose_latencies_resemble_the_ones_before() {
    holds_and_is_narrow(&traces::bands("bands, alike", 2, 0.7, true));
}

#[test]
fn an_hour_of_bands_that_no_report_shows() {
    holds_and_is_narrow(&traces::bands("bands, hidden", 3, 0.0, false));
}

#[test]
fn an_hour_of_drift_and_jumps() {
    holds_and_is_narrow(&traces::drift("drift", 4, 0.0));
}

#[test]
fn an_hour_of_drift_whose_latencies_resemble_the_ones_before() {
    holds_and_is_narrow(&traces::drift("drift, alike", 5, 0.7));
}

#[test]
fn an_hour_as_it_was_recorded() {
    holds_and_is_narrow(&traces::hour("recorded hour"));
}

/// Messages after a step until each further block of 20 covers p - 1 % (up), or at most p + 1 % or is at most 1.3 times as wide
/// as the oracle's (down).
fn recovery(p: f64, factor: f64) -> usize {
    const TRIALS: u64 = 100;
    const BLOCK: usize = 20;
    const BEFORE: usize = 3000;
    const AFTER: usize = 600;
    let (mut held, mut wide) = ([0u32; AFTER / BLOCK], [0.0; AFTER / BLOCK]);
    for seed in 0..TRIALS {
        let trace = traces::step(seed, factor, BEFORE, AFTER);
        let quantiles = trace.quantiles(p);
        let mut live = LiveBound::new(p);
        for (at, message) in trace.messages.iter().enumerate() {
            if let Some(after) = at.checked_sub(BEFORE) {
                let bound = live.bound().map_or(f64::INFINITY, |bound| bound.value_us);
                held[after / BLOCK] += u32::from(message.us <= bound);
                wide[after / BLOCK] += bound / trace.oracle(&quantiles, at);
            }
            live.push(message.us);
        }
    }
    let n = (TRIALS as usize * BLOCK) as f64;
    // Two and a half standard errors of a block: chance alone does not delay the recovery.
    let chance = 2.5 * (p * (1.0 - p) / n).sqrt();
    let is_good = |(held, wide): (u32, f64)| {
        let covered = f64::from(held) / n;
        if factor > 1.0 {
            covered >= p - 0.01 - chance
        } else {
            covered <= p + 0.01 + chance || wide / n <= 1.3
        }
    };
    let good: Vec<bool> = held.into_iter().zip(wide).map(is_good).collect();
    let last_bad = good.iter().rposition(|good| !good);
    last_bad.map_or(0, |at| at + 1) * BLOCK
}

#[test]
fn a_step_of_the_load_is_followed_within_200_samples_up_and_down() {
    for p in PERCENTILES {
        for factor in [4.0, 0.25] {
            let samples = recovery(p, factor);
            assert!(samples <= 200, "{p}, step by {factor}: {samples} samples");
        }
    }
}
