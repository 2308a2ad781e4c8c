//! The control log, as its executive keeps it.

/// The control log, as far as an executive keeps it: each member keeps what its entries say.
#[derive(Debug, Default)]
pub(crate) struct ControlLog {
    /// Number of the next entry.
    pub(super) next: u64,
}
