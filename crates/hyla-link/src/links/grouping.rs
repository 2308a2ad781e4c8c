//! Multicast groups as links use them: invitations, sending, receiving.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Instant;

use crate::lanes::{
    ENTRIES_HEAD_BYTES, ENTRY_BYTES, LaneId, LinkFrame, NotReceiving, Path, ReceiverEntry, Verdict,
    entry_of, put_entries,
};
use hyla_core::metrics::GroupMetrics;
use hyla_net::modules::{Outlet, To};
use hyla_net::network::{GroupHandle, Network};
use hyla_net::{ChannelId, MAX_GROUP_FRAME_BYTES, Profile, Transport};
use hyla_types::{FederateHandle, TransportationTypeHandle};

use super::Links;
use super::groups::{
    GroupMember, GroupRequest, IdentifiedDatagram, JoinOrder, MissingReceiver, ReceiveState,
    SendingGroups,
};
use super::lanes::Timeliness;
use super::link::Link;

/// Most receivers in the header of one datagram.
const MOST_MARKS: usize = 255;

impl<N: Network> Links<N> {
    /// Sets the address at which peers reach this member: groups are joined on that interface.
    pub fn set_own_address(&mut self, own: IpAddr) {
        self.groups.set_own(own);
    }

    /// Whether messages of the type may go to groups.
    #[inline]
    pub(super) fn is_cast(&self, transportation: TransportationTypeHandle) -> bool {
        let profile = self.lanes.profile_of(transportation);
        profile.is_some_and(|profile| {
            matches!(
                profile.transport,
                Transport::Multicast | Transport::ReliableMulticast
            )
        })
    }

    /// Sends one message to several members: by their group to those that receive it, by lanes to the others.
    pub(super) fn cast(
        &mut self,
        to: &[FederateHandle],
        transportation: TransportationTypeHandle,
        write: &mut dyn FnMut(&mut Vec<u8>),
    ) {
        to.iter().for_each(|to| self.send_position(*to));
        let profile = self.lanes.profile_of(transportation);
        let is_cast = |p: &&Arc<Profile>| {
            matches!(
                p.transport,
                Transport::Multicast | Transport::ReliableMulticast
            )
        };
        let Some(profile) = profile.filter(is_cast).cloned() else {
            for to in to {
                self.send_as(*to, transportation, write, &[]);
            }
            return;
        };
        let mut message = std::mem::take(&mut self.groups.message);
        message.clear();
        write(&mut message);
        if profile.transport == Transport::ReliableMulticast {
            self.send_reliably(to, &profile, &message);
        } else if profile.emulates_multicast() {
            self.send_copies(to, transportation, &profile, &message);
        } else {
            self.send_to_audience(to, transportation, &profile, &message);
        }
        self.groups.message = message;
    }

    fn send_to_audience(
        &mut self,
        to: &[FederateHandle],
        transportation: TransportationTypeHandle,
        profile: &Arc<Profile>,
        message: &[u8],
    ) {
        if let [only] = to {
            let mut write = |b: &mut Vec<u8>| b.extend_from_slice(message);
            return self.send_as(*only, transportation, &mut write, &[]);
        }
        let at = self.groups.of(profile, self.now);
        let sending = &mut self.groups.sending[at];
        let (audience, _) = sending.audiences.group_for(to);
        if sending.audiences.has_changed() {
            self.follow_audiences(at);
        }
        let mut members = std::mem::take(&mut self.groups.members);
        members.clear();
        let most = most_marks(message.len());
        let known = self.groups.sending[at].sent.get(&audience);
        let group = known.map(|cast| {
            members.extend_from_slice(&cast.members);
            (cast.number, cast.group)
        });
        let hears = |member: &&GroupMember| member.state == ReceiveState::Receives;
        let many = most > 1 && members.iter().filter(hears).count() > 1;
        match group.filter(|_| many) {
            Some(group) => {
                self.send_to_group(at, group, &members, (transportation, profile), message);
            }
            None => {
                if group.is_some() {
                    self.groups.sending[at].counts.fallbacks += to.len() as u64;
                }
                for to in to {
                    let mut write = |b: &mut Vec<u8>| b.extend_from_slice(message);
                    self.send_as(*to, transportation, &mut write, &[]);
                }
            }
        }
        self.groups.members = members;
    }

