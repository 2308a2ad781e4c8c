//! Cost of a round of lock step, beside a bare barrier over the same transport in the same run.
//!
//! ```text
//! cargo bench -p hyla-lrc --bench time_advance               2, 4, 8, 16 and 32 federates
//! cargo bench -p hyla-lrc --bench time_advance -- 2 8        these numbers of federates
//! cargo bench -p hyla-lrc --bench time_advance -- memory 2   only in shared memory; "tcp": only over TCP
//! cargo bench -p hyla-lrc --bench time_advance -- calls      the calls of a step alone, at a barrier in shared memory
//! ```
//!
//! Each federate is a process of its own that regulates, is constrained, looks ahead 1 and asks for
//! `timeAdvanceRequest(t + 1)` as soon as it has been granted t; the RTI is one more process. Over TCP loopback the bare
//! barriers do the same work over TCP sockets without delay and nothing else: all processes report to one more
//! that answers all when the last has reported (*central*), or each notifies each other (*mesh*). In shared memory the bare
//! barrier is a counter and a futex. Each barrier is there yielding, as Hyla waits, and blocking at once; Hyla and the
//! barriers take turns. The ratio is to the quickest that yields, the one beside it to the quickest that blocks; the tables
//! show medians of the turns.

mod barrier;
mod calls;
mod lock_step;

use std::env;
use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::AtomicU32;
use std::sync::atomic::Ordering::Relaxed;

use barrier::WAITS;
use hyla_baselines::Wait;

/// Turns of each.
const RUNS: usize = 5;

/// Steps of all federates in a turn. For the first tenth of a second the system leaves processes on the processors where they began, so that
/// short turns scatter; over TCP a round takes so long that fewer suffice.
const STEPS_IN_MEMORY: u32 = 400_000;
const STEPS_OVER_TCP: u32 = 40_000;

/// Steps of a turn of the table that is being measured. Child processes get them in `BENCH_STEPS`.
static STEPS: AtomicU32 = AtomicU32::new(STEPS_IN_MEMORY);

/// Rounds of one turn for so many processes.
fn rounds(federates: usize) -> u32 {
    let steps = STEPS.load(Relaxed);
    (steps / federates as u32).min(steps / 4)
}

fn main() {
    if let Ok(role) = env::var("BENCH_ROLE") {
        let number = |name: &str| -> usize {
            let value = env::var(name).expect("set by the parent");
            value.parse().expect("a number")
        };
        let at = env::var("BENCH_AT").unwrap_or_default();
        let (index, of) = (number("BENCH_INDEX"), number("BENCH_OF"));
        STEPS.store(number("BENCH_STEPS") as u32, Relaxed);
        if barrier::part(&role, &at, index, of) {
            return;
        }
        match role.as_str() {
            "rti" => lock_step::rti(&at),
            "federate" => lock_step::federate(&at, index, of),
            "calls" => calls::part(&at, index, of),
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
    let tcp: [(&str, Round); 2] = [
        ("central", barrier::central_round),
        ("mesh", barrier::mesh_round),
    ];
    let memory: [(&str, Round); 1] = [("futex", barrier::memory_round)];
    if only("calls") {
        return calls::table(&sizes);
    }
    if !only("memory") {
        STEPS.store(STEPS_OVER_TCP, Relaxed);
        table("TCP", &sizes, &tcp, |of| lock_step::round(of, false));
    }
    if !only("tcp") {
        STEPS.store(STEPS_IN_MEMORY, Relaxed);
        table("shared memory", &sizes, &memory, |of| {
            lock_step::round(of, true)
        });
    }
}

/// Microseconds for a round of so many processes at a bare barrier.
type Round = fn(usize, Wait) -> f64;

/// A row for each size: Hyla, each barrier with each wait, and the ratios to the quickest of each wait.
fn table(way: &str, sizes: &[usize], barriers: &[(&str, Round)], hyla: impl Fn(usize) -> f64) {
    let mut head = format!("| federates, {way} | Hyla |");
    for wait in WAITS {
        for (name, _) in barriers {
            head += &format!(" bare {name}, {} |", wait.name());
        }
    }
    head += " ratio, like for like (yielding) | ratio to blocking |";
    println!("\n{head}");
    println!("{}", "|---".repeat(head.matches('|').count() - 1) + "|");
    for &of in sizes {
        let mut ours = Vec::new();
        let mut bares = WAITS.map(|_| vec![Vec::new(); barriers.len()]);
        let mut ratios = WAITS.map(|_| Vec::new());
        for _ in 0..RUNS {
            let own = hyla(of);
            ours.push(own);
            for (at, wait) in WAITS.into_iter().enumerate() {
                let mut quickest = f64::MAX;
                for (times, (_, round)) in bares[at].iter_mut().zip(barriers) {
                    let took = round(of, wait);
                    quickest = quickest.min(took);
                    times.push(took);
                }
                ratios[at].push(own / quickest);
            }
        }
        let bares = bares.into_iter().flatten().map(|times| spread(times, 1));
        let ratios = ratios.into_iter().map(|ratios| spread(ratios, 2));
        let cells = bares.chain(ratios).collect::<Vec<_>>().join(" | ");
        println!("| {of} | {} | {cells} |", spread(ours, 1));
    }
}

/// Starts this program in another role.
fn spawn(role: &str, at: &str, index: usize, of: usize) -> Child {
    Command::new(env::current_exe().expect("runs from a file"))
        .env("BENCH_ROLE", role)
        .env("BENCH_AT", at)
        .env("BENCH_INDEX", index.to_string())
        .env("BENCH_OF", of.to_string())
        .env("BENCH_STEPS", STEPS.load(Relaxed).to_string())
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
