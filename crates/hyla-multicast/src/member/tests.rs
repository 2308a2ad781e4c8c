//! What a member repeats because of requests: a short request must not make it send much more.

use super::*;
use crate::bundling;
use crate::config::FecConfig;
use crate::repairs::{Asker, MOST_AGAIN};
use crate::wire::{Entry, Exclusion, Summary};

const GROUP: GroupId = GroupId(5);
const OWN: MemberId = MemberId(1);
const ASKER: MemberId = MemberId(2);
const WINDOW: u64 = 64;

fn key() -> Key {
    Key::new(&[7; 16])
}

/// A member that has sent so many packets to two others.
fn sender(now: Instant, packets: u64) -> Member {
    let config = Config {
        window: WINDOW,
        initial_window: WINDOW,
        lane_window: WINDOW,
        // Nobody acknowledges anything here.
        silence: Duration::from_secs(60),
        ..Config::default()
    };
    let mut member = Member::new(config, OWN, key(), 1).expect("sound parameters");
    let members = [OWN, ASKER, MemberId(3)];
    member.install(now, GROUP, &members).expect("a new group");
    for number in 0..packets {
        let now = now + Duration::from_millis(10 * number);
        let message = [number as u8; 1000];
        member.send(now, GROUP, &message).expect("there is room");
        member.flush(now, GROUP);
        sent(&mut member, now);
    }
    let later = now + Duration::from_millis(1900);
    member.handle_timeout(later);
    sent(&mut member, later);
    member
}

/// Datagrams and bytes that leave now.
fn sent(member: &mut Member, now: Instant) -> (u64, u64) {
    let (mut datagrams, mut bytes) = (0, 0);
    let mut datagram = Vec::new();
    while member.poll_transmit(now, &mut datagram).is_some() {
        datagrams += 1;
        bytes += datagram.len() as u64;
    }
    (datagrams, bytes)
}

fn sealed(frame: &Frame<'_>, key: &Key) -> Vec<u8> {
    sealed_by(ASKER, frame, key)
}

fn sealed_by(from: MemberId, frame: &Frame<'_>, key: &Key) -> Vec<u8> {
    let head = Head { group: GROUP, from };
    let mut datagram = Vec::new();
    wire::encode(head, frame, key, &mut datagram);
    datagram
}

fn request(number: u32, first: u64, further: u64) -> Frame<'static> {
    Frame::Request {
        sender: OWN,
        number,
        first,
        further,
    }
}

#[test]
fn a_packet_asked_for_a_thousand_times_in_a_round_trip_is_repeated_a_few_times() {
    for arrival in [Arrival::Direct, Arrival::Group] {
        let start = Instant::now();
        let mut member = sender(start, 1);
        let now = start + Duration::from_secs(2);
        let mut repeated = 0;
        for number in 1..=1000 {
            let datagram = sealed(&request(number, 0, 0), &key());
            member.handle_datagram(now, arrival, &datagram);
            repeated += sent(&mut member, now).0;
        }

        assert_eq!(repeated, u64::from(1 + MOST_AGAIN), "{arrival:?}");
        // The member may have missed all of them.
        let later = now + Duration::from_secs(1);
        let datagram = sealed(&request(1001, 0, 0), &key());
        member.handle_datagram(later, arrival, &datagram);
        assert_eq!(sent(&mut member, later).0, 1, "{arrival:?}");
    }
}

#[test]
fn all_packets_asked_for_a_thousand_times_in_a_round_trip_are_a_few_windows() {
    let start = Instant::now();
    let mut member = sender(start, WINDOW);
    let now = start + Duration::from_secs(2);
    let mut repeated = 0;
    for number in 1..=1000 {
        let datagram = sealed(&request(number, 0, u64::MAX), &key());
        member.handle_datagram(now, Arrival::Direct, &datagram);
        repeated += sent(&mut member, now).0;
    }

    assert!(repeated >= WINDOW, "{repeated}");
    assert!(repeated <= WINDOW * Asker::MOST_WINDOWS, "{repeated}");
}

#[test]
fn who_does_not_know_the_key_makes_nobody_send_anything() {
    let start = Instant::now();
    let mut member = sender(start, WINDOW);
    let now = start + Duration::from_secs(2);
    let token = |summary| Frame::Token {
        partition: 0,
        round: 1000,
        origin: 1,
        summary,
    };
    let frames = [
        request(1, 0, u64::MAX),
        Frame::Probe { number: 1 },
        token(Summary::default()),
        Frame::Heartbeat {
            next: 1000,
            blocked: true,
        },
        Frame::Report {
            number: 1000,
            summary: Summary::default(),
        },
    ];
    for frame in &frames {
        for datagram in [sealed(frame, &Key::new(&[8; 16])), {
            let mut cut = sealed(frame, &key());
            cut.pop();
            cut
        }] {
            member.handle_datagram(now, Arrival::Direct, &datagram);
        }
    }

    assert_eq!(sent(&mut member, now), (0, 0));
    assert_eq!(member.counters().forged, 2 * frames.len() as u64);
}

