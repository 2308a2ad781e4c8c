//! What members and the RTI say to each other about synchronization points, saves and restores.

use hyla_types::FederateHandleSet;
use serde::{Deserialize, Serialize};

/// What a member asks for in federation management. None of it is answered by number: results come
/// as callbacks.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum FederationRequest {
    /// `registerFederationSynchronizationPoint`.
    RegisterPoint {
        /// The label.
        label: String,
        /// The federate's tag.
        tag: Vec<u8>,
        /// Who has to arrive; empty for everyone.
        set: FederateHandleSet,
    },
    /// `synchronizationPointAchieved`.
    PointAchieved {
        /// The label.
        label: String,
        /// Whether the federate did what the point stands for.
        successfully: bool,
    },
}
