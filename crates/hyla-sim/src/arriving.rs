//! What arrives at a process, and what its federate is told.

use std::rc::Rc;
use std::time::Duration;

use hyla_core::callback::Callback;
use hyla_core::member::{Arrival, Step};
use hyla_core::message::data::{self, DataFrame};
use hyla_core::message::{
    FederationNotice, FrameKind, FromRti, Greeting, LogEvent, decode_control, kind_of, relayed,
};
use hyla_types::{FederateHandle, Service};

use crate::authority::fingerprint;
use crate::driver::Role;
use crate::faults::Sabotage;
use crate::lanes::Due;
use crate::model::Seat;
use crate::network::{ChannelId, Item, Party, ProcessId};
use crate::process::Ask;
use crate::world::World;

impl World {
    #[allow(clippy::collapsible_match)] // a guard should not change anything
    pub(crate) fn arrive_at_process(&mut self, id: ProcessId, channel: ChannelId, item: Item) {
        match item {
            Item::Call => {
                self.process(id).links.accept(channel);
                self.network
                    .send(channel, Party::Process(id), Item::Opened, &mut self.rng);
            }
            Item::Opened => self.process(id).links.opened(channel),
            Item::Closed => {
                let now = Duration::from_micros(self.network.now());
                if let Some(due) = self.process(id).links.lanes.closed(channel, now) {
                    self.frames_due(id, due);
                } else if self.process(id).links.closed(channel) == Some(Role::Rti) {
                    self.cut_off(id);
                }
            }
            Item::Frame(frame) => match self.process(id).links.role(channel) {
                Some(Role::Rti) => self.frame_from_rti(id, &frame),
                Some(Role::Peer(from)) => {
                    if !self.process(id).links.hold_back(from, &frame) {
                        self.frame_on_stream(id, from, &frame);
                    }
                }
                Some(Role::Stranger) => {
                    if !self.frame_on_lane(id, channel, &frame)
                        && !self.process(id).links.keep_unasked(channel, &frame)
                        && !self.process(id).links.lanes.keep(channel, &frame)
                    {
                        self.greeting(id, channel, &frame);
                    }
                }
                None => {}
            },
        }
    }

    /// The connection to the RTI is gone.
    fn cut_off(&mut self, id: ProcessId) {
        self.note(format_args!("{id:?} has lost the RTI"));
        let process = self.process(id);
        process
            .member
            .handle_connection_lost("the connection broke");
        process.links.close();
        process.waiting = None;
        process.lists = 0;
        process.restores = 0;
        self.leave(id, true);
        self.restart();
    }

    fn greeting(&mut self, id: ProcessId, channel: ChannelId, frame: &[u8]) {
        let process = self.process(id);
        match decode_control::<Greeting>(frame) {
            Ok(Greeting::ToMember {
                execution,
                from,
                to,
            }) if process.member.execution() == Some(execution)
                && process.member.handle() == Some(to) =>
            {
                let known = process.member.federate_name(from).is_ok();
                process.links.greeted(channel, from, known);
            }
            Ok(Greeting::ToMember {
                execution,
                from,
                to,
            }) if matches!(process.waiting, Some((_, Ask::Join)))
                || process.member.may_be_renamed() =>
            {
                process.links.greeted_unasked(channel, execution, from, to);
            }
            _ => process.links.turn_away(channel),
        }
    }

    fn frame_from_rti(&mut self, id: ProcessId, frame: &[u8]) {
        if kind_of(frame) == Ok(FrameKind::Relayed) {
            if let Ok((from, inner)) = relayed(frame) {
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
        let process = self.process(id);
        let restoring = process.member.may_be_renamed();
        match process.member.handle_rti(message, &mut process.links) {
            Ok(arrival) => self.arrival(id, arrival),
            Err(problem) => self.must_be_sound(id, Err(problem)),
        }
        let process = self.process(id);
        if restoring && !process.member.may_be_renamed() {
            let member = &process.member;
            process
                .links
                .let_in(member.execution().zip(member.handle()));
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
            Arrival::Handled | Arrival::RelayPressure(..) => {}
            Arrival::Welcome(_) => self.process(id).member.handle_connected(),
            Arrival::Refused(exception) => {
                self.judge
                    .violated(format!("{id:?} was refused: {exception}"));
            }
            Arrival::RelayOpened(with) => {
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
            process.links.let_in(Some((execution, federate)));
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
        process.links.leave_execution();
        self.record_given_up(id);
        self.leave(id, false);
    }

    /// A frame on the stream of a member, to be put in order with what comes by lanes.
    fn frame_on_stream(&mut self, id: ProcessId, from: FederateHandle, frame: &[u8]) {
        let now = Duration::from_micros(self.network.now());
        match self.process(id).links.lanes.on_stream(from, frame, now) {
            Ok(due) => self.frames_due(id, due),
            Err(problem) => self
                .judge
                .violated(format!("{id:?} on a stream: {problem}")),
        }
    }

    /// The same on a lane; `false` if the channel is none.
    fn frame_on_lane(&mut self, id: ProcessId, channel: ChannelId, frame: &[u8]) -> bool {
        let now = Duration::from_micros(self.network.now());
        match self.process(id).links.lanes.on_lane(channel, frame, now) {
            Ok(Some(due)) => self.frames_due(id, due),
            Ok(None) => return false,
            Err(problem) => self.judge.violated(format!("{id:?} on a lane: {problem}")),
        }
        true
    }

    fn frames_due(&mut self, id: ProcessId, due: Due) {
        for (from, frame) in due {
            self.frame_from_peer(id, from, &frame);
        }
    }

    fn frame_from_peer(&mut self, id: ProcessId, from: FederateHandle, frame: &[u8]) {
        if self.config.sabotage == Some(Sabotage::RepeatAfterRemove)
            && let Ok(DataFrame::Discover { object, .. }) = data::decode(frame)
        {
            self.process(id).discoveries.insert(object, frame.to_vec());
        }
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
        if !process.temper.immediate {
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
                judge.callback(process.edition, process.seat, &callback);
                if let Callback::RemoveObjectInstance { object, .. } = callback {
                    self.repeat(id, object);
                }
            }
            Ok(Step::Again | Step::Idle) => {}
            Err(problem) => self.must_be_sound(id, Err(problem)),
        }
    }

    /// Hands the next callback to the federate; `false` if none is due.
    pub(crate) fn deliver_one(&mut self, id: ProcessId) -> bool {
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
                    judge.callback(process.edition, process.seat, &callback);
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
        let process = self.process(id);
        for federate in process.links.take_ended() {
            process
                .member
                .handle_stream_end(federate, &mut process.links);
        }
        let member = &process.member;
        let due = process
            .links
            .take_held_back(|from| member.federate_name(from).is_ok());
        for (from, frames) in due {
            for frame in frames {
                let now = Duration::from_micros(self.network.now());
                let process = self.process(id);
                let due = match process.links.lanes.on_stream(from, &frame, now) {
                    Ok(due) => due,
                    Err(problem) => {
                        self.judge.violated(format!("{id:?}: {problem}"));
                        return;
                    }
                };
                for (from, frame) in due {
                    let process = self.process(id);
                    let outcome = process.member.handle_data(from, &frame, &mut process.links);
                    self.must_be_sound(id, outcome);
                }
            }
        }
    }
}
