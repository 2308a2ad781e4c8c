//! Census after a broken channel: two members repeat which instances exist.
#![allow(clippy::unwrap_used, reason = "test code")]

mod harness;

use harness::{Channel, Told, World};
use hyla_core::callback::Callback;
use hyla_core::federation::SaveFile;
use hyla_types::{
    Float64Interval, Float64Time, LogicalTime, LogicalTimeInterval, MessageRetractionHandle,
    ObjectInstanceHandle, OrderType, ResignAction,
};

const CAR: &str = "HLAobjectRoot.Vehicle.Car";
const PRIVILEGE: &str = "HLAprivilegeToDeleteObject";

/// Each federate publishes cars, all but the first subscribe them.
fn garage(members: usize) -> World {
    let mut world = World::traffic(members);
    for node in 0..members {
        world.publish(node, CAR, &["Speed", "Position"]);
        if node > 0 {
            world.subscribe(node, CAR, &["Speed", "Position"]);
        }
    }
    world.quiet();
    world
}

/// Loses the paused frames between two nodes in both directions; both send their census.
fn change_way(world: &mut World, a: usize, b: usize) {
    for (from, to) in [(a, b), (b, a)] {
        let (sender, receiver) = (world.handle(from), world.handle(to));
        world.drop_data(sender, receiver);
        world.let_go(Channel::Data(from, to));
        world.call(from, |m, out| {
            m.handle_way_changed(receiver, out);
            Ok(())
        });
    }
    world.settle();
}

fn discovered(world: &World, car: ObjectInstanceHandle) -> Told {
    Told::Discovered(car, world.class(CAR))
}

/// The second of the federates has the right to delete the car of the first.
fn hand_over(world: &mut World, car: ObjectInstanceHandle) {
    let privilege = world.attributes(CAR, &[PRIVILEGE]);
    world.call(1, |m, out| {
        m.attribute_ownership_acquisition(car, &privilege, &[], out)
    });
    world.settle();
    world.call(0, |m, out| {
        m.attribute_ownership_divestiture_if_wanted(car, &privilege, &[], out)
    });
    world.quiet();
}

#[test]
fn an_instance_whose_discovery_was_lost_is_discovered() {
    let mut world = garage(2);
    world.hold(Channel::Data(0, 1));
    let car = world.register(0, CAR);
    change_way(&mut world, 0, 1);
    assert_eq!(world.told(1), [discovered(&world, car)]);

    let speed = world.attribute(CAR, "Speed");
    world.update(0, car, speed, b"5");
    world.settle();

    let reflected = Told::Reflected(car, vec![(speed, b"5".to_vec())]);
    assert_eq!(world.told(1), [reflected]);
}

#[test]
fn what_was_not_lost_is_told_once() {
    let mut world = garage(2);
    let there = world.register(0, CAR);
    let gone = world.register(0, CAR);
    let forgotten = world.register(0, CAR);
    world.quiet();
    world.delete(0, gone);
    world.quiet();
    world.call(1, |m, _| m.local_delete_object_instance(forgotten));

    change_way(&mut world, 0, 1);
    change_way(&mut world, 0, 1);

    assert_eq!(world.told(1), []);
    let speed = world.attribute(CAR, "Speed");
    world.update(0, there, speed, b"5");
    world.settle();
    assert_eq!(world.told(1).len(), 1);
}

#[test]
fn an_instance_whose_removal_was_lost_is_removed() {
    let mut world = garage(2);
    let cars = [0, 1, 2].map(|_| world.register(0, CAR));
    world.quiet();
    world.hold(Channel::Data(0, 1));
    world.delete(0, cars[0]);
    world.delete(0, cars[2]);
    let later = world.register(0, CAR);

    change_way(&mut world, 0, 1);

    let told = world.told(1);
    assert_eq!(
        told,
        [
            discovered(&world, later),
            Told::Removed(cars[0]),
            Told::Removed(cars[2])
        ]
    );
    assert_eq!(world.nodes[1].member.instance_count(), 2);
}

#[test]
fn an_instance_that_was_never_heard_of_and_is_gone_is_not_told() {
    let mut world = garage(2);
    world.hold(Channel::Data(0, 1));
    let car = world.register(0, CAR);
    world.delete(0, car);

    change_way(&mut world, 0, 1);

    assert_eq!(world.told(1), []);
    assert_eq!(world.nodes[1].member.instance_count(), 0);
}

#[test]
fn an_instance_is_removed_when_the_word_of_another_that_deleted_it_was_lost() {
    for logged in [false, true] {
        let mut world = garage(3);
        let car = world.register(0, CAR);
        world.quiet();
        hand_over(&mut world, car);
        world.hold(Channel::Data(1, 2));
        if !logged {
            // Neither the deleter nor the receiver has received its entry of the log.
            world.hold(Channel::FromRti(1));
            world.hold(Channel::FromRti(2));
        }
        world.delete(1, car);
        world.settle();
        assert_eq!(world.told(2), []);

        change_way(&mut world, 1, 2);

        if !logged {
            world.release(Channel::FromRti(1));
            world.release(Channel::FromRti(2));
        }
        assert_eq!(world.told(2), [Told::Removed(car)], "{logged}");
        assert_eq!(world.nodes[2].member.instance_count(), 0);
    }
}

