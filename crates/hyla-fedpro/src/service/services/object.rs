//! Object management (clause 6).
//!
//! Written by `make faces` from the table of services.

use hyla_fedpro_messages as fp;
use hyla_types::Service;

use crate::convert::{Field, ToField};
use crate::service::Services;
use crate::service::serve::{Result, Serve};

impl Serve for fp::ReserveObjectInstanceNameRequest {
    type Response = fp::ReserveObjectInstanceNameResponse;

    fn serve(self, services: &mut Services) -> Result<Self::Response> {
        services
            .rti
            .reserve_object_instance_name(&self.object_instance_name)?;
        Ok(fp::ReserveObjectInstanceNameResponse {})
    }
}

impl Serve for fp::ReleaseObjectInstanceNameRequest {
    type Response = fp::ReleaseObjectInstanceNameResponse;

    fn serve(self, services: &mut Services) -> Result<Self::Response> {
        services
            .rti
            .release_object_instance_name(&self.object_instance_name)?;
        Ok(fp::ReleaseObjectInstanceNameResponse {})
    }
}

impl Serve for fp::ReserveMultipleObjectInstanceNamesRequest {
    type Response = fp::ReserveMultipleObjectInstanceNamesResponse;

    fn serve(self, services: &mut Services) -> Result<Self::Response> {
        services.rti.reserve_multiple_object_instance_names(
            &self.object_instance_names.into_iter().collect(),
        )?;
        Ok(fp::ReserveMultipleObjectInstanceNamesResponse {})
    }
}

impl Serve for fp::ReleaseMultipleObjectInstanceNamesRequest {
    type Response = fp::ReleaseMultipleObjectInstanceNamesResponse;

    fn serve(self, services: &mut Services) -> Result<Self::Response> {
        services.rti.release_multiple_object_instance_names(
            &self.object_instance_names.into_iter().collect(),
        )?;
        Ok(fp::ReleaseMultipleObjectInstanceNamesResponse {})
    }
}

impl Serve for fp::RegisterObjectInstanceRequest {
    type Response = fp::RegisterObjectInstanceResponse;

    fn serve(self, services: &mut Services) -> Result<Self::Response> {
        let result = services
            .rti
            .register_object_instance(self.object_class.value(), None)?;
        Ok(fp::RegisterObjectInstanceResponse {
            result: result.field(),
        })
    }
}

impl Serve for fp::RegisterObjectInstanceWithNameRequest {
    type Response = fp::RegisterObjectInstanceWithNameResponse;

    fn serve(self, services: &mut Services) -> Result<Self::Response> {
        let result = services.rti.register_object_instance(
            self.object_class.value(),
            Some(&self.object_instance_name),
        )?;
        Ok(fp::RegisterObjectInstanceWithNameResponse {
            result: result.field(),
        })
    }
}

impl Serve for fp::UpdateAttributeValuesRequest {
    type Response = fp::UpdateAttributeValuesResponse;

    fn serve(self, services: &mut Services) -> Result<Self::Response> {
        services.rti.update_attribute_values(
            self.object_instance.value(),
            &self.attribute_values.value(),
            &self.user_supplied_tag,
            None,
        )?;
        Ok(fp::UpdateAttributeValuesResponse {})
    }
}

impl Serve for fp::UpdateAttributeValuesWithTimeRequest {
    type Response = fp::UpdateAttributeValuesWithTimeResponse;

    fn serve(self, services: &mut Services) -> Result<Self::Response> {
        let time = services.time(Service::UpdateAttributeValues, &self.time)?;
        let result = services.rti.update_attribute_values(
            self.object_instance.value(),
            &self.attribute_values.value(),
            &self.user_supplied_tag,
            Some(time),
        )?;
        Ok(fp::UpdateAttributeValuesWithTimeResponse {
            result: result.field(),
        })
    }
}

impl Serve for fp::SendInteractionRequest {
    type Response = fp::SendInteractionResponse;

    fn serve(self, services: &mut Services) -> Result<Self::Response> {
        services.rti.send_interaction(
            self.interaction_class.value(),
            &self.parameter_values.value(),
            &self.user_supplied_tag,
            None,
        )?;
        Ok(fp::SendInteractionResponse {})
    }
}

impl Serve for fp::SendInteractionWithTimeRequest {
    type Response = fp::SendInteractionWithTimeResponse;

    fn serve(self, services: &mut Services) -> Result<Self::Response> {
        let time = services.time(Service::SendInteraction, &self.time)?;
        let result = services.rti.send_interaction(
            self.interaction_class.value(),
            &self.parameter_values.value(),
            &self.user_supplied_tag,
            Some(time),
        )?;
        Ok(fp::SendInteractionWithTimeResponse {
            result: result.field(),
        })
    }
}

impl Serve for fp::SendDirectedInteractionRequest {
    type Response = fp::SendDirectedInteractionResponse;

    fn serve(self, services: &mut Services) -> Result<Self::Response> {
        services.rti.send_directed_interaction(
            self.interaction_class.value(),
            self.object_instance.value(),
            &self.parameter_values.value(),
            &self.user_supplied_tag,
            None,
        )?;
        Ok(fp::SendDirectedInteractionResponse {})
    }
}

