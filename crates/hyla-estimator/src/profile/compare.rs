//! Differences between two profiles.

use std::collections::BTreeMap;

use super::document::Key;
use super::{Document, Entry, Quantity};
use crate::state::Band;
use crate::statistics::{Estimate, mean, percentile};

/// One combination in two profiles.
#[derive(Clone, Debug, PartialEq)]
pub struct Change {
    /// The measured quantity.
    pub quantity: Quantity,
    /// Band of the sender.
    pub sender: Band,
    /// Band of the receiver.
    pub receiver: Band,
    /// Bytes of a message.
    pub bytes: u64,
    /// Level of the messages.
    pub via: String,
    /// Real-time priority of the measuring processes.
    pub priority: u32,
    /// Mean before and after.
    pub mean: (Estimate, Estimate),
    /// 99th percentile before and after.
    pub p99: (Estimate, Estimate),
}

impl Change {
    /// Whether the intervals of the mean are disjoint.
    #[must_use]
    pub fn mean_differs(&self) -> bool {
        !self.mean.0.overlaps(&self.mean.1)
    }

    /// Whether the intervals of the 99th percentile are disjoint.
    #[must_use]
    pub fn p99_differs(&self) -> bool {
        !self.p99.0.overlaps(&self.p99.1)
    }
}

/// The combinations in both profiles, in order. Entries with invalid bins are left out.
#[must_use]
pub fn compare(before: &Document, after: &Document) -> Vec<Change> {
    let held: BTreeMap<Key, &Entry> = before
        .entries
        .iter()
        .map(|entry| (entry.key(), entry))
        .collect();
    let mut changes: Vec<_> = after
        .entries
        .iter()
        .filter_map(|entry| {
            change(
                (before.bin_us, held.get(&entry.key())?),
                (after.bin_us, entry),
            )
        })
        .collect();
    changes.sort_by_key(|change| {
        (
            change.via.clone(),
            change.priority,
            change.quantity,
            change.sender,
            change.receiver,
            change.bytes,
        )
    });
    changes
}

fn change(before: (u64, &Entry), after: (u64, &Entry)) -> Option<Change> {
    let estimates = |(bin_us, entry): (u64, &Entry)| {
        let of = entry.distribution(bin_us).ok()?;
        let n = of.count() as f64;
        Some((mean(&of, n).0, percentile(&of, 0.99, n)))
    };
    let ((mean_before, p99_before), (mean_after, p99_after)) =
        (estimates(before)?, estimates(after)?);
    let (quantity, sender, receiver, bytes, (via, priority)) = after.1.key();
    Some(Change {
        via,
        priority,
        quantity,
        sender: sender?,
        receiver: receiver?,
        bytes,
        mean: (mean_before, mean_after),
        p99: (p99_before, p99_after),
    })
}

#[cfg(test)]
mod tests {
    use super::super::document::tests::{document, entry};
    use super::*;

    #[test]
    fn a_difference_is_one_that_exceeds_both_intervals() {
        let before = document(vec![
            entry(64, &[(0, 500), (1, 500)]),
            entry(128, &[(0, 500), (1, 500)]),
        ]);
        let after = document(vec![
            entry(64, &[(0, 510), (1, 490)]),
            entry(128, &[(5, 1000)]),
            entry(256, &[(1, 1)]),
        ]);

        let changes = compare(&before, &after);

        let told: Vec<_> = changes
            .iter()
            .map(|change| (change.bytes, change.mean_differs(), change.p99_differs()))
            .collect();
        assert_eq!(told, [(64, false, false), (128, true, true)]);
    }
}
