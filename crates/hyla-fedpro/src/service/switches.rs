//! Switches (clause 10). Clients of 2010 turn an advisory on and off by asking for its switch and
//! setting it.

use super::serve::serve;

serve! {
    GetObjectClassRelevanceAdvisorySwitchRequest
        => GetObjectClassRelevanceAdvisorySwitchResponse { result } |s, _|
        s.rti.object_class_relevance_advisory_switch();
    SetObjectClassRelevanceAdvisorySwitchRequest
        => SetObjectClassRelevanceAdvisorySwitchResponse {} |s, m|
        s.rti.set_object_class_relevance_advisory_switch(m.value);
    GetAttributeRelevanceAdvisorySwitchRequest
        => GetAttributeRelevanceAdvisorySwitchResponse { result } |s, _|
        s.rti.attribute_relevance_advisory_switch();
    SetAttributeRelevanceAdvisorySwitchRequest
        => SetAttributeRelevanceAdvisorySwitchResponse {} |s, m|
        s.rti.set_attribute_relevance_advisory_switch(m.value);
    GetAttributeScopeAdvisorySwitchRequest
        => GetAttributeScopeAdvisorySwitchResponse { result } |s, _|
        s.rti.attribute_scope_advisory_switch();
    SetAttributeScopeAdvisorySwitchRequest => SetAttributeScopeAdvisorySwitchResponse {} |s, m|
        s.rti.set_attribute_scope_advisory_switch(m.value);
    GetInteractionRelevanceAdvisorySwitchRequest
        => GetInteractionRelevanceAdvisorySwitchResponse { result } |s, _|
        s.rti.interaction_relevance_advisory_switch();
    SetInteractionRelevanceAdvisorySwitchRequest
        => SetInteractionRelevanceAdvisorySwitchResponse {} |s, m|
        s.rti.set_interaction_relevance_advisory_switch(m.value);
    GetConveyRegionDesignatorSetsSwitchRequest
        => GetConveyRegionDesignatorSetsSwitchResponse { result } |s, _|
        s.rti.convey_region_designator_sets_switch();
    SetConveyRegionDesignatorSetsSwitchRequest
        => SetConveyRegionDesignatorSetsSwitchResponse {} |s, m|
        s.rti.set_convey_region_designator_sets_switch(m.value);
    GetServiceReportingSwitchRequest => GetServiceReportingSwitchResponse { result } |s, _|
        s.rti.service_reporting_switch();
    SetServiceReportingSwitchRequest => SetServiceReportingSwitchResponse {} |s, m|
        s.rti.set_service_reporting_switch(m.value);
    GetExceptionReportingSwitchRequest => GetExceptionReportingSwitchResponse { result } |s, _|
        s.rti.exception_reporting_switch();
    SetExceptionReportingSwitchRequest => SetExceptionReportingSwitchResponse {} |s, m|
        s.rti.set_exception_reporting_switch(m.value);
    GetSendServiceReportsToFileSwitchRequest
        => GetSendServiceReportsToFileSwitchResponse { result } |s, _|
        s.rti.send_service_reports_to_file_switch();
    SetSendServiceReportsToFileSwitchRequest => SetSendServiceReportsToFileSwitchResponse {} |s, m|
        s.rti.set_send_service_reports_to_file_switch(m.value);
    GetAutoProvideSwitchRequest => GetAutoProvideSwitchResponse { result } |s, _|
        s.rti.auto_provide_switch();
    GetDelaySubscriptionEvaluationSwitchRequest
        => GetDelaySubscriptionEvaluationSwitchResponse { result } |s, _|
        s.rti.delay_subscription_evaluation_switch();
    GetAdvisoriesUseKnownClassSwitchRequest
        => GetAdvisoriesUseKnownClassSwitchResponse { result } |s, _|
        s.rti.advisories_use_known_class_switch();
    GetAllowRelaxedDdmSwitchRequest => GetAllowRelaxedDdmSwitchResponse { result } |s, _|
        s.rti.allow_relaxed_ddm_switch();
    GetNonRegulatedGrantSwitchRequest => GetNonRegulatedGrantSwitchResponse { result } |s, _|
        s.rti.non_regulated_grant_switch();
}
