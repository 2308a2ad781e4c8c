//! A user whose connections and federates fill the memory of the RTI: messages that it relays, keeps, waits for, or cannot send.

use std::io::Read;
use std::net::TcpStream;

use hyla_core::message::{
    FederationRequest, MemberRequest, OwnershipRequest, RequestId, ToRti, control_frame,
};
use hyla_types::{AttributeHandleSet, FederateHandleSet, ObjectInstanceHandle};

use crate::beside::Scene;
use crate::native::{frame, greet, join, say, take, until_closed};
use crate::rti::Rti;

/// What each user may take.
const LIMIT: &str = "--set=rti.limit_memory_bytes=16777216";

/// The RTI may take so much in all: the limit for what it keeps, the same for what is not read, and what it needs by itself and for the
/// messages that are under way.
const MOST_MIB: u64 = 160;

const MIB: usize = 1 << 20;

/// The federation of the attackers: they have the memory of a user of their own.
pub(crate) const OWN: &str = "Own";

fn scene() -> Scene<'static> {
    Scene {
        settings: &[LIMIT, "--set=channel.max_frame_bytes=16777216"],
        ..Scene::default()
    }
}

/// The attack was refused by a quota, and the RTI has never grown beyond its bound.
fn is_bounded(rti: &Rti) {
    rti.until_refused("quota", 1);
    let peak = rti.peak_mib();
    assert!(peak <= MOST_MIB, "the RTI has taken {peak} MiB");
}

pub(crate) fn control(message: &ToRti) -> Vec<u8> {
    let mut content = Vec::new();
    control_frame(message, &mut content);
    frame(&content)
}

pub(crate) fn create(address: &str) -> TcpStream {
    let mut socket = greet(address);
    let create = ToRti::Create {
        request: RequestId(1),
        federation: OWN.to_owned(),
        modules: Vec::new(),
        mim: None,
        time: String::new(),
    };
    say(&mut socket, &control(&create));
    take(&mut socket, 8);
    // What a session asks for is done before what others ask for that come later: its answer has arrived.
    crate::native::next_frame(&mut socket);
    crate::native::next_frame(&mut socket);
    socket
}

/// Sends requests of a member, which reads all answers, until it was removed or has sent as many as that.
fn ask_on(address: &str, count: u32, next: impl Fn(u32) -> MemberRequest) {
    let (mut sender, ..) = join(address, OWN);
    let mut reader = sender.try_clone().unwrap();
    reader.set_read_timeout(None).unwrap();
    let read = std::thread::spawn(move || {
        let mut bytes = vec![0; MIB];
        while reader.read(&mut bytes).is_ok_and(|count| count > 0) {}
    });
    for number in 0..count {
        say(&mut sender, &control(&ToRti::Member(next(number))));
    }
    // The answer to this one comes behind all.
    say(&mut sender, &control(&ToRti::ListExecutions));
    let _ = sender.shutdown(std::net::Shutdown::Write);
    read.join().unwrap();
}

#[test]
fn a_frame_for_one_receiver_many_times_is_not_relayed() {
    scene().attack(
        |target| {
            let address = target.address.clone();
            move || {
                let _keep = create(&address);
                let (_silent, receiver, _) = join(&address, OWN);
                let (mut sender, ..) = join(&address, OWN);
                let inner = vec![1_u8; 32 << 10];
                let mut content = vec![0x79];
                content.extend_from_slice(&(inner.len() as u32).to_le_bytes());
                content.extend_from_slice(&inner);
                content.extend_from_slice(&u16::MAX.to_le_bytes());
                for _ in 0..u16::MAX {
                    content.extend_from_slice(&receiver.raw().to_le_bytes());
                }
                say(&mut sender, &frame(&content));
                until_closed(&mut sender);
            }
        },
        |rti| {
            rti.until_refused("violation", 1);
            let peak = rti.peak_mib();
            assert!(peak <= MOST_MIB, "the RTI has taken {peak} MiB");
        },
    );
}

