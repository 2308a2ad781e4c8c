//! The ring in every order of steps: what is written arrives, and nobody sleeps for ever.
//!
//! What an endpoint does besides, with system calls, is played by the threads of the models: to sleep is to hear a bell.

use std::cell::Cell;
use std::io::{self, ErrorKind};
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, Instant};

use super::allowance::Allowance;
use super::mapping::Mapping;
use super::ring::{Direction, LEAST_WINDOW, Reader, Writer, mapping_bytes, sleep_unless_input};
use crate::bundle::{Outgoing, Then};
use crate::endpoint::quiet::{AllRings, FEW, MayBeQuiet};
use crate::framing::Frames;
use crate::sync::model::{Bell, Named, Scene, check, unnoticed_orders};
use crate::wire::Wire;
use crate::{ChannelId, EndpointConfig};

/// Runs that a model may take.
const MOST: usize = 20_000;

/// Of small rings. There is no window but all of it.
const CAPACITY: usize = 8;

/// Number of a ring that has its bell alone.
const FIRST: usize = 0;

/// The memory of one channel, used for one run after the other.
struct Memory {
    mapping: Arc<Mapping>,
    capacity: usize,
}

/// One side of a channel: its ends of both rings, and the bells of both sides.
struct Side {
    writer: Writer,
    reader: Reader,
    bell: Arc<Bell>,
    far_bell: Arc<Bell>,
    /// With what number it rings.
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

    /// Both sides of a new channel. The second has that bell.
    fn sides(&self, number: usize, allowed: usize, second: &Arc<Bell>) -> (Side, Side) {
        for at in (0..1024).step_by(8) {
            self.mapping.word(at).store(0, Relaxed);
        }
        let first = Arc::new(Bell::default());
        let (there, back) = (Direction::There, Direction::Back);
        let side = |out, input, bell: &Arc<Bell>, far_bell: &Arc<Bell>| Side {
            writer: Writer::new(&self.mapping, out, self.capacity, Allowance::new(allowed)),
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

    /// The owner of the endpoint sleeps, unless there is something to do.
    fn sleep(&self) {
        if sleep_unless_input([(&self.reader, &self.writer)].into_iter()) {
            self.bell.hear();
        }
    }

    /// As an endpoint writes: without room, it sleeps until the bell rings.
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

    /// As a thread writes that is not the owner of the endpoint: without room, it waits for that.
    fn write_and_wait(&self, mut bytes: &[u8]) {
        while !bytes.is_empty() {
            match self.writer.write(bytes, || self.ring()) {
                Ok(count) => bytes = &bytes[count..],
                // A patient thread looks before it sleeps.
                Err(_) if self.writer.has_much_room() => {}
                Err(_) => self.writer.wait_for_room(Duration::ZERO),
            }
        }
    }

    /// As an endpoint reads, until that much has come.
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

/// A reader that sleeps whenever there is nothing, and a writer that has room.
fn a_sleeping_reader(memory: &Memory, scene: &mut Scene) {
    let (near, far) = memory.pair();
    scene.thread(move || {
        near.write(b"ab");
        near.write(b"cd");
    });
    scene.thread(move || far.read(b"abcd"));
}

/// A writer without room that sleeps until its bell rings.
fn room_that_comes_back(memory: &Memory, scene: &mut Scene) {
    let (near, far) = memory.pair();
    near.writer.write(b"abcdefgh", || ()).unwrap();
    scene.thread(move || near.write(b"i"));
    scene.thread(move || far.read(b"abcdefghi"));
}

/// A writer that is not the owner of its endpoint, and waits for room with a futex.
fn a_thread_that_waits_for_room(memory: &Memory, scene: &mut Scene) {
    let (near, far) = memory.pair();
    near.writer.write(b"abcdefgh", || ()).unwrap();
    scene.thread(move || near.write_and_wait(b"i"));
    scene.thread(move || far.read(b"abcdefghi"));
}

/// A thread that waits for room which another one took.
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

/// So many rings that one of them is left alone.
const MANY: usize = FEW + 1;

/// What an endpoint keeps of a ring.
struct Ends {
    id: ChannelId,
    side: Arc<Side>,
    heard: u64,
}

impl MayBeQuiet for Ends {
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

/// Rings of which the first is left alone since it was quiet, and the others are looked at. What is no more than a heartbeat on
/// the first one is heard and leaves it quiet. Two bytes are written one after the other: to it, or one of them to another ring.
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

/// Twice the least window.
const LARGER: usize = 64 << 10;

/// A window that becomes larger, in a ring whose reader never sees it change while it reads.
fn a_window_that_grows(memory: &Memory, scene: &mut Scene) {
    let (near, far) = memory.sides(FIRST, LARGER, &Arc::default());
    let bytes: Arc<[u8]> = (0..LEAST_WINDOW + 2).map(|at| (at % 251) as u8).collect();
    near.writer.write(&bytes[..LEAST_WINDOW], || ()).unwrap();
    let rest = bytes[LEAST_WINDOW..].to_vec();
    scene.thread(move || near.write(&rest));
    scene.thread(move || far.read(&bytes));
}

/// A window that becomes small again, which gives memory back.
fn a_window_that_shrinks(memory: &Memory, scene: &mut Scene) {
    let (near, far) = memory.sides(FIRST, LARGER, &Arc::default());
    let bytes = vec![1; LARGER];
    let mut into = Vec::new();
    for _ in 0..4 {
        let count = near.writer.write(&bytes, || ()).unwrap_or(0);
        far.reader.append_to(&mut into, count, || ()).unwrap();
    }
    assert_eq!(near.writer.unused(), 0, "it has grown");
    // The last that it wrote lies at the end of the large window.
    let left = LARGER - into.len() % LARGER - 2;
    near.writer.write(&bytes[..left], || ()).unwrap();
    far.reader.append_to(&mut into, left, || ()).unwrap();
    near.writer.write(b"ab", || ()).unwrap();
    (0..20).for_each(|_| near.writer.look());
    scene.thread(move || near.write(b"cd"));
    scene.thread(move || far.read(b"abcd"));
}

/// All of them, with the memory that they use.
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
            a_window_that_shrinks(&large, scene);
        }),
    ])
}

