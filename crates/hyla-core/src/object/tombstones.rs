//! Instances that another federate than their registrant deletes.
//!
//! The deleter notifies every member on its own stream, so that its updates come before, and the log
//! notifies them again. Both are ordered neither among each other nor with the remaining frames of the registrant's stream,
//! or of the RTI for a registrant that left, about the instance. When the registrant has the deletion
//! by the log, it states on its own streams that it will not announce the instance again:
//! who has all three words forgets that there was anything.

use std::collections::BTreeMap;

use hyla_types::{FederateHandle, ObjectInstanceHandle};
use serde::{Deserialize, Serialize};

/// Pending deletions.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(crate) struct Tombstones(BTreeMap<ObjectInstanceHandle, Tombstone>);

#[derive(Debug, Serialize, Deserialize)]
struct Tombstone {
    by: FederateHandle,
    /// The deleter's stream has brought it.
    told: bool,
    /// The log has brought it.
    logged: bool,
    /// The registrant's stream will not announce the instance any more.
    sealed: bool,
}

impl Tombstones {
    /// Whether the instance is deleted or about to be: it is not announced nor recorded any more.
    pub(crate) fn contains(&self, object: ObjectInstanceHandle) -> bool {
        self.0.contains_key(&object)
    }

    /// The deleter's stream brings the deletion.
    pub(crate) fn told(&mut self, object: ObjectInstanceHandle, by: FederateHandle) {
        self.entry(object, by).told = true;
    }

    /// The deletion is known of.
    pub(crate) fn expect(&mut self, object: ObjectInstanceHandle, by: FederateHandle) {
        self.entry(object, by);
    }

    /// The log has brought the deletion, and earlier frames have been handled.
    pub(crate) fn logged(&mut self, object: ObjectInstanceHandle, by: FederateHandle) {
        self.entry(object, by).logged = true;
    }

    /// The registrant's stream states that it will not announce the instance any more.
    pub(crate) fn sealed(&mut self, object: ObjectInstanceHandle, by: FederateHandle) {
        self.entry(object, by).sealed = true;
    }

    /// Whether the registrant has said, or has to say, no more of the instance.
    pub(crate) fn is_sealed(&self, object: ObjectInstanceHandle) -> bool {
        self.0
            .get(&object)
            .is_some_and(|tombstone| tombstone.sealed)
    }

    /// Federate that has deleted the instance.
    pub(crate) fn deleter(&self, object: ObjectInstanceHandle) -> Option<FederateHandle> {
        self.0.get(&object).map(|tombstone| tombstone.by)
    }

    /// Deleted instances for which `which` holds.
    pub(crate) fn of(
        &self,
        which: impl Fn(ObjectInstanceHandle) -> bool,
    ) -> Vec<ObjectInstanceHandle> {
        self.0
            .keys()
            .copied()
            .filter(|object| which(*object))
            .collect()
    }

    /// Deletions by a federate that the log has and that its stream has not brought although its census is complete: they count
    /// as brought, if `which` holds.
    pub(crate) fn untold(
        &mut self,
        by: FederateHandle,
        which: impl Fn(ObjectInstanceHandle) -> bool,
    ) -> Vec<ObjectInstanceHandle> {
        let untold = self.0.iter_mut();
        untold
            .filter(|(object, t)| t.by == by && t.logged && !t.told && which(**object))
            .map(|(object, tombstone)| {
                tombstone.told = true;
                *object
            })
            .collect()
    }

    fn entry(&mut self, object: ObjectInstanceHandle, by: FederateHandle) -> &mut Tombstone {
        self.0.entry(object).or_insert(Tombstone {
            by,
            told: false,
            logged: false,
            sealed: false,
        })
    }

    /// The stream of that federate has ended: deletions that it did not bring count as brought, if `which`
    /// holds.
    pub(crate) fn stream_ended(
        &mut self,
        by: FederateHandle,
        which: impl Fn(ObjectInstanceHandle) -> bool,
    ) -> Vec<ObjectInstanceHandle> {
        let untold = self.0.iter_mut();
        untold
            .filter(|(object, t)| t.by == by && !t.told && which(**object))
            .map(|(object, tombstone)| {
                tombstone.told = true;
                *object
            })
            .collect()
    }

    /// Drops deletions that cannot be contradicted any more: deleter and log have brought them, and the registrant has
    /// nothing more to send.
    pub(crate) fn tidy(&mut self, is_silent: impl Fn(FederateHandle) -> bool) {
        self.0
            .retain(|object, t| !t.is_over(|| is_silent(object.registrant())));
    }

    /// The same for one instance.
    pub(crate) fn tidy_one(
        &mut self,
        object: ObjectInstanceHandle,
        is_silent: impl Fn(FederateHandle) -> bool,
    ) {
        let over = |t: &Tombstone| t.is_over(|| is_silent(object.registrant()));
        if self.0.get(&object).is_some_and(over) {
            self.0.remove(&object);
        }
    }
}

impl Tombstone {
    fn is_over(&self, is_silent: impl Fn() -> bool) -> bool {
        self.told && self.logged && (self.sealed || is_silent())
    }
}
