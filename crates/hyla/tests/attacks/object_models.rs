//! Object models that are too large.

use std::io::Write;

use hyla_core::message::{FromRti, RequestId, ToRti, control_frame, decode_control};
use hyla_lrc::{ModuleSource, RtiAmbassador};
use hyla_types::{Exception, ExceptionKind};

use crate::beside::Scene;
use crate::native::{PREFACE, frame, greet, next_frame, take};
use crate::rti::Rti;

const MIB: usize = 1 << 20;

fn create(rti: &RtiAmbassador, name: &str, content: Vec<u8>) -> Result<(), Exception> {
    let module = ModuleSource {
        designator: "bomb.xml".into(),
        content,
    };
    rti.create_federation_execution_from(name, vec![module], "")
}

/// Elements in elements.
fn deep(bytes: usize) -> Vec<u8> {
    let element = b"<objectModel>";
    element.repeat(bytes / element.len())
}

/// Elements beside elements.
fn wide(bytes: usize) -> Vec<u8> {
    let head = b"<objectModel>";
    [&head[..], &b"<a/>".repeat((bytes - head.len()) / 4)].concat()
}

/// Nearly the longest that a message may be; without optimization an RTI on a loaded machine reads a tenth of it in the same time.
const BOMB: usize = if cfg!(debug_assertions) { 6 } else { 60 } * MIB;

#[test]
fn bombs_of_object_models_are_refused() {
    Scene::default().attack(
        |target| {
            let rti = target.federate("");
            move || {
                for bomb in [deep(BOMB), wide(BOMB)] {
                    let refusal = create(&rti, "Bomb", bomb).unwrap_err();
                    assert_eq!(refusal.kind, ExceptionKind::ErrorReadingFOM, "{refusal}");
                }
            }
        },
        |_| {},
    );
}

#[test]
fn an_object_model_that_is_longer_than_any_message_costs_its_sender_the_connection() {
    Scene::default().attack(
        |target| {
            let target = target.clone();
            move || {
                for bomb in [deep(100 * MIB), wide(100 * MIB)] {
                    // A federate that keeps to the limit refuses to send it.
                    let rti = target.federate("channel.max_frame_bytes = 200000000");
                    create(&rti, "Bomb", bomb).unwrap_err();
                    rti.status().unwrap_err();
                }
            }
        },
        |rti| rti.until_refused("violation", 2),
    );
}

#[test]
fn object_models_cost_their_user_its_quota_and_others_nothing() {
    let scene = Scene {
        settings: &[
            "--set=rti.limit_federations=2",
            "--set=rti.limit_module_bytes=1048576",
        ],
        ..Scene::default()
    };
    scene.attack(
        |target| {
            let rti = target.federate("");
            let other = target.local_federate();
            move || {
                let refusal = create(&rti, "A0", wide(2 * MIB)).unwrap_err();
                assert!(
                    refusal.message.contains("rti.limit_module_bytes"),
                    "{refusal}"
                );
                for name in ["A1", "A2"] {
                    rti.create_federation_execution(name, &[], "").unwrap();
                }
                let refusal = rti.create_federation_execution("A3", &[], "").unwrap_err();
                assert!(
                    refusal.message.contains("rti.limit_federations"),
                    "{refusal}"
                );

                other.create_federation_execution("A3", &[], "").unwrap();
                for (user, name) in [(&rti, "A1"), (&rti, "A2"), (&other, "A3")] {
                    user.destroy_federation_execution(name).unwrap();
                }
            }
        },
        |rti| rti.until_refused("quota", 2),
    );
}

/// Not an attack: the answers to a session come in the order of its requests, also when the first one is decoded aside.
#[test]
fn what_a_session_asks_behind_a_long_message_is_answered_behind_it() {
    let rti = Rti::start(&[]);
    let mut socket = greet(&rti.address);
    let module = ModuleSource {
        designator: "long.xml".into(),
        content: wide(3 * MIB),
    };
    let create = ToRti::Create {
        request: RequestId(1),
        federation: "Long".to_owned(),
        modules: vec![module],
        mim: None,
        time: String::new(),
    };
    let others = (2..50).map(|number| ToRti::Destroy {
        request: RequestId(number),
        federation: "Nowhere".to_owned(),
    });
    let mut bytes = Vec::new();
    for message in [create].into_iter().chain(others) {
        let mut content = Vec::new();
        control_frame(&message, &mut content);
        bytes.extend_from_slice(&frame(&content));
    }
    socket.write_all(&bytes).unwrap();

    let mut answers = Vec::new();
    take(&mut socket, PREFACE.len());
    while answers.len() < 49 {
        let next = next_frame(&mut socket);
        if next.first() == Some(&0)
            && let FromRti::Answer { request, outcome } = decode_control(&next).unwrap()
        {
            answers.push((request.0, outcome.unwrap_err().kind));
        }
    }
    let mut expected = vec![(1, ExceptionKind::ErrorReadingFOM)];
    expected.extend((2..50).map(|number| (number, ExceptionKind::FederationExecutionDoesNotExist)));
    assert_eq!(answers, expected);
}
