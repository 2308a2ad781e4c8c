//! Calls that wait for answers, callbacks that take effect, clients that stall.

use std::time::Duration;

use bytes::{BufMut, Bytes, BytesMut};

use super::{Begin, Course, Dependence, Overdue, Taken, Urgency};
use crate::session::{Bound, Expiry, Limits, Session};
use crate::wire::{Frame, Header, MessageType, SequenceNumber, WireError};

const ID: u64 = 9;

const fn at(milliseconds: u64) -> Duration {
    Duration::from_millis(milliseconds)
}

fn course_with(limits: Limits, calls_in_callbacks: bool) -> Course {
    let mut course = Course::new(Session::new(ID, limits, at(0)), calls_in_callbacks);
    course.session.next_batch().expect("the status");
    course
}

fn course() -> Course {
    course_with(Limits::default(), true)
}

fn frame(kind: MessageType, number: i32, payload: Bytes) -> Frame {
    Frame {
        header: Header {
            sequence: SequenceNumber::from_wire(number),
            session: ID,
            last_received: SequenceNumber::NONE,
            kind,
        },
        payload,
    }
}

fn call(number: i32) -> Frame {
    frame(
        MessageType::CallRequest,
        number,
        Bytes::from_static(b"call"),
    )
}

fn answer_to(call_back: SequenceNumber, number: i32) -> Frame {
    let mut payload = BytesMut::new();
    payload.put_i32(call_back.to_wire());
    frame(MessageType::CallbackResponse, number, payload.freeze())
}

fn call_back(course: &mut Course) -> SequenceNumber {
    let sent = course.call_back(b"callback".as_slice(), Urgency::Needed);
    sent.expect("an open session").expect("room")
}

/// Sends a callback that takes effect when it is answered.
fn await_one(course: &mut Course, now: Duration) -> SequenceNumber {
    let number = call_back(course);
    assert!(!course.turned(true, true, now));
    number
}

#[test]
fn calls_come_in_their_order_and_the_one_put_back_is_the_next() {
    let mut course = course();
    for number in [1, 2] {
        assert_eq!(course.take(call(number), at(0)), Ok(Taken::Call));
    }

    let first = course.next_call().expect("a call");
    assert_eq!(first.0, SequenceNumber::from_wire(1));
    course.put_back(first.clone());

    assert_eq!(course.waiting_calls(), 2);
    assert_eq!(course.next_call(), Some(first));
    let (second, _) = course.next_call().expect("a call");
    assert_eq!(second, SequenceNumber::from_wire(2));
    assert_eq!(course.next_call(), None);
}

#[test]
fn of_a_call_that_was_too_large_only_the_problem_is_kept() {
    let mut course = course();
    let taken = course.take_with(call(1), at(0), |_| Err(WireError::TooShort(3)));

    assert_eq!(taken, Ok(Taken::Call));
    let (_, call) = course.next_call().expect("a call");
    assert_eq!(call, Err(WireError::TooShort(3)));
}

#[test]
fn without_room_no_call_is_carried_out_except_before_a_farewell() {
    let full = Bound {
        messages: 1,
        bytes: 1 << 20,
    };
    let limits = Limits {
        waiting_most: full,
        ..Limits::default()
    };
    let mut course = course_with(limits, true);
    course.take(call(1), at(0)).expect("a call");
    call_back(&mut course);

    assert_eq!(course.next_call(), None);
    let farewell = frame(MessageType::TerminateSession, 2, Bytes::new());
    assert_eq!(course.take(farewell, at(0)), Ok(Taken::Farewell));

    assert!(course.is_leaving() && course.next_call().is_some());
}

