//! Datagrams to be sent, laid end to end, so that many leave in one call.

use std::ops::Range;

use crate::secure::{NotSealed, Place, Sealing};

/// Most bytes of one call: the largest datagram, before segmentation.
const CALL_BYTES: usize = 65_000;

/// Datagrams that leave together.
#[derive(Debug, Default)]
pub(crate) struct Batch {
    bytes: Vec<u8>,
    /// End of each datagram.
    ends: Vec<usize>,
}

/// Consecutive datagrams that the system takes as one piece.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Piece {
    /// Their bytes.
    pub(super) bytes: Range<usize>,
    /// Number of datagrams.
    pub(super) count: usize,
    /// Length of each; the last may be shorter.
    pub(super) segment: usize,
}

impl Batch {
    /// Adds a datagram of two parts.
    pub(super) fn push(&mut self, head: &[u8], rest: &[u8]) {
        self.bytes.extend_from_slice(head);
        self.bytes.extend_from_slice(rest);
        self.ends.push(self.bytes.len());
    }

    /// As [`Self::push`], sealed if that is demanded.
    ///
    /// # Errors
    /// The datagram cannot be sealed, and is not added.
    #[inline]
    pub(super) fn push_sealed(
        &mut self,
        sealing: &mut Sealing,
        place: Place,
        parts: [&[u8]; 2],
    ) -> Result<(), NotSealed> {
        sealing.append(place, parts, &mut self.bytes)?;
        self.ends.push(self.bytes.len());
        Ok(())
    }

    /// The datagrams.
    pub(super) fn datagrams(&self) -> impl Iterator<Item = &[u8]> {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        let ranges = starts.zip(&self.ends);
        ranges.map(|(start, end)| &self.bytes[start..*end])
    }

    pub(super) fn clear(&mut self) {
        self.bytes.clear();
        self.ends.clear();
    }

    /// Frees capacity beyond that many bytes.
    pub(super) fn shrink_to(&mut self, bytes: usize) {
        self.bytes.shrink_to(bytes);
    }

    pub(super) fn len(&self) -> usize {
        self.ends.len()
    }

    pub(super) fn byte_count(&self) -> usize {
        self.bytes.len()
    }

    pub(super) fn bytes(&self, of: Range<usize>) -> &[u8] {
        &self.bytes[of]
    }

    /// Datagrams from number `first` that may leave as one piece: of equal length, except for the
    /// last. `None` if there are none.
    pub(super) fn piece(&self, first: usize, at_most: usize) -> Option<Piece> {
        let start = first.checked_sub(1).map_or(0, |before| self.ends[before]);
        let mut end = *self.ends.get(first)?;
        let segment = end - start;
        let mut count = 1;
        while count < at_most
            && let Some(&next) = self.ends.get(first + count)
            && next - end <= segment
            && next - start <= CALL_BYTES
        {
            let shorter = next - end < segment;
            end = next;
            count += 1;
            if shorter {
                break;
            }
        }
        Some(Piece {
            bytes: start..end,
            count,
            segment,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pieces(lengths: &[usize], at_most: usize) -> Vec<(usize, usize)> {
        let mut batch = Batch::default();
        for &length in lengths {
            batch.push(&[1], &vec![2; length - 1]);
        }
        let mut found = Vec::new();
        let mut first = 0;
        while let Some(piece) = batch.piece(first, at_most) {
            first += piece.count;
            found.push((piece.count, piece.segment));
        }
        assert_eq!(first, lengths.len());
        found
    }

    #[test]
    fn equally_long_ones_leave_together_with_one_shorter_at_the_end() {
        assert_eq!(pieces(&[10, 10, 10, 4, 10], 64), [(4, 10), (1, 10)]);
        assert_eq!(pieces(&[4, 10, 10], 64), [(1, 4), (2, 10)]);
        assert_eq!(pieces(&[10, 10, 10], 2), [(2, 10), (1, 10)]);
        assert_eq!(pieces(&[10, 10], 1), [(1, 10), (1, 10)]);
    }

    #[test]
    fn no_piece_is_larger_than_a_datagram_can_be() {
        assert_eq!(pieces(&[40_000, 40_000], 64), [(1, 40_000), (1, 40_000)]);
    }
}
