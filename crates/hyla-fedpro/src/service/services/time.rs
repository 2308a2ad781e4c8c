//! Time management (clause 8).
//!
//! Written by `make faces` from the table of services.

use hyla_fedpro_messages as fp;
use hyla_types::Service;

use crate::convert::{Field, ToField};
use crate::service::Services;
use crate::service::serve::{Result, Serve};

impl Serve for fp::EnableTimeRegulationRequest {
    type Response = fp::EnableTimeRegulationResponse;

    fn serve(self, services: &mut Services) -> Result<Self::Response> {
        let lookahead = services.lookahead(Service::EnableTimeRegulation, &self.lookahead)?;
        services.rti.enable_time_regulation(lookahead)?;
        Ok(fp::EnableTimeRegulationResponse {})
    }
}

impl Serve for fp::DisableTimeRegulationRequest {
    type Response = fp::DisableTimeRegulationResponse;

    fn serve(self, services: &mut Services) -> Result<Self::Response> {
        services.rti.disable_time_regulation()?;
        Ok(fp::DisableTimeRegulationResponse {})
    }
}

impl Serve for fp::EnableTimeConstrainedRequest {
    type Response = fp::EnableTimeConstrainedResponse;

    fn serve(self, services: &mut Services) -> Result<Self::Response> {
        services.rti.enable_time_constrained()?;
        Ok(fp::EnableTimeConstrainedResponse {})
    }
}

impl Serve for fp::DisableTimeConstrainedRequest {
    type Response = fp::DisableTimeConstrainedResponse;

    fn serve(self, services: &mut Services) -> Result<Self::Response> {
        services.rti.disable_time_constrained()?;
        Ok(fp::DisableTimeConstrainedResponse {})
    }
}

impl Serve for fp::TimeAdvanceRequestRequest {
    type Response = fp::TimeAdvanceRequestResponse;

    fn serve(self, services: &mut Services) -> Result<Self::Response> {
        let time = services.time(Service::TimeAdvanceRequest, &self.time)?;
        services.rti.time_advance_request(time)?;
        Ok(fp::TimeAdvanceRequestResponse {})
    }
}

impl Serve for fp::TimeAdvanceRequestAvailableRequest {
    type Response = fp::TimeAdvanceRequestAvailableResponse;

    fn serve(self, services: &mut Services) -> Result<Self::Response> {
        let time = services.time(Service::TimeAdvanceRequestAvailable, &self.time)?;
        services.rti.time_advance_request_available(time)?;
        Ok(fp::TimeAdvanceRequestAvailableResponse {})
    }
}

impl Serve for fp::NextMessageRequestRequest {
    type Response = fp::NextMessageRequestResponse;

    fn serve(self, services: &mut Services) -> Result<Self::Response> {
        let time = services.time(Service::NextMessageRequest, &self.time)?;
        services.rti.next_message_request(time)?;
        Ok(fp::NextMessageRequestResponse {})
    }
}

impl Serve for fp::NextMessageRequestAvailableRequest {
    type Response = fp::NextMessageRequestAvailableResponse;

    fn serve(self, services: &mut Services) -> Result<Self::Response> {
        let time = services.time(Service::NextMessageRequestAvailable, &self.time)?;
        services.rti.next_message_request_available(time)?;
        Ok(fp::NextMessageRequestAvailableResponse {})
    }
}

impl Serve for fp::FlushQueueRequestRequest {
    type Response = fp::FlushQueueRequestResponse;

    fn serve(self, services: &mut Services) -> Result<Self::Response> {
        let time = services.time(Service::FlushQueueRequest, &self.time)?;
        services.rti.flush_queue_request(time)?;
        Ok(fp::FlushQueueRequestResponse {})
    }
}

impl Serve for fp::EnableAsynchronousDeliveryRequest {
    type Response = fp::EnableAsynchronousDeliveryResponse;

    fn serve(self, services: &mut Services) -> Result<Self::Response> {
        services.rti.enable_asynchronous_delivery()?;
        Ok(fp::EnableAsynchronousDeliveryResponse {})
    }
}

