//! Drives the chains of protocol modules in a world: frames go in, packets travel, timers expire,
//! and the judge checks the frames that come out.

use std::time::Instant;

use hyla_link::lanes::ENDED_LANE_TIMEOUT;
use hyla_net::{EndpointConfig, Profile};

use crate::carrying::LATE;
use crate::chains::{ChainOutput, ChainedLane, LaneEnd, PacketFate};
use crate::driver::{instant, micros};
use crate::faults::Sabotage;
use crate::network::{ChannelId, Event, Micros, Party, ProcessId, Side, WireItem};
use crate::world::World;

/// How long a closed lane may take to send its queued frames.
fn linger() -> Micros {
    EndpointConfig::default().linger.as_micros() as Micros
}

impl World {
    /// A lane is being opened.
    pub(crate) fn begin_chain(&mut self, channel: ChannelId, profile: &Profile) {
        match ChainedLane::of_caller(profile, self.config.sabotage) {
            Ok(lane) => {
                self.network.has_modules(channel);
                self.chains.lanes.insert(channel, lane);
            }
            Err(error) => self.judge.violated(format!("{channel:?}: {error}")),
        }
    }

    /// The request to open a lane has arrived.
    pub(crate) fn accept_chain(&mut self, channel: ChannelId) {
        let sabotage = self.config.sabotage;
        if let Some(lane) = self.chains.lanes.get_mut(&channel)
            && let Err(error) = lane.accept(sabotage)
        {
            self.judge.violated(format!("{channel:?}: {error}"));
        }
    }

    /// Queues a frame for a lane; frames queued together leave together.
    pub(crate) fn give_to_chain(&mut self, channel: ChannelId, frame: &[u8]) {
        let ends = [Side::Caller, Side::Callee].map(|side| self.network.reader(channel, side));
        let memberships = ends.map(|end| match end {
            Some(Party::Process(id)) => self.processes[id.0 as usize].membership,
            _ => None,
        });
        let Some(lane) = self.chains.lanes.get_mut(&channel) else {
            return;
        };
        if let [Some(from), Some(to)] = memberships {
            lane.pair = Some((from, to));
        }
        lane.give(frame);
        self.outcome.chained += 1;
        self.chains.touched.insert(channel);
    }

    /// Sends queued frames through the chains.
    pub(crate) fn pass_chains(&mut self) {
        while let Some(channel) = self.chains.touched.pop_first() {
            self.drive(channel, Side::Caller, |_, _, _| ());
        }
    }

    /// Packets may have arrived.
    pub(crate) fn packets_arrive(&mut self, channel: ChannelId, side: Side) {
        if self.waits_for_process(channel, side, Event::Packets(channel, side)) {
            return;
        }
        let now = self.network.now();
        let open = self.network.leads_to(channel, side);
        let Some(end) = self.chains.end_mut(channel, side) else {
            return;
        };
        let later = end.arriving.split_off(&(now + 1, 0));
        let packets = std::mem::replace(&mut end.arriving, later);
        // Part of the packets in flight arrives when the wire breaks.
        let (arrived, lost): (Vec<_>, Vec<_>) = packets
            .into_iter()
            .partition(|((_, number), _)| open || number & 2 == 0);
        if !lost.is_empty()
            && side == Side::Callee
            && let Some(lane) = self.chains.lanes.get_mut(&channel)
        {
            let frames = lane.excuse();
            self.lose_all(channel, &frames);
        }
        if !arrived.is_empty() {
            self.drive(channel, side, |end, now, out| {
                for (_, packet) in &arrived {
                    end.driver.arrived(packet, now, out);
                }
            });
        }
    }

    /// A timer of a chain may be due.
    pub(crate) fn turn_chain(&mut self, channel: ChannelId, side: Side) {
        let now = self.network.now();
        let due = self.chains.end_mut(channel, side);
        if due.is_none_or(|end| end.alarm != Some(now)) {
            return;
        }
        if self.waits_for_process(channel, side, Event::Chain(channel, side)) {
            return;
        }
        // Awaited packets may have arrived and only need to be read.
        self.packets_arrive(channel, side);
        if let Some(end) = self.chains.end_mut(channel, side) {
            end.alarm = None;
            self.drive(channel, side, |end, now, out| end.driver.turn(now, out));
        }
    }

    /// Whether the process at an end is paused, so that the event is postponed, or is gone.
    fn waits_for_process(&mut self, channel: ChannelId, side: Side, event: Event) -> bool {
        let Some(Party::Process(id)) = self.network.reader(channel, side) else {
            return true;
        };
        let process = &self.processes[id.0 as usize];
        let (alive, until) = (process.alive, process.paused_until);
        let end = self.chains.end_mut(channel, side);
        if !alive && end.is_some_and(|end| end.lingers.is_some()) {
            return false;
        }
        if alive && until > self.network.now() {
            if let (Event::Chain(..), Some(end)) = (event, self.chains.end_mut(channel, side)) {
                end.alarm = Some(until);
            }
            self.network.schedule(until, event);
            return true;
        }
        !alive
    }

