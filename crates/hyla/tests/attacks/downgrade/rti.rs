//! Downgrades of the connection between a federate and its RTI.

use std::net::SocketAddr;

use hyla_types::{Exception, ExceptionKind};

use super::{Between, Change, From, Passing, handshake_record, tls_record};
use crate::attacker::Target;
use crate::beside::Scene;
use crate::native::{PREFACE, frame};
use crate::rti::{Rti, file};
use crate::started;

/// What nobody else may learn.
const USER: &str = "a-user-of-the-victim";
const PASSWORD: &str = "the password of the victim";

/// The settings of an RTI with TLS, and of its callers: a shared secret in this file.
fn by_secret(secret: &str) -> ([String; 2], String) {
    (
        [
            "--set=rti.security=tls".to_owned(),
            format!("--set=rti.secret_file={secret}"),
        ],
        format!("rti.security = tls; rti.secret_file = {secret}"),
    )
}

/// A federate with name and password calls an RTI, and is refused.
fn refused(at: SocketAddr, settings: &str) -> Exception {
    let target = Target {
        address: at.to_string(),
        fedpro: None,
        fedpro_tls: None,
        members: Vec::new(),
        settings: settings.to_owned(),
        users: None,
        folder: None,
    };
    let password = file("downgrade-password", PASSWORD);
    let of_victim = format!("rti.user = {USER}; rti.password_file = {password}");
    let refusal = target.try_federate(&of_victim).err().unwrap();
    assert_eq!(refusal.kind, ExceptionKind::ConnectionFailed, "{refusal}");
    refusal
}

/// The refusal names the setting, and who was between has neither name nor password.
fn is_refused(between: &Between, settings: &str) {
    let refusal = refused(between.at, settings);
    assert!(refusal.message.contains("rti.security"), "{refusal}");
    between.has_learned_nothing_of(&[USER.as_bytes(), PASSWORD.as_bytes()]);
}

/// The called side's first answer is replaced by these bytes.
fn instead(passing: Passing<'_>, answer: &[u8]) -> Option<Vec<u8>> {
    match (passing.from, passing.number) {
        (From::Caller, 0) => passing.answer.extend_from_slice(answer),
        (From::Caller, _) => {}
        (From::Called, _) => return Some(Vec::new()),
    }
    // The called side is kept waiting.
    Some(Vec::new())
}

/// A server that knows TLS 1.2 at most, with `TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256`.
fn hello_of_tls_12() -> Vec<u8> {
    let body = [&[3, 3][..], &[7; 32], &[0], &[0xc0, 0x2f], &[0]].concat();
    handshake_record(2, &body)
}

/// Answers of somebody who has taken the place of an RTI.
const ANSWERS: [Change; 7] = [
    // The RTI speaks in clear, and may have accepted the caller already.
    |passing| instead(passing, &PREFACE),
    |passing| instead(passing, &[&PREFACE[..], &frame(&[0; 16])].concat()),
    // It demands encryption: as an RTI tells callers in clear.
    |passing| instead(passing, b"HYLA\x01\0\0\x01"),
    // As another member that seals.
    |passing| instead(passing, &[&b"HYLA\x01\x02\0\0"[..], &[9; 64]].concat()),
    // It does not know this version of TLS, or none that the caller offers, or the one before.
    |passing| instead(passing, &tls_record(0x15, [3, 3], &[2, 70])),
    |passing| instead(passing, &tls_record(0x15, [3, 3], &[2, 40])),
    |passing| instead(passing, &hello_of_tls_12()),
];

#[test]
fn nobody_who_answers_for_an_rti_in_clear_learns_name_or_password() {
    let secret = file("downgrade-answer", "a secret of more than 16 bytes");
    let (of_rti, of_callers) = by_secret(&secret);
    let scene = Scene {
        settings: &[&of_rti[0], &of_rti[1]],
        of_callers: &of_callers,
        ..Scene::default()
    };
    scene.attack(
        |target| {
            let rti: SocketAddr = target.address.parse().unwrap();
            let of_victim = target.settings.clone();
            // RTIs that do not encrypt, or not only.
            let clear = started::Rti::start(&["--set=fedpro.tcp=off"]);
            let clear_at: SocketAddr = clear.address().parse().unwrap();
            let both = [&of_rti[0][..], &of_rti[1], "--set=rti.allow_clear=true"];
            let both = started::Rti::start(&[&both[..], &["--set=fedpro.tcp=off"]].concat());
            let both_at: SocketAddr = both.address().parse().unwrap();
            move || {
                let _running = (&clear, &both);
                for answer in ANSWERS {
                    is_refused(&Between::new(rti, answer), &of_victim);
                    is_refused(&Between::new(both_at, answer), &of_victim);
                }
                // A real one, whose own first bytes are in clear.
                is_refused(&Between::new(clear_at, |it| Some(it.bytes)), &of_victim);
                // It answers as to a caller in clear that it accepts.
                let greets: Change = |it| match (it.from, it.number) {
                    (From::Caller, 0) => Some(PREFACE.to_vec()),
                    (From::Caller, _) => Some(Vec::new()),
                    (From::Called, _) => Some(it.bytes),
                };
                for at in [clear_at, both_at] {
                    is_refused(&Between::new(at, greets), &of_victim);
                }
                // The setting is for those who accept; it opens nothing for who calls.
                let allows = format!("{of_victim}; rti.allow_clear = true");
                is_refused(&Between::new(both_at, greets), &allows);
            }
        },
        |_| {},
    );
}

