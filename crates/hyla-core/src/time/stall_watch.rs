//! Reported waits of federates.

use std::collections::BTreeMap;
use std::time::Duration;

use hyla_types::{FederateHandle, LogicalTime};

use crate::executive::RtiNotice;

/// Checks now and then for waits that last too long.
#[derive(Debug, Default)]
pub(crate) struct StallWatch {
    /// How long a wait is too long; `None` for never.
    pub(super) after: Option<Duration>,
    /// When to look next.
    pub(super) next: Option<Duration>,
    /// The waits that were warned of.
    pub(super) told: BTreeMap<FederateHandle, LogicalTime>,
    /// Notices to log.
    pub(super) notices: Vec<RtiNotice>,
}
