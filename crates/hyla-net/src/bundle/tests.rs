mod calls;

use std::io;
use std::sync::atomic::AtomicU32;
use std::sync::{OnceLock, Weak};

use super::append::LARGE;
use super::*;
use crate::channel::Closed;
use crate::frame;

/// A wire with unlimited room; during a write, other threads append.
#[derive(Default)]
struct Busy {
    sender: OnceLock<Weak<SendHalf<Busy>>>,
    appends: AtomicU32,
    /// The frames depart before the write ends.
    departs: bool,
}

impl Wire for Busy {
    fn write(&self, bytes: &[u8]) -> io::Result<usize> {
        let sender = self.sender.get().and_then(Weak::upgrade);
        if let Some(sender) = sender.filter(|_| self.appends.load(Relaxed) > 0) {
            self.appends.fetch_sub(1, Relaxed);
            sender.append(|frame| frame.push(1)).expect("it is open");
            if self.departs {
                assert_eq!(sender.depart(|| true), FollowUp::Nothing, "it is written");
            }
        }
        Ok(bytes.len())
    }

    fn put(&self, _: &[u8]) -> io::Result<(usize, bool)> {
        unreachable!("it is no memory")
    }

    fn finish(&self) {}
}

#[test]
fn what_others_append_while_one_makes_room_is_told_of() {
    let config = EndpointConfig {
        send_queue_bytes: 100,
        ..EndpointConfig::default()
    };
    let wire = Arc::new(Busy::default());
    let outgoing = Arc::new(SendHalf::new(&config, wire.clone(), Frames::Hyla, b""));
    let _nothing_yet = outgoing.writable();
    outgoing.append(|frame| frame.resize(200, 0)).unwrap();
    wire.sender.set(Arc::downgrade(&outgoing)).unwrap();
    wire.appends.store(ROUNDS, Relaxed);

    let mut then = FollowUp::Nothing;
    let waited = outgoing.wait_for_room(Some(Duration::from_secs(60)), |_, _| (), &mut then);

    assert_eq!(waited, Ok(()));
    // No other thread sends the frames that gathered during the last write.
    assert!(!outgoing.is_empty());
    assert_eq!(then, FollowUp::NotifyDirty);
}

/// A channel that has just written, so that frames gather, and its wire, at which others append
/// that often.
fn busy(departs: bool, appends: u32) -> (Arc<SendHalf<Busy>>, Arc<Busy>) {
    let config = EndpointConfig {
        bundle_gap: Duration::from_secs(1 << 30),
        ..EndpointConfig::default()
    };
    let wire = Arc::new(Busy {
        departs,
        ..Busy::default()
    });
    let outgoing = Arc::new(SendHalf::new(&config, wire.clone(), Frames::Hyla, b""));
    let _nothing_yet = outgoing.writable();
    outgoing.append(|frame| frame.push(0)).unwrap();
    assert_eq!(outgoing.depart(|| true), FollowUp::Nothing);
    wire.sender.set(Arc::downgrade(&outgoing)).unwrap();
    wire.appends.store(appends, Relaxed);
    outgoing.append(|frame| frame.push(0)).unwrap();
    assert_eq!(outgoing.depart(|| true), FollowUp::NotifyDirty);
    (outgoing, wire)
}

/// An owner that is away would not send it.
#[test]
fn a_flush_writes_what_others_append_meanwhile_to_the_last_frame() {
    let (outgoing, wire) = busy(true, 5 * ROUNDS);

    assert_eq!(outgoing.flush(), FollowUp::Nothing);

    assert_eq!(wire.appends.load(Relaxed), 0);
    assert!(outgoing.is_empty());
}

#[test]
fn a_flush_that_takes_long_is_taken_over_by_a_thread_that_has_appended() {
    let (outgoing, wire) = busy(false, 5 * ROUNDS);

    assert_eq!(outgoing.flush(), FollowUp::Nothing);
    assert_eq!(wire.appends.load(Relaxed), 4 * ROUNDS);
    assert!(!outgoing.is_empty() && outgoing.has_to_depart());

    wire.appends.store(0, Relaxed);
    assert_eq!(outgoing.depart(|| false), FollowUp::Nothing);
    assert!(outgoing.is_empty());
}

/// Left behind while nobody polled: a frame on a listed channel whose owner has left.
#[test]
fn after_a_flush_frames_are_not_left_to_the_endpoint_unless_its_owner_is_back() {
    let (outgoing, _wire) = busy(true, 0);
    let _nothing = outgoing.flush();
    assert!(outgoing.is_empty());

    outgoing.append(|frame| frame.push(1)).unwrap();
    assert!(outgoing.has_to_depart());
    assert_eq!(outgoing.depart(|| false), FollowUp::Nothing);
    assert!(outgoing.is_empty());

    outgoing.append(|frame| frame.push(1)).unwrap();
    assert_eq!(outgoing.depart(|| true), FollowUp::Nothing, "it is listed");
    assert!(!outgoing.is_empty());
    assert!(outgoing.flush_listed(true, Instant::now()));
    assert!(outgoing.is_empty());
}

