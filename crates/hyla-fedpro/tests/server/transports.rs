//! Each transport carries sessions.

use hyla_fedpro::TransportKind;
use hyla_fedpro_client::NO_NUMBER;
use hyla_fedpro_messages::call_response::CallResponse as Answer;
use rcgen::{CertificateParams, KeyPair};
use tokio_rustls::rustls::pki_types::PrivateKeyDer;
use tungstenite::client::IntoClientRequest as _;
use tungstenite::{Error, HandshakeError};

use crate::raw::{Raw, Target};
use crate::world::{Talker, World, got};

#[test]
fn two_federates_exchange_messages_over_any_two_transports() {
    let world = World::new();
    for (n, kind) in TransportKind::ALL.into_iter().enumerate() {
        let next = TransportKind::ALL[(n + 1) % 4];
        let federation = format!("over {kind}");
        let mut one = Talker::join(&world.way(kind), &federation, "one");
        let mut two = Talker::join(&world.way(next), &federation, "two");
        one.publish();
        two.subscribe();
        one.sync();

        for n in 0..50_u32 {
            one.say(&n.to_be_bytes());
        }
        for n in 0..50_u32 {
            assert_eq!(two.hear(), n.to_be_bytes()[..]);
        }
        one.client.heartbeat();

        one.leave();
        two.leave();
    }
    assert_eq!(world.server().counters().callbacks_dropped, 0);
}

#[test]
fn a_session_is_resumed_over_each_transport_with_nothing_lost() {
    let world = World::new();
    for kind in TransportKind::ALL {
        let (way, federation) = (world.way(kind), format!("again over {kind}"));
        let mut one = Talker::join(&way, &federation, "one");
        let mut two = Talker::join(&way, &federation, "two");
        one.publish();
        two.subscribe();
        one.sync();
        one.say(b"before");
        assert_eq!(two.hear(), "before");

        two.client.cut();
        one.say(b"meanwhile");
        let (status, last) = two.client.resume(&way, 1);
        one.say(b"after");

        assert_eq!(status, 0);
        assert_ne!(last, NO_NUMBER);
        assert_eq!(two.hear(), "meanwhile");
        assert_eq!(two.hear(), "after");
        one.leave();
        two.leave();
    }
    assert_eq!(world.server().counters().resumes, 4);
}

#[test]
fn a_session_goes_on_over_another_transport() {
    let world = World::new();
    let mut talker = Talker::join(&world.way(TransportKind::Tcp), "moves", "one");
    talker.publish();
    for kind in TransportKind::ALL {
        assert_eq!(talker.client.resume(&world.way(kind), 1).0, 0);
        talker.say(b"here");
    }
    talker.leave();
}

#[test]
fn pings_of_websockets_are_answered() {
    let world = World::new();
    let mut client = Raw::start(&world.way(TransportKind::WebSocket));
    client.ping();
    client.heartbeat();
}

/// Status of the answer to a browser with a page of that origin.
fn answered_from(way: &Target, origin: &str) -> u16 {
    let socket = std::net::TcpStream::connect(way.at).unwrap();
    let url = format!("ws://{}/", way.at);
    let mut request = url.into_client_request().unwrap();
    let origin = origin.parse().unwrap();
    request.headers_mut().insert("Origin", origin);
    match tungstenite::client(request, socket) {
        Ok((_, answer)) => answer.status().as_u16(),
        Err(HandshakeError::Failure(Error::Http(answer))) => answer.status().as_u16(),
        Err(error) => panic!("{error}"),
    }
}

#[test]
fn a_browser_connects_with_pages_of_this_host_and_those_that_are_listed() {
    let world = World::with(|settings, _| {
        settings.fedpro.origins = vec!["https://viewer.example".to_owned()];
    });
    let way = world.way(TransportKind::WebSocket);

    assert_eq!(answered_from(&way, "http://evil.example"), 403);
    assert_eq!(answered_from(&way, "null"), 403);
    world.until("both to be counted", |counters| {
        counters.handshakes_failed == 2
    });
    assert_eq!(answered_from(&way, "https://viewer.example"), 101);
    assert_eq!(answered_from(&way, "http://127.0.0.1:3000"), 101);
}

#[test]
fn messages_of_a_websocket_may_hold_several_frames_and_parts_of_them() {
    let world = World::new();
    let mut client = Raw::connect(&world.way(TransportKind::WebSocket));
    let hello = hyla_fedpro_client::frame(
        hyla_fedpro_client::Kind::NewSession,
        0,
        0,
        NO_NUMBER,
        &1_i32.to_be_bytes(),
    );
    client.write(&hello[..5]);
    client.write(&hello[5..]);
    assert_eq!(client.frame().unwrap().payload, [0; 4]);
}

#[test]
fn where_client_certificates_are_asked_for_a_client_without_one_gets_no_session() {
    let key = KeyPair::generate().unwrap();
    let mine = CertificateParams::new(["client".to_owned()]).unwrap();
    let mine = mine.self_signed(&key).unwrap();
    let (pem, der) = (mine.pem(), mine.der().clone());
    let world = World::with(|settings, files| {
        let path = files.join("clients.pem");
        std::fs::write(&path, pem).unwrap();
        settings.fedpro.client_ca = Some(path);
    });
    let private = PrivateKeyDer::try_from(key.serialize_der()).unwrap();

    for kind in [TransportKind::Tls, TransportKind::WebSocketSecure] {
        let without = Raw::try_connect(&world.way(kind)).ok();
        assert_eq!(
            without.and_then(|mut client| client.try_begin()),
            None,
            "{kind}"
        );

        let way = world.way_of(kind, Some((der.clone(), private.clone_key())));
        let mut client = Raw::start(&way);
        client.heartbeat();
    }
    // The transports without certificates are as open as ever.
    let mut plain = Talker::join(&world.way(TransportKind::Tcp), "plain", "one");
    plain.publish();
    let call = plain.saying(b"on");
    got!(plain.client.ask(call), SendInteractionResponse);
}
