//! Names that the RTI makes up, and names that it takes.
#![allow(clippy::unwrap_used, reason = "test code")]

mod harness;

use std::collections::BTreeSet;
use std::time::Duration;

use harness::{FEDERATION, World};
use hyla_core::message::Reply;
use hyla_types::{Edition, ExceptionKind};

fn joined_as(world: &mut World, name: Option<&str>) -> String {
    let node = world.connect(Edition::Hla2025);
    let request = world.call(node, |m, out| {
        m.join_federation_execution(name, "probe", FEDERATION, vec![], vec![], out)
    });
    world.settle();
    match world.answer(node, request) {
        Ok(Reply::Joined { name, .. }) => name,
        Ok(Reply::Done) => world.nodes[node].member.name().unwrap().to_owned(),
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_federate_without_a_name_gets_one_that_nobody_has() {
    let mut world = World::traffic(1);
    let first = joined_as(&mut world, None);
    // Names hold the number of the federate: what the fourth after this one would be called is taken.
    let number = world.handle(1).raw();
    assert!(first.ends_with(&number.to_string()), "{first}");
    let later = first.replace(&number.to_string(), &(number + 4).to_string());
    for taken in [later.clone(), format!("{later}-2"), format!("{later}-3")] {
        assert_eq!(joined_as(&mut world, Some(&taken)), taken);
    }

    let made_up = joined_as(&mut world, None);

    assert_eq!(made_up, format!("{later}-4"));
}

#[test]
fn an_instance_name_has_a_greatest_length() {
    let mut world = World::traffic(1);
    let longest = "n".repeat(4096);
    let names = [longest.clone(), "n".repeat(4097)];

    world.call(0, |m, out| m.reserve_object_instance_name(&longest, out));
    let alone = world.attempt(0, |m, out| m.reserve_object_instance_name(&names[1], out));
    let among = world.attempt(0, |m, out| {
        m.reserve_multiple_object_instance_names(&names.clone().into(), out)
    });

    for refused in [alone, among] {
        let refused = refused.unwrap_err();
        assert_eq!(refused.kind, ExceptionKind::IllegalName);
        assert!(refused.to_string().contains("4097 bytes"), "{refused}");
    }
    world.settle();
    let class = world.class("HLAobjectRoot.Vehicle.Car");
    world.publish(0, "HLAobjectRoot.Vehicle.Car", &["Speed"]);
    let car = world.call(0, |m, out| {
        m.register_object_instance(class, Some(&longest), out)
    });
    assert_eq!(
        world.nodes[0].member.object_instance_name(car),
        Ok(&*longest)
    );
}

const CAR: &str = "HLAobjectRoot.Vehicle.Car";

/// Two federates, of which the first has asked for so many names that the RTI has not answered yet.
fn with_a_long_reservation() -> World {
    let mut world = World::traffic(2);
    world.publish(0, CAR, &["Speed"]);
    world.quiet();
    let names: BTreeSet<_> = (0..600).map(|number| format!("car {number}")).collect();
    world.call(0, |m, out| {
        m.reserve_multiple_object_instance_names(&names, out)
    });
    world.settle();
    assert_eq!(world.told(0), []);
    world
}

/// Whether the answer to the reservation has come.
fn is_answered(world: &mut World) -> bool {
    format!("{:?}", world.told(0)).contains("car 599")
}

fn register(world: &mut World, name: &str) {
    let class = world.class(CAR);
    let car = world.call(0, |m, out| {
        m.register_object_instance(class, Some(name), out)
    });
    assert_eq!(world.nodes[0].member.object_instance_name(car), Ok(name));
    world.settle();
}

#[test]
fn a_long_reservation_goes_on_as_time_passes_and_others_are_served_meanwhile() {
    let mut world = with_a_long_reservation();
    let mut pieces = 0;
    while let Some(due) = world.rti.next_deadline() {
        world.rti.handle_time(due + Duration::from_micros(1));
        pieces += 1;
        world.call(1, |m, out| {
            m.reserve_object_instance_name(&format!("bicycle {pieces}"), out)
        });
        world.fetch_transmits();
        world.settle();
        assert!(format!("{:?}", world.told(1)).contains(&format!("bicycle {pieces}")));
    }
    assert_eq!(pieces, 3);
    assert!(is_answered(&mut world));
    register(&mut world, "car 599");
}

#[test]
fn a_long_reservation_is_done_before_all_is_saved_and_forgotten_by_a_restore() {
    let mut world = with_a_long_reservation();
    let file = world.save("S");
    register(&mut world, "car 599");

    world.restore(&file);
    register(&mut world, "car 599");

    let many: BTreeSet<_> = (0..600).map(|number| format!("bus {number}")).collect();
    world.call(0, |m, out| {
        m.reserve_multiple_object_instance_names(&many, out)
    });
    world.restore(&file);
    register(&mut world, "car 599");
    assert!(
        world.rti.next_deadline().is_none(),
        "nothing is left of the other one"
    );
}
