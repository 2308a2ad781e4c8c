//! A group at one member: its streams, its token, its reports.

mod token;

use std::time::{Duration, Instant};

use rustc_hash::FxHashMap;

use crate::aggregate::Aggregate;
use crate::config::Rule;
use crate::hearing::Hearing;
use crate::ids::{GroupId, MemberId};
use crate::interface::{Arrival, Destination, Event};
use crate::lanes::{LaneReason, LaneState};
use crate::presence::Moment;
use crate::receiving::Receiving;
use crate::repairs::Asker;
use crate::ring::{Overdue, Ring};
use crate::round_trip::RoundTrip;
use crate::sending::Sending;
use crate::shared::Shared;
use crate::view::View;
use crate::wire::{Exclusion, Frame, Summary};

#[derive(Debug)]
pub(crate) struct Group {
    id: GroupId,
    pub(crate) view: View,
    pub(crate) sending: Option<Sending>,
    pub(crate) receiving: FxHashMap<MemberId, Receiving>,
    ring: Option<Ring>,
    aggregate: Option<Aggregate>,
    /// Number of the candidate that sums up the reports.
    aggregator: usize,
    /// This member, as a leader, has sent reports since then that no report to the group followed.
    unanswered_since: Option<Instant>,
    trip: RoundTrip,
    /// When something last came to this member alone.
    addressed_at: Option<Moment>,
    hearing: Hearing,
    /// Requests of each member.
    requests: FxHashMap<MemberId, Asker>,
    /// Number of the last report of each aggregator.
    reports: FxHashMap<MemberId, u64>,
    /// Not later than the first time at which a receiving stream wants to be called.
    streams_at: Option<Instant>,
    /// Other groups that share members; order goes across them.
    pub(crate) overlaps: Vec<GroupId>,
    /// The newest packet of each of them that a packet here named.
    pub(crate) named: FxHashMap<GroupId, u64>,
    /// Waits to send.
    pub(crate) is_queued: bool,
    pub(crate) is_retired: bool,
    /// All that was sent before it was retired was acknowledged; the newest packet of it, if there was any.
    over: Option<Option<u64>>,
    /// Where this group is in the list of deadlines.
    pub(crate) listed: Option<Instant>,
}

impl Group {
    pub(crate) fn new(id: GroupId, view: View, shared: &Shared) -> Self {
        let config = &shared.config;
        Self {
            id,
            ring: view.own().map(|own| Ring::new(&view, own)),
            view,
            sending: None,
            receiving: FxHashMap::default(),
            aggregate: None,
            aggregator: 0,
            unanswered_since: None,
            trip: RoundTrip::new(config.round_trip, config.round_trip_floor),
            addressed_at: None,
            hearing: Hearing::default(),
            requests: FxHashMap::default(),
            reports: FxHashMap::default(),
            streams_at: None,
            overlaps: Vec::new(),
            named: FxHashMap::default(),
            is_queued: false,
            is_retired: false,
            over: None,
            listed: None,
        }
    }

    /// The newest packet that this member sent.
    pub(crate) fn newest(&self) -> Option<u64> {
        match (&self.sending, self.over) {
            (Some(sending), _) => sending.newest(),
            (None, over) => over.flatten(),
        }
    }

    /// Whether all have all of a retired group; says so once.
    pub(crate) fn is_over(&mut self) -> bool {
        let done = self.sending.as_ref().is_none_or(Sending::is_done);
        if !self.is_retired || !done || self.over.is_some() {
            return false;
        }
        self.over = Some(self.newest());
        self.sending = None;
        true
    }

    pub(crate) fn round_trip(&self) -> Duration {
        self.trip.estimate()
    }

    /// Whether that member may send to the group.
    fn may_send(&self, sender: MemberId, shared: &Shared) -> bool {
        shared.config.outsiders || self.view.index_of(sender).is_some()
    }

