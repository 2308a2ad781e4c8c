//! Drives the chains of protocol modules in a world: frames go in, packets travel, timers ring, and what comes out is judged.

use std::time::Instant;

use hyla_link::lanes::ENDED_LANE_TIMEOUT;
use hyla_net::{EndpointConfig, Profile};

use crate::carrying::LATE;
use crate::chains::{End, Fate, Lane, Out};
use crate::driver::{instant, micros};
use crate::faults::Sabotage;
use crate::network::{ChannelId, Event, Item, Micros, Party, ProcessId, Side};
use crate::world::World;

/// How long a lane that was closed may take to send what it holds.
fn linger() -> Micros {
    EndpointConfig::default().linger.as_micros() as Micros
}

impl World {
    /// A lane is called.
    pub(crate) fn begin_chain(&mut self, channel: ChannelId, profile: &Profile) {
        match Lane::of_caller(profile, self.config.sabotage) {
            Ok(lane) => {
                self.network.has_modules(channel);
                self.chains.lanes.insert(channel, lane);
            }
            Err(error) => self.judge.violated(format!("{channel:?}: {error}")),
        }
    }

    /// The call of a lane has come.
    pub(crate) fn accept_chain(&mut self, channel: ChannelId) {
        let sabotage = self.config.sabotage;
        if let Some(lane) = self.chains.lanes.get_mut(&channel)
            && let Err(error) = lane.accept(sabotage)
        {
            self.judge.violated(format!("{channel:?}: {error}"));
        }
    }

    /// A frame is to go by a lane; it leaves when all have been given that leave together.
    pub(crate) fn give_to_chain(&mut self, channel: ChannelId, frame: &[u8]) {
        let ends = [Side::Caller, Side::Callee].map(|side| self.network.reader(channel, side));
        let seats = ends.map(|end| match end {
            Some(Party::Process(id)) => self.processes[id.0 as usize].seat,
            _ => None,
        });
        let Some(lane) = self.chains.lanes.get_mut(&channel) else {
            return;
        };
        if let [Some(from), Some(to)] = seats {
            lane.pair = Some((from, to));
        }
        lane.give(frame);
        self.outcome.chained += 1;
        self.chains.touched.insert(channel);
    }

    /// Frames that were given to chains leave.
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
        // Of what is under way when the wire breaks a part arrives.
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

    /// Something may be due at a chain.
    pub(crate) fn turn_chain(&mut self, channel: ChannelId, side: Side) {
        let now = self.network.now();
        let due = self.chains.end_mut(channel, side);
        if due.is_none_or(|end| end.alarm != Some(now)) {
            return;
        }
        if self.waits_for_process(channel, side, Event::Chain(channel, side)) {
            return;
        }
        // What is waited for may have come, and only has to be read.
        self.packets_arrive(channel, side);
        if let Some(end) = self.chains.end_mut(channel, side) {
            end.alarm = None;
            self.drive(channel, side, |end, now, out| end.driver.turn(now, out));
        }
    }

    /// Whether the process at an end stands still, so that the event happens later, or is no more.
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

    /// Has the chain at an end do something, and passes on what comes out of it.
    fn drive(
        &mut self,
        channel: ChannelId,
        side: Side,
        act: impl FnOnce(&mut End, Instant, &mut Out),
    ) {
        let now = instant(self.network.now());
        let stays_full = self.config.sabotage == Some(Sabotage::StayFull);
        let Some(end) = self.chains.end_mut(channel, side) else {
            return;
        };
        let mut out = Out::default();
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

    /// Packets leave an end.
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
        let weather = self.chains.weather;
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
            let fate = weather.fate(channel, number, now, end.has_checksum());
            let mut lost = !open;
            let mut copies = [None, None];
            let Some(end) = lane.end_mut(to).filter(|_| open) else {
                at_fault = true;
                continue;
            };
            match fate {
                Fate::Lost => lost = true,
                Fate::Arrives(delay) | Fate::Doubled(delay, _) | Fate::Damaged(delay, _) => {
                    end.latest = (now + delay).max(end.latest + 1);
                    copies[0] = Some(end.latest);
                    if let Fate::Doubled(_, later) = fate {
                        // It overtakes nothing.
                        copies[1] = Some((now + later).max(end.latest + 1));
                    }
                    if let Fate::Damaged(_, bit) = fate {
                        let at = bit as usize % packet.len();
                        packet[at] ^= 1 << (bit >> 32 & 7);
                        lost = true;
                    }
                }
                Fate::HeldUp(delay) => {
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

    /// Frames have come out of a chain.
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
            good.push(Item::Frame(frame.into()));
        }
        self.take_in(id, channel, good);
    }

    /// A process closes a lane: whether that lives on until its chain holds nothing.
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

    /// What lanes hold still leaves when their process has ended in order, as when an endpoint is dropped.
    pub(crate) fn orphans_linger(&mut self) {
        for (channel, party) in self.network.take_orphans() {
            if !self.lingers(channel, party) {
                self.network.close(channel, party, &mut self.rng);
            }
        }
    }

    /// Ends a lane that was closed here, once its chain holds nothing, or after a time.
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
        // The stream does not wait for the end of a lane for longer.
        let patience = ENDED_LANE_TIMEOUT.as_micros() as Micros;
        let slow = now - since + self.chains.weather.longest() >= patience;
        let pair = self.chains.lanes.get(&channel).and_then(|lane| lane.pair);
        if let Some((from, to)) = pair.filter(|_| !finished || slow) {
            self.judge.sever(from, to);
        }
        if let Some(party) = self.network.reader(channel, side) {
            self.network.close(channel, party, &mut self.rng);
        }
        self.forget_end(channel, side);
    }

    /// The other end of a lane is over.
    pub(crate) fn end_chain(&mut self, channel: ChannelId, party: Party) {
        if let Some(side) = self.network.side_of(channel, party) {
            self.forget_end(channel, side);
        }
    }

    /// Nothing more comes to an end, or from it.
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

    /// A process stands still for so long that what comes by lanes that may lose comes too late.
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

    /// Everything has arrived: on lanes that stand nothing is missing but what their wires may have lost.
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

    /// What chains that are still there have counted.
    pub(crate) fn count_chains(&mut self) {
        for lane in self.chains.lanes.values() {
            for end in [&lane.caller, &lane.callee].into_iter().flatten() {
                count(end, &mut self.outcome);
            }
        }
    }
}

fn count(end: &End, outcome: &mut crate::outcome::Outcome) {
    end.driver.counters(&mut |_, counter, value| match counter {
        "resent_by_gap" | "resent_by_timeout" => outcome.resent += value,
        "reassembled" => outcome.reassembled += value,
        _ => {}
    });
}
