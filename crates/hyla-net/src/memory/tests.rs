//! Rings and doors by themselves, and peers that break the rules.

use std::io::ErrorKind;
use std::os::fd::AsFd;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
use std::time::Duration;

use mio::net::UnixStream;
use proptest::prelude::*;
use rustix::fs::{MemfdFlags, SealFlags};
use rustix::process::Uid;

use super::door::{self, Parts, may_share};
use super::mapping::Mapping;
use super::ring::{Direction, Reader, Writer, mapping_bytes};
use crate::{Address, CloseReason, DoorName, Endpoint, EndpointConfig, Event};

const CAPACITY: usize = 4096;

struct Both {
    memory: Arc<Mapping>,
    writer: Writer,
    reader: Reader,
}

fn ring() -> Both {
    let parts = Parts::make(CAPACITY).unwrap();
    let mapping = Mapping::new(parts.memory.as_fd(), mapping_bytes(CAPACITY)).unwrap();
    let memory = Arc::new(mapping);
    Both {
        writer: Writer::new(&memory, Direction::Back, CAPACITY),
        reader: Reader::new(&memory, Direction::Back, CAPACITY),
        memory,
    }
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
            // Whenever the waiter goes to sleep, before or after.
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

/// An endpoint, and someone who calls at its door and does as he likes.
fn endpoint_and_caller() -> (Endpoint, UnixStream) {
    let mut endpoint = Endpoint::new(EndpointConfig::default()).unwrap();
    let at = endpoint.listen("127.0.0.1:0".parse().unwrap()).unwrap();
    let socket = door::call(&DoorName::beside_tcp(at).unwrap()).unwrap();
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
    let writer = Writer::new(&memory, Direction::There, CAPACITY);
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
            // The end, or a reset since what was sent was not all read.
            _ => return,
        }
    }
}

#[test]
fn a_door_that_is_not_there_or_on_another_host_is_refused_at_once() {
    let mut endpoint = Endpoint::new(EndpointConfig::default()).unwrap();
    let nobody: Address = DoorName::beside_tcp("127.0.0.1:1".parse().unwrap())
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
