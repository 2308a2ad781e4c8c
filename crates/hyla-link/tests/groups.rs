//! Messages of one lane that go by the lane and by multicast groups, with random delays and losses on each way.
#![allow(clippy::unwrap_used, reason = "test code")]

use std::collections::BTreeMap;
use std::time::Duration;

use fastrand::Rng;
use hyla_link::lanes::{
    Fences, LaneId, LanePath, LinkFrame, Path, REORDER_TIMEOUT, ReceiveOrdering, ReceiverEntry,
    RunCounter, Verdict, link_frame, put_entries,
};

const LANE: LaneId = LaneId(1);
const MARK: u32 = 77;

/// A message in transit: the time and route of its arrival, and the message.
#[derive(Clone)]
enum By {
    Stream,
    Lane,
    Group,
}

struct World {
    rng: Rng,
    fences: Fences,
    ways: RunCounter,
    now: Duration,
    /// When the last frame of each way arrives: none overtakes another.
    last: BTreeMap<u32, Duration>,
    under_way: BTreeMap<(Duration, u64), (By, Vec<u8>)>,
    count: u64,
    ordering: ReceiveOrdering,
    got: Vec<u32>,
    /// Whether a datagram is lost, in hundredths.
    loss: u8,
    lost: Vec<u32>,
    /// How much later than another a way may be.
    skew: Duration,
}

impl World {
    fn new(seed: u64, loss: u8, skew: Duration) -> Self {
        let mut world = Self {
            rng: Rng::with_seed(seed),
            fences: Fences::default(),
            ways: RunCounter::default(),
            now: Duration::ZERO,
            last: BTreeMap::new(),
            under_way: BTreeMap::new(),
            count: 0,
            ordering: ReceiveOrdering::default(),
            got: Vec::new(),
            loss,
            lost: Vec::new(),
            skew,
        };
        world.ordering.stands(LANE, false, true);
        world.fences.stands(LANE, false);
        world
    }

    fn travel(&mut self, way: u32, by: By, frame: Vec<u8>) {
        let delay = self.skew.mul_f64(self.rng.f64());
        let last = self.last.entry(way).or_default();
        *last = (*last).max(self.now + delay);
        self.count += 1;
        self.under_way.insert((*last, self.count), (by, frame));
    }

    fn put_on_stream(&mut self, frames: Vec<Vec<u8>>) {
        for frame in frames {
            self.travel(0, By::Stream, frame);
        }
    }

    fn fences(&mut self, act: impl FnOnce(&mut Fences, &mut Vec<Vec<u8>>)) {
        let mut frames = Vec::new();
        act(&mut self.fences, &mut frames);
        self.put_on_stream(frames);
    }

    /// A message by a way; by the stream if there is none.
    fn say(&mut self, number: u32, way: Option<LanePath>) {
        let message = [&[1][..], &number.to_le_bytes()].concat();
        let Some(way) = way else {
            return self.put_on_stream(vec![message]);
        };
        let mut sequence = None;
        self.fences(|fences, frames| {
            sequence = Some(fences.before(LANE, &mut |path, said| put(path, said, frames)));
        });
        let sequence = sequence.unwrap();
        let run = self.ways.goes(way);
        let mine = ReceiverEntry {
            receiver: MARK,
            sequence,
            run,
        };
        let mut frame = Vec::new();
        if way == LanePath::Channel {
            put_entries(0, &[mine], &mut frame);
        } else {
            let other = ReceiverEntry {
                receiver: 3,
                run: 9,
                ..mine
            };
            put_entries(0, &[other, mine], &mut frame);
        }
        frame.extend_from_slice(&message);
        if self.rng.u8(..100) < self.loss {
            self.lost.push(number);
            return;
        }
        match way {
            LanePath::Channel => self.travel(1, By::Lane, frame),
            LanePath::Group(group) => self.travel(2 + group, By::Group, frame),
        }
    }

    /// Time passes, and what is due arrives.
    fn pass(&mut self, time: Duration) {
        let until = self.now + time;
        loop {
            let arrival = self.under_way.first_key_value().map(|((at, _), _)| *at);
            let turn = self.ordering.deadline();
            let Some(next) = arrival
                .into_iter()
                .chain(turn)
                .min()
                .filter(|at| *at <= until)
            else {
                break;
            };
            self.now = self.now.max(next);
            if arrival == Some(next) {
                let (_, (by, frame)) = self.under_way.pop_first().unwrap();
                self.arrives(by, &frame);
            } else {
                self.ordering.turn(self.now);
            }
            self.drain();
        }
        self.now = until;
    }

    fn arrives(&mut self, by: By, frame: &[u8]) {
        let now = self.now;
        let verdict = match by {
            By::Stream => self.ordering.arrives(Path::Stream, frame, now),
            By::Lane => self.ordering.arrives(Path::Lane(LANE), frame, now),
            By::Group => self.ordering.arrives_in_group(LANE, MARK, frame, now),
        };
        let due = match verdict.unwrap() {
            Verdict::Due(message, _) => Some(number_in(message)),
            Verdict::Taken => None,
        };
        self.drain();
        self.got.extend(due);
    }

    fn drain(&mut self) {
        while let Some(held) = self.ordering.next_due() {
            self.got.push(number_in(&held.message));
        }
    }
}

fn put(path: Path, said: &LinkFrame, frames: &mut Vec<Vec<u8>>) {
    assert_eq!(
        path,
        Path::Stream,
        "a lane that loses says nothing of fences"
    );
    let mut frame = Vec::new();
    link_frame(said, &mut frame);
    frames.push(frame);
}

fn number_in(message: &[u8]) -> u32 {
    u32::from_le_bytes(message[1..5].try_into().unwrap())
}

