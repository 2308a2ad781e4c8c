//! Regions whose owner or way changes: ownership, lost streams, federates that leave.
#![allow(clippy::unwrap_used, reason = "test code")]

mod harness;

use harness::{Channel, Told, World};
use hyla_core::declaration::Activity;
use hyla_core::message::data::{self, DataFrame};
use hyla_core::support::Switch;
use hyla_types::{Edition, ExceptionKind, ObjectInstanceHandle, RegionHandle, ResignAction};

use harness::regions::*;

#[test]
fn update_regions_go_with_the_ownership_of_their_attribute() {
    let mut world = World::traffic(2);
    world.publish(0, CAR, &["Speed"]);
    let sent = region(&mut world, 0, 0, 10);
    let car = register(&mut world, 0, &["Speed"], sent);
    let in_use = world.attempt(0, |m, _| m.delete_region(sent)).unwrap_err();
    assert_eq!(
        in_use.kind,
        ExceptionKind::RegionInUseForUpdateOrSubscription
    );

    let class = world.class(CAR);
    world.call(0, |m, out| m.unpublish_object_class(class, out));
    world.quiet();

    world.call(0, |m, _| m.delete_region(sent));
    assert_eq!(
        world.attempt(0, |m, _| m.known_object_class_handle(car)),
        Ok(class)
    );
}

#[test]
fn what_was_lost_with_a_stream_is_told_again() {
    let mut world = World::traffic(2);
    world.publish(0, CAR, &["Speed"]);
    world.call(1, |m, _| m.set_switch(Switch::AttributeScopeAdvisory, true));
    let (sent, wanted) = (region(&mut world, 0, 50, 60), region(&mut world, 1, 0, 10));
    subscribe(&mut world, 1, &["Speed"], wanted, "");
    let other = region(&mut world, 0, 0, 10);
    let car = register(&mut world, 0, &["Speed"], other);
    world.quiet();
    let speed = world.attributes(CAR, &["Speed"]);
    let pair_with = pair(&world, &["Speed"], sent);
    world.call(0, |m, out| {
        m.associate_regions_for_updates(car, &[pair_with], out)
    });
    world.quiet();

    place(&mut world, 0, other, 90, 95);
    let (from, to) = (world.handle(0), world.handle(1));
    world.drop_data(from, to);
    assert_eq!(world.told(1), []);
    world.call(0, |m, out| {
        m.handle_way_changed(to, out);
        Ok(())
    });
    world.settle();

    assert_eq!(world.told(1), [Told::OutOfScope(car, speed)]);
}

/// A car whose update region overlaps the region of a subscriber with scope advisories.
fn car_in_scope() -> (World, ObjectInstanceHandle, RegionHandle, RegionHandle) {
    let mut world = World::traffic(2);
    world.publish(0, CAR, &["Speed"]);
    world.call(1, |m, _| m.set_switch(Switch::AttributeScopeAdvisory, true));
    let (sent, wanted) = (region(&mut world, 0, 5, 6), region(&mut world, 1, 0, 10));
    subscribe(&mut world, 1, &["Speed"], wanted, "");
    let car = register(&mut world, 0, &["Speed"], sent);
    world.quiet();
    (world, car, sent, wanted)
}

#[test]
fn an_attribute_leaves_scope_before_it_enters_again() {
    let (mut world, car, sent, wanted) = car_in_scope();
    let speed = world.attributes(CAR, &["Speed"]);
    place(&mut world, 0, sent, 9, 55);
    world.settle();

    // The move of the owner's region waits before this.
    place(&mut world, 1, wanted, 50, 60);

    assert_eq!(
        world.told(1),
        [
            Told::OutOfScope(car, speed.clone()),
            Told::InScope(car, speed)
        ]
    );
}

#[test]
fn an_attribute_enters_scope_before_it_leaves_again() {
    let (mut world, car, sent, wanted) = car_in_scope();
    let speed = world.attributes(CAR, &["Speed"]);
    world.hold(Channel::FromRti(0));
    place(&mut world, 1, wanted, 50, 60);
    assert_eq!(world.told(1), [Told::OutOfScope(car, speed.clone())]);
    place(&mut world, 0, sent, 80, 81);
    world.settle();

    // The move of the owner's region waits before this.
    place(&mut world, 1, wanted, 0, 10);

    assert_eq!(
        world.told(1),
        [
            Told::InScope(car, speed.clone()),
            Told::OutOfScope(car, speed)
        ]
    );
}

