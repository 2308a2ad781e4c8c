//! The executive's side: a change is logged if its handles exist.

use std::collections::BTreeMap;

use hyla_types::{
    AttributeHandleSet, FederateHandle, InteractionClassHandleSet, ObjectClassHandle, Region,
    RegionHandle, RegionHandleSet,
};

use crate::fdd::Fdd;
use crate::message::DeclarationChange;

/// Whether all handles of a change by `federate` exist and belong together. A member checks this before it asks,
/// so a change that fails here comes from a faulty peer.
pub(crate) fn is_consistent(
    fdd: &Fdd,
    federate: FederateHandle,
    change: &DeclarationChange,
) -> bool {
    use DeclarationChange as Change;
    let attributes = |class: ObjectClassHandle, set: &AttributeHandleSet| {
        fdd.object_class(class)
            .is_some_and(|c| set.iter().all(|a| c.attributes.contains(a)))
    };
    let interactions = |class: ObjectClassHandle, set: &InteractionClassHandleSet| {
        fdd.object_class(class).is_some() && set.iter().all(|i| fdd.interaction_class(i).is_some())
    };
    let own = |set: &RegionHandleSet| set.iter().all(|r| r.creator() == federate);
    let bounds = |regions: &BTreeMap<RegionHandle, Region>| {
        regions.iter().all(|(region, bounds)| {
            region.creator() == federate
                && bounds.iter().all(|(dimension, range)| {
                    fdd.dimension(dimension)
                        .is_some_and(|d| range.upper() <= d.upper_bound)
                })
        })
    };
    match change {
        Change::SubscribeObjectClassWithRegions {
            class,
            pairs,
            regions,
            rate,
            ..
        } => {
            let stated = |r| regions.contains_key(&r);
            bounds(regions)
                && pairs
                    .iter()
                    .all(|(a, r)| attributes(*class, a) && r.iter().all(stated))
                && rate.is_none_or(|r| fdd.update_rate(r).is_some())
        }
        Change::UnsubscribeObjectClassWithRegions { class, pairs } => {
            pairs.iter().all(|(a, r)| attributes(*class, a) && own(r))
        }
        Change::SubscribeInteractionClassWithRegions { class, regions, .. } => {
            fdd.interaction_class(*class).is_some() && bounds(regions)
        }
        Change::UnsubscribeInteractionClassWithRegions { class, regions } => {
            fdd.interaction_class(*class).is_some() && own(regions)
        }
        Change::CommitRegions { regions } => bounds(regions),
        Change::PublishObjectClass {
            class,
            attributes: set,
        }
        | Change::UnpublishObjectClass {
            class,
            attributes: Some(set),
        }
        | Change::UnsubscribeObjectClass {
            class,
            attributes: Some(set),
        } => attributes(*class, set),
        Change::SubscribeObjectClass {
            class,
            attributes: set,
            rate,
            ..
        } => attributes(*class, set) && rate.is_none_or(|r| fdd.update_rate(r).is_some()),
        Change::UnpublishObjectClass {
            class,
            attributes: None,
        }
        | Change::UnsubscribeObjectClass {
            class,
            attributes: None,
        }
        | Change::UnpublishDirected {
            class,
            interactions: None,
        }
        | Change::UnsubscribeDirected {
            class,
            interactions: None,
        } => fdd.object_class(*class).is_some(),
        Change::PublishInteractionClass { class }
        | Change::UnpublishInteractionClass { class }
        | Change::SubscribeInteractionClass { class, .. }
        | Change::UnsubscribeInteractionClass { class } => fdd.interaction_class(*class).is_some(),
        Change::PublishDirected {
            class,
            interactions: set,
        }
        | Change::UnpublishDirected {
            class,
            interactions: Some(set),
        }
        | Change::SubscribeDirected {
            class,
            interactions: set,
            ..
        }
        | Change::UnsubscribeDirected {
            class,
            interactions: Some(set),
        } => interactions(*class, set),
    }
}
