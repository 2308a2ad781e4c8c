//! How groups end: retired, since nobody uses them, or because their members leave.

use hyla_multicast::{GroupId, MemberId};
use hyla_net::network::Network;
use hyla_types::FederateHandle;

use super::group::{Agreement, ReliableGroup};
use crate::lanes::GroupFrame;
use crate::links::Links;

impl<N: Network> Links<N> {
    /// Nothing more is sent to a group. `missing`: keeper, the members that have to report.
    pub(super) fn retire_group(&mut self, id: u32, missing: Vec<FederateHandle>) {
        let now = self.now;
        let Some(group) = self.reliable.groups.get_mut(&id) else {
            return;
        };
        let at = group.engine;
        match &mut group.agreement {
            Agreement::Retired {
                missing: known,
                over,
            } => {
                // A new keeper asks again.
                *known = missing;
                if *over {
                    let keeper = group.keeper();
                    self.send_group_frame(keeper, GroupFrame::Retired { group: id });
                }
            }
            Agreement::Installed | Agreement::Ready => {
                group.agreement = Agreement::Retired {
                    missing,
                    over: false,
                };
                self.reliable.forget_routes();
                // What waits for the window is sent first.
                let waiting = &self.reliable.engines[at].waiting;
                if !waiting.iter().any(|(group, _)| group.0 == id) {
                    self.reliable.engines[at].member.retire(now, GroupId(id));
                }
                self.pump_engine(at);
            }
            _ => {}
        }
    }

    /// Keeper: the group is over once all have reported.
    pub(super) fn check_all_retired(&mut self, id: u32) {
        let Some(group) = self.reliable.groups.get(&id) else {
            return;
        };
        if let Agreement::Retired { missing, over } = &group.agreement
            && *over
            && missing.is_empty()
            && Some(group.keeper()) == self.reliable.own
        {
            self.say_to_all(id, &GroupFrame::Remove { group: id });
            self.remove_when_delivered(id);
        }
    }

    /// Removes a group as soon as all its messages are delivered here.
    pub(super) fn remove_when_delivered(&mut self, id: u32) {
        let Some(group) = self.reliable.groups.get_mut(&id) else {
            return;
        };
        if group.is_installed() {
            group.agreement = Agreement::Removing;
            self.deliver_reliably();
            self.remove_delivered();
        } else {
            self.remove_group(id);
        }
    }

    /// Removes groups whose messages are all delivered.
    pub(super) fn remove_delivered(&mut self) {
        let is_over = |(id, group): (&u32, &ReliableGroup)| {
            let is_removing = matches!(group.agreement, Agreement::Removing);
            let member = &self.reliable.engines[group.engine].member;
            // Messages may wait for the streams of their senders.
            let is_held = || {
                let mut incoming = group.members.iter().filter_map(|from| self.incoming(*from));
                incoming.any(|incoming| incoming.ordering.holds_group(*id))
            };
            (is_removing && member.has_delivered_all(GroupId(*id)) && !is_held()).then_some(*id)
        };
        let over: Vec<_> = self.reliable.groups.iter().filter_map(is_over).collect();
        over.into_iter().for_each(|id| self.remove_group(id));
    }

    /// Forgets a group and leaves its address.
    pub(super) fn remove_group(&mut self, id: u32) {
        let Some(group) = self.reliable.groups.remove(&id) else {
            return;
        };
        self.reliable.addresses.leave(group.address);
        let groups = &self.reliable.groups;
        let is_in_use = |group: u32| groups.contains_key(&group);
        let departed = &mut self.reliable.departed;
        departed.retain(|_, rest| rest.has_any(is_in_use));
        for member in &group.places {
            if let Some(shared) = self.reliable.shared.get_mut(member) {
                shared.retain(|(shared, _)| *shared != id);
            }
        }
        let engine = &mut self.reliable.engines[group.engine];
        let before = engine.waiting.len();
        engine.waiting.retain(|(waits, _)| waits.0 != id);
        let messages = before - engine.waiting.len();
        // If the other members are gone, the messages have no receivers. Otherwise this cannot happen: a group with members ends after
        // all of them have reported that what they sent has arrived.
        if messages > 0 && group.members.len() > 1 {
            let profile = &engine.profile.name;
            tracing::error!(
                profile,
                group = id,
                messages,
                "messages for a group are lost"
            );
        }
        for member in &group.members {
            if Some(*member) != self.reliable.own {
                let (sent, bytes) = group.sent_to(*member);
                let traffic = engine.traffic.entry(*member).or_default();
                traffic.sent += sent;
                traffic.sent_bytes += bytes;
            }
        }
        self.reliable.look_for_blocks();
        self.reliable.forget_routes();
        if group.is_installed() || matches!(group.agreement, Agreement::Installing { .. }) {
            self.reliable.engines[group.engine]
                .member
                .remove(GroupId(id));
            let now = self.lanes.since(self.now);
            for member in group.members {
                if let Some(incoming) = self.incoming_mut(member) {
                    incoming.ordering.group_removed(id, now);
                    self.stirred.push(member);
                }
            }
            self.deliver_reliably();
        }
    }

