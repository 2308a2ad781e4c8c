//! Directed interactions (clauses 6.14 and 6.15 in 2025).

use hyla_core::declaration::DirectedScope;
use hyla_types::{
    Edition, ExceptionKind, InteractionClassHandle, InteractionClassHandleSet,
    ObjectInstanceHandle, TimeImplementation,
};

use crate::federate::{Federate, Seen};
use crate::scenarios::object::{discovered, pair};
use crate::scenarios::scenarios;
use crate::world::{World, raises};

/// One that publishes `Order.Stop` for cars, the owner of a car, and another that knows the car as a vehicle.
struct Directed {
    sender: Federate,
    owner: Federate,
    other: Federate,
    car: ObjectInstanceHandle,
    order: InteractionClassHandle,
    stop: InteractionClassHandle,
}

impl Directed {
    fn new(world: &World) -> Self {
        let (owner, sender, car) = pair(world);
        let other = world.joined("other");
        let (order, stop) = (
            sender.interaction("Order"),
            sender.interaction("Order.Stop"),
        );
        let class = sender.class("Vehicle.Car");
        sender
            .rti
            .publish_object_class_directed_interactions(class, &[stop].into())
            .unwrap();
        other.subscribe("Vehicle", &["Name"]);
        discovered(&other, car);
        Self {
            sender,
            owner,
            other,
            car,
            order,
            stop,
        }
    }

    /// The owner subscribes to orders for what it owns, the other to `Order.Stop` for all vehicles.
    fn subscribed(world: &World) -> Self {
        let directed = Self::new(world);
        let (owner, other) = (&directed.owner, &directed.other);
        let (car, vehicle) = (owner.class("Vehicle.Car"), other.class("Vehicle"));
        let (order, stop) = ([directed.order].into(), [directed.stop].into());
        let owned = DirectedScope::Owned;
        let subscribing = owner
            .rti
            .subscribe_object_class_directed_interactions(car, &order, owned);
        subscribing.unwrap();
        let universal = DirectedScope::Universal;
        let subscribing = other
            .rti
            .subscribe_object_class_directed_interactions(vehicle, &stop, universal);
        subscribing.unwrap();
        directed.settle(world);
        directed
    }

    fn settle(&self, world: &World) {
        world.settle(&[&self.sender, &self.owner, &self.other]);
    }

    /// Sends `Order.Stop` to the car, with both parameters.
    fn stop(&self) {
        let rti = &self.sender.rti;
        let place = rti.parameter_handle(self.stop, "Where").unwrap();
        let from = rti.parameter_handle(self.stop, "From").unwrap();
        let values: &[(_, &[u8])] = &[(place, b"here"), (from, b"me")];
        rti.send_directed_interaction(self.stop, self.car, values, b"", None)
            .unwrap();
    }
}

scenarios! {
    /// 6.14, 6.15 in 2025
    fn a_directed_interaction_reaches_the_owner(world) {
        if world.edition == Edition::Hla2010 {
            return;
        }
        let directed = Directed::subscribed(world);

        directed.stop();

        let Directed { owner, car, order, .. } = &directed;
        owner.sees(&Seen::Directed(*order, *car, vec![b"me".to_vec()]));
    }

    /// 6.14, 6.15 in 2025
    fn a_directed_interaction_reaches_universal_subscribers(world) {
        if world.edition == Edition::Hla2010 {
            return;
        }
        let directed = Directed::subscribed(world);

        directed.stop();

        let Directed { other, car, stop, .. } = &directed;
        other.sees(&Seen::Directed(*stop, *car, vec![b"me".to_vec(), b"here".to_vec()]));
    }

    /// 5.13, 6.15 in 2025
    fn an_unsubscribed_directed_interaction_is_not_received(world) {
        if world.edition == Edition::Hla2010 {
            return;
        }
        let directed = Directed::subscribed(world);
        let Directed { owner, other, .. } = &directed;
        let car = owner.class("Vehicle.Car");

        owner.rti.unsubscribe_object_class_directed_interactions(car, None).unwrap();
        directed.settle(world);
        directed.stop();

        other.expect("the order", |seen| matches!(seen, Seen::Directed(..)).then_some(()));
        directed.settle(world);
        assert!(!owner.diary().iter().any(|seen| matches!(seen, Seen::Directed(..))));
    }

    /// 5.7, 6.14 in 2025
    fn a_directed_interaction_needs_publication(world) {
        if world.edition == Edition::Hla2010 {
            return;
        }
        let directed = Directed::new(world);
        let Directed { sender, car, order, stop, .. } = &directed;
        let send = |class| sender.rti.send_directed_interaction(class, *car, &[], b"", None);
        let class = sender.class("Vehicle.Car");
        let set = InteractionClassHandleSet::from([*stop]);

        raises(world, ExceptionKind::InteractionClassNotPublished, send(*order));
        for unpublished in [Some(&set), None] {
            send(*stop).unwrap();
            let rti = &sender.rti;
            rti.unpublish_object_class_directed_interactions(class, unpublished).unwrap();
            raises(world, ExceptionKind::InteractionClassNotPublished, send(*stop));
            rti.publish_object_class_directed_interactions(class, &set).unwrap();
        }
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
