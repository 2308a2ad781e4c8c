//! A member's state of ownership.

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
}

impl MemberOwnership {
    /// Ownership in a federation whose log says this.
    pub(crate) fn new(table: OwnershipTable) -> Self {
        Self {
            table,
            dealings: Dealings::default(),
        }
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
    }

    /// The member left: it wants nothing any more.
    pub(crate) fn forget_member(&mut self, federate: FederateHandle) {
        self.dealings.forget_member(federate);
    }
}
