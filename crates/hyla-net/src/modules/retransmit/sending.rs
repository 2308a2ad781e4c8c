//! The sending half of `retransmit`: sends and repeats.

use std::collections::VecDeque;
use std::time::Instant;

use super::congestion::Congestion;
use super::rtt::RoundTrip;
use super::{DATA, ModuleOutput, Packet, RetransmitSpec, append_trailer};
use crate::modules::To;

/// A packet counts as lost when a transmission this much later has arrived.
const REORDERING: u64 = 3;

/// Packets sent within one call, so that a module below can apply back-pressure.
const ROUND: usize = 64;

#[derive(Debug)]
pub(super) struct Sending {
    window: usize,
    queue_bytes: usize,
    /// Not yet sent for the first time.
    waiting: VecDeque<Vec<u8>>,
    waiting_bytes: usize,
    /// Sequence number of the first of `sent`, in full.
    base: u64,
    sent: VecDeque<Sent>,
    sent_bytes: usize,
    /// Transmissions in order, including finished ones.
    flights: VecDeque<Flight>,
    in_flight: usize,
    /// Packets to send again.
    lost: VecDeque<u64>,
    next_transmission: u64,
    newest_heard: Option<u64>,
    round_trip: RoundTrip,
    congestion: Congestion,
    /// The last round ended with packets left to send.
    more_at: Option<Instant>,
    packets: u64,
    resent_by_gap: u64,
    resent_by_timeout: u64,
    acknowledgements: u64,
}

#[derive(Debug)]
struct Sent {
    bytes: Vec<u8>,
    state: PacketState,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum PacketState {
    /// In flight by this transmission.
    InFlight(u64),
    Lost,
    Acknowledged,
}

#[derive(Clone, Copy, Debug)]
struct Flight {
    transmission: u64,
    sequence: u64,
    at: Instant,
}

impl Sending {
    pub(super) fn new(spec: &RetransmitSpec, window: usize) -> Self {
        Self {
            window,
            queue_bytes: spec.queue_bytes as usize,
            waiting: VecDeque::new(),
            waiting_bytes: 0,
            base: 0,
            sent: VecDeque::new(),
            sent_bytes: 0,
            flights: VecDeque::new(),
            in_flight: 0,
            lost: VecDeque::new(),
            next_transmission: 0,
            newest_heard: None,
            round_trip: RoundTrip::new(spec.min_timeout, spec.max_timeout),
            congestion: Congestion::new(window),
            more_at: None,
            packets: 0,
            resent_by_gap: 0,
            resent_by_timeout: 0,
            acknowledgements: 0,
        }
    }

    /// Continues as if that many packets had been sent and acknowledged.
    #[cfg(test)]
    pub(super) fn begin_at(&mut self, number: u32) {
        self.base = u64::from(number);
        self.next_transmission = u64::from(number);
    }

    pub(super) fn push(&mut self, packet: Vec<u8>) {
        self.waiting_bytes += packet.len();
        self.waiting.push_back(packet);
        self.packets += 1;
    }

    pub(super) fn is_holding(&self) -> bool {
        !self.waiting.is_empty()
    }

    pub(super) fn is_full(&self) -> bool {
        self.waiting_bytes > self.queue_bytes
    }

    pub(super) fn unfinished(&self) -> usize {
        self.waiting.len() + self.sent.len()
    }

    /// Bytes that wait or are not acknowledged.
    pub(super) fn held_bytes(&self) -> usize {
        self.waiting_bytes + self.sent_bytes
    }

    /// Sends as much as the window permits: lost packets first.
    pub(super) fn pump(&mut self, now: Instant, out: &mut ModuleOutput<'_>) {
        self.more_at = None;
        if out.is_busy() {
            return;
        }
        let allowed = self.congestion.window(self.round_trip.doublings());
        for _ in 0..ROUND {
            if self.in_flight >= allowed {
                if !self.lost.is_empty() || !self.waiting.is_empty() {
                    self.congestion.limits();
                }
                return;
            }
            if let Some(sequence) = self.lost.pop_front() {
                self.transmit(sequence, now, out);
            } else if self.sent.len() < self.window
                && let Some(bytes) = self.waiting.pop_front()
            {
                self.waiting_bytes -= bytes.len();
                self.sent_bytes += bytes.len();
                let state = PacketState::Lost;
                self.sent.push_back(Sent { bytes, state });
                let sequence = self.base + self.sent.len() as u64 - 1;
                self.transmit(sequence, now, out);
            } else {
                return;
            }
        }
        self.more_at = Some(now);
    }

    /// Sends a packet that is not in flight.
    fn transmit(&mut self, sequence: u64, now: Instant, out: &mut ModuleOutput<'_>) {
        let Some(sent) = at(&mut self.sent, self.base, sequence) else {
            return;
        };
        if sent.state != PacketState::Lost {
            return;
        }
        let transmission = self.next_transmission;
        self.next_transmission += 1;
        sent.state = PacketState::InFlight(transmission);
        let mut packet = out.copy(&sent.bytes);
        append_trailer(
            &mut packet.bytes,
            sequence as u32,
            transmission as u32,
            DATA,
        );
        self.in_flight += 1;
        self.flights.push_back(Flight {
            transmission,
            sequence,
            at: now,
        });
        out.down(packet);
    }

