//! The receiver's side of a stream.
//!
//! ```text
//!   base          consumed        expected                    end
//!    | cached,     | in order,     | some are here, the others |
//!    | delivered   | to deliver    | are asked for             |
//! ```

mod asking;
mod keeping;
mod parity;

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use crate::backoff::{self, LONGEST_WAIT, backoff};
use crate::bundling;
use crate::config::{Config, Rule};
use crate::ids::{GroupId, MemberId};
use crate::interface::{Arrival, Destination};
use crate::lanes::LaneReason;
use crate::presence::Moment;
use crate::repairs::{Answer, Repairs};
use crate::shared::Shared;
use crate::view::View;
use crate::wire::{Entry, Frame};

/// Packets over which a share of losses is measured.
const LOSS_SPAN: u64 = 64;

#[derive(Debug)]
pub(crate) struct Receiving {
    group: GroupId,
    sender: MemberId,
    slots: VecDeque<Slot>,
    base: u64,
    consumed: u64,
    expected: u64,
    end: u64,
    stable: u64,
    /// Delivered packets that are held: for members that miss them, or for parity.
    cached: usize,
    /// No packet before this one is cached: the search for the oldest one starts here.
    cached_from: u64,
    limit: u64,
    /// Place of the next record in packet `consumed`; 0: what goes before it was not checked.
    at: usize,
    partial: Vec<u8>,
    /// No packet is asked for before this.
    ask_at: Option<Instant>,
    /// One past the newest packet received by multicast.
    heard: u64,
    /// Others know of packets that did not come by multicast.
    deaf_since: Option<Moment>,
    /// Requests go to the group, since members do not answer.
    asks_group: bool,
    excluded: Option<LaneReason>,
    on_lane: bool,
    lane_unacked: u64,
    /// One past the newest packet that came over the lane.
    lane_end: u64,
    lane_state_at: Option<Instant>,
    loss: f64,
    span: (u64, u64),
    repairs: Repairs,
    parities: VecDeque<Parity>,
    spare: Vec<Vec<u8>>,
    /// A report says less than an earlier one: who made it lacks what this member's partition has.
    asked_again: bool,
    lost_at: Option<Instant>,
    orphan_passed: bool,
}

#[derive(Debug)]
enum Slot {
    Missing {
        ask_at: Instant,
        tries: u32,
        /// When it was found to be missing.
        since: Instant,
    },
    Held(Vec<u8>),
    Released,
}

#[derive(Debug)]
struct Parity {
    first: u64,
    count: u8,
    index: u8,
    shard: Vec<u8>,
}

/// Result of the attempt to take a message.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Taken {
    Message,
    Nothing,
    /// A packet of another group goes first.
    Waits(GroupId, u64),
}

impl Receiving {
    pub(crate) fn new(group: GroupId, sender: MemberId) -> Self {
        Self {
            group,
            sender,
            slots: VecDeque::new(),
            base: 0,
            consumed: 0,
            expected: 0,
            end: 0,
            stable: 0,
            cached: 0,
            cached_from: 0,
            limit: 0,
            at: 0,
            partial: Vec::new(),
            ask_at: None,
            heard: 0,
            deaf_since: None,
            asks_group: false,
            excluded: None,
            on_lane: false,
            lane_unacked: 0,
            lane_end: 0,
            lane_state_at: None,
            loss: 0.0,
            span: (0, 0),
            repairs: Repairs::default(),
            parities: VecDeque::new(),
            spare: Vec::new(),
            asked_again: false,
            lost_at: None,
            orphan_passed: false,
        }
    }

    pub(crate) fn is_unstable(&self) -> bool {
        self.end > self.stable && !self.on_lane
    }

    /// Whether something of this stream is to come by multicast: data, a heartbeat, or a report.
    pub(crate) fn listens(&self) -> bool {
        (self.is_unstable() || self.excluded.is_some()) && self.lost_at.is_none()
    }

    /// Whether the token is to ask about this stream.
    pub(crate) fn needs_round(&self) -> bool {
        self.is_unstable() || self.asked_again
    }

    pub(crate) fn unstable(&self) -> u64 {
        self.end.saturating_sub(self.stable)
    }

    pub(crate) fn consumed(&self) -> u64 {
        self.consumed
    }

