//! Transportation types that a federate has chosen.

use hyla_types::{
    AttributeHandle, InteractionClassHandle, InteractionClassHandleSet, ObjectClassHandle,
    TransportationTypeHandle,
};
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

use super::instance::Instance;

/// A federate's deviations from the object model.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(crate) struct TransportationChoices {
    pub(super) interactions: FxHashMap<InteractionClassHandle, TransportationTypeHandle>,
    pub(super) interactions_changing: InteractionClassHandleSet,
    pub(super) defaults: FxHashMap<(ObjectClassHandle, AttributeHandle), TransportationTypeHandle>,
    /// Frames sent by an earlier transportation type have not been fenced off yet.
    #[serde(skip)]
    pub(super) changed: bool,
}

impl TransportationChoices {
    /// Something is sent by another type from now on.
    pub(crate) fn note_change(&mut self) {
        self.changed = true;
    }
}

/// The transportation type that updates of the attribute use.
pub(crate) fn transportation_of(
    instance: &Instance,
    fdd: &crate::fdd::Fdd,
    attribute: AttributeHandle,
) -> TransportationTypeHandle {
    instance
        .specials()
        .and_then(|special| special.transportation.get(&attribute).copied())
        .unwrap_or_else(|| fdd.attribute(attribute).transportation)
}
