//! A barrier made of a futex in shared memory and nothing else.
#![allow(unsafe_code, reason = "shared memory without a crate of ours")]

use std::os::fd::{AsRawFd, BorrowedFd};
use std::process::Child;
use std::sync::atomic::AtomicU32;
use std::sync::atomic::Ordering::{AcqRel, Acquire, Relaxed, Release};

use rustix::fs::MemfdFlags;
use rustix::mm::{MapFlags, ProtFlags};
use rustix::thread::futex;

use crate::{barrier, slowest, spawn};

const BYTES: usize = 4096;

/// Microseconds for a round.
pub(crate) fn round(of: usize) -> f64 {
    // Not closed on exec: the children inherit it by its number.
    let memory = rustix::fs::memfd_create("barrier", MemfdFlags::empty()).expect("memory");
    rustix::fs::ftruncate(&memory, BYTES as u64).expect("memory");
    let number = memory.as_raw_fd().to_string();
    let mut children: Vec<Child> = (0..of).map(|i| spawn("futex", &number, i, of)).collect();
    slowest(&mut children)
}

/// A process that takes part.
pub(crate) fn futex(number: &str, of: usize) {
    let number: i32 = number.parse().expect("set by the parent");
    // SAFETY: inherited and open; the mapping replaces nothing and stays for ever.
    let base = unsafe {
        let memory = BorrowedFd::borrow_raw(number);
        let protection = ProtFlags::READ | ProtFlags::WRITE;
        rustix::mm::mmap(
            std::ptr::null_mut(),
            BYTES,
            protection,
            MapFlags::SHARED,
            memory,
            0,
        )
    };
    let base: *mut u32 = base.expect("memory").cast();
    // SAFETY: aligned, inside of the mapping, and used by atomics only; 32 words apart, so that they share no line.
    let (arrived, turn) = unsafe { (AtomicU32::from_ptr(base), AtomicU32::from_ptr(base.add(32))) };
    let all = u32::try_from(of).expect("few processes");
    barrier::measure(of, || {
        let now = turn.load(Acquire);
        if arrived.fetch_add(1, AcqRel) + 1 == all {
            arrived.store(0, Relaxed);
            turn.store(now.wrapping_add(1), Release);
            // More than that the kernel takes for a negative number, and wakes one.
            let _woken = futex::wake(turn, futex::Flags::empty(), i32::MAX as u32);
            return;
        }
        while turn.load(Acquire) == now {
            // Woken, or too late to sleep: looks again.
            let _why = futex::wait(turn, futex::Flags::empty(), now, None);
        }
    });
}
