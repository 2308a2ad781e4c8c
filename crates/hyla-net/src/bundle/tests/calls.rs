//! Calls to the wire, one by one.

use std::collections::VecDeque;
use std::sync::atomic::AtomicUsize;

use Call::{Finish, Put, Wake, Write};

use super::*;
use crate::frame;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Call {
    Write(usize),
    Put(usize),
    Wake,
    Finish,
}

/// A wire that records its calls and bytes. It gives the scripted answers, then accepts everything.
#[derive(Default)]
struct Told {
    is_memory: bool,
    sleeps: bool,
    unused: AtomicUsize,
    answers: Mutex<VecDeque<Result<usize, io::ErrorKind>>>,
    calls: Mutex<Vec<Call>>,
    took: Mutex<Vec<u8>>,
    sender: OnceLock<Weak<SendHalf<Told>>>,
    /// Queued bytes that the sender reported during its writes.
    queued: Mutex<Vec<u64>>,
}

impl Told {
    fn memory() -> Self {
        Self {
            is_memory: true,
            ..Self::default()
        }
    }

    fn take(&self, bytes: &[u8]) -> io::Result<usize> {
        let answer = self.answers.lock().unwrap().pop_front();
        let count = answer.unwrap_or(Ok(bytes.len()))?;
        self.took.lock().unwrap().extend_from_slice(&bytes[..count]);
        Ok(count)
    }

    fn answers(&self, answers: &[Result<usize, io::ErrorKind>]) {
        self.answers.lock().unwrap().extend(answers);
    }

    /// Calls since the last query.
    fn calls(&self) -> Vec<Call> {
        std::mem::take(&mut self.calls.lock().unwrap())
    }
}

impl Wire for Told {
    fn write(&self, bytes: &[u8]) -> io::Result<usize> {
        self.calls.lock().unwrap().push(Write(bytes.len()));
        if let Some(sender) = self.sender.get().and_then(Weak::upgrade) {
            let waits = sender.counters().queue_bytes;
            self.queued.lock().unwrap().push(waits);
        }
        self.take(bytes)
    }

    fn finish(&self) {
        self.calls.lock().unwrap().push(Finish);
    }

    fn is_memory(&self) -> bool {
        self.is_memory
    }

    fn put(&self, bytes: &[u8]) -> io::Result<(usize, bool)> {
        self.calls.lock().unwrap().push(Put(bytes.len()));
        self.take(bytes).map(|count| (count, self.sleeps))
    }

    fn wake(&self) {
        self.calls.lock().unwrap().push(Wake);
    }

    fn unused(&self) -> usize {
        self.unused.load(Relaxed)
    }
}

const GAP: Duration = Duration::from_millis(5);
const BLOCKED: Result<usize, io::ErrorKind> = Err(io::ErrorKind::WouldBlock);
const BROKEN: Result<usize, io::ErrorKind> = Err(io::ErrorKind::BrokenPipe);

fn config() -> EndpointConfig {
    EndpointConfig {
        send_queue_bytes: 100_000,
        bundle_bytes: 100,
        bundle_gap: GAP,
        ..EndpointConfig::default()
    }
}

/// A channel on that wire after its first writable edge.
fn on(wire: Told) -> (Arc<Told>, SendHalf<Told>) {
    let wire = Arc::new(wire);
    let outgoing = SendHalf::new(&config(), wire.clone(), Frames::Hyla, b"");
    assert_eq!(outgoing.writable(), FollowUp::Nothing);
    (wire, outgoing)
}

/// Appends a frame of that length on the wire.
fn append(outgoing: &SendHalf<Told>, length: usize) -> Result<Pressure, Closed> {
    outgoing.append(|frame| frame.resize(frame.len() + length - frame::HEADER_BYTES, 7))
}

#[test]
fn a_frame_is_put_at_once_into_memory_and_counted() {
    let (wire, outgoing) = on(Told::memory());
    for _ in 0..2 {
        assert_eq!(append(&outgoing, 10), Ok(Pressure::Open));
    }

    assert_eq!(wire.calls(), [Put(10), Put(10)]);
    let counters = outgoing.counters();
    assert_eq!((counters.bundles, counters.writes), (2, 2));
    assert_eq!((counters.bytes_sent, counters.frames_sent), (20, 2));
    assert!(!outgoing.has_to_depart());
}

#[test]
fn a_peer_that_sleeps_when_something_is_put_is_woken_on_departing() {
    let (wire, outgoing) = on(Told {
        sleeps: true,
        ..Told::memory()
    });
    assert_eq!(append(&outgoing, 10), Ok(Pressure::Open));
    assert!(outgoing.has_to_depart());
    assert_eq!(outgoing.depart(|| false), FollowUp::Nothing);
    assert_eq!(wire.calls(), [Put(10), Wake]);
    assert!(!outgoing.has_to_depart());
}

