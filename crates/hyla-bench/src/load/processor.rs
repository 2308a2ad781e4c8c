//! Keeps processors busy for a given share of the time.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::mpsc::Receiver;
use std::thread;
use std::time::{Duration, Instant};

use hyla_net::ThreadPlan;
use rustix::time::{ClockId, clock_gettime};

use super::kernel;
use super::live::{LIVE, ended};
use super::share::{PERIOD, Regulator};
use crate::job::{Kernel, Report};
use crate::lines;

/// Time between two reads of the clock, each of which costs up to a microsecond.
const CHUNK: Duration = Duration::from_micros(50);

/// More is a mistake in a plan.
const MOST_THREADS: u32 = 4096;

/// Computes until the input ends.
pub(super) fn run(
    share: f64,
    threads: u32,
    kernel: Kernel,
    cpu: Option<u32>,
    input: &Receiver<String>,
) -> Result<(), String> {
    let regulator =
        Regulator::new(share).map_err(|error| format!("the load is not possible: {error}"))?;
    if !(1..=MOST_THREADS).contains(&threads) {
        return Err(format!(
            "{threads} threads are not a load: 1 to {MOST_THREADS} are possible"
        ));
    }
    if let Some(cpu) = cpu {
        bind(cpu)?;
    }
    let mut computation = kernel::Computation::new(kernel);
    let chunk = computation.passes_in(CHUNK, || time(ClockId::ThreadCPUTime));
    let shared = Arc::new(Shared::default());
    let mut workers = Vec::new();
    for index in 0..threads {
        let worker = Worker {
            regulator: regulator.clone(),
            computation: computation.clone(),
            chunk,
            // Spread over the period, so that threads do not begin simultaneously.
            offset: PERIOD * index / threads,
            shared: Arc::clone(&shared),
        };
        let started = thread::Builder::new().spawn(move || worker.work());
        match started {
            Ok(handle) => workers.push(handle),
            Err(error) => {
                shared.stop.store(true, Relaxed);
                return Err(format!(
                    "the system starts only {index} of {threads} threads: {error}"
                ));
            }
        }
    }
    lines::say(&Report::Running {});
    let begin = Figures::now(&shared);
    let (mut last, mut next) = (begin, begin.at + LIVE);
    while !ended(input, next) {
        next += LIVE;
        let now = Figures::now(&shared);
        lines::say(&Report::Live {
            seconds: (now.at - begin.at).as_secs_f64(),
            metrics: now.since(&last),
        });
        last = now;
    }
    let metrics = Figures::now(&shared).since(&begin);
    shared.stop.store(true, Relaxed);
    for worker in workers {
        if worker.join().is_err() {
            return Err("a thread of the load failed".into());
        }
    }
    lines::say(&Report::done(metrics, BTreeMap::new()));
    Ok(())
}

/// Binds this thread, and all threads started later, to a processor.
pub(crate) fn bind(cpu: u32) -> Result<(), String> {
    let cpus = vec![cpu as usize];
    let plan = ThreadPlan {
        cpus,
        ..ThreadPlan::default()
    };
    plan.apply().map_err(|error| {
        format!("cannot be bound to processor {cpu}: {error}; `taskset -p $$` names those that may be used")
    })
}

/// A clock of this process or thread.
fn time(clock: ClockId) -> Duration {
    Duration::try_from(clock_gettime(clock)).unwrap_or_default()
}

/// State shared by threads and reports.
#[derive(Debug, Default)]
struct Shared {
    stop: AtomicBool,
    passes: AtomicU64,
    /// Nanoseconds.
    given_up: AtomicU64,
}

struct Worker {
    regulator: Regulator,
    computation: kernel::Computation,
    chunk: u32,
    offset: Duration,
    shared: Arc<Shared>,
}

impl Worker {
    fn work(mut self) {
        thread::sleep(self.offset);
        let (begin, used) = (Instant::now(), time(ClockId::ThreadCPUTime));
        let mut given_up = Duration::ZERO;
        while !self.shared.stop.load(Relaxed) {
            let from = time(ClockId::ThreadCPUTime);
            let slice = self.regulator.next(begin.elapsed(), from - used);
            let mut passes = 0;
            while time(ClockId::ThreadCPUTime) - from < slice.compute {
                for _ in 0..self.chunk {
                    self.computation.pass();
                }
                passes += u64::from(self.chunk);
            }
            self.shared.passes.fetch_add(passes, Relaxed);
            let more = self.regulator.given_up() - given_up;
            given_up += more;
            self.shared
                .given_up
                .fetch_add(u64::try_from(more.as_nanos()).unwrap_or(u64::MAX), Relaxed);
            thread::sleep(slice.until.saturating_sub(begin.elapsed()));
        }
    }
}

/// Figures so far.
#[derive(Clone, Copy)]
struct Figures {
    at: Instant,
    used: Duration,
    passes: u64,
    given_up: Duration,
}

impl Figures {
    fn now(shared: &Shared) -> Self {
        Self {
            at: Instant::now(),
            used: time(ClockId::ProcessCPUTime),
            passes: shared.passes.load(Relaxed),
            given_up: Duration::from_nanos(shared.given_up.load(Relaxed)),
        }
    }

    fn since(&self, earlier: &Self) -> BTreeMap<String, f64> {
        let seconds = (self.at - earlier.at).as_secs_f64().max(1e-9);
        let used = (self.used - earlier.used).as_secs_f64();
        let given_up = (self.given_up - earlier.given_up).as_secs_f64();
        let passes = (self.passes - earlier.passes) as f64;
        BTreeMap::from([
            ("cpu_share".to_owned(), used / seconds),
            ("cpu_share_missed".to_owned(), given_up / seconds),
            ("passes_per_s".to_owned(), passes / seconds),
        ])
    }
}
