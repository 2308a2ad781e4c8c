//! Object management (clause 6).

use std::collections::BTreeSet;

use hyla_core::declaration::{Activity, DirectedScope};
use hyla_types::{
    Edition, ExceptionKind, InteractionClassHandle, InteractionClassHandleSet, ObjectClassHandle,
    ObjectInstanceHandle, TimeImplementation,
};

use crate::federate::{Federate, Seen};
use crate::scenarios::scenarios;
use crate::world::{World, raises};

/// A flyer that publishes cars, a viewer that subscribes them, and a car that both know.
pub(crate) fn pair(world: &World) -> (Federate, Federate, ObjectInstanceHandle) {
    let flyer = world.joined("flyer");
    let viewer = world.joined("viewer");
    flyer.publish("Vehicle.Car", &["Name", "Position", "Speed", "Doors"]);
    viewer.subscribe("Vehicle.Car", &["Name", "Position", "Speed"]);
    world.settle(&[&flyer, &viewer]);
    let object = flyer
        .rti
        .register_object_instance(flyer.class("Vehicle.Car"), None)
        .unwrap();
    discovered(&viewer, object);
    (flyer, viewer, object)
}

pub(crate) fn discovered(federate: &Federate, object: ObjectInstanceHandle) {
    federate.expect("discovery", |seen| {
        matches!(seen, Seen::Discovered(o, ..) if *o == object).then_some(())
    });
}

fn names(names: &[&str]) -> BTreeSet<String> {
    names.iter().map(|name| (*name).to_owned()).collect()
}

