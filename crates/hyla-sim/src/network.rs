//! Wires and clock: first in, first out on each wire, with delays from the seed or from a list.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::net::SocketAddr;
use std::rc::Rc;
use std::sync::Arc;

use fastrand::Rng;

use crate::actions::{ActionList, Hop};
use crate::driver::is_reliable;
use crate::replaying::Recorder;

/// Microseconds of simulated time.
pub(crate) type Micros = u64;

/// A running process of a federate. A restarted federate is another process.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct ProcessId(pub(crate) u32);

/// A connection between two parties.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct ChannelId(pub(crate) u64);

/// Party at an end of a channel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Party {
    Rti,
    Process(ProcessId),
}

/// Item in flight on a wire.
#[derive(Clone, Debug)]
pub(crate) enum WireItem {
    /// A request to open a channel, at the callee.
    Call,
    /// The confirmation, at the caller.
    Opened,
    Frame(Arc<Vec<u8>>),
    Closed,
}

/// Scheduled event.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Event {
    /// Frames may have arrived.
    Arrival(ChannelId, Side),
    /// The federate takes its next step.
    Step(ProcessId),
    /// A line of an action list, by number.
    Line(usize, ProcessId),
    /// Somebody who posted on a board that the process can see has roused it.
    Look(ProcessId),
    /// A table that another process has passed, by its number in the world.
    Table(ProcessId, usize),
    /// A timer of the links.
    Turn(ProcessId),
    /// A timer of the RTI.
    RtiTurn,
    /// The next planned fault.
    Fault,
    /// The disk of the RTI has finished a request.
    Disk,
    /// A timer of the client of a process.
    Client(ProcessId),
    /// A timer of the session that a process hosts.
    Host(ProcessId),
    /// The next planned cut of a client.
    ClientCut(ProcessId),
    /// Packets of a chain of protocol modules may have arrived.
    Packets(ChannelId, Side),
    /// A timer of such a chain.
    Chain(ChannelId, Side),
}

/// End of a channel at which a wire arrives.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Side {
    Caller,
    Callee,
}

#[derive(Debug, Default)]
struct Wire {
    in_flight: VecDeque<(Micros, WireItem)>,
    last: Micros,
    /// The reader is gone, or the writer has closed.
    dead: bool,
    /// The reader is paused.
    paused: bool,
}

#[derive(Debug)]
struct Channel {
    caller: Party,
    callee: Party,
    /// Extra delay of this wire.
    slowness: Micros,
    datagrams: bool,
    /// The wire has protocol modules, whose queues may outlive its user.
    chained: bool,
    /// For a group: the callee's id of it, and the sender's token.
    group: Option<(ChannelId, u64)>,
    /// The group is one of reliable multicast.
    reliable: bool,
    /// Datagrams of a group so far, including lost ones.
    cast: u64,
    to_caller: Wire,
    to_callee: Wire,
}

/// Clock, event queue and all wires.
#[derive(Debug)]
pub(crate) struct Network {
    now: Micros,
    events: BTreeMap<(Micros, u64, u64), Event>,
    scheduled: u64,
    /// Events to come that are more than idle timers.
    pending: u64,
    channels: BTreeMap<ChannelId, Channel>,
    pub(crate) longest_delay: Micros,
    /// List whose delays replace random ones.
    script: Option<Rc<ActionList>>,
    /// Recorder of delays.
    recorder: Option<Recorder>,
    /// Members of groups, with their ids of them.
    groups: BTreeMap<SocketAddr, BTreeMap<ProcessId, ChannelId>>,
    /// Members that the switch has forgotten.
    forgotten: BTreeSet<(SocketAddr, ProcessId)>,
    /// Frames on each route so far, if recorded.
    carried: BTreeMap<Hop, u64>,
    /// Channels with protocol modules whose user ended in order.
    orphans: Vec<(ChannelId, Party)>,
}

/// Most microseconds until an end notices silence, where the wire reports nothing.
const LONGEST_SILENCE: Micros = 3_000_000;

