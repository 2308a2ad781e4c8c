//! The engine of one profile.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Instant;

use hyla_core::secrets::Challenge;
use hyla_multicast::{Accepted, GroupId, Key, Member, MemberId, SendError};
use hyla_net::modules::{Chain, Facts, ModuleSpec, Outlet, To};
use hyla_net::network::Network;
use hyla_net::{GroupOptions, MAX_GROUP_FRAME_BYTES, Profile, Reliability};
use hyla_types::FederateHandle;
use rustc_hash::FxHashMap;

use super::cover::{Candidate, FEWEST};
use super::parameters;
use super::regions::Regions;

/// Most audiences that are remembered; then all are learned anew.
const AUDIENCES: usize = 16_384;

/// Largest message that groups carry, with its mark. Larger ones take streams.
pub(super) const LARGEST: usize = 256 << 10;

/// Messages after which a set of receivers has a say in regions.
const SETTLED: u32 = 3;

/// A set of members that messages were sent to.
#[derive(Debug, Default)]
pub(super) struct Audience {
    /// Messages since the last tick.
    uses: u32,
    /// Messages until it is settled.
    seen: u32,
    /// How its messages go; found again when groups or links have changed.
    route: Option<Arc<AudienceRoute>>,
}

/// How messages to a set of receivers go.
#[derive(Debug)]
pub(super) struct AudienceRoute {
    /// Groups, with the numbers of their receivers where these are not all members.
    pub(super) groups: Vec<RoutePart>,
    /// Receivers that take streams.
    pub(super) streams: Vec<FederateHandle>,
}

/// A group of a route.
#[derive(Debug)]
pub(super) struct RoutePart {
    pub(super) group: u32,
    /// Number of the receivers; `None`: all members.
    pub(super) audience: Option<u16>,
    /// Their places in the group.
    pub(super) places: Box<[u16]>,
}

/// Counters of one profile.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Counts {
    /// Messages sent to groups.
    pub(super) messages: u64,
    /// Sum of their receivers.
    pub(super) reached: u64,
    /// Sum of receivers that got a message by their streams.
    pub(super) fallbacks: u64,
    /// The same, of messages that are too large for groups.
    pub(super) too_large: u64,
    /// Probes sent.
    pub(super) probes: u64,
    /// Probes that arrived with a wrong seal.
    pub(super) forged_probes: u64,
    /// Messages of others in groups that were not for this member.
    pub(super) unwanted: u64,
    /// Times that a member was excluded from a group, or put on its stream.
    pub(super) unheard: u64,
}

/// Messages to and from one member.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::links) struct Traffic {
    pub(in crate::links) sent: u64,
    pub(in crate::links) sent_bytes: u64,
    pub(in crate::links) received: u64,
    pub(in crate::links) received_bytes: u64,
}

/// The engine of one profile, and what it needs to send.
#[derive(Debug)]
pub(super) struct ProfileEngine<N: Network> {
    pub(super) profile: Arc<Profile>,
    pub(super) options: GroupOptions,
    /// Messages may wait for others.
    gathers: bool,
    pub(super) member: Member,
    /// Socket, opened with the first group.
    pub(super) sender: Option<N::GroupHandle>,
    /// Why there is none.
    pub(super) broken: Option<String>,
    audiences: FxHashMap<Box<[FederateHandle]>, Audience>,
    pub(super) regions: Regions,
    /// The groups that may be used, once somebody has looked for them; looked for again with the routes.
    usable: Option<Arc<[Candidate]>>,
    /// As counted at the last tick.
    fallbacks: u64,
    /// Messages that wait for the window of their group.
    pub(super) waiting: VecDeque<(GroupId, Vec<u8>)>,
    pub(super) counts: Counts,
    /// Messages to and from members by groups; what present groups have sent is counted there.
    pub(super) traffic: FxHashMap<FederateHandle, Traffic>,
    /// Impairs what arrives in groups, for tests.
    impairment: Option<Chain>,
}

