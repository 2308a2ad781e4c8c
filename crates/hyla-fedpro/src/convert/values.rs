//! Values of attributes and parameters, attributes with their regions, ranges of regions.

use hyla_fedpro_messages as fp;
use hyla_types::{
    AttributeHandle, AttributeHandleSet, InvalidRangeBound, ParameterHandle, RangeBounds, Region,
    RegionHandleSet,
};
use smallvec::SmallVec;

use super::{Field, ToField};

/// Handles with values that lie in the message received. Up to sixteen need no allocation.
pub type Values<'a, H> = SmallVec<[(H, &'a [u8]); 16]>;

macro_rules! value_maps {
    ($($map:ident { $pairs:ident, $member:ident: $handle:ident },)*) => {$(
        impl Field for Option<fp::$map> {
            type Value<'a> = Values<'a, $handle>;

            fn value(&self) -> Values<'_, $handle> {
                let pairs = self.as_ref().map_or(&[][..], |map| &map.$pairs);
                pairs.iter().map(|pair| (pair.$member.value(), &pair.value[..])).collect()
            }
        }
    )*};
}

value_maps! {
    AttributeHandleValueMap { attribute_handle_value, attribute_handle: AttributeHandle },
    ParameterHandleValueMap { parameter_handle_value, parameter_handle: ParameterHandle },
}

impl Field for Option<fp::AttributeSetRegionSetPairList> {
    type Value<'a> = Vec<(AttributeHandleSet, RegionHandleSet)>;

    fn value(&self) -> Self::Value<'_> {
        let list = self
            .as_ref()
            .map(|list| &list.attribute_set_region_set_pair);
        list.map_or(&[][..], Vec::as_slice)
            .iter()
            .map(|pair| (pair.attribute_set.value(), pair.region_set.value()))
            .collect()
    }
}

impl Field for Option<fp::RangeBounds> {
    type Value<'a> = Result<RangeBounds, InvalidRangeBound>;

    fn value(&self) -> Self::Value<'_> {
        let bounds = self.unwrap_or_default();
        RangeBounds::new(bounds.lower, bounds.upper)
    }
}

impl ToField<Option<fp::RangeBounds>> for RangeBounds {
    fn field(self) -> Option<fp::RangeBounds> {
        Some(fp::RangeBounds {
            lower: self.lower(),
            upper: self.upper(),
        })
    }
}

impl ToField<fp::ConveyedRegion> for &Region {
    fn field(self) -> fp::ConveyedRegion {
        let range = |(dimension, bounds): (hyla_types::DimensionHandle, RangeBounds)| {
            fp::DimensionAndRange {
                dimension_handle: dimension.field(),
                range_bounds: bounds.field(),
            }
        };
        fp::ConveyedRegion {
            dimension_and_range: self.iter().map(range).collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use bytes::Bytes;
    use hyla_types::DimensionHandle;

    use super::*;

    #[test]
    fn values_are_read_where_they_lie() {
        let value = Bytes::from_static(b"here");
        let map = Some(fp::AttributeHandleValueMap {
            attribute_handle_value: vec![
                fp::AttributeHandleValue {
                    attribute_handle: AttributeHandle::new(4).field(),
                    value: value.clone(),
                },
                fp::AttributeHandleValue::default(),
            ],
        });

        let read = map.value();

        assert_eq!(read[0].0, AttributeHandle::new(4));
        assert!(std::ptr::eq(read[0].1, &value[..]));
        assert_eq!(read[1], (AttributeHandle::new(0), &[][..]));
    }

    #[test]
    fn a_missing_range_is_an_empty_one() {
        assert!(None::<fp::RangeBounds>.value().is_err());
        let range = RangeBounds::new(2, 9).map(ToField::field);
        assert_eq!(range.map(|field| field.value()), Ok(RangeBounds::new(2, 9)));
    }

    #[test]
    fn a_conveyed_region_lists_its_ranges() {
        let bounds = RangeBounds::new(1, 3);
        let region = Region::new(bounds.map(|b| (DimensionHandle::new(2), b)));

        let conveyed = region.field();

        let only = &conveyed.dimension_and_range[0];
        assert_eq!(only.dimension_handle.value(), DimensionHandle::new(2));
        assert_eq!(only.range_bounds.value(), bounds);
    }
}
