//! Declaration management (clause 5).

use hyla_core::declaration::{Activity, DirectedScope};
use hyla_types::{
    AttributeHandleSet, Edition, ExceptionKind, InteractionClassHandle, InteractionClassHandleSet,
    ObjectClassHandle, ObjectInstanceHandle,
};

use crate::federate::{Federate, Seen};
use crate::scenarios::scenarios;
use crate::world::{World, raises};

/// One that publishes cars and one that subscribes to them, and a car that both know.
fn known_car(world: &World) -> (Federate, Federate, ObjectInstanceHandle) {
    let (a, b) = (world.joined("a"), world.joined("b"));
    a.publish("Vehicle.Car", &["Name", "Speed"]);
    b.subscribe("Vehicle.Car", &["Name", "Speed"]);
    world.settle(&[&a, &b]);
    let car = a.class("Vehicle.Car");
    let object = a.rti.register_object_instance(car, None).unwrap();
    b.expect("discovery", |s| {
        matches!(s, Seen::Discovered(..)).then_some(())
    });
    (a, b, object)
}

/// A federate that publishes cars and has the advisory that the other wants some.
fn wanted_car(world: &World) -> (Federate, Federate, ObjectClassHandle) {
    let (a, b) = (world.joined("a"), world.joined("b"));
    let car = a.class("Vehicle.Car");
    a.publish("Vehicle.Car", &["Name"]);
    b.subscribe("Vehicle", &["Name"]);
    a.sees(&Seen::StartRegistration(car));
    (a, b, car)
}

