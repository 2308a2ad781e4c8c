//! Members that are killed at a chosen step of a run, by what they do in the protocol at that moment.

use std::collections::BTreeMap;
use std::time::Duration;

use hyla_multicast::{Destination, Frame};

use super::World;

/// What a member does in the protocol.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Role {
    /// It sends messages: that of the first load.
    Sender,
    /// It was the last one that received a token.
    TokenHolder,
    /// A token is on its way to it.
    TokenReceiver,
    /// It began the newest round of a token, and reports it.
    Leader,
    /// It was the last one that reported to all.
    Aggregator,
    /// It was the last one that answered a request from its cache.
    Keeper,
    /// It was the last one that asked for packets.
    Asker,
    /// It was the last one that a lane began for.
    OnLane,
}

/// A member is killed when a role is held at that step: an event, or a datagram that leaves.
#[derive(Clone, Copy, Debug)]
pub struct Kill {
    pub role: Role,
    pub at_step: u64,
    /// So many steps later the next holder of the role is killed, too.
    pub again_after: Option<u64>,
    /// When the federation notices.
    pub noticed_after: Duration,
}

/// Who does what, as the datagrams show.
#[derive(Debug, Default)]
pub(super) struct Kills {
    holders: BTreeMap<Role, u32>,
    next: Option<Kill>,
    /// Events and datagrams so far.
    pub(super) step: u64,
}

impl Kills {
    pub(super) fn new(next: Option<Kill>, sender: Option<u32>) -> Self {
        Self {
            holders: sender
                .map(|sender| (Role::Sender, sender))
                .into_iter()
                .collect(),
            next,
            step: 0,
        }
    }

    /// A token has arrived.
    pub(super) fn token_arrived(&mut self, at: u32) {
        self.holders.insert(Role::TokenHolder, at);
        self.holders.remove(&Role::TokenReceiver);
    }
}

impl World {
    /// A datagram leaves: notes the roles that it shows, and counts it as a step.
    pub(super) fn left(
        &mut self,
        from: u32,
        to: Destination,
        datagram: &[u8],
    ) -> Result<(), String> {
        let to = match to {
            Destination::Member(to) | Destination::Lane(to) => Some(to.0),
            Destination::Group(_) => None,
        };
        let role = match hyla_multicast::decode(datagram) {
            Ok(Frame::Token { origin, .. }) => {
                let first = self.scenario.groups.first();
                let leader = first.and_then(|(_, members)| members.get(usize::from(origin)));
                self.kills
                    .holders
                    .extend(leader.map(|leader| (Role::Leader, *leader)));
                to.map(|to| (Role::TokenReceiver, to))
            }
            Ok(Frame::Report { .. }) => Some((Role::Aggregator, from)),
            Ok(Frame::Request { .. }) => Some((Role::Asker, from)),
            Ok(Frame::Data {
                sender,
                repair: true,
                ..
            }) if sender.0 != from => Some((Role::Keeper, from)),
            Ok(Frame::LaneBegins { .. }) => to.map(|to| (Role::OnLane, to)),
            _ => None,
        };
        self.kills.holders.extend(role);
        self.step_kills()
    }

    /// A step has passed: kills the member that is due.
    pub(super) fn step_kills(&mut self) -> Result<(), String> {
        self.kills.step += 1;
        let Some(kill) = self
            .kills
            .next
            .filter(|kill| kill.at_step <= self.kills.step)
        else {
            return Ok(());
        };
        let holder = self.kills.holders.get(&kill.role).copied();
        let Some(holder) = holder.filter(|holder| !self.nodes[*holder as usize].crashed) else {
            // Nobody has the role at the moment: the next one to have it.
            return Ok(());
        };
        self.kills.next = kill.again_after.map(|after| Kill {
            at_step: self.kills.step + after,
            again_after: None,
            ..kill
        });
        self.outcome.killed.push((self.kills.step, holder));
        self.crash(holder, kill.noticed_after)
    }
}
