//! Latency of an update, while the federate that receives it computes and while it does not.
//!
//! ```text
//! cargo bench -p hyla-lrc --bench process_models                 all of it
//! cargo bench -p hyla-lrc --bench process_models -- immediate    rows whose name contains that
//! ```
//!
//! Two processes: one sends a value of 128 bytes about every millisecond, at no fixed distance, and sleeps in between.
//! The other works in cycles of a millisecond: it computes for 0.6 ms and has its callbacks, where it evokes
//! them, in what is left of the cycle; for a quarter of a second, and then does nothing for a quarter of a second but wait for
//! callbacks, in turn. A latency is the time from before the update to the reflection, by the clock that both share.
//!
//! Rows: each process model, over shared memory and TCP, its thread scheduled as any other or in real time (which
//! needs permission), with shared and with dedicated resources.

mod receiver;
mod sender;

use std::env;

/// A process model with the settings of its receiver.
pub(crate) struct Row {
    name: &'static str,
    evokes: bool,
    settings: &'static str,
    real_time: bool,
}

const ROWS: &[Row] = &[
    Row {
        name: "single-threaded, shared",
        evokes: true,
        settings: "process.model = single-threaded",
        real_time: false,
    },
    Row {
        name: "single-threaded, dedicated, fifo",
        evokes: true,
        settings: "process.model = single-threaded; qos.HLAreliable.resources = dedicated; \
                   qos.HLAreliable.scheduling = fifo:50",
        real_time: true,
    },
    Row {
        name: "asynchronous-io, shared",
        evokes: true,
        settings: "process.model = asynchronous-io",
        real_time: false,
    },
    Row {
        name: "asynchronous-io, shared, fifo",
        evokes: true,
        settings: "process.model = asynchronous-io; process.scheduling = fifo:50",
        real_time: true,
    },
    Row {
        name: "asynchronous-io, dedicated, fifo",
        evokes: true,
        settings: "process.model = asynchronous-io; qos.HLAreliable.resources = dedicated; \
                   qos.HLAreliable.scheduling = fifo:50",
        real_time: true,
    },
    Row {
        name: "immediate, shared",
        evokes: false,
        settings: "process.model = immediate",
        real_time: false,
    },
    Row {
        name: "immediate, shared, fifo",
        evokes: false,
        settings: "process.model = immediate; process.scheduling = fifo:50",
        real_time: true,
    },
    Row {
        name: "immediate, dedicated",
        evokes: false,
        settings: "process.model = immediate; qos.HLAreliable.resources = dedicated",
        real_time: false,
    },
    Row {
        name: "immediate, dedicated, fifo",
        evokes: false,
        settings: "process.model = immediate; qos.HLAreliable.resources = dedicated; \
                   qos.HLAreliable.scheduling = fifo:50",
        real_time: true,
    },
];

const RUNS: usize = 3;

fn main() {
    if env::var_os("BENCH_ROLE").is_some() {
        receiver::run();
        return;
    }
    let arguments: Vec<String> = env::args()
        .skip(1)
        .filter(|argument| !argument.starts_with("--"))
        .collect();
    let wanted = |name: &str| {
        arguments.is_empty() || arguments.iter().any(|part| name.contains(part.as_str()))
    };
    println!(
        "| process model | over | idle p50, p99 | computing p50, p99 | p50 computing/idle | p99 |"
    );
    println!("|---|---|---|---|---|---|");
    for row in ROWS.iter().filter(|row| wanted(row.name)) {
        for memory in [true, false] {
            let over = if memory { "shared memory" } else { "TCP" };
            match (0..RUNS).map(|_| sender::measure(row, memory)).collect() {
                Some(runs) => println!("| {} | {over} | {}", row.name, table(runs)),
                None if row.real_time => {
                    println!(
                        "| {} | {over} | left out: not permitted here | | | |",
                        row.name
                    );
                }
                None => panic!("{}: the receiver did not come to its end", row.name),
            }
        }
    }
}

/// Quantiles in microseconds: idle p50, p99, computing p50, p99.
pub(crate) type Figures = [f64; 4];

fn table(runs: Vec<Figures>) -> String {
    let median = |of: &dyn Fn(&Figures) -> f64| {
        let mut values: Vec<f64> = runs.iter().map(of).collect();
        values.sort_by(f64::total_cmp);
        (
            values[values.len() / 2],
            values[0],
            values[values.len() - 1],
        )
    };
    let at = |index: usize| median(&|run: &Figures| run[index]).0;
    let (ratio, least, most) = median(&|run| run[2] / run[0]);
    let (tail, tail_least, tail_most) = median(&|run| run[3] / run[1]);
    format!(
        "{:.1}, {:.1} us | {:.1}, {:.1} us | **{ratio:.2}** ({least:.2}-{most:.2}) | {tail:.2} ({tail_least:.2}-{tail_most:.2}) |",
        at(0),
        at(1),
        at(2),
        at(3)
    )
}
