//! A ring of bytes in shared memory with one writer and one reader, which may be different
//! processes.
//!
//! Each side keeps its own position in private memory and only publishes it. The peer's position is
//! trusted within limits: at most a full ring between the two.
//!
//! A *window* at the beginning of the capacity is used: 32 KiB at first; all of it once that was
//! too small and the process has budget left; and the small one again when the writer has been
//! quiet for some seconds, which returns the rest to the system. Only the writer changes the
//! window, and only while the ring is empty: so both sides see every byte in the same place.
//!
//! Why no wake-up is lost: [`super::wake`].

use std::io::{self, ErrorKind};
use std::sync::Arc;
use std::sync::atomic::Ordering::{Acquire, Relaxed, SeqCst};
use std::time::Duration;

use super::budget::MemoryBudget;
use super::mapping::Mapping;
use super::slots::SharedSlots;
use super::wake;
use crate::board::Board;
use crate::sync::{AtomicBool, AtomicU32, AtomicU64, AtomicUsize, fence, futex_wait, futex_wake};

/// Bytes in front of the two rings.
const HEADER_BYTES: usize = 4096;

/// One ring's part of the header; each of its words has its own pair of cache lines.
const BLOCK: usize = 512;
const TAIL: usize = 0;
/// Beside the tail, since the reader needs both.
const WINDOW: usize = 8;
const HEAD: usize = 128;
const ASLEEP: usize = 256;
const WANTS: usize = 384;

/// The boards, behind the blocks of the rings; each has its own pair of cache lines.
const BOARDS: usize = 1024;
const BOARD_BYTES: usize = 128;

/// How much each side has passed by the socket, behind the boards.
const PASSED: usize = BOARDS + 2 * BOARD_BYTES;

/// Whether each side reads frames where they lie, behind the numbers of tables.
const RESOLVES: usize = PASSED + 64;

/// It could read frames, and it can.
pub(super) const READS_FRAMES: u64 = 1;
pub(super) const HAS_MEMORY: u64 = 2;

/// Places of frames that each side needs no more; each set has its own pair of cache lines.
const RELEASED: usize = 1536;

/// Most bytes between two updates of the tail.
const STRIDE: usize = 32 << 10;

/// Up to this length, cache lines are prefetched for writing; for longer data, processors do so by
/// themselves.
const SHORT: usize = 512;

/// Smallest window, or all of a smaller ring.
pub(super) const LEAST_WINDOW: usize = 32 << 10;

/// A writer that wrote no more than the smallest window between two checks was quiet; after this
/// many quiet checks in a row it shrinks its window.
const QUIET_LOOKS: usize = 8;

/// How a writer waits for room: by its wake-up descriptor, a futex, or both.
const WANTS_BELL: u32 = 1;
const WANTS_FUTEX: u32 = 2;

/// One of the two rings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Direction {
    /// From the side that connected.
    There,
    /// To it.
    Back,
}

impl Direction {
    /// That of the other side.
    pub(super) fn other(self) -> Self {
        match self {
            Self::There => Self::Back,
            Self::Back => Self::There,
        }
    }
}

/// Bytes that two rings take.
pub(super) fn mapping_bytes(ring_bytes: usize) -> usize {
    HEADER_BYTES + 2 * ring_bytes
}

/// The board of the side that writes in that direction.
#[inline]
pub(super) fn board(memory: &Mapping, direction: Direction) -> Board<'_> {
    let at = match direction {
        Direction::There => BOARDS,
        Direction::Back => BOARDS + BOARD_BYTES,
    };
    Board(memory.words(at))
}

/// How many tables, and memories of frames, the side that writes in that direction has passed by the socket.
pub(super) fn passed(memory: &Mapping, direction: Direction) -> &AtomicU64 {
    let at = match direction {
        Direction::There => PASSED,
        Direction::Back => PASSED + 8,
    };
    memory.word(at)
}

