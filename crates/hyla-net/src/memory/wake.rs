//! How two processes do not miss each other's wake-ups.
//!
//! Who is about to sleep says so, and then looks again whether there is something to do; who has changed something does
//! so, and then looks whether the other sleeps. Each side writes one word and reads the other's: without an order between the
//! two, both might read what was there before, and one sleep for ever. A store, even one with release, does not keep a later load
//! from being done first; an exchange or a fence does.
//!
//! `memory/models.rs` runs the ring with these functions in every order of steps that the memory model of the language allows.

use std::sync::atomic::Ordering::{Relaxed, Release, SeqCst};

use crate::sync::{AtomicU32, AtomicU64, fence};

/// The writer: all up to `end` is written. Whether the reader sleeps and is to be rung.
#[inline]
pub(super) fn publish(tail: &AtomicU64, asleep: &AtomicU32, end: u64) -> bool {
    // An exchange is quicker than a store and a fence.
    tail.swap(end, SeqCst);
    asleep.load(SeqCst) != 0 && asleep.swap(0, Relaxed) != 0
}

/// The reader is about to sleep: asks to be rung. To be followed by a fence and a look at the tail.
#[inline]
pub(super) fn say_asleep(asleep: &AtomicU32) {
    if asleep.load(Relaxed) == 0 {
        asleep.store(1, Relaxed);
    }
}

/// The reader: all up to `head` is read. To be followed by [`take_wants`], if there is much room.
#[inline]
pub(super) fn consume(head: &AtomicU64, read: u64) {
    head.store(read, Release);
}

/// What the writer waits for room with; it is to be told of it.
#[inline]
pub(super) fn take_wants(wants: &AtomicU32) -> u32 {
    fence(SeqCst);
    match wants.load(Relaxed) {
        0 => 0,
        _ => wants.swap(0, Relaxed),
    }
}

/// The writer is about to sleep until there is room: says with what it is to be woken. Whether there is none yet.
#[inline]
pub(super) fn say_wants(wants: &AtomicU32, with: u32, has_room: impl FnOnce() -> bool) -> bool {
    wants.fetch_or(with, Relaxed);
    fence(SeqCst);
    !has_room()
}
