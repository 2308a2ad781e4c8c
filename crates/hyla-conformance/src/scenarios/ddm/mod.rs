//! Data distribution management (clause 9), and the bounds of regions (clause 10).
mod instances;
mod interactions;
mod regions;
mod subscriptions;

use hyla_core::declaration::Activity;
use hyla_types::{
    AttributeHandle, AttributeHandleSet, DimensionHandle, Edition, ExceptionKind,
    InteractionClassHandle, ObjectClassHandle, ObjectInstanceHandle, RangeBounds, RegionHandle,
    RegionHandleSet,
};

use crate::federate::{Federate, Seen};
use crate::scenarios::Scenario;
use crate::world::World;

/// The scenarios of each file.
pub(super) const ALL: [&[Scenario]; 4] = [
    regions::ALL,
    instances::ALL,
    subscriptions::ALL,
    interactions::ALL,
];

type Pair = (AttributeHandleSet, RegionHandleSet);

const UNKNOWN: RegionHandle = RegionHandle::new(77);

/// A federate in a federation whose classes have dimensions; with callbacks about scope, and sent regions.
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

/// Callbacks of `federate` until all frames of these have arrived.
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
