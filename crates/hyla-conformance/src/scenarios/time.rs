//! Time management (clause 8).

use std::time::Duration;

use hyla_core::declaration::Activity;
use hyla_types::{
    AttributeHandleSet, Edition, ExceptionKind, Float64Interval, Float64Time, Integer64Interval,
    Integer64Time, InteractionClassHandle, LogicalTime, LogicalTimeInterval,
    MessageRetractionHandle, ObjectInstanceHandle, OrderType,
};

use crate::federate::{Federate, Seen};
use crate::scenarios::scenarios;
use crate::world::{World, raises};

pub(crate) fn at(time: f64) -> LogicalTime {
    LogicalTime::Float64(Float64Time::new(time).unwrap())
}

pub(crate) fn span(length: f64) -> LogicalTimeInterval {
    LogicalTimeInterval::Float64(Float64Interval::new(length).unwrap())
}

/// A federate that regulates with this lookahead.
pub(crate) fn regulating(world: &World, name: &str, lookahead: f64) -> Federate {
    let federate = world.joined(name);
    federate
        .rti
        .enable_time_regulation(span(lookahead))
        .unwrap();
    federate.sees(&Seen::Regulating(at(0.0)));
    federate
}

fn constrained(world: &World, name: &str) -> Federate {
    let federate = world.joined(name);
    constrain(&federate, 0.0);
    federate
}

fn constrain(federate: &Federate, now: f64) {
    federate.rti.enable_time_constrained().unwrap();
    federate.sees(&Seen::Constrained(at(now)));
}

/// The class of messages, published by one in time-stamp order and subscribed by the others.
fn messages(world: &World, from: &Federate, to: &[&Federate]) -> InteractionClassHandle {
    let class = from.interaction("Message");
    from.rti.publish_interaction_class(class).unwrap();
    from.rti
        .change_interaction_order_type(class, OrderType::TimeStamp)
        .unwrap();
    for receiver in to {
        receiver
            .rti
            .subscribe_interaction_class(class, Activity::Active)
            .unwrap();
    }
    let mut all = vec![from];
    all.extend(to);
    world.settle(&all);
    class
}

fn send(
    from: &Federate,
    class: InteractionClassHandle,
    tag: &[u8],
    time: f64,
) -> Option<MessageRetractionHandle> {
    from.rti
        .send_interaction(class, &[], tag, Some(at(time)))
        .unwrap()
}

fn received(federate: &Federate, class: InteractionClassHandle, tag: &[u8]) {
    federate.sees(&Seen::Received(class, vec![], tag.to_vec()));
}

/// Nothing but what is named was seen.
#[track_caller]
fn nothing(federate: &Federate) {
    assert_eq!(federate.diary(), []);
}

/// A car of the first that the second knows.
fn car(world: &World, a: &Federate, b: &Federate) -> ObjectInstanceHandle {
    a.publish("Vehicle.Car", &["Name", "Speed"]);
    b.subscribe("Vehicle.Car", &["Name", "Speed"]);
    world.settle(&[a, b]);
    let object = a
        .rti
        .register_object_instance(a.class("Vehicle.Car"), None)
        .unwrap();
    b.expect("discovery", |seen| {
        matches!(seen, Seen::Discovered(o, ..) if *o == object).then_some(())
    });
    object
}

