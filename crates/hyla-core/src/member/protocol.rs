//! Violations of the protocol.

use crate::message::DecodeError;

/// The other side broke the protocol.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Protocol(pub String);

impl From<DecodeError> for Protocol {
    fn from(error: DecodeError) -> Self {
        Self(error.0)
    }
}
