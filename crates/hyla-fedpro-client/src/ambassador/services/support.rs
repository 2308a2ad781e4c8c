//! Support services (clause 10).
//!
//! Written by `make faces` from the table of services.

use hyla_core::Result;
use hyla_fedpro_messages as pb;
use hyla_types::{
    AttributeHandle, DimensionHandle, DimensionHandleSet, FederateHandle, InteractionClassHandle,
    ObjectClassHandle, ObjectInstanceHandle, OrderType, ParameterHandle, ResignAction, Service,
    ServiceGroup, TransportationTypeHandle,
};

use crate::ambassador::FedProAmbassador;
use crate::convert::{FromWire, Wire};

impl FedProAmbassador {
    /// As `hyla_lrc::RtiAmbassador::federate_handle`.
    ///
    /// # Errors
    /// The same.
    pub fn federate_handle(&self, federate_name: &str) -> Result<FederateHandle> {
        self.ask_for(
            Service::GetFederateHandle,
            pb::GetFederateHandleRequest {
                federate_name: federate_name.wire(),
            },
            |response| FromWire::from_wire(response.result),
        )
    }

    /// As `hyla_lrc::RtiAmbassador::federate_name`.
    ///
    /// # Errors
    /// The same.
    pub fn federate_name(&self, federate: FederateHandle) -> Result<String> {
        self.ask_for(
            Service::GetFederateName,
            pb::GetFederateNameRequest {
                federate: federate.wire(),
            },
            |response| FromWire::from_wire(response.result),
        )
    }

    /// As `hyla_lrc::RtiAmbassador::object_class_handle`.
    ///
    /// # Errors
    /// The same.
    pub fn object_class_handle(&self, object_class_name: &str) -> Result<ObjectClassHandle> {
        self.ask_for(
            Service::GetObjectClassHandle,
            pb::GetObjectClassHandleRequest {
                object_class_name: object_class_name.wire(),
            },
            |response| FromWire::from_wire(response.result),
        )
    }

    /// As `hyla_lrc::RtiAmbassador::object_class_name`.
    ///
    /// # Errors
    /// The same.
    pub fn object_class_name(&self, object_class: ObjectClassHandle) -> Result<String> {
        self.ask_for(
            Service::GetObjectClassName,
            pb::GetObjectClassNameRequest {
                object_class: object_class.wire(),
            },
            |response| FromWire::from_wire(response.result),
        )
    }

    /// As `hyla_lrc::RtiAmbassador::known_object_class_handle`.
    ///
    /// # Errors
    /// The same.
    pub fn known_object_class_handle(
        &self,
        object_instance: ObjectInstanceHandle,
    ) -> Result<ObjectClassHandle> {
        self.ask_for(
            Service::GetKnownObjectClassHandle,
            pb::GetKnownObjectClassHandleRequest {
                object_instance: object_instance.wire(),
            },
            |response| FromWire::from_wire(response.result),
        )
    }

    /// As `hyla_lrc::RtiAmbassador::object_instance_handle`.
    ///
    /// # Errors
    /// The same.
    pub fn object_instance_handle(
        &self,
        object_instance_name: &str,
    ) -> Result<ObjectInstanceHandle> {
        self.ask_for(
            Service::GetObjectInstanceHandle,
            pb::GetObjectInstanceHandleRequest {
                object_instance_name: object_instance_name.wire(),
            },
            |response| FromWire::from_wire(response.result),
        )
    }

    /// As `hyla_lrc::RtiAmbassador::object_instance_name`.
    ///
    /// # Errors
    /// The same.
    pub fn object_instance_name(&self, object_instance: ObjectInstanceHandle) -> Result<String> {
        self.ask_for(
            Service::GetObjectInstanceName,
            pb::GetObjectInstanceNameRequest {
                object_instance: object_instance.wire(),
            },
            |response| FromWire::from_wire(response.result),
        )
    }

