//! Waking a session's task from anywhere.

use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll};

use futures_util::task::AtomicWaker;

/// A bell that is heard once however often it was rung; ringing one that has not been heard yet costs
/// next to nothing.
#[derive(Default)]
pub(super) struct Wake {
    rung: AtomicBool,
    waker: AtomicWaker,
}

impl Wake {
    /// Rings, on any thread.
    pub(super) fn ring(&self) {
        if !self.rung.swap(true, Ordering::AcqRel) {
            self.waker.wake();
        }
    }

    /// Ready when it was rung since it was last heard.
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
