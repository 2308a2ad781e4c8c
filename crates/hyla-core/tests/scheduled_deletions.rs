//! Deletions in time-stamp order whose sender leaves before their time: nobody can retract them any more.
#![allow(clippy::unwrap_used, reason = "test code")]

mod harness;

use harness::{Channel, Told, World};
use hyla_core::callback::Callback;
use hyla_types::{
    Float64Interval, Float64Time, LogicalTime, LogicalTimeInterval, MessageRetractionHandle,
    ObjectInstanceHandle, OrderType, ResignAction,
};

const CAR: &str = "HLAobjectRoot.Vehicle.Car";
const PRIVILEGE: &str = "HLAprivilegeToDeleteObject";
const DIVEST: ResignAction = ResignAction::UnconditionallyDivestAttributes;

/// All federates publish cars; the first regulates time, and nothing of its own is deleted when it is lost. The second
/// subscribes cars.
fn garage(members: usize) -> World {
    let mut world = World::traffic(members);
    for node in 0..members {
        world.publish(node, CAR, &["Speed"]);
    }
    world.subscribe(1, CAR, &["Speed"]);
    regulate(&mut world, 0);
    world.call(0, |m, out| m.set_automatic_resign_directive(DIVEST, out));
    world.quiet();
    world
}

fn regulate(world: &mut World, node: usize) {
    let lookahead = LogicalTimeInterval::Float64(Float64Interval::new(1.0).unwrap());
    world.call(node, |m, out| m.enable_time_regulation(lookahead, out));
    world.quiet();
}

fn constrain(world: &mut World, node: usize) {
    world.call(node, |m, out| m.enable_time_constrained(out));
    world.quiet();
}

fn at(time: f64) -> LogicalTime {
    LogicalTime::Float64(Float64Time::new(time).unwrap())
}

/// The federate deletes an instance with a stamp.
fn delete_at(
    world: &mut World,
    node: usize,
    car: ObjectInstanceHandle,
    time: f64,
) -> MessageRetractionHandle {
    let deleted = world.call(node, |m, out| {
        m.delete_object_instance(car, b"later", Some(at(time)), out)
    });
    world.settle();
    deleted.unwrap()
}

fn advance(world: &mut World, node: usize, to: f64) {
    world.call(node, |m, out| m.time_advance_request(at(to), out));
    world.settle();
}

/// The second federate has the right to delete the car of the first, and nothing of its own is deleted when it is lost.
fn hand_over(world: &mut World, car: ObjectInstanceHandle) {
    let privilege = world.attributes(CAR, &[PRIVILEGE]);
    world.call(1, |m, out| {
        m.attribute_ownership_acquisition(car, &privilege, &[], out)
    });
    world.settle();
    world.call(0, |m, out| {
        m.attribute_ownership_divestiture_if_wanted(car, &privilege, &[], out)
    });
    world.call(1, |m, out| m.set_automatic_resign_directive(DIVEST, out));
    world.quiet();
}

/// A tool removes the first federate.
fn remove(world: &mut World) {
    let tool = world.connect(hyla_types::Edition::Hla2025);
    world.call(tool, |m, out| {
        m.remove_federate(harness::FEDERATION, "federate 0", "test", out)
    });
    world.settle();
}

fn knows(world: &World, node: usize, car: ObjectInstanceHandle) -> bool {
    world.nodes[node].member.object_instance_name(car).is_ok()
}

/// Tags and orders of the removals that a federate gets now.
fn removals(world: &mut World, node: usize) -> Vec<(Vec<u8>, OrderType)> {
    let mut removals = Vec::new();
    world.show(node, |callback| {
        if let Callback::RemoveObjectInstance { delivery, .. } = callback {
            removals.push((delivery.tag.to_vec(), delivery.received_order));
        }
    });
    removals
}

#[test]
fn who_had_not_heard_of_the_instance_does_not_discover_what_its_lost_deleter_left() {
    let mut world = garage(3);
    let car = world.register(0, CAR);
    world.quiet();
    // The federate is still waiting when the owner is lost, and would own the attribute then.
    let speed = world.attributes(CAR, &["Speed"]);
    world.call(1, |m, out| {
        m.attribute_ownership_acquisition(car, &speed, &[], out)
    });
    world.quiet();
    delete_at(&mut world, 0, car, 5.0);
    assert_eq!(world.told(1), [Told::Removed(car)]);

    world.subscribe(2, CAR, &["Speed"]);
    world.quiet();
    world.lose(0);
    world.settle();
    world.subscribe(1, CAR, &["Speed"]);

    assert_eq!(world.told(1), []);
    assert_eq!(world.told(2), []);
    assert_eq!(world.status().objects, 0);
}

