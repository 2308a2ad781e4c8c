//! Object management (clause 6).

use hyla_core::declaration::Activity;
use hyla_types::{
    AttributeHandleSet, Edition, ExceptionKind, InteractionClassHandle, ObjectClassHandle,
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

scenarios! {
    /// 6.8
    fn registering_needs_publication(world) {
        let a = world.joined("a");
        let nothing = ObjectClassHandle::new(9999);

        let outcome = a.rti.register_object_instance(a.class("Vehicle.Car"), None);
        raises(world, ExceptionKind::ObjectClassNotPublished, outcome);
        let outcome = a.rti.register_object_instance(nothing, None);
        raises(world, ExceptionKind::ObjectClassNotDefined, outcome);
    }

    /// 6.9
    fn an_instance_is_discovered_as_the_nearest_subscribed_class(world) {
        let (a, b) = (world.joined("a"), world.joined("b"));
        a.publish("Vehicle.Car", &["Name"]);
        b.subscribe("Vehicle", &["Name"]);
        world.settle(&[&a, &b]);

        let object = a.rti.register_object_instance(a.class("Vehicle.Car"), None).unwrap();

        let name = a.rti.object_instance_name(object).unwrap();
        b.sees(&Seen::Discovered(object, b.class("Vehicle"), name, a.handle));
        assert_eq!(b.rti.known_object_class_handle(object).unwrap(), b.class("Vehicle"));
    }

    /// 6.9
    fn who_subscribes_later_discovers_what_is_there(world) {
        let (a, c) = (world.joined("a"), world.joined("c"));
        a.publish("Vehicle.Car", &["Name", "Doors"]);
        let object = a.rti.register_object_instance(a.class("Vehicle.Car"), None).unwrap();
        world.settle(&[&a, &c]);

        c.subscribe("Vehicle.Car", &["Doors"]);

        let name = a.rti.object_instance_name(object).unwrap();
        c.sees(&Seen::Discovered(object, c.class("Vehicle.Car"), name, a.handle));
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
    }

    /// 6.12, 6.13
    fn an_interaction_does_not_come_back_to_its_sender(world) {
        let (a, b) = (world.joined("a"), world.joined("b"));
        let message = a.interaction("Message");
        a.rti.publish_interaction_class(message).unwrap();
        for federate in [&a, &b] {
            federate.rti.subscribe_interaction_class(message, Activity::Active).unwrap();
        }
        world.settle(&[&a, &b]);

        a.rti.send_interaction(message, &[], b"t", None).unwrap();

        b.sees(&Seen::Received(message, vec![], b"t".to_vec()));
        world.settle(&[&a, &b]);
        assert!(!a.diary().iter().any(|seen| matches!(seen, Seen::Received(..))));
    }

    /// 6.12
    fn an_interaction_needs_publication(world) {
        let a = world.joined("a");
        let (message, nothing) = (a.interaction("Message"), InteractionClassHandle::new(9999));

        let outcome = a.rti.send_interaction(message, &[], b"", None);
        raises(world, ExceptionKind::InteractionClassNotPublished, outcome);
        let outcome = a.rti.send_interaction(nothing, &[], b"", None);
        raises(world, ExceptionKind::InteractionClassNotDefined, outcome);
        a.rti.publish_interaction_class(message).unwrap();
        a.rti.send_interaction(message, &[], b"", None).unwrap();
    }

    /// 6.12
    fn an_interaction_takes_the_parameters_of_its_class(world) {
        let a = world.joined("a");
        let (message, urgent) = (a.interaction("Message"), a.interaction("Message.Urgent"));
        let level = a.rti.parameter_handle(urgent, "Level").unwrap();
        a.rti.publish_interaction_class(message).unwrap();

        let outcome = a.rti.send_interaction(message, &[(level, b"1")], b"", None);

        raises(world, ExceptionKind::InteractionParameterNotDefined, outcome);
    }

    /// 6.14, 6.15 in 2010; 6.16, 6.17 in 2025
    fn a_deleted_instance_is_removed_everywhere(world) {
        let (flyer, viewer, object) = pair(world);

        flyer.rti.delete_object_instance(object, b"gone", None).unwrap();

        viewer.sees(&Seen::Removed(object, b"gone".to_vec()));
        // Its name can be asked until the callback has returned.
        world.settle(&[&viewer, &flyer]);
        for federate in [&flyer, &viewer] {
            let outcome = federate.rti.object_instance_name(object);
            raises(world, ExceptionKind::ObjectInstanceNotKnown, outcome);
        }
    }

    /// 6.14 in 2010, 6.16 in 2025
    fn who_does_not_own_an_instance_does_not_delete_it(world) {
        let (_flyer, viewer, object) = pair(world);

        let outcome = viewer.rti.delete_object_instance(object, b"", None);

        raises(world, ExceptionKind::DeletePrivilegeNotHeld, outcome);
    }

    /// 6.14 in 2010, 6.16 in 2025
    fn a_deletion_at_a_time_of_another_type_is_refused(world) {
        if !world.face.times_have_types() {
            return;
        }
        let (flyer, viewer, object) = pair(world);

        let foreign = Some(TimeImplementation::Integer64.initial());
        let outcome = flyer.rti.delete_object_instance(object, b"", foreign);

        raises(world, ExceptionKind::InvalidLogicalTime, outcome);
        assert!(viewer.rti.object_instance_name(object).is_ok());
    }

    /// 6.16 in 2010, 6.18 in 2025
    fn a_locally_deleted_instance_is_discovered_again_by_the_next_update(world) {
        let (flyer, viewer, object) = pair(world);

        viewer.rti.local_delete_object_instance(object).unwrap();
        raises(world, ExceptionKind::ObjectInstanceNotKnown, viewer.rti.object_instance_name(object));
        let speed = flyer.attribute("Speed");
        flyer.rti.update_attribute_values(object, &[(speed, b"1")], b"", None).unwrap();

        discovered(&viewer, object);
        viewer.sees(&Seen::Reflected(object, vec![(speed, b"1".to_vec())], vec![]));
    }

    /// 6.16 in 2010, 6.18 in 2025
    fn what_is_owned_or_unknown_is_not_deleted_locally(world) {
        let (flyer, viewer, object) = pair(world);

        let outcome = flyer.rti.local_delete_object_instance(object);
        raises(world, ExceptionKind::FederateOwnsAttributes, outcome);
        let outcome = viewer.rti.local_delete_object_instance(ObjectInstanceHandle::new(77));
        raises(world, ExceptionKind::ObjectInstanceNotKnown, outcome);
    }

    /// 6.9: a subscription to the subclass does not change what is known already.
    fn an_instance_stays_known_by_the_class_of_its_discovery(world) {
        let (flyer, viewer, object) = known_as_vehicle(world);

        viewer.subscribe("Vehicle.Car", &["Name", "Doors"]);
        world.settle(&[&flyer, &viewer]);

        let known = viewer.rti.known_object_class_handle(object).unwrap();
        assert_eq!(known, viewer.class("Vehicle"));
    }

    /// 6.9, 6.16 in 2010; 6.9, 6.18 in 2025: the class by which an instance is known is found anew at each discovery
    fn after_a_local_delete_an_instance_is_known_by_the_class_subscribed_meanwhile(world) {
        let (flyer, viewer, object) = known_as_vehicle(world);
        viewer.subscribe("Vehicle.Car", &["Name", "Doors"]);
        world.settle(&[&flyer, &viewer]);

        viewer.rti.local_delete_object_instance(object).unwrap();
        let doors = flyer.attribute("Doors");
        flyer.rti.update_attribute_values(object, &[(doors, b"4")], b"", None).unwrap();

        discovered(&viewer, object);
        assert_eq!(viewer.rti.known_object_class_handle(object).unwrap(), viewer.class("Vehicle.Car"));
        viewer.sees(&Seen::Reflected(object, vec![(doors, b"4".to_vec())], vec![]));
    }

    /// 6.17 in 2010, 6.19 in 2025
    fn what_is_subscribed_at_discovery_is_in_scope(world) {
        let (_flyer, viewer, object) = told_of_scope(world);

        viewer.sees(&Seen::InScope(object, viewer.attributes(&["Name"])));
    }

    /// 6.17 in 2010, 6.19 in 2025
    fn what_is_subscribed_later_comes_into_scope(world) {
        let (_flyer, viewer, object) = told_of_scope(world);

        viewer.subscribe("Vehicle.Car", &["Speed"]);

        viewer.sees(&Seen::InScope(object, viewer.attributes(&["Speed"])));
    }

    /// 6.18 in 2010, 6.20 in 2025
    fn what_nobody_owns_any_more_goes_out_of_scope(world) {
        let (flyer, viewer, object) = told_of_scope(world);

        let (car, name) = (flyer.class("Vehicle.Car"), flyer.attributes(&["Name"]));
        flyer.rti.unpublish_object_class_attributes(car, &name).unwrap();

        viewer.sees(&Seen::OutOfScope(object, name));
    }

    /// 6.19, 6.20 in 2010; 6.21, 6.22 in 2025
    fn the_owner_is_asked_for_values_of_an_instance(world) {
        let (flyer, viewer, object) = pair(world);
        let wanted = viewer.attributes(&["Name", "Speed"]);

        viewer.rti.request_attribute_value_update(object, &wanted, b"why").unwrap();

        flyer.sees(&Seen::Provide(object, wanted, b"why".to_vec()));
    }

    /// 6.19, 6.20 in 2010; 6.21, 6.22 in 2025
    fn owners_are_asked_for_values_of_a_class(world) {
        let (flyer, viewer, object) = pair(world);
        let wanted = viewer.attributes(&["Name", "Speed"]);

        let vehicle = viewer.class("Vehicle");
        viewer.rti.request_class_attribute_value_update(vehicle, &wanted, b"all").unwrap();

        flyer.sees(&Seen::Provide(object, wanted, b"all".to_vec()));
    }

    /// 6.19 in 2010, 6.21 in 2025
    fn values_of_what_does_not_exist_are_not_asked_for(world) {
        let (flyer, viewer, object) = pair(world);
        let (nobody, nowhere) = (ObjectInstanceHandle::new(77), ObjectClassHandle::new(9999));
        let (name, doors) = (viewer.attributes(&["Name"]), viewer.attributes(&["Doors"]));
        let request =
            |class, set| viewer.rti.request_class_attribute_value_update(class, set, b"");

        let vehicle = viewer.class("Vehicle");
        raises(world, ExceptionKind::AttributeNotDefined, request(vehicle, &doors));
        raises(world, ExceptionKind::ObjectClassNotDefined, request(nowhere, &name));
        let outcome = viewer.rti.request_attribute_value_update(nobody, &name, b"");
        raises(world, ExceptionKind::ObjectInstanceNotKnown, outcome);
        assert!(flyer.rti.object_instance_name(object).is_ok());
    }

    /// 6.21 in 2010, 6.23 in 2025
    fn an_owner_is_told_which_rate_is_wanted(world) {
        let wanted = Wanted::slowly(world);

        wanted.is_on(Some("Slow"));
        wanted.subscribe(Activity::Active, "Fast");
        wanted.is_on(Some("Fast"));
        wanted.subscribe(Activity::Active, "");
        wanted.is_on(None);
    }

    /// 6.22 in 2010, 6.24 in 2025
    fn a_passive_subscription_turns_updates_off(world) {
        let wanted = Wanted::slowly(world);
        wanted.is_on(Some("Slow"));

        wanted.subscribe(Activity::Passive, "");

        let Wanted { flyer, object, position, .. } = &wanted;
        flyer.sees(&Seen::UpdatesOff(*object, position.clone()));
    }
}

/// An owner of a car, and one that knows it as a vehicle.
fn known_as_vehicle(world: &World) -> (Federate, Federate, ObjectInstanceHandle) {
    let (flyer, viewer) = (world.joined("flyer"), world.joined("viewer"));
    flyer.publish("Vehicle.Car", &["Name", "Doors"]);
    viewer.subscribe("Vehicle", &["Name"]);
    world.settle(&[&flyer, &viewer]);
    let car = flyer.class("Vehicle.Car");
    let object = flyer.rti.register_object_instance(car, None).unwrap();
    discovered(&viewer, object);
    let known = viewer.rti.known_object_class_handle(object).unwrap();
    assert_eq!(known, viewer.class("Vehicle"));
    (flyer, viewer, object)
}

/// An owner of a car, and a federate with callbacks about the scope of its attributes, which has just discovered the car.
fn told_of_scope(world: &World) -> (Federate, Federate, ObjectInstanceHandle) {
    let (flyer, viewer) = (world.joined("flyer"), world.joined("viewer"));
    scope_advisories_on(world, &viewer);
    flyer.publish("Vehicle.Car", &["Name", "Speed"]);
    viewer.subscribe("Vehicle.Car", &["Name", "Doors"]);
    world.settle(&[&flyer, &viewer]);
    let car = flyer.class("Vehicle.Car");
    let object = flyer.rti.register_object_instance(car, None).unwrap();
    discovered(&viewer, object);
    (flyer, viewer, object)
}

/// An owner of a car, and one that wants to know where the car is.
struct Wanted {
    flyer: Federate,
    viewer: Federate,
    object: ObjectInstanceHandle,
    position: AttributeHandleSet,
}

impl Wanted {
    /// At a slow rate, which the owner's advisory will have.
    fn slowly(world: &World) -> Self {
        let (flyer, viewer) = (world.joined("flyer"), world.joined("viewer"));
        flyer.publish("Vehicle.Car", &["Name", "Position"]);
        let car = viewer.class("Vehicle.Car");
        let position = viewer.attributes(&["Position"]);
        let active = Activity::Active;
        viewer
            .rti
            .subscribe_object_class_attributes(car, &position, active, "Slow")
            .unwrap();
        world.settle(&[&flyer, &viewer]);
        let object = flyer.rti.register_object_instance(car, None).unwrap();
        Self {
            flyer,
            viewer,
            object,
            position,
        }
    }

    fn subscribe(&self, activity: Activity, rate: &str) {
        let car = self.viewer.class("Vehicle.Car");
        self.viewer
            .rti
            .subscribe_object_class_attributes(car, &self.position, activity, rate)
            .unwrap();
    }

    fn is_on(&self, rate: Option<&str>) {
        let (position, rate) = (self.position.clone(), rate.map(str::to_owned));
        self.flyer
            .sees(&Seen::UpdatesOn(self.object, position, rate));
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
