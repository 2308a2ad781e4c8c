//! Support services (clause 10) that are not among those of the protocol.

use hyla_fedpro_messages as pb;
use hyla_types::{
    AttributeHandle, DimensionHandle, DimensionHandleSet, Exception, ExceptionKind, FederateHandle,
    InteractionClassHandle, MessageRetractionHandle, ObjectClassHandle, ObjectInstanceHandle,
    ParameterHandle, RegionHandle, Service, TimeImplementation,
};

use super::{FedProAmbassador, Result, locked};

/// Switches of 2010: clients read, then set, and raise by themselves.
macro_rules! advisories {
    ($($enable:ident $disable:ident $enabled:ident $disabled:ident $get:ident $set:ident $on:ident $off:ident,)*) => {
        impl FedProAmbassador {
            $(
                #[doc = concat!("As `hyla_lrc::RtiAmbassador::", stringify!($enable), "`.")]
                ///
                /// # Errors
                /// The same.
                pub fn $enable(&self) -> Result<()> {
                    let switched = self.exchange(pb::$get {}).and_then(|now| match now.result {
                        true => Err(Exception::new(ExceptionKind::$on, "it is on")),
                        false => self.exchange(pb::$set { value: true }).map(drop),
                    });
                    self.finish(Service::$enabled, switched)
                }

                #[doc = concat!("As `hyla_lrc::RtiAmbassador::", stringify!($disable), "`.")]
                ///
                /// # Errors
                /// The same.
                pub fn $disable(&self) -> Result<()> {
                    let switched = self.exchange(pb::$get {}).and_then(|now| match now.result {
                        false => Err(Exception::new(ExceptionKind::$off, "it is off")),
                        true => self.exchange(pb::$set { value: false }).map(drop),
                    });
                    self.finish(Service::$disabled, switched)
                }
            )*
        }
    };
}

advisories! {
    enable_object_class_relevance_advisory_switch disable_object_class_relevance_advisory_switch
        EnableObjectClassRelevanceAdvisorySwitch DisableObjectClassRelevanceAdvisorySwitch
        GetObjectClassRelevanceAdvisorySwitchRequest SetObjectClassRelevanceAdvisorySwitchRequest
        ObjectClassRelevanceAdvisorySwitchIsOn ObjectClassRelevanceAdvisorySwitchIsOff,
    enable_attribute_relevance_advisory_switch disable_attribute_relevance_advisory_switch
        EnableAttributeRelevanceAdvisorySwitch DisableAttributeRelevanceAdvisorySwitch
        GetAttributeRelevanceAdvisorySwitchRequest SetAttributeRelevanceAdvisorySwitchRequest
        AttributeRelevanceAdvisorySwitchIsOn AttributeRelevanceAdvisorySwitchIsOff,
    enable_attribute_scope_advisory_switch disable_attribute_scope_advisory_switch
        EnableAttributeScopeAdvisorySwitch DisableAttributeScopeAdvisorySwitch
        GetAttributeScopeAdvisorySwitchRequest SetAttributeScopeAdvisorySwitchRequest
        AttributeScopeAdvisorySwitchIsOn AttributeScopeAdvisorySwitchIsOff,
    enable_interaction_relevance_advisory_switch disable_interaction_relevance_advisory_switch
        EnableInteractionRelevanceAdvisorySwitch DisableInteractionRelevanceAdvisorySwitch
        GetInteractionRelevanceAdvisorySwitchRequest SetInteractionRelevanceAdvisorySwitchRequest
        InteractionRelevanceAdvisorySwitchIsOn InteractionRelevanceAdvisorySwitchIsOff,
}

/// Handles that clients decode by themselves.
macro_rules! decoders {
    ($($name:ident $service:ident $handle:ident,)*) => {
        impl FedProAmbassador {
            $(
                #[doc = concat!("As `hyla_lrc::RtiAmbassador::", stringify!($name), "`, but nobody is asked.")]
                ///
                /// # Errors
                /// `CouldNotDecode`.
                pub fn $name(&self, bytes: &[u8]) -> Result<$handle> {
                    let decoded = $handle::decode(bytes).map_err(|error| {
                        Exception::new(ExceptionKind::CouldNotDecode, error.to_string())
                    });
                    self.finish(Service::$service, decoded)
                }
            )*
        }
    };
}

decoders! {
    decode_federate_handle DecodeFederateHandle FederateHandle,
    decode_object_class_handle DecodeObjectClassHandle ObjectClassHandle,
    decode_interaction_class_handle DecodeInteractionClassHandle InteractionClassHandle,
    decode_object_instance_handle DecodeObjectInstanceHandle ObjectInstanceHandle,
    decode_attribute_handle DecodeAttributeHandle AttributeHandle,
    decode_parameter_handle DecodeParameterHandle ParameterHandle,
    decode_dimension_handle DecodeDimensionHandle DimensionHandle,
    decode_message_retraction_handle DecodeMessageRetractionHandle MessageRetractionHandle,
    decode_region_handle DecodeRegionHandle RegionHandle,
}

impl FedProAmbassador {
    /// Clients of 2010 leave out the attribute.
    ///
    /// # Errors
    /// As `hyla_lrc::RtiAmbassador::available_dimensions_for_object_class`.
    pub fn available_dimensions_for_class_attribute(
        &self,
        class: ObjectClassHandle,
        _attribute: AttributeHandle,
    ) -> Result<DimensionHandleSet> {
        self.available_dimensions_for_object_class(class)
    }

    /// Clients know it from joining.
    ///
    /// # Errors
    /// `NotConnected`.
    pub fn time_factory(&self) -> Result<TimeImplementation> {
        let time = self.connection().map(|_| *locked(&self.0.time));
        self.finish(Service::GetTimeFactory, time)
    }
}
