//! Normalization: handles as coordinates of the MOM's dimensions (clauses 10.31 and 10.32 in 2010,
//! 10.29 to 10.33 in 2025).

use hyla_types::{
    Exception, ExceptionKind, FederateHandle, InteractionClassHandle, ObjectClassHandle,
    ObjectInstanceHandle, ServiceGroup,
};

use crate::Result;
use crate::member::Member;

impl Member {
    /// `normalizeServiceGroup` (10.32 in 2010, 10.29 in 2025).
    ///
    /// # Errors
    /// Only those of every service: a group that does not exist cannot be stated here.
    pub fn normalize_service_group(&self, group: ServiceGroup) -> Result<u32> {
        self.joined_ref()?;
        Ok(group.code().unsigned_abs())
    }

    /// `normalizeFederateHandle` (10.31 in 2010, 10.30 in 2025).
    ///
    /// # Errors
    /// `InvalidFederateHandle` for zero.
    pub fn normalize_federate_handle(&self, federate: FederateHandle) -> Result<u32> {
        let number = self.within("HLAfederate", u64::from(federate.raw()))?;
        if federate.raw() == 0 {
            return Err(Exception::new(
                ExceptionKind::InvalidFederateHandle,
                "zero is not a federate handle",
            ));
        }
        Ok(number)
    }

    /// `normalizeObjectClassHandle` (10.31, 2025).
    ///
    /// # Errors
    /// `InvalidObjectClassHandle`.
    pub fn normalize_object_class_handle(&self, class: ObjectClassHandle) -> Result<u32> {
        self.object_class_name(class)?;
        self.within("HLAobjectClass", u64::from(class.raw()))
    }

    /// `normalizeInteractionClassHandle` (10.32, 2025).
    ///
    /// # Errors
    /// `InvalidInteractionClassHandle`.
    pub fn normalize_interaction_class_handle(&self, class: InteractionClassHandle) -> Result<u32> {
        self.interaction_class_name(class)?;
        self.within("HLAinteractionClass", u64::from(class.raw()))
    }

    /// `normalizeObjectInstanceHandle` (10.33, 2025).
    ///
    /// # Errors
    /// `InvalidObjectInstanceHandle` for zero.
    pub fn normalize_object_instance_handle(&self, object: ObjectInstanceHandle) -> Result<u32> {
        // Both halves count, so that instances of one federate do not all fall together.
        let mixed = object.raw() ^ (object.raw() >> 32).wrapping_mul(0x9e37_79b1);
        let number = self.within("HLAobjectInstance", mixed)?;
        if object.raw() == 0 {
            return Err(Exception::new(
                ExceptionKind::InvalidObjectInstanceHandle,
                "zero is not an object instance handle",
            ));
        }
        Ok(number)
    }

    fn within(&self, dimension: &str, number: u64) -> Result<u32> {
        let fdd = &self.joined_ref()?.fdd;
        let found = fdd
            .dimension_named(dimension)
            .and_then(|d| fdd.dimension(d));
        let bound = found.map_or(u32::MAX, |d| d.upper_bound);
        Ok((number % u64::from(bound)) as u32)
    }
}
