//! Decoding: every access is checked, every error has its offset.

use std::borrow::Cow;

use super::{Decode, Layout};

/// Deepest nesting of values.
pub const MAX_DEPTH: usize = 64;

/// Most elements without bytes in one array, since no length bounds their number.
const MAX_EMPTY_ELEMENTS: usize = 65_536;

/// Why bytes could not be decoded. Offsets count from the first byte of the whole value.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum DecodeError {
    /// The bytes end inside a value.
    #[error("at byte {offset}: expected {expected} of {needed} bytes, found the end after {found}")]
    Truncated {
        /// Start of the value.
        offset: usize,
        /// The value expected.
        expected: Cow<'static, str>,
        /// Bytes needed.
        needed: usize,
        /// Bytes available.
        found: usize,
    },
    /// An element count or a length that the rest of the bytes cannot hold.
    #[error(
        "at byte {offset}: expected a count that fits the remaining {remaining} bytes, found {found}"
    )]
    Count {
        /// Offset of the count.
        offset: usize,
        /// The count.
        found: i64,
        /// Bytes after it.
        remaining: usize,
    },
    /// Bytes that are not a value of the type.
    #[error("at byte {offset}: expected {expected}, found {found}")]
    Value {
        /// Start of the value.
        offset: usize,
        /// The value expected.
        expected: Cow<'static, str>,
        /// The value found.
        found: String,
    },
    /// The value ends before the bytes do.
    #[error("at byte {offset}: expected the end, found {found} more bytes")]
    TrailingBytes {
        /// End of the value.
        offset: usize,
        /// Bytes after it.
        found: usize,
    },
    /// Values are nested too deeply.
    #[error("at byte {offset}: expected at most {MAX_DEPTH} levels of nesting, found more")]
    TooDeep {
        /// Start of the value beyond the limit.
        offset: usize,
    },
}

/// Reads values from bytes and skips the padding between them.
///
/// Offsets count from the first byte. Contents of padding bytes are ignored. Memory for a count is
/// allocated only after the count was checked against the bytes left.
#[derive(Clone, Debug)]
pub struct Decoder<'a> {
    bytes: &'a [u8],
    offset: usize,
    depth: usize,
}

impl<'a> Decoder<'a> {
    /// A decoder at the start of `bytes`.
    #[must_use]
    pub fn new(bytes: &'a [u8]) -> Self {
        Self {
            bytes,
            offset: 0,
            depth: 0,
        }
    }

    /// Bytes read so far, padding included.
    #[must_use]
    #[inline]
    pub fn offset(&self) -> usize {
        self.offset
    }

    /// Bytes that are left.
    #[must_use]
    #[inline]
    pub fn remaining(&self) -> usize {
        self.bytes.len() - self.offset
    }