#[test]
fn a_deletion_that_the_log_tells_a_receiver_late_is_made_up_for() {
    let mut world = garage(3);
    let car = world.register(0, CAR);
    world.quiet();
    hand_over(&mut world, car);
    world.hold(Channel::Data(1, 2));
    world.hold(Channel::FromRti(2));
    world.delete(1, car);
    world.settle();

    // The deleter has had its own deletion by the log, the receiver has not.
    change_way(&mut world, 1, 2);
    world.release(Channel::FromRti(2));

    assert_eq!(world.told(2), [Told::Removed(car)]);
}

#[test]
fn what_another_has_deleted_does_not_come_back_with_what_its_registrant_says() {
    for deleter_first in [false, true] {
        let mut world = garage(3);
        let car = world.register(0, CAR);
        world.quiet();
        hand_over(&mut world, car);
        let late = world.connect(hyla_types::Edition::Hla2025);
        world.join(late, vec![]);
        world.quiet();
        world.hold(Channel::Data(0, late));
        world.subscribe(late, CAR, &["Speed"]);
        if !deleter_first {
            // The registrant has not received the deletion when it reports its instances.
            world.hold(Channel::Data(1, 0));
            world.hold(Channel::FromRti(0));
        }
        world.delete(1, car);
        world.settle();

        change_way(&mut world, 0, late);
        world.release(Channel::Data(1, 0));
        world.release(Channel::FromRti(0));

        assert_eq!(world.told(late), [], "{deleter_first}");
        assert_eq!(world.nodes[late].member.instance_count(), 0);
        assert_eq!(world.told(0), [Told::Removed(car)]);
    }
}

#[test]
fn what_a_deleter_has_said_before_its_deletion_comes_although_the_registrant_has_heard_of_that() {
    let mut world = garage(3);
    let car = world.register(0, CAR);
    world.quiet();
    hand_over(&mut world, car);
    let speed = world.attribute(CAR, "Speed");
    let set = world.attributes(CAR, &["Speed"]);
    world.call(1, |m, out| {
        m.attribute_ownership_acquisition(car, &set, &[], out)
    });
    world.settle();
    world.call(0, |m, out| {
        m.attribute_ownership_divestiture_if_wanted(car, &set, &[], out)
    });
    world.quiet();
    world.hold(Channel::Data(1, 2));
    world.hold(Channel::FromRti(0));
    world.hold(Channel::FromRti(2));
    world.update(1, car, speed, b"5");
    world.delete(1, car);
    world.settle();
    assert_eq!(world.told(0), [Told::Removed(car)]);

    change_way(&mut world, 0, 2);
    world.release(Channel::Data(1, 2));

    let reflected = Told::Reflected(car, vec![(speed, b"5".to_vec())]);
    assert_eq!(world.told(2), [reflected, Told::Removed(car)]);
}

/// As [`garage`]; the first regulates time, and the second is constrained.
fn timed() -> World {
    let mut world = garage(2);
    let lookahead = LogicalTimeInterval::Float64(Float64Interval::new(1.0).unwrap());
    world.call(0, |m, out| m.enable_time_regulation(lookahead, out));
    world.call(1, |m, out| m.enable_time_constrained(out));
    world.quiet();
    world
}

fn at(time: f64) -> LogicalTime {
    LogicalTime::Float64(Float64Time::new(time).unwrap())
}

fn delete_at(world: &mut World, car: ObjectInstanceHandle, time: f64) -> MessageRetractionHandle {
    let deleted = world.call(0, |m, out| {
        m.delete_object_instance(car, b"later", Some(at(time)), out)
    });
    world.settle();
    deleted.unwrap()
}

fn advance(world: &mut World, node: usize, to: f64) {
    world.call(node, |m, out| m.time_advance_request(at(to), out));
    world.settle();
}

fn has_removed(world: &mut World, node: usize, car: ObjectInstanceHandle) -> bool {
    world.told(node).contains(&Told::Removed(car))
}

#[test]
fn a_removal_in_time_stamp_order_comes_at_its_time_whether_it_was_lost_or_not() {
    for (lost, final_before) in [(true, false), (false, false), (false, true)] {
        let mut world = timed();
        let car = world.register(0, CAR);
        world.settle();
        advance(&mut world, 1, 0.0);
        world.told(1);
        if lost {
            world.hold(Channel::Data(0, 1));
        }
        delete_at(&mut world, car, 5.0);
        if final_before {
            advance(&mut world, 0, 10.0);
            world.told(0);
        }
        change_way(&mut world, 0, 1);

        advance(&mut world, 1, 4.0);
        if !final_before {
            advance(&mut world, 0, 10.0);
            world.told(0);
        }
        assert!(!has_removed(&mut world, 1, car), "{lost} {final_before}");
        advance(&mut world, 1, 6.0);

        let told = world.told(1);
        let removed = told.iter().filter(|told| **told == Told::Removed(car));
        assert_eq!(removed.count(), 1, "{lost} {final_before}: {told:?}");
    }
}