    fn send_to_group(
        &mut self,
        at: usize,
        (number, group): (u32, SocketAddr),
        members: &[GroupMember],
        (transportation, profile): (TransportationTypeHandle, &Arc<Profile>),
        message: &[u8],
    ) {
        let Some(sender) = self.groups.sending[at].sender().cloned() else {
            return;
        };
        let most = most_marks(message.len());
        let mut entries: Vec<ReceiverEntry> = std::mem::take(&mut self.groups.entries);
        let mut datagram = std::mem::take(&mut self.groups.datagram);
        let (mut noted, mut sent) = (Vec::new(), 0);
        let mut send = |entries: &mut Vec<ReceiverEntry>| {
            if let Some(first) = entries.first() {
                datagram.clear();
                put_entries(first.sequence.sent, entries, &mut datagram);
                datagram.extend_from_slice(message);
                sent += u64::from(sender.append(group, &datagram));
                entries.clear();
            }
        };
        for member in members {
            let stream = self.peers.get_mut(&member.peer).and_then(Link::stream_mut);
            let stream = stream.filter(|_| member.state == ReceiveState::Receives);
            let entry = stream.and_then(|stream| {
                let (out, channel) = (&mut stream.out, &stream.channel);
                out.group_entry(profile, member.lane, number, channel, &mut noted)
            });
            if !noted.is_empty() {
                self.note_all(std::mem::take(&mut noted));
            }
            match entry {
                Some(entry) => {
                    entries.push(entry);
                    self.groups.sending[at].reaches(member.peer, message.len());
                    if entries.len() >= most {
                        send(&mut entries);
                    }
                }
                None => {
                    self.groups.sending[at].counts.fallbacks += 1;
                    let mut write = |b: &mut Vec<u8>| b.extend_from_slice(message);
                    self.send_as(member.peer, transportation, &mut write, &[]);
                }
            }
        }
        send(&mut entries);
        self.groups.sending[at].counts.datagrams += sent;
        self.groups.sending[at].counts.messages += 1;
        self.groups.used = true;
        self.groups.put_on_dirty(&sender);
        (self.groups.entries, self.groups.datagram) = (entries, datagram);
    }

    /// Makes a copy for each member and gives it to that member's lane.
    fn send_copies(
        &mut self,
        to: &[FederateHandle],
        transportation: TransportationTypeHandle,
        profile: &Arc<Profile>,
        message: &[u8],
    ) {
        let at = self.groups.of(profile, self.now);
        let Some(mut copies) = self.groups.sending[at].copies.take() else {
            return;
        };
        let numbers: Vec<_> = (0..to.len() as u32).collect();
        copies.set_members(&numbers);
        let now = self.now;
        let mut outlet = ToLanes {
            links: self,
            members: to,
            transportation,
            at,
        };
        if copies.send(message, now, &mut outlet).is_err() {
            // Larger than the frame limit of a channel, which was checked before.
            self.dropped += to.len() as u64;
        }
        let sending = &mut self.groups.sending[at];
        sending.counts.messages += 1;
        sending.copies = Some(copies);
    }

    /// Notifies members of audiences that have got or lost a group.
    fn follow_audiences(&mut self, at: usize) {
        let sending = &mut self.groups.sending[at];
        let profile = sending.profile().to_owned();
        let (over, new, problem) = sending.follow_changes(self.remote.as_ref());
        for cast in over {
            for member in cast.members {
                if member.state != ReceiveState::NoLane {
                    let (lane, group) = (member.lane, cast.group.to_string());
                    self.send_frame(member.peer, &LinkFrame::Leave { lane, group });
                }
            }
        }
        if let Some(reason) = problem {
            tracing::warn!(
                profile,
                reason,
                "no multicast socket: one datagram per receiver"
            );
        }
        if !new.is_empty() {
            self.ask_members(at);
        }
    }