    /// Reads a value at its octet boundary.
    ///
    /// # Errors
    /// Those of the type, and [`DecodeError::TooDeep`].
    #[inline]
    pub fn value<T: Decode<'a>>(&mut self) -> Result<T, DecodeError> {
        self.nested(|input| {
            input.align(T::OCTET_BOUNDARY)?;
            T::decode_from(input)
        })
    }

    /// Runs `read` one level deeper.
    ///
    /// # Errors
    /// Those of `read`, and [`DecodeError::TooDeep`] beyond [`MAX_DEPTH`].
    #[inline]
    pub fn nested<T>(
        &mut self,
        read: impl FnOnce(&mut Self) -> Result<T, DecodeError>,
    ) -> Result<T, DecodeError> {
        if self.depth >= MAX_DEPTH {
            return Err(DecodeError::TooDeep {
                offset: self.offset,
            });
        }
        self.depth += 1;
        let result = read(self);
        self.depth -= 1;
        result
    }

    /// Skips padding up to the next multiple of `boundary`, a power of two.
    ///
    /// # Errors
    /// [`DecodeError::Truncated`] when the bytes end within the padding.
    #[inline]
    pub fn align(&mut self, boundary: usize) -> Result<(), DecodeError> {
        debug_assert!(boundary.is_power_of_two());
        let padding = self.offset.wrapping_neg() & (boundary - 1);
        self.take(padding, "padding").map(|_| ())
    }

    /// The next `length` bytes, borrowed. `expected` says in an error what they were to be.
    ///
    /// # Errors
    /// [`DecodeError::Truncated`] when fewer are left.
    #[inline]
    pub fn take(&mut self, length: usize, expected: &'static str) -> Result<&'a [u8], DecodeError> {
        let rest = &self.bytes[self.offset..];
        let Some(bytes) = rest.get(..length) else {
            return Err(DecodeError::Truncated {
                offset: self.offset,
                expected: expected.into(),
                needed: length,
                found: rest.len(),
            });
        };
        self.offset += length;
        Ok(bytes)
    }

    /// The next `N` bytes by value. `expected` says in an error what they were to be.
    ///
    /// # Errors
    /// [`DecodeError::Truncated`] when fewer are left.
    #[inline]
    pub fn array<const N: usize>(
        &mut self,
        expected: &'static str,
    ) -> Result<[u8; N], DecodeError> {
        let bytes = self.take(N, expected)?;
        Ok(bytes
            .try_into()
            .expect("take gives exactly as many bytes as asked for"))
    }

    /// The element count of a variable array of `T`.
    ///
    /// # Errors
    /// [`DecodeError::Count`] when it is negative or the bytes left cannot hold so many.
    pub fn count<T: Layout>(&mut self) -> Result<usize, DecodeError> {
        self.count_of(T::MIN_LENGTH)
    }

    /// The element count of a variable array whose elements take at least `min_length` bytes.
    ///
    /// # Errors
    /// As [`Self::count`].
    pub fn count_of(&mut self, min_length: usize) -> Result<usize, DecodeError> {
        self.align(4)?;
        let offset = self.offset;
        let found = i32::from_be_bytes(self.array("an element count")?);
        let remaining = self.remaining();
        let wrong = DecodeError::Count {
            offset,
            found: found.into(),
            remaining,
        };
        let count = usize::try_from(found).map_err(|_| wrong.clone())?;
        let fits = match min_length {
            0 => count <= MAX_EMPTY_ELEMENTS,
            length => count <= remaining / length,
        };
        if fits { Ok(count) } else { Err(wrong) }
    }

    /// Skips what [`Encoder::with_length`](super::Encoder::with_length) wrote and gives a decoder of
    /// the content alone; `None` when the length is zero.
    ///
    /// Offsets in the errors of that decoder count from the first byte of the whole value.
    ///
    /// # Errors
    /// [`DecodeError::Count`] when the length is negative or exceeds the bytes left.
    pub fn with_length(&mut self, boundary: usize) -> Result<Option<Decoder<'a>>, DecodeError> {
        self.align(4)?;
        let offset = self.offset;
        let found = i32::from_be_bytes(self.array("a length in bytes")?);
        if found == 0 {
            // The padding after a zero length may be left out at the end.
            if self.align(boundary).is_err() {
                self.offset = self.bytes.len();
            }
            return Ok(None);
        }
        self.align(boundary)?;
        let remaining = self.remaining();
        match usize::try_from(found) {
            Ok(length) if length <= remaining => {
                let begin = self.offset;
                self.offset += length;
                let bytes = &self.bytes[..self.offset];
                Ok(Some(Decoder {
                    bytes,
                    offset: begin,
                    depth: self.depth,
                }))
            }
            _ => Err(DecodeError::Count {
                offset,
                found: found.into(),
                remaining,
            }),
        }
    }

    /// The alternative `name` of an extendable variant record, from what [`Self::with_length`] gave.
    ///
    /// # Errors
    /// Those of the alternative, and [`DecodeError::Value`] when it was left out.
    #[doc(hidden)]
    pub fn alternative<T: Decode<'a>>(
        content: Option<Decoder<'a>>,
        record: &Decoder<'a>,
        name: &'static str,
    ) -> Result<T, DecodeError> {
        let mut content = match content {
            Some(content) => content,
            None if T::MIN_LENGTH == 0 => Decoder {
                bytes: &[],
                offset: 0,
                depth: record.depth,
            },
            None => return Err(record.wrong_value(4, format!("alternative {name}"), "length 0")),
        };
        let value = content.value()?;
        content.finish(T::OCTET_BOUNDARY)?;
        Ok(value)
    }

    /// Everything that is left.
    pub fn rest(&mut self) -> &'a [u8] {
        let rest = &self.bytes[self.offset..];
        self.offset = self.bytes.len();
        rest
    }

    /// Checks that nothing is left but zero bytes up to the next multiple of `boundary`.
    ///
    /// # Errors
    /// [`DecodeError::TrailingBytes`] otherwise.
    pub fn finish(mut self, boundary: usize) -> Result<(), DecodeError> {
        let offset = self.offset;
        let allowed = offset.wrapping_neg() & (boundary - 1);
        let rest = self.rest();
        if rest.len() <= allowed && rest.iter().all(|&byte| byte == 0) {
            return Ok(());
        }
        Err(DecodeError::TrailingBytes {
            offset,
            found: rest.len(),
        })
    }

    /// A [`DecodeError::Value`] for a value of `length` bytes that was just read.
    #[must_use]
    pub fn wrong_value(
        &self,
        length: usize,
        expected: impl Into<Cow<'static, str>>,
        found: impl ToString,
    ) -> DecodeError {
        DecodeError::Value {
            offset: self.offset.saturating_sub(length),
            expected: expected.into(),
            found: found.to_string(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::decode;
    use super::*;

    #[test]
    fn an_error_says_where_what_was_expected_and_what_was_found() {
        let error = decode::<(u8, i32)>(&[1, 0, 0, 0, 0, 0]).unwrap_err();

        assert_eq!(
            error.to_string(),
            "at byte 4: expected HLAinteger32BE of 4 bytes, found the end after 2"
        );
    }

    #[test]
    fn a_count_is_held_against_the_bytes_that_are_left() {
        let error = decode::<Vec<f64>>(&[0x7f, 0xff, 0xff, 0xff, 0, 0, 0, 0]).unwrap_err();
        assert_eq!(
            error,
            DecodeError::Count {
                offset: 0,
                found: 0x7fff_ffff,
                remaining: 4
            }
        );

        let error = decode::<Vec<u8>>(&[0xff; 4]).unwrap_err();
        assert_eq!(
            error,
            DecodeError::Count {
                offset: 0,
                found: -1,
                remaining: 0
            }
        );
    }

    #[test]
    fn a_count_of_elements_without_bytes_is_bounded_too() {
        let error = decode::<Vec<super::super::Token>>(&[0x7f, 0, 0, 0]).unwrap_err();

        assert!(matches!(error, DecodeError::Count { .. }));
    }

    #[test]
    fn trailing_bytes_are_refused_unless_they_fill_the_value_up() {
        assert_eq!(decode::<Vec<f64>>(&[0; 8]), Ok(Vec::new()));
        assert_eq!(
            decode::<Vec<f64>>(&[0, 0, 0, 0, 0, 0, 0, 1]),
            Err(DecodeError::TrailingBytes {
                offset: 4,
                found: 4
            })
        );
        assert_eq!(
            decode::<u8>(&[1, 0]),
            Err(DecodeError::TrailingBytes {
                offset: 1,
                found: 1
            })
        );
    }

    #[test]
    fn nesting_stops_at_the_limit() {
        fn descend(input: &mut Decoder<'_>) -> Result<(), DecodeError> {
            input.nested(descend)
        }

        assert_eq!(
            descend(&mut Decoder::new(&[])),
            Err(DecodeError::TooDeep { offset: 0 })
        );
    }
}