    /// Makes the stream of a sender if there is none, and returns whether there is one. What others still say of a lost
    /// sender must not bring back a stream that is over.
    pub(super) fn begin_stream(&mut self, sender: MemberId, shared: &Shared) -> bool {
        if !self.may_send(sender, shared) {
            return false;
        }
        if shared.lost.contains(&sender) {
            return self.receiving.contains_key(&sender);
        }
        let id = self.id;
        let new = || Receiving::new(id, sender);
        self.receiving.entry(sender).or_insert_with(new);
        true
    }

    /// Notes that a receiving stream changed.
    pub(crate) fn touched(&mut self, now: Instant, sender: MemberId, shared: &Shared) {
        let Some(stream) = self.receiving.get(&sender) else {
            return;
        };
        if let Some(at) = stream.deadline(&shared.config) {
            self.streams_at = Some(self.streams_at.map_or(at, |known| known.min(at)));
        }
        if stream.listens() {
            self.hearing.expects(shared.moment(now), true);
        }
        if stream.needs_round()
            && let Some(ring) = &mut self.ring
        {
            let urgent = shared.config.is_urgent(stream.unstable());
            ring.set_pending(shared.moment(now), true, urgent);
        }
    }

    /// This member has sent a packet.
    pub(crate) fn has_sent(&mut self, now: Instant, shared: &Shared) {
        if let (Some(ring), Some(sending)) = (&mut self.ring, &self.sending)
            && sending.is_unstable()
        {
            let urgent = shared.config.is_urgent(sending.unstable());
            ring.set_pending(shared.moment(now), true, urgent);
        }
    }

