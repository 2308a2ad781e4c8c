//! Regions between members: where they are compared, rates, late joiners, faulty peers.
#![allow(clippy::unwrap_used, reason = "test code")]

mod harness;

use std::collections::BTreeMap;
use std::time::Duration;

use harness::{Channel, Told, World};
use hyla_core::declaration::{Activity, Declarations};
use hyla_core::message::{DeclarationChange, MemberRequest, ToRti};
use hyla_core::support::Switch;
use hyla_types::{
    AttributeHandleSet, DimensionHandle, Edition, ExceptionKind, FederateHandle,
    InteractionClassHandle, ObjectClassHandle, RangeBounds, Region, RegionHandle, RegionHandleSet,
};

use harness::regions::*;

#[test]
fn the_highest_rate_of_the_regions_that_overlap_applies() {
    let mut world = World::traffic(2);
    let position = world.attribute(CAR, "Position");
    world.publish(0, CAR, &["Position"]);
    let (slow, fast) = (region(&mut world, 1, 0, 50), region(&mut world, 1, 40, 90));
    subscribe(&mut world, 1, &["Position"], slow, "Slow");
    subscribe(&mut world, 1, &["Position"], fast, "Fast");
    let sent = region(&mut world, 0, 0, 10);
    let car = register(&mut world, 0, &["Position"], sent);
    let reflected_in_a_second = |world: &mut World| {
        world.quiet();
        world.now += Duration::from_secs(10);
        let mut reflected = 0;
        for _ in 0..10 {
            world.update(0, car, position, b"here");
            world.settle();
            reflected += reflections(&world.told(1));
            world.now += Duration::from_millis(100);
        }
        reflected
    };

    assert_eq!(reflected_in_a_second(&mut world), 2);
    place(&mut world, 0, sent, 45, 46);
    assert_eq!(reflected_in_a_second(&mut world), 10);
    place(&mut world, 0, sent, 95, 96);
    assert_eq!(reflected_in_a_second(&mut world), 0);
    let rate = world.call(1, |m, _| m.update_rate_value_for_attribute(car, position));
    assert_eq!(rate, 20.0);
}

#[test]
fn where_a_region_went_while_nothing_used_it_is_told_with_its_next_use() {
    let mut world = World::traffic(2);
    world.publish(0, CAR, &["Speed"]);
    world.call(1, |m, _| m.set_switch(Switch::AttributeScopeAdvisory, true));
    let (sent, wanted) = (region(&mut world, 0, 0, 10), region(&mut world, 1, 0, 10));
    subscribe(&mut world, 1, &["Speed"], wanted, "");
    let first = register(&mut world, 0, &["Speed"], sent);
    world.quiet();
    world.call(0, |m, out| m.delete_object_instance(first, b"", None, out));
    place(&mut world, 0, sent, 8, 20);
    world.quiet();

    register(&mut world, 0, &["Speed"], sent);
    world.quiet();
    place(&mut world, 1, wanted, 15, 20);
    world.settle();

    assert_eq!(world.told(1), []);
}

#[test]
fn nobody_discovers_an_instance_by_where_a_region_was_before() {
    let mut world = World::traffic(2);
    world.publish(0, CAR, &["Speed"]);
    let (sent, wanted) = (region(&mut world, 0, 0, 10), region(&mut world, 1, 0, 10));
    // Position is nobody's: the instance is announced, and the subscriber sees what of it is in scope.
    subscribe(&mut world, 1, &["Speed", "Position"], wanted, "");
    let first = register(&mut world, 0, &["Speed"], sent);
    world.quiet();
    world.call(0, |m, out| m.delete_object_instance(first, b"", None, out));
    place(&mut world, 0, sent, 20, 30);
    world.quiet();

    let second = register(&mut world, 0, &["Speed"], sent);
    world.settle();
    assert_eq!(world.told(1), []);
    place(&mut world, 0, sent, 5, 6);
    world.settle();

    let class = world.class(CAR);
    assert_eq!(world.told(1), [Told::Discovered(second, class)]);
}

