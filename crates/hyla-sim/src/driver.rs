//! The links of a simulated federate: carries out what a member asks for, as the real driver does.
//!
//! A link waits until a channel stands, and then carries the frames that waited; where no channel can
//! stand, the RTI relays. Frames of a member that the log has not told of are held back.

use std::collections::{BTreeMap, BTreeSet};

use hyla_core::declaration::{Position, SentPositions};
use hyla_core::fdd::Transportation;
use hyla_core::message::{
    Greeting, MemberInfo, MemberRequest, ToRti, control_frame, greeting_frame, relay_frame,
};
use hyla_core::outbox::{LinkEnd, Outbox};
use hyla_types::{FederateHandle, TransportationTypeHandle};

use crate::lanes::Lanes;
use crate::network::{ChannelId, ProcessId};

/// What the world has to do for the links.
#[derive(Debug)]
pub(crate) enum Action {
    Call {
        channel: ChannelId,
        to: ProcessId,
    },
    Send {
        channel: ChannelId,
        frame: Vec<u8>,
    },
    Close {
        channel: ChannelId,
    },
    Drain {
        federate: FederateHandle,
        end: LinkEnd,
    },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    Rti,
    Peer(FederateHandle),
    Stranger,
}

#[derive(Debug)]
enum Link {
    Waiting {
        pending: Vec<Vec<u8>>,
        called: Option<ChannelId>,
    },
    Direct(ChannelId),
    Relayed,
}

#[derive(Debug)]
struct Early {
    channel: ChannelId,
    frames: Vec<Vec<u8>>,
}

/// A call for a federate that may or may not be this one.
#[derive(Debug)]
struct Unasked {
    execution: u64,
    from: FederateHandle,
    to: FederateHandle,
    frames: Vec<Vec<u8>>,
}

/// All channels of one process.
#[derive(Debug)]
pub(crate) struct Links {
    owner: ProcessId,
    rti: ChannelId,
    opened: u64,
    peers: BTreeMap<FederateHandle, Link>,
    roles: BTreeMap<ChannelId, Role>,
    early: BTreeMap<FederateHandle, Early>,
    /// Calls that came before this federate heard that it has joined.
    unasked: BTreeMap<ChannelId, Unasked>,
    draining: BTreeSet<FederateHandle>,
    ended: Vec<FederateHandle>,
    pub(crate) lanes: Lanes,
    positions: SentPositions,
    /// Sabotage: what follows declarations does not say so.
    pub(crate) no_positions: bool,
    pub(crate) actions: Vec<Action>,
    /// Members with which frames were given up because the link never stood.
    pub(crate) given_up: Vec<FederateHandle>,
    /// Relayed links, for the statistics.
    pub(crate) relayed: u64,
    /// Frames held back, for the statistics.
    pub(crate) held_back: u64,
}

/// Address of a process for other members.
pub(crate) fn address_of(process: ProcessId) -> String {
    format!("sim:{}", process.0)
}

fn process_at(address: &str) -> Option<ProcessId> {
    Some(ProcessId(address.strip_prefix("sim:")?.parse().ok()?))
}

impl Links {
    pub(crate) fn new(owner: ProcessId, rti: ChannelId) -> Self {
        Self {
            owner,
            rti,
            opened: 0,
            peers: BTreeMap::new(),
            roles: BTreeMap::from([(rti, Role::Rti)]),
            early: BTreeMap::new(),
            unasked: BTreeMap::new(),
            draining: BTreeSet::new(),
            ended: Vec::new(),
            lanes: Lanes::default(),
            positions: SentPositions::default(),
            no_positions: false,
            actions: Vec::new(),
            given_up: Vec::new(),
            relayed: 0,
            held_back: 0,
        }
    }

    pub(crate) fn role(&self, channel: ChannelId) -> Option<Role> {
        self.roles.get(&channel).copied()
    }

    pub(crate) fn accept(&mut self, channel: ChannelId) {
        self.roles.insert(channel, Role::Stranger);
    }

    pub(crate) fn greeted(&mut self, channel: ChannelId, from: FederateHandle, known: bool) {
        self.roles.insert(channel, Role::Peer(from));
        if known {
            self.connected(from, channel);
        } else {
            self.early.insert(
                from,
                Early {
                    channel,
                    frames: Vec::new(),
                },
            );
        }
    }

