//! Update regions: committing, registering with regions, associating (clauses 9.3, 9.5 to 9.7).

use std::collections::{BTreeMap, BTreeSet};

use hyla_types::{
    AttributeHandle, AttributeHandleSet, Exception, ExceptionKind, ObjectClassHandle,
    ObjectInstanceHandle, RegionHandleSet,
};

use super::{AttributeRegionPairs, Subscribers};
use crate::Result;
use crate::member::{CallbackQueue, Item, Joined, Member};
use crate::message::DeclarationChange;
use crate::object::not_known;
use crate::outbox::{Lanes, Outbox};

/// How associations change.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Change {
    Add,
    Remove,
}

impl Member {
    /// `commitRegionModifications` (9.3): the bounds set for all these regions come into force together, for
    /// updates and subscriptions. Notifies members that overlap an update region, or did before.
    ///
    /// # Errors
    /// `InvalidRegion`, `RegionNotCreatedByThisFederate`.
    pub fn commit_region_modifications(
        &mut self,
        regions: &RegionHandleSet,
        out: &mut dyn Outbox,
    ) -> Result<()> {
        let (joined, queue) = self.joined_with_queue()?;
        joined.check_regions(regions)?;
        let moved = joined.commit(regions);
        let subscribed: BTreeMap<_, _> = moved
            .iter()
            .filter(|(region, _)| joined.declarations.own().region(**region).is_some())
            .map(|(region, (_, now))| (*region, now.clone()))
            .collect();
        if !subscribed.is_empty() {
            let mut reached = BTreeSet::new();
            for region in subscribed.keys() {
                let (before, now) = &moved[region];
                joined.reached_by_own(*region, before, &mut reached);
                joined.reached_by_own(*region, now, &mut reached);
            }
            let before = joined.scopes_of(reached);
            let regions = subscribed;
            let change = DeclarationChange::CommitRegions { regions };
            joined.adopt(&change);
            joined.tell_changed_scopes(before, queue);
            joined.tell_declaration(change, out);
        }
        let mut changed = BTreeSet::new();
        let mut bounds_changed = BTreeSet::new();
        for (region, (_, now)) in moved {
            if joined.ddm.outgoing.is_used(region) {
                bounds_changed.insert(region);
                if joined
                    .ddm
                    .outgoing
                    .set_bounds(region, Some(now), &joined.fdd)
                {
                    changed.insert(region);
                }
            }
        }
        joined.tell_update_regions(&bounds_changed, &changed, None, out);
        joined.refresh_relevance_of(joined.objects_with(&changed), queue);
        Ok(())
    }

    /// `registerObjectInstanceWithRegions` (9.5): a registration that is discovered only by members
    /// whose subscriptions overlap.
    ///
    /// # Errors
    /// `ObjectClassNotDefined`, `ObjectClassNotPublished`, `AttributeNotDefined`,
    /// `AttributeNotPublished`, `InvalidRegion`, `RegionNotCreatedByThisFederate`,
    /// `InvalidRegionContext`, `ObjectInstanceNameInUse`, `ObjectInstanceNameNotReserved`.
    pub fn register_object_instance_with_regions(
        &mut self,
        class: ObjectClassHandle,
        pairs: &AttributeRegionPairs,
        name: Option<&str>,
        out: &mut dyn Outbox,
    ) -> Result<ObjectInstanceHandle> {
        let joined = self.joined()?;
        joined.check_pairs(class, pairs)?;
        let published = joined.declarations.own().published(class);
        let stranger = pairs
            .iter()
            .flat_map(|(attributes, _)| attributes)
            .find(|a| published.is_some_and(|published| !published.contains(*a)));
        if let Some(attribute) = stranger {
            return Err(Exception::new(
                ExceptionKind::AttributeNotPublished,
                format!(
                    "{} does not publish {attribute:?} of {class:?}",
                    joined.identity.name()
                ),
            ));
        }
        joined.check_pair_contexts(class, pairs)?;
        self.register_with(class, name, out, |joined, object, out| {
            joined.reassociate(object, class, pairs, Change::Add, out);
        })
    }

    /// `associateRegionsForUpdates` (9.6): adds the regions to those of the attributes. Attributes
    /// that the federate does not own now use them once it does.
    ///
    /// # Errors
    /// `ObjectInstanceNotKnown`, `AttributeNotDefined`, `InvalidRegion`,
    /// `RegionNotCreatedByThisFederate`, `InvalidRegionContext`.
    pub fn associate_regions_for_updates(
        &mut self,
        object: ObjectInstanceHandle,
        pairs: &AttributeRegionPairs,
        out: &mut dyn Outbox,
    ) -> Result<()> {
        let joined = self.joined()?;
        let Some((instance, known)) = joined.objects.known(object) else {
            return Err(not_known(object));
        };
        let class = instance.class;
        joined.check_pairs(known, pairs)?;
        joined.check_pair_contexts(class, pairs)?;
        let (joined, queue) = self.joined_with_queue()?;
        joined.reassociate(object, class, pairs, Change::Add, out);
        joined.refresh_relevance_of([object].into(), queue);
        Ok(())
    }

