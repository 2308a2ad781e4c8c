//! Parity of a sender's blocks.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use super::Sending;
use crate::fec::{self, Encoder};
use crate::ids::MemberId;
use crate::interface::Destination;
use crate::shared::Shared;
use crate::wire::Frame;

/// Blocks for which requests are remembered.
const BLOCKS_REMEMBERED: usize = 64;

#[derive(Debug, Default)]
pub(super) struct Blocks {
    encoder: Encoder,
    pub(super) first: u64,
    pub(super) began_at: Option<Instant>,
    closed: VecDeque<Block>,
}

#[derive(Debug)]
struct Block {
    first: u64,
    count: u64,
    parities: usize,
    asked_at: Option<Instant>,
    missing: u64,
    by: Vec<MemberId>,
    /// Most packets that one member misses.
    most: usize,
}

impl Sending {
    pub(super) fn close_block(&mut self, shared: &mut Shared) {
        let Some(fec) = shared.config.fec else { return };
        let (first, count) = (self.blocks.first, self.sent - self.blocks.first);
        self.blocks.first = self.sent;
        self.blocks.began_at = None;
        if count == 0 {
            return;
        }
        if self.blocks.closed.len() >= BLOCKS_REMEMBERED {
            self.blocks.closed.pop_front();
        }
        self.blocks.closed.push_back(Block {
            first,
            count,
            parities: 0,
            asked_at: None,
            missing: 0,
            by: Vec::new(),
            most: 0,
        });
        let index = self.blocks.closed.len() - 1;
        let wanted = fec::parity_for(count as usize, self.loss, fec.parity).max(fec.always);
        self.send_parity(index, wanted, shared);
    }

    /// Sends so many further parities of a block. Returns whether it could.
    pub(super) fn send_parity(&mut self, index: usize, wanted: usize, shared: &mut Shared) -> bool {
        let Some(block) = self.blocks.closed.get_mut(index) else {
            return false;
        };
        let first = block
            .first
            .checked_sub(self.base)
            .map(|first| first as usize);
        let Some(first) = first.filter(|_| wanted > 0) else {
            return false;
        };
        if block.parities + wanted > fec::PARITY_MOST {
            return false;
        }
        let packets = self.slots.range(first..first + block.count as usize);
        let packets = packets.map(|packet| packet.bytes.as_slice());
        if self.blocks.encoder.encode(packets) == 0 {
            return false;
        }
        for _ in 0..wanted {
            let Some(shard) = self.blocks.encoder.parity(block.parities) else {
                return false;
            };
            let frame = Frame::Parity {
                first: block.first,
                count: block.count as u8,
                index: block.parities as u8,
                shard,
            };
            block.parities += 1;
            if let Some(bytes) = shared.put(self.group, Destination::Group(self.group), &frame) {
                self.pace.sent(bytes);
                shared.counters.parity_sent += 1;
                shared.counters.data_bytes_sent += bytes as u64;
            }
        }
        true
    }

    /// Several members miss different packets of a block: parity serves all of them at once.
    pub(super) fn answer_by_parity(
        &mut self,
        now: Instant,
        by: MemberId,
        missing: impl Iterator<Item = u64> + Clone,
        linger: Duration,
        shared: &mut Shared,
    ) -> bool {
        let Some(first) = missing.clone().next() else {
            return false;
        };
        let contains = |block: &Block| (block.first..block.first + block.count).contains(&first);
        let Some(index) = self.blocks.closed.iter().position(contains) else {
            return false;
        };
        let block = &mut self.blocks.closed[index];
        let end = block.first + block.count;
        if missing.clone().any(|sequence| sequence >= end) {
            return false;
        }
        let is_old = |at| now.saturating_duration_since(at) > linger;
        if block.asked_at.is_none_or(is_old) {
            block.asked_at = Some(now);
            block.missing = 0;
            block.by.clear();
            block.most = 0;
        }
        for sequence in missing.clone() {
            block.missing |= 1 << (sequence - block.first).min(63);
        }
        if !block.by.contains(&by) && block.by.len() < 8 {
            block.by.push(by);
        }
        block.most = block.most.max(missing.count());
        if block.by.len() < 2 || block.missing.count_ones() < 3 {
            return false;
        }
        let wanted = std::mem::take(&mut block.most);
        block.missing = 0;
        block.by.clear();
        self.send_parity(index, wanted, shared)
    }
}
