//! Regions of one use: available dimensions and realizations (1516.1 clause 9.1).

use hyla_types::{
    AttributeHandle, DimensionHandleSet, InteractionClassHandle, ObjectClassHandle, Region,
};

use super::Fdd;

impl Fdd {
    /// Dimensions available for an attribute of instances of a class: those stated at the attribute
    /// (2010) and those stated at the class or above (2025). Empty for handles that do not exist.
    #[must_use]
    pub fn available_dimensions(
        &self,
        class: ObjectClassHandle,
        attribute: AttributeHandle,
    ) -> DimensionHandleSet {
        let at_class = self.object_class(class).map(|c| &c.stated_dimensions);
        let at_attribute = self.find_attribute(attribute).map(|a| &a.dimensions);
        match (at_class, at_attribute) {
            (Some(class), Some(attribute)) if class.is_empty() => attribute.clone(),
            (Some(class), Some(attribute)) => class.union(attribute),
            _ => DimensionHandleSet::new(),
        }
    }

    /// Dimensions available for an interaction class.
    #[must_use]
    pub fn interaction_dimensions(&self, class: InteractionClassHandle) -> DimensionHandleSet {
        let class = self.interaction_class(class);
        class.map(|c| c.dimensions.clone()).unwrap_or_default()
    }

    /// The ranges that count for a region in a use with these available dimensions: where the region lacks
    /// one, the default range of the object model counts, if there is one. A region without any
    /// dimension stays one, and so overlaps nothing.
    #[must_use]
    pub fn realize(&self, region: &Region, available: &DimensionHandleSet) -> Region {
        if region.is_empty() {
            return Region::default();
        }
        let default = |dimension| self.dimension(dimension).and_then(|d| d.default_range);
        available
            .iter()
            .filter_map(|d| Some((d, region.bounds(d).or_else(|| default(d))?)))
            .collect()
    }
}