/// Changes the offered versions in the first message of a client to TLS 1.2 alone.
fn lowered(mut hello: Vec<u8>) -> Vec<u8> {
    let offers = [0, 0x2b, 0, 3, 2, 3, 4];
    let place = hello.windows(offers.len()).position(|it| it == offers);
    let place = place.expect("TLS 1.3 alone is offered");
    hello[place + 6] = 3;
    hello
}

fn altered(mut bytes: Vec<u8>, place: usize) -> Vec<u8> {
    bytes[place] ^= 1;
    bytes
}

/// What somebody between does to a handshake of TLS.
const CHANGES: [Change; 8] = [
    // The caller offers TLS 1.2, another key, or nothing more.
    |it| match (it.from, it.number) {
        (From::Caller, 0) => Some(lowered(it.bytes)),
        _ => Some(it.bytes),
    },
    |it| match (it.from, it.number) {
        (From::Caller, 0) => Some(altered(it.bytes, 20)),
        _ => Some(it.bytes),
    },
    |it| match (it.from, it.number) {
        (From::Caller, 0) => None,
        _ => Some(it.bytes),
    },
    // The called side's first bytes: cut off, altered at the begin and at the end, repeated.
    |it| match (it.from, it.number) {
        (From::Called, 0) => None,
        _ => Some(it.bytes),
    },
    |it| match (it.from, it.number) {
        (From::Called, 0) => Some(altered(it.bytes, 20)),
        _ => Some(it.bytes),
    },
    |it| match (it.from, it.number) {
        (From::Called, 0) => {
            let last = it.bytes.len() - 1;
            Some(altered(it.bytes, last))
        }
        _ => Some(it.bytes),
    },
    |it| match (it.from, it.number) {
        (From::Called, 0) => Some([&it.bytes[..], &it.bytes].concat()),
        _ => Some(it.bytes),
    },
    // The caller's first sealed bytes, with which it proves who it is: altered.
    |it| match (it.from, it.number) {
        (From::Caller, 1) => {
            let last = it.bytes.len() - 1;
            Some(altered(it.bytes, last))
        }
        _ => Some(it.bytes),
    },
];

/// A federate that knows its RTI by a certificate.
struct Pinned {
    rti: started::Rti,
    settings: String,
}

impl Pinned {
    fn start(name: &str) -> Self {
        let made = rcgen::generate_simple_self_signed(["127.0.0.1".to_owned()]).unwrap();
        let certificate = file(&format!("{name}.pem"), &made.cert.pem());
        let key = file(
            &format!("{name}-key.pem"),
            &made.signing_key.serialize_pem(),
        );
        let rti = started::Rti::start(&[
            "--set=fedpro.tcp=off",
            "--set=rti.security=tls",
            &format!("--set=rti.certificate={certificate}"),
            &format!("--set=rti.key={key}"),
        ]);
        let pin = hyla_net::Fingerprint::of_pem(made.cert.pem().as_bytes()).unwrap();
        Self {
            rti,
            settings: format!("rti.security = tls; rti.pin = {pin}"),
        }
    }

    fn at(&self) -> SocketAddr {
        self.rti.address().parse().unwrap()
    }
}

#[test]
fn somebody_between_who_alters_a_handshake_gets_no_session() {
    let secret = file("downgrade-change", "a secret of more than 16 bytes");
    let (of_rti, of_callers) = by_secret(&secret);
    let scene = Scene {
        settings: &[&of_rti[0], &of_rti[1]],
        of_callers: &of_callers,
        ..Scene::default()
    };
    scene.attack(
        |target| {
            let rti: SocketAddr = target.address.parse().unwrap();
            let of_victim = target.settings.clone();
            let (right, wrong) = (Pinned::start("right"), Pinned::start("wrong"));
            let other = file("downgrade-other", "another secret of more than 16 bytes");
            let (of_rti, by_other_secret) = by_secret(&other);
            let other = ["--set=fedpro.tcp=off", &of_rti[0], &of_rti[1]];
            let other = started::Rti::start(&other);
            let other_at: SocketAddr = other.address().parse().unwrap();
            move || {
                let _running = &other;
                let secrets = [USER.as_bytes(), PASSWORD.as_bytes(), b"HYLA"];
                for change in CHANGES {
                    for (at, settings) in [(rti, &of_victim), (right.at(), &right.settings)] {
                        let between = Between::new(at, change);
                        refused(between.at, settings);
                        between.has_learned_nothing_of(&secrets);
                    }
                }
                // Somebody else who encrypts has taken the place of the RTI.
                for (at, settings, setting) in [
                    (wrong.at(), &right.settings, "rti.pin"),
                    (rti, &right.settings, "rti.secret_file"),
                    (other_at, &of_victim, "rti.secret_file"),
                    (rti, &by_other_secret, "rti.secret_file"),
                    (right.at(), &of_victim, "rti.secret_file"),
                ] {
                    let between = Between::new(at, |it| Some(it.bytes));
                    let refusal = refused(between.at, settings);
                    assert!(refusal.message.contains(setting), "{settings}: {refusal}");
                    between.has_learned_nothing_of(&secrets);
                }
            }
        },
        |rti: &Rti| rti.until_refused("violation", 1),
    );
}