    /// Asks members of audiences to join, if they have lanes.
    fn ask_members(&mut self, at: usize) {
        let Self {
            groups, peers, now, ..
        } = self;
        let sending = &mut groups.sending[at];
        let name = sending.profile().to_owned();
        let Some(token) = sending.sender().map(GroupHandle::token) else {
            return;
        };
        let lane_of = |peer| peers.get(&peer)?.stream()?.out.standing_lane(&name);
        let asked = sending.ask(*now, |peer| Some(lane_of(peer)?.0));
        let asked: Vec<_> = asked
            .into_iter()
            .filter_map(|(peer, lane, group)| Some((peer, lane, group, lane_of(peer)?.1)))
            .collect();
        for (peer, lane, group, receiver) in asked {
            let group = group.to_string();
            self.send_frame(
                peer,
                &LinkFrame::Join {
                    lane,
                    group,
                    token,
                    receiver,
                },
            );
        }
    }

    /// A lane of this member is open: asks its receiver to join groups.
    pub(super) fn ask_new_lanes(&mut self) {
        for at in 0..self.groups.sending.len() {
            self.ask_members(at);
        }
    }

    /// Handles a frame about groups, received on the stream.
    pub(super) fn group_frame(&mut self, from: FederateHandle, said: LinkFrame) {
        match said {
            LinkFrame::Join {
                lane,
                group,
                token,
                receiver,
            } => {
                let outcome = self.join(from, lane, &group, token, receiver);
                if let Err(reason) = outcome {
                    tracing::debug!(%from, group, reason, "a group is not joined");
                    let outcome = Err(NotReceiving::Refused(reason));
                    self.send_frame(
                        from,
                        &LinkFrame::GroupState {
                            lane,
                            group,
                            outcome,
                        },
                    );
                }
            }
            LinkFrame::Leave { lane, group } => {
                if let Ok(at) = group.parse() {
                    self.groups.joined.leaves(from, lane, at);
                }
            }
            LinkFrame::GroupState {
                lane,
                group,
                outcome,
            } => {
                if let Ok(group) = group.parse() {
                    self.member_answered(from, lane, group, outcome);
                }
            }
            _ => {}
        }
    }

    fn join(
        &mut self,
        from: FederateHandle,
        lane: LaneId,
        group: &str,
        token: u64,
        receiver: u32,
    ) -> Result<(), String> {
        let at: SocketAddr = group
            .parse()
            .map_err(|_| format!("{group} is not a multicast address with a port"))?;
        let incoming = self.incoming(from);
        let profile = incoming.and_then(|incoming| incoming.profile_of(lane));
        let profile = profile.cloned().ok_or("there is no such lane")?;
        if profile.emulates_multicast() {
            return Err(format!(
                "qos.{} has multicast-emulation here: no group is joined",
                profile.name
            ));
        }
        let options = self.groups.options(&profile, at.is_ipv4());
        let told = JoinOrder {
            from,
            lane,
            token,
            receiver,
            profile: profile.name.clone(),
        };
        let most = profile.multicast.joined;
        self.groups.joined.join(at, told, options, most, self.now)
    }

    fn member_answered(
        &mut self,
        peer: FederateHandle,
        lane: LaneId,
        group: SocketAddr,
        outcome: Result<(), NotReceiving>,
    ) {
        let (hears, reason) = match outcome {
            Ok(()) => (ReceiveState::Receives, None),
            Err(NotReceiving::Refused(reason)) => (ReceiveState::Refused, Some(reason)),
            Err(NotReceiving::Silent(seconds)) => {
                let reason = format!(
                    "multicast no longer reaches the member: no datagram for {seconds} seconds"
                );
                (ReceiveState::Silent, Some(reason))
            }
        };
        for sending in &mut self.groups.sending {
            if sending.answered(peer, lane, group, hears)
                && let Some(reason) = &reason
                && sending.names(peer)
            {
                self.groups.unheard.push(MissingReceiver {
                    peer,
                    profile: sending.profile().to_owned(),
                    group,
                    reason: reason.clone(),
                });
            }
        }
    }

