//! Runs many seeds, sorts the findings by kind, and shrinks each to a short action list: `cargo run
//! -r -p hyla-sim --example sweep -- FIRST COUNT [time+ownership+points+regions+saves+directed]`.
//!
//! Without groups, the seed chooses them. Every 50th world is large, every 500th has 200 federates.
//! Options, before the numbers:
//!
//! - `--seconds N`: stop after that time
//! - `--step N`: run every Nth seed only
//! - `--found DIRECTORY`: where to write lists of findings (default `target/found`)
//! - `--runs N`: most runs to shrink one list (default 1500)
//! - `--sabotage NAME`: inject a fault into the driver
//! - `--size small|large`: give all worlds one size
//! - `--modules all|none`: protocol modules in all worlds or in none
//! - `--multicast all|none`: reliable multicast in all worlds or in none (default)

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use hyla_sim::{Config, Groups, Outcome, Sabotage, World};
use hyla_types::Service;

/// Arguments of the command line.
struct Options {
    first: u64,
    count: u64,
    groups: Option<Groups>,
    seconds: Option<u64>,
    step: u64,
    found: PathBuf,
    runs: usize,
    sabotage: Option<Sabotage>,
    size: Option<String>,
    modules: Option<bool>,
    multicast: bool,
}

const USAGE: &str = "usage: sweep [--seconds N] [--step N] [--found DIRECTORY] [--runs N] [--sabotage NAME] \
                     [--size plain|small|large] [--modules all|none] [--multicast all|none] [FIRST [COUNT [GROUPS]]]";

impl Options {
    fn of(arguments: impl Iterator<Item = String>) -> Option<Self> {
        let mut orders = Self {
            first: 0,
            count: 1000,
            groups: None,
            seconds: None,
            step: 1,
            found: PathBuf::from("target/found"),
            runs: 1500,
            sabotage: None,
            size: None,
            modules: None,
            multicast: false,
        };
        let mut plain = 0;
        let mut arguments = arguments;
        while let Some(argument) = arguments.next() {
            if let Some(option) = argument.strip_prefix("--") {
                let value = arguments.next()?;
                match option {
                    "seconds" => orders.seconds = Some(value.parse().ok()?),
                    "step" => orders.step = value.parse().ok().filter(|step| *step > 0)?,
                    "found" => orders.found = value.into(),
                    "runs" => orders.runs = value.parse().ok()?,
                    "sabotage" => orders.sabotage = Some(Sabotage::named(&value)?),
                    "size" => orders.size = Some(value),
                    "modules" => orders.modules = Some(value == "all"),
                    "multicast" => orders.multicast = value == "all",
                    _ => return None,
                }
                continue;
            }
            match plain {
                0 => orders.first = argument.parse().ok()?,
                1 => orders.count = argument.parse().ok()?,
                2 => orders.groups = Some(Groups::named(&argument)?),
                _ => return None,
            }
            plain += 1;
        }
        Some(orders)
    }

    fn config(&self, seed: u64) -> Config {
        let config = match (self.size.as_deref(), seed % 500) {
            (Some("large"), _) => Config::large(seed),
            (Some("plain"), _) => Config::plain(seed),
            (Some(_), _) => Config::small(seed),
            (None, 499) => Config::huge(seed),
            (None, at) if at % 50 == 49 => Config::large(seed),
            _ => Config::small(seed),
        };
        let config = match self.multicast {
            true => config.with_multicast(),
            false => config,
        };
        Config {
            groups: self.groups.unwrap_or(config.groups),
            modules: self.modules.unwrap_or(config.modules),
            sabotage: self.sabotage,
            ..config
        }
    }
}

