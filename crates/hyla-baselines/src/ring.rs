//! A bare ring of bytes between two processes: no frames, no channels.
//!
//! Each side keeps what it last saw of the other, and looks again only where that is not enough: so a cache line moves
//! between the processors only when it has to.

use std::io;
use std::sync::Arc;
use std::sync::atomic::Ordering::{AcqRel, Acquire, Relaxed, Release, SeqCst};
use std::sync::atomic::fence;

use rustix::thread::futex;

use super::memory::SharedMemory;
use crate::wait::{Look, Waiter};
use crate::{WRITE_BYTES, Wait};

/// Bytes that are on their way at most: as many as a ring of Hyla holds.
pub const CAPACITY: usize = 1 << 20;
/// How much is written or read before the other side sees it, as in Hyla.
const STRIDE: usize = WRITE_BYTES;

// Words of the header, two cache lines apart, as processors fetch them in pairs.
const TAIL: usize = 0;
const HEAD: usize = 128;
const BELL_OF_READER: usize = 256;
const BELL_OF_WRITER: usize = 384;
const WRITERS: usize = 512;
const READERS: usize = 516;
const DATA: usize = 4096;

/// Memory for one ring.
///
/// # Errors
/// Those of the system.
pub fn memory() -> io::Result<SharedMemory> {
    SharedMemory::new(DATA + CAPACITY)
}

/// One end, with what both have in common.
#[derive(Debug)]
struct End {
    memory: Arc<SharedMemory>,
    position: u64,
    /// How far the other side knows of it.
    told: u64,
    /// Position of the other side at the last reading.
    seen: u64,
    gathers: bool,
    waiter: Waiter,
}

impl End {
    /// Takes the end whose count is at `claims`: each is given away once, so its position has one owner.
    fn claim(memory: Arc<SharedMemory>, wait: Wait, claims: usize) -> io::Result<Self> {
        if memory.length() != DATA + CAPACITY {
            return Err(io::Error::new(io::ErrorKind::InvalidData, "not a ring"));
        }
        if memory.half_word(claims).fetch_add(1, AcqRel) != 0 {
            let taken = "this end of the ring is in use";
            return Err(io::Error::new(io::ErrorKind::AddrInUse, taken));
        }
        Ok(Self {
            memory,
            position: 0,
            told: 0,
            seen: 0,
            gathers: wait.gathers(),
            waiter: Waiter::new(wait, Look::Memory),
        })
    }

    /// Waits until the other side's position is `enough`, and keeps it; the bell is 1 while a futex waits on it.
    fn wait(&mut self, other: usize, bell: usize, enough: impl Fn(u64) -> bool) {
        let memory = &self.memory;
        let other = memory.word(other);
        let look = || Some(other.load(Acquire)).filter(|at| enough(*at));
        let mut found = look().or_else(|| self.waiter.look(look));
        let bell = memory.half_word(bell);
        while found.is_none() {
            bell.store(1, Relaxed);
            fence(SeqCst);
            found = look();
            if found.is_none() {
                // Woken, or too late to sleep: looks again.
                let _why = futex::wait(bell, futex::Flags::empty(), 1, None);
                found = look();
            }
            bell.store(0, Relaxed);
        }
        self.seen = found.unwrap_or(self.seen);
    }

    /// Writes the position for the other side, and wakes it if it sleeps.
    fn tell(&mut self, own: usize, bell: usize) {
        if self.told == self.position {
            return;
        }
        self.told = self.position;
        self.memory.word(own).store(self.position, Release);
        let bell = self.memory.half_word(bell);
        fence(SeqCst);
        if bell.load(Relaxed) != 0 {
            bell.store(0, Relaxed);
            let _woken = futex::wake(bell, futex::Flags::empty(), 1);
        }
    }

    /// Whether a notification of the other side is due.
    fn is_due(&self) -> bool {
        !self.gathers || self.position.wrapping_sub(self.told) >= STRIDE as u64
    }
}

/// The end that bytes go into.
#[derive(Debug)]
pub struct Writer(End);

impl Writer {
    /// The writing end of the ring in `memory`.
    ///
    /// # Errors
    /// `AddrInUse` if there was one before, `InvalidData` if this is no memory of [`memory`].
    pub fn new(memory: Arc<SharedMemory>, wait: Wait) -> io::Result<Self> {
        End::claim(memory, wait, WRITERS).map(Self)
    }

