//! Messages by several ways, with random delays and losses, against the order that was asked for.
#![allow(clippy::unwrap_used, reason = "test code")]

use std::collections::{BTreeMap, VecDeque};
use std::time::Duration;

use fastrand::Rng;
use hyla_link::lanes::{
    Fences, LOSSY_TIMEOUT, LaneId, LinkFrame, Path, ReceiveOrdering, ReceiverEntry,
    SequenceNumbers, Verdict, link_frame, put_entries,
};

const MILLISECOND: Duration = Duration::from_millis(1);

#[derive(Clone, Copy)]
struct Kind {
    reliable: bool,
    sequenced: bool,
}

/// Requests of the sender, by the numbers of messages.
#[derive(Default)]
struct Asked {
    path: Vec<Path>,
    /// Before these: everything earlier.
    fences: Vec<usize>,
    /// Messages of lanes that precede later ones of the stream.
    settled: Vec<usize>,
    /// Messages of the stream that precede later ones of lanes.
    announced: Vec<usize>,
    /// When each lane was established: earlier messages of the stream come before those of the lane.
    stood: BTreeMap<LaneId, usize>,
}

impl Asked {
    /// Whether `first` has to come before `second`.
    fn ordered(&self, first: usize, second: usize) -> bool {
        if first >= second {
            return false;
        }
        let between = |entries: &[usize]| entries.iter().any(|at| first < *at && *at <= second);
        let (a, b) = (self.path[first], self.path[second]);
        match (a, b) {
            _ if a == b => true,
            _ if between(&self.fences) => true,
            (Path::Lane(_), Path::Stream) => between(&self.settled),
            (Path::Stream, Path::Lane(id)) => {
                between(&self.announced) || between(&[self.stood[&id]])
            }
            _ => false,
        }
    }
}

struct Wires {
    rng: Rng,
    wires: BTreeMap<Path, VecDeque<Vec<u8>>>,
    kinds: BTreeMap<LaneId, Kind>,
    /// One of so many messages of a lossy lane is lost.
    loss: u8,
    dropped: Vec<usize>,
}

impl Wires {
    fn put(&mut self, path: Path, frame: Vec<u8>) {
        self.wires.entry(path).or_default().push_back(frame);
    }

    fn say(&mut self) -> impl FnMut(Path, &LinkFrame) + '_ {
        |path, said| {
            let mut frame = Vec::new();
            link_frame(said, &mut frame);
            self.put(path, frame);
        }
    }
}

struct Receiver {
    ordering: ReceiveOrdering,
    got: Vec<usize>,
}

fn number_in(message: &[u8]) -> usize {
    let bytes = message.get(1..5).unwrap().try_into().unwrap();
    u32::from_le_bytes(bytes) as usize
}

