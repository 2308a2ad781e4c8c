//! Data distribution management, clause 9.

use crate::service::ServiceInfo;

pub(super) const DDM: [ServiceInfo; 12] = table! { Ddm
    CreateRegion ToRti (dimensions: DimensionHandleSet) -> RegionHandle {
        both "9.2" "9.2" createRegion [InvalidDimensionHandle | joined]
    }
    CommitRegionModifications ToRti (regions: RegionHandleSet) {
        both "9.3" "9.3" commitRegionModifications [RegionNotCreatedByThisFederate, InvalidRegion |
            joined]
    }
    DeleteRegion ToRti (region: RegionHandle) {
        both "9.4" "9.4" deleteRegion [RegionInUseForUpdateOrSubscription,
            RegionNotCreatedByThisFederate, InvalidRegion | joined]
    }
    RegisterObjectInstanceWithRegions ToRti (objectClass: ObjectClassHandle,
        attributesAndRegions: AttributeRegionAssociations,
        objectInstanceName: [Text]) -> ObjectInstanceHandle {
        both "9.5" "9.5" registerObjectInstanceWithRegions [InvalidRegionContext,
            RegionNotCreatedByThisFederate, InvalidRegion, AttributeNotPublished,
            ObjectClassNotPublished, AttributeNotDefined, ObjectClassNotDefined,
            ObjectInstanceNameInUse, ObjectInstanceNameNotReserved | joined]
    }
    AssociateRegionsForUpdates ToRti (objectInstance: ObjectInstanceHandle,
        attributesAndRegions: AttributeRegionAssociations) {
        both "9.6" "9.6" associateRegionsForUpdates [InvalidRegionContext,
            RegionNotCreatedByThisFederate, InvalidRegion, AttributeNotDefined,
            ObjectInstanceNotKnown | joined]
    }
    UnassociateRegionsForUpdates ToRti (objectInstance: ObjectInstanceHandle,
        attributesAndRegions: AttributeRegionAssociations) {
        both "9.7" "9.7" unassociateRegionsForUpdates [RegionNotCreatedByThisFederate,
            InvalidRegion, AttributeNotDefined, ObjectInstanceNotKnown | joined]
    }
    SubscribeObjectClassAttributesWithRegions ToRti (objectClass: ObjectClassHandle,
        attributesAndRegions: AttributeRegionAssociations, active: [Activity],
        updateRateDesignator: [Text]) {
        2010 "9.8" subscribeObjectClassAttributesWithRegions [InvalidRegionContext,
            RegionNotCreatedByThisFederate, InvalidRegion, AttributeNotDefined,
            ObjectClassNotDefined, InvalidUpdateRateDesignator | joined]
        2025 "9.8" subscribeObjectClassAttributesWithRegions [InvalidRegionContext,
            RegionNotCreatedByThisFederate, InvalidRegion, AttributeNotDefined,
            ObjectClassNotDefined | joined]
    }
    UnsubscribeObjectClassAttributesWithRegions ToRti (objectClass: ObjectClassHandle,
        attributesAndRegions: AttributeRegionAssociations) {
        both "9.9" "9.9" unsubscribeObjectClassAttributesWithRegions
            [RegionNotCreatedByThisFederate, InvalidRegion, AttributeNotDefined,
            ObjectClassNotDefined | joined]
    }
    SubscribeInteractionClassWithRegions ToRti (interactionClass: InteractionClassHandle,
        regions: RegionHandleSet, active: [Activity]) {
        both "9.10" "9.10" subscribeInteractionClassWithRegions
            [FederateServiceInvocationsAreBeingReportedViaMOM, InvalidRegionContext,
            RegionNotCreatedByThisFederate, InvalidRegion, InteractionClassNotDefined | joined]
    }
    UnsubscribeInteractionClassWithRegions ToRti (interactionClass: InteractionClassHandle,
        regions: RegionHandleSet) {
        2010 "9.11" unsubscribeInteractionClassWithRegions [RegionNotCreatedByThisFederate,
            InvalidRegion, InteractionClassNotDefined | joined]
        2025 "9.11" unsubscribeInteractionClassWithRegions
            [FederateServiceInvocationsAreBeingReportedViaMOM, InvalidRegionContext,
            RegionNotCreatedByThisFederate, InvalidRegion, InteractionClassNotDefined | joined]
    }
    SendInteractionWithRegions ToRti (interactionClass: InteractionClassHandle,
        parameterValues: ParameterHandleValueMap, regions: RegionHandleSet, userSuppliedTag: Tag,
        time: [LogicalTime]) -> [MessageRetractionHandle] {
        both "9.12" "9.12" sendInteractionWithRegions [InvalidRegionContext,
            RegionNotCreatedByThisFederate, InvalidRegion, InteractionClassNotPublished,
            InteractionParameterNotDefined, InteractionClassNotDefined, InvalidLogicalTime | joined]
    }
    RequestAttributeValueUpdateWithRegions ToRti (objectClass: ObjectClassHandle,
        attributesAndRegions: AttributeRegionAssociations, userSuppliedTag: Tag) {
        both "9.13" "9.13" requestAttributeValueUpdateWithRegions [InvalidRegionContext,
            RegionNotCreatedByThisFederate, InvalidRegion, AttributeNotDefined,
            ObjectClassNotDefined | joined]
    }
};
