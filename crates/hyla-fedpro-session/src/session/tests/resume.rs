//! Granted and refused resumes, and their consequences.

use super::*;
use crate::session::ResumeRefusal;
use crate::wire::MessageType::{
    CallResponse, CallbackRequest, HeartbeatResponse, NewSessionStatus, ResumeStatus,
};

/// A session that sent the callbacks 1, 2 and 3.
fn three_callbacks() -> ClientSession {
    let mut session = session(limits());
    for text in ["a", "b", "c"] {
        session.call_back(&call_back(text)).unwrap();
    }
    assert_eq!(numbers(&mut session), [1, 2, 3]);
    session.dropped(at(1), Cut::Silent);
    session
}

#[test]
fn the_status_of_a_new_session_is_number_0_and_carries_the_id() {
    let mut session = ClientSession::new(ID, limits(), at(0));

    let [status] = &output(&mut session)[..] else {
        panic!("one message");
    };
    assert_eq!(status.header.kind, NewSessionStatus);
    assert_eq!(status.header.sequence, n(0));
    assert_eq!(status.header.session, ID);
    assert_eq!(status.header.last_received, NONE);
    assert_eq!(status.payload, integers(&[0]));
}

#[test]
fn after_the_status_all_that_the_client_missed_is_sent_again_unchanged() {
    let mut session = session(limits());
    session.call_back(&call_back("a")).unwrap();
    session.call_back(&call_back("b")).unwrap();
    serve(&mut session, 7);
    let before = output(&mut session);
    session.dropped(at(1), Cut::Silent);
    session.call_back(&call_back("new")).unwrap();

    session.resume(&resume(n(1), n(7)), at(2)).unwrap();
    let after = output(&mut session);
    assert_eq!(after[0].header.kind, ResumeStatus);
    assert_eq!(after[0].payload, integers(&[0, 7]));
    assert!(after[0].header.sequence.is_valid());
    assert_eq!(after[1..3], before[1..3]);
    assert_eq!(after[3].header.kind, CallbackRequest);
    assert_eq!(after.len(), 4);
}

#[test]
fn a_client_that_received_nothing_gets_all_of_it() {
    let mut session = three_callbacks();

    session.resume(&resume(NONE, NONE), at(2)).unwrap();
    let after = output(&mut session);
    assert_eq!(after[0].payload, integers(&[0, NONE.to_wire()]));
    assert_eq!(after.len(), 4);
}

#[test]
fn a_client_that_received_everything_gets_only_what_is_new() {
    let mut session = three_callbacks();

    session.resume(&resume(n(3), NONE), at(2)).unwrap();
    assert_eq!(kinds(&mut session), [ResumeStatus]);
    session.call_back(&call_back("d")).unwrap();
    assert_eq!(kinds(&mut session), [CallbackRequest]);
}

#[test]
fn the_last_message_received_is_one_of_hla_and_never_a_heartbeat() {
    let mut session = session(limits());
    session.receive(call(1), at(0)).unwrap();
    let heartbeat = message(MessageType::Heartbeat, 2, b"");
    session.receive(heartbeat, at(0)).unwrap();
    session.dropped(at(1), Cut::Silent);

    session.resume(&resume(NONE, n(1)), at(2)).unwrap();
    assert_eq!(output(&mut session)[0].payload, integers(&[0, 1]));
}

#[test]
fn answers_to_control_messages_are_not_sent_on_another_connection() {
    let mut session = session(limits());
    let heartbeat = message(MessageType::Heartbeat, 1, b"");
    session.receive(heartbeat, at(0)).unwrap();
    session.dropped(at(1), Cut::Silent);

    session.resume(&resume(NONE, NONE), at(2)).unwrap();
    assert_eq!(kinds(&mut session), [ResumeStatus]);
}

#[test]
fn calls_received_before_the_cut_are_answered_after_the_resume() {
    let mut session = session(limits());
    session.receive(call(1), at(0)).unwrap();
    session.dropped(at(1), Cut::Silent);
    session.answer(n(1), &answer("late")).unwrap();
    assert_eq!(session.next_batch(), None);
    assert_eq!(session.next_output(), None);

    session.resume(&resume(NONE, n(1)), at(2)).unwrap();
    assert_eq!(kinds(&mut session), [ResumeStatus, CallResponse]);
}

