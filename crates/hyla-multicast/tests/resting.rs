//! Groups fall silent once nothing is under way, end though multicast does not reach a member, go on after a member has
//! put everything on lanes, and take other parameters while they are used.
#![allow(clippy::unwrap_used, reason = "test code")]

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use hyla_multicast::{Arrival, Config, Destination, Event, GroupId, Key, Member, MemberId};

const GROUP: GroupId = GroupId(1);

/// Members of one group, with a network that loses nothing on its own.
struct Few {
    members: Vec<Member>,
    now: Instant,
    /// Multicast does not reach it.
    deaf: Option<usize>,
    /// It does nothing, and only its lanes keep what comes.
    asleep: Option<usize>,
    /// The first member does nothing any more.
    crashed: bool,
    kept: VecDeque<Vec<u8>>,
    /// Datagrams of all members so far.
    sent: u64,
    /// Numbers of the messages that each member received.
    got: Vec<Vec<u32>>,
    retired: bool,
    next: u32,
}

impl Few {
    fn new(count: u32) -> Self {
        let now = Instant::now();
        let ids: Vec<_> = (0..count).map(MemberId).collect();
        let members = ids.iter().map(|id| {
            let key = Key::new(&[1; 16]);
            let mut member = Member::new(Config::default(), *id, key, u64::from(id.0)).unwrap();
            member.install(now, GROUP, &ids).unwrap();
            member
        });
        Self {
            members: members.collect(),
            now,
            deaf: None,
            asleep: None,
            crashed: false,
            kept: VecDeque::new(),
            sent: 0,
            got: vec![Vec::new(); count as usize],
            retired: false,
            next: 0,
        }
    }

    /// The first member sends so many messages, one each millisecond.
    fn send(&mut self, count: u32) {
        for _ in 0..count {
            let message = self.next.to_le_bytes();
            self.members[0].send(self.now, GROUP, &message).unwrap();
            self.next += 1;
            self.pass(Duration::from_millis(1));
        }
    }

    /// Lets time pass.
    fn pass(&mut self, time: Duration) {
        let until = self.now + time;
        loop {
            while (0..self.members.len()).any(|id| self.turn(id)) {}
            let awake = (0..self.members.len()).filter(|id| self.is_awake(*id));
            let due = awake.filter_map(|id| self.members[id].next_deadline());
            // Not more often than each 0.1 ms.
            let next = due
                .min()
                .map_or(until, |at| at.max(self.now + Duration::from_micros(100)));
            if next >= until {
                self.now = until;
                return;
            }
            self.now = next;
        }
    }

    fn is_awake(&self, id: usize) -> bool {
        self.asleep != Some(id) && !(self.crashed && id == 0)
    }

    /// Whether the member has sent anything.
    fn turn(&mut self, id: usize) -> bool {
        if !self.is_awake(id) {
            return false;
        }
        let (now, mut datagram) = (self.now, Vec::new());
        self.members[id].handle_timeout(now);
        let mut any = false;
        while let Some(to) = self.members[id].poll_transmit(now, &mut datagram) {
            any = true;
            self.sent += 1;
            match to {
                Destination::Group(_) => {
                    for to in (0..self.members.len()).filter(|to| *to != id) {
                        if self.deaf != Some(to) {
                            self.arrives(to, Arrival::Group, &datagram);
                        }
                    }
                }
                Destination::Member(to) => {
                    self.arrives(to.0 as usize, Arrival::Direct, &datagram);
                }
                Destination::Lane(to) => self.arrives(to.0 as usize, Arrival::Lane, &datagram),
            }
        }
        while let Some(event) = self.members[id].poll_event() {
            self.retired |= id == 0 && matches!(event, Event::Retired { .. });
        }
        let mut message = Vec::new();
        while self.members[id].poll_delivery(now, &mut message).is_some() {
            let number = u32::from_le_bytes(message[..].try_into().unwrap());
            self.got[id].push(number);
        }
        any
    }

