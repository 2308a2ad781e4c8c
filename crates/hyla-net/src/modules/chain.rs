//! Modules in a row.

use std::collections::VecDeque;
use std::time::Instant;

use super::packet::{Direction, Job, Spare};
use super::rules::{ChainError, ChainPosition, Facts, complete, fits, has};
use super::{MAX_MESSAGE_BYTES, Module, ModuleSpec, Out, Outlet, Packet, To};
use crate::{Pressure, Reliability};

/// A frame that the chain does not take, since the wire would not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "a frame of {length} bytes exceeds the {limit} that the chain takes; module `fragment` would split it"
)]
pub struct TooLarge {
    /// Bytes of the frame.
    pub length: usize,
    /// Bytes that would do.
    pub limit: usize,
}

/// The modules of one lane at one of its ends.
///
/// Whoever drives it gives it frames ([`Self::send`]), packets ([`Self::arrived`]) and the time ([`Self::turn`] when
/// it is [`Self::due`]), and is told by its [`Outlet`] what goes where.
#[derive(Debug)]
pub struct Chain {
    facts: Facts,
    specs: Vec<ModuleSpec>,
    stages: Vec<Stage>,
    max_frame_bytes: usize,
    jobs: VecDeque<Job>,
    spare: Spare,
    wire_busy: bool,
    full: bool,
}

#[derive(Debug)]
struct Stage {
    module: Box<dyn Module>,
    /// The way down from here is held up.
    busy: bool,
}

/// What to have a module do.
#[derive(Clone, Copy, Debug)]
enum Call {
    Turn,
    Flush,
}

impl Chain {
    /// The chain of `specs`, named from the federate to the wire. Over a lossy wire `sequence` is added to one that
    /// has neither it nor `retransmit`, see [`Self::specs`].
    ///
    /// # Errors
    /// [`ChainError`] if these modules in this order cannot work or cannot keep what the profile promises.
    pub fn new(specs: &[ModuleSpec], facts: Facts) -> Result<Self, ChainError> {
        let specs = complete(specs, facts)?;
        let mut stages = Vec::new();
        let mut place = ChainPosition {
            room_bytes: facts.max_packet_bytes.min(2 * MAX_MESSAGE_BYTES),
            whole_bytes: facts.max_packet_bytes.min(2 * MAX_MESSAGE_BYTES),
            lossless_below: !facts.lossy,
            may_lose: false,
        };
        for (index, spec) in specs.iter().enumerate().rev() {
            place.may_lose = facts.reliability == Reliability::BestEffort
                || has(&specs[..index], "retransmit").is_some();
            fits(spec, &place)?;
            stages.push(Stage {
                module: spec.build(&place),
                busy: false,
            });
            place.above(spec);
        }
        stages.reverse();
        Ok(Self {
            facts,
            specs,
            stages,
            max_frame_bytes: place.room_bytes,
            jobs: VecDeque::new(),
            spare: Spare::default(),
            wire_busy: false,
            full: false,
        })
    }

    /// All its modules, also those it added: to be told to the other end.
    pub fn specs(&self) -> &[ModuleSpec] {
        &self.specs
    }

    /// Largest frame that it takes.
    pub fn max_frame_bytes(&self) -> usize {
        self.max_frame_bytes
    }

    /// A frame of the federate enters. It leaves within this call or in a later one.
    ///
    /// [`Pressure::High`] means that much is held up; the frame was taken all the same, but the sender of a reliable
    /// lane should wait until [`Self::pressure`] is open again.
    ///
    /// # Errors
    /// [`TooLarge`] leaves everything as it was.
    pub fn send(
        &mut self,
        frame: &[u8],
        now: Instant,
        outlet: &mut dyn Outlet,
    ) -> Result<Pressure, TooLarge> {
        if frame.len() > self.max_frame_bytes {
            return Err(TooLarge {
                length: frame.len(),
                limit: self.max_frame_bytes,
            });
        }
        let stages = self.stages.len();
        let Some(first) = self.stages.first_mut() else {
            outlet.to_wire(To::Peer, frame);
            return Ok(Pressure::Open);
        };
        let mut out = Out {
            jobs: &mut self.jobs,
            spare: &mut self.spare,
            outlet,
            stage: 0,
            stages,
            busy: first.busy,
        };
        first.module.frame(frame, now, &mut out);
        if !self.jobs.is_empty() {
            self.run(now, outlet);
            self.settle(now, outlet);
        }
        Ok(self.pressure())
    }

    /// A packet came from the wire, whatever it may hold.
    pub fn arrived(&mut self, packet: &[u8], now: Instant, outlet: &mut dyn Outlet) {
        let Some(stage) = self.stages.len().checked_sub(1) else {
            outlet.to_federate(packet);
            return;
        };
        let mut bytes = self.spare.take();
        bytes.extend_from_slice(packet);
        self.jobs.push_back(Job {
            stage,
            direction: Direction::Up,
            packet: Packet {
                bytes,
                to: To::Peer,
            },
        });
        self.run(now, outlet);
        self.settle(now, outlet);
    }

    /// When [`Self::turn`] has something to do, if nothing comes before.
    pub fn due(&self) -> Option<Instant> {
        let dues = self.stages.iter().filter_map(|stage| stage.module.due());
        dues.min()
    }

