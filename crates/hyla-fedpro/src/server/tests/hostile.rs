//! Callers that are no clients, and clients that break the protocol.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::sync::atomic::Ordering;
use std::time::Duration;

use hyla_fedpro_client::{Kind, NO_NUMBER, frame};
use hyla_fedpro_messages::ConnectRequest;
use hyla_fedpro_messages::call_request::CallRequest as Call;
use hyla_fedpro_messages::call_response::CallResponse as Answer;
use hyla_settings::{FedProAddress, Settings};

use super::Stage;
use super::puppet::say;
use super::raw::{Raw, TIMEOUT};
use crate::transport::TransportKind;

fn ends(socket: &mut TcpStream) {
    socket.set_read_timeout(Some(TIMEOUT)).unwrap();
    // A reset is an end as well.
    assert_eq!(socket.read(&mut [0; 64]).unwrap_or(0), 0);
}

#[test]
fn a_caller_that_says_nothing_is_turned_away() {
    let stage = Stage::with(|s| s.fedpro.handshake = Duration::from_millis(200));
    let mut silent = TcpStream::connect(stage.way.at).unwrap();

    ends(&mut silent);

    stage.until("it to be counted", |counters| {
        counters.handshakes_failed == 1
    });
}

#[test]
fn a_caller_that_says_something_else_is_turned_away_at_once() {
    let stage = Stage::new();
    for words in [
        &b"SSH-2.0-client\r\n"[..],
        &[0; 24],
        &[0xff; 24],
        &[0, 0, 0, 65],
    ] {
        let mut caller = TcpStream::connect(stage.way.at).unwrap();
        caller.write_all(words).unwrap();
        ends(&mut caller);
    }
    assert_eq!(stage.server.counters().sessions_begun, 0);
}

#[test]
fn a_first_frame_that_begins_nothing_is_turned_away() {
    let stage = Stage::new();
    for kind in [
        Kind::CallRequest,
        Kind::Heartbeat,
        Kind::TerminateSession,
        Kind::NewSessionStatus,
    ] {
        let mut client = Raw::connect(&stage.way);
        client.send(kind, &[]);
        assert!(client.frame().is_none(), "{kind:?}");
    }
}

#[test]
fn the_oldest_caller_beyond_the_limit_makes_room_and_sessions_go_on() {
    let stage = Stage::with(|s| s.fedpro.max_unidentified = 2);
    let mut client = stage.client();
    let mut silent: Vec<TcpStream> = Vec::new();
    for accepted in 2..5 {
        silent.push(TcpStream::connect(stage.way.at).unwrap());
        stage.until("it to be accepted", |c| c.connections == accepted);
    }
    ends(&mut silent[0]);

    assert!(matches!(
        client.ask(say(b"on")),
        Answer::SendInteractionResponse(_)
    ));
    assert_eq!(stage.server.counters().connections_refused, 1);
    // Who asks at once gets in.
    assert_eq!(Raw::connect(&stage.way).try_begin(), Some(0));
    drop(silent);
}

#[test]
fn sessions_beyond_the_limit_are_refused_as_out_of_resources() {
    let limits: [fn(&mut Settings); 2] = [
        |s| s.fedpro.max_sessions = 2,
        |s| s.fedpro.max_sessions_per_address = 2,
    ];
    for limit in limits {
        let stage = Stage::with(limit);
        let (_one, mut two) = (stage.client(), stage.client());

        let mut three = Raw::connect(&stage.way);
        assert_eq!(three.begin(1), 2);
        assert!(three.frame().is_none());

        two.terminate();
        stage.until("its end", |counters| counters.sessions == 1);
        while Raw::connect(&stage.way).try_begin() != Some(0) {}
    }
}

