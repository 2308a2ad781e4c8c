//! State that a save keeps of each service group, restored into other federates of another execution
//! (clauses 4.16 to 4.29 in 2010, 4.19 to 4.32 in 2025).

use hyla_core::declaration::Activity;
use hyla_types::{
    AttributeHandleSet, Edition, ExceptionKind, FederateHandle, Float64Interval, Float64Time,
    InteractionClassHandle, LogicalTime, LogicalTimeInterval, MessageRetractionHandle,
    ObjectInstanceHandle, OrderType, RegionHandle, ResignAction,
};

use crate::federate::{Federate, Seen};
use crate::rti::Rti;
use crate::scenarios::ddm;
use crate::scenarios::saving::{begin_restore, save};
use crate::scenarios::scenarios;
use crate::world::{World, raises};

const CAR: &str = "Vehicle.Car";

/// The federation of `a` and `b` is saved and ends; two that join another one of the same name, with
/// other handles and in another order, become what they were.
fn reborn(
    world: &World,
    a: &Federate,
    b: &Federate,
    join: impl Fn(&str) -> Federate,
) -> (Federate, Federate) {
    save(&[a, b], "S");
    let before = [a.handle, b.handle];
    let everything = ResignAction::CancelThenDeleteThenDivest;
    for federate in [a, b] {
        federate
            .rti
            .resign_federation_execution(everything)
            .unwrap();
    }
    a.rti
        .destroy_federation_execution(&world.federation)
        .unwrap();
    let others = [join("first"), join("second")];
    let (mut b, mut a) = (join("b"), join("someone else"));
    for other in others {
        other.rti.resign_federation_execution(everything).unwrap();
    }
    assert!(!before.contains(&a.handle) && !before.contains(&b.handle));
    world.settle_requests(&[&a, &b]);

    let told = begin_restore(&[&b, &a], "S");
    for federate in [&a, &b] {
        federate.rti.federate_restore_complete().unwrap();
    }
    for federate in [&a, &b] {
        federate.sees(&Seen::Restored);
    }
    (b.handle, a.handle) = (Some(told[0].1), Some(told[1].1));
    assert_eq!([a.handle, b.handle], before);
    (a, b)
}

fn update(federate: &Federate, object: ObjectInstanceHandle, attribute: &str, value: &[u8]) {
    let values = [(federate.attribute(attribute), value)];
    federate
        .rti
        .update_attribute_values(object, &values, b"", None)
        .unwrap();
}

fn reflects(federate: &Federate, object: ObjectInstanceHandle, attribute: &str, value: &[u8]) {
    let values = vec![(federate.attribute(attribute), value.to_vec())];
    federate.sees(&Seen::Reflected(object, values, vec![]));
}

/// All federates report that `owner` has the attribute.
fn owned_by(
    federates: [&Federate; 2],
    object: ObjectInstanceHandle,
    attribute: &str,
    owner: Option<FederateHandle>,
) {
    for federate in federates {
        let set = federate.attributes(&[attribute]);
        ask_owner(&federate.rti, object, &set);
        federate.sees(&match owner {
            Some(owner) => Seen::OwnerIs(object, set, owner),
            None => Seen::NotOwned(object, set),
        });
    }
}

fn ask_owner(rti: &Rti, object: ObjectInstanceHandle, set: &AttributeHandleSet) {
    if rti.edition() == Edition::Hla2025 {
        return rti.query_attribute_ownership(object, set).unwrap();
    }
    for attribute in set {
        let one = AttributeHandleSet::from([attribute]);
        rti.query_attribute_ownership(object, &one).unwrap();
    }
}

fn at(time: f64) -> LogicalTime {
    LogicalTime::Float64(Float64Time::new(time).unwrap())
}

/// Attributes of a car in every state of ownership: the name is with `a`, which registered it; the speed has changed
/// hands; the position is asked for by `b`; the doors are nobody's. Saved and restored into other federates.
struct Traded {
    a: Federate,
    b: Federate,
    car: ObjectInstanceHandle,
}

