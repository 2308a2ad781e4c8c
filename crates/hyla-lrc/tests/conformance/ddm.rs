//! Data distribution management (clause 9), and the bounds of regions (clause 10).

use hyla_lrc::Activity;
use hyla_types::{
    AttributeHandle, AttributeHandleSet, DimensionHandle, Edition, ExceptionKind,
    InteractionClassHandle, ObjectClassHandle, ObjectInstanceHandle, RangeBounds, RegionHandle,
    RegionHandleSet,
};

use crate::federate::{Federate, Seen};
use crate::world::{World, raises, scenarios};

type Pair = (AttributeHandleSet, RegionHandleSet);

const UNKNOWN: RegionHandle = RegionHandle::new(77);

/// A federate in a federation whose classes have dimensions; it is told of scopes and sent regions.
pub(crate) fn joined(world: &World, name: &str) -> Federate {
    let mut federate = world.connected();
    let modules = [world.fom("areas"), world.fom("traffic")];
    let created = federate.rti.create_federation_execution(
        &world.federation,
        &[&modules[0], &modules[1]],
        "",
    );
    if let Err(exception) = created {
        let expected = ExceptionKind::FederationExecutionAlreadyExists;
        assert_eq!(exception.kind, expected);
    }
    let joined =
        federate
            .rti
            .join_federation_execution(Some(name), "tester", &world.federation, &[]);
    federate.handle = Some(joined.unwrap());
    if world.edition == Edition::Hla2025 {
        let rti = &federate.rti;
        rti.set_attribute_scope_advisory_switch(true).unwrap();
        rti.set_convey_region_designator_sets_switch(true).unwrap();
    }
    federate
}

fn bounds(lower: u32, upper: u32) -> RangeBounds {
    RangeBounds::new(lower, upper).unwrap()
}

fn dimension(federate: &Federate, name: &str) -> DimensionHandle {
    federate.rti.dimension_handle(name).unwrap()
}

/// Moves a region to a square of a hundred.
pub(crate) fn place(federate: &Federate, region: RegionHandle, x: u32, y: u32) {
    let rti = &federate.rti;
    for (name, lower) in [("X", x), ("Y", y)] {
        let along = dimension(federate, name);
        rti.set_range_bounds(region, along, bounds(lower, lower + 100))
            .unwrap();
    }
    rti.commit_region_modifications(&[region].into()).unwrap();
}

pub(crate) fn square(federate: &Federate, x: u32, y: u32) -> RegionHandle {
    let dimensions = ["X", "Y"].map(|name| dimension(federate, name)).into();
    let region = federate.rti.create_region(&dimensions).unwrap();
    place(federate, region, x, y);
    region
}

fn unit(federate: &Federate) -> ObjectClassHandle {
    federate.class("Unit")
}

fn attribute(federate: &Federate, name: &str) -> AttributeHandle {
    federate
        .rti
        .attribute_handle(federate.class("Unit.Tank"), name)
        .unwrap()
}

fn pair(federate: &Federate, attributes: &[&str], regions: &[RegionHandle]) -> Pair {
    let attributes = attributes
        .iter()
        .map(|name| attribute(federate, name))
        .collect();
    (attributes, regions.iter().copied().collect())
}

pub(crate) fn publish(federate: &Federate, class: &str, attributes: &[&str]) {
    let (attributes, _) = pair(federate, attributes, &[]);
    let class = federate.class(class);
    federate
        .rti
        .publish_object_class_attributes(class, &attributes)
        .unwrap();
}

pub(crate) fn subscribe(federate: &Federate, attributes: &[&str], regions: &[RegionHandle]) {
    subscribe_as(federate, attributes, regions, Activity::Active, "");
}

fn subscribe_as(
    federate: &Federate,
    attributes: &[&str],
    regions: &[RegionHandle],
    activity: Activity,
    rate: &str,
) {
    let pairs = [pair(federate, attributes, regions)];
    federate
        .rti
        .subscribe_object_class_attributes_with_regions(unit(federate), &pairs, activity, rate)
        .unwrap();
}

