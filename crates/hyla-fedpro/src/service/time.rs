//! Time management (clause 8).

use hyla_types::Service;

use super::serve::serve;
use crate::convert::Field;
use crate::convert::time::Queried;

serve! {
    EnableTimeRegulationRequest => EnableTimeRegulationResponse {} |s, m| {
        let lookahead = s.lookahead(Service::EnableTimeRegulation, &m.lookahead)?;
        s.rti.enable_time_regulation(lookahead)
    };
    DisableTimeRegulationRequest => DisableTimeRegulationResponse {} |s, _|
        s.rti.disable_time_regulation();
    EnableTimeConstrainedRequest => EnableTimeConstrainedResponse {} |s, _|
        s.rti.enable_time_constrained();
    DisableTimeConstrainedRequest => DisableTimeConstrainedResponse {} |s, _|
        s.rti.disable_time_constrained();
    TimeAdvanceRequestRequest => TimeAdvanceRequestResponse {} |s, m|
        s.rti.time_advance_request(s.time(Service::TimeAdvanceRequest, &m.time)?);
    TimeAdvanceRequestAvailableRequest => TimeAdvanceRequestAvailableResponse {} |s, m| {
        let time = s.time(Service::TimeAdvanceRequestAvailable, &m.time)?;
        s.rti.time_advance_request_available(time)
    };
    NextMessageRequestRequest => NextMessageRequestResponse {} |s, m|
        s.rti.next_message_request(s.time(Service::NextMessageRequest, &m.time)?);
    NextMessageRequestAvailableRequest => NextMessageRequestAvailableResponse {} |s, m| {
        let time = s.time(Service::NextMessageRequestAvailable, &m.time)?;
        s.rti.next_message_request_available(time)
    };
    FlushQueueRequestRequest => FlushQueueRequestResponse {} |s, m|
        s.rti.flush_queue_request(s.time(Service::FlushQueueRequest, &m.time)?);
    EnableAsynchronousDeliveryRequest => EnableAsynchronousDeliveryResponse {} |s, _|
        s.rti.enable_asynchronous_delivery();
    DisableAsynchronousDeliveryRequest => DisableAsynchronousDeliveryResponse {} |s, _|
        s.rti.disable_asynchronous_delivery();
    QueryGaltRequest => QueryGaltResponse { result } |s, _| {
        let time = s.rti.query_galt()?;
        s.implementation().map(|implementation| Queried { time, implementation })
    };
    QueryLogicalTimeRequest => QueryLogicalTimeResponse { result } |s, _|
        s.rti.query_logical_time();
    QueryLitsRequest => QueryLitsResponse { result } |s, _| {
        let time = s.rti.query_lits()?;
        s.implementation().map(|implementation| Queried { time, implementation })
    };
    ModifyLookaheadRequest => ModifyLookaheadResponse {} |s, m|
        s.rti.modify_lookahead(s.lookahead(Service::ModifyLookahead, &m.lookahead)?);
    QueryLookaheadRequest => QueryLookaheadResponse { result } |s, _|
        s.rti.query_lookahead();
    RetractRequest => RetractResponse {} |s, m|
        s.rti.retract(m.retraction.value());
    ChangeAttributeOrderTypeRequest => ChangeAttributeOrderTypeResponse {} |s, m| {
        let order = s.order(Service::ChangeAttributeOrderType, m.order_type)?;
        let (object, attributes) = (m.object_instance.value(), m.attributes.value());
        s.rti.change_attribute_order_type(object, &attributes, order)
    };
    ChangeDefaultAttributeOrderTypeRequest => ChangeDefaultAttributeOrderTypeResponse {} |s, m| {
        let order = s.order(Service::ChangeDefaultAttributeOrderType, m.order_type)?;
        let (class, attributes) = (m.the_object_class.value(), m.attributes.value());
        s.rti.change_default_attribute_order_type(class, &attributes, order)
    };
    ChangeInteractionOrderTypeRequest => ChangeInteractionOrderTypeResponse {} |s, m| {
        let order = s.order(Service::ChangeInteractionOrderType, m.order_type)?;
        s.rti.change_interaction_order_type(m.interaction_class.value(), order)
    };
}