impl<N: Network> ProfileEngine<N> {
    /// `secret`: random bytes. `gathers`: messages may wait for others.
    pub(super) fn new(
        profile: &Arc<Profile>,
        options: GroupOptions,
        own: FederateHandle,
        secret: Challenge,
        gathers: bool,
    ) -> Option<Self> {
        let [a, b, c, d, e, f, g, h, ..] = secret.0;
        let seed = u64::from_le_bytes([a, b, c, d, e, f, g, h]);
        let own = MemberId(own.raw());
        let config = parameters::config(&profile.multicast.recovery, gathers);
        let member = Member::new(config, own, Key::new(&secret.0), seed);
        Some(Self {
            profile: profile.clone(),
            options,
            gathers,
            // Settings have narrower bounds.
            member: member.ok()?,
            sender: None,
            broken: None,
            audiences: FxHashMap::default(),
            regions: Regions::new(),
            usable: None,
            fallbacks: 0,
            waiting: VecDeque::new(),
            counts: Counts::default(),
            traffic: FxHashMap::default(),
            impairment: impairment(profile),
        })
    }

    /// Changes the parameters that one member may change while it runs.
    pub(super) fn adjust(&mut self, profile: Arc<Profile>) {
        let recovery = &profile.multicast.recovery;
        self.member.set_rate_most(recovery.bytes_per_second);
        self.member.set_patience(parameters::patience(recovery));
        let tuned = self
            .member
            .tune(parameters::tuning(recovery.wish, self.gathers));
        debug_assert_eq!(tuned, Ok(()), "each wish is within the bounds");
        self.profile = profile;
    }

    /// Counts a message to these members, in the order of their handles. Returns the route, if it is known, and whether regions
    /// may have to change for them. Does not allocate if they are known.
    #[inline]
    pub(super) fn uses(&mut self, to: &[FederateHandle]) -> (Option<Arc<AudienceRoute>>, bool) {
        let Some(audience) = self.audiences.get_mut(to) else {
            if self.audiences.len() >= AUDIENCES {
                let regions = &self.regions;
                self.audiences.retain(|members, _| regions.has(members));
            }
            self.audiences.insert(
                to.into(),
                Audience {
                    uses: 1,
                    seen: 1,
                    route: None,
                },
            );
            return (None, false);
        };
        audience.uses = audience.uses.saturating_add(1);
        let mut is_new = false;
        if audience.seen < SETTLED {
            audience.seen += 1;
            if audience.seen == SETTLED {
                self.regions.add(to);
                is_new = true;
            }
        }
        (audience.route.clone(), is_new)
    }

    /// Keeps the route of these members.
    pub(super) fn keep_route(&mut self, to: &[FederateHandle], route: Arc<AudienceRoute>) {
        if let Some(audience) = self.audiences.get_mut(to) {
            audience.route = Some(route);
        }
    }

    /// The groups that may be used.
    pub(super) fn usable(&self) -> Option<Arc<[Candidate]>> {
        self.usable.clone()
    }

    /// Keeps the groups that may be used.
    pub(super) fn keep_usable(&mut self, groups: Arc<[Candidate]>) {
        self.usable = Some(groups);
    }

    pub(super) fn forget_routes(&mut self) {
        self.usable = None;
        for audience in self.audiences.values_mut() {
            audience.route = None;
        }
    }

    /// Measures how often each set of receivers is sent to; called once a second.
    pub(super) fn measure(&mut self, now: Instant) {
        for (to, audience) in &mut self.audiences {
            let messages = std::mem::take(&mut audience.uses);
            if audience.seen == SETTLED {
                self.regions.used(to, messages);
                let is_late = messages > 0 && to.len() >= FEWEST && self.regions.has_room();
                if !self.regions.has(to) && (messages == 0 || is_late) {
                    // Forgotten there, or there was no room: it settles anew.
                    audience.seen = 0;
                }
            }
        }
        self.regions.tick(now);
        if std::mem::replace(&mut self.fallbacks, self.counts.fallbacks) != self.counts.fallbacks {
            self.regions.check_groups();
        }
    }

    /// A member is gone.
    pub(super) fn member_gone(&mut self, peer: FederateHandle) {
        self.traffic.remove(&peer);
        self.audiences.retain(|members, _| !members.contains(&peer));
        self.regions.member_gone(peer);
    }

