//! Members as the others know them, and how they leave.

use hyla_types::{Edition, FederateHandle};
use serde::{Deserialize, Serialize};

use crate::secrets::Token;

/// A joined federate as the others see it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MemberInfo {
    /// Its handle.
    pub handle: FederateHandle,
    /// Its name, unique among the joined.
    pub name: String,
    /// Its type.
    pub federate_type: String,
    /// Edition of the standard that it uses.
    pub edition: Edition,
    /// Addresses at which other members reach it, best first; opaque to the core.
    pub addresses: Vec<String>,
    /// Its secret: for members of the same execution only.
    pub token: Token,
}

/// Why a member is gone.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum LeaveCause {
    /// The member resigned; its earlier frames arrive.
    Resigned,
    /// Its connection was lost.
    Lost(String),
    /// The RTI removed it.
    Removed(String),
}

/// Fate of the attributes that a leaving member owned.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Departure {
    /// Instances that it may delete go; other attributes become unowned.
    Delete,
    /// Everything becomes unowned.
    Divest,
}

/// Fate of the instances that a departed member registered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum DepartedInstances {
    /// Its stream to each member says all that it did; then this happens to the rest.
    Orderly(Departure),
    /// Its streams were cut somewhere, at each member elsewhere: exactly the registrations with these
    /// indices, in ascending order, live on, without an owner.
    CutOff {
        /// Their indices.
        survivors: Vec<u32>,
    },
}

/// Text for a log line about a departure.
impl std::fmt::Display for LeaveCause {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Resigned => f.write_str("resigned"),
            Self::Lost(reason) => write!(f, "lost: {reason}"),
            Self::Removed(reason) => write!(f, "removed: {reason}"),
        }
    }
}
