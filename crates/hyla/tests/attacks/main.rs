//! Attacks on a running RTI, each by a process of its own beside a healthy federation: the attack is refused and counted, and
//! the federation loses nothing.
//!
//! `ATTACKS_MEASURE=1 cargo test --release -p hyla --test attacks -- --nocapture --test-threads 1` prints how the attack changes
//! the 99th percentiles of the federation. No test depends on them.
#![allow(clippy::unwrap_used, reason = "test code")]

mod healthy;
mod rti;
#[path = "../started/mod.rs"]
mod started;

use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::time::{Duration, Instant};

use healthy::Healthy;
use hyla_lrc::{ModuleSource, NullFederateAmbassador, RtiAmbassador};
use hyla_net::{Address, Endpoint, EndpointConfig};
use hyla_types::{CallbackModel, ExceptionKind};
use rti::Rti;

/// Exchanges of the healthy federation before, during and after an attack.
const EXCHANGES: u32 = 300;

/// Runs an attack beside a healthy federation, and compares.
fn beside_a_healthy_federation(name: &str, rti: &Rti, attack: impl FnOnce()) {
    let mut healthy = Healthy::start(&rti.address);
    let before = healthy.exchange(EXCHANGES);
    healthy.begin();
    attack();
    let during = healthy.end();
    let after = healthy.exchange(EXCHANGES);
    if std::env::var_os("ATTACKS_MEASURE").is_some() {
        let ratio = during.p99_ns as f64 / before.p99_ns as f64;
        println!(
            "{name}: p99 {} us before, {} us during ({} exchanges), ratio {ratio:.2}, {} us after",
            before.p99_ns / 1000,
            during.p99_ns / 1000,
            during.count,
            after.p99_ns / 1000
        );
    }
}

/// The bytes with which a native caller begins.
fn handshake() -> [u8; 8] {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let mut endpoint = Endpoint::new(EndpointConfig {
        shared_memory: false,
        ..EndpointConfig::default()
    })
    .unwrap();
    let _channel = endpoint.connect(&Address::Tcp(listener.local_addr().unwrap()));
    listener.set_nonblocking(true).unwrap();
    let mut called = loop {
        let turn = Some(Duration::from_millis(1));
        endpoint.poll(turn, &mut |_| {}).unwrap();
        if let Ok((called, _)) = listener.accept() {
            break called;
        }
    };
    called.set_nonblocking(true).unwrap();
    let mut bytes = Vec::new();
    while bytes.len() < 8 {
        let turn = Some(Duration::from_millis(1));
        endpoint.poll(turn, &mut |_| {}).unwrap();
        let mut some = [0; 8];
        if let Ok(count) = called.read(&mut some) {
            bytes.extend_from_slice(&some[..count]);
        }
    }
    bytes[..8].try_into().unwrap()
}

/// A frame as a native caller sends it.
fn frame(content: &[u8]) -> Vec<u8> {
    let length = u32::try_from(content.len()).unwrap();
    [&length.to_le_bytes(), content].concat()
}

/// Reads until the other end closes the connection.
fn until_closed(socket: &mut TcpStream) {
    socket.set_read_timeout(Some(rti::WATCHDOG)).unwrap();
    let mut bytes = [0; 1024];
    loop {
        match socket.read(&mut bytes) {
            Ok(0) => return,
            Ok(_) => {}
            Err(error) => {
                assert_ne!(error.kind(), std::io::ErrorKind::WouldBlock, "not closed");
                return;
            }
        }
    }
}

/// A federate over TCP: a user of its own beside the healthy federation, which uses shared memory.
fn attacker(address: &str) -> RtiAmbassador {
    let rti = RtiAmbassador::new();
    let settings = format!("rti.address = {address}; peer.shared_memory = false");
    rti.connect(
        Box::new(NullFederateAmbassador),
        CallbackModel::Evoked,
        &settings,
    )
    .unwrap();
    rti
}

fn module(content: Vec<u8>) -> Vec<ModuleSource> {
    vec![ModuleSource {
        designator: "bomb.xml".into(),
        content,
    }]
}

