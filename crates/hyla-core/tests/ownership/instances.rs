//! Deletions, discoveries and updates by others than the registrant.

use crate::harness::{Channel, Told, World};
use hyla_core::message::Reply;
use hyla_types::Service::{
    AttributeOwnershipAcquisitionNotification as Gained,
    AttributeOwnershipUnavailable as Unavailable,
    ConfirmAttributeOwnershipAcquisitionCancellation as Cancelled,
    RequestAttributeOwnershipRelease as Release,
};
use hyla_types::{
    Edition, ExceptionKind, Float64Interval, Float64Time, LogicalTime, LogicalTimeInterval,
    MessageRetractionHandle, ObjectInstanceHandle, OrderType, ResignAction,
};

use crate::yard::{CAR, Yard};

const PRIVILEGE: &str = "HLAprivilegeToDeleteObject";

/// The second of three federates, who regulates time, has the right to delete the car of the first.
fn timed_yard() -> Yard {
    let mut yard = Yard::handed_over(3, &[PRIVILEGE]);
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
fn a_transferred_privilege_carries_the_right_to_delete() {
    let mut yard = Yard::handed_over(3, &[PRIVILEGE]);
    let car = yard.car;
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
    let mut yard = Yard::handed_over(2, &[PRIVILEGE]);
    let car = yard.car;
    let late = yard.world.connect(Edition::Hla2025);
    yard.world.hold(Channel::Data(0, late));
    yard.world.join(late, vec![]);
    yard.world.subscribe(late, CAR, &["Speed"]);

    yard.world.delete(1, car);
    yard.world.settle();
    assert_eq!(yard.world.told(late), []);
    yard.world.release(Channel::Data(0, late));

    assert_eq!(yard.world.told(late), []);
    assert_eq!(yard.world.nodes[late].member.instance_count(), 0);
}

#[test]
fn an_announcement_by_the_rti_that_a_deletion_overtakes_is_not_told() {
    let mut yard = Yard::handed_over(2, &["Speed", PRIVILEGE]);
    let car = yard.car;
    yard.world
        .resign(0, ResignAction::UnconditionallyDivestAttributes);
    let late = yard.world.connect(Edition::Hla2025);
    yard.world.join(late, vec![]);
    yard.world.quiet();
    yard.world.hold(Channel::FromRti(late));
    yard.world.subscribe(late, CAR, &["Speed"]);

    yard.world.delete(1, car);
    yard.world.settle();
    assert_eq!(yard.world.told(late), []);
    yard.world.release(Channel::FromRti(late));

    assert_eq!(yard.world.told(late), []);
    assert_eq!(yard.world.nodes[late].member.instance_count(), 0);
    assert_eq!(yard.world.nodes[1].member.instance_count(), 0);
}

#[test]
fn a_deletion_is_heard_by_one_who_joined_while_it_was_on_the_way() {
    let mut yard = Yard::handed_over(2, &[PRIVILEGE]);
    let car = yard.car;
    // The deleter does not know of the newcomer yet, which knows the car already.
    yard.world.hold(Channel::FromRti(1));
    let late = yard.world.connect(Edition::Hla2025);
    yard.world.join(late, vec![]);
    yard.world.subscribe(late, CAR, &["Speed"]);
    assert_eq!(yard.world.told(late).len(), 1);

    yard.world.delete(1, car);
    yard.world.settle();
    yard.world.release(Channel::FromRti(1));

    assert_eq!(yard.world.told(late), [Told::Removed(car)]);
}

#[test]
fn a_deletion_that_was_cut_off_with_its_deleter_is_made_up_for() {
    let mut yard = Yard::handed_over(3, &[PRIVILEGE]);
    let car = yard.car;
    yard.world.hold(Channel::Data(1, 2));

    yard.world.delete(1, car);
    yard.world.settle();
    let (from, to) = (yard.world.handle(1), yard.world.handle(2));
    yard.world.lose(1);
    yard.world.drop_data(from, to);
    yard.world.release(Channel::Data(1, 2));

    assert_eq!(yard.world.told(0), [Told::Removed(car)]);
    assert_eq!(yard.world.told(2), [Told::Removed(car)]);
}

#[test]
fn a_resignation_deletes_what_the_privilege_was_transferred_for() {
    for lost in [false, true] {
        let mut yard = Yard::handed_over(3, &[PRIVILEGE]);
        let car = yard.car;

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

#[test]
fn a_deletion_in_time_by_another_than_the_registrant_is_told_in_time() {
    let mut yard = timed_yard();
    let car = yard.car;
    let late = yard.world.connect(Edition::Hla2025);
    yard.delete_at(1, at(5.0));
    // Joins while the deletion can still be taken back.
    yard.world.join(late, vec![]);
    yard.world.subscribe(late, CAR, &["Speed"]);
    // A federate that is not constrained gets it in receive order.
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
fn what_a_federate_owned_of_an_instance_that_it_was_told_is_gone_is_free_when_it_comes_back() {
    let mut yard = Yard::handed_over(3, &["Speed"]);
    let (car, constrained) = (yard.car, 2);
    let lookahead = LogicalTimeInterval::Float64(Float64Interval::new(1.0).unwrap());
    yard.world
        .call(0, |m, out| m.enable_time_regulation(lookahead, out));
    yard.world
        .call(constrained, |m, out| m.enable_time_constrained(out));
    yard.world.quiet();
    let retraction = yard.delete_at(0, at(5.0));
    yard.world.settle();
    assert!(yard.world.told(1).contains(&Told::Removed(car)));

    yard.world.call(0, |m, out| m.retract(retraction, out));
    yard.world.quiet();
    yard.acquire_if_available(constrained);

    yard.expect(constrained, &[(Gained, b"if")]);
    assert!(yard.owns(constrained));
    assert!(!yard.owns(0));
}

#[test]
fn an_update_that_overtakes_the_discovery_waits_for_it() {
    let mut yard = Yard::handed_over(2, &["Speed"]);
    let (car, speed) = (yard.car, yard.world.attribute(CAR, "Speed"));
    let late = yard.world.connect(Edition::Hla2025);
    yard.world.hold(Channel::Data(0, late));
    yard.world.join(late, vec![]);
    yard.world.subscribe(late, CAR, &["Speed"]);

    yard.world.update(1, car, speed, b"5");
    yard.world.update(1, car, speed, b"6");
    yard.world.settle();
    assert_eq!(yard.world.told(late), []);
    yard.world.release(Channel::Data(0, late));

    let reflected = |value: &[u8]| Told::Reflected(car, vec![(speed, value.to_vec())]);
    assert_eq!(
        yard.world.told(late),
        [
            Told::Discovered(car, yard.world.class(CAR)),
            reflected(b"5"),
            reflected(b"6")
        ]
    );
}

/// The second federate updates the car at times 5 and 6, a newcomer discovers the car only then; the
/// first update is retracted meanwhile. Returns the callbacks of the newcomer.
fn told_after_a_retraction(constrained: bool) -> Vec<Told> {
    let mut yard = Yard::of(2);
    yard.acquire(1, b"");
    yard.world.settle();
    assert!(yard.divest_if_wanted(0));
    let (car, set) = (yard.car, yard.speed.clone());
    let speed = yard.world.attribute(CAR, "Speed");
    let lookahead = LogicalTimeInterval::Float64(Float64Interval::new(1.0).unwrap());
    let world = &mut yard.world;
    world.quiet();
    world.call(1, |m, _| {
        m.change_attribute_order_type(car, &set, OrderType::TimeStamp)
    });
    world.call(1, |m, out| m.enable_time_regulation(lookahead, out));
    world.quiet();
    let late = world.connect(Edition::Hla2025);
    world.hold(Channel::Data(0, late));
    world.join(late, vec![]);
    if constrained {
        world.call(late, |m, out| m.enable_time_constrained(out));
        world.quiet();
    }
    world.subscribe(late, CAR, &["Speed"]);
    let send = |world: &mut World, time, value: &[u8]| {
        let sent = world.call(1, |m, out| {
            m.update_attribute_values(car, &[(speed, value)], &[], Some(at(time)), out)
        });
        sent.unwrap()
    };
    let first = send(world, 5.0, b"5");
    send(world, 6.0, b"6");
    world.settle();
    let before = world.told(late);
    assert!(!format!("{before:?}").contains("Reflected"), "{before:?}");

    world.call(1, |m, out| m.retract(first, out));
    world.settle();
    world.release(Channel::Data(0, late));
    if constrained {
        world.call(late, |m, out| m.flush_queue_request(at(9.0), out));
    }
    world.settle();
    world.told(late)
}

#[test]
fn an_update_that_waits_for_a_discovery_is_dropped_when_it_is_retracted() {
    for constrained in [true, false] {
        let told = told_after_a_retraction(constrained);

        let reflected: Vec<_> = told
            .iter()
            .filter_map(|told| match told {
                Told::Reflected(_, values) => Some(values[0].1.as_slice()),
                _ => None,
            })
            .collect();
        assert_eq!(reflected, [b"6"], "constrained: {constrained}: {told:?}");
        assert!(
            !format!("{told:?}").contains("RequestRetraction"),
            "{told:?}"
        );
    }
}

#[test]
fn instances_whose_registrant_has_left_are_announced_by_the_rti() {
    let mut yard = Yard::handed_over(2, &["Speed"]);
    let car = yard.car;
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
    world.hold(Channel::FromRti(0));
    world.subscribe(1, CAR, &["Speed"]);

    // Its goodbye comes before word of its leaving.
    world.hold(Channel::ToRti(0));
    let action = ResignAction::UnconditionallyDivestAttributes;
    let request = world.call(0, |m, out| m.resign_federation_execution(action, out));
    world.settle();
    world.release(Channel::ToRti(0));
    world.release(Channel::FromRti(0));
    assert_eq!(world.answer(0, request), Ok(Reply::Done));
    world.call(0, |m, out| {
        m.resigned(out);
        Ok(())
    });
    world.settle();

    // Without an owner the instance is not discovered; but a later owner can get it.
    assert_eq!(world.told(1), []);
    assert_eq!(world.nodes[1].member.instance_count(), 1);
}

#[test]
fn a_request_about_an_instance_that_the_rti_has_not_heard_of_waits() {
    let mut world = World::traffic(2);
    for node in 0..2 {
        world.publish(node, CAR, &["Speed"]);
        world.subscribe(node, CAR, &["Speed"]);
    }
    world.quiet();
    world.hold(Channel::ToRti(0));
    let car = world.register(0, CAR);
    world.settle();
    world.told(1);
    let speed = world.attributes(CAR, &["Speed"]);
    let mut yard = Yard { world, car, speed };
    yard.acquire(1, b"soon");
    yard.world.settle();
    assert_eq!(yard.told(0), []);

    yard.world.release(Channel::ToRti(0));

    yard.expect(0, &[(Release, b"soon")]);
    assert!(yard.divest_if_wanted(0));
    yard.expect(1, &[(Gained, b"here")]);
}

#[test]
fn requests_about_an_instance_to_come_outlast_another_asker() {
    let mut world = World::traffic(3);
    for node in 0..3 {
        world.publish(node, CAR, &["Speed"]);
        world.subscribe(node, CAR, &["Speed"]);
    }
    world.quiet();
    world.hold(Channel::ToRti(0));
    let car = world.register(0, CAR);
    world.quiet();
    let speed = world.attributes(CAR, &["Speed"]);
    let mut yard = Yard { world, car, speed };
    yard.acquire(1, b"soon");
    yard.acquire(2, b"never");
    yard.world.settle();
    yard.world.lose(2);
    yard.world.settle();

    yard.world.release(Channel::ToRti(0));

    yard.expect(0, &[(Release, b"soon")]);
    assert!(yard.divest_if_wanted(0));
    yard.expect(1, &[(Gained, b"here")]);
}

#[test]
fn what_comes_to_a_federate_that_has_deleted_the_instance_is_free_when_it_comes_back() {
    let mut yard = timed_yard();
    yard.speed = yard.world.attributes(CAR, &["Speed"]);
    yard.acquire(1, b"please");
    yard.told(0);
    let retraction = yard.delete_at(1, at(5.0));
    yard.world.settle();

    assert!(yard.divest_if_wanted(0));
    yard.world.settle();
    yard.expect(1, &[]);
    yard.world.call(1, |m, out| m.retract(retraction, out));

    yard.owned_by(None);
}

/// The second federate, which acquires the speed of the car, deletes the car and takes that back. The first has received
/// the deletion, and owns nothing of the car any more.
fn acquiring_deleter(gains_first: bool) -> Yard {
    let mut yard = timed_yard();
    let position = yard.world.attributes(CAR, &["Position"]);
    let car = yard.car;
    yard.world.call(0, |m, out| {
        m.unconditional_attribute_ownership_divestiture(car, &position, &[], out)
    });
    yard.world.quiet();
    yard.speed = yard.world.attributes(CAR, &["Speed"]);
    yard.acquire(1, b"please");
    yard.told(0);
    if gains_first {
        // The log has given the attribute to the deleter, which is not notified before it deletes the instance.
        assert!(yard.divest_if_wanted(0));
        yard.world.settle();
    }
    let retraction = yard.delete_at(1, at(5.0));
    yard.world.settle();
    assert!(yard.world.told(0).contains(&Told::Removed(yard.car)));
    yard.world.call(1, |m, out| m.retract(retraction, out));
    yard
}

#[test]
fn what_the_deleter_of_an_instance_had_asked_for_does_not_come_when_the_deletion_is_taken_back() {
    for gains_first in [false, true] {
        let mut yard = acquiring_deleter(gains_first);

        yard.expect(1, &[]);
        assert!(!yard.owns(1), "{gains_first}");
    }
}

#[test]
fn the_deleter_of_an_instance_can_ask_anew_when_the_deletion_is_taken_back() {
    for gains_first in [false, true] {
        let mut yard = acquiring_deleter(gains_first);
        yard.world.settle();

        yard.acquire(1, b"again");

        yard.expect(1, &[(Gained, b"again")]);
        assert!(yard.owns(1), "{gains_first}");
    }
}

#[test]
fn what_the_deleter_of_an_instance_asks_for_anew_is_not_cancelled_with_what_it_asked_for_before() {
    let mut yard = timed_yard();
    yard.speed = yard.world.attributes(CAR, &["Speed"]);
    // The federate that keeps the attribute gets the removal at its time.
    yard.world.call(0, |m, out| m.enable_time_constrained(out));
    yard.world.quiet();
    yard.acquire(1, b"please");
    yard.told(0);
    let retraction = yard.delete_at(1, at(5.0));
    yard.world.hold(Channel::ToRti(0));
    yard.world.call(1, |m, out| m.retract(retraction, out));
    yard.world.settle();

    yard.acquire(1, b"again");
    yard.world.settle();
    yard.world.release(Channel::ToRti(0));

    yard.expect(0, &[(Release, b"again")]);
    assert!(yard.divest_if_wanted(0));
    yard.expect(1, &[(Gained, b"here")]);
}

#[test]
fn an_offer_of_the_deleter_of_an_instance_is_over_when_the_deletion_is_taken_back() {
    let mut yard = timed_yard();
    yard.negotiate(1);
    yard.told(2);
    let retraction = yard.delete_at(1, at(5.0));
    yard.world.settle();

    yard.world.call(1, |m, out| m.retract(retraction, out));
    yard.world.settle();
    yard.acquire_if_available(2);

    yard.expect(1, &[]);
    yard.expect(2, &[(Unavailable, b"")]);
    yard.negotiate(1);
    assert!(yard.owns(1));
}

#[test]
fn what_the_rti_owns_stays_its_own() {
    use hyla_core::message::data;
    let mut yard = Yard::of(1);
    let car = ObjectInstanceHandle::of(hyla_types::FederateHandle::RTI, 1);
    let (class, set) = (yard.world.class(CAR), yard.speed.clone());
    let mut frame = Vec::new();
    data::put_discover(&mut frame, car, class, "HLAown", &set);
    let mut out = crate::harness::Outgoing::default();
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
