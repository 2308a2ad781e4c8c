//! Regions: creation, bounds, deletion and queries.

use hyla_core::declaration::Activity;
use hyla_types::{DimensionHandle, Edition, ExceptionKind, ObjectInstanceHandle, RegionHandle};

use super::{
    bounds, dimension, discoveries, joined, pair, place, publish, reflections, register, square,
    subscribe, told, unit, update,
};
use crate::federate::{Federate, Seen};
use crate::scenarios::scenarios;
use crate::world::{World, raises};

/// The one region that was conveyed.
fn conveyed_region(seen: &[Seen]) -> RegionHandle {
    let mut conveyed = seen.iter().filter_map(|seen| match seen {
        Seen::SentRegions(regions) => regions.iter().next(),
        _ => None,
    });
    let found = conveyed.next().unwrap_or_else(|| panic!("{seen:?}"));
    assert!(conveyed.next().is_none(), "{seen:?}");
    found
}

/// A federate that sends from a region, and one that subscribes to units and calls and gets sent regions.
struct Conveyed {
    a: Federate,
    b: Federate,
    sent: RegionHandle,
    object: ObjectInstanceHandle,
}

impl Conveyed {
    fn new(world: &World) -> Self {
        let (a, b) = (joined(world, "a"), joined(world, "b"));
        publish(&a, "Unit", &["Place", "State"]);
        let subscribed = square(&b, 0, 0);
        subscribe(&b, &["Place", "State"], &[subscribed]);
        world.settle(&[&a, &b]);
        let sent = square(&a, 20, 30);
        let object = register(&a, &["Place"], &[sent]);
        Self { a, b, sent, object }
    }

    /// Updates that attribute; returns the callbacks of the subscriber.
    fn updated(&self, world: &World, attribute: &str) -> Vec<Seen> {
        update(&self.a, self.object, &[attribute], b"");
        told(world, &[&self.a, &self.b], &self.b)
    }
}

