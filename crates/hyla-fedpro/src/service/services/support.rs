//! Support services (clause 10).
//!
//! Written by `make faces` from the table of services.

use hyla_fedpro_messages as fp;
use hyla_types::Service;

use crate::convert::{Field, ToField};
use crate::service::Services;
use crate::service::serve::{Result, Serve};

impl Serve for fp::GetFederateHandleRequest {
    type Response = fp::GetFederateHandleResponse;

    fn serve(self, services: &mut Services) -> Result<Self::Response> {
        let result = services.rti.federate_handle(&self.federate_name)?;
        Ok(fp::GetFederateHandleResponse {
            result: result.field(),
        })
    }
}

impl Serve for fp::GetFederateNameRequest {
    type Response = fp::GetFederateNameResponse;

    fn serve(self, services: &mut Services) -> Result<Self::Response> {
        let result = services.rti.federate_name(self.federate.value())?;
        Ok(fp::GetFederateNameResponse {
            result: result.field(),
        })
    }
}

impl Serve for fp::GetObjectClassHandleRequest {
    type Response = fp::GetObjectClassHandleResponse;

    fn serve(self, services: &mut Services) -> Result<Self::Response> {
        let result = services.rti.object_class_handle(&self.object_class_name)?;
        Ok(fp::GetObjectClassHandleResponse {
            result: result.field(),
        })
    }
}

impl Serve for fp::GetObjectClassNameRequest {
    type Response = fp::GetObjectClassNameResponse;

    fn serve(self, services: &mut Services) -> Result<Self::Response> {
        let result = services.rti.object_class_name(self.object_class.value())?;
        Ok(fp::GetObjectClassNameResponse {
            result: result.field(),
        })
    }
}

impl Serve for fp::GetKnownObjectClassHandleRequest {
    type Response = fp::GetKnownObjectClassHandleResponse;

    fn serve(self, services: &mut Services) -> Result<Self::Response> {
        let result = services
            .rti
            .known_object_class_handle(self.object_instance.value())?;
        Ok(fp::GetKnownObjectClassHandleResponse {
            result: result.field(),
        })
    }
}

impl Serve for fp::GetObjectInstanceHandleRequest {
    type Response = fp::GetObjectInstanceHandleResponse;

    fn serve(self, services: &mut Services) -> Result<Self::Response> {
        let result = services
            .rti
            .object_instance_handle(&self.object_instance_name)?;
        Ok(fp::GetObjectInstanceHandleResponse {
            result: result.field(),
        })
    }
}

impl Serve for fp::GetObjectInstanceNameRequest {
    type Response = fp::GetObjectInstanceNameResponse;

    fn serve(self, services: &mut Services) -> Result<Self::Response> {
        let result = services
            .rti
            .object_instance_name(self.object_instance.value())?;
        Ok(fp::GetObjectInstanceNameResponse {
            result: result.field(),
        })
    }
}

impl Serve for fp::GetAttributeHandleRequest {
    type Response = fp::GetAttributeHandleResponse;

    fn serve(self, services: &mut Services) -> Result<Self::Response> {
        let result = services
            .rti
            .attribute_handle(self.object_class.value(), &self.attribute_name)?;
        Ok(fp::GetAttributeHandleResponse {
            result: result.field(),
        })
    }
}

impl Serve for fp::GetAttributeNameRequest {
    type Response = fp::GetAttributeNameResponse;

    fn serve(self, services: &mut Services) -> Result<Self::Response> {
        let result = services
            .rti
            .attribute_name(self.object_class.value(), self.attribute.value())?;
        Ok(fp::GetAttributeNameResponse {
            result: result.field(),
        })
    }
}

impl Serve for fp::GetUpdateRateValueRequest {
    type Response = fp::GetUpdateRateValueResponse;

    fn serve(self, services: &mut Services) -> Result<Self::Response> {
        let result = services
            .rti
            .update_rate_value(&self.update_rate_designator)?;
        Ok(fp::GetUpdateRateValueResponse {
            result: result.field(),
        })
    }
}

impl Serve for fp::GetUpdateRateValueForAttributeRequest {
    type Response = fp::GetUpdateRateValueForAttributeResponse;

    fn serve(self, services: &mut Services) -> Result<Self::Response> {
        let result = services.rti.update_rate_value_for_attribute(
            self.object_instance.value(),
            self.attribute.value(),
        )?;
        Ok(fp::GetUpdateRateValueForAttributeResponse {
            result: result.field(),
        })
    }
}

impl Serve for fp::GetInteractionClassHandleRequest {
    type Response = fp::GetInteractionClassHandleResponse;

