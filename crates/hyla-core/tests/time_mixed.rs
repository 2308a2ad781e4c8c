//! Federates of every kind in one federation: two to ten of them, lookahead 0 and 1, all five advances, who
//! join, begin to regulate and to be constrained in any order, resign, and come again.
//!
//! Two judgements, both without a word from the code that is judged: a grant may not lie beyond the least
//! stamp that anybody can still send, found by trying; and of those who all wait, one has to go on.
#![allow(clippy::unwrap_used, reason = "test code")]

mod harness;

use fastrand::Rng;
use harness::{Channel, FEDERATION, World, traffic};
use hyla_core::callback::Callback;
use hyla_core::declaration::Activity;
use hyla_core::message::Reply;
use hyla_core::time::AdvanceKind;
use hyla_types::{
    Edition, Integer64Interval, Integer64Time, InteractionClassHandle, LogicalTime,
    LogicalTimeInterval, OrderType, ResignAction,
};

const KINDS: [AdvanceKind; 5] = [
    AdvanceKind::TimeAdvance,
    AdvanceKind::TimeAdvanceAvailable,
    AdvanceKind::NextMessage,
    AdvanceKind::NextMessageAvailable,
    AdvanceKind::FlushQueue,
];

fn at(time: i64) -> LogicalTime {
    LogicalTime::Integer64(Integer64Time::new(time).unwrap())
}

fn span(length: i64) -> LogicalTimeInterval {
    LogicalTimeInterval::Integer64(Integer64Interval::new(length).unwrap())
}

fn number(time: LogicalTime) -> i64 {
    match time {
        LogicalTime::Integer64(time) => time.value(),
        LogicalTime::Float64(_) => unreachable!("the federation counts in integers"),
    }
}

/// Bounds in halves: twice the time, and one more if that time itself is over.
fn halves(time: i64, over: bool) -> i64 {
    2 * time + i64::from(over)
}

/// A federate's own knowledge.
#[derive(Clone, Debug, Default)]
struct Federate {
    gone: bool,
    now: i64,
    lookahead: Option<i64>,
    /// Regulation asked for.
    regulating: Option<i64>,
    constrained: bool,
    constraining: bool,
    asked: Option<(AdvanceKind, i64)>,
    /// Least that it may send, in halves.
    floor: i64,
    /// Stamps of what was sent to it and has not come.
    inbox: Vec<i64>,
    /// Limit below which no message can come in order any more, in halves.
    past: i64,
}

impl Federate {
    fn waits(&self) -> bool {
        self.asked.is_some() || self.regulating.is_some() || self.constraining
    }

    /// Least stamp that it may send once granted at a time, in halves.
    fn sends_from(&self, time: i64, is_final: bool) -> i64 {
        let lookahead = self.lookahead.unwrap_or(0);
        self.floor
            .max(halves(time + lookahead, is_final && lookahead == 0))
    }

    /// Least that it may send now, in halves.
    fn may_send(&self) -> i64 {
        match self.asked {
            Some((kind, to)) => self.sends_from(to, kind.is_final()),
            None => self.floor,
        }
    }
}

struct Game {
    world: World,
    federates: Vec<Federate>,
    class: Option<InteractionClassHandle>,
    dice: Rng,
    trace: Vec<String>,
}

impl Game {
    fn new(seed: u64) -> Self {
        let mut game = Self {
            world: World::empty(),
            federates: Vec::new(),
            class: None,
            dice: Rng::with_seed(seed),
            trace: Vec::new(),
        };
        game.world.rti_takes_turns = seed.is_multiple_of(3);
        for _ in 0..2 + seed % 4 {
            game.join();
        }
        game
    }

    fn join(&mut self) {
        let node = self.world.connect(Edition::Hla2010);
        if node == 0 {
            let request = self.world.call(node, |m, out| {
                let time = "HLAinteger64Time";
                m.create_federation_execution(FEDERATION, vec![traffic()], None, time, out)
            });
            self.world.settle();
            assert_eq!(self.world.answer(node, request), Ok(Reply::Done));
        }
        self.world.join(node, vec![]);
        self.federates.push(Federate::default());
        let class = self.world.nodes[node]
            .member
            .interaction_class_handle("Message")
            .unwrap();
        self.class = Some(class);
        self.world
            .call(node, |m, out| m.publish_interaction_class(class, out));
        self.world.call(node, |m, out| {
            m.subscribe_interaction_class(class, Activity::Active, out)
        });
        self.world.call(node, |m, _| {
            m.change_interaction_order_type(class, OrderType::TimeStamp)
        });
        // Federates that do not know it do not send to it.
        self.flow();
        self.note(node, "joins");
    }

