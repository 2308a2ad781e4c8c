//! Data distribution management (clause 9).
//!
//! Written by `make faces` from the table of services.

use hyla_fedpro_messages as fp;
use hyla_types::Service;

use crate::convert::{Field, ToField};
use crate::service::Services;
use crate::service::arguments::activity;
use crate::service::serve::{Result, Serve};

impl Serve for fp::CreateRegionRequest {
    type Response = fp::CreateRegionResponse;

    fn serve(self, services: &mut Services) -> Result<Self::Response> {
        let result = services.rti.create_region(&self.dimensions.value())?;
        Ok(fp::CreateRegionResponse {
            result: result.field(),
        })
    }
}

impl Serve for fp::CommitRegionModificationsRequest {
    type Response = fp::CommitRegionModificationsResponse;

    fn serve(self, services: &mut Services) -> Result<Self::Response> {
        services
            .rti
            .commit_region_modifications(&self.regions.value())?;
        Ok(fp::CommitRegionModificationsResponse {})
    }
}

impl Serve for fp::DeleteRegionRequest {
    type Response = fp::DeleteRegionResponse;

    fn serve(self, services: &mut Services) -> Result<Self::Response> {
        services.rti.delete_region(self.region.value())?;
        Ok(fp::DeleteRegionResponse {})
    }
}

impl Serve for fp::RegisterObjectInstanceWithRegionsRequest {
    type Response = fp::RegisterObjectInstanceWithRegionsResponse;

    fn serve(self, services: &mut Services) -> Result<Self::Response> {
        let result = services.rti.register_object_instance_with_regions(
            self.object_class.value(),
            &self.attributes_and_regions.value(),
            None,
        )?;
        Ok(fp::RegisterObjectInstanceWithRegionsResponse {
            result: result.field(),
        })
    }
}

impl Serve for fp::RegisterObjectInstanceWithNameAndRegionsRequest {
    type Response = fp::RegisterObjectInstanceWithNameAndRegionsResponse;

    fn serve(self, services: &mut Services) -> Result<Self::Response> {
        let result = services.rti.register_object_instance_with_regions(
            self.object_class.value(),
            &self.attributes_and_regions.value(),
            Some(&self.object_instance_name),
        )?;
        Ok(fp::RegisterObjectInstanceWithNameAndRegionsResponse {
            result: result.field(),
        })
    }
}

impl Serve for fp::AssociateRegionsForUpdatesRequest {
    type Response = fp::AssociateRegionsForUpdatesResponse;

    fn serve(self, services: &mut Services) -> Result<Self::Response> {
        services.rti.associate_regions_for_updates(
            self.object_instance.value(),
            &self.attributes_and_regions.value(),
        )?;
        Ok(fp::AssociateRegionsForUpdatesResponse {})
    }
}

impl Serve for fp::UnassociateRegionsForUpdatesRequest {
    type Response = fp::UnassociateRegionsForUpdatesResponse;

    fn serve(self, services: &mut Services) -> Result<Self::Response> {
        services.rti.unassociate_regions_for_updates(
            self.object_instance.value(),
            &self.attributes_and_regions.value(),
        )?;
        Ok(fp::UnassociateRegionsForUpdatesResponse {})
    }
}

impl Serve for fp::SubscribeObjectClassAttributesWithRegionsRequest {
    type Response = fp::SubscribeObjectClassAttributesWithRegionsResponse;

    fn serve(self, services: &mut Services) -> Result<Self::Response> {
        services
            .rti
            .subscribe_object_class_attributes_with_regions(
                self.object_class.value(),
                &self.attributes_and_regions.value(),
                activity(self.active),
                "",
            )?;
        Ok(fp::SubscribeObjectClassAttributesWithRegionsResponse {})
    }
}

impl Serve for fp::SubscribeObjectClassAttributesWithRegionsAndRateRequest {
    type Response = fp::SubscribeObjectClassAttributesWithRegionsAndRateResponse;

    fn serve(self, services: &mut Services) -> Result<Self::Response> {
        services
            .rti
            .subscribe_object_class_attributes_with_regions(
                self.object_class.value(),
                &self.attributes_and_regions.value(),
                activity(self.active),
                &self.update_rate_designator,
            )?;
        Ok(fp::SubscribeObjectClassAttributesWithRegionsAndRateResponse {})
    }
}

impl Serve for fp::UnsubscribeObjectClassAttributesWithRegionsRequest {
    type Response = fp::UnsubscribeObjectClassAttributesWithRegionsResponse;

    fn serve(self, services: &mut Services) -> Result<Self::Response> {
        services
            .rti
            .unsubscribe_object_class_attributes_with_regions(
                self.object_class.value(),
                &self.attributes_and_regions.value(),
            )?;
        Ok(fp::UnsubscribeObjectClassAttributesWithRegionsResponse {})
    }
}

impl Serve for fp::SubscribeInteractionClassWithRegionsRequest {
    type Response = fp::SubscribeInteractionClassWithRegionsResponse;

    fn serve(self, services: &mut Services) -> Result<Self::Response> {
        services.rti.subscribe_interaction_class_with_regions(
            self.interaction_class.value(),
            &self.regions.value(),
            activity(self.active),
        )?;
        Ok(fp::SubscribeInteractionClassWithRegionsResponse {})
    }
}

impl Serve for fp::UnsubscribeInteractionClassWithRegionsRequest {
    type Response = fp::UnsubscribeInteractionClassWithRegionsResponse;

    fn serve(self, services: &mut Services) -> Result<Self::Response> {
        services.rti.unsubscribe_interaction_class_with_regions(
            self.interaction_class.value(),
            &self.regions.value(),
        )?;
        Ok(fp::UnsubscribeInteractionClassWithRegionsResponse {})
    }
}

impl Serve for fp::SendInteractionWithRegionsRequest {
    type Response = fp::SendInteractionWithRegionsResponse;

    fn serve(self, services: &mut Services) -> Result<Self::Response> {
        services.rti.send_interaction_with_regions(
            self.interaction_class.value(),
            &self.parameter_values.value(),
            &self.regions.value(),
            &self.user_supplied_tag,
            None,
        )?;
        Ok(fp::SendInteractionWithRegionsResponse {})
    }
}

impl Serve for fp::SendInteractionWithRegionsAndTimeRequest {
    type Response = fp::SendInteractionWithRegionsAndTimeResponse;

    fn serve(self, services: &mut Services) -> Result<Self::Response> {
        let time = services.time(Service::SendInteractionWithRegions, &self.time)?;
        let result = services.rti.send_interaction_with_regions(
            self.interaction_class.value(),
            &self.parameter_values.value(),
            &self.regions.value(),
            &self.user_supplied_tag,
            Some(time),
        )?;
        Ok(fp::SendInteractionWithRegionsAndTimeResponse {
            result: result.field(),
        })
    }
}

impl Serve for fp::RequestAttributeValueUpdateWithRegionsRequest {
    type Response = fp::RequestAttributeValueUpdateWithRegionsResponse;

    fn serve(self, services: &mut Services) -> Result<Self::Response> {
        services.rti.request_attribute_value_update_with_regions(
            self.object_class.value(),
            &self.attributes_and_regions.value(),
            &self.user_supplied_tag,
        )?;
        Ok(fp::RequestAttributeValueUpdateWithRegionsResponse {})
    }
}
