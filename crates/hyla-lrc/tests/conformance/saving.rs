//! Save and restore (clauses 4.16 to 4.32 in 2010, 4.19 to 4.35 in 2025).

use hyla_lrc::Activity;
use hyla_types::{
    ExceptionKind, FederateHandle, Float64Interval, Float64Time, InteractionClassHandle,
    LogicalTime, LogicalTimeInterval, ObjectInstanceHandle, OrderType, ResignAction,
    RestoreFailureReason, RestoreStatus, SaveFailureReason, SaveStatus, TimeImplementation,
};

use crate::federate::{Federate, Seen};
use crate::world::{World, raises, scenarios};

/// Asks for a save and waits until everyone was told.
pub(crate) fn begin_save(federates: &[&Federate], label: &str) {
    federates[0]
        .rti
        .request_federation_save(label, None)
        .unwrap();
    for federate in federates {
        federate.sees(&Seen::InitiateSave(label.into(), None));
    }
}

pub(crate) fn save(federates: &[&Federate], label: &str) {
    begin_save(federates, label);
    for federate in federates {
        federate.rti.federate_save_begun().unwrap();
        federate.rti.federate_save_complete().unwrap();
    }
    for federate in federates {
        federate.sees(&Seen::Saved);
    }
}

/// Asks for a restore and waits until everyone was told what to restore; their handles from then on.
pub(crate) fn begin_restore(federates: &[&Federate], label: &str) -> Vec<(String, FederateHandle)> {
    federates[0].rti.request_federation_restore(label).unwrap();
    federates[0].sees(&Seen::RestoreAccepted(label.into()));
    for federate in federates {
        federate.sees(&Seen::RestoreBegun);
    }
    let told = federates.iter().map(|federate| {
        federate.expect("order to restore", |seen| match seen {
            Seen::InitiateRestore(l, name, handle) if l == label => Some((name.clone(), *handle)),
            _ => None,
        })
    });
    told.collect()
}

fn restore(federates: &[&Federate], label: &str) -> Vec<(String, FederateHandle)> {
    let told = begin_restore(federates, label);
    for federate in federates {
        federate.rti.federate_restore_complete().unwrap();
    }
    for federate in federates {
        federate.sees(&Seen::Restored);
    }
    told
}

fn save_statuses(federate: &Federate) -> Vec<SaveStatus> {
    federate.rti.query_federation_save_status().unwrap();
    let statuses = federate.expect("status of the save", |seen| match seen {
        Seen::SaveStatus(statuses) => Some(statuses.clone()),
        _ => None,
    });
    statuses.iter().map(|s| s.status).collect()
}

fn restore_statuses(federate: &Federate) -> Vec<RestoreStatus> {
    federate.rti.query_federation_restore_status().unwrap();
    let statuses = federate.expect("status of the restore", |seen| match seen {
        Seen::RestoreStatus(statuses) => Some(statuses.clone()),
        _ => None,
    });
    statuses.iter().map(|s| s.status).collect()
}

/// A flyer that publishes cars, a viewer that subscribes them.
fn pair(world: &World) -> (Federate, Federate) {
    let (a, b) = (world.joined("a"), world.joined("b"));
    a.publish("Vehicle.Car", &["Name", "Position"]);
    b.subscribe("Vehicle.Car", &["Name", "Position"]);
    world.settle(&[&a, &b]);
    (a, b)
}

fn register(a: &Federate, b: &Federate, name: Option<&str>) -> ObjectInstanceHandle {
    if let Some(name) = name {
        a.rti.reserve_object_instance_name(name).unwrap();
        a.sees(&Seen::Reserved(vec![name.into()]));
    }
    let object = a
        .rti
        .register_object_instance(a.class("Vehicle.Car"), name)
        .unwrap();
    b.expect("discovery", |seen| {
        matches!(seen, Seen::Discovered(o, ..) if *o == object).then_some(())
    });
    object
}

fn update(a: &Federate, object: ObjectInstanceHandle, value: &[u8]) {
    let values = [(a.attribute("Name"), value)];
    a.rti
        .update_attribute_values(object, &values, b"", None)
        .unwrap();
}

