//! The state of a federation execution, for a member that joins.

use std::sync::Arc;

use hyla_types::TimeImplementation;
use serde::{Deserialize, Serialize};

use super::membership::MemberInfo;
use crate::declaration::Declarations;
use crate::fdd::Fdd;
use crate::ownership::OwnershipTable;
use crate::secrets::{ExecutionId, Token};

/// A member's declarations and address at the moment of a join.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SnapshotMember {
    /// Handle, name and type.
    pub info: MemberInfo,
    /// Its publications and subscriptions.
    pub declarations: Declarations,
    /// How many declarations these came by.
    pub declared: u64,
}

/// The state that a newcomer starts from; the log goes on at `next`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Snapshot {
    /// Name of the federation execution.
    pub federation: String,
    /// Distinguishes executions of the same name.
    pub execution: ExecutionId,
    /// The secret of the newcomer.
    pub token: Token,
    /// Number of the first log entry that the snapshot lacks.
    pub next: u64,
    /// The object model.
    pub fdd: Arc<Fdd>,
    /// The logical time implementation.
    pub time: TimeImplementation,
    /// Name of the time implementation among federates.
    pub time_name: String,
    /// The other members.
    pub members: Vec<SnapshotMember>,
    /// Attributes whose owner is not what their instance's registration says.
    pub ownership: OwnershipTable,
}