#[test]
fn a_discovery_is_not_followed_by_an_earlier_change_of_scope() {
    let (mut world, car, sent, wanted) = car_in_scope();
    let speed = world.attributes(CAR, &["Speed"]);
    place(&mut world, 0, sent, 9, 55);
    world.settle();
    place(&mut world, 1, wanted, 50, 60);

    // The subscriber has not received the change.
    world.call(1, |m, _| m.local_delete_object_instance(car));
    world.settle();

    assert_eq!(
        world.told(1),
        [
            Told::Discovered(car, world.class(CAR)),
            Told::InScope(car, speed)
        ]
    );
}

#[test]
fn what_a_federate_with_regions_leaves_behind_reaches_nobody() {
    let mut world = World::traffic(3);
    world.publish(0, CAR, &["Speed"]);
    world.call(2, |m, _| m.set_switch(Switch::AttributeScopeAdvisory, true));
    let wanted = region(&mut world, 2, 0, 10);
    subscribe(&mut world, 2, &["Speed"], wanted, "");
    // Another subscriber leaves: its subscription does not count any more.
    let gone = region(&mut world, 1, 0, 10);
    subscribe(&mut world, 1, &["Speed"], gone, "");
    let sent = region(&mut world, 0, 5, 6);
    let car = register(&mut world, 0, &["Speed"], sent);
    world.quiet();
    let leaver = world.handle(1);

    world.resign(1, ResignAction::NoAction);
    let late = world.connect(Edition::Hla2025);
    world.join(late, vec![]);
    world.quiet();
    let speed = world.attribute(CAR, "Speed");
    world.update(0, car, speed, b"fast");

    let newcomer = world.handle(late);
    for other in [leaver, newcomer] {
        let frames = world.frames_between(world.handle(0), other);
        assert_eq!(frames, 0, "{other:?}");
    }
    world.settle();
    assert_eq!(reflections(&world.told(2)), 1);
    assert_eq!(reflections(&world.told(late)), 0);
}

#[test]
fn regions_of_those_who_stay_are_known_when_another_leaves() {
    const VEHICLE: &str = "HLAobjectRoot.Vehicle";
    let mut world = World::traffic(3);
    world.publish(0, CAR, &["Speed"]);
    world.publish(0, VEHICLE, &["Speed"]);
    let wanted = region(&mut world, 2, 0, 10);
    let (vehicle, speed) = (world.class(VEHICLE), pair(&world, &["Speed"], wanted));
    world.call(2, |m, out| {
        let active = Activity::Active;
        m.subscribe_object_class_attributes_with_regions(vehicle, &[speed], active, "", out)
    });
    let sent = region(&mut world, 0, 5, 6);
    let speed = pair(&world, &["Speed"], sent);
    world.settle();
    world.call(0, |m, out| {
        m.register_object_instance_with_regions(vehicle, &[speed], None, out)
    });
    world.quiet();
    world.resign(1, ResignAction::NoAction);
    world.quiet();

    // The region is used for another class now, and its bounds are not sent again.
    let car = register(&mut world, 0, &["Speed"], sent);
    world.settle();

    assert_eq!(world.told(2), [Told::Discovered(car, vehicle)]);
}

#[test]
fn which_regions_an_instance_has_is_told_again_if_it_was_lost() {
    let mut world = World::traffic(2);
    world.publish(0, CAR, &["Speed"]);
    world.call(1, |m, _| m.set_switch(Switch::AttributeScopeAdvisory, true));
    let wanted = region(&mut world, 1, 0, 10);
    subscribe(&mut world, 1, &["Speed"], wanted, "");
    let (near, far) = (region(&mut world, 0, 0, 10), region(&mut world, 0, 50, 60));
    let car = register(&mut world, 0, &["Speed"], near);
    world.quiet();
    let (gone, now) = (
        pair(&world, &["Speed"], near),
        pair(&world, &["Speed"], far),
    );
    world.call(0, |m, out| {
        m.associate_regions_for_updates(car, &[now], out)
    });
    world.call(0, |m, out| {
        m.unassociate_regions_for_updates(car, &[gone], out)
    });
    let (from, to) = (world.handle(0), world.handle(1));
    world.drop_data(from, to);
    assert_eq!(world.told(1), []);

    world.call(0, |m, out| {
        m.handle_way_changed(to, out);
        Ok(())
    });
    world.settle();

    let speed = world.attributes(CAR, &["Speed"]);
    assert_eq!(world.told(1), [Told::OutOfScope(car, speed)]);
}

