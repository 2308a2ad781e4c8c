//! What the endpoint reports: calls, frames, ends.

use std::time::{Duration, Instant};

use hyla_core::member::{Arrival, Step};
use hyla_core::message::{Echo, FrameKind, FromRti, decode_control, kind_of, relayed};
use hyla_link::lanes::{Path, is_probe};
use hyla_link::{Arrived, Role};
use hyla_net::{ChannelId, CloseReason, Event, Following};
use hyla_types::FederateHandle;

use super::{Connection, Core, Engine, Process};
use crate::stranger::{Stranger, WHERE_NATIVE};

impl Engine {
    pub(super) fn handle_event(&self, connection: &Connection, event: Event<'_>) {
        match event {
            Event::Accepted { channel, .. } => {
                let mut core = self.core();
                core.links.at(Instant::now());
                core.links.accept(channel);
            }
            Event::Stranger {
                peer,
                found,
                answer,
            } => {
                if Stranger::of(&found) != Some(Stranger::Hyla) {
                    answer.set(Stranger::answer(&found));
                }
                let (federation, federate) = self.core().who();
                let came = Stranger::describe(&found);
                tracing::warn!(federation, federate, %peer, "a call is turned away, here other federates call: it came from {came}");
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
                    Some(Role::Lane(peer, _) | Role::OwnLane(peer, _)) => {
                        tracing::debug!(%peer, %reason, "a lane closed");
                        self.depart();
                    }
                    Some(Role::Rti) => self.fail(&rti_is_gone(&reason)),
                    Some(Role::Peer(peer)) => {
                        let (federation, federate) = self.core().who();
                        tracing::debug!(federation, federate, %peer, %reason, "a member's channel closed");
                    }
                    Some(Role::Stranger) | None => {}
                }
            }
        }
    }

    /// A frame, and those behind it as long as they are updates that are delivered at once: most frames by far.
    fn handle_frames(
        &self,
        connection: &Connection,
        channel: ChannelId,
        frame: &[u8],
        following: Following<'_>,
    ) {
        let data = matches!(kind_of(frame), Ok(FrameKind::Data));
        let other = if data && connection.process == Process::Immediate {
            self.deliver_updates(channel, frame, following)
        } else {
            Some(frame)
        };
        if let Some(frame) = other {
            self.handle_frame(connection, channel, frame);
        }
    }

    fn handle_frame(&self, connection: &Connection, channel: ChannelId, frame: &[u8]) {
        let mut core = self.core();
        let outcome = match core.links.role(channel) {
            Some(Role::Rti) if Echo::is(frame) => {
                core.links.handle_echo(channel, None, frame, Instant::now())
            }
            Some(Role::Peer(from) | Role::Lane(from, _)) if Echo::is(frame) => core
                .links
                .handle_echo(channel, Some(from), frame, Instant::now()),
            Some(Role::Rti) => return self.handle_rti_frame(connection, core, frame),
            Some(Role::Peer(from)) => match core.links.hold_back(from, frame) {
                Ok(false) if core.links.sorts(from, frame) => {
                    let path = Path::Stream;
                    return self.handle_sorted(connection, core, channel, (from, path), frame);
                }
                Ok(false) => return self.handle_data(connection, core, channel, from, frame),
                held => held.map(drop),
            },
            Some(Role::Lane(from, lane)) => {
                let path = Path::Lane(lane);
                return self.handle_sorted(connection, core, channel, (from, path), frame);
            }
            Some(Role::OwnLane(..)) => Err("a lane has one direction".to_owned()),
            Some(Role::Stranger) => {
                core.links.at(Instant::now());
                let Core { member, links, .. } = &mut *core;
                links.introduced(member, channel, frame)
            }
            None => Ok(()),
        };
        drop(core);
        if let Err(problem) = outcome {
            self.turn_away(channel, &problem);
        }
        self.depart();
    }

    /// Someone speaks nonsense: its channel is closed, the federation goes on.
    fn turn_away(&self, id: ChannelId, problem: &str) {
        let mut core = self.core();
        let (federation, federate) = core.who();
        tracing::warn!(federation, federate, problem, "a channel is closed");
        core.links.turn_away(id, problem);
    }

    fn handle_rti_frame(
        &self,
        connection: &Connection,
        mut core: std::sync::MutexGuard<'_, Core>,
        frame: &[u8],
    ) {
        let problem = match kind_of(frame) {
            Ok(FrameKind::Control) => match decode_control::<FromRti>(frame) {
                Ok(message) => {
                    core.links.at(Instant::now());
                    core.handle_rti(message, self.now()).err()
                }
                Err(error) => Some(error.0),
            },
            Ok(FrameKind::Relayed) => match relayed(frame) {
                Ok((from, inner)) if core.links.relayed_is_due(from, inner) => {
                    let core = &mut *core;
                    core.member
                        .handle_data(from, inner, &mut core.links)
                        .err()
                        .map(|p| p.0)
                }
                Ok(_) => None,
                Err(error) => Some(error.0),
            },
            Ok(_) => Some("the RTI sent a frame that only members send".into()),
            Err(error) => Some(error.0),
        };
        core.settle();
        self.note_reporting(&mut core);
        core.warn_of_long_queue(connection);
        drop(core);
        if let Some(problem) = problem {
            self.fail(&format!("the RTI broke the protocol: {problem}"));
        }
        if connection.process == Process::Immediate {
            self.deliver_due(connection);
        }
        self.notify();
    }

    /// A frame of a member that has lanes: to be put in order first.
    fn handle_sorted(
        &self,
        connection: &Connection,
        mut core: std::sync::MutexGuard<'_, Core>,
        channel: ChannelId,
        (from, path): (FederateHandle, Path),
        frame: &[u8],
    ) {
        core.links.at(Instant::now());
        let arrived = core.links.arrives(from, path, channel, frame);
        self.handle_arrived(connection, core, channel, (from, path), arrived);
    }

    /// A datagram in a group: for this member, for others, or only to be heard.
    fn handle_group_frame(
        &self,
        connection: &Connection,
        group: ChannelId,
        sender: u64,
        frame: &[u8],
    ) {
        let mut core = self.core();
        core.links.at(Instant::now());
        let Some(heard) = core.links.heard(group, sender, frame.len()) else {
            return;
        };
        if is_probe(frame) {
            drop(core);
            return self.depart();
        }
        match core.links.arrives_in_group((group, sender), &heard, frame) {
            Ok(arrived) => {
                let by = (heard.from, Path::Lane(heard.lane));
                self.handle_arrived(connection, core, group, by, Ok(arrived));
            }
            // Anybody can send to a group: what makes no sense is dropped, and nobody is turned away.
            Err(problem) => {
                tracing::debug!(from = %heard.from, problem, "a datagram in a group makes no sense");
            }
        }
    }

    /// What has been put in order goes to the federate.
    fn handle_arrived(
        &self,
        connection: &Connection,
        mut core: std::sync::MutexGuard<'_, Core>,
        channel: ChannelId,
        (from, path): (FederateHandle, Path),
        arrived: Result<Option<(&[u8], Arrived)>, String>,
    ) {
        core.deliver_held(from);
        match arrived {
            Ok(Some((message, judgement))) => {
                let late = matches!(judgement, Arrived::Late(..));
                if core.links.overflows(from, path) {
                    core.settle();
                    drop(core);
                } else if core.admit_late(from, judgement) {
                    if late && connection.process == Process::Immediate {
                        drop(core);
                        self.tell_late();
                        self.handle_data(connection, self.core(), channel, from, message);
                    } else {
                        self.handle_data(connection, core, channel, from, message);
                    }
                } else {
                    drop(core);
                }
                self.depart();
                return;
            }
            Ok(None) => {
                core.settle();
                core.warn_of_long_queue(connection);
                drop(core);
            }
            Err(problem) => {
                drop(core);
                self.turn_away(channel, &problem);
            }
        }
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
        frame: &[u8],
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
        drop(guard);
        match step {
            // What it has led to is due before the next frame, or when these are read.
            Ok(Step::Callback(callback)) => self.dispatch(&callback),
            Ok(Step::Again | Step::Idle) => {
                self.deliver_due(connection);
            }
            Err(problem) => self.turn_away(channel, &problem.0),
        }
    }

    /// The connection to the RTI is gone: nobody waits any longer, the federate is told.
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