impl Traded {
    fn restored(world: &World) -> Self {
        let (a, b) = (world.joined("a"), world.joined("b"));
        for federate in [&a, &b] {
            federate.publish(CAR, &["Name", "Position", "Speed", "Doors"]);
            federate.subscribe(CAR, &["Name", "Position", "Speed", "Doors"]);
        }
        world.settle(&[&a, &b]);
        let car = a.rti.register_object_instance(a.class(CAR), None).unwrap();
        b.expect("discovery", |seen| {
            matches!(seen, Seen::Discovered(o, ..) if *o == car).then_some(())
        });
        world.settle_requests(&[&a]);
        let [speed, position, doors] = ["Speed", "Position", "Doors"].map(|n| a.attributes(&[n]));
        for wanted in [&speed, &position] {
            b.rti
                .attribute_ownership_acquisition(car, wanted, b"")
                .unwrap();
            a.sees(&Seen::ReleaseWanted(car, wanted.clone(), vec![]));
        }
        a.rti
            .attribute_ownership_divestiture_if_wanted(car, &speed, b"")
            .unwrap();
        b.sees(&Seen::Acquired(car, speed, vec![]));
        a.rti
            .unconditional_attribute_ownership_divestiture(car, &doors, b"")
            .unwrap();
        b.sees(&Seen::Offered(car, doors, vec![]));
        let (a, b) = reborn(world, &a, &b, |name| world.joined(name));
        Self { a, b, car }
    }
}

/// A unit near the square that `b` subscribes to, and one far from it, each in a region of `a`.
struct Regions {
    a: Federate,
    b: Federate,
    wanted: RegionHandle,
    here: RegionHandle,
    there: RegionHandle,
    near: ObjectInstanceHandle,
    far: ObjectInstanceHandle,
}

impl Regions {
    fn restored(world: &World) -> Self {
        let (a, b) = (ddm::joined(world, "a"), ddm::joined(world, "b"));
        ddm::publish(&a, "Unit", &["Place", "State"]);
        let wanted = ddm::square(&b, 50, 50);
        ddm::subscribe(&b, &["Place"], &[wanted]);
        world.settle(&[&a, &b]);
        let (here, there) = (ddm::square(&a, 0, 0), ddm::square(&a, 500, 500));
        let near = ddm::register(&a, &["Place"], &[here]);
        let far = ddm::register(&a, &["Place"], &[there]);
        let seen = ddm::told(world, &[&a, &b], &b);
        assert_eq!(found(&seen), [near]);
        let (a, b) = reborn(world, &a, &b, |name| ddm::joined(world, name));
        Self {
            a,
            b,
            wanted,
            here,
            there,
            near,
            far,
        }
    }

    /// Updates both units; returns the callbacks of `b`.
    fn updated(&self, world: &World) -> Vec<Seen> {
        world.settle(&[&self.a, &self.b]);
        ddm::update(&self.a, self.near, &["Place"], b"near");
        ddm::update(&self.a, self.far, &["Place"], b"far");
        ddm::told(world, &[&self.a, &self.b], &self.b)
    }
}

fn found(seen: &[Seen]) -> Vec<ObjectInstanceHandle> {
    let discoveries = ddm::discoveries(seen).into_iter();
    discoveries.map(|(object, _)| object).collect()
}

fn tags(seen: &[Seen]) -> Vec<Vec<u8>> {
    let reflections = ddm::reflections(seen).into_iter();
    reflections.map(|(_, tag)| tag).collect()
}

/// One that regulates and has sent messages of the times 7, 5 and 4, which wait for the advance of one that is
/// constrained and takes receive order at once. Saved and restored into other federates.
struct Waiting {
    a: Federate,
    b: Federate,
    class: InteractionClassHandle,
    lookahead: LogicalTimeInterval,
    /// The message of time 5.
    five: MessageRetractionHandle,
}

impl Waiting {
    fn restored(world: &World) -> Self {
        let (a, b) = (world.joined("a"), world.joined("b"));
        let lookahead = LogicalTimeInterval::Float64(Float64Interval::new(1.0).unwrap());
        a.rti.enable_time_regulation(lookahead).unwrap();
        a.sees(&Seen::Regulating(at(0.0)));
        b.rti.enable_time_constrained().unwrap();
        b.sees(&Seen::Constrained(at(0.0)));
        b.rti.enable_asynchronous_delivery().unwrap();
        let class = a.interaction("Message");
        a.rti.publish_interaction_class(class).unwrap();
        a.rti
            .change_interaction_order_type(class, OrderType::TimeStamp)
            .unwrap();
        b.rti
            .subscribe_interaction_class(class, Activity::Active)
            .unwrap();
        world.settle_requests(&[&a, &b, &a]);
        let [_, five, _] =
            [("7", 7.0), ("5", 5.0), ("4", 4.0)].map(|(tag, time)| send(&a, class, tag, time));
        let (a, b) = reborn(world, &a, &b, |name| world.joined(name));
        Self {
            a,
            b,
            class,
            lookahead,
            five,
        }
    }

