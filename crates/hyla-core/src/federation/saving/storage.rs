//! Orders of the executive to store and load; the driver of the RTI carries them out.

use super::SaveFile;
use crate::message::Round;
use crate::secrets::ExecutionId;

/// Says to which save or restore a storage request belongs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StorageTicket {
    /// Name of the federation execution.
    pub federation: String,
    /// The label.
    pub label: String,
    pub(crate) execution: ExecutionId,
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
        /// Content to store.
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

/// A step of storing a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WriteStep {
    /// Make the directory of the file, if it is not there.
    MakeDirectory,
    /// Flush the directories in which that one is listed.
    FlushParent,
    /// Write the content to a file beside the older one.
    WriteBeside,
    /// Flush that file.
    FlushFile,
    /// Rename it: it takes the place of the older one.
    TakePlace,
    /// Flush the directory of the file.
    FlushDirectory,
}

impl WriteStep {
    /// The order in which drivers take the steps: whenever the power fails there is either the older file or the complete new one,
    /// and after the last step it is the new one.
    pub const ORDER: [Self; 6] = [
        Self::MakeDirectory,
        Self::FlushParent,
        Self::WriteBeside,
        Self::FlushFile,
        Self::TakePlace,
        Self::FlushDirectory,
    ];
}