    /// A caller greets before this federate heard that it has joined, or which handle a restore gives it: the caller waits.
    pub(crate) fn greeted_unasked(
        &mut self,
        channel: ChannelId,
        execution: u64,
        from: FederateHandle,
        to: FederateHandle,
    ) {
        self.unasked.insert(
            channel,
            Unasked {
                execution,
                from,
                to,
                frames: Vec::new(),
            },
        );
    }

    /// Keeps a frame of such a caller; `false` if there is none.
    pub(crate) fn keep_unasked(&mut self, channel: ChannelId, frame: &[u8]) -> bool {
        let kept = self
            .unasked
            .get_mut(&channel)
            .map(|call| call.frames.push(frame.to_vec()));
        kept.is_some()
    }

    /// This federate knows who it is, since it has joined or a restore is over: callers that meant it are let in.
    pub(crate) fn let_in(&mut self, itself: Option<(u64, FederateHandle)>) {
        for (channel, call) in std::mem::take(&mut self.unasked) {
            if Some((call.execution, call.to)) == itself {
                self.roles.insert(channel, Role::Peer(call.from));
                self.held_back += call.frames.len() as u64;
                self.early.insert(
                    call.from,
                    Early {
                        channel,
                        frames: call.frames,
                    },
                );
            } else {
                self.turn_away(channel);
            }
        }
    }

    pub(crate) fn turn_away(&mut self, channel: ChannelId) {
        self.roles.remove(&channel);
        self.actions.push(Action::Close { channel });
    }

    pub(crate) fn hold_back(&mut self, from: FederateHandle, frame: &[u8]) -> bool {
        match self.early.get_mut(&from) {
            Some(early) => {
                early.frames.push(frame.to_vec());
                self.held_back += 1;
                true
            }
            None => false,
        }
    }

    pub(crate) fn take_held_back(
        &mut self,
        known: impl Fn(FederateHandle) -> bool,
    ) -> Vec<(FederateHandle, Vec<Vec<u8>>)> {
        let due: Vec<_> = self
            .early
            .keys()
            .copied()
            .filter(|from| known(*from))
            .collect();
        due.into_iter()
            .filter_map(|from| {
                let early = self.early.remove(&from)?;
                self.connected(from, early.channel);
                Some((from, early.frames))
            })
            .collect()
    }

    fn connected(&mut self, peer: FederateHandle, channel: ChannelId) {
        let Some(link) = self.peers.get_mut(&peer) else {
            self.given_up.push(peer);
            self.turn_away(channel);
            return;
        };
        let waiting = match std::mem::replace(link, Link::Direct(channel)) {
            Link::Waiting { pending, .. } => pending,
            _ => Vec::new(),
        };
        self.actions.extend(
            waiting
                .into_iter()
                .map(|frame| Action::Send { channel, frame }),
        );
    }

    pub(crate) fn opened(&mut self, channel: ChannelId) {
        if self.lanes.opened(channel) {
            return;
        }
        if let Some(Role::Peer(peer)) = self.role(channel) {
            self.connected(peer, channel);
        }
    }

    pub(crate) fn closed(&mut self, channel: ChannelId) -> Option<Role> {
        let role = self.roles.remove(&channel)?;
        if let Some(call) = self.unasked.remove(&channel) {
            self.given_up.push(call.from);
        }
        if let Role::Peer(peer) = role {
            match self.peers.get(&peer) {
                Some(Link::Waiting {
                    called: Some(called),
                    ..
                }) if *called == channel => {
                    self.relay(peer, true);
                }
                Some(Link::Direct(direct)) if *direct == channel => {
                    if !self.lanes.holds_end(peer) {
                        self.ended.push(peer);
                    }
                }
                _ => {
                    if self
                        .early
                        .get(&peer)
                        .is_some_and(|early| early.channel == channel)
                    {
                        self.early.remove(&peer);
                        self.given_up.push(peer);
                    }
                }
            }
        }
        Some(role)
    }

    /// Data between this member and that one goes through the RTI from now on.
    pub(crate) fn relay(&mut self, peer: FederateHandle, tell: bool) {
        let Some(link) = self.peers.get_mut(&peer) else {
            return;
        };
        let Link::Waiting { pending, .. } = link else {
            return;
        };
        let waiting = std::mem::take(pending);
        *link = Link::Relayed;
        self.relayed += 1;
        if tell {
            self.control(&ToRti::Member(MemberRequest::RelayOpened { with: peer }));
        }
        for frame in waiting {
            self.frame(peer, &mut |buffer| buffer.extend_from_slice(&frame));
        }
    }