#[test]
fn memory_that_has_no_room_keeps_the_channel_and_memory_that_is_broken_ends_it() {
    let (wire, outgoing) = on(Told::memory());
    wire.answers(&[BLOCKED]);
    assert_eq!(append(&outgoing, 10), Ok(Pressure::Open));
    assert_eq!((outgoing.ended(), outgoing.has_to_depart()), (None, true));
    assert_eq!(outgoing.depart(|| false), FollowUp::Nothing);
    assert_eq!(wire.calls(), [Put(10), Write(10)]);

    wire.answers(&[BROKEN]);
    assert_eq!(append(&outgoing, 10), Err(Closed));
    let broken = CloseReason::Broken(io::ErrorKind::BrokenPipe);
    assert_eq!(outgoing.ended(), Some(broken));
}

#[test]
fn only_long_frames_in_memory_are_written_without_a_copy() {
    let (long, header) = (LARGE, frame::HEADER_BYTES);
    let short = long - 1;
    let one = |memory, tail: usize, lossy| {
        let (wire, outgoing) = on(Told {
            is_memory: memory,
            ..Told::default()
        });
        let tail = vec![7; tail];
        match lossy {
            true => assert_eq!(outgoing.append_lossy(|_| (), &tail), Ok(true)),
            false => assert_eq!(outgoing.append_with(|_| (), &tail), Ok(Pressure::Open)),
        }
        assert_eq!(outgoing.counters().frames_sent, 1);
        wire.calls()
    };
    for lossy in [false, true] {
        assert_eq!(one(true, 1, lossy), [Put(header + 1)]);
        assert_eq!(one(true, short, lossy), [Put(header + short)]);
        assert_eq!(one(true, long, lossy), [Write(header), Write(long)]);
        // A stream shares system calls.
        for tail in [1, short, long] {
            assert_eq!(one(false, tail, lossy), []);
        }
    }
}

#[test]
fn a_long_frame_that_memory_takes_in_part_follows_in_order() {
    // Answers of the wire to the header and to the rest; total bytes it then has, and number of
    // writes.
    let cases: [(&[_], usize, u64); 5] = [
        (&[], LARGE + 4, 2),
        (&[Ok(4), Ok(1000)], 1004, 2),
        (&[Ok(4), BLOCKED], 4, 2),
        (&[Ok(1)], 1, 1),
        (&[BLOCKED], 0, 1),
    ];
    for (answers, taken, writes) in cases {
        let (wire, outgoing) = on(Told::memory());
        wire.answers(answers);
        let tail: Vec<u8> = (0..LARGE).map(|at| (at % 251) as u8).collect();
        assert_eq!(outgoing.append_with(|_| (), &tail), Ok(Pressure::Open));

        let counters = outgoing.counters();
        assert_eq!(wire.took.lock().unwrap().len(), taken, "{answers:?}");
        assert_eq!(
            (counters.bundles, counters.writes),
            (1, writes),
            "{answers:?}"
        );
        assert_eq!(counters.bytes_sent, taken as u64, "{answers:?}");
        assert_eq!(counters.queue_bytes, (LARGE + 4 - taken) as u64);
        // Only a wire that was full has an edge to come.
        let was_full = answers.contains(&BLOCKED);
        assert_eq!(outgoing.lock().writable, !was_full, "{answers:?}");
        wire.answers.lock().unwrap().clear();
        assert_eq!(outgoing.writable(), FollowUp::Nothing);
        let took = wire.took.lock().unwrap();
        assert_eq!(took[..4], (LARGE as u32).to_le_bytes());
        assert_eq!(took[4..], tail, "{answers:?}");
    }
    for answers in [&[Ok(4), BROKEN][..], &[BROKEN]] {
        let (wire, outgoing) = on(Told::memory());
        wire.answers(answers);
        let refused = outgoing.append_with(|_| (), &[0; LARGE]);
        assert_eq!(refused, Err(Closed), "{answers:?}");
        let broken = CloseReason::Broken(io::ErrorKind::BrokenPipe);
        assert_eq!(outgoing.ended(), Some(broken));
    }
}

#[test]
fn who_finds_the_queue_full_is_counted_and_who_does_not_is_not() {
    for long in [false, true] {
        let (_wire, outgoing) = on(Told::default());
        let length = if long { LARGE + 4 } else { LARGE };
        let add = || match long {
            true => outgoing.append_with(|_| (), &[7; LARGE]),
            false => append(&outgoing, length),
        };
        for _ in 0..100_000 / length {
            assert_eq!(add(), Ok(Pressure::Open));
        }
        assert_eq!(outgoing.counters().pressed_back, 0, "long: {long}");
        assert_eq!(add(), Ok(Pressure::High));
        assert_eq!(outgoing.counters().pressed_back, 1, "long: {long}");
    }
}