    /// As `hyla_lrc::RtiAmbassador::attribute_handle`.
    ///
    /// # Errors
    /// The same.
    pub fn attribute_handle(
        &self,
        object_class: ObjectClassHandle,
        attribute_name: &str,
    ) -> Result<AttributeHandle> {
        self.ask_for(
            Service::GetAttributeHandle,
            pb::GetAttributeHandleRequest {
                object_class: object_class.wire(),
                attribute_name: attribute_name.wire(),
            },
            |response| FromWire::from_wire(response.result),
        )
    }

    /// As `hyla_lrc::RtiAmbassador::attribute_name`.
    ///
    /// # Errors
    /// The same.
    pub fn attribute_name(
        &self,
        object_class: ObjectClassHandle,
        attribute: AttributeHandle,
    ) -> Result<String> {
        self.ask_for(
            Service::GetAttributeName,
            pb::GetAttributeNameRequest {
                object_class: object_class.wire(),
                attribute: attribute.wire(),
            },
            |response| FromWire::from_wire(response.result),
        )
    }

    /// As `hyla_lrc::RtiAmbassador::update_rate_value`.
    ///
    /// # Errors
    /// The same.
    pub fn update_rate_value(&self, update_rate_designator: &str) -> Result<f64> {
        self.ask_for(
            Service::GetUpdateRateValue,
            pb::GetUpdateRateValueRequest {
                update_rate_designator: update_rate_designator.wire(),
            },
            |response| FromWire::from_wire(response.result),
        )
    }

    /// As `hyla_lrc::RtiAmbassador::update_rate_value_for_attribute`.
    ///
    /// # Errors
    /// The same.
    pub fn update_rate_value_for_attribute(
        &self,
        object_instance: ObjectInstanceHandle,
        attribute: AttributeHandle,
    ) -> Result<f64> {
        self.ask_for(
            Service::GetUpdateRateValueForAttribute,
            pb::GetUpdateRateValueForAttributeRequest {
                object_instance: object_instance.wire(),
                attribute: attribute.wire(),
            },
            |response| FromWire::from_wire(response.result),
        )
    }

    /// As `hyla_lrc::RtiAmbassador::interaction_class_handle`.
    ///
    /// # Errors
    /// The same.
    pub fn interaction_class_handle(
        &self,
        interaction_class_name: &str,
    ) -> Result<InteractionClassHandle> {
        self.ask_for(
            Service::GetInteractionClassHandle,
            pb::GetInteractionClassHandleRequest {
                interaction_class_name: interaction_class_name.wire(),
            },
            |response| FromWire::from_wire(response.result),
        )
    }

    /// As `hyla_lrc::RtiAmbassador::interaction_class_name`.
    ///
    /// # Errors
    /// The same.
    pub fn interaction_class_name(
        &self,
        interaction_class: InteractionClassHandle,
    ) -> Result<String> {
        self.ask_for(
            Service::GetInteractionClassName,
            pb::GetInteractionClassNameRequest {
                interaction_class: interaction_class.wire(),
            },
            |response| FromWire::from_wire(response.result),
        )
    }

    /// As `hyla_lrc::RtiAmbassador::parameter_handle`.
    ///
    /// # Errors
    /// The same.
    pub fn parameter_handle(
        &self,
        interaction_class: InteractionClassHandle,
        parameter_name: &str,
    ) -> Result<ParameterHandle> {
        self.ask_for(
            Service::GetParameterHandle,
            pb::GetParameterHandleRequest {
                interaction_class: interaction_class.wire(),
                parameter_name: parameter_name.wire(),
            },
            |response| FromWire::from_wire(response.result),
        )
    }

