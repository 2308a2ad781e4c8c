//! Saves and restores while all federates send, with messages and callbacks in any order.
//!
//! The values that a federate has received before its request to save, and those after the restore,
//! are together exactly the values that the others had sent before their own requests to save.
#![allow(clippy::unwrap_used, reason = "test code")]

mod harness;

use std::collections::{BTreeMap, VecDeque};
use std::time::Duration;

use fastrand::Rng;
use harness::{FEDERATION, traffic};
use hyla_core::callback::Callback;
use hyla_core::declaration::Activity;
use hyla_core::declaration::{Position, SentPositions};
use hyla_core::executive::{Rti, RtiConfig, SessionId};
use hyla_core::federation::{StorageOutcome, StorageRequest};
use hyla_core::member::{DeliveredFrame, Member, Step};
use hyla_core::message::{
    FrameKind, FromRti, Greeting, MemberInfo, ToRti, control_frame, decode_control, kind_of,
    relay_frame, relayed,
};
use hyla_core::outbox::{Channels, Control, Frames, Lanes, LinkEnd, MemberLinks};
use hyla_core::secrets::LinkKey;
use hyla_omt::Strictness;
use hyla_types::{
    AttributeHandle, AttributeHandleSet, Edition, FederateHandle, Float64Interval, Float64Time,
    LogicalTime, LogicalTimeInterval, ObjectInstanceHandle, OrderType, Service,
};

const CAR: &str = "HLAobjectRoot.Vehicle.Car";

/// Files by federation and label.
type Disk = BTreeMap<(String, String), Vec<u8>>;

/// Values that a federate has received: the number of each instance.
type Received = Vec<(ObjectInstanceHandle, u32)>;

#[derive(Default)]
struct Links {
    /// Node of each other member.
    ways: BTreeMap<FederateHandle, usize>,
    relayed: bool,
    positions: SentPositions,
    control: Vec<Vec<u8>>,
    frames: Vec<(usize, Vec<u8>)>,
}

impl Frames for Links {
    fn frame(&mut self, to: FederateHandle, write: &mut dyn FnMut(&mut Vec<u8>)) {
        if let Some(position) = self.positions.take(to) {
            self.frame(to, &mut |buffer| position.put(buffer));
        }
        let mut frame = Vec::new();
        if self.relayed {
            relay_frame(to, &mut frame);
            write(&mut frame);
            return self.control.push(frame);
        }
        write(&mut frame);
        self.frames.push((self.ways[&to], frame));
    }

    fn position_moved(&mut self, position: Position) {
        self.positions.moved(position);
    }
}

impl Lanes for Links {}

impl Control for Links {
    fn control(&mut self, message: &ToRti) {
        let mut frame = Vec::new();
        control_frame(message, &mut frame);
        self.control.push(frame);
    }
}

impl MemberLinks for Links {
    fn link_up(&mut self, member: &MemberInfo, _: LinkKey, _: Option<FederateHandle>) {
        let at = member.addresses[0].parse().unwrap();
        self.ways.insert(member.handle, at);
    }

    fn link_down(&mut self, _: FederateHandle, _: LinkEnd) {
        unreachable!("nobody leaves");
    }

    fn links_renamed(&mut self, handles: &[(FederateHandle, FederateHandle)]) {
        let after: BTreeMap<_, _> = handles.iter().copied().collect();
        let before = std::mem::take(&mut self.ways);
        self.ways = before.into_iter().map(|(f, at)| (after[&f], at)).collect();
    }
}

impl Channels for Links {}

struct Node {
    member: Member,
    links: Links,
    to_rti: VecDeque<Vec<u8>>,
    from_rti: VecDeque<Vec<u8>>,
    /// Its own instance, and the last number sent with it.
    car: Option<ObjectInstanceHandle>,
    sent: u32,
    received: Received,
    /// Sent and received by the time it was notified to save.
    at_save: Option<(u32, Received)>,
    saved: bool,
    restored: bool,
    answer_due: bool,
    clock: Clock,
}

