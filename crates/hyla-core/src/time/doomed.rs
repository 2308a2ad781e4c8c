//! Instances whose deletion is scheduled.

use hyla_types::LogicalTime;
use serde::{Deserialize, Serialize};

use crate::object::Instance;

/// An instance whose deletion can still be retracted. The RTI knows the deletion: after a loss of the deleter it is final.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Doomed {
    pub(crate) instance: Instance,
    pub(crate) time: LogicalTime,
    pub(crate) tag: Vec<u8>,
}
