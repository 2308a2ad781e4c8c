//! One test for each fault that the simulator found, in the order of arrival that it took.

#![allow(clippy::unwrap_used, reason = "test code")]

mod harness;

use harness::{Channel, Told, World};
use hyla_core::callback::Callback;
use hyla_core::declaration::Activity;
use hyla_core::member::{DeliveredFrame, Step};
use hyla_core::support::Switch;
use hyla_types::{
    AttributeHandleSet, Float64Interval, Float64Time, LogicalTime, LogicalTimeInterval, OrderType,
    ResignAction,
};

const VEHICLE: &str = "HLAobjectRoot.Vehicle";
const CAR: &str = "HLAobjectRoot.Vehicle.Car";
const MESSAGE: &str = "HLAinteractionRoot.Message";

/// Node 0 registers cars, node 1 subscribes them; an instance is known to both.
fn with_a_car() -> (World, hyla_types::ObjectInstanceHandle) {
    let mut world = World::traffic(2);
    world.publish(0, CAR, &["Speed", "Position"]);
    world.subscribe(1, VEHICLE, &["Speed", "Position"]);
    let car = world.register(0, CAR);
    world.quiet();
    (world, car)
}

#[test]
fn a_relevance_advisory_that_waits_is_dropped_with_its_instance() {
    let mut world = World::traffic(2);
    world.publish(0, CAR, &["Speed"]);
    let car = world.register(0, CAR);
    world.quiet();
    world.subscribe(1, CAR, &["Speed"]);

    world.delete(0, car);

    let told = world.told(0);
    assert_eq!(told, [Told::StartRegistration(world.class(CAR))]);
}

#[test]
fn a_relevance_advisory_is_told_while_its_instance_lives() {
    let mut world = World::traffic(2);
    world.publish(0, CAR, &["Speed"]);
    let car = world.register(0, CAR);
    world.quiet();
    world.subscribe(1, CAR, &["Speed"]);

    let told = world.told(0);
    let speed = world.attributes(CAR, &["Speed"]);
    assert!(told.contains(&Told::UpdatesOn(car, speed)), "{told:?}");
}

#[test]
fn a_request_for_values_that_waits_is_dropped_with_its_instance() {
    let (mut world, car) = with_a_car();
    let class = world.class(CAR);
    let speed = world.attributes(CAR, &["Speed"]);
    world.call(1, |m, out| {
        m.request_attribute_value_update(car, &speed, b"one", out)?;
        m.request_class_attribute_value_update(class, &speed, b"all", out)
    });
    world.settle();
    assert!(world.nodes[0].member.pending_callbacks() >= 2);

    world.delete(0, car);

    assert_eq!(world.told(0), []);
}

#[test]
fn requests_of_a_class_that_were_opened_are_dropped_with_their_instance() {
    let (mut world, first) = with_a_car();
    let second = world.register(0, CAR);
    world.quiet();
    let class = world.class(CAR);
    let speed = world.attributes(CAR, &["Speed"]);
    world.call(1, |m, out| {
        m.request_class_attribute_value_update(class, &speed, &[], out)
    });
    world.settle();
    assert_eq!(world.next(0), Some(Told::Provide(first, speed, vec![])));

    world.delete(0, second);

    assert_eq!(world.told(0), []);
}

#[test]
fn a_confirmation_that_waits_is_dropped_with_its_instance() {
    let (mut world, car) = with_a_car();
    let speed = world.attributes(CAR, &["Speed"]);
    let best_effort = world.nodes[0]
        .member
        .transportation_type_handle("HLAbestEffort")
        .unwrap();
    world.call(0, |m, _| {
        m.request_attribute_transportation_type_change(car, &speed, best_effort)
    });
    assert_eq!(world.nodes[0].member.pending_callbacks(), 1);

    world.delete(0, car);

    assert_eq!(world.told(0), []);
}

#[test]
fn a_scope_advisory_that_waits_is_dropped_with_its_instance() {
    let (mut world, car) = with_a_car();
    world.call(1, |m, _| m.set_switch(Switch::AttributeScopeAdvisory, true));
    let (class, speed) = (world.class(CAR), world.attributes(CAR, &["Speed"]));
    world.call(0, |m, out| {
        m.unpublish_object_class_attributes(class, &speed, out)
    });
    world.settle();
    assert_eq!(world.nodes[1].member.pending_callbacks(), 1);

    world.call(1, |m, _| m.local_delete_object_instance(car));

    assert_eq!(world.told(1), []);
}

