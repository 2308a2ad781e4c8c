//! `compress`: LZ4 compression of packets, where it pays.
//!
//! ```text
//! | packet ... | 0 |                                   as it was
//! | LZ4 block ... | original bytes u32 LE | 1 |        compressed
//! ```

use std::fmt;
use std::time::Instant;

use lz4_flex::block::{
    CompressTable, compress_into_with_table, decompress_into, get_maximum_output_size,
};
use serde::{Deserialize, Serialize};

use super::spec::{SpecError, within};
use super::{MAX_MESSAGE_BYTES, Module, ModuleOutput, ModuleSpec, Packet};

/// Parameters of `compress`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CompressSpec {
    /// Smaller packets are not compressed. Default 256 bytes: below, little is gained.
    pub threshold_bytes: u32,
}

impl Default for CompressSpec {
    fn default() -> Self {
        Self {
            threshold_bytes: 256,
        }
    }
}

impl CompressSpec {
    pub(super) const OVERHEAD: usize = 1;

    pub(super) fn check(&self) -> Result<(), SpecError> {
        within(
            "compress",
            "threshold_bytes",
            self.threshold_bytes,
            0,
            1 << 30,
        )
    }
}

/// Largest expansion of LZ4.
const MAX_RATIO: usize = 255;

/// Scratch capacity kept between packets.
const KEEP_BYTES: usize = 1 << 20;

const AS_IT_WAS: u8 = 0;
const COMPRESSED: u8 = 1;

pub(super) struct Compress {
    threshold_bytes: usize,
    table: CompressTable,
    scratch: Vec<u8>,
    left_alone: u64,
    compressed: u64,
    bytes_before: u64,
    bytes_after: u64,
    decompressed: u64,
    malformed: u64,
}

impl fmt::Debug for Compress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Compress")
            .field("threshold_bytes", &self.threshold_bytes)
            .finish_non_exhaustive()
    }
}

impl Compress {
    pub(super) fn new(spec: &CompressSpec) -> Self {
        Self {
            threshold_bytes: spec.threshold_bytes as usize,
            table: CompressTable::default(),
            scratch: Vec::new(),
            left_alone: 0,
            compressed: 0,
            bytes_before: 0,
            bytes_after: 0,
            decompressed: 0,
            malformed: 0,
        }
    }

    /// A buffer of `bytes`, with any content.
    fn scratch(&mut self, bytes: usize) -> &mut [u8] {
        if self.scratch.len() < bytes {
            self.scratch.resize(bytes, 0);
        }
        &mut self.scratch[..bytes]
    }

    fn shrink(&mut self) {
        if self.scratch.len() > KEEP_BYTES {
            self.scratch = Vec::new();
        }
    }

    /// `false` if it would not become smaller.
    fn compress(&mut self, bytes: &mut Vec<u8>) -> bool {
        let before = bytes.len();
        self.scratch(get_maximum_output_size(before));
        let compressed = compress_into_with_table(bytes, &mut self.scratch, &mut self.table);
        let smaller = match compressed {
            Ok(after) if after + 4 < before => {
                bytes.clear();
                bytes.extend_from_slice(&self.scratch[..after]);
                bytes.extend_from_slice(&(before as u32).to_le_bytes());
                true
            }
            _ => false,
        };
        self.shrink();
        smaller
    }

    fn decompress(&mut self, packet: &mut Packet) -> Option<()> {
        let before = u32::from_le_bytes(packet.take_end()?) as usize;
        let possible = packet.bytes.len().saturating_mul(MAX_RATIO);
        if before > MAX_MESSAGE_BYTES || before > possible {
            return None;
        }
        let scratch = self.scratch(before);
        let whole = decompress_into(&packet.bytes, scratch).is_ok_and(|bytes| bytes == before);
        if whole {
            packet.bytes.clear();
            packet.bytes.extend_from_slice(&self.scratch[..before]);
        }
        self.shrink();
        whole.then_some(())
    }
}

impl Module for Compress {
    fn down(&mut self, mut packet: Packet, _now: Instant, out: &mut ModuleOutput<'_>) {
        let before = packet.bytes.len();
        let worthwhile = (self.threshold_bytes..=MAX_MESSAGE_BYTES).contains(&before);
        if worthwhile && self.compress(&mut packet.bytes) {
            packet.bytes.push(COMPRESSED);
            self.compressed += 1;
            self.bytes_before += before as u64;
            self.bytes_after += packet.bytes.len() as u64;
        } else {
            packet.bytes.push(AS_IT_WAS);
            self.left_alone += 1;
        }
        out.down(packet);
    }

    fn up(&mut self, mut packet: Packet, _now: Instant, out: &mut ModuleOutput<'_>) {
        let whole = match packet.bytes.pop() {
            Some(AS_IT_WAS) => Some(()),
            Some(COMPRESSED) => {
                let done = self.decompress(&mut packet);
                self.decompressed += u64::from(done.is_some());
                done
            }
            _ => None,
        };
        if whole.is_some() {
            out.up(packet);
        } else {
            self.malformed += 1;
            out.discard(packet);
        }
    }

    fn adjust(&mut self, spec: &ModuleSpec, _now: Instant) -> bool {
        let ModuleSpec::Compress(spec) = spec else {
            return false;
        };
        self.threshold_bytes = spec.threshold_bytes as usize;
        true
    }

    fn spoilt(&self) -> u64 {
        self.malformed
    }

    fn counters(&self, each: &mut dyn FnMut(&'static str, u64)) {
        each("left_alone", self.left_alone);
        each("compressed", self.compressed);
        each("bytes_before", self.bytes_before);
        each("bytes_after", self.bytes_after);
        each("decompressed", self.decompressed);
        each("malformed", self.malformed);
    }
}
