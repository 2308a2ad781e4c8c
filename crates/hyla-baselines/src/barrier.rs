//! A barrier made of a counter and a futex in shared memory: the least that an advance in lock step costs.

use std::io;
use std::sync::Arc;
use std::sync::atomic::Ordering::{AcqRel, Acquire, Relaxed, SeqCst};

use rustix::thread::futex;

use super::memory::SharedMemory;
use crate::Wait;
use crate::wait::{Look, Waiter};

const ARRIVED: usize = 0;
const TURN: usize = 128;
/// Processes that sleep, or are about to.
const SLEEPERS: usize = 256;
const LENGTH: usize = 4096;

/// Memory for one barrier.
///
/// # Errors
/// Those of the system.
pub fn memory() -> io::Result<SharedMemory> {
    SharedMemory::new(LENGTH)
}

/// The barrier, as one of those sees it who meet there.
#[derive(Debug)]
pub struct Barrier {
    memory: Arc<SharedMemory>,
    all: u32,
    wait: Wait,
    waiter: Waiter,
}

impl Barrier {
    /// The barrier in `memory` where `all` meet; each of them has to say the same number and wait.
    #[must_use]
    pub fn new(memory: Arc<SharedMemory>, all: u32, wait: Wait) -> Self {
        let processors = std::thread::available_parallelism();
        let look = match processors {
            Ok(count) if count.get() >= all as usize => Look::Memory,
            // Missing processes need the processor.
            _ => Look::Dear,
        };
        Self {
            memory,
            all,
            wait,
            waiter: Waiter::new(wait, look),
        }
    }

    /// Waits until all have come. Never returns if one of them has gone.
    pub fn wait(&mut self) {
        let arrived = self.memory.half_word(ARRIVED);
        let turn = self.memory.half_word(TURN);
        let sleepers = self.memory.half_word(SLEEPERS);
        let now = turn.load(Acquire);
        if arrived.fetch_add(1, AcqRel) + 1 >= self.all {
            arrived.store(0, Relaxed);
            // One order with the counter of sleepers: a thread that is not counted here sees the new turn before it sleeps.
            turn.store(now.wrapping_add(1), SeqCst);
            if self.wait == Wait::Block || sleepers.load(SeqCst) > 0 {
                // More than that the kernel takes for a negative number, and wakes one.
                let _woken = futex::wake(turn, futex::Flags::empty(), i32::MAX as u32);
            }
            return;
        }
        let come = || (turn.load(Acquire) != now).then_some(());
        if self.waiter.look(come).is_some() {
            return;
        }
        if self.wait != Wait::Block {
            sleepers.fetch_add(1, SeqCst);
        }
        while turn.load(SeqCst) == now {
            // Woken, or too late to sleep: looks again.
            let _why = futex::wait(turn, futex::Flags::empty(), now, None);
        }
        if self.wait != Wait::Block {
            sleepers.fetch_sub(1, SeqCst);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicU32;

    use super::*;

    #[test]
    fn nobody_goes_on_before_all_have_come() {
        crate::watchdog::watch(|| {
            const ALL: u32 = 3;
            const TURNS: u32 = 200;
            for wait in [Wait::Block, Wait::Yield] {
                let memory = Arc::new(memory().unwrap());
                let come = Arc::new(AtomicU32::new(0));

                let threads: Vec<_> = (0..ALL)
                    .map(|number| {
                        let (memory, come) = (Arc::clone(&memory), Arc::clone(&come));
                        std::thread::spawn(move || {
                            let mut barrier = Barrier::new(memory, ALL, wait);
                            for turn in 1..=TURNS {
                                if turn % 50 == 0 && number == 0 {
                                    // The others go to sleep meanwhile.
                                    std::thread::sleep(std::time::Duration::from_millis(3));
                                }
                                come.fetch_add(1, AcqRel);
                                barrier.wait();
                                assert!(come.load(Acquire) >= turn * ALL);
                            }
                        })
                    })
                    .collect();

                for thread in threads {
                    thread.join().unwrap();
                }
                assert_eq!(come.load(Acquire), ALL * TURNS, "{wait:?}");
            }
        });
    }
}
