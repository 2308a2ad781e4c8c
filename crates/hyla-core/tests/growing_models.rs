//! A module that comes with a later federate adds a dimension to classes whose regions are compared already, or says of an attribute
//! what was left out before.
#![allow(clippy::unwrap_used, reason = "test code")]

mod harness;

use harness::{Told, World, heights, traffic_with};
use hyla_core::callback::Callback;
use hyla_core::declaration::Activity;
use hyla_core::message::ModuleSource;
use hyla_core::support::Switch;
use hyla_types::{
    AttributeHandleSet, Edition, Float64Interval, Float64Time, LogicalTime, LogicalTimeInterval,
    OrderType, RangeBounds, RegionHandle, RegionHandleSet, ResignAction,
};

const CAR: &str = "HLAobjectRoot.Vehicle.Car";
const MESSAGE: &str = "HLAinteractionRoot.Message";

/// A region with these ranges.
fn region(world: &mut World, node: usize, ranges: &[(&str, u32, u32)]) -> RegionHandle {
    world.call(node, |m, out| {
        let mut dimensions = Vec::new();
        for (name, lower, upper) in ranges {
            let bounds = RangeBounds::new(*lower, *upper).unwrap();
            dimensions.push((m.dimension_handle(name)?, bounds));
        }
        let region = m.create_region(&dimensions.iter().map(|(d, _)| *d).collect())?;
        for (dimension, bounds) in dimensions {
            m.set_range_bounds(region, dimension, bounds)?;
        }
        m.commit_region_modifications(&[region].into(), out)?;
        Ok(region)
    })
}

fn speed_with(world: &World, region: RegionHandle) -> (AttributeHandleSet, RegionHandleSet) {
    (world.attributes(CAR, &["Speed"]), [region].into())
}

/// A federate joins with the further dimension.
fn grow(world: &mut World) {
    let late = world.connect(Edition::Hla2025);
    world.join(late, vec![heights()]);
    world.quiet();
}

/// Whether the second federate, which subscribed before the model grew and says nothing of heights, receives what
/// the first sends at these heights.
fn receives_interactions(lower: u32, upper: u32) -> bool {
    let mut world = World::traffic(2);
    let class = world.interaction(MESSAGE);
    world.call(0, |m, out| m.publish_interaction_class(class, out));
    let wanted = region(&mut world, 1, &[("Lane", 0, 10)]);
    world.call(1, |m, out| {
        let regions = [wanted].into();
        m.subscribe_interaction_class_with_regions(class, &regions, Activity::Active, out)
    });
    world.quiet();
    let sent = region(&mut world, 0, &[("Lane", 5, 6)]);
    let send = |world: &mut World, sent: RegionHandle| {
        world.call(0, |m, out| {
            m.send_interaction_with_regions(class, &[], &[sent].into(), b"here", None, out)
        });
        world.settle();
        world
            .told(1)
            .contains(&Told::Received(class, b"here".into()))
    };
    assert!(send(&mut world, sent));

    grow(&mut world);

    assert!(send(&mut world, sent));
    let sent = region(&mut world, 0, &[("Lane", 5, 6), ("Height", lower, upper)]);
    send(&mut world, sent)
}

#[test]
fn regions_of_interactions_are_compared_in_a_dimension_that_was_added() {
    assert!(receives_interactions(5, 15));
    assert!(!receives_interactions(10, 15));
}

/// The same for updates, and the scope callbacks of the second federate.
fn sees_updates(lower: u32, upper: u32) -> bool {
    let mut world = World::traffic(2);
    world.publish(0, CAR, &["Speed"]);
    world.call(1, |m, _| m.set_switch(Switch::AttributeScopeAdvisory, true));
    let wanted = region(&mut world, 1, &[("Lane", 0, 10)]);
    let (class, pair) = (world.class(CAR), speed_with(&world, wanted));
    world.call(1, |m, out| {
        m.subscribe_object_class_attributes_with_regions(class, &[pair], Activity::Active, "", out)
    });
    world.quiet();
    let sent = region(&mut world, 0, &[("Lane", 5, 6)]);
    let pair = speed_with(&world, sent);
    let car = world.call(0, |m, out| {
        m.register_object_instance_with_regions(class, std::slice::from_ref(&pair), None, out)
    });
    world.quiet();

    grow(&mut world);

    let higher = region(&mut world, 0, &[("Lane", 5, 6), ("Height", lower, upper)]);
    let higher = speed_with(&world, higher);
    world.call(0, |m, out| {
        m.associate_regions_for_updates(car, &[higher], out)
    });
    world.call(0, |m, out| {
        m.unassociate_regions_for_updates(car, &[pair], out)
    });
    world.settle();
    let told = world.told(1);
    let speed = world.attribute(CAR, "Speed");
    world.update(0, car, speed, b"fast");
    let sent = world.frames_between(world.handle(0), world.handle(1)) > 0;
    world.settle();
    let reflected = Told::Reflected(car, vec![(speed, b"fast".into())]);
    let seen = world.told(1).contains(&reflected);
    assert_eq!(sent, seen, "what nobody takes is not sent");
    let out_of_scope = Told::OutOfScope(car, [speed].into());
    assert_eq!(told.contains(&out_of_scope), !seen, "{told:?}");
    seen
}

