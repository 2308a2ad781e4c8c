//! Groups that this member has joined, with their senders.

use std::net::SocketAddr;
use std::time::Instant;

use crate::lanes::LaneId;
use hyla_net::network::Network;
use hyla_net::{ChannelId, GroupOptions};
use hyla_types::FederateHandle;
use rustc_hash::FxHashMap;

use super::TICK;

/// Turns without a datagram after which a sender counts as silent.
const SILENT: u32 = 5;

/// Turns for which a group stays joined after its sender has left: datagrams may be in flight.
const LINGER: u32 = 2;

/// A request to the owner of the endpoint.
#[derive(Debug)]
pub enum GroupRequest<N: Network> {
    /// Join that group.
    Join(SocketAddr, GroupOptions),
    /// Leave it.
    Leave(N::Group),
    /// Leave the group that is joined there and join it again: a switch may have forgotten that this host is in it.
    JoinAgain(SocketAddr, ChannelId),
}

/// The sender of a datagram, and its number for this member.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct IdentifiedDatagram {
    /// The sender.
    pub from: FederateHandle,
    /// The lane whose messages go to the group.
    pub lane: LaneId,
    /// The sender's number for this member.
    pub receiver: u32,
    /// Set for the first datagram, which the sender waits for.
    pub first: Option<SocketAddr>,
}

/// An invitation from a sender.
#[derive(Clone, Debug)]
pub(crate) struct JoinOrder {
    pub(crate) from: FederateHandle,
    pub(crate) lane: LaneId,
    pub(crate) token: u64,
    pub(crate) receiver: u32,
    pub(crate) profile: String,
}

/// A sender in a group.
#[derive(Debug)]
struct GroupSource {
    told: JoinOrder,
    /// The sender has been notified that datagrams arrive.
    heard: bool,
    /// A datagram arrived since the last turn.
    fresh: bool,
    /// Turns without a datagram.
    silent: u32,
    /// Turns left after its end.
    ends: Option<u32>,
    messages: u64,
    bytes: u64,
}

/// A group that this member has joined, or is joining.
#[derive(Debug)]
struct JoinedGroup<N: Network> {
    group: Option<N::Group>,
    speakers: Vec<GroupSource>,
}

impl<N: Network> Default for JoinedGroup<N> {
    fn default() -> Self {
        Self {
            group: None,
            speakers: Vec::new(),
        }
    }
}

/// All groups that this member has joined.
#[derive(Debug, Default)]
pub(crate) struct JoinedGroups<N: Network> {
    groups: FxHashMap<SocketAddr, JoinedGroup<N>>,
    by_id: FxHashMap<ChannelId, SocketAddr>,
    pub(super) requests: Vec<GroupRequest<N>>,
    next: Option<Instant>,
    /// Counts of senders that are gone.
    past: FxHashMap<(FederateHandle, String), (u64, u64)>,
}

impl<N: Network> JoinedGroups<N> {
    /// Accepts an invitation. `most`: limit of groups for its profile.
    ///
    /// # Errors
    /// Why the group is not joined, as text for the sender.
    pub(crate) fn join(
        &mut self,
        at: SocketAddr,
        told: JoinOrder,
        options: GroupOptions,
        most: usize,
        now: Instant,
    ) -> Result<(), String> {
        if !at.ip().is_multicast() {
            return Err(format!("{at} is not a multicast address"));
        }
        if !self.groups.contains_key(&at) {
            let of_profile = |joined: &&JoinedGroup<N>| {
                let mut speakers = joined.speakers.iter();
                speakers.any(|speaker| speaker.told.profile == told.profile)
            };
            if self.groups.values().filter(of_profile).count() >= most {
                return Err(format!(
                    "it has joined {most} groups already, the limit (qos.{}.joined)",
                    told.profile
                ));
            }
            self.requests.push(GroupRequest::Join(at, options));
        }
        let joined = self.groups.entry(at).or_default();
        let same = |speaker: &GroupSource| {
            (speaker.told.from, speaker.told.token) == (told.from, told.token)
        };
        match joined.speakers.iter_mut().find(|speaker| same(speaker)) {
            Some(speaker) => {
                // The sender may have left before: then it waits for the first datagram again.
                (speaker.told, speaker.ends, speaker.heard) = (told, None, false);
                (speaker.fresh, speaker.silent) = (false, 0);
            }
            None => joined.speakers.push(GroupSource {
                told,
                heard: false,
                fresh: false,
                silent: 0,
                ends: None,
                messages: 0,
                bytes: 0,
            }),
        }
        if self.next.is_none() {
            self.next = Some(now + TICK);
        }
        Ok(())
    }