    /// Identifies the sender of a datagram in a group, and confirms the first one to it; `None` if no such sender is
    /// known there.
    pub(super) fn heard(
        &mut self,
        group: ChannelId,
        token: u64,
        bytes: usize,
    ) -> Option<IdentifiedDatagram> {
        let heard = self.groups.joined.receives(group, token, bytes)?;
        if let Some(at) = heard.first {
            self.send_frame(
                heard.from,
                &LinkFrame::GroupState {
                    lane: heard.lane,
                    group: at.to_string(),
                    outcome: Ok(()),
                },
            );
        }
        Some(heard)
    }

    /// As [`Self::arrives`] for a message in a group. `None` if this member is not among its receivers.
    ///
    /// # Errors
    /// The protocol violation.
    pub(super) fn arrives_in_group<'f>(
        &mut self,
        (group, token): (ChannelId, u64),
        heard: &IdentifiedDatagram,
        frame: &'f [u8],
    ) -> Result<Option<(&'f [u8], Timeliness)>, String> {
        if entry_of(frame, heard.receiver)
            .map_err(|error| error.0)?
            .0
            .is_none()
        {
            return Ok(None);
        }
        self.groups.joined.takes(group, token);
        let now = self.lanes.since(self.now);
        let Some(incoming) = self.incoming_mut(heard.from) else {
            return Ok(None);
        };
        let ordering = &mut incoming.ordering;
        Ok(
            match ordering.arrives_in_group(heard.lane, heard.receiver, frame, now)? {
                Verdict::Due(message, sequence) => {
                    let arrived = incoming.judge(Path::Lane(heard.lane), sequence);
                    Some((message, arrived))
                }
                Verdict::Taken => None,
            },
        )
    }

    /// Returns the groups that the owner of the endpoint must join or leave.
    pub fn take_group_requests(&mut self) -> Vec<GroupRequest<N>> {
        let mut requests = self.groups.joined.take_requests();
        requests.append(self.reliable_requests());
        requests
    }

    /// Takes over the result of joining a group.
    pub fn joined_group(&mut self, at: SocketAddr, outcome: Result<N::Group, String>) {
        let Err(outcome) = self.joined_reliably(at, outcome) else {
            return;
        };
        let reason = outcome.as_ref().err().cloned().unwrap_or_default();
        for (to, lane) in self.groups.joined.joined(at, outcome) {
            let outcome = Err(NotReceiving::Refused(reason.clone()));
            let group = at.to_string();
            self.send_frame(
                to,
                &LinkFrame::GroupState {
                    lane,
                    group,
                    outcome,
                },
            );
        }
    }

    /// Sends probes and checks deadlines of groups.
    pub(super) fn turn_groups(&mut self, now: Instant) {
        for at in 0..self.groups.sending.len() {
            let sending = &mut self.groups.sending[at];
            if sending.due().is_none_or(|due| due > now) {
                continue;
            }
            let silent = sending.turn(now);
            for (peer, group) in silent {
                if !sending.names(peer) {
                    continue;
                }
                let reason = if sending.refused() {
                    "multicast does not reach the member: this host cannot send to the group; check its route"
                } else {
                    "multicast does not reach the member: no probe arrived; check switches and firewalls"
                };
                self.groups.unheard.push(MissingReceiver {
                    peer,
                    profile: sending.profile().to_owned(),
                    group,
                    reason: reason.to_owned(),
                });
            }
            let changed = sending.audiences.has_changed();
            if let Some(sender) = self.groups.sending[at].sender().cloned() {
                self.groups.put_on_dirty(&sender);
            }
            if changed {
                self.follow_audiences(at);
            }
        }
        for (to, lane, group, seconds) in self.groups.joined.turn(now) {
            let (group, outcome) = (group.to_string(), Err(NotReceiving::Silent(seconds)));
            self.send_frame(
                to,
                &LinkFrame::GroupState {
                    lane,
                    group,
                    outcome,
                },
            );
        }
    }

    /// Whether [`Self::take_missing_receivers`] has an entry.
    pub fn has_missing_receivers(&self) -> bool {
        !self.groups.unheard.is_empty()
    }

    /// Members that do not receive a group, each once, for the log.
    pub fn take_missing_receivers(&mut self) -> Vec<MissingReceiver> {
        std::mem::take(&mut self.groups.unheard)
    }

    /// Moves out the group senders with datagrams to write, once the core is unlocked.
    pub fn take_dirty_groups(&mut self, into: &mut Vec<N::GroupHandle>) {
        into.append(&mut self.groups.dirty);
    }

    /// Renames members after a restore.
    pub(super) fn rename_groups(
        &mut self,
        after: impl Fn(FederateHandle) -> Option<FederateHandle>,
    ) {
        self.groups.rename(after);
        // The own handle may be another one, too.
        self.reset_reliable(None);
    }

    /// A member is gone, or its link: removes it from all audiences and receives nothing more from it.
    pub(super) fn end_groups(&mut self, peer: FederateHandle) {
        self.groups.joined.forget(peer, None);
        for at in 0..self.groups.sending.len() {
            self.groups.sending[at].audiences.leaves(peer);
            self.follow_audiences(at);
        }
    }

    /// Counters of groups, by profile.
    pub(super) fn group_metrics(&self) -> Vec<GroupMetrics> {
        let sending = self.groups.sending.iter();
        let mut all: Vec<_> = sending.map(SendingGroups::metrics).collect();
        for profile in self.groups.joined.profiles() {
            if !all.iter().any(|metrics| metrics.profile == profile) {
                all.push(GroupMetrics {
                    profile: profile.to_owned(),
                    ..GroupMetrics::default()
                });
            }
        }
        for metrics in &mut all {
            metrics.joined = self.groups.joined.joined_for(&metrics.profile) as u64;
        }
        all.extend(self.reliable.metrics());
        all.sort_unstable_by(|a, b| a.profile.cmp(&b.profile));
        all
    }
}

