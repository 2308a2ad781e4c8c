//! The ring under every order of steps: all written data arrives, and no thread sleeps for ever.
//!
//! Threads of the models play the system calls of an endpoint: to sleep is to wait for a signal.

use std::cell::Cell;
use std::io::{self, ErrorKind};
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, Instant};

use super::budget::MemoryBudget;
use super::mapping::Mapping;
use super::ring::{Direction, LEAST_WINDOW, Reader, Writer, mapping_bytes, sleep_unless_input};
use crate::bundle::{FollowUp, SendHalf};
use crate::endpoint::quiet::{AllRings, FEW, RingActivity};
use crate::framing::Frames;
use crate::sync::model::{Bell, Named, Scene, check, unnoticed_orders};
use crate::wire::Wire;
use crate::{ChannelId, EndpointConfig};

/// Most runs of a model.
const MOST: usize = 20_000;

/// Of small rings, whose window is all of it.
const CAPACITY: usize = 8;

/// Number of the ring that uses its descriptor alone.
const FIRST: usize = 0;

/// The memory of one channel, reused for each run.
struct Memory {
    mapping: Arc<Mapping>,
    capacity: usize,
}

/// One side of a channel: its ends of both rings, and the descriptors of both sides.
struct Side {
    writer: Writer,
    reader: Reader,
    bell: Arc<Bell>,
    far_bell: Arc<Bell>,
    /// Number of its signals.
    number: usize,
}

impl Memory {
    fn new(capacity: usize) -> Self {
        let mapping = Mapping::of_nobody_else(mapping_bytes(capacity));
        Self {
            mapping: Arc::new(mapping),
            capacity,
        }
    }

    /// Both sides of a new channel; `second`: descriptor of the second one.
    fn sides(&self, number: usize, allowed: usize, second: &Arc<Bell>) -> (Side, Side) {
        for at in (0..1024).step_by(8) {
            self.mapping.word(at).store(0, Relaxed);
        }
        let first = Arc::new(Bell::default());
        let (there, back) = (Direction::There, Direction::Back);
        let side = |out, input, bell: &Arc<Bell>, far_bell: &Arc<Bell>| Side {
            writer: Writer::new(
                &self.mapping,
                out,
                self.capacity,
                MemoryBudget::new(allowed),
            ),
            reader: Reader::new(&self.mapping, input, self.capacity),
            bell: Arc::clone(bell),
            far_bell: Arc::clone(far_bell),
            number,
        };
        (
            side(there, back, &first, second),
            side(back, there, second, &first),
        )
    }

    fn pair(&self) -> (Side, Side) {
        self.sides(FIRST, 0, &Arc::default())
    }
}

impl Side {
    fn ring(&self) {
        self.far_bell.ring(self.number);
    }

    /// The owner of the endpoint sleeps, unless there is work.
    fn sleep(&self) {
        if sleep_unless_input([(&self.reader, &self.writer)].into_iter()) {
            self.bell.hear();
        }
    }

    /// Writes as an endpoint does: without room, it sleeps until signalled.
    fn write(&self, mut bytes: &[u8]) {
        while !bytes.is_empty() {
            match self.writer.write(bytes, || self.ring()) {
                Ok(count) => bytes = &bytes[count..],
                Err(error) => {
                    assert_eq!(error.kind(), ErrorKind::WouldBlock);
                    self.sleep();
                }
            }
        }
    }

    /// Writes as a thread other than the owner does: without room, it waits for room.
    fn write_and_wait(&self, mut bytes: &[u8]) {
        while !bytes.is_empty() {
            match self.writer.write(bytes, || self.ring()) {
                Ok(count) => bytes = &bytes[count..],
                // A thread that yields checks before it sleeps.
                Err(_) if self.writer.has_much_room() => {}
                Err(_) => self.writer.wait_for_room(Duration::ZERO),
            }
        }
    }

    /// Reads as an endpoint does, until that much has arrived.
    fn read(&self, expected: &[u8]) {
        let mut came = Vec::new();
        while came.len() < expected.len() {
            let before = came.len();
            let most = expected.len();
            self.reader
                .append_to(&mut came, most, || self.ring())
                .unwrap();
            if came.len() == before {
                self.sleep();
            }
        }
        assert_eq!(came, expected);
    }
}

