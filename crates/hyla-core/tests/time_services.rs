//! Services of time management, each where it is easily done wrong.
#![allow(clippy::unwrap_used, reason = "test code")]

mod harness;

use std::time::Duration;

use harness::{Channel, FEDERATION, Told, World, traffic};
use hyla_core::callback::Callback;
use hyla_core::declaration::Activity;
use hyla_core::message::Reply;
use hyla_types::{
    Edition, ExceptionKind, Float64Interval, Float64Time, LogicalTime, LogicalTimeInterval,
    OrderType,
};

const CAR: &str = "HLAobjectRoot.Vehicle.Car";
const MESSAGE: &str = "HLAinteractionRoot.Message";

fn at(time: f64) -> LogicalTime {
    LogicalTime::Float64(Float64Time::new(time).unwrap())
}

fn interval(length: f64) -> LogicalTimeInterval {
    LogicalTimeInterval::Float64(Float64Interval::new(length).unwrap())
}

/// Members of an edition, the first of which regulates with lookahead 1 and sends messages in time-stamp order.
fn world(edition: Edition, members: usize) -> World {
    let mut world = World::empty();
    for i in 0..members {
        let node = world.connect(edition);
        if i == 0 {
            let request = world.call(node, |m, out| {
                m.create_federation_execution(FEDERATION, vec![traffic()], None, "", out)
            });
            world.settle();
            assert_eq!(world.answer(node, request), Ok(Reply::Done));
        }
        world.join(node, vec![]);
    }
    let class = world.interaction(MESSAGE);
    world.call(0, |m, out| m.publish_interaction_class(class, out));
    world.call(0, |m, _| {
        m.change_interaction_order_type(class, OrderType::TimeStamp)
    });
    for node in 1..members {
        world.call(node, |m, out| {
            m.subscribe_interaction_class(class, Activity::Active, out)
        });
    }
    world.call(0, |m, out| m.enable_time_regulation(interval(1.0), out));
    world.quiet();
    world
}

fn send(world: &mut World, stamp: f64) {
    let class = world.interaction(MESSAGE);
    let tag = stamp.to_string();
    world.call(0, |m, out| {
        m.send_interaction(class, &[], tag.as_bytes(), Some(at(stamp)), out)
    });
    world.settle();
}

/// Tags of messages received, and the grants, in order.
fn received_and_granted(told: Vec<Told>) -> Vec<String> {
    let texts = told.into_iter().filter_map(|told| match told {
        Told::Received(_, tag) => Some(String::from_utf8(tag).unwrap()),
        Told::Other(text) if text.starts_with("TimeAdvanceGrant") => Some(text),
        Told::Other(text) if text.starts_with("FlushQueueGrant") => Some(text),
        _ => None,
    });
    texts.collect()
}

/// Two messages wait, at 3 and 12, and GALT is 21.
fn with_two_messages(edition: Edition) -> World {
    let mut world = world(edition, 2);
    world.call(1, |m, out| m.enable_time_constrained(out));
    world.quiet();
    send(&mut world, 3.0);
    send(&mut world, 12.0);
    world.call(0, |m, out| m.time_advance_request(at(20.0), out));
    world.quiet();
    world
}

#[test]
fn a_flush_delivers_everything_and_in_2010_grants_no_further_than_the_least_stamp_delivered() {
    for edition in [Edition::Hla2010, Edition::Hla2025] {
        let mut world = with_two_messages(edition);

        world.call(1, |m, out| m.flush_queue_request(at(8.0), out));
        world.settle();

        let told = received_and_granted(world.told(1));
        assert_eq!(told[..2], ["3", "12"], "{edition:?}");
        assert_eq!(told.len(), 3, "{edition:?}: {told:?}");
        let now = world.nodes[1].member.logical_time();
        let expected = match edition {
            Edition::Hla2010 => 3.0,
            Edition::Hla2025 => 8.0,
        };
        assert_eq!(now, Ok(at(expected)), "{edition:?}: {told:?}");
    }
}

#[test]
fn a_federate_waits_for_time_from_its_request_to_its_grant() {
    let mut world = world(Edition::Hla2025, 2);
    let waits = |world: &World| world.nodes[1].member.waits_for_time();
    world.call(1, |m, out| m.enable_time_constrained(out));
    world.quiet();
    assert!(!waits(&world));

    world.call(1, |m, out| m.time_advance_request(at(5.0), out));
    world.quiet();
    assert!(waits(&world));

    world.call(0, |m, out| m.time_advance_request(at(20.0), out));
    world.quiet();
    assert!(!waits(&world));
}