    /// Handles a frame. Returns the stream that may have something to deliver.
    pub(crate) fn handle(
        &mut self,
        now: Instant,
        from: MemberId,
        mut frame: Frame<'_>,
        arrival: Arrival,
        shared: &mut Shared,
    ) -> Option<MemberId> {
        if !self.may_send(from, shared) {
            shared.counters.malformed += 1;
            return None;
        }
        if let Frame::Token { summary, .. }
        | Frame::Partition { summary, .. }
        | Frame::Report { summary, .. } = &mut frame
        {
            summary
                .entries
                .retain(|entry| self.may_send(entry.sender, shared));
        }
        let trip = self.trip.estimate();
        let moment = shared.moment(now);
        match arrival {
            Arrival::Group => self.hearing.heard(moment),
            Arrival::Direct | Arrival::Lane => self.addressed_at = Some(moment),
        }
        let lane = matches!(
            frame,
            Frame::LaneBegins { .. } | Frame::LaneEnds { .. } | Frame::LaneState { .. }
        );
        if lane && arrival != Arrival::Lane {
            // Replayed, or from somebody who does not keep to the protocol.
            shared.counters.malformed += 1;
            return None;
        }
        match frame {
            Frame::Data {
                sender,
                sequence,
                repair,
                packet,
            } => {
                shared.counters.data_bytes_received += packet.len() as u64;
                if self.hears_nothing_of(sender) || !self.begin_stream(sender, shared) {
                    return None;
                }
                let stream = self.receiving.get_mut(&sender)?;
                let view = &self.view;
                let is_new = stream
                    .handle_packet(now, sequence, packet, repair, arrival, trip, view, shared);
                match (arrival, repair) {
                    _ if !is_new => {}
                    (Arrival::Lane, _) => shared.counters.lane_packets_received += 1,
                    (_, true) if from == sender => shared.counters.repaired_by_sender += 1,
                    (_, true) => shared.counters.repaired_by_partner += 1,
                    (_, false) => {}
                }
                self.touched(now, sender, shared);
                Some(sender)
            }
            Frame::Parity {
                first,
                count,
                index,
                shard,
            } => {
                if self.hears_nothing_of(from) || !self.begin_stream(from, shared) {
                    return None;
                }
                let stream = self.receiving.get_mut(&from)?;
                let block = (first, count, index);
                stream.handle_parity(now, block, shard, arrival, trip, &self.view, shared);
                self.touched(now, from, shared);
                Some(from)
            }
            Frame::Heartbeat { next, blocked } => {
                if self.hears_nothing_of(from) || next == 0 || !self.begin_stream(from, shared) {
                    return None;
                }
                let stream = self.receiving.get_mut(&from)?;
                stream.handle_heartbeat(now, (next, blocked), arrival, trip, &self.view, shared);
                self.touched(now, from, shared);
                None
            }
            Frame::Request {
                sender,
                number,
                first,
                further,
            } => {
                let asked = (sender, number, first, further);
                self.handle_request(now, from, asked, arrival, shared);
                None
            }
            Frame::Token {
                partition,
                round,
                origin,
                summary,
            } => {
                let token = (usize::from(partition), round, usize::from(origin));
                self.handle_token(now, from, token, summary, shared);
                None
            }
            Frame::TokenReceived { round, origin } => {
                let by = self.view.index_of(from)?;
                let ring = self.ring.as_mut()?;
                if let Some(took) =
                    ring.received(shared.moment(now), by, round, usize::from(origin))
                {
                    self.trip.measured(took);
                }
                None
            }
            Frame::Probe { number } => {
                let to = Destination::Member(from);
                shared.control(self.id, to, &Frame::Here { number });
                None
            }
            Frame::Here { number } => {
                let index = self.view.index_of(from)?;
                self.ring.as_mut()?.is_here(index, number);
                None
            }
            Frame::Partition {
                partition,
                round,
                summary,
            } => {
                self.handle_partition(now, usize::from(partition), round, &summary, shared);
                None
            }
            Frame::Report { number, summary } => {
                let known = self.reports.entry(from).or_insert(0);
                if number <= *known {
                    shared.counters.replayed += 1;
                    return None;
                }
                *known = number;
                self.handle_report(now, (from, number), &summary, shared);
                None
            }
            Frame::LaneBegins { next } => {
                if self.hears_nothing_of(from) || !self.begin_stream(from, shared) {
                    return None;
                }
                let stream = self.receiving.get_mut(&from)?;
                stream.begin_lane(now);
                stream.know_end(now, next, trip, &self.view, shared);
                self.touched(now, from, shared);
                None
            }
            Frame::LaneEnds { next } => {
                let stream = self.receiving.get_mut(&from)?;
                stream.end_lane(now);
                stream.know_end(now, next, trip, &self.view, shared);
                self.touched(now, from, shared);
                None
            }
            Frame::LaneState {
                expected,
                heard,
                loss,
                ended,
                again,
            } => {
                let state = LaneState {
                    expected,
                    heard,
                    loss,
                    ended,
                    again,
                };
                let sending = self.sending.as_mut()?;
                sending.handle_lane_state(now, from, state, shared);
                None
            }
        }
    }

    /// Whether this member receives no stream of that sender.
    fn hears_nothing_of(&self, sender: MemberId) -> bool {
        self.view
            .own()
            .is_none_or(|own| self.view.member(own) == Some(sender))
    }

    fn handle_request(
        &mut self,
        now: Instant,
        by: MemberId,
        (sender, number, first, further): (MemberId, u32, u64, u64),
        arrival: Arrival,
        shared: &mut Shared,
    ) {
        let asker = self.requests.entry(by).or_default();
        if number <= asker.number && shared.applies(Rule::CheckRequestNumbers) {
            shared.counters.replayed += 1;
            return;
        }
        asker.number = number.max(asker.number);
        let linger = self.trip.estimate();
        let asked = 1 + u64::from(further.count_ones());
        let most = asker.may_ask(now, asked, linger, shared.config.window);
        let bits = (0..64).filter(move |bit| further >> bit & 1 == 1);
        let missing = std::iter::once(first).chain(bits.map(move |bit| first + 1 + bit));
        let missing = missing.take(most as usize);
        if sender == shared.own {
            if let Some(sending) = &mut self.sending {
                sending.handle_request(now, by, missing, arrival, linger, shared);
            }
        } else if arrival == Arrival::Group {
            // For the sender, since what goes to members alone does not arrive.
        } else if let Some(stream) = self.receiving.get_mut(&sender) {
            stream.handle_request(now, by, missing, linger, shared);
        }
    }

