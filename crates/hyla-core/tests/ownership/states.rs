//! The table of states, path by path.

use crate::harness::{FEDERATION, Told, World, traffic, traffic_with};
use hyla_core::message::{AcquirerId, MemberRequest, OwnershipRequest, ToRti};
use hyla_core::outbox::Control;
use hyla_types::Service::{
    AttributeOwnershipAcquisitionNotification as Gained,
    AttributeOwnershipUnavailable as Unavailable,
    ConfirmAttributeOwnershipAcquisitionCancellation as Cancelled,
    RequestAttributeOwnershipAssumption as Offered, RequestAttributeOwnershipRelease as Release,
    RequestDivestitureConfirmation as Confirm,
};
use hyla_types::{Edition, ExceptionKind, ResignAction};

use crate::yard::{CAR, Yard};

#[test]
fn what_nobody_owns_goes_to_who_asks_for_it() {
    for if_available in [false, true] {
        let mut yard = Yard::of(2);
        yard.divest(0);
        yard.expect(1, &[(Offered, b"gone")]);
        yard.expect(0, &[]);
        yard.owned_by(None);

        if if_available {
            yard.acquire_if_available(1);
            yard.expect(1, &[(Gained, b"if")]);
        } else {
            yard.acquire(1, b"take");
            yard.expect(1, &[(Gained, b"take")]);
        }

        yard.owned_by(Some(1));
    }
}

#[test]
fn a_gain_counts_from_its_notification_and_a_release_at_once() {
    let mut yard = Yard::of(2);

    yard.divest(0);
    assert!(!yard.owns(0));
    yard.acquire(1, b"");
    yard.world.settle();

    assert!(!yard.owns(1));
    yard.told(1);
    assert!(yard.owns(1));
}

#[test]
fn an_owner_is_asked_to_release() {
    let mut yard = Yard::of(2);

    yard.acquire(1, b"please");
    yard.expect(0, &[(Release, b"please")]);
    yard.acquire(1, b"again");
    yard.expect(0, &[]);

    assert!(yard.divest_if_wanted(0));
    yard.expect(1, &[(Gained, b"here")]);
    yard.owned_by(Some(1));
}

#[test]
fn what_is_owned_is_not_available() {
    let mut yard = Yard::of(2);

    yard.acquire_if_available(1);

    yard.expect(0, &[]);
    yard.expect(1, &[(Unavailable, b"")]);
    yard.owned_by(Some(0));
}

#[test]
fn what_nobody_wants_is_not_divested_if_wanted() {
    let mut yard = Yard::of(2);

    assert!(!yard.divest_if_wanted(0));

    yard.owned_by(Some(0));
}

#[test]
fn an_unconditional_divestiture_serves_who_waits() {
    let mut yard = Yard::of(2);
    yard.acquire(1, b"please");
    yard.told(0);

    yard.divest(0);

    yard.expect(1, &[(Gained, b"gone")]);
    yard.owned_by(Some(1));
}

#[test]
fn a_negotiated_divestiture_goes_to_a_taker_when_confirmed() {
    for if_available in [false, true] {
        let mut yard = Yard::of(2);
        yard.negotiate(0);
        yard.expect(1, &[(Offered, b"offer")]);
        assert!(yard.owns(0));
        let early = yard.try_confirm(0).unwrap_err();
        assert_eq!(early.kind, ExceptionKind::NoAcquisitionPending);

        let tag: &[u8] = if if_available {
            yard.acquire_if_available(1);
            b"if"
        } else {
            yard.acquire(1, b"take");
            b"take"
        };
        yard.expect(0, &[(Confirm, tag)]);
        yard.try_confirm(0).unwrap();

        yard.expect(1, &[(Gained, b"yes")]);
        yard.owned_by(Some(1));
    }
}

#[test]
fn who_waits_already_is_a_taker() {
    let mut yard = Yard::of(2);
    yard.acquire(1, b"please");
    yard.expect(0, &[(Release, b"please")]);

    yard.negotiate(0);

    yard.expect(0, &[(Confirm, b"please")]);
    yard.expect(1, &[]);
}