#[test]
fn a_flush_with_nothing_queued_grants_what_was_asked_for_up_to_galt() {
    for edition in [Edition::Hla2010, Edition::Hla2025] {
        for (to, granted) in [(8.0, 8.0), (30.0, 21.0)] {
            let mut world = world(edition, 2);
            world.call(1, |m, out| m.enable_time_constrained(out));
            world.call(0, |m, out| m.time_advance_request(at(20.0), out));
            world.quiet();

            world.call(1, |m, out| m.flush_queue_request(at(to), out));
            world.quiet();

            let now = world.nodes[1].member.logical_time();
            assert_eq!(now, Ok(at(granted)), "{edition:?}: {to}");
        }
    }
}

/// The RTI answers a request once more if a report that says of it crosses the first answer. Meanwhile others may begin to regulate.
#[test]
fn a_flush_is_not_granted_by_an_answer_to_the_request_before() {
    let mut world = world(Edition::Hla2010, 3);
    for node in 0..3 {
        world.call(node, |m, out| m.enable_time_constrained(out));
    }
    world.quiet();
    world.hold(Channel::FromRti(0));
    world.call(0, |m, out| m.next_message_request_available(at(5.0), out));
    world.settle();
    world.call(0, |m, out| m.disable_time_regulation(out));
    world.settle();
    let second = world.waiting_from_rti(0).split_off(1);
    assert_eq!(second.len(), 1);
    world.release(Channel::FromRti(0));
    let grants = |told| received_and_granted(told).len();
    assert_eq!(grants(world.told(0)), 1);
    assert_eq!(world.nodes[0].member.logical_time(), Ok(at(5.0)));

    world.call(1, |m, out| m.enable_time_regulation(interval(1.0), out));
    world.settle();
    world.told(1);
    world.hold(Channel::ToRti(0));
    world.call(0, |m, out| m.flush_queue_request(at(9.0), out));
    world.waiting_from_rti(0).extend(second);
    world.settle();

    assert_eq!(grants(world.told(0)), 0);
    world.release(Channel::ToRti(0));
    // Federate 1 regulates from 4 on, and may send for 5.
    assert_eq!(world.nodes[1].member.logical_time(), Ok(at(4.0)));
    assert_eq!(grants(world.told(0)), 1);
    assert_eq!(world.nodes[0].member.logical_time(), Ok(at(5.0)));
}

#[test]
fn a_question_about_galt_does_not_wait_for_ever_for_a_federate_that_computes() {
    let mut world = world(Edition::Hla2025, 3);
    world.call(1, |m, out| m.enable_time_constrained(out));
    world.quiet();
    // The first two coordinate for themselves, and the first does not read what the RTI says.
    world.call(0, |m, out| m.time_advance_request(at(20.0), out));
    world.quiet();
    world.hold(Channel::FromRti(0));
    let request = world.call(2, |m, out| m.request_galt(out)).unwrap();
    world.settle();
    let due = Duration::from_millis(250);
    assert_eq!(world.rti.next_deadline(), Some(due));
    let mut pass = |now: Duration| {
        world.rti.handle_time(now);
        world.fetch_transmits();
        world.settle();
        world.nodes[2].answers.remove(&request)
    };
    assert_eq!(pass(due - Duration::from_nanos(1)), None);

    assert_eq!(pass(due), Some(Ok(Reply::Done)));

    // Less than the truth, if it is not known, and never more.
    let galt = world.nodes[2].member.galt().unwrap();
    let galt = galt.expect("somebody regulates");
    assert!(galt <= at(21.0), "{galt:?}");

    // Once it does, the answer is the truth, at once.
    world.release(Channel::FromRti(0));
    let request = world.call(2, |m, out| m.request_galt(out)).unwrap();
    world.settle();
    assert_eq!(world.answer(2, request), Ok(Reply::Done));
    assert_eq!(world.nodes[2].member.galt(), Ok(Some(at(21.0))));
}

