//! Transportation types (clauses 6.23 to 6.30 in 2010, 6.25 to 6.33 in 2025).

use hyla_types::{
    AttributeHandle, Edition, ExceptionKind, InteractionClassHandle, ObjectClassHandle,
    ObjectInstanceHandle, TransportationTypeHandle,
};

use crate::federate::Seen;
use crate::scenarios::object::{discovered, pair};
use crate::scenarios::scenarios;
use crate::world::raises;

/// What a federate was told in a callback is in force when it has returned from that, which a test may notice a moment earlier.
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

        let outcome =
            viewer.rti.request_attribute_transportation_type_change(object, &set, other);
        raises(world, ExceptionKind::AttributeNotOwned, outcome);
        let strange = hyla_types::TransportationTypeHandle::new(99);
        let outcome = flyer.rti.request_attribute_transportation_type_change(object, &set, strange);
        raises(world, ExceptionKind::InvalidTransportationTypeHandle, outcome);
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
        let outcome = a.rti.request_interaction_transportation_type_change(message, other);
        raises(world, ExceptionKind::InteractionClassNotPublished, outcome);

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

    /// 6.23, 6.25 in 2010; 6.25, 6.27, 6.28 in 2025
    fn the_type_of_an_attribute_changes_one_at_a_time_and_if_it_exists(world) {
        let (flyer, _, object) = pair(world);
        let rti = &flyer.rti;
        let other = world.face.other_transportation_type(world.edition);
        let other = rti.transportation_type_handle(other).unwrap();
        let strange = TransportationTypeHandle::new(99);
        let nobody = ObjectInstanceHandle::new(77);
        let unknown = AttributeHandle::new(9999);
        let unknown_set = [unknown].into();
        let name = flyer.attributes(&["Name"]);
        let change = |object, set, to| {
            rti.request_attribute_transportation_type_change(object, set, to)
        };
        let query = |object, attribute| rti.query_attribute_transportation_type(object, attribute);

        let known = flyer.attribute("Name");
        raises(world, ExceptionKind::ObjectInstanceNotKnown, change(nobody, &name, other));
        raises(world, ExceptionKind::ObjectInstanceNotKnown, query(nobody, known));
        let outcome = change(object, &unknown_set, other);
        raises(world, ExceptionKind::AttributeNotDefined, outcome);
        raises(world, ExceptionKind::AttributeNotDefined, query(object, unknown));
        rti.disable_callbacks().unwrap();
        change(object, &name, other).unwrap();
        let outcome = change(object, &name, other);
        raises(world, ExceptionKind::AttributeAlreadyBeingChanged, outcome);
        rti.enable_callbacks().unwrap();
        flyer.sees(&Seen::AttributeTypeConfirmed(object, name.clone(), other));
        change(object, &name, other).unwrap();

        if world.edition == Edition::Hla2010 {
            return;
        }
        let (car, nowhere) = (flyer.class("Vehicle.Car"), ObjectClassHandle::new(9999));
        let default = |class, set, to| {
            rti.change_default_attribute_transportation_type(class, set, to)
        };
        raises(world, ExceptionKind::ObjectClassNotDefined, default(nowhere, &name, other));
        let outcome = default(car, &unknown_set, other);
        raises(world, ExceptionKind::AttributeNotDefined, outcome);
        let outcome = default(car, &name, strange);
        raises(world, ExceptionKind::InvalidTransportationTypeHandle, outcome);
    }

    /// 6.27, 6.29 in 2010; 6.30, 6.32 in 2025
    fn the_type_of_an_interaction_changes_one_at_a_time_and_if_it_exists(world) {
        let a = world.joined("a");
        let (message, silence) = (a.interaction("Message"), InteractionClassHandle::new(9999));
        let other = world.face.other_transportation_type(world.edition);
        let other = a.rti.transportation_type_handle(other).unwrap();
        let change = |class, to| a.rti.request_interaction_transportation_type_change(class, to);
        a.rti.publish_interaction_class(message).unwrap();

        raises(world, ExceptionKind::InteractionClassNotDefined, change(silence, other));
        let outcome = a.rti.query_interaction_transportation_type(a.handle.unwrap(), silence);
        raises(world, ExceptionKind::InteractionClassNotDefined, outcome);
        let outcome = change(message, TransportationTypeHandle::new(99));
        raises(world, ExceptionKind::InvalidTransportationTypeHandle, outcome);
        a.rti.disable_callbacks().unwrap();
        change(message, other).unwrap();
        let outcome = change(message, other);
        raises(world, ExceptionKind::InteractionClassAlreadyBeingChanged, outcome);
        a.rti.enable_callbacks().unwrap();
        a.sees(&Seen::InteractionTypeConfirmed(message, other));
        change(message, other).unwrap();
    }
}
