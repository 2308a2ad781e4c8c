//! Transportation types (clauses 6.23 to 6.30 in 2010, 6.25 to 6.33 in 2025).

use hyla_types::{
    AttributeHandle, Edition, ExceptionKind, InteractionClassHandle, ObjectClassHandle,
    ObjectInstanceHandle, TransportationTypeHandle,
};

use crate::federate::Seen;
use crate::scenarios::object::{discovered, pair};
use crate::scenarios::scenarios;
use crate::world::raises;

/// A change by callback is in force when the callback has returned, which a test may notice a moment earlier.
fn soon(wanted: TransportationTypeHandle, told: impl Fn() -> TransportationTypeHandle) {
    for _ in 0..1000 {
        if told() == wanted {
            return;
        }
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    panic!("the type never became {wanted:?}");
}

scenarios! {
    /// 6.23 to 6.26 in 2010, 6.25 to 6.29 in 2025
    fn the_transportation_type_of_an_attribute_changes_when_confirmed(world) {
        let (flyer, viewer, object) = pair(world);
        let other = world.face.other_transportation_type(world.edition);
        let other = flyer.rti.transportation_type_handle(other).unwrap();
        let reliable = flyer.rti.transportation_type_handle("HLAreliable").unwrap();
        let name = flyer.attribute("Name");
        let set = flyer.attributes(&["Name"]);

        viewer.rti.query_attribute_transportation_type(object, name).unwrap();
        viewer.sees(&Seen::AttributeTypeReported(object, name, reliable));
        flyer.rti.request_attribute_transportation_type_change(object, &set, other).unwrap();
        flyer.sees(&Seen::AttributeTypeConfirmed(object, set.clone(), other));
        soon(other, || {
            viewer.rti.query_attribute_transportation_type(object, name).unwrap();
            viewer.expect("a report", |seen| match seen {
                Seen::AttributeTypeReported(_, _, told) => Some(*told),
                _ => None,
            })
        });
    }

    /// 6.23 in 2010, 6.25 in 2025
    fn who_does_not_own_an_attribute_does_not_change_its_type(world) {
        let (flyer, viewer, object) = pair(world);
        let reliable = flyer.rti.transportation_type_handle("HLAreliable").unwrap();
        let set = viewer.attributes(&["Name"]);

        let outcome =
            viewer.rti.request_attribute_transportation_type_change(object, &set, reliable);

        raises(world, ExceptionKind::AttributeNotOwned, outcome);
    }

    /// 6.27 in 2025
    fn later_instances_take_the_changed_default_type(world) {
        if world.edition == Edition::Hla2010 {
            return;
        }
        let (flyer, viewer, old) = pair(world);
        let telemetry = flyer.rti.transportation_type_handle("Telemetry").unwrap();
        let reliable = flyer.rti.transportation_type_handle("HLAreliable").unwrap();
        let car = flyer.class("Vehicle.Car");
        let name = flyer.attribute("Name");
        let set = flyer.attributes(&["Name"]);

        flyer.rti.change_default_attribute_transportation_type(car, &set, telemetry).unwrap();
        let new = flyer.rti.register_object_instance(car, None).unwrap();
        discovered(&viewer, new);

        for (object, expected) in [(new, telemetry), (old, reliable)] {
            viewer.rti.query_attribute_transportation_type(object, name).unwrap();
            viewer.sees(&Seen::AttributeTypeReported(object, name, expected));
        }
    }

    /// 6.27 to 6.30 in 2010, 6.30 to 6.33 in 2025
    fn the_transportation_type_of_an_interaction_changes_when_confirmed(world) {
        let (a, b) = (world.joined("a"), world.joined("b"));
        let message = a.interaction("Message");
        let other = world.face.other_transportation_type(world.edition);
        let other = a.rti.transportation_type_handle(other).unwrap();

        a.rti.publish_interaction_class(message).unwrap();
        a.rti.request_interaction_transportation_type_change(message, other).unwrap();
        a.sees(&Seen::InteractionTypeConfirmed(message, other));

        let handle = a.handle.unwrap();
        soon(other, || {
            b.rti.query_interaction_transportation_type(handle, message).unwrap();
            b.expect("a report", |seen| match seen {
                Seen::InteractionTypeReported(_, _, told) => Some(*told),
                _ => None,
            })
        });
    }

    /// 6.27 in 2010, 6.30 in 2025
    fn who_does_not_publish_an_interaction_does_not_change_its_type(world) {
        let a = world.joined("a");
        let reliable = a.rti.transportation_type_handle("HLAreliable").unwrap();

        let message = a.interaction("Message");
        let outcome = a.rti.request_interaction_transportation_type_change(message, reliable);

        raises(world, ExceptionKind::InteractionClassNotPublished, outcome);
    }

    /// 6.23, 6.25 in 2010; 6.25, 6.28 in 2025
    fn types_of_what_does_not_exist_are_neither_changed_nor_told(world) {
        let (flyer, _, object) = pair(world);
        let rti = &flyer.rti;
        let reliable = rti.transportation_type_handle("HLAreliable").unwrap();
        let (nobody, unknown) = (ObjectInstanceHandle::new(77), AttributeHandle::new(9999));
        let (known, name) = (flyer.attribute("Name"), flyer.attributes(&["Name"]));
        let unknown_set = [unknown].into();
        let change = |object, set, to| {
            rti.request_attribute_transportation_type_change(object, set, to)
        };
        let query = |object, attribute| rti.query_attribute_transportation_type(object, attribute);

        raises(world, ExceptionKind::ObjectInstanceNotKnown, change(nobody, &name, reliable));
        raises(world, ExceptionKind::ObjectInstanceNotKnown, query(nobody, known));
        let outcome = change(object, &unknown_set, reliable);
        raises(world, ExceptionKind::AttributeNotDefined, outcome);
        raises(world, ExceptionKind::AttributeNotDefined, query(object, unknown));
        let outcome = change(object, &name, TransportationTypeHandle::new(99));
        raises(world, ExceptionKind::InvalidTransportationTypeHandle, outcome);
    }

    /// 6.23 in 2010, 6.25 in 2025
    fn the_type_of_an_attribute_changes_one_at_a_time(world) {
        let (flyer, _, object) = pair(world);
        let rti = &flyer.rti;
        let other = world.face.other_transportation_type(world.edition);
        let other = rti.transportation_type_handle(other).unwrap();
        let name = flyer.attributes(&["Name"]);
        let change = || rti.request_attribute_transportation_type_change(object, &name, other);

        rti.disable_callbacks().unwrap();
        change().unwrap();
        raises(world, ExceptionKind::AttributeAlreadyBeingChanged, change());
        rti.enable_callbacks().unwrap();
        flyer.sees(&Seen::AttributeTypeConfirmed(object, name.clone(), other));
        change().unwrap();
    }

    /// 6.27 in 2025
    fn the_default_type_is_changed_of_what_exists(world) {
        if world.edition == Edition::Hla2010 {
            return;
        }
        let flyer = world.joined("flyer");
        let rti = &flyer.rti;
        let reliable = rti.transportation_type_handle("HLAreliable").unwrap();
        let (car, nowhere) = (flyer.class("Vehicle.Car"), ObjectClassHandle::new(9999));
        let (name, unknown) = (flyer.attributes(&["Name"]), [AttributeHandle::new(9999)].into());
        let change = |class, set, to| {
            rti.change_default_attribute_transportation_type(class, set, to)
        };

        raises(world, ExceptionKind::ObjectClassNotDefined, change(nowhere, &name, reliable));
        raises(world, ExceptionKind::AttributeNotDefined, change(car, &unknown, reliable));
        let outcome = change(car, &name, TransportationTypeHandle::new(99));
        raises(world, ExceptionKind::InvalidTransportationTypeHandle, outcome);
    }

    /// 6.27, 6.29 in 2010; 6.30, 6.32 in 2025
    fn types_of_interactions_that_do_not_exist_are_neither_changed_nor_told(world) {
        let a = world.joined("a");
        let (message, silence) = (a.interaction("Message"), InteractionClassHandle::new(9999));
        let reliable = a.rti.transportation_type_handle("HLAreliable").unwrap();
        let change = |class, to| a.rti.request_interaction_transportation_type_change(class, to);
        a.rti.publish_interaction_class(message).unwrap();

        raises(world, ExceptionKind::InteractionClassNotDefined, change(silence, reliable));
        let outcome = a.rti.query_interaction_transportation_type(a.handle.unwrap(), silence);
        raises(world, ExceptionKind::InteractionClassNotDefined, outcome);
        let outcome = change(message, TransportationTypeHandle::new(99));
        raises(world, ExceptionKind::InvalidTransportationTypeHandle, outcome);
    }

    /// 6.27 in 2010, 6.30 in 2025
    fn the_type_of_an_interaction_changes_one_at_a_time(world) {
        let a = world.joined("a");
        let message = a.interaction("Message");
        let other = world.face.other_transportation_type(world.edition);
        let other = a.rti.transportation_type_handle(other).unwrap();
        let change = || a.rti.request_interaction_transportation_type_change(message, other);
        a.rti.publish_interaction_class(message).unwrap();

        a.rti.disable_callbacks().unwrap();
        change().unwrap();
        raises(world, ExceptionKind::InteractionClassAlreadyBeingChanged, change());
        a.rti.enable_callbacks().unwrap();
        a.sees(&Seen::InteractionTypeConfirmed(message, other));
        change().unwrap();
    }
}
