//! Result of reading an encrypted connection.

use std::io;

use crate::CloseReason;

/// Result of reading.
#[derive(Clone, Debug)]
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

/// Reads the socket once; 0 at its end.
///
/// # Errors
/// Nothing has arrived, or an error of the system.
pub(super) fn read_once(
    socket: &mut impl io::Read,
    buffer: &mut [u8],
) -> Result<usize, SessionRead> {
    loop {
        match socket.read(buffer) {
            Ok(count) => return Ok(count),
            Err(error) => match error.kind() {
                io::ErrorKind::Interrupted => {}
                io::ErrorKind::WouldBlock | io::ErrorKind::NotConnected => {
                    return Err(SessionRead::Nothing);
                }
                kind => return Err(SessionRead::Failed(kind)),
            },
        }
    }
}
