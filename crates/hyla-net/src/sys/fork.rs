//! Closes connections in forked children.
//!
//! A child inherits copies of all descriptors. With a copy of a listening socket, callers of an
//! ended parent would be connected to nobody; with a copy of a connection, its end would not be
//! seen when the parent ends. So the child replaces all of them by `/dev/null`, and keeps their
//! numbers: closing one there later does not close something else.

use std::os::fd::{AsRawFd, RawFd};
use std::sync::Once;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering::Relaxed};

/// Most descriptors that are tracked; systems permit a process no more by default.
const MOST: usize = 1 << 20;

/// Descriptors not for children, a bit for each. In the child of a process with threads no lock may
/// be taken.
static KEPT: [AtomicU64; MOST / 64] = [const { AtomicU64::new(0) }; MOST / 64];

static FORKS: AtomicU32 = AtomicU32::new(0);

/// Number of forks between this process and the first process of this program that used channels.
/// Objects made at a lower number belong to another process.
#[must_use]
#[inline]
pub fn forks() -> u32 {
    FORKS.load(Relaxed)
}

/// Keeps a descriptor from children. Drop it before the descriptor is closed, since its number may
/// then be reused.
#[derive(Debug)]
pub(crate) struct KeptFromChildren(RawFd);

impl KeptFromChildren {
    pub(crate) fn new(descriptor: &impl AsRawFd) -> Self {
        static WATCH: Once = Once::new();
        WATCH.call_once(watch);
        let kept = Self(descriptor.as_raw_fd());
        if let Some((word, bit)) = kept.place() {
            word.fetch_or(bit, Relaxed);
        }
        kept
    }

    fn place(&self) -> Option<(&'static AtomicU64, u64)> {
        let number = usize::try_from(self.0).ok()?;
        Some((KEPT.get(number / 64)?, 1 << (number % 64)))
    }
}

impl Drop for KeptFromChildren {
    fn drop(&mut self) {
        if let Some((word, bit)) = self.place() {
            word.fetch_and(!bit, Relaxed);
        }
    }
}

#[expect(unsafe_code, reason = "nothing else tells of a fork")]
fn watch() {
    // SAFETY: the handler is there as long as the process, and does only what is allowed in a child.
    let refused = unsafe { libc::pthread_atfork(None, None, Some(in_child)) };
    if refused != 0 {
        tracing::warn!(
            "children of this process keep its connections open: there is no memory to detect forks"
        );
    }
}

#[expect(
    unsafe_code,
    reason = "of files, a child of a process with threads may only use system calls"
)]
extern "C" fn in_child() {
    FORKS.fetch_add(1, Relaxed);
    // SAFETY: a path that ends with a zero; the call needs no memory.
    let nothing = unsafe { libc::open(c"/dev/null".as_ptr(), libc::O_RDWR | libc::O_CLOEXEC) };
    for (at, word) in KEPT.iter().enumerate() {
        let mut kept = word.swap(0, Relaxed);
        while kept != 0 {
            let number = (at * 64) as RawFd + kept.trailing_zeros() as RawFd;
            kept &= kept - 1;
            // SAFETY: the descriptor is this crate's, as long as its bit is set; nothing in the child relies on what it is.
            unsafe {
                let _replaced = libc::dup2(nothing, number);
                let _not_for_other_programs = libc::fcntl(number, libc::F_SETFD, libc::FD_CLOEXEC);
            }
        }
    }
    if nothing >= 0 {
        // SAFETY: opened above, and nobody else's.
        let _closed = unsafe { libc::close(nothing) };
    }
}
