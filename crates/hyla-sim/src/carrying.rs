//! Carries out the actions of a process's links: calls, frames and closes, with losses on the
//! network.

use std::collections::VecDeque;
use std::net::SocketAddr;
use std::sync::Arc;

use fastrand::Rng;
use hyla_core::message::data::{self, DataFrame};
use hyla_core::message::{
    FrameKind, MemberRequest, ToRti, decode_control, kind_of, relayed, relayed_together,
};
use hyla_link::lanes::{LOSSY_TIMEOUT, LinkFrame, REORDER_TIMEOUT, entries, take_sequence};
use hyla_link::{Relayer, Route};

use crate::driver::{LinkAction, is_reliable, micros};
use crate::faults::Sabotage;
use crate::model::Membership;
use crate::network::{ChannelId, Event, Micros, Party, ProcessId, WireItem, mix};
use crate::world::World;

/// One datagram in this many is lost.
const LOST_ONE_IN: u64 = 8;

/// A datagram delayed this much may arrive too late to be delivered.
pub(crate) const LATE: Micros = LOSSY_TIMEOUT.as_micros() as Micros;

/// The same where a message has receiver entries, since others come by another path, a group or a lane.
const LATE_ON_PATHS: Micros = REORDER_TIMEOUT.as_micros() as Micros;

/// Whether a frame belongs to the protocol of groups alone.
pub(crate) fn is_of_groups(frame: &[u8]) -> bool {
    match kind_of(frame) {
        Ok(FrameKind::Link) => matches!(LinkFrame::decode(frame), Ok(LinkFrame::Packet { .. })),
        Ok(FrameKind::Relayed) => relayed(frame).is_ok_and(|(_, inner)| is_of_groups(inner)),
        Ok(FrameKind::RelayedTogether) => relayed_together(frame)
            .is_ok_and(|entries| entries.iter().all(|(inner, _)| is_of_groups(inner))),
        _ => false,
    }
}

impl World {
    /// Carries out the actions of the links.
    pub(crate) fn flush(&mut self, id: ProcessId) {
        let party = Party::Process(id);
        self.note_unsaid(id);
        // Frames for the RTI are bundled up to here.
        self.process(id).links.take_dirty(&mut Vec::new());
        let mut actions: VecDeque<_> = self.process(id).wires.take_actions().into();
        while let Some(action) = actions.pop_front() {
            match action {
                LinkAction::Call {
                    channel,
                    to,
                    modules,
                } => {
                    let reached = self.processes.get(to.0 as usize).is_some_and(|p| p.alive)
                        && !self.is_walled_off(id, to);
                    if reached {
                        self.network
                            .call(channel, party, Party::Process(to), &mut self.rng);
                        if let Some(profile) = modules {
                            self.begin_chain(channel, &profile);
                        }
                    } else {
                        self.network.call_in_vain(channel, party, &mut self.rng);
                    }
                }
                LinkAction::Send {
                    channel,
                    frame,
                    lossy: Some(number),
                    ..
                } if self.loses(channel, number) => {
                    self.outcome.lost_datagrams += 1;
                    self.lose(channel, party, &frame);
                }
                LinkAction::Cast {
                    token,
                    group,
                    frame,
                } => self.cast(id, (group, token), &frame),
                LinkAction::Drop { channel, frame } => {
                    self.outcome.dropped += 1;
                    self.lose(channel, party, &frame);
                }
                // As documented: no effect on datagrams.
                LinkAction::Pause { channel, .. } if self.chains.has(channel) => {}
                LinkAction::Pause { on: false, .. }
                    if self.config.sabotage == Some(Sabotage::StayPaused) => {}
                LinkAction::Pause { channel, on } => {
                    for (sender, datagram) in self.network.set_paused(channel, party, on) {
                        self.lose(channel, sender, &datagram);
                    }
                }
                LinkAction::Send {
                    channel,
                    frame,
                    may_be_late,
                    ..
                } => {
                    if let Some(membership) = self.process(id).membership
                        && kind_of(&frame) == Ok(FrameKind::Control)
                        && let Ok(ToRti::Member(MemberRequest::Declare(_))) = decode_control(&frame)
                    {
                        self.judge.declared(membership);
                    }
                    if matches!(
                        kind_of(&frame),
                        Ok(FrameKind::Relayed | FrameKind::RelayedTogether)
                    ) {
                        self.process(id).relayed += 1;
                    }
                    let datagram = may_be_late.then(|| frame.clone());
                    if datagram.is_some() {
                        self.network.carries_datagrams(channel);
                    }
                    if let Some(frame) = self.falsify(id, frame) {
                        self.send(channel, party, frame);
                    }
                    if let Some(datagram) = datagram
                        && self.is_late(channel, party, &datagram)
                    {
                        // Frames behind it on the stream do not wait that long.
                        self.lose(channel, party, &datagram);
                    }
                }
                LinkAction::Rouse { channel } => self.network.rouse(channel, party),
                LinkAction::PassTable {
                    channel,
                    number,
                    table,
                } => {
                    self.tables.push((channel, number, table));
                    self.network
                        .pass_table(channel, party, self.tables.len() - 1);
                }
                LinkAction::Close { channel } => {
                    if !self.lingers(channel, party) {
                        self.network.close(channel, party, &mut self.rng);
                    }
                    let process = self.process(id);
                    let closed = hyla_net::ChannelId::from_raw(channel.0);
                    process.links.closed(closed);
                    process.links.take_dirty(&mut Vec::new());
                    actions.extend(process.wires.take_actions());
                }
            }
        }
        self.pass_chains();
        self.note_detours(id);
        self.resign_in_time(id);
        self.schedule_turn(id);
        self.call_host(id);
    }

