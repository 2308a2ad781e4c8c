//! Rings and listeners by themselves, and peers that violate the protocol.

use std::io::ErrorKind;
use std::os::fd::AsFd;
use std::sync::Arc;
use std::sync::atomic::Ordering::{Acquire, Relaxed, Release, SeqCst};
use std::sync::atomic::{AtomicBool, AtomicU32, fence};
use std::time::Duration;

use mio::net::UnixStream;
use proptest::prelude::*;
use rustix::fs::{MemfdFlags, SealFlags};
use rustix::process::Uid;

use super::budget::MemoryBudget;
use super::listener::{self, Parts, judge, may_serve, may_share};
use super::mapping::Mapping;
use super::peer::PeerProcess;
use super::ring::{Direction, LEAST_WINDOW, Reader, Writer, mapping_bytes};
use crate::{Address, CloseReason, Endpoint, EndpointConfig, Event, SharedMemoryAddress};

const CAPACITY: usize = 4096;

struct Both {
    memory: Arc<Mapping>,
    writer: Writer,
    reader: Reader,
}

fn ring() -> Both {
    ring_of(CAPACITY)
}

fn ring_of(capacity: usize) -> Both {
    let memory = Arc::new(Mapping::of_nobody_else(mapping_bytes(capacity)));
    Both {
        writer: Writer::new(&memory, Direction::Back, capacity, MemoryBudget::new(0)),
        reader: Reader::new(&memory, Direction::Back, capacity),
        memory,
    }
}

/// A thread that sleeps until signalled.
fn hear(bell: &AtomicBool) {
    while !bell.swap(false, Acquire) {
        std::thread::yield_now();
    }
}

/// Small enough for Miri, which finds races that a processor hides.
#[test]
fn two_threads_that_sleep_until_they_are_rung_pass_all_bytes() {
    let Both { writer, reader, .. } = ring_of(8);
    let bytes: Vec<u8> = (0..40).collect();
    let bells = Arc::new([AtomicBool::new(false), AtomicBool::new(false)]);
    let (sent, rung) = (bytes.clone(), Arc::clone(&bells));

    let writes = std::thread::spawn(move || {
        let [own, far] = &*rung;
        let mut left = &sent[..];
        while !left.is_empty() {
            // Of different lengths, so that some wrap around.
            let piece = &left[..left.len().min(3)];
            match writer.write(piece, || far.store(true, Release)) {
                Ok(count) => left = &left[count..],
                Err(error) => {
                    assert_eq!(error.kind(), ErrorKind::WouldBlock);
                    hear(own);
                }
            }
        }
    });
    let [far, own] = &*bells;
    let mut came = Vec::new();
    while came.len() < bytes.len() {
        let read = reader.append_to(&mut came, 5, || far.store(true, Release));
        if read.unwrap() == 0 {
            reader.say_asleep();
            fence(SeqCst);
            if !reader.has_input() {
                hear(own);
            }
        }
    }

    writes.join().unwrap();
    assert_eq!(came, bytes);
}

proptest! {
    #[test]
    fn bytes_come_out_as_they_went_in_whatever_the_sizes(
        steps in prop::collection::vec((1_usize..6000, 1_usize..6000, any::<bool>()), 1..60),
    ) {
        let Both { writer, reader, .. } = ring();
        let (mut sent, mut came) = (0_usize, 0_usize);
        let byte = |at: usize| (at % 251) as u8;
        for (put, get, append) in steps {
            let bytes: Vec<u8> = (sent..sent + put).map(byte).collect();
            match writer.write(&bytes, || ()) {
                Ok(count) => sent += count,
                Err(error) => prop_assert_eq!(error.kind(), ErrorKind::WouldBlock),
            }
            prop_assert!(sent - came <= CAPACITY);
            let mut into = vec![0; get];
            let count = if append {
                into.clear();
                reader.append_to(&mut into, get, || ()).unwrap()
            } else {
                reader.read(&mut into, || ()).unwrap()
            };
            let expected: Vec<u8> = (came..came + count).map(byte).collect();
            prop_assert_eq!(&into[..count], &expected[..]);
            prop_assert_eq!(count, get.min(sent - came));
            came += count;
            prop_assert_eq!(reader.has_input(), sent > came);
        }
    }
}

