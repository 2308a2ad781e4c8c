//! Withdrawal of regions that other members know.

use hyla_types::{AttributeHandleSet, ObjectInstanceHandle, Region, RegionHandle};

use super::Ddm;
use super::withdrawn::Withdrawn;
use crate::member::Joined;
use crate::message::data;
use crate::outbox::Lanes;

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
}

impl Joined {
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
                out.settle_lanes(to);
                out.announce(to, &mut |buffer| {
                    let none = std::iter::empty::<(AttributeHandleSet, _)>();
                    data::put_associate(buffer, object, class, none);
                });
            }
        }
    }
}
