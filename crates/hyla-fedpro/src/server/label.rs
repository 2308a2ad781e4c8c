//! What log lines call a session's federate.

/// Names of a federation and a federate in it; `-` for what is not known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Label {
    /// The federation execution.
    pub(crate) federation: String,
    /// The federate.
    pub(crate) federate: String,
}

impl Default for Label {
    fn default() -> Self {
        Self {
            federation: "-".into(),
            federate: "-".into(),
        }
    }
}
