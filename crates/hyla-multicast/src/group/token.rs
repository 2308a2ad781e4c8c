//! The token of a group: filling it in, passing it on, reporting what it gathered.

use std::time::{Duration, Instant};

use super::{Group, silent};
use crate::aggregate::Aggregate;
use crate::ids::MemberId;
use crate::interface::Destination;
use crate::lanes::LaneReason;
use crate::ring::Arrived;
use crate::shared::Shared;
use crate::wire::{
    ENTRY_BYTES, EXCLUSION_BYTES, Entry, Exclusion, Frame, NOBODY, SUMMARY_OVERHEAD, Summary,
};

impl Group {
    pub(super) fn token_timeout(&self) -> Duration {
        self.trip.estimate() * 3
    }

    /// Adds this member's state to a token; `started`: the member started the round itself.
    pub(super) fn contribute(
        &mut self,
        now: Instant,
        summary: &mut Summary,
        started: bool,
        shared: &mut Shared,
    ) {
        let (own, trip) = (shared.own, self.trip.estimate());
        let mut exclusions: Vec<Exclusion> = Vec::new();
        for entry in &mut summary.entries {
            let sender = entry.sender;
            if sender == own {
                if let Some(sending) = &self.sending {
                    entry.merge(&sending.entry(own));
                }
                continue;
            }
            // A lost sender's messages no longer need this member's acknowledgement.
            if !self.begin_stream(sender, shared) {
                continue;
            }
            let Some(stream) = self.receiving.get_mut(&sender) else {
                continue;
            };
            stream.others_know(now, entry.end, shared);
            match stream.excluded() {
                Some(reason) => exclusions.push(Exclusion {
                    sender: Some(sender),
                    member: own,
                    reason: reason.code(),
                }),
                None => {
                    stream.know_end(now, entry.end, trip, &self.view, shared);
                    entry.merge(&stream.entry(own, shared));
                }
            }
            if let Some(at) = stream.deadline(&shared.config) {
                self.streams_at = Some(self.streams_at.map_or(at, |known| known.min(at)));
            }
        }
        let bytes = shared.config.datagram_bytes;
        for exclusion in exclusions {
            if summary.bytes() + EXCLUSION_BYTES <= bytes {
                summary.exclude(exclusion);
            } else if let Some(entry) = exclusion.sender.and_then(|sender| summary.entry(sender)) {
                // No room to name this member: the entry must not speak for it.
                entry.acked = 0;
            }
        }
        if !started {
            self.add_unknown(summary, shared);
        }
    }

    /// Adds streams of which the leader knows nothing; they acknowledge nothing.
    pub(super) fn add_unknown(&mut self, summary: &mut Summary, shared: &Shared) {
        let mut unknown: Vec<_> = self
            .receiving
            .iter()
            .filter(|(_, stream)| stream.is_unstable())
            .map(|(sender, stream)| (*sender, stream.unstable()))
            .collect();
        let sent = self
            .sending
            .as_ref()
            .filter(|sending| sending.is_unstable());
        unknown.extend(sent.map(|sending| (shared.own, sending.unstable())));
        unknown.retain(|(sender, _)| summary.entry(*sender).is_none());
        unknown.sort_unstable();
        for (sender, _) in unknown {
            if summary.bytes() + ENTRY_BYTES + 8 * EXCLUSION_BYTES > shared.config.datagram_bytes {
                return;
            }
            let end = match (&self.sending, self.receiving.get_mut(&sender)) {
                (Some(sending), None) => sending.entry(sender).end,
                (_, Some(stream)) => stream.entry(sender, shared).end,
                (None, None) => continue,
            };
            summary.entries.push(Entry {
                acked: 0,
                end,
                limit: NOBODY,
                ..Entry::nobody(sender)
            });
        }
    }

