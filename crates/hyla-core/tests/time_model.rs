//! Time management against an oracle that sees everything: random requests, messages and delays.
//!
//! Two things must never happen: a grant after which a message of the past arrives, and, once nothing is
//! on the way, a federate that waits although nobody could send it anything in the way of its grant.
#![allow(clippy::unwrap_used, reason = "test code")]

mod harness;

use std::rc::Rc;

use fastrand::Rng;
use harness::{Channel, FEDERATION, World, traffic};
use hyla_core::callback::Callback;
use hyla_core::member::{DeliveredFrame, Step};
use hyla_core::message::{FromRti, LogEvent, Reply};
use hyla_core::time::AdvanceKind;
use hyla_types::{
    Edition, Integer64Interval, Integer64Time, InteractionClassHandle, LogicalTime,
    LogicalTimeInterval, OrderType,
};

fn at(time: i64) -> LogicalTime {
    LogicalTime::Integer64(Integer64Time::new(time).unwrap())
}

fn interval(length: i64) -> LogicalTimeInterval {
    LogicalTimeInterval::Integer64(Integer64Interval::new(length).unwrap())
}

fn number(time: LogicalTime) -> i64 {
    match time {
        LogicalTime::Integer64(time) => time.value(),
        LogicalTime::Float64(_) => unreachable!("the federation counts in integers"),
    }
}

/// A bound: time, and whether the time itself is ruled out.
type Bound = (i64, bool);

/// The oracle's knowledge of a federate.
#[derive(Clone, Debug, Default)]
struct Model {
    now: i64,
    lookahead: Option<i64>,
    regulation_pending: bool,
    /// Its promise, at least.
    floor: Option<Bound>,
    constrained: bool,
    constraint_pending: bool,
    asked: Option<(AdvanceKind, i64)>,
    /// Stamps of messages sent to it and not delivered.
    inbox: Vec<i64>,
    /// No message with a stamp that this bound rules out may be delivered in time-stamp order.
    past: Option<Bound>,
    gone: bool,
}

struct Game {
    world: World,
    models: Vec<Model>,
    class: InteractionClassHandle,
    edition: Edition,
    dice: Rng,
    trace: Vec<String>,
    /// The members have boards, and ask conditionally rarely.
    boards: bool,
}

const KINDS: [AdvanceKind; 5] = [
    AdvanceKind::TimeAdvance,
    AdvanceKind::TimeAdvanceAvailable,
    AdvanceKind::NextMessage,
    AdvanceKind::NextMessageAvailable,
    AdvanceKind::FlushQueue,
];

fn promise(time: i64, lookahead: i64, is_final: bool) -> Bound {
    (time + lookahead, is_final && lookahead == 0)
}

impl Game {
    fn new(seed: u64) -> Self {
        let mut dice = Rng::with_seed(seed);
        let edition = if dice.bool() {
            Edition::Hla2010
        } else {
            Edition::Hla2025
        };
        let mut world = World::empty();
        let members = 2 + dice.usize(..4);
        for i in 0..members {
            let node = world.connect(edition);
            if i == 0 {
                let request = world.call(node, |m, out| {
                    let time = "HLAinteger64Time";
                    m.create_federation_execution(FEDERATION, vec![traffic()], None, time, out)
                });
                world.settle();
                assert_eq!(world.answer(node, request), Ok(Reply::Done));
            }
            world.join(node, vec![]);
        }
        let class = world.nodes[0]
            .member
            .interaction_class_handle("Message")
            .unwrap();
        for node in 0..members {
            world.call(node, |m, out| m.publish_interaction_class(class, out));
            let active = hyla_core::declaration::Activity::Active;
            world.call(node, |m, out| {
                m.subscribe_interaction_class(class, active, out)
            });
            world.call(node, |m, _| {
                m.change_interaction_order_type(class, OrderType::TimeStamp)
            });
        }
        world.settle();
        let boards = seed % 4 >= 2;
        if boards {
            world.boards = Some(Rc::default());
        }
        Self {
            boards,
            world,
            models: vec![Model::default(); members],
            class,
            edition,
            dice,
            trace: Vec::new(),
        }
    }

    fn send_bound(&self, node: usize) -> Option<Bound> {
        let model = &self.models[node];
        let lookahead = model.lookahead.filter(|_| !model.regulation_pending)?;
        let ahead = model
            .asked
            .map(|(kind, to)| promise(to, lookahead, kind.is_final()));
        model.floor.max(ahead)
    }

