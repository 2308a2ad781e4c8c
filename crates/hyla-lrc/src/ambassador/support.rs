//! Support services (clause 10). Answers come from this federate's own state, without the RTI.

use hyla_core::Result;
use hyla_types::{
    AttributeHandle, DimensionHandle, DimensionHandleSet, FederateHandle, InteractionClassHandle,
    ObjectClassHandle, ObjectInstanceHandle, OrderType, ParameterHandle, ResignAction, Service,
    ServiceGroup, TimeImplementation, TimeName, TransportationTypeHandle,
};

use super::RtiAmbassador;

impl RtiAmbassador {
    /// `getFederateHandle` (10.4 in 2010, 10.2 in 2025).
    ///
    /// # Errors
    /// `NameNotFound`.
    pub fn federate_handle(&self, name: &str) -> Result<FederateHandle> {
        self.engine()
            .look(Service::GetFederateHandle, &[&name], |member| {
                member.federate_handle(name)
            })
    }

    /// `getFederateName` (10.5 in 2010, 10.3 in 2025).
    ///
    /// # Errors
    /// `InvalidFederateHandle`, `FederateHandleNotKnown`.
    pub fn federate_name(&self, federate: FederateHandle) -> Result<String> {
        self.engine()
            .look(Service::GetFederateName, &[&federate], |member| {
                member.federate_name(federate).map(str::to_owned)
            })
    }

    /// `getObjectClassHandle` (10.6 in 2010, 10.4 in 2025); `HLAobjectRoot.` may be left out.
    ///
    /// # Errors
    /// `NameNotFound`.
    pub fn object_class_handle(&self, name: &str) -> Result<ObjectClassHandle> {
        self.engine()
            .look(Service::GetObjectClassHandle, &[&name], |member| {
                member.object_class_handle(name)
            })
    }

    /// `getObjectClassName` (10.7 in 2010, 10.5 in 2025).
    ///
    /// # Errors
    /// `InvalidObjectClassHandle`.
    pub fn object_class_name(&self, class: ObjectClassHandle) -> Result<String> {
        self.engine()
            .look(Service::GetObjectClassName, &[&class], |member| {
                member.object_class_name(class).map(str::to_owned)
            })
    }

    /// `getKnownObjectClassHandle` (10.8 in 2010, 10.6 in 2025).
    ///
    /// # Errors
    /// `ObjectInstanceNotKnown`.
    pub fn known_object_class_handle(
        &self,
        object: ObjectInstanceHandle,
    ) -> Result<ObjectClassHandle> {
        self.engine()
            .look(Service::GetKnownObjectClassHandle, &[&object], |member| {
                member.known_object_class_handle(object)
            })
    }

    /// `getObjectInstanceHandle` (10.9 in 2010, 10.7 in 2025).
    ///
    /// # Errors
    /// `ObjectInstanceNotKnown`.
    pub fn object_instance_handle(&self, name: &str) -> Result<ObjectInstanceHandle> {
        self.engine()
            .look(Service::GetObjectInstanceHandle, &[&name], |member| {
                member.object_instance_handle(name)
            })
    }

    /// `getObjectInstanceName` (10.10 in 2010, 10.8 in 2025).
    ///
    /// # Errors
    /// `ObjectInstanceNotKnown`.
    pub fn object_instance_name(&self, object: ObjectInstanceHandle) -> Result<String> {
        self.engine()
            .look(Service::GetObjectInstanceName, &[&object], |member| {
                member.object_instance_name(object).map(str::to_owned)
            })
    }

    /// `getAttributeHandle` (10.11 in 2010, 10.9 in 2025).
    ///
    /// # Errors
    /// `InvalidObjectClassHandle`, `NameNotFound`.
    pub fn attribute_handle(
        &self,
        class: ObjectClassHandle,
        name: &str,
    ) -> Result<AttributeHandle> {
        self.engine()
            .look(Service::GetAttributeHandle, &[&class, &name], |member| {
                member.attribute_handle(class, name)
            })
    }