/// A ring with a capacity of 1 MiB, of a process with that budget beyond the minimum.
fn large_ring(allowed: usize) -> (Both, Parts, MemoryBudget) {
    let bytes = 1 << 20;
    let parts = Parts::make(bytes).unwrap();
    let mapping = Mapping::new(parts.memory.as_fd(), mapping_bytes(bytes)).unwrap();
    let memory = Arc::new(mapping);
    let budget = MemoryBudget::new(allowed);
    let both = Both {
        writer: Writer::new(&memory, Direction::There, bytes, budget),
        reader: Reader::new(&memory, Direction::There, bytes),
        memory,
    };
    (both, parts, budget)
}

/// Resident memory of the ring.
fn resident(parts: &Parts) -> usize {
    rustix::fs::fstat(&parts.memory).unwrap().st_blocks as usize * 512
}

#[track_caller]
fn assert_is_small(parts: &Parts, budget: &MemoryBudget) {
    let resident = resident(parts);
    assert!(resident <= LEAST_WINDOW + 4096, "{resident}");
    assert_eq!(budget.taken(), 0);
}

/// Passes bytes in pieces of that size and checks each.
fn pass(both: &Both, pieces: usize, length: usize) {
    for piece in 0..pieces {
        let bytes: Vec<u8> = (0..length).map(|at| (at % 251 + piece) as u8).collect();
        let (mut sent, mut came) = (0, Vec::new());
        while came.len() < length {
            if sent < length {
                match both.writer.write(&bytes[sent..], || ()) {
                    Ok(count) => sent += count,
                    Err(error) => assert_eq!(error.kind(), ErrorKind::WouldBlock),
                }
            }
            both.reader.append_to(&mut came, length, || ()).unwrap();
        }
        assert_eq!(came, bytes);
    }
}

#[test]
fn a_ring_that_is_never_full_stays_small_however_much_passes() {
    let (both, parts, budget) = large_ring(1 << 30);
    pass(&both, 5_000, 3_000);

    assert_is_small(&parts, &budget);
}

#[test]
fn a_ring_that_was_full_grows_and_gives_all_back_after_it_was_quiet() {
    let (both, parts, budget) = large_ring(1 << 20);
    pass(&both, 8, 600_000);
    assert_eq!(budget.taken(), (1 << 20) - LEAST_WINDOW);
    assert!(resident(&parts) > 600_000);

    both.writer.look(false);
    for round in 0..8 {
        both.writer.look(false);
        pass(&both, 1, 100);
        // At the last of these checks it has been quiet for long enough; before it was not.
        assert_eq!(resident(&parts) > 600_000, round < 7, "{round}");
    }
    assert_is_small(&parts, &budget);

    pass(&both, 8, 600_000);
    assert!(budget.taken() > 0);
    drop(both);
    assert_eq!(budget.taken(), 0);
}

#[test]
fn a_ring_on_which_nothing_is_written_any_more_gives_all_back() {
    let (both, parts, budget) = large_ring(1 << 20);
    pass(&both, 8, 600_000);
    assert!(resident(&parts) > 600_000);

    (0..9).for_each(|_| both.writer.look(true));

    assert_is_small(&parts, &budget);
    pass(&both, 8, 600_000);
    assert!(budget.taken() > 0);
}

#[test]
fn a_busy_ring_is_not_made_small() {
    let (both, _parts, budget) = large_ring(1 << 20);
    for _ in 0..30 {
        pass(&both, 1, 600_000);
        both.writer.look(false);
    }

    assert!(budget.taken() > 0);
}

#[test]
fn a_ring_grows_no_further_than_is_allowed_and_passes_everything_all_the_same() {
    let (both, parts, budget) = large_ring(100 << 10);
    pass(&both, 8, 600_000);

    assert_eq!(budget.taken(), 96 << 10);
    assert!(
        resident(&parts) <= (128 << 10) + 4096,
        "{}",
        resident(&parts)
    );
}

