//! Order types that a federate has chosen.

use hyla_types::{AttributeHandle, InteractionClassHandle, ObjectClassHandle, OrderType};
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

use crate::fdd::Fdd;
use crate::object::Instance;

/// A federate's deviations from the object model.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct OrderChoices {
    pub(super) interactions: FxHashMap<InteractionClassHandle, OrderType>,
    pub(super) defaults: FxHashMap<(ObjectClassHandle, AttributeHandle), OrderType>,
}

/// The order type that updates of the attribute prefer.
pub(crate) fn order_of(instance: &Instance, fdd: &Fdd, attribute: AttributeHandle) -> OrderType {
    let special = instance.specials();
    special
        .and_then(|special| special.order.get(&attribute).copied())
        .unwrap_or_else(|| fdd.attribute(attribute).order)
}