scenarios! {
    /// 9.2, 9.3; 10.28 to 10.30 in 2010; 10.26 to 10.28 in 2025
    fn a_region_has_the_bounds_that_its_creator_sets(world) {
        let a = joined(world, "a");
        let x = dimension(&a, "X");

        let region = a.rti.create_region(&[x].into()).unwrap();
        assert_eq!(region.creator(), a.handle.unwrap());
        assert_eq!(a.rti.dimension_handle_set(region).unwrap(), [x].into());
        assert_eq!(a.rti.range_bounds(region, x).unwrap(), bounds(0, 1000));
        a.rti.set_range_bounds(region, x, bounds(3, 9)).unwrap();
        assert_eq!(a.rti.range_bounds(region, x).unwrap(), bounds(3, 9));
        a.rti.commit_region_modifications(&[region].into()).unwrap();
        assert_eq!(a.rti.range_bounds(region, x).unwrap(), bounds(3, 9));
    }

    /// 9.2; 10.29, 10.30 in 2010; 10.27, 10.28 in 2025
    fn a_region_has_only_dimensions_and_bounds_that_exist(world) {
        let a = joined(world, "a");
        let (x, y) = (dimension(&a, "X"), dimension(&a, "Y"));
        let region = a.rti.create_region(&[x].into()).unwrap();

        let missing = ExceptionKind::RegionDoesNotContainSpecifiedDimension;
        raises(world, missing, a.rti.range_bounds(region, y));
        raises(world, missing, a.rti.set_range_bounds(region, y, bounds(0, 1)));
        let outcome = a.rti.set_range_bounds(region, x, bounds(0, 1001));
        raises(world, ExceptionKind::InvalidRangeBound, outcome);
        let outcome = a.rti.create_region(&[DimensionHandle::new(9999)].into());
        raises(world, ExceptionKind::InvalidDimensionHandle, outcome);
    }

    /// 9.4
    fn a_deleted_region_is_invalid(world) {
        let a = joined(world, "a");
        let x = dimension(&a, "X");
        let region = a.rti.create_region(&[x].into()).unwrap();

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
    fn a_region_of_an_instance_is_not_deleted(world) {
        let a = joined(world, "a");
        publish(&a, "Unit", &["Place"]);
        let sent = square(&a, 0, 0);
        let object = register(&a, &["Place"], &[sent]);

        let in_use = ExceptionKind::RegionInUseForUpdateOrSubscription;
        raises(world, in_use, a.rti.delete_region(sent));

        let pairs = [pair(&a, &["Place"], &[sent])];
        a.rti.unassociate_regions_for_updates(object, &pairs).unwrap();
        a.rti.delete_region(sent).unwrap();
    }

    /// 9.4
    fn a_region_of_a_subscription_is_not_deleted(world) {
        let a = joined(world, "a");
        let subscribed = square(&a, 0, 0);
        subscribe(&a, &["Place"], &[subscribed]);

        let in_use = ExceptionKind::RegionInUseForUpdateOrSubscription;
        raises(world, in_use, a.rti.delete_region(subscribed));

        let pairs = [pair(&a, &["Place"], &[subscribed])];
        let class = unit(&a);
        a.rti.unsubscribe_object_class_attributes_with_regions(class, &pairs).unwrap();
        a.rti.delete_region(subscribed).unwrap();
    }

    /// 9.1: the default range of Y is the lower half.
    fn a_dimension_that_a_region_lacks_has_the_default_range(world) {
        let (a, b) = (joined(world, "a"), joined(world, "b"));
        let all = [&a, &b];
        publish(&a, "Unit", &["Place"]);
        let along_x = b.rti.create_region(&[dimension(&b, "X")].into()).unwrap();
        subscribe(&b, &["Place"], &[along_x]);
        world.settle(&all);

        let (low, high) = (square(&a, 0, 400), square(&a, 0, 600));
        let seen_low = register(&a, &["Place"], &[low]);
        let _unseen = register(&a, &["Place"], &[high]);

        let seen = told(world, &all, &b);
        assert_eq!(discoveries(&seen), [(seen_low, unit(&b))]);
    }

    /// 9.1: Band has no default range.
    fn a_dimension_without_a_default_range_is_left_out_where_a_region_lacks_it(world) {
        let (a, b) = (joined(world, "a"), joined(world, "b"));
        let all = [&a, &b];
        publish(&a, "Unit", &["Place", "State"]);
        let in_band = |federate: &Federate, lower| {
            let band = dimension(federate, "Band");
            let region = federate.rti.create_region(&[band].into()).unwrap();
            federate.rti.set_range_bounds(region, band, bounds(lower, lower + 1)).unwrap();
            federate.rti.commit_region_modifications(&[region].into()).unwrap();
            region
        };
        subscribe(&b, &["State"], &[in_band(&b, 3)]);
        world.settle(&all);

        let without_band = square(&a, 0, 600);
        let _unseen = register(&a, &["Place", "State"], &[without_band]);
        let pairs = [pair(&a, &["State"], &[in_band(&a, 4)]), pair(&a, &["Place"], &[without_band])];
        a.rti.register_object_instance_with_regions(unit(&a), &pairs, None).unwrap();
        let seen_there = register(&a, &["State"], &[in_band(&a, 3)]);

        let seen = told(world, &all, &b);
        assert_eq!(discoveries(&seen), [(seen_there, unit(&b))]);
    }

    /// 6.10, 9.6: conveyed regions can be queried.
    fn the_sent_regions_of_an_update_are_conveyed_with_their_bounds(world) {
        let conveyed = Conveyed::new(world);
        let b = &conveyed.b;
        let (x, y) = (dimension(b, "X"), dimension(b, "Y"));

        let region = conveyed_region(&conveyed.updated(world, "Place"));

        assert!(region == conveyed.sent || !world.face.regions_keep_their_handles());
        assert_eq!(b.rti.dimension_handle_set(region).unwrap(), [x, y].into());
        assert_eq!(b.rti.range_bounds(region, y).unwrap(), bounds(30, 130));
    }

    /// 6.10, 10.30 in 2010; 6.10, 10.28 in 2025
    fn a_conveyed_region_belongs_to_its_sender(world) {
        let conveyed = Conveyed::new(world);
        let y = dimension(&conveyed.b, "Y");
        let region = conveyed_region(&conveyed.updated(world, "Place"));

        let outcome = conveyed.b.rti.set_range_bounds(region, y, bounds(0, 1));

        raises(world, ExceptionKind::RegionNotCreatedByThisFederate, outcome);
    }

    /// 6.10, 9.6
    fn an_update_without_regions_conveys_none(world) {
        let seen = Conveyed::new(world).updated(world, "State");

        assert_eq!(reflections(&seen).len(), 1);
        assert!(!seen.iter().any(|s| matches!(s, Seen::SentRegions(_))), "{seen:?}");
    }

    /// 6.12, 9.12
    fn the_sent_regions_of_an_interaction_are_conveyed_with_their_present_bounds(world) {
        let conveyed = Conveyed::new(world);
        let Conveyed { a, b, sent, .. } = &conveyed;
        let (call, y) = (b.interaction("Call"), dimension(b, "Y"));
        b.rti.subscribe_interaction_class(call, Activity::Active).unwrap();
        a.rti.publish_interaction_class(call).unwrap();
        conveyed.updated(world, "Place");

        place(a, *sent, 40, 60);
        a.rti.send_interaction_with_regions(call, &[], &[*sent].into(), b"", None).unwrap();

        let seen = told(world, &[a, b], b);
        assert_eq!(b.rti.range_bounds(conveyed_region(&seen), y).unwrap(), bounds(60, 160));
    }

    /// 6.10, 10.43 in 2025
    fn no_regions_are_conveyed_while_the_switch_is_off(world) {
        if world.edition == Edition::Hla2010 {
            return;
        }
        let conveyed = Conveyed::new(world);

        conveyed.b.rti.set_convey_region_designator_sets_switch(false).unwrap();
        let seen = conveyed.updated(world, "Place");

        assert_eq!(reflections(&seen).len(), 1);
        assert!(!seen.iter().any(|s| matches!(s, Seen::SentRegions(_))), "{seen:?}");
    }
}
