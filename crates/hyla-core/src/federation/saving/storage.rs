//! What the executive wants stored and loaded; the driver of the RTI does it.

use super::SaveFile;
use crate::message::Round;

/// Says to which save or restore a storage request belongs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StorageTicket {
    /// Name of the federation execution.
    pub federation: String,
    /// The label.
    pub label: String,
    pub(crate) execution: u64,
    pub(crate) round: Round,
}

/// Something for the driver of the RTI to do; it answers with
/// [`crate::executive::Rti::handle_storage`].
#[derive(Debug)]
pub enum StorageRequest {
    /// Store a file under the federation's name and the label, in place of an older one, such that
    /// there is always either the older one or the complete new one.
    Store {
        /// For the answer.
        ticket: StorageTicket,
        /// What to store.
        file: SaveFile,
    },
    /// Load that file.
    Load {
        /// For the answer.
        ticket: StorageTicket,
    },
}

/// How a storage request went.
#[derive(Debug)]
pub enum StorageOutcome {
    /// Stored, and safe from a loss of power.
    Stored,
    /// The content of the file.
    Loaded(Vec<u8>),
    /// Neither, and why.
    Failed(String),
}