#[test]
fn unsubscribing_the_nearest_class_discovers_through_the_class_above() {
    let mut world = World::traffic(2);
    world.publish(0, CAR, &["Speed"]);
    world.subscribe(1, VEHICLE, &["Speed"]);
    // Nearest, but nothing of the instance is in scope there: it has no owned doors.
    world.subscribe(1, CAR, &["Doors"]);
    let car = world.register(0, CAR);
    world.settle();
    assert_eq!(world.told(1), []);

    let class = world.class(CAR);
    world.call(1, |m, out| m.unsubscribe_object_class(class, out));
    world.settle();

    let discovered = Told::Discovered(car, world.class(VEHICLE));
    assert_eq!(world.told(1), [discovered]);
}

#[test]
fn unsubscribing_the_last_attribute_of_the_nearest_class_discovers_through_the_class_above() {
    let mut world = World::traffic(2);
    world.publish(0, CAR, &["Speed"]);
    world.subscribe(1, VEHICLE, &["Speed"]);
    world.subscribe(1, CAR, &["Doors"]);
    let car = world.register(0, CAR);
    world.settle();
    assert_eq!(world.told(1), []);

    let (class, doors) = (world.class(CAR), world.attributes(CAR, &["Doors"]));
    world.call(1, |m, out| {
        m.unsubscribe_object_class_attributes(class, &doors, out)
    });
    world.settle();

    let discovered = Told::Discovered(car, world.class(VEHICLE));
    assert_eq!(world.told(1), [discovered]);
}

#[test]
fn requests_of_a_class_that_were_opened_leave_out_what_was_given_up_meanwhile() {
    let (mut world, first) = with_a_car();
    let second = world.register(0, CAR);
    world.quiet();
    let class = world.class(CAR);
    let both = world.attributes(CAR, &["Speed", "Position"]);
    world.call(1, |m, out| {
        m.request_class_attribute_value_update(class, &both, &[], out)
    });
    world.settle();
    assert_eq!(world.next(0), Some(Told::Provide(first, both, vec![])));

    let speed = world.attributes(CAR, &["Speed"]);
    world.call(0, |m, out| {
        m.unpublish_object_class_attributes(class, &speed, out)
    });

    let position = world.attributes(CAR, &["Position"]);
    let told = world.told(0);
    let expected = Told::Provide(second, position, vec![]);
    assert!(told.contains(&expected), "{told:?}");
}

#[test]
fn an_advisory_to_update_leaves_out_what_was_given_up_meanwhile() {
    let mut world = World::traffic(2);
    world.publish(0, CAR, &["Speed", "Position"]);
    let car = world.register(0, CAR);
    world.quiet();
    world.subscribe(1, CAR, &["Speed", "Position"]);
    world.settle();

    let class = world.class(CAR);
    let speed = world.attributes(CAR, &["Speed"]);
    world.call(0, |m, out| {
        m.unpublish_object_class_attributes(class, &speed, out)
    });

    let position = world.attributes(CAR, &["Position"]);
    let told = world.told(0);
    assert!(told.contains(&Told::UpdatesOn(car, position)), "{told:?}");
}

#[test]
fn an_advisory_of_scope_leaves_out_what_was_unsubscribed_meanwhile() {
    let (mut world, car) = with_a_car();
    world.call(1, |m, _| m.set_switch(Switch::AttributeScopeAdvisory, true));
    let class = world.class(VEHICLE);
    world.call(1, |m, out| m.unsubscribe_object_class(class, out));
    world.quiet();
    world.subscribe(1, VEHICLE, &["Speed", "Position"]);
    world.settle();

    let speed = world.attributes(CAR, &["Speed"]);
    world.call(1, |m, out| {
        m.unsubscribe_object_class_attributes(class, &speed, out)
    });

    let position = world.attributes(CAR, &["Position"]);
    assert_eq!(world.told(1), [Told::InScope(car, position)]);
}

