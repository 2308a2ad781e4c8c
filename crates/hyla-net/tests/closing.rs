//! How channels end, from either side and by accident.
#![allow(clippy::unwrap_used, reason = "test code")]

mod warnings;
mod world;

use std::io::Write;
use std::net::{TcpListener, TcpStream};
use std::time::Duration;

use hyla_net::{Address, CloseReason, Closed, EndpointConfig, Event};
use world::{ALL, STREAMS, Transport, World, pair, until};

const PREFACE: &[u8] = b"HYLA\x01\0\0\0";

#[test]
fn the_peer_gets_what_was_sent_before_the_close() {
    for &transport in ALL {
        let mut p = pair(transport, &EndpointConfig::default());
        let large = vec![3; 20 << 20];
        p.a_to_b.send_parts(&[&large]).unwrap();
        p.a_to_b.close("done");
        assert_eq!(p.a_to_b.send_parts(&[b"late"]), Err(Closed));
        until(&mut p.a, &mut p.b, |a, b| {
            a.closed.len() == 1 && b.closed.len() == 1
        });

        assert_eq!(
            p.a.told.closed,
            [(p.a_to_b.id(), CloseReason::Local("done".to_owned()))]
        );
        assert_eq!(
            p.b.told.closed,
            [(p.b_to_a.id(), CloseReason::Peer)],
            "{transport:?}"
        );
        assert!(p.b.told.bodies() == [large], "{transport:?}");
        assert_eq!(
            p.b_to_a.send_parts(&[b"late"]),
            Err(Closed),
            "{transport:?}"
        );
    }
}

#[test]
fn nothing_is_delivered_after_a_close_from_within_an_event() {
    for &transport in ALL {
        let mut p = pair(transport, &EndpointConfig::default());
        for _ in 0..10 {
            p.a_to_b.send_parts(&[b"x"]).unwrap();
        }
        let (mut frames, mut closed) = (0, 0);
        while closed == 0 {
            p.a.poll(Duration::ZERO);
            p.b.endpoint
                .poll(Some(Duration::from_millis(1)), &mut |event| match event {
                    Event::Frame { .. } => {
                        frames += 1;
                        p.b_to_a.close("enough");
                        p.b_to_a.close("twice");
                    }
                    Event::Closed { reason, .. } => {
                        assert_eq!(reason, CloseReason::Local("enough".to_owned()));
                        closed += 1;
                    }
                    _ => {}
                })
                .unwrap();
        }

        assert_eq!((frames, closed), (1, 1), "{transport:?}");
        p.a.until(|a| a.closed.len() == 1);
    }
}

#[test]
fn a_dropped_endpoint_sends_what_is_queued_and_its_peers_are_told() {
    for &transport in ALL {
        let p = pair(transport, &EndpointConfig::default());
        for _ in 0..100 {
            p.a_to_b.send_parts(&[b"last words"]).unwrap();
        }
        drop(p.a);
        let mut b = p.b;
        b.until(|b| b.closed.len() == 1);

        assert_eq!(b.told.frames.len(), 100, "{transport:?}");
        assert_eq!(b.told.closed[0].1, CloseReason::Peer, "{transport:?}");
        assert_eq!(
            p.a_to_b.send_parts(&[b"late"]),
            Err(Closed),
            "{transport:?}"
        );
    }
}

#[test]
fn dropping_an_endpoint_does_not_hang_on_a_peer_that_does_not_read() {
    for &transport in ALL {
        let p = pair(transport, &EndpointConfig::default());
        p.a_to_b.send_parts(&[&vec![0; 32 << 20]]).unwrap();
        drop(p.a);

        assert_eq!(
            p.a_to_b.send_parts(&[b"late"]),
            Err(Closed),
            "{transport:?}"
        );
    }
}

#[test]
fn a_refused_connection_is_reported() {
    let free = TcpListener::bind("127.0.0.1:0")
        .unwrap()
        .local_addr()
        .unwrap();
    let mut a = World::new(EndpointConfig::default());
    let channel = a.endpoint.connect(&Address::Tcp(free));
    let _queued = channel.send_parts(&[b"anyone there?"]);
    a.until(|a| !a.closed.is_empty());

    let refused = CloseReason::ConnectFailed(std::io::ErrorKind::ConnectionRefused);
    assert_eq!(a.told.closed, [(channel.id(), refused)]);
}

#[test]
fn a_peer_that_never_greets_is_given_up() {
    let silent = TcpListener::bind("127.0.0.1:0").unwrap();
    let after = Duration::from_millis(100);
    let mut a = World::new(EndpointConfig {
        connect_timeout: after,
        ..EndpointConfig::default()
    });
    let channel = a
        .endpoint
        .connect(&Address::Tcp(silent.local_addr().unwrap()));
    a.until(|a| !a.closed.is_empty());

    assert_eq!(a.told.closed, [(channel.id(), CloseReason::Silent(after))]);
}

