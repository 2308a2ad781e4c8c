//! Requests that cross on the way, and federates that leave meanwhile.

use crate::harness::{Channel, Told, World};
use hyla_core::message::{FromRti, LogEvent, MemberRequest, OwnershipRequest, ToRti};
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
fn a_divestiture_that_is_cancelled_leaves_plain_acquirers_pending() {
    let mut yard = Yard::of(3);
    yard.negotiate(0);
    yard.acquire(1, b"take");
    yard.acquire_if_available(2);
    yard.world.settle();
    yard.told(0);
    (1..3).for_each(|node| drop(yard.told(node)));

    yard.cancel_negotiation(0);

    yard.expect(0, &[(Release, b"take")]);
    yard.expect(1, &[]);
    yard.expect(2, &[(Unavailable, b"")]);
    let late = yard.try_confirm(0).unwrap_err();
    assert_eq!(
        late.kind,
        ExceptionKind::AttributeDivestitureWasNotRequested
    );
    assert!(yard.divest_if_wanted(0));
    yard.owned_by(Some(1));
}

#[test]
fn who_waits_behind_a_taker_that_steps_back_is_the_next_taker() {
    for leaves in [false, true] {
        let mut yard = Yard::of(3);
        yard.acquire(1, b"first");
        yard.world.settle();
        yard.acquire(2, b"second");
        yard.expect(0, &[(Release, b"first"), (Release, b"second")]);
        yard.negotiate(0);
        yard.world.settle();

        if leaves {
            yard.world.lose(1);
        } else {
            yard.cancel(1);
        }

        yard.expect(0, &[(Confirm, b"second")]);
        yard.try_confirm(0).unwrap();
        yard.expect(2, &[(Gained, b"yes")]);
    }
}

#[test]
fn a_denial_leaves_an_acquisition_pending_in_2010() {
    let mut world = World::traffic(1);
    let old = world.connect(Edition::Hla2010);
    world.join(old, vec![]);
    let mut yard = Yard::in_world(world);
    yard.acquire(1, b"please");
    yard.told(0);

    yard.deny(0);

    yard.expect(1, &[]);
    assert!(yard.divest_if_wanted(0));
    yard.expect(1, &[(Gained, b"here")]);
}

#[test]
fn a_request_that_was_cancelled_before_it_was_told_is_not_told() {
    let mut yard = Yard::of(2);

    yard.acquire(1, b"please");
    yard.cancel(1);

    yard.world.settle();
    yard.expect(0, &[]);
    yard.expect(1, &[(Cancelled, b"")]);
}

#[test]
fn a_cancellation_that_crosses_the_divestiture_ends_in_a_transfer() {
    let mut yard = Yard::of(2);
    yard.acquire(1, b"please");
    yard.told(0);
    yard.world.hold(Channel::FromRti(0));
    yard.cancel(1);
    yard.world.settle();

    assert!(yard.divest_if_wanted(0));
    yard.world.release(Channel::FromRti(0));

    yard.expect(1, &[(Gained, b"here")]);
    yard.owned_by(Some(1));
}

#[test]
fn a_cancellation_that_the_owner_has_noted_is_not_served_any_more() {
    let mut yard = Yard::of(2);
    yard.acquire(1, b"please");
    yard.told(0);
    yard.cancel(1);
    yard.world.settle();

    assert!(!yard.divest_if_wanted(0));

    yard.expect(1, &[(Cancelled, b"")]);
}

#[test]
fn a_denial_that_crosses_the_cancellation_counts_as_its_confirmation() {
    let mut yard = Yard::of(2);
    yard.acquire(1, b"please");
    yard.told(0);
    yard.world.hold(Channel::FromRti(0));
    yard.cancel(1);
    yard.world.settle();

    yard.deny(0);
    yard.world.release(Channel::FromRti(0));

    yard.expect(1, &[(Cancelled, b"")]);
    yard.owned_by(Some(0));
}