#[test]
fn what_a_federate_owned_of_an_instance_that_a_retracted_deletion_took_from_it_is_nobodys() {
    let mut world = world(Edition::Hla2025, 3);
    for node in 0..3 {
        world.publish(node, CAR, &["Speed", "Position"]);
        world.subscribe(node, CAR, &["Speed", "Position"]);
    }
    let car = world.register(0, CAR);
    world.quiet();
    let speed = world.attributes(CAR, &["Speed"]);
    world.call(0, |m, out| {
        m.unconditional_attribute_ownership_divestiture(car, &speed, &[], out)
    });
    world.quiet();
    world.call(1, |m, out| {
        m.attribute_ownership_acquisition(car, &speed, &[], out)
    });
    world.quiet();
    let deletion = world.call(0, |m, out| {
        m.delete_object_instance(car, &[], Some(at(5.0)), out)
    });
    world.settle();
    assert!(world.told(1).contains(&Told::Removed(car)));

    world.call(0, |m, out| m.retract(deletion.unwrap(), out));
    world.quiet();

    world.call(0, |m, _| m.query_attribute_ownership(car, &speed));
    let told = format!("{:?}", world.told(0));
    assert!(told.contains("AttributeIsNotOwned"), "{told}");
    world.call(0, |m, out| {
        m.attribute_ownership_acquisition(car, &speed, &[], out)
    });
    world.settle();
    let told = format!("{:?}", world.told(0));
    assert!(told.contains("AcquisitionNotification"), "{told}");
}

#[test]
fn a_message_is_retracted_until_the_federate_could_not_send_it_any_more() {
    let mut world = world(Edition::Hla2025, 2);
    let class = world.interaction(MESSAGE);
    let sent = |world: &mut World, stamp: f64| {
        let sent = world.call(0, |m, out| {
            m.send_interaction(class, &[], b"", Some(at(stamp)), out)
        });
        sent.unwrap()
    };
    let (near, far) = (sent(&mut world, 4.0), sent(&mut world, 9.0));
    world.call(0, |m, out| m.time_advance_request(at(3.0), out));
    world.quiet();

    let too_late = world.attempt(0, |m, out| m.retract(near, out));
    let in_time = world.attempt(0, |m, out| m.retract(far, out));
    let twice = world.attempt(0, |m, out| m.retract(far, out));

    assert_eq!(in_time, Ok(()));
    for refused in [too_late, twice] {
        let kind = refused.unwrap_err().kind;
        assert_eq!(kind, ExceptionKind::MessageCanNoLongerBeRetracted);
    }
}

/// Callbacks of a federate about its own time, and its messages with their order.
fn in_order(world: &mut World, node: usize) -> Vec<String> {
    let mut seen = Vec::new();
    world.show(node, |callback| match callback {
        Callback::TimeRegulationEnabled { time } => seen.push(format!("regulating {time}")),
        Callback::TimeConstrainedEnabled { time } => seen.push(format!("constrained {time}")),
        Callback::TimeAdvanceGrant { time } => seen.push(format!("granted {time}")),
        Callback::ReceiveInteraction { delivery, .. } => {
            let tag = String::from_utf8_lossy(delivery.tag);
            seen.push(format!("{tag} {:?}", delivery.received_order));
        }
        _ => {}
    });
    seen
}

/// The third of three has to begin at 4, since the second is at 5; messages at 3, 4 and 6 are on the way to it.
fn before_both_are_enabled() -> World {
    let mut world = world(Edition::Hla2025, 3);
    world.call(1, |m, out| m.enable_time_constrained(out));
    world.quiet();
    world.hold(Channel::Data(0, 2));
    for stamp in [3.0, 4.0, 6.0] {
        send(&mut world, stamp);
    }
    world.call(0, |m, out| m.time_advance_request(at(20.0), out));
    world.quiet();
    world.call(1, |m, out| m.time_advance_request_available(at(5.0), out));
    world.quiet();
    world
}

#[test]
fn constraint_that_holds_before_regulation_puts_messages_up_to_there_in_order() {
    let mut world = before_both_are_enabled();
    world.call(2, |m, out| m.enable_time_constrained(out));
    world.call(2, |m, out| m.enable_time_regulation(interval(1.0), out));
    world.settle();
    assert_eq!(in_order(&mut world, 2), [""; 0]);

    world.release(Channel::Data(0, 2));

    assert_eq!(
        in_order(&mut world, 2),
        [
            "constrained 0",
            "3 TimeStamp",
            "4 TimeStamp",
            "regulating 4"
        ]
    );
}

#[test]
fn constraint_that_holds_after_regulation_leaves_messages_of_that_time_in_order() {
    let mut world = before_both_are_enabled();
    world.call(2, |m, out| m.enable_time_regulation(interval(1.0), out));
    world.call(2, |m, out| m.enable_time_constrained(out));
    world.settle();
    assert_eq!(in_order(&mut world, 2), [""; 0]);

    world.release(Channel::Data(0, 2));

    assert_eq!(
        in_order(&mut world, 2),
        ["regulating 4", "3 Receive", "constrained 4"]
    );
    world.call(2, |m, out| m.next_message_request(at(5.0), out));
    world.settle();
    assert_eq!(in_order(&mut world, 2), ["4 TimeStamp", "granted 4"]);
}

