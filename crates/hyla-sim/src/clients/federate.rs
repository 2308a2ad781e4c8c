//! The client's federate: its calls, the callbacks that it takes, and how it comes back when its wire is cut.

use super::client::{Heard, Phase};
use super::ledger::{payload, read};
use super::wire::Read;
use super::{End, HEARTBEAT, Over, PATIENCE, RETRY, Remote, SILENCE, Stage};
use crate::deeds::Deed;
use crate::network::{Event, Micros, ProcessId, mix};
use crate::world::World;

/// Of so many callbacks one has no answer: the federate's method threw.
const THROWS_ONE_IN: u32 = 7;

/// When a client has last heard and said something.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Talk {
    heard: Micros,
    said: Micros,
}

impl World {
    /// What the random program or a list has the federate of a process do: at once, or by a call of its client.
    pub(crate) fn undertake(&mut self, id: ProcessId, deed: Deed) {
        let Some(remote) = self.remote(id) else {
            return self.perform(id, deed);
        };
        match deed {
            Deed::Crash { .. }
            | Deed::Sever { .. }
            | Deed::Cut { .. }
            | Deed::Pause { .. }
            | Deed::PauseRti { .. } => return self.perform(id, deed),
            Deed::CutClient { lot, back } => self.cut_client(id, lot, back),
            Deed::Evoke { most } => {
                self.client_evokes(id, most as usize);
            }
            Deed::Callbacks { on } => remote.muted = !on,
            Deed::EndSession {} => remote.says_farewell(),
            call => {
                if remote.stage == Stage::Fresh {
                    remote.stage = Stage::Open;
                    remote.back_at = Some(0);
                }
                let number = remote.ledger.make();
                remote.planned.push_back((number, call));
            }
        }
        self.network.schedule(self.network.now(), Event::Client(id));
    }

