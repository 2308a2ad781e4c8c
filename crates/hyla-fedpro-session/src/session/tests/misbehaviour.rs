//! Violations by clients: each is refused without a trace, or has no effect.

use super::*;
use crate::session::{NewSessionRefusal, Opening, ResumeRefusal, SendError, SessionError};
use crate::session::{new_session_refused, resume_refused};
use crate::wire::MessageType::{
    CallRequest, CallResponse, CallbackRequest, CallbackResponse, Heartbeat, HeartbeatResponse,
    NewSession, NewSessionStatus, ResumeRequest as ResumeRequestType, ResumeStatus,
    SessionTerminated, TerminateSession,
};

/// The session refuses the frame, and goes on as if it had not come.
fn refused(session: &mut ClientSession, frame: Frame) -> SessionError {
    let before = format!("{session:?}");
    let error = session.receive(frame, at(0)).unwrap_err();
    assert_eq!(format!("{session:?}"), before, "{error}");
    error
}

#[test]
fn what_only_servers_send_or_only_opens_a_connection_has_no_place_in_a_session() {
    for kind in [
        NewSession,
        NewSessionStatus,
        HeartbeatResponse,
        SessionTerminated,
        ResumeRequestType,
        ResumeStatus,
        CallResponse,
        CallbackRequest,
    ] {
        let mut session = session(limits());
        let error = refused(&mut session, message(kind, 1, &[0; 8]));
        assert_eq!(error, SessionError::Misplaced(kind));
    }
}

#[test]
fn messages_without_a_number_or_of_another_session_are_refused() {
    for (kind, payload) in [
        (Heartbeat, &b""[..]),
        (TerminateSession, b""),
        (CallRequest, b"call"),
        (CallbackResponse, b"\0\0\0\x01"),
    ] {
        let mut session = session(limits());
        let mut frame = message(kind, -1, payload);
        let error = refused(&mut session, frame.clone());
        assert_eq!(error, SessionError::NoNumber(kind));

        frame.header.sequence = n(1);
        for other in [0, ID + 1] {
            frame.header.session = other;
            let error = refused(&mut session, frame.clone());
            assert_eq!(error, SessionError::OtherSession);
        }
    }
}

#[test]
fn payloads_of_the_wrong_length_are_refused() {
    for (kind, payload) in [
        (Heartbeat, &b"x"[..]),
        (TerminateSession, b"xy"),
        (CallbackResponse, b""),
        (CallbackResponse, b"\0\0\0"),
    ] {
        let mut session = session(limits());
        let error = refused(&mut session, message(kind, 1, payload));
        let actual = payload.len();
        assert_eq!(error, SessionError::PayloadLength { kind, actual });
    }
}

#[test]
fn what_was_not_sent_cannot_be_acknowledged() {
    let mut session = session(limits());
    session.call_back(&call_back("a")).unwrap();
    assert_eq!(numbers(&mut session), [1]);
    session.call_back(&call_back("not handed out")).unwrap();

    let error = refused(&mut session, acknowledging(call(1), 2));
    let (acknowledged, newest) = (n(2), n(1));
    assert_eq!(
        error,
        SessionError::NotSent {
            acknowledged,
            newest
        }
    );
    session.receive(acknowledging(call(1), 1), at(0)).unwrap();
}

#[test]
fn an_acknowledgement_may_go_backwards_and_undoes_nothing() {
    let mut session = session(limits());
    for text in ["a", "b", "c"] {
        session.call_back(&call_back(text)).unwrap();
    }
    assert_eq!(numbers(&mut session), [1, 2, 3]);

    for (number, acknowledged, left) in [(1, 2, 1), (2, 1, 1), (3, -1, 1), (4, 3, 0)] {
        let frame = acknowledging(call(number), acknowledged);
        session.receive(frame, at(0)).unwrap();
        assert_eq!(session.unacknowledged().messages, left);
    }
}

#[test]
fn replayed_and_late_messages_are_dropped_and_counted() {
    let mut session = session(limits());
    serve(&mut session, 5);
    session.receive(call(7), at(0)).unwrap();
    let answer = message(CallbackResponse, 4, b"\0\0\0\x01");

    for frame in [call(5), call(7), call(6), call(1), call(i32::MAX), answer] {
        let incoming = session.receive(frame, at(0)).unwrap();
        assert_eq!(incoming, ReceivedMessage::Nothing);
    }
    assert_eq!(session.counts().duplicates, 6);
    assert_eq!(session.unanswered().messages, 1);
    assert_eq!(kinds(&mut session), [CallResponse]);
}

#[test]
fn a_replayed_heartbeat_is_answered_again() {
    let mut session = session(limits());
    for _ in 0..2 {
        let heartbeat = message(Heartbeat, 3, b"");
        session.receive(heartbeat, at(0)).unwrap();
    }
    assert_eq!(kinds(&mut session), [HeartbeatResponse; 2]);
}

#[test]
fn numbers_may_skip() {
    let mut session = session(limits());
    for number in [1, 9, 1000, 1 << 29] {
        let incoming = session.receive(call(number), at(0)).unwrap();
        assert!(matches!(incoming, ReceivedMessage::Call { .. }));
    }
}