    /// Tags of the messages that come before the grant of an advance to 10.
    fn advanced(&self) -> Vec<String> {
        let Self { a, b, .. } = self;
        a.rti.time_advance_request(at(20.0)).unwrap();
        a.sees(&Seen::Granted(at(20.0)));
        b.rti.time_advance_request(at(10.0)).unwrap();
        let mut tags = Vec::new();
        loop {
            match b.expect("grant", |seen| Some(seen.clone())) {
                Seen::Received(_, _, tag) => tags.push(String::from_utf8(tag).unwrap()),
                Seen::Granted(time) => {
                    assert_eq!(time, at(10.0));
                    return tags;
                }
                other => panic!("{other:?}"),
            }
        }
    }
}

fn send(
    federate: &Federate,
    class: InteractionClassHandle,
    tag: &str,
    time: f64,
) -> MessageRetractionHandle {
    let sent = federate
        .rti
        .send_interaction(class, &[], tag.as_bytes(), Some(at(time)));
    sent.unwrap().unwrap()
}

/// A publisher without the advisory of relevance of object classes, and one with the advisory of scope and, in 2025,
/// further switches on. Saved and restored into other federates.
fn switched(world: &World) -> (Federate, Federate) {
    let (a, b) = (world.joined("a"), world.joined("b"));
    if world.edition == Edition::Hla2025 {
        a.rti
            .set_object_class_relevance_advisory_switch(false)
            .unwrap();
        b.rti.set_attribute_scope_advisory_switch(true).unwrap();
        b.rti
            .set_convey_region_designator_sets_switch(true)
            .unwrap();
        b.rti.set_exception_reporting_switch(true).unwrap();
    } else {
        a.rti
            .disable_object_class_relevance_advisory_switch()
            .unwrap();
        b.rti.enable_attribute_scope_advisory_switch().unwrap();
    }
    a.publish(CAR, &["Name"]);
    world.settle(&[&a, &b]);
    reborn(world, &a, &b, |name| world.joined(name))
}

/// A point that `a` has achieved without success. Saved and restored into other federates.
fn with_a_point(world: &World) -> (Federate, Federate) {
    let (a, b) = (world.joined("a"), world.joined("b"));
    a.rti
        .register_federation_synchronization_point("P", b"tag", None)
        .unwrap();
    for federate in [&a, &b] {
        federate.sees(&Seen::SyncPointAnnounced("P".into(), b"tag".to_vec()));
    }
    a.rti.synchronization_point_achieved("P", false).unwrap();
    world.settle_requests(&[&a, &b]);
    reborn(world, &a, &b, |name| world.joined(name))
}

