//! A simulated network with members, applications and a judge.
//!
//! Everything follows from the seed. Datagrams get lost, delayed, doubled and overtaken; members sleep, crash, become
//! deaf; lanes are reliable and keep order. The judge compares what each member receives with what was sent to it.

#![allow(
    dead_code,
    unreachable_pub,
    unused_imports,
    reason = "each test uses a part"
)]

mod churn;
mod judge;
mod kills;
mod network;
mod outcome;
mod scenario;

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap, HashMap, VecDeque};
use std::time::{Duration, Instant};

use fastrand::Rng;
use hyla_multicast::{
    Arrival, Event, GroupId, InterestId, Key, Member, MemberId, Route, SendError,
};

use judge::Judge;
use kills::Kills;

pub use churn::{Churn, Size};
pub use kills::{Kill, Role};
pub use outcome::Outcome;
pub use scenario::{Fault, Load, Scenario};

pub fn ms(ms: u64) -> Duration {
    Duration::from_millis(ms)
}

#[derive(Debug)]
enum Happens {
    Arrives(u32, Arrival, std::rc::Rc<[u8]>),
    Timer(u32),
    Send(usize),
    Fault(usize),
    Wakes(u32),
    Lost(u32),
    Check,
    Change,
    /// All know that a member subscribed to the first interest and not to the second one any more.
    Changed(u32, InterestId, Option<InterestId>),
    Rebalance,
    TakeSome(u32),
}

struct Node {
    engine: Member,
    sleeps_until: u64,
    socket: VecDeque<(Arrival, std::rc::Rc<[u8]>)>,
    crashed: bool,
    timer_at: Option<u64>,
    deaf_until: u64,
    forgotten: bool,
    isolated_until: u64,
    slow: Option<u32>,
    in_burst: bool,
    lanes_began: BTreeMap<u32, String>,
    /// Groups that are over for all, and from which it may have to deliver something.
    removing: Vec<GroupId>,
}

impl Node {
    fn remove_delivered(&mut self) {
        let engine = &mut self.engine;
        self.removing.retain(|group| {
            let is_over = engine.has_delivered_all(*group);
            if is_over {
                engine.remove(*group);
            }
            !is_over
        });
    }
}

struct Sender {
    load: Load,
    sent: u32,
}

pub struct World {
    scenario: Scenario,
    start: Instant,
    now: u64,
    count: u64,
    queue: BinaryHeap<Reverse<(u64, u64, usize)>>,
    happens: Vec<Option<Happens>>,
    free: Vec<usize>,
    nodes: Vec<Node>,
    senders: Vec<Sender>,
    judge: Judge,
    random: Rng,
    cut: Vec<(u64, Vec<u32>)>,
    forgets_until: u64,
    lane_free: HashMap<(u32, u32), u64>,
    crash_holder: Option<Duration>,
    recorded: Vec<(u32, Arrival, std::rc::Rc<[u8]>)>,
    records: bool,
    sent_at: HashMap<(u32, u32), u64>,
    /// With the variable `TRACE`, every datagram is printed.
    traces: bool,
    /// A member sent to one that does not exist.
    strays: bool,
    churn: Option<Churn>,
    kills: Kills,
    pub outcome: Outcome,
}

/// First byte of a datagram that carries a token.
const TOKEN: u8 = 5;

const KEY: [u8; 16] = *b"a federation key";

/// Runs a scenario to its end.
///
/// # Errors
/// The finding of the judge.
pub fn run(scenario: &Scenario) -> Result<Outcome, String> {
    let mut world = World::new(scenario.clone());
    world.run()?;
    Ok(world.outcome)
}

