//! Regions of a stream: the routing space cut into equal parts.

use hyla_lrc::RtiAmbassador;
use hyla_types::{DimensionHandleSet, RangeBounds, RegionHandle, RegionHandleSet};

use super::super::error::{Doing, FederateError};

/// The dimension of `foms/HylaBenchWork.xml`.
const DIMENSION: &str = "HylaBenchSpace";

/// Parts to which a receiver subscribes, of `parts` in all.
pub(super) fn subscribed(index: u32, parts: u32, of_receiver: u32) -> Vec<u32> {
    if of_receiver == 0 {
        return (0..parts).collect();
    }
    let first = index % parts.max(1);
    let mut found: Vec<u32> = (0..of_receiver.min(parts))
        .map(|n| (first + n) % parts)
        .collect();
    found.sort_unstable();
    found
}

/// Makes a region of each of these parts.
pub(super) fn regions(
    rti: &RtiAmbassador,
    parts: u32,
    wanted: &[u32],
) -> Result<Vec<RegionHandle>, FederateError> {
    let what = "making the regions";
    let dimension = rti.dimension_handle(DIMENSION).doing(what)?;
    let bound = rti.dimension_upper_bound(dimension).doing(what)?;
    let width = bound / parts;
    if width == 0 {
        return Err(FederateError::Job(format!(
            "{DIMENSION} has {bound} points and cannot be cut into {parts} regions"
        )));
    }
    let mut made = Vec::with_capacity(wanted.len());
    for part in wanted {
        let region = rti
            .create_region(&DimensionHandleSet::from([dimension]))
            .doing(what)?;
        let lower = part * width;
        let bounds = RangeBounds::new(lower, lower + width)
            .map_err(|error| FederateError::Job(error.to_string()))?;
        rti.set_range_bounds(region, dimension, bounds)
            .doing(what)?;
        made.push(region);
    }
    let all: RegionHandleSet = made.iter().copied().collect();
    if !made.is_empty() {
        rti.commit_region_modifications(&all).doing(what)?;
    }
    Ok(made)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn receivers_take_their_parts_from_their_index_on_and_around_the_end() {
        assert_eq!(subscribed(3, 4, 2), [0, 3]);
        assert_eq!(subscribed(5, 4, 2), [1, 2]);
        assert_eq!(subscribed(1, 4, 0), [0, 1, 2, 3]);
        assert_eq!(subscribed(1, 4, 9), [0, 1, 2, 3]);
    }
}
