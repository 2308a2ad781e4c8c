//! A barrier made of a counter and a futex in shared memory: the least that an advance in lock step costs.

use std::io;
use std::sync::Arc;
use std::sync::atomic::Ordering::{AcqRel, Acquire, Relaxed, Release};

use rustix::thread::futex;

use super::memory::SharedMemory;

const ARRIVED: usize = 0;
const TURN: usize = 128;
const LENGTH: usize = 4096;

/// Memory for one barrier.
///
/// # Errors
/// What the system says.
pub fn memory() -> io::Result<SharedMemory> {
    SharedMemory::new(LENGTH)
}

/// The barrier, as one of those sees it who meet there.
#[derive(Debug)]
pub struct Barrier {
    memory: Arc<SharedMemory>,
    all: u32,
}

impl Barrier {
    /// The barrier in `memory` where `all` meet; each of them has to say the same number.
    #[must_use]
    pub fn new(memory: Arc<SharedMemory>, all: u32) -> Self {
        Self { memory, all }
    }

    /// Waits until all have come. Never returns if one of them has gone.
    pub fn wait(&mut self) {
        let arrived = self.memory.half_word(ARRIVED);
        let turn = self.memory.half_word(TURN);
        let now = turn.load(Acquire);
        if arrived.fetch_add(1, AcqRel) + 1 >= self.all {
            arrived.store(0, Relaxed);
            turn.store(now.wrapping_add(1), Release);
            let _woken = futex::wake(turn, futex::Flags::empty(), i32::MAX as u32);
            return;
        }
        while turn.load(Acquire) == now {
            // Woken, or too late to sleep: looks again.
            let _why = futex::wait(turn, futex::Flags::empty(), now, None);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicU32;

    use super::*;

    #[test]
    fn nobody_goes_on_before_all_have_come() {
        const ALL: u32 = 3;
        const TURNS: u32 = 200;
        let memory = Arc::new(memory().unwrap());
        let come = Arc::new(AtomicU32::new(0));

        let threads: Vec<_> = (0..ALL)
            .map(|_| {
                let (memory, come) = (Arc::clone(&memory), Arc::clone(&come));
                std::thread::spawn(move || {
                    let mut barrier = Barrier::new(memory, ALL);
                    for turn in 1..=TURNS {
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
        assert_eq!(come.load(Acquire), ALL * TURNS);
    }
}
