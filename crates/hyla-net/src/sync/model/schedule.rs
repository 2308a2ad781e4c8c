//! Choice of the next thread: all orders of steps except those that differ only in independent
//! steps.
//!
//! Two steps are dependent if they use the same word, lock or bell and one of them changes it, or
//! are both sequentially consistent. After a thread has stopped before a step, the last earlier
//! dependent step of another thread that need not come first shows where the two could be swapped:
//! the thread is recorded to go first there in a later run. That is dynamic partial order
//! reduction; sleep sets complete it: a thread that went first in an earlier run is left out until
//! a step comes that its own depends on.

use rustc_hash::{FxHashMap, FxHashSet};

use super::MOST_THREADS;

/// A set of threads.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Threads(u8);

impl Threads {
    fn has(self, thread: usize) -> bool {
        self.0 & (1 << thread) != 0
    }

    fn add(&mut self, thread: usize) {
        self.0 |= 1 << thread;
    }

    fn and(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    fn first(self) -> Option<usize> {
        (self.0 != 0).then(|| self.0.trailing_zeros() as usize)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Word,
    Fence,
    /// Possible while nobody has the lock.
    Lock,
    Unlock,
    /// Possible when the bell has rung.
    Hear,
}

/// Resources of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Footprint {
    kind: Kind,
    address: usize,
    changes: bool,
    consistent: bool,
}

impl Footprint {
    const NOTHING: Self = Self {
        kind: Kind::Fence,
        address: 0,
        changes: false,
        consistent: false,
    };

    pub(super) fn word(address: usize, changes: bool, consistent: bool) -> Self {
        Self {
            kind: Kind::Word,
            address,
            changes,
            consistent,
        }
    }

    pub(super) fn fence(consistent: bool) -> Self {
        Self {
            consistent,
            ..Self::NOTHING
        }
    }

    pub(super) fn lock(address: usize) -> Self {
        Self {
            kind: Kind::Lock,
            ..Self::word(address, true, false)
        }
    }

    fn unlock(address: usize) -> Self {
        Self {
            kind: Kind::Unlock,
            ..Self::word(address, true, false)
        }
    }

    pub(super) fn hear(address: usize) -> Self {
        Self {
            kind: Kind::Hear,
            ..Self::word(address, true, false)
        }
    }

    /// Whether this step, after the other one, may still see the old value: then it need not come
    /// first in another run, and follows the other one only if it sees its store.
    fn may_miss(&self, earlier: &Self) -> bool {
        self.kind == Kind::Word && !self.changes && !(self.consistent && earlier.consistent)
    }

