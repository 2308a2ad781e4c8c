//! Ownership management (clause 7).

use hyla_types::{
    AttributeHandle, AttributeHandleSet, Edition, ExceptionKind, ObjectInstanceHandle, ResignAction,
};

use crate::federate::{Federate, Seen};
use crate::scenarios::scenarios;
use crate::world::{World, raises};

/// Two federates that publish and subscribe cars, and a car that the first owns and both know.
struct Garage {
    owner: Federate,
    other: Federate,
    car: ObjectInstanceHandle,
    speed: AttributeHandleSet,
}

fn garage(world: &World) -> Garage {
    let (owner, other) = (world.joined("owner"), world.joined("other"));
    for federate in [&owner, &other] {
        federate.publish("Vehicle.Car", &["Position", "Speed"]);
        federate.subscribe("Vehicle.Car", &["Position", "Speed"]);
    }
    world.settle(&[&owner, &other]);
    let car = owner
        .rti
        .register_object_instance(owner.class("Vehicle.Car"), None)
        .unwrap();
    discovers(&other, car);
    // A request before the RTI knows of the car waits; these do not.
    world.settle_requests(&[&owner]);
    let speed = owner.attributes(&["Speed"]);
    Garage {
        owner,
        other,
        car,
        speed,
    }
}

fn discovers(federate: &Federate, object: ObjectInstanceHandle) {
    federate.expect("discovery", |seen| {
        matches!(seen, Seen::Discovered(o, ..) if *o == object).then_some(())
    });
}

/// A tag as it arrives where only 2025 has one.
fn new_tag(world: &World, tag: &[u8]) -> Vec<u8> {
    match world.edition {
        Edition::Hla2010 => Vec::new(),
        Edition::Hla2025 => tag.to_vec(),
    }
}

impl Garage {
    fn owns(&self, federate: &Federate) -> bool {
        let speed = self.speed.iter().next().unwrap();
        federate
            .rti
            .is_attribute_owned_by_federate(self.car, speed)
            .unwrap()
    }

    /// The other has the speed now.
    fn is_handed_over(&self, tag: &[u8]) {
        self.other
            .sees(&Seen::Acquired(self.car, self.speed.clone(), tag.to_vec()));
        assert!(self.owns(&self.other));
        assert!(!self.owns(&self.owner));
    }

    /// The other asks for the speed, and the owner gets the callback.
    fn is_asked_for(&self, tag: &[u8]) {
        self.other
            .rti
            .attribute_ownership_acquisition(self.car, &self.speed, tag)
            .unwrap();
        self.owner.sees(&Seen::ReleaseWanted(
            self.car,
            self.speed.clone(),
            tag.to_vec(),
        ));
    }

    /// The other asks for the speed and gets it.
    fn is_given(&self) {
        self.is_asked_for(b"please");
        let given =
            self.owner
                .rti
                .attribute_ownership_divestiture_if_wanted(self.car, &self.speed, b"");
        assert_eq!(given.unwrap(), self.speed);
        self.is_handed_over(b"");
    }

    /// The other asks for the right to delete the car and gets it.
    fn is_given_the_right_to_delete(&self) {
        let (owner, other, car) = (&self.owner, &self.other, self.car);
        let privilege = owner.attributes(&["HLAprivilegeToDeleteObject"]);
        other
            .rti
            .attribute_ownership_acquisition(car, &privilege, b"")
            .unwrap();
        owner.sees(&Seen::ReleaseWanted(car, privilege.clone(), vec![]));
        owner
            .rti
            .attribute_ownership_divestiture_if_wanted(car, &privilege, b"")
            .unwrap();
        other.sees(&Seen::Acquired(car, privilege, vec![]));
    }

    /// The owner offers the speed, and the other gets the callback.
    fn is_offered(&self, tag: &[u8]) {
        let rti = &self.owner.rti;
        rti.negotiated_attribute_ownership_divestiture(self.car, &self.speed, tag)
            .unwrap();
        self.other
            .sees(&Seen::Offered(self.car, self.speed.clone(), tag.to_vec()));
    }
}

