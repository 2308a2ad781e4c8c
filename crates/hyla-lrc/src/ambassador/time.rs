//! Time management (clause 8).

use hyla_core::Result;
use hyla_core::member::Member;
use hyla_core::message::Reply;
use hyla_core::time::TimeStanding;
use hyla_types::{
    AttributeHandleSet, Exception, ExceptionKind, InteractionClassHandle, LogicalTime,
    LogicalTimeInterval, MessageRetractionHandle, ObjectClassHandle, ObjectInstanceHandle,
    OrderType, Service,
};

use super::RtiAmbassador;
use crate::engine::Blocking;

impl RtiAmbassador {
    /// `enableTimeRegulation` (8.2); `timeRegulationEnabled` says from which time on.
    ///
    /// # Errors
    /// `InvalidLookahead`, `InTimeAdvancingState`, `RequestForTimeRegulationPending`,
    /// `TimeRegulationAlreadyEnabled`.
    pub fn enable_time_regulation(&self, lookahead: LogicalTimeInterval) -> Result<()> {
        self.engine().call(
            Service::EnableTimeRegulation,
            &[&lookahead],
            |member, links| member.enable_time_regulation(lookahead, links),
        )
    }

    /// `disableTimeRegulation` (8.4), at once.
    ///
    /// # Errors
    /// `TimeRegulationIsNotEnabled`.
    pub fn disable_time_regulation(&self) -> Result<()> {
        self.engine()
            .call(Service::DisableTimeRegulation, &[], |member, links| {
                member.disable_time_regulation(links)
            })
    }

    /// `enableTimeConstrained` (8.5); `timeConstrainedEnabled` says when it holds.
    ///
    /// # Errors
    /// `InTimeAdvancingState`, `RequestForTimeConstrainedPending`, `TimeConstrainedAlreadyEnabled`.
    pub fn enable_time_constrained(&self) -> Result<()> {
        self.engine()
            .call(Service::EnableTimeConstrained, &[], |member, links| {
                member.enable_time_constrained(links)
            })
    }

    /// `disableTimeConstrained` (8.7), at once: what waited for its time is delivered in receive order.
    ///
    /// # Errors
    /// `TimeConstrainedIsNotEnabled`.
    pub fn disable_time_constrained(&self) -> Result<()> {
        self.engine()
            .call(Service::DisableTimeConstrained, &[], |member, links| {
                member.disable_time_constrained(links)
            })
    }

    /// `timeAdvanceRequest` (8.8): granted once no message of that time or an earlier one can come, after all of them.
    ///
    /// The grant comes as callback, never from inside this call. Cost: one message to the RTI.
    ///
    /// # Errors
    /// `LogicalTimeAlreadyPassed`, `InvalidLogicalTime`, `InTimeAdvancingState`,
    /// `RequestForTimeRegulationPending`, `RequestForTimeConstrainedPending`.
    pub fn time_advance_request(&self, time: LogicalTime) -> Result<()> {
        self.engine()
            .call(Service::TimeAdvanceRequest, &[&time], |member, links| {
                member.time_advance_request(time, links)
            })
    }

    /// `timeAdvanceRequestAvailable` (8.9): as
    /// [`Self::time_advance_request`], but messages of the granted time may still come.
    ///
    /// # Errors
    /// `LogicalTimeAlreadyPassed`, `InvalidLogicalTime`, `InTimeAdvancingState`,
    /// `RequestForTimeRegulationPending`, `RequestForTimeConstrainedPending`.
    pub fn time_advance_request_available(&self, time: LogicalTime) -> Result<()> {
        self.engine().call(
            Service::TimeAdvanceRequestAvailable,
            &[&time],
            |member, links| member.time_advance_request_available(time, links),
        )
    }

    /// `nextMessageRequest` (8.10): granted to the time of the next message, or to `time` if there is
    /// none until then.
    ///
    /// # Errors
    /// `LogicalTimeAlreadyPassed`, `InvalidLogicalTime`, `InTimeAdvancingState`,
    /// `RequestForTimeRegulationPending`, `RequestForTimeConstrainedPending`.
    pub fn next_message_request(&self, time: LogicalTime) -> Result<()> {
        self.engine()
            .call(Service::NextMessageRequest, &[&time], |member, links| {
                member.next_message_request(time, links)
            })
    }

    /// `nextMessageRequestAvailable` (8.11): as [`Self::next_message_request`], but
    /// messages of the granted time may still come.
    ///
    /// # Errors
    /// `LogicalTimeAlreadyPassed`, `InvalidLogicalTime`, `InTimeAdvancingState`,
    /// `RequestForTimeRegulationPending`, `RequestForTimeConstrainedPending`.
    pub fn next_message_request_available(&self, time: LogicalTime) -> Result<()> {
        self.engine().call(
            Service::NextMessageRequestAvailable,
            &[&time],
            |member, links| member.next_message_request_available(time, links),
        )
    }

    /// `flushQueueRequest` (8.12): delivers all that is queued, and grants as far as is safe now.
    ///
    /// # Errors
    /// `LogicalTimeAlreadyPassed`, `InvalidLogicalTime`, `InTimeAdvancingState`,
    /// `RequestForTimeRegulationPending`, `RequestForTimeConstrainedPending`.
    pub fn flush_queue_request(&self, time: LogicalTime) -> Result<()> {
        self.engine()
            .call(Service::FlushQueueRequest, &[&time], |member, links| {
                member.flush_queue_request(time, links)
            })
    }

    /// `enableAsynchronousDelivery` (8.14 in 2010, 8.15 in 2025).
    ///
    /// # Errors
    /// `AsynchronousDeliveryAlreadyEnabled`.
    pub fn enable_asynchronous_delivery(&self) -> Result<()> {
        self.engine()
            .call(Service::EnableAsynchronousDelivery, &[], |member, _| {
                member.enable_asynchronous_delivery()
            })
    }

