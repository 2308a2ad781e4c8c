//! What a round of lock step costs, beside a bare barrier over the same transport in the same run.
//!
//! ```text
//! cargo bench -p hyla-lrc --bench time_advance               2, 4, 8, 16 and 32 federates
//! cargo bench -p hyla-lrc --bench time_advance -- 2 8        these numbers of federates
//! cargo bench -p hyla-lrc --bench time_advance -- memory 2   only in shared memory; "tcp": only over TCP
//! ```
//!
//! Each federate is a process of its own that regulates, is constrained, looks ahead 1 and asks for
//! `timeAdvanceRequest(t + 1)` as soon as it has been granted t; the RTI is one more process. Over TCP loopback the bare
//! barriers do the same work over TCP sockets without delay and nothing else: all processes report to one more
//! that answers all when the last has reported (*central*), or each tells each other (*mesh*); the quicker of
//! the two counts. In shared memory the bare barrier is a counter and a futex. Hyla and the barriers take
//! turns; the tables show medians of the runs.

mod barrier;
mod lock_step;
#[cfg(target_os = "linux")]
mod memory;

use std::env;
use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};

/// Turns of each.
const RUNS: usize = 5;

/// Rounds of one turn for so many processes.
fn rounds(federates: usize) -> u32 {
    (40_000 / federates as u32).min(8_000)
}

fn main() {
    if let Ok(role) = env::var("BENCH_ROLE") {
        let number = |name: &str| -> usize {
            let value = env::var(name).expect("set by the parent");
            value.parse().expect("a number")
        };
        let at = env::var("BENCH_AT").unwrap_or_default();
        let (index, of) = (number("BENCH_INDEX"), number("BENCH_OF"));
        match role.as_str() {
            "central" => barrier::central(&at, of),
            "mesh" => barrier::mesh(index, of),
            #[cfg(target_os = "linux")]
            "futex" => memory::futex(&at, of),
            "rti" => lock_step::rti(&at),
            "federate" => lock_step::federate(&at, index, of),
            other => panic!("no role {other:?}"),
        }
        return;
    }
    let wanted: Vec<usize> = env::args().skip(1).filter_map(|a| a.parse().ok()).collect();
    let sizes = if wanted.is_empty() {
        vec![2, 4, 8, 16, 32]
    } else {
        wanted
    };
    println!("microseconds for a round of lock step, median of {RUNS} turns (least..greatest)\n");
    let only = |way: &str| env::args().skip(1).any(|a| a == way);
    if !only("memory") {
        over_tcp(&sizes);
    }
    #[cfg(target_os = "linux")]
    if !only("tcp") {
        in_memory(&sizes);
    }
}

fn over_tcp(sizes: &[usize]) {
    println!("| federates, TCP | Hyla | bare central | bare mesh | ratio to the quicker |");
    println!("|---|---|---|---|---|");
    for &of in sizes {
        let (mut hyla, mut central, mut mesh, mut ratios) = (vec![], vec![], vec![], vec![]);
        for _ in 0..RUNS {
            let (h, c, m) = (
                lock_step::round(of, false),
                barrier::central_round(of),
                barrier::mesh_round(of),
            );
            ratios.push(h / c.min(m));
            hyla.push(h);
            central.push(c);
            mesh.push(m);
        }
        println!(
            "| {of} | {} | {} | {} | {} |",
            spread(hyla, 1),
            spread(central, 1),
            spread(mesh, 1),
            spread(ratios, 2)
        );
    }
}

#[cfg(target_os = "linux")]
fn in_memory(sizes: &[usize]) {
    println!("\n| federates, shared memory | Hyla | bare futex | ratio |");
    println!("|---|---|---|---|");
    for &of in sizes {
        let (mut hyla, mut bare, mut ratios) = (vec![], vec![], vec![]);
        for _ in 0..RUNS {
            let (h, b) = (lock_step::round(of, true), memory::round(of));
            ratios.push(h / b);
            hyla.push(h);
            bare.push(b);
        }
        println!(
            "| {of} | {} | {} | {} |",
            spread(hyla, 1),
            spread(bare, 1),
            spread(ratios, 2)
        );
    }
}

/// Starts this program in another role.
fn spawn(role: &str, at: &str, index: usize, of: usize) -> Child {
    Command::new(env::current_exe().expect("runs from a file"))
        .env("BENCH_ROLE", role)
        .env("BENCH_AT", at)
        .env("BENCH_INDEX", index.to_string())
        .env("BENCH_OF", of.to_string())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("starts again")
}

/// The next line that a process prints.
fn line(child: &mut Child) -> String {
    let output = child.stdout.as_mut().expect("piped");
    let mut line = String::new();
    // One line at a time: nothing else is printed before it is read.
    BufReader::with_capacity(1, output)
        .read_line(&mut line)
        .expect("text");
    line.trim().to_owned()
}

/// The microseconds for a round that the processes report: the slowest counts.
fn slowest(children: &mut [Child]) -> f64 {
    let reports = children.iter_mut().map(|child| {
        let report = line(child);
        let _ = child.wait();
        report.parse::<f64>().expect("a number")
    });
    reports.fold(0.0, f64::max)
}

fn spread(mut figures: Vec<f64>, digits: usize) -> String {
    figures.sort_by(f64::total_cmp);
    let (median, least, most) = (
        figures[figures.len() / 2],
        figures[0],
        figures[figures.len() - 1],
    );
    format!("{median:.digits$} ({least:.digits$}..{most:.digits$})")
}