    /// A member is gone: takes it out of all groups.
    pub(in crate::links) fn reliable_member_gone(&mut self, peer: FederateHandle) {
        let now = self.now;
        for at in 0..self.reliable.engines.len() {
            let engine = &mut self.reliable.engines[at];
            engine.member.member_lost(now, MemberId(peer.raw()));
            engine.member_gone(peer);
        }
        self.reliable.shared.remove(&peer);
        let of = |(id, group): (&u32, &ReliableGroup)| group.members.contains(&peer).then_some(*id);
        let shared: Vec<_> = self.reliable.groups.iter().filter_map(of).collect();
        for id in shared {
            self.member_left_group(id, peer);
        }
        self.reliable.forget_routes();
        for at in 0..self.reliable.engines.len() {
            self.pump_engine(at);
        }
        self.deliver_reliably();
    }

    pub(super) fn member_left_group(&mut self, id: u32, peer: FederateHandle) {
        let own = self.reliable.own;
        let Some(group) = self.reliable.groups.get_mut(&id) else {
            return;
        };
        let was_keeper = group.keeper() == peer;
        group.members.retain(|member| *member != peer);
        group.wanted.forget(peer);
        let keeps = Some(group.keeper()) == own;
        let is_alone = group.members.len() < 2;
        match &mut group.agreement {
            Agreement::Inviting { asked, .. } => {
                asked.retain(|asked| asked.peer != peer);
                self.check_all_heard(id);
            }
            Agreement::Installing { missing, .. } => {
                missing.retain(|member| *member != peer);
                self.check_all_installed(id);
            }
            Agreement::Invited { .. } if was_keeper => self.remove_group(id),
            Agreement::Installed if was_keeper && keeps => {
                // The others may be about to use it: it ends in order.
                let missing = group.members.iter().copied();
                let missing = missing.filter(|member| Some(*member) != own).collect();
                self.say_to_all(id, &GroupFrame::Retire { group: id });
                self.retire_group(id, missing);
            }
            Agreement::Retired { missing, .. } => {
                missing.retain(|member| *member != peer);
                if was_keeper && keeps {
                    *missing = group.members.clone();
                    missing.retain(|member| Some(*member) != own);
                    self.say_to_all(id, &GroupFrame::Retire { group: id });
                } else if was_keeper {
                    self.ask_new_keeper(id);
                }
                self.check_all_retired(id);
            }
            Agreement::Ready | Agreement::Installed if is_alone => self.remove_when_delivered(id),
            // The former one may not have said so to all.
            Agreement::Ready if was_keeper && keeps => {
                self.say_to_all(id, &GroupFrame::Ready { group: id });
            }
            Agreement::Ready | Agreement::Installed if was_keeper => self.ask_new_keeper(id),
            _ => {}
        }
    }

    /// The keeper is gone, and the next one may not know the group: then it says that it is over. Or it has said how far the group is
    /// before this member took it for the keeper: then it says so again.
    fn ask_new_keeper(&mut self, id: u32) {
        if let Some(group) = self.reliable.groups.get(&id) {
            let keeper = group.keeper();
            let outcome = Ok(());
            self.send_group_frame(keeper, GroupFrame::Installed { group: id, outcome });
        }
    }
}