    fn resign(&mut self, node: usize) {
        self.note(node, "resigns");
        self.world.let_go(Channel::ToRti(node));
        self.world.let_go(Channel::FromRti(node));
        self.world.resign(node, ResignAction::NoAction);
        self.federates[node] = Federate {
            gone: true,
            ..Federate::default()
        };
    }

    fn note(&mut self, node: usize, what: impl std::fmt::Display) {
        self.trace.push(format!("{node} {what}"));
    }

    fn context(&self) -> String {
        format!("{:#?}\n{}", self.federates, self.trace.join("\n"))
    }

    fn present(&self) -> Vec<usize> {
        let all = 0..self.federates.len();
        all.filter(|node| !self.federates[*node].gone).collect()
    }

    fn act(&mut self) {
        let present = self.present();
        let node = present[self.dice.usize(..present.len())];
        let it = self.federates[node].clone();
        match self.dice.u32(..24) {
            0 if present.len() < 10 && self.federates.len() < 16 => self.join(),
            1 if present.len() > 2 && self.dice.bool() => self.resign(node),
            2..=5 if it.lookahead.is_none() && !it.waits() => self.regulate(node),
            6..=8 if !it.constrained && !it.constraining && it.asked.is_none() => {
                self.constrain(node);
            }
            9 if it.lookahead.is_some() && self.dice.u32(..4) == 0 => {
                self.note(node, "stops regulating");
                self.world
                    .call(node, |m, out| m.disable_time_regulation(out));
                self.federates[node].lookahead = None;
                self.federates[node].floor = 0;
            }
            10 if it.constrained && self.dice.u32(..4) == 0 => {
                self.note(node, "is no longer constrained");
                self.world
                    .call(node, |m, out| m.disable_time_constrained(out));
                self.federates[node].constrained = false;
                self.federates[node].past = 0;
            }
            11..=16 if it.lookahead.is_some() => self.send(node),
            _ if !it.waits() => self.advance(node),
            _ => {}
        }
    }

    fn regulate(&mut self, node: usize) {
        let lookahead = self.dice.i64(0..2);
        self.note(node, format!("regulates with {lookahead}"));
        self.world.call(node, |m, out| {
            m.enable_time_regulation(span(lookahead), out)
        });
        self.federates[node].regulating = Some(lookahead);
    }

    fn constrain(&mut self, node: usize) {
        self.note(node, "constrains itself");
        self.world
            .call(node, |m, out| m.enable_time_constrained(out));
        self.federates[node].constraining = true;
    }

    /// The least stamp that it may send is accepted, and the one before is not.
    fn send(&mut self, node: usize) {
        let least = self.federates[node].may_send();
        let first = (least + 1) / 2;
        let stamp = first + [0, 0, 1, 3][self.dice.usize(..4)];
        self.note(node, format!("sends at {stamp}"));
        let class = self.class.unwrap();
        let attempt = |world: &mut World, stamp: i64| {
            world.attempt(node, |m, out| {
                m.send_interaction(class, &[], &[], Some(at(stamp)), out)
            })
        };
        if first > 0 {
            let early = attempt(&mut self.world, first - 1);
            assert!(early.is_err(), "at {}\n{}", first - 1, self.context());
        }
        if let Err(refusal) = attempt(&mut self.world, stamp) {
            panic!("{refusal}\n{}", self.context());
        }
        for (other, it) in self.federates.iter_mut().enumerate() {
            if other != node && !it.gone {
                it.inbox.push(stamp);
            }
        }
    }

    fn advance(&mut self, node: usize) {
        let kind = KINDS[self.dice.usize(..5)];
        let to = self.federates[node].now + self.dice.i64(0..6);
        self.note(node, format!("asks {kind:?} {to}"));
        self.world.call(node, |m, out| match kind {
            AdvanceKind::TimeAdvance => m.time_advance_request(at(to), out),
            AdvanceKind::TimeAdvanceAvailable => m.time_advance_request_available(at(to), out),
            AdvanceKind::NextMessage => m.next_message_request(at(to), out),
            AdvanceKind::NextMessageAvailable => m.next_message_request_available(at(to), out),
            AdvanceKind::FlushQueue => m.flush_queue_request(at(to), out),
        });
        self.federates[node].asked = Some((kind, to));
    }

