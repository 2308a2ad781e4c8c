//! The forms in which things reach a federate: messages with and without a time, times of either
//! representation, names of every script.

use hyla_core::declaration::{Activity, DirectedScope};
use hyla_types::{
    Edition, FederateHandle, Integer64Interval, Integer64Time, InteractionClassHandleSet,
    LogicalTime, LogicalTimeInterval, OrderType,
};

use crate::federate::{Came, Federate, Seen};
use crate::scenarios::scenarios;
use crate::scenarios::time::{at, regulating};
use crate::world::World;

fn number(time: i64) -> LogicalTime {
    LogicalTime::Integer64(Integer64Time::new(time).unwrap())
}

fn distance(length: i64) -> LogicalTimeInterval {
    LogicalTimeInterval::Integer64(Integer64Interval::new(length).unwrap())
}

fn constrained(world: &World, name: &str) -> Federate {
    let federate = world.joined(name);
    federate.rti.enable_time_constrained().unwrap();
    federate.expect("constrained", |seen| {
        matches!(seen, Seen::Constrained(_)).then_some(())
    });
    federate
}

/// With which orders and which time a message came that can be retracted if it was sent by its time.
fn came(sent: OrderType, received: OrderType, time: Option<LogicalTime>) -> Came {
    Came {
        time,
        sent,
        received,
        retractable: sent == OrderType::TimeStamp,
    }
}

fn tagged(federate: &Federate, tag: &[u8]) -> Came {
    federate.expect("the message", |seen| match seen {
        Seen::Received(_, _, t) | Seen::Removed(_, t) if t == tag => Some(()),
        Seen::Directed(_, _, values) if values.concat() == tag => Some(()),
        _ => None,
    });
    federate.came()
}

