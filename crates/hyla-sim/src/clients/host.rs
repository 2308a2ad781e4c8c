//! Rounds of a host, as the server's task makes them: frames, timeouts, calls, callbacks, writes.

use std::time::Duration;

use bytes::Bytes;
use hyla_core::callback::Callback;
use hyla_fedpro_session::call_order::{CallOrder, Overdue};
use hyla_fedpro_session::session::{Cut, MAX_OPENING_BYTES, Reading, Room};
use hyla_fedpro_session::wire::FrameDecoder;

use super::calls::PendingCall;
use crate::model::Membership;
use crate::network::{Event, Micros, Party, ProcessId};
use crate::world::World;

/// Most callbacks in one round.
const CALLBACKS: usize = 256;

/// The session at the host, with its queues.
#[derive(Debug, Default)]
pub(super) struct Host {
    pub(super) call_order: Option<CallOrder>,
    pub(super) connection: Option<(u32, FrameDecoder)>,
    /// Connections that have not sent their first message.
    pub(super) callers: Vec<(u32, FrameDecoder)>,
    /// Taken from the session and not written.
    pub(super) out: Bytes,
    pub(super) pending: Option<PendingCall>,
    /// A callback that was sent and is not in effect yet, with its membership.
    pub(super) held: Option<(Membership, Callback<'static>)>,
    pub(super) congested_until: Option<Micros>,
    pub(super) told_cut: bool,
    /// The session was just resumed: the next frames are sent again, for sabotage.
    pub(super) resumed: bool,
}

impl Host {
    /// A client opens a connection.
    pub(super) fn is_called(&mut self, at: u32) {
        self.callers
            .push((at, FrameDecoder::new(MAX_OPENING_BYTES)));
    }

    /// Whether the session reads from that connection.
    pub(super) fn uses(&self, at: u32) -> bool {
        let serves = self.connection.as_ref().is_some_and(|(own, _)| *own == at);
        serves || self.callers.iter().any(|(caller, _)| *caller == at)
    }

    /// Whether no session was ever opened here.
    pub(super) fn is_unused(&self) -> bool {
        self.call_order.is_none()
    }

    /// Whether bytes wait for room on the wire.
    pub(super) fn has_more(&self) -> bool {
        !self.out.is_empty()
    }

    /// Number of times its session resumed on a new connection.
    pub(super) fn resumes(&self) -> u64 {
        let call_order = self.call_order.as_ref();
        call_order.map_or(0, |call_order| call_order.session.counts().resumes)
    }

    pub(super) fn has_room(&self) -> bool {
        let call_order = self.call_order.as_ref();
        call_order.is_some_and(|call_order| call_order.session.room() != Room::Full)
    }
}

impl World {
    /// A round of the host: reads frames, carries out calls, delivers callbacks, writes.
    pub(crate) fn turn_host(&mut self, id: ProcessId) {
        let now = self.network.now();
        let process = &self.processes[id.0 as usize];
        if !process.alive {
            return;
        }
        if process.paused_until > now {
            let until = process.paused_until;
            return self.network.schedule(until, Event::Host(id));
        }
        let Some(remote) = self.remote(id) else {
            return;
        };
        remote.host_called = false;
        if remote.host_due.is_some_and(|due| due <= now) {
            remote.host_due = None;
        }
        let mut arrivals = Vec::new();
        let accepted = remote.accepts(now, &mut arrivals);
        let read = remote.host_reads(now);
        self.arrive_at_client(id, arrivals);
        match (accepted, read) {
            (Ok(false), Ok(stirred)) => self.stirred |= stirred,
            (Ok(true), Ok(_)) => return self.part(id, "it cannot go on"),
            (Err(problem), _) | (_, Err(problem)) => {
                return self
                    .judge
                    .violated(format!("{id:?} refuses its client: {problem}"));
            }
        }
        if self.is_overdue(id) {
            return self.part(id, "its client is lost");
        }
        self.tell_whether_cut(id);
        self.carry_out(id);
        if self.judge.violation.is_some() {
            return;
        }
        let mut handed = 0;
        while handed < CALLBACKS && self.judge.violation.is_none() && self.hand_to_client(id) {
            handed += 1;
        }
        if self.is_done(id) {
            return self.say_farewell(id);
        }
        self.write_to_client(id, false);
        self.plan_round(id);
        self.bound_callbacks(id);
        self.flush(id);
    }

    fn arrive_at_client(&mut self, id: ProcessId, arrivals: Vec<Micros>) {
        for at in arrivals {
            self.network.schedule(at, Event::Client(id));
        }
    }

    fn write_to_client(&mut self, id: ProcessId, all: bool) {
        let (now, sabotage) = (self.network.now(), self.config.sabotage);
        let sabotage = sabotage.filter(|s| s.is_of_resumes());
        if let Some(remote) = self.remote(id) {
            let arrivals = remote.host_writes(now, all, sabotage);
            self.arrive_at_client(id, arrivals);
        }
    }

