//! `checksum`: packets damaged in transit are dropped and counted.
//!
//! ```text
//! | packet ... | CRC-32 u32 LE |
//! ```

use std::time::Instant;

use serde::{Deserialize, Serialize};

use super::{Module, ModuleOutput, Packet};

/// Parameters of `checksum`: none.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ChecksumSpec {}

impl ChecksumSpec {
    pub(super) const OVERHEAD: usize = 4;
}

#[derive(Debug, Default)]
pub(super) struct Checksum {
    sealed: u64,
    intact: u64,
    damaged: u64,
}

impl Module for Checksum {
    fn down(&mut self, mut packet: Packet, _now: Instant, out: &mut ModuleOutput<'_>) {
        let sum = crc32fast::hash(&packet.bytes);
        packet.bytes.extend_from_slice(&sum.to_le_bytes());
        self.sealed += 1;
        out.down(packet);
    }

    fn up(&mut self, mut packet: Packet, _now: Instant, out: &mut ModuleOutput<'_>) {
        let sum = packet.take_end().map(u32::from_le_bytes);
        if sum == Some(crc32fast::hash(&packet.bytes)) {
            self.intact += 1;
            out.up(packet);
        } else {
            self.damaged += 1;
            out.discard(packet);
        }
    }

    fn spoilt(&self) -> u64 {
        self.damaged
    }

    fn counters(&self, each: &mut dyn FnMut(&'static str, u64)) {
        each("sealed", self.sealed);
        each("intact", self.intact);
        each("damaged", self.damaged);
    }
}