    /// Runs the driver of the chain at an end, and passes on its output.
    fn drive(
        &mut self,
        channel: ChannelId,
        side: Side,
        act: impl FnOnce(&mut LaneEnd, Instant, &mut ChainOutput),
    ) {
        let now = instant(self.network.now());
        let stays_full = self.config.sabotage == Some(Sabotage::StayFull);
        let Some(end) = self.chains.end_mut(channel, side) else {
            return;
        };
        let mut out = ChainOutput::default();
        let before = end.waiting.len();
        act(end, now, &mut out);
        if !end.waiting.is_empty() && !end.stuck {
            end.pass(now, &mut out);
        }
        let (left, held) = (end.waiting.len(), end.driver.held());
        end.stuck = stays_full && (end.stuck || held.full);
        let due = held.due.map(micros);
        if let Some(at) = due.filter(|at| end.alarm.is_none_or(|known| *at < known)) {
            let at = at.max(self.network.now());
            end.alarm = Some(at);
            self.network.schedule(at, Event::Chain(channel, side));
        }
        self.outcome.full_chains += u64::from(held.full && left > 0);
        self.send_packets(channel, side, out.packets);
        if let Some(Party::Process(id)) = self.network.reader(channel, side) {
            if self.process(id).wires.taken(channel, before - left) {
                let now = self.network.now();
                self.network.schedule(now, Event::Turn(id));
            }
            self.end_lingering(channel, side);
            if !out.frames.is_empty() {
                self.frames_come(id, channel, out.frames);
            }
        }
    }

    /// Sends packets from an end.
    fn send_packets(&mut self, channel: ChannelId, from: Side, packets: Vec<Vec<u8>>) {
        if packets.is_empty() {
            return;
        }
        let (to, now) = (from.other(), self.network.now());
        let open = self.network.leads_to(channel, to);
        let stands_still = match self.network.reader(channel, to) {
            Some(Party::Process(id)) => self.process(id).paused_until > now + LATE,
            _ => false,
        };
        let mixes = self.config.sabotage == Some(Sabotage::MixFragments);
        let faults_of_wire = self.chains.faults_of_wire;
        let Some(lane) = self.chains.lanes.get_mut(&channel) else {
            return;
        };
        let mut at_fault = stands_still;
        for mut packet in packets {
            lane.packets += 1;
            let number = 2 * lane.packets;
            self.outcome.packets += 1;
            let Some(end) = lane.end_mut(from) else {
                return;
            };
            if mixes {
                end.mix_fragments(&mut packet);
            }
            let fate = faults_of_wire.fate(channel, number, now, end.has_checksum());
            let mut lost = !open;
            let mut copies = [None, None];
            let Some(end) = lane.end_mut(to).filter(|_| open) else {
                at_fault = true;
                continue;
            };
            match fate {
                PacketFate::Lost => lost = true,
                PacketFate::Arrives(delay)
                | PacketFate::Doubled(delay, _)
                | PacketFate::Damaged(delay, _) => {
                    end.latest = (now + delay).max(end.latest + 1);
                    copies[0] = Some(end.latest);
                    if let PacketFate::Doubled(_, later) = fate {
                        // A copy overtakes nothing.
                        copies[1] = Some((now + later).max(end.latest + 1));
                    }
                    if let PacketFate::Damaged(_, bit) = fate {
                        let at = bit as usize % packet.len();
                        packet[at] ^= 1 << (bit >> 32 & 7);
                        lost = true;
                    }
                }
                PacketFate::HeldUp(delay) => {
                    copies[0] = Some(now + delay);
                    at_fault = true;
                }
            }
            self.outcome.lost_packets += u64::from(lost);
            at_fault |= lost || copies[0].is_some_and(|at| at > now + LATE);
            for (copy, at) in copies.into_iter().flatten().enumerate() {
                end.arriving
                    .insert((at, number + copy as u64), packet.clone());
                self.network.schedule(at, Event::Packets(channel, to));
            }
        }
        if at_fault && from == Side::Caller {
            let frames = lane.excuse();
            self.lose_all(channel, &frames);
        }
    }

    fn lose_all(&mut self, channel: ChannelId, frames: &[Vec<u8>]) {
        if let Some(sender) = self.network.reader(channel, Side::Caller) {
            for frame in frames {
                self.lose(channel, sender, frame);
            }
        }
    }

    /// Delivers frames that a chain has put out.
    fn frames_come(&mut self, id: ProcessId, channel: ChannelId, frames: Vec<Vec<u8>>) {
        let mut good = Vec::new();
        let drops = self.config.sabotage == Some(Sabotage::DropWhole);
        for frame in frames {
            let drops = drops && self.chance(Party::Process(id), 3);
            let Some(lane) = self.chains.lanes.get_mut(&channel) else {
                return;
            };
            if drops && !lane.is_reliable() {
                continue;
            }
            match lane.came(&frame) {
                Ok(gone) => self.lose_all(channel, &gone),
                Err(problem) => {
                    return self
                        .judge
                        .violated(format!("the chain of {channel:?} {problem}"));
                }
            }
            good.push(WireItem::Frame(frame.into()));
        }
        self.take_in(id, channel, good);
    }

