//! Handles from the bytes that `encode` wrote (clause 10).

use hyla_core::Result;
use hyla_types::{
    AttributeHandle, CouldNotDecodeHandle, DimensionHandle, FederateHandle, InteractionClassHandle,
    MessageRetractionHandle, ObjectClassHandle, ObjectInstanceHandle, ParameterHandle,
    RegionHandle, Service,
};

use super::RtiAmbassador;
use crate::report::Argument;

impl RtiAmbassador {
    fn decode<H: Argument>(
        &self,
        service: Service,
        bytes: &[u8],
        of: fn(&[u8]) -> std::result::Result<H, CouldNotDecodeHandle>,
    ) -> Result<H> {
        self.engine().look(service, &[&bytes], |member| {
            member.time_factory()?;
            Ok(of(bytes)?)
        })
    }

    /// `decodeFederateHandle`.
    ///
    /// # Errors
    /// `CouldNotDecode`.
    pub fn decode_federate_handle(&self, bytes: &[u8]) -> Result<FederateHandle> {
        self.decode(Service::DecodeFederateHandle, bytes, FederateHandle::decode)
    }

    /// `decodeObjectClassHandle`.
    ///
    /// # Errors
    /// `CouldNotDecode`.
    pub fn decode_object_class_handle(&self, bytes: &[u8]) -> Result<ObjectClassHandle> {
        self.decode(
            Service::DecodeObjectClassHandle,
            bytes,
            ObjectClassHandle::decode,
        )
    }

    /// `decodeInteractionClassHandle`.
    ///
    /// # Errors
    /// `CouldNotDecode`.
    pub fn decode_interaction_class_handle(&self, bytes: &[u8]) -> Result<InteractionClassHandle> {
        self.decode(
            Service::DecodeInteractionClassHandle,
            bytes,
            InteractionClassHandle::decode,
        )
    }

    /// `decodeObjectInstanceHandle`.
    ///
    /// # Errors
    /// `CouldNotDecode`.
    pub fn decode_object_instance_handle(&self, bytes: &[u8]) -> Result<ObjectInstanceHandle> {
        self.decode(
            Service::DecodeObjectInstanceHandle,
            bytes,
            ObjectInstanceHandle::decode,
        )
    }

    /// `decodeAttributeHandle`.
    ///
    /// # Errors
    /// `CouldNotDecode`.
    pub fn decode_attribute_handle(&self, bytes: &[u8]) -> Result<AttributeHandle> {
        self.decode(
            Service::DecodeAttributeHandle,
            bytes,
            AttributeHandle::decode,
        )
    }

    /// `decodeParameterHandle`.
    ///
    /// # Errors
    /// `CouldNotDecode`.
    pub fn decode_parameter_handle(&self, bytes: &[u8]) -> Result<ParameterHandle> {
        self.decode(
            Service::DecodeParameterHandle,
            bytes,
            ParameterHandle::decode,
        )
    }

    /// `decodeDimensionHandle`.
    ///
    /// # Errors
    /// `CouldNotDecode`.
    pub fn decode_dimension_handle(&self, bytes: &[u8]) -> Result<DimensionHandle> {
        self.decode(
            Service::DecodeDimensionHandle,
            bytes,
            DimensionHandle::decode,
        )
    }

    /// `decodeMessageRetractionHandle`.
    ///
    /// # Errors
    /// `CouldNotDecode`.
    pub fn decode_message_retraction_handle(
        &self,
        bytes: &[u8],
    ) -> Result<MessageRetractionHandle> {
        self.decode(
            Service::DecodeMessageRetractionHandle,
            bytes,
            MessageRetractionHandle::decode,
        )
    }

    /// `decodeRegionHandle`.
    ///
    /// # Errors
    /// `CouldNotDecode`.
    pub fn decode_region_handle(&self, bytes: &[u8]) -> Result<RegionHandle> {
        self.decode(Service::DecodeRegionHandle, bytes, RegionHandle::decode)
    }
}
