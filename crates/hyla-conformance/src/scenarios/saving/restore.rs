//! Restores.

use hyla_types::{
    ExceptionKind, FederateHandle, ObjectInstanceHandle, ResignAction, RestoreFailureReason,
    RestoreStatus, Service,
};

use super::{begin_restore, pair, reflected, register, restore, restore_statuses, save, update};
use crate::federate::{Federate, Seen};
use crate::scenarios::scenarios;
use crate::world::{World, raises};

/// A federation with a car of a name was saved and has ended. Two that join another one of the same name, in another
/// order and one of them by another name, have become what the saved ones were.
struct Reborn {
    a: Federate,
    b: Federate,
    car: ObjectInstanceHandle,
    /// Callbacks of `b` and `a`: their names and handles.
    told: Vec<(String, FederateHandle)>,
    /// Handles that the saved `a` and `b` had.
    handles: [FederateHandle; 2],
}

fn reborn(world: &World) -> Reborn {
    let (a, b) = pair(world);
    let car = register(&a, &b, Some("Old"));
    save(&[&a, &b], "S");
    let handles = [a.handle.unwrap(), b.handle.unwrap()];
    for federate in [&a, &b] {
        let action = ResignAction::CancelThenDeleteThenDivest;
        federate.rti.resign_federation_execution(action).unwrap();
    }
    a.rti
        .destroy_federation_execution(&world.federation)
        .unwrap();
    let (a, b) = (world.joined("someone else"), world.joined("b"));
    world.settle(&[&b, &a]);
    let told = restore(&[&b, &a], "S");
    Reborn {
        a,
        b,
        car,
        told,
        handles,
    }
}

/// The label was not restored, and the federation goes on.
fn is_refused(federate: &Federate, label: &str) {
    federate.rti.request_federation_restore(label).unwrap();
    federate.sees(&Seen::RestoreRefused(label.into()));
    federate.rti.reserve_object_instance_name("N").unwrap();
    federate.sees(&Seen::Reserved(vec!["N".into()]));
}