    /// `getAttributeName` (10.12 in 2010, 10.10 in 2025).
    ///
    /// # Errors
    /// `InvalidObjectClassHandle`, `InvalidAttributeHandle`, `AttributeNotDefined`.
    pub fn attribute_name(
        &self,
        class: ObjectClassHandle,
        attribute: AttributeHandle,
    ) -> Result<String> {
        self.engine()
            .look(Service::GetAttributeName, &[&class, &attribute], |member| {
                member.attribute_name(class, attribute).map(str::to_owned)
            })
    }

    /// `getUpdateRateValue` (10.13 in 2010, 10.11 in 2025), in Hz.
    ///
    /// # Errors
    /// `InvalidUpdateRateDesignator`.
    pub fn update_rate_value(&self, designator: &str) -> Result<f64> {
        self.engine()
            .look(Service::GetUpdateRateValue, &[&designator], |member| {
                member.update_rate_value(designator)
            })
    }

    /// `getUpdateRateValueForAttribute` (10.14 in 2010, 10.12 in 2025), in Hz; zero if not limited.
    ///
    /// # Errors
    /// `ObjectInstanceNotKnown`, `AttributeNotDefined`.
    pub fn update_rate_value_for_attribute(
        &self,
        object: ObjectInstanceHandle,
        attribute: AttributeHandle,
    ) -> Result<f64> {
        self.engine().look(
            Service::GetUpdateRateValueForAttribute,
            &[&object, &attribute],
            |member| member.update_rate_value_for_attribute(object, attribute),
        )
    }

    /// `getInteractionClassHandle` (10.15 in 2010, 10.13 in 2025); `HLAinteractionRoot.` may be left out.
    ///
    /// # Errors
    /// `NameNotFound`.
    pub fn interaction_class_handle(&self, name: &str) -> Result<InteractionClassHandle> {
        self.engine()
            .look(Service::GetInteractionClassHandle, &[&name], |member| {
                member.interaction_class_handle(name)
            })
    }

    /// `getInteractionClassName` (10.16 in 2010, 10.14 in 2025).
    ///
    /// # Errors
    /// `InvalidInteractionClassHandle`.
    pub fn interaction_class_name(&self, class: InteractionClassHandle) -> Result<String> {
        self.engine()
            .look(Service::GetInteractionClassName, &[&class], |member| {
                member.interaction_class_name(class).map(str::to_owned)
            })
    }

    /// `getParameterHandle` (10.17 in 2010, 10.15 in 2025).
    ///
    /// # Errors
    /// `InvalidInteractionClassHandle`, `NameNotFound`.
    pub fn parameter_handle(
        &self,
        class: InteractionClassHandle,
        name: &str,
    ) -> Result<ParameterHandle> {
        self.engine()
            .look(Service::GetParameterHandle, &[&class, &name], |member| {
                member.parameter_handle(class, name)
            })
    }

    /// `getParameterName` (10.18 in 2010, 10.16 in 2025).
    ///
    /// # Errors
    /// `InvalidInteractionClassHandle`, `InvalidParameterHandle`, `InteractionParameterNotDefined`.
    pub fn parameter_name(
        &self,
        class: InteractionClassHandle,
        parameter: ParameterHandle,
    ) -> Result<String> {
        self.engine()
            .look(Service::GetParameterName, &[&class, &parameter], |member| {
                member.parameter_name(class, parameter).map(str::to_owned)
            })
    }

    /// `getOrderType` (10.19 in 2010, 10.17 in 2025).
    ///
    /// # Errors
    /// `InvalidOrderName`.
    pub fn order_type(&self, name: &str) -> Result<OrderType> {
        self.engine()
            .look(Service::GetOrderType, &[&name], |member| {
                member.order_type(name)
            })
    }

    /// `getOrderName` (10.20 in 2010, 10.18 in 2025).
    ///
    /// # Errors
    /// Only those of every service.
    pub fn order_name(&self, order: OrderType) -> Result<String> {
        self.engine()
            .look(Service::GetOrderName, &[&order], |member| {
                member.order_name(order)
            })
    }

