//! The native protocol, spoken by hand.

use std::io::{ErrorKind, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::Instant;

use hyla_core::message::{
    FromRti, Greeting, Reply, RequestId, Snapshot, ToRti, control_frame, decode_control,
    greeting_frame,
};
use hyla_core::secrets::{Challenge, LinkKey, Purpose};
use hyla_link::lanes::{LinkFrame, link_frame};
use hyla_types::{Edition, FederateHandle};

use crate::rti::WATCHDOG;

/// First bytes of every channel.
pub(crate) const PREFACE: [u8; 8] = *b"HYLA\x01\0\0\0";

/// A frame as a native caller sends it.
pub(crate) fn frame(content: &[u8]) -> Vec<u8> {
    let length = u32::try_from(content.len()).unwrap();
    [&length.to_le_bytes(), content].concat()
}

fn greeting(greeting: &Greeting) -> Vec<u8> {
    let mut content = Vec::new();
    greeting_frame(greeting, &mut content);
    frame(&content)
}

/// Reads until the other end closes the connection.
pub(crate) fn until_closed(socket: &mut TcpStream) {
    socket.set_read_timeout(Some(WATCHDOG)).unwrap();
    let mut bytes = [0; 1024];
    loop {
        match socket.read(&mut bytes) {
            Ok(0) => return,
            Ok(_) => {}
            Err(error) => {
                assert_ne!(error.kind(), ErrorKind::WouldBlock, "not closed");
                return;
            }
        }
    }
}

/// Sends all that the other end takes: it may close the connection before.
pub(crate) fn say(socket: &mut TcpStream, bytes: &[u8]) {
    let _ = socket.write_all(bytes);
}

pub(crate) fn take(socket: &mut TcpStream, count: usize) -> Vec<u8> {
    let mut bytes = vec![0; count];
    socket.set_read_timeout(Some(WATCHDOG)).unwrap();
    socket.read_exact(&mut bytes).unwrap();
    bytes
}

pub(crate) fn next_frame(socket: &mut TcpStream) -> Vec<u8> {
    let length = take(socket, 4).try_into().unwrap();
    take(socket, u32::from_le_bytes(length) as usize)
}

/// Connects as a native federate.
pub(crate) fn greet(address: &str) -> TcpStream {
    let mut socket = TcpStream::connect(address).unwrap();
    socket.write_all(&PREFACE).unwrap();
    let edition = Edition::Hla2025;
    let credentials = None;
    let hello = greeting(&Greeting::ToRti {
        edition,
        credentials,
    });
    socket.write_all(&hello).unwrap();
    socket
}

/// Joins as a federate that nobody can call; its handle, and what the RTI says about the federation.
pub(crate) fn join(address: &str, federation: &str) -> (TcpStream, FederateHandle, Box<Snapshot>) {
    let mut socket = greet(address);
    let mut content = Vec::new();
    control_frame(
        &ToRti::Join {
            request: RequestId(1),
            name: None,
            federate_type: "attacker".to_owned(),
            federation: federation.to_owned(),
            modules: Vec::new(),
            addresses: Vec::new(),
            host: String::new(),
        },
        &mut content,
    );
    socket.write_all(&frame(&content)).unwrap();
    assert_eq!(take(&mut socket, 8), PREFACE);
    loop {
        let next = next_frame(&mut socket);
        if next.first() != Some(&0) {
            continue;
        }
        if let FromRti::Answer { outcome, .. } = decode_control(&next).unwrap() {
            match outcome.unwrap() {
                Reply::Joined {
                    handle, snapshot, ..
                } => return (socket, handle, snapshot),
                other => panic!("{other:?}"),
            }
        }
    }
}

/// Calls a member as a member, and answers its challenge with this key.
pub(crate) fn call(
    at: SocketAddr,
    (from, to): (FederateHandle, FederateHandle),
    key: &LinkKey,
) -> TcpStream {
    let start = Instant::now();
    let mut socket = TcpStream::connect(at).unwrap();
    let mut call = Vec::new();
    link_frame(&LinkFrame::Call, &mut call);
    socket
        .write_all(&[&PREFACE[..], &frame(&call)].concat())
        .unwrap();
    assert_eq!(take(&mut socket, 8), PREFACE);
    let challenge = loop {
        if let Ok(LinkFrame::Challenge(challenge)) = LinkFrame::decode(&next_frame(&mut socket)) {
            break challenge;
        }
        assert!(start.elapsed() < WATCHDOG, "no challenge");
    };
    let claim = greeting(&Greeting::ToMember {
        from,
        to,
        proof: key.prove(Purpose::Call, (from, to), &challenge),
        challenge: Challenge::default(),
    });
    say(&mut socket, &claim);
    socket
}
