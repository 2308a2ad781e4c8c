//! Support services (clause 10).

use hyla_types::{Exception, ExceptionKind, Service};

use super::serve::serve;
use crate::convert::{Field, enums};

serve! {
    GetFederateHandleRequest => GetFederateHandleResponse { result } |s, m|
        s.rti.federate_handle(&m.federate_name);
    GetFederateNameRequest => GetFederateNameResponse { result } |s, m|
        s.rti.federate_name(m.federate.value());
    GetObjectClassHandleRequest => GetObjectClassHandleResponse { result } |s, m|
        s.rti.object_class_handle(&m.object_class_name);
    GetObjectClassNameRequest => GetObjectClassNameResponse { result } |s, m|
        s.rti.object_class_name(m.object_class.value());
    GetKnownObjectClassHandleRequest => GetKnownObjectClassHandleResponse { result } |s, m|
        s.rti.known_object_class_handle(m.object_instance.value());
    GetObjectInstanceHandleRequest => GetObjectInstanceHandleResponse { result } |s, m|
        s.rti.object_instance_handle(&m.object_instance_name);
    GetObjectInstanceNameRequest => GetObjectInstanceNameResponse { result } |s, m|
        s.rti.object_instance_name(m.object_instance.value());
    GetAttributeHandleRequest => GetAttributeHandleResponse { result } |s, m|
        s.rti.attribute_handle(m.object_class.value(), &m.attribute_name);
    GetAttributeNameRequest => GetAttributeNameResponse { result } |s, m|
        s.rti.attribute_name(m.object_class.value(), m.attribute.value());
    GetUpdateRateValueRequest => GetUpdateRateValueResponse { result } |s, m|
        s.rti.update_rate_value(&m.update_rate_designator);
    GetUpdateRateValueForAttributeRequest
        => GetUpdateRateValueForAttributeResponse { result } |s, m|
        s.rti.update_rate_value_for_attribute(m.object_instance.value(), m.attribute.value());
    GetInteractionClassHandleRequest => GetInteractionClassHandleResponse { result } |s, m|
        s.rti.interaction_class_handle(&m.interaction_class_name);
    GetInteractionClassNameRequest => GetInteractionClassNameResponse { result } |s, m|
        s.rti.interaction_class_name(m.interaction_class.value());
    GetParameterHandleRequest => GetParameterHandleResponse { result } |s, m|
        s.rti.parameter_handle(m.interaction_class.value(), &m.parameter_name);
    GetParameterNameRequest => GetParameterNameResponse { result } |s, m|
        s.rti.parameter_name(m.interaction_class.value(), m.parameter.value());
    GetOrderTypeRequest => GetOrderTypeResponse { result } |s, m|
        s.rti.order_type(&m.order_type_name);
    GetOrderNameRequest => GetOrderNameResponse { result } |s, m|
        s.rti.order_name(s.order(Service::GetOrderName, m.order_type)?);
    // A client knows the standard's types alone: a type of the object model is told as the one that it builds on.
    GetTransportationTypeHandleRequest => GetTransportationTypeHandleResponse { result } |s, m| {
        let named = s.rti.transportation_type_handle(&m.transportation_type_name)?;
        Ok(s.lookup.standard(named))
    };
    GetTransportationTypeNameRequest => GetTransportationTypeNameResponse { result } |s, m|
        s.rti.transportation_type_name(m.transportation_type.value());
    GetAvailableDimensionsForObjectClassRequest
        => GetAvailableDimensionsForObjectClassResponse { result } |s, m|
        s.rti.available_dimensions_for_object_class(m.object_class.value());
    GetAvailableDimensionsForInteractionClassRequest
        => GetAvailableDimensionsForInteractionClassResponse { result } |s, m|
        s.rti.available_dimensions_for_interaction_class(m.interaction_class.value());
    GetDimensionHandleRequest => GetDimensionHandleResponse { result } |s, m|
        s.rti.dimension_handle(&m.dimension_name);
    GetDimensionNameRequest => GetDimensionNameResponse { result } |s, m|
        s.rti.dimension_name(m.dimension.value());
    GetDimensionUpperBoundRequest => GetDimensionUpperBoundResponse { result } |s, m|
        s.rti.dimension_upper_bound(m.dimension.value());
    NormalizeServiceGroupRequest => NormalizeServiceGroupResponse { result } |s, m| {
        let group = enums::service_group(m.service_group).ok_or_else(|| {
            let text = format!("{} is not a service group", m.service_group);
            let refusal = Exception::new(ExceptionKind::InvalidServiceGroup, text);
            s.refuse(Service::NormalizeServiceGroup, refusal)
        })?;
        s.rti.normalize_service_group(group)
    };
    NormalizeFederateHandleRequest => NormalizeFederateHandleResponse { result } |s, m|
        s.rti.normalize_federate_handle(m.federate.value());
    NormalizeObjectClassHandleRequest => NormalizeObjectClassHandleResponse { result } |s, m|
        s.rti.normalize_object_class_handle(m.object_class.value());
    NormalizeInteractionClassHandleRequest
        => NormalizeInteractionClassHandleResponse { result } |s, m|
        s.rti.normalize_interaction_class_handle(m.interaction_class.value());
    NormalizeObjectInstanceHandleRequest => NormalizeObjectInstanceHandleResponse { result } |s, m|
        s.rti.normalize_object_instance_handle(m.object_instance.value());
    GetAutomaticResignDirectiveRequest => GetAutomaticResignDirectiveResponse { result } |s, _|
        s.rti.automatic_resign_directive();
    SetAutomaticResignDirectiveRequest => SetAutomaticResignDirectiveResponse {} |s, m| {
        let action = s.resign_action(Service::SetAutomaticResignDirective, m.value)?;
        s.rti.set_automatic_resign_directive(action)
    };
}
