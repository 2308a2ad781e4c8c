//! Subscriptions of classes with regions.

use hyla_core::declaration::Activity;
use hyla_types::{
    AttributeHandleSet, Edition, ExceptionKind, ObjectClassHandle, ObjectInstanceHandle,
    RegionHandle,
};

use super::{
    UNKNOWN, dimension, discoveries, joined, pair, place, publish, reflections, register, square,
    subscribe, told, unit, update,
};
use crate::federate::{Federate, Seen};
use crate::scenarios::scenarios;
use crate::world::{World, raises};

/// One that publishes `Unit` and one that subscribes in a square, and a unit in the west, which is in scope, and one in
/// the east, which is not.
struct WestAndEast {
    a: Federate,
    b: Federate,
    subscribed: RegionHandle,
    west: ObjectInstanceHandle,
    east: ObjectInstanceHandle,
}

fn west_and_east(world: &World) -> WestAndEast {
    let (a, b) = (joined(world, "a"), joined(world, "b"));
    publish(&a, "Unit", &["Place"]);
    let subscribed = square(&b, 0, 0);
    subscribe(&b, &["Place"], &[subscribed]);
    let [west, east] = [50, 800].map(|x| register(&a, &["Place"], &[square(&a, x, 0)]));
    let seen = told(world, &[&a, &b], &b);
    assert_eq!(discoveries(&seen), [(west, unit(&b))]);
    WestAndEast {
        a,
        b,
        subscribed,
        west,
        east,
    }
}

/// One that sends a unit from a square, and one that subscribes to its place twice: plainly, and in another square.
struct Both {
    a: Federate,
    b: Federate,
    sent: RegionHandle,
    subscribed: RegionHandle,
    object: ObjectInstanceHandle,
    place: AttributeHandleSet,
}

impl Both {
    fn new(world: &World) -> Self {
        let (a, b) = (joined(world, "a"), joined(world, "b"));
        publish(&a, "Unit", &["Place"]);
        let (subscribed, sent) = (square(&b, 0, 0), square(&a, 500, 500));
        subscribe(&b, &["Place"], &[subscribed]);
        let (place, _) = pair(&b, &["Place"], &[]);
        let active = Activity::Active;
        b.rti
            .subscribe_object_class_attributes(unit(&b), &place, active, "")
            .unwrap();
        world.settle(&[&a, &b]);
        Self {
            object: register(&a, &["Place"], &[sent]),
            a,
            b,
            sent,
            subscribed,
            place,
        }
    }

    /// Updates the place; whether it is reflected.
    fn is_reflected(&self, world: &World) -> bool {
        let all = [&self.a, &self.b];
        world.settle(&all);
        self.b.diary();
        update(&self.a, self.object, &["Place"], b"here");
        let reflected = reflections(&told(world, &all, &self.b));
        let expected = [(self.place.clone(), b"here".to_vec())];
        assert!(
            reflected.is_empty() || reflected == expected,
            "{reflected:?}"
        );
        !reflected.is_empty()
    }
}

