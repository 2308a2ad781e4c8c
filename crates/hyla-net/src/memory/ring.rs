//! A ring of bytes in shared memory with one writer and one reader, who may be different processes.
//!
//! Each side keeps what it knows of itself in memory of its own and only tells the other. What the other
//! tells is believed as far as it is possible: at most a ring full between the two positions.
//!
//! No wake-up is lost: who is about to sleep first says so and then looks again; who has changed
//! something first does so and then looks whether the other sleeps. Fences put both into one order.

use std::io::{self, ErrorKind};
use std::sync::Arc;
use std::sync::atomic::{
    AtomicBool, AtomicU64,
    Ordering::{Acquire, Relaxed, Release, SeqCst},
    fence,
};
use std::time::Duration;

use rustix::thread::{Timespec, futex};

use super::mapping::Mapping;

/// Bytes in front of the two rings.
const HEADER_BYTES: usize = 4096;

/// One ring's part of the header; each of its words has its own pair of cache lines.
const BLOCK: usize = 512;
const TAIL: usize = 0;
const HEAD: usize = 128;
const ASLEEP: usize = 256;
const WANTS: usize = 384;

/// The reader is told of what is written after at most that many bytes.
const STRIDE: usize = 32 << 10;

/// What a writer waits for room with: its bell, a futex, or both.
const WANTS_BELL: u32 = 1;
const WANTS_FUTEX: u32 = 2;

/// Which of the two rings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Direction {
    /// From the side that connected.
    There,
    /// To it.
    Back,
}

/// Bytes that two rings take.
pub(super) fn mapping_bytes(ring_bytes: usize) -> usize {
    HEADER_BYTES + 2 * ring_bytes
}

/// Where a ring lies.
#[derive(Debug)]
struct Place {
    memory: Arc<Mapping>,
    block: usize,
    data: usize,
    /// A power of two.
    capacity: usize,
}

impl Place {
    fn new(memory: &Arc<Mapping>, direction: Direction, capacity: usize) -> Self {
        let number = match direction {
            Direction::There => 0,
            Direction::Back => 1,
        };
        Self {
            memory: Arc::clone(memory),
            block: number * BLOCK,
            data: HEADER_BYTES + number * capacity,
            capacity,
        }
    }

    fn tail(&self) -> &AtomicU64 {
        self.memory.word(self.block + TAIL)
    }

    fn head(&self) -> &AtomicU64 {
        self.memory.word(self.block + HEAD)
    }

    /// Where the byte of that position is, and how many follow before the ring begins anew.
    fn at(&self, position: u64) -> (usize, usize) {
        let offset = position as usize & (self.capacity - 1);
        (self.data + offset, self.capacity - offset)
    }

    /// Bytes between two positions, of which one was told by the peer.
    fn between(&self, head: u64, tail: u64) -> io::Result<usize> {
        let filled = tail.wrapping_sub(head);
        if filled > self.capacity as u64 {
            return Err(io::Error::new(
                ErrorKind::InvalidData,
                "the peer damaged the ring",
            ));
        }
        Ok(filled as usize)
    }
}

/// The writing side. One thread at a time writes; others may wait for room meanwhile.
#[derive(Debug)]
pub(super) struct Writer {
    place: Place,
    tail: AtomicU64,
    /// What the reader had read when the writing thread last looked. Nobody else touches it: another's
    /// look may be older.
    seen_head: AtomicU64,
    /// Found the ring full and waits for the bell.
    stuck: AtomicBool,
}

impl Writer {
    pub(super) fn new(memory: &Arc<Mapping>, direction: Direction, capacity: usize) -> Self {
        Self {
            place: Place::new(memory, direction, capacity),
            tail: AtomicU64::new(0),
            seen_head: AtomicU64::new(0),
            stuck: AtomicBool::new(false),
        }
    }