#[test]
fn sessions_that_never_connect_make_room_however_often_they_come_again() {
    let stage = Stage::with(|s| {
        s.fedpro.max_unidentified = 8;
        s.fedpro.max_sessions = 4;
    });
    stage.strings.anonymous.store(true, Ordering::SeqCst);
    let mut attackers = Vec::new();
    for client in 0..4 {
        for _ in 0..20 {
            let mut attacker = Raw::connect(&stage.way);
            assert_eq!(attacker.try_begin(), Some(0), "{client}");
            attackers.push(attacker);
        }
        let mut client = stage.client();
        client.ask(Call::ConnectRequest(ConnectRequest {}));
        // Nobody makes it leave any more.
        attackers.push(client);
    }
    stage.until("the attackers to make room", |counters| {
        counters.sessions <= 4 + 8 && counters.sessions_lost >= 4 * 20 - 8
    });

    for (number, client) in attackers.iter_mut().enumerate() {
        if number % 21 == 20 {
            client.heartbeat();
        }
    }
    let mut beyond = Raw::connect(&stage.way);
    assert_eq!(beyond.begin(1), 2, "fedpro.max_sessions are connected");
}

#[test]
fn sessions_that_connect_at_the_same_time_are_no_more_than_allowed() {
    let stage = Stage::with(|s| s.fedpro.max_sessions = 2);
    stage.strings.anonymous.store(true, Ordering::SeqCst);
    let mut clients: Vec<_> = (0..3).map(|_| stage.client()).collect();

    for client in &mut clients {
        client.call(Call::ConnectRequest(ConnectRequest {}));
    }

    stage.until("one of them to be lost", |counters| {
        counters.sessions == 2 && counters.sessions_lost == 1
    });
}

#[test]
fn another_version_of_the_protocol_is_refused_with_the_reason() {
    let stage = Stage::new();
    let mut client = Raw::connect(&stage.way);

    assert_eq!(client.begin(2), 1);
    assert!(client.frame().is_none());
    assert_eq!(stage.server.counters().sessions_refused, 1);
}

#[test]
fn a_message_that_is_too_large_ends_the_session_and_reserves_nothing() {
    let stage = Stage::with(|s| s.fedpro.max_message_bytes = 1 << 20);
    let mut client = stage.client();
    let mut header = frame(Kind::CallbackResponse, 1, client.session, NO_NUMBER, &[]);
    header[..4].copy_from_slice(&((1_u32 << 20) + 1).to_be_bytes());

    client.write(&header);

    assert!(client.frame().is_none());
    stage.until("the end of the session", |counters| {
        counters.sessions_lost == 1
    });
    assert_eq!(
        client.resume(&stage.way, 1).0,
        1,
        "it would only send it again"
    );
}

/// Over TCP and WebSocket, with a limit of a MiB.
fn narrow() -> Stage {
    Stage::with(|s| {
        s.fedpro.max_message_bytes = 1 << 20;
        s.fedpro.websocket = FedProAddress::At("127.0.0.1:0".parse().unwrap());
    })
}

#[test]
fn a_call_that_is_too_large_is_refused_and_the_session_goes_on() {
    let stage = narrow();
    for kind in [TransportKind::Tcp, TransportKind::WebSocket] {
        let mut client = Raw::start(&stage.way_over(kind));

        for _ in 0..3 {
            let Answer::ExceptionData(refusal) = client.ask(say(&vec![7; 3 << 20])) else {
                panic!("not refused");
            };
            assert_eq!(refusal.exception_name, "RTIinternalError");
            let details = refusal.details;
            assert!(details.contains("fedpro.max_message_bytes"), "{details}");

            let answer = client.ask(say(b"short"));
            assert!(matches!(answer, Answer::SendInteractionResponse(_)));
            assert_eq!(super::puppet::tag(client.callback()), &b"short"[..]);
        }
    }
}