/// The second federate owns the speed of a car of the first, and has a region for it; the last has not subscribed anything.
fn with_regions_of_a_new_owner(bounds: (u32, u32)) -> (World, ObjectInstanceHandle) {
    let mut world = World::traffic(3);
    for node in 0..2 {
        world.publish(node, CAR, &["Speed"]);
        world.subscribe(node, CAR, &["Speed"]);
    }
    let car = world.register(0, CAR);
    world.quiet();
    hand_over(&mut world, car);
    let sent = region(&mut world, 1, bounds.0, bounds.1);
    let with = pair(&world, &["Speed"], sent);
    world.call(1, |m, out| {
        m.associate_regions_for_updates(car, &[with], out)
    });
    world.quiet();
    (world, car)
}

/// The first federate gives the speed of the car to the second.
fn hand_over(world: &mut World, car: ObjectInstanceHandle) {
    let speed = world.attributes(CAR, &["Speed"]);
    world.call(0, |m, out| {
        m.unconditional_attribute_ownership_divestiture(car, &speed, b"", out)
    });
    world.quiet();
    world.call(1, |m, out| {
        m.attribute_ownership_acquisition_if_available(car, &speed, b"", out)
    });
    world.quiet();
}

#[test]
fn updates_are_turned_on_once_for_an_attribute_that_comes_back_without_its_regions() {
    let mut world = World::traffic(2);
    world.publish(0, CAR, &["Speed"]);
    world.call(0, |m, _| {
        m.set_switch(Switch::AttributeRelevanceAdvisory, true)
    });
    let (near, far) = (region(&mut world, 1, 0, 10), region(&mut world, 0, 50, 60));
    subscribe(&mut world, 1, &["Speed"], near, "");
    let car = register(&mut world, 0, &["Speed"], far);
    world.quiet();
    let speed = world.attributes(CAR, &["Speed"]);
    world.call(0, |m, out| {
        m.unconditional_attribute_ownership_divestiture(car, &speed, b"", out)
    });
    world.quiet();

    world.call(0, |m, out| {
        m.attribute_ownership_acquisition_if_available(car, &speed, b"", out)
    });
    world.settle();
    let turned_on = |told: &Told| matches!(told, Told::UpdatesOn(..));
    let told = world.told(0);
    assert_eq!(told.iter().filter(|t| turned_on(t)).count(), 1, "{told:?}");
    world.subscribe(1, CAR, &["Doors"]);
    world.settle();

    let told = world.told(0);
    assert!(!told.iter().any(turned_on), "{told:?}");
}

#[test]
fn a_new_subscriber_learns_of_the_regions_of_an_owner_that_is_not_the_registrant() {
    let (mut world, car) = with_regions_of_a_new_owner((50, 60));
    world.hold(Channel::Data(0, 2));
    let wanted = region(&mut world, 2, 0, 10);
    subscribe(&mut world, 2, &["Speed"], wanted, "");
    world.release(Channel::Data(0, 2));

    assert_eq!(world.told(2), []);
    place(&mut world, 2, wanted, 55, 56);
    world.settle();
    assert_eq!(world.told(2), [Told::Discovered(car, world.class(CAR))]);
}

#[test]
fn a_subscriber_of_another_class_is_not_told_of_the_regions_of_an_instance() {
    let (mut world, _) = with_regions_of_a_new_owner((50, 60));
    world.hold(Channel::Data(1, 2));

    world.subscribe(
        2,
        "HLAobjectRoot.HLAmanager.HLAfederation",
        &["HLAfederationName"],
    );

    assert_eq!(world.frames_between(world.handle(1), world.handle(2)), 0);
}

