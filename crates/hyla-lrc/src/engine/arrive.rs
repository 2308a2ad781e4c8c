//! Events of the endpoint: calls, frames, ends.

use std::time::{Duration, Instant};

use bytes::Bytes;
use hyla_core::member::{Arrival, ArrivedFrame, Step};
use hyla_core::message::{FrameKind, FromRti, decode_control, kind_of};
use hyla_link::{ChannelRole, DispatchResult, Due, ProtocolViolation, Timeliness};
use hyla_net::{ChannelId, CloseReason, Event, Following};
use hyla_types::FederateHandle;

use super::deliver::Taken;
use super::{Connection, Core, Engine, Process};
use crate::settings::caller_protocol::{CallerProtocol, WHERE_NATIVE};

impl Engine {
    pub(super) fn handle_event(&self, connection: &Connection, event: Event<'_>) {
        match event {
            Event::Accepted { channel, .. } => {
                let mut core = self.core();
                core.links.at(Instant::now());
                core.links.accept(channel);
            }
            Event::ForeignCaller {
                peer,
                found,
                answer,
            } => {
                if CallerProtocol::of(&found) != Some(CallerProtocol::Hyla) {
                    answer.set(CallerProtocol::answer(&found));
                }
                let came = CallerProtocol::describe(&found);
                let reason = format!("this port is for federates, the caller is {came}");
                self.core().links.refused_without_channel(peer, &reason);
            }
            Event::Opened { channel } => {
                let mut core = self.core();
                core.links.at(Instant::now());
                core.links.opened(channel);
                drop(core);
                self.depart();
                self.notify();
            }
            Event::Frame {
                channel,
                bytes,
                following,
            } => self.handle_frames(connection, channel, bytes, following),
            Event::Table {
                channel,
                number,
                table,
            } => self.core().links.take_table(channel, number, table),
            Event::GroupFrame {
                group,
                sender,
                bytes,
            } => self.handle_group_frame(connection, group, sender, bytes),
            Event::Closed { channel, reason } => {
                let mut core = self.core();
                core.links.at(Instant::now());
                let role = core.links.closed(channel);
                core.deliver_stirred();
                drop(core);
                match role {
                    Some(
                        ChannelRole::IncomingLane(peer, _) | ChannelRole::OutgoingLane(peer, _),
                    ) => {
                        tracing::debug!(%peer, %reason, "a lane closed");
                        self.depart();
                    }
                    Some(ChannelRole::Rti) => self.fail(&rti_is_gone(&reason)),
                    Some(ChannelRole::Stream(peer)) => {
                        let (federation, federate) = self.core().who();
                        tracing::debug!(federation, federate, %peer, %reason, "a member's channel closed");
                    }
                    Some(ChannelRole::Unidentified) | None => {}
                }
            }
        }
    }

    /// A frame, and those behind it as long as they are updates that are delivered or queued at once: most frames by far.
    fn handle_frames(
        &self,
        connection: &Connection,
        channel: ChannelId,
        frame: &[u8],
        following: Following<'_>,
    ) {
        let data = matches!(kind_of(frame), Ok(FrameKind::Data));
        // The frame itself; then none follows.
        let kept = following.keep().map(Bytes::from_owner);
        let other = match connection.process {
            _ if !data => Some(frame),
            Process::Immediate => self.deliver_updates(channel, frame, following),
            _ => {
                let first = ArrivedFrame::new(frame, kept.as_ref());
                self.queue_updates(connection, channel, first, following)
            }
        };
        if let Some(frame) = other {
            self.handle_frame(connection, channel, frame, kept.as_ref());
        }
    }

