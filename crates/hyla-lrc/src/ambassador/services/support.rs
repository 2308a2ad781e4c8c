//! Support services (clause 10).
//!
//! Written by `make faces` from the table of services.

use hyla_core::Result;
use hyla_types::{
    AttributeHandle, DimensionHandle, DimensionHandleSet, FederateHandle, InteractionClassHandle,
    ObjectClassHandle, ObjectInstanceHandle, OrderType, ParameterHandle, RangeBounds, RegionHandle,
    ResignAction, Service, ServiceGroup, TimeImplementation, TransportationTypeHandle,
};

use crate::RtiAmbassador;

impl RtiAmbassador {
    /// `getFederateHandle` (10.4 in 2010, 10.2 in 2025).
    ///
    /// Any thread, also in callbacks. Local: sends nothing and waits for nothing.
    ///
    /// # Errors
    /// `NameNotFound`; and those of every service.
    pub fn federate_handle(&self, federate_name: &str) -> Result<FederateHandle> {
        self.engine()
            .look(Service::GetFederateHandle, &[&federate_name], |member| {
                member.federate_handle(federate_name)
            })
    }

    /// `getFederateName` (10.5 in 2010, 10.3 in 2025).
    ///
    /// Any thread, also in callbacks. Local: sends nothing and waits for nothing.
    ///
    /// # Errors
    /// `InvalidFederateHandle`, `FederateHandleNotKnown`; and those of every service.
    pub fn federate_name(&self, federate: FederateHandle) -> Result<String> {
        self.engine()
            .look(Service::GetFederateName, &[&federate], |member| {
                member.federate_name(federate).map(str::to_owned)
            })
    }

    /// `getObjectClassHandle` (10.6 in 2010, 10.4 in 2025). `HLAobjectRoot.` may be left out.
    ///
    /// Any thread, also in callbacks. Local: sends nothing and waits for nothing.
    ///
    /// # Errors
    /// `NameNotFound`; and those of every service.
    pub fn object_class_handle(&self, object_class_name: &str) -> Result<ObjectClassHandle> {
        self.engine().look(
            Service::GetObjectClassHandle,
            &[&object_class_name],
            |member| member.object_class_handle(object_class_name),
        )
    }

    /// `getObjectClassName` (10.7 in 2010, 10.5 in 2025).
    ///
    /// Any thread, also in callbacks. Local: sends nothing and waits for nothing.
    ///
    /// # Errors
    /// `InvalidObjectClassHandle`; and those of every service.
    pub fn object_class_name(&self, object_class: ObjectClassHandle) -> Result<String> {
        self.engine()
            .look(Service::GetObjectClassName, &[&object_class], |member| {
                member.object_class_name(object_class).map(str::to_owned)
            })
    }

    /// `getKnownObjectClassHandle` (10.8 in 2010, 10.6 in 2025).
    ///
    /// Any thread, also in callbacks. Local: sends nothing and waits for nothing.
    ///
    /// # Errors
    /// `ObjectInstanceNotKnown`; and those of every service.
    pub fn known_object_class_handle(
        &self,
        object_instance: ObjectInstanceHandle,
    ) -> Result<ObjectClassHandle> {
        self.engine().look(
            Service::GetKnownObjectClassHandle,
            &[&object_instance],
            |member| member.known_object_class_handle(object_instance),
        )
    }

    /// `getObjectInstanceHandle` (10.9 in 2010, 10.7 in 2025).
    ///
    /// Any thread, also in callbacks. Local: sends nothing and waits for nothing.
    ///
    /// # Errors
    /// `ObjectInstanceNotKnown`; and those of every service.
    pub fn object_instance_handle(
        &self,
        object_instance_name: &str,
    ) -> Result<ObjectInstanceHandle> {
        self.engine().look(
            Service::GetObjectInstanceHandle,
            &[&object_instance_name],
            |member| member.object_instance_handle(object_instance_name),
        )
    }

    /// `getObjectInstanceName` (10.10 in 2010, 10.8 in 2025).
    ///
    /// Any thread, also in callbacks. Local: sends nothing and waits for nothing.
    ///
    /// # Errors
    /// `ObjectInstanceNotKnown`; and those of every service.
    pub fn object_instance_name(&self, object_instance: ObjectInstanceHandle) -> Result<String> {
        self.engine().look(
            Service::GetObjectInstanceName,
            &[&object_instance],
            |member| {
                member
                    .object_instance_name(object_instance)
                    .map(str::to_owned)
            },
        )
    }

