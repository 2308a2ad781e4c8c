//! Declaration management (clause 5).
//!
//! Written by `make faces` from the table of services.

use hyla_fedpro_messages as fp;
use hyla_lrc::{Activity, DirectedScope};

use crate::convert::Field;
use crate::service::Services;
use crate::service::serve::{Result, Serve};

impl Serve for fp::PublishObjectClassAttributesRequest {
    type Response = fp::PublishObjectClassAttributesResponse;

    fn serve(self, services: &mut Services) -> Result<Self::Response> {
        services
            .rti
            .publish_object_class_attributes(self.object_class.value(), &self.attributes.value())?;
        Ok(fp::PublishObjectClassAttributesResponse {})
    }
}

impl Serve for fp::UnpublishObjectClassRequest {
    type Response = fp::UnpublishObjectClassResponse;

    fn serve(self, services: &mut Services) -> Result<Self::Response> {
        services
            .rti
            .unpublish_object_class(self.object_class.value())?;
        Ok(fp::UnpublishObjectClassResponse {})
    }
}

impl Serve for fp::UnpublishObjectClassAttributesRequest {
    type Response = fp::UnpublishObjectClassAttributesResponse;

    fn serve(self, services: &mut Services) -> Result<Self::Response> {
        services.rti.unpublish_object_class_attributes(
            self.object_class.value(),
            &self.attributes.value(),
        )?;
        Ok(fp::UnpublishObjectClassAttributesResponse {})
    }
}

impl Serve for fp::PublishInteractionClassRequest {
    type Response = fp::PublishInteractionClassResponse;

    fn serve(self, services: &mut Services) -> Result<Self::Response> {
        services
            .rti
            .publish_interaction_class(self.interaction_class.value())?;
        Ok(fp::PublishInteractionClassResponse {})
    }
}

impl Serve for fp::UnpublishInteractionClassRequest {
    type Response = fp::UnpublishInteractionClassResponse;

    fn serve(self, services: &mut Services) -> Result<Self::Response> {
        services
            .rti
            .unpublish_interaction_class(self.interaction_class.value())?;
        Ok(fp::UnpublishInteractionClassResponse {})
    }
}

impl Serve for fp::PublishObjectClassDirectedInteractionsRequest {
    type Response = fp::PublishObjectClassDirectedInteractionsResponse;

    fn serve(self, services: &mut Services) -> Result<Self::Response> {
        services.rti.publish_object_class_directed_interactions(
            self.object_class.value(),
            &self.interaction_classes.value(),
        )?;
        Ok(fp::PublishObjectClassDirectedInteractionsResponse {})
    }
}

impl Serve for fp::UnpublishObjectClassDirectedInteractionsRequest {
    type Response = fp::UnpublishObjectClassDirectedInteractionsResponse;

    fn serve(self, services: &mut Services) -> Result<Self::Response> {
        services
            .rti
            .unpublish_object_class_directed_interactions(self.object_class.value(), None)?;
        Ok(fp::UnpublishObjectClassDirectedInteractionsResponse {})
    }
}

impl Serve for fp::UnpublishObjectClassDirectedInteractionsWithSetRequest {
    type Response = fp::UnpublishObjectClassDirectedInteractionsWithSetResponse;

    fn serve(self, services: &mut Services) -> Result<Self::Response> {
        services.rti.unpublish_object_class_directed_interactions(
            self.object_class.value(),
            Some(&self.interaction_classes.value()),
        )?;
        Ok(fp::UnpublishObjectClassDirectedInteractionsWithSetResponse {})
    }
}

impl Serve for fp::SubscribeObjectClassAttributesRequest {
    type Response = fp::SubscribeObjectClassAttributesResponse;

    fn serve(self, services: &mut Services) -> Result<Self::Response> {
        services.rti.subscribe_object_class_attributes(
            self.object_class.value(),
            &self.attributes.value(),
            Activity::Active,
            "",
        )?;
        Ok(fp::SubscribeObjectClassAttributesResponse {})
    }
}

impl Serve for fp::SubscribeObjectClassAttributesWithRateRequest {
    type Response = fp::SubscribeObjectClassAttributesWithRateResponse;

    fn serve(self, services: &mut Services) -> Result<Self::Response> {
        services.rti.subscribe_object_class_attributes(
            self.object_class.value(),
            &self.attributes.value(),
            Activity::Active,
            &self.update_rate_designator,
        )?;
        Ok(fp::SubscribeObjectClassAttributesWithRateResponse {})
    }
}

impl Serve for fp::SubscribeObjectClassAttributesPassivelyRequest {
    type Response = fp::SubscribeObjectClassAttributesPassivelyResponse;