#[test]
fn a_taker_may_step_back_and_the_offer_is_open_again() {
    let mut yard = Yard::of(3);
    yard.acquire(1, b"take");
    yard.world.settle();
    yard.negotiate(0);
    yard.told(0);
    yard.expect(2, &[]);

    yard.cancel(1);

    yard.expect(1, &[(Cancelled, b""), (Offered, b"offer")]);
    yard.expect(2, &[(Offered, b"offer")]);
    let late = yard.try_confirm(0).unwrap_err();
    assert_eq!(late.kind, ExceptionKind::NoAcquisitionPending);
    yard.owned_by(Some(0));
}

#[test]
fn a_denial_ends_an_acquisition_in_2025() {
    let mut yard = Yard::of(2);
    yard.acquire(1, b"please");
    yard.told(0);

    yard.deny(0);

    yard.expect(1, &[(Unavailable, b"no")]);
    assert!(!yard.divest_if_wanted(0));
    yard.acquire(1, b"really");
    yard.expect(0, &[(Release, b"really")]);
}

#[test]
fn an_acquisition_can_be_cancelled() {
    let mut yard = Yard::of(2);
    yard.acquire(1, b"please");
    yard.told(0);

    yard.cancel(1);

    yard.expect(1, &[(Cancelled, b"")]);
    assert!(!yard.divest_if_wanted(0));
    yard.owned_by(Some(0));
}

#[test]
fn several_acquirers_are_served_in_order_and_the_new_owner_is_asked() {
    let mut yard = Yard::of(3);
    yard.acquire(2, b"first");
    yard.world.settle();
    yard.acquire(1, b"second");
    yard.expect(0, &[(Release, b"first"), (Release, b"second")]);

    assert!(yard.divest_if_wanted(0));

    yard.expect(2, &[(Gained, b"here"), (Release, b"second")]);
    yard.expect(1, &[]);
    assert!(yard.divest_if_wanted(2));
    yard.owned_by(Some(1));
}

#[test]
fn the_end_of_an_instance_ends_all_that_is_about_it() {
    let mut yard = Yard::of(3);
    yard.acquire(1, b"please");
    yard.negotiate(0);
    yard.world.settle();

    let car = yard.car;
    yard.world.delete(0, car);
    yard.world.settle();

    assert_eq!(yard.told(0), []);
    assert_eq!(yard.told(1), []);
    assert_eq!(yard.told(2), []);
    yard.world
        .resign(1, ResignAction::UnconditionallyDivestAttributes);
}

#[test]
fn unpublishing_divests_and_is_refused_while_acquiring() {
    let mut yard = Yard::of(2);
    let class = yard.world.class(CAR);
    yard.acquire(1, b"please");
    yard.told(0);
    let speed = yard.speed.clone();
    let refused = yard.world.attempt(1, |m, out| {
        m.unpublish_object_class_attributes(class, &speed, out)
    });
    let kind = refused.unwrap_err().kind;
    assert_eq!(kind, ExceptionKind::OwnershipAcquisitionPending);

    yard.world.call(0, |m, out| {
        m.unpublish_object_class_attributes(class, &speed, out)
    });

    yard.expect(1, &[(Gained, b"")]);
    yard.owned_by(Some(1));
}

#[test]
fn an_offer_is_told_once_to_who_becomes_able() {
    let mut world = World::traffic(2);
    world.publish(0, CAR, &["Speed"]);
    world.subscribe(1, CAR, &["Speed"]);
    let late = world.connect(Edition::Hla2025);
    let car = world.register(0, CAR);
    world.quiet();
    let speed = world.attributes(CAR, &["Speed"]);
    let mut yard = Yard { world, car, speed };
    yard.divest(0);
    yard.expect(1, &[]);

    yard.world.publish(1, CAR, &["Speed"]);
    yard.expect(1, &[(Offered, b"gone")]);
    yard.world.publish(1, CAR, &["Position"]);
    yard.expect(1, &[]);

    // A newcomer that had not joined at the time of the offer.
    yard.world.join(late, vec![]);
    yard.world.publish(late, CAR, &["Speed"]);
    yard.world.subscribe(late, CAR, &["Speed"]);
    yard.world.settle();
    assert_eq!(yard.told(late), []); // nobody owns anything that it subscribes
    yard.acquire(1, b"");
    yard.told(1);
    yard.negotiate(1);
    yard.expect(late, &[(Offered, b"offer")]);
}

