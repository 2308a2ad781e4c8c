//! Downgrades of what members of a federation send to each other.

use std::net::SocketAddr;

use super::{Between, Change, From};
use crate::attacker::Target;
use crate::beside::Scene;
use crate::healthy::Federate;
use crate::members::BY_TCP;
use crate::native::PREFACE;
use crate::replay::own_address;
use crate::rti::{Rti, file};
use crate::together;

/// First bytes of a connection that is sealed.
const SEALED: &[u8] = b"HYLA\x01\x02\0\0";

/// The numbers that members exchange begin here: bytes that are found in nothing else.
const FIRST: u32 = 0x5ea1_ed00;

/// What somebody between two members does to a call. The first one changes nothing.
const CHANGES: [Change; 6] = [
    |it| Some(it.bytes),
    // The called member answers in clear, or as one that has no key.
    |it| match (it.from, it.number) {
        (From::Caller, 0) => {
            it.answer.extend_from_slice(&PREFACE);
            Some(Vec::new())
        }
        (From::Caller, _) => Some(Vec::new()),
        (From::Called, _) => Some(Vec::new()),
    },
    |it| match (it.from, it.number) {
        (From::Called, 0) => Some(b"HYLA\x01\0\0\x01".to_vec()),
        _ => Some(it.bytes),
    },
    // The caller calls in clear, or with a chain of modules in clear.
    |it| match (it.from, it.number) {
        (From::Caller, 0) => Some([&PREFACE[..], &it.bytes[8..]].concat()),
        _ => Some(it.bytes),
    },
    |it| match (it.from, it.number) {
        (From::Caller, 0) => Some([&b"HYLA\x01\x01\0\0"[..], &it.bytes[8..]].concat()),
        _ => Some(it.bytes),
    },
    // The called member's random bytes are others.
    |it| match (it.from, it.number) {
        (From::Called, 0) => {
            let mut bytes = it.bytes;
            let last = bytes.len() - 1;
            bytes[last] ^= 1;
            Some(bytes)
        }
        _ => Some(it.bytes),
    },
];

/// Two members of which the second calls the first through somebody between, and what they say to each other.
fn exchange(target: &Target, number: u8, change: Change, of_first: &str) -> Between {
    let first_at: SocketAddr = own_address(8 + number);
    let between = Between::new(first_at, change);
    let federation = format!("Downgraded {number}");
    let address = format!("rti.address = {}", target.address);
    let of_first = together(&[
        &address,
        BY_TCP,
        of_first,
        &format!("peer.bind = {first_at}; peer.advertise = {}", between.at),
    ]);
    let of_second = together(&[&address, BY_TCP, &target.settings]);
    let first = Federate::join(&of_first, &federation, "first", ["Message", "Order"]);
    let second = Federate::join(&of_second, &federation, "second", ["Order", "Message"]);
    for number in FIRST..FIRST + 50 {
        second.send(number);
        first.expect(number);
        first.send(number);
        second.expect(number);
    }
    between
}

#[test]
fn members_seal_what_they_say_whatever_somebody_between_answers() {
    let secret = file("downgrade-members", "a secret of more than 16 bytes");
    let setting = format!("--set=rti.secret_file={secret}");
    let of_callers = format!("rti.security = tls; rti.secret_file = {secret}");
    let scene = Scene {
        settings: &[
            "--set=rti.security=tls",
            "--set=rti.allow_clear=true",
            &setting,
        ],
        of_members: BY_TCP,
        of_callers: &of_callers,
        ..Scene::default()
    };
    scene.attack(
        |target| {
            let target = target.clone();
            let mut number = 0;
            move || {
                for (at, change) in CHANGES.into_iter().enumerate() {
                    number = (number + 1) % 64;
                    let between = exchange(&target, number, change, &target.settings);
                    assert!(between.has_seen(SEALED), "the second has called, {at}");
                    between.has_learned_nothing_of(&[&FIRST.to_le_bytes()[1..]]);
                }
                // A member without TLS, which somebody between may read: others do not call it.
                number = (number + 1) % 64;
                let between = exchange(&target, number, |it| Some(it.bytes), "");
                assert!(!between.has_seen(&FIRST.to_le_bytes()[1..]));
            }
        },
        |_: &Rti| {},
    );
}
