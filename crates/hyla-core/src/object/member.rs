//! A member's state of object instances.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use hyla_types::{AttributeHandleSet, FederateHandle, ObjectClassHandle, ObjectInstanceHandle};
use serde::{Deserialize, Serialize};

use super::absent::Existence;
use super::instance::{Instance, Instances};
use super::memo::Memo;
use super::names::Reservation;
use super::tombstones::Tombstones;
use super::transportation_choices::TransportationChoices;
use crate::roster::Slot;

/// Object management of a joined federate. Its parts are open to this folder only; other clauses ask for instances by the
/// methods below.
#[derive(Debug, Default)]
pub(crate) struct MemberObjects {
    pub(super) instances: Instances,
    pub(super) tombstones: Tombstones,
    /// Instances of others that this federate has deleted, until the log says so, with the tags.
    pub(super) deleting: BTreeMap<ObjectInstanceHandle, Vec<u8>>,
    /// Instances of which others spoke before their registrants.
    pub(super) existence: Existence,
    /// Names that the RTI has not decided on, by the numbers of the requests.
    pub(super) asked_names: BTreeMap<u32, Reservation>,
    pub(super) reserved_names: BTreeSet<String>,
    pub(super) transportation: TransportationChoices,
    /// Results of the last updates and reflections.
    pub(super) memo: Memo,
    /// Room for a message that goes to several members.
    pub(super) frame: Vec<u8>,
}

/// Its saved part, besides the instances: these have their own position in the image.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct SavedObjects {
    tombstones: Tombstones,
    deleting: BTreeMap<ObjectInstanceHandle, Vec<u8>>,
    asked_names: BTreeMap<u32, Reservation>,
    reserved_names: BTreeSet<String>,
    transportation: TransportationChoices,
}

impl MemberObjects {
    /// Moves out what a save keeps, until [`Self::put_saved`].
    pub(crate) fn take_saved(&mut self) -> (Instances, SavedObjects) {
        let Self {
            instances,
            tombstones,
            deleting,
            // Asked anew by everyone.
            existence: _,
            asked_names,
            reserved_names,
            transportation,
            // Worked out from the rest.
            memo: _,
            frame: _,
        } = self;
        let saved = SavedObjects {
            tombstones: std::mem::take(tombstones),
            deleting: std::mem::take(deleting),
            asked_names: std::mem::take(asked_names),
            reserved_names: std::mem::take(reserved_names),
            transportation: std::mem::take(transportation),
        };
        (std::mem::take(instances), saved)
    }

    /// Puts what a save has kept in force.
    pub(crate) fn put_saved(&mut self, instances: Instances, saved: SavedObjects) {
        let SavedObjects {
            tombstones,
            deleting,
            asked_names,
            reserved_names,
            transportation,
        } = saved;
        self.instances = instances;
        self.tombstones = tombstones;
        self.deleting = deleting;
        self.asked_names = asked_names;
        self.reserved_names = reserved_names;
        self.transportation = transportation;
    }

    /// Forgets questions to registrants: a restore leaves them unanswered.
    pub(crate) fn forget_questions(&mut self) {
        self.existence = Existence::default();
    }

    /// The RTI has applied a declaration of this federate: registrants may announce further instances.
    pub(crate) fn expect_announcements(&mut self) {
        self.existence.forget_unannounced();
    }

    /// A change on which the destination or meaning of an update may depend.
    #[inline]
    pub(crate) fn forget_routes(&mut self) {
        self.memo.forget();
    }

    /// Whether anybody subscribes `HLAtimeManagerState`, if that was asked since the last change.
    pub(crate) fn time_state_is_subscribed(&self) -> Option<bool> {
        self.memo.time_state
    }

    /// Somebody subscribes it, or nobody does.
    pub(crate) fn remember_time_state(&mut self, is_subscribed: bool) {
        self.memo.time_state = Some(is_subscribed);
    }

    /// The member left and its place will be used again.
    pub(crate) fn forget_member(&mut self, slot: Slot, federate: FederateHandle) {
        self.instances.forget_announcements(slot);
        self.existence.forget_member(federate);
    }

    /// Something is sent by another transportation type from now on.
    pub(crate) fn note_transportation_change(&mut self) {
        self.transportation.note_change();
    }

    /// Number of the instances of which there is a record.
    pub(crate) fn len(&self) -> usize {
        self.instances.len()
    }

    pub(crate) fn record(&self, object: ObjectInstanceHandle) -> Option<&Instance> {
        self.instances.record(object)
    }

    pub(crate) fn record_mut(&mut self, object: ObjectInstanceHandle) -> Option<&mut Instance> {
        self.instances.record_mut(object)
    }

    /// The instance, if the federate knows it.
    pub(crate) fn known(
        &self,
        object: ObjectInstanceHandle,
    ) -> Option<(&Instance, ObjectClassHandle)> {
        self.instances.known(object)
    }

    /// Instances of that name, the newest first.
    pub(crate) fn named<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a Instance> {
        self.instances.named(name)
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &Instance> {
        self.instances.iter()
    }

    /// Handles in order, so that walks over all instances do not depend on hashing.
    pub(crate) fn sorted_where(
        &self,
        wanted: impl Fn(&Instance) -> bool,
    ) -> Vec<ObjectInstanceHandle> {
        self.instances.sorted_where(wanted)
    }

    /// A record of an instance that is there again.
    pub(crate) fn insert(&mut self, instance: Instance) {
        self.instances.insert(instance);
    }

    /// The same owned set, shared with the instance before if it had an equal one.
    pub(super) fn shared(&mut self, owned: AttributeHandleSet) -> Arc<AttributeHandleSet> {
        self.instances.shared(owned)
    }
}