    /// Writes all bytes; waits where there is no room. A batching writer notifies the reader after 32 KiB, or at
    /// [`Self::flush`]. Never returns if the reader has gone: the parent has to end both processes together.
    pub fn write(&mut self, mut bytes: &[u8]) {
        while !bytes.is_empty() {
            let Self(end) = &mut *self;
            let piece = bytes.len().min(STRIDE);
            let need = end.position + piece as u64;
            let fits = |head: u64| need.saturating_sub(head) <= CAPACITY as u64;
            if !fits(end.seen) {
                // The reader may wait for what was gathered.
                end.tell(TAIL, BELL_OF_READER);
                end.wait(HEAD, BELL_OF_WRITER, fits);
            }
            // The reader has read what was there, and reads here again only after the tail has moved.
            let at = end.position as usize % CAPACITY;
            let first = piece.min(CAPACITY - at);
            end.memory.put(DATA + at, &bytes[..first]);
            end.memory.put(DATA, &bytes[first..piece]);
            end.position = need;
            if end.is_due() {
                end.tell(TAIL, BELL_OF_READER);
            }
            bytes = &bytes[piece..];
        }
    }

    /// Notifies the reader of all written bytes.
    pub fn flush(&mut self) {
        self.0.tell(TAIL, BELL_OF_READER);
    }
}

/// The end that bytes come out of.
#[derive(Debug)]
pub struct Reader(End);

impl Reader {
    /// The reading end of the ring in `memory`.
    ///
    /// # Errors
    /// `AddrInUse` if there was one before, `InvalidData` if this is no memory of [`memory`].
    pub fn new(memory: Arc<SharedMemory>, wait: Wait) -> io::Result<Self> {
        End::claim(memory, wait, READERS).map(Self)
    }

    /// Fills `into`; waits where there is too little. Never returns if the writer has gone.
    pub fn read(&mut self, mut into: &mut [u8]) {
        while !into.is_empty() {
            let Self(end) = &mut *self;
            let position = end.position;
            if end.seen == position {
                // The writer may wait for room.
                end.tell(HEAD, BELL_OF_WRITER);
                end.wait(TAIL, BELL_OF_READER, |tail| tail != position);
            }
            let there = end.seen.wrapping_sub(position) as usize;
            // No more than fits, independent of the value that another process has written into the tail.
            let piece = there.min(into.len()).min(STRIDE);
            let at = position as usize % CAPACITY;
            let first = piece.min(CAPACITY - at);
            end.memory.get(DATA + at, &mut into[..first]);
            end.memory.get(DATA, &mut into[first..piece]);
            end.position = position.wrapping_add(piece as u64);
            if end.is_due() {
                end.tell(HEAD, BELL_OF_WRITER);
            }
            into = &mut into[piece..];
        }
    }

    /// Whether bytes are there that need no waiting.
    #[must_use]
    pub fn has_more(&self) -> bool {
        let Self(end) = self;
        end.seen != end.position || end.memory.word(TAIL).load(Acquire) != end.position
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_come_out_as_they_went_in_however_they_are_cut() {
        crate::watchdog::watch(|| {
            for wait in Wait::ALL {
                let memory = Arc::new(memory().unwrap());
                let other = Arc::new(SharedMemory::open(memory.address()).unwrap());
                let mut writer = Writer::new(memory, wait).unwrap();
                let mut reader = Reader::new(other, wait).unwrap();
                // More than the ring holds, several times.
                let sent: Vec<u8> = (0..5 << 20).map(|at: u32| (at % 251) as u8).collect();
                let copy = sent.clone();

                let thread = std::thread::spawn(move || {
                    for part in copy.chunks(100_003) {
                        writer.write(part);
                    }
                    writer.flush();
                });
                let mut came = vec![0; sent.len()];
                for part in came.chunks_mut(70_001) {
                    reader.read(part);
                }

                thread.join().unwrap();
                assert!(came == sent, "{wait:?}");
                assert!(!reader.has_more());
            }
        });
    }

    #[test]
    fn what_a_batching_writer_gathers_is_seen_when_it_is_flushed() {
        let memory = Arc::new(memory().unwrap());
        let mut writer = Writer::new(Arc::clone(&memory), Wait::Batch).unwrap();
        let mut reader = Reader::new(memory, Wait::Batch).unwrap();

        writer.write(b"gathered");
        assert!(!reader.has_more());
        writer.flush();

        assert!(reader.has_more());
        let mut came = [0; 8];
        reader.read(&mut came);
        assert_eq!(&came, b"gathered");
    }

    #[test]
    fn each_end_is_given_away_once() {
        let memory = Arc::new(memory().unwrap());
        let _writer = Writer::new(Arc::clone(&memory), Wait::Block).unwrap();
        let _reader = Reader::new(Arc::clone(&memory), Wait::Block).unwrap();

        assert!(Writer::new(Arc::clone(&memory), Wait::Block).is_err());
        assert!(Reader::new(memory, Wait::Block).is_err());
        let small = Arc::new(SharedMemory::new(4096).unwrap());
        assert!(Reader::new(small, Wait::Block).is_err());
    }
}