#[test]
fn an_instance_is_announced_when_an_owner_with_a_region_elsewhere_is_replaced() {
    for forced in [false, true] {
        let mut world = World::traffic(3);
        for node in 0..2 {
            world.publish(node, CAR, &["Speed"]);
            world.subscribe(node, CAR, &["Speed"]);
        }
        let wanted = region(&mut world, 2, 0, 10);
        subscribe(&mut world, 2, &["Speed"], wanted, "");
        let elsewhere = region(&mut world, 0, 50, 60);
        let car = register(&mut world, 0, &["Speed"], elsewhere);
        world.quiet();
        let discovered = Told::Discovered(car, world.class(CAR));

        world.hold(Channel::Data(1, 2));
        if forced {
            let attribute = world.attribute(CAR, "Speed");
            world.modify_attribute_state((1, 1), car, attribute, true);
        } else {
            let speed = world.attributes(CAR, &["Speed"]);
            world.call(1, |m, out| {
                m.attribute_ownership_acquisition(car, &speed, b"", out)
            });
            world.quiet();
            world.call(0, |m, out| {
                m.attribute_ownership_divestiture_if_wanted(car, &speed, b"", out)
            });
        }
        world.settle();

        assert!(world.told(2).contains(&discovered), "{forced}");
        // Only its registrant announces it.
        let said = world.copy_data(world.handle(1), world.handle(2));
        let announces =
            |frame: &Vec<u8>| matches!(data::decode(frame), Ok(DataFrame::Discover { .. }));
        assert!(!said.iter().any(announces), "{forced}: {said:?}");
    }
}

#[test]
fn an_attribute_that_goes_back_to_the_default_region_stays_in_scope() {
    let mut world = World::traffic(2);
    world.publish(0, CAR, &["Speed"]);
    world.call(1, |m, _| m.set_switch(Switch::AttributeScopeAdvisory, true));
    let wanted = region(&mut world, 1, 0, 10);
    subscribe(&mut world, 1, &["Speed"], wanted, "");
    let sent = region(&mut world, 0, 5, 6);
    let car = register(&mut world, 0, &["Speed"], sent);
    world.quiet();

    let pair = pair(&world, &["Speed"], sent);
    world.call(0, |m, out| {
        m.unassociate_regions_for_updates(car, &[pair], out)
    });
    world.settle();

    assert_eq!(world.told(1), []);
}

#[test]
fn a_region_of_the_new_owner_counts_when_the_one_before_it_dies_before_it_took_its_own_back() {
    let mut world = World::traffic(3);
    world.publish(0, CAR, &["Speed"]);
    world.publish(1, CAR, &["Speed"]);
    world.subscribe(1, CAR, &["Speed"]);
    world.call(2, |m, _| m.set_switch(Switch::AttributeScopeAdvisory, true));
    let wanted = region(&mut world, 2, 0, 10);
    subscribe(&mut world, 2, &["Speed"], wanted, "");
    let first = region(&mut world, 0, 5, 6);
    let car = register(&mut world, 0, &["Speed"], first);
    world.call(0, |m, out| {
        m.set_automatic_resign_directive(ResignAction::NoAction, out)
    });
    world.quiet();
    let speed = world.attribute(CAR, "Speed");

    world.hold(Channel::Data(0, 2));
    world.call(1, |m, out| {
        m.attribute_ownership_acquisition(car, &[speed].into(), &[], out)
    });
    world.settle();
    world.call(0, |m, out| {
        m.attribute_ownership_divestiture_if_wanted(car, &[speed].into(), &[], out)
    });
    world.settle();
    world.told(1);
    let second = region(&mut world, 1, 7, 8);
    let pair = pair(&world, &["Speed"], second);
    world.call(1, |m, out| {
        m.associate_regions_for_updates(car, &[pair], out)
    });
    world.settle();
    let (from, to) = (world.handle(0), world.handle(2));
    world.drop_data(from, to);
    world.let_go(Channel::Data(0, 2));
    world.lose(0);
    world.settle();

    assert_eq!(world.told(2), []);
    world.update(1, car, speed, b"fast");
    world.settle();
    let reflected = Told::Reflected(car, vec![(speed, b"fast".into())]);
    assert_eq!(world.told(2), [reflected]);
    place(&mut world, 2, wanted, 50, 60);
    world.settle();
    assert_eq!(world.told(2), [Told::OutOfScope(car, [speed].into())]);
}

/// A car whose speed has a region that does not overlap the subscription of another federate, whose control log stands still.
fn out_of_reach() -> (World, ObjectInstanceHandle, RegionHandle) {
    let mut world = World::traffic(2);
    world.publish(0, CAR, &["Speed", "Position"]);
    world.call(1, |m, _| m.set_switch(Switch::AttributeScopeAdvisory, true));
    let (near, far) = (region(&mut world, 1, 0, 10), region(&mut world, 0, 50, 60));
    subscribe(&mut world, 1, &["Speed"], near, "");
    let car = register(&mut world, 0, &["Speed"], far);
    world.quiet();
    world.hold(Channel::FromRti(1));
    (world, car, far)
}

