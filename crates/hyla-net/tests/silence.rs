//! Heartbeats, and detection of lost peers.
#![allow(clippy::unwrap_used, reason = "test code")]

mod world;

use std::io::Write;
use std::net::TcpStream;
use std::time::{Duration, Instant};

use hyla_net::{Address, Channel, CloseReason, EndpointConfig};
use world::{STREAMS, World, pair, until};

fn eager() -> EndpointConfig {
    EndpointConfig {
        heartbeat: Duration::from_millis(20),
        idle_timeout: Some(Duration::from_secs(2)),
        ..EndpointConfig::default()
    }
}

#[test]
fn heartbeats_keep_an_idle_channel_and_are_not_frames() {
    for &transport in STREAMS {
        let mut p = pair(transport, &eager());
        // Longer than the timeout, of which a busy machine should not take the whole.
        let start = Instant::now();
        while start.elapsed() < Duration::from_millis(2600) {
            p.a.poll(Duration::from_millis(5));
            p.b.poll(Duration::from_millis(5));
        }

        assert_eq!(
            (&p.a.told.closed[..], &p.b.told.closed[..]),
            (&[][..], &[][..])
        );
        assert!(p.b.told.frames.is_empty());
        let counters = p.b_to_a.counters();
        assert!(counters.bytes_received >= 8 + 3 * 4, "{counters:?}");
        assert_eq!(counters.frames_received, 0);
    }
}

/// Intervals as long as those by which the system asks other hosts.
fn patient() -> EndpointConfig {
    EndpointConfig {
        heartbeat: Duration::from_secs(1),
        ..EndpointConfig::default()
    }
}

#[test]
fn nothing_is_sent_on_an_idle_channel_that_nobody_watches() {
    for &transport in STREAMS {
        let mut p = pair(transport, &patient());
        let sent =
            |p: &world::Pair| [&p.a_to_b, &p.b_to_a].map(|channel| channel.counters().bytes_sent);
        let before = sent(&p);
        let start = Instant::now();
        while start.elapsed() < Duration::from_millis(2600) {
            p.a.poll(Duration::from_millis(5));
            p.b.poll(Duration::from_millis(5));
        }

        assert_eq!(sent(&p), before, "{transport:?}");
    }
}

/// Two ends, of which the second one watches, for somewhat longer than its idle timeout. Calls `at_begin` once and `each_time` between polls.
fn stays_open(at_begin: impl FnOnce(&Channel), each_time: impl Fn(&Channel)) {
    let watches = EndpointConfig {
        idle_timeout: Some(Duration::from_secs(4)),
        ..patient()
    };
    let (mut b, at) = World::listening(watches);
    let mut a = World::new(patient());
    let a_to_b = a.endpoint.connect(&Address::Tcp(at));
    a_to_b.trust();
    until(&mut a, &mut b, |a, b| {
        a.opened.len() == 1 && b.accepted.len() == 1
    });
    let b_to_a = b.told.accepted[0].0.clone();
    at_begin(&a_to_b);
    let start = Instant::now();
    while start.elapsed() < Duration::from_millis(5500) {
        a.poll(Duration::from_millis(5));
        b.poll(Duration::from_millis(5));
        each_time(&b_to_a);
    }

    assert_eq!((&a.told.closed[..], &b.told.closed[..]), (&[][..], &[][..]));
    assert_eq!(a_to_b.counters().frames_sent, 0);
}

#[test]
fn who_watches_hears_a_peer_that_does_not_watch_also_while_it_sends_itself() {
    let there = |frame: &mut Vec<u8>| frame.extend_from_slice(b"there");
    stays_open(|_| (), |b_to_a| assert!(b_to_a.send(there).is_ok()));
}

/// It cannot know that it is watched: the heartbeat that says so waits with everything else.
#[test]
fn who_watches_hears_a_peer_that_does_not_read() {
    stays_open(|a_to_b| a_to_b.set_paused(true), |_| ());
}

#[test]
fn a_silent_peer_is_closed_after_the_idle_timeout_where_one_is_set() {
    let (mut b, at) = World::listening(eager());
    let mut silent = TcpStream::connect(at).unwrap();
    silent.write_all(b"HYLA\x01\0\0\0").unwrap();
    b.until(|b| b.closed.len() == 1);

    assert_eq!(
        b.told.closed[0].1,
        CloseReason::Idle(Duration::from_secs(2))
    );
}

#[test]
fn a_frame_that_trickles_in_is_given_up_after_the_frame_timeout() {
    let config = EndpointConfig {
        frame_timeout: Some(Duration::from_millis(100)),
        ..EndpointConfig::default()
    };
    let (mut b, at) = World::listening(config);
    let mut slow = TcpStream::connect(at).unwrap();
    slow.write_all(b"HYLA\x01\0\0\0").unwrap();
    // A whole frame, then one whose bytes come one by one.
    slow.write_all(b"\x02\0\0\0ab\xff\xff\0\0").unwrap();
    b.until(|b| {
        let _ = (&slow).write_all(b"x");
        b.closed.len() == 1
    });

    assert_eq!(b.told.bodies(), [b"ab"]);
    assert_eq!(
        b.told.closed[0].1,
        CloseReason::SlowFrame(Duration::from_millis(100))
    );
}

#[test]
fn a_silent_peer_is_kept_by_default() {
    let config = EndpointConfig {
        heartbeat: Duration::from_millis(20),
        host_timeout: Duration::from_millis(100),
        ..EndpointConfig::default()
    };
    let (mut b, at) = World::listening(config);
    let mut silent = TcpStream::connect(at).unwrap();
    silent.write_all(b"HYLA\x01\0\0\0").unwrap();
    b.until(|b| b.accepted.len() == 1);
    let start = Instant::now();
    while start.elapsed() < Duration::from_millis(800) {
        b.poll(Duration::from_millis(5));
    }

    assert_eq!(b.told.closed, []);
    assert!(b.told.accepted[0].0.counters().silent_for >= Duration::from_millis(500));
}
