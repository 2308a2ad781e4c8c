//! Update regions of attributes and the subscriptions that they overlap.
//!
//! A member keeps this twice: its own update regions against the subscriptions of the others (the receivers
//! of its data), and the known update regions of the others against its own
//! subscriptions (the scope).

use std::collections::{BTreeMap, BTreeSet};

use hyla_types::{
    AttributeHandle, FederateHandle, ObjectClassHandle, ObjectInstanceHandle, Region, RegionHandle,
    RegionHandleSet,
};
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

use super::space::{Party, Space, Subscribers};
use crate::declaration::Subscription;
use crate::fdd::Fdd;
use crate::message::DeclarationChange;
use crate::roster::Slot;

/// An attribute of the instances of a class.
type Use = (ObjectClassHandle, AttributeHandle);

/// Regions of the attributes of one instance. An attribute that is not there has the default region.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Associations {
    pub(crate) class: ObjectClassHandle,
    pub(crate) attributes: BTreeMap<AttributeHandle, RegionHandleSet>,
}

#[derive(Debug, Default, Serialize, Deserialize)]
struct Users {
    attributes: BTreeSet<(ObjectInstanceHandle, AttributeHandle)>,
    /// Uses with the number of attributes in each.
    uses: BTreeMap<Use, u32>,
}

/// Update regions, who uses them, and whom they overlap.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(crate) struct Overlaps {
    spaces: FxHashMap<Use, Space<ObjectClassHandle>>,
    bounds: FxHashMap<RegionHandle, Region>,
    associations: FxHashMap<ObjectInstanceHandle, Associations>,
    users: FxHashMap<RegionHandle, Users>,
}

impl Overlaps {
    /// The regions of an instance, if any of its attributes has some.
    pub(crate) fn of(&self, object: ObjectInstanceHandle) -> Option<&Associations> {
        if self.associations.is_empty() {
            return None;
        }
        self.associations.get(&object)
    }

    /// The regions of an attribute; `None` for the default region.
    pub(crate) fn regions(
        &self,
        object: ObjectInstanceHandle,
        attribute: AttributeHandle,
    ) -> Option<&RegionHandleSet> {
        self.of(object)?.attributes.get(&attribute)
    }

    /// Instances with regions, in order.
    pub(crate) fn objects(&self) -> Vec<ObjectInstanceHandle> {
        let mut objects: Vec<_> = self.associations.keys().copied().collect();
        objects.sort_unstable();
        objects
    }

    pub(crate) fn bounds(&self, region: RegionHandle) -> Option<&Region> {
        self.bounds.get(&region)
    }

    pub(crate) fn is_used(&self, region: RegionHandle) -> bool {
        self.users.contains_key(&region)
    }

