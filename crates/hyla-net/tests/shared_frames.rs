//! Long frames that are written once for all readers of a host, and read where they lie.
#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, reason = "test code")]

mod world;

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

use hyla_net::modules::{BundleSpec, ModuleSpec};
use hyla_net::{Channel, EndpointConfig, Event, KeptFrame, Reliability, SharedFrame};
use world::{Pair, Transport, WATCHDOG, World, pair, pair_with, until};

/// Of the frames here, but for a few bytes.
const LENGTH: usize = 65_000;

/// Room for so many of them.
const PLACES: usize = 16;

fn config() -> EndpointConfig {
    EndpointConfig {
        shared_frame_bytes: PLACES << 16,
        ring_bytes: 4096,
        ..EndpointConfig::default()
    }
}

/// A frame that differs from others from its first to its last byte.
fn body(number: usize) -> Vec<u8> {
    (0..LENGTH + number % 100)
        .map(|at| (at * 7 + number) as u8)
        .collect()
}

fn share(by: &Channel, body: &[u8]) -> Option<SharedFrame> {
    let (head, tail) = body.split_at(7);
    by.share(|frame| frame.extend_from_slice(head), tail)
}

/// Polls both until the second one has the memory for frames of the first one.
fn get_ready(a: &mut World, b: &mut World, channel: &Channel) {
    let deadline = Instant::now() + WATCHDOG;
    while share(channel, &body(0)).is_none() {
        assert!(Instant::now() < deadline, "hangs");
        a.poll(Duration::ZERO);
        b.poll(Duration::from_millis(1));
    }
}

/// A further reader of the frames of an endpoint, and the channel to it.
fn further_reader(a: &mut World, config: EndpointConfig) -> (World, Channel) {
    let (mut reader, _) = World::listening(config);
    let to = reader.endpoint.shared_memory_addresses().next().unwrap();
    let channel = a.endpoint.connect(&to);
    until(a, &mut reader, |_, reader| reader.accepted.len() == 1);
    get_ready(a, &mut reader, &channel);
    (reader, channel)
}

/// Two endpoints whose channel shares frames.
fn ready_pair() -> Pair {
    let mut p = pair(Transport::SharedMemory, &config());
    get_ready(&mut p.a, &mut p.b, &p.a_to_b);
    p
}

/// Passes a frame by its place; whether that is possible.
fn pass(channel: &Channel, frame: &SharedFrame) -> bool {
    let passed = channel.append_shared(frame);
    channel.depart();
    passed.is_some_and(|sent| sent.is_ok())
}

/// Shares and passes frames until that is not possible any more; gives their number.
fn fill(p: &Pair) -> usize {
    (0..)
        .take_while(|number| {
            share(&p.a_to_b, &body(*number)).is_some_and(|it| pass(&p.a_to_b, &it))
        })
        .count()
}

#[test]
fn a_frame_that_is_written_once_comes_to_all_in_order_with_copied_ones() {
    let mut p = ready_pair();
    let (mut c, a_to_c) = further_reader(&mut p.a, config());
    for number in 0..100 {
        let body = body(number);
        match number % 3 {
            0 => {
                let frame = share(&p.a_to_b, &body).unwrap();
                assert!(pass(&a_to_c, &frame) && pass(&p.a_to_b, &frame));
            }
            1 => {
                p.a_to_b.send_parts(&[&body]).unwrap();
                a_to_c.send_parts(&[&body]).unwrap();
            }
            _ => {
                p.a_to_b.send_parts(&[&body[..9]]).unwrap();
                a_to_c.send_parts(&[&body[..9]]).unwrap();
            }
        }
        let frames = number + 1;
        until(&mut p.a, &mut c, |_, c| c.frames.len() == frames);
        until(&mut p.a, &mut p.b, |_, b| b.frames.len() == frames);
    }

    for reader in [&c, &p.b] {
        for (number, came) in reader.told.bodies().into_iter().enumerate() {
            let body = body(number);
            let expected = if number % 3 == 2 { &body[..9] } else { &body };
            assert!(came == expected, "frame {number}");
        }
    }
    assert_eq!(a_to_c.counters().frames_shared, 34);
    let bytes = (0..100)
        .filter(|number| number % 3 < 2)
        .map(|number| body(number).len());
    assert!(p.b_to_a.counters().bytes_received >= bytes.sum::<usize>() as u64);
}