#[test]
fn a_client_says_little_until_its_federate_has_connected() {
    const LIMIT: usize = 64 << 10;
    let stage = narrow();
    stage.strings.anonymous.store(true, Ordering::SeqCst);
    for kind in [TransportKind::Tcp, TransportKind::WebSocket] {
        let way = stage.way_over(kind);
        let mut client = Raw::start(&way);

        let Answer::ExceptionData(refusal) = client.ask(say(&[7; LIMIT])) else {
            panic!("not refused");
        };
        let details = refusal.details;
        assert!(details.contains("connect it first"), "{details}");
        let answer = client.ask(say(&[7; LIMIT - 100]));
        assert!(matches!(answer, Answer::SendInteractionResponse(_)));
        assert_eq!(
            super::puppet::tag(client.callback()).len(),
            LIMIT - 100,
            "{kind}"
        );

        client.ask(Call::ConnectRequest(ConnectRequest {}));
        let answer = client.ask(say(&[7; LIMIT]));
        assert!(matches!(answer, Answer::SendInteractionResponse(_)));
        assert_eq!(super::puppet::tag(client.callback()).len(), LIMIT);

        // Not a call, so that it cannot be refused alone.
        let mut other = Raw::start(&way);
        let lost = stage.server.counters().sessions_lost;
        let large = frame(
            Kind::CallbackResponse,
            1,
            other.session,
            NO_NUMBER,
            &[0; LIMIT],
        );
        let _ = other.try_write(&large);
        assert!(other.frame().is_none());
        stage.until("the end of the session", |it| it.sessions_lost > lost);
    }
}

#[test]
fn a_client_that_resumes_says_little_until_its_federate_has_connected() {
    const LIMIT: usize = 64 << 10;
    let stage = narrow();
    stage.strings.anonymous.store(true, Ordering::SeqCst);
    for kind in [TransportKind::Tcp, TransportKind::WebSocket] {
        let way = stage.way_over(kind);
        // Its connection stays: a cut one would end the session.
        let first = Raw::start(&way);
        let mut client = Raw::connect(&way);
        (client.session, client.next) = (first.session, first.next);
        client.last_received = first.last_received;

        assert_eq!(client.resume(&way, NO_NUMBER).0, 0);

        let Answer::ExceptionData(refusal) = client.ask(say(&[7; LIMIT])) else {
            panic!("not refused");
        };
        let details = refusal.details;
        assert!(details.contains("connect it first"), "{details}");

        client.ask(Call::ConnectRequest(ConnectRequest {}));
        client.cut();
        assert_eq!(client.resume(&way, NO_NUMBER).0, 0);
        let answer = client.ask(say(&[7; LIMIT]));
        assert!(matches!(answer, Answer::SendInteractionResponse(_)));
        assert_eq!(super::puppet::tag(client.callback()).len(), LIMIT);
    }
}

#[test]
fn calls_sent_with_the_connect_call_are_carried_out_behind_it() {
    let stage = narrow();
    stage.strings.anonymous.store(true, Ordering::SeqCst);
    for kind in [TransportKind::Tcp, TransportKind::WebSocket] {
        let mut client = Raw::start(&stage.way_over(kind));

        let connect = client.call(Call::ConnectRequest(ConnectRequest {}));
        let calls: Vec<i32> = [10, 100_000, 1_000_000, 20]
            .map(|bytes| client.call(say(&vec![7; bytes])))
            .into();

        assert!(matches!(client.answer(connect), Answer::ConnectResponse(_)));
        for call in calls {
            let answer = client.answer(call);
            assert!(
                matches!(answer, Answer::SendInteractionResponse(_)),
                "{kind}: {answer:?}"
            );
        }
    }
}

#[test]
fn answers_that_are_not_read_do_not_pile_up_before_the_federate_has_connected() {
    let stage = Stage::new();
    stage.strings.anonymous.store(true, Ordering::SeqCst);
    let mut client = stage.client();
    client.set_write_timeout(Duration::from_millis(500));

    // Each answer keeps as much as its callback: 60 000 bytes.
    let refused = (0..1000).find_map(|_| client.try_call(say(&[7; 60_000])).err());

    assert!(refused.is_some(), "the server reads on");
    let served = stage.strings.served.load(Ordering::SeqCst);
    assert!(served < 20, "{served} calls were carried out");
}