pub(crate) fn register(
    federate: &Federate,
    attributes: &[&str],
    regions: &[RegionHandle],
) -> ObjectInstanceHandle {
    let pairs = [pair(federate, attributes, regions)];
    let class = unit(federate);
    federate
        .rti
        .register_object_instance_with_regions(class, &pairs, None)
        .unwrap()
}

pub(crate) fn update(
    federate: &Federate,
    object: ObjectInstanceHandle,
    attributes: &[&str],
    tag: &[u8],
) {
    let values: Vec<(AttributeHandle, &[u8])> = attributes
        .iter()
        .map(|name| (attribute(federate, name), b"value".as_slice()))
        .collect();
    federate
        .rti
        .update_attribute_values(object, &values, tag, None)
        .unwrap();
}

/// Everything told to `federate` until all that these sent has arrived.
pub(crate) fn told(world: &World, all: &[&Federate], federate: &Federate) -> Vec<Seen> {
    world.settle(all);
    federate.diary()
}

/// Attributes and tags of the reflections among these.
pub(crate) fn reflections(seen: &[Seen]) -> Vec<(AttributeHandleSet, Vec<u8>)> {
    seen.iter()
        .filter_map(|seen| match seen {
            Seen::Reflected(_, values, tag) => {
                Some((values.iter().map(|(a, _)| *a).collect(), tag.clone()))
            }
            _ => None,
        })
        .collect()
}

pub(crate) fn discoveries(seen: &[Seen]) -> Vec<(ObjectInstanceHandle, ObjectClassHandle)> {
    seen.iter()
        .filter_map(|seen| match seen {
            Seen::Discovered(object, class, ..) => Some((*object, *class)),
            _ => None,
        })
        .collect()
}

/// Classes and tags of the interactions among these.
fn interactions(seen: &[Seen]) -> Vec<(InteractionClassHandle, Vec<u8>)> {
    seen.iter()
        .filter_map(|seen| match seen {
            Seen::Received(class, _, tag) => Some((*class, tag.clone())),
            _ => None,
        })
        .collect()
}

fn updates_on(seen: &[Seen]) -> usize {
    seen.iter()
        .filter(|s| matches!(s, Seen::UpdatesOn(..)))
        .count()
}

fn updates_off(seen: &[Seen]) -> usize {
    seen.iter()
        .filter(|s| matches!(s, Seen::UpdatesOff(..)))
        .count()
}