    /// Writes as much of `bytes` as there is room for; `ring` is called if the reader sleeps. If there
    /// is no room at all, the reader will ring back when half of it is free.
    ///
    /// # Errors
    /// `WouldBlock` if there is no room, `InvalidData` if the peer damaged the ring.
    pub(super) fn write(&self, mut bytes: &[u8], ring: impl Fn()) -> io::Result<usize> {
        let whole = bytes.len();
        while !bytes.is_empty() {
            let room = self.room_for(bytes.len().min(STRIDE))?;
            if room == 0 {
                if whole > bytes.len() {
                    break;
                }
                if self.sleep_unless_room(WANTS_BELL) {
                    self.stuck.store(true, Relaxed);
                    return Err(ErrorKind::WouldBlock.into());
                }
                continue;
            }
            let (now, rest) = bytes.split_at(bytes.len().min(room).min(STRIDE));
            self.append(now);
            self.wake_reader(&ring);
            bytes = rest;
        }
        self.stuck.store(false, Relaxed);
        Ok(whole - bytes.len())
    }

    fn append(&self, bytes: &[u8]) {
        let tail = self.tail.load(Relaxed);
        let (at, until_end) = self.place.at(tail);
        let (first, second) = bytes.split_at(bytes.len().min(until_end));
        self.place.memory.put(at, first);
        if !second.is_empty() {
            self.place.memory.put(self.place.data, second);
        }
        let tail = tail.wrapping_add(bytes.len() as u64);
        self.tail.store(tail, Relaxed);
        self.place.tail().store(tail, Release);
    }

    fn wake_reader(&self, ring: impl Fn()) {
        let asleep = self.place.memory.half_word(self.place.block + ASLEEP);
        fence(SeqCst);
        if asleep.load(Relaxed) != 0 && asleep.swap(0, Relaxed) != 0 {
            ring();
        }
    }

    /// Free bytes; asks the reader only if fewer than `wanted` are known of.
    fn room_for(&self, wanted: usize) -> io::Result<usize> {
        let tail = self.tail.load(Relaxed);
        let known = self.place.between(self.seen_head.load(Relaxed), tail)?;
        if self.place.capacity - known >= wanted {
            return Ok(self.place.capacity - known);
        }
        let head = self.place.head().load(Acquire);
        let filled = self.place.between(head, tail)?;
        self.seen_head.store(head, Relaxed);
        Ok(self.place.capacity - filled)
    }

    /// For any thread. The head comes first: what the reader had read by then was written before, so
    /// that this thread sees a tail that is no older. It may be newer, and the ring look too full
    /// by what was written in between.
    fn filled(&self) -> usize {
        let head = self.place.head().load(Acquire);
        let tail = self.tail.load(Relaxed);
        let filled = self.place.between(head, tail);
        filled.unwrap_or(self.place.capacity)
    }

    /// Says what to do when there is room; `false` if there is room by now.
    fn sleep_unless_room(&self, with: u32) -> bool {
        self.wants().fetch_or(with, Relaxed);
        fence(SeqCst);
        self.filled() > self.place.capacity / 2
    }

    /// Whether a write found no room and would find some now.
    pub(super) fn has_room_again(&self) -> bool {
        self.stuck.load(Relaxed) && self.filled() <= self.place.capacity / 2
    }

    /// Blocks until half of the ring is free, at most for that long. For threads besides the one that
    /// hears the bell.
    pub(super) fn wait_for_room(&self, at_most: Duration) {
        if self.sleep_unless_room(WANTS_FUTEX) {
            let wants = self.wants();
            let now = wants.load(Relaxed);
            if now & WANTS_FUTEX == 0 {
                return;
            }
            let timeout = Timespec {
                tv_sec: i64::try_from(at_most.as_secs()).unwrap_or(i64::MAX),
                tv_nsec: i64::from(at_most.subsec_nanos()),
            };
            // Woken, too late, or the word has changed: the caller looks again in any case.
            let _why = futex::wait(wants, futex::Flags::empty(), now, Some(&timeout));
        }
    }

