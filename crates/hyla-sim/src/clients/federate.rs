//! The client's federate: calls, callbacks, and reconnecting after a cut.

use super::client::{ConnectionPhase, HostMessage};
use super::ledger::{payload, read};
use super::wire::Read;
use super::{
    ClientFederate, ClientStage, CloseReason, HEARTBEAT, RECONNECT_TIMEOUT, RETRY, SILENCE, WireEnd,
};
use crate::network::{Event, Micros, ProcessId, mix};
use crate::operations::Operation;
use crate::world::World;

/// One callback in this many has no answer: the federate's method threw.
const THROWS_ONE_IN: u32 = 7;

/// When a client last received and last sent a message.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct LastTraffic {
    received: Micros,
    sent: Micros,
}

impl World {
    /// Performs an operation of the random program or of a list: at once, or as a call of its
    /// client.
    pub(crate) fn undertake(&mut self, id: ProcessId, operation: Operation) {
        let Some(remote) = self.remote(id) else {
            return self.perform(id, operation);
        };
        match operation {
            Operation::Crash { .. }
            | Operation::Sever { .. }
            | Operation::Cut { .. }
            | Operation::Pause { .. }
            | Operation::PauseRti { .. } => return self.perform(id, operation),
            Operation::CutClient { lot, back } => self.cut_client(id, lot, back),
            Operation::Evoke { most } => {
                self.client_evokes(id, most as usize);
            }
            Operation::Callbacks { on } => remote.muted = !on,
            Operation::EndSession {} => remote.says_farewell(),
            call => {
                if remote.stage == ClientStage::Fresh {
                    remote.stage = ClientStage::Open;
                    remote.back_at = Some(0);
                }
                let number = remote.ledger.make();
                remote.planned.push_back((number, call));
            }
        }
        self.network.schedule(self.network.now(), Event::Client(id));
    }

    /// Cuts the wire of a client. It reconnects after `back`, or never if that is 0.
    fn cut_client(&mut self, id: ProcessId, lot: u64, back: u64) {
        let now = self.network.now();
        self.note(format_args!("CutClient({id:?}, {lot}, {back})"));
        self.outcome.client_cuts += 1;
        let Some(remote) = self.remote(id) else {
            return;
        };
        let wire = remote.connected.and_then(|at| remote.wires.get_mut(&at));
        let Some(wire) = wire else {
            return;
        };
        let noticed = [WireEnd::Client, WireEnd::Host].map(|end| wire.cut(end, lot, now));
        remote.back_after = back;
        if back == 0 {
            remote.over(CloseReason::Killed);
        }
        for (at, event) in noticed
            .into_iter()
            .zip([Event::Client(id), Event::Host(id)])
        {
            if let Some(at) = at {
                self.network.schedule(at, event);
            }
        }
    }

    /// The federate takes callbacks that wait at its client; gives whether there were any.
    pub(super) fn client_evokes(&mut self, id: ProcessId, most: usize) -> bool {
        let mut any = false;
        for _ in 0..most {
            let Some(remote) = self.remote(id).filter(|it| !it.muted && it.is_open()) else {
                return any;
            };
            let Some((number, callback, matters)) = remote.untaken.pop_front() else {
                return any;
            };
            // A callback that changes the state of its federate takes effect when it is answered.
            if matters || !callback.is_multiple_of(THROWS_ONE_IN) {
                remote.client.answer(number);
            }
            any = true;
        }
        any
    }

    /// At rest, federates take all callbacks; gives whether there were any.
    pub(crate) fn settle_client(&mut self, id: ProcessId) -> bool {
        let Some(remote) = self.remote(id) else {
            return false;
        };
        remote.muted = false;
        let any = self.client_evokes(id, usize::MAX);
        if any {
            self.network.schedule(self.network.now(), Event::Client(id));
        }
        any
    }

    /// A turn of the client: reads, sends heartbeats, reconnects, calls, writes.
    pub(crate) fn turn_client(&mut self, id: ProcessId) {
        let now = self.network.now();
        let hosted = self.processes[id.0 as usize].alive;
        let Some(remote) = self.remote(id) else {
            return;
        };
        if remote.client_due.is_some_and(|due| due <= now) {
            remote.client_due = None;
        }
        if matches!(remote.stage, ClientStage::Fresh | ClientStage::Closed(_)) {
            return;
        }
        let (mut stirred, mut problem) = (false, None);
        match remote.client_reads(now) {
            Ok(something) => stirred = something,
            Err(found) => problem = Some(found),
        }
        let more = remote.host.has_more();
        remote.comes_back(now, hosted);
        if remote.behavior.immediate {
            self.client_evokes(id, usize::MAX);
        }
        let Some(remote) = self.remote(id) else {
            return;
        };
        remote.calls();
        let arrivals = remote.client_writes(now);
        let due = remote.client_deadline();
        let next = due.filter(|due| remote.client_due.is_none_or(|known| *due < known));
        if next.is_some() {
            remote.client_due = next;
        }
        remote.tidy();
        for at in arrivals {
            self.network.schedule(at, Event::Host(id));
        }
        if let Some(at) = next {
            self.network.schedule(at, Event::Client(id));
        }
        if more {
            self.network.schedule(now, Event::Host(id));
        }
        self.stirred |= stirred;
        if let Some(problem) = problem {
            self.judge
                .violated(format!("the client of {id:?}: {problem}"));
        }
    }
}