    /// Streams with something unacknowledged, one page of them.
    pub(super) fn unstable_page(&mut self, shared: &Shared) -> Vec<MemberId> {
        let mut senders: Vec<_> = self
            .receiving
            .iter()
            .filter(|(_, stream)| stream.needs_round())
            .map(|(sender, _)| *sender)
            .collect();
        let sent = self
            .sending
            .as_ref()
            .filter(|sending| sending.needs_round());
        senders.extend(sent.map(|_| shared.own));
        senders.sort_unstable();
        let Some(ring) = &mut self.ring else {
            return senders;
        };
        let named = ring.silent_members(&self.view).count() + 8;
        let room = shared.config.datagram_bytes - SUMMARY_OVERHEAD;
        let most = (room.saturating_sub(named * EXCLUSION_BYTES) / ENTRY_BYTES).max(1);
        if senders.len() > most {
            let from = ring.cursor % senders.len();
            senders.rotate_left(from);
            senders.truncate(most);
            ring.cursor = from + most;
        }
        senders
    }

    pub(super) fn start_round(&mut self, now: Instant, shared: &mut Shared) {
        let page = self.unstable_page(shared);
        let Some(ring) = &mut self.ring else { return };
        if page.is_empty() {
            ring.set_pending(shared.moment(now), false, false);
            return;
        }
        if !ring.leads() {
            shared.counters.takeovers += 1;
        }
        ring.start(shared.moment(now));
        ring.asked.clear();
        ring.asked.extend_from_slice(&page);
        shared.counters.rounds += 1;
        let mut summary = Summary {
            entries: page.into_iter().map(Entry::nobody).collect(),
            exclusions: Vec::new(),
        };
        for index in ring.silent_members(&self.view) {
            if let Some(member) = self.view.member(index) {
                summary.exclude(silent(member));
            }
        }
        self.contribute(now, &mut summary, true, shared);
        self.pass_token(now, summary, shared);
    }

    pub(super) fn pass_token(&mut self, now: Instant, summary: Summary, shared: &mut Shared) {
        let timeout = self.token_timeout();
        let Some(ring) = &mut self.ring else { return };
        let own = self.view.own().unwrap_or_default();
        let next = ring.after(own, &self.view);
        let wraps = next <= own && ring.origin != next && {
            // Beyond the origin the round is over, wherever the origin is.
            let count = self.view.partition(ring.partition).len();
            let steps = |index: usize| (index + count - ring.origin) % count;
            steps(next) <= steps(own)
        };
        if next == own || wraps {
            self.end_round(now, summary, shared);
            return;
        }
        ring.sent(shared.moment(now), next, summary, timeout);
        self.send_token(next, shared);
    }

    pub(super) fn send_token(&mut self, to: usize, shared: &mut Shared) {
        let Some(ring) = &self.ring else { return };
        let (Some(summary), Some(to)) = (ring.on_its_way(), self.view.member(to)) else {
            return;
        };
        let frame = Frame::Token {
            partition: ring.partition as u16,
            round: ring.round,
            origin: ring.origin as u16,
            summary: summary.clone(),
        };
        shared.control(self.id, Destination::Member(to), &frame);
    }

    pub(super) fn handle_token(
        &mut self,
        now: Instant,
        from: MemberId,
        (partition, round, origin): (usize, u32, usize),
        mut summary: Summary,
        shared: &mut Shared,
    ) {
        let Some(ring) = &mut self.ring else { return };
        if partition != ring.partition {
            shared.counters.malformed += 1;
            return;
        }
        let arrived = ring.arrives(shared.moment(now), round, origin);
        let answer = Frame::TokenReceived {
            round: ring.round,
            origin: ring.origin as u16,
        };
        shared.control(self.id, Destination::Member(from), &answer);
        match arrived {
            Arrived::New => {
                let view = &self.view;
                ring.follow(|index| {
                    let member = view.member(index);
                    let named = |e: &Exclusion| e.sender.is_none() && Some(e.member) == member;
                    summary.exclusions.iter().any(named)
                });
                self.contribute(now, &mut summary, false, shared);
                self.pass_token(now, summary, shared);
            }
            Arrived::Returned => self.end_round(now, summary, shared),
            Arrived::Again | Arrived::Old => {}
        }
    }

