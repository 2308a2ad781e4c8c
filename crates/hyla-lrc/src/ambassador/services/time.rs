//! Time management (clause 8).
//!
//! Written by `make faces` from the table of services.

use hyla_core::Result;
use hyla_types::{
    AttributeHandleSet, InteractionClassHandle, LogicalTime, LogicalTimeInterval,
    MessageRetractionHandle, ObjectClassHandle, ObjectInstanceHandle, OrderType, Service,
};

use crate::RtiAmbassador;

impl RtiAmbassador {
    /// `enableTimeRegulation` (8.2). The callback `timeRegulationEnabled` says from which time on.
    ///
    /// Any thread, also in callbacks. Sends messages and does not wait for an answer.
    ///
    /// # Errors
    /// `InvalidLookahead`, `InTimeAdvancingState`, `RequestForTimeRegulationPending`,
    /// `TimeRegulationAlreadyEnabled`; and those of every service.
    pub fn enable_time_regulation(&self, lookahead: LogicalTimeInterval) -> Result<()> {
        self.engine().call(
            Service::EnableTimeRegulation,
            &[&lookahead],
            |member, links| member.enable_time_regulation(lookahead, links),
        )
    }

    /// `disableTimeRegulation` (8.4). In force at once.
    ///
    /// Any thread, also in callbacks. Sends messages and does not wait for an answer.
    ///
    /// # Errors
    /// `TimeRegulationIsNotEnabled`; and those of every service.
    pub fn disable_time_regulation(&self) -> Result<()> {
        self.engine()
            .call(Service::DisableTimeRegulation, &[], |member, links| {
                member.disable_time_regulation(links)
            })
    }

    /// `enableTimeConstrained` (8.5). The callback `timeConstrainedEnabled` says from which time
    /// on.
    ///
    /// Any thread, also in callbacks. Sends messages and does not wait for an answer.
    ///
    /// # Errors
    /// `InTimeAdvancingState`, `RequestForTimeConstrainedPending`, `TimeConstrainedAlreadyEnabled`;
    /// and those of every service.
    pub fn enable_time_constrained(&self) -> Result<()> {
        self.engine()
            .call(Service::EnableTimeConstrained, &[], |member, links| {
                member.enable_time_constrained(links)
            })
    }

    /// `disableTimeConstrained` (8.7). In force at once: messages that waited for their time are
    /// delivered in receive order.
    ///
    /// Any thread, also in callbacks. Sends messages and does not wait for an answer.
    ///
    /// # Errors
    /// `TimeConstrainedIsNotEnabled`; and those of every service.
    pub fn disable_time_constrained(&self) -> Result<()> {
        self.engine()
            .call(Service::DisableTimeConstrained, &[], |member, links| {
                member.disable_time_constrained(links)
            })
    }

    /// `timeAdvanceRequest` (8.8). Granted after all messages of that time and earlier ones, once
    /// no more can come. The grant comes as a callback, never from inside this call.
    ///
    /// Any thread, also in callbacks. Sends messages and does not wait for an answer.
    ///
    /// # Errors
    /// `LogicalTimeAlreadyPassed`, `InvalidLogicalTime`, `InTimeAdvancingState`,
    /// `RequestForTimeRegulationPending`, `RequestForTimeConstrainedPending`; and those of every
    /// service.
    pub fn time_advance_request(&self, time: LogicalTime) -> Result<()> {
        self.engine()
            .call(Service::TimeAdvanceRequest, &[&time], |member, links| {
                member.time_advance_request(time, links)
            })
    }

    /// `timeAdvanceRequestAvailable` (8.9). As `timeAdvanceRequest`, but messages of the granted
    /// time may still come.
    ///
    /// Any thread, also in callbacks. Sends messages and does not wait for an answer.
    ///
    /// # Errors
    /// `LogicalTimeAlreadyPassed`, `InvalidLogicalTime`, `InTimeAdvancingState`,
    /// `RequestForTimeRegulationPending`, `RequestForTimeConstrainedPending`; and those of every
    /// service.
    pub fn time_advance_request_available(&self, time: LogicalTime) -> Result<()> {
        self.engine().call(
            Service::TimeAdvanceRequestAvailable,
            &[&time],
            |member, links| member.time_advance_request_available(time, links),
        )
    }

