//! Groups that this member sends to, with their receivers.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::lanes::{AudienceId, Audiences, Change, LaneId, put_entries};
use hyla_core::metrics::GroupMetrics;
use hyla_net::modules::{Chain, Facts, MAX_MESSAGE_BYTES, ModuleSpec, MulticastEmulationSpec};
use hyla_net::network::{Connector, GroupHandle, Network};
use hyla_net::{GroupOptions, GroupRange, Profile, Reliability};
use hyla_types::FederateHandle;
use rustc_hash::FxHashMap;

use super::TICK;

/// Interval and duration of fast probes after an invitation.
const PROBE_AGAIN: Duration = Duration::from_millis(50);
const PROBED_FOR: Duration = Duration::from_secs(2);

/// Interval of aging: unused audiences lose their groups after a few.
const AGE: Duration = Duration::from_secs(30);

/// Most groups of one sender.
const MOST_GROUPS: u32 = 256;

/// Whether a member of an audience receives its group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ReceiveState {
    /// The member has no open lane of the profile.
    NoLane,
    /// Invited; fast probes until the deadline.
    Asked { until: Instant },
    /// No probe arrived in time; slow probes go on.
    Silent,
    /// The member has confirmed that datagrams arrive.
    Receives,
    /// The member has refused to join.
    Refused,
}

/// A member of an audience that has a group.
#[derive(Clone, Copy, Debug)]
pub(crate) struct GroupMember {
    pub(crate) peer: FederateHandle,
    pub(crate) lane: LaneId,
    pub(crate) state: ReceiveState,
}

/// An audience that has a group.
#[derive(Debug)]
pub(crate) struct SentGroup {
    pub(crate) number: u32,
    pub(crate) group: SocketAddr,
    pub(crate) members: Vec<GroupMember>,
}

/// The groups of one profile.
#[derive(Debug)]
pub(crate) struct SendingGroups<N: Network> {
    profile: Arc<Profile>,
    range: Option<GroupRange>,
    options: GroupOptions,
    /// Socket, opened with the first group.
    sender: Option<N::GroupHandle>,
    /// Why the socket could not be opened.
    broken: Option<String>,
    /// Copies messages instead, in a network without multicast.
    pub(crate) copies: Option<Chain>,
    pub(crate) audiences: Audiences,
    pub(crate) sent: FxHashMap<AudienceId, SentGroup>,
    next_probe: Option<Instant>,
    next_age: Instant,
    pub(crate) counts: Counts,
    /// Messages and bytes sent to each member by groups.
    reached: FxHashMap<FederateHandle, (u64, u64)>,
    /// Members already reported in the log.
    named: Vec<FederateHandle>,
}

/// Counters of groups.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Counts {
    pub(crate) messages: u64,
    pub(crate) datagrams: u64,
    pub(crate) reached: u64,
    pub(crate) probes: u64,
    pub(crate) fallbacks: u64,
    pub(crate) unheard: u64,
}

impl<N: Network> SendingGroups<N> {
    pub(super) fn new(profile: &Arc<Profile>, options: GroupOptions, now: Instant) -> Self {
        let range = profile.multicast.groups;
        let groups = range.map_or(1, |range| range.len().min(MOST_GROUPS));
        let copies = profile.emulates_multicast().then(|| {
            let facts = Facts {
                max_packet_bytes: MAX_MESSAGE_BYTES,
                lossy: false,
                reliability: Reliability::BestEffort,
            };
            let spec = ModuleSpec::MulticastEmulation(MulticastEmulationSpec::default());
            // The module has no parameters that could be invalid.
            Chain::new(&[spec], facts).ok()
        });
        Self {
            profile: profile.clone(),
            range,
            options,
            sender: None,
            broken: None,
            copies: copies.flatten(),
            audiences: Audiences::new(groups),
            sent: FxHashMap::default(),
            next_probe: None,
            next_age: now + AGE,
            counts: Counts::default(),
            reached: FxHashMap::default(),
            named: Vec::new(),
        }
    }

    pub(crate) fn profile(&self) -> &str {
        &self.profile.name
    }

    /// The socket, if open.
    pub(crate) fn sender(&self) -> Option<&N::GroupHandle> {
        self.sender.as_ref()
    }

    /// Opens the socket if needed; on failure, the reason once.
    fn open(&mut self, remote: Option<&N::Remote>) -> Result<(), Option<String>> {
        let (Some(range), None, Some(remote)) = (self.range, &self.sender, remote) else {
            return Ok(());
        };
        if self.broken.is_some() {
            return Err(None);
        }
        match remote.speaker(range.is_ipv4(), self.options) {
            Ok(sender) => {
                self.sender = Some(sender);
                Ok(())
            }
            Err(reason) => {
                self.broken = Some(reason.clone());
                Err(Some(reason))
            }
        }
    }

