//! Callers that have greeted, and nothing more, leave descriptors for others.
#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, reason = "test code")]

use std::io::Write;
use std::net::{SocketAddr, TcpStream};
use std::time::{Duration, Instant};

use hyla_net::{Endpoint, EndpointConfig, Event};
use rustix::process::{Resource, Rlimit, setrlimit};

const LIMIT: u64 = 256;
const RESERVE: usize = 40;
const GREETING: &[u8] = b"HYLA\x01\0\0\0\x01\0\0\0g";

fn greet(at: SocketAddr) -> TcpStream {
    let mut caller = TcpStream::connect(at).unwrap();
    caller.write_all(GREETING).unwrap();
    caller
}

/// The only test of its process: the limit of descriptors is that of all threads.
#[test]
fn who_has_greeted_and_is_no_member_makes_room_when_descriptors_are_short() {
    let limit = Rlimit {
        current: Some(LIMIT),
        maximum: Some(LIMIT),
    };
    setrlimit(Resource::Nofile, limit).unwrap();
    let mut endpoint = Endpoint::new(EndpointConfig {
        shared_memory: false,
        reserved_descriptors: RESERVE,
        reception: Some(Duration::from_secs(600)),
        ..EndpointConfig::default()
    })
    .unwrap();
    let at = endpoint.listen("127.0.0.1:0".parse().unwrap()).unwrap();
    let (mut accepted, mut closed) = (0, Vec::new());
    let mut first = None;
    let start = Instant::now();
    let mut until = |endpoint: &mut Endpoint, count: usize| {
        while accepted < count {
            assert!(
                start.elapsed() < Duration::from_secs(60),
                "{accepted} of {count}"
            );
            let on = &mut |event: Event<'_>| match event {
                Event::Accepted { channel, .. } => {
                    accepted += 1;
                    // The first one is a member.
                    match first {
                        None => channel.trust(),
                        Some(_) => channel.admit(),
                    }
                    first.get_or_insert(channel.id());
                }
                Event::Closed { channel, .. } => closed.push(channel),
                _ => {}
            };
            let turn = Some(Duration::from_millis(1));
            endpoint.poll(turn, on).unwrap();
        }
    };

    // Both ends of a connection are of this process.
    let mut callers = Vec::new();
    while endpoint.disconnected_for_descriptors() < 10 {
        assert!((callers.len() as u64) < LIMIT, "none was turned away");
        callers.push(greet(at));
        until(&mut endpoint, callers.len());
    }

    assert!(!closed.contains(&first.unwrap()), "the member stays");
    assert_eq!(closed.len(), 10);
}
