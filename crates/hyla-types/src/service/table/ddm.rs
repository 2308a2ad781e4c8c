//! Data distribution management, clause 9.

use crate::service::ServiceInfo;

pub(super) const DDM: [ServiceInfo; 12] = table! { Ddm
    CreateRegion ToRti { both "9.2" "9.2" createRegion [InvalidDimensionHandle | joined] }
    CommitRegionModifications ToRti {
        both "9.3" "9.3" commitRegionModifications [RegionNotCreatedByThisFederate, InvalidRegion |
            joined]
    }
    DeleteRegion ToRti {
        both "9.4" "9.4" deleteRegion [RegionInUseForUpdateOrSubscription,
            RegionNotCreatedByThisFederate, InvalidRegion | joined]
    }
    RegisterObjectInstanceWithRegions ToRti {
        both "9.5" "9.5" registerObjectInstanceWithRegions [InvalidRegionContext,
            RegionNotCreatedByThisFederate, InvalidRegion, AttributeNotPublished,
            ObjectClassNotPublished, AttributeNotDefined, ObjectClassNotDefined,
            ObjectInstanceNameInUse, ObjectInstanceNameNotReserved | joined]
    }
    AssociateRegionsForUpdates ToRti {
        both "9.6" "9.6" associateRegionsForUpdates [InvalidRegionContext,
            RegionNotCreatedByThisFederate, InvalidRegion, AttributeNotDefined,
            ObjectInstanceNotKnown | joined]
    }
    UnassociateRegionsForUpdates ToRti {
        both "9.7" "9.7" unassociateRegionsForUpdates [RegionNotCreatedByThisFederate,
            InvalidRegion, AttributeNotDefined, ObjectInstanceNotKnown | joined]
    }
    SubscribeObjectClassAttributesWithRegions ToRti {
        2010 "9.8" subscribeObjectClassAttributesWithRegions [InvalidRegionContext,
            RegionNotCreatedByThisFederate, InvalidRegion, AttributeNotDefined,
            ObjectClassNotDefined, InvalidUpdateRateDesignator | joined]
        2025 "9.8" subscribeObjectClassAttributesWithRegions [InvalidRegionContext,
            RegionNotCreatedByThisFederate, InvalidRegion, AttributeNotDefined,
            ObjectClassNotDefined | joined]
    }
    UnsubscribeObjectClassAttributesWithRegions ToRti {
        both "9.9" "9.9" unsubscribeObjectClassAttributesWithRegions
            [RegionNotCreatedByThisFederate, InvalidRegion, AttributeNotDefined,
            ObjectClassNotDefined | joined]
    }
    SubscribeInteractionClassWithRegions ToRti {
        both "9.10" "9.10" subscribeInteractionClassWithRegions
            [FederateServiceInvocationsAreBeingReportedViaMOM, InvalidRegionContext,
            RegionNotCreatedByThisFederate, InvalidRegion, InteractionClassNotDefined | joined]
    }
    UnsubscribeInteractionClassWithRegions ToRti {
        2010 "9.11" unsubscribeInteractionClassWithRegions [RegionNotCreatedByThisFederate,
            InvalidRegion, InteractionClassNotDefined | joined]
        2025 "9.11" unsubscribeInteractionClassWithRegions
            [FederateServiceInvocationsAreBeingReportedViaMOM, InvalidRegionContext,
            RegionNotCreatedByThisFederate, InvalidRegion, InteractionClassNotDefined | joined]
    }
    SendInteractionWithRegions ToRti {
        both "9.12" "9.12" sendInteractionWithRegions [InvalidRegionContext,
            RegionNotCreatedByThisFederate, InvalidRegion, InteractionClassNotPublished,
            InteractionParameterNotDefined, InteractionClassNotDefined, InvalidLogicalTime | joined]
    }
    RequestAttributeValueUpdateWithRegions ToRti {
        both "9.13" "9.13" requestAttributeValueUpdateWithRegions [InvalidRegionContext,
            RegionNotCreatedByThisFederate, InvalidRegion, AttributeNotDefined,
            ObjectClassNotDefined | joined]
    }
};
