//! A federate that wants to join.

use hyla_types::Edition;

use super::SessionId;
use super::quota::User;
use super::session::Cut;

/// A federate that asks to join.
pub(super) struct Applicant {
    pub(super) session: SessionId,
    pub(super) user: User,
    pub(super) name: Option<String>,
    pub(super) federate_type: String,
    pub(super) edition: Edition,
    pub(super) addresses: Vec<String>,
    pub(super) host: String,
    pub(super) cut: Option<Cut>,
}
