//! Transfers of ownership (1516.1 clause 7), state by state, and what crosses on the way.
#![allow(clippy::unwrap_used, reason = "test code")]

mod harness;

use harness::{Lane, Told, World, traffic_with};
use hyla_core::Result;
use hyla_core::message::Reply;
use hyla_types::Service::{
    AttributeOwnershipAcquisitionNotification as Gained,
    AttributeOwnershipUnavailable as Unavailable,
    ConfirmAttributeOwnershipAcquisitionCancellation as Cancelled,
    RequestAttributeOwnershipAssumption as Offered, RequestAttributeOwnershipRelease as Release,
    RequestDivestitureConfirmation as Confirm,
};
use hyla_types::{
    AttributeHandleSet, Edition, ExceptionKind, Float64Interval, Float64Time, LogicalTime,
    LogicalTimeInterval, MessageRetractionHandle, ObjectInstanceHandle, ResignAction, Service,
};

const CAR: &str = "HLAobjectRoot.Vehicle.Car";

/// Federates that publish and subscribe cars, and a car of the first that all know.
struct Yard {
    world: World,
    car: ObjectInstanceHandle,
    speed: AttributeHandleSet,
}

impl Yard {
    fn of(members: usize) -> Self {
        Self::in_world(World::traffic(members))
    }

    fn in_world(mut world: World) -> Self {
        for node in 0..world.nodes.len() {
            world.publish(node, CAR, &["Speed", "Position"]);
            world.subscribe(node, CAR, &["Speed", "Position"]);
        }
        let car = world.register(0, CAR);
        world.quiet();
        let speed = world.attributes(CAR, &["Speed"]);
        Self { world, car, speed }
    }

    fn acquire(&mut self, node: usize, tag: &[u8]) {
        let (car, speed) = (self.car, self.speed.clone());
        self.world.call(node, |m, out| {
            m.attribute_ownership_acquisition(car, &speed, tag, out)
        });
    }

    fn acquire_if_available(&mut self, node: usize) {
        let (car, speed) = (self.car, self.speed.clone());
        self.world.call(node, |m, out| {
            m.attribute_ownership_acquisition_if_available(car, &speed, b"if", out)
        });
    }

    fn cancel(&mut self, node: usize) {
        let (car, speed) = (self.car, self.speed.clone());
        self.world.call(node, |m, out| {
            m.cancel_attribute_ownership_acquisition(car, &speed, out)
        });
    }

    fn negotiate(&mut self, node: usize) {
        let (car, speed) = (self.car, self.speed.clone());
        self.world.call(node, |m, out| {
            m.negotiated_attribute_ownership_divestiture(car, &speed, b"offer", out)
        });
    }

    fn cancel_negotiation(&mut self, node: usize) {
        let (car, speed) = (self.car, self.speed.clone());
        self.world.call(node, |m, out| {
            m.cancel_negotiated_attribute_ownership_divestiture(car, &speed, out)
        });
    }

    fn divest(&mut self, node: usize) {
        let (car, speed) = (self.car, self.speed.clone());
        self.world.call(node, |m, out| {
            m.unconditional_attribute_ownership_divestiture(car, &speed, b"gone", out)
        });
    }

    fn divest_if_wanted(&mut self, node: usize) -> bool {
        let (car, speed) = (self.car, self.speed.clone());
        let divested = self.world.call(node, |m, out| {
            m.attribute_ownership_divestiture_if_wanted(car, &speed, b"here", out)
        });
        assert!(divested.is_empty() || divested == speed);
        !divested.is_empty()
    }

    fn try_confirm(&mut self, node: usize) -> Result<()> {
        let (car, speed) = (self.car, self.speed.clone());
        self.world.attempt(node, |m, out| {
            m.confirm_divestiture(car, &speed, b"yes", out)
        })
    }

    fn deny(&mut self, node: usize) {
        let (car, speed) = (self.car, self.speed.clone());
        self.world.call(node, |m, out| {
            m.attribute_ownership_release_denied(car, &speed, b"no", out)
        });
    }

