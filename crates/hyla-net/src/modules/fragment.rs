//! `fragment`: a message larger than a packet travels in several.
//!
//! ```text
//! | packet ... | 0 |                                                           it is whole
//! | part ... | message u32 | total bytes u32 | part bytes u32 | index u32 | 1 |   little-endian
//! ```
//!
//! Every part but the last has `part bytes`. Parts may come in any order and more than once.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

use super::rules::ChainPosition;
use super::spec::{SpecError, within};
use super::{MAX_MESSAGE_BYTES, Module, ModuleOutput, Packet, To};

/// Parameters of `fragment`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct FragmentSpec {
    /// Largest packet that it makes, in bytes. Default (`None`): the limit of the wire.
    pub packet_bytes: Option<u32>,
    /// Memory limit of incomplete messages at the receiver, in bytes; the oldest is dropped for the
    /// next. Default 128 MiB, at least one message of the largest size.
    pub memory_bytes: u32,
    /// How long the receiver waits for the rest of a message after its last part. Default 500 ms.
    /// Over a lossless wire it waits for ever.
    pub timeout: Duration,
}

impl Default for FragmentSpec {
    fn default() -> Self {
        Self {
            packet_bytes: None,
            memory_bytes: 128 << 20,
            timeout: Duration::from_millis(500),
        }
    }
}

impl FragmentSpec {
    /// Of a part.
    pub(super) const OVERHEAD: usize = 17;
    /// Of a whole packet.
    pub(super) const WHOLE_OVERHEAD: usize = 1;
    /// Smallest packet that leaves enough room for the part itself.
    pub(super) const MIN_PACKET_BYTES: usize = Self::OVERHEAD + MIN_PART_BYTES;

    pub(super) fn check(&self) -> Result<(), SpecError> {
        let packet = self.packet_bytes.unwrap_or(1 << 10);
        within(
            "fragment",
            "packet_bytes",
            packet,
            Self::MIN_PACKET_BYTES as u32,
            64 << 20,
        )?;
        let least = MAX_MESSAGE_BYTES as u32;
        within(
            "fragment",
            "memory_bytes",
            self.memory_bytes,
            least,
            256 << 20,
        )?;
        let (least, most) = (Duration::from_millis(1), Duration::from_secs(60));
        within("fragment", "timeout", self.timeout, least, most)
    }
}

/// With smaller parts, the state of a message could exceed the message, at the choice of an unknown
/// sender.
const MIN_PART_BYTES: usize = 16;

/// Most incomplete messages at the same time.
const MAX_PARTIAL: usize = 1024;

/// Finished messages that are remembered, so that late parts do not begin them again.
const REMEMBER: usize = 64;

const WHOLE: u8 = 0;
const PART: u8 = 1;

#[derive(Debug)]
pub(super) struct Fragment {
    packet_bytes: usize,
    memory_bytes: usize,
    timeout: Option<Duration>,
    next: u32,
    partial: FxHashMap<u32, Partial>,
    /// Messages of `partial` by the time of their last part, with stale entries.
    oldest: VecDeque<(Instant, u32)>,
    done: VecDeque<u32>,
    held_bytes: usize,
    whole: u64,
    split: u64,
    fragments: u64,
    reassembled: u64,
    abandoned: u64,
    doubled: u64,
    malformed: u64,
}

/// A message with missing parts.
#[derive(Debug)]
struct Partial {
    bytes: Vec<u8>,
    part_bytes: usize,
    /// One bit for each arrived part.
    have: Vec<u64>,
    missing: usize,
    touched: Instant,
    /// Time of its entry in `oldest`.
    listed: Instant,
}

/// Trailer of a part.
#[derive(Clone, Copy, Debug)]
struct Trailer {
    message: u32,
    total: usize,
    part: usize,
    index: usize,
}

impl Fragment {
    pub(super) fn new(spec: &FragmentSpec, place: &ChainPosition) -> Self {
        Self {
            packet_bytes: spec.packet_bytes(place.room_bytes),
            memory_bytes: spec.memory_bytes as usize,
            timeout: (!place.lossless_below).then_some(spec.timeout),
            next: 0,
            partial: FxHashMap::default(),
            oldest: VecDeque::new(),
            done: VecDeque::new(),
            held_bytes: 0,
            whole: 0,
            split: 0,
            fragments: 0,
            reassembled: 0,
            abandoned: 0,
            doubled: 0,
            malformed: 0,
        }
    }

    fn finish(&mut self, message: u32) -> Option<Partial> {
        let partial = self.partial.remove(&message)?;
        self.held_bytes -= partial.memory_bytes();
        if self.done.len() == REMEMBER {
            self.done.pop_front();
        }
        self.done.push_back(message);
        while let Some((_, message)) = self.oldest.front()
            && !self.partial.contains_key(message)
        {
            self.oldest.pop_front();
        }
        Some(partial)
    }

    /// Drops the oldest messages until `needed` more bytes have room.
    fn make_room(&mut self, needed: usize) {
        while !self.partial.is_empty()
            && (self.held_bytes + needed > self.memory_bytes || self.partial.len() >= MAX_PARTIAL)
        {
            let Some((_, message)) = self.oldest.pop_front() else {
                return;
            };
            if self.finish(message).is_some() {
                self.abandoned += 1;
            }
        }
    }