    /// `getAttributeHandle` (10.11 in 2010, 10.9 in 2025).
    ///
    /// Any thread, also in callbacks. Local: sends nothing and waits for nothing.
    ///
    /// # Errors
    /// `NameNotFound`, `InvalidObjectClassHandle`; and those of every service.
    pub fn attribute_handle(
        &self,
        object_class: ObjectClassHandle,
        attribute_name: &str,
    ) -> Result<AttributeHandle> {
        self.engine().look(
            Service::GetAttributeHandle,
            &[&object_class, &attribute_name],
            |member| member.attribute_handle(object_class, attribute_name),
        )
    }

    /// `getAttributeName` (10.12 in 2010, 10.10 in 2025).
    ///
    /// Any thread, also in callbacks. Local: sends nothing and waits for nothing.
    ///
    /// # Errors
    /// `AttributeNotDefined`, `InvalidAttributeHandle`, `InvalidObjectClassHandle`; and those of
    /// every service.
    pub fn attribute_name(
        &self,
        object_class: ObjectClassHandle,
        attribute: AttributeHandle,
    ) -> Result<String> {
        self.engine().look(
            Service::GetAttributeName,
            &[&object_class, &attribute],
            |member| {
                member
                    .attribute_name(object_class, attribute)
                    .map(str::to_owned)
            },
        )
    }

    /// `getUpdateRateValue` (10.13 in 2010, 10.11 in 2025). In Hz.
    ///
    /// Any thread, also in callbacks. Local: sends nothing and waits for nothing.
    ///
    /// # Errors
    /// `InvalidUpdateRateDesignator`; and those of every service.
    pub fn update_rate_value(&self, update_rate_designator: &str) -> Result<f64> {
        self.engine().look(
            Service::GetUpdateRateValue,
            &[&update_rate_designator],
            |member| member.update_rate_value(update_rate_designator),
        )
    }

    /// `getUpdateRateValueForAttribute` (10.14 in 2010, 10.12 in 2025). In Hz; 0 without a limit.
    ///
    /// Any thread, also in callbacks. Local: sends nothing and waits for nothing.
    ///
    /// # Errors
    /// `ObjectInstanceNotKnown`, `AttributeNotDefined`; and those of every service.
    pub fn update_rate_value_for_attribute(
        &self,
        object_instance: ObjectInstanceHandle,
        attribute: AttributeHandle,
    ) -> Result<f64> {
        self.engine().look(
            Service::GetUpdateRateValueForAttribute,
            &[&object_instance, &attribute],
            |member| member.update_rate_value_for_attribute(object_instance, attribute),
        )
    }

    /// `getInteractionClassHandle` (10.15 in 2010, 10.13 in 2025). `HLAinteractionRoot.` may be
    /// left out.
    ///
    /// Any thread, also in callbacks. Local: sends nothing and waits for nothing.
    ///
    /// # Errors
    /// `NameNotFound`; and those of every service.
    pub fn interaction_class_handle(
        &self,
        interaction_class_name: &str,
    ) -> Result<InteractionClassHandle> {
        self.engine().look(
            Service::GetInteractionClassHandle,
            &[&interaction_class_name],
            |member| member.interaction_class_handle(interaction_class_name),
        )
    }

    /// `getInteractionClassName` (10.16 in 2010, 10.14 in 2025).
    ///
    /// Any thread, also in callbacks. Local: sends nothing and waits for nothing.
    ///
    /// # Errors
    /// `InvalidInteractionClassHandle`; and those of every service.
    pub fn interaction_class_name(
        &self,
        interaction_class: InteractionClassHandle,
    ) -> Result<String> {
        self.engine().look(
            Service::GetInteractionClassName,
            &[&interaction_class],
            |member| {
                member
                    .interaction_class_name(interaction_class)
                    .map(str::to_owned)
            },
        )
    }

