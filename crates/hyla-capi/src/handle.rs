//! Handles: numbers of 64 bits, zero is no handle.

use hyla_types::{
    AttributeHandle, DimensionHandle, FederateHandle, InteractionClassHandle,
    MessageRetractionHandle, ObjectClassHandle, ObjectInstanceHandle, ParameterHandle,
    RegionHandle, TransportationTypeHandle,
};

use crate::to_c::ToC;

/// A joined federate.
pub type hyla_federate_handle = u64;
/// An object class.
pub type hyla_object_class_handle = u64;
/// An interaction class.
pub type hyla_interaction_class_handle = u64;
/// An attribute.
pub type hyla_attribute_handle = u64;
/// A parameter.
pub type hyla_parameter_handle = u64;
/// A dimension.
pub type hyla_dimension_handle = u64;
/// A transportation type.
pub type hyla_transportation_type_handle = u64;
/// An object instance.
pub type hyla_object_instance_handle = u64;
/// A region.
pub type hyla_region_handle = u64;
/// A message that may still be retracted.
pub type hyla_message_retraction_handle = u64;

/// A handle of either side of the border.
pub(crate) trait Handle: Copy + Ord {
    /// The handle of this number. Beyond the range of its kind it is one that nobody has, so that services
    /// refuse it as they refuse any other they do not know.
    fn of(number: u64) -> Self;

    /// Its number.
    fn number(self) -> u64;
}

macro_rules! handles {
    ($($kind:ident,)*) => {
        $(impl Handle for $kind {
            fn of(number: u64) -> Self {
                Self::new(number.try_into().unwrap_or(!0))
            }

            fn number(self) -> u64 {
                u64::from(self.raw())
            }
        }

        impl ToC for $kind {
            type C = u64;

            fn to_c(self) -> u64 {
                self.number()
            }
        })*
    };
}

handles! {
    FederateHandle,
    ObjectClassHandle,
    InteractionClassHandle,
    AttributeHandle,
    ParameterHandle,
    DimensionHandle,
    TransportationTypeHandle,
    ObjectInstanceHandle,
    RegionHandle,
    MessageRetractionHandle,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_beyond_the_kind_becomes_one_that_nobody_has() {
        let beyond = AttributeHandle::of(u64::from(u32::MAX) + 2);

        assert_eq!(beyond, AttributeHandle::new(u32::MAX));
        assert_eq!(AttributeHandle::of(7), AttributeHandle::new(7));
        assert_eq!(<RegionHandle as Handle>::of(u64::MAX).number(), u64::MAX);
    }
}
