//! Members that say what they have no right to: values of attributes of others, ends of instances of others.

use crate::harness::{Channel, Told, World};
use crate::yard::{CAR, Yard};
use hyla_core::message::data::{self, Ending, Envelope};
use hyla_types::{FederateHandle, ObjectInstanceHandle, TransportationTypeHandle};

/// The federate that sends messages without the right to do so.
const ATTACKER: usize = 1;

fn handle(world: &World, node: usize) -> FederateHandle {
    world.nodes[node].member.handle().unwrap()
}

/// An update of the transferred attributes as a frame of any member.
fn update_of(yard: &Yard, value: &[u8]) -> Vec<u8> {
    let mut frame = Vec::new();
    let envelope = Envelope::rti(TransportationTypeHandle::new(1));
    let values = yard.speed.iter().map(|attribute| (attribute, value));
    let count = yard.speed.len();
    data::put_update(
        &mut frame,
        yard.car,
        &envelope,
        count,
        values,
        Ending::Whole,
    );
    frame
}

fn removal_of(car: ObjectInstanceHandle) -> Vec<u8> {
    let mut frame = Vec::new();
    let envelope = Envelope::rti(TransportationTypeHandle::new(1));
    data::put_remove(&mut frame, car, &envelope);
    frame
}

/// Callbacks of `to` after a frame that `from` sends.
fn says(yard: &mut Yard, from: usize, to: usize, frame: Vec<u8>) -> Vec<Told> {
    let ends = (handle(&yard.world, from), handle(&yard.world, to));
    yard.world.put_data(ends.0, ends.1, vec![frame]);
    yard.world.settle();
    yard.world.told(to)
}

fn refused(yard: &Yard, node: usize) -> u64 {
    yard.world.nodes[node].member.refused_messages()
}

#[test]
fn values_of_attributes_that_the_sender_never_owned_are_refused_and_counted() {
    let mut yard = Yard::of(3);
    let frame = update_of(&yard, b"99");

    assert_eq!(says(&mut yard, ATTACKER, 2, frame.clone()), []);
    assert_eq!(refused(&yard, 2), 1);
    assert_ne!(says(&mut yard, 0, 2, frame), [], "the owner is heard");
    assert_eq!(refused(&yard, 2), 1);
}

#[test]
fn what_an_owner_sent_before_the_transfer_counts_and_what_a_stranger_sends_does_not() {
    let mut yard = Yard::handed_over(4, &["Speed"]);
    let frame = update_of(&yard, b"5");

    for owner in [0, 1] {
        assert_ne!(says(&mut yard, owner, 2, frame.clone()), [], "{owner}");
    }
    assert_eq!(says(&mut yard, 3, 2, frame.clone()), []);
    assert_eq!(refused(&yard, 2), 1);

    // The second gives the attribute back: what it sent before may still come.
    yard.acquire(0, b"");
    yard.world.settle();
    assert!(yard.divest_if_wanted(1));
    yard.world.quiet();
    assert_ne!(says(&mut yard, 1, 2, frame), []);
}

#[test]
fn the_owner_of_one_attribute_does_not_speak_of_another() {
    let mut yard = Yard::handed_over(3, &["Speed"]);
    yard.speed = yard.world.attributes(CAR, &["Speed", "Position"]);
    let frame = update_of(&yard, b"5");

    let told = format!("{:?}", says(&mut yard, ATTACKER, 2, frame));

    assert_eq!(
        told.matches("[53]").count() + told.matches("\"5\"").count(),
        1,
        "{told}"
    );
    assert_eq!(refused(&yard, 2), 1);
}

#[test]
fn an_instance_that_its_registrant_does_not_speak_of_is_not_discovered() {
    let mut yard = Yard::of(3);
    let class = yard.world.nodes[0].member.object_class_handle(CAR).unwrap();
    let invented = ObjectInstanceHandle::of(handle(&yard.world, 0), 4711);
    let mut frame = Vec::new();
    data::put_discover(&mut frame, invented, class, "invented", &yard.speed);

    assert_eq!(says(&mut yard, ATTACKER, 2, frame.clone()), []);
    assert_eq!(refused(&yard, 2), 1);
    assert_ne!(says(&mut yard, 0, 2, frame), [], "the registrant is heard");
    assert_eq!(refused(&yard, 2), 1);
}

#[test]
fn an_instance_is_not_removed_by_who_may_not_delete_it() {
    let mut yard = Yard::of(3);
    let car = yard.car;

    assert_eq!(says(&mut yard, ATTACKER, 2, removal_of(car)), []);
    assert_eq!(refused(&yard, 2), 1);
    assert!(yard.world.nodes[2].member.object_instance_name(car).is_ok());

    // Nothing of the attempt remains: the registrant deletes it as ever.
    yard.world
        .call(0, |m, out| m.delete_object_instance(car, b"", None, out));
    yard.world.settle();
    assert_eq!(yard.world.told(2).len(), 1);
}

#[test]
fn a_removal_that_overtakes_the_word_of_who_may_delete_waits_for_it() {
    let mut yard = Yard::of(3);
    yard.speed = yard.world.attributes(CAR, &["HLAprivilegeToDeleteObject"]);
    // The third has no subscription of the privilege.
    yard.world.hold(Channel::FromRti(2));
    yard.acquire(1, b"");
    yard.world.settle();
    assert!(yard.divest_if_wanted(0));
    yard.world.settle();
    yard.world.told(1);
    let car = yard.car;

    yard.world
        .call(1, |m, out| m.delete_object_instance(car, b"", None, out));
    yard.world.settle();
    assert_eq!(yard.world.told(2), []);
    yard.world.release(Channel::FromRti(2));

    assert_eq!(yard.world.told(2).len(), 1);
    assert_eq!(refused(&yard, 2), 0);
}
