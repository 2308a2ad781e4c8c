//! Limits of a session, and its messages near the limits.

use super::*;
use crate::session::{Load, Reading, Room};

const fn bound(messages: usize, bytes: usize) -> Bound {
    Bound { messages, bytes }
}

const MANY: usize = 1 << 30;

#[test]
fn what_the_connection_does_not_take_leaves_less_room() {
    let mut session = session(Limits {
        waiting: bound(2, MANY),
        waiting_most: bound(3, MANY),
        ..limits()
    });

    let expected = [Room::Free, Room::Free, Room::Tight, Room::Full, Room::Full];
    for room in expected {
        assert_eq!(session.room(), room);
        session.call_back(&call_back("a")).unwrap();
    }
    output(&mut session);
    assert_eq!(session.room(), Room::Free);
}

#[test]
fn bytes_count_until_they_are_written() {
    let mut session = session(Limits {
        waiting: bound(MANY, 1000),
        waiting_most: bound(MANY, 2000),
        ..limits()
    });
    session.call_back(&call_back(&"a".repeat(1500))).unwrap();
    assert_eq!(session.room(), Room::Tight);

    let batch = session.next_batch().unwrap();
    assert_eq!(session.room(), Room::Tight);
    session.written(1000, at(1));
    assert_eq!(session.room(), Room::Free);
    assert_eq!(session.waiting().bytes, batch.len() - 1000);
    session.written(batch.len() - 1000, at(2));
    assert_eq!(session.waiting(), Load::default());
}

#[test]
fn a_client_that_reads_and_acknowledges_nothing_keeps_its_room() {
    let mut session = session(Limits {
        waiting: bound(3, MANY),
        history: bound(10, MANY),
        ..limits()
    });
    for _ in 0..50 {
        session.call_back(&call_back("a")).unwrap();
        assert_eq!(session.room(), Room::Free);
        output(&mut session);
    }

    assert_eq!(session.unacknowledged().messages, 10);
    assert_eq!(session.counts().forgotten, 40);
    session.dropped(at(1), Cut::Silent);
    assert!(session.resume(&resume(n(39), NONE), at(2)).is_err());
    assert!(session.resume(&resume(n(40), NONE), at(2)).is_ok());
    assert_eq!(output(&mut session).len(), 11);
}

#[test]
fn history_is_bounded_by_bytes_too() {
    let mut session = session(Limits {
        history: bound(MANY, 5000),
        ..limits()
    });
    for _ in 0..10 {
        session.call_back(&call_back(&"a".repeat(1000))).unwrap();
    }
    output(&mut session);

    let kept = session.unacknowledged();
    assert_eq!(kept.messages, 4);
    assert!(kept.bytes <= 5000);
}

#[test]
fn what_was_not_handed_out_is_never_forgotten() {
    let mut session = session(Limits {
        history: bound(0, 0),
        ..limits()
    });
    for _ in 0..10 {
        session.call_back(&call_back("a")).unwrap();
    }
    session.dropped(at(1), Cut::Silent);

    session.resume(&resume(NONE, NONE), at(2)).unwrap();
    assert_eq!(output(&mut session).len(), 11);
}

#[test]
fn acknowledged_messages_are_given_back_and_share_their_memory_until_then() {
    let mut session = session(limits());
    session.call_back(&call_back("a")).unwrap();
    session.call_back(&call_back("b")).unwrap();
    let batch = session.next_batch().unwrap();
    assert_eq!(session.next_batch(), None);
    assert!(!batch.is_unique());

    session.receive(acknowledging(call(1), 2), at(0)).unwrap();
    assert_eq!(session.unacknowledged(), Load::default());
}

#[test]
fn a_callback_larger_than_a_chunk_goes_out_whole_between_others() {
    let mut session = session(Limits {
        waiting_most: bound(MANY, MANY),
        ..limits()
    });
    session.call_back(&call_back("a")).unwrap();
    session.call_back(&call_back(&"b".repeat(300_000))).unwrap();
    session.call_back(&call_back("c")).unwrap();

    let lengths: Vec<_> = output(&mut session)
        .iter()
        .map(|frame| frame.payload.len())
        .collect();
    assert_eq!(lengths, [1, 300_000, 1]);
}

#[test]
fn answers_to_heartbeats_do_not_pile_up_without_end() {
    let mut session = session(limits());
    for number in 1..1000 {
        let heartbeat = message(MessageType::Heartbeat, number, b"");
        session.receive(heartbeat, at(0)).unwrap();
    }

    let answers = output(&mut session);
    assert!(answers.len() < 20);
    assert_eq!(answers.last().unwrap().payload, integers(&[999]));
}

#[test]
fn with_too_many_calls_unanswered_nothing_more_is_read() {
    for calls in [bound(2, MANY), bound(MANY, 8)] {
        let mut session = session(Limits { calls, ..limits() });
        session.receive(call(1), at(0)).unwrap();
        assert_eq!(session.reading(at(0)), Reading::Now);
        session.receive(call(2), at(0)).unwrap();
        assert_eq!(session.reading(at(0)), Reading::WhenAnswered);
        // Bytes that were read already are still taken.
        session.receive(call(3), at(0)).unwrap();

        session.answer(n(1), &answer("")).unwrap();
        assert_eq!(session.reading(at(0)), Reading::WhenAnswered);
        session.answer(n(2), &answer("")).unwrap();
        assert_eq!(session.reading(at(0)), Reading::Now);
    }
}

#[test]
fn who_calls_faster_than_allowed_is_read_later() {
    let call_rate = CallRate {
        per_second: 1,
        burst: 2,
    };
    let mut session = session(Limits {
        call_rate,
        ..limits()
    });
    let mut read = |number, now| {
        session.receive(call(number), now).unwrap();
        session.reading(now)
    };

    assert_eq!(read(1, at(10)), Reading::Now);
    assert_eq!(read(2, at(10)), Reading::NotBefore(at(11)));
    assert_eq!(read(3, at(11)), Reading::NotBefore(at(12)));
    // One too many, which was read with the one before, is paid for later.
    assert_eq!(read(4, at(11)), Reading::NotBefore(at(13)));
    assert_eq!(read(5, at(100)), Reading::Now);
}
