//! Encoding: appends values and the padding between them.

use super::Encode;

/// Appends values to a buffer and keeps each at its octet boundary.
///
/// Offsets count from where the buffer ended when the encoder was made, so a value can be written
/// behind other content of the buffer.
#[derive(Debug)]
pub struct Encoder<'b> {
    out: &'b mut Vec<u8>,
    start: usize,
}

impl<'b> Encoder<'b> {
    /// An encoder that appends to `out`.
    pub fn new(out: &'b mut Vec<u8>) -> Self {
        let start = out.len();
        Self { out, start }
    }

    /// Bytes written so far, padding included.
    #[must_use]
    #[inline]
    pub fn offset(&self) -> usize {
        self.out.len() - self.start
    }

    /// Appends `value` at its octet boundary.
    #[inline]
    pub fn put<T: Encode + ?Sized>(&mut self, value: &T) {
        self.align(T::OCTET_BOUNDARY);
        value.encode_into(self);
    }

    /// Appends zero bytes up to the next multiple of `boundary`, a power of two.
    #[inline]
    pub fn align(&mut self, boundary: usize) {
        debug_assert!(boundary.is_power_of_two());
        let padding = self.offset().wrapping_neg() & (boundary - 1);
        self.out.resize(self.out.len() + padding, 0);
    }

    /// Appends `bytes` as they are.
    #[inline]
    pub fn bytes(&mut self, bytes: &[u8]) {
        self.out.extend_from_slice(bytes);
    }

    /// Appends the element count of a variable array.
    ///
    /// # Panics
    /// When `count` is above `i32::MAX`: the standard has no encoding for such an array.
    pub fn count(&mut self, count: usize) {
        let count = i32::try_from(count).expect("an array has at most i32::MAX elements");
        self.put(&count);
    }

    /// Appends a length, pads to `boundary` and lets `content` write what has that length.
    ///
    /// The length leaves out the padding before the content. This is the frame of an alternative in
    /// an `HLAextendableVariantRecord`.
    ///
    /// # Panics
    /// When the content is longer than `i32::MAX` bytes.
    pub fn with_length(&mut self, boundary: usize, content: impl FnOnce(&mut Encoder<'_>)) {
        self.align(4);
        let slot = self.out.len();
        self.bytes(&[0; 4]);
        self.align(boundary);
        let begin = self.out.len();
        content(self);
        let length = i32::try_from(self.out.len() - begin).expect("at most i32::MAX bytes");
        self.out[slot..slot + 4].copy_from_slice(&length.to_be_bytes());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn padding_counts_from_where_the_encoder_began() {
        let mut buffer = vec![0xff; 3];

        let mut encoder = Encoder::new(&mut buffer);
        encoder.put(&1_u8);
        encoder.put(&2_i32);

        assert_eq!(encoder.offset(), 8);
        assert_eq!(buffer, [0xff, 0xff, 0xff, 1, 0, 0, 0, 0, 0, 0, 2]);
    }

    #[test]
    fn a_length_leaves_out_the_padding_before_its_content() {
        let mut buffer = Vec::new();

        Encoder::new(&mut buffer).with_length(8, |content| content.bytes(&[7, 7]));

        assert_eq!(buffer, [0, 0, 0, 2, 0, 0, 0, 0, 7, 7]);
    }
}