#[test]
fn two_threads_lose_nothing_while_the_ring_grows_and_shrinks() {
    let (both, _parts, budget) = large_ring(1 << 20);
    let Both { writer, reader, .. } = &both;
    let total: usize = 16 << 20;
    let byte = |at: usize| (at / 7 % 251) as u8;
    std::thread::scope(|scope| {
        let writing = scope.spawn(move || {
            let mut dice = fastrand::Rng::with_seed(5);
            let (mut sent, mut bytes) = (0, Vec::new());
            while sent < total {
                let length = dice.usize(1..200_000).min(total - sent);
                bytes.clear();
                bytes.extend((sent..sent + length).map(byte));
                let mut rest = &bytes[..];
                while !rest.is_empty() {
                    match writer.write(rest, || ()) {
                        Ok(count) => rest = &rest[count..],
                        Err(_) => writer.wait_for_room(Duration::from_millis(10)),
                    }
                    if dice.u32(..8) == 0 {
                        // So that it seems to have been quiet for long.
                        (0..20).for_each(|_| writer.look(false));
                    }
                }
                sent += length;
            }
        });
        let (mut came, mut into) = (0, vec![0; 300_000]);
        let mut dice = fastrand::Rng::with_seed(6);
        while came < total {
            let most = dice.usize(1..into.len());
            let count = reader.read(&mut into[..most], || ()).unwrap();
            let whole = into[..count].iter().enumerate();
            assert!(
                whole
                    .into_iter()
                    .all(|(at, found)| *found == byte(came + at)),
                "at {came}"
            );
            came += count;
            if count == 0 {
                std::thread::yield_now();
            }
        }
        writing.join().unwrap();
    });
    drop(both);
    assert_eq!(budget.taken(), 0);
}

#[test]
fn a_window_that_cannot_be_is_refused() {
    for wrong in [0, 3, 3 << 10, 2 << 20, u64::MAX] {
        let (both, _parts, _) = large_ring(0);
        both.writer.write(b"some", || ()).unwrap();
        both.memory.word(8).store(wrong, Relaxed);
        let error = both.reader.read(&mut [0; 8], || ()).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::InvalidData);
    }
}

#[test]
fn a_sleeping_reader_is_rung_once_and_one_that_is_awake_never() {
    let Both { writer, reader, .. } = ring();
    let rung = AtomicU32::new(0);
    let ring = || {
        rung.fetch_add(1, Relaxed);
    };
    writer.write(b"awake", ring).unwrap();
    assert_eq!(rung.load(Relaxed), 0);

    reader.say_asleep();
    writer.write(b"asleep", ring).unwrap();
    writer.write(b"told already", ring).unwrap();
    assert_eq!(rung.load(Relaxed), 1);
}

#[test]
fn a_writer_without_room_is_rung_when_half_is_free() {
    let Both { writer, reader, .. } = ring();
    let rung = AtomicU32::new(0);
    let ring = || {
        rung.fetch_add(1, Relaxed);
    };
    assert_eq!(writer.write(&[1; 5000], ring).unwrap(), CAPACITY);
    let full = writer.write(&[1], ring).unwrap_err();
    assert_eq!(full.kind(), ErrorKind::WouldBlock);
    assert!(!writer.has_room_again());

    let mut some = [0; CAPACITY / 2 - 1];
    reader.read(&mut some, ring).unwrap();
    assert_eq!((rung.load(Relaxed), writer.has_room_again()), (0, false));
    reader.read(&mut some[..1], ring).unwrap();
    assert_eq!((rung.load(Relaxed), writer.has_room_again()), (1, true));
}

#[test]
fn a_thread_that_waits_for_room_wakes_when_there_is_some() {
    let Both { writer, reader, .. } = ring();
    writer.write(&[1; CAPACITY], || ()).unwrap();
    std::thread::scope(|scope| {
        let waiter = scope.spawn(|| writer.wait_for_room(Duration::from_secs(60)));
        while !waiter.is_finished() {
            // The wait may begin before or after.
            reader.read(&mut [0; CAPACITY], || ()).unwrap();
        }
    });
    assert_eq!(writer.write(b"x", || ()).unwrap(), 1);
}

