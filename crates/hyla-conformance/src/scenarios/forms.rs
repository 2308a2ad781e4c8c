//! The forms in which things reach a federate: messages with and without a time, times of either
//! representation, names of every script.

use hyla_core::declaration::{Activity, DirectedScope};
use hyla_types::OrderType::{Receive, TimeStamp};
use hyla_types::{
    Edition, Integer64Interval, Integer64Time, InteractionClassHandle, InteractionClassHandleSet,
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

/// One that regulates and publishes messages and cars, a constrained one and one that is not; both subscribe.
struct Stamped {
    a: Federate,
    b: Federate,
    c: Federate,
    message: InteractionClassHandle,
}

impl Stamped {
    fn new(world: &World) -> Self {
        let (a, b) = (regulating(world, "a", 1.0), constrained(world, "b"));
        let c = world.joined("c");
        let message = a.interaction("Message");
        a.rti.publish_interaction_class(message).unwrap();
        a.publish("Vehicle.Car", &["Name"]);
        for other in [&b, &c] {
            let active = Activity::Active;
            other
                .rti
                .subscribe_interaction_class(message, active)
                .unwrap();
            other.subscribe("Vehicle.Car", &["Name"]);
        }
        world.settle(&[&a, &b, &c]);
        Self { a, b, c, message }
    }

    /// Sends a message in that order; whether it can be retracted.
    fn send(&self, order: OrderType, tag: &[u8], time: Option<LogicalTime>) -> bool {
        let rti = &self.a.rti;
        rti.change_interaction_order_type(self.message, order)
            .unwrap();
        let sent = rti.send_interaction(self.message, &[], tag, time);
        sent.unwrap().is_some()
    }
}

/// A federation whose times are whole numbers.
fn counting(world: &World) {
    let (creator, fom) = (world.connected(), world.fom("traffic"));
    let name = "HLAinteger64Time";
    creator
        .rti
        .create_federation_execution(&world.federation, &[&fom], name)
        .unwrap();
}

scenarios! {
    /// 6.13, 8.1: what comes with a message says how it was sent and received.
    fn a_message_without_a_time_comes_without_one(world) {
        let stamped = Stamped::new(world);

        assert!(!stamped.send(Receive, b"plain", None));

        assert_eq!(tagged(&stamped.c, b"plain"), came(Receive, Receive, None));
    }

    /// 6.13, 8.1
    fn a_message_in_receive_order_comes_with_its_time(world) {
        let stamped = Stamped::new(world);

        assert!(!stamped.send(Receive, b"stamped", Some(at(5.0))));

        assert_eq!(tagged(&stamped.c, b"stamped"), came(Receive, Receive, Some(at(5.0))));
    }

    /// 6.13, 8.1
    fn who_is_not_constrained_receives_messages_in_time_stamp_order_in_receive_order(world) {
        let stamped = Stamped::new(world);

        assert!(stamped.send(TimeStamp, b"ordered", Some(at(6.0))));

        assert_eq!(tagged(&stamped.c, b"ordered"), came(TimeStamp, Receive, Some(at(6.0))));
    }

    /// 6.13, 8.1
    fn who_is_constrained_receives_messages_in_time_stamp_order(world) {
        let stamped = Stamped::new(world);
        let Stamped { a, b, .. } = &stamped;

        assert!(stamped.send(TimeStamp, b"ordered", Some(at(6.0))));
        b.rti.next_message_request(at(10.0)).unwrap();
        a.rti.time_advance_request(at(20.0)).unwrap();

        assert_eq!(tagged(b, b"ordered"), came(TimeStamp, TimeStamp, Some(at(6.0))));
    }

    /// 6.15, 8.1 in 2010; 6.17, 8.1 in 2025: at a constrained federate, too, while it takes what comes in receive order.
    fn a_deletion_in_receive_order_comes_with_its_time(world) {
        let Stamped { a, b, c, .. } = Stamped::new(world);
        b.rti.enable_asynchronous_delivery().unwrap();
        let object = a.rti.register_object_instance(a.class("Vehicle.Car"), None).unwrap();
        c.expect("discovery", |s| matches!(s, Seen::Discovered(..)).then_some(()));
        let privilege = a.attribute("HLAprivilegeToDeleteObject");
        a.rti.change_attribute_order_type(object, &[privilege].into(), Receive).unwrap();

        assert_eq!(a.rti.delete_object_instance(object, b"gone", Some(at(7.0))).unwrap(), None);

        assert_eq!(tagged(&c, b"gone"), came(Receive, Receive, Some(at(7.0))));
        assert_eq!(tagged(&b, b"gone"), came(Receive, Receive, Some(at(7.0))));
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
    }

    /// 8.2, 8.19, 8.20 in 2010; 8.2, 8.20, 8.21 in 2025
    fn whole_numbers_serve_as_lookahead(world) {
        counting(world);
        let a = world.joined("a");

        a.rti.enable_time_regulation(distance(1 << 60)).unwrap();
        a.sees(&Seen::Regulating(number(0)));
        assert_eq!(a.rti.query_lookahead().unwrap(), distance(1 << 60));
        a.rti.time_advance_request(number(1 << 61)).unwrap();
        a.sees(&Seen::Granted(number(1 << 61)));
        a.rti.modify_lookahead(distance(1 << 61)).unwrap();
        assert_eq!(a.rti.query_lookahead().unwrap(), distance(1 << 61));
    }

    /// 8: a federation whose times are whole numbers.
    fn whole_numbers_serve_as_times(world) {
        counting(world);
        let (a, b) = (world.joined("a"), constrained(world, "b"));
        let message = a.interaction("Message");
        a.rti.publish_interaction_class(message).unwrap();
        a.rti.change_interaction_order_type(message, OrderType::TimeStamp).unwrap();
        b.rti.subscribe_interaction_class(message, Activity::Active).unwrap();
        a.rti.enable_time_regulation(distance(1 << 60)).unwrap();
        a.sees(&Seen::Regulating(number(0)));
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

    /// 4.9, 10.4, 10.5 in 2010; 4.11, 10.2, 10.3 in 2025
    fn names_of_federates_may_be_of_any_script(world) {
        let name = "Zo\u{eb} \u{6771}\u{4eac} \u{1f680}";
        let (a, b) = (world.joined(name), world.joined("b"));

        assert_eq!(b.rti.federate_handle(name).unwrap(), a.handle.unwrap());
        assert_eq!(b.rti.federate_name(a.handle.unwrap()).unwrap(), name);
    }

    /// 4.11, 4.13 in 2010; 4.14, 4.16 in 2025
    fn labels_may_be_of_any_script_and_tags_any_bytes(world) {
        let (a, b) = (world.joined("a"), world.joined("b"));

        let (label, tag) = ("\u{3a9}mega", [0, 0xff, 0xc3]);
        a.rti.register_federation_synchronization_point(label, &tag, None).unwrap();

        b.sees(&Seen::SyncPointAnnounced(label.into(), tag.to_vec()));
    }

    /// 6.2, 6.8, 6.9
    fn names_of_instances_may_be_of_any_script(world) {
        let (a, b) = (world.joined("a"), world.joined("b"));
        let car = "\u{5d2}\u{5de}\u{5dc} \u{1f42a}";
        a.publish("Vehicle.Car", &["Name"]);
        b.subscribe("Vehicle.Car", &["Name"]);
        world.settle(&[&a, &b]);

        a.rti.reserve_object_instance_name(car).unwrap();
        a.sees(&Seen::Reserved(vec![car.into()]));
        let object = a.rti.register_object_instance(a.class("Vehicle.Car"), Some(car)).unwrap();

        let seen = b.expect("discovery", |s| match s {
            Seen::Discovered(_, _, name, _) => Some(name.clone()),
            _ => None,
        });
        assert_eq!(seen, car);
        assert_eq!(b.rti.object_instance_handle(car).unwrap(), object);
    }

    /// 10.6 in 2010, 10.4 in 2025
    fn exceptions_name_unknown_names_of_any_script(world) {
        let b = world.joined("b");
        let unknown = "\u{6771}\u{4eac}";

        let exception = b.rti.object_class_handle(unknown).unwrap_err();

        assert!(exception.message.contains(unknown), "{exception}");
    }
}
