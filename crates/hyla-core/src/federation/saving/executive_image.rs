//! Saved state of an executive and of a federation execution.

use std::collections::BTreeMap;

use hyla_types::{FederateHandle, ResignAction, TimeImplementation};
use serde::{Deserialize, Serialize};

use crate::declaration::Declarations;
use crate::federation::{Models, SynchronizationPoint};
use crate::message::MemberRequest;
use crate::object::Registry;
use crate::ownership::ExecutiveOwnership;
use crate::time::Coordinator;

/// State of an executive.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct ExecutiveImage {
    pub(super) models: Models,
    pub(super) time: TimeImplementation,
    pub(super) time_name: String,
    pub(super) members: BTreeMap<FederateHandle, EnrolledImage>,
    pub(super) state: ExecutiveState,
    /// Requests of members that were not dealt with yet.
    pub(super) deferred: Vec<(FederateHandle, MemberRequest)>,
    pub(super) next_handle: u32,
}

/// Parts of an executive's live state that are moved out and back unchanged, in the order of the file.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct ExecutiveState {
    pub(super) registry: Registry,
    pub(super) ownership: ExecutiveOwnership,
    pub(super) points: BTreeMap<String, SynchronizationPoint>,
    pub(super) coordinator: Coordinator,
}

/// A member, as its executive saves it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct EnrolledImage {
    pub(super) name: String,
    pub(super) federate_type: String,
    pub(super) declarations: Declarations,
    pub(super) resign_directive: ResignAction,
    pub(super) registered_up_to: u32,
    pub(super) objects: u64,
}

/// Saved state of a federation.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct FederationImage {
    pub(super) federation: String,
    pub(super) label: String,
    pub(super) executive: ExecutiveImage,
    /// State of each member, encoded.
    pub(super) members: BTreeMap<FederateHandle, Vec<u8>>,
}
