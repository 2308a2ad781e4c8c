//! How members agree on groups: see [`GroupFrame`].

use std::hash::{BuildHasher, BuildHasherDefault};
use std::net::SocketAddr;
use std::time::{Duration, Instant};

use hyla_core::secrets::Challenge;
use hyla_multicast::{GroupId, Key, MemberId};
use hyla_net::network::{Connector, GroupHandle, Network};
use hyla_types::FederateHandle;
use rustc_hash::FxHasher;

use super::connected::connected;
use super::cover::FEWEST;
use super::group::{Agreement, Asked, ReliableGroup};
use super::{MulticastChange, MulticastNotice};
use crate::lanes::{GroupFrame, LinkFrame, link_frame};
use crate::links::Links;
use crate::links::link::Link;
use crate::links::routes::{Relayer, Route};

/// First byte of a probe; the kinds of the protocol's datagrams are small numbers.
pub(super) const PROBE: u8 = 0xff;

/// How long members have to join an address and to receive a probe, and to install a group.
pub(super) const AGREED_WITHIN: Duration = Duration::from_secs(2);

/// Longest delay of a frame about a group that members allow for.
const LATE_FRAME: Duration = Duration::from_secs(1);

/// How long a member that was asked to join waits for the frame that installs the group: as long as its keeper asks members and then
/// waits for them to install it, and for a late frame.
pub(super) const INVITED_FOR: Duration = AGREED_WITHIN.saturating_mul(2).saturating_add(LATE_FRAME);

/// How long those that have failed before, and are tried again, may hold up all others that have heard a probe: some seven probes. The
/// others have no group for as long.
const AGAIN_WITHIN: Duration = Duration::from_millis(250);

/// Shortest and longest time between two probes.
const PROBE_GAP: (Duration, Duration) = (Duration::from_millis(5), Duration::from_millis(200));

impl<N: Network> Links<N> {
    /// Makes a group of this member and these receivers, unless one is being made.
    pub(super) fn propose(&mut self, at: usize, to: &[FederateHandle]) {
        let Some(own) = self.reliable.own else { return };
        let is_up =
            |peer: &FederateHandle| self.peers.get(peer).map(Link::route) == Some(Route::Direct);
        let (mut members, without): (Vec<_>, Vec<_>) = to.iter().partition(|peer| is_up(peer));
        for peer in without {
            self.without_channel(at, peer);
        }
        let asked = members.clone();
        members.push(own);
        members.sort_unstable();
        let is_same = |group: &ReliableGroup| group.engine == at && group.members == members;
        if self.reliable.groups.values().any(is_same) {
            return;
        }
        let multicast = &self.reliable.engines[at].profile.multicast;
        let Some(range) = multicast.groups else {
            return;
        };
        let hash = BuildHasherDefault::<FxHasher>::default().hash_one(&members);
        // The upper bits are distributed better.
        let address = range.group(((hash >> 32) % u64::from(range.len())) as u32);
        let may_join = self
            .reliable
            .addresses
            .have_room_for(address, multicast.joined);
        if asked.len() < FEWEST || !may_join || !self.open_sender(at) {
            return self.reliable.engines[at].regions.failed(to, self.now);
        }
        let id = self.reliable.next_number(own);
        let Challenge(key) = self.settings.host.challenge();
        let options = self.reliable.engines[at].options;
        let joined = self.reliable.addresses.join(address, options);
        let regions = &self.reliable.engines[at].regions;
        let asked = asked.into_iter().map(|peer| Asked {
            peer,
            unreached: Vec::new(),
            joined: false,
            heard: false,
            again: regions.has_failed(peer),
        });
        let agreement = Agreement::Inviting {
            asked: asked.collect(),
            joined,
            until: self.now + AGREED_WITHIN,
            next_probe: None,
            gap: PROBE_GAP.0,
        };
        let frame = GroupFrame::Invite {
            group: id,
            profile: self.reliable.engines[at].profile.name.clone(),
            address: address.to_string(),
            key,
            members: members.clone(),
        };
        let group = ReliableGroup::new(at, (address, key), own, members, agreement, self.now);
        self.add_group(id, group);
        self.say_to_all(id, &frame);
    }

