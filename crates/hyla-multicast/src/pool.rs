//! Buffers of received packets, of all streams together.

/// A bounded number of buffers that are used again.
#[derive(Debug)]
pub(crate) struct Pool {
    free: Vec<Vec<u8>>,
    used: usize,
    most: usize,
}

impl Pool {
    pub(crate) fn new(most: usize) -> Self {
        Self {
            free: Vec::new(),
            used: 0,
            most,
        }
    }

    /// A buffer with a copy of the bytes; `None` if all are used.
    pub(crate) fn take(&mut self, bytes: &[u8]) -> Option<Vec<u8>> {
        if self.used >= self.most {
            return None;
        }
        self.used += 1;
        let mut buffer = self.free.pop().unwrap_or_default();
        buffer.clear();
        buffer.extend_from_slice(bytes);
        Some(buffer)
    }

    pub(crate) fn give_back(&mut self, buffer: Vec<u8>) {
        self.used = self.used.saturating_sub(1);
        // Half are kept for the next burst.
        if self.free.len() < self.most / 2 {
            self.free.push(buffer);
        }
    }

    pub(crate) fn used(&self) -> usize {
        self.used
    }

    pub(crate) fn left(&self) -> usize {
        self.most.saturating_sub(self.used)
    }

    pub(crate) fn is_half_full(&self) -> bool {
        self.used * 2 > self.most
    }
}