    pub(crate) fn take_ended(&mut self) -> Vec<FederateHandle> {
        self.ended.extend(self.lanes.take_ended());
        for federate in &self.ended.clone() {
            if self.draining.remove(federate) {
                let federate = *federate;
                self.lanes_end(federate);
                forget(
                    &mut self.peers,
                    &mut self.roles,
                    &mut self.actions,
                    federate,
                );
            }
        }
        std::mem::take(&mut self.ended)
    }

    pub(crate) fn drain_over(&mut self, federate: FederateHandle) {
        if self.draining.remove(&federate) {
            self.lanes_end(federate);
            forget(
                &mut self.peers,
                &mut self.roles,
                &mut self.actions,
                federate,
            );
            self.given_up.push(federate);
            self.ended.push(federate);
        }
    }

    pub(crate) fn leave_execution(&mut self) {
        let peers: Vec<_> = self.peers.keys().copied().collect();
        for peer in peers {
            if let Some(Link::Waiting { .. }) = self.peers.get(&peer) {
                self.given_up.push(peer);
            }
            self.lanes_end(peer);
            forget(&mut self.peers, &mut self.roles, &mut self.actions, peer);
        }
        for (from, early) in std::mem::take(&mut self.early) {
            self.given_up.push(from);
            self.turn_away(early.channel);
        }
        for channel in self.lanes.forget_unknown() {
            self.turn_away(channel);
        }
        self.draining.clear();
        self.ended.clear();
    }

    /// The channel of the stream to a member, if there is one.
    fn stream(&self, peer: FederateHandle) -> Option<ChannelId> {
        match self.peers.get(&peer) {
            Some(Link::Direct(channel)) => Some(*channel),
            _ => None,
        }
    }

    fn lanes_end(&mut self, peer: FederateHandle) {
        for channel in self.lanes.forget(peer) {
            self.turn_away(channel);
        }
    }

    pub(crate) fn close(&mut self) {
        self.leave_execution();
        let channels: Vec<_> = self.roles.keys().copied().collect();
        channels
            .into_iter()
            .for_each(|channel| self.turn_away(channel));
    }
}

fn forget(
    peers: &mut BTreeMap<FederateHandle, Link>,
    roles: &mut BTreeMap<ChannelId, Role>,
    actions: &mut Vec<Action>,
    federate: FederateHandle,
) {
    // A call that is not answered yet is hung up, so that its answer cannot serve a later membership.
    let channel = match peers.remove(&federate) {
        Some(
            Link::Direct(channel)
            | Link::Waiting {
                called: Some(channel),
                ..
            },
        ) => channel,
        _ => return,
    };
    roles.remove(&channel);
    actions.push(Action::Close { channel });
}

impl Links {
    /// Says what precedes the next frame to a member.
    fn send_position(&mut self, to: FederateHandle) {
        if let Some(position) = self.positions.take(to) {
            self.announce(to, &mut |buffer| position.put(buffer));
        }
    }
}

impl Outbox for Links {
    fn position_moved(&mut self, position: Position) {
        if !self.no_positions {
            self.positions.moved(position);
        }
    }

    fn frame(&mut self, to: FederateHandle, write: &mut dyn FnMut(&mut Vec<u8>)) {
        self.send_position(to);
        let mut frame = Vec::new();
        match self.peers.get_mut(&to) {
            Some(Link::Direct(channel)) => {
                write(&mut frame);
                self.actions.push(Action::Send {
                    channel: *channel,
                    frame,
                });
            }
            Some(Link::Waiting { pending, .. }) => {
                write(&mut frame);
                pending.push(frame);
            }
            Some(Link::Relayed) => {
                relay_frame(to, &mut frame);
                write(&mut frame);
                self.actions.push(Action::Send {
                    channel: self.rti,
                    frame,
                });
            }
            None => {}
        }
    }