    /// Takes over the result of a request. Returns the senders to notify of a failure.
    pub(crate) fn joined(
        &mut self,
        at: SocketAddr,
        outcome: Result<N::Group, String>,
    ) -> Vec<(FederateHandle, LaneId)> {
        let Some(joined) = self.groups.get_mut(&at) else {
            // No longer needed.
            self.requests.extend(outcome.ok().map(GroupRequest::Leave));
            return Vec::new();
        };
        match outcome {
            Ok(group) => {
                self.by_id.insert(N::group_id(&group), at);
                joined.group = Some(group);
                Vec::new()
            }
            Err(_) => {
                let joined = self.groups.remove(&at).unwrap_or_default();
                let speakers = joined.speakers.into_iter();
                speakers.map(|s| (s.told.from, s.told.lane)).collect()
            }
        }
    }

    /// Identifies the sender of a datagram; `None` if it did not invite this member.
    pub(crate) fn receives(
        &mut self,
        group: ChannelId,
        token: u64,
        bytes: usize,
    ) -> Option<IdentifiedDatagram> {
        let at = *self.by_id.get(&group)?;
        let joined = self.groups.get_mut(&at)?;
        let mut speakers = joined.speakers.iter_mut();
        let speaker = speakers.find(|speaker| speaker.told.token == token)?;
        speaker.fresh = true;
        speaker.bytes += bytes as u64;
        let JoinOrder {
            from,
            lane,
            receiver,
            ..
        } = speaker.told;
        let first = !std::mem::replace(&mut speaker.heard, true);
        Some(IdentifiedDatagram {
            from,
            lane,
            receiver,
            first: first.then_some(at),
        })
    }

    /// Counts a message for this member.
    pub(crate) fn takes(&mut self, group: ChannelId, token: u64) {
        let speaker = self.by_id.get(&group).and_then(|at| {
            let joined = self.groups.get_mut(at)?;
            joined.speakers.iter_mut().find(|s| s.told.token == token)
        });
        if let Some(speaker) = speaker {
            speaker.messages += 1;
        }
    }

    /// A sender has ended its use of a group.
    pub(crate) fn leaves(&mut self, from: FederateHandle, lane: LaneId, at: SocketAddr) {
        if let Some(joined) = self.groups.get_mut(&at) {
            for speaker in &mut joined.speakers {
                if (speaker.told.from, speaker.told.lane) == (from, lane) {
                    speaker.ends = Some(LINGER);
                }
            }
        }
    }

    /// A peer, or one of its lanes, is gone.
    pub(crate) fn forget(&mut self, from: FederateHandle, lane: Option<LaneId>) {
        self.end(|told| told.from == from && lane.is_none_or(|lane| told.lane == lane));
    }

    fn end(&mut self, mut over: impl FnMut(&JoinOrder) -> bool) {
        self.end_speakers(|speaker| over(&speaker.told));
    }

    fn end_speakers(&mut self, mut over: impl FnMut(&GroupSource) -> bool) {
        let Self {
            groups,
            by_id,
            requests,
            past,
            ..
        } = self;
        groups.retain(|_, joined| {
            joined.speakers.retain(|speaker| {
                let ends = over(speaker);
                if ends {
                    let key = (speaker.told.from, speaker.told.profile.clone());
                    let (messages, bytes) = past.entry(key).or_default();
                    *messages += speaker.messages;
                    *bytes += speaker.bytes;
                }
                !ends
            });
            let stays = !joined.speakers.is_empty();
            if !stays && let Some(group) = joined.group.take() {
                by_id.remove(&N::group_id(&group));
                requests.push(GroupRequest::Leave(group));
            }
            stays
        });
        if self.groups.is_empty() {
            self.next = None;
        }
    }