    /// `getParameterHandle` (10.17 in 2010, 10.15 in 2025).
    ///
    /// Any thread, also in callbacks. Local: sends nothing and waits for nothing.
    ///
    /// # Errors
    /// `NameNotFound`, `InvalidInteractionClassHandle`; and those of every service.
    pub fn parameter_handle(
        &self,
        interaction_class: InteractionClassHandle,
        parameter_name: &str,
    ) -> Result<ParameterHandle> {
        self.engine().look(
            Service::GetParameterHandle,
            &[&interaction_class, &parameter_name],
            |member| member.parameter_handle(interaction_class, parameter_name),
        )
    }

    /// `getParameterName` (10.18 in 2010, 10.16 in 2025).
    ///
    /// Any thread, also in callbacks. Local: sends nothing and waits for nothing.
    ///
    /// # Errors
    /// `InteractionParameterNotDefined`, `InvalidParameterHandle`, `InvalidInteractionClassHandle`;
    /// and those of every service.
    pub fn parameter_name(
        &self,
        interaction_class: InteractionClassHandle,
        parameter: ParameterHandle,
    ) -> Result<String> {
        self.engine().look(
            Service::GetParameterName,
            &[&interaction_class, &parameter],
            |member| {
                member
                    .parameter_name(interaction_class, parameter)
                    .map(str::to_owned)
            },
        )
    }

    /// `getOrderType` (10.19 in 2010, 10.17 in 2025).
    ///
    /// Any thread, also in callbacks. Local: sends nothing and waits for nothing.
    ///
    /// # Errors
    /// `InvalidOrderName`; and those of every service.
    pub fn order_type(&self, order_type_name: &str) -> Result<OrderType> {
        self.engine()
            .look(Service::GetOrderType, &[&order_type_name], |member| {
                member.order_type(order_type_name)
            })
    }

    /// `getOrderName` (10.20 in 2010, 10.18 in 2025).
    ///
    /// Any thread, also in callbacks. Local: sends nothing and waits for nothing.
    ///
    /// # Errors
    /// `InvalidOrderType`; and those of every service.
    pub fn order_name(&self, order_type: OrderType) -> Result<String> {
        self.engine()
            .look(Service::GetOrderName, &[&order_type], |member| {
                member.order_name(order_type)
            })
    }

    /// `getTransportationTypeHandle` (10.21 in 2010, 10.19 in 2025).
    ///
    /// Any thread, also in callbacks. Local: sends nothing and waits for nothing.
    ///
    /// # Errors
    /// `InvalidTransportationName`; and those of every service.
    pub fn transportation_type_handle(
        &self,
        transportation_type_name: &str,
    ) -> Result<TransportationTypeHandle> {
        self.engine().look(
            Service::GetTransportationTypeHandle,
            &[&transportation_type_name],
            |member| member.transportation_type_handle(transportation_type_name),
        )
    }

    /// `getTransportationTypeName` (10.22 in 2010, 10.20 in 2025).
    ///
    /// Any thread, also in callbacks. Local: sends nothing and waits for nothing.
    ///
    /// # Errors
    /// `InvalidTransportationTypeHandle` (2010: `InvalidTransportationType`); and those of every
    /// service.
    pub fn transportation_type_name(
        &self,
        transportation_type: TransportationTypeHandle,
    ) -> Result<String> {
        self.engine().look(
            Service::GetTransportationTypeName,
            &[&transportation_type],
            |member| {
                member
                    .transportation_type_name(transportation_type)
                    .map(str::to_owned)
            },
        )
    }

    /// `getAvailableDimensionsForObjectClass` (10.23 in 2010, 10.21 in 2025).
    ///
    /// Any thread, also in callbacks. Local: sends nothing and waits for nothing.
    ///
    /// # Errors
    /// `InvalidObjectClassHandle`, `AttributeNotDefined` (2010), `InvalidAttributeHandle` (2010);
    /// and those of every service.
    pub fn available_dimensions_for_object_class(
        &self,
        object_class: ObjectClassHandle,
    ) -> Result<DimensionHandleSet> {
        self.engine().look(
            Service::GetAvailableDimensionsForObjectClass,
            &[&object_class],
            |member| member.available_dimensions_for_object_class(object_class),
        )
    }

