//! `sequence`: over a wire that duplicates and reorders, drops packets older than the last one
//! delivered.
//!
//! ```text
//! | packet ... | number u32 LE |
//! ```

use std::time::Instant;

use serde::{Deserialize, Serialize};

use super::{Module, ModuleOutput, Packet};

/// Parameters of `sequence`: none. A chain over a lossy wire gets one unless it has `retransmit`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct SequenceSpec {}

impl SequenceSpec {
    pub(super) const OVERHEAD: usize = 4;
}

#[derive(Debug, Default)]
pub(super) struct Sequence {
    next: u32,
    last: Option<u32>,
    numbered: u64,
    delivered: u64,
    overtaken: u64,
    missed: u64,
    malformed: u64,
}

impl Module for Sequence {
    fn down(&mut self, mut packet: Packet, _now: Instant, out: &mut ModuleOutput<'_>) {
        packet.bytes.extend_from_slice(&self.next.to_le_bytes());
        self.next = self.next.wrapping_add(1);
        self.numbered += 1;
        out.down(packet);
    }

    fn up(&mut self, mut packet: Packet, _now: Instant, out: &mut ModuleOutput<'_>) {
        let Some(number) = packet.take_end().map(u32::from_le_bytes) else {
            self.malformed += 1;
            out.discard(packet);
            return;
        };
        // The first one counts from the start of the lane, so that earlier losses are known.
        let last = self.last.unwrap_or(u32::MAX);
        let ahead = number.wrapping_sub(last);
        if self.last.is_some() && (ahead == 0 || ahead > u32::MAX / 2) {
            self.overtaken += 1;
            out.discard(packet);
            return;
        }
        self.missed += u64::from(ahead.wrapping_sub(1));
        self.last = Some(number);
        self.delivered += 1;
        out.up(packet);
    }

    fn counters(&self, each: &mut dyn FnMut(&'static str, u64)) {
        each("numbered", self.numbered);
        each("delivered", self.delivered);
        each("overtaken", self.overtaken);
        each("missed", self.missed);
        each("malformed", self.malformed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::modules::packet::Alone;

    /// Delivered packets among those with these numbers.
    fn heard(numbers: &[u32]) -> (Vec<u32>, Sequence) {
        let mut alone = Alone::new(Sequence::default());
        for number in numbers {
            let mut bytes = number.to_le_bytes().to_vec();
            bytes.extend_from_slice(&number.to_le_bytes());
            alone.call(|module, out| {
                let packet = out.copy(&bytes);
                module.up(packet, Instant::now(), out);
            });
        }
        let heard = alone.given.up.iter();
        let heard = heard.map(|bytes| u32::from_le_bytes(*bytes.first_chunk().unwrap()));
        (heard.collect(), alone.module)
    }

    #[test]
    fn what_is_older_than_the_last_one_or_the_same_is_dropped() {
        let (heard, counted) = heard(&[0, 1, 1, 4, 3, 2, 5]);
        assert_eq!(heard, [0, 1, 4, 5]);
        assert_eq!((counted.overtaken, counted.missed), (3, 2));
    }

    #[test]
    fn numbers_begin_again_after_the_last_one_there_is() {
        let (heard, counted) = heard(&[u32::MAX / 2, u32::MAX - 1, u32::MAX, 0, u32::MAX, 1]);
        assert_eq!(heard, [u32::MAX / 2, u32::MAX - 1, u32::MAX, 0, 1]);
        assert_eq!(counted.overtaken, 1);
    }

    #[test]
    fn what_was_lost_before_the_first_to_arrive_is_counted() {
        assert_eq!(heard(&[3]).1.missed, 3);
    }
}