impl Receiver {
    fn take(&mut self, path: Path, frame: &[u8], now: Duration) {
        let due = match self.ordering.arrives(path, frame, now).unwrap() {
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

/// A run from a seed. Gives what was asked for, what came, and what the wire lost.
fn run(seed: u64, loss: u8) -> (Asked, Receiver, Wires) {
    let mut rng = Rng::with_seed(seed);
    let mut fences = Fences::default();
    let mut asked = Asked::default();
    let mut wires = Wires {
        rng: rng.fork(),
        wires: BTreeMap::new(),
        kinds: BTreeMap::new(),
        loss,
        dropped: Vec::new(),
    };
    let mut receiver = Receiver {
        ordering: ReceiveOrdering::default(),
        got: Vec::new(),
    };
    let mut standing: Vec<LaneId> = Vec::new();
    let mut ending: Vec<LaneId> = Vec::new();
    let mut now = Duration::ZERO;
    let mut next_lane = 0;
    let slow = rng.u8(..3);
    for _ in 0..rng.usize(20..200) {
        let at = asked.path.len();
        match rng.u8(..24) {
            0 if standing.len() < 4 => {
                next_lane += 1;
                let (id, reliable) = (LaneId(next_lane), rng.bool());
                let sequenced = !reliable || rng.bool();
                wires.kinds.insert(
                    id,
                    Kind {
                        reliable,
                        sequenced,
                    },
                );
                // The receiver knows of it before the sender is notified.
                receiver.ordering.stands(id, reliable, sequenced);
                fences.stands(id, reliable);
                asked.stood.insert(id, at);
                standing.push(id);
            }
            1 if !standing.is_empty() => {
                let id = standing.swap_remove(rng.usize(..standing.len()));
                fences.ends(id, &mut wires.say());
                asked.settled.push(at);
                ending.push(id);
            }
            2 | 3 => {
                fences.settle(&mut wires.say());
                asked.settled.push(at);
            }
            4 => {
                fences.fence(&mut wires.say());
                asked.fences.push(at);
            }
            5 => {
                fences.announce();
                asked.announced.push(at);
            }
            6..=15 if !standing.is_empty() => {
                let id = standing[rng.usize(..standing.len())];
                let sequence = fences.before(id, &mut wires.say());
                let mut frame = Vec::new();
                if wires.kinds[&id].sequenced {
                    sequence.put(&mut frame);
                }
                frame.push(1);
                frame.extend_from_slice(&(at as u32).to_le_bytes());
                asked.path.push(Path::Lane(id));
                let lossy = !wires.kinds[&id].reliable;
                if lossy && wires.loss > 0 && wires.rng.u8(..wires.loss) == 0 {
                    wires.dropped.push(at);
                } else {
                    wires.put(Path::Lane(id), frame);
                }
            }
            _ => {
                let mut frame = vec![1];
                frame.extend_from_slice(&(at as u32).to_le_bytes());
                asked.path.push(Path::Stream);
                wires.put(Path::Stream, frame);
            }
        }
        if rng.u8(..4) > slow {
            now += rng.u32(..3) * MILLISECOND;
            let mut some = rng.fork();
            arrive(&mut wires, &mut receiver, &mut some, now, 1);
        }
    }
    let mut some = rng.fork();
    while arrive(&mut wires, &mut receiver, &mut some, now, 1) {
        if loss > 0 {
            now += some.u32(..40) * MILLISECOND;
            receiver.ordering.turn(now);
            receiver.drain();
        }
    }
    for id in ending {
        receiver.ordering.lane_ended(id, now);
        receiver.drain();
    }
    if loss > 0 {
        while let Some(at) = receiver.ordering.deadline() {
            now = now.max(at);
            receiver.ordering.turn(now);
            receiver.drain();
        }
    }
    (asked, receiver, wires)
}

/// Lets frames of random ways arrive; `false` if there are none.
fn arrive(
    wires: &mut Wires,
    receiver: &mut Receiver,
    rng: &mut Rng,
    now: Duration,
    count: usize,
) -> bool {
    for _ in 0..count {
        let full: Vec<_> = wires
            .wires
            .iter()
            .filter(|(_, wire)| !wire.is_empty())
            .map(|(path, _)| *path)
            .collect();
        if full.is_empty() {
            return false;
        }
        let path = full[rng.usize(..full.len())];
        let frame = wires.wires.get_mut(&path).unwrap().pop_front().unwrap();
        receiver.take(path, &frame, now);
    }
    true
}

fn check_order(seed: u64, asked: &Asked, got: &[usize]) {
    for (place, second) in got.iter().enumerate() {
        for first in &got[place + 1..] {
            assert!(
                !asked.ordered(*first, *second),
                "seed {seed}: {second} ({:?}) came before {first} ({:?})",
                asked.path[*second],
                asked.path[*first]
            );
        }
    }
}

#[test]
fn without_losses_everything_comes_once_and_in_the_order_asked_for() {
    for seed in 0..3000 {
        let (asked, receiver, _) = run(seed, 0);
        check_order(seed, &asked, &receiver.got);
        let mut came = receiver.got.clone();
        came.sort_unstable();
        let all: Vec<_> = (0..asked.path.len()).collect();
        // Time stands nearly still: no timeout ends.
        if receiver.ordering.late() == 0 {
            assert_eq!(came, all, "seed {seed}");
        }
        assert!(!receiver.ordering.is_holding(), "seed {seed}");
    }
}

#[test]
fn with_losses_all_that_is_reliable_comes_and_nothing_out_of_order() {
    let mut late = 0;
    for seed in 0..3000 {
        let (asked, receiver, wires) = run(seed, 3);
        check_order(seed, &asked, &receiver.got);
        let mut came = receiver.got.clone();
        came.sort_unstable();
        let unique = came.len();
        came.dedup();
        assert_eq!(came.len(), unique, "seed {seed}: something came twice");
        let lossy = |path: Path| match path {
            Path::Lane(id) => !wires.kinds[&id].reliable,
            Path::Stream => false,
        };
        for at in 0..asked.path.len() {
            let here = came.binary_search(&at).is_ok();
            assert!(
                here || lossy(asked.path[at]),
                "seed {seed}: {at} is missing"
            );
            assert!(!here || !wires.dropped.contains(&at), "seed {seed}");
        }
        let missing = asked.path.len() - came.len() - wires.dropped.len();
        assert!(receiver.ordering.late() >= missing as u64, "seed {seed}");
        late += receiver.ordering.late();
        assert!(!receiver.ordering.is_holding(), "seed {seed}");
    }
    assert!(late > 0, "the timeout never ended: nothing was tried");
}

#[test]
fn a_fence_waits_for_lost_messages_as_long_as_its_timeout() {
    let mut fences = Fences::default();
    let mut ordering = ReceiveOrdering::default();
    let lane = LaneId(1);
    fences.stands(lane, false);
    ordering.stands(lane, false, true);
    let mut on_stream = Vec::new();
    let mut say = |path, said: &LinkFrame| {
        assert_eq!(path, Path::Stream);
        let mut frame = Vec::new();
        link_frame(said, &mut frame);
        on_stream.push(frame);
    };
    // Lost.
    fences.before(lane, &mut say);
    fences.fence(&mut say);
    for frame in &on_stream {
        let taken = ordering.arrives(Path::Stream, frame, MILLISECOND).unwrap();
        assert_eq!(taken, Verdict::Taken);
    }
    assert_eq!(
        ordering.arrives(Path::Stream, &[1], MILLISECOND),
        Ok(Verdict::Taken)
    );

    ordering.turn(LOSSY_TIMEOUT);
    assert_eq!(ordering.next_due(), None);
    assert_eq!(ordering.deadline(), Some(LOSSY_TIMEOUT + MILLISECOND));
    ordering.turn(LOSSY_TIMEOUT + MILLISECOND);

    assert_eq!(ordering.next_due().unwrap().message, [1]);
    assert_eq!((ordering.lost(), ordering.late()), (1, 0));
}

#[test]
fn a_fence_waits_for_a_reliable_lane_until_it_ends() {
    let mut fences = Fences::default();
    let mut ordering = ReceiveOrdering::default();
    let lane = LaneId(1);
    fences.stands(lane, true);
    ordering.stands(lane, true, false);
    let mut frames = Vec::new();
    let mut say = |path, said: &LinkFrame| {
        let mut frame = Vec::new();
        link_frame(said, &mut frame);
        frames.push((path, frame));
    };
    fences.before(lane, &mut say);
    fences.fence(&mut say);
    for (path, frame) in frames.iter().filter(|(path, _)| *path == Path::Stream) {
        let _taken = ordering.arrives(*path, frame, MILLISECOND).unwrap();
    }
    let _taken = ordering.arrives(Path::Stream, &[1], MILLISECOND).unwrap();

    ordering.turn(Duration::from_secs(1000));
    assert_eq!((ordering.next_due(), ordering.deadline()), (None, None));

    ordering.lane_ended(lane, Duration::from_secs(1000));
    assert_eq!(ordering.next_due().unwrap().message, [1]);
}

#[test]
fn what_waits_for_messages_by_another_way_comes_when_its_lane_ends() {
    let lane = LaneId(1);
    let mut ordering = ReceiveOrdering::default();
    ordering.stands(lane, false, true);
    for number in [2, 4] {
        // The first by this way: those before it may come by another.
        let sequence = SequenceNumbers {
            fence: 0,
            number,
            sent: 0,
        };
        let (receiver, run) = (0, 0);
        let mut frame = Vec::new();
        put_entries(
            0,
            &[ReceiverEntry {
                receiver,
                sequence,
                run,
            }],
            &mut frame,
        );
        frame.extend_from_slice(&[1, number as u8]);
        let verdict = ordering.arrives(Path::Lane(lane), &frame, MILLISECOND);
        assert_eq!(verdict, Ok(Verdict::Taken));
    }
    assert_eq!(ordering.next_due(), None);

    ordering.lane_ended(lane, MILLISECOND);

    let due: Vec<_> = std::iter::from_fn(|| ordering.next_due().map(|held| held.message)).collect();
    assert_eq!(due, [[1, 2], [1, 4]]);
    assert_eq!((ordering.lost(), ordering.deadline()), (3, None));
}
