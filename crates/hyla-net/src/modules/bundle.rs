//! `bundle`: several messages share a packet.
//!
//! ```text
//! | length, 1 to 5 bytes | message ... | length | message ... | ...
//! ```
//!
//! A length has seven bits in each byte, lowest first; the highest bit says that another byte follows.

#[cfg(test)]
mod tests;

use std::mem;
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use super::rules::ChainPosition;
use super::spec::{SpecError, within};
use super::{Module, ModuleOutput, ModuleSpec, Packet, To};

/// Parameters of `bundle`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct BundleSpec {
    /// Size at which a bundle leaves at once. Default (`None`): one packet of the wire, at most 32
    /// KiB. A larger message has a bundle of its own.
    pub bytes: Option<u32>,
    /// Longest time that messages gather. Default 20 µs.
    pub gap: Duration,
    /// Whether a message leaves at once while the wire is idle, and messages gather only under
    /// back-pressure or less than `gap` after the last bundle. Default `true`; otherwise each
    /// bundle waits for its `gap`.
    pub adaptive: bool,
}

impl Default for BundleSpec {
    fn default() -> Self {
        Self {
            bytes: None,
            gap: Duration::from_micros(20),
            adaptive: true,
        }
    }
}

impl BundleSpec {
    pub(super) const OVERHEAD: usize = 5;

    pub(super) fn check(&self) -> Result<(), SpecError> {
        within("bundle", "bytes", self.bytes.unwrap_or(1), 1, 64 << 20)?;
        within(
            "bundle",
            "gap",
            self.gap,
            Duration::ZERO,
            Duration::from_secs(10),
        )
    }
}

impl BundleSpec {
    /// Size of a bundle at that position of the chain.
    fn bytes(&self, place: &ChainPosition) -> usize {
        let bytes = match self.bytes {
            Some(bytes) => bytes as usize,
            None => place.whole_bytes.min(32 << 10),
        };
        bytes.min(place.room_bytes)
    }
}

#[derive(Debug)]
pub(super) struct Bundle {
    place: ChainPosition,
    bytes: usize,
    gap: Duration,
    adaptive: bool,
    gathering: Vec<u8>,
    gathered: u64,
    first_at: Option<Instant>,
    left_at: Option<Instant>,
    /// There was back-pressure when last checked; a turn comes when it ends.
    held_up: bool,
    bundles: u64,
    messages: u64,
    bytes_bundled: u64,
    unbundled: u64,
    malformed: u64,
}

impl Bundle {
    pub(super) fn new(spec: &BundleSpec, place: &ChainPosition) -> Self {
        Self {
            place: *place,
            bytes: spec.bytes(place),
            gap: spec.gap,
            adaptive: spec.adaptive,
            gathering: Vec::new(),
            gathered: 0,
            first_at: None,
            left_at: None,
            held_up: false,
            bundles: 0,
            messages: 0,
            bytes_bundled: 0,
            unbundled: 0,
            malformed: 0,
        }
    }

    fn leave(&mut self, now: Instant, out: &mut ModuleOutput<'_>) {
        if self.gathered == 0 {
            return;
        }
        self.bundles += 1;
        self.messages += self.gathered;
        self.bytes_bundled += self.gathering.len() as u64;
        self.gathered = 0;
        self.first_at = None;
        self.left_at = Some(now);
        let bytes = mem::replace(&mut self.gathering, out.buffer());
        out.down(Packet {
            bytes,
            to: To::Peer,
        });
    }

    fn gap_ends(&self) -> Option<Instant> {
        let since = if self.adaptive {
            self.left_at
        } else {
            self.first_at
        };
        Some(since? + self.gap)
    }
}

impl Module for Bundle {
    fn down(&mut self, packet: Packet, now: Instant, out: &mut ModuleOutput<'_>) {
        self.frame(&packet.bytes, now, out);
        out.discard(packet);
    }

    fn frame(&mut self, frame: &[u8], now: Instant, out: &mut ModuleOutput<'_>) {
        let (length, used) = length_bytes(frame.len());
        let more = used + frame.len();
        if self.gathering.len() + more > self.bytes {
            self.leave(now, out);
        }
        if self.gathered == 0 {
            self.first_at = Some(now);
        }
        self.gathering.extend_from_slice(&length[..used]);
        self.gathering.extend_from_slice(frame);
        self.gathered += 1;
        if self.gathering.len() >= self.bytes {
            self.leave(now, out);
        } else if self.adaptive {
            self.held_up = out.is_busy();
            if !self.held_up && self.gap_ends().is_none_or(|ends| now >= ends) {
                self.leave(now, out);
            }
        }
    }

    fn up(&mut self, packet: Packet, _now: Instant, out: &mut ModuleOutput<'_>) {
        let mut rest = packet.bytes.as_slice();
        while !rest.is_empty() {
            let Some((message, after)) = split(rest) else {
                self.malformed += 1;
                break;
            };
            self.unbundled += 1;
            out.up_slice(message);
            rest = after;
        }
        out.discard(packet);
    }

    fn due(&self) -> Option<Instant> {
        if self.gathered == 0 || (self.adaptive && self.held_up) {
            return None;
        }
        // Without an earlier bundle, gathered messages are due from their arrival.
        self.gap_ends().or(self.first_at)
    }

    fn turn(&mut self, now: Instant, out: &mut ModuleOutput<'_>) {
        self.held_up = out.is_busy();
        if !(self.adaptive && self.held_up) && self.gap_ends().is_none_or(|ends| now >= ends) {
            self.leave(now, out);
        }
    }

    fn flush(&mut self, now: Instant, out: &mut ModuleOutput<'_>) {
        self.leave(now, out);
    }

    fn unfinished(&self) -> usize {
        self.gathered as usize
    }

    fn held_bytes(&self) -> usize {
        self.gathering.len()
    }

    fn spoilt(&self) -> u64 {
        self.malformed
    }

    fn adjust(&mut self, spec: &ModuleSpec, _now: Instant) -> bool {
        let ModuleSpec::Bundle(spec) = spec else {
            return false;
        };
        self.bytes = spec.bytes(&self.place);
        self.gap = spec.gap;
        self.adaptive = spec.adaptive;
        true
    }

    fn counters(&self, each: &mut dyn FnMut(&'static str, u64)) {
        each("bundles", self.bundles);
        each("messages", self.messages);
        each("bytes", self.bytes_bundled);
        each("unbundled", self.unbundled);
        each("malformed", self.malformed);
    }
}

fn length_bytes(mut length: usize) -> ([u8; BundleSpec::OVERHEAD], usize) {
    let mut bytes = [0; BundleSpec::OVERHEAD];
    let mut used = 0;
    loop {
        let low = (length & 0x7f) as u8;
        length >>= 7;
        bytes[used] = low | if length > 0 { 0x80 } else { 0 };
        used += 1;
        // The chain rejects frames over 2^35 bytes long before this.
        if length == 0 || used == bytes.len() {
            return (bytes, used);
        }
    }
}

/// The first message of a bundle, and the rest.
fn split(bytes: &[u8]) -> Option<(&[u8], &[u8])> {
    let mut length = 0_u64;
    for (index, &byte) in bytes.iter().take(BundleSpec::OVERHEAD).enumerate() {
        length |= u64::from(byte & 0x7f) << (7 * index);
        if byte & 0x80 == 0 {
            return bytes[index + 1..].split_at_checked(usize::try_from(length).ok()?);
        }
    }
    None
}
