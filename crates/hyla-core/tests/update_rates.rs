//! Reduced update rates of subscriptions, by the clock that the driver gives.

mod harness;

use std::time::Duration;

use harness::{Told, World};
use hyla_types::ObjectInstanceHandle;

const CAR: &str = "HLAobjectRoot.Vehicle.Car";

/// Node 0 registers a car, node 1 subscribes its position (best effort) and speed (reliable) at the rate.
fn subscribed_at(rate: &str) -> (World, ObjectInstanceHandle) {
    let mut world = World::traffic(2);
    world.publish(0, CAR, &["Position", "Speed"]);
    world.subscribe_at(1, CAR, &["Position", "Speed"], rate);
    let car = world.register(0, CAR);
    world.quiet();
    (world, car)
}

/// Updates an attribute every 50 ms for 2 s; the times at which it was reflected, in ms.
fn reflected_at(world: &mut World, car: ObjectInstanceHandle, attribute: &str) -> Vec<u64> {
    let attribute = world.attribute(CAR, attribute);
    let mut times = Vec::new();
    for at in (0..2000).step_by(50) {
        world.now = Duration::from_millis(10_000 + at);
        world.update(0, car, attribute, b"value");
        world.settle();
        times.extend(world.told(1).iter().map(|told| {
            assert!(matches!(told, Told::Reflected(..)), "{told:?}");
            at
        }));
    }
    times
}

#[test]
fn a_best_effort_attribute_at_2_hz_is_reflected_every_half_second() {
    let (mut world, car) = subscribed_at("Slow");

    let times = reflected_at(&mut world, car, "Position");

    assert_eq!(times, [0, 500, 1000, 1500]);
}

#[test]
fn a_best_effort_attribute_at_20_hz_is_reflected_each_time_it_is_updated_at_20_hz() {
    let (mut world, car) = subscribed_at("Fast");

    let times = reflected_at(&mut world, car, "Position");

    assert_eq!(times.len(), 40, "{times:?}");
}

#[test]
fn a_reliable_attribute_is_reflected_whatever_the_rate() {
    let (mut world, car) = subscribed_at("Slow");

    let times = reflected_at(&mut world, car, "Speed");

    assert_eq!(times.len(), 40, "{times:?}");
}

#[test]
fn without_a_rate_every_update_is_reflected() {
    let (mut world, car) = subscribed_at("");

    let times = reflected_at(&mut world, car, "Position");

    assert_eq!(times.len(), 40, "{times:?}");
}

#[test]
fn each_instance_has_its_own_pace() {
    let (mut world, first) = subscribed_at("Slow");
    let second = world.register(0, CAR);
    world.quiet();
    let position = world.attribute(CAR, "Position");

    let values = |world: &mut World, at_ms: u64| {
        world.now = Duration::from_millis(at_ms);
        let cars = if at_ms == 0 {
            vec![first]
        } else {
            vec![first, second]
        };
        for car in cars {
            world.update(0, car, position, b"value");
        }
        world.settle();
        world.told(1)
    };

    let reflected = |car| Told::Reflected(car, vec![(position, b"value".to_vec())]);
    assert_eq!(values(&mut world, 0), [reflected(first)]);
    assert_eq!(values(&mut world, 300), [reflected(second)]);
    assert_eq!(values(&mut world, 500), [reflected(first)]);
    assert_eq!(values(&mut world, 800), [reflected(second)]);
}

#[test]
fn a_subscription_without_a_rate_lifts_the_earlier_limit() {
    let (mut world, car) = subscribed_at("Slow");
    let slow = reflected_at(&mut world, car, "Position");

    world.subscribe(1, CAR, &["Position"]);
    let all = reflected_at(&mut world, car, "Position");

    assert_eq!((slow.len(), all.len()), (4, 40));
}

#[test]
fn an_attribute_without_a_rate_in_the_same_update_is_not_held_back() {
    let mut world = World::traffic(2);
    world.publish(0, CAR, &["Position", "Speed"]);
    world.subscribe_at(1, CAR, &["Position"], "Slow");
    world.subscribe(1, CAR, &["Speed"]);
    let car = world.register(0, CAR);
    world.quiet();
    let [position, speed] = ["Position", "Speed"].map(|name| world.attribute(CAR, name));
    // Both travel in one best-effort message.
    let best_effort = world.nodes[0]
        .member
        .transportation_type_handle("HLAbestEffort")
        .unwrap();
    let set = world.attributes(CAR, &["Speed"]);
    world.call(0, |m, _| {
        m.request_attribute_transportation_type_change(car, &set, best_effort)
    });
    world.quiet();

    let both = [(position, &b"here"[..]), (speed, &b"fast"[..])];
    for _ in 0..2 {
        world.call(0, |m, out| {
            m.update_attribute_values(car, &both, &[], None, out)
        });
    }
    world.settle();

    let fast = (speed, b"fast".to_vec());
    let first = Told::Reflected(car, vec![(position, b"here".to_vec()), fast.clone()]);
    assert_eq!(world.told(1), [first, Told::Reflected(car, vec![fast])]);
}
