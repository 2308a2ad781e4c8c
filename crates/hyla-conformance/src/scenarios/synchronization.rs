//! Synchronization points (clauses 4.11 to 4.15 in 2010, 4.14 to 4.18 in 2025).

use hyla_types::{
    ExceptionKind, FederateHandle, FederateHandleSet, ResignAction,
    SynchronizationPointFailureReason,
};

use crate::federate::{Federate, Seen};
use crate::scenarios::scenarios;
use crate::world::raises;

fn set(federates: &[&Federate]) -> FederateHandleSet {
    federates.iter().filter_map(|f| f.handle).collect()
}

fn announced(label: &str) -> Seen {
    Seen::SyncPointAnnounced(label.into(), b"tag".to_vec())
}

/// Registers the point and waits until the registration is confirmed.
fn register(registrar: &Federate, label: &str, set: Option<&FederateHandleSet>) {
    let rti = &registrar.rti;
    rti.register_federation_synchronization_point(label, b"tag", set)
        .unwrap();
    registrar.sees(&Seen::SyncPointRegistered(label.into()));
}

fn achieve(federate: &Federate, label: &str, successfully: bool) {
    federate
        .rti
        .synchronization_point_achieved(label, successfully)
        .unwrap();
}

scenarios! {
    /// 4.11 to 4.15 in 2010, 4.14 to 4.18 in 2025
    fn a_federation_synchronizes_and_hears_who_failed(world) {
        let (a, b) = (world.joined("a"), world.joined("b"));

        register(&a, "ready", None);
        for federate in [&a, &b] {
            federate.sees(&announced("ready"));
        }
        achieve(&a, "ready", true);
        achieve(&b, "ready", false);

        for federate in [&a, &b] {
            federate.sees(&Seen::Synchronized("ready".into(), set(&[&b])));
        }
    }

    /// 4.11 in 2010, 4.14 in 2025
    fn a_label_in_progress_is_refused(world) {
        let a = world.joined("a");
        register(&a, "ready", None);
        a.sees(&announced("ready"));

        a.rti.register_federation_synchronization_point("ready", &[], None).unwrap();

        let not_unique = SynchronizationPointFailureReason::LabelNotUnique;
        a.sees(&Seen::SyncPointRefused("ready".into(), not_unique));
    }

    /// 4.11 in 2010, 4.14 in 2025
    fn a_label_is_free_after_synchronization(world) {
        let a = world.joined("a");
        register(&a, "ready", None);
        a.sees(&announced("ready"));
        achieve(&a, "ready", true);
        a.sees(&Seen::Synchronized("ready".into(), set(&[])));

        register(&a, "ready", None);

        a.sees(&announced("ready"));
    }

    /// 4.11 in 2010, 4.14 in 2025
    fn a_set_names_joined_federates(world) {
        let a = world.joined("a");

        let stranger = [FederateHandle::new(9999)].into_iter().collect();
        a.rti.register_federation_synchronization_point("ready", &[], Some(&stranger)).unwrap();

        let not_joined = SynchronizationPointFailureReason::SetMemberNotJoined;
        a.sees(&Seen::SyncPointRefused("ready".into(), not_joined));
    }

    /// 4.11 in 2010, 4.14 in 2025
    fn a_set_contains_valid_handles(world) {
        let a = world.joined("a");

        let zero = [FederateHandle::new(0)].into_iter().collect();
        let outcome = a.rti.register_federation_synchronization_point("ready", &[], Some(&zero));

        raises(world, ExceptionKind::InvalidFederateHandle, outcome);
    }

    /// 4.13, 4.15 in 2010, 4.16, 4.18 in 2025
    fn a_set_synchronizes_without_its_registrar(world) {
        let (a, b, c) = (world.joined("a"), world.joined("b"), world.joined("c"));

        register(&a, "two of us", Some(&set(&[&b, &c])));
        for federate in [&b, &c] {
            federate.sees(&announced("two of us"));
            achieve(federate, "two of us", true);
        }

        for federate in [&b, &c] {
            federate.sees(&Seen::Synchronized("two of us".into(), set(&[])));
        }
    }

    /// 4.13, 4.15 in 2010, 4.16, 4.18 in 2025
    fn who_is_not_in_the_set_hears_nothing(world) {
        let (a, b) = (world.joined("a"), world.joined("b"));

        register(&a, "one of us", Some(&set(&[&b])));
        b.sees(&announced("one of us"));
        achieve(&b, "one of us", true);
        b.sees(&Seen::Synchronized("one of us".into(), set(&[])));

        world.settle_requests(&[&a]);
        assert_eq!(a.diary(), []);
    }

    /// 4.13 in 2010, 4.16 in 2025: an empty set stands for everyone.
    fn a_newcomer_takes_part_in_what_is_meant_for_everyone(world) {
        let a = world.joined("a");
        register(&a, "all", Some(&set(&[])));
        let b = world.joined("b");

        for federate in [&a, &b] {
            federate.sees(&announced("all"));
            achieve(federate, "all", true);
        }

        for federate in [&a, &b] {
            federate.sees(&Seen::Synchronized("all".into(), set(&[])));
        }
    }

    /// 4.13 in 2010, 4.16 in 2025
    fn a_newcomer_takes_no_part_in_what_is_meant_for_others(world) {
        let a = world.joined("a");
        register(&a, "alone", Some(&set(&[&a])));
        let b = world.joined("b");

        let outcome = b.rti.synchronization_point_achieved("alone", true);
        raises(world, ExceptionKind::SynchronizationPointLabelNotAnnounced, outcome);
        a.sees(&announced("alone"));
        achieve(&a, "alone", true);
        a.sees(&Seen::Synchronized("alone".into(), set(&[])));
    }

    /// 4.14 in 2010, 4.17 in 2025
    fn a_point_that_was_not_announced_is_not_achieved(world) {
        let a = world.joined("a");

        let outcome = a.rti.synchronization_point_achieved("ready", true);

        raises(world, ExceptionKind::SynchronizationPointLabelNotAnnounced, outcome);
    }

    /// 4.14 in 2010, 4.17 in 2025
    fn a_point_is_achieved_once(world) {
        let (a, _b) = (world.joined("a"), world.joined("b"));
        register(&a, "ready", None);
        a.sees(&announced("ready"));

        achieve(&a, "ready", true);
        let again = a.rti.synchronization_point_achieved("ready", true);

        raises(world, ExceptionKind::SynchronizationPointLabelNotAnnounced, again);
    }

    /// 4.14 in 2010, 4.17 in 2025
    fn a_point_is_not_achieved_after_synchronization(world) {
        let (a, b) = (world.joined("a"), world.joined("b"));
        register(&a, "ready", None);
        for federate in [&a, &b] {
            federate.sees(&announced("ready"));
            achieve(federate, "ready", true);
        }
        a.sees(&Seen::Synchronized("ready".into(), set(&[])));

        let late = a.rti.synchronization_point_achieved("ready", true);

        raises(world, ExceptionKind::SynchronizationPointLabelNotAnnounced, late);
    }

    /// 4.10 in 2010, 4.12 in 2025: nor does it count that the federate had failed.
    fn nobody_waits_for_a_federate_that_resigns(world) {
        let (a, b) = (world.joined("a"), world.joined("b"));
        register(&a, "ready", None);
        a.sees(&announced("ready"));
        b.sees(&announced("ready"));
        achieve(&b, "ready", false);

        world.settle_requests(&[&b]);
        b.rti.resign_federation_execution(ResignAction::NoAction).unwrap();
        world.settle_requests(&[&a]);
        achieve(&a, "ready", true);

        a.sees(&Seen::Synchronized("ready".into(), set(&[])));
    }

    /// 4.4, 4.15 in 2010; 4.4, 4.18 in 2025
    fn nobody_waits_for_a_federate_that_is_lost(world) {
        let (a, c) = (world.joined("a"), world.joined("c"));
        register(&a, "ready", None);
        a.sees(&announced("ready"));
        achieve(&a, "ready", true);

        world.forget(&c.rti);
        drop(c);

        a.sees(&Seen::Synchronized("ready".into(), set(&[])));
    }

    /// 4.11, 4.14 in 2010, 4.14, 4.17 in 2025
    fn points_need_membership(world) {
        let outsider = world.ambassador();
        let outcome = outsider.register_federation_synchronization_point("ready", &[], None);
        raises(world, ExceptionKind::NotConnected, outcome);
        let outcome = outsider.synchronization_point_achieved("ready", true);
        raises(world, ExceptionKind::NotConnected, outcome);

        let connected = world.connected();
        let outcome = connected.rti.register_federation_synchronization_point("ready", &[], None);
        raises(world, ExceptionKind::FederateNotExecutionMember, outcome);
        let outcome = connected.rti.synchronization_point_achieved("ready", true);
        raises(world, ExceptionKind::FederateNotExecutionMember, outcome);
    }
}