    /// `getTransportationTypeHandle` (10.21 in 2010, 10.19 in 2025).
    ///
    /// # Errors
    /// `InvalidTransportationName`.
    pub fn transportation_type_handle(&self, name: &str) -> Result<TransportationTypeHandle> {
        self.engine()
            .look(Service::GetTransportationTypeHandle, &[&name], |member| {
                member.transportation_type_handle(name)
            })
    }

    /// `getTransportationTypeName` (10.22 in 2010, 10.20 in 2025).
    ///
    /// # Errors
    /// `InvalidTransportationTypeHandle` (2010: `InvalidTransportationType`).
    pub fn transportation_type_name(
        &self,
        transportation: TransportationTypeHandle,
    ) -> Result<String> {
        self.engine().look(
            Service::GetTransportationTypeName,
            &[&transportation],
            |member| {
                member
                    .transportation_type_name(transportation)
                    .map(str::to_owned)
            },
        )
    }

    /// Whether what is sent with this transportation type always arrives: for bindings whose callers
    /// know the two types of the standard alone. No service of the standard, so it is not reported,
    /// and a binding may call it inside callbacks.
    ///
    /// # Errors
    /// `InvalidTransportationTypeHandle`; `FederateNotExecutionMember`.
    pub fn transportation_is_reliable(
        &self,
        transportation: TransportationTypeHandle,
    ) -> Result<bool> {
        let core = self.engine().core();
        core.member.transportation_is_reliable(transportation)
    }

    /// `getAvailableDimensionsForClassAttribute` (10.23 in 2010).
    ///
    /// # Errors
    /// `InvalidObjectClassHandle`, `InvalidAttributeHandle`, `AttributeNotDefined`.
    pub fn available_dimensions_for_class_attribute(
        &self,
        class: ObjectClassHandle,
        attribute: AttributeHandle,
    ) -> Result<DimensionHandleSet> {
        self.engine().look(
            Service::GetAvailableDimensionsForObjectClass,
            &[&class, &attribute],
            |member| member.available_dimensions_for_class_attribute(class, attribute),
        )
    }

    /// `getAvailableDimensionsForObjectClass` (10.21 in 2025).
    ///
    /// # Errors
    /// `InvalidObjectClassHandle`.
    pub fn available_dimensions_for_object_class(
        &self,
        class: ObjectClassHandle,
    ) -> Result<DimensionHandleSet> {
        self.engine().look(
            Service::GetAvailableDimensionsForObjectClass,
            &[&class],
            |member| member.available_dimensions_for_object_class(class),
        )
    }

    /// `getAvailableDimensionsForInteractionClass` (10.24 in 2010, 10.22 in 2025).
    ///
    /// # Errors
    /// `InvalidInteractionClassHandle`.
    pub fn available_dimensions_for_interaction_class(
        &self,
        class: InteractionClassHandle,
    ) -> Result<DimensionHandleSet> {
        self.engine().look(
            Service::GetAvailableDimensionsForInteractionClass,
            &[&class],
            |member| member.available_dimensions_for_interaction_class(class),
        )
    }

    /// `getDimensionHandle` (10.25 in 2010, 10.23 in 2025).
    ///
    /// # Errors
    /// `NameNotFound`.
    pub fn dimension_handle(&self, name: &str) -> Result<DimensionHandle> {
        self.engine()
            .look(Service::GetDimensionHandle, &[&name], |member| {
                member.dimension_handle(name)
            })
    }

    /// `getDimensionName` (10.26 in 2010, 10.24 in 2025).
    ///
    /// # Errors
    /// `InvalidDimensionHandle`.
    pub fn dimension_name(&self, dimension: DimensionHandle) -> Result<String> {
        self.engine()
            .look(Service::GetDimensionName, &[&dimension], |member| {
                member.dimension_name(dimension).map(str::to_owned)
            })
    }

