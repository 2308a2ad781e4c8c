//! Reorder buffer of a lane with several paths.

use std::collections::BTreeMap;
use std::time::Duration;

use super::{ReceiverEntry, SequenceNumbers};

/// How long a message waits for earlier ones on another path.
pub const REORDER_TIMEOUT: Duration = Duration::from_millis(10);

/// Most messages, and most bytes, in the buffer.
const MOST: usize = 4096;
const MOST_BYTES: usize = 4 << 20;

/// A message that waits.
#[derive(Debug)]
struct EarlyMessage {
    /// Time of arrival.
    at: Duration,
    floor: u64,
    sequence: SequenceNumbers,
    message: Vec<u8>,
}

/// Messages that arrived early, by number.
#[derive(Debug, Default)]
pub(super) struct ReorderBuffer {
    early: BTreeMap<u64, EarlyMessage>,
    bytes: usize,
}

impl ReorderBuffer {
    /// Whether the buffer is empty.
    pub(super) fn is_empty(&self) -> bool {
        self.early.is_empty()
    }

    /// Buffers an early message; `false` for a duplicate, which is dropped.
    pub(super) fn keep(&mut self, entry: &ReceiverEntry, message: &[u8], now: Duration) -> bool {
        if self.early.contains_key(&entry.sequence.number) {
            return false;
        }
        self.bytes += message.len();
        let early = EarlyMessage {
            at: now,
            floor: entry.floor(),
            sequence: entry.sequence,
            message: message.to_vec(),
        };
        self.early.insert(entry.sequence.number, early);
        true
    }

    /// Takes the first message if it is due: all before `next` are done, its number is below `until`, it timed out, or
    /// the buffer is full.
    pub(super) fn take(
        &mut self,
        next: u64,
        until: u64,
        now: Duration,
    ) -> Option<(SequenceNumbers, Vec<u8>)> {
        let (&number, first) = self.early.first_key_value()?;
        let full = self.early.len() > MOST || self.bytes > MOST_BYTES;
        let waited = now.saturating_sub(first.at) >= REORDER_TIMEOUT;
        let turn = number <= next || first.floor <= next || number < until;
        if !turn && !waited && !full {
            return None;
        }
        let (_, early) = self.early.pop_first()?;
        self.bytes -= early.message.len();
        Some((early.sequence, early.message))
    }

    /// Deadline of the first message.
    pub(super) fn deadline(&self) -> Option<Duration> {
        let (_, first) = self.early.first_key_value()?;
        Some(first.at + REORDER_TIMEOUT)
    }
}