    fn serve(self, services: &mut Services) -> Result<Self::Response> {
        let result = services
            .rti
            .interaction_class_handle(&self.interaction_class_name)?;
        Ok(fp::GetInteractionClassHandleResponse {
            result: result.field(),
        })
    }
}

impl Serve for fp::GetInteractionClassNameRequest {
    type Response = fp::GetInteractionClassNameResponse;

    fn serve(self, services: &mut Services) -> Result<Self::Response> {
        let result = services
            .rti
            .interaction_class_name(self.interaction_class.value())?;
        Ok(fp::GetInteractionClassNameResponse {
            result: result.field(),
        })
    }
}

impl Serve for fp::GetParameterHandleRequest {
    type Response = fp::GetParameterHandleResponse;

    fn serve(self, services: &mut Services) -> Result<Self::Response> {
        let result = services
            .rti
            .parameter_handle(self.interaction_class.value(), &self.parameter_name)?;
        Ok(fp::GetParameterHandleResponse {
            result: result.field(),
        })
    }
}

impl Serve for fp::GetParameterNameRequest {
    type Response = fp::GetParameterNameResponse;

    fn serve(self, services: &mut Services) -> Result<Self::Response> {
        let result = services
            .rti
            .parameter_name(self.interaction_class.value(), self.parameter.value())?;
        Ok(fp::GetParameterNameResponse {
            result: result.field(),
        })
    }
}

impl Serve for fp::GetOrderTypeRequest {
    type Response = fp::GetOrderTypeResponse;

    fn serve(self, services: &mut Services) -> Result<Self::Response> {
        let result = services.rti.order_type(&self.order_type_name)?;
        Ok(fp::GetOrderTypeResponse {
            result: result.field(),
        })
    }
}

impl Serve for fp::GetOrderNameRequest {
    type Response = fp::GetOrderNameResponse;

    fn serve(self, services: &mut Services) -> Result<Self::Response> {
        let order_type = services.order(Service::GetOrderName, self.order_type)?;
        let result = services.rti.order_name(order_type)?;
        Ok(fp::GetOrderNameResponse {
            result: result.field(),
        })
    }
}

impl Serve for fp::GetTransportationTypeHandleRequest {
    type Response = fp::GetTransportationTypeHandleResponse;

    fn serve(self, services: &mut Services) -> Result<Self::Response> {
        let result = services
            .rti
            .transportation_type_handle(&self.transportation_type_name)?;
        Ok(fp::GetTransportationTypeHandleResponse {
            result: services.lookup.standard(result).field(),
        })
    }
}

impl Serve for fp::GetTransportationTypeNameRequest {
    type Response = fp::GetTransportationTypeNameResponse;

    fn serve(self, services: &mut Services) -> Result<Self::Response> {
        let result = services
            .rti
            .transportation_type_name(self.transportation_type.value())?;
        Ok(fp::GetTransportationTypeNameResponse {
            result: result.field(),
        })
    }
}

impl Serve for fp::GetAvailableDimensionsForObjectClassRequest {
    type Response = fp::GetAvailableDimensionsForObjectClassResponse;

    fn serve(self, services: &mut Services) -> Result<Self::Response> {
        let result = services
            .rti
            .available_dimensions_for_object_class(self.object_class.value())?;
        Ok(fp::GetAvailableDimensionsForObjectClassResponse {
            result: result.field(),
        })
    }
}

impl Serve for fp::GetAvailableDimensionsForInteractionClassRequest {
    type Response = fp::GetAvailableDimensionsForInteractionClassResponse;

    fn serve(self, services: &mut Services) -> Result<Self::Response> {
        let result = services
            .rti
            .available_dimensions_for_interaction_class(self.interaction_class.value())?;
        Ok(fp::GetAvailableDimensionsForInteractionClassResponse {
            result: result.field(),
        })
    }
}

impl Serve for fp::GetDimensionHandleRequest {
    type Response = fp::GetDimensionHandleResponse;

    fn serve(self, services: &mut Services) -> Result<Self::Response> {
        let result = services.rti.dimension_handle(&self.dimension_name)?;
        Ok(fp::GetDimensionHandleResponse {
            result: result.field(),
        })
    }
}

impl Serve for fp::GetDimensionNameRequest {
    type Response = fp::GetDimensionNameResponse;

    fn serve(self, services: &mut Services) -> Result<Self::Response> {
        let result = services.rti.dimension_name(self.dimension.value())?;
        Ok(fp::GetDimensionNameResponse {
            result: result.field(),
        })
    }
}

