//! The world: an RTI, processes, and the loop that runs one event at a time.

use std::collections::BTreeMap;
use std::fmt;
use std::rc::Rc;
use std::time::Duration;

use fastrand::Rng;
use hyla_core::executive::{Rti, SessionId};
use hyla_core::message::{Greeting, greeting_frame};
use hyla_types::Edition;

use crate::actions::{ActionLine, ActionList, ProcessSettings};
use crate::carrying::is_of_groups;
use crate::chains::Chains;
use crate::clients::has_client;
use crate::config::Config;
use crate::driver::{Boards, Links, SimulatedTable, instant};
use crate::faults::Sabotage;
use crate::groups::Groups;
use crate::hostile::Liars;
use crate::invariants::Judge;
use crate::model::Membership;
use crate::network::{ChannelId, Event, Micros, Network, Party, ProcessId, Side, WireItem, mix};
use crate::outcome::Outcome;
use crate::process::{Behavior, Process, rti_channel};
use crate::relaying::Relays;
use crate::renewal;
use crate::replaying::Recorder;
use crate::storage::Disk;
use crate::trace::Trace;
use crate::words::Labels;

/// Longest delay of a frame on an ordinary wire, in microseconds.
pub(crate) const LONGEST_DELAY: Micros = 4_000;

/// Longest delay of a frame in a world with faults, in microseconds.
pub(crate) fn longest_delay(seed: u64) -> Micros {
    match mix(&[seed, 7]) % 16 {
        0 => 500_000,
        1 | 2 => 50_000,
        _ => LONGEST_DELAY,
    }
}

/// Quiet points of a run with all groups of services.
const PHASES: usize = 4;

/// Links and RTI have no timer this long: if nothing else has happened for this time, the world is
/// at rest.
const REST: Micros = 30_000_000;

/// If members of groups only ask those that do not read for so long, the world is at rest, too.
const CHATTER: Micros = 2 * REST;

/// Members of groups fall silent well before the world is at [`REST`].
const SILENCE: Micros = 10_000_000;

/// Interval of checks whether an RTI that is about to die writes a file.
const MOMENT: Micros = 2_000;

/// A world comes to rest after far fewer events.
const MOST_EVENTS: u64 = 20_000_000;

/// An RTI and its federates, from a seed.
#[derive(Debug)]
pub struct World {
    pub(crate) seed: u64,
    pub(crate) config: Config,
    pub(crate) rng: Rng,
    pub(crate) network: Network,
    pub(crate) rti: Rti,
    pub(crate) processes: Vec<Process>,
    pub(crate) boards: Boards,
    /// Tables that processes have passed, by channel and number.
    pub(crate) tables: Vec<(ChannelId, u64, SimulatedTable)>,
    /// Memberships of sessions, as the RTI sees them.
    pub(crate) sessions: BTreeMap<SessionId, Membership>,
    /// Positions of the names that the RTI has to refuse in its next answer.
    pub(crate) refused_names: Option<Vec<u32>>,
    pub(crate) disk: Disk,
    pub(crate) judge: Judge,
    pub(crate) trace: Trace,
    steps_left: usize,
    pub(crate) outcome: Outcome,
    /// Labels of instances, regions and messages in action lists.
    pub(crate) labels: Labels,
    pub(crate) recorder: Option<Recorder>,
    /// The list to replay, instead of the random program.
    pub(crate) script: Option<Rc<ActionList>>,
    /// Operations that the random program has chosen.
    pub(crate) operations: u64,
    /// Opportunities for sabotage so far.
    chances: BTreeMap<Party, u64>,
    /// Since when declarations wait at the RTI.
    pub(crate) settling: BTreeMap<SessionId, Micros>,
    /// The RTI is paused until then.
    pub(crate) rti_paused_until: Micros,
    /// Next timer of the RTI, if it is scheduled.
    pub(crate) rti_due: Option<Micros>,
    /// Something other than an idle timer happened at a client or its host.
    pub(crate) stirred: bool,
    /// The last event was the arrival of a frame of the protocol of groups alone.
    pub(crate) chatters: bool,
    /// When such a frame arrived last.
    chattered: Micros,
    /// The RTI has died, and everything comes to rest before a new one starts.
    pub(crate) renewing: bool,
    /// Data that the RTI relays.
    pub(crate) relays: Relays,
    /// Lanes with protocol modules.
    pub(crate) chains: Chains,
    pub(crate) liars: Liars,
    /// A frame held by sabotage.
    pub(crate) swapped: BTreeMap<ChannelId, Vec<u8>>,
}

