//! Calls that wait for answers, callbacks that take effect, clients that stall.

use std::time::Duration;

use bytes::{BufMut, Bytes, BytesMut};

use super::{CallDependency, CallOrder, CallStart, Overdue, ReceivedFrame, Urgency};
use crate::session::{Bound, ClientSession, Expiry, Limits};
use crate::wire::{Frame, Header, MessageType, SequenceNumber, WireError};

const ID: u64 = 9;

const fn at(milliseconds: u64) -> Duration {
    Duration::from_millis(milliseconds)
}

fn course_with(limits: Limits, calls_in_callbacks: bool) -> CallOrder {
    let mut call_order = CallOrder::new(ClientSession::new(ID, limits, at(0)), calls_in_callbacks);
    call_order.session.next_batch().expect("the status");
    call_order
}

fn call_order() -> CallOrder {
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

fn call_back(call_order: &mut CallOrder) -> SequenceNumber {
    let sent = call_order.call_back(b"callback".as_slice(), Urgency::Needed);
    sent.expect("an open session").expect("room")
}

/// Sends a callback that takes effect when it is answered.
fn await_one(call_order: &mut CallOrder, now: Duration) -> SequenceNumber {
    let number = call_back(call_order);
    let id = number.to_wire().unsigned_abs().into();
    assert!(!call_order.turned(Some(id), true, now));
    number
}

#[test]
fn calls_come_in_their_order_and_the_one_put_back_is_the_next() {
    let mut call_order = call_order();
    for number in [1, 2] {
        assert_eq!(
            call_order.take(call(number), at(0)),
            Ok(ReceivedFrame::Call)
        );
    }

    let first = call_order.next_call().expect("a call");
    assert_eq!(first.0, SequenceNumber::from_wire(1));
    call_order.put_back(first.clone());

    assert_eq!(call_order.waiting_calls(), 2);
    assert_eq!(call_order.next_call(), Some(first));
    let (second, _) = call_order.next_call().expect("a call");
    assert_eq!(second, SequenceNumber::from_wire(2));
    assert_eq!(call_order.next_call(), None);
}

#[test]
fn of_a_call_that_was_too_large_only_the_problem_is_kept() {
    let mut call_order = call_order();
    let taken = call_order.take_with(call(1), at(0), |_| Err(WireError::TooShort(3)));

    assert_eq!(taken, Ok(ReceivedFrame::Call));
    let (_, call) = call_order.next_call().expect("a call");
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
    let mut call_order = course_with(limits, true);
    call_order.take(call(1), at(0)).expect("a call");
    call_back(&mut call_order);

    assert_eq!(call_order.next_call(), None);
    let farewell = frame(MessageType::TerminateSession, 2, Bytes::new());
    assert_eq!(
        call_order.take(farewell, at(0)),
        Ok(ReceivedFrame::Farewell)
    );

    assert!(call_order.is_leaving() && call_order.next_call().is_some());
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
    let mut call_order = course_with(limits, true);
    call_back(&mut call_order);

    let lossy = call_order.call_back(b"update".as_slice(), Urgency::Droppable);
    assert_eq!(lossy, Ok(None));
    let reliable = call_order.call_back(b"update".as_slice(), Urgency::Needed);
    assert!(reliable.is_ok_and(|number| number.is_some()));
}

#[test]
fn an_answered_callback_takes_effect_once() {
    let mut call_order = call_order();
    let number = await_one(&mut call_order, at(0));
    assert!(!call_order.take_answers());

    call_order
        .take(answer_to(number, 1), at(1))
        .expect("an answer");

    assert!(call_order.take_answers());
    assert!(!call_order.take_answers());
}

#[test]
fn a_call_may_come_from_inside_the_callback_once_those_before_are_answered() {
    let mut call_order = call_order();
    let earlier = call_back(&mut call_order);
    await_one(&mut call_order, at(0));

    let depends = Some(CallDependency::State);
    assert_eq!(call_order.begin(depends, at(10)), CallStart::Later);
    assert_eq!(call_order.begin(None, at(10)), CallStart::Now);
    call_order
        .take(answer_to(earlier, 1), at(20))
        .expect("an answer");

    assert_eq!(call_order.begin(depends, at(30)), CallStart::InEffect);
    assert_eq!(call_order.begin(depends, at(30)), CallStart::Now);
}

#[test]
fn a_call_waits_for_answers_for_a_second_and_the_next_one_no_more() {
    let mut call_order = call_order();
    call_back(&mut call_order);
    await_one(&mut call_order, at(0));

    let depends = Some(CallDependency::State);
    assert_eq!(call_order.begin(depends, at(10)), CallStart::Later);
    assert_eq!(call_order.answer_deadline(0, true), Some(at(1010)));
    assert_eq!(call_order.answer_deadline(0, false), None);
    assert_eq!(call_order.begin(depends, at(1009)), CallStart::Later);
    assert_eq!(call_order.begin(depends, at(1010)), CallStart::Now);
    assert_eq!(call_order.begin(depends, at(1011)), CallStart::Now);
}

#[test]
fn a_call_does_not_come_from_inside_where_the_setting_rules_it_out() {
    let mut call_order = course_with(Limits::default(), false);
    await_one(&mut call_order, at(0));

    let depends = Some(CallDependency::State);
    for asked in [0, 2000] {
        assert_eq!(call_order.begin(depends, at(asked)), CallStart::Later);
        assert_eq!(call_order.begin(depends, at(asked + 1000)), CallStart::Now);
    }
}

#[test]
fn a_call_that_would_be_refused_after_a_callback_is_carried_out_before_it_unless_its_answer_comes()
{
    for calls_in_callbacks in [true, false] {
        let mut call_order = course_with(Limits::default(), calls_in_callbacks);
        let number = await_one(&mut call_order, at(0));

        let depends = Some(CallDependency::Before);
        assert_eq!(call_order.begin(depends, at(0)), CallStart::Later);
        assert_eq!(call_order.begin(depends, at(1000)), CallStart::Now);
        assert_eq!(call_order.begin(depends, at(1001)), CallStart::Now);

        let answered = call_order.take(answer_to(number, 1), at(1002));
        assert_eq!(answered, Ok(ReceivedFrame::Nothing));
        assert!(call_order.take_answers());
    }
}

#[test]
fn what_waits_behind_a_callback_waits_for_a_second() {
    let mut call_order = call_order();
    await_one(&mut call_order, at(100));

    assert_eq!(call_order.answer_deadline(0, true), None);
    assert_eq!(call_order.answer_deadline(1, false), Some(at(1100)));
    assert!(!call_order.give_up_answer(1, at(1099)));
    assert!(!call_order.give_up_answer(0, at(1100)));
    assert!(call_order.give_up_answer(1, at(1100)));
    assert!(!call_order.give_up_answer(1, at(1200)));
}

#[test]
fn a_callback_that_nobody_gets_takes_effect_at_once() {
    let mut call_order = call_order();

    assert!(call_order.turned(Some(1), false, at(0)));
    assert!(!call_order.turned(None, true, at(0)));
}

#[test]
fn a_callback_behind_the_one_awaited_changes_nothing() {
    let mut call_order = call_order();
    let awaited = call_back(&mut call_order);
    assert!(!call_order.turned(Some(1), true, at(0)));

    call_back(&mut call_order);
    assert!(!call_order.turned(Some(1), true, at(10)));
    assert!(!call_order.turned(Some(1), false, at(10)));

    let answered = call_order.take(answer_to(awaited, 1), at(20));
    assert_eq!(answered, Ok(ReceivedFrame::Nothing));
    assert!(call_order.take_answers());
}

#[test]
fn an_answer_to_a_callback_that_has_taken_effect_is_none_to_the_next_one() {
    let mut call_order = call_order();
    let first = call_back(&mut call_order);
    assert!(!call_order.turned(Some(1), true, at(0)));

    let second = call_back(&mut call_order);
    assert!(!call_order.turned(Some(2), true, at(10)));

    for (number, (callback, takes_effect)) in (1..).zip([(first, false), (second, true)]) {
        let answered = call_order.take(answer_to(callback, number), at(20));
        assert_eq!(answered, Ok(ReceivedFrame::Nothing));
        assert_eq!(call_order.take_answers(), takes_effect);
    }
}

#[test]
fn a_client_that_stalls_is_cut_once_and_then_lost() {
    let mut call_order = call_order();
    let size = "callback".len() + 24;
    call_order.written(28, at(0));
    call_back(&mut call_order);
    assert_eq!(call_order.overdue(at(0)), None);

    let stall = Limits::default().stall;
    assert_eq!(
        call_order.overdue(stall),
        Some(Overdue::Cut(Expiry::Stalled))
    );
    call_order.session.next_batch().expect("the callback");
    call_order.written(size - 1, stall);
    let again = stall * 2;
    assert_eq!(
        call_order.overdue(again),
        Some(Overdue::Lost(Expiry::Stalled))
    );

    call_order.written(1, again);
    call_back(&mut call_order);
    assert_eq!(call_order.overdue(again), None);
    let later = again + stall;
    assert_eq!(
        call_order.overdue(later),
        Some(Overdue::Cut(Expiry::Stalled))
    );
}
