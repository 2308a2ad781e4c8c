//! Calls, callbacks, heartbeats, farewells.

use std::sync::atomic::Ordering;

use hyla_fedpro_client::{Kind, NO_NUMBER};
use hyla_fedpro_messages::call_request::CallRequest as Call;
use hyla_fedpro_messages::call_response::CallResponse as Answer;
use hyla_fedpro_messages::callback_request::CallbackRequest as Callback;
use hyla_fedpro_messages::{ConnectRequest, DisconnectRequest, QueryGaltRequest};

use super::Stage;
use super::puppet::{panics, say, tag};
use super::raw::Raw;
use crate::callback::Urgency;

const WAITS: Call = Call::QueryGaltRequest(QueryGaltRequest {});

#[test]
fn an_answer_comes_before_the_callback_that_its_call_caused() {
    let stage = Stage::new();
    let mut client = stage.client();

    let call = client.call(say(b"one"));

    let first = client.frame().unwrap();
    assert_eq!(first.kind, Kind::CallResponse);
    assert_eq!(first.payload[..4], call.to_be_bytes());
    assert_eq!(tag(client.callback()), "one");
}

#[test]
fn each_message_has_the_next_number_and_says_what_was_received_last() {
    let stage = Stage::new();
    let mut client = Raw::connect(&stage.way);
    client.send(Kind::NewSession, &1_i32.to_be_bytes());
    let status = client.frame().unwrap();
    client.session = status.session;
    assert_eq!((status.number, status.last_received), (0, NO_NUMBER));

    // Heartbeats take numbers too, and do not count as received.
    client.send(Kind::Heartbeat, &[]);
    let alive = client.frame().unwrap();
    assert_eq!((alive.number, alive.last_received), (1, NO_NUMBER));

    let call = client.call(say(b"one"));
    let (answer, callback) = (client.frame().unwrap(), client.frame().unwrap());
    assert_eq!((answer.number, answer.last_received), (2, call));
    assert_eq!((callback.number, callback.last_received), (3, call));
}

#[test]
fn hundreds_of_calls_under_way_are_answered_in_their_order() {
    let stage = Stage::new();
    let mut client = stage.client();

    let calls: Vec<i32> = (0..1000)
        .map(|n: u32| client.call(say(&n.to_be_bytes())))
        .collect();

    for call in calls {
        assert!(matches!(
            client.answer(call),
            Answer::SendInteractionResponse(_)
        ));
    }
    for n in 0..1000_u32 {
        assert_eq!(tag(client.callback()), n.to_be_bytes()[..]);
    }
}

#[test]
fn a_heartbeat_is_answered_while_a_call_waits_and_the_calls_behind_it_wait_too() {
    let stage = Stage::new();
    let mut client = stage.client();
    let waiting = client.call(WAITS);
    let behind = client.call(say(b"behind"));
    stage.strings.until("the call to wait", |s| {
        s.waiting.load(Ordering::SeqCst) == 1
    });

    client.heartbeat();
    assert_eq!(stage.strings.served.load(Ordering::SeqCst), 0);

    stage.strings.open(1);
    assert!(matches!(
        client.answer(waiting),
        Answer::QueryGaltResponse(_)
    ));
    assert!(matches!(
        client.answer(behind),
        Answer::SendInteractionResponse(_)
    ));
}

#[test]
fn callbacks_come_unasked_and_wait_for_no_answer() {
    let stage = Stage::new();
    let mut client = stage.client();

    for n in 0..300_u32 {
        stage.strings.call_back(&n.to_be_bytes(), Urgency::Needed);
    }
    stage.strings.wake();

    for n in 0..300_u32 {
        assert_eq!(tag(client.callback()), n.to_be_bytes()[..]);
    }
}

#[test]
fn a_federate_whose_receivers_cannot_keep_up_is_served_when_they_can_again() {
    let stage = Stage::new();
    let mut client = stage.client();
    stage.strings.congested.store(true, Ordering::SeqCst);

    let call = client.call(say(b"held"));
    for _ in 0..5 {
        client.heartbeat();
    }
    assert_eq!(stage.strings.served.load(Ordering::SeqCst), 0);

    stage.strings.congested.store(false, Ordering::SeqCst);
    assert!(matches!(
        client.answer(call),
        Answer::SendInteractionResponse(_)
    ));
}

#[test]
fn disconnect_is_answered_and_the_connection_stays_until_the_client_ends_the_session() {
    let stage = Stage::new();
    let mut client = stage.client();
    client.ask(Call::ConnectRequest(ConnectRequest {}));

    let answer = client.ask(Call::DisconnectRequest(DisconnectRequest {}));
    assert!(matches!(answer, Answer::DisconnectResponse(_)));
    client.heartbeat();

    client.terminate();
    assert!(client.frame().is_none());
    assert_eq!(stage.strings.left.load(Ordering::SeqCst), 1);
    stage.until("the session to end", |counters| counters.sessions == 0);
}

#[test]
fn a_farewell_without_disconnect_waits_for_the_calls_before_it() {
    let stage = Stage::new();
    let mut client = stage.client();
    client.call(WAITS);
    client.call(say(b"last"));
    client.send(Kind::TerminateSession, &[]);
    stage.strings.until("the call to wait", |s| {
        s.waiting.load(Ordering::SeqCst) == 1
    });
    stage.strings.open(1);

    let mut last = None;
    while let Some(frame) = client.frame() {
        last = Some(frame.kind);
    }

    assert_eq!(last, Some(Kind::SessionTerminated));
    assert_eq!(stage.strings.served.load(Ordering::SeqCst), 2);
    assert_eq!(stage.strings.left.load(Ordering::SeqCst), 1);
}

#[test]
fn a_call_that_is_none_gets_an_exception_and_the_session_goes_on() {
    let stage = Stage::new();
    let mut client = stage.client();

    let call = client.send(Kind::CallRequest, &[0xff; 9]);

    let Answer::ExceptionData(exception) = client.answer(call) else {
        panic!("an exception is due");
    };
    assert_eq!(exception.exception_name, "RTIinternalError");
    assert!(matches!(
        client.ask(say(b"on")),
        Answer::SendInteractionResponse(_)
    ));
}

#[test]
fn a_panic_in_a_session_ends_that_session_and_no_other() {
    let stage = Stage::new();
    let (mut one, mut other) = (stage.client(), stage.client());

    one.call(panics());
    assert!(one.frame().is_none());

    assert!(matches!(
        other.ask(say(b"on")),
        Answer::SendInteractionResponse(_)
    ));
    stage.until("one session", |counters| counters.sessions == 1);
    assert_eq!(one.resume(&stage.way, 1).0, 1, "there is no such session");
}

#[test]
fn a_server_that_ends_tells_connected_federates_that_the_connection_is_lost() {
    let stage = Stage::new();
    let (mut connected, mut fresh) = (stage.client(), stage.client());
    connected.ask(Call::ConnectRequest(ConnectRequest {}));

    stage.server.stop();

    let lost = connected.callback().callback_request;
    assert!(
        matches!(lost, Some(Callback::ConnectionLost(_))),
        "{lost:?}"
    );
    assert!(connected.frame().is_none());
    // The session has no federate to notify.
    assert!(fresh.frame().is_none());
    assert_eq!(stage.strings.left.load(Ordering::SeqCst), 2);
}