    /// Sends a datagram to all members of a group; some may lose it.
    fn cast(&mut self, id: ProcessId, (group, token): (SocketAddr, u64), datagram: &[u8]) {
        let party = Party::Process(id);
        if is_reliable(group) {
            return self.cast_reliably(id, (group, token), datagram);
        }
        self.outcome.casts += 1;
        for channel in self.network.group_wires(group, token, id) {
            let number = self.network.next_cast(channel);
            if self.loses(channel, number) {
                self.outcome.lost_datagrams += 1;
                self.lose(channel, party, datagram);
                continue;
            }
            let item = WireItem::Frame(Arc::new(datagram.to_vec()));
            self.network.send(channel, party, item, &mut self.rng);
            if self.is_late(channel, party, datagram) {
                self.lose(channel, party, datagram);
            }
        }
    }

    /// As [`Self::cast`] for reliable multicast: what is lost is to be sent again.
    fn cast_reliably(&mut self, id: ProcessId, (group, token): (SocketAddr, u64), datagram: &[u8]) {
        self.outcome.reliable_casts += 1;
        // Data that is not a repair: see `wire` of `hyla-multicast`.
        let is_new = datagram.first() == Some(&1) && datagram.get(21) == Some(&0);
        self.outcome.by_groups += u64::from(is_new);
        let datagram = Arc::new(datagram.to_vec());
        for channel in self.network.group_wires(group, token, id) {
            let number = self.network.next_cast(channel);
            if !self.loses(channel, number) {
                let item = WireItem::Frame(datagram.clone());
                self.network
                    .send(channel, Party::Process(id), item, &mut self.rng);
            }
        }
    }

    /// Whether the datagram, which a party sent last on a channel, may arrive too late.
    fn is_late(&mut self, channel: ChannelId, sender: Party, datagram: &[u8]) -> bool {
        let late = match kind_of(datagram) {
            Ok(FrameKind::Marked) => LATE_ON_PATHS,
            _ => LATE,
        };
        let stands_still = match self.network.other_end(channel, sender) {
            Some(Party::Process(id)) => {
                self.processes[id.0 as usize].paused_until > self.network.now() + LATE
            }
            _ => false,
        };
        stands_still || self.network.is_slow(channel, sender, late)
    }

    /// Whether a datagram is lost; depends only on the channel and the datagram's number.
    fn loses(&self, channel: ChannelId, number: u64) -> bool {
        let lossy = match &self.script {
            Some(script) => script.lossy,
            None => self.config.faults,
        };
        lossy && mix(&[self.seed, channel.0, number]).is_multiple_of(LOST_ONE_IN)
    }

    /// A frame that may be lost does not arrive in time; no rule is broken.
    pub(crate) fn lose(&mut self, channel: ChannelId, sender: Party, frame: &[u8]) {
        if self.network.is_reliable_group(channel) {
            return;
        }
        let (by_rti, frame) = match relayed(frame) {
            Ok((to, inner)) => (Some(to), inner),
            Err(_) => (None, frame),
        };
        let message = match kind_of(frame) {
            Ok(FrameKind::Stamped) => take_sequence(frame).map(|(_, message)| message).ok(),
            Ok(FrameKind::Marked) => entries(frame).map(|(_, message)| message).ok(),
            Ok(FrameKind::Data) => Some(frame),
            _ => None,
        };
        let receiver = match self.network.other_end(channel, sender) {
            Some(Party::Process(id)) => self.processes[id.0 as usize].membership,
            _ => self.seat_of(sender).and_then(|membership| {
                let federate = by_rti?;
                Some(Membership {
                    federate,
                    ..membership
                })
            }),
        };
        if let (Some(message), Some(receiver)) = (message, receiver) {
            self.may_miss(receiver, message);
        }
    }