/// Whether references are whole in the ring, cut, or wait beside it.
#[test]
fn frames_of_all_kinds_pass_a_small_ring_in_order_however_they_are_cut() {
    let mut dice = fastrand::Rng::with_seed(19);
    for _ in 0..20 {
        let mut p = ready_pair();
        let mut expected = Vec::new();
        let mut shared = 0;
        for number in 0..300 {
            let body = body(number);
            let sent = match dice.u32(..8) {
                0..4 if let Some(frame) = share(&p.a_to_b, &body)
                    && pass(&p.a_to_b, &frame) =>
                {
                    shared += 1;
                    body
                }
                4 => {
                    p.a_to_b.send_parts(&[&body[..20_000]]).unwrap();
                    body[..20_000].to_vec()
                }
                _ => {
                    let length = dice.usize(1..600);
                    p.a_to_b.send_parts(&[&body[..length]]).unwrap();
                    body[..length].to_vec()
                }
            };
            expected.push(sent);
            if dice.u32(..6) == 0 {
                p.a.poll(Duration::ZERO);
                p.b.poll(Duration::ZERO);
            }
        }
        until(&mut p.a, &mut p.b, |_, b| b.frames.len() == 300);

        assert!(p.b.told.bodies().into_iter().eq(expected));
        assert!(shared > 8, "{shared}");
        assert_eq!(p.a_to_b.counters().frames_shared, shared);
    }
}

#[test]
fn a_place_is_free_when_sender_and_readers_have_let_go() {
    let mut p = ready_pair();
    p.b.told.keeps = true;
    let held = share(&p.a_to_b, &body(0)).unwrap();
    let most = fill(&p);
    assert!((PLACES / 4..PLACES).contains(&most), "{most}");
    let frames = p.b.told.frames.len() + most;
    until(&mut p.a, &mut p.b, |_, b| b.frames.len() == frames);
    assert_eq!(p.b.told.kept.len(), most);
    assert_eq!(fill(&p), 0);

    drop(p.b.told.kept.drain(1..3));
    assert_eq!(fill(&p), 2);
    for (number, kept) in p.b.told.kept.iter().enumerate() {
        assert!(kept[..] == body(if number == 0 { 0 } else { number + 2 }));
    }
    p.b.told.keeps = false;
    p.b.told.kept.clear();
    until(&mut p.a, &mut p.b, |_, b| b.frames.len() == frames + 2);
    drop(held);
    assert_eq!(fill(&p), most);
}

#[test]
fn a_reader_that_keeps_everything_leaves_places_to_others() {
    let mut p = ready_pair();
    let (mut c, a_to_c) = further_reader(&mut p.a, config());
    p.b.told.keeps = true;
    let most = fill(&p);
    until(&mut p.a, &mut p.b, |_, b| b.frames.len() == most);

    for number in 0..3 * PLACES {
        let frame = share(&a_to_c, &body(number)).unwrap();
        assert!(!pass(&p.a_to_b, &frame));
        assert!(pass(&a_to_c, &frame));
        until(&mut p.a, &mut c, |_, c| c.frames.len() == number + 1);
    }
    assert!(
        p.b.told
            .kept
            .iter()
            .enumerate()
            .all(|(number, kept)| kept[..] == body(number))
    );
}

#[test]
fn what_is_kept_stays_when_its_sender_is_gone() {
    let mut p = ready_pair();
    p.b.told.keeps = true;
    let most = fill(&p);
    until(&mut p.a, &mut p.b, |_, b| b.frames.len() == most);
    drop(p.a_to_b);
    drop(p.a);
    p.b.until(|b| b.closed.len() == 1);

    assert_eq!(p.b.told.kept.len(), most);
    assert!(
        p.b.told
            .kept
            .iter()
            .enumerate()
            .all(|(number, kept)| kept[..] == body(number))
    );
}

