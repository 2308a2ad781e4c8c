//! Support services (clause 10).

use hyla_fedpro_messages as pb;
use hyla_types::{
    AttributeHandle, DimensionHandle, DimensionHandleSet, Exception, ExceptionKind, FederateHandle,
    InteractionClassHandle, MessageRetractionHandle, ObjectClassHandle, ObjectInstanceHandle,
    OrderType, ParameterHandle, RegionHandle, ResignAction, Service, ServiceGroup,
    TimeImplementation, TransportationTypeHandle,
};

use super::{FedProAmbassador, Result, locked};
use crate::convert::{Wire, code, order, order_from};

/// Handle by name.
macro_rules! handles {
    ($($name:ident $service:ident $request:ident $field:ident $handle:ident,)*) => {
        impl FedProAmbassador {
            $(
                #[doc = concat!("As `hyla_lrc::RtiAmbassador::", stringify!($name), "`.")]
                ///
                /// # Errors
                /// The same.
                pub fn $name(&self, name: &str) -> Result<$handle> {
                    let request = pb::$request { $field: name.to_owned() };
                    self.ask_for(Service::$service, request, |response| {
                        Wire::from_wire(response.result)
                    })
                }
            )*
        }
    };
}

handles! {
    federate_handle GetFederateHandle GetFederateHandleRequest federate_name FederateHandle,
    object_class_handle GetObjectClassHandle GetObjectClassHandleRequest object_class_name ObjectClassHandle,
    object_instance_handle GetObjectInstanceHandle GetObjectInstanceHandleRequest object_instance_name
        ObjectInstanceHandle,
    interaction_class_handle GetInteractionClassHandle GetInteractionClassHandleRequest
        interaction_class_name InteractionClassHandle,
    transportation_type_handle GetTransportationTypeHandle GetTransportationTypeHandleRequest
        transportation_type_name TransportationTypeHandle,
    dimension_handle GetDimensionHandle GetDimensionHandleRequest dimension_name DimensionHandle,
}

/// What the RTI says of a handle.
macro_rules! of_handle {
    ($($name:ident $service:ident $request:ident $field:ident $handle:ident $result:ty,)*) => {
        impl FedProAmbassador {
            $(
                #[doc = concat!("As `hyla_lrc::RtiAmbassador::", stringify!($name), "`.")]
                ///
                /// # Errors
                /// The same.
                pub fn $name(&self, handle: $handle) -> Result<$result> {
                    let request = pb::$request { $field: handle.wire() };
                    self.ask_for(Service::$service, request, |response| Ok(response.result))
                }
            )*
        }
    };
}

of_handle! {
    federate_name GetFederateName GetFederateNameRequest federate FederateHandle String,
    object_class_name GetObjectClassName GetObjectClassNameRequest object_class ObjectClassHandle String,
    object_instance_name GetObjectInstanceName GetObjectInstanceNameRequest object_instance
        ObjectInstanceHandle String,
    interaction_class_name GetInteractionClassName GetInteractionClassNameRequest interaction_class
        InteractionClassHandle String,
    transportation_type_name GetTransportationTypeName GetTransportationTypeNameRequest
        transportation_type TransportationTypeHandle String,
    dimension_name GetDimensionName GetDimensionNameRequest dimension DimensionHandle String,
    dimension_upper_bound GetDimensionUpperBound GetDimensionUpperBoundRequest dimension DimensionHandle u32,
    normalize_federate_handle NormalizeFederateHandle NormalizeFederateHandleRequest federate
        FederateHandle u32,
    normalize_object_class_handle NormalizeObjectClassHandle NormalizeObjectClassHandleRequest object_class
        ObjectClassHandle u32,
    normalize_interaction_class_handle NormalizeInteractionClassHandle
        NormalizeInteractionClassHandleRequest interaction_class InteractionClassHandle u32,
    normalize_object_instance_handle NormalizeObjectInstanceHandle NormalizeObjectInstanceHandleRequest
        object_instance ObjectInstanceHandle u32,
}

/// Switches that can be read.
macro_rules! switches {
    ($($name:ident $service:ident $request:ident,)*) => {
        impl FedProAmbassador {
            $(
                #[doc = concat!("As `hyla_lrc::RtiAmbassador::", stringify!($name), "`.")]
                ///
                /// # Errors
                /// The same.
                pub fn $name(&self) -> Result<bool> {
                    self.ask_for(Service::$service, pb::$request {}, |response| Ok(response.result))
                }
            )*
        }
    };
}

