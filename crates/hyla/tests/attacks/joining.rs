//! Not an attack: many federates of one user join a federation with a large object model at once, and leave its limit alone.

use std::thread;

use hyla_core::message::{FromRti, RequestId, ToRti, control_frame, decode_control};
use hyla_lrc::{ModuleSource, RtiAmbassador};
use hyla_types::ExceptionKind;

use crate::beside::Scene;
use crate::native::{PREFACE, frame, greet, next_frame, say, take};

/// Federates, whose answers are more than three times the limit.
const FEDERATES: u32 = 40;
const LIMIT: &str = "--set=rti.limit_memory_bytes=67108864";

/// An object model whose compiled form is long, too.
pub(crate) fn model() -> ModuleSource {
    let classes = (0..60).map(|number| {
        let name = format!("C{number}{}", "x".repeat(100_000));
        format!("<objectClass><name>{name}</name><sharing>Neither</sharing></objectClass>")
    });
    let classes: String = classes.collect();
    let text = format!(
        "<objectModel xmlns=\"http://standards.ieee.org/IEEE1516-2010\"><objects><objectClass>\
         <name>HLAobjectRoot</name>{classes}</objectClass></objects></objectModel>"
    );
    ModuleSource {
        designator: "long-names.xml".into(),
        content: text.into_bytes(),
    }
}

/// A module that is long and says nothing.
fn comment(bytes: usize) -> ModuleSource {
    let text = format!(
        "<objectModel xmlns=\"http://standards.ieee.org/IEEE1516-2010\"><!--{}--></objectModel>",
        "x".repeat(bytes)
    );
    ModuleSource {
        designator: format!("comment-{bytes}.xml"),
        content: text.into_bytes(),
    }
}

/// Both as frames.
fn together(messages: [&ToRti; 2]) -> Vec<u8> {
    let mut bytes = Vec::new();
    for message in messages {
        let mut content = Vec::new();
        control_frame(message, &mut content);
        bytes.extend_from_slice(&frame(&content));
    }
    bytes
}

#[test]
fn joins_with_a_large_object_model_take_turns() {
    let scene = Scene {
        // However slowly they read, no one gives way.
        settings: &[LIMIT, "--set=timeout.connect_ms=600000"],
        ..Scene::default()
    };
    scene.attack(
        |target| {
            let address = target.address.clone();
            let rti: RtiAmbassador = target.federate("");
            move || {
                let created = rti.create_federation_execution_from("Large", vec![model()], "");
                // Another attack has made it.
                if let Err(refusal) = created {
                    assert_eq!(
                        refusal.kind,
                        ExceptionKind::FederationExecutionAlreadyExists
                    );
                }
                let join = |modules| ToRti::Join {
                    request: RequestId(1),
                    name: None,
                    federate_type: "many".to_owned(),
                    federation: "Large".to_owned(),
                    modules,
                    addresses: Vec::new(),
                    host: String::new(),
                };
                let behind = ToRti::Destroy {
                    request: RequestId(2),
                    federation: "Nowhere".to_owned(),
                };
                let mut sockets: Vec<_> = (0..FEDERATES).map(|_| greet(&address)).collect();
                for (number, socket) in (1..).zip(&mut sockets) {
                    take(socket, PREFACE.len());
                    next_frame(socket);
                    // What the system holds for them would not be left unread.
                    let options = socket2::SockRef::from(&*socket);
                    options.set_recv_buffer_size(64 << 10).unwrap();
                    // The last ones bring long modules, which are decoded aside; how they end within a read differs.
                    let modules = match FEDERATES - number {
                        last @ 0..5 => vec![comment((1 << 20) + 13_000 * last as usize)],
                        _ => Vec::new(),
                    };
                    say(socket, &together([&join(modules), &behind]));
                }
                // Nobody reads before the RTI has seen all these.
                for _ in 0..2 {
                    let again = rti.create_federation_execution("Large", &[], "");
                    again.unwrap_err();
                }

                let readers = sockets.into_iter().map(|mut socket| {
                    thread::spawn(move || {
                        let joined = loop {
                            let next = next_frame(&mut socket);
                            // Nothing else is so long.
                            if next.len() > 1 << 20 {
                                break next.len();
                            }
                        };
                        // What it asked behind is answered behind.
                        loop {
                            let next = next_frame(&mut socket);
                            if next.first() == Some(&0)
                                && let FromRti::Answer { request, .. } =
                                    decode_control(&next).unwrap()
                            {
                                assert_eq!(request, RequestId(2));
                                return (socket, joined);
                            }
                        }
                    })
                });
                let readers: Vec<_> = readers.collect();
                let joined: Vec<_> = readers.into_iter().map(|it| it.join().unwrap()).collect();
                let bytes: usize = joined.iter().map(|(_, bytes)| bytes).sum();
                assert!(bytes > 3 * (64 << 20), "{bytes}");
                drop(joined);
            }
        },
        |rti| assert_eq!(rti.refused("quota"), 0),
    );
}