/// Neither before nor after the log of the other federate has come to it.
fn assert_nothing_told(world: &mut World) {
    world.settle();
    assert_eq!(world.told(1), []);
    world.release(Channel::FromRti(1));
    assert_eq!(world.told(1), []);
}

fn divest_speed(world: &mut World, car: ObjectInstanceHandle) {
    let speed = world.attributes(CAR, &["Speed"]);
    world.call(0, |m, out| {
        m.unconditional_attribute_ownership_divestiture(car, &speed, b"", out)
    });
}

#[test]
fn an_attribute_that_is_given_up_does_not_come_into_reach_before_it_has_no_owner() {
    let (mut world, car, _) = out_of_reach();

    divest_speed(&mut world, car);
    assert_nothing_told(&mut world);
}

#[test]
fn an_attribute_of_a_known_instance_that_is_given_up_does_not_come_into_scope() {
    let (mut world, car, _) = out_of_reach();
    world.let_go(Channel::FromRti(1));
    world.subscribe(1, CAR, &["Position"]);
    let discovered = world.told(1);
    assert_eq!(discovered[0], Told::Discovered(car, world.class(CAR)));
    world.hold(Channel::FromRti(1));

    divest_speed(&mut world, car);
    assert_nothing_told(&mut world);
}

#[test]
fn an_attribute_that_is_given_up_does_not_come_into_reach_by_a_local_delete() {
    let (mut world, car, far) = out_of_reach();
    world.hold(Channel::FromRti(0));
    let all = ["Speed", "Position", "HLAprivilegeToDeleteObject"];
    let all = world.attributes(CAR, &all);
    world.call(0, |m, out| {
        m.unconditional_attribute_ownership_divestiture(car, &all, b"", out)
    });

    world.call(0, |m, _| m.local_delete_object_instance(car));

    world.call(0, |m, _| m.delete_region(far));
    world.settle();
    assert_eq!(world.told(1), []);
    world.release(Channel::FromRti(0));
    assert_nothing_told(&mut world);
}

#[test]
fn an_attribute_that_is_no_longer_published_does_not_come_into_reach() {
    let (mut world, _, _) = out_of_reach();
    let (class, speed) = (world.class(CAR), world.attributes(CAR, &["Speed"]));

    world.call(0, |m, out| {
        m.unpublish_object_class_attributes(class, &speed, out)
    });
    assert_nothing_told(&mut world);
}

#[test]
fn regions_of_an_attribute_that_was_given_up_are_in_no_use_at_once() {
    let (mut world, car, far) = out_of_reach();
    world.hold(Channel::FromRti(0));

    divest_speed(&mut world, car);
    world.call(0, |m, _| m.delete_region(far));
    world.settle();

    assert_eq!(world.told(1), []);
    world.release(Channel::FromRti(0));
    assert_eq!(world.told(1), []);
    world.release(Channel::FromRti(1));
    assert_eq!(world.told(1), []);
}

#[test]
fn regions_for_an_attribute_that_was_just_given_up_are_those_of_its_next_time() {
    let (mut world, car, far) = out_of_reach();
    world.let_go(Channel::FromRti(1));
    world.hold(Channel::FromRti(0));
    let near = region(&mut world, 0, 5, 6);
    let (new, old) = (
        pair(&world, &["Speed"], near),
        pair(&world, &["Speed"], far),
    );

    divest_speed(&mut world, car);
    world.call(0, |m, out| {
        m.unassociate_regions_for_updates(car, &[old], out)
    });
    world.call(0, |m, out| {
        m.associate_regions_for_updates(car, &[new], out)
    });
    world.release(Channel::FromRti(0));
    world.quiet();
    world.call(0, |m, _| m.delete_region(far));
    let speed = world.attributes(CAR, &["Speed"]);
    world.call(0, |m, out| {
        m.attribute_ownership_acquisition_if_available(car, &speed, b"", out)
    });
    world.settle();
    world.told(0);

    assert_eq!(
        world.told(1),
        [
            Told::Discovered(car, world.class(CAR)),
            Told::InScope(car, speed)
        ]
    );
}
