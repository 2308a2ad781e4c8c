//! The sender's side: members that have to know update regions.
//!
//! A member knows the bounds of an update region while its subscriptions overlap it, as the owner
//! sees it; to all others the region overlaps nothing. So a region that moves costs one message to
//! each member that overlaps it, and none to the rest. The announcement of an instance names its regions.

use std::collections::{BTreeMap, BTreeSet};

use hyla_types::{
    AttributeHandle, AttributeHandleSet, FederateHandle, ObjectClassHandle, ObjectInstanceHandle,
    Region, RegionHandle, RegionHandleSet,
};

use super::{Ddm, Subscribers};
use crate::declaration::ClassInterest;
use crate::member::Joined;
use crate::message::{DeclarationChange, data};
use crate::object::Instance;
use crate::outbox::Lanes;
use crate::roster::{MemberSet, Slot};

/// Bytes of a region with four dimensions in a frame, at most.
const PER_REGION: usize = 72;

impl Ddm {
    /// Members whose regional subscriptions overlap one of the regions are added to `members`.
    pub(crate) fn add_overlapping(
        &self,
        instance: &Instance,
        attribute: AttributeHandle,
        regions: &RegionHandleSet,
        members: &mut MemberSet,
    ) {
        let parties = self.outgoing.parties((instance.class, attribute), regions);
        parties
            .filter_map(|party| party.member)
            .for_each(|slot| members.insert(slot));
    }

    /// Whether a regional subscription of the member overlaps one of the regions.
    pub(crate) fn overlaps(
        &self,
        instance: &Instance,
        attribute: AttributeHandle,
        regions: &RegionHandleSet,
        member: Slot,
    ) -> bool {
        self.outgoing
            .parties((instance.class, attribute), regions)
            .any(|party| party.member == Some(member))
    }

    /// Whether the member, which subscribes something of the class, may discover the instance as far
    /// as `me` knows: an attribute that others own counts as overlapping.
    pub(crate) fn may_discover(
        &self,
        instance: &Instance,
        interest: &ClassInterest,
        me: FederateHandle,
        member: Slot,
    ) -> bool {
        let Some(used) = self.outgoing.of(instance.object) else {
            return true;
        };
        interest.attributes().any(|(attribute, interest)| {
            let regions = used.attributes.get(&attribute);
            match regions.filter(|_| instance.owns(me, attribute)) {
                None => interest.members.contains(member),
                Some(regions) => {
                    interest.plain.contains(member)
                        || self.overlaps(instance, attribute, regions, member)
                }
            }
        })
    }

    /// Sends a member the regions of an instance, unless it has them.
    pub(crate) fn tell_associations(
        &mut self,
        object: ObjectInstanceHandle,
        slot: Slot,
        to: FederateHandle,
        out: &mut dyn Lanes,
    ) {
        if self.outgoing.of(object).is_none() {
            return;
        }
        let told = self.told_associations.entry(object).or_default();
        if !told.contains(slot) {
            told.insert(slot);
            self.put_associations(object, to, out);
        }
    }

    pub(super) fn put_associations(
        &self,
        object: ObjectInstanceHandle,
        to: FederateHandle,
        out: &mut dyn Lanes,
    ) {
        let Some(used) = self.outgoing.of(object) else {
            return;
        };
        out.settle_lanes(to);
        out.announce(to, &mut |buffer| {
            let pairs = used.attributes.iter();
            let pairs = pairs.map(|(a, regions)| (AttributeHandleSet::from([*a]), regions));
            data::put_associate(buffer, object, used.class, pairs);
        });
    }

    /// Encodes the bounds of own update regions as they are now.
    pub(crate) fn encoded(&self, regions: &RegionHandleSet) -> Vec<u8> {
        let with_bounds: Vec<(RegionHandle, &Region)> = regions
            .iter()
            .filter_map(|region| Some((region, self.outgoing.bounds(region)?)))
            .collect();
        let mut encoded = Vec::new();
        data::encode_regions(&mut encoded, with_bounds.into_iter());
        encoded
    }
}

