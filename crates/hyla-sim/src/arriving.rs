//! What arrives at a process, and what its federate is told.

use std::rc::Rc;
use std::time::Duration;

use hyla_core::callback::Callback;
use hyla_core::member::{Arrival, Step};
use hyla_core::message::data::{self, DataFrame};
use hyla_core::message::{
    FederationNotice, FrameKind, FromRti, LogEvent, decode_control, kind_of, relayed,
};
use hyla_link::lanes::{Path, is_probe};
use hyla_link::{Bounded, Role, Route, Wish};
use hyla_types::{FederateHandle, Service};

use crate::authority::fingerprint;
use crate::driver::{SimulatedGroup, callback_bytes, instant};
use crate::faults::Sabotage;
use crate::model::Seat;
use crate::network::{ChannelId, Event, Item, Party, ProcessId};
use crate::process::Ask;
use crate::world::World;

impl World {
    pub(crate) fn arrive_at_process(&mut self, id: ProcessId, channel: ChannelId, item: Item) {
        let wire = hyla_net::ChannelId::from_raw(channel.0);
        match item {
            Item::Call => {
                let process = self.process(id);
                process.links.accept(process.wires.channel(channel));
                self.network
                    .send(channel, Party::Process(id), Item::Opened, &mut self.rng);
            }
            Item::Opened => self.process(id).links.opened(wire),
            Item::Closed => {
                let process = self.process(id);
                process.wires.ended(channel);
                if process.links.closed(wire) == Some(Role::Rti) {
                    self.cut_off(id);
                }
            }
            Item::Frame(frame) => match self.network.group_of(channel) {
                Some(group) => self.frame_in_group(id, group, &frame),
                None => self.frame_at_process(id, wire, &frame),
            },
        }
    }

    /// As the driver of a federate does it.
    fn frame_at_process(&mut self, id: ProcessId, channel: hyla_net::ChannelId, frame: &[u8]) {
        let process = self.process(id);
        let outcome = match process.links.role(channel) {
            Some(Role::Rti) => {
                self.frame_from_rti(id, frame);
                Ok(())
            }
            Some(Role::Peer(from)) => match process.links.hold_back(from, frame) {
                Ok(false) => self.frame_by(id, (from, Path::Stream), channel, frame),
                held => held.map(|_| process.held_back += 1),
            },
            Some(Role::Lane(from, lane)) => {
                self.frame_by(id, (from, Path::Lane(lane)), channel, frame)
            }
            Some(Role::OwnLane(..)) => Err("a lane has one direction".to_owned()),
            Some(Role::Stranger) => {
                // Whoever means somebody else is turned away, which happens.
                let known = process.links.introduced(&process.member, channel, frame);
                if let Err(problem) = known {
                    process.links.turn_away(channel, &problem);
                }
                Ok(())
            }
            None => Ok(()),
        };
        if let Err(problem) = outcome {
            self.judge
                .violated(format!("{id:?} on {channel}: {problem}"));
        }
    }

    /// A frame of a member, to be put in order where it has lanes.
    fn frame_by(
        &mut self,
        id: ProcessId,
        (from, path): (FederateHandle, Path),
        channel: hyla_net::ChannelId,
        frame: &[u8],
    ) -> Result<(), String> {
        if path == Path::Stream && !self.process(id).links.sorts(from, frame) {
            self.frame_from_peer(id, from, frame);
            return Ok(());
        }
        let arrived = self
            .process(id)
            .links
            .arrives(from, path, channel, frame)?
            .map(|(message, _)| message.to_vec());
        self.deliver_held(id, from);
        if let Some(message) = arrived {
            self.frame_from_peer(id, from, &message);
        }
        Ok(())
    }