    fn handle_report(
        &mut self,
        now: Instant,
        (from, number): (MemberId, u64),
        summary: &Summary,
        shared: &mut Shared,
    ) {
        let trip = self.trip.estimate();
        self.unanswered_since = None;
        if let Some(index) = self.view.index_of(from) {
            self.aggregator = self.view.partition_of(index);
        }
        for entry in &summary.entries {
            if entry.sender == shared.own {
                if let Some(sending) = &mut self.sending {
                    let excluded = &summary.exclusions;
                    let report = (from, number);
                    sending.handle_report(now, report, entry, excluded, &self.view, shared);
                }
                continue;
            }
            if self.view.own().is_none() || entry.end == 0 {
                continue;
            }
            if !self.begin_stream(entry.sender, shared) {
                continue;
            }
            let Some(stream) = self.receiving.get_mut(&entry.sender) else {
                continue;
            };
            stream.know_end(now, entry.end, trip, &self.view, shared);
            stream.others_know(now, entry.end, shared);
            stream.handle_stable(entry.acked, &self.view, shared);
            if let Some(at) = stream.deadline(&shared.config) {
                self.streams_at = Some(self.streams_at.map_or(at, |known| known.min(at)));
            }
        }
        self.follow_pending(now, shared);
    }

    /// Whether anything is unstable, after something became stable.
    fn follow_pending(&mut self, now: Instant, shared: &Shared) {
        let listens = self.receiving.values().any(Receiving::listens);
        self.hearing.expects(shared.moment(now), listens);
        let Some(ring) = &mut self.ring else { return };
        let most = self.receiving.values().map(Receiving::unstable).max();
        let own = self.sending.as_ref();
        let most = most.max(own.map(Sending::unstable)).unwrap_or_default();
        let needed = self.receiving.values().any(Receiving::needs_round)
            || own.is_some_and(Sending::needs_round);
        ring.set_pending(shared.moment(now), needed, shared.config.is_urgent(most));
    }

    pub(crate) fn handle_timeout(&mut self, now: Instant, number: &mut u32, shared: &mut Shared) {
        let trip = self.trip.estimate();
        if let Some(sending) = &mut self.sending {
            sending.handle_timeout(now, &self.view, shared);
        }
        if self.streams_at.is_some_and(|at| at <= now) {
            self.handle_streams(now, number, trip, shared);
        }
        self.handle_ring(now, shared);
        self.send_reports(now, shared);
        self.rotate_aggregator(now, shared);
        self.join_again(now, shared);
    }

    /// A switch may have forgotten that this member is in the group.
    fn join_again(&mut self, now: Instant, shared: &mut Shared) {
        let due = self.hearing.due(&shared.config, &shared.presence);
        if due.is_some_and(|at| at <= now) {
            self.hearing.joined(now);
            shared.counters.rejoined += 1;
            let group = self.id;
            shared.events.push_back(Event::Unheard { group });
        }
    }

    fn handle_streams(
        &mut self,
        now: Instant,
        number: &mut u32,
        trip: Duration,
        shared: &mut Shared,
    ) {
        let mut senders: Vec<_> = self.receiving.keys().copied().collect();
        senders.sort_unstable();
        let is_cut_off = self.is_cut_off(now, shared);
        let mut over = Vec::new();
        for sender in senders {
            let Some(stream) = self.receiving.get_mut(&sender) else {
                continue;
            };
            stream.handle_timeout(now, number, trip, is_cut_off, &self.view, shared);
            if let Some(incomplete) = stream.over(now, &shared.config) {
                over.push((sender, incomplete));
            }
        }
        for (sender, incomplete) in over {
            if let Some(mut stream) = self.receiving.remove(&sender) {
                stream.drop_all(shared);
                shared.ended.push(sender);
                if incomplete {
                    shared.counters.streams_abandoned += 1;
                    shared.events.push_back(Event::StreamAbandoned {
                        group: self.id,
                        sender,
                    });
                }
            }
        }
        let streams = self.receiving.values();
        let deadlines = streams.filter_map(|stream| stream.deadline(&shared.config));
        self.streams_at = deadlines.min();
        self.follow_pending(now, shared);
    }

