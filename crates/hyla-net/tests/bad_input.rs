//! Any input on a socket closes the connection with a reason, and the endpoint continues.
#![allow(clippy::unwrap_used, reason = "test code")]

mod world;

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

use hyla_net::{Address, CloseReason, EndpointConfig};
use world::{World, until};

const PREFACE: &[u8] = b"HYLA\x01\0\0\0";

fn caller(at: SocketAddr, bytes: &[u8]) -> TcpStream {
    let mut stream = TcpStream::connect(at).unwrap();
    stream.set_nonblocking(true).unwrap();
    stream.write_all(bytes).unwrap();
    stream
}

/// Polls until the endpoint has closed `stream`; gives the received bytes.
fn until_closed(world: &mut World, stream: &mut TcpStream) -> Vec<u8> {
    let deadline = std::time::Instant::now() + world::WATCHDOG;
    let mut came = Vec::new();
    loop {
        assert!(std::time::Instant::now() < deadline, "hangs");
        world.poll(Duration::from_millis(2));
        let mut part = [0; 64];
        match stream.read(&mut part) {
            Ok(0) => return came,
            Ok(count) => came.extend_from_slice(&part[..count]),
            Err(error) if error.kind() == std::io::ErrorKind::WouldBlock => {}
            Err(_) => return came,
        }
    }
}

/// A correct peer gets through.
fn assert_alive(world: &mut World, at: SocketAddr) {
    let before = world.told.frames.len();
    let mut friend = World::new(EndpointConfig::default());
    let channel = friend.endpoint.connect(&Address::Tcp(at));
    channel.send_parts(&[b"hello"]).unwrap();
    until(&mut friend, world, |_, b| b.frames.len() > before);
    assert_eq!(world.told.frames[before].1, b"hello");
}

#[test]
fn another_protocol_is_turned_away_before_it_is_a_channel() {
    let (mut b, at) = World::listening(EndpointConfig::default());
    let mut stream = caller(at, b"GET / HTTP/1.1\r\n\r\n");
    let answer = until_closed(&mut b, &mut stream);

    // No handshake precedes it.
    assert_eq!(answer, world::ANSWER);
    assert_eq!(b.told.strangers, [(*b"GET / HT", vec![])]);
    assert!(b.told.accepted.is_empty() && b.told.closed.is_empty());
    assert_alive(&mut b, at);
}

#[test]
fn a_stranger_gets_its_answer_also_if_it_goes_on_talking() {
    let (mut b, at) = World::listening(EndpointConfig::default());
    let mut stream = caller(at, b"GET / HTTP/1.1\r\n");
    b.until(|b| b.strangers.len() == 1);
    stream.write_all(&[b'x'; 100_000]).unwrap();
    let answer = until_closed(&mut b, &mut stream);

    assert_eq!(answer, world::ANSWER);
    assert_eq!(b.told.strangers.len(), 1);
}

#[test]
fn a_caller_of_another_version_gets_the_greeting_of_this_one() {
    let (mut b, at) = World::listening(EndpointConfig::default());
    let mut stream = caller(at, b"HYLA\x02\0\0\0");
    let answer = until_closed(&mut b, &mut stream);

    assert_eq!(answer, PREFACE);
    assert_eq!(b.told.strangers, [(*b"HYLA\x02\0\0\0", PREFACE.to_vec())]);
}

#[test]
fn a_caller_is_told_whether_nobody_answers_or_somebody_without_a_greeting() {
    let config = EndpointConfig {
        connect_timeout: Duration::from_millis(100),
        ..EndpointConfig::default()
    };
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let to = Address::Tcp(listener.local_addr().unwrap());
    for closes in [false, true] {
        let mut a = World::new(config.clone());
        a.endpoint.connect(&to);
        let (stream, _) = listener.accept().unwrap();
        if closes {
            stream.shutdown(std::net::Shutdown::Write).unwrap();
        }
        a.until(|a| a.closed.len() == 1);

        let reason = &a.told.closed[0].1;
        match closes {
            true => assert_eq!(*reason, CloseReason::NoHandshake),
            false => assert_eq!(*reason, CloseReason::Silent(Duration::from_millis(100))),
        }
    }
}