#[test]
fn positions_that_cannot_be_are_refused_and_nothing_is_read() {
    // The words of the second ring.
    for (at, lie) in [(512, 4097), (512, u64::MAX), (512, 1 << 63)] {
        let Both { memory, reader, .. } = ring();
        memory.word(at).store(lie, Relaxed);

        let refused = reader.read(&mut [0; 10], || ()).unwrap_err();
        assert_eq!(refused.kind(), ErrorKind::InvalidData);
    }
    for lie in [1, u64::MAX - CAPACITY as u64, 1 << 63] {
        let Both { memory, writer, .. } = ring();
        memory.word(512 + 128).store(lie, Relaxed);

        let refused = writer.write(&[1; CAPACITY + 1], || ()).unwrap_err();
        assert_eq!(refused.kind(), ErrorKind::InvalidData);
    }
}

#[test]
fn memory_that_may_shrink_or_has_another_size_is_refused() {
    let passed = |parts: &Parts| {
        let (near, far) = UnixStream::pair().unwrap();
        parts.pass(&near).unwrap();
        Parts::receive(&far).map_err(|error| error.kind())
    };
    let right = Parts::make(CAPACITY).unwrap();
    assert_eq!(passed(&right).unwrap().ring_bytes, CAPACITY);

    let unsealed = |bytes| {
        let flags = MemfdFlags::CLOEXEC | MemfdFlags::ALLOW_SEALING;
        let memory = rustix::fs::memfd_create("test", flags).unwrap();
        rustix::fs::ftruncate(&memory, bytes).unwrap();
        memory
    };
    let mut wrong = Parts::make(CAPACITY).unwrap();
    wrong.memory = unsealed(mapping_bytes(CAPACITY) as u64);
    assert_eq!(passed(&wrong).unwrap_err(), ErrorKind::InvalidData);

    wrong.memory = unsealed(mapping_bytes(CAPACITY) as u64 - 1);
    rustix::fs::fcntl_add_seals(&wrong.memory, SealFlags::SHRINK).unwrap();
    assert_eq!(passed(&wrong).unwrap_err(), ErrorKind::InvalidData);

    for size in [0, 4095, 4097, 1 << 40] {
        let mut wrong = Parts::make(CAPACITY).unwrap();
        wrong.ring_bytes = size;
        assert_eq!(passed(&wrong).unwrap_err(), ErrorKind::InvalidData);
    }
}

#[test]
fn memory_is_shared_with_the_same_user_and_with_root_only() {
    let [root, one, other] = [0, 1000, 1001].map(Uid::from_raw);

    assert!(may_share(one, one) && may_share(one, root) && may_share(root, other));
    assert!(!may_share(one, other) && !may_share(other, one));
}

#[test]
fn a_caller_believes_listeners_of_its_own_user_and_of_root_alone() {
    let [root, one, other] = [0, 1000, 1001].map(Uid::from_raw);

    assert!(may_serve(one, one) && may_serve(root, one) && may_serve(root, root));
    assert!(!may_serve(other, one));
    assert!(
        !may_serve(one, root),
        "root would give its password to anybody"
    );
}

#[test]
fn a_user_that_a_namespace_does_not_know_is_not_believed_and_the_text_says_who_is_there() {
    let [root, nobody, one] = [0, 65_534, 1000].map(Uid::from_raw);
    let peer = |user, process| PeerProcess { user, process };

    // In a container without users every other user, and this one, has the number of nobody.
    for may in [may_serve, may_share] {
        let refusal = judge(&peer(nobody, 7), nobody, Some(nobody), may).unwrap_err();
        assert!(refusal.contains("user namespace"), "{refusal}");
        assert_eq!(judge(&peer(root, 7), nobody, Some(nobody), may), Ok(()));
        assert_eq!(judge(&peer(nobody, 7), nobody, None, may), Ok(()));
    }
    let refusal = judge(&peer(one, 0), root, None, may_serve).unwrap_err();
    assert!(
        refusal.contains("user 1000, in another pid namespace") && refusal.contains("user 0"),
        "{refusal}"
    );
}