#[test]
fn messages_that_an_answer_about_galt_counts_are_still_to_come() {
    let mut world = world(Edition::Hla2025, 2);
    world.call(1, |m, out| m.enable_time_constrained(out));
    world.quiet();
    assert!(world.nodes[1].member.time_is_settled());
    world.hold(Channel::Data(0, 1));
    send(&mut world, 3.0);
    world.call(0, |m, out| m.disable_time_regulation(out));
    world.settle();

    let request = world.call(1, |m, out| m.request_galt(out)).unwrap();
    world.settle();

    assert_eq!(world.answer(1, request), Ok(Reply::Done));
    assert!(!world.nodes[1].member.time_is_settled());
    world.release(Channel::Data(0, 1));
    assert!(world.nodes[1].member.time_is_settled());
}

#[test]
fn who_subscribes_while_an_instance_is_deleted_discovers_it_once_the_deletion_is_retracted() {
    let mut world = world(Edition::Hla2025, 3);
    world.publish(0, CAR, &["Speed"]);
    world.subscribe(1, CAR, &["Speed"]);
    let car = world.register(0, CAR);
    world.quiet();
    let deletion = world.call(0, |m, out| {
        m.delete_object_instance(car, &[], Some(at(5.0)), out)
    });
    world.settle();
    assert!(world.told(1).contains(&Told::Removed(car)));
    world.subscribe(2, CAR, &["Speed"]);
    world.settle();
    assert_eq!(world.told(2), []);

    world.call(0, |m, out| m.retract(deletion.unwrap(), out));
    world.settle();

    let discovered = Told::Discovered(car, world.class(CAR));
    assert_eq!(world.told(2), [discovered]);
}

#[test]
fn an_instance_whose_deletion_was_retracted_is_removed_from_all_that_know_it() {
    let mut world = world(Edition::Hla2025, 2);
    world.publish(0, CAR, &["Speed"]);
    world.subscribe(1, CAR, &["Speed"]);
    let car = world.register(0, CAR);
    world.quiet();
    let class = world.class(CAR);
    world.call(1, |m, out| m.unsubscribe_object_class(class, out));
    world.call(1, |m, out| m.enable_time_constrained(out));
    world.quiet();
    let deletion = world.call(0, |m, out| {
        m.delete_object_instance(car, &[], Some(at(5.0)), out)
    });
    world.quiet();
    world.call(0, |m, out| m.retract(deletion.unwrap(), out));
    world.quiet();

    world.delete(0, car);
    world.call(1, |m, _| m.enable_asynchronous_delivery());
    world.settle();

    assert_eq!(world.told(1), [Told::Removed(car)]);
}

#[test]
fn a_newcomer_that_discovers_an_instance_which_its_owner_has_deleted_is_told_of_the_removal() {
    let mut world = world(Edition::Hla2025, 2);
    for node in [0, 1] {
        world.publish(node, CAR, &["Speed"]);
        world.subscribe(node, CAR, &["Speed"]);
    }
    let car = world.register(1, CAR);
    world.quiet();
    let all = world.attributes(CAR, &["HLAprivilegeToDeleteObject", "Speed"]);
    world.call(1, |m, out| {
        m.unconditional_attribute_ownership_divestiture(car, &all, b"", out)
    });
    world.quiet();
    world.call(0, |m, out| {
        m.attribute_ownership_acquisition_if_available(car, &all, b"", out)
    });
    world.quiet();
    world.call(1, |m, out| m.enable_time_constrained(out));
    world.quiet();
    world.call(0, |m, out| {
        m.delete_object_instance(car, &[], Some(at(5.0)), out)
    });
    world.settle();
    assert_eq!(world.told(1), [], "the removal waits for its time");

    let newcomer = world.connect(Edition::Hla2025);
    world.join(newcomer, vec![]);
    world.subscribe(newcomer, CAR, &["Speed"]);
    world.settle();
    let told = world.told(newcomer);
    assert_eq!(told, [Told::Discovered(car, world.class(CAR))]);

    world.call(0, |m, out| m.time_advance_request(at(20.0), out));
    world.settle();
    world.told(0);
    world.settle();
    assert_eq!(world.told(newcomer), [Told::Removed(car)]);
}