    /// Does what is due by now.
    pub fn turn(&mut self, now: Instant, outlet: &mut dyn Outlet) {
        for stage in (0..self.stages.len()).rev() {
            self.call(Call::Turn, stage, now, outlet);
        }
        self.settle(now, outlet);
    }

    /// What merely gathers leaves now.
    pub fn flush(&mut self, now: Instant, outlet: &mut dyn Outlet) {
        for stage in 0..self.stages.len() {
            self.call(Call::Flush, stage, now, outlet);
        }
        self.settle(now, outlet);
    }

    /// Says whether the wire is held up: messages then gather. When it is free again, what has gathered leaves.
    pub fn set_wire_busy(&mut self, busy: bool, now: Instant, outlet: &mut dyn Outlet) {
        if self.wire_busy != busy {
            self.wire_busy = busy;
            self.settle(now, outlet);
        }
    }

    /// Gives one module other parameters while the lane stands; what it holds stays. So `bundle`, `rate-limit`,
    /// `impair` and `compress` can be changed, at each end by itself.
    ///
    /// # Errors
    /// [`ChainError`] if the module is not in the chain or could not be with such parameters, or if both ends would
    /// have to change at once. Then all is as before.
    pub fn adjust(&mut self, spec: &ModuleSpec, now: Instant) -> Result<(), ChainError> {
        let name = spec.name();
        let at = has(&self.specs, name).ok_or(ChainError::Absent(name))?;
        let mut specs = self.specs.clone();
        specs[at] = spec.clone();
        let specs = complete(&specs, self.facts)?;
        if specs.len() != self.specs.len() || !self.stages[at].module.adjust(spec, now) {
            return Err(ChainError::Fixed(name));
        }
        self.specs = specs;
        Ok(())
    }

    /// The members of the group that `multicast-emulation` sends to, by numbers of the caller's choice, which come
    /// back as [`To::Member`].
    pub fn set_members(&mut self, members: &[u32]) {
        for stage in &mut self.stages {
            stage.module.set_members(members);
        }
    }

    /// Whether the sender should wait.
    pub fn pressure(&self) -> Pressure {
        let first = self.stages.first();
        if self.full || first.is_some_and(|stage| stage.module.is_full()) {
            Pressure::High
        } else {
            Pressure::Open
        }
    }

    /// Packets of this end that are not yet known to be through: gathered, held back or not acknowledged. At 0 the
    /// lane can be closed without loss.
    pub fn unfinished(&self) -> usize {
        let stages = self.stages.iter();
        stages.map(|stage| stage.module.unfinished()).sum()
    }

    /// Bytes of these packets.
    pub fn held_bytes(&self) -> usize {
        let stages = self.stages.iter();
        stages.map(|stage| stage.module.held_bytes()).sum()
    }

    /// Whether something that came was dropped as damaged or senseless where nothing sends it again: a reliable lane
    /// has lost it.
    pub fn has_lost(&self) -> bool {
        let above = has(&self.specs, "retransmit").unwrap_or(self.specs.len());
        let mut stages = self.stages[..above].iter();
        stages.any(|stage| stage.module.spoilt() > 0)
    }

    /// What its modules have counted: name of the module, name of the counter, value.
    pub fn counters(&self, each: &mut dyn FnMut(&'static str, &'static str, u64)) {
        for (spec, stage) in self.specs.iter().zip(&self.stages) {
            let module = spec.name();
            stage
                .module
                .counters(&mut |counter, value| each(module, counter, value));
        }
    }

    fn call(&mut self, call: Call, stage: usize, now: Instant, outlet: &mut dyn Outlet) {
        let stages = self.stages.len();
        let at = &mut self.stages[stage];
        let mut out = Out {
            jobs: &mut self.jobs,
            spare: &mut self.spare,
            outlet,
            stage,
            stages,
            busy: at.busy,
        };
        match call {
            Call::Turn => at.module.turn(now, &mut out),
            Call::Flush => at.module.flush(now, &mut out),
        }
        self.run(now, outlet);
    }

    /// Carries packets from module to module. First in, first out, so that none overtakes another.
    fn run(&mut self, now: Instant, outlet: &mut dyn Outlet) {
        let stages = self.stages.len();
        while let Some(job) = self.jobs.pop_front() {
            let stage = &mut self.stages[job.stage];
            let mut out = Out {
                jobs: &mut self.jobs,
                spare: &mut self.spare,
                outlet,
                stage: job.stage,
                stages,
                busy: stage.busy,
            };
            match job.direction {
                Direction::Down => stage.module.down(job.packet, now, &mut out),
                Direction::Up => stage.module.up(job.packet, now, &mut out),
            }
        }
    }

    /// Finds out what is held up now, and gives a turn to those whose way has become free.
    fn settle(&mut self, now: Instant, outlet: &mut dyn Outlet) {
        loop {
            let mut freed = None;
            let mut busy = self.wire_busy;
            self.full = false;
            for (index, stage) in self.stages.iter_mut().enumerate().rev() {
                if stage.busy && !busy {
                    freed = freed.or(Some(index));
                }
                stage.busy = busy;
                busy |= stage.module.is_holding();
                self.full |= stage.module.is_full();
            }
            let Some(lowest) = freed else {
                return;
            };
            for stage in (0..=lowest).rev() {
                self.call(Call::Turn, stage, now, outlet);
            }
        }
    }
}
