//! Withdrawal of regions that other members know.

use hyla_types::{
    AttributeHandle, AttributeHandleSet, ObjectInstanceHandle, Region, RegionHandle,
    RegionHandleSet,
};

use super::withdrawn::Withdrawn;
use super::{Ddm, Subscribers};
use crate::member::Joined;
use crate::message::data;
use crate::outbox::{Lanes, Outbox};
use crate::roster::MemberSet;

impl Ddm {
    /// An own region is gone.
    pub(super) fn withdraw_region(&mut self, region: RegionHandle) {
        if let Some(told) = self.told.remove(&region) {
            self.withdrawn.regions.push((region, told));
        }
    }

    /// Another federate has deleted an instance, without a notice to all members that know its regions.
    pub(crate) fn withdraw_object(&mut self, object: ObjectInstanceHandle) {
        let told = self.told_associations.remove(&object);
        if let (Some(told), Some(used)) = (told, self.outgoing.of(object)) {
            self.withdrawn.instances.push((object, used.class, told));
        }
    }

    /// The federate gives up attributes. Members whose logs have not come to that would take them to have the default region
    /// without these, so the regions stay until [`Joined::drop_update_regions`].
    pub(crate) fn part(&mut self, object: ObjectInstanceHandle, attributes: &AttributeHandleSet) {
        let Some(used) = self.outgoing.of(object) else {
            return;
        };
        let with_regions = used.attributes.keys().copied();
        let parting: AttributeHandleSet =
            with_regions.filter(|a| attributes.contains(*a)).collect();
        if !parting.is_empty() {
            self.parting.entry(object).or_default().extend(&parting);
        }
    }

    /// The attributes among these that were given up, and are no longer on record as such.
    pub(crate) fn take_parted(
        &mut self,
        object: ObjectInstanceHandle,
        attributes: &AttributeHandleSet,
    ) -> AttributeHandleSet {
        let Some(parting) = self.parting.get_mut(&object) else {
            return AttributeHandleSet::new();
        };
        let parted = parting.intersection(attributes);
        *parting = parting.difference(attributes);
        if parting.is_empty() {
            self.parting.remove(&object);
        }
        parted
    }

    /// Whether the attribute was given up, and the log does not say so yet.
    pub(super) fn is_parting(
        &self,
        object: ObjectInstanceHandle,
        attribute: AttributeHandle,
    ) -> bool {
        let parting = self.parting.get(&object);
        parting.is_some_and(|parting| parting.contains(attribute))
    }

    /// Whether an attribute has the region that was not given up.
    pub(super) fn is_wanted(&self, region: RegionHandle) -> bool {
        let mut users = self.outgoing.users_of(region);
        users.any(|(object, attribute)| !self.is_parting(object, attribute))
    }
}

impl Joined {
    /// The log has given attributes of this federate to another, or to none: its update regions for them are released, and
    /// the next owner starts with the default region. Members whose logs are behind keep the message until they have
    /// the change, too: for them the attributes would have the default region before.
    pub(crate) fn drop_update_regions(
        &mut self,
        object: ObjectInstanceHandle,
        attributes: &AttributeHandleSet,
        out: &mut dyn Outbox,
    ) {
        let Some(used) = self.ddm.outgoing.of(object) else {
            return;
        };
        let class = used.class;
        let mut informed = MemberSet::default();
        let mut dropped = Vec::new();
        for (attribute, regions) in &used.attributes {
            if attributes.contains(*attribute) {
                let told = regions
                    .iter()
                    .filter_map(|region| self.ddm.told.get(&region));
                told.for_each(|members| informed.extend(members));
                dropped.push((*attribute, RegionHandleSet::new()));
            }
        }
        if dropped.is_empty() {
            return;
        }
        if object.registrant() == self.identity.handle() {
            // To members that the regions have kept it from, and with the regions: their logs may be behind, too.
            self.announce(object, None, out);
        }
        informed.extend(&self.members_with_associations(object, class));
        self.tell_position(&informed, out);
        self.set_associations(object, class, dropped, out);
        if self.ddm.outgoing.of(object).is_none() {
            // The relevance of its class counts from now on.
            self.ddm.take_relevant(object);
        }
    }

    /// The federate has deleted an instance locally, and so owns nothing of it: its update regions for it are released. Those of
    /// attributes that it has just given up stay until [`Self::drop_update_regions`].
    pub(crate) fn release_update_regions(&mut self, object: ObjectInstanceHandle) {
        let Self {
            ddm, fdd, roster, ..
        } = self;
        let Some(used) = ddm.outgoing.of(object) else {
            return;
        };
        let class = used.class;
        let attributes = used.attributes.keys().copied();
        let released: Vec<_> = attributes
            .filter(|attribute| !ddm.is_parting(object, *attribute))
            .collect();
        if released.is_empty() {
            return;
        }
        for attribute in released {
            let (of, none) = ((class, attribute), RegionHandleSet::new());
            let subscribers = Subscribers::Peers(roster);
            ddm.outgoing.associate(object, of, none, fdd, subscribers);
        }
        let is_done = ddm.outgoing.of(object).is_none();
        let told = ddm.told_associations.remove(&object);
        if let Some(told) = told {
            if !is_done {
                ddm.told_associations.insert(object, told.clone());
            }
            ddm.withdrawn.instances.push((object, class, told));
        }
        if is_done {
            ddm.take_relevant(object);
        }
    }

    /// Sends the withdrawals. Cheap when there is nothing to send.
    pub(crate) fn tell_withdrawn(&mut self, out: &mut dyn Lanes) {
        let Withdrawn { regions, instances } = &mut self.ddm.withdrawn;
        if regions.is_empty() && instances.is_empty() {
            return;
        }
        let (regions, instances) = (std::mem::take(regions), std::mem::take(instances));
        for (region, members) in regions {
            for to in members.iter().filter_map(|slot| self.roster.at(slot)) {
                let gone = [(region, Region::default())];
                out.settle_lanes(to);
                out.announce(to, &mut |buffer| data::put_bounds(buffer, &gone));
            }
        }
        for (object, class, members) in instances {
            for to in members.iter().filter_map(|slot| self.roster.at(slot)) {
                if self.ddm.outgoing.of(object).is_some() {
                    self.ddm.put_associations(object, to, out);
                    continue;
                }
                out.settle_lanes(to);
                out.announce(to, &mut |buffer| {
                    let none = std::iter::empty::<(AttributeHandleSet, _)>();
                    data::put_associate(buffer, object, class, none);
                });
            }
        }
    }
}