#[test]
fn what_fills_the_queue_or_the_rest_of_a_ring_to_the_last_byte_is_no_pressure() {
    let high = config().send_queue_bytes;
    let stream = on(Told::default()).1;
    assert_eq!(append(&stream, high), Ok(Pressure::Open));
    assert_eq!(append(&stream, 5), Ok(Pressure::High));

    // Beside a ring of 1 MiB, 64 KiB may wait, or the ring's unused capacity.
    let beside = LEAST_BESIDE_RING;
    for unused in [0, beside + 1000] {
        let (wire, memory) = on(Told::memory());
        wire.unused.store(unused, Relaxed);
        wire.answers(&[BLOCKED; 2]);
        assert_eq!(append(&memory, beside.max(unused)), Ok(Pressure::Open));
        assert_eq!(append(&memory, 5), Ok(Pressure::High), "{unused}");
    }
}

#[test]
fn a_small_frame_soon_after_a_write_waits_for_others_and_a_whole_bundle_leaves() {
    let later = Duration::from_secs(1000);
    let (wire, outgoing) = on(Told::default());
    outgoing.set_bundling(None, Some(later));
    assert_eq!(append(&outgoing, 10), Ok(Pressure::Open));
    // Nothing was written yet, so there is no gap to wait for.
    assert_eq!(outgoing.depart(|| true), FollowUp::Nothing);
    assert_eq!(wire.calls(), [Write(10)]);

    assert_eq!(append(&outgoing, 50), Ok(Pressure::Open));
    assert_eq!(outgoing.depart(|| true), FollowUp::NotifyDirty);
    assert_eq!(append(&outgoing, 49), Ok(Pressure::Open));
    assert!(!outgoing.has_to_depart(), "99 bytes are no bundle of 100");
    assert_eq!(append(&outgoing, 5), Ok(Pressure::Open));
    assert!(outgoing.has_to_depart());
    assert_eq!(outgoing.depart(|| true), FollowUp::Nothing);
    assert_eq!(wire.calls(), [Write(104)]);

    // Exactly one bundle.
    assert!(outgoing.flush_listed(true, Instant::now()));
    for (bytes, then, written) in [
        (99, FollowUp::NotifyDirty, vec![]),
        (100, FollowUp::Nothing, vec![Write(100)]),
    ] {
        assert_eq!(append(&outgoing, bytes), Ok(Pressure::Open));
        assert_eq!(outgoing.depart(|| true), then, "{bytes}");
        assert_eq!(wire.calls(), written);
        assert!(outgoing.flush_listed(true, Instant::now()));
        wire.calls();
    }
    outgoing.lock().listed = true;
    assert_eq!(append(&outgoing, 100), Ok(Pressure::Open));
    assert!(outgoing.has_to_depart(), "100 bytes are a bundle");

    let counters = outgoing.counters();
    assert_eq!((counters.bundles, counters.writes), (4, 4));
}

#[test]
fn a_flush_writes_nothing_before_the_channel_stands_and_tries_a_full_wire_again() {
    let wire = Arc::new(Told::default());
    let outgoing = SendHalf::new(&config(), wire.clone(), Frames::Hyla, b"hello");
    assert_eq!(outgoing.flush(), FollowUp::Nothing);
    assert_eq!(wire.calls(), []);

    wire.answers(&[BLOCKED]);
    assert_eq!(outgoing.writable(), FollowUp::Nothing);
    assert_eq!(wire.calls(), [Write(5)]);
    assert_eq!(outgoing.flush(), FollowUp::Nothing);
    assert_eq!(wire.calls(), [Write(5)]);
    assert!(outgoing.is_empty());
}

#[test]
fn a_listed_channel_is_written_when_its_gap_has_passed_or_by_force() {
    let (wire, outgoing) = on(Told::default());
    let last = Instant::now();
    let soon = last + GAP - Duration::from_nanos(1);
    // Whether forced, when, and whether the frames were written.
    for (force, at, done) in [
        (false, soon, false),
        (false, last + GAP, true),
        (true, last, true),
    ] {
        outgoing.lock().last_write = Some(last);
        assert_eq!(append(&outgoing, 10), Ok(Pressure::Open));
        assert_eq!(outgoing.flush_listed(force, at), done);
        assert_eq!(!wire.calls().is_empty(), done);
    }
    // A full wire has an edge to come, which sends everything.
    wire.answers(&[BLOCKED]);
    assert_eq!(append(&outgoing, 10), Ok(Pressure::Open));
    assert_eq!(outgoing.flush(), FollowUp::Nothing);
    let mut state = outgoing.lock();
    (state.listed, state.last_write) = (true, Some(last));
    drop(state);
    assert!(outgoing.flush_listed(false, soon));
    assert!(!outgoing.lock().listed);
}

