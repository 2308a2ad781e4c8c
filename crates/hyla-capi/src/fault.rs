//! Results of services on the Rust side, and faults of the caller.

use hyla_types::{Exception, ExceptionKind};

/// Result of a service on the Rust side.
pub(crate) type Result<T> = std::result::Result<T, Exception>;

/// A fault of the caller that no other exception names.
pub(crate) fn fault(message: impl Into<String>) -> Exception {
    Exception::new(ExceptionKind::RTIinternalError, message)
}
