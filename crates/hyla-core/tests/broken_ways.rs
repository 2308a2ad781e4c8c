//! The way between two members breaks while their federation is saved or restored.
#![allow(clippy::unwrap_used, reason = "test code")]

mod harness;

use harness::regions::{CAR, place, region, register, subscribe};
use harness::{Channel, Told, World};
use hyla_core::declaration::Activity;
use hyla_core::federation::SaveFile;
use hyla_core::support::Switch;
use hyla_types::{
    Edition, Float64Interval, Float64Time, LogicalTime, LogicalTimeInterval, OrderType,
    ResignAction,
};

const MESSAGE: &str = "HLAinteractionRoot.Message";
const LANE: Channel = Channel::Data(0, 1);

fn at(time: f64) -> LogicalTime {
    LogicalTime::Float64(Float64Time::new(time).unwrap())
}

/// Loses the paused frames from the first node to the second, and notifies the first.
fn lose_what_is_held(world: &mut World) {
    let (from, to) = (world.handle(0), world.handle(1));
    world.drop_data(from, to);
    world.let_go(LANE);
    world.call(0, |m, out| {
        m.handle_way_changed(to, out);
        Ok(())
    });
    world.settle();
}

/// All federates save; all that the members do is carried, but for what is held back.
fn begin_save(world: &mut World) {
    world.call(0, |m, out| m.request_federation_save("S", None, out));
    world.settle();
    world.answer_save();
}

/// The federation is asked to restore `file`; the members have flushed, but for what is held back.
fn begin_restore(world: &mut World, file: &SaveFile) {
    world.load(0, file);
    for node in 0..world.nodes.len() {
        world.told(node);
    }
}

fn end_restore(world: &mut World, successfully: bool) -> String {
    for node in 0..world.nodes.len() {
        world.told(node);
        world.call(node, |m, out| m.federate_restore_ended(successfully, out));
    }
    world.settle();
    format!("{:?}", world.told(1))
}

#[test]
fn a_save_goes_on_when_its_marker_is_lost_with_the_way() {
    let mut world = World::traffic(2);
    world.quiet();
    world.hold(LANE);
    begin_save(&mut world);
    assert!(world.store().is_none());

    lose_what_is_held(&mut world);

    assert!(world.store().is_some());
    let told = format!("{:?}", world.told(1));
    assert!(told.contains("FederationSaved"), "{told}");
}

#[test]
fn where_a_region_went_is_told_again_when_it_is_lost_in_a_save() {
    let mut world = World::traffic(2);
    world.publish(0, CAR, &["Speed"]);
    world.call(1, |m, _| m.set_switch(Switch::AttributeScopeAdvisory, true));
    let (sent, wanted) = (region(&mut world, 0, 5, 6), region(&mut world, 1, 0, 10));
    subscribe(&mut world, 1, &["Speed"], wanted, "");
    let car = register(&mut world, 0, &["Speed"], sent);
    world.quiet();
    world.hold(LANE);
    place(&mut world, 0, sent, 50, 51);
    begin_save(&mut world);
    assert!(world.store().is_none());

    lose_what_is_held(&mut world);

    assert!(world.store().is_some());
    let speed = world.attributes(CAR, &["Speed"]);
    assert!(world.told(1).contains(&Told::OutOfScope(car, speed)));
}

#[test]
fn a_restore_goes_on_when_its_marker_is_lost_with_the_way() {
    let mut world = World::traffic(2);
    world.quiet();
    begin_save(&mut world);
    let file = world.store().unwrap();
    world.quiet();
    world.hold(LANE);
    begin_restore(&mut world, &file);
    let told = format!("{:?}", world.told(1));
    assert!(!told.contains("InitiateFederateRestore"), "{told}");

    lose_what_is_held(&mut world);

    let told = end_restore(&mut world, true);
    assert!(told.contains("FederationRestored"), "{told}");
}

#[test]
fn a_save_goes_on_when_the_stream_of_a_lost_federate_has_ended() {
    let mut world = World::traffic(3);
    let class = world.interaction(MESSAGE);
    world.call(2, |m, out| m.publish_interaction_class(class, out));
    world.call(1, |m, out| {
        m.subscribe_interaction_class(class, Activity::Active, out)
    });
    world.quiet();
    world.hold(Channel::Data(2, 1));
    world.call(2, |m, out| m.send_interaction(class, &[], b"", None, out));
    world.settle();
    world.lose(2);
    begin_save(&mut world);
    assert!(world.store().is_none());

    world.release(Channel::Data(2, 1));

    assert!(world.store().is_some());
}

