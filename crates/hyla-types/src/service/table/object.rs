//! Object management, clause 6.

use crate::service::ServiceInfo;

pub(super) const OBJECT: [ServiceInfo; 34] = table! { Object
    ReserveObjectInstanceName ToRti (objectInstanceName: Text) {
        both "6.2" "6.2" reserveObjectInstanceName [IllegalName | joined]
    }
    ObjectInstanceNameReservationSucceeded ToFederate (objectInstanceName: Text) {
        both "6.3" "6.3" objectInstanceNameReservationSucceeded [| callback]
    }
    ObjectInstanceNameReservationFailed ToFederate (objectInstanceName: Text) {
        both "6.3" "6.3" objectInstanceNameReservationFailed [| callback]
    }
    ReleaseObjectInstanceName ToRti (objectInstanceName: Text) {
        both "6.4" "6.4" releaseObjectInstanceName [ObjectInstanceNameNotReserved | joined]
    }
    ReserveMultipleObjectInstanceNames ToRti (objectInstanceNames: TextSet) {
        2010 "6.5" reserveMultipleObjectInstanceName [IllegalName, NameSetWasEmpty | joined]
        2025 "6.5" reserveMultipleObjectInstanceNames [IllegalName, NameSetWasEmpty | joined]
    }
    MultipleObjectInstanceNameReservationSucceeded ToFederate (objectInstanceNames: TextSet) {
        both "6.6" "6.6" multipleObjectInstanceNameReservationSucceeded [| callback]
    }
    MultipleObjectInstanceNameReservationFailed ToFederate (objectInstanceNames: TextSet) {
        both "6.6" "6.6" multipleObjectInstanceNameReservationFailed [| callback]
    }
    ReleaseMultipleObjectInstanceNames ToRti (objectInstanceNames: TextSet) {
        2010 "6.7" releaseMultipleObjectInstanceName [ObjectInstanceNameNotReserved | joined]
        2025 "6.7" releaseMultipleObjectInstanceNames [ObjectInstanceNameNotReserved | joined]
    }
    RegisterObjectInstance ToRti (objectClass: ObjectClassHandle,
        objectInstanceName: [Text]) -> ObjectInstanceHandle {
        both "6.8" "6.8" registerObjectInstance [ObjectClassNotPublished, ObjectClassNotDefined,
            ObjectInstanceNameInUse, ObjectInstanceNameNotReserved | joined]
    }
    DiscoverObjectInstance ToFederate (objectInstance: ObjectInstanceHandle,
        objectClass: ObjectClassHandle, objectInstanceName: Text,
        producingFederate: [FederateHandle]) {
        both "6.9" "6.9" discoverObjectInstance [| callback]
    }
    UpdateAttributeValues ToRti (objectInstance: ObjectInstanceHandle,
        attributeValues: AttributeHandleValueMap, userSuppliedTag: Tag,
        time: [LogicalTime]) -> [MessageRetractionHandle] {
        both "6.10" "6.10" updateAttributeValues [AttributeNotOwned, AttributeNotDefined,
            ObjectInstanceNotKnown, InvalidLogicalTime | joined]
    }
    ReflectAttributeValues ToFederate (objectInstance: ObjectInstanceHandle,
        attributeValues: AttributeHandleValueMap, userSuppliedTag: Tag,
        transportationType: TransportationTypeHandle, producingFederate: [FederateHandle],
        optionalSentRegions: [RegionHandleSet], time: [LogicalTime], sentOrderType: OrderType,
        receivedOrderType: OrderType, optionalRetraction: [MessageRetractionHandle]) {
        both "6.11" "6.11" reflectAttributeValues [| callback]
    }
    SendInteraction ToRti (interactionClass: InteractionClassHandle,
        parameterValues: ParameterHandleValueMap, userSuppliedTag: Tag,
        time: [LogicalTime]) -> [MessageRetractionHandle] {
        both "6.12" "6.12" sendInteraction [InteractionClassNotPublished,
            InteractionParameterNotDefined, InteractionClassNotDefined, InvalidLogicalTime | joined]
    }
    ReceiveInteraction ToFederate (interactionClass: InteractionClassHandle,
        parameterValues: ParameterHandleValueMap, userSuppliedTag: Tag,
        transportationType: TransportationTypeHandle, producingFederate: [FederateHandle],
        optionalSentRegions: [RegionHandleSet], time: [LogicalTime], sentOrderType: OrderType,
        receivedOrderType: OrderType, optionalRetraction: [MessageRetractionHandle]) {
        both "6.13" "6.13" receiveInteraction [| callback]
    }
    SendDirectedInteraction ToRti (interactionClass: InteractionClassHandle,
        objectInstance: ObjectInstanceHandle, parameterValues: ParameterHandleValueMap,
        userSuppliedTag: Tag, time: [LogicalTime]) -> [MessageRetractionHandle] {
        2025 "6.14" sendDirectedInteraction [ObjectInstanceNotKnown, InteractionClassNotPublished,
            InteractionParameterNotDefined, InteractionClassNotDefined, InvalidLogicalTime | joined]
    }
    ReceiveDirectedInteraction ToFederate (interactionClass: InteractionClassHandle,
        objectInstance: ObjectInstanceHandle, parameterValues: ParameterHandleValueMap,
        userSuppliedTag: Tag, transportationType: TransportationTypeHandle,
        producingFederate: [FederateHandle], time: [LogicalTime], sentOrderType: OrderType,
        receivedOrderType: OrderType, optionalRetraction: [MessageRetractionHandle]) {
        2025 "6.15" receiveDirectedInteraction [| callback]
    }
    DeleteObjectInstance ToRti (objectInstance: ObjectInstanceHandle, userSuppliedTag: Tag,
        time: [LogicalTime]) -> [MessageRetractionHandle] {
        both "6.14" "6.16" deleteObjectInstance [DeletePrivilegeNotHeld, ObjectInstanceNotKnown,
            InvalidLogicalTime | joined]
    }
    RemoveObjectInstance ToFederate (objectInstance: ObjectInstanceHandle, userSuppliedTag: Tag,
        producingFederate: [FederateHandle], time: [LogicalTime], sentOrderType: OrderType,
        receivedOrderType: OrderType, optionalRetraction: [MessageRetractionHandle]) {
        both "6.15" "6.17" removeObjectInstance [| callback]
    }
    LocalDeleteObjectInstance ToRti (objectInstance: ObjectInstanceHandle) {
        both "6.16" "6.18" localDeleteObjectInstance [OwnershipAcquisitionPending,
            FederateOwnsAttributes, ObjectInstanceNotKnown | joined]
    }
    AttributesInScope ToFederate (objectInstance: ObjectInstanceHandle,
        attributes: AttributeHandleSet) {
        both "6.17" "6.19" attributesInScope [| callback]
    }
    AttributesOutOfScope ToFederate (objectInstance: ObjectInstanceHandle,
        attributes: AttributeHandleSet) {
        both "6.18" "6.20" attributesOutOfScope [| callback]
    }
    RequestAttributeValueUpdate ToRti (objectInstance: ObjectInstanceHandle,
        attributes: AttributeHandleSet, userSuppliedTag: Tag)
        or (objectClass: ObjectClassHandle, attributes: AttributeHandleSet, userSuppliedTag: Tag) {
        both "6.19" "6.21" requestAttributeValueUpdate [AttributeNotDefined, ObjectInstanceNotKnown,
            ObjectClassNotDefined | joined]
    }
    ProvideAttributeValueUpdate ToFederate (objectInstance: ObjectInstanceHandle,
        attributes: AttributeHandleSet, userSuppliedTag: Tag) {
        both "6.20" "6.22" provideAttributeValueUpdate [| callback]
    }
    TurnUpdatesOnForObjectInstance ToFederate (objectInstance: ObjectInstanceHandle,
        attributes: AttributeHandleSet, updateRateDesignator: [Text]) {
        both "6.21" "6.23" turnUpdatesOnForObjectInstance [| callback]
    }
    TurnUpdatesOffForObjectInstance ToFederate (objectInstance: ObjectInstanceHandle,
        attributes: AttributeHandleSet) {
        both "6.22" "6.24" turnUpdatesOffForObjectInstance [| callback]
    }
    RequestAttributeTransportationTypeChange ToRti (objectInstance: ObjectInstanceHandle,
        attributes: AttributeHandleSet, transportationType: TransportationTypeHandle) {
        2010 "6.23" requestAttributeTransportationTypeChange [AttributeAlreadyBeingChanged,
            AttributeNotOwned, AttributeNotDefined, ObjectInstanceNotKnown,
            InvalidTransportationType | joined]
        2025 "6.25" requestAttributeTransportationTypeChange [AttributeAlreadyBeingChanged,
            AttributeNotOwned, AttributeNotDefined, ObjectInstanceNotKnown,
            InvalidTransportationTypeHandle | joined]
    }
    ConfirmAttributeTransportationTypeChange ToFederate (objectInstance: ObjectInstanceHandle,
        attributes: AttributeHandleSet, transportationType: TransportationTypeHandle) {
        both "6.24" "6.26" confirmAttributeTransportationTypeChange [| callback]
    }
    ChangeDefaultAttributeTransportationType ToRti (objectClass: ObjectClassHandle,
        attributes: AttributeHandleSet, transportationType: TransportationTypeHandle) {
        2025 "6.27" changeDefaultAttributeTransportationType [AttributeNotDefined,
            ObjectClassNotDefined, InvalidTransportationTypeHandle | joined]
    }
    QueryAttributeTransportationType ToRti (objectInstance: ObjectInstanceHandle,
        attribute: AttributeHandle) {
        both "6.25" "6.28" queryAttributeTransportationType [AttributeNotDefined,
            ObjectInstanceNotKnown | joined]
    }
    ReportAttributeTransportationType ToFederate (objectInstance: ObjectInstanceHandle,
        attribute: AttributeHandle, transportationType: TransportationTypeHandle) {
        both "6.26" "6.29" reportAttributeTransportationType [| callback]
    }
    RequestInteractionTransportationTypeChange ToRti (interactionClass: InteractionClassHandle,
        transportationType: TransportationTypeHandle) {
        2010 "6.27" requestInteractionTransportationTypeChange [InteractionClassAlreadyBeingChanged,
            InteractionClassNotPublished, InteractionClassNotDefined, InvalidTransportationType |
            joined]
        2025 "6.30" requestInteractionTransportationTypeChange [InteractionClassAlreadyBeingChanged,
            InteractionClassNotPublished, InteractionClassNotDefined,
            InvalidTransportationTypeHandle | joined]
    }
    ConfirmInteractionTransportationTypeChange ToFederate (
        interactionClass: InteractionClassHandle, transportationType: TransportationTypeHandle) {
        both "6.28" "6.31" confirmInteractionTransportationTypeChange [| callback]
    }
    QueryInteractionTransportationType ToRti (federate: FederateHandle,
        interactionClass: InteractionClassHandle) {
        both "6.29" "6.32" queryInteractionTransportationType [InteractionClassNotDefined | joined]
    }
    ReportInteractionTransportationType ToFederate (federate: FederateHandle,
        interactionClass: InteractionClassHandle, transportationType: TransportationTypeHandle) {
        both "6.30" "6.33" reportInteractionTransportationType [| callback]
    }
};
