//! Messages of one lane that came before others by a different way: they wait for those a little.

use std::collections::BTreeMap;
use std::time::Duration;

use super::{Mark, Stamp};

/// How long a message waits for those before it that may come by another way.
pub const WAY_PATIENCE: Duration = Duration::from_millis(10);

/// Most messages, and most bytes, that wait so.
const MOST: usize = 4096;
const MOST_BYTES: usize = 4 << 20;

/// A message that waits.
#[derive(Debug)]
struct Early {
    /// When it came.
    at: Duration,
    floor: u64,
    stamp: Stamp,
    message: Vec<u8>,
}

/// What has come too early, by number.
#[derive(Debug, Default)]
pub(super) struct Ahead {
    early: BTreeMap<u64, Early>,
    bytes: usize,
}

impl Ahead {
    /// Whether nothing waits.
    pub(super) fn is_empty(&self) -> bool {
        self.early.is_empty()
    }

    /// A message came whose turn is not known yet. The same again is dropped: `false`.
    pub(super) fn keep(&mut self, mark: &Mark, message: &[u8], now: Duration) -> bool {
        if self.early.contains_key(&mark.stamp.number) {
            return false;
        }
        self.bytes += message.len();
        let early = Early {
            at: now,
            floor: mark.floor(),
            stamp: mark.stamp,
            message: message.to_vec(),
        };
        self.early.insert(mark.stamp.number, early);
        true
    }

    /// The first message, if it is its turn after all before `next`, or if it has waited long enough, or if too
    /// much waits. Before `until` it always is.
    pub(super) fn take(
        &mut self,
        next: u64,
        until: u64,
        now: Duration,
    ) -> Option<(Stamp, Vec<u8>)> {
        let (&number, first) = self.early.first_key_value()?;
        let full = self.early.len() > MOST || self.bytes > MOST_BYTES;
        let waited = now.saturating_sub(first.at) >= WAY_PATIENCE;
        let turn = number <= next || first.floor <= next || number < until;
        if !turn && !waited && !full {
            return None;
        }
        let (_, early) = self.early.pop_first()?;
        self.bytes -= early.message.len();
        Some((early.stamp, early.message))
    }

    /// When the first has waited long enough.
    pub(super) fn deadline(&self) -> Option<Duration> {
        let (_, first) = self.early.first_key_value()?;
        Some(first.at + WAY_PATIENCE)
    }
}