#[test]
fn a_name_that_is_taken_is_an_error_where_shared_memory_is_required() {
    let mut thief = Endpoint::new(EndpointConfig::default()).unwrap();
    let at = thief.listen("127.0.0.1:0".parse().unwrap()).unwrap();
    let door = SharedMemoryAddress::beside_tcp(at).unwrap();
    // The port becomes free, the name stays taken.
    drop(thief);
    let _taken = listener::SharedMemoryListener::open(door).unwrap();

    let mut careless = Endpoint::new(EndpointConfig::default()).unwrap();
    careless.listen(at).unwrap();
    assert_eq!(careless.shared_memory_addresses().count(), 0);
    drop(careless);
    let config = EndpointConfig {
        require_shared_memory: true,
        ..EndpointConfig::default()
    };
    let mut careful = Endpoint::new(config).unwrap();
    let error = careful.listen(at).unwrap_err();

    assert_eq!(error.kind(), ErrorKind::AddrInUse);
    assert!(error.to_string().contains("shared memory"), "{error}");
}

/// An endpoint, and a caller at its listener that does as it likes.
fn endpoint_and_caller() -> (Endpoint, UnixStream) {
    let mut endpoint = Endpoint::new(EndpointConfig::default()).unwrap();
    let at = endpoint.listen("127.0.0.1:0".parse().unwrap()).unwrap();
    let socket = listener::call(&SharedMemoryAddress::beside_tcp(at).unwrap()).unwrap();
    (endpoint, socket)
}

fn until_closed(endpoint: &mut Endpoint) -> CloseReason {
    let mut closed = None;
    while closed.is_none() {
        endpoint
            .poll(Some(Duration::from_secs(60)), &mut |event| {
                if let Event::Closed { reason, .. } = event {
                    closed = Some(reason);
                }
            })
            .unwrap();
    }
    closed.unwrap()
}

#[test]
fn a_peer_that_damages_the_head_of_a_ring_loses_its_channel_and_nothing_else() {
    let (mut endpoint, socket) = endpoint_and_caller();
    let parts = Parts::make(CAPACITY).unwrap();
    parts.pass(&socket).unwrap();
    let mapping = Mapping::new(parts.memory.as_fd(), mapping_bytes(CAPACITY)).unwrap();
    let memory = Arc::new(mapping);
    let writer = Writer::new(&memory, Direction::There, CAPACITY, MemoryBudget::new(0));
    writer.write(b"HYLA\x01\0\0\0\x02\0\0\0ok", || ()).unwrap();
    let mut frames = 0;
    while frames == 0 {
        endpoint
            .poll(Some(Duration::from_secs(60)), &mut |event| {
                frames += u32::from(matches!(event, Event::Frame { .. }));
            })
            .unwrap();
    }
    memory.word(0).store(u64::MAX / 3, Relaxed);
    super::ring(parts.bell_there.as_fd());

    assert_eq!(until_closed(&mut endpoint), CloseReason::DamagedRing);
    // The next caller is served.
    let to = endpoint.shared_memory_addresses().next().unwrap();
    let mut friend = Endpoint::new(EndpointConfig::default()).unwrap();
    let channel = friend.connect(&to);
    channel.send_parts(&[b"hello"]).unwrap();
    let mut heard = false;
    while !heard {
        friend.poll(Some(Duration::ZERO), &mut |_| ()).unwrap();
        endpoint
            .poll(Some(Duration::from_millis(1)), &mut |event| {
                heard |= matches!(
                    event,
                    Event::Frame {
                        bytes: b"hello",
                        ..
                    }
                );
            })
            .unwrap();
    }
}

#[test]
fn a_caller_that_passes_nothing_or_rubbish_is_let_go() {
    let (mut endpoint, socket) = endpoint_and_caller();
    rustix::io::write(&socket, b"GET / HTTP/1.1\r\n\r\n").unwrap();
    let mut gone = [0_u8; 1];
    let until = std::time::Instant::now() + Duration::from_secs(60);
    loop {
        assert!(std::time::Instant::now() < until, "hangs");
        endpoint.poll(Some(Duration::ZERO), &mut |_| ()).unwrap();
        match rustix::io::read(&socket, &mut gone) {
            Err(rustix::io::Errno::AGAIN) => {}
            // The end, or a reset because sent data was not all read.
            _ => return,
        }
    }
}