#[test]
fn an_acquirer_that_leaves_is_not_waited_for() {
    let mut yard = Yard::of(2);
    yard.acquire(1, b"please");
    yard.told(0);
    let action = ResignAction::CancelPendingOwnershipAcquisitions;

    let refused = yard.world.attempt(1, |m, out| {
        m.resign_federation_execution(ResignAction::NoAction, out)
    });
    assert_eq!(
        refused.unwrap_err().kind,
        ExceptionKind::OwnershipAcquisitionPending
    );
    yard.world.resign(1, action);

    assert!(!yard.divest_if_wanted(0));
    yard.owned_by(Some(0));
}

#[test]
fn what_is_divested_for_an_acquirer_that_has_left_is_unowned() {
    let mut yard = Yard::of(3);
    yard.acquire(1, b"please");
    yard.told(0);
    yard.world.hold(Channel::FromRti(0));
    yard.world.lose(1);
    yard.world.settle();

    assert!(yard.divest_if_wanted(0));
    yard.world.release(Channel::FromRti(0));

    yard.expect(2, &[(Offered, b"here")]);
    for node in [0, 2] {
        assert!(!yard.owns(node));
    }
}

#[test]
fn an_owner_that_leaves_serves_who_waits_and_offers_the_rest() {
    for lost in [false, true] {
        let mut yard = Yard::of(3);
        let (car, position) = (yard.car, yard.world.attributes(CAR, &["Position"]));
        yard.acquire(1, b"please");
        yard.world.settle();
        yard.told(1);
        let directive = ResignAction::UnconditionallyDivestAttributes;
        yard.world
            .call(0, |m, out| m.set_automatic_resign_directive(directive, out));
        yard.world.settle();

        if lost {
            yard.world.lose(0);
            yard.world.settle();
        } else {
            yard.world.resign(0, directive);
        }

        let told = yard.world.told(1);
        let gained = Told::Owning(Gained, car, yard.speed.clone(), vec![]);
        assert!(told.contains(&gained), "{told:?}");
        let privilege = yard.world.attributes(CAR, &["HLAprivilegeToDeleteObject"]);
        let orphans = position.union(&privilege);
        let told = yard.world.told(2);
        assert!(
            told.contains(&Told::Owning(Offered, car, orphans, vec![])),
            "{told:?}"
        );
        assert!(yard.owns(1));
        yard.world.call(2, |m, out| {
            m.attribute_ownership_acquisition(car, &position, b"mine", out)
        });
        yard.world.settle();
        assert!(
            yard.world
                .told(2)
                .contains(&Told::Owning(Gained, car, position, b"mine".into()))
        );
    }
}

#[test]
fn an_owner_that_is_lost_while_it_was_told_of_a_cancellation_has_noted_it() {
    let mut yard = Yard::of(3);
    let directive = ResignAction::UnconditionallyDivestAttributes;
    yard.world
        .call(0, |m, out| m.set_automatic_resign_directive(directive, out));
    yard.acquire(1, b"please");
    yard.world.settle();
    yard.world.hold(Channel::FromRti(0));
    yard.cancel(1);
    yard.world.settle();

    yard.world.lose(0);

    yard.world.settle();
    let told = yard.world.told(1);
    let cancelled = Told::Owning(Cancelled, yard.car, yard.speed.clone(), vec![]);
    assert!(told.contains(&cancelled), "{told:?}");
    assert!(!yard.owns(1));
}

#[test]
fn a_cancellation_that_crosses_a_change_through_the_mom_is_confirmed() {
    let mut yard = Yard::of(3);
    yard.acquire(1, b"please");
    yard.told(0);
    yard.world.hold(Channel::FromRti(0));
    yard.cancel(1);
    yard.world.settle();

    yard.force(2);
    yard.world.release(Channel::FromRti(0));

    yard.expect(1, &[(Cancelled, b"")]);
    yard.owned_by(Some(2));
}

#[test]
fn who_takes_what_is_available_does_not_wait_for_an_owner_that_the_mom_has_made() {
    let mut yard = Yard::of(3);
    yard.negotiate(0);
    yard.acquire_if_available(1);
    yard.told(0);

    yard.force(2);

    yard.expect(1, &[(Unavailable, b"")]);
    yard.owned_by(Some(2));
    yard.acquire(1, b"please");
    yard.expect(2, &[(Release, b"please")]);
}