scenarios! {
    /// 8.2, 8.3, 8.4
    fn regulation_is_enabled_once_and_disabled(world) {
        let a = world.joined("a");

        raises(world, ExceptionKind::TimeRegulationIsNotEnabled, a.rti.disable_time_regulation());
        raises(world, ExceptionKind::TimeRegulationIsNotEnabled, a.rti.query_lookahead());
        raises(world, ExceptionKind::TimeRegulationIsNotEnabled, a.rti.modify_lookahead(span(1.0)));
        if world.face.times_have_types() {
            let integer = LogicalTimeInterval::Integer64(Integer64Interval::new(1).unwrap());
            raises(world, ExceptionKind::InvalidLookahead, a.rti.enable_time_regulation(integer));
        }
        a.rti.disable_callbacks().unwrap();
        a.rti.enable_time_regulation(span(1.0)).unwrap();
        let kind = ExceptionKind::RequestForTimeRegulationPending;
        raises(world, kind, a.rti.enable_time_regulation(span(1.0)));
        raises(world, kind, a.rti.time_advance_request(at(1.0)));
        a.rti.enable_callbacks().unwrap();
        a.sees(&Seen::Regulating(at(0.0)));
        raises(
            world,
            ExceptionKind::TimeRegulationAlreadyEnabled,
            a.rti.enable_time_regulation(span(1.0)),
        );
        assert_eq!(a.rti.query_lookahead().unwrap(), span(1.0));

        a.rti.disable_time_regulation().unwrap();
        raises(world, ExceptionKind::TimeRegulationIsNotEnabled, a.rti.disable_time_regulation());
    }

    /// 8.5, 8.6, 8.7: it waits for who could still send messages of the past.
    fn constraint_is_enabled_once_and_disabled(world) {
        let (a, b) = (world.joined("a"), regulating(world, "b", 1.0));

        raises(world, ExceptionKind::TimeConstrainedIsNotEnabled, a.rti.disable_time_constrained());
        a.rti.time_advance_request(at(5.0)).unwrap();
        a.sees(&Seen::Granted(at(5.0)));
        a.rti.enable_time_constrained().unwrap();
        world.settle(&[&a, &b]);
        let kind = ExceptionKind::RequestForTimeConstrainedPending;
        raises(world, kind, a.rti.enable_time_constrained());
        raises(world, kind, a.rti.flush_queue_request(at(6.0)));
        b.rti.time_advance_request(at(9.0)).unwrap();
        a.sees(&Seen::Constrained(at(5.0)));
        raises(world, ExceptionKind::TimeConstrainedAlreadyEnabled, a.rti.enable_time_constrained());

        a.rti.disable_time_constrained().unwrap();
        raises(world, ExceptionKind::TimeConstrainedIsNotEnabled, a.rti.disable_time_constrained());
    }

    /// 8.2, 8.5: in either order.
    fn who_is_constrained_can_begin_to_regulate(world) {
        let (a, b) = (constrained(world, "a"), regulating(world, "b", 1.0));

        a.rti.enable_time_regulation(span(1.0)).unwrap();
        a.sees(&Seen::Regulating(at(0.0)));
        a.rti.time_advance_request(at(5.0)).unwrap();
        b.rti.time_advance_request(at(5.0)).unwrap();
        a.sees(&Seen::Granted(at(5.0)));
    }

    /// 8.8, 8.14: a federate without any part in time advances freely.
    fn who_is_not_constrained_is_granted_at_once(world) {
        let a = world.joined("a");

        if world.face.times_have_types() {
            let integer = LogicalTime::Integer64(Integer64Time::new(1).unwrap());
            raises(world, ExceptionKind::InvalidLogicalTime, a.rti.time_advance_request(integer));
        }
        a.rti.disable_callbacks().unwrap();
        a.rti.time_advance_request(at(5.0)).unwrap();
        let kind = ExceptionKind::InTimeAdvancingState;
        raises(world, kind, a.rti.next_message_request(at(6.0)));
        raises(world, kind, a.rti.enable_time_regulation(span(1.0)));
        raises(world, kind, a.rti.enable_time_constrained());
        assert_eq!(a.rti.query_logical_time().unwrap(), at(0.0));
        a.rti.enable_callbacks().unwrap();
        a.sees(&Seen::Granted(at(5.0)));

        assert_eq!(a.rti.query_logical_time().unwrap(), at(5.0));
        raises(
            world,
            ExceptionKind::LogicalTimeAlreadyPassed,
            a.rti.time_advance_request_available(at(4.0)),
        );
        a.rti.next_message_request_available(at(5.0)).unwrap();
        a.sees(&Seen::Granted(at(5.0)));
    }

    /// 8.8, 8.13: the grant waits for who regulates, and messages come before it in their order.
    fn a_time_advance_waits_for_those_who_regulate(world) {
        let a = regulating(world, "a", 1.0);
        let b = constrained(world, "b");
        let class = messages(world, &a, &[&b]);

        b.rti.time_advance_request(at(5.0)).unwrap();
        send(&a, class, b"later", 4.0);
        send(&a, class, b"sooner", 3.0);
        send(&a, class, b"too late", 6.0);
        world.settle(&[&a, &b]);
        nothing(&b);
        a.rti.time_advance_request(at(10.0)).unwrap();
        a.sees(&Seen::Granted(at(10.0)));

        received(&b, class, b"sooner");
        received(&b, class, b"later");
        b.sees(&Seen::Granted(at(5.0)));
        assert_eq!(b.rti.query_galt().unwrap(), Some(at(11.0)));
        assert_eq!(b.rti.query_lits().unwrap(), Some(at(6.0)));
        nothing(&b);
    }

    /// 8.9: up to the bound itself, messages of that time may still come.
    fn an_available_advance_reaches_the_bound_itself(world) {
        let a = regulating(world, "a", 1.0);
        let b = constrained(world, "b");
        let class = messages(world, &a, &[&b]);

        b.rti.time_advance_request_available(at(1.0)).unwrap();
        b.sees(&Seen::Granted(at(1.0)));
        send(&a, class, b"of that time", 1.0);
        b.rti.time_advance_request(at(1.0)).unwrap();
        world.settle(&[&a, &b]);
        a.rti.time_advance_request(at(0.5)).unwrap();
        a.sees(&Seen::Granted(at(0.5)));

        received(&b, class, b"of that time");
        b.sees(&Seen::Granted(at(1.0)));
    }

    /// 8.10: to the next message, or to the end.
    fn a_next_message_request_ends_at_the_next_message(world) {
        let a = regulating(world, "a", 1.0);
        let b = constrained(world, "b");
        let class = messages(world, &a, &[&b]);

        b.rti.next_message_request(at(5.0)).unwrap();
        send(&a, class, b"one", 3.0);
        send(&a, class, b"two", 3.0);
        a.rti.time_advance_request(at(10.0)).unwrap();
        received(&b, class, b"one");
        received(&b, class, b"two");
        b.sees(&Seen::Granted(at(3.0)));

        b.rti.next_message_request_available(at(11.0)).unwrap();
        b.sees(&Seen::Granted(at(11.0)));
    }

    /// 8.10: with lookahead far smaller than the step, nobody creeps.
    fn next_message_requests_jump_together(world) {
        let (a, b) = (regulating(world, "a", 0.001), regulating(world, "b", 0.001));
        constrain(&a, 0.0);
        constrain(&b, 0.0);

        a.rti.next_message_request(at(100.0)).unwrap();
        b.rti.next_message_request(at(80.0)).unwrap();
        b.sees(&Seen::Granted(at(80.0)));
        nothing(&a);
        b.rti.next_message_request(at(120.0)).unwrap();
        a.sees(&Seen::Granted(at(100.0)));
    }

    /// 8.8 to 8.11: with lookahead zero a pair advances together all the same.
    fn a_pair_with_lookahead_zero_advances(world) {
        let (a, b) = (regulating(world, "a", 0.0), regulating(world, "b", 0.0));
        constrain(&a, 0.0);
        constrain(&b, 0.0);
        let class = messages(world, &a, &[&b]);

        send(&a, class, b"now", 0.0);
        a.rti.time_advance_request(at(1.0)).unwrap();
        b.rti.time_advance_request(at(1.0)).unwrap();
        a.sees(&Seen::Granted(at(1.0)));
        received(&b, class, b"now");
        b.sees(&Seen::Granted(at(1.0)));
        raises(
            world,
            ExceptionKind::InvalidLogicalTime,
            a.rti.send_interaction(class, &[], &[], Some(at(1.0))),
        );
        a.rti.next_message_request(at(10.0)).unwrap();
        b.rti.next_message_request(at(8.0)).unwrap();
        b.sees(&Seen::Granted(at(8.0)));
    }

    /// 8.12, 8.13: everything queued comes at once, and what was promised wrongly is taken back.
    fn a_flush_delivers_what_is_queued_and_retractions_follow(world) {
        let a = regulating(world, "a", 1.0);
        let b = constrained(world, "b");
        let class = messages(world, &a, &[&b]);

        let handle = send(&a, class, b"ahead", 8.0).unwrap();
        world.settle(&[&a, &b]);
        b.rti.flush_queue_request(at(5.0)).unwrap();
        received(&b, class, b"ahead");
        if world.edition == Edition::Hla2025 {
            b.sees(&Seen::FlushGranted(at(1.0), at(5.0)));
        } else {
            b.sees(&Seen::Granted(at(1.0)));
        }
        a.rti.retract(handle).unwrap();
        b.rti.time_advance_request(at(1.5)).unwrap();
        b.sees(&Seen::Retracted(handle));
    }

    /// 8.21 in 2010, 8.22 in 2025
    fn a_retracted_message_is_never_delivered(world) {
        let a = regulating(world, "a", 1.0);
        let b = constrained(world, "b");
        let class = messages(world, &a, &[&b]);

        let handle = send(&a, class, b"gone", 3.0).unwrap();
        send(&a, class, b"stays", 4.0);
        a.rti.retract(handle).unwrap();
        raises(world, ExceptionKind::MessageCanNoLongerBeRetracted, a.rti.retract(handle));
        let strange = MessageRetractionHandle::new(99);
        raises(world, ExceptionKind::InvalidMessageRetractionHandle, a.rti.retract(strange));
        let late = send(&a, class, b"late", 1.0).unwrap();
        raises(world, ExceptionKind::MessageCanNoLongerBeRetracted, a.rti.retract(late));
        raises(world, ExceptionKind::TimeRegulationIsNotEnabled, b.rti.retract(strange));
        b.rti.time_advance_request(at(5.0)).unwrap();
        a.rti.time_advance_request(at(5.0)).unwrap();

        received(&b, class, b"late");
        assert_eq!(
            b.expect("the next one", |seen| match seen {
                Seen::Received(_, _, tag) => Some(tag.clone()),
                _ => None,
            }),
            b"stays"
        );
        b.sees(&Seen::Granted(at(5.0)));
    }

    /// 8.14 and 8.15 in 2010, 8.15 and 8.16 in 2025
    fn receive_order_waits_for_an_advance_unless_delivery_is_asynchronous(world) {
        let a = regulating(world, "a", 1.0);
        let b = constrained(world, "b");
        let class = messages(world, &a, &[&b]);

        raises(
            world,
            ExceptionKind::AsynchronousDeliveryAlreadyDisabled,
            b.rti.disable_asynchronous_delivery(),
        );
        a.rti.send_interaction(class, &[], b"waits", None).unwrap();
        world.settle(&[&a, &b]);
        nothing(&b);
        b.rti.enable_asynchronous_delivery().unwrap();
        received(&b, class, b"waits");
        raises(
            world,
            ExceptionKind::AsynchronousDeliveryAlreadyEnabled,
            b.rti.enable_asynchronous_delivery(),
        );
        b.rti.disable_asynchronous_delivery().unwrap();
        a.rti.send_interaction(class, &[], b"again", None).unwrap();
        world.settle(&[&a, &b]);
        nothing(&b);
        b.rti.time_advance_request(at(9.0)).unwrap();
        received(&b, class, b"again");
    }

    /// 8.7: what waited for its time comes in receive order.
    fn who_is_no_longer_constrained_gets_what_was_queued(world) {
        let a = regulating(world, "a", 1.0);
        let b = constrained(world, "b");
        let class = messages(world, &a, &[&b]);

        send(&a, class, b"queued", 50.0);
        world.settle(&[&a, &b]);
        b.rti.time_advance_request(at(20.0)).unwrap();
        nothing(&b);
        b.rti.disable_time_constrained().unwrap();

        received(&b, class, b"queued");
        b.sees(&Seen::Granted(at(20.0)));
    }

    /// 8.19 and 8.20 in 2010, 8.20 and 8.21 in 2025
    fn a_lesser_lookahead_is_reached_by_and_by(world) {
        let (a, b) = (regulating(world, "a", 4.0), regulating(world, "b", 1.0));
        constrain(&a, 0.0);

        if world.face.times_have_types() {
            let integer = LogicalTimeInterval::Integer64(Integer64Interval::new(1).unwrap());
            raises(world, ExceptionKind::InvalidLookahead, a.rti.modify_lookahead(integer));
        }
        a.rti.modify_lookahead(span(1.0)).unwrap();
        assert_eq!(a.rti.query_lookahead().unwrap(), span(4.0));
        a.rti.time_advance_request(at(2.0)).unwrap();
        raises(world, ExceptionKind::InTimeAdvancingState, a.rti.modify_lookahead(span(1.0)));
        // What may be sent counts from the time asked for, so the lookahead does too.
        assert_eq!(a.rti.query_lookahead().unwrap(), span(2.0));
        b.rti.time_advance_request(at(20.0)).unwrap();
        a.sees(&Seen::Granted(at(2.0)));
        assert_eq!(a.rti.query_lookahead().unwrap(), span(2.0));
        a.rti.time_advance_request(at(9.0)).unwrap();
        a.sees(&Seen::Granted(at(9.0)));
        assert_eq!(a.rti.query_lookahead().unwrap(), span(1.0));
        a.rti.modify_lookahead(span(3.0)).unwrap();
        assert_eq!(a.rti.query_lookahead().unwrap(), span(3.0));
    }

    /// 8.2, 8.3: nobody constrained gets a message in its past, and what lies lookahead beyond the time
    /// told may be sent. Nothing of time 20 can come any more, and 15.000000000000002 + 5 is rounded to 20.
    fn a_late_regulator_begins_where_nobody_is_ahead_of_it(world) {
        let b = constrained(world, "b");
        let a = regulating(world, "a", 1.0);
        a.rti.time_advance_request(at(50.0)).unwrap();
        a.sees(&Seen::Granted(at(50.0)));
        b.rti.time_advance_request(at(20.0)).unwrap();
        b.sees(&Seen::Granted(at(20.0)));

        let c = world.joined("c");
        c.rti.enable_time_regulation(span(5.0)).unwrap();

        c.sees(&Seen::Regulating(at(15.0_f64.next_up().next_up())));
        let class = messages(world, &c, &[&b]);
        raises(
            world,
            ExceptionKind::InvalidLogicalTime,
            c.rti.send_interaction(class, &[], &[], Some(at(20.0))),
        );
        let first = at(20.0_f64.next_up());
        assert_eq!(c.rti.query_logical_time().unwrap().checked_add(span(5.0)).unwrap(), first);
        c.rti.send_interaction(class, &[], b"first", Some(first)).unwrap();
    }

    /// 8.16 to 8.18 in 2010, 8.17 to 8.19 in 2025
    fn without_anybody_else_who_regulates_there_is_no_galt(world) {
        let a = regulating(world, "a", 1.0);

        assert_eq!(a.rti.query_galt().unwrap(), None);
        assert_eq!(a.rti.query_lits().unwrap(), None);
        let b = world.joined("b");
        assert_eq!(b.rti.query_galt().unwrap(), Some(at(1.0)));
    }

    /// 8.13: a federate that resigns holds nobody back.
    fn who_resigns_holds_nobody_back(world) {
        let a = regulating(world, "a", 1.0);
        let c = regulating(world, "c", 1.0);
        let b = constrained(world, "b");
        let class = messages(world, &a, &[&b]);

        send(&a, class, b"last words", 4.0);
        c.rti.time_advance_request(at(30.0)).unwrap();
        b.rti.time_advance_request(at(20.0)).unwrap();
        a.rti.resign_federation_execution(hyla_types::ResignAction::NoAction).unwrap();

        received(&b, class, b"last words");
        b.sees(&Seen::Granted(at(20.0)));
    }

    /// 8.23 in 2010, 8.24 and 8.25 in 2025, 6.10, 6.14: order types of attributes.
    fn attributes_are_sent_in_the_order_that_was_chosen(world) {
        let a = regulating(world, "a", 1.0);
        let b = constrained(world, "b");
        let object = car(world, &a, &b);
        let (name, speed) = (a.attribute("Name"), a.attribute("Speed"));
        let names = a.attributes(&["Name"]);
        let strange = ObjectInstanceHandle::new(77);
        let order = OrderType::TimeStamp;

        raises(
            world,
            ExceptionKind::ObjectInstanceNotKnown,
            a.rti.change_attribute_order_type(strange, &names, order),
        );
        raises(
            world,
            ExceptionKind::AttributeNotOwned,
            b.rti.change_attribute_order_type(object, &names, order),
        );
        let nowhere = AttributeHandleSet::from([hyla_types::AttributeHandle::new(9999)]);
        raises(
            world,
            ExceptionKind::AttributeNotDefined,
            a.rti.change_attribute_order_type(object, &nowhere, order),
        );
        a.rti.change_attribute_order_type(object, &names, order).unwrap();
        let values = [(name, b"in its time".as_slice()), (speed, b"at once".as_slice())];
        let handle = a.rti.update_attribute_values(object, &values, b"", Some(at(3.0))).unwrap();
        assert!(handle.is_some());
        b.rti.time_advance_request(at(2.0)).unwrap();
        b.sees(&Seen::Reflected(object, vec![(speed, b"at once".to_vec())], vec![]));
        nothing(&b);
        a.rti.time_advance_request(at(9.0)).unwrap();
        b.sees(&Seen::Granted(at(2.0)));
        b.rti.time_advance_request(at(5.0)).unwrap();
        b.sees(&Seen::Reflected(object, vec![(name, b"in its time".to_vec())], vec![]));
        b.sees(&Seen::Granted(at(5.0)));
    }

    /// 8.25 (2025)
    fn new_instances_take_the_default_order(world) {
        if world.edition == Edition::Hla2010 {
            return;
        }
        let a = regulating(world, "a", 1.0);
        let class = a.class("Vehicle.Car");
        let names = a.attributes(&["Name"]);
        let order = OrderType::TimeStamp;
        raises(
            world,
            ExceptionKind::ObjectClassNotDefined,
            a.rti.change_default_attribute_order_type(
                hyla_types::ObjectClassHandle::new(9999), &names, order,
            ),
        );
        let nowhere = AttributeHandleSet::from([hyla_types::AttributeHandle::new(9999)]);
        raises(
            world,
            ExceptionKind::AttributeNotDefined,
            a.rti.change_default_attribute_order_type(class, &nowhere, order),
        );
        a.publish("Vehicle.Car", &["Name"]);
        a.rti.change_default_attribute_order_type(class, &names, order).unwrap();

        let object = a.rti.register_object_instance(class, None).unwrap();
        let values = [(a.attribute("Name"), b"x".as_slice())];
        let handle = a.rti.update_attribute_values(object, &values, b"", Some(at(3.0))).unwrap();

        assert!(handle.is_some(), "it was not sent in time-stamp order");
    }

    /// 8.24 in 2010, 8.26 in 2025
    fn the_order_of_interactions_is_the_senders(world) {
        let a = world.joined("a");
        let class = a.interaction("Message");
        let order = OrderType::TimeStamp;
        raises(
            world,
            ExceptionKind::InteractionClassNotPublished,
            a.rti.change_interaction_order_type(class, order),
        );
        raises(
            world,
            ExceptionKind::InteractionClassNotDefined,
            a.rti.change_interaction_order_type(InteractionClassHandle::new(9999), order),
        );
        a.rti.publish_interaction_class(class).unwrap();
        a.rti.change_interaction_order_type(class, order).unwrap();
        assert_eq!(
            a.rti.send_interaction(class, &[], b"", Some(at(1.0))).unwrap(),
            None,
            "who does not regulate sends in receive order"
        );
    }

    /// 6.14 in 2010, 6.16 in 2025: a deletion in time-stamp order can be retracted.
    fn a_retracted_deletion_brings_the_instance_back(world) {
        let a = regulating(world, "a", 1.0);
        let b = constrained(world, "b");
        let object = car(world, &a, &b);

        let handle = a.rti.delete_object_instance(object, b"", Some(at(5.0))).unwrap().unwrap();
        raises(
            world,
            ExceptionKind::ObjectInstanceNotKnown,
            a.rti.delete_object_instance(object, b"", None),
        );
        a.rti.retract(handle).unwrap();
        let again = a.rti.delete_object_instance(object, b"bye", Some(at(3.0))).unwrap();
        assert!(again.is_some());
        b.rti.time_advance_request(at(10.0)).unwrap();
        world.settle(&[&a, &b]);
        nothing(&b);
        a.rti.time_advance_request(at(10.0)).unwrap();

        b.sees(&Seen::Removed(object, b"bye".to_vec()));
        b.sees(&Seen::Granted(at(10.0)));
    }

    /// A stall explains itself.
    fn who_waits_for_whom_can_be_asked(world) {
        if !world.face.has_tools(world.wiring) {
            return;
        }
        let _a = regulating(world, "slow", 1.0);
        let b = constrained(world, "quick");
        b.rti.time_advance_request(at(7.0)).unwrap();
        world.settle(&[&b]);

        let standings = world.asked(|tool| tool.time_status(&world.federation)).unwrap();

        let quick = standings.iter().find(|s| s.name == "quick").unwrap();
        let waiting = quick.waiting.as_ref().unwrap();
        assert_eq!((waiting.service.as_str(), waiting.to), ("timeAdvanceRequest", at(7.0)));
        let (holder, bound) = waiting.held_by.as_ref().unwrap();
        assert_eq!((holder.as_str(), bound.time), ("slow", at(1.0)));
        assert!(waiting.since < Duration::from_secs(3600));
    }
}