    /// As `hyla_lrc::RtiAmbassador::parameter_name`.
    ///
    /// # Errors
    /// The same.
    pub fn parameter_name(
        &self,
        interaction_class: InteractionClassHandle,
        parameter: ParameterHandle,
    ) -> Result<String> {
        self.ask_for(
            Service::GetParameterName,
            pb::GetParameterNameRequest {
                interaction_class: interaction_class.wire(),
                parameter: parameter.wire(),
            },
            |response| FromWire::from_wire(response.result),
        )
    }

    /// As `hyla_lrc::RtiAmbassador::order_type`.
    ///
    /// # Errors
    /// The same.
    pub fn order_type(&self, order_type_name: &str) -> Result<OrderType> {
        self.ask_for(
            Service::GetOrderType,
            pb::GetOrderTypeRequest {
                order_type_name: order_type_name.wire(),
            },
            |response| FromWire::from_wire(response.result),
        )
    }

    /// As `hyla_lrc::RtiAmbassador::order_name`.
    ///
    /// # Errors
    /// The same.
    pub fn order_name(&self, order_type: OrderType) -> Result<String> {
        self.ask_for(
            Service::GetOrderName,
            pb::GetOrderNameRequest {
                order_type: order_type.wire(),
            },
            |response| FromWire::from_wire(response.result),
        )
    }

    /// As `hyla_lrc::RtiAmbassador::transportation_type_handle`.
    ///
    /// # Errors
    /// The same.
    pub fn transportation_type_handle(
        &self,
        transportation_type_name: &str,
    ) -> Result<TransportationTypeHandle> {
        self.ask_for(
            Service::GetTransportationTypeHandle,
            pb::GetTransportationTypeHandleRequest {
                transportation_type_name: transportation_type_name.wire(),
            },
            |response| FromWire::from_wire(response.result),
        )
    }

    /// As `hyla_lrc::RtiAmbassador::transportation_type_name`.
    ///
    /// # Errors
    /// The same.
    pub fn transportation_type_name(
        &self,
        transportation_type: TransportationTypeHandle,
    ) -> Result<String> {
        self.ask_for(
            Service::GetTransportationTypeName,
            pb::GetTransportationTypeNameRequest {
                transportation_type: transportation_type.wire(),
            },
            |response| FromWire::from_wire(response.result),
        )
    }

    /// As `hyla_lrc::RtiAmbassador::available_dimensions_for_object_class`.
    ///
    /// # Errors
    /// The same.
    pub fn available_dimensions_for_object_class(
        &self,
        object_class: ObjectClassHandle,
    ) -> Result<DimensionHandleSet> {
        self.ask_for(
            Service::GetAvailableDimensionsForObjectClass,
            pb::GetAvailableDimensionsForObjectClassRequest {
                object_class: object_class.wire(),
            },
            |response| FromWire::from_wire(response.result),
        )
    }

    /// As `hyla_lrc::RtiAmbassador::available_dimensions_for_interaction_class`.
    ///
    /// # Errors
    /// The same.
    pub fn available_dimensions_for_interaction_class(
        &self,
        interaction_class: InteractionClassHandle,
    ) -> Result<DimensionHandleSet> {
        self.ask_for(
            Service::GetAvailableDimensionsForInteractionClass,
            pb::GetAvailableDimensionsForInteractionClassRequest {
                interaction_class: interaction_class.wire(),
            },
            |response| FromWire::from_wire(response.result),
        )
    }

    /// As `hyla_lrc::RtiAmbassador::dimension_handle`.
    ///
    /// # Errors
    /// The same.
    pub fn dimension_handle(&self, dimension_name: &str) -> Result<DimensionHandle> {
        self.ask_for(
            Service::GetDimensionHandle,
            pb::GetDimensionHandleRequest {
                dimension_name: dimension_name.wire(),
            },
            |response| FromWire::from_wire(response.result),
        )
    }

    /// As `hyla_lrc::RtiAmbassador::dimension_name`.
    ///
    /// # Errors
    /// The same.
    pub fn dimension_name(&self, dimension: DimensionHandle) -> Result<String> {
        self.ask_for(
            Service::GetDimensionName,
            pb::GetDimensionNameRequest {
                dimension: dimension.wire(),
            },
            |response| FromWire::from_wire(response.result),
        )
    }

