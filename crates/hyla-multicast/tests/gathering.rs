//! Messages in quick succession share packets, and a single one waits for nothing.
#![allow(clippy::unwrap_used, reason = "test code")]

use std::time::{Duration, Instant};

use hyla_multicast::{Arrival, Config, Destination, Frame, GroupId, Key, Member, MemberId};

const GROUP: GroupId = GroupId(1);

fn us(us: u64) -> Duration {
    Duration::from_micros(us)
}

/// Two members, the first one sends.
struct Two {
    near: Member,
    far: Member,
    now: Instant,
}

impl Two {
    fn new() -> Self {
        let now = Instant::now();
        let [near, far] = [1, 2].map(|id| {
            let key = Key::new(&[1; 16]);
            let mut member = Member::new(Config::default(), MemberId(id), key, 1).unwrap();
            member
                .install(now, GROUP, &[MemberId(1), MemberId(2)])
                .unwrap();
            member
        });
        Self { near, far, now }
    }

    fn send(&mut self, bytes: usize) {
        self.near.send(self.now, GROUP, &vec![7; bytes]).unwrap();
    }

    /// Packets that leave now; the other member receives them.
    fn packets(&mut self) -> usize {
        let mut datagram = Vec::new();
        let mut packets = 0;
        self.near.handle_timeout(self.now);
        while let Some(to) = self.near.poll_transmit(self.now, &mut datagram) {
            let is_data = matches!(hyla_multicast::decode(&datagram), Ok(Frame::Data { .. }));
            packets += usize::from(is_data && to == Destination::Group(GROUP));
            self.far
                .handle_datagram(self.now, Arrival::Group, &datagram);
        }
        packets
    }

    /// Messages that arrived since the last call.
    fn delivered(&mut self) -> usize {
        let mut message = Vec::new();
        std::iter::from_fn(|| self.far.poll_delivery(self.now, &mut message)).count()
    }
}

#[test]
fn a_message_after_a_pause_leaves_at_once_and_those_that_follow_quickly_share_a_packet() {
    let mut two = Two::new();
    two.send(100);
    assert_eq!(two.packets(), 1);

    for _ in 0..4 {
        two.now += us(20);
        two.send(100);
        assert_eq!(two.packets(), 0);
    }
    let until = two.now - us(60) + Config::default().gap;
    assert_eq!(two.near.next_deadline(), Some(until));

    two.now = until;
    assert_eq!(two.packets(), 1);
    assert_eq!(two.delivered(), 5);

    // The next message is as late after the last one as the gap is long.
    two.now += Config::default().gap;
    two.send(100);
    assert_eq!(two.packets(), 1);
    assert_eq!(two.delivered(), 1);
}

#[test]
fn a_full_packet_waits_for_nothing() {
    let mut two = Two::new();
    two.send(100);
    assert_eq!(two.packets(), 1);

    let mut packets = 0;
    for _ in 0..26 {
        two.now += us(1);
        two.send(100);
        packets += two.packets();
    }

    // 13 messages of 102 bytes fit into each packet.
    assert_eq!((packets, two.delivered()), (1, 14));
}

#[test]
fn what_something_else_waits_for_leaves_at_once() {
    let mut two = Two::new();
    two.send(100);
    two.packets();
    two.now += us(10);
    two.send(100);
    assert_eq!(two.packets(), 0);

    two.near.flush(two.now, GROUP);

    assert_eq!(two.packets(), 1);
    assert_eq!(two.delivered(), 2);

    // Nor does what was sent to a group that ends.
    two.now += us(10);
    two.send(100);
    two.near.retire(two.now, GROUP);
    assert_eq!(two.packets(), 1);
}