/// A hash of these numbers alone: independent of earlier draws.
pub(crate) fn mix(parts: &[u64]) -> u64 {
    // Constants of splitmix64.
    parts.iter().fold(0x9E37_79B9_7F4A_7C15, |sum: u64, part| {
        let mut mixed = (sum ^ part).wrapping_add(0x9E37_79B9_7F4A_7C15);
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    })
}

fn hash_of(at: SocketAddr) -> u64 {
    match at {
        SocketAddr::V4(at) => u64::from(u32::from(*at.ip())),
        SocketAddr::V6(at) => u128::from(*at.ip()) as u64,
    }
}

impl Event {
    /// Whether it may be an idle timer.
    pub(crate) fn is_tick(self) -> bool {
        matches!(
            self,
            Self::Turn(_) | Self::RtiTurn | Self::Client(_) | Self::Host(_)
        )
    }

    /// Order among events of the same time. Clients and hosts come after federates, so that their
    /// output leaves together.
    fn lot(self, at: Micros) -> u64 {
        let behind = matches!(self, Self::Client(_) | Self::Host(_));
        u64::from(behind) << 63 | self.number(at) >> 1
    }

    fn number(self, at: Micros) -> u64 {
        match self {
            Self::Arrival(channel, side) => mix(&[at, 1, channel.0, side as u64]),
            Self::Step(id) | Self::Line(_, id) => mix(&[at, 2, u64::from(id.0)]),
            Self::Turn(id) => mix(&[at, 3, u64::from(id.0)]),
            Self::Fault | Self::ClientCut(_) => mix(&[at, 4]),
            Self::Disk => mix(&[at, 5]),
            Self::RtiTurn => mix(&[at, 6]),
            Self::Client(id) => mix(&[at, 7, u64::from(id.0)]),
            Self::Host(id) => mix(&[at, 8, u64::from(id.0)]),
            Self::Packets(channel, side) => mix(&[at, 9, channel.0, side as u64]),
            Self::Chain(channel, side) => mix(&[at, 10, channel.0, side as u64]),
            Self::Look(id) => mix(&[at, 11, u64::from(id.0)]),
            Self::Table(id, _) => mix(&[at, 12, u64::from(id.0)]),
        }
    }
}

/// Number of frames that arrive before a channel breaks; all with lot 0.
fn arriving(lot: u64, channel: ChannelId, to: Side, frames: usize) -> usize {
    match lot {
        0 => frames,
        lot => (mix(&[lot, channel.0, to as u64]) % (frames as u64 + 1)) as usize,
    }
}

/// Time until an end of a broken channel notices. Mostly the wire reports the break at once; a
/// disconnected host is noticed by silence, by each end in its own time.
fn silence(lot: u64, channel: ChannelId, to: Side) -> Micros {
    match lot % 4 {
        3 => mix(&[lot, channel.0, to as u64, 1]) % LONGEST_SILENCE,
        _ => 0,
    }
}

impl Channel {
    fn wire(&mut self, to: Side) -> &mut Wire {
        match to {
            Side::Caller => &mut self.to_caller,
            Side::Callee => &mut self.to_callee,
        }
    }

    fn side_of(&self, party: Party) -> Side {
        if self.caller == party {
            Side::Caller
        } else {
            Side::Callee
        }
    }
}

impl Side {
    pub(crate) fn other(self) -> Self {
        match self {
            Self::Caller => Self::Callee,
            Self::Callee => Self::Caller,
        }
    }
}

impl Network {
    pub(crate) fn new(
        longest_delay: Micros,
        recorder: Option<Recorder>,
        script: Option<Rc<ActionList>>,
    ) -> Self {
        Self {
            now: 0,
            events: BTreeMap::new(),
            scheduled: 0,
            pending: 0,
            channels: BTreeMap::new(),
            longest_delay,
            script,
            recorder,
            groups: BTreeMap::new(),
            forgotten: BTreeSet::new(),
            carried: BTreeMap::new(),
            orphans: Vec::new(),
        }
    }

