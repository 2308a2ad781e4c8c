//! Synchronization points in progress.

use std::collections::{BTreeMap, BTreeSet};

use hyla_types::FederateHandle;
use serde::{Deserialize, Serialize};

/// A point that not everyone has reached.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct SynchronizationPoint {
    /// Who registered it; unknown after a restore.
    #[serde(skip)]
    pub(super) registrar: Option<FederateHandle>,
    pub(super) tag: Vec<u8>,
    /// Whether federates that join before it is complete take part.
    pub(super) open: bool,
    pub(super) federates: BTreeMap<FederateHandle, PointProgress>,
}

impl SynchronizationPoint {
    /// Whether nobody is on the way to it.
    pub(super) fn is_complete(&self) -> bool {
        let mut progress = self.federates.values();
        progress.all(|it| *it != PointProgress::Moving)
    }
}

/// Progress of a federate to a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum PointProgress {
    /// The point was announced to the federate.
    Moving,
    /// The federate has arrived and waits for the others.
    Arrived {
        /// Whether it did what the point stands for.
        successfully: bool,
    },
}

/// Synchronization points that were announced to the federate and that it has not achieved yet.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(crate) struct AnnouncedPoints(BTreeSet<String>);

impl AnnouncedPoints {
    /// Announces a point to the federate.
    pub(crate) fn announce(&mut self, label: String) {
        self.0.insert(label);
    }

    /// The federate has achieved a point. `false` without an announcement, or if it has achieved the point before.
    pub(super) fn achieve(&mut self, label: &str) -> bool {
        self.0.remove(label)
    }
}
