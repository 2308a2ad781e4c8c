//! Support services, clause 10.

use crate::service::ServiceInfo;

pub(super) const SUPPORT: [ServiceInfo; 63] = table! { Support
    GetFederateHandle ToRti { both "10.4" "10.2" getFederateHandle [NameNotFound | member] }
    GetFederateName ToRti {
        both "10.5" "10.3" getFederateName [InvalidFederateHandle, FederateHandleNotKnown | member]
    }
    GetObjectClassHandle ToRti { both "10.6" "10.4" getObjectClassHandle [NameNotFound | member] }
    GetObjectClassName ToRti {
        both "10.7" "10.5" getObjectClassName [InvalidObjectClassHandle | member]
    }
    GetKnownObjectClassHandle ToRti {
        both "10.8" "10.6" getKnownObjectClassHandle [ObjectInstanceNotKnown | member]
    }
    GetObjectInstanceHandle ToRti {
        both "10.9" "10.7" getObjectInstanceHandle [ObjectInstanceNotKnown | member]
    }
    GetObjectInstanceName ToRti {
        both "10.10" "10.8" getObjectInstanceName [ObjectInstanceNotKnown | member]
    }
    GetAttributeHandle ToRti {
        both "10.11" "10.9" getAttributeHandle [NameNotFound, InvalidObjectClassHandle | member]
    }
    GetAttributeName ToRti {
        both "10.12" "10.10" getAttributeName [AttributeNotDefined, InvalidAttributeHandle,
            InvalidObjectClassHandle | member]
    }
    GetUpdateRateValue ToRti {
        both "10.13" "10.11" getUpdateRateValue [InvalidUpdateRateDesignator | member]
    }
    GetUpdateRateValueForAttribute ToRti {
        both "10.14" "10.12" getUpdateRateValueForAttribute [ObjectInstanceNotKnown,
            AttributeNotDefined | member]
    }
    GetInteractionClassHandle ToRti {
        both "10.15" "10.13" getInteractionClassHandle [NameNotFound | member]
    }
    GetInteractionClassName ToRti {
        both "10.16" "10.14" getInteractionClassName [InvalidInteractionClassHandle | member]
    }
    GetParameterHandle ToRti {
        both "10.17" "10.15" getParameterHandle [NameNotFound, InvalidInteractionClassHandle |
            member]
    }
    GetParameterName ToRti {
        both "10.18" "10.16" getParameterName [InteractionParameterNotDefined,
            InvalidParameterHandle, InvalidInteractionClassHandle | member]
    }
    GetOrderType ToRti { both "10.19" "10.17" getOrderType [InvalidOrderName | member] }
    GetOrderName ToRti { both "10.20" "10.18" getOrderName [InvalidOrderType | member] }
    GetTransportationTypeHandle ToRti {
        2010 "10.21" getTransportationType [InvalidTransportationName | member]
        2025 "10.19" getTransportationTypeHandle [InvalidTransportationName | member]
    }
    GetTransportationTypeName ToRti {
        2010 "10.22" getTransportationName [InvalidTransportationType | member]
        2025 "10.20" getTransportationTypeName [InvalidTransportationTypeHandle | member]
    }
    GetAvailableDimensionsForObjectClass ToRti {
        2010 "10.23" getAvailableDimensionsForClassAttribute [AttributeNotDefined,
            InvalidAttributeHandle, InvalidObjectClassHandle | member]
        2025 "10.21" getAvailableDimensionsForObjectClass [InvalidObjectClassHandle | member]
    }
    GetAvailableDimensionsForInteractionClass ToRti {
        both "10.24" "10.22" getAvailableDimensionsForInteractionClass
            [InvalidInteractionClassHandle | member]
    }
    GetDimensionHandle ToRti { both "10.25" "10.23" getDimensionHandle [NameNotFound | member] }
    GetDimensionName ToRti {
        both "10.26" "10.24" getDimensionName [InvalidDimensionHandle | member]
    }
    GetDimensionUpperBound ToRti {
        both "10.27" "10.25" getDimensionUpperBound [InvalidDimensionHandle | member]
    }
    GetDimensionHandleSet ToRti {
        both "10.28" "10.26" getDimensionHandleSet [InvalidRegion | joined]
    }
    GetRangeBounds ToRti {
        both "10.29" "10.27" getRangeBounds [RegionDoesNotContainSpecifiedDimension, InvalidRegion |
            joined]
    }
    SetRangeBounds ToRti {
        both "10.30" "10.28" setRangeBounds [InvalidRangeBound,
            RegionDoesNotContainSpecifiedDimension, RegionNotCreatedByThisFederate, InvalidRegion |
            joined]
    }
    NormalizeServiceGroup ToRti {
        both "10.32" "10.29" normalizeServiceGroup [InvalidServiceGroup | member]
    }
    NormalizeFederateHandle ToRti {
        both "10.31" "10.30" normalizeFederateHandle [InvalidFederateHandle | member]
    }
    NormalizeObjectClassHandle ToRti {
        2025 "10.31" normalizeObjectClassHandle [InvalidObjectClassHandle | member]
    }
    NormalizeInteractionClassHandle ToRti {
        2025 "10.32" normalizeInteractionClassHandle [InvalidInteractionClassHandle | member]
    }
    NormalizeObjectInstanceHandle ToRti {
        2025 "10.33" normalizeObjectInstanceHandle [InvalidObjectInstanceHandle | member]
    }
    EnableObjectClassRelevanceAdvisorySwitch ToRti {
        2010 "10.33" enableObjectClassRelevanceAdvisorySwitch
            [ObjectClassRelevanceAdvisorySwitchIsOn | joined]
    }
    GetObjectClassRelevanceAdvisorySwitch ToRti {
        2025 "10.34" getObjectClassRelevanceAdvisorySwitch [| joined]
    }
    DisableObjectClassRelevanceAdvisorySwitch ToRti {
        2010 "10.34" disableObjectClassRelevanceAdvisorySwitch
            [ObjectClassRelevanceAdvisorySwitchIsOff | joined]
    }
    SetObjectClassRelevanceAdvisorySwitch ToRti {
        2025 "10.35" setObjectClassRelevanceAdvisorySwitch [| joined]
    }
    EnableAttributeRelevanceAdvisorySwitch ToRti {
        2010 "10.35" enableAttributeRelevanceAdvisorySwitch [AttributeRelevanceAdvisorySwitchIsOn |
            joined]
    }
    GetAttributeRelevanceAdvisorySwitch ToRti {
        2025 "10.36" getAttributeRelevanceAdvisorySwitch [| joined]
    }
    DisableAttributeRelevanceAdvisorySwitch ToRti {
        2010 "10.36" disableAttributeRelevanceAdvisorySwitch [AttributeRelevanceAdvisorySwitchIsOff
            | joined]
    }
    SetAttributeRelevanceAdvisorySwitch ToRti {
        2025 "10.37" setAttributeRelevanceAdvisorySwitch [| joined]
    }
    EnableAttributeScopeAdvisorySwitch ToRti {
        2010 "10.37" enableAttributeScopeAdvisorySwitch [AttributeScopeAdvisorySwitchIsOn | joined]
    }
    GetAttributeScopeAdvisorySwitch ToRti {
        2025 "10.38" getAttributeScopeAdvisorySwitch [| joined]
    }
    DisableAttributeScopeAdvisorySwitch ToRti {
        2010 "10.38" disableAttributeScopeAdvisorySwitch [AttributeScopeAdvisorySwitchIsOff |
            joined]
    }
    SetAttributeScopeAdvisorySwitch ToRti {
        2025 "10.39" setAttributeScopeAdvisorySwitch [| joined]
    }
    EnableInteractionRelevanceAdvisorySwitch ToRti {
        2010 "10.39" enableInteractionRelevanceAdvisorySwitch
            [InteractionRelevanceAdvisorySwitchIsOn | joined]
    }
    GetInteractionRelevanceAdvisorySwitch ToRti {
        2025 "10.40" getInteractionRelevanceAdvisorySwitch [| joined]
    }
    DisableInteractionRelevanceAdvisorySwitch ToRti {
        2010 "10.40" disableInteractionRelevanceAdvisorySwitch
            [InteractionRelevanceAdvisorySwitchIsOff | joined]
    }
    SetInteractionRelevanceAdvisorySwitch ToRti {
        2025 "10.41" setInteractionRelevanceAdvisorySwitch [| joined]
    }
    GetConveyRegionDesignatorSetsSwitch ToRti {
        2025 "10.42" getConveyRegionDesignatorSetsSwitch [| joined]
    }
    SetConveyRegionDesignatorSetsSwitch ToRti {
        2025 "10.43" setConveyRegionDesignatorSetsSwitch [| joined]
    }
    GetAutomaticResignDirective ToRti {
        2010 "10.2" getAutomaticResignDirective [| member]
        2025 "10.44" getAutomaticResignDirective [| joined]
    }
    SetAutomaticResignDirective ToRti {
        2010 "10.3" setAutomaticResignDirective [InvalidResignAction | member]
        2025 "10.45" setAutomaticResignDirective [InvalidResignAction | joined]
    }
    GetServiceReportingSwitch ToRti {
        2025 "10.46" getServiceReportingSwitch [| joined]
    }
    SetServiceReportingSwitch ToRti {
        2025 "10.47" setServiceReportingSwitch [ReportServiceInvocationsAreSubscribed | joined]
    }
    GetExceptionReportingSwitch ToRti {
        2025 "10.48" getExceptionReportingSwitch [| joined]
    }
    SetExceptionReportingSwitch ToRti {
        2025 "10.49" setExceptionReportingSwitch [| joined]
    }
    GetSendServiceReportsToFileSwitch ToRti {
        2025 "10.50" getSendServiceReportsToFileSwitch [| joined]
    }
    SetSendServiceReportsToFileSwitch ToRti {
        2025 "10.51" setSendServiceReportsToFileSwitch [| joined]
    }
    GetAutoProvideSwitch ToRti {
        2025 "10.52" getAutoProvideSwitch [| joined]
    }
    GetDelaySubscriptionEvaluationSwitch ToRti {
        2025 "10.53" getDelaySubscriptionEvaluationSwitch [| joined]
    }
    GetAdvisoriesUseKnownClassSwitch ToRti {
        2025 "10.54" getAdvisoriesUseKnownClassSwitch [| joined]
    }
    GetAllowRelaxedDdmSwitch ToRti {
        2025 "10.55" getAllowRelaxedDDMSwitch [| joined]
    }
    GetNonRegulatedGrantSwitch ToRti {
        2025 "10.56" getNonRegulatedGrantSwitch [| joined]
    }
};