    /// `nextMessageRequest` (8.10). Granted to the time of the next message, or to `time` if none
    /// comes until then.
    ///
    /// Any thread, also in callbacks. Sends messages and does not wait for an answer.
    ///
    /// # Errors
    /// `LogicalTimeAlreadyPassed`, `InvalidLogicalTime`, `InTimeAdvancingState`,
    /// `RequestForTimeRegulationPending`, `RequestForTimeConstrainedPending`; and those of every
    /// service.
    pub fn next_message_request(&self, time: LogicalTime) -> Result<()> {
        self.engine()
            .call(Service::NextMessageRequest, &[&time], |member, links| {
                member.next_message_request(time, links)
            })
    }

    /// `nextMessageRequestAvailable` (8.11). As `nextMessageRequest`, but messages of the granted
    /// time may still come.
    ///
    /// Any thread, also in callbacks. Sends messages and does not wait for an answer.
    ///
    /// # Errors
    /// `LogicalTimeAlreadyPassed`, `InvalidLogicalTime`, `InTimeAdvancingState`,
    /// `RequestForTimeRegulationPending`, `RequestForTimeConstrainedPending`; and those of every
    /// service.
    pub fn next_message_request_available(&self, time: LogicalTime) -> Result<()> {
        self.engine().call(
            Service::NextMessageRequestAvailable,
            &[&time],
            |member, links| member.next_message_request_available(time, links),
        )
    }

    /// `flushQueueRequest` (8.12). Delivers all queued messages, and grants as far as is safe now.
    ///
    /// Any thread, also in callbacks. Sends messages and does not wait for an answer.
    ///
    /// # Errors
    /// `LogicalTimeAlreadyPassed`, `InvalidLogicalTime`, `InTimeAdvancingState`,
    /// `RequestForTimeRegulationPending`, `RequestForTimeConstrainedPending`; and those of every
    /// service.
    pub fn flush_queue_request(&self, time: LogicalTime) -> Result<()> {
        self.engine()
            .call(Service::FlushQueueRequest, &[&time], |member, links| {
                member.flush_queue_request(time, links)
            })
    }

    /// `enableAsynchronousDelivery` (8.14 in 2010, 8.15 in 2025).
    ///
    /// Any thread, also in callbacks. Local: sends nothing and waits for nothing.
    ///
    /// # Errors
    /// `AsynchronousDeliveryAlreadyEnabled`; and those of every service.
    pub fn enable_asynchronous_delivery(&self) -> Result<()> {
        self.engine()
            .call(Service::EnableAsynchronousDelivery, &[], |member, _| {
                member.enable_asynchronous_delivery()
            })
    }

    /// `disableAsynchronousDelivery` (8.15 in 2010, 8.16 in 2025).
    ///
    /// Any thread, also in callbacks. Local: sends nothing and waits for nothing.
    ///
    /// # Errors
    /// `AsynchronousDeliveryAlreadyDisabled`; and those of every service.
    pub fn disable_asynchronous_delivery(&self) -> Result<()> {
        self.engine()
            .call(Service::DisableAsynchronousDelivery, &[], |member, _| {
                member.disable_asynchronous_delivery()
            })
    }

    /// `queryGALT` (8.16 in 2010, 8.17 in 2025). The time up to which this federate could be
    /// granted now; none if no other federate regulates.
    ///
    /// Any thread. A round trip to the RTI; in a callback of the immediate model it takes effect
    /// later, or answers with the last known value.
    ///
    /// # Errors
    /// Only those of every service.
    pub fn query_galt(&self) -> Result<Option<LogicalTime>> {
        self.engine().refresh_galt(Service::QueryGalt)?;
        self.engine()
            .look(Service::QueryGalt, &[], |member| member.galt())
    }

    /// `queryLogicalTime` (8.17 in 2010, 8.18 in 2025). While the federate advances, the time
    /// before.
    ///
    /// Any thread, also in callbacks. Local: sends nothing and waits for nothing.
    ///
    /// # Errors
    /// Only those of every service.
    pub fn query_logical_time(&self) -> Result<LogicalTime> {
        self.engine()
            .look(Service::QueryLogicalTime, &[], |member| {
                member.logical_time()
            })
    }

