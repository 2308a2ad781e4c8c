//! Callers of the Federate Protocol over TLS that offer no TLS, or too old a version of it.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};

use hyla_fedpro_client::{Kind, NO_NUMBER};

use super::handshake_record;
use crate::beside::Scene;
use crate::rti::{FEDPRO, FEDPRO_TLS, WATCHDOG, file};

/// The first message of a client that knows this version of TLS at most, and these ciphers.
fn hello(version: [u8; 2], ciphers: &[u8], extensions: &[u8]) -> Vec<u8> {
    let length = |bytes: &[u8]| u16::try_from(bytes.len()).unwrap().to_be_bytes();
    let mut body = [&version[..], &[7; 32], &[0]].concat();
    body.extend([&length(ciphers)[..], ciphers, &[1, 0]].concat());
    if !extensions.is_empty() {
        body.extend([&length(extensions)[..], extensions].concat());
    }
    handshake_record(1, &body)
}

/// `supported_versions` with TLS 1.1 and 1.0.
const OLD_VERSIONS: &[u8] = &[0, 0x2b, 0, 5, 4, 3, 2, 3, 1];

/// `TLS_RSA_WITH_AES_128_CBC_SHA` and `TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA`.
const OLD_CIPHERS: &[u8] = &[0, 0x2f, 0xc0, 0x13];

/// `TLS_RSA_WITH_NULL_SHA` and `TLS_ECDH_anon_WITH_NULL_SHA`.
const NO_CIPHERS: &[u8] = &[0, 2, 0xc0, 0x15];

/// What each caller begins with.
fn callers() -> Vec<Vec<u8>> {
    let session =
        hyla_fedpro_client::frame(Kind::NewSession, 0, 0, NO_NUMBER, &1_i32.to_be_bytes());
    // SSL 2 with all that it has.
    let oldest = [
        &[0x80, 0x2e, 1, 0, 2, 0, 0x15, 0, 0, 0, 0x10][..],
        &[1; 0x25],
    ]
    .concat();
    vec![
        session,
        oldest,
        hello([3, 0], OLD_CIPHERS, &[]),
        hello([3, 1], OLD_CIPHERS, &[]),
        hello([3, 2], OLD_CIPHERS, &[]),
        hello([3, 3], OLD_CIPHERS, OLD_VERSIONS),
        hello([3, 3], NO_CIPHERS, &[]),
    ]
}

/// Calls, and expects at most that TLS says what is wrong before it closes.
fn is_refused(at: SocketAddr, begin: &[u8]) {
    let mut caller = TcpStream::connect(at).unwrap();
    caller.set_read_timeout(Some(WATCHDOG)).unwrap();
    let _ = caller.write_all(begin);
    let mut answer = Vec::new();
    if let Err(error) = caller.read_to_end(&mut answer) {
        assert_ne!(error.kind(), std::io::ErrorKind::WouldBlock, "not closed");
    }
    assert!(
        answer.is_empty() || (answer[0] == 0x15 && answer.len() == 7 && answer[5] == 2),
        "neither silence nor a fatal alert: {answer:02x?}"
    );
}

#[test]
fn the_port_for_tls_serves_nobody_in_clear_or_by_an_old_version() {
    let made = rcgen::generate_simple_self_signed(["localhost".to_owned()]).unwrap();
    let certificate = file("fedpro.pem", &made.cert.pem());
    let key = file("fedpro-key.pem", &made.signing_key.serialize_pem());
    let certificate = format!("--set=fedpro.certificate={certificate}");
    let key = format!("--set=fedpro.key={key}");
    let scene = Scene {
        settings: &[FEDPRO, FEDPRO_TLS, &certificate, &key],
        ..Scene::default()
    };
    scene.attack(
        |target| {
            let at = target.fedpro_tls.unwrap();
            move || callers().iter().for_each(|begin| is_refused(at, begin))
        },
        |rti| rti.until_refused("fedpro", 7),
    );
}
