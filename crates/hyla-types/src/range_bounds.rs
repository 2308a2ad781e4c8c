//! A range along one dimension (1516.1 clause 9.1).

use std::fmt;

use serde::{Deserialize, Serialize};

/// The whole numbers from `lower` up to, but without, `upper`. Never empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "(u32, u32)", into = "(u32, u32)")]
pub struct RangeBounds {
    lower: u32,
    upper: u32,
}

/// Bounds that enclose nothing, or more than the dimension has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum InvalidRangeBound {
    /// The lower bound is not below the upper one.
    #[error("the range from {lower} up to {upper} is empty")]
    Empty {
        /// Lower bound given.
        lower: u32,
        /// Upper bound given.
        upper: u32,
    },
    /// The range leaves its dimension.
    #[error("the range {range} is not within the dimension, which ends before {dimension_upper}")]
    BeyondDimension {
        /// The range given.
        range: RangeBounds,
        /// Upper bound of the dimension.
        dimension_upper: u32,
    },
}

impl RangeBounds {
    /// # Errors
    /// [`InvalidRangeBound::Empty`] unless `lower` is below `upper`.
    pub const fn new(lower: u32, upper: u32) -> Result<Self, InvalidRangeBound> {
        if lower < upper {
            Ok(Self { lower, upper })
        } else {
            Err(InvalidRangeBound::Empty { lower, upper })
        }
    }

    /// The first number of the range.
    #[must_use]
    pub const fn lower(self) -> u32 {
        self.lower
    }

    /// The first number after the range.
    #[must_use]
    pub const fn upper(self) -> u32 {
        self.upper
    }

    /// This range, if a dimension of that upper bound has room for it.
    ///
    /// # Errors
    /// [`InvalidRangeBound::BeyondDimension`] otherwise.
    pub const fn within(self, dimension_upper: u32) -> Result<Self, InvalidRangeBound> {
        if self.upper <= dimension_upper {
            Ok(self)
        } else {
            Err(InvalidRangeBound::BeyondDimension {
                range: self,
                dimension_upper,
            })
        }
    }

    /// Whether some number lies in both ranges. Ranges that only touch do not overlap.
    #[must_use]
    pub const fn overlaps(self, other: Self) -> bool {
        self.lower < other.upper && other.lower < self.upper
    }
}

impl TryFrom<(u32, u32)> for RangeBounds {
    type Error = InvalidRangeBound;

    fn try_from((lower, upper): (u32, u32)) -> Result<Self, InvalidRangeBound> {
        Self::new(lower, upper)
    }
}

impl From<RangeBounds> for (u32, u32) {
    fn from(range: RangeBounds) -> Self {
        (range.lower, range.upper)
    }
}

impl fmt::Display for RangeBounds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "[{}, {})", self.lower, self.upper)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn an_empty_or_reversed_range_is_refused() {
        assert!(RangeBounds::new(3, 3).is_err());
        assert!(RangeBounds::new(4, 3).is_err());
        let reversed = postcard::to_stdvec(&(4_u32, 3_u32)).unwrap();
        assert!(postcard::from_bytes::<RangeBounds>(&reversed).is_err());
    }

    #[test]
    fn a_range_may_end_where_its_dimension_ends_and_not_later() {
        let range = RangeBounds::new(2, 7).unwrap();

        assert_eq!(range.within(7), Ok(range));
        assert!(range.within(6).is_err());
    }

    #[test]
    fn touching_ranges_do_not_overlap() {
        let (low, high) = (
            RangeBounds::new(0, 5).unwrap(),
            RangeBounds::new(5, 9).unwrap(),
        );

        assert!(!low.overlaps(high) && !high.overlaps(low));
    }

    proptest! {
        #[test]
        fn ranges_overlap_exactly_if_they_share_a_number(
            a in 0..20_u32, a_length in 1..8_u32, b in 0..20_u32, b_length in 1..8_u32,
        ) {
            let shared = (a..a + a_length).any(|n| (b..b + b_length).contains(&n));
            let a = RangeBounds::new(a, a + a_length).unwrap();
            let b = RangeBounds::new(b, b + b_length).unwrap();

            prop_assert_eq!(a.overlaps(b), shared);
            prop_assert_eq!(b.overlaps(a), shared);
        }
    }
}