/// Three federates with advisories of scope.
fn with_scopes() -> Yard {
    let fom = traffic_with(
        "attributeScopeAdvisory isEnabled=\"false\"",
        "attributeScopeAdvisory isEnabled=\"true\"",
    );
    Yard::in_world(World::with(fom, 3))
}

#[test]
fn scope_follows_ownership() {
    let mut yard = with_scopes();
    let (car, speed) = (yard.car, yard.speed.clone());
    yard.acquire(1, b"");
    yard.world.settle();

    assert!(yard.divest_if_wanted(0));
    yard.world.settle();

    let told = yard.world.told(0);
    assert!(
        told.contains(&Told::InScope(car, speed.clone())),
        "{told:?}"
    );
    let told = yard.world.told(1);
    assert!(
        told.contains(&Told::OutOfScope(car, speed.clone())),
        "{told:?}"
    );
    let told = yard.world.told(2);
    assert!(
        !told
            .iter()
            .any(|t| matches!(t, Told::InScope(..) | Told::OutOfScope(..))),
        "{told:?}"
    );
    yard.divest(1);
    yard.world.settle();
    let told = yard.world.told(2);
    assert!(told.contains(&Told::OutOfScope(car, speed)), "{told:?}");
}

/// Scope changes and reflections of a federate.
fn seen(yard: &mut Yard, node: usize) -> Vec<Told> {
    yard.world.settle();
    let mut told = yard.world.told(node);
    told.retain(|told| {
        matches!(
            told,
            Told::InScope(..) | Told::OutOfScope(..) | Told::Reflected(..)
        )
    });
    told
}

#[test]
fn an_attribute_goes_out_of_scope_behind_the_updates_of_its_last_owner() {
    let mut yard = with_scopes();
    let (car, speed) = (yard.car, yard.speed.clone());
    let attribute = yard.world.attribute(CAR, "Speed");
    yard.world.update(0, car, attribute, b"5");
    yard.world.settle();
    yard.divest(0);
    yard.world.settle();
    yard.acquire_if_available(1);
    yard.world.settle();
    yard.told(1);
    yard.world.update(1, car, attribute, b"6");

    let reflected = |value: &[u8]| Told::Reflected(car, vec![(attribute, value.to_vec())]);
    assert_eq!(
        seen(&mut yard, 2),
        [
            reflected(b"5"),
            Told::OutOfScope(car, speed.clone()),
            Told::InScope(car, speed),
            reflected(b"6"),
        ]
    );
}

#[test]
fn an_attribute_that_is_subscribed_again_is_in_scope_last() {
    let mut yard = with_scopes();
    let (car, speed) = (yard.car, yard.speed.clone());
    yard.divest(0);
    yard.world.settle();
    // Nothing of this is delivered to the last federate meanwhile.
    let class = yard.world.class(CAR);
    yard.world.call(2, |m, out| {
        m.unsubscribe_object_class_attributes(class, &speed, out)
    });
    yard.acquire_if_available(1);
    yard.world.settle();
    yard.told(1);

    yard.world.subscribe(2, CAR, &["Speed"]);

    let last = seen(&mut yard, 2).pop();
    assert_eq!(last, Some(Told::InScope(car, speed)));
}

