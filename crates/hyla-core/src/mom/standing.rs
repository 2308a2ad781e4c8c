//! The MOM instances of a federation execution, as its executive keeps them.

use std::collections::{BTreeMap, BTreeSet};

use hyla_types::{
    AttributeHandle, AttributeHandleSet, FederateHandle, LogicalTime, ObjectClassHandle,
    ObjectInstanceHandle,
};

use crate::executive::{Tally, held_values};

/// The MOM of one federation execution, as its executive keeps it.
#[derive(Debug, Default)]
pub(crate) struct Mom {
    /// `HLARTIversion`.
    pub(super) version: String,
    /// Last announced state of saves and restores.
    pub(super) saves: Saves,
    pub(super) instances: BTreeMap<ObjectInstanceHandle, Standing>,
}

impl Mom {
    /// Memory of the values that members have reported of themselves.
    pub(crate) fn tally(&self, add: Tally<'_>) {
        for standing in self.instances.values() {
            if let Some(federate) = standing.federate {
                add(federate, held_values(standing.values.values()));
            }
        }
    }
}

/// State of its saves and restores.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Saves {
    /// Federates that are not active, with their states.
    pub(super) states: BTreeMap<FederateHandle, i32>,
    pub(super) next: Option<(String, Option<LogicalTime>)>,
    pub(super) last: Option<(String, Option<LogicalTime>)>,
}

/// An instance of the MOM.
#[derive(Debug)]
pub(super) struct Standing {
    pub(super) class: ObjectClassHandle,
    pub(super) name: String,
    /// The federate it represents; `None` for the federation.
    pub(super) federate: Option<FederateHandle>,
    /// Attributes that the RTI owns.
    pub(super) owned: AttributeHandleSet,
    /// Members that know of it.
    pub(super) told: BTreeSet<FederateHandle>,
    /// Members that were restored, and may know of it from a time at which they subscribed its class.
    pub(super) restored: BTreeSet<FederateHandle>,
    /// Values that the member has reported of itself.
    pub(super) values: BTreeMap<AttributeHandle, Vec<u8>>,
    /// Values that the member was asked for and has not sent yet.
    pub(super) asked: AttributeHandleSet,
}
