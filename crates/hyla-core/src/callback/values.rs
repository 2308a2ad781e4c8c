//! The values of one callback.

use std::ops::Deref;

use hyla_types::{AttributeHandle, ParameterHandle};

/// How many values need no allocation.
const INLINE: usize = 8;

/// Handles that stand for values.
pub trait ValueHandle: Copy {
    /// Filler of unused slots; never visible.
    const UNUSED: Self;
}

impl ValueHandle for AttributeHandle {
    const UNUSED: Self = Self::new(0);
}

impl ValueHandle for ParameterHandle {
    const UNUSED: Self = Self::new(0);
}

/// Handles with the bytes they stand for, in the order sent; reads like a slice. Up to eight pairs
/// need no allocation.
///
/// Unlike the small vectors of common crates it is covariant: a callback without borrowed values can
/// be passed where one with borrowed values is expected.
#[derive(Clone, Debug)]
pub struct ValueList<'a, H> {
    few: [(H, &'a [u8]); INLINE],
    length: usize,
    /// All pairs, once they are more than `few` holds.
    many: Vec<(H, &'a [u8])>,
}

impl<'a, H: ValueHandle> ValueList<'a, H> {
    /// No values.
    #[must_use]
    pub fn new() -> Self {
        Self {
            few: [(H::UNUSED, &[]); INLINE],
            length: 0,
            many: Vec::new(),
        }
    }

    /// Takes all pairs out.
    #[inline]
    pub fn clear(&mut self) {
        self.length = 0;
        self.many.clear();
    }

    /// Adds a pair.
    #[inline]
    pub fn push(&mut self, pair: (H, &'a [u8])) {
        if self.length < INLINE {
            self.few[self.length] = pair;
        } else {
            self.push_further(pair);
        }
        self.length += 1;
    }

    #[cold]
    fn push_further(&mut self, pair: (H, &'a [u8])) {
        if self.length == INLINE {
            self.many.extend(self.few);
        }
        self.many.push(pair);
    }

    /// Keeps the pairs for which `wanted` holds.
    pub fn retain(&mut self, mut wanted: impl FnMut(&(H, &'a [u8])) -> bool) {
        *self = self.iter().copied().filter(|pair| wanted(pair)).collect();
    }
}

impl<'a, H> Deref for ValueList<'a, H> {
    type Target = [(H, &'a [u8])];

    fn deref(&self) -> &Self::Target {
        if self.length <= INLINE {
            &self.few[..self.length]
        } else {
            &self.many
        }
    }
}

impl<H: ValueHandle> Default for ValueList<'_, H> {
    fn default() -> Self {
        Self::new()
    }
}

impl<H: PartialEq> PartialEq for ValueList<'_, H> {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl<'a, H: ValueHandle> FromIterator<(H, &'a [u8])> for ValueList<'a, H> {
    fn from_iter<I: IntoIterator<Item = (H, &'a [u8])>>(pairs: I) -> Self {
        let mut list = Self::new();
        pairs.into_iter().for_each(|pair| list.push(pair));
        list
    }
}

impl<'v, 'a, H> IntoIterator for &'v ValueList<'a, H> {
    type Item = &'v (H, &'a [u8]);
    type IntoIter = std::slice::Iter<'v, (H, &'a [u8])>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_keeps_order_beyond_its_inline_places() {
        let bytes: Vec<u8> = (0..20).collect();
        let pairs = || (0..20).map(|i| (AttributeHandle::new(i), &bytes[i as usize..][..1]));

        let list: ValueList<'_, _> = pairs().collect();

        assert!(list.iter().copied().eq(pairs()));
    }

    #[test]
    fn retain_keeps_what_is_wanted() {
        let mut list: ValueList<'_, AttributeHandle> = (0..12)
            .map(|i| (AttributeHandle::new(i), &[][..]))
            .collect();

        list.retain(|(attribute, _)| attribute.raw() % 2 == 0);

        assert_eq!(
            list.iter().map(|(a, _)| a.raw()).collect::<Vec<_>>(),
            [0, 2, 4, 6, 8, 10]
        );
    }
}
