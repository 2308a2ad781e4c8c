//! Instances and their attributes with regions.

use hyla_core::declaration::Activity;
use hyla_types::{
    AttributeHandleSet, Edition, ExceptionKind, ObjectClassHandle, ObjectInstanceHandle,
    RegionHandle,
};

use super::{
    UNKNOWN, dimension, discoveries, joined, pair, place, publish, reflections, register, square,
    subscribe, subscribe_as, told, unit, update, updates_off, updates_on,
};
use crate::federate::{Federate, Seen};
use crate::scenarios::scenarios;
use crate::world::{World, raises};

/// One that publishes `Unit`, and two that subscribe to its place, in squares far from each other.
fn publisher_near_and_far(world: &World) -> [Federate; 3] {
    let [a, near, far] = ["a", "near", "far"].map(|name| joined(world, name));
    publish(&a, "Unit", &["Place", "State"]);
    let (here, there) = (square(&near, 50, 50), square(&far, 500, 500));
    subscribe(&near, &["Place"], &[here]);
    subscribe(&far, &["Place"], &[there]);
    world.settle(&[&a, &near, &far]);
    [a, near, far]
}

/// One that publishes `Unit` and one that subscribes to it in a square, and a unit that both know.
fn unit_of_two(world: &World) -> (Federate, Federate, ObjectInstanceHandle) {
    let (a, b) = (joined(world, "a"), joined(world, "b"));
    publish(&a, "Unit", &["Place", "State"]);
    let subscribed = square(&b, 0, 0);
    subscribe(&b, &["Place", "State"], &[subscribed]);
    world.settle(&[&a, &b]);
    let object = a.rti.register_object_instance(unit(&a), None).unwrap();
    let seen = told(world, &[&a, &b], &b);
    assert_eq!(discoveries(&seen), [(object, unit(&b))]);
    (a, b, object)
}

/// One that updates the place of a unit in a square, and one that subscribes to it at a slow rate in another square.
struct Rated {
    a: Federate,
    b: Federate,
    object: ObjectInstanceHandle,
    sent: RegionHandle,
    subscribed: RegionHandle,
    place: AttributeHandleSet,
}

impl Rated {
    fn apart(world: &World) -> Self {
        let (a, b) = (joined(world, "a"), joined(world, "b"));
        publish(&a, "Unit", &["Place"]);
        let (subscribed, sent) = (square(&b, 0, 0), square(&a, 500, 0));
        subscribe_as(&b, &["Place"], &[subscribed], Activity::Active, "Slow");
        world.settle(&[&a, &b]);
        a.sees(&Seen::StartRegistration(unit(&a)));
        let object = register(&a, &["Place"], &[sent]);
        let (place, _) = pair(&a, &["Place"], &[]);
        Self {
            a,
            b,
            object,
            sent,
            subscribed,
            place,
        }
    }

    /// The squares overlap, and updates are on.
    fn together(world: &World) -> Self {
        let rated = Self::apart(world);
        place(&rated.a, rated.sent, 50, 0);
        rated.is_on("Slow");
        rated
    }

    fn is_on(&self, rate: &str) {
        let rate = Some(rate.to_owned());
        self.a
            .sees(&Seen::UpdatesOn(self.object, self.place.clone(), rate));
    }

    fn is_off(&self) {
        self.a
            .sees(&Seen::UpdatesOff(self.object, self.place.clone()));
    }

    /// The updating federate gets neither advisory, to turn updates on or off.
    fn is_told_nothing(&self, world: &World) {
        let seen = told(world, &[&self.a, &self.b], &self.a);
        assert_eq!((updates_on(&seen), updates_off(&seen)), (0, 0));
    }
}

