//! The sender's side of a stream.
//!
//! Packets lie in one ring: those that were freed are gone, then `base ..` what somebody misses, `sent ..` what waits
//! for the pace, `closed` the packet that still takes messages. That one leaves at once, unless messages come in quick
//! succession: then they gather in a *train* of packets, which leaves when it is long enough, after a short time at most.

mod parity;
mod parts;
mod slow;

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use crate::bundling::{self, Before};
use crate::config::{Config, Rule};
use crate::ids::{GroupId, MemberId};
use crate::interface::{Accepted, Arrival, Destination, SendError};
use crate::lanes::{Lane, LaneReason};
use crate::pace::Pace;
use crate::presence::Moment;
use crate::repairs::{Answer, Repairs};
use crate::shared::Shared;
use crate::view::View;
use crate::wire::{DATA_OVERHEAD, Entry, Exclusion, Frame, NOBODY, PARITY_OVERHEAD};
use parity::Blocks;
use parts::ReportParts;

#[derive(Debug)]
pub(crate) struct Sending {
    group: GroupId,
    slots: VecDeque<Packet>,
    spare: Vec<Vec<u8>>,
    packet_bytes: usize,
    base: u64,
    sent: u64,
    closed: u64,
    /// When the last message came.
    last_at: Option<Instant>,
    /// Mean time between two messages, of late.
    distance: Duration,
    /// Until then packets wait for more messages.
    gathers_until: Option<Instant>,
    /// Packets before this one wait for no further messages.
    due: u64,
    /// All covered members have the packets before this one.
    stable: u64,
    /// All covered members can take the packets before this one.
    limit: u64,
    /// Members that are neither lost nor on lanes, without this one.
    covered: usize,
    lanes: Vec<Lane>,
    pace: Pace,
    repairs: Repairs,
    loss: f64,
    /// A report says less than an earlier one.
    asked_again: bool,
    heartbeat_at: Option<Instant>,
    heartbeat_gap: Duration,
    /// Something is unacknowledged since then, or the last report that said something.
    reported_at: Option<Moment>,
    slow_since: Option<(MemberId, Moment)>,
    /// Something is unacknowledged since then, or acknowledgements last moved on.
    moved_at: Option<Moment>,
    blocks: Blocks,
    parts: ReportParts,
}

#[derive(Debug, Default)]
struct Packet {
    bytes: Vec<u8>,
    sent_at: Option<Instant>,
    /// Number of packets that were acknowledged by all when this one was sent.
    acked_then: u64,
}

impl Sending {
    pub(crate) fn new(group: GroupId, view: &View, shared: &Shared) -> Self {
        let config = &shared.config;
        // A shard has two bytes more than a packet, and an even length.
        let parity = if config.fec.is_some() { 4 } else { 0 };
        let overhead = DATA_OVERHEAD.max(PARITY_OVERHEAD + parity);
        let others = |index: &usize| !view.is_gone(*index) && Some(*index) != view.own();
        Self {
            group,
            slots: VecDeque::new(),
            spare: Vec::new(),
            packet_bytes: config.datagram_bytes - overhead,
            base: 0,
            sent: 0,
            closed: 0,
            last_at: None,
            distance: Duration::ZERO,
            gathers_until: None,
            due: 0,
            stable: 0,
            limit: config.initial_window,
            covered: (0..view.len()).filter(others).count(),
            lanes: Vec::new(),
            pace: Pace::new(config),
            repairs: Repairs::default(),
            loss: 0.0,
            asked_again: false,
            heartbeat_at: None,
            heartbeat_gap: Duration::ZERO,
            reported_at: None,
            slow_since: None,
            moved_at: None,
            blocks: Blocks::default(),
            parts: ReportParts::default(),
        }
    }