    /// A member has no direct channel: it is in no region until that has changed.
    fn without_channel(&mut self, at: usize, peer: FederateHandle) {
        let route = self.peers.get(&peer).map(Link::route);
        let engine = &mut self.reliable.engines[at];
        engine.regions.set_apart_without_channel(peer, self.now);
        if matches!(route, Some(Route::Relayed(_))) {
            engine.counts.unheard += 1;
            let reason = "it has no direct channel to this federate".to_owned();
            self.reliable.notices.push(MulticastNotice {
                peer,
                profile: engine.profile.name.clone(),
                group: None,
                change: MulticastChange::Excluded(reason),
            });
        }
    }

    pub(super) fn add_group(&mut self, id: u32, group: ReliableGroup) {
        self.reliable.groups.insert(id, group);
        self.reliable.begin_ticks(self.now);
        self.reliable.is_earlier.set(true);
    }

    /// Opens the socket that sends to groups. Whether there is one.
    pub(super) fn open_sender(&mut self, at: usize) -> bool {
        let engine = &mut self.reliable.engines[at];
        if engine.sender.is_some() || engine.broken.is_some() {
            return engine.sender.is_some();
        }
        let (Some(remote), Some(range)) = (&self.remote, engine.profile.multicast.groups) else {
            return false;
        };
        match remote.speaker(range.is_ipv4(), engine.options) {
            Ok(sender) => engine.sender = Some(sender),
            Err(reason) => {
                engine.broken = Some(reason.clone());
                let profile = engine.profile.name.clone();
                self.reliable.notices.push(MulticastNotice {
                    peer: self.reliable.own.unwrap_or(FederateHandle::RTI),
                    profile,
                    group: None,
                    change: MulticastChange::Nobody(reason),
                });
            }
        }
        self.reliable.engines[at].sender.is_some()
    }

    /// Sends a frame about a group to its other members.
    pub(super) fn say_to_all(&mut self, id: u32, frame: &GroupFrame) {
        let members = self.reliable.groups.get(&id);
        let members = members.map(|group| group.members.clone());
        for member in members.into_iter().flatten() {
            if Some(member) != self.reliable.own {
                self.send_group_frame(member, frame.clone());
            }
        }
    }

    /// Sends a frame about a group, ahead of all data on the stream: see [`GroupFrame`].
    pub(super) fn send_group_frame(&mut self, to: FederateHandle, frame: GroupFrame) {
        let frame = LinkFrame::Group(frame);
        self.relay_frame(to, Relayer::Rti, &mut |buffer| link_frame(&frame, buffer));
    }

    /// Handles a frame about a group.
    pub(in crate::links) fn group_said(&mut self, from: FederateHandle, said: GroupFrame) {
        let answered = match &said {
            GroupFrame::Joined { group, outcome } => outcome.is_ok().then_some(*group),
            GroupFrame::Installed { group, outcome } => outcome.is_ok().then_some(*group),
            GroupFrame::Heard { group } | GroupFrame::Retired { group } => Some(*group),
            _ => None,
        };
        if let Some(group) = answered.filter(|group| !self.reliable.groups.contains_key(group)) {
            // Given up meanwhile, or its keeper was lost before this member got to know it.
            return self.send_group_frame(from, GroupFrame::Remove { group });
        }
        match said {
            GroupFrame::Invite {
                group,
                profile,
                address,
                key,
                members,
            } => {
                let outcome = self.invited(from, (group, key), &profile, &address, members);
                let answer = match outcome {
                    Ok(true) => Ok(self.unreached(group)),
                    // Follows when the address is joined.
                    Ok(false) => return,
                    Err(reason) => Err(reason),
                };
                self.answer_joined(from, group, answer);
            }
            GroupFrame::Joined { group, outcome } => self.member_joined(from, group, outcome),
            GroupFrame::Heard { group } => self.member_heard(from, group),
            GroupFrame::Install { group, members } => {
                let outcome = self.installs(from, group, members);
                self.send_group_frame(from, GroupFrame::Installed { group, outcome });
            }
            GroupFrame::Installed { group, outcome } => self.member_installed(from, group, outcome),
            GroupFrame::Ready { group } => {
                if let Some(known) = self.kept_by(from, group)
                    && matches!(known.agreement, Agreement::Installed)
                {
                    known.agreement = Agreement::Ready;
                    self.reliable.forget_routes();
                }
            }
            GroupFrame::Retire { group } => {
                if self.kept_by(from, group).is_some() {
                    self.retire_group(group, Vec::new());
                }
            }
            GroupFrame::Retired { group } => {
                if let Some(known) = self.reliable.groups.get_mut(&group)
                    && let Agreement::Retired { missing, .. } = &mut known.agreement
                {
                    missing.retain(|member| *member != from);
                    self.check_all_retired(group);
                }
            }
            GroupFrame::Remove { group } => {
                if self.kept_by(from, group).is_some() {
                    self.remove_when_delivered(group);
                }
            }
        }
    }