#[test]
fn another_version_is_named_to_the_side_that_connected() {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let mut a = World::new(EndpointConfig::default());
    a.endpoint
        .connect(&Address::Tcp(listener.local_addr().unwrap()));
    let (mut peer, _) = listener.accept().unwrap();
    peer.write_all(b"HYLA\x02\0\0\0").unwrap();
    a.until(|a| a.closed.len() == 1);

    let reason = &a.told.closed[0].1;
    // Detected at the byte that differs; the bytes with it are shown.
    assert!(matches!(reason, CloseReason::WrongHandshake { found } if found[..5] == *b"HYLA\x02"));
    assert!(reason.to_string().contains("HYLA"), "{reason}");
}

#[test]
fn half_a_greeting_is_given_up_after_the_time_for_it() {
    let config = EndpointConfig {
        connect_timeout: Duration::from_millis(100),
        ..EndpointConfig::default()
    };
    let (mut b, at) = World::listening(config);
    let mut stream = caller(at, &PREFACE[..4]);
    until_closed(&mut b, &mut stream);

    assert!(b.told.accepted.is_empty() && b.told.closed.is_empty());
    assert_alive(&mut b, at);
}

#[test]
fn a_first_frame_too_large_for_a_stranger_is_refused_and_none_of_it_delivered() {
    let (mut b, at) = World::listening(EndpointConfig::default());
    let mut frame = PREFACE.to_vec();
    frame.extend_from_slice(&(128_u32 << 20).wrapping_add(1).to_le_bytes());
    let mut stream = caller(at, &frame);
    until_closed(&mut b, &mut stream);

    let reason = CloseReason::FrameTooLarge {
        length: (128 << 20) + 1,
        limit: 128 << 20,
    };
    assert_eq!(b.told.closed[0].1, reason);
    assert!(b.told.frames.is_empty());
    assert_alive(&mut b, at);
}

#[test]
fn a_channel_that_is_not_trusted_keeps_to_the_smaller_limit() {
    let config = EndpointConfig {
        max_first_frame_bytes: 100,
        ..EndpointConfig::default()
    };
    let mut b = hyla_net::Endpoint::new(config).unwrap();
    let at = b.listen("127.0.0.1:0".parse().unwrap()).unwrap();
    let mut bytes = PREFACE.to_vec();
    bytes.extend_from_slice(&101_u32.to_le_bytes());
    let _stream = caller(at, &bytes);
    let mut reason = None;
    while reason.is_none() {
        b.poll(None, &mut |event| {
            if let hyla_net::Event::Closed { reason: why, .. } = event {
                reason = Some(why);
            }
        })
        .unwrap();
    }

    assert_eq!(
        reason,
        Some(CloseReason::FrameTooLarge {
            length: 101,
            limit: 100
        })
    );
}

#[test]
fn a_stream_that_stops_within_a_frame_says_so() {
    for cut in 1..9 {
        let (mut b, at) = World::listening(EndpointConfig::default());
        let stream = caller(
            at,
            &[PREFACE, &5_u32.to_le_bytes(), b"hello"].concat()[..8 + cut],
        );
        stream.shutdown(std::net::Shutdown::Write).unwrap();
        b.until(|b| b.closed.len() == 1);

        let expected = if cut == 9 {
            CloseReason::Peer
        } else {
            CloseReason::MidFrame { arrived: cut }
        };
        assert_eq!(b.told.closed[0].1, expected);
    }
}

#[test]
fn random_bytes_from_many_callers_leave_the_endpoint_alive() {
    let (mut b, at) = World::listening(EndpointConfig::default());
    let mut dice = fastrand::Rng::with_seed(7);
    for caller_number in 0..60 {
        let noise: Vec<u8> = (0..dice.u32(..3000)).map(|_| dice.u8(..)).collect();
        // Every other one sends a correct handshake first.
        let bytes = if caller_number % 2 == 0 {
            noise
        } else {
            [PREFACE, &noise].concat()
        };
        let stream = caller(at, &bytes);
        b.poll(Duration::from_millis(1));
        drop(stream);
    }
    b.until(|b| b.accepted.len() == 30 && b.closed.len() == 30);

    assert_alive(&mut b, at);
}