#[test]
fn best_effort_is_left_out_while_there_is_little_room() {
    let little = Bound {
        messages: 1,
        bytes: 1 << 20,
    };
    let limits = Limits {
        waiting: little,
        ..Limits::default()
    };
    let mut course = course_with(limits, true);
    call_back(&mut course);

    let lossy = course.call_back(b"update".as_slice(), Urgency::Droppable);
    assert_eq!(lossy, Ok(None));
    let reliable = course.call_back(b"update".as_slice(), Urgency::Needed);
    assert!(reliable.is_ok_and(|number| number.is_some()));
}

#[test]
fn an_answered_callback_takes_effect_once() {
    let mut course = course();
    let number = await_one(&mut course, at(0));
    assert!(!course.take_answers());

    course.take(answer_to(number, 1), at(1)).expect("an answer");

    assert!(course.take_answers());
    assert!(!course.take_answers());
}

#[test]
fn a_call_may_come_from_inside_the_callback_once_those_before_are_answered() {
    let mut course = course();
    let earlier = call_back(&mut course);
    await_one(&mut course, at(0));

    let depends = Some(Dependence::State);
    assert_eq!(course.begin(depends, at(10)), Begin::Later);
    assert_eq!(course.begin(None, at(10)), Begin::Now);
    course
        .take(answer_to(earlier, 1), at(20))
        .expect("an answer");

    assert_eq!(course.begin(depends, at(30)), Begin::InEffect);
    assert_eq!(course.begin(depends, at(30)), Begin::Now);
}

#[test]
fn a_call_waits_for_answers_for_a_second_and_the_next_one_no_more() {
    let mut course = course();
    call_back(&mut course);
    await_one(&mut course, at(0));

    let depends = Some(Dependence::State);
    assert_eq!(course.begin(depends, at(10)), Begin::Later);
    assert_eq!(course.answer_deadline(0), Some(at(1010)));
    assert_eq!(course.begin(depends, at(1009)), Begin::Later);
    assert_eq!(course.begin(depends, at(1010)), Begin::Now);
    assert_eq!(course.begin(depends, at(1011)), Begin::Now);
}

#[test]
fn a_call_does_not_come_from_inside_where_the_setting_rules_it_out() {
    let mut course = course_with(Limits::default(), false);
    await_one(&mut course, at(0));

    let depends = Some(Dependence::State);
    for asked in [0, 2000] {
        assert_eq!(course.begin(depends, at(asked)), Begin::Later);
        assert_eq!(course.begin(depends, at(asked + 1000)), Begin::Now);
    }
}

#[test]
fn what_waits_behind_a_callback_waits_for_a_second() {
    let mut course = course();
    await_one(&mut course, at(100));

    assert_eq!(course.answer_deadline(0), None);
    assert_eq!(course.answer_deadline(1), Some(at(1100)));
    assert!(!course.give_up_answer(1, at(1099)));
    assert!(!course.give_up_answer(0, at(1100)));
    assert!(course.give_up_answer(1, at(1100)));
    assert!(!course.give_up_answer(1, at(1200)));
}

#[test]
fn a_callback_that_nobody_gets_takes_effect_at_once() {
    let mut course = course();

    assert!(course.turned(true, false, at(0)));
    assert!(!course.turned(false, true, at(0)));
}

#[test]
fn a_client_that_stalls_is_cut_once_and_then_lost() {
    let mut course = course();
    let size = "callback".len() + 24;
    course.written(28, at(0));
    call_back(&mut course);
    assert_eq!(course.overdue(at(0)), None);

    let stall = Limits::default().stall;
    assert_eq!(course.overdue(stall), Some(Overdue::Cut(Expiry::Stalled)));
    course.session.next_batch().expect("the callback");
    course.written(size - 1, stall);
    let again = stall * 2;
    assert_eq!(course.overdue(again), Some(Overdue::Lost(Expiry::Stalled)));

    course.written(1, again);
    call_back(&mut course);
    assert_eq!(course.overdue(again), None);
    let later = again + stall;
    assert_eq!(course.overdue(later), Some(Overdue::Cut(Expiry::Stalled)));
}