/// Of a channel to the same process there are frames that nobody will read, and one that is kept.
#[test]
fn places_of_a_closed_channel_are_free_but_for_what_is_kept() {
    let mut p = ready_pair();
    p.b.told.keeps = true;
    let kept = share(&p.a_to_b, &body(0)).unwrap();
    assert!(pass(&p.a_to_b, &kept));
    drop(kept);
    until(&mut p.a, &mut p.b, |_, b| b.frames.len() == 1);
    assert!(fill(&p) > 2);
    p.b_to_a.drop_queue_and_close("enough");
    until(&mut p.a, &mut p.b, |a, b| {
        a.closed.len() == 1 && b.closed.len() == 1
    });

    let (_c, a_to_c) = further_reader(&mut p.a, config());
    let all: Vec<_> = (1..)
        .map_while(|number| share(&a_to_c, &body(number)))
        .collect();
    assert_eq!(all.len(), PLACES - 1);
    assert!(p.b.told.kept[0][..] == body(0));
    p.b.told.kept.clear();
    assert!(share(&a_to_c, &body(99)).is_some());
}

#[test]
fn nothing_is_shared_with_whom_memory_is_not_or_if_it_is_short_or_long() {
    for transport in [Transport::InProcess, Transport::Tcp] {
        let p = pair(transport, &config());
        assert!(share(&p.a_to_b, &body(0)).is_none(), "{transport:?}");
    }
    let none = EndpointConfig {
        shared_frame_bytes: 0,
        ..config()
    };
    assert!(share(&pair(Transport::SharedMemory, &none).a_to_b, &body(0)).is_none());
    let profile = hyla_net::Profile {
        modules: vec![ModuleSpec::Bundle(BundleSpec::default())],
        ..hyla_net::Profile::standard("HLAreliable", Reliability::Reliable)
    };
    let chained = pair_with(Transport::SharedMemory, &profile, &config());
    assert!(share(&chained.a_to_b, &body(0)).is_none());

    let p = ready_pair();
    assert!(share(&p.a_to_b, &[1; 16_000]).is_none());
    assert!(share(&p.a_to_b, &[1; (PLACES << 16) / 4 + 8]).is_none());
    // Of another endpoint.
    let frame = share(&p.a_to_b, &body(0)).unwrap();
    assert!(p.b_to_a.append_shared(&frame).is_none());
    assert!(chained.a_to_b.append_shared(&frame).is_none());
    assert!(pass(&p.a_to_b, &frame));
    assert!(p.a_to_b.append_shared(&frame).is_none(), "twice");
}

/// Readers on threads of their own keep frames for a while, and look whether they stay as they were.
#[test]
fn no_place_is_written_while_a_reader_looks_at_it() {
    const FRAMES: usize = 600;
    let config = EndpointConfig {
        ring_bytes: 64 << 10,
        ..config()
    };
    let mut a = World::new(config.clone());
    let stop = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let mut channels = Vec::new();
        let mut readers = Vec::new();
        for seed in 0..3 {
            let (b, channel) = further_reader(&mut a, config.clone());
            channels.push(channel);
            let stop = &stop;
            readers.push(scope.spawn(move || read_and_keep(b, seed, FRAMES, stop)));
        }
        let deadline = Instant::now() + WATCHDOG;
        for number in 0..FRAMES {
            let body = vec![number as u8; LENGTH];
            let frame = share(&channels[0], &body);
            for channel in &channels {
                let passed = frame.as_ref().is_some_and(|frame| pass(channel, frame));
                if !passed {
                    channel.send_parts(&[&body]).unwrap();
                }
                while channel
                    .wait_for_room(Some(Duration::from_millis(1)))
                    .is_err()
                {
                    a.poll(Duration::ZERO);
                    assert!(Instant::now() < deadline, "hangs");
                }
            }
            a.poll(Duration::ZERO);
        }
        while readers.iter().any(|reader| !reader.is_finished()) {
            a.poll(Duration::from_millis(1));
            if Instant::now() > deadline {
                stop.store(true, Relaxed);
            }
        }
        let shared: u64 = channels.iter().map(|it| it.counters().frames_shared).sum();
        assert!(shared > FRAMES as u64 / 4, "{shared}");
        for reader in readers {
            reader.join().unwrap();
        }
    });
}