/// Whether the side that writes in that direction reads frames where they lie: not 0, [`HAS_MEMORY`] as soon as it has the
/// memory of the other side's frames.
pub(super) fn resolves(memory: &Mapping, direction: Direction) -> &AtomicU64 {
    let at = match direction {
        Direction::There => RESOLVES,
        Direction::Back => RESOLVES + 8,
    };
    memory.word(at)
}

/// Where the side that writes in that direction says which places of the other side's frames it needs no more.
pub(super) fn released(memory: &Mapping, direction: Direction) -> &SharedSlots {
    let at = match direction {
        Direction::There => RELEASED,
        Direction::Back => RELEASED + 128,
    };
    memory.words(at)
}

/// Position of a ring in the memory.
#[derive(Debug)]
struct RingIndex {
    memory: Arc<Mapping>,
    block: usize,
    data: usize,
    /// The largest window. A power of two, like all windows.
    capacity: usize,
}

impl RingIndex {
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

    #[inline]
    fn tail(&self) -> &AtomicU64 {
        self.memory.word(self.block + TAIL)
    }

    #[inline]
    fn head(&self) -> &AtomicU64 {
        self.memory.word(self.block + HEAD)
    }

    #[inline]
    fn window(&self) -> &AtomicU64 {
        self.memory.word(self.block + WINDOW)
    }

    fn least_window(&self) -> usize {
        LEAST_WINDOW.min(self.capacity)
    }

    /// Offset of the byte at that position, and the bytes up to the end of the window.
    #[inline]
    fn at(&self, position: u64, window: usize) -> (usize, usize) {
        let offset = position as usize & (window - 1);
        (self.data + offset, window - offset)
    }
}

fn damaged() -> io::Error {
    io::Error::new(ErrorKind::InvalidData, "the peer damaged the ring")
}

/// Bytes between two positions, one of them from the peer.
#[inline]
fn between(head: u64, tail: u64, window: usize) -> io::Result<usize> {
    let filled = tail.wrapping_sub(head);
    if filled > window as u64 {
        return Err(damaged());
    }
    Ok(filled as usize)
}

/// The writing side. One thread at a time writes; others may wait for room meanwhile.
#[derive(Debug)]
pub(super) struct Writer {
    place: RingIndex,
    tail: AtomicU64,
    /// Head at the writing thread's last look. Only that thread uses it: another thread's look may
    /// be older.
    seen_head: AtomicU64,
    /// Found the ring full and waits for a signal.
    stuck: AtomicBool,
    /// The window, as in the header. Changed by the writing thread.
    window: AtomicUsize,
    /// The window to change to as soon as the ring is empty.
    wanted: AtomicUsize,
    /// Position at the last check, and the number of quiet checks in a row.
    looked: AtomicU64,
    quiet: AtomicUsize,
    budget: MemoryBudget,
}

impl Writer {
    pub(super) fn new(
        memory: &Arc<Mapping>,
        direction: Direction,
        capacity: usize,
        budget: MemoryBudget,
    ) -> Self {
        let place = RingIndex::new(memory, direction, capacity);
        let window = place.least_window();
        place.window().store(window as u64, Relaxed);
        Self {
            place,
            tail: AtomicU64::new(0),
            seen_head: AtomicU64::new(0),
            stuck: AtomicBool::new(false),
            window: AtomicUsize::new(window),
            wanted: AtomicUsize::new(window),
            looked: AtomicU64::new(0),
            quiet: AtomicUsize::new(0),
            budget,
        }
    }

