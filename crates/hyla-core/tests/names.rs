//! Names that the RTI makes up, and names that it takes.
#![allow(clippy::unwrap_used, reason = "test code")]

mod harness;

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