#[test]
fn who_waited_when_the_mom_made_another_owner_is_served_by_that_one() {
    let mut yard = Yard::of(3);
    yard.acquire(1, b"please");
    yard.told(0);
    yard.force(2);
    yard.told(2);

    yard.divest(2);

    yard.expect(1, &[(Gained, b"gone")]);
    yard.owned_by(Some(1));
}

#[test]
fn an_owner_that_the_mom_has_made_divests_to_who_waits_and_denies_them() {
    let forced = || {
        let mut yard = Yard::of(3);
        yard.acquire(1, b"please");
        yard.told(0);
        yard.force(2);
        // It is one without a callback, and is asked nothing.
        yard.expect(2, &[]);
        yard
    };

    let mut yard = forced();
    assert!(yard.divest_if_wanted(2));
    yard.expect(1, &[(Gained, b"here")]);
    yard.owned_by(Some(1));

    let mut yard = forced();
    yard.deny(2);
    yard.expect(1, &[(Unavailable, b"no")]);
    yard.owned_by(Some(2));
    assert!(!yard.divest_if_wanted(2));

    let mut yard = forced();
    yard.negotiate(2);
    yard.expect(2, &[(Confirm, b"please")]);
    yard.try_confirm(2).unwrap();
    yard.expect(1, &[(Gained, b"yes")]);
    yard.owned_by(Some(1));
}

#[test]
fn what_an_owner_asks_for_while_the_mom_takes_its_attribute_away_does_no_harm() {
    let asking: [fn(&mut Yard); 5] = [
        |yard| yard.divest(0),
        |yard| yard.negotiate(0),
        |yard| yard.deny(0),
        |yard| assert!(yard.divest_if_wanted(0)),
        |yard| {
            yard.negotiate(0);
            yard.cancel_negotiation(0);
        },
    ];
    for ask in asking {
        let mut yard = Yard::of(3);
        yard.acquire(1, b"please");
        yard.told(0);
        yard.world.hold(Channel::ToRti(0));
        ask(&mut yard);

        yard.force(2);
        yard.world.release(Channel::ToRti(0));

        yard.owned_by(Some(2));
        yard.divest(2);
        yard.expect(1, &[(Gained, b"gone")]);
        yard.owned_by(Some(1));
    }
}

#[test]
fn a_deletion_while_the_mom_takes_the_privilege_away_holds() {
    for by_both in [false, true] {
        let mut yard = Yard::of(3);
        let car = yard.car;
        yard.speed = yard.world.attributes(CAR, &["HLAprivilegeToDeleteObject"]);
        let other = yard.world.register(0, CAR);
        yard.world.quiet();
        yard.world.hold(Channel::ToRti(0));
        yard.world.hold(Channel::Data(0, 2));
        yard.world.delete(0, car);

        yard.force(2);
        if by_both {
            yard.world.delete(2, car);
            yard.world.settle();
        }
        yard.world.release(Channel::ToRti(0));
        yard.world.release(Channel::Data(0, 2));

        yard.world.quiet();
        assert_eq!(yard.world.status().objects, 1);
        for node in 0..3 {
            let member = &yard.world.nodes[node].member;
            assert_eq!(member.instance_count(), 1, "at {node}");
            assert!(member.object_instance_name(other).is_ok(), "at {node}");
        }
    }
}

#[test]
fn an_owner_is_not_asked_again_by_who_asked_before_a_negotiation_that_is_cancelled() {
    let mut yard = Yard::of(2);
    yard.acquire(1, b"please");
    yard.expect(0, &[(Release, b"please")]);
    yard.negotiate(0);
    yard.expect(0, &[(Confirm, b"please")]);

    yard.cancel_negotiation(0);

    yard.expect(0, &[]);
    assert!(yard.divest_if_wanted(0));
    yard.owned_by(Some(1));
}

#[test]
fn who_takes_what_is_available_is_not_served_once_the_negotiation_is_cancelled() {
    let mut yard = Yard::of(2);
    yard.negotiate(0);
    yard.acquire_if_available(1);
    yard.expect(0, &[(Confirm, b"if")]);

    yard.cancel_negotiation(0);

    assert!(!yard.divest_if_wanted(0));
    yard.expect(1, &[(Unavailable, b"")]);
    yard.owned_by(Some(0));
}