scenarios! {
    /// 4.27 in 2010, 4.30 in 2025
    fn restored_federates_are_told_the_names_and_handles_that_they_had(world) {
        let (a, b) = pair(world);
        save(&[&a, &b], "S");

        let told = restore(&[&a, &b], "S");

        let names: Vec<_> = told.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(names, ["a", "b"]);
        assert_eq!([a.handle, b.handle], [Some(told[0].1), Some(told[1].1)]);
    }

    /// 4.24 to 4.29 in 2010, 4.27 to 4.32 in 2025
    fn an_instance_deleted_after_the_save_is_restored(world) {
        let (a, b) = pair(world);
        let car = register(&a, &b, Some("Old"));
        save(&[&a, &b], "S");
        a.rti.delete_object_instance(car, b"", None).unwrap();
        b.sees(&Seen::Removed(car, vec![]));
        world.settle(&[&a, &b]);

        restore(&[&a, &b], "S");

        update(&a, car, b"again");
        reflected(&b, car, b"again");
        assert_eq!(b.rti.object_instance_handle("Old").unwrap(), car);
    }

    /// 4.24 to 4.29 in 2010, 4.27 to 4.32 in 2025
    fn an_instance_registered_after_the_save_is_gone(world) {
        let (a, b) = pair(world);
        save(&[&a, &b], "S");
        let newer = register(&a, &b, Some("New"));
        world.settle(&[&a, &b]);

        restore(&[&a, &b], "S");

        let unknown = ExceptionKind::ObjectInstanceNotKnown;
        raises(world, unknown, b.rti.object_instance_name(newer));
        raises(world, unknown, a.rti.delete_object_instance(newer, b"", None));
        let again = register(&a, &b, Some("New"));
        update(&a, again, b"new");
        reflected(&b, again, b"new");
    }

    /// 4.24 to 4.29, 6.4 in 2010, 4.27 to 4.32, 6.4 in 2025
    fn a_name_released_after_the_save_is_reserved_again(world) {
        let (a, b) = pair(world);
        a.rti.reserve_object_instance_name("Kept").unwrap();
        a.sees(&Seen::Reserved(vec!["Kept".into()]));
        world.settle(&[&a, &b]);
        save(&[&a, &b], "S");
        a.rti.release_object_instance_name("Kept").unwrap();
        world.settle(&[&a, &b]);

        restore(&[&a, &b], "S");

        a.rti.release_object_instance_name("Kept").unwrap();
    }

    /// 4.14, 4.24 to 4.29 in 2010, 4.17, 4.27 to 4.32 in 2025
    fn a_point_synchronized_after_the_save_is_in_progress_again(world) {
        let (a, b) = pair(world);
        b.rti.register_federation_synchronization_point("P", b"tag", None).unwrap();
        for federate in [&a, &b] {
            federate.sees(&Seen::SyncPointAnnounced("P".into(), b"tag".to_vec()));
        }
        a.rti.synchronization_point_achieved("P", true).unwrap();
        world.settle(&[&a, &b]);
        save(&[&a, &b], "S");
        b.rti.synchronization_point_achieved("P", true).unwrap();
        a.sees(&Seen::Synchronized("P".into(), Default::default()));

        let told = restore(&[&a, &b], "S");

        b.rti.synchronization_point_achieved("P", false).unwrap();
        let failed = [told[1].1].into_iter().collect();
        a.sees(&Seen::Synchronized("P".into(), failed));
    }

    /// 4.25, 4.27 in 2010, 4.28, 4.30 in 2025: in another execution, joined in another order.
    fn other_federates_take_the_names_and_handles_of_the_saved_ones(world) {
        let Reborn { a, b, told, handles, .. } = reborn(world);

        assert_eq!(told, [("b".into(), handles[1]), ("a".into(), handles[0])]);
        assert_eq!(a.rti.federate_name(handles[0]).unwrap(), "a");
        assert_eq!(b.rti.federate_handle("a").unwrap(), handles[0]);
    }

    /// 4.25, 4.27, 6.14 in 2010, 4.28, 4.30, 6.16 in 2025
    fn other_federates_own_what_the_saved_ones_owned(world) {
        let Reborn { a, b, car, .. } = reborn(world);

        update(&a, car, b"again");
        reflected(&b, car, b"again");
        a.rti.delete_object_instance(car, b"", None).unwrap();
        b.sees(&Seen::Removed(car, vec![]));
    }

    /// 4.25, 4.27, 6.9 in 2010, 4.28, 4.30, 6.9 in 2025
    fn who_joins_after_a_restore_discovers_the_restored_instances(world) {
        let Reborn { a, b, car, .. } = reborn(world);

        let d = world.joined("d");
        d.subscribe("Vehicle.Car", &["Name"]);
        d.expect("discovery", |seen| match seen {
            Seen::Discovered(object, _, name, _) => {
                (*object == car && name == "Old").then_some(())
            }
            _ => None,
        });

        update(&a, car, b"to all");
        reflected(&b, car, b"to all");
        reflected(&d, car, b"to all");
    }

    /// 4.10, 4.27 in 2010, 4.12, 4.30 in 2025
    fn after_a_restore_a_federate_resigns_and_the_others_go_on(world) {
        let Reborn { a, b, car, .. } = reborn(world);
        let d = world.joined("d");
        d.subscribe("Vehicle.Car", &["Name"]);
        d.expect("discovery", |seen| matches!(seen, Seen::Discovered(..)).then_some(()));

        b.rti.resign_federation_execution(ResignAction::NoAction).unwrap();
        a.rti.delete_object_instance(car, b"", None).unwrap();

        d.sees(&Seen::Removed(car, vec![]));
    }

    /// 4.25 in 2010, 4.28 in 2025
    fn a_restore_is_refused_without_a_save(world) {
        let a = world.joined("a");

        is_refused(&a, "Never");
    }

    /// 4.25 in 2010, 4.28 in 2025
    fn a_restore_is_refused_with_fewer_federates(world) {
        let (a, b) = (world.joined("a"), world.joined("b"));
        save(&[&a, &b], "S");
        b.rti.resign_federation_execution(ResignAction::NoAction).unwrap();

        is_refused(&a, "S");
    }

    /// 4.25 in 2010, 4.28 in 2025
    fn a_restore_is_refused_with_federates_of_other_types(world) {
        let (a, b) = (world.joined("a"), world.joined("b"));
        save(&[&a, &b], "S");
        b.rti.resign_federation_execution(ResignAction::NoAction).unwrap();
        let c = world.connected();
        c.rti.join_federation_execution(Some("b"), "other type", &world.federation, &[]).unwrap();

        is_refused(&a, "S");
    }

    /// 4.28, 4.30 in 2010, 4.31, 4.33 in 2025
    fn a_restore_that_nobody_asked_for_is_neither_completed_nor_aborted(world) {
        let a = world.joined("a");

        raises(world, ExceptionKind::RestoreNotRequested, a.rti.federate_restore_complete());
        raises(world, ExceptionKind::RestoreNotRequested, a.rti.federate_restore_not_complete());
        raises(world, ExceptionKind::RestoreNotInProgress, a.rti.abort_federation_restore());
    }

    /// 4.26 in 2010, 4.29 in 2025
    fn while_it_restores_a_federate_looks_and_sends_nothing(world) {
        let (a, b) = pair(world);
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
        if world.face.asks_the_rti(Service::EnableCallbacks) {
            raises(world, ExceptionKind::RestoreInProgress, a.rti.enable_callbacks());
        }
        let outcome = a.rti.register_federation_synchronization_point("P", b"", None);
        raises(world, ExceptionKind::RestoreInProgress, outcome);
        let outcome = a.rti.synchronization_point_achieved("P", true);
        raises(world, ExceptionKind::RestoreInProgress, outcome);
    }

    /// 4.9, 4.26 in 2010, 4.11, 4.29 in 2025
    fn nobody_joins_during_a_restore(world) {
        let (a, b) = pair(world);
        save(&[&a, &b], "S");
        begin_restore(&[&a, &b], "S");

        let c = world.connected();
        let joining = c.rti.join_federation_execution(Some("c"), "tester", &world.federation, &[]);

        raises(world, ExceptionKind::RestoreInProgress, joining);
    }

    /// 4.28 in 2010, 4.31 in 2025
    fn a_federate_completes_a_restore_once(world) {
        let (a, b) = pair(world);
        save(&[&a, &b], "S");
        begin_restore(&[&a, &b], "S");

        a.rti.federate_restore_complete().unwrap();
        raises(world, ExceptionKind::RestoreNotRequested, a.rti.federate_restore_complete());
        b.rti.federate_restore_complete().unwrap();
        a.sees(&Seen::Restored);
    }

    /// 4.30 in 2010, 4.33 in 2025
    fn a_restore_that_is_over_is_not_aborted(world) {
        let (a, b) = pair(world);
        save(&[&a, &b], "S");
        restore(&[&a, &b], "S");

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
    fn an_aborted_restore_leaves_everything_as_it_was(world) {
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
    }

    /// 4.24, 4.30 in 2010, 4.27, 4.33 in 2025
    fn after_an_aborted_restore_the_save_can_be_restored(world) {
        let (a, b) = pair(world);
        save(&[&a, &b], "S");
        begin_restore(&[&a, &b], "S");
        b.rti.abort_federation_restore().unwrap();
        for federate in [&a, &b] {
            federate.sees(&Seen::NotRestored(RestoreFailureReason::RestoreAborted));
        }

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
}