    /// Gives a message to the engine, or lets it wait for the window. Whether the engine may have something to send, or another
    /// deadline.
    pub(super) fn send(&mut self, now: Instant, group: GroupId, message: &[u8]) -> bool {
        let accepted = if self.waiting.is_empty() {
            self.try_send(now, group, message)
        } else {
            None
        };
        if accepted.is_none() {
            self.waiting.push_back((group, message.to_vec()));
        }
        accepted != Some(Accepted::Gathers)
    }

    /// Gives waiting messages to the engine. Returns whether there were any for which there was room.
    pub(super) fn retry(&mut self, now: Instant) -> bool {
        let mut any = false;
        while let Some((group, message)) = self.waiting.pop_front() {
            if self.try_send(now, group, &message).is_none() {
                self.waiting.push_front((group, message));
                break;
            }
            any = true;
        }
        any
    }

    fn try_send(&mut self, now: Instant, group: GroupId, message: &[u8]) -> Option<Accepted> {
        match self.member.send(now, group, message) {
            Ok(accepted) => Some(accepted),
            Err(SendError::Blocked { .. }) => None,
            // Cannot happen: lengths were checked, and a group that goes takes its waiting messages along.
            Err(error) => {
                tracing::error!(%error, "a message for a group is lost");
                Some(Accepted::Changes)
            }
        }
    }

    /// What arrives now of a datagram that came in a group, if the profile has `impair`: it may come later ([`Self::delayed`]), more than once or
    /// not at all. `None` without `impair`.
    pub(super) fn impaired(&mut self, datagram: &[u8], now: Instant) -> Option<Vec<Vec<u8>>> {
        let chain = self.impairment.as_mut()?;
        let mut passed = Passed::default();
        let _too_long = chain.send(datagram, now, &mut passed);
        Some(passed.0)
    }

    /// Delayed datagrams that arrive now.
    pub(super) fn delayed(&mut self, now: Instant) -> Vec<Vec<u8>> {
        let mut passed = Passed::default();
        if let Some(chain) = &mut self.impairment {
            chain.turn(now, &mut passed);
        }
        passed.0
    }

    /// Next deadline.
    pub(super) fn deadline(&self) -> Option<Instant> {
        let delayed = self.impairment.as_ref().and_then(Chain::due);
        [
            self.member.next_deadline(),
            delayed,
            self.regions.deadline(),
        ]
        .into_iter()
        .flatten()
        .min()
    }
}

/// The chain of a profile that impairs what arrives.
fn impairment(profile: &Profile) -> Option<Chain> {
    let spec = profile.modules.iter().find_map(|spec| match spec {
        ModuleSpec::Impair(spec) => Some(spec),
        _ => None,
    })?;
    let facts = Facts {
        max_packet_bytes: MAX_GROUP_FRAME_BYTES,
        lossy: true,
        reliability: Reliability::BestEffort,
    };
    Chain::impairing(spec, facts).ok()
}

/// Packets that have passed.
#[derive(Default)]
struct Passed(Vec<Vec<u8>>);

impl Outlet for Passed {
    fn to_wire(&mut self, _to: To, packet: &[u8]) {
        self.0.push(packet.to_vec());
    }

    fn to_federate(&mut self, _frame: &[u8]) {}
}

#[cfg(test)]
#[expect(clippy::disallowed_methods, reason = "a test may read the clock")]
mod tests {
    use hyla_net::modules::ImpairSpec;

    use super::*;

    /// A chain of a lossy wire numbers packets, which made each datagram a forged one.
    #[test]
    fn datagrams_that_pass_an_impaired_group_are_those_that_were_sent() {
        let impair = ImpairSpec {
            loss: 0.5,
            ..ImpairSpec::default()
        };
        let mut profile = Profile::standard("Impaired", Reliability::Reliable);
        profile.modules = vec![ModuleSpec::Impair(impair)];
        let mut chain = impairment(&profile).unwrap();

        let mut passed = Passed::default();
        for _ in 0..100 {
            let sent = chain.send(b"a datagram", Instant::now(), &mut passed);
            assert!(sent.is_ok());
        }

        assert!((1..100).contains(&passed.0.len()), "{}", passed.0.len());
        assert!(passed.0.iter().all(|datagram| datagram == b"a datagram"));
    }
}