    fn owns(&self, node: usize) -> bool {
        let speed = self.speed.iter().next().unwrap();
        let member = &self.world.nodes[node].member;
        member
            .is_attribute_owned_by_federate(self.car, speed)
            .unwrap()
    }

    /// What a federate is told of ownership, once all has settled.
    fn told(&mut self, node: usize) -> Vec<(Service, Vec<u8>)> {
        self.world.settle();
        self.told_now(node)
    }

    /// What a federate is told of ownership by what has arrived.
    fn told_now(&mut self, node: usize) -> Vec<(Service, Vec<u8>)> {
        let told = std::iter::from_fn(|| self.world.next(node)).collect::<Vec<_>>();
        told.into_iter()
            .filter_map(|told| match told {
                Told::Owning(service, object, attributes, tag) => {
                    assert_eq!((object, &attributes), (self.car, &self.speed));
                    Some((service, tag))
                }
                _ => None,
            })
            .collect()
    }

    #[track_caller]
    fn expect(&mut self, node: usize, told: &[(Service, &[u8])]) {
        let told: Vec<_> = told.iter().map(|(s, tag)| (*s, tag.to_vec())).collect();
        assert_eq!(self.told(node), told, "at {node}");
    }

    /// Exactly this federate owns the attribute, and all say so.
    #[track_caller]
    fn owned_by(&mut self, owner: Option<usize>) {
        self.world.quiet();
        for node in 0..self.world.nodes.len() {
            if self.world.nodes[node].member.is_joined() {
                assert_eq!(self.owns(node), owner == Some(node), "at {node}");
                let (car, speed) = (self.car, self.speed.clone());
                self.world
                    .call(node, |m, _| m.query_attribute_ownership(car, &speed));
                let told = format!("{:?}", self.world.told(node));
                let expected = match owner {
                    None => "AttributeIsNotOwned".to_owned(),
                    Some(owner) => format!("owner: {:?}", self.world.handle(owner)),
                };
                assert!(told.contains(&expected), "at {node}: {told}");
            }
        }
    }
}

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
    yard.world.hold(Lane::FromRti(0));
    yard.cancel(1);
    yard.world.settle();

    assert!(yard.divest_if_wanted(0));
    yard.world.release(Lane::FromRti(0));

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
    yard.world.hold(Lane::FromRti(0));
    yard.cancel(1);
    yard.world.settle();

    yard.deny(0);
    yard.world.release(Lane::FromRti(0));

    yard.expect(1, &[(Cancelled, b"")]);
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

    // Somebody who was not there when it was offered.
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
    yard.world.hold(Lane::FromRti(0));
    yard.world.lose(1);
    yard.world.settle();

    assert!(yard.divest_if_wanted(0));
    yard.world.release(Lane::FromRti(0));

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
    yard.world.hold(Lane::FromRti(0));
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
fn a_transferred_privilege_carries_the_right_to_delete() {
    let mut yard = Yard::of(3);
    let (car, privilege) = (
        yard.car,
        yard.world.attributes(CAR, &["HLAprivilegeToDeleteObject"]),
    );
    yard.speed = privilege;
    yard.acquire(1, b"");
    yard.world.settle();
    assert!(yard.divest_if_wanted(0));
    yard.world.quiet();
    let refused = yard
        .world
        .attempt(0, |m, out| m.delete_object_instance(car, &[], None, out));
    assert_eq!(
        refused.unwrap_err().kind,
        ExceptionKind::DeletePrivilegeNotHeld
    );

    yard.world.delete(1, car);
    yard.world.settle();

    for node in [0, 2] {
        assert_eq!(yard.world.told(node), [Told::Removed(car)]);
    }
    assert_eq!(yard.world.status().objects, 0);
}

#[test]
fn a_discovery_that_a_deletion_by_another_overtakes_is_not_told() {
    let mut yard = Yard::of(2);
    let car = yard.car;
    yard.speed = yard.world.attributes(CAR, &["HLAprivilegeToDeleteObject"]);
    yard.acquire(1, b"");
    yard.world.settle();
    assert!(yard.divest_if_wanted(0));
    yard.world.quiet();
    let late = yard.world.connect(Edition::Hla2025);
    yard.world.hold(Lane::Data(0, late));
    yard.world.join(late, vec![]);
    yard.world.subscribe(late, CAR, &["Speed"]);

    yard.world.delete(1, car);
    yard.world.settle();
    assert_eq!(yard.world.told(late), []);
    yard.world.release(Lane::Data(0, late));

    assert_eq!(yard.world.told(late), []);
    assert_eq!(yard.world.nodes[late].member.instance_count(), 0);
}

