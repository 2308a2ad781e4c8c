//! One subscription.

use serde::{Deserialize, Serialize};

use crate::message::Rate;

/// How an attribute is subscribed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Subscription {
    /// Whether it counts for advisories.
    pub active: bool,
    /// Highest rate wanted.
    pub rate: Rate,
}
