//! Subscriptions with regions (clauses 9.8 to 9.11).

use std::collections::{BTreeMap, BTreeSet};

use hyla_types::{
    Exception, ExceptionKind, InteractionClassHandle, ObjectClassHandle, ObjectInstanceHandle,
    Region, RegionHandle, RegionHandleSet,
};

use super::AttributeRegionPairs;
use crate::Result;
use crate::declaration::{Activity, discoverable_by};
use crate::member::{Joined, Member};
use crate::message::DeclarationChange;
use crate::outbox::Outbox;

impl Member {
    /// `subscribeObjectClassAttributesWithRegions` (9.8): adds each region of a pair to each of its
    /// attributes. A plain subscription of the same attribute stays and overlaps everything.
    ///
    /// # Errors
    /// `ObjectClassNotDefined`, `AttributeNotDefined`, `InvalidRegion`,
    /// `RegionNotCreatedByThisFederate`, `InvalidRegionContext`, `InvalidUpdateRateDesignator`.
    pub fn subscribe_object_class_attributes_with_regions(
        &mut self,
        class: ObjectClassHandle,
        pairs: &AttributeRegionPairs,
        activity: Activity,
        update_rate_designator: &str,
        out: &mut dyn Outbox,
    ) -> Result<()> {
        let (joined, queue) = self.joined_with_queue()?;
        joined.check_pairs(class, pairs)?;
        joined.check_pair_contexts(class, pairs)?;
        let rate = joined.rate(update_rate_designator)?;
        let pairs = stated(pairs);
        if pairs.is_empty() {
            return Ok(());
        }
        let named = pairs.iter().flat_map(|(_, regions)| regions);
        let regions = joined.committed_bounds(named);
        let change = DeclarationChange::SubscribeObjectClassWithRegions {
            class,
            pairs,
            regions,
            active: activity == Activity::Active,
            rate,
        };
        if discoverable_by(joined.declarations.own(), &change).is_some() {
            let before = joined.scopes_below(class);
            joined.adopt(&change);
            joined.tell_new_scopes(before, queue);
            for item in joined.rediscoveries(class) {
                queue.push_item(item);
            }
        } else {
            // Instances with the default region are in scope already.
            let reached = joined.reached_by_change(&change);
            let before = joined.scopes_of(reached);
            joined.adopt(&change);
            joined.tell_changed_scopes(before, queue);
        }
        joined.tell_declaration(change, out);
        Ok(())
    }

    /// `unsubscribeObjectClassAttributesWithRegions` (9.9): takes exactly the named pairs out.
    ///
    /// # Errors
    /// `ObjectClassNotDefined`, `AttributeNotDefined`, `InvalidRegion`,
    /// `RegionNotCreatedByThisFederate`.
    pub fn unsubscribe_object_class_attributes_with_regions(
        &mut self,
        class: ObjectClassHandle,
        pairs: &AttributeRegionPairs,
        out: &mut dyn Outbox,
    ) -> Result<()> {
        let joined = self.joined()?;
        joined.check_pairs(class, pairs)?;
        let pairs = stated(pairs);
        if pairs.is_empty() {
            return Ok(());
        }
        let change = DeclarationChange::UnsubscribeObjectClassWithRegions { class, pairs };
        joined.adopt(&change);
        joined.tell_declaration(change, out);
        self.rediscover_above(class)
    }

    /// `subscribeInteractionClassWithRegions` (9.10).
    ///
    /// # Errors
    /// `InteractionClassNotDefined`, `InvalidRegion`, `RegionNotCreatedByThisFederate`,
    /// `InvalidRegionContext`; `FederateServiceInvocationsAreBeingReportedViaMOM` for
    /// `HLAreportServiceInvocation` while this federate's services are reported.
    pub fn subscribe_interaction_class_with_regions(
        &mut self,
        class: InteractionClassHandle,
        regions: &RegionHandleSet,
        activity: Activity,
        out: &mut dyn Outbox,
    ) -> Result<()> {
        let joined = self.joined()?;
        joined.interaction_class(class)?;
        joined.check_regions(regions)?;
        joined.check_context(regions, &joined.fdd.interaction_dimensions(class))?;
        if joined.switches.service_reporting && joined.fdd.is_service_report(class) {
            return Err(Exception::new(
                ExceptionKind::FederateServiceInvocationsAreBeingReportedViaMOM,
                format!(
                    "switch service reporting of {} off first",
                    joined.identity.name()
                ),
            ));
        }
        if regions.is_empty() {
            return Ok(());
        }
        let change = DeclarationChange::SubscribeInteractionClassWithRegions {
            class,
            regions: joined.committed_bounds(regions.iter()),
            active: activity == Activity::Active,
        };
        joined.adopt(&change);
        joined.tell_declaration(change, out);
        Ok(())
    }

