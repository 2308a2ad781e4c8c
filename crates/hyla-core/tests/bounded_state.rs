//! Joins, instances and requests leave nothing behind: the state of a save does not grow.
#![allow(clippy::unwrap_used, reason = "test code")]

mod harness;

use harness::World;
use hyla_core::declaration::Activity;
use hyla_types::{
    AttributeHandleSet, Edition, Float64Interval, Float64Time, LogicalTime, LogicalTimeInterval,
    ObjectInstanceHandle, OrderType, RangeBounds, RegionHandle, ResignAction,
};

const CAR: &str = "HLAobjectRoot.Vehicle.Car";

/// Bytes of the state of all members and the executive.
fn size(world: &mut World) -> usize {
    world.quiet();
    let file = world.save("S");
    file.encode("today").len()
}

/// Runs the cycle often; the state afterwards is not larger than after a few times, but for the digits
/// of numbers.
#[track_caller]
fn leaves_nothing(world: &mut World, mut cycle: impl FnMut(&mut World)) {
    const TIMES: usize = 300;
    for _ in 0..20 {
        cycle(world);
    }
    let before = size(world);
    for _ in 0..TIMES {
        cycle(world);
    }
    let after = size(world);
    assert!(
        after < before + TIMES / 2,
        "{before} bytes became {after} in {TIMES} cycles"
    );
}

/// Three federates that publish and subscribe cars.
fn yard() -> World {
    let mut world = World::traffic(3);
    for node in 0..3 {
        world.publish(node, CAR, &["Speed"]);
        world.subscribe(node, CAR, &["Speed"]);
    }
    world.quiet();
    world
}

#[test]
fn instances_that_their_registrant_deletes_leave_nothing() {
    let mut world = yard();
    leaves_nothing(&mut world, |world| {
        let car = world.register(0, CAR);
        world.quiet();
        world.delete(0, car);
        world.quiet();
    });
}

#[test]
fn instances_that_another_federate_deletes_leave_nothing() {
    let mut world = yard();
    let privilege = world.attributes(CAR, &["HLAprivilegeToDeleteObject"]);
    leaves_nothing(&mut world, |world| {
        let car = world.register(0, CAR);
        world.quiet();
        world.call(1, |m, out| {
            m.attribute_ownership_acquisition(car, &privilege, &[], out)
        });
        world.quiet();
        world.call(0, |m, out| {
            m.attribute_ownership_divestiture_if_wanted(car, &privilege, &[], out)
        });
        world.quiet();
        world.delete(1, car);
        world.quiet();
    });
}

fn region(world: &mut World, node: usize, lower: u32, upper: u32) -> RegionHandle {
    let bounds = RangeBounds::new(lower, upper).unwrap();
    world.call(node, |m, out| {
        let lane = m.dimension_handle("Lane")?;
        let region = m.create_region(&[lane].into())?;
        m.set_range_bounds(region, lane, bounds)?;
        m.commit_region_modifications(&[region].into(), out)?;
        Ok(region)
    })
}

fn register(world: &mut World, node: usize, region: RegionHandle) -> ObjectInstanceHandle {
    let class = world.class(CAR);
    let pairs = [(world.attributes(CAR, &["Speed"]), [region].into())];
    world.call(node, |m, out| {
        m.register_object_instance_with_regions(class, &pairs, None, out)
    })
}

/// Two federates that publish cars, and a third that subscribes them in a region.
fn lanes() -> World {
    let mut world = World::traffic(3);
    for node in 0..2 {
        world.publish(node, CAR, &["Speed", "Name"]);
    }
    world.subscribe(1, CAR, &["Speed"]);
    let wanted = region(&mut world, 2, 0, 10);
    let class = world.class(CAR);
    let pairs = [(world.attributes(CAR, &["Speed"]), [wanted].into())];
    world.call(2, |m, out| {
        let active = Activity::Active;
        m.subscribe_object_class_attributes_with_regions(class, &pairs, active, "", out)
    });
    world.quiet();
    world
}

#[test]
fn instances_with_regions_that_nobody_overlaps_leave_nothing() {
    let mut world = lanes();
    let far = region(&mut world, 0, 50, 60);
    leaves_nothing(&mut world, |world| {
        let car = register(world, 0, far);
        world.quiet();
        world.delete(0, car);
        world.quiet();
    });
}

#[test]
fn regions_of_other_owners_leave_nothing() {
    let mut world = lanes();
    let far = [region(&mut world, 0, 50, 60), region(&mut world, 1, 70, 80)];
    let speed: AttributeHandleSet = world.attributes(CAR, &["Speed"]);
    leaves_nothing(&mut world, |world| {
        let car = register(world, 0, far[0]);
        world.quiet();
        let pairs = [(speed.clone(), [far[1]].into())];
        world.call(1, |m, out| {
            m.associate_regions_for_updates(car, &pairs, out)
        });
        world.quiet();
        world.delete(0, car);
        world.quiet();
    });
}

