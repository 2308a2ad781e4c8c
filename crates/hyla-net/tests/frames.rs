//! Frames arrive whole, in order and once, over both transports.
#![allow(clippy::unwrap_used, reason = "test code")]

mod world;

use std::time::Duration;

use hyla_net::{EndpointConfig, Event, Pressure, Unattended};
use world::{ALL, Driven, STREAMS, Transport, World, pair, until};

fn numbered(count: u32) -> Vec<[u8; 4]> {
    (0..count).map(u32::to_le_bytes).collect()
}

#[test]
fn frames_arrive_in_the_order_sent() {
    for &transport in ALL {
        let mut p = pair(transport, &EndpointConfig::default());
        for number in numbered(10_000) {
            p.a_to_b.send_parts(&[&number[..1], &number[1..]]).unwrap();
        }
        until(&mut p.a, &mut p.b, |_, b| b.frames.len() >= 10_000);

        assert_eq!(p.b.told.bodies(), numbered(10_000), "{transport:?}");
    }
}

#[test]
fn frames_sent_before_the_connection_is_made_wait_for_it() {
    for &transport in ALL {
        let (mut b, at) = World::listening(EndpointConfig::default());
        let mut a = World::new(EndpointConfig::default());
        let to = b.address(transport, at);
        let channel = a.endpoint.connect(&to);
        channel
            .send(|frame| frame.extend_from_slice(b"early"))
            .unwrap();
        channel
            .send(|frame| frame.extend_from_slice(b"bird"))
            .unwrap();
        until(&mut a, &mut b, |_, b| b.frames.len() == 2);

        assert_eq!(
            b.told.bodies(),
            [b"early".as_slice(), b"bird"],
            "{transport:?}"
        );
    }
}

#[test]
fn a_large_frame_arrives_whole_between_small_ones() {
    for &transport in ALL {
        let p = pair(transport, &EndpointConfig::default());
        let large: Vec<u8> = (0..64 << 20).map(|i: u32| (i >> 7) as u8).collect();
        let driven = Driven::new(p.a);
        let mut b = p.b;
        p.a_to_b.send(|frame| frame.push(1)).unwrap();
        assert_eq!(p.a_to_b.send_parts(&[&large]), Ok(Pressure::High));
        p.a_to_b.send(|frame| frame.push(2)).unwrap();
        b.until(|b| b.frames.len() == 3);

        let bodies = b.told.bodies();
        assert_eq!((bodies[0], bodies[2]), (&[1][..], &[2][..]));
        assert!(bodies[1] == large, "the large frame differs, {transport:?}");
        driven.stop();
    }
}

#[test]
fn frames_of_all_lengths_follow_each_other() {
    const LENGTHS: [usize; 9] = [
        1, 16_380, 16_384, 100, 262_140, 262_144, 300_000, 65_536, 1_000_000,
    ];
    for &transport in ALL {
        let p = pair(transport, &EndpointConfig::default());
        let driven = Driven::new(p.a);
        let mut b = p.b;
        // Each length after each other one.
        let lengths = LENGTHS
            .iter()
            .flat_map(|a| LENGTHS.iter().flat_map(move |b| [*a, *b]));
        let lengths: Vec<usize> = lengths.collect();
        let channel = p.a_to_b.clone();
        let sent = lengths.clone();
        let sender = std::thread::spawn(move || {
            for (number, length) in sent.into_iter().enumerate() {
                channel
                    .send(|frame| frame.resize(frame.len() + length, number as u8))
                    .unwrap();
                channel.wait_for_room(None).unwrap();
            }
        });
        b.until(|b| b.frames.len() == lengths.len());
        sender.join().unwrap();

        for ((number, length), body) in lengths.iter().enumerate().zip(b.told.bodies()) {
            assert_eq!(body.len(), *length, "frame {number}, {transport:?}");
            let right = body.iter().all(|byte| *byte == number as u8);
            assert!(
                right,
                "frame {number} of {length} bytes differs, {transport:?}"
            );
        }
        driven.stop();
    }
}

#[test]
fn empty_frames_are_not_sent() {
    for &transport in ALL {
        let mut p = pair(transport, &EndpointConfig::default());
        p.a_to_b.send(|_| ()).unwrap();
        p.a_to_b.send(|frame| frame.push(7)).unwrap();
        until(&mut p.a, &mut p.b, |_, b| !b.frames.is_empty());

        assert_eq!(p.b.told.bodies(), [[7]], "{transport:?}");
        assert_eq!(p.a_to_b.counters().frames_sent, 1, "{transport:?}");
    }
}

