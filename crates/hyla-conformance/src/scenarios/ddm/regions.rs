//! Regions: how they are made, bounded, deleted and looked at.

use hyla_core::declaration::Activity;
use hyla_types::{DimensionHandle, Edition, ExceptionKind, RegionHandle};

use super::{
    bounds, dimension, discoveries, joined, pair, place, publish, reflections, register, square,
    subscribe, told, unit, update,
};
use crate::federate::Seen;
use crate::scenarios::scenarios;
use crate::world::raises;

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
        let conveyed = conveyed_region(&seen);
        assert!(conveyed == sent || !world.face.regions_keep_their_handles());
        assert_eq!(b.rti.dimension_handle_set(conveyed).unwrap(), [x, y].into());
        assert_eq!(b.rti.range_bounds(conveyed, y).unwrap(), bounds(30, 130));
        let foreign = ExceptionKind::RegionNotCreatedByThisFederate;
        raises(world, foreign, b.rti.set_range_bounds(conveyed, y, bounds(0, 1)));

        update(&a, object, &["State"], b"");
        let seen = told(world, &all, &b);
        assert_eq!(reflections(&seen).len(), 1);
        assert!(!seen.iter().any(|s| matches!(s, Seen::SentRegions(_))), "{seen:?}");

        place(&a, sent, 40, 60);
        a.rti.send_interaction_with_regions(call, &[], &[sent].into(), b"", None).unwrap();
        let seen = told(world, &all, &b);
        assert_eq!(b.rti.range_bounds(conveyed_region(&seen), y).unwrap(), bounds(60, 160));

        if world.edition == Edition::Hla2025 {
            b.rti.set_convey_region_designator_sets_switch(false).unwrap();
            update(&a, object, &["Place"], b"");
            let seen = told(world, &all, &b);
            assert_eq!(reflections(&seen).len(), 1);
            assert!(!seen.iter().any(|s| matches!(s, Seen::SentRegions(_))), "{seen:?}");
        }
    }
}