scenarios! {
    /// 9.5
    fn an_instance_with_regions_is_discovered_where_it_overlaps(world) {
        let [a, near, far] = publisher_near_and_far(world);

        let own = square(&a, 0, 0);
        let object = register(&a, &["Place"], &[own]);
        update(&a, object, &["Place"], b"first");

        let seen = told(world, &[&a, &near, &far], &near);
        assert_eq!(discoveries(&seen), [(object, unit(&near))]);
        let (place_alone, _) = pair(&near, &["Place"], &[]);
        assert_eq!(reflections(&seen), [(place_alone.clone(), b"first".to_vec())]);
        assert!(seen.contains(&Seen::InScope(object, place_alone)));
        let seen = far.diary();
        assert_eq!(discoveries(&seen), []);
        assert_eq!(reflections(&seen), []);
    }

    /// 9.3, 9.5
    fn moving_the_region_of_an_instance_moves_its_updates(world) {
        let [a, near, far] = publisher_near_and_far(world);
        let all = [&a, &near, &far];
        let own = square(&a, 0, 0);
        let object = register(&a, &["Place"], &[own]);
        told(world, &all, &near);

        place(&a, own, 450, 450);
        update(&a, object, &["Place"], b"second");

        let seen = told(world, &all, &far);
        let (place_alone, _) = pair(&near, &["Place"], &[]);
        assert_eq!(discoveries(&seen), [(object, unit(&far))]);
        assert_eq!(reflections(&seen), [(place_alone.clone(), b"second".to_vec())]);
        let seen = near.diary();
        assert!(seen.contains(&Seen::OutOfScope(object, place_alone)), "{seen:?}");
        assert_eq!(reflections(&seen), []);
    }

    /// 9.3, 9.5
    fn an_instance_that_comes_back_is_in_scope_without_a_second_discovery(world) {
        let [a, near, far] = publisher_near_and_far(world);
        let all = [&a, &near, &far];
        let own = square(&a, 0, 0);
        let object = register(&a, &["Place"], &[own]);
        world.settle(&all);
        place(&a, own, 450, 450);
        told(world, &all, &near);
        far.diary();

        place(&a, own, 0, 0);
        update(&a, object, &["Place"], b"third");

        let seen = told(world, &all, &near);
        let (place_alone, _) = pair(&near, &["Place"], &[]);
        assert!(seen.contains(&Seen::InScope(object, place_alone.clone())), "{seen:?}");
        assert_eq!(discoveries(&seen), []);
        assert_eq!(reflections(&seen), [(place_alone, b"third".to_vec())]);
        assert_eq!(reflections(&far.diary()), []);
    }

    /// 9.5
    fn registering_with_regions_that_do_not_fit_is_refused(world) {
        let (a, b) = (joined(world, "a"), joined(world, "b"));
        world.settle(&[&a, &b]);
        let (own, foreign) = (square(&a, 0, 0), square(&b, 0, 0));
        let lane = a.rti.create_region(&[dimension(&a, "Lane")].into()).unwrap();
        publish(&a, "Unit", &["Place", "Label"]);
        let with = |attributes: &[&str], regions: &[RegionHandle]| {
            let pairs = [pair(&a, attributes, regions)];
            a.rti.register_object_instance_with_regions(unit(&a), &pairs, None)
        };

        raises(world, ExceptionKind::InvalidRegion, with(&["Place"], &[UNKNOWN]));
        let outcome = with(&["Place"], &[foreign]);
        raises(world, ExceptionKind::RegionNotCreatedByThisFederate, outcome);
        if world.edition == Edition::Hla2010 {
            let outcome = with(&["Label"], &[own]);
            raises(world, ExceptionKind::InvalidRegionContext, outcome);
        }
        raises(world, ExceptionKind::InvalidRegionContext, with(&["Place"], &[lane]));
    }

    /// 9.5
    fn registering_with_regions_needs_publication(world) {
        let a = joined(world, "a");
        let own = square(&a, 0, 0);
        let with = |class, attributes: &[&str]| {
            let pairs = [pair(&a, attributes, &[own])];
            a.rti.register_object_instance_with_regions(class, &pairs, None)
        };

        raises(world, ExceptionKind::ObjectClassNotPublished, with(unit(&a), &["Place"]));
        publish(&a, "Unit", &["Place"]);
        raises(world, ExceptionKind::AttributeNotPublished, with(unit(&a), &["State"]));
        raises(world, ExceptionKind::AttributeNotDefined, with(unit(&a), &["Fuel"]));
        let nothing = ObjectClassHandle::new(9999);
        raises(world, ExceptionKind::ObjectClassNotDefined, with(nothing, &["Place"]));
        with(unit(&a), &["Place"]).unwrap();
    }

    /// 9.5
    fn a_name_for_an_instance_with_regions_is_reserved_and_used_once(world) {
        let a = joined(world, "a");
        publish(&a, "Unit", &["Place"]);
        let pairs = [pair(&a, &["Place"], &[square(&a, 0, 0)])];
        let alpha = || a.rti.register_object_instance_with_regions(unit(&a), &pairs, Some("Alpha"));

        raises(world, ExceptionKind::ObjectInstanceNameNotReserved, alpha());
        a.rti.reserve_object_instance_name("Alpha").unwrap();
        a.sees(&Seen::Reserved(vec!["Alpha".into()]));
        alpha().unwrap();
        raises(world, ExceptionKind::ObjectInstanceNameInUse, alpha());
    }

    /// 9.6
    fn an_associated_region_replaces_the_default_region(world) {
        let (a, b, object) = unit_of_two(world);
        let to_far = [pair(&a, &["Place"], &[square(&a, 500, 0)])];

        a.rti.associate_regions_for_updates(object, &to_far).unwrap();
        update(&a, object, &["Place", "State"], b"far");

        let seen = told(world, &[&a, &b], &b);
        let (place_alone, _) = pair(&b, &["Place"], &[]);
        let (state_alone, _) = pair(&b, &["State"], &[]);
        assert!(seen.contains(&Seen::OutOfScope(object, place_alone)), "{seen:?}");
        assert_eq!(reflections(&seen), [(state_alone, b"far".to_vec())]);
    }

    /// 9.6
    fn a_further_associated_region_adds_to_those_before(world) {
        let (a, b, object) = unit_of_two(world);
        let all = [&a, &b];
        let [to_far, to_near] = [(500, 0), (0, 50)]
            .map(|(x, y)| [pair(&a, &["Place"], &[square(&a, x, y)])]);
        a.rti.associate_regions_for_updates(object, &to_far).unwrap();
        told(world, &all, &b);

        a.rti.associate_regions_for_updates(object, &to_near).unwrap();
        update(&a, object, &["Place", "State"], b"near");

        let seen = told(world, &all, &b);
        let (place_alone, _) = pair(&b, &["Place"], &[]);
        let (state_alone, _) = pair(&b, &["State"], &[]);
        assert!(seen.contains(&Seen::InScope(object, place_alone.clone())), "{seen:?}");
        // Values sent with different regions travel in different messages.
        let expected = [(place_alone.clone(), b"near".to_vec()), (state_alone, b"near".to_vec())];
        let mut reflected = reflections(&seen);
        reflected.sort_by_key(|(attributes, _)| *attributes != place_alone);
        assert_eq!(reflected, expected);
    }

    /// 9.7: taking away what is no longer associated changes nothing.
    fn an_unassociated_region_no_longer_counts(world) {
        let (a, b, object) = unit_of_two(world);
        let all = [&a, &b];
        let [to_far, to_near] = [(500, 0), (0, 50)]
            .map(|(x, y)| [pair(&a, &["Place"], &[square(&a, x, y)])]);
        for pairs in [&to_far, &to_near] {
            a.rti.associate_regions_for_updates(object, pairs).unwrap();
        }
        told(world, &all, &b);

        a.rti.unassociate_regions_for_updates(object, &to_near).unwrap();
        let seen = told(world, &all, &b);
        let (place_alone, _) = pair(&b, &["Place"], &[]);
        assert!(seen.contains(&Seen::OutOfScope(object, place_alone)), "{seen:?}");
        a.rti.unassociate_regions_for_updates(object, &to_near).unwrap();
        update(&a, object, &["Place"], b"far");
        assert_eq!(reflections(&told(world, &all, &b)), []);
    }

    /// 9.7
    fn without_associated_regions_the_default_region_is_back(world) {
        let (a, b, object) = unit_of_two(world);
        let all = [&a, &b];
        let to_far = [pair(&a, &["Place"], &[square(&a, 500, 0)])];
        a.rti.associate_regions_for_updates(object, &to_far).unwrap();
        told(world, &all, &b);

        a.rti.unassociate_regions_for_updates(object, &to_far).unwrap();
        update(&a, object, &["Place", "State"], b"default");

        let seen = told(world, &all, &b);
        let (place_alone, _) = pair(&b, &["Place"], &[]);
        let (both, _) = pair(&b, &["Place", "State"], &[]);
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
        let request = |attributes: &[&str]| {
            let pairs = [pair(&b, attributes, &[wanted])];
            b.rti.request_attribute_value_update_with_regions(unit(&b), &pairs, b"please").unwrap();
        };
        let asked = || {
            let seen = told(world, &all, &a).into_iter();
            seen.filter(|s| matches!(s, Seen::Provide(..))).collect::<Vec<_>>()
        };

        a.diary();
        request(&["Place", "State"]);
        let (both, _) = pair(&a, &["Place", "State"], &[]);
        assert_eq!(asked(), [Seen::Provide(in_reach, both, b"please".to_vec())]);
        place(&b, wanted, 500, 0);
        request(&["Place"]);
        let (place_alone, _) = pair(&a, &["Place"], &[]);
        assert_eq!(asked(), [Seen::Provide(elsewhere, place_alone, b"please".to_vec())]);
    }

    /// 9.13
    fn requests_for_values_with_regions_that_do_not_fit_are_refused(world) {
        let (a, b) = (joined(world, "a"), joined(world, "b"));
        world.settle(&[&a, &b]);
        let (foreign, own) = (square(&a, 0, 0), square(&b, 50, 0));
        let lane = b.rti.create_region(&[dimension(&b, "Lane")].into()).unwrap();
        let request = |class, attribute, region: RegionHandle| {
            let pairs = [pair(&b, &[attribute], &[region])];
            b.rti.request_attribute_value_update_with_regions(class, &pairs, b"please")
        };

        let class = unit(&b);
        for (class, attribute, region, kind) in [
            (class, "Place", foreign, ExceptionKind::RegionNotCreatedByThisFederate),
            (class, "Place", UNKNOWN, ExceptionKind::InvalidRegion),
            (class, "Place", lane, ExceptionKind::InvalidRegionContext),
            (class, "Fuel", own, ExceptionKind::AttributeNotDefined),
            (ObjectClassHandle::new(9999), "Place", own, ExceptionKind::ObjectClassNotDefined),
        ] {
            raises(world, kind, request(class, attribute, region));
        }
    }

    /// 6.21 in 2010; 6.23 in 2025
    fn updates_are_turned_on_when_the_sent_region_comes_to_overlap(world) {
        let rated = Rated::apart(world);
        let seen = told(world, &[&rated.a, &rated.b], &rated.a);
        assert_eq!(updates_on(&seen), 0);

        place(&rated.a, rated.sent, 50, 0);

        rated.is_on("Slow");
    }

    /// 6.22 in 2010; 6.24 in 2025
    fn updates_are_turned_off_when_the_subscribed_region_moves_away(world) {
        let rated = Rated::together(world);

        place(&rated.b, rated.subscribed, 500, 0);

        rated.is_off();
    }

    /// 6.21 in 2010; 6.23 in 2025
    fn a_passive_subscription_with_regions_turns_no_updates_on(world) {
        let rated = Rated::apart(world);
        told(world, &[&rated.a, &rated.b], &rated.a);
        let further = square(&rated.b, 500, 0);

        subscribe_as(&rated.b, &["Place"], &[further], Activity::Passive, "");
        rated.is_told_nothing(world);
        subscribe_as(&rated.b, &["Place"], &[further], Activity::Active, "Fast");
        rated.is_on("Fast");
    }

    /// 6.21 in 2010; 6.23 in 2025
    fn the_greatest_rate_of_the_subscriptions_that_overlap_counts(world) {
        let rated = Rated::apart(world);
        let further = square(&rated.b, 500, 0);
        subscribe_as(&rated.b, &["Place"], &[further], Activity::Active, "Fast");
        rated.is_on("Fast");

        place(&rated.b, rated.subscribed, 500, 0);
        rated.is_told_nothing(world);
        let pairs = [pair(&rated.b, &["Place"], &[further])];
        let class = unit(&rated.b);
        rated.b.rti.unsubscribe_object_class_attributes_with_regions(class, &pairs).unwrap();
        rated.is_on("Slow");
    }

    /// 6.21, 6.22, 9.6, 9.7 in 2010; 6.23, 6.24, 9.6, 9.7 in 2025
    fn updates_are_turned_off_and_on_with_the_associated_regions(world) {
        let rated = Rated::together(world);
        let (rti, object) = (&rated.a.rti, rated.object);
        let pairs = [pair(&rated.a, &["Place"], &[rated.sent])];
        let far = [pair(&rated.a, &["Place"], &[square(&rated.a, 900, 900)])];

        rti.associate_regions_for_updates(object, &far).unwrap();
        rti.unassociate_regions_for_updates(object, &pairs).unwrap();
        rated.is_off();
        rti.unassociate_regions_for_updates(object, &far).unwrap();
        rated.is_on("Slow");
    }

    /// 9.5, 9.8
    fn who_joins_later_discovers_the_instances_that_overlap(world) {
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
    }

    /// 9.5, 9.8: who joins after others discovers by the regions of now, not by those of who has left.
    fn who_leaves_takes_its_regions_along(world) {
        let a = joined(world, "a");
        publish(&a, "Unit", &["Place"]);
        let (near, far) = (square(&a, 0, 0), square(&a, 500, 0));
        let (in_reach, _elsewhere) =
            (register(&a, &["Place"], &[near]), register(&a, &["Place"], &[far]));
        let b = joined(world, "b");
        let region = square(&b, 50, 0);
        subscribe(&b, &["Place"], &[region]);
        world.settle(&[&a, &b]);

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
