//! Messages in time-stamp order to those who subscribe after they were sent: the switch `delaySubscriptionEvaluation`.
#![allow(clippy::unwrap_used, reason = "test code")]

mod harness;

use harness::regions::{CAR, pair, region};
use harness::time::{MESSAGE, at};
use harness::{Told, World, traffic, traffic_with};
use hyla_core::declaration::{Activity, DirectedScope};
use hyla_types::OrderType;

/// A federate that regulates and sends in time-stamp order, and one that is constrained and subscribes nothing.
fn world(delayed: bool) -> World {
    let fom = if delayed {
        let before = "<automaticResignAction";
        let switch = format!("<delaySubscriptionEvaluation isEnabled=\"true\"/>{before}");
        traffic_with(before, &switch)
    } else {
        traffic()
    };
    let mut world = World::with(fom, 2);
    let class = world.interaction(MESSAGE);
    world.call(0, |m, out| m.publish_interaction_class(class, out));
    world.call(0, |m, _| {
        m.change_interaction_order_type(class, OrderType::TimeStamp)
    });
    world.publish(0, CAR, &["Speed"]);
    world.regulate(0);
    world.constrain(1);
    world
}

/// Callbacks of the receiver before its grant at 10.
fn told_until_ten(world: &mut World) -> Vec<Told> {
    world.settle();
    assert_eq!(world.told(1), []);
    world.advance(1, 10.0);
    world.advance(0, 20.0);
    let mut told = world.told(1);
    let grant = told.pop();
    assert!(
        matches!(&grant, Some(Told::Other(text)) if text.starts_with("TimeAdvanceGrant")),
        "{grant:?}"
    );
    told
}

#[test]
fn an_interaction_comes_to_who_subscribes_before_its_time() {
    for delayed in [false, true] {
        let mut world = world(delayed);
        let class = world.interaction(MESSAGE);
        world.send_at(0, 5.0);
        world.settle();

        world.call(1, |m, out| {
            m.subscribe_interaction_class(class, Activity::Active, out)
        });

        let expected = delayed.then(|| Told::Received(class, Vec::new()));
        assert_eq!(
            told_until_ten(&mut world),
            Vec::from_iter(expected),
            "{delayed}"
        );
    }
}

#[test]
fn an_interaction_does_not_come_to_who_unsubscribes_before_its_time() {
    let mut world = world(true);
    let class = world.interaction(MESSAGE);
    world.call(1, |m, out| {
        m.subscribe_interaction_class(class, Activity::Active, out)
    });
    world.settle();
    world.send_at(0, 5.0);
    world.settle();

    world.call(1, |m, out| m.unsubscribe_interaction_class(class, out));

    assert_eq!(told_until_ten(&mut world), []);
}

#[test]
fn an_interaction_with_regions_comes_to_who_subscribes_where_they_overlap() {
    for (from, to, overlaps) in [(0, 10, true), (50, 60, false)] {
        for delayed in [false, true] {
            let mut world = world(delayed);
            let class = world.interaction(MESSAGE);
            let (sent, wanted) = (region(&mut world, 0, 5, 6), region(&mut world, 1, from, to));
            for regions in [[sent].into(), [].into()] {
                world.call(0, |m, out| {
                    let time = Some(at(5.0));
                    m.send_interaction_with_regions(class, &[], &regions, b"", time, out)
                });
            }
            world.settle();

            world.call(1, |m, out| {
                let active = Activity::Active;
                m.subscribe_interaction_class_with_regions(class, &[wanted].into(), active, out)
            });

            let expected = (delayed && overlaps).then(|| Told::Received(class, Vec::new()));
            assert_eq!(
                told_until_ten(&mut world),
                Vec::from_iter(expected),
                "{delayed} {overlaps}"
            );
        }
    }
}

#[test]
fn an_interaction_without_any_region_comes_to_nobody() {
    let mut world = world(true);
    let class = world.interaction(MESSAGE);
    world.call(0, |m, out| {
        m.send_interaction_with_regions(class, &[], &[].into(), b"", Some(at(5.0)), out)
    });
    world.settle();

    world.call(1, |m, out| {
        m.subscribe_interaction_class(class, Activity::Active, out)
    });

    assert_eq!(told_until_ten(&mut world), []);
}

#[test]
fn a_directed_interaction_comes_to_who_subscribes_before_its_time() {
    const ORDER: &str = "HLAinteractionRoot.Order";
    for delayed in [false, true] {
        let mut world = world(delayed);
        let (class, order) = (world.class(CAR), world.interaction(ORDER));
        world.call(0, |m, out| {
            m.publish_object_class_directed_interactions(class, &[order].into(), out)
        });
        world.call(0, |m, out| m.publish_interaction_class(order, out));
        world.call(0, |m, _| {
            m.change_interaction_order_type(order, OrderType::TimeStamp)
        });
        world.subscribe(1, CAR, &["Speed"]);
        let car = world.register(0, CAR);
        world.quiet();
        world.call(0, |m, out| {
            m.send_directed_interaction(order, car, &[], b"", Some(at(5.0)), out)
        });
        world.settle();

        world.call(1, |m, out| {
            m.subscribe_object_class_directed_interactions(
                class,
                &[order].into(),
                DirectedScope::Universal,
                out,
            )
        });

        let told = told_until_ten(&mut world);
        assert_eq!(told.len(), usize::from(delayed), "{told:?}");
    }
}

#[test]
fn an_update_comes_to_who_subscribes_before_its_time() {
    for with_region in [false, true] {
        for delayed in [false, true] {
            let mut world = world(delayed);
            let (class, speed) = (world.class(CAR), world.attribute(CAR, "Speed"));
            let car = world.register(0, CAR);
            if with_region {
                let sent = region(&mut world, 0, 5, 6);
                let speed = pair(&world, &["Speed"], sent);
                world.call(0, |m, out| {
                    m.associate_regions_for_updates(car, &[speed], out)
                });
            }
            world.call(0, |m, _| {
                m.change_attribute_order_type(car, &[speed].into(), OrderType::TimeStamp)
            });
            world.call(0, |m, out| {
                let values: [(_, &[u8]); 1] = [(speed, b"fast")];
                m.update_attribute_values(car, &values, b"", Some(at(5.0)), out)
            });
            world.settle();
            assert_eq!(world.told(1), []);

            world.subscribe(1, CAR, &["Speed"]);

            let discovered = world.told(1);
            assert_eq!(discovered[..1], [Told::Discovered(car, class)]);
            let values = vec![(speed, b"fast".to_vec())];
            let expected = delayed.then(|| Told::Reflected(car, values));
            assert_eq!(
                told_until_ten(&mut world),
                Vec::from_iter(expected),
                "{delayed} {with_region}"
            );
        }
    }
}