impl World {
    /// A world before its first event.
    #[must_use]
    pub fn new(seed: u64, config: Config) -> Self {
        let mut world = Self::empty(seed, config, None, None);
        world.populate();
        world
    }

    /// A world without processes.
    pub(crate) fn empty(
        seed: u64,
        config: Config,
        recorder: Option<Recorder>,
        script: Option<Rc<ActionList>>,
    ) -> Self {
        let lossy = match &script {
            Some(script) => script.lossy,
            None => config.faults,
        };
        Self {
            seed,
            config,
            rng: Rng::with_seed(seed),
            network: Network::new(LONGEST_DELAY, recorder.clone(), script.clone()),
            rti: renewal::rti(seed, config.sabotage),
            processes: Vec::new(),
            boards: Boards::default(),
            tables: Vec::new(),
            sessions: BTreeMap::new(),
            refused_names: None,
            disk: Disk::default(),
            judge: Judge::default(),
            trace: Trace::new(config.print),
            steps_left: config.steps,
            outcome: Outcome::of(seed),
            labels: Labels::default(),
            recorder,
            script,
            operations: 0,
            chances: BTreeMap::new(),
            settling: BTreeMap::new(),
            rti_paused_until: 0,
            rti_due: None,
            stirred: false,
            chatters: false,
            chattered: 0,
            renewing: false,
            relays: Relays::default(),
            chains: Chains::new(seed, lossy),
            liars: Liars::new(seed),
            swapped: BTreeMap::new(),
        }
    }

    /// Starts the federates and plans faults.
    pub(crate) fn populate(&mut self) {
        let Config { members, steps, .. } = self.config;
        if self.config.faults {
            self.slow_down();
        }
        let span = self.longest_thought() * (steps / members.max(1)) as u64 / 2;
        for _ in 0..members {
            // A third of the federates start later.
            let late = if self.rng.u8(..3) == 0 {
                self.rng.u64(..=span.max(1))
            } else {
                0
            };
            self.start(late);
        }
        if self.config.faults {
            for _ in 0..self.rng.usize(..=members / 2 + 1) {
                let at = self.rng.u64(..=span.max(1));
                self.network.schedule(at, Event::Fault);
            }
        }
    }

    /// In some worlds wires and federates are slow.
    fn slow_down(&mut self) {
        self.network.longest_delay = longest_delay(self.seed);
    }

    /// Longest pause between two steps of a federate, in microseconds.
    fn longest_thought(&self) -> Micros {
        self.network.longest_delay * 2
    }

    /// Runs the world until the federates have taken their steps and all is quiet.
    #[must_use]
    pub fn run(mut self) -> Outcome {
        match self.script.clone() {
            None => self.run_program(),
            Some(script) => {
                let mut next = Some(0);
                while let Some(first) = next {
                    next = self.schedule_lines(&script, first);
                    let end = next.and_then(|after| script.lines.get(after - 1));
                    match end {
                        Some(ActionLine::Restart { at, lot }) => {
                            self.let_pass(*at);
                            self.renew_rti(*lot);
                        }
                        _ => self.end_phase(),
                    }
                }
            }
        }
        while self.judge.violation.is_none() && self.arrive_everywhere() {
            self.become_quiet();
        }
        while self.judge.violation.is_none() && self.leave_time() {
            self.become_quiet();
        }
        // A save may have waited for its time until now.
        while self.judge.violation.is_none() && self.end_saves() {
            self.become_quiet();
        }
        self.check_quiet();
        if self.config.groups.ownership && self.judge.violation.is_none() {
            self.ask_for_owners();
        }
        let lot = match &self.script {
            Some(script) => script.rti_dies,
            None => (self.rng.u8(..8) == 0).then(|| self.rng.u64(1..)),
        };
        if let Some(lot) = lot {
            self.record_into(|list| list.rti_dies = Some(lot));
            self.lose_rti(lot);
        }
        self.finish()
    }

