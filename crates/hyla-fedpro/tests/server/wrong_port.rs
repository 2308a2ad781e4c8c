//! Programs that call the wrong port are notified of its purpose.

use std::io::{Read, Write};
use std::net::TcpStream;

use hyla_fedpro::TransportKind;
use hyla_fedpro::session::NewSessionRefusal;
use hyla_lrc::{NullFederateAmbassador, RtiAmbassador};
use hyla_types::{CallbackModel, ExceptionKind};

use crate::raw::{Raw, TIMEOUT, Target};
use crate::world::World;

#[test]
fn a_native_federate_at_a_port_of_the_federate_protocol_is_told_so() {
    let kinds = [
        TransportKind::Tcp,
        TransportKind::Tls,
        TransportKind::WebSocket,
        TransportKind::WebSocketSecure,
    ];
    let world = World::new();
    for (count, kind) in (1..).zip(kinds) {
        let at = world.way(kind).at;
        let rti = RtiAmbassador::new();

        let failed = rti
            .connect(
                Box::new(NullFederateAmbassador),
                CallbackModel::Evoked,
                &format!("rti.address={at}"),
            )
            .unwrap_err();

        assert_eq!(failed.kind, ExceptionKind::ConnectionFailed);
        for words in [
            &format!("no RTI at tcp:{at}"),
            "the Federate Protocol is served there",
            "port 15160",
        ] {
            assert!(failed.message.contains(words), "{kind}: {failed}");
        }
        world.until("the server to count it", |c| c.handshakes_failed == count);
    }
}

#[test]
fn a_client_of_the_federate_protocol_at_the_port_of_native_federates_is_refused() {
    let world = World::new();
    let native = |kind| Target {
        at: world.rti_address,
        ..world.way(kind)
    };

    let mut client = Raw::connect(&native(TransportKind::Tcp));
    assert_eq!(client.begin(1), NewSessionRefusal::Other as i32);

    let refused = Raw::try_connect(&native(TransportKind::WebSocket)).err();
    assert!(
        refused.as_ref().is_some_and(|said| said.contains("400")),
        "{refused:?}"
    );

    let mut client = Raw::connect(&native(TransportKind::Tls));
    let said = client.try_write(b"anybody?").unwrap_err();
    assert!(said.contains("HandshakeFailure"), "{said}");
}

#[test]
fn whoever_else_calls_the_port_of_native_federates_is_told_so_in_words() {
    let world = World::new();
    for (said, begins) in [
        (&b"GET / HTTP/1.1\r\nHost: x\r\n\r\n"[..], "HTTP/1.1 400 "),
        (
            b"SSH-2.0-OpenSSH_9.6\r\n",
            "This port is for native federates",
        ),
    ] {
        let mut socket = TcpStream::connect(world.rti_address).unwrap();
        socket.set_read_timeout(Some(TIMEOUT)).unwrap();
        socket.write_all(said).unwrap();
        let mut answer = String::new();
        socket.read_to_string(&mut answer).unwrap();

        assert!(answer.starts_with(begins), "{answer}");
        assert!(answer.contains("(rti.address)"), "{answer}");
    }
}

#[test]
fn a_client_of_http_at_the_port_of_the_federate_protocol_is_told_so() {
    let world = World::new();
    let mut socket = TcpStream::connect(world.way(TransportKind::Tcp).at).unwrap();
    socket.set_read_timeout(Some(TIMEOUT)).unwrap();

    socket
        .write_all(b"GET /metrics HTTP/1.1\r\nHost: x\r\n\r\n")
        .unwrap();
    let mut answer = String::new();
    socket.read_to_string(&mut answer).unwrap();

    assert!(answer.starts_with("HTTP/1.1 400 "), "{answer}");
    assert!(answer.contains("Federate Protocol"), "{answer}");
}