#[test]
fn a_late_joiner_is_found_by_the_regions_of_those_before_it() {
    let mut world = World::traffic(1);
    world.publish(0, CAR, &["Speed"]);
    let wanted = region(&mut world, 0, 0, 10);
    subscribe(&mut world, 0, &["Speed"], wanted, "");

    let late = world.connect(Edition::Hla2025);
    world.join(late, vec![]);
    world.publish(late, CAR, &["Speed"]);
    let (near, far) = (
        region(&mut world, late, 5, 6),
        region(&mut world, late, 50, 60),
    );
    let seen = register(&mut world, late, &["Speed"], near);
    register(&mut world, late, &["Speed"], far);
    world.settle();

    let discovered = Told::Discovered(seen, world.class(CAR));
    assert!(world.told(0).contains(&discovered));
    assert_eq!(world.told(0), []);
}

#[test]
fn declarations_with_regions_of_others_are_refused_by_the_rti() {
    let class = ObjectClassHandle::new(2);
    let (mine, foreign) = (1, 9);
    let lane = World::traffic(1).call(0, |m, _| m.dimension_handle("Lane"));
    let bounds = |upper| Region::new([(lane, RangeBounds::new(0, upper).unwrap())]);
    let of = |federate| RegionHandle::of(FederateHandle::new(federate), 1);
    let named = |region, bounds: Region| BTreeMap::from([(region, bounds)]);
    let interaction = InteractionClassHandle::new(2);
    let bad = [
        DeclarationChange::CommitRegions {
            regions: named(of(foreign), bounds(5)),
        },
        DeclarationChange::CommitRegions {
            regions: named(of(mine), bounds(u32::MAX)),
        },
        DeclarationChange::UnsubscribeObjectClassWithRegions {
            class,
            pairs: vec![(AttributeHandleSet::new(), [of(foreign)].into())],
        },
        // The bounds of a region that is named are missing.
        DeclarationChange::SubscribeObjectClassWithRegions {
            class,
            pairs: vec![(AttributeHandleSet::new(), [of(mine)].into())],
            regions: BTreeMap::new(),
            active: true,
            rate: None,
        },
        DeclarationChange::SubscribeInteractionClassWithRegions {
            class: InteractionClassHandle::new(9999),
            regions: named(of(mine), bounds(5)),
            active: true,
        },
        DeclarationChange::UnsubscribeInteractionClassWithRegions {
            class: interaction,
            regions: [of(foreign)].into(),
        },
    ];
    for change in bad {
        let mut world = World::traffic(2);
        assert_eq!(world.handle(0), FederateHandle::new(mine));
        let request = ToRti::Member(MemberRequest::Declare(change.clone()));
        let session = world.nodes[0].session;

        assert!(
            world.rti.handle_message(session, request).is_err(),
            "{change:?}"
        );
    }
}

#[test]
fn declarations_count_the_uses_of_a_region() {
    let (class, interaction) = (ObjectClassHandle::new(2), InteractionClassHandle::new(2));
    let attributes = [1, 2].map(hyla_types::AttributeHandle::new).into();
    let handle = RegionHandle::of(FederateHandle::new(1), 1);
    let lane = DimensionHandle::new(1);
    let bounds = |upper| Region::new([(lane, RangeBounds::new(0, upper).unwrap())]);
    let pairs: Vec<Pair> = vec![(attributes, [handle].into())];
    let mut declarations = Declarations::default();

    for _ in 0..2 {
        declarations.apply(&DeclarationChange::SubscribeObjectClassWithRegions {
            class,
            pairs: pairs.clone(),
            regions: [(handle, bounds(5))].into(),
            active: true,
            rate: None,
        });
        declarations.apply(&DeclarationChange::SubscribeInteractionClassWithRegions {
            class: interaction,
            regions: [(handle, bounds(5))].into(),
            active: false,
        });
    }
    assert!(declarations.subscribes_at(class));
    assert_eq!(
        declarations.received_as(&[interaction]),
        Some((interaction, false))
    );
    declarations.apply(&DeclarationChange::CommitRegions {
        regions: [(handle, bounds(7))].into(),
    });
    assert_eq!(declarations.region(handle), Some(&bounds(7)));

    for _ in 0..2 {
        declarations.apply(&DeclarationChange::UnsubscribeObjectClassWithRegions {
            class,
            pairs: pairs.clone(),
        });
    }
    assert_eq!(declarations.region(handle), Some(&bounds(7)));
    declarations.apply(&DeclarationChange::UnsubscribeInteractionClassWithRegions {
        class: interaction,
        regions: [handle].into(),
    });
    assert_eq!(declarations, Declarations::default());
}