#[test]
fn an_advisory_to_send_interactions_does_not_survive_unpublish_and_publish() {
    let mut world = World::traffic(2);
    let message = world.interaction(MESSAGE);
    world.call(0, |m, out| m.publish_interaction_class(message, out));
    world.call(1, |m, out| {
        m.subscribe_interaction_class(message, Activity::Active, out)
    });
    world.settle();
    assert_eq!(world.nodes[0].member.pending_callbacks(), 1);

    world.call(0, |m, out| m.unpublish_interaction_class(message, out));
    world.call(1, |m, out| m.unsubscribe_interaction_class(message, out));
    world.settle();
    world.call(0, |m, out| m.publish_interaction_class(message, out));
    world.settle();

    assert_eq!(world.told(0), []);
}

#[test]
fn an_advisory_to_register_does_not_survive_unpublish_and_publish() {
    let mut world = World::traffic(2);
    world.publish(0, CAR, &["Speed"]);
    world.subscribe(1, CAR, &["Speed"]);
    assert_eq!(world.nodes[0].member.pending_callbacks(), 1);

    let class = world.class(CAR);
    world.call(0, |m, out| m.unpublish_object_class(class, out));
    world.call(1, |m, out| m.unsubscribe_object_class(class, out));
    world.settle();
    world.publish(0, CAR, &["Speed"]);

    assert_eq!(world.told(0), []);
}

#[test]
fn an_advisory_is_told_again_after_a_later_publication() {
    let mut world = World::traffic(2);
    world.publish(0, CAR, &["Speed"]);
    world.subscribe(1, CAR, &["Speed"]);
    let class = world.class(CAR);
    world.call(0, |m, out| m.unpublish_object_class(class, out));
    world.settle();

    world.publish(0, CAR, &["Speed"]);

    assert_eq!(world.told(0), [Told::StartRegistration(class)]);
}

#[test]
fn ownership_lost_before_the_announcement_arrives_counts() {
    let mut world = World::traffic(2);
    world.publish(0, CAR, &["Speed", "Position"]);
    world.subscribe(1, CAR, &["Speed"]);
    world.hold(Channel::Data(0, 1));
    world.register(0, CAR);
    let (class, speed) = (world.class(CAR), world.attributes(CAR, &["Speed"]));
    world.call(0, |m, out| {
        m.unpublish_object_class_attributes(class, &speed, out)
    });
    world.settle();

    world.release(Channel::Data(0, 1));

    // Nothing that is subscribed has an owner, so there is nothing to discover.
    assert_eq!(world.told(1), []);
    assert_eq!(world.nodes[1].member.instance_count(), 1);
}

#[test]
fn an_instance_without_privilege_to_delete_outlives_its_registrant() {
    let mut world = World::traffic(2);
    world.publish(0, CAR, &["Speed", "Position"]);
    world.subscribe(1, CAR, &["Speed"]);
    world.hold(Channel::Data(0, 1));
    let car = world.register(0, CAR);
    let class = world.class(CAR);
    let privilege = world.attributes(CAR, &["HLAprivilegeToDeleteObject"]);
    world.call(0, |m, out| {
        m.unpublish_object_class_attributes(class, &privilege, out)
    });
    world.settle();
    world.release(Channel::Data(0, 1));
    assert_eq!(world.told(1), [Told::Discovered(car, class)]);

    world.resign(0, ResignAction::DeleteObjectsThenDivest);

    assert_eq!(world.told(1), []);
    assert_eq!(world.status().objects, 1);
}

#[test]
fn each_of_several_swept_instances_can_be_asked_until_its_removal_returns() {
    let mut world = World::traffic(2);
    world.publish(0, CAR, &["Speed"]);
    world.subscribe(1, VEHICLE, &["Speed"]);
    let cars = [(); 3].map(|()| world.register(0, CAR));
    world.quiet();
    world.lose(0);
    world.settle();

    for (at, car) in cars.into_iter().enumerate() {
        assert_eq!(world.next(1), Some(Told::Removed(car)));
        for later in &cars[at..] {
            let member = &world.nodes[1].member;
            let class = world.class(VEHICLE);
            assert_eq!(member.known_object_class_handle(*later), Ok(class));
            let name = member.object_instance_name(*later).unwrap();
            assert_eq!(member.object_instance_handle(name), Ok(*later));
        }
        world.nodes[1].member.callback_returned();
        assert!(world.nodes[1].member.object_instance_name(car).is_err());
    }

    assert_eq!(world.next(1), None);
    assert_eq!(world.nodes[1].member.instance_count(), 0);
}

