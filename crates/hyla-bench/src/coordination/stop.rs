//! Stopping console or agent from another thread.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use super::Waker;

/// Asks a console or an agent to end in order.
#[derive(Clone, Default)]
pub struct Stop {
    stopped: Arc<AtomicBool>,
    waker: Arc<Mutex<Option<Waker>>>,
}

impl Stop {
    /// Ends it soon.
    pub fn stop(&self) {
        self.stopped.store(true, Ordering::SeqCst);
        let waker = self.waker.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(waker) = &*waker {
            waker.wake();
        }
    }

    /// Whether it is to end.
    pub fn is_stopped(&self) -> bool {
        self.stopped.load(Ordering::SeqCst)
    }

    /// Also wakes this member.
    pub(crate) fn wakes(&self, waker: Waker) {
        let mut known = self.waker.lock().unwrap_or_else(PoisonError::into_inner);
        *known = Some(waker);
    }
}
