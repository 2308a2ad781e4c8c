//! Subscriptions of classes with regions.

use hyla_core::declaration::Activity;
use hyla_types::{Edition, ExceptionKind, ObjectClassHandle};

use super::{
    Pair, UNKNOWN, dimension, discoveries, joined, pair, place, publish, reflections, register,
    square, subscribe, told, unit, update,
};
use crate::federate::Seen;
use crate::scenarios::scenarios;
use crate::world::raises;

scenarios! {
    /// 9.3, 9.8
    fn moving_a_subscription_region_moves_what_is_in_scope(world) {
        let (a, b) = (joined(world, "a"), joined(world, "b"));
        let all = [&a, &b];
        publish(&a, "Unit", &["Place"]);
        let subscribed = square(&b, 0, 0);
        subscribe(&b, &["Place"], &[subscribed]);
        let (west, east) = (square(&a, 50, 0), square(&a, 800, 0));
        let (in_west, in_east) =
            (register(&a, &["Place"], &[west]), register(&a, &["Place"], &[east]));
        let seen = told(world, &all, &b);
        assert_eq!(discoveries(&seen), [(in_west, unit(&b))]);
        let (place_alone, _) = pair(&b, &["Place"], &[]);

        place(&b, subscribed, 820, 0);
        let seen = told(world, &all, &b);
        assert!(seen.contains(&Seen::OutOfScope(in_west, place_alone.clone())), "{seen:?}");
        assert_eq!(discoveries(&seen), [(in_east, unit(&b))]);
        update(&a, in_west, &["Place"], b"west");
        update(&a, in_east, &["Place"], b"east");
        let seen = told(world, &all, &b);
        assert_eq!(reflections(&seen), [(place_alone.clone(), b"east".to_vec())]);

        place(&b, subscribed, 0, 0);
        let seen = told(world, &all, &b);
        assert!(seen.contains(&Seen::InScope(in_west, place_alone.clone())), "{seen:?}");
        assert!(seen.contains(&Seen::OutOfScope(in_east, place_alone)), "{seen:?}");
        assert_eq!(discoveries(&seen), []);
    }

    /// 9.8, 9.9
    fn plain_and_regional_subscriptions_add_up(world) {
        let (a, b) = (joined(world, "a"), joined(world, "b"));
        let all = [&a, &b];
        publish(&a, "Unit", &["Place"]);
        let (subscribed, sent) = (square(&b, 0, 0), square(&a, 500, 500));
        subscribe(&b, &["Place"], &[subscribed]);
        let (place_alone, _) = pair(&b, &["Place"], &[]);
        let plainly = || {
            let active = Activity::Active;
            b.rti.subscribe_object_class_attributes(unit(&b), &place_alone, active, "").unwrap();
        };
        plainly();
        world.settle(&all);
        let object = register(&a, &["Place"], &[sent]);
        update(&a, object, &["Place"], b"both");
        let seen = told(world, &all, &b);
        assert_eq!(reflections(&seen), [(place_alone.clone(), b"both".to_vec())]);

        b.rti.unsubscribe_object_class_attributes(unit(&b), &place_alone).unwrap();
        world.settle(&all);
        update(&a, object, &["Place"], b"regional");
        assert_eq!(reflections(&told(world, &all, &b)), []);
        place(&a, sent, 50, 50);
        update(&a, object, &["Place"], b"overlapping");
        let seen = told(world, &all, &b);
        assert_eq!(reflections(&seen), [(place_alone.clone(), b"overlapping".to_vec())]);

        plainly();
        let pairs = [pair(&b, &["Place"], &[subscribed])];
        b.rti.unsubscribe_object_class_attributes_with_regions(unit(&b), &pairs).unwrap();
        place(&a, sent, 500, 500);
        world.settle(&all);
        update(&a, object, &["Place"], b"plain");
        let seen = told(world, &all, &b);
        assert_eq!(reflections(&seen), [(place_alone.clone(), b"plain".to_vec())]);
        b.rti.unsubscribe_object_class(unit(&b)).unwrap();
        world.settle(&all);
        update(&a, object, &["Place"], b"nothing");
        assert_eq!(reflections(&told(world, &all, &b)), []);
    }

    /// 9.9
    fn unsubscribing_takes_out_exactly_the_named_pairs(world) {
        let (a, b) = (joined(world, "a"), joined(world, "b"));
        let all = [&a, &b];
        publish(&a, "Unit", &["Place", "State"]);
        let (west, east) = (square(&b, 0, 0), square(&b, 500, 0));
        subscribe(&b, &["Place", "State"], &[west, east]);
        world.settle(&all);
        let sent = square(&a, 0, 0);
        let object = register(&a, &["Place", "State"], &[sent]);
        let pairs = [pair(&b, &["Place"], &[west])];
        b.rti.unsubscribe_object_class_attributes_with_regions(unit(&b), &pairs).unwrap();
        world.settle(&all);
        b.diary();

        update(&a, object, &["Place", "State"], b"west");
        place(&a, sent, 500, 0);
        update(&a, object, &["Place", "State"], b"east");
        let seen = told(world, &all, &b);
        let (state_alone, _) = pair(&b, &["State"], &[]);
        let (both, _) = pair(&b, &["Place", "State"], &[]);
        let expected = [(state_alone, b"west".to_vec()), (both, b"east".to_vec())];
        assert_eq!(reflections(&seen), expected);
    }

    /// 9.8, 9.9
    fn subscriptions_with_what_does_not_exist_are_refused(world) {
        let (a, b) = (joined(world, "a"), joined(world, "b"));
        world.settle(&[&a, &b]);
        let (own, foreign) = (square(&a, 0, 0), square(&b, 0, 0));
        let lane = a.rti.create_region(&[dimension(&a, "Lane")].into()).unwrap();
        let (class, nothing) = (unit(&a), ObjectClassHandle::new(9999));
        let subscribe = |class, pairs: &[Pair], rate| {
            let active = Activity::Active;
            a.rti.subscribe_object_class_attributes_with_regions(class, pairs, active, rate)
        };
        let unsubscribe =
            |class, pairs: &[Pair]| a.rti.unsubscribe_object_class_attributes_with_regions(class, pairs);

        for (attribute, region, kind) in [
            ("Fuel", own, ExceptionKind::AttributeNotDefined),
            ("Place", UNKNOWN, ExceptionKind::InvalidRegion),
            ("Place", foreign, ExceptionKind::RegionNotCreatedByThisFederate),
        ] {
            let pairs = [pair(&a, &[attribute], &[region])];
            raises(world, kind, subscribe(class, &pairs, ""));
            raises(world, kind, unsubscribe(class, &pairs));
        }
        let pairs = [pair(&a, &["Place"], &[own])];
        raises(world, ExceptionKind::ObjectClassNotDefined, subscribe(nothing, &pairs, ""));
        raises(world, ExceptionKind::ObjectClassNotDefined, unsubscribe(nothing, &pairs));
        // The exception is not in the list of 2025.
        let kind = match world.edition {
            Edition::Hla2010 => ExceptionKind::InvalidUpdateRateDesignator,
            Edition::Hla2025 => ExceptionKind::RTIinternalError,
        };
        raises(world, kind, subscribe(class, &pairs, "Never"));
        let pairs = [pair(&a, &["Place"], &[lane])];
        raises(world, ExceptionKind::InvalidRegionContext, subscribe(class, &pairs, ""));
        subscribe(class, &[pair(&a, &["Place"], &[])], "").unwrap();
        unsubscribe(class, &[pair(&a, &["Place"], &[own])]).unwrap();
    }
}
