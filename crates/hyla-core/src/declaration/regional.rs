//! Subscriptions with regions (1516.1 clauses 9.8 to 9.11), beside the plain ones.

use std::collections::BTreeMap;

use hyla_types::{
    AttributeHandle, InteractionClassHandle, ObjectClassHandle, Region, RegionHandle,
};
use serde::{Deserialize, Serialize};

use super::{Declarations, Subscription, fastest};
use crate::fdd::Fdd;
use crate::message::{DeclarationChange, Rate};

/// Regions by which something is subscribed, and how.
pub type ByRegion<S> = BTreeMap<RegionHandle, S>;

/// What one federate subscribes with regions.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Regional {
    attributes: BTreeMap<ObjectClassHandle, BTreeMap<AttributeHandle, ByRegion<Subscription>>>,
    /// The flag: actively.
    interactions: BTreeMap<InteractionClassHandle, ByRegion<bool>>,
    /// Committed bounds of the regions in use, and by how many subscriptions.
    regions: BTreeMap<RegionHandle, (Region, u32)>,
}

impl Regional {
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

impl Declarations {
    /// The regions by which an attribute is subscribed at exactly this class.
    #[must_use]
    pub fn regional(
        &self,
        class: ObjectClassHandle,
        attribute: AttributeHandle,
    ) -> Option<&ByRegion<Subscription>> {
        self.regional.attributes.get(&class)?.get(&attribute)
    }

    /// Attributes subscribed with regions at exactly this class.
    pub fn regional_at(
        &self,
        class: ObjectClassHandle,
    ) -> impl Iterator<Item = (AttributeHandle, &ByRegion<Subscription>)> {
        let at_class = self.regional.attributes.get(&class);
        at_class.into_iter().flatten().map(|(a, by)| (*a, by))
    }

    /// The regions by which exactly this interaction class is subscribed, and whether actively.
    #[must_use]
    pub fn regional_interaction(&self, class: InteractionClassHandle) -> Option<&ByRegion<bool>> {
        self.regional.interactions.get(&class)
    }

    /// Whether exactly this interaction class is subscribed without regions.
    #[must_use]
    pub fn subscribes_interaction_plainly(&self, class: InteractionClassHandle) -> bool {
        self.subscribed_interactions.contains_key(&class)
    }

    /// Classes and attributes that are subscribed with the region.
    pub fn uses_of(
        &self,
        region: RegionHandle,
    ) -> impl Iterator<Item = (ObjectClassHandle, AttributeHandle)> + '_ {
        self.regional
            .attributes
            .iter()
            .flat_map(move |(class, at)| {
                at.iter()
                    .filter(move |(_, by_region)| by_region.contains_key(&region))
                    .map(|(attribute, _)| (*class, *attribute))
            })
    }

    /// Committed bounds of a region that a subscription uses.
    #[must_use]
    pub fn region(&self, region: RegionHandle) -> Option<&Region> {
        self.regional.regions.get(&region).map(|(bounds, _)| bounds)
    }

    /// Whether an attribute is subscribed at exactly this class, plainly or with regions.
    #[must_use]
    pub fn subscribes(&self, class: ObjectClassHandle, attribute: AttributeHandle) -> bool {
        self.subscription(class, attribute).is_some() || self.regional(class, attribute).is_some()
    }

    /// What all subscriptions of an attribute at exactly this class amount to for its publishers:
    /// whether there is one, and the fastest rate among the active ones.
    pub(super) fn weight(
        &self,
        class: ObjectClassHandle,
        attribute: AttributeHandle,
        fdd: &Fdd,
    ) -> Option<Option<Rate>> {
        let plain = self.subscription(class, attribute);
        let regional = self.regional(class, attribute);
        let regional = regional.into_iter().flat_map(|by| by.values().copied());
        let mut all = plain.into_iter().chain(regional).peekable();
        all.peek()?;
        Some(all.fold(None, |so_far, one| fastest(fdd, so_far, one)))
    }

    /// Attributes subscribed at exactly this class, plainly or with regions.
    pub fn attributes_at(
        &self,
        class: ObjectClassHandle,
    ) -> impl Iterator<Item = AttributeHandle> + '_ {
        let plain = self.subscribed_at(class).map(|(attribute, _)| attribute);
        let regional = self.regional_at(class).map(|(attribute, _)| attribute);
        plain.chain(regional.filter(move |a| self.subscription(class, *a).is_none()))
    }

    pub(super) fn subscribes_regionally_at(&self, class: ObjectClassHandle) -> bool {
        self.regional.attributes.contains_key(&class)
    }

    /// Whether exactly this interaction class is subscribed, and if so, whether actively.
    pub(super) fn interaction_activity(&self, class: InteractionClassHandle) -> Option<bool> {
        let plain = self.subscribed_interactions.get(&class).copied();
        let Some(by_region) = self.regional_interaction(class) else {
            return plain;
        };
        Some(plain == Some(true) || by_region.values().any(|active| *active))
    }
}