#[test]
fn who_asks_for_what_it_has_been_given_and_has_not_heard_of_does_not_wait_for_it() {
    let mut yard = Yard::of(2);
    yard.world.hold(Channel::ToRti(1));
    yard.ask_to_force(0, 1);
    yard.world.hold(Channel::FromRti(1));
    yard.world.release(Channel::ToRti(1));
    yard.acquire(1, b"please");
    yard.world.settle();

    yard.world.release(Channel::FromRti(1));

    yard.owned_by(Some(1));
    yard.divest(1);
    yard.owned_by(None);
}

#[test]
fn an_acquirer_cancels_alone_once_the_owner_that_the_mom_has_made_takes_note() {
    let mut yard = Yard::of(4);
    yard.acquire(1, b"first");
    yard.acquire(3, b"second");
    yard.told(0);
    yard.force(2);
    yard.told(2);
    yard.world.hold(Channel::ToRti(2));

    yard.cancel(1);

    // The owner could have divested to it before.
    yard.expect(1, &[]);
    yard.world.release(Channel::ToRti(2));
    yard.expect(1, &[(Cancelled, b"")]);
    assert!(yard.divest_if_wanted(2));
    yard.expect(3, &[(Gained, b"here")]);
    yard.owned_by(Some(3));
}

#[test]
fn an_owner_notes_one_cancellation_and_not_another() {
    let mut yard = Yard::of(3);
    yard.acquire(1, b"first");
    yard.world.settle();
    yard.acquire(2, b"second");
    yard.told(0);
    yard.world.hold(Channel::ToRti(0));
    yard.cancel(2);
    yard.world.settle();
    yard.world.hold(Channel::FromRti(0));
    yard.cancel(1);
    yard.world.settle();

    yard.world.release(Channel::ToRti(0));

    yard.expect(1, &[]);
    yard.expect(2, &[(Cancelled, b"")]);
    yard.world.release(Channel::FromRti(0));
    yard.expect(1, &[(Cancelled, b"")]);
}

#[test]
fn what_the_mom_takes_away_goes_to_who_waits_for_it() {
    let mut yard = Yard::of(2);
    yard.acquire(1, b"please");
    yard.told(0);

    yard.force_away(0);

    yard.expect(1, &[(Gained, b"")]);
    yard.owned_by(Some(1));
    yard.force_away(1);
    yard.owned_by(None);
}

#[test]
fn what_the_mom_gives_to_its_owner_changes_nothing() {
    let mut yard = Yard::of(2);
    yard.force(1);
    yard.world.quiet();
    let heard = yard.world.nodes[0].heard.len();

    yard.force(1);

    assert_eq!(yard.world.nodes[0].heard.len(), heard);
    yard.owned_by(Some(1));
}

#[test]
fn the_log_does_not_repeat_what_a_registrant_says_of_its_instance() {
    let mut yard = Yard::of(2);
    let (car, heard) = (yard.car, yard.world.nodes[1].heard.len());

    yard.world.delete(0, car);
    yard.world.quiet();

    let deleted = |message: &FromRti| {
        matches!(
            message,
            FromRti::Log {
                event: LogEvent::ObjectDeleted { .. },
                ..
            }
        )
    };
    assert!(!yard.world.nodes[1].heard[heard..].iter().any(deleted));
    assert_eq!(yard.world.status().objects, 0);
}

#[test]
fn a_request_for_what_the_asker_does_not_publish_is_refused_by_the_rti() {
    let yard = Yard::of(2);
    let mut world = yard.world;
    let request = |attribute| {
        ToRti::Member(MemberRequest::Ownership(OwnershipRequest::Acquire {
            object: yard.car,
            attributes: world.attributes(CAR, &[attribute]),
            number: 1,
            plain: true,
            tag: Vec::new(),
        }))
    };
    let [published, other] = ["Speed", "Doors"].map(request);
    let session = world.nodes[1].session;

    assert!(world.rti.handle_message(session, published).is_ok());
    assert!(world.rti.handle_message(session, other).is_err());
}
