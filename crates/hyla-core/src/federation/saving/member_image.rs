//! Saved state of a member.

use std::collections::BTreeSet;

use hyla_types::{FederateHandle, TimeImplementation};
use serde::{Deserialize, Serialize};

use crate::ddm::Ddm;
use crate::declaration::{Advisories, Declarations};
use crate::fdd::{Fdd, Switches};
use crate::federation::AnnouncedPoints;
use crate::member::CallbackQueue;
use crate::mom::ManagedImage;
use crate::object::{Instances, SavedObjects};
use crate::ownership::MemberOwnership;
use crate::roster::Roster;
use crate::time::SavedTime;

/// State of a member that its executive does not have.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct MemberImage {
    pub(super) state: MemberState,
    pub(super) managed: ManagedImage,
    /// Messages that had arrived and were not delivered.
    pub(super) queue: CallbackQueue,
}

/// Parts of a member's live state that are moved out and back unchanged, in the order of the file.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct MemberState {
    /// The other members by their places, which other tables refer to.
    pub(super) roster: Roster,
    pub(super) mine: Declarations,
    pub(super) ddm: Ddm,
    pub(super) advisories: Advisories,
    pub(super) instances: Instances,
    pub(super) ownership: MemberOwnership,
    pub(super) departing: BTreeSet<FederateHandle>,
    pub(super) objects: SavedObjects,
    pub(super) time: SavedTime,
    pub(super) switches: Switches,
    pub(super) points: AnnouncedPoints,
}

/// A saved state that has come to a member and was found to be whole.
#[derive(Debug)]
pub(super) struct Prepared {
    pub(super) handle: FederateHandle,
    pub(super) name: String,
    pub(super) fdd: Fdd,
    pub(super) time: TimeImplementation,
    pub(super) image: MemberImage,
}