#[test]
fn probes_and_tokens_are_answered_with_as_much_at_most() {
    let start = Instant::now();
    let mut member = sender(start, 1);
    let now = start + Duration::from_secs(2);
    let (mut asked, mut answered) = (0, 0);
    for number in 1..=1000 {
        let datagram = sealed(&Frame::Probe { number }, &key());
        asked += datagram.len() as u64;
        member.handle_datagram(now, Arrival::Direct, &datagram);
        let token = Frame::Token {
            partition: 0,
            round: 7,
            origin: 1,
            summary: Summary::default(),
        };
        let datagram = sealed(&token, &key());
        asked += datagram.len() as u64;
        member.handle_datagram(now, Arrival::Direct, &datagram);
        answered += sent(&mut member, now).1;
    }

    // A token that is passed on has an entry for each stream.
    assert!(answered > 0);
    assert!(answered <= asked + 1000, "{answered} bytes for {asked}");
}

/// Packets of the sender, each with a message, arrive by multicast. Returns how many messages are delivered.
fn packets_arrive(
    member: &mut Member,
    now: Instant,
    sender: MemberId,
    sequences: std::ops::Range<u64>,
) -> usize {
    let mut delivered = 0;
    for sequence in sequences {
        let mut packet = Vec::new();
        bundling::begin(&mut packet, &[]);
        bundling::append(&mut packet, b"message", 1000);
        let frame = Frame::Data {
            sender,
            sequence,
            repair: false,
            packet: &packet,
        };
        let datagram = sealed_by(sender, &frame, &key());
        member.handle_datagram(now, Arrival::Group, &datagram);
        let mut message = Vec::new();
        while member.poll_delivery(now, &mut message).is_some() {
            delivered += 1;
        }
    }
    delivered
}

/// A receiver with few buffers.
fn receiver(now: Instant, fec: Option<FecConfig>) -> Member {
    let config = Config {
        window: WINDOW,
        initial_window: WINDOW,
        lane_window: WINDOW,
        pool_packets: 16,
        fec,
        ..Config::default()
    };
    let mut member = Member::new(config, OWN, key(), 1).expect("sound parameters");
    let members = [OWN, ASKER, MemberId(3)];
    member.install(now, GROUP, &members).expect("a new group");
    member
}

#[test]
fn a_stream_that_rests_holds_nothing_for_parity() {
    let now = Instant::now();
    let mut member = receiver(now, Some(FecConfig::default()));
    assert_eq!(packets_arrive(&mut member, now, ASKER, 0..20), 20);
    assert_eq!(member.held_packets().1, 16);

    let entry = Entry {
        acked: 20,
        end: 20,
        ..Entry::nobody(ASKER)
    };
    let report = Frame::Report {
        number: 1,
        summary: Summary {
            entries: vec![entry],
            exclusions: Vec::new(),
        },
    };
    member.handle_datagram(now, Arrival::Group, &sealed(&report, &key()));

    assert_eq!(member.held_packets().1, 0);
    assert_eq!(packets_arrive(&mut member, now, MemberId(3), 0..1), 1);
    assert_eq!(member.counters().no_room, 0);
}

#[test]
fn what_a_stream_holds_for_others_leaves_room_for_new_streams() {
    for fec in [None, Some(FecConfig::default())] {
        let now = Instant::now();
        let mut member = receiver(now, fec);
        assert_eq!(packets_arrive(&mut member, now, ASKER, 0..20), 20);
        assert_eq!(member.held_packets().1, 16);

        assert_eq!(packets_arrive(&mut member, now, MemberId(3), 0..20), 20);

        assert_eq!(member.counters().no_room, 0);
        assert!(member.held_packets().1 <= 16);
    }
}

#[test]
fn the_oldest_delivered_packets_are_given_up_first_and_the_last_ones_are_repeated() {
    let now = Instant::now();
    let mut member = receiver(now, None);
    assert_eq!(packets_arrive(&mut member, now, ASKER, 0..40), 40);
    sent(&mut member, now);

    let request = Frame::Request {
        sender: ASKER,
        number: 1,
        first: 0,
        further: u64::MAX,
    };
    let datagram = sealed_by(MemberId(3), &request, &key());
    member.handle_datagram(now, Arrival::Direct, &datagram);

    let mut repeated = Vec::new();
    let mut datagram = Vec::new();
    while member.poll_transmit(now, &mut datagram).is_some() {
        if let Ok(Frame::Data { sequence, .. }) = crate::decode(&datagram) {
            repeated.push(sequence);
        }
    }
    assert_eq!(repeated, (24..40).collect::<Vec<_>>());
    assert_eq!(member.counters().evicted, 24);
    assert_eq!(member.counters().no_room, 0);
}

