//! Instances whose deletion is scheduled.

use hyla_types::LogicalTime;
use serde::{Deserialize, Serialize};

use crate::object::Instance;

/// An instance that its deleter may still bring back. The RTI knows of it: if the deleter is lost, nobody can.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Doomed {
    pub(crate) instance: Instance,
    pub(crate) time: LogicalTime,
    pub(crate) tag: Vec<u8>,
}
