//! Both ends have the same chain, or there is no channel.

use std::io::{Read, Write};
use std::net::TcpStream;

use hyla_net::modules::{FragmentSpec, ModuleSpec};
use hyla_net::{CloseReason, EndpointConfig, Event, Profile, Transport};

use super::reliable;
use super::world::numbered::{chain, numbered};
use super::world::{ALL, STREAMS, World, until};

#[test]
fn what_is_sent_before_the_peer_has_answered_waits() {
    for &transport in ALL {
        let mut a = World::new(EndpointConfig::default());
        let (mut b, at) = World::listening(EndpointConfig::default());
        let to = b.address(transport, at);
        let profile = reliable(&chain(&["bundle", "compress"]));
        let channel = a.endpoint.remote().connect_with(&to, &profile);
        channel.send_parts(&[b"early"]).unwrap();

        until(&mut a, &mut b, |a, b| {
            b.frames.len() == 1 && a.opened.len() == 1
        });
        assert_eq!(b.told.bodies(), [b"early"]);
        assert_eq!(b.told.accepted[0].0.profile_name(), Some("Lane"));
    }
}

#[test]
fn a_peer_that_cannot_have_the_chain_says_why() {
    for &transport in STREAMS {
        let mut a = World::new(EndpointConfig::default());
        let (mut b, at) = World::listening(EndpointConfig {
            max_frame_bytes: 500,
            ..EndpointConfig::default()
        });
        let to = b.address(transport, at);
        let parts = ModuleSpec::Fragment(FragmentSpec {
            packet_bytes: Some(1000),
            ..FragmentSpec::default()
        });
        let channel = a.endpoint.remote().connect_with(&to, &reliable(&[parts]));
        channel.send_parts(&[&numbered(1, 100_000)]).unwrap();

        until(&mut a, &mut b, |a, _| a.closed.len() == 1);
        let reason = &a.told.closed[0].1;
        assert!(
            matches!(reason, CloseReason::Refused(words) if words.contains("`fragment`")),
            "{transport:?}: {reason}"
        );
        assert!(b.told.accepted.is_empty() && a.told.opened.is_empty());
    }
}

#[test]
fn chains_that_make_no_sense_are_refused_with_the_reason() {
    let cases: &[(&[&str], Transport, &str)] = &[
        (&["fragment", "bundle"], Transport::Auto, "must come before"),
        (&["checksum", "checksum"], Transport::Auto, "twice"),
        (
            &["impair", "retransmit"],
            Transport::Tcp,
            "must come before",
        ),
        (&["retransmit"], Transport::Tcp, "loses nothing"),
        (&["fragment"], Transport::Tcp, "packets of any size"),
        (&["multicast-emulation"], Transport::Tcp, "one member"),
    ];
    for &transport in ALL {
        for &(names, asked, words) in cases {
            let mut a = World::new(EndpointConfig::default());
            let (b, at) = World::listening(EndpointConfig::default());
            let profile = Profile {
                transport: asked,
                ..reliable(&chain(names))
            };
            let to = b.address(transport, at);
            let channel = a.endpoint.remote().connect_with(&to, &profile);
            assert!(channel.send_parts(&[b"nothing"]).is_err());
            a.until(|a| a.closed.len() == 1);
            let reason = a.told.closed[0].1.clone();
            assert!(
                matches!(&reason, CloseReason::WrongChain(said) if said.contains(words)),
                "{names:?}: {reason}"
            );
        }
    }
}

/// A TCP caller that sends any bytes, after the handshake for a chain.
fn caller(b: &World) -> TcpStream {
    let at = b
        .endpoint
        .shared_memory_addresses()
        .next()
        .unwrap()
        .to_string();
    let port = at.rsplit_once(':').unwrap().1.parse::<u16>().unwrap();
    let mut caller = TcpStream::connect(("127.0.0.1", port)).unwrap();
    caller.write_all(b"HYLA\x01\x01\0\0").unwrap();
    caller
}

fn say(caller: &mut TcpStream, frame: &[u8]) {
    caller
        .write_all(&(frame.len() as u32).to_le_bytes())
        .unwrap();
    caller.write_all(frame).unwrap();
}

