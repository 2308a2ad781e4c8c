//! Faults of a world: crashed or paused processes, broken connections, a paused RTI.

use std::fmt;

use crate::carrying::LATE;
use crate::network::{Micros, Party, ProcessId};
use crate::operations::Operation;
use crate::process::rti_channel;
use crate::world::World;

/// Length of pauses: most are short, some exceed every timeout.
const PAUSE: Micros = 200_000;
const LONG_PAUSE: Micros = 4_000_000;

impl World {
    pub(crate) fn strike(&mut self) {
        let id = ProcessId(self.rng.u32(..self.processes.len() as u32));
        let fault = match self.rng.u8(..6) {
            0 | 1 => Operation::Crash {
                lot: self.rng.u64(1..),
            },
            2 => Operation::Sever {
                lot: self.rng.u64(1..),
            },
            3 => Operation::Cut {
                with: self.rng.u32(..self.processes.len() as u32),
                lot: self.rng.u64(1..),
            },
            4 => Operation::Pause {
                length: self.pause_length(),
            },
            _ => Operation::PauseRti {
                length: self.pause_length(),
            },
        };
        if self.process(id).alive && self.process(id).greeted {
            self.act(id, fault);
        }
    }

    pub(crate) fn crash(&mut self, id: ProcessId, lot: u64) {
        self.befall(format_args!("Crash({id:?})"));
        self.process(id).alive = false;
        self.network.kill(Party::Process(id), lot, &mut self.rng);
        self.leave(id, true);
        self.restart();
    }

    pub(crate) fn sever(&mut self, id: ProcessId, lot: u64) {
        self.befall(format_args!("Sever({id:?})"));
        self.network.sever(rti_channel(id), lot, &mut self.rng);
    }

    /// Breaks the channels between two processes; both stay connected to the RTI.
    pub(crate) fn cut(&mut self, a: ProcessId, b: ProcessId, lot: u64) {
        if a == b || self.processes.get(b.0 as usize).is_none() {
            return;
        }
        self.befall(format_args!("Cut({a:?}, {b:?})"));
        let channels = self.network.between(Party::Process(a), Party::Process(b));
        let memberships = [a, b].map(|id| self.processes[id.0 as usize].membership);
        if let [Some(one), Some(other)] = memberships
            && !channels.is_empty()
        {
            self.judge.sever(one, other);
        }
        for channel in channels {
            self.network.sever(channel, lot, &mut self.rng);
        }
        // Switches forget what ports wanted whose cable was pulled.
        if lot.is_multiple_of(3) {
            self.network.forget_groups_of(a);
        }
    }

    pub(crate) fn pause(&mut self, id: ProcessId, length: u64) {
        self.befall(format_args!("Pause({id:?}, {length})"));
        let until = self.network.now() + length;
        let process = self.process(id);
        process.paused_until = process.paused_until.max(until);
        if length > LATE {
            for (channel, sender, datagram) in self.network.datagrams_to(Party::Process(id)) {
                self.lose(channel, sender, &datagram);
            }
            self.excuse_lanes_to(id);
        }
    }

    pub(crate) fn pause_rti(&mut self, length: u64) {
        self.befall(format_args!("PauseRti({length})"));
        self.rti_paused_until = self.rti_paused_until.max(self.network.now() + length);
    }

    fn pause_length(&mut self) -> u64 {
        let longest = if self.rng.u8(..4) == 0 {
            LONG_PAUSE
        } else {
            PAUSE
        };
        self.rng.u64(1..longest)
    }

    fn befall(&mut self, fault: fmt::Arguments<'_>) {
        self.outcome.faults += 1;
        self.note(fault);
    }

    pub(crate) fn restart(&mut self) {
        if self.script.is_none() && self.rng.u8(..4) != 0 {
            let at = self.network.now() + self.rng.u64(1..50_000);
            self.start(at);
        }
    }

    /// The federate of a process has left its execution.
    pub(crate) fn leave(&mut self, id: ProcessId, lost: bool) {
        self.orphans_linger();
        self.process(id).schema = None;
        self.process(id).membership = None;
        // Includes a membership that the RTI granted and the process does not know of.
        let its = self
            .judge
            .members
            .iter()
            .filter(|(_, member)| member.process == id);
        let memberships: Vec<_> = its.map(|(membership, _)| *membership).collect();
        for membership in memberships {
            if lost {
                self.judge.lost.insert(membership);
            }
            self.judge.out(membership);
        }
    }
}