/// Time state of a federate.
#[derive(Clone, Copy, Default)]
struct Clock {
    /// Whether it regulates and is constrained at all.
    runs: bool,
    now: f64,
    asked: Option<f64>,
}

struct World {
    rti: Rti,
    nodes: Vec<Node>,
    /// From one node to another.
    streams: BTreeMap<(usize, usize), VecDeque<Vec<u8>>>,
    dice: Rng,
    /// The saved federates' knowledge of time.
    clocks: BTreeMap<FederateHandle, Clock>,
}

impl World {
    /// A federation of these federates; who is relayed reaches the others through the RTI only.
    fn new(dice: Rng, names: &[&str], relayed: bool) -> Self {
        let config = RtiConfig {
            version: "test".into(),
            strictness: Strictness::default(),
            seed: 7.into(),
        };
        let mut world = Self {
            rti: Rti::new(config),
            nodes: Vec::new(),
            streams: BTreeMap::new(),
            dice,
            clocks: BTreeMap::new(),
        };
        for (at, name) in names.iter().enumerate() {
            world.connect(relayed);
            world.call(at, |m, out| {
                m.create_federation_execution(FEDERATION, vec![traffic()], None, "", out)
            });
            world.settle();
            let address = at.to_string();
            world.call(at, |m, out| {
                let (federation, at) = (FEDERATION, vec![address]);
                m.join_federation_execution(Some(name), "test", federation, vec![], at, out)
            });
            world.settle();
        }
        world
    }

    fn connect(&mut self, relayed: bool) {
        let session = SessionId(self.nodes.len() as u64);
        let greeting = Greeting::ToRti {
            edition: Edition::Hla2025,
            credentials: None,
        };
        self.rti.handle_greeting(session, &greeting).unwrap();
        let mut member = Member::new(Edition::Hla2025);
        member.handle_connected();
        self.nodes.push(Node {
            member,
            links: Links {
                relayed,
                ..Links::default()
            },
            to_rti: VecDeque::new(),
            from_rti: VecDeque::new(),
            car: None,
            sent: 0,
            received: Vec::new(),
            at_save: None,
            saved: false,
            restored: false,
            answer_due: false,
            clock: Clock::default(),
        });
    }

    fn call<T>(
        &mut self,
        at: usize,
        service: impl FnOnce(&mut Member, &mut Links) -> hyla_core::Result<T>,
    ) -> T {
        let node = &mut self.nodes[at];
        let outcome = service(&mut node.member, &mut node.links).unwrap();
        self.post(at);
        outcome
    }

    fn post(&mut self, at: usize) {
        let node = &mut self.nodes[at];
        node.to_rti.extend(node.links.control.drain(..));
        for (to, frame) in node.links.frames.drain(..) {
            self.streams.entry((at, to)).or_default().push_back(frame);
        }
    }

    fn carry_to_rti(&mut self, at: usize) -> bool {
        let Some(frame) = self.nodes[at].to_rti.pop_front() else {
            return false;
        };
        let session = SessionId(at as u64);
        if kind_of(&frame) == Ok(FrameKind::Relayed) {
            let (to, inner) = relayed(&frame).unwrap();
            let (from, receiver) = self.rti.relay_target(session, to).unwrap();
            let mut out = Vec::new();
            relay_frame(from, &mut out);
            out.extend_from_slice(inner);
            self.nodes[receiver.0 as usize].from_rti.push_back(out);
        } else {
            let message = decode_control(&frame).unwrap();
            self.rti.handle_message(session, message).unwrap();
        }
        self.fetch();
        true
    }

    fn fetch(&mut self) {
        while let Some(transmit) = self.rti.poll_transmit() {
            let to = transmit.to.0 as usize;
            self.nodes[to].from_rti.push_back(transmit.frame.to_vec());
        }
    }

