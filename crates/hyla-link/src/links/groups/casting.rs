//! The sender's side: which audience has which group, and who hears it.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::lanes::{AudienceId, Audiences, Change, LaneId, put_marked};
use hyla_core::metrics::GroupMetrics;
use hyla_net::modules::{Chain, Facts, MAX_MESSAGE_BYTES, ModuleSpec, MulticastEmulationSpec};
use hyla_net::network::{Caller, Network, Speaker};
use hyla_net::{GroupOptions, GroupRange, Profile, Reliability};
use hyla_types::FederateHandle;
use rustc_hash::FxHashMap;

use super::TICK;

/// How often a group that somebody has just joined is probed, and for how long.
const PROBE_AGAIN: Duration = Duration::from_millis(50);
const PROBED_FOR: Duration = Duration::from_secs(2);

/// Audiences that nobody has spoken to for some such times have no group any more.
const AGE: Duration = Duration::from_secs(30);

/// Groups of one sender at most.
const MOST_GROUPS: u32 = 256;

/// What is known of a member of an audience.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Hears {
    /// It has no lane of the profile yet, or none any more.
    NoLane,
    /// It was asked to join, and probes are sent until then at short distances.
    Asked { until: Instant },
    /// Nothing has come through in time; probes go on at long distances.
    Nothing,
    /// It has said so.
    Yes,
    /// It does not join.
    Refused,
}

/// A member of an audience that has a group.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Hearer {
    pub(crate) peer: FederateHandle,
    pub(crate) lane: LaneId,
    pub(crate) hears: Hears,
}

/// An audience that has a group.
#[derive(Debug)]
pub(crate) struct Cast {
    pub(crate) number: u32,
    pub(crate) group: SocketAddr,
    pub(crate) hearers: Vec<Hearer>,
}

/// The groups of one profile.
#[derive(Debug)]
pub(crate) struct Casting<N: Network> {
    profile: Arc<Profile>,
    range: Option<GroupRange>,
    options: GroupOptions,
    /// Opened with the first group.
    sender: Option<N::Speaker>,
    /// Why it could not be.
    broken: Option<String>,
    /// Instead of groups, where the network has none.
    pub(crate) copies: Option<Chain>,
    pub(crate) audiences: Audiences,
    pub(crate) casts: FxHashMap<AudienceId, Cast>,
    next_probe: Option<Instant>,
    next_age: Instant,
    pub(crate) counts: Counts,
    /// Messages and bytes that each member was sent by groups.
    reached: FxHashMap<FederateHandle, (u64, u64)>,
    /// Who was named in the log: once is enough.
    named: Vec<FederateHandle>,
}

/// What has been done with groups.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Counts {
    pub(crate) messages: u64,
    pub(crate) datagrams: u64,
    pub(crate) reached: u64,
    pub(crate) probes: u64,
    pub(crate) fallbacks: u64,
    pub(crate) unheard: u64,
}

impl<N: Network> Casting<N> {
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
            // Has no parameters that could be wrong.
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
            casts: FxHashMap::default(),
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

    /// The socket, if it could be opened.
    pub(crate) fn sender(&self) -> Option<&N::Speaker> {
        self.sender.as_ref()
    }

    /// Opens the socket if it is not; the reason, once, if that cannot be.
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

    /// Takes over what has changed of the audiences. Gives those whose members are to be told to leave; those that
    /// have a group now are asked by whoever knows their lanes.
    pub(crate) fn follow_changes(
        &mut self,
        remote: Option<&N::Remote>,
    ) -> (Vec<Cast>, Vec<AudienceId>, Option<String>) {
        let (mut over, mut new, mut problem) = (Vec::new(), Vec::new(), None);
        for change in self.audiences.take_changes() {
            match change {
                Change::Taken(id, ..) => over.extend(self.casts.remove(&id)),
                Change::Given(id, number) => {
                    if let Err(reason) = self.open(remote) {
                        problem = problem.or(reason);
                        continue;
                    }
                    let Some(range) = self.range else { continue };
                    let members = self.audiences.members(id).iter();
                    let hearers = members.map(|peer| Hearer {
                        peer: *peer,
                        lane: LaneId::default(),
                        hears: Hears::NoLane,
                    });
                    let cast = Cast {
                        number,
                        group: range.group(number),
                        hearers: hearers.collect(),
                    };
                    self.casts.insert(id, cast);
                    new.push(id);
                }
            }
        }
        if self.casts.is_empty() {
            self.next_probe = None;
        }
        (over, new, problem)
    }

