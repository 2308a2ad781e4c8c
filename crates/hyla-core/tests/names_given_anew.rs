//! A name may be given anew before all members have received the end of its former bearer: the streams of
//! members are not ordered among each other.

mod harness;

use harness::{Channel, Told, World};
use hyla_types::{ExceptionKind, ObjectInstanceHandle};

const CAR: &str = "HLAobjectRoot.Vehicle.Car";
const NAME: &str = "K 1";

fn register_named(world: &mut World, node: usize) -> ObjectInstanceHandle {
    reserve(world, node);
    let class = world.class(CAR);
    world.call(node, |m, out| {
        m.register_object_instance(class, Some(NAME), out)
    })
}

fn reserve(world: &mut World, node: usize) {
    world.call(node, |m, out| m.reserve_object_instance_name(NAME, out));
    world.settle();
    world.told(node);
}

/// Nodes 0 and 1 publish, node 2 subscribes; it knows an instance of node 0 that is deleted and has
/// not received the deletion.
fn with_a_ghost() -> (World, ObjectInstanceHandle) {
    let mut world = World::traffic(3);
    for node in [0, 1, 2] {
        world.publish(node, CAR, &["Speed"]);
    }
    world.subscribe(2, CAR, &["Speed"]);
    let old = register_named(&mut world, 0);
    world.quiet();
    world.hold(Channel::Data(0, 2));
    world.delete(0, old);
    world.settle();
    (world, old)
}

#[test]
fn the_new_bearer_is_found_after_the_end_of_the_old_one() {
    let (mut world, old) = with_a_ghost();
    let new = register_named(&mut world, 1);
    world.settle();
    assert_eq!(world.told(2), [Told::Discovered(new, world.class(CAR))]);

    world.release(Channel::Data(0, 2));

    assert_eq!(world.told(2), [Told::Removed(old)]);
    let member = &mut world.nodes[2].member;
    member.callback_returned();
    assert_eq!(member.object_instance_handle(NAME), Ok(new));
    assert_eq!(member.object_instance_name(new), Ok(NAME));
}

#[test]
fn the_old_bearer_is_found_after_the_end_of_the_new_one() {
    let (mut world, old) = with_a_ghost();
    let new = register_named(&mut world, 1);
    world.settle();
    world.told(2);

    world.delete(1, new);
    world.settle();

    assert_eq!(world.told(2), [Told::Removed(new)]);
    let member = &mut world.nodes[2].member;
    member.callback_returned();
    assert_eq!(member.object_instance_handle(NAME), Ok(old));
}

#[test]
fn the_old_bearer_is_found_in_its_removal_while_the_new_one_is_not_known() {
    let (mut world, old) = with_a_ghost();
    let new = register_named(&mut world, 1);
    world.settle();
    world.told(2);
    world.call(2, |m, _| m.local_delete_object_instance(new));

    world.release(Channel::Data(0, 2));

    assert_eq!(world.next(2), Some(Told::Removed(old)));
    assert_eq!(world.nodes[2].member.object_instance_handle(NAME), Ok(old));
}

#[test]
fn a_name_that_the_rti_reserved_can_be_used_at_once() {
    let (mut world, old) = with_a_ghost();

    let new = register_named(&mut world, 2);

    assert_eq!(world.nodes[2].member.object_instance_handle(NAME), Ok(new));
    world.release(Channel::Data(0, 2));
    assert!(world.told(2).contains(&Told::Removed(old)));
    world.nodes[2].member.callback_returned();
    assert_eq!(world.nodes[2].member.object_instance_handle(NAME), Ok(new));
}

#[test]
fn a_name_that_is_in_use_and_not_reserved_is_refused() {
    let (mut world, _) = with_a_ghost();
    let class = world.class(CAR);

    let outcome = world.attempt(2, |m, out| {
        m.register_object_instance(class, Some(NAME), out)
    });
    let other = world.attempt(2, |m, out| {
        m.register_object_instance(class, Some("K 2"), out)
    });

    let kind = |outcome: hyla_core::Result<_>| outcome.unwrap_err().kind;
    assert_eq!(kind(outcome), ExceptionKind::ObjectInstanceNameInUse);
    assert_eq!(kind(other), ExceptionKind::ObjectInstanceNameNotReserved);
}
