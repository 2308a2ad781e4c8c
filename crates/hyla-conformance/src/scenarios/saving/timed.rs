//! Saves at a logical time.

use hyla_types::{ExceptionKind, InteractionClassHandle, SaveFailureReason, TimeImplementation};

use super::{
    answer, at, end_restore, received, restore, restore_begins, save, seen_until, send, timed_pair,
};
use crate::federate::{Federate, Seen};
use crate::scenarios::scenarios;
use crate::world::{World, raises};

/// Saved at time 4, within an advance to 6 and before a message of time 5. Both save and advance are over.
fn saved_within_an_advance(world: &World) -> (Federate, Federate, InteractionClassHandle) {
    let (a, b, class) = timed_pair(world);
    send(&a, class, b"5", 5.0);
    a.rti.request_federation_save("S", Some(at(4.0))).unwrap();
    a.rti.time_advance_request(at(10.0)).unwrap();
    b.rti.time_advance_request(at(6.0)).unwrap();
    for federate in [&a, &b] {
        federate.sees(&Seen::InitiateSave("S".into(), Some(at(4.0))));
    }
    answer(&[&a, &b]);
    a.sees(&Seen::Saved);
    b.sees(&Seen::Granted(at(6.0)));
    (a, b, class)
}

scenarios! {
    /// 4.16 in 2010, 4.19 in 2025
    fn a_save_at_a_time_of_another_type_is_refused(world) {
        if !world.face.times_have_types() {
            return;
        }
        let a = world.joined("a");
        let other = match a.rti.time_factory().unwrap() {
            TimeImplementation::Integer64 => TimeImplementation::Float64,
            TimeImplementation::Float64 => TimeImplementation::Integer64,
        };

        let outcome = a.rti.request_federation_save("S", Some(other.initial()));

        raises(world, ExceptionKind::InvalidLogicalTime, outcome);
    }

    /// 4.16 in 2010, 4.19 in 2025: a federate without any part in time, and one that is constrained.
    fn a_save_at_a_time_is_for_federates_that_regulate(world) {
        let c = world.joined("c");
        let (_a, b, _) = timed_pair(world);

        for federate in [&c, &b] {
            let outcome = federate.rti.request_federation_save("S", Some(at(9.0)));
            raises(world, ExceptionKind::FederateUnableToUseTime, outcome);
        }
    }

    /// 4.16, 4.17 in 2010, 4.19, 4.20 in 2025: between the last message up to the time of the save and
    /// the grant that passes it.
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
    }

    /// 4.16, 4.28 in 2010, 4.19, 4.31 in 2025
    fn restored_federates_go_on_from_the_time_of_the_save(world) {
        let (a, b, class) = saved_within_an_advance(world);

        restore(&[&a, &b], "S");

        let again = [received(class, b"5"), Seen::Granted(at(6.0))];
        assert_eq!(seen_until(&b, &Seen::Granted(at(6.0))), again);
    }

    /// 4.28, 8.8, 8.10 in 2010, 4.31, 8.8, 8.10 in 2025
    fn restored_federates_advance_and_send(world) {
        let (a, b, class) = saved_within_an_advance(world);
        restore(&[&a, &b], "S");
        b.sees(&Seen::Granted(at(6.0)));

        send(&a, class, b"11", 11.0);
        a.rti.time_advance_request(at(20.0)).unwrap();
        b.rti.next_message_request(at(15.0)).unwrap();

        let later = [received(class, b"11"), Seen::Granted(at(11.0))];
        assert_eq!(seen_until(&b, &Seen::Granted(at(11.0))), later);
    }

    /// 4.16 in 2010, 4.19 in 2025
    fn a_save_is_asked_for_at_a_time_that_nobody_has_passed(world) {
        let (a, _b, _) = timed_pair(world);

        for passed in [0.0, 0.5] {
            let outcome = a.rti.request_federation_save("S", Some(at(passed)));
            raises(world, ExceptionKind::LogicalTimeAlreadyPassed, outcome);
        }
        a.rti.request_federation_save("S", Some(at(1.0))).unwrap();
    }

    /// 4.16 in 2010, 4.19 in 2025
    fn a_save_that_waits_for_its_time_is_replaced_by_another(world) {
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

        a.rti.time_advance_request(at(10.0)).unwrap();
        b.rti.time_advance_request(at(6.0)).unwrap();
        assert_eq!(seen_until(&b, &Seen::Granted(at(6.0))), [Seen::Granted(at(6.0))]);
    }

    /// 4.16, 4.21 in 2010, 4.19, 4.24 in 2025
    fn a_save_that_waits_for_its_time_is_aborted(world) {
        let (a, b, _) = timed_pair(world);
        b.rti.enable_asynchronous_delivery().unwrap();
        a.rti.request_federation_save("S", Some(at(4.0))).unwrap();
        world.settle_requests(&[&a, &b]);

        b.rti.abort_federation_save().unwrap();

        for federate in [&a, &b] {
            federate.sees(&Seen::NotSaved(SaveFailureReason::SaveAborted));
        }
        a.rti.time_advance_request(at(10.0)).unwrap();
        b.rti.time_advance_request(at(6.0)).unwrap();
        assert_eq!(seen_until(&b, &Seen::Granted(at(6.0))), [Seen::Granted(at(6.0))]);
    }

    /// 4.24, 4.20 in 2010, 4.27, 4.23 in 2025
    fn a_restore_ends_the_wait_for_the_time_of_a_save(world) {
        let (a, b, _) = timed_pair(world);
        b.rti.enable_asynchronous_delivery().unwrap();
        save(&[&a, &b], "S");
        a.rti.request_federation_save("T", Some(at(4.0))).unwrap();
        world.settle_requests(&[&a, &b]);

        b.rti.request_federation_restore("S").unwrap();

        // The save is given up before the restore is granted.
        for federate in [&a, &b] {
            federate.sees(&Seen::NotSaved(SaveFailureReason::SaveTimeCannotBeHonored));
        }
        restore_begins(&[&b, &a], "S");
        end_restore(&[&b, &a]);
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
}
