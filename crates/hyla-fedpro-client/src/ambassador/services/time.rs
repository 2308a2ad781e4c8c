//! Time management (clause 8).
//!
//! Written by `make faces` from the table of services.

use hyla_core::Result;
use hyla_fedpro_messages as pb;
use hyla_types::{
    AttributeHandleSet, InteractionClassHandle, LogicalTime, LogicalTimeInterval,
    MessageRetractionHandle, ObjectClassHandle, ObjectInstanceHandle, OrderType, Service,
};

use crate::ambassador::FedProAmbassador;
use crate::convert::Wire;

impl FedProAmbassador {
    /// As `hyla_lrc::RtiAmbassador::enable_time_regulation`.
    ///
    /// # Errors
    /// The same.
    pub fn enable_time_regulation(&self, lookahead: LogicalTimeInterval) -> Result<()> {
        self.tell(
            Service::EnableTimeRegulation,
            pb::EnableTimeRegulationRequest {
                lookahead: lookahead.wire(),
            },
        )
    }

    /// As `hyla_lrc::RtiAmbassador::disable_time_regulation`.
    ///
    /// # Errors
    /// The same.
    pub fn disable_time_regulation(&self) -> Result<()> {
        self.tell(
            Service::DisableTimeRegulation,
            pb::DisableTimeRegulationRequest {},
        )
    }

    /// As `hyla_lrc::RtiAmbassador::enable_time_constrained`.
    ///
    /// # Errors
    /// The same.
    pub fn enable_time_constrained(&self) -> Result<()> {
        self.tell(
            Service::EnableTimeConstrained,
            pb::EnableTimeConstrainedRequest {},
        )
    }

    /// As `hyla_lrc::RtiAmbassador::disable_time_constrained`.
    ///
    /// # Errors
    /// The same.
    pub fn disable_time_constrained(&self) -> Result<()> {
        self.tell(
            Service::DisableTimeConstrained,
            pb::DisableTimeConstrainedRequest {},
        )
    }

    /// As `hyla_lrc::RtiAmbassador::time_advance_request`.
    ///
    /// # Errors
    /// The same.
    pub fn time_advance_request(&self, time: LogicalTime) -> Result<()> {
        self.tell(
            Service::TimeAdvanceRequest,
            pb::TimeAdvanceRequestRequest { time: time.wire() },
        )
    }

    /// As `hyla_lrc::RtiAmbassador::time_advance_request_available`.
    ///
    /// # Errors
    /// The same.
    pub fn time_advance_request_available(&self, time: LogicalTime) -> Result<()> {
        self.tell(
            Service::TimeAdvanceRequestAvailable,
            pb::TimeAdvanceRequestAvailableRequest { time: time.wire() },
        )
    }

    /// As `hyla_lrc::RtiAmbassador::next_message_request`.
    ///
    /// # Errors
    /// The same.
    pub fn next_message_request(&self, time: LogicalTime) -> Result<()> {
        self.tell(
            Service::NextMessageRequest,
            pb::NextMessageRequestRequest { time: time.wire() },
        )
    }

    /// As `hyla_lrc::RtiAmbassador::next_message_request_available`.
    ///
    /// # Errors
    /// The same.
    pub fn next_message_request_available(&self, time: LogicalTime) -> Result<()> {
        self.tell(
            Service::NextMessageRequestAvailable,
            pb::NextMessageRequestAvailableRequest { time: time.wire() },
        )
    }

    /// As `hyla_lrc::RtiAmbassador::flush_queue_request`.
    ///
    /// # Errors
    /// The same.
    pub fn flush_queue_request(&self, time: LogicalTime) -> Result<()> {
        self.tell(
            Service::FlushQueueRequest,
            pb::FlushQueueRequestRequest { time: time.wire() },
        )
    }

    /// As `hyla_lrc::RtiAmbassador::enable_asynchronous_delivery`.
    ///
    /// # Errors
    /// The same.
    pub fn enable_asynchronous_delivery(&self) -> Result<()> {
        self.tell(
            Service::EnableAsynchronousDelivery,
            pb::EnableAsynchronousDeliveryRequest {},
        )
    }