    fn jam(&mut self) {
        let present = self.present();
        let pick = |dice: &mut Rng| present[dice.usize(..present.len())];
        let (a, b) = (pick(&mut self.dice), pick(&mut self.dice));
        let lane = match self.dice.u32(..3) {
            0 => Channel::ToRti(a),
            1 => Channel::FromRti(a),
            _ => Channel::Data(a, b),
        };
        if self.dice.u32(..3) > 0 {
            self.world.hold(lane);
        } else {
            self.world.let_go(lane);
        }
    }

    fn flow(&mut self) {
        for a in 0..self.federates.len() {
            self.world.let_go(Channel::ToRti(a));
            self.world.let_go(Channel::FromRti(a));
            for b in 0..self.federates.len() {
                self.world.let_go(Channel::Data(a, b));
            }
        }
        self.world.settle();
    }

    fn deliver(&mut self, node: usize) -> bool {
        let mut told = Vec::new();
        self.world.show(node, |callback| match callback {
            Callback::TimeRegulationEnabled { time } => told.push(Told::Regulating(number(*time))),
            Callback::TimeConstrainedEnabled { time } => {
                told.push(Told::Constrained(number(*time)));
            }
            Callback::TimeAdvanceGrant { time } => told.push(Told::Granted(number(*time))),
            Callback::ReceiveInteraction { delivery, .. } => told.push(Told::Message(
                number(delivery.time.unwrap()),
                delivery.received_order == OrderType::TimeStamp,
            )),
            _ => {}
        });
        for told in &told {
            self.note(node, format!("gets {told:?}"));
            self.judge(node, told);
        }
        !told.is_empty()
    }

    fn deliver_all(&mut self) {
        loop {
            let mut any = false;
            for node in self.present() {
                any |= self.deliver(node);
            }
            self.world.settle();
            if !any {
                return;
            }
        }
    }

    fn judge(&mut self, node: usize, told: &Told) {
        let context = self.context();
        let least = self.least_of_others(node);
        // One that begins to regulate must not be able to send into the past of another.
        let reached = self.federates.iter().enumerate();
        let reached = reached.filter(|(other, it)| *other != node && !it.gone && it.constrained);
        let reached = reached.map(|(_, it)| it.past).max();
        let it = &mut self.federates[node];
        match *told {
            Told::Regulating(time) => {
                assert!(time >= it.now, "{context}");
                it.lookahead = it.regulating.take();
                it.now = time;
                it.floor = 0;
                it.floor = it.sends_from(time, false);
                assert!(reached.is_none_or(|past| it.floor >= past), "{context}");
            }
            Told::Constrained(time) => {
                assert_eq!(time, it.now, "{context}");
                (it.constraining, it.constrained) = (false, true);
                it.past = halves(time, false);
            }
            Told::Message(stamp, in_order) => {
                let sent = it.inbox.iter().position(|s| *s == stamp);
                it.inbox.remove(sent.unwrap_or_else(|| panic!("{context}")));
                assert!(!in_order || halves(stamp, false) >= it.past, "{context}");
            }
            Told::Granted(time) => {
                let (kind, to) = it.asked.take().unwrap_or_else(|| panic!("{context}"));
                assert!((it.now..=to).contains(&time), "{context}");
                let reached = halves(time, kind.is_final());
                it.now = time;
                it.floor = if it.lookahead.is_some() {
                    it.sends_from(time, kind.is_final())
                } else {
                    0
                };
                if it.constrained {
                    it.past = reached;
                    assert!(
                        least >= reached,
                        "others may send from {least}/2 on\n{context}"
                    );
                }
            }
        }
    }

