//! Packets that are held: for their turn, for members that miss them, and for parity.

use std::time::Instant;

use super::{Receiving, Slot};
use crate::config::Rule;
use crate::fec;
use crate::shared::Shared;
use crate::view::View;

impl Receiving {
    /// A report: all members have the packets before `stable`.
    pub(crate) fn handle_stable(&mut self, stable: u64, view: &View, shared: &mut Shared) {
        let stable = stable.min(self.end);
        self.asked_again = stable < self.stable;
        if stable > self.stable {
            self.stable = stable;
            self.settle(view, shared);
        }
    }

    /// Releases packets that are neither to be delivered nor cached.
    pub(super) fn settle(&mut self, view: &View, shared: &mut Shared) {
        let Some(own) = view.own() else { return };
        // Parity needs the packets of its block.
        let keep = if shared.config.fec.is_some() {
            fec::BLOCK_MOST as u64
        } else {
            0
        };
        let from = self.consumed.saturating_sub(keep);
        while self.base < from {
            let caches = self.base >= self.stable
                && !self.on_lane
                && view.is_cached_by(self.base, own)
                && shared.applies(Rule::Cache);
            let is_long = self.slots.len() as u64 > 2 * shared.config.window + keep;
            if caches && !is_long {
                break;
            }
            self.release(0, shared);
            self.slots.pop_front();
            self.base += 1;
        }
    }

    /// Gives up a packet so that an earlier one can be kept: a cached one, or the last one out of order.
    pub(super) fn evict(&mut self, now: Instant, for_sequence: u64, shared: &mut Shared) -> bool {
        let delivered = (self.consumed - self.base) as usize;
        let cached = (0..delivered).find(|index| matches!(self.slots[*index], Slot::Held(_)));
        if let Some(index) = cached {
            self.release(index, shared);
            shared.counters.evicted += 1;
            return true;
        }
        let after = (for_sequence.max(self.expected) - self.base) as usize;
        let early = (after..self.slots.len())
            .rev()
            .find(|index| matches!(self.slots[*index], Slot::Held(_)));
        let Some(index) = early else { return false };
        let ask_at = now;
        self.ask_at = Some(now);
        let missing = Slot::Missing {
            ask_at,
            tries: 0,
            since: now,
        };
        let slot = std::mem::replace(&mut self.slots[index], missing);
        if let Slot::Held(buffer) = slot {
            shared.pool.give_back(buffer);
        }
        shared.counters.evicted += 1;
        true
    }

    pub(super) fn release(&mut self, index: usize, shared: &mut Shared) {
        if let Some(slot) = self.slots.get_mut(index)
            && let Slot::Held(buffer) = std::mem::replace(slot, Slot::Released)
        {
            shared.pool.give_back(buffer);
        }
    }

    /// Gives back all buffers.
    pub(crate) fn drop_all(&mut self, shared: &mut Shared) {
        (0..self.slots.len()).for_each(|index| self.release(index, shared));
        self.slots.clear();
    }
}
