//! Support services, clause 10.

use crate::service::ServiceInfo;

pub(super) const SUPPORT: [ServiceInfo; 63] = table! { Support
    GetFederateHandle ToRti (federateName: Text) -> FederateHandle {
        both "10.4" "10.2" getFederateHandle [NameNotFound | member]
    }
    GetFederateName ToRti (federate: FederateHandle) -> Text {
        both "10.5" "10.3" getFederateName [InvalidFederateHandle, FederateHandleNotKnown | member]
    }
    GetObjectClassHandle ToRti (objectClassName: Text) -> ObjectClassHandle {
        both "10.6" "10.4" getObjectClassHandle [NameNotFound | member]
    }
    GetObjectClassName ToRti (objectClass: ObjectClassHandle) -> Text {
        both "10.7" "10.5" getObjectClassName [InvalidObjectClassHandle | member]
    }
    GetKnownObjectClassHandle ToRti (objectInstance: ObjectInstanceHandle) -> ObjectClassHandle {
        both "10.8" "10.6" getKnownObjectClassHandle [ObjectInstanceNotKnown | member]
    }
    GetObjectInstanceHandle ToRti (objectInstanceName: Text) -> ObjectInstanceHandle {
        both "10.9" "10.7" getObjectInstanceHandle [ObjectInstanceNotKnown | member]
    }
    GetObjectInstanceName ToRti (objectInstance: ObjectInstanceHandle) -> Text {
        both "10.10" "10.8" getObjectInstanceName [ObjectInstanceNotKnown | member]
    }
    GetAttributeHandle ToRti (objectClass: ObjectClassHandle,
        attributeName: Text) -> AttributeHandle {
        both "10.11" "10.9" getAttributeHandle [NameNotFound, InvalidObjectClassHandle | member]
    }
    GetAttributeName ToRti (objectClass: ObjectClassHandle, attribute: AttributeHandle) -> Text {
        both "10.12" "10.10" getAttributeName [AttributeNotDefined, InvalidAttributeHandle,
            InvalidObjectClassHandle | member]
    }
    GetUpdateRateValue ToRti (updateRateDesignator: [Text]) -> Rate {
        both "10.13" "10.11" getUpdateRateValue [InvalidUpdateRateDesignator | member]
    }
    GetUpdateRateValueForAttribute ToRti (objectInstance: ObjectInstanceHandle,
        attribute: AttributeHandle) -> Rate {
        both "10.14" "10.12" getUpdateRateValueForAttribute [ObjectInstanceNotKnown,
            AttributeNotDefined | member]
    }
    GetInteractionClassHandle ToRti (interactionClassName: Text) -> InteractionClassHandle {
        both "10.15" "10.13" getInteractionClassHandle [NameNotFound | member]
    }
    GetInteractionClassName ToRti (interactionClass: InteractionClassHandle) -> Text {
        both "10.16" "10.14" getInteractionClassName [InvalidInteractionClassHandle | member]
    }
    GetParameterHandle ToRti (interactionClass: InteractionClassHandle,
        parameterName: Text) -> ParameterHandle {
        both "10.17" "10.15" getParameterHandle [NameNotFound, InvalidInteractionClassHandle |
            member]
    }
    GetParameterName ToRti (interactionClass: InteractionClassHandle,
        parameter: ParameterHandle) -> Text {
        both "10.18" "10.16" getParameterName [InteractionParameterNotDefined,
            InvalidParameterHandle, InvalidInteractionClassHandle | member]
    }
    GetOrderType ToRti (orderTypeName: Text) -> OrderType {
        both "10.19" "10.17" getOrderType [InvalidOrderName | member]
    }
    GetOrderName ToRti (orderType: OrderType) -> Text {
        both "10.20" "10.18" getOrderName [InvalidOrderType | member]
    }
    GetTransportationTypeHandle ToRti (transportationTypeName: Text) -> TransportationTypeHandle {
        2010 "10.21" getTransportationType [InvalidTransportationName | member]
        2025 "10.19" getTransportationTypeHandle [InvalidTransportationName | member]
    }
    GetTransportationTypeName ToRti (transportationType: TransportationTypeHandle) -> Text {
        2010 "10.22" getTransportationName [InvalidTransportationType | member]
        2025 "10.20" getTransportationTypeName [InvalidTransportationTypeHandle | member]
    }
    GetAvailableDimensionsForObjectClass ToRti (
        objectClass: ObjectClassHandle) -> DimensionHandleSet
        or (objectClass: ObjectClassHandle, attribute: AttributeHandle) -> DimensionHandleSet {
        2010 "10.23" getAvailableDimensionsForClassAttribute [AttributeNotDefined,
            InvalidAttributeHandle, InvalidObjectClassHandle | member]
        2025 "10.21" getAvailableDimensionsForObjectClass [InvalidObjectClassHandle | member]
    }
    GetAvailableDimensionsForInteractionClass ToRti (
        interactionClass: InteractionClassHandle) -> DimensionHandleSet {
        both "10.24" "10.22" getAvailableDimensionsForInteractionClass
            [InvalidInteractionClassHandle | member]
    }
    GetDimensionHandle ToRti (dimensionName: Text) -> DimensionHandle {
        both "10.25" "10.23" getDimensionHandle [NameNotFound | member]
    }
    GetDimensionName ToRti (dimension: DimensionHandle) -> Text {
        both "10.26" "10.24" getDimensionName [InvalidDimensionHandle | member]
    }
    GetDimensionUpperBound ToRti (dimension: DimensionHandle) -> Number {
        both "10.27" "10.25" getDimensionUpperBound [InvalidDimensionHandle | member]
    }
    GetDimensionHandleSet ToRti (region: RegionHandle) -> DimensionHandleSet {
        both "10.28" "10.26" getDimensionHandleSet [InvalidRegion | joined]
    }
    GetRangeBounds ToRti (region: RegionHandle, dimension: DimensionHandle) -> RangeBounds {
        both "10.29" "10.27" getRangeBounds [RegionDoesNotContainSpecifiedDimension, InvalidRegion |
            joined]
    }
    SetRangeBounds ToRti (region: RegionHandle, dimension: DimensionHandle,
        rangeBounds: RangeBounds) {
        both "10.30" "10.28" setRangeBounds [InvalidRangeBound,
            RegionDoesNotContainSpecifiedDimension, RegionNotCreatedByThisFederate, InvalidRegion |
            joined]
    }
    NormalizeServiceGroup ToRti (serviceGroup: ServiceGroup) -> Number {
        both "10.32" "10.29" normalizeServiceGroup [InvalidServiceGroup | member]
    }
    NormalizeFederateHandle ToRti (federate: FederateHandle) -> Number {
        both "10.31" "10.30" normalizeFederateHandle [InvalidFederateHandle | member]
    }
    NormalizeObjectClassHandle ToRti (objectClass: ObjectClassHandle) -> Number {
        2025 "10.31" normalizeObjectClassHandle [InvalidObjectClassHandle | member]
    }
    NormalizeInteractionClassHandle ToRti (interactionClass: InteractionClassHandle) -> Number {
        2025 "10.32" normalizeInteractionClassHandle [InvalidInteractionClassHandle | member]
    }
    NormalizeObjectInstanceHandle ToRti (objectInstance: ObjectInstanceHandle) -> Number {
        2025 "10.33" normalizeObjectInstanceHandle [InvalidObjectInstanceHandle | member]
    }
    EnableObjectClassRelevanceAdvisorySwitch ToRti () {
        2010 "10.33" enableObjectClassRelevanceAdvisorySwitch
            [ObjectClassRelevanceAdvisorySwitchIsOn | joined]
    }
    GetObjectClassRelevanceAdvisorySwitch ToRti () -> Bool {
        2025 "10.34" getObjectClassRelevanceAdvisorySwitch [| joined]
    }
    DisableObjectClassRelevanceAdvisorySwitch ToRti () {
        2010 "10.34" disableObjectClassRelevanceAdvisorySwitch
            [ObjectClassRelevanceAdvisorySwitchIsOff | joined]
    }
    SetObjectClassRelevanceAdvisorySwitch ToRti (switchValue: Bool) {
        2025 "10.35" setObjectClassRelevanceAdvisorySwitch [| joined]
    }
    EnableAttributeRelevanceAdvisorySwitch ToRti () {
        2010 "10.35" enableAttributeRelevanceAdvisorySwitch [AttributeRelevanceAdvisorySwitchIsOn |
            joined]
    }
    GetAttributeRelevanceAdvisorySwitch ToRti () -> Bool {
        2025 "10.36" getAttributeRelevanceAdvisorySwitch [| joined]
    }
    DisableAttributeRelevanceAdvisorySwitch ToRti () {
        2010 "10.36" disableAttributeRelevanceAdvisorySwitch [AttributeRelevanceAdvisorySwitchIsOff
            | joined]
    }
    SetAttributeRelevanceAdvisorySwitch ToRti (switchValue: Bool) {
        2025 "10.37" setAttributeRelevanceAdvisorySwitch [| joined]
    }
    EnableAttributeScopeAdvisorySwitch ToRti () {
        2010 "10.37" enableAttributeScopeAdvisorySwitch [AttributeScopeAdvisorySwitchIsOn | joined]
    }
    GetAttributeScopeAdvisorySwitch ToRti () -> Bool {
        2025 "10.38" getAttributeScopeAdvisorySwitch [| joined]
    }
    DisableAttributeScopeAdvisorySwitch ToRti () {
        2010 "10.38" disableAttributeScopeAdvisorySwitch [AttributeScopeAdvisorySwitchIsOff |
            joined]
    }
    SetAttributeScopeAdvisorySwitch ToRti (switchValue: Bool) {
        2025 "10.39" setAttributeScopeAdvisorySwitch [| joined]
    }
    EnableInteractionRelevanceAdvisorySwitch ToRti () {
        2010 "10.39" enableInteractionRelevanceAdvisorySwitch
            [InteractionRelevanceAdvisorySwitchIsOn | joined]
    }
    GetInteractionRelevanceAdvisorySwitch ToRti () -> Bool {
        2025 "10.40" getInteractionRelevanceAdvisorySwitch [| joined]
    }
    DisableInteractionRelevanceAdvisorySwitch ToRti () {
        2010 "10.40" disableInteractionRelevanceAdvisorySwitch
            [InteractionRelevanceAdvisorySwitchIsOff | joined]
    }
    SetInteractionRelevanceAdvisorySwitch ToRti (switchValue: Bool) {
        2025 "10.41" setInteractionRelevanceAdvisorySwitch [| joined]
    }
    GetConveyRegionDesignatorSetsSwitch ToRti () -> Bool {
        2025 "10.42" getConveyRegionDesignatorSetsSwitch [| joined]
    }
    SetConveyRegionDesignatorSetsSwitch ToRti (switchValue: Bool) {
        2025 "10.43" setConveyRegionDesignatorSetsSwitch [| joined]
    }
    GetAutomaticResignDirective ToRti () -> ResignAction {
        2010 "10.2" getAutomaticResignDirective [| member]
        2025 "10.44" getAutomaticResignDirective [| joined]
    }
    SetAutomaticResignDirective ToRti (resignAction: ResignAction) {
        2010 "10.3" setAutomaticResignDirective [InvalidResignAction | member]
        2025 "10.45" setAutomaticResignDirective [InvalidResignAction | joined]
    }
    GetServiceReportingSwitch ToRti () -> Bool {
        2025 "10.46" getServiceReportingSwitch [| joined]
    }
    SetServiceReportingSwitch ToRti (switchValue: Bool) {
        2025 "10.47" setServiceReportingSwitch [ReportServiceInvocationsAreSubscribed | joined]
    }
    GetExceptionReportingSwitch ToRti () -> Bool {
        2025 "10.48" getExceptionReportingSwitch [| joined]
    }
    SetExceptionReportingSwitch ToRti (switchValue: Bool) {
        2025 "10.49" setExceptionReportingSwitch [| joined]
    }
    GetSendServiceReportsToFileSwitch ToRti () -> Bool {
        2025 "10.50" getSendServiceReportsToFileSwitch [| joined]
    }
    SetSendServiceReportsToFileSwitch ToRti (switchValue: Bool) {
        2025 "10.51" setSendServiceReportsToFileSwitch [| joined]
    }
    GetAutoProvideSwitch ToRti () -> Bool {
        2025 "10.52" getAutoProvideSwitch [| joined]
    }
    GetDelaySubscriptionEvaluationSwitch ToRti () -> Bool {
        2025 "10.53" getDelaySubscriptionEvaluationSwitch [| joined]
    }
    GetAdvisoriesUseKnownClassSwitch ToRti () -> Bool {
        2025 "10.54" getAdvisoriesUseKnownClassSwitch [| joined]
    }
    GetAllowRelaxedDdmSwitch ToRti () -> Bool {
        2025 "10.55" getAllowRelaxedDDMSwitch [| joined]
    }
    GetNonRegulatedGrantSwitch ToRti () -> Bool {
        2025 "10.56" getNonRegulatedGrantSwitch [| joined]
    }
};