    /// Appends a message. `before`: packets of other groups that go before it.
    pub(crate) fn send(
        &mut self,
        now: Instant,
        message: &[u8],
        before: &[Before],
        shared: &Shared,
    ) -> Result<Accepted, SendError> {
        let (config, gather) = (&shared.config, shared.gather());
        let most = config.window + config.backlog;
        let named = before.len().div_ceil(bundling::BEFORE_MOST) as u64;
        let needed = bundling::packets_for(message.len(), self.packet_bytes) as u64 + named;
        if needed > most || message.len() > config.message_bytes {
            let room = (self.packet_bytes - 200) as u64 * (most - 2);
            return Err(SendError::TooLarge {
                bytes: message.len(),
                most: config.message_bytes.min(room as usize),
            });
        }
        let waiting = self.closed - self.sent;
        let is_full = self.slots.len() as u64 + needed > most;
        if is_full || (waiting > 0 && waiting + needed > config.window / 4) {
            let last = self.lanes.iter().min_by_key(|lane| lane.next);
            let last = last.filter(|lane| is_full && lane.next <= self.base);
            let by = last.map(|lane| lane.member);
            return Err(SendError::Blocked { by });
        }
        let is_quick = self.is_quick(now, shared.gap());
        let waits = self.gathers_until.is_some() && self.newest() >= Some(self.sent);
        if !is_quick || !waits {
            self.gathers_until = is_quick.then_some(now + gather);
        }
        if !before.is_empty() {
            self.close();
        }
        let mut named = before.chunks(bundling::BEFORE_MOST).peekable();
        while let Some(before) = named.next() {
            self.open(before);
            if named.peek().is_some() {
                self.close();
            }
        }
        let mut left = message;
        loop {
            if !self.is_open() {
                self.open(&[]);
            }
            let packet_bytes = self.packet_bytes;
            let packet = self.slots.back_mut().map(|packet| &mut packet.bytes);
            match packet.and_then(|packet| bundling::append(packet, left, packet_bytes)) {
                Some([]) => break,
                Some(later) => {
                    left = later;
                    self.close();
                }
                None => self.close(),
            }
        }
        let train = config.tuning.train.min(config.window / 8).max(1);
        if self.closed - self.sent.max(self.due) >= train && self.gathers_until.is_some() {
            self.due = self.closed;
            self.gathers_until = Some(now + gather);
            return Ok(Accepted::Changes);
        }
        // Others of this train have said when it leaves.
        let gathers = waits && is_quick && self.sent >= self.due;
        Ok(if gathers && self.gathers_until > Some(now) {
            Accepted::Gathers
        } else {
            Accepted::Changes
        })
    }

    /// Whether messages come in quick succession: this one after the one before, or by the mean of their distances, since a sender
    /// that shares its processor with receivers stands still now and then.
    fn is_quick(&mut self, now: Instant, gap: Duration) -> bool {
        let longest = gap * 10;
        let distance = match self.last_at.replace(now) {
            Some(at) => now.saturating_duration_since(at).min(longest),
            None => longest,
        };
        self.distance = (self.distance * 7 + distance) / 8;
        distance < gap || (self.distance < gap && distance < longest)
    }

    fn is_open(&self) -> bool {
        self.slots.len() as u64 > self.closed - self.base
    }

    fn open(&mut self, before: &[Before]) {
        let mut bytes = self.spare.pop().unwrap_or_default();
        bundling::begin(&mut bytes, before);
        self.slots.push_back(Packet {
            bytes,
            ..Packet::default()
        });
    }

    /// Later messages go into the next packet.
    pub(crate) fn close(&mut self) {
        if self.is_open() {
            self.closed += 1;
        }
    }

    /// What was sent so far waits for no further messages.
    pub(crate) fn flush(&mut self) {
        self.gathers_until = None;
    }

    /// The packet that the last message is in, if there is any.
    pub(crate) fn newest(&self) -> Option<u64> {
        (self.closed + u64::from(self.is_open())).checked_sub(1)
    }

    /// Nothing will be sent any more.
    pub(crate) fn finish(&mut self) {
        self.close();
        self.flush();
    }

    /// Whether all members have all, those on lanes, too.
    pub(crate) fn is_done(&self) -> bool {
        self.slots.is_empty()
    }

    /// Whether that member has acknowledged all.
    pub(crate) fn is_acknowledged_by(&self, member: MemberId) -> bool {
        let lane = self.lanes.iter().find(|lane| lane.member == member);
        let acknowledged = lane.map_or(self.stable, |lane| lane.acked);
        acknowledged >= self.base + self.slots.len() as u64
    }

    /// Whether something is unacknowledged by covered members.
    pub(crate) fn is_unstable(&self) -> bool {
        self.stable < self.sent && self.covered > 0
    }

    /// Whether the token is to ask about this stream.
    pub(crate) fn needs_round(&self) -> bool {
        self.is_unstable() || self.asked_again
    }

    pub(crate) fn unstable(&self) -> u64 {
        self.sent - self.stable
    }

    pub(crate) fn held(&self) -> usize {
        self.slots.len()
    }

