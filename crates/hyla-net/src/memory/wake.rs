//! Wake-ups between two processes, without lost ones.
//!
//! A thread that is about to sleep announces it, and then checks for work again; a thread that has
//! changed something does so, and then checks whether the other sleeps. Each side writes one word
//! and reads the other's: without an order between the two, both might read the old values, and one
//! sleep for ever. A store, even with release, does not keep a later load from being done first; an
//! exchange or a fence does.
//!
//! `memory/models.rs` runs the ring with these functions in every order of steps that the memory
//! model of the language permits.

use std::sync::atomic::Ordering::{Relaxed, Release, SeqCst};

use crate::sync::{AtomicU32, AtomicU64, fence};

/// The writer has written everything up to `end`. Gives whether the reader sleeps and must be
/// signalled.
#[inline]
pub(super) fn publish(tail: &AtomicU64, asleep: &AtomicU32, end: u64) -> bool {
    // An exchange is faster than a store and a fence.
    tail.swap(end, SeqCst);
    asleep.load(SeqCst) != 0 && asleep.swap(0, Relaxed) != 0
}

/// Something else than the tail has changed, and a fence came after it. Gives whether the reader sleeps and must be signalled.
#[inline]
pub(crate) fn takes_asleep(asleep: &AtomicU32) -> bool {
    asleep.load(Relaxed) != 0 && asleep.swap(0, Relaxed) != 0
}

/// The reader is about to sleep: requests a signal. A fence and a check of the tail must follow.
#[inline]
pub(crate) fn say_asleep(asleep: &AtomicU32) {
    if asleep.load(Relaxed) == 0 {
        asleep.store(1, Relaxed);
    }
}

/// The reader has read everything up to `head`. If there is much room, [`take_wants`] must follow.
#[inline]
pub(super) fn consume(head: &AtomicU64, read: u64) {
    head.store(read, Release);
}

/// How the writer waits for room; it must be notified.
#[inline]
pub(super) fn take_wants(wants: &AtomicU32) -> u32 {
    fence(SeqCst);
    match wants.load(Relaxed) {
        0 => 0,
        _ => wants.swap(0, Relaxed),
    }
}

/// The writer is about to sleep until there is room, and announces how to wake it. Gives whether
/// there is still none.
#[inline]
pub(super) fn say_wants(wants: &AtomicU32, with: u32, has_room: impl FnOnce() -> bool) -> bool {
    wants.fetch_or(with, Relaxed);
    fence(SeqCst);
    !has_room()
}