    /// A process drops a group message, since its callback queue is full.
    pub(crate) fn miss(&mut self, id: ProcessId, message: &[u8]) {
        self.outcome.overflowed += 1;
        if let Some(receiver) = self.seat_of(Party::Process(id)) {
            self.may_miss(receiver, message);
        }
    }

    fn may_miss(&mut self, receiver: Membership, message: &[u8]) {
        let tag = match data::decode(message) {
            Ok(DataFrame::Update { envelope, .. } | DataFrame::Interaction { envelope, .. }) => {
                <[u8; 8]>::try_from(envelope.tag).ok()
            }
            _ => None,
        };
        if let Some(tag) = tag {
            self.judge
                .missed
                .insert((receiver, u64::from_le_bytes(tag)));
        }
    }

    fn seat_of(&self, party: Party) -> Option<Membership> {
        match party {
            Party::Process(id) => self.processes[id.0 as usize].membership,
            Party::Rti => None,
        }
    }

    /// Notes best-effort messages that links dropped because the RTI reports back-pressure of the
    /// receiver.
    fn note_unsaid(&mut self, id: ProcessId) {
        let dropped = self.process(id).links.dropped_frames();
        let sent = self.judge.messages.len();
        let process = self.process(id);
        let before = std::mem::replace(&mut process.unsaid, (dropped, sent));
        let Some(membership) = process.membership.filter(|_| dropped > before.0) else {
            return;
        };
        self.outcome.dropped_for_relays += dropped - before.0;
        for federate in self.routed(id, Route::Relayed(Relayer::Rti)) {
            let receiver = Membership {
                federate,
                ..membership
            };
            for message in before.1..sent {
                if self.judge.messages[message].from == membership {
                    self.judge.missed.insert((receiver, message as u64));
                }
            }
        }
    }

    /// Reports to the judge the members that a process reaches through the RTI since their channel
    /// broke.
    fn note_detours(&mut self, id: ProcessId) {
        if let Some(membership) = self.process(id).membership
            && self.judge.is_severed(membership)
        {
            for peer in self.routed(id, Route::Relayed(Relayer::Rti)) {
                self.judge.detoured(membership, peer);
            }
        }
    }

    /// Schedules the next timer of a process's links.
    fn schedule_turn(&mut self, id: ProcessId) {
        let process = self.process(id);
        let due = process.links.next_deadline().map(micros);
        if due.is_some_and(|at| process.due.is_none_or(|known| at < known)) {
            process.due = due;
            if let Some(at) = due {
                self.network.schedule(at, Event::Turn(id));
            }
        }
    }

    fn send(&mut self, channel: ChannelId, party: Party, frame: Vec<u8>) {
        // Updates and interactions: every rule applies to them.
        let open_to_sabotage = matches!(frame.first(), Some(0x01 | 0x02));
        let chance = open_to_sabotage && self.chance(party, 4);
        if let Party::Process(id) = party
            && self.config.untimely
            && kind_of(&frame) == Ok(FrameKind::Data)
        {
            self.liars.streams.insert((channel, id));
        }
        let report = (self.config.untimely && !open_to_sabotage).then(|| frame.clone());
        let deliver = |world: &mut Self, frame: Vec<u8>| {
            if world.chains.has(channel) {
                return world.give_to_chain(channel, &frame);
            }
            world.network.send(
                channel,
                party,
                WireItem::Frame(frame.into()),
                &mut world.rng,
            );
        };
        match self.config.sabotage {
            Some(Sabotage::DropFrame) if chance => {}
            Some(Sabotage::DoubleFrame) if chance => {
                deliver(self, frame.clone());
                deliver(self, frame);
            }
            Some(Sabotage::SwapFrames) if open_to_sabotage => match self.swapped.remove(&channel) {
                Some(held) => {
                    deliver(self, frame);
                    deliver(self, held);
                }
                None if chance => {
                    self.swapped.insert(channel, frame);
                }
                None => deliver(self, frame),
            },
            _ => deliver(self, frame),
        }
        if open_to_sabotage {
            self.lie_behind(channel, party);
        }
        if let Some(report) = report {
            self.lie_behind_report(channel, party, &report);
        }
    }

    /// Some pairs of processes cannot connect.
    fn is_walled_off(&mut self, a: ProcessId, b: ProcessId) -> bool {
        let (low, high) = (a.min(b).0, a.max(b).0);
        if let Some(script) = &self.script {
            return script.walls.contains(&(low, high));
        }
        let mut rng = Rng::with_seed(self.seed ^ u64::from(low) << 32 ^ u64::from(high));
        // Walls leave members out of groups.
        let one_in = if self.config.multicast { 16 } else { 6 };
        let walled_off = rng.u8(..one_in) == 0;
        if walled_off {
            self.record_into(|list| {
                list.walls.insert((low, high));
            });
        }
        walled_off
    }
}
