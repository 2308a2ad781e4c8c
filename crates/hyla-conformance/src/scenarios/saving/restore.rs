//! Restores.

use hyla_types::{ExceptionKind, ResignAction, RestoreFailureReason, RestoreStatus, Service};

use super::{begin_restore, pair, reflected, register, restore, restore_statuses, save, update};
use crate::federate::Seen;
use crate::scenarios::scenarios;
use crate::world::raises;

scenarios! {
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
        if world.face.asks_the_rti(Service::EnableCallbacks) {
            raises(world, ExceptionKind::RestoreInProgress, a.rti.enable_callbacks());
        }
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
}
