//! Questions about the subscriptions with regions of one federate.

use hyla_types::{
    AttributeHandle, InteractionClassHandle, ObjectClassHandle, Region, RegionHandle,
};

use super::declarations::Declarations;
use super::fastest;
use super::regional::ByRegion;
use super::subscription::Subscription;
use crate::fdd::Fdd;
use crate::message::Rate;

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

    /// Sums up all subscriptions of an attribute at exactly this class for its publishers:
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
