//! Ownership management, clause 7.

use crate::service::ServiceInfo;

pub(super) const OWNERSHIP: [ServiceInfo; 20] = table! { Ownership
    UnconditionalAttributeOwnershipDivestiture ToRti (objectInstance: ObjectInstanceHandle,
        attributes: AttributeHandleSet, userSuppliedTag: Tag) {
        both "7.2" "7.2" unconditionalAttributeOwnershipDivestiture [AttributeNotOwned,
            AttributeNotDefined, ObjectInstanceNotKnown | joined]
    }
    NegotiatedAttributeOwnershipDivestiture ToRti (objectInstance: ObjectInstanceHandle,
        attributes: AttributeHandleSet, userSuppliedTag: Tag) {
        both "7.3" "7.3" negotiatedAttributeOwnershipDivestiture [AttributeAlreadyBeingDivested,
            AttributeNotOwned, AttributeNotDefined, ObjectInstanceNotKnown | joined]
    }
    RequestAttributeOwnershipAssumption ToFederate (objectInstance: ObjectInstanceHandle,
        offeredAttributes: AttributeHandleSet, userSuppliedTag: Tag) {
        both "7.4" "7.4" requestAttributeOwnershipAssumption [| callback]
    }
    RequestDivestitureConfirmation ToFederate (objectInstance: ObjectInstanceHandle,
        releasedAttributes: AttributeHandleSet, userSuppliedTag: Tag) {
        both "7.5" "7.5" requestDivestitureConfirmation [| callback]
    }
    ConfirmDivestiture ToRti (objectInstance: ObjectInstanceHandle,
        confirmedAttributes: AttributeHandleSet, userSuppliedTag: Tag) {
        both "7.6" "7.6" confirmDivestiture [NoAcquisitionPending,
            AttributeDivestitureWasNotRequested, AttributeNotOwned, AttributeNotDefined,
            ObjectInstanceNotKnown | joined]
    }
    AttributeOwnershipAcquisitionNotification ToFederate (objectInstance: ObjectInstanceHandle,
        securedAttributes: AttributeHandleSet, userSuppliedTag: Tag) {
        both "7.7" "7.7" attributeOwnershipAcquisitionNotification [| callback]
    }
    AttributeOwnershipAcquisition ToRti (objectInstance: ObjectInstanceHandle,
        desiredAttributes: AttributeHandleSet, userSuppliedTag: Tag) {
        both "7.8" "7.8" attributeOwnershipAcquisition [AttributeNotPublished,
            ObjectClassNotPublished, FederateOwnsAttributes, AttributeNotDefined,
            ObjectInstanceNotKnown | joined]
    }
    AttributeOwnershipAcquisitionIfAvailable ToRti (objectInstance: ObjectInstanceHandle,
        desiredAttributes: AttributeHandleSet, userSuppliedTag: Tag) {
        both "7.9" "7.9" attributeOwnershipAcquisitionIfAvailable [AttributeAlreadyBeingAcquired,
            AttributeNotPublished, ObjectClassNotPublished, FederateOwnsAttributes,
            AttributeNotDefined, ObjectInstanceNotKnown | joined]
    }
    AttributeOwnershipUnavailable ToFederate (objectInstance: ObjectInstanceHandle,
        attributes: AttributeHandleSet, userSuppliedTag: Tag) {
        both "7.10" "7.10" attributeOwnershipUnavailable [| callback]
    }
    RequestAttributeOwnershipRelease ToFederate (objectInstance: ObjectInstanceHandle,
        candidateAttributes: AttributeHandleSet, userSuppliedTag: Tag) {
        both "7.11" "7.11" requestAttributeOwnershipRelease [| callback]
    }
    AttributeOwnershipReleaseDenied ToRti (objectInstance: ObjectInstanceHandle,
        attributes: AttributeHandleSet, userSuppliedTag: Tag) {
        both "7.12" "7.12" attributeOwnershipReleaseDenied [AttributeNotOwned, AttributeNotDefined,
            ObjectInstanceNotKnown | joined]
    }
    AttributeOwnershipDivestitureIfWanted ToRti (objectInstance: ObjectInstanceHandle,
        attributes: AttributeHandleSet, userSuppliedTag: Tag) -> AttributeHandleSet {
        both "7.13" "7.13" attributeOwnershipDivestitureIfWanted [AttributeNotOwned,
            AttributeNotDefined, ObjectInstanceNotKnown | joined]
    }
    CancelNegotiatedAttributeOwnershipDivestiture ToRti (objectInstance: ObjectInstanceHandle,
        attributes: AttributeHandleSet) {
        both "7.14" "7.14" cancelNegotiatedAttributeOwnershipDivestiture
            [AttributeDivestitureWasNotRequested, AttributeNotOwned, AttributeNotDefined,
            ObjectInstanceNotKnown | joined]
    }
    CancelAttributeOwnershipAcquisition ToRti (objectInstance: ObjectInstanceHandle,
        attributes: AttributeHandleSet) {
        both "7.15" "7.15" cancelAttributeOwnershipAcquisition [AttributeAcquisitionWasNotRequested,
            AttributeAlreadyOwned, AttributeNotDefined, ObjectInstanceNotKnown | joined]
    }
    ConfirmAttributeOwnershipAcquisitionCancellation ToFederate (
        objectInstance: ObjectInstanceHandle, attributes: AttributeHandleSet) {
        both "7.16" "7.16" confirmAttributeOwnershipAcquisitionCancellation [| callback]
    }
    QueryAttributeOwnership ToRti (objectInstance: ObjectInstanceHandle,
        attributes: AttributeHandleSet) {
        both "7.17" "7.17" queryAttributeOwnership [AttributeNotDefined, ObjectInstanceNotKnown |
            joined]
    }
    InformAttributeOwnership ToFederate (objectInstance: ObjectInstanceHandle,
        attributes: AttributeHandleSet, owner: FederateHandle) {
        both "7.18" "7.18" informAttributeOwnership [| callback]
    }
    AttributeIsNotOwned ToFederate (objectInstance: ObjectInstanceHandle,
        attributes: AttributeHandleSet) {
        both "7.18" "7.18" attributeIsNotOwned [| callback]
    }
    AttributeIsOwnedByRti ToFederate (objectInstance: ObjectInstanceHandle,
        attributes: AttributeHandleSet) {
        both "7.18" "7.18" attributeIsOwnedByRTI [| callback]
    }
    IsAttributeOwnedByFederate ToRti (objectInstance: ObjectInstanceHandle,
        attribute: AttributeHandle) -> Bool {
        both "7.19" "7.19" isAttributeOwnedByFederate [AttributeNotDefined, ObjectInstanceNotKnown |
            joined]
    }
};