    /// The least that anybody else can still send, in halves. Each is supposed to send nothing; as long as
    /// that shows somebody who could be granted earlier and then send something, it is lowered.
    fn least_of_others(&self, node: usize) -> i64 {
        let mut least = vec![i64::MAX; self.federates.len()];
        loop {
            let mut lowered = false;
            for (at, it) in self.federates.iter().enumerate() {
                if it.gone || it.lookahead.is_none() {
                    continue;
                }
                let mut possible = it.may_send();
                if let Some((kind, to)) = it.asked
                    && it.constrained
                    && kind.is_conditional()
                {
                    let others = least.iter().enumerate().filter(|(other, _)| *other != at);
                    let others = others.map(|(_, bound)| *bound).min().unwrap();
                    let queued = it.inbox.iter().map(|stamp| halves(*stamp, false)).min();
                    let first = halves(to, false)
                        .min(others)
                        .min(queued.unwrap_or(i64::MAX));
                    let is_final = first % 2 == 1 || kind.is_final();
                    possible = it.sends_from(first / 2, is_final);
                    if first % 2 == 1 && it.lookahead != Some(0) {
                        possible = it.floor.max(first + 2 * it.lookahead.unwrap());
                    }
                }
                if possible < least[at] {
                    least[at] = possible;
                    lowered = true;
                }
            }
            if !lowered {
                least.remove(node);
                return least.into_iter().min().unwrap_or(i64::MAX);
            }
        }
    }

    /// All federates that can ask for an advance; once everything has arrived, a callback has to be due.
    fn somebody_goes_on(&mut self) {
        for node in self.present() {
            if !self.federates[node].waits() {
                self.advance(node);
            }
            if self.dice.bool() {
                self.jam();
            }
            self.world.settle();
        }
        self.flow();
        self.deliver_all();
        let waits = |node: &usize| self.federates[*node].waits();
        assert!(
            !self.present().iter().all(waits),
            "all wait\n{}",
            self.context()
        );
    }
}

#[derive(Debug)]
enum Told {
    Regulating(i64),
    Constrained(i64),
    Granted(i64),
    Message(i64, bool),
}

fn play(seed: u64) {
    let mut game = Game::new(seed);
    for step in 0..120 {
        game.act();
        if game.dice.bool() {
            game.jam();
        }
        game.world.settle();
        if game.dice.bool() {
            let present = game.present();
            let node = present[game.dice.usize(..present.len())];
            game.deliver(node);
        }
        if step % 12 == 11 {
            game.somebody_goes_on();
        }
    }
}

#[test]
fn grants_keep_to_what_others_may_send_and_never_do_all_wait() {
    let seeds = match std::env::var("HYLA_SIM_SEED") {
        Ok(seed) => vec![seed.parse().expect("HYLA_SIM_SEED is a number")],
        Err(_) => (0..200).collect(),
    };
    for seed in seeds {
        let outcome = std::panic::catch_unwind(|| play(seed));
        if let Err(panic) = outcome {
            eprintln!("seed {seed} (replay with HYLA_SIM_SEED={seed})");
            std::panic::resume_unwind(panic);
        }
    }
}

/// Two of three federates regulate with lookahead 0, are constrained and coordinate for themselves; both
/// know of a message that has not arrived. The third has the executive coordinate again, which is notified of
/// the one before the other.
#[test]
fn a_message_on_the_way_is_asked_for_again_when_the_executive_coordinates() {
    for begin in [Game::constrain as fn(&mut Game, usize), Game::regulate] {
        let mut game = Game::new(1);
        for node in 0..2 {
            game.world
                .call(node, |m, out| m.enable_time_regulation(span(0), out));
            game.federates[node].regulating = Some(0);
            game.constrain(node);
        }
        game.flow();
        game.deliver_all();
        let class = game.class.unwrap();
        let send = |game: &mut Game, stamp: i64| {
            game.world.call(0, |m, out| {
                m.send_interaction(class, &[], &[], Some(at(stamp)), out)
            });
            for it in &mut game.federates[1..] {
                it.inbox.push(stamp);
            }
        };

        send(&mut game, 5);
        game.world.settle();
        game.world.hold(Channel::Data(0, 1));
        send(&mut game, 6);
        for node in 0..2 {
            game.world
                .call(node, |m, out| m.next_message_request(at(10), out));
            game.federates[node].asked = Some((AdvanceKind::NextMessage, 10));
        }
        game.world.settle();
        game.world.hold(Channel::ToRti(1));
        begin(&mut game, 2);
        game.world.settle();
        game.flow();
        game.deliver_all();

        let now = game.federates[1].now;
        if game.federates[2].lookahead.is_none() {
            assert_eq!(now, 5, "{}", game.context());
        } else {
            // The third holds them back until it advances.
            game.world
                .call(2, |m, out| m.time_advance_request(at(10), out));
            game.federates[2].asked = Some((AdvanceKind::TimeAdvance, 10));
            game.flow();
            game.deliver_all();
            assert_eq!(game.federates[1].now, 5, "{}", game.context());
        }
    }
}
