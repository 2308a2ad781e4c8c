//! Handles from the bytes that `encode` wrote.
//!
//! Written by `make faces` from the table of services.

use hyla_core::Result;
use hyla_types::{
    AttributeHandle, DimensionHandle, FederateHandle, InteractionClassHandle,
    MessageRetractionHandle, ObjectClassHandle, ObjectInstanceHandle, ParameterHandle,
    RegionHandle, Service,
};

use crate::RtiAmbassador;

impl RtiAmbassador {
    /// `decodeFederateHandle`.
    ///
    /// Any thread, also in callbacks. Local: sends nothing and waits for nothing.
    ///
    /// # Errors
    /// `CouldNotDecode`; and those of every service.
    pub fn decode_federate_handle(&self, encoded_value: &[u8]) -> Result<FederateHandle> {
        self.engine()
            .look(Service::DecodeFederateHandle, &[&encoded_value], |member| {
                member.time_factory()?;
                Ok(FederateHandle::decode(encoded_value)?)
            })
    }

    /// `decodeObjectClassHandle`.
    ///
    /// Any thread, also in callbacks. Local: sends nothing and waits for nothing.
    ///
    /// # Errors
    /// `CouldNotDecode`; and those of every service.
    pub fn decode_object_class_handle(&self, encoded_value: &[u8]) -> Result<ObjectClassHandle> {
        self.engine().look(
            Service::DecodeObjectClassHandle,
            &[&encoded_value],
            |member| {
                member.time_factory()?;
                Ok(ObjectClassHandle::decode(encoded_value)?)
            },
        )
    }

    /// `decodeInteractionClassHandle`.
    ///
    /// Any thread, also in callbacks. Local: sends nothing and waits for nothing.
    ///
    /// # Errors
    /// `CouldNotDecode`; and those of every service.
    pub fn decode_interaction_class_handle(
        &self,
        encoded_value: &[u8],
    ) -> Result<InteractionClassHandle> {
        self.engine().look(
            Service::DecodeInteractionClassHandle,
            &[&encoded_value],
            |member| {
                member.time_factory()?;
                Ok(InteractionClassHandle::decode(encoded_value)?)
            },
        )
    }

    /// `decodeObjectInstanceHandle`.
    ///
    /// Any thread, also in callbacks. Local: sends nothing and waits for nothing.
    ///
    /// # Errors
    /// `CouldNotDecode`; and those of every service.
    pub fn decode_object_instance_handle(
        &self,
        encoded_value: &[u8],
    ) -> Result<ObjectInstanceHandle> {
        self.engine().look(
            Service::DecodeObjectInstanceHandle,
            &[&encoded_value],
            |member| {
                member.time_factory()?;
                Ok(ObjectInstanceHandle::decode(encoded_value)?)
            },
        )
    }

    /// `decodeAttributeHandle`.
    ///
    /// Any thread, also in callbacks. Local: sends nothing and waits for nothing.
    ///
    /// # Errors
    /// `CouldNotDecode`; and those of every service.
    pub fn decode_attribute_handle(&self, encoded_value: &[u8]) -> Result<AttributeHandle> {
        self.engine().look(
            Service::DecodeAttributeHandle,
            &[&encoded_value],
            |member| {
                member.time_factory()?;
                Ok(AttributeHandle::decode(encoded_value)?)
            },
        )
    }

    /// `decodeParameterHandle`.
    ///
    /// Any thread, also in callbacks. Local: sends nothing and waits for nothing.
    ///
    /// # Errors
    /// `CouldNotDecode`; and those of every service.
    pub fn decode_parameter_handle(&self, encoded_value: &[u8]) -> Result<ParameterHandle> {
        self.engine().look(
            Service::DecodeParameterHandle,
            &[&encoded_value],
            |member| {
                member.time_factory()?;
                Ok(ParameterHandle::decode(encoded_value)?)
            },
        )
    }

    /// `decodeDimensionHandle`.
    ///
    /// Any thread, also in callbacks. Local: sends nothing and waits for nothing.
    ///
    /// # Errors
    /// `CouldNotDecode`; and those of every service.
    pub fn decode_dimension_handle(&self, encoded_value: &[u8]) -> Result<DimensionHandle> {
        self.engine().look(
            Service::DecodeDimensionHandle,
            &[&encoded_value],
            |member| {
                member.time_factory()?;
                Ok(DimensionHandle::decode(encoded_value)?)
            },
        )
    }

    /// `decodeMessageRetractionHandle`.
    ///
    /// Any thread, also in callbacks. Local: sends nothing and waits for nothing.
    ///
    /// # Errors
    /// `CouldNotDecode`; and those of every service.
    pub fn decode_message_retraction_handle(
        &self,
        encoded_value: &[u8],
    ) -> Result<MessageRetractionHandle> {
        self.engine().look(
            Service::DecodeMessageRetractionHandle,
            &[&encoded_value],
            |member| {
                member.time_factory()?;
                Ok(MessageRetractionHandle::decode(encoded_value)?)
            },
        )
    }

    /// `decodeRegionHandle`.
    ///
    /// Any thread, also in callbacks. Local: sends nothing and waits for nothing.
    ///
    /// # Errors
    /// `CouldNotDecode`; and those of every service.
    pub fn decode_region_handle(&self, encoded_value: &[u8]) -> Result<RegionHandle> {
        self.engine()
            .look(Service::DecodeRegionHandle, &[&encoded_value], |member| {
                member.time_factory()?;
                Ok(RegionHandle::decode(encoded_value)?)
            })
    }
}