fn any_way(rng: &mut Rng) -> LanePath {
    match rng.u32(..4) {
        0 => LanePath::Channel,
        group => LanePath::Group(group),
    }
}

#[test]
fn what_comes_by_several_ways_is_in_order_and_complete_but_for_what_was_lost() {
    for seed in 0..400 {
        let loss = if seed % 2 == 0 { 0 } else { 15 };
        let mut world = World::new(seed, loss, REORDER_TIMEOUT.mul_f64(0.9));
        let mut way = LanePath::Channel;
        let changes = [1, 3, 40][seed as usize % 3];
        for number in 0..300 {
            if world.rng.u32(..changes) == 0 {
                way = any_way(&mut world.rng);
            }
            world.say(number, Some(way));
            let pause = world.rng.u64(..1500);
            world.pass(Duration::from_micros(pause));
        }
        world.pass(Duration::from_secs(1));

        let sent = (0..300).filter(|number| !world.lost.contains(number));
        assert_eq!(world.got, sent.collect::<Vec<_>>(), "seed {seed}");
        assert_eq!(world.ordering.late(), 0, "seed {seed}");
    }
}

#[test]
fn fences_hold_between_the_stream_and_all_ways_of_a_lane() {
    for seed in 0..400 {
        let mut world = World::new(seed, 0, REORDER_TIMEOUT.mul_f64(0.9));
        let mut way = Some(LanePath::Channel);
        for number in 0..300 {
            if world.rng.u32(..4) == 0 {
                // As if the transportation type changed.
                world.fences(|fences, frames| {
                    fences.fence(&mut |path, said| put(path, said, frames));
                });
                let lane = any_way(&mut world.rng);
                way = world.rng.bool().then_some(lane);
            } else if way.is_some() && world.rng.bool() {
                way = Some(any_way(&mut world.rng));
            }
            world.say(number, way);
            let pause = world.rng.u64(..1500);
            world.pass(Duration::from_micros(pause));
        }
        world.pass(Duration::from_secs(1));

        assert_eq!(world.got, (0..300).collect::<Vec<_>>(), "seed {seed}");
    }
}

#[test]
fn whatever_is_lost_or_late_nothing_is_doubled_or_out_of_order() {
    for seed in 0..400 {
        // Ways that differ by more than anybody waits for.
        let mut world = World::new(seed, 20, REORDER_TIMEOUT * 12);
        for number in 0..300 {
            if world.rng.u32(..10) == 0 {
                world.fences(|fences, frames| {
                    fences.fence(&mut |path, said| put(path, said, frames));
                });
            }
            let way = any_way(&mut world.rng);
            world.say(number, Some(way));
            let pause = world.rng.u64(..3000);
            world.pass(Duration::from_micros(pause));
        }
        world.pass(Duration::from_secs(2));

        assert!(
            world.got.is_sorted_by(|a, b| a < b),
            "seed {seed}: {:?}",
            world.got
        );
        let missing = 300 - world.got.len() as u64;
        let (late, lost) = (world.ordering.late(), world.ordering.lost());
        // Messages that never came are lost; those that came too late were counted as lost first. The last ones are not missed.
        assert!(
            missing >= late && lost <= missing,
            "seed {seed}: {missing} {late} {lost}"
        );
        assert!(!world.got.is_empty());
        assert!(!world.ordering.is_holding());
    }
}

#[test]
fn a_loss_within_a_run_holds_nobody_up() {
    let mut world = World::new(1, 0, Duration::ZERO);
    for number in 0..10 {
        world.loss = if number == 5 { 100 } else { 0 };
        world.say(number, Some(LanePath::Group(1)));
        world.pass(Duration::ZERO);
        let expected = if number < 5 { number + 1 } else { number };
        assert_eq!(world.got.len() as u32, expected);
    }
    assert_eq!(world.ordering.lost(), 1);
}

#[test]
fn a_loss_before_a_change_of_way_costs_the_timeout_once() {
    let mut world = World::new(1, 0, Duration::ZERO);
    world.say(0, Some(LanePath::Channel));
    world.loss = 100;
    world.say(1, Some(LanePath::Channel));
    world.loss = 0;
    world.say(2, Some(LanePath::Group(1)));
    world.say(3, Some(LanePath::Group(1)));

    world.pass(Duration::ZERO);
    assert_eq!(world.got, [0]);
    world.pass(REORDER_TIMEOUT - Duration::from_millis(1));
    assert_eq!(world.got, [0]);
    world.pass(Duration::from_millis(1));
    assert_eq!(world.got, [0, 2, 3]);
}

#[test]
fn a_member_that_is_not_named_takes_nothing() {
    let mut ordering = ReceiveOrdering::default();
    ordering.stands(LANE, false, true);
    let mut fences = Fences::default();
    fences.stands(LANE, false);
    let sequence = fences.before(LANE, &mut |_, _| {});
    let mut frame = Vec::new();
    put_entries(
        0,
        &[ReceiverEntry {
            receiver: 5,
            sequence,
            run: 0,
        }],
        &mut frame,
    );
    frame.push(1);

    let verdict = ordering.arrives_in_group(LANE, 6, &frame, Duration::ZERO);

    assert_eq!(verdict, Ok(Verdict::Taken));
    assert_eq!((ordering.lost(), ordering.late()), (0, 0));
    // A lane that nobody knows, and one that loses nothing.
    assert!(
        ordering
            .arrives_in_group(LaneId(2), 5, &frame, Duration::ZERO)
            .is_err()
    );
    ordering.stands(LaneId(3), true, true);
    assert!(
        ordering
            .arrives_in_group(LaneId(3), 5, &frame, Duration::ZERO)
            .is_err()
    );
}