    fn act(&mut self, node: usize) {
        if self.models[node].gone {
            return;
        }
        let choice = self.dice.u32(..12);
        let amount = self.dice.i64(0..6);
        let model = self.models[node].clone();
        let regulating = model.lookahead.is_some() && !model.regulation_pending;
        match choice {
            0 if model.lookahead.is_none() && model.asked.is_none() => {
                let lookahead = amount / 2;
                self.note(node, format!("regulates with {lookahead}"));
                self.world.call(node, |m, out| {
                    m.enable_time_regulation(interval(lookahead), out)
                });
                self.models[node].lookahead = Some(lookahead);
                self.models[node].regulation_pending = true;
            }
            1 if !model.constrained && !model.constraint_pending && model.asked.is_none() => {
                self.note(node, "constrains itself".into());
                self.world
                    .call(node, |m, out| m.enable_time_constrained(out));
                self.models[node].constraint_pending = true;
            }
            2 if regulating && self.dice.u32(..6) == 0 => {
                self.note(node, "stops regulating".into());
                self.world
                    .call(node, |m, out| m.disable_time_regulation(out));
                self.models[node].lookahead = None;
                self.models[node].floor = None;
            }
            3 if model.constrained && self.dice.u32(..6) == 0 => {
                self.note(node, "is no longer constrained".into());
                self.world
                    .call(node, |m, out| m.disable_time_constrained(out));
                self.models[node].constrained = false;
                self.models[node].past = None;
            }
            4 if regulating && model.asked.is_none() => {
                let lookahead = amount / 2;
                self.note(node, format!("looks ahead {lookahead}"));
                self.world
                    .call(node, |m, out| m.modify_lookahead(interval(lookahead), out));
                self.models[node].lookahead = Some(lookahead);
                let raised = Some(promise(model.now, lookahead, false));
                self.models[node].floor = model.floor.max(raised);
            }
            5 if self.dice.u32(..30) == 0 && node > 0 => {
                self.note(node, "is lost".into());
                // The oracle could not know which frames are cut off with it: everything arrives first.
                self.flow();
                self.world.lose(node);
                self.models[node] = Model {
                    gone: true,
                    ..Model::default()
                };
            }
            6..=8 if regulating => {
                let bound = self.send_bound(node).unwrap();
                let stamp = bound.0 + i64::from(bound.1) + amount / 2;
                let class = self.class;
                let send = |game: &mut Self, stamp: i64| {
                    let tag = stamp.to_be_bytes();
                    game.world.attempt(node, |m, out| {
                        m.send_interaction(class, &[], &tag, Some(at(stamp)), out)
                    })
                };
                if let Err(refusal) = send(self, stamp) {
                    panic!("{node} {refusal}\n{}", self.trace.join("\n"));
                }
                self.note(node, format!("sends at {stamp}"));
                for (other, model) in self.models.iter_mut().enumerate() {
                    if other != node && !model.gone {
                        model.inbox.push(stamp);
                    }
                }
                let early = self.models[node].floor.unwrap().0 - 1;
                if early >= 0 {
                    let refused = self.world.attempt(node, |m, out| {
                        m.send_interaction(class, &[], &[], Some(at(early)), out)
                    });
                    assert!(
                        refused.is_err(),
                        "{node} sent at {early} below its promise {bound:?}"
                    );
                }
            }
            _ if model.asked.is_none()
                && !model.regulation_pending
                && !model.constraint_pending =>
            {
                let rarely = self.boards && self.dice.u32(..40) != 0;
                let kind = KINDS[self.dice.usize(..if rarely { 2 } else { 5 })];
                let to = model.now + amount;
                self.note(node, format!("asks {kind:?} {to}"));
                self.world.call(node, |m, out| match kind {
                    AdvanceKind::TimeAdvance => m.time_advance_request(at(to), out),
                    AdvanceKind::TimeAdvanceAvailable => {
                        m.time_advance_request_available(at(to), out)
                    }
                    AdvanceKind::NextMessage => m.next_message_request(at(to), out),
                    AdvanceKind::NextMessageAvailable => {
                        m.next_message_request_available(at(to), out)
                    }
                    AdvanceKind::FlushQueue => m.flush_queue_request(at(to), out),
                });
                self.models[node].asked = Some((kind, to));
            }
            _ => {}
        }
    }

    fn note(&mut self, node: usize, what: String) {
        self.trace.push(format!("{node} {what}"));
    }

    fn jam(&mut self) {
        let members = self.models.len();
        if let Some(boards) = &self.world.boards
            && self.dice.u32(..100) == 0
        {
            let member = self.world.nodes[self.dice.usize(..members)].member.handle();
            let without = &mut boards.borrow_mut().without;
            if !without.remove(&member.unwrap()) {
                without.insert(member.unwrap());
            }
        }
        let (a, b) = (self.dice.usize(..members), self.dice.usize(..members));
        let lane = match self.dice.u32(..4) {
            0 => Channel::ToRti(a),
            1 => Channel::FromRti(a),
            2 => Channel::Rouse(a),
            _ => Channel::Data(a, b),
        };
        if self.dice.bool() {
            self.world.hold(lane);
        } else {
            self.world.let_go(lane);
        }
    }

