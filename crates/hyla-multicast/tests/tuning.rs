//! A member changes when its packets leave while it sends.
#![allow(clippy::unwrap_used, reason = "test code")]

use std::time::{Duration, Instant};

use hyla_multicast::{
    Config, Destination, FecConfig, Frame, GroupId, Key, Member, MemberId, Tuning,
};

const GROUP: GroupId = GroupId(1);

fn us(us: u64) -> Duration {
    Duration::from_micros(us)
}

/// A member that sends to another one, which is not there.
struct Sender {
    member: Member,
    now: Instant,
}

impl Sender {
    /// Rounds of acknowledgements and heartbeats are far away.
    fn new() -> Self {
        Self::with(Config {
            round_trip: us(1_000_000),
            round_min: us(1_000_000),
            round_max: us(1_000_000),
            ..Config::default()
        })
    }

    fn with(config: Config) -> Self {
        let now = Instant::now();
        let mut member = Member::new(config, MemberId(1), Key::new(&[1; 16]), 1).unwrap();
        member
            .install(now, GROUP, &[MemberId(1), MemberId(2)])
            .unwrap();
        Self { member, now }
    }

    /// Sends a message after that time. Returns the packets that leave then.
    fn send_after(&mut self, time: Duration) -> usize {
        self.now += time;
        self.member.send(self.now, GROUP, &[7; 100]).unwrap();
        self.leaving().0
    }

    /// Packets and parity packets that leave now.
    fn leaving(&mut self) -> (usize, usize) {
        let (mut datagram, mut data, mut parity) = (Vec::new(), 0, 0);
        self.member.handle_timeout(self.now);
        while let Some(to) = self.member.poll_transmit(self.now, &mut datagram) {
            assert_eq!(to, Destination::Group(GROUP));
            let frame = hyla_multicast::decode(&datagram).unwrap();
            data += usize::from(matches!(frame, Frame::Data { .. }));
            parity += usize::from(matches!(frame, Frame::Parity { .. }));
        }
        (data, parity)
    }

    fn tune(&mut self, tuning: Tuning) {
        self.member.tune(tuning).unwrap();
    }
}

#[test]
fn messages_in_quick_succession_wait_for_another_gap_from_the_next_one_on() {
    let mut sender = Sender::new();
    assert_eq!(sender.send_after(us(0)), 1);
    assert_eq!(sender.send_after(us(20)), 0);

    sender.tune(Tuning {
        gap: Duration::ZERO,
        ..Tuning::default()
    });
    // With the one that waited.
    assert_eq!(sender.send_after(us(1)), 1);
    assert_eq!(sender.send_after(us(1)), 1);

    sender.tune(Tuning {
        gap: us(1_000),
        gather_least: us(1_000),
        ..Tuning::default()
    });
    assert_eq!(sender.send_after(us(500)), 0);
    let until = sender.now + us(1_000);
    assert_eq!(sender.send_after(us(500)), 0);
    assert_eq!(sender.member.next_deadline(), Some(until));
    sender.now = until;
    assert_eq!(sender.leaving(), (1, 0));
}

#[test]
fn gathering_follows_the_cost_of_sending_only_as_far_as_it_is_tuned_to() {
    let waits = |tuning: Tuning| {
        let mut sender = Sender::new();
        sender.member.set_send_cost(us(200));
        sender.tune(tuning);
        sender.send_after(us(0));
        sender.send_after(us(10));
        sender.member.next_deadline().unwrap() - sender.now
    };
    let usual = Tuning::default();
    let with = |gather_costs, gather_most| Tuning {
        gather_costs,
        gather_most,
        ..usual.clone()
    };

    assert_eq!(waits(usual.clone()), us(3_200));
    assert_eq!(waits(with(0, usual.gather_most)), usual.gather_least);
    assert_eq!(waits(with(usual.gather_costs, us(500))), us(500));
}

#[test]
fn messages_wait_only_where_sending_takes_long_if_tuned_to_that() {
    let waits = |cost, distance| {
        let mut sender = Sender::new();
        sender.tune(Tuning {
            gap: Duration::ZERO,
            gap_costs: 4,
            ..Tuning::default()
        });
        sender.member.set_send_cost(cost);
        sender.send_after(us(0));
        sender.send_after(distance) == 0
    };

    assert!(!waits(us(0), us(1)));
    assert!(!waits(us(5), us(20)));
    assert!(waits(us(5), us(19)));
    assert!(waits(us(50), us(100)));
}

#[test]
fn a_train_leaves_when_it_has_as_many_packets_as_it_is_tuned_to() {
    for train in [5, 20] {
        let mut sender = Sender::with(Config {
            rate_start: Config::default().rate_max,
            ..Config::default()
        });
        sender.send_after(us(0));
        sender.tune(Tuning {
            train,
            ..Tuning::default()
        });
        let mut packets = 0;
        while packets == 0 {
            packets = sender.send_after(Duration::from_nanos(100));
        }
        assert_eq!(packets, train as usize);
    }
}

#[test]
fn the_last_packet_is_revealed_sooner_by_an_earlier_heartbeat() {
    let first = |heartbeat| {
        let mut sender = Sender::with(Config::default());
        sender.tune(Tuning {
            heartbeat,
            ..Tuning::default()
        });
        sender.send_after(us(0));
        sender.member.next_deadline().unwrap() - sender.now
    };

    let trip = Config::default().round_trip;
    assert_eq!(first(1.0), trip);
    assert_eq!(first(0.5), trip / 2);
}

#[test]
fn an_incomplete_block_has_its_parity_sooner_with_a_shorter_delay() {
    let after = |parity_delay| {
        let mut sender = Sender::with(Config {
            fec: Some(FecConfig {
                always: 1,
                ..FecConfig::default()
            }),
            ..Config::default()
        });
        sender.tune(Tuning {
            parity_delay,
            ..Tuning::default()
        });
        let began = sender.now;
        sender.send_after(us(0));
        while sender.leaving().1 == 0 {
            sender.now = sender.member.next_deadline().unwrap();
        }
        sender.now - began
    };

    assert_eq!(after(Tuning::default().parity_delay), us(5_000));
    assert_eq!(after(us(1_000)), us(1_000));
}

#[test]
fn a_parameter_out_of_bounds_is_refused_and_changes_nothing() {
    let mut sender = Sender::new();
    sender.send_after(us(0));

    let refused = sender.member.tune(Tuning {
        gap: Duration::ZERO,
        rest: Tuning::default().burst,
        ..Tuning::default()
    });

    let error = refused.unwrap_err().to_string();
    assert_eq!(error, "rest is 1000, must be between 0 and 999");
    assert_eq!(sender.send_after(us(10)), 0);
}
