//! Result of reading an encrypted connection.

use std::io;

use crate::CloseReason;

/// Result of reading.
#[derive(Debug)]
pub(super) enum SessionRead {
    /// So many bytes of plain text.
    Bytes(usize),
    /// No plain text yet.
    Nothing,
    /// The peer has closed in order.
    End,
    Failed(io::ErrorKind),
    /// The handshake, or a record, was rejected.
    Rejected(CloseReason),
}