    /// The group, if that member is its keeper.
    pub(super) fn kept_by(&mut self, from: FederateHandle, id: u32) -> Option<&mut ReliableGroup> {
        let group = self.reliable.groups.get_mut(&id)?;
        (group.keeper() == from).then_some(group)
    }

    /// Takes over the result of joining an address. `false` if no group here waits for it.
    pub(in crate::links) fn joined_reliably(
        &mut self,
        at: SocketAddr,
        outcome: Result<N::Group, String>,
    ) -> Result<(), Result<N::Group, String>> {
        if !self.reliable.addresses.awaits(at) {
            return Err(outcome);
        }
        let told = outcome.as_ref().map(drop).map_err(Clone::clone);
        self.reliable.addresses.joined(at, outcome);
        let of = |(id, group): (&u32, &ReliableGroup)| (group.address == at).then_some(*id);
        let waiting: Vec<_> = self.reliable.groups.iter().filter_map(of).collect();
        for id in waiting {
            let Some(group) = self.reliable.groups.get_mut(&id) else {
                continue;
            };
            match (&mut group.agreement, &told) {
                (Agreement::Inviting { joined, .. }, Ok(())) => {
                    *joined = true;
                    self.check_all_heard(id);
                }
                (Agreement::Inviting { .. }, Err(reason)) => {
                    let notice = MulticastNotice {
                        peer: self.reliable.own.unwrap_or(FederateHandle::RTI),
                        profile: self.reliable.engines[group.engine].profile.name.clone(),
                        group: Some(at),
                        change: MulticastChange::Nobody(reason.clone()),
                    };
                    self.reliable.notices.push(notice);
                    self.give_group_up(id);
                }
                (Agreement::Invited { joined, .. }, _) => {
                    *joined = told.is_ok();
                    let keeper = group.keeper();
                    let answer = told.clone().map(|()| self.unreached(id));
                    self.answer_joined(keeper, id, answer);
                    if told.is_err() {
                        self.remove_group(id);
                    }
                }
                _ => {}
            }
        }
        Ok(())
    }

    fn member_joined(
        &mut self,
        from: FederateHandle,
        id: u32,
        outcome: Result<Vec<FederateHandle>, String>,
    ) {
        let now = self.now;
        let Some(group) = self.reliable.groups.get_mut(&id) else {
            return;
        };
        let Agreement::Inviting {
            asked,
            next_probe,
            gap,
            ..
        } = &mut group.agreement
        else {
            return;
        };
        match outcome {
            Ok(unreached) => {
                if let Some(asked) = asked.iter_mut().find(|asked| asked.peer == from) {
                    asked.joined = true;
                    asked.unreached = unreached;
                }
                (*next_probe, *gap) = (Some(now), PROBE_GAP.0);
                self.reliable.is_earlier.set(true);
                self.probe(id);
            }
            Err(reason) => {
                asked.retain(|asked| asked.peer != from);
                self.excluded(id, from, reason);
                self.check_all_heard(id);
            }
        }
    }

    /// Says that a member is not in a group.
    fn excluded(&mut self, id: u32, peer: FederateHandle, reason: String) {
        let Some(group) = self.reliable.groups.get(&id) else {
            return;
        };
        let engine = &mut self.reliable.engines[group.engine];
        engine.counts.unheard += 1;
        engine.regions.set_apart(peer, self.now);
        self.reliable.notices.push(MulticastNotice {
            peer,
            profile: engine.profile.name.clone(),
            group: Some(group.address),
            change: MulticastChange::Excluded(reason),
        });
    }