#[test]
fn the_last_words_of_a_federate_that_was_restored_first_count_after_the_restore() {
    let mut world = World::traffic(2);
    world.quiet();
    begin_save(&mut world);
    let file = world.store().unwrap();
    world.quiet();
    begin_restore(&mut world, &file);
    for node in 0..2 {
        world.told(node);
        world.call(node, |m, out| m.federate_restore_ended(true, out));
    }
    // The second is the last to be prepared, and so the first to be notified that the saved state is in force.
    let heard = |world: &World, node: usize, what: &str| {
        format!("{:?}", world.nodes[node].heard.last()).contains(what)
    };
    while !heard(&world, 1, "StatePart") {
        assert!(world.carry());
    }
    world.hold(Channel::ToRti(1));
    world.settle();
    world.let_go(Channel::ToRti(1));
    while !heard(&world, 1, "Restored") {
        assert!(world.carry());
    }
    assert!(!heard(&world, 0, "Restored"));
    world.hold(Channel::FromRti(0));
    world.told(1);
    world.resign(1, ResignAction::NoAction);
    world.release(Channel::FromRti(0));
    world.told(0);

    world.call(0, |m, out| m.request_federation_save("T", None, out));
    world.settle();
    world.told(0);
    world.call(0, |m, out| m.federate_save_begun(out));
    world.call(0, |m, out| m.federate_save_ended(true, out));
    world.settle();

    assert!(world.store().is_some());
}

/// The first of two federates sends messages with times to the second, who waits for them.
fn timed() -> World {
    let mut world = World::traffic(2);
    let class = world.interaction(MESSAGE);
    let lookahead = LogicalTimeInterval::Float64(Float64Interval::new(1.0).unwrap());
    world.call(0, |m, out| m.publish_interaction_class(class, out));
    world.call(0, |m, _| {
        m.change_interaction_order_type(class, OrderType::TimeStamp)
    });
    world.call(1, |m, out| {
        m.subscribe_interaction_class(class, Activity::Active, out)
    });
    world.call(0, |m, out| m.enable_time_regulation(lookahead, out));
    world.call(1, |m, out| m.enable_time_constrained(out));
    world.call(1, |m, _| m.enable_asynchronous_delivery());
    world.quiet();
    world
}

fn send(world: &mut World, time: f64) {
    let class = world.interaction(MESSAGE);
    world.call(0, |m, out| {
        m.send_interaction(class, &[], b"", Some(at(time)), out)
    });
    world.settle();
}

/// Both advance to 10; returns the callbacks of the second.
fn advance(world: &mut World) -> Vec<Told> {
    for node in 0..2 {
        world.call(node, |m, out| m.time_advance_request(at(10.0), out));
    }
    world.settle();
    world.told(0);
    world.told(1)
}

/// A third federate regulates: the RTI coordinates, and what it says comes by another way than the messages.
fn with_a_third(world: &mut World) -> usize {
    let third = world.connect(Edition::Hla2025);
    world.join(third, vec![]);
    let lookahead = LogicalTimeInterval::Float64(Float64Interval::new(1.0).unwrap());
    world.call(third, |m, out| m.enable_time_regulation(lookahead, out));
    world.quiet();
    third
}

fn is_granted(told: &[Told]) -> bool {
    format!("{told:?}").contains("TimeAdvanceGrant")
}

#[test]
fn a_message_that_is_lost_before_the_marker_of_a_save_is_not_waited_for_after_the_restore() {
    let mut world = timed();
    world.hold(LANE);
    send(&mut world, 5.0);
    let (from, to) = (world.handle(0), world.handle(1));
    world.drop_data(from, to);
    world.let_go(LANE);
    // The marker waits for the new way, and goes there before it is said that the way has changed.
    begin_save(&mut world);
    let file = world.store().unwrap();
    world.quiet();

    begin_restore(&mut world, &file);
    end_restore(&mut world, true);

    assert!(is_granted(&advance(&mut world)));
}

#[test]
fn what_is_told_again_of_before_a_restore_does_not_count_after_it() {
    let mut world = timed();
    let third = with_a_third(&mut world);
    begin_save(&mut world);
    let file = world.store().unwrap();
    world.quiet();
    world.hold(LANE);
    send(&mut world, 5.0);
    begin_restore(&mut world, &file);
    lose_what_is_held(&mut world);
    let to = world.handle(1);
    world.call(0, |m, out| {
        m.handle_way_changed(to, out);
        Ok(())
    });
    world.settle();
    end_restore(&mut world, true);
    world.told(0);

    world.call(third, |m, out| m.time_advance_request(at(20.0), out));
    world.hold(LANE);
    send(&mut world, 5.0);
    // The message is not there, whatever was counted before the restore.
    assert!(!is_granted(&advance(&mut world)));
    world.release(LANE);

    let told = world.told(1);
    assert!(format!("{told:?}").contains("Received"), "{told:?}");
    assert!(is_granted(&told));
}

#[test]
fn what_was_lost_before_a_restore_is_told_again_if_that_fails() {
    let mut world = timed();
    begin_save(&mut world);
    let file = world.store().unwrap();
    world.quiet();
    world.hold(LANE);
    send(&mut world, 5.0);
    let (from, to) = (world.handle(0), world.handle(1));
    world.drop_data(from, to);
    world.let_go(LANE);
    begin_restore(&mut world, &file);
    world.call(0, |m, out| {
        m.handle_way_changed(to, out);
        Ok(())
    });
    world.settle();

    let told = end_restore(&mut world, false);
    assert!(told.contains("FederationNotRestored"), "{told}");
    world.told(0);

    assert!(is_granted(&advance(&mut world)));
}