    /// A process closes a lane: whether the lane lingers until its chain is empty.
    pub(crate) fn lingers(&mut self, channel: ChannelId, party: Party) -> bool {
        let Some(side) = self.network.side_of(channel, party) else {
            return false;
        };
        let now = self.network.now();
        let Some(end) = self.chains.end_mut(channel, side) else {
            return false;
        };
        if end.is_finished() {
            self.forget_end(channel, side);
            return false;
        }
        if end.lingers.is_none() {
            end.lingers = Some(now);
            let until = now + linger();
            end.alarm = end
                .alarm
                .map_or(Some(until), |known| Some(known.min(until)));
            self.network.schedule(until, Event::Chain(channel, side));
        }
        true
    }

    /// Lanes whose process ended in order still send queued frames, as when an endpoint is dropped.
    pub(crate) fn orphans_linger(&mut self) {
        for (channel, party) in self.network.take_orphans() {
            if !self.lingers(channel, party) {
                self.network.close(channel, party, &mut self.rng);
            }
        }
    }

    /// Ends a lane that was closed here once its chain is empty, or after a timeout.
    fn end_lingering(&mut self, channel: ChannelId, side: Side) {
        let now = self.network.now();
        let Some(end) = self.chains.end_mut(channel, side) else {
            return;
        };
        let Some(since) = end.lingers else { return };
        let (finished, until) = (end.is_finished(), since + linger());
        if !finished && now < until {
            if end.alarm.is_none_or(|alarm| until < alarm) {
                end.alarm = Some(until);
                self.network.schedule(until, Event::Chain(channel, side));
            }
            return;
        }
        // The stream waits no longer for the end of a lane.
        let timeout = ENDED_LANE_TIMEOUT.as_micros() as Micros;
        let slow = now - since + self.chains.faults_of_wire.longest() >= timeout;
        let pair = self.chains.lanes.get(&channel).and_then(|lane| lane.pair);
        if let Some((from, to)) = pair.filter(|_| !finished || slow) {
            self.judge.sever(from, to);
        }
        if let Some(party) = self.network.reader(channel, side) {
            self.network.close(channel, party, &mut self.rng);
        }
        self.forget_end(channel, side);
    }

    /// The other end of a lane is closed.
    pub(crate) fn end_chain(&mut self, channel: ChannelId, party: Party) {
        if let Some(side) = self.network.side_of(channel, party) {
            self.forget_end(channel, side);
        }
    }

    /// Discards an end: nothing arrives there and nothing leaves.
    fn forget_end(&mut self, channel: ChannelId, side: Side) {
        let Some(lane) = self.chains.lanes.get_mut(&channel) else {
            return;
        };
        if let Some(end) = lane.take_end(side) {
            count(&end, &mut self.outcome);
        }
        if side == Side::Callee {
            let (reliable, left) = (lane.is_reliable(), lane.take_owed());
            if !reliable {
                self.lose_all(channel, &left);
            }
        }
    }

    /// A process is paused so long that best-effort frames to it arrive too late.
    pub(crate) fn excuse_lanes_to(&mut self, id: ProcessId) {
        let to_it = |channel: &&ChannelId| {
            self.network.reader(**channel, Side::Callee) == Some(Party::Process(id))
        };
        let lanes: Vec<_> = self.chains.lanes.keys().filter(to_it).copied().collect();
        for channel in lanes {
            if let Some(lane) = self.chains.lanes.get_mut(&channel) {
                let frames = lane.excuse();
                self.lose_all(channel, &frames);
            }
        }
    }

    /// All messages have arrived: open lanes miss only frames that their wires may have lost.
    pub(crate) fn judge_chains(&mut self) {
        for (channel, lane) in &self.chains.lanes {
            let stands = lane.caller.is_some()
                && lane.callee.is_some()
                && [Side::Caller, Side::Callee].into_iter().all(|side| {
                    let at = self.network.reader(*channel, side);
                    let alive = matches!(at, Some(Party::Process(id)) if self.processes[id.0 as usize].alive);
                    alive && self.network.leads_to(*channel, side)
                });
            let missing = lane.missing();
            if stands && missing > 0 {
                return self.judge.violated(format!(
                    "{missing} frames never came out of the chain of {channel:?}"
                ));
            }
        }
    }

    /// Adds the counters of chains that still exist.
    pub(crate) fn count_chains(&mut self) {
        for lane in self.chains.lanes.values() {
            for end in [&lane.caller, &lane.callee].into_iter().flatten() {
                count(end, &mut self.outcome);
            }
        }
    }
}

fn count(end: &LaneEnd, outcome: &mut crate::outcome::Outcome) {
    end.driver.counters(&mut |_, counter, value| match counter {
        "resent_by_gap" | "resent_by_timeout" => outcome.resent += value,
        "reassembled" => outcome.reassembled += value,
        _ => {}
    });
}