    /// A datagram in a group: for this member, for others, or only to be heard.
    fn frame_in_group(&mut self, id: ProcessId, (group, token): (ChannelId, u64), datagram: &[u8]) {
        let group = hyla_net::ChannelId::from_raw(group.0);
        let links = &mut self.process(id).links;
        let Some(heard) = links.heard(group, token, datagram.len()) else {
            return;
        };
        if is_probe(datagram) {
            return;
        }
        let arrived = links.arrives_in_group((group, token), &heard, datagram);
        let arrived = arrived.map(|arrived| arrived.map(|(message, _)| message.to_vec()));
        self.deliver_held(id, heard.from);
        match arrived {
            Ok(Some(message)) => {
                let path = Path::Lane(heard.lane);
                if self.process(id).links.overflows(heard.from, path) {
                    self.miss(id, &message);
                } else {
                    self.frame_from_peer(id, heard.from, &message);
                }
            }
            Ok(None) => {}
            Err(problem) => self
                .judge
                .violated(format!("{id:?} in group {group}: {problem}")),
        }
    }

    /// Joins groups and leaves them, as others have asked for. Some processes can join none.
    fn join_groups(&mut self, id: ProcessId) {
        for wish in self.process(id).links.take_group_wishes() {
            match wish {
                Wish::Join(at, _) if id.0 % 7 == 6 => {
                    let refused = Err("no more groups".to_owned());
                    self.process(id).links.joined_group(at, refused);
                }
                Wish::Join(at, _) => {
                    let group = SimulatedGroup {
                        id: self.network.join_group(at, id),
                        at,
                    };
                    self.process(id).links.joined_group(at, Ok(group));
                }
                Wish::Leave(group) => self.network.leave_group(group.at, id),
            }
        }
    }

    /// What had to wait for other lanes, and is due.
    fn deliver_held(&mut self, id: ProcessId, from: FederateHandle) {
        while let Some((held, _)) = self.process(id).links.next_due(from) {
            self.frame_from_peer(id, from, &held.message);
        }
    }

    fn deliver_stirred(&mut self, id: ProcessId) {
        while let Some((from, message)) = self.process(id).links.next_leftover() {
            self.frame_from_peer(id, from, &message);
        }
        for from in self.process(id).links.take_stirred() {
            self.deliver_held(id, from);
        }
    }

    /// The connection to the RTI is gone.
    fn cut_off(&mut self, id: ProcessId) {
        self.note(format_args!("{id:?} has lost the RTI"));
        let process = self.process(id);
        process
            .member
            .handle_connection_lost("the connection broke");
        process.links.close("the connection to the RTI is lost");
        process.waiting = None;
        process.lists = 0;
        process.restores = 0;
        self.leave(id, true);
        self.restart();
    }

    fn frame_from_rti(&mut self, id: ProcessId, frame: &[u8]) {
        let sabotage = self.config.sabotage;
        if kind_of(frame) == Ok(FrameKind::Relayed) {
            if let Ok((from, inner)) = relayed(frame) {
                let process = self.process(id);
                let due = process.links.relayed_is_due(from, inner);
                let link = kind_of(inner) == Ok(FrameKind::Link);
                if !due && (link || sabotage != Some(Sabotage::OvertakeStream)) {
                    return;
                }
                if sabotage == Some(Sabotage::ForgetCensus) && self.is_of_a_census(id, from, inner)
                {
                    return;
                }
                let process = self.process(id);
                let outcome = process.member.handle_data(from, inner, &mut process.links);
                self.must_be_sound(id, outcome);
            }
            return;
        }
        let message = match decode_control::<FromRti>(frame) {
            Ok(message) => message,
            Err(error) => {
                self.judge
                    .violated(format!("the RTI sent nonsense: {error}"));
                return;
            }
        };
        let log = match &message {
            FromRti::Log { number, event } => Some((*number, event.clone())),
            _ => None,
        };
        if log.is_some()
            && self.config.sabotage == Some(Sabotage::LoseLogEntry)
            && self.chance(Party::Rti, 20)
        {
            return;
        }
        let restored = matches!(
            message,
            FromRti::Federation(FederationNotice::Restored { .. })
        );
        let leaves = matches!(log, Some((_, LogEvent::MemberLeft { .. })));
        let waiting = if leaves {
            self.routed(id, Route::Waits)
        } else {
            Vec::new()
        };
        let process = self.process(id);
        match process.member.handle_rti(message, &mut process.links) {
            Ok(arrival) => self.arrival(id, arrival),
            Err(problem) => self.must_be_sound(id, Err(problem)),
        }
        if leaves {
            let left = self.routed(id, Route::Waits);
            let gone = waiting.into_iter().filter(|peer| !left.contains(peer));
            self.give_up(id, gone);
        }
        if restored {
            let process = self.process(id);
            // What it asked of the RTI before may be answered twice or not at all.
            process.lists = 0;
            process.refresh_schema();
            self.adopt_schema(id);
        }
        if let (Some(seat), Some((number, event))) = (self.process(id).seat, log) {
            self.judge.applied(seat, number, &event, fingerprint(frame));
            if matches!(event, LogEvent::FddExtended(_)) {
                self.process(id).refresh_schema();
                self.adopt_schema(id);
            }
        }
    }