#[test]
fn update_regions_are_compared_in_a_dimension_that_was_added() {
    assert!(sees_updates(5, 15));
    assert!(!sees_updates(10, 15));
}

#[test]
fn regions_that_overlapped_still_do_when_a_dimension_was_added() {
    let mut world = World::traffic(2);
    world.publish(0, CAR, &["Speed"]);
    world.call(1, |m, _| m.set_switch(Switch::AttributeScopeAdvisory, true));
    let wanted = region(&mut world, 1, &[("Lane", 0, 10)]);
    let (class, pair) = (world.class(CAR), speed_with(&world, wanted));
    world.call(1, |m, out| {
        m.subscribe_object_class_attributes_with_regions(class, &[pair], Activity::Active, "", out)
    });
    let sent = region(&mut world, 0, &[("Lane", 5, 6)]);
    let pair = speed_with(&world, sent);
    let car = world.call(0, |m, out| {
        m.register_object_instance_with_regions(class, &[pair], None, out)
    });
    world.quiet();

    grow(&mut world);

    let speed = world.attribute(CAR, "Speed");
    world.update(0, car, speed, b"fast");
    world.settle();
    assert_eq!(
        world.told(1),
        [Told::Reflected(car, vec![(speed, b"fast".into())])]
    );
    world.resign(0, ResignAction::DeleteObjects);
    assert_eq!(world.told(1), [Told::Removed(car)]);
}

#[test]
fn what_a_later_module_says_of_an_attribute_is_in_force() {
    let speed = "<attribute><name>Speed</name><dataType>HLAunicodeString</dataType>\
        <updateType>Conditional</updateType><updateCondition>on change</updateCondition>\
        <ownership>DivestAcquire</ownership><sharing>PublishSubscribe</sharing>";
    let open = traffic_with(
        &format!("{speed}<transportation>HLAreliable</transportation><order>Receive</order>"),
        speed,
    );
    let stated = ModuleSource {
        designator: "stated.xml".into(),
        content: "<objectModel xmlns=\"http://standards.ieee.org/IEEE1516-2025\">\
            <objects><objectClass><name>HLAobjectRoot</name><objectClass><name>Vehicle</name>\
            <attribute><name>Speed</name><transportation>HLAbestEffort</transportation>\
            <order>TimeStamp</order></attribute>\
            </objectClass></objectClass></objects></objectModel>"
            .into(),
    };
    let mut world = World::with(open, 2);
    world.publish(0, CAR, &["Speed"]);
    world.subscribe(1, CAR, &["Speed"]);
    let (car, speed) = (world.register(0, CAR), world.attribute(CAR, "Speed"));
    let step = LogicalTimeInterval::Float64(Float64Interval::new(1.0).unwrap());
    world.call(0, |m, out| m.enable_time_regulation(step, out));
    world.quiet();
    let sent_as = |world: &mut World, time: f64| {
        let time = LogicalTime::Float64(Float64Time::new(time).unwrap());
        world.call(0, |m, out| {
            m.update_attribute_values(car, &[(speed, b"fast")], b"", Some(time), out)
        });
        world.settle();
        let mut sent = Vec::new();
        world.show(1, |callback| {
            if let Callback::ReflectAttributeValues { delivery, .. } = callback {
                sent.push((delivery.transportation, delivery.sent_order));
            }
        });
        sent
    };
    let type_named = |world: &mut World, name| {
        let member = &world.nodes[0].member;
        member.transportation_type_handle(name).unwrap()
    };
    let reliable = type_named(&mut world, "HLAreliable");
    assert_eq!(sent_as(&mut world, 5.0), [(reliable, OrderType::Receive)]);

    let late = world.connect(Edition::Hla2025);
    world.join(late, vec![stated]);
    world.quiet();

    let best_effort = type_named(&mut world, "HLAbestEffort");
    assert_eq!(
        sent_as(&mut world, 6.0),
        [(best_effort, OrderType::TimeStamp)]
    );
    assert_eq!(world.attribute(CAR, "Speed"), speed);
}
