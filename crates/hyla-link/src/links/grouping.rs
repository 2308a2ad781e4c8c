//! Groups as the links use them: who is asked, what goes by which way, what arrives.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Instant;

use crate::lanes::{
    Deaf, LaneId, LinkFrame, MARK_BYTES, MARKED_HEAD_BYTES, Mark, Path, Verdict, mark_of,
    put_marked,
};
use hyla_core::metrics::GroupMetrics;
use hyla_net::modules::{Outlet, To};
use hyla_net::network::{Network, Speaker};
use hyla_net::{ChannelId, MAX_GROUP_FRAME_BYTES, Profile, Transport};
use hyla_types::{FederateHandle, TransportationTypeHandle};

use super::Links;
use super::groups::{Casting, Heard, Hearer, Hears, Joining, Unheard, Wish};
use super::lanes::Arrived;
use super::peer::Peer;

/// Most receivers that a datagram names.
const MOST_MARKS: usize = 255;

impl<N: Network> Links<N> {
    /// Other members reach this one by that address: groups are joined there.
    pub fn set_own_address(&mut self, own: IpAddr) {
        self.groups.set_own(own);
    }

    /// Whether messages of the type may go to groups.
    #[inline]
    pub(super) fn is_cast(&self, transportation: TransportationTypeHandle) -> bool {
        let profile = self.lanes.profile_of(transportation);
        profile.is_some_and(|profile| profile.transport == Transport::Multicast)
    }

    /// Sends one message to several members: by their group to those that hear it, to the others by their
    /// lanes.
    pub(super) fn cast(
        &mut self,
        to: &[FederateHandle],
        transportation: TransportationTypeHandle,
        write: &mut dyn FnMut(&mut Vec<u8>),
    ) {
        to.iter().for_each(|to| self.send_position(*to));
        let profile = self.lanes.profile_of(transportation);
        let profile = profile.filter(|p| p.transport == Transport::Multicast);
        let Some(profile) = profile.cloned() else {
            for to in to {
                self.send_as(*to, transportation, write, &[]);
            }
            return;
        };
        let mut message = std::mem::take(&mut self.groups.message);
        message.clear();
        write(&mut message);
        if profile.emulates_multicast() {
            self.cast_copies(to, transportation, &profile, &message);
        } else {
            self.cast_to_group(to, transportation, &profile, &message);
        }
        self.groups.message = message;
    }

    fn cast_to_group(
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
        let casting = &mut self.groups.casting[at];
        let (audience, _) = casting.audiences.speaks_to(to);
        if casting.audiences.has_changed() {
            self.follow_audiences(at);
        }
        let mut hearers = std::mem::take(&mut self.groups.hearers);
        hearers.clear();
        let most = most_marks(message.len());
        let known = self.groups.casting[at].casts.get(&audience);
        let group = known.map(|cast| {
            hearers.extend_from_slice(&cast.hearers);
            (cast.number, cast.group)
        });
        let hears = |hearer: &&Hearer| hearer.hears == Hears::Yes;
        let many = most > 1 && hearers.iter().filter(hears).count() > 1;
        match group.filter(|_| many) {
            Some(group) => {
                self.cast_to_hearers(at, group, &hearers, (transportation, profile), message);
            }
            None => {
                if group.is_some() {
                    self.groups.casting[at].counts.fallbacks += to.len() as u64;
                }
                for to in to {
                    let mut write = |b: &mut Vec<u8>| b.extend_from_slice(message);
                    self.send_as(*to, transportation, &mut write, &[]);
                }
            }
        }
        self.groups.hearers = hearers;
    }