    pub(crate) fn lanes(&self) -> &[Lane] {
        &self.lanes
    }

    pub(crate) fn pace(&mut self) -> &mut Pace {
        &mut self.pace
    }

    pub(crate) fn rate(&self) -> f64 {
        self.pace.rate()
    }

    pub(crate) fn loss(&self) -> f64 {
        self.loss
    }

    /// This member's entry for its own stream in a token.
    pub(crate) fn entry(&self, own: MemberId) -> Entry {
        Entry {
            sender: own,
            acked: self.sent,
            end: self.sent,
            fastest: 0,
            limit: NOBODY,
            slowest: own,
            loss: 0,
        }
    }

    fn window_end(&self, config: &Config) -> u64 {
        let lanes = || {
            self.lanes
                .iter()
                .map(|lane| lane.acked + config.window)
                .max()
        };
        let limit = if self.covered > 0 {
            self.limit.min(self.stable + config.window)
        } else {
            lanes().unwrap_or(u64::MAX)
        };
        if config.applies(Rule::FlowControl) {
            limit
        } else {
            u64::MAX
        }
    }

    /// Whether nothing is under way, and the receivers' limit keeps the next packet waiting.
    fn is_blocked(&self, config: &Config) -> bool {
        let waits = self.sent < self.closed || self.is_open();
        waits && !self.is_unstable() && self.sent >= self.window_end(config)
    }

    fn wants_to_send(&self, now: Instant, config: &Config) -> bool {
        let there = if self.gathers_until.is_some_and(|until| until > now) {
            self.sent < self.due
        } else {
            self.sent < self.closed || self.is_open()
        };
        there && self.sent < self.window_end(config)
    }

    /// When the next packet may leave, if it depends on time alone.
    fn leaves_at(&self, config: &Config) -> Option<Instant> {
        if self.sent >= self.window_end(config) {
            None
        } else if self.sent < self.due {
            self.pace.free_at()
        } else if self.sent < self.closed || self.is_open() {
            self.pace.free_at().max(self.gathers_until)
        } else {
            None
        }
    }

    /// The next datagram with a new packet, if one may leave now.
    pub(crate) fn poll_packet(
        &mut self,
        now: Instant,
        shared: &mut Shared,
    ) -> Option<(u64, &[u8])> {
        if !self.wants_to_send(now, &shared.config) || !self.pace.may_send(now) {
            return None;
        }
        if self.sent == self.closed {
            self.close();
        }
        let sequence = self.sent;
        let index = (sequence - self.base) as usize;
        self.sent += 1;
        if self.covered == 0 {
            self.stable = self.sent;
        }
        let acked_then = self.stable;
        let packet = self.slots.get_mut(index)?;
        packet.sent_at = Some(now);
        packet.acked_then = acked_then;
        let bytes = packet.bytes.len() + DATA_OVERHEAD;
        self.pace.sent(bytes);
        shared.counters.packets_sent += 1;
        shared.counters.data_bytes_sent += bytes as u64;
        self.heartbeat_gap = Duration::ZERO;
        self.plan_heartbeat(now, shared);
        let moment = shared.moment(now);
        self.reported_at.get_or_insert(moment);
        self.moved_at.get_or_insert(moment);
        if let Some(fec) = shared.config.fec {
            self.blocks.began_at.get_or_insert(now);
            if self.sent - self.blocks.first >= fec.block as u64 {
                self.close_block(shared);
            }
        }
        let packet = self.slots.get(index)?;
        Some((sequence, &packet.bytes))
    }

    pub(crate) fn has_for_lanes(&self, config: &Config) -> bool {
        let has = |lane: &Lane| lane.room(self.sent, config.lane_window) > 0;
        self.lanes.iter().any(has)
    }

    /// The next packet for a lane, if one may leave.
    pub(crate) fn poll_lane(&mut self, shared: &mut Shared) -> Option<(MemberId, u64, &[u8])> {
        let window = shared.config.lane_window;
        let sent = self.sent;
        let mut lanes = self.lanes.iter_mut();
        let lane = lanes.find(|lane| lane.room(sent, window) > 0)?;
        let (member, sequence) = (lane.member, lane.next);
        lane.next += 1;
        shared.counters.lane_packets += 1;
        let packet = self.slots.get(sequence.checked_sub(self.base)? as usize)?;
        Some((member, sequence, &packet.bytes))
    }

