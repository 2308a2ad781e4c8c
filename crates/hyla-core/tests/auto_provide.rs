//! The federation switch that has newly discovered instances asked for their values.

mod harness;

use harness::{Told, World, traffic_with};

const CAR: &str = "HLAobjectRoot.Vehicle.Car";

fn provided_automatically() -> World {
    let on = r#"<switches><autoProvide isEnabled="true"/>"#;
    World::with(traffic_with("<switches>", on), 3)
}

fn requests(world: &mut World, node: usize) -> Vec<Told> {
    let mut told = world.told(node);
    told.retain(|t| matches!(t, Told::Provide(..)));
    told
}

#[test]
fn a_discovery_asks_the_owner_for_what_came_into_scope() {
    let mut world = provided_automatically();
    world.publish(0, CAR, &["Speed", "Position", "Doors"]);
    world.subscribe(1, CAR, &["Speed", "Position", "Name"]);
    let car = world.register(0, CAR);
    world.settle();
    assert_eq!(requests(&mut world, 0), []);

    assert_eq!(world.told(1), [Told::Discovered(car, world.class(CAR))]);

    let wanted = world.attributes(CAR, &["Speed", "Position"]);
    assert_eq!(
        requests(&mut world, 0),
        [Told::Provide(car, wanted, vec![])]
    );
    assert_eq!(requests(&mut world, 2), []);
}

#[test]
fn each_discovery_asks() {
    let mut world = provided_automatically();
    world.publish(0, CAR, &["Speed"]);
    let car = world.register(0, CAR);
    world.quiet();
    let speed = world.attributes(CAR, &["Speed"]);

    for node in [1, 2] {
        world.subscribe(node, CAR, &["Speed"]);
        world.told(node);

        let asked = Told::Provide(car, speed.clone(), vec![]);
        assert_eq!(requests(&mut world, 0), [asked], "for node {node}");
    }
}

#[test]
fn nobody_is_asked_while_the_switch_is_off() {
    let mut world = World::traffic(2);
    world.publish(0, CAR, &["Speed"]);
    world.subscribe(1, CAR, &["Speed"]);
    let car = world.register(0, CAR);
    world.settle();

    assert_eq!(world.told(1), [Told::Discovered(car, world.class(CAR))]);

    assert_eq!(requests(&mut world, 0), []);
}

#[test]
fn an_owner_that_left_is_not_asked() {
    let mut world = provided_automatically();
    world.publish(0, CAR, &["Speed"]);
    world.subscribe(1, CAR, &["Speed"]);
    world.register(0, CAR);
    world.resign(0, hyla_types::ResignAction::DeleteObjectsThenDivest);

    let told = world.told(1);

    assert!(
        matches!(told[..], [Told::Discovered(..), Told::Removed(_)]),
        "{told:?}"
    );
    assert!(world.told(2).is_empty());
}
