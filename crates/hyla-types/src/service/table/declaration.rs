//! Declaration management, clause 5.

use crate::service::ServiceInfo;

pub(super) const DECLARATION: [ServiceInfo; 18] = table! { Declaration
    PublishObjectClassAttributes ToRti (objectClass: ObjectClassHandle,
        attributes: AttributeHandleSet) {
        both "5.2" "5.2" publishObjectClassAttributes [AttributeNotDefined, ObjectClassNotDefined |
            joined]
    }
    UnpublishObjectClass ToRti (objectClass: ObjectClassHandle) {
        both "5.3" "5.3" unpublishObjectClass [OwnershipAcquisitionPending, ObjectClassNotDefined |
            joined]
    }
    UnpublishObjectClassAttributes ToRti (objectClass: ObjectClassHandle,
        attributes: AttributeHandleSet) {
        both "5.3" "5.3" unpublishObjectClassAttributes [OwnershipAcquisitionPending,
            AttributeNotDefined, ObjectClassNotDefined | joined]
    }
    PublishInteractionClass ToRti (interactionClass: InteractionClassHandle) {
        both "5.4" "5.4" publishInteractionClass [InteractionClassNotDefined | joined]
    }
    UnpublishInteractionClass ToRti (interactionClass: InteractionClassHandle) {
        both "5.5" "5.5" unpublishInteractionClass [InteractionClassNotDefined | joined]
    }
    PublishObjectClassDirectedInteractions ToRti (objectClass: ObjectClassHandle,
        interactionClasses: InteractionClassHandleSet) {
        2025 "5.6" publishObjectClassDirectedInteractions [InteractionClassNotDefined,
            ObjectClassNotDefined | joined]
    }
    UnpublishObjectClassDirectedInteractions ToRti (objectClass: ObjectClassHandle,
        interactionClasses: [InteractionClassHandleSet]) {
        2025 "5.7" unpublishObjectClassDirectedInteractions [ObjectClassNotDefined,
            InteractionClassNotDefined | joined]
    }
    SubscribeObjectClassAttributes ToRti (objectClass: ObjectClassHandle,
        attributes: AttributeHandleSet, active: [Activity], updateRateDesignator: [Text]) {
        2010 "5.6" subscribeObjectClassAttributes [AttributeNotDefined, ObjectClassNotDefined,
            InvalidUpdateRateDesignator | joined]
        2025 "5.8" subscribeObjectClassAttributes [AttributeNotDefined, ObjectClassNotDefined |
            joined]
    }
    UnsubscribeObjectClass ToRti (objectClass: ObjectClassHandle) {
        both "5.7" "5.9" unsubscribeObjectClass [ObjectClassNotDefined | joined]
    }
    UnsubscribeObjectClassAttributes ToRti (objectClass: ObjectClassHandle,
        attributes: AttributeHandleSet) {
        both "5.7" "5.9" unsubscribeObjectClassAttributes [AttributeNotDefined,
            ObjectClassNotDefined | joined]
    }
    SubscribeInteractionClass ToRti (interactionClass: InteractionClassHandle, active: [Activity]) {
        both "5.8" "5.10" subscribeInteractionClass
            [FederateServiceInvocationsAreBeingReportedViaMOM, InteractionClassNotDefined | joined]
    }
    UnsubscribeInteractionClass ToRti (interactionClass: InteractionClassHandle) {
        both "5.9" "5.11" unsubscribeInteractionClass [InteractionClassNotDefined | joined]
    }
    SubscribeObjectClassDirectedInteractions ToRti (objectClass: ObjectClassHandle,
        interactionClasses: InteractionClassHandleSet, universally: [DirectedScope]) {
        2025 "5.12" subscribeObjectClassDirectedInteractions [InteractionClassNotDefined,
            ObjectClassNotDefined | joined]
    }
    UnsubscribeObjectClassDirectedInteractions ToRti (objectClass: ObjectClassHandle,
        interactionClasses: [InteractionClassHandleSet]) {
        2025 "5.13" unsubscribeObjectClassDirectedInteractions [ObjectClassNotDefined,
            InteractionClassNotDefined | joined]
    }
    StartRegistrationForObjectClass ToFederate (objectClass: ObjectClassHandle) {
        both "5.10" "5.14" startRegistrationForObjectClass [| callback]
    }
    StopRegistrationForObjectClass ToFederate (objectClass: ObjectClassHandle) {
        both "5.11" "5.15" stopRegistrationForObjectClass [| callback]
    }
    TurnInteractionsOn ToFederate (interactionClass: InteractionClassHandle) {
        both "5.12" "5.16" turnInteractionsOn [| callback]
    }
    TurnInteractionsOff ToFederate (interactionClass: InteractionClassHandle) {
        both "5.13" "5.17" turnInteractionsOff [| callback]
    }
};