    /// Forgets the counts of a departed member.
    pub(crate) fn forget_past(&mut self, from: FederateHandle) {
        self.past.retain(|(member, _), _| *member != from);
    }

    pub(super) fn rename(&mut self, after: impl Fn(FederateHandle) -> Option<FederateHandle>) {
        self.end(|told| after(told.from).is_none());
        let speakers = self.groups.values_mut().flat_map(|g| &mut g.speakers);
        for speaker in speakers {
            speaker.told.from = after(speaker.told.from).unwrap_or(speaker.told.from);
        }
        let past = std::mem::take(&mut self.past).into_iter();
        let past = past.filter_map(|((from, profile), n)| Some(((after(from)?, profile), n)));
        self.past = past.collect();
    }

    pub(crate) fn take_requests(&mut self) -> Vec<GroupRequest<N>> {
        std::mem::take(&mut self.requests)
    }

    pub(super) fn due(&self) -> Option<Instant> {
        self.next
    }

    /// Checks for silent senders. Returns each with its group and the seconds of silence.
    pub(crate) fn turn(&mut self, now: Instant) -> Vec<(FederateHandle, LaneId, SocketAddr, u32)> {
        let mut silent = Vec::new();
        if self.next.is_none_or(|at| at > now) {
            return silent;
        }
        self.next = Some(now + TICK);
        for (at, joined) in &mut self.groups {
            for speaker in &mut joined.speakers {
                speaker.ends = speaker.ends.map(|left| left.saturating_sub(1));
                if std::mem::take(&mut speaker.fresh) {
                    speaker.silent = 0;
                    continue;
                }
                speaker.silent = speaker.silent.saturating_add(1);
                if speaker.heard && speaker.silent >= SILENT && speaker.ends.is_none() {
                    speaker.heard = false;
                    silent.push((speaker.told.from, speaker.told.lane, *at, SILENT));
                }
            }
        }
        self.end_speakers(|speaker| speaker.ends == Some(0));
        silent.sort_unstable();
        silent
    }

    /// How many groups are joined for a profile.
    pub(crate) fn joined_for(&self, profile: &str) -> usize {
        let of_profile = |joined: &&JoinedGroup<N>| {
            let mut speakers = joined.speakers.iter();
            joined.group.is_some() && speakers.any(|speaker| speaker.told.profile == profile)
        };
        self.groups.values().filter(of_profile).count()
    }

    /// Profiles with groups joined now or before.
    pub(crate) fn profiles(&self) -> impl Iterator<Item = &str> {
        let speakers = self.groups.values().flat_map(|joined| &joined.speakers);
        speakers.map(|speaker| speaker.told.profile.as_str())
    }

    /// Messages and bytes received by groups, per sender and profile.
    pub(crate) fn traffic(&self) -> Vec<(FederateHandle, String, u64, u64)> {
        let speakers = self.groups.values().flat_map(|joined| &joined.speakers);
        let now = speakers.map(|s| (s.told.from, s.told.profile.clone(), s.messages, s.bytes));
        let past = self
            .past
            .iter()
            .map(|((f, p), (m, b))| (*f, p.clone(), *m, *b));
        now.chain(past).collect()
    }
}

#[cfg(test)]
#[allow(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "tests use an endpoint of their own process"
)]
mod tests {
    use super::*;

    const SENDER: FederateHandle = FederateHandle::new(2);
    const LANE: LaneId = LaneId(1);
    const TOKEN: u64 = 4711;

    fn told() -> JoinOrder {
        JoinOrder {
            from: SENDER,
            lane: LANE,
            token: TOKEN,
            receiver: 7,
            profile: "HLAbestEffort".to_owned(),
        }
    }

    fn at(last: u8) -> SocketAddr {
        SocketAddr::from(([239, 255, 99, last], 9))
    }