    /// Takes over changes of the audiences. Returns the groups whose members must leave, and the audiences whose
    /// members must be invited.
    pub(crate) fn follow_changes(
        &mut self,
        remote: Option<&N::Remote>,
    ) -> (Vec<SentGroup>, Vec<AudienceId>, Option<String>) {
        let (mut over, mut new, mut problem) = (Vec::new(), Vec::new(), None);
        for change in self.audiences.take_changes() {
            match change {
                Change::Taken(id, ..) => over.extend(self.sent.remove(&id)),
                Change::Given(id, number) => {
                    if let Err(reason) = self.open(remote) {
                        problem = problem.or(reason);
                        continue;
                    }
                    let Some(range) = self.range else { continue };
                    let members = self.audiences.members(id).iter();
                    let members = members.map(|peer| GroupMember {
                        peer: *peer,
                        lane: LaneId::default(),
                        state: ReceiveState::NoLane,
                    });
                    let cast = SentGroup {
                        number,
                        group: range.group(number),
                        members: members.collect(),
                    };
                    self.sent.insert(id, cast);
                    new.push(id);
                }
            }
        }
        if self.sent.is_empty() {
            self.next_probe = None;
        }
        (over, new, problem)
    }

    /// Invites members with an open lane, see `lane_of`. Returns the invitations to send.
    pub(crate) fn ask(
        &mut self,
        now: Instant,
        lane_of: impl Fn(FederateHandle) -> Option<LaneId>,
    ) -> Vec<(FederateHandle, LaneId, SocketAddr)> {
        let mut asked = Vec::new();
        for cast in self.sent.values_mut() {
            for member in &mut cast.members {
                if member.state == ReceiveState::NoLane
                    && let Some(lane) = lane_of(member.peer)
                {
                    member.lane = lane;
                    let until = now + PROBED_FOR;
                    member.state = ReceiveState::Asked { until };
                    asked.push((member.peer, lane, cast.group));
                }
            }
        }
        if !asked.is_empty() {
            self.next_probe = Some(now);
            asked.sort_unstable();
        }
        asked
    }

    /// Takes a member's answer.
    pub(crate) fn answered(
        &mut self,
        peer: FederateHandle,
        lane: LaneId,
        group: SocketAddr,
        state: ReceiveState,
    ) -> bool {
        let mut known = false;
        for cast in self.sent.values_mut().filter(|cast| cast.group == group) {
            for member in &mut cast.members {
                if (member.peer, member.lane) == (peer, lane)
                    && member.state != ReceiveState::NoLane
                {
                    member.state = state;
                    known = true;
                }
            }
        }
        if known && state != ReceiveState::Receives {
            self.counts.unheard += 1;
        }
        if state == ReceiveState::Receives {
            self.named.retain(|named| *named != peer);
        }
        known
    }

    /// Whether the member must be reported in the log: once.
    pub(crate) fn names(&mut self, peer: FederateHandle) -> bool {
        let first = !self.named.contains(&peer);
        if first {
            self.named.push(peer);
        }
        first
    }

    pub(super) fn lane_over(&mut self, peer: FederateHandle, lane: LaneId) {
        let casts = self.sent.values_mut();
        for member in casts.flat_map(|cast| &mut cast.members) {
            if (member.peer, member.lane) == (peer, lane) {
                member.state = ReceiveState::NoLane;
            }
        }
    }

    pub(super) fn rename(&mut self, after: impl Fn(FederateHandle) -> Option<FederateHandle>) {
        self.audiences.clear();
        for cast in self.sent.values_mut() {
            for member in &mut cast.members {
                member.peer = after(member.peer).unwrap_or(member.peer);
            }
        }
        let reached = std::mem::take(&mut self.reached).into_iter();
        self.reached = reached.filter_map(|(p, n)| Some((after(p)?, n))).collect();
        self.named.clear();
    }

    /// Next deadline.
    pub(crate) fn due(&self) -> Option<Instant> {
        if self.audiences.has_changed() {
            return Some(self.next_age - AGE);
        }
        let ages = (!self.audiences.is_empty()).then_some(self.next_age);
        self.next_probe.into_iter().chain(ages).min()
    }

    /// Sends probes. Returns members that no probe reached in time, each with its group.
    pub(crate) fn turn(&mut self, now: Instant) -> Vec<(FederateHandle, SocketAddr)> {
        let mut silent = Vec::new();
        if self.next_age <= now {
            self.next_age = now + AGE;
            self.audiences.age();
        }
        if self.next_probe.is_none_or(|at| at > now) {
            return silent;
        }
        let mut wait = TICK;
        for cast in self.sent.values_mut() {
            for member in &mut cast.members {
                if let ReceiveState::Asked { until } = member.state {
                    if until <= now {
                        member.state = ReceiveState::Silent;
                        self.counts.unheard += 1;
                        silent.push((member.peer, cast.group));
                    } else {
                        wait = PROBE_AGAIN;
                    }
                }
            }
            if let Some(sender) = &self.sender {
                let mut probe = Vec::new();
                put_entries(0, &[], &mut probe);
                sender.append(cast.group, &probe);
                self.counts.probes += 1;
            }
        }
        self.next_probe = (!self.sent.is_empty()).then(|| now + wait);
        silent.sort_unstable();
        silent
    }

