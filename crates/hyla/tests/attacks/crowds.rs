//! Much that a user may have the RTI keep, and short messages that could make it look at all of that.

use std::net::TcpStream;

use hyla_core::message::{
    DeclarationChange, FederationRequest, FromRti, MemberRequest, Reply, RequestId, ToRti,
    decode_control,
};
use hyla_types::{
    AttributeHandle, FederateHandle, FederateHandleSet, InteractionClassHandle, ObjectClassHandle,
    ObjectInstanceHandle,
};

use crate::beside::Scene;
use crate::memory::{OWN, control, create};
use crate::native::{join, next_frame, say};

/// Instances, points or names. More take longer to prepare.
const MANY: u32 = if cfg!(debug_assertions) {
    5000
} else {
    200_000
};

/// Declarations for which one federate waits at once.
const MANY_WAITS: usize = 10_000;

fn member(request: MemberRequest) -> Vec<u8> {
    control(&ToRti::Member(request))
}

/// Reads everything, so that the RTI does not close the session, until the caller ends it.
fn read_on(mut reader: TcpStream) -> std::thread::JoinHandle<()> {
    reader.set_read_timeout(None).unwrap();
    std::thread::spawn(move || {
        let _ = std::io::copy(&mut reader, &mut std::io::sink());
    })
}

/// Waits until everything that was said before has been done.
fn settle(socket: &mut TcpStream, number: u32) {
    let names = vec![format!("mark {number}").into()];
    say(
        socket,
        &member(MemberRequest::ReserveNames {
            number,
            names,
            multiple: false,
        }),
    );
    loop {
        let frame = next_frame(socket);
        match decode_control(&frame) {
            Ok(FromRti::NamesReserved { number: of, .. }) if of == number => return,
            _ => {}
        }
    }
}

fn point(label: String, set: &FederateHandleSet) -> Vec<u8> {
    member(MemberRequest::Federation(
        FederationRequest::RegisterPoint {
            label,
            tag: Vec::new(),
            set: set.clone(),
        },
    ))
}

/// An instance of the root class.
fn instance(of: FederateHandle, index: u32) -> Vec<u8> {
    member(MemberRequest::Registered {
        object: ObjectInstanceHandle::of(of, index),
        class: ObjectClassHandle::new(1),
        name: format!("HLAobject-{of}-{index}"),
        owned: [AttributeHandle::new(1)].into_iter().collect(),
    })
}

fn say_all(socket: &mut TcpStream, messages: impl Iterator<Item = Vec<u8>>) {
    let messages: Vec<_> = messages.collect();
    for together in messages.chunks(1000) {
        say(socket, &together.concat());
    }
}

#[test]
fn federates_that_come_and_go_beside_many_instances_hold_up_nobody() {
    Scene::default().attack(
        |target| {
            let address = target.address.clone();
            let keep = create(&address);
            let (mut owner, handle, _) = join(&address, OWN);
            say_all(&mut owner, (1..=MANY).map(|index| instance(handle, index)));
            settle(&mut owner, 1);
            let _reads = read_on(owner);
            move || {
                let _keep = &keep;
                for _ in 0..20 {
                    let (mut passing, ..) = join(&address, OWN);
                    settle(&mut passing, 1);
                }
            }
        },
        |rti| assert_eq!(rti.refused("violation"), 0),
    );
}

#[test]
fn who_reaches_one_of_many_points_again_and_again_holds_up_nobody() {
    Scene::default().attack(
        |target| {
            let address = target.address.clone();
            let keep = create(&address);
            let (mut one, first, _) = join(&address, OWN);
            let (other, second, _) = join(&address, OWN);
            let _reads = read_on(other.try_clone().unwrap());
            let both = [first, second].into_iter().collect();
            for some in (0..MANY).collect::<Vec<_>>().chunks(1000) {
                say_all(&mut one, some.iter().map(|n| point(format!("p{n}"), &both)));
                settle(&mut one, some[0]);
            }
            let achieved = member(MemberRequest::Federation(
                FederationRequest::PointAchieved {
                    label: "p7".to_owned(),
                    successfully: true,
                },
            ));
            let achieved = achieved.repeat(500);
            let mut number = MANY;
            move || {
                let _keep = (&keep, &other);
                say(&mut one, &achieved);
                number += 1;
                settle(&mut one, number);
            }
        },
        |rti| assert_eq!(rti.refused("violation"), 0),
    );
}

#[test]
fn who_waits_for_more_declarations_than_may_wait_is_answered_at_once() {
    Scene::default().attack(
        |target| {
            let address = target.address.clone();
            move || {
                let _keep = create(&address);
                let (_silent, ..) = join(&address, OWN);
                let (mut declarer, ..) = join(&address, OWN);
                let subscribe = DeclarationChange::SubscribeInteractionClass {
                    class: InteractionClassHandle::new(1),
                    active: true,
                };
                say(&mut declarer, &member(MemberRequest::Declare(subscribe)));
                let request = RequestId(9);
                let wait = member(MemberRequest::Settle { request });
                say(&mut declarer, &wait.repeat(MANY_WAITS));
                let mut answered = 0;
                while answered < MANY_WAITS {
                    let frame = next_frame(&mut declarer);
                    let Ok(FromRti::Answer { outcome, .. }) = decode_control(&frame) else {
                        continue;
                    };
                    let Ok(Reply::Settled { everyone, .. }) = outcome else {
                        panic!("answered with {outcome:?}");
                    };
                    assert!(!everyone, "the silent federate has confirmed nothing");
                    answered += 1;
                }
            }
        },
        |rti| assert_eq!(rti.refused("violation"), 0),
    );
}
