//! A bare ring of bytes between two processes: no frames, no channels.

use std::io;
use std::sync::Arc;
use std::sync::atomic::Ordering::{AcqRel, Acquire, Relaxed, Release, SeqCst};
use std::sync::atomic::{AtomicU32, fence};

use rustix::thread::futex;

use super::memory::SharedMemory;

/// Bytes that are on their way at most.
const CAPACITY: usize = 1 << 20;
/// How much is written before the reader is told.
const PIECE: usize = 64 << 10;

// Words of the header, two cache lines apart, as processors fetch them in pairs.
const TAIL: usize = 0;
const HEAD: usize = 128;
const BELL_OF_READER: usize = 256;
const BELL_OF_WRITER: usize = 384;
const WRITERS: usize = 512;
const READERS: usize = 516;
const DATA: usize = 4096;

/// How a side waits for the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Waits {
    /// Sleeps in the kernel until it is woken.
    Futex,
    /// Looks again and again, and lets others have the processor in between.
    Yield,
}

/// Memory for one ring.
///
/// # Errors
/// What the system says.
pub fn memory() -> io::Result<SharedMemory> {
    SharedMemory::new(DATA + CAPACITY)
}

/// One end, with what both have in common.
#[derive(Debug)]
struct End {
    memory: Arc<SharedMemory>,
    position: u64,
    waits: Waits,
}

impl End {
    /// Takes the end whose count is at `claims`: each is given away once, so that nobody else moves its position.
    fn claim(memory: Arc<SharedMemory>, waits: Waits, claims: usize) -> io::Result<Self> {
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
            waits,
        })
    }

    fn bell(&self, at: usize) -> &AtomicU32 {
        self.memory.half_word(at)
    }

    /// Waits until `ready`; a bell is 1 while a futex waits on it.
    fn wait(&self, bell: usize, ready: impl Fn() -> bool) {
        while !ready() {
            match self.waits {
                Waits::Yield => std::thread::yield_now(),
                Waits::Futex => {
                    let bell = self.bell(bell);
                    bell.store(1, Relaxed);
                    fence(SeqCst);
                    if !ready() {
                        // Woken, or too late to sleep: looks again.
                        let _why = futex::wait(bell, futex::Flags::empty(), 1, None);
                    }
                    bell.store(0, Relaxed);
                }
            }
        }
    }

    fn wake(&self, bell: usize) {
        if self.waits == Waits::Futex {
            let bell = self.bell(bell);
            fence(SeqCst);
            if bell.load(Relaxed) != 0 {
                bell.store(0, Relaxed);
                let _woken = futex::wake(bell, futex::Flags::empty(), 1);
            }
        }
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
    pub fn new(memory: Arc<SharedMemory>, waits: Waits) -> io::Result<Self> {
        End::claim(memory, waits, WRITERS).map(Self)
    }

    /// Writes all bytes; waits where there is no room. Never returns if the reader has gone: who starts processes sees
    /// to it that they end together.
    pub fn write(&mut self, mut bytes: &[u8]) {
        let Self(end) = self;
        while !bytes.is_empty() {
            let piece = bytes.len().min(PIECE);
            let need = end.position + piece as u64;
            let head = end.memory.word(HEAD);
            end.wait(BELL_OF_WRITER, || {
                need.saturating_sub(head.load(Acquire)) <= CAPACITY as u64
            });
            // The reader has read what was there, and reads here again only after the tail has moved.
            let at = end.position as usize % CAPACITY;
            let first = piece.min(CAPACITY - at);
            end.memory.put(DATA + at, &bytes[..first]);
            end.memory.put(DATA, &bytes[first..piece]);
            end.position = need;
            end.memory.word(TAIL).store(need, Release);
            end.wake(BELL_OF_READER);
            bytes = &bytes[piece..];
        }
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
    pub fn new(memory: Arc<SharedMemory>, waits: Waits) -> io::Result<Self> {
        End::claim(memory, waits, READERS).map(Self)
    }

    /// Fills `into`; waits where there is too little. Never returns if the writer has gone.
    pub fn read(&mut self, mut into: &mut [u8]) {
        let Self(end) = self;
        while !into.is_empty() {
            let position = end.position;
            let tail = end.memory.word(TAIL);
            end.wait(BELL_OF_READER, || tail.load(Acquire) != position);
            let there = tail.load(Acquire).wrapping_sub(position) as usize;
            // No more than fits, whatever another process has written into the tail.
            let piece = there.min(into.len()).min(CAPACITY);
            let at = position as usize % CAPACITY;
            let first = piece.min(CAPACITY - at);
            end.memory.get(DATA + at, &mut into[..first]);
            end.memory.get(DATA, &mut into[first..piece]);
            end.position = position.wrapping_add(piece as u64);
            end.memory.word(HEAD).store(end.position, Release);
            end.wake(BELL_OF_WRITER);
            into = &mut into[piece..];
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_come_out_as_they_went_in_however_they_are_cut() {
        for waits in [Waits::Futex, Waits::Yield] {
            let memory = Arc::new(memory().unwrap());
            let other = Arc::new(SharedMemory::open(memory.address()).unwrap());
            let mut writer = Writer::new(memory, waits).unwrap();
            let mut reader = Reader::new(other, waits).unwrap();
            // More than the ring holds, several times.
            let sent: Vec<u8> = (0..5 << 20).map(|at: u32| (at % 251) as u8).collect();
            let copy = sent.clone();

            let thread = std::thread::spawn(move || {
                for part in copy.chunks(100_003) {
                    writer.write(part);
                }
            });
            let mut came = vec![0; sent.len()];
            for part in came.chunks_mut(70_001) {
                reader.read(part);
            }

            thread.join().unwrap();
            assert!(came == sent, "{waits:?}");
        }
    }

    #[test]
    fn each_end_is_given_away_once() {
        let memory = Arc::new(memory().unwrap());
        let _writer = Writer::new(Arc::clone(&memory), Waits::Futex).unwrap();
        let _reader = Reader::new(Arc::clone(&memory), Waits::Futex).unwrap();

        assert!(Writer::new(Arc::clone(&memory), Waits::Futex).is_err());
        assert!(Reader::new(memory, Waits::Futex).is_err());
        let small = Arc::new(SharedMemory::new(4096).unwrap());
        assert!(Reader::new(small, Waits::Futex).is_err());
    }
}
