//! Datagrams in a group of reliable multicast, from a member with the key: taken or counted, and the engine goes on.

use std::hash::Hasher;
use std::time::{Duration, Instant};

use hyla_multicast::{Arrival, Config, GroupId, Key, Member, MemberId};
use siphasher::sip::SipHasher24;

const KEY: [u8; 16] = [7; 16];

/// Checks one input.
pub fn check(input: &[u8]) {
    let _ = hyla_multicast::decode(input);
    let mut now = Instant::now();
    let mut member = Member::new(Config::default(), MemberId(1), Key::new(&KEY), 1)
        .expect("a valid configuration");
    for group in [GroupId(5), GroupId(6)] {
        member
            .install(now, group, &[MemberId(1), MemberId(2), MemberId(3)])
            .expect("a new group");
    }
    member.send(now, GroupId(5), b"hello").expect("room");
    let (mut out, mut message) = (Vec::new(), Vec::new());
    let mut rest = input;
    // Each datagram begins with its length.
    while let Some((&length, tail)) = rest.split_first() {
        let (content, tail) = tail.split_at(tail.len().min(length.into()));
        let mut hasher = SipHasher24::new_with_key(&KEY);
        hasher.write(content);
        let datagram = [content, &hasher.finish().to_le_bytes()].concat();
        let arrival = match length % 3 {
            0 => Arrival::Group,
            1 => Arrival::Direct,
            _ => Arrival::Lane,
        };
        member.handle_datagram(now, arrival, content);
        member.handle_datagram(now, arrival, &datagram);
        now += Duration::from_millis(u64::from(length));
        member.handle_timeout(now);
        // Bounded, as by a driver's turn.
        for _ in 0..64 {
            if member.poll_transmit(now, &mut out).is_none() {
                break;
            }
        }
        while member.poll_delivery(now, &mut message).is_some() {}
        while member.poll_event().is_some() {}
        rest = tail;
    }
}
