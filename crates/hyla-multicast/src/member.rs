//! The engine of one member.

mod delivering;

use std::collections::{BTreeSet, VecDeque};
use std::time::{Duration, Instant};

use rustc_hash::FxHashMap;

use crate::config::{Config, ConfigError, Rule};
use crate::counters::{Counters, Gauges};
use crate::group::Group;
use crate::ids::{GroupId, MemberId};
use crate::interface::{Accepted, Arrival, Destination, Event, InstallError, SendError};
use crate::receiving::Receiving;
use crate::seal::Key;
use crate::sending::Sending;
use crate::shared::Shared;
use crate::tuning::Tuning;
use crate::view::View;
use crate::wire::{self, Frame, Head};

/// Delivered packets that a stream gives up at once if there is no room for others: to look for them takes long.
const RELEASED_AT_ONCE: usize = 64;

/// The engine of one member.
///
/// ```
/// use std::time::Instant;
/// use hyla_multicast::{Arrival, Config, GroupId, Key, Member, MemberId};
///
/// let (now, key) = (Instant::now(), Key::new(&[7; 16]));
/// let mut near = Member::new(Config::default(), MemberId(1), key.clone(), 1)?;
/// let mut far = Member::new(Config::default(), MemberId(2), key, 2)?;
/// for member in [&mut near, &mut far] {
///     member.install(now, GroupId(5), &[MemberId(1), MemberId(2)])?;
/// }
///
/// near.send(now, GroupId(5), b"hello")?;
/// let mut datagram = Vec::new();
/// while let Some(_to) = near.poll_transmit(now, &mut datagram) {
///     far.handle_datagram(now, Arrival::Group, &datagram);
/// }
///
/// let mut message = Vec::new();
/// let delivery = far.poll_delivery(now, &mut message).expect("it arrived");
/// assert_eq!((delivery.from, &message[..]), (MemberId(1), &b"hello"[..]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Member {
    shared: Shared,
    groups: FxHashMap<GroupId, Group>,
    deadlines: BTreeSet<(Instant, GroupId)>,
    /// Groups that may have something to send.
    sending: VecDeque<GroupId>,
    /// Streams that may have something to deliver.
    delivering: VecDeque<(GroupId, MemberId)>,
    /// Streams that wait for a packet of another group.
    waiting: Vec<(GroupId, MemberId)>,
    /// Number of the last request.
    requests: u32,
}

impl Member {
    /// An engine without groups. `seed` decides random times alone.
    ///
    /// # Errors
    /// A parameter is out of bounds.
    pub fn new(config: Config, own: MemberId, key: Key, seed: u64) -> Result<Self, ConfigError> {
        config.check()?;
        Ok(Self {
            shared: Shared::new(config, own, key, seed),
            groups: FxHashMap::default(),
            deadlines: BTreeSet::new(),
            sending: VecDeque::new(),
            delivering: VecDeque::new(),
            waiting: Vec::new(),
            requests: 0,
        })
    }

    /// Installs a group of these members. All of them, and all that send to it, install it with the same list before
    /// anything is sent. The order is that of the network: neighbours make up partitions.
    ///
    /// # Errors
    /// The group is known or its members are impossible; nothing has changed.
    pub fn install(
        &mut self,
        now: Instant,
        group: GroupId,
        members: &[MemberId],
    ) -> Result<(), InstallError> {
        if self.groups.contains_key(&group) {
            return Err(InstallError::Known(group));
        }
        if members.is_empty() || members.len() > usize::from(u16::MAX) {
            return Err(InstallError::Members(members.len()));
        }
        let view = View::new(
            members,
            self.shared.own,
            self.shared.config.partition_members,
        );
        let twice = (0..)
            .zip(members)
            .find(|(index, member)| view.index_of(**member) != Some(*index));
        if let Some((_, member)) = twice {
            return Err(InstallError::Twice(*member));
        }
        let mut view = view;
        let lost = &self.shared.lost;
        for member in members.iter().filter(|member| lost.contains(member)) {
            view.lose(*member);
        }
        let mut new = Group::new(group, view, &self.shared);
        for (id, other) in &mut self.groups {
            let shares = |member: &&MemberId| {
                **member != self.shared.own && other.view.index_of(**member).is_some()
            };
            if members.iter().any(|member| shares(&member)) {
                other.overlaps.push(group);
                new.overlaps.push(*id);
            }
        }
        new.overlaps.sort_unstable();
        self.groups.insert(group, new);
        self.refresh(now, group);
        Ok(())
    }

