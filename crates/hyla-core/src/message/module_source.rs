//! Source of an FOM module.

use serde::{Deserialize, Serialize};

/// A FOM or MIM module on its way to the RTI.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ModuleSource {
    /// Name of the module, given by the federate.
    pub designator: String,
    /// The file's content.
    #[serde(with = "super::shared::whole_bytes")]
    pub content: Vec<u8>,
}