    fn must_be_sound(&mut self, id: ProcessId, outcome: Result<(), hyla_core::member::Protocol>) {
        if let Err(problem) = outcome {
            self.judge
                .violated(format!("{id:?} found the protocol broken: {problem}"));
        }
    }

    fn arrival(&mut self, id: ProcessId, arrival: Arrival) {
        match arrival {
            Arrival::Handled => {}
            Arrival::RelayPressure(to, high) => self.process(id).links.relay_pressure(to, high),
            Arrival::Welcome(_) => self.process(id).member.handle_connected(),
            Arrival::Refused(exception) => {
                self.judge
                    .violated(format!("{id:?} was refused: {exception}"));
            }
            Arrival::RelayOpened(with) => {
                // Who has asked to leave says the rest to an RTI that may have let it go.
                let seat = self.process(id).seat;
                let member = seat.and_then(|seat| self.judge.members.get(&seat));
                if member.is_some_and(|member| member.resigning) {
                    self.give_up(id, [with]);
                }
                let process = self.process(id);
                process.links.relay(with, false);
                process.member.handle_way_changed(with, &mut process.links);
            }
            Arrival::Answer(request, outcome) => {
                let Some((waited, ask)) = self.process(id).waiting.take() else {
                    self.judge
                        .violated(format!("{id:?} got an answer to nothing"));
                    return;
                };
                let told = outcome.as_ref().map(|_| ()).map_err(|e| e.kind);
                self.note(format_args!("{id:?} {ask:?}: {told:?}"));
                if waited != request {
                    self.judge
                        .violated(format!("{id:?} got the answer to {request:?}"));
                }
                if ask == Ask::Settle {
                    if let Some(seat) = self.process(id).seat {
                        self.judge.settled(seat);
                    }
                    return;
                }
                let service = match ask {
                    Ask::Settle => return,
                    Ask::Create => Service::CreateFederationExecution,
                    Ask::Destroy => Service::DestroyFederationExecution,
                    Ask::Join => Service::JoinFederationExecution,
                    Ask::Resign => Service::ResignFederationExecution,
                    Ask::Galt => Service::QueryGalt,
                };
                self.tally(id, service, &outcome);
                match (ask, outcome.is_ok()) {
                    (Ask::Join, true) => self.joined(id),
                    (Ask::Resign, true) => self.resigned(id),
                    (Ask::Resign, false) => {
                        self.judge
                            .violated(format!("{id:?} may not leave: {outcome:?}"));
                    }
                    _ => {}
                }
            }
        }
    }

    fn joined(&mut self, id: ProcessId) {
        let process = self.process(id);
        if let (Some(execution), Some(federate)) =
            (process.member.execution(), process.member.handle())
        {
            process.seat = Some(Seat {
                execution,
                federate,
            });
            process.age = 0;
            process.refresh_schema();
            self.adopt_schema(id);
        }
    }

