//! Arrival of frames at a process, and callbacks to its federate.

use std::rc::Rc;
use std::time::Duration;

use hyla_core::callback::Callback;
use hyla_core::member::{Arrival, DeliveredFrame, Step};
use hyla_core::message::data::{self, DataFrame};
use hyla_core::message::{
    FederationNotice, FrameKind, FromRti, LogEvent, decode_control, kind_of, relayed,
};
use hyla_link::{
    Bounded, ChannelRole, DispatchResult, Due, GroupRequest, MulticastChange, MulticastNotice,
    ProtocolViolation, Route,
};
use hyla_types::{FederateHandle, Service};

use crate::authority::fingerprint;
use crate::driver::{SimulatedGroup, callback_bytes, instant};
use crate::faults::Sabotage;
use crate::model::Membership;
use crate::network::{ChannelId, Event, Party, ProcessId, WireItem};
use crate::process::PendingAnswer;
use crate::world::World;

impl World {
    pub(crate) fn arrive_at_process(&mut self, id: ProcessId, channel: ChannelId, item: WireItem) {
        if self.arrives_at_impostor(id, channel, &item) {
            return;
        }
        let wire = hyla_net::ChannelId::from_raw(channel.0);
        match item {
            WireItem::Call => {
                self.accept_chain(channel);
                let process = self.process(id);
                process.links.accept(process.wires.channel(channel));
                self.network
                    .send(channel, Party::Process(id), WireItem::Opened, &mut self.rng);
            }
            WireItem::Opened => self.process(id).links.opened(wire),
            WireItem::Closed => {
                self.end_chain(channel, Party::Process(id));
                let process = self.process(id);
                process.wires.ended(channel);
                if process.links.closed(wire) == Some(ChannelRole::Rti) {
                    self.cut_off(id);
                }
            }
            WireItem::Frame(frame) => match self.network.group_of(channel) {
                Some(group) => self.frame_in_group(id, group, &frame),
                None => self.frame_at_process(id, wire, &frame),
            },
        }
    }

    /// Handles a frame as the driver of a federate does.
    fn frame_at_process(&mut self, id: ProcessId, channel: hyla_net::ChannelId, frame: &[u8]) {
        let now = instant(self.network.now());
        let process = self.process(id);
        let came = process
            .links
            .dispatch(&process.member, channel, frame, &|| now);
        match came {
            Ok(DispatchResult::Relayed(from, message)) => self.relayed_to(id, from, message, frame),
            Ok(DispatchResult::Control) => self.control_at_process(id, frame),
            // Rejected: the greeting is addressed to another federate, which can happen.
            Err(ProtocolViolation::Unidentified(problem)) => {
                process.links.turn_away(channel, &problem);
            }
            came => self.data_at_process(id, channel, came),
        }
    }

    /// Data of a member from its stream, a lane or a group.
    fn data_at_process(
        &mut self,
        id: ProcessId,
        channel: hyla_net::ChannelId,
        came: Result<DispatchResult<'_>, ProtocolViolation>,
    ) {
        match came {
            Ok(DispatchResult::Message(from, message)) => self.frame_from_peer(id, from, message),
            Ok(DispatchResult::InOrder(from, due)) => {
                self.deliver_held(id, from);
                match due {
                    Due::Nothing => {}
                    Due::Message(message, _) => self.frame_from_peer(id, from, message),
                    Due::Overflow(message) => self.miss(id, message),
                }
            }
            Ok(DispatchResult::SenderUnknown) => self.process(id).held_back += 1,
            Ok(DispatchResult::Done | DispatchResult::Relayed(..) | DispatchResult::Control) => {}
            Err(nonsense) => self
                .judge
                .violated(format!("{id:?} on {channel}: {nonsense:?}")),
        }
    }

    /// A datagram in a group.
    fn frame_in_group(&mut self, id: ProcessId, (group, token): (ChannelId, u64), datagram: &[u8]) {
        let now = instant(self.network.now());
        let group = hyla_net::ChannelId::from_raw(group.0);
        let links = &mut self.process(id).links;
        let came = links.dispatch_in_group((group, token), datagram, &|| now);
        self.data_at_process(id, group, came);
    }

    /// Joins and leaves groups on request of senders. Some processes cannot join any.
    fn join_groups(&mut self, id: ProcessId) {
        for wish in self.process(id).links.take_group_requests() {
            match wish {
                GroupRequest::Join(at, _) if id.0 % 7 == 6 => {
                    let refused = Err("no more groups".to_owned());
                    self.process(id).links.joined_group(at, refused);
                }
                GroupRequest::Join(at, _) => {
                    let group = SimulatedGroup {
                        id: self.network.join_group(at, id),
                        at,
                    };
                    self.process(id).links.joined_group(at, Ok(group));
                }
                GroupRequest::Leave(group) => self.network.leave_group(group.at, id),
                GroupRequest::JoinAgain(at, _) => self.network.rejoin_group(at, id),
            }
        }
    }