impl Serve for fp::SendDirectedInteractionWithTimeRequest {
    type Response = fp::SendDirectedInteractionWithTimeResponse;

    fn serve(self, services: &mut Services) -> Result<Self::Response> {
        let time = services.time(Service::SendDirectedInteraction, &self.time)?;
        let result = services.rti.send_directed_interaction(
            self.interaction_class.value(),
            self.object_instance.value(),
            &self.parameter_values.value(),
            &self.user_supplied_tag,
            Some(time),
        )?;
        Ok(fp::SendDirectedInteractionWithTimeResponse {
            result: result.field(),
        })
    }
}

impl Serve for fp::DeleteObjectInstanceRequest {
    type Response = fp::DeleteObjectInstanceResponse;

    fn serve(self, services: &mut Services) -> Result<Self::Response> {
        services.rti.delete_object_instance(
            self.object_instance.value(),
            &self.user_supplied_tag,
            None,
        )?;
        Ok(fp::DeleteObjectInstanceResponse {})
    }
}

impl Serve for fp::DeleteObjectInstanceWithTimeRequest {
    type Response = fp::DeleteObjectInstanceWithTimeResponse;

    fn serve(self, services: &mut Services) -> Result<Self::Response> {
        let time = services.time(Service::DeleteObjectInstance, &self.time)?;
        let result = services.rti.delete_object_instance(
            self.object_instance.value(),
            &self.user_supplied_tag,
            Some(time),
        )?;
        Ok(fp::DeleteObjectInstanceWithTimeResponse {
            result: result.field(),
        })
    }
}

impl Serve for fp::LocalDeleteObjectInstanceRequest {
    type Response = fp::LocalDeleteObjectInstanceResponse;

    fn serve(self, services: &mut Services) -> Result<Self::Response> {
        services
            .rti
            .local_delete_object_instance(self.object_instance.value())?;
        Ok(fp::LocalDeleteObjectInstanceResponse {})
    }
}

impl Serve for fp::RequestInstanceAttributeValueUpdateRequest {
    type Response = fp::RequestInstanceAttributeValueUpdateResponse;

    fn serve(self, services: &mut Services) -> Result<Self::Response> {
        services.rti.request_attribute_value_update(
            self.object_instance.value(),
            &self.attributes.value(),
            &self.user_supplied_tag,
        )?;
        Ok(fp::RequestInstanceAttributeValueUpdateResponse {})
    }
}

impl Serve for fp::RequestClassAttributeValueUpdateRequest {
    type Response = fp::RequestClassAttributeValueUpdateResponse;

    fn serve(self, services: &mut Services) -> Result<Self::Response> {
        services.rti.request_class_attribute_value_update(
            self.object_class.value(),
            &self.attributes.value(),
            &self.user_supplied_tag,
        )?;
        Ok(fp::RequestClassAttributeValueUpdateResponse {})
    }
}

impl Serve for fp::RequestAttributeTransportationTypeChangeRequest {
    type Response = fp::RequestAttributeTransportationTypeChangeResponse;

    fn serve(self, services: &mut Services) -> Result<Self::Response> {
        services.rti.request_attribute_transportation_type_change(
            self.object_instance.value(),
            &self.attributes.value(),
            self.transportation_type.value(),
        )?;
        Ok(fp::RequestAttributeTransportationTypeChangeResponse {})
    }
}

impl Serve for fp::ChangeDefaultAttributeTransportationTypeRequest {
    type Response = fp::ChangeDefaultAttributeTransportationTypeResponse;

    fn serve(self, services: &mut Services) -> Result<Self::Response> {
        services.rti.change_default_attribute_transportation_type(
            self.object_class.value(),
            &self.attributes.value(),
            self.transportation_type.value(),
        )?;
        Ok(fp::ChangeDefaultAttributeTransportationTypeResponse {})
    }
}

impl Serve for fp::QueryAttributeTransportationTypeRequest {
    type Response = fp::QueryAttributeTransportationTypeResponse;

    fn serve(self, services: &mut Services) -> Result<Self::Response> {
        services.rti.query_attribute_transportation_type(
            self.object_instance.value(),
            self.attribute.value(),
        )?;
        Ok(fp::QueryAttributeTransportationTypeResponse {})
    }
}

impl Serve for fp::RequestInteractionTransportationTypeChangeRequest {
    type Response = fp::RequestInteractionTransportationTypeChangeResponse;

    fn serve(self, services: &mut Services) -> Result<Self::Response> {
        services
            .rti
            .request_interaction_transportation_type_change(
                self.interaction_class.value(),
                self.transportation_type.value(),
            )?;
        Ok(fp::RequestInteractionTransportationTypeChangeResponse {})
    }
}

impl Serve for fp::QueryInteractionTransportationTypeRequest {
    type Response = fp::QueryInteractionTransportationTypeResponse;

    fn serve(self, services: &mut Services) -> Result<Self::Response> {
        services.rti.query_interaction_transportation_type(
            self.federate.value(),
            self.interaction_class.value(),
        )?;
        Ok(fp::QueryInteractionTransportationTypeResponse {})
    }
}
