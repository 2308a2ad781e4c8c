//! What holds for the publications of a federate, as far as it was told.

use std::collections::BTreeSet;

use hyla_types::{InteractionClassHandle, ObjectClassHandle};
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

use crate::object::Wanted;

/// What holds for this federate's publications, as far as it was told.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(crate) struct Advisories {
    pub(super) registration: BTreeSet<ObjectClassHandle>,
    pub(super) interactions: BTreeSet<InteractionClassHandle>,
    /// For each class of which the federate has registered instances.
    pub(super) relevance: FxHashMap<ObjectClassHandle, Wanted>,
}
