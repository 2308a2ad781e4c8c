//! Members that lie about time and order: others miss or wait for messages of these members alone, and go on without them.
#![allow(clippy::unwrap_used, reason = "test code")]

mod harness;

use std::time::Duration;

use harness::time::{at, one};
use harness::{Channel, Told, World};
use hyla_core::message::data;
use hyla_core::message::{MemberRequest, ToRti};
use hyla_core::time::{Bound, MessageCount, TimeReport, TimeRequest};
use hyla_types::FederateHandle;

fn is_received(told: &Told) -> bool {
    matches!(told, Told::Received(..))
}

fn is_grant(told: &Told) -> bool {
    matches!(told, Told::Other(text) if text.starts_with("TimeAdvanceGrant"))
}

fn say(request: TimeRequest) -> ToRti {
    ToRti::Member(MemberRequest::Time(request))
}

/// A report that is sound, of a federate that regulates with lookahead 1.
fn report(now: f64) -> TimeReport {
    TimeReport {
        now: at(now),
        bound: Some(Bound::at(at(now + 1.0))),
        lookahead: one(),
        asked: None,
        waiting: Duration::ZERO,
        queued: None,
        sent: Vec::new(),
        received: Vec::new(),
        drained: Vec::new(),
    }
}

/// Counts of federates that do not exist.
fn invented(first: u32, number: u32) -> Vec<MessageCount> {
    let handles = first..first + number;
    let handles = handles.map(|raw| FederateHandle::new(1_000 + raw));
    handles
        .map(|federate| MessageCount { federate, count: 1 })
        .collect()
}

/// The first two coordinate for themselves: the first one is constrained, and the second one is at that time.
fn pair_at(time: f64) -> World {
    let mut world = World::stamped(3);
    world.regulate(0);
    world.constrain(0);
    world.regulate(1);
    if time > 0.0 {
        world.advance(1, time);
        world.advance(0, time - 1.0);
    }
    world.quiet();
    world
}

/// The third one asks to be constrained: both are to report all that they know, and nothing of it has reached the RTI. Those of
/// the first one.
fn asked_for_all(world: &mut World) -> Vec<ToRti> {
    world.hold(Channel::FromRti(1));
    world.hold(Channel::ToRti(0));
    world.call(2, |m, out| m.enable_time_constrained(out));
    world.settle();
    world.take_to_rti(0)
}

/// The first one says this to the RTI, and the second one answers afterwards.
fn tell_before_the_other_answers(world: &mut World, lies: Vec<ToRti>) {
    for lie in lies {
        world.put_to_rti(0, &lie);
    }
    world.release(Channel::ToRti(0));
    world.release(Channel::FromRti(1));
    world.quiet();
}

#[test]
fn what_one_of_a_pair_says_of_the_other_does_not_count_once_that_one_has_answered() {
    let lies = asked_for_all(&mut pair_at(1000.0));
    let mut world = pair_at(0.0);
    asked_for_all(&mut world);

    tell_before_the_other_answers(&mut world, lies);
    world.advance(2, 500.0);
    let early = world.told(2);
    world.send_at(1, 5.0);
    world.advance(1, 600.0);

    let told = world.told(2);
    assert!(!early.iter().any(is_grant), "{early:?}");
    assert!(told.iter().any(is_received), "{told:?}");
    assert!(told.iter().any(is_grant), "{told:?}");
    assert_eq!(world.nodes[2].member.refused_messages(), 0);
}

#[test]
fn one_of_a_pair_does_not_say_what_others_have_sent_to_the_other() {
    // There, the third one has sent messages to the second one before it disabled time regulation.
    let mut elsewhere = World::stamped(3);
    elsewhere.regulate(2);
    for _ in 0..7 {
        elsewhere.send_at(2, 4.0);
    }
    elsewhere.hold(Channel::Data(2, 1));
    elsewhere.call(2, |m, out| m.disable_time_regulation(out));
    elsewhere.regulate(0);
    elsewhere.constrain(0);
    elsewhere.call(1, |m, out| m.enable_time_constrained(out));
    elsewhere.quiet();
    let lies = asked_for_all(&mut elsewhere);
    let mut world = World::stamped(3);
    world.regulate(0);
    world.constrain(0);
    world.constrain(1);
    asked_for_all(&mut world);

    tell_before_the_other_answers(&mut world, lies);
    world.lose(0);
    world.quiet();
    world.regulate(2);
    world.advance(2, 10.0);
    world.advance(1, 3.0);

    let told = world.told(1);
    assert!(told.iter().any(is_grant), "{told:?}");
}

