//! Packets restored from parity.

use std::time::{Duration, Instant};

use super::{Parity, Receiving, Slot, count_repair};
use crate::interface::Arrival;
use crate::shared::Shared;
use crate::view::View;

/// Parities that wait for packets of their blocks.
const PARITIES_MOST: usize = 32;

impl Receiving {
    /// A parity of the stream arrives.
    #[expect(
        clippy::too_many_arguments,
        reason = "the fields of a frame and its surroundings"
    )]
    pub(crate) fn handle_parity(
        &mut self,
        now: Instant,
        (first, count, index): (u64, u8, u8),
        shard: &[u8],
        arrival: Arrival,
        trip: Duration,
        view: &View,
        shared: &mut Shared,
    ) {
        let end = first + u64::from(count);
        if arrival == Arrival::Group {
            self.heard_group(now, end, shared);
        }
        self.know_end(now, end, trip, view, shared);
        if end <= self.expected || first < self.base || shared.config.fec.is_none() {
            return;
        }
        let known = |parity: &Parity| (parity.first, parity.index) == (first, index);
        if self.parities.iter().any(known) {
            return;
        }
        if self.parities.len() >= PARITIES_MOST {
            self.parities.pop_front();
        }
        let mut buffer = self.spare.pop().unwrap_or_default();
        buffer.clear();
        buffer.extend_from_slice(shard);
        self.parities.push_back(Parity {
            first,
            count,
            index,
            shard: buffer,
        });
        self.restore(now, trip, view, shared);
    }

    /// Restores the packets of a block that has enough parities.
    pub(super) fn restore(
        &mut self,
        now: Instant,
        trip: Duration,
        view: &View,
        shared: &mut Shared,
    ) {
        while let Some(parity) = self.parities.front()
            && parity.first + u64::from(parity.count) <= self.expected
        {
            if let Some(parity) = self.parities.pop_front() {
                self.spare.push(parity.shard);
            }
        }
        let Some((first, count, size)) = self.parities.iter().find_map(|parity| {
            let range = self.block(parity)?;
            let mut missing = 0;
            for slot in self.slots.range(range) {
                match slot {
                    Slot::Missing { .. } => missing += 1,
                    Slot::Held(_) => {}
                    // It was received and given up: the code lacks it.
                    Slot::Released => return None,
                }
            }
            let same = |other: &&Parity| is_of_block(other, parity);
            let enough = self.parities.iter().filter(same).count() >= missing;
            (missing > 0 && enough).then_some((parity.first, parity.count, parity.shard.len()))
        }) else {
            return;
        };
        let start = (first - self.base) as usize;
        let there = self
            .slots
            .range(start..start + usize::from(count))
            .enumerate();
        let there = there.filter_map(|(place, slot)| match slot {
            Slot::Held(packet) => Some((place, packet.as_slice())),
            _ => None,
        });
        let of_block = |parity: &&Parity| {
            (parity.first, parity.count, parity.shard.len()) == (first, count, size)
        };
        let parities = self.parities.iter().filter(of_block);
        let parities = parities.map(|parity| (usize::from(parity.index), &parity.shard[..]));
        let mut restored: Vec<(u64, Vec<u8>)> = Vec::new();
        let mut decoder = std::mem::take(&mut shared.decoder);
        decoder.restore(
            usize::from(count),
            size,
            there,
            parities,
            |place, packet| {
                restored.push((first + place as u64, packet.to_vec()));
            },
        );
        shared.decoder = decoder;
        // Used, or of no use.
        self.parities.retain(|parity| parity.first != first);
        for (sequence, packet) in restored {
            let missing_since = self.missing_since(sequence);
            if self.store(now, sequence, &packet, trip, view, shared) {
                shared.counters.restored += 1;
                count_repair(now, missing_since, shared);
                self.pass_on(now, sequence, shared);
            }
        }
    }

    fn block(&self, parity: &Parity) -> Option<std::ops::Range<usize>> {
        let start = parity.first.checked_sub(self.base)? as usize;
        let range = start..start + usize::from(parity.count);
        (range.end <= self.slots.len()).then_some(range)
    }
}

fn is_of_block(parity: &Parity, other: &Parity) -> bool {
    (parity.first, parity.count, parity.shard.len())
        == (other.first, other.count, other.shard.len())
}