#[test]
fn the_same_of_a_deleter_that_others_remove() {
    let mut world = garage(3);
    let car = world.register(0, CAR);
    world.quiet();
    delete_at(&mut world, 0, car, 5.0);
    world.quiet();

    remove(&mut world);
    world.subscribe(2, CAR, &["Speed"]);

    assert_eq!(world.told(2), []);
    assert_eq!(world.status().objects, 0);
}

#[test]
fn a_deletion_that_was_retracted_before_its_sender_was_lost_does_not_take_place() {
    let mut world = garage(3);
    constrain(&mut world, 1);
    let car = world.register(0, CAR);
    world.quiet();
    let retraction = delete_at(&mut world, 0, car, 5.0);
    world.call(0, |m, out| m.retract(retraction, out));
    world.settle();

    world.subscribe(2, CAR, &["Speed"]);
    world.lose(0);
    world.settle();
    advance(&mut world, 1, 10.0);

    assert_eq!(removals(&mut world, 1), []);
    assert!(knows(&world, 1, car));
    world.told(2);
    assert!(knows(&world, 2, car));
    assert_eq!(world.status().objects, 1);
}

#[test]
fn a_removal_comes_at_its_time_however_its_sender_has_left() {
    type Leave = fn(&mut World);
    let ways: [(&str, Leave); 5] = [
        ("lost", |world| world.lose(0)),
        ("lost when nothing could be retracted", |world| {
            world.hold(Channel::FromRti(1));
            advance(world, 0, 10.0);
            world.told(0);
            world.lose(0);
            world.let_go(Channel::FromRti(1));
        }),
        ("removed", remove),
        ("resigned and divested", |world| world.resign(0, DIVEST)),
        ("resigned and deleted", |world| {
            world.resign(0, ResignAction::CancelThenDeleteThenDivest);
        }),
    ];
    for (way, leave) in ways {
        let mut world = garage(3);
        regulate(&mut world, 2);
        constrain(&mut world, 1);
        let car = world.register(0, CAR);
        world.quiet();
        delete_at(&mut world, 0, car, 5.0);

        leave(&mut world);
        world.settle();
        advance(&mut world, 2, 50.0);
        advance(&mut world, 1, 4.0);

        // Nothing of it is offered any more, either.
        let told = world.told(1);
        let early = |told: &Told| matches!(told, Told::Removed(_) | Told::Owning(..));
        assert!(!told.iter().any(early), "{way}: {told:?}");
        assert!(knows(&world, 1, car), "{way}");
        advance(&mut world, 1, 6.0);
        let removed = (b"later".to_vec(), OrderType::TimeStamp);
        assert_eq!(removals(&mut world, 1), [removed], "{way}");
        assert_eq!(world.status().objects, 0, "{way}");
    }
}

#[test]
fn an_acquired_instance_is_removed_everywhere_when_its_deleter_is_lost() {
    let mut world = garage(4);
    regulate(&mut world, 1);
    regulate(&mut world, 2);
    constrain(&mut world, 0);
    constrain(&mut world, 3);
    world.subscribe(3, CAR, &["Speed"]);
    let car = world.register(0, CAR);
    world.quiet();
    hand_over(&mut world, car);
    delete_at(&mut world, 1, car, 5.0);
    world.told(1);
    // The registrant announces it, as the deletion may be retracted.
    let newcomer = world.connect(hyla_types::Edition::Hla2025);
    world.join(newcomer, vec![]);
    world.subscribe(newcomer, CAR, &["Speed"]);
    world.settle();
    assert!(
        world
            .told(newcomer)
            .contains(&Told::Discovered(car, world.class(CAR)))
    );

    world.lose(1);
    // The log goes on without it.
    assert_eq!(world.waiting_from_rti(1).len(), 0);
    world.settle();

    assert_eq!(world.told(newcomer), [Told::Removed(car)]);
    assert!(knows(&world, 3, car));
    advance(&mut world, 2, 50.0);
    world.told(2);
    advance(&mut world, 0, 6.0);
    advance(&mut world, 3, 6.0);
    let removed = (b"later".to_vec(), OrderType::TimeStamp);
    assert_eq!(removals(&mut world, 3), std::slice::from_ref(&removed));
    assert_eq!(removals(&mut world, 0), [removed]);
    world.subscribe(2, CAR, &["Speed"]);
    assert_eq!(world.told(2), []);
    assert_eq!(world.status().objects, 0);
}

#[test]
fn a_deletion_that_was_saved_takes_place_when_its_sender_is_lost_after_the_restore() {
    let mut world = garage(3);
    let car = world.register(0, CAR);
    world.quiet();
    let retraction = delete_at(&mut world, 0, car, 5.0);
    world.quiet();
    let file = world.save("S");
    world.call(0, |m, out| m.retract(retraction, out));
    world.quiet();
    world.restore(&file);

    world.lose(0);
    world.settle();
    world.subscribe(2, CAR, &["Speed"]);

    assert_eq!(world.told(2), []);
    assert_eq!(world.status().objects, 0);
}
