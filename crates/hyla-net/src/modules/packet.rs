//! Packets between modules, and their destinations.

use std::collections::VecDeque;
use std::fmt;

/// Destination of a packet.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum To {
    /// The other end of the lane, or its whole group where the wire multicasts.
    #[default]
    Peer,
    /// One member of the group, as numbered by [`Chain::set_members`](super::Chain::set_members).
    Member(u32),
}

/// A packet within a chain.
#[derive(Debug, Default)]
pub struct Packet {
    /// Its bytes after the modules so far.
    pub bytes: Vec<u8>,
    /// Destination.
    pub to: To,
}

impl Packet {
    /// Removes `N` bytes from the end: the trailer of the other side's module. `None` if the packet
    /// is shorter.
    pub fn take_end<const N: usize>(&mut self) -> Option<[u8; N]> {
        let end = *self.bytes.last_chunk::<N>()?;
        self.bytes.truncate(self.bytes.len() - N);
        Some(end)
    }
}

/// The two ends of a chain, given by its driver.
pub trait Outlet {
    /// A packet leaves for the wire.
    fn to_wire(&mut self, to: To, packet: &[u8]);
    /// A frame has arrived whole.
    fn to_federate(&mut self, frame: &[u8]);
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Direction {
    Down,
    Up,
}

/// A packet that waits for a module within one call of the chain.
#[derive(Debug)]
pub(super) struct Job {
    pub(super) stage: usize,
    pub(super) direction: Direction,
    pub(super) packet: Packet,
}

/// Reusable buffers.
#[derive(Debug, Default)]
pub(super) struct Spare {
    buffers: Vec<Vec<u8>>,
    bytes: usize,
}

impl Spare {
    /// Capacity kept for later, in bytes.
    const KEEP_BYTES: usize = 1 << 20;

    pub(super) fn take(&mut self) -> Vec<u8> {
        let Some(buffer) = self.buffers.pop() else {
            return Vec::new();
        };
        self.bytes -= buffer.capacity();
        buffer
    }

    pub(super) fn give(&mut self, mut buffer: Vec<u8>) {
        let capacity = buffer.capacity();
        if capacity > 0 && self.bytes + capacity <= Self::KEEP_BYTES {
            buffer.clear();
            self.bytes += capacity;
            self.buffers.push(buffer);
        }
    }
}

/// Output of a module, with reusable buffers.
pub struct ModuleOutput<'a> {
    pub(super) jobs: &'a mut VecDeque<Job>,
    pub(super) spare: &'a mut Spare,
    pub(super) outlet: &'a mut dyn Outlet,
    pub(super) stage: usize,
    pub(super) stages: usize,
    pub(super) busy: bool,
}

impl fmt::Debug for ModuleOutput<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Out")
            .field("stage", &self.stage)
            .finish_non_exhaustive()
    }
}

impl ModuleOutput<'_> {
    /// A packet goes on towards the wire.
    pub fn down(&mut self, packet: Packet) {
        let stage = self.stage + 1;
        if stage == self.stages {
            self.outlet.to_wire(packet.to, &packet.bytes);
            self.spare.give(packet.bytes);
        } else {
            self.jobs.push_back(Job {
                stage,
                direction: Direction::Down,
                packet,
            });
        }
    }

    /// A packet goes on towards the federate.
    pub fn up(&mut self, packet: Packet) {
        match self.stage.checked_sub(1) {
            None => {
                self.outlet.to_federate(&packet.bytes);
                self.spare.give(packet.bytes);
            }
            Some(stage) => self.jobs.push_back(Job {
                stage,
                direction: Direction::Up,
                packet,
            }),
        }
    }

    /// As [`Self::up`] for a part of something larger; copied only if another module is above.
    pub fn up_slice(&mut self, bytes: &[u8]) {
        if self.stage == 0 {
            self.outlet.to_federate(bytes);
        } else {
            let packet = self.copy(bytes);
            self.up(packet);
        }
    }

    /// Whether there is back-pressure below: from the wire, or from a module that holds packets.
    pub fn is_busy(&self) -> bool {
        self.busy
    }

    /// An empty buffer.
    pub fn buffer(&mut self) -> Vec<u8> {
        self.spare.take()
    }

    /// A packet to the peer with these bytes.
    pub fn copy(&mut self, bytes: &[u8]) -> Packet {
        let mut buffer = self.spare.take();
        buffer.extend_from_slice(bytes);
        Packet {
            bytes: buffer,
            to: To::Peer,
        }
    }

    /// Discards a packet; its buffer is reused.
    pub fn discard(&mut self, packet: Packet) {
        self.spare.give(packet.bytes);
    }
}

/// A module by itself, for its tests.
#[cfg(test)]
#[derive(Debug)]
pub(super) struct Alone<M> {
    pub(super) module: M,
    jobs: VecDeque<Job>,
    spare: Spare,
    pub(super) given: Given,
}

#[cfg(test)]
#[derive(Debug, Default)]
pub(super) struct Given {
    pub(super) down: Vec<Vec<u8>>,
    pub(super) up: Vec<Vec<u8>>,
}

#[cfg(test)]
impl Outlet for Given {
    fn to_wire(&mut self, _to: To, packet: &[u8]) {
        self.down.push(packet.to_vec());
    }

    fn to_federate(&mut self, frame: &[u8]) {
        self.up.push(frame.to_vec());
    }
}

#[cfg(test)]
impl<M> Alone<M> {
    pub(super) fn new(module: M) -> Self {
        Self {
            module,
            jobs: VecDeque::new(),
            spare: Spare::default(),
            given: Given::default(),
        }
    }

    /// Runs an action of the module.
    pub(super) fn call(&mut self, act: impl FnOnce(&mut M, &mut ModuleOutput<'_>)) {
        let mut out = ModuleOutput {
            jobs: &mut self.jobs,
            spare: &mut self.spare,
            outlet: &mut self.given,
            stage: 0,
            stages: 1,
            busy: false,
        };
        act(&mut self.module, &mut out);
    }
}
