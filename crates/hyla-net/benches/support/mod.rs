//! Shared code of the benches: a second process, histograms, medians.
#![allow(dead_code, unreachable_pub, reason = "each bench uses a part")]
#![allow(clippy::unwrap_used, reason = "a bench may stop at anything odd")]

pub mod pingpong;

use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use hdrhistogram::Histogram;

const ROLE: &str = "HYLA_NET_BENCH_PEER";

/// Whether this process is the second one.
pub fn is_peer() -> bool {
    std::env::var_os(ROLE).is_some()
}

/// Parks a second process; its other threads do the work.
pub fn until_the_other_process_ends() -> ! {
    loop {
        std::thread::park();
    }
}

/// The second process, running this program again. It ends with this one.
pub struct Peer {
    child: Child,
    lines: BufReader<std::process::ChildStdout>,
}

impl Peer {
    pub fn start() -> Self {
        let mut child = Command::new(std::env::current_exe().unwrap())
            .env(ROLE, "yes")
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let lines = BufReader::new(child.stdout.take().unwrap());
        Self { child, lines }
    }

    /// An address the peer printed.
    pub fn address(&mut self) -> SocketAddr {
        self.line().parse().unwrap()
    }

    /// A line the peer printed.
    pub fn line(&mut self) -> String {
        let mut line = String::new();
        self.lines.read_line(&mut line).unwrap();
        line.trim().to_owned()
    }
}

impl Drop for Peer {
    fn drop(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }
}

/// Nanoseconds up to 10 s, three digits.
pub fn histogram() -> Histogram<u64> {
    Histogram::new_with_bounds(1, 10_000_000_000, 3).unwrap()
}

pub fn record(into: &mut Histogram<u64>, took: Duration) {
    into.saturating_record(took.as_nanos() as u64);
}

/// One line: p50, p99, p99.9 and maximum in microseconds, and the spread of the rounds' medians.
pub fn latency_line(name: &str, rounds: &[Histogram<u64>]) -> f64 {
    let mut all = histogram();
    for round in rounds {
        all.add(round).unwrap();
    }
    let us = |ns: u64| ns as f64 / 1000.0;
    let p50 = median(rounds.iter().map(|r| us(r.value_at_quantile(0.5))));
    let lowest = rounds
        .iter()
        .map(|r| us(r.value_at_quantile(0.5)))
        .fold(f64::MAX, f64::min);
    let highest = rounds
        .iter()
        .map(|r| us(r.value_at_quantile(0.5)))
        .fold(0.0, f64::max);
    println!(
        "{name:<44} {p50:>8.2} {:>8.2} {:>8.2} {:>9.1}   {lowest:.2}-{highest:.2}",
        us(all.value_at_quantile(0.99)),
        us(all.value_at_quantile(0.999)),
        us(all.max()),
    );
    p50
}

pub fn latency_header() {
    println!(
        "{:<44} {:>8} {:>8} {:>8} {:>9}   medians of rounds",
        "us", "p50", "p99", "p99.9", "max"
    );
}

pub fn median(values: impl Iterator<Item = f64>) -> f64 {
    let mut sorted: Vec<f64> = values.collect();
    sorted.sort_by(f64::total_cmp);
    sorted[sorted.len() / 2]
}