/// A wire with limited room.
#[derive(Default)]
struct Narrow(AtomicU32);

impl Wire for Narrow {
    fn write(&self, bytes: &[u8]) -> io::Result<usize> {
        let room = self.0.load(Relaxed) as usize;
        if room == 0 {
            return Err(io::ErrorKind::WouldBlock.into());
        }
        let count = bytes.len().min(room);
        self.0.fetch_sub(count as u32, Relaxed);
        Ok(count)
    }

    fn put(&self, _: &[u8]) -> io::Result<(usize, bool)> {
        unreachable!("it is no memory")
    }

    fn finish(&self) {}
}

#[test]
fn what_may_be_lost_does_not_take_the_room_that_another_sender_waits_for() {
    let config = EndpointConfig {
        send_queue_bytes: 1000,
        ..EndpointConfig::default()
    };
    let wire = Arc::new(Narrow::default());
    let outgoing = SendHalf::new(&config, wire.clone(), Frames::Hyla, b"");
    let _nothing_yet = outgoing.writable();
    let frame = |frame: &mut Vec<u8>| frame.resize(frame.len() + 96, 0);
    while outgoing.append(frame).unwrap() == Pressure::Open {}
    assert_eq!(outgoing.counters().queue_bytes, 1100);

    // Below the high-water mark, but the sender waits for the low one.
    wire.0.store(500, Relaxed);
    let _nothing = outgoing.writable();
    assert_eq!(outgoing.counters().queue_bytes, 600);
    assert_eq!(outgoing.append_lossy(frame, b""), Ok(false));
    assert_eq!(outgoing.counters().dropped.queue_full, 1);

    wire.0.store(100, Relaxed);
    let _nothing = outgoing.writable();
    assert_eq!(outgoing.append_lossy(frame, b""), Ok(true));
    assert_eq!(outgoing.counters().queue_bytes, 600);
}

/// A channel whose wire has no room yet, with queued frames: 1000 bytes, the limit.
fn held_back(frames: usize) -> (Arc<Narrow>, SendHalf<Narrow>) {
    let config = EndpointConfig {
        send_queue_bytes: 1000,
        ..EndpointConfig::default()
    };
    let wire = Arc::new(Narrow::default());
    let outgoing = SendHalf::new(&config, wire.clone(), Frames::Hyla, b"");
    let _nothing_yet = outgoing.writable();
    for _ in 0..frames {
        let body = [0; 1000 - frame::HEADER_BYTES];
        outgoing.append(|frame| frame.extend(body)).unwrap();
    }
    (wire, outgoing)
}

/// Gives the wire room for more bytes.
fn takes(wire: &Narrow, outgoing: &SendHalf<Narrow>, bytes: usize) {
    wire.0.store(u32::try_from(bytes).unwrap(), Relaxed);
    let _told_by_nobody = outgoing.writable();
    assert_eq!(wire.0.load(Relaxed), 0, "there was something to write");
}

#[test]
fn who_waits_for_room_goes_on_when_half_of_what_may_wait_has_left() {
    let (wire, outgoing) = held_back(2);
    assert_eq!(outgoing.pressure(), Pressure::High);
    let waits = || outgoing.wait_for_room(Some(Duration::ZERO), |_, _| (), &mut FollowUp::Nothing);
    assert_eq!(waits(), Err(NoRoom::TimedOut));

    // Room for one more small frame: a sender that continued now would wait again at once.
    takes(&wire, &outgoing, 1200);
    assert_eq!(outgoing.pressure(), Pressure::Open);
    assert_eq!(waits(), Err(NoRoom::TimedOut));

    takes(&wire, &outgoing, 300);
    assert_eq!(outgoing.counters().queue_bytes, 500);
    assert_eq!(waits(), Ok(()));
}

#[test]
fn room_that_a_burst_took_is_given_back_also_without_a_heartbeat() {
    let frames = 1000;
    let (wire, outgoing) = held_back(frames);
    takes(&wire, &outgoing, 1000);
    outgoing
        .append(|frame| frame.extend(std::iter::repeat_n(0, 900_000)))
        .unwrap();
    let kept = || {
        let state = outgoing.lock();
        state.gathering.capacity() + state.taken.capacity()
    };
    assert!(kept() > 1_500_000, "{} bytes", kept());
    wire.0.store(u32::MAX, Relaxed);
    let _all_leaves = outgoing.writable();
    assert!(outgoing.is_empty());

    let _nothing = outgoing.beat(Beat::Nothing, Duration::ZERO, Instant::now());

    assert!(kept() <= 2 * KEEP_BYTES, "{} bytes", kept());
}