    fn carry_from_rti(&mut self, at: usize) -> bool {
        let node = &mut self.nodes[at];
        let Some(frame) = node.from_rti.pop_front() else {
            return false;
        };
        if kind_of(&frame) == Ok(FrameKind::Relayed) {
            let (from, inner) = relayed(&frame).unwrap();
            node.member
                .handle_data(from, inner, &mut node.links)
                .unwrap();
        } else {
            let message = decode_control::<FromRti>(&frame).unwrap();
            node.member.handle_rti(message, &mut node.links).unwrap();
        }
        self.post(at);
        true
    }

    fn data(&mut self, from: usize, at: usize) -> bool {
        let node = &mut self.nodes[at];
        // A caller that the log has not announced yet waits.
        let Some((sender, _)) = node.links.ways.iter().find(|(_, way)| **way == from) else {
            return false;
        };
        let sender = *sender;
        let Some(frame) = self
            .streams
            .get_mut(&(from, at))
            .and_then(VecDeque::pop_front)
        else {
            return false;
        };
        node.member
            .handle_data(sender, &frame, &mut node.links)
            .unwrap();
        self.post(at);
        true
    }

    /// One callback at a node.
    fn deliver(&mut self, at: usize) -> bool {
        let mut scratch = DeliveredFrame::new();
        let node = &mut self.nodes[at];
        let (now, links) = (Duration::ZERO, &mut node.links);
        let moved = match node.member.next_callback(now, &mut scratch, links) {
            Step::Idle => false,
            Step::Again => true,
            Step::Callback(callback) => {
                match callback {
                    Callback::ReflectAttributeValues { object, values, .. } => {
                        let number = u32::from_le_bytes(values[0].1.try_into().unwrap());
                        node.received.push((object, number));
                    }
                    Callback::InitiateFederateSave { .. } => {
                        node.at_save = Some((node.sent, node.received.clone()));
                        let handle = node.member.handle().unwrap();
                        self.clocks.insert(handle, node.clock);
                        node.answer_due = true;
                    }
                    Callback::InitiateFederateRestore { handle, .. } => {
                        // The federate loads what it saved: nothing was received after that.
                        node.received.clear();
                        node.car = Some(ObjectInstanceHandle::of(handle, 1));
                        node.clock = self.clocks[&handle];
                        node.answer_due = true;
                    }
                    Callback::TimeAdvanceGrant { time: granted } => {
                        let asked = node.clock.asked.take().unwrap();
                        assert!(granted <= time(asked));
                        if let LogicalTime::Float64(granted) = granted {
                            node.clock.now = granted.value();
                        }
                    }
                    Callback::FederationSaved => node.saved = true,
                    Callback::FederationRestored => node.restored = true,
                    Callback::FederationNotSaved { .. }
                    | Callback::FederationNotRestored { .. }
                    | Callback::RequestFederationRestoreFailed { .. } => {
                        panic!("{callback:?}");
                    }
                    _ => {}
                }
                true
            }
        };
        self.post(at);
        moved
    }

    fn answer_if_due(&mut self, at: usize) -> bool {
        if !std::mem::take(&mut self.nodes[at].answer_due) {
            return false;
        }
        self.call(at, |m, out| {
            if m.federate_save_begun(out).is_ok() {
                m.federate_save_ended(true, out)
            } else {
                m.federate_restore_ended(true, out)
            }
        });
        true
    }

    fn send(&mut self, at: usize) {
        let node = &mut self.nodes[at];
        let Some(car) = node.car else { return };
        if node.member.admit(Service::UpdateAttributeValues).is_err() {
            return;
        }
        node.sent += 1;
        let (speed, value) = (speed(&node.member), node.sent.to_le_bytes());
        let Clock { runs, now, asked } = node.clock;
        let time = runs.then(|| time(asked.unwrap_or(now) + 1.0));
        self.call(at, |m, out| {
            m.update_attribute_values(car, &[(speed, &value)], &[], time, out)
        });
    }