#[test]
fn a_heartbeat_is_sent_on_an_open_channel_that_is_quiet_and_whose_wire_takes_it() {
    let every = Duration::from_secs(1);
    let (wire, outgoing) = on(Told::default());
    let last = Instant::now();
    for (at, calls) in [
        (last + every - Duration::from_nanos(1), vec![]),
        (last + every, vec![Write(4)]),
    ] {
        outgoing.lock().last_write = Some(last);
        assert_eq!(outgoing.beat(Beat::IfQuiet, every, at), FollowUp::Nothing);
        assert_eq!(wire.calls(), calls);
    }
    outgoing.lock().writable = false;
    assert_eq!(
        outgoing.beat(Beat::IfQuiet, Duration::ZERO, last),
        FollowUp::Nothing
    );
    assert!(outgoing.is_empty(), "nothing waits for a full wire");
    outgoing.lock().writable = true;

    // Only what else has to be sent, and what frees memory, is done without one.
    assert_eq!(
        outgoing.beat(Beat::Nothing, Duration::ZERO, last),
        FollowUp::Nothing
    );
    assert_eq!(wire.calls(), []);
    // The one that says that its sender watches goes in any case, and leaves with what waits.
    outgoing.lock().writable = false;
    outgoing.lock().last_write = Some(last);
    assert_eq!(outgoing.beat(Beat::Now, every, last), FollowUp::Nothing);
    assert!(!outgoing.is_empty());
    assert_eq!(outgoing.writable(), FollowUp::Nothing);
    assert_eq!(wire.calls(), [Write(4)]);

    outgoing.close(CloseReason::Local("done".to_owned()));
    assert_eq!(wire.calls(), [Finish]);
    assert_eq!(
        outgoing.beat(Beat::IfQuiet, Duration::ZERO, last),
        FollowUp::Nothing
    );
    assert_eq!(wire.calls(), []);
}

#[test]
fn what_a_thread_is_writing_counts_as_waiting_until_it_is_written() {
    let wire = Arc::new(Told::default());
    let outgoing = Arc::new(SendHalf::new(
        &config(),
        wire.clone(),
        Frames::Hyla,
        &[7; 100],
    ));
    wire.sender.set(Arc::downgrade(&outgoing)).unwrap();
    wire.answers(&[Ok(30), Err(io::ErrorKind::Interrupted), Ok(50)]);

    assert_eq!(outgoing.writable(), FollowUp::Nothing);

    assert_eq!(*wire.queued.lock().unwrap(), [100, 70, 70, 20]);
    let expected = [Write(100), Write(70), Write(70), Write(20)];
    assert_eq!(wire.calls(), expected);
    let counters = outgoing.counters();
    assert_eq!((counters.bundles, counters.writes), (1, 4));
    assert_eq!((counters.bytes_sent, counters.queue_bytes), (100, 0));
    assert_eq!(outgoing.ended(), None);
}

/// A wire whose write ends only when a thread waits for room.
#[derive(Default)]
struct UntilOneWaits(OnceLock<Weak<SendHalf<UntilOneWaits>>>);

impl Wire for UntilOneWaits {
    fn write(&self, bytes: &[u8]) -> io::Result<usize> {
        let sender = self.0.get().and_then(Weak::upgrade).expect("it is set");
        let deadline = Instant::now() + Duration::from_secs(10);
        while sender.lock().waiters == 0 {
            assert!(Instant::now() < deadline, "nobody waits");
            std::thread::yield_now();
        }
        Ok(bytes.len())
    }

    fn put(&self, _: &[u8]) -> io::Result<(usize, bool)> {
        unreachable!("it is no memory")
    }

    fn finish(&self) {}
}

#[test]
fn who_waits_while_another_writes_is_counted_for_as_long() {
    let wire = Arc::new(UntilOneWaits::default());
    let outgoing = Arc::new(SendHalf::new(
        &config(),
        wire.clone(),
        Frames::Hyla,
        &[7; 100_000],
    ));
    wire.0.set(Arc::downgrade(&outgoing)).unwrap();

    let waited = std::thread::scope(|scope| {
        let writing = scope.spawn(|| outgoing.writable());
        while !outgoing.lock().writing {
            assert!(!writing.is_finished(), "it wrote, and nobody waited");
            std::thread::yield_now();
        }
        outgoing.wait_for_room(
            Some(Duration::from_secs(60)),
            |_, _| (),
            &mut FollowUp::Nothing,
        )
    });

    assert_eq!(waited, Ok(()));
    assert_eq!(outgoing.lock().waiters, 0);
}
