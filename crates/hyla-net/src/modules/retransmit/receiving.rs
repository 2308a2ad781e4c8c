//! The receiving half of `retransmit`: orders and acknowledges.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use super::{ACKNOWLEDGEMENT, ModuleOutput, Packet, RetransmitSpec, append_trailer};
use crate::modules::To;

/// Packets after which an acknowledgement leaves at once.
const ACK_AT_ONCE: u32 = 32;

#[derive(Debug)]
pub(super) struct Receiving {
    window: usize,
    ack_delay: Duration,
    /// Sequence number of the first missing packet, lower half.
    expected: u32,
    /// Packets that came early, by their distance from the expected one, which is missing.
    early: VecDeque<Option<Packet>>,
    newest: Option<u32>,
    unacknowledged: u32,
    ack_at: Option<Instant>,
    delivered: u64,
    doubled: u64,
    came_early: u64,
    beyond_window: u64,
    acknowledgements: u64,
}

impl Receiving {
    pub(super) fn new(spec: &RetransmitSpec, window: usize) -> Self {
        Self {
            window,
            ack_delay: spec.ack_delay,
            expected: 0,
            early: VecDeque::new(),
            newest: None,
            unacknowledged: 0,
            ack_at: None,
            delivered: 0,
            doubled: 0,
            came_early: 0,
            beyond_window: 0,
            acknowledgements: 0,
        }
    }

    /// Continues as if that many packets had arrived.
    #[cfg(test)]
    pub(super) fn begin_at(&mut self, number: u32) {
        self.expected = number;
        self.newest = Some(number.wrapping_sub(1));
    }

    pub(super) fn data(
        &mut self,
        packet: Packet,
        sequence: u32,
        transmission: u32,
        now: Instant,
        out: &mut ModuleOutput<'_>,
    ) {
        let ahead = sequence.wrapping_sub(self.expected);
        let old = ahead > u32::MAX / 2;
        if !old && ahead as usize >= self.window {
            self.beyond_window += 1;
            out.discard(packet);
            return;
        }
        let newer = |newest| {
            let by = transmission.wrapping_sub(newest);
            by != 0 && by <= u32::MAX / 2
        };
        if self.newest.is_none_or(newer) {
            self.newest = Some(transmission);
        }
        if old {
            self.doubled += 1;
            out.discard(packet);
        } else if ahead == 0 {
            self.deliver(packet, out);
        } else {
            self.keep(packet, ahead as usize, out);
        }
        self.plan(old || !self.early.is_empty(), now, out);
    }

    fn deliver(&mut self, packet: Packet, out: &mut ModuleOutput<'_>) {
        let mut next = Some(packet);
        while let Some(packet) = next {
            self.delivered += 1;
            self.expected = self.expected.wrapping_add(1);
            out.up(packet);
            self.early.pop_front();
            next = self.early.front_mut().and_then(Option::take);
        }
    }

    fn keep(&mut self, packet: Packet, ahead: usize, out: &mut ModuleOutput<'_>) {
        if self.early.len() <= ahead {
            self.early.resize_with(ahead + 1, || None);
        }
        let place = &mut self.early[ahead];
        if place.is_some() {
            self.doubled += 1;
            out.discard(packet);
        } else {
            self.came_early += 1;
            *place = Some(packet);
        }
    }

    /// A packet arrived: plans its acknowledgement.
    fn plan(&mut self, at_once: bool, now: Instant, out: &mut ModuleOutput<'_>) {
        self.unacknowledged += 1;
        if self.unacknowledged >= ACK_AT_ONCE {
            self.acknowledge(out);
        } else if at_once || self.unacknowledged >= 2 {
            // Within the next turn, so that packets that came together share one.
            self.ack_at = Some(now);
        } else {
            self.ack_at = Some(now + self.ack_delay);
        }
    }

    fn acknowledge(&mut self, out: &mut ModuleOutput<'_>) {
        let Some(newest) = self.newest else {
            return;
        };
        self.ack_at = None;
        self.unacknowledged = 0;
        self.acknowledgements += 1;
        let mut bytes = out.buffer();
        bytes.resize(self.early.len().saturating_sub(1).div_ceil(8), 0);
        for (index, early) in self.early.iter().skip(1).enumerate() {
            bytes[index / 8] |= u8::from(early.is_some()) << (index % 8);
        }
        append_trailer(&mut bytes, self.expected, newest, ACKNOWLEDGEMENT);
        let to = To::Peer;
        out.down(Packet { bytes, to });
    }

    pub(super) fn due(&self) -> Option<Instant> {
        self.ack_at
    }

    pub(super) fn turn(&mut self, now: Instant, out: &mut ModuleOutput<'_>) {
        if self.ack_at.is_some_and(|at| now >= at) {
            self.acknowledge(out);
        }
    }

    pub(super) fn counters(&self, each: &mut dyn FnMut(&'static str, u64)) {
        each("delivered", self.delivered);
        each("doubled", self.doubled);
        each("came_early", self.came_early);
        each("beyond_window", self.beyond_window);
        each("acknowledgements", self.acknowledgements);
    }
}