    /// Members of audiences that have no lane; `act` gives one that stands, which is asked then. Gives whom to tell.
    pub(crate) fn ask(
        &mut self,
        now: Instant,
        lane_of: impl Fn(FederateHandle) -> Option<LaneId>,
    ) -> Vec<(FederateHandle, LaneId, SocketAddr)> {
        let mut asked = Vec::new();
        for cast in self.casts.values_mut() {
            for hearer in &mut cast.hearers {
                if hearer.hears == Hears::NoLane
                    && let Some(lane) = lane_of(hearer.peer)
                {
                    hearer.lane = lane;
                    let until = now + PROBED_FOR;
                    hearer.hears = Hears::Asked { until };
                    asked.push((hearer.peer, lane, cast.group));
                }
            }
        }
        if !asked.is_empty() {
            self.next_probe = Some(now);
            asked.sort_unstable();
        }
        asked
    }

    /// A member says whether it hears.
    pub(crate) fn answered(
        &mut self,
        peer: FederateHandle,
        lane: LaneId,
        group: SocketAddr,
        hears: Hears,
    ) -> bool {
        let mut known = false;
        for cast in self.casts.values_mut().filter(|cast| cast.group == group) {
            for hearer in &mut cast.hearers {
                if (hearer.peer, hearer.lane) == (peer, lane) && hearer.hears != Hears::NoLane {
                    hearer.hears = hears;
                    known = true;
                }
            }
        }
        if known && hears != Hears::Yes {
            self.counts.unheard += 1;
        }
        if hears == Hears::Yes {
            self.named.retain(|named| *named != peer);
        }
        known
    }

    /// Whether the member is to be named in the log: it was not yet.
    pub(crate) fn names(&mut self, peer: FederateHandle) -> bool {
        let first = !self.named.contains(&peer);
        if first {
            self.named.push(peer);
        }
        first
    }

    pub(super) fn lane_over(&mut self, peer: FederateHandle, lane: LaneId) {
        let casts = self.casts.values_mut();
        for hearer in casts.flat_map(|cast| &mut cast.hearers) {
            if (hearer.peer, hearer.lane) == (peer, lane) {
                hearer.hears = Hears::NoLane;
            }
        }
    }

    pub(super) fn rename(&mut self, after: impl Fn(FederateHandle) -> Option<FederateHandle>) {
        self.audiences.clear();
        for cast in self.casts.values_mut() {
            for hearer in &mut cast.hearers {
                hearer.peer = after(hearer.peer).unwrap_or(hearer.peer);
            }
        }
        let reached = std::mem::take(&mut self.reached).into_iter();
        self.reached = reached.filter_map(|(p, n)| Some((after(p)?, n))).collect();
        self.named.clear();
    }

    /// When there is something to do.
    pub(crate) fn due(&self) -> Option<Instant> {
        if self.audiences.has_changed() {
            return Some(self.next_age - AGE);
        }
        let ages = (!self.audiences.is_empty()).then_some(self.next_age);
        self.next_probe.into_iter().chain(ages).min()
    }