    fn handle_ring(&mut self, now: Instant, shared: &mut Shared) {
        let timeout = self.token_timeout();
        let Some(ring) = &mut self.ring else { return };
        match ring.overdue(now, timeout, &shared.config, &shared.presence) {
            Some(Overdue::Retry(to)) => {
                shared.counters.token_retries += 1;
                self.send_token(to, shared);
            }
            Some(Overdue::PassBy(index, mut summary)) => {
                shared.counters.found_silent += 1;
                if let Some(member) = self.view.member(index)
                    && !self.view.is_gone(index)
                {
                    summary.exclude(silent(member));
                    shared.events.push_back(Event::MemberSilent {
                        group: self.id,
                        member,
                    });
                }
                self.pass_token(now, summary, shared);
            }
            None => {}
        }
        let Some(ring) = &mut self.ring else { return };
        if let Some(number) = ring.probe(now, &self.view, &shared.config) {
            for index in ring.silent_members(&self.view) {
                if let Some(member) = self.view.member(index) {
                    let to = Destination::Member(member);
                    shared.control(self.id, to, &Frame::Probe { number });
                }
            }
        }
        if ring.is_start_due(now, &shared.config, &shared.presence) {
            self.start_round(now, shared);
        }
    }

    /// Whether nothing comes to this member alone, though a token should.
    fn is_cut_off(&self, now: Instant, shared: &Shared) -> bool {
        let ring = self.ring.as_ref();
        let expects = ring.and_then(Ring::expects_since);
        let mut since = [self.addressed_at, expects].into_iter();
        since.all(|since| {
            since.is_some_and(|at| shared.presence.ran(at, now) >= shared.config.silent_after())
        })
    }

    fn report_lost_at(&self, shared: &Shared) -> Option<Instant> {
        let ring = self.ring.as_ref()?;
        let waits = ring.leads()
            && ring.is_pending()
            && self.view.partitions() > 1
            && shared.applies(Rule::AggregatorTakeover);
        Some(self.unanswered_since.filter(|_| waits)? + shared.config.round_max * 5)
    }

    /// Another member sums up the reports if nothing is reported.
    fn rotate_aggregator(&mut self, now: Instant, shared: &Shared) {
        if self.report_lost_at(shared).is_some_and(|at| at <= now) {
            self.aggregator = (self.aggregator + 1) % self.view.partitions();
            self.unanswered_since = None;
        }
    }

    /// The federation has lost a member.
    pub(crate) fn lose(&mut self, now: Instant, member: MemberId, shared: &mut Shared) {
        let was_here = self.view.lose(member);
        if was_here && let Some(sending) = &mut self.sending {
            sending.lose(now, member, shared);
        }
        if let Some(aggregate) = &mut self.aggregate {
            aggregate.lose(member);
        }
        if let Some(stream) = self.receiving.get_mut(&member) {
            stream.lose_sender(now);
            self.streams_at = Some(now);
        }
        self.follow_pending(now, shared);
    }

    pub(crate) fn deadline(&self, shared: &Shared) -> Option<Instant> {
        let sending = self.sending.as_ref().and_then(|s| s.deadline(shared));
        let ring = self.ring.as_ref();
        let ring = ring.and_then(|ring| ring.deadline(&shared.config, &shared.presence));
        let aggregate = self.aggregate.as_ref().and_then(Aggregate::deadline);
        [
            sending,
            self.streams_at,
            ring,
            aggregate,
            self.report_lost_at(shared),
            self.hearing.due(&shared.config, &shared.presence),
        ]
        .into_iter()
        .flatten()
        .min()
    }
}

fn silent(member: MemberId) -> Exclusion {
    Exclusion {
        sender: None,
        member,
        reason: LaneReason::Silent.code(),
    }
}