switches! {
    object_class_relevance_advisory_switch GetObjectClassRelevanceAdvisorySwitch
        GetObjectClassRelevanceAdvisorySwitchRequest,
    attribute_relevance_advisory_switch GetAttributeRelevanceAdvisorySwitch
        GetAttributeRelevanceAdvisorySwitchRequest,
    attribute_scope_advisory_switch GetAttributeScopeAdvisorySwitch GetAttributeScopeAdvisorySwitchRequest,
    interaction_relevance_advisory_switch GetInteractionRelevanceAdvisorySwitch
        GetInteractionRelevanceAdvisorySwitchRequest,
    convey_region_designator_sets_switch GetConveyRegionDesignatorSetsSwitch
        GetConveyRegionDesignatorSetsSwitchRequest,
    service_reporting_switch GetServiceReportingSwitch GetServiceReportingSwitchRequest,
    exception_reporting_switch GetExceptionReportingSwitch GetExceptionReportingSwitchRequest,
    send_service_reports_to_file_switch GetSendServiceReportsToFileSwitch
        GetSendServiceReportsToFileSwitchRequest,
    auto_provide_switch GetAutoProvideSwitch GetAutoProvideSwitchRequest,
    delay_subscription_evaluation_switch GetDelaySubscriptionEvaluationSwitch
        GetDelaySubscriptionEvaluationSwitchRequest,
    advisories_use_known_class_switch GetAdvisoriesUseKnownClassSwitch
        GetAdvisoriesUseKnownClassSwitchRequest,
    allow_relaxed_ddm_switch GetAllowRelaxedDdmSwitch GetAllowRelaxedDdmSwitchRequest,
    non_regulated_grant_switch GetNonRegulatedGrantSwitch GetNonRegulatedGrantSwitchRequest,
}

/// Switches that can be set.
macro_rules! setters {
    ($($name:ident $service:ident $request:ident,)*) => {
        impl FedProAmbassador {
            $(
                #[doc = concat!("As `hyla_lrc::RtiAmbassador::", stringify!($name), "`.")]
                ///
                /// # Errors
                /// The same.
                pub fn $name(&self, value: bool) -> Result<()> {
                    self.tell(Service::$service, pb::$request { value })
                }
            )*
        }
    };
}

setters! {
    set_object_class_relevance_advisory_switch SetObjectClassRelevanceAdvisorySwitch
        SetObjectClassRelevanceAdvisorySwitchRequest,
    set_attribute_relevance_advisory_switch SetAttributeRelevanceAdvisorySwitch
        SetAttributeRelevanceAdvisorySwitchRequest,
    set_attribute_scope_advisory_switch SetAttributeScopeAdvisorySwitch
        SetAttributeScopeAdvisorySwitchRequest,
    set_interaction_relevance_advisory_switch SetInteractionRelevanceAdvisorySwitch
        SetInteractionRelevanceAdvisorySwitchRequest,
    set_convey_region_designator_sets_switch SetConveyRegionDesignatorSetsSwitch
        SetConveyRegionDesignatorSetsSwitchRequest,
    set_service_reporting_switch SetServiceReportingSwitch SetServiceReportingSwitchRequest,
    set_exception_reporting_switch SetExceptionReportingSwitch SetExceptionReportingSwitchRequest,
    set_send_service_reports_to_file_switch SetSendServiceReportsToFileSwitch
        SetSendServiceReportsToFileSwitchRequest,
}

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

#[allow(
    missing_docs,
    clippy::missing_errors_doc,
    reason = "as those of RtiAmbassador"
)]
impl FedProAmbassador {
    pub fn known_object_class_handle(
        &self,
        object: ObjectInstanceHandle,
    ) -> Result<ObjectClassHandle> {
        let object_instance = object.wire();
        let request = pb::GetKnownObjectClassHandleRequest { object_instance };
        self.ask_for(Service::GetKnownObjectClassHandle, request, |response| {
            Wire::from_wire(response.result)
        })
    }

    pub fn attribute_handle(
        &self,
        class: ObjectClassHandle,
        name: &str,
    ) -> Result<AttributeHandle> {
        let request = pb::GetAttributeHandleRequest {
            object_class: class.wire(),
            attribute_name: name.to_owned(),
        };
        self.ask_for(Service::GetAttributeHandle, request, |response| {
            Wire::from_wire(response.result)
        })
    }