    fn frame_as(
        &mut self,
        to: FederateHandle,
        transportation: TransportationTypeHandle,
        write: &mut dyn FnMut(&mut Vec<u8>),
    ) {
        self.send_position(to);
        let lane = self.stream(to).and_then(|stream| {
            let new_channel = || {
                self.opened += 1;
                ChannelId(u64::from(self.owner.0) << 32 | self.opened)
            };
            let actions = &mut self.actions;
            self.lanes
                .lane_for(to, stream, transportation, new_channel, actions)
        });
        let Some(channel) = lane else {
            self.frame(to, write);
            return;
        };
        let mut frame = Vec::new();
        write(&mut frame);
        self.actions.push(Action::Send { channel, frame });
    }

    fn announce(&mut self, to: FederateHandle, write: &mut dyn FnMut(&mut Vec<u8>)) {
        self.frame(to, write);
        self.lanes.announce(to);
    }

    fn settle_lanes(&mut self, to: FederateHandle) {
        let stream = self.stream(to);
        self.lanes.fence(to, stream, false, &mut self.actions);
    }

    fn fence(&mut self, to: FederateHandle) {
        let stream = self.stream(to);
        self.lanes.fence(to, stream, true, &mut self.actions);
    }

    fn transportation_types(
        &mut self,
        types: &mut dyn Iterator<Item = (TransportationTypeHandle, &Transportation)>,
    ) {
        self.lanes.set_types(self.owner, types);
    }

    fn control(&mut self, message: &ToRti) {
        let mut frame = Vec::new();
        control_frame(message, &mut frame);
        self.actions.push(Action::Send {
            channel: self.rti,
            frame,
        });
    }

    fn link_up(&mut self, member: &MemberInfo, call_with: Option<Greeting>) {
        let peer = member.handle;
        self.peers.insert(
            peer,
            Link::Waiting {
                pending: Vec::new(),
                called: None,
            },
        );
        let process = member.addresses.iter().find_map(|text| process_at(text));
        if let Some(process) = process {
            self.lanes.meet(peer, process);
        }
        let Some(greeting) = call_with else { return };
        let Some(to) = process else {
            self.relay(peer, true);
            return;
        };
        self.opened += 1;
        let channel = ChannelId(u64::from(self.owner.0) << 32 | self.opened);
        self.actions.push(Action::Call { channel, to });
        let mut frame = Vec::new();
        greeting_frame(&greeting, &mut frame);
        self.actions.push(Action::Send { channel, frame });
        self.roles.insert(channel, Role::Peer(peer));
        if let Some(Link::Waiting { called, .. }) = self.peers.get_mut(&peer) {
            *called = Some(channel);
        }
    }

    fn links_renamed(&mut self, handles: &[(FederateHandle, FederateHandle)]) {
        let after = |federate: FederateHandle| {
            let renamed = handles.iter().find(|(before, _)| *before == federate);
            renamed.map_or(federate, |(_, after)| *after)
        };
        // Whoever has no place in the restored federation left before: its handle may be given again.
        let all: Vec<_> = self.peers.keys().copied().collect();
        for departed in all {
            if !handles.iter().any(|(before, _)| *before == departed) {
                self.draining.remove(&departed);
                self.lanes_end(departed);
                forget(
                    &mut self.peers,
                    &mut self.roles,
                    &mut self.actions,
                    departed,
                );
            }
        }
        self.peers = std::mem::take(&mut self.peers)
            .into_iter()
            .map(|(federate, link)| (after(federate), link))
            .collect();
        for role in self.roles.values_mut() {
            if let Role::Peer(federate) = role {
                *federate = after(*federate);
            }
        }
        self.lanes.rename(after);
        self.draining = self.draining.iter().map(|f| after(*f)).collect();
        self.ended
            .retain(|f| handles.iter().any(|(before, _)| before == f));
        self.ended.iter_mut().for_each(|f| *f = after(*f));
    }

    fn link_down(&mut self, federate: FederateHandle, end: LinkEnd) {
        match self.peers.get(&federate) {
            Some(Link::Direct(_)) => {
                self.draining.insert(federate);
                self.actions.push(Action::Drain { federate, end });
            }
            Some(Link::Waiting { .. }) => {
                forget(
                    &mut self.peers,
                    &mut self.roles,
                    &mut self.actions,
                    federate,
                );
                self.given_up.push(federate);
                self.ended.push(federate);
            }
            _ => {
                self.peers.remove(&federate);
                self.ended.push(federate);
            }
        }
    }
}