    /// Queues updates, one after the other, as long as nothing holds them back. Gives the first frame that is something else.
    fn queue_updates<'f>(
        &self,
        connection: &Connection,
        channel: ChannelId,
        frame: ArrivedFrame<'f>,
        following: Following<'f>,
    ) -> Option<&'f [u8]> {
        let mut core = self.core();
        let mut next = Some(frame);
        let mut is_queued = false;
        if let Some(from) = core.links.plain_peer(channel) {
            while let Some(frame) = next
                && core.member.queue_update(from, frame)
            {
                is_queued = true;
                next = following.take().map(ArrivedFrame::from);
            }
        }
        if is_queued {
            core.warn_of_long_queue(connection);
            drop(core);
            self.notify();
        }
        next.map(ArrivedFrame::bytes)
    }

    /// `kept` is the frame itself, if it can be kept without a copy.
    fn handle_frame(
        &self,
        connection: &Connection,
        channel: ChannelId,
        frame: &[u8],
        kept: Option<&Bytes>,
    ) {
        let mut core = self.core();
        let Core { member, links, .. } = &mut *core;
        match links.dispatch(member, channel, frame, &Instant::now) {
            Ok(DispatchResult::Message(from, frame)) => {
                let frame = ArrivedFrame::new(frame, kept);
                return self.handle_data(connection, core, channel, from, frame);
            }
            Ok(DispatchResult::InOrder(from, due)) => {
                return self.handle_in_order(connection, core, channel, from, due);
            }
            Ok(DispatchResult::Relayed(from, message)) => {
                let handled = message.map_or(Ok(()), |message| {
                    let handled = member.handle_data(from, message, links);
                    handled.map_err(|problem| problem.0)
                });
                return self.after_rti(connection, core, handled);
            }
            Ok(DispatchResult::Control) => {
                let handled = core.handle_control(frame, self.now());
                return self.after_rti(connection, core, handled);
            }
            Err(ProtocolViolation::Rti(problem)) => {
                return self.after_rti(connection, core, Err(problem));
            }
            Err(ProtocolViolation::Member(problem) | ProtocolViolation::Unidentified(problem)) => {
                drop(core);
                self.turn_away(channel, &problem);
            }
            Ok(DispatchResult::Done | DispatchResult::SenderUnknown)
            | Err(ProtocolViolation::Group(_)) => drop(core),
        }
        self.depart();
    }

    /// Someone speaks nonsense: its channel is closed, the federation goes on. Who has not proven to be a member has no line here, since
    /// anybody can call: [`Core::log_refused`] has one for many.
    fn turn_away(&self, id: ChannelId, problem: &str) {
        let mut core = self.core();
        if core.links.turn_away(id, problem) {
            let (federation, federate) = core.who();
            tracing::warn!(federation, federate, problem, "a channel is closed");
        }
    }

    /// Something of the RTI has been handled, or makes no sense.
    fn after_rti(
        &self,
        connection: &Connection,
        mut core: std::sync::MutexGuard<'_, Core>,
        handled: Result<(), String>,
    ) {
        core.settle();
        self.note_reporting(&mut core);
        core.warn_of_long_queue(connection);
        drop(core);
        if let Err(problem) = handled {
            self.fail(&format!("the RTI broke the protocol: {problem}"));
        }
        if connection.process == Process::Immediate {
            self.deliver_due(connection);
        }
        self.notify();
    }

    /// A datagram in a group.
    fn handle_group_frame(
        &self,
        connection: &Connection,
        group: ChannelId,
        sender: u64,
        frame: &[u8],
    ) {
        let mut core = self.core();
        let came = core
            .links
            .dispatch_in_group((group, sender), frame, &Instant::now);
        match came {
            Ok(DispatchResult::InOrder(from, due)) => {
                return self.handle_in_order(connection, core, group, from, due);
            }
            Err(nonsense) => {
                tracing::debug!(%group, ?nonsense, "invalid datagram in a multicast group");
            }
            Ok(_) => {}
        }
        drop(core);
        self.depart();
    }

    /// Handles a frame of a member, from one of its channels, behind the callbacks that are due before it.
    fn handle_in_order<'e>(
        &'e self,
        connection: &Connection,
        mut core: std::sync::MutexGuard<'e, Core>,
        channel: ChannelId,
        from: FederateHandle,
        due: Due<'_>,
    ) {
        core.deliver_held(from);
        if let Due::Message(message, judgement) = due {
            let late = matches!(judgement, Timeliness::Late(..));
            if core.admit_late(from, judgement) {
                if late && connection.process == Process::Immediate {
                    drop(core);
                    self.tell_late();
                    core = self.core();
                }
                self.handle_data(connection, core, channel, from, message.into());
                return self.depart();
            }
        }
        core.settle();
        core.warn_of_long_queue(connection);
        drop(core);
        self.depart();
        if connection.process == Process::Immediate {
            self.deliver_due(connection);
        }
        self.notify();
    }

    /// Data of another member: to the federate at once if it may be called here and now.
    fn handle_data(
        &self,
        connection: &Connection,
        mut guard: std::sync::MutexGuard<'_, Core>,
        channel: ChannelId,
        from: FederateHandle,
        frame: ArrivedFrame<'_>,
    ) {
        let core = &mut *guard;
        if connection.process != Process::Immediate || core.links.is_congested() {
            let outcome = core.member.handle_data(from, frame, &mut core.links);
            core.settle();
            core.warn_of_long_queue(connection);
            drop(guard);
            self.notify();
            if let Err(problem) = outcome {
                self.turn_away(channel, &problem.0);
            }
            return;
        }
        let now = || self.now();
        let step = core.member.deliver_data(from, frame, &now, &mut core.links);
        core.settle();
        let taken = matches!(step, Ok(Step::Callback(_))).then(|| Taken::of(self));
        drop(guard);
        match step {
            // Resulting callbacks are due before the next frame, or when these are read.
            Ok(Step::Callback(callback)) => {
                self.dispatch(&callback);
                drop(taken);
            }
            Ok(Step::Again | Step::Idle) => {
                self.deliver_due(connection);
            }
            Err(problem) => self.turn_away(channel, &problem.0),
        }
    }

    /// The connection to the RTI is lost: ends all waits and notifies the federate.
    pub(super) fn fail(&self, reason: &str) {
        let mut core = self.core();
        if core.lost.is_some() {
            return;
        }
        let (federation, federate) = core.who();
        if core.member.is_connected() {
            tracing::warn!(
                federation,
                federate,
                reason,
                "the connection to the RTI is lost"
            );
        }
        core.lost = Some(reason.to_owned());
        core.member.handle_connection_lost(reason);
        core.links.close("the connection to the RTI is lost");
        drop(core);
        self.notify();
    }
}

