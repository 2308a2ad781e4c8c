//! Sequences and strings with a bound.

use std::fmt;
use std::ops::Deref;

use crate::cdr::{Cdr, Decoder, Encoder, MarshalError};

/// A sequence or string that exceeds its bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{length} elements or characters are more than the bound of {bound}")]
pub struct TooLong {
    /// Its length.
    pub length: usize,
    /// The bound.
    pub bound: usize,
}

/// `sequence<T, N>`: never longer than `N`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BoundedSequence<T, const N: usize>(Vec<T>);

impl<T, const N: usize> Default for BoundedSequence<T, N> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<T, const N: usize> TryFrom<Vec<T>> for BoundedSequence<T, N> {
    type Error = TooLong;

    fn try_from(values: Vec<T>) -> Result<Self, TooLong> {
        let length = values.len();
        if length > N {
            return Err(TooLong { length, bound: N });
        }
        Ok(Self(values))
    }
}

impl<T, const N: usize> BoundedSequence<T, N> {
    /// Its elements.
    pub fn into_inner(self) -> Vec<T> {
        self.0
    }
}

impl<T, const N: usize> Deref for BoundedSequence<T, N> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        &self.0
    }
}

fn within(length: usize, bound: usize) -> Result<(), MarshalError> {
    if length > bound {
        return Err(MarshalError::Bound { length, bound });
    }
    Ok(())
}

impl<T: Cdr, const N: usize> Cdr for BoundedSequence<T, N> {
    const MIN_SIZE: usize = 4;

    fn encode(&self, to: &mut Encoder<'_>) {
        to.sequence(&self.0);
    }

    fn decode(from: &mut Decoder<'_>) -> Result<Self, MarshalError> {
        let mut values = Self::default();
        values.decode_into(from)?;
        Ok(values)
    }

    fn decode_into(&mut self, from: &mut Decoder<'_>) -> Result<(), MarshalError> {
        let length = from.clone().u32()?;
        within(usize::try_from(length).unwrap_or(usize::MAX), N)?;
        from.sequence(&mut self.0)
    }
}

/// `string<N>`: never longer than `N` characters of the agreed code set, counted as octets of UTF-8 here.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BoundedString<const N: usize>(String);

impl<const N: usize> TryFrom<&str> for BoundedString<N> {
    type Error = TooLong;

    fn try_from(text: &str) -> Result<Self, TooLong> {
        let length = text.len();
        if length > N {
            return Err(TooLong { length, bound: N });
        }
        Ok(Self(text.to_owned()))
    }
}

impl<const N: usize> Deref for BoundedString<N> {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

impl<const N: usize> fmt::Display for BoundedString<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self)
    }
}

impl<const N: usize> Cdr for BoundedString<N> {
    const MIN_SIZE: usize = 5;

    fn encode(&self, to: &mut Encoder<'_>) {
        to.string(&self.0);
    }

    fn decode(from: &mut Decoder<'_>) -> Result<Self, MarshalError> {
        let text = from.str()?;
        within(text.len(), N)?;
        from.claim(text.len())?;
        Ok(Self(text.into_owned()))
    }
}