    fn arrives(&mut self, to: usize, arrival: Arrival, datagram: &[u8]) {
        if self.is_awake(to) {
            self.members[to].handle_datagram(self.now, arrival, datagram);
        } else if self.asleep == Some(to) && arrival == Arrival::Lane {
            self.kept.push_back(datagram.to_vec());
        }
    }

    fn wakes(&mut self) {
        let Some(id) = self.asleep.take() else { return };
        while let Some(datagram) = self.kept.pop_front() {
            self.members[id].handle_datagram(self.now, Arrival::Lane, &datagram);
        }
    }

    fn leave_by_lanes(&mut self) {
        self.members[0].send_rest_by_lanes(self.now);
        assert!(self.members[0].has_sent_all());
    }

    fn all_have_all(&self) -> bool {
        let all: Vec<_> = (0..self.next).collect();
        self.got[1..].iter().all(|got| *got == all)
    }
}

#[test]
fn a_group_with_a_member_that_multicast_does_not_reach_falls_silent_and_ends() {
    let mut few = Few::new(4);
    few.deaf = Some(3);
    few.send(1000);
    few.pass(Duration::from_secs(5));
    assert!(few.all_have_all());
    let lanes: Vec<_> = few.members[0].lanes(GROUP).collect();
    assert_eq!(lanes, [MemberId(3)]);
    assert!(few.members[0].has_sent_all());
    assert!(few.members.iter().all(Member::is_quiet));

    let before = few.sent;
    few.pass(Duration::from_secs(600));
    assert_eq!(few.sent, before);

    few.members[0].retire(few.now, GROUP);
    few.pass(Duration::from_millis(1));
    assert!(few.retired);
}

#[test]
fn a_member_that_multicast_reaches_again_after_a_silence_comes_back_with_the_next_messages() {
    let mut few = Few::new(4);
    few.deaf = Some(3);
    few.send(1000);
    few.pass(Duration::from_secs(60));
    few.deaf = None;
    few.send(100);
    few.pass(Duration::from_secs(5));
    assert!(few.all_have_all());
    assert_eq!(few.members[0].lanes(GROUP).count(), 0);
}

#[test]
fn a_member_that_has_given_everything_to_lanes_can_go_on() {
    for deaf in [None, Some(3)] {
        let mut few = Few::new(4);
        few.deaf = deaf;
        few.send(1000);
        few.leave_by_lanes();
        few.send(1000);
        few.leave_by_lanes();
        few.leave_by_lanes();
        few.send(10);
        few.pass(Duration::from_secs(5));
        assert!(few.all_have_all());
        let on_lanes: Vec<_> = few.members[0].lanes(GROUP).collect();
        let expected: Vec<_> = deaf.map(|_| MemberId(3)).into_iter().collect();
        assert_eq!(on_lanes, expected);
    }
}

#[test]
fn a_member_that_stands_still_is_probed_ever_more_rarely() {
    let mut few = Few::new(4);
    few.asleep = Some(2);
    few.send(100);
    few.pass(Duration::from_secs(10));
    let before = few.sent;
    few.pass(Duration::from_secs(100));
    let probes = few.sent - before;
    // A heartbeat and what keeps its lane going each second, for itself and the group, and a probe.
    assert!(probes <= 400, "{probes} datagrams in 100 s");

    few.wakes();
    few.send(100);
    few.pass(Duration::from_secs(10));
    assert!(few.all_have_all());
    assert_eq!(few.members[0].lanes(GROUP).count(), 0);
    let before = few.sent;
    few.pass(Duration::from_secs(100));
    assert_eq!(few.sent, before);
}