    /// The tables of an execution are the largest that a member has seen: modules only add.
    fn adopt_schema(&mut self, id: ProcessId) {
        let process = &self.processes[id.0 as usize];
        let (Some(seat), Some(schema)) = (process.seat, process.schema.clone()) else {
            return;
        };
        let Some(execution) = self.judge.executions.get_mut(&seat.execution) else {
            return;
        };
        match &execution.schema {
            Some(known) if known.objects.len() >= schema.objects.len() => {
                let same = schema.objects.iter().all(|row| known.objects.contains(row));
                if !same {
                    self.judge
                        .violated(format!("{id:?} sees other handles than the others"));
                }
            }
            _ => execution.schema = Some(Rc::clone(&schema)),
        }
    }

    fn resigned(&mut self, id: ProcessId) {
        let process = self.process(id);
        process.restores = 0;
        process.member.resigned(&mut process.links);
        let waiting = self.routed(id, Route::Waits);
        self.give_up(id, waiting);
        self.process(id).links.leave_execution();
        self.leave(id, false);
    }

    fn frame_from_peer(&mut self, id: ProcessId, from: FederateHandle, frame: &[u8]) {
        if self.config.sabotage == Some(Sabotage::RepeatAfterRemove)
            && let Ok(DataFrame::Discover { object, .. }) = data::decode(frame)
        {
            self.process(id).discoveries.insert(object, frame.to_vec());
        }
        let sabotage = self.mishandles(id);
        let now = Duration::from_micros(self.network.now());
        let World {
            processes,
            judge,
            outcome,
            trace,
            network,
            ..
        } = self;
        let process = &mut processes[id.0 as usize];
        if !process.temper.immediate || process.links.is_congested() {
            let handled = process.member.handle_data(from, frame, &mut process.links);
            self.must_be_sound(id, handled);
            return;
        }
        match process
            .member
            .deliver_data(from, frame, &|| now, &mut process.links)
        {
            Ok(Step::Callback(callback)) => {
                trace.line(network.now(), format_args!("{id:?} <- {callback:?}"));
                *outcome.callbacks.entry(callback.service()).or_default() += 1;
                let times = sabotage.map_or(1, |sabotage| sabotage.times(&callback));
                for _ in 0..times {
                    judge.callback(process.edition, process.seat, &callback);
                }
                if let Callback::RemoveObjectInstance { object, .. } = callback {
                    self.repeat(id, object);
                }
            }
            Ok(Step::Again | Step::Idle) => {}
            Err(problem) => self.must_be_sound(id, Err(problem)),
        }
    }

    /// As Hyla's own thread does it: hands over what is due, unless receivers of this federate's messages cannot keep up.
    pub(crate) fn deliver_due(&mut self, id: ProcessId) {
        if self.process(id).temper.immediate {
            while self.judge.violation.is_none()
                && !self.process(id).links.is_congested()
                && self.deliver_one(id)
            {}
        }
        self.bound_callbacks(id);
    }

    /// Reads from others, or no longer, as what waits at the process tells.
    pub(crate) fn bound_callbacks(&mut self, id: ProcessId) {
        let process = self.process(id);
        let bounded = process
            .links
            .bound(&process.member, callback_bytes(id), false);
        self.outcome.paused += u64::from(matches!(bounded, Some(Bounded::Pauses(_))));
    }

    /// A frame has been taken at its end: whoever waits for room in the channel goes on.
    pub(crate) fn make_room(&mut self, channel: ChannelId, reader: Party, bytes: usize) {
        match self.network.other_end(channel, reader) {
            Some(Party::Rti) => self.taken_from_rti(channel, bytes),
            Some(Party::Process(writer)) if self.process(writer).wires.taken(channel, bytes) => {
                let now = self.network.now();
                self.network.schedule(now, Event::Turn(writer));
            }
            _ => {}
        }
    }

