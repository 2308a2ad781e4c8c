//! References: what stands in a stream for a long frame that lies in memory of its sender.

/// In place of a frame's length, since no frame is that long.
const MARK: [u8; 4] = [0xff; 4];

/// Bytes of a reference in the stream.
pub(crate) const REFERENCE_BYTES: usize = MARK.len() + 16;

/// Where a frame lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Reference {
    /// Number of the sender's memory.
    pub(crate) region: u32,
    /// Place to give back when the frame is not needed any more.
    pub(crate) slot: u32,
    /// First byte.
    pub(crate) at: u32,
    pub(crate) length: u32,
}

impl Reference {
    /// Whether these bytes of a stream, which begin where a frame would, begin a reference.
    #[inline]
    pub(crate) fn begins(bytes: &[u8]) -> bool {
        bytes.starts_with(&MARK)
    }

    /// The reference that these bytes begin with; `None` if it is incomplete or something else.
    pub(crate) fn read(bytes: &[u8]) -> Option<Self> {
        let numbers = bytes.strip_prefix(&MARK)?;
        let number = |at: usize| {
            let bytes = numbers.get(4 * at..)?.first_chunk()?;
            Some(u32::from_le_bytes(*bytes))
        };
        Some(Self {
            region: number(0)?,
            slot: number(1)?,
            at: number(2)?,
            length: number(3)?,
        })
    }

    /// Its bytes in the stream.
    pub(crate) fn bytes(self) -> [u8; REFERENCE_BYTES] {
        let mut bytes = [0xff; REFERENCE_BYTES];
        let numbers = [self.region, self.slot, self.at, self.length];
        for (into, number) in bytes[MARK.len()..].chunks_exact_mut(4).zip(numbers) {
            into.copy_from_slice(&number.to_le_bytes());
        }
        bytes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reference_reads_back_as_written_and_not_before_it_is_complete() {
        let reference = Reference {
            region: 1,
            slot: 63,
            at: 4096,
            length: u32::MAX,
        };
        let bytes = reference.bytes();

        assert!(Reference::begins(&bytes[..4]));
        assert_eq!(Reference::read(&bytes), Some(reference));
        for length in 0..bytes.len() {
            assert_eq!(Reference::read(&bytes[..length]), None);
        }
        assert!(!Reference::begins(&[0xff, 0xff, 0xff]));
        assert_eq!(Reference::read(&[0; REFERENCE_BYTES]), None);
    }
}