#[test]
fn an_answer_to_a_callback_that_never_was_changes_nothing() {
    let mut session = session(limits());

    let frame = message(CallbackResponse, 1, b"\0\0\0\x63");
    let incoming = session.receive(frame, at(0)).unwrap();
    let (call_back, payload) = (n(99), Bytes::new());
    assert_eq!(
        incoming,
        ReceivedMessage::CallbackAnswer { call_back, payload }
    );
    let frame = message(CallbackResponse, 2, b"\x80\0\0\0");
    assert_eq!(session.receive(frame, at(0)), Ok(ReceivedMessage::Nothing));
    assert_eq!(kinds(&mut session), []);
}

#[test]
fn each_call_has_one_answer_and_no_other() {
    let mut session = session(limits());
    session.receive(call(1), at(0)).unwrap();
    session.receive(call(2), at(0)).unwrap();

    let due = |session: &mut ClientSession, number| session.answer(n(number), &answer(""));
    assert_eq!(due(&mut session, 3), Err(SendError::NotDue(n(3))));
    assert_eq!(due(&mut session, 2), Ok(()));
    assert_eq!(due(&mut session, 2), Err(SendError::NotDue(n(2))));
    assert_eq!(due(&mut session, 1), Ok(()));
    assert_eq!(due(&mut session, 1), Err(SendError::NotDue(n(1))));
    assert_eq!(kinds(&mut session), [CallResponse; 2]);
}

#[test]
fn nothing_says_goodbye_to_a_client_that_did_not_ask() {
    let mut session = session(limits());

    session.terminated();
    assert_eq!(kinds(&mut session), []);
    assert!(!session.is_over());
}

#[test]
fn after_the_end_nothing_comes_in_and_nothing_goes_out() {
    let mut session = session(limits());
    session.receive(call(1), at(0)).unwrap();
    let terminate = message(TerminateSession, 2, b"");
    assert_eq!(
        session.receive(terminate, at(0)),
        Ok(ReceivedMessage::Terminate)
    );

    for _ in 0..2 {
        let error = refused(&mut session, message(Heartbeat, 3, b""));
        assert_eq!(error, SessionError::NotConnected);
        let late = session.answer(n(1), &answer(""));
        assert_eq!(late, Err(SendError::Over));
        let late = session.call_back(&call_back(""));
        assert_eq!(late, Err(SendError::Over));
        session.terminated();
    }
    assert_eq!(kinds(&mut session), [SessionTerminated]);
}

#[test]
fn a_connection_that_breaks_before_the_goodbye_ends_the_session_too() {
    let mut session = session(limits());
    session.call_back(&call_back("a")).unwrap();
    let terminate = message(TerminateSession, 1, b"");
    session.receive(terminate, at(0)).unwrap();

    session.dropped(at(1), Cut::Silent);
    assert!(session.is_over());
    session.terminated();
    assert_eq!(session.next_batch(), None);
}

#[test]
fn frames_of_a_dropped_connection_are_refused() {
    let mut session = session(limits());
    session.dropped(at(1), Cut::Silent);
    assert_eq!(refused(&mut session, call(1)), SessionError::NotConnected);
}

fn opening(kind: MessageType, number: i32, session: u64, payload: Bytes) -> Frame {
    let header = Header {
        sequence: n(number),
        session,
        last_received: NONE,
        kind,
    };
    Frame { header, payload }
}

#[test]
fn a_connection_begins_with_a_new_session_or_a_resume() {
    let parse = |frame: &Frame| Opening::parse(frame);

    let new = |version| opening(NewSession, 0, 0, integers(&[version]));
    assert_eq!(parse(&new(1)), Ok(Opening::New));
    for version in [0, 2, -1] {
        let unsupported = Opening::UnsupportedVersion(version);
        assert_eq!(parse(&new(version)), Ok(unsupported));
    }
    let resumes = opening(ResumeRequestType, -1, ID, integers(&[4, i32::MIN]));
    let request = resume(n(4), NONE);
    assert_eq!(parse(&resumes), Ok(Opening::Resume(request)));
}

#[test]
fn a_connection_cannot_begin_otherwise() {
    for (frame, error) in [
        (call(1), SessionError::Misplaced(CallRequest)),
        (
            opening(NewSession, -1, 0, integers(&[1])),
            SessionError::NoNumber(NewSession),
        ),
        (
            opening(NewSession, 0, ID, integers(&[1])),
            SessionError::OtherSession,
        ),
        (
            opening(NewSession, 0, 0, integers(&[1, 1])),
            SessionError::PayloadLength {
                kind: NewSession,
                actual: 8,
            },
        ),
        (
            opening(ResumeRequestType, 0, ID, integers(&[1])),
            SessionError::PayloadLength {
                kind: ResumeRequestType,
                actual: 4,
            },
        ),
    ] {
        assert_eq!(Opening::parse(&frame), Err(error));
    }
}

#[test]
fn refusals_have_exactly_the_payload_that_clients_read() {
    let parse = |bytes| Frame::parse(bytes, usize::MAX).unwrap();

    let frame = parse(new_session_refused(NewSessionRefusal::UnsupportedVersion));
    assert_eq!(frame.header.kind, NewSessionStatus);
    assert_eq!(frame.payload, integers(&[1]));
    let frame = parse(resume_refused(ID, ResumeRefusal::NotEnoughMessages));
    assert_eq!(frame.header.kind, ResumeStatus);
    assert_eq!(frame.header.session, ID);
    assert!(frame.header.sequence.is_valid());
    assert_eq!(frame.payload, integers(&[2, NONE.to_wire()]));
}
