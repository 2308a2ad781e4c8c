//! Sets of handles, kept sorted. Small ones (up to eight) need no allocation.

use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use crate::handle::{
    AttributeHandle, DimensionHandle, FederateHandle, InteractionClassHandle, ParameterHandle,
    RegionHandle,
};

/// A set of handles of one kind, iterated in ascending order.
///
/// Membership costs a binary search; union and difference are linear.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
#[serde(bound(serialize = "H: Serialize", deserialize = "H: Deserialize<'de> + Ord"))]
pub struct HandleSet<H>(#[serde(deserialize_with = "sorted")] SmallVec<[H; 8]>);

/// Attributes named by a service.
pub type AttributeHandleSet = HandleSet<AttributeHandle>;
/// Parameters named by a service.
pub type ParameterHandleSet = HandleSet<ParameterHandle>;
/// Federates named by a service.
pub type FederateHandleSet = HandleSet<FederateHandle>;
/// Dimensions of a class or region.
pub type DimensionHandleSet = HandleSet<DimensionHandle>;
/// Regions named by a service.
pub type RegionHandleSet = HandleSet<RegionHandle>;
/// Interaction classes named by a service (directed interactions).
pub type InteractionClassHandleSet = HandleSet<InteractionClassHandle>;

fn sorted<'de, D, H>(deserializer: D) -> Result<SmallVec<[H; 8]>, D::Error>
where
    D: serde::Deserializer<'de>,
    H: Deserialize<'de> + Ord,
{
    let mut handles: SmallVec<[H; 8]> = Vec::<H>::deserialize(deserializer)?.into();
    handles.sort_unstable();
    handles.dedup();
    Ok(handles)
}

impl<H: Copy + Ord> HandleSet<H> {
    /// The empty set.
    #[must_use]
    pub fn new() -> Self {
        Self(SmallVec::new())
    }

    /// Adds a handle; `false` if it was there already.
    pub fn insert(&mut self, handle: H) -> bool {
        match self.0.binary_search(&handle) {
            Ok(_) => false,
            Err(at) => {
                self.0.insert(at, handle);
                true
            }
        }
    }

    /// Takes a handle out; `false` if it was not there.
    pub fn remove(&mut self, handle: H) -> bool {
        match self.0.binary_search(&handle) {
            Ok(at) => {
                self.0.remove(at);
                true
            }
            Err(_) => false,
        }
    }

    /// Whether the handle is in the set.
    #[must_use]
    pub fn contains(&self, handle: H) -> bool {
        self.0.binary_search(&handle).is_ok()
    }

    /// The handles in ascending order.
    pub fn iter(&self) -> std::iter::Copied<std::slice::Iter<'_, H>> {
        self.0.iter().copied()
    }

    /// The handles in ascending order, as a slice.
    #[must_use]
    pub fn as_slice(&self) -> &[H] {
        &self.0
    }

    /// Number of handles.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Handles of either set.
    #[must_use]
    pub fn union(&self, other: &Self) -> Self {
        self.iter().chain(other.iter()).collect()
    }

    /// Handles of this set that the other lacks.
    #[must_use]
    pub fn difference(&self, other: &Self) -> Self {
        self.iter().filter(|&h| !other.contains(h)).collect()
    }

    /// Handles of both sets.
    #[must_use]
    pub fn intersection(&self, other: &Self) -> Self {
        self.iter().filter(|&h| other.contains(h)).collect()
    }
}

impl<H: Copy + Ord> Default for HandleSet<H> {
    fn default() -> Self {
        Self::new()
    }
}

impl<H: Copy + Ord> FromIterator<H> for HandleSet<H> {
    fn from_iter<I: IntoIterator<Item = H>>(handles: I) -> Self {
        let mut all: SmallVec<[H; 8]> = handles.into_iter().collect();
        all.sort_unstable();
        all.dedup();
        Self(all)
    }
}

impl<H: Copy + Ord> Extend<H> for HandleSet<H> {
    fn extend<I: IntoIterator<Item = H>>(&mut self, handles: I) {
        self.0.extend(handles);
        self.0.sort_unstable();
        self.0.dedup();
    }
}

impl<H: Copy + Ord, const N: usize> From<[H; N]> for HandleSet<H> {
    fn from(handles: [H; N]) -> Self {
        handles.into_iter().collect()
    }
}

impl<'a, H: Copy + Ord> IntoIterator for &'a HandleSet<H> {
    type Item = H;
    type IntoIter = std::iter::Copied<std::slice::Iter<'a, H>>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_is_sorted_and_without_duplicates() {
        let set: AttributeHandleSet = [3, 1, 3, 2].into_iter().map(AttributeHandle::new).collect();

        assert_eq!(
            set.iter().map(AttributeHandle::raw).collect::<Vec<_>>(),
            [1, 2, 3]
        );
        assert!(set.contains(AttributeHandle::new(2)));
        assert!(!set.contains(AttributeHandle::new(4)));
    }

    #[test]
    fn difference_and_intersection_split_a_set() {
        let all = HandleSet::from([1_u32, 2, 3, 4]);
        let some = HandleSet::from([2_u32, 4, 9]);

        assert_eq!(all.difference(&some), HandleSet::from([1, 3]));
        assert_eq!(all.intersection(&some), HandleSet::from([2, 4]));
    }
}
