//! A protocol with its own framing over TCP, and an endpoint of Hyla beside it.
#![allow(clippy::unwrap_used, reason = "test code")]

use std::io::{Read, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpStream};
use std::time::{Duration, Instant};

use hyla_net::{
    Address, Channel, CloseReason, Endpoint, EndpointConfig, Event, Framing, MAX_HEADER_BYTES,
};

/// Headers like those of an ORB, twelve bytes: a word, version, flags, kind of message, and the
/// length of the body in network byte order. Senders and receivers see the kind.
#[derive(Debug)]
struct Messages;

const HEADER_BYTES: usize = 12;
const WORD: &[u8] = b"TEST\x01\x02\x00";

impl Framing for Messages {
    fn header_bytes(&self) -> usize {
        HEADER_BYTES
    }

    fn body_bytes(&self, header: &[u8]) -> Option<usize> {
        let length = header.strip_prefix(WORD)?.get(1..)?;
        Some(u32::from_be_bytes(length.try_into().ok()?) as usize)
    }

    fn set_body_bytes(&self, header: &mut [u8], body: u32) {
        header[8..].copy_from_slice(&body.to_be_bytes());
    }

    fn is_header_of_frame(&self) -> bool {
        true
    }
}

/// The same without kinds: senders and receivers do not see the header.
#[derive(Debug)]
struct Hidden;

impl Framing for Hidden {
    fn header_bytes(&self) -> usize {
        HEADER_BYTES
    }

    fn body_bytes(&self, header: &[u8]) -> Option<usize> {
        Messages.body_bytes(header)
    }

    fn set_body_bytes(&self, header: &mut [u8], body: u32) {
        header[..WORD.len()].copy_from_slice(WORD);
        Messages.set_body_bytes(header, body);
    }

    fn heartbeat(&self) -> &[u8] {
        b"TEST\x01\x02\x00\xff\0\0\0\0"
    }
}

fn message(kind: u8, body: &[u8]) -> Vec<u8> {
    let length = u32::try_from(body.len()).unwrap();
    [WORD, &[kind], &length.to_be_bytes(), body].concat()
}

/// Written by a sender: an incomplete header.
fn without_length(kind: u8, body: &[u8]) -> Vec<u8> {
    [WORD, &[kind], &[0; 4], body].concat()
}

fn endpoint() -> Endpoint {
    Endpoint::new(EndpointConfig::default()).unwrap()
}

fn anywhere() -> SocketAddr {
    (Ipv4Addr::LOCALHOST, 0).into()
}

/// Events of an endpoint.
#[derive(Default)]
struct Heard {
    opened: usize,
    accepted: Vec<Channel>,
    frames: Vec<Vec<u8>>,
    closed: Vec<CloseReason>,
}

impl Heard {
    fn take(&mut self, event: Event<'_>) {
        match event {
            Event::Opened { .. } => self.opened += 1,
            Event::Accepted { channel, .. } => {
                channel.trust();
                self.accepted.push(channel);
            }
            Event::Frame {
                bytes, following, ..
            } => {
                self.frames.push(bytes.to_vec());
                self.frames
                    .extend(std::iter::from_fn(|| following.take().map(<[u8]>::to_vec)));
            }
            Event::Closed { reason, .. } => self.closed.push(reason),
            other => panic!("{other:?}"),
        }
    }
}

/// Polls both until `done`.
fn run(ends: &mut [(&mut Endpoint, &mut Heard)], done: impl Fn(&[&Heard]) -> bool) {
    let deadline = Instant::now() + Duration::from_secs(60);
    loop {
        let heard: Vec<&Heard> = ends.iter().map(|(_, heard)| &**heard).collect();
        if done(&heard) {
            return;
        }
        assert!(Instant::now() < deadline, "nothing more comes");
        for (endpoint, heard) in ends.iter_mut() {
            let wait = Some(Duration::from_millis(1));
            endpoint.poll(wait, &mut |event| heard.take(event)).unwrap();
        }
    }
}