impl Joined {
    /// Own update regions moved (`moved`), overlap others than before (`changed`), or belong to other
    /// attributes of an instance (`reassociated`): notifies the members concerned, and announces instances
    /// to members that may discover them now. With new associations, the moved regions that were in no use
    /// before are withdrawn first, so that they cause no discovery.
    pub(super) fn tell_update_regions(
        &mut self,
        moved: &BTreeSet<RegionHandle>,
        changed: &BTreeSet<RegionHandle>,
        reassociated: Option<ObjectInstanceHandle>,
        out: &mut dyn Lanes,
    ) {
        let mut tell: BTreeMap<Slot, Vec<(RegionHandle, Region)>> = BTreeMap::new();
        let mut forget: BTreeMap<Slot, Vec<(RegionHandle, Region)>> = BTreeMap::new();
        let mut newcomers: BTreeSet<(ObjectInstanceHandle, Slot)> = BTreeSet::new();
        let ddm = &mut self.ddm;
        for region in moved.union(changed).copied() {
            let parties = ddm.outgoing.parties_of(region);
            let needed: MemberSet = parties.filter_map(|party| party.member).collect();
            let bounds = ddm.outgoing.bounds(region).cloned().unwrap_or_default();
            let told = ddm.told.remove(&region).unwrap_or_default();
            for slot in needed.iter() {
                let new = !told.contains(slot);
                if new || moved.contains(&region) {
                    tell.entry(slot).or_default().push((region, bounds.clone()));
                }
                // A member that knows the region may overlap it in another of its uses now.
                if new || changed.contains(&region) {
                    let objects = ddm.outgoing.objects_with(region);
                    newcomers.extend(objects.into_iter().map(|object| (object, slot)));
                }
            }
            for slot in told.iter().filter(|slot| !needed.contains(*slot)) {
                let gone = (region, Region::default());
                let unused = reassociated.is_some() && moved.contains(&region);
                let gone_by = if unused { &mut tell } else { &mut forget };
                gone_by.entry(slot).or_default().push(gone);
            }
            if needed.iter().next().is_some() {
                ddm.told.insert(region, needed);
            }
        }
        self.put_bounds(tell, out);
        if let Some(object) = reassociated {
            self.tell_reassociation(object, out);
        }
        for (object, slot) in newcomers {
            if object.registrant() == self.identity.handle() {
                self.announce(object, Some(slot), out);
            } else if let Some(to) = self.roster.at(slot) {
                self.ddm.tell_associations(object, slot, to, out);
            }
        }
        self.put_bounds(forget, out);
    }

    fn put_bounds(&self, told: BTreeMap<Slot, Vec<(RegionHandle, Region)>>, out: &mut dyn Lanes) {
        let together = (out.frame_limit() / PER_REGION).saturating_sub(1).max(1);
        for (slot, regions) in told {
            let Some(to) = self.roster.at(slot) else {
                continue;
            };
            for some in regions.chunks(together) {
                out.settle_lanes(to);
                out.announce(to, &mut |buffer| data::put_bounds(buffer, some));
            }
        }
    }

    /// Members that may know an instance, and those that know its regions.
    pub(super) fn members_with_associations(
        &mut self,
        object: ObjectInstanceHandle,
        class: ObjectClassHandle,
    ) -> MemberSet {
        let announced = self.objects.record(object).map(|it| it.announced().clone());
        let mut members = match announced {
            Some(announced) if object.registrant() == self.identity.handle() => announced,
            _ => {
                let interest = self
                    .declarations
                    .interest_in_class(class, &self.fdd, &self.roster);
                interest.discoverers.clone()
            }
        };
        if let Some(told) = self.ddm.told_associations.get(&object) {
            members.extend(told);
        }
        members
    }