#[test]
fn a_hundred_channels_do_not_mix() {
    for &transport in ALL {
        let (mut b, at) = World::listening(EndpointConfig::default());
        let mut a = World::new(EndpointConfig::default());
        let to = b.address(transport, at);
        let channels: Vec<_> = (0..100).map(|_| a.endpoint.connect(&to)).collect();
        for round in 0..50_u8 {
            for (number, channel) in channels.iter().enumerate() {
                channel
                    .send(|frame| frame.extend_from_slice(&[number as u8, round]))
                    .unwrap();
            }
        }
        until(&mut a, &mut b, |_, b| b.frames.len() == 5000);

        for (channel, _) in &b.told.accepted {
            let own = b.told.frames.iter().filter(|(id, _)| *id == channel.id());
            let bodies: Vec<_> = own.map(|(_, bytes)| bytes).collect();
            let number = bodies[0][0];
            let expected: Vec<_> = (0..50_u8).map(|round| vec![number, round]).collect();
            assert!(bodies.into_iter().eq(&expected), "{transport:?}");
        }
    }
}

#[test]
fn concurrent_senders_keep_their_own_order() {
    for &transport in ALL {
        let p = pair(transport, &EndpointConfig::default());
        let driven = Driven::new(p.a);
        let mut b = p.b;
        std::thread::scope(|scope| {
            for sender in 0..4_u8 {
                let channel = p.a_to_b.clone();
                scope.spawn(move || {
                    for number in numbered(20_000) {
                        channel.send_parts(&[&[sender], &number]).unwrap();
                    }
                });
            }
            b.until(|b| b.frames.len() == 80_000);
        });

        for sender in 0..4_u8 {
            let own = b.told.frames.iter().filter(|(_, bytes)| bytes[0] == sender);
            assert!(
                own.map(|(_, bytes)| &bytes[1..]).eq(numbered(20_000)),
                "{transport:?}"
            );
        }
        driven.stop();
    }
}

#[test]
fn frames_sent_from_within_an_event_share_a_bundle_and_leave_without_another_poll() {
    for &transport in ALL {
        let gap = Duration::from_secs(3600);
        let config = EndpointConfig {
            bundle_gap: gap,
            ..EndpointConfig::default()
        };
        let mut p = pair(transport, &config);
        p.a_to_b.send(|frame| frame.push(1)).unwrap();
        p.a_to_b.flush();
        let mut answered = false;
        while !answered {
            let back = p.b_to_a.clone();
            let answer = &mut |event: Event<'_>| {
                if let Event::Frame { .. } = event {
                    for number in numbered(10) {
                        back.send_parts(&[&number]).unwrap();
                    }
                    answered = true;
                }
            };
            p.b.endpoint
                .poll(Some(Duration::from_millis(10)), answer)
                .unwrap();
        }
        p.a.until(|a| a.frames.len() == 10);

        assert_eq!(p.a.told.bodies(), numbered(10), "{transport:?}");
        // The handshake, perhaps the first answer, and all others together. In shared memory each
        // leaves at once, which costs nothing there.
        let shares = [Transport::Tcp, Transport::InProcess].contains(&transport);
        assert!(
            !shares || p.b_to_a.counters().bundles <= 3,
            "{:?}",
            p.b_to_a.counters()
        );
    }
}

#[test]
fn what_gathers_while_nobody_polls_leaves_on_flush() {
    let config = EndpointConfig {
        unattended: Unattended::Gather,
        bundle_gap: Duration::from_secs(3600),
        ..EndpointConfig::default()
    };
    let mut p = pair(Transport::Tcp, &config);
    for number in numbered(5) {
        p.a_to_b.send_parts(&[&number]).unwrap();
    }
    assert!(
        p.a_to_b.counters().queue_bytes > 0,
        "the gap has not passed"
    );
    p.a_to_b.flush();
    p.b.until(|b| b.frames.len() == 5);

    assert_eq!(p.a_to_b.counters().queue_bytes, 0);
}

#[test]
fn behind_a_frame_that_the_endpoint_will_write_none_has_to_depart_until_there_is_a_bundle() {
    let config = EndpointConfig {
        unattended: Unattended::Gather,
        bundle_gap: Duration::from_secs(3600),
        bundle_bytes: 1024,
        ..EndpointConfig::default()
    };
    let mut p = pair(Transport::Tcp, &config);
    let append = |length: usize| {
        p.a_to_b
            .append(|frame| frame.resize(frame.len() + length, 7))
            .unwrap();
        p.a_to_b.has_to_depart()
    };
    p.a_to_b.flush();
    let told = append(8);
    p.a_to_b.depart();

    assert!(told, "somebody has to tell the endpoint");
    assert!(!append(8));
    assert!(append(1024), "the bundle is full");
    p.a_to_b.depart();
    assert_eq!(p.a_to_b.counters().queue_bytes, 0);
    assert!(!append(8), "still on the endpoint's list");
    p.a.poll(Duration::ZERO);
    p.b.until(|b| b.frames.len() == 4);
    assert!(append(8), "off the list");
}