    /// Sends a probe if it is time.
    fn probe(&mut self, id: u32) {
        let now = self.now;
        let Some(group) = self.reliable.groups.get_mut(&id) else {
            return;
        };
        let Agreement::Inviting {
            next_probe, gap, ..
        } = &mut group.agreement
        else {
            return;
        };
        if next_probe.is_none_or(|at| at > now) {
            return;
        }
        *next_probe = Some(now + *gap);
        *gap = (*gap * 2).min(PROBE_GAP.1);
        let engine = &mut self.reliable.engines[group.engine];
        engine.counts.probes += 1;
        let mut probe = vec![PROBE];
        probe.extend_from_slice(&id.to_le_bytes());
        Key::new(&group.key).seal(&mut probe);
        if let Some(sender) = engine.sender.clone() {
            sender.append(group.address, &probe);
            self.groups.put_on_dirty(&sender);
        }
    }

    fn member_heard(&mut self, from: FederateHandle, id: u32) {
        if let Some(group) = self.reliable.groups.get_mut(&id)
            && let Agreement::Inviting { asked, .. } = &mut group.agreement
        {
            for asked in asked.iter_mut().filter(|asked| asked.peer == from) {
                asked.heard = true;
            }
            self.check_all_heard(id);
        }
    }

    /// Installs a group that has reached all its members.
    pub(super) fn check_all_heard(&mut self, id: u32) {
        let now = self.now;
        let Some(group) = self.reliable.groups.get_mut(&id) else {
            return;
        };
        let Agreement::Inviting {
            asked,
            joined,
            until,
            ..
        } = &mut group.agreement
        else {
            return;
        };
        if !*joined || !asked.iter().all(|asked| asked.heard || asked.again) {
            return;
        }
        if asked.iter().all(|asked| asked.heard) {
            return self.begin_installing(id);
        }
        *until = (*until).min(now + AGAIN_WITHIN);
        self.reliable.is_earlier.set(true);
    }

    /// The members that have heard a probe make up the group.
    fn begin_installing(&mut self, id: u32) {
        let until = self.now + AGREED_WITHIN;
        let own = self.reliable.own;
        let Some(group) = self.reliable.groups.get(&id) else {
            return;
        };
        let Agreement::Inviting { asked, .. } = &group.agreement else {
            return;
        };
        let at = group.engine;
        let (heard, apart) = connected(own, asked);
        for peer in apart {
            self.excluded(
                id,
                peer,
                "it has no direct channel to another member".to_owned(),
            );
        }
        let mut members: Vec<_> = heard.iter().copied().chain(own).collect();
        members.sort_unstable();
        let is_there = |known: &ReliableGroup| {
            known.engine == at && known.is_ready() && known.members == members
        };
        if heard.len() < FEWEST || self.reliable.groups.values().any(is_there) {
            return self.give_group_up(id);
        }
        let Some(group) = self.reliable.groups.get_mut(&id) else {
            return;
        };
        let invited = std::mem::take(&mut group.members);
        group.members = members;
        let is_out = |member: &FederateHandle| !group.members.contains(member);
        let out: Vec<_> = invited.into_iter().filter(is_out).collect();
        group.agreement = Agreement::Installing {
            missing: heard,
            until,
        };
        let members = group.members.clone();
        for member in &out {
            self.send_group_frame(*member, GroupFrame::Remove { group: id });
        }
        if self.install(id).is_err() {
            return self.give_group_up(id);
        }
        self.say_to_all(id, &GroupFrame::Install { group: id, members });
    }

    /// Installs a group in the engine, and prepares the order with the streams of its members.
    pub(super) fn install(&mut self, id: u32) -> Result<(), String> {
        let now = self.now;
        let group = self.reliable.groups.get(&id).ok_or("unknown group")?;
        let members = group.members.clone();
        let of_engine: Vec<_> = members.iter().map(|m| MemberId(m.raw())).collect();
        let key = Key::new(&group.key);
        let engine = &mut self.reliable.engines[group.engine];
        let installed = engine
            .member
            .install_with_key(now, GroupId(id), &of_engine, key);
        installed.map_err(|error| error.to_string())?;
        if let Some(group) = self.reliable.groups.get_mut(&id) {
            group.install();
            for (place, member) in group.places.iter().enumerate() {
                let shared = self.reliable.shared.entry(*member).or_default();
                shared.push((id, place));
            }
        }
        let Self { peers, merging, .. } = self;
        for member in members {
            let stream = peers.get_mut(&member).and_then(Link::stream_mut);
            if let Some(stream) = stream {
                let incoming = stream.incoming_or_new(self.settings.host.clone(), merging);
                incoming.ordering.group_installed(id);
            }
        }
        Ok(())
    }