#[test]
fn overlaps_hold_when_a_join_extends_the_object_model() {
    let mut world = World::traffic(2);
    world.publish(0, CAR, &["Speed"]);
    let wanted = region(&mut world, 1, 0, 10);
    subscribe(&mut world, 1, &["Speed"], wanted, "");
    let sent = region(&mut world, 0, 0, 10);
    let car = register(&mut world, 0, &["Speed"], sent);
    world.quiet();
    let late = world.connect(Edition::Hla2025);
    world.join(late, vec![harness::bicycles()]);
    world.quiet();
    let speed = world.attribute(CAR, "Speed");

    world.update(0, car, speed, b"in reach");
    world.settle();
    assert_eq!(reflections(&world.told(1)), 1);
    place(&mut world, 0, sent, 50, 60);
    world.update(0, car, speed, b"away");
    world.settle();
    assert_eq!(reflections(&world.told(1)), 0);
    place(&mut world, 1, wanted, 55, 56);
    world.quiet();
    world.update(0, car, speed, b"in reach");
    world.settle();
    assert_eq!(reflections(&world.told(1)), 1);
}

#[test]
fn an_interaction_reaches_those_whose_regions_overlap_and_those_who_want_it_anywhere() {
    let mut world = World::traffic(4);
    let class = world.interaction("HLAinteractionRoot.Message");
    let active = Activity::Active;
    world.call(0, |m, out| m.publish_interaction_class(class, out));
    for (node, (lower, upper)) in [(1, (0, 10)), (2, (50, 60))] {
        let wanted = region(&mut world, node, lower, upper);
        world.call(node, |m, out| {
            m.subscribe_interaction_class_with_regions(class, &[wanted].into(), active, out)
        });
    }
    world.call(3, |m, out| {
        m.subscribe_interaction_class(class, active, out)
    });
    world.quiet();

    for (lower, tag) in [(5, b"near"), (55, b"far.")] {
        let sent = region(&mut world, 0, lower, lower + 1);
        world.call(0, |m, out| {
            m.send_interaction_with_regions(class, &[], &[sent].into(), tag, None, out)
        });
    }
    world.settle();

    let [near, far] = [b"near", b"far."].map(|tag| Told::Received(class, tag.to_vec()));
    assert_eq!(world.told(1), std::slice::from_ref(&near));
    assert_eq!(world.told(2), std::slice::from_ref(&far));
    assert_eq!(world.told(3), [near, far]);
}

#[test]
fn only_regions_of_ones_own_are_changed_and_others_are_told_apart_from_unknown_ones() {
    let mut world = World::traffic(2);
    let mine = region(&mut world, 0, 0, 10);
    let other = region(&mut world, 1, 0, 10);
    let kind = |world: &mut World, region| {
        let outcome = world.attempt(0, |m, _| m.delete_region(region));
        outcome.map_err(|exception| exception.kind)
    };
    let dimensions = world.call(0, |m, _| m.dimension_handle_set(mine));
    let lane = world.call(0, |m, _| m.dimension_handle("Lane"));
    assert_eq!(dimensions, [lane].into());
    let bounds = RangeBounds::new(0, 10).unwrap();
    let seen = world.call(0, |m, _| Ok(m.region(mine)?.bounds(lane)));
    assert_eq!(seen, Some(bounds));

    let not_mine = Err(ExceptionKind::RegionNotCreatedByThisFederate);
    assert_eq!(kind(&mut world, other), not_mine);
    // A handle of one that never was, and one of its own that it does not have.
    let unknown = Err(ExceptionKind::InvalidRegion);
    let nobody = RegionHandle::of(FederateHandle::new(77), 1);
    assert_eq!(kind(&mut world, nobody), unknown);
    assert_eq!(kind(&mut world, mine), Ok(()));
    assert_eq!(kind(&mut world, mine), unknown);
}

