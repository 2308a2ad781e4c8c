//! `retransmit`: makes a lane over datagrams reliable.
//!
//! ```text
//! | packet ... | sequence u32 | transmission u32 | 0 |                      data, little-endian
//! | bits ... | expected u32 | newest transmission u32 | 1 |                 acknowledgement
//! ```
//!
//! Every packet has a sequence number, and each time it is sent a transmission number. The receiver
//! delivers packets in order. It acknowledges all before `expected`, and by a bit each later one
//! that it has; and it reports the newest transmission that arrived. Earlier transmissions that are
//! still missing are known to be lost (or overtaken) without waiting, and the round-trip time is
//! known although packets are sent more than once. Only the last packets of a burst need a timer.
//!
//! Acknowledgements go down the receiver's chain and up the sender's. Congestion control
//! (`congestion.rs`) bounds packets in flight; after a timeout there are few until one is
//! acknowledged. Under back-pressure of a module below, nothing is sent.

mod congestion;
mod receiving;
mod rtt;
mod sending;
#[cfg(test)]
mod tests;

use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use super::rules::ChainPosition;
use super::spec::{SpecError, within};
use super::{Module, ModuleOutput, Packet};
use receiving::Receiving;
use sending::Sending;

/// Parameters of `retransmit`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RetransmitSpec {
    /// Most packets in flight, including those that the receiver keeps until an earlier one comes.
    /// Default 1024. Limits a path to this many packets per round trip.
    pub window_packets: u32,
    /// Bytes that wait for the window before the sender must wait. Default 8 MiB.
    pub queue_bytes: u32,
    /// How long the receiver delays an acknowledgement for a second packet. Default 1 ms.
    pub ack_delay: Duration,
    /// Shortest timeout before an unacknowledged packet is sent again. Default 5 ms.
    pub min_timeout: Duration,
    /// Longest such timeout, reached by doubling. Default 500 ms.
    pub max_timeout: Duration,
}

impl Default for RetransmitSpec {
    fn default() -> Self {
        Self {
            window_packets: 1024,
            queue_bytes: 8 << 20,
            ack_delay: Duration::from_millis(1),
            min_timeout: Duration::from_millis(5),
            max_timeout: Duration::from_millis(500),
        }
    }
}

impl RetransmitSpec {
    pub(super) const OVERHEAD: usize = TRAILER_BYTES;

    pub(super) fn check(&self) -> Result<(), SpecError> {
        let name = "retransmit";
        within(name, "window_packets", self.window_packets, 1, 1 << 16)?;
        within(name, "queue_bytes", self.queue_bytes, 0, 1 << 30)?;
        let (least, most) = (Duration::from_micros(100), Duration::from_secs(60));
        within(name, "ack_delay", self.ack_delay, Duration::ZERO, most)?;
        within(name, "min_timeout", self.min_timeout, least, most)?;
        within(
            name,
            "max_timeout",
            self.max_timeout,
            self.min_timeout,
            most,
        )
    }
}

const TRAILER_BYTES: usize = 9;
const DATA: u8 = 0;
const ACKNOWLEDGEMENT: u8 = 1;

#[derive(Debug)]
pub(super) struct Retransmit {
    sending: Sending,
    receiving: Receiving,
    malformed: u64,
}

impl Retransmit {
    pub(super) fn new(spec: &RetransmitSpec, place: &ChainPosition) -> Self {
        // An acknowledgement with its bits must fit into a packet.
        let bits = place.room_bytes.saturating_sub(TRAILER_BYTES) * 8;
        let window = (spec.window_packets as usize).min(bits).max(1);
        Self {
            sending: Sending::new(spec, window),
            receiving: Receiving::new(spec, window),
            malformed: 0,
        }
    }
}

/// Removes two numbers and the kind from the end of a packet.
fn take_trailer(packet: &mut Packet) -> Option<(u32, u32, u8)> {
    let [a, b, c, d, e, f, g, h, kind] = packet.take_end::<TRAILER_BYTES>()?;
    let numbers = [[a, b, c, d], [e, f, g, h]].map(u32::from_le_bytes);
    Some((numbers[0], numbers[1], kind))
}

fn append_trailer(bytes: &mut Vec<u8>, first: u32, second: u32, kind: u8) {
    bytes.extend_from_slice(&first.to_le_bytes());
    bytes.extend_from_slice(&second.to_le_bytes());
    bytes.push(kind);
}

impl Module for Retransmit {
    fn down(&mut self, packet: Packet, now: Instant, out: &mut ModuleOutput<'_>) {
        self.sending.push(packet.bytes);
        self.sending.pump(now, out);
    }

    fn up(&mut self, mut packet: Packet, now: Instant, out: &mut ModuleOutput<'_>) {
        match take_trailer(&mut packet) {
            Some((sequence, transmission, DATA)) => {
                self.receiving
                    .data(packet, sequence, transmission, now, out);
            }
            Some((expected, newest, ACKNOWLEDGEMENT)) => {
                let acknowledged =
                    self.sending
                        .acknowledged(&packet.bytes, expected, newest, now, out);
                self.malformed += u64::from(!acknowledged);
                out.discard(packet);
                self.sending.pump(now, out);
            }
            _ => {
                self.malformed += 1;
                out.discard(packet);
            }
        }
    }

    fn due(&self) -> Option<Instant> {
        let dues = [self.sending.due(), self.receiving.due()];
        dues.into_iter().flatten().min()
    }

    fn turn(&mut self, now: Instant, out: &mut ModuleOutput<'_>) {
        self.receiving.turn(now, out);
        self.sending.turn(now, out);
    }

    fn is_holding(&self) -> bool {
        self.sending.is_holding()
    }

    fn is_full(&self) -> bool {
        self.sending.is_full()
    }

    fn unfinished(&self) -> usize {
        self.sending.unfinished()
    }

    fn held_bytes(&self) -> usize {
        self.sending.held_bytes()
    }

    fn counters(&self, each: &mut dyn FnMut(&'static str, u64)) {
        self.sending.counters(each);
        self.receiving.counters(each);
        each("malformed", self.malformed);
    }
}