/// State of the RTI, by the end of the connection to it.
pub(super) fn rti_is_gone(reason: &CloseReason) -> String {
    match reason {
        CloseReason::Peer => "the RTI ended or closed the connection".to_owned(),
        CloseReason::MidFrame { .. } => "the RTI ended in the middle of a message".to_owned(),
        CloseReason::Broken(kind) => format!("the connection to the RTI broke: {kind}"),
        CloseReason::Idle(after) => format!("the RTI was silent for {after:?}"),
        CloseReason::HostLost(after) => {
            format!("the host of the RTI did not answer for {after:?}")
        }
        CloseReason::Refused(reason) => format!("the RTI refused: {reason}"),
        CloseReason::WrongHandshake { found } => match CallerProtocol::of(found) {
            Some(CallerProtocol::Hyla) => CallerProtocol::Hyla.serves().to_owned(),
            Some(protocol) => format!(
                "not an RTI for native federates: {}; {WHERE_NATIVE}",
                protocol.serves()
            ),
            None => format!("it is no RTI of Hyla: {reason}; {WHERE_NATIVE}"),
        },
        CloseReason::Silent(_) | CloseReason::NoHandshake => format!("{reason}; {WHERE_NATIVE}"),
        _ => reason.to_string(),
    }
}

impl Core {
    fn handle_control(&mut self, frame: &[u8], now: Duration) -> Result<(), String> {
        let message = decode_control::<FromRti>(frame).map_err(|error| error.0)?;
        // The MOM may ask how long the federate has been waiting.
        self.member.handle_time(now, &mut self.links);
        match self
            .member
            .handle_rti(message, &mut self.links)
            .map_err(|p| p.0)?
        {
            Arrival::Handled => {}
            Arrival::Answer(request, outcome) => {
                if !self.abandoned.remove(&request) {
                    self.answers.insert(request, outcome);
                }
            }
            Arrival::Welcome(version) => self.greeting = Some(Ok(version)),
            Arrival::Refused(exception) => self.greeting = Some(Err(exception)),
        }
        Ok(())
    }

    /// Puts what had to wait for other lanes, and is due, into the queue.
    fn deliver_held(&mut self, from: FederateHandle) {
        while let Some((held, judgement)) = self.links.next_due(from) {
            if !self.admit_late(from, judgement) {
                continue;
            }
            self.deliver_one_held(from, &held.message);
        }
    }

    fn deliver_one_held(&mut self, from: FederateHandle, message: &[u8]) {
        if self.member.queue_update(from, message) {
            return;
        }
        let handled = self.member.handle_data(from, message, &mut self.links);
        if let Err(problem) = handled {
            let (federation, federate) = self.who();
            tracing::warn!(federation, federate, %from, %problem, "invalid message");
        }
    }

    /// The same for everyone of whom something may be due.
    pub(super) fn deliver_stirred(&mut self) {
        while let Some((from, message)) = self.links.next_leftover() {
            self.deliver_one_held(from, &message);
        }
        for from in self.links.take_stirred() {
            self.deliver_held(from);
        }
    }

    /// Counts a message that is late. Whether it is delivered.
    fn admit_late(&mut self, from: FederateHandle, judgement: Timeliness) -> bool {
        match judgement {
            Timeliness::InTime => return true,
            Timeliness::Drop => {
                self.late_messages += 1;
                return false;
            }
            Timeliness::Late(profile, by) => {
                self.late_messages += 1;
                self.late_notices.push_back((from, profile, by));
            }
        }
        true
    }

    fn warn_of_long_queue(&mut self, connection: &Connection) {
        let length = self.member.pending_callbacks();
        let limit = connection.settings.limits.callback_queue_warn;
        if limit > 0 && length > limit && !self.warned_of_queue {
            self.warned_of_queue = true;
            let (federation, federate) = self.who();
            tracing::warn!(
                federation,
                federate,
                length,
                "callbacks wait: evoke more often or do less in each (limits.callback_queue_warn)"
            );
        } else if length < limit / 2 {
            self.warned_of_queue = false;
        }
    }
}