#[test]
fn values_are_asked_for_where_regions_overlap_or_there_is_none() {
    let mut world = World::traffic(2);
    let class = world.class(CAR);
    world.publish(0, CAR, &["Speed", "Doors"]);
    world.subscribe(1, CAR, &["Speed", "Doors"]);
    let (near, far) = (region(&mut world, 0, 0, 10), region(&mut world, 0, 50, 60));
    let near = register(&mut world, 0, &["Speed"], near);
    register(&mut world, 0, &["Speed"], far);
    let anywhere = world.register(0, CAR);
    world.quiet();
    let wanted = region(&mut world, 1, 5, 20);
    let speed = world.attributes(CAR, &["Speed"]);
    let ask = |world: &mut World, pairs: &[Pair]| {
        world.call(1, |m, out| {
            m.request_attribute_value_update_with_regions(class, pairs, b"now", out)
        });
        world.settle();
        world.told(0)
    };

    let pairs = [pair(&world, &["Speed"], wanted)];
    let told = ask(&mut world, &pairs);

    let provide = |object| Told::Provide(object, speed.clone(), b"now".to_vec());
    assert_eq!(told, [provide(near), provide(anywhere)]);

    // Pairs that name no attribute or no region ask for nothing.
    let none = [
        (AttributeHandleSet::new(), [wanted].into()),
        (speed.clone(), RegionHandleSet::new()),
    ];
    assert_eq!(ask(&mut world, &none), []);
    assert_eq!(world.frames_between(world.handle(1), world.handle(0)), 0);
}

#[test]
fn a_subscription_of_interactions_moves_with_its_regions_and_ends() {
    let mut world = World::traffic(2);
    let class = world.interaction("HLAinteractionRoot.Message");
    world.call(0, |m, out| m.publish_interaction_class(class, out));
    let sent = region(&mut world, 0, 50, 60);
    let send = |world: &mut World| {
        world.call(0, |m, out| {
            m.send_interaction_with_regions(class, &[], &[sent].into(), b"", None, out)
        });
        world.settle();
        world.told(1).len()
    };
    assert_eq!(send(&mut world), 0);

    let wanted = region(&mut world, 1, 0, 10);
    let other = region(&mut world, 1, 90, 99);
    for wanted in [wanted, other] {
        world.call(1, |m, out| {
            let active = Activity::Active;
            m.subscribe_interaction_class_with_regions(class, &[wanted].into(), active, out)
        });
    }
    world.quiet();
    assert_eq!(send(&mut world), 0);
    place(&mut world, 1, wanted, 55, 56);
    world.quiet();
    assert_eq!(send(&mut world), 1);
    place(&mut world, 1, wanted, 0, 10);
    world.quiet();
    assert_eq!(send(&mut world), 0);
    place(&mut world, 1, wanted, 55, 56);
    world.quiet();
    assert_eq!(send(&mut world), 1);

    world.call(1, |m, out| {
        m.unsubscribe_interaction_class_with_regions(class, &[wanted].into(), out)
    });
    world.quiet();
    assert_eq!(send(&mut world), 0);
}

#[test]
fn nothing_goes_to_those_whose_regions_do_not_overlap() {
    let mut world = World::traffic(3);
    world.publish(0, CAR, &["Speed", "Doors"]);
    let (near, far) = (region(&mut world, 1, 0, 10), region(&mut world, 1, 50, 60));
    subscribe(&mut world, 1, &["Speed"], near, "");
    subscribe(&mut world, 1, &["Doors"], far, "");
    let sent = region(&mut world, 0, 5, 6);
    let car = register(&mut world, 0, &["Speed", "Doors"], sent);
    let elsewhere = region(&mut world, 0, 80, 90);
    world.quiet();
    let (from, to) = (world.handle(0), world.handle(1));

    register(&mut world, 0, &["Speed", "Doors"], elsewhere);
    assert_eq!(world.frames_between(from, to), 0);

    let (speed, doors) = (world.attribute(CAR, "Speed"), world.attribute(CAR, "Doors"));
    world.call(0, |m, out| {
        let values = [(speed, &b"fast"[..]), (doors, b"shut")];
        m.update_attribute_values(car, &values, &[], None, out)
    });
    let on_the_way = world.bytes_between(from, to);
    let has = |value: &[u8]| on_the_way.windows(4).any(|bytes| bytes == value);
    assert!(has(b"fast") && !has(b"shut"));
    world.settle();
    assert!(
        world
            .told(1)
            .contains(&Told::Reflected(car, vec![(speed, b"fast".into())]))
    );
}