    fn run_program(&mut self) {
        let phases = if self.config.groups == Groups::NONE {
            1
        } else {
            PHASES
        };
        for phase in 1..=phases {
            self.steps_left = self.config.steps / phases;
            if phase > 1 {
                self.record_into(|list| list.lines.push(ActionLine::Quiet));
                self.wake();
            }
            self.end_phase();
        }
        if self.config.faults
            && self.judge.violation.is_none()
            && mix(&[self.seed, 8]).is_multiple_of(8)
        {
            self.go_on_with_another_rti();
        }
    }

    /// The RTI dies while federates save, if they do; other federates start.
    fn go_on_with_another_rti(&mut self) {
        self.steps_left = self.config.steps / 2;
        self.record_into(|list| list.lines.push(ActionLine::Quiet));
        self.wake();
        let until = self.network.now() + self.rng.u64(1..=self.longest_thought() * 40);
        while self.network.now() < until && !self.disk.is_writing() {
            self.let_pass(self.network.now() + MOMENT);
        }
        let (at, lot) = (self.network.now(), self.rng.u64(1..));
        self.record_into(|list| list.lines.push(ActionLine::Restart { at, lot }));
        self.steps_left = 0;
        self.renewing = true;
        self.renew_rti(lot);
        self.renewing = false;
        self.steps_left = self.config.steps / 2;
        for _ in 0..self.config.members {
            let at = self.network.now() + self.rng.u64(1..=self.longest_thought());
            self.start(at);
        }
        self.wake();
        self.end_phase();
    }

    /// Ends a phase: everything arrives, and pending work of the world is done.
    fn end_phase(&mut self) {
        self.become_quiet();
        while self.judge.violation.is_none() && self.end_saves() {
            self.become_quiet();
        }
        self.remove_liars();
        self.become_quiet();
        self.judge_waiting();
        self.judge.forget_earlier_regions();
    }

    /// Whether federates still take steps in this phase.
    pub(crate) fn goes_on(&self) -> bool {
        self.steps_left > 0
    }

    /// All federates continue.
    fn wake(&mut self) {
        for at in 0..self.processes.len() {
            if self.processes[at].alive {
                let next = self.network.now() + self.rng.u64(1..=self.longest_thought());
                let id = ProcessId(at as u32);
                self.network.schedule(next, Event::Step(id));
                self.plan_cuts(id, self.longest_thought() * 40);
            }
        }
    }

    /// Everything arrives and is delivered.
    fn become_quiet(&mut self) {
        self.let_happen();
        while self.judge.violation.is_none() && self.deliver_rest() {
            self.let_happen();
        }
    }

    /// Invariants of a quiet world, although federates continue afterwards.
    fn judge_waiting(&mut self) {
        self.judge_clients();
        self.judge_chains();
        if self.judge.violation.is_none() {
            let processes = &self.processes;
            self.judge
                .nobody_waits_in_vain(|member| processes[member.process.0 as usize].edition);
            // A constrained federate that does not advance and has no room for more gets no
            // callbacks until it advances.
            let reads = |p: &Process| !(p.alive && p.links.is_pausing());
            if processes.iter().all(reads) {
                self.judge.check_told();
            }
        }
    }

    pub(crate) fn let_happen(&mut self) {
        self.let_happen_until(Micros::MAX);
    }

    /// The time of the next event, if only idle timers are left: nothing else has happened since `busy`.
    fn at_rest(&self, busy: Micros) -> Option<Micros> {
        let (at, event) = self.network.next()?;
        let is_idle = event.is_tick() && at > busy + REST && self.network.only_ticks();
        // Where wires are slow, requests to those that do not read are always under way.
        let is_chatter = || at > busy + CHATTER && !self.all_read();
        (is_idle || is_chatter()).then_some(at)
    }

    /// Whether every federate takes what arrives.
    fn all_read(&self) -> bool {
        let reads = |p: &Process| !(p.links.is_pausing() || p.links.is_held_back());
        self.processes.iter().filter(|p| p.alive).all(reads)
    }

    /// Moves the clock to that time.
    fn let_pass(&mut self, until: Micros) {
        self.let_happen_until(until);
        self.network.pass_to(until);
    }