scenarios! {
    /// 6.11, 6.13, 6.15, 6.17, 8.1: what comes with a message says how it was sent and received.
    fn messages_come_with_their_time_and_order(world) {
        use OrderType::{Receive, TimeStamp};
        let (a, b) = (regulating(world, "a", 1.0), constrained(world, "b"));
        b.rti.enable_asynchronous_delivery().unwrap();
        let c = world.joined("c");
        let message = a.interaction("Message");
        a.rti.publish_interaction_class(message).unwrap();
        a.publish("Vehicle.Car", &["Name"]);
        for other in [&b, &c] {
            other.rti.subscribe_interaction_class(message, Activity::Active).unwrap();
            other.subscribe("Vehicle.Car", &["Name"]);
        }
        world.settle(&[&a, &b, &c]);
        let send = |tag: &[u8], time| a.rti.send_interaction(message, &[], tag, time).unwrap();

        a.rti.change_interaction_order_type(message, Receive).unwrap();
        assert_eq!(send(b"plain", None), None);
        assert_eq!(tagged(&c, b"plain"), came(Receive, Receive, None));
        assert_eq!(send(b"stamped", Some(at(5.0))), None);
        assert_eq!(tagged(&c, b"stamped"), came(Receive, Receive, Some(at(5.0))));

        a.rti.change_interaction_order_type(message, TimeStamp).unwrap();
        assert!(send(b"ordered", Some(at(6.0))).is_some());
        assert_eq!(tagged(&c, b"ordered"), came(TimeStamp, Receive, Some(at(6.0))));

        let object = a.rti.register_object_instance(a.class("Vehicle.Car"), None).unwrap();
        c.expect("discovery", |s| matches!(s, Seen::Discovered(..)).then_some(()));
        let privilege = a.attribute("HLAprivilegeToDeleteObject");
        a.rti.change_attribute_order_type(object, &[privilege].into(), Receive).unwrap();
        assert_eq!(a.rti.delete_object_instance(object, b"gone", Some(at(7.0))).unwrap(), None);
        assert_eq!(tagged(&c, b"gone"), came(Receive, Receive, Some(at(7.0))));

        b.expect("what came at once", |s| matches!(s, Seen::Removed(..)).then_some(()));
        b.rti.next_message_request(at(10.0)).unwrap();
        a.rti.time_advance_request(at(20.0)).unwrap();
        assert_eq!(tagged(&b, b"ordered"), came(TimeStamp, TimeStamp, Some(at(6.0))));
    }

    /// 6.14, 6.15 in 2025
    fn directed_interactions_come_with_their_time_and_order(world) {
        if world.edition == Edition::Hla2010 {
            return;
        }
        let (a, c) = (regulating(world, "a", 1.0), world.joined("c"));
        let (car, stop) = (a.class("Vehicle.Car"), a.interaction("Order.Stop"));
        let set = InteractionClassHandleSet::from([stop]);
        a.publish("Vehicle.Car", &["Name"]);
        a.rti.publish_interaction_class(stop).unwrap();
        a.rti.publish_object_class_directed_interactions(car, &set).unwrap();
        c.subscribe("Vehicle.Car", &["Name"]);
        let scope = DirectedScope::Universal;
        c.rti.subscribe_object_class_directed_interactions(car, &set, scope).unwrap();
        world.settle(&[&a, &c]);
        let object = a.rti.register_object_instance(car, None).unwrap();
        c.expect("discovery", |s| matches!(s, Seen::Discovered(..)).then_some(()));

        for (order, time) in [(OrderType::Receive, 3.0), (OrderType::TimeStamp, 4.0)] {
            a.rti.change_interaction_order_type(stop, order).unwrap();
            let from = a.rti.parameter_handle(stop, "From").unwrap();
            a.rti.send_directed_interaction(stop, object, &[(from, b"me")], b"", Some(at(time))).unwrap();
            assert_eq!(tagged(&c, b"me"), came(order, OrderType::Receive, Some(at(time))));
        }

        a.rti.unpublish_object_class_directed_interactions(car, None).unwrap();
        c.rti.unsubscribe_object_class_directed_interactions(car, None).unwrap();
    }

    /// 8: a federation whose times are whole numbers.
    fn whole_numbers_serve_as_times(world) {
        let first = world.connected();
        let name = "HLAinteger64Time";
        first.rti.create_federation_execution(&world.federation, &[&world.fom("traffic")], name).unwrap();
        let (a, b) = (world.joined("a"), constrained(world, "b"));
        let message = a.interaction("Message");
        a.rti.publish_interaction_class(message).unwrap();
        a.rti.change_interaction_order_type(message, OrderType::TimeStamp).unwrap();
        b.rti.subscribe_interaction_class(message, Activity::Active).unwrap();

        a.rti.enable_time_regulation(distance(1 << 60)).unwrap();
        a.sees(&Seen::Regulating(number(0)));
        assert_eq!(a.rti.query_lookahead().unwrap(), distance(1 << 60));
        a.rti.modify_lookahead(distance(2)).unwrap();
        world.settle(&[&a, &b]);
        let late = i64::MAX - 10;
        a.rti.send_interaction(message, &[], b"late", Some(number(late))).unwrap();
        world.settle(&[&a, &b]);
        assert_eq!(b.rti.query_lits().unwrap(), b.rti.query_galt().unwrap());
        b.rti.time_advance_request(number(i64::MAX - 5)).unwrap();
        a.rti.time_advance_request(number(i64::MAX - 3)).unwrap();

        let stamped = came(OrderType::TimeStamp, OrderType::TimeStamp, Some(number(late)));
        assert_eq!(tagged(&b, b"late"), stamped);
        b.sees(&Seen::Granted(number(i64::MAX - 5)));
        a.sees(&Seen::Granted(number(i64::MAX - 3)));
        assert_eq!(a.rti.query_logical_time().unwrap(), number(i64::MAX - 3));
    }

    /// 4, 6, 10: names and labels are any text.
    fn names_may_be_of_any_script(world) {
        let (federate, label, car) = ("Zo\u{eb} \u{6771}\u{4eac} \u{1f680}", "\u{3a9}mega", "\u{5d2}\u{5de}\u{5dc} \u{1f42a}");
        let (a, b) = (world.joined(federate), world.joined("b"));

        assert_eq!(b.rti.federate_handle(federate).unwrap(), a.handle.unwrap());
        assert_eq!(b.rti.federate_name(a.handle.unwrap()).unwrap(), federate);
        let nobody: Option<&hyla_types::HandleSet<FederateHandle>> = None;
        a.rti.register_federation_synchronization_point(label, &[0, 0xff, 0xc3], nobody).unwrap();
        b.sees(&Seen::SyncPointAnnounced(label.into(), vec![0, 0xff, 0xc3]));
        a.rti.reserve_object_instance_name(car).unwrap();
        a.sees(&Seen::Reserved(vec![car.into()]));
        a.publish("Vehicle.Car", &["Name"]);
        b.subscribe("Vehicle.Car", &["Name"]);
        world.settle(&[&a, &b]);
        let object = a.rti.register_object_instance(a.class("Vehicle.Car"), Some(car)).unwrap();
        let seen = b.expect("discovery", |s| match s {
            Seen::Discovered(_, _, name, _) => Some(name.clone()),
            _ => None,
        });
        assert_eq!(seen, car);
        assert_eq!(b.rti.object_instance_handle(car).unwrap(), object);
        let unknown = "\u{6771}\u{4eac}";
        let exception = b.rti.object_class_handle(unknown).unwrap_err();
        assert!(exception.message.contains(unknown), "{exception}");
    }
}