scenarios! {
    /// 9.2, 9.3, 9.4; 10.28 to 10.30 in 2010; 10.26 to 10.28 in 2025
    fn a_region_has_the_bounds_that_its_creator_sets(world) {
        let a = joined(world, "a");
        let (x, y) = (dimension(&a, "X"), dimension(&a, "Y"));

        let region = a.rti.create_region(&[x].into()).unwrap();
        assert_eq!(region.creator(), a.handle.unwrap());
        assert_eq!(a.rti.dimension_handle_set(region).unwrap(), [x].into());
        assert_eq!(a.rti.range_bounds(region, x).unwrap(), bounds(0, 1000));
        a.rti.set_range_bounds(region, x, bounds(3, 9)).unwrap();
        assert_eq!(a.rti.range_bounds(region, x).unwrap(), bounds(3, 9));
        a.rti.commit_region_modifications(&[region].into()).unwrap();
        assert_eq!(a.rti.range_bounds(region, x).unwrap(), bounds(3, 9));

        let missing = ExceptionKind::RegionDoesNotContainSpecifiedDimension;
        raises(world, missing, a.rti.range_bounds(region, y));
        raises(world, missing, a.rti.set_range_bounds(region, y, bounds(0, 1)));
        let outcome = a.rti.set_range_bounds(region, x, bounds(0, 1001));
        raises(world, ExceptionKind::InvalidRangeBound, outcome);
        let outcome = a.rti.create_region(&[DimensionHandle::new(9999)].into());
        raises(world, ExceptionKind::InvalidDimensionHandle, outcome);

        a.rti.delete_region(region).unwrap();
        let invalid = ExceptionKind::InvalidRegion;
        raises(world, invalid, a.rti.range_bounds(region, x));
        raises(world, invalid, a.rti.dimension_handle_set(region));
        raises(world, invalid, a.rti.set_range_bounds(region, x, bounds(0, 1)));
        raises(world, invalid, a.rti.delete_region(region));
        raises(world, invalid, a.rti.commit_region_modifications(&[region].into()));
    }

    /// 9.3, 9.4; 10.30 in 2010; 10.28 in 2025
    fn a_region_belongs_to_its_creator(world) {
        let (a, b) = (joined(world, "a"), joined(world, "b"));
        world.settle(&[&a, &b]);
        let (region, x) = (square(&a, 0, 0), dimension(&a, "X"));

        let foreign = ExceptionKind::RegionNotCreatedByThisFederate;
        raises(world, foreign, b.rti.set_range_bounds(region, x, bounds(0, 1)));
        raises(world, foreign, b.rti.commit_region_modifications(&[region].into()));
        raises(world, foreign, b.rti.delete_region(region));
        raises(world, ExceptionKind::InvalidRegion, b.rti.range_bounds(region, x));
    }

    /// 9.4
    fn a_region_in_use_is_not_deleted(world) {
        let a = joined(world, "a");
        publish(&a, "Unit", &["Place"]);
        let (sent, subscribed) = (square(&a, 0, 0), square(&a, 0, 0));
        let object = register(&a, &["Place"], &[sent]);
        subscribe(&a, &["Place"], &[subscribed]);

        let in_use = ExceptionKind::RegionInUseForUpdateOrSubscription;
        raises(world, in_use, a.rti.delete_region(sent));
        raises(world, in_use, a.rti.delete_region(subscribed));

        let pairs = [pair(&a, &["Place"], &[sent])];
        a.rti.unassociate_regions_for_updates(object, &pairs).unwrap();
        a.rti.delete_region(sent).unwrap();
        let pairs = [pair(&a, &["Place"], &[subscribed])];
        let class = unit(&a);
        a.rti.unsubscribe_object_class_attributes_with_regions(class, &pairs).unwrap();
        a.rti.delete_region(subscribed).unwrap();
    }

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

    /// 9.1: a dimension that a region lacks counts with its default range, or not at all.
    fn dimensions_that_a_region_lacks_have_the_default_range(world) {
        let (a, b) = (joined(world, "a"), joined(world, "b"));
        let all = [&a, &b];
        publish(&a, "Unit", &["Place", "State"]);
        let along_x = b.rti.create_region(&[dimension(&b, "X")].into()).unwrap();
        subscribe(&b, &["Place"], &[along_x]);
        let in_band = b.rti.create_region(&[dimension(&b, "Band")].into()).unwrap();
        b.rti.set_range_bounds(in_band, dimension(&b, "Band"), bounds(3, 4)).unwrap();
        b.rti.commit_region_modifications(&[in_band].into()).unwrap();
        subscribe(&b, &["State"], &[in_band]);
        world.settle(&all);

        // The default range of Y is the lower half; Band is left out where a region lacks it.
        let (low, high) = (square(&a, 0, 400), square(&a, 0, 600));
        let seen_low = register(&a, &["Place"], &[low]);
        let _unseen = register(&a, &["Place", "State"], &[high]);
        let other_band = a.rti.create_region(&[dimension(&a, "Band")].into()).unwrap();
        a.rti.set_range_bounds(other_band, dimension(&a, "Band"), bounds(4, 5)).unwrap();
        a.rti.commit_region_modifications(&[other_band].into()).unwrap();
        let pairs = [pair(&a, &["State"], &[other_band]), pair(&a, &["Place"], &[high])];
        a.rti.register_object_instance_with_regions(unit(&a), &pairs, None).unwrap();

        let seen = told(world, &all, &b);
        let objects: Vec<_> = discoveries(&seen).into_iter().map(|(object, _)| object).collect();
        assert_eq!(objects, [seen_low]);
    }

    /// 6.10, 9.6: sent regions can be looked at where they were conveyed.
    fn sent_regions_are_conveyed_with_their_bounds(world) {
        let (a, b) = (joined(world, "a"), joined(world, "b"));
        let all = [&a, &b];
        let (x, y) = (dimension(&a, "X"), dimension(&a, "Y"));
        publish(&a, "Unit", &["Place", "State"]);
        let subscribed = square(&b, 0, 0);
        subscribe(&b, &["Place", "State"], &[subscribed]);
        let call = b.interaction("Call");
        b.rti.subscribe_interaction_class(call, Activity::Active).unwrap();
        a.rti.publish_interaction_class(call).unwrap();
        world.settle(&all);
        let sent = square(&a, 20, 30);
        let object = register(&a, &["Place"], &[sent]);

        update(&a, object, &["Place"], b"");
        let seen = told(world, &all, &b);
        assert!(seen.contains(&Seen::SentRegions([sent].into())), "{seen:?}");
        assert_eq!(b.rti.dimension_handle_set(sent).unwrap(), [x, y].into());
        assert_eq!(b.rti.range_bounds(sent, y).unwrap(), bounds(30, 130));
        let foreign = ExceptionKind::RegionNotCreatedByThisFederate;
        raises(world, foreign, b.rti.set_range_bounds(sent, y, bounds(0, 1)));

        update(&a, object, &["State"], b"");
        let seen = told(world, &all, &b);
        assert_eq!(reflections(&seen).len(), 1);
        assert!(!seen.iter().any(|s| matches!(s, Seen::SentRegions(_))), "{seen:?}");

        place(&a, sent, 40, 60);
        a.rti.send_interaction_with_regions(call, &[], &[sent].into(), b"", None).unwrap();
        let seen = told(world, &all, &b);
        assert!(seen.contains(&Seen::SentRegions([sent].into())), "{seen:?}");
        assert_eq!(b.rti.range_bounds(sent, y).unwrap(), bounds(60, 160));

        if world.edition == Edition::Hla2025 {
            b.rti.set_convey_region_designator_sets_switch(false).unwrap();
            update(&a, object, &["Place"], b"");
            let seen = told(world, &all, &b);
            assert_eq!(reflections(&seen).len(), 1);
            assert!(!seen.iter().any(|s| matches!(s, Seen::SentRegions(_))), "{seen:?}");
        }
    }

    /// 9.10, 9.11, 9.12
    fn interactions_reach_subscriptions_that_overlap(world) {
        let (a, b) = (joined(world, "a"), joined(world, "b"));
        let all = [&a, &b];
        let (call, alarm) = (b.interaction("Call"), b.interaction("Call.Alarm"));
        a.rti.publish_interaction_class(call).unwrap();
        a.rti.publish_interaction_class(alarm).unwrap();
        let subscribed = square(&b, 0, 0);
        let active = Activity::Active;
        b.rti
            .subscribe_interaction_class_with_regions(call, &[subscribed].into(), active)
            .unwrap();
        world.settle(&all);
        let (near, far) = (square(&a, 50, 0), square(&a, 500, 0));
        let send = |class, regions: &[RegionHandle], tag: &[u8]| {
            let regions = regions.iter().copied().collect();
            a.rti.send_interaction_with_regions(class, &[], &regions, tag, None).unwrap();
        };

        send(call, &[far], b"far");
        send(call, &[], b"nowhere");
        send(call, &[near], b"near");
        send(alarm, &[near, far], b"alarm");
        a.rti.send_interaction(call, &[], b"everywhere", None).unwrap();
        let received = interactions(&told(world, &all, &b));
        let expected: [&[u8]; 3] = [b"near", b"alarm", b"everywhere"];
        assert_eq!(received, expected.map(|tag| (call, tag.to_vec())));

        place(&b, subscribed, 500, 0);
        world.settle(&all);
        send(call, &[near], b"near");
        send(call, &[far], b"far");
        assert_eq!(interactions(&told(world, &all, &b)), [(call, b"far".to_vec())]);

        // The class as which it would be received decides, although one above has no regions.
        let elsewhere = square(&b, 0, 800);
        let regions = [elsewhere].into();
        b.rti.subscribe_interaction_class_with_regions(alarm, &regions, active).unwrap();
        b.rti.subscribe_interaction_class(call, active).unwrap();
        world.settle(&all);
        send(alarm, &[near], b"near");
        send(call, &[near], b"plain");
        assert_eq!(interactions(&told(world, &all, &b)), [(call, b"plain".to_vec())]);

        b.rti.unsubscribe_interaction_class_with_regions(alarm, &regions).unwrap();
        b.rti.unsubscribe_interaction_class(call).unwrap();
        world.settle(&all);
        send(alarm, &[near], b"near");
        send(alarm, &[far], b"far");
        assert_eq!(interactions(&told(world, &all, &b)), [(call, b"far".to_vec())]);
        let regions = [subscribed].into();
        b.rti.unsubscribe_interaction_class_with_regions(call, &regions).unwrap();
        world.settle(&all);
        send(call, &[far], b"far");
        assert_eq!(interactions(&told(world, &all, &b)), []);
    }

    /// 9.10, 9.11, 9.12
    fn interactions_with_regions_that_do_not_fit_are_refused(world) {
        let (a, b) = (joined(world, "a"), joined(world, "b"));
        world.settle(&[&a, &b]);
        let call = a.interaction("Call");
        let (own, foreign) = (square(&a, 0, 0), square(&b, 0, 0));
        let lane = a.rti.create_region(&[dimension(&a, "Lane")].into()).unwrap();
        let nothing = InteractionClassHandle::new(9999);
        let send = |class, region: RegionHandle| {
            a.rti.send_interaction_with_regions(class, &[], &[region].into(), b"", None)
        };
        let subscribe = |class, region: RegionHandle| {
            let active = Activity::Active;
            a.rti.subscribe_interaction_class_with_regions(class, &[region].into(), active)
        };
        let unsubscribe = |class, region: RegionHandle| {
            a.rti.unsubscribe_interaction_class_with_regions(class, &[region].into())
        };

        raises(world, ExceptionKind::InteractionClassNotPublished, send(call, own));
        a.rti.publish_interaction_class(call).unwrap();
        let stranger = a.rti.parameter_handle(a.interaction("Message"), "Text").unwrap();
        let values: &[(_, &[u8])] = &[(stranger, b"")];
        let outcome = a.rti.send_interaction_with_regions(call, values, &[own].into(), b"", None);
        raises(world, ExceptionKind::InteractionParameterNotDefined, outcome);
        for (class, region, kind) in [
            (nothing, own, ExceptionKind::InteractionClassNotDefined),
            (call, UNKNOWN, ExceptionKind::InvalidRegion),
            (call, foreign, ExceptionKind::RegionNotCreatedByThisFederate),
        ] {
            raises(world, kind, send(class, region));
            raises(world, kind, subscribe(class, region));
            raises(world, kind, unsubscribe(class, region));
        }
        raises(world, ExceptionKind::InvalidRegionContext, send(call, lane));
        let foreign_time = Some(hyla_types::TimeImplementation::Integer64.initial());
        let outcome =
            a.rti.send_interaction_with_regions(call, &[], &[own].into(), b"", foreign_time);
        raises(world, ExceptionKind::InvalidLogicalTime, outcome);
        raises(world, ExceptionKind::InvalidRegionContext, subscribe(call, lane));
        if world.edition == Edition::Hla2025 {
            a.rti.set_service_reporting_switch(true).unwrap();
            let report =
                a.interaction("HLAmanager.HLAfederate.HLAreport.HLAreportServiceInvocation");
            let about = a.rti.create_region(&[dimension(&a, "HLAfederate")].into()).unwrap();
            let kind = ExceptionKind::FederateServiceInvocationsAreBeingReportedViaMOM;
            raises(world, kind, subscribe(report, about));
        }
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