    /// A process joins a group, under its own id of it.
    pub(crate) fn join_group(&mut self, at: SocketAddr, process: ProcessId) -> ChannelId {
        let id = ChannelId(mix(&[
            u64::from(process.0),
            u64::from(at.port()),
            hash_of(at),
        ]));
        self.groups.entry(at).or_default().insert(process, id);
        id
    }

    pub(crate) fn leave_group(&mut self, at: SocketAddr, process: ProcessId) {
        if let Some(members) = self.groups.get_mut(&at) {
            members.remove(&process);
        }
        self.forgotten.remove(&(at, process));
    }

    /// The switch forgets the groups of reliable multicast that a process is in.
    pub(crate) fn forget_groups_of(&mut self, process: ProcessId) {
        let groups = self.groups.iter();
        let of = groups.filter(|(at, members)| is_reliable(**at) && members.contains_key(&process));
        let forgotten = of.map(|(at, _)| (*at, process));
        self.forgotten.extend(forgotten);
    }

    /// A process joins a group again.
    pub(crate) fn rejoin_group(&mut self, at: SocketAddr, process: ProcessId) {
        self.forgotten.remove(&(at, process));
    }

    /// The wires from a sender of a group to the other members.
    pub(crate) fn group_wires(
        &mut self,
        at: SocketAddr,
        token: u64,
        speaker: ProcessId,
    ) -> Vec<ChannelId> {
        let members = self.groups.get(&at).cloned().unwrap_or_default();
        let forgotten = &self.forgotten;
        let hears = |other| other != speaker && !forgotten.contains(&(at, other));
        let others = members.into_iter().filter(|(other, _)| hears(*other));
        let wires = others.map(|(other, group)| {
            let id = ChannelId(mix(&[token, group.0]));
            self.channels.entry(id).or_insert_with(|| Channel {
                caller: Party::Process(speaker),
                callee: Party::Process(other),
                slowness: 0,
                datagrams: true,
                chained: false,
                group: Some((group, token)),
                reliable: is_reliable(at),
                cast: 0,
                to_caller: Wire::default(),
                to_callee: Wire::default(),
            });
            id
        });
        wires.collect()
    }

    /// The number of the next datagram to a group on this wire.
    pub(crate) fn next_cast(&mut self, id: ChannelId) -> u64 {
        self.channels.get_mut(&id).map_or(0, |channel| {
            channel.cast += 1;
            channel.cast
        })
    }

    /// Whether a wire belongs to a group of reliable multicast.
    pub(crate) fn is_reliable_group(&self, id: ChannelId) -> bool {
        self.channels
            .get(&id)
            .is_some_and(|channel| channel.reliable)
    }

    /// The group that a wire belongs to, and the sender's token.
    pub(crate) fn group_of(&self, id: ChannelId) -> Option<(ChannelId, u64)> {
        self.channels.get(&id)?.group
    }

    pub(crate) fn now(&self) -> Micros {
        self.now
    }

    /// Schedules an event; the order of simultaneous events depends on the events alone.
    pub(crate) fn schedule(&mut self, at: Micros, event: Event) {
        self.schedule_like(at, event, event);
    }

    /// Schedules an event in the place of another one.
    pub(crate) fn schedule_like(&mut self, at: Micros, event: Event, like: Event) {
        self.scheduled += 1;
        self.pending += u64::from(!event.is_tick());
        let at = at.max(self.now);
        self.events
            .insert((at, like.lot(at), self.scheduled), event);
    }

    /// The next event, with its time.
    pub(crate) fn next(&self) -> Option<(Micros, Event)> {
        let ((at, _, _), event) = self.events.first_key_value()?;
        Some((*at, *event))
    }

    /// Whether only idle timers are left.
    pub(crate) fn only_ticks(&self) -> bool {
        self.pending == 0
    }

