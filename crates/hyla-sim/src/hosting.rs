//! The RTI of a world: messages that arrive and that it sends, observed by the judge.

use std::sync::Arc;

use hyla_core::executive::SessionId;
use hyla_core::message::{
    FederationNotice, FrameKind, FromRti, Greeting, MemberRequest, Reply, ToRti, decode_control,
    kind_of, relayed, relayed_together,
};

use crate::authority::fingerprint;
use crate::model::Membership;
use crate::network::{ChannelId, Event, Micros, ProcessId, WireItem};
use crate::world::World;

/// Timers of the RTI later than this are not waited for.
const FAR: Micros = 60_000_000;

/// Most time that a declaration waits for confirmations.
const DECLARATION_TIMEOUT: Micros = 1_000_000;

impl World {
    pub(crate) fn arrive_at_rti(&mut self, session: SessionId, channel: ChannelId, item: WireItem) {
        self.rti.handle_time(self.clock());
        match item {
            WireItem::Call | WireItem::Opened => {}
            WireItem::Closed => {
                if let Some(membership) = self.sessions.remove(&session) {
                    self.judge.closed(membership);
                }
                self.rti.handle_closed(session, "the connection broke");
                self.forget_relays(channel);
            }
            WireItem::Frame(frame) => {
                if let Err(problem) = self.frame_at_rti(session, channel, &frame) {
                    self.judge
                        .violated(format!("the RTI refuses a frame of {session:?}: {problem}"));
                }
            }
        }
        self.pump_rti();
    }

    fn frame_at_rti(
        &mut self,
        session: SessionId,
        channel: ChannelId,
        frame: &[u8],
    ) -> Result<(), String> {
        match kind_of(frame).map_err(|e| e.0)? {
            FrameKind::Greeting => {
                let greeting = decode_control::<Greeting>(frame).map_err(|e| e.0)?;
                let outcome = self.rti.handle_greeting(session, &greeting);
                // Without an authorizer, connecting never waits.
                outcome.map(drop).map_err(|e| e.to_string())
            }
            FrameKind::Control => {
                let message = decode_control::<ToRti>(frame).map_err(|e| e.0)?;
                let leaves = matches!(message, ToRti::Member(MemberRequest::Resign { .. }));
                if let (ToRti::Member(request), Some(membership)) =
                    (&message, self.sessions.get(&session))
                {
                    let membership = *membership;
                    if matches!(request, MemberRequest::Settle { .. }) {
                        self.settling.insert(session, self.network.now());
                    }
                    let edition = self.processes[(channel.0 >> 32) as usize].edition;
                    self.refused_names = self.judge.requested(membership, edition, request);
                }
                let outcome = self.rti.handle_message(session, message);
                if leaves {
                    // Its earlier requests are carried out first, with their answers.
                    self.pump_rti();
                    self.sessions.remove(&session);
                }
                outcome
            }
            FrameKind::Relayed => {
                let (to, inner) = relayed(frame).map_err(|e| e.0)?;
                self.relay(session, to, inner);
                Ok(())
            }
            FrameKind::RelayedTogether => {
                for (inner, receivers) in relayed_together(frame).map_err(|e| e.0)? {
                    receivers.for_each(|to| self.relay(session, to, inner));
                }
                Ok(())
            }
            FrameKind::Data
            | FrameKind::Echo
            | FrameKind::Stamped
            | FrameKind::Marked
            | FrameKind::Link
            | FrameKind::Key => Err("data without a receiver".into()),
        }
    }

    pub(crate) fn pump_rti(&mut self) {
        let mut last: Option<Arc<Vec<u8>>> = None;
        while let Some(transmit) = self.rti.poll_transmit() {
            let again = last
                .as_ref()
                .is_some_and(|frame| Arc::ptr_eq(frame, &transmit.frame));
            if !again {
                self.watch_rti(transmit.to, &transmit.frame);
                last = Some(transmit.frame.clone());
            }
            let item = WireItem::Frame(transmit.frame);
            self.send_from_rti(ChannelId(transmit.to.0), item);
        }
        while let Some(notice) = self.rti.poll_notice() {
            if let Some(federate) = notice.federate
                && notice.text.starts_with("has not confirmed")
            {
                self.is_not_waited_for(&federate);
            }
        }
        self.take_up_storage();
        self.schedule_rti_turn();
    }

