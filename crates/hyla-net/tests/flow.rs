//! Back-pressure makes the sender wait and loses nothing.
#![allow(clippy::unwrap_used, reason = "test code")]

mod world;

use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::time::{Duration, Instant};

use hyla_net::{Address, Channel, Closed, EndpointConfig, NoRoom, Pressure};
use world::{ALL, Driven, STREAMS, WATCHDOG, World, pair};

const FRAME: [u8; 10_000] = [7; 10_000];

fn small_queue() -> EndpointConfig {
    EndpointConfig {
        send_queue_bytes: 100_000,
        ..EndpointConfig::default()
    }
}

/// Sends until the queue is full; gives the number of frames.
fn send_until_stuck(channel: &Channel) -> u32 {
    let mut sent = 0_u32;
    loop {
        sent += 1;
        let pressure = channel.send_parts(&[&sent.to_le_bytes(), &FRAME]).unwrap();
        if pressure == Pressure::High
            && channel.wait_for_room(Some(Duration::from_millis(100))) == Err(NoRoom::TimedOut)
        {
            return sent;
        }
    }
}

#[test]
fn an_owner_that_polls_a_full_channel_returns_as_soon_as_there_is_room() {
    for &transport in STREAMS {
        let p = pair(transport, &small_queue());
        let (mut sender, mut receiver) = (p.a, p.b);
        let mut sent = 1;
        while p.a_to_b.send(|frame| frame.extend(FRAME)).unwrap() != Pressure::High {
            sent += 1;
        }
        sender
            .endpoint
            .poll(Some(Duration::ZERO), &mut |_| ())
            .unwrap();

        let reader = std::thread::spawn(move || {
            receiver.until(|b| b.frames.len() == sent);
            receiver
        });
        let began = Instant::now();
        while p.a_to_b.pressure() == Pressure::High {
            sender.endpoint.poll(Some(WATCHDOG), &mut |_| ()).unwrap();
        }

        assert!(
            began.elapsed() < WATCHDOG,
            "{transport:?}: it has waited for an event"
        );
        drop(reader.join().unwrap());
    }
}

#[test]
fn a_receiver_that_pauses_and_resumes_gets_everything() {
    for &transport in ALL {
        let p = pair(transport, &small_queue());
        let driven = Driven::new(p.a);
        let mut b = p.b;
        let pressed = send_until_stuck(&p.a_to_b);

        let channel = p.a_to_b.clone();
        let sender = std::thread::spawn(move || {
            for number in pressed + 1..=pressed + 1000 {
                channel.wait_for_room(None).unwrap();
                channel
                    .send_parts(&[&number.to_le_bytes(), &FRAME])
                    .unwrap();
            }
        });
        let all = pressed as usize + 1000;
        b.until(|b| b.frames.len() == all);
        sender.join().unwrap();

        let numbers = b.told.frames.iter().map(|(_, bytes)| bytes[..4].to_vec());
        assert!(
            numbers.eq((1..=all as u32).map(|n| n.to_le_bytes().to_vec())),
            "{transport:?}"
        );
        assert!(p.a_to_b.counters().pressed_back > 0);
        driven.stop();
    }
}

#[test]
fn waiting_for_room_works_when_nobody_polls_the_senders_endpoint() {
    for &transport in STREAMS {
        let mut p = pair(transport, &small_queue());
        let channel = p.a_to_b.clone();
        let sender = std::thread::spawn(move || {
            for number in 1..=2000_u32 {
                if channel
                    .send_parts(&[&number.to_le_bytes(), &FRAME])
                    .unwrap()
                    == Pressure::High
                {
                    channel.wait_for_room(None).unwrap();
                }
            }
            p.a
        });
        p.b.until(|b| b.frames.len() >= 1980);
        let mut a = sender.join().unwrap();
        world::until(&mut a, &mut p.b, |_, b| b.frames.len() == 2000);

        let numbers = p.b.told.frames.iter().map(|(_, bytes)| bytes[..4].to_vec());
        assert!(numbers.eq((1..=2000_u32).map(|n| n.to_le_bytes().to_vec())));
    }
}

#[test]
fn a_sender_that_waits_for_room_is_let_go_when_the_channel_closes() {
    for &transport in ALL {
        let p = pair(transport, &small_queue());
        send_until_stuck(&p.a_to_b);
        let channel = p.a_to_b.clone();
        let waiter = std::thread::spawn(move || channel.wait_for_room(None));
        std::thread::sleep(Duration::from_millis(20));
        p.a_to_b.close("enough");

        assert_eq!(waiter.join().unwrap(), Err(NoRoom::Closed), "{transport:?}");
        assert_eq!(p.a_to_b.send_parts(&[b"more"]), Err(Closed));
    }
}

