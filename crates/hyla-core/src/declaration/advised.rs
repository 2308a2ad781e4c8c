//! State of the advisories on a federate's publications, as last reported.

use std::collections::BTreeSet;

use hyla_types::{InteractionClassHandle, ObjectClassHandle};
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

use crate::object::Wanted;

/// State of the advisories on this federate's publications, as last reported.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(crate) struct Advisories {
    pub(super) registration: BTreeSet<ObjectClassHandle>,
    pub(super) interactions: BTreeSet<InteractionClassHandle>,
    /// For each class of which the federate has registered instances.
    pub(super) relevance: FxHashMap<ObjectClassHandle, Wanted>,
}