#[test]
fn an_announcement_by_the_rti_that_a_deletion_overtakes_is_not_told() {
    let mut yard = Yard::of(2);
    let car = yard.car;
    let both = yard
        .world
        .attributes(CAR, &["Speed", "HLAprivilegeToDeleteObject"]);
    yard.speed = both;
    yard.acquire(1, b"");
    yard.world.settle();
    assert!(yard.divest_if_wanted(0));
    yard.world.quiet();
    yard.world
        .resign(0, ResignAction::UnconditionallyDivestAttributes);
    let late = yard.world.connect(Edition::Hla2025);
    yard.world.join(late, vec![]);
    yard.world.quiet();
    yard.world.hold(Lane::FromRti(late));
    yard.world.subscribe(late, CAR, &["Speed"]);

    yard.world.delete(1, car);
    yard.world.settle();
    assert_eq!(yard.world.told(late), []);
    yard.world.release(Lane::FromRti(late));

    assert_eq!(yard.world.told(late), []);
    assert_eq!(yard.world.nodes[late].member.instance_count(), 0);
    assert_eq!(yard.world.nodes[1].member.instance_count(), 0);
}

#[test]
fn a_deletion_is_heard_by_one_who_joined_while_it_was_on_the_way() {
    let mut yard = Yard::of(2);
    let car = yard.car;
    yard.speed = yard.world.attributes(CAR, &["HLAprivilegeToDeleteObject"]);
    yard.acquire(1, b"");
    yard.world.settle();
    assert!(yard.divest_if_wanted(0));
    yard.world.quiet();
    // The deleter has not heard of the newcomer, who knows the car already.
    yard.world.hold(Lane::FromRti(1));
    let late = yard.world.connect(Edition::Hla2025);
    yard.world.join(late, vec![]);
    yard.world.subscribe(late, CAR, &["Speed"]);
    assert_eq!(yard.world.told(late).len(), 1);

    yard.world.delete(1, car);
    yard.world.settle();
    yard.world.release(Lane::FromRti(1));

    assert_eq!(yard.world.told(late), [Told::Removed(car)]);
}

#[test]
fn a_deletion_that_was_cut_off_with_its_deleter_is_made_up_for() {
    let mut yard = Yard::of(3);
    let car = yard.car;
    yard.speed = yard.world.attributes(CAR, &["HLAprivilegeToDeleteObject"]);
    yard.acquire(1, b"");
    yard.world.settle();
    assert!(yard.divest_if_wanted(0));
    yard.world.quiet();
    yard.world.hold(Lane::Data(1, 2));

    yard.world.delete(1, car);
    yard.world.settle();
    let (from, to) = (yard.world.handle(1), yard.world.handle(2));
    yard.world.lose(1);
    yard.world.drop_data(from, to);
    yard.world.release(Lane::Data(1, 2));

    assert_eq!(yard.world.told(0), [Told::Removed(car)]);
    assert_eq!(yard.world.told(2), [Told::Removed(car)]);
}

#[test]
fn a_resignation_deletes_what_the_privilege_was_transferred_for() {
    for lost in [false, true] {
        let mut yard = Yard::of(3);
        let car = yard.car;
        yard.speed = yard.world.attributes(CAR, &["HLAprivilegeToDeleteObject"]);
        yard.acquire(1, b"");
        yard.world.settle();
        assert!(yard.divest_if_wanted(0));
        yard.world.quiet();

        if lost {
            yard.world.lose(1);
            yard.world.settle();
        } else {
            yard.world.resign(1, ResignAction::DeleteObjects);
        }

        for node in [0, 2] {
            let told = yard.world.told(node);
            assert!(told.contains(&Told::Removed(car)), "{told:?}");
        }
        assert_eq!(yard.world.status().objects, 0);
    }
}

