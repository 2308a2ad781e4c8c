//! Cost of an update between two federates, beside the bare counterpart in the same run.
//!
//! ```text
//! cargo bench -p hyla-lrc --bench federates            all of it
//! cargo bench -p hyla-lrc --bench federates -- tcp     parts whose name contains `tcp`
//! ```
//!
//! | part | pattern |
//! |---|---|
//! | in-process latency | one process, two members, immediate callbacks, 128 B: update to reflect, the sender computes in between |
//! | in-process throughput | the same, updates as fast as they are taken |
//! | tcp round trip, memory round trip | two processes, immediate callbacks, 128 B: update, reflected back by the peer |
//! | tcp throughput, memory throughput | two processes, one way, none lost; in shared memory to four receivers, too |
//! | tcp bulk, memory bulk | two processes, one way, values of 64 KiB and 1 MiB |
//! | instances | one process, 20 senders to one receiver in shared memory: each of 100 000 instances in turn, beside one of each sender |
//! | registration | objects registered by one process and discovered by another: CPU time of both |
//!
//! Bare and Hyla are measured in turn, several times; the table shows the median of the runs and their spread, and for each
//! counterpart the ratio in the same run. The first counterpart waits as Hyla does, and in a stream moves as much at once: it
//! is the one that a claim rests on. The others are shown beside it.

mod bare;
mod federate;
mod in_process;
mod instances;
mod processes;
mod registration;

use std::env;

use hyla_baselines::Wait;
use processes::Wire;

fn main() {
    hyla_baselines::peer::run_if_peer();
    let arguments: Vec<String> = env::args()
        .skip(1)
        .filter(|a| !a.starts_with("--"))
        .collect();
    if let Some(role) = env::var_os("BENCH_ROLE") {
        processes::child(&role.to_string_lossy());
        return;
    }
    let wanted = |name: &str| {
        arguments.is_empty() || arguments.iter().any(|part| name.contains(part.as_str()))
    };
    println!("{}", machine());
    if wanted("in-process") {
        in_process::latency();
        in_process::throughput();
    }
    for wire in [Wire::Tcp, Wire::Memory] {
        if wanted(&format!("{} round trip", wire.name())) {
            let blocks = "channel.yield_us = 0";
            processes::round_trip("blocking", wire, blocks, [Wait::Block, Wait::Yield]);
            processes::round_trip("default", wire, "", [Wait::Yield, Wait::Block]);
        }
    }
    if wanted("tcp throughput") {
        processes::throughput(Wire::Tcp, 1);
    }
    if wanted("memory throughput") {
        processes::throughput(Wire::Memory, 1);
        processes::throughput(Wire::Memory, 4);
    }
    for (wire, name) in [(Wire::Tcp, "tcp bulk"), (Wire::Memory, "memory bulk")] {
        if wanted(name) {
            processes::bulk(wire, 64 << 10);
            processes::bulk(wire, 1 << 20);
        }
    }
    if wanted("instances") {
        instances::run();
    }
    if wanted("registration") {
        registration::run();
    }
}

/// Machine of the figures.
fn machine() -> String {
    let read = |path: &str| std::fs::read_to_string(path).unwrap_or_default();
    let cpu = read("/proc/cpuinfo");
    let model = cpu
        .lines()
        .find(|l| l.starts_with("model name"))
        .unwrap_or("model name: unknown");
    let cores = cpu.lines().filter(|l| l.starts_with("processor")).count();
    let kernel = read("/proc/sys/kernel/osrelease");
    let clock = read("/sys/devices/system/clocksource/clocksource0/current_clocksource");
    format!(
        "machine: {}, {cores} cores, Linux {}, clock {}",
        model.split(':').nth(1).unwrap_or_default().trim(),
        kernel.trim(),
        clock.trim()
    )
}

/// Median, least and greatest of some figures.
pub(crate) fn spread(mut figures: Vec<f64>) -> (f64, f64, f64) {
    figures.sort_by(f64::total_cmp);
    (
        figures[figures.len() / 2],
        figures[0],
        figures[figures.len() - 1],
    )
}