#[test]
fn updates_come_from_the_new_owner_and_go_to_the_old() {
    let mut yard = Yard::of(3);
    yard.acquire(1, b"");
    yard.world.settle();
    assert!(yard.divest_if_wanted(0));
    yard.world.settle();
    let (car, speed) = (yard.car, yard.world.attribute(CAR, "Speed"));
    let told = yard.world.told(1);
    assert!(
        told.contains(&Told::UpdatesOn(car, yard.speed.clone())),
        "{told:?}"
    );
    yard.world.quiet();

    yard.world.update(1, car, speed, b"8");
    yard.world.settle();

    let reflected = Told::Reflected(car, vec![(speed, b"8".to_vec())]);
    assert_eq!(yard.world.told(0), std::slice::from_ref(&reflected));
    assert_eq!(yard.world.told(2), [reflected]);
    let refused = yard.world.attempt(0, |m, out| {
        m.update_attribute_values(car, &[(speed, b"9".as_slice())], &[], None, out)
    });
    assert_eq!(refused.unwrap_err().kind, ExceptionKind::AttributeNotOwned);
}

#[test]
fn a_denial_does_not_end_an_acquisition_in_2010() {
    let mut world = World::empty();
    for node in 0..2 {
        world.connect(Edition::Hla2010);
        if node == 0 {
            world.call(0, |m, out| {
                m.create_federation_execution(FEDERATION, vec![traffic()], None, "", out)
            });
            world.settle();
        }
        world.join(node, vec![]);
    }
    let mut yard = Yard::in_world(world);
    yard.acquire(1, b"please");
    yard.expect(0, &[(Release, b"please")]);

    yard.deny(0);
    yard.expect(1, &[]);
    // Nor does one that comes from a member which does not know the edition of the acquirer.
    let (object, attribute) = (yard.car, yard.speed.iter().next().unwrap());
    let federate = yard.world.handle(1);
    for number in 0..4 {
        let denied = vec![(attribute, AcquirerId { federate, number })];
        let deny = OwnershipRequest::Deny {
            object,
            denied,
            tag: b"no".to_vec(),
        };
        yard.world.call(0, |_, out| {
            out.control(&ToRti::Member(MemberRequest::Ownership(deny.clone())));
            Ok(())
        });
    }
    yard.expect(1, &[]);

    // The federate is still acquiring: it may step back, or be served.
    assert!(yard.divest_if_wanted(0));
    yard.expect(1, &[(Gained, b"here")]);
    yard.owned_by(Some(1));
}

#[test]
fn who_asked_if_available_and_then_plainly_waits_when_the_offer_is_withdrawn() {
    let mut yard = Yard::of(2);
    yard.negotiate(0);
    yard.told(1);
    yard.acquire_if_available(1);
    yard.expect(0, &[(Confirm, b"if")]);
    yard.acquire(1, b"please");
    yard.world.settle();

    yard.cancel_negotiation(0);

    yard.expect(0, &[(Release, b"please")]);
    yard.expect(1, &[]);
    assert!(yard.divest_if_wanted(0));
    yard.expect(1, &[(Gained, b"here")]);
    yard.owned_by(Some(1));
}

#[test]
fn who_unpublishes_between_two_offers_is_not_told_of_the_second() {
    let mut yard = Yard::of(2);
    let car = yard.car;
    let offers = [("Speed", b"one"), ("Position", b"two")];
    for (name, tag) in offers {
        let attribute = yard.world.attributes(CAR, &[name]);
        yard.world.call(0, |m, out| {
            m.unconditional_attribute_ownership_divestiture(car, &attribute, tag, out)
        });
    }
    yard.world.settle();
    let Some(Told::Owning(Offered, _, first, _)) = yard.world.next(1) else {
        panic!("nothing is offered");
    };

    let class = yard.world.class(CAR);
    let both = yard.world.attributes(CAR, &["Speed", "Position"]);
    let rest = both.difference(&first);
    yard.world.call(1, |m, out| {
        m.unpublish_object_class_attributes(class, &rest, out)
    });
    assert_eq!(yard.world.told(1), []);

    // The federate publishes them again: now it may own them, and is asked whether it will.
    yard.world.publish(1, CAR, &["Speed", "Position"]);
    let told = yard.world.told(1);
    let offered = |told: &Told| matches!(told, Told::Owning(Offered, _, it, _) if *it == rest);
    assert!(told.iter().any(offered), "{told:?}");
}
