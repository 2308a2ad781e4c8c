//! Instances and their attributes with regions.

use hyla_core::declaration::Activity;
use hyla_types::{Edition, ExceptionKind, ObjectClassHandle, ObjectInstanceHandle, RegionHandle};

use super::{
    UNKNOWN, dimension, discoveries, joined, pair, place, publish, reflections, register, square,
    subscribe, subscribe_as, told, unit, update, updates_off, updates_on,
};
use crate::federate::Seen;
use crate::scenarios::scenarios;
use crate::world::raises;

scenarios! {
    /// 9.5
    fn an_instance_with_regions_is_discovered_where_it_overlaps(world) {
        let (a, near, far) = (joined(world, "a"), joined(world, "near"), joined(world, "far"));
        let all = [&a, &near, &far];
        publish(&a, "Unit", &["Place", "State"]);
        let (here, there) = (square(&near, 50, 50), square(&far, 500, 500));
        subscribe(&near, &["Place"], &[here]);
        subscribe(&far, &["Place"], &[there]);
        world.settle(&all);

        let own = square(&a, 0, 0);
        let object = register(&a, &["Place"], &[own]);
        update(&a, object, &["Place"], b"first");

        let seen = told(world, &all, &near);
        assert_eq!(discoveries(&seen), [(object, unit(&near))]);
        let (place_alone, _) = pair(&near, &["Place"], &[]);
        assert_eq!(reflections(&seen), [(place_alone.clone(), b"first".to_vec())]);
        assert!(seen.contains(&Seen::InScope(object, place_alone.clone())));
        let seen = far.diary();
        assert_eq!(discoveries(&seen), []);
        assert_eq!(reflections(&seen), []);

        place(&a, own, 450, 450);
        update(&a, object, &["Place"], b"second");

        let seen = told(world, &all, &far);
        assert_eq!(discoveries(&seen), [(object, unit(&far))]);
        assert_eq!(reflections(&seen), [(place_alone.clone(), b"second".to_vec())]);
        let seen = near.diary();
        assert!(seen.contains(&Seen::OutOfScope(object, place_alone.clone())), "{seen:?}");
        assert_eq!(reflections(&seen), []);

        place(&a, own, 0, 0);
        update(&a, object, &["Place"], b"third");

        let seen = told(world, &all, &near);
        assert!(seen.contains(&Seen::InScope(object, place_alone.clone())), "{seen:?}");
        assert_eq!(discoveries(&seen), []);
        assert_eq!(reflections(&seen), [(place_alone, b"third".to_vec())]);
        let seen = far.diary();
        assert_eq!(reflections(&seen), []);
    }

    /// 9.5
    fn registering_with_regions_is_refused_as_a_whole(world) {
        let (a, b) = (joined(world, "a"), joined(world, "b"));
        world.settle(&[&a, &b]);
        let (own, foreign) = (square(&a, 0, 0), square(&b, 0, 0));
        let with = |attributes: &[&str], regions: &[RegionHandle], name| {
            let pairs = [pair(&a, attributes, regions)];
            a.rti.register_object_instance_with_regions(unit(&a), &pairs, name)
        };

        raises(world, ExceptionKind::ObjectClassNotPublished, with(&["Place"], &[own], None));
        publish(&a, "Unit", &["Place", "Label"]);
        raises(world, ExceptionKind::AttributeNotPublished, with(&["State"], &[own], None));
        raises(world, ExceptionKind::AttributeNotDefined, with(&["Fuel"], &[own], None));
        raises(world, ExceptionKind::InvalidRegion, with(&["Place"], &[UNKNOWN], None));
        let outcome = with(&["Place"], &[foreign], None);
        raises(world, ExceptionKind::RegionNotCreatedByThisFederate, outcome);
        if world.edition == Edition::Hla2010 {
            let outcome = with(&["Label"], &[own], None);
            raises(world, ExceptionKind::InvalidRegionContext, outcome);
        }
        let lane = a.rti.create_region(&[dimension(&a, "Lane")].into()).unwrap();
        raises(world, ExceptionKind::InvalidRegionContext, with(&["Place"], &[lane], None));
        let outcome = with(&["Place"], &[own], Some("Alpha"));
        raises(world, ExceptionKind::ObjectInstanceNameNotReserved, outcome);
        let pairs = [pair(&a, &["Place"], &[own])];
        let nothing = ObjectClassHandle::new(9999);
        let outcome = a.rti.register_object_instance_with_regions(nothing, &pairs, None);
        raises(world, ExceptionKind::ObjectClassNotDefined, outcome);

        a.rti.reserve_object_instance_name("Alpha").unwrap();
        a.sees(&Seen::Reserved(vec!["Alpha".into()]));
        with(&["Place"], &[own], Some("Alpha")).unwrap();
        raises(world, ExceptionKind::ObjectInstanceNameInUse, with(&["Place"], &[own], Some("Alpha")));
    }

    /// 9.6, 9.7
    fn associated_regions_replace_the_default_region_until_the_last_is_gone(world) {
        let (a, b) = (joined(world, "a"), joined(world, "b"));
        let all = [&a, &b];
        publish(&a, "Unit", &["Place", "State"]);
        let subscribed = square(&b, 0, 0);
        subscribe(&b, &["Place", "State"], &[subscribed]);
        world.settle(&all);
        let object = a.rti.register_object_instance(unit(&a), None).unwrap();
        let seen = told(world, &all, &b);
        assert_eq!(discoveries(&seen), [(object, unit(&b))]);
        let (place_alone, _) = pair(&b, &["Place"], &[]);
        let (state_alone, _) = pair(&b, &["State"], &[]);
        let both = place_alone.union(&state_alone);

        let (far, near) = (square(&a, 500, 0), square(&a, 0, 50));
        let to_far = [pair(&a, &["Place"], &[far])];
        a.rti.associate_regions_for_updates(object, &to_far).unwrap();
        update(&a, object, &["Place", "State"], b"far");
        let seen = told(world, &all, &b);
        assert!(seen.contains(&Seen::OutOfScope(object, place_alone.clone())), "{seen:?}");
        assert_eq!(reflections(&seen), [(state_alone.clone(), b"far".to_vec())]);

        let to_near = [pair(&a, &["Place"], &[near])];
        a.rti.associate_regions_for_updates(object, &to_near).unwrap();
        update(&a, object, &["Place", "State"], b"near");
        let seen = told(world, &all, &b);
        assert!(seen.contains(&Seen::InScope(object, place_alone.clone())), "{seen:?}");
        // Values sent with different regions travel in different messages.
        let expected = [(place_alone.clone(), b"near".to_vec()), (state_alone, b"near".to_vec())];
        let mut reflected = reflections(&seen);
        reflected.sort_by_key(|(attributes, _)| *attributes != place_alone);
        assert_eq!(reflected, expected);

        a.rti.unassociate_regions_for_updates(object, &to_near).unwrap();
        let seen = told(world, &all, &b);
        assert!(seen.contains(&Seen::OutOfScope(object, place_alone.clone())), "{seen:?}");
        a.rti.unassociate_regions_for_updates(object, &to_near).unwrap();
        a.rti.unassociate_regions_for_updates(object, &to_far).unwrap();
        update(&a, object, &["Place", "State"], b"default");
        let seen = told(world, &all, &b);
        assert!(seen.contains(&Seen::InScope(object, place_alone)), "{seen:?}");
        assert_eq!(reflections(&seen), [(both, b"default".to_vec())]);
    }

    /// 9.6, 9.7
    fn associations_of_what_does_not_exist_are_refused(world) {
        let (a, b) = (joined(world, "a"), joined(world, "b"));
        world.settle(&[&a, &b]);
        publish(&a, "Unit", &["Place"]);
        let object = a.rti.register_object_instance(unit(&a), None).unwrap();
        let (own, foreign) = (square(&a, 0, 0), square(&b, 0, 0));
        let nothing = ObjectInstanceHandle::new(99);
        let lane = a.rti.create_region(&[dimension(&a, "Lane")].into()).unwrap();

        let pairs = [pair(&a, &["Place"], &[own])];
        let unknown = ExceptionKind::ObjectInstanceNotKnown;
        raises(world, unknown, a.rti.associate_regions_for_updates(nothing, &pairs));
        raises(world, unknown, a.rti.unassociate_regions_for_updates(nothing, &pairs));
        for (attribute, region, kind) in [
            ("Fuel", own, ExceptionKind::AttributeNotDefined),
            ("Place", UNKNOWN, ExceptionKind::InvalidRegion),
            ("Place", foreign, ExceptionKind::RegionNotCreatedByThisFederate),
        ] {
            let pairs = [pair(&a, &[attribute], &[region])];
            raises(world, kind, a.rti.associate_regions_for_updates(object, &pairs));
            raises(world, kind, a.rti.unassociate_regions_for_updates(object, &pairs));
        }
        let pairs = [pair(&a, &["Place"], &[lane])];
        let outcome = a.rti.associate_regions_for_updates(object, &pairs);
        raises(world, ExceptionKind::InvalidRegionContext, outcome);
    }

    /// 9.13
    fn only_owners_that_overlap_are_asked_for_values(world) {
        let (a, b) = (joined(world, "a"), joined(world, "b"));
        let all = [&a, &b];
        publish(&a, "Unit", &["Place", "State"]);
        let (near, far) = (square(&a, 0, 0), square(&a, 500, 0));
        let in_reach = register(&a, &["Place"], &[near]);
        let elsewhere = register(&a, &["Place", "State"], &[far]);
        world.settle(&all);
        let wanted = square(&b, 50, 0);
        let class = unit(&b);
        let request = |attributes: &[&str], region: RegionHandle| {
            let pairs = [pair(&b, attributes, &[region])];
            b.rti.request_attribute_value_update_with_regions(class, &pairs, b"please")
        };

        a.diary();
        request(&["Place", "State"], wanted).unwrap();
        let seen = told(world, &all, &a);
        let asked: Vec<_> = seen.iter().filter(|s| matches!(s, Seen::Provide(..))).collect();
        let (both, _) = pair(&a, &["Place", "State"], &[]);
        assert_eq!(asked, [&Seen::Provide(in_reach, both, b"please".to_vec())]);
        place(&b, wanted, 500, 0);
        request(&["Place"], wanted).unwrap();
        let seen = told(world, &all, &a);
        let asked: Vec<_> = seen.iter().filter(|s| matches!(s, Seen::Provide(..))).collect();
        let (place_alone, _) = pair(&a, &["Place"], &[]);
        assert_eq!(asked, [&Seen::Provide(elsewhere, place_alone, b"please".to_vec())]);

        let foreign = ExceptionKind::RegionNotCreatedByThisFederate;
        raises(world, foreign, request(&["Place"], near));
        raises(world, ExceptionKind::InvalidRegion, request(&["Place"], UNKNOWN));
        raises(world, ExceptionKind::AttributeNotDefined, request(&["Fuel"], wanted));
        let lane = b.rti.create_region(&[dimension(&b, "Lane")].into()).unwrap();
        raises(world, ExceptionKind::InvalidRegionContext, request(&["Place"], lane));
        let pairs = [pair(&b, &["Place"], &[wanted])];
        let nothing = ObjectClassHandle::new(9999);
        let outcome = b.rti.request_attribute_value_update_with_regions(nothing, &pairs, b"");
        raises(world, ExceptionKind::ObjectClassNotDefined, outcome);
    }

    /// 6.21, 6.22 in 2010; 6.23, 6.24 in 2025
    fn updates_are_turned_on_by_active_subscriptions_that_overlap(world) {
        let (a, b) = (joined(world, "a"), joined(world, "b"));
        let all = [&a, &b];
        publish(&a, "Unit", &["Place"]);
        let (subscribed, sent) = (square(&b, 0, 0), square(&a, 500, 0));
        subscribe_as(&b, &["Place"], &[subscribed], Activity::Active, "Slow");
        world.settle(&all);
        let class = unit(&a);
        a.sees(&Seen::StartRegistration(class));
        let object = register(&a, &["Place"], &[sent]);
        assert_eq!(updates_on(&told(world, &all, &a)), 0);

        let (place_alone, _) = pair(&a, &["Place"], &[]);
        place(&a, sent, 50, 0);
        let slow = Some("Slow".to_owned());
        a.sees(&Seen::UpdatesOn(object, place_alone.clone(), slow.clone()));
        place(&b, subscribed, 500, 0);
        a.sees(&Seen::UpdatesOff(object, place_alone.clone()));
        let further = square(&b, 0, 0);
        subscribe_as(&b, &["Place"], &[further], Activity::Passive, "");
        let seen = told(world, &all, &a);
        assert_eq!((updates_on(&seen), updates_off(&seen)), (0, 0));
        subscribe_as(&b, &["Place"], &[further], Activity::Active, "Fast");
        a.sees(&Seen::UpdatesOn(object, place_alone.clone(), Some("Fast".to_owned())));
        place(&b, subscribed, 0, 0);
        let seen = told(world, &all, &a);
        assert_eq!((updates_on(&seen), updates_off(&seen)), (0, 0));
        let pairs = [pair(&b, &["Place"], &[further])];
        b.rti.unsubscribe_object_class_attributes_with_regions(unit(&b), &pairs).unwrap();
        a.sees(&Seen::UpdatesOn(object, place_alone.clone(), slow));

        let pairs = [pair(&a, &["Place"], &[sent])];
        let far = [pair(&a, &["Place"], &[square(&a, 900, 900)])];
        a.rti.associate_regions_for_updates(object, &far).unwrap();
        a.rti.unassociate_regions_for_updates(object, &pairs).unwrap();
        a.sees(&Seen::UpdatesOff(object, place_alone.clone()));
        a.rti.unassociate_regions_for_updates(object, &far).unwrap();
        a.sees(&Seen::UpdatesOn(object, place_alone, Some("Slow".to_owned())));
    }

    /// 9.5, 9.8: who joins later discovers what overlaps then; who leaves takes its regions along.
    fn members_come_and_go(world) {
        let a = joined(world, "a");
        publish(&a, "Unit", &["Place"]);
        let (near, far) = (square(&a, 0, 0), square(&a, 500, 0));
        let (in_reach, _elsewhere) =
            (register(&a, &["Place"], &[near]), register(&a, &["Place"], &[far]));
        let b = joined(world, "b");
        let region = square(&b, 50, 0);
        subscribe(&b, &["Place"], &[region]);
        let seen = told(world, &[&a, &b], &b);
        assert_eq!(discoveries(&seen), [(in_reach, unit(&b))]);

        b.rti.resign_federation_execution(hyla_types::ResignAction::NoAction).unwrap();
        let c = joined(world, "c");
        world.settle(&[&a, &c]);
        place(&a, near, 200, 0);
        place(&a, far, 0, 0);
        let region = square(&c, 200, 0);
        subscribe(&c, &["Place"], &[region]);
        update(&a, in_reach, &["Place"], b"");
        let seen = told(world, &[&a, &c], &c);
        assert_eq!(discoveries(&seen), [(in_reach, unit(&c))]);
    }
}
