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
            self.withdrawn.associations.push((object, used.class, told));
        }
    }

    /// Marks the update regions of given-up attributes. They stay until the log confirms the change: a member with an older log
    /// would otherwise assume the default region.
    pub(crate) fn give_up(
        &mut self,
        object: ObjectInstanceHandle,
        attributes: &AttributeHandleSet,
    ) {
        let Some(used) = self.outgoing.of(object) else {
            return;
        };
        let with_regions = used.attributes.keys().copied();
        let given_up: AttributeHandleSet =
            with_regions.filter(|a| attributes.contains(*a)).collect();
        if !given_up.is_empty() {
            self.given_up.entry(object).or_default().extend(&given_up);
        }
    }

    /// The attributes among these that were given up, and are no longer on record as such.
    pub(crate) fn take_given_up(
        &mut self,
        object: ObjectInstanceHandle,
        attributes: &AttributeHandleSet,
    ) -> AttributeHandleSet {
        let Some(given_up) = self.given_up.get_mut(&object) else {
            return AttributeHandleSet::new();
        };
        let taken = given_up.intersection(attributes);
        *given_up = given_up.difference(attributes);
        if given_up.is_empty() {
            self.given_up.remove(&object);
        }
        taken
    }

    /// Whether the attribute was given up, and the log does not say so yet.
    pub(super) fn is_given_up(
        &self,
        object: ObjectInstanceHandle,
        attribute: AttributeHandle,
    ) -> bool {
        let given_up = self.given_up.get(&object);
        given_up.is_some_and(|given_up| given_up.contains(attribute))
    }

    /// Whether an attribute has the region that was not given up.
    pub(super) fn is_wanted(&self, region: RegionHandle) -> bool {
        let mut users = self.outgoing.users_of(region);
        users.any(|(object, attribute)| !self.is_given_up(object, attribute))
    }
}

impl Joined {
    /// The log says that the attributes have another owner, or none: the update regions of those that this federate has given up
    /// are dropped.
    pub(crate) fn drop_given_up_regions(
        &mut self,
        object: ObjectInstanceHandle,
        attributes: &AttributeHandleSet,
        out: &mut dyn Outbox,
    ) {
        let given_up = self.ddm.take_given_up(object, attributes);
        self.drop_update_regions(object, &given_up, out);
    }

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
            .filter(|attribute| !ddm.is_given_up(object, *attribute))
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
            ddm.withdrawn.associations.push((object, class, told));
        }
        if is_done {
            ddm.take_relevant(object);
        }
    }

    /// Sends the withdrawals. Cheap when there is nothing to send.
    pub(crate) fn tell_withdrawn(&mut self, out: &mut dyn Lanes) {
        let Withdrawn {
            regions,
            associations,
        } = &mut self.ddm.withdrawn;
        if regions.is_empty() && associations.is_empty() {
            return;
        }
        let (regions, associations) = (std::mem::take(regions), std::mem::take(associations));
        for (region, members) in regions {
            for to in members.iter().filter_map(|slot| self.roster.at(slot)) {
                let gone = [(region, Region::default())];
                out.settle_lanes(to);
                out.announce(to, &mut |buffer| data::put_bounds(buffer, &gone));
            }
        }
        for (object, class, members) in associations {
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