fn lengths() -> impl Iterator<Item = usize> {
    // None at all, several in one read, and some in parts.
    [0, 1, 100, 3, 20_000, 0, 300_000, 5, 2 << 20, 7]
        .into_iter()
        .chain((0..200).map(|i| i * 13 % 600))
}

fn bodies() -> Vec<Vec<u8>> {
    let body = |(i, length): (usize, usize)| (0..length).map(|at| (at * 7 + i) as u8).collect();
    lengths().enumerate().map(body).collect()
}

#[test]
fn frames_with_a_header_of_their_own_go_both_ways_over_tcp() {
    let (mut called, mut caller) = (endpoint(), endpoint());
    let at = called.listen_framed(anywhere(), &Messages).unwrap();
    assert_eq!(called.shared_memory_addresses().count(), 0);
    let channel = caller.remote().connect_framed(at, &Messages);
    channel.trust();
    assert_eq!(channel.peer_address(), Address::Tcp(at));
    let (mut there, mut here) = (Heard::default(), Heard::default());
    let bodies = bodies();

    for (kind, body) in bodies.iter().enumerate() {
        let written = without_length(kind as u8, body);
        let (head, tail) = written.split_at(HEADER_BYTES);
        channel.send_parts(&[head, tail]).unwrap();
    }
    let expected: Vec<_> = bodies
        .iter()
        .enumerate()
        .map(|(kind, body)| message(kind as u8, body))
        .collect();
    run(
        &mut [(&mut called, &mut there), (&mut caller, &mut here)],
        |heard| heard[0].frames.len() == expected.len(),
    );
    assert!(there.frames == expected);
    assert_eq!((here.opened, there.accepted.len()), (1, 1));
    let counters = there.accepted[0].counters();
    let bytes: usize = expected.iter().map(Vec::len).sum();
    assert_eq!(counters.bytes_received, bytes as u64);
    assert_eq!(counters.frames_received, expected.len() as u64);

    for frame in &there.frames {
        let mut frame = frame.clone();
        frame[8..HEADER_BYTES].fill(0);
        let answer = |to: &mut Vec<u8>| to.extend_from_slice(&frame);
        there.accepted[0].send(answer).unwrap();
    }
    run(
        &mut [(&mut called, &mut there), (&mut caller, &mut here)],
        |heard| heard[1].frames.len() == expected.len(),
    );
    assert!(here.frames == expected);

    channel.close("done");
    run(
        &mut [(&mut called, &mut there), (&mut caller, &mut here)],
        |heard| !heard[0].closed.is_empty(),
    );
    assert_eq!(there.closed, [CloseReason::Peer]);
}

#[test]
fn only_the_bytes_of_the_protocol_are_on_the_wire() {
    let mut called = endpoint();
    let at = called.listen_framed(anywhere(), &Messages).unwrap();
    let mut program = TcpStream::connect(at).unwrap();
    let mut heard = Heard::default();
    let mut sent = message(3, b"hello");
    // Within the second header.
    sent.extend_from_slice(&message(4, b"there")[..6]);
    program.write_all(&sent).unwrap();
    run(&mut [(&mut called, &mut heard)], |heard| {
        !heard[0].frames.is_empty()
    });
    program.write_all(&message(4, b"there")[6..]).unwrap();
    run(&mut [(&mut called, &mut heard)], |heard| {
        heard[0].frames.len() == 2
    });

    assert_eq!(heard.frames, [message(3, b"hello"), message(4, b"there")]);
    let answer = without_length(5, b"who");
    heard.accepted[0].send_parts(&[&answer]).unwrap();
    heard.accepted[0].close("enough");
    run(&mut [(&mut called, &mut heard)], |heard| {
        !heard[0].closed.is_empty()
    });
    let mut came = vec![0; HEADER_BYTES + 3];
    program.read_exact(&mut came).unwrap();
    assert_eq!(came, message(5, b"who"));
    drop(called);
    assert_eq!(program.read(&mut came).unwrap(), 0, "and nothing else");
}