    /// Hands the next callback to the federate; `false` if none is due.
    pub(crate) fn deliver_one(&mut self, id: ProcessId) -> bool {
        let sabotage = self.mishandles(id);
        let now = Duration::from_micros(self.network.now());
        let World {
            processes,
            judge,
            outcome,
            trace,
            network,
            ..
        } = self;
        let process = &mut processes[id.0 as usize];
        let mut scratch = Vec::new();
        let (removed, restored) = loop {
            match process
                .member
                .next_callback(now, &mut scratch, &mut process.links)
            {
                Step::Again => {}
                Step::Idle => return false,
                Step::Callback(callback) => {
                    trace.line(network.now(), format_args!("{id:?} <- {callback:?}"));
                    *outcome.callbacks.entry(callback.service()).or_default() += 1;
                    let times = sabotage.map_or(1, |sabotage| sabotage.times(&callback));
                    for _ in 0..times {
                        judge.callback(process.edition, process.seat, &callback);
                    }
                    match callback {
                        Callback::ConnectionLost { .. } => process.told_lost += 1,
                        Callback::ReportFederationExecutions { .. }
                        | Callback::ReportFederationExecutionMembers { .. }
                        | Callback::ReportFederationExecutionDoesNotExist { .. } => {
                            process.lists = process.lists.saturating_sub(1);
                        }
                        Callback::RequestFederationRestoreSucceeded { .. }
                        | Callback::RequestFederationRestoreFailed { .. } => {
                            process.restores = process.restores.saturating_sub(1);
                        }
                        _ => {}
                    }
                    break match callback {
                        Callback::RemoveObjectInstance { object, .. } => (Some(object), false),
                        Callback::FederationRestored => (None, true),
                        _ => (None, false),
                    };
                }
            }
        };
        if self.process(id).links.is_pausing() {
            self.bound_callbacks(id);
        }
        if let Some(object) = removed {
            self.repeat(id, object);
        }
        if restored {
            self.look_around(id);
        }
        true
    }

    fn repeat(&mut self, id: ProcessId, object: hyla_types::ObjectInstanceHandle) {
        if self.config.sabotage != Some(Sabotage::RepeatAfterRemove) {
            return;
        }
        let process = self.process(id);
        if let Some(frame) = process.discoveries.remove(&object) {
            let from = object.registrant();
            let outcome = process.member.handle_data(from, &frame, &mut process.links);
            self.must_be_sound(id, outcome);
        }
    }

    /// Carries over from the links to the member what happened to streams.
    pub(crate) fn settle(&mut self, id: ProcessId) {
        let ended = self.process(id).links.take_ended();
        self.deliver_stirred(id);
        let process = self.process(id);
        for (from, problem) in process.links.settle(&mut process.member, ended) {
            self.judge
                .violated(format!("{id:?} turns away {from}: {problem}"));
        }
        self.join_groups(id);
    }

    /// What is due by itself for the links of a process.
    pub(crate) fn turn(&mut self, id: ProcessId) {
        let now = instant(self.network.now());
        self.process(id).due = None;
        self.process(id).links.at(now);
        self.settle(id);
        let draining = self.routed(id, Route::Drains);
        let process = self.process(id);
        let broken = process.links.turn(now);
        for peer in &broken {
            process.member.handle_way_changed(*peer, &mut process.links);
        }
        // Of a member that has left, what did not come in time.
        let left = self.routed(id, Route::Drains);
        let late = draining.into_iter().filter(|peer| !left.contains(peer));
        self.give_up(id, late);
        self.settle(id);
    }

    /// Members to whom data gets in that way.
    pub(crate) fn routed(&mut self, id: ProcessId, by: Route) -> Vec<FederateHandle> {
        let routes = self.process(id).links.routes();
        let mut found: Vec<_> = routes
            .filter(|(_, route)| *route == by)
            .map(|(peer, _)| peer)
            .collect();
        found.sort_unstable();
        found
    }

    /// Between a federate and these others something may be lost.
    fn give_up(&mut self, id: ProcessId, others: impl IntoIterator<Item = FederateHandle>) {
        if let Some(seat) = self.process(id).seat {
            for other in others {
                self.judge.give_up(seat, other);
            }
        }
    }
}