/// Proven with faults beside the weaker orders, each noticed as a thread that nobody wakes: a reader sleeps without a look at the
/// tail; a writer waits for room without a second look, or by futex without a look whether it is still waited for; a quiet ring
/// is left alone without asking to be rung, or not asked again after a heartbeat. That a reader looks for room before it sleeps
/// goes unnoticed: the bell has rung by then, and the look only saves the sleep.
#[test]
fn everything_arrives_in_any_order_of_steps_and_each_memory_order_is_needed() {
    let (unnoticed, noticed) = scenes(unnoticed_orders);

    // Of `Writer::filled`: with an older tail the ring looks full, so that a thread says that it waits for room; the fence that follows
    // shows it the tail that belongs to the head.
    let filled = "ring.rs: let head = self.place.head().load(Acquire);: Relaxed";
    assert_eq!(unnoticed, [filled]);
    assert_eq!(noticed, 16);
}

/// As the wire in shared memory.
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

/// With this number a bell tells that the model ends.
const STOP: usize = 9;

/// A frame of five bytes.
fn send(outgoing: &Outgoing<Side>, byte: u8) {
    outgoing.append(|frame| frame.push(byte)).unwrap();
    assert_eq!(outgoing.depart(|| false), Then::Nothing);
}

/// The sending half of a channel, and the peer's side.
fn outgoing(memory: &Memory) -> (Arc<Outgoing<Side>>, Arc<Side>, Side) {
    let (near, far) = memory.pair();
    let near = Arc::new(near);
    let config = EndpointConfig {
        send_queue_bytes: 0,
        bundle_gap: Duration::ZERO,
        ..EndpointConfig::default()
    };
    let outgoing = Arc::new(Outgoing::new(&config, Arc::clone(&near), Frames::Hyla, b""));
    let _nothing_yet = outgoing.writable();
    (outgoing, near, far)
}

/// One that has filled the ring.
fn full(memory: &Memory) -> (Arc<Outgoing<Side>>, Arc<Side>, Side) {
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

/// A thread sends on a full ring and goes away: the owner of the endpoint hears of room.
fn an_owner_that_hears_of_room(memory: &Memory, scene: &mut Scene) {
    let (outgoing, near, far) = full(memory);
    let sender = Arc::clone(&outgoing);
    scene.thread(move || send(&sender, b'x'));
    scene.thread(move || {
        while !near.bell.hear().contains(&STOP) {
            assert_eq!(outgoing.writable(), Then::Nothing);
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
        let waited = outgoing.wait_for_room(None, wait, &mut Then::Nothing);
        assert_eq!(waited, Ok(()));
    });
    scene.thread(move || far.read(FULL_AND_ONE));
}

/// Proven with faults, each noticed as a thread that nobody wakes: a sender does not depart though it has put a frame while the peer
/// slept; a writable edge during a write is forgotten.
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