fn main() {
    let Some(orders) = Options::of(std::env::args().skip(1)) else {
        eprintln!("{USAGE}");
        std::process::exit(2);
    };
    // Panics are reported below, as findings.
    std::panic::set_hook(Box::new(|_| {}));
    let began = Instant::now();
    let limit = orders.seconds.map(Duration::from_secs);
    let (mut bad, mut ran, mut sums) = (Vec::new(), 0_u64, [0_u64; 32]);
    let mut callbacks: BTreeMap<Service, u64> = BTreeMap::new();
    let mut running = Duration::ZERO;
    for at in 0..orders.count {
        if limit.is_some_and(|limit| began.elapsed() >= limit) {
            break;
        }
        let seed = orders.first + at * orders.step;
        let started = Instant::now();
        let outcome = World::new(seed, orders.config(seed)).run_caught();
        running += started.elapsed();
        ran += 1;
        if let Some(kind) = outcome.kind() {
            let file = shrink(&orders, seed, &kind, &outcome);
            bad.push((seed, file));
        }
        for (callback, count) in outcome.callbacks {
            *callbacks.entry(callback).or_default() += count;
        }
        let counts = [
            outcome.fulfilled,
            outcome.through_regions,
            outcome.restores,
            outcome.moved,
            outcome.faults,
            outcome.relayed,
            outcome.by_lanes,
            outcome.lost_datagrams + outcome.overflowed,
            outcome.paused,
            outcome.held_steps,
            outcome.restarts,
            outcome.torn,
            outcome.casts,
            outcome.client_cuts,
            outcome.resumes,
            outcome.parted,
            outcome.farewells,
            outcome.left_out,
            outcome.dropped,
            outcome.relay_pressures,
            outcome.unflushed,
            outcome.chained,
            outcome.packets,
            outcome.lost_packets,
            outcome.resent,
            outcome.reassembled,
            outcome.full_chains,
            outcome.postings,
            outcome.reliable_casts,
            outcome.by_groups,
            outcome.rescued,
            outcome.hasty,
        ];
        sums.iter_mut().zip(counts).for_each(|(sum, n)| *sum += n);
    }
    println!("callbacks: {callbacks:?}");
    let [
        fulfilled,
        through,
        restores,
        moved,
        faults,
        relayed,
        lanes,
        lost,
        paused,
        held,
        restarts,
        torn,
        casts,
        cuts,
        resumes,
        parted,
        farewells,
        left_out,
        dropped,
        pressures,
        unflushed,
        chained,
        packets,
        lost_packets,
        resent,
        reassembled,
        full_chains,
        postings,
        reliable_casts,
        by_groups,
        rescued,
        hasty,
    ] = sums;
    println!(
        "due and arrived {fulfilled}, by regions {through}, restores {restores} ({moved} by others), faults {faults}, \
         postings about time {postings}"
    );
    println!(
        "through the RTI {relayed} (told to wait {pressures}), by lanes {lanes}, to groups {casts}, best effort lost {lost}, without \
         room {dropped}, pauses {paused}, steps held back {held}, RTIs anew {restarts}, torn files {torn}, cut off {unflushed}"
    );
    println!(
        "wires of clients cut {cuts}, sessions resumed {resumes}, ended {parted} (by farewell {farewells}), best effort left out {left_out}"
    );
    println!(
        "through modules {chained} frames in {packets} packets, lost {lost_packets}, sent again {resent}, put together {reassembled}, \
         chains full {full_chains}"
    );
    println!(
        "datagrams of reliable multicast {reliable_casts}, with new messages {by_groups}, members put on streams {rescued}, \
         resignations without all acknowledgements {hasty}"
    );
    for (seed, file) in &bad {
        println!("finding: seed {seed}, list {}", file.display());
    }
    let rate = ran as f64 / running.as_secs_f64().max(f64::MIN_POSITIVE);
    println!(
        "{} of {ran} seeds found something, {rate:.1} seeds/s",
        bad.len()
    );
    std::process::exit(i32::from(!bad.is_empty()));
}

/// Records a failing seed, shrinks its list and stores it.
fn shrink(orders: &Options, seed: u64, kind: &str, outcome: &Outcome) -> PathBuf {
    let violation = outcome.violation.clone().unwrap_or_default();
    let first = violation.lines().next().unwrap_or_default();
    println!("seed {seed}: {first}");
    let (_, whole) = World::record_run(seed, orders.config(seed));
    let config = orders.config(seed);
    let fails = |list: &hyla_sim::ActionList| {
        list.replay(config.sabotage, false).kind().as_deref() == Some(kind)
    };
    let (list, note) = if fails(&whole) {
        let shrunk = whole.shrink(orders.runs, fails);
        let note = format!(
            "{} actions of {} processes made {} of {} in {} runs",
            whole.count(),
            whole.processes(),
            shrunk.actions.count(),
            shrunk.actions.processes(),
            shrunk.runs
        );
        (shrunk.actions, note)
    } else {
        let note = "the list of this seed does not fail in a replay: use the seed".to_owned();
        (whole, note)
    };
    println!("seed {seed}: {note}");
    let list = list
        .with_comment(&format!("Seed {seed}, {config:?}"))
        .with_comment(&note)
        .with_comment(first);
    let file = orders.found.join(format!("{seed}.txt"));
    if let Err(problem) = store(&file, &list.to_string()) {
        println!("{}: {problem}", file.display());
    }
    if list.count() <= 100 {
        println!("{list}");
    }
    file
}

fn store(file: &Path, text: &str) -> std::io::Result<()> {
    if let Some(directory) = file.parent() {
        fs::create_dir_all(directory)?;
    }
    fs::write(file, text)
}