fn reflected(b: &Federate, object: ObjectInstanceHandle, value: &[u8]) {
    let name = b.attribute("Name");
    b.sees(&Seen::Reflected(
        object,
        vec![(name, value.to_vec())],
        vec![],
    ));
}

fn at(time: f64) -> LogicalTime {
    LogicalTime::Float64(Float64Time::new(time).unwrap())
}

/// One that regulates with a lookahead of 1 and sends messages in time-stamp order, and a constrained
/// one that gets them.
fn timed_pair(world: &World) -> (Federate, Federate, InteractionClassHandle) {
    let (a, b) = (world.joined("a"), world.joined("b"));
    let lookahead = LogicalTimeInterval::Float64(Float64Interval::new(1.0).unwrap());
    a.rti.enable_time_regulation(lookahead).unwrap();
    a.sees(&Seen::Regulating(at(0.0)));
    b.rti.enable_time_constrained().unwrap();
    b.sees(&Seen::Constrained(at(0.0)));
    let class = a.interaction("Message");
    a.rti.publish_interaction_class(class).unwrap();
    a.rti
        .change_interaction_order_type(class, OrderType::TimeStamp)
        .unwrap();
    b.rti
        .subscribe_interaction_class(class, Activity::Active)
        .unwrap();
    world.settle_requests(&[&a, &b, &a]);
    (a, b, class)
}

fn send(a: &Federate, class: InteractionClassHandle, tag: &[u8], time: f64) {
    a.rti
        .send_interaction(class, &[], tag, Some(at(time)))
        .unwrap();
}

fn received(class: InteractionClassHandle, tag: &[u8]) -> Seen {
    Seen::Received(class, vec![], tag.to_vec())
}

/// What was seen until `last`, in order.
fn seen_until(federate: &Federate, last: &Seen) -> Vec<Seen> {
    let mut all = Vec::new();
    while all.last() != Some(last) {
        all.push(federate.expect(&format!("{last:?} after {all:?}"), |seen| {
            Some(seen.clone())
        }));
    }
    all
}

fn answer(federates: &[&Federate]) {
    for federate in federates {
        federate.rti.federate_save_begun().unwrap();
        federate.rti.federate_save_complete().unwrap();
    }
}

