//! Cars and the lanes that they are in: calls with regions of one dimension.

use hyla_core::declaration::Activity;
use hyla_types::{
    AttributeHandleSet, ObjectInstanceHandle, RangeBounds, RegionHandle, RegionHandleSet,
};

use super::{Told, World};

pub const CAR: &str = "HLAobjectRoot.Vehicle.Car";

pub fn region(world: &mut World, node: usize, lower: u32, upper: u32) -> RegionHandle {
    let lane = world.call(node, |m, _| m.dimension_handle("Lane"));
    let region = world.call(node, |m, _| m.create_region(&[lane].into()));
    place(world, node, region, lower, upper);
    region
}

pub fn place(world: &mut World, node: usize, region: RegionHandle, lower: u32, upper: u32) {
    let bounds = RangeBounds::new(lower, upper).unwrap();
    world.call(node, |m, out| {
        let lane = m.dimension_handle("Lane")?;
        m.set_range_bounds(region, lane, bounds)?;
        m.commit_region_modifications(&[region].into(), out)
    });
}

pub type Pair = (AttributeHandleSet, RegionHandleSet);

pub fn pair(world: &World, attributes: &[&str], region: RegionHandle) -> Pair {
    (world.attributes(CAR, attributes), [region].into())
}

pub fn subscribe(
    world: &mut World,
    node: usize,
    attributes: &[&str],
    region: RegionHandle,
    rate: &str,
) {
    let (class, pair) = (world.class(CAR), pair(world, attributes, region));
    world.call(node, |m, out| {
        let active = Activity::Active;
        m.subscribe_object_class_attributes_with_regions(class, &[pair], active, rate, out)
    });
    world.settle();
}

pub fn register(
    world: &mut World,
    node: usize,
    attributes: &[&str],
    region: RegionHandle,
) -> ObjectInstanceHandle {
    let (class, pair) = (world.class(CAR), pair(world, attributes, region));
    world.call(node, |m, out| {
        m.register_object_instance_with_regions(class, &[pair], None, out)
    })
}

pub fn reflections(told: &[Told]) -> usize {
    told.iter()
        .filter(|t| matches!(t, Told::Reflected(..)))
        .count()
}
