//! Multicast groups: one datagram for all receivers of a message.
//!
//! The sender maps audiences to groups ([`SendingGroups`]), invites their members, and uses a group for those that
//! confirm that datagrams arrive. Each member joins the groups of its invitations ([`JoinedGroups`]). [`crate::lanes`]
//! defines headers and order.

mod receiving;
mod sending;

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::lanes::{LaneId, ReceiverEntry};
use hyla_net::network::{GroupHandle, Network};
use hyla_net::{GroupOptions, Profile, Transport};
use hyla_types::FederateHandle;

pub use receiving::GroupRequest;
pub(super) use receiving::{IdentifiedDatagram, JoinOrder, JoinedGroups};
pub(super) use sending::{GroupMember, ReceiveState, SendingGroups};

use super::environment::LinkEnvironment;

/// Interval of probes, silence checks and aging.
pub(super) const TICK: Duration = Duration::from_secs(1);

/// Groups of one ambassador, in both directions.
#[derive(Debug)]
pub(super) struct Groups<N: Network> {
    /// Address at which peers reach this member.
    own: Option<IpAddr>,
    host: Arc<dyn LinkEnvironment>,
    pub(super) sending: Vec<SendingGroups<N>>,
    pub(super) joined: JoinedGroups<N>,
    /// Senders with datagrams to write.
    pub(super) dirty: Vec<N::GroupHandle>,
    /// The service call in progress has sent to a group.
    pub(super) used: bool,
    /// Members that do not receive a group, for the log.
    pub(super) unheard: Vec<MissingReceiver>,
    /// Buffers for the message in progress, reused.
    pub(super) message: Vec<u8>,
    pub(super) datagram: Vec<u8>,
    pub(super) members: Vec<GroupMember>,
    pub(super) entries: Vec<ReceiverEntry>,
}

/// A member that does not receive a group.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MissingReceiver {
    /// The member.
    pub peer: FederateHandle,
    /// The profile whose messages go to the group.
    pub profile: String,
    /// The group.
    pub group: SocketAddr,
    /// Text with the reason.
    pub reason: String,
}

impl<N: Network> Groups<N> {
    pub(super) fn new(host: Arc<dyn LinkEnvironment>) -> Self {
        Self {
            own: None,
            host,
            sending: Vec::new(),
            joined: JoinedGroups::default(),
            dirty: Vec::new(),
            used: false,
            unheard: Vec::new(),
            message: Vec::new(),
            datagram: Vec::new(),
            members: Vec::new(),
            entries: Vec::new(),
        }
    }

    /// Sets the address at which peers reach this member.
    pub(super) fn set_own(&mut self, own: IpAddr) {
        self.own = Some(own);
    }

    /// Whether messages of the profile may go to groups.
    pub(super) fn uses(&self, profile: &Profile) -> bool {
        profile.transport == Transport::Multicast && !profile.emulates_multicast()
    }

    /// Socket options for groups of that address family.
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

    /// Index of the profile's sending groups; creates them if needed.
    pub(super) fn of(&mut self, profile: &Arc<Profile>, now: Instant) -> usize {
        let known = self.sending.iter();
        let mut known = known.map(SendingGroups::profile);
        if let Some(at) = known.position(|name| name == profile.name) {
            return at;
        }
        let ipv4 = profile
            .multicast
            .groups
            .is_none_or(|groups| groups.is_ipv4());
        let options = self.options(profile, ipv4);
        self.sending.push(SendingGroups::new(profile, options, now));
        self.sending.len() - 1
    }

    pub(super) fn put_on_dirty(&mut self, sender: &N::GroupHandle) {
        if !self
            .dirty
            .iter()
            .any(|known| known.token() == sender.token())
        {
            self.dirty.push(sender.clone());
        }
    }

    /// Next deadline.
    pub(super) fn next_deadline(&self) -> Option<Instant> {
        let sending = self.sending.iter().filter_map(SendingGroups::due);
        sending.chain(self.joined.due()).min()
    }

    /// A lane of this member ended: its peer gets nothing by groups.
    pub(super) fn own_lane_over(&mut self, peer: FederateHandle, lane: LaneId) {
        for sending in &mut self.sending {
            sending.lane_over(peer, lane);
        }
    }

    /// Forgets the counters of a departed member.
    pub(super) fn forget_counts(&mut self, peer: FederateHandle) {
        self.joined.forget_past(peer);
        for sending in &mut self.sending {
            sending.forget_counts(peer);
        }
    }

    /// Renames members after a restore; audiences start again.
    pub(super) fn rename(&mut self, after: impl Fn(FederateHandle) -> Option<FederateHandle>) {
        for sending in &mut self.sending {
            sending.rename(&after);
        }
        self.joined.rename(&after);
    }
}