    pub fn attribute_name(
        &self,
        class: ObjectClassHandle,
        attribute: AttributeHandle,
    ) -> Result<String> {
        let request = pb::GetAttributeNameRequest {
            object_class: class.wire(),
            attribute: attribute.wire(),
        };
        self.ask_for(Service::GetAttributeName, request, |response| {
            Ok(response.result)
        })
    }

    pub fn update_rate_value(&self, designator: &str) -> Result<f64> {
        let update_rate_designator = designator.to_owned();
        let request = pb::GetUpdateRateValueRequest {
            update_rate_designator,
        };
        self.ask_for(Service::GetUpdateRateValue, request, |response| {
            Ok(response.result)
        })
    }

    pub fn update_rate_value_for_attribute(
        &self,
        object: ObjectInstanceHandle,
        attribute: AttributeHandle,
    ) -> Result<f64> {
        let request = pb::GetUpdateRateValueForAttributeRequest {
            object_instance: object.wire(),
            attribute: attribute.wire(),
        };
        let service = Service::GetUpdateRateValueForAttribute;
        self.ask_for(service, request, |response| Ok(response.result))
    }

    pub fn parameter_handle(
        &self,
        class: InteractionClassHandle,
        name: &str,
    ) -> Result<ParameterHandle> {
        let request = pb::GetParameterHandleRequest {
            interaction_class: class.wire(),
            parameter_name: name.to_owned(),
        };
        self.ask_for(Service::GetParameterHandle, request, |response| {
            Wire::from_wire(response.result)
        })
    }

    pub fn parameter_name(
        &self,
        class: InteractionClassHandle,
        parameter: ParameterHandle,
    ) -> Result<String> {
        let request = pb::GetParameterNameRequest {
            interaction_class: class.wire(),
            parameter: parameter.wire(),
        };
        self.ask_for(Service::GetParameterName, request, |response| {
            Ok(response.result)
        })
    }

    pub fn order_type(&self, name: &str) -> Result<OrderType> {
        let order_type_name = name.to_owned();
        let request = pb::GetOrderTypeRequest { order_type_name };
        self.ask_for(Service::GetOrderType, request, |response| {
            order_from(response.result)
        })
    }

    pub fn order_name(&self, order_type: OrderType) -> Result<String> {
        let order_type = order(order_type);
        let request = pb::GetOrderNameRequest { order_type };
        self.ask_for(Service::GetOrderName, request, |response| {
            Ok(response.result)
        })
    }

    /// Clients of 2010 leave out the attribute.
    pub fn available_dimensions_for_class_attribute(
        &self,
        class: ObjectClassHandle,
        _attribute: AttributeHandle,
    ) -> Result<DimensionHandleSet> {
        self.available_dimensions_for_object_class(class)
    }

    pub fn available_dimensions_for_object_class(
        &self,
        class: ObjectClassHandle,
    ) -> Result<DimensionHandleSet> {
        let object_class = class.wire();
        let request = pb::GetAvailableDimensionsForObjectClassRequest { object_class };
        self.ask_for(
            Service::GetAvailableDimensionsForObjectClass,
            request,
            |response| Wire::from_wire(response.result),
        )
    }

    pub fn available_dimensions_for_interaction_class(
        &self,
        class: InteractionClassHandle,
    ) -> Result<DimensionHandleSet> {
        let interaction_class = class.wire();
        let request = pb::GetAvailableDimensionsForInteractionClassRequest { interaction_class };
        let service = Service::GetAvailableDimensionsForInteractionClass;
        self.ask_for(service, request, |response| {
            Wire::from_wire(response.result)
        })
    }

    pub fn normalize_service_group(&self, group: ServiceGroup) -> Result<u32> {
        let service_group = group.code();
        let request = pb::NormalizeServiceGroupRequest { service_group };
        self.ask_for(Service::NormalizeServiceGroup, request, |response| {
            Ok(response.result)
        })
    }

    pub fn automatic_resign_directive(&self) -> Result<ResignAction> {
        let request = pb::GetAutomaticResignDirectiveRequest {};
        self.ask_for(Service::GetAutomaticResignDirective, request, |response| {
            code(response.result)
        })
    }

    pub fn set_automatic_resign_directive(&self, action: ResignAction) -> Result<()> {
        let value = action.code();
        let request = pb::SetAutomaticResignDirectiveRequest { value };
        self.tell(Service::SetAutomaticResignDirective, request)
    }

    /// Clients know it from joining.
    pub fn time_factory(&self) -> Result<TimeImplementation> {
        let time = self.connection().map(|_| *locked(&self.0.time));
        self.finish(Service::GetTimeFactory, time)
    }
}