    /// Frees what nobody misses.
    pub(crate) fn free(&mut self, config: &Config) {
        if self.covered == 0 {
            self.stable = self.sent;
        }
        let stable = if config.applies(Rule::FreeWhenAllHave) {
            self.stable
        } else {
            self.sent
        };
        let lanes = self.lanes.iter().map(|lane| lane.acked).min();
        let until = lanes.map_or(stable, |lane| lane.min(stable));
        while self.base < until
            && let Some(packet) = self.slots.pop_front()
        {
            self.base += 1;
            if self.spare.len() as u64 <= config.window {
                self.spare.push(packet.bytes);
            }
        }
    }

    /// A report about this stream, with who made it and its number; `excluded`: the members that it does not cover.
    pub(crate) fn handle_report(
        &mut self,
        now: Instant,
        report: (MemberId, u64),
        entry: &Entry,
        excluded: &[Exclusion],
        view: &View,
        shared: &mut Shared,
    ) {
        let was_done = self.is_done();
        let concerns =
            |exclusion: &&Exclusion| exclusion.sender.is_none_or(|sender| sender == shared.own);
        let concerning = excluded.iter().filter(concerns);
        let (part, excluded) = parts::taken_apart(concerning);
        for exclusion in &excluded {
            let reason = LaneReason::from_code(exclusion.reason);
            if reason != LaneReason::Silent || shared.applies(Rule::LanesForSilent) {
                self.begin_lane(exclusion.member, reason, view, shared);
            }
        }
        match self.parts.all(report, part, excluded, view.len()) {
            Some(excluded) => self.handle_whole_report(now, entry, &excluded, view, shared),
            // The entry does not speak for members that another part names.
            None => self.reported_at = self.reported_at.map(|_| shared.moment(now)),
        }
        self.free(&shared.config);
        if !was_done {
            self.invite_back();
        }
        self.plan_heartbeat(now, shared);
    }

    /// Takes over what a report says of the members that it does not exclude, once all its parts have come.
    fn handle_whole_report(
        &mut self,
        now: Instant,
        entry: &Entry,
        excluded: &[Exclusion],
        view: &View,
        shared: &mut Shared,
    ) {
        // More than was sent: no member is covered.
        let acked = entry.acked.min(self.sent);
        self.asked_again = acked < self.stable;
        let is_named = |member| excluded.iter().any(|exclusion| exclusion.member == member);
        // All members that are not named have what was freed, or will have delivered it.
        let has_all = |lane: &Lane| acked.max(lane.acked) >= self.stable;
        let back: Vec<_> = self.lanes.iter().filter(|lane| has_all(lane)).collect();
        let back = back
            .into_iter()
            .filter(|lane| lane.ending.is_some() && !is_named(lane.member));
        let back: Vec<_> = back.map(|lane| lane.member).collect();
        self.end_lanes(&back, shared);
        self.reported_at = (acked < self.sent).then_some(shared.moment(now));
        self.moved_at = self.moved_at.filter(|_| acked < self.sent);
        self.loss += (f64::from(entry.loss) / 255.0 - self.loss) / 4.0;
        self.limit = self
            .limit
            .max(entry.limit.min(acked + shared.config.window));
        if acked > self.stable && self.covered > 0 {
            let last = (acked - 1).checked_sub(self.base);
            if let Some(packet) = last.and_then(|index| self.slots.get(index as usize))
                && let Some(at) = packet.sent_at
            {
                let time = now.saturating_duration_since(at).as_secs_f64().max(1e-4);
                let packets = (acked - packet.acked_then) as f64;
                let bytes = (packet.bytes.len() + DATA_OVERHEAD) as f64;
                self.pace.delivered(packets * bytes / time);
            }
            self.stable = acked;
            self.moved_at = Some(shared.moment(now));
        }
        self.find_slow(now, entry, view, shared);
    }