#[test]
fn counts_of_federates_that_do_not_exist_take_no_memory() {
    let mut world = World::stamped(3);
    world.regulate(0);
    world.regulate(1);
    world.regulate(2);
    let before = world.save("before").encode("today").len();

    for round in 0..100 {
        let lie = TimeReport {
            sent: invented(round * 100, 100),
            received: invented(round * 100, 100),
            ..report(0.0)
        };
        world.put_to_rti(0, &say(TimeRequest::Report(lie)));
    }
    world.settle();

    let after = world.save("after").encode("today").len();
    assert!(after < before + 1000, "{before} bytes became {after}");
}

#[test]
fn counts_of_federates_that_do_not_exist_take_no_memory_of_a_member_either() {
    let mut world = pair_at(0.0);
    let (liar, victim) = (world.handle(1), world.handle(0));
    world.hold(Channel::Data(1, 0));
    world.advance(1, 2.0);
    let epoch = world.copy_data(liar, victim).iter().find_map(|frame| {
        match data::decode(frame).expect("a frame") {
            data::DataFrame::TimeReport { epoch, .. } => Some(epoch),
            _ => None,
        }
    });
    let epoch = epoch.expect("the second one reports to the first one");

    for round in 0..100 {
        let lie = TimeReport {
            received: invented(round * 100, 100),
            ..report(2.0)
        };
        let mut frame = Vec::new();
        data::put_time_report(&mut frame, epoch, &lie);
        world.put_data(liar, victim, vec![frame]);
    }
    world.release(Channel::Data(1, 0));

    // Its whole table is in its answer.
    let mut bytes = Vec::new();
    for message in asked_for_all(&mut world) {
        hyla_core::message::control_frame(&message, &mut bytes);
    }
    assert!(!bytes.is_empty() && bytes.len() < 1000, "{}", bytes.len());
}

#[test]
fn requests_that_wait_for_a_federate_which_does_not_answer_are_few() {
    const MOST: usize = 1024;
    let mut world = pair_at(0.0);
    asked_for_all(&mut world);
    let session = world.nodes[0].session;

    let refused = (0..=2 * MOST).find(|_| {
        let message = say(TimeRequest::StopConstraining);
        world.rti.handle_message(session, message).is_err()
    });

    assert_eq!(refused, Some(MOST));
}

#[test]
fn what_is_no_time_is_refused_wherever_a_report_states_one() {
    let seven = 7.0_f64.to_le_bytes();
    let full = TimeReport {
        now: at(7.0),
        bound: Some(Bound::at(at(7.0))),
        queued: Some(at(7.0)),
        ..report(0.0)
    };
    let mut to_rti = Vec::new();
    let message = say(TimeRequest::Report(full.clone()));
    hyla_core::message::control_frame(&message, &mut to_rti);
    let mut to_member = Vec::new();
    data::put_time_report(&mut to_member, 0, &full);
    let mut refused = 0;
    for none in [f64::NAN, -1.0, f64::NEG_INFINITY] {
        for at in 0..to_rti.len() - seven.len() {
            if to_rti[at..].starts_with(&seven) {
                let mut wrong = to_rti.clone();
                wrong[at..at + seven.len()].copy_from_slice(&none.to_le_bytes());
                let decoded = hyla_core::message::decode_control::<ToRti>(&wrong);
                assert!(decoded.is_err(), "{none} at {at}");
                refused += 1;
            }
        }
        for at in 0..to_member.len() - seven.len() {
            if to_member[at..].starts_with(&seven) {
                let mut wrong = to_member.clone();
                wrong[at..at + seven.len()].copy_from_slice(&none.to_le_bytes());
                let mut world = World::stamped(2);
                let (liar, victim) = (world.handle(1), world.handle(0));
                world.put_data(liar, victim, vec![wrong]);
                world.settle_with_complaints();
                assert_eq!(world.nodes[0].complaints.len(), 1, "{none} at {at}");
                refused += 1;
            }
        }
    }
    assert_eq!(refused, 3 * 2 * 3);
}