    /// The attributes of instances that have the region.
    pub(crate) fn users_of(
        &self,
        region: RegionHandle,
    ) -> impl Iterator<Item = (ObjectInstanceHandle, AttributeHandle)> + '_ {
        let users = self.users.get(&region).into_iter();
        users.flat_map(|users| users.attributes.iter().copied())
    }

    /// Regions that some attribute has.
    pub(crate) fn used_regions(&self) -> BTreeSet<RegionHandle> {
        self.users.keys().copied().collect()
    }

    /// Instances with an attribute that has the region, in order.
    pub(crate) fn objects_with(&self, region: RegionHandle) -> BTreeSet<ObjectInstanceHandle> {
        let users = self.users.get(&region);
        let attributes = users.into_iter().flat_map(|u| &u.attributes);
        attributes.map(|(object, _)| *object).collect()
    }

    /// Subscribers that overlap one of the regions in that use; may contain duplicates.
    pub(crate) fn parties<'a>(
        &'a self,
        of: Use,
        regions: &'a RegionHandleSet,
    ) -> impl Iterator<Item = &'a Party<ObjectClassHandle>> {
        let space = self.spaces.get(&of);
        space
            .into_iter()
            .flat_map(move |space| regions.iter().flat_map(|r| space.parties(r)))
    }

    /// Subscribers that overlap the region in any of its uses; may contain duplicates.
    pub(crate) fn parties_of(
        &self,
        region: RegionHandle,
    ) -> impl Iterator<Item = &Party<ObjectClassHandle>> {
        let users = self.users.get(&region);
        users
            .into_iter()
            .flat_map(|users| users.uses.keys())
            .filter_map(|of| self.spaces.get(of))
            .flat_map(move |space| space.parties(region))
    }

    pub(crate) fn space(&self, of: Use) -> Option<&Space<ObjectClassHandle>> {
        self.spaces.get(&of)
    }

    /// From now on these are all regions of the attribute; none for the default region.
    pub(crate) fn associate(
        &mut self,
        object: ObjectInstanceHandle,
        of: Use,
        regions: RegionHandleSet,
        fdd: &Fdd,
        subscribers: Subscribers<'_>,
    ) {
        let (class, attribute) = of;
        let before = self.regions(object, attribute).cloned().unwrap_or_default();
        for region in &before.difference(&regions) {
            self.release(object, of, region);
        }
        let added = regions.difference(&before);
        if regions.is_empty() {
            if let Some(entry) = self.associations.get_mut(&object) {
                entry.attributes.remove(&attribute);
                if entry.attributes.is_empty() {
                    self.associations.remove(&object);
                }
            }
            return;
        }
        let entry = self.associations.entry(object);
        let entry = entry.or_insert_with(|| Associations {
            class,
            attributes: BTreeMap::new(),
        });
        entry.attributes.insert(attribute, regions);
        for region in &added {
            let users = self.users.entry(region).or_default();
            users.attributes.insert((object, attribute));
            let uses = users.uses.entry(of).or_default();
            *uses += 1;
            if *uses == 1 {
                let space = self.spaces.entry(of);
                let space = space.or_insert_with(|| subscribed_space(of, fdd, subscribers));
                let realization = realization(self.bounds.get(&region), of, fdd);
                space.insert_update(region, realization);
            }
        }
    }

    fn release(&mut self, object: ObjectInstanceHandle, of: Use, region: RegionHandle) {
        let Some(users) = self.users.get_mut(&region) else {
            return;
        };
        users.attributes.remove(&(object, of.1));
        if let Some(uses) = users.uses.get_mut(&of) {
            *uses -= 1;
            if *uses == 0 {
                users.uses.remove(&of);
                if let Some(space) = self.spaces.get_mut(&of) {
                    space.remove_update(region);
                }
            }
        }
        if users.attributes.is_empty() {
            self.users.remove(&region);
        }
    }

    /// The instance is gone.
    pub(crate) fn forget_object(&mut self, object: ObjectInstanceHandle) {
        let Some(entry) = self.associations.remove(&object) else {
            return;
        };
        for (attribute, regions) in &entry.attributes {
            for region in regions {
                self.release(object, (entry.class, *attribute), region);
            }
        }
    }

    /// New bounds of an update region; without bounds it overlaps nothing. Whether others overlap now.
    pub(crate) fn set_bounds(
        &mut self,
        region: RegionHandle,
        bounds: Option<Region>,
        fdd: &Fdd,
    ) -> bool {
        let mut changed = false;
        if let Some(users) = self.users.get(&region) {
            for of in users.uses.keys() {
                if let Some(space) = self.spaces.get_mut(of) {
                    changed |= space.move_update(region, realization(bounds.as_ref(), *of, fdd));
                }
            }
        }
        match bounds {
            Some(bounds) => {
                self.bounds.insert(region, bounds);
            }
            None => {
                self.bounds.remove(&region);
            }
        }
        changed
    }

    /// A federate is gone, and with it its regions.
    pub(crate) fn forget_creator(
        &mut self,
        creator: FederateHandle,
        fdd: &Fdd,
        subscribers: Subscribers<'_>,
    ) {
        self.bounds.retain(|region, _| region.creator() != creator);
        let objects = self.objects();
        for object in objects {
            let Some(entry) = self.of(object) else {
                continue;
            };
            let class = entry.class;
            let theirs: Vec<_> = entry
                .attributes
                .iter()
                .filter(|(_, regions)| regions.iter().any(|r| r.creator() == creator))
                .map(|(attribute, regions)| {
                    let rest = regions.iter().filter(|r| r.creator() != creator).collect();
                    (*attribute, rest)
                })
                .collect();
            for (attribute, rest) in theirs {
                self.associate(object, (class, attribute), rest, fdd, subscribers);
            }
        }
    }

    /// A member's regional subscriptions changed; update regions with other parties than before are
    /// added to `changed`.
    pub(crate) fn follow(
        &mut self,
        member: Option<Slot>,
        change: &DeclarationChange,
        fdd: &Fdd,
        changed: &mut BTreeSet<RegionHandle>,
    ) {
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
                let party = Party {
                    member,
                    class: *class,
                    subscription,
                };
                self.each_pair(*class, pairs, fdd, |space, attribute, region| {
                    let realization = realization(regions.get(&region), (*class, attribute), fdd);
                    space.subscribe(region, party, realization, changed);
                });
            }
            Change::UnsubscribeObjectClassWithRegions { class, pairs } => {
                self.each_pair(*class, pairs, fdd, |space, _, region| {
                    space.unsubscribe((member, *class, region), changed);
                });
            }
            Change::CommitRegions { regions } => {
                for ((registered, attribute), space) in &mut self.spaces {
                    let lineage = fdd.object_class(*registered).map(|c| c.lineage.as_slice());
                    for class in lineage.unwrap_or_default() {
                        for (region, bounds) in regions {
                            let key = (member, *class, *region);
                            if space.has(key) {
                                let realization =
                                    realization(Some(bounds), (*class, *attribute), fdd);
                                space.move_subscription(key, realization, changed);
                            }
                        }
                    }
                }
            }
            _ => {}
        }
    }

    fn each_pair(
        &mut self,
        class: ObjectClassHandle,
        pairs: &[(hyla_types::AttributeHandleSet, RegionHandleSet)],
        fdd: &Fdd,
        mut with: impl FnMut(&mut Space<ObjectClassHandle>, AttributeHandle, RegionHandle),
    ) {
        for ((registered, attribute), space) in &mut self.spaces {
            if !fdd.descends(*registered, class) {
                continue;
            }
            let named = pairs.iter().filter(|(set, _)| set.contains(*attribute));
            for region in named.flat_map(|(_, regions)| regions) {
                with(space, *attribute, region);
            }
        }
    }

    /// The member is gone; update regions with other parties than before are added to `changed`.
    pub(crate) fn forget_member(&mut self, member: Slot, changed: &mut BTreeSet<RegionHandle>) {
        for space in self.spaces.values_mut() {
            space.forget_member(member, changed);
        }
    }

    /// Instances with an update region that overlaps a subscription region of `class`.
    pub(crate) fn reached_by(
        &self,
        class: ObjectClassHandle,
        attribute: AttributeHandle,
        bounds: &Region,
        fdd: &Fdd,
        objects: &mut BTreeSet<ObjectInstanceHandle>,
    ) {
        let wanted = realization(Some(bounds), (class, attribute), fdd);
        for ((registered, of), space) in &self.spaces {
            if *of == attribute && fdd.descends(*registered, class) {
                space.search_updates(&wanted, &mut |region| {
                    objects.extend(self.objects_with(region));
                });
            }
        }
    }

    /// Computes everything anew: the object model changed.
    pub(crate) fn rebuild(&mut self, fdd: &Fdd, subscribers: Subscribers<'_>) {
        self.spaces.clear();
        for (region, users) in &self.users {
            for of in users.uses.keys() {
                let space = self.spaces.entry(*of);
                let space = space.or_insert_with(|| subscribed_space(*of, fdd, subscribers));
                space.insert_update(*region, realization(self.bounds.get(region), *of, fdd));
            }
        }
    }
}

/// The realization that is compared for a region; empty for a region without bounds.
fn realization(bounds: Option<&Region>, (class, attribute): Use, fdd: &Fdd) -> Region {
    let available = fdd.available_dimensions(class, attribute);
    bounds
        .map(|bounds| fdd.realize(bounds, &available))
        .unwrap_or_default()
}

/// A use without update regions and with the subscriptions as they are.
fn subscribed_space(of: Use, fdd: &Fdd, subscribers: Subscribers<'_>) -> Space<ObjectClassHandle> {
    let (registered, attribute) = of;
    let mut space = Space::new(&fdd.available_dimensions(registered, attribute));
    let lineage = fdd.object_class(registered).map(|c| c.lineage.as_slice());
    subscribers.each(|member, declarations| {
        for class in lineage.unwrap_or_default() {
            for (region, subscription) in declarations
                .regional(*class, attribute)
                .into_iter()
                .flatten()
            {
                let party = Party {
                    member,
                    class: *class,
                    subscription: *subscription,
                };
                let bounds = declarations.region(*region);
                let realization = realization(bounds, (*class, attribute), fdd);
                space.subscribe(*region, party, realization, &mut Vec::new());
            }
        }
    });
    space
}