#[test]
fn packets_of_a_partition_that_lost_all_its_members_are_asked_for() {
    let start = Instant::now();
    let (own, sender) = (MemberId(9), MemberId(5));
    let mut member = Member::new(Config::default(), own, key(), 1).expect("sound parameters");
    let members: Vec<_> = (1..=9).map(MemberId).collect();
    member.install(start, GROUP, &members).expect("a new group");
    for lost in 1..=4 {
        member.member_lost(start, MemberId(lost));
    }
    assert_eq!(packets_arrive(&mut member, start, sender, 1..2), 0);

    let (mut now, mut datagram) = (start, Vec::new());
    let mut asked = Vec::new();
    while now < start + Duration::from_millis(500) {
        member.handle_timeout(now);
        while let Some(to) = member.poll_transmit(now, &mut datagram) {
            if let Ok(Frame::Request { first: 0, .. }) = crate::decode(&datagram) {
                asked.push(to);
            }
        }
        now = member
            .next_deadline()
            .unwrap_or(now + Duration::from_secs(1));
    }

    assert!(asked.contains(&Destination::Member(sender)), "{asked:?}");
    // A member of the other partition caches the packet.
    let is_keeper =
        |to: &Destination| matches!(to, Destination::Member(to) if (6..9).contains(&to.0));
    assert!(asked.iter().any(is_keeper), "{asked:?}");
}

#[test]
fn made_up_members_leave_nothing_behind() {
    let stranger = MemberId(999);
    let entry = Entry {
        end: 1 << 20,
        ..Entry::nobody(stranger)
    };
    let summary = || Summary {
        entries: vec![entry],
        exclusions: Vec::new(),
    };
    let token = Frame::Token {
        partition: 0,
        round: 7,
        origin: 1,
        summary: summary(),
    };
    let partition = Frame::Partition {
        partition: 0,
        round: 7,
        summary: summary(),
    };
    let report = |number| Frame::Report {
        number,
        summary: summary(),
    };
    let data = |sender| Frame::Data {
        sender,
        sequence: 5,
        repair: false,
        packet: b"\0",
    };
    let heartbeat = Frame::Heartbeat {
        next: 5,
        blocked: true,
    };
    let said = [
        (ASKER, token.clone()),
        (ASKER, partition),
        (ASKER, report(1)),
        (ASKER, data(stranger)),
        (stranger, data(ASKER)),
        (stranger, data(stranger)),
        (stranger, heartbeat),
        (stranger, report(1)),
        (stranger, request(1, 0, 0)),
        (stranger, token),
    ];
    for (from, frame) in said {
        let mut now = Instant::now();
        let config = Config {
            outsiders: false,
            ..Config::default()
        };
        let mut member = Member::new(config, OWN, key(), 1).expect("sound parameters");
        let members = [OWN, ASKER, MemberId(3)];
        member.install(now, GROUP, &members).expect("a new group");

        member.handle_datagram(now, Arrival::Direct, &sealed_by(from, &frame, &key()));

        // A token is passed on, and is acknowledged.
        sent(&mut member, now);
        let received = Frame::TokenReceived {
            round: 7,
            origin: 1,
        };
        member.handle_datagram(now, Arrival::Direct, &sealed(&received, &key()));
        let until = now + Duration::from_secs(2);
        while let Some(at) = member.next_deadline().filter(|at| *at < until) {
            now = at.max(now);
            member.handle_timeout(now);
            sent(&mut member, now);
        }
        let streams = member.groups[&GROUP].receiving.len();
        assert_eq!(streams, 0, "{from}: {frame:?}");
        assert_eq!(member.next_deadline(), None, "{from}: {frame:?}");
    }
}

/// More members are silent than one datagram can name. What the fourth one has must not free what the others miss.
#[test]
fn a_sender_frees_nothing_before_it_knows_all_members_that_a_report_excludes() {
    let start = Instant::now();
    let mut member = Member::new(Config::default(), OWN, key(), 1).expect("sound parameters");
    let members = [OWN, ASKER, MemberId(3), MemberId(4)];
    member.install(start, GROUP, &members).expect("a new group");
    member
        .send(start, GROUP, b"message")
        .expect("there is room");
    sent(&mut member, start);
    let now = start + Duration::from_millis(10);
    let part = |number: u64, silent| {
        let entry = Entry {
            acked: 1,
            end: 1,
            limit: 100,
            ..Entry::nobody(OWN)
        };
        let silent = Exclusion {
            sender: None,
            member: silent,
            reason: 0,
        };
        let part = Exclusion::of_part(OWN, number as u16 - 1, 2);
        let summary = Summary {
            entries: vec![entry],
            exclusions: vec![silent, part],
        };
        sealed_by(MemberId(4), &Frame::Report { number, summary }, &key())
    };

    member.handle_datagram(now, Arrival::Group, &part(1, ASKER));

    assert_eq!(member.lanes(GROUP).collect::<Vec<_>>(), [ASKER]);
    assert!(!member.is_acknowledged(GROUP, MemberId(4)));

    member.handle_datagram(now, Arrival::Group, &part(2, MemberId(3)));

    assert_eq!(
        member.lanes(GROUP).collect::<Vec<_>>(),
        [ASKER, MemberId(3)]
    );
    assert!(member.is_acknowledged(GROUP, MemberId(4)));
    assert!(!member.is_acknowledged(GROUP, ASKER));
    assert_eq!(member.held_packets().0, 1);
}