impl ClientFederate {
    pub(super) fn is_open(&self) -> bool {
        matches!(self.stage, ClientStage::Open | ClientStage::Leaving)
    }

    fn over(&mut self, why: CloseReason) {
        self.stage = ClientStage::Closed(why);
        self.connected = None;
        self.client.cut();
    }

    fn says_farewell(&mut self) {
        if self.stage == ClientStage::Open {
            self.stage = ClientStage::Leaving;
        }
    }

    /// Reads; gives whether there is something for the federate.
    fn client_reads(&mut self, now: Micros) -> Result<bool, String> {
        let mut stirred = false;
        loop {
            let wire = self.connected.and_then(|at| self.wires.get_mut(&at));
            let Some(wire) = wire else {
                return Ok(stirred);
            };
            match wire.read(WireEnd::Client, now) {
                Read::Nothing => return Ok(stirred),
                Read::Closed => {
                    self.is_cut(now);
                    return Ok(stirred);
                }
                Read::Bytes(bytes) => {
                    self.last_traffic.received = now;
                    self.client.take(&bytes);
                }
            }
            while self.is_open()
                && let Some(heard) = self.client.next_heard()?
            {
                // A client calls again and again while its host reads nothing.
                stirred |= !matches!(heard, HostMessage::Nothing | HostMessage::Connected);
                self.hears(heard)?;
            }
        }
    }

    fn hears(&mut self, heard: HostMessage) -> Result<(), String> {
        match heard {
            HostMessage::Answer { call, payload } => {
                let (number, _) = read(&payload)?;
                if number != call {
                    return Err(format!("call {call} has the answer to call {number}"));
                }
                self.operations.remove(&call);
                self.ledger.answer(call)?;
            }
            HostMessage::CallBack { number, payload } => {
                let (callback, matters) = read(&payload)?;
                self.ledger.take(callback)?;
                self.untaken.push_back((number, callback, matters));
            }
            HostMessage::Connected => self.away_since = None,
            HostMessage::Refused => self.over(CloseReason::Refused),
            HostMessage::Terminated if self.stage == ClientStage::Leaving => {
                self.over(CloseReason::Terminated);
            }
            HostMessage::Terminated => return Err("a termination without a request".into()),
            HostMessage::Nothing => {}
        }
        Ok(())
    }

    /// The client noticed that its connection is lost.
    fn is_cut(&mut self, now: Micros) {
        self.connected = None;
        self.client.cut();
        let after = std::mem::replace(&mut self.back_after, RETRY);
        self.back_at = Some(now + after);
        self.away_since.get_or_insert(now);
    }

    /// Detects silence, and reconnects when it is time.
    fn comes_back(&mut self, now: Micros, hosted: bool) {
        let tried = self
            .away_since
            .is_some_and(|since| since + RECONNECT_TIMEOUT <= now);
        if self.is_open() && (tried || !hosted) {
            self.over(CloseReason::Alone);
        }
        if !self.is_open() {
            return;
        }
        if self.connected.is_some() && self.last_traffic.received + SILENCE <= now {
            self.is_cut(now);
        }
        if self.back_at.is_some_and(|at| at <= now) {
            self.back_at = None;
            self.open_wire();
            self.last_traffic.received = now;
            self.opening = Some(self.client.open());
        }
        if self.client.phase == ConnectionPhase::Running
            && self.last_traffic.sent + HEARTBEAT <= now
        {
            self.client.heartbeat();
        }
    }

    /// Makes the calls that need not wait. Termination follows all of them.
    fn calls(&mut self) {
        while !self.waits_for_answer()
            && let Some((number, operation)) = self.planned.pop_front()
        {
            let filler = (mix(&[self.lot, 5, u64::from(number)]) % 90) as usize;
            self.client.call(number, payload(number, false, filler));
            self.operations.insert(number, operation);
        }
        let done = self.planned.is_empty() && self.operations.is_empty();
        // Termination lost with a connection is sent again on the next.
        if self.stage == ClientStage::Leaving
            && done
            && self.client.phase == ConnectionPhase::Running
            && self.farewell != self.connected
        {
            self.farewell = self.connected;
            self.client.terminate();
        }
    }

    /// Writes; gives the arrival times.
    fn client_writes(&mut self, now: Micros) -> Vec<Micros> {
        let wire = self.connected.and_then(|at| self.wires.get_mut(&at));
        let Some(wire) = wire else {
            return Vec::new();
        };
        let mut arrivals = Vec::new();
        let messages = std::iter::from_fn(|| self.client.next_message());
        for message in self.opening.take().into_iter().chain(messages) {
            self.last_traffic.sent = now;
            arrivals.extend(wire.write(WireEnd::Host, &message, now));
        }
        arrivals
    }

    /// Next timer of the client.
    fn client_deadline(&self) -> Option<Micros> {
        if !self.is_open() {
            return None;
        }
        let silent = self.connected.map(|_| self.last_traffic.received + SILENCE);
        let running = self.client.phase == ConnectionPhase::Running;
        let says = running.then_some(self.last_traffic.sent + HEARTBEAT);
        let timeout = self.away_since.map(|since| since + RECONNECT_TIMEOUT);
        [silent, says, self.back_at, timeout]
            .into_iter()
            .flatten()
            .min()
    }
}