#[test]
fn a_peer_that_reads_nothing_for_long_is_kept_and_then_gets_all() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let config = EndpointConfig {
        host_timeout: Duration::from_millis(400),
        heartbeat: Duration::from_millis(50),
        ..small_queue()
    };
    let mut a = World::new(config);
    let channel = a
        .endpoint
        .connect(&Address::Tcp(listener.local_addr().unwrap()));
    let (mut peer, _) = listener.accept().unwrap();
    peer.write_all(b"HYLA\x01\0\0\0").unwrap();
    a.until(|a| a.opened.len() == 1);
    let sent = send_until_stuck(&channel);

    // Its window is closed; as for a stopped process, its host continues to answer.
    let until = std::time::Instant::now() + Duration::from_millis(2000);
    while std::time::Instant::now() < until {
        a.poll(Duration::from_millis(20));
    }
    assert_eq!(a.told.closed, []);

    let driven = Driven::new(a);
    let frames = read_frames(&mut peer, sent);
    assert!(
        frames
            .iter()
            .map(|f| f[..4].to_vec())
            .eq((1..=sent).map(|n| n.to_le_bytes().to_vec()))
    );
    driven.stop();
}

/// Frames as a plain socket reads them.
fn read_frames(peer: &mut TcpStream, count: u32) -> Vec<Vec<u8>> {
    peer.set_read_timeout(Some(WATCHDOG)).unwrap();
    let mut preface = [0; 8];
    peer.read_exact(&mut preface).unwrap();
    assert_eq!(&preface, b"HYLA\x01\0\0\0");
    let mut frames = Vec::new();
    while frames.len() < count as usize {
        let mut length = [0; 4];
        peer.read_exact(&mut length).unwrap();
        let mut frame = vec![0; u32::from_le_bytes(length) as usize];
        peer.read_exact(&mut frame).unwrap();
        if !frame.is_empty() {
            frames.push(frame);
        }
    }
    frames
}

#[test]
fn how_frames_gather_is_changed_while_the_channel_runs() {
    let config = EndpointConfig {
        bundle_gap: Duration::ZERO,
        unattended: hyla_net::Unattended::Gather,
        ..EndpointConfig::default()
    };
    let p = pair(world::Transport::Tcp, &config);
    let bundles = || p.a_to_b.counters().bundles;
    let send = || p.a_to_b.send(|frame| frame.extend_from_slice(b"a frame"));
    let at_first = bundles();
    send().unwrap();
    send().unwrap();
    assert_eq!(bundles(), at_first + 2);

    p.a_to_b.set_bundling(None, Some(WATCHDOG));
    send().unwrap();
    send().unwrap();
    assert_eq!(bundles(), at_first + 2);
    assert!(p.a_to_b.counters().queue_bytes > 0);

    p.a_to_b.set_bundling(Some(1), None);
    send().unwrap();
    assert_eq!(bundles(), at_first + 3);
    assert_eq!(p.a_to_b.counters().queue_bytes, 0);
}

/// Nobody polls: each frame leaves by itself, unless somebody is expected, who sends what has gathered. Afterwards it is as before.
#[test]
fn frames_gather_for_a_poll_that_is_expected() {
    let config = EndpointConfig {
        bundle_gap: WATCHDOG,
        ..EndpointConfig::default()
    };
    let mut p = pair(world::Transport::Tcp, &config);
    let bundles = |p: &world::Pair| p.a_to_b.counters().bundles;
    let send = |p: &world::Pair| {
        for _ in 0..2 {
            let write = |frame: &mut Vec<u8>| frame.extend_from_slice(b"a frame");
            p.a_to_b.send(write).unwrap();
        }
    };
    let at_first = bundles(&p);
    send(&p);
    assert_eq!(bundles(&p), at_first + 2);

    p.a.endpoint.remote().expect_poll();
    send(&p);
    assert_eq!(bundles(&p), at_first + 2);
    assert!(p.a_to_b.counters().queue_bytes > 0);
    p.a_to_b.set_bundling(None, Some(Duration::ZERO));
    p.a.poll(Duration::ZERO);
    assert_eq!(bundles(&p), at_first + 3);
    assert_eq!(p.a_to_b.counters().queue_bytes, 0);

    p.a_to_b.set_bundling(None, Some(WATCHDOG));
    send(&p);
    assert_eq!(bundles(&p), at_first + 5);
}

