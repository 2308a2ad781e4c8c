//! Regions: a range along each of some dimensions (1516.1 clause 9.1).

use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use crate::handle::DimensionHandle;
use crate::handle_set::DimensionHandleSet;
use crate::range_bounds::RangeBounds;

/// The ranges of a region, kept in order of dimension. Up to four need no allocation.
///
/// Serves for a region specification (what the federate set) and for a realization (what is compared):
/// the latter has a range for each available dimension, those of the object model where the federate
/// gave none. The default region, which overlaps everything, is not a value of this type: it is the
/// absence of regions.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(from = "Vec<(DimensionHandle, RangeBounds)>")]
pub struct Region {
    ranges: SmallVec<[(DimensionHandle, RangeBounds); 4]>,
}

/// The region was created without this dimension.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the region was created without dimension {0}")]
pub struct RegionDoesNotContainSpecifiedDimension(pub DimensionHandle);

impl Region {
    /// The region of these ranges; for a dimension named twice the last one holds.
    #[must_use]
    pub fn new(ranges: impl IntoIterator<Item = (DimensionHandle, RangeBounds)>) -> Self {
        let mut region = Self::default();
        for (dimension, bounds) in ranges {
            match region.position(dimension) {
                Ok(at) => region.ranges[at].1 = bounds,
                Err(at) => region.ranges.insert(at, (dimension, bounds)),
            }
        }
        region
    }

    /// The range along a dimension, if the region has that dimension.
    #[must_use]
    pub fn bounds(&self, dimension: DimensionHandle) -> Option<RangeBounds> {
        self.position(dimension).ok().map(|at| self.ranges[at].1)
    }

    /// Changes the range along one of the region's dimensions.
    ///
    /// # Errors
    /// [`RegionDoesNotContainSpecifiedDimension`]; dimensions are fixed when a region is created.
    pub fn set_bounds(
        &mut self,
        dimension: DimensionHandle,
        bounds: RangeBounds,
    ) -> Result<(), RegionDoesNotContainSpecifiedDimension> {
        let missing = RegionDoesNotContainSpecifiedDimension(dimension);
        let at = self.position(dimension).map_err(|_| missing)?;
        self.ranges[at].1 = bounds;
        Ok(())
    }

    /// The dimensions.
    #[must_use]
    pub fn dimensions(&self) -> DimensionHandleSet {
        self.ranges
            .iter()
            .map(|&(dimension, _)| dimension)
            .collect()
    }

    /// Dimension and range, in order of dimension.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (DimensionHandle, RangeBounds)> + '_ {
        self.ranges.iter().copied()
    }

    /// Whether the region has no dimension, and so overlaps nothing.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.ranges.is_empty()
    }

    /// Whether two regions overlap: they have a dimension in common, and along each dimension in
    /// common their ranges do.
    ///
    /// The standard leaves regions without a common dimension open; here they do not
    /// overlap. Cost: linear in the dimensions.
    #[must_use]
    pub fn overlaps(&self, other: &Self) -> bool {
        let (mut mine, mut theirs) = (self.iter().peekable(), other.iter().peekable());
        let mut common = false;
        while let (Some(&(a, range)), Some(&(b, against))) = (mine.peek(), theirs.peek()) {
            if a < b {
                mine.next();
            } else if b < a {
                theirs.next();
            } else if range.overlaps(against) {
                common = true;
                mine.next();
                theirs.next();
            } else {
                return false;
            }
        }
        common
    }

    fn position(&self, dimension: DimensionHandle) -> Result<usize, usize> {
        self.ranges.binary_search_by_key(&dimension, |&(d, _)| d)
    }
}

impl FromIterator<(DimensionHandle, RangeBounds)> for Region {
    fn from_iter<I: IntoIterator<Item = (DimensionHandle, RangeBounds)>>(ranges: I) -> Self {
        Self::new(ranges)
    }
}

impl From<Vec<(DimensionHandle, RangeBounds)>> for Region {
    fn from(ranges: Vec<(DimensionHandle, RangeBounds)>) -> Self {
        Self::new(ranges)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn dimension(number: u32) -> DimensionHandle {
        DimensionHandle::new(number)
    }

    fn bounds(lower: u32, upper: u32) -> RangeBounds {
        RangeBounds::new(lower, upper).unwrap()
    }

    #[test]
    fn regions_without_a_common_dimension_do_not_overlap() {
        let here = Region::new([(dimension(1), bounds(0, 9))]);
        let there = Region::new([(dimension(2), bounds(0, 9))]);

        assert!(!here.overlaps(&there));
        assert!(!Region::default().overlaps(&Region::default()));
    }

    #[test]
    fn one_common_dimension_apart_is_enough_to_be_apart() {
        let here = Region::new([(dimension(1), bounds(0, 9)), (dimension(2), bounds(0, 3))]);
        let there = Region::new([(dimension(2), bounds(3, 9)), (dimension(1), bounds(0, 9))]);

        assert!(!here.overlaps(&there));
    }

    #[test]
    fn a_dimension_of_one_region_alone_does_not_matter() {
        let here = Region::new([(dimension(1), bounds(0, 9)), (dimension(2), bounds(0, 3))]);
        let there = Region::new([(dimension(2), bounds(2, 9)), (dimension(3), bounds(0, 1))]);

        assert!(here.overlaps(&there) && there.overlaps(&here));
    }

    #[test]
    fn bounds_change_only_along_dimensions_of_the_region() {
        let mut region = Region::new([(dimension(1), bounds(0, 9))]);

        assert!(region.set_bounds(dimension(2), bounds(0, 1)).is_err());
        assert!(region.set_bounds(dimension(1), bounds(4, 5)).is_ok());

        assert_eq!(region.bounds(dimension(1)), Some(bounds(4, 5)));
        assert_eq!(region.dimensions(), [dimension(1)].into());
    }

    fn region() -> impl Strategy<Value = Region> {
        let range = (0..4_u32, 0..5_u32, 1..4_u32)
            .prop_map(|(d, lower, length)| (dimension(d), bounds(lower, lower + length)));
        proptest::collection::vec(range, 0..5).prop_map(Region::from)
    }

    /// Tries every point of the common dimensions.
    fn share_a_point(a: &Region, b: &Region) -> bool {
        let common = a.dimensions().intersection(&b.dimensions());
        let points = 10_u32.pow(common.len() as u32);
        !common.is_empty()
            && (0..points).any(|point| {
                common.iter().enumerate().all(|(place, d)| {
                    let at = point / 10_u32.pow(place as u32) % 10;
                    let covers = |r: &Region| {
                        r.bounds(d)
                            .is_some_and(|r| r.lower() <= at && at < r.upper())
                    };
                    covers(a) && covers(b)
                })
            })
    }

    proptest! {
        #[test]
        fn regions_overlap_exactly_if_they_share_a_point(a in region(), b in region()) {
            prop_assert_eq!(a.overlaps(&b), share_a_point(&a, &b));
            prop_assert_eq!(a.overlaps(&b), b.overlaps(&a));
        }

        #[test]
        fn a_region_survives_a_message_in_any_order_of_dimensions(a in region()) {
            let mut ranges: Vec<_> = a.iter().collect();
            ranges.reverse();
            let bytes = postcard::to_stdvec(&ranges).unwrap();
            prop_assert_eq!(postcard::from_bytes::<Region>(&bytes).unwrap(), a.clone());

            let bytes = postcard::to_stdvec(&a).unwrap();
            prop_assert_eq!(postcard::from_bytes::<Region>(&bytes).unwrap(), a);
        }
    }
}
