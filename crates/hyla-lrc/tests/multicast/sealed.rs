//! Datagrams and groups of members whose RTI hands out keys.

use std::net::{SocketAddr, UdpSocket};

use super::convoy::{Convoy, Truck};
use super::{difference, in_order};

/// How often a truck has refused datagrams for that reason.
fn refused(truck: &Truck, reason: &str) -> u64 {
    let seals = truck.rti.own_metrics().refused_seals;
    let found = seals.into_iter().find(|(name, _)| name == reason);
    found.map_or(0, |(_, count)| count)
}

#[test]
fn members_with_keys_use_datagrams_and_groups() {
    let convoy = Convoy::sealed(4, 0);
    let [first, others @ ..] = &convoy.trucks[..] else {
        panic!("four were asked for");
    };
    let others: Vec<_> = others.iter().collect();
    first.until_groups_reach(&others);
    let before = first.groups();

    let numbers = first.drive(500, &others);

    assert_eq!(
        difference(&first.groups(), &before),
        [500, 1_500, 500, 0],
        "one datagram for all"
    );
    for other in &others {
        let came = other.positions_of(first);
        assert!(in_order(&came));
        assert!(came.ends_with(&numbers));
        assert_eq!(other.rti.own_metrics().refused_seals, []);
    }
    let bound = first
        .rti
        .bind_channel(others[0].handle, "HLAbestEffort")
        .unwrap();
    assert!(bound.transport.starts_with("udp:"), "{bound:?}");
}

#[test]
fn who_has_no_key_injects_nothing_and_is_counted() {
    let convoy = Convoy::sealed(2, 0);
    let [first, second] = &convoy.trucks[..] else {
        panic!("two were asked for");
    };
    first.drive(1, &[second]);
    let bound = first
        .rti
        .bind_channel(second.handle, "HLAbestEffort")
        .unwrap();
    let at = bound.transport.split(',').next().unwrap();
    let at: SocketAddr = at.strip_prefix("udp:").unwrap().parse().unwrap();
    let stranger = UdpSocket::bind("127.0.0.1:0").unwrap();

    // The first step of a call, and what looks like data of a channel.
    second.until_known(
        || {
            stranger
                .send_to(b"HYLD\x01\x01\0\0tokentokidididid", at)
                .unwrap();
            stranger.send_to(&[0; 100], at).unwrap();
            0
        },
        || refused(second, "clear") >= 10,
    );
    stranger.set_nonblocking(true).unwrap();

    assert!(stranger.recv(&mut [0; 100]).is_err(), "no answer");
    let numbers = first.drive(20, &[second]);
    assert!(second.positions_of(first).ends_with(&numbers));
}

#[test]
fn groups_go_on_while_keys_change() {
    let convoy = Convoy::sealed(3, 250);
    let [first, second, third] = &convoy.trucks[..] else {
        panic!("three were asked for");
    };
    first.until_groups_reach(&[second, third]);

    // Best effort may lose some where a key comes late: each goes on until one has arrived.
    for _ in 0..60 {
        let number = first.position(100);
        for other in [second, third] {
            let arrived = || other.positions_of(first).last() >= Some(&number);
            other.until_known(|| first.position(100), arrived);
        }
    }

    for other in [second, third] {
        let came = other.positions_of(first);
        in_order(&came);
        for reason in ["clear", "forged", "replayed"] {
            assert_eq!(refused(other, reason), 0);
        }
    }
}