    fn wants(&self) -> &std::sync::atomic::AtomicU32 {
        self.place.memory.half_word(self.place.block + WANTS)
    }
}

/// The reading side. Used by one thread at a time.
#[derive(Debug)]
pub(super) struct Reader {
    place: Place,
    head: AtomicU64,
}

impl Reader {
    pub(super) fn new(memory: &Arc<Mapping>, direction: Direction, capacity: usize) -> Self {
        Self {
            place: Place::new(memory, direction, capacity),
            head: AtomicU64::new(0),
        }
    }

    /// Whether there is something to read, or to be found out about.
    pub(super) fn has_input(&self) -> bool {
        self.place.tail().load(Relaxed) != self.head.load(Relaxed)
    }

    /// Copies what there is to `into`, as far as it fits; `ring` is called if the writer waits for room.
    ///
    /// # Errors
    /// `InvalidData` if the peer damaged the ring.
    pub(super) fn read(&self, into: &mut [u8], ring: impl Fn()) -> io::Result<usize> {
        self.take(into.len(), ring, |at, count, done| {
            self.place.memory.get(at, &mut into[done..done + count]);
        })
    }

    /// As [`Self::read`], at most `count` bytes to the end of `into`.
    pub(super) fn append_to(
        &self,
        into: &mut Vec<u8>,
        count: usize,
        ring: impl Fn(),
    ) -> io::Result<usize> {
        self.take(count, ring, |at, count, _| {
            self.place.memory.append(at, count, into);
        })
    }

    /// Copies what comes first to `into` and leaves it there; `false` if there is less than that.
    ///
    /// # Errors
    /// `InvalidData` if the peer damaged the ring.
    pub(super) fn peek(&self, into: &mut [u8]) -> io::Result<bool> {
        let head = self.head.load(Relaxed);
        let tail = self.place.tail().load(Acquire);
        if self.place.between(head, tail)? < into.len() {
            return Ok(false);
        }
        let (at, until_end) = self.place.at(head);
        let (first, second) = into.split_at_mut(into.len().min(until_end));
        self.place.memory.get(at, first);
        self.place.memory.get(self.place.data, second);
        Ok(true)
    }

    fn take(
        &self,
        at_most: usize,
        ring: impl Fn(),
        mut copy: impl FnMut(usize, usize, usize),
    ) -> io::Result<usize> {
        let head = self.head.load(Relaxed);
        let filled = self.place.between(head, self.place.tail().load(Acquire))?;
        let count = filled.min(at_most);
        if count == 0 {
            return Ok(0);
        }
        let (at, until_end) = self.place.at(head);
        let first = count.min(until_end);
        copy(at, first, 0);
        if count > first {
            copy(self.place.data, count - first, first);
        }
        let head = head.wrapping_add(count as u64);
        self.head.store(head, Relaxed);
        self.place.head().store(head, Release);
        if filled - count <= self.place.capacity / 2 {
            self.wake_writer(ring);
        }
        Ok(count)
    }

    fn wake_writer(&self, ring: impl Fn()) {
        let wants = self.place.memory.half_word(self.place.block + WANTS);
        fence(SeqCst);
        if wants.load(Relaxed) == 0 {
            return;
        }
        let wanted = wants.swap(0, Relaxed);
        if wanted & WANTS_BELL != 0 {
            ring();
        }
        if wanted & WANTS_FUTEX != 0 {
            // Fails for no word of a mapping.
            let _woken = futex::wake(wants, futex::Flags::empty(), i32::MAX as u32);
        }
    }

    /// Asks the writer to ring when it has written. To be followed by a fence and a look.
    pub(super) fn say_asleep(&self) {
        let asleep = self.place.memory.half_word(self.place.block + ASLEEP);
        if asleep.load(Relaxed) == 0 {
            asleep.store(1, Relaxed);
        }
    }
}
