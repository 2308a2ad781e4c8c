//! One ring in shared memory with several readers: each of them gets all that is written.
//!
//! Messages have one length. The writer waits for the slowest reader, so nothing is lost.

use std::io;
use std::sync::Arc;
use std::sync::atomic::Ordering::{Acquire, Release, SeqCst};
use std::time::Duration;

use rustix::event::Timespec;
use rustix::thread::futex;

use super::memory::SharedMemory;
use crate::Wait;
use crate::wait::{Look, Waiter};

/// How many messages are published.
const HEAD: usize = 0;
/// Readers that sleep, or are about to.
const SLEEPERS: usize = 128;
/// Changes with each publication, for sleepers.
const TURN: usize = 256;
/// How many messages each reader has taken.
const TAKEN: usize = 512;
const APART: usize = 128;
/// Readers at most.
pub const MOST_READERS: usize = 64;
const DATA: usize = TAKEN + MOST_READERS * APART;
/// Bytes of messages: as much as Hyla's largest ring for one channel by default.
const ROOM: usize = 1 << 20;

/// Memory for one ring.
///
/// # Errors
/// Those of the system.
pub fn memory() -> io::Result<SharedMemory> {
    SharedMemory::new(DATA + ROOM)
}

/// The end that messages go into.
#[derive(Debug)]
pub struct Writer {
    memory: Arc<SharedMemory>,
    readers: usize,
    bytes: usize,
    written: u64,
    /// So many have surely been taken by all.
    free_from: u64,
}

impl Writer {
    /// The writer for so many readers, of messages of that length.
    #[must_use]
    pub fn new(memory: Arc<SharedMemory>, readers: usize, bytes: usize) -> Self {
        Self {
            memory,
            readers: readers.min(MOST_READERS),
            bytes,
            written: 0,
            free_from: 0,
        }
    }

    /// Writes a message, which the readers get with [`Self::publish`]. Waits for the slowest of them while the ring is full.
    pub fn write(&mut self, message: &[u8]) {
        let slots = (ROOM / self.bytes) as u64;
        while self.written - self.free_from >= slots {
            let taken = (0..self.readers).map(|reader| {
                let taken = self.memory.word(TAKEN + reader * APART);
                taken.load(Acquire)
            });
            self.free_from = taken.min().unwrap_or(self.written);
            if self.written - self.free_from >= slots {
                self.publish();
                std::thread::yield_now();
            }
        }
        let at = (self.written % slots) as usize * self.bytes;
        self.memory.put(DATA + at, message);
        self.written += 1;
    }

    /// Shows the readers what was written, and wakes those that sleep, with one system call.
    pub fn publish(&mut self) {
        self.memory.word(HEAD).store(self.written, SeqCst);
        let turn = self.memory.half_word(TURN);
        turn.fetch_add(1, SeqCst);
        // One order with the counter: a reader that is not counted here sees the new head before it sleeps.
        if self.memory.half_word(SLEEPERS).load(SeqCst) > 0 {
            let _woken = futex::wake(turn, futex::Flags::empty(), i32::MAX as u32);
        }
    }
}

/// An end that messages come out of.
#[derive(Debug)]
pub struct Reader {
    memory: Arc<SharedMemory>,
    index: usize,
    bytes: usize,
    taken: u64,
    head: u64,
    waiter: Waiter,
}

impl Reader {
    /// The reader of that number, from 0, of messages of that length.
    #[must_use]
    pub fn new(memory: Arc<SharedMemory>, index: usize, bytes: usize, wait: Wait) -> Self {
        Self {
            memory,
            index,
            bytes,
            taken: 0,
            head: 0,
            // Others may need the processor.
            waiter: Waiter::new(wait, Look::Dear),
        }
    }

    /// Takes a message; `false` if none came in time.
    pub fn read(&mut self, message: &mut [u8], in_time: Duration) -> bool {
        if self.head == self.taken {
            // From here on the writer may use the room of what was taken.
            let taken = self.memory.word(TAKEN + self.index * APART);
            taken.store(self.taken, Release);
            if !self.wait(in_time) {
                return false;
            }
        }
        let slots = (ROOM / self.bytes) as u64;
        let at = (self.taken % slots) as usize * self.bytes;
        self.memory.get(DATA + at, message);
        self.taken += 1;
        true
    }

    fn wait(&mut self, in_time: Duration) -> bool {
        let (word, turn) = (self.memory.word(HEAD), self.memory.half_word(TURN));
        let before = self.taken;
        let look = || Some(word.load(SeqCst)).filter(|head| *head != before);
        if let Some(head) = self.waiter.look(look).or_else(look) {
            self.head = head;
            return true;
        }
        let sleepers = self.memory.half_word(SLEEPERS);
        sleepers.fetch_add(1, SeqCst);
        let seen = turn.load(SeqCst);
        if look().is_none() {
            let at_most = Timespec::try_from(in_time).ok();
            let _why = futex::wait(turn, futex::Flags::empty(), seen, at_most.as_ref());
        }
        sleepers.fetch_sub(1, SeqCst);
        match look() {
            Some(head) => {
                self.head = head;
                true
            }
            None => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_reader_gets_all_messages_in_order() {
        crate::watchdog::watch(|| {
            const READERS: usize = 3;
            const MESSAGES: u64 = 20_000;
            let memory = Arc::new(memory().unwrap());
            let readers: Vec<_> = (0..READERS)
                .map(|index| {
                    let memory = Arc::clone(&memory);
                    std::thread::spawn(move || {
                        let mut reader = Reader::new(memory, index, 1_000, Wait::Yield);
                        let mut message = [0; 1_000];
                        for number in 0..MESSAGES {
                            while !reader.read(&mut message, Duration::from_millis(1)) {}
                            assert_eq!(message[..8], number.to_le_bytes());
                            assert_eq!(message[999], number as u8);
                        }
                    })
                })
                .collect();

            // Some thousand fill the ring.
            let mut writer = Writer::new(memory, READERS, 1_000);
            let mut message = [0; 1_000];
            for number in 0..MESSAGES {
                message[..8].copy_from_slice(&number.to_le_bytes());
                message[999] = number as u8;
                writer.write(&message);
                if number % 7 == 0 {
                    writer.publish();
                }
            }
            writer.publish();

            for reader in readers {
                reader.join().unwrap();
            }
        });
    }
}