#[test]
fn a_deletion_that_only_the_rti_heard_of_counts_when_the_registrant_is_lost() {
    let (mut world, car) = with_a_car();
    let other = world.register(0, CAR);
    world.quiet();
    let divest = ResignAction::UnconditionallyDivestAttributes;
    world.call(0, |m, out| m.set_automatic_resign_directive(divest, out));
    let (registrant, peer) = (world.handle(0), world.handle(1));

    world.hold(Channel::Data(0, 1));
    world.delete(0, car);
    world.settle();
    world.drop_data(registrant, peer);
    world.lose(0);
    world.release(Channel::Data(0, 1));

    assert_eq!(world.told(1), [Told::Removed(car)]);
    assert!(world.nodes[1].member.object_instance_name(other).is_ok());
    assert_eq!(world.status().objects, 1);
}

#[test]
fn a_registration_that_only_a_peer_heard_of_ends_when_the_registrant_is_lost() {
    let (mut world, car) = with_a_car();
    let divest = ResignAction::UnconditionallyDivestAttributes;
    world.call(0, |m, out| m.set_automatic_resign_directive(divest, out));
    world.settle();

    world.hold(Channel::ToRti(0));
    let unheard = world.register(0, CAR);
    world.settle();
    let discovered = Told::Discovered(unheard, world.class(VEHICLE));
    assert_eq!(world.told(1), [discovered]);
    world.lose(0);
    world.settle();

    assert_eq!(world.told(1), [Told::Removed(unheard)]);
    assert!(world.nodes[1].member.object_instance_name(car).is_ok());
}

#[test]
fn what_lives_on_after_a_loss_has_no_owner() {
    let (mut world, car) = with_a_car();
    world.call(1, |m, _| m.set_switch(Switch::AttributeScopeAdvisory, true));
    let divest = ResignAction::UnconditionallyDivestAttributes;
    world.call(0, |m, out| m.set_automatic_resign_directive(divest, out));
    world.settle();

    world.lose(0);
    world.settle();

    let lost: AttributeHandleSet = world.attributes(VEHICLE, &["Speed", "Position"]);
    assert_eq!(world.told(1), [Told::OutOfScope(car, lost)]);
}

fn at(time: f64) -> LogicalTime {
    LogicalTime::Float64(Float64Time::new(time).unwrap())
}

/// Node 0 regulates and sends messages in time-stamp order, which the others subscribe.
fn with_a_regulator(members: usize) -> World {
    let mut world = World::traffic(members);
    let class = world.interaction(MESSAGE);
    let lookahead = LogicalTimeInterval::Float64(Float64Interval::new(1.0).unwrap());
    world.call(0, |m, out| m.publish_interaction_class(class, out));
    world.call(0, |m, _| {
        m.change_interaction_order_type(class, OrderType::TimeStamp)
    });
    for node in 1..members {
        world.call(node, |m, out| {
            m.subscribe_interaction_class(class, Activity::Active, out)
        });
    }
    world.call(0, |m, out| m.enable_time_regulation(lookahead, out));
    world.quiet();
    world
}

#[test]
fn a_message_that_waits_in_receive_order_is_dropped_when_it_is_retracted() {
    let mut world = with_a_regulator(2);
    let class = world.interaction(MESSAGE);
    let send = |world: &mut World, tag: &[u8]| {
        let sent = world.call(0, |m, out| {
            m.send_interaction(class, &[], tag, Some(at(5.0)), out)
        });
        sent.unwrap()
    };
    let first = send(&mut world, b"first");
    send(&mut world, b"second");
    world.settle();

    world.call(0, |m, out| m.retract(first, out));
    world.settle();

    let told = world.told(1);
    assert_eq!(told, [Told::Received(class, b"second".to_vec())]);
}