    /// Delivers messages that waited for other lanes and are due.
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

    /// The connection to the RTI is lost.
    fn cut_off(&mut self, id: ProcessId) {
        self.note(format_args!("{id:?} has lost the RTI"));
        let process = self.process(id);
        process
            .member
            .handle_connection_lost("the connection broke");
        process.links.close("the connection to the RTI is lost");
        process.waiting = None;
        process.resigns = None;
        process.lists = 0;
        process.restores = 0;
        self.leave(id, true);
        self.restart();
    }

    /// Data of a member that the RTI relayed; `frame` is the whole frame.
    fn relayed_to(
        &mut self,
        id: ProcessId,
        from: FederateHandle,
        message: Option<&[u8]>,
        frame: &[u8],
    ) {
        let overtakes = self.config.sabotage == Some(Sabotage::OvertakeStream);
        let kept = || relayed(frame).map(|(_, inner)| inner).ok();
        let data = |inner: &&[u8]| kind_of(inner) != Ok(FrameKind::Link);
        let kept = || kept().filter(|inner| overtakes && data(inner));
        if let Some(message) = message.or_else(kept) {
            if self.config.sabotage == Some(Sabotage::ForgetCensus)
                && self.is_of_a_census(id, from, message)
            {
                return;
            }
            let process = self.process(id);
            let outcome = process
                .member
                .handle_data(from, message, &mut process.links);
            self.must_be_sound(id, outcome);
        }
    }