/// A reader that sleeps whenever there is no data, and a writer that has room.
fn a_sleeping_reader(memory: &Memory, scene: &mut Scene) {
    let (near, far) = memory.pair();
    scene.thread(move || {
        near.write(b"ab");
        near.write(b"cd");
    });
    scene.thread(move || far.read(b"abcd"));
}

/// A writer without room that sleeps until signalled.
fn room_that_comes_back(memory: &Memory, scene: &mut Scene) {
    let (near, far) = memory.pair();
    near.writer.write(b"abcdefgh", || ()).unwrap();
    scene.thread(move || near.write(b"i"));
    scene.thread(move || far.read(b"abcdefghi"));
}

/// A writer other than the owner of its endpoint, which waits for room with a futex.
fn a_thread_that_waits_for_room(memory: &Memory, scene: &mut Scene) {
    let (near, far) = memory.pair();
    near.writer.write(b"abcdefgh", || ()).unwrap();
    scene.thread(move || near.write_and_wait(b"i"));
    scene.thread(move || far.read(b"abcdefghi"));
}

/// A thread that waits for room which another thread used up.
fn a_bystander_that_waits_for_room(memory: &Memory, scene: &mut Scene) {
    let (near, far) = memory.pair();
    near.writer.write(b"abcdefgh", || ()).unwrap();
    let near = Arc::new(near);
    let waits = Arc::clone(&near);
    scene.thread(move || waits.writer.wait_for_room(Duration::ZERO));
    scene.thread(move || far.read(b"abcdefgh"));
}

/// Both sides write, read and sleep.
fn both_directions(memory: &Memory, scene: &mut Scene) {
    let (near, far) = memory.pair();
    scene.thread(move || {
        near.write(b"ab");
        near.read(b"yz");
    });
    scene.thread(move || {
        far.read(b"ab");
        far.write(b"yz");
    });
}

/// So many rings that one of them may be quiet.
const MANY: usize = FEW + 1;

/// An endpoint's state of a ring.
struct Ends {
    id: ChannelId,
    side: Arc<Side>,
    heard: u64,
}

impl RingActivity for Ends {
    fn id(&self) -> ChannelId {
        self.id
    }

    /// A byte counts as a heartbeat.
    fn has_heard(&mut self) -> bool {
        let read = self.side.reader.bytes_read();
        read - std::mem::replace(&mut self.heard, read) > 1
    }

    fn falls_quiet(&self) -> bool {
        sleep_unless_input([(&self.side.reader, &self.side.writer)].into_iter())
    }
}

/// The first ring is quiet, the others are active. A heartbeat on the first one arrives and leaves
/// it quiet. Two bytes are written one after the other: to it, or one of them to another ring.
fn a_quiet_ring(memories: &[Memory; MANY], beside_another: bool, scene: &mut Scene) {
    let bell = Arc::new(Bell::default());
    let mut writers = Vec::new();
    let mut readers = Vec::new();
    for (number, memory) in memories.iter().enumerate() {
        let (near, far) = memory.sides(number, 0, &bell);
        writers.push(near);
        readers.push(Arc::new(far));
    }
    let (quiet, another) = (writers.swap_remove(0), writers.swap_remove(MANY - 2));
    if beside_another {
        scene.thread(move || another.write(b"a"));
        scene.thread(move || quiet.write(b"b"));
    } else {
        scene.thread(move || {
            quiet.write(b"a");
            quiet.write(b"b");
        });
    }
    scene.thread(move || {
        let mut rings = AllRings::default();
        let ids = readers.iter().map(|side| {
            let id = ChannelId::next();
            let side = Arc::clone(side);
            rings.add(Ends { id, side, heard: 0 });
            id
        });
        let ids: Vec<ChannelId> = ids.collect();
        rings.leave_quiet_ones(Instant::now(), |_| false);
        let mut came = Vec::new();
        let mut read = |side: &Side| {
            side.reader
                .append_to(&mut came, CAPACITY, || side.ring())
                .unwrap();
            came.len() == 2
        };
        loop {
            if rings.awake().iter().any(|ends| read(&ends.side)) {
                break;
            }
            let awake = rings.awake().iter();
            if !sleep_unless_input(awake.map(|ends| (&ends.side.reader, &ends.side.writer))) {
                continue;
            }
            for number in bell.hear() {
                read(&readers[number]);
                rings.rung(ids[number]);
            }
        }
        came.sort_unstable();
        assert_eq!(came, b"ab");
    });
}