#[test]
fn what_is_sent_while_nobody_polls_leaves_at_once_by_default() {
    for &transport in STREAMS {
        let config = EndpointConfig {
            bundle_gap: Duration::from_secs(3600),
            ..EndpointConfig::default()
        };
        let mut p = pair(transport, &config);
        for number in numbered(5) {
            p.a_to_b.send_parts(&[&number]).unwrap();
        }
        p.b.until(|b| b.frames.len() == 5);

        assert_eq!(p.a_to_b.counters().queue_bytes, 0);
    }
}

#[test]
fn the_end_of_a_burst_is_not_left_behind() {
    for &transport in STREAMS {
        let config = EndpointConfig {
            bundle_gap: Duration::from_millis(1),
            ..EndpointConfig::default()
        };
        let p = pair(transport, &config);
        let driven = Driven::new(p.a);
        let mut b = p.b;
        for burst in 1..=20 {
            for number in numbered(100) {
                p.a_to_b.send_parts(&[&number]).unwrap();
            }
            b.until(|b| b.frames.len() == burst * 100);
        }
        driven.stop();

        assert_eq!(p.a_to_b.counters().frames_sent, 2000);
    }
}

#[test]
fn both_ends_of_a_channel_may_be_on_one_endpoint() {
    for &transport in ALL {
        let (mut world, at) = World::listening(EndpointConfig::default());
        let to = world.address(transport, at);
        let channel = world.endpoint.connect(&to);
        channel
            .send(|frame| frame.extend_from_slice(b"self"))
            .unwrap();
        world.until(|told| told.frames.len() == 1);

        assert_eq!(world.told.bodies(), [b"self"], "{transport:?}");
    }
}

#[test]
fn counters_agree_at_both_ends() {
    for &transport in ALL {
        let mut p = pair(transport, &EndpointConfig::default());
        for number in numbered(1000) {
            p.a_to_b.send_parts(&[&number]).unwrap();
        }
        until(&mut p.a, &mut p.b, |_, b| b.frames.len() == 1000);

        let (sent, received) = (p.a_to_b.counters(), p.b_to_a.counters());
        assert_eq!(
            (sent.frames_sent, received.frames_received),
            (1000, 1000),
            "{transport:?}"
        );
        assert_eq!(sent.bytes_sent, received.bytes_received, "{transport:?}");
        assert_eq!(sent.queue_bytes, 0, "{transport:?}");
    }
}

#[test]
fn a_wake_ends_a_poll_without_an_event() {
    let mut world = World::new(EndpointConfig::default());
    let remote = world.endpoint.remote();
    let waker = std::thread::spawn(move || remote.wake());

    let events = world.endpoint.poll(None, &mut |_| ()).unwrap();
    assert_eq!(events, 0);
    waker.join().unwrap();
}

#[test]
fn long_frames_of_many_streams_arrive_whole_and_short_ones_between_them() {
    long_frames_arrive_whole(false);
    long_frames_arrive_whole(true);
}

fn long_frames_arrive_whole(fair_reads: bool) {
    const STREAMS_AT_ONCE: usize = 9;
    let (mut b, at) = World::listening(EndpointConfig {
        fair_reads,
        ..EndpointConfig::default()
    });
    let mut a = World::new(EndpointConfig::default());
    let to = b.address(Transport::Tcp, at);
    let channels: Vec<_> = (0..STREAMS_AT_ONCE)
        .map(|_| a.endpoint.connect(&to))
        .collect();
    let driven = Driven::new(a);
    for (number, channel) in channels.iter().enumerate() {
        let long: Vec<u8> = vec![number as u8; (3 << 20) + number];
        let _ = channel.send_parts(&[&long]).unwrap();
        let _ = channel.send(|frame| frame.push(number as u8)).unwrap();
        channel.flush();
    }

    b.until(|told| told.frames.len() == 2 * STREAMS_AT_ONCE);

    for number in 0..STREAMS_AT_ONCE {
        let of_it = |frame: &&[u8]| frame[0] == number as u8;
        let lengths: Vec<_> = b
            .told
            .bodies()
            .into_iter()
            .filter(of_it)
            .map(<[u8]>::len)
            .collect();
        assert_eq!(lengths, [(3 << 20) + number, 1], "{number}");
    }
    driven.stop();
}
