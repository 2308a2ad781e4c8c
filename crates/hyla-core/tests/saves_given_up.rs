//! Saves that come to nothing while federates reach their time or answer.
#![allow(clippy::unwrap_used, reason = "test code")]

mod harness;

use harness::{Channel, Told, World};
use hyla_types::{Float64Interval, Float64Time, LogicalTime, LogicalTimeInterval};

fn at(time: f64) -> LogicalTime {
    LogicalTime::Float64(Float64Time::new(time).unwrap())
}

/// The first federate has asked for a save at 5, the constrained others have reached that time, and
/// the RTI has not been notified of it.
fn reaching() -> World {
    let mut world = World::traffic(3);
    let lookahead = LogicalTimeInterval::Float64(Float64Interval::new(1.0).unwrap());
    world.call(0, |m, out| m.enable_time_regulation(lookahead, out));
    for node in [1, 2] {
        world.call(node, |m, out| m.enable_time_constrained(out));
        // The request to save is then delivered at once also while it does not advance.
        world.call(node, |m, _| m.enable_asynchronous_delivery());
    }
    world.quiet();
    world.call(0, |m, out| {
        m.request_federation_save("first", Some(at(5.0)), out)
    });
    for node in [1, 2] {
        world.call(node, |m, out| m.time_advance_request(at(10.0), out));
    }
    world.quiet();
    for node in [1, 2] {
        world.hold(Channel::ToRti(node));
    }
    world.call(0, |m, out| m.time_advance_request(at(20.0), out));
    world.settle();
    world
}

fn release(world: &mut World) {
    for node in [1, 2] {
        world.let_go(Channel::ToRti(node));
    }
    world.settle();
}

fn counted(told: &[Told], callback: &str) -> usize {
    let named = |told: &&Told| matches!(told, Told::Other(text) if text.starts_with(callback));
    told.iter().filter(named).count()
}

/// A save of all federates succeeds, without other callbacks about saves.
fn saves(world: &mut World, label: &str) {
    world.call(0, |m, out| m.request_federation_save(label, None, out));
    world.settle();
    for node in 0..3 {
        let told = world.told(node);
        assert_eq!(
            counted(&told, "InitiateFederateSave"),
            1,
            "{node}: {told:?}"
        );
        assert_eq!(counted(&told, "FederationNotSaved"), 0, "{node}: {told:?}");
        world.call(node, |m, out| m.federate_save_begun(out));
        world.call(node, |m, out| m.federate_save_ended(true, out));
    }
    world.settle();
}

#[test]
fn a_save_that_is_aborted_while_federates_reach_its_time_ends_once() {
    let mut world = reaching();
    world.call(0, |m, out| m.abort_federation_save(out));
    world.settle();

    release(&mut world);

    for node in 0..3 {
        let told = world.told(node);
        assert_eq!(counted(&told, "FederationNotSaved"), 1, "{node}: {told:?}");
    }
}

#[test]
fn a_save_is_not_given_up_for_one_that_was_aborted_before() {
    let mut world = reaching();
    world.call(0, |m, out| m.abort_federation_save(out));
    world.settle();
    (0..3).for_each(|node| drop(world.told(node)));
    world.call(0, |m, out| m.request_federation_save("second", None, out));

    release(&mut world);

    for node in 0..3 {
        let told = world.told(node);
        assert_eq!(counted(&told, "FederationNotSaved"), 0, "{node}: {told:?}");
        world.call(node, |m, out| m.federate_save_begun(out));
        world.call(node, |m, out| m.federate_save_ended(true, out));
    }
}

#[test]
fn a_save_that_is_replaced_while_federates_reach_its_time_ends_once() {
    let mut world = reaching();
    world.call(0, |m, out| {
        m.request_federation_save("second", Some(at(30.0)), out)
    });
    world.settle();

    release(&mut world);

    for node in 0..3 {
        let told = world.told(node);
        assert_eq!(counted(&told, "FederationNotSaved"), 1, "{node}: {told:?}");
    }
    // The other waits for its time.
    world.call(0, |m, out| m.abort_federation_save(out));
    world.settle();
    for node in 0..3 {
        let told = world.told(node);
        assert_eq!(counted(&told, "FederationNotSaved"), 1, "{node}: {told:?}");
    }
    saves(&mut world, "third");
}

#[test]
fn an_answer_to_a_save_that_was_aborted_does_not_count_for_the_next() {
    for successfully in [true, false] {
        let mut world = World::traffic(2);
        world.call(0, |m, out| m.request_federation_save("first", None, out));
        world.quiet();
        world.call(1, |m, out| m.federate_save_begun(out));
        world.settle();
        world.hold(Channel::FromRti(1));
        world.call(0, |m, out| m.abort_federation_save(out));
        world.settle();
        world.told(0);
        world.call(0, |m, out| m.request_federation_save("second", None, out));
        world.settle();

        // The member does not know yet that the first is over.
        world.call(1, |m, out| m.federate_save_ended(successfully, out));
        world.settle();

        world.told(0);
        world.call(0, |m, out| m.federate_save_begun(out));
        world.call(0, |m, out| m.federate_save_ended(true, out));
        world.call(0, |m, out| m.query_federation_save_status(out));
        world.settle();
        let told = format!("{:?}", world.told(0));
        assert!(told.contains("FederateInstructedToSave"), "{told}");
        assert!(!told.contains("NotSaved"), "{told}");
        world.release(Channel::FromRti(1));
        let told = format!("{:?}", world.told(1));
        assert!(told.contains("second"), "{told}");
        world.call(1, |m, out| m.federate_save_begun(out));
        world.call(1, |m, out| m.federate_save_ended(true, out));
    }
}
