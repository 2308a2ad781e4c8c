//! What a save keeps of each service group, restored into other federates of another execution
//! (clauses 4.16 to 4.29 in 2010, 4.19 to 4.32 in 2025).

use hyla_core::declaration::Activity;
use hyla_types::{
    AttributeHandleSet, Edition, ExceptionKind, FederateHandle, Float64Interval, Float64Time,
    LogicalTime, LogicalTimeInterval, MessageRetractionHandle, ObjectInstanceHandle, OrderType,
    ResignAction,
};

use crate::federate::{Federate, Seen};
use crate::rti::Rti;
use crate::scenarios::ddm;
use crate::scenarios::saving::{begin_restore, save};
use crate::scenarios::scenarios;
use crate::world::{World, raises};

const CAR: &str = "Vehicle.Car";

/// The federation of `a` and `b` is saved and ends; two that join another one of the same name, with
/// other handles and in another order, become what they were.
fn reborn(
    world: &World,
    a: &Federate,
    b: &Federate,
    join: impl Fn(&str) -> Federate,
) -> (Federate, Federate) {
    save(&[a, b], "S");
    let before = [a.handle, b.handle];
    let everything = ResignAction::CancelThenDeleteThenDivest;
    for federate in [a, b] {
        federate
            .rti
            .resign_federation_execution(everything)
            .unwrap();
    }
    a.rti
        .destroy_federation_execution(&world.federation)
        .unwrap();
    let others = [join("first"), join("second")];
    let (mut b, mut a) = (join("b"), join("someone else"));
    for other in others {
        other.rti.resign_federation_execution(everything).unwrap();
    }
    assert!(!before.contains(&a.handle) && !before.contains(&b.handle));
    world.settle_requests(&[&a, &b]);

    let told = begin_restore(&[&b, &a], "S");
    for federate in [&a, &b] {
        federate.rti.federate_restore_complete().unwrap();
    }
    for federate in [&a, &b] {
        federate.sees(&Seen::Restored);
    }
    (b.handle, a.handle) = (Some(told[0].1), Some(told[1].1));
    assert_eq!([a.handle, b.handle], before);
    (a, b)
}

fn update(federate: &Federate, object: ObjectInstanceHandle, attribute: &str, value: &[u8]) {
    let values = [(federate.attribute(attribute), value)];
    federate
        .rti
        .update_attribute_values(object, &values, b"", None)
        .unwrap();
}

fn reflects(federate: &Federate, object: ObjectInstanceHandle, attribute: &str, value: &[u8]) {
    let values = vec![(federate.attribute(attribute), value.to_vec())];
    federate.sees(&Seen::Reflected(object, values, vec![]));
}

/// Everyone says that `owner` has the attribute.
fn owned_by(
    federates: [&Federate; 2],
    object: ObjectInstanceHandle,
    attribute: &str,
    owner: Option<FederateHandle>,
) {
    for federate in federates {
        let set = federate.attributes(&[attribute]);
        ask_owner(&federate.rti, object, &set);
        federate.sees(&match owner {
            Some(owner) => Seen::OwnerIs(object, set, owner),
            None => Seen::NotOwned(object, set),
        });
    }
}

fn ask_owner(rti: &Rti, object: ObjectInstanceHandle, set: &AttributeHandleSet) {
    if rti.edition() == Edition::Hla2025 {
        return rti.query_attribute_ownership(object, set).unwrap();
    }
    for attribute in set {
        let one = AttributeHandleSet::from([attribute]);
        rti.query_attribute_ownership(object, &one).unwrap();
    }
}

fn at(time: f64) -> LogicalTime {
    LogicalTime::Float64(Float64Time::new(time).unwrap())
}

