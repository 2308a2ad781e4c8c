//! The handshake that opens a TCP channel, sent by both sides before any frame. The called side
//! waits for the caller's: a caller with another protocol gets an answer of its own instead.
//!
//! ```text
//!  0       4         5         6         8
//!  | HYLA  | version | chained | 0    0  |
//! ```

/// Length in bytes.
pub(crate) const HANDSHAKE_BYTES: usize = 8;

/// The handshake of this version.
pub(crate) const HANDSHAKE: [u8; HANDSHAKE_BYTES] = *b"HYLA\x01\0\0\0";

/// The handshake of a caller whose next frame describes the channel's chain of protocol modules.
pub(crate) const CHAINED_HANDSHAKE: [u8; HANDSHAKE_BYTES] = *b"HYLA\x01\x01\0\0";

/// First bytes of a sealed connection, in both directions.
pub(crate) const SEALED_HANDSHAKE: [u8; HANDSHAKE_BYTES] = *b"HYLA\x01\x02\0\0";

/// Answer to a caller that has to encrypt and does not.
pub(crate) const NEEDS_ENCRYPTION: [u8; HANDSHAKE_BYTES] = *b"HYLA\x01\0\0\x01";

/// Collects the peer's handshake from any number of parts.
#[derive(Debug, Default)]
pub(crate) struct Handshake {
    found: [u8; HANDSHAKE_BYTES],
    length: usize,
}

/// Progress of the peer's handshake.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum HandshakeProgress<'a> {
    /// Incomplete.
    NotYet,
    /// Correct; these bytes followed it.
    Right(&'a [u8]),
    /// Correct, and the description of a chain follows; these bytes followed it.
    Chained(&'a [u8]),
    /// Other bytes (zeros where nothing has arrived).
    Wrong([u8; HANDSHAKE_BYTES]),
}

impl Handshake {
    /// Adds arrived bytes. Wrong bytes are reported at once, not after eight.
    pub(crate) fn take<'a>(&mut self, bytes: &'a [u8]) -> HandshakeProgress<'a> {
        let (head, rest) = bytes.split_at(bytes.len().min(HANDSHAKE_BYTES - self.length));
        self.found[self.length..][..head.len()].copy_from_slice(head);
        self.length += head.len();
        let found = &self.found[..self.length];
        if !HANDSHAKE.starts_with(found) && !CHAINED_HANDSHAKE.starts_with(found) {
            return HandshakeProgress::Wrong(self.found);
        }
        match self.found {
            _ if self.length < HANDSHAKE_BYTES => HandshakeProgress::NotYet,
            HANDSHAKE => HandshakeProgress::Right(rest),
            CHAINED_HANDSHAKE => HandshakeProgress::Chained(rest),
            _ => HandshakeProgress::NotYet,
        }
    }

    /// Number of its bytes that have arrived.
    pub(crate) fn arrived(&self) -> usize {
        self.length
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_greeting_may_come_byte_by_byte() {
        let mut greeting = Handshake::default();
        for byte in &HANDSHAKE[..7] {
            assert_eq!(greeting.take(&[*byte]), HandshakeProgress::NotYet);
        }

        assert_eq!(greeting.take(b"\0rest"), HandshakeProgress::Right(b"rest"));
    }

    #[test]
    fn a_greeting_may_say_that_a_chain_follows() {
        let mut greeting = Handshake::default();
        assert_eq!(greeting.take(b"HYLA\x01"), HandshakeProgress::NotYet);

        assert_eq!(
            greeting.take(b"\x01\0\0rest"),
            HandshakeProgress::Chained(b"rest")
        );
    }

    #[test]
    fn a_wrong_greeting_is_shown_as_found() {
        let mut greeting = Handshake::default();

        assert_eq!(
            greeting.take(b"GET / HTTP"),
            HandshakeProgress::Wrong(*b"GET / HT")
        );
    }
}