    /// Writes as much of `bytes` as there is room for; calls `ring` if the reader sleeps. Without
    /// any room, the reader will signal when half of it is free.
    ///
    /// # Errors
    /// `WouldBlock` if there is no room, `InvalidData` if the peer damaged the ring.
    #[inline]
    pub(super) fn write(&self, mut bytes: &[u8], ring: impl Fn()) -> io::Result<usize> {
        let whole = bytes.len();
        while !bytes.is_empty() {
            if self.wanted.load(Relaxed) != self.window.load(Relaxed) {
                self.change_window();
            }
            let room = self.room_for(bytes.len().min(STRIDE))?;
            if room == 0 {
                self.want_more();
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
            self.append(now, &ring);
            bytes = rest;
        }
        self.stuck.store(false, Relaxed);
        Ok(whole - bytes.len())
    }

    /// Calls `ring` if the reader sleeps.
    #[inline]
    fn append(&self, bytes: &[u8], ring: impl Fn()) {
        let tail = self.tail.load(Relaxed);
        let (at, until_end) = self.place.at(tail, self.window.load(Relaxed));
        let (first, second) = bytes.split_at(bytes.len().min(until_end));
        self.place.memory.put(at, first);
        if !second.is_empty() {
            self.place.memory.put(self.place.data, second);
        }
        let tail = tail.wrapping_add(bytes.len() as u64);
        self.tail.store(tail, Relaxed);
        let asleep = self.place.memory.half_word(self.place.block + ASLEEP);
        if wake::publish(self.place.tail(), asleep, tail) {
            ring();
        }
        if bytes.len() <= SHORT {
            // The next write probably has the same length.
            let (at, until_end) = self.place.at(tail, self.window.load(Relaxed));
            let count = bytes.len().min(until_end);
            self.place.memory.prepare_to_put(at, count);
        }
    }

    /// Whether the reader sleeps and must be signalled. A fence comes before.
    pub(super) fn takes_asleep(&self) -> bool {
        wake::takes_asleep(self.place.memory.half_word(self.place.block + ASLEEP))
    }

    /// Free bytes; reads the peer's head only if fewer than `wanted` are known.
    #[inline]
    fn room_for(&self, wanted: usize) -> io::Result<usize> {
        let tail = self.tail.load(Relaxed);
        let window = self.window.load(Relaxed);
        let known = between(self.seen_head.load(Relaxed), tail, window)?;
        if window - known >= wanted {
            return Ok(window - known);
        }
        let head = self.place.head().load(Acquire);
        let filled = between(head, tail, window)?;
        self.seen_head.store(head, Relaxed);
        Ok(window - filled)
    }

    /// The window was too small: requests a larger one, if the budget permits.
    fn want_more(&self) {
        let window = self.window.load(Relaxed);
        let wanted = self.wanted.load(Relaxed);
        if wanted > window {
            return;
        }
        if wanted < window {
            // The ring was quiet, and is not any more.
            self.wanted.store(window, Relaxed);
        }
        let mut larger = self.place.capacity;
        while larger > window {
            if self.budget.take(larger - window) {
                self.wanted.store(larger, Relaxed);
                return;
            }
            larger /= 2;
        }
    }

    /// Changes to the requested window if the ring is empty. Returns the rest of a smaller window
    /// to the system.
    fn change_window(&self) {
        let tail = self.tail.load(Relaxed);
        if self.place.head().load(Acquire) != tail {
            return;
        }
        self.seen_head.store(tail, Relaxed);
        let (window, wanted) = (self.window.load(Relaxed), self.wanted.load(Relaxed));
        self.window.store(wanted, Relaxed);
        // The reader sees it no later than the first byte written in it.
        self.place.window().store(wanted as u64, Relaxed);
        if wanted < window {
            self.place
                .memory
                .forget(self.place.data + wanted, window - wanted);
            self.budget.give_back(window - wanted);
        }
    }

    /// Call this periodically, on one thread at a time: a writer that has been quiet for long
    /// shrinks its window, at once if `is_free` says that nobody writes meanwhile, else at its next write.
    pub(super) fn look(&self, is_free: bool) {
        let tail = self.tail.load(Relaxed);
        let written = tail.wrapping_sub(self.looked.swap(tail, Relaxed));
        let (window, least) = (self.window.load(Relaxed), self.place.least_window());
        if written > least as u64 || window == least {
            self.quiet.store(0, Relaxed);
            return;
        }
        let quiet = self.quiet.load(Relaxed) + 1;
        self.quiet.store(quiet, Relaxed);
        if quiet >= QUIET_LOOKS {
            // Unless the writing thread requests more at this moment.
            let _wants = self
                .wanted
                .compare_exchange(window, least, Relaxed, Relaxed);
            if is_free {
                self.change_window();
            }
        }
    }

    /// For any thread. Reads the head first: bytes read by then were written before, so that the
    /// tail seen here is not older. The tail may be newer, and the ring look too full by the bytes
    /// written in between.
    #[inline]
    fn filled(&self) -> usize {
        let head = self.place.head().load(Acquire);
        let tail = self.tail.load(Relaxed);
        let filled = between(head, tail, self.place.capacity);
        filled.unwrap_or(self.place.capacity)
    }

    /// Bytes outside of the window.
    pub(super) fn unused(&self) -> usize {
        self.place.capacity - self.window.load(Relaxed)
    }

    /// Whether half of the window is free.
    pub(super) fn has_much_room(&self) -> bool {
        self.filled() <= self.window.load(Relaxed) / 2
    }

    /// Requests a signal for room; `false` if there is room already.
    fn sleep_unless_room(&self, with: u32) -> bool {
        wake::say_wants(self.wants(), with, || self.has_much_room())
    }

    /// Whether a write found no room and would find some now.
    #[inline]
    pub(super) fn has_room_again(&self) -> bool {
        self.stuck.load(Relaxed) && self.has_much_room()
    }

    /// Blocks until half of the ring is free, at most for that long. For threads other than the
    /// owner of the endpoint.
    pub(super) fn wait_for_room(&self, at_most: Duration) {
        if self.sleep_unless_room(WANTS_FUTEX) {
            let wants = self.wants();
            let now = wants.load(Relaxed);
            if now & WANTS_FUTEX == 0 {
                return;
            }
            futex_wait(wants, now, at_most);
        }
    }

    fn wants(&self) -> &AtomicU32 {
        self.place.memory.half_word(self.place.block + WANTS)
    }
}

impl Drop for Writer {
    fn drop(&mut self) {
        let most = self.window.load(Relaxed).max(self.wanted.load(Relaxed));
        self.budget.give_back(most - self.place.least_window());
    }
}

/// The reading side. Used by one thread at a time.
#[derive(Debug)]
pub(super) struct Reader {
    place: RingIndex,
    head: AtomicU64,
    /// Position at which a waiting writer was last looked for.
    looked: AtomicU64,
}

impl Reader {
    pub(super) fn new(memory: &Arc<Mapping>, direction: Direction, capacity: usize) -> Self {
        Self {
            place: RingIndex::new(memory, direction, capacity),
            head: AtomicU64::new(0),
            looked: AtomicU64::new(0),
        }
    }

