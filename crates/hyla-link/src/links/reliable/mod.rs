//! Reliable multicast: one datagram for all receivers of a message, and none lost.
//!
//! The protocol is that of [`hyla_multicast`]: one engine for each profile ([`ProfileEngine`]). This module is its driver
//! (decision 58 of the project): it agrees on groups with their members ([`agreement`]), maps audiences to them
//! ([`sending`]), and restores the order with streams ([`receiving`], [`crate::lanes`]). Datagrams for one member, and the
//! protocol's lanes, take the stream of the two members.

mod addresses;
mod agreement;
mod audiences;
mod connected;
mod counting;
mod cover;
mod ending;
mod engine;
mod group;
mod invited;
mod parameters;
mod receiving;
mod regions;
mod sending;
#[cfg(test)]
mod tests;
mod turning;
mod ways;

use std::cell::Cell;
use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Instant;

use hyla_multicast::{GroupId, MemberId};
use hyla_net::Profile;
use hyla_net::network::Network;
use hyla_types::FederateHandle;
use rustc_hash::FxHashMap;

use super::{GroupRequest, Links};
use crate::lanes::ReceivedGroups;
use addresses::Addresses;
use engine::ProfileEngine;
use group::ReliableGroup;

/// How a member is served, after a change.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum MulticastChange {
    /// The member is in no group: its messages take the stream. With the reason.
    Excluded(String),
    /// The stream carries the group's messages to the member. With the reason.
    OnStream(String),
    /// Multicast reaches the member again.
    InGroup,
    /// No member gets anything by multicast, since this member cannot send to groups. With the reason.
    Nobody(String),
    /// The member has left, and messages of a group that it had sent never came: that many later ones of its stream were dropped.
    EndedEarly(u64),
}

/// A change of the way in which a member is served by a profile with reliable multicast, for the log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MulticastNotice {
    /// The member; this one itself for [`MulticastChange::Nobody`].
    pub peer: FederateHandle,
    /// The profile.
    pub profile: String,
    /// Address of the group.
    pub group: Option<SocketAddr>,
    /// The change.
    pub change: MulticastChange,
}

/// Reliable multicast of one member. Empty, and without cost, in a federation without such a profile.
#[derive(Debug)]
pub(super) struct Reliable<N: Network> {
    own: Option<FederateHandle>,
    engines: Vec<ProfileEngine<N>>,
    groups: BTreeMap<u32, ReliableGroup>,
    /// The installed groups that each member is in, with its places there.
    shared: FxHashMap<FederateHandle, Vec<(u32, usize)>>,
    addresses: Addresses<N>,
    /// Groups made by this member so far.
    made: u16,
    /// Groups of members that have left, as received here: other members may still have messages of them.
    departed: FxHashMap<FederateHandle, ReceivedGroups>,
    notices: Vec<MulticastNotice>,
    /// Senders of which so much waits for their streams that no more is taken from the engines.
    full: Vec<FederateHandle>,
    /// Calls wait for the window of a group, or for the agreement on one.
    pub(super) is_blocked: bool,
    /// When idle groups are looked for.
    next_tick: Option<Instant>,
    /// The deadline that the driver was last given.
    armed: Cell<Option<Instant>>,
    /// There is an earlier one now.
    pub(super) is_earlier: Cell<bool>,
    /// Buffers, reused.
    datagram: Vec<u8>,
    message: Vec<u8>,
}

impl<N: Network> Default for Reliable<N> {
    fn default() -> Self {
        Self {
            own: None,
            engines: Vec::new(),
            groups: BTreeMap::new(),
            shared: FxHashMap::default(),
            addresses: Addresses::default(),
            made: 0,
            departed: FxHashMap::default(),
            notices: Vec::new(),
            full: Vec::new(),
            is_blocked: false,
            next_tick: None,
            armed: Cell::new(None),
            is_earlier: Cell::new(false),
            datagram: Vec::new(),
            message: Vec::new(),
        }
    }
}

impl<N: Network> Reliable<N> {
    /// A number for a group that no group here has. Each group has a key of its own, so that numbers may be used again: what
    /// still travels under an old one has a wrong seal.
    fn next_number(&mut self, own: FederateHandle) -> u32 {
        loop {
            self.made = self.made.wrapping_add(1);
            let id = own.raw() << 16 | u32::from(self.made);
            if !self.groups.contains_key(&id) {
                return id;
            }
        }
    }

    /// Whether there is any group.
    #[inline]
    pub(super) fn is_idle(&self) -> bool {
        self.groups.is_empty()
    }

    /// Whether members have acknowledged all that was sent.
    pub(super) fn has_sent_all(&self) -> bool {
        let mut engines = self.engines.iter();
        engines.all(|engine| engine.waiting.is_empty() && engine.member.has_sent_all())
    }

