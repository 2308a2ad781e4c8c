//! Programs that call the wrong port hear where they are.

use std::io::{Read, Write};
use std::net::TcpStream;

use hyla_fedpro::TransportKind;
use hyla_lrc::{NullFederateAmbassador, RtiAmbassador};
use hyla_types::{CallbackModel, ExceptionKind};

use crate::raw::PATIENCE;
use crate::world::World;

#[test]
fn a_native_federate_at_the_port_of_the_federate_protocol_is_told_so() {
    let world = World::new();
    let at = world.way(TransportKind::Tcp).at;
    let rti = RtiAmbassador::new();

    let failed = rti
        .connect(
            Box::new(NullFederateAmbassador),
            CallbackModel::Evoked,
            &format!("rti.address={at}; peer.shared_memory=false"),
        )
        .unwrap_err();

    assert_eq!(failed.kind, ExceptionKind::ConnectionFailed);
    assert!(
        failed
            .message
            .contains("the Federate Protocol is served there"),
        "{failed}"
    );
    world.until("the server to count it", |c| c.handshakes_failed == 1);
}

#[test]
fn a_client_of_http_at_the_port_of_the_federate_protocol_is_told_so() {
    let world = World::new();
    let mut socket = TcpStream::connect(world.way(TransportKind::Tcp).at).unwrap();
    socket.set_read_timeout(Some(PATIENCE)).unwrap();

    socket
        .write_all(b"GET /metrics HTTP/1.1\r\nHost: x\r\n\r\n")
        .unwrap();
    let mut answer = String::new();
    socket.read_to_string(&mut answer).unwrap();

    assert!(answer.starts_with("HTTP/1.1 400 "), "{answer}");
    assert!(answer.contains("Federate Protocol"), "{answer}");
}