#[test]
fn a_header_that_nobody_sees_is_written_and_taken_off() {
    let (mut called, mut caller) = (endpoint(), endpoint());
    let at = called.listen_framed(anywhere(), &Hidden).unwrap();
    let channel = caller.remote().connect_framed(at, &Hidden);
    let mut program = TcpStream::connect(at).unwrap();
    let (mut there, mut here) = (Heard::default(), Heard::default());
    program.write_all(&message(0, b"raw")).unwrap();
    channel.send_parts(&[b"one"]).unwrap();
    channel.send_parts(&[b""]).unwrap();
    channel.send_parts(&[b"two"]).unwrap();

    run(
        &mut [(&mut called, &mut there), (&mut caller, &mut here)],
        |heard| heard[0].frames.len() == 3,
    );

    there.frames.sort();
    assert_eq!(there.frames, [&b"one"[..], b"raw", b"two"]);
}

#[test]
fn signs_of_life_are_those_of_the_framing() {
    let config = EndpointConfig {
        heartbeat: Duration::from_millis(5),
        ..EndpointConfig::default()
    };
    let mut called = Endpoint::new(config).unwrap();
    let with = called.listen_framed(anywhere(), &Hidden).unwrap();
    let without = called.listen_framed(anywhere(), &Messages).unwrap();
    let mut programs = [with, without].map(|at| TcpStream::connect(at).unwrap());
    programs[1].set_nonblocking(true).unwrap();
    let mut heard = Heard::default();

    let mut beat = [0; HEADER_BYTES];
    programs[0]
        .set_read_timeout(Some(Duration::from_millis(1)))
        .unwrap();
    let mut came = 0;
    let deadline = Instant::now() + Duration::from_secs(60);
    while came < 3 {
        assert!(Instant::now() < deadline);
        let wait = Some(Duration::from_millis(5));
        called.poll(wait, &mut |event| heard.take(event)).unwrap();
        if programs[0].read_exact(&mut beat).is_ok() {
            assert_eq!(beat, *Hidden.heartbeat());
            came += 1;
        }
    }

    let silent = programs[1].read(&mut beat).unwrap_err();
    assert_eq!(silent.kind(), std::io::ErrorKind::WouldBlock);
}

#[test]
fn a_header_that_makes_no_sense_closes_the_channel() {
    let mut called = endpoint();
    let at = called.listen_framed(anywhere(), &Messages).unwrap();
    let mut program = TcpStream::connect(at).unwrap();
    let mut heard = Heard::default();
    program.write_all(&message(3, b"hello")).unwrap();
    program.write_all(b"GET / HTTP/1.1\r\n\r\n").unwrap();

    run(&mut [(&mut called, &mut heard)], |heard| {
        !heard[0].closed.is_empty()
    });

    assert_eq!(heard.frames, [message(3, b"hello")]);
    assert_eq!(heard.closed, [CloseReason::WrongHeader]);
}

#[test]
fn lengths_are_checked_before_anything_is_kept() {
    let mut called = endpoint();
    let limit = EndpointConfig::default().max_first_frame_bytes;
    let at = called.listen_framed(anywhere(), &Messages).unwrap();
    let mut heard = Heard::default();
    let mut programs = Vec::new();
    for length in [limit + 1 - HEADER_BYTES, u32::MAX as usize] {
        let mut program = TcpStream::connect(at).unwrap();
        let header = [WORD, &[0], &(length as u32).to_be_bytes()[..]].concat();
        program.write_all(&header).unwrap();
        programs.push(program);
        let accepted = programs.len();
        let trusts_nobody = |event: Event<'_>| match event {
            Event::Accepted { .. } => {}
            other => heard.take(other),
        };
        let mut trusts_nobody = trusts_nobody;
        let deadline = Instant::now() + Duration::from_secs(60);
        let mut closed = 0;
        while closed < 1 {
            assert!(Instant::now() < deadline, "{accepted}");
            let wait = Some(Duration::from_millis(5));
            called
                .poll(wait, &mut |event| {
                    closed += usize::from(matches!(event, Event::Closed { .. }));
                    trusts_nobody(event);
                })
                .unwrap();
        }
    }

    let too_large = |body: usize| CloseReason::FrameTooLarge {
        length: HEADER_BYTES + body,
        limit,
    };
    let expected = [
        too_large(limit + 1 - HEADER_BYTES),
        too_large(u32::MAX as usize),
    ];
    assert_eq!(heard.closed, expected);
}