#[test]
fn a_resume_takes_over_from_a_connection_that_still_seems_alive() {
    let mut session = session(limits());
    session.call_back(&call_back("a")).unwrap();
    assert_eq!(numbers(&mut session), [1]);

    session.resume(&resume(NONE, NONE), at(1)).unwrap();
    assert_eq!(kinds(&mut session), [ResumeStatus, CallbackRequest]);
    assert!(!session.is_dropped());
}

#[test]
fn a_client_that_no_longer_has_what_was_not_received_is_refused() {
    for (received, oldest, granted) in [
        (5, n(5), true),
        (5, n(4), true),
        (5, NONE, true),
        (5, n(6), false),
        (i32::MAX, n(0), false),
        (0, n(i32::MAX), true),
    ] {
        let mut session = session(limits());
        session.receive(call(received), at(0)).unwrap();
        session.dropped(at(1), Cut::Silent);

        let result = session.resume(&resume(NONE, oldest), at(2));
        let refusal = Err(ResumeRefusal::NotEnoughMessages);
        assert_eq!(result, if granted { Ok(()) } else { refusal });
    }
}

#[test]
fn a_client_that_asks_for_what_it_had_acknowledged_is_refused() {
    let mut session = three_callbacks();
    session.resume(&resume(n(2), NONE), at(2)).unwrap();
    session.dropped(at(3), Cut::Silent);

    for missed in [NONE, n(0), n(1)] {
        let refused = session.resume(&resume(missed, NONE), at(4));
        assert_eq!(refused, Err(ResumeRefusal::NotEnoughMessages));
    }
    assert!(session.is_dropped());
    assert_eq!(session.resume(&resume(n(2), NONE), at(5)), Ok(()));
}

#[test]
fn a_client_that_claims_what_was_never_sent_is_refused() {
    let mut session = three_callbacks();
    session.call_back(&call_back("not handed out")).unwrap();

    let refused = session.resume(&resume(n(4), NONE), at(2));
    assert_eq!(refused, Err(ResumeRefusal::NotEnoughMessages));
}

#[test]
fn a_session_that_is_over_or_another_one_is_not_resumed() {
    let mut session = three_callbacks();
    let other = ResumeRequest {
        session: ID + 1,
        ..resume(n(3), NONE)
    };
    let invalid = Err(ResumeRefusal::InvalidSession);
    assert_eq!(session.resume(&other, at(2)), invalid);

    session.resume(&resume(n(3), NONE), at(2)).unwrap();
    let terminate = message(MessageType::TerminateSession, 9, b"");
    session.receive(terminate, at(3)).unwrap();
    assert_eq!(session.resume(&resume(n(3), NONE), at(4)), invalid);
    session.terminated();
    assert_eq!(session.resume(&resume(n(3), NONE), at(5)), invalid);
}

#[test]
fn whatever_waits_goes_out_in_the_order_of_its_numbers() {
    let mut session = session(limits());
    session.call_back(&call_back("a")).unwrap();
    let heartbeat = message(MessageType::Heartbeat, 1, b"");
    session.receive(heartbeat, at(0)).unwrap();
    serve(&mut session, 2);

    let frames = output(&mut session);
    let kinds: Vec<_> = frames.iter().map(|f| f.header.kind).collect();
    assert_eq!(kinds, [CallbackRequest, HeartbeatResponse, CallResponse]);
    let numbers: Vec<_> = frames.iter().map(|f| f.header.sequence).collect();
    assert_eq!(numbers, [n(1), n(2), n(3)]);
    assert_eq!(frames[1].payload, integers(&[1]));
    assert_eq!(frames[1].header.last_received, NONE);
    assert_eq!(frames[2].header.last_received, n(2));
}

#[test]
fn a_batch_holds_the_same_frames_as_they_come_singly() {
    let fill = |session: &mut ClientSession| {
        for i in 0..200 {
            let text = "x".repeat(i * 7);
            session.call_back(&call_back(&text)).unwrap();
        }
    };
    let (mut batches, mut singly) = (session(limits()), session(limits()));
    fill(&mut batches);
    fill(&mut singly);

    let joined: Vec<u8> = std::iter::from_fn(|| batches.next_batch())
        .flatten()
        .collect();
    let single: Vec<_> = std::iter::from_fn(|| singly.next_output()).collect();
    assert_eq!(single.len(), 200);
    assert_eq!(joined, single.concat());
    for frame in single {
        assert!(Frame::parse(frame, usize::MAX).is_ok());
    }
}