#[test]
fn a_further_subscription_region_brings_into_scope_what_is_there_already() {
    let mut world = World::traffic(2);
    world.publish(0, CAR, &["Speed", "Doors"]);
    world.call(1, |m, _| m.set_switch(Switch::AttributeScopeAdvisory, true));
    let (near, far) = (region(&mut world, 1, 0, 10), region(&mut world, 1, 50, 60));
    subscribe(&mut world, 1, &["Doors"], near, "");
    subscribe(&mut world, 1, &["Speed"], far, "");
    let sent = region(&mut world, 0, 5, 6);
    let car = register(&mut world, 0, &["Speed", "Doors"], sent);
    world.quiet();

    // The federate knows by its other subscription where the car is.
    world.hold(Channel::Data(0, 1));
    subscribe(&mut world, 1, &["Speed"], near, "");

    let speed = world.attributes(CAR, &["Speed"]);
    assert_eq!(world.told(1), [Told::InScope(car, speed)]);
}

#[test]
fn values_are_asked_for_of_the_class_and_those_below_it() {
    const VEHICLE: &str = "HLAobjectRoot.Vehicle";
    let mut world = World::traffic(2);
    for class in [CAR, VEHICLE] {
        world.publish(0, class, &["Speed"]);
        world.subscribe(1, class, &["Speed"]);
    }
    let car = world.register(0, CAR);
    world.register(0, VEHICLE);
    world.quiet();
    let wanted = region(&mut world, 1, 5, 20);
    let (class, pairs) = (world.class(CAR), [pair(&world, &["Speed"], wanted)]);

    world.call(1, |m, out| {
        m.request_attribute_value_update_with_regions(class, &pairs, b"now", out)
    });
    world.settle();

    let speed = world.attributes(CAR, &["Speed"]);
    assert_eq!(world.told(0), [Told::Provide(car, speed, b"now".to_vec())]);
}

#[test]
fn only_reports_of_services_are_not_subscribed_while_services_are_reported() {
    let mut world = World::traffic(1);
    let report = "HLAinteractionRoot.HLAmanager.HLAfederate.HLAreport.HLAreportServiceInvocation";
    let (report, message) = (
        world.interaction(report),
        world.interaction("HLAinteractionRoot.Message"),
    );
    let subscribe = |world: &mut World, class| {
        let outcome = world.attempt(0, |m, out| {
            let (none, active) = (RegionHandleSet::new(), Activity::Active);
            m.subscribe_interaction_class_with_regions(class, &none, active, out)
        });
        outcome.map_err(|exception| exception.kind)
    };

    assert_eq!(subscribe(&mut world, report), Ok(()));
    world.call(0, |m, _| m.set_switch(Switch::ServiceReporting, true));
    assert_eq!(subscribe(&mut world, message), Ok(()));
    assert_eq!(
        subscribe(&mut world, report),
        Err(ExceptionKind::FederateServiceInvocationsAreBeingReportedViaMOM)
    );
}

#[test]
fn services_are_not_reported_while_their_reports_are_subscribed() {
    let mut world = World::traffic(1);
    let report = "HLAinteractionRoot.HLAmanager.HLAfederate.HLAreport.HLAreportServiceInvocation";
    let (report, message) = (
        world.interaction(report),
        world.interaction("HLAinteractionRoot.Message"),
    );
    for class in [report, message] {
        world.call(0, |m, out| {
            m.subscribe_interaction_class(class, Activity::Active, out)
        });
    }
    let report_services = |world: &mut World| {
        let outcome = world.attempt(0, |m, _| m.set_switch(Switch::ServiceReporting, true));
        outcome.map_err(|exception| exception.kind)
    };

    assert_eq!(
        report_services(&mut world),
        Err(ExceptionKind::ReportServiceInvocationsAreSubscribed)
    );
    world.call(0, |m, out| m.unsubscribe_interaction_class(report, out));
    assert_eq!(report_services(&mut world), Ok(()));
}

