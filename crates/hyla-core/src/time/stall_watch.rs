//! Which waits of federates were reported.

use std::collections::BTreeMap;
use std::time::Duration;

use hyla_types::{FederateHandle, LogicalTime};

use crate::executive::RtiNotice;

/// Looks now and then whether somebody has waited too long.
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
