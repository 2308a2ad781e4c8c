//! The part of a member that is asked to be in a group: see [`GroupFrame`].

use std::net::SocketAddr;

use hyla_multicast::Key;
use hyla_net::Transport;
use hyla_net::network::Network;
use hyla_types::FederateHandle;

use super::agreement::INVITED_FOR;
use super::group::{Agreement, ReliableGroup};
use crate::lanes::GroupFrame;
use crate::links::Links;
use crate::links::link::Link;
use crate::links::routes::Route;

/// Most groups of one maker: several times what its regions need, with those that are given up after some seconds.
pub(super) const MOST_OF_MAKER: usize = 256;

impl<N: Network> Links<N> {
    pub(super) fn answer_joined(
        &mut self,
        to: FederateHandle,
        group: u32,
        outcome: Result<Vec<FederateHandle>, String>,
    ) {
        self.send_group_frame(to, GroupFrame::Joined { group, outcome });
    }

    /// Members of a group to which this one has no direct channel.
    pub(super) fn unreached(&self, id: u32) -> Vec<FederateHandle> {
        let members = self.reliable.groups.get(&id).map(|group| &group.members);
        let others = members.into_iter().flatten().copied();
        let is_cut = |peer: &FederateHandle| {
            Some(*peer) != self.reliable.own
                && self.peers.get(peer).map(Link::route) != Some(Route::Direct)
        };
        others.filter(is_cut).collect()
    }

    /// Whether the address is joined already.
    pub(super) fn invited(
        &mut self,
        from: FederateHandle,
        (id, key): (u32, [u8; 16]),
        profile: &str,
        address: &str,
        members: Vec<FederateHandle>,
    ) -> Result<bool, String> {
        let own = self.reliable.own.ok_or("it has not joined yet")?;
        let address: SocketAddr = address
            .parse()
            .ok()
            .filter(|at: &SocketAddr| at.ip().is_multicast())
            .ok_or_else(|| format!("{address} is not a multicast address with a port"))?;
        let known = self
            .lanes
            .profile_named(profile)
            .ok_or_else(|| format!("unknown transportation type {profile}"))?;
        if known.transport != Transport::ReliableMulticast {
            return Err(format!(
                "its qos.{profile} has another transport than reliable-multicast"
            ));
        }
        let sorted = members.is_sorted_by(|a, b| a < b);
        if !sorted || !members.contains(&own) || !members.contains(&from) {
            return Err("the list of members is invalid".to_owned());
        }
        if self.reliable.groups.contains_key(&id) {
            return Err(format!("group {id} is known already"));
        }
        let groups = self.reliable.groups.values();
        if groups.filter(|group| group.is_made_by(from)).count() >= MOST_OF_MAKER {
            return Err(format!(
                "it is in {MOST_OF_MAKER} groups of that member already"
            ));
        }
        let most = known.multicast.joined;
        if !self.reliable.addresses.have_room_for(address, most) {
            return Err(format!(
                "it has joined {most} groups already, the limit (qos.{profile}.joined)"
            ));
        }
        let at = self
            .reliable_engine(&known)
            .ok_or_else(|| format!("its qos.{profile} has no groups"))?;
        if !self.open_sender(at) {
            let reason = self.reliable.engines[at].broken.clone();
            return Err(reason.unwrap_or_else(|| "it cannot send to groups".to_owned()));
        }
        let options = self.reliable.engines[at].options;
        let joined = self.reliable.addresses.join(address, options);
        let agreement = Agreement::Invited {
            joined,
            heard: false,
            until: self.now + INVITED_FOR,
        };
        let group = ReliableGroup::new(at, (address, key), from, members, agreement, self.now);
        self.add_group(id, group);
        Ok(joined)
    }

    /// A probe of a group has arrived, or what somebody without its key forged.
    pub(super) fn probe_arrived(&mut self, id: u32, probe: &[u8]) {
        let Some(group) = self.reliable.groups.get_mut(&id) else {
            return;
        };
        if !Key::new(&group.key).is_sealed(probe) {
            self.reliable.engines[group.engine].counts.forged_probes += 1;
            return;
        }
        let keeper = group.keeper();
        if let Agreement::Invited { heard, .. } = &mut group.agreement
            && !std::mem::replace(heard, true)
        {
            self.send_group_frame(keeper, GroupFrame::Heard { group: id });
        }
    }

    pub(super) fn installs(
        &mut self,
        from: FederateHandle,
        id: u32,
        members: Vec<FederateHandle>,
    ) -> Result<(), String> {
        let own = self.reliable.own.ok_or("it has not joined")?;
        let group = self.kept_by(from, id).ok_or("it was not invited")?;
        if !matches!(group.agreement, Agreement::Invited { .. }) {
            return Err("it was not invited".to_owned());
        }
        let sorted = members.is_sorted_by(|a, b| a < b);
        if !sorted || !members.contains(&own) || !members.contains(&from) {
            return Err("the list of members is invalid".to_owned());
        }
        let is_up = |peer: &FederateHandle| {
            *peer == own || self.peers.get(peer).map(Link::route) == Some(Route::Direct)
        };
        if let Some(missing) = members.iter().find(|member| !is_up(member)) {
            return Err(format!("it has no channel to federate {missing} yet"));
        }
        if let Some(group) = self.reliable.groups.get_mut(&id) {
            group.members = members;
            group.agreement = Agreement::Installed;
        }
        self.install(id)
    }
}