    /// `getAvailableDimensionsForClassAttribute` (10.23 in 2010, 10.21 in 2025). In 2010 each
    /// attribute has its own dimensions.
    ///
    /// Any thread, also in callbacks. Local: sends nothing and waits for nothing.
    ///
    /// # Errors
    /// `InvalidObjectClassHandle`, `AttributeNotDefined` (2010), `InvalidAttributeHandle` (2010);
    /// and those of every service.
    pub fn available_dimensions_for_class_attribute(
        &self,
        object_class: ObjectClassHandle,
        attribute: AttributeHandle,
    ) -> Result<DimensionHandleSet> {
        self.engine().look(
            Service::GetAvailableDimensionsForObjectClass,
            &[&object_class, &attribute],
            |member| member.available_dimensions_for_class_attribute(object_class, attribute),
        )
    }

    /// `getAvailableDimensionsForInteractionClass` (10.24 in 2010, 10.22 in 2025).
    ///
    /// Any thread, also in callbacks. Local: sends nothing and waits for nothing.
    ///
    /// # Errors
    /// `InvalidInteractionClassHandle`; and those of every service.
    pub fn available_dimensions_for_interaction_class(
        &self,
        interaction_class: InteractionClassHandle,
    ) -> Result<DimensionHandleSet> {
        self.engine().look(
            Service::GetAvailableDimensionsForInteractionClass,
            &[&interaction_class],
            |member| member.available_dimensions_for_interaction_class(interaction_class),
        )
    }

    /// `getDimensionHandle` (10.25 in 2010, 10.23 in 2025).
    ///
    /// Any thread, also in callbacks. Local: sends nothing and waits for nothing.
    ///
    /// # Errors
    /// `NameNotFound`; and those of every service.
    pub fn dimension_handle(&self, dimension_name: &str) -> Result<DimensionHandle> {
        self.engine()
            .look(Service::GetDimensionHandle, &[&dimension_name], |member| {
                member.dimension_handle(dimension_name)
            })
    }

    /// `getDimensionName` (10.26 in 2010, 10.24 in 2025).
    ///
    /// Any thread, also in callbacks. Local: sends nothing and waits for nothing.
    ///
    /// # Errors
    /// `InvalidDimensionHandle`; and those of every service.
    pub fn dimension_name(&self, dimension: DimensionHandle) -> Result<String> {
        self.engine()
            .look(Service::GetDimensionName, &[&dimension], |member| {
                member.dimension_name(dimension).map(str::to_owned)
            })
    }

    /// `getDimensionUpperBound` (10.27 in 2010, 10.25 in 2025).
    ///
    /// Any thread, also in callbacks. Local: sends nothing and waits for nothing.
    ///
    /// # Errors
    /// `InvalidDimensionHandle`; and those of every service.
    pub fn dimension_upper_bound(&self, dimension: DimensionHandle) -> Result<u32> {
        self.engine()
            .look(Service::GetDimensionUpperBound, &[&dimension], |member| {
                member.dimension_upper_bound(dimension)
            })
    }

    /// `getDimensionHandleSet` (10.28 in 2010, 10.26 in 2025). Also of a conveyed region.
    ///
    /// Any thread, also in callbacks. Local: sends nothing and waits for nothing.
    ///
    /// # Errors
    /// `InvalidRegion`; and those of every service.
    pub fn dimension_handle_set(&self, region: RegionHandle) -> Result<DimensionHandleSet> {
        self.engine()
            .look(Service::GetDimensionHandleSet, &[&region], |member| {
                member.dimension_handle_set(region)
            })
    }

    /// `getRangeBounds` (10.29 in 2010, 10.27 in 2025). As last set; of a conveyed region as it was
    /// sent. The last 4096 conveyed regions are remembered.
    ///
    /// Any thread, also in callbacks. Local: sends nothing and waits for nothing.
    ///
    /// # Errors
    /// `RegionDoesNotContainSpecifiedDimension`, `InvalidRegion`; and those of every service.
    pub fn range_bounds(
        &self,
        region: RegionHandle,
        dimension: DimensionHandle,
    ) -> Result<RangeBounds> {
        self.engine()
            .look(Service::GetRangeBounds, &[&region, &dimension], |member| {
                member.range_bounds(region, dimension)
            })
    }