/// The first member crashes, and the last one stands still until the stream is over for the others.
#[test]
fn a_stream_of_a_lost_sender_that_is_over_does_not_come_back() {
    let mut few = Few::new(4);
    few.send(120);
    few.crashed = true;
    few.asleep = Some(3);
    for id in [1, 2] {
        few.members[id].member_lost(few.now, MemberId(0));
    }
    few.pass(Duration::from_secs(5));
    assert!(few.all_have_all());

    // It has not heard of the loss, nor that all have the last packets.
    few.wakes();
    few.pass(Duration::from_secs(3));
    few.members[3].member_lost(few.now, MemberId(0));
    few.pass(Duration::from_secs(5));
    assert!(few.all_have_all());
    assert!(few.members[1..].iter().all(Member::is_quiet));
    let before = few.sent;
    few.pass(Duration::from_secs(100));
    assert_eq!(few.sent, before);
}

/// A message of a lost sender names one in another group that nobody received.
#[test]
fn nothing_waits_for_ever_for_what_a_lost_sender_sent_to_another_group() {
    let mut now = Instant::now();
    let other = GroupId(2);
    let mut members = [0, 1, 2].map(|id| {
        let key = Key::new(&[1; 16]);
        let mut member = Member::new(Config::default(), MemberId(id), key, 1).unwrap();
        for group in [GROUP, other] {
            let all = [0, 1, 2].map(MemberId);
            member.install(now, group, &all).unwrap();
        }
        member
    });
    let (mut datagram, mut message) = (Vec::new(), Vec::new());
    members[0].send(now, GROUP, b"lost").unwrap();
    while members[0].poll_transmit(now, &mut datagram).is_some() {}
    members[0].send(now, other, b"later").unwrap();
    members[0].poll_transmit(now, &mut datagram).unwrap();
    for member in &mut members[1..] {
        member.handle_datagram(now, Arrival::Group, &datagram);
        assert_eq!(member.poll_delivery(now, &mut message), None);
        member.member_lost(now, MemberId(0));
    }

    let mut got = 0;
    for _ in 0..3000 {
        now += Duration::from_millis(1);
        for from in [1, 2] {
            members[from].handle_timeout(now);
            while let Some(to) = members[from].poll_transmit(now, &mut datagram) {
                assert_ne!(to, Destination::Member(MemberId(0)));
                members[3 - from].handle_datagram(now, Arrival::Direct, &datagram);
            }
            while members[from].poll_delivery(now, &mut message).is_some() {
                assert_eq!(message, b"later");
                got += 1;
            }
        }
    }
    assert_eq!(got, 2);
    assert!(members[1..].iter().all(Member::is_quiet));
    assert!(
        members[1..]
            .iter()
            .all(|member| member.next_deadline().is_none())
    );
}

#[test]
fn a_deaf_member_gets_a_lane_sooner_with_less_patience() {
    let until_lane = |patience: Option<Duration>| {
        let mut few = Few::new(3);
        few.send(50);
        for member in &mut few.members {
            patience
                .into_iter()
                .for_each(|patience| member.set_patience(patience));
        }
        few.deaf = Some(2);
        let began = few.now;
        while few.members[0].lanes(GROUP).count() == 0 {
            few.send(1);
            assert!(few.now - began < Duration::from_secs(5));
        }
        few.now - began
    };

    let usual = until_lane(None);

    assert_eq!(until_lane(Some(Config::default().straggler_after)), usual);
    let sooner = until_lane(Some(Config::default().straggler_after / 5));
    assert!(sooner < usual, "{sooner:?}, usually {usual:?}");
}

#[test]
fn another_highest_rate_holds_for_groups_that_are_used_and_for_later_ones() {
    let mut few = Few::new(2);
    few.send(1);
    let now = few.now;
    let member = &mut few.members[0];
    let mut next = 1;
    let mut later = |member: &mut Member| {
        next += 1;
        let group = GroupId(next);
        member
            .install(now, group, &[MemberId(0), MemberId(1)])
            .unwrap();
        member.send(now, group, b"first").unwrap();
        member.rate_and_loss(group).unwrap().0 as u64
    };

    member.set_rate_most(2_000_000);
    assert_eq!(member.rate_and_loss(GROUP).unwrap().0 as u64, 2_000_000);
    assert_eq!(later(member), 2_000_000);

    member.set_rate_most(Config::default().rate_max);
    assert_eq!(later(member), Config::default().rate_start);
}