    /// `queryLITS` (8.18 in 2010, 8.19 in 2025). The least time at which a message can still be
    /// delivered; none without a GALT and without a message.
    ///
    /// Any thread. A round trip to the RTI; in a callback of the immediate model it takes effect
    /// later, or answers with the last known value.
    ///
    /// # Errors
    /// Only those of every service.
    pub fn query_lits(&self) -> Result<Option<LogicalTime>> {
        self.engine().refresh_galt(Service::QueryLits)?;
        self.engine()
            .look(Service::QueryLits, &[], |member| member.lits())
    }

    /// `modifyLookahead` (8.19 in 2010, 8.20 in 2025). A smaller lookahead is reached as the
    /// federate advances.
    ///
    /// Any thread, also in callbacks. Sends messages and does not wait for an answer.
    ///
    /// # Errors
    /// `InvalidLookahead`, `InTimeAdvancingState`, `TimeRegulationIsNotEnabled`; and those of every
    /// service.
    pub fn modify_lookahead(&self, lookahead: LogicalTimeInterval) -> Result<()> {
        self.engine()
            .call(Service::ModifyLookahead, &[&lookahead], |member, links| {
                member.modify_lookahead(lookahead, links)
            })
    }

    /// `queryLookahead` (8.20 in 2010, 8.21 in 2025). The lookahead in force now.
    ///
    /// Any thread, also in callbacks. Local: sends nothing and waits for nothing.
    ///
    /// # Errors
    /// `TimeRegulationIsNotEnabled`; and those of every service.
    pub fn query_lookahead(&self) -> Result<LogicalTimeInterval> {
        self.engine()
            .look(Service::QueryLookahead, &[], |member| member.lookahead())
    }

    /// `retract` (8.21 in 2010, 8.22 in 2025).
    ///
    /// Any thread, also in callbacks. Sends messages and does not wait for an answer.
    ///
    /// # Errors
    /// `MessageCanNoLongerBeRetracted`, `InvalidMessageRetractionHandle`,
    /// `TimeRegulationIsNotEnabled`; and those of every service.
    pub fn retract(&self, retraction: MessageRetractionHandle) -> Result<()> {
        self.engine()
            .call(Service::Retract, &[&retraction], |member, links| {
                member.retract(retraction, links)
            })
    }

    /// `changeAttributeOrderType` (8.23 in 2010, 8.24 in 2025). For later updates by this owner.
    ///
    /// Any thread, also in callbacks. Local: sends nothing and waits for nothing.
    ///
    /// # Errors
    /// `AttributeNotOwned`, `AttributeNotDefined`, `ObjectInstanceNotKnown`; and those of every
    /// service.
    pub fn change_attribute_order_type(
        &self,
        object_instance: ObjectInstanceHandle,
        attributes: &AttributeHandleSet,
        order_type: OrderType,
    ) -> Result<()> {
        self.engine().call(
            Service::ChangeAttributeOrderType,
            &[&object_instance, &attributes, &order_type],
            |member, _| member.change_attribute_order_type(object_instance, attributes, order_type),
        )
    }

    /// `changeDefaultAttributeOrderType` (8.25, 2025). For instances registered from now on.
    ///
    /// Any thread, also in callbacks. Local: sends nothing and waits for nothing.
    ///
    /// # Errors
    /// `AttributeNotDefined`, `ObjectClassNotDefined`; and those of every service.
    pub fn change_default_attribute_order_type(
        &self,
        object_class: ObjectClassHandle,
        attributes: &AttributeHandleSet,
        order_type: OrderType,
    ) -> Result<()> {
        self.engine().call(
            Service::ChangeDefaultAttributeOrderType,
            &[&object_class, &attributes, &order_type],
            |member, _| {
                member.change_default_attribute_order_type(object_class, attributes, order_type)
            },
        )
    }

    /// `changeInteractionOrderType` (8.24 in 2010, 8.26 in 2025).
    ///
    /// Any thread, also in callbacks. Local: sends nothing and waits for nothing.
    ///
    /// # Errors
    /// `InteractionClassNotPublished`, `InteractionClassNotDefined`; and those of every service.
    pub fn change_interaction_order_type(
        &self,
        interaction_class: InteractionClassHandle,
        order_type: OrderType,
    ) -> Result<()> {
        self.engine().call(
            Service::ChangeInteractionOrderType,
            &[&interaction_class, &order_type],
            |member, _| member.change_interaction_order_type(interaction_class, order_type),
        )
    }
}