#[test]
fn regions_that_come_and_go_leave_nothing() {
    let mut world = lanes();
    leaves_nothing(&mut world, |world| {
        let near = region(world, 0, 5, 6);
        let car = register(world, 0, near);
        world.quiet();
        world.delete(0, car);
        world.quiet();
        world.call(0, |m, _| m.delete_region(near));
        world.quiet();
    });
}

#[test]
fn messages_that_cannot_be_retracted_any_more_leave_nothing() {
    let mut world = World::traffic(1);
    let message = world.interaction("HLAinteractionRoot.Message");
    let lookahead = LogicalTimeInterval::Float64(Float64Interval::new(1.0).unwrap());
    world.call(0, |m, out| m.publish_interaction_class(message, out));
    world.call(0, |m, _| {
        m.change_interaction_order_type(message, OrderType::TimeStamp)
    });
    world.call(0, |m, out| m.enable_time_regulation(lookahead, out));
    world.quiet();
    let mut now = 0.0;
    let mut time = |ahead: f64| {
        now += ahead;
        LogicalTime::Float64(Float64Time::new(now).unwrap())
    };
    leaves_nothing(&mut world, |world| {
        let stamp = time(2.0);
        let sent = world.call(0, |m, out| {
            m.send_interaction(message, &[], &[], Some(stamp), out)
        });
        assert!(sent.is_some(), "it can be retracted for a while");
        world.call(0, |m, out| m.time_advance_request(stamp, out));
        world.quiet();
    });
}

/// Bytes by which the state grows when federates join, own the speed of a car, with a region or without, and leave.
fn growth_by_owners_that_leave(with_region: bool) -> usize {
    let mut world = lanes();
    let car = world.register(0, CAR);
    world.quiet();
    let speed = world.attributes(CAR, &["Speed"]);
    world.call(0, |m, out| {
        m.unconditional_attribute_ownership_divestiture(car, &speed, b"", out)
    });
    let mut sizes = Vec::new();
    for _ in 0..2 {
        for _ in 0..20 {
            let node = world.connect(Edition::Hla2025);
            world.join(node, vec![]);
            world.publish(node, CAR, &["Speed"]);
            world.subscribe(node, CAR, &["Speed", "Name"]);
            world.quiet();
            world.call(node, |m, out| {
                m.attribute_ownership_acquisition_if_available(car, &speed, b"", out)
            });
            world.quiet();
            if with_region {
                let near = region(&mut world, node, 5, 6);
                let pairs = [(speed.clone(), [near].into())];
                world.call(node, |m, out| {
                    m.associate_regions_for_updates(car, &pairs, out)
                });
                world.quiet();
            }
            world.resign(node, ResignAction::UnconditionallyDivestAttributes);
            world.quiet();
        }
        sizes.push(size(&mut world));
    }
    sizes[1] - sizes[0]
}

#[test]
fn regions_of_federates_that_have_left_are_not_kept() {
    let [with, without] = [true, false].map(growth_by_owners_that_leave);
    assert!(
        with < without + 20,
        "{with} bytes, {without} without regions"
    );
}

/// Whether the federates that stay take part in time, and who coordinates it.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Clocks {
    None,
    /// Two of them coordinate for themselves.
    Pair,
    /// All of them, with the executive.
    Central,
}

/// Bytes by which the state of three federates grows while others join, regulate or not, and leave.
fn growth_by_federates_that_leave(clocks: Clocks, regulate: bool) -> usize {
    // A bystander reports the federates that have left to the RTI once this many have.
    const TIMES: usize = 64;
    let one = LogicalTimeInterval::Float64(Float64Interval::new(1.0).unwrap());
    let mut world = World::traffic(3);
    let timed = match clocks {
        Clocks::None => 0..0,
        Clocks::Pair => 0..2,
        Clocks::Central => 0..3,
    };
    for node in timed {
        world.call(node, |m, out| m.enable_time_regulation(one, out));
        world.quiet();
        world.call(node, |m, out| m.enable_time_constrained(out));
        world.quiet();
        world.call(node, |m, _| m.enable_asynchronous_delivery());
    }
    let cycle = |world: &mut World| {
        let node = world.connect(Edition::Hla2025);
        world.join(node, vec![]);
        if regulate {
            world.call(node, |m, out| m.enable_time_regulation(one, out));
        }
        world.quiet();
        world.resign(node, ResignAction::NoAction);
        world.quiet();
    };
    for _ in 0..TIMES {
        cycle(&mut world);
    }
    let before = size(&mut world);
    for _ in 0..TIMES {
        cycle(&mut world);
    }
    size(&mut world).saturating_sub(before)
}

#[test]
fn federates_that_have_left_are_not_kept_for_the_calculation_of_time() {
    for clocks in [Clocks::None, Clocks::Pair, Clocks::Central] {
        for regulate in [false, true] {
            let growth = growth_by_federates_that_leave(clocks, regulate);
            assert!(
                growth < 20,
                "{growth} bytes, {clocks:?}, regulating {regulate}"
            );
        }
    }
}