    /// Whether there is data, or damage to report.
    #[inline]
    pub(super) fn has_input(&self) -> bool {
        self.place.tail().load(Relaxed) != self.head.load(Relaxed)
    }

    /// Bytes read so far.
    pub(super) fn bytes_read(&self) -> u64 {
        self.head.load(Relaxed)
    }

    /// Whether a quarter of the window is full, or damaged.
    pub(super) fn is_filling(&self) -> bool {
        let filled = self.filled(self.head.load(Relaxed));
        filled.map_or(true, |(filled, window)| filled > window / 4)
    }

    /// Copies available bytes to `into`, as far as they fit; calls `ring` if the writer waits for
    /// room.
    ///
    /// # Errors
    /// `InvalidData` if the peer damaged the ring.
    #[inline]
    pub(super) fn read(&self, into: &mut [u8], ring: impl Fn()) -> io::Result<usize> {
        self.take(into.len(), ring, |at, count, done| {
            self.place.memory.get(at, &mut into[done..done + count]);
        })
    }

    /// As [`Self::read`], but takes nothing where more than `most` bytes are there.
    ///
    /// # Errors
    /// `InvalidData` if the peer damaged the ring.
    #[inline]
    pub(super) fn read_few(
        &self,
        into: &mut [u8],
        most: usize,
        ring: impl Fn(),
    ) -> io::Result<usize> {
        let (filled, window) = self.filled(self.head.load(Relaxed))?;
        if filled > most.min(into.len()) {
            return Ok(0);
        }
        self.take_of((filled, window), filled, ring, |at, count, done| {
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

    /// Copies the next bytes to `into` and leaves them in the ring; `false` if there are fewer.
    ///
    /// # Errors
    /// `InvalidData` if the peer damaged the ring.
    pub(super) fn peek(&self, into: &mut [u8]) -> io::Result<bool> {
        let head = self.head.load(Relaxed);
        let (filled, window) = self.filled(head)?;
        if filled < into.len() {
            return Ok(false);
        }
        let (at, until_end) = self.place.at(head, window);
        let (first, second) = into.split_at_mut(into.len().min(until_end));
        self.place.memory.get(at, first);
        self.place.memory.get(self.place.data, second);
        Ok(true)
    }

    #[inline]
    fn take(
        &self,
        at_most: usize,
        ring: impl Fn(),
        copy: impl FnMut(usize, usize, usize),
    ) -> io::Result<usize> {
        let filled = self.filled(self.head.load(Relaxed))?;
        self.take_of(filled, at_most, ring, copy)
    }

    #[inline]
    fn take_of(
        &self,
        (filled, window): (usize, usize),
        at_most: usize,
        ring: impl Fn(),
        mut copy: impl FnMut(usize, usize, usize),
    ) -> io::Result<usize> {
        let head = self.head.load(Relaxed);
        let count = filled.min(at_most);
        if count == 0 {
            return Ok(0);
        }
        let (at, until_end) = self.place.at(head, window);
        let first = count.min(until_end);
        copy(at, first, 0);
        if count > first {
            copy(self.place.data, count - first, first);
        }
        let head = head.wrapping_add(count as u64);
        self.head.store(head, Relaxed);
        wake::consume(self.place.head(), head);
        // A fence for each read would be a tenth of an exchange. A writer that waits has seen a head more than half a window behind
        // its tail: once all is read, at least one look was behind that head, and sees the request.
        let since = head.wrapping_sub(self.looked.load(Relaxed));
        if filled - count <= window / 2 && since >= window as u64 / 4 {
            self.looked.store(head, Relaxed);
            self.wake_writer(ring);
        }
        Ok(count)
    }

    /// Number of available bytes, and their window, which does not change while there are any.
    fn filled(&self, head: u64) -> io::Result<(usize, usize)> {
        let tail = self.place.tail().load(Acquire);
        if tail == head {
            // There may be no writer yet.
            return Ok((0, self.place.least_window()));
        }
        let window = self.place.window().load(Relaxed) as usize;
        if !window.is_power_of_two() || window > self.place.capacity {
            return Err(damaged());
        }
        Ok((between(head, tail, window)?, window))
    }

    fn wake_writer(&self, ring: impl Fn()) {
        let wants = self.place.memory.half_word(self.place.block + WANTS);
        let wanted = wake::take_wants(wants);
        if wanted & WANTS_BELL != 0 {
            ring();
        }
        if wanted & WANTS_FUTEX != 0 {
            futex_wake(wants);
        }
    }

    /// Requests a signal of the writer's next write. A fence and a check must follow.
    pub(super) fn say_asleep(&self) {
        wake::say_asleep(self.place.memory.half_word(self.place.block + ASLEEP));
    }
}

/// Before a thread sleeps that reads and writes at these ends: peers signal their writes from now
/// on. `false` if one of them has written already, or made room.
pub(super) fn sleep_unless_input<'a>(
    ends: impl Iterator<Item = (&'a Reader, &'a Writer)> + Clone,
) -> bool {
    for (reader, _) in ends.clone() {
        reader.say_asleep();
    }
    fence(SeqCst);
    for (reader, writer) in ends {
        if reader.has_input() || writer.has_room_again() {
            return false;
        }
    }
    true
}