/// The second of three federates, who regulates time, has the right to delete the car of the first.
fn timed_yard() -> Yard {
    let mut yard = Yard::of(3);
    yard.speed = yard.world.attributes(CAR, &["HLAprivilegeToDeleteObject"]);
    yard.acquire(1, b"");
    yard.world.settle();
    assert!(yard.divest_if_wanted(0));
    let lookahead = LogicalTimeInterval::Float64(Float64Interval::new(1.0).unwrap());
    yard.world
        .call(1, |m, out| m.enable_time_regulation(lookahead, out));
    yard.world.call(2, |m, out| m.enable_time_constrained(out));
    yard.world.quiet();
    yard
}

fn at(time: f64) -> LogicalTime {
    LogicalTime::Float64(Float64Time::new(time).unwrap())
}

impl Yard {
    fn delete_at(&mut self, node: usize, time: LogicalTime) -> MessageRetractionHandle {
        let car = self.car;
        self.world
            .call(node, |m, out| {
                m.delete_object_instance(car, b"later", Some(time), out)
            })
            .unwrap()
    }

    fn advance(&mut self, node: usize, to: LogicalTime) {
        self.world
            .call(node, |m, out| m.time_advance_request(to, out));
        self.world.settle();
    }
}

#[test]
fn a_deletion_in_time_by_another_than_the_registrant_is_told_in_time() {
    let mut yard = timed_yard();
    let car = yard.car;
    let late = yard.world.connect(Edition::Hla2025);
    yard.delete_at(1, at(5.0));
    // Joins while the deletion can still be taken back.
    yard.world.join(late, vec![]);
    yard.world.subscribe(late, CAR, &["Speed"]);
    // Who is not constrained is told as it comes.
    assert!(yard.world.told(0).contains(&Told::Removed(car)));
    assert!(!yard.world.told(2).contains(&Told::Removed(car)));

    yard.advance(1, at(10.0));
    yard.world.quiet();
    yard.advance(2, at(8.0));

    assert!(yard.world.told(2).contains(&Told::Removed(car)));
    yard.world.quiet();
    assert_eq!(yard.world.status().objects, 0);
    for node in 0..4 {
        assert_eq!(yard.world.nodes[node].member.instance_count(), 0, "{node}");
    }
}

#[test]
fn a_deletion_that_is_taken_back_leaves_what_was_going_on() {
    let mut yard = timed_yard();
    let car = yard.car;
    let retraction = yard.delete_at(1, at(5.0));
    yard.acquire(2, b"please");
    yard.world.settle();
    assert_eq!(yard.told(1), []);
    yard.cancel(2);
    yard.expect(2, &[(Cancelled, b"")]);
    yard.acquire(2, b"again");
    yard.world.settle();

    yard.world.call(1, |m, out| m.retract(retraction, out));
    yard.world.settle();

    assert!(yard.owns(1));
    assert!(yard.divest_if_wanted(1));
    yard.expect(2, &[(Gained, b"here")]);
    yard.world.delete(2, car);
    yard.world.quiet();
    assert_eq!(yard.world.status().objects, 0);
}

#[test]
fn an_update_that_overtakes_the_discovery_waits_for_it() {
    let mut yard = Yard::of(2);
    yard.acquire(1, b"");
    yard.world.settle();
    assert!(yard.divest_if_wanted(0));
    yard.world.quiet();
    let (car, speed) = (yard.car, yard.world.attribute(CAR, "Speed"));
    let late = yard.world.connect(Edition::Hla2025);
    yard.world.hold(Lane::Data(0, late));
    yard.world.join(late, vec![]);
    yard.world.subscribe(late, CAR, &["Speed"]);

    yard.world.update(1, car, speed, b"5");
    yard.world.update(1, car, speed, b"6");
    yard.world.settle();
    assert_eq!(yard.world.told(late), []);
    yard.world.release(Lane::Data(0, late));

    let reflected = |value: &[u8]| Told::Reflected(car, vec![(speed, value.to_vec())]);
    assert_eq!(
        yard.world.told(late),
        [
            Told::Discovered(car, yard.world.class(CAR)),
            reflected(b"5"),
            reflected(b"6")
        ]
    );
    assert_eq!(yard.world.nodes[late].member.dropped_frames(), 0);
}

