//! Atomics, locks and the futex, for state shared between threads or processes.
//!
//! In the library these are the types of `std` and the system's futex, renamed. In the unit tests
//! of this crate they are wrappers: on a thread of a [`model`] each call is a step that the model
//! orders, with a result chosen among those that the memory model of the language permits; on every
//! other thread a wrapper does what `std` does.

#[cfg(test)]
pub(crate) mod model;
#[cfg(test)]
mod wrapped;

#[cfg(not(test))]
#[cfg_attr(
    not(target_os = "linux"),
    allow(unused_imports, reason = "there are no rings elsewhere")
)]
pub(crate) use std::sync::{
    Condvar, Mutex, MutexGuard,
    atomic::{AtomicBool, AtomicU8, AtomicU32, AtomicU64, AtomicUsize, fence},
};
#[cfg(test)]
pub(crate) use wrapped::{
    AtomicBool, AtomicU8, AtomicU32, AtomicU64, AtomicUsize, Condvar, Mutex, MutexGuard, fence,
};

#[cfg(target_os = "linux")]
#[cfg(not(test))]
pub(crate) use system::{futex_wait, futex_wake};
#[cfg(target_os = "linux")]
#[cfg(test)]
pub(crate) use wrapped::{futex_wait, futex_wake};

/// The futex of the system, of words that processes share.
#[cfg(target_os = "linux")]
mod system {
    use std::sync::atomic::AtomicU32;
    use std::time::Duration;

    use rustix::thread::{Timespec, futex};

    /// Sleeps until the word is woken, unless its value is not `now`; at most for that long. May
    /// return early.
    #[inline]
    pub(crate) fn futex_wait(word: &AtomicU32, now: u32, at_most: Duration) {
        let timeout = Timespec {
            tv_sec: i64::try_from(at_most.as_secs()).unwrap_or(i64::MAX),
            tv_nsec: i64::from(at_most.subsec_nanos()),
        };
        // Woken, timed out, or the word has changed: the caller checks again in any case.
        let _why = futex::wait(word, futex::Flags::empty(), now, Some(&timeout));
    }

    /// Wakes all threads that sleep on the word.
    #[inline]
    pub(crate) fn futex_wake(word: &AtomicU32) {
        // Never fails for a word of a mapping.
        let _woken = futex::wake(word, futex::Flags::empty(), i32::MAX as u32);
    }
}