    /// Joins the group; returns its id.
    fn join(joined: &mut JoinedGroups<hyla_net::network::Sockets>, last: u8) -> ChannelId {
        let options = GroupOptions::default();
        joined
            .join(at(last), told(), options, 4, Instant::now())
            .unwrap();
        let id = hyla_net::Endpoint::new(hyla_net::EndpointConfig::default())
            .unwrap()
            .connect(&"tcp:127.0.0.1:9".parse().unwrap())
            .id();
        joined.by_id.insert(id, at(last));
        id
    }

    /// Runs that many turns; returns the result of the last.
    fn turns(joined: &mut JoinedGroups<hyla_net::network::Sockets>, count: u32) -> usize {
        (0..count).fold(0, |_, _| {
            let due = joined.due().unwrap();
            joined.turn(due).len()
        })
    }

    #[test]
    fn the_first_datagram_is_told_and_strangers_are_not_heard() {
        let mut joined = JoinedGroups::default();
        let group = join(&mut joined, 1);

        assert_eq!(joined.receives(group, TOKEN + 1, 10), None);
        let first = joined.receives(group, TOKEN, 10).unwrap();
        assert_eq!((first.from, first.lane, first.receiver), (SENDER, LANE, 7));
        assert_eq!(first.first, Some(at(1)));
        assert_eq!(joined.receives(group, TOKEN, 10).unwrap().first, None);
        joined.takes(group, TOKEN);
        let traffic = joined.traffic();
        assert_eq!(traffic, [(SENDER, "HLAbestEffort".to_owned(), 1, 20)]);
    }

    #[test]
    fn a_group_that_falls_silent_is_told_once_and_again_when_it_is_heard() {
        let mut joined = JoinedGroups::default();
        let group = join(&mut joined, 1);
        // A sender that was never received is not reported as silent.
        assert_eq!(turns(&mut joined, SILENT * 2), 0);
        joined.receives(group, TOKEN, 10).unwrap();

        assert_eq!(turns(&mut joined, SILENT), 0);
        assert_eq!(turns(&mut joined, 1), 1);
        assert_eq!(turns(&mut joined, SILENT * 2), 0);
        assert!(joined.receives(group, TOKEN, 10).unwrap().first.is_some());
    }

    #[test]
    fn a_group_is_heard_for_a_while_after_its_sender_has_left_it() {
        let mut joined = JoinedGroups::default();
        let group = join(&mut joined, 1);
        joined.take_requests();
        joined.leaves(SENDER, LANE, at(1));

        turns(&mut joined, LINGER - 1);
        assert!(joined.receives(group, TOKEN, 10).is_some());
        turns(&mut joined, 1);
        assert!(joined.groups.is_empty());
        assert_eq!(joined.due(), None);
        // Joined, but no longer needed.
        assert!(joined.joined(at(1), Err("late".into())).is_empty());
    }

    #[test]
    fn no_more_groups_are_joined_than_may_be_and_none_that_is_no_group() {
        let mut joined = JoinedGroups::default();
        for last in 1..=4 {
            join(&mut joined, last);
        }
        let options = GroupOptions::default();
        let refused = joined
            .join(at(5), told(), options, 4, Instant::now())
            .unwrap_err();
        assert_eq!(
            refused,
            "it has joined 4 groups already, the limit (qos.HLAbestEffort.joined)"
        );
        // A second sender in the same group needs no further join.
        let other = JoinOrder {
            token: TOKEN + 1,
            ..told()
        };
        assert!(
            joined
                .join(at(4), other, options, 4, Instant::now())
                .is_ok()
        );
        let nobody = "10.1.1.1:9".parse().unwrap();
        assert!(
            joined
                .join(nobody, told(), options, 9, Instant::now())
                .is_err()
        );
        assert_eq!(joined.take_requests().len(), 4);
    }

    #[test]
    fn nothing_is_heard_of_a_lane_that_is_over() {
        let mut joined = JoinedGroups::default();
        let group = join(&mut joined, 1);
        joined.forget(SENDER, Some(LaneId(2)));
        assert!(joined.receives(group, TOKEN, 1).is_some());
        joined.forget(SENDER, Some(LANE));
        assert!(joined.receives(group, TOKEN, 1).is_none());
    }
}