    fn member_installed(&mut self, from: FederateHandle, id: u32, outcome: Result<(), String>) {
        let Some(group) = self.reliable.groups.get_mut(&id) else {
            return;
        };
        let keeps = Some(group.keeper()) == self.reliable.own;
        let missing = match &mut group.agreement {
            Agreement::Installing { missing, .. } => missing,
            // It asks after the loss of the former keeper.
            Agreement::Ready if keeps => {
                return self.send_group_frame(from, GroupFrame::Ready { group: id });
            }
            Agreement::Retired { .. } if keeps => {
                return self.send_group_frame(from, GroupFrame::Retire { group: id });
            }
            Agreement::Removing if keeps => {
                return self.send_group_frame(from, GroupFrame::Remove { group: id });
            }
            _ => return,
        };
        match outcome {
            Ok(()) => {
                missing.retain(|member| *member != from);
                self.check_all_installed(id);
            }
            Err(reason) => {
                tracing::debug!(%from, id, reason, "a group is not installed");
                self.give_group_up(id);
            }
        }
    }

    pub(super) fn check_all_installed(&mut self, id: u32) {
        if let Some(group) = self.reliable.groups.get_mut(&id)
            && let Agreement::Installing { missing, .. } = &group.agreement
            && missing.is_empty()
        {
            group.agreement = Agreement::Ready;
            if let Some(own) = self.reliable.own {
                let others: Vec<_> = group.others(own).collect();
                let engine = &mut self.reliable.engines[group.engine];
                engine.regions.succeeded(&others);
            }
            self.reliable.forget_routes();
            self.reliable.look_for_blocks();
            self.say_to_all(id, &GroupFrame::Ready { group: id });
        }
    }

    /// Keeper: a group that nobody has used is given up; its audience is tried again later.
    fn give_group_up(&mut self, id: u32) {
        self.say_to_all(id, &GroupFrame::Remove { group: id });
        self.failed_to_make(id);
        self.remove_group(id);
    }

    /// Another group for these members is made later.
    fn failed_to_make(&mut self, id: u32) {
        if let (Some(group), Some(own)) = (self.reliable.groups.get(&id), self.reliable.own) {
            let others: Vec<_> = group.others(own).collect();
            let engine = &mut self.reliable.engines[group.engine];
            engine.regions.failed(&others, self.now);
        }
    }

    /// What is due of agreements.
    pub(super) fn turn_agreements(&mut self, now: Instant) {
        let is_due = |(id, group): (&u32, &ReliableGroup)| {
            group.deadline().is_some_and(|at| at <= now).then_some(*id)
        };
        let due: Vec<_> = self.reliable.groups.iter().filter_map(is_due).collect();
        for id in due {
            self.probe(id);
            let Some(group) = self.reliable.groups.get_mut(&id) else {
                continue;
            };
            group.hold_no_longer(now);
            match &group.agreement {
                Agreement::Inviting { asked, until, .. } if *until <= now => {
                    let silent = asked.iter().filter(|asked| !asked.heard);
                    let silent: Vec<_> = silent.map(|a| (a.peer, a.joined)).collect();
                    for (peer, joined) in silent {
                        let reason = match joined {
                            true => {
                                "no probe arrived: check switches, firewalls and qos.NAME.interface"
                            }
                            false => "it did not answer in time",
                        };
                        self.excluded(id, peer, reason.to_owned());
                    }
                    self.begin_installing(id);
                }
                Agreement::Installing { until, .. } if *until <= now => self.give_group_up(id),
                Agreement::Invited { until, .. } if *until <= now => self.remove_group(id),
                _ => {}
            }
        }
    }
}
