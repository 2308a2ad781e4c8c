//! How two processes do not miss each other's wake-ups.
//!
//! Who is about to sleep says so, and then looks again whether there is something to do; who has changed something does
//! so, and then looks whether the other sleeps. Each side writes one word and reads the other's: without an order between the
//! two, both might read what was there before, and one sleep for ever. A store, even one with release, does not keep a later load
//! from being done first; an exchange or a fence does.
//!
//! The tests run these functions on a memory with store buffers, in every order of steps.

use std::sync::atomic::{
    AtomicU32, AtomicU64,
    Ordering::{self, Relaxed, Release, SeqCst},
    fence,
};

/// An atomic word; in the tests one of a memory that is modelled.
pub(super) trait Word<T> {
    fn load(&self, order: Ordering) -> T;
    fn store(&self, value: T, order: Ordering);
    fn swap(&self, value: T, order: Ordering) -> T;
    fn fetch_or(&self, value: T, order: Ordering) -> T;
    /// Of all memory, beside this word.
    fn fence(&self);
}

macro_rules! word {
    ($atomic:ty, $value:ty) => {
        impl Word<$value> for $atomic {
            #[inline]
            fn load(&self, order: Ordering) -> $value {
                self.load(order)
            }
            #[inline]
            fn store(&self, value: $value, order: Ordering) {
                self.store(value, order);
            }
            #[inline]
            fn swap(&self, value: $value, order: Ordering) -> $value {
                self.swap(value, order)
            }
            #[inline]
            fn fetch_or(&self, value: $value, order: Ordering) -> $value {
                self.fetch_or(value, order)
            }
            #[inline]
            fn fence(&self) {
                fence(SeqCst);
            }
        }
    };
}
word!(AtomicU32, u32);
word!(AtomicU64, u64);

/// The writer: all up to `end` is written. Whether the reader sleeps and is to be rung.
#[inline]
pub(super) fn publish(tail: &impl Word<u64>, asleep: &impl Word<u32>, end: u64) -> bool {
    // An exchange is quicker than a store and a fence.
    tail.swap(end, SeqCst);
    asleep.load(SeqCst) != 0 && asleep.swap(0, Relaxed) != 0
}

/// The reader is about to sleep: asks to be rung. To be followed by a fence and a look at the tail.
#[inline]
pub(super) fn say_asleep(asleep: &impl Word<u32>) {
    if asleep.load(Relaxed) == 0 {
        asleep.store(1, Relaxed);
    }
}

/// The reader: all up to `head` is read. To be followed by [`take_wants`], if there is much room.
#[inline]
pub(super) fn consume(head: &impl Word<u64>, read: u64) {
    head.store(read, Release);
}

/// What the writer waits for room with; it is to be told of it.
#[inline]
pub(super) fn take_wants(wants: &impl Word<u32>) -> u32 {
    wants.fence();
    match wants.load(Relaxed) {
        0 => 0,
        _ => wants.swap(0, Relaxed),
    }
}