    /// The next event up to `until`, with the time before it; moves the clock.
    pub(crate) fn next_event(&mut self, until: Micros) -> Option<(Micros, Event)> {
        let first = self.events.first_entry()?;
        if first.key().0 > until {
            return None;
        }
        let ((at, _, _), event) = first.remove_entry();
        self.pending -= u64::from(!event.is_tick());
        Some((std::mem::replace(&mut self.now, at), event))
    }

    /// Moves the clock; nothing more happens before that time.
    pub(crate) fn pass_to(&mut self, at: Micros) {
        self.now = self.now.max(at);
    }

    /// Sets the clock back; nothing has happened since that time.
    pub(crate) fn set_back(&mut self, to: Micros) {
        self.now = to;
    }

    /// Opens a channel; the callee learns of it first, then the caller.
    pub(crate) fn call(&mut self, id: ChannelId, caller: Party, callee: Party, rng: &mut Rng) {
        let slowness = if self.script.is_none() && rng.u8(..8) == 0 {
            self.longest_delay
        } else {
            0
        };
        let channel = Channel {
            caller,
            callee,
            slowness,
            datagrams: false,
            chained: false,
            group: None,
            reliable: false,
            cast: 0,
            to_caller: Wire::default(),
            to_callee: Wire::default(),
        };
        self.channels.insert(id, channel);
        self.put(id, Side::Callee, WireItem::Call, 0, rng);
    }

    /// A call that does not reach its callee.
    pub(crate) fn call_in_vain(&mut self, id: ChannelId, caller: Party, rng: &mut Rng) {
        self.call(id, caller, Party::Rti, rng);
        if let Some(channel) = self.channels.get_mut(&id) {
            channel.to_callee.dead = true;
            channel.to_callee.in_flight.clear();
        }
        self.put(id, Side::Caller, WireItem::Closed, 0, rng);
    }

    /// Sends to the other end.
    pub(crate) fn send(&mut self, id: ChannelId, from: Party, item: WireItem, rng: &mut Rng) {
        let Some(channel) = self.channels.get(&id) else {
            return;
        };
        let to = channel.side_of(from).other();
        self.put(id, to, item, 0, rng);
    }

    /// The process at the other end looks at its boards soon.
    pub(crate) fn rouse(&mut self, id: ChannelId, from: Party) {
        self.soon(id, from, Event::Look);
    }

    /// The process at the other end gets a table.
    pub(crate) fn pass_table(&mut self, id: ChannelId, from: Party, table: usize) {
        self.soon(id, from, |to| Event::Table(to, table));
    }

    /// Something happens to the process at the other end after a while, and not in the order of frames.
    fn soon(&mut self, id: ChannelId, from: Party, event: impl FnOnce(ProcessId) -> Event) {
        let Some(channel) = self.channels.get(&id) else {
            return;
        };
        let to = match channel.side_of(from) {
            Side::Caller => channel.callee,
            Side::Callee => channel.caller,
        };
        if let Party::Process(to) = to {
            let delay = mix(&[self.now, id.0, u64::from(to.0)]) % (self.longest_delay + 1);
            self.schedule(self.now + delay, event(to));
        }
    }

    /// Closes an end in order: frames in flight arrive, then the end.
    pub(crate) fn close(&mut self, id: ChannelId, from: Party, rng: &mut Rng) {
        self.end(id, from, 0, rng);
    }

    /// An end is over; the other one learns of it after that time plus the wire's delay.
    fn end(&mut self, id: ChannelId, from: Party, later: Micros, rng: &mut Rng) {
        if let Some(channel) = self.channels.get(&id) {
            let to = channel.side_of(from).other();
            self.put(id, to, WireItem::Closed, later, rng);
        }
        if let Some(channel) = self.channels.get_mut(&id) {
            let own = channel.side_of(from);
            channel.wire(own).dead = true;
            channel.wire(own).in_flight.clear();
            channel.wire(own.other()).dead = true;
        }
    }

