//! Saves, and who may not ask for them.

use hyla_types::{ExceptionKind, ResignAction, SaveFailureReason, SaveStatus, Service};

use super::{answer, begin_save, pair, reflected, register, save, save_statuses, update};
use crate::federate::Seen;
use crate::scenarios::scenarios;
use crate::world::raises;

/// Exceptions of an ambassador without a connection and of one without membership.
const OUTSIDE: [ExceptionKind; 2] = [
    ExceptionKind::NotConnected,
    ExceptionKind::FederateNotExecutionMember,
];

scenarios! {
    /// 4.16 to 4.20 in 2010, 4.19 to 4.23 in 2025
    fn a_federation_saves_and_goes_on(world) {
        let (a, b) = pair(world);
        let car = register(&a, &b, None);

        save(&[&a, &b], "S");

        update(&a, car, b"after");
        reflected(&b, car, b"after");
    }

    /// 4.16 in 2010, 4.19 in 2025: asked for by another federate.
    fn a_label_may_be_saved_again(world) {
        let (a, b) = pair(world);
        save(&[&a, &b], "S");

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
        if world.face.asks_the_rti(Service::DisableCallbacks) {
            raises(world, ExceptionKind::SaveInProgress, a.rti.disable_callbacks());
            raises(world, ExceptionKind::SaveInProgress, a.rti.enable_callbacks());
        }
        let outcome = a.rti.register_federation_synchronization_point("P", b"", None);
        raises(world, ExceptionKind::SaveInProgress, outcome);
        let outcome = a.rti.synchronization_point_achieved("P", true);
        raises(world, ExceptionKind::SaveInProgress, outcome);
    }

    /// 4.9, 4.17 in 2010, 4.11, 4.20 in 2025
    fn nobody_joins_during_a_save(world) {
        let (a, b) = pair(world);
        begin_save(&[&a, &b], "S");

        let c = world.connected();
        let joining = c.rti.join_federation_execution(Some("c"), "tester", &world.federation, &[]);

        raises(world, ExceptionKind::SaveInProgress, joining);
    }

    /// 4.7 in 2010 and 2025
    fn executions_are_listed_during_a_save(world) {
        let (a, b) = pair(world);
        begin_save(&[&a, &b], "S");

        a.rti.list_federation_executions().unwrap();
    }

    /// 4.20 in 2010, 4.23 in 2025
    fn after_a_save_services_are_open_again(world) {
        let (a, b) = pair(world);
        begin_save(&[&a, &b], "S");
        raises(world, ExceptionKind::SaveInProgress, a.rti.reserve_object_instance_name("N"));

        for federate in [&a, &b] {
            federate.rti.federate_save_begun().unwrap();
            federate.rti.federate_save_complete().unwrap();
        }
        a.sees(&Seen::Saved);

        a.rti.reserve_object_instance_name("N").unwrap();
    }

    /// 4.18, 4.19 in 2010, 4.21, 4.22 in 2025
    fn a_save_that_nobody_asked_for_is_neither_begun_nor_completed(world) {
        let a = world.joined("a");

        raises(world, ExceptionKind::SaveNotInitiated, a.rti.federate_save_begun());
        raises(world, ExceptionKind::FederateHasNotBegunSave, a.rti.federate_save_complete());
    }

    /// 4.18, 4.19 in 2010, 4.21, 4.22 in 2025
    fn a_save_is_completed_after_it_has_begun(world) {
        let a = world.joined("a");
        begin_save(&[&a], "S");

        raises(world, ExceptionKind::FederateHasNotBegunSave, a.rti.federate_save_complete());
        raises(world, ExceptionKind::FederateHasNotBegunSave, a.rti.federate_save_not_complete());
        a.rti.federate_save_begun().unwrap();
        a.rti.federate_save_complete().unwrap();
        a.sees(&Seen::Saved);
    }

    /// 4.18, 4.19 in 2010, 4.21, 4.22 in 2025
    fn a_save_is_begun_and_completed_once(world) {
        let a = world.joined("a");
        begin_save(&[&a], "S");

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
        answer(&[&b]);

        let reason = SaveFailureReason::FederateReportedFailureDuringSave;
        for federate in [&a, &b] {
            federate.sees(&Seen::NotSaved(reason));
        }
    }

    /// 4.20, 4.25 in 2010, 4.23, 4.28 in 2025
    fn a_save_that_has_failed_is_not_restored(world) {
        let a = world.joined("a");
        begin_save(&[&a], "S");
        a.rti.federate_save_begun().unwrap();
        a.rti.federate_save_not_complete().unwrap();
        let reason = SaveFailureReason::FederateReportedFailureDuringSave;
        a.sees(&Seen::NotSaved(reason));

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
        begin_save(&[&a, &b], "S");

        b.rti.federate_save_begun().unwrap();
        b.rti.abort_federation_save().unwrap();

        for federate in [&a, &b] {
            federate.sees(&Seen::NotSaved(SaveFailureReason::SaveAborted));
        }
    }

    /// 4.21 in 2010, 4.24 in 2025
    fn a_save_is_aborted_only_while_it_is_in_progress(world) {
        let a = world.joined("a");

        raises(world, ExceptionKind::SaveNotInProgress, a.rti.abort_federation_save());
        begin_save(&[&a], "S");
        a.rti.abort_federation_save().unwrap();
        a.sees(&Seen::NotSaved(SaveFailureReason::SaveAborted));
        raises(world, ExceptionKind::SaveNotInProgress, a.rti.abort_federation_save());
    }

    /// 4.16, 4.21 in 2010, 4.19, 4.24 in 2025
    fn after_an_aborted_save_the_label_can_be_saved(world) {
        let (a, b) = (world.joined("a"), world.joined("b"));
        begin_save(&[&a, &b], "S");
        b.rti.abort_federation_save().unwrap();
        for federate in [&a, &b] {
            federate.sees(&Seen::NotSaved(SaveFailureReason::SaveAborted));
        }

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

    /// 4.16 to 4.23 in 2010, 4.19 to 4.26 in 2025: only joined federates save.
    fn saves_need_membership(world) {
        for (rti, expected) in [&world.ambassador(), &world.connected().rti].into_iter().zip(OUTSIDE) {
            raises(world, expected, rti.request_federation_save("S", None));
            raises(world, expected, rti.federate_save_begun());
            raises(world, expected, rti.federate_save_complete());
            raises(world, expected, rti.federate_save_not_complete());
            raises(world, expected, rti.abort_federation_save());
            raises(world, expected, rti.query_federation_save_status());
        }
    }

    /// 4.24 to 4.32 in 2010, 4.27 to 4.35 in 2025: only joined federates restore.
    fn restores_need_membership(world) {
        for (rti, expected) in [&world.ambassador(), &world.connected().rti].into_iter().zip(OUTSIDE) {
            raises(world, expected, rti.request_federation_restore("S"));
            raises(world, expected, rti.federate_restore_complete());
            raises(world, expected, rti.federate_restore_not_complete());
            raises(world, expected, rti.abort_federation_restore());
            raises(world, expected, rti.query_federation_restore_status());
        }
    }
}