#[test]
fn messages_that_are_too_large_end_a_session_over_a_websocket_too() {
    let stage = narrow();
    let way = stage.way_over(TransportKind::WebSocket);
    let filler = vec![0; 1 << 20];

    let mut client = Raw::start(&way);
    let large = frame(
        Kind::CallbackResponse,
        1,
        client.session,
        NO_NUMBER,
        &filler,
    );
    // The server may end it before all is written.
    let _ = client.try_write(&large);
    assert!(client.frame().is_none());

    // Two messages in one, of which neither is too large.
    let mut client = Raw::start(&way);
    let half = frame(
        Kind::CallRequest,
        1,
        client.session,
        NO_NUMBER,
        &filler[..1 << 19],
    );
    let _ = client.try_write(&[half.clone(), half].concat());
    assert!(client.frame().is_none());

    stage.until("the end of both", |counters| counters.sessions_lost == 2);
}

#[test]
fn a_message_as_large_as_is_allowed_arrives() {
    let stage = Stage::with(|s| s.fedpro.max_message_bytes = 1 << 20);
    let mut client = stage.client();

    let answer = client.ask(say(&vec![7; (1 << 20) - 64]));

    assert!(matches!(answer, Answer::SendInteractionResponse(_)));
    assert_eq!(super::puppet::tag(client.callback()).len(), (1 << 20) - 64);
}

#[test]
fn what_no_client_may_send_cuts_its_connection_and_disturbs_no_other() {
    let stage = Stage::new();
    let mut other = stage.client();
    let none = NO_NUMBER;
    // The sessions are those of the clients, but for the ones that are 1 here.
    let bad = [
        frame(Kind::NewSession, 1, 0, none, &[0, 0, 0, 1]),
        frame(Kind::CallResponse, 1, 0, none, &[0; 8]),
        frame(Kind::CallRequest, 1, 1, none, &[]),
        frame(Kind::CallRequest, none, 0, none, &[]),
        frame(Kind::Heartbeat, 1, 0, none, &[1]),
        frame(Kind::CallRequest, 1, 0, 1000, &[]),
        vec![0, 0, 0, 23],
    ];
    for mut bytes in bad {
        let mut client = stage.client();
        if let Some(session) = bytes.get_mut(8..16) {
            let wrong = u64::from_be_bytes(session.try_into().unwrap());
            session.copy_from_slice(&(wrong ^ client.session).to_be_bytes());
        }
        client.write(&bytes);
        assert!(client.frame().is_none(), "{bytes:?}");
        assert!(matches!(
            other.ask(say(b"on")),
            Answer::SendInteractionResponse(_)
        ));
        // The client may come back and behave.
        assert_eq!(client.resume(&stage.way, NO_NUMBER).0, 0);
    }
}

#[test]
fn a_session_that_never_connected_ends_with_its_connection() {
    let stage = Stage::new();
    stage.strings.anonymous.store(true, Ordering::SeqCst);
    let mut attackers: Vec<_> = (0..20).map(|_| stage.client()).collect();
    let mut client = stage.client();
    client.ask(Call::ConnectRequest(ConnectRequest {}));

    attackers.iter_mut().for_each(|attacker| attacker.cut());
    client.cut();

    stage.until("sessions without a name to end", |counters| {
        counters.sessions == 1
    });
    assert_eq!(client.resume(&stage.way, NO_NUMBER).0, 0);
}

#[test]
fn a_session_that_does_not_connect_in_time_ends() {
    let stage = Stage::with(|s| s.fedpro.connect = Duration::from_millis(100));
    stage.strings.anonymous.store(true, Ordering::SeqCst);

    let _silent = stage.client();

    stage.until("the session to end", |counters| counters.sessions_lost == 1);
}
