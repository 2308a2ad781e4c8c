//! Names of a session's federate in log lines.

/// Placeholder of an unknown name.
pub(crate) const UNKNOWN: &str = "-";

/// Names of a federation and a federate in it.
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
            federation: UNKNOWN.into(),
            federate: UNKNOWN.into(),
        }
    }
}

impl Label {
    /// Whether it names a federate that has joined.
    pub(crate) fn is_joined(&self) -> bool {
        *self != Self::default()
    }

    /// With this name of the federate, if it is not known yet: federates may leave it to the RTI.
    pub(crate) fn or_federate(mut self, name: impl FnOnce() -> Option<String>) -> Self {
        if self.federate == UNKNOWN {
            self.federate = name().unwrap_or(self.federate);
        }
        self
    }
}