    pub(crate) fn excluded(&self) -> Option<LaneReason> {
        self.excluded
    }

    pub(crate) fn can_deliver(&self) -> bool {
        self.consumed < self.expected
    }

    fn window_end(&self, config: &Config) -> u64 {
        self.consumed + config.window
    }

    /// This member's entry for the stream in a token.
    pub(crate) fn entry(&mut self, own: MemberId, shared: &Shared) -> Entry {
        let window = if shared.pool.is_half_full() {
            shared
                .config
                .window
                .min(shared.pool.left() as u64 / 4)
                .max(4)
        } else {
            shared.config.window
        };
        self.limit = self.limit.max(self.consumed + window);
        Entry {
            sender: self.sender,
            acked: self.expected,
            end: self.end,
            fastest: self.limit,
            limit: self.limit,
            slowest: own,
            loss: (self.loss * 255.0) as u8,
        }
    }

    /// There are packets up to `end`; those that did not come are asked for.
    pub(crate) fn know_end(
        &mut self,
        now: Instant,
        end: u64,
        trip: Duration,
        view: &View,
        shared: &mut Shared,
    ) {
        self.end = self.end.max(end);
        let until = self.end.min(self.window_end(&shared.config));
        let own = view.own();
        // Parity may yet restore what is missing.
        let parity = shared.config.fec.map(|_| LONGEST_WAIT);
        let quarters = parity.unwrap_or_else(|| backoff::quarters(view.len()));
        while self.base + (self.slots.len() as u64) < until {
            let sequence = self.base + self.slots.len() as u64;
            // Packets that overtook each other sort themselves out; keepers ask first.
            let keeps = view.keeper(sequence, 0) == own;
            let wait = if keeps {
                Duration::ZERO
            } else {
                backoff(trip, quarters, shared.random.f64())
            };
            let ask_at = now + trip / 4 + wait;
            self.slots.push_back(Slot::Missing {
                ask_at,
                tries: 0,
                since: now,
            });
            self.ask_at = Some(self.ask_at.map_or(ask_at, |at| at.min(ask_at)));
        }
    }

    /// Others know of packets up to `end`.
    pub(crate) fn others_know(&mut self, now: Instant, end: u64, shared: &Shared) {
        if end <= self.heard || self.excluded.is_some() || self.lost_at.is_some() {
            self.deaf_since = None;
            return;
        }
        let since = *self.deaf_since.get_or_insert(shared.moment(now));
        if shared.presence.ran(since, now) >= shared.config.deaf_after
            && shared.applies(Rule::LanesForDeaf)
        {
            self.excluded = Some(LaneReason::Deaf);
        }
    }

    fn heard_group(&mut self, now: Instant, end: u64, shared: &Shared) {
        self.heard = self.heard.max(end);
        self.deaf_since = None;
        if self.on_lane {
            self.lane_state_at
                .get_or_insert(now + shared.config.round_min);
        }
    }

    pub(crate) fn handle_heartbeat(
        &mut self,
        now: Instant,
        (next, blocked): (u64, bool),
        arrival: Arrival,
        trip: Duration,
        view: &View,
        shared: &mut Shared,
    ) {
        if arrival == Arrival::Group {
            self.heard_group(now, next, shared);
        }
        // The token is to notify the sender of the packets that fit by now.
        self.asked_again |= blocked;
        self.know_end(now, next, trip, view, shared);
    }