/// How many receivers fit into the header of a datagram with a message of that many bytes.
fn most_marks(message: usize) -> usize {
    let room = MAX_GROUP_FRAME_BYTES.saturating_sub(ENTRIES_HEAD_BYTES + message);
    (room / ENTRY_BYTES).min(MOST_MARKS)
}

/// Puts each copy on the lane of its member.
struct ToLanes<'a, N: Network> {
    links: &'a mut Links<N>,
    members: &'a [FederateHandle],
    transportation: TransportationTypeHandle,
    at: usize,
}

impl<N: Network> Outlet for ToLanes<'_, N> {
    fn to_wire(&mut self, to: To, packet: &[u8]) {
        let To::Member(number) = to else { return };
        let Some(member) = self.members.get(number as usize) else {
            return;
        };
        self.links.groups.sending[self.at].reaches(*member, packet.len());
        let mut write = |buffer: &mut Vec<u8>| buffer.extend_from_slice(packet);
        self.links
            .send_as(*member, self.transportation, &mut write, &[]);
    }

    fn to_federate(&mut self, _frame: &[u8]) {}
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_datagram_names_as_many_receivers_as_fit_beside_the_message() {
        assert_eq!(most_marks(0), 74);
        assert_eq!(most_marks(128), 67);
        assert_eq!(most_marks(1_300), 2);
        assert_eq!(most_marks(1_320), 1);
        assert_eq!(most_marks(1_400), 0);
        assert_eq!(most_marks(usize::MAX - ENTRIES_HEAD_BYTES), 0);
    }
}
