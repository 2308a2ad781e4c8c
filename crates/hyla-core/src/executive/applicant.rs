//! A federate that wants to join.

use hyla_types::Edition;

use super::SessionId;
use super::kept::member_bytes;
use super::quota::Usage;
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

impl Applicant {
    /// Memory of the member that it becomes.
    pub(super) fn usage(&self) -> Usage {
        let addresses = self.addresses.iter().map(|at| &at[..]);
        let name = self.name.as_deref().unwrap_or_default();
        let texts = [name, &self.federate_type, &self.host];
        Usage {
            memory_bytes: member_bytes(addresses.chain(texts)),
            ..Usage::default()
        }
    }
}