    /// Notifies members that may know an instance of its new regions.
    fn tell_reassociation(&mut self, object: ObjectInstanceHandle, out: &mut dyn Lanes) {
        let Some(instance) = self.objects.record(object) else {
            return;
        };
        let class = instance.class;
        let own = object.registrant() == self.identity.handle();
        let members = self.members_with_associations(object, class);
        self.ddm.told_associations.remove(&object);
        let used = self.ddm.outgoing.of(object).is_some();
        for slot in members.iter() {
            let Some(to) = self.roster.at(slot) else {
                continue;
            };
            if used {
                self.ddm.put_associations(object, to, out);
            } else {
                out.settle_lanes(to);
                out.announce(to, &mut |buffer| {
                    data::put_associate(buffer, object, class, std::iter::empty());
                });
            }
        }
        if used {
            self.ddm.told_associations.insert(object, members);
        }
        if own {
            self.announce(object, None, out);
        }
    }

    /// A member subscribed something of other members' instances for which this one has regions.
    pub(crate) fn tell_associations_of_others(&mut self, slot: Slot, out: &mut dyn Lanes) {
        let Some(to) = self.roster.at(slot) else {
            return;
        };
        for object in self.ddm.outgoing.objects() {
            let Some(used) = self.ddm.outgoing.of(object) else {
                continue;
            };
            let interest = self
                .declarations
                .interest_in_class(used.class, &self.fdd, &self.roster);
            if object.registrant() != self.identity.handle() && interest.discoverers.contains(slot)
            {
                self.ddm.tell_associations(object, slot, to, out);
            }
        }
    }

    /// After a change of a member's declarations: sends it the update regions that it overlaps now. Returns the
    /// instances whose regions overlap others than before.
    pub(crate) fn follow_peer(
        &mut self,
        slot: Slot,
        change: &DeclarationChange,
        out: &mut dyn Lanes,
    ) -> BTreeSet<ObjectInstanceHandle> {
        let Self { ddm, fdd, .. } = self;
        let mut changed = BTreeSet::new();
        ddm.outgoing.follow(Some(slot), change, fdd, &mut changed);
        ddm.sent_interactions.follow(Some(slot), change, fdd);
        self.tell_update_regions(&BTreeSet::new(), &changed, None, out);
        self.objects_with(&changed)
    }

    /// Repeats update regions to a member; earlier messages may have been lost.
    pub(crate) fn tell_regions_again(&self, to: FederateHandle, out: &mut dyn Lanes) {
        let Some(slot) = self.roster.slot(to) else {
            return;
        };
        let known = |region: &RegionHandle| {
            let told = self.ddm.told.get(region);
            told.is_some_and(|members| members.contains(slot))
        };
        let bounds = self.ddm.outgoing.used_regions().into_iter().map(|region| {
            let bounds = self.ddm.outgoing.bounds(region).filter(|_| known(&region));
            (region, bounds.cloned().unwrap_or_default())
        });
        let bounds: Vec<_> = bounds.collect();
        if !bounds.is_empty() {
            self.put_bounds([(slot, bounds)].into(), out);
        }
        for object in self.ddm.outgoing.objects() {
            let told = self.ddm.told_associations.get(&object);
            if told.is_some_and(|members| members.contains(slot)) {
                self.ddm.put_associations(object, to, out);
            }
        }
    }

    /// The object model changed: what is compared may have, too.
    pub(crate) fn rebuild_overlaps(&mut self, out: &mut dyn Lanes) {
        let Self {
            ddm,
            fdd,
            roster,
            declarations,
            ..
        } = self;
        ddm.outgoing.rebuild(fdd, Subscribers::Peers(roster));
        ddm.incoming
            .rebuild(fdd, Subscribers::Me(declarations.own()));
        ddm.sent_interactions.clear();
        ddm.received_interactions.clear();
        let all = ddm.outgoing.used_regions();
        self.tell_update_regions(&BTreeSet::new(), &all, None, out);
    }

    /// Instances with an attribute that has one of these own update regions.
    pub(crate) fn objects_with(
        &self,
        regions: &BTreeSet<RegionHandle>,
    ) -> BTreeSet<ObjectInstanceHandle> {
        let objects = |region: &RegionHandle| self.ddm.outgoing.objects_with(*region);
        regions.iter().flat_map(objects).collect()
    }
}
