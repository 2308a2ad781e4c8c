//! Header of a stream's messages.

/// Bytes of a header.
pub(super) const HEADER_BYTES: usize = 24;

/// The beginning of every value; a filler follows.
///
/// ```text
/// number u64 | time u64 | sender u32 | object u32      little endian
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Header {
    /// Counts the measured messages of this sender and object from 1; 0 during warm-up.
    pub(super) number: u64,
    /// Planned time, on the clock of the host; 0 in untraced messages. Echoes keep the time.
    pub(super) time: u64,
    /// Index of the federate that sends it.
    pub(super) sender: u32,
    /// Index of its object.
    pub(super) object: u32,
}

impl Header {
    /// The value is at least [`HEADER_BYTES`] long.
    pub(super) fn write(self, value: &mut [u8]) {
        value[..8].copy_from_slice(&self.number.to_le_bytes());
        value[8..16].copy_from_slice(&self.time.to_le_bytes());
        value[16..20].copy_from_slice(&self.sender.to_le_bytes());
        value[20..24].copy_from_slice(&self.object.to_le_bytes());
    }

    pub(super) fn read(value: &[u8]) -> Option<Self> {
        let bytes: &[u8; HEADER_BYTES] = value.first_chunk()?;
        Some(Self {
            number: u64::from_le_bytes(bytes[..8].try_into().ok()?),
            time: u64::from_le_bytes(bytes[8..16].try_into().ok()?),
            sender: u32::from_le_bytes(bytes[16..20].try_into().ok()?),
            object: u32::from_le_bytes(bytes[20..].try_into().ok()?),
        })
    }
}

/// How many of `messages`, sent with `objects` in turn, belong to that object.
pub(super) fn share_of(object: u32, messages: u64, objects: u32) -> u64 {
    let objects = u64::from(objects);
    messages / objects + u64::from(u64::from(object) < messages % objects)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_header_is_read_as_it_was_written() {
        let header = Header {
            number: 1 << 50,
            time: 99,
            sender: 3,
            object: 100_000,
        };
        let mut value = [0; 30];

        header.write(&mut value);

        assert_eq!(Header::read(&value), Some(header));
        assert_eq!(Header::read(&value[..23]), None);
    }

    #[test]
    fn shares_of_all_objects_are_all_messages() {
        let shares: Vec<u64> = (0..4).map(|object| share_of(object, 10, 4)).collect();

        assert_eq!(shares, [3, 3, 2, 2]);
    }
}