    /// As `hyla_lrc::RtiAmbassador::disable_asynchronous_delivery`.
    ///
    /// # Errors
    /// The same.
    pub fn disable_asynchronous_delivery(&self) -> Result<()> {
        self.tell(
            Service::DisableAsynchronousDelivery,
            pb::DisableAsynchronousDeliveryRequest {},
        )
    }

    /// As `hyla_lrc::RtiAmbassador::query_galt`.
    ///
    /// # Errors
    /// The same.
    pub fn query_galt(&self) -> Result<Option<LogicalTime>> {
        self.ask_for(Service::QueryGalt, pb::QueryGaltRequest {}, |response| {
            self.queried(response.result)
        })
    }

    /// As `hyla_lrc::RtiAmbassador::query_logical_time`.
    ///
    /// # Errors
    /// The same.
    pub fn query_logical_time(&self) -> Result<LogicalTime> {
        self.ask_for(
            Service::QueryLogicalTime,
            pb::QueryLogicalTimeRequest {},
            |response| self.time(response.result),
        )
    }

    /// As `hyla_lrc::RtiAmbassador::query_lits`.
    ///
    /// # Errors
    /// The same.
    pub fn query_lits(&self) -> Result<Option<LogicalTime>> {
        self.ask_for(Service::QueryLits, pb::QueryLitsRequest {}, |response| {
            self.queried(response.result)
        })
    }

    /// As `hyla_lrc::RtiAmbassador::modify_lookahead`.
    ///
    /// # Errors
    /// The same.
    pub fn modify_lookahead(&self, lookahead: LogicalTimeInterval) -> Result<()> {
        self.tell(
            Service::ModifyLookahead,
            pb::ModifyLookaheadRequest {
                lookahead: lookahead.wire(),
            },
        )
    }

    /// As `hyla_lrc::RtiAmbassador::query_lookahead`.
    ///
    /// # Errors
    /// The same.
    pub fn query_lookahead(&self) -> Result<LogicalTimeInterval> {
        self.ask_for(
            Service::QueryLookahead,
            pb::QueryLookaheadRequest {},
            |response| self.interval(response.result),
        )
    }

    /// As `hyla_lrc::RtiAmbassador::retract`.
    ///
    /// # Errors
    /// The same.
    pub fn retract(&self, retraction: MessageRetractionHandle) -> Result<()> {
        self.tell(
            Service::Retract,
            pb::RetractRequest {
                retraction: retraction.wire(),
            },
        )
    }

    /// As `hyla_lrc::RtiAmbassador::change_attribute_order_type`.
    ///
    /// # Errors
    /// The same.
    pub fn change_attribute_order_type(
        &self,
        object_instance: ObjectInstanceHandle,
        attributes: &AttributeHandleSet,
        order_type: OrderType,
    ) -> Result<()> {
        self.tell(
            Service::ChangeAttributeOrderType,
            pb::ChangeAttributeOrderTypeRequest {
                object_instance: object_instance.wire(),
                attributes: attributes.wire(),
                order_type: order_type.wire(),
            },
        )
    }

    /// As `hyla_lrc::RtiAmbassador::change_default_attribute_order_type`.
    ///
    /// # Errors
    /// The same.
    pub fn change_default_attribute_order_type(
        &self,
        object_class: ObjectClassHandle,
        attributes: &AttributeHandleSet,
        order_type: OrderType,
    ) -> Result<()> {
        self.tell(
            Service::ChangeDefaultAttributeOrderType,
            pb::ChangeDefaultAttributeOrderTypeRequest {
                the_object_class: object_class.wire(),
                attributes: attributes.wire(),
                order_type: order_type.wire(),
            },
        )
    }

    /// As `hyla_lrc::RtiAmbassador::change_interaction_order_type`.
    ///
    /// # Errors
    /// The same.
    pub fn change_interaction_order_type(
        &self,
        interaction_class: InteractionClassHandle,
        order_type: OrderType,
    ) -> Result<()> {
        self.tell(
            Service::ChangeInteractionOrderType,
            pb::ChangeInteractionOrderTypeRequest {
                interaction_class: interaction_class.wire(),
                order_type: order_type.wire(),
            },
        )
    }
}
