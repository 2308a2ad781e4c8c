//! Fields of protobuf messages, written from what is borrowed.
//!
//! `prost` writes messages that own their parts. For a callback that comes a hundred thousand times a
//! second, to make such a message costs more than to write it. What is written here is compared with
//! what `prost` reads of it by the tests of [`super::delivery`].

use bytes::BytesMut;

/// A field of type `bytes`, `string` or message.
const WITH_LENGTH: u32 = 2;

/// Target of fields.
pub(super) trait Sink {
    fn put(&mut self, bytes: &[u8]);
}

impl Sink for BytesMut {
    #[inline]
    fn put(&mut self, bytes: &[u8]) {
        self.extend_from_slice(bytes);
    }
}

/// Counts what would be written.
#[derive(Default)]
pub(super) struct Count(pub(super) usize);

impl Sink for Count {
    #[inline]
    fn put(&mut self, bytes: &[u8]) {
        self.0 += bytes.len();
    }
}

/// Bytes of a number.
#[inline]
pub(super) const fn number_length(number: usize) -> usize {
    let bits = usize::BITS - (number | 1).leading_zeros();
    bits.div_ceil(7) as usize
}

/// Bytes of a field with contents of that length. Fields are numbered below 2048.
#[inline]
pub(super) const fn field_length(field: u32, contents: usize) -> usize {
    let key = if field < 16 { 1 } else { 2 };
    key + number_length(contents) + contents
}

/// Bytes of [`boxed`] with a field below 16 and contents of that length.
pub(super) const fn boxed_length(contents: usize) -> usize {
    field_length(1, field_length(1, contents))
}

#[inline]
fn number(out: &mut impl Sink, mut number: usize) {
    while number >= 0x80 {
        out.put(&[number as u8 | 0x80]);
        number >>= 7;
    }
    out.put(&[number as u8]);
}

/// Key and length of a field; the contents follow.
#[inline]
pub(super) fn begin(out: &mut impl Sink, field: u32, contents: usize) {
    number(out, (field << 3 | WITH_LENGTH) as usize);
    number(out, contents);
}

/// A field of type `bytes`; an empty one is left out.
#[inline]
pub(super) fn bytes(out: &mut impl Sink, field: u32, contents: &[u8]) {
    if !contents.is_empty() {
        begin(out, field, contents.len());
        out.put(contents);
    }
}

/// A field whose message holds one field of few bytes: a handle or a time. `field` is below 16.
#[inline]
pub(super) fn boxed<const N: usize>(out: &mut impl Sink, field: u32, contents: [u8; N]) {
    const KEYS: usize = 4;
    const MOST: usize = KEYS + 8;
    const { assert!(N <= MOST - KEYS) };
    let mut whole = [0; MOST];
    whole[0] = (field << 3 | WITH_LENGTH) as u8;
    whole[1] = 2 + N as u8;
    whole[2] = (1 << 3 | WITH_LENGTH) as u8;
    whole[3] = N as u8;
    whole[KEYS..KEYS + N].copy_from_slice(&contents);
    out.put(&whole[..KEYS + N]);
}

/// A field of an enumeration, whose values are small; the first is left out.
#[inline]
pub(super) fn choice(out: &mut impl Sink, field: u32, value: i32) {
    if value != 0 {
        number(out, (field << 3) as usize);
        number(out, value as usize);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_length_of_a_number_is_that_of_its_bytes() {
        for n in [0, 1, 127, 128, 16_383, 16_384, 1 << 28, usize::MAX] {
            let mut count = Count::default();
            number(&mut count, n);

            assert_eq!(count.0, number_length(n), "{n}");
        }
    }

    #[test]
    fn the_length_of_a_field_is_that_of_its_bytes() {
        for (field, contents) in [(1, 1), (15, 127), (16, 128), (38, 70_000)] {
            let mut count = Count::default();
            bytes(&mut count, field, &vec![7; contents]);

            assert_eq!(count.0, field_length(field, contents));
        }
    }
}