    /// `unassociateRegionsForUpdates` (9.7): takes the regions out; an attribute without any has the
    /// default region again.
    ///
    /// # Errors
    /// `ObjectInstanceNotKnown`, `AttributeNotDefined`, `InvalidRegion`,
    /// `RegionNotCreatedByThisFederate`.
    pub fn unassociate_regions_for_updates(
        &mut self,
        object: ObjectInstanceHandle,
        pairs: &AttributeRegionPairs,
        out: &mut dyn Outbox,
    ) -> Result<()> {
        let (joined, queue) = self.joined_with_queue()?;
        let Some((instance, known)) = joined.objects.known(object) else {
            return Err(not_known(object));
        };
        let class = instance.class;
        joined.check_pairs(known, pairs)?;
        joined.reassociate(object, class, pairs, Change::Remove, out);
        joined.refresh_relevance_of([object].into(), queue);
        Ok(())
    }
}

impl Joined {
    fn reassociate(
        &mut self,
        object: ObjectInstanceHandle,
        class: ObjectClassHandle,
        pairs: &AttributeRegionPairs,
        change: Change,
        out: &mut dyn Outbox,
    ) {
        let mut now: BTreeMap<AttributeHandle, RegionHandleSet> = BTreeMap::new();
        for (attributes, regions) in pairs {
            for attribute in attributes {
                // Regions of an attribute that was given up are no longer its regions.
                let is_given_up = self.ddm.is_given_up(object, attribute);
                if is_given_up && change == Change::Remove {
                    continue;
                }
                let entry = now.entry(attribute).or_insert_with(|| {
                    let before = self.ddm.outgoing.regions(object, attribute);
                    before.filter(|_| !is_given_up).cloned().unwrap_or_default()
                });
                *entry = match change {
                    Change::Add => entry.union(regions),
                    Change::Remove => entry.difference(regions),
                };
            }
        }
        let outgoing = &self.ddm.outgoing;
        let attributes: AttributeHandleSet = now.keys().copied().collect();
        let changed: Vec<_> = now
            .into_iter()
            .filter(
                |(attribute, regions)| match outgoing.regions(object, *attribute) {
                    Some(before) => before != regions,
                    None => !regions.is_empty(),
                },
            )
            .collect();
        // From here on the regions are those that the federate wants, whenever it owns the attributes again.
        self.ddm.take_given_up(object, &attributes);
        if !changed.is_empty() {
            self.set_associations(object, class, changed, out);
        }
    }

    /// From now on these are all regions of these attributes.
    pub(super) fn set_associations(
        &mut self,
        object: ObjectInstanceHandle,
        class: ObjectClassHandle,
        associations: Vec<(AttributeHandle, RegionHandleSet)>,
        out: &mut dyn Lanes,
    ) {
        let Self {
            ddm, fdd, roster, ..
        } = self;
        let mut touched = BTreeSet::new();
        // Moves of regions that were in no use were not sent.
        let mut moved = BTreeSet::new();
        for (attribute, regions) in associations {
            if let Some(before) = ddm.outgoing.regions(object, attribute) {
                touched.extend(before.iter());
            }
            touched.extend(regions.iter());
            for region in &regions {
                let committed = ddm.regions.committed(region);
                if ddm.outgoing.bounds(region) != committed {
                    ddm.outgoing.set_bounds(region, committed.cloned(), fdd);
                    moved.insert(region);
                }
            }
            let of = (class, attribute);
            let subscribers = Subscribers::Peers(roster);
            ddm.outgoing
                .associate(object, of, regions, fdd, subscribers);
        }
        self.tell_update_regions(&moved, &touched, Some(object), out);
    }

    /// Instances whose scope a region of an own subscription reaches with these bounds.
    fn reached_by_own(
        &self,
        region: hyla_types::RegionHandle,
        bounds: &hyla_types::Region,
        objects: &mut BTreeSet<ObjectInstanceHandle>,
    ) {
        for (class, attribute) in self.declarations.own().uses_of(region) {
            self.ddm
                .incoming
                .reached_by(class, attribute, bounds, &self.fdd, objects);
        }
    }

    /// Attributes in scope of these instances; none of unknown instances.
    pub(super) fn scopes_of(
        &self,
        objects: BTreeSet<ObjectInstanceHandle>,
    ) -> Vec<(ObjectInstanceHandle, AttributeHandleSet)> {
        objects
            .into_iter()
            .map(|object| (object, self.in_scope(object)))
            .collect()
    }

    /// Reports scope changes, and checks instances that are not known.
    pub(super) fn tell_changed_scopes(
        &self,
        before: Vec<(ObjectInstanceHandle, AttributeHandleSet)>,
        queue: &mut CallbackQueue,
    ) {
        for (object, earlier) in before {
            if self.objects.known(object).is_none() {
                queue.push_item(Item::Rediscover(object));
                continue;
            }
            for callback in self.scope_changes(object, &earlier) {
                queue.push(callback);
            }
        }
    }
}
