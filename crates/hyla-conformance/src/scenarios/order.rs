//! Messages in time-stamp and in receive order: order types, delivery, retraction (clauses 8.1, 8.13 to 8.15 and 8.21 to
//! 8.24 in 2010; 8.1, 8.13, 8.15, 8.16 and 8.22 to 8.26 in 2025).

use hyla_types::{
    AttributeHandleSet, Edition, ExceptionKind, InteractionClassHandle, MessageRetractionHandle,
    ObjectInstanceHandle, OrderType,
};

use crate::federate::{Federate, Seen};
use crate::scenarios::scenarios;
use crate::scenarios::time::{at, constrained, messages, nothing, received, regulating, send};
use crate::world::{World, raises};

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
    /// 8.1, 8.13
    fn messages_come_before_the_grant_in_the_order_of_their_times(world) {
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

        received(&b, class, b"sooner");
        received(&b, class, b"later");
        b.sees(&Seen::Granted(at(5.0)));
        world.settle(&[&a, &b]);
        nothing(&b);
    }

    /// 8.12, 8.13: everything queued comes at once.
    fn a_flush_delivers_what_is_queued(world) {
        let a = regulating(world, "a", 1.0);
        let b = constrained(world, "b");
        let class = messages(world, &a, &[&b]);
        send(&a, class, b"ahead", 8.0);
        world.settle(&[&a, &b]);

        b.rti.flush_queue_request(at(5.0)).unwrap();

        received(&b, class, b"ahead");
        if world.edition == Edition::Hla2025 {
            b.sees(&Seen::FlushGranted(at(1.0), at(5.0)));
        } else {
            b.sees(&Seen::Granted(at(1.0)));
        }
    }

    /// 8.12, 8.22 in 2010; 8.12, 8.23 in 2025: what was promised wrongly is taken back.
    fn a_message_retracted_after_its_delivery_is_taken_back(world) {
        let a = regulating(world, "a", 1.0);
        let b = constrained(world, "b");
        let class = messages(world, &a, &[&b]);
        let handle = send(&a, class, b"ahead", 8.0).unwrap();
        world.settle(&[&a, &b]);
        b.rti.flush_queue_request(at(5.0)).unwrap();
        received(&b, class, b"ahead");
        b.expect("grant", |seen| {
            matches!(seen, Seen::Granted(_) | Seen::FlushGranted(..)).then_some(())
        });

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
        b.rti.time_advance_request(at(5.0)).unwrap();
        a.rti.time_advance_request(at(5.0)).unwrap();

        assert_eq!(
            b.expect("the next one", |seen| match seen {
                Seen::Received(_, _, tag) => Some(tag.clone()),
                _ => None,
            }),
            b"stays"
        );
        b.sees(&Seen::Granted(at(5.0)));
    }

    /// 8.21 in 2010, 8.22 in 2025
    fn a_message_is_retracted_once(world) {
        let a = regulating(world, "a", 1.0);
        let class = messages(world, &a, &[]);
        let handle = send(&a, class, b"gone", 3.0).unwrap();

        a.rti.retract(handle).unwrap();
        let again = a.rti.retract(handle);

        raises(world, ExceptionKind::MessageCanNoLongerBeRetracted, again);
    }

    /// 8.21 in 2010, 8.22 in 2025: nor can a message of the least time that may be sent.
    fn a_message_that_may_have_been_delivered_is_not_retracted(world) {
        let a = regulating(world, "a", 1.0);
        let b = constrained(world, "b");
        let class = messages(world, &a, &[&b]);

        let late = send(&a, class, b"late", 1.0).unwrap();
        raises(world, ExceptionKind::MessageCanNoLongerBeRetracted, a.rti.retract(late));
        b.rti.time_advance_request(at(5.0)).unwrap();
        a.rti.time_advance_request(at(5.0)).unwrap();

        received(&b, class, b"late");
    }

    /// 8.21 in 2010, 8.22 in 2025
    fn a_message_that_was_not_sent_is_not_retracted(world) {
        let a = regulating(world, "a", 1.0);

        let outcome = a.rti.retract(MessageRetractionHandle::new(99));

        raises(world, ExceptionKind::InvalidMessageRetractionHandle, outcome);
    }

    /// 8.21 in 2010, 8.22 in 2025
    fn who_does_not_regulate_does_not_retract(world) {
        let b = constrained(world, "b");

        let outcome = b.rti.retract(MessageRetractionHandle::new(99));

        raises(world, ExceptionKind::TimeRegulationIsNotEnabled, outcome);
    }

    /// 8.14, 8.15 in 2010; 8.15, 8.16 in 2025
    fn receive_order_waits_for_an_advance(world) {
        let a = regulating(world, "a", 1.0);
        let b = constrained(world, "b");
        let class = messages(world, &a, &[&b]);

        a.rti.send_interaction(class, &[], b"waits", None).unwrap();
        world.settle(&[&a, &b]);
        nothing(&b);
        b.rti.time_advance_request(at(9.0)).unwrap();
        received(&b, class, b"waits");
    }

    /// 8.14, 8.15 in 2010; 8.15, 8.16 in 2025
    fn receive_order_does_not_wait_while_delivery_is_asynchronous(world) {
        let a = regulating(world, "a", 1.0);
        let b = constrained(world, "b");
        let class = messages(world, &a, &[&b]);
        a.rti.send_interaction(class, &[], b"waits", None).unwrap();
        world.settle(&[&a, &b]);

        b.rti.enable_asynchronous_delivery().unwrap();
        received(&b, class, b"waits");
        a.rti.send_interaction(class, &[], b"comes", None).unwrap();
        received(&b, class, b"comes");
        b.rti.disable_asynchronous_delivery().unwrap();
        a.rti.send_interaction(class, &[], b"again", None).unwrap();
        world.settle(&[&a, &b]);
        nothing(&b);
    }

    /// 8.14, 8.15 in 2010; 8.15, 8.16 in 2025
    fn asynchronous_delivery_is_enabled_and_disabled_once(world) {
        let b = constrained(world, "b");

        let outcome = b.rti.disable_asynchronous_delivery();
        raises(world, ExceptionKind::AsynchronousDeliveryAlreadyDisabled, outcome);
        b.rti.enable_asynchronous_delivery().unwrap();
        let outcome = b.rti.enable_asynchronous_delivery();
        raises(world, ExceptionKind::AsynchronousDeliveryAlreadyEnabled, outcome);
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

    /// 8.23 in 2010, 8.24 and 8.25 in 2025, 6.10, 6.14: order types of attributes.
    fn attributes_are_sent_in_the_order_that_was_chosen(world) {
        let a = regulating(world, "a", 1.0);
        let b = constrained(world, "b");
        let object = car(world, &a, &b);
        let (name, speed) = (a.attribute("Name"), a.attribute("Speed"));
        let names = a.attributes(&["Name"]);

        a.rti.change_attribute_order_type(object, &names, OrderType::TimeStamp).unwrap();
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

    /// 8.23 in 2010, 8.24 in 2025
    fn the_order_of_what_is_unknown_or_not_owned_is_not_changed(world) {
        let (a, b) = (world.joined("a"), world.joined("b"));
        let object = car(world, &a, &b);
        let names = a.attributes(&["Name"]);
        let (strange, order) = (ObjectInstanceHandle::new(77), OrderType::TimeStamp);

        let outcome = a.rti.change_attribute_order_type(strange, &names, order);
        raises(world, ExceptionKind::ObjectInstanceNotKnown, outcome);
        let outcome = b.rti.change_attribute_order_type(object, &names, order);
        raises(world, ExceptionKind::AttributeNotOwned, outcome);
        let nowhere = AttributeHandleSet::from([hyla_types::AttributeHandle::new(9999)]);
        let outcome = a.rti.change_attribute_order_type(object, &nowhere, order);
        raises(world, ExceptionKind::AttributeNotDefined, outcome);
    }

    /// 8.25 (2025)
    fn new_instances_take_the_default_order(world) {
        if world.edition == Edition::Hla2010 {
            return;
        }
        let a = regulating(world, "a", 1.0);
        let class = a.class("Vehicle.Car");
        let names = a.attributes(&["Name"]);
        a.publish("Vehicle.Car", &["Name"]);
        a.rti.change_default_attribute_order_type(class, &names, OrderType::TimeStamp).unwrap();

        let object = a.rti.register_object_instance(class, None).unwrap();
        let values = [(a.attribute("Name"), b"x".as_slice())];
        let handle = a.rti.update_attribute_values(object, &values, b"", Some(at(3.0))).unwrap();

        assert!(handle.is_some(), "it was not sent in time-stamp order");
    }

    /// 8.25 (2025)
    fn the_default_order_of_what_does_not_exist_is_not_changed(world) {
        if world.edition == Edition::Hla2010 {
            return;
        }
        let a = world.joined("a");
        let (class, names) = (a.class("Vehicle.Car"), a.attributes(&["Name"]));
        let change = |class, set| {
            a.rti.change_default_attribute_order_type(class, set, OrderType::TimeStamp)
        };

        let nothing = hyla_types::ObjectClassHandle::new(9999);
        raises(world, ExceptionKind::ObjectClassNotDefined, change(nothing, &names));
        let nowhere = AttributeHandleSet::from([hyla_types::AttributeHandle::new(9999)]);
        raises(world, ExceptionKind::AttributeNotDefined, change(class, &nowhere));
    }

    /// 8.24 in 2010, 8.26 in 2025
    fn the_order_of_an_interaction_is_changed_by_who_publishes_it(world) {
        let a = world.joined("a");
        let class = a.interaction("Message");
        let order = OrderType::TimeStamp;

        let outcome = a.rti.change_interaction_order_type(class, order);
        raises(world, ExceptionKind::InteractionClassNotPublished, outcome);
        let nothing = InteractionClassHandle::new(9999);
        let outcome = a.rti.change_interaction_order_type(nothing, order);
        raises(world, ExceptionKind::InteractionClassNotDefined, outcome);
        a.rti.publish_interaction_class(class).unwrap();
        a.rti.change_interaction_order_type(class, order).unwrap();
    }

    /// 8.1: although time-stamp order was chosen.
    fn who_does_not_regulate_sends_in_receive_order(world) {
        let a = world.joined("a");
        let class = a.interaction("Message");
        a.rti.publish_interaction_class(class).unwrap();
        a.rti.change_interaction_order_type(class, OrderType::TimeStamp).unwrap();

        assert_eq!(send(&a, class, b"", 1.0), None);
    }

    /// 6.14 in 2010, 6.16 in 2025
    fn a_deletion_in_time_stamp_order_waits_for_its_time(world) {
        let a = regulating(world, "a", 1.0);
        let b = constrained(world, "b");
        let object = car(world, &a, &b);

        let sent = a.rti.delete_object_instance(object, b"bye", Some(at(3.0))).unwrap();
        assert!(sent.is_some());
        b.rti.time_advance_request(at(10.0)).unwrap();
        world.settle(&[&a, &b]);
        nothing(&b);
        a.rti.time_advance_request(at(10.0)).unwrap();

        b.sees(&Seen::Removed(object, b"bye".to_vec()));
        b.sees(&Seen::Granted(at(10.0)));
    }

    /// 6.14 in 2010, 6.16 in 2025
    fn an_instance_is_unknown_to_who_deletes_it_at_a_later_time(world) {
        let a = regulating(world, "a", 1.0);
        let b = constrained(world, "b");
        let object = car(world, &a, &b);

        a.rti.delete_object_instance(object, b"", Some(at(5.0))).unwrap();
        let again = a.rti.delete_object_instance(object, b"", None);

        raises(world, ExceptionKind::ObjectInstanceNotKnown, again);
        assert!(b.rti.object_instance_name(object).is_ok());
    }

    /// 8.21, 6.14 in 2010; 8.22, 6.16 in 2025: a deletion in time-stamp order can be retracted.
    fn a_retracted_deletion_brings_the_instance_back(world) {
        let a = regulating(world, "a", 1.0);
        let b = constrained(world, "b");
        let object = car(world, &a, &b);
        let handle = a.rti.delete_object_instance(object, b"", Some(at(5.0))).unwrap().unwrap();

        a.rti.retract(handle).unwrap();

        let again = a.rti.delete_object_instance(object, b"bye", Some(at(7.0))).unwrap();
        assert!(again.is_some());
        b.rti.time_advance_request(at(10.0)).unwrap();
        a.rti.time_advance_request(at(10.0)).unwrap();
        let removed = b.expect("removal", |seen| match seen {
            Seen::Removed(_, tag) => Some(tag.clone()),
            _ => None,
        });
        assert_eq!(removed, b"bye");
    }
}