    /// `getDimensionUpperBound` (10.27 in 2010, 10.25 in 2025).
    ///
    /// # Errors
    /// `InvalidDimensionHandle`.
    pub fn dimension_upper_bound(&self, dimension: DimensionHandle) -> Result<u32> {
        self.engine()
            .look(Service::GetDimensionUpperBound, &[&dimension], |member| {
                member.dimension_upper_bound(dimension)
            })
    }

    /// `normalizeServiceGroup` (10.32 in 2010, 10.29 in 2025).
    ///
    /// # Errors
    /// Only those of every service.
    pub fn normalize_service_group(&self, group: ServiceGroup) -> Result<u32> {
        self.engine()
            .look(Service::NormalizeServiceGroup, &[&group], |member| {
                member.normalize_service_group(group)
            })
    }

    /// `normalizeFederateHandle` (10.31 in 2010, 10.30 in 2025).
    ///
    /// # Errors
    /// `InvalidFederateHandle`.
    pub fn normalize_federate_handle(&self, federate: FederateHandle) -> Result<u32> {
        self.engine()
            .look(Service::NormalizeFederateHandle, &[&federate], |member| {
                member.normalize_federate_handle(federate)
            })
    }

    /// `normalizeObjectClassHandle` (10.31, 2025).
    ///
    /// # Errors
    /// `InvalidObjectClassHandle`.
    pub fn normalize_object_class_handle(&self, class: ObjectClassHandle) -> Result<u32> {
        self.engine()
            .look(Service::NormalizeObjectClassHandle, &[&class], |member| {
                member.normalize_object_class_handle(class)
            })
    }

    /// `normalizeInteractionClassHandle` (10.32, 2025).
    ///
    /// # Errors
    /// `InvalidInteractionClassHandle`.
    pub fn normalize_interaction_class_handle(&self, class: InteractionClassHandle) -> Result<u32> {
        self.engine().look(
            Service::NormalizeInteractionClassHandle,
            &[&class],
            |member| member.normalize_interaction_class_handle(class),
        )
    }

    /// `normalizeObjectInstanceHandle` (10.33, 2025).
    ///
    /// # Errors
    /// `InvalidObjectInstanceHandle`.
    pub fn normalize_object_instance_handle(&self, object: ObjectInstanceHandle) -> Result<u32> {
        self.engine().look(
            Service::NormalizeObjectInstanceHandle,
            &[&object],
            |member| member.normalize_object_instance_handle(object),
        )
    }

    /// `getAutomaticResignDirective` (10.2 in 2010, 10.44 in 2025).
    ///
    /// # Errors
    /// Only those of every service.
    pub fn automatic_resign_directive(&self) -> Result<ResignAction> {
        self.engine()
            .look(Service::GetAutomaticResignDirective, &[], |member| {
                member.automatic_resign_directive()
            })
    }

    /// `setAutomaticResignDirective` (10.3 in 2010, 10.45 in 2025).
    ///
    /// # Errors
    /// Only those of every service.
    pub fn set_automatic_resign_directive(&self, action: ResignAction) -> Result<()> {
        self.engine().call(
            Service::SetAutomaticResignDirective,
            &[&action],
            |member, links| member.set_automatic_resign_directive(action, links),
        )
    }

    /// `getTimeFactory`: the federation's logical time implementation.
    ///
    /// # Errors
    /// Only those of every service.
    pub fn time_factory(&self) -> Result<TimeImplementation> {
        self.engine().look(
            Service::GetTimeFactory,
            &[],
            hyla_core::member::Member::time_factory,
        )
    }

    /// The name of the federation's logical time implementation: for bindings whose federates bring an
    /// implementation of their own. No service of the standard, so it is not reported, and a binding may
    /// call it inside callbacks.
    ///
    /// # Errors
    /// `NotConnected`, `FederateNotExecutionMember`.
    pub fn time_name(&self) -> Result<TimeName> {
        self.engine().core().member.time_name()
    }
}