    fn concerns(&self, other: &Self) -> bool {
        let same = self.kind != Kind::Fence && other.kind != Kind::Fence;
        let consistent = self.consistent && other.consistent;
        if same && self.address == other.address {
            return self.changes || other.changes || consistent;
        }
        // Accesses to different words only affect their own.
        consistent && !same
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ThreadState {
    /// Has not reached its first step.
    New,
    Running,
    /// Stopped before that step.
    Ready(Footprint),
    Asleep,
    Ended,
}

/// By thread: number of its steps that must come before.
type Clock = [u32; MOST_THREADS];

fn join(clock: &mut Clock, other: &Clock) {
    for (own, other) in clock.iter_mut().zip(other) {
        *own = (*own).max(*other);
    }
}

#[derive(Clone, Copy, Debug)]
pub(super) struct OfThread {
    pub(super) state: ThreadState,
    clock: Clock,
    sleeps_on: usize,
    /// Number of steps compared with its next one.
    compared: usize,
}

/// Steps that must come before the next one that uses a word, lock or bell.
#[derive(Clone, Copy, Debug, Default)]
struct Before {
    loads: Clock,
    changes: Clock,
    consistent: Clock,
}

#[derive(Debug)]
pub(super) struct Step {
    thread: usize,
    footprint: Footprint,
    clock: Clock,
    /// The choice that took it; none for steps that follow automatically.
    choice: Option<usize>,
}

#[derive(Debug)]
enum Fork {
    Thread {
        chosen: usize,
        possible: Threads,
        /// To be chosen, in this run or another.
        wanted: Threads,
        tried: Threads,
        /// Went first in an earlier equivalent run.
        asleep: Threads,
    },
    Value {
        chosen: usize,
        of: usize,
    },
}

/// The choices of a run.
#[derive(Debug, Default)]
pub(super) struct Path {
    forks: Vec<Fork>,
}

impl Path {
    /// Moves to the next run. `false` if there is none.
    pub(super) fn next(&mut self) -> bool {
        while let Some(fork) = self.forks.last_mut() {
            match fork {
                Fork::Value { chosen, of } if *chosen + 1 < *of => {
                    *chosen += 1;
                    return true;
                }
                Fork::Value { .. } => {}
                Fork::Thread {
                    chosen,
                    wanted,
                    tried,
                    asleep,
                    ..
                } => {
                    tried.add(*chosen);
                    let left = wanted.without(tried.and(*asleep));
                    if let Some(next) = left.first() {
                        *chosen = next;
                        return true;
                    }
                }
            }
            self.forks.pop();
        }
        false
    }
}

pub(super) enum Choice {
    Thread(usize),
    AllEnded,
    GiveUp,
}

#[derive(Debug)]
pub(super) struct Schedule {
    pub(super) path: Path,
    /// Choices of the path made so far.
    made: usize,
    pub(super) threads: Vec<OfThread>,
    pub(super) steps: Vec<Step>,
    /// Locks that are held.
    pub(super) held: FxHashSet<usize>,
    rung: FxHashSet<usize>,
    before: FxHashMap<usize, Before>,
    /// Of consistent fences, and of all consistent operations.
    fences: Clock,
    consistent: Clock,
    /// Threads to leave out.
    asleep: Threads,
    /// Leaves nothing out.
    whole: bool,
    /// The choice of the next step.
    next: Option<usize>,
    last: usize,
}

impl Schedule {
    /// With `whole`, orders of independent steps are distinguished, too.
    pub(super) fn new(threads: usize, path: Path, whole: bool) -> Self {
        let thread = OfThread {
            state: ThreadState::New,
            clock: Clock::default(),
            sleeps_on: 0,
            compared: 0,
        };
        let mut threads = vec![thread; threads];
        // The first thread begins without a choice.
        threads[0].state = ThreadState::Running;
        Self {
            path,
            made: 0,
            threads,
            steps: Vec::new(),
            held: FxHashSet::default(),
            rung: FxHashSet::default(),
            before: FxHashMap::default(),
            fences: Clock::default(),
            consistent: Clock::default(),
            asleep: Threads::default(),
            whole,
            next: None,
            last: 0,
        }
    }

    /// A thread that has not reached its first step.
    pub(super) fn new_thread(&mut self) -> Option<usize> {
        let new = |thread: &OfThread| thread.state == ThreadState::New;
        let at = self.threads.iter().position(new)?;
        self.threads[at].state = ThreadState::Running;
        Some(at)
    }

    fn is_possible(&self, thread: usize) -> bool {
        let ThreadState::Ready(footprint) = self.threads[thread].state else {
            return false;
        };
        match footprint.kind {
            Kind::Lock => !self.held.contains(&footprint.address),
            Kind::Hear => self.rung.contains(&footprint.address),
            Kind::Word | Kind::Fence | Kind::Unlock => true,
        }
    }

    /// Threads that have not ended, if none of them can continue.
    pub(super) fn deadlock(&self) -> Option<Vec<usize>> {
        let all = 0..self.threads.len();
        if all.clone().any(|thread| self.is_possible(thread)) {
            return None;
        }
        Some(
            all.filter(|&thread| self.threads[thread].state != ThreadState::Ended)
                .collect(),
        )
    }

    /// Records where the thread could have run before a step that its next one depends on.
    fn find_reversals(&mut self, thread: usize) {
        let ThreadState::Ready(footprint) = self.threads[thread].state else {
            return;
        };
        let clock = self.threads[thread].clock;
        let compared = std::mem::replace(&mut self.threads[thread].compared, self.steps.len());
        // Whether the thread has stopped before the same step ever since.
        let mut same = true;
        for step in self.steps[compared..].iter().rev() {
            same &= step.thread != thread;
            let Some(fork) = step.choice else {
                continue;
            };
            if step.thread == thread
                || !step.footprint.concerns(&footprint)
                || step.clock[step.thread] <= clock[step.thread]
                || footprint.may_miss(&step.footprint)
            {
                continue;
            }
            let Fork::Thread {
                possible, wanted, ..
            } = &mut self.path.forks[fork]
            else {
                unreachable!("a step is taken by a choice of threads");
            };
            if possible.has(thread) {
                wanted.add(thread);
            } else if same {
                // The operation could not have come first: a wake-up without a signal.
                continue;
            } else {
                *wanted = wanted.and(*possible);
            }
            return;
        }
    }

    pub(super) fn choose(&mut self) -> Choice {
        let count = self.threads.len();
        let ended = |thread: &OfThread| thread.state == ThreadState::Ended;
        if self.threads.iter().all(ended) {
            return Choice::AllEnded;
        }
        for thread in 0..count {
            self.find_reversals(thread);
        }
        let mut possible = Threads::default();
        for thread in (0..count).filter(|&thread| self.is_possible(thread)) {
            possible.add(thread);
        }
        if self.made == self.path.forks.len() {
            let free = possible.without(self.asleep);
            let Some(first) = free.first() else {
                return Choice::GiveUp;
            };
            // The same thread as before, which costs least.
            let chosen = if free.has(self.last) {
                self.last
            } else {
                first
            };
            let mut wanted = Threads::default();
            wanted.add(chosen);
            if self.whole {
                wanted = possible;
            }
            self.path.forks.push(Fork::Thread {
                chosen,
                possible,
                wanted,
                tried: Threads::default(),
                asleep: self.asleep,
            });
        }
        let Fork::Thread { chosen, tried, .. } = self.path.forks[self.made] else {
            unreachable!("the run is not the same as before");
        };
        self.next = Some(self.made);
        self.made += 1;
        self.last = chosen;
        let ThreadState::Ready(footprint) = self.threads[chosen].state else {
            unreachable!("the run is not the same as before");
        };
        let left_out = self.asleep.and(tried);
        self.asleep = Threads::default();
        for thread in (0..count).filter(|&thread| thread != chosen && left_out.has(thread)) {
            if let ThreadState::Ready(other) = self.threads[thread].state
                && !other.concerns(&footprint)
                && !self.whole
            {
                self.asleep.add(thread);
            }
        }
        Choice::Thread(chosen)
    }

    /// The step of a thread begins.
    pub(super) fn begin(&mut self, thread: usize, footprint: Footprint) {
        let mut clock = self.threads[thread].clock;
        if footprint.kind != Kind::Fence {
            let before = self.before.entry(footprint.address).or_default();
            if footprint.changes {
                join(&mut clock, &before.loads);
                join(&mut clock, &before.changes);
            }
            if footprint.consistent {
                join(&mut clock, &before.consistent);
                join(&mut clock, &self.fences);
            }
        } else if footprint.consistent {
            join(&mut clock, &self.consistent);
        }
        clock[thread] += 1;
        self.threads[thread].clock = clock;
        self.threads[thread].compared = 0;
        self.add_before(&footprint, &clock);
        self.steps.push(Step {
            thread,
            footprint,
            clock,
            choice: self.next.take(),
        });
    }

    fn add_before(&mut self, footprint: &Footprint, clock: &Clock) {
        if footprint.kind != Kind::Fence {
            let before = self.before.entry(footprint.address).or_default();
            let by_kind = match footprint.changes {
                true => &mut before.changes,
                false => &mut before.loads,
            };
            join(by_kind, clock);
            if footprint.consistent {
                join(&mut before.consistent, clock);
            }
        } else if footprint.consistent {
            join(&mut self.fences, clock);
        }
        if footprint.consistent {
            join(&mut self.consistent, clock);
        }
    }

    /// The number of the last step.
    pub(super) fn last_step(&self) -> usize {
        self.steps.len() - 1
    }

    /// The last step saw the store of that earlier one.
    pub(super) fn comes_after(&mut self, earlier: usize) {
        let clock = self.steps[earlier].clock;
        let step = self.steps.last_mut().expect("there is one");
        join(&mut step.clock, &clock);
        let (footprint, clock) = (step.footprint, step.clock);
        self.threads[step.thread].clock = clock;
        self.add_before(&footprint, &clock);
    }

    pub(super) fn unlock(&mut self, thread: usize, address: usize) {
        self.held.remove(&address);
        self.next = None;
        self.begin(thread, Footprint::unlock(address));
    }

    /// Chooses one of that many values.
    pub(super) fn choose_value(&mut self, of: usize) -> usize {
        if of == 1 {
            return 0;
        }
        if self.made == self.path.forks.len() {
            self.path.forks.push(Fork::Value { chosen: 0, of });
        }
        let Fork::Value { chosen, of: before } = self.path.forks[self.made] else {
            unreachable!("the run is not the same as before");
        };
        assert_eq!(before, of, "the run is not the same as before");
        self.made += 1;
        chosen
    }

    pub(super) fn sleep(&mut self, thread: usize, on: usize) {
        self.threads[thread].state = ThreadState::Asleep;
        self.threads[thread].sleeps_on = on;
    }

    /// Wakes the threads that sleep there.
    pub(super) fn wake_all(&mut self, me: usize, on: usize) -> Vec<usize> {
        let clock = self.threads[me].clock;
        let mut woken = Vec::new();
        for (number, thread) in self.threads.iter_mut().enumerate() {
            if thread.state == ThreadState::Asleep && thread.sleeps_on == on {
                thread.state = ThreadState::Ready(Footprint::NOTHING);
                join(&mut thread.clock, &clock);
                woken.push(number);
            }
        }
        woken
    }

    pub(super) fn ring(&mut self, address: usize, rung: bool) {
        if rung {
            self.rung.insert(address);
        } else {
            self.rung.remove(&address);
        }
    }
}