    /// Time has passed: sends probes. Gives those to whom nothing came through in time, each with the group.
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
        for cast in self.casts.values_mut() {
            for hearer in &mut cast.hearers {
                if let Hears::Asked { until } = hearer.hears {
                    if until <= now {
                        hearer.hears = Hears::Nothing;
                        self.counts.unheard += 1;
                        silent.push((hearer.peer, cast.group));
                    } else {
                        wait = PROBE_AGAIN;
                    }
                }
            }
            if let Some(sender) = &self.sender {
                let mut probe = Vec::new();
                put_marked(0, &[], &mut probe);
                sender.append(cast.group, &probe);
                self.counts.probes += 1;
            }
        }
        self.next_probe = (!self.casts.is_empty()).then(|| now + wait);
        silent.sort_unstable();
        silent
    }

    /// A message of that many bytes went to a member by a group, or by a copy made for it.
    pub(crate) fn reaches(&mut self, peer: FederateHandle, bytes: usize) {
        self.counts.reached += 1;
        let (messages, sum) = self.reached.entry(peer).or_default();
        *messages += 1;
        *sum += bytes as u64;
    }

    /// Messages and bytes that each member was sent by groups.
    pub(crate) fn traffic(&self) -> impl Iterator<Item = (FederateHandle, u64, u64)> {
        let all = self.reached.iter();
        all.map(|(peer, (messages, bytes))| (*peer, *messages, *bytes))
    }

    pub(super) fn forget_counts(&mut self, peer: FederateHandle) {
        self.reached.remove(&peer);
        self.named.retain(|named| *named != peer);
    }

    /// What the system says of sending to groups, if it does not do it.
    pub(crate) fn refused(&self) -> bool {
        let counters = self.sender.as_ref().map(Speaker::counters);
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
        let wire = self.sender.as_ref().map(Speaker::counters);
        let wire = wire.unwrap_or_default();
        let dropped = [
            ("queue-full", wire.queue_full),
            ("socket-full", wire.socket_full),
            ("refused", wire.refused),
        ];
        let dropped = dropped.into_iter().filter(|(_, count)| *count > 0);
        GroupMetrics {
            profile: self.profile.name.clone(),
            groups: self.casts.len() as u64,
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
    fn asked(now: Instant) -> Casting<Sockets> {
        let mut profile = Profile::standard("HLAbestEffort", Reliability::BestEffort);
        profile.transport = Transport::Multicast;
        profile.multicast.groups = Some("239.192.0.0/30:17000".parse().unwrap());
        let mut casting = Casting::new(&Arc::new(profile), GroupOptions::default(), now);
        while casting.audiences.speaks_to(&PEERS).1.is_none() {}
        let endpoint = Endpoint::new(EndpointConfig::default()).unwrap();
        let (over, new, problem) = casting.follow_changes(Some(&endpoint.remote()));
        assert_eq!((over.len(), new.len(), problem), (0, 1, None));
        let all = casting.ask(now, |_| Some(LaneId::default()));
        assert_eq!(all.len(), 2);
        casting
    }

    /// When probes are sent until `end`, in milliseconds after `start`.
    fn probes(casting: &mut Casting<Sockets>, start: Instant, end: Duration) -> Vec<u128> {
        let mut times = Vec::new();
        while let Some(at) = casting.due().filter(|at| *at <= start + end) {
            let before = casting.counts.probes;
            casting.turn(at);
            if casting.counts.probes > before {
                times.push((at - start).as_millis());
            }
        }
        times
    }

    #[test]
    fn a_group_is_probed_every_50_ms_until_its_members_have_answered() {
        let start = Instant::now();
        let mut casting = asked(start);
        let group = casting.casts.values().next().unwrap().group;

        assert_eq!(
            probes(&mut casting, start, Duration::from_millis(120)),
            [0, 50, 100]
        );

        for peer in PEERS {
            assert!(casting.answered(peer, LaneId::default(), group, Hears::Yes));
        }
        // From then on once a second, to notice that the network carries the group no more.
        assert_eq!(
            probes(&mut casting, start, Duration::from_millis(2500)),
            [150, 1150, 2150]
        );
    }

    #[test]
    fn a_member_that_hears_no_probe_for_two_seconds_is_silent() {
        let start = Instant::now();
        let mut casting = asked(start);

        assert_eq!(
            probes(&mut casting, start, Duration::from_millis(1999)).len(),
            40
        );
        assert_eq!(casting.counts.unheard, 0);

        let silent = casting.turn(start + PROBED_FOR);
        assert_eq!(
            silent.iter().map(|(peer, _)| *peer).collect::<Vec<_>>(),
            PEERS
        );
        assert_eq!(casting.counts.unheard, 2);
    }
}