scenarios! {
    /// 7.3 to 7.7
    fn an_owner_hands_over_to_a_taker(world) {
        let garage = garage(world);
        let Garage { owner, other, car, speed } = &garage;
        garage.is_offered(b"offer");
        assert!(garage.owns(owner));

        let tag = new_tag(world, b"take");
        other.rti.attribute_ownership_acquisition_if_available(*car, speed, &tag).unwrap();
        owner.sees(&Seen::ConfirmDivestiture(*car, speed.clone(), tag));
        owner.rti.confirm_divestiture(*car, speed, b"yours").unwrap();

        garage.is_handed_over(b"yours");
    }

    /// 7.3
    fn an_offer_is_made_once(world) {
        let garage = garage(world);
        let Garage { owner, car, speed, .. } = &garage;
        garage.is_offered(b"offer");

        let outcome = owner.rti.negotiated_attribute_ownership_divestiture(*car, speed, b"");

        raises(world, ExceptionKind::AttributeAlreadyBeingDivested, outcome);
    }

    /// 7.6
    fn a_divestiture_that_nobody_wants_is_not_confirmed(world) {
        let garage = garage(world);
        let Garage { owner, car, speed, .. } = &garage;
        garage.is_offered(b"offer");

        let outcome = owner.rti.confirm_divestiture(*car, speed, b"");

        raises(world, ExceptionKind::NoAcquisitionPending, outcome);
    }

    /// 7.8, 7.11, 7.13
    fn an_owner_gives_what_is_wanted(world) {
        let garage = garage(world);
        let Garage { owner, car, speed, .. } = &garage;
        garage.is_asked_for(b"please");

        let both = owner.attributes(&["Position", "Speed"]);
        let tag = new_tag(world, b"here");
        let given = owner.rti.attribute_ownership_divestiture_if_wanted(*car, &both, &tag).unwrap();

        assert_eq!(given, *speed);
        garage.is_handed_over(&tag);
    }

    /// 6.10, 7.7
    fn a_new_owner_updates(world) {
        let garage = garage(world);
        let Garage { owner, other, car, speed } = &garage;
        garage.is_given();

        let value = [(speed.iter().next().unwrap(), b"9".as_slice())];
        other.rti.update_attribute_values(*car, &value, b"", None).unwrap();

        owner.expect("reflection by the new owner", |seen| {
            matches!(seen, Seen::Reflected(object, ..) if object == car).then_some(())
        });
    }

    /// 7.13
    fn what_was_given_is_not_given_again(world) {
        let garage = garage(world);
        let Garage { owner, car, speed, .. } = &garage;
        garage.is_given();

        let outcome = owner.rti.attribute_ownership_divestiture_if_wanted(*car, speed, b"");

        raises(world, ExceptionKind::AttributeNotOwned, outcome);
    }

    /// 7.10, 7.12, 7.15, 7.16
    fn an_owner_may_refuse(world) {
        let garage = garage(world);
        let Garage { owner, other, car, speed } = &garage;
        garage.is_asked_for(b"please");

        let tag = new_tag(world, b"never");
        owner.rti.attribute_ownership_release_denied(*car, speed, &tag).unwrap();

        let cancel = || other.rti.cancel_attribute_ownership_acquisition(*car, speed);
        if world.edition == Edition::Hla2025 {
            other.sees(&Seen::Unavailable(*car, speed.clone(), tag));
        } else {
            cancel().unwrap();
            other.sees(&Seen::AcquisitionCancelled(*car, speed.clone()));
        }
        raises(world, ExceptionKind::AttributeAcquisitionWasNotRequested, cancel());
        assert!(garage.owns(owner));
    }

    /// 7.12
    fn only_an_owner_refuses(world) {
        let garage = garage(world);
        let Garage { other, car, speed, .. } = &garage;
        garage.is_asked_for(b"please");

        let outcome = other.rti.attribute_ownership_release_denied(*car, speed, b"");

        raises(world, ExceptionKind::AttributeNotOwned, outcome);
    }

    /// 7.15, 7.16
    fn an_acquisition_is_cancelled(world) {
        let garage = garage(world);
        let Garage { owner, other, car, speed } = &garage;
        garage.is_asked_for(b"please");

        other.rti.cancel_attribute_ownership_acquisition(*car, speed).unwrap();

        other.sees(&Seen::AcquisitionCancelled(*car, speed.clone()));
        let given = owner.rti.attribute_ownership_divestiture_if_wanted(*car, speed, b"").unwrap();
        assert!(given.is_empty());
    }

    /// 7.15
    fn an_owner_has_no_acquisition_to_cancel(world) {
        let garage = garage(world);
        let Garage { owner, car, speed, .. } = &garage;
        garage.is_asked_for(b"please");

        let outcome = owner.rti.cancel_attribute_ownership_acquisition(*car, speed);

        raises(world, ExceptionKind::AttributeAlreadyOwned, outcome);
    }

    /// 7.2, 7.4
    fn what_is_given_up_is_offered_to_the_others(world) {
        let garage = garage(world);
        let Garage { owner, other, car, speed } = &garage;
        let tag = new_tag(world, b"gone");

        owner.rti.unconditional_attribute_ownership_divestiture(*car, speed, &tag).unwrap();

        assert!(!garage.owns(owner));
        other.sees(&Seen::Offered(*car, speed.clone(), tag));
    }

    /// 7.2
    fn what_was_given_up_is_not_given_up_again(world) {
        let garage = garage(world);
        let Garage { owner, car, speed, .. } = &garage;
        let give_up =
            || owner.rti.unconditional_attribute_ownership_divestiture(*car, speed, b"");

        give_up().unwrap();

        raises(world, ExceptionKind::AttributeNotOwned, give_up());
    }

    /// 7.7, 7.9
    fn what_nobody_owns_is_available(world) {
        let garage = garage(world);
        let Garage { owner, other, car, speed } = &garage;
        owner.rti.unconditional_attribute_ownership_divestiture(*car, speed, b"").unwrap();
        other.sees(&Seen::Offered(*car, speed.clone(), vec![]));

        let tag = new_tag(world, b"take");
        other.rti.attribute_ownership_acquisition_if_available(*car, speed, &tag).unwrap();

        garage.is_handed_over(&tag);
    }

    /// 7.9, 7.10
    fn what_is_owned_is_unavailable(world) {
        let garage = garage(world);
        let Garage { other, car, speed, .. } = &garage;

        other.rti.attribute_ownership_acquisition_if_available(*car, speed, b"").unwrap();

        other.sees(&Seen::Unavailable(*car, speed.clone(), vec![]));
    }

    /// 7.9
    fn what_is_asked_for_is_not_acquired_if_available(world) {
        let garage = garage(world);
        let Garage { other, car, speed, .. } = &garage;
        garage.is_asked_for(b"please");

        let outcome = other.rti.attribute_ownership_acquisition_if_available(*car, speed, b"");

        raises(world, ExceptionKind::AttributeAlreadyBeingAcquired, outcome);
    }

    /// 7.14
    fn an_offer_is_withdrawn(world) {
        let garage = garage(world);
        let Garage { owner, other, car, speed } = &garage;
        garage.is_offered(b"offer");
        let tag = new_tag(world, b"take");
        other.rti.attribute_ownership_acquisition_if_available(*car, speed, &tag).unwrap();
        owner.sees(&Seen::ConfirmDivestiture(*car, speed.clone(), tag));

        owner.rti.cancel_negotiated_attribute_ownership_divestiture(*car, speed).unwrap();

        other.sees(&Seen::Unavailable(*car, speed.clone(), vec![]));
        assert!(garage.owns(owner));
    }

    /// 7.14
    fn what_was_not_offered_is_not_withdrawn(world) {
        let garage = garage(world);
        let Garage { owner, other, car, speed } = &garage;

        let outcome = owner.rti.cancel_negotiated_attribute_ownership_divestiture(*car, speed);
        raises(world, ExceptionKind::AttributeDivestitureWasNotRequested, outcome);
        let outcome = other.rti.cancel_negotiated_attribute_ownership_divestiture(*car, speed);
        raises(world, ExceptionKind::AttributeNotOwned, outcome);
    }

    /// 7.6, 7.14
    fn a_withdrawn_offer_is_not_confirmed(world) {
        let garage = garage(world);
        let Garage { owner, other, car, speed } = &garage;
        garage.is_offered(b"offer");
        let tag = new_tag(world, b"take");
        other.rti.attribute_ownership_acquisition_if_available(*car, speed, &tag).unwrap();
        owner.sees(&Seen::ConfirmDivestiture(*car, speed.clone(), tag));
        owner.rti.cancel_negotiated_attribute_ownership_divestiture(*car, speed).unwrap();
        other.sees(&Seen::Unavailable(*car, speed.clone(), vec![]));

        let outcome = owner.rti.confirm_divestiture(*car, speed, b"");

        raises(world, ExceptionKind::AttributeDivestitureWasNotRequested, outcome);
    }

    /// 7.17, 7.18
    fn owners_are_told_on_request(world) {
        let garage = garage(world);
        let Garage { owner, other, car, .. } = &garage;
        let (doors, both) = (other.attributes(&["Doors"]), other.attributes(&["Position", "Speed"]));
        let handle = owner.handle.unwrap();

        other.rti.query_attribute_ownership(*car, &both.union(&doors)).unwrap();

        if world.edition == Edition::Hla2010 {
            for attribute in &both {
                let owned = Seen::OwnerIs(*car, [attribute].into(), handle);
                other.pick("owner", |seen| (*seen == owned).then_some(()));
            }
        } else {
            let owned = Seen::OwnerIs(*car, both, handle);
            other.pick("owner", |seen| (*seen == owned).then_some(()));
        }
        let unowned = Seen::NotOwned(*car, doors);
        other.pick("no owner", |seen| (*seen == unowned).then_some(()));
    }

    /// 7.19
    fn a_federate_knows_what_it_owns(world) {
        let garage = garage(world);
        let Garage { owner, other, .. } = &garage;

        assert!(garage.owns(owner));
        assert!(!garage.owns(other));
    }

    /// 7.2 to 7.19
    fn strange_instances_and_attributes_are_refused(world) {
        let garage = garage(world);
        let Garage { owner, car, speed, .. } = &garage;
        let nothing = ObjectInstanceHandle::new(77);
        let nonsense = AttributeHandleSet::from([AttributeHandle::new(9999)]);
        let cases = [
            (ExceptionKind::ObjectInstanceNotKnown, nothing, speed),
            (ExceptionKind::AttributeNotDefined, *car, &nonsense),
        ];
        for (kind, object, set) in cases {
            let rti = &owner.rti;
            let one = set.iter().next().unwrap();
            let outcomes = [
                rti.unconditional_attribute_ownership_divestiture(object, set, b""),
                rti.negotiated_attribute_ownership_divestiture(object, set, b""),
                rti.confirm_divestiture(object, set, b""),
                rti.attribute_ownership_acquisition(object, set, b""),
                rti.attribute_ownership_acquisition_if_available(object, set, b""),
                rti.attribute_ownership_release_denied(object, set, b""),
                rti.attribute_ownership_divestiture_if_wanted(object, set, b"").map(drop),
                rti.cancel_negotiated_attribute_ownership_divestiture(object, set),
                rti.cancel_attribute_ownership_acquisition(object, set),
                rti.query_attribute_ownership(object, set),
                rti.is_attribute_owned_by_federate(object, one).map(drop),
            ];
            for outcome in outcomes {
                raises(world, kind, outcome);
            }
        }
        assert!(garage.owns(owner));
    }

    /// 7.2, 7.3, 7.6
    fn who_does_not_own_does_not_divest(world) {
        let garage = garage(world);
        let Garage { owner, other, car, speed } = &garage;

        for outcome in [
            other.rti.unconditional_attribute_ownership_divestiture(*car, speed, b""),
            other.rti.negotiated_attribute_ownership_divestiture(*car, speed, b""),
            other.rti.confirm_divestiture(*car, speed, b""),
        ] {
            raises(world, ExceptionKind::AttributeNotOwned, outcome);
        }
        assert!(garage.owns(owner));
    }

    /// 7.8, 7.9
    fn who_owns_does_not_acquire(world) {
        let garage = garage(world);
        let Garage { owner, car, speed, .. } = &garage;

        for outcome in [
            owner.rti.attribute_ownership_acquisition(*car, speed, b""),
            owner.rti.attribute_ownership_acquisition_if_available(*car, speed, b""),
        ] {
            raises(world, ExceptionKind::FederateOwnsAttributes, outcome);
        }
        assert!(garage.owns(owner));
    }

    /// 7.8, 7.9
    fn who_does_not_publish_does_not_acquire(world) {
        let garage = garage(world);
        let Garage { other, car, speed, .. } = &garage;
        let acquire = |set: &AttributeHandleSet| {
            let plain = other.rti.attribute_ownership_acquisition(*car, set, b"");
            let available = other.rti.attribute_ownership_acquisition_if_available(*car, set, b"");
            [plain, available]
        };

        for outcome in acquire(&other.attributes(&["Doors"])) {
            raises(world, ExceptionKind::AttributeNotPublished, outcome);
        }
        other.rti.unpublish_object_class(other.class("Vehicle.Car")).unwrap();
        for outcome in acquire(speed) {
            raises(world, ExceptionKind::ObjectClassNotPublished, outcome);
        }
    }

    /// 4.10, 5.3, 6.16 in 2010; 4.12, 5.3, 6.18 in 2025
    fn a_pending_acquisition_is_not_left_behind(world) {
        let garage = garage(world);
        let Garage { other, car, speed, .. } = &garage;
        garage.is_asked_for(b"please");
        let class = other.class("Vehicle.Car");

        for outcome in [
            other.rti.unpublish_object_class(class),
            other.rti.unpublish_object_class_attributes(class, speed),
            other.rti.local_delete_object_instance(*car),
            other.rti.resign_federation_execution(ResignAction::NoAction),
            other.rti.resign_federation_execution(ResignAction::DeleteObjects),
            other.rti.resign_federation_execution(ResignAction::DeleteObjectsThenDivest),
            other.rti.resign_federation_execution(ResignAction::UnconditionallyDivestAttributes),
        ] {
            raises(world, ExceptionKind::OwnershipAcquisitionPending, outcome);
        }
    }

    /// 4.10 in 2010, 4.12 in 2025
    fn a_resigning_federate_cancels_its_acquisitions(world) {
        let garage = garage(world);
        let Garage { owner, other, car, speed } = &garage;
        garage.is_asked_for(b"please");

        let action = ResignAction::CancelPendingOwnershipAcquisitions;
        other.rti.resign_federation_execution(action).unwrap();

        world.settle(&[owner]);
        let given = owner.rti.attribute_ownership_divestiture_if_wanted(*car, speed, b"").unwrap();
        assert!(given.is_empty());
    }

    /// 4.10, 7.4 in 2010; 4.12, 7.4 in 2025
    fn what_a_resigning_federate_divests_is_offered(world) {
        let garage = garage(world);
        let Garage { owner, other, car, .. } = &garage;

        let action = ResignAction::UnconditionallyDivestAttributes;
        owner.rti.resign_federation_execution(action).unwrap();

        let offered = other.expect("offer", |seen| match seen {
            Seen::Offered(object, attributes, _) if object == car => Some(attributes.clone()),
            _ => None,
        });
        other.rti.attribute_ownership_acquisition(*car, &offered, b"mine").unwrap();
        other.sees(&Seen::Acquired(*car, offered, b"mine".to_vec()));
        // The right to delete came along.
        other.rti.delete_object_instance(*car, b"", None).unwrap();
    }

    /// 6.14, 7.7 in 2010; 6.16, 7.7 in 2025
    fn who_has_acquired_the_right_to_delete_deletes(world) {
        let garage = garage(world);
        let Garage { owner, other, car, .. } = &garage;
        garage.is_given_the_right_to_delete();

        other.rti.delete_object_instance(*car, b"bye", None).unwrap();

        owner.expect("removal", |seen| {
            matches!(seen, Seen::Removed(object, ..) if object == car).then_some(())
        });
    }

    /// 6.14, 7.13 in 2010; 6.16, 7.13 in 2025
    fn who_has_given_the_right_to_delete_away_does_not_delete(world) {
        let garage = garage(world);
        garage.is_given_the_right_to_delete();

        let outcome = garage.owner.rti.delete_object_instance(garage.car, b"", None);

        raises(world, ExceptionKind::DeletePrivilegeNotHeld, outcome);
    }
}