#[test]
fn a_caller_with_terms_that_are_none_is_turned_away() {
    let (mut b, _) = World::listening(EndpointConfig::default());
    let mut callers = Vec::new();
    for terms in [&b"x"[..], b"\x01\x04Lane\xff\xff\xff", &[0; 2000]] {
        let mut caller = caller(&b);
        say(&mut caller, terms);
        // A second one makes no difference.
        say(&mut caller, b"\x00\x00\x00");
        callers.push(caller);
    }
    let reader = std::thread::spawn(move || {
        callers
            .into_iter()
            .map(|mut caller| {
                let mut answer = Vec::new();
                caller.read_to_end(&mut answer).unwrap();
                answer
            })
            .collect::<Vec<_>>()
    });
    while !reader.is_finished() {
        b.poll(std::time::Duration::from_millis(5));
    }
    for answer in reader.join().unwrap() {
        // The handshake, a length, and a word of refusal.
        assert_eq!(answer[..8], *b"HYLA\x01\0\0\0");
        assert_eq!(answer[12], 1);
        assert!(answer.len() > 20);
    }
    assert!(b.told.accepted.is_empty() && b.told.frames.is_empty());
}

#[test]
fn terms_that_are_too_long_are_not_read() {
    let (mut b, _) = World::listening(EndpointConfig::default());
    let mut caller = caller(&b);
    caller.write_all(&1_000_000_u32.to_le_bytes()).unwrap();
    let reader = std::thread::spawn(move || {
        let mut answer = Vec::new();
        let _reset = caller.read_to_end(&mut answer);
        answer
    });
    while !reader.is_finished() {
        b.poll(std::time::Duration::from_millis(5));
    }
    assert!(reader.join().unwrap().len() <= 8);
}

#[test]
fn a_damaged_packet_ends_a_reliable_channel_and_is_dropped_by_another() {
    for (reliable, damaged_ends) in [(1, true), (0, false)] {
        let (mut b, _) = World::listening(EndpointConfig::default());
        let mut caller = caller(&b);
        let mut terms = vec![reliable, 4];
        terms.extend_from_slice(b"Lane");
        terms.extend_from_slice(&ModuleSpec::encode(&chain(&["checksum"])));
        say(&mut caller, &terms);
        b.until(|b| b.accepted.len() == 1);
        say(&mut caller, b"not the sum of this");
        if damaged_ends {
            b.until(|b| b.closed.len() == 1);
            let kind = std::io::ErrorKind::InvalidData;
            assert_eq!(b.told.closed[0].1, CloseReason::Broken(kind));
        } else {
            let channel = b.told.accepted[0].0.clone();
            b.until(|_| channel.counters().dropped.damaged == 1);
            assert!(b.told.closed.is_empty());
        }
        assert!(b.told.frames.is_empty());
    }
}

#[test]
fn a_stranger_cannot_make_a_small_packet_a_large_frame() {
    let config = EndpointConfig {
        max_first_frame_bytes: 10_000,
        ..EndpointConfig::default()
    };
    for &transport in ALL {
        let mut a = World::new(config.clone());
        let (mut b, at) = World::listening(config.clone());
        let to = b.address(transport, at);
        let profile = reliable(&chain(&["compress"]));
        let channel = a.endpoint.remote().connect_with(&to, &profile);
        channel.send_parts(&[&[0; 1_000_000]]).unwrap();
        // Frame limits of unknown callers apply.
        let mut closed = None;
        while closed.is_none() {
            a.poll(std::time::Duration::ZERO);
            b.endpoint
                .poll(
                    Some(std::time::Duration::from_millis(1)),
                    &mut |event| match event {
                        Event::Frame { bytes, .. } => panic!("{} bytes came", bytes.len()),
                        Event::Closed { reason, .. } => closed = Some(reason),
                        _ => {}
                    },
                )
                .unwrap();
        }
        let (length, limit) = (1_000_000, 10_000);
        assert_eq!(closed, Some(CloseReason::FrameTooLarge { length, limit }));
    }
}