impl Serve for fp::DisableAsynchronousDeliveryRequest {
    type Response = fp::DisableAsynchronousDeliveryResponse;

    fn serve(self, services: &mut Services) -> Result<Self::Response> {
        services.rti.disable_asynchronous_delivery()?;
        Ok(fp::DisableAsynchronousDeliveryResponse {})
    }
}

impl Serve for fp::QueryGaltRequest {
    type Response = fp::QueryGaltResponse;

    fn serve(self, services: &mut Services) -> Result<Self::Response> {
        let result = services.rti.query_galt()?;
        Ok(fp::QueryGaltResponse {
            result: services.queried(result)?.field(),
        })
    }
}

impl Serve for fp::QueryLogicalTimeRequest {
    type Response = fp::QueryLogicalTimeResponse;

    fn serve(self, services: &mut Services) -> Result<Self::Response> {
        let result = services.rti.query_logical_time()?;
        Ok(fp::QueryLogicalTimeResponse {
            result: result.field(),
        })
    }
}

impl Serve for fp::QueryLitsRequest {
    type Response = fp::QueryLitsResponse;

    fn serve(self, services: &mut Services) -> Result<Self::Response> {
        let result = services.rti.query_lits()?;
        Ok(fp::QueryLitsResponse {
            result: services.queried(result)?.field(),
        })
    }
}

impl Serve for fp::ModifyLookaheadRequest {
    type Response = fp::ModifyLookaheadResponse;

    fn serve(self, services: &mut Services) -> Result<Self::Response> {
        let lookahead = services.lookahead(Service::ModifyLookahead, &self.lookahead)?;
        services.rti.modify_lookahead(lookahead)?;
        Ok(fp::ModifyLookaheadResponse {})
    }
}

impl Serve for fp::QueryLookaheadRequest {
    type Response = fp::QueryLookaheadResponse;

    fn serve(self, services: &mut Services) -> Result<Self::Response> {
        let result = services.rti.query_lookahead()?;
        Ok(fp::QueryLookaheadResponse {
            result: result.field(),
        })
    }
}

impl Serve for fp::RetractRequest {
    type Response = fp::RetractResponse;

    fn serve(self, services: &mut Services) -> Result<Self::Response> {
        services.rti.retract(self.retraction.value())?;
        Ok(fp::RetractResponse {})
    }
}

impl Serve for fp::ChangeAttributeOrderTypeRequest {
    type Response = fp::ChangeAttributeOrderTypeResponse;

    fn serve(self, services: &mut Services) -> Result<Self::Response> {
        let order_type = services.order(Service::ChangeAttributeOrderType, self.order_type)?;
        services.rti.change_attribute_order_type(
            self.object_instance.value(),
            &self.attributes.value(),
            order_type,
        )?;
        Ok(fp::ChangeAttributeOrderTypeResponse {})
    }
}

impl Serve for fp::ChangeDefaultAttributeOrderTypeRequest {
    type Response = fp::ChangeDefaultAttributeOrderTypeResponse;

    fn serve(self, services: &mut Services) -> Result<Self::Response> {
        let order_type =
            services.order(Service::ChangeDefaultAttributeOrderType, self.order_type)?;
        services.rti.change_default_attribute_order_type(
            self.the_object_class.value(),
            &self.attributes.value(),
            order_type,
        )?;
        Ok(fp::ChangeDefaultAttributeOrderTypeResponse {})
    }
}

impl Serve for fp::ChangeInteractionOrderTypeRequest {
    type Response = fp::ChangeInteractionOrderTypeResponse;

    fn serve(self, services: &mut Services) -> Result<Self::Response> {
        let order_type = services.order(Service::ChangeInteractionOrderType, self.order_type)?;
        services
            .rti
            .change_interaction_order_type(self.interaction_class.value(), order_type)?;
        Ok(fp::ChangeInteractionOrderTypeResponse {})
    }
}