scenarios! {
    /// 9.3, 9.8
    fn moving_a_subscription_region_moves_what_is_in_scope(world) {
        let WestAndEast { a, b, subscribed, west, east } = west_and_east(world);
        let all = [&a, &b];
        let (place_alone, _) = pair(&b, &["Place"], &[]);

        place(&b, subscribed, 820, 0);
        let seen = told(world, &all, &b);
        assert!(seen.contains(&Seen::OutOfScope(west, place_alone.clone())), "{seen:?}");
        assert_eq!(discoveries(&seen), [(east, unit(&b))]);
        update(&a, west, &["Place"], b"west");
        update(&a, east, &["Place"], b"east");
        let seen = told(world, &all, &b);
        assert_eq!(reflections(&seen), [(place_alone, b"east".to_vec())]);
    }

    /// 9.3, 9.8
    fn moving_a_subscription_region_back_discovers_nothing_anew(world) {
        let WestAndEast { a, b, subscribed, west, east } = west_and_east(world);
        let all = [&a, &b];
        let (place_alone, _) = pair(&b, &["Place"], &[]);
        place(&b, subscribed, 820, 0);
        told(world, &all, &b);

        place(&b, subscribed, 0, 0);

        let seen = told(world, &all, &b);
        assert!(seen.contains(&Seen::InScope(west, place_alone.clone())), "{seen:?}");
        assert!(seen.contains(&Seen::OutOfScope(east, place_alone)), "{seen:?}");
        assert_eq!(discoveries(&seen), []);
    }

    /// 9.8
    fn plain_and_regional_subscriptions_add_up(world) {
        let both = Both::new(world);

        assert!(both.is_reflected(world), "in no region that is subscribed");
        place(&both.a, both.sent, 50, 50);
        assert!(both.is_reflected(world), "once");
    }

    /// 5.7, 9.8 in 2010; 5.9, 9.8 in 2025
    fn without_the_plain_subscription_the_regional_one_decides(world) {
        let both = Both::new(world);

        both.b.rti.unsubscribe_object_class_attributes(unit(&both.b), &both.place).unwrap();

        assert!(!both.is_reflected(world));
        place(&both.a, both.sent, 50, 50);
        assert!(both.is_reflected(world));
    }

    /// 9.9
    fn without_the_regional_subscription_the_plain_one_remains(world) {
        let both = Both::new(world);
        let pairs = [pair(&both.b, &["Place"], &[both.subscribed])];

        let class = unit(&both.b);
        both.b.rti.unsubscribe_object_class_attributes_with_regions(class, &pairs).unwrap();

        assert!(both.is_reflected(world));
    }

    /// 5.7 in 2010, 5.9 in 2025
    fn unsubscribing_the_class_ends_the_plain_subscription(world) {
        let both = Both::new(world);
        let (rti, class) = (&both.b.rti, unit(&both.b));
        let pairs = [pair(&both.b, &["Place"], &[both.subscribed])];
        rti.unsubscribe_object_class_attributes_with_regions(class, &pairs).unwrap();

        rti.unsubscribe_object_class(class).unwrap();

        assert!(!both.is_reflected(world));
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
        let (class, nothing) = (unit(&a), ObjectClassHandle::new(9999));

        for (class, attribute, region, kind) in [
            (class, "Fuel", own, ExceptionKind::AttributeNotDefined),
            (class, "Place", UNKNOWN, ExceptionKind::InvalidRegion),
            (class, "Place", foreign, ExceptionKind::RegionNotCreatedByThisFederate),
            (nothing, "Place", own, ExceptionKind::ObjectClassNotDefined),
        ] {
            let (pairs, active) = ([pair(&a, &[attribute], &[region])], Activity::Active);
            let outcome =
                a.rti.subscribe_object_class_attributes_with_regions(class, &pairs, active, "");
            raises(world, kind, outcome);
            let outcome = a.rti.unsubscribe_object_class_attributes_with_regions(class, &pairs);
            raises(world, kind, outcome);
        }
    }

    /// 9.8
    fn a_regional_subscription_takes_rates_and_dimensions_of_its_class(world) {
        let a = joined(world, "a");
        let (own, lane) =
            (square(&a, 0, 0), a.rti.create_region(&[dimension(&a, "Lane")].into()).unwrap());
        let subscribe = |region, rate| {
            let (class, pairs, active) = (unit(&a), [pair(&a, &["Place"], &[region])], Activity::Active);
            a.rti.subscribe_object_class_attributes_with_regions(class, &pairs, active, rate)
        };

        // The exception is not in the list of 2025.
        let kind = match world.edition {
            Edition::Hla2010 => ExceptionKind::InvalidUpdateRateDesignator,
            Edition::Hla2025 => ExceptionKind::RTIinternalError,
        };
        raises(world, kind, subscribe(own, "Never"));
        raises(world, ExceptionKind::InvalidRegionContext, subscribe(lane, ""));
    }

    /// 9.8
    fn subscribing_with_no_regions_is_accepted(world) {
        let a = joined(world, "a");
        let (pairs, active) = ([pair(&a, &["Place"], &[])], Activity::Active);

        a.rti.subscribe_object_class_attributes_with_regions(unit(&a), &pairs, active, "").unwrap();
    }

    /// 9.9
    fn unsubscribing_with_a_region_that_was_not_subscribed_is_accepted(world) {
        let a = joined(world, "a");
        let pairs = [pair(&a, &["Place"], &[square(&a, 0, 0)])];

        a.rti.unsubscribe_object_class_attributes_with_regions(unit(&a), &pairs).unwrap();
    }
}