    /// As [`Self::install`], of a group with a key of its own.
    ///
    /// # Errors
    /// As [`Self::install`].
    pub fn install_with_key(
        &mut self,
        now: Instant,
        group: GroupId,
        members: &[MemberId],
        key: Key,
    ) -> Result<(), InstallError> {
        self.install(now, group, members)?;
        self.shared.keys.insert(group, key);
        Ok(())
    }

    /// Nothing more is sent to the group; [`Event::Retired`] follows when all have what was sent.
    pub fn retire(&mut self, now: Instant, group: GroupId) {
        if let Some(known) = self.groups.get_mut(&group) {
            known.is_retired = true;
            if let Some(sending) = &mut known.sending {
                sending.finish();
            }
            self.check_retired(group);
            self.refresh(now, group);
        }
    }

    /// Forgets a group, with what was not delivered. To be called when all members have reported [`Event::Retired`] or are lost,
    /// and [`Self::has_delivered_all`].
    pub fn remove(&mut self, group: GroupId) {
        self.shared.keys.remove(&group);
        if let Some(mut removed) = self.groups.remove(&group) {
            for stream in removed.receiving.values_mut() {
                stream.drop_all(&mut self.shared);
            }
            if let Some(at) = removed.listed {
                self.deadlines.remove(&(at, group));
            }
            for other in removed.overlaps {
                if let Some(other) = self.groups.get_mut(&other) {
                    other.overlaps.retain(|known| *known != group);
                    other.named.remove(&group);
                }
            }
            self.delivering.retain(|(known, _)| *known != group);
            self.waiting.retain(|(known, _)| *known != group);
            // Groups that waited for it wait no longer.
            self.delivering.extend(self.waiting.drain(..));
        }
    }

    /// The federation has lost a member: nothing is kept for it, and what it sent is delivered as far as it arrived.
    pub fn member_lost(&mut self, now: Instant, member: MemberId) {
        self.shared.lose(member);
        let mut ids: Vec<_> = self.groups.keys().copied().collect();
        ids.sort_unstable();
        for id in ids {
            if let Some(group) = self.groups.get_mut(&id) {
                group.lose(now, member, &mut self.shared);
            }
            self.check_retired(id);
            self.queue_sending(id);
            self.refresh(now, id);
        }
    }

    /// Accepts a message to all members of a group but this one. It leaves with [`Self::poll_transmit`], together with
    /// those that wait: at once, or soon if another one came just before ([`Tuning::gap`]). Does not allocate in steady state.
    ///
    /// # Errors
    /// The message was not accepted; with [`SendError::Blocked`] the same call succeeds later.
    pub fn send(
        &mut self,
        now: Instant,
        group: GroupId,
        message: &[u8],
    ) -> Result<Accepted, SendError> {
        let shared = &self.shared;
        let Some(to) = self.groups.get(&group) else {
            return Err(SendError::NoGroup(group));
        };
        if to.is_retired {
            return Err(SendError::Retired(group));
        }
        let mut before = Vec::new();
        if shared.applies(Rule::OrderAcrossGroups) {
            for other in &to.overlaps {
                let newest = self.groups.get(other).and_then(Group::newest);
                if let Some(newest) = newest.filter(|newest| to.named.get(other) != Some(newest)) {
                    before.push((*other, newest));
                }
            }
        }
        let Some(to) = self.groups.get_mut(&group) else {
            return Err(SendError::NoGroup(group));
        };
        let view = &to.view;
        let sending = to
            .sending
            .get_or_insert_with(|| Sending::new(group, view, shared));
        let accepted = sending.send(now, message, &before, shared)?;
        self.shared.counters.messages_sent += 1;
        if accepted == Accepted::Gathers && before.is_empty() {
            return Ok(accepted);
        }
        for (other, newest) in &before {
            to.named.insert(*other, *newest);
        }
        // Later messages to the other groups must not share a packet that goes before this one.
        for (other, _) in before {
            let other = self.groups.get_mut(&other);
            if let Some(sending) = other.and_then(|other| other.sending.as_mut()) {
                sending.finish();
            }
        }
        self.queue_sending(group);
        self.refresh(now, group);
        Ok(Accepted::Changes)
    }