    /// Adds a part; gives the message if it was the last.
    fn part(&mut self, trailer: Trailer, bytes: &[u8], now: Instant) -> Option<Vec<u8>> {
        let Trailer {
            message,
            total,
            part,
            index,
        } = trailer;
        if !self.partial.contains_key(&message) {
            if self.done.contains(&message) {
                self.doubled += 1;
                return None;
            }
            let partial = Partial::new(total, part, now);
            self.make_room(partial.memory_bytes());
            self.held_bytes += partial.memory_bytes();
            self.oldest.push_back((now, message));
            self.partial.insert(message, partial);
        }
        let partial = self.partial.get_mut(&message)?;
        if partial.bytes.len() != total || partial.part_bytes != part {
            self.malformed += 1;
            return None;
        }
        if !partial.take(index, bytes) {
            self.doubled += 1;
            return None;
        }
        partial.touched = now;
        if partial.missing > 0 {
            return None;
        }
        self.reassembled += 1;
        self.finish(message).map(|partial| partial.bytes)
    }
}

impl FragmentSpec {
    /// Size of the packets where the modules below take `room` bytes.
    pub(super) fn packet_bytes(&self, room: usize) -> usize {
        self.packet_bytes.map_or(room, |bytes| bytes as usize)
    }
}

impl Partial {
    fn new(total: usize, part_bytes: usize, now: Instant) -> Self {
        let parts = total.div_ceil(part_bytes);
        Self {
            bytes: vec![0; total],
            part_bytes,
            have: vec![0; parts.div_ceil(64)],
            missing: parts,
            touched: now,
            listed: now,
        }
    }

    fn memory_bytes(&self) -> usize {
        self.bytes.len() + 8 * self.have.len()
    }

    /// `false` for a repeated part. The caller has checked index and length against the total.
    fn take(&mut self, index: usize, part: &[u8]) -> bool {
        let (word, bit) = (index / 64, 1 << (index % 64));
        if self.have[word] & bit != 0 {
            return false;
        }
        self.have[word] |= bit;
        self.missing -= 1;
        let start = index * self.part_bytes;
        self.bytes[start..start + part.len()].copy_from_slice(part);
        true
    }
}

impl Trailer {
    fn append(self, bytes: &mut Vec<u8>) {
        bytes.extend_from_slice(&self.message.to_le_bytes());
        for size in [self.total, self.part, self.index] {
            // All at most the size of a message, which the chain has checked.
            bytes.extend_from_slice(&(size as u32).to_le_bytes());
        }
        bytes.push(PART);
    }

    /// Removes it from the packet and checks it against the rest. `None` if it is invalid.
    fn take(packet: &mut Packet) -> Option<Self> {
        let fields: [u8; 16] = packet.take_end()?;
        let field = |at: usize| {
            let bytes = fields[at..].first_chunk().copied().unwrap_or_default();
            u32::from_le_bytes(bytes)
        };
        let trailer = Self {
            message: field(0),
            total: field(4) as usize,
            part: field(8) as usize,
            index: field(12) as usize,
        };
        let fits = trailer.part >= MIN_PART_BYTES && trailer.total <= MAX_MESSAGE_BYTES;
        let start = trailer.index.checked_mul(trailer.part)?;
        let left = trailer.total.checked_sub(start)?;
        let length = packet.bytes.len();
        (fits && length > 0 && length == left.min(trailer.part)).then_some(trailer)
    }
}

impl Module for Fragment {
    fn down(&mut self, mut packet: Packet, _now: Instant, out: &mut ModuleOutput<'_>) {
        if packet.bytes.len() + FragmentSpec::WHOLE_OVERHEAD <= self.packet_bytes {
            packet.bytes.push(WHOLE);
            self.whole += 1;
            out.down(packet);
            return;
        }
        let message = self.next;
        self.next = self.next.wrapping_add(1);
        self.split += 1;
        let part = self.packet_bytes - FragmentSpec::OVERHEAD;
        for (index, bytes) in packet.bytes.chunks(part).enumerate() {
            let mut piece = out.copy(bytes);
            piece.to = packet.to;
            Trailer {
                message,
                total: packet.bytes.len(),
                part,
                index,
            }
            .append(&mut piece.bytes);
            self.fragments += 1;
            out.down(piece);
        }
        out.discard(packet);
    }

    fn up(&mut self, mut packet: Packet, now: Instant, out: &mut ModuleOutput<'_>) {
        let trailer = match packet.bytes.pop() {
            Some(WHOLE) => {
                out.up(packet);
                return;
            }
            Some(PART) => Trailer::take(&mut packet),
            _ => None,
        };
        match trailer {
            None => self.malformed += 1,
            Some(trailer) => {
                if let Some(bytes) = self.part(trailer, &packet.bytes, now) {
                    out.up(Packet {
                        bytes,
                        to: To::Peer,
                    });
                }
            }
        }
        out.discard(packet);
    }

    fn due(&self) -> Option<Instant> {
        let (since, _) = self.oldest.front()?;
        Some(*since + self.timeout?)
    }

    fn turn(&mut self, now: Instant, _out: &mut ModuleOutput<'_>) {
        let Some(timeout) = self.timeout else {
            return;
        };
        while let Some(&(listed, message)) = self.oldest.front() {
            if now < listed + timeout {
                return;
            }
            self.oldest.pop_front();
            let Some(partial) = self.partial.get_mut(&message) else {
                continue;
            };
            if partial.listed != listed {
                continue;
            }
            if partial.touched > listed {
                partial.listed = partial.touched;
                self.oldest.push_back((partial.touched, message));
            } else {
                self.finish(message);
                self.abandoned += 1;
            }
        }
    }

    fn spoilt(&self) -> u64 {
        self.malformed
    }

    fn counters(&self, each: &mut dyn FnMut(&'static str, u64)) {
        each("whole", self.whole);
        each("split", self.split);
        each("fragments", self.fragments);
        each("reassembled", self.reassembled);
        each("abandoned", self.abandoned);
        each("doubled", self.doubled);
        each("malformed", self.malformed);
    }
}
