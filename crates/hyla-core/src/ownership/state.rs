//! A member's state of ownership.

use std::collections::BTreeMap;

use hyla_types::{AttributeHandle, FederateHandle, ObjectInstanceHandle};
use serde::{Deserialize, Serialize};

use super::dealings::{Dealings, InstanceAttribute};
use super::table::OwnershipTable;
use crate::message::LogEvent;

/// Ownership management of a joined federate. Its parts are open to this folder only.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(crate) struct MemberOwnership {
    /// Owners of attributes, as logged.
    pub(super) table: OwnershipTable,
    pub(super) dealings: Dealings,
    /// Former owners of instances that are deleted according to the log, as long as these exist here: messages that the owners
    /// sent before may still be on their way.
    ending: BTreeMap<ObjectInstanceHandle, Vec<FederateHandle>>,
}

impl MemberOwnership {
    /// Ownership in a federation whose log says this.
    pub(crate) fn new(table: OwnershipTable) -> Self {
        Self {
            table,
            dealings: Dealings::default(),
            ending: BTreeMap::new(),
        }
    }

    /// The log says that an instance which exists here is deleted. Call it before [`Self::apply`].
    pub(crate) fn note_deleted(&mut self, object: ObjectInstanceHandle) {
        let gained = self.table.all_who_gained(object);
        if !gained.is_empty() {
            self.ending.insert(object, gained);
        }
    }

    /// Whether what the federate says of an attribute counts: it owns it by a transfer, or has owned it. Registrants need
    /// no transfer.
    pub(crate) fn has_gained(
        &self,
        federate: FederateHandle,
        object: ObjectInstanceHandle,
        attribute: AttributeHandle,
    ) -> bool {
        let ending = || self.ending.get(&object);
        self.table.has_gained(federate, object, attribute)
            || ending().is_some_and(|gained| gained.contains(&federate))
    }

    /// Applies an entry of the log.
    pub(crate) fn apply(&mut self, event: &LogEvent) {
        self.table.apply(event);
    }

    /// The owner that the log says; the outer `None` leaves it to the registration.
    pub(crate) fn owner(
        &self,
        object: ObjectInstanceHandle,
        attribute: AttributeHandle,
    ) -> Option<Option<FederateHandle>> {
        self.table.owner(object, attribute)
    }

    /// Attributes that this federate has asked for and not got yet.
    pub(crate) fn acquiring(&self) -> impl Iterator<Item = &InstanceAttribute> {
        self.dealings.acquiring.keys()
    }

    /// Whether this federate is acquiring anything of the instance.
    pub(crate) fn acquires_of(&self, object: ObjectInstanceHandle) -> bool {
        self.dealings.acquires_of(object)
    }

    /// The instance is gone.
    pub(crate) fn forget(&mut self, object: ObjectInstanceHandle) {
        self.dealings.forget(object);
        self.ending.remove(&object);
    }

    /// The member left: it wants nothing any more.
    pub(crate) fn forget_member(&mut self, federate: FederateHandle) {
        self.dealings.forget_member(federate);
    }
}