impl World {
    pub fn new(scenario: Scenario) -> Self {
        let start = Instant::now();
        let random = Rng::with_seed(scenario.seed);
        let nodes = (0..scenario.members).map(|id| {
            let key = Key::new(&KEY);
            let seed = scenario.seed << 16 | u64::from(id);
            let mut engine = Member::new(scenario.config.clone(), MemberId(id), key, seed)
                .expect("the parameters are in bounds");
            for (group, members) in &scenario.groups {
                let members: Vec<_> = members.iter().copied().map(MemberId).collect();
                let sends = scenario
                    .loads
                    .iter()
                    .any(|load| load.sender == id && load.groups.contains(group));
                if sends || members.contains(&MemberId(id)) {
                    engine
                        .install(start, GroupId(*group), &members)
                        .expect("each group once");
                }
            }
            Node {
                engine,
                sleeps_until: 0,
                socket: VecDeque::new(),
                crashed: false,
                timer_at: None,
                deaf_until: 0,
                forgotten: false,
                isolated_until: 0,
                slow: None,
                in_burst: false,
                lanes_began: BTreeMap::new(),
                removing: Vec::new(),
            }
        });
        let mut world = Self {
            start,
            now: 0,
            count: 0,
            queue: BinaryHeap::new(),
            happens: Vec::new(),
            free: Vec::new(),
            nodes: nodes.collect(),
            senders: Vec::new(),
            judge: Judge::default(),
            random,
            cut: Vec::new(),
            forgets_until: 0,
            lane_free: HashMap::new(),
            crash_holder: None,
            recorded: Vec::new(),
            records: scenario
                .faults
                .iter()
                .any(|(_, fault)| matches!(fault, Fault::Replay | Fault::Forge)),
            sent_at: HashMap::new(),
            strays: false,
            churn: None,
            kills: Kills::new(
                scenario.kill,
                scenario.loads.first().map(|load| load.sender),
            ),
            traces: std::env::var_os("TRACE").is_some(),
            outcome: Outcome::default(),
            scenario: scenario.clone(),
        };
        for load in scenario.loads.clone() {
            let first = world.random.u64(0..load.every.as_nanos().max(1) as u64);
            world.senders.push(Sender { load, sent: 0 });
            world.at(first, Happens::Send(world.senders.len() - 1));
        }
        for (index, (at, _)) in scenario.faults.iter().enumerate() {
            world.at(at.as_nanos() as u64, Happens::Fault(index));
        }
        world.at(0, Happens::Check);
        world
    }

    fn at(&mut self, at: u64, happens: Happens) {
        let index = self.free.pop().unwrap_or_else(|| {
            self.happens.push(None);
            self.happens.len() - 1
        });
        self.happens[index] = Some(happens);
        self.count += 1;
        self.queue.push(Reverse((at, self.count, index)));
    }

    fn instant(&self) -> Instant {
        self.start + Duration::from_nanos(self.now)
    }

    pub fn run(&mut self) -> Result<(), String> {
        let mut done_at = None;
        while let Some(Reverse((at, _, index))) = self.queue.pop() {
            assert!(at >= self.now, "time stands or moves forward");
            self.now = at;
            self.outcome.steps += 1;
            let happens = self.happens[index].take().expect("each happens once");
            self.free.push(index);
            if let Happens::Check = happens {
                let all_sent = self.senders.iter().all(|s| {
                    s.sent == s.load.messages || self.nodes[s.load.sender as usize].crashed
                });
                let last_fault = self
                    .scenario
                    .faults
                    .iter()
                    .map(|(at, _)| at.as_nanos() as u64)
                    .max();
                if all_sent && last_fault.is_none_or(|last| last < self.now) {
                    let since = *done_at.get_or_insert(self.now);
                    if self.is_quiet() {
                        self.outcome.quiet_after = Duration::from_nanos(self.now - since);
                        break;
                    }
                    if self.now - since > self.scenario.rest.as_nanos() as u64 {
                        return Err(format!("not quiet: {}", self.missing()));
                    }
                } else if self.now > 600_000_000_000 {
                    return Err("the senders do not finish".into());
                }
                self.at(self.now + 1_000_000, Happens::Check);
                continue;
            }
            self.happens(happens)?;
            self.step_kills()?;
            if self.strays {
                return Err("something was sent to a member that does not exist".into());
            }
        }
        self.outcome.counters = self.nodes.iter().map(|n| *n.engine.counters()).collect();
        self.outcome.lanes_open = self.lanes_open();
        self.outcome.last_step = self.kills.step;
        self.outcome.left_over = self.left_over();
        match self.incomplete() {
            Some(missing) => Err(missing),
            None => Ok(()),
        }
    }

