//! Subscriptions with regions (1516.1 clauses 9.8 to 9.11), beside the plain ones.

use std::collections::BTreeMap;

use hyla_types::{
    AttributeHandle, InteractionClassHandle, ObjectClassHandle, Region, RegionHandle,
};
use serde::{Deserialize, Serialize};

use super::subscription::Subscription;
use crate::executive::{ENTRY_BYTES, region_bytes};
use crate::message::DeclarationChange;

/// Regions by which something is subscribed, and how.
pub type ByRegion<S> = BTreeMap<RegionHandle, S>;

/// Subscriptions of one federate with regions.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Regional {
    pub(super) attributes:
        BTreeMap<ObjectClassHandle, BTreeMap<AttributeHandle, ByRegion<Subscription>>>,
    /// The flag: actively.
    pub(super) interactions: BTreeMap<InteractionClassHandle, ByRegion<bool>>,
    /// Committed bounds of the regions in use, and by how many subscriptions.
    pub(super) regions: BTreeMap<RegionHandle, (Region, u32)>,
}

impl Regional {
    /// Object classes at which something is subscribed with regions.
    pub(super) fn classes(&self) -> impl Iterator<Item = ObjectClassHandle> + '_ {
        self.attributes.keys().copied()
    }

    /// Interaction classes that are subscribed with regions.
    pub(super) fn interaction_classes(&self) -> impl Iterator<Item = InteractionClassHandle> + '_ {
        self.interactions.keys().copied()
    }

    /// Memory that they take, about.
    pub(super) fn kept_bytes(&self) -> usize {
        let at_classes = self.attributes.values();
        let attributes = at_classes.map(|at| 1 + at.values().map(|by| 1 + by.len()).sum::<usize>());
        let interactions = self.interactions.values().map(|by| 1 + by.len());
        let entries: usize = attributes.chain(interactions).sum();
        ENTRY_BYTES * entries + region_bytes(self.regions.values().map(|(region, _)| region))
    }

    /// Applies the changes that concern regions. Applying one twice is harmless.
    pub(super) fn apply(&mut self, change: &DeclarationChange) {
        use DeclarationChange as Change;
        match change {
            Change::SubscribeObjectClassWithRegions {
                class,
                pairs,
                regions,
                active,
                rate,
            } => {
                let subscription = Subscription {
                    active: *active,
                    rate: *rate,
                };
                for (attributes, named) in pairs {
                    for (attribute, region) in attributes
                        .iter()
                        .flat_map(|a| named.iter().map(move |r| (a, r)))
                    {
                        let at_class = self.attributes.entry(*class).or_default();
                        let by_region = at_class.entry(attribute).or_default();
                        if by_region.insert(region, subscription).is_none() {
                            use_region(&mut self.regions, region, regions);
                        }
                    }
                }
            }
            Change::UnsubscribeObjectClassWithRegions { class, pairs } => {
                let Some(at_class) = self.attributes.get_mut(class) else {
                    return;
                };
                for (attributes, named) in pairs {
                    for attribute in attributes {
                        let Some(by_region) = at_class.get_mut(&attribute) else {
                            continue;
                        };
                        for region in named {
                            if by_region.remove(&region).is_some() {
                                release_region(&mut self.regions, region);
                            }
                        }
                        if by_region.is_empty() {
                            at_class.remove(&attribute);
                        }
                    }
                }
                if at_class.is_empty() {
                    self.attributes.remove(class);
                }
            }
            Change::SubscribeInteractionClassWithRegions {
                class,
                regions,
                active,
            } => {
                for region in regions.keys() {
                    let by_region = self.interactions.entry(*class).or_default();
                    if by_region.insert(*region, *active).is_none() {
                        use_region(&mut self.regions, *region, regions);
                    }
                }
            }
            Change::UnsubscribeInteractionClassWithRegions { class, regions } => {
                let Some(by_region) = self.interactions.get_mut(class) else {
                    return;
                };
                for region in regions {
                    if by_region.remove(&region).is_some() {
                        release_region(&mut self.regions, region);
                    }
                }
                if by_region.is_empty() {
                    self.interactions.remove(class);
                }
            }
            Change::CommitRegions { regions } => {
                for (region, bounds) in regions {
                    if let Some(entry) = self.regions.get_mut(region) {
                        entry.0 = bounds.clone();
                    }
                }
            }
            _ => {}
        }
    }
}

fn use_region(
    table: &mut BTreeMap<RegionHandle, (Region, u32)>,
    region: RegionHandle,
    bounds: &BTreeMap<RegionHandle, Region>,
) {
    let entry = table.entry(region).or_default();
    if let Some(stated) = bounds.get(&region) {
        entry.0 = stated.clone();
    }
    entry.1 += 1;
}

fn release_region(table: &mut BTreeMap<RegionHandle, (Region, u32)>, region: RegionHandle) {
    if let Some(entry) = table.get_mut(&region) {
        entry.1 = entry.1.saturating_sub(1);
        if entry.1 == 0 {
            table.remove(&region);
        }
    }
}