impl Serve for fp::GetDimensionUpperBoundRequest {
    type Response = fp::GetDimensionUpperBoundResponse;

    fn serve(self, services: &mut Services) -> Result<Self::Response> {
        let result = services.rti.dimension_upper_bound(self.dimension.value())?;
        Ok(fp::GetDimensionUpperBoundResponse {
            result: result.field(),
        })
    }
}

impl Serve for fp::GetDimensionHandleSetRequest {
    type Response = fp::GetDimensionHandleSetResponse;

    fn serve(self, services: &mut Services) -> Result<Self::Response> {
        let result = services.rti.dimension_handle_set(self.region.value())?;
        Ok(fp::GetDimensionHandleSetResponse {
            result: result.field(),
        })
    }
}

impl Serve for fp::GetRangeBoundsRequest {
    type Response = fp::GetRangeBoundsResponse;

    fn serve(self, services: &mut Services) -> Result<Self::Response> {
        let result = services
            .rti
            .range_bounds(self.region.value(), self.dimension.value())?;
        Ok(fp::GetRangeBoundsResponse {
            result: result.field(),
        })
    }
}

impl Serve for fp::SetRangeBoundsRequest {
    type Response = fp::SetRangeBoundsResponse;

    fn serve(self, services: &mut Services) -> Result<Self::Response> {
        let range_bounds = services.range_bounds(Service::SetRangeBounds, &self.range_bounds)?;
        services
            .rti
            .set_range_bounds(self.region.value(), self.dimension.value(), range_bounds)?;
        Ok(fp::SetRangeBoundsResponse {})
    }
}

impl Serve for fp::NormalizeServiceGroupRequest {
    type Response = fp::NormalizeServiceGroupResponse;

    fn serve(self, services: &mut Services) -> Result<Self::Response> {
        let service_group =
            services.service_group(Service::NormalizeServiceGroup, self.service_group)?;
        let result = services.rti.normalize_service_group(service_group)?;
        Ok(fp::NormalizeServiceGroupResponse {
            result: result.field(),
        })
    }
}

impl Serve for fp::NormalizeFederateHandleRequest {
    type Response = fp::NormalizeFederateHandleResponse;

    fn serve(self, services: &mut Services) -> Result<Self::Response> {
        let result = services
            .rti
            .normalize_federate_handle(self.federate.value())?;
        Ok(fp::NormalizeFederateHandleResponse {
            result: result.field(),
        })
    }
}

impl Serve for fp::NormalizeObjectClassHandleRequest {
    type Response = fp::NormalizeObjectClassHandleResponse;

    fn serve(self, services: &mut Services) -> Result<Self::Response> {
        let result = services
            .rti
            .normalize_object_class_handle(self.object_class.value())?;
        Ok(fp::NormalizeObjectClassHandleResponse {
            result: result.field(),
        })
    }
}

impl Serve for fp::NormalizeInteractionClassHandleRequest {
    type Response = fp::NormalizeInteractionClassHandleResponse;

    fn serve(self, services: &mut Services) -> Result<Self::Response> {
        let result = services
            .rti
            .normalize_interaction_class_handle(self.interaction_class.value())?;
        Ok(fp::NormalizeInteractionClassHandleResponse {
            result: result.field(),
        })
    }
}

impl Serve for fp::NormalizeObjectInstanceHandleRequest {
    type Response = fp::NormalizeObjectInstanceHandleResponse;

    fn serve(self, services: &mut Services) -> Result<Self::Response> {
        let result = services
            .rti
            .normalize_object_instance_handle(self.object_instance.value())?;
        Ok(fp::NormalizeObjectInstanceHandleResponse {
            result: result.field(),
        })
    }
}

impl Serve for fp::GetAutomaticResignDirectiveRequest {
    type Response = fp::GetAutomaticResignDirectiveResponse;

    fn serve(self, services: &mut Services) -> Result<Self::Response> {
        let result = services.rti.automatic_resign_directive()?;
        Ok(fp::GetAutomaticResignDirectiveResponse {
            result: result.field(),
        })
    }
}

impl Serve for fp::SetAutomaticResignDirectiveRequest {
    type Response = fp::SetAutomaticResignDirectiveResponse;

    fn serve(self, services: &mut Services) -> Result<Self::Response> {
        let resign_action =
            services.resign_action(Service::SetAutomaticResignDirective, self.value)?;
        services.rti.set_automatic_resign_directive(resign_action)?;
        Ok(fp::SetAutomaticResignDirectiveResponse {})
    }
}
