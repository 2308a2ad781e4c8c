//! What precedes a message in a group of reliable multicast.

/// Most bits of a mark; the other two say what follows.
const BITS: u32 = 30;
const HAS_AUDIENCE: u32 = 1 << 31;
const HAS_LIST: u32 = 1 << 30;

/// Most bytes of a header without a list.
pub(crate) const HEADER_BYTES: usize = 6;

/// Numbers the points of a stream that messages in a group come after. It begins again after 2³⁰.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Mark(u32);

impl Mark {
    /// From a number on the wire.
    pub(crate) fn new(number: u32) -> Self {
        Self(number & ((1 << BITS) - 1))
    }

    /// As a number on the wire.
    pub(crate) fn number(self) -> u32 {
        self.0
    }

    /// The next one.
    pub(crate) fn next(self) -> Self {
        Self::new(self.0 + 1)
    }

    /// Whether a stream that has passed `passed` has passed this mark, too. Right while fewer than 2²⁹ are under way.
    pub(crate) fn is_passed(self, passed: Self) -> bool {
        Self::new(passed.0.wrapping_sub(self.0)).0 < 1 << (BITS - 1)
    }
}

/// Those of the other members of a group that a message is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct AudienceTag<'f> {
    /// Stands for them, among those of the sender in the group.
    pub(crate) number: u16,
    /// The list, in the first message of the number: [`list_bytes`] bytes, a bit for each member from the lowest on, in the order of
    /// their handles when the group was installed.
    pub(crate) list: Option<&'f [u8]>,
}

/// A header.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct GroupHeader<'f> {
    /// The stream has to pass it first.
    pub(crate) mark: Mark,
    /// `None`: all members.
    pub(crate) audience: Option<AudienceTag<'f>>,
}

/// Bytes of a list in a group of so many members.
pub(crate) fn list_bytes(members: usize) -> usize {
    members.div_ceil(8)
}

/// Whether a list contains the member at that place.
pub(crate) fn is_listed(list: &[u8], place: usize) -> bool {
    list.get(place / 8)
        .is_some_and(|byte| byte >> (place % 8) & 1 == 1)
}

impl<'f> GroupHeader<'f> {
    /// Appends it.
    pub(crate) fn put(&self, buffer: &mut Vec<u8>) {
        let mut first = self.mark.0;
        if let Some(audience) = &self.audience {
            first |= HAS_AUDIENCE;
            if audience.list.is_some() {
                first |= HAS_LIST;
            }
        }
        buffer.extend_from_slice(&first.to_le_bytes());
        if let Some(audience) = &self.audience {
            buffer.extend_from_slice(&audience.number.to_le_bytes());
            buffer.extend_from_slice(audience.list.unwrap_or_default());
        }
    }

    /// Splits a frame in a group of so many members into header and message. `None` if it is too short.
    pub(crate) fn take(frame: &'f [u8], members: usize) -> Option<(Self, &'f [u8])> {
        let (first, mut rest) = frame.split_first_chunk()?;
        let first = u32::from_le_bytes(*first);
        let mark = Mark::new(first);
        let mut audience = None;
        if first & HAS_AUDIENCE != 0 {
            let (number, after) = rest.split_first_chunk()?;
            let number = u16::from_le_bytes(*number);
            rest = after;
            let mut list = None;
            if first & HAS_LIST != 0 {
                let (bits, after) = rest.split_at_checked(list_bytes(members))?;
                list = Some(bits);
                rest = after;
            }
            audience = Some(AudienceTag { number, list });
        }
        Some((Self { mark, audience }, rest))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headers_are_read_as_they_were_written() {
        let list = [0b101, 1];
        for audience in [None, Some((7, None)), Some((u16::MAX, Some(&list[..])))] {
            let header = GroupHeader {
                mark: Mark::new(12),
                audience: audience.map(|(number, list)| AudienceTag { number, list }),
            };
            let mut frame = Vec::new();
            header.put(&mut frame);
            let bytes = frame.len();
            assert!(bytes <= HEADER_BYTES + list.len());
            frame.extend_from_slice(b"message");

            assert_eq!(
                GroupHeader::take(&frame, 9),
                Some((header, &b"message"[..]))
            );
            for cut in 0..bytes {
                assert_eq!(GroupHeader::take(&frame[..cut], 9), None);
            }
        }
        assert!(is_listed(&list, 0) && is_listed(&list, 2) && is_listed(&list, 8));
        assert!(!is_listed(&list, 1) && !is_listed(&list, 9) && !is_listed(&list, 16));
    }

    #[test]
    fn marks_begin_again() {
        let last = Mark::new(u32::MAX);
        assert_eq!(last.next(), Mark::default());
        assert!(last.is_passed(last.next()) && last.is_passed(last));
        assert!(!last.next().is_passed(last));
        assert!(!Mark::new(1).is_passed(Mark::new(0)));
    }
}