/// The writer is about to sleep until there is room: says with what it is to be woken. Whether there is none yet.
#[inline]
pub(super) fn say_wants(
    wants: &impl Word<u32>,
    with: u32,
    has_room: impl FnOnce() -> bool,
) -> bool {
    wants.fetch_or(with, Relaxed);
    wants.fence();
    !has_room()
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;
    use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
    use std::sync::atomic::Ordering::Acquire;

    use super::*;

    const TAIL: usize = 0;
    const HEAD: usize = 0;
    const FLAG: usize = 1;
    /// A sleeper was rung.
    const BELL: usize = 2;

    #[derive(Clone, Copy, Debug)]
    enum Step {
        Load(usize),
        Store(usize, u64),
        Swap(usize, u64),
        Or(usize, u64),
        Fence,
    }

    /// A processor does what its program says, step by step. It sees its own stores at once; others see them, in their order, when
    /// they leave its buffer, which is before an exchange or a fence is done, and otherwise at any time. Processors of the
    /// common kind do nothing else out of order.
    #[derive(Clone, Default)]
    struct Processor {
        /// What the steps so far have given.
        given: Vec<u64>,
        buffer: Vec<(usize, u64)>,
    }

    thread_local! {
        /// Answers to the steps of the program that runs, and how many have been asked for.
        static SCRIPT: RefCell<(Vec<u64>, usize)> = const { RefCell::new((Vec::new(), 0)) };
    }

    /// A word of the modelled memory.
    struct Modelled(usize);

    /// The answer to a step that was done before; else the program stops here.
    fn step(step: Step) -> u64 {
        let answer = SCRIPT.with_borrow_mut(|(given, at)| {
            *at += 1;
            given.get(*at - 1).copied()
        });
        answer.unwrap_or_else(|| resume_unwind(Box::new(step)))
    }

    impl<T: TryFrom<u64> + Into<u64>> Word<T> for Modelled {
        fn load(&self, _: Ordering) -> T {
            T::try_from(step(Step::Load(self.0))).ok().expect("fits")
        }
        fn store(&self, value: T, order: Ordering) {
            assert_ne!(
                order, SeqCst,
                "as strong as an exchange, which is not modelled"
            );
            step(Step::Store(self.0, value.into()));
        }
        fn swap(&self, value: T, _: Ordering) -> T {
            let before = step(Step::Swap(self.0, value.into()));
            T::try_from(before).ok().expect("fits")
        }
        fn fetch_or(&self, value: T, _: Ordering) -> T {
            let before = step(Step::Or(self.0, value.into()));
            T::try_from(before).ok().expect("fits")
        }
        fn fence(&self) {
            step(Step::Fence);
        }
    }

    type Program<'a> = &'a dyn Fn();

    #[derive(Clone, Default)]
    struct Machine {
        memory: [u64; 3],
        processors: [Processor; 2],
    }

    impl Machine {
        /// The next step of a program, if it has not ended.
        fn next(&self, at: usize, program: Program<'_>) -> Option<Step> {
            SCRIPT.set((self.processors[at].given.clone(), 0));
            let stopped = catch_unwind(AssertUnwindSafe(program)).err()?;
            match stopped.downcast::<Step>() {
                Ok(step) => Some(*step),
                Err(other) => resume_unwind(other),
            }
        }

        fn drain(&mut self, at: usize) {
            let (word, value) = self.processors[at].buffer.remove(0);
            self.memory[word] = value;
        }

        fn act(&mut self, at: usize, step: Step) {
            if !matches!(step, Step::Load(_) | Step::Store(..)) {
                while !self.processors[at].buffer.is_empty() {
                    self.drain(at);
                }
            }
            let own = self.processors[at].buffer.iter().rev();
            let given = match step {
                Step::Load(word) => {
                    let mut own = own.filter(|(stored, _)| *stored == word);
                    own.next().map_or(self.memory[word], |(_, value)| *value)
                }
                Step::Store(word, value) => {
                    self.processors[at].buffer.push((word, value));
                    0
                }
                Step::Swap(word, value) => std::mem::replace(&mut self.memory[word], value),
                Step::Or(word, value) => {
                    let before = self.memory[word];
                    self.memory[word] |= value;
                    before
                }
                Step::Fence => 0,
            };
            self.processors[at].given.push(given);
        }

        /// Runs both programs in every order; gives all states that they can end in, and how often each was come to.
        fn ends(self, programs: [Program<'_>; 2], ends: &mut Vec<[u64; 3]>) {
            let mut over = true;
            for (at, program) in programs.into_iter().enumerate() {
                if let Some(step) = self.next(at, program) {
                    over = false;
                    let mut after = self.clone();
                    after.act(at, step);
                    after.ends(programs, ends);
                }
                if !self.processors[at].buffer.is_empty() {
                    over = false;
                    let mut after = self.clone();
                    after.drain(at);
                    after.ends(programs, ends);
                }
            }
            if over {
                ends.push(self.memory);
            }
        }
    }

    fn ends(programs: [Program<'_>; 2]) -> Vec<[u64; 3]> {
        let mut ends = Vec::new();
        Machine::default().ends(programs, &mut ends);
        assert!(ends.len() > 10, "the programs run in many orders");
        ends
    }

    fn mark(word: usize) {
        step(Step::Swap(word, 1));
    }

    /// Both programs are to tell by the bell's word: rung, or nothing to be rung for.
    fn sleeps_for_ever(ends: &[[u64; 3]]) -> usize {
        ends.iter().filter(|end| end[BELL] == 0).count()
    }

    fn reader() {
        say_asleep(&Modelled(FLAG));
        Word::<u32>::fence(&Modelled(FLAG));
        let tail: u64 = Modelled(TAIL).load(Relaxed);
        if tail != 0 {
            // It does not sleep.
            mark(BELL);
        }
    }

    #[test]
    fn a_reader_that_sleeps_is_rung_by_what_is_written() {
        let writer = || {
            if publish(&Modelled(TAIL), &Modelled(FLAG), 7) {
                mark(BELL);
            }
        };
        assert_eq!(sleeps_for_ever(&ends([&writer, &reader])), 0);
    }

    #[test]
    fn a_release_store_instead_of_the_exchange_would_leave_a_reader_asleep() {
        let writer = || {
            Modelled(TAIL).store(7_u64, Release);
            let asleep: u32 = Modelled(FLAG).load(SeqCst);
            if asleep != 0 {
                mark(BELL);
            }
        };
        assert!(sleeps_for_ever(&ends([&writer, &reader])) > 0);
    }

    #[test]
    fn a_writer_that_waits_for_room_is_told_of_it() {
        for with in [1, 2, 3] {
            let writer = || {
                let has_room = || {
                    let head: u64 = Modelled(HEAD).load(Acquire);
                    head != 0
                };
                if !say_wants(&Modelled(FLAG), with, has_room) {
                    mark(BELL);
                }
            };
            let reader = || {
                consume(&Modelled(HEAD), 9);
                if take_wants(&Modelled(FLAG)) == with {
                    mark(BELL);
                }
            };
            assert_eq!(sleeps_for_ever(&ends([&writer, &reader])), 0);
        }
    }
}
