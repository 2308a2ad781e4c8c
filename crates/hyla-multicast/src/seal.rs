//! The keyed checksum of a datagram.
//!
//! SipHash-2-4 over all bytes before it. Whoever lacks the key forges one datagram in 2^64 attempts. It does not hide
//! the content. Replays pass; numbers in the frames make them harmless.

use std::fmt;

use siphasher::sip::SipHasher24;

/// Bytes of the seal at the end of each datagram.
pub(crate) const SEAL_BYTES: usize = 8;

/// The secret that all members of a federation share.
#[derive(Clone)]
pub struct Key(SipHasher24);

impl Key {
    /// A key of 128 bits; to be derived from the federation's secret, and different for each execution.
    #[must_use]
    pub fn new(bytes: &[u8; 16]) -> Self {
        Self(SipHasher24::new_with_key(bytes))
    }

    /// Appends the seal.
    pub fn seal(&self, datagram: &mut Vec<u8>) {
        let seal = self.0.hash(datagram);
        datagram.extend_from_slice(&seal.to_le_bytes());
    }

    /// Whether the datagram ends with its seal.
    #[must_use]
    pub fn is_sealed(&self, datagram: &[u8]) -> bool {
        let Some((content, seal)) = datagram.split_last_chunk::<SEAL_BYTES>() else {
            return false;
        };
        // Compared as one number: the time does not depend on how many bytes are right.
        self.0.hash(content) == u64::from_le_bytes(*seal)
    }
}

impl fmt::Debug for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Key")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_datagram_with_any_bit_changed_or_another_key_is_refused() {
        let key = Key::new(&[7; 16]);
        let mut datagram = b"content".to_vec();
        key.seal(&mut datagram);
        assert!(key.is_sealed(&datagram));

        for bit in 0..datagram.len() * 8 {
            let mut forged = datagram.clone();
            forged[bit / 8] ^= 1 << (bit % 8);
            assert!(!key.is_sealed(&forged), "bit {bit}");
        }
        assert!(!Key::new(&[8; 16]).is_sealed(&datagram));
        assert!(!key.is_sealed(&datagram[..7]));
        assert!(!key.is_sealed(&[]));
        assert_eq!(format!("{key:?}"), "Key");
    }
}
