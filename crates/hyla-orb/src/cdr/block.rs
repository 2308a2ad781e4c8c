//! Values with a fixed layout, so that many of them are copied in one loop without checks in
//! between.

use crate::cdr::{Decoder, Encoder, MarshalError};

/// A value whose layout is the same at every multiple of [`Block::ALIGN`].
pub trait Block: Sized {
    /// The largest alignment inside, from 1 to 8.
    const ALIGN: usize;
    /// Alignment of the first part.
    const FIRST: usize;
    /// Octets from the start to the end of the last part.
    const SIZE: usize;

    /// Writes it into `to`, which has [`Block::SIZE`] zero octets. `SWAP`: in the other byte order
    /// than this machine's.
    fn put<const SWAP: bool>(&self, to: &mut [u8]);

    /// Reads it from `from`, which has [`Block::SIZE`] octets.
    ///
    /// # Errors
    /// Those of enums.
    fn take<const SWAP: bool>(from: &[u8]) -> Result<Self, MarshalError>;
}

/// Writes a part of a block: `SIZE` octets from `at` on.
#[inline(always)]
pub fn put<T: Block, const SWAP: bool>(value: &T, to: &mut [u8], at: usize) {
    value.put::<SWAP>(&mut to[at..at + T::SIZE]);
}

/// Reads a part of a block.
///
/// # Errors
/// Those of [`Block::take`].
#[inline(always)]
pub fn take<T: Block, const SWAP: bool>(from: &[u8], at: usize) -> Result<T, MarshalError> {
    T::take::<SWAP>(&from[at..at + T::SIZE])
}

impl Encoder<'_> {
    /// Writes one value if it is at an aligned position; otherwise the caller writes its members.
    #[inline]
    pub fn block<T: Block>(&mut self, value: &T) -> bool {
        self.align(T::FIRST);
        if !self.is_aligned(T::ALIGN) {
            return false;
        }
        let swaps = self.swaps();
        let to = self.grow(T::SIZE);
        if swaps {
            value.put::<true>(to);
        } else {
            value.put::<false>(to);
        }
        true
    }

    /// Writes consecutive values; `one` writes those at other positions.
    pub fn blocks<T: Block>(&mut self, values: &[T], one: impl Fn(&T, &mut Self)) {
        let mut values = values;
        while let Some((first, rest)) = values.split_first() {
            self.align(T::FIRST);
            if self.is_aligned(T::ALIGN) && T::SIZE.is_multiple_of(T::ALIGN) {
                break;
            }
            one(first, self);
            values = rest;
        }
        let swaps = self.swaps();
        let to = self.grow(values.len() * T::SIZE);
        for (value, to) in values.iter().zip(to.chunks_exact_mut(T::SIZE)) {
            if swaps {
                value.put::<true>(to);
            } else {
                value.put::<false>(to);
            }
        }
    }
}

impl Decoder<'_> {
    /// Reads one value if it is at an aligned position; otherwise the caller reads its members.
    ///
    /// # Errors
    /// [`MarshalError::End`] and those of enums.
    #[inline]
    pub fn block<T: Block>(&mut self) -> Result<Option<T>, MarshalError> {
        self.align(T::FIRST);
        if !self.is_aligned(T::ALIGN) {
            return Ok(None);
        }
        let swaps = self.swaps();
        let from = self.bytes(T::SIZE)?;
        let value = if swaps {
            T::take::<true>(from)
        } else {
            T::take::<false>(from)
        };
        value.map(Some)
    }

    /// Reads `count` values; `one` reads those at other positions.
    ///
    /// # Errors
    /// [`MarshalError::End`] and those of `one` and of enums.
    pub fn blocks<T: Block>(
        &mut self,
        count: usize,
        into: &mut Vec<T>,
        one: impl Fn(&mut Self) -> Result<T, MarshalError>,
    ) -> Result<(), MarshalError> {
        into.reserve(count);
        let mut left = count;
        while left > 0 {
            self.align(T::FIRST);
            if self.is_aligned(T::ALIGN) && T::SIZE.is_multiple_of(T::ALIGN) {
                break;
            }
            into.push(one(self)?);
            left -= 1;
        }
        let swaps = self.swaps();
        let from = self.bytes(left.saturating_mul(T::SIZE))?;
        for from in from.chunks_exact(T::SIZE) {
            into.push(if swaps {
                T::take::<true>(from)?
            } else {
                T::take::<false>(from)?
            });
        }
        Ok(())
    }
}