#[test]
fn an_address_of_another_process_or_of_a_dropped_endpoint_is_not_reachable() {
    let gone = World::new(EndpointConfig::default())
        .endpoint
        .in_process_address();
    let elsewhere: Address = "inproc:00000000000000ff/1".parse().unwrap();
    let mut a = World::new(EndpointConfig::default());
    for address in [gone, elsewhere] {
        a.endpoint.connect(&address);
    }
    a.until(|a| a.closed.len() == 2);

    assert!(
        a.told
            .closed
            .iter()
            .all(|(_, reason)| *reason == CloseReason::NotReachable)
    );
}

#[test]
fn a_frame_over_the_senders_limit_closes_the_channel_with_the_reason() {
    for &transport in ALL {
        let config = EndpointConfig {
            max_frame_bytes: 1000,
            ..EndpointConfig::default()
        };
        let mut p = pair(transport, &config);
        p.a_to_b.send_parts(&[&[1; 1000]]).unwrap();
        assert_eq!(p.a_to_b.send_parts(&[&[1; 1001]]), Err(Closed));
        until(&mut p.a, &mut p.b, |a, b| {
            a.closed.len() == 1 && b.closed.len() == 1
        });

        let reason = CloseReason::FrameTooLarge {
            length: 1001,
            limit: 1000,
        };
        assert_eq!(p.a.told.closed[0].1, reason, "{transport:?}");
        assert_eq!(p.b.told.frames.len(), 1, "{transport:?}");
    }
}

#[test]
fn frames_that_arrived_before_a_peer_is_killed_are_delivered_before_the_close() {
    let (mut b, at) = World::listening(EndpointConfig::default());
    let mut peer = TcpStream::connect(at).unwrap();
    peer.write_all(b"HYLA\x01\0\0\0\x02\0\0\0ab\x05\0\0\0cde")
        .unwrap();
    // With unread data, the system resets the connection, as for a killed process.
    drop(peer);
    b.until(|b| b.closed.len() == 1);

    assert_eq!(b.told.bodies(), [b"ab"]);
    let reason = &b.told.closed[0].1;
    assert!(
        matches!(
            reason,
            CloseReason::MidFrame { arrived: 7 } | CloseReason::Broken(_)
        ),
        "{reason}"
    );
}

#[test]
fn a_sender_learns_of_a_lost_peer_without_reading() {
    for &transport in STREAMS {
        let mut p = pair(transport, &EndpointConfig::default());
        drop(p.b);
        p.a.until(|a| a.closed.len() == 1);

        assert_eq!(p.a_to_b.send_parts(&[b"anyone?"]), Err(Closed));
    }
}

#[test]
fn what_a_closed_channel_could_not_send_is_counted_and_said() {
    const FRAMES: usize = 64;
    const LENGTH: usize = 1 << 20;
    for &transport in STREAMS {
        let p = pair(transport, &EndpointConfig::default());
        for _ in 0..FRAMES {
            p.a_to_b.send_parts(&[&[1; LENGTH]]).unwrap();
        }

        let warnings = warnings::during(|| drop(p.a));

        let sent = p.a_to_b.counters().bytes_sent as usize;
        let lost = PREFACE.len() + FRAMES * (4 + LENGTH) - sent;
        let said = format!("bytes={lost} ");
        assert!(
            warnings.len() == 1 && warnings[0].contains(&said),
            "{warnings:?}"
        );
        // The receiver has the complete frames, and reports that something is missing.
        let mut b = p.b;
        let warnings = warnings::during(|| b.until(|b| b.closed.len() == 1));
        let reason = &b.told.closed[0].1;
        if transport == Transport::Tcp && matches!(reason, CloseReason::Broken(_)) {
            // A heartbeat to a closed socket makes the system drop data that the receiver had no
            // room for.
            continue;
        }
        assert_eq!(b.told.frames.len(), (sent - PREFACE.len()) / (4 + LENGTH));
        let arrived = (sent - PREFACE.len()) % (4 + LENGTH);
        assert_eq!(*reason, CloseReason::MidFrame { arrived });
        assert_eq!(warnings.len(), 1, "{warnings:?}");
    }
}

#[test]
fn the_rest_of_a_frame_that_began_before_the_close_is_no_bad_input() {
    let (mut b, at) = World::listening(EndpointConfig::default());
    let mut peer = TcpStream::connect(at).unwrap();
    peer.write_all(PREFACE).unwrap();
    peer.write_all(b"\x02\0\0\0ab\x05\0\0\0").unwrap();
    b.until(|b| b.frames.len() == 1);

    b.told.accepted[0].0.close("enough");
    peer.write_all(b"cdefg").unwrap();
    peer.shutdown(std::net::Shutdown::Write).unwrap();
    // The rest and the end have arrived by now; each poll reads once.
    let warnings = warnings::during(|| (0..10).for_each(|_| b.poll(Duration::from_millis(1))));

    assert_eq!(b.told.closed.len(), 1);
    assert_eq!(warnings, [""; 0]);
}
