//! Watchdog of a federate: ends one that was stopped, or that hangs.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use super::clock::{self, MILLISECOND};

/// Additional time, beyond its timeout, that a federate may stay in one call of the RTI.
const GRACE_MS: u64 = 10_000;

/// Stops a federate, and observes its progress. Clones are the same one.
#[derive(Clone, Debug, Default)]
pub struct Watch(Arc<Watched>);

#[derive(Debug, Default)]
struct Watched {
    stopped: AtomicBool,
    /// Last progress of the federate.
    beat: AtomicU64,
    ended: AtomicBool,
}

impl Watch {
    /// The federate leaves in order, soon.
    pub fn stop(&self) {
        self.0.stopped.store(true, Ordering::Relaxed);
    }

    pub(super) fn is_stopped(&self) -> bool {
        self.0.stopped.load(Ordering::Relaxed)
    }

    /// Records progress.
    pub(super) fn beat(&self) {
        self.0.beat.store(clock::now(), Ordering::Relaxed);
    }

    pub(super) fn end(&self) {
        self.0.ended.store(true, Ordering::Relaxed);
    }

    /// Calls `hangs` with the milliseconds when a federate with that timeout has been in one call
    /// for too long.
    pub(super) fn over(&self, timeout_ms: u64, hangs: impl FnOnce(u64) + Send + 'static) {
        self.beat();
        let watched = self.0.clone();
        let limit_ms = timeout_ms.saturating_add(GRACE_MS);
        let limit = limit_ms.saturating_mul(MILLISECOND);
        std::thread::spawn(move || {
            while !watched.ended.load(Ordering::Relaxed) {
                let silent = clock::now().saturating_sub(watched.beat.load(Ordering::Relaxed));
                if silent > limit {
                    hangs(limit_ms);
                    return;
                }
                std::thread::sleep(Duration::from_millis(250));
            }
        });
    }
}