    /// A member misses packets. It asks by multicast if nothing else leads to it.
    pub(crate) fn handle_request(
        &mut self,
        now: Instant,
        by: MemberId,
        missing: impl Iterator<Item = u64> + Clone,
        arrival: Arrival,
        linger: Duration,
        shared: &mut Shared,
    ) {
        shared.counters.asked_as_sender += missing.clone().count() as u64;
        let is_on_lane = self.lanes.iter().any(|lane| lane.member == by);
        let by_group = arrival == Arrival::Group;
        if (is_on_lane && !by_group) || !shared.applies(Rule::SenderAnswers) {
            return;
        }
        if shared.config.fec.is_some()
            && !by_group
            && self.answer_by_parity(now, by, missing.clone(), linger, shared)
        {
            return;
        }
        let gather = shared.applies(Rule::GatherRequests);
        for sequence in missing {
            if sequence < self.base || sequence >= self.sent {
                continue;
            }
            let to = match self.repairs.asked(sequence, by, now, linger, gather) {
                Answer::No => continue,
                Answer::ToMember if !by_group => Destination::Member(by),
                _ => Destination::Group(self.group),
            };
            if let Some(packet) = self.slots.get((sequence - self.base) as usize) {
                let frame = Frame::Data {
                    sender: shared.own,
                    sequence,
                    repair: true,
                    packet: &packet.bytes,
                };
                if let Some(bytes) = shared.put(self.group, to, &frame) {
                    self.pace.repaired(bytes);
                    shared.counters.data_bytes_sent += bytes as u64;
                    match to {
                        Destination::Group(_) => shared.counters.repaired_group += 1,
                        _ => shared.counters.repaired_single += 1,
                    }
                }
            }
        }
    }

    fn plan_heartbeat(&mut self, now: Instant, shared: &Shared) {
        // Members on lanes hear from heartbeats that multicast reaches them again. One that it does not reach for so long
        // comes back with the next packets.
        let returns = self.heartbeat_gap < shared.config.heartbeat_max || !self.is_done();
        let lanes = !self.lanes.is_empty() && returns;
        let needed = self.is_unstable() || lanes || self.is_blocked(&shared.config);
        if !needed || !shared.applies(Rule::Heartbeats) {
            self.heartbeat_at = None;
        } else if self.heartbeat_gap.is_zero() {
            let (config, trips) = (&shared.config, shared.config.tuning.heartbeat);
            let trip = config.round_trip.mul_f64(trips);
            self.heartbeat_gap = trip.max(config.round_trip_floor);
            self.heartbeat_at = Some(now + self.heartbeat_gap);
        } else if self.heartbeat_at.is_none() {
            self.heartbeat_at = Some(now + self.heartbeat_gap);
        }
    }

    pub(crate) fn handle_timeout(&mut self, now: Instant, view: &View, shared: &mut Shared) {
        if self.heartbeat_at.is_some_and(|at| at <= now) {
            let frame = Frame::Heartbeat {
                next: self.sent,
                blocked: self.is_blocked(&shared.config),
            };
            shared.control(self.group, Destination::Group(self.group), &frame);
            // While nothing else is sent no report comes: the members themselves say where they are.
            for lane in &self.lanes {
                let (to, next) = (Destination::Lane(lane.member), lane.next);
                let frame = match lane.ending {
                    Some(_) => Frame::LaneEnds { next },
                    None => Frame::LaneBegins { next },
                };
                shared.control(self.group, to, &frame);
            }
            self.heartbeat_gap = (self.heartbeat_gap * 2).min(shared.config.heartbeat_max);
            self.heartbeat_at = Some(now + self.heartbeat_gap);
            self.plan_heartbeat(now, shared);
        }
        if self.silence_at(shared).is_some_and(|at| at <= now) {
            self.reported_at = None;
            for member in view.members() {
                self.begin_lane(*member, LaneReason::Unreported, view, shared);
            }
            self.free(&shared.config);
            self.heartbeat_gap = Duration::ZERO;
            self.plan_heartbeat(now, shared);
        }
        if self.block_at(shared).is_some_and(|at| at <= now) {
            self.close_block(shared);
        }
    }

    fn silence_at(&self, shared: &Shared) -> Option<Instant> {
        let waits = self.is_unstable() && shared.applies(Rule::LanesWithoutReports);
        let since = self.reported_at.filter(|_| waits)?;
        Some(shared.presence.after(since, shared.config.silence))
    }

    fn block_at(&self, shared: &Shared) -> Option<Instant> {
        let began_at = self.blocks.began_at?;
        Some(began_at + shared.config.tuning.parity_delay)
    }

    /// When this stream wants to be called, or to send.
    pub(crate) fn deadline(&self, shared: &Shared) -> Option<Instant> {
        [
            self.leaves_at(&shared.config),
            self.heartbeat_at,
            self.silence_at(shared),
            self.block_at(shared),
        ]
        .into_iter()
        .flatten()
        .min()
    }
}