scenarios! {
    /// 4.16, 7.1, 7.17 in 2010, 4.19, 7.1, 7.17 in 2025
    fn owners_are_restored(world) {
        let Traded { a, b, car } = Traded::restored(world);

        owned_by([&a, &b], car, "Name", a.handle);
        owned_by([&a, &b], car, "Speed", b.handle);
        owned_by([&a, &b], car, "Position", a.handle);
        owned_by([&a, &b], car, "Doors", None);
    }

    /// 4.16, 6.10 in 2010, 4.19, 6.10 in 2025
    fn restored_owners_alone_update(world) {
        let Traded { a, b, car } = Traded::restored(world);

        update(&a, car, "Name", b"n");
        reflects(&b, car, "Name", b"n");
        update(&b, car, "Speed", b"s");
        reflects(&a, car, "Speed", b"s");
        let values = [(a.attribute("Speed"), b"s".as_slice())];
        let outcome = a.rti.update_attribute_values(car, &values, b"", None);
        raises(world, ExceptionKind::AttributeNotOwned, outcome);
    }

    /// 4.16, 7.8, 7.13 in 2010, 4.19, 7.8, 7.13 in 2025
    fn an_acquisition_in_progress_is_restored(world) {
        let Traded { a, b, car } = Traded::restored(world);
        let position = a.attributes(&["Position"]);

        let outcome = b.rti.attribute_ownership_acquisition_if_available(car, &position, b"");
        raises(world, ExceptionKind::AttributeAlreadyBeingAcquired, outcome);
        let divested = a.rti.attribute_ownership_divestiture_if_wanted(car, &position, b"");
        assert_eq!(divested.unwrap(), position);
        b.sees(&Seen::Acquired(car, position, vec![]));
    }

    /// 4.16, 7.9 in 2010, 4.19, 7.9 in 2025
    fn what_nobody_owned_is_available_after_a_restore(world) {
        let Traded { a, b, car } = Traded::restored(world);
        let doors = b.attributes(&["Doors"]);

        b.rti.attribute_ownership_acquisition_if_available(car, &doors, b"").unwrap();

        b.sees(&Seen::Acquired(car, doors, vec![]));
        world.settle(&[&a, &b]);
        owned_by([&a, &b], car, "Doors", b.handle);
    }

    /// 4.10, 4.16 in 2010, 4.12, 4.19 in 2025
    fn what_a_restored_owner_divests_is_offered(world) {
        let Traded { a, b, car } = Traded::restored(world);

        let action = ResignAction::CancelThenDeleteThenDivest;
        b.rti.resign_federation_execution(action).unwrap();

        a.expect("offer of what the other had", |seen| match seen {
            Seen::Offered(object, set, _) if *object == car => {
                set.contains(a.attribute("Speed")).then_some(())
            }
            _ => None,
        });
    }

    /// 4.16, 9.1 in 2010, 4.19, 9.1 in 2025
    fn restored_regions_filter_as_before(world) {
        let regions = Regions::restored(world);

        let seen = regions.updated(world);

        assert_eq!(tags(&seen), [b"near"], "{seen:?}");
        assert_eq!(ddm::discoveries(&seen), []);
    }

    /// 4.16, 9.3 in 2010, 4.19, 9.3 in 2025
    fn a_restored_region_of_a_subscription_can_be_moved(world) {
        let regions = Regions::restored(world);

        ddm::place(&regions.b, regions.wanted, 550, 550);
        let seen = regions.updated(world);

        assert_eq!(tags(&seen), [b"far"], "{seen:?}");
        assert_eq!(found(&seen), [regions.far]);
    }

    /// 4.16, 9.3 in 2010, 4.19, 9.3 in 2025
    fn restored_regions_of_instances_can_be_moved(world) {
        let regions = Regions::restored(world);

        ddm::place(&regions.a, regions.here, 600, 600);
        ddm::place(&regions.a, regions.there, 0, 0);
        let seen = regions.updated(world);

        assert_eq!(tags(&seen), [b"far"], "{seen:?}");
        assert_eq!(found(&seen), [regions.far]);
    }

    /// 4.16, 9.4 in 2010, 4.19, 9.4 in 2025
    fn restored_regions_are_in_use(world) {
        let Regions { a, b, here, wanted, .. } = Regions::restored(world);

        let in_use = ExceptionKind::RegionInUseForUpdateOrSubscription;
        raises(world, in_use, a.rti.delete_region(here));
        raises(world, in_use, b.rti.delete_region(wanted));
    }

    /// 4.16, 9.2 in 2010, 4.19, 9.2 in 2025
    fn a_new_region_differs_from_the_restored_ones(world) {
        let Regions { a, here, there, .. } = Regions::restored(world);

        let fresh = ddm::square(&a, 1, 1);

        assert!(![here, there].contains(&fresh));
    }

    /// 4.16, 8.1 in 2010, 4.19, 8.1 in 2025: they come in order, with a message sent after the restore between them.
    fn messages_that_wait_for_their_time_are_restored(world) {
        let waiting = Waiting::restored(world);

        send(&waiting.a, waiting.class, "6", 6.0);

        assert_eq!(waiting.advanced(), ["4", "5", "6", "7"]);
    }

    /// 4.16, 8.21 in 2010, 4.19, 8.22 in 2025
    fn a_restored_message_can_be_retracted(world) {
        let waiting = Waiting::restored(world);

        waiting.a.rti.retract(waiting.five).unwrap();

        assert_eq!(waiting.advanced(), ["4", "7"]);
    }

    /// 4.16, 8.20 in 2010, 4.19, 8.21 in 2025
    fn the_lookahead_is_restored(world) {
        let waiting = Waiting::restored(world);

        assert_eq!(waiting.a.rti.query_lookahead().unwrap(), waiting.lookahead);
    }

    /// 4.16, 8.14 in 2010, 4.19, 8.15 in 2025
    fn asynchronous_delivery_is_restored(world) {
        let waiting = Waiting::restored(world);

        let outcome = waiting.b.rti.enable_asynchronous_delivery();

        raises(world, ExceptionKind::AsynchronousDeliveryAlreadyEnabled, outcome);
    }

    /// 4.11 to 4.15, 4.16 in 2010; 4.14 to 4.19 in 2025
    fn a_synchronization_point_in_progress_is_restored(world) {
        let (a, b) = with_a_point(world);

        let c = world.joined("c");
        c.sees(&Seen::SyncPointAnnounced("P".into(), b"tag".to_vec()));
        c.rti.synchronization_point_achieved("P", true).unwrap();
        b.rti.synchronization_point_achieved("P", true).unwrap();

        let failed: hyla_types::FederateHandleSet = a.handle.into_iter().collect();
        for federate in [&a, &b, &c] {
            federate.sees(&Seen::Synchronized("P".into(), failed.clone()));
        }
    }

    /// 4.14, 4.16 in 2010; 4.17, 4.19 in 2025
    fn who_had_achieved_a_restored_point_does_not_again(world) {
        let (a, _b) = with_a_point(world);

        let outcome = a.rti.synchronization_point_achieved("P", true);

        raises(world, ExceptionKind::SynchronizationPointLabelNotAnnounced, outcome);
    }

    /// 4.16, 10.2 in 2010, 4.19, 10.44 in 2025
    fn the_automatic_resign_directive_is_restored(world) {
        let (a, b) = (world.joined("a"), world.joined("b"));
        let directive = ResignAction::UnconditionallyDivestAttributes;
        a.rti.set_automatic_resign_directive(directive).unwrap();
        world.settle(&[&a, &b]);

        let (a, _b) = reborn(world, &a, &b, |name| world.joined(name));

        assert_eq!(a.rti.automatic_resign_directive().unwrap(), directive);
    }

    /// 4.16, 10.1 in 2010, 4.19, 10.1 in 2025: a federate's switches are as it had set them.
    fn switches_are_restored(world) {
        let (a, b) = switched(world);

        if world.edition == Edition::Hla2025 {
            let of = |rti: &Rti| {
                [
                    rti.object_class_relevance_advisory_switch().unwrap(),
                    rti.attribute_scope_advisory_switch().unwrap(),
                    rti.convey_region_designator_sets_switch().unwrap(),
                    rti.exception_reporting_switch().unwrap(),
                ]
            };
            assert_eq!(of(&a.rti), [false, false, false, false]);
            assert_eq!(of(&b.rti), [true, true, true, true]);
        } else {
            let kind = ExceptionKind::ObjectClassRelevanceAdvisorySwitchIsOff;
            raises(world, kind, a.rti.disable_object_class_relevance_advisory_switch());
            let kind = ExceptionKind::AttributeScopeAdvisorySwitchIsOn;
            raises(world, kind, b.rti.enable_attribute_scope_advisory_switch());
        }
    }

    /// 4.16, 5.10 in 2010, 4.19, 5.14 in 2025
    fn advisories_that_were_off_are_not_given_after_a_restore(world) {
        let (a, b) = switched(world);

        b.subscribe(CAR, &["Name"]);
        world.settle(&[&a, &b]);

        let seen = a.diary();
        assert!(!seen.iter().any(|s| matches!(s, Seen::StartRegistration(_))), "{seen:?}");
    }

    /// 4.16, 6.17 in 2010, 4.19, 6.19 in 2025
    fn advisories_that_were_on_are_given_after_a_restore(world) {
        let (a, b) = switched(world);
        b.subscribe(CAR, &["Name"]);
        world.settle(&[&a, &b]);

        let car = a.rti.register_object_instance(a.class(CAR), None).unwrap();

        b.sees(&Seen::InScope(car, b.attributes(&["Name"])));
    }
}