    /// Handles a control message of the RTI.
    fn control_at_process(&mut self, id: ProcessId, frame: &[u8]) {
        let message = match decode_control::<FromRti>(frame) {
            Ok(message) => message,
            Err(error) => {
                self.judge
                    .violated(format!("the RTI sent an invalid message: {error}"));
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
        if let FromRti::RelayOpened { with } = message {
            // A federate that has resigned may send to an RTI that has already removed it.
            let membership = self.process(id).membership;
            let member = membership.and_then(|membership| self.judge.members.get(&membership));
            if member.is_some_and(|member| member.resigning) {
                self.give_up(id, [with]);
            }
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
            // Earlier requests to the RTI may be answered twice or never.
            process.lists = 0;
            process.refresh_schema();
            self.adopt_schema(id);
        }
        if let (Some(membership), Some((number, event))) = (self.process(id).membership, log) {
            self.judge
                .applied(membership, number, &event, fingerprint(frame));
            if matches!(event, LogEvent::FddExtended(_)) {
                self.process(id).refresh_schema();
                self.adopt_schema(id);
            }
        }
    }

    fn must_be_sound(&mut self, id: ProcessId, outcome: Result<(), hyla_core::member::Protocol>) {
        if let Err(problem) = outcome {
            self.judge
                .violated(format!("{id:?} reports a protocol violation: {problem}"));
        }
    }

    fn arrival(&mut self, id: ProcessId, arrival: Arrival) {
        match arrival {
            Arrival::Handled => {}
            Arrival::Welcome(_) => self.process(id).member.handle_connected(),
            Arrival::Refused(exception) => {
                self.judge
                    .violated(format!("{id:?} was refused: {exception}"));
            }
            Arrival::Answer(request, outcome) => {
                let Some((waited, ask)) = self.process(id).waiting.take() else {
                    self.judge
                        .violated(format!("{id:?} got an answer without a request"));
                    return;
                };
                let told = outcome.as_ref().map(|_| ()).map_err(|e| e.kind);
                self.note(format_args!("{id:?} {ask:?}: {told:?}"));
                if waited != request {
                    self.judge
                        .violated(format!("{id:?} got the answer to {request:?}"));
                }
                if ask == PendingAnswer::Settle {
                    if let Some(membership) = self.process(id).membership {
                        self.judge.settled(membership);
                    }
                    return;
                }
                let service = match ask {
                    PendingAnswer::Settle => return,
                    PendingAnswer::Create => Service::CreateFederationExecution,
                    PendingAnswer::Destroy => Service::DestroyFederationExecution,
                    PendingAnswer::Join => Service::JoinFederationExecution,
                    PendingAnswer::Resign => Service::ResignFederationExecution,
                    PendingAnswer::Galt => Service::QueryGalt,
                };
                self.tally(id, service, &outcome);
                match (ask, outcome.is_ok()) {
                    (PendingAnswer::Join, true) => self.joined(id),
                    (PendingAnswer::Resign, true) => self.resigned(id),
                    (PendingAnswer::Resign, false) => {
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
            process.membership = Some(Membership {
                execution: execution.low(),
                federate,
            });
            process.age = 0;
            process.refresh_schema();
            self.adopt_schema(id);
        }
    }

    /// The tables of an execution are the largest that any member has seen: FOM modules only add.
    fn adopt_schema(&mut self, id: ProcessId) {
        let process = &self.processes[id.0 as usize];
        let (Some(membership), Some(schema)) = (process.membership, process.schema.clone()) else {
            return;
        };
        let Some(execution) = self.judge.executions.get_mut(&membership.execution) else {
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
        if !process.behavior.immediate || process.links.is_congested() {
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
                    judge.callback(process.edition, process.membership, &callback);
                }
                if let Callback::RemoveObjectInstance { object, .. } = callback {
                    self.repeat(id, object);
                }
            }
            Ok(Step::Again | Step::Idle) => {}
            Err(problem) => self.must_be_sound(id, Err(problem)),
        }
    }

    /// Delivers due callbacks as Hyla's own thread does: not while back-pressure from receivers of
    /// this federate blocks it.
    pub(crate) fn deliver_due(&mut self, id: ProcessId) {
        if self.process(id).behavior.immediate {
            while self.judge.violation.is_none()
                && !self.process(id).links.is_congested()
                && self.deliver_one(id)
            {}
        }
        self.bound_callbacks(id);
    }

    /// Pauses or resumes reading from others, depending on the queued callbacks. Gives whether it did.
    pub(crate) fn bound_callbacks(&mut self, id: ProcessId) -> bool {
        let process = self.process(id);
        let bounded = process
            .links
            .bound(&process.member, callback_bytes(id), false);
        self.outcome.paused += u64::from(matches!(bounded, Some(Bounded::Pauses(_))));
        if bounded.is_some() {
            // Messages of groups waited, too.
            self.deliver_stirred(id);
        }
        bounded.is_some()
    }

    /// A frame was read: senders that wait for room in the channel continue.
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

    /// Delivers the next callback; `false` if none is due.
    pub(crate) fn deliver_one(&mut self, id: ProcessId) -> bool {
        if self.process(id).remote.is_some() {
            return self.hand_to_client(id);
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
        let mut scratch = DeliveredFrame::new();
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
                        judge.callback(process.edition, process.membership, &callback);
                    }
                    process.has_got(&callback);
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

    /// Passes changes of streams from the links to the member.
    pub(crate) fn settle(&mut self, id: ProcessId) {
        let process = self.process(id);
        let own = process.member.handle();
        process.links.joined_as(own);
        let ended = process.links.take_ended();
        self.deliver_stirred(id);
        let process = self.process(id);
        for (from, problem) in process.links.settle(&mut process.member, ended) {
            self.judge
                .violated(format!("{id:?} rejects {from}: {problem}"));
        }
        self.join_groups(id);
        self.count_rescues(id);
    }

    /// Counts members of groups that were put on streams.
    fn count_rescues(&mut self, id: ProcessId) {
        let links = &mut self.process(id).links;
        if links.has_multicast_notices() {
            let notices = links.take_multicast_notices();
            for notice in &notices {
                self.note(format_args!("{id:?}: {notice:?}"));
            }
            let rescued = |n: &&MulticastNotice| matches!(n.change, MulticastChange::OnStream(_));
            self.outcome.rescued += notices.iter().filter(rescued).count() as u64;
        }
    }

    /// Runs timers of the links.
    pub(crate) fn turn(&mut self, id: ProcessId) {
        let now = instant(self.network.now());
        let at = self.network.now();
        let process = self.process(id);
        // A timer that was planned before an earlier one was needed plans no further one.
        process.due = process.due.filter(|due| *due > at);
        process.links.at(now);
        self.settle(id);
        let draining = self.routed(id, Route::Drains);
        let process = self.process(id);
        let broken = process.links.turn(now);
        for peer in &broken {
            process.member.handle_way_changed(*peer, &mut process.links);
        }
        // Ends the drain of a member that has left, after the timeout.
        let left = self.routed(id, Route::Drains);
        let late = draining.into_iter().filter(|peer| !left.contains(peer));
        self.give_up(id, late);
        self.settle(id);
    }

    /// Members with that route.
    pub(crate) fn routed(&mut self, id: ProcessId, by: Route) -> Vec<FederateHandle> {
        let routes = self.process(id).links.routes();
        let mut found: Vec<_> = routes
            .filter(|(_, route)| *route == by)
            .map(|(peer, _)| peer)
            .collect();
        found.sort_unstable();
        found
    }

    /// Messages between the federate and these others may be lost.
    fn give_up(&mut self, id: ProcessId, others: impl IntoIterator<Item = FederateHandle>) {
        if let Some(membership) = self.process(id).membership {
            for other in others {
                self.judge.give_up(membership, other);
            }
        }
    }
}