    /// Counts a message to a member by a group, or by a copy.
    pub(crate) fn reaches(&mut self, peer: FederateHandle, bytes: usize) {
        self.counts.reached += 1;
        let (messages, sum) = self.reached.entry(peer).or_default();
        *messages += 1;
        *sum += bytes as u64;
    }

    /// Messages and bytes sent to each member by groups.
    pub(crate) fn traffic(&self) -> impl Iterator<Item = (FederateHandle, u64, u64)> {
        let all = self.reached.iter();
        all.map(|(peer, (messages, bytes))| (*peer, *messages, *bytes))
    }

    pub(super) fn forget_counts(&mut self, peer: FederateHandle) {
        self.reached.remove(&peer);
        self.named.retain(|named| *named != peer);
    }

    /// Whether the system refuses to send to groups.
    pub(crate) fn refused(&self) -> bool {
        let counters = self.sender.as_ref().map(GroupHandle::counters);
        counters.is_some_and(|counters| counters.refused > 0 && counters.datagrams == 0)
    }

    pub(crate) fn metrics(&self) -> GroupMetrics {
        let Counts {
            messages,
            datagrams,
            reached,
            probes,
            fallbacks,
            unheard,
        } = self.counts;
        let wire = self.sender.as_ref().map(GroupHandle::counters);
        let wire = wire.unwrap_or_default();
        let dropped = [
            ("queue-full", wire.queue_full),
            ("socket-full", wire.socket_full),
            ("refused", wire.refused),
        ];
        let dropped = dropped.into_iter().filter(|(_, count)| *count > 0);
        GroupMetrics {
            profile: self.profile.name.clone(),
            groups: self.sent.len() as u64,
            joined: 0,
            messages,
            reached,
            datagrams,
            bytes: wire.bytes,
            probes,
            fallbacks,
            unheard,
            dropped: dropped
                .map(|(why, count)| (why.to_owned(), count))
                .collect(),
            recovery: None,
        }
    }
}

#[cfg(test)]
#[allow(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "tests use an endpoint of their own process"
)]
mod tests {
    use hyla_net::network::Sockets;
    use hyla_net::{Endpoint, EndpointConfig, Transport};

    use super::*;

    const PEERS: [FederateHandle; 2] = [FederateHandle::new(2), FederateHandle::new(3)];

    /// Groups with one audience of two members, both asked to join at `now`.
    fn asked(now: Instant) -> SendingGroups<Sockets> {
        let mut profile = Profile::standard("HLAbestEffort", Reliability::BestEffort);
        profile.transport = Transport::Multicast;
        profile.multicast.groups = Some("239.192.0.0/30:17000".parse().unwrap());
        let mut sending = SendingGroups::new(&Arc::new(profile), GroupOptions::default(), now);
        while sending.audiences.group_for(&PEERS).1.is_none() {}
        let endpoint = Endpoint::new(EndpointConfig::default()).unwrap();
        let (over, new, problem) = sending.follow_changes(Some(&endpoint.remote()));
        assert_eq!((over.len(), new.len(), problem), (0, 1, None));
        let all = sending.ask(now, |_| Some(LaneId::default()));
        assert_eq!(all.len(), 2);
        sending
    }

    /// When probes are sent until `end`, in milliseconds after `start`.
    fn probes(sending: &mut SendingGroups<Sockets>, start: Instant, end: Duration) -> Vec<u128> {
        let mut times = Vec::new();
        while let Some(at) = sending.due().filter(|at| *at <= start + end) {
            let before = sending.counts.probes;
            sending.turn(at);
            if sending.counts.probes > before {
                times.push((at - start).as_millis());
            }
        }
        times
    }

    #[test]
    fn a_group_is_probed_every_50_ms_until_its_members_have_answered() {
        let start = Instant::now();
        let mut sending = asked(start);
        let group = sending.sent.values().next().unwrap().group;

        assert_eq!(
            probes(&mut sending, start, Duration::from_millis(120)),
            [0, 50, 100]
        );

        for peer in PEERS {
            assert!(sending.answered(peer, LaneId::default(), group, ReceiveState::Receives));
        }
        // From then on once a second, to notice that the network carries the group no more.
        assert_eq!(
            probes(&mut sending, start, Duration::from_millis(2500)),
            [150, 1150, 2150]
        );
    }

    #[test]
    fn a_member_that_hears_no_probe_for_two_seconds_is_silent() {
        let start = Instant::now();
        let mut sending = asked(start);

        assert_eq!(
            probes(&mut sending, start, Duration::from_millis(1999)).len(),
            40
        );
        assert_eq!(sending.counts.unheard, 0);

        let silent = sending.turn(start + PROBED_FOR);
        assert_eq!(
            silent.iter().map(|(peer, _)| *peer).collect::<Vec<_>>(),
            PEERS
        );
        assert_eq!(sending.counts.unheard, 2);
    }
}