    /// The wire of a client is cut. It comes back after `back`, or never if that is 0.
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
        let noticed = [End::Client, End::Host].map(|end| wire.cut(end, lot, now));
        remote.back_after = back;
        if back == 0 {
            remote.over(Over::Killed);
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

    /// The federate takes callbacks that wait at its client; whether there were any.
    pub(super) fn client_evokes(&mut self, id: ProcessId, most: usize) -> bool {
        let mut any = false;
        for _ in 0..most {
            let Some(remote) = self.remote(id).filter(|it| !it.muted && it.is_open()) else {
                return any;
            };
            let Some((number, callback, matters)) = remote.untaken.pop_front() else {
                return any;
            };
            // What changes the state of its federate takes effect when it is answered.
            if matters || !callback.is_multiple_of(THROWS_ONE_IN) {
                remote.client.answer(number);
            }
            any = true;
        }
        any
    }

    /// At rest federates take all callbacks; whether there were any.
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

    /// What a client does: it reads, says that it lives, comes back, calls, and writes.
    pub(crate) fn turn_client(&mut self, id: ProcessId) {
        let now = self.network.now();
        let hosted = self.processes[id.0 as usize].alive;
        let Some(remote) = self.remote(id) else {
            return;
        };
        if remote.client_due.is_some_and(|due| due <= now) {
            remote.client_due = None;
        }
        if matches!(remote.stage, Stage::Fresh | Stage::Over(_)) {
            return;
        }
        let (mut stirred, mut problem) = (false, None);
        match remote.client_reads(now) {
            Ok(something) => stirred = something,
            Err(found) => problem = Some(found),
        }
        let more = remote.host.has_more();
        remote.comes_back(now, hosted);
        if remote.manners.immediate {
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

impl Remote {
    pub(super) fn is_open(&self) -> bool {
        matches!(self.stage, Stage::Open | Stage::Leaving)
    }

    fn over(&mut self, why: Over) {
        self.stage = Stage::Over(why);
        self.connected = None;
        self.client.cut();
    }

    fn says_farewell(&mut self) {
        if self.stage == Stage::Open {
            self.stage = Stage::Leaving;
        }
    }

    /// Takes what has come; whether the federate has something of it.
    fn client_reads(&mut self, now: Micros) -> Result<bool, String> {
        let mut stirred = false;
        loop {
            let wire = self.connected.and_then(|at| self.wires.get_mut(&at));
            let Some(wire) = wire else {
                return Ok(stirred);
            };
            match wire.read(End::Client, now) {
                Read::Nothing => return Ok(stirred),
                Read::End => {
                    self.is_cut(now);
                    return Ok(stirred);
                }
                Read::Bytes(bytes) => {
                    self.talk.heard = now;
                    self.client.take(&bytes);
                }
            }
            while self.is_open()
                && let Some(heard) = self.client.next_heard()?
            {
                // A host that reads nothing for too long is called again and again.
                stirred |= !matches!(heard, Heard::Nothing | Heard::Connected);
                self.hears(heard)?;
            }
        }
    }

    fn hears(&mut self, heard: Heard) -> Result<(), String> {
        match heard {
            Heard::Answer { call, payload } => {
                let (number, _) = read(&payload)?;
                if number != call {
                    return Err(format!("call {call} has the answer to call {number}"));
                }
                self.deeds.remove(&call);
                self.ledger.answer(call)?;
            }
            Heard::CallBack { number, payload } => {
                let (callback, matters) = read(&payload)?;
                self.ledger.take(callback)?;
                self.untaken.push_back((number, callback, matters));
            }
            Heard::Connected => self.away_since = None,
            Heard::Refused => self.over(Over::Refused),
            Heard::Terminated if self.stage == Stage::Leaving => self.over(Over::Terminated),
            Heard::Terminated => return Err("a farewell that it did not ask for".into()),
            Heard::Nothing => {}
        }
        Ok(())
    }

    /// It has noticed that its connection is gone.
    fn is_cut(&mut self, now: Micros) {
        self.connected = None;
        self.client.cut();
        let after = std::mem::replace(&mut self.back_after, RETRY);
        self.back_at = Some(now + after);
        self.away_since.get_or_insert(now);
    }

    /// Notices silence, and connects when it is time.
    fn comes_back(&mut self, now: Micros, hosted: bool) {
        let tried = self.away_since.is_some_and(|since| since + PATIENCE <= now);
        if self.is_open() && (tried || !hosted) {
            self.over(Over::Alone);
        }
        if !self.is_open() {
            return;
        }
        if self.connected.is_some() && self.talk.heard + SILENCE <= now {
            self.is_cut(now);
        }
        if self.back_at.is_some_and(|at| at <= now) {
            self.back_at = None;
            self.open_wire();
            self.talk.heard = now;
            self.opening = Some(self.client.open());
        }
        if self.client.phase == Phase::Running && self.talk.said + HEARTBEAT <= now {
            self.client.heartbeat();
        }
    }

    /// Makes the calls that need not wait. A farewell comes behind all of them.
    fn calls(&mut self) {
        while !self.waits_for_answer()
            && let Some((number, deed)) = self.planned.pop_front()
        {
            let filler = (mix(&[self.lot, 5, u64::from(number)]) % 90) as usize;
            self.client.call(number, payload(number, false, filler));
            self.deeds.insert(number, deed);
        }
        let done = self.planned.is_empty() && self.deeds.is_empty();
        // One that is lost with a connection is said again on the next.
        if self.stage == Stage::Leaving
            && done
            && self.client.phase == Phase::Running
            && self.farewell != self.connected
        {
            self.farewell = self.connected;
            self.client.terminate();
        }
    }

    /// Writes what there is; gives when it arrives.
    fn client_writes(&mut self, now: Micros) -> Vec<Micros> {
        let wire = self.connected.and_then(|at| self.wires.get_mut(&at));
        let Some(wire) = wire else {
            return Vec::new();
        };
        let mut arrivals = Vec::new();
        let messages = std::iter::from_fn(|| self.client.next_message());
        for message in self.opening.take().into_iter().chain(messages) {
            self.talk.said = now;
            arrivals.extend(wire.write(End::Host, &message, now));
        }
        arrivals
    }

    /// When it does something by itself.
    fn client_deadline(&self) -> Option<Micros> {
        if !self.is_open() {
            return None;
        }
        let silent = self.connected.map(|_| self.talk.heard + SILENCE);
        let running = self.client.phase == Phase::Running;
        let says = running.then_some(self.talk.said + HEARTBEAT);
        let patience = self.away_since.map(|since| since + PATIENCE);
        [silent, says, self.back_at, patience]
            .into_iter()
            .flatten()
            .min()
    }
}
