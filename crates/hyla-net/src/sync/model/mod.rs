//! Runs a few threads in every order of their steps, with every value that a load may give.
//!
//! The threads are real, and one runs at a time. Before each step (an atomic access, a fence, a
//! lock, a wake-up) a thread stops, and the model chooses the next thread; the choices of a run are
//! a path, and the next run takes another one, until all are tried. Runs that differ only in the
//! order of independent steps are made once ([`schedule`]). [`memory`] determines the values of a
//! load.
//!
//! A run fails if a thread panics, if all remaining threads sleep (a lost wake-up: no time passes
//! in a model), or if two threads access bytes without a necessary order (a data race).

mod memory;
mod schedule;
mod steps;
#[cfg(test)]
mod tests;

use std::any::Any;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fmt;
use std::panic::{AssertUnwindSafe, Location, catch_unwind, resume_unwind};
use std::sync::atomic::Ordering::{self, AcqRel, Acquire, Relaxed, Release, SeqCst};
use std::sync::atomic::{AtomicBool, AtomicUsize};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, mpsc};
use std::thread::Thread;

use memory::Memory;
use schedule::{Choice, Footprint, Path, Schedule, ThreadState};
pub(crate) use steps::{
    Bell, change, fence, futex_wait, futex_wake, load, lock, notify_all, store, touch, unlock, wait,
};

/// Most threads of a scene.
pub(crate) const MOST_THREADS: usize = 4;

/// A step repeated this often in one run belongs to an endless loop.
const MOST_STEPS: usize = 2000;

/// Source position of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Site {
    file: &'static str,
    line: u32,
    column: u32,
}

impl Site {
    pub(crate) fn of(place: &'static Location<'static>) -> Self {
        Self {
            file: place.file(),
            line: place.line(),
            column: place.column(),
        }
    }

    /// File and text of the line, which are more stable than its number.
    fn name(&self) -> String {
        let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../../");
        let text = std::fs::read_to_string(format!("{root}{}", self.file)).expect("a source file");
        let line = text.lines().nth(self.line as usize - 1).expect("a line");
        let file = self.file.rsplit('/').next().expect("a name");
        format!("{file}: {}", line.trim())
    }
}

impl fmt::Display for Site {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}:{}", self.file, self.line)
    }
}

/// Kind of access, which determines the weaker orders.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Access {
    Load,
    Store,
    Change,
    Fence,
}

/// Orders weaker than `order`, the strongest first.
fn weaker(access: Access, order: Ordering) -> &'static [Ordering] {
    match (access, order) {
        (Access::Load, SeqCst) => &[Acquire, Relaxed],
        (Access::Store, SeqCst) => &[Release, Relaxed],
        (Access::Change, SeqCst) => &[AcqRel, Release, Acquire, Relaxed],
        (Access::Change, AcqRel) => &[Release, Acquire, Relaxed],
        // A relaxed fence has no effect.
        (Access::Fence, SeqCst) => &[AcqRel, Relaxed],
        (_, Acquire | Release | AcqRel) => &[Relaxed],
        _ => &[],
    }
}

/// Threads of a run, and the checks after all of them have ended.
#[derive(Default)]
pub(crate) struct Scene {
    threads: Vec<Box<dyn FnOnce() + Send>>,
    at_end: Option<Box<dyn FnOnce()>>,
}

impl Scene {
    pub(crate) fn thread(&mut self, body: impl FnOnce() + Send + 'static) {
        self.threads.push(Box::new(body));
    }

    /// Runs after all threads have ended, outside of the model.
    pub(crate) fn at_end(&mut self, check: impl FnOnce() + 'static) {
        self.at_end = Some(Box::new(check));
    }
}

/// Failure of a run.
#[derive(Debug)]
pub(crate) struct Failure {
    what: String,
    steps: String,
}

impl fmt::Display for Failure {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}\n{}", self.what, self.steps)
    }
}

/// A step with a weaker order than in the code.
#[derive(Clone, Copy, Debug)]
struct Weakened {
    site: Site,
    to: Ordering,
}

/// Options of runs.
#[derive(Clone, Copy, Debug, Default)]
struct Rules {
    weakened: Option<Weakened>,
    /// All orders of all steps, for comparison.
    whole: bool,
}