#[test]
fn a_sender_that_writes_less_than_the_header_breaks_the_channel() {
    let (mut called, mut caller) = (endpoint(), endpoint());
    let at = called.listen_framed(anywhere(), &Messages).unwrap();
    let channel = caller.remote().connect_framed(at, &Messages);
    let (mut there, mut here) = (Heard::default(), Heard::default());
    run(
        &mut [(&mut called, &mut there), (&mut caller, &mut here)],
        |heard| heard[1].opened == 1 && heard[0].accepted.len() == 1,
    );

    channel.send_parts(&[&WORD[..4]]).unwrap_err();

    run(
        &mut [(&mut called, &mut there), (&mut caller, &mut here)],
        |heard| !heard[1].closed.is_empty() && !heard[0].closed.is_empty(),
    );
    assert_eq!(here.closed, [CloseReason::BrokenFrame]);
    assert!(there.frames.is_empty());
}

#[test]
fn nobody_there_is_a_connection_that_failed() {
    let nobody = std::net::TcpListener::bind(anywhere()).unwrap();
    let at = nobody.local_addr().unwrap();
    drop(nobody);
    let mut caller = endpoint();
    let _channel = caller.remote().connect_framed(at, &Messages);
    let mut heard = Heard::default();

    run(&mut [(&mut caller, &mut heard)], |heard| {
        !heard[0].closed.is_empty()
    });

    let refused = std::io::ErrorKind::ConnectionRefused;
    assert_eq!(heard.closed, [CloseReason::ConnectFailed(refused)]);
    assert_eq!(heard.opened, 0);
}

/// A listener of Hyla and one of another protocol share an endpoint.
#[test]
fn one_endpoint_speaks_both() {
    let (mut called, mut caller) = (endpoint(), endpoint());
    let own = called.listen_framed(anywhere(), &Messages).unwrap();
    let hyla = called.listen(anywhere()).unwrap();
    let channels = [
        caller.remote().connect_framed(own, &Messages),
        caller.connect(&Address::Tcp(hyla)),
    ];
    let (mut there, mut here) = (Heard::default(), Heard::default());
    channels[0]
        .send_parts(&[&without_length(9, b"own")])
        .unwrap();
    channels[1].send_parts(&[b"hyla"]).unwrap();

    run(
        &mut [(&mut called, &mut there), (&mut caller, &mut here)],
        |heard| heard[0].frames.len() == 2,
    );

    there.frames.sort();
    assert_eq!(there.frames, [message(9, b"own"), b"hyla".to_vec()]);
}

/// Headers of that many bytes.
#[derive(Debug)]
struct Sized(usize);

impl Framing for Sized {
    fn header_bytes(&self) -> usize {
        self.0
    }

    fn body_bytes(&self, header: &[u8]) -> Option<usize> {
        header.first().map(|length| usize::from(*length))
    }

    fn set_body_bytes(&self, header: &mut [u8], body: u32) {
        header[0] = body as u8;
    }
}

#[test]
fn headers_have_a_length_that_can_be() {
    let mut called = endpoint();
    for framing in [&Sized(0), &Sized(MAX_HEADER_BYTES + 1)] {
        let refused = called.listen_framed(anywhere(), framing).unwrap_err();
        assert_eq!(refused.kind(), std::io::ErrorKind::InvalidInput);
        let _channel = called.remote().connect_framed(anywhere(), framing);
        let mut heard = Heard::default();
        run(&mut [(&mut called, &mut heard)], |heard| {
            !heard[0].closed.is_empty()
        });
        let wrong = CloseReason::ConnectFailed(std::io::ErrorKind::InvalidInput);
        assert_eq!(heard.closed, [wrong]);
    }
    for framing in [&Sized(1), &Sized(MAX_HEADER_BYTES)] {
        called.listen_framed(anywhere(), framing).unwrap();
    }
}