    /// `unsubscribeInteractionClassWithRegions` (9.11).
    ///
    /// # Errors
    /// `InteractionClassNotDefined`, `InvalidRegion`, `RegionNotCreatedByThisFederate`.
    pub fn unsubscribe_interaction_class_with_regions(
        &mut self,
        class: InteractionClassHandle,
        regions: &RegionHandleSet,
        out: &mut dyn Outbox,
    ) -> Result<()> {
        let joined = self.joined()?;
        joined.interaction_class(class)?;
        joined.check_regions(regions)?;
        if regions.is_empty() {
            return Ok(());
        }
        let regions = regions.clone();
        let change = DeclarationChange::UnsubscribeInteractionClassWithRegions { class, regions };
        joined.adopt(&change);
        joined.tell_declaration(change, out);
        Ok(())
    }
}

/// The pairs that say something.
fn stated(pairs: &AttributeRegionPairs) -> Vec<(hyla_types::AttributeHandleSet, RegionHandleSet)> {
    let full = pairs.iter().filter(|(a, r)| !a.is_empty() && !r.is_empty());
    full.cloned().collect()
}

impl Joined {
    /// The exceptions of attributes and regions that do not exist.
    pub(super) fn check_pairs(
        &self,
        class: ObjectClassHandle,
        pairs: &AttributeRegionPairs,
    ) -> Result<()> {
        self.object_class(class)?;
        for (attributes, regions) in pairs {
            self.check_attributes(class, attributes)?;
            self.check_regions(regions)?;
        }
        Ok(())
    }

    /// `InvalidRegionContext` unless each region has only dimensions available for its attributes.
    pub(super) fn check_pair_contexts(
        &self,
        class: ObjectClassHandle,
        pairs: &AttributeRegionPairs,
    ) -> Result<()> {
        for (attributes, regions) in pairs {
            for attribute in attributes {
                let available = self.fdd.available_dimensions(class, attribute);
                self.check_context(regions, &available)?;
            }
        }
        Ok(())
    }

    pub(super) fn committed_bounds(
        &self,
        regions: impl Iterator<Item = RegionHandle>,
    ) -> BTreeMap<RegionHandle, Region> {
        regions
            .filter_map(|region| Some((region, self.ddm.regions.committed(region)?.clone())))
            .collect()
    }

    /// Instances whose known update regions overlap the regions of a new
    /// subscription.
    fn reached_by_change(&self, change: &DeclarationChange) -> BTreeSet<ObjectInstanceHandle> {
        let mut reached = BTreeSet::new();
        if let DeclarationChange::SubscribeObjectClassWithRegions {
            class,
            pairs,
            regions,
            ..
        } = change
        {
            for (attributes, named) in pairs {
                for bounds in named.iter().filter_map(|region| regions.get(&region)) {
                    for attribute in attributes {
                        let incoming = &self.ddm.incoming;
                        incoming.reached_by(*class, attribute, bounds, &self.fdd, &mut reached);
                    }
                }
            }
        }
        reached
    }

    /// A change of own subscriptions with regions holds from now on; what is in scope follows.
    pub(super) fn adopt(&mut self, change: &DeclarationChange) {
        self.declarations.apply(change);
        let ddm = &mut self.ddm;
        let mut changed = Default::default();
        ddm.incoming.follow(None, change, &self.fdd, &mut changed);
        ddm.received_interactions.follow(None, change, &self.fdd);
    }
}