/// What the end of the connection to the RTI says of the RTI.
pub(super) fn rti_is_gone(reason: &CloseReason) -> String {
    match reason {
        CloseReason::Peer => "the RTI ended or closed the connection".to_owned(),
        CloseReason::MidFrame { .. } => "the RTI ended in the midst of a message".to_owned(),
        CloseReason::Broken(kind) => format!("the connection to the RTI broke: {kind}"),
        CloseReason::Idle(after) => format!("nothing came from the RTI for {after:?}"),
        CloseReason::HostLost(after) => {
            format!("the host of the RTI did not answer for {after:?}")
        }
        CloseReason::Refused(reason) => format!("the RTI refused: {reason}"),
        CloseReason::WrongPreface { found } => match Stranger::of(found) {
            Some(Stranger::Hyla) => Stranger::Hyla.serves().to_owned(),
            Some(stranger) => format!(
                "it is no RTI for native federates: {}; {WHERE_NATIVE}",
                stranger.serves()
            ),
            None => format!("it is no RTI of Hyla: {reason}; {WHERE_NATIVE}"),
        },
        CloseReason::Silent(_) | CloseReason::NoGreeting => format!("{reason}; {WHERE_NATIVE}"),
        _ => reason.to_string(),
    }
}

impl Core {
    fn handle_rti(&mut self, message: FromRti, now: Duration) -> Result<(), String> {
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
            Arrival::RelayOpened(with) => {
                self.links.relay(with, false);
                self.member.handle_way_changed(with, &mut self.links);
            }
            Arrival::RelayPressure(to, high) => self.links.relay_pressure(to, high),
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
        let handled = self.member.handle_data(from, message, &mut self.links);
        if let Err(problem) = handled {
            let (federation, federate) = self.who();
            tracing::warn!(federation, federate, %from, %problem, "a message is of no sense");
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
    fn admit_late(&mut self, from: FederateHandle, judgement: Arrived) -> bool {
        match judgement {
            Arrived::Good => return true,
            Arrived::Drop => {
                self.late_messages += 1;
                return false;
            }
            Arrived::Late(profile, by) => {
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
