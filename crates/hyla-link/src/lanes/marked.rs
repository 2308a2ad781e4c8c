//! The header of a message in a group of reliable multicast.

/// Flags of the first byte.
const HAS_MARK: u8 = 1;
const HAS_AUDIENCE: u8 = 2;
const HAS_LIST: u8 = 4;

/// Bytes of a mark.
const MARK_BYTES: usize = 8;

/// Most bytes of a header without lists.
const FIXED_BYTES: usize = 1 + MARK_BYTES + 2;

/// A point in the streams to some members that a message, and all later ones in its group, come after there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Barrier<'f> {
    /// Number of the point; it grows.
    pub(crate) mark: u64,
    /// List of the members whose streams have the point; see [`AudienceTag::list`].
    pub(crate) waiting: &'f [u8],
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
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct GroupHeader<'f> {
    /// The first message in the group after others on streams.
    pub(crate) barrier: Option<Barrier<'f>>,
    /// `None`: all members.
    pub(crate) audience: Option<AudienceTag<'f>>,
}

/// Bytes of a list in a group of so many members.
pub(crate) fn list_bytes(members: usize) -> usize {
    members.div_ceil(8)
}

/// Most bytes of a header in a group of so many members.
pub(crate) fn most_header_bytes(members: usize) -> usize {
    FIXED_BYTES + 2 * list_bytes(members)
}

/// Whether a list contains the member at that place.
pub(crate) fn is_listed(list: &[u8], place: usize) -> bool {
    list.get(place / 8)
        .is_some_and(|byte| byte >> (place % 8) & 1 == 1)
}

/// Puts the member at that place on a list, which becomes long enough.
pub(crate) fn put_on_list(list: &mut Vec<u8>, place: usize) {
    if list.len() <= place / 8 {
        list.resize(place / 8 + 1, 0);
    }
    list[place / 8] |= 1 << (place % 8);
}

impl<'f> GroupHeader<'f> {
    /// Appends it. Lists have their full length.
    pub(crate) fn put(&self, buffer: &mut Vec<u8>) {
        let list = self.audience.and_then(|audience| audience.list);
        let flag = |is_set, flag| if is_set { flag } else { 0 };
        buffer.push(
            flag(self.barrier.is_some(), HAS_MARK)
                | flag(self.audience.is_some(), HAS_AUDIENCE)
                | flag(list.is_some(), HAS_LIST),
        );
        if let Some(barrier) = &self.barrier {
            buffer.extend_from_slice(&barrier.mark.to_le_bytes());
            buffer.extend_from_slice(barrier.waiting);
        }
        if let Some(audience) = &self.audience {
            buffer.extend_from_slice(&audience.number.to_le_bytes());
            buffer.extend_from_slice(list.unwrap_or_default());
        }
    }

    /// Splits a frame in a group of so many members into header and message. `None` if it is too short.
    pub(crate) fn take(frame: &'f [u8], members: usize) -> Option<(Self, &'f [u8])> {
        let (flags, mut rest) = frame.split_first()?;
        let mut header = Self::default();
        if flags & HAS_MARK != 0 {
            let (mark, after) = rest.split_first_chunk()?;
            let mark = u64::from_le_bytes(*mark);
            let (waiting, after) = after.split_at_checked(list_bytes(members))?;
            header.barrier = Some(Barrier { mark, waiting });
            rest = after;
        }
        if flags & HAS_AUDIENCE != 0 {
            let (number, after) = rest.split_first_chunk()?;
            let number = u16::from_le_bytes(*number);
            rest = after;
            let mut list = None;
            if flags & HAS_LIST != 0 {
                let (bits, after) = rest.split_at_checked(list_bytes(members))?;
                list = Some(bits);
                rest = after;
            }
            header.audience = Some(AudienceTag { number, list });
        }
        Some((header, rest))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headers_are_read_as_they_were_written() {
        let list = [0b101, 1];
        let waiting = [0, 1];
        let mark = u64::MAX - 1;
        for barrier in [
            None,
            Some(Barrier {
                mark,
                waiting: &waiting,
            }),
        ] {
            for audience in [None, Some((7, None)), Some((u16::MAX, Some(&list[..])))] {
                let audience = audience.map(|(number, list)| AudienceTag { number, list });
                let header = GroupHeader { barrier, audience };
                let mut frame = Vec::new();
                header.put(&mut frame);
                let bytes = frame.len();
                assert!((1..=most_header_bytes(9)).contains(&bytes));
                frame.extend_from_slice(b"message");

                let taken = GroupHeader::take(&frame, 9);
                assert_eq!(taken, Some((header, &b"message"[..])));
                for cut in 0..bytes {
                    assert_eq!(GroupHeader::take(&frame[..cut], 9), None);
                }
            }
        }
    }

    #[test]
    fn lists_have_a_bit_for_each_member() {
        let mut list = Vec::new();
        for place in [0, 2, 8] {
            put_on_list(&mut list, place);
        }
        assert_eq!(list, [0b101, 1]);
        assert!(is_listed(&list, 0) && is_listed(&list, 2) && is_listed(&list, 8));
        assert!(!is_listed(&list, 1) && !is_listed(&list, 9) && !is_listed(&list, 16));
        assert_eq!((list_bytes(8), list_bytes(9)), (1, 2));
    }
}