    /// The token was at all members: the leader reports.
    pub(super) fn end_round(&mut self, now: Instant, mut summary: Summary, shared: &mut Shared) {
        let trip = self.trip.estimate();
        let Some(ring) = &mut self.ring else { return };
        if ring.leads() {
            // Streams that others added are asked about next time.
            let asked = std::mem::take(&mut ring.asked);
            let is_added = |entry: &mut Entry| !asked.contains(&entry.sender);
            let added: Vec<_> = summary.entries.extract_if(.., is_added).collect();
            ring.asked = asked;
            for entry in added {
                if entry.sender == shared.own || !self.begin_stream(entry.sender, shared) {
                    continue;
                }
                if let Some(stream) = self.receiving.get_mut(&entry.sender) {
                    stream.know_end(now, entry.end, trip, &self.view, shared);
                    stream.others_know(now, entry.end, shared);
                }
            }
        }
        let Some(ring) = &mut self.ring else { return };
        let view = &self.view;
        ring.follow(|index| {
            let member = view.member(index);
            let named = |e: &Exclusion| e.sender.is_none() && Some(e.member) == member;
            summary.exclusions.iter().any(named)
        });
        if let Some(took) = ring.end(shared.moment(now)) {
            shared.counters.rounds_ended += 1;
            shared.counters.round_us += took.as_micros() as u64;
        }
        let (partition, round) = (ring.partition, ring.round);
        self.unanswered_since.get_or_insert(now);
        let to = self.aggregator(shared);
        if to == shared.own {
            self.handle_partition(now, partition, round, &summary, shared);
        } else {
            let frame = Frame::Partition {
                partition: partition as u16,
                round,
                summary,
            };
            shared.control(self.id, Destination::Member(to), &frame);
        }
    }

    /// The member that sums up reports: the first of a partition, or this one if there is only one partition.
    pub(super) fn aggregator(&self, shared: &Shared) -> MemberId {
        if self.view.partitions() == 1 {
            return shared.own;
        }
        let partition = self.aggregator % self.view.partitions();
        let mut range = self.view.partition(partition);
        let first = range.find(|index| !self.view.is_gone(*index));
        first
            .and_then(|index| self.view.member(index))
            .unwrap_or(shared.own)
    }

    pub(super) fn handle_partition(
        &mut self,
        now: Instant,
        partition: usize,
        round: u32,
        summary: &Summary,
        shared: &mut Shared,
    ) {
        let partitions = self.view.partitions();
        let aggregate = self
            .aggregate
            .get_or_insert_with(|| Aggregate::new(partitions));
        let at = shared.moment(now);
        if !aggregate.handle(at, partition, round, summary, &shared.config) {
            shared.counters.replayed += 1;
        }
        self.send_reports(now, shared);
    }

    pub(super) fn send_reports(&mut self, now: Instant, shared: &mut Shared) {
        let Some(aggregate) = &mut self.aggregate else {
            return;
        };
        let due = aggregate.reports(now, &self.view, &shared.config, &shared.presence);
        for summary in due {
            let Some(aggregate) = &mut self.aggregate else {
                return;
            };
            aggregate.number += 1;
            let number = aggregate.number;
            shared.counters.reports += 1;
            let mut singles: Vec<MemberId> = Vec::new();
            for exclusion in &summary.exclusions {
                if exclusion.reason == LaneReason::Deaf.code() {
                    singles.push(exclusion.member);
                }
            }
            let outside = summary.entries.iter().map(|entry| entry.sender);
            singles.extend(outside.filter(|sender| self.view.index_of(*sender).is_none()));
            singles.sort_unstable();
            singles.dedup();
            for single in singles {
                let mut summary = summary.clone();
                if self.view.index_of(single).is_none() {
                    summary.entries.retain(|entry| entry.sender == single);
                }
                let frame = Frame::Report { number, summary };
                shared.control(self.id, Destination::Member(single), &frame);
            }
            if self.view.len() > 1 {
                let frame = Frame::Report {
                    number,
                    summary: summary.clone(),
                };
                shared.control(self.id, Destination::Group(self.id), &frame);
            }
            self.handle_report(now, (shared.own, number), &summary, shared);
        }
    }
}
