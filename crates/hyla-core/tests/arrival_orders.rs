//! Data frames and the control log overtake each other; departures in every order.

mod harness;

use harness::{Channel, Told, World};
use hyla_core::message::data::{self, Ending};
use hyla_core::outbox::LinkEnd;
use hyla_types::{ObjectInstanceHandle, ResignAction};

const CAR: &str = "HLAobjectRoot.Vehicle.Car";

/// Node 0 registers, the others subscribe; all know the car.
fn with_a_car(members: usize) -> (World, ObjectInstanceHandle) {
    let mut world = World::traffic(members);
    world.publish(0, CAR, &["Speed"]);
    for node in 1..members {
        world.subscribe(node, CAR, &["Speed"]);
    }
    let car = world.register(0, CAR);
    world.quiet();
    (world, car)
}

fn update(world: &mut World, car: ObjectInstanceHandle, value: &[u8]) -> Told {
    let speed = world.attribute(CAR, "Speed");
    world.update(0, car, speed, value);
    Told::Reflected(car, vec![(speed, value.to_vec())])
}

/// Node 0 has asked to resign; the RTI received that and notifies the nodes whose channel is not held.
fn begin_to_resign(world: &mut World, action: ResignAction) {
    world.call(0, |m, out| m.resign_federation_execution(action, out));
    world.settle();
}

#[test]
fn an_update_that_overtakes_the_departure_is_delivered() {
    let (mut world, car) = with_a_car(2);
    world.hold(Channel::FromRti(1));
    let reflected = update(&mut world, car, b"fast");
    begin_to_resign(&mut world, ResignAction::UnconditionallyDivestAttributes);
    assert_eq!(world.told(1), [reflected]);

    world.release(Channel::FromRti(1));

    assert_eq!(world.told(1), []);
    assert!(world.nodes[1].member.object_instance_name(car).is_ok());
}

#[test]
fn an_update_that_the_departure_overtakes_is_delivered_until_leaving() {
    let (mut world, car) = with_a_car(2);
    world.hold(Channel::Data(0, 1));
    let reflected = update(&mut world, car, b"late");
    begin_to_resign(&mut world, ResignAction::DeleteObjectsThenDivest);
    let registrant = world.handle(0);
    assert_eq!(world.nodes[1].down, [(registrant, LinkEnd::Drain)]);
    assert!(world.nodes[1].member.expects_data_from(registrant));
    assert_eq!(world.told(1), []);

    world.release(Channel::Data(0, 1));

    assert_eq!(world.told(1), [reflected, Told::Removed(car)]);
    assert!(!world.nodes[1].member.expects_data_from(registrant));
}

#[test]
fn a_discovery_that_the_departure_overtakes_is_told_and_then_removed() {
    let (mut world, _) = with_a_car(2);
    world.hold(Channel::Data(0, 1));
    let late = world.register(0, CAR);
    world.settle();
    begin_to_resign(&mut world, ResignAction::DeleteObjectsThenDivest);

    world.release(Channel::Data(0, 1));

    let told = world.told(1);
    let place = |wanted: &Told| told.iter().position(|t| t == wanted);
    let discovered = place(&Told::Discovered(late, world.class(CAR)));
    assert!(
        discovered.is_some() && discovered < place(&Told::Removed(late)),
        "{told:?}"
    );
}

#[test]
fn each_receiver_drains_the_stream_to_itself() {
    let (mut world, car) = with_a_car(3);
    world.hold(Channel::Data(0, 1));
    world.hold(Channel::FromRti(2));
    let reflected = update(&mut world, car, b"last");
    begin_to_resign(&mut world, ResignAction::DeleteObjectsThenDivest);

    world.let_go(Channel::Data(0, 1));
    world.release(Channel::FromRti(2));

    for node in [1, 2] {
        let told = world.told(node);
        assert_eq!(told, [reflected.clone(), Told::Removed(car)], "node {node}");
    }
}

#[test]
fn the_estate_is_settled_only_when_stream_and_membership_have_ended() {
    let (mut world, car) = with_a_car(2);
    let divest = ResignAction::UnconditionallyDivestAttributes;
    world.hold(Channel::FromRti(1));
    begin_to_resign(&mut world, divest);
    let registrant = world.handle(0);
    assert!(!world.nodes[1].member.expects_data_from(registrant));
    let speed = world.attributes(CAR, &["Speed"]);
    let scope = hyla_core::support::Switch::AttributeScopeAdvisory;
    world.call(1, |m, _| m.set_switch(scope, true));
    assert_eq!(world.told(1), []);

    world.release(Channel::FromRti(1));

    assert_eq!(world.told(1), [Told::OutOfScope(car, speed)]);
    assert_eq!(world.nodes[1].down, [(registrant, LinkEnd::Cut)]);
}