/// Twice the smallest window.
const LARGER: usize = 64 << 10;

/// A window that grows, in a ring whose reader never sees it change during a read.
fn a_window_that_grows(memory: &Memory, scene: &mut Scene) {
    let (near, far) = memory.sides(FIRST, LARGER, &Arc::default());
    let bytes: Arc<[u8]> = (0..LEAST_WINDOW + 2).map(|at| (at % 251) as u8).collect();
    near.writer.write(&bytes[..LEAST_WINDOW], || ()).unwrap();
    let rest = bytes[LEAST_WINDOW..].to_vec();
    scene.thread(move || near.write(&rest));
    scene.thread(move || far.read(&bytes));
}

/// A window that shrinks, which returns memory: with the next write, or before it.
fn a_window_that_shrinks(memory: &Memory, at_once: bool, scene: &mut Scene) {
    let (near, far) = memory.sides(FIRST, LARGER, &Arc::default());
    let bytes = vec![1; LARGER];
    let mut into = Vec::new();
    for _ in 0..4 {
        let count = near.writer.write(&bytes, || ()).unwrap_or(0);
        far.reader.append_to(&mut into, count, || ()).unwrap();
    }
    assert_eq!(near.writer.unused(), 0, "it has grown");
    // The last write lies at the end of the large window.
    let left = LARGER - into.len() % LARGER - 2;
    near.writer.write(&bytes[..left], || ()).unwrap();
    far.reader.append_to(&mut into, left, || ()).unwrap();
    near.writer.write(b"ab", || ()).unwrap();
    (0..20).for_each(|_| near.writer.look(false));
    scene.thread(move || {
        if at_once {
            near.writer.look(true);
        }
        near.write(b"cd");
    });
    scene.thread(move || far.read(b"abcd"));
}