    /// Whether that member has yet to acknowledge messages of this member in groups.
    pub(super) fn owes(&self, peer: FederateHandle) -> bool {
        self.groups.iter().any(|(id, group)| {
            let engine = &self.engines[group.engine];
            let waits = || engine.waiting.iter().any(|(waits, _)| waits.0 == *id);
            let has_all = || {
                let peer = MemberId(peer.raw());
                engine.member.is_acknowledged(GroupId(*id), peer)
            };
            group.ways.sent() > 0 && group.members.contains(&peer) && (waits() || !has_all())
        })
    }

    /// Notes whether calls have to wait: for the window of a group, or since a group is about to be made.
    fn look_for_blocks(&mut self) {
        let waits = self.engines.iter().any(|engine| !engine.waiting.is_empty());
        self.is_blocked = waits || self.groups.values().any(ReliableGroup::holds_up);
    }

    /// Whether a member is in an installed group with this one.
    pub(super) fn shares_groups(&self, peer: FederateHandle) -> bool {
        self.shared
            .get(&peer)
            .is_some_and(|groups| !groups.is_empty())
    }

    /// A member has left, and its stream has ended.
    pub(super) fn keep_departed(&mut self, peer: FederateHandle, groups: ReceivedGroups) {
        if !self.groups.is_empty() {
            self.departed.insert(peer, groups);
        }
    }

    /// Notes messages of a member that has left which were dropped, since earlier ones never came.
    pub(super) fn ended_early(&mut self, peer: FederateHandle, messages: u64) {
        self.notices.push(MulticastNotice {
            peer,
            profile: String::new(),
            group: None,
            change: MulticastChange::EndedEarly(messages),
        });
    }

    /// Parameters of a profile have changed.
    pub(in crate::links) fn adjust(&mut self, profile: &Arc<Profile>) {
        let mut engines = self.engines.iter_mut();
        if let Some(engine) = engines.find(|engine| engine.profile.name == profile.name) {
            engine.adjust(profile.clone());
        }
    }

    /// Routes are found again: links or groups have changed.
    fn forget_routes(&mut self) {
        for engine in &mut self.engines {
            engine.forget_routes();
        }
    }
}

impl<N: Network> Links<N> {
    /// This member has joined, has left, or has another handle after a restore: no group is left.
    pub(super) fn reset_reliable(&mut self, own: Option<FederateHandle>) {
        let requests = self.reliable.addresses.leave_all();
        let made = self.reliable.made;
        self.reliable = Reliable {
            own,
            made,
            notices: std::mem::take(&mut self.reliable.notices),
            ..Reliable::default()
        };
        self.reliable.addresses.requests = requests;
    }

    /// Before this member leaves: what members have not acknowledged is sent on their streams.
    pub fn send_rest_by_streams(&mut self) {
        let now = self.now;
        for at in 0..self.reliable.engines.len() {
            loop {
                self.reliable.engines[at].member.send_rest_by_lanes(now);
                self.pump_engine(at);
                if self.reliable.engines[at].waiting.is_empty() {
                    break;
                }
            }
        }
    }

    /// Whether calls have to set the time ([`Self::at`]): groups pace and gather what is sent.
    #[inline]
    pub fn is_paced(&self) -> bool {
        !self.reliable.is_idle()
    }

    /// Sets the handle of this member; `None` while it is not joined. No group is made before. Cheap if nothing has changed.
    #[inline]
    pub fn joined_as(&mut self, own: Option<FederateHandle>) {
        if self.reliable.own != own {
            self.reset_reliable(own);
        }
    }

    /// Requests to the owner of the endpoint.
    pub(super) fn reliable_requests(&mut self) -> &mut Vec<GroupRequest<N>> {
        &mut self.reliable.addresses.requests
    }

    /// Links have changed, and with them the groups that may be used.
    pub(super) fn reliable_links_changed(&mut self) {
        self.reliable.forget_routes();
        for engine in &mut self.reliable.engines {
            engine.regions.links_changed(self.now);
        }
    }

    /// The stream to a peer broke: what the protocol has sent there and was not acknowledged is sent again.
    pub(super) fn reliable_link_broke(&mut self, peer: FederateHandle) {
        self.reliable.forget_routes();
        for at in 0..self.reliable.engines.len() {
            let (now, peer) = (self.now, MemberId(peer.raw()));
            self.reliable.engines[at].member.lane_restarted(now, peer);
            self.pump_engine(at);
        }
    }

    /// Whether [`Self::take_multicast_notices`] has an entry.
    #[inline]
    pub fn has_multicast_notices(&self) -> bool {
        !self.reliable.notices.is_empty()
    }

    /// Changes of the way in which members are served, for the log.
    pub fn take_multicast_notices(&mut self) -> Vec<MulticastNotice> {
        std::mem::take(&mut self.reliable.notices)
    }

    /// Whether there is an earlier deadline than the one that [`Self::next_deadline`] last gave: a thread that waits for
    /// that one has to be woken.
    #[inline]
    pub fn take_earlier_deadline(&mut self) -> bool {
        self.reliable.is_earlier.take()
    }
}