#[test]
fn a_goodbye_is_known_as_soon_as_it_has_been_read_whatever_it_waits_for() {
    let (mut world, car) = with_a_car(2);
    let leaver = world.handle(0);
    world.hold(Channel::FromRti(1));
    // The goodbye comes after a declaration that the log has not brought.
    world.publish(0, CAR, &["Position"]);
    update(&mut world, car, b"last");
    world.settle();
    assert!(!world.nodes[1].member.has_said_goodbye(leaver));
    assert_eq!(world.told(1), []);

    begin_to_resign(&mut world, ResignAction::DeleteObjectsThenDivest);

    let viewer = &world.nodes[1].member;
    assert!(viewer.has_said_goodbye(leaver) && viewer.expects_data_from(leaver));
}

#[test]
fn frames_after_the_end_of_a_stream_are_ignored() {
    let (mut world, car) = with_a_car(2);
    let registrant = world.handle(0);
    world.nodes[1]
        .member
        .handle_stream_end(registrant, &mut harness::Outgoing::default());

    update(&mut world, car, b"too late");
    world.settle();

    assert_eq!(world.told(1), []);
    assert!(!world.nodes[1].member.expects_data_from(registrant));
}

#[test]
fn frames_after_leaving_are_ignored() {
    let (mut world, car) = with_a_car(2);
    world.hold(Channel::Data(0, 1));
    begin_to_resign(&mut world, ResignAction::UnconditionallyDivestAttributes);
    // A faulty member goes on after its goodbye.
    update(&mut world, car, b"ghost");

    world.release(Channel::Data(0, 1));

    assert_eq!(world.told(1), []);
}

#[test]
fn frames_of_strangers_are_ignored() {
    let (mut world, car) = with_a_car(2);
    let stranger = hyla_types::FederateHandle::new(77);
    let mut frame = Vec::new();
    let privilege = world.attributes(CAR, &["Speed"]);
    let object = ObjectInstanceHandle::of(stranger, 1);
    data::put_discover(&mut frame, object, world.class(CAR), "ghost", &privilege);

    world.call(1, |m, out| {
        m.handle_data(stranger, &frame, out).unwrap();
        Ok(())
    });

    assert_eq!(world.told(1), []);
    assert_eq!(world.nodes[1].member.instance_count(), 1);
    assert!(world.nodes[1].member.object_instance_name(car).is_ok());
}

#[test]
fn what_arrived_of_a_lost_member_is_delivered_before_the_removal() {
    let (mut world, car) = with_a_car(2);
    world.hold(Channel::Data(0, 1));
    let reflected = update(&mut world, car, b"last");
    let registrant = world.handle(0);
    world.lose(0);
    world.settle();
    assert_eq!(world.nodes[1].down, [(registrant, LinkEnd::Cut)]);
    assert_eq!(world.told(1), []);

    world.release(Channel::Data(0, 1));

    assert_eq!(world.told(1), [reflected, Told::Removed(car)]);
}

#[test]
fn a_lost_member_whose_stream_ended_first_is_swept_when_the_log_says_so() {
    let (mut world, car) = with_a_car(2);
    let registrant = world.handle(0);
    world.nodes[1]
        .member
        .handle_stream_end(registrant, &mut harness::Outgoing::default());
    assert_eq!(world.told(1), []);

    world.lose(0);
    world.settle();

    assert_eq!(world.told(1), [Told::Removed(car)]);
}

#[test]
fn a_removal_and_a_departure_tell_of_the_end_once() {
    let (mut world, car) = with_a_car(2);
    world.hold(Channel::FromRti(1));
    world.delete(0, car);
    begin_to_resign(&mut world, ResignAction::DeleteObjectsThenDivest);
    assert_eq!(world.told(1), [Told::Removed(car)]);

    world.release(Channel::FromRti(1));

    assert_eq!(world.told(1), []);
}

#[test]
fn an_update_that_the_removal_precedes_is_not_delivered() {
    let (mut world, car) = with_a_car(2);
    let speed = world.attribute(CAR, "Speed");
    let mut frame = Vec::new();
    let transportation = hyla_types::TransportationTypeHandle::new(1);
    let envelope = data::Envelope::rti(transportation);
    let values = [(speed, &b"ghost"[..])];
    data::put_update(
        &mut frame,
        car,
        &envelope,
        1,
        values.into_iter(),
        Ending::Whole,
    );
    world.delete(0, car);
    world.settle();
    let registrant = world.handle(0);

    world.call(1, |m, out| {
        m.handle_data(registrant, &frame, out).unwrap();
        Ok(())
    });

    assert_eq!(world.told(1), [Told::Removed(car)]);
}
