//! Packets that are held: for their turn, for members that miss them, and for parity.

use std::time::Instant;

use super::{Receiving, Slot};
use crate::config::Rule;
use crate::fec;
use crate::shared::Shared;
use crate::view::View;

impl Receiving {
    /// Whether packets of a sender that is not lost are cached, and how many are cached at all: the stream with the largest pair
    /// gives up packets first.
    pub(crate) fn cached(&self) -> (bool, usize) {
        (self.lost_at.is_none() && self.cached > 0, self.cached)
    }

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
        // Parity needs the packets of its block, unless all members have all.
        let rests = self.consumed == self.end && self.end == self.stable;
        let keep = if shared.config.fec.is_some() && !rests {
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
            self.cached -= usize::from(self.release(0, shared));
            self.slots.pop_front();
            self.base += 1;
        }
    }

    /// Gives up a packet so that an earlier one can be kept: a cached one, or the last one out of order.
    pub(super) fn evict(&mut self, now: Instant, for_sequence: u64, shared: &mut Shared) -> bool {
        if self.cached > 0 {
            self.release_cached(1, shared);
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

    /// Gives up cached packets, the oldest first, `most` of them at most. A member that misses one of them asks other keepers and
    /// the sender; if the sender is lost, only other keepers may have it.
    pub(crate) fn release_cached(&mut self, most: usize, shared: &mut Shared) {
        let mut released = 0;
        self.cached_from = self.cached_from.max(self.base);
        while released < most && self.cached_from < self.consumed {
            let index = (self.cached_from - self.base) as usize;
            released += usize::from(self.release(index, shared));
            self.cached_from += 1;
        }
        self.cached -= released;
        shared.counters.evicted += released as u64;
    }

    /// Gives back the buffer of a packet. Returns whether it was held.
    pub(super) fn release(&mut self, index: usize, shared: &mut Shared) -> bool {
        let Some(slot) = self.slots.get_mut(index) else {
            return false;
        };
        let Slot::Held(buffer) = std::mem::replace(slot, Slot::Released) else {
            return false;
        };
        shared.pool.give_back(buffer);
        true
    }

    /// Gives back all buffers.
    pub(crate) fn drop_all(&mut self, shared: &mut Shared) {
        for index in 0..self.slots.len() {
            self.release(index, shared);
        }
        self.slots.clear();
        self.cached = 0;
    }
}