    fn happens(&mut self, happens: Happens) -> Result<(), String> {
        match happens {
            Happens::Arrives(to, arrival, bytes) => {
                let now = self.instant();
                let node = &mut self.nodes[to as usize];
                if node.crashed {
                    return Ok(());
                }
                if node.sleeps_until > self.now {
                    // Lanes press back; sockets overflow.
                    let is_lane = arrival == Arrival::Lane;
                    if is_lane || node.socket.len() < self.scenario.net.socket_packets {
                        node.socket.push_back((arrival, bytes));
                    }
                    return Ok(());
                }
                node.engine.handle_datagram(now, arrival, &bytes);
                if bytes[0] == TOKEN {
                    self.kills.token_arrived(to);
                }
                if let Some(after) = self.crash_holder
                    && bytes[0] == TOKEN
                {
                    self.crash_holder = None;
                    return self.crash(to, after);
                }
                self.turn(to)
            }
            Happens::Timer(id) => {
                self.nodes[id as usize].timer_at = None;
                self.turn(id)
            }
            Happens::TakeSome(id) => {
                let most = self.nodes[id as usize].slow;
                if let Some(most) = most {
                    self.deliver(id, most)?;
                    self.at(self.now + 1_000_000, Happens::TakeSome(id));
                }
                self.turn(id)
            }
            Happens::Send(index) => self.send(index),
            Happens::Fault(index) => self.fault(index),
            Happens::Wakes(id) => {
                let now = self.instant();
                let node = &mut self.nodes[id as usize];
                while let Some((arrival, bytes)) = node.socket.pop_front() {
                    node.engine.handle_datagram(now, arrival, &bytes);
                }
                self.turn(id)
            }
            Happens::Lost(id) => {
                let now = self.instant();
                if let Some(churn) = &mut self.churn {
                    churn.map.leave(MemberId(id));
                }
                for other in 0..self.scenario.members {
                    if !self.nodes[other as usize].crashed {
                        self.nodes[other as usize]
                            .engine
                            .member_lost(now, MemberId(id));
                        self.turn(other)?;
                    }
                }
                Ok(())
            }
            Happens::Change => {
                self.change();
                Ok(())
            }
            Happens::Changed(member, new, old) => {
                if let Some(churn) = &mut self.churn {
                    churn.changed(MemberId(member), new, old);
                }
                Ok(())
            }
            Happens::Rebalance => {
                self.rebalance();
                Ok(())
            }
            Happens::Check => Ok(()),
        }
    }

    fn fault(&mut self, index: usize) -> Result<(), String> {
        let until = |time: Duration| self.now + time.as_nanos() as u64;
        match self.scenario.faults[index].1.clone() {
            Fault::Sleep(id, time) => {
                let until = until(time);
                self.nodes[id as usize].sleeps_until = until;
                self.at(until, Happens::Wakes(id));
            }
            Fault::Slow(id, most) => {
                self.nodes[id as usize].slow = most;
                if most.is_some() {
                    self.at(self.now, Happens::TakeSome(id));
                } else {
                    return self.turn(id);
                }
            }
            Fault::Deaf(id, time) => self.nodes[id as usize].deaf_until = until(time),
            Fault::ReceivesNothing(id, time) => {
                self.nodes[id as usize].isolated_until = until(time);
            }
            Fault::Crash(id, after) => return self.crash(id, after),
            Fault::CrashTokenHolder(after) => self.crash_holder = Some(after),
            Fault::CutOff(members, time) => {
                let until = until(time);
                self.cut.push((until, members));
            }
            Fault::Forgotten(id) => self.nodes[id as usize].forgotten = true,
            Fault::ForgetGroups(time) => self.forgets_until = until(time),
            Fault::Replay => {
                let recorded = std::mem::take(&mut self.recorded);
                for (to, arrival, bytes) in recorded {
                    let after = self.random.u64(0..50_000_000);
                    self.at(self.now + after, Happens::Arrives(to, arrival, bytes));
                }
            }
            Fault::Forge => {
                // Acknowledges everything, ends lanes, asks, delivers what nobody sent.
                let recorded = std::mem::take(&mut self.recorded);
                for (to, arrival, bytes) in recorded {
                    let mut bytes = bytes.to_vec();
                    let at = self.random.usize(9..bytes.len());
                    bytes[at] = bytes[at].wrapping_add(self.random.u8(1..));
                    self.at(self.now, Happens::Arrives(to, arrival, bytes.into()));
                }
            }
        }
        Ok(())
    }

