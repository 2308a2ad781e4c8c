//! Budget of the memory for rings of a process, beyond the minimum of each ring.

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

/// Bytes taken by all writers of this process.
static TAKEN: AtomicUsize = AtomicUsize::new(0);

/// A limit, and the bytes taken of it.
#[derive(Clone, Copy, Debug)]
pub(super) struct MemoryBudget {
    limit: usize,
    taken: &'static AtomicUsize,
}

impl MemoryBudget {
    /// The budget of the process.
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

    /// Takes that many bytes; `false` if the limit would be exceeded.
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
