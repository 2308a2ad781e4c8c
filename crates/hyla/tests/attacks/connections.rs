//! Connections that say nothing, or nonsense.

use std::io::{ErrorKind, Read, Write};
use std::net::TcpStream;
use std::time::Instant;

use hyla_lrc::{NullFederateAmbassador, RtiAmbassador};
use hyla_types::CallbackModel;

use crate::attacker::Target;
use crate::beside::Scene;
use crate::native::{PREFACE, frame, until_closed};
use crate::rti::{Rti, WATCHDOG, file, pause};

/// Holds so many connections while somebody else comes.
fn flood(target: &Target, count: usize) {
    let connect = |_| TcpStream::connect(&target.address).unwrap();
    let _silent: Vec<_> = (0..count).map(connect).collect();
    let newcomer = target.federate("");
    newcomer.list_federation_executions().unwrap();
    newcomer.disconnect().unwrap();
}

#[test]
fn a_flood_of_silent_connections_keeps_nobody_out() {
    let scene = Scene {
        settings: &["--set=rti.max_unidentified=16"],
        ..Scene::default()
    };
    scene.attack(
        |target| {
            let target = target.clone();
            move || flood(&target, 200)
        },
        |rti| rti.until_refused("crowded", 100),
    );
}

#[test]
fn fifteen_hundred_silent_connections_keep_nobody_out() {
    Scene::default().attack(
        |target| {
            let target = target.clone();
            move || flood(&target, 1500)
        },
        // All but those that one address may have.
        |rti| rti.until_refused("crowded", 1500 - 256),
    );
}

/// Whether the other end has closed the connection.
pub(crate) fn is_closed(socket: &mut TcpStream) -> bool {
    let mut bytes = [0; 64];
    match socket.read(&mut bytes) {
        Ok(count) => count == 0,
        Err(error) => error.kind() != ErrorKind::WouldBlock,
    }
}

#[test]
fn callers_that_send_a_byte_now_and_then_are_cut_at_their_deadline() {
    let scene = Scene {
        settings: &["--set=timeout.connect_ms=3000"],
        ..Scene::default()
    };
    scene.attack(
        |target| {
            let address = target.address.clone();
            move || {
                let mut slow: Vec<_> = (0..8)
                    .map(|_| TcpStream::connect(&address).unwrap())
                    .collect();
                for socket in &mut slow {
                    // A frame that never ends.
                    let begun = [&PREFACE[..], &1000_u32.to_le_bytes()].concat();
                    socket.write_all(&begun).unwrap();
                    socket.set_nonblocking(true).unwrap();
                }
                // Each byte is news, but no greeting.
                let start = Instant::now();
                while !slow.is_empty() {
                    slow.retain_mut(|socket| {
                        let _ = socket.write_all(&[0]);
                        !is_closed(socket)
                    });
                    assert!(start.elapsed() < WATCHDOG, "they are still connected");
                    pause();
                }
            }
        },
        |rti| rti.until_refused("silent", 1),
    );
}

#[test]
fn truncated_reordered_and_repeated_bytes_end_their_connection_alone() {
    Scene::default().attack(
        |target| {
            let address = target.address.clone();
            let junk: Vec<u8> = (0..200_u8).map(|n| n.wrapping_mul(37)).collect();
            let good = [&PREFACE[..], &frame(&junk)].concat();
            let repeated = [PREFACE; 3].concat();
            let reordered = [&frame(&junk), &PREFACE[..]].concat();
            let huge = [&PREFACE[..], &u32::MAX.to_le_bytes()].concat();
            move || {
                for cut in 1..good.len() {
                    let mut caller = TcpStream::connect(&address).unwrap();
                    caller.write_all(&good[..cut]).unwrap();
                }
                for bytes in [&good, &repeated, &reordered, &huge] {
                    let mut caller = TcpStream::connect(&address).unwrap();
                    caller.write_all(bytes).unwrap();
                    until_closed(&mut caller);
                }
            }
        },
        |rti| rti.until_refused("violation", 1),
    );
}

#[test]
fn programs_with_another_protocol_are_turned_away() {
    Scene::default().attack(
        |target| {
            let address = target.address.clone();
            move || {
                for _ in 0..50 {
                    let mut caller = TcpStream::connect(&address).unwrap();
                    let request = b"GET / HTTP/1.1\r\nHost: rti\r\n\r\n";
                    caller.write_all(request).unwrap();
                    until_closed(&mut caller);
                }
            }
        },
        |rti| rti.until_refused("foreign", 50),
    );
}

#[test]
fn a_caller_in_clear_is_refused_by_an_rti_that_encrypts() {
    let secret = file("secret", "a secret of more than 16 bytes");
    let setting = format!("--set=rti.secret_file={secret}");
    let rti = Rti::start(&["--set=rti.security=tls", &setting]);
    let federate = RtiAmbassador::new();
    let settings = format!("rti.address = {}; peer.shared_memory = false", rti.address);

    let refusal = federate
        .connect(
            Box::new(NullFederateAmbassador),
            CallbackModel::Evoked,
            &settings,
        )
        .unwrap_err();

    assert!(refusal.message.contains("rti.security"), "{refusal}");
}