    /// Asks for the next step in time, unless the federate waits for one.
    fn advance(&mut self, at: usize) {
        let node = &mut self.nodes[at];
        let service = Service::TimeAdvanceRequest;
        if node.clock.runs && node.clock.asked.is_none() && node.member.admit(service).is_ok() {
            let next_message = self.dice.bool();
            let next = node.clock.now + if next_message { 3.0 } else { 1.0 };
            node.clock.asked = Some(next);
            self.call(at, |m, out| {
                if next_message {
                    m.next_message_request(time(next), out)
                } else {
                    m.time_advance_request(time(next), out)
                }
            });
        }
    }

    /// Federates regulate, are constrained, and send in time-stamp order from now on.
    fn use_time(&mut self) {
        let lookahead = LogicalTimeInterval::Float64(Float64Interval::new(1.0).unwrap());
        // Two of them coordinate without the RTI.
        let users = 2 + self.dice.usize(..2);
        for at in 0..users {
            self.nodes[at].clock.runs = true;
            let car = self.nodes[at].car.unwrap();
            let set = AttributeHandleSet::from_iter([speed(&self.nodes[at].member)]);
            let stamped = OrderType::TimeStamp;
            self.call(at, |m, _| m.change_attribute_order_type(car, &set, stamped));
            self.call(at, |m, out| m.enable_time_regulation(lookahead, out));
            self.call(at, |m, out| m.enable_time_constrained(out));
        }
        self.quiet();
    }

    fn storage(&mut self, disk: &mut Disk) -> bool {
        let Some(request) = self.rti.poll_storage() else {
            return false;
        };
        match request {
            StorageRequest::Store { ticket, file } => {
                let at = (ticket.federation.clone(), ticket.label.clone());
                disk.insert(at, file.encode("today"));
                self.rti.handle_storage(&ticket, StorageOutcome::Stored);
            }
            StorageRequest::Load { ticket } => {
                let at = (ticket.federation.clone(), ticket.label.clone());
                let outcome = StorageOutcome::Loaded(disk[&at].clone());
                self.rti.handle_storage(&ticket, outcome);
            }
        }
        self.fetch();
        true
    }

    /// Something happens somewhere.
    fn step(&mut self, disk: &mut Disk) {
        let (kind, count) = (self.dice.usize(..20), self.nodes.len());
        let (at, other) = (self.dice.usize(..count), self.dice.usize(..count));
        match kind {
            0..=3 => drop(self.carry_to_rti(at)),
            4..=7 => drop(self.carry_from_rti(at)),
            8..=13 => drop(self.data(at, other)),
            14..=16 => drop(self.deliver(at)),
            17 => drop(self.answer_if_due(at) || self.storage(disk)),
            18 => self.send(at),
            _ => self.advance(at),
        }
    }

    /// Everything that is on the way arrives; no callbacks.
    fn settle(&mut self) {
        loop {
            let mut moved = false;
            for at in 0..self.nodes.len() {
                moved |= self.carry_to_rti(at) | self.carry_from_rti(at);
                for from in 0..self.nodes.len() {
                    moved |= self.data(from, at);
                }
            }
            if !moved {
                return;
            }
        }
    }

    /// Everything arrives and is delivered.
    fn quiet(&mut self) {
        loop {
            self.settle();
            let mut moved = false;
            for at in 0..self.nodes.len() {
                moved |= self.deliver(at);
            }
            if !moved {
                return;
            }
        }
    }
}

fn time(time: f64) -> LogicalTime {
    LogicalTime::Float64(Float64Time::new(time).unwrap())
}

fn speed(member: &Member) -> AttributeHandle {
    let class = member.object_class_handle(CAR).unwrap();
    member.attribute_handle(class, "Speed").unwrap()
}