    /// A process ends: part of the frames in flight on each of its wires arrive, then the end.
    pub(crate) fn kill(&mut self, party: Party, lot: u64, rng: &mut Rng) {
        let theirs: Vec<_> = self
            .channels
            .iter()
            .filter(|(_, c)| c.caller == party || c.callee == party)
            .map(|(id, _)| *id)
            .collect();
        for id in theirs {
            let chained = self.channels.get(&id).is_some_and(|c| c.chained);
            if chained && lot == 0 {
                self.orphans.push((id, party));
            } else {
                self.cut(id, party, lot, rng);
            }
        }
    }

    /// Channels with protocol modules whose user ended in order: queued frames still leave.
    pub(crate) fn take_orphans(&mut self) -> Vec<(ChannelId, Party)> {
        std::mem::take(&mut self.orphans)
    }

    /// A channel has protocol modules.
    pub(crate) fn has_modules(&mut self, id: ChannelId) {
        if let Some(channel) = self.channels.get_mut(&id) {
            channel.chained = true;
        }
    }

    /// Breaks one channel of `party`.
    fn cut(&mut self, id: ChannelId, party: Party, lot: u64, rng: &mut Rng) {
        let Some(channel) = self.channels.get_mut(&id) else {
            return;
        };
        let to = channel.side_of(party).other();
        let wire = channel.wire(to);
        if !wire.dead {
            let arrives = arriving(lot, id, to, wire.in_flight.len());
            wire.in_flight.truncate(arrives);
        }
        self.end(id, party, silence(lot, id, to), rng);
    }

    /// Open channels between two parties, whichever called.
    pub(crate) fn between(&self, one: Party, other: Party) -> Vec<ChannelId> {
        let pair = |c: &Channel| {
            (c.caller, c.callee) == (one, other) || (c.caller, c.callee) == (other, one)
        };
        let open = |c: &Channel| c.group.is_none() && !(c.to_caller.dead && c.to_callee.dead);
        let found = self.channels.iter().filter(|(_, c)| pair(c) && open(c));
        found.map(|(id, _)| *id).collect()
    }

    /// Breaks a channel between its users: in both directions part of the frames arrive, then the
    /// end.
    pub(crate) fn sever(&mut self, id: ChannelId, lot: u64, rng: &mut Rng) {
        for side in [Side::Caller, Side::Callee] {
            let Some(channel) = self.channels.get_mut(&id) else {
                return;
            };
            let wire = channel.wire(side);
            if wire.dead {
                continue;
            }
            let arrives = arriving(lot, id, side, wire.in_flight.len());
            wire.in_flight.truncate(arrives);
            self.put(id, side, WireItem::Closed, silence(lot, id, side), rng);
            if let Some(channel) = self.channels.get_mut(&id) {
                channel.wire(side).dead = true;
            }
        }
    }

    fn put(&mut self, id: ChannelId, to: Side, item: WireItem, later: Micros, rng: &mut Rng) {
        let now = self.now;
        let longest = self.longest_delay;
        let Some(channel) = self.channels.get_mut(&id) else {
            return;
        };
        let slowness = channel.slowness;
        let route = match to {
            Side::Caller => (channel.callee, channel.caller),
            Side::Callee => (channel.caller, channel.callee),
        };
        let wire = channel.wire(to);
        if wire.dead {
            return;
        }
        let mut number = || {
            let carried = self.carried.entry(route).or_default();
            *carried += 1;
            *carried
        };
        let delay = match &self.script {
            Some(script) => script.delay(route, number()),
            None => slowness + rng.u64(1..=longest) + later,
        };
        if let Some(recorder) = &self.recorder {
            let mut list = recorder.borrow_mut();
            list.delays
                .entry(route)
                .or_default()
                .insert(number(), delay);
        }
        let at = (now + delay).max(wire.last + 1);
        wire.last = at;
        wire.in_flight.push_back((at, item));
        self.schedule(at, Event::Arrival(id, to));
    }

    /// Reader at an end.
    pub(crate) fn reader(&self, id: ChannelId, side: Side) -> Option<Party> {
        let channel = self.channels.get(&id)?;
        Some(if side == Side::Caller {
            channel.caller
        } else {
            channel.callee
        })
    }

