//! Time management (clause 8).

use hyla_fedpro_messages as pb;
use hyla_types::{
    AttributeHandleSet, InteractionClassHandle, LogicalTime, LogicalTimeInterval,
    MessageRetractionHandle, ObjectClassHandle, ObjectInstanceHandle, OrderType, Service,
};

use super::{FedProAmbassador, Result, locked};
use crate::convert::{Wire, broken, interval, order, time};

macro_rules! plain {
    ($($name:ident $service:ident $request:ident,)*) => {
        impl FedProAmbassador {
            $(
                #[doc = concat!("As `hyla_lrc::RtiAmbassador::", stringify!($name), "`.")]
                ///
                /// # Errors
                /// The same.
                pub fn $name(&self) -> Result<()> {
                    self.tell(Service::$service, pb::$request {})
                }
            )*
        }
    };
}

plain! {
    disable_time_regulation DisableTimeRegulation DisableTimeRegulationRequest,
    enable_time_constrained EnableTimeConstrained EnableTimeConstrainedRequest,
    disable_time_constrained DisableTimeConstrained DisableTimeConstrainedRequest,
    enable_asynchronous_delivery EnableAsynchronousDelivery EnableAsynchronousDeliveryRequest,
    disable_asynchronous_delivery DisableAsynchronousDelivery DisableAsynchronousDeliveryRequest,
}

macro_rules! advances {
    ($($name:ident $service:ident $request:ident,)*) => {
        impl FedProAmbassador {
            $(
                #[doc = concat!("As `hyla_lrc::RtiAmbassador::", stringify!($name), "`.")]
                ///
                /// # Errors
                /// The same.
                pub fn $name(&self, to: LogicalTime) -> Result<()> {
                    self.tell(Service::$service, pb::$request { time: time(to) })
                }
            )*
        }
    };
}

advances! {
    time_advance_request TimeAdvanceRequest TimeAdvanceRequestRequest,
    time_advance_request_available TimeAdvanceRequestAvailable TimeAdvanceRequestAvailableRequest,
    next_message_request NextMessageRequest NextMessageRequestRequest,
    next_message_request_available NextMessageRequestAvailable NextMessageRequestAvailableRequest,
    flush_queue_request FlushQueueRequest FlushQueueRequestRequest,
}

#[allow(
    missing_docs,
    clippy::missing_errors_doc,
    reason = "as those of RtiAmbassador"
)]
impl FedProAmbassador {
    pub fn enable_time_regulation(&self, lookahead: LogicalTimeInterval) -> Result<()> {
        let lookahead = interval(lookahead);
        let service = Service::EnableTimeRegulation;
        self.tell(service, pb::EnableTimeRegulationRequest { lookahead })
    }

    pub fn modify_lookahead(&self, lookahead: LogicalTimeInterval) -> Result<()> {
        let lookahead = interval(lookahead);
        self.tell(
            Service::ModifyLookahead,
            pb::ModifyLookaheadRequest { lookahead },
        )
    }

    pub fn query_galt(&self) -> Result<Option<LogicalTime>> {
        self.ask_for(Service::QueryGalt, pb::QueryGaltRequest {}, |response| {
            self.queried(response.result)
        })
    }

    pub fn query_lits(&self) -> Result<Option<LogicalTime>> {
        self.ask_for(Service::QueryLits, pb::QueryLitsRequest {}, |response| {
            self.queried(response.result)
        })
    }

    /// C++ clients read the time even where there is none.
    fn queried(&self, result: Option<pb::TimeQueryReturn>) -> Result<Option<LogicalTime>> {
        let result = result.ok_or_else(|| broken("a query without a result"))?;
        let time = self.read_time(result.logical_time)?;
        Ok(result.logical_time_is_valid.then_some(time))
    }

    fn read_time(&self, time: Option<pb::LogicalTime>) -> Result<LogicalTime> {
        let time = time.ok_or_else(|| broken("no time"))?;
        let decoded = locked(&self.0.time).decode_time(&time.data);
        decoded.map_err(|error| broken(error.to_string()))
    }

    pub fn query_logical_time(&self) -> Result<LogicalTime> {
        let service = Service::QueryLogicalTime;
        self.ask_for(service, pb::QueryLogicalTimeRequest {}, |response| {
            self.read_time(response.result)
        })
    }

    pub fn query_lookahead(&self) -> Result<LogicalTimeInterval> {
        let service = Service::QueryLookahead;
        self.ask_for(service, pb::QueryLookaheadRequest {}, |response| {
            let interval = response.result.ok_or_else(|| broken("no lookahead"))?;
            let decoded = locked(&self.0.time).decode_interval(&interval.data);
            decoded.map_err(|error| broken(error.to_string()))
        })
    }

    pub fn retract(&self, retraction: MessageRetractionHandle) -> Result<()> {
        let retraction = retraction.wire();
        self.tell(Service::Retract, pb::RetractRequest { retraction })
    }

    pub fn change_attribute_order_type(
        &self,
        object: ObjectInstanceHandle,
        attributes: &AttributeHandleSet,
        order_type: OrderType,
    ) -> Result<()> {
        self.tell(
            Service::ChangeAttributeOrderType,
            pb::ChangeAttributeOrderTypeRequest {
                object_instance: object.wire(),
                attributes: attributes.wire(),
                order_type: order(order_type),
            },
        )
    }

    pub fn change_default_attribute_order_type(
        &self,
        class: ObjectClassHandle,
        attributes: &AttributeHandleSet,
        order_type: OrderType,
    ) -> Result<()> {
        self.tell(
            Service::ChangeDefaultAttributeOrderType,
            pb::ChangeDefaultAttributeOrderTypeRequest {
                the_object_class: class.wire(),
                attributes: attributes.wire(),
                order_type: order(order_type),
            },
        )
    }

    pub fn change_interaction_order_type(
        &self,
        class: InteractionClassHandle,
        order_type: OrderType,
    ) -> Result<()> {
        self.tell(
            Service::ChangeInteractionOrderType,
            pb::ChangeInteractionOrderTypeRequest {
                interaction_class: class.wire(),
                order_type: order(order_type),
            },
        )
    }
}
