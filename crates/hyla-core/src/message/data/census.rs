//! The census of a member's instances: ranges of indices.

use super::put::put_number;
use super::reader::{Fault, Reader};

/// Indices of instances, read in place and checked when the frame was decoded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Indices<'a>(&'a [u8]);

/// Appends a census: which instances of the sender exist, by index and in order, of all up to `up_to`.
pub fn put_census(out: &mut Vec<u8>, up_to: u32, there: impl IntoIterator<Item = u32>) {
    let mut ranges: Vec<(u32, u32)> = Vec::new();
    for index in there {
        match ranges.last_mut() {
            Some((first, length)) if *first + *length == index => *length += 1,
            _ => ranges.push((index, 1)),
        }
    }
    out.push(super::CENSUS);
    put_number(out, up_to);
    put_number(out, ranges.len() as u32);
    let mut end = 0;
    for (first, length) in ranges {
        put_number(out, first - end);
        put_number(out, length);
        end = first + length;
    }
}

impl<'a> Indices<'a> {
    pub(super) fn read(r: &mut Reader<'a>) -> Result<Self, Fault> {
        let count = r.number()?;
        let start = r.0;
        let mut end = 0_u32;
        for _ in 0..count {
            let (gap, length) = (r.number()?, r.number()?);
            let after = end.checked_add(gap).and_then(|at| at.checked_add(length));
            end = after.ok_or(Fault::Says("an index in a census exceeds 32 bits"))?;
        }
        Ok(Self(&start[..start.len() - r.0.len()]))
    }

    /// The ranges, each with its end, in order.
    #[must_use]
    pub fn ranges(self) -> Vec<std::ops::Range<u32>> {
        let mut r = Reader(self.0);
        let mut end = 0;
        std::iter::from_fn(|| {
            let first = end + r.number().ok()?;
            end = first + r.number().ok()?;
            Some(first..end)
        })
        .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::super::{DataFrame, decode};
    use super::*;

    fn read(frame: &[u8]) -> (u32, Vec<std::ops::Range<u32>>) {
        match decode(frame) {
            Ok(DataFrame::Census { up_to, there }) => (up_to, there.ranges()),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn a_census_reads_back_as_ranges_of_what_was_written() {
        let mut frame = Vec::new();
        put_census(&mut frame, 900, [1, 2, 3, 7, 500, 501]);

        assert_eq!(read(&frame), (900, vec![1..4, 7..8, 500..502]));
        for length in 0..frame.len() {
            assert!(decode(&frame[..length]).is_err(), "{length} bytes");
        }
    }

    #[test]
    fn a_census_of_nothing_has_no_ranges() {
        let mut frame = Vec::new();
        put_census(&mut frame, 0, []);

        assert_eq!(read(&frame), (0, vec![]));
    }

    #[test]
    fn indices_beyond_32_bits_are_refused() {
        let mut frame = vec![super::super::CENSUS];
        for number in [1, 2, u32::MAX, 0, 1, 0] {
            put_number(&mut frame, number);
        }

        assert!(decode(&frame).is_err());
    }
}