    fn flow(&mut self) {
        let members = self.models.len();
        for a in 0..members {
            self.world.let_go(Channel::ToRti(a));
            self.world.let_go(Channel::FromRti(a));
            self.world.let_go(Channel::Rouse(a));
            for b in 0..members {
                self.world.let_go(Channel::Data(a, b));
            }
        }
        self.world.settle();
    }

    /// Delivers everything that is due, and what follows from it, until nothing moves.
    fn deliver_all(&mut self) {
        loop {
            let mut delivered = false;
            for node in 0..self.models.len() {
                delivered |= self.deliver(node);
            }
            self.world.settle();
            if !delivered {
                return;
            }
        }
    }

    fn deliver(&mut self, node: usize) -> bool {
        if self.models[node].gone {
            return false;
        }
        let mut delivered = false;
        let mut scratch = DeliveredFrame::new();
        loop {
            let now = self.world.now;
            let told: Vec<Told> = self
                .world
                .attempt(node, |m, out| {
                    Ok(match m.next_callback(now, &mut scratch, out) {
                        Step::Callback(callback) => vec![Told::from(&callback)],
                        Step::Again => vec![Told::Nothing],
                        Step::Idle => vec![],
                    })
                })
                .unwrap();
            let Some(told) = told.into_iter().next() else {
                return delivered;
            };
            delivered = true;
            self.check(node, &told);
        }
    }

    fn check(&mut self, node: usize, told: &Told) {
        let context = || self.trace.join("\n");
        let model = &self.models[node];
        let mut model = model.clone();
        match *told {
            Told::Nothing => {}
            Told::Regulating(time) => {
                assert!(time >= model.now, "{}", context());
                model.now = time;
                model.regulation_pending = false;
                // The federate may not begin in the past of a constrained one.
                let lookahead = model.lookahead.unwrap();
                let others = self.models.iter().enumerate();
                let others = others.filter(|(other, m)| *other != node && m.constrained);
                let own = Some(promise(time, lookahead, false));
                let past = others.filter_map(|(_, m)| m.past).max();
                assert!(past <= own, "{node} after {past:?}\n{}", context());
                model.floor = own;
            }
            Told::Constrained(time) => {
                assert_eq!(time, model.now, "{}", context());
                model.constraint_pending = false;
                model.constrained = true;
                model.past = Some((model.now, false));
            }
            Told::Message(stamp, in_order) => {
                let sent = model.inbox.iter().position(|s| *s == stamp);
                model
                    .inbox
                    .remove(sent.unwrap_or_else(|| panic!("{stamp} twice\n{}", context())));
                if in_order {
                    let past = model
                        .past
                        .expect("only constrained federates receive in order");
                    let allowed = stamp > past.0 || (stamp == past.0 && !past.1);
                    assert!(allowed, "{node} got {stamp} after {past:?}\n{}", context());
                    model.past = Some((stamp, false)).max(model.past);
                }
            }
            Told::Granted(time) => {
                let (kind, to) = model
                    .asked
                    .take()
                    .unwrap_or_else(|| panic!("{}", context()));
                assert!(
                    (model.now..=to).contains(&time),
                    "{node} to {time}\n{}",
                    context()
                );
                model.now = time;
                if model.constrained && kind != AdvanceKind::FlushQueue {
                    model.past = Some((time, kind.is_final()));
                } else if model.constrained {
                    model.past = Some((time, false)).max(model.past.filter(|p| p.0 <= time));
                }
                if let Some(lookahead) = model.lookahead {
                    let raised = Some(promise(time, lookahead, kind.is_final()));
                    model.floor = model.floor.max(raised);
                }
            }
        }
        self.trace.push(format!("{node} gets {told:?}"));
        self.models[node] = model;
    }

    /// Promises of the regulating, the greatest that are consistent: found by lowering them from
    /// infinity until nothing changes.
    fn promises(&self) -> Vec<Option<Bound>> {
        const NEVER: Bound = (i64::MAX, true);
        let mut promises: Vec<Option<Bound>> = self
            .models
            .iter()
            .map(|m| m.lookahead.map(|_| NEVER))
            .collect();
        loop {
            let next: Vec<Option<Bound>> = (0..self.models.len())
                .map(|node| {
                    let model = &self.models[node];
                    let lookahead = model.lookahead?;
                    let floor = model.floor.unwrap_or((model.now + lookahead, false));
                    let Some((kind, to)) = model.asked else {
                        return Some(floor);
                    };
                    if !model.constrained || !kind.is_conditional() {
                        return Some(floor.max(promise(to, lookahead, kind.is_final())));
                    }
                    let others = (0..self.models.len()).filter(|other| *other != node);
                    let galt = others.filter_map(|other| promises[other]).min();
                    let queued = model.inbox.iter().min().map(|s| (*s, false));
                    let limits = [Some((to, false)), queued, galt];
                    let grant = limits.into_iter().flatten().min().unwrap();
                    let shut = lookahead == 0 && kind == AdvanceKind::NextMessage;
                    Some(floor.max((grant.0 + lookahead, grant.1 || shut)))
                })
                .collect();
            if next == promises {
                return promises;
            }
            promises = next;
        }
    }