    fn crash(&mut self, id: u32, after: Duration) -> Result<(), String> {
        self.nodes[id as usize].crashed = true;
        self.at(self.now + after.as_nanos() as u64, Happens::Lost(id));
        Ok(())
    }

    fn send(&mut self, index: usize) -> Result<(), String> {
        let now = self.instant();
        let sender = &mut self.senders[index];
        let id = sender.load.sender;
        let node = &mut self.nodes[id as usize];
        if node.crashed || sender.sent == sender.load.messages {
            return Ok(());
        }
        if node.sleeps_until > self.now {
            let at = node.sleeps_until;
            self.at(at, Happens::Send(index));
            return Ok(());
        }
        let mut about = None;
        let targets: Vec<u32> = match &self.churn {
            Some(churn) => {
                let interest = churn.near(id, &mut self.random);
                about = Some(interest);
                match churn.map.route(interest) {
                    Route::Nobody => Vec::new(),
                    Route::Hot(group) => vec![group.0],
                    Route::Regions(groups) => groups.map(|group| group.0).collect(),
                }
            }
            None => {
                let groups = &sender.load.groups;
                vec![groups[sender.sent as usize % groups.len()]]
            }
        };
        let mut next = sender.load.every;
        for group in targets {
            let sent = self.judge.sent.entry(id).or_default();
            let number = sent.len() as u32;
            let mut message = vec![number as u8; sender.load.bytes.max(8)];
            message[..4].copy_from_slice(&id.to_le_bytes());
            message[4..8].copy_from_slice(&number.to_le_bytes());
            match node.engine.send(now, GroupId(group), &message) {
                Ok(_) => {
                    sent.push(group);
                    self.sent_at.insert((id, number), self.now);
                    if let (Some(churn), Some(interest)) = (&mut self.churn, about) {
                        let found = self.scenario.groups.iter().find(|(g, _)| *g == group);
                        let members = found.map_or(&[][..], |(_, members)| members);
                        churn.sent(interest, (id, number), members, self.now);
                    }
                }
                Err(SendError::Blocked { by }) => {
                    if let Some(by) = by {
                        self.outcome.most_blocked_by = Some(by.0);
                    }
                    if self.churn.is_some() {
                        return Err("blocked under churn: a copy would be left out".into());
                    }
                    next = Duration::from_micros(200);
                }
                Err(error) => return Err(error.to_string()),
            }
        }
        if next == sender.load.every {
            sender.sent += 1;
        }
        self.at(self.now + next.as_nanos() as u64, Happens::Send(index));
        self.turn(id)
    }