#[test]
fn the_end_of_a_departed_federates_instances_is_in_no_order_of_time() {
    let mut world = with_a_regulator(3);
    let class = world.interaction(MESSAGE);
    world.publish(2, CAR, &["Speed"]);
    world.subscribe(1, CAR, &["Speed"]);
    world.register(2, CAR);
    world.call(2, |m, out| {
        m.set_automatic_resign_directive(ResignAction::DeleteObjectsThenDivest, out)
    });
    world.call(1, |m, out| m.enable_time_constrained(out));
    world.quiet();
    world.call(0, |m, out| {
        m.send_interaction(class, &[], b"", Some(at(5.0)), out)
    });
    world.settle();
    world.call(1, |m, out| m.flush_queue_request(at(9.0), out));
    world.settle();
    world.told(1);

    world.lose(2);
    world.settle();
    world.call(1, |m, out| m.time_advance_request(at(50.0), out));
    world.settle();

    let mut orders = Vec::new();
    let mut scratch = DeliveredFrame::new();
    let now = world.now;
    loop {
        let step = world.attempt(1, |m, out| {
            Ok(match m.next_callback(now, &mut scratch, out) {
                Step::Callback(Callback::RemoveObjectInstance { delivery, .. }) => {
                    orders.push(delivery.received_order);
                    true
                }
                Step::Idle => false,
                _ => true,
            })
        });
        if step != Ok(true) {
            break;
        }
    }
    assert_eq!(orders, [OrderType::Receive]);
}

/// The times that a federate is granted now.
fn granted(world: &mut World, node: usize) -> Vec<LogicalTime> {
    let (mut granted, mut scratch, now) = (Vec::new(), DeliveredFrame::new(), world.now);
    let mut step = |world: &mut World| {
        world.call(node, |m, out| {
            Ok(match m.next_callback(now, &mut scratch, out) {
                Step::Callback(Callback::TimeAdvanceGrant { time, .. }) => {
                    granted.push(time);
                    true
                }
                Step::Idle => false,
                _ => true,
            })
        })
    };
    while step(world) {}
    world.settle();
    granted
}

#[test]
fn what_a_federate_asks_for_after_a_request_that_waits_is_not_forgotten_with_it() {
    let advance = |world: &mut World, node: usize, to: f64| {
        world.call(node, |m, out| m.time_advance_request(at(to), out));
        world.settle();
    };
    let mut world = with_a_regulator(3);
    let lookahead = LogicalTimeInterval::Float64(Float64Interval::new(1.0).unwrap());
    world.call(1, |m, out| m.enable_time_regulation(lookahead, out));
    world.call(1, |m, out| m.enable_time_constrained(out));
    world.quiet();

    // The two coordinate for themselves. When another is constrained, one of them does not answer.
    world.hold(Channel::ToRti(0));
    world.call(2, |m, out| m.enable_time_constrained(out));
    world.settle();
    world.call(1, |m, out| m.disable_time_regulation(out));
    world.settle();
    advance(&mut world, 1, 30.0);
    world.release(Channel::ToRti(0));
    assert_eq!(granted(&mut world, 1), []);

    advance(&mut world, 0, 40.0);
    assert_eq!(granted(&mut world, 1), [at(30.0)]);
}

#[test]
fn a_grant_that_waited_for_the_last_words_of_a_departed_federate_is_reported() {
    let mut world = with_a_regulator(5);
    let lookahead = |length: f64| {
        LogicalTimeInterval::Float64(Float64Interval::new(length).expect("not negative"))
    };
    world.call(1, |m, out| m.enable_time_regulation(lookahead(3.0), out));
    world.call(1, |m, out| m.enable_time_constrained(out));
    for node in [2, 4] {
        world.call(node, |m, out| m.enable_time_regulation(lookahead(1.0), out));
    }
    world.quiet();
    for node in [0, 4] {
        world.call(node, |m, out| m.time_advance_request(at(30.0), out));
    }
    world.call(1, |m, out| m.next_message_request_available(at(24.0), out));
    world.quiet();

    // The federate is released, but frames of the leaving one may still come before.
    world.hold(Channel::Data(2, 1));
    world.resign(2, ResignAction::NoAction);
    assert_eq!(granted(&mut world, 1), []);
    world.release(Channel::Data(2, 1));
    assert_eq!(granted(&mut world, 1), [at(24.0)]);

    // So it sends nothing below 27, and another may be constrained at 20.
    world.call(3, |m, out| m.time_advance_request(at(20.0), out));
    world.quiet();
    world.call(3, |m, out| m.enable_time_constrained(out));
    world.settle();
    let told = format!("{:?}", world.told(3));
    assert!(told.contains("TimeConstrainedEnabled"), "{told}");
}
