//! `retransmit`: makes a lane over datagrams reliable.
//!
//! ```text
//! | packet ... | sequence u32 | transmission u32 | 0 |                      data, little-endian
//! | bits ... | expected u32 | newest transmission u32 | 1 |                 acknowledgement
//! ```
//!
//! Every packet has a sequence number, and each time it is sent a transmission number. The receiver gives packets
//! on in order. It acknowledges all before `expected`, and by a bit each those after it that it has; and it says which
//! transmission was the newest to arrive. What was sent before that and is still missing is known to be lost (or
//! overtaken) without waiting, and the time of a round trip is known although packets are sent more than once. Only
//! for the last packets of a burst a timer is needed.
//!
//! Acknowledgements go down the receiver's chain and up the sender's. What is under way is bounded by what has been
//! seen to arrive (`congestion.rs`); after a timeout there is little until something is acknowledged. While a module
//! below holds packets back nothing is sent.

mod congestion;
mod receiving;
mod rtt;
mod sending;

use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use super::rules::Place;
use super::spec::{SpecError, within};
use super::{Module, Out, Packet};
use receiving::Receiving;
use sending::Sending;

/// Parameters of `retransmit`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RetransmitSpec {
    /// Packets under way at most, also those that the receiver keeps until an earlier one comes. Default 1024. A path
    /// carries no more than this in each round trip.
    pub window_packets: u32,
    /// Bytes that wait for the window before the sender is told to wait. Default 8 MiB.
    pub queue_bytes: u32,
    /// How long the receiver waits with an acknowledgement for a second packet. Default 1 ms.
    pub ack_delay: Duration,
    /// Shortest time until a packet that nothing is heard of is sent again. Default 5 ms.
    pub min_timeout: Duration,
    /// Longest such time, reached by doubling. Default 500 ms.
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
    pub(super) fn new(spec: &RetransmitSpec, place: &Place) -> Self {
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

/// Takes two numbers and the kind off the end of a packet.
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
    fn down(&mut self, packet: Packet, now: Instant, out: &mut Out<'_>) {
        self.sending.push(packet.bytes);
        self.sending.pump(now, out);
    }

    fn up(&mut self, mut packet: Packet, now: Instant, out: &mut Out<'_>) {
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

    fn turn(&mut self, now: Instant, out: &mut Out<'_>) {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::modules::packet::Alone;

    fn end(begin_at: u32) -> Alone<Retransmit> {
        let place = Place {
            room_bytes: 1000,
            whole_bytes: 1000,
            lossless_below: false,
            may_lose: true,
        };
        let mut alone = Alone::new(Retransmit::new(&RetransmitSpec::default(), &place));
        alone.module.sending.begin_at(begin_at);
        alone.module.receiving.begin_at(begin_at);
        alone
    }

    fn carry(from: &mut Alone<Retransmit>, to: &mut Alone<Retransmit>, now: Instant) {
        for bytes in std::mem::take(&mut from.given.down) {
            to.call(|module, out| {
                let packet = out.copy(&bytes);
                module.up(packet, now, out);
                module.turn(now, out);
            });
        }
    }

    #[test]
    fn numbers_begin_again_after_the_last_one_there_is() {
        let mut now = Instant::now();
        let (mut near, mut far) = (end(u32::MAX - 100), end(u32::MAX - 100));

        for number in 0..300_u32 {
            near.call(|module, out| {
                let packet = out.copy(&number.to_le_bytes());
                module.down(packet, now, out);
            });
            // Every seventh packet is lost the first time.
            if number % 7 == 3 {
                near.given.down.pop();
            }
            carry(&mut near, &mut far, now);
            carry(&mut far, &mut near, now);
            now += Duration::from_micros(10);
        }
        while let Some(due) = [near.module.due(), far.module.due()]
            .into_iter()
            .flatten()
            .min()
        {
            now = now.max(due);
            near.call(|module, out| module.turn(now, out));
            far.call(|module, out| module.turn(now, out));
            carry(&mut near, &mut far, now);
            carry(&mut far, &mut near, now);
        }

        let sent: Vec<_> = (0..300_u32)
            .map(|number| number.to_le_bytes().to_vec())
            .collect();
        assert_eq!(far.given.up, sent);
        assert_eq!(near.module.unfinished(), 0);
    }

    fn send(near: &mut Alone<Retransmit>, count: u32, now: Instant) -> Vec<Vec<u8>> {
        for number in 0..count {
            near.call(|module, out| {
                let packet = out.copy(&number.to_le_bytes());
                module.down(packet, now, out);
            });
        }
        std::mem::take(&mut near.given.down)
    }

    /// These packets arrive, and the time passes after which they are acknowledged: the acknowledgement.
    fn arrive(far: &mut Alone<Retransmit>, packets: &[Vec<u8>], now: Instant) -> Vec<u8> {
        far.call(|module, out| {
            for bytes in packets {
                let packet = out.copy(bytes);
                module.up(packet, now, out);
            }
            module.turn(now + Duration::from_millis(1), out);
        });
        let mut said = std::mem::take(&mut far.given.down);
        assert_eq!(said.len(), 1);
        said.remove(0)
    }

    fn hear(near: &mut Alone<Retransmit>, said: &[u8], now: Instant) {
        near.call(|module, out| {
            let packet = out.copy(said);
            module.up(packet, now, out);
        });
    }

    fn counter(end: &Alone<Retransmit>, name: &str) -> u64 {
        let mut found = None;
        end.module.counters(&mut |counter, value| {
            if counter == name {
                found = Some(value);
            }
        });
        found.expect("there is such a counter")
    }

    #[test]
    fn a_packet_overtaken_by_two_is_not_sent_again_and_one_overtaken_by_three_is() {
        let now = Instant::now();
        for (overtaken_by, again) in [(1, 0), (2, 0), (3, 1)] {
            let (mut near, mut far) = (end(0), end(0));
            let packets = send(&mut near, 4, now);

            let said = arrive(&mut far, &packets[1..=overtaken_by], now);
            hear(&mut near, &said, now);

            assert_eq!(near.given.down.len(), again, "by {overtaken_by}");
            assert_eq!(counter(&near, "resent_by_gap"), again as u64);
            let rest: Vec<_> = packets[overtaken_by + 1..].to_vec();
            let late = [vec![packets[0].clone()], rest].concat();
            let said = arrive(&mut far, &late, now);
            hear(&mut near, &said, now);
            assert_eq!(near.module.unfinished(), 0);
        }
    }

    #[test]
    fn an_acknowledgement_that_a_later_one_overtook_does_no_harm() {
        let now = Instant::now();
        let (mut near, mut far) = (end(0), end(0));
        let packets = send(&mut near, 4, now);
        let earlier = arrive(&mut far, &packets[..2], now);
        let later = arrive(&mut far, &packets[2..], now);

        hear(&mut near, &later, now);
        hear(&mut near, &earlier, now);

        assert_eq!(counter(&near, "malformed"), 0);
        assert_eq!(near.module.unfinished(), 0);
        assert_eq!(near.given.down.len(), 0);
        // One of packets that were never sent is no such acknowledgement.
        let mut nonsense = Vec::new();
        append_trailer(&mut nonsense, 100, 3, ACKNOWLEDGEMENT);
        hear(&mut near, &nonsense, now);
        assert_eq!(counter(&near, "malformed"), 1);
    }

    #[test]
    fn a_packet_alone_is_acknowledged_after_a_delay_and_the_second_at_once() {
        let now = Instant::now();
        let (mut near, mut far) = (end(0), end(0));
        for (packet, due) in send(&mut near, 2, now)
            .iter()
            .zip([now + Duration::from_millis(1), now])
        {
            far.call(|module, out| {
                let packet = out.copy(packet);
                module.up(packet, now, out);
            });
            assert_eq!(far.module.due(), Some(due));
        }
    }

    #[test]
    fn packets_that_no_window_holds_are_dropped_and_counted() {
        let now = Instant::now();
        let mut far = end(0);
        for (sequence, dropped) in [(1023, 0), (1024, 1), (5000, 2)] {
            far.call(|module, out| {
                let mut packet = out.copy(b"far ahead");
                append_trailer(&mut packet.bytes, sequence, sequence, DATA);
                module.up(packet, now, out);
            });
            assert_eq!(counter(&far, "beyond_window"), dropped);
        }
        assert_eq!(far.given.up.len(), 0);
    }

    #[test]
    fn what_arrives_is_counted_by_what_becomes_of_it() {
        let now = Instant::now();
        let (mut near, mut far) = (end(0), end(0));
        let packets = send(&mut near, 4, now);

        // The last comes early, twice; then all, and the first once more.
        let order = [3, 3, 0, 1, 2, 0].map(|at: usize| packets[at].clone());
        let said = arrive(&mut far, &order, now);

        for (name, count) in [
            ("delivered", 4),
            ("doubled", 2),
            ("came_early", 1),
            ("beyond_window", 0),
            ("acknowledgements", 1),
        ] {
            assert_eq!(counter(&far, name), count, "{name}");
        }
        assert_eq!(far.given.up.len(), 4);
        assert_eq!(near.module.unfinished(), 4);
        hear(&mut near, &said, now);
        assert_eq!(near.module.unfinished(), 0);
        assert_eq!(counter(&near, "acknowledgements_heard"), 1);
    }

    #[test]
    fn parameters_out_of_their_bounds_are_refused_by_name() {
        let good = RetransmitSpec::default();
        assert!(good.check().is_ok());
        let ms = Duration::from_millis;
        let wrong = [
            (
                "window_packets",
                RetransmitSpec {
                    window_packets: 0,
                    ..good.clone()
                },
            ),
            (
                "queue_bytes",
                RetransmitSpec {
                    queue_bytes: u32::MAX,
                    ..good.clone()
                },
            ),
            (
                "ack_delay",
                RetransmitSpec {
                    ack_delay: ms(60_001),
                    ..good.clone()
                },
            ),
            (
                "min_timeout",
                RetransmitSpec {
                    min_timeout: Duration::ZERO,
                    ..good.clone()
                },
            ),
            // The longest may not be shorter than the shortest.
            (
                "max_timeout",
                RetransmitSpec {
                    max_timeout: ms(4),
                    ..good.clone()
                },
            ),
        ];
        for (name, spec) in wrong {
            let problem = spec.check().expect_err(name).to_string();
            assert!(problem.contains(name), "{problem}");
        }
        let widest = RetransmitSpec {
            window_packets: 1 << 16,
            queue_bytes: 1 << 30,
            ack_delay: Duration::ZERO,
            min_timeout: Duration::from_micros(100),
            max_timeout: Duration::from_secs(60),
        };
        assert!(widest.check().is_ok());
    }
}