    /// Says how long it lately took to give a train to the system. Messages in quick succession gather [`Tuning::gather_costs`]
    /// times as long. Where receivers share the processor with this member, each train wakes all of them: so there are few and
    /// long ones.
    pub fn set_send_cost(&mut self, took: Duration) {
        self.shared.send_cost = took;
    }

    /// What was sent to the group so far leaves at once: something else waits for it.
    pub fn flush(&mut self, now: Instant, group: GroupId) {
        let sending = self
            .groups
            .get_mut(&group)
            .and_then(|group| group.sending.as_mut());
        if let Some(sending) = sending {
            sending.flush();
            self.queue_sending(group);
            self.refresh(now, group);
        }
    }

    /// Handles a datagram, or what came over a lane. What is not for this member is counted and dropped.
    pub fn handle_datagram(&mut self, now: Instant, arrival: Arrival, datagram: &[u8]) {
        self.shared.presence.called(now, self.next_deadline());
        let Some(Head { group, from }) = wire::head_of(datagram) else {
            self.shared.counters.forged += 1;
            return;
        };
        if from == self.shared.own {
            // The system gives back what was sent to a group. Its seal is not checked, which takes longest: a forged one is dropped as well.
            return;
        }
        let key = self.shared.key_of(group);
        if !key.is_sealed(datagram) && self.shared.applies(Rule::CheckSeals) {
            self.shared.counters.forged += 1;
            return;
        }
        let Ok((_, frame)) = wire::decode(datagram) else {
            self.shared.counters.malformed += 1;
            return;
        };
        if self.shared.pool.left() == 0 {
            match frame {
                Frame::Data { sender, .. } => self.make_room(group, sender),
                Frame::Parity { .. } => self.make_room(group, from),
                _ => {}
            }
        }
        let Some(known) = self.groups.get_mut(&group) else {
            self.shared.counters.unknown += 1;
            return;
        };
        let changes_sending = matches!(
            frame,
            Frame::Report { .. }
                | Frame::LaneState { .. }
                | Frame::Partition { .. }
                | Frame::Token { .. }
        );
        if let Some(sender) = known.handle(now, from, frame, arrival, &mut self.shared) {
            let can = known
                .receiving
                .get(&sender)
                .is_some_and(Receiving::can_deliver);
            if can && !self.delivering.contains(&(group, sender)) {
                self.delivering.push_back((group, sender));
            }
        }
        if changes_sending {
            self.check_retired(group);
            self.queue_sending(group);
        }
        self.refresh(now, group);
    }

    /// Streams hold all buffers, and something arrives for one of them. If that one has no delivered packets to give up, the one that
    /// has most gives up some, a lost sender's last.
    #[cold]
    fn make_room(&mut self, id: GroupId, sender: MemberId) {
        let group = self.groups.get(&id);
        let stream = group.and_then(|group| group.receiving.get(&sender));
        if stream.is_some_and(|stream| stream.cached().1 > 0) {
            return;
        }
        let groups = self.groups.iter_mut();
        let streams = groups.flat_map(|(id, group)| {
            let streams = group.receiving.iter_mut();
            streams.map(move |(sender, stream)| ((stream.cached(), *id, *sender), stream))
        });
        if let Some((_, stream)) = streams.max_by_key(|(key, _)| *key) {
            stream.release_cached(RELEASED_AT_ONCE, &mut self.shared);
        }
    }

    /// The lane to a member broke and was made again: what it did not acknowledge is sent again.
    pub fn lane_restarted(&mut self, now: Instant, member: MemberId) {
        let mut ids: Vec<_> = self.groups.keys().copied().collect();
        ids.sort_unstable();
        for id in ids {
            let sending = self
                .groups
                .get_mut(&id)
                .and_then(|group| group.sending.as_mut());
            if let Some(sending) = sending {
                sending.restart_lane(member, &mut self.shared);
                self.queue_sending(id);
                self.refresh(now, id);
            }
        }
    }

    /// Does what is due. Arrived datagrams are to be handled before.
    pub fn handle_timeout(&mut self, now: Instant) {
        self.shared.presence.called(now, self.next_deadline());
        while let Some(&(at, group)) = self.deadlines.first()
            && at <= now
        {
            self.deadlines.pop_first();
            if let Some(known) = self.groups.get_mut(&group) {
                known.listed = None;
                known.handle_timeout(now, &mut self.requests, &mut self.shared);
            }
            self.check_retired(group);
            self.queue_sending(group);
            self.refresh_after(now, group);
        }
        // Nothing waits any more for packets that no member had.
        for sender in std::mem::take(&mut self.shared.ended) {
            self.retry_waiting(sender);
        }
    }

