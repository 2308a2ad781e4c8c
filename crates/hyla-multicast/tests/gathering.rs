//! Messages in quick succession share packets, packets leave in trains, and a single message waits for nothing.
#![allow(clippy::unwrap_used, reason = "test code")]

use std::time::{Duration, Instant};

use hyla_multicast::{Arrival, Config, Destination, Frame, GroupId, Key, Member, MemberId, Tuning};

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
        Self::with(Config::default())
    }

    fn with(config: Config) -> Self {
        let now = Instant::now();
        let [near, far] = [1, 2].map(|id| {
            let key = Key::new(&[1; 16]);
            let mut member = Member::new(config.clone(), MemberId(id), key, 1).unwrap();
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
    let until = two.now - us(60) + Tuning::default().gap;
    assert_eq!(two.near.next_deadline(), Some(until));

    two.now = until;
    assert_eq!(two.packets(), 1);
    assert_eq!(two.delivered(), 5);

    // After a pause it begins anew.
    two.now += Tuning::default().gap * 10;
    two.send(100);
    assert_eq!(two.packets(), 1);
    assert_eq!(two.delivered(), 1);
}

#[test]
fn a_sender_that_stands_still_for_a_short_time_goes_on_as_before() {
    let mut two = Two::new();
    for _ in 0..50 {
        two.now += us(2);
        two.send(10);
        two.packets();
    }
    two.now += Tuning::default().gap * 2;
    two.packets();
    two.send(10);
    assert_eq!(two.packets(), 0);
}

#[test]
fn messages_at_a_distance_wait_for_nothing() {
    let mut two = Two::new();
    // As many as may leave before a report.
    for _ in 0..Config::default().initial_window {
        two.now += Tuning::default().gap * 2;
        two.send(100);
        assert_eq!(two.packets(), 1);
    }
}

#[test]
fn where_sending_takes_long_messages_gather_longer() {
    let gap = Tuning::default().gap;
    for (cost, waits) in [(gap / 100, gap), (gap / 4, gap * 4), (gap * 4, gap * 50)] {
        // No heartbeat comes before.
        let mut two = Two::with(Config {
            round_trip: gap * 100,
            ..Config::default()
        });
        two.near.set_send_cost(cost);
        two.send(100);
        assert_eq!(two.packets(), 1);
        two.now += us(1);
        two.send(100);
        assert_eq!(two.packets(), 0);
        assert_eq!(two.near.next_deadline(), Some(two.now + waits), "{cost:?}");
    }
}

#[test]
fn full_packets_leave_together_when_there_is_a_train_of_them() {
    let mut two = Two::with(Config {
        rate_start: Config::default().rate_max,
        ..Config::default()
    });
    two.send(100);
    assert_eq!(two.packets(), 1);

    let train = Tuning::default().train as usize;
    let (mut messages, mut packets) = (1, 0);
    while packets == 0 {
        two.now += Duration::from_nanos(100);
        two.send(100);
        messages += 1;
        packets = two.packets();
    }

    // 13 messages of 102 bytes fit into each packet, and a part of the next one. The last message begins a further packet.
    assert_eq!(packets, train);
    assert!((13 * train..14 * train).contains(&messages), "{messages}");
    assert_eq!(two.delivered(), messages - 1);

    // It waits for others as one behind a single packet does.
    two.now += Tuning::default().gap;
    assert_eq!(two.packets(), 1);
    assert_eq!(two.delivered(), 1);
}

#[test]
fn full_packets_wait_no_longer_than_one_that_is_not_full() {
    let mut two = Two::new();
    two.send(100);
    assert_eq!(two.packets(), 1);

    two.now += us(1);
    two.send(100);
    let until = two.now + Tuning::default().gap;
    for _ in 0..30 {
        two.now += us(2);
        two.send(100);
        assert_eq!(two.packets(), 0);
    }
    assert_eq!(two.near.next_deadline(), Some(until));
    two.now = until;
    assert_eq!(two.packets(), 3);
    assert_eq!(two.delivered(), 32);
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