    fn serve(self, services: &mut Services) -> Result<Self::Response> {
        services.rti.subscribe_object_class_attributes(
            self.object_class.value(),
            &self.attributes.value(),
            Activity::Passive,
            "",
        )?;
        Ok(fp::SubscribeObjectClassAttributesPassivelyResponse {})
    }
}

impl Serve for fp::SubscribeObjectClassAttributesPassivelyWithRateRequest {
    type Response = fp::SubscribeObjectClassAttributesPassivelyWithRateResponse;

    fn serve(self, services: &mut Services) -> Result<Self::Response> {
        services.rti.subscribe_object_class_attributes(
            self.object_class.value(),
            &self.attributes.value(),
            Activity::Passive,
            &self.update_rate_designator,
        )?;
        Ok(fp::SubscribeObjectClassAttributesPassivelyWithRateResponse {})
    }
}

impl Serve for fp::UnsubscribeObjectClassRequest {
    type Response = fp::UnsubscribeObjectClassResponse;

    fn serve(self, services: &mut Services) -> Result<Self::Response> {
        services
            .rti
            .unsubscribe_object_class(self.object_class.value())?;
        Ok(fp::UnsubscribeObjectClassResponse {})
    }
}

impl Serve for fp::UnsubscribeObjectClassAttributesRequest {
    type Response = fp::UnsubscribeObjectClassAttributesResponse;

    fn serve(self, services: &mut Services) -> Result<Self::Response> {
        services.rti.unsubscribe_object_class_attributes(
            self.object_class.value(),
            &self.attributes.value(),
        )?;
        Ok(fp::UnsubscribeObjectClassAttributesResponse {})
    }
}

impl Serve for fp::SubscribeInteractionClassRequest {
    type Response = fp::SubscribeInteractionClassResponse;

    fn serve(self, services: &mut Services) -> Result<Self::Response> {
        services
            .rti
            .subscribe_interaction_class(self.interaction_class.value(), Activity::Active)?;
        Ok(fp::SubscribeInteractionClassResponse {})
    }
}

impl Serve for fp::SubscribeInteractionClassPassivelyRequest {
    type Response = fp::SubscribeInteractionClassPassivelyResponse;

    fn serve(self, services: &mut Services) -> Result<Self::Response> {
        services
            .rti
            .subscribe_interaction_class(self.interaction_class.value(), Activity::Passive)?;
        Ok(fp::SubscribeInteractionClassPassivelyResponse {})
    }
}

impl Serve for fp::UnsubscribeInteractionClassRequest {
    type Response = fp::UnsubscribeInteractionClassResponse;

    fn serve(self, services: &mut Services) -> Result<Self::Response> {
        services
            .rti
            .unsubscribe_interaction_class(self.interaction_class.value())?;
        Ok(fp::UnsubscribeInteractionClassResponse {})
    }
}

impl Serve for fp::SubscribeObjectClassDirectedInteractionsRequest {
    type Response = fp::SubscribeObjectClassDirectedInteractionsResponse;

    fn serve(self, services: &mut Services) -> Result<Self::Response> {
        services.rti.subscribe_object_class_directed_interactions(
            self.object_class.value(),
            &self.interaction_classes.value(),
            DirectedScope::Owned,
        )?;
        Ok(fp::SubscribeObjectClassDirectedInteractionsResponse {})
    }
}

impl Serve for fp::SubscribeObjectClassDirectedInteractionsUniversallyRequest {
    type Response = fp::SubscribeObjectClassDirectedInteractionsUniversallyResponse;

    fn serve(self, services: &mut Services) -> Result<Self::Response> {
        services.rti.subscribe_object_class_directed_interactions(
            self.object_class.value(),
            &self.interaction_classes.value(),
            DirectedScope::Universal,
        )?;
        Ok(fp::SubscribeObjectClassDirectedInteractionsUniversallyResponse {})
    }
}

impl Serve for fp::UnsubscribeObjectClassDirectedInteractionsRequest {
    type Response = fp::UnsubscribeObjectClassDirectedInteractionsResponse;

    fn serve(self, services: &mut Services) -> Result<Self::Response> {
        services
            .rti
            .unsubscribe_object_class_directed_interactions(self.object_class.value(), None)?;
        Ok(fp::UnsubscribeObjectClassDirectedInteractionsResponse {})
    }
}

impl Serve for fp::UnsubscribeObjectClassDirectedInteractionsWithSetRequest {
    type Response = fp::UnsubscribeObjectClassDirectedInteractionsWithSetResponse;

    fn serve(self, services: &mut Services) -> Result<Self::Response> {
        services
            .rti
            .unsubscribe_object_class_directed_interactions(
                self.object_class.value(),
                Some(&self.interaction_classes.value()),
            )?;
        Ok(fp::UnsubscribeObjectClassDirectedInteractionsWithSetResponse {})
    }
}
