//! Regions and instances that are gone, and associations that are, with the members that keep something of them.

use hyla_types::{ObjectClassHandle, ObjectInstanceHandle, RegionHandle};
use serde::{Deserialize, Serialize};

use crate::roster::{MemberSet, Slot};

/// Deleted regions and instances, with the members that still have data of them. These members are notified
/// at the next opportunity to send.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(super) struct Withdrawn {
    pub(super) regions: Vec<(RegionHandle, MemberSet)>,
    /// Instances whose associations changed, with the members to inform.
    pub(super) associations: Vec<(ObjectInstanceHandle, ObjectClassHandle, MemberSet)>,
}

impl Withdrawn {
    /// The member left and its place will be used again.
    pub(super) fn forget_member(&mut self, slot: Slot) {
        let regions = self.regions.iter_mut().map(|(_, members)| members);
        let associations = self.associations.iter_mut().map(|(_, _, members)| members);
        regions
            .chain(associations)
            .for_each(|members| members.remove(slot));
    }
}
