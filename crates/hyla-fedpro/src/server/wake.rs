//! Waking a session's task from anywhere.

use std::cell::Cell;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll};

use futures_util::task::AtomicWaker;

/// A wake-up that is taken once, however often it was given; giving one that has not been taken yet costs
/// next to nothing.
#[derive(Default)]
pub(super) struct Wake {
    rung: AtomicBool,
    waker: AtomicWaker,
}

thread_local! {
    /// How many bells this thread has rung.
    static RINGS: Cell<u64> = const { Cell::new(0) };
}

impl Wake {
    /// Rings, on any thread.
    pub(super) fn ring(&self) {
        if !self.rung.swap(true, Ordering::AcqRel) {
            RINGS.set(RINGS.get().wrapping_add(1));
            self.waker.wake();
        }
    }

    /// A number that is another once this thread has rung a bell that was silent.
    pub(super) fn rings() -> u64 {
        RINGS.get()
    }

    /// Ready when a wake-up was given since the last one was taken.
    pub(super) fn poll_heard(&self, cx: &Context<'_>) -> Poll<()> {
        if self.heard() {
            return Poll::Ready(());
        }
        self.waker.register(cx.waker());
        // Rung between the first look and the registration, the waker was not there yet.
        if self.heard() {
            Poll::Ready(())
        } else {
            Poll::Pending
        }
    }

    fn heard(&self) -> bool {
        self.rung.load(Ordering::Relaxed) && self.rung.swap(false, Ordering::AcqRel)
    }
}
