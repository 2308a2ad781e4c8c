//! The receiver's side: known update regions of the others, and the resulting scope.

use std::collections::BTreeMap;

use hyla_types::{
    AttributeHandle, AttributeHandleSet, FederateHandle, ObjectClassHandle, ObjectInstanceHandle,
    RegionHandleSet,
};

use super::Subscribers;
use crate::callback::Callback;
use crate::member::{Joined, Member};
use crate::message::data::{Pairs, SentRegions};
use crate::object::Instance;

impl Member {
    /// Bounds of another member's update regions, from now on. Gives instances that can be discovered by that.
    pub(crate) fn hear_bounds(
        &mut self,
        from: FederateHandle,
        regions: SentRegions<'_>,
    ) -> Vec<ObjectInstanceHandle> {
        let Some(joined) = self.joined.as_deref_mut() else {
            return Vec::new();
        };
        let theirs = || {
            regions
                .iter()
                .filter(|(region, _)| region.creator() == from)
        };
        let incoming = &joined.ddm.incoming;
        let objects = theirs().flat_map(|(region, _)| incoming.objects_with(region));
        let before = joined.scopes_of(objects.collect());
        for (region, bounds) in theirs() {
            let bounds = (!bounds.is_empty()).then_some(bounds);
            joined.ddm.incoming.set_bounds(region, bounds, &joined.fdd);
        }
        self.scopes_changed(before)
    }

    /// All regions of another member for the attributes of an instance, from now on. Gives the instance if it can be
    /// discovered by that.
    pub(crate) fn hear_associations(
        &mut self,
        from: FederateHandle,
        object: ObjectInstanceHandle,
        class: ObjectClassHandle,
        pairs: Pairs<'_>,
    ) -> Vec<ObjectInstanceHandle> {
        let Some(joined) = self.joined.as_deref_mut() else {
            return Vec::new();
        };
        let Some(available) = joined.fdd.object_class(class).map(|c| &c.attributes) else {
            return Vec::new();
        };
        let record = joined.objects.record(object);
        if record.is_some_and(|instance| instance.class != class) {
            return Vec::new();
        }
        let mut now: BTreeMap<AttributeHandle, RegionHandleSet> = BTreeMap::new();
        if let Some(used) = joined.ddm.incoming.of(object) {
            for (attribute, regions) in &used.attributes {
                let others = regions.iter().filter(|r| r.creator() != from).collect();
                now.insert(*attribute, others);
            }
        }
        for (attributes, regions) in pairs.iter() {
            let theirs = regions.handles();
            let theirs: RegionHandleSet = theirs.iter().filter(|r| r.creator() == from).collect();
            for attribute in &attributes.attributes() {
                if available.contains(attribute) {
                    now.entry(attribute).or_default().extend(&theirs);
                }
            }
        }
        let before = joined.scopes_of([object].into());
        let Joined {
            ddm,
            fdd,
            declarations,
            ..
        } = joined;
        for (attribute, regions) in now {
            let subscribers = Subscribers::Me(declarations.own());
            ddm.incoming
                .associate(object, (class, attribute), regions, fdd, subscribers);
        }
        self.scopes_changed(before)
    }

    /// A member is gone: its regions are, too.
    pub(crate) fn forget_regions_of(&mut self, federate: FederateHandle) {
        if let Some(joined) = self.joined.as_deref_mut() {
            let Joined {
                ddm,
                fdd,
                declarations,
                ..
            } = joined;
            let subscribers = Subscribers::Me(declarations.own());
            ddm.incoming.forget_creator(federate, fdd, subscribers);
        }
    }

    /// Queues, before all other callbacks, the scope changes by other members' regions. Returns the instances that can be
    /// discovered now.
    fn scopes_changed(
        &mut self,
        before: Vec<(ObjectInstanceHandle, AttributeHandleSet)>,
    ) -> Vec<ObjectInstanceHandle> {
        let mut discoverable = Vec::new();
        for (object, earlier) in before {
            let Some(joined) = self.joined.as_deref() else {
                break;
            };
            if joined.objects.known(object).is_some() {
                for callback in joined.scope_changes(object, &earlier) {
                    self.queue.follow_up(callback);
                }
            } else if joined.candidate(object).is_some() {
                discoverable.push(object);
            }
        }
        discoverable
    }
}

impl Joined {
    /// The callbacks for what came into scope and went out of it since, if the federate wants them.
    pub(super) fn scope_changes(
        &self,
        object: ObjectInstanceHandle,
        earlier: &AttributeHandleSet,
    ) -> Vec<Callback<'static>> {
        let mut callbacks = Vec::new();
        if !self.switches.attribute_scope_advisory {
            return callbacks;
        }
        let now = self.in_scope(object);
        let attributes = now.difference(earlier);
        if !attributes.is_empty() {
            callbacks.push(Callback::AttributesInScope { object, attributes });
        }
        let attributes = earlier.difference(&now);
        if !attributes.is_empty() {
            callbacks.push(Callback::AttributesOutOfScope { object, attributes });
        }
        callbacks
    }

    /// Whether the owner's update regions of an attribute overlap the federate's subscription of it
    /// at that class.
    pub(crate) fn is_overlapping(
        &self,
        instance: &Instance,
        class: ObjectClassHandle,
        attribute: AttributeHandle,
        owner: FederateHandle,
    ) -> bool {
        if self
            .declarations
            .own()
            .subscription(class, attribute)
            .is_some()
        {
            return true;
        }
        if self.declarations.own().regional(class, attribute).is_none() {
            return false;
        }
        let regions = self.ddm.incoming.regions(instance.object, attribute);
        let theirs: RegionHandleSet = regions
            .into_iter()
            .flatten()
            .filter(|region| region.creator() == owner)
            .collect();
        theirs.is_empty()
            || self
                .ddm
                .incoming
                .parties((instance.class, attribute), &theirs)
                .any(|party| party.class == class)
    }

    /// Handles for the federate of the regions that a message was sent with, if it wants to know
    /// them; their bounds can be asked from now on.
    pub(crate) fn conveyed(&mut self, regions: Option<SentRegions<'_>>) -> Option<RegionHandleSet> {
        let regions = regions.filter(|_| self.switches.convey_region_designator_sets)?;
        for (region, bounds) in regions.iter() {
            self.ddm.regions.convey(region, bounds);
        }
        Some(regions.handles())
    }
}