/// Result of all runs of a scene.
#[derive(Debug, Default)]
pub(crate) struct Explored {
    /// Runs, without those abandoned as equivalent to others.
    pub(crate) runs: usize,
    /// Orders stronger than relaxed that were used, and where.
    strong: BTreeMap<(Site, Access), Ordering>,
}

/// Runs the scene in every order.
///
/// # Panics
/// With the steps of a run that fails, or if there are more than `most` runs.
pub(crate) fn check(most: usize, scene: impl Fn(&mut Scene)) -> Explored {
    match explore(most, Rules::default(), &scene) {
        Ok(explored) => {
            println!("{} runs", explored.runs);
            explored
        }
        Err(failure) => panic!("{failure}"),
    }
}

/// Whether some run of the scene fails, and how.
pub(crate) fn fails(most: usize, scene: impl Fn(&mut Scene)) -> Option<Failure> {
    explore(most, Rules::default(), &scene).err()
}

/// A scene with its name and its most runs.
pub(crate) type Named<'a> = (&'a str, usize, &'a dyn Fn(&mut Scene));

/// A fault not found in this many runs of a scene goes unnoticed.
const RUNS_TO_NOTICE: usize = 5000;

/// Runs all scenes; then weakens each of their orders, one at a time and step by step. Gives the
/// weaker orders that no scene notices, as `file: line of the source: weaker order`, and the number
/// of noticed ones.
///
/// # Panics
/// As [`check`].
pub(crate) fn unnoticed_orders(scenes: &[Named<'_>]) -> (Vec<String>, usize) {
    let mut strong = BTreeMap::new();
    for (number, (name, most, scene)) in scenes.iter().enumerate() {
        print!("{name}: ");
        for (place, order) in check(*most, scene).strong {
            let (_, asked_by) = strong.entry(place).or_insert((order, Vec::new()));
            asked_by.push(number);
        }
    }
    let (mut unnoticed, mut noticed) = (Vec::new(), 0);
    for ((site, access), (order, asked_by)) in strong {
        for &to in weaker(access, order) {
            let rules = Rules {
                weakened: Some(Weakened { site, to }),
                ..Rules::default()
            };
            let fault = asked_by.iter().find_map(|&number| {
                let (name, most, scene) = scenes[number];
                let failure = explore(most.min(RUNS_TO_NOTICE), rules, scene).err()?;
                let what = failure.what.lines().next().unwrap_or_default().to_owned();
                Some(format!("{name}: {what}"))
            });
            let weakened = format!("{}: {to:?}", site.name());
            match fault {
                Some(fault) => {
                    println!("{weakened}: {fault}");
                    noticed += 1;
                }
                None => unnoticed.push(weakened),
            }
        }
    }
    (unnoticed, noticed)
}

/// State that the threads of a run share.
struct Run {
    inner: Mutex<Inner>,
    /// Number of the running thread.
    running: AtomicUsize,
    /// The run has ended before its threads: they must unwind.
    stopped: AtomicBool,
    threads: Mutex<Vec<Option<Thread>>>,
}

struct Inner {
    memory: Memory,
    schedule: Schedule,
    weakened: Option<Weakened>,
    strong: BTreeMap<(Site, Access), Ordering>,
    failure: Option<String>,
    trace: Vec<(usize, Note, Site)>,
}

/// Effect of a step, for readers of a failed run.
#[expect(dead_code, reason = "only written")]
#[derive(Debug)]
enum Note {
    Load {
        value: u64,
        order: Ordering,
    },
    Store {
        value: u64,
        order: Ordering,
    },
    Change {
        from: u64,
        to: Option<u64>,
        order: Ordering,
    },
    Fence(Ordering),
    Lock,
    Wait,
    Notify(Vec<usize>),
    FutexWait {
        expects: u64,
        finds: u64,
    },
    FutexWake(Vec<usize>),
    Ring(usize),
    Hear(Vec<usize>),
}

/// Panic payload of threads whose run has ended.
struct Stopped;

thread_local! {
    /// Run and number of this thread.
    static MEMBER: RefCell<Option<(Arc<Run>, usize)>> = const { RefCell::new(None) };
}

fn member() -> Option<(Arc<Run>, usize)> {
    // Unwinding is not part of the run.
    if std::thread::panicking() {
        return None;
    }
    MEMBER.with_borrow(Clone::clone)
}

/// Whether this thread belongs to a model.
pub(crate) fn is_inside() -> bool {
    member().is_some()
}

fn explore(most: usize, rules: Rules, scene: &dyn Fn(&mut Scene)) -> Result<Explored, Failure> {
    let mut explored = Explored::default();
    let mut path = Path::default();
    let workers = Workers::default();
    loop {
        let mut built = Scene::default();
        scene(&mut built);
        assert!(built.threads.len() <= MOST_THREADS, "too many threads");
        let (given_up, inner) = workers.run(built.threads, path, rules);
        if let Some(what) = inner.failure {
            let steps = steps(&inner.trace);
            return Err(Failure { what, steps });
        }
        explored.strong.extend(inner.strong);
        path = inner.schedule.path;
        if !given_up {
            explored.runs += 1;
            if let Some(at_end) = built.at_end
                && let Err(panic) = catch_unwind(AssertUnwindSafe(at_end))
            {
                let what = format!("at the end: {}", words(&*panic));
                let steps = steps(&inner.trace);
                return Err(Failure { what, steps });
            }
        }
        if !path.next() {
            return Ok(explored);
        }
        if explored.runs == most {
            assert!(rules.weakened.is_some(), "more than {most} runs");
            return Ok(explored);
        }
    }
}

fn steps(trace: &[(usize, Note, Site)]) -> String {
    let line =
        |(me, what, site): &(usize, Note, Site)| format!("  thread {me}: {what:?} at {site}");
    trace.iter().map(line).collect::<Vec<_>>().join("\n")
}

fn words(panic: &(dyn Any + Send)) -> String {
    match (panic.downcast_ref::<&str>(), panic.downcast_ref::<String>()) {
        (Some(words), _) => (*words).to_owned(),
        (_, Some(words)) => words.clone(),
        _ => "a panic without words".to_owned(),
    }
}

type Job = Box<dyn FnOnce() + Send>;

/// Threads reused for one run after the other.
#[derive(Default)]
struct Workers(RefCell<Vec<mpsc::Sender<Job>>>);

impl Workers {
    /// Whether the run was abandoned as equivalent to another; and the findings.
    fn run(&self, bodies: Vec<Job>, path: Path, rules: Rules) -> (bool, Inner) {
        let count = bodies.len();
        let run = Arc::new(Run {
            inner: Mutex::new(Inner {
                memory: Memory::new(count),
                schedule: Schedule::new(count, path, rules.whole),
                weakened: rules.weakened,
                strong: BTreeMap::new(),
                failure: None,
                trace: Vec::new(),
            }),
            running: AtomicUsize::new(0),
            stopped: AtomicBool::new(false),
            threads: Mutex::new(vec![None; count]),
        });
        let (ended, ends) = mpsc::channel();
        let mut workers = self.0.borrow_mut();
        while workers.len() < count {
            let (jobs, work) = mpsc::channel::<Job>();
            std::thread::spawn(move || work.iter().for_each(|job| job()));
            workers.push(jobs);
        }
        for (number, body) in bodies.into_iter().enumerate() {
            let (run, ended) = (Arc::clone(&run), ended.clone());
            let job = move || {
                run.be(number, body);
                MEMBER.take();
                drop(run);
                ended.send(()).expect("the model waits");
            };
            workers[number].send(Box::new(job)).expect("it runs");
        }
        for _ in 0..count {
            ends.recv().expect("each thread ends");
        }
        let run = Arc::into_inner(run).expect("all have ended");
        let given_up = run.stopped.into_inner();
        let inner = run
            .inner
            .into_inner()
            .unwrap_or_else(PoisonError::into_inner);
        (given_up, inner)
    }
}

impl Run {
    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Runs a thread of the scene.
    fn be(self: &Arc<Self>, number: usize, body: Job) {
        MEMBER.set(Some((Arc::clone(self), number)));
        {
            let mut threads = self.threads.lock().expect("nothing panics here");
            threads[number] = Some(std::thread::current());
        }
        let ended = catch_unwind(AssertUnwindSafe(|| {
            // Threads reach their first step one after the other.
            self.wait_for_turn(number);
            body();
        }));
        let mut inner = self.lock();
        inner.schedule.threads[number].state = ThreadState::Ended;
        match ended {
            Ok(()) => {
                let _last = catch_unwind(AssertUnwindSafe(|| self.hand_over(inner, number)));
            }
            Err(panic) => {
                if !panic.is::<Stopped>() {
                    inner.fail(format!("thread {number}: {}", words(&*panic)));
                }
                drop(inner);
                self.stop();
            }
        }
    }

    fn stop(&self) {
        self.stopped.store(true, SeqCst);
        for thread in self
            .threads
            .lock()
            .expect("nothing panics here")
            .iter()
            .flatten()
        {
            thread.unpark();
        }
    }

    fn wake(&self, number: usize) {
        self.running.store(number, SeqCst);
        let threads = self.threads.lock().expect("nothing panics here");
        if let Some(thread) = &threads[number] {
            thread.unpark();
        }
    }

    fn wait_for_turn(&self, number: usize) {
        let mut looks = 0;
        loop {
            if self.stopped.load(SeqCst) {
                resume_unwind(Box::new(Stopped));
            }
            if self.running.load(SeqCst) == number {
                return;
            }
            looks += 1;
            match looks {
                0..300 => std::hint::spin_loop(),
                _ => std::thread::park(),
            }
        }
    }

    /// Chooses the next thread. If it is another one, waits for the own turn, unless the thread has
    /// ended.
    fn hand_over(&self, mut inner: MutexGuard<'_, Inner>, me: usize) {
        let choice = inner.choose();
        drop(inner);
        match choice {
            Choice::Thread(next) if next == me => {}
            Choice::Thread(next) => {
                let ended = self.lock().schedule.threads[me].state == ThreadState::Ended;
                self.wake(next);
                if !ended {
                    self.wait_for_turn(me);
                }
            }
            Choice::AllEnded => {}
            Choice::GiveUp => {
                self.stop();
                resume_unwind(Box::new(Stopped));
            }
        }
    }

    /// Waits for its turn, and performs the step.
    fn step<R>(&self, me: usize, footprint: Footprint, act: impl FnOnce(&mut Inner) -> R) -> R {
        let mut inner = self.lock();
        inner.schedule.threads[me].state = ThreadState::Ready(footprint);
        self.hand_over(inner, me);
        let mut inner = self.lock();
        inner.schedule.begin(me, footprint);
        inner.memory.begin(me);
        inner.memory.step = inner.schedule.last_step();
        if inner.schedule.steps.len() > MOST_STEPS {
            inner.fail("a loop without end".to_owned());
        }
        inner.schedule.threads[me].state = ThreadState::Running;
        let result = act(&mut inner);
        let asleep = inner.schedule.threads[me].state == ThreadState::Asleep;
        if inner.failure.is_some() {
            drop(inner);
            self.stop();
            resume_unwind(Box::new(Stopped));
        }
        if asleep {
            self.hand_over(inner, me);
            self.lock().schedule.threads[me].state = ThreadState::Running;
        }
        result
    }
}

impl Inner {
    fn fail(&mut self, what: String) {
        self.failure.get_or_insert(what);
    }

    fn choose(&mut self) -> Choice {
        // All threads reach their first step before the first choice.
        if let Some(new) = self.schedule.new_thread() {
            return Choice::Thread(new);
        }
        let choice = self.schedule.choose();
        if let Choice::GiveUp = choice
            && let Some(sleepers) = self.schedule.deadlock()
        {
            self.fail(format!("nobody wakes thread {sleepers:?}"));
        }
        choice
    }

    /// The order of a step, which may be weaker than in the code.
    fn order(&mut self, access: Access, order: Ordering, site: Site) -> Ordering {
        if order != Relaxed {
            self.strong.insert((site, access), order);
        }
        match self.weakened {
            // For a compare-exchange, the orders of both cases.
            Some(weakened) if weakened.site == site => {
                let is_weaker = weaker(access, order).contains(&weakened.to);
                if is_weaker { weakened.to } else { order }
            }
            _ => order,
        }
    }

    fn note(&mut self, me: usize, what: Note, site: Site) {
        self.trace.push((me, what, site));
    }
}