    /// Declarations return without confirmation of that federate, since it is too slow. The
    /// federate may not know its name yet.
    fn is_not_waited_for(&mut self, federate: &str) {
        for process in &self.processes {
            let membership = process.membership;
            let name = membership
                .and_then(|membership| process.member.federate_name(membership.federate).ok());
            if name.is_none_or(|name| name == federate) {
                self.judge.late.insert(process.id);
            }
        }
    }

    /// Schedules the next timer of the RTI.
    fn schedule_rti_turn(&mut self) {
        // Federates that are paused until all is quiet have minutes to answer in a save.
        let horizon = self.network.now() + FAR;
        let due = self
            .rti
            .next_deadline()
            .map(|at| at.as_nanos().div_ceil(1000) as Micros);
        let due = due.filter(|at| *at < horizon && self.rti_due.is_none_or(|known| *at < known));
        if let Some(at) = due {
            self.rti_due = Some(at);
            self.network.schedule(at, Event::RtiTurn);
        }
    }

    /// Runs timers of the RTI.
    pub(crate) fn turn_rti(&mut self) {
        self.rti_due = None;
        self.rti.handle_time(self.clock());
        self.pump_rti();
    }

    fn watch_rti(&mut self, to: SessionId, frame: &[u8]) {
        let Ok(message) = decode_control::<FromRti>(frame) else {
            return;
        };
        match message {
            FromRti::Answer {
                outcome:
                    Ok(Reply::Joined {
                        handle, snapshot, ..
                    }),
                ..
            } => {
                let membership = Membership {
                    execution: snapshot.execution.low(),
                    federate: handle,
                };
                self.sessions.insert(to, membership);
                let process = ProcessId((to.0 >> 32) as u32);
                self.judge
                    .admitted(process, membership, &snapshot.federation, snapshot.next);
                if !self.process(process).alive || !self.process(process).member.is_connected() {
                    self.judge.out(membership);
                }
            }
            FromRti::Answer {
                outcome: Ok(Reply::Settled { .. }),
                ..
            } => {
                let since = self.settling.remove(&to).unwrap_or_default();
                let began = since.max(self.rti_paused_until);
                if began + DECLARATION_TIMEOUT < self.network.now() {
                    self.judge.violated(format!(
                        "a declaration of {to:?}, made at {since}, returns only now"
                    ));
                }
            }
            FromRti::Log { number, event } => {
                if let Some(membership) = self.sessions.get(&to) {
                    self.judge
                        .logged(membership.execution, number, &event, fingerprint(frame));
                }
            }
            FromRti::Callback(callback) => {
                if let Some(membership) = self.sessions.get(&to) {
                    self.judge.decided(membership.execution, &callback);
                }
            }
            FromRti::Federation(FederationNotice::SaveRequested { round, .. }) => {
                if let Some(membership) = self.sessions.get(&to) {
                    self.judge.announced(membership.execution, round);
                }
            }
            FromRti::Federation(FederationNotice::RestoreBegun { .. }) => {
                if let Some(membership) = self.sessions.get(&to) {
                    self.judge.restore_begun(membership.execution);
                }
            }
            FromRti::Federation(FederationNotice::Restored { handles, .. }) => {
                if let Some(membership) = self.sessions.get(&to) {
                    self.restored(membership.execution, &handles);
                }
            }
            FromRti::NamesReserved { refused, .. } => {
                let expected = self.refused_names.take();
                if expected.as_ref() != Some(&refused) {
                    self.judge.violated(format!(
                        "names at {expected:?} were to be refused, {refused:?} are"
                    ));
                }
            }
            _ => {}
        }
    }
}