    /// When [`Self::handle_timeout`] and [`Self::poll_transmit`] are to be called at the latest.
    #[must_use]
    pub fn next_deadline(&self) -> Option<Instant> {
        self.deadlines.first().map(|(at, _)| *at)
    }

    /// Replaces the content of `datagram` by the next one that is to leave now.
    pub fn poll_transmit(&mut self, now: Instant, datagram: &mut Vec<u8>) -> Option<Destination> {
        if let Some(to) = self.shared.next_waiting(datagram) {
            return Some(to);
        }
        while let Some(&id) = self.sending.front() {
            if let Some(to) = self.poll_group(now, id, datagram) {
                // Groups take turns.
                self.sending.rotate_left(1);
                return Some(to);
            }
            self.sending.pop_front();
            if let Some(group) = self.groups.get_mut(&id) {
                group.is_queued = false;
            }
            self.refresh(now, id);
            if let Some(to) = self.shared.next_waiting(datagram) {
                return Some(to);
            }
        }
        None
    }

    fn poll_group(
        &mut self,
        now: Instant,
        id: GroupId,
        datagram: &mut Vec<u8>,
    ) -> Option<Destination> {
        let shared = &mut self.shared;
        let group = self.groups.get_mut(&id)?;
        let sending = group.sending.as_mut()?;
        let head = Head {
            group: id,
            from: shared.own,
        };
        let (sender, key) = (shared.own, shared.key_of(id).clone());
        let data = |sequence, packet| Frame::Data {
            sender,
            sequence,
            repair: false,
            packet,
        };
        if sending.has_for_lanes(&shared.config) {
            let (member, sequence, packet) = sending.poll_lane(shared)?;
            wire::encode(head, &data(sequence, packet), &key, datagram);
            sending.free(&shared.config);
            return Some(Destination::Lane(member));
        }
        let (sequence, packet) = sending.poll_packet(now, shared)?;
        wire::encode(head, &data(sequence, packet), &key, datagram);
        sending.free(&shared.config);
        group.has_sent(now, shared);
        Some(Destination::Group(id))
    }

    /// The next event.
    pub fn poll_event(&mut self) -> Option<Event> {
        self.shared.events.pop_front()
    }

    /// Counts since the engine was made.
    #[must_use]
    pub fn counters(&self) -> &Counters {
        &self.shared.counters
    }

