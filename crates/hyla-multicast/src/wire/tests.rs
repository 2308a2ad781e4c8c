use proptest::prelude::*;

use super::*;

fn key() -> Key {
    Key::new(&[1; 16])
}

const HEAD: Head = Head {
    group: GroupId(7),
    from: MemberId(9),
};

fn frames() -> Vec<Frame<'static>> {
    let entry = Entry {
        sender: MemberId(1),
        acked: 2,
        end: 3,
        fastest: 4,
        limit: 5,
        slowest: MemberId(6),
        loss: 7,
    };
    let exclusion = |sender| Exclusion {
        sender,
        member: MemberId(2),
        reason: 1,
    };
    let summary = Summary {
        entries: vec![entry, entry],
        exclusions: vec![exclusion(None), exclusion(Some(MemberId(4)))],
    };
    vec![
        Frame::Data {
            sender: MemberId(3),
            sequence: 4,
            repair: true,
            packet: b"packet",
        },
        Frame::Parity {
            first: 1,
            count: 2,
            index: 3,
            shard: b"shard",
        },
        Frame::Heartbeat {
            next: 8,
            blocked: true,
        },
        Frame::Request {
            sender: MemberId(1),
            number: 2,
            first: 3,
            further: u64::MAX,
        },
        Frame::Token {
            partition: 1,
            round: 2,
            origin: 3,
            summary: summary.clone(),
        },
        Frame::TokenReceived {
            round: 1,
            origin: 2,
        },
        Frame::Probe { number: 1 },
        Frame::Here { number: 1 },
        Frame::Partition {
            partition: 1,
            round: 2,
            summary: summary.clone(),
        },
        Frame::Report { number: 1, summary },
        Frame::LaneBegins { next: 1 },
        Frame::LaneEnds { next: 1 },
        Frame::LaneState {
            expected: 1,
            heard: 2,
            loss: 3,
            ended: true,
            again: true,
        },
    ]
}

#[test]
fn every_kind_comes_out_as_it_went_in() {
    for frame in frames() {
        let mut datagram = Vec::new();
        encode(HEAD, &frame, &key(), &mut datagram);
        assert!(key().is_sealed(&datagram));
        assert_eq!(decode(&datagram), Ok((HEAD, frame)));
    }
}

#[test]
fn a_datagram_that_is_cut_or_longer_is_refused_or_another_one_but_never_a_panic() {
    for frame in frames() {
        let mut datagram = Vec::new();
        encode(HEAD, &frame, &key(), &mut datagram);
        for length in 0..datagram.len() {
            assert_ne!(decode(&datagram[..length]), Ok((HEAD, frame.clone())));
        }
        datagram.insert(datagram.len() - SEAL_BYTES, 0);
        let open = matches!(frame, Frame::Data { .. } | Frame::Parity { .. });
        assert_eq!(decode(&datagram).is_ok(), open, "{frame:?}");
    }
}

#[test]
fn a_summary_that_promises_more_than_there_is_is_refused_before_memory_is_taken() {
    let mut datagram = vec![10];
    datagram.extend_from_slice(&[0; 8 + 8]);
    datagram.extend_from_slice(&[0xff; 4]);
    datagram.extend_from_slice(&[0; SEAL_BYTES]);
    assert_eq!(decode(&datagram), Err(DecodeError::Short("summary")));
}

#[test]
fn numbers_near_the_end_of_their_range_are_refused() {
    let frame = Frame::Heartbeat {
        next: NUMBER_MOST,
        blocked: false,
    };
    let mut datagram = Vec::new();
    encode(HEAD, &frame, &key(), &mut datagram);
    assert_eq!(decode(&datagram), Err(DecodeError::Value("next packet")));
}

#[test]
fn numbers_of_an_entry_never_come_out_larger_than_they_went_in() {
    let entry = |end, number| Entry {
        sender: MemberId(1),
        acked: number,
        end,
        fastest: number,
        limit: number,
        slowest: MemberId(6),
        loss: 7,
    };
    let far = 1 << 40;
    for (end, number, expected) in [
        (0, 0, 0),
        (9, 0, 0),
        (9, 9, 9),
        (far, far - 5, far - 5),
        (far, far + 1024, far + 1024),
        // Smaller than they are: nothing is promised that does not hold.
        (far, 7, 0),
        (7, far, 7 + (1 << 31) - 2),
        (far, NOBODY, NOBODY),
        (0, NOBODY, NOBODY),
    ] {
        let summary = Summary {
            entries: vec![entry(end, number)],
            exclusions: Vec::new(),
        };
        let frame = Frame::Report { number: 1, summary };
        let mut datagram = Vec::new();
        encode(HEAD, &frame, &key(), &mut datagram);
        let Ok((_, Frame::Report { summary, .. })) = decode(&datagram) else {
            panic!("{end} {number}");
        };
        assert_eq!(summary.entries, [entry(end, expected)]);
    }
}

proptest! {
    #[test]
    fn random_bytes_never_panic(mut bytes in prop::collection::vec(any::<u8>(), 0..300), kind in 0_u8..15) {
        if let Some(first) = bytes.first_mut() {
            *first = kind;
        }
        let _ = decode(&bytes);
    }
}