    /// The member does all that it can now.
    fn turn(&mut self, id: u32) -> Result<(), String> {
        let now = self.instant();
        let node = &mut self.nodes[id as usize];
        if node.crashed || node.sleeps_until > self.now {
            if !node.crashed {
                let at = node.sleeps_until;
                self.at(at, Happens::Timer(id));
            }
            return Ok(());
        }
        node.engine.handle_timeout(now);
        if node.slow.is_none() {
            self.deliver(id, u32::MAX)?;
        }
        self.nodes[id as usize].remove_delivered();
        let (mut over, mut rejoins) = (Vec::new(), false);
        let mut datagram = Vec::new();
        while let Some(to) = self.nodes[id as usize]
            .engine
            .poll_transmit(now, &mut datagram)
        {
            let most = self.scenario.config.datagram_bytes;
            if datagram.len() > most {
                return Err(format!(
                    "a datagram of {} bytes, {most} at most",
                    datagram.len()
                ));
            }
            self.transmit(id, to, &datagram);
            self.left(id, to, &datagram)?;
            if self.nodes[id as usize].crashed {
                return Ok(());
            }
        }
        let node = &mut self.nodes[id as usize];
        while let Some(event) = node.engine.poll_event() {
            match event {
                Event::LaneBegan { member, reason, .. } => {
                    let reason = format!("{reason:?}");
                    self.outcome.lanes.insert((id, member.0), reason);
                }
                Event::Retired { group } => over.push(group),
                Event::StreamAbandoned { .. } => self.outcome.abandoned += 1,
                Event::Unheard { .. } => rejoins = true,
                _ => {}
            }
        }
        if rejoins && !self.is_cut_off(id) {
            self.nodes[id as usize].forgotten = false;
        }
        let node = &mut self.nodes[id as usize];
        let (sender, receiver) = node.engine.held_packets();
        self.outcome.most_sender = self.outcome.most_sender.max(sender);
        self.outcome.most_receiver = self.outcome.most_receiver.max(receiver);
        let config = &self.scenario.config;
        if sender as u64 > (config.window + config.backlog) * self.scenario.groups.len() as u64 {
            return Err(format!("{id} holds {sender} packets as sender"));
        }
        if receiver > config.pool_packets {
            return Err(format!("{id} holds {receiver} packets as receiver"));
        }
        over.into_iter().for_each(|group| self.retired(group));
        if let Some(at) = self.nodes[id as usize].engine.next_deadline() {
            let at = at.saturating_duration_since(self.start).as_nanos() as u64;
            let at = at.max(self.now + 1_000);
            let node = &mut self.nodes[id as usize];
            if node.timer_at.is_none_or(|known| at < known) {
                node.timer_at = Some(at);
                self.at(at, Happens::Timer(id));
            }
        }
        Ok(())
    }

    fn deliver(&mut self, id: u32, most: u32) -> Result<(), String> {
        let now = self.instant();
        let mut message = Vec::new();
        for _ in 0..most {
            let node = &mut self.nodes[id as usize];
            let Some(delivery) = node.engine.poll_delivery(now, &mut message) else {
                return Ok(());
            };
            let number = |range: std::ops::Range<usize>| {
                message
                    .get(range)
                    .and_then(|b| b.try_into().ok())
                    .map(u32::from_le_bytes)
            };
            let (Some(from), Some(number)) = (number(0..4), number(4..8)) else {
                return Err(format!("{id} got {} bytes", message.len()));
            };
            if from != delivery.from.0 || message[8..].iter().any(|b| *b != number as u8) {
                return Err(format!("{id} got a message that was not sent"));
            }
            let sent = self.judge.sent.get(&from).map_or(&[][..], Vec::as_slice);
            let place = self.judge.place.get(&(from, id)).copied().unwrap_or(0);
            let rest = sent.iter().enumerate().skip(place);
            let mut mine = rest.filter(|(_, group)| self.members_of(**group).contains(&id));
            let due = mine.next().map(|(due, _)| due as u32);
            if due != Some(number) {
                return Err(format!(
                    "{id} got message {number} of {from}, due was {due:?}"
                ));
            }
            self.judge.place.insert((from, id), number as usize + 1);
            if let Some(churn) = &mut self.churn
                && let Some(sent_at) = churn.first.remove(&(from, number, id))
            {
                let discovery = churn.discovery.as_nanos() as u64;
                let took = (self.now - sent_at + discovery) / 1000;
                self.outcome.first_us.push(took as u32);
            }
            self.outcome.delivered += 1;
            let at = self
                .sent_at
                .get(&(from, number))
                .copied()
                .unwrap_or_default();
            let latency = ((self.now - at) / 1000) as u32;
            self.outcome.latencies_us.push(latency);
            let longest = self.outcome.longest_us.entry(id).or_default();
            *longest = latency.max(*longest);
            self.outcome
                .last_at
                .insert(id, Duration::from_nanos(self.now));
        }
        Ok(())
    }
}