    /// Runs all events up to that time.
    fn let_happen_until(&mut self, until: Micros) {
        let mut busy = self.network.now();
        for happened in 0.. {
            if self.judge.violation.is_some() {
                return;
            }
            if let Some(next) = self.at_rest(busy) {
                return self.judge_chatter(next);
            }
            let Some((before, event)) = self.network.next_event(until) else {
                return;
            };
            if happened == MOST_EVENTS {
                self.judge.violated(format!(
                    "the world does not come to rest; next event: {event:?}"
                ));
            }
            let done = self.operations;
            self.happen(event);
            // Lists omit steps and faults without effect: the clock must not show them either.
            let chosen = matches!(event, Event::Step(_) | Event::Fault | Event::ClientCut(_));
            let nothing = chosen && self.operations == done;
            if nothing {
                self.network.set_back(before);
            } else if std::mem::take(&mut self.chatters) {
                // No progress: it goes on while a federate does not read.
                self.chattered = self.network.now();
            } else if std::mem::take(&mut self.stirred) || !event.is_tick() {
                busy = self.network.now();
            }
        }
    }

    /// The members of groups fall silent once everything has arrived. `next`: until then, nothing more happens.
    fn judge_chatter(&mut self, next: Micros) {
        if self.chattered + SILENCE > next && self.all_read() {
            self.judge
                .violated("members of groups never fall silent".to_owned());
        }
    }

    /// Delivers every due callback; `false` if that caused nothing new.
    fn deliver_rest(&mut self) -> bool {
        if self.deliver_rest_of(|links| !links.is_congested_anywhere()) {
            return true;
        }
        let mut all = self.processes.iter_mut();
        let held = all.find_map(|p| (p.alive && p.links.is_congested_anywhere()).then_some(p.id));
        if let Some(id) = held {
            // A constrained federate that does not advance delivers nothing, and its senders wait.
            if !self.config.groups.time {
                self.judge.violated(format!(
                    "{id:?} waits because of back-pressure, and nothing happens any more"
                ));
            }
        }
        // A federate may evoke in a second thread while a call waits.
        self.deliver_rest_of(|_| true)
    }

    fn deliver_rest_of(&mut self, may: impl Fn(&mut Links) -> bool) -> bool {
        let mut any = false;
        for at in 0..self.processes.len() {
            let id = ProcessId(at as u32);
            if !self.processes[at].alive {
                continue;
            }
            self.processes[at].member.enable_callbacks();
            any |= self.settle_client(id);
            while self.judge.violation.is_none()
                && may(&mut self.process(id).links)
                && self.deliver_one(id)
            {
                any = true;
            }
            // What was queued may have become void: others continue, though there was no callback.
            any |= self.bound_callbacks(id);
            self.flush(id);
        }
        any
    }

    fn check_quiet(&mut self) {
        let processes = &self.processes;
        self.judge.quiet(|member| {
            let process = processes.get(member.process.0 as usize)?;
            process.alive.then_some(&process.member)
        });
        for process in self.processes.iter().filter(|p| p.alive) {
            if process.waiting.is_some() || process.lists > 0 || process.restores > 0 {
                let (waiting, lists) = (process.waiting, (process.lists, process.restores));
                self.judge.violation.get_or_insert(format!(
                    "{:?} got no answer to {waiting:?}, {lists:?} lists and restores",
                    process.id
                ));
            }
        }
    }

    /// The RTI dies: everybody is informed.
    pub(crate) fn lose_rti(&mut self, lot: u64) {
        self.network.kill(Party::Rti, lot, &mut self.rng);
        let alive: Vec<_> = self
            .processes
            .iter()
            .filter(|p| p.alive && p.member.is_connected())
            .map(|p| p.id)
            .collect();
        self.let_happen();
        self.deliver_rest();
        for id in alive {
            let process = &self.processes[id.0 as usize];
            // Its client was away, and the host has waited for it.
            if process.remote.is_some() && !process.alive {
                continue;
            }
            if process.told_lost != 1 || process.member.is_connected() {
                let told = process.told_lost;
                self.judge.violated(format!(
                    "{id:?} was informed {told} times that the RTI is gone"
                ));
            }
        }
    }

    fn finish(mut self) -> Outcome {
        self.count_chains();
        self.outcome.trace_hash = self.trace.hash();
        self.outcome.fulfilled = self.judge.fulfilled;
        self.outcome.restores = self.judge.restores;
        self.outcome.moved = self.judge.moved;
        self.outcome.through_regions = self.judge.through_regions;
        for process in &self.processes {
            self.outcome.refused_lies += process.member.refused_messages();
            self.outcome.relayed += process.relayed;
            self.outcome.held_back += process.held_back;
            self.outcome.by_lanes += process.wires.by_lanes();
            self.outcome.postings += process.wires.postings();
            self.outcome.resumes += process.remote.as_ref().map_or(0, |remote| remote.resumes());
        }
        self.outcome.violation = self.judge.violation.take().map(|violation| {
            let tail: Vec<_> = self.trace.tail().collect();
            format!("{violation}\n{}", tail.join("\n"))
        });
        self.outcome
    }