    /// `false` if the acknowledgement is invalid.
    pub(super) fn acknowledged(
        &mut self,
        bits: &[u8],
        expected: u32,
        newest: u32,
        now: Instant,
        out: &mut ModuleOutput<'_>,
    ) -> bool {
        let back = u64::from((self.next_transmission as u32).wrapping_sub(newest));
        let through = expected.wrapping_sub(self.base as u32);
        if through > u32::MAX / 2 {
            // Overtaken by a later one, which said more.
            return true;
        }
        if back == 0 || back > self.next_transmission || through as usize > self.sent.len() {
            return false;
        }
        self.acknowledgements += 1;
        self.hear(self.next_transmission - back, now);
        let mut new = 0;
        for _ in 0..through {
            if let Some(sent) = self.sent.pop_front() {
                new += usize::from(sent.state != PacketState::Acknowledged);
                self.in_flight -= usize::from(matches!(sent.state, PacketState::InFlight(_)));
                self.base += 1;
                self.sent_bytes -= sent.bytes.len();
                out.discard(Packet {
                    bytes: sent.bytes,
                    to: To::Peer,
                });
            }
        }
        // The first bit is for the packet after the expected one.
        for (index, &byte) in bits.iter().enumerate() {
            let mut byte = byte;
            while byte != 0 {
                let offset = 1 + 8 * index + byte.trailing_zeros() as usize;
                byte &= byte - 1;
                if let Some(sent) = self.sent.get_mut(offset)
                    && sent.state != PacketState::Acknowledged
                {
                    self.in_flight -= usize::from(matches!(sent.state, PacketState::InFlight(_)));
                    sent.state = PacketState::Acknowledged;
                    self.sent_bytes -= sent.bytes.len();
                    sent.bytes = Vec::new();
                    new += 1;
                }
            }
        }
        if new > 0 {
            self.round_trip.heard();
        }
        let next = self.next_transmission;
        self.congestion.acknowledged(new, self.newest_heard, next);
        self.find_gaps();
        true
    }

    /// A transmission is known to have arrived.
    fn hear(&mut self, transmission: u64, now: Instant) {
        if self
            .newest_heard
            .is_some_and(|newest| transmission <= newest)
        {
            return;
        }
        self.newest_heard = Some(transmission);
        let found = self
            .flights
            .binary_search_by_key(&transmission, |flight| flight.transmission);
        if let Some(flight) = found.ok().and_then(|index| self.flights.get(index)) {
            let took = now.saturating_duration_since(flight.at);
            self.round_trip.measured(took);
        }
    }

    /// Marks as lost the transmissions sent well before one that has arrived.
    fn find_gaps(&mut self) {
        while let Some(&flight) = self.flights.front() {
            if self.is_under_way(flight) {
                let newest = self.newest_heard;
                if newest.is_none_or(|newest| flight.transmission + REORDERING > newest) {
                    return;
                }
                self.lose(flight);
                self.resent_by_gap += 1;
            }
            self.flights.pop_front();
        }
    }

    fn is_under_way(&mut self, flight: Flight) -> bool {
        let state = PacketState::InFlight(flight.transmission);
        at(&mut self.sent, self.base, flight.sequence).is_some_and(|sent| sent.state == state)
    }

    fn lose(&mut self, flight: Flight) {
        if let Some(sent) = at(&mut self.sent, self.base, flight.sequence) {
            sent.state = PacketState::Lost;
            self.in_flight -= 1;
            self.lost.push_back(flight.sequence);
        }
    }

    pub(super) fn due(&self) -> Option<Instant> {
        let first = self.flights.front();
        let timeout = first.map(|flight| flight.at + self.round_trip.timeout());
        self.more_at.into_iter().chain(timeout).min()
    }

    pub(super) fn turn(&mut self, now: Instant, out: &mut ModuleOutput<'_>) {
        let timeout = self.round_trip.timeout();
        let mut timed_out = false;
        while let Some(&flight) = self.flights.front() {
            if self.is_under_way(flight) {
                if now < flight.at + timeout {
                    break;
                }
                self.lose(flight);
                self.resent_by_timeout += 1;
                timed_out = true;
            }
            self.flights.pop_front();
        }
        if timed_out {
            self.round_trip.timed_out();
        }
        self.pump(now, out);
    }

    pub(super) fn counters(&self, each: &mut dyn FnMut(&'static str, u64)) {
        let round_trip = self.round_trip.smooth().unwrap_or_default();
        each("packets", self.packets);
        each("resent_by_gap", self.resent_by_gap);
        each("resent_by_timeout", self.resent_by_timeout);
        each("acknowledgements_heard", self.acknowledgements);
        each("in_flight", self.in_flight as u64);
        each("waiting", self.waiting.len() as u64);
        each("window", self.congestion.window(0) as u64);
        each("round_trip_us", round_trip.as_micros() as u64);
    }
}

/// The packet of that sequence number, if it is still kept.
fn at(sent: &mut VecDeque<Sent>, base: u64, sequence: u64) -> Option<&mut Sent> {
    sent.get_mut(usize::try_from(sequence.checked_sub(base)?).ok()?)
}