fn read_and_keep(mut b: World, seed: u64, frames: usize, stop: &AtomicBool) {
    let mut dice = fastrand::Rng::with_seed(seed);
    let mut came = 0;
    let mut kept: Vec<(u8, KeptFrame)> = Vec::new();
    let is_whole =
        |value: u8, bytes: &[u8]| bytes.len() == LENGTH && bytes.iter().all(|it| *it == value);
    while came < frames && !stop.load(Relaxed) {
        let on = &mut |event: Event<'_>| {
            if let Event::Frame {
                bytes, following, ..
            } = event
            {
                let value = came as u8;
                assert!(is_whole(value, bytes), "frame {came}");
                came += 1;
                let keeps = dice.u32(..3) == 0;
                kept.extend(following.keep().filter(|_| keeps).map(|it| (value, it)));
            }
        };
        b.endpoint.poll(Some(Duration::from_millis(5)), on).unwrap();
        while kept.len() > dice.usize(..6) {
            let (value, frame) = kept.swap_remove(dice.usize(..kept.len()));
            assert!(is_whole(value, &frame));
        }
    }
    assert_eq!(came, frames);
}

const TO: &str = "HYLA_NET_TEST_TO";
const NAME: &str = "places_of_a_reader_that_is_killed_are_free_when_it_is_gone";

/// The other process: keeps what it gets until it is killed.
fn keep(to: &str) -> ! {
    let mut b = World::new(config());
    let channel = b.endpoint.connect(&to.parse().unwrap());
    channel.trust();
    channel.send_parts(&[b"ready"]).unwrap();
    b.told.keeps = true;
    b.until(|b| b.kept.len() > 2);
    println!("keeps");
    loop {
        b.poll(Duration::from_millis(50));
    }
}

fn start(to: &str) -> Child {
    Command::new(std::env::current_exe().unwrap())
        .args([NAME, "--exact", "--nocapture"])
        .env(TO, to)
        .stdout(Stdio::piped())
        .spawn()
        .unwrap()
}

/// Polls until a frame for that reader has a place.
fn share_soon(a: &mut World, channel: &Channel, number: usize) -> SharedFrame {
    let deadline = Instant::now() + WATCHDOG;
    loop {
        if let Some(frame) = share(channel, &body(number)) {
            return frame;
        }
        assert!(Instant::now() < deadline, "hangs");
        a.poll(Duration::from_millis(1));
    }
}

/// Nobody asks how it has ended before all is over, as where its launcher does not.
#[test]
fn places_of_a_reader_that_is_killed_are_free_when_it_is_gone() {
    if let Ok(to) = std::env::var(TO) {
        keep(&to);
    }
    let (mut a, _) = World::listening(EndpointConfig {
        heartbeat: Duration::from_millis(50),
        ..config()
    });
    let to = a
        .endpoint
        .shared_memory_addresses()
        .next()
        .unwrap()
        .to_string();
    let mut children = Vec::new();
    for round in 1..=5 {
        let mut child = start(&to);
        a.until(|a| a.frames.len() == round);
        let channel = a.told.accepted[round - 1].0.clone();
        // In the last rounds there is no other place than those of the dead.
        for number in 0..5 {
            let frame = share_soon(&mut a, &channel, number);
            assert!(pass(&channel, &frame), "round {round}, frame {number}");
        }
        let lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let keeps = lines
            .map_while(Result::ok)
            .any(|line| line.contains("keeps"));
        assert!(keeps);
        child.kill().unwrap();
        children.push(child);
        a.until(|a| a.closed.len() == round);
    }
    // With another reader all places can be had.
    let mut child = start(&to);
    a.until(|a| a.frames.len() == 6);
    let channel = a.told.accepted[5].0.clone();
    let all: Vec<_> = (0..PLACES)
        .map(|number| share_soon(&mut a, &channel, number))
        .collect();
    assert!(share(&channel, &body(0)).is_none());
    drop(all);
    child.kill().unwrap();
    children.push(child);
    for child in &mut children {
        child.wait().unwrap();
    }
}

/// The sender, which has not polled, does not know that its reader has left.
#[test]
fn nothing_is_lent_to_a_reader_that_has_left() {
    let mut p = ready_pair();
    let frame = share(&p.a_to_b, &body(0)).unwrap();
    p.b_to_a.close("enough");
    drop(p.b);

    assert!(p.a_to_b.append_shared(&frame).is_none());
    assert!(share(&p.a_to_b, &body(1)).is_none());
    drop(frame);
    let (_c, a_to_c) = further_reader(&mut p.a, config());
    let all = (0..).map_while(|number| share(&a_to_c, &body(number)));
    assert_eq!(all.collect::<Vec<_>>().len(), PLACES);
}