#[test]
fn instances_whose_registrant_has_left_are_announced_by_the_rti() {
    let mut yard = Yard::of(2);
    let car = yard.car;
    yard.acquire(1, b"");
    yard.world.settle();
    assert!(yard.divest_if_wanted(0));
    yard.world.quiet();
    yard.world
        .resign(0, ResignAction::UnconditionallyDivestAttributes);
    yard.world.quiet();

    let late = yard.world.connect(Edition::Hla2025);
    yard.world.join(late, vec![]);
    yard.world.subscribe(late, CAR, &["Speed"]);

    let class = yard.world.class(CAR);
    assert_eq!(yard.world.told(late), [Told::Discovered(car, class)]);
    let speed = yard.world.attribute(CAR, "Speed");
    yard.world.update(1, car, speed, b"7");
    yard.world.settle();
    assert_eq!(
        yard.world.told(late),
        [Told::Reflected(car, vec![(speed, b"7".to_vec())])]
    );
}

#[test]
fn a_subscriber_that_the_registrant_did_not_hear_of_is_told_by_the_rti() {
    let mut world = World::traffic(2);
    world.publish(0, CAR, &["Speed"]);
    world.register(0, CAR);
    world.quiet();
    world.hold(Lane::FromRti(0));
    world.subscribe(1, CAR, &["Speed"]);

    let action = ResignAction::UnconditionallyDivestAttributes;
    let request = world.call(0, |m, out| m.resign_federation_execution(action, out));
    world.release(Lane::FromRti(0));
    assert_eq!(world.answer(0, request), Ok(Reply::Done));
    world.call(0, |m, out| {
        m.resigned(out);
        Ok(())
    });
    world.settle();

    // Nobody owns it, so it is not discovered; but it is there for whoever comes to own it.
    assert_eq!(world.told(1), []);
    assert_eq!(world.nodes[1].member.instance_count(), 1);
}

#[test]
fn scope_follows_ownership() {
    let fom = traffic_with(
        "attributeScopeAdvisory isEnabled=\"false\"",
        "attributeScopeAdvisory isEnabled=\"true\"",
    );
    let mut yard = Yard::in_world(World::with(fom, 3));
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
fn a_request_about_an_instance_that_the_rti_has_not_heard_of_waits() {
    let mut world = World::traffic(2);
    for node in 0..2 {
        world.publish(node, CAR, &["Speed"]);
        world.subscribe(node, CAR, &["Speed"]);
    }
    world.quiet();
    world.hold(Lane::ToRti(0));
    let car = world.register(0, CAR);
    world.settle();
    world.told(1);
    let speed = world.attributes(CAR, &["Speed"]);
    let mut yard = Yard { world, car, speed };
    yard.acquire(1, b"soon");
    yard.world.settle();
    assert_eq!(yard.told(0), []);

    yard.world.release(Lane::ToRti(0));

    yard.expect(0, &[(Release, b"soon")]);
    assert!(yard.divest_if_wanted(0));
    yard.expect(1, &[(Gained, b"here")]);
}

#[test]
fn what_the_rti_owns_stays_its_own() {
    use hyla_core::message::data;
    let mut yard = Yard::of(1);
    let car = ObjectInstanceHandle::of(hyla_types::FederateHandle::RTI, 1);
    let (class, set) = (yard.world.class(CAR), yard.speed.clone());
    let mut frame = Vec::new();
    data::put_discover(&mut frame, car, class, "HLAown", &set);
    let mut out = harness::Outgoing::default();
    let member = &mut yard.world.nodes[0].member;
    member
        .handle_data(hyla_types::FederateHandle::RTI, &frame, &mut out)
        .unwrap();
    yard.world.quiet();

    yard.world
        .call(0, |m, _| m.query_attribute_ownership(car, &set));

    let told = format!("{:?}", yard.world.told(0));
    assert!(told.contains("AttributeIsOwnedByRti"), "{told}");
}
