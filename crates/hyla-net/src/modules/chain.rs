//! Chains of modules.

use std::collections::VecDeque;
use std::time::Instant;

use super::impair::ImpairSpec;
use super::packet::{Direction, Job, Spare};
use super::rules::{ChainError, ChainPosition, Facts, complete, fits, has};
use super::{MAX_MESSAGE_BYTES, Module, ModuleOutput, ModuleSpec, Outlet, Packet, To};
use crate::{Pressure, Reliability};

/// A frame that exceeds the limit of the chain.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "a frame of {length} bytes exceeds the {limit} that the chain takes; module `fragment` would split it"
)]
pub struct TooLarge {
    /// Bytes of the frame.
    pub length: usize,
    /// Largest size accepted.
    pub limit: usize,
}

/// The modules of one lane at one of its ends.
///
/// Its driver gives it frames ([`Self::send`]), packets ([`Self::arrived`]) and the time
/// ([`Self::turn`] when it is [`Self::due`]); its [`Outlet`] receives the output.
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
    /// Back-pressure towards the wire.
    busy: bool,
}

/// An input of a module.
#[derive(Clone, Copy, Debug)]
enum Call {
    Turn,
    Flush,
}

impl Chain {
    /// The chain of `specs`, in order from the federate to the wire. Over a lossy wire, `sequence`
    /// is added unless it or `retransmit` is included, see [`Self::specs`].
    ///
    /// # Errors
    /// [`ChainError`] if these modules in this order cannot work or cannot keep what the profile
    /// promises.
    pub fn new(specs: &[ModuleSpec], facts: Facts) -> Result<Self, ChainError> {
        Self::exactly(complete(specs, facts)?, facts)
    }

    /// The chain of `impair` alone, with no module added: packets pass as they are, or not at all.
    ///
    /// # Errors
    /// [`ChainError`] if a parameter is invalid.
    pub fn impairing(spec: &ImpairSpec, facts: Facts) -> Result<Self, ChainError> {
        spec.check()?;
        Self::exactly(vec![ModuleSpec::Impair(spec.clone())], facts)
    }

    fn exactly(specs: Vec<ModuleSpec>, facts: Facts) -> Result<Self, ChainError> {
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

    /// All its modules, including added ones, for the other end.
    pub fn specs(&self) -> &[ModuleSpec] {
        &self.specs
    }

    /// Largest frame that it accepts.
    pub fn max_frame_bytes(&self) -> usize {
        self.max_frame_bytes
    }

    /// A frame of the federate enters. It leaves within this call or a later one.
    ///
    /// [`Pressure::High`]: the frame was accepted, but the sender of a reliable lane should wait
    /// until [`Self::pressure`] is open again.
    ///
    /// # Errors
    /// [`TooLarge`] changes nothing.
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
        let mut out = ModuleOutput {
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

    /// A packet, of any content, came from the wire.
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

    /// Next time for [`Self::turn`], if nothing else happens before.
    pub fn due(&self) -> Option<Instant> {
        let dues = self.stages.iter().filter_map(|stage| stage.module.due());
        dues.min()
    }

    /// Runs due timers.
    pub fn turn(&mut self, now: Instant, outlet: &mut dyn Outlet) {
        for stage in (0..self.stages.len()).rev() {
            self.call(Call::Turn, stage, now, outlet);
        }
        self.settle(now, outlet);
    }

    /// Gathered messages leave now.
    pub fn flush(&mut self, now: Instant, outlet: &mut dyn Outlet) {
        for stage in 0..self.stages.len() {
            self.call(Call::Flush, stage, now, outlet);
        }
        self.settle(now, outlet);
    }

    /// Sets back-pressure of the wire: messages then gather. When it ends, gathered messages leave.
    pub fn set_wire_busy(&mut self, busy: bool, now: Instant, outlet: &mut dyn Outlet) {
        if self.wire_busy != busy {
            self.wire_busy = busy;
            self.settle(now, outlet);
        }
    }

    /// Changes parameters of one module while the lane is open; held packets stay. Possible for
    /// `bundle`, `rate-limit`, `impair` and `compress`, at each end separately.
    ///
    /// # Errors
    /// [`ChainError`] if the module is not in the chain, cannot have such parameters, or both ends
    /// would have to change at once. Then nothing has changed.
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

    /// Members of the group that `multicast-emulation` sends to, numbered by the caller; packets to
    /// them have [`To::Member`].
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

    /// Packets of this end that are gathered, queued or not acknowledged. At 0 the lane can be
    /// closed without loss.
    pub fn unfinished(&self) -> usize {
        let stages = self.stages.iter();
        stages.map(|stage| stage.module.unfinished()).sum()
    }

    /// Bytes of these packets.
    pub fn held_bytes(&self) -> usize {
        let stages = self.stages.iter();
        stages.map(|stage| stage.module.held_bytes()).sum()
    }

    /// Whether an arrived packet was dropped as damaged or malformed without retransmission: a
    /// reliable lane has lost it.
    pub fn has_lost(&self) -> bool {
        let above = has(&self.specs, "retransmit").unwrap_or(self.specs.len());
        let mut stages = self.stages[..above].iter();
        stages.any(|stage| stage.module.spoilt() > 0)
    }

    /// Counters of its modules: name of the module, name of the counter, value.
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
        let mut out = ModuleOutput {
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

    /// Carries packets from module to module, first in, first out, so that none overtakes another.
    fn run(&mut self, now: Instant, outlet: &mut dyn Outlet) {
        let stages = self.stages.len();
        while let Some(job) = self.jobs.pop_front() {
            let stage = &mut self.stages[job.stage];
            let mut out = ModuleOutput {
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

    /// Determines back-pressure, and gives a turn to modules whose back-pressure has ended.
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