    /// The time, as RTI and members see it.
    pub(crate) fn clock(&self) -> Duration {
        Duration::from_micros(self.network.now())
    }

    pub(crate) fn note(&mut self, text: fmt::Arguments<'_>) {
        self.trace.line(self.network.now(), text);
    }

    pub(crate) fn process(&mut self, id: ProcessId) -> &mut Process {
        &mut self.processes[id.0 as usize]
    }

    pub(crate) fn start(&mut self, at: u64) {
        let edition = if self.rng.u8(..3) == 0 {
            Edition::Hla2010
        } else {
            Edition::Hla2025
        };
        let settings = ProcessSettings {
            edition,
            immediate: self.rng.bool(),
            reachable: self.rng.u8(..8) != 0 || self.is_steady(),
            client: self.config.clients && has_client(self.seed, self.next_process()),
        };
        let fickle = [0, 3, 10, 40][self.rng.usize(..4)];
        let restless = [0, 0, 5, 20][self.rng.usize(..4)];
        let id = self.add_process(settings);
        let process = self.process(id);
        process.behavior.fickle = fickle;
        process.behavior.restless = restless;
        self.record_into(|list| {
            list.processes.insert(id.0, settings);
        });
        self.network.schedule(at, Event::Step(id));
        self.plan_cuts(
            id,
            at.saturating_sub(self.network.now()) + self.longest_thought() * 60,
        );
    }

    fn next_process(&self) -> ProcessId {
        ProcessId(self.processes.len() as u32)
    }

    pub(crate) fn add_process(&mut self, settings: ProcessSettings) -> ProcessId {
        let id = self.next_process();
        let modules = self.config.modules.then_some(self.seed);
        let behavior = Behavior {
            // A host delivers callbacks in its rounds.
            immediate: settings.immediate && !settings.client,
            has_address: settings.reachable,
            fickle: 0,
            restless: 0,
        };
        let boards = &self.boards;
        let multicast = self.config.multicast;
        let process = Process::new(id, settings.edition, behavior, modules, multicast, boards);
        self.processes.push(process);
        if self.config.sabotage == Some(Sabotage::ForgetFences) {
            self.process(id).wires.put_no_fences();
        }
        if self.config.sabotage == Some(Sabotage::ForgetGroupFences) {
            self.process(id).wires.put_no_group_fences();
        }
        if settings.client {
            self.add_client(id, settings.immediate);
        }
        if self.config.sabotage == Some(Sabotage::DropWithRoom) {
            self.process(id).wires.drop_with_room();
        }
        id
    }