scenarios! {
    /// 4.16 to 4.20 in 2010, 4.19 to 4.23 in 2025
    fn a_federation_saves_and_goes_on(world) {
        let (a, b) = pair(world);
        let car = register(&a, &b, None);

        save(&[&a, &b], "S");

        update(&a, car, b"after");
        reflected(&b, car, b"after");
        save(&[&b, &a], "S");
    }

    /// 4.17 in 2010, 4.20 in 2025
    fn while_it_saves_a_federate_looks_and_sends_nothing(world) {
        let (a, b) = pair(world);
        let car = register(&a, &b, None);
        begin_save(&[&a, &b], "S");

        let name = a.attribute("Name");
        let outcome = a.rti.update_attribute_values(car, &[(name, b"x")], b"", None);
        raises(world, ExceptionKind::SaveInProgress, outcome);
        let outcome = a.rti.request_federation_save("T", None);
        raises(world, ExceptionKind::SaveInProgress, outcome);
        raises(world, ExceptionKind::SaveInProgress, a.rti.request_federation_restore("S"));
        raises(world, ExceptionKind::SaveInProgress, a.rti.query_federation_restore_status());
        raises(world, ExceptionKind::SaveInProgress, a.rti.federate_restore_complete());
        raises(world, ExceptionKind::SaveInProgress, a.rti.federate_restore_not_complete());
        raises(world, ExceptionKind::SaveInProgress, a.rti.reserve_object_instance_name("N"));
        raises(world, ExceptionKind::SaveInProgress, a.rti.disable_callbacks());
        raises(world, ExceptionKind::SaveInProgress, a.rti.enable_callbacks());
        let outcome = a.rti.register_federation_synchronization_point("P", b"", None);
        raises(world, ExceptionKind::SaveInProgress, outcome);
        let outcome = a.rti.synchronization_point_achieved("P", true);
        raises(world, ExceptionKind::SaveInProgress, outcome);
        let c = world.connected();
        let joining = c.rti.join_federation_execution(Some("c"), "tester", &world.federation, &[]);
        raises(world, ExceptionKind::SaveInProgress, joining);
        a.rti.list_federation_executions().unwrap();

        for federate in [&a, &b] {
            federate.rti.federate_save_begun().unwrap();
            federate.rti.federate_save_complete().unwrap();
        }
        a.sees(&Seen::Saved);
        a.rti.reserve_object_instance_name("N").unwrap();
    }

    /// 4.18, 4.19 in 2010, 4.21, 4.22 in 2025
    fn the_steps_of_a_save_follow_each_other(world) {
        let a = world.joined("a");
        raises(world, ExceptionKind::SaveNotInitiated, a.rti.federate_save_begun());
        raises(world, ExceptionKind::FederateHasNotBegunSave, a.rti.federate_save_complete());

        begin_save(&[&a], "S");
        raises(world, ExceptionKind::FederateHasNotBegunSave, a.rti.federate_save_complete());
        raises(world, ExceptionKind::FederateHasNotBegunSave, a.rti.federate_save_not_complete());
        a.rti.federate_save_begun().unwrap();
        raises(world, ExceptionKind::SaveNotInitiated, a.rti.federate_save_begun());
        a.rti.federate_save_complete().unwrap();
        a.sees(&Seen::Saved);
        raises(world, ExceptionKind::FederateHasNotBegunSave, a.rti.federate_save_complete());
    }

    /// 4.19, 4.20 in 2010, 4.22, 4.23 in 2025
    fn a_save_fails_when_all_have_answered_and_one_could_not(world) {
        let (a, b) = (world.joined("a"), world.joined("b"));
        begin_save(&[&a, &b], "S");

        a.rti.federate_save_begun().unwrap();
        a.rti.federate_save_not_complete().unwrap();
        b.rti.federate_save_begun().unwrap();
        b.rti.federate_save_complete().unwrap();

        let reason = SaveFailureReason::FederateReportedFailureDuringSave;
        for federate in [&a, &b] {
            federate.sees(&Seen::NotSaved(reason));
        }
        a.rti.request_federation_restore("S").unwrap();
        a.sees(&Seen::RestoreRefused("S".into()));
    }

    /// 4.20 in 2010, 4.23 in 2025
    fn a_save_fails_when_a_federate_resigns(world) {
        let (a, b) = (world.joined("a"), world.joined("b"));
        begin_save(&[&a, &b], "S");

        b.rti.resign_federation_execution(ResignAction::NoAction).unwrap();
        a.rti.federate_save_begun().unwrap();
        a.rti.federate_save_complete().unwrap();

        a.sees(&Seen::NotSaved(SaveFailureReason::FederateResignedDuringSave));
    }

    /// 4.21 in 2010, 4.24 in 2025
    fn a_save_is_aborted(world) {
        let (a, b) = (world.joined("a"), world.joined("b"));
        raises(world, ExceptionKind::SaveNotInProgress, a.rti.abort_federation_save());
        begin_save(&[&a, &b], "S");

        b.rti.federate_save_begun().unwrap();
        b.rti.abort_federation_save().unwrap();

        for federate in [&a, &b] {
            federate.sees(&Seen::NotSaved(SaveFailureReason::SaveAborted));
        }
        raises(world, ExceptionKind::SaveNotInProgress, a.rti.abort_federation_save());
        save(&[&a, &b], "S");
    }

    /// 4.22, 4.23 in 2010, 4.25, 4.26 in 2025
    fn the_status_of_a_save_is_told(world) {
        let (a, b) = (world.joined("a"), world.joined("b"));
        assert_eq!(save_statuses(&a), [SaveStatus::NoSaveInProgress; 2]);

        begin_save(&[&a, &b], "S");
        assert_eq!(save_statuses(&a), [SaveStatus::FederateInstructedToSave; 2]);
        b.rti.federate_save_begun().unwrap();
        world.settle_requests(&[&b]);
        let (told, saving) = (SaveStatus::FederateInstructedToSave, SaveStatus::FederateSaving);
        assert_eq!(save_statuses(&a), [told, saving]);
        b.rti.federate_save_complete().unwrap();
        world.settle_requests(&[&b]);
        let waiting = SaveStatus::FederateWaitingForFederationToSave;
        assert_eq!(save_statuses(&a), [told, waiting]);
    }

    /// 4.16 in 2010, 4.19 in 2025
    fn a_save_at_a_time_is_for_federates_that_use_time(world) {
        let a = world.joined("a");
        let integer = TimeImplementation::Integer64;
        let (own, other) = if a.rti.time_factory().unwrap() == integer {
            (integer, TimeImplementation::Float64)
        } else {
            (TimeImplementation::Float64, integer)
        };

        let outcome = a.rti.request_federation_save("S", Some(other.initial()));
        raises(world, ExceptionKind::InvalidLogicalTime, outcome);
        let outcome = a.rti.request_federation_save("S", Some(own.initial()));
        raises(world, ExceptionKind::FederateUnableToUseTime, outcome);
    }

    /// 4.16, 4.17 in 2010, 4.19, 4.20 in 2025: between the last message up to the time of the save and
    /// the grant that passes it; after a restore the federate goes on from there.
    fn a_save_at_a_time_comes_before_the_grant_that_passes_it(world) {
        let (a, b, class) = timed_pair(world);
        send(&a, class, b"2", 2.0);
        send(&a, class, b"4", 4.0);
        send(&a, class, b"5", 5.0);
        a.rti.request_federation_save("S", Some(at(4.0))).unwrap();
        a.rti.time_advance_request(at(10.0)).unwrap();
        b.rti.time_advance_request(at(3.0)).unwrap();
        assert_eq!(
            seen_until(&b, &Seen::Granted(at(3.0))),
            [received(class, b"2"), Seen::Granted(at(3.0))]
        );

        b.rti.time_advance_request(at(6.0)).unwrap();
        let initiate = Seen::InitiateSave("S".into(), Some(at(4.0)));
        assert_eq!(seen_until(&b, &initiate), [received(class, b"4"), initiate.clone()]);
        a.sees(&initiate);
        answer(&[&a, &b]);
        a.sees(&Seen::Saved);
        let rest = [Seen::Saved, received(class, b"5"), Seen::Granted(at(6.0))];
        assert_eq!(seen_until(&b, &Seen::Granted(at(6.0))), rest);

        restore(&[&a, &b], "S");
        let again = [received(class, b"5"), Seen::Granted(at(6.0))];
        assert_eq!(seen_until(&b, &Seen::Granted(at(6.0))), again);
        send(&a, class, b"11", 11.0);
        a.rti.time_advance_request(at(20.0)).unwrap();
        b.rti.next_message_request(at(15.0)).unwrap();
        let later = [received(class, b"11"), Seen::Granted(at(11.0))];
        assert_eq!(seen_until(&b, &Seen::Granted(at(11.0))), later);
    }

    /// 4.16 in 2010, 4.19 in 2025
    fn a_save_is_asked_for_at_a_time_that_nobody_has_passed(world) {
        let (a, b, _) = timed_pair(world);

        let outcome = b.rti.request_federation_save("S", Some(at(9.0)));
        raises(world, ExceptionKind::FederateUnableToUseTime, outcome);
        for passed in [0.0, 0.5] {
            let outcome = a.rti.request_federation_save("S", Some(at(passed)));
            raises(world, ExceptionKind::LogicalTimeAlreadyPassed, outcome);
        }
        a.rti.request_federation_save("S", Some(at(1.0))).unwrap();
    }

    /// 4.16, 4.21 in 2010, 4.19, 4.24 in 2025
    fn a_save_that_waits_for_its_time_is_replaced_or_aborted(world) {
        let (a, b, _) = timed_pair(world);
        b.rti.enable_asynchronous_delivery().unwrap();

        a.rti.request_federation_save("S", Some(at(4.0))).unwrap();
        a.rti.request_federation_save("at once", None).unwrap();
        for federate in [&a, &b] {
            federate.sees(&Seen::InitiateSave("at once".into(), None));
        }
        answer(&[&a, &b]);
        for federate in [&a, &b] {
            federate.sees(&Seen::Saved);
        }

        a.rti.request_federation_save("S", Some(at(4.0))).unwrap();
        world.settle_requests(&[&a, &b]);
        b.rti.abort_federation_save().unwrap();
        for federate in [&a, &b] {
            federate.sees(&Seen::NotSaved(SaveFailureReason::SaveAborted));
        }
        a.rti.time_advance_request(at(10.0)).unwrap();
        b.rti.time_advance_request(at(6.0)).unwrap();
        b.sees(&Seen::Granted(at(6.0)));
    }

    /// 4.24, 4.20 in 2010, 4.27, 4.23 in 2025
    fn a_restore_ends_the_wait_for_the_time_of_a_save(world) {
        let (a, b, _) = timed_pair(world);
        b.rti.enable_asynchronous_delivery().unwrap();
        save(&[&a, &b], "S");
        a.rti.request_federation_save("T", Some(at(4.0))).unwrap();
        world.settle_requests(&[&a, &b]);

        restore(&[&b, &a], "S");

        for federate in [&a, &b] {
            federate.sees(&Seen::NotSaved(SaveFailureReason::SaveTimeCannotBeHonored));
        }
        a.rti.time_advance_request(at(10.0)).unwrap();
        b.rti.time_advance_request(at(6.0)).unwrap();
        b.sees(&Seen::Granted(at(6.0)));
    }

    /// 4.17 in 2010, 4.20 in 2025: as any message in receive order.
    fn a_constrained_federate_is_told_to_save_at_once_only_while_it_advances(world) {
        let (a, b, _) = timed_pair(world);
        a.rti.request_federation_save("S", None).unwrap();
        a.sees(&Seen::InitiateSave("S".into(), None));
        world.settle_requests(&[&b]);
        assert_eq!(b.diary(), []);

        b.rti.time_advance_request(at(5.0)).unwrap();
        b.sees(&Seen::InitiateSave("S".into(), None));
        answer(&[&a, &b]);
        a.sees(&Seen::Saved);
        b.sees(&Seen::Saved);
        a.rti.time_advance_request(at(9.0)).unwrap();
        b.sees(&Seen::Granted(at(5.0)));
    }

    /// 4.24 to 4.29 in 2010, 4.27 to 4.32 in 2025
    fn a_restored_federation_is_the_saved_one(world) {
        let (a, b) = pair(world);
        let car = register(&a, &b, Some("Old"));
        a.rti.reserve_object_instance_name("Kept").unwrap();
        a.sees(&Seen::Reserved(vec!["Kept".into()]));
        b.rti.register_federation_synchronization_point("P", b"tag", None).unwrap();
        for federate in [&a, &b] {
            federate.sees(&Seen::SyncPointAnnounced("P".into(), b"tag".to_vec()));
        }
        a.rti.synchronization_point_achieved("P", true).unwrap();
        world.settle(&[&a, &b]);
        save(&[&a, &b], "S");

        b.rti.synchronization_point_achieved("P", true).unwrap();
        a.sees(&Seen::Synchronized("P".into(), Default::default()));
        a.rti.delete_object_instance(car, b"", None).unwrap();
        b.sees(&Seen::Removed(car, vec![]));
        a.rti.release_object_instance_name("Kept").unwrap();
        let newer = register(&a, &b, Some("New"));
        world.settle(&[&a, &b]);

        let told = restore(&[&a, &b], "S");

        let names: Vec<_> = told.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(names, ["a", "b"]);
        assert_eq!([a.handle, b.handle], [Some(told[0].1), Some(told[1].1)]);
        update(&a, car, b"again");
        reflected(&b, car, b"again");
        assert_eq!(b.rti.object_instance_handle("Old").unwrap(), car);
        raises(world, ExceptionKind::ObjectInstanceNotKnown, b.rti.object_instance_name(newer));
        raises(
            world,
            ExceptionKind::ObjectInstanceNotKnown,
            a.rti.delete_object_instance(newer, b"", None),
        );
        a.rti.release_object_instance_name("Kept").unwrap();
        b.rti.synchronization_point_achieved("P", false).unwrap();
        let failed = [told[1].1].into_iter().collect();
        a.sees(&Seen::Synchronized("P".into(), failed));
        let again = register(&a, &b, Some("New"));
        update(&a, again, b"new");
        reflected(&b, again, b"new");
    }

    /// 4.25, 4.27 in 2010, 4.28, 4.30 in 2025: in another execution, joined in another order.
    fn a_save_is_restored_into_other_federates(world) {
        let (a, b) = pair(world);
        let car = register(&a, &b, Some("Old"));
        save(&[&a, &b], "S");
        let handles = [a.handle, b.handle];
        for federate in [&a, &b] {
            let action = ResignAction::CancelThenDeleteThenDivest;
            federate.rti.resign_federation_execution(action).unwrap();
        }
        a.rti.destroy_federation_execution(&world.federation).unwrap();
        let (c, b) = (world.joined("someone else"), world.joined("b"));
        world.settle(&[&b, &c]);

        let told = restore(&[&b, &c], "S");

        assert_eq!(told[1], ("a".into(), handles[0].unwrap()));
        assert_eq!(told[0], ("b".into(), handles[1].unwrap()));
        assert_eq!(c.rti.federate_name(handles[0].unwrap()).unwrap(), "a");
        assert_eq!(b.rti.federate_handle("a").unwrap(), handles[0].unwrap());
        update(&c, car, b"again");
        reflected(&b, car, b"again");
        let d = world.joined("d");
        d.subscribe("Vehicle.Car", &["Name"]);
        d.expect("discovery", |seen| match seen {
            Seen::Discovered(object, _, name, _) => {
                (*object == car && name == "Old").then_some(())
            }
            _ => None,
        });
        update(&c, car, b"to all");
        reflected(&b, car, b"to all");
        reflected(&d, car, b"to all");
        b.rti.resign_federation_execution(ResignAction::NoAction).unwrap();
        c.rti.delete_object_instance(car, b"", None).unwrap();
        d.sees(&Seen::Removed(car, vec![]));
    }

    /// 4.25 in 2010, 4.28 in 2025
    fn a_restore_is_refused_without_a_save_or_with_other_federates(world) {
        let (a, b) = (world.joined("a"), world.joined("b"));
        a.rti.request_federation_restore("Never").unwrap();
        a.sees(&Seen::RestoreRefused("Never".into()));
        save(&[&a, &b], "S");
        b.rti.resign_federation_execution(ResignAction::NoAction).unwrap();

        a.rti.request_federation_restore("S").unwrap();
        a.sees(&Seen::RestoreRefused("S".into()));

        let c = world.connected();
        c.rti.join_federation_execution(Some("b"), "other type", &world.federation, &[]).unwrap();
        a.rti.request_federation_restore("S").unwrap();
        a.sees(&Seen::RestoreRefused("S".into()));
        a.rti.reserve_object_instance_name("N").unwrap();
    }

    /// 4.26, 4.28 in 2010, 4.29, 4.31 in 2025
    fn while_it_restores_a_federate_looks_and_sends_nothing(world) {
        let (a, b) = pair(world);
        raises(world, ExceptionKind::RestoreNotRequested, a.rti.federate_restore_complete());
        raises(world, ExceptionKind::RestoreNotRequested, a.rti.federate_restore_not_complete());
        raises(world, ExceptionKind::RestoreNotInProgress, a.rti.abort_federation_restore());
        save(&[&a, &b], "S");
        begin_restore(&[&a, &b], "S");

        let outcome = a.rti.register_object_instance(a.class("Vehicle.Car"), None);
        raises(world, ExceptionKind::RestoreInProgress, outcome);
        let outcome = a.rti.request_federation_save("T", None);
        raises(world, ExceptionKind::RestoreInProgress, outcome);
        raises(world, ExceptionKind::RestoreInProgress, a.rti.request_federation_restore("S"));
        raises(world, ExceptionKind::RestoreInProgress, a.rti.query_federation_save_status());
        raises(world, ExceptionKind::RestoreInProgress, a.rti.federate_save_begun());
        raises(world, ExceptionKind::RestoreInProgress, a.rti.federate_save_complete());
        raises(world, ExceptionKind::RestoreInProgress, a.rti.federate_save_not_complete());
        raises(world, ExceptionKind::RestoreInProgress, a.rti.enable_callbacks());
        let outcome = a.rti.register_federation_synchronization_point("P", b"", None);
        raises(world, ExceptionKind::RestoreInProgress, outcome);
        let outcome = a.rti.synchronization_point_achieved("P", true);
        raises(world, ExceptionKind::RestoreInProgress, outcome);
        let c = world.connected();
        let joining = c.rti.join_federation_execution(Some("c"), "tester", &world.federation, &[]);
        raises(world, ExceptionKind::RestoreInProgress, joining);

        a.rti.federate_restore_complete().unwrap();
        raises(world, ExceptionKind::RestoreNotRequested, a.rti.federate_restore_complete());
        b.rti.federate_restore_complete().unwrap();
        a.sees(&Seen::Restored);
        raises(world, ExceptionKind::RestoreNotInProgress, a.rti.abort_federation_restore());
    }

    /// 4.28, 4.29 in 2010, 4.31, 4.32 in 2025
    fn a_restore_that_fails_leaves_everything_as_it_was(world) {
        let (a, b) = pair(world);
        save(&[&a, &b], "S");
        let car = register(&a, &b, None);
        begin_restore(&[&a, &b], "S");

        a.rti.federate_restore_complete().unwrap();
        b.rti.federate_restore_not_complete().unwrap();

        let reason = RestoreFailureReason::FederateReportedFailureDuringRestore;
        for federate in [&a, &b] {
            federate.sees(&Seen::NotRestored(reason));
        }
        update(&a, car, b"as before");
        reflected(&b, car, b"as before");
    }

    /// 4.29 in 2010, 4.32 in 2025
    fn a_restore_fails_when_a_federate_resigns(world) {
        let (a, b) = (world.joined("a"), world.joined("b"));
        save(&[&a, &b], "S");
        begin_restore(&[&a, &b], "S");

        b.rti.resign_federation_execution(ResignAction::NoAction).unwrap();
        a.rti.federate_restore_complete().unwrap();

        let reason = RestoreFailureReason::FederateResignedDuringRestore;
        a.sees(&Seen::NotRestored(reason));
        a.rti.reserve_object_instance_name("N").unwrap();
        a.sees(&Seen::Reserved(vec!["N".into()]));
    }

    /// 4.30 in 2010, 4.33 in 2025
    fn a_restore_is_aborted(world) {
        let (a, b) = pair(world);
        save(&[&a, &b], "S");
        let car = register(&a, &b, None);
        begin_restore(&[&a, &b], "S");

        b.rti.abort_federation_restore().unwrap();

        for federate in [&a, &b] {
            federate.sees(&Seen::NotRestored(RestoreFailureReason::RestoreAborted));
        }
        update(&a, car, b"as before");
        reflected(&b, car, b"as before");
        restore(&[&b, &a], "S");
    }

    /// 4.31, 4.32 in 2010, 4.34, 4.35 in 2025
    fn the_status_of_a_restore_is_told(world) {
        let (a, b) = (world.joined("a"), world.joined("b"));
        assert_eq!(restore_statuses(&a), [RestoreStatus::NoRestoreInProgress; 2]);
        save(&[&a, &b], "S");
        begin_restore(&[&a, &b], "S");

        assert_eq!(restore_statuses(&a), [RestoreStatus::FederateRestoring; 2]);
        b.rti.federate_restore_complete().unwrap();
        world.settle_requests(&[&b]);
        let waiting = RestoreStatus::FederateWaitingForFederationToRestore;
        assert_eq!(restore_statuses(&a), [RestoreStatus::FederateRestoring, waiting]);
        a.rti.federate_restore_complete().unwrap();
        a.sees(&Seen::Restored);
        assert_eq!(restore_statuses(&a), [RestoreStatus::NoRestoreInProgress; 2]);
    }

    /// 4.16 to 4.34: only joined federates save and restore.
    fn saves_and_restores_need_membership(world) {
        let outsider = world.ambassador();
        let connected = world.connected();
        let cases = [
            (&outsider, ExceptionKind::NotConnected),
            (&connected.rti, ExceptionKind::FederateNotExecutionMember),
        ];
        for (rti, expected) in cases {
            raises(world, expected, rti.request_federation_save("S", None));
            raises(world, expected, rti.federate_save_begun());
            raises(world, expected, rti.federate_save_complete());
            raises(world, expected, rti.federate_save_not_complete());
            raises(world, expected, rti.abort_federation_save());
            raises(world, expected, rti.query_federation_save_status());
            raises(world, expected, rti.request_federation_restore("S"));
            raises(world, expected, rti.federate_restore_complete());
            raises(world, expected, rti.federate_restore_not_complete());
            raises(world, expected, rti.abort_federation_restore());
            raises(world, expected, rti.query_federation_restore_status());
        }
    }
}