    /// Whether the client is lost. Closes a connection that was silent or blocked too long.
    fn is_overdue(&mut self, id: ProcessId) -> bool {
        let (now, clock) = (self.network.now(), self.clock());
        let behind = self.processes[id.0 as usize].member.pending_callbacks();
        let Some(remote) = self.remote(id) else {
            return false;
        };
        let Some(call_order) = &mut remote.host.call_order else {
            return false;
        };
        let gives_up = remote.host.held.is_some() && call_order.give_up_answer(behind, clock);
        let overdue = call_order.overdue(clock);
        if let Some(Overdue::Cut(_)) = overdue {
            call_order.session.dropped(clock, Cut::Silent);
            let closed = remote.host_closes(now);
            self.arrive_at_client(id, closed.into_iter().collect());
        }
        if gives_up {
            self.take_effect(id);
        }
        matches!(overdue, Some(Overdue::Lost(_)))
    }

    /// Informs the RTI whether the client has a connection.
    fn tell_whether_cut(&mut self, id: ProcessId) {
        let clock = self.clock();
        let process = self.process(id);
        let Some(host) = process.remote.as_mut().map(|remote| &mut remote.host) else {
            return;
        };
        let kept = host
            .call_order
            .as_ref()
            .and_then(|it| it.session.kept(clock));
        if host.pending.is_none() && kept.is_some() != host.told_cut {
            host.told_cut = kept.is_some();
            // Before connect there is no RTI to inform.
            let _ = process.member.client_cut(kept, &mut process.links);
        }
    }

    /// Whether the client asked to terminate and all its calls are done.
    fn is_done(&mut self, id: ProcessId) -> bool {
        let host = self.remote(id).map(|remote| &remote.host);
        host.is_some_and(|host| {
            let call_order = host.call_order.as_ref();
            let idle = call_order.is_some_and(|it| it.is_leaving() && it.waiting_calls() == 0);
            idle && host.pending.is_none()
        })
    }

    /// The federate leaves on its client's request.
    fn say_farewell(&mut self, id: ProcessId) {
        let now = self.network.now();
        let Some(remote) = self.remote(id) else {
            return;
        };
        if let Some(call_order) = &mut remote.host.call_order {
            call_order.session.terminated();
        }
        self.write_to_client(id, true);
        if let Some(remote) = self.remote(id) {
            let closed = remote.host_closes(now);
            self.arrive_at_client(id, closed.into_iter().collect());
        }
        self.outcome.farewells += 1;
        self.part(id, "its client terminated the session");
    }

    /// Ends the session: the federate resigns as if its connection were lost.
    fn part(&mut self, id: ProcessId, why: &str) {
        let now = self.network.now();
        self.note(format_args!("Part({id:?}): {why}"));
        if let Some(remote) = self.remote(id) {
            let closed = remote.host_closes(now);
            self.arrive_at_client(id, closed.into_iter().collect());
        }
        self.outcome.parted += 1;
        self.stirred = true;
        self.process(id).alive = false;
        self.network.kill(Party::Process(id), 0, &mut self.rng);
        self.leave(id, true);
        self.restart();
    }

    /// Schedules the next round for timers.
    fn plan_round(&mut self, id: ProcessId) {
        let (now, clock) = (self.network.now(), self.clock());
        let behind = self.processes[id.0 as usize].member.pending_callbacks();
        let Some(remote) = self.remote(id) else {
            return;
        };
        let host = &mut remote.host;
        let Some(call_order) = &mut host.call_order else {
            return;
        };
        let reading = match call_order.session.reading(clock) {
            Reading::NotBefore(at) => Some(at),
            Reading::Now | Reading::WhenAnswered => None,
        };
        let behind = if host.held.is_some() { behind } else { 0 };
        let can_call = host.congested_until.is_none() && call_order.session.room() != Room::Full;
        let times = [
            call_order.session.deadline(clock),
            reading,
            call_order.answer_deadline(behind, can_call),
        ];
        let micros = |at: Duration| Micros::try_from(at.as_nanos().div_ceil(1000)).ok();
        let times = times.into_iter().flatten().filter_map(micros);
        let due = times.chain(host.congested_until).min();
        if let Some(at) = due.map(|at| at.max(now + 1))
            && remote.host_due.is_none_or(|known| at < known)
        {
            remote.host_due = Some(at);
            self.network.schedule(at, Event::Host(id));
        }
    }

    /// Schedules a round if there is something for the client, or for a waiting call.
    pub(crate) fn call_host(&mut self, id: ProcessId) {
        let process = self.process(id);
        let pending = process.remote.as_ref().and_then(|it| it.host.pending);
        let answered = pending.is_some_and(|pending| pending.is_over(process));
        let callback = process.member.has_callback();
        let Some(remote) = process.remote.as_mut().filter(|it| !it.host_called) else {
            return;
        };
        let host = &remote.host;
        if process.alive && (callback && host.has_room() || answered) {
            remote.host_called = true;
            let now = self.network.now();
            self.network.schedule(now, Event::Host(id));
        }
    }
}