    /// A packet arrives. Returns whether it was new.
    #[expect(
        clippy::too_many_arguments,
        reason = "the fields of a frame and its surroundings"
    )]
    pub(crate) fn handle_packet(
        &mut self,
        now: Instant,
        sequence: u64,
        packet: &[u8],
        repair: bool,
        arrival: Arrival,
        trip: Duration,
        view: &View,
        shared: &mut Shared,
    ) -> bool {
        match arrival {
            Arrival::Group if repair => self.repairs.was_sent_to_all(sequence),
            Arrival::Group => {
                self.measure_loss(sequence);
                self.heard_group(now, sequence + 1, shared);
            }
            Arrival::Lane => self.lane_arrival(now, shared),
            Arrival::Direct => {}
        }
        let missing_since = self.missing_since(sequence);
        let is_new = self.store(now, sequence, packet, trip, view, shared);
        if arrival == Arrival::Lane {
            self.lane_end = self.lane_end.max(sequence + 1);
        }
        if is_new {
            if repair {
                count_repair(now, missing_since, shared);
            }
            self.pass_on(now, sequence, shared);
            self.restore(now, trip, view, shared);
        }
        is_new
    }

    /// When the packet was found to be missing, if it is.
    fn missing_since(&self, sequence: u64) -> Option<Instant> {
        let index = sequence.checked_sub(self.base)?;
        match self.slots.get(index as usize)? {
            Slot::Missing { since, .. } => Some(*since),
            _ => None,
        }
    }

    /// A packet of the lane had to be dropped: lanes keep order, hence what is missing before a later one is lost.
    fn lane_dropped(&self) -> bool {
        self.on_lane && self.lane_end > self.expected
    }

    fn store(
        &mut self,
        now: Instant,
        sequence: u64,
        packet: &[u8],
        trip: Duration,
        view: &View,
        shared: &mut Shared,
    ) -> bool {
        self.know_end(now, sequence + 1, trip, view, shared);
        let Some(index) = sequence.checked_sub(self.base).map(|index| index as usize) else {
            shared.counters.duplicates += 1;
            return !shared.applies(Rule::DropDuplicates) && self.repeat(packet);
        };
        match self.slots.get(index) {
            Some(Slot::Missing { .. }) => {}
            Some(_) => {
                shared.counters.duplicates += 1;
                return !shared.applies(Rule::DropDuplicates) && self.repeat(packet);
            }
            None => {
                shared.counters.beyond_window += 1;
                return false;
            }
        }
        let mut buffer = shared.pool.take(packet);
        if buffer.is_none() && self.evict(now, sequence, shared) {
            buffer = shared.pool.take(packet);
        }
        let Some(buffer) = buffer else {
            shared.counters.no_room += 1;
            return false;
        };
        shared.counters.packets_received += 1;
        self.slots[index] = Slot::Held(buffer);
        let next = (self.expected - self.base) as usize;
        let here = self
            .slots
            .range(next..)
            .take_while(|s| matches!(s, Slot::Held(_)));
        self.expected += here.count() as u64;
        if self.expected == self.base + self.slots.len() as u64 {
            self.ask_at = None;
        }
        true
    }

    /// Delivers the packet again, as happens without the rule against duplicates.
    fn repeat(&mut self, packet: &[u8]) -> bool {
        if self.at == 0 && self.consumed == self.expected && self.base < self.consumed {
            let index = (self.consumed - 1 - self.base) as usize;
            let slot = std::mem::replace(&mut self.slots[index], Slot::Held(packet.to_vec()));
            self.cached -= usize::from(matches!(slot, Slot::Held(_)));
            self.consumed -= 1;
            return true;
        }
        false
    }

    fn measure_loss(&mut self, sequence: u64) {
        let (first, count) = self.span;
        if sequence < first {
            return;
        }
        if sequence >= first + LOSS_SPAN {
            let lost = 1.0 - count as f64 / (sequence - first) as f64;
            self.loss += (lost.max(0.0) - self.loss) / 4.0;
            self.span = (sequence, 1);
        } else {
            self.span.1 += 1;
        }
    }

    /// The members that wait for this packet get it.
    fn pass_on(&mut self, now: Instant, sequence: u64, shared: &mut Shared) {
        let Some((answer, waiting)) = self.repairs.came(sequence, now) else {
            return;
        };
        let Some(Slot::Held(packet)) = self.slots.get((sequence - self.base) as usize) else {
            return;
        };
        let frame = Frame::Data {
            sender: self.sender,
            sequence,
            repair: true,
            packet,
        };
        if answer == Answer::ToGroup {
            send_repair(shared, self.group, Destination::Group(self.group), &frame);
        }
        for member in waiting {
            send_repair(shared, self.group, Destination::Member(*member), &frame);
        }
    }

    /// Another member misses packets that this one may have.
    pub(crate) fn handle_request(
        &mut self,
        now: Instant,
        by: MemberId,
        missing: impl Iterator<Item = u64>,
        linger: Duration,
        shared: &mut Shared,
    ) {
        if !shared.applies(Rule::KeepersAnswer) {
            return;
        }
        let gather = shared.applies(Rule::GatherRequests);
        for sequence in missing {
            let index = sequence.checked_sub(self.base);
            match index.and_then(|index| self.slots.get(index as usize)) {
                Some(Slot::Held(packet)) => {
                    let to = match self.repairs.asked(sequence, by, now, linger, gather) {
                        Answer::ToMember => Destination::Member(by),
                        Answer::ToGroup => Destination::Group(self.group),
                        Answer::No => continue,
                    };
                    let frame = Frame::Data {
                        sender: self.sender,
                        sequence,
                        repair: true,
                        packet,
                    };
                    send_repair(shared, self.group, to, &frame);
                }
                Some(Slot::Released) => {}
                Some(Slot::Missing { .. }) => self.repairs.waits(sequence, by, now, linger),
                None if index.is_some() => self.repairs.waits(sequence, by, now, linger),
                None => {}
            }
        }
    }

    /// Takes the next message, appended to `out`, if it lies in the packet of the one before, which it does mostly: then nothing
    /// else changes.
    pub(crate) fn take_beside(&mut self, shared: &mut Shared, out: &mut Vec<u8>) -> bool {
        if self.at == 0 || !self.partial.is_empty() {
            return false;
        }
        let index = (self.consumed - self.base) as usize;
        let Some(Slot::Held(packet)) = self.slots.get(index) else {
            return false;
        };
        let Ok(Some(record)) = bundling::record(packet, self.at) else {
            return false;
        };
        if record.more || record.bytes.len() > shared.config.message_bytes {
            return false;
        }
        out.extend_from_slice(record.bytes);
        self.at = record.next;
        shared.counters.messages_delivered += 1;
        true
    }

    /// Takes the next message, appended to `out`. `is_delivered`: whether a packet of another group was delivered.
    pub(crate) fn take(
        &mut self,
        now: Instant,
        view: &View,
        shared: &mut Shared,
        mut is_delivered: impl FnMut(GroupId, u64) -> bool,
        out: &mut Vec<u8>,
    ) -> Taken {
        while self.consumed < self.expected {
            let index = (self.consumed - self.base) as usize;
            let Some(Slot::Held(packet)) = self.slots.get(index) else {
                return Taken::Nothing;
            };
            if self.at == 0 {
                let first = bundling::before(packet).map(|(mut before, first)| {
                    let open = before.find(|(group, sequence)| !is_delivered(*group, *sequence));
                    (open, first)
                });
                match first {
                    Some((None, first)) => self.at = first,
                    Some((Some((group, sequence)), _)) => return Taken::Waits(group, sequence),
                    None => {
                        shared.counters.malformed += 1;
                        self.next_packet(now, view, shared);
                        continue;
                    }
                }
            }
            match bundling::record(packet, self.at) {
                Ok(Some(record)) => {
                    self.at = record.next;
                    if self.partial.len() + record.bytes.len() > shared.config.message_bytes {
                        // A member that breaks the protocol: what it sends next is whole again.
                        shared.counters.malformed += 1;
                        self.partial.clear();
                    } else if record.more {
                        self.partial.extend_from_slice(record.bytes);
                    } else {
                        out.extend_from_slice(&self.partial);
                        out.extend_from_slice(record.bytes);
                        self.partial.clear();
                        shared.counters.messages_delivered += 1;
                        return Taken::Message;
                    }
                }
                Ok(None) => self.next_packet(now, view, shared),
                Err(()) => {
                    shared.counters.malformed += 1;
                    self.next_packet(now, view, shared);
                }
            }
        }
        Taken::Nothing
    }

    fn next_packet(&mut self, now: Instant, view: &View, shared: &mut Shared) {
        let sequence = self.consumed;
        self.consumed += 1;
        self.at = 0;
        let is_cached = view
            .own()
            .is_some_and(|own| view.is_cached_by(sequence, own));
        let is_cached = is_cached && sequence >= self.stable && shared.applies(Rule::Cache);
        if is_cached || shared.config.fec.is_some() {
            self.cached += 1;
            // Without the rule against duplicates, a packet before the start of the search may be delivered and cached again.
            self.cached_from = self.cached_from.min(sequence);
        } else {
            self.release((sequence - self.base) as usize, shared);
        }
        self.settle(view, shared);
        self.limit = self.limit.max(self.consumed);
        if self.on_lane {
            self.lane_state_at
                .get_or_insert(now + shared.config.round_min);
        }
        let end = self.end;
        self.know_end(now, end, shared.config.round_trip_floor, view, shared);
    }

    pub(crate) fn begin_lane(&mut self, now: Instant) {
        self.on_lane = true;
        self.excluded.get_or_insert(LaneReason::Slow);
        self.lane_state_at = Some(now);
    }

    pub(crate) fn end_lane(&mut self, now: Instant) {
        self.on_lane = false;
        self.excluded = None;
        self.deaf_since = None;
        self.ask_at = Some(now);
        self.lane_state_at = Some(now);
    }

    fn lane_arrival(&mut self, now: Instant, shared: &mut Shared) {
        self.lane_unacked += 1;
        let wait = if self.lane_unacked * 4 >= shared.config.lane_window {
            Duration::ZERO
        } else {
            shared.config.round_min
        };
        let at = now + wait;
        self.lane_state_at = Some(self.lane_state_at.map_or(at, |known| known.min(at)));
    }

    /// The federation has lost the sender: what is missing is looked for among the receivers for some time.
    pub(crate) fn lose_sender(&mut self, now: Instant) {
        self.lost_at = Some(now);
        self.excluded = None;
        self.on_lane = false;
        self.ask_at = Some(now);
    }

    /// Whether a lost sender's stream is over; and whether packets of it are missing.
    pub(crate) fn over(&self, now: Instant, config: &Config) -> Option<bool> {
        let at = self.lost_at?;
        let late = now.saturating_duration_since(at) >= config.orphan;
        (late && self.consumed == self.expected).then_some(self.expected < self.end)
    }

    /// Asks for packets, says what a lane brought. `is_cut_off`: nothing comes to this member alone.
    pub(crate) fn handle_timeout(
        &mut self,
        now: Instant,
        number: &mut u32,
        trip: Duration,
        is_cut_off: bool,
        view: &View,
        shared: &mut Shared,
    ) {
        self.orphan_passed = self
            .lost_at
            .is_some_and(|at| at + shared.config.orphan <= now);
        if self.lane_state_at.is_some_and(|at| at <= now) {
            self.lane_state_at = self.lane_dropped().then_some(now + shared.config.round_max);
            self.lane_unacked = 0;
            let frame = Frame::LaneState {
                expected: self.consumed,
                heard: self.heard,
                loss: (self.loss * 255.0) as u8,
                ended: !self.on_lane,
                again: self.lane_dropped(),
            };
            shared.control(self.group, Destination::Lane(self.sender), &frame);
            // Without traffic to measure, losses are forgotten: the member is given another chance.
            self.loss *= 0.9;
        }
        if self.ask_at.is_some_and(|at| at <= now) {
            self.ask(now, number, trip, is_cut_off, view, shared);
        }
    }

    /// When this stream wants to be called.
    pub(crate) fn deadline(&self, config: &Config) -> Option<Instant> {
        let orphan = self.lost_at.filter(|_| !self.orphan_passed);
        let orphan = orphan.map(|at| at + config.orphan);
        let ask = self.ask_at.filter(|_| self.excluded.is_none());
        [ask, self.lane_state_at, orphan]
            .into_iter()
            .flatten()
            .min()
    }
}

/// Counts the time that a packet was missing for.
fn count_repair(now: Instant, since: Option<Instant>, shared: &mut Shared) {
    let took = since.map(|since| now.saturating_duration_since(since));
    shared.counters.repair_us += took.unwrap_or_default().as_micros() as u64;
}

fn send_repair(shared: &mut Shared, group: GroupId, to: Destination, frame: &Frame<'_>) {
    if let Some(bytes) = shared.put(group, to, frame) {
        shared.counters.repaired_from_cache += 1;
        shared.counters.data_bytes_sent += bytes as u64;
        match to {
            Destination::Group(_) => shared.counters.repaired_group += 1,
            _ => shared.counters.repaired_single += 1,
        }
    }
}
