//! How much memory the rings of a process may take beyond the least that each of them has.

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

/// What all writers of this process have taken.
static TAKEN: AtomicUsize = AtomicUsize::new(0);

/// A limit, and what is taken of it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Allowance {
    limit: usize,
    taken: &'static AtomicUsize,
}

impl Allowance {
    /// That of the process.
    pub(super) fn of_process(limit: usize) -> Self {
        Self {
            limit,
            taken: &TAKEN,
        }
    }

    #[cfg(test)]
    pub(super) fn new(limit: usize) -> Self {
        Self {
            limit,
            taken: Box::leak(Box::default()),
        }
    }

    /// Takes that many bytes; `false` if it would be more than is allowed.
    pub(super) fn take(&self, bytes: usize) -> bool {
        let limit = self.limit;
        let add = |taken: usize| taken.checked_add(bytes).filter(|sum| *sum <= limit);
        self.taken.fetch_update(Relaxed, Relaxed, add).is_ok()
    }

    pub(super) fn give_back(&self, bytes: usize) {
        self.taken.fetch_sub(bytes, Relaxed);
    }

    #[cfg(test)]
    pub(super) fn taken(&self) -> usize {
        self.taken.load(Relaxed)
    }
}
