//! Messages of the partners to the first process.

use std::sync::mpsc::Receiver;
use std::thread::JoinHandle;
use std::time::Duration;

use super::figures::Figures;

/// Figures of partners, as they arrive.
#[derive(Debug)]
pub(super) struct PartnerResults {
    figures: Receiver<Figures>,
    pub(super) count: usize,
    guard: JoinHandle<()>,
}

impl PartnerResults {
    /// Figures of `count` partners; `guard` ends after them.
    pub(super) fn new(figures: Receiver<Figures>, count: usize, guard: JoinHandle<()>) -> Self {
        Self {
            figures,
            count,
            guard,
        }
    }

    /// The figures of one more partner within that time.
    pub(super) fn next(&self, within: Duration) -> Option<Figures> {
        self.figures.recv_timeout(within).ok()
    }

    /// Waits until the partners have ended, after all of them have reported.
    pub(super) fn finish(self) {
        let _ended = self.guard.join();
    }
}
