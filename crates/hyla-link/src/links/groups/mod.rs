//! Multicast groups: one datagram for all receivers of a message that hear its group.
//!
//! Beside each lane of a profile with groups: the sender maps audiences to groups ([`Casting`]), tells their members,
//! and uses a group for those who say that they hear it; each member joins what it is told ([`Hearing`]). What goes
//! before a message, and what becomes of order, is the core's ([`crate::lanes`]).

mod casting;
mod hearing;

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::lanes::{LaneId, Mark};
use hyla_net::network::{Network, Speaker};
use hyla_net::{GroupOptions, Profile, Transport};
use hyla_types::FederateHandle;

pub(super) use casting::{Casting, Hearer, Hears};
pub use hearing::Wish;
pub(super) use hearing::{Heard, Hearing, Joining};

use super::host::Host;

/// How often groups are looked after: probes, silence, audiences that nobody speaks to.
pub(super) const TICK: Duration = Duration::from_secs(1);

/// Everything about groups of one ambassador.
#[derive(Debug)]
pub(super) struct Groups<N: Network> {
    /// By which other members reach this one.
    own: Option<IpAddr>,
    host: Arc<dyn Host>,
    pub(super) casting: Vec<Casting<N>>,
    pub(super) hearing: Hearing<N>,
    /// Senders with something to offer to the wire.
    pub(super) dirty: Vec<N::Speaker>,
    /// The call in progress has said something to a group.
    pub(super) used: bool,
    /// Members that hear nothing, with the profile: to be said in words.
    pub(super) unheard: Vec<Unheard>,
    /// Room for the message in progress, used again.
    pub(super) message: Vec<u8>,
    pub(super) datagram: Vec<u8>,
    pub(super) hearers: Vec<Hearer>,
    pub(super) marks: Vec<Mark>,
}

/// A member that does not hear a group.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unheard {
    /// The member.
    pub peer: FederateHandle,
    /// The profile whose messages go to the group.
    pub profile: String,
    /// The group.
    pub group: SocketAddr,
    /// Why it does not hear, in words.
    pub reason: String,
}

impl<N: Network> Groups<N> {
    pub(super) fn new(host: Arc<dyn Host>) -> Self {
        Self {
            own: None,
            host,
            casting: Vec::new(),
            hearing: Hearing::default(),
            dirty: Vec::new(),
            used: false,
            unheard: Vec::new(),
            message: Vec::new(),
            datagram: Vec::new(),
            hearers: Vec::new(),
            marks: Vec::new(),
        }
    }

    /// Other members reach this one by that address.
    pub(super) fn set_own(&mut self, own: IpAddr) {
        self.own = Some(own);
    }

    /// Whether messages of the profile may go to groups.
    pub(super) fn uses(&self, profile: &Profile) -> bool {
        profile.transport == Transport::Multicast && !profile.emulates_multicast()
    }

    /// How a profile joins groups of that family and sends to them.
    pub(super) fn options(&self, profile: &Profile, ipv4: bool) -> GroupOptions {
        let chosen = profile.multicast.interface.or(self.own);
        let fits = chosen.filter(|ip| ip.is_ipv4() == ipv4);
        let mut options = GroupOptions {
            ttl: profile.multicast.ttl,
            priority: profile.priority,
            ..GroupOptions::default()
        };
        match fits {
            Some(IpAddr::V4(ip)) => options.interface = Some(ip),
            Some(IpAddr::V6(_)) => {
                options.interface_index = fits
                    .and_then(|ip| self.host.interface_index(ip))
                    .unwrap_or(0);
            }
            None => {}
        }
        options
    }

    /// The groups of a profile that this member sends to; made if there are none yet.
    pub(super) fn of(&mut self, profile: &Arc<Profile>, now: Instant) -> usize {
        let known = self.casting.iter();
        let mut known = known.map(Casting::profile);
        if let Some(at) = known.position(|name| name == profile.name) {
            return at;
        }
        let ipv4 = profile
            .multicast
            .groups
            .is_none_or(|groups| groups.is_ipv4());
        let options = self.options(profile, ipv4);
        self.casting.push(Casting::new(profile, options, now));
        self.casting.len() - 1
    }

    pub(super) fn put_on_dirty(&mut self, sender: &N::Speaker) {
        if !self
            .dirty
            .iter()
            .any(|known| known.token() == sender.token())
        {
            self.dirty.push(sender.clone());
        }
    }

    /// When something is to be done.
    pub(super) fn next_deadline(&self) -> Option<Instant> {
        let casting = self.casting.iter().filter_map(Casting::due);
        casting.chain(self.hearing.due()).min()
    }

    /// A lane of this member is over: what goes by groups goes elsewhere.
    pub(super) fn own_lane_over(&mut self, peer: FederateHandle, lane: LaneId) {
        for casting in &mut self.casting {
            casting.lane_over(peer, lane);
        }
    }

    /// Nothing is told of a member that has left.
    pub(super) fn forget_counts(&mut self, peer: FederateHandle) {
        self.hearing.forget_past(peer);
        for casting in &mut self.casting {
            casting.forget_counts(peer);
        }
    }

    /// Other handles are given: audiences begin anew, and what is heard is from others.
    pub(super) fn rename(&mut self, after: impl Fn(FederateHandle) -> Option<FederateHandle>) {
        for casting in &mut self.casting {
            casting.rename(&after);
        }
        self.hearing.rename(&after);
    }
}