    /// `setRangeBounds` (10.30 in 2010, 10.28 in 2025). In force from `commitRegionModifications`
    /// on.
    ///
    /// Any thread, also in callbacks. Local: sends nothing and waits for nothing.
    ///
    /// # Errors
    /// `InvalidRangeBound`, `RegionDoesNotContainSpecifiedDimension`,
    /// `RegionNotCreatedByThisFederate`, `InvalidRegion`; and those of every service.
    pub fn set_range_bounds(
        &self,
        region: RegionHandle,
        dimension: DimensionHandle,
        range_bounds: RangeBounds,
    ) -> Result<()> {
        self.engine().call(
            Service::SetRangeBounds,
            &[&region, &dimension, &range_bounds],
            |member, _| member.set_range_bounds(region, dimension, range_bounds),
        )
    }

    /// `normalizeServiceGroup` (10.32 in 2010, 10.29 in 2025).
    ///
    /// Any thread, also in callbacks. Local: sends nothing and waits for nothing.
    ///
    /// # Errors
    /// `InvalidServiceGroup`; and those of every service.
    pub fn normalize_service_group(&self, service_group: ServiceGroup) -> Result<u32> {
        self.engine().look(
            Service::NormalizeServiceGroup,
            &[&service_group],
            |member| member.normalize_service_group(service_group),
        )
    }

    /// `normalizeFederateHandle` (10.31 in 2010, 10.30 in 2025).
    ///
    /// Any thread, also in callbacks. Local: sends nothing and waits for nothing.
    ///
    /// # Errors
    /// `InvalidFederateHandle`; and those of every service.
    pub fn normalize_federate_handle(&self, federate: FederateHandle) -> Result<u32> {
        self.engine()
            .look(Service::NormalizeFederateHandle, &[&federate], |member| {
                member.normalize_federate_handle(federate)
            })
    }

    /// `normalizeObjectClassHandle` (10.31, 2025).
    ///
    /// Any thread, also in callbacks. Local: sends nothing and waits for nothing.
    ///
    /// # Errors
    /// `InvalidObjectClassHandle`; and those of every service.
    pub fn normalize_object_class_handle(&self, object_class: ObjectClassHandle) -> Result<u32> {
        self.engine().look(
            Service::NormalizeObjectClassHandle,
            &[&object_class],
            |member| member.normalize_object_class_handle(object_class),
        )
    }

    /// `normalizeInteractionClassHandle` (10.32, 2025).
    ///
    /// Any thread, also in callbacks. Local: sends nothing and waits for nothing.
    ///
    /// # Errors
    /// `InvalidInteractionClassHandle`; and those of every service.
    pub fn normalize_interaction_class_handle(
        &self,
        interaction_class: InteractionClassHandle,
    ) -> Result<u32> {
        self.engine().look(
            Service::NormalizeInteractionClassHandle,
            &[&interaction_class],
            |member| member.normalize_interaction_class_handle(interaction_class),
        )
    }

    /// `normalizeObjectInstanceHandle` (10.33, 2025).
    ///
    /// Any thread, also in callbacks. Local: sends nothing and waits for nothing.
    ///
    /// # Errors
    /// `InvalidObjectInstanceHandle`; and those of every service.
    pub fn normalize_object_instance_handle(
        &self,
        object_instance: ObjectInstanceHandle,
    ) -> Result<u32> {
        self.engine().look(
            Service::NormalizeObjectInstanceHandle,
            &[&object_instance],
            |member| member.normalize_object_instance_handle(object_instance),
        )
    }

    /// `getAutomaticResignDirective` (10.2 in 2010, 10.44 in 2025).
    ///
    /// Any thread, also in callbacks. Local: sends nothing and waits for nothing.
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
    /// Any thread, also in callbacks. Sends messages and does not wait for an answer.
    ///
    /// # Errors
    /// `InvalidResignAction`; and those of every service.
    pub fn set_automatic_resign_directive(&self, resign_action: ResignAction) -> Result<()> {
        self.engine().call(
            Service::SetAutomaticResignDirective,
            &[&resign_action],
            |member, links| member.set_automatic_resign_directive(resign_action, links),
        )
    }

    /// `getTimeFactory`. The federation's logical time implementation.
    ///
    /// Any thread, also in callbacks. Local: sends nothing and waits for nothing.
    ///
    /// # Errors
    /// Only those of every service.
    pub fn time_factory(&self) -> Result<TimeImplementation> {
        self.engine()
            .look(Service::GetTimeFactory, &[], |member| member.time_factory())
    }
}