scenarios! {
    /// 5.2
    fn publishing_names_a_class_and_its_attributes(world) {
        let a = world.joined("a");
        let (vehicle, nothing) = (a.class("Vehicle"), ObjectClassHandle::new(9999));
        let doors = a.attributes(&["Doors"]);

        let outcome = a.rti.publish_object_class_attributes(nothing, &doors);
        raises(world, ExceptionKind::ObjectClassNotDefined, outcome);
        let outcome = a.rti.publish_object_class_attributes(vehicle, &doors);
        raises(world, ExceptionKind::AttributeNotDefined, outcome);
    }

    /// 5.2
    fn publishing_no_attributes_does_not_publish_the_class(world) {
        let a = world.joined("a");
        let vehicle = a.class("Vehicle");

        a.rti.publish_object_class_attributes(vehicle, &AttributeHandleSet::new()).unwrap();

        let outcome = a.rti.register_object_instance(vehicle, None);
        raises(world, ExceptionKind::ObjectClassNotPublished, outcome);
    }

    /// 5.3
    fn unpublishing_an_attribute_takes_its_ownership_away(world) {
        let a = world.joined("a");
        a.publish("Vehicle.Car", &["Name", "Speed"]);
        let car = a.class("Vehicle.Car");
        let object = a.rti.register_object_instance(car, None).unwrap();
        let (name, speed) = (a.attribute("Name"), a.attribute("Speed"));

        let set = a.attributes(&["Speed"]);
        a.rti.unpublish_object_class_attributes(car, &set).unwrap();

        a.rti.update_attribute_values(object, &[(name, b"x")], b"", None).unwrap();
        let outcome = a.rti.update_attribute_values(object, &[(speed, b"x")], b"", None);
        raises(world, ExceptionKind::AttributeNotOwned, outcome);
    }

    /// 5.3
    fn unpublishing_a_class_takes_the_ownership_of_its_instances_away(world) {
        let a = world.joined("a");
        a.publish("Vehicle.Car", &["Name"]);
        let (car, name) = (a.class("Vehicle.Car"), a.attribute("Name"));
        let object = a.rti.register_object_instance(car, None).unwrap();

        a.rti.unpublish_object_class(car).unwrap();

        let outcome = a.rti.update_attribute_values(object, &[(name, b"x")], b"", None);
        raises(world, ExceptionKind::AttributeNotOwned, outcome);
        let outcome = a.rti.delete_object_instance(object, b"", None);
        raises(world, ExceptionKind::DeletePrivilegeNotHeld, outcome);
    }

    /// 5.4
    fn publishing_an_interaction_class_that_does_not_exist_is_refused(world) {
        let a = world.joined("a");

        let outcome = a.rti.publish_interaction_class(InteractionClassHandle::new(9999));

        raises(world, ExceptionKind::InteractionClassNotDefined, outcome);
    }

    /// 5.4, 5.5
    fn interactions_are_sent_until_they_are_unpublished(world) {
        let a = world.joined("a");
        let message = a.interaction("Message");

        a.rti.publish_interaction_class(message).unwrap();
        a.rti.send_interaction(message, &[], b"", None).unwrap();
        a.rti.unpublish_interaction_class(message).unwrap();
        let outcome = a.rti.send_interaction(message, &[], b"", None);
        raises(world, ExceptionKind::InteractionClassNotPublished, outcome);
    }

    /// 5.6 in 2010, 5.8 in 2025
    fn subscribing_names_classes_attributes_and_rates_that_exist(world) {
        let a = world.joined("a");
        let (vehicle, nothing) = (a.class("Vehicle"), ObjectClassHandle::new(9999));
        let name = a.attributes(&["Name"]);
        let doors = a.attributes(&["Doors"]);
        let subscribe = |class, set, rate| {
            a.rti.subscribe_object_class_attributes(class, set, Activity::Active, rate)
        };

        raises(world, ExceptionKind::ObjectClassNotDefined, subscribe(nothing, &name, ""));
        raises(world, ExceptionKind::AttributeNotDefined, subscribe(vehicle, &doors, ""));
        let outcome = subscribe(vehicle, &name, "Never");
        assert_eq!(outcome.unwrap_err().kind, ExceptionKind::InvalidUpdateRateDesignator);
        subscribe(vehicle, &name, "Slow").unwrap();
    }

    /// 5.7 in 2010, 5.9 in 2025
    fn an_unsubscribed_attribute_is_not_reflected(world) {
        let (a, b, object) = known_car(world);
        let (name, speed) = (a.attribute("Name"), a.attribute("Speed"));

        let set = b.attributes(&["Speed"]);
        b.rti.unsubscribe_object_class_attributes(b.class("Vehicle.Car"), &set).unwrap();
        let both: &[(_, &[u8])] = &[(name, b"n"), (speed, b"s")];
        a.rti.update_attribute_values(object, both, b"", None).unwrap();

        b.sees(&Seen::Reflected(object, vec![(name, b"n".to_vec())], vec![]));
    }

    /// 5.7 in 2010, 5.9 in 2025
    fn an_instance_of_an_unsubscribed_class_stays_known_and_silent(world) {
        let (a, b, object) = known_car(world);
        let both: &[(_, &[u8])] = &[(a.attribute("Name"), b"n"), (a.attribute("Speed"), b"s")];

        b.rti.unsubscribe_object_class(b.class("Vehicle.Car")).unwrap();
        a.rti.update_attribute_values(object, both, b"", None).unwrap();
        a.rti.delete_object_instance(object, b"", None).unwrap();

        let mut seen = Vec::new();
        while seen.last() != Some(&Seen::Removed(object, vec![])) {
            seen.push(b.expect("removal", |seen| Some(seen.clone())));
        }
        assert!(!seen.iter().any(|seen| matches!(seen, Seen::Reflected(..))), "{seen:?}");
    }

    /// 5.8 in 2010, 5.10 in 2025
    fn subscribing_an_interaction_class_that_does_not_exist_is_refused(world) {
        let b = world.joined("b");

        let nothing = InteractionClassHandle::new(9999);
        let outcome = b.rti.subscribe_interaction_class(nothing, Activity::Active);

        raises(world, ExceptionKind::InteractionClassNotDefined, outcome);
    }

    /// 5.8, 5.9 in 2010; 5.10, 5.11 in 2025
    fn an_unsubscribed_interaction_is_not_received(world) {
        let (a, b) = (world.joined("a"), world.joined("b"));
        let message = a.interaction("Message");
        a.rti.publish_interaction_class(message).unwrap();
        b.rti.subscribe_interaction_class(message, Activity::Active).unwrap();
        world.settle(&[&a, &b]);

        a.rti.send_interaction(message, &[], b"one", None).unwrap();
        b.sees(&Seen::Received(message, vec![], b"one".to_vec()));
        b.rti.unsubscribe_interaction_class(message).unwrap();
        world.settle(&[&a, &b]);
        a.rti.send_interaction(message, &[], b"two", None).unwrap();
        world.settle(&[&a, &b]);

        assert!(!b.diary().iter().any(|seen| matches!(seen, Seen::Received(..))));
    }

    /// 5.10 in 2010, 5.14 in 2025
    fn a_publisher_is_told_that_instances_are_wanted(world) {
        let (a, b) = (world.joined("a"), world.joined("b"));
        let car = a.class("Vehicle.Car");
        a.publish("Vehicle.Car", &["Name"]);

        // The speed is not published.
        b.subscribe("Vehicle", &["Speed"]);
        world.settle(&[&a, &b]);
        assert!(!a.diary().contains(&Seen::StartRegistration(car)));
        b.subscribe("Vehicle", &["Name"]);

        a.sees(&Seen::StartRegistration(car));
    }

    /// 5.10, 5.11 in 2010; 5.14, 5.15 in 2025
    fn a_passive_subscription_wants_no_instances(world) {
        let (a, b, car) = wanted_car(world);

        let (vehicle, name) = (b.class("Vehicle"), b.attributes(&["Name"]));
        let passive = Activity::Passive;
        b.rti.subscribe_object_class_attributes(vehicle, &name, passive, "").unwrap();
        a.sees(&Seen::StopRegistration(car));
        b.subscribe("Vehicle", &["Name"]);
        a.sees(&Seen::StartRegistration(car));
    }

    /// 5.11 in 2010, 5.15 in 2025
    fn who_resigns_wants_no_instances(world) {
        let (a, b, car) = wanted_car(world);

        b.rti.resign_federation_execution(hyla_types::ResignAction::NoAction).unwrap();

        a.sees(&Seen::StopRegistration(car));
    }

    /// 5.12, 5.13 in 2010; 5.16, 5.17 in 2025
    fn publishers_are_told_whether_interactions_are_wanted(world) {
        let (a, b) = (world.joined("a"), world.joined("b"));
        let (message, urgent) = (a.interaction("Message"), a.interaction("Message.Urgent"));

        b.rti.subscribe_interaction_class(message, Activity::Active).unwrap();
        world.settle(&[&a, &b]);
        a.rti.publish_interaction_class(urgent).unwrap();
        a.sees(&Seen::InteractionsOn(urgent));
        b.rti.unsubscribe_interaction_class(message).unwrap();
        a.sees(&Seen::InteractionsOff(urgent));
    }

    /// 5.6, 5.12 in 2025
    fn directed_interactions_are_those_of_the_object_model(world) {
        if world.edition == Edition::Hla2010 {
            return;
        }
        let a = world.joined("a");
        let car = a.class("Vehicle.Car");
        let message = InteractionClassHandleSet::from([a.interaction("Message")]);

        let outcome = a.rti.publish_object_class_directed_interactions(car, &message);
        raises(world, ExceptionKind::InteractionClassNotDefined, outcome);
        let nothing = InteractionClassHandleSet::from([InteractionClassHandle::new(9999)]);
        let outcome = a.rti.unsubscribe_object_class_directed_interactions(car, Some(&nothing));
        raises(world, ExceptionKind::InteractionClassNotDefined, outcome);
    }

    /// 5.3, 5.5
    fn unpublishing_names_what_exists(world) {
        let a = world.joined("a");
        let (vehicle, nothing) = (a.class("Vehicle"), ObjectClassHandle::new(9999));
        let (name, doors) = (a.attributes(&["Name"]), a.attributes(&["Doors"]));
        let unpublish = |class, set| a.rti.unpublish_object_class_attributes(class, set);

        let outcome = a.rti.unpublish_object_class(nothing);
        raises(world, ExceptionKind::ObjectClassNotDefined, outcome);
        raises(world, ExceptionKind::ObjectClassNotDefined, unpublish(nothing, &name));
        raises(world, ExceptionKind::AttributeNotDefined, unpublish(vehicle, &doors));
        let outcome = a.rti.unpublish_interaction_class(InteractionClassHandle::new(9999));
        raises(world, ExceptionKind::InteractionClassNotDefined, outcome);
    }

    /// 5.7, 5.9 in 2010; 5.9, 5.11 in 2025
    fn unsubscribing_names_what_exists(world) {
        let a = world.joined("a");
        let (vehicle, nothing) = (a.class("Vehicle"), ObjectClassHandle::new(9999));
        let (name, doors) = (a.attributes(&["Name"]), a.attributes(&["Doors"]));
        let unsubscribe = |class, set| a.rti.unsubscribe_object_class_attributes(class, set);

        let outcome = a.rti.unsubscribe_object_class(nothing);
        raises(world, ExceptionKind::ObjectClassNotDefined, outcome);
        raises(world, ExceptionKind::ObjectClassNotDefined, unsubscribe(nothing, &name));
        raises(world, ExceptionKind::AttributeNotDefined, unsubscribe(vehicle, &doors));
        let outcome = a.rti.unsubscribe_interaction_class(InteractionClassHandle::new(9999));
        raises(world, ExceptionKind::InteractionClassNotDefined, outcome);
    }

    /// 5.6, 5.7, 5.12, 5.13 in 2025
    fn declarations_of_directed_interactions_name_what_exists(world) {
        if world.edition == Edition::Hla2010 {
            return;
        }
        let a = world.joined("a");
        let (car, nowhere) = (a.class("Vehicle.Car"), ObjectClassHandle::new(9999));
        let stop = InteractionClassHandleSet::from([a.interaction("Order.Stop")]);
        let nothing = InteractionClassHandleSet::from([InteractionClassHandle::new(9999)]);

        for (class, set, kind) in [
            (nowhere, &stop, ExceptionKind::ObjectClassNotDefined),
            (car, &nothing, ExceptionKind::InteractionClassNotDefined),
        ] {
            let rti = &a.rti;
            let scope = DirectedScope::Universal;
            for outcome in [
                rti.publish_object_class_directed_interactions(class, set),
                rti.unpublish_object_class_directed_interactions(class, Some(set)),
                rti.subscribe_object_class_directed_interactions(class, set, scope),
                rti.unsubscribe_object_class_directed_interactions(class, Some(set)),
            ] {
                raises(world, kind, outcome);
            }
        }
        for outcome in [
            a.rti.unpublish_object_class_directed_interactions(nowhere, None),
            a.rti.unsubscribe_object_class_directed_interactions(nowhere, None),
        ] {
            raises(world, ExceptionKind::ObjectClassNotDefined, outcome);
        }
    }
}
