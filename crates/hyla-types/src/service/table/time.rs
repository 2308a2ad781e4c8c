//! Time management, clause 8.

use crate::service::ServiceInfo;

pub(super) const TIME: [ServiceInfo; 25] = table! { Time
    EnableTimeRegulation ToRti (lookahead: LogicalTimeInterval) {
        both "8.2" "8.2" enableTimeRegulation [InvalidLookahead, InTimeAdvancingState,
            RequestForTimeRegulationPending, TimeRegulationAlreadyEnabled | joined]
    }
    TimeRegulationEnabled ToFederate (time: LogicalTime) {
        both "8.3" "8.3" timeRegulationEnabled [| callback]
    }
    DisableTimeRegulation ToRti () {
        both "8.4" "8.4" disableTimeRegulation [TimeRegulationIsNotEnabled | joined]
    }
    EnableTimeConstrained ToRti () {
        both "8.5" "8.5" enableTimeConstrained [InTimeAdvancingState,
            RequestForTimeConstrainedPending, TimeConstrainedAlreadyEnabled | joined]
    }
    TimeConstrainedEnabled ToFederate (time: LogicalTime) {
        both "8.6" "8.6" timeConstrainedEnabled [| callback]
    }
    DisableTimeConstrained ToRti () {
        both "8.7" "8.7" disableTimeConstrained [TimeConstrainedIsNotEnabled | joined]
    }
    TimeAdvanceRequest ToRti (time: LogicalTime) {
        both "8.8" "8.8" timeAdvanceRequest [LogicalTimeAlreadyPassed, InvalidLogicalTime,
            InTimeAdvancingState, RequestForTimeRegulationPending, RequestForTimeConstrainedPending
            | joined]
    }
    TimeAdvanceRequestAvailable ToRti (time: LogicalTime) {
        both "8.9" "8.9" timeAdvanceRequestAvailable [LogicalTimeAlreadyPassed, InvalidLogicalTime,
            InTimeAdvancingState, RequestForTimeRegulationPending, RequestForTimeConstrainedPending
            | joined]
    }
    NextMessageRequest ToRti (time: LogicalTime) {
        both "8.10" "8.10" nextMessageRequest [LogicalTimeAlreadyPassed, InvalidLogicalTime,
            InTimeAdvancingState, RequestForTimeRegulationPending, RequestForTimeConstrainedPending
            | joined]
    }
    NextMessageRequestAvailable ToRti (time: LogicalTime) {
        both "8.11" "8.11" nextMessageRequestAvailable [LogicalTimeAlreadyPassed,
            InvalidLogicalTime, InTimeAdvancingState, RequestForTimeRegulationPending,
            RequestForTimeConstrainedPending | joined]
    }
    FlushQueueRequest ToRti (time: LogicalTime) {
        both "8.12" "8.12" flushQueueRequest [LogicalTimeAlreadyPassed, InvalidLogicalTime,
            InTimeAdvancingState, RequestForTimeRegulationPending, RequestForTimeConstrainedPending
            | joined]
    }
    FlushQueueGrant ToFederate (time: LogicalTime, optimisticTime: LogicalTime) {
        2025 "8.13" flushQueueGrant [| callback]
    }
    TimeAdvanceGrant ToFederate (time: LogicalTime) {
        both "8.13" "8.14" timeAdvanceGrant [| callback]
    }
    EnableAsynchronousDelivery ToRti () {
        both "8.14" "8.15" enableAsynchronousDelivery [AsynchronousDeliveryAlreadyEnabled | joined]
    }
    DisableAsynchronousDelivery ToRti () {
        both "8.15" "8.16" disableAsynchronousDelivery [AsynchronousDeliveryAlreadyDisabled |
            joined]
    }
    QueryGalt ToRti () -> [LogicalTime] { both "8.16" "8.17" queryGALT [| joined] }
    QueryLogicalTime ToRti () -> LogicalTime { both "8.17" "8.18" queryLogicalTime [| joined] }
    QueryLits ToRti () -> [LogicalTime] { both "8.18" "8.19" queryLITS [| joined] }
    ModifyLookahead ToRti (lookahead: LogicalTimeInterval) {
        both "8.19" "8.20" modifyLookahead [InvalidLookahead, InTimeAdvancingState,
            TimeRegulationIsNotEnabled | joined]
    }
    QueryLookahead ToRti () -> LogicalTimeInterval {
        both "8.20" "8.21" queryLookahead [TimeRegulationIsNotEnabled | joined]
    }
    Retract ToRti (retraction: MessageRetractionHandle) {
        both "8.21" "8.22" retract [MessageCanNoLongerBeRetracted, InvalidMessageRetractionHandle,
            TimeRegulationIsNotEnabled | joined]
    }
    RequestRetraction ToFederate (retraction: MessageRetractionHandle) {
        both "8.22" "8.23" requestRetraction [| callback]
    }
    ChangeAttributeOrderType ToRti (objectInstance: ObjectInstanceHandle,
        attributes: AttributeHandleSet, orderType: OrderType) {
        both "8.23" "8.24" changeAttributeOrderType [AttributeNotOwned, AttributeNotDefined,
            ObjectInstanceNotKnown | joined]
    }
    ChangeDefaultAttributeOrderType ToRti (objectClass: ObjectClassHandle,
        attributes: AttributeHandleSet, orderType: OrderType) {
        2025 "8.25" changeDefaultAttributeOrderType [AttributeNotDefined, ObjectClassNotDefined |
            joined]
    }
    ChangeInteractionOrderType ToRti (interactionClass: InteractionClassHandle,
        orderType: OrderType) {
        both "8.24" "8.26" changeInteractionOrderType [InteractionClassNotPublished,
            InteractionClassNotDefined | joined]
    }
};