#[test]
fn messages_of_many_frames_in_one_are_relayed_until_the_receiver_is_full() {
    scene().attack(
        |target| {
            let address = target.address.clone();
            move || {
                let _keep = create(&address);
                let silent: Vec<_> = (0..20).map(|_| join(&address, OWN)).collect();
                let (mut sender, ..) = join(&address, OWN);
                let mut content = vec![0x79];
                content.extend_from_slice(&((15 * MIB) as u32).to_le_bytes());
                content.resize(content.len() + 15 * MIB, 1);
                content.extend_from_slice(&(silent.len() as u16).to_le_bytes());
                for (_, receiver, _) in &silent {
                    content.extend_from_slice(&receiver.raw().to_le_bytes());
                }
                say(&mut sender, &frame(&content));
                // It gives way to the next one: together they leave more than their user may.
                let (first, ..) = &silent[0];
                until_closed(&mut first.try_clone().unwrap());
            }
        },
        is_bounded,
    );
}

#[test]
fn names_that_are_too_long_or_too_many_are_not_kept() {
    scene().attack(
        |target| {
            let address = target.address.clone();
            move || {
                let _keep = create(&address);
                let names = |round: u32, length| MemberRequest::ReserveNames {
                    number: round,
                    names: (0..3000)
                        .map(|n| format!("{round}-{n}-{}", "x".repeat(length)).into())
                        .collect(),
                    multiple: true,
                };
                ask_on(&address, 1, |round| names(round, 6000));
                ask_on(&address, 12, |round| names(round, 3900));
            }
        },
        |rti| {
            is_bounded(rti);
            rti.until_refused("violation", 1);
        },
    );
}

#[test]
fn points_with_long_tags_are_not_kept() {
    scene().attack(
        |target| {
            let address = target.address.clone();
            move || {
                let _keep = create(&address);
                ask_on(&address, 12, |round| {
                    MemberRequest::Federation(FederationRequest::RegisterPoint {
                        label: format!("p{round}"),
                        tag: vec![7; 15 * MIB],
                        set: FederateHandleSet::default(),
                    })
                });
            }
        },
        is_bounded,
    );
}

#[test]
fn early_requests_with_long_tags_are_not_kept() {
    scene().attack(
        |target| {
            let address = target.address.clone();
            move || {
                let _keep = create(&address);
                let (_other, registrant, _) = join(&address, OWN);
                ask_on(&address, 12, |round| {
                    MemberRequest::Ownership(OwnershipRequest::Acquire {
                        object: ObjectInstanceHandle::of(registrant, 1000 + round),
                        attributes: AttributeHandleSet::default(),
                        number: 1,
                        plain: true,
                        tag: vec![7; 15 * MIB],
                    })
                });
            }
        },
        is_bounded,
    );
}

#[test]
fn members_of_a_user_leave_a_limited_number_of_messages_unfinished() {
    scene().attack(
        |target| {
            let address = target.address.clone();
            let mut kept = Vec::new();
            move || {
                let _keep = create(&address);
                let begun = [&(16_u32 << 20).to_le_bytes()[..], &vec![0; 15 * MIB]].concat();
                let mut members: Vec<_> = (0..16).map(|_| join(&address, OWN).0).collect();
                for member in &mut members {
                    say(member, &begun);
                }
                // They stay connected until the test is over.
                kept.push(members);
            }
        },
        |rti| {
            rti.until_refused("quota", 10);
            is_bounded(rti);
        },
    );
}

#[test]
fn sessions_of_a_user_get_states_of_federations_at_a_limited_rate() {
    scene().attack(
        |target| {
            let address = target.address.clone();
            let _keep = create(&address);
            let (mut fat, ..) = join(&address, OWN);
            // Long labels make long answers: each of 2 MB. The points last as long as their federate.
            for number in 0..500 {
                let point = FederationRequest::RegisterPoint {
                    label: format!("{number}-{}", "l".repeat(4000)),
                    tag: Vec::new(),
                    set: FederateHandleSet::default(),
                };
                say(
                    &mut fat,
                    &control(&ToRti::Member(MemberRequest::Federation(point))),
                );
                // It reads what it has to.
                take(&mut fat, 4000);
            }
            let mut kept = Vec::new();
            move || {
                let _fat = &fat;
                let status = (0..12).map(|n| {
                    control(&ToRti::Status {
                        request: RequestId(n),
                    })
                });
                let status: Vec<u8> = status.flatten().collect();
                let mut silent: Vec<_> = (0..20).map(|_| greet(&address)).collect();
                for session in &mut silent {
                    say(session, &status);
                }
                // They stay until the next ones have asked.
                drop(std::mem::replace(&mut kept, silent));
            }
        },
        |rti| {
            rti.until_refused("quota", 10);
            is_bounded(rti);
        },
    );
}