#[test]
fn a_door_that_is_not_there_or_on_another_host_is_refused_at_once() {
    let mut endpoint = Endpoint::new(EndpointConfig::default()).unwrap();
    let nobody: Address = SharedMemoryAddress::beside_tcp("127.0.0.1:1".parse().unwrap())
        .map(Address::SharedMemory)
        .unwrap();
    endpoint.connect(&nobody);
    let refused = CloseReason::ConnectFailed(ErrorKind::ConnectionRefused);
    assert_eq!(until_closed(&mut endpoint), refused);

    let elsewhere: Address = "shm:0000000000000001/127.0.0.1:1".parse().unwrap();
    assert!(nobody.is_reachable_from_here() && !elsewhere.is_reachable_from_here());
    endpoint.connect(&elsewhere);
    let refused = CloseReason::ConnectFailed(ErrorKind::AddrNotAvailable);
    assert_eq!(until_closed(&mut endpoint), refused);
}

#[test]
fn an_endpoint_without_shared_memory_neither_offers_nor_calls() {
    let mut with = Endpoint::new(EndpointConfig::default()).unwrap();
    let at = with.listen("127.0.0.1:0".parse().unwrap()).unwrap();
    let mut without = Endpoint::new(EndpointConfig {
        shared_memory: false,
        ..EndpointConfig::default()
    })
    .unwrap();
    without.listen("127.0.0.1:0".parse().unwrap()).unwrap();

    assert_eq!(without.shared_memory_addresses().count(), 0);
    let to = with.shared_memory_addresses().next().unwrap();
    assert!(with.remote().reaches(&to) && !without.remote().reaches(&to));
    assert!(without.remote().connect_beside(at).is_none());
    assert!(with.remote().connect_beside(at).is_some());
    without.connect(&to);
    assert_eq!(until_closed(&mut without), CloseReason::NotReachable);
}

#[test]
fn a_look_ahead_leaves_what_it_shows_and_waits_for_as_much_as_was_asked() {
    let Both { writer, reader, .. } = ring();
    let mut into = [0; 3];
    assert_eq!(reader.peek(&mut into).ok(), Some(false));
    assert_eq!(writer.write(b"ab", || ()).ok(), Some(2));
    assert_eq!(reader.peek(&mut into).ok(), Some(false));
    assert_eq!(writer.write(b"cde", || ()).ok(), Some(3));

    for _ in 0..2 {
        assert_eq!(reader.peek(&mut into).ok(), Some(true));
        assert_eq!(&into, b"abc");
    }
    let mut all = [0; 5];
    assert_eq!(reader.peek(&mut all).ok(), Some(true));
    assert_eq!(reader.read(&mut all, || ()).ok(), Some(5));
    assert_eq!(&all, b"abcde");

    // Across the end of the ring, too.
    let many = vec![7; CAPACITY - 7];
    assert_eq!(writer.write(&many, || ()).ok(), Some(many.len()));
    let mut gone = vec![0; many.len()];
    assert_eq!(reader.read(&mut gone, || ()).ok(), Some(many.len()));
    assert_eq!(writer.write(b"vwxyz", || ()).ok(), Some(5));
    assert_eq!(reader.peek(&mut all).ok(), Some(true));
    assert_eq!(&all, b"vwxyz");
}

#[test]
fn what_lies_outside_of_the_window_is_unused() {
    let (both, ..) = large_ring(0);
    assert_eq!(both.writer.unused(), (1 << 20) - LEAST_WINDOW);
    let (small, ..) = (ring(), ());
    assert_eq!(small.writer.unused(), 0);
}

#[test]
fn a_ring_is_filling_when_more_than_a_quarter_of_its_window_waits() {
    let Both { writer, reader, .. } = ring();
    let quarter = vec![1; CAPACITY / 4];
    assert!(!reader.is_filling());
    assert_eq!(writer.write(&quarter, || ()).ok(), Some(quarter.len()));
    assert!(!reader.is_filling());
    assert_eq!(writer.write(b"x", || ()).ok(), Some(1));
    assert!(reader.is_filling());
}

/// Offset of the word that says how the writer of that ring waits.
const WANTS: usize = 384;

/// Checks, after which a writer was quiet for long enough, with exactly that many bytes written
/// before each.
fn look(both: &Both, written: usize) {
    both.writer.look(false);
    for _ in 0..8 {
        pass(both, 1, written);
        both.writer.look(false);
    }
}

