//! A bare ring between two processes, to compare with: no frames, no channels, no safety.
#![allow(dead_code, unreachable_pub, reason = "each bench uses a part")]
#![allow(
    unsafe_code,
    clippy::unwrap_used,
    reason = "a bench may stop at anything odd"
)]

use std::os::fd::{AsRawFd, BorrowedFd, OwnedFd};
use std::sync::atomic::{
    AtomicU32, AtomicU64,
    Ordering::{Acquire, Relaxed, Release, SeqCst},
    fence,
};

use rustix::fs::MemfdFlags;
use rustix::mm::{MapFlags, ProtFlags};
use rustix::thread::futex;

const CAPACITY: usize = 1 << 20;
const HEADER: usize = 4096;
const LENGTH: usize = HEADER + CAPACITY;

/// How a side waits for the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Waits {
    Futex,
    Yield,
}

/// Memory that a child inherits.
pub fn memory() -> OwnedFd {
    let memory = rustix::fs::memfd_create("bench", MemfdFlags::empty()).unwrap();
    rustix::fs::ftruncate(&memory, LENGTH as u64).unwrap();
    memory
}

/// One direction. Each process uses one end of it.
pub struct BareRing {
    base: *mut u8,
    position: u64,
    waits: Waits,
}

// SAFETY: the memory is shared anyway; each end is used by one thread.
unsafe impl Send for BareRing {}

impl BareRing {
    pub fn new(memory: &OwnedFd, waits: Waits) -> Self {
        Self::inherited(memory.as_raw_fd(), waits)
    }

    pub fn inherited(memory: i32, waits: Waits) -> Self {
        // SAFETY: the descriptor is open in both processes, which the bench sees to; nothing that
        // is mapped is replaced.
        let base = unsafe {
            rustix::mm::mmap(
                std::ptr::null_mut(),
                LENGTH,
                ProtFlags::READ | ProtFlags::WRITE,
                MapFlags::SHARED,
                BorrowedFd::borrow_raw(memory),
                0,
            )
        };
        Self {
            base: base.unwrap().cast(),
            position: 0,
            waits,
        }
    }

    fn word(&self, at: usize) -> &AtomicU64 {
        // SAFETY: in the header, aligned.
        unsafe { AtomicU64::from_ptr(self.base.add(at).cast()) }
    }

    fn bell(&self, at: usize) -> &AtomicU32 {
        // SAFETY: in the header, aligned.
        unsafe { AtomicU32::from_ptr(self.base.add(at).cast()) }
    }

    fn tail(&self) -> &AtomicU64 {
        self.word(0)
    }

    fn head(&self) -> &AtomicU64 {
        self.word(128)
    }

    /// Waits until `ready`; `bell` is 1 while a futex waits on it.
    fn wait(&self, bell: usize, ready: impl Fn() -> bool) {
        while !ready() {
            match self.waits {
                Waits::Yield => std::thread::yield_now(),
                Waits::Futex => {
                    let bell = self.bell(bell);
                    bell.store(1, Relaxed);
                    fence(SeqCst);
                    if !ready() {
                        let _again = futex::wait(bell, futex::Flags::empty(), 1, None);
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
                futex::wake(bell, futex::Flags::empty(), 1).unwrap();
            }
        }
    }

    pub fn write(&mut self, mut bytes: &[u8]) {
        while !bytes.is_empty() {
            let piece = bytes.len().min(64 << 10);
            let need = self.position + piece as u64;
            self.wait(384, || need - self.head().load(Acquire) <= CAPACITY as u64);
            let at = self.position as usize % CAPACITY;
            let first = piece.min(CAPACITY - at);
            // SAFETY: inside the ring, and the reader has read what was there.
            unsafe {
                let data = self.base.add(HEADER);
                std::ptr::copy_nonoverlapping(bytes.as_ptr(), data.add(at), first);
                std::ptr::copy_nonoverlapping(bytes[first..].as_ptr(), data, piece - first);
            }
            self.position += piece as u64;
            self.tail().store(self.position, Release);
            self.wake(256);
            bytes = &bytes[piece..];
        }
    }

    pub fn read(&mut self, mut into: &mut [u8]) {
        while !into.is_empty() {
            let position = self.position;
            self.wait(256, || self.tail().load(Acquire) != position);
            let there = (self.tail().load(Acquire) - position) as usize;
            let piece = there.min(into.len());
            let at = position as usize % CAPACITY;
            let first = piece.min(CAPACITY - at);
            // SAFETY: inside the ring, and the writer has written it.
            unsafe {
                let data = self.base.add(HEADER);
                std::ptr::copy_nonoverlapping(data.add(at), into.as_mut_ptr(), first);
                std::ptr::copy_nonoverlapping(data, into[first..].as_mut_ptr(), piece - first);
            }
            self.position += piece as u64;
            self.head().store(self.position, Release);
            self.wake(384);
            into = &mut into[piece..];
        }
    }
}