/// All of them, with their memory.
fn scenes<R>(run: impl FnOnce(&[Named<'_>]) -> R) -> R {
    let small: [Memory; MANY] = std::array::from_fn(|_| Memory::new(CAPACITY));
    let large = Memory::new(LARGER);
    run(&[
        ("a sleeping reader", MOST, &|scene| {
            a_sleeping_reader(&small[0], scene);
        }),
        ("room that comes back", MOST, &|scene| {
            room_that_comes_back(&small[0], scene);
        }),
        ("a thread that waits for room", MOST, &|scene| {
            a_thread_that_waits_for_room(&small[0], scene);
        }),
        ("a bystander that waits for room", MOST, &|scene| {
            a_bystander_that_waits_for_room(&small[0], scene);
        }),
        ("both directions", MOST, &|scene| {
            both_directions(&small[0], scene);
        }),
        ("a quiet ring", MOST, &|scene| {
            a_quiet_ring(&small, false, scene);
        }),
        ("a quiet ring beside another", MOST, &|scene| {
            a_quiet_ring(&small, true, scene);
        }),
        ("a window that grows", MOST, &|scene| {
            a_window_that_grows(&large, scene);
        }),
        ("a window that shrinks", MOST, &|scene| {
            a_window_that_shrinks(&large, false, scene);
        }),
        ("a window that shrinks before a write", MOST, &|scene| {
            a_window_that_shrinks(&large, true, scene);
        }),
    ])
}

/// Proven with faults beside the weaker orders, each noticed as a thread that is never woken: a
/// reader sleeps without checking the tail; a writer waits for room without a second check, or by
/// futex without checking whether its request is in force; a quiet ring is left alone without requesting
/// signals, or without requesting them again after a heartbeat. That a reader checks for room
/// before it sleeps cannot be noticed: the signal has come by then, and the check only saves the
/// sleep.
#[test]
fn everything_arrives_in_any_order_of_steps_and_each_memory_order_is_needed() {
    let (unnoticed, noticed) = scenes(unnoticed_orders);

    // Of `Writer::filled`: with an older tail the ring looks full, so that a thread requests a
    // signal for room; the fence that follows shows it the tail that belongs to the head.
    let filled = "ring.rs: let head = self.place.head().load(Acquire);: Relaxed";
    assert_eq!(unnoticed, [filled]);
    assert_eq!(noticed, 16);
}

/// The wire in shared memory.
impl Wire for Side {
    fn write(&self, bytes: &[u8]) -> io::Result<usize> {
        self.writer.write(bytes, || self.ring())
    }

    fn finish(&self) {}

    fn is_memory(&self) -> bool {
        true
    }

    fn put(&self, bytes: &[u8]) -> io::Result<(usize, bool)> {
        let sleeps = Cell::new(false);
        let count = self.writer.write(bytes, || sleeps.set(true))?;
        Ok((count, sleeps.get()))
    }

    fn wake(&self) {
        self.ring();
    }
}

/// Signal that ends the model.
const STOP: usize = 9;

/// A frame of five bytes.
fn send(outgoing: &SendHalf<Side>, byte: u8) {
    outgoing.append(|frame| frame.push(byte)).unwrap();
    assert_eq!(outgoing.depart(|| false), FollowUp::Nothing);
}

/// The sending half of a channel, and the peer's side.
fn outgoing(memory: &Memory) -> (Arc<SendHalf<Side>>, Arc<Side>, Side) {
    let (near, far) = memory.pair();
    let near = Arc::new(near);
    let config = EndpointConfig {
        send_queue_bytes: 0,
        bundle_gap: Duration::ZERO,
        ..EndpointConfig::default()
    };
    let outgoing = Arc::new(SendHalf::new(&config, Arc::clone(&near), Frames::Hyla, b""));
    let _nothing_yet = outgoing.writable();
    (outgoing, near, far)
}

/// A sending half whose ring is full.
fn full(memory: &Memory) -> (Arc<SendHalf<Side>>, Arc<Side>, Side) {
    let (outgoing, near, far) = outgoing(memory);
    outgoing.append(|frame| frame.extend(*b"abcd")).unwrap();
    (outgoing, near, far)
}

const FULL_AND_ONE: &[u8; 13] = b"\x04\0\0\0abcd\x01\0\0\0x";

/// Two threads that send, and a reader that sleeps.
fn two_senders(memory: &Memory, scene: &mut Scene) {
    let (outgoing, _near, far) = outgoing(memory);
    let other = Arc::clone(&outgoing);
    scene.thread(move || send(&outgoing, b'x'));
    scene.thread(move || send(&other, b'x'));
    scene.thread(move || far.read(b"\x01\0\0\0x\x01\0\0\0x"));
}

/// A thread sends on a full ring and goes away: the owner of the endpoint is notified of room.
fn an_owner_that_hears_of_room(memory: &Memory, scene: &mut Scene) {
    let (outgoing, near, far) = full(memory);
    let sender = Arc::clone(&outgoing);
    scene.thread(move || send(&sender, b'x'));
    scene.thread(move || {
        while !near.bell.hear().contains(&STOP) {
            assert_eq!(outgoing.writable(), FollowUp::Nothing);
        }
    });
    scene.thread(move || {
        far.read(FULL_AND_ONE);
        far.far_bell.ring(STOP);
    });
}

/// A thread sends on a full ring and waits for room, while nobody polls.
fn a_sender_that_waits_for_room(memory: &Memory, scene: &mut Scene) {
    let (outgoing, _near, far) = full(memory);
    scene.thread(move || {
        send(&outgoing, b'x');
        let wait = |side: &Side, at_most: Duration| side.writer.wait_for_room(at_most);
        let waited = outgoing.wait_for_room(None, wait, &mut FollowUp::Nothing);
        assert_eq!(waited, Ok(()));
    });
    scene.thread(move || far.read(FULL_AND_ONE));
}

/// Proven with faults, each noticed as a thread that is never woken: a sender does not depart
/// although it has put a frame while the peer slept; a writable edge during a write is lost.
#[test]
fn every_frame_that_is_sent_arrives_in_any_order_of_steps() {
    let small = Memory::new(CAPACITY);
    let larger = Memory::new(2 * CAPACITY);
    let scenes: [Named<'_>; 3] = [
        ("two senders", MOST, &|scene| two_senders(&larger, scene)),
        ("an owner that hears of room", MOST, &|scene| {
            an_owner_that_hears_of_room(&small, scene);
        }),
        ("a sender that waits for room", MOST, &|scene| {
            a_sender_that_waits_for_room(&small, scene);
        }),
    ];
    for (name, most, scene) in scenes {
        print!("{name}: ");
        check(most, scene);
    }
}