    fn cast_to_hearers(
        &mut self,
        at: usize,
        (number, group): (u32, SocketAddr),
        hearers: &[Hearer],
        (transportation, profile): (TransportationTypeHandle, &Arc<Profile>),
        message: &[u8],
    ) {
        let Some(sender) = self.groups.casting[at].sender().cloned() else {
            return;
        };
        let most = most_marks(message.len());
        let mut marks: Vec<Mark> = std::mem::take(&mut self.groups.marks);
        let mut datagram = std::mem::take(&mut self.groups.datagram);
        let (mut noted, mut sent) = (Vec::new(), 0);
        let mut send = |marks: &mut Vec<Mark>| {
            if let Some(first) = marks.first() {
                datagram.clear();
                put_marked(first.stamp.sent, marks, &mut datagram);
                datagram.extend_from_slice(message);
                sent += u64::from(sender.append(group, &datagram));
                marks.clear();
            }
        };
        for hearer in hearers {
            let stream = self.peers.get_mut(&hearer.peer).and_then(Peer::stream_mut);
            let stream = stream.filter(|_| hearer.hears == Hears::Yes);
            let mark = stream.and_then(|stream| {
                let (out, channel) = (&mut stream.out, &stream.channel);
                out.way_by_group(profile, hearer.lane, number, channel, &mut noted)
            });
            if !noted.is_empty() {
                self.note_all(std::mem::take(&mut noted));
            }
            match mark {
                Some(mark) => {
                    marks.push(mark);
                    self.groups.casting[at].reaches(hearer.peer, message.len());
                    if marks.len() >= most {
                        send(&mut marks);
                    }
                }
                None => {
                    self.groups.casting[at].counts.fallbacks += 1;
                    let mut write = |b: &mut Vec<u8>| b.extend_from_slice(message);
                    self.send_as(hearer.peer, transportation, &mut write, &[]);
                }
            }
        }
        send(&mut marks);
        self.groups.casting[at].counts.datagrams += sent;
        self.groups.casting[at].counts.messages += 1;
        self.groups.used = true;
        self.groups.put_on_dirty(&sender);
        (self.groups.marks, self.groups.datagram) = (marks, datagram);
    }

    /// Makes a copy for each member and gives it to that member's lane.
    fn cast_copies(
        &mut self,
        to: &[FederateHandle],
        transportation: TransportationTypeHandle,
        profile: &Arc<Profile>,
        message: &[u8],
    ) {
        let at = self.groups.of(profile, self.now);
        let Some(mut copies) = self.groups.casting[at].copies.take() else {
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
            // Larger than anything that a channel takes, which was refused before.
            self.dropped += to.len() as u64;
        }
        let casting = &mut self.groups.casting[at];
        casting.counts.messages += 1;
        casting.copies = Some(copies);
    }

    /// Audiences have got groups, or have lost them: tells their members.
    fn follow_audiences(&mut self, at: usize) {
        let casting = &mut self.groups.casting[at];
        let profile = casting.profile().to_owned();
        let (over, new, problem) = casting.follow_changes(self.remote.as_ref());
        for cast in over {
            for hearer in cast.hearers {
                if hearer.hears != Hears::NoLane {
                    let (lane, group) = (hearer.lane, cast.group.to_string());
                    self.tell(hearer.peer, &LinkFrame::Leave { lane, group });
                }
            }
        }
        if let Some(reason) = problem {
            tracing::warn!(
                profile,
                reason,
                "no socket for multicast groups: each receiver is sent its own datagram"
            );
        }
        if !new.is_empty() {
            self.ask_hearers(at);
        }
    }

    /// Asks members of audiences to join, as far as they have lanes.
    fn ask_hearers(&mut self, at: usize) {
        let Self {
            groups, peers, now, ..
        } = self;
        let casting = &mut groups.casting[at];
        let name = casting.profile().to_owned();
        let Some(token) = casting.sender().map(Speaker::token) else {
            return;
        };
        let lane_of = |peer| peers.get(&peer)?.stream()?.out.standing_lane(&name);
        let asked = casting.ask(*now, |peer| Some(lane_of(peer)?.0));
        let asked: Vec<_> = asked
            .into_iter()
            .filter_map(|(peer, lane, group)| Some((peer, lane, group, lane_of(peer)?.1)))
            .collect();
        for (peer, lane, group, mark) in asked {
            let group = group.to_string();
            self.tell(
                peer,
                &LinkFrame::Join {
                    lane,
                    group,
                    token,
                    mark,
                },
            );
        }
    }

    /// A lane of ours has come to stand: groups wait for it.
    pub(super) fn ask_new_lanes(&mut self) {
        for at in 0..self.groups.casting.len() {
            self.ask_hearers(at);
        }
    }