#[test]
fn a_window_of_bytes_between_two_looks_is_quiet_and_one_byte_more_is_not() {
    for (more, quiet) in [(0, true), (1, false)] {
        let (both, _parts, _) = large_ring(1 << 20);
        pass(&both, 8, 600_000);
        assert_eq!(both.writer.unused(), 0);
        look(&both, LEAST_WINDOW + more);
        pass(&both, 1, 1);
        assert_eq!(both.writer.unused() > 0, quiet, "{more} more");
    }
}

#[test]
fn a_ring_that_is_full_again_before_it_was_made_small_stays_large() {
    let (both, _parts, budget) = large_ring(1 << 20);
    pass(&both, 8, 600_000);
    assert_eq!(both.writer.write(b"it is not empty", || ()).ok(), Some(15));
    (0..20).for_each(|_| both.writer.look(false));

    let whole = vec![1; 1 << 20];
    assert_eq!(
        both.writer.write(&whole, || ()).ok(),
        Some(whole.len() - 15)
    );
    let mut into = Vec::new();
    both.reader.append_to(&mut into, 1 << 20, || ()).unwrap();
    pass(&both, 1, 100);

    assert_eq!(both.writer.unused(), 0);
    assert_eq!(budget.taken(), (1 << 20) - LEAST_WINDOW);
}

#[test]
fn a_ring_that_becomes_small_leaves_what_lies_in_the_other_one() {
    let (both, _parts, _) = large_ring(1 << 20);
    let back = Direction::Back;
    let writer = Writer::new(&both.memory, back, 1 << 20, MemoryBudget::new(0));
    let reader = Reader::new(&both.memory, back, 1 << 20);
    let bytes = vec![7; LEAST_WINDOW];
    assert_eq!(writer.write(&bytes, || ()).ok(), Some(bytes.len()));

    pass(&both, 8, 600_000);
    look(&both, 0);
    pass(&both, 1, 100);
    assert!(both.writer.unused() > 0);

    let mut into = Vec::new();
    reader.append_to(&mut into, bytes.len(), || ()).unwrap();
    assert!(into == bytes, "the other ring has lost bytes");
}

#[test]
fn who_waits_for_room_asks_to_be_woken_and_a_writer_that_waits_for_none_is_not_rung() {
    let Both {
        memory,
        writer,
        reader,
    } = ring();
    let rung = AtomicU32::new(0);
    let ring = || {
        rung.fetch_add(1, Relaxed);
    };
    assert_eq!(writer.write(&[1; CAPACITY], ring).ok(), Some(CAPACITY));
    let wants = memory.half_word(512 + WANTS);
    assert_eq!(wants.load(Relaxed), 0);
    writer.wait_for_room(Duration::from_nanos(1));
    assert_ne!(wants.load(Relaxed), 0, "nobody would wake it");

    // Room for the waiting thread, which has no descriptor.
    assert_eq!(reader.read(&mut [0; CAPACITY], ring).ok(), Some(CAPACITY));
    assert_eq!((wants.load(Relaxed), rung.load(Relaxed)), (0, 0));
    assert_eq!(writer.write(b"some", ring).ok(), Some(4));
    assert_eq!(reader.read(&mut [0; 4], ring).ok(), Some(4));
    assert_eq!(rung.load(Relaxed), 0, "nobody waits");
}

#[test]
fn a_thread_that_sleeps_until_there_is_room_is_woken_by_the_reader() {
    let Both {
        memory,
        writer,
        reader,
    } = ring();
    let wants = memory.half_word(512 + WANTS);
    for _ in 0..20 {
        writer.write(&[1; CAPACITY], || ()).unwrap();
        std::thread::scope(|scope| {
            let waiter = scope.spawn(|| writer.wait_for_room(Duration::from_secs(20)));
            while wants.load(Relaxed) == 0 && !waiter.is_finished() {
                std::thread::yield_now();
            }
            // The thread is about to sleep, or sleeps already; in each case it must end.
            std::thread::sleep(Duration::from_millis(1));
            reader.read(&mut [0; CAPACITY], || ()).unwrap();
            let until = std::time::Instant::now() + Duration::from_secs(10);
            while !waiter.is_finished() {
                assert!(std::time::Instant::now() < until, "it sleeps on");
                std::thread::yield_now();
            }
        });
        assert_eq!(wants.load(Relaxed), 0);
    }
}