#[test]
fn frames_that_may_be_lost_are_dropped_by_a_full_queue_and_counted_and_all_others_arrive() {
    for &transport in ALL {
        let mut p = pair(transport, &small_queue());
        let lossy = |number: u32| {
            let write = |frame: &mut Vec<u8>| frame.extend_from_slice(&number.to_le_bytes());
            let taken = p.a_to_b.append_lossy(write, &FRAME).unwrap();
            p.a_to_b.depart();
            taken
        };
        let held = || p.a_to_b.counters().queue_bytes;
        // However much is sent: nobody waits, and the queue exceeds the limit by at most one frame.
        let (mut taken, mut number) = (0, 0);
        while p.a_to_b.counters().dropped.queue_full < 100 {
            taken += u64::from(lossy(number));
            number += 1;
            assert!(held() < 2_000_000, "{transport:?}: {}", held());
        }
        assert_eq!(p.a_to_b.counters().frames_sent, u64::from(number));
        assert_eq!(p.a_to_b.counters().pressed_back, 0);

        p.a_to_b
            .send_parts(&[&u32::MAX.to_le_bytes(), &FRAME])
            .unwrap();
        let last = |b: &world::Told| b.frames.last().is_some_and(|(_, f)| f[..4] == [0xFF; 4]);
        world::until(&mut p.a, &mut p.b, |_, b| last(b));
        let came = p.b.told.frames.len() as u64;
        assert_eq!(came, taken + 1, "{transport:?}");
        assert_eq!(
            p.a_to_b.counters().dropped.total(),
            u64::from(number) - taken
        );
        // There is room again.
        assert!(lossy(number));
    }
}

#[test]
fn a_paused_channel_delivers_nothing_holds_its_sender_and_loses_nothing() {
    for &transport in ALL {
        let p = pair(transport, &small_queue());
        let (mut b, driven) = (p.b, Driven::new(p.a));
        p.b_to_a.set_paused(true);
        b.poll(Duration::ZERO);
        // The reading end is polled all the time; only this channel is paused.
        let attended = Driven::new(b);
        let sent = send_until_stuck(&p.a_to_b);
        let mut b = attended.stop();
        let before = b.told.frames.len();
        assert_eq!(before, 0, "{transport:?}");
        p.b_to_a.send_parts(&[b"the other way"]).unwrap();

        p.b_to_a.set_paused(false);
        b.until(|b| b.frames.len() == sent as usize);
        let numbers = b.told.frames.iter().map(|(_, bytes)| bytes[..4].to_vec());
        assert!(numbers.eq((1..=sent).map(|n| n.to_le_bytes().to_vec())));
        let mut a = driven.stop();
        a.until(|a| a.frames.len() == 1);
        assert_eq!(a.told.bodies(), [b"the other way"]);
        assert_eq!(b.told.closed, []);
    }
}

#[test]
fn a_paused_channel_whose_peer_closes_is_read_to_its_end() {
    for &transport in ALL {
        let mut p = pair(transport, &small_queue());
        p.b_to_a.set_paused(true);
        p.b.poll(Duration::ZERO);
        for number in 1..=5_u8 {
            p.a_to_b.send_parts(&[&[number]]).unwrap();
        }
        p.b.poll(Duration::from_millis(20));
        assert_eq!(p.b.told.frames, []);

        p.a_to_b.close("that was all");
        world::until(&mut p.a, &mut p.b, |_, b| b.closed.len() == 1);
        assert_eq!(
            p.b.told.bodies(),
            [[1], [2], [3], [4], [5]],
            "{transport:?}"
        );
    }
}

#[test]
fn a_paused_channel_is_not_taken_for_a_silent_one() {
    let patient = EndpointConfig {
        heartbeat: Duration::from_millis(20),
        ..small_queue()
    };
    // The end that pauses; the other one waits for ever, since its peer may be slow on a busy
    // machine.
    let config = EndpointConfig {
        idle_timeout: Some(Duration::from_millis(200)),
        ..patient.clone()
    };
    for &transport in STREAMS {
        let (mut b, at) = World::listening(config.clone());
        let mut a = World::new(patient.clone());
        let a_to_b = a.endpoint.connect(&b.address(transport, at));
        world::until(&mut a, &mut b, |a, b| {
            a.opened.len() == 1 && b.accepted.len() == 1
        });
        let b_to_a = b.told.accepted[0].0.clone();
        let driven = Driven::new(a);
        b_to_a.set_paused(true);
        let until = std::time::Instant::now() + Duration::from_millis(600);
        while std::time::Instant::now() < until {
            b.poll(Duration::from_millis(20));
        }
        // Frames sent before the channel is read again have arrived by then.
        a_to_b.send_parts(&[b"still here"]).unwrap();
        b_to_a.set_paused(false);
        b.until(|b| !b.frames.is_empty() || !b.closed.is_empty());
        assert_eq!(b.told.closed, [], "{transport:?}");
        driven.stop();
    }
}

#[test]
fn flush_sends_the_rest_when_there_is_room_again_and_nobody_polls_the_senders_endpoint() {
    for &transport in STREAMS {
        let mut p = pair(transport, &small_queue());
        let sent = send_until_stuck(&p.a_to_b);

        let deadline = std::time::Instant::now() + WATCHDOG;
        while p.b.told.frames.len() < sent as usize {
            assert!(std::time::Instant::now() < deadline, "{transport:?} hangs");
            p.b.poll(Duration::from_millis(1));
            p.a_to_b.flush();
        }
        assert_eq!(p.a_to_b.counters().queue_bytes, 0);
        drop(p.a);
    }
}