    /// As `hyla_lrc::RtiAmbassador::dimension_upper_bound`.
    ///
    /// # Errors
    /// The same.
    pub fn dimension_upper_bound(&self, dimension: DimensionHandle) -> Result<u32> {
        self.ask_for(
            Service::GetDimensionUpperBound,
            pb::GetDimensionUpperBoundRequest {
                dimension: dimension.wire(),
            },
            |response| FromWire::from_wire(response.result),
        )
    }

    /// As `hyla_lrc::RtiAmbassador::normalize_service_group`.
    ///
    /// # Errors
    /// The same.
    pub fn normalize_service_group(&self, service_group: ServiceGroup) -> Result<u32> {
        self.ask_for(
            Service::NormalizeServiceGroup,
            pb::NormalizeServiceGroupRequest {
                service_group: service_group.wire(),
            },
            |response| FromWire::from_wire(response.result),
        )
    }

    /// As `hyla_lrc::RtiAmbassador::normalize_federate_handle`.
    ///
    /// # Errors
    /// The same.
    pub fn normalize_federate_handle(&self, federate: FederateHandle) -> Result<u32> {
        self.ask_for(
            Service::NormalizeFederateHandle,
            pb::NormalizeFederateHandleRequest {
                federate: federate.wire(),
            },
            |response| FromWire::from_wire(response.result),
        )
    }

    /// As `hyla_lrc::RtiAmbassador::normalize_object_class_handle`.
    ///
    /// # Errors
    /// The same.
    pub fn normalize_object_class_handle(&self, object_class: ObjectClassHandle) -> Result<u32> {
        self.ask_for(
            Service::NormalizeObjectClassHandle,
            pb::NormalizeObjectClassHandleRequest {
                object_class: object_class.wire(),
            },
            |response| FromWire::from_wire(response.result),
        )
    }

    /// As `hyla_lrc::RtiAmbassador::normalize_interaction_class_handle`.
    ///
    /// # Errors
    /// The same.
    pub fn normalize_interaction_class_handle(
        &self,
        interaction_class: InteractionClassHandle,
    ) -> Result<u32> {
        self.ask_for(
            Service::NormalizeInteractionClassHandle,
            pb::NormalizeInteractionClassHandleRequest {
                interaction_class: interaction_class.wire(),
            },
            |response| FromWire::from_wire(response.result),
        )
    }

    /// As `hyla_lrc::RtiAmbassador::normalize_object_instance_handle`.
    ///
    /// # Errors
    /// The same.
    pub fn normalize_object_instance_handle(
        &self,
        object_instance: ObjectInstanceHandle,
    ) -> Result<u32> {
        self.ask_for(
            Service::NormalizeObjectInstanceHandle,
            pb::NormalizeObjectInstanceHandleRequest {
                object_instance: object_instance.wire(),
            },
            |response| FromWire::from_wire(response.result),
        )
    }

    /// As `hyla_lrc::RtiAmbassador::automatic_resign_directive`.
    ///
    /// # Errors
    /// The same.
    pub fn automatic_resign_directive(&self) -> Result<ResignAction> {
        self.ask_for(
            Service::GetAutomaticResignDirective,
            pb::GetAutomaticResignDirectiveRequest {},
            |response| FromWire::from_wire(response.result),
        )
    }

    /// As `hyla_lrc::RtiAmbassador::set_automatic_resign_directive`.
    ///
    /// # Errors
    /// The same.
    pub fn set_automatic_resign_directive(&self, resign_action: ResignAction) -> Result<()> {
        self.tell(
            Service::SetAutomaticResignDirective,
            pb::SetAutomaticResignDirectiveRequest {
                value: resign_action.wire(),
            },
        )
    }
}