scenarios! {
    /// 6.2, 6.3, 6.4
    fn a_name_is_reserved_by_one_federate_until_it_is_released(world) {
        let (a, b) = (world.joined("a"), world.joined("b"));

        a.rti.reserve_object_instance_name("Alpha").unwrap();
        a.sees(&Seen::Reserved(vec!["Alpha".into()]));
        b.rti.reserve_object_instance_name("Alpha").unwrap();
        b.sees(&Seen::Refused(vec!["Alpha".into()]));

        a.rti.release_object_instance_name("Alpha").unwrap();
        world.settle(&[&a]);
        b.rti.reserve_object_instance_name("Alpha").unwrap();
        b.sees(&Seen::Reserved(vec!["Alpha".into()]));
        raises(
            world,
            ExceptionKind::ObjectInstanceNameNotReserved,
            a.rti.release_object_instance_name("Alpha"),
        );
    }

    /// 6.2
    fn names_of_the_rti_and_empty_names_are_illegal(world) {
        let a = world.joined("a");

        raises(world, ExceptionKind::IllegalName, a.rti.reserve_object_instance_name(""));
        raises(world, ExceptionKind::IllegalName, a.rti.reserve_object_instance_name("HLAx"));
        raises(
            world,
            ExceptionKind::NameSetWasEmpty,
            a.rti.reserve_multiple_object_instance_names(&BTreeSet::new()),
        );
    }

    /// 6.5, 6.6, 6.7
    fn several_names_are_reserved_as_the_edition_says(world) {
        let (a, b) = (world.joined("a"), world.joined("b"));
        a.rti.reserve_object_instance_name("Taken").unwrap();
        a.sees(&Seen::Reserved(vec!["Taken".into()]));

        b.rti.reserve_multiple_object_instance_names(&names(&["Free", "Taken"])).unwrap();
        if world.edition == Edition::Hla2010 {
            b.sees(&Seen::Refused(vec!["Free".into(), "Taken".into()]));
        } else {
            b.sees(&Seen::Reserved(vec!["Free".into()]));
            b.sees(&Seen::Refused(vec!["Taken".into()]));
        }

        b.rti.reserve_multiple_object_instance_names(&names(&["X", "Y"])).unwrap();
        b.sees(&Seen::Reserved(vec!["X".into(), "Y".into()]));
        raises(
            world,
            ExceptionKind::ObjectInstanceNameNotReserved,
            b.rti.release_multiple_object_instance_names(&names(&["X", "Strange"])),
        );
        b.rti.release_multiple_object_instance_names(&names(&["X", "Y"])).unwrap();
    }

    /// 6.8
    fn registering_needs_publication_and_a_reserved_name(world) {
        let a = world.joined("a");
        let car = a.class("Vehicle.Car");

        raises(
            world,
            ExceptionKind::ObjectClassNotPublished,
            a.rti.register_object_instance(car, None),
        );
        a.publish("Vehicle.Car", &["Name"]);
        raises(
            world,
            ExceptionKind::ObjectInstanceNameNotReserved,
            a.rti.register_object_instance(car, Some("Alpha")),
        );
        raises(
            world,
            ExceptionKind::ObjectClassNotDefined,
            a.rti.register_object_instance(hyla_types::ObjectClassHandle::new(9999), None),
        );

        a.rti.reserve_object_instance_name("Alpha").unwrap();
        a.sees(&Seen::Reserved(vec!["Alpha".into()]));
        let object = a.rti.register_object_instance(car, Some("Alpha")).unwrap();

        assert_eq!(a.rti.object_instance_handle("Alpha").unwrap(), object);
        assert_eq!(a.rti.object_instance_name(object).unwrap(), "Alpha");
        assert_eq!(a.rti.known_object_class_handle(object).unwrap(), car);
        raises(
            world,
            ExceptionKind::ObjectInstanceNameInUse,
            a.rti.register_object_instance(car, Some("Alpha")),
        );
    }

    /// 6.9
    fn an_instance_is_discovered_as_the_nearest_subscribed_class(world) {
        let (a, b, c) = (world.joined("a"), world.joined("b"), world.joined("c"));
        a.publish("Vehicle.Car", &["Name", "Doors"]);
        b.subscribe("Vehicle", &["Name"]);
        world.settle(&[&a, &b, &c]);

        let object = a.rti.register_object_instance(a.class("Vehicle.Car"), None).unwrap();
        let name = a.rti.object_instance_name(object).unwrap();

        b.sees(&Seen::Discovered(object, b.class("Vehicle"), name.clone(), a.handle));
        c.subscribe("Vehicle.Car", &["Doors"]);
        c.sees(&Seen::Discovered(object, c.class("Vehicle.Car"), name, a.handle));
        assert_eq!(b.rti.known_object_class_handle(object).unwrap(), b.class("Vehicle"));
    }

    /// 6.9
    fn an_instance_without_a_subscribed_attribute_that_somebody_owns_is_not_discovered(world) {
        let (a, b) = (world.joined("a"), world.joined("b"));
        a.publish("Vehicle.Car", &["Name"]);
        b.subscribe("Vehicle.Car", &["Doors"]);
        world.settle(&[&a, &b]);

        let object = a.rti.register_object_instance(a.class("Vehicle.Car"), None).unwrap();
        world.settle(&[&a, &b]);

        assert!(!b.diary().iter().any(|seen| matches!(seen, Seen::Discovered(..))));
        raises(world, ExceptionKind::ObjectInstanceNotKnown, b.rti.object_instance_name(object));
    }

    /// 6.10, 6.11
    fn an_update_reaches_subscribers_with_what_they_subscribe(world) {
        let (flyer, viewer, object) = pair(world);
        let [name, speed, doors] = ["Name", "Speed", "Doors"].map(|n| flyer.attribute(n));

        let values: &[(_, &[u8])] = &[(name, b"ABC"), (speed, b"12"), (doors, b"4")];
        flyer.rti.update_attribute_values(object, values, b"tag", None).unwrap();

        let reflected = vec![(name, b"ABC".to_vec()), (speed, b"12".to_vec())];
        viewer.sees(&Seen::Reflected(object, reflected, b"tag".to_vec()));
    }

    /// 6.10: attributes of different transportation types travel apart.
    fn an_update_is_split_by_transportation_type(world) {
        let (flyer, viewer, object) = pair(world);
        let [name, position] = ["Name", "Position"].map(|n| flyer.attribute(n));

        let values: &[(_, &[u8])] = &[(name, b"ABC"), (position, b"here")];
        flyer.rti.update_attribute_values(object, values, b"", None).unwrap();

        for (attribute, value) in [(name, b"ABC".to_vec()), (position, b"here".to_vec())] {
            viewer.pick("one reflection for each type", |seen| {
                (*seen == Seen::Reflected(object, vec![(attribute, value.clone())], vec![]))
                    .then_some(())
            });
        }
    }

    /// 6.10
    fn an_update_is_refused_as_a_whole(world) {
        let (flyer, viewer, object) = pair(world);
        let name = flyer.attribute("Name");
        let strange = hyla_types::AttributeHandle::new(9999);
        let value: &[u8] = b"x";

        let wrong = [(name, value), (strange, value)];
        let outcome = flyer.rti.update_attribute_values(object, &wrong, b"", None);
        raises(world, ExceptionKind::AttributeNotDefined, outcome);
        let outcome = viewer.rti.update_attribute_values(object, &[(name, value)], b"", None);
        raises(world, ExceptionKind::AttributeNotOwned, outcome);
        let nothing = ObjectInstanceHandle::new(77);
        let outcome = flyer.rti.update_attribute_values(nothing, &[(name, value)], b"", None);
        raises(world, ExceptionKind::ObjectInstanceNotKnown, outcome);
        if world.face.times_have_types() {
            let foreign = Some(TimeImplementation::Integer64.initial());
            let outcome = flyer.rti.update_attribute_values(object, &[(name, value)], b"", foreign);
            raises(world, ExceptionKind::InvalidLogicalTime, outcome);
        }

        world.settle(&[&flyer, &viewer]);
        assert!(!viewer.diary().iter().any(|seen| matches!(seen, Seen::Reflected(..))));
    }

    /// 6.10
    fn updates_of_one_federate_arrive_in_order(world) {
        let (flyer, viewer, object) = pair(world);
        let speed = flyer.attribute("Speed");

        for number in 0_u32..2000 {
            let value = number.to_be_bytes();
            flyer.rti.update_attribute_values(object, &[(speed, &value)], b"", None).unwrap();
        }

        for number in 0_u32..2000 {
            let value = viewer.expect("a reflection", |seen| match seen {
                Seen::Reflected(_, values, _) => Some(values[0].1.clone()),
                _ => None,
            });
            assert_eq!(value, number.to_be_bytes());
        }
    }

    /// 6.10: a value larger than any buffer.
    fn a_value_of_many_megabytes_arrives_whole(world) {
        let (flyer, viewer, object) = pair(world);
        let speed = flyer.attribute("Speed");
        // A single-threaded sender waits for its receiver, which here is the same thread: what it
        // sends at once has to fit the queue.
        let single = world.wiring.is_single_threaded;
        let length = if single { 3_000_000_u32 } else { 20_000_000 };
        let value: Vec<u8> = (0..length).map(|i| (i >> 8) as u8).collect();

        flyer.rti.update_attribute_values(object, &[(speed, &value)], b"", None).unwrap();

        let arrived = viewer.expect("the reflection", |seen| match seen {
            Seen::Reflected(_, values, _) => Some(values[0].1.clone()),
            _ => None,
        });
        assert!(arrived == value);
    }

    /// 6.10: what no message can hold is refused before anything is sent.
    fn a_value_beyond_the_limit_is_refused(world) {
        let (flyer, viewer, object) = pair(world);
        let speed = flyer.attribute("Speed");
        let limit = world.parsed_settings().channel.max_frame_bytes;

        let value = vec![0; limit];
        let outcome = flyer.rti.update_attribute_values(object, &[(speed, &value)], b"", None);
        raises(world, ExceptionKind::RTIinternalError, outcome);
        flyer.rti.update_attribute_values(object, &[(speed, b"1")], b"", None).unwrap();

        viewer.sees(&Seen::Reflected(object, vec![(speed, b"1".to_vec())], vec![]));
    }

    /// 6.12, 6.13
    fn an_interaction_is_received_as_the_nearest_subscribed_class(world) {
        let (a, b, c) = (world.joined("a"), world.joined("b"), world.joined("c"));
        let urgent = a.interaction("Message.Urgent");
        a.rti.publish_interaction_class(urgent).unwrap();
        b.rti.subscribe_interaction_class(b.interaction("Message"), Activity::Active).unwrap();
        c.rti.subscribe_interaction_class(urgent, Activity::Passive).unwrap();
        world.settle(&[&a, &b, &c]);

        let text = a.rti.parameter_handle(urgent, "Text").unwrap();
        let level = a.rti.parameter_handle(urgent, "Level").unwrap();
        let values: &[(_, &[u8])] = &[(text, b"hello"), (level, b"9")];
        a.rti.send_interaction(urgent, values, b"t", None).unwrap();

        b.sees(&Seen::Received(b.interaction("Message"), vec![b"hello".to_vec()], b"t".to_vec()));
        c.sees(&Seen::Received(urgent, vec![b"hello".to_vec(), b"9".to_vec()], b"t".to_vec()));
        world.settle(&[&a, &b]);
        assert!(!a.diary().iter().any(|seen| matches!(seen, Seen::Received(..))));
    }

    /// 6.12
    fn an_interaction_needs_publication_and_its_own_parameters(world) {
        let a = world.joined("a");
        let message = a.interaction("Message");
        let urgent = a.interaction("Message.Urgent");
        let level = a.rti.parameter_handle(urgent, "Level").unwrap();

        let outcome = a.rti.send_interaction(message, &[], b"", None);
        raises(world, ExceptionKind::InteractionClassNotPublished, outcome);
        a.rti.publish_interaction_class(message).unwrap();
        let outcome = a.rti.send_interaction(message, &[(level, b"1")], b"", None);
        raises(world, ExceptionKind::InteractionParameterNotDefined, outcome);
        a.rti.send_interaction(message, &[], b"", None).unwrap();
    }

    /// 6.14, 6.15 in 2025
    fn a_directed_interaction_reaches_owners_and_universal_subscribers(world) {
        if world.edition == Edition::Hla2010 {
            return;
        }
        let (flyer, viewer, object) = pair(world);
        let other = world.joined("other");
        let (order, stop) = (viewer.interaction("Order"), viewer.interaction("Order.Stop"));
        let car = viewer.class("Vehicle.Car");
        let set = InteractionClassHandleSet::from([stop]);
        viewer.rti.publish_object_class_directed_interactions(car, &set).unwrap();
        flyer
            .rti
            .subscribe_object_class_directed_interactions(
                car,
                &InteractionClassHandleSet::from([order]),
                DirectedScope::Owned,
            )
            .unwrap();
        other.subscribe("Vehicle", &["Name"]);
        discovered(&other, object);
        let vehicle = other.class("Vehicle");
        let scope = DirectedScope::Universal;
        other.rti.subscribe_object_class_directed_interactions(vehicle, &set, scope).unwrap();
        world.settle(&[&flyer, &viewer, &other]);

        let place = viewer.rti.parameter_handle(stop, "Where").unwrap();
        let from = viewer.rti.parameter_handle(stop, "From").unwrap();
        let values: &[(_, &[u8])] = &[(place, b"here"), (from, b"me")];
        viewer.rti.send_directed_interaction(stop, object, values, b"", None).unwrap();

        flyer.sees(&Seen::Directed(order, object, vec![b"me".to_vec()]));
        other.sees(&Seen::Directed(stop, object, vec![b"me".to_vec(), b"here".to_vec()]));
        let outcome = viewer.rti.send_directed_interaction(order, object, &[], b"", None);
        raises(world, ExceptionKind::InteractionClassNotPublished, outcome);

        let reverse = flyer.rti.unsubscribe_object_class_directed_interactions(car, None);
        reverse.unwrap();
        viewer.rti.unpublish_object_class_directed_interactions(car, Some(&set)).unwrap();
        let outcome = viewer.rti.send_directed_interaction(stop, object, &[], b"", None);
        raises(world, ExceptionKind::InteractionClassNotPublished, outcome);
    }

    /// 6.14, 6.15 in 2010; 6.16, 6.17 in 2025
    fn a_deleted_instance_is_removed_everywhere(world) {
        let (flyer, viewer, object) = pair(world);

        raises(
            world,
            ExceptionKind::DeletePrivilegeNotHeld,
            viewer.rti.delete_object_instance(object, b"", None),
        );
        flyer.rti.delete_object_instance(object, b"gone", None).unwrap();

        viewer.sees(&Seen::Removed(object, b"gone".to_vec()));
        // Its name can be asked until the callback has returned.
        world.settle(&[&viewer, &flyer]);
        for federate in [&flyer, &viewer] {
            let outcome = federate.rti.object_instance_name(object);
            raises(world, ExceptionKind::ObjectInstanceNotKnown, outcome);
        }
    }

    /// 6.16 in 2010, 6.18 in 2025
    fn a_locally_deleted_instance_is_discovered_again_by_the_next_update(world) {
        let (flyer, viewer, object) = pair(world);
        raises(
            world,
            ExceptionKind::FederateOwnsAttributes,
            flyer.rti.local_delete_object_instance(object),
        );

        viewer.rti.local_delete_object_instance(object).unwrap();
        raises(world, ExceptionKind::ObjectInstanceNotKnown, viewer.rti.object_instance_name(object));
        let speed = flyer.attribute("Speed");
        flyer.rti.update_attribute_values(object, &[(speed, b"1")], b"", None).unwrap();

        discovered(&viewer, object);
        viewer.sees(&Seen::Reflected(object, vec![(speed, b"1".to_vec())], vec![]));
    }

    /// 6.9, 6.16 in 2010; 6.9, 6.18 in 2025: the class by which an instance is known is found anew at each discovery
    fn after_a_local_delete_an_instance_is_known_by_the_class_subscribed_meanwhile(world) {
        let (flyer, viewer) = (world.joined("flyer"), world.joined("viewer"));
        flyer.publish("Vehicle.Car", &["Name", "Doors"]);
        viewer.subscribe("Vehicle", &["Name"]);
        world.settle(&[&flyer, &viewer]);
        let car = flyer.class("Vehicle.Car");
        let object = flyer.rti.register_object_instance(car, None).unwrap();
        discovered(&viewer, object);
        assert_eq!(viewer.rti.known_object_class_handle(object).unwrap(), viewer.class("Vehicle"));

        // A subscription to the subclass does not change what is known already.
        viewer.subscribe("Vehicle.Car", &["Name", "Doors"]);
        world.settle(&[&flyer, &viewer]);
        assert_eq!(viewer.rti.known_object_class_handle(object).unwrap(), viewer.class("Vehicle"));

        viewer.rti.local_delete_object_instance(object).unwrap();
        let doors = flyer.attribute("Doors");
        flyer.rti.update_attribute_values(object, &[(doors, b"4")], b"", None).unwrap();

        discovered(&viewer, object);
        assert_eq!(viewer.rti.known_object_class_handle(object).unwrap(), viewer.class("Vehicle.Car"));
        viewer.sees(&Seen::Reflected(object, vec![(doors, b"4".to_vec())], vec![]));
    }

    /// 6.17, 6.18 in 2010; 6.19, 6.20 in 2025
    fn scope_is_told_when_the_switch_is_on(world) {
        let (flyer, viewer) = (world.joined("flyer"), world.joined("viewer"));
        scope_advisories_on(world, &viewer);
        flyer.publish("Vehicle.Car", &["Name", "Speed"]);
        viewer.subscribe("Vehicle.Car", &["Name", "Doors"]);
        world.settle(&[&flyer, &viewer]);

        let object = flyer.rti.register_object_instance(flyer.class("Vehicle.Car"), None).unwrap();
        discovered(&viewer, object);
        viewer.sees(&Seen::InScope(object, viewer.attributes(&["Name"])));
        viewer.subscribe("Vehicle.Car", &["Speed"]);
        viewer.sees(&Seen::InScope(object, viewer.attributes(&["Speed"])));

        let car = flyer.class("Vehicle.Car");
        let speed = flyer.attributes(&["Speed"]);
        flyer.rti.unpublish_object_class_attributes(car, &speed).unwrap();
        viewer.sees(&Seen::OutOfScope(object, speed));
    }

    /// 6.19, 6.20 in 2010; 6.21, 6.22 in 2025
    fn owners_are_asked_for_values(world) {
        let (flyer, viewer, object) = pair(world);
        let wanted = viewer.attributes(&["Name", "Speed"]);

        viewer.rti.request_attribute_value_update(object, &wanted, b"why").unwrap();
        flyer.sees(&Seen::Provide(object, wanted.clone(), b"why".to_vec()));
        let vehicle = viewer.class("Vehicle");
        viewer.rti.request_class_attribute_value_update(vehicle, &wanted, b"all").unwrap();
        flyer.sees(&Seen::Provide(object, wanted, b"all".to_vec()));

        let doors = viewer.attributes(&["Doors"]);
        let outcome = viewer.rti.request_class_attribute_value_update(vehicle, &doors, b"");
        raises(world, ExceptionKind::AttributeNotDefined, outcome);
    }

    /// 6.21, 6.22 in 2010; 6.23, 6.24 in 2025
    fn owners_are_told_which_updates_are_wanted_and_how_fast(world) {
        let (flyer, viewer) = (world.joined("flyer"), world.joined("viewer"));
        flyer.publish("Vehicle.Car", &["Name", "Position"]);
        let car = viewer.class("Vehicle.Car");
        let position = viewer.attributes(&["Position"]);
        let subscribe = |activity, rate: &str| {
            viewer.rti.subscribe_object_class_attributes(car, &position, activity, rate).unwrap();
        };
        subscribe(Activity::Active, "Slow");
        world.settle(&[&flyer, &viewer]);

        let object = flyer.rti.register_object_instance(car, None).unwrap();

        flyer.sees(&Seen::UpdatesOn(object, position.clone(), Some("Slow".into())));
        assert_eq!(viewer.rti.update_rate_value("Fast").unwrap(), 20.0);
        subscribe(Activity::Active, "Fast");
        flyer.sees(&Seen::UpdatesOn(object, position.clone(), Some("Fast".into())));
        subscribe(Activity::Active, "");
        flyer.sees(&Seen::UpdatesOn(object, position.clone(), None));
        subscribe(Activity::Passive, "");
        flyer.sees(&Seen::UpdatesOff(object, position.clone()));
    }

    /// 6.5, 6.12; 6.14, 6.16, 6.19 in 2010, 6.16, 6.18, 6.21 in 2025
    fn objects_and_classes_that_nobody_knows_are_refused(world) {
        let (flyer, viewer, object) = pair(world);
        let (nobody, nowhere) = (ObjectInstanceHandle::new(77), ObjectClassHandle::new(9999));
        let name = flyer.attributes(&["Name"]);

        let outcome = flyer.rti.reserve_multiple_object_instance_names(&names(&["X", "HLAx"]));
        raises(world, ExceptionKind::IllegalName, outcome);
        let outcome = flyer.rti.send_interaction(InteractionClassHandle::new(9999), &[], b"", None);
        raises(world, ExceptionKind::InteractionClassNotDefined, outcome);
        if world.face.times_have_types() {
            let foreign = Some(TimeImplementation::Integer64.initial());
            let outcome = flyer.rti.delete_object_instance(object, b"", foreign);
            raises(world, ExceptionKind::InvalidLogicalTime, outcome);
        }
        let outcome = viewer.rti.local_delete_object_instance(nobody);
        raises(world, ExceptionKind::ObjectInstanceNotKnown, outcome);
        let outcome = viewer.rti.request_attribute_value_update(nobody, &name, b"");
        raises(world, ExceptionKind::ObjectInstanceNotKnown, outcome);
        let outcome = viewer.rti.request_class_attribute_value_update(nowhere, &name, b"");
        raises(world, ExceptionKind::ObjectClassNotDefined, outcome);
        assert!(viewer.rti.object_instance_name(object).is_ok());
    }

    /// 6.14 in 2025
    fn a_directed_interaction_names_what_exists(world) {
        if world.edition == Edition::Hla2010 {
            return;
        }
        let (flyer, viewer, object) = pair(world);
        let (stop, silence) = (viewer.interaction("Order.Stop"), InteractionClassHandle::new(9999));
        let set = InteractionClassHandleSet::from([stop]);
        let car = viewer.class("Vehicle.Car");
        viewer.rti.publish_object_class_directed_interactions(car, &set).unwrap();
        let text = viewer.rti.parameter_handle(viewer.interaction("Message"), "Text").unwrap();
        let nobody = ObjectInstanceHandle::new(77);
        let send = |class, object, values: &[(_, &[u8])], time| {
            viewer.rti.send_directed_interaction(class, object, values, b"", time)
        };

        raises(world, ExceptionKind::ObjectInstanceNotKnown, send(stop, nobody, &[], None));
        raises(world, ExceptionKind::InteractionClassNotDefined, send(silence, object, &[], None));
        let outcome = send(stop, object, &[(text, b"")], None);
        raises(world, ExceptionKind::InteractionParameterNotDefined, outcome);
        if world.face.times_have_types() {
            let foreign = Some(TimeImplementation::Integer64.initial());
            raises(world, ExceptionKind::InvalidLogicalTime, send(stop, object, &[], foreign));
        }

        world.settle(&[&flyer, &viewer]);
        assert!(!flyer.diary().iter().any(|seen| matches!(seen, Seen::Directed(..))));
    }
}

fn scope_advisories_on(world: &World, federate: &Federate) {
    if world.edition == Edition::Hla2010 {
        federate
            .rti
            .enable_attribute_scope_advisory_switch()
            .unwrap();
    } else {
        federate
            .rti
            .set_attribute_scope_advisory_switch(true)
            .unwrap();
    }
}
