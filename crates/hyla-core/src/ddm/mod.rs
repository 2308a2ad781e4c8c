//! Data distribution management (1516.1 clause 9): regions, and who overlaps whom.
//!
//! | file | what is there |
//! |---|---|
//! | `regions` | the federate's own regions, and those that came with messages |
//! | `matcher`, `grid` | overlaps of many regions, kept up to date |
//! | `space`, `overlaps`, `interactions` | comparison of update and subscription regions |
//! | `update`, `subscribe`, `send`, `request` | the services |
//! | `routing` | the sender's side: receivers of update regions |
//! | `receiving` | the receiver's side: instances in scope |
//! | `withdrawal` | what other members have to forget |

mod effective;
mod grid;
mod interactions;
mod matcher;
mod overlaps;
mod own_regions;
mod receiving;
mod regions;
mod request;
mod routing;
mod send;
mod space;
mod subscribe;
mod update;
mod withdrawal;
mod withdrawn;

use std::collections::{BTreeMap, BTreeSet};

use hyla_types::{
    AttributeHandle, AttributeHandleSet, ObjectClassHandle, ObjectInstanceHandle, RegionHandle,
    RegionHandleSet,
};
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

pub(crate) use effective::{effective, receives_interaction};
use interactions::InteractionOverlaps;
pub use matcher::Matcher;
pub(crate) use overlaps::Associations;
use overlaps::Overlaps;
use own_regions::Regions;
use space::Party;
pub(crate) use space::Subscribers;

use crate::object::Wanted;
use crate::roster::{MemberSet, Slot};

/// Attributes and the regions to use with them, as services name them.
pub type AttributeRegionPairs = [(AttributeHandleSet, RegionHandleSet)];

/// A member's knowledge of regions.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(crate) struct Ddm {
    regions: Regions,
    /// Own update regions against the subscriptions of the others.
    outgoing: Overlaps,
    /// Update regions of the others against own subscriptions.
    incoming: Overlaps,
    sent_interactions: InteractionOverlaps,
    received_interactions: InteractionOverlaps,
    /// Members that know the bounds of an update region: those whose subscriptions overlap it.
    told: FxHashMap<RegionHandle, MemberSet>,
    /// Members that know which regions an instance has.
    told_associations: FxHashMap<ObjectInstanceHandle, MemberSet>,
    /// Regions and instances that other members have to forget.
    withdrawn: withdrawn::Withdrawn,
    /// Attributes with update regions that this federate has given up, until the log gives them to another.
    given_up: BTreeMap<ObjectInstanceHandle, AttributeHandleSet>,
    /// Relevance of instances with regions, as last reported to the federate.
    relevance: FxHashMap<ObjectInstanceHandle, Wanted>,
}

impl Ddm {
    /// The update regions of an instance, if it has any.
    #[inline]
    pub(crate) fn used_by(&self, object: ObjectInstanceHandle) -> Option<&Associations> {
        self.outgoing.of(object)
    }

    /// Subscriptions of others that overlap these own update regions.
    pub(crate) fn subscriptions_of_others<'a>(
        &'a self,
        at: (ObjectClassHandle, AttributeHandle),
        regions: &'a RegionHandleSet,
    ) -> impl Iterator<Item = &'a Party<ObjectClassHandle>> + 'a {
        self.outgoing.parties(at, regions)
    }

    /// Records the relevance of an instance with regions, as reported to the federate.
    pub(crate) fn note_relevant(&mut self, object: ObjectInstanceHandle, wanted: Wanted) {
        self.relevance.insert(object, wanted);
    }

    /// Takes the recorded relevance of an instance with regions.
    pub(crate) fn take_relevant(&mut self, object: ObjectInstanceHandle) -> Option<Wanted> {
        self.relevance.remove(&object)
    }

    /// Instances that have update regions, or had some when their relevance was reported.
    pub(crate) fn with_regions(&self) -> BTreeSet<ObjectInstanceHandle> {
        let used = self.outgoing.objects().into_iter();
        used.chain(self.relevance.keys().copied()).collect()
    }

    /// The instance is gone.
    pub(crate) fn forget_object(&mut self, object: ObjectInstanceHandle) {
        self.outgoing.forget_object(object);
        self.incoming.forget_object(object);
        self.told_associations.remove(&object);
        self.given_up.remove(&object);
        self.relevance.remove(&object);
    }

    /// The member left and its place will be used again; update regions that it subscribed are
    /// changed.
    pub(crate) fn forget_member(&mut self, slot: Slot) {
        let mut changed = BTreeSet::new();
        self.outgoing.forget_member(slot, &mut changed);
        self.sent_interactions.clear();
        let told = self.told.values_mut();
        told.chain(self.told_associations.values_mut())
            .for_each(|members| members.remove(slot));
        self.withdrawn.forget_member(slot);
    }
}