#[test]
fn a_removal_whose_time_has_come_before_the_census_is_told_stays_in_its_order() {
    let mut world = timed();
    let car = world.register(0, CAR);
    world.settle();
    advance(&mut world, 1, 0.0);
    world.told(1);
    delete_at(&mut world, car, 5.0);
    advance(&mut world, 0, 10.0);
    world.told(0);
    change_way(&mut world, 0, 1);

    advance(&mut world, 1, 6.0);

    let mut removals = Vec::new();
    world.show(1, |callback| {
        if let Callback::RemoveObjectInstance { delivery, .. } = callback {
            removals.push((delivery.tag.to_vec(), delivery.received_order));
        }
    });
    assert_eq!(removals, [(b"later".to_vec(), OrderType::TimeStamp)]);
}

#[test]
fn a_deletion_whose_retraction_was_lost_does_not_take_place() {
    let mut world = timed();
    let car = world.register(0, CAR);
    world.settle();
    advance(&mut world, 1, 0.0);
    world.told(1);
    let retraction = delete_at(&mut world, car, 5.0);
    world.hold(Channel::Data(0, 1));
    world.call(0, |m, out| m.retract(retraction, out));
    change_way(&mut world, 0, 1);

    advance(&mut world, 0, 10.0);
    advance(&mut world, 1, 8.0);

    assert!(!has_removed(&mut world, 1, car));
    assert_eq!(world.nodes[1].member.instance_count(), 1);
}

#[test]
fn an_instance_that_is_brought_back_is_discovered_by_one_who_had_never_heard_of_it() {
    let mut world = timed();
    advance(&mut world, 1, 4.0);
    world.hold(Channel::Data(0, 1));
    let car = world.register(0, CAR);
    let retraction = delete_at(&mut world, car, 5.0);
    change_way(&mut world, 0, 1);
    world.told(1);

    world.call(0, |m, out| m.retract(retraction, out));
    world.settle();

    assert!(world.told(1).contains(&discovered(&world, car)));
}

#[test]
fn a_removal_that_was_lost_waits_until_a_constrained_federate_advances() {
    let mut world = timed();
    let car = world.register(0, CAR);
    world.settle();
    advance(&mut world, 0, 10.0);
    world.told(1);
    world.hold(Channel::Data(0, 1));
    world.delete(0, car);
    change_way(&mut world, 0, 1);
    assert_eq!(world.told(1), []);

    advance(&mut world, 1, 1.0);

    assert!(has_removed(&mut world, 1, car));
}

#[test]
fn what_exists_is_part_of_a_save_in_which_its_discovery_was_lost() {
    for known in [false, true] {
        is_part_of_a_save(known);
    }
}

/// Of a save that begins while the way is broken, as the links of the first federate know or not.
fn is_part_of_a_save(known: bool) {
    let mut world = garage(2);
    world.hold(Channel::Data(0, 1));
    let car = world.register(0, CAR);
    let receiver = world.handle(1);
    if known {
        let sender = world.handle(0);
        world.drop_data(sender, receiver);
        world.nodes[0].broken.insert(receiver);
    }
    world.call(0, |m, out| m.request_federation_save("S", None, out));
    world.settle();
    world.answer_save();
    if known {
        // Frames that have waited for the new channel go there first.
        world.release(Channel::Data(0, 1));
        world.nodes[0].broken.clear();
        world.call(0, |m, out| {
            m.handle_way_changed(receiver, out);
            Ok(())
        });
        world.settle();
    } else {
        change_way(&mut world, 0, 1);
    }
    let file = world.store().expect("something is to be stored");
    world.quiet();
    world.delete(0, car);
    world.quiet();

    restore(&mut world, &file);

    assert!(world.told(1).contains(&discovered(&world, car)));
}

fn restore(world: &mut World, file: &SaveFile) {
    world.load(0, file);
    world.quiet();
    for node in 0..2 {
        world.told(node);
        world.call(node, |m, out| m.federate_restore_ended(true, out));
    }
    world.settle();
}

#[test]
fn what_is_left_of_a_federate_that_leaves_is_told_by_the_rti() {
    let mut world = garage(2);
    world.hold(Channel::Data(0, 1));
    let car = world.register(0, CAR);
    change_way(&mut world, 0, 1);
    world.told(1);

    world.resign(0, ResignAction::UnconditionallyDivestAttributes);
    world.settle();

    assert_eq!(world.nodes[1].member.instance_count(), 1);
    assert!(!has_removed(&mut world, 1, car));
}
