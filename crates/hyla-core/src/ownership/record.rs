//! An executive's record of ownership.

use serde::{Deserialize, Serialize};

use hyla_types::FederateHandle;

use super::{OwnershipTable, Transfers};

/// Ownership management of a federation execution. Its parts are open to this folder only.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(crate) struct ExecutiveOwnership {
    pub(super) table: OwnershipTable,
    pub(super) transfers: Transfers,
}

impl ExecutiveOwnership {
    /// The owners as far as the log says them, for a newcomer.
    pub(crate) fn table(&self) -> &OwnershipTable {
        &self.table
    }

    /// Whether the federate has asked for attributes that it has not got.
    pub(crate) fn is_acquiring(&self, federate: FederateHandle) -> bool {
        self.transfers.is_acquiring(federate)
    }

    /// The last member has left: all attributes are unowned.
    pub(crate) fn clear(&mut self) {
        self.table = OwnershipTable::default();
        self.transfers.clear();
    }
}