    fn happen(&mut self, event: Event) {
        match event {
            Event::Arrival(channel, side) => self.arrive(channel, side),
            Event::Step(id) => {
                if !self.processes[id.0 as usize].alive {
                    return;
                }
                let paused = self.processes[id.0 as usize].paused_until;
                if paused > self.network.now() {
                    self.network.schedule(paused, event);
                } else if self.steps_left > 0 {
                    self.steps_left -= 1;
                    // The calls of a client wait at its host.
                    let process = self.process(id);
                    if process.remote.is_none() && process.links.is_congested_anywhere() {
                        self.outcome.held_steps += 1;
                    } else {
                        self.step(id);
                        self.lie_about_time(id);
                    }
                    let next = self.network.now() + self.rng.u64(1..=self.longest_thought());
                    self.network.schedule(next, event);
                }
            }
            Event::Line(number, id) => {
                let paused = self.processes[id.0 as usize].paused_until;
                if paused > self.network.now() && !self.is_fault(number) {
                    self.network.schedule(paused, event);
                } else {
                    self.line_is_due(number, id);
                }
            }
            Event::Look(id) => {
                let process = &self.processes[id.0 as usize];
                if process.alive && process.paused_until > self.network.now() {
                    self.network.schedule(process.paused_until, event);
                } else if process.alive {
                    let process = self.process(id);
                    process.member.look_at_boards(&mut process.links);
                    self.deliver_due(id);
                    self.flush(id);
                }
            }
            Event::Table(id, table) => {
                let process = &self.processes[id.0 as usize];
                if process.alive && process.paused_until > self.network.now() {
                    self.network.schedule(process.paused_until, event);
                } else if process.alive {
                    let (channel, number, table) = self.tables[table].clone();
                    let channel = hyla_net::ChannelId::from_raw(channel.0);
                    self.process(id).links.take_table(channel, number, table);
                }
            }
            Event::Turn(id) => {
                let process = &self.processes[id.0 as usize];
                if process.alive && process.paused_until > self.network.now() {
                    self.network.schedule(process.paused_until, event);
                } else if process.alive {
                    self.turn(id);
                    let now = self.clock();
                    let process = self.process(id);
                    process.member.handle_time(now, &mut process.links);
                    process.member.confirm_declarations(&mut process.links);
                    self.deliver_due(id);
                    self.flush(id);
                }
            }
            Event::Fault => self.strike(),
            Event::Client(id) => self.turn_client(id),
            Event::Host(id) => self.turn_host(id),
            Event::ClientCut(id) => self.strike_client(id),
            Event::Packets(channel, side) => self.packets_arrive(channel, side),
            Event::Chain(channel, side) => self.turn_chain(channel, side),
            Event::RtiTurn | Event::Disk if self.rti_paused_until > self.network.now() => {
                self.network.schedule(self.rti_paused_until, event);
            }
            Event::RtiTurn => self.turn_rti(),
            Event::Disk => self.disk_done(),
        }
    }

    /// First step of a process: connects to the RTI.
    pub(crate) fn connect(&mut self, id: ProcessId) {
        let channel = rti_channel(id);
        self.network
            .call(channel, Party::Process(id), Party::Rti, &mut self.rng);
        let mut frame = Vec::new();
        let edition = self.process(id).edition;
        greeting_frame(
            &Greeting::ToRti {
                edition,
                credentials: None,
            },
            &mut frame,
        );
        self.process(id).greeted = true;
        let item = WireItem::Frame(frame.into());
        self.network
            .send(channel, Party::Process(id), item, &mut self.rng);
    }

    fn arrive(&mut self, channel: ChannelId, side: Side) {
        let Some(reader) = self.network.reader(channel, side) else {
            return;
        };
        let paused = match reader {
            Party::Rti => self.rti_paused_until,
            Party::Process(id) => self.process(id).paused_until,
        };
        if paused > self.network.now() {
            let event = Event::Arrival(channel, side);
            return self.network.schedule(paused, event);
        }
        let Some(item) = self.network.arrived(channel, side) else {
            // It is not read there for now.
            self.chatters = self.config.multicast;
            return;
        };
        if let WireItem::Frame(frame) = &item {
            self.make_room(channel, reader, frame.len());
            self.chatters = self.config.multicast
                && (self.network.is_reliable_group(channel) || is_of_groups(frame));
        }
        match reader {
            Party::Rti => self.arrive_at_rti(SessionId(channel.0), channel, item),
            Party::Process(id) if self.process(id).alive => {
                self.take_in(id, channel, [item]);
            }
            Party::Process(_) => {}
        }
    }

    /// A process handles arrived frames and their consequences.
    pub(crate) fn take_in(
        &mut self,
        id: ProcessId,
        channel: ChannelId,
        items: impl IntoIterator<Item = WireItem>,
    ) {
        let now = instant(self.network.now());
        self.process(id).links.at(now);
        for item in items {
            self.arrive_at_process(id, channel, item);
        }
        self.settle(id);
        let process = self.process(id);
        process.member.confirm_declarations(&mut process.links);
        self.deliver_due(id);
        self.flush(id);
    }

    /// Chance for sabotage: depends only on the number of earlier calls for this party.
    pub(crate) fn chance(&mut self, party: Party, once_in: u64) -> bool {
        let Some(sabotage) = self.config.sabotage else {
            return false;
        };
        let asked = self.chances.entry(party).or_default();
        *asked += 1;
        let of = match party {
            Party::Rti => u64::MAX,
            Party::Process(id) => u64::from(id.0),
        };
        mix(&[sabotage as u64, of, *asked]).is_multiple_of(once_in)
    }
}
