//! Callers that have not said who they are leave descriptors for others.
#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, reason = "test code")]

use std::fs::File;
use std::net::TcpStream;
use std::time::Duration;

use hyla_net::{Address, Endpoint, EndpointConfig, Event};
use rustix::process::{Resource, Rlimit, setrlimit};

const LIMIT: u64 = 256;
const RESERVE: usize = 40;

/// The only test of its process: the limit of descriptors is that of all threads.
#[test]
fn strangers_leave_descriptors_for_members() {
    let limit = Rlimit {
        current: Some(LIMIT),
        maximum: Some(LIMIT),
    };
    setrlimit(Resource::Nofile, limit).unwrap();
    let mut endpoint = Endpoint::new(EndpointConfig {
        shared_memory: false,
        reserved_descriptors: RESERVE,
        ..EndpointConfig::default()
    })
    .unwrap();
    let at = endpoint.listen("127.0.0.1:0".parse().unwrap()).unwrap();
    let mut member = Endpoint::new(EndpointConfig {
        shared_memory: false,
        ..EndpointConfig::default()
    })
    .unwrap();
    let channel = member.connect(&Address::Tcp(at));
    channel.send_parts(&[b"hello"]).unwrap();
    let (mut trusted, mut frames) = (None, 0);
    let mut turn = |endpoint: &mut Endpoint, member: &mut Endpoint, trusted: &mut Option<_>| {
        member.poll(Some(Duration::ZERO), &mut |_| {}).unwrap();
        let on = &mut |event: Event<'_>| match event {
            Event::Accepted { channel, .. } if trusted.is_none() => {
                channel.trust();
                *trusted = Some(channel.id());
            }
            Event::Frame { .. } => frames += 1,
            _ => {}
        };
        endpoint.poll(Some(Duration::ZERO), on).unwrap();
        frames
    };
    while turn(&mut endpoint, &mut member, &mut trusted) == 0 {}

    // Both ends of a connection are of this process.
    let mut silent = Vec::new();
    while endpoint.disconnected_for_descriptors() == 0 {
        assert!((silent.len() as u64) < LIMIT, "none was turned away");
        silent.push(TcpStream::connect(at).unwrap());
        turn(&mut endpoint, &mut member, &mut trusted);
    }

    assert!(!Endpoint::is_short_of_descriptors(RESERVE - 2));
    let files: Vec<_> = (0..RESERVE - 2)
        .map(|_| File::open("/dev/null").unwrap())
        .collect();
    channel.send_parts(&[b"still here"]).unwrap();
    while turn(&mut endpoint, &mut member, &mut trusted) < 2 {}
    drop(files);
    assert_eq!(
        endpoint.disconnected_for_descriptors(),
        endpoint.disconnected_strangers()
    );
}