#[test]
fn a_flood_of_silent_connections_keeps_nobody_out() {
    let rti = Rti::start(&["--set=rti.max_unidentified=16"]);
    beside_a_healthy_federation("flood", &rti, || {
        let mut silent = Vec::new();
        for _ in 0..200 {
            silent.push(TcpStream::connect(&rti.address).unwrap());
        }
        rti.until_refused("crowded", 100);
        // A newcomer gets in meanwhile.
        attacker(&rti.address).list_federation_executions().unwrap();
    });
}

#[test]
fn callers_that_send_a_byte_now_and_then_are_cut_at_their_deadline() {
    let rti = Rti::start(&["--set=timeout.connect_ms=3000"]);
    let handshake = handshake();
    beside_a_healthy_federation("slow loris", &rti, || {
        let mut slow: Vec<_> = (0..8)
            .map(|_| TcpStream::connect(&rti.address).unwrap())
            .collect();
        for socket in &mut slow {
            // A frame that never ends.
            let begun = [&handshake[..], &1000_u32.to_le_bytes()].concat();
            socket.write_all(&begun).unwrap();
        }
        // Each byte is news, but no greeting.
        let start = Instant::now();
        while rti.refused("silent") + rti.refused("violation") < 8 {
            for socket in &mut slow {
                let _ = socket.write_all(&[0]);
            }
            assert!(start.elapsed() < rti::WATCHDOG, "they are still connected");
            rti::pause();
        }
        slow.iter_mut().for_each(until_closed);
    });
}

#[test]
fn truncated_reordered_and_repeated_bytes_end_their_connection_alone() {
    let rti = Rti::start(&[]);
    let handshake = handshake();
    beside_a_healthy_federation("broken frames", &rti, || {
        let junk: Vec<u8> = (0..200_u8).map(|n| n.wrapping_mul(37)).collect();
        let good = [&handshake[..], &frame(&junk)].concat();
        for cut in 1..good.len() {
            let mut caller = TcpStream::connect(&rti.address).unwrap();
            caller.write_all(&good[..cut]).unwrap();
        }
        let repeated = [&handshake[..], &handshake, &handshake].concat();
        let reordered = [&frame(&junk), &handshake[..]].concat();
        let huge = [&handshake[..], &u32::MAX.to_le_bytes()].concat();
        for bytes in [&good, &repeated, &reordered, &huge] {
            let mut caller = TcpStream::connect(&rti.address).unwrap();
            caller.write_all(bytes).unwrap();
            until_closed(&mut caller);
        }
        rti.until_refused("violation", 1);
    });
}

#[test]
fn programs_with_another_protocol_are_turned_away() {
    let rti = Rti::start(&[]);
    beside_a_healthy_federation("foreign", &rti, || {
        for _ in 0..50 {
            let mut caller = TcpStream::connect(&rti.address).unwrap();
            let request = b"GET / HTTP/1.1\r\nHost: rti\r\n\r\n";
            caller.write_all(request).unwrap();
            until_closed(&mut caller);
        }
        rti.until_refused("foreign", 50);
    });
}

#[test]
fn bombs_of_object_models_are_refused_and_cost_their_user_its_quota() {
    let rti = Rti::start(&["--set=rti.limit_federations=2"]);
    beside_a_healthy_federation("FOM bombs", &rti, || {
        let attacker = attacker(&rti.address);
        let create = |name: &str, content: Vec<u8>| {
            attacker
                .create_federation_execution_from(name, module(content), "")
                .unwrap_err()
        };
        let deep = b"<objectModel>".repeat(1_000_000);
        assert_eq!(create("Deep", deep).kind, ExceptionKind::ErrorReadingFOM);
        let wide = [b"<objectModel>".to_vec(), b"<a/>".repeat(4_000_000)].concat();
        assert_eq!(create("Wide", wide).kind, ExceptionKind::ErrorReadingFOM);
        for name in ["A1", "A2"] {
            attacker.create_federation_execution(name, &[], "").unwrap();
        }
        let refusal = attacker
            .create_federation_execution("A3", &[], "")
            .unwrap_err();
        assert!(
            refusal.message.contains("rti.limit_federations"),
            "{refusal}"
        );
        rti.until_refused("quota", 1);
    });
}

#[test]
fn a_caller_in_clear_is_refused_by_an_rti_that_encrypts() {
    let secret = rti::file("secret", "a secret of more than 16 bytes");
    let mode = std::os::unix::fs::PermissionsExt::from_mode(0o600);
    std::fs::set_permissions(&secret, mode).expect("the file is ours");
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