    /// Nothing is in transit and everything due is delivered: no federate may wait without a reason.
    fn check_nobody_waits_in_vain(&self) {
        if self.models.iter().any(|m| m.regulation_pending) {
            // The federate waits for its own GALT: rare, and its promise is not known to the oracle.
            return;
        }
        let promises = self.promises();
        for (node, model) in self.models.iter().enumerate() {
            let Some((kind, to)) = model.asked else {
                assert!(
                    !model.constraint_pending
                        || self
                            .galt(&promises, node)
                            .is_some_and(|galt| galt < (model.now, false)),
                    "{node} waits to be constrained\n{}",
                    self.trace.join("\n")
                );
                continue;
            };
            let queued = model.inbox.iter().min().copied();
            let target = match kind {
                AdvanceKind::NextMessage | AdvanceKind::NextMessageAvailable => {
                    queued.map_or(to, |q| q.min(to))
                }
                _ => to,
            };
            let grantable = match self.galt(&promises, node) {
                _ if kind == AdvanceKind::FlushQueue => true,
                None => self.edition == Edition::Hla2010,
                Some(galt) => galt >= (target, kind.is_final()),
            };
            assert!(
                !grantable,
                "{node} waits for {kind:?} {to} in vain: {promises:?}\n{:#?}\n{}",
                self.models,
                self.trace.join("\n")
            );
        }
    }

    fn galt(&self, promises: &[Option<Bound>], node: usize) -> Option<Bound> {
        let others = (0..promises.len()).filter(|other| *other != node);
        others.filter_map(|other| promises[other]).min()
    }
}

#[derive(Debug)]
enum Told {
    Nothing,
    Regulating(i64),
    Constrained(i64),
    Granted(i64),
    Message(i64, bool),
}

impl From<&Callback<'_>> for Told {
    fn from(callback: &Callback<'_>) -> Self {
        match callback {
            Callback::TimeRegulationEnabled { time } => Self::Regulating(number(*time)),
            Callback::TimeConstrainedEnabled { time } => Self::Constrained(number(*time)),
            Callback::TimeAdvanceGrant { time } | Callback::FlushQueueGrant { time, .. } => {
                Self::Granted(number(*time))
            }
            Callback::ReceiveInteraction { delivery, .. } => Self::Message(
                number(delivery.time.unwrap()),
                delivery.received_order == OrderType::TimeStamp,
            ),
            _ => Self::Nothing,
        }
    }
}

/// Gives how often members began to coordinate by boards.
fn play(seed: u64) -> usize {
    let mut game = Game::new(seed);
    // Every other time the RTI receives several messages before it sends any.
    game.world.rti_takes_turns = seed % 2 == 1;
    for step in 0..160 {
        let node = game.dice.usize(..game.models.len());
        game.act(node);
        if game.dice.bool() {
            game.jam();
        }
        game.world.settle();
        if game.dice.bool() {
            let node = game.dice.usize(..game.models.len());
            game.deliver(node);
        }
        if step % 20 == 19 {
            game.flow();
            game.deliver_all();
            game.check_nobody_waits_in_vain();
        }
    }
    let log = game.world.nodes[0].heard.iter();
    let boards = |it: &&FromRti| {
        matches!(
            it,
            FromRti::Log {
                event: LogEvent::TimeBoards { .. },
                ..
            }
        )
    };
    log.filter(boards).count()
}

#[test]
fn no_grant_is_too_early_and_none_is_missing() {
    let seeds = match std::env::var("HYLA_SIM_SEED") {
        Ok(seed) => vec![seed.parse().expect("HYLA_SIM_SEED is a number")],
        Err(_) => (0..2000).collect(),
    };
    let mut boards = 0;
    for seed in &seeds {
        match std::panic::catch_unwind(|| play(*seed)) {
            Ok(begun) => boards += begun,
            Err(panic) => {
                eprintln!("seed {seed} (replay with HYLA_SIM_SEED={seed})");
                std::panic::resume_unwind(panic);
            }
        }
    }
    println!("coordination by boards began {boards} times");
    assert!(boards > 500 || seeds.len() == 1, "{boards}");
}