/// Saves while everybody sends; then the saved federation is restored, in the same processes or in
/// others. Checks that each federate receives the expected messages after the restore.
fn play(seed: u64) {
    let mut disk = Disk::new();
    let mut dice = Rng::with_seed(seed);
    let (relayed, elsewhere) = (dice.bool(), dice.bool());
    let (timed, save_at_time) = (dice.bool(), dice.bool());
    let names = ["a", "b", "c"];
    let mut world = World::new(dice, &names, relayed);
    for at in 0..names.len() {
        let class = world.nodes[at].member.object_class_handle(CAR).unwrap();
        let set = AttributeHandleSet::from_iter([speed(&world.nodes[at].member)]);
        world.call(at, |m, out| {
            m.publish_object_class_attributes(class, &set, out)
        });
        world.call(at, |m, out| {
            m.subscribe_object_class_attributes(class, &set, Activity::Active, "", out)
        });
    }
    world.quiet();
    for at in 0..names.len() {
        let class = world.nodes[at].member.object_class_handle(CAR).unwrap();
        let car = world.call(at, |m, out| m.register_object_instance(class, None, out));
        world.nodes[at].car = Some(car);
    }
    if timed {
        world.quiet();
        world.use_time();
    }
    for _ in 0..world.dice.usize(..300) {
        world.step(&mut disk);
    }
    let Clock { now, asked, .. } = world.nodes[0].clock;
    let when = (timed && save_at_time).then(|| time(asked.unwrap_or(now) + 2.5));
    world.call(0, |m, out| m.request_federation_save("S", when, out));
    let mut steps = 0;
    while world.nodes.iter().any(|node| !node.saved) {
        world.step(&mut disk);
        steps += 1;
        assert!(steps < 1_000_000, "the save with seed {seed} does not end");
    }
    for _ in 0..world.dice.usize(..300) {
        world.step(&mut disk);
    }
    let at_save: Vec<_> = world
        .nodes
        .iter()
        .map(|n| n.at_save.clone().unwrap())
        .collect();
    let cars: Vec<_> = world.nodes.iter().map(|n| n.car.unwrap()).collect();

    // Federates that come back, and the saved federate that each of them becomes.
    let mut becomes = vec![0, 1, 2];
    if elsewhere {
        becomes = vec![2, 1, 0];
        let clocks = world.clocks;
        world = World::new(world.dice, &["c", "somebody", "a"], !relayed);
        world.clocks = clocks;
    }
    world.call(1, |m, out| m.request_federation_restore("S", out));
    let mut steps = 0;
    while world.nodes.iter().any(|node| !node.restored) {
        world.step(&mut disk);
        for (at, node) in world.nodes.iter_mut().enumerate() {
            if !node.restored {
                // Only values sent after the restore count.
                node.sent = 1000 * (at as u32 + 1);
            }
        }
        steps += 1;
        assert!(
            steps < 1_000_000,
            "the restore with seed {seed} does not end"
        );
    }
    for _ in 0..100 {
        world.step(&mut disk);
    }
    // Values sent ahead of time arrive at their time.
    for _ in 0..8 {
        world.quiet();
        for at in 0..names.len() {
            world.advance(at);
        }
    }
    world.quiet();

    for (at, node) in world.nodes.iter().enumerate() {
        let saved = becomes[at];
        assert_eq!(node.member.name(), Some(names[saved]), "seed {seed}");
        for (other, sender) in world.nodes.iter().enumerate().filter(|(o, _)| *o != at) {
            let theirs = becomes[other];
            let car = cars[theirs];
            assert_eq!(sender.car, Some(car), "seed {seed}");
            let of_car = |received: &Received| -> Vec<u32> {
                let those = received.iter().filter(|(object, _)| *object == car);
                those.map(|(_, number)| *number).collect()
            };
            let mut all = of_car(&at_save[saved].1);
            all.extend(of_car(&node.received));
            let base = 1000 * (other as u32 + 1);
            let expected: Vec<u32> = (1..=at_save[theirs].0)
                .chain(base + 1..=sender.sent)
                .collect();
            if timed {
                // The messages come in the order of their stamps.
                all.sort_unstable();
            }
            assert_eq!(all, expected, "seed {seed}: {saved} of {theirs}");
        }
    }
}

#[test]
fn nothing_is_lost_doubled_or_left_over_by_a_save_and_restore() {
    for seed in 0..200 {
        play(seed);
    }
}