scenarios! {
    /// 4.16, 7.1: who owns what, what is asked for, and what is offered to all.
    fn ownership_is_restored(world) {
        let (a, b) = (world.joined("a"), world.joined("b"));
        for federate in [&a, &b] {
            federate.publish(CAR, &["Name", "Position", "Speed", "Doors"]);
            federate.subscribe(CAR, &["Name", "Position", "Speed", "Doors"]);
        }
        world.settle(&[&a, &b]);
        let car = a.rti.register_object_instance(a.class(CAR), None).unwrap();
        b.expect("discovery", |seen| {
            matches!(seen, Seen::Discovered(o, ..) if *o == car).then_some(())
        });
        world.settle_requests(&[&a]);
        let [speed, position, doors] = ["Speed", "Position", "Doors"].map(|n| a.attributes(&[n]));
        // The speed has changed hands, the position is asked for, the doors are nobody's.
        b.rti.attribute_ownership_acquisition(car, &speed, b"").unwrap();
        a.sees(&Seen::ReleaseWanted(car, speed.clone(), vec![]));
        a.rti.attribute_ownership_divestiture_if_wanted(car, &speed, b"").unwrap();
        b.sees(&Seen::Acquired(car, speed.clone(), vec![]));
        b.rti.attribute_ownership_acquisition(car, &position, b"").unwrap();
        a.sees(&Seen::ReleaseWanted(car, position.clone(), vec![]));
        a.rti.unconditional_attribute_ownership_divestiture(car, &doors, b"").unwrap();
        b.sees(&Seen::Offered(car, doors.clone(), vec![]));

        let (a, b) = reborn(world, &a, &b, |name| world.joined(name));

        owned_by([&a, &b], car, "Name", a.handle);
        owned_by([&a, &b], car, "Speed", b.handle);
        owned_by([&a, &b], car, "Position", a.handle);
        owned_by([&a, &b], car, "Doors", None);
        update(&a, car, "Name", b"n");
        reflects(&b, car, "Name", b"n");
        update(&b, car, "Speed", b"s");
        reflects(&a, car, "Speed", b"s");
        let values = [(a.attribute("Speed"), b"s".as_slice())];
        let outcome = a.rti.update_attribute_values(car, &values, b"", None);
        raises(world, ExceptionKind::AttributeNotOwned, outcome);
        let outcome = b.rti.attribute_ownership_acquisition_if_available(car, &position, b"");
        raises(world, ExceptionKind::AttributeAlreadyBeingAcquired, outcome);
        let divested = a.rti.attribute_ownership_divestiture_if_wanted(car, &position, b"");
        assert_eq!(divested.unwrap(), position);
        b.sees(&Seen::Acquired(car, position, vec![]));
        b.rti.attribute_ownership_acquisition_if_available(car, &doors, b"").unwrap();
        b.sees(&Seen::Acquired(car, doors, vec![]));
        world.settle(&[&a, &b]);
        owned_by([&a, &b], car, "Doors", b.handle);
        b.rti.resign_federation_execution(ResignAction::UnconditionallyDivestAttributes).unwrap();
        a.expect("offer of what the other had", |seen| match seen {
            Seen::Offered(object, set, _) if *object == car => {
                set.contains(a.attribute("Speed")).then_some(())
            }
            _ => None,
        });
    }

    /// 4.16, 9.1: regions of subscriptions and updates filter as before, and can be moved.
    fn regions_are_restored(world) {
        let (a, b) = (ddm::joined(world, "a"), ddm::joined(world, "b"));
        ddm::publish(&a, "Unit", &["Place", "State"]);
        let wanted = ddm::square(&b, 50, 50);
        ddm::subscribe(&b, &["Place"], &[wanted]);
        world.settle(&[&a, &b]);
        let (here, there) = (ddm::square(&a, 0, 0), ddm::square(&a, 500, 500));
        let near = ddm::register(&a, &["Place"], &[here]);
        let far = ddm::register(&a, &["Place"], &[there]);
        let seen = ddm::told(world, &[&a, &b], &b);
        let found: Vec<_> = ddm::discoveries(&seen).into_iter().map(|(o, _)| o).collect();
        assert_eq!(found, [near]);

        let (a, b) = reborn(world, &a, &b, |name| ddm::joined(world, name));

        let all = [&a, &b];
        let tags = |seen: &[Seen]| -> Vec<Vec<u8>> {
            ddm::reflections(seen).into_iter().map(|(_, tag)| tag).collect()
        };
        ddm::update(&a, near, &["Place"], b"near");
        ddm::update(&a, far, &["Place"], b"far");
        let seen = ddm::told(world, &all, &b);
        assert_eq!(tags(&seen), [b"near"], "{seen:?}");
        assert_eq!(ddm::discoveries(&seen), []);

        // The one who subscribes moves away from one and to the other.
        ddm::place(&b, wanted, 550, 550);
        world.settle(&all);
        ddm::update(&a, near, &["Place"], b"near");
        ddm::update(&a, far, &["Place"], b"far");
        let seen = ddm::told(world, &all, &b);
        assert_eq!(tags(&seen), [b"far"], "{seen:?}");
        let found: Vec<_> = ddm::discoveries(&seen).into_iter().map(|(o, _)| o).collect();
        assert_eq!(found, [far]);

        // The one who updates moves.
        ddm::place(&a, here, 600, 600);
        ddm::place(&a, there, 0, 0);
        ddm::update(&a, near, &["Place"], b"near");
        ddm::update(&a, far, &["Place"], b"far");
        let seen = ddm::told(world, &all, &b);
        assert_eq!(tags(&seen), [b"near"], "{seen:?}");
        raises(world, ExceptionKind::RegionInUseForUpdateOrSubscription, a.rti.delete_region(here));
        raises(world, ExceptionKind::RegionInUseForUpdateOrSubscription, b.rti.delete_region(wanted));
        let fresh = ddm::square(&a, 1, 1);
        assert!(![here, there].contains(&fresh));
    }

    /// 4.16, 8.1: what waits for its time is delivered at its time, and can be taken back.
    fn messages_that_wait_for_their_time_are_restored(world) {
        let (a, b) = (world.joined("a"), world.joined("b"));
        let lookahead = LogicalTimeInterval::Float64(Float64Interval::new(1.0).unwrap());
        a.rti.enable_time_regulation(lookahead).unwrap();
        a.sees(&Seen::Regulating(at(0.0)));
        b.rti.enable_time_constrained().unwrap();
        b.sees(&Seen::Constrained(at(0.0)));
        b.rti.enable_asynchronous_delivery().unwrap();
        let class = a.interaction("Message");
        a.rti.publish_interaction_class(class).unwrap();
        a.rti.change_interaction_order_type(class, OrderType::TimeStamp).unwrap();
        b.rti.subscribe_interaction_class(class, Activity::Active).unwrap();
        world.settle_requests(&[&a, &b, &a]);
        let send = |a: &Federate, tag: &[u8], time| -> MessageRetractionHandle {
            let sent = a.rti.send_interaction(class, &[], tag, Some(at(time)));
            sent.unwrap().unwrap()
        };
        send(&a, b"7", 7.0);
        let unwanted = send(&a, b"5", 5.0);
        send(&a, b"4", 4.0);

        let (a, b) = reborn(world, &a, &b, |name| world.joined(name));

        assert_eq!(a.rti.query_lookahead().unwrap(), lookahead);
        a.rti.retract(unwanted).unwrap();
        send(&a, b"6", 6.0);
        a.rti.time_advance_request(at(20.0)).unwrap();
        a.sees(&Seen::Granted(at(20.0)));
        b.rti.time_advance_request(at(10.0)).unwrap();
        let mut seen = Vec::new();
        while seen.last() != Some(&Seen::Granted(at(10.0))) {
            seen.push(b.expect("grant", |seen| Some(seen.clone())));
        }
        let received = |tag: &[u8]| Seen::Received(class, vec![], tag.to_vec());
        let expected = [received(b"4"), received(b"6"), received(b"7"), Seen::Granted(at(10.0))];
        assert_eq!(seen, expected);
        // The switch of asynchronous delivery is as it was.
        let outcome = b.rti.enable_asynchronous_delivery();
        raises(world, ExceptionKind::AsynchronousDeliveryAlreadyEnabled, outcome);
    }

    /// 4.11 to 4.15, 4.16 in 2010; 4.14 to 4.19 in 2025
    fn a_synchronization_point_in_progress_is_restored(world) {
        let (a, b) = (world.joined("a"), world.joined("b"));
        a.rti.register_federation_synchronization_point("P", b"tag", None).unwrap();
        for federate in [&a, &b] {
            federate.sees(&Seen::SyncPointAnnounced("P".into(), b"tag".to_vec()));
        }
        a.rti.synchronization_point_achieved("P", false).unwrap();
        world.settle_requests(&[&a, &b]);

        let (a, b) = reborn(world, &a, &b, |name| world.joined(name));

        let outcome = a.rti.synchronization_point_achieved("P", true);
        raises(world, ExceptionKind::SynchronizationPointLabelNotAnnounced, outcome);
        let c = world.joined("c");
        c.sees(&Seen::SyncPointAnnounced("P".into(), b"tag".to_vec()));
        c.rti.synchronization_point_achieved("P", true).unwrap();
        b.rti.synchronization_point_achieved("P", true).unwrap();
        let failed: hyla_types::FederateHandleSet = a.handle.into_iter().collect();
        for federate in [&a, &b, &c] {
            federate.sees(&Seen::Synchronized("P".into(), failed.clone()));
        }
    }

    /// 4.16, 10.1: a federate's switches are as it had set them.
    fn switches_are_restored(world) {
        let (a, b) = (world.joined("a"), world.joined("b"));
        let directive = ResignAction::UnconditionallyDivestAttributes;
        a.rti.set_automatic_resign_directive(directive).unwrap();
        if world.edition == Edition::Hla2025 {
            a.rti.set_object_class_relevance_advisory_switch(false).unwrap();
            b.rti.set_attribute_scope_advisory_switch(true).unwrap();
            b.rti.set_convey_region_designator_sets_switch(true).unwrap();
            b.rti.set_exception_reporting_switch(true).unwrap();
        } else {
            a.rti.disable_object_class_relevance_advisory_switch().unwrap();
            b.rti.enable_attribute_scope_advisory_switch().unwrap();
        }
        a.publish(CAR, &["Name"]);
        world.settle(&[&a, &b]);

        let (a, b) = reborn(world, &a, &b, |name| world.joined(name));

        assert_eq!(a.rti.automatic_resign_directive().unwrap(), directive);
        if world.edition == Edition::Hla2025 {
            let of = |rti: &Rti| {
                [
                    rti.object_class_relevance_advisory_switch().unwrap(),
                    rti.attribute_scope_advisory_switch().unwrap(),
                    rti.convey_region_designator_sets_switch().unwrap(),
                    rti.exception_reporting_switch().unwrap(),
                ]
            };
            assert_eq!(of(&a.rti), [false, false, false, false]);
            assert_eq!(of(&b.rti), [true, true, true, true]);
        } else {
            let kind = ExceptionKind::ObjectClassRelevanceAdvisorySwitchIsOff;
            raises(world, kind, a.rti.disable_object_class_relevance_advisory_switch());
            let kind = ExceptionKind::AttributeScopeAdvisorySwitchIsOn;
            raises(world, kind, b.rti.enable_attribute_scope_advisory_switch());
        }
        b.subscribe(CAR, &["Name"]);
        world.settle(&[&a, &b]);
        let started = |seen: &Seen| matches!(seen, Seen::StartRegistration(_));
        let seen = a.diary();
        assert!(!seen.iter().any(started), "{seen:?}");
        let car = a.rti.register_object_instance(a.class(CAR), None).unwrap();
        b.sees(&Seen::InScope(car, b.attributes(&["Name"])));
    }
}
