//! Object management (clause 6). Values and tags lie in the message received: nothing is copied on the
//! way to the ambassador.

use hyla_types::Service;

use super::serve::serve;
use crate::convert::Field;

serve! {
    ReserveObjectInstanceNameRequest => ReserveObjectInstanceNameResponse {} |s, m|
        s.rti.reserve_object_instance_name(&m.object_instance_name);
    ReleaseObjectInstanceNameRequest => ReleaseObjectInstanceNameResponse {} |s, m|
        s.rti.release_object_instance_name(&m.object_instance_name);
    ReserveMultipleObjectInstanceNamesRequest
        => ReserveMultipleObjectInstanceNamesResponse {} |s, m| {
        let names = m.object_instance_names.into_iter().collect();
        s.rti.reserve_multiple_object_instance_names(&names)
    };
    ReleaseMultipleObjectInstanceNamesRequest
        => ReleaseMultipleObjectInstanceNamesResponse {} |s, m| {
        let names = m.object_instance_names.into_iter().collect();
        s.rti.release_multiple_object_instance_names(&names)
    };
    RegisterObjectInstanceRequest => RegisterObjectInstanceResponse { result } |s, m|
        s.rti.register_object_instance(m.object_class.value(), None);
    RegisterObjectInstanceWithNameRequest
        => RegisterObjectInstanceWithNameResponse { result } |s, m|
        s.rti.register_object_instance(m.object_class.value(), Some(&m.object_instance_name));
    UpdateAttributeValuesRequest => UpdateAttributeValuesResponse {} |s, m| {
        let (object, values) = (m.object_instance.value(), m.attribute_values.value());
        s.rti.update_attribute_values(object, &values, &m.user_supplied_tag, None)
    };
    UpdateAttributeValuesWithTimeRequest
        => UpdateAttributeValuesWithTimeResponse { result } |s, m| {
        let time = s.time(Service::UpdateAttributeValues, &m.time)?;
        let (object, values) = (m.object_instance.value(), m.attribute_values.value());
        s.rti.update_attribute_values(object, &values, &m.user_supplied_tag, Some(time))
    };
    SendInteractionRequest => SendInteractionResponse {} |s, m| {
        let (class, values) = (m.interaction_class.value(), m.parameter_values.value());
        s.rti.send_interaction(class, &values, &m.user_supplied_tag, None)
    };
    SendInteractionWithTimeRequest => SendInteractionWithTimeResponse { result } |s, m| {
        let time = s.time(Service::SendInteraction, &m.time)?;
        let (class, values) = (m.interaction_class.value(), m.parameter_values.value());
        s.rti.send_interaction(class, &values, &m.user_supplied_tag, Some(time))
    };
    SendDirectedInteractionRequest => SendDirectedInteractionResponse {} |s, m| {
        let (class, object) = (m.interaction_class.value(), m.object_instance.value());
        let (values, tag) = (m.parameter_values.value(), &m.user_supplied_tag);
        s.rti.send_directed_interaction(class, object, &values, tag, None)
    };
    SendDirectedInteractionWithTimeRequest
        => SendDirectedInteractionWithTimeResponse { result } |s, m| {
        let time = s.time(Service::SendDirectedInteraction, &m.time)?;
        let (class, object) = (m.interaction_class.value(), m.object_instance.value());
        let (values, tag) = (m.parameter_values.value(), &m.user_supplied_tag);
        s.rti.send_directed_interaction(class, object, &values, tag, Some(time))
    };
    DeleteObjectInstanceRequest => DeleteObjectInstanceResponse {} |s, m|
        s.rti.delete_object_instance(m.object_instance.value(), &m.user_supplied_tag, None);
    DeleteObjectInstanceWithTimeRequest => DeleteObjectInstanceWithTimeResponse { result } |s, m| {
        let time = s.time(Service::DeleteObjectInstance, &m.time)?;
        s.rti.delete_object_instance(m.object_instance.value(), &m.user_supplied_tag, Some(time))
    };
    LocalDeleteObjectInstanceRequest => LocalDeleteObjectInstanceResponse {} |s, m|
        s.rti.local_delete_object_instance(m.object_instance.value());
    RequestInstanceAttributeValueUpdateRequest
        => RequestInstanceAttributeValueUpdateResponse {} |s, m| {
        let (object, attributes) = (m.object_instance.value(), m.attributes.value());
        s.rti.request_attribute_value_update(object, &attributes, &m.user_supplied_tag)
    };
    RequestClassAttributeValueUpdateRequest => RequestClassAttributeValueUpdateResponse {} |s, m| {
        let (class, attributes) = (m.object_class.value(), m.attributes.value());
        s.rti.request_class_attribute_value_update(class, &attributes, &m.user_supplied_tag)
    };
    RequestAttributeTransportationTypeChangeRequest
        => RequestAttributeTransportationTypeChangeResponse {} |s, m| {
        let (object, attributes) = (m.object_instance.value(), m.attributes.value());
        let transportation = m.transportation_type.value();
        s.rti.request_attribute_transportation_type_change(object, &attributes, transportation)
    };
    ChangeDefaultAttributeTransportationTypeRequest
        => ChangeDefaultAttributeTransportationTypeResponse {} |s, m| {
        let (class, attributes) = (m.object_class.value(), m.attributes.value());
        let transportation = m.transportation_type.value();
        s.rti.change_default_attribute_transportation_type(class, &attributes, transportation)
    };
    QueryAttributeTransportationTypeRequest => QueryAttributeTransportationTypeResponse {} |s, m|
        s.rti.query_attribute_transportation_type(m.object_instance.value(), m.attribute.value());
    RequestInteractionTransportationTypeChangeRequest
        => RequestInteractionTransportationTypeChangeResponse {} |s, m| {
        let (class, transportation) = (m.interaction_class.value(), m.transportation_type.value());
        s.rti.request_interaction_transportation_type_change(class, transportation)
    };
    QueryInteractionTransportationTypeRequest
        => QueryInteractionTransportationTypeResponse {} |s, m| {
        let (federate, class) = (m.federate.value(), m.interaction_class.value());
        s.rti.query_interaction_transportation_type(federate, class)
    };
}