    /// `disableAsynchronousDelivery` (8.15 in 2010, 8.16 in 2025).
    ///
    /// # Errors
    /// `AsynchronousDeliveryAlreadyDisabled`.
    pub fn disable_asynchronous_delivery(&self) -> Result<()> {
        self.engine()
            .call(Service::DisableAsynchronousDelivery, &[], |member, _| {
                member.disable_asynchronous_delivery()
            })
    }

    /// `queryGALT` (8.16 in 2010, 8.17 in 2025): the time up to which this federate could be granted
    /// now; `None` if nobody else regulates. A round trip to the RTI; inside a callback of the immediate
    /// model, what was heard last.
    ///
    /// # Errors
    /// Only those of every service.
    pub fn query_galt(&self) -> Result<Option<LogicalTime>> {
        self.engine().refresh_galt(Service::QueryGalt)?;
        self.engine().look(Service::QueryGalt, &[], Member::galt)
    }

    /// `queryLogicalTime` (8.17 in 2010, 8.18 in 2025): while advancing, the time before.
    ///
    /// # Errors
    /// Only those of every service.
    pub fn query_logical_time(&self) -> Result<LogicalTime> {
        self.engine()
            .look(Service::QueryLogicalTime, &[], |member| {
                member.logical_time()
            })
    }

    /// `queryLITS` (8.18 in 2010, 8.19 in 2025): the least time at which a message can still be
    /// delivered; `None` if there is neither a GALT nor a message. Cost as [`Self::query_galt`].
    ///
    /// # Errors
    /// Only those of every service.
    pub fn query_lits(&self) -> Result<Option<LogicalTime>> {
        self.engine().refresh_galt(Service::QueryLits)?;
        self.engine().look(Service::QueryLits, &[], Member::lits)
    }

    /// `modifyLookahead` (8.19 in 2010, 8.20 in 2025). A lesser one is reached as the federate advances.
    ///
    /// # Errors
    /// `InvalidLookahead`, `InTimeAdvancingState`, `TimeRegulationIsNotEnabled`.
    pub fn modify_lookahead(&self, lookahead: LogicalTimeInterval) -> Result<()> {
        self.engine()
            .call(Service::ModifyLookahead, &[&lookahead], |member, links| {
                member.modify_lookahead(lookahead, links)
            })
    }

    /// `queryLookahead` (8.20 in 2010, 8.21 in 2025): the one in force now.
    ///
    /// # Errors
    /// `TimeRegulationIsNotEnabled`.
    pub fn query_lookahead(&self) -> Result<LogicalTimeInterval> {
        self.engine().look(
            Service::QueryLookahead,
            &[],
            hyla_core::member::Member::lookahead,
        )
    }

    /// `retract` (8.21 in 2010, 8.22 in 2025).
    ///
    /// # Errors
    /// `TimeRegulationIsNotEnabled`, `InvalidMessageRetractionHandle`, `MessageCanNoLongerBeRetracted`.
    pub fn retract(&self, retraction: MessageRetractionHandle) -> Result<()> {
        self.engine()
            .call(Service::Retract, &[&retraction], |member, links| {
                member.retract(retraction, links)
            })
    }

    /// `changeAttributeOrderType` (8.23 in 2010, 8.24 in 2025): for later updates by this owner.
    ///
    /// # Errors
    /// `ObjectInstanceNotKnown`, `AttributeNotDefined`, `AttributeNotOwned`.
    pub fn change_attribute_order_type(
        &self,
        object: ObjectInstanceHandle,
        attributes: &AttributeHandleSet,
        order: OrderType,
    ) -> Result<()> {
        self.engine().call(
            Service::ChangeAttributeOrderType,
            &[&object, &attributes, &order],
            |member, _| member.change_attribute_order_type(object, attributes, order),
        )
    }

    /// `changeDefaultAttributeOrderType` (8.25, 2025): for instances registered from now on.
    ///
    /// # Errors
    /// `ObjectClassNotDefined`, `AttributeNotDefined`.
    pub fn change_default_attribute_order_type(
        &self,
        class: ObjectClassHandle,
        attributes: &AttributeHandleSet,
        order: OrderType,
    ) -> Result<()> {
        self.engine().call(
            Service::ChangeDefaultAttributeOrderType,
            &[&class, &attributes, &order],
            |member, _| member.change_default_attribute_order_type(class, attributes, order),
        )
    }

    /// `changeInteractionOrderType` (8.24 in 2010, 8.26 in 2025).
    ///
    /// # Errors
    /// `InteractionClassNotDefined`, `InteractionClassNotPublished`.
    pub fn change_interaction_order_type(
        &self,
        class: InteractionClassHandle,
        order: OrderType,
    ) -> Result<()> {
        self.engine().call(
            Service::ChangeInteractionOrderType,
            &[&class, &order],
            |member, _| member.change_interaction_order_type(class, order),
        )
    }

    /// Where the federates of an execution stand in time, and who waits for whom: for tools. A round trip
    /// to the RTI.
    ///
    /// # Errors
    /// `NotConnected`; `RTIinternalError` if there is no such execution.
    pub fn time_status(&self, federation: &str) -> Result<Vec<TimeStanding>> {
        let reply = self.engine().ask(
            Service::ListFederationExecutions,
            Blocking::Anywhere,
            &[&federation],
            |member, links| member.time_status(federation, links),
        )?;
        match reply {
            Reply::Time(standings) => Ok(standings),
            other => Err(Exception::new(
                ExceptionKind::RTIinternalError,
                format!("the RTI answered {other:?}"),
            )),
        }
    }
}