    /// Whether a party is at that end of a channel, and the wire to it still works.
    pub(crate) fn leads_to(&self, id: ChannelId, side: Side) -> bool {
        self.channels.get(&id).is_some_and(|channel| match side {
            Side::Caller => !channel.to_caller.dead,
            Side::Callee => !channel.to_callee.dead,
        })
    }

    /// The party's end of a channel.
    pub(crate) fn side_of(&self, id: ChannelId, party: Party) -> Option<Side> {
        Some(self.channels.get(&id)?.side_of(party))
    }

    /// Whether the newest frame takes longer than that to the other end, or is not read there for
    /// now.
    pub(crate) fn is_slow(&mut self, id: ChannelId, from: Party, than: Micros) -> bool {
        let latest = self.now + than;
        let channel = self.channels.get_mut(&id);
        channel.is_some_and(|channel| {
            let to = channel.side_of(from).other();
            let wire = channel.wire(to);
            wire.paused || wire.last > latest
        })
    }

    /// Datagrams in flight to a party: channel and sender.
    pub(crate) fn datagrams_to(&self, party: Party) -> Vec<(ChannelId, Party, Arc<Vec<u8>>)> {
        let to_it = self.channels.iter().filter_map(|(id, channel)| {
            let (wire, from) = match channel {
                c if !c.datagrams => return None,
                c if c.callee == party => (&c.to_callee, c.caller),
                c if c.caller == party => (&c.to_caller, c.callee),
                _ => return None,
            };
            Some((*id, from, wire))
        });
        let mut found = Vec::new();
        for (id, from, wire) in to_it {
            found.extend(wire.in_flight.iter().filter_map(|(_, item)| match item {
                WireItem::Frame(frame) => Some((id, from, frame.clone())),
                _ => None,
            }));
        }
        found
    }

    /// Frames on this channel may be lost.
    pub(crate) fn carries_datagrams(&mut self, id: ChannelId) {
        if let Some(channel) = self.channels.get_mut(&id) {
            channel.datagrams = true;
        }
    }

    /// Party at the other end.
    pub(crate) fn other_end(&self, id: ChannelId, party: Party) -> Option<Party> {
        let channel = self.channels.get(&id)?;
        Some(match channel.side_of(party) {
            Side::Caller => channel.callee,
            Side::Callee => channel.caller,
        })
    }

    /// Pauses or resumes arrivals at this end. Gives datagrams that now wait, with their sender.
    pub(crate) fn set_paused(
        &mut self,
        id: ChannelId,
        party: Party,
        on: bool,
    ) -> Vec<(Party, Arc<Vec<u8>>)> {
        let now = self.now;
        let Some(channel) = self.channels.get_mut(&id) else {
            return Vec::new();
        };
        let side = channel.side_of(party);
        let datagrams = channel.datagrams && on;
        let sender = match side {
            Side::Caller => channel.callee,
            Side::Callee => channel.caller,
        };
        let wire = channel.wire(side);
        let before = std::mem::replace(&mut wire.paused, on);
        let waiting = wire.in_flight.iter().filter_map(|(_, item)| match item {
            WireItem::Frame(frame) if datagrams => Some((sender, frame.clone())),
            _ => None,
        });
        let waiting = waiting.collect();
        if before && !on {
            // Frames due during the pause arrive now.
            let come = wire.in_flight.iter().filter(|(at, _)| *at <= now).count();
            for _ in 0..come {
                self.schedule(now, Event::Arrival(id, side));
            }
        }
        waiting
    }

    /// Takes due frames at an end.
    pub(crate) fn arrived(&mut self, id: ChannelId, side: Side) -> Option<WireItem> {
        let now = self.now;
        let wire = self.channels.get_mut(&id)?.wire(side);
        if wire.paused {
            return None;
        }
        if wire.in_flight.front().is_some_and(|(at, _)| *at <= now) {
            wire.in_flight.pop_front().map(|(_, item)| item)
        } else {
            None
        }
    }
}