    /// Members that this one serves over lanes in a group.
    pub fn lanes(&self, group: GroupId) -> impl Iterator<Item = MemberId> + '_ {
        let sending = self
            .groups
            .get(&group)
            .and_then(|group| group.sending.as_ref());
        let lanes = sending.map_or(&[][..], |sending| sending.lanes());
        lanes.iter().map(|lane| lane.member)
    }

    /// Round-trip time within a group, as far as it was measured.
    #[must_use]
    pub fn round_trip(&self, group: GroupId) -> Option<Duration> {
        self.groups.get(&group).map(Group::round_trip)
    }

    /// Rate at which this member may send to a group now, in bytes a second, and the share of packets that a member
    /// lost, as last reported.
    #[must_use]
    pub fn rate_and_loss(&mut self, group: GroupId) -> Option<(f64, f64)> {
        let sending = self.groups.get_mut(&group)?.sending.as_mut()?;
        Some((sending.pace().rate(), sending.loss()))
    }

    /// Bounds the rate to each group from now on, as [`Config::rate_max`].
    pub fn set_rate_most(&mut self, bytes_per_s: u64) {
        let config = &mut self.shared.config;
        config.rate_max = bytes_per_s.max(config.rate_min);
        for sending in self.groups.values_mut().filter_map(|g| g.sending.as_mut()) {
            sending.pace().set_most(bytes_per_s);
        }
    }

    /// Changes when packets to each group leave from now on. What gathers already leaves as it would have.
    ///
    /// # Errors
    /// A parameter is out of bounds; nothing has changed.
    pub fn tune(&mut self, tuning: Tuning) -> Result<(), ConfigError> {
        tuning.check()?;
        self.shared.config.tuning = tuning;
        let config = &self.shared.config;
        for sending in self.groups.values_mut().filter_map(|g| g.sending.as_mut()) {
            sending.pace().tune(config);
        }
        Ok(())
    }

    /// Changes for how long members may hold up others, or receive nothing by multicast: [`Config::straggler_after`] and
    /// [`Config::deaf_after`].
    pub fn set_patience(&mut self, patience: Duration) {
        let config = &mut self.shared.config;
        (config.straggler_after, config.deaf_after) = (patience, patience);
    }

    /// Packets held as sender, of all groups together, and as receiver.
    #[must_use]
    pub fn held_packets(&self) -> (usize, usize) {
        let sending = self
            .groups
            .values()
            .filter_map(|group| group.sending.as_ref());
        (sending.map(Sending::held).sum(), self.shared.pool.used())
    }

    /// Its current state.
    #[must_use]
    pub fn gauges(&self) -> Gauges {
        let sending = || self.groups.values().filter_map(|g| g.sending.as_ref());
        let (held, pooled) = self.held_packets();
        Gauges {
            held,
            pooled,
            partitions: self.groups.values().map(|g| g.view.partitions()).sum(),
            lanes: sending().map(|sending| sending.lanes().len()).sum(),
            rate_bytes_per_s: sending().map(Sending::rate).reduce(f64::min),
            loss: sending().map(Sending::loss).fold(0.0, f64::max),
        }
    }

    /// Whether nothing is under way: all was acknowledged, delivered and sent.
    #[must_use]
    pub fn is_quiet(&self) -> bool {
        let quiet = |group: &Group| {
            group.sending.as_ref().is_none_or(Sending::is_done)
                && group
                    .receiving
                    .values()
                    .all(|stream| !stream.is_unstable() && !stream.can_deliver())
        };
        !self.shared.is_waiting() && self.groups.values().all(quiet)
    }

    /// Before this member leaves without waiting any longer: gives all that is not acknowledged to the lanes of those that
    /// have not acknowledged it, whatever their windows.
    pub fn send_rest_by_lanes(&mut self, now: Instant) {
        let mut ids: Vec<_> = self.groups.keys().copied().collect();
        ids.sort_unstable();
        for id in ids {
            if let Some(group) = self.groups.get_mut(&id)
                && let Some(sending) = &mut group.sending
            {
                sending.send_rest(now, &group.view, &mut self.shared);
                self.refresh(now, id);
            }
        }
    }

    /// Whether every member has acknowledged all that this member sent.
    #[must_use]
    pub fn has_sent_all(&self) -> bool {
        let mut sending = self.groups.values();
        sending.all(|group| group.sending.as_ref().is_none_or(Sending::is_done))
    }

    /// Whether that member has acknowledged all that this member sent to a group.
    #[must_use]
    pub fn is_acknowledged(&self, group: GroupId, by: MemberId) -> bool {
        let group = self.groups.get(&group);
        let sending = group.and_then(|group| group.sending.as_ref());
        sending.is_none_or(|sending| sending.is_acknowledged_by(by))
    }

    fn check_retired(&mut self, id: GroupId) {
        if let Some(group) = self.groups.get_mut(&id)
            && group.is_over()
        {
            self.shared.events.push_back(Event::Retired { group: id });
        }
    }

    fn queue_sending(&mut self, id: GroupId) {
        if let Some(group) = self.groups.get_mut(&id)
            && group.sending.is_some()
            && !group.is_queued
        {
            group.is_queued = true;
            self.sending.push_back(id);
        }
    }

    fn refresh(&mut self, now: Instant, id: GroupId) {
        self.list(id, |at| at.max(now));
    }

    /// After what was due: nothing is due again at the same time, so that time moves on.
    fn refresh_after(&mut self, now: Instant, id: GroupId) {
        self.list(id, |at| at.max(now + Duration::from_micros(10)));
    }

    fn list(&mut self, id: GroupId, bound: impl Fn(Instant) -> Instant) {
        let Some(group) = self.groups.get_mut(&id) else {
            return;
        };
        let at = group.deadline(&self.shared).map(bound);
        if group.listed == at {
            return;
        }
        if let Some(old) = std::mem::replace(&mut group.listed, at) {
            self.deadlines.remove(&(old, id));
        }
        if let Some(at) = at {
            self.deadlines.insert((at, id));
        }
    }
}

#[cfg(test)]
mod tests;