    /// Said on the stream about groups.
    pub(super) fn group_said(&mut self, from: FederateHandle, said: LinkFrame) {
        match said {
            LinkFrame::Join {
                lane,
                group,
                token,
                mark,
            } => {
                let outcome = self.join(from, lane, &group, token, mark);
                if let Err(reason) = outcome {
                    tracing::debug!(%from, group, reason, "a group is not joined");
                    let outcome = Err(Deaf::Refused(reason));
                    self.tell(
                        from,
                        &LinkFrame::Hears {
                            lane,
                            group,
                            outcome,
                        },
                    );
                }
            }
            LinkFrame::Leave { lane, group } => {
                if let Ok(at) = group.parse() {
                    self.groups.hearing.leaves(from, lane, at);
                }
            }
            LinkFrame::Hears {
                lane,
                group,
                outcome,
            } => {
                if let Ok(group) = group.parse() {
                    self.hearer_said(from, lane, group, outcome);
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
        mark: u32,
    ) -> Result<(), String> {
        let at: SocketAddr = group
            .parse()
            .map_err(|_| format!("{group} is no address of a group"))?;
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
        let told = Joining {
            from,
            lane,
            token,
            mark,
            profile: profile.name.clone(),
        };
        let most = profile.multicast.joined;
        self.groups.hearing.join(at, told, options, most, self.now)
    }

    fn hearer_said(
        &mut self,
        peer: FederateHandle,
        lane: LaneId,
        group: SocketAddr,
        outcome: Result<(), Deaf>,
    ) {
        let (hears, reason) = match outcome {
            Ok(()) => (Hears::Yes, None),
            Err(Deaf::Refused(reason)) => (Hears::Refused, Some(reason)),
            Err(Deaf::Silent(seconds)) => {
                let reason = format!(
                    "the network does not carry multicast to it any more: nothing arrived for {seconds} seconds"
                );
                (Hears::Nothing, Some(reason))
            }
        };
        for casting in &mut self.groups.casting {
            if casting.answered(peer, lane, group, hears)
                && let Some(reason) = &reason
                && casting.names(peer)
            {
                self.groups.unheard.push(Unheard {
                    peer,
                    profile: casting.profile().to_owned(),
                    group,
                    reason: reason.clone(),
                });
            }
        }
    }

    /// A datagram came in a group. Tells the sender if that is the first; `None` if it is of nobody who
    /// may speak there.
    pub(super) fn heard(&mut self, group: ChannelId, token: u64, bytes: usize) -> Option<Heard> {
        let heard = self.groups.hearing.hears(group, token, bytes)?;
        if let Some(at) = heard.first {
            self.tell(
                heard.from,
                &LinkFrame::Hears {
                    lane: heard.lane,
                    group: at.to_string(),
                    outcome: Ok(()),
                },
            );
        }
        Some(heard)
    }

    /// As [`Self::arrives`] for a message in a group, which may be for others only.
    ///
    /// # Errors
    /// What is wrong with it.
    pub(super) fn arrives_in_group<'f>(
        &mut self,
        (group, token): (ChannelId, u64),
        heard: &Heard,
        frame: &'f [u8],
    ) -> Result<Option<(&'f [u8], Arrived)>, String> {
        if mark_of(frame, heard.mark)
            .map_err(|error| error.0)?
            .0
            .is_none()
        {
            return Ok(None);
        }
        self.groups.hearing.takes(group, token);
        let now = self.lanes.since(self.now);
        let Some(incoming) = self.incoming_mut(heard.from) else {
            return Ok(None);
        };
        let merge = &mut incoming.merge;
        Ok(
            match merge.arrives_in_group(heard.lane, heard.mark, frame, now)? {
                Verdict::Due(message, stamp) => {
                    let arrived = incoming.judge(Path::Lane(heard.lane), stamp);
                    Some((message, arrived))
                }
                Verdict::Taken => None,
            },
        )
    }

    /// Groups to be joined and left by the owner of the endpoint.
    pub fn take_group_wishes(&mut self) -> Vec<Wish<N>> {
        self.groups.hearing.take_wishes()
    }

    /// What became of joining a group.
    pub fn joined_group(&mut self, at: SocketAddr, outcome: Result<N::Group, String>) {
        let reason = outcome.as_ref().err().cloned().unwrap_or_default();
        for (to, lane) in self.groups.hearing.joined(at, outcome) {
            let outcome = Err(Deaf::Refused(reason.clone()));
            let group = at.to_string();
            self.tell(
                to,
                &LinkFrame::Hears {
                    lane,
                    group,
                    outcome,
                },
            );
        }
    }

    /// Time has passed.
    pub(super) fn turn_groups(&mut self, now: Instant) {
        for at in 0..self.groups.casting.len() {
            let casting = &mut self.groups.casting[at];
            if casting.due().is_none_or(|due| due > now) {
                continue;
            }
            let silent = casting.turn(now);
            for (peer, group) in silent {
                if !casting.names(peer) {
                    continue;
                }
                let reason = if casting.refused() {
                    "the network does not carry multicast to it: this host sends nothing to the group, it may have no route there"
                } else {
                    "the network does not carry multicast to it: nothing that is sent to the group arrives"
                };
                self.groups.unheard.push(Unheard {
                    peer,
                    profile: casting.profile().to_owned(),
                    group,
                    reason: reason.to_owned(),
                });
            }
            let changed = casting.audiences.has_changed();
            if let Some(sender) = self.groups.casting[at].sender().cloned() {
                self.groups.put_on_dirty(&sender);
            }
            if changed {
                self.follow_audiences(at);
            }
        }
        for (to, lane, group, seconds) in self.groups.hearing.turn(now) {
            let (group, outcome) = (group.to_string(), Err(Deaf::Silent(seconds)));
            self.tell(
                to,
                &LinkFrame::Hears {
                    lane,
                    group,
                    outcome,
                },
            );
        }
    }

    /// Whether there is something for [`Self::take_unheard`].
    pub fn is_unheard(&self) -> bool {
        !self.groups.unheard.is_empty()
    }

    /// Members that do not hear a group, each once: to be said in words.
    pub fn take_unheard(&mut self) -> Vec<Unheard> {
        std::mem::take(&mut self.groups.unheard)
    }

    /// Senders to groups with something to offer to the wire, once the core is unlocked.
    pub fn take_dirty_groups(&mut self, into: &mut Vec<N::Speaker>) {
        into.append(&mut self.groups.dirty);
    }

    /// Members have other handles.
    pub(super) fn rename_groups(
        &mut self,
        after: impl Fn(FederateHandle) -> Option<FederateHandle>,
    ) {
        self.groups.rename(after);
    }

    /// A member is gone, or the way to it: it is in no audience, and nothing of it is heard.
    pub(super) fn end_groups(&mut self, peer: FederateHandle) {
        self.groups.hearing.forget(peer, None);
        for at in 0..self.groups.casting.len() {
            self.groups.casting[at].audiences.leaves(peer);
            self.follow_audiences(at);
        }
    }

    /// What was done with groups, by profile.
    pub(super) fn group_metrics(&self) -> Vec<GroupMetrics> {
        let casting = self.groups.casting.iter();
        let mut all: Vec<_> = casting.map(Casting::metrics).collect();
        for profile in self.groups.hearing.profiles() {
            if !all.iter().any(|metrics| metrics.profile == profile) {
                all.push(GroupMetrics {
                    profile: profile.to_owned(),
                    ..GroupMetrics::default()
                });
            }
        }
        for metrics in &mut all {
            metrics.joined = self.groups.hearing.joined_for(&metrics.profile) as u64;
        }
        all.sort_unstable_by(|a, b| a.profile.cmp(&b.profile));
        all
    }
}

/// How many receivers a datagram may name beside a message of that many bytes.
fn most_marks(message: usize) -> usize {
    let room = MAX_GROUP_FRAME_BYTES.saturating_sub(MARKED_HEAD_BYTES + message);
    (room / MARK_BYTES).min(MOST_MARKS)
}

/// Where copies go: each to the lane of its member.
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
        self.links.groups.casting[self.at].reaches(*member, packet.len());
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
        assert_eq!(most_marks(0), 76);
        assert_eq!(most_marks(128), 69);
        assert_eq!(most_marks(1_300), 4);
        assert_eq!(most_marks(1_350), 1);
        assert_eq!(most_marks(1_400), 0);
        assert_eq!(most_marks(usize::MAX - MARKED_HEAD_BYTES), 0);
    }
}
