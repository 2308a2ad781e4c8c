//! Addresses that this member has joined for reliable multicast.

use std::net::SocketAddr;

use hyla_net::network::Network;
use hyla_net::{ChannelId, GroupOptions};
use rustc_hash::FxHashMap;

use crate::links::GroupRequest;

/// An address, and how many groups use it. Datagrams name their group, so that groups may share one.
#[derive(Debug)]
struct JoinedAddress<N: Network> {
    /// `None` until the owner of the endpoint has joined it.
    group: Option<N::Group>,
    users: usize,
}

/// All addresses.
#[derive(Debug)]
pub(super) struct Addresses<N: Network> {
    joined: FxHashMap<SocketAddr, JoinedAddress<N>>,
    by_id: FxHashMap<ChannelId, SocketAddr>,
    pub(super) requests: Vec<GroupRequest<N>>,
}

impl<N: Network> Default for Addresses<N> {
    fn default() -> Self {
        Self {
            joined: FxHashMap::default(),
            by_id: FxHashMap::default(),
            requests: Vec::new(),
        }
    }
}

impl<N: Network> Addresses<N> {
    /// Uses an address for one more group. Returns whether it is joined already; otherwise [`Self::joined`] follows.
    pub(super) fn join(&mut self, at: SocketAddr, options: GroupOptions) -> bool {
        let known = self.joined.entry(at).or_insert_with(|| {
            self.requests.push(GroupRequest::Join(at, options));
            JoinedAddress {
                group: None,
                users: 0,
            }
        });
        known.users += 1;
        known.group.is_some()
    }

    /// Whether the result of a join is waited for.
    pub(super) fn awaits(&self, at: SocketAddr) -> bool {
        let known = self.joined.get(&at);
        known.is_some_and(|known| known.group.is_none())
    }

    /// Takes over the result of a join.
    pub(super) fn joined(&mut self, at: SocketAddr, outcome: Result<N::Group, String>) {
        match (self.joined.get_mut(&at), outcome) {
            (Some(known), Ok(group)) => {
                self.by_id.insert(N::group_id(&group), at);
                known.group = Some(group);
            }
            (None, Ok(group)) => self.requests.push(GroupRequest::Leave(group)),
            (Some(_), Err(_)) => drop(self.joined.remove(&at)),
            (None, Err(_)) => {}
        }
    }

    /// A group uses its address no longer.
    pub(super) fn leave(&mut self, at: SocketAddr) {
        let Some(known) = self.joined.get_mut(&at) else {
            return;
        };
        known.users -= 1;
        if known.users == 0
            && let Some(known) = self.joined.remove(&at)
            && let Some(group) = known.group
        {
            self.by_id.remove(&N::group_id(&group));
            self.requests.push(GroupRequest::Leave(group));
        }
    }

    /// Has an address joined again, if it is joined.
    pub(super) fn join_again(&mut self, at: SocketAddr) {
        let known = self.joined.get(&at);
        if let Some(group) = known.and_then(|known| known.group.as_ref()) {
            let id = N::group_id(group);
            self.requests.push(GroupRequest::JoinAgain(at, id));
        }
    }

    /// Returns the requests by which all addresses are left.
    pub(super) fn leave_all(&mut self) -> Vec<GroupRequest<N>> {
        let all = std::mem::take(&mut self.joined).into_values();
        let leave = all.filter_map(|known| known.group).map(GroupRequest::Leave);
        self.requests
            .retain(|request| matches!(request, GroupRequest::Leave(_)));
        self.requests.extend(leave);
        self.by_id.clear();
        std::mem::take(&mut self.requests)
    }

    /// Whether the socket with that id is one of these.
    #[inline]
    pub(super) fn has(&self, id: ChannelId) -> bool {
        !self.by_id.is_empty() && self.by_id.contains_key(&id)
    }

    /// Whether that address may be joined where so many are the limit: groups may share one.
    pub(super) fn have_room_for(&self, at: SocketAddr, most: usize) -> bool {
        self.joined.len() < most || self.joined.contains_key(&at)
    }
}
