use std::fmt;

/// The number of a message within one direction of a session: 0 to 2³¹-1, then 0 again.
///
/// Each direction counts by itself, and one counter serves all its messages. What stands for "no
/// number" is [`Self::NONE`]; any negative value read from the wire means the same and becomes it.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct SequenceNumber(i32);

impl SequenceNumber {
    /// No number: the marker 0x80000000 of the protocol.
    pub const NONE: Self = Self(i32::MIN);
    /// The first number of a direction, that of the message that starts a session.
    pub const FIRST: Self = Self(0);
    /// The largest number; its successor is 0.
    pub const MAX: Self = Self(i32::MAX);

    /// A number is after another if it is behind by at most this distance; before it if the distance is larger.
    const HALF: u32 = 1 << 30;

    /// The number that a field of the wire holds.
    #[must_use]
    pub const fn from_wire(value: i32) -> Self {
        if value < 0 { Self::NONE } else { Self(value) }
    }

    /// The field of the wire for this number.
    #[must_use]
    pub const fn to_wire(self) -> i32 {
        self.0
    }

    /// Whether this is a number at all.
    #[must_use]
    pub const fn is_valid(self) -> bool {
        self.0 >= 0
    }

    /// The next number; the first one after [`Self::NONE`].
    #[must_use]
    pub const fn next(self) -> Self {
        match self.0 {
            i32::MAX | i32::MIN..0 => Self::FIRST,
            value => Self(value + 1),
        }
    }

    /// Whether this number was given later than `other`, across the wrap-around too.
    ///
    /// Two numbers of a session are never half the range apart: that would take as many messages
    /// without a word from the other side. Any number is after [`Self::NONE`], which is after none.
    #[must_use]
    pub const fn is_after(self, other: Self) -> bool {
        if !self.is_valid() {
            return false;
        }
        if !other.is_valid() {
            return true;
        }
        let distance = (self.0.wrapping_sub(other.0) as u32) & i32::MAX as u32;
        distance != 0 && distance <= Self::HALF
    }

    /// Whether this number lies in the interval, both ends included, which may span the
    /// wrap-around. [`Self::NONE`] lies in no interval, and an interval that it bounds is empty.
    #[must_use]
    pub const fn is_within(self, oldest: Self, newest: Self) -> bool {
        if !self.is_valid() || !oldest.is_valid() || !newest.is_valid() {
            return false;
        }
        if oldest.0 <= newest.0 {
            oldest.0 <= self.0 && self.0 <= newest.0
        } else {
            self.0 <= newest.0 || self.0 >= oldest.0
        }
    }
}

impl fmt::Debug for SequenceNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl fmt::Display for SequenceNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_valid() {
            write!(f, "#{}", self.0)
        } else {
            f.write_str("#none")
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const fn n(value: i32) -> SequenceNumber {
        SequenceNumber::from_wire(value)
    }

    #[test]
    fn the_successor_of_the_largest_number_and_of_none_is_0() {
        assert_eq!(SequenceNumber::MAX.next(), n(0));
        assert_eq!(SequenceNumber::NONE.next(), n(0));
        assert_eq!(n(0).next(), n(1));
        assert_eq!(n(i32::MAX - 1).next(), SequenceNumber::MAX);
    }

    #[test]
    fn any_negative_value_is_no_number() {
        for value in [-1, -2, i32::MIN, i32::MIN + 1] {
            assert_eq!(n(value), SequenceNumber::NONE);
            assert!(!n(value).is_valid());
        }
        assert_eq!(SequenceNumber::NONE.to_wire() as u32, 0x8000_0000);
    }

    #[test]
    fn later_is_later_across_the_wrap_around() {
        assert!(n(0).is_after(SequenceNumber::MAX));
        assert!(!SequenceNumber::MAX.is_after(n(0)));
        assert!(n(5).is_after(n(i32::MAX - 5)));
        assert!(!n(5).is_after(n(5)));
        assert!(n(0).is_after(SequenceNumber::NONE));
        assert!(!SequenceNumber::NONE.is_after(n(0)));
        assert!(!SequenceNumber::NONE.is_after(SequenceNumber::NONE));
    }

    #[test]
    fn an_interval_may_span_the_wrap_around() {
        let (oldest, newest) = (n(i32::MAX - 1), n(1));
        for inside in [i32::MAX - 1, i32::MAX, 0, 1] {
            assert!(n(inside).is_within(oldest, newest));
        }
        for outside in [2, 1000, i32::MAX - 2, -1] {
            assert!(!n(outside).is_within(oldest, newest));
        }
        assert!(!n(3).is_within(SequenceNumber::NONE, n(5)));
        assert!(n(3).is_within(n(3), n(3)));
    }

    proptest! {
        #[test]
        fn of_two_different_numbers_one_is_later(a in 0_i32.., distance in 1_u32..1 << 30) {
            let later = n((a as u32).wrapping_add(distance) as i32 & i32::MAX);
            prop_assert!(later.is_after(n(a)));
            prop_assert!(!n(a).is_after(later));
            prop_assert!(n(a).is_within(n(a), later));
            prop_assert!(later.is_within(n(a), later));
            prop_assert!(!later.next().is_within(n(a), later));
        }
    }
}