#[test]
fn a_subscription_without_attributes_or_regions_says_nothing() {
    let mut world = World::traffic(1);
    let class = world.class(CAR);
    let wanted = region(&mut world, 0, 0, 10);
    world.quiet();
    let heard = world.nodes[0].heard.len();
    let none = [
        (AttributeHandleSet::new(), [wanted].into()),
        (world.attributes(CAR, &["Speed"]), RegionHandleSet::new()),
    ];

    for pairs in &none {
        let pairs = std::slice::from_ref(pairs);
        world.call(0, |m, out| {
            let active = Activity::Active;
            m.subscribe_object_class_attributes_with_regions(class, pairs, active, "", out)
        });
    }
    world.settle();

    assert_eq!(world.nodes[0].heard.len(), heard);
    world.call(0, |m, _| m.delete_region(wanted));
}

#[test]
fn of_instances_that_one_region_brings_into_scope_each_is_discovered_by_what_holds_then() {
    let mut world = World::traffic(2);
    world.publish(0, CAR, &["Speed"]);
    world.call(1, |m, _| m.set_switch(Switch::AttributeScopeAdvisory, true));
    let (sent, wanted) = (region(&mut world, 0, 5, 6), region(&mut world, 1, 0, 10));
    subscribe(&mut world, 1, &["Speed"], wanted, "");
    let cars = [0; 3].map(|_| register(&mut world, 0, &["Speed"], sent));
    world.quiet();
    for car in cars {
        world.call(1, |m, _| m.local_delete_object_instance(car));
    }
    place(&mut world, 0, sent, 50, 60);
    world.quiet();
    // All three come into scope at once. The federate is notified of the first.
    place(&mut world, 0, sent, 5, 6);
    world.settle();
    let told = [world.next(1).unwrap(), world.next(1).unwrap()];
    assert!(matches!(told[0], Told::Discovered(..)), "{told:?}");

    // The federate moves its region before the others are announced to it.
    place(&mut world, 1, wanted, 90, 95);
    let told = world.told(1);

    let discovered = |told: &&Told| matches!(told, Told::Discovered(..));
    assert_eq!(told.iter().filter(discovered).count(), 0, "{told:?}");
    for car in &cars[1..] {
        let name = world.nodes[1].member.object_instance_name(*car);
        let kind = name.map_err(|e| e.kind);
        assert_eq!(kind, Err(ExceptionKind::ObjectInstanceNotKnown));
    }
    place(&mut world, 1, wanted, 0, 10);
    world.settle();
    let told = world.told(1);
    assert_eq!(told.iter().filter(discovered).count(), 2, "{told:?}");
}

#[test]
fn regions_of_an_instance_that_is_deleted_locally_are_released() {
    let mut world = World::traffic(2);
    world.publish(0, CAR, &["Speed"]);
    world.publish(1, CAR, &["Speed"]);
    world.subscribe(1, CAR, &["Speed"]);
    let car = world.register(0, CAR);
    world.quiet();
    let sent = region(&mut world, 1, 50, 60);
    let with = pair(&world, &["Speed"], sent);
    world.call(1, |m, out| {
        m.associate_regions_for_updates(car, &[with], out)
    });

    world.call(1, |m, _| m.local_delete_object_instance(car));

    world.call(1, |m, _| m.delete_region(sent));
    // Discovered again, the instance has the default region for this federate.
    world.subscribe(1, CAR, &["Speed"]);
    world.subscribe(0, CAR, &["Speed"]);
    world.quiet();
    let speed = world.attributes(CAR, &["Speed"]);
    world.call(0, |m, out| {
        m.unconditional_attribute_ownership_divestiture(car, &speed, b"", out)
    });
    world.quiet();
    world.call(1, |m, out| {
        m.attribute_ownership_acquisition_if_available(car, &speed, b"", out)
    });
    world.quiet();
    let attribute = world.attribute(CAR, "Speed");
    world.update(1, car, attribute, b"fast");
    world.settle();
    let reflected = Told::Reflected(car, vec![(attribute, b"fast".into())]);
    assert_eq!(world.told(0), [reflected]);
}
